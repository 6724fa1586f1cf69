//! The winning moves of a single game: one decided by a goal, loopy, in misère play, or a position
//! that is played out.

use upstar_core::Player;
use upstar_core::solve::goal::Verdict;

use super::sum::MOST_MOVES;
use super::{Page, goal, outcome, play, stoppers};
use crate::value::explanation::{Sentence, Step};
use crate::value::goals::{self, moves_to};
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{Result, Value};

pub(super) fn page(host: &mut dyn Host, value: &Value, player: Player, depth: u32) -> Result<Page> {
    let name = play::name(player);
    let title = Sentence::new(format!("the winning moves of {name} in "));
    let title = title.value(stoppers::as_typed(value));
    let winning = winning_moves(host, value, player)?;
    if winning.is_empty() {
        let why = match goals::position(value) {
            Some(position) => goal::first(host, position, player, depth)?,
            None => outcome::first(host, value, player, depth)?,
        };
        return Ok((title.say(": there are none"), vec![why]));
    }
    let mut steps = Vec::new();
    for to in winning.iter().take(MOST_MOVES) {
        steps.push(Step::says(Sentence::new("to ").value(to.clone())));
    }
    steps.extend(play::more(winning.len(), MOST_MOVES));
    let other = play::name(player.opponent());
    let line = format!("after these, with {other} to move, {name} wins");
    steps.push(Step::says(Sentence::new(line)));
    Ok((title, steps))
}

fn winning_moves(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Value>> {
    if let Some(position) = goals::position(value) {
        let found = moves_to(host, position, player, Verdict::of(Some(player)))?;
        return Ok(found.into_iter().map(Value::Position).collect());
    }
    let mut winning = Vec::new();
    for option in moves(host, value, player)? {
        if outcome::winner(host, &option, player.opponent())? == Some(player) {
            winning.push(option);
        }
    }
    Ok(winning)
}
