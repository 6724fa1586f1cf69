//! Answers about a position by the graph of all that follows it.
//!
//! Knows: the questions to a graph, and which answers are kept. Must not know: how graphs are listed.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::places::{Listing, Places, Stop, Term};
use super::sums::Sums;
use super::worths::Worths;
use super::{Answer, Question};
use crate::graph::Digraph;
use crate::impartial::{LoopyNimber, loopy_nimbers};
use crate::loopy::{self, Builder, GameValue, Graph, Winners};
use crate::solve::{Component, Ruleset, Solver};
use crate::{Error, Game, Player, Store};

/// Summands are valued one by one when no more positions than this follow them.
const FEW: usize = 1 << 8;

/// Winner of a sum, for each player to start, when play may be infinite. `seen` counts the
/// positions looked at, also when there is no answer.
///
/// # Errors
/// When the rules fail, there are too many positions, or the budget is exhausted. Cost: linear in
/// the moves of all positions that follow, where positions do not fall apart.
pub(in crate::solve) fn winners<R: Ruleset>(
    solver: &Solver<'_, R>,
    sum: &[Component<R::Position>],
    seen: &mut u64,
) -> Result<Winners, R::Error> {
    let (mut places, mut root) = listed(solver, Listing::Unknown(Question::Winners), sum, seen)?;
    if root.0.len() > 1 || root.1 != Game::ZERO || !places.is_single() {
        places.settle(solver)?;
        let open = root.0.iter().filter(|term| places.is_open(**term)).count();
        let valued = sum.iter().any(|part| match part {
            Component::Position(place) | Component::Negative(place) => {
                solver.rules.worth(place).is_some()
            }
            Component::Value(_) => false,
        });
        if (valued || open > 1 && places.len() <= FEW)
            && let Some(winners) = by_values(solver, sum, seen)?
        {
            return Ok(winners);
        }
        (places, root) = listed(solver, Listing::All, sum, seen)?;
        places.settle(solver)?;
    }
    let mut sums = Sums::list(&places, solver.store, &root, seen)?;
    let (graph, numbers) = graph_of_winners(&places, solver.store, &mut sums)?;
    let all = loopy::winners(&graph, solver.store.budget())?;
    for (vertex, &number) in numbers.iter().enumerate() {
        if let Some(term) = sums.single(vertex as u32) {
            let winners = turned(all[number as usize], term);
            let position = places.position(term);
            solver.memo.graph.winners.insert(position.clone(), winners);
        }
    }
    Ok(all[numbers[0] as usize])
}

/// Winner of a sum, when it is in the memo.
pub(in crate::solve) fn known_winners<R: Ruleset>(
    solver: &Solver<'_, R>,
    sum: &[Component<R::Position>],
) -> Option<Winners> {
    match sum {
        [Component::Position(position)] => solver.memo.graph.winners.get(position),
        [Component::Negative(position)] => {
            solver.memo.graph.winners.get(position).map(|winners| turned(winners, 1))
        }
        _ => None,
    }
}

/// Whether a graph has shown that play from a position may be infinite.
pub(in crate::solve) fn repeats_surely<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
) -> bool {
    let memory = &solver.memo.graph;
    let drawn = |winners: &Winners| winners.left_starts.is_none() || winners.right_starts.is_none();
    let loopy = |worth: &GameValue| matches!(worth, GameValue::Loopy(_));
    memory.winners.read(position, drawn) == Some(true)
        || memory.worths.read(position, loopy) == Some(true)
}

/// Winners of a term from those of its position, and the other way round.
fn turned(winners: Winners, term: Term) -> Winners {
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
fn by_values<R: Ruleset>(
    solver: &Solver<'_, R>,
    sum: &[Component<R::Position>],
    seen: &mut u64,
) -> Result<Option<Winners>, R::Error> {
    let mut total = GameValue::Short(Game::ZERO);
    for part in sum {
        let next = match part {
            Component::Value(game) => GameValue::Short(*game),
            Component::Position(position) | Component::Negative(position) => {
                let Ok(worth) = find_worth(solver, position, seen)? else { return Ok(None) };
                match part {
                    Component::Negative(_) => loopy::negative(solver.store, &worth)?,
                    _ => worth,
                }
            }
        };
        total = match loopy::sum(solver.store, &total, &next) {
            Err(error) if is_hard(error) => return Ok(None),
            sum => sum?,
        };
    }
    match loopy::winners_of(solver.store, &total) {
        Err(error) if is_hard(error) => Ok(None),
        winners => Ok(Some(winners?)),
    }
}

/// Whether an error says that a sum is too large for values, so that it may still be solved as a graph.
fn is_hard(error: Error) -> bool {
    matches!(
        error,
        Error::NotAStopper
            | Error::TooManyPairs { .. }
            | Error::TooManyPositions { .. }
            | Error::WorthTooHard { .. }
    )
}

/// Graph of sums for the question who wins, and the numbers of the sums in it.
fn graph_of_winners<P: Clone + Eq + Hash>(
    places: &Places<P>,
    store: &Store,
    sums: &mut Sums,
) -> Result<(Graph, Vec<u32>), Error> {
    let mut builder = Builder::new(store);
    let mut known: FxHashMap<Winners, u32> = FxHashMap::default();
    let mut numbers = Vec::with_capacity(sums.vertices.len());
    for (at, vertex) in sums.vertices.iter().enumerate() {
        let answer = sums.single(at as u32).and_then(|term| Some((places.answer(term)?, term)));
        numbers.push(match answer {
            _ if vertex.terms.as_slice().is_empty() => builder.game(vertex.game)?,
            Some((Answer::GameValue(worth), term)) => {
                builder.worth(&signed(store, worth, term)?)?
            }
            Some((Answer::Winners(winners), term)) => {
                let winners = turned(*winners, term);
                *known.entry(winners).or_insert_with(|| stand_in(&mut builder, winners))
            }
            _ => builder.vertex(),
        });
    }
    for (at, options) in std::mem::take(&mut sums.options).into_iter().enumerate() {
        if options.iter().all(Vec::is_empty) {
            continue;
        }
        let [left, right] = options.map(|side| side.iter().map(|&v| numbers[v as usize]).collect());
        builder.set(numbers[at], left, right);
    }
    Ok((builder.finish(), numbers))
}

/// Value of a term from that of its position, and the other way round.
pub(super) fn signed(store: &Store, worth: &GameValue, term: Term) -> Result<GameValue, Error> {
    match term & 1 {
        0 => Ok(worth.clone()),
        _ => loopy::negative(store, worth),
    }
}

/// Vertex at which play ends with these winners.
fn stand_in(builder: &mut Builder<'_>, winners: Winners) -> u32 {
    let vertex = builder.vertex();
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
        match winners.when_starts(player) {
            // To where no player can move.
            Some(winner) if winner == player => side.push(builder.vertex()),
            Some(_) => {}
            None => {
                let drawn = builder.vertex();
                builder.set(drawn, vec![drawn], vec![drawn]);
                side.push(drawn);
            }
        }
    }
    let [left, right] = sides;
    builder.set(vertex, left, right);
    vertex
}

