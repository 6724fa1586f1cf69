//! Nimbers: for each position one move to each smaller nimber, and that no move has the same.
//!
//! Must not know: what the question is.
//!
//! A move to a larger nimber than n is shown not to have nimber n by a move to n from there. All other moves have
//! nimbers that are proved themselves, by those of their parts.

use std::sync::Arc;

use upstar_core::Player;

use super::fault_of_size;
use super::strategy::Facts;
use crate::value::host::Host;
use crate::value::{Attempt, Result, TermKind, Value, nimbers as impartial};

/// A move with its nimber.
#[derive(Clone)]
struct Move {
    value: Value,
    nimber: u64,
}

/// A task on the stack.
enum Task {
    /// To prove the nimber of a position.
    Position(Value),
    /// To prove that the moves that are left do not have it.
    Rest { said: Said, moves: Vec<Move> },
    /// To write it, and of others that they do not have it: a move from there does.
    Write { said: Said, others: Vec<(Arc<str>, Arc<str>)> },
}

/// The nimber of a position, and a move to each smaller one.
struct Said {
    position: Value,
    nimber: u64,
    to: Vec<Arc<str>>,
}

/// Proves the nimber of a position or sum, by those of its parts, and returns it.
pub(super) fn prove(host: &mut dyn Host, facts: &mut Facts, value: &Value) -> Attempt<u64> {
    let value = facts.normal.form(host, value.clone())?;
    let nimber = nimber(host, facts, &value)?;
    let mut tasks: Vec<Task> = positions(&value).into_iter().map(Task::Position).collect();
    while let Some(task) = tasks.pop() {
        host.store().budget().step()?;
        match task {
            Task::Position(value) => begin(host, facts, &value, &mut tasks)?,
            Task::Rest { said, moves } => rest(host, facts, (said, moves), &mut tasks)?,
            Task::Write { said: Said { position, nimber, to }, others } => {
                for (one, by) in others {
                    if facts.others.insert((one.clone(), nimber)) {
                        facts.lines.add(&["not", &one, &nimber.to_string(), &by])?;
                    }
                }
                if facts.nimbers.insert(position.clone()) {
                    let (text, nimber) = (facts.text(host, &position)?, nimber.to_string());
                    let mut fields = vec!["nimber", &*text, nimber.as_str()];
                    fields.extend(to.iter().map(|to| &**to));
                    facts.lines.add(&fields)?;
                }
            }
        }
    }
    Ok(nimber)
}

fn nimber(host: &mut dyn Host, facts: &mut Facts, value: &Value) -> Attempt<u64> {
    if let Some(known) = facts.known_nimbers.get(value) {
        return Ok(*known);
    }
    // That of a sum of positions is their nim-sum.
    let parts = positions(value);
    if parts.len() > 1 && matches!(value, Value::Sum(sum) if sum.terms().len() == parts.len()) {
        return parts.iter().try_fold(0, |sum, part| Ok(sum ^ nimber(host, facts, part)?));
    }
    let Some(found) = impartial::impartial(host, value)? else {
        return Ok(super::not_certified("only nimbers of impartial rules can be certified")?);
    };
    let found = u64::try_from(&found).map_err(|_| fault_of_size("this nimber"))?;
    host.store().budget().reserve(128)?;
    facts.known_nimbers.insert(value.clone(), found);
    Ok(found)
}

/// The positions of a sum.
fn positions(value: &Value) -> Vec<Value> {
    match value {
        Value::Position(_) => vec![value.clone()],
        Value::Sum(sum) => {
            let position = |kind: &TermKind| match kind {
                TermKind::Position(position) => Some(Value::Position(position.clone())),
                _ => None,
            };
            sum.terms().iter().filter_map(|term| position(&term.kind)).collect()
        }
        _ => Vec::new(),
    }
}

/// The positions of a sum whose nimbers are not proved.
fn unproved(facts: &Facts, value: &Value) -> Vec<Value> {
    let mut parts = positions(value);
    parts.retain(|position| !facts.nimbers.contains(position));
    parts
}

fn options(host: &mut dyn Host, facts: &mut Facts, value: &Value) -> Attempt<Vec<Move>> {
    let mut all: Vec<Move> = Vec::new();
    for value in facts.moves(host, value, Player::Left)?.iter() {
        all.push(Move { value: value.clone(), nimber: nimber(host, facts, value)? });
    }
    Ok(all)
}

/// Chooses a move to each smaller nimber.
fn begin(
    host: &mut dyn Host,
    facts: &mut Facts,
    value: &Value,
    tasks: &mut Vec<Task>,
) -> Attempt<()> {
    if facts.nimbers.contains(value) {
        return Ok(());
    }
    let (nimber, moves) = (nimber(host, facts, value)?, options(host, facts, value)?);
    let mut chosen: Vec<Option<(usize, Move)>> = Vec::new();
    chosen.resize_with(usize::try_from(nimber).unwrap_or(0), || None);
    for one in &moves {
        let Some(place) = usize::try_from(one.nimber).ok().filter(|place| *place < chosen.len())
        else {
            continue;
        };
        let open = unproved(facts, &one.value).len();
        if chosen[place].as_ref().is_none_or(|(fewest, _)| open < *fewest) {
            chosen[place] = Some((open, one.clone()));
        }
    }
    let chosen: Vec<Move> = chosen.into_iter().flatten().map(|(_, one)| one).collect();
    let to = chosen.iter().map(|one| facts.text(host, &one.value)).collect::<Result<_>>()?;
    tasks.push(Task::Rest { said: Said { position: value.clone(), nimber, to }, moves });
    for one in chosen {
        tasks.extend(unproved(facts, &one.value).into_iter().map(Task::Position));
    }
    Ok(())
}

/// Shows of all other moves that they do not have the nimber.
fn rest(
    host: &mut dyn Host,
    facts: &mut Facts,
    (said, moves): (Said, Vec<Move>),
    tasks: &mut Vec<Task>,
) -> Attempt<()> {
    let (mut others, mut needed) = (Vec::new(), Vec::new());
    for one in moves {
        let open = unproved(facts, &one.value);
        if open.is_empty() {
            continue;
        }
        let text = facts.text(host, &one.value)?;
        if facts.others.contains(&(text.clone(), said.nimber)) {
            continue;
        }
        // Parts of sums are small, and met again.
        if one.nimber < said.nimber || positions(&one.value).len() > 1 {
            needed.extend(open);
            continue;
        }
        let by = options(host, facts, &one.value)?.into_iter().find(|by| by.nimber == said.nimber);
        let Some(by) = by else {
            needed.extend(open);
            continue;
        };
        needed.extend(unproved(facts, &by.value));
        others.push((text, facts.text(host, &by.value)?));
    }
    tasks.push(Task::Write { said, others });
    tasks.extend(needed.into_iter().map(Task::Position));
    Ok(())
}
