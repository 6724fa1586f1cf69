//! The declared rulesets of a session as a [`Playable`] of the core.
//!
//! Knows: which machine computes options on which thread.
//! Must not know: how options are computed, or how searches use them.
//!
//! This is one of four rulesets of the language. The others are boards on bit planes (`Planes`), whole boards with
//! goals (`GoalBoards`), and views of these for misère play and points. Each thread that asks has a machine of its
//! own.

use std::cell::RefCell;
use std::cell::RefMut;

use thread_local::ThreadLocal;
use upstar_core::loopy::{GameValue, Loopy};
use upstar_core::solve::goal::Verdict;
use upstar_core::solve::taking::Takings;
use upstar_core::solve::{OptionList, Playable, Searches, Sum};
use upstar_core::{Player, Store};

use super::goals::declared_end;
use super::nodes::{LOOPY, SolverNode, as_nodes, repeating, summands, unsolved};
use crate::analysis::invariance::Invariance;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::value::{Attempt, Fault, NoAnswer, Result, Value, loopy};

/// Largest number of positions other than boards that a search lists.
const MOST_LISTED: usize = 1 << 20;

/// Options that are listed first where few may do, and how many times as many are then listed in all: what is
/// evaluated again is an eighth.
const FIRST_LISTED: usize = 8;

/// Longest line of play that a search follows: in general, and for heaps.
const MOST_MOVES: usize = 1 << 17;
const MOST_MOVES_OF_HEAPS: usize = 1 << 20;

/// All declared rulesets of a session, with one machine for each thread.
pub(in crate::eval) struct Declared<'m, 'w> {
    parent: &'m Machine<'w>,
    machines: ThreadLocal<RefCell<Machine<'m>>>,
}

impl<'m, 'w> Declared<'m, 'w> {
    pub(in crate::eval) fn new(parent: &'m Machine<'w>) -> Self {
        Declared { parent, machines: ThreadLocal::new() }
    }

    /// Returns the machine of the current thread.
    pub(in crate::eval) fn machine(&self) -> RefMut<'_, Machine<'m>> {
        let fork = || {
            let mut machine = self.parent.fork();
            machine.env.lists_moves = true;
            RefCell::new(machine)
        };
        self.machines.get_or(fork).borrow_mut()
    }

    /// Returns the store of canonical forms.
    pub(in crate::eval) fn store(&self) -> &'m Store {
        self.parent.env.world.store()
    }

    /// Options of a numbered position from the one at `start` on, until `most` are listed, and how many were listed.
    fn options_between(
        &self,
        number: u32,
        player: Player,
        (start, most): (usize, usize),
    ) -> Result<(Vec<Sum<SolverNode>>, usize)> {
        let position = self.parent.env.numbered(number);
        let mut machine = self.machine();
        let options = machine.first_options_of(position, player, most)?;
        let by_goal = position.ruleset.is_decided_by_goal();
        let sum = |option: &Value| match by_goal {
            true => machine.env.successor_sum(&position.ruleset, option),
            false => summands(&mut machine, option),
        };
        let sums = options.iter().skip(start).map(sum).collect::<Result<_>>()?;
        Ok((sums, options.len()))
    }

    /// Returns the events of the current thread's machine.
    fn into_events(self) -> Vec<crate::eval::Event> {
        std::mem::take(&mut self.machine().events)
    }
}

impl Machine<'_> {
    /// Asks the solver, as one more open call: rules may call the solver themselves.
    pub(in crate::eval) fn solved<T>(
        &mut self,
        ask: impl FnOnce(&Searches<'_, Declared<'_, '_>>) -> Attempt<T>,
    ) -> Attempt<T> {
        self.with_rulesets(|declared| {
            let memo = declared.parent.env.world.known.get();
            ask(&Searches::with_memo(declared, declared.store(), memo))
        })
    }

    /// Runs `work` with the declared rulesets, as one more open call.
    pub(super) fn with_rulesets<T, E: From<Fault>>(
        &mut self,
        work: impl FnOnce(&Declared<'_, '_>) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        self.one_deeper(|machine| {
            let declared = Declared::new(machine);
            let answer = work(&declared);
            let events = declared.into_events();
            machine.events.extend(events);
            answer
        })
    }
}

