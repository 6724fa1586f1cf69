//! Games decided by a goal, as questions see them.
//!
//! Knows: which moves keep a result, and lines of play. Must not know: how results are found.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use upstar_core::Player;
use upstar_core::solve::goal::Verdict;

use super::host::Host;
use super::{Fault, Position, Result, Ruleset, TermKind, Value};
use crate::diagnostic::Code;

/// The longest line of play that is followed.
const LONGEST: usize = 10_000;

impl Ruleset {
    /// Whether `left wins if`, `right wins if` or `draw if` decide it.
    pub fn is_decided_by_goal(&self) -> bool {
        !self.tree.goals.is_empty()
    }

    /// Whether the player who cannot move loses, and moves do nothing but lead to options: there are no goals, no points, and
    /// no complimenting or entailing moves, and no option is forbidden.
    pub fn is_by_last_move(&self) -> bool {
        !self.is_about_points()
            && !self.is_decided_by_goal()
            && !self.is_affine()
            && !self.is_blocking()
    }
}

/// The position, where a goal decides.
pub fn position(value: &Value) -> Option<&Arc<Position>> {
    match value {
        Value::Position(position) if position.ruleset.is_decided_by_goal() => Some(position),
        _ => None,
    }
}

/// Moves of a player after which play ends as wanted, with best play of both.
/// # Errors
/// As for [`Host::goal_winner`].
pub fn moves_to(
    host: &mut dyn Host,
    position: &Arc<Position>,
    player: Player,
    wanted: Verdict,
) -> Result<Vec<Arc<Position>>> {
    let mut found = Vec::new();
    for option in host.options(position, player)? {
        let Value::Position(option) = option else { continue };
        if host.goal_winner(&option, player.opponent())? == wanted {
            found.push(option);
        }
    }
    Ok(found)
}

/// Result of best play of both when a player begins, and the moves that reach it; no moves where play has
/// ended.
///
/// # Errors
/// As for [`Host::goal_winner`].
pub fn best_moves(
    host: &mut dyn Host,
    position: &Arc<Position>,
    player: Player,
) -> Result<(Verdict, Vec<Arc<Position>>)> {
    let verdict = host.goal_winner(position, player)?;
    Ok((verdict, moves_to(host, position, player, verdict)?))
}

/// The first best move of a player.
///
/// # Errors
/// As for [`Host::goal_winner`].
pub fn best_move(
    host: &mut dyn Host,
    position: &Arc<Position>,
    player: Player,
) -> Result<Option<Arc<Position>>> {
    let wanted = host.goal_winner(position, player)?;
    for option in host.options(position, player)? {
        let Value::Position(option) = option else { continue };
        if host.goal_winner(&option, player.opponent())? == wanted {
            return Ok(Some(option));
        }
    }
    Ok(None)
}

/// Positions of the line of play of first best moves, up to the end of play or to a repeated position.
///
/// # Errors
/// As for [`Host::goal_winner`]; when the line is very long.
pub fn line(
    host: &mut dyn Host,
    position: &Arc<Position>,
    first: Player,
) -> Result<Vec<Arc<Position>>> {
    let (mut at, mut mover) = (position.clone(), first);
    let mut seen = FxHashSet::from_iter([(at.clone(), mover)]);
    let mut line = Vec::new();
    while let Some(next) = best_move(host, &at, mover)? {
        host.store().budget().step()?;
        if line.len() == LONGEST {
            return Err(upstar_core::Error::PlayTooLong { limit: LONGEST }.into());
        }
        (at, mover) = (next, mover.opponent());
        line.push(at.clone());
        if !seen.insert((at.clone(), mover)) {
            break;
        }
    }
    Ok(line)
}

/// Refuses sums of positions that a goal decides.
///
/// # Errors
/// When there is one among the summands.
pub fn refuse_sum(value: &Value) -> Result<()> {
    let Value::Sum(sum) = value else { return Ok(()) };
    let found = sum.terms().iter().find_map(|term| match &term.kind {
        TermKind::Position(position) if position.ruleset.is_decided_by_goal() => Some(position),
        _ => None,
    });
    found.map_or(Ok(()), |position| {
        let name = &position.ruleset.tree.name.text;
        let message = format!("{name} is decided by a goal, and has no sums");
        let fault = Fault::new(Code::NotByLastMove, message);
        Err(match position.ruleset.is_of_heaps() {
            true => fault
                .note("several heaps are a sum of one position each")
                .help("ask about a single heap, or give the ruleset ordinary parameters"),
            false => fault.help("ask about one position at a time"),
        })
    })
}

/// The fault of a question about the last mover where a goal decides.
pub fn by_goal(ruleset: &Ruleset) -> Fault {
    let name = &ruleset.tree.name.text;
    Fault::new(Code::NotByLastMove, format!("{name} is decided by a goal, not by the last move"))
        .help(
            "ask `outcome(P)`, `winning_moves(P, Left)`, `best_moves(P, Left)` or \
             `principal_line(P, Left)`",
        )
}
