//! Rules of a match that depend on the kind of game.
//!
//! All differences between normal play, misère play, goals and points are in this file.

use std::sync::Arc;

use upstar_core::loopy::Loopy;
use upstar_core::{Player, Rational};

use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::order::is_gamelike;
use crate::value::points::{self, Turn};
use crate::value::show::player_name;
use crate::value::{Fault, Position, Result, TermKind, Value, blocking, moves};

/// End of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchEnd {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// The reason.
    pub reason: Reason,
}

/// Reason why a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The player to move has no move and loses, or it is a draw in a game decided by a goal.
    NoMove,
    /// A goal is reached, or can be reached no more.
    Goal,
    /// The player to move has no move and wins.
    Misere,
    /// A position has occurred three times with the same player to move.
    Repetition,
    /// End of play in a game about points, with the points of Max.
    Points(Rational),
    /// A player gave up.
    Resigned {
        /// Whether they played for points, as Max and Min.
        points: bool,
    },
}

impl MatchEnd {
    pub(super) fn won(winner: Player, reason: Reason) -> MatchEnd {
        MatchEnd { winner: Some(winner), reason }
    }
}

impl std::fmt::Display for MatchEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Reason::Points(points) = &self.reason {
            return write!(f, "play is over: Max gets {points}");
        }
        let Some(winner) = self.winner else {
            let why = match self.reason {
                Reason::Repetition => {
                    "the same position has come three times with the same player to move"
                }
                Reason::NoMove => "there are no more moves",
                _ => "neither player reaches the goal",
            };
            return write!(f, "{why}: a draw");
        };
        let name = match self.reason {
            Reason::Resigned { points: true } => points::name,
            _ => player_name,
        };
        let (winner, loser) = (name(winner), name(winner.opponent()));
        match self.reason {
            Reason::NoMove => write!(f, "{loser} cannot move: {winner} wins"),
            Reason::Misere => write!(f, "{winner} cannot move, and so wins: this is misère play"),
            Reason::Resigned { .. } => write!(f, "{loser} gives up: {winner} wins"),
            Reason::Goal => write!(f, "the goal is reached: {winner} wins"),
            Reason::Repetition | Reason::Points(_) => write!(f, "{winner} wins"),
        }
    }
}

/// Checks that a value can be played.
pub(super) fn playable(value: &Value) -> Result<()> {
    match value {
        Value::Loopy(loopy) if is_sided(loopy) => Err(no_moves()),
        Value::Sum(sum)
            if sum
                .terms()
                .iter()
                .any(|term| matches!(&term.kind, TermKind::Loopy(loopy) if is_sided(loopy))) =>
        {
            Err(no_moves())
        }
        Value::Misere(_) => Ok(()),
        value if is_gamelike(value) && !matches!(value, Value::Surreal(_)) => Ok(()),
        Value::Ruleset(ruleset) => {
            let name = &ruleset.tree.name.text;
            Err(value.wrong("a position").help(format!("give it a position, as in `{name}(...)`")))
        }
        other => Err(other.wrong("a position, a sum of positions or a game")),
    }
}

/// Whether a loopy value is given by its sides, and so has no moves.
fn is_sided(loopy: &Loopy) -> bool {
    matches!(loopy, Loopy::Sided(..))
}

fn no_moves() -> Fault {
    Fault::new(Code::Loopy, "there are no moves to play here: this value is no stopper")
        .note("its value is given by its sides, which have moves")
        .help(
            "play `onside(G)` or `offside(G)`, or write the moves as a bracket, as in \
             `form(a: <0||a|*>)`",
        )
}

/// Returns the game that is played for a value: a loopy bracket as typed if its value has no moves.
pub(super) fn as_typed(value: Value) -> Value {
    match &value {
        Value::LoopyBracket(bracket) if matches!(bracket.value(), Value::Loopy(loopy) if is_sided(loopy)) => {
            Value::LoopyBracket(Arc::new(bracket.as_typed()))
        }
        _ => value,
    }
}

/// Winning condition of a match.
pub(super) enum WinningCondition<'v> {
    /// The last move, in normal or misère play.
    LastMove,
    /// Points.
    Points(&'v Arc<Position>),
    /// A goal.
    Goal(&'v Arc<Position>),
}

/// Returns the winning condition of a match from here.
pub(super) fn winning_condition(value: &Value) -> WinningCondition<'_> {
    match value {
        Value::Position(position) if position.ruleset.is_about_points() => {
            WinningCondition::Points(position)
        }
        Value::Position(position) if position.ruleset.is_decided_by_goal() => {
            WinningCondition::Goal(position)
        }
        _ => WinningCondition::LastMove,
    }
}

