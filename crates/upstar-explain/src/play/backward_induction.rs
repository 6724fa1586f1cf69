//! Backward induction over all that can follow a position, and the strategy read off from it.
//!
//! The classical analysis from the end (Zermelo 1913; Siegel, *Combinatorial Game Theory*, VI.1, for
//! games that can repeat). Positions from which neither player can force an end are draws. Cost: each
//! position that follows is examined once, each move twice.

use std::collections::{BTreeSet, VecDeque};

use indexmap::IndexMap;
use upstar_core::Player;

use super::rules;
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::show::player_name;
use crate::value::{Fault, Result, Value, blocking};

/// Result of a position with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlayResult {
    /// The winner; `None` when neither player can force a win.
    pub(super) winner: Option<Player>,
    /// Length of play when the winner hurries and the loser delays.
    pub(super) moves: u32,
}

/// A position with the player to move.
struct PositionToMove {
    next: Vec<usize>,
    before: Vec<usize>,
    result: Option<PlayResult>,
}

/// Table of all that can follow a position.
pub(super) struct Table {
    states: IndexMap<(Value, Player), PositionToMove>,
}

impl Table {
    /// Returns the table of `value` with `player` to move; `None` when more than `most` states follow.
    pub(super) fn of(
        host: &mut dyn Host,
        value: &Value,
        player: Player,
        most: usize,
    ) -> Result<Option<Table>> {
        let mut table = Table { states: IndexMap::new() };
        table.place(value.clone(), player);
        let mut at = 0;
        while at < table.states.len() {
            if !table.expand(host, at, most)? {
                return Ok(None);
            }
            at += 1;
        }
        table.solve();
        Ok(Some(table))
    }

    /// Result of a position with best play.
    fn result(&self, value: &Value, player: Player) -> Option<PlayResult> {
        let state = self.states.get(&(value.clone(), player))?;
        Some(state.result.unwrap_or(PlayResult { winner: None, moves: 0 }))
    }

    /// The number of a state.
    fn place_of(&self, value: &Value, player: Player) -> Option<usize> {
        self.states.get_index_of(&(value.clone(), player))
    }

