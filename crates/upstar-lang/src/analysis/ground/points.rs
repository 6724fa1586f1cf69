//! What rules about points say on a layout: gains of moves, whose turn it is, and the score.
//!
//! Knows: the clauses about points. Must not know: how cells are written as bits.
//!
//! What a move gains and the score are sums of integers, each under its guard. All are evaluated where the rules may not evaluate them, so where one fails in any
//! position of the layout, nothing is read. Numbers are bounded so that sums along a line of play have room.

use upstar_core::Player;

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Item};
use super::states::States;
use crate::resolve::tree::Expr;
use crate::value::Ruleset;

/// Largest sum of gains or of the score, without signs.
const MOST_POINTS: u64 = 1 << 40;

/// Clauses about points but for gains.
pub(super) struct Points {
    /// Where it is Left's turn, if the rules say whose turn it is.
    pub(super) turn: Option<Guard>,
    /// Points that Left has in any case at the end, and more of them under guards.
    pub(super) base: i64,
    pub(super) terms: Payments,
}

/// A sum of integers, each under its guard.
pub(super) type Payments = Vec<(Guard, i64)>;

impl Evaluator<'_> {
    /// What a move gains; nothing where it does not say so.
    pub(super) fn gains(&mut self, gain: Option<&Expr>, path: Guard) -> Option<Payments> {
        let Some(gain) = gain else { return Some(Vec::new()) };
        let cases = self.value(gain, path)?;
        self.payments(cases, path)
    }

    /// Cases of a number as one sum, where `path` holds.
    fn payments(&mut self, cases: Cases, path: Guard) -> Option<Payments> {
        let mut found = Payments::new();
        for (guard, item) in cases {
            match item {
                Item::Integer(n) => found.push((guard, n)),
                Item::Sum(sum) => {
                    for (there, n) in sum.iter() {
                        found.push((self.guards.and(*there, guard)?, *n));
                    }
                }
                _ => return None,
            }
        }
        let (mut all, mut merged) = (0u64, Payments::new());
        for (guard, n) in found {
            self.guards.spend(1 + merged.len() / 8)?;
            all = all.checked_add(n.unsigned_abs()).filter(|all| *all <= MOST_POINTS)?;
            match merged.iter_mut().find(|(known, _)| *known == guard) {
                Some((_, known)) => *known += n,
                None => merged.push((guard, n)),
            }
        }
        let mut paid = Payments::new();
        for (guard, n) in merged {
            if n != 0 && !self.guards.and(guard, path)?.is_never() {
                paid.push((guard, n));
            }
        }
        paid.sort_unstable();
        Some(paid)
    }
}

impl States<'_, '_> {
    /// The clauses about points but for gains.
    pub(super) fn points(&mut self, ruleset: &Ruleset) -> Option<Points> {
        let turn = match &ruleset.tree.turn {
            Some(turn) => Some(self.turn(ruleset, turn)?),
            None => None,
        };
        let mut points = Points { turn, base: 0, terms: Vec::new() };
        if let Some(score) = &ruleset.tree.score {
            self.score(ruleset, score, &mut points)?;
        }
        Some(points)
    }

    /// Where it is Left's turn.
    fn turn(&mut self, ruleset: &Ruleset, turn: &Expr) -> Option<Guard> {
        self.bind(ruleset)?;
        let mut left = Guard::NEVER;
        for (guard, item) in self.evaluator.value(turn, Guard::ALWAYS)? {
            match item {
                Item::Player(Player::Left) => left = self.evaluator.guards.or(left, guard)?,
                Item::Player(Player::Right) => {}
                _ => return None,
            }
        }
        Some(left)
    }

    fn score(&mut self, ruleset: &Ruleset, score: &Expr, points: &mut Points) -> Option<()> {
        self.bind(ruleset)?;
        let cases = self.evaluator.value(score, Guard::ALWAYS)?;
        let paid = self.evaluator.payments(cases, Guard::ALWAYS)?;
        let (always, terms): (Payments, Payments) =
            paid.into_iter().partition(|(guard, _)| *guard == Guard::ALWAYS);
        points.base = always.iter().map(|(_, n)| n).sum();
        points.terms = terms;
        Some(())
    }
}
