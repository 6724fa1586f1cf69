//! Who wins where the opponent forbids options before each move.
//!
//! Knows: how the fates of options decide a position, in play that ends or not. Must not know: what to forbid.
//!
//! The player to move gets the (k + 1)-st best option (`value/blocking.rs` of `upstar-values` says why). So she wins with
//! more than k options after which the other player loses. She loses as soon as the opponent can forbid all options of
//! which that player is not known to win; in misère play one option must be left, so there must be a losing one, and she
//! wins where there is none. A search takes options in the order of the rules and ends at the first such number. Where a
//! position comes again on its path, all that follows is listed, and decided backwards from the ends; what is decided for
//! neither player is a draw. Positions of integers are decided in a table (`analysis/heaps/tuples.rs`), where k is the same
//! in all positions. Cost: each position that is met has its options listed once.

use std::collections::VecDeque;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use upstar_core::{Outcome, Player};

use super::goals::not_one_position;
use super::how::MOST_STEPS;
use crate::eval::Machine;
use crate::eval::environment::meanings::MeaningNumber;
use crate::eval::validate::TurnsWinner;
use crate::value::blocking::Tally;
use crate::value::{At, Position, Result, Value};

/// What becomes of the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::eval) enum Fate {
    Wins,
    Loses,
    Draws,
}

impl Fate {
    fn winner(self, mover: Player) -> Option<Player> {
        match self {
            Fate::Wins => Some(mover),
            Fate::Loses => Some(mover.opponent()),
            Fate::Draws => None,
        }
    }
}

/// A position, and who moves there: Left, where both players have the same moves.
type State = (Arc<Position>, Player);

/// Positions of which the winner is known.
pub(in crate::eval) type BlockingMemo = FxHashMap<(State, MeaningNumber), Fate>;

impl Fate {
    fn of(tally: &Tally) -> Option<Fate> {
        tally.decided().map(|wins| if wins { Fate::Wins } else { Fate::Loses })
    }
}

/// Counts an option after which this becomes of the other player.
fn see(tally: &mut Tally, fate: Fate) {
    tally.winning += u64::from(fate == Fate::Loses);
    tally.losing += u64::from(fate == Fate::Wins);
}

/// A position on the path of the search.
struct Open {
    state: State,
    options: Vec<State>,
    next: usize,
    tally: Tally,
}

