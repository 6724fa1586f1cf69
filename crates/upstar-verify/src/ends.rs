//! Whether play ends: games are compared by their difference when play in one of them does, or when both are stoppers.
//!
//! Must not know: facts.
//!
//! **Stoppers.** A game is a stopper when no game that follows it has an endless line of alternate moves. Of two
//! stoppers G is at least H exactly when Left does not lose G - H moving second (Conway, *Loopy games*, 1978; Siegel,
//! *Combinatorial Game Theory*, VI.2). So a draw counts for both.
//!
//! **Why one is enough.** Let Left win G - F moving second, in finitely many moves, and let play in F end. Then G is at least
//! F: for every X, whoever begins, Left does in G + X at least as well as in F + X.
//!
//! - *She wins F + X.* Then she wins G + X + (F - F), which is (G - F) + (F + X), by both strategies at once. If Right did
//!   not lose G + X, he would not lose this sum: he holds out in G + X, and copies each move in F - F.
//! - *She does not lose F + X.* Then, in the same way, she does not lose G + X + (F - F). If Right won G + X, in finitely many
//!   moves, he would win this sum: he copies in F - F, and play there ends because play in F does.
//!
//! If Right wins G - F moving first, G is not at least F: for X = -F Left moves second, wins F - F, because play in F ends, and
//! loses G - F. All is the same with the players exchanged, and with -F and -G for G and F, so it does not matter in which
//! of the two play ends (Siegel, *Combinatorial Game Theory*, II.1 and VI.1).

use std::collections::{BTreeMap, HashSet};

use upstar_reference::play::Convention;
use upstar_reference::steps::deep;
use upstar_reference::value::{Component, Ruleset};
use upstar_reference::{Fault, Player};
use upstar_syntax::ast::{Alternative, RemarkKind};

use crate::rules::{Rules, Sum, refused};

/// Signs of classes, runs, borders and cells that may be off the board.
const SIGNS: [char; 10] = ['[', ']', '(', ')', '+', '?', '~', '^', '$', ' '];

/// How two sums are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// By who wins the difference: play in one of them ends.
    Winning,
    /// By who does not lose the difference: both are stoppers.
    Surviving,
}

/// How two sums are compared.
///
/// # Errors
/// When play returns in both, and one is no stopper. Cost: as for [`verify_one_ends`].
pub(crate) fn order(rules: &Rules, sums: [&Sum; 2]) -> Result<Order, Fault> {
    let Err(why) = verify_one_ends(rules, sums) else { return Ok(Order::Winning) };
    match sums.iter().try_for_each(|sum| verify_stopper(rules, sum)) {
        Ok(()) => Ok(Order::Surviving),
        Err(_) => Err(why),
    }
}

/// Checks that a sum is a stopper.
///
/// # Errors
/// When play by turns returns to something that follows it, or there are too many positions. Cost: all that follows.
pub(crate) fn verify_stopper(rules: &Rules, sum: &Sum) -> Result<(), Fault> {
    let (mut all, mut known) = (vec![sum.clone()], HashSet::from([sum.text.clone()]));
    let mut turns = Turns { rules, ended: HashSet::new(), open: HashSet::new() };
    while let Some(sum) = all.pop() {
        for player in Player::BOTH {
            deep(|| turns.verify(&sum, player))?;
            for to in rules.moves(&sum, player, Convention::Normal)? {
                if known.insert(to.text.clone()) {
                    all.push(to);
                }
            }
        }
    }
    Ok(())
}

/// Sums with the player to move, met in play by turns.
struct Turns<'r> {
    rules: &'r Rules,
    /// From which play ends.
    ended: HashSet<(String, Player)>,
    /// From which play led here.
    open: HashSet<(String, Player)>,
}

impl Turns<'_> {
    /// Checks that play by turns ends when a player begins.
    fn verify(&mut self, sum: &Sum, player: Player) -> Result<(), Fault> {
        let key = (sum.text.clone(), player);
        if self.ended.contains(&key) {
            return Ok(());
        }
        if !self.open.insert(key.clone()) {
            return refused(format!("play by turns returns to {}", sum.text));
        }
        for to in self.rules.moves(sum, player, Convention::Normal)? {
            deep(|| self.verify(&to, player.opponent()))?;
        }
        self.open.remove(&key);
        self.ended.insert(key);
        Ok(())
    }
}

/// Checks that play in one of two sums ends.
///
/// # Errors
/// When it returns to a position in both, or there are too many positions to see that. Cost: nothing for games and for
/// rules whose text shows it; all positions that follow otherwise.
fn verify_one_ends(rules: &Rules, sums: [&Sum; 2]) -> Result<(), Fault> {
    // Play in a sum ends when it does in each component.
    let open =
        sums.map(|sum| sum.parts.iter().filter(|part| !is_seen_to_end(part)).collect::<Vec<_>>());
    if open.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let steps = &rules.session.machine()?.steps;
    let mut found = Ok(());
    // Half of the steps for each of the two.
    for (parts, left) in open.iter().zip([steps.left() / 2, 0]) {
        let mut seen =
            Seen { rules, ended: HashSet::new(), open: HashSet::new(), least_steps: left };
        found = parts.iter().try_for_each(|part| {
            let sum = rules.normal(vec![(*part).clone()], Convention::Normal)?;
            deep(|| seen.verify(&sum))
        });
        if found.is_ok() {
            break;
        }
    }
    found
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
    // In place of such a position its parts are played.
    if ruleset.decl.remarks.iter().any(|remark| matches!(remark.kind, RemarkKind::Parts(_))) {
        return false;
    }
    let mut changes: Vec<BTreeMap<char, i64>> = Vec::new();
    for alternative in ruleset.decl.clauses.iter().flat_map(|clause| &clause.alternatives) {
        let Alternative::Rewrite { steps, .. } = alternative else { return false };
        let mut change = BTreeMap::new();
        for step in steps {
            let texts = [&step.pattern.value, &step.replacement.value];
            // There signs are no cells, or cells are left out.
            if step.repeats || step.over_the_border || texts.iter().any(|text| text.contains(SIGNS))
            {
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
    /// Steps that have to be left.
    least_steps: u64,
}

impl Seen<'_> {
    /// Checks that play from a sum ends, whoever moves.
    fn verify(&mut self, sum: &Sum) -> Result<(), Fault> {
        if self.ended.contains(&sum.text) {
            return Ok(());
        }
        if self.rules.session.machine()?.steps.left() < self.least_steps {
            return refused("there are too many positions to see that play ends");
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
