//! Points: what Max secures, and what Min does.
//!
//! Must not know: what the question is.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::Arc;

use upstar_core::Player;

use super::strategy::Facts;
use super::text;
use crate::value::host::Host;
use crate::value::points::{Row, Turn, name};
use crate::value::{Attempt, Position, Value};

/// The most positions that are looked at.
const MOST_POSITIONS: usize = 1 << 20;

/// Proves the points of a position: a strategy of each player that secures them.
pub(super) fn prove(
    host: &mut dyn Host,
    facts: &mut Facts,
    value: &Value,
    first: Option<&Value>,
) -> Attempt<()> {
    let Value::Position(position) = value else {
        return Ok(super::not_certified("points are those of one position")?);
    };
    let first = match first {
        Some(Value::Player(player)) => Some(*player),
        _ => None,
    };
    let rows = host.points_induction(position, first, MOST_POSITIONS)?;
    let places: Places = rows
        .iter()
        .enumerate()
        .map(|(place, row)| ((row.position.clone(), row.mover), place))
        .collect();
    let mut turns = HashMap::new();
    for who in [Player::Left, Player::Right] {
        let needed = needed(host, (&rows, &places), &mut turns, (who, position))?;
        for (place, row) in rows.iter().enumerate() {
            if !needed.contains(&place) {
                continue;
            }
            let at = text::sum(host, &Value::Position(row.position.clone()))?;
            let points = row.value.to_string();
            let mut fields = vec!["points", name(who), name(row.mover), &at, &points];
            let to = match &row.best {
                Some(best) if row.mover == who => {
                    Some(text::sum(host, &Value::Position(best.clone()))?)
                }
                _ => None,
            };
            fields.extend(to.as_deref());
            facts.lines.add(&fields)?;
        }
    }
    Ok(())
}

/// Rows by their positions and players.
type Places = HashMap<(Arc<Position>, Player), usize>;

/// The rows that a strategy of a player meets. Moves that were asked for are kept, because both strategies meet most rows.
fn needed(
    host: &mut dyn Host,
    (rows, places): (&[Row], &Places),
    turns: &mut HashMap<usize, Turn>,
    (who, start): (Player, &Arc<Position>),
) -> Attempt<HashSet<usize>> {
    let mut needed = HashSet::new();
    let mut waiting: Vec<usize> =
        rows.iter().enumerate().filter(|(_, row)| row.position == *start).map(|(n, _)| n).collect();
    while let Some(place) = waiting.pop() {
        host.store().budget().step()?;
        if !needed.insert(place) {
            continue;
        }
        let row = &rows[place];
        let turn = match turns.entry(place) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                host.store().budget().reserve(512)?;
                new.insert(host.points_turn(&row.position, Some(row.mover))?)
            }
        };
        let Turn::Of(mover, moves) = turn else { continue };
        for one in moves {
            if *mover == who && Some(&one.to) != row.best.as_ref() {
                continue;
            }
            for next in [mover.opponent(), *mover] {
                if let Some(place) = places.get(&(one.to.clone(), next)) {
                    waiting.push(*place);
                    break;
                }
            }
        }
    }
    Ok(needed)
}
