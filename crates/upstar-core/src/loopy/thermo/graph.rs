//! Thermographs of graphs and of loopy values.
//!
//! Knows: the mast, and whether a ko is placid. Must not know: computation of walls.

use super::super::{GameValue, Graph, Loopy};
use super::arena::{Arena, Vertex, known};
use super::states::States;
use super::stops::stops;
use super::sweep::sweep;
use super::{LoopyThermograph, ThermalError, Wall};
use crate::{Player, Store};

/// Left's and Right's wall of a vertex, with a komaster or none.
///
/// # Errors
/// When the theory does not apply, or the budget is exhausted. Cost: for each bend of a wall a few times the
/// number of positions with bans.
pub fn walls(
    store: &Store,
    graph: &Graph,
    vertex: u32,
    master: Option<Player>,
) -> Result<[Wall; 2], ThermalError> {
    raised(store, &Arena::of_graph(store, graph, vertex)?, vertex, master)
}

/// The walls of a value, which must be a stopper: the value of other loopy games does not determine them.
///
/// # Errors
/// As for [`walls`].
pub fn walls_of(store: &Store, loopy: &Loopy) -> Result<[Wall; 2], ThermalError> {
    known(store, &GameValue::Loopy(loopy.clone()))
}

/// The thermograph of a vertex with this komaster, or without one if the mast does not depend on the
/// komaster.
///
/// ```
/// # use upstar_core::{Budget, Game, Store};
/// # use upstar_core::loopy::{Builder, thermo};
/// # let store = Store::new(Budget::unlimited());
/// // A ko: Left can move to 1, Right to where Left takes back and Right moves to 0.
/// let mut graph = Builder::new(&store);
/// let (ko, taken) = (graph.vertex(), graph.vertex());
/// let (one, zero) = (graph.game(Game::ONE)?, graph.game(Game::ZERO)?);
/// graph.set(ko, vec![one], vec![taken])?;
/// graph.set(taken, vec![ko], vec![zero])?;
/// let found = thermo::thermograph(&store, &graph.finish(), ko, None)?;
/// assert_eq!((found.mean.to_string(), found.temperature.to_string()), ("2/3".into(), "1/3".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ThermalError::Hyperactive`] when the mast depends on the komaster and none is given,
/// [`ThermalError::NoMast`] when there is none; as for [`walls`].
pub fn thermograph(
    store: &Store,
    graph: &Graph,
    vertex: u32,
    master: Option<Player>,
) -> Result<LoopyThermograph, ThermalError> {
    let arena = Arena::of_graph(store, graph, vertex)?;
    let with = |master| LoopyThermograph::new(raised(store, &arena, vertex, master)?);
    let found = with(master)?;
    if master.is_none() && matches!(arena.vertices.get(&vertex), Some(Vertex::Play(_))) {
        let (left, right) = (with(Some(Player::Left))?.mean, with(Some(Player::Right))?.mean);
        if left != found.mean || right != found.mean {
            return Err(ThermalError::Hyperactive { left, right });
        }
    }
    Ok(found)
}

/// The thermograph of a value, which must be a stopper.
///
/// # Errors
/// As for [`thermograph`].
pub fn thermograph_of(store: &Store, loopy: &Loopy) -> Result<LoopyThermograph, ThermalError> {
    LoopyThermograph::new(walls_of(store, loopy)?)
}

/// The walls of a vertex of an arena.
pub(super) fn raised(
    store: &Store,
    arena: &Arena,
    vertex: u32,
    master: Option<Player>,
) -> Result<[Wall; 2], ThermalError> {
    if let Some(Vertex::Known(walls)) = arena.vertices.get(&vertex) {
        return Ok(walls.clone());
    }
    let states = States::new(arena, vertex, master, store.budget())?;
    let stops = stops(&states, arena.passes, store.budget())?;
    sweep(&states, stops, store.budget())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rustc_hash::FxHashMap;

    use super::super::LoopyThermograph;
    use super::super::arena::short;
    use super::*;
    use crate::{Budget, Game, thermo};

    /// A short game with the moves of all followers that are not numbers.
    fn opened(store: &Store, root: Game) -> Arena {
        let (mut vertices, mut games, mut next) = (FxHashMap::default(), vec![root], 0);
        while let Some(&g) = games.get(next) {
            let vertex = if store.is_number(g) {
                Vertex::Known(short(store, g).unwrap())
            } else {
                Vertex::Play([store.left_options(g), store.right_options(g)].map(|options| {
                    let index = |g: Game| {
                        games.iter().position(|known| *known == g).unwrap_or_else(|| {
                            games.push(g);
                            games.len() - 1
                        })
                    };
                    options.unwrap().into_iter().map(index).map(|n| n as u32).collect()
                }))
            };
            vertices.insert(next as u32, vertex);
            next += 1;
        }
        Arena { vertices, passes: false }
    }

    #[test]
    fn short_games_have_their_thermographs() {
        let store = Store::new(Budget::unlimited());
        let mut games = vec![Game::ZERO, Game::ONE, Game::STAR];
        for n in -3..4 {
            games.push(store.integer(n).unwrap());
        }
        for round in 0..4 {
            let some: Vec<Game> = games.iter().copied().step_by(round + 1).collect();
            for pair in some.windows(2).take(24) {
                games.push(store.game(&pair[..1], &pair[1..]).unwrap());
                games.push(store.game(&pair[1..], &pair[..1]).unwrap());
                games.push(store.game(pair, &[pair[0]]).unwrap());
            }
        }
        for g in games.into_iter().filter(|g| !store.is_number(*g)) {
            let found = raised(&store, &opened(&store, g), 0, None).unwrap();
            let found = LoopyThermograph::new(found).unwrap().as_short();
            assert_eq!(found.unwrap(), *thermo::thermograph(&store, g).unwrap());
        }
    }
}
