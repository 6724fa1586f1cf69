//! Play beside a stack of coupons, by the rule of ko, coupon by coupon.
//!
//! Knows: the definition of walls in an enriched environment. Must not know: slopes, tight moves.
//!
//! Source: Berlekamp, The economist's view of combinatorial games, 1996.

use std::collections::HashMap;

use upstar_core::Player;

/// A position: a number of points, or what Left and what Right can move to.
#[derive(Debug, Clone)]
pub(crate) enum Spot {
    /// So many points for Left.
    Points(i64),
    /// The moves.
    Moves([Vec<usize>; 2]),
}

/// What binds the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Bound {
    No,
    NotTo(usize),
    /// The komaster took a ko and was left alone.
    ToMove,
}

/// Play with coupons worth 1, 2, 3, ... below some coupons worth nothing.
pub(crate) struct Coupons<'a> {
    spots: &'a [Spot],
    komaster: Option<Player>,
    /// How many coupons worth nothing there are.
    blank: usize,
    /// What Left gets when all coupons are gone and the game goes on; without it the players
    /// then move in the game until it ends.
    last: Option<i64>,
    known: HashMap<(usize, usize, Player, Bound), i64>,
}

/// More than any number of points.
const ENDLESS: i64 = 1 << 40;

impl<'a> Coupons<'a> {
    /// Players who must move when there are no coupons: for stoppers.
    pub(crate) fn of_stopper(spots: &'a [Spot]) -> Self {
        Coupons { spots, komaster: None, blank: 0, last: None, known: HashMap::new() }
    }

    /// Play with a komaster or none, that yields `last` when all coupons are gone.
    pub(crate) fn new(spots: &'a [Spot], komaster: Option<Player>, last: i64) -> Self {
        let blank = 8 * spots.len();
        Coupons { spots, komaster, blank, last: Some(last), known: HashMap::new() }
    }

    /// The wall of a player at temperature `n`: what the play yields when that player starts and
    /// the top coupon is worth `n`, without what the coupons alone would yield.
    pub(crate) fn wall(&mut self, start: usize, player: Player, n: usize) -> i64 {
        let coupons = n.div_ceil(2) as i64;
        let all = self.play(n + self.blank, start, player, Bound::No);
        if player == Player::Left { all - coupons } else { all + coupons }
    }

    fn play(&mut self, left: usize, at: usize, player: Player, bound: Bound) -> i64 {
        let spots = self.spots;
        let worth = left.saturating_sub(self.blank) as i64;
        let sign = if player == Player::Left { 1 } else { -1 };
        let moves = match &spots[at] {
            Spot::Points(x) => return x + sign * (worth + 1) / 2,
            Spot::Moves(sides) => &sides[usize::from(player == Player::Right)],
        };
        if let (0, Some(last)) = (left, self.last) {
            return last;
        }
        if let Some(known) = self.known.get(&(left, at, player, bound)) {
            return *known;
        }
        let (opponent, mut all) = (player.opponent(), Vec::new());
        for &to in moves {
            if bound != Bound::NotTo(to) {
                let back = match &spots[to] {
                    Spot::Moves(sides) => sides[usize::from(player == Player::Left)].contains(&at),
                    Spot::Points(_) => false,
                };
                let taken = back && self.komaster != Some(opponent);
                let bound = if taken { Bound::NotTo(at) } else { Bound::No };
                all.push(self.play(left, to, opponent, bound));
            }
        }
        if left > 0 && (bound != Bound::ToMove || all.is_empty()) {
            let master = self.komaster == Some(opponent) && matches!(bound, Bound::NotTo(_));
            let bound = if master { Bound::ToMove } else { Bound::No };
            all.push(sign * worth + self.play(left - 1, at, opponent, bound));
        }
        let best = all.into_iter().map(|x| sign * x).max().map_or(-sign * ENDLESS, |x| sign * x);
        self.known.insert((left, at, player, bound), best);
        best
    }
}
