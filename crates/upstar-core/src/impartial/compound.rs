//! Compounds of many games, solved by one key of each component.
//!
//! Source: Smith, Graphs and composite games, 1966; ONAG, chapter 14; *Winning Ways*, chapter 9.
//! The misère selective compounds are proved below.
//!
//! A component is asked for the one answer that the theory of the compound needs. The product of the components is
//! never made.

use super::remoteness::from_ends;
use super::{Convention, LoopyNimber, loopy_nimbers, remoteness, suspense};
use crate::graph::Digraph;
use crate::{Budget, Exhausted, Outcome};

/// A compound of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compound {
    /// Move in one component.
    Disjunctive,
    /// Move in one component; play ends as soon as one has ended.
    Diminished,
    /// Move in all components; play ends as soon as one has ended.
    Conjunctive,
    /// Move in all components that have not ended.
    ContinuedConjunctive,
    /// Move in any components, at least one.
    Selective,
    /// Move in any components, at least one; play ends as soon as one has ended.
    ShortenedSelective,
}

impl Compound {
    /// Whether the compound ends as soon as one component has.
    fn is_short(self) -> bool {
        matches!(self, Compound::Diminished | Compound::Conjunctive | Compound::ShortenedSelective)
    }

    /// The moves of a player, given the number of options in each component: the index of the option chosen
    /// in each, or `None`.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// # use upstar_core::impartial::Compound;
    /// let moves = |how: Compound| how.moves(&[1, 1], &Budget::unlimited());
    /// assert_eq!(moves(Compound::Disjunctive)?.len(), 2);
    /// assert_eq!(moves(Compound::Conjunctive)?, [[Some(0), Some(0)]]);
    /// assert_eq!(moves(Compound::Selective)?.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted: the number of moves may be a product of numbers of options.
    #[doc(hidden)]
    pub fn moves(
        self,
        options: &[usize],
        budget: &Budget,
    ) -> Result<Vec<Vec<Option<usize>>>, Exhausted> {
        if self.is_short() && options.contains(&0) {
            return Ok(Vec::new());
        }
        let mut all = vec![Vec::new()];
        for &count in options {
            let must = match self {
                Compound::Conjunctive | Compound::ContinuedConjunctive => count > 0,
                _ => false,
            };
            let mut longer = Vec::new();
            for choice in &all {
                let moved = choice.iter().any(Option::is_some);
                let may = match self {
                    Compound::Disjunctive | Compound::Diminished => !moved,
                    _ => true,
                };
                let stay = (!must).then_some(None);
                let go = (0..if may { count } else { 0 }).map(Some);
                for next in stay.into_iter().chain(go) {
                    budget.step()?;
                    budget.reserve(16 * options.len() as u64)?;
                    longer.push(choice.iter().copied().chain([next]).collect());
                }
            }
            all = longer;
        }
        all.retain(|choice: &Vec<Option<usize>>| choice.iter().any(Option::is_some));
        Ok(all)
    }
}

/// The data of a component that decides compounds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Key {
    /// Value in sums; in diminished sums the foreclosed value.
    Nimber(LoopyNimber),
    /// A component that ends a diminished sum.
    Ends(DiminishedEnd),
    /// Remoteness or suspense; `None` for a draw.
    Length(Option<u32>),
    /// For selective compounds: whether it has ended, and whether the player to move loses it alone, in
    /// normal and in misère play.
    Alone {
        /// Whether there is no move.
        ended: bool,
        /// Whether the player to move loses in normal play.
        lost: bool,
        /// Whether the player to move loses in misère play.
        lost_misere: bool,
    },
}

/// How a component ends a diminished sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiminishedEnd {
    /// The component has ended.
    Ended,
    /// The player to move wins by ending it.
    Winning,
}

/// Error of a compound without theory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoTheory {
    /// Misère sums are not decided by one key of each component.
    #[error("one answer about each component does not decide sums in misère play")]
    MisereSum,
    /// Play in a component may be infinite, but the theory needs finite play.
    #[error("play in a component can go on forever")]
    Endless,
    /// The keys are those of another compound.
    #[error("the keys of the components are for another compound")]
    OtherKeys,
}

