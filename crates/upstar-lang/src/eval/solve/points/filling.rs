//! Values of filling games.
//!
//! Knows: which game a position belongs to. Must not know: how rules are read, or games searched.

use upstar_core::{Player, Rational};

use super::PointsNode;
use super::moves::once;
use crate::analysis::filling::FillingGame;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::solve::points::keeps_table;
use crate::eval::solve::points::moves::turn_at;
use crate::eval::validate::FastMethod;
use crate::value::Result;
use crate::value::points::Turn;

/// A ruleset is not read again after so many boards for which it is not known to be a filling game.
const MOST_FAILURES: u32 = 3;

/// The filling game of the last position of a ruleset that was asked about, with what is known of its values.
#[derive(Debug, Default)]
pub(in crate::eval) struct FillingMemo {
    game: Option<FillingGame>,
    /// Number of boards for which there was none.
    failures: u32,
}

/// Value of a position of a filling game; `None` for other games.
pub(super) fn filling_value(
    machine: &mut Machine<'_>,
    node: &PointsNode,
) -> Result<Option<Rational>> {
    let (ruleset, arguments) = (&node.position.ruleset, node.position.arguments());
    if machine.env.is_plain(ruleset) {
        return Ok(None);
    }
    let memo = &machine.env.facts(ruleset).filling;
    let known = memo.lock().game.take();
    let fits = known.filter(|game| game.shown(ruleset, arguments).is_some());
    let Some(mut game) = fits.or_else(|| machine.env.filling_game(node)) else { return Ok(None) };
    let shown = game.shown(ruleset, arguments);
    let Some((shown, stated)) = shown else { return Ok(None) };
    let Some(mover) = node.mover.or(stated) else { return Ok(None) };
    let value = game.value(shown, mover, &machine.env.budget);
    if keeps_table(machine, &value) {
        memo.lock().game = Some(game);
    }
    let value = value?;
    let spoilt = machine.env.world.validation.spoils(FastMethod::Filling);
    Ok(Some(if spoilt { &value + &Rational::from(1) } else { value }))
}

impl Environment<'_> {
    /// Whether the rules are those of a filling game for the board of a position.
    pub(in crate::eval::solve) fn is_filling(&self, node: &PointsNode) -> bool {
        let (ruleset, arguments) = (&node.position.ruleset, node.position.arguments());
        let fits = |game: &FillingGame| game.shown(ruleset, arguments).is_some();
        let is_known = {
            let memo = self.facts(ruleset).filling.lock();
            memo.game.as_ref().is_some_and(fits).then_some(true).or_else(|| {
                (self.is_plain(ruleset) || memo.failures >= MOST_FAILURES).then_some(false)
            })
        };
        let is_read = || FillingGame::new(self.normal(ruleset), arguments);
        is_known.unwrap_or_else(|| is_read().as_ref().is_some_and(fits))
    }

    /// Reads the rules for the board of a position.
    fn filling_game(&self, node: &PointsNode) -> Option<FillingGame> {
        let (ruleset, arguments) = (&node.position.ruleset, node.position.arguments());
        let memo = &self.facts(ruleset).filling;
        if memo.lock().failures >= MOST_FAILURES {
            return None;
        }
        let game = FillingGame::new(self.normal(ruleset), arguments);
        memo.lock().failures += u32::from(game.is_none());
        game
    }
}

/// Value of a position of a filling game, and indices of the best ones of its different moves; `None` for other
/// games, and where play is over.
pub(super) fn best_filling(
    machine: &mut Machine<'_>,
    node: &PointsNode,
) -> Result<Option<(Rational, Vec<usize>)>> {
    let Some(value) = filling_value(machine, node)? else { return Ok(None) };
    let Turn::Of(player, moves) = turn_at(machine, node)? else { return Ok(None) };
    let mover = node.mover.map(Player::opponent);
    let mut best = Vec::new();
    for (index, step) in once(moves).0.into_iter().enumerate() {
        let after = machine.env.points_node(step.to, mover);
        let Some(rest) = filling_value(machine, &after)? else { return Ok(None) };
        debug_assert!((&step.gain + &rest <= value) || player == Player::Right);
        if &step.gain + &rest == value {
            best.push(index);
        }
    }
    Ok(Some((value, best)))
}
