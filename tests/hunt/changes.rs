//! Changes to other rules: a symbol, a direction, a bound, a clause.
//!
//! Knows: which changes are small. Must not know: which ruleset it is about.

use upstar::syntax::ast::{
    Alternative, BoardKind, CompareOp, Expr, ExprKind, Generator, Mover, ParamKind, Rewrite,
    RulesetDecl, Statement, Turns, UnaryOp,
};

use super::rewording::{Change, expressions, options};
use super::support::Dice;
use super::tree::{alternatives, ruleset, text};

/// Real changes.
pub(crate) const CHANGES: &[(u64, &str, Change)] = &[
    (3, "a symbol", other_symbol),
    (2, "a direction", other_direction),
    (3, "a bound", other_bound),
    (1, "a clause dropped", dropped),
    (1, "a condition dropped", condition_dropped),
    (1, "players exchanged", players_exchanged),
    (1, "who moves next", who_moves_next),
    (1, "a shape", other_shape),
    (1, "a comparison", |dice, one, _| expressions(dice, one, other_comparison)),
];

/// Makes the change of this name, which needs no ruleset.
pub(crate) fn change_called(dice: &mut Dice, name: &str, one: &mut Statement) -> bool {
    let (_, _, change) = CHANGES.iter().find(|change| change.1 == name).expect("it is a change");
    change(dice, one, &mut Vec::new())
}

/// All steps of rewrite rules.
fn steps_of(rules: &mut RulesetDecl) -> Vec<&mut Rewrite> {
    let steps = alternatives(rules).into_iter().filter_map(|alternative| match alternative {
        Alternative::Rewrite { steps, .. } => Some(steps),
        Alternative::Computed { .. } | Alternative::Options { .. } => None,
    });
    steps.flatten().collect()
}

/// Another symbol in a text.
fn other_symbol(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let symbols = ['x', 'o', '.', '?', '#'];
    let choice = dice.roll(40);
    let exchange = |dice: &mut Dice, text: &str| {
        let mut signs: Vec<char> = text.chars().collect();
        let places: Vec<usize> =
            (0..signs.len()).filter(|&at| symbols.contains(&signs[at])).collect();
        if places.is_empty() {
            return None;
        }
        signs[*dice.one_of(&places)] = *dice.one_of(&symbols[..3]);
        Some(signs.into_iter().collect::<String>())
    };
    if let Some(rules) = ruleset(one) {
        let mut steps = steps_of(rules);
        if !steps.is_empty() {
            let at = choice as usize % steps.len();
            let side =
                if dice.roll(2) == 0 { &mut steps[at].pattern } else { &mut steps[at].replacement };
            return match exchange(dice, &side.value) {
                Some(other) => {
                    side.value = other.into();
                    true
                }
                None => false,
            };
        }
    }
    expressions(dice, one, |dice, found| {
        let ExprKind::Text(symbol) = &found.kind else { return None };
        let other = *dice.one_of(&['x', 'o', '.']);
        (symbol.chars().count() == 1).then(|| format!("\"{other}\""))
    })
}

fn other_direction(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one) else { return false };
    let mut steps = steps_of(rules);
    if steps.is_empty() {
        return false;
    }
    let choice = dice.roll(steps.len() as u64) as usize;
    let turns = [
        Turns::None,
        Turns::Orthogonally,
        Turns::Diagonally,
        Turns::AnyDirection,
        Turns::Hexagonally,
    ];
    steps[choice].turns = *dice.one_of(&turns);
    true
}

fn other_bound(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    expressions(dice, one, |dice, found| {
        let ExprKind::Integer(n) = &found.kind else { return None };
        let other = if dice.roll(2) == 0 { n + 1 } else { n - 1 };
        Some(format!("({other})"))
    })
}

fn other_comparison(dice: &mut Dice, found: &Expr) -> Option<String> {
    match &found.kind {
        ExprKind::Compare { first, rest } => {
            let [(op, _, other)] = &rest[..] else { return None };
            let is_order = matches!(
                op,
                CompareOp::Less
                    | CompareOp::LessOrEqual
                    | CompareOp::Greater
                    | CompareOp::GreaterOrEqual
            );
            let signs: &[&str] =
                if is_order { &["<", "<=", ">", ">=", "=="] } else { &["==", "!="] };
            let is_other = is_order || matches!(op, CompareOp::Equal | CompareOp::NotEqual);
            is_other.then(|| format!("({}) {} ({})", text(first), dice.one_of(signs), text(other)))
        }
        ExprKind::Unary(UnaryOp::Not, inner) => Some(text(inner)),
        _ => None,
    }
}

fn dropped(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one) else { return false };
    let count: usize = rules.clauses.iter().map(|clause| clause.alternatives.len()).sum();
    if count < 2 {
        return false;
    }
    let mut at = dice.roll(count as u64) as usize;
    for clause in &mut rules.clauses {
        if at < clause.alternatives.len() {
            clause.alternatives.remove(at);
            break;
        }
        at -= clause.alternatives.len();
    }
    rules.clauses.retain(|clause| !clause.alternatives.is_empty());
    true
}

fn condition_dropped(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some((_, generators)) = ruleset(one).and_then(|rules| options(dice, rules)) else {
        return false;
    };
    let places: Vec<usize> =
        (0..generators.len()).filter(|&at| matches!(generators[at], Generator::If(_))).collect();
    if places.is_empty() {
        return false;
    }
    generators.remove(*dice.one_of(&places));
    true
}

fn players_exchanged(_: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one) else { return false };
    let mut is_changed = false;
    for clause in &mut rules.clauses {
        let other = match clause.mover {
            Mover::Left => Mover::Right,
            Mover::Right => Mover::Left,
            other => other,
        };
        is_changed |= other != clause.mover;
        clause.mover = other;
    }
    is_changed
}

/// The moves of a clause become complimenting or entailing ones.
fn who_moves_next(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one) else { return false };
    let clause = dice.roll(rules.clauses.len() as u64) as usize;
    let is_complimenting = dice.roll(2) == 0;
    let mover = &mut rules.clauses[clause].mover;
    *mover = match (*mover, is_complimenting) {
        (Mover::Either, true) => Mover::Complimenting,
        (Mover::Either, false) => Mover::Entailing,
        (Mover::Left, true) => Mover::ComplimentingLeft,
        (Mover::Left, false) => Mover::EntailingLeft,
        (Mover::Right, true) => Mover::ComplimentingRight,
        (Mover::Right, false) => Mover::EntailingRight,
        _ => return false,
    };
    true
}

/// Another shape of a board.
fn other_shape(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one) else { return false };
    for param in &mut rules.position {
        if let Some(ParamKind::Board(kind, _)) = &mut param.kind {
            *kind = match kind {
                BoardKind::Strip => BoardKind::Ring,
                BoardKind::Grid if dice.roll(2) == 0 => BoardKind::Cylinder,
                BoardKind::Grid => BoardKind::Torus,
                BoardKind::Ring => BoardKind::Strip,
                BoardKind::Cylinder | BoardKind::Torus => BoardKind::Grid,
            };
            return true;
        }
    }
    false
}
