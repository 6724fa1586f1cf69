//! Positions with possibly infinite play: values, and nimbers of impartial ones. The core answers; what is known without it
//! is asked first.

use std::sync::Arc;

use upstar_core::impartial::LoopyNimber;
use upstar_core::loopy::GameValue;

use super::engine::BoardRules;
use super::nodes::{on_sum, parts_of};
use crate::analysis::termination::shrinks;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::value::host::Host;
use crate::value::{Attempt, NoAnswer, Position, Value, nimbers};

/// Nimber of an impartial position with finite or infinite play.
pub(in crate::eval) fn nimber_even_if_loopy(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Attempt<Option<LoopyNimber>> {
    if !Host::is_impartial(machine, position) {
        return Ok(None);
    }
    let repeats = match machine.position_nimber(position) {
        Err(NoAnswer::Repeats(fault)) => fault,
        other => {
            let nimber = other?.map(|nimber| nimbers::stored(&nimber)).transpose()?;
            return Ok(nimber.map(LoopyNimber::Finite));
        }
    };
    let parts = parts_of(machine, position, false)?;
    on_sum!(machine, &parts, |searches, parts, seen| searches.loopy_sum_nimber(parts, seen))?
        .ok_or(NoAnswer::Repeats(repeats))
        .map(Some)
}

/// Value of a position with finite or infinite play.
pub(in crate::eval) fn worth(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Attempt<GameValue> {
    match machine.position_value(position) {
        Err(NoAnswer::Repeats(_)) => {}
        other => return other.map(GameValue::Short),
    }
    let parts = parts_of(machine, position, false)?;
    on_sum!(machine, &parts, |searches, parts, seen| searches.loopy_sum_worth(parts, seen))
}

impl Environment<'_> {
    /// Whether the rules alone prove that play from a position ends, because each move uses something up. A
    /// stated `parts` may lead elsewhere, and is not used.
    pub(in crate::eval) fn position_ends(&self, position: &Position) -> bool {
        let ruleset = &position.ruleset;
        let stated = ruleset.base().is_none() && ruleset.tree.parts.is_some();
        match position.arguments() {
            _ if self.is_plain(ruleset) => false,
            [Value::Board(cells)] if !stated => match self.board_rules(ruleset, &cells.board) {
                Some(BoardRules::Found(boards) | BoardRules::Placements(boards)) => {
                    boards.provably_ends(&cells.board, &self.budget)
                }
                Some(BoardRules::Written) => {
                    self.world.rules.compiled(ruleset).surely_ends(&cells.board, &self.budget)
                }
                None => false,
            },
            [Value::Graph(_)] => {
                let known = &self.facts(ruleset).shrinks;
                *known.get_or_init(|| shrinks(&self.normal(ruleset).tree))
            }
            _ => false,
        }
    }
}
