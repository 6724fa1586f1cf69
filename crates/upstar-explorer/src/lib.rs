//! Explorer of positions: the moves of both players, facts one by one, and the reduction of each option on
//! the way to the canonical form.
//!
//! Notebooks show the same explorer. Its custom element asks by four messages, which `explore` answers: in a page
//! within WebAssembly, in Python by the native engine. There it runs on a thread and in a session of the widget's
//! own, so it neither waits for cells nor stops them.

pub mod errors;
pub mod figures;
pub mod steps;
pub mod texts;

use serde_json::{Value as Json, json};
use upstar_core::derive::{self, Sides, Step};
use upstar_core::loopy::thermo::LoopyThermograph;
use upstar_core::loopy::{self as core, GameValue};
use upstar_core::{Comparison, Dyadic, Game, Notation, Player, Store, Thermograph};
use upstar_lang::builtins;
use upstar_lang::outside;
use upstar_lang::play::{self, Match, NamedMove, summands};
use upstar_lang::session::Session;
use upstar_lang::value::host::Host;
use upstar_lang::value::how::{self, Evaluated, How};
use upstar_lang::value::{Fault, Result, Value, loopy, show, worth};

use crate::figures::{Drawn, changed, drawn};

/// Most moves of a player that are listed.
const MOST_MOVES: usize = 300;
/// Most corners of a thermograph that come as numbers; larger ones come as pictures only.
const MOST_CORNERS: usize = 400;

/// What an explorer asks of the position that a text is: `kind` is `position`, `compare`, `fact` or `certificate`, and
/// `name` is that of the builtin that answers a `fact`, or whose answer is certified. The answer is `{"found"}`, or `{"error", "restart"}`.
///
/// The limits are those of the budget of the session.
pub fn explore(session: &mut Session, kind: &str, text: &str, name: &str) -> Json {
    if (kind, name) == ("fact", "how") {
        let answer = session.how(text).map(|all| answered_how(session, text, &all));
        return errors::found(session, text, answer);
    }
    if kind == "certificate" {
        return certificate(session, text, name);
    }
    let answer = session.read("position", text).and_then(|value| {
        // A bracket is explored as it was typed.
        let value = match value {
            Value::Form(form) => Value::Typed(form),
            other => other,
        };
        session.ask(|host| match kind {
            "position" => position(host, &value),
            "compare" => compare(host, &value),
            _ => fact(host, &value, name),
        })
    });
    errors::found(session, text, answer)
}

