//! Strategies: for each position in which the winner moves one move, and the same for a player who does not lose.
//!
//! Must not know: what the question is.
//!
//! Positions are proved after those on which they rest, by a stack and not by recursion. Where play returns to a position
//! on the way, `graph.rs` finds moves that come nearer to the end.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexSet;
use upstar_core::Player;
use upstar_core::board::Board;
use upstar_core::solve::goal::Verdict;

use super::normal::Normal;
use super::text::Lines;
use super::{graph, text};
use crate::explain::moving_first;
use crate::value::host::Host;
use crate::value::show::player_name as name;
use crate::value::{Attempt, Result, Term, TermKind, Value, goals, moves as options};

/// Facts that were written.
#[derive(Default)]
pub(super) struct Facts {
    /// The facts about the question.
    pub(super) lines: Lines,
    /// Positions that a player, who is to move, wins, and does not lose.
    wins: [HashSet<Arc<str>>; 2],
    holds: [HashSet<Arc<str>>; 2],
    /// Positions that a player wins when the other one is to move.
    answered: [HashSet<Value>; 2],
    /// Texts of values, as far as they were written.
    texts: HashMap<Value, Arc<str>>,
    /// Moves of each player, and who wins when she begins, as far as they were asked for.
    moves: [HashMap<Value, Arc<[Value]>>; 2],
    winners: [HashMap<Value, Option<Player>>; 2],
    /// Moves of each player in summands, as the rules list them.
    of_summands: [HashMap<Term, Box<[Value]>>; 2],
    /// How play is over when she is to move.
    ends: [HashMap<Value, Option<Option<Player>>>; 2],
    /// Whether play in the difference of the question returns, so that one induction finds who wins all that follows.
    pub(super) returns: bool,
    /// How often a move in a cell was good for a player, in games decided by goals.
    good: [HashMap<Cell, usize>; 2],
    /// How a goal has ended play when she is to move.
    goal_ends: [HashMap<Value, Option<Verdict>>; 2],
    /// How positions are named.
    pub(super) normal: Normal,
    /// Positions whose nimbers were proved.
    pub(super) nimbers: HashSet<Value>,
    /// Nimbers as far as they were asked for.
    pub(super) known_nimbers: HashMap<Value, u64>,
    /// Positions, and nimbers that were proved not to be theirs.
    pub(super) others: HashSet<(Arc<str>, u64)>,
}

/// A row and a column.
type Cell = (usize, usize);

/// A task on the stack.
enum Task {
    /// To prove that the player, who is to move, wins.
    Win(Value),
    /// To write that she does, by a move.
    Write { sum: Arc<str>, to: Value },
}

fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

/// Who wins when a player moves first, by the last move or by a goal; `None` for a draw.
pub(super) fn winner(host: &mut dyn Host, value: &Value, first: Player) -> Attempt<Option<Player>> {
    match goals::position(value) {
        Some(position) => Ok(host.goal_winner(position, first)?.winner()),
        None => moving_first::winner(host, value, first),
    }
}

/// Whether a value is a game without positions, in normal play.
fn is_game(value: &Value) -> bool {
    matches!(value, Value::Number(_) | Value::Game(_))
}

/// Whether both players have the same moves, because the rules say nothing else.
fn moves_are_alike(value: &Value) -> bool {
    match value {
        Value::Position(position) => position.ruleset.moves_are_alike(),
        Value::Sum(sum) => sum.terms().iter().all(|term| match &term.kind {
            TermKind::Position(position) => position.ruleset.moves_are_alike(),
            TermKind::Game(_) | TermKind::Loopy(_) => false,
        }),
        Value::Misere(games) => games.terms().iter().all(moves_are_alike),
        _ => false,
    }
}

/// The cells of the board of a game decided by a goal.
fn cells(value: &Value) -> Option<&Board> {
    goals::position(value)?.arguments().iter().find_map(|argument| match argument {
        Value::Board(cells) => Some(&cells.board),
        _ => None,
    })
}

/// The cell nearest to the middle, by row and column, that a move changes, with the square of twice its distance.
fn changed(value: &Value, option: &Value) -> Option<(usize, Cell)> {
    let (before, after) = (cells(value)?, cells(option)?);
    let aside = |place: usize, length: usize| (2 * place).abs_diff(length + 1).pow(2);
    let changed = before.cells().zip(after.cells()).filter(|(one, other)| one != other);
    let distances = changed.map(|((row, column, _), _)| {
        (aside(row, before.rows()) + aside(column, before.columns()), (row, column))
    });
    distances.min()
}

