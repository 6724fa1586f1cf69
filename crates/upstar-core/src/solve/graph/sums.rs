//! Graph whose vertices are sums of positions and games.
//!
//! Knows: the options of a sum. Must not know: how a graph is solved.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::places::{GraphMove, Places, SignedPosition};
use crate::graph::Digraph;
use crate::{Error, Game, Player, Store};

/// Most vertices of a graph.
const MOST_VERTICES: usize = 1 << 23;
/// Most sums of several positions among them, which have many moves each.
const MOST_SUMS: usize = 1 << 20;
/// Most terms of all vertices together.
const MOST_TERMS: usize = 1 << 23;
/// Bytes that a vertex or an edge takes, with the answers about it.
const BYTES: u64 = 96;
/// Number of a vertex that is not listed.
const NONE: u32 = u32::MAX;

/// Positions of a sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum SumPositions {
    One(SignedPosition),
    /// None, or several in order.
    Many(Box<[SignedPosition]>),
}

impl SumPositions {
    fn new(mut terms: Vec<SignedPosition>) -> Self {
        match terms[..] {
            [term] => SumPositions::One(term),
            _ => {
                terms.sort_unstable();
                SumPositions::Many(terms.into())
            }
        }
    }

    pub(super) fn as_slice(&self) -> &[SignedPosition] {
        match self {
            SumPositions::One(term) => std::slice::from_ref(term),
            SumPositions::Many(terms) => terms,
        }
    }
}

/// Sum of positions without a known value and a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Vertex {
    pub(super) terms: SumPositions,
    pub(super) game: Game,
}

/// Sums with the moves of both players. Sums of games alone have none.
pub(super) struct Sums {
    pub(super) vertices: Vec<Vertex>,
    /// Successors of `2 * vertex` are the options of Left, of `2 * vertex + 1` those of Right.
    pub(super) options: Digraph,
    /// Vertices of the sums that moves lead to, played alone, and of their negatives.
    reached: Vec<[u32; 2]>,
    /// Vertices of single positions by their terms, and of all others.
    single: Vec<u32>,
    others: FxHashMap<Vertex, u32>,
    /// Number of terms of all vertices together.
    terms: usize,
    /// Number of vertices with several terms.
    several: usize,
}

impl Sums {
    /// Lists all sums that follow one, which comes first. `seen` counts them.
    ///
    /// # Errors
    /// When there are too many, and when the budget is exhausted.
    pub(super) fn list<P: Clone + Eq + Hash>(
        places: &Places<P>,
        store: &Store,
        root: &(Vec<SignedPosition>, Game),
        seen: &mut u64,
    ) -> Result<Self, Error> {
        let mut sums = Sums {
            vertices: Vec::new(),
            options: Digraph::empty(),
            reached: vec![[NONE; 2]; places.sums()],
            single: vec![NONE; places.len() * 2],
            others: FxHashMap::default(),
            terms: 0,
            several: 0,
        };
        let root = folded(places, store, root.0.iter().copied(), root.1)?;
        sums.number(root);
        let mut options = Vec::new();
        while let Some(vertex) = sums.vertices.get(sums.options.len() / 2).cloned() {
            *seen = (*seen).max(sums.options.len() as u64 / 2);
            if sums.vertices.len() > MOST_VERTICES || sums.terms > MOST_TERMS {
                return Err(Error::Endless { seen: *seen });
            }
            if sums.several > MOST_SUMS {
                return Err(Error::TooManySums { limit: MOST_SUMS });
            }
            for player in [Player::Left, Player::Right] {
                sums.moves(places, store, (&vertex, player), &mut options)?;
                options.sort_unstable();
                options.dedup();
                store.budget().reserve(BYTES * options.len() as u64)?;
                sums.options.push(options.drain(..))?;
            }
        }
        Ok(sums)
    }

    /// Options of a player, in increasing order.
    pub(super) fn options(&self, vertex: u32, player: Player) -> &[u32] {
        self.options.successors(2 * vertex + player as u32)
    }

    /// Term of the single position that a sum consists of.
    pub(super) fn single(&self, vertex: u32) -> Option<SignedPosition> {
        match self.vertices[vertex as usize] {
            Vertex { terms: SumPositions::One(term), game: Game::ZERO } => Some(term),
            _ => None,
        }
    }

