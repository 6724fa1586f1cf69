//! Builder of graphs, vertex by vertex.

use rustc_hash::FxHashMap;

use super::{GameValue, Graph, Leaf, Loopy, Winners};
use crate::{Error, Game, Store};

/// A builder for a graph of vertices, short games and loopy games.
pub struct Builder<'a> {
    store: &'a Store,
    options: Vec<[Vec<u32>; 2]>,
    leaves: Vec<(u32, Leaf)>,
    known: FxHashMap<GameValue, u32>,
}

impl<'a> Builder<'a> {
    /// A builder without vertices.
    pub fn new(store: &'a Store) -> Self {
        let (options, leaves) = (Vec::new(), Vec::new());
        Builder { store, options, leaves, known: FxHashMap::default() }
    }

    /// A new vertex, without options until [`set`](Builder::set).
    pub fn vertex(&mut self) -> u32 {
        self.options.push([Vec::new(), Vec::new()]);
        self.options.len() as u32 - 1
    }

    /// Sets the options of a vertex, whose own options may be set later.
    ///
    /// ```
    /// # use upstar_core::{Budget, Outcome, Store};
    /// # use upstar_core::loopy::{Builder, winners, named::Name, value};
    /// # let store = Store::new(Budget::unlimited());
    /// let mut graph = Builder::new(&store);
    /// let (on, off) = (graph.vertex(), graph.vertex());
    /// graph.set(on, vec![on], vec![])?;
    /// graph.set(off, vec![], vec![off])?;
    /// let graph = graph.finish();
    /// assert_eq!(value(&store, &graph, on)?, Name::On.worth());
    /// assert_eq!(winners(&graph, store.budget())?[off as usize].outcome(), Outcome::R);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the vertex or an option is none of this builder.
    pub fn set(&mut self, vertex: u32, left: Vec<u32>, right: Vec<u32>) -> Result<(), Error> {
        let count = self.options.len();
        Error::check_indices(left.iter().chain(&right), count)?;
        let place = self.options.get_mut(vertex as usize);
        *place.ok_or_else(|| Error::no_index(vertex as usize, count))? = [left, right];
        Ok(())
    }

    /// The vertex of a short game.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn game(&mut self, g: Game) -> Result<u32, Error> {
        let worth = GameValue::Short(g);
        if let Some(&vertex) = self.known.get(&worth) {
            return Ok(vertex);
        }
        let [left_starts, right_starts] = self.store.outcome(g)?.winners();
        Ok(self.leaf(worth, Winners { left_starts, right_starts }))
    }

    /// The vertex of a loopy game.
    ///
    /// # Errors
    /// When the budget is exhausted.
    #[doc(hidden)]
    pub fn loopy(&mut self, loopy: &Loopy) -> Result<u32, Error> {
        let worth = GameValue::Loopy(loopy.clone());
        if let Some(&vertex) = self.known.get(&worth) {
            return Ok(vertex);
        }
        let winners = loopy.winners(self.store)?;
        Ok(self.leaf(worth, winners))
    }

    /// The vertex of a short or loopy game.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn worth(&mut self, worth: &GameValue) -> Result<u32, Error> {
        match worth {
            GameValue::Short(g) => self.game(*g),
            GameValue::Loopy(loopy) => self.loopy(loopy),
        }
    }

    fn leaf(&mut self, worth: GameValue, winners: Winners) -> u32 {
        let vertex = self.vertex();
        self.known.insert(worth.clone(), vertex);
        self.leaves.push((vertex, Leaf { worth, winners }));
        vertex
    }

    /// The graph.
    pub fn finish(self) -> Graph {
        Graph::with_leaves(self.options, self.leaves)
    }
}