impl Playable for Declared<'_, '_> {
    type Position = SolverNode;
    type Error = NoAnswer;

    fn is_impartial(&self, node: &SolverNode) -> bool {
        let world = self.parent.env.world;
        match node {
            SolverNode::Board(table, id) => world.board_tables[*table].planes.is_impartial(id),
            SolverNode::State(table, _) => {
                world.rules.compiled(&world.cell_tables[*table as usize].ruleset).impartial
            }
            SolverNode::Position(number) => {
                world.rules.compiled(&self.parent.env.numbered(*number).ruleset).impartial
            }
            SolverNode::Loopy(_) => false,
        }
    }

    fn stays_impartial(&self, node: &SolverNode) -> bool {
        match node {
            SolverNode::Board(..) | SolverNode::State(..) => self.is_impartial(node),
            SolverNode::Position(number)
                if self.parent.env.is_plain(&self.parent.env.numbered(*number).ruleset) =>
            {
                false
            }
            SolverNode::Position(number) => {
                let world = self.parent.env.world;
                let compiled = world.rules.compiled(&self.parent.env.numbered(*number).ruleset);
                compiled.impartial && compiled.rewrites_only
            }
            SolverNode::Loopy(_) => false,
        }
    }

    fn mobility(&self, node: &SolverNode, player: Player) -> Option<u32> {
        let SolverNode::Board(table, id) = node else { return None };
        self.parent.env.world.board_tables[*table].planes.mobility(id, player)
    }

    fn takings(&self, node: &SolverNode) -> Option<Takings> {
        self.parent.env.takings(node)
    }

    fn is_own_negative(&self, node: &SolverNode) -> bool {
        match node {
            SolverNode::Board(table, id) => {
                self.parent.env.world.board_tables[*table].planes.is_own_negative(id)
            }
            SolverNode::State(..) => self.is_impartial(node),
            SolverNode::Position(number) => {
                let position = self.parent.env.numbered(*number);
                let mirrored = || match (
                    self.parent.env.invariance(&position.ruleset),
                    position.arguments(),
                ) {
                    (Some(Invariance::Boards(symmetries)), [Value::Board(cells)]) => {
                        symmetries.is_own_negative(&cells.board)
                    }
                    _ => false,
                };
                self.stays_impartial(node) || mirrored()
            }
            SolverNode::Loopy(_) => false,
        }
    }

    fn is_zero(&self, node: &SolverNode) -> bool {
        let SolverNode::Board(table, id) = node else { return false };
        self.parent.env.world.board_tables[*table].planes.is_zero(id)
    }

    fn has_few_followers(&self, node: &SolverNode) -> bool {
        matches!(node, SolverNode::Position(number) if self.parent.env.numbered(*number).ruleset.is_of_heaps())
    }

    fn surely_ends(&self, node: &SolverNode) -> bool {
        match node {
            SolverNode::Board(table, id) => {
                self.parent.env.world.board_tables[*table].planes.surely_ends(id)
            }
            SolverNode::State(table, _) => {
                self.parent.env.world.cell_tables[*table as usize].rules.game.ends()
            }
            SolverNode::Position(number) => {
                self.parent.env.position_ends(self.parent.env.numbered(*number))
            }
            SolverNode::Loopy(_) => false,
        }
    }

    fn never_fails(&self, node: &SolverNode) -> bool {
        matches!(node, SolverNode::Board(..) | SolverNode::State(..))
    }

