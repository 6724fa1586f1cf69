//! Positions as an explorer shows them: the moves of both players, facts one by one, and what becomes of
//! each option on the way to the canonical form.

use serde_json::{Value as Json, json};
use upstar::builtins;
use upstar::outside;
use upstar::play::{self, Match, Move};
use upstar::value::host::{self, Host};
use upstar::value::{Fault, Result, Value, loopy, show};
use upstar_core::derive::{self, Sides, Step};
use upstar_core::{Comparison, Dyadic, Game, Notation, Player, Store};

use crate::figures::{Drawn, changed, drawn};

/// Most moves of a player that are listed.
const MOST_MOVES: usize = 300;

/// `{"text", "kind", "parts", "left", "right"}`: what is seen without any value. A side is
/// `{"moves", "more"}`, null for a player who may not move by the rules.
pub(crate) fn position(host: &mut dyn Host, value: &Value) -> Result<Json> {
    let game = Match::new(host, value.clone(), Player::Left)?;
    let parts = drawn(&host.store(), game.start())?;
    let (left, right) =
        (side(host, value, Player::Left, &parts)?, side(host, value, Player::Right, &parts)?);
    Ok(json!({
        "text": typed(&host.store(), game.start())?,
        "kind": outside::kind(game.start()),
        "parts": parts.iter().map(Drawn::json).collect::<Vec<_>>(),
        "left": left,
        "right": right,
    }))
}

/// A value as text that is the same game when it is typed.
pub(crate) fn typed(store: &Store, value: &Value) -> Result<String> {
    Ok(play::as_input(value, show::value(store, value)?))
}

fn side(host: &mut dyn Host, value: &Value, player: Player, parts: &[Drawn]) -> Result<Json> {
    let game = Match::new(host, value.clone(), player)?;
    if game.to_move() != player {
        return Ok(Json::Null);
    }
    let moves = game.moves(host)?;
    moves_of(&host.store(), &moves, parts)
}

/// `{"moves", "more"}`: each move as `{"name", "to", "parts", "changed"}`.
pub(crate) fn moves_of(store: &Store, moves: &[Move], before: &[Drawn]) -> Result<Json> {
    let mut all = Vec::with_capacity(moves.len().min(MOST_MOVES));
    for one in moves.iter().take(MOST_MOVES) {
        store.budget().step()?;
        let after = drawn(store, &one.to)?;
        all.push(json!({
            "name": one.name,
            "to": typed(store, &one.to)?,
            "parts": after.iter().map(Drawn::json).collect::<Vec<_>>(),
            "changed": changed(before, &after),
        }));
    }
    Ok(json!({ "moves": all, "more": moves.len().saturating_sub(MOST_MOVES) }))
}

/// What a builtin says of a value: `{"text", "latex", "svg", "why"}`.
pub(crate) fn fact(host: &mut dyn Host, value: &Value, name: &str) -> Result<Json> {
    let place =
        builtins::names().position(|other| other == name).and_then(|_| builtins::find(name));
    let Some(place) = place else {
        return Err(value.wrong("a position whose facts have names of builtins"));
    };
    let said = host.call(&builtins::value(place), vec![value.clone()])?;
    let store = host.store();
    let outside = outside::Outside::new(&store, &said)?;
    let is_explanation = matches!(said, Value::Explanation(_));
    Ok(json!({
        "text": show::value(&store, &said)?,
        "latex": outside.latex,
        "svg": outside.drawing,
        "why": is_explanation.then_some(outside.data).flatten(),
    }))
}

/// A move with what is known of the position it leads to.
struct Reached {
    to: Value,
    game: Option<Game>,
}

/// `{"left", "right"}`: for each move, in the order of [`position`], its value and its place in the form.
pub(crate) fn compare(host: &mut dyn Host, value: &Value) -> Result<Json> {
    let [left, right] = [options(host, value, Player::Left)?, options(host, value, Player::Right)?];
    let store = host.store();
    let games = |side: &[Reached]| side.iter().map(|one| one.game).collect::<Option<Vec<_>>>();
    let derivation = match (games(&left), games(&right)) {
        (Some(left), Some(right)) => Some(derive::canonical_form(&store, &left, &right)?),
        _ => None,
    };
    let derivation = derivation.as_ref();
    Ok(json!({
        "left": compared(host, &left, Player::Left, derivation)?,
        "right": compared(host, &right, Player::Right, derivation)?,
    }))
}

