//! Positions to which play can return: who wins, what they are worth, nimbers of impartial ones.
//!
//! The core lists the graph of all that follows (`Solver::ends` and its kin); here
//! positions fall into parts, and limits are reported.

use std::sync::Arc;

use upstar_core::Game;
use upstar_core::impartial::LoopyNimber;
use upstar_core::loopy::{self, Ends, Worth};
use upstar_core::solve::{self, Component, Lines, Method, Ruleset as _};

use super::Machine;
use super::nodes::Node;
use super::outcome::all_boards;
use crate::analysis::termination::shrinks;
use crate::value::host::Host;
use crate::value::{Attempt, Fault, NoAnswer, Position, Result, Value, nimbers};

/// Steps in which a line of play that returns is looked for.
const SHORT_LOOK: u64 = 1 << 14;

impl Machine<'_> {
    /// The nimber of an impartial position, whether play ends or not.
    pub(super) fn nimber_even_if_loopy(
        &mut self,
        position: &Arc<Position>,
    ) -> Attempt<Option<LoopyNimber>> {
        if !Host::is_impartial(self, position) {
            return Ok(None);
        }
        let repeats = match self.position_nimber(position) {
            Err(NoAnswer::Repeats(fault)) => fault,
            other => {
                let nimber = other?.map(|nimber| nimbers::stored(&nimber)).transpose()?;
                return Ok(nimber.map(LoopyNimber::Finite));
            }
        };
        let parts = self.parts(position, false)?;
        self.loopy_sum(&parts)?.ok_or(NoAnswer::Repeats(repeats)).map(Some)
    }

    /// The nimber of a sum; nothing when something in it is not impartial.
    fn loopy_sum(&mut self, sum: &[Component<Node>]) -> Attempt<Option<LoopyNimber>> {
        let mut total = LoopyNimber::Finite(0);
        for part in sum {
            let nimber = match part {
                Component::Value(game) => {
                    self.world.store().as_nimber(*game).map(LoopyNimber::Finite)
                }
                Component::Position(place) | Component::Negative(place) => {
                    self.place_nimber(place)?
                }
            };
            let Some(nimber) = nimber else { return Ok(None) };
            total = total.plus(&nimber);
        }
        Ok(Some(total))
    }

    fn place_nimber(&mut self, place: &Node) -> Attempt<Option<LoopyNimber>> {
        let mut seen = 0;
        let found = match place {
            Node::Board(home, id) => {
                self.on_boards(*home, |solver| match solver.rules().is_impartial(id) {
                    true => solver.loopy_nimber(id, &mut seen),
                    false => Ok(None),
                })
            }
            _ => self.solved(|solver| match solver.rules().is_impartial(place) {
                true => solver.loopy_nimber(place, &mut seen),
                false => Ok(None),
            }),
        };
        found.map_err(|why| why.map(|fault| counted(fault, seen)))
    }

    /// Who wins a sum in which play can return: by nimbers when it is impartial, else by the graph
    /// of all that follows.
    pub(super) fn ends(&mut self, sum: &solve::Sum<Node>) -> Attempt<(Ends, Method)> {
        if let Some(nimber) = self.loopy_sum(sum)? {
            let [left_starts, right_starts] = nimber.outcome().winners();
            return Ok((Ends { left_starts, right_starts }, Method::Value));
        }
        let mut seen = 0;
        let found = match all_boards(sum) {
            Some((home, boards)) => self.on_boards(home, |solver| solver.ends(&boards, &mut seen)),
            None => self.solved(|solver| solver.ends(sum, &mut seen)),
        };
        let ends = found.map_err(|why| why.map(|fault| counted(fault, seen)))?;
        Ok((ends, Method::Graph))
    }

    /// What a position is worth, whether play ends or not.
    pub(super) fn worth(&mut self, position: &Arc<Position>) -> Attempt<Worth> {
        match self.position_value(position) {
            Err(NoAnswer::Repeats(_)) => {}
            other => return other.map(Worth::Short),
        }
        let store = self.world.store();
        let mut total = Worth::Short(Game::ZERO);
        for part in self.parts(position, false)? {
            let worth = match &part {
                Component::Value(game) => Worth::Short(*game),
                Component::Position(place) => self.place_worth(place)?,
                Component::Negative(place) => loopy::negative(store, &self.place_worth(place)?)?,
            };
            total = match total {
                Worth::Short(Game::ZERO) => worth,
                total => loopy::sum(store, &total, &worth)?,
            };
        }
        Ok(total)
    }

    fn place_worth(&mut self, place: &Node) -> Attempt<Worth> {
        let mut seen = 0;
        let found = match place {
            Node::Board(home, id) => self.on_boards(*home, |solver| solver.worth(id, &mut seen)),
            _ => self.solved(|solver| solver.worth(place, &mut seen)),
        };
        found.map_err(|why| why.map(|fault| counted(fault, seen)))
    }

    /// Whether play from a position surely ends, as its rules say: all moves use something up. What
    /// a ruleset states of its parts may lead elsewhere.
    pub(super) fn position_ends(&self, position: &Position) -> bool {
        let ruleset = &position.ruleset;
        let stated = ruleset.base().is_none() && ruleset.tree.parts.is_some();
        match position.arguments() {
            [Value::Board(cells)] if !stated => {
                match self.small_placements(ruleset, &cells.board) {
                    Some(boards) => boards.provably_ends(&cells.board, &self.budget),
                    None => {
                        self.world.rules.compiled(ruleset).surely_ends(&cells.board, &self.budget)
                    }
                }
            }
            [Value::Graph(_)] => {
                let known = &self.world.rules.facts(ruleset).shrinks;
                *known.get_or_init(|| shrinks(&ruleset.tree))
            }
            _ => false,
        }
    }

    /// Whether something in a sum is seen to repeat. A search drops a part and its negative where
    /// play in it surely ends: so where there are several, a short look is taken at each.
    pub(super) fn repeats_surely(&mut self, sum: &solve::Sum<Node>) -> Result<bool> {
        let several = sum.iter().filter(|part| !matches!(part, Component::Value(_))).count() > 1;
        for part in sum {
            let (Component::Position(place) | Component::Negative(place)) = part else { continue };
            let repeats = match self.looks_repeating(place, several) {
                Err(NoAnswer::Repeats(_)) => true,
                repeats => repeats?,
            };
            if repeats {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a place is known to repeat, or seen to when it is walked.
    fn looks_repeating(&mut self, place: &Node, walked: bool) -> Attempt<bool> {
        match place {
            Node::Loopy(_) => Ok(true),
            Node::Board(home, id) => self.on_boards(*home, |solver| match walked {
                true => Ok(solver.lines(id, SHORT_LOOK)? == Lines::Return),
                false => Ok(solver.repeats_surely(id)),
            }),
            Node::Position(_) if walked => {
                self.solved(|solver| Ok(solver.lines(place, SHORT_LOOK)? == Lines::Return))
            }
            Node::Position(_) => self.solved(|solver| Ok(solver.repeats_surely(place))),
        }
    }

    /// What is known without another walk of who wins a sum.
    pub(super) fn known_ends(&mut self, sum: &solve::Sum<Node>) -> Attempt<Option<Ends>> {
        let Some(Component::Position(place) | Component::Negative(place)) = sum.first() else {
            return Ok(None);
        };
        match (place, all_boards(sum)) {
            (Node::Board(..), Some((home, boards))) => {
                self.on_boards(home, |solver| Ok(solver.known_ends(&boards)))
            }
            _ => self.solved(|solver| Ok(solver.known_ends(sum))),
        }
    }
}

/// Says how far a listing got when a limit ended it.
fn counted(fault: Fault, seen: u64) -> Fault {
    match fault.is_exhaustion() && seen > 0 {
        true => fault.note(format!(
            "{seen} positions have been looked at, and there are more: perhaps there is no end of \
             them"
        )),
        false => fault,
    }
}
