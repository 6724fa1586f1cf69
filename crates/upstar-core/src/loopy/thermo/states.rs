//! Positions with the player to move and the ban in force.
//!
//! Knows: the rule of ko and the obligations of a komaster. Must not know: temperatures.

use rustc_hash::FxHashMap;

use super::arena::{Arena, Vertex};
use super::{ThermalError, Wall};
use crate::{Budget, Player};

/// Restriction of the player to move by the rule of ko.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Restriction {
    /// None.
    Free,
    /// Must not move back to this vertex.
    Banned(u32),
    /// Must move in the game, having taken a ko as komaster.
    Owed,
}

/// A position with the player to move and the ban in force.
pub(super) struct PlayState {
    pub(super) player: Player,
    pub(super) vertex: u32,
    /// The states after a move in the game.
    pub(super) moves: Vec<u32>,
    /// The state after taking a coupon.
    pub(super) coupon: Option<u32>,
    /// The wall, if it is known.
    pub(super) known: Option<Wall>,
}

/// The reachable states.
pub(super) struct States {
    pub(super) all: Vec<PlayState>,
    /// Reverse topological order for moves.
    pub(super) order: Vec<u32>,
    /// The start states of Left and of Right, without a ban.
    pub(super) starts: [u32; 2],
}

type PlayKey = (u32, Player, Restriction);

struct Listing<'a> {
    arena: &'a Arena,
    master: Option<Player>,
    numbers: FxHashMap<PlayKey, u32>,
    keys: Vec<PlayKey>,
}

impl States {
    /// The states reachable from a vertex, with this komaster.
    ///
    /// # Errors
    /// When play in the game alone may be infinite. Cost: a state for each vertex, player and ban.
    pub(super) fn new(
        arena: &Arena,
        root: u32,
        master: Option<Player>,
        budget: &Budget,
    ) -> Result<States, ThermalError> {
        let (numbers, keys) = (FxHashMap::default(), Vec::new());
        let mut listing = Listing { arena, master, numbers, keys };
        let starts = [Player::Left, Player::Right]
            .map(|player| listing.number((root, player, Restriction::Free)));
        let mut all: Vec<PlayState> = Vec::new();
        while let Some(&key) = listing.keys.get(all.len()) {
            budget.step()?;
            let state = listing.state(key);
            all.push(state);
        }
        let order = ordered(&all, master, budget)?;
        Ok(States { all, order, starts })
    }
}

impl Listing<'_> {
    fn number(&mut self, key: PlayKey) -> u32 {
        let next = self.keys.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.keys.push(key);
        }
        number
    }

    fn options(&self, vertex: u32, player: Player) -> &[u32] {
        match self.arena.vertices.get(&vertex) {
            Some(Vertex::Play(sides)) => &sides[usize::from(player == Player::Right)],
            _ => &[],
        }
    }

    fn state(&mut self, (vertex, player, restriction): PlayKey) -> PlayState {
        let (moves, coupon) = (Vec::new(), None);
        let mut state = PlayState { player, vertex, moves, coupon, known: None };
        if let Some(Vertex::Known(walls)) = self.arena.vertices.get(&vertex) {
            state.known = Some(walls[usize::from(player == Player::Right)].clone());
            return state;
        }
        let options = self.options(vertex, player).to_vec();
        for to in options {
            if restriction != Restriction::Banned(to) {
                let restriction = self.after_move(vertex, to, player);
                state.moves.push(self.number((to, player.opponent(), restriction)));
            }
        }
        if restriction != Restriction::Owed || state.moves.is_empty() {
            let next = match restriction {
                Restriction::Banned(_) if self.master == Some(player.opponent()) => {
                    Restriction::Owed
                }
                _ => Restriction::Free,
            };
            state.coupon = Some(self.number((vertex, player.opponent(), next)));
        }
        state
    }

    /// The restriction of the opponent after a move.
    fn after_move(&self, from: u32, to: u32, player: Player) -> Restriction {
        let opponent = player.opponent();
        let bound = self.master != Some(opponent);
        if bound && self.options(to, opponent).contains(&from) {
            Restriction::Banned(from)
        } else {
            Restriction::Free
        }
    }
}

/// Reverse topological order by depth-first search on an explicit stack.
fn ordered(
    all: &[PlayState],
    master: Option<Player>,
    budget: &Budget,
) -> Result<Vec<u32>, ThermalError> {
    let (mut seen, mut order) = (vec![0u8; all.len()], Vec::with_capacity(all.len()));
    for root in 0..all.len() as u32 {
        let mut path: Vec<(u32, usize)> = Vec::new();
        if seen[root as usize] == 0 {
            seen[root as usize] = 1;
            path.push((root, 0));
        }
        while let Some((state, next)) = path.last_mut() {
            budget.step()?;
            let Some(&to) = all[*state as usize].moves.get(*next) else {
                seen[*state as usize] = 2;
                order.push(*state);
                path.pop();
                continue;
            };
            *next += 1;
            match seen[to as usize] {
                0 => {
                    seen[to as usize] = 1;
                    path.push((to, 0));
                }
                1 => return Err(endless(all, &path, to, master)),
                _ => {}
            }
        }
    }
    Ok(order)
}

/// The error for a path that returns to one of its states.
fn endless(
    all: &[PlayState],
    path: &[(u32, usize)],
    back: u32,
    master: Option<Player>,
) -> ThermalError {
    let from = path.iter().position(|(state, _)| *state == back).expect("the path returns to it");
    let cycle = path[from..].iter().map(|(state, _)| all[*state as usize].vertex).collect();
    match master {
        Some(komaster) => ThermalError::EndlessThreats { komaster, cycle },
        None => ThermalError::Endless { cycle },
    }
}
