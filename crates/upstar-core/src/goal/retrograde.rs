//! All positions, worked out backwards: for games in which play can return to a position.
//!
//! Knows: who can force a win; what nobody can force is a draw, because a player who cannot win
//! may go on for ever.

use rustc_hash::FxHashMap;

use super::Contest;
use super::table::{Bounds, Entry, Known};
use crate::{Budget, Error, Player};

/// The most positions that are listed, each player's turn counting by itself.
const MOST_STATES: usize = 1 << 22;

/// The positions that can be reached, and who moved where.
struct Graph<P> {
    states: Vec<(P, Player)>,
    numbers: FxHashMap<(P, Player), u32>,
    /// From where each can be reached.
    before: Vec<Vec<u32>>,
    /// How many moves from each are not known to lose.
    left: Vec<u32>,
    /// For the player to move: 1 wins, -1 loses, 0 not known.
    values: Vec<i8>,
    /// Those with a value whose predecessors have not been told.
    news: Vec<u32>,
}

/// The value of a position for the player to move. The values of all that can be reached stay in
/// the table.
pub(super) fn value<C: Contest>(
    contest: &mut C,
    known: &mut Known<C::Position>,
    budget: &Budget,
    position: &C::Position,
    mover: Player,
) -> Result<i8, C::Error> {
    let mut graph = Graph {
        states: Vec::new(),
        numbers: FxHashMap::default(),
        before: Vec::new(),
        left: Vec::new(),
        values: Vec::new(),
        news: Vec::new(),
    };
    let root = contest.normal(position, mover);
    graph.number(root);
    let mut next = 0;
    while let Some(state) = graph.states.get(next).cloned() {
        budget.step().map_err(Error::from)?;
        if graph.states.len() > MOST_STATES {
            return Err(Error::Endless { seen: next as u64 }.into());
        }
        graph.expand(contest, next as u32, &state)?;
        next += 1;
    }
    graph.spread(budget)?;
    let value = graph.values[0];
    for (state, value) in graph.states.into_iter().zip(graph.values) {
        known.entries.insert(state, Entry { bounds: Bounds::exactly(value), open: false });
    }
    Ok(value)
}

impl<P: Clone + Eq + std::hash::Hash> Graph<P> {
    fn number(&mut self, state: (P, Player)) -> u32 {
        if let Some(number) = self.numbers.get(&state) {
            return *number;
        }
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.before.push(Vec::new());
        self.left.push(0);
        self.values.push(0);
        number
    }

    /// Lists the moves from a position that is no end.
    fn expand<C: Contest<Position = P>>(
        &mut self,
        contest: &mut C,
        number: u32,
        (position, mover): &(P, Player),
    ) -> Result<(), C::Error> {
        let choices = contest.choices(position, *mover)?;
        let mut best = -1;
        for choice in &choices {
            if let Some(verdict) = contest.verdict(&choice.position, mover.opponent())? {
                best = best.max(verdict.of_player(*mover));
                // A draw is a way out that nobody can take away.
                self.left[number as usize] += u32::from(verdict.of_player(*mover) == 0);
                continue;
            }
            let state = contest.normal(&choice.position, mover.opponent());
            let to = self.number(state);
            self.left[number as usize] += 1;
            self.before[to as usize].push(number);
        }
        if best == 1 {
            self.decide(number, 1);
        } else if self.left[number as usize] == 0 && !choices.is_empty() {
            self.decide(number, -1);
        }
        Ok(())
    }

    fn decide(&mut self, number: u32, value: i8) {
        if self.values[number as usize] == 0 {
            self.values[number as usize] = value;
            self.news.push(number);
        }
    }

    /// Tells predecessors until nothing is new.
    fn spread(&mut self, budget: &Budget) -> Result<(), Error> {
        while let Some(number) = self.news.pop() {
            budget.step()?;
            let value = self.values[number as usize];
            for before in std::mem::take(&mut self.before[number as usize]) {
                if value == -1 {
                    self.decide(before, 1);
                    continue;
                }
                let left = &mut self.left[before as usize];
                *left -= 1;
                if *left == 0 {
                    self.decide(before, -1);
                }
            }
        }
        Ok(())
    }
}
