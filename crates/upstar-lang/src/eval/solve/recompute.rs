//! Answers that are kept, found once more.
//!
//! Knows: which question an answer is to. Must not know: where answers are kept.

use std::sync::Arc;

use upstar_core::solve::kept::{self, Archive, Kind, NimberAnswer, RULESET, Reader};
use upstar_core::{Game, Player};

use crate::eval::environment::meaning::meaning;
use crate::eval::{Globals, Machine, World};
use crate::value::host::Host as _;
use crate::value::{Result, Ruleset, Sum, Term, TermKind, Value, show, worth};

/// Result of asking once more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recomputed {
    /// The answer is the one that was kept.
    Same,
    /// It is another one.
    Different {
        /// The question.
        question: String,
        /// Answer that was kept.
        kept: String,
        /// Answer that was found.
        found: String,
    },
    /// What was kept cannot be read.
    Unreadable,
}

/// An answer that is kept.
#[derive(Debug, Clone, Copy)]
pub struct KeptAnswer<'a> {
    /// Kind of it.
    pub kind: Kind,
    /// Its key.
    pub key: &'a [u8],
    /// The answer.
    pub answer: &'a [u8],
}

/// Whether a ruleset has this number in an archive, by its meaning.
pub fn has_number(
    globals: &Globals,
    archive: &dyn Archive,
    ruleset: &Ruleset,
    number: [u8; RULESET],
) -> bool {
    let meaning = meaning(globals, ruleset);
    meaning.is_some_and(|meaning| archive.digest(meaning.text.as_bytes()).starts_with(&number))
}

/// Finds once more what an archive says about positions of a ruleset.
///
/// # Errors
/// When a limit is reached, or there is no answer.
pub fn recompute(
    machine: &mut Machine<'_>,
    archive: &Arc<dyn Archive>,
    ruleset: &Arc<Ruleset>,
    answer: KeptAnswer<'_>,
) -> Result<Recomputed> {
    // Boards that are kept may have blanks where no move reaches; the rules say nothing about these.
    let before = std::mem::replace(&mut machine.is_validating, true);
    let recomputed = match answer.kind {
        Kind::Value => value_again(machine, archive, ruleset, answer),
        Kind::Nimber => nimber_again(machine, ruleset, answer),
        Kind::Winner => winner_again(machine, archive, ruleset, answer),
        Kind::Game | Kind::Certificate => Ok(None),
    };
    machine.is_validating = before;
    Ok(recomputed?.unwrap_or(Recomputed::Unreadable))
}

/// What an archive says about positions of a ruleset, in words: the position or sum, and the answer. `None`
/// when it cannot be read, or is too long to be written.
///
/// # Errors
/// When a limit is reached.
pub fn words(
    world: &World,
    archive: &Arc<dyn Archive>,
    ruleset: &Arc<Ruleset>,
    answer: KeptAnswer<'_>,
) -> Result<Option<[String; 2]>> {
    let store = world.store();
    let reader = Reader::new(archive.clone(), store);
    let (question, answer) = match answer.kind {
        Kind::Value => {
            let game = reader.game(answer.answer)?;
            let game = game.map(|game| show::value(store, &Value::of_game(store, game)));
            (world.position_of_key(ruleset, answer.key).map(Value::Position), game)
        }
        Kind::Nimber => {
            let nimber = kept::nimber(answer.answer).map(|answer| Ok(in_words(&answer)));
            (world.position_of_key(ruleset, answer.key).map(Value::Position), nimber)
        }
        Kind::Winner => {
            let winner = kept::winner(answer.answer).map(|wins| Ok(winner_in_words(wins)));
            (sum_of_key(world, &reader, ruleset, answer.key)?, winner)
        }
        Kind::Game | Kind::Certificate => (None, None),
    };
    let Some((question, answer)) = question.zip(answer) else { return Ok(None) };
    match (show::value(store, &question), answer) {
        (Ok(question), Ok(answer)) => Ok(Some([question, answer])),
        (Err(fault), _) | (_, Err(fault)) if fault.is_exhaustion() => Err(fault),
        _ => Ok(None),
    }
}

