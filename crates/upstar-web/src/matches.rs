//! Matches: moves by name from a first position on, what the machine would play, and why.
//!
//! A page keeps only the names of the moves, so that a match continues after a reload, with any engine that
//! knows the rules.

use serde_json::{Value as Json, json};
use upstar_core::Player;
use upstar_explorer::figures::{Drawn, changed, drawn};
use upstar_explorer::{moves_of, steps, typed};
use upstar_lang::play::{self, Effort, Match, choose};
use upstar_lang::value::host::Host;
use upstar_lang::value::{Result, Value, show};

/// A match as a page describes it.
pub(crate) struct MatchRequest {
    pub(crate) start: Value,
    pub(crate) first: Player,
    pub(crate) moves: Vec<String>,
    /// The player who resigned.
    pub(crate) resigned: Option<Player>,
}

impl MatchRequest {
    pub(crate) fn replayed(&self, host: &mut dyn Host) -> Result<Match> {
        let mut game = play::replay(host, self.start.clone(), self.first, &self.moves)?;
        if let Some(loser) = self.resigned {
            game.resign(loser);
        }
        Ok(game)
    }
}

/// Where a match stands: `{"start", "first", "parts", "text", "to_move", "names", "played", "moves",
/// "ending", "points"}`. Each move played is `{"by", "name", "changed", "text"}`.
pub(crate) fn state(host: &mut dyn Host, asked: &MatchRequest) -> Result<Json> {
    let game = asked.replayed(host)?;
    let store = host.store();
    let mut before = drawn(&store, game.start())?;
    let mut played = Vec::with_capacity(game.played().len());
    for one in game.played() {
        let after = drawn(&store, &one.to)?;
        played.push(json!({
            "by": show::player_name(one.by),
            "name": one.name,
            "changed": changed(&before, &after),
            "text": typed(&store, &one.to)?,
        }));
        before = after;
    }
    let ending = game.ending(host)?;
    let moves = match ending {
        Some(_) => json!({ "moves": [], "more": 0 }),
        None => moves_of(&store, &game.moves(host)?, &before)?,
    };
    let names = [Player::Left, Player::Right].map(|player| game.name_of(player));
    Ok(json!({
        "start": typed(&store, game.start())?,
        "first": show::player_name(game.first()),
        "text": typed(&store, game.position())?,
        "parts": before.iter().map(Drawn::json).collect::<Vec<_>>(),
        "to_move": show::player_name(game.to_move()),
        "names": names,
        "played": played,
        "moves": moves,
        "ending": ending.map(|ending| json!({
            "winner": ending.winner.map(show::player_name),
            "text": ending.to_string(),
        })),
        "points": game.points().map(|points| show::value(&store, &Value::Number(points))).transpose()?,
    }))
}

/// Move of the machine for the player to move: `{"name", "claim", "reason"}`; null if there is no move.
pub(crate) fn choice(host: &mut dyn Host, asked: &MatchRequest, effort: Effort) -> Result<Json> {
    let game = asked.replayed(host)?;
    let by = game.to_move();
    Ok(match choose(host, &game, effort)? {
        Some(choice) => json!({
            "name": choice.made.name,
            "claim": choice.claim(&game),
            "reason": choice.reason(&game, by),
        }),
        None => Json::Null,
    })
}

/// Explanation of the outcome: `{"title", "steps"}`; null if that takes too long.
pub(crate) fn why(host: &mut dyn Host, asked: &MatchRequest) -> Result<Json> {
    let game = asked.replayed(host)?;
    let Some(explanation) = play::why(host, &game)? else { return Ok(Json::Null) };
    steps::explanation(&host.store(), &explanation)
}

/// The match as a program that plays it again.
pub(crate) fn record(host: &mut dyn Host, asked: &MatchRequest, before: &str) -> Result<Json> {
    let game = asked.replayed(host)?;
    Ok(json!(play::record(host, &game, before)?))
}
