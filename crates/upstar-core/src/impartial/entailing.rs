//! Nimbers of positions with complimenting and entailing moves.
//!
//! A *complimenting* move is followed by another move of the same player, anywhere. An *entailing* move must be
//! answered in the component in which it was made; who cannot answer loses. Knows: how the moves of a position
//! determine in which sums it is won. Must not know: positions.
//!
//! Let S(G) be the set of all n such that a player who must move in G wins G + *n. With a nimber v(G) or the
//! loony value for positions, S(G) contains n when there is
//!
//! - an ordinary move to H with v(H) = n;
//! - a complimenting move to H with v(H) != n, for then the same player wins H + *n moving first;
//! - an entailing move to H with n not in S(H), for then the opponent, who must move in H, loses.
//!
//! v(G) is the least n that is not in S(G), and loony if there is none. Each S(G) is finite, or contains all
//! numbers but finitely many. A sum in which a component is loony is won by the player to move: that player wins
//! beside another loony component by a complimenting move, or by an entailing move to some H whose S(H) is
//! finite. (By induction, a player who must move in H beside a loony component wins just when S(H) is
//! infinite.) Any other sum is won by the player to move just when the nim-sum of its values is not 0: by
//! induction too, since the nim-sum can be made 0 in a component G only to some n < v(G), and these are in
//! S(G), while v(G) itself is not.
//!
//! Source: *Winning Ways*, chapter 12; Larsson, Nowakowski and Santos, "Impartial games with entailing
//! moves", 2021, for the general theory.

use std::cmp::Ordering;

/// The value of a position with complimenting or entailing moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AffineNimber {
    /// A nimber.
    Nimber(u32),
    /// The loony value: the player to move wins, whatever else there is.
    Loony,
}

impl AffineNimber {
    /// The value of a sum: the nim-sum, or loony if a summand is.
    #[must_use]
    pub fn plus(self, other: AffineNimber) -> AffineNimber {
        match (self, other) {
            (AffineNimber::Nimber(a), AffineNimber::Nimber(b)) => AffineNimber::Nimber(a ^ b),
            _ => AffineNimber::Loony,
        }
    }

    /// Whether the player to move wins.
    pub fn is_won(self) -> bool {
        self != AffineNimber::Nimber(0)
    }
}

/// The nimbers n such that a player who must move in a position wins it beside *n; finite, or all but
/// finitely many.
///
/// ```
/// # use upstar_core::impartial::{AffineNimber, Replies};
/// // A move that takes the last counter and must be answered there wins at once.
/// let mut one = Replies::none();
/// one.entailing(&Replies::none());
/// assert_eq!(one.value(), AffineNimber::Loony);
/// // An ordinary move to a loony position is useless.
/// let mut two = Replies::none();
/// two.ordinary([one.value()]);
/// assert_eq!(two.value(), AffineNimber::Nimber(0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Replies {
    /// The numbers contained, or those missing, in order.
    numbers: Vec<u32>,
    is_finite: bool,
}

impl Replies {
    /// No numbers: the set of a position without moves.
    pub fn none() -> Replies {
        Replies { numbers: Vec::new(), is_finite: true }
    }

    /// The numbers below `n`: the set of *n.
    pub fn below(n: u32) -> Replies {
        Replies { numbers: (0..n).collect(), is_finite: true }
    }

    /// Number of entries that are stored.
    pub fn size(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are finitely many, and these numbers in order; or the numbers that are missing.
    pub fn numbers(&self) -> (bool, &[u32]) {
        (self.is_finite, &self.numbers)
    }

    /// Whether a number is contained.
    pub fn contains(&self, n: u32) -> bool {
        self.numbers.binary_search(&n).is_ok() == self.is_finite
    }

    /// Whether a player who must move in the position wins beside something of this value.
    pub fn wins_beside(&self, rest: AffineNimber) -> bool {
        match rest {
            AffineNimber::Nimber(n) => self.contains(n),
            AffineNimber::Loony => !self.is_finite,
        }
    }

    /// Adds the numbers won by ordinary moves to something of these values.
    pub fn ordinary(&mut self, to: impl IntoIterator<Item = AffineNimber>) {
        let nimber = |value| match value {
            AffineNimber::Nimber(n) => Some(n),
            AffineNimber::Loony => None,
        };
        let mut numbers: Vec<u32> = to.into_iter().filter_map(nimber).collect();
        numbers.sort_unstable();
        numbers.dedup();
        self.union(&numbers, true);
    }

    /// Adds the numbers won by a complimenting move to something of this value.
    pub fn complimenting(&mut self, to: AffineNimber) {
        match to {
            AffineNimber::Nimber(n) => self.union(&[n], false),
            AffineNimber::Loony => self.union(&[], false),
        }
    }

    /// Adds the numbers won by an entailing move to a position with this set.
    pub fn entailing(&mut self, to: &Replies) {
        self.union(&to.numbers, !to.is_finite);
    }

    /// Adds the numbers won by a move in a component with this set, beside a rest of this value.
    pub fn in_component(&mut self, component: &Replies, rest: AffineNimber) {
        match rest {
            AffineNimber::Nimber(n) => {
                let mut moved: Vec<u32> = component.numbers.iter().map(|m| m ^ n).collect();
                moved.sort_unstable();
                self.union(&moved, component.is_finite);
            }
            AffineNimber::Loony if component.is_finite => {}
            AffineNimber::Loony => self.union(&[], false),
        }
    }

    /// Value of the position: the least number that is missing.
    pub fn value(&self) -> AffineNimber {
        if !self.is_finite {
            return self.numbers.first().map_or(AffineNimber::Loony, |n| AffineNimber::Nimber(*n));
        }
        let mex = (0..).zip(&self.numbers).find(|(n, member)| n != *member).map(|(n, _)| n);
        AffineNimber::Nimber(mex.unwrap_or(self.numbers.len() as u32))
    }

    fn union(&mut self, numbers: &[u32], is_finite: bool) {
        let (own, other) = (&self.numbers, numbers);
        self.numbers = match (self.is_finite, is_finite) {
            (true, true) => merged(own, other, |a, b| a || b),
            (true, false) => merged(own, other, |a, b| b && !a),
            (false, true) => merged(own, other, |a, b| a && !b),
            (false, false) => merged(own, other, |a, b| a && b),
        };
        self.is_finite &= is_finite;
    }
}

/// The numbers of which the rule says that they stay, by whether they are in each of two ordered lists.
fn merged(a: &[u32], b: &[u32], stays: impl Fn(bool, bool) -> bool) -> Vec<u32> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let order = match (a.get(i), b.get(j)) {
            (Some(x), Some(y)) => x.cmp(y),
            (Some(_), None) => Ordering::Less,
            _ => Ordering::Greater,
        };
        let (in_a, in_b) = (order.is_le(), order.is_ge());
        let number = if in_a { a[i] } else { b[j] };
        i += usize::from(in_a);
        j += usize::from(in_b);
        if stays(in_a, in_b) {
            all.push(number);
        }
    }
    all
}
