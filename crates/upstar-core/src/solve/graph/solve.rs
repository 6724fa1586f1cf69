//! Answers about a position by the graph of all that follows it.
//!
//! Knows: the questions to a graph, and which answers are kept. Must not know: how graphs are listed.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::places::{Listing, Places, SignedPosition, Stop};
use super::sums::Sums;
use super::worths::Worths;
use super::{LoopyAnswer, LoopyQuestion};
use crate::graph::Digraph;
use crate::impartial::{LoopyNimber, loopy_nimbers};
use crate::loopy::{self, GameValue, Winners};
use crate::solve::{Component, Playable, Searches};
use crate::{Error, Game, Player, Store};

/// Summands are valued one by one when no more positions than this follow them.
const FEW: usize = 1 << 8;

/// Winner of a sum, for each player to start, when play may be infinite. `seen` counts the
/// positions looked at, also when there is no answer.
///
/// # Errors
/// When the rules fail, there are too many positions, or the budget is exhausted. Cost: linear in
/// the moves of all positions that follow, where positions do not fall apart.
pub(in crate::solve) fn winners<R: Playable>(
    searches: &Searches<'_, R>,
    sum: &[Component<R::Position>],
    seen: &mut u64,
) -> Result<Winners, R::Error> {
    let (mut places, mut root) =
        listed(searches, Listing::Unknown(LoopyQuestion::Winners), sum, seen)?;
    if root.0.len() > 1 || root.1 != Game::ZERO || !places.is_single() {
        places.settle(searches)?;
        let open = root.0.iter().filter(|term| places.is_open(**term)).count();
        let valued = sum.iter().any(|part| match part {
            Component::Position(place) | Component::Negative(place) => {
                searches.rules.worth(place).is_some()
            }
            Component::Value(_) => false,
        });
        if (valued || open > 1 && places.len() <= FEW)
            && let Some(winners) = by_values(searches, sum, seen)?
        {
            return Ok(winners);
        }
        if !places.is_complete() {
            (places, root) = listed(searches, Listing::All, sum, seen)?;
            places.settle(searches)?;
        }
    }
    let sums = Sums::list(&places, searches.store, &root, seen)?;
    let leaves = leaves(&places, searches.store, &sums)?;
    let options = |vertex, player| sums.options(vertex, player);
    let budget = searches.store.budget();
    let all = loopy::retrograde_winners(sums.vertices.len(), options, &leaves, budget)?;
    for (vertex, &winners) in (0..).zip(&all) {
        if let Some(term) = sums.single(vertex) {
            let winners = turned(winners, term);
            let position = places.position(term);
            searches.memo.graph.winners.insert(position.clone(), winners);
        }
    }
    Ok(all[0])
}

/// Winner of a sum, when it is in the memo.
pub(in crate::solve) fn known_winners<R: Playable>(
    searches: &Searches<'_, R>,
    sum: &[Component<R::Position>],
) -> Option<Winners> {
    match sum {
        [Component::Position(position)] => searches.memo.graph.winners.get(position),
        [Component::Negative(position)] => {
            searches.memo.graph.winners.get(position).map(|winners| turned(winners, 1))
        }
        _ => None,
    }
}

/// Whether a graph has shown that play from a position may be infinite.
pub(in crate::solve) fn repeats_surely<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> bool {
    let memory = &searches.memo.graph;
    let drawn = |winners: &Winners| winners.left_starts.is_none() || winners.right_starts.is_none();
    let loopy = |worth: &GameValue| matches!(worth, GameValue::Loopy(_));
    memory.winners.read(position, drawn) == Some(true)
        || memory.worths.read(position, loopy) == Some(true)
}

/// Winners of a term from those of its position, and the other way round.
fn turned(winners: Winners, term: SignedPosition) -> Winners {
    let opposite = |winner: Option<Player>| winner.map(Player::opponent);
    match term & 1 {
        0 => winners,
        _ => Winners {
            left_starts: opposite(winners.right_starts),
            right_starts: opposite(winners.left_starts),
        },
    }
}

