//! Whether play ends: the difference of two games compares them when play in one of them does, or both are stoppers.
//!
//! Must not know: facts.

use std::collections::HashSet;
use std::sync::Arc;

use upstar_core::Player;

use super::text;
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{Attempt, Position, Term, TermKind, Value, terms};

/// How two games are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// By who wins the difference: play in one of them ends.
    Winning,
    /// By who does not lose the difference: both are stoppers.
    Surviving,
}

/// How two games are compared, which are given with their summands.
///
/// # Errors
/// When play can return in both, and one is no stopper. Cost: nothing where the rules show that play ends, all positions
/// that follow otherwise.
pub(super) fn order(host: &mut dyn Host, [left, right]: [(&Value, &[Term]); 2]) -> Attempt<Order> {
    let mut open = Vec::new();
    for (_, terms) in [left, right] {
        let has_loopy = terms.iter().any(|term| matches!(term.kind, TermKind::Loopy(_)));
        let mut positions = Vec::new();
        for term in terms {
            if let TermKind::Position(position) = &term.kind
                && !host.play_ends(position)
            {
                positions.push(position.clone());
            }
        }
        if positions.is_empty() && !has_loopy {
            return Ok(Order::Winning);
        }
        open.push((positions, has_loopy));
    }
    for (positions, has_loopy) in open {
        if has_loopy || repeats(host, positions)? {
            continue;
        }
        return Ok(Order::Winning);
    }
    verify_stopper(host, left.0)?;
    verify_stopper(host, right.0)?;
    Ok(Order::Surviving)
}

/// A task of a walk.
enum Task<T> {
    /// To look at something.
    Enter(T),
    /// All that follows it was looked at.
    Leave(T),
}

/// Whether play from these positions can return to one, whoever moves, or leads to a loopy value.
fn repeats(host: &mut dyn Host, starts: Vec<Arc<Position>>) -> Attempt<bool> {
    let mut leads_to_loopy = false;
    let found = repeated(host, starts, &mut HashSet::new(), |host, position, next| {
        let value = Value::Position(position.clone());
        for player in [Player::Left, Player::Right] {
            for option in moves(host, &value, player)? {
                for term in terms::terms(&host.store(), &option, false)? {
                    match term.kind {
                        TermKind::Position(position) => next.push(position),
                        TermKind::Loopy(_) => leads_to_loopy = true,
                        TermKind::Game(_) => {}
                    }
                }
            }
        }
        Ok(())
    })?;
    Ok(found.is_some() || leads_to_loopy)
}

/// Fails where a game is no stopper: play by turns returns to something that follows it.
pub(super) fn verify_stopper(host: &mut dyn Host, game: &Value) -> Attempt<()> {
    let (mut all, mut known) = (vec![game.clone()], HashSet::from([game.clone()]));
    let mut ended = HashSet::new();
    while let Some(value) = all.pop() {
        let starts = [Player::Left, Player::Right].map(|player| (value.clone(), player)).to_vec();
        let found = repeated(host, starts, &mut ended, |host, (value, player), next| {
            let options = moves(host, value, *player)?;
            next.extend(options.into_iter().map(|to| (to, player.opponent())));
            Ok(())
        })?;
        if let Some((again, _)) = found {
            let message = format!(
                "play can return in turns to {}, which cannot be certified",
                text::sum(host, &again)?
            );
            return Ok(super::not_certified(message)?);
        }
        for player in [Player::Left, Player::Right] {
            for option in moves(host, &value, player)? {
                host.store().budget().reserve(256)?;
                if known.insert(option.clone()) {
                    all.push(option);
                }
            }
        }
    }
    Ok(())
}

/// The first thing met on the way to itself. What was found to end is taken note of.
fn repeated<T: Clone + Eq + std::hash::Hash>(
    host: &mut dyn Host,
    starts: Vec<T>,
    ended: &mut HashSet<T>,
    mut follow: impl FnMut(&mut dyn Host, &T, &mut Vec<T>) -> Attempt<()>,
) -> Attempt<Option<T>> {
    let mut open = HashSet::new();
    let mut tasks: Vec<Task<T>> = starts.into_iter().map(Task::Enter).collect();
    while let Some(task) = tasks.pop() {
        host.store().budget().step()?;
        let one = match task {
            Task::Enter(one) => one,
            Task::Leave(one) => {
                open.remove(&one);
                ended.insert(one);
                continue;
            }
        };
        if ended.contains(&one) {
            continue;
        }
        if !open.insert(one.clone()) {
            return Ok(Some(one));
        }
        host.store().budget().reserve(256)?;
        let mut next = Vec::new();
        follow(host, &one, &mut next)?;
        tasks.push(Task::Leave(one));
        tasks.extend(next.into_iter().map(Task::Enter));
    }
    Ok(None)
}
