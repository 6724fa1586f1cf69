//! Texts in certificates, which any reader of the language reads: brackets are written in full.
//!
//! Must not know: what is proved.

use std::sync::Arc;

use upstar_core::loopy::Loopy;
use upstar_core::{Game, Player, Store};

use super::{fault_of_size, not_certified};
use crate::value::host::Host;
use crate::value::{Notation, Result, Term, TermKind, Value, loopy, show};

/// The longest text of a game.
const LONGEST: usize = 1 << 16;

/// Lines of facts.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) text: String,
    pub(super) count: u64,
}

impl Lines {
    /// Adds a fact.
    pub(super) fn add(&mut self, fields: &[&str]) -> Result<()> {
        self.text += &line(fields)?;
        self.count += 1;
        Ok(())
    }
}

/// A line: fields with tabs between them.
pub(super) fn line(fields: &[&str]) -> Result<String> {
    if fields.iter().any(|field| field.contains(['\t', '\n', '\r'])) {
        return not_certified("texts with tabs or ends of lines cannot be certified");
    }
    Ok(fields.join("\t") + "\n")
}

/// A sum, with its summands in the order of their texts.
pub(super) fn sum(host: &mut dyn Host, value: &Value) -> Result<String> {
    let store = host.store();
    sum_of(&store, value, &mut |position| typed(&store, position))
}