/// Winner of a sum of several positions that repeat, by their values; `None` when that is too hard.
fn by_values<R: Playable>(
    searches: &Searches<'_, R>,
    sum: &[Component<R::Position>],
    seen: &mut u64,
) -> Result<Option<Winners>, R::Error> {
    let Ok(total) = sum_worth(searches, sum, seen)? else { return Ok(None) };
    match loopy::winners_of(searches.store, &total) {
        Err(error) if is_hard(&error) => Ok(None),
        winners => Ok(Some(winners?)),
    }
}

/// Value of a sum by those of its components; the inner error when that is too hard. `seen` counts the positions looked at.
///
/// # Errors
/// As for [`worth`], but not when it is too hard.
pub(in crate::solve) fn sum_worth<R: Playable>(
    searches: &Searches<'_, R>,
    sum: &[Component<R::Position>],
    seen: &mut u64,
) -> Result<Result<GameValue, Error>, R::Error> {
    let mut total = GameValue::Short(Game::ZERO);
    for part in sum {
        let next = match part {
            Component::Value(game) => GameValue::Short(*game),
            Component::Position(position) | Component::Negative(position) => {
                let worth = match find_worth(searches, position, seen)? {
                    Ok(worth) => worth,
                    Err(error) => return Ok(Err(too_hard(error, *seen))),
                };
                match part {
                    Component::Negative(_) => loopy::negative(searches.store, &worth)?,
                    _ => worth,
                }
            }
        };
        total = match total {
            GameValue::Short(Game::ZERO) => next,
            total => match loopy::sum(searches.store, &total, &next) {
                Err(error) if is_hard(&error) => return Ok(Err(error)),
                sum => sum?,
            },
        };
    }
    Ok(Ok(total))
}

/// Whether an error says that a sum is too large for values, so that it may still be solved as a graph.
fn is_hard(error: &Error) -> bool {
    matches!(
        error,
        Error::NotAStopper
            | Error::TooManyPairs { .. }
            | Error::TooManyPositions { .. }
            | Error::WorthTooHard { .. }
    )
}

/// Winners of the sums whose winners are known without their options.
fn leaves<P: Clone + Eq + Hash>(
    places: &Places<P>,
    store: &Store,
    sums: &Sums,
) -> Result<Vec<(u32, Winners)>, Error> {
    let mut known: FxHashMap<GameValue, Winners> = FxHashMap::default();
    let mut of_worth = |worth: GameValue| match known.entry(worth) {
        Entry::Occupied(known) => Ok(*known.get()),
        Entry::Vacant(new) => {
            let winners = match new.key() {
                GameValue::Short(game) => {
                    let [left_starts, right_starts] = store.outcome(*game)?.winners();
                    Winners { left_starts, right_starts }
                }
                worth => loopy::winners_of(store, worth)?,
            };
            Ok::<_, Error>(*new.insert(winners))
        }
    };
    let mut leaves = Vec::new();
    for (vertex, sum) in (0..).zip(&sums.vertices) {
        let answer = sums.single(vertex).and_then(|term| Some((places.answer(term)?, term)));
        let winners = match answer {
            _ if sums.is_game(vertex) => of_worth(GameValue::Short(sum.game))?,
            Some((LoopyAnswer::GameValue(worth), term)) => turned(of_worth(worth.clone())?, term),
            Some((LoopyAnswer::Winners(winners), term)) => turned(*winners, term),
            None => continue,
        };
        leaves.push((vertex, winners));
    }
    Ok(leaves)
}

/// Value of a term from that of its position, and the other way round.
pub(super) fn signed(
    store: &Store,
    worth: &GameValue,
    term: SignedPosition,
) -> Result<GameValue, Error> {
    match term & 1 {
        0 => Ok(worth.clone()),
        _ => loopy::negative(store, worth),
    }
}

/// Loopy value of a position, when play may be infinite. `seen` counts the positions looked at.
///
/// # Errors
/// When the rules fail, there are too many positions, a group of positions that lead to each other
/// is too large for its value, or the budget is exhausted.
pub(in crate::solve) fn worth<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    seen: &mut u64,
) -> Result<GameValue, R::Error> {
    let worth = find_worth(searches, position, seen)?;
    Ok(worth.map_err(|error| too_hard(error, *seen))?)
}

