//! What a match needs to know of the kind of game that is played.
//!
//! All that differs between normal play, misère play and other kinds is asked here.

use upstar_core::Player;

use super::name;
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::order::is_gamelike;
use crate::value::{Fault, Result, Value, moves};

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Who has won; nobody in a draw.
    pub winner: Option<Player>,
    /// By what.
    pub reason: Reason,
}

/// By what a match ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The player to move has no move, and loses by that.
    NoMove,
    /// The player to move has no move, and wins by that.
    Misere,
    /// A position has come three times with the same player to move.
    Repetition,
    /// A player gave up.
    Resigned,
}

impl Ending {
    pub(super) fn won(winner: Player, reason: Reason) -> Ending {
        Ending { winner: Some(winner), reason }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(winner) = self.winner else {
            let why = "the same position has come three times with the same player to move";
            return write!(f, "{why}: a draw");
        };
        let (winner, loser) = (name(winner), name(winner.opponent()));
        match self.reason {
            Reason::NoMove => write!(f, "{loser} cannot move: {winner} wins"),
            Reason::Misere => write!(f, "{winner} cannot move, and so wins: this is misère play"),
            Reason::Resigned => write!(f, "{loser} gives up: {winner} wins"),
            Reason::Repetition => write!(f, "{winner} wins by repetition"),
        }
    }
}

/// Whether a value is something that can be played.
///
/// # Errors
/// When it is not.
pub(super) fn playable(value: &Value) -> Result<()> {
    match value {
        Value::Misere(_) => Ok(()),
        value if is_gamelike(value) && !matches!(value, Value::Surreal(_)) => Ok(()),
        Value::Ruleset(ruleset) => {
            let name = &ruleset.tree.name.text;
            Err(value.wrong("a position").help(format!("give it a position, as in `{name}(...)`")))
        }
        other => Err(other.wrong("a position, a sum of positions or a game")),
    }
}

/// Where a player can move.
pub(super) fn options(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Value>> {
    moves::moves(host, value, player)
}

/// Whose turn it is after `by` has moved to `value`.
pub(super) fn next(_: &mut dyn Host, _: &Value, by: Player) -> Result<Player> {
    Ok(by.opponent())
}

/// How the match is decided at `value` although there may be moves.
pub(super) fn decided(_: &mut dyn Host, _: &Value, _: Player) -> Result<Option<Ending>> {
    Ok(None)
}

/// How the match ended at `value` with `player` to move, if it has.
pub(super) fn ending(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
) -> Result<Option<Ending>> {
    if let Some(ending) = decided(host, value, player)? {
        return Ok(Some(ending));
    }
    let is_stuck = options(host, value, player)?.is_empty();
    Ok(is_stuck.then(|| stuck(value, player)))
}

/// How it ends when `player` has no move.
pub(super) fn stuck(value: &Value, player: Player) -> Ending {
    match value {
        Value::Misere(_) => Ending::won(player, Reason::Misere),
        _ => Ending::won(player.opponent(), Reason::NoMove),
    }
}

/// Whether the player to move wins, found in whatever way is best for this kind of game.
pub(super) fn wins(host: &mut dyn Host, value: &Value, player: Player) -> Result<bool> {
    match value {
        Value::Misere(games) => host.misere_wins(games, player),
        other => Ok(host.wins(other, player)?.0),
    }
}

/// The fault of a move that is none.
pub(super) fn illegal(message: impl Into<String>) -> Fault {
    Fault::new(Code::IllegalMove, message)
}