    /// Returns the best move of a player and its result: quick wins and slow losses are better. `None` if
    /// an option is not in the table.
    pub(super) fn best(
        &self,
        host: &mut dyn Host,
        player: Player,
        options: &[Value],
    ) -> Result<Option<(usize, PlayResult)>> {
        let mut best: Option<((u8, i64), usize, PlayResult)> = None;
        for (place, option) in options.iter().enumerate() {
            let next = rules::next(host, option, player)?;
            let Some(result) = self.result(option, next) else { return Ok(None) };
            let worth = match result.winner {
                Some(winner) if winner == player => (2, -i64::from(result.moves)),
                None => (1, 0),
                Some(_) => (0, i64::from(result.moves)),
            };
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, place, result));
            }
        }
        Ok(best.map(|(_, place, result)| (place, result)))
    }

    fn place(&mut self, value: Value, player: Player) -> usize {
        let entry = self.states.entry((value, player));
        let place = entry.index();
        entry.or_insert(PositionToMove { next: Vec::new(), before: Vec::new(), result: None });
        place
    }

    /// Adds the successors of a state; returns whether there is room for them.
    fn expand(&mut self, host: &mut dyn Host, at: usize, most: usize) -> Result<bool> {
        host.store().budget().step()?;
        let ((value, player), _) = self.states.get_index(at).expect("the state was met");
        let (value, player) = (value.clone(), *player);
        if let Some(ending) = rules::decided(host, &value, player)? {
            self.end(at, ending.winner);
            return Ok(true);
        }
        let options = rules::options(host, &value, player)?;
        if options.is_empty() {
            self.end(at, rules::stuck(&value, player).winner);
        }
        for option in options {
            let to = rules::next(host, &option, player)?;
            let next = self.place(option, to);
            self.states[next].before.push(at);
            self.states[at].next.push(next);
            if self.states.len() > most {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn end(&mut self, at: usize, winner: Option<Player>) {
        self.states[at].result = Some(PlayResult { winner, moves: 0 });
    }

    /// Runs the backward induction from the terminal states.
    fn solve(&mut self) {
        let mut open: Vec<usize> = self.states.values().map(|state| state.next.len()).collect();
        let ended = |n: &usize| self.states[*n].result.is_some();
        let mut queue: VecDeque<usize> = (0..self.states.len()).filter(ended).collect();
        while let Some(at) = queue.pop_front() {
            let Some(PlayResult { winner: Some(winner), moves }) = self.states[at].result else {
                continue;
            };
            for n in 0..self.states[at].before.len() {
                let before = self.states[at].before[n];
                open[before] -= 1;
                let player = self.states.get_index(before).map(|((_, player), _)| *player);
                let forced =
                    player == Some(winner) || open[before] == 0 && self.lost(before, winner);
                if self.states[before].result.is_none() && forced {
                    let result = PlayResult { winner: Some(winner), moves: moves + 1 };
                    self.states[before].result = Some(result);
                    queue.push_back(before);
                }
            }
        }
    }

    /// Reports whether all moves lead to states that this player wins.
    fn lost(&self, at: usize, winner: Player) -> bool {
        let result = |next: &usize| self.states[*next].result.and_then(|result| result.winner);
        self.states[at].next.iter().all(|next| result(next) == Some(winner))
    }
}

/// Most states of a position for which a strategy is computed.
const MOST_STATES: usize = 50_000;

/// Returns a strategy: a move for each position in which it can be `player`'s turn when that player
/// keeps to these moves. They win, or at least draw, and win as soon as can be forced. Empty when the
/// other player wins whoever begins. Cost: that of backward induction over all that can follow.
///
/// # Errors
/// When more than 50,000 positions follow, and for what cannot be computed.
pub fn strategy(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<(Value, Value)>> {
    rules::playable(value)?;
    if let Some(position) = blocking::position(value) {
        return Err(blocking::no_strategy(&position.ruleset));
    }
    blocking::refuse_sum(value)?;
    let mut found: Vec<(Value, Value)> = Vec::new();
    let mut seen = BTreeSet::new();
    for first in [player, player.opponent()] {
        let Some(table) = Table::of(host, value, first, MOST_STATES)? else {
            return Err(too_many(player));
        };
        let lost = |value: &Value, who: Player| {
            let result = table.result(value, who);
            result.is_none_or(|result| result.winner == Some(player.opponent()))
        };
        if lost(value, first) {
            continue;
        }
        let mut open = VecDeque::from([(value.clone(), first)]);
        while let Some((at, who)) = open.pop_front() {
            host.store().budget().step()?;
            let Some(place) = table.place_of(&at, who) else { continue };
            let options = match rules::decided(host, &at, who)? {
                Some(_) => Vec::new(),
                None => rules::options(host, &at, who)?,
            };
            // The two tables number the states differently.
            if !seen.insert((first, place)) {
                continue;
            }
            let chosen = match who == player {
                true => table.best(host, player, &options)?.map(|(place, _)| place),
                false => None,
            };
            for (n, option) in options.iter().enumerate() {
                if chosen.is_none_or(|chosen| chosen == n) {
                    let next = rules::next(host, option, who)?;
                    open.push_back((option.clone(), next));
                }
            }
            if let Some(chosen) = chosen {
                found.push((at, options[chosen].clone()));
            }
        }
    }
    Ok(found)
}

fn too_many(player: Player) -> Fault {
    let message = format!("a strategy for {} is too large for a table", player_name(player));
    Fault::new(Code::TooLarge, message)
        .note(format!("more than {MOST_STATES} positions can follow"))
        .help("ask `winning_moves(P, player)` in the positions that come")
}