/// The sum with a key in an archive.
fn sum_of_key(
    world: &World,
    reader: &Reader<'_>,
    ruleset: &Arc<Ruleset>,
    key: &[u8],
) -> Result<Option<Value>> {
    let Some((game, parts)) = reader.sum(key)? else { return Ok(None) };
    let mut terms = Vec::with_capacity(parts.len() + 1);
    for (negated, key) in parts {
        let Some(position) = world.position_of_key(ruleset, &key) else { return Ok(None) };
        terms.push(Term { negated, kind: TermKind::Position(position) });
    }
    if game != Game::ZERO || terms.is_empty() {
        terms.push(Term { negated: false, kind: TermKind::Game(game) });
    }
    Ok(Some(Value::Sum(Arc::new(Sum::new(terms)?))))
}

fn value_again(
    machine: &mut Machine<'_>,
    archive: &Arc<dyn Archive>,
    ruleset: &Arc<Ruleset>,
    answer: KeptAnswer<'_>,
) -> Result<Option<Recomputed>> {
    let store = machine.env.world.store().clone();
    let reader = Reader::new(archive.clone(), &store);
    let position = machine.env.world.position_of_key(ruleset, answer.key);
    let Some((position, kept)) = position.zip(reader.game(answer.answer)?) else {
        return Ok(None);
    };
    let question = Value::Position(position);
    let found = worth::game(machine, &question)?;
    if kept == found {
        return Ok(Some(Recomputed::Same));
    }
    let shown = |value: &Value| show::value(&store, value);
    let of_game = |game| shown(&Value::of_game(&store, game));
    Ok(Some(different("canonical", shown(&question)?, of_game(kept)?, of_game(found)?)))
}

fn nimber_again(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    answer: KeptAnswer<'_>,
) -> Result<Option<Recomputed>> {
    let position = machine.env.world.position_of_key(ruleset, answer.key);
    let Some((position, kept)) = position.zip(kept::nimber(answer.answer)) else {
        return Ok(None);
    };
    let found = machine.position_nimber(&position)?;
    let small = found.as_ref().and_then(|nimber| u32::try_from(nimber).ok());
    let is_same = match &kept {
        NimberAnswer::Is(nimber) => small == Some(*nimber),
        NimberAnswer::IsNot(others) => {
            found.is_some() && small.is_none_or(|nimber| !others.contains(&nimber))
        }
    };
    if is_same {
        return Ok(Some(Recomputed::Same));
    }
    let kept = in_words(&kept);
    let found = found.map_or("no nimber".to_owned(), |nimber| nimber.to_string());
    let question = show::value(machine.env.world.store(), &Value::Position(position))?;
    Ok(Some(different("nimber", question, kept, found)))
}

fn winner_again(
    machine: &mut Machine<'_>,
    archive: &Arc<dyn Archive>,
    ruleset: &Arc<Ruleset>,
    answer: KeptAnswer<'_>,
) -> Result<Option<Recomputed>> {
    let store = machine.env.world.store().clone();
    let reader = Reader::new(archive.clone(), &store);
    let sum = sum_of_key(machine.env.world, &reader, ruleset, answer.key)?;
    let Some((question, kept)) = sum.zip(kept::winner(answer.answer)) else {
        return Ok(None);
    };
    let (winner, _) = machine.winner(&question, Player::Left)?;
    if (winner == Some(Player::Left)) == kept {
        return Ok(Some(Recomputed::Same));
    }
    let shown = winner_in_words;
    let question = show::value(&store, &question)?;
    let found = winner.map_or("neither player".to_owned(), |winner| shown(winner == Player::Left));
    Ok(Some(different("winner when Left begins", question, shown(kept), found)))
}

fn in_words(nimber: &NimberAnswer) -> String {
    match nimber {
        NimberAnswer::Is(nimber) => nimber.to_string(),
        NimberAnswer::IsNot(others) => format!("none of {others:?}"),
    }
}

fn winner_in_words(left_wins: bool) -> String {
    if left_wins { "Left" } else { "Right" }.to_owned()
}

fn different(what: &str, question: String, kept: String, found: String) -> Recomputed {
    Recomputed::Different { question: format!("{what} of {question}"), kept, found }
}
