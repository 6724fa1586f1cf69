//! The order of games in which infinite play is won by Left.
//!
//! G is at least H if Left, moving second in G - H, can either win or move in G infinitely often: infinite
//! play in G alone is a win for Left, infinite play in -H alone for Right, and infinite play in both is a
//! draw. So this is a Büchi game. For stoppers only survival matters, since infinite play must be infinite in
//! both components.
//!
//! Source: Siegel, *Combinatorial Game Theory*, VI.2 (the swivel chair theorem); for Büchi games
//! the classical algorithm, see Grädel, Thomas and Wilke, *Automata, Logics, and Infinite Games*,
//! chapter 2.

use rustc_hash::FxHashMap;

use super::arena::Arena;
use crate::graph::{Digraph, RetrogradeAnalysis};
use crate::{Budget, Error, Player};

/// Limit of the number of pairs of positions with a player to move.
pub(super) const MOST_PAIRS: usize = 4_000_000;

/// Number of vertices whose comparisons are stored in a table.
const TABLE: u32 = 1024;

/// Status of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    /// Left survives.
    Yes,
    /// Left loses.
    No,
}

/// A difference G - H and the player to move.
type ComparedPair = (u32, u32, Player);

/// Solver for comparisons, with a memo.
#[derive(Default)]
pub(super) struct Order {
    /// Whether loopy vertices are simplest forms of stoppers and so not numbers. Then no player need move in
    /// a number beside one: number avoidance, Siegel, *Combinatorial Game Theory*, VI.3.
    simplest: bool,
    /// Comparisons of the first vertices: a row for each.
    table: Vec<Status>,
    index: FxHashMap<u64, u32>,
    pairs: Vec<ComparedPair>,
    known: Vec<Status>,
    /// Index of an open pair in the subgame in which it is decided.
    local: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Order {
    /// For simplest forms of stoppers.
    pub(super) fn of_stoppers() -> Order {
        Order { simplest: true, ..Order::default() }
    }

    /// Whether one vertex is at least another.
    ///
    /// # Errors
    /// When the budget is exhausted, or there are too many pairs. Cost: the number of pairs visited in total,
    /// times their moves, times the rounds of the Büchi game, which are few.
    pub(super) fn ge(&mut self, arena: &mut Arena<'_>, g: u32, h: u32) -> Result<bool, Error> {
        if g == h {
            return Ok(true);
        }
        let place = (g.max(h) < TABLE).then(|| (g * TABLE + h) as usize);
        if let Some(known) = place.and_then(|place| self.table.get(place))
            && *known != Status::Open
        {
            return Ok(*known == Status::Yes);
        }
        let yes = self.answer(arena, g, h)?;
        if let Some(place) = place {
            if self.table.len() <= place {
                let length = (g as usize + 1) * TABLE as usize;
                self.table.resize(length, Status::Open);
            }
            self.table[place] = if yes { Status::Yes } else { Status::No };
        }
        Ok(yes)
    }

    fn answer(&mut self, arena: &mut Arena<'_>, g: u32, h: u32) -> Result<bool, Error> {
        if let (Some(a), Some(b)) = (arena.short(g), arena.short(h)) {
            return arena.store().le(b, a);
        }
        let start = self.state(arena, (g, h, Player::Right))?;
        if self.known[start as usize] == Status::Open {
            let play = self.explore(arena, start)?;
            play.solve(arena, &mut self.known)?;
        }
        Ok(self.known[start as usize] == Status::Yes)
    }

    /// Whether two vertices are equal.
    pub(super) fn eq(&mut self, arena: &mut Arena<'_>, g: u32, h: u32) -> Result<bool, Error> {
        Ok(self.ge(arena, g, h)? && self.ge(arena, h, g)?)
    }

    /// Index of a pair; two short games are compared in the store.
    fn state(&mut self, arena: &Arena<'_>, pair: ComparedPair) -> Result<u32, Error> {
        let (g, h, player) = pair;
        // Vertices are numbers below 2^31: more do not fit into memory.
        let key = u64::from(g) << 32 | u64::from(h) << 1 | u64::from(player == Player::Left);
        if let Some(&state) = self.index.get(&key) {
            return Ok(state);
        }
        let known = match (arena.short(g), arena.short(h)) {
            (Some(a), Some(b)) => {
                let yes = match player {
                    Player::Right => arena.store().le(b, a)?,
                    Player::Left => !arena.store().le(a, b)?,
                };
                if yes { Status::Yes } else { Status::No }
            }
            _ if g == h && player == Player::Right => Status::Yes,
            _ => Status::Open,
        };
        if self.pairs.len() >= MOST_PAIRS {
            return Err(Error::TooManyPairs { limit: MOST_PAIRS });
        }
        let state = self.pairs.len() as u32;
        self.index.insert(key, state);
        self.pairs.push(pair);
        self.known.push(known);
        self.local.push(NOWHERE);
        Ok(state)
    }

    /// The subgame of the open pairs reachable from a pair.
    fn explore(&mut self, arena: &mut Arena<'_>, start: u32) -> Result<Subgame, Error> {
        let mut play = Subgame::default();
        self.enter(&mut play, start);
        let mut moves = Vec::new();
        while play.starts.len() < play.states.len() {
            arena.store().budget().step()?;
            let state = play.states[play.starts.len()];
            let mover = self.pairs[state as usize].2;
            self.moves(arena, state, &mut moves)?;
            let decides = if mover == Player::Left { Status::Yes } else { Status::No };
            let at = moves.iter().position(|to| self.known[(to >> 1) as usize] == decides);
            if at.is_some() {
                self.known[state as usize] = decides;
                moves.clear();
            }
            play.starts.push(play.moves.len() as u32);
            for &to in &moves {
                let (to, marked) = (to >> 1, to & 1);
                if self.known[to as usize] == Status::Open {
                    let to = self.enter(&mut play, to);
                    play.moves.push(to << 1 | marked);
                }
            }
        }
        play.starts.push(play.moves.len() as u32);
        Ok(play)
    }

    /// Index of an open pair in a subgame; each pair is in one subgame only.
    fn enter(&mut self, play: &mut Subgame, state: u32) -> u32 {
        let local = &mut self.local[state as usize];
        if *local == NOWHERE {
            *local = play.states.len() as u32;
            play.states.push(state);
            play.lefts.push(self.pairs[state as usize].2 == Player::Left);
        }
        *local
    }

    /// The moves of a player: twice the index of the pair, plus one if the move is in the first game.
    fn moves(
        &mut self,
        arena: &mut Arena<'_>,
        state: u32,
        moves: &mut Vec<u32>,
    ) -> Result<(), Error> {
        let (g, h, mover) = self.pairs[state as usize];
        let next = mover.opponent();
        moves.clear();
        if !self.stays(arena, g) {
            for &to in arena.options(g, mover)?.iter() {
                moves.push(self.state(arena, (to, h, next))? << 1 | 1);
            }
        }
        if !self.stays(arena, h) {
            for &to in arena.options(h, next)?.iter() {
                moves.push(self.state(arena, (g, to, next))? << 1);
            }
        }
        Ok(())
    }

    /// Whether neither player need move there; never called for two short games.
    fn stays(&self, arena: &Arena<'_>, vertex: u32) -> bool {
        self.simplest && arena.short(vertex).is_some_and(|x| arena.store().is_number(x))
    }
}

/// A subgame of open pairs, renumbered, with the moves between them.
#[derive(Default)]
struct Subgame {
    states: Vec<u32>,
    lefts: Vec<bool>,
    starts: Vec<u32>,
    /// Twice the index of the target, plus one if the move is in the first game.
    moves: Vec<u32>,
}

impl Subgame {
    fn moves(&self, at: u32) -> &[u32] {
        &self.moves[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }

    fn all(&self) -> std::ops::Range<u32> {
        0..self.states.len() as u32
    }

    /// The reversed graph of the moves for which `passes` holds.
    fn before(&self, passes: impl Fn(u32) -> bool, budget: &Budget) -> Result<Digraph, Error> {
        let moves = || {
            let moves = self.all().flat_map(|at| self.moves(at).iter().map(move |to| (*to, at)));
            moves.filter(|(to, _)| passes(*to)).map(|(to, at)| (to >> 1, at))
        };
        Digraph::of_edges(self.states.len(), moves, budget)
    }

    /// Decides all pairs. In each round, pairs from which Left can force neither a win nor one more move in
    /// the first game are lost, with their attractor for Right; until there are none.
    fn solve(&self, arena: &Arena<'_>, known: &mut [Status]) -> Result<(), Error> {
        let budget = arena.store().budget();
        let before = self.before(|_| true, budget)?;
        let in_second = self.before(|to| to & 1 == 0, budget)?;
        let open = self.all().map(|at| self.moves(at).len() as u32).collect();
        let mut now = RetrogradeAnalysis::new(&before, open);
        for (at, state) in (0..).zip(&self.states) {
            match known[*state as usize] {
                Status::Open => {}
                decided => now.decide(at, self.lefts[at as usize] == (decided == Status::Yes)),
            }
        }
        now.decide_ends(budget)?;
        loop {
            now.spread(budget, |_, _| ())?;
            let lost = self.stuck(&now, &in_second, budget)?;
            if lost.is_empty() {
                break;
            }
            lost.into_iter().for_each(|at| now.decide(at, !self.lefts[at as usize]));
        }
        for (at, state) in (0..).zip(&self.states) {
            let lost = now.wins(at).is_some_and(|wins| wins != self.lefts[at as usize]);
            known[*state as usize] = if lost { Status::No } else { Status::Yes };
        }
        Ok(())
    }

    /// The open pairs from which Left cannot force one more move in the first game.
    fn stuck(
        &self,
        now: &RetrogradeAnalysis<'_>,
        in_second: &Digraph,
        budget: &Budget,
    ) -> Result<Vec<u32>, Error> {
        let is_open = |at: &u32| now.wins(*at).is_none();
        let open_moves = |at: u32| self.moves(at).iter().filter(|to| is_open(&(*to >> 1)));
        let in_first = |at: u32| open_moves(at).any(|to| to & 1 == 1);
        let others = |at: u32| open_moves(at).filter(|to| *to & 1 == 0).count() as u32;
        let mut reach = now.among_the_rest(in_second, self.all().map(others).collect());
        for at in self.all().filter(is_open) {
            match self.lefts[at as usize] {
                true if in_first(at) => reach.decide(at, true),
                false if reach.open(at) == 0 => reach.decide(at, false),
                _ => {}
            }
        }
        reach.spread(budget, |_, _| ())?;
        Ok(self.all().filter(|at| is_open(at) && reach.wins(*at).is_none()).collect())
    }
}
