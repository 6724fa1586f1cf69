//! Slopes of the walls above a temperature.
//!
//! Knows: the mean-payoff game of slopes. Must not know: games, values.
//!
//! Let `t` be a temperature at which all values are known. Just above it only those moves count
//! that are best at `t` (*tight* ones), and a value is that at `t` plus the slope times the
//! distance `n * d`, as `d` goes to 0 and `n` to infinity. In units of `d`, with the tight moves
//! only, the definition says
//!
//! ```text
//! x_n(s) = best of  x_n(s') -+ n       for a move to s' by Left, by Right
//!                   x_{n-1}(s') +- 1/2 for a coupon
//!                   slope * n          where the wall is known
//! ```
//!
//! (half a `d` is what the rest of the stack loses by one coupon). The slope is the limit of
//! `x_n / n`: the value of a game of mean payoff, which depends neither on the start of the
//! recursion nor on rounding. It is found by playing on until there is a period `p`:
//!
//! **Lemma.** If `x_k(s) - x_{k-p}(s) = D(s)` for all states and `n - p <= k <= n`, and no tight
//! move of the player at `s` grows by more (Right: less) than `D(s)` in `p` steps, this holds for
//! all later `k`. *Proof.* By induction each tight move grows by what it grows now. The best one
//! at `k - p` was not above `x_{k-p}(s)`, so it grew by at least `D(s)`, hence by just `D(s)`;
//! the others stay behind. So the slope is `D(s) / p`.
//!
//! Such recursions become periodic (Kohlberg, Invariant half-lines of nonexpansive
//! piecewise-linear transformations, 1980); how late is not bounded here, so that the effort is
//! limited.

use super::ThermalError;
use crate::{Budget, Player, Rational};

/// The tight moves of a state.
pub(super) enum TightMoves {
    /// Infinite value.
    Out,
    /// Known slope.
    Known(Rational),
    /// The best of these for the player.
    Best {
        /// The player to move.
        player: Player,
        /// Targets of moves in the game.
        moves: Vec<u32>,
        /// State after taking a coupon.
        coupon: Option<u32>,
    },
}

/// Limit of the number of values stored.
const CELLS: usize = 1 << 22;

/// The slope of each state just above a temperature; `order` is reverse topological for moves.
pub(super) fn slopes(
    rules: &[TightMoves],
    order: &[u32],
    budget: &Budget,
) -> Result<Vec<Rational>, ThermalError> {
    let scale = scale(rules).ok_or(ThermalError::TooManyBends)?;
    let mut play = SlopeGame { rules, order, scale, rows: vec![vec![0; rules.len()]] };
    let mut look = 4;
    while play.rows.len() * rules.len() <= CELLS {
        play.step(budget)?;
        if play.rows.len() < look {
            continue;
        }
        look += look / 2;
        for period in 1..=(play.rows.len() - 1) / 2 {
            budget.step()?;
            if let Some(gains) = play.gains(period) {
                let all = scale * period as i64;
                return Ok(gains.iter().map(|gain| ratio(*gain, all)).collect());
            }
        }
    }
    Err(ThermalError::TooManyBends)
}

fn ratio(num: i64, den: i64) -> Rational {
    Rational::from(num).checked_div(&Rational::from(den)).expect("the scale is positive")
}

/// Twice the common denominator of the known slopes.
fn scale(rules: &[TightMoves]) -> Option<i64> {
    let mut scale: i64 = 2;
    for rule in rules {
        if let TightMoves::Known(slope) = rule {
            let den = i64::try_from(slope.denom()).ok()?;
            scale = num_integer::lcm(scale, 2 * den);
            if scale > 1 << 20 {
                return None;
            }
        }
    }
    Some(scale)
}

struct SlopeGame<'a> {
    rules: &'a [TightMoves],
    order: &'a [u32],
    scale: i64,
    /// `rows[n]` has `x_n`, times the scale.
    rows: Vec<Vec<i64>>,
}

impl SlopeGame<'_> {
    fn step(&mut self, budget: &Budget) -> Result<(), ThermalError> {
        let n = self.rows.len() as i64 * self.scale;
        let last = &self.rows[self.rows.len() - 1];
        let mut row = vec![0; self.rules.len()];
        for &at in self.order {
            budget.step()?;
            row[at as usize] = match &self.rules[at as usize] {
                TightMoves::Out => 0,
                TightMoves::Known(slope) => known(slope, n),
                TightMoves::Best { player, moves, coupon } => {
                    let sign = sign(*player);
                    let moves = moves.iter().map(|to| row[*to as usize] - sign * n);
                    let coupon = coupon.iter().map(|to| last[*to as usize] + sign * self.scale / 2);
                    best(*player, moves.chain(coupon))
                }
            };
        }
        self.rows.push(row);
        Ok(())
    }

    /// The gain of each state in a period, if the lemma applies.
    fn gains(&self, period: usize) -> Option<Vec<i64>> {
        let end = self.rows.len() - 1;
        let gain = |k: usize, s: usize| self.rows[k][s] - self.rows[k - period][s];
        let gains: Vec<i64> = (0..self.rules.len()).map(|s| gain(end, s)).collect();
        let steady = (end - period..end).all(|k| (0..gains.len()).all(|s| gain(k, s) == gains[s]));
        let tax = self.scale * period as i64;
        let holds = |(s, rule): (usize, &TightMoves)| match rule {
            TightMoves::Out | TightMoves::Known(_) => true,
            TightMoves::Best { player, moves, coupon } => {
                let sign = sign(*player);
                let moves = moves.iter().map(|to| gains[*to as usize] - sign * tax);
                let coupon = coupon.iter().map(|to| gains[*to as usize]);
                best(*player, moves.chain(coupon)) == gains[s]
            }
        };
        (steady && self.rules.iter().enumerate().all(holds)).then_some(gains)
    }
}

fn sign(player: Player) -> i64 {
    if player == Player::Left { 1 } else { -1 }
}

fn best(player: Player, all: impl Iterator<Item = i64>) -> i64 {
    let best = if player == Player::Left { all.max() } else { all.min() };
    best.expect("a state with a finite value has a tight move")
}

/// A slope times a multiple of its denominator.
fn known(slope: &Rational, n: i64) -> i64 {
    (slope * &Rational::from(n)).to_i64().expect("slopes are small, and `n` a multiple")
}
