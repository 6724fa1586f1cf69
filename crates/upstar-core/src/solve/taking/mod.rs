//! Who wins where moves only take: depth-first search on whole positions, with a packing bound.
//!
//! Knows: moves as the conditions that they need and take. Must not know: boards, cells, graphs, or how rules are written.
//!
//! *The rules that it serves.* A move needs some conditions, each about one place, and makes some of them false. No
//! move makes a condition true that another one needs. So a move that cannot be made now can never be made, and a
//! position is the set of the moves that are left. [`Takings::new`] looks at all moves of a position and checks this; it
//! knows no names. A move *takes* another one if it makes false what the other needs. After a move those are left that
//! it does not take, which is one operation on bits (`conflicts.rs`).
//!
//! *Monotony.* A player who wins also wins with more moves of one's own, and with fewer of the opponent. Proof: play as
//! before. By induction all own moves of the old line are left, and the opponent has no others, since what a move takes
//! does not depend on the position. Hence a move is not looked at if another one takes fewer own moves and more of the
//! opponent's, and a move that nothing meets is an integer (`simplify` in `search.rs`).
//!
//! *The bound* (`bound.rs`) compares the moves that one player surely has with the most that the other can have. It
//! decides most positions at once, and names the moves that can matter in the others.
//!
//! *The search* (`search.rs`) is depth-first for win and loss. Its table is of bounded size, and positions that a symmetry
//! of the moves exchanges are met once near the root (`symmetry.rs`). It stops and goes on where it was, so that it
//! takes turns with the search of sums (`../search/`).
//!
//! Sources: N. Bullock, *Domineering: solving large combinatorial search spaces* (ICGA Journal 25, 2002), for safe,
//! protective and vulnerable areas of Domineering; J. Uiterwijk, *11 x 11 Domineering is solved* (2016).

mod bound;
mod conflicts;
mod search;
mod strips;
mod symmetry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Component;
use crate::{Budget, Exhausted, Game, Player};

pub(in crate::solve) use search::AnySearch;

/// A move as conditions, by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Candidate {
    /// Whether Left and Right may make it.
    pub movers: [bool; 2],
    /// The conditions that it needs, all of them.
    pub needs: Vec<u32>,
    /// Those that are true after it and may have been false before.
    pub gains: Vec<u32>,
    /// Those that are false after it.
    pub loses: Vec<u32>,
}

/// A move that can be made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Taking {
    needs: Vec<u32>,
    loses: Vec<u32>,
}

/// A position in which moves only take: those that are left to Left and to Right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Takings {
    sides: [Vec<Taking>; 2],
    /// A number above those of all conditions.
    conditions: u32,
}

impl Takings {
    /// The moves of a position, if they only take: `all` are those of the rules, whether they can be made or not, and
    /// `holds` says which conditions are true. `None` if a move may make one possible that is not, or was before.
    ///
    /// Take the moves that can be made now. A condition *returns* if one of them makes it true that does not need it, and
    /// it is false, or one of them makes it false. Let no move need a condition that returns, but those that lack another
    /// one which never returns. Then no move becomes possible by one of the given ones. By induction these are the only
    /// moves that are ever made. A move that makes nothing false that it needs is refused, since it could be made again
    /// and again.
    pub fn new(all: &[Candidate], holds: impl Fn(u32) -> bool) -> Option<Takings> {
        let can_be_made = |each: &&Candidate| each.needs.iter().all(|one| holds(*one));
        let made: Vec<&Candidate> = all.iter().filter(can_be_made).collect();
        let gained = |each: &&Candidate| {
            let gains = each.gains.iter().filter(|one| !each.needs.contains(one));
            gains.copied().collect::<Vec<u32>>()
        };
        let gained: FxHashSet<u32> = made.iter().flat_map(gained).collect();
        let lost: FxHashSet<u32> =
            made.iter().flat_map(|each| each.loses.iter().copied()).collect();
        let is_safe = |each: &Candidate| {
            let mut lacks = each.needs.iter().filter(|one| !holds(**one)).peekable();
            match lacks.peek() {
                Some(_) => lacks.any(|one| !gained.contains(one)),
                None => {
                    let returns = |one: &u32| gained.contains(one) && lost.contains(one);
                    !each.needs.iter().any(returns)
                        && each.needs.iter().any(|one| each.loses.contains(one))
                }
            }
        };
        if !all.iter().all(is_safe) {
            return None;
        }
        // What nobody needs does not matter.
        let needed: FxHashSet<u32> =
            made.iter().flat_map(|each| each.needs.iter().copied()).collect();
        let conditions = needed.iter().max().map_or(0, |most| most + 1);
        let mut takings = Takings { conditions, ..Takings::default() };
        let mut known = FxHashSet::default();
        for each in made {
            // What is never lost needs no number.
            let needs = sorted(each.needs.iter().copied().filter(|one| lost.contains(one)));
            let loses = sorted(each.loses.iter().copied().filter(|one| needed.contains(one)));
            let taking = Taking { needs, loses };
            for side in (0..2).filter(|side| each.movers[*side]) {
                if known.insert((side, taking.clone())) {
                    takings.sides[side].push(taking.clone());
                }
            }
        }
        Some(takings)
    }

    /// The moves of all positions of a sum; `None` if one has none of this kind, or a value other than 0 is beside them.
    pub fn of_sum<P>(
        sum: &[Component<P>],
        takings: impl Fn(&P) -> Option<Takings>,
    ) -> Option<Takings> {
        let mut all = Takings::default();
        for part in sum {
            match part {
                Component::Position(position) => all.add(takings(position)?, false),
                Component::Negative(position) => all.add(takings(position)?, true),
                Component::Value(Game::ZERO) => {}
                Component::Value(_) => return None,
            }
        }
        Some(all)
    }

    /// Adds another position beside this one, or its negative.
    fn add(&mut self, other: Takings, negated: bool) {
        let before = self.conditions;
        let moved = |list: Vec<u32>| list.into_iter().map(|one| one + before).collect();
        for (side, takings) in other.sides.into_iter().enumerate() {
            let side = if negated { 1 - side } else { side };
            let moved =
                |each: Taking| Taking { needs: moved(each.needs), loses: moved(each.loses) };
            self.sides[side].extend(takings.into_iter().map(moved));
        }
        self.conditions += other.conditions;
    }

    /// Whether the player who moves first wins; `None` if there are too many moves, or that is not found in so many steps.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn wins(
        &self,
        first: Player,
        budget: &Budget,
        steps: u64,
    ) -> Result<Option<bool>, Exhausted> {
        let Some(mut search) = AnySearch::new(self) else { return Ok(None) };
        search.begin(first);
        search.go_on(budget, steps)
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        let [left, right] = &self.sides;
        let set = |side: &[Taking]| side.iter().cloned().collect::<FxHashSet<_>>();
        left.len() == right.len() && set(left) == set(right)
    }

    /// How many moves Left and Right have.
    fn counts(&self) -> [usize; 2] {
        self.sides.each_ref().map(Vec::len)
    }

    /// The conditions of both sides with numbers from 0 on in the same order, and how many there are.
    fn renumbered(&self) -> (FxHashMap<u32, usize>, usize) {
        let needs = self.sides.iter().flatten().flat_map(|taking| taking.needs.iter().copied());
        let needs = sorted(needs);
        let count = needs.len();
        (needs.into_iter().zip(0..).collect(), count)
    }
}

fn sorted(items: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut items: Vec<u32> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

#[cfg(test)]
mod tests;
