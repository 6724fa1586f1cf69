//! Options of games.
//!
//! Knows: options of canonical forms, of forms as typed, of positions and of sums.
//! Must not know: which moves are good.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use upstar_core::loopy::Loopy;
use upstar_core::{Game, Player, Store};

use super::host::Host;
use super::negative::neg;
use super::terms::sum_of;
use super::worth::{self, Solved};
use super::{Attempt, Misere, NoAnswer, Result, Sum, Term, TermKind, Value, loopy, misere};

/// Options of a player: of `form(G)` as typed, of a position by its rules, of a sum in each summand;
/// otherwise of the canonical form.
///
/// # Errors
/// When a value is no game, or options cannot be found.
pub fn moves(host: &mut dyn Host, value: &Value, player: Player) -> Attempt<Vec<Value>> {
    match value {
        Value::Position(position) => Ok(host.options(position, player)?),
        Value::Misere(games) => Ok(misere_moves(host, games, player)?),
        Value::Sum(sum) => sum_moves(host, sum, &mut |host, term| term_options(host, term, player)),
        other => options(host, other, player),
    }
}

/// Lists the options in a summand.
pub type ListTerm<'a> = &'a mut dyn FnMut(&mut dyn Host, &Term) -> Attempt<Vec<Value>>;

/// The options of a sum, where `options` lists those of a summand.
///
/// # Errors
/// As for [`moves`].
pub fn sum_moves(host: &mut dyn Host, sum: &Sum, options: ListTerm<'_>) -> Attempt<Vec<Value>> {
    // Moves of two summands may lead to the same sum: A to A + B, or B to B + B, beside each other.
    let mut all = IndexSet::<Value, FxBuildHasher>::default();
    for (place, term) in sum.terms().iter().enumerate() {
        for option in options(host, term)? {
            all.insert(replaced(host, sum, place, &option)?);
        }
    }
    Ok(all.into_iter().collect())
}

/// Options of a player, in misère play too.
fn misere_moves(host: &mut dyn Host, games: &Misere, player: Player) -> Result<Vec<Value>> {
    let store = host.store();
    let mut all = IndexSet::<Value, FxBuildHasher>::default();
    for (place, term) in games.terms().iter().enumerate() {
        let options = match term {
            // Positions among its options are not replaced by their values.
            Value::Typed(form) => misere::form_options(form, player),
            term => moves(host, term, player)?,
        };
        for option in options {
            store.budget().step()?;
            store.budget().reserve(size_of_val(games.terms()) as u64)?;
            let Value::Misere(option) = misere::of(host, &option)? else { continue };
            let mut terms = games.terms()[..place].to_vec();
            terms.extend(option.terms().iter().cloned());
            terms.extend_from_slice(&games.terms()[place + 1..]);
            all.insert(Misere::value(terms)?);
        }
    }
    Ok(all.into_iter().collect())
}

/// The options of a player: typed ones of `form(G)`, canonical ones otherwise.
///
/// # Errors
/// As for [`moves`].
pub fn options(host: &mut dyn Host, value: &Value, player: Player) -> Attempt<Vec<Value>> {
    if let Value::Typed(form) = value {
        let options = form.options(player).map(|option| match option {
            (Value::Position(_) | Value::Sum(_), Some(worth)) => {
                Ok(Value::of_game(&host.store(), worth))
            }
            (option, _) => loopy::as_typed(host, option),
        });
        return Ok(options.collect::<Result<_>>()?);
    }
    match value {
        Value::LoopyBracket(bracket) if bracket.is_as_typed() => {
            return Ok(bracket.options(host, player)?);
        }
        Value::LoopyBracket(bracket) => {
            return match bracket.value() {
                Value::Loopy(sided) if matches!(**sided, Loopy::Sided(..)) => {
                    let fault = loopy::no_options().help("ask about its moves as typed, `form(G)`");
                    Err(NoAnswer::NoOptions(fault))
                }
                value => options(host, value, player),
            };
        }
        Value::Loopy(loopy) => return loopy::options(&host.store(), loopy, player),
        _ => {}
    }
    match worth::solved(host, value)? {
        Solved::Short(game) => Ok(canonical(&host.store(), game, player)?),
        Solved::Loopy(loopy, _) => loopy::options(&host.store(), &loopy, player),
    }
}

/// The canonical options of a player, in the order of books.
fn canonical(store: &Store, game: Game, player: Player) -> Result<Vec<Value>> {
    let options = match player {
        Player::Left => store.left_in_order(game)?,
        Player::Right => store.right_in_order(game)?,
    };
    Ok(options.iter().map(|game| Value::of_game(store, *game)).collect())
}

/// The options in one summand.
///
/// # Errors
/// As for [`moves`].
pub fn term_options(host: &mut dyn Host, term: &Term, player: Player) -> Attempt<Vec<Value>> {
    let mover = if term.negated { player.opponent() } else { player };
    let options = match &term.kind {
        TermKind::Position(position) => host.options(position, mover)?,
        TermKind::Game(game) => canonical(&host.store(), *game, mover)?,
        TermKind::Loopy(loopy) => loopy::options(&host.store(), loopy, mover)?,
    };
    if !term.negated {
        return Ok(options);
    }
    Ok(options.iter().map(|option| neg(host, option)).collect::<Result<_>>()?)
}

/// The sum with one summand replaced by an option of it.
///
/// # Errors
/// When a limit is passed, or the option is no game.
pub fn replaced(host: &mut dyn Host, sum: &Sum, place: usize, option: &Value) -> Result<Value> {
    let store = host.store();
    store.budget().step()?;
    store.budget().reserve(size_of_val(sum.terms()) as u64)?;
    let mut terms = sum.terms()[..place].to_vec();
    match sum_of(&store, std::slice::from_ref(option))? {
        Value::Position(position) => {
            terms.push(Term { negated: false, kind: TermKind::Position(position) });
        }
        Value::Sum(inner) => terms.extend(inner.terms().iter().cloned()),
        other => return Err(other.wrong("a position")),
    }
    terms.extend_from_slice(&sum.terms()[place + 1..]);
    Ok(Value::Sum(Arc::new(Sum::new(terms)?)))
}
