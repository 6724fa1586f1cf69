//! Values of vertices of graphs.

use super::order::Order;
use super::sides::{append, both, restricted};
use super::{Graph, LoopyForm, Node, Stopper, Winners};
use crate::{Error, Game, Player, Store};

/// One side of a loopy game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LoopySide {
    /// A short game.
    Short(Game),
    /// A stopper that is not a short game.
    Stopper(Stopper),
    /// A graph whose side equals no stopper. Equal sides may have different graphs.
    Unresolved(LoopyForm),
}

/// The value of a loopy game that is not short.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Loopy {
    /// A stopper.
    Stopper(Stopper),
    /// Onside and offside, which are different or not stoppers.
    Sided(LoopySide, LoopySide),
}

/// The value of a game that may be loopy: a short game whenever it equals one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GameValue {
    /// A short game.
    Short(Game),
    /// A loopy game.
    Loopy(Loopy),
}

impl Loopy {
    /// The onside: infinite play is won by Left.
    pub fn onside(&self) -> LoopySide {
        match self {
            Loopy::Stopper(stopper) => LoopySide::Stopper(stopper.clone()),
            Loopy::Sided(onside, _) => onside.clone(),
        }
    }

    /// The offside: infinite play is won by Right.
    pub fn offside(&self) -> LoopySide {
        match self {
            Loopy::Stopper(stopper) => LoopySide::Stopper(stopper.clone()),
            Loopy::Sided(_, offside) => offside.clone(),
        }
    }

    /// Whether both sides are stoppers or short games, which then determine the game.
    pub fn is_resolved(&self) -> bool {
        let Loopy::Sided(on, off) = self else { return true };
        [on, off].into_iter().all(|side| !matches!(side, LoopySide::Unresolved(_)))
    }

    /// The winner for each starting player.
    ///
    /// # Errors
    /// When the budget is exhausted, or the graph is too large.
    #[doc(hidden)]
    pub fn winners(&self, store: &Store) -> Result<Winners, Error> {
        super::winners_of(store, &GameValue::Loopy(self.clone()))
    }
}

impl LoopySide {
    /// The game with this side as onside and offside.
    ///
    /// # Errors
    /// When the side is not a stopper.
    pub fn worth(self) -> Result<GameValue, Error> {
        match self {
            LoopySide::Short(g) => Ok(GameValue::Short(g)),
            LoopySide::Stopper(stopper) => Ok(GameValue::Loopy(Loopy::Stopper(stopper))),
            LoopySide::Unresolved(_) => Err(Error::NotAStopper),
        }
    }
}

impl GameValue {
    /// The game with these sides: a stopper or short game if they are equal.
    pub fn of_sides(onside: LoopySide, offside: LoopySide) -> GameValue {
        match (onside, offside) {
            (LoopySide::Short(g), LoopySide::Short(h)) if g == h => GameValue::Short(g),
            (LoopySide::Stopper(s), LoopySide::Stopper(t)) if s == t => {
                GameValue::Loopy(Loopy::Stopper(s))
            }
            (on, off) => GameValue::Loopy(Loopy::Sided(on, off)),
        }
    }

    /// The onside: infinite play is won by Left.
    pub fn onside(&self) -> LoopySide {
        match self {
            GameValue::Short(g) => LoopySide::Short(*g),
            GameValue::Loopy(loopy) => loopy.onside(),
        }
    }

    /// The offside: infinite play is won by Right.
    pub fn offside(&self) -> LoopySide {
        match self {
            GameValue::Short(g) => LoopySide::Short(*g),
            GameValue::Loopy(loopy) => loopy.offside(),
        }
    }

    /// The canonical options of a player, short games first, in the order of
    /// [`Store::sort_options`].
    ///
    /// # Errors
    /// When the game is not a stopper, or there are too many options to list.
    pub fn options(&self, store: &Store, player: Player) -> Result<Vec<GameValue>, Error> {
        let stopper = match self {
            GameValue::Short(game) => {
                let games = match player {
                    Player::Left => store.left_in_order(*game)?,
                    Player::Right => store.right_in_order(*game)?,
                };
                return Ok(games.iter().copied().map(GameValue::Short).collect());
            }
            GameValue::Loopy(Loopy::Stopper(stopper)) => stopper,
            GameValue::Loopy(Loopy::Sided(..)) => return Err(Error::NotAStopper),
        };
        let (mut games, mut others) = (Vec::new(), Vec::new());
        for option in stopper.options(player) {
            match option {
                GameValue::Short(game) => games.push(game),
                loopy => others.push(loopy),
            }
        }
        let games = store.sort_options(&games)?;
        Ok(games.into_iter().map(GameValue::Short).chain(others).collect())
    }

    /// The game and all followers of its canonical form.
    ///
    /// # Errors
    /// When the game is not a stopper, there are too many options to list, or the budget is exhausted.
    pub fn followers(&self, store: &Store) -> Result<Vec<GameValue>, Error> {
        crate::followers(store.budget(), self.clone(), |game, player| game.options(store, player))
    }

    /// Whether it is a short game or a stopper.
    pub fn is_stopper(&self) -> bool {
        matches!(self, GameValue::Short(_) | GameValue::Loopy(Loopy::Stopper(_)))
    }

