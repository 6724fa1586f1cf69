//! What rules about points say on a layout: gains of moves, whose turn it is, and the score.
//!
//! Knows: the clauses about points. Must not know: how cells are written as bits.
//!
//! A gain is an integer in each case; a move with several gains is a move for each of them. The score is a sum of
//! integers, each under its guard. All are evaluated where the rules may not evaluate them, so where one fails in any
//! position of the layout, nothing is read. Numbers are bounded so that sums along a line of play have room.

use upstar_core::Player;

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Item};
use super::states::States;
use crate::resolve::tree::Expr;
use crate::value::Ruleset;

/// Largest gain or score, with or without a sign.
const MOST_POINTS: u64 = 1 << 40;

/// Clauses about points but for gains.
pub(super) struct Points {
    /// Where it is Left's turn, if the rules say whose turn it is.
    pub(super) turn: Option<Guard>,
    /// Points that Left has in any case at the end, and more of them under guards.
    pub(super) base: i64,
    pub(super) terms: Vec<(Guard, i64)>,
}

impl Evaluator<'_> {
    /// What a move gains, by cases; nothing where it does not say so.
    pub(super) fn gains(&mut self, gain: Option<&Expr>, path: Guard) -> Option<Vec<(Guard, i64)>> {
        let Some(gain) = gain else { return Some(vec![(path, 0)]) };
        let cases = self.value(gain, path)?;
        let number = |(guard, item)| match item {
            Item::Integer(n) if i64::unsigned_abs(n) <= MOST_POINTS => Some((guard, n)),
            _ => None,
        };
        self.expanded(cases)?.into_iter().map(number).collect()
    }

    /// Appends options with their gains, each under the guard of both.
    pub(super) fn paired(
        &mut self,
        options: &Cases,
        gains: &[(Guard, i64)],
        to: &mut Vec<(Guard, Item, i64)>,
    ) -> Option<()> {
        for (guard, item) in options {
            for (there, gain) in gains {
                self.guards.spend(1)?;
                let both = self.guards.and(*guard, *there)?;
                if !both.is_never() {
                    to.push((both, item.clone(), *gain));
                }
            }
        }
        Some(())
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
        let mut terms: Vec<(Guard, i64)> = Vec::new();
        for (guard, item) in self.evaluator.value(score, Guard::ALWAYS)? {
            match item {
                Item::Integer(n) => terms.push((guard, n)),
                Item::Sum(sum) => {
                    for (there, n) in sum.iter() {
                        terms.push((self.evaluator.guards.and(*there, guard)?, *n));
                    }
                }
                _ => return None,
            }
        }
        let mut all = 0u64;
        for (guard, n) in terms {
            self.evaluator.guards.spend(1 + points.terms.len() / 8)?;
            all = all.checked_add(n.unsigned_abs()).filter(|all| *all <= MOST_POINTS)?;
            match points.terms.iter_mut().find(|(known, _)| *known == guard) {
                _ if guard == Guard::ALWAYS => points.base += n,
                Some((_, known)) => *known += n,
                None => points.terms.push((guard, n)),
            }
        }
        points.terms.retain(|(guard, n)| *n != 0 && !guard.is_never());
        Some(())
    }
}
