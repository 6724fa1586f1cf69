//! The order of games in which infinite play is won by Left.
//!
//! G is at least H when Left, moving second in G - H, can either win or move in G again and again
//! for ever: infinite play in G alone is hers, infinite play in -H alone is Right's, and infinite
//! play in both is a draw. So this is a Büchi game. For stoppers nothing but survival matters,
//! for infinite play must go on in both.
//!
//! Source: Siegel, *Combinatorial Game Theory*, VI.2 (the swivel chair theorem); for Büchi games
//! the classical algorithm, see Grädel, Thomas and Wilke, *Automata, Logics, and Infinite Games*,
//! chapter 2.

use rustc_hash::FxHashMap;

use super::arena::Arena;
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
    /// Whether loopy vertices are simplest forms of stoppers and so no numbers. Then nobody need
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

    /// Whether nobody need move there; two short games are never asked.
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

    /// Decides all. In each round, what Left cannot bring to a win or to one more move in the
    /// first game is lost, with all from where Right can force it; until nothing is.
    fn solve(&self, arena: &Arena<'_>, known: &mut [Known]) -> Result<(), Error> {
        let budget = arena.store().budget();
        let now = self.states.iter().map(|state| known[*state as usize]).collect();
        let mut round = Round::new(self, now, budget);
        round.begin()?;
        while round.lose_what_cannot_go_on()? {}
        for (state, now) in self.states.iter().zip(round.now) {
            known[*state as usize] = if now == Known::No { Known::No } else { Known::Yes };
        }
        Ok(())
    }
}

/// The solution of a Büchi game, as far as it is.
struct Round<'a> {
    play: &'a Play,
    budget: &'a Budget,
    /// The moves backwards, as in the play.
    back_starts: Vec<u32>,
    back: Vec<u32>,
    now: Vec<Known>,
    /// How many moves lead to what is open.
    open: Vec<u32>,
}

impl<'a> Round<'a> {
    fn new(play: &'a Play, now: Vec<Known>, budget: &'a Budget) -> Self {
        let mut back_starts = vec![0; now.len() + 1];
        for to in &play.moves {
            back_starts[(to >> 1) as usize + 1] += 1;
        }
        for at in 1..back_starts.len() {
            back_starts[at] += back_starts[at - 1];
        }
        let mut next = back_starts.clone();
        let mut back = vec![0; play.moves.len()];
        let mut open = Vec::with_capacity(now.len());
        for at in 0..now.len() as u32 {
            open.push(play.moves(at).len() as u32);
            for to in play.moves(at) {
                let slot = &mut next[(to >> 1) as usize];
                back[*slot as usize] = at << 1 | (to & 1);
                *slot += 1;
            }
        }
        Round { play, budget, back_starts, back, now, open }
    }

    fn before(&self, at: u32) -> &[u32] {
        let at = at as usize;
        &self.back[self.back_starts[at] as usize..self.back_starts[at + 1] as usize]
    }

    fn all(&self) -> std::ops::Range<u32> {
        0..self.now.len() as u32
    }

    /// Decides what is without a move that counts, and what follows from all that is decided.
    fn begin(&mut self) -> Result<(), Error> {
        for at in 0..self.now.len() {
            if self.now[at] == Known::Open && self.open[at] == 0 {
                self.now[at] = if self.play.lefts[at] { Known::No } else { Known::Yes };
            }
        }
        let decided = self.all().filter(|at| self.now[*at as usize] != Known::Open).collect();
        self.force(decided)
    }

    /// What follows from what has just been decided.
    fn force(&mut self, mut queue: Vec<u32>) -> Result<(), Error> {
        while let Some(at) = queue.pop() {
            self.budget.step()?;
            let known = self.now[at as usize];
            let range = self.back_starts[at as usize]..self.back_starts[at as usize + 1];
            for n in range {
                let before = self.back[n as usize] >> 1;
                let place = before as usize;
                if self.now[place] != Known::Open {
                    continue;
                }
                self.open[place] -= 1;
                let wins = self.play.lefts[place] == (known == Known::Yes);
                if wins || self.open[place] == 0 {
                    self.now[place] = known;
                    queue.push(before);
                }
            }
        }
        Ok(())
    }

    /// One round; whether something was lost.
    fn lose_what_cannot_go_on(&mut self) -> Result<bool, Error> {
        let reached = self.reached()?;
        let is_lost = |at: &u32| self.now[*at as usize] == Known::Open && !reached[*at as usize];
        let lost: Vec<u32> = self.all().filter(is_lost).collect();
        lost.iter().for_each(|at| self.now[*at as usize] = Known::No);
        let some = !lost.is_empty();
        self.force(lost)?;
        Ok(some)
    }

    /// Where Left can force one more move in the first game.
    fn reached(&self) -> Result<Vec<bool>, Error> {
        let is_open = |to: &u32| self.now[(to >> 1) as usize] == Known::Open;
        let mut reached = vec![false; self.now.len()];
        // For Right, how many open moves do not count yet.
        let mut missing = vec![0; self.now.len()];
        let mut queue = Vec::new();
        for at in self.all().filter(|at| self.now[*at as usize] == Known::Open) {
            let place = at as usize;
            let mut moves = self.play.moves(at).iter().filter(|to| is_open(to));
            missing[place] = moves.clone().filter(|to| *to & 1 == 0).count();
            reached[place] = match self.play.lefts[place] {
                true => moves.any(|to| to & 1 == 1),
                false => missing[place] == 0,
            };
            if reached[place] {
                queue.push(at);
            }
        }
        while let Some(at) = queue.pop() {
            self.budget.step()?;
            for before in self.before(at).iter().filter(|to| *to & 1 == 0) {
                let place = (before >> 1) as usize;
                if self.now[place] != Known::Open || reached[place] {
                    continue;
                }
                missing[place] = missing[place].saturating_sub(1);
                if self.play.lefts[place] || missing[place] == 0 {
                    reached[place] = true;
                    queue.push(before >> 1);
                }
            }
        }
        Ok(reached)
    }
}
