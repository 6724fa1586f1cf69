//! The order of games in which infinite play is won by Left.
//!
//! G is at least H when Left, moving second in G - H, can either win or move in G again and again
//! forever: infinite play in G alone is hers, infinite play in -H alone is Right's, and infinite
//! play in both is a draw. So this is a Büchi game. For stoppers nothing but survival matters,
//! for infinite play must go on in both.
//!
//! Source: Siegel, *Combinatorial Game Theory*, VI.2 (the swivel chair theorem); for Büchi games
//! the classical algorithm, see Grädel, Thomas and Wilke, *Automata, Logics, and Infinite Games*,
//! chapter 2.

use rustc_hash::FxHashMap;

use super::arena::Arena;
use crate::graph::{Backward, Digraph};
use crate::{Budget, Error, Player};

/// So many pairs of positions with a player to move are looked at, at most.
pub(super) const MOST_PAIRS: usize = 4_000_000;

/// Answers about so many vertices are kept in a table.
const TABLE: u32 = 1024;

/// What is known of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Open,
    /// Left survives.
    Yes,
    /// Left loses.
    No,
}

/// A difference G - H and who is to move.
type Pair = (u32, u32, Player);

/// Answers questions about the order, and remembers them.
#[derive(Default)]
pub(super) struct Order {
    /// Whether loopy vertices are simplest forms of stoppers and so no numbers. Then neither player need
    /// move in a number beside one: number avoidance, Siegel, *Combinatorial Game Theory*, VI.3.
    simplest: bool,
    /// What is known of the first vertices: for each, a row of what it is at least.
    table: Vec<Known>,
    index: FxHashMap<u64, u32>,
    pairs: Vec<Pair>,
    known: Vec<Known>,
    /// The number of an open pair in the play in which it is decided.
    local: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Order {
    /// Of simplest forms of stoppers.
    pub(super) fn of_stoppers() -> Order {
        Order { simplest: true, ..Order::default() }
    }

    /// Whether one vertex is at least another.
    ///
    /// # Errors
    /// When the budget is exhausted, or there are too many pairs. Cost: all pairs together that
    /// are ever looked at, times their moves, times the rounds of the Büchi game, which are few.
    pub(super) fn ge(&mut self, arena: &mut Arena<'_>, g: u32, h: u32) -> Result<bool, Error> {
        if g == h {
            return Ok(true);
        }
        let place = (g.max(h) < TABLE).then(|| (g * TABLE + h) as usize);
        if let Some(known) = place.and_then(|place| self.table.get(place))
            && *known != Known::Open
        {
            return Ok(*known == Known::Yes);
        }
        let yes = self.answer(arena, g, h)?;
        if let Some(place) = place {
            if self.table.len() <= place {
                let length = (g as usize + 1) * TABLE as usize;
                self.table.resize(length, Known::Open);
            }
            self.table[place] = if yes { Known::Yes } else { Known::No };
        }
        Ok(yes)
    }

    fn answer(&mut self, arena: &mut Arena<'_>, g: u32, h: u32) -> Result<bool, Error> {
        if let (Some(a), Some(b)) = (arena.short(g), arena.short(h)) {
            return arena.store().le(b, a);
        }
        let start = self.state(arena, (g, h, Player::Right))?;
        if self.known[start as usize] == Known::Open {
            let play = self.explore(arena, start)?;
            play.solve(arena, &mut self.known)?;
        }
        Ok(self.known[start as usize] == Known::Yes)
    }

    /// Whether two vertices are equal.
    pub(super) fn eq(&mut self, arena: &mut Arena<'_>, g: u32, h: u32) -> Result<bool, Error> {
        Ok(self.ge(arena, g, h)? && self.ge(arena, h, g)?)
    }

    /// The number of a pair; what is known of two short games is asked of the store.
    fn state(&mut self, arena: &Arena<'_>, pair: Pair) -> Result<u32, Error> {
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
                if yes { Known::Yes } else { Known::No }
            }
            _ if g == h && player == Player::Right => Known::Yes,
            _ => Known::Open,
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

    /// All that can follow a pair, up to what is known.
    fn explore(&mut self, arena: &mut Arena<'_>, start: u32) -> Result<Play, Error> {
        let mut play = Play::default();
        self.enter(&mut play, start);
        let mut moves = Vec::new();
        while play.starts.len() < play.states.len() {
            arena.store().budget().step()?;
            let state = play.states[play.starts.len()];
            let mover = self.pairs[state as usize].2;
            self.moves(arena, state, &mut moves)?;
            let decides = if mover == Player::Left { Known::Yes } else { Known::No };
            let at = moves.iter().position(|to| self.known[(to >> 1) as usize] == decides);
            if at.is_some() {
                self.known[state as usize] = decides;
                moves.clear();
            }
            play.starts.push(play.moves.len() as u32);
            for &to in &moves {
                let (to, marked) = (to >> 1, to & 1);
                if self.known[to as usize] == Known::Open {
                    let to = self.enter(&mut play, to);
                    play.moves.push(to << 1 | marked);
                }
            }
        }
        play.starts.push(play.moves.len() as u32);
        Ok(play)
    }

    /// The number of an open pair in a play; it never takes part in another one.
    fn enter(&mut self, play: &mut Play, state: u32) -> u32 {
        let local = &mut self.local[state as usize];
        if *local == NOWHERE {
            *local = play.states.len() as u32;
            play.states.push(state);
            play.lefts.push(self.pairs[state as usize].2 == Player::Left);
        }
        *local
    }

    /// Where a player can move: twice the number of the pair, and one more when the move is in
    /// the first game.
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

    /// Whether neither player need move there; two short games are never asked.
    fn stays(&self, arena: &Arena<'_>, vertex: u32) -> bool {
        self.simplest && arena.short(vertex).is_some_and(|x| arena.store().is_number(x))
    }
}

/// The open pairs that can follow one, numbered anew, and their moves to each other.
#[derive(Default)]
struct Play {
    states: Vec<u32>,
    lefts: Vec<bool>,
    starts: Vec<u32>,
    /// Twice where it leads, and one more when the move is in the first game.
    moves: Vec<u32>,
}

impl Play {
    fn moves(&self, at: u32) -> &[u32] {
        &self.moves[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }

    fn all(&self) -> std::ops::Range<u32> {
        0..self.states.len() as u32
    }

    /// The moves that pass a test, turned around.
    fn before(&self, passes: impl Fn(u32) -> bool) -> Digraph {
        Digraph::of_edges(self.states.len(), || {
            let moves = self.all().flat_map(|at| self.moves(at).iter().map(move |to| (*to, at)));
            moves.filter(|(to, _)| passes(*to)).map(|(to, at)| (to >> 1, at))
        })
    }

    /// Decides all. In each round, what Left cannot bring to a win or to one more move in the
    /// first game is lost, with all from where Right can force it; until nothing is.
    fn solve(&self, arena: &Arena<'_>, known: &mut [Known]) -> Result<(), Error> {
        let budget = arena.store().budget();
        let before = self.before(|_| true);
        let in_second = self.before(|to| to & 1 == 0);
        let open = self.all().map(|at| self.moves(at).len() as u32).collect();
        let mut now = Backward::new(&before, open);
        for (at, state) in (0..).zip(&self.states) {
            match known[*state as usize] {
                Known::Open => {}
                decided => now.decide(at, self.lefts[at as usize] == (decided == Known::Yes)),
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
            known[*state as usize] = if lost { Known::No } else { Known::Yes };
        }
        Ok(())
    }

    /// The open pairs from where Left cannot force one more move in the first game.
    fn stuck(
        &self,
        now: &Backward<'_>,
        in_second: &Digraph,
        budget: &Budget,
    ) -> Result<Vec<u32>, Error> {
        let is_open = |at: &u32| now.wins(*at).is_none();
        let ways = |at: u32| self.moves(at).iter().filter(|to| is_open(&(*to >> 1)));
        let in_first = |at: u32| ways(at).any(|to| to & 1 == 1);
        let others = |at: u32| ways(at).filter(|to| *to & 1 == 0).count() as u32;
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
