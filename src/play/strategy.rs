//! What to do wherever play can lead: a strategy as a table.

use std::collections::{BTreeSet, VecDeque};

use upstar_core::Player;

use super::table::Table;
use super::{name, rules};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value};

/// Positions with more states after them have no table.
const MOST_STATES: usize = 50_000;

/// A move for each position in which it can be `player`'s turn when that player keeps to these
/// moves: they win, or at least draw, and win as soon as can be forced. Empty when the other
/// player wins whoever begins. Cost: all that can follow is looked at.
///
/// # Errors
/// When more than 50,000 positions follow, and for what cannot be computed.
pub fn strategy(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<(Value, Value)>> {
    rules::playable(value)?;
    let mut found: Vec<(Value, Value)> = Vec::new();
    let mut seen = BTreeSet::new();
    for first in [player, player.opponent()] {
        let Some(table) = Table::of(host, value, first, MOST_STATES)? else {
            return Err(too_many(player));
        };
        let lost = |value: &Value, who: Player| {
            let fate = table.fate(value, who);
            fate.is_none_or(|fate| fate.winner == Some(player.opponent()))
        };
        if lost(value, first) {
            continue;
        }
        let mut open = VecDeque::from([(value.clone(), first)]);
        while let Some((at, who)) = open.pop_front() {
            host.store().budget().step()?;
            let Some(place) = table.place_of(&at, who) else { continue };
            let options = match rules::decided(host, &at, who)? {
                Some(_) => Vec::new(),
                None => rules::options(host, &at, who)?,
            };
            // Both tables number the states in their own way.
            if !seen.insert((first, place)) {
                continue;
            }
            let chosen = match who == player {
                true => table.best(host, player, &options)?.map(|(place, _)| place),
                false => None,
            };
            for (n, option) in options.iter().enumerate() {
                if chosen.is_none_or(|chosen| chosen == n) {
                    let next = rules::next(host, option, who)?;
                    open.push_back((option.clone(), next));
                }
            }
            if let Some(chosen) = chosen {
                found.push((at, options[chosen].clone()));
            }
        }
    }
    Ok(found)
}

fn too_many(player: Player) -> Fault {
    let message = format!("a strategy for {} is too large for a table", name(player));
    Fault::new(Code::TooLarge, message)
        .note(format!("more than {MOST_STATES} positions can follow"))
        .help("ask `winning_moves(P, player)` in the positions that come")
}
