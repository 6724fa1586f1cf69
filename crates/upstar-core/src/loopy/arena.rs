//! Vertices of loopy and of short games in one graph; those of short games are added on demand.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Node;
use crate::{Error, Game, Player, Store};

/// The options of a vertex, Left's and Right's; `None` until those of a short game are requested.
type VertexOptions = Option<[Rc<[u32]>; 2]>;

/// A graph that grows on demand.
pub(super) struct Arena<'a> {
    store: &'a Store,
    short: Vec<Option<Game>>,
    sides: Vec<VertexOptions>,
    games: FxHashMap<Game, u32>,
}

impl<'a> Arena<'a> {
    /// A graph without vertices.
    pub(super) fn new(store: &'a Store) -> Self {
        let (short, sides) = (Vec::new(), Vec::new());
        Arena { store, short, sides, games: FxHashMap::default() }
    }

    /// The store of the short games.
    pub(super) fn store(&self) -> &'a Store {
        self.store
    }

    /// Adds these vertices; returns their indices.
    pub(super) fn extend(&mut self, nodes: &[Node]) -> Vec<u32> {
        let place: Vec<u32> = nodes.iter().map(|node| self.place(node)).collect();
        for (node, at) in nodes.iter().zip(&place) {
            if let Node::Loopy(sides) = node {
                let moved = |side: &[u32]| side.iter().map(|to| place[*to as usize]).collect();
                self.sides[*at as usize] = Some([moved(&sides[0]), moved(&sides[1])]);
            }
        }
        place
    }

    fn place(&mut self, node: &Node) -> u32 {
        match node {
            Node::Short(g) => self.game(*g),
            Node::Loopy(_) => self.push(None),
        }
    }

    fn push(&mut self, short: Option<Game>) -> u32 {
        self.short.push(short);
        self.sides.push(None);
        self.short.len() as u32 - 1
    }

    /// The vertex of a short game.
    pub(super) fn game(&mut self, g: Game) -> u32 {
        if let Some(&vertex) = self.games.get(&g) {
            return vertex;
        }
        let vertex = self.push(Some(g));
        self.games.insert(g, vertex);
        vertex
    }

    /// The short game of a vertex, if it was given as one.
    pub(super) fn short(&self, vertex: u32) -> Option<Game> {
        self.short[vertex as usize]
    }

    /// The options of a player.
    pub(super) fn options(&mut self, vertex: u32, player: Player) -> Result<Rc<[u32]>, Error> {
        if self.sides[vertex as usize].is_none() {
            let sides = match self.short(vertex) {
                None => [Rc::default(), Rc::default()],
                Some(g) => {
                    let left = self.store.left_options(g)?;
                    let right = self.store.right_options(g)?;
                    [self.games(left), self.games(right)]
                }
            };
            self.sides[vertex as usize] = Some(sides);
        }
        let side = usize::from(player == Player::Right);
        Ok(self.sides[vertex as usize].as_ref().map_or_else(Rc::default, |s| s[side].clone()))
    }

    fn games(&mut self, list: Vec<Game>) -> Rc<[u32]> {
        list.into_iter().map(|g| self.game(g)).collect()
    }
}
