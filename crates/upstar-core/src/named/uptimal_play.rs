//! Order and options of sums of powers of up, by their coefficients.
//!
//! Knows: the order of uptimals and their canonical options. Must not know: stored games.
//!
//! In the `i`th power of up Left moves to 0 and Right to `*` minus the previous powers. Numbers are ignored:
//! no player moves there.

use rustc_hash::FxHashSet;

use super::Uptimal;
use crate::{Budget, Error, Player};

/// Most moves in a nimber that are listed.
const MOST_STARS: u32 = 1 << 16;

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
    /// options. `None` if a coefficient would overflow, or there are too many moves in the nimber.
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
        if self.star > MOST_STARS {
            return None;
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

    /// This with two copies of the last power `p` of the player's sign, if there are more, it is not the first
    /// power, and no power of the other sign comes after it.
    ///
    /// The canonical options of the player are then the same, unless one of them is reversible here. Let `n >= 3`
    /// be the number of copies, `U` this game, and `U'` the one with `n - 1`; let the player be Left. No
    /// canonical left option `l` of `U` is at least `U'`: such an `l` is a left option of `U`, or of a follower
    /// `r <= U` of it; with `d = U - r`, the coefficients of `l - U'` are those of the `p`th power, minus `d`,
    /// plus those of Left's move, and in none of the three kinds of moves they satisfy [`Uptimal::at_least`].
    /// So Right wins `U' - l` or Left has a move in `U'` that is at least `l`; the first would need a right
    /// option of `l` that is at most `U' < U`, and make `l` reversible in `U`. Thus each canonical left
    /// option of `U` is dominated by one of `U'`. Those of `U'` are options that Left may add to `U`
    /// for they are not at least `U'` and so not at least `U`. If none is reversible in `U`, both sets are the
    /// canonical left options of the same game.
    fn with_two_of_the_last(&self, player: Player) -> Option<Uptimal> {
        let sign = match player {
            Player::Left => 1,
            Player::Right => -1,
        };
        let last = self.coefficients.len().checked_sub(1).filter(|last| *last > 0)?;
        let copies = self.coefficients[last];
        (copies.signum() == sign && copies.unsigned_abs() > 2).then(|| {
            let mut fewer = self.clone();
            fewer.coefficients[last] = 2 * sign;
            fewer
        })
    }

    /// Whether one of these options of a player is reversible.
    fn any_reversible(&self, options: &[Uptimal], player: Player) -> Result<bool, Error> {
        for option in options {
            let replies = option.moves(player.opponent());
            let reverses = |reply: &Uptimal| match player {
                Player::Left => self.at_least(reply),
                Player::Right => reply.at_least(self),
            };
            if replies.is_none_or(|replies| replies.iter().any(reverses)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The canonical options of a player: none is dominated, and none reversible through a move in it. `None`
    /// if a coefficient would overflow, or there are too many moves.
    pub(super) fn options(
        &self,
        budget: &Budget,
        player: Player,
    ) -> Result<Option<Vec<Uptimal>>, Error> {
        let as_good = |a: &Uptimal, b: &Uptimal| match player {
            Player::Left => a.at_least(b),
            Player::Right => b.at_least(a),
        };
        if let Some(fewer) = self.with_two_of_the_last(player) {
            let Some(options) = fewer.options(budget, player)? else { return Ok(None) };
            if !self.any_reversible(&options, player)? {
                return Ok(Some(options));
            }
        }
        let Some(moves) = self.moves(player) else { return Ok(None) };
        let mut open: Vec<Uptimal> = Vec::with_capacity(moves.len());
        for option in moves {
            budget.step()?;
            // The move in the last power of the player, if the opponent's last power comes after it.
            if !open.iter().any(|other| as_good(other, &option)) {
                open.retain(|other| !as_good(&option, other));
                open.push(option);
            }
        }
        let mut seen: FxHashSet<Uptimal> = open.iter().cloned().collect();
        let mut best: Vec<Uptimal> = Vec::new();
        while let Some(option) = open.pop() {
            budget.step()?;
            let Some(replies) = option.moves(player.opponent()) else { return Ok(None) };
            if let Some(reply) = replies.iter().find(|reply| as_good(self, reply)) {
                let further = match reply.with_two_of_the_last(player) {
                    Some(_) => reply.options(budget, player)?,
                    None => reply.moves(player),
                };
                let Some(further) = further else { return Ok(None) };
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
    use std::collections::{HashMap, HashSet};

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

    /// Sums of powers by their options, in a store that knows no expansions.
    #[derive(Default)]
    struct ByOptions {
        store: Store,
        known: HashMap<Uptimal, Game>,
    }

    impl ByOptions {
        fn game(&mut self, sum: &Uptimal) -> Game {
            if let Some(known) = self.known.get(sum) {
                return *known;
            }
            let game = match sum.coefficients.iter().rposition(|n| *n != 0) {
                None => self.store.nimber(sum.star).unwrap(),
                Some(last) => {
                    let sign = sum.coefficients[last].signum();
                    let power = crate::up_power(&self.store, last as u32 + 1).unwrap();
                    let power = if sign < 0 { self.store.neg(power).unwrap() } else { power };
                    let rest = self.game(&sum.plus(last..=last, -sign, 0).unwrap());
                    self.store.add(rest, power).unwrap()
                }
            };
            assert!(self.store.uptimals.is_unused());
            self.known.insert(sum.clone(), game);
            game
        }
    }

    #[test]
    fn coefficients_decide_the_outcome() {
        let mut slow = ByOptions::default();
        for sum in sums([3, 2, 2, 2]) {
            let game = slow.game(&sum);
            let store = &slow.store;
            assert_eq!(sum.at_least(&zero()), store.ge(game, Game::ZERO).unwrap(), "{sum:?}");
            assert_eq!(zero().at_least(&sum), store.le(game, Game::ZERO).unwrap(), "{sum:?}");
        }
    }

    fn has_canonical_options(slow: &mut ByOptions, sum: &Uptimal) {
        let game = slow.game(sum);
        for (player, options) in [
            (Player::Left, slow.store.left_options(game).unwrap()),
            (Player::Right, slow.store.right_options(game).unwrap()),
        ] {
            let found = sum.options(slow.store.budget(), player).unwrap().unwrap();
            let found = found.iter().map(|option| slow.game(option));
            let options: HashSet<Game> = options.into_iter().collect();
            assert_eq!(found.collect::<HashSet<Game>>(), options, "{sum:?}");
        }
    }

    #[test]
    fn coefficients_give_the_canonical_options() {
        let mut slow = ByOptions::default();
        let many = [[3, 3, 2, 2], [4, 9, 0, 0], [1, 4, 5, 0]].map(sums);
        for sum in many.iter().flatten() {
            has_canonical_options(&mut slow, sum);
        }
    }

    #[test]
    fn games_made_of_coefficients_are_those_made_of_options() {
        let (mut slow, fast) = (ByOptions::default(), Store::default());
        let all = sums([2, 2, 1, 0]);
        let games: Vec<Game> = all.iter().map(|sum| sum.game(&fast).unwrap()).collect();
        for (sum, game) in all.iter().zip(&games) {
            let expected = slow.game(sum);
            assert_eq!(fast.copy(expected).unwrap(), *game, "{sum:?}");
        }
        // A part of all pairs, chosen by a step that has no factor in common with their number.
        let count = all.len();
        for k in 0..4 * count {
            let (i, j) = (k % count, (k * 617 + k / count) % count);
            let (a, b) = (slow.game(&all[i]), slow.game(&all[j]));
            let less = fast.le(games[i], games[j]);
            assert_eq!(less, slow.store.le(a, b), "{:?}, {:?}", all[i], all[j]);
            let sum = slow.store.add(a, b).unwrap();
            assert_eq!(fast.add(games[i], games[j]), fast.copy(sum));
        }
    }

    #[test]
    fn many_copies_of_a_power_are_made_at_once() {
        let store = Store::default();
        let square = crate::up_power(&store, 2).unwrap();
        let many = store.times(&5_000.into(), square).unwrap();
        let up = store.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
        assert!(store.gt(up, many).unwrap() && store.gt(many, square).unwrap());
        let fewer = store.times(&(-4_999).into(), square).unwrap();
        assert_eq!(store.add(many, fewer), Ok(square));
        assert!(store.len() < 50_000, "{}", store.len());
    }
}
