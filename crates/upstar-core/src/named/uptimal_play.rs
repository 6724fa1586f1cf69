//! Order and options of sums of powers of up, by their coefficients.
//!
//! Knows: the order of uptimals and their canonical options. Must not know: stored games.
//!
//! In the `i`th power of up Left moves to 0 and Right to `*` minus the previous powers. Numbers are ignored:
//! no player moves there.

use rustc_hash::FxHashSet;

use super::Uptimal;
use crate::{Budget, Error, Player};

impl Uptimal {
    /// Whether this is at least another; numbers are ignored.
    ///
    /// Each power is infinitesimal compared with the one before, so the first coefficient of the difference
    /// decides. With a star, Right wins by a move to the difference minus the sum of the powers up to the
    /// `i`th if that is at most zero for some `i`; so the coefficients must be lexicographically after 1, 1,
    /// 1, ... With a larger nimber that move leaves a nimber, and Left must be ahead in the first power.
    pub(super) fn at_least(&self, other: &Uptimal) -> bool {
        let length = self.coefficients.len().max(other.coefficients.len());
        let at = |of: &Uptimal, i: usize| i128::from(of.coefficients.get(i).copied().unwrap_or(0));
        let difference = |i: usize| at(self, i) - at(other, i);
        let first_other_than = |n: i128| (0..length).map(difference).find(|d| *d != n);
        match self.star ^ other.star {
            0 => first_other_than(0).is_none_or(|d| d > 0),
            1 => first_other_than(1).is_some_and(|d| d > 1),
            _ => length > 0 && difference(0) > 0,
        }
    }

    /// The options of a player in the sum, without those dominated in it: in the last of the powers with a
    /// positive coefficient, the last with a negative one, and the nimber. For multiples of up, the canonical
    /// options. `None` if a coefficient would overflow.
    fn moves(&self, player: Player) -> Option<Vec<Uptimal>> {
        let sign = match player {
            Player::Left => 1,
            Player::Right => -1,
        };
        let last = |sign: i64| self.coefficients.iter().rposition(|n| n.signum() == sign);
        let mut moves = Vec::new();
        if let ([n], true) = (&self.coefficients[..], last(sign).is_some()) {
            // To 0 from any number of ups; from one up and a star also to the star.
            moves.push(Uptimal { coefficients: Vec::new(), star: 0, ..self.clone() });
            if *n == sign && self.star == 1 {
                moves.push(Uptimal { coefficients: Vec::new(), ..self.clone() });
            }
            return Some(moves);
        }
        if let Some(own) = last(sign) {
            moves.push(self.plus(own..=own, -sign, 0)?);
        }
        if let Some(other) = last(-sign) {
            moves.push(self.plus(0..=other, sign, 1)?);
            if self.coefficients.len() == 1 {
                return Some(moves);
            }
        }
        moves.extend((0..self.star).map(|star| Uptimal { star, ..self.clone() }));
        Some(moves)
    }

    /// This plus `times` copies of each of some powers, and a nimber.
    pub(super) fn plus(
        &self,
        powers: std::ops::RangeInclusive<usize>,
        times: i64,
        star: u32,
    ) -> Option<Uptimal> {
        let mut coefficients = self.coefficients.clone();
        coefficients.resize(coefficients.len().max(powers.end() + 1), 0);
        for n in &mut coefficients[powers] {
            *n = n.checked_add(times)?;
        }
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Some(Uptimal { coefficients, star: self.star ^ star, number: self.number.clone() })
    }

    /// The canonical options of a player: none is dominated, and none reversible through a move in it. `None`
    /// if a coefficient would overflow.
    pub(super) fn options(
        &self,
        budget: &Budget,
        player: Player,
    ) -> Result<Option<Vec<Uptimal>>, Error> {
        let as_good = |a: &Uptimal, b: &Uptimal| match player {
            Player::Left => a.at_least(b),
            Player::Right => b.at_least(a),
        };
        let Some(mut open) = self.moves(player) else { return Ok(None) };
        let mut seen: FxHashSet<Uptimal> = open.iter().cloned().collect();
        let mut best: Vec<Uptimal> = Vec::new();
        while let Some(option) = open.pop() {
            budget.step()?;
            let Some(replies) = option.moves(player.opponent()) else { return Ok(None) };
            if let Some(reply) = replies.iter().find(|reply| as_good(self, reply)) {
                let Some(further) = reply.moves(player) else { return Ok(None) };
                open.extend(further.into_iter().filter(|next| seen.insert(next.clone())));
            } else if !best.iter().any(|other| as_good(other, &option)) {
                best.retain(|other| !as_good(&option, other));
                best.push(option);
            }
        }
        Ok(Some(best))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::{Dyadic, Game, Player, Store, Uptimal};

    /// All sums of at most `most` copies of the first powers of up, with a nimber.
    fn sums(most: [i64; 4]) -> Vec<Uptimal> {
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for most in most {
            let with = |c: &Vec<i64>, n| [&c[..], &[n]].concat();
            all = all.iter().flat_map(|c| (-most..=most).map(move |n| with(c, n))).collect();
        }
        for coefficients in &mut all {
            let length = coefficients.iter().rposition(|n| *n != 0).map_or(0, |last| last + 1);
            coefficients.truncate(length);
        }
        let star = |star| all.iter().map(move |c| (c.clone(), star));
        (0..5)
            .flat_map(star)
            .map(|(coefficients, star)| Uptimal { number: Dyadic::ZERO, coefficients, star })
            .collect()
    }

    fn zero() -> Uptimal {
        Uptimal { number: Dyadic::ZERO, coefficients: Vec::new(), star: 0 }
    }

    #[test]
    fn coefficients_decide_the_outcome() {
        let store = Store::new(crate::Budget::unlimited());
        for sum in sums([3, 2, 2, 2]) {
            let game = sum.game(&store).unwrap();
            assert_eq!(sum.at_least(&zero()), store.ge(game, Game::ZERO).unwrap(), "{sum:?}");
            assert_eq!(zero().at_least(&sum), store.le(game, Game::ZERO).unwrap(), "{sum:?}");
        }
    }

    #[test]
    fn coefficients_give_the_canonical_options() {
        let store = Store::new(crate::Budget::unlimited());
        for sum in sums([3, 3, 2, 2]) {
            let game = sum.game(&store).unwrap();
            for (player, options) in [
                (Player::Left, store.left_options(game).unwrap()),
                (Player::Right, store.right_options(game).unwrap()),
            ] {
                let found = sum.options(store.budget(), player).unwrap().unwrap();
                let found = found.iter().map(|option| option.game(&store).unwrap());
                let options: BTreeSet<Game> = options.into_iter().collect();
                assert_eq!(found.collect::<BTreeSet<Game>>(), options, "{sum:?}");
            }
        }
    }
}
