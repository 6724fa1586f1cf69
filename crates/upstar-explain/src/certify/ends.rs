//! Whether play ends: the difference of two games compares them when play in one of them does.
//!
//! Must not know: facts.

use std::collections::HashSet;
use std::sync::Arc;

use upstar_core::Player;

use super::text;
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{Attempt, Position, Term, TermKind, Value, terms};

/// A task of the walk.
enum Task {
    /// To look at a position.
    Enter(Arc<Position>),
    /// All that follows it was looked at.
    Leave(Arc<Position>),
}

/// Fails when play can return to a position in both of two sums. Cost: nothing where the rules show that play ends, all
/// positions that follow otherwise.
pub(super) fn verify_one_ends(host: &mut dyn Host, sums: [&[Term]; 2]) -> Attempt<()> {
    let mut open = Vec::new();
    for terms in sums {
        let mut positions = Vec::new();
        for term in terms {
            if let TermKind::Position(position) = &term.kind
                && !host.play_ends(position)
            {
                positions.push(position.clone());
            }
        }
        if positions.is_empty() {
            return Ok(());
        }
        open.push(positions);
    }
    let mut met = None;
    for positions in open {
        let Some(again) = repeated(host, positions)? else { return Ok(()) };
        met = Some(again);
    }
    let Some(again) = met else { return Ok(()) };
    let again = text::sum(host, &Value::Position(again))?;
    Ok(super::not_certified(format!(
        "comparisons of two games in which play can return cannot be certified: it returns to {again}"
    ))?)
}

/// A position to which play from these can return, whoever moves.
fn repeated(host: &mut dyn Host, starts: Vec<Arc<Position>>) -> Attempt<Option<Arc<Position>>> {
    let (mut ended, mut open) = (HashSet::new(), HashSet::new());
    let mut tasks: Vec<Task> = starts.into_iter().map(Task::Enter).collect();
    while let Some(task) = tasks.pop() {
        host.store().budget().step()?;
        let position = match task {
            Task::Enter(position) => position,
            Task::Leave(position) => {
                open.remove(&position);
                ended.insert(position);
                continue;
            }
        };
        if ended.contains(&position) {
            continue;
        }
        if !open.insert(position.clone()) {
            return Ok(Some(position));
        }
        host.store().budget().reserve(256)?;
        tasks.push(Task::Leave(position.clone()));
        let value = Value::Position(position);
        for player in [Player::Left, Player::Right] {
            for option in moves(host, &value, player)? {
                for term in terms::terms(&host.store(), &option, false)? {
                    if let TermKind::Position(next) = term.kind {
                        tasks.push(Task::Enter(next));
                    }
                }
            }
        }
    }
    Ok(None)
}