impl Facts {
    /// The text of a value as [`text::sum`] writes it. Each is made once, and those of sums from those of their summands.
    pub(super) fn text(&mut self, host: &mut dyn Host, value: &Value) -> Result<Arc<str>> {
        if let Some(known) = self.texts.get(value) {
            return Ok(known.clone());
        }
        let store = host.store();
        let mut write = |position: &Value| Ok(self.text(host, position)?.to_string());
        let text: Arc<str> = match value {
            Value::Sum(_) | Value::Misere(_) => text::sum_of(&store, value, &mut write)?.into(),
            other => text::sum(host, other)?.into(),
        };
        if !text::has_orders(value) {
            store.budget().reserve(text.len() as u64 + 128)?;
            self.texts.insert(value.clone(), text.clone());
        }
        Ok(text)
    }

    /// The moves of a player, by the rules, each named once. They are kept, because positions are met on several ways, where
    /// equal values are written alike.
    pub(super) fn moves(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        player: Player,
    ) -> Attempt<Arc<[Value]>> {
        let player = if moves_are_alike(value) { Player::Left } else { player };
        if let Some(known) = self.moves[side(player)].get(value) {
            return Ok(known.clone());
        }
        host.store().budget().step()?;
        let mut all = IndexSet::<Value>::new();
        for option in self.listed(host, value, player)? {
            all.insert(self.normal.form(host, option)?);
        }
        let all: Arc<[Value]> = all.into_iter().collect();
        if text::has_orders(value) {
            return Ok(all);
        }
        host.store().budget().reserve((128 + size_of_val(&*all)) as u64)?;
        self.moves[side(player)].insert(value.clone(), all.clone());
        Ok(all)
    }

    /// The moves of a player, as the rules list them. Those of a summand are listed once, for all sums that it is met in.
    fn listed(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        player: Player,
    ) -> Attempt<Vec<Value>> {
        let sum = match value {
            Value::Sum(sum) if !text::has_orders(value) => sum,
            _ => return options::moves(host, value, player),
        };
        let known = &mut self.of_summands[side(player)];
        options::sum_moves(host, sum, &mut |host, term| {
            if let Some(known) = known.get(term) {
                return Ok(known.to_vec());
            }
            let listed = options::term_options(host, term, player)?;
            host.store().budget().reserve((128 + size_of_val(&*listed)) as u64)?;
            known.insert(term.clone(), listed.as_slice().into());
            Ok(listed)
        })
    }

    /// How play is over when a player is to move: who has won. `None` while it goes on.
    pub(super) fn over(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        mover: Player,
    ) -> Attempt<Option<Option<Player>>> {
        if let Some(known) = self.ends[side(mover)].get(value) {
            return Ok(*known);
        }
        let found = match goals::position(value) {
            Some(_) => match self.goal_end(host, value, mover)? {
                None if self.moves(host, value, mover)?.is_empty() => Some(None),
                end => end.map(Verdict::winner),
            },
            None if !self.moves(host, value, mover)?.is_empty() => None,
            None => Some(Some(match value {
                Value::Misere(_) => mover,
                _ => mover.opponent(),
            })),
        };
        host.store().budget().reserve(128)?;
        self.ends[side(mover)].insert(value.clone(), found);
        Ok(found)
    }

    /// How a goal has ended play when a player is to move.
    fn goal_end(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        mover: Player,
    ) -> Attempt<Option<Verdict>> {
        let Some(position) = goals::position(value) else { return Ok(None) };
        if let Some(known) = self.goal_ends[side(mover)].get(value) {
            return Ok(*known);
        }
        let found = host.goal_end(position, mover)?;
        host.store().budget().reserve(128)?;
        self.goal_ends[side(mover)].insert(value.clone(), found);
        Ok(found)
    }

    /// Whether play is over and won by the player who is to move. Without moves a goal is not reached.
    fn has_won(&mut self, host: &mut dyn Host, value: &Value, player: Player) -> Attempt<bool> {
        if let Value::Misere(_) = value {
            return Ok(self.over(host, value, player)? == Some(Some(player)));
        }
        let end = self.goal_end(host, value, player)?;
        Ok(end.and_then(Verdict::winner) == Some(player))
    }

