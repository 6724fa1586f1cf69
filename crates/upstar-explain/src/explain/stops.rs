//! Stops: play by turns until a number is reached, with the best option of each player.
//!
//! Source: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*, II.3.

use upstar_core::{Dyadic, Game, Player, Store};

use super::draft::{Draft, Outline, Reasons};
use super::temperature::{number, options};
use super::words::{beyond, name};
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::worth::{self, Solved};
use crate::value::{Attempt, Value};

/// Most options that are listed, and most moves that are followed.
const MOST_ROWS: usize = 12;

/// Page on the stops when these players begin.
pub(super) fn page(host: &mut dyn Host, value: &Value, players: &[Player]) -> Attempt<Outline> {
    let Solved::Short(game) = worth::solved(host, value)? else {
        return Err(super::unexplained_of("stops", value).into());
    };
    let store = host.store();
    let mut title = Sentence::default().value(value.clone()).say(" has ");
    for (place, player) in players.iter().enumerate() {
        let and = if place == 0 { "" } else { " and " };
        title = title.say(format!("{and}{} stop ", name(*player)));
        title = title.value(number(&stop(&store, game, *player)?));
    }
    let mut steps = steps(&store, game, players)?;
    let mut last = Sentence::new(match players {
        [_] => "so the stop is ",
        _ => "so the stops are ",
    });
    for (place, player) in players.iter().enumerate() {
        last = last.say(if place == 0 { "" } else { " and " });
        last = last.value(number(&stop(&store, game, *player)?));
    }
    steps.push(Step::says(last).into());
    Ok(Outline::new(title, steps))
}

/// Steps on the play when each of these players begins.
pub(super) fn steps(store: &Store, game: Game, players: &[Player]) -> Attempt<Vec<Draft>> {
    if store.is_number(game) {
        let line = Sentence::new("it is a number, ").value(Value::of_game(store, game));
        return Ok(vec![Step::says(line.say(": play stops there at once")).into()]);
    }
    players.iter().map(|player| begins(store, game, *player)).collect()
}

/// The stop when a player begins.
pub(super) fn stop(store: &Store, game: Game, player: Player) -> Attempt<Dyadic> {
    Ok(match player {
        Player::Left => store.left_stop(game)?,
        Player::Right => store.right_stop(game)?,
    })
}

/// The options of the player who begins, with the stops that follow, and the line of play.
fn begins(store: &Store, game: Game, player: Player) -> Attempt<Draft> {
    let opponent = player.opponent();
    let which = if player == Player::Left { "greatest" } else { "least" };
    let line = format!(
        "{} begins, and moves to an option whose {} stop is {which}",
        name(player),
        name(opponent)
    );
    let head = ["option".to_owned(), format!("{} stop", name(opponent))];
    let mut rows = vec![head.map(Sentence::new).to_vec()];
    let all = options(store, game, player)?;
    for option in all.iter().take(MOST_ROWS) {
        let stop = number(&stop(store, *option, opponent)?);
        let cells = [Value::of_game(store, *option), stop];
        rows.push(cells.map(|cell| Sentence::default().value(cell)).to_vec());
    }
    let mut under = vec![Step::Table(rows)];
    under.extend(beyond(all.len(), MOST_ROWS, "more option", "more options"));
    under.extend(played(store, game, player)?);
    Ok(Draft::new(Sentence::new(line), Reasons::known(under)))
}

/// The moves until play stops, where one move is not the end.
fn played(store: &Store, game: Game, first: Player) -> Attempt<Option<Step>> {
    let (mut game, mut player, mut moves) = (game, first, 0);
    let mut line = Sentence::new("play goes ");
    while !store.is_number(game) {
        if moves == MOST_ROWS {
            return Ok(None);
        }
        let wanted = stop(store, game, player)?;
        let all = options(store, game, player)?;
        let mut best = None;
        for option in all {
            store.budget().step()?;
            if best.is_none() && stop(store, option, player.opponent())? == wanted {
                best = Some(option);
            }
        }
        let Some(option) = best else { return Ok(None) };
        let comma = if moves == 0 { "" } else { ", " };
        line = line.say(format!("{comma}{} to ", name(player)));
        line = line.value(Value::of_game(store, option));
        (game, player, moves) = (option, player.opponent(), moves + 1);
    }
    Ok((moves > 1).then(|| Step::says(line.say(", where it stops"))))
}
