//! What rules about points say on a layout: gains of moves, whose turn it is, and the score.
//!
//! Knows: the clauses about points. Must not know: how cells are written as bits.
//!
//! What a move gains and the score are sums of numbers, each under its guard; they are written as integers, in units of one
//! over [`UNITS`]. A parameter to which moves only add numbers, and which the score adds to others, is the points so far:
//! what moves add to it, Left gains. All are evaluated where the rules may not evaluate them, so where one fails in any
//! position of the layout, nothing is read. Numbers are bounded so that sums along a line of play have room.

use upstar_core::{Player, Rational};

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Item, certain};
use super::states::States;
use crate::resolve::tree::{Expr, ExprKind};
use crate::syntax::ast::BinaryOp;
use crate::value::Ruleset;

/// Largest sum of gains or of the score, without signs, in units.
const MOST_POINTS: u64 = 1 << 40;

/// Clauses about points but for gains.
pub(super) struct Points {
    /// Where it is Left's turn, if the rules say whose turn it is.
    pub(super) turn: Option<Guard>,
    /// Points that Left has in any case at the end, and more of them under guards.
    pub(super) base: i64,
    pub(super) terms: Payments,
}

/// Points are multiples of one over this.
pub(super) const UNITS: i64 = 12;

/// A sum of integers, each under its guard.
pub(super) type Payments = Vec<(Guard, i64)>;

/// Adds what Left gains for a move of a player to what the mover gains.
pub(super) fn with_left(pays: &mut Payments, to_left: &[(Guard, i64)], player: Player) {
    let sign = if player == Player::Left { 1 } else { -1 };
    for (guard, n) in to_left {
        match pays.iter_mut().find(|(known, _)| known == guard) {
            Some((_, known)) => *known += sign * n,
            None => pays.push((*guard, sign * n)),
        }
    }
    pays.retain(|(_, n)| *n != 0);
    pays.sort_unstable();
}

/// The greatest number of which all points are multiples, for units of one over [`UNITS`], and how many of the new units are
/// one point.
pub(super) fn unit(all: impl Iterator<Item = i64>) -> (i64, i64) {
    let unit = all.fold(UNITS, |unit, n| gcd(unit, n.abs()));
    (unit, UNITS / unit)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Evaluator<'_> {
    /// What a move gains; nothing where it does not say so.
    pub(super) fn gains(&mut self, gain: Option<&Expr>, path: Guard) -> Option<Payments> {
        let Some(gain) = gain else { return Some(Vec::new()) };
        let (cases, factor) = self.in_units(gain, path)?;
        self.payments(cases, factor, (path, false))
    }

    /// The cases of a number, and the factor with which they are multiples of one over [`UNITS`].
    fn in_units(&mut self, expr: &Expr, path: Guard) -> Option<(Cases, i64)> {
        match &expr.kind {
            ExprKind::Number(number) if number.to_i64().is_none() => {
                let units = (number * &Rational::from(UNITS)).to_i64()?;
                Some((certain(Item::Integer(units)), 1))
            }
            ExprKind::Binary { op: BinaryOp::Div, left, right, .. } => {
                let divisor = match self.value(right, path)?[..] {
                    [(_, Item::Integer(n))] if n > 0 && UNITS % n == 0 => n,
                    _ => return None,
                };
                Some((self.value(left, path)?, UNITS / divisor))
            }
            _ => Some((self.value(expr, path)?, UNITS)),
        }
    }

    /// Cases of a number as one sum, where `path` holds; with `tally` each of them is added to the points so far.
    pub(super) fn payments(
        &mut self,
        cases: Cases,
        factor: i64,
        (path, tally): (Guard, bool),
    ) -> Option<Payments> {
        let mut found = Payments::new();
        for (guard, item) in cases {
            match (item, tally) {
                (Item::Integer(n), false) => found.push((guard, n)),
                (Item::Sum(sum), false) | (Item::Tally(sum), true) => {
                    for (there, n) in sum.iter() {
                        found.push((self.guards.and(*there, guard)?, *n));
                    }
                }
                _ => return None,
            }
        }
        for (_, n) in &mut found {
            *n = n.checked_mul(factor)?;
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
        let tally = self.tally.is_some();
        let (cases, factor) = match tally {
            true => (self.evaluator.value(score, Guard::ALWAYS)?, UNITS),
            false => self.evaluator.in_units(score, Guard::ALWAYS)?,
        };
        let paid = self.evaluator.payments(cases, factor, (Guard::ALWAYS, tally))?;
        let (always, terms): (Payments, Payments) =
            paid.into_iter().partition(|(guard, _)| *guard == Guard::ALWAYS);
        points.base = always.iter().map(|(_, n)| n).sum();
        points.terms = terms;
        Some(())
    }
}