/// The key of every vertex for a compound; `None` if play may be infinite and the compound needs finite play.
///
/// # Errors
/// When the budget is exhausted. Cost: O(vertices + edges); as for [`loopy_nimbers`] for sums.
pub fn keys(
    graph: &Digraph,
    how: Compound,
    convention: Convention,
    budget: &Budget,
) -> Result<Vec<Option<Key>>, Exhausted> {
    Ok(match how {
        Compound::Disjunctive => {
            loopy_nimbers(graph, budget)?.into_iter().map(|n| Some(Key::Nimber(n))).collect()
        }
        Compound::Diminished => foreclosed(graph, convention, budget)?,
        Compound::Conjunctive => {
            let lengths = remoteness(graph, convention, budget)?;
            lengths.into_iter().map(|moves| Some(Key::Length(moves))).collect()
        }
        Compound::ContinuedConjunctive => {
            let lengths = suspense(graph, convention, budget)?;
            lengths.into_iter().map(|moves| moves.map(|moves| Key::Length(Some(moves)))).collect()
        }
        Compound::Selective | Compound::ShortenedSelective => alone(graph, budget)?,
    })
}

/// In normal play no player moves to a position that lets the opponent end the sum: without such moves an
/// ordinary sum remains. In misère play no player wants to end it.
fn foreclosed(
    graph: &Digraph,
    convention: Convention,
    budget: &Budget,
) -> Result<Vec<Option<Key>>, Exhausted> {
    let ended = |vertex: u32| graph.successors(vertex).is_empty();
    let winning: Vec<bool> = graph
        .vertices()
        .map(|v| {
            convention == Convention::Normal && graph.successors(v).iter().any(|&to| ended(to))
        })
        .collect();
    let rest = graph.filtered(|_, to| !winning[to as usize] && !ended(to));
    let key = |(nimber, vertex): (LoopyNimber, u32)| {
        Some(match () {
            () if ended(vertex) => Key::Ends(DiminishedEnd::Ended),
            () if winning[vertex as usize] => Key::Ends(DiminishedEnd::Winning),
            () => Key::Nimber(nimber),
        })
    };
    Ok(loopy_nimbers(&rest, budget)?.into_iter().zip(graph.vertices()).map(key).collect())
}

fn alone(graph: &Digraph, budget: &Budget) -> Result<Vec<Option<Key>>, Exhausted> {
    let mut lost = vec![[false; 2]; graph.len()];
    let mut keys = vec![None; graph.len()];
    from_ends(graph, budget, |vertex| {
        let successors = graph.successors(vertex);
        let ended = successors.is_empty();
        let stuck = |play: usize| !successors.iter().any(|&to| lost[to as usize][play]);
        let [normal, misere] = [stuck(0), !ended && stuck(1)];
        lost[vertex as usize] = [normal, misere];
        keys[vertex as usize] = Some(Key::Alone { ended, lost: normal, lost_misere: misere });
    })?;
    Ok(keys)
}