    /// Takes note of who wins when a player moves first.
    pub(super) fn note_winner(
        &mut self,
        host: &mut dyn Host,
        value: Value,
        first: Player,
        winner: Option<Player>,
    ) -> Attempt<()> {
        host.store().budget().reserve(128)?;
        self.winners[side(first)].insert(value, winner);
        Ok(())
    }

    /// Who wins when a player moves first.
    fn winner(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        first: Player,
    ) -> Attempt<Option<Player>> {
        if let Some(known) = self.winners[side(first)].get(value) {
            return Ok(*known);
        }
        if self.returns {
            return graph::winner(host, self, value, first);
        }
        let found = winner(host, value, first)?;
        self.note_winner(host, value.clone(), first, found)?;
        Ok(found)
    }

    /// Proves who wins when a player moves first, or that neither does.
    pub(super) fn result(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        first: Player,
    ) -> Attempt<Option<Player>> {
        let value = &self.normal.form(host, value.clone())?;
        let winner = self.winner(host, value, first)?;
        if self.over(host, value, first)?.is_some() {
            return Ok(winner);
        }
        match winner {
            Some(player) if player == first => self.win(host, player, value.clone())?,
            Some(_) => self.loses(host, value, first)?,
            None => {
                self.hold(host, first, vec![value.clone()])?;
                self.holds_second(host, value, first.opponent())?;
            }
        }
        Ok(winner)
    }

    /// Proves that the player who moves first loses.
    pub(super) fn loses(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        first: Player,
    ) -> Attempt<()> {
        let value = self.normal.form(host, value.clone())?;
        for reply in self.replies(host, &value, first.opponent())? {
            self.win(host, first.opponent(), reply)?;
        }
        Ok(())
    }

    /// Proves that a player who moves second does not lose.
    pub(super) fn holds_second(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        second: Player,
    ) -> Attempt<()> {
        let value = self.normal.form(host, value.clone())?;
        if self.over(host, &value, second.opponent())?.is_some() {
            return Ok(());
        }
        let moves = self.moves(host, &value, second.opponent())?;
        self.hold(host, second, moves.to_vec())
    }

    /// The positions that a player must win, moving first, to win this one moving second.
    fn replies(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        player: Player,
    ) -> Attempt<Vec<Value>> {
        let mut replies = Vec::new();
        if self.over(host, value, player.opponent())?.is_some() {
            return Ok(replies);
        }
        for reply in self.moves(host, value, player.opponent())?.iter() {
            // The definition says who wins a game without positions.
            if !is_game(reply) && !self.has_won(host, reply, player)? {
                replies.push(reply.clone());
            }
        }
        Ok(replies)
    }

