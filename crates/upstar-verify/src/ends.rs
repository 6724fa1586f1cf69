//! Whether play ends: games are compared by their difference when play in one of them does.
//!
//! Must not know: facts.
//!
//! **Why one is enough.** Let Left win G - F moving second, in finitely many moves, and let play in F end. Who wins F + X, as
//! first or second player, wins G + X: Left follows her strategies for G - F and for F + X at once, and so wins
//! G + X + (F - F). If Right could hold out in G + X, he could in this sum too, since he has the last move in F - F as
//! second player. The same holds with the players exchanged, so the outcome of the difference says how G and F compare
//! (Siegel, *Combinatorial Game Theory*, II.1 and VI.1).

use std::collections::{BTreeMap, HashSet};

use upstar_reference::play::Convention;
use upstar_reference::steps::deep;
use upstar_reference::value::{Component, Ruleset};
use upstar_reference::{Fault, Player};
use upstar_syntax::ast::Alternative;

use crate::rules::{Rules, Sum, refused};

/// Signs of classes, runs, borders and cells that may be off the board.
const SIGNS: [char; 10] = ['[', ']', '(', ')', '+', '?', '~', '^', '$', ' '];

/// Checks that play in one of two sums ends.
///
/// # Errors
/// When it returns to a position in both, or there are too many positions to see that. Cost: nothing for games and for
/// rules whose text shows it; all positions that follow otherwise.
pub(crate) fn verify_one_ends(rules: &Rules, sums: [&Sum; 2]) -> Result<(), Fault> {
    if sums.iter().any(|sum| sum.parts.iter().all(is_seen_to_end)) {
        return Ok(());
    }
    let mut returns = Ok(());
    for sum in sums {
        let mut seen = Seen { rules, ended: HashSet::new(), open: HashSet::new() };
        returns = deep(|| seen.verify(sum));
        if returns.is_ok() {
            break;
        }
    }
    returns
}

/// Whether the text of the rules shows that play ends: there is a symbol of which each move leaves fewer, or each move more.
fn is_seen_to_end(part: &Component) -> bool {
    match part {
        Component::Game(_) => true,
        Component::Position(position) | Component::Negative(position) => {
            symbols_run_out(&position.ruleset)
        }
        Component::Loopy(_) | Component::Kept(_) => false,
    }
}

fn symbols_run_out(ruleset: &Ruleset) -> bool {
    let mut changes: Vec<BTreeMap<char, i64>> = Vec::new();
    for alternative in ruleset.decl.clauses.iter().flat_map(|clause| &clause.alternatives) {
        let Alternative::Rewrite { steps, .. } = alternative else { return false };
        let mut change = BTreeMap::new();
        for step in steps {
            // In such a pattern signs are no cells.
            if step.repeats || step.pattern.value.contains(SIGNS) {
                return false;
            }
            for (text, sign) in [(&step.replacement.value, 1), (&step.pattern.value, -1)] {
                for symbol in text.chars() {
                    *change.entry(symbol).or_insert(0) += sign;
                }
            }
        }
        changes.push(change);
    }
    let all = |symbol: &char, fits: fn(i64) -> bool| {
        changes.iter().all(|change| fits(change.get(symbol).copied().unwrap_or(0)))
    };
    let runs_out = |symbol: &char| all(symbol, |n| n < 0) || all(symbol, |n| n > 0);
    changes.first().is_some_and(|first| first.keys().any(runs_out))
}

/// Sums that were met.
struct Seen<'r> {
    rules: &'r Rules,
    /// From which play ends.
    ended: HashSet<String>,
    /// From which play led here.
    open: HashSet<String>,
}

impl Seen<'_> {
    /// Checks that play from a sum ends, whoever moves.
    fn verify(&mut self, sum: &Sum) -> Result<(), Fault> {
        if self.ended.contains(&sum.text) {
            return Ok(());
        }
        if !self.open.insert(sum.text.clone()) {
            return refused(format!("play returns to {}", sum.text));
        }
        for player in Player::BOTH {
            for to in self.rules.moves(sum, player, Convention::Normal)? {
                deep(|| self.verify(&to))?;
            }
        }
        self.open.remove(&sum.text);
        self.ended.insert(sum.text.clone());
        Ok(())
    }
}