/// Outcome of a position.
pub(in crate::eval) fn blocking_outcome(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Result<Outcome> {
    let value = Value::Position(position.clone());
    let left = machine.answered(TurnsWinner(Player::Left), &value)?.winner();
    let right = match position.ruleset.moves_are_alike() {
        true => left.map(Player::opponent),
        false => machine.answered(TurnsWinner(Player::Right), &value)?.winner(),
    };
    Ok(Outcome::of(left, right))
}

/// Winner when `mover` begins; `None` for a draw.
pub(in crate::eval) fn blocked_winner(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    mover: Player,
) -> Result<Option<Player>> {
    if let Some(wins) = machine.blocked_in_table(position, mover)? {
        return Ok(Some(if wins { mover } else { mover.opponent() }));
    }
    let root = state(position, mover);
    if machine.known_fate(&root).is_none() && !search(machine, &root)? {
        Graph::of(machine, &root)?.solve(machine)?;
    }
    let fate = machine.known_fate(&root).expect("it has just been found");
    Ok(fate.winner(mover))
}

/// A position with a player to move.
fn state(position: &Arc<Position>, mover: Player) -> State {
    let mover = if position.ruleset.moves_are_alike() { Player::Left } else { mover };
    (position.clone(), mover)
}

/// Decides a position by depth-first search. Returns false where a position comes again on the path.
fn search(machine: &mut Machine<'_>, root: &State) -> Result<bool> {
    let mut path: IndexSet<State, FxBuildHasher> = IndexSet::default();
    path.insert(root.clone());
    let mut stack = vec![machine.opened(root)?];
    while let Some(open) = stack.last_mut() {
        let mut unknown = None;
        while Fate::of(&open.tally).is_none()
            && let Some(option) = open.options.get(open.next)
        {
            match machine.known_fate(option) {
                Some(fate) => see(&mut open.tally, fate),
                None => {
                    unknown = Some(option.clone());
                    break;
                }
            }
            open.next += 1;
        }
        if let Some(option) = unknown {
            if !path.insert(option.clone()) {
                return Ok(false);
            }
            stack.push(machine.opened(&option)?);
            continue;
        }
        let fate = Fate::of(&open.tally).unwrap_or(Fate::Draws);
        machine.note_fate(&open.state, fate)?;
        path.pop();
        stack.pop();
    }
    Ok(true)
}

/// All that follows a position, where play may return.
struct Graph {
    nodes: IndexMap<State, GraphNode, FxBuildHasher>,
}

#[derive(Default)]
struct GraphNode {
    tally: Tally,
    before: Vec<usize>,
    fate: Option<Fate>,
}

impl Graph {
    /// Lists all that follows.
    fn of(machine: &mut Machine<'_>, root: &State) -> Result<Graph> {
        let mut graph = Graph { nodes: IndexMap::default() };
        graph.nodes.insert(root.clone(), GraphNode::default());
        let mut at = 0;
        while let Some((state, _)) = graph.nodes.get_index(at) {
            let state = state.clone();
            let Open { options, tally, .. } = machine.opened(&state)?;
            graph.nodes[at].tally = tally;
            for option in options {
                machine.env.budget.reserve(size_of::<(State, GraphNode, usize)>() as u64)?;
                graph.nodes.entry(option).or_default().before.push(at);
            }
            at += 1;
        }
        Ok(graph)
    }

    /// Decides all of it, backwards from the ends.
    fn solve(mut self, machine: &mut Machine<'_>) -> Result<()> {
        let mut queue: VecDeque<usize> = VecDeque::new();
        for (place, node) in self.nodes.values_mut().enumerate() {
            node.fate = Fate::of(&node.tally);
            queue.extend(node.fate.map(|_| place));
        }
        while let Some(place) = queue.pop_front() {
            machine.env.budget.step()?;
            let Some(fate) = self.nodes[place].fate else { continue };
            for before in std::mem::take(&mut self.nodes[place].before) {
                let node = &mut self.nodes[before];
                see(&mut node.tally, fate);
                if node.fate.is_none() {
                    node.fate = Fate::of(&node.tally);
                    queue.extend(node.fate.map(|_| before));
                }
            }
        }
        for (state, node) in &self.nodes {
            machine.note_fate(state, node.fate.unwrap_or(Fate::Draws))?;
        }
        Ok(())
    }
}

impl Machine<'_> {
    /// How many options the opponent may forbid in a position: 0 where the rules say nothing about that.
    ///
    /// # Errors
    /// When it is no integer from 0 on.
    pub(in crate::eval) fn most_forbidden(&mut self, position: &Position) -> Result<u64> {
        let Some(block) = position.ruleset.rules.blocking else { return Ok(0) };
        let most = self.evaluate_in(block, position)?;
        let natural = match &most {
            Value::Number(number) => number.to_i64().and_then(|n| u64::try_from(n).ok()),
            _ => None,
        };
        let wrong = || {
            most.wrong("a whole number, 0 or more")
                .note("`blocking k` says how many options are forbidden before each move")
        };
        natural.ok_or_else(wrong).at(block.span)
    }

    /// A position with its options.
    fn opened(&mut self, state: &State) -> Result<Open> {
        self.env.budget.step()?;
        let (position, mover) = state;
        let most = self.most_forbidden(position)?;
        let mut options = Vec::new();
        for option in self.options_of(position, *mover)? {
            match option {
                Value::Position(to) if to.ruleset == position.ruleset => {
                    options.push(self::state(&to, mover.opponent()));
                }
                other => return Err(not_one_position(&position.ruleset, WHY, &other)),
            }
        }
        self.env.budget.reserve((options.len() * size_of::<State>()) as u64)?;
        let (misere, count) = (position.ruleset.tree.misere, options.len() as u64);
        let tally = Tally { most, misere, count, ..Tally::default() };
        Ok(Open { state: state.clone(), options, next: 0, tally })
    }

    fn known_fate(&self, state: &State) -> Option<Fate> {
        let key = (state.clone(), self.env.meaning_of(&state.0));
        self.env.world.blocking.lock().get(&key).copied()
    }

    fn note_fate(&mut self, state: &State, fate: Fate) -> Result<()> {
        self.env.budget.reserve(size_of::<((State, MeaningNumber), Fate)>() as u64)?;
        let key = (state.clone(), self.env.meaning_of(&state.0));
        self.env.world.blocking.lock().insert(key, fate);
        Ok(())
    }

    /// Whether the winner of a position is looked up in a table.
    pub(super) fn is_blocked_in_table(&mut self, position: &Arc<Position>) -> Result<bool> {
        let budget = self.env.budget.clone();
        let tried = budget.within(MOST_STEPS, || self.blocked_in_table(position, Player::Left));
        Ok(!matches!(tried, Ok(None)))
    }

    /// Whether `mover` wins when moving first, by a table of positions of integers.
    fn blocked_in_table(
        &mut self,
        position: &Arc<Position>,
        mover: Player,
    ) -> Result<Option<bool>> {
        let ruleset = &position.ruleset;
        let is_constant = ruleset.tree.blocking.as_ref().is_some_and(|one| one.is_constant);
        if !is_constant {
            return Ok(None);
        }
        let Ok(most) = u32::try_from(self.most_forbidden(position)?) else { return Ok(None) };
        let (misere, arguments) = (ruleset.tree.misere, position.arguments());
        self.env.blocked_in_table(ruleset, arguments, mover, (most, misere))
    }
}

/// Why options must be single positions.
const WHY: &str = "is played with blocking";