/// The error of a value that is too hard to find.
fn too_hard(error: Error, seen: u64) -> Error {
    match error {
        Error::NotAStopper => error,
        _ => Error::WorthTooHard { seen },
    }
}

/// Loopy value of a position; the inner error says that it is too hard.
fn find_worth<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    seen: &mut u64,
) -> Result<Result<GameValue, Error>, R::Error> {
    if let Some(known) = searches.memo.graph.worths.get(position) {
        return Ok(Ok(known));
    }
    let sum = [Component::Position(position.clone())];
    let (mut places, mut root) =
        listed(searches, Listing::Unknown(LoopyQuestion::GameValue), &sum, seen)?;
    places.settle(searches)?;
    if !places.is_complete() && !places.is_single() {
        (places, root) = listed(searches, Listing::All, &sum, seen)?;
        places.settle(searches)?;
    }
    let sums = Sums::list(&places, searches.store, &root, seen)?;
    *seen = (*seen).max(places.len() as u64);
    let worths = match Worths::of(&places, searches.store, &sums) {
        Err(error) if is_hard(&error) => return Ok(Err(error)),
        worths => worths?,
    };
    for (term, worth) in worths.of_positions() {
        let worth = signed(searches.store, worth, term)?;
        searches.memo.graph.worths.insert(places.position(term).clone(), worth);
    }
    // The root is a vertex that is asked for.
    Ok(worths.of_first().ok_or(Error::NotAStopper))
}

/// Nimber of an impartial position, when play may be infinite; `None` when something that follows is
/// not impartial. `seen` counts the positions looked at.
///
/// # Errors
/// As for [`winners`].
pub(in crate::solve) fn loopy_nimber<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    seen: &mut u64,
) -> Result<Option<LoopyNimber>, R::Error> {
    if let Some(known) = searches.memo.graph.nimbers.get(position) {
        return Ok(Some(known));
    }
    let sum = [Component::Position(position.clone())];
    let (places, root) = match Places::list(searches, Listing::Impartial, &sum, seen) {
        Err(Stop::Mixed) => return Ok(None),
        Err(Stop::Error(error)) => return Err(error),
        Ok(listed) => listed,
    };
    let sums = Sums::list(&places, searches.store, &root, seen)?;
    let graph = digraph(searches.store, &sums)?;
    let all = loopy_nimbers(&graph, searches.store.budget()).map_err(Error::from)?;
    for (vertex, nimber) in all.iter().enumerate().take(sums.vertices.len()) {
        if let Some(term) = sums.single(vertex as u32) {
            searches.memo.graph.nimbers.insert(places.position(term).clone(), nimber.clone());
        }
    }
    Ok(all.into_iter().next())
}

/// Graph of impartial sums; heaps of Nim follow the vertices.
fn digraph(store: &Store, sums: &Sums) -> Result<Digraph, Error> {
    let (count, budget) = (sums.vertices.len() as u32, store.budget());
    // Vertices of the smaller heaps.
    let heaps = |heap: u32| Ok::<_, Error>(count..count.checked_add(heap).ok_or(Error::StoreFull)?);
    let (mut graph, mut most) = (Digraph::empty(), 0);
    for vertex in 0..count {
        if sums.is_game(vertex) {
            let heap = store.as_nimber(sums.vertices[vertex as usize].game);
            let heap = heap.expect("all games in impartial sums are nimbers");
            most = most.max(heap);
            graph.push_within(heaps(heap)?, budget)?;
        } else {
            graph.push_within(sums.options(vertex, Player::Left).iter().copied(), budget)?;
        }
    }
    for heap in 0..most {
        graph.push_within(heaps(heap)?, budget)?;
    }
    Ok(graph)
}

/// List of all that follows a sum, whether impartial or not.
#[allow(clippy::type_complexity)]
fn listed<R: Playable>(
    searches: &Searches<'_, R>,
    listing: Listing,
    sum: &[Component<R::Position>],
    seen: &mut u64,
) -> Result<(Places<R::Position>, (Vec<SignedPosition>, Game)), R::Error> {
    match Places::list(searches, listing, sum, seen) {
        Ok(listed) => Ok(listed),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed) => unreachable!("only impartial positions were asked for"),
    }
}