/// Loopy value of a position, when play may be infinite. `seen` counts the positions looked at.
///
/// # Errors
/// When the rules fail, there are too many positions, a group of positions that lead to each other
/// is too large for its value, or the budget is exhausted.
pub(in crate::solve) fn worth<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
    seen: &mut u64,
) -> Result<GameValue, R::Error> {
    let worth = find_worth(solver, position, seen)?;
    Ok(worth.map_err(|error| match error {
        Error::NotAStopper => error,
        _ => Error::WorthTooHard { seen: *seen },
    })?)
}

/// Loopy value of a position; the inner error says that it is too hard.
fn find_worth<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
    seen: &mut u64,
) -> Result<Result<GameValue, Error>, R::Error> {
    if let Some(known) = solver.memo.graph.worths.get(position) {
        return Ok(Ok(known));
    }
    let sum = [Component::Position(position.clone())];
    let (mut places, mut root) = listed(solver, Listing::Unknown(Question::GameValue), &sum, seen)?;
    places.settle(solver)?;
    if !places.is_single() {
        (places, root) = listed(solver, Listing::All, &sum, seen)?;
        places.settle(solver)?;
    }
    let sums = Sums::list(&places, solver.store, &root, seen)?;
    *seen = (*seen).max(places.len() as u64);
    let worths = match Worths::of(&places, solver.store, &sums) {
        Err(error) if is_hard(error) => return Ok(Err(error)),
        worths => worths?,
    };
    for (term, worth) in worths.of_positions() {
        let worth = signed(solver.store, worth, term)?;
        solver.memo.graph.worths.insert(places.position(term).clone(), worth);
    }
    // The root is a vertex that is asked for.
    Ok(worths.of_first().ok_or(Error::NotAStopper))
}

/// Nimber of an impartial position, when play may be infinite; `None` when something that follows is
/// not impartial. `seen` counts the positions looked at.
///
/// # Errors
/// As for [`winners`].
pub(in crate::solve) fn loopy_nimber<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
    seen: &mut u64,
) -> Result<Option<LoopyNimber>, R::Error> {
    if let Some(known) = solver.memo.graph.nimbers.get(position) {
        return Ok(Some(known));
    }
    let sum = [Component::Position(position.clone())];
    let (places, root) = match Places::list(solver, Listing::Impartial, &sum, seen) {
        Err(Stop::Mixed) => return Ok(None),
        Err(Stop::Error(error)) => return Err(error),
        Ok(listed) => listed,
    };
    let mut sums = Sums::list(&places, solver.store, &root, seen)?;
    let graph = digraph(solver.store, &mut sums);
    let all = loopy_nimbers(&graph, solver.store.budget()).map_err(Error::from)?;
    for (vertex, nimber) in all.iter().enumerate().take(sums.vertices.len()) {
        if let Some(term) = sums.single(vertex as u32) {
            solver.memo.graph.nimbers.insert(places.position(term).clone(), nimber.clone());
        }
    }
    Ok(all.into_iter().next())
}

/// Graph of impartial sums; heaps of Nim follow the vertices.
fn digraph(store: &Store, sums: &mut Sums) -> Digraph {
    let mut lists: Vec<Vec<u32>> =
        std::mem::take(&mut sums.options).into_iter().map(|[left, _]| left).collect();
    let count = lists.len() as u32;
    for vertex in 0..count {
        if sums.is_game(vertex) {
            let heap = store.as_nimber(sums.vertices[vertex as usize].game);
            let heap = heap.expect("all games in impartial sums are nimbers");
            for size in lists.len() as u32 - count..heap {
                lists.push((count..count + size).collect());
            }
            lists[vertex as usize] = (count..count + heap).collect();
        }
    }
    Digraph::new(&lists)
}

/// List of all that follows a sum, whether impartial or not.
#[allow(clippy::type_complexity)]
fn listed<R: Ruleset>(
    solver: &Solver<'_, R>,
    listing: Listing,
    sum: &[Component<R::Position>],
    seen: &mut u64,
) -> Result<(Places<R::Position>, (Vec<Term>, Game)), R::Error> {
    match Places::list(solver, listing, sum, seen) {
        Ok(listed) => Ok(listed),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed) => unreachable!("only impartial positions were asked for"),
    }
}