/// The outcome of a compound, from the [`keys`] of its components under the same convention. The empty
/// compound has ended.
///
/// The conjunctive compound lasts as long as the shortest component, the continued one as long as
/// the longest. A selective compound is lost exactly when all components are.
///
/// In misère play a selective compound with two or more components that have not ended is won as
/// in normal play. For if all are lost in normal play, so that every move leaves as many that have
/// not ended and one that is won, nothing changes. If one is won, the player to move makes all
/// lost; when that would leave at most one that has not ended, the player ends all others and then
/// chooses, in that one, between leaving it and moving to one that is lost in misère play: one of
/// the two is possible.
/// The shortened one is lost in misère play exactly when all components are, since an ended one is
/// won.
///
/// ```
/// # use upstar_core::{Budget, Outcome};
/// # use upstar_core::graph::Digraph;
/// # use upstar_core::impartial::{Compound, Convention, keys, outcome};
/// // Two games that end after one move, played so that one moves in both.
/// let graph = Digraph::new(&[vec![], vec![0]])?;
/// let (how, play) = (Compound::Conjunctive, Convention::Normal);
/// let keys = keys(&graph, how, play, &Budget::unlimited())?;
/// assert_eq!(outcome(how, play, &[keys[1].clone(), keys[1].clone()])?, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no theory, or the keys are for another compound.
pub fn outcome(
    how: Compound,
    convention: Convention,
    keys: &[Option<Key>],
) -> Result<Outcome, NoTheory> {
    if how == Compound::Disjunctive && convention == Convention::Misere {
        return Err(NoTheory::MisereSum);
    }
    let keys: Vec<&Key> =
        keys.iter().map(Option::as_ref).collect::<Option<_>>().ok_or(NoTheory::Endless)?;
    if !keys.iter().all(|key| key.is_for(how)) {
        return Err(NoTheory::OtherKeys);
    }
    Ok(match how {
        _ if keys.is_empty() => winner(convention == Convention::Misere),
        Compound::Disjunctive | Compound::Diminished => in_sum(&keys, convention),
        Compound::Conjunctive => match keys.iter().filter_map(|key| length(key)).min() {
            Some(moves) => winner(convention.wins_after(moves)),
            None => Outcome::D,
        },
        Compound::ContinuedConjunctive => {
            // A component without a length does not end.
            let moves = keys.iter().map(|key| length(key).ok_or(NoTheory::Endless));
            let moves = moves.collect::<Result<Vec<u32>, NoTheory>>()?;
            winner(convention.wins_after(moves.into_iter().max().unwrap_or(0)))
        }
        Compound::Selective | Compound::ShortenedSelective => {
            winner(selective_is_won(&keys, how, convention))
        }
    })
}

impl Key {
    /// Whether [`keys`] gives such keys for a compound.
    fn is_for(&self, how: Compound) -> bool {
        match self {
            Key::Nimber(_) => matches!(how, Compound::Disjunctive | Compound::Diminished),
            Key::Ends(_) => how == Compound::Diminished,
            Key::Length(_) => {
                matches!(how, Compound::Conjunctive | Compound::ContinuedConjunctive)
            }
            Key::Alone { .. } => matches!(how, Compound::Selective | Compound::ShortenedSelective),
        }
    }
}

fn winner(mover_wins: bool) -> Outcome {
    if mover_wins { Outcome::N } else { Outcome::P }
}

fn length(key: &Key) -> Option<u32> {
    match key {
        Key::Length(moves) => *moves,
        // Keys of other kinds have been refused.
        _ => None,
    }
}

fn in_sum(keys: &[&Key], convention: Convention) -> Outcome {
    let has = |ending| keys.iter().any(|key| **key == Key::Ends(ending));
    if has(DiminishedEnd::Ended) {
        return winner(convention == Convention::Misere);
    }
    if has(DiminishedEnd::Winning) {
        return Outcome::N;
    }
    // Those that have an end have decided the sum.
    let nimbers = keys.iter().filter_map(|key| match key {
        Key::Nimber(nimber) => Some(nimber),
        _ => None,
    });
    nimbers.fold(LoopyNimber::Finite(0), |sum, nimber| sum.plus(nimber)).outcome()
}

fn selective_is_won(keys: &[&Key], how: Compound, convention: Convention) -> bool {
    let mut going = 0;
    let (mut any_ended, mut any_won, mut any_won_misere) = (false, false, false);
    let mut lone_won_misere = true;
    for key in keys {
        let Key::Alone { ended, lost, lost_misere } = key else { continue };
        any_ended |= ended;
        any_won |= !lost;
        any_won_misere |= !lost_misere;
        if !ended {
            going += 1;
            lone_won_misere = !lost_misere;
        }
    }
    match (how, convention) {
        (Compound::ShortenedSelective, Convention::Normal) => any_won && !any_ended,
        (Compound::ShortenedSelective, Convention::Misere) => any_won_misere,
        (_, Convention::Misere) if going < 2 => lone_won_misere,
        _ => any_won,
    }
}