    /// The short game, if it equals one.
    ///
    /// ```
    /// # use upstar_core::Game;
    /// # use upstar_core::loopy::{GameValue, named::Name};
    /// assert_eq!(GameValue::from(Game::STAR).short(), Some(Game::STAR));
    /// assert_eq!(Name::Over.worth().short(), None);
    /// ```
    pub fn short(&self) -> Option<Game> {
        match self {
            GameValue::Short(game) => Some(*game),
            GameValue::Loopy(_) => None,
        }
    }
}

/// A short game as a value.
///
/// ```
/// # use upstar_core::{Game, Store};
/// # use upstar_core::loopy::{named::Name, sum};
/// assert_eq!(sum(Store::global(), &Name::On.worth(), &Game::ONE.into())?, Name::On.worth());
/// # Ok::<(), upstar_core::Error>(())
/// ```
impl From<Game> for GameValue {
    fn from(game: Game) -> GameValue {
        GameValue::Short(game)
    }
}

/// Whether the value is this short game.
///
/// ```
/// # use upstar_core::Game;
/// # use upstar_core::loopy::{GameValue, named::Name};
/// assert!(GameValue::from(Game::STAR) == Game::STAR && Name::Over.worth() != Game::ZERO);
/// ```
impl PartialEq<Game> for GameValue {
    fn eq(&self, game: &Game) -> bool {
        self.short() == Some(*game)
    }
}

impl Stopper {
    /// The stopper at a vertex of a graph; `None` if it equals a short game.
    ///
    /// # Errors
    /// When the graph is not a stopper, the budget is exhausted, or the graph is too large.
    pub fn of_graph(store: &Store, graph: &Graph, vertex: u32) -> Result<Option<Stopper>, Error> {
        match value(store, graph, vertex)? {
            GameValue::Short(_) => Ok(None),
            GameValue::Loopy(Loopy::Stopper(stopper)) => Ok(Some(stopper)),
            GameValue::Loopy(Loopy::Sided(..)) => Err(Error::NotAStopper),
        }
    }
}

/// The value of a vertex: a short game or a stopper if it equals one, otherwise its onside and offside.
///
/// ```
/// # use upstar_core::{Budget, Game, Player, Store};
/// # use upstar_core::loopy::{Builder, GameValue, value};
/// # let store = Store::new(Budget::unlimited());
/// // A game in which Left can move to 0 or wait, and Right can only move to 0.
/// let mut graph = Builder::new(&store);
/// let (root, zero) = (graph.vertex(), graph.game(Game::ZERO)?);
/// graph.set(root, vec![zero, root], vec![zero])?;
/// let found = value(&store, &graph.finish(), root)?;
/// assert!(found.is_stopper());
/// assert_eq!(found.options(&store, Player::Right)?, [GameValue::Short(Game::ZERO)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the graph has no such vertex, the budget is exhausted, or the graph is too large. Cost: see `order.rs`; components of
/// the graph are solved one after the other.
pub fn value(store: &Store, graph: &Graph, vertex: u32) -> Result<GameValue, Error> {
    values(store, graph, &[vertex])?.pop().ok_or(Error::NotAStopper)
}

/// The values of several vertices of a graph, computed together.
///
/// # Errors
/// As of [`value`].
pub fn values(store: &Store, graph: &Graph, vertices: &[u32]) -> Result<Vec<GameValue>, Error> {
    Error::check_indices(vertices, graph.len())?;
    let (on, roots) = restricted(&nodes(graph, GameValue::onside), vertices);
    let off = if graph.leaves().iter().all(|(_, leaf)| leaf.worth.is_stopper()) {
        on.clone()
    } else {
        restricted(&nodes(graph, GameValue::offside), vertices).0
    };
    let sides = both(store, on, off, &roots)?;
    Ok(sides.into_iter().map(|(on, off)| GameValue::of_sides(on, off)).collect())
}

/// The nodes of a graph with a side of each leaf.
fn nodes(graph: &Graph, of_leaf: impl Fn(&GameValue) -> LoopySide) -> Vec<Node> {
    let mut nodes: Vec<Node> = (0..graph.len() as u32)
        .map(|vertex| {
            let side = |player| graph.options(vertex, player).into();
            Node::Loopy([side(Player::Left), side(Player::Right)])
        })
        .collect();
    for (vertex, leaf) in graph.leaves() {
        let root = append(&mut nodes, &of_leaf(&leaf.worth));
        // The root of a form may be among its own options: these edges still lead to it.
        nodes[*vertex as usize] = nodes[root as usize].clone();
    }
    nodes
}

/// Whether one side is at least another: two onsides, or two offsides of the negatives.
///
/// # Errors
/// When the budget is exhausted, or the graphs are too large.
pub(super) fn onside_ge(store: &Store, g: &LoopySide, h: &LoopySide) -> Result<bool, Error> {
    if let (Some(g), Some(h)) = (g.short(), h.short()) {
        return store.le(h, g);
    }
    let simplest = [g, h].into_iter().all(|side| !matches!(side, LoopySide::Unresolved(_)));
    let mut order = if simplest { Order::of_stoppers() } else { Order::default() };
    let mut nodes = Vec::new();
    let (g, h) = (append(&mut nodes, g), append(&mut nodes, h));
    let mut arena = super::arena::Arena::new(store);
    let place = arena.extend(&nodes);
    order.ge(&mut arena, place[g as usize], place[h as usize])
}