fn options(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Reached>> {
    let game = Match::new(host, value.clone(), player)?;
    if game.to_move() != player {
        return Ok(Vec::new());
    }
    let moves = game.moves(host)?;
    let option = |one: Move| {
        let game = match host::game(host, &one.to) {
            Ok(game) => Some(game),
            Err(fault) if fault.is_exhaustion() => return Err(fault),
            Err(_) => None,
        };
        Ok(Reached { to: one.to, game })
    };
    moves.into_iter().take(MOST_MOVES).map(option).collect()
}

fn compared(
    host: &mut dyn Host,
    side: &[Reached],
    player: Player,
    derivation: Option<&derive::Derivation>,
) -> Result<Vec<Json>> {
    let store = host.store();
    let games: Vec<Game> = side.iter().filter_map(|one| one.game).collect();
    let hottest = hottest(&store, &games)?;
    let mut rows = Vec::with_capacity(side.len());
    for Reached { to, game } in side {
        rows.push(match (game, derivation) {
            (Some(game), Some(derivation)) => {
                let mut row = short(&store, *game, player, derivation)?;
                row["best"] = json!(!games.iter().try_fold(false, |is, other| {
                    Ok::<_, Fault>(is || is_better(&store, *other, *game, player)?)
                })?);
                row["hottest"] =
                    json!(hottest.as_ref() == Some(&upstar_core::temperature(&store, *game)?));
                row
            }
            (Some(game), None) => known(&store, *game)?,
            (None, _) => match loopy::worth(host, to) {
                Ok(worth) => {
                    let worth = Value::of_worth(&store, worth);
                    json!({ "value": show::value(&store, &worth)? })
                }
                Err(fault) if fault.is_exhaustion() => return Err(fault),
                Err(_) => Json::Null,
            },
        });
    }
    Ok(rows)
}

/// The highest temperature, when it is above that of numbers.
fn hottest(store: &Store, games: &[Game]) -> Result<Option<Dyadic>> {
    let mut highest = None;
    for game in games {
        let temperature = upstar_core::temperature(store, *game)?;
        if highest.as_ref().is_none_or(|other| temperature > *other) {
            highest = Some(temperature);
        }
    }
    Ok(highest.filter(|highest| *highest > Dyadic::from(0)))
}

fn is_better(store: &Store, one: Game, other: Game, player: Player) -> Result<bool> {
    let comparison = store.compare(one, other)?;
    Ok(match player {
        Player::Left => comparison == Comparison::Greater,
        Player::Right => comparison == Comparison::Less,
    })
}

/// `{"value", "latex", "outcome", "mean", "temperature"}`
fn known(store: &Store, game: Game) -> Result<Json> {
    let value = Value::of_game(store, game);
    Ok(json!({
        "value": show::value(store, &value)?,
        "latex": show::in_notation(store, &value, Notation::Latex)?,
        "outcome": store.outcome(game)?.to_string(),
        "mean": upstar_core::mean(store, game)?.to_string(),
        "temperature": upstar_core::temperature(store, game)?.to_string(),
    }))
}

/// What is known of a short option, and its fate: `"is"` is `canonical`, `dominated` with `"by"`,
/// `reversible` with `"reply"` and `"replaced"`, `number` where the value is a number that is simpler, or
/// null.
fn short(
    store: &Store,
    game: Game,
    player: Player,
    derivation: &derive::Derivation,
) -> Result<Json> {
    let mut row = known(store, game)?;
    let shown = |game: Game| show::value(store, &Value::of_game(store, game));
    let change = match player {
        Player::Left => store.sub(game, derivation.value)?,
        Player::Right => store.sub(derivation.value, game)?,
    };
    row["incentive"] = json!(shown(change)?);
    let outcome = store.compare(game, Game::ZERO)?;
    row["wins"] = json!(match player {
        Player::Left => matches!(outcome, Comparison::Greater | Comparison::Equal),
        Player::Right => matches!(outcome, Comparison::Less | Comparison::Equal),
    });
    let mut sides: Sides = derivation.start.clone();
    for step in &derivation.steps {
        match step {
            Step::Dominated { player: whose, options, by }
                if *whose == player && options.contains(&game) =>
            {
                row["is"] = json!("dominated");
                row["by"] = json!(shown(*by)?);
                return Ok(row);
            }
            Step::Reversible { player: whose, option, reply, replaced_by }
                if *whose == player && *option == game =>
            {
                row["is"] = json!("reversible");
                row["reply"] = json!(shown(*reply)?);
                let replaced = replaced_by.iter().take(6).map(|game| shown(*game));
                row["replaced"] = json!(replaced.collect::<Result<Vec<_>>>()?);
                row["more"] = json!(replaced_by.len().saturating_sub(6));
                return Ok(row);
            }
            Step::Number { .. } => {
                row["is"] = json!("number");
                return Ok(row);
            }
            _ => step.apply(&mut sides),
        }
    }
    row["is"] = json!("canonical");
    Ok(row)
}