/// Returns the usual opening position of a ruleset that has one; anything else unchanged.
pub(super) fn opened(host: &mut dyn Host, value: Value) -> Result<Value> {
    match &value {
        Value::Ruleset(ruleset) if ruleset.family().is_some() && ruleset.tree.start.is_some() => {
            host.call(&value, Vec::new())
        }
        _ => Ok(value),
    }
}

/// Returns the options of a player.
pub(super) fn options(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Value>> {
    let WinningCondition::Points(_) = winning_condition(value) else {
        return Ok(moves::moves(host, value, player)?);
    };
    let gains = gains(host, value, player)?;
    Ok(gains.into_iter().map(|(to, _)| to).collect())
}

/// Returns the options of a player, with what Max gets for each at once.
pub(super) fn gains(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
) -> Result<Vec<(Value, Rational)>> {
    let WinningCondition::Points(position) = winning_condition(value) else {
        return Ok(Vec::new());
    };
    Ok(match host.points_turn(position, Some(player))? {
        Turn::Over(_) => Vec::new(),
        Turn::Of(_, moves) => {
            moves.into_iter().map(|one| (Value::Position(one.to), one.gain)).collect()
        }
    })
}

/// Returns the player to move at `value`, when the rules say so.
pub(super) fn stated(host: &mut dyn Host, value: &Value) -> Result<Option<Player>> {
    match winning_condition(value) {
        WinningCondition::Points(position) if position.ruleset.tree.turn.is_some() => {
            Ok(match host.points_turn(position, None)? {
                Turn::Of(player, _) => Some(player),
                Turn::Over(_) => None,
            })
        }
        _ => Ok(None),
    }
}

/// Player to move after `by` has moved to `value`.
pub(super) fn next(host: &mut dyn Host, value: &Value, by: Player) -> Result<Player> {
    Ok(stated(host, value)?.unwrap_or(by.opponent()))
}

/// Returns how a goal has decided the match at `value`, with `player` to move.
pub(super) fn decided(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
) -> Result<Option<MatchEnd>> {
    let WinningCondition::Goal(position) = winning_condition(value) else { return Ok(None) };
    let verdict = host.goal_end(position, player)?;
    Ok(verdict.map(|verdict| MatchEnd { winner: verdict.winner(), reason: Reason::Goal }))
}

/// Returns how the match ended at `value` with `player` to move, if it has.
pub(super) fn ending(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
) -> Result<Option<MatchEnd>> {
    if let Some(ending) = decided(host, value, player)? {
        return Ok(Some(ending));
    }
    if let WinningCondition::Points(position) = winning_condition(value) {
        let first = if position.ruleset.tree.turn.is_some() { None } else { Some(player) };
        return Ok(match host.points_turn(position, first)? {
            Turn::Over(rest) => Some(MatchEnd { winner: None, reason: Reason::Points(rest) }),
            Turn::Of(..) => None,
        });
    }
    let is_stuck = options(host, value, player)?.is_empty();
    Ok(is_stuck.then(|| stuck(value, player)))
}

/// Returns how the match ends when `player` has no move.
pub(super) fn stuck(value: &Value, player: Player) -> MatchEnd {
    match winning_condition(value) {
        WinningCondition::Goal(_) => MatchEnd { winner: None, reason: Reason::NoMove },
        _ if is_misere(value) => MatchEnd::won(player, Reason::Misere),
        _ => MatchEnd::won(player.opponent(), Reason::NoMove),
    }
}

/// Whether the player who has no move wins.
pub(super) fn is_misere(value: &Value) -> bool {
    match value {
        Value::Misere(_) => true,
        value => blocking::position(value).is_some_and(|position| position.ruleset.tree.misere),
    }
}

/// Returns the winner with best play when `player` is to move; `None` for a draw.
pub(super) fn winner(host: &mut dyn Host, value: &Value, player: Player) -> Result<Option<Player>> {
    if let WinningCondition::Goal(position) = winning_condition(value) {
        return Ok(host.goal_winner(position, player)?.winner());
    }
    if let Some(position) = blocking::position(value) {
        return host.blocked_winner(position, player);
    }
    let wins = match value {
        Value::Misere(games) => host.misere_wins(games, player)?,
        other => host.wins(other, player)?.0,
    };
    Ok(Some(if wins { player } else { player.opponent() }))
}

/// Returns the fault of an illegal move.
pub(super) fn illegal(message: impl Into<String>) -> Fault {
    Fault::new(Code::IllegalMove, message)
}