    /// Proves that a player, who is to move, wins.
    fn win(&mut self, host: &mut dyn Host, player: Player, value: Value) -> Attempt<()> {
        let mut open = HashSet::new();
        let mut tasks = vec![Task::Win(value)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Win(value) => {
                    if is_game(&value) {
                        continue;
                    }
                    let sum = self.text(host, &value)?;
                    if self.wins[side(player)].contains(&sum) {
                        continue;
                    }
                    if !open.insert(sum.clone()) {
                        graph::win(host, self, player, &value)?;
                        continue;
                    }
                    let (to, replies) = self.chosen(host, &value, player)?;
                    tasks.push(Task::Write { sum, to });
                    tasks.extend(replies.into_iter().rev().map(Task::Win));
                }
                Task::Write { sum, to } => {
                    open.remove(&sum);
                    let text = self.text(host, &to)?;
                    self.answered[side(player)].insert(to);
                    self.write_win(player, sum, &text)?;
                }
            }
        }
        Ok(())
    }

    /// Writes that a player wins by a move, unless that is known.
    pub(super) fn write_win(&mut self, player: Player, sum: Arc<str>, to: &str) -> Attempt<()> {
        if !self.wins[side(player)].contains(&sum) {
            self.lines.add(&["win", name(player), &sum, to])?;
            self.wins[side(player)].insert(sum);
        }
        Ok(())
    }

    /// A winning move, and the positions that must still be proved to be won after it: the fewest, among the first moves that
    /// win.
    fn chosen(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        player: Player,
    ) -> Attempt<(Value, Vec<Value>)> {
        let candidates = self.moves(host, value, player)?;
        let answered = &self.answered[side(player)];
        if let Some(known) = candidates.iter().find(|option| answered.contains(*option)) {
            return Ok((known.clone(), Vec::new()));
        }
        let mut best: Option<(Value, Vec<Value>)> = None;
        let mut looked_at = 0;
        let most = if goals::position(value).is_some() { 1 } else { MOST_WINNING };
        for option in self.in_order(host, value, player)?.iter() {
            if looked_at == most {
                break;
            }
            if self.winner(host, option, player.opponent())? != Some(player) {
                continue;
            }
            looked_at += 1;
            let mut replies = Vec::new();
            for reply in self.replies(host, option, player)? {
                let text = self.text(host, &reply)?;
                if !self.wins[side(player)].contains(&text) {
                    replies.push(reply);
                }
            }
            let is_proved = replies.is_empty();
            if best.as_ref().is_none_or(|(_, fewest)| replies.len() < fewest.len()) {
                best = Some((option.clone(), replies));
            }
            if is_proved {
                break;
            }
        }
        let Some(best) = best else {
            return Ok(super::not_certified("no winning move is known")?);
        };
        self.note_good(value, &best.0, player);
        Ok(best)
    }

    /// The moves of a player, in the order in which they are looked at. In a game decided by a goal each look is another
    /// search: so moves that win at once come first, then those in cells that were good before, then those in the middle.
    fn in_order(
        &mut self,
        host: &mut dyn Host,
        value: &Value,
        player: Player,
    ) -> Attempt<Arc<[Value]>> {
        let moves = self.moves(host, value, player)?;
        if goals::position(value).is_none() {
            return Ok(moves);
        }
        let mut keys = Vec::with_capacity(moves.len());
        for option in moves.iter() {
            let end = self.goal_end(host, option, player.opponent())?;
            let wins = end.and_then(Verdict::winner) == Some(player);
            let (distance, cell) = changed(value, option).unwrap_or_default();
            let times = self.good[side(player)].get(&cell).copied().unwrap_or_default();
            keys.push((Reverse((wins, times)), distance));
        }
        let mut places: Vec<usize> = (0..moves.len()).collect();
        places.sort_by_key(|place| keys[*place]);
        Ok(places.into_iter().map(|place| moves[place].clone()).collect())
    }

    /// Takes note that a move was good for a player, in a game decided by a goal.
    fn note_good(&mut self, value: &Value, option: &Value, player: Player) {
        if let Some((_, cell)) = changed(value, option) {
            *self.good[side(player)].entry(cell).or_default() += 1;
        }
    }

    /// Proves that a player does not lose where she moves first. Play without an end is a draw, so that these facts may
    /// rest on each other.
    pub(super) fn hold(
        &mut self,
        host: &mut dyn Host,
        player: Player,
        values: Vec<Value>,
    ) -> Attempt<()> {
        let mut waiting = values;
        while let Some(value) = waiting.pop() {
            let sum = self.text(host, &value)?;
            let is_known = self.wins[side(player)].contains(&sum);
            if is_known || !self.holds[side(player)].insert(sum.clone()) {
                continue;
            }
            if self.over(host, &value, player)?.is_some() {
                continue;
            }
            let (options, mut chosen) = (self.in_order(host, &value, player)?, None);
            for option in options.iter() {
                if self.winner(host, option, player.opponent())? != Some(player.opponent()) {
                    chosen = Some(option);
                    break;
                }
            }
            let Some(option) = chosen else { return Ok(super::not_certified("no move holds")?) };
            self.note_good(&value, option, player);
            let to = self.text(host, option)?;
            self.lines.add(&["hold", name(player), &sum, &to])?;
            if self.over(host, option, player.opponent())?.is_none() {
                let answers = self.moves(host, option, player.opponent())?;
                waiting.extend(answers.iter().cloned());
            }
        }
        Ok(())
    }
}

/// Winning moves among which the one that leaves the least to prove is taken. With more, certificates are hardly smaller, and
/// take more steps. Games with a goal take the first one: each move that is looked at is another search.
const MOST_WINNING: usize = 4;