    /// Whether a sum consists of games only.
    pub(super) fn is_game(&self, vertex: u32) -> bool {
        self.vertices[vertex as usize].terms.as_slice().is_empty()
    }

    /// Number of a sum, which is added when it is new.
    fn number(&mut self, vertex: Vertex) -> u32 {
        let next = self.vertices.len() as u32;
        let number = match vertex {
            Vertex { terms: SumPositions::One(term), game: Game::ZERO } => {
                let number = &mut self.single[term as usize];
                if *number == NONE {
                    *number = next;
                }
                *number
            }
            _ => *self.others.entry(vertex.clone()).or_insert(next),
        };
        if number == next {
            let terms = vertex.terms.as_slice().len();
            self.terms += terms;
            self.several += usize::from(terms > 1);
            self.vertices.push(vertex);
        }
        number
    }

    /// Appends the options of a player in a sum.
    fn moves<P: Clone + Eq + Hash>(
        &mut self,
        places: &Places<P>,
        store: &Store,
        (vertex, player): (&Vertex, Player),
        all: &mut Vec<u32>,
    ) -> Result<(), Error> {
        if let Vertex { terms: SumPositions::One(term), game: Game::ZERO } = *vertex {
            let mover = if term & 1 == 0 { player } else { player.opponent() };
            for &sum in places.options(term >> 1, mover) {
                store.budget().step()?;
                all.push(self.alone(places, store, sum, term & 1)?);
            }
            return Ok(());
        }
        let terms = vertex.terms.as_slice();
        for (at, &term) in terms.iter().enumerate() {
            if at > 0 && terms[at - 1] == term {
                continue;
            }
            let (negative, mover) = match term & 1 {
                0 => (0, player),
                _ => (1, player.opponent()),
            };
            for GraphMove { terms: next, game } in places.moves(term >> 1, mover) {
                store.budget().step()?;
                let rest = terms[..at].iter().chain(&terms[at + 1..]).copied();
                let next = next.iter().map(|term| term ^ negative);
                let game = if negative == 0 { game } else { store.neg(game)? };
                let game = store.add(vertex.game, game)?;
                let sum = folded(places, store, rest.chain(next), game)?;
                all.push(self.number(sum));
            }
        }
        if !terms.is_empty() {
            for game in sides(store, vertex.game, player)? {
                all.push(self.number(Vertex { terms: vertex.terms.clone(), game }));
            }
        }
        Ok(())
    }

    /// Vertex of a sum that moves lead to, or of its negative.
    fn alone<P: Clone + Eq + Hash>(
        &mut self,
        places: &Places<P>,
        store: &Store,
        sum: u32,
        negative: u32,
    ) -> Result<u32, Error> {
        let known = self.reached[sum as usize][negative as usize];
        if known != NONE {
            return Ok(known);
        }
        let GraphMove { terms, game } = places.sum(sum);
        let game = if negative == 0 { game } else { store.neg(game)? };
        let terms = terms.iter().map(|term| term ^ negative);
        let vertex = self.number(folded(places, store, terms, game)?);
        self.reached[sum as usize][negative as usize] = vertex;
        Ok(vertex)
    }
}

fn sides(store: &Store, game: Game, player: Player) -> Result<Vec<Game>, Error> {
    match (game, player) {
        (Game::ZERO, _) => Ok(Vec::new()),
        (_, Player::Left) => store.left_options(game),
        (_, Player::Right) => store.right_options(game),
    }
}

/// Sum in which the terms that have a value are added up.
fn folded<P: Clone + Eq + Hash>(
    places: &Places<P>,
    store: &Store,
    terms: impl Iterator<Item = SignedPosition>,
    game: Game,
) -> Result<Vertex, Error> {
    let (mut game, mut open) = (game, Vec::new());
    for term in terms {
        match places.game(store, term)? {
            Some(value) if value == Game::ZERO => {}
            Some(value) => game = store.add(game, value)?,
            None => open.push(term),
        }
    }
    Ok(Vertex { terms: SumPositions::new(open), game })
}