/// `{"text", "kind", "parts", "left", "right"}`: what is seen without any value. A side is
/// `{"moves", "more"}`, null for a player who may not move by the rules.
fn position(host: &mut dyn Host, value: &Value) -> Result<Json> {
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
pub fn typed(store: &Store, value: &Value) -> Result<String> {
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
pub fn moves_of(store: &Store, moves: &[NamedMove], before: &[Drawn]) -> Result<Json> {
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

/// Answer of a builtin about a value, or with an empty name the value itself: `{"text", "latex", "svg", "why", "walls"}`.
fn fact(host: &mut dyn Host, value: &Value, name: &str) -> Result<Json> {
    let said = if name.is_empty() { value.clone() } else { asked(host, value, name)? };
    let store = host.store();
    let latex = outside::latex(&store, &said)?;
    Ok(json!({
        "text": show::value(&store, &said)?,
        "latex": latex.filter(|latex| latex.len() <= outside::MOST_LATEX),
        "svg": outside::drawing(&store, &said)?,
        "why": match &said {
            Value::Explanation(said) => steps::explanation(&store, said)?,
            _ => Json::Null,
        },
        "walls": match &said {
            Value::Thermograph(graph) => walls(graph),
            Value::LoopyThermograph(graph) => loopy_walls(graph),
            _ => Json::Null,
        },
    }))
}

/// Answer of the builtin with a name.
fn asked(host: &mut dyn Host, value: &Value, name: &str) -> Result<Value> {
    let place =
        builtins::names().position(|other| other == name).and_then(|_| builtins::find(name));
    let Some(place) = place else {
        return Err(value.wrong("a position whose facts have names of builtins"));
    };
    host.call(&builtins::value(place), vec![value.clone()])
}

/// Certificate of the answer of a builtin about the position that a text is: `{"text"}`.
fn certificate(session: &mut Session, text: &str, name: &str) -> Json {
    let asked = format!("certify({name}({text}))");
    let answer = session.read("certificate", &asked).map(|said| match said {
        Value::Text(certificate) => json!({ "text": &*certificate }),
        other => json!({ "text": session.show(&other) }),
    });
    errors::found(session, &asked, answer)
}

/// Answer of `how` about the position that a text is, as [`fact`] gives it, with `"how"`: for each summand that is not
/// a value `{"game", "said", "evaluated"}`. What is evaluated is `{"text", "instead", "place"}`, with the place in the program
/// as in [`errors::error`].
fn answered_how(session: &Session, text: &str, all: &[How]) -> Json {
    let evaluated = |one: &Evaluated| {
        json!({
            "text": one.text(),
            "instead": one.instead,
            "place": one.span.map(|span| errors::place(session, text, span)),
        })
    };
    let summand = |how: &How| {
        json!({
            "game": how.game,
            "said": how.said,
            "evaluated": how.evaluated.iter().map(evaluated).collect::<Vec<_>>(),
        })
    };
    json!({
        "text": how::text(all),
        "latex": null,
        "svg": null,
        "why": null,
        "walls": null,
        "how": all.iter().filter(|how| !how.is_of_value()).map(summand).collect::<Vec<_>>(),
    })
}

/// The corners of both walls as `[temperature, value]`, by rising temperature; null when there are very many.
fn walls(graph: &Thermograph) -> Json {
    corners(|wall| {
        let corners = graph.wall(wall).corners().iter();
        corners.map(|(t, x)| [t.to_string(), x.to_string()]).collect()
    })
}

fn loopy_walls(graph: &LoopyThermograph) -> Json {
    corners(|wall| {
        graph.corners(wall).iter().map(|(t, x)| [t.to_string(), x.to_string()]).collect()
    })
}

fn corners(of: impl Fn(Player) -> Vec<[String; 2]>) -> Json {
    let [left, right] = [of(Player::Left), of(Player::Right)];
    if left.len() + right.len() > MOST_CORNERS {
        return Json::Null;
    }
    json!({ "left": left, "right": right })
}

/// Value of the position after a move; `None` if it is not known.
type Reached = Option<GameValue>;

/// Value of an option, if it is a short game.
fn short_game(option: &Reached) -> Option<Game> {
    match option {
        Some(GameValue::Short(game)) => Some(*game),
        _ => None,
    }
}

/// `{"left", "right", "parts"}`: for each move, in the order of [`position`], its value and its fate on the way to the
/// canonical form; and the values of the summands, where there are several.
fn compare(host: &mut dyn Host, value: &Value) -> Result<Json> {
    let [left, right] = [options(host, value, Player::Left)?, options(host, value, Player::Right)?];
    let store = host.store();
    let games = |side: &[Reached]| side.iter().map(short_game).collect::<Option<Vec<_>>>();
    let derivation = match (games(&left), games(&right)) {
        (Some(left), Some(right)) => Some(derive::canonical_form(&store, &left, &right)?),
        _ => None,
    };
    let derivation = derivation.as_ref();
    let start = Match::new(host, value.clone(), Player::Left)?.start().clone();
    let parts = match summands(&start)? {
        parts if parts.len() > 1 => parts,
        _ => Vec::new(),
    };
    Ok(json!({
        "left": compared(&store, &left, Player::Left, derivation)?,
        "right": compared(&store, &right, Player::Right, derivation)?,
        "parts": parts.iter().map(|part| match worth_of(host, part)? {
            Some(GameValue::Short(game)) => known(&store, game),
            Some(worth) => loopy_row(&store, &worth),
            None => Ok(Json::Null),
        }).collect::<Result<Vec<_>>>()?,
    }))
}

/// Value of a position; `None` if it is of a kind that cannot be compared.
fn worth_of(host: &mut dyn Host, value: &Value) -> Result<Reached> {
    let worth = match worth::game(host, value) {
        Ok(game) => return Ok(Some(GameValue::Short(game))),
        Err(why) if why.is_exhaustion() => Err(why),
        Err(_) => loopy::worth(host, value),
    };
    match worth {
        Ok(worth) => Ok(Some(worth)),
        Err(why) if why.is_exhaustion() => Err(why.into()),
        Err(_) => Ok(None),
    }
}

fn options(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Reached>> {
    let game = Match::new(host, value.clone(), player)?;
    if game.to_move() != player {
        return Ok(Vec::new());
    }
    let moves = game.moves(host)?.into_iter().take(MOST_MOVES);
    moves.map(|one| worth_of(host, &one.to)).collect()
}

fn compared(
    store: &Store,
    side: &[Reached],
    player: Player,
    derivation: Option<&derive::Derivation>,
) -> Result<Vec<Json>> {
    let Some(derivation) = derivation else { return loopy_side(store, side, player) };
    let games: Vec<Game> = side.iter().filter_map(short_game).collect();
    let hottest = hottest(store, &games)?;
    let mut rows = Vec::with_capacity(side.len());
    for game in &games {
        let mut row = short(store, *game, player, derivation)?;
        row["best"] = json!(!games.iter().try_fold(false, |is, other| {
            Ok::<_, Fault>(is || is_better(store.compare(*other, *game)?, player))
        })?);
        row["hottest"] = json!(hottest.as_ref() == Some(&upstar_core::temperature(store, *game)?));
        rows.push(row);
    }
    Ok(rows)
}

/// The rows of a player where play can return: values, who wins, and which options are dominated (Siegel,
/// *Combinatorial Game Theory*, VI.2).
fn loopy_side(store: &Store, side: &[Reached], player: Player) -> Result<Vec<Json>> {
    let mut rows = Vec::with_capacity(side.len());
    for one in side {
        let Some(worth) = one else {
            rows.push(Json::Null);
            continue;
        };
        let mut row = match worth {
            GameValue::Short(game) => known(store, *game)?,
            worth => loopy_row(store, worth)?,
        };
        let winners = core::winners_of(store, worth)?.when_starts(player.opponent());
        row["wins"] = json!(winners == Some(player));
        row["draws"] = json!(winners.is_none());
        let mut better: Option<&GameValue> = None;
        for other in side.iter().flatten() {
            let beats = |one| Ok::<_, Fault>(is_better(core::compare(store, other, one)?, player));
            // One that is better than the better ones is named.
            if beats(worth)? && better.map_or(Ok(true), beats)? {
                better = Some(other);
            }
        }
        row["best"] = json!(better.is_none());
        if let Some(by) = better {
            row["is"] = json!("dominated");
            row["by"] = json!(show::value(store, &Value::of_worth(store, by.clone()))?);
        }
        rows.push(row);
    }
    Ok(rows)
}

/// `{"value", "latex", "outcome"}`, and `"onside"` and `"offside"` where they differ.
fn loopy_row(store: &Store, worth: &GameValue) -> Result<Json> {
    let value = Value::of_worth(store, worth.clone());
    let mut row = json!({
        "value": show::value(store, &value)?,
        "latex": show::in_notation(store, &value, Notation::LATEX)?,
        "outcome": core::winners_of(store, worth)?.outcome().to_string(),
    });
    let (onside, offside) = (worth.onside(), worth.offside());
    if onside != offside
        && let (Ok(onside), Ok(offside)) = (onside.worth(), offside.worth())
    {
        row["onside"] = json!(show::value(store, &Value::of_worth(store, onside))?);
        row["offside"] = json!(show::value(store, &Value::of_worth(store, offside))?);
    }
    Ok(row)
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
    Ok(highest.filter(|highest| *highest > 0))
}

/// Whether the first of two games that were compared is better for a player.
fn is_better(comparison: Comparison, player: Player) -> bool {
    match player {
        Player::Left => comparison == Comparison::Greater,
        Player::Right => comparison == Comparison::Less,
    }
}

/// `{"value", "latex", "outcome", "mean", "temperature", "walls"}`
fn known(store: &Store, game: Game) -> Result<Json> {
    let value = Value::of_game(store, game);
    let graph = upstar_core::thermograph(store, game)?;
    Ok(json!({
        "value": show::value(store, &value)?,
        "latex": show::in_notation(store, &value, Notation::LATEX)?,
        "outcome": store.outcome(game)?.to_string(),
        "mean": graph.mean.to_string(),
        "temperature": graph.temperature.to_string(),
        "walls": walls(&graph),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn how_of(program: &str, text: &str) -> Json {
        let mut session = Session::default();
        session.eval("rules", program);
        explore(&mut session, "fact", text, "how")
    }

    #[test]
    fn how_is_a_fact_with_each_summand_that_is_a_position() {
        let said = how_of("", "Kayles(2000) + 1/2");
        assert_eq!(
            said["found"]["text"],
            "Kayles(2000): a table of nimbers, by the code 0.77\n1/2: it is a value already"
        );
        let kayles = json!({
            "game": "Kayles(2000)",
            "said": ["a table of nimbers, by the code 0.77"],
            "evaluated": [],
        });
        assert_eq!(said["found"]["how"], json!([kayles]));
        assert_eq!(how_of("", "<1|*>")["found"]["how"], json!([]));
    }

    #[test]
    fn how_says_where_rules_are_evaluated_and_what_to_write_instead() {
        let said = how_of(
            "halves(n) := if n < 2 then [] else [(n - k, n) for k in 1..2] + halves(n - 2)\n\
             game G(n: heap) { move a for (a, b) in halves(n) }",
            "G(12)",
        );
        assert_eq!(
            said["found"]["how"][0]["evaluated"],
            json!([{
                "text": "`halves(n - 2)`: `halves` calls itself, so it is evaluated",
                "instead": "a comprehension, `sum`, `all` or `any` is read",
                "place": { "file": "rules", "line": 1, "column": 65 },
            }])
        );
    }

    #[test]
    fn answers_about_positions_are_certified() {
        let of = |name: &str| {
            explore(&mut Session::default(), "certificate", "Nim(1, 2) + Nim(3)", name)
        };
        let text = of("outcome")["found"]["text"].as_str().unwrap().to_owned();
        assert!(text.starts_with("upstar certificate 1\n") && text.contains("\nclaim\tP\n"));
        assert!(of("degree")["error"]["message"].is_string());
    }

    #[test]
    fn how_answers_for_games_alone() {
        let said = how_of("", "\"a text\"");
        assert_eq!(said["error"]["code"], "G0301");
    }
}