    fn key(&self, node: &SolverNode, key: &mut Vec<u8>) -> bool {
        match node {
            SolverNode::Position(number) => {
                self.parent.env.position_key(self.parent.env.numbered(*number), key)
            }
            SolverNode::State(table, number) => self.parent.env.state_key(*table, *number, key),
            // They are kept with the other boards of their table.
            SolverNode::Board(..) | SolverNode::Loopy(_) => false,
        }
    }

    fn worth(&self, node: &SolverNode) -> Option<GameValue> {
        match node {
            SolverNode::Loopy(value) => Some(GameValue::Loopy((**value).clone())),
            _ => None,
        }
    }

    fn most_listed(&self) -> usize {
        MOST_LISTED
    }

    fn most_moves(&self, node: &SolverNode) -> usize {
        match self.has_few_followers(node) {
            true => MOST_MOVES_OF_HEAPS,
            false => MOST_MOVES,
        }
    }

    fn options(&self, node: &SolverNode, player: Player) -> Attempt<Vec<Sum<SolverNode>>> {
        match node {
            SolverNode::Board(table, id) => {
                let options = self.parent.env.world.board_tables[*table].planes.options(id, player);
                let options = options.map_err(|why| unsolved(&mut self.machine(), *table, why))?;
                Ok(options.into_iter().map(|sum| as_nodes(*table, sum)).collect())
            }
            SolverNode::State(table, number) => {
                Ok(self.parent.env.state_options(*table, *number, player)?)
            }
            SolverNode::Position(number) => {
                Ok(self.options_between(*number, player, (0, usize::MAX))?.0)
            }
            SolverNode::Loopy(value) => {
                if let Loopy::Sided(..) = **value {
                    return Err(NoAnswer::Repeats(no_options()));
                }
                let options = loopy::options(self.store(), value, player)?;
                let mut machine = self.machine();
                let sums = options.iter().map(|option| summands(&mut machine, option));
                Ok(sums.collect::<Result<_>>()?)
            }
        }
    }

    fn list_some(
        &self,
        node: &SolverNode,
        player: Player,
        start: usize,
        options: &mut OptionList<SolverNode>,
    ) -> Attempt<Option<usize>> {
        let SolverNode::Position(number) = node else {
            self.list(node, player, options)?;
            return Ok(None);
        };
        let most = FIRST_LISTED.max(start.saturating_mul(FIRST_LISTED));
        let (sums, listed) = self.options_between(*number, player, (start, most))?;
        options.extend(sums);
        Ok((listed >= most).then_some(listed))
    }

    fn verdict(&self, node: &SolverNode, mover: Player) -> Attempt<Option<Verdict>> {
        match node {
            SolverNode::Position(number) => {
                Ok(declared_end(&mut self.machine(), self.parent.env.numbered(*number), mover)?)
            }
            SolverNode::State(table, number) => {
                let table = &self.parent.env.world.cell_tables[*table as usize];
                Ok(table.ended(table.state(*number).bits, mover))
            }
            SolverNode::Board(..) | SolverNode::Loopy(_) => Ok(None),
        }
    }

    fn repeats(&self, cycle: Vec<SolverNode>) -> NoAnswer {
        let world = self.parent.env.world;
        let positions = cycle.into_iter().filter_map(|node| match node {
            SolverNode::Board(table, id) => Some(world.board_tables[table].position(id)),
            SolverNode::Position(number) => Some(Ok(self.parent.env.numbered(number).clone())),
            SolverNode::State(table, number) => {
                world.cell_tables[table as usize].position(number).map(Ok)
            }
            SolverNode::Loopy(_) => None,
        });
        match positions.collect::<Result<Vec<_>>>() {
            Ok(cycle) => NoAnswer::Repeats(repeating(&mut self.machine(), &cycle, LOOPY)),
            Err(fault) => fault.into(),
        }
    }
}

/// Fault of listing the options of a loopy value that is no stopper. It has sides, but no canonical
/// options.
fn no_options() -> Fault {
    Fault::new(Code::Repeats, "a loopy value that is no stopper has no options to be played")
        .note("it is added to positions here, and their sum has no value that is found")
}
