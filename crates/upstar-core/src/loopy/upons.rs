//! Multiples of upon: `n * upon = <0 | (n-1) * upon + *>` for n > 1.
//!
//! They are recognised and built directly: adding long forms is slow. Tests compare with sums.
//!
//! Proof. Let H = <0 | (n-1) * upon + *>. In the sum itself Left can only pass, and Right can only
//! move to (n-1) * upon + *. So Right's first move in a difference of the two is answered by the
//! same move, and Left's 0 is below the sum, which is positive. There remains Right's pass in
//! H - n * upon: Left turns one -upon into * and is at least 0, because H is at least
//! (n-1) * upon + *, and at least k * upon and k * upon + * for k < n-1. There she again answers a
//! pass by taking one -upon away, until none is left; a move of Right in H by passing, or by
//! taking a star away that is too much.

use super::{GameValue, Loopy, LoopyForm, Node, Stopper};
use crate::{Error, Game, Player};

/// Limit of the number of copies.
const MOST: usize = 1000;

/// `count` copies of upon, or of its negative, optionally plus `*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Upons {
    /// The player who may pass: Left in upon.
    passes: Player,
    /// Number of copies, at least 1.
    count: usize,
    star: bool,
}

impl Upons {
    /// The multiple equal to a game, if any.
    pub(super) fn of(g: &GameValue) -> Option<Upons> {
        let GameValue::Loopy(Loopy::Stopper(stopper)) = g else { return None };
        let form = stopper.form();
        [Player::Left, Player::Right].into_iter().find_map(|passes| read(form, passes))
    }

    /// The sum with a multiple of the same sign; `None` otherwise.
    pub(super) fn plus(self, other: Upons) -> Option<Result<GameValue, Error>> {
        let count = self.count + other.count;
        let star = self.star != other.star;
        (self.passes == other.passes).then(|| Upons { count, star, ..self }.worth())
    }

    /// The sum of `copies` copies.
    pub(super) fn times(self, copies: usize) -> Result<GameValue, Error> {
        let star = self.star && copies % 2 == 1;
        Upons { count: self.count.saturating_mul(copies), star, ..self }.worth()
    }

    fn worth(self) -> Result<GameValue, Error> {
        if self.count > MOST {
            return Err(Error::TooManyPositions { limit: MOST });
        }
        let last = self.count as u32 - 1;
        let [zero, star] = [last + 1, last + 2];
        let sides = |mine: &[u32], theirs: &[u32]| match self.passes {
            Player::Left => Node::Loopy([mine.into(), theirs.into()]),
            Player::Right => Node::Loopy([theirs.into(), mine.into()]),
        };
        let mut nodes: Vec<Node> = (0..last).map(|at| sides(&[zero], &[at + 1])).collect();
        nodes.push(match self.star == (last % 2 == 1) {
            true => sides(&[last], &[star]),
            false => sides(&[last, zero], &[zero]),
        });
        nodes.extend([Node::Short(Game::ZERO), Node::Short(Game::STAR)]);
        Ok(GameValue::Loopy(Loopy::Stopper(Stopper(LoopyForm::numbered(&nodes, 0)))))
    }
}

/// Matches a form down to upon or `upon*`, where this player passes.
fn read(form: &LoopyForm, passes: Player) -> Option<Upons> {
    let is = |vertex: u32, game: Game| form.nodes()[vertex as usize] == Node::Short(game);
    let (mut vertex, mut star) = (0, false);
    for count in 1..=form.len() {
        match (form.options(vertex, passes), form.options(vertex, passes.opponent())) {
            (&[this], &[to]) if this == vertex && is(to, Game::STAR) => {
                return Some(Upons { passes, count, star });
            }
            (&[a, b], &[to])
                if (a == vertex && b == to || b == vertex && a == to) && is(to, Game::ZERO) =>
            {
                return Some(Upons { passes, count, star: !star });
            }
            (&[zero], &[to]) if is(zero, Game::ZERO) => (vertex, star) = (to, !star),
            _ => return None,
        }
    }
    None
}