/// As [`sum`], where `write` makes the texts of positions.
pub(super) fn sum_of(store: &Store, value: &Value, write: Write<'_>) -> Result<String> {
    let mut texts: Vec<String> = match value {
        Value::Sum(sum) => {
            sum.terms().iter().map(|one| term(store, one, write)).collect::<Result<_>>()?
        }
        Value::Misere(games) => games
            .terms()
            .iter()
            .map(|game| match game {
                Value::Position(_) => write(game),
                other => typed(store, other),
            })
            .collect::<Result<_>>()?,
        other => return typed(store, other),
    };
    texts.sort();
    Ok(if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") })
}

/// Makes the text of a position.
type Write<'a> = &'a mut dyn FnMut(&Value) -> Result<String>;

/// What a question is about: as [`sum`], and misère play is named. Games are named one by one, because a sum of two in one
/// `misere(...)` is added up, and so are positions whose rulesets do not all state misère play.
pub(super) fn question(host: &mut dyn Host, value: &Value) -> Result<String> {
    let Value::Misere(games) = value else { return sum(host, value) };
    let states_misere = |game: &Value| match game {
        Value::Position(position) => Some(position.ruleset.tree.misere),
        _ => None,
    };
    let first = games.terms().first().and_then(states_misere);
    let is_alike = first.is_some() && games.terms().iter().all(|one| states_misere(one) == first);
    if is_alike || games.terms().len() < 2 {
        return Ok(format!("misere({})", sum(host, value)?));
    }
    let store = host.store();
    let mut texts = games
        .terms()
        .iter()
        .map(|game| Ok(format!("misere({})", typed(&store, game)?)))
        .collect::<Result<Vec<_>>>()?;
    texts.sort();
    Ok(texts.join(" + "))
}

fn term(store: &Store, term: &Term, write: Write<'_>) -> Result<String> {
    let text = match &term.kind {
        TermKind::Position(position) => write(&Value::Position(position.clone()))?,
        TermKind::Game(game) => {
            return self::game(store, if term.negated { store.neg(*game)? } else { *game });
        }
        TermKind::Loopy(loopy) if !term.negated => {
            return typed(store, &Value::Loopy(loopy.clone()));
        }
        TermKind::Loopy(_) => return not_certified("loopy values cannot be certified yet"),
    };
    Ok(if term.negated { format!("-{text}") } else { text })
}

fn typed(store: &Store, value: &Value) -> Result<String> {
    match value {
        Value::Position(position) => {
            let params = &position.ruleset.tree.params;
            let kind = |place: usize| params.get(place).and_then(|param| param.kind.as_ref());
            let mut arguments = position.arguments().iter().enumerate();
            if arguments.any(|(place, argument)| kind(place).is_none() && has_board(argument)) {
                return not_certified("boards as arguments without a kind cannot be certified yet");
            }
            show::in_notation(store, value, Notation::ASCII)
        }
        Value::Game(game) => self::game(store, *game),
        Value::Form(form) => self::game(store, form.canonical()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Loopy(loopy) => {
            let mut text = String::new();
            write_loopy(store, loopy, &mut Vec::new(), &mut text)?;
            Ok(text)
        }
        Value::Sum(sum) => {
            let mut write = |position: &Value| typed(store, position);
            let texts: Vec<String> = sum
                .terms()
                .iter()
                .map(|one| term(store, one, &mut write))
                .collect::<Result<_>>()?;
            Ok(texts.join(" + "))
        }
        _ => not_certified("only sums of positions and short games can be certified"),
    }
}

/// An argument or an answer.
pub(super) fn value(host: &mut dyn Host, value: &Value) -> Result<String> {
    let store = host.store();
    match value {
        Value::Game(_) | Value::Form(_) | Value::Number(_) | Value::Loopy(_) | Value::Sum(_) => {
            typed(&store, value)
        }
        Value::Bool(_)
        | Value::Text(_)
        | Value::Player(_)
        | Value::List(_)
        | Value::Tuple(_)
        | Value::Thermograph(_)
        | Value::Ruleset(_) => show::in_notation(&store, value, Notation::ASCII),
        _ => not_certified("this answer cannot be certified yet"),
    }
}

/// A game by its options: numbers and nimbers by name, all else as a bracket.
pub(super) fn game(store: &Store, game: Game) -> Result<String> {
    let mut text = String::new();
    write(store, game, &mut text)?;
    Ok(text)
}

fn write(store: &Store, game: Game, text: &mut String) -> Result<()> {
    store.budget().step()?;
    if text.len() > LONGEST {
        return Err(fault_of_size("this canonical form"));
    }
    if let Some(number) = store.as_number(game) {
        text.push_str(&number.to_string());
        return Ok(());
    }
    match store.as_nimber(game) {
        Some(1) => text.push('*'),
        Some(n) => text.push_str(&format!("*{n}")),
        None => {
            text.push('{');
            for (player, end) in [(Player::Left, '|'), (Player::Right, '}')] {
                let options = match player {
                    Player::Left => store.left_in_order(game)?,
                    Player::Right => store.right_in_order(game)?,
                };
                for (place, option) in options.iter().enumerate() {
                    if place > 0 {
                        text.push(',');
                    }
                    write(store, *option, text)?;
                }
                text.push(end);
            }
        }
    }
    Ok(())
}

/// A stopper by its options, with a label for each bracket that others lead back to.
fn write_loopy(
    store: &Store,
    loopy: &Arc<Loopy>,
    open: &mut Vec<Arc<Loopy>>,
    text: &mut String,
) -> Result<()> {
    store.budget().step()?;
    if text.len() > LONGEST {
        return Err(fault_of_size("this canonical form"));
    }
    if let Some(place) = open.iter().position(|other| other == loopy) {
        text.push_str(&format!("g{place}"));
        return Ok(());
    }
    text.push_str(&format!("(g{}: {{", open.len()));
    open.push(loopy.clone());
    for (player, end) in [(Player::Left, '|'), (Player::Right, '}')] {
        for (place, option) in loopy::options(store, loopy, player)?.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            match option {
                Value::Loopy(option) => write_loopy(store, option, open, text)?,
                other => text.push_str(&typed(store, other)?),
            }
        }
        text.push(end);
    }
    text.push(')');
    open.pop();
    Ok(())
}

/// Whether a value has a board in it, which is written like a text.
fn has_board(value: &Value) -> bool {
    match value {
        Value::Board(_) => true,
        Value::List(list) | Value::Tuple(list) => list.items().iter().any(has_board),
        Value::Set(set) => set.items().iter().any(has_board),
        Value::Map(map) => {
            map.entries().iter().any(|(key, value)| has_board(key) || has_board(value))
        }
        _ => false,
    }
}

/// Whether a value has a set or a map in it: equal ones may be written in different orders, and so may their moves.
pub(super) fn has_orders(value: &Value) -> bool {
    match value {
        Value::Set(_) | Value::Map(_) => true,
        Value::List(list) | Value::Tuple(list) => list.items().iter().any(has_orders),
        Value::Position(position) => position.arguments().iter().any(has_orders),
        Value::Sum(sum) => sum.terms().iter().any(|term| match &term.kind {
            TermKind::Position(position) => position.arguments().iter().any(has_orders),
            TermKind::Game(_) | TermKind::Loopy(_) => false,
        }),
        Value::Misere(games) => games.terms().iter().any(has_orders),
        _ => false,
    }
}
