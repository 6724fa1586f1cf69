//! Games in misère play: whoever cannot move wins.
//!
//! Knows: sums, moves and equality in misère play, which do not use values of normal play.
//! Must not know: how outcomes are computed.
//!
//! Values of normal play do not apply here, so positions and forms are kept as they are.
//!
//! `Value::Misere` holds positions, forms as typed, and values that mean their canonical forms. Questions that have
//! an answer in misère play look for it first. All others end in `worth::game`, which says what can be asked
//! instead.

mod forms;
mod games;

use std::sync::Arc;

use num_traits::{Signed, ToPrimitive};
use upstar_core::misere::Genus;
use upstar_core::{Rational, Store};

use super::canonical::is_gamelike;
use super::host::Host;
use super::negative::neg;
use super::{
    Fault, Result, Ruleset, Sum, Term, TermKind, Value, expect, number, surreal, terms, worth,
};
use crate::diagnostic::Code;
use crate::resolve::tree::PositionKind;
use crate::syntax::ast::BinaryOp;

pub use forms::added_up;
pub(super) use forms::options as form_options;
use forms::{as_tree, playable, value_term};
pub use forms::{of_form, of_tree};
pub use games::Misere;

/// Most copies of a game in a sum of misère play.
pub const MOST_COPIES: usize = 1000;

/// Greatest place of a single coin for which a row is made.
const FURTHEST_COIN: i64 = 1 << 16;

/// `misere(P)`
///
/// # Errors
/// For values that are not games, among them numbers that are not dyadic.
pub fn of(host: &mut dyn Host, value: &Value) -> Result<Value> {
    let mut terms = Vec::new();
    match value {
        Value::Misere(_) => return Ok(value.clone()),
        Value::Position(_) | Value::Sum(_) => {
            for term in terms::terms(&host.store(), value, false)? {
                playable(&term)?;
                terms.extend(summand(host, term)?);
            }
        }
        Value::Typed(form) if form.is_starred() => terms.push(value.clone()),
        Value::Typed(form) => terms.extend(value_term(as_tree(host, form)?)),
        Value::Surreal(x) => return Err(surreal::not_short(&host.store(), x)?),
        Value::Form(form) if form.has_positions_or_sums() => return Err(by_value()),
        Value::Number(_) | Value::Game(_) | Value::Form(_) => {
            let game = worth::game(host, value)?;
            terms.extend(value_term(Value::of_game(&host.store(), game)));
        }
        other => return Err(other.wrong("a game")),
    }
    Misere::value(terms)
}

fn summand(host: &mut dyn Host, term: Term) -> Result<Option<Value>> {
    let store = host.store();
    match (term.kind, term.negated) {
        (TermKind::Game(game), true) => Ok(value_term(Value::of_game(&store, store.neg(game)?))),
        (TermKind::Game(game), false) => Ok(value_term(Value::of_game(&store, game))),
        (TermKind::Loopy(_), _) => unreachable!("loopy summands are refused before"),
        (TermKind::Position(position), negated) => {
            let kind = TermKind::Position(position.clone());
            if let Some(row) = row_of(host, &kind)? {
                return Ok(Some(row));
            }
            Ok(Some(match negated {
                true => Value::Sum(Arc::new(Sum::new(vec![Term { negated, kind }])?)),
                false => Value::Position(position),
            }))
        }
    }
}

/// Row of coins with the single head that a number stands for. In normal play rows are sums of their heads;
/// in misère play the row itself counts.
fn row_of(host: &mut dyn Host, kind: &TermKind) -> Result<Option<Value>> {
    let TermKind::Position(position) = kind else { return Ok(None) };
    let (PositionKind::Coins, [place @ Value::Number(_)]) =
        (&position.ruleset.tree.position, position.arguments())
    else {
        return Ok(None);
    };
    let place = expect::integer(&host.store(), place)?;
    if place > FURTHEST_COIN {
        let message = format!("a row with a coin at {place} is too long for misère play");
        return Err(Fault::new(Code::TooLarge, message));
    }
    let row = format!("{}H", "T".repeat(usize::try_from(place).unwrap_or(0)));
    let row = host.call(&Value::Ruleset(position.ruleset.clone()), vec![Value::text(row)])?;
    Ok(match row {
        Value::Misere(games) => games.terms.first().cloned(),
        row => Some(row),
    })
}

/// Option of a ruleset that states misère play: the position, or sum, without `misere`.
///
/// # Errors
/// When the ruleset is played normally, or there are forms among the games.
pub fn of_rules(ruleset: &Ruleset, games: &Misere) -> Result<Value> {
    if !ruleset.tree.misere {
        return Err(mixed().note(format!(
            "{} is played normally: it has no clause `play misere`",
            ruleset.tree.name.text
        )));
    }
    let mut terms = Vec::with_capacity(games.terms.len());
    for value in &games.terms {
        match value {
            Value::Position(position) => {
                terms.push(Term { negated: false, kind: TermKind::Position(position.clone()) });
            }
            Value::Sum(sum) => terms.extend(sum.terms().iter().cloned()),
            Value::Game(game) => terms.push(Term { negated: false, kind: TermKind::Game(*game) }),
            other => return Err(other.wrong("a position")),
        }
    }
    match &terms[..] {
        [Term { negated: false, kind: TermKind::Position(position) }] => {
            Ok(Value::Position(position.clone()))
        }
        _ => Ok(Value::Sum(Arc::new(Sum::new(terms)?))),
    }
}

/// `left op right`, where one is in misère play.
pub(super) fn binary(
    host: &mut dyn Host,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Value> {
    match (op, left, right) {
        (BinaryOp::Add, Value::Misere(a), Value::Misere(b)) => joined(&host.store(), a, b),
        (BinaryOp::Sub, Value::Misere(a), Value::Misere(b)) => {
            match neg(host, &Value::Misere(b.clone()))? {
                Value::Misere(b) => joined(&host.store(), a, &b),
                other => Err(other.wrong("a game in misère play")),
            }
        }
        (BinaryOp::Mul, Value::Misere(games), Value::Number(n))
        | (BinaryOp::Mul, Value::Number(n), Value::Misere(games)) => multiple(host, n, games),
        (BinaryOp::Add | BinaryOp::Sub, a, b) if [a, b].iter().all(|value| is_game(value)) => {
            Err(mixed())
        }
        _ => Err(Fault::new(
            Code::WrongType,
            "games in misère play can only be added, and multiplied by integers",
        )),
    }
}

fn is_game(value: &Value) -> bool {
    is_gamelike(value) || matches!(value, Value::Misere(_))
}

fn joined(store: &Store, a: &Misere, b: &Misere) -> Result<Value> {
    let size = (a.terms.len() + b.terms.len()) * size_of::<Value>();
    store.budget().reserve(size as u64)?;
    Misere::value(a.terms.iter().chain(&b.terms).cloned().collect())
}

fn multiple(host: &mut dyn Host, n: &Rational, games: &Misere) -> Result<Value> {
    let Some(n) = n.to_integer() else {
        return Err(number::not_a_multiple(n));
    };
    let times = n.abs().to_usize().filter(|times| *times <= MOST_COPIES);
    let Some(times) = times else {
        let n = Rational::from(n);
        let message =
            format!("{n} copies of games in misère play are too many", n = n.in_message());
        return Err(Fault::new(Code::TooLarge, message));
    };
    let mut all = Vec::new();
    for _ in 0..times {
        all.extend(games.terms.iter().cloned());
    }
    let Value::Misere(all) = Misere::value(all)? else { return Ok(Value::Nothing) };
    if n.is_negative() { neg(host, &Value::Misere(all)) } else { Ok(Value::Misere(all)) }
}

/// Whether two sums are equal in misère play: no third game distinguishes them.
pub(super) fn equal(host: &mut dyn Host, a: &Misere, b: &Misere) -> Result<bool> {
    match (host.misere_form(a)?, host.misere_form(b)?) {
        (Some(a), Some(b)) => Ok(a == b),
        _ => Err(Fault::new(
            Code::NotImpartial,
            "equality in misère play is decided for impartial games only",
        )
        .help("of other games ask `misere_equal(P, Q, \"dicot\")`, or in another universe")),
    }
}

/// `4¹⁴⁶`
///
/// # Errors
/// When no game has it.
pub fn genus(normal: u32, superscript: &[u32]) -> Result<Value> {
    let genus = Genus::new(normal, superscript).ok_or_else(|| {
        Fault::new(Code::OutOfRange, "no game has this genus").note(
            "the superscript has two digits at least, and the last two, which repeat forever, \
             differ by 2 in nim-addition",
        )
    })?;
    Ok(Value::Genus(Arc::new(genus)))
}

/// Fault of a bracket that counts as its value, which its positions and sums do not have in misère play.
fn by_value() -> Fault {
    Fault::new(
        Code::OtherConvention,
        "a bracket counts as its value of normal play, and a position or a sum in this one has \
         another game as its value than it is in misère play",
    )
    .help("as typed it is `form(G)`, and its value `canonical(G)`: ask about one of these")
}

/// Fault of mixing both conventions.
pub(super) fn mixed() -> Fault {
    Fault::new(Code::OtherConvention, "one game is in misère play and the other is not")
        .help("put all of it in misère play: `misere(P + Q)` or `misere(P) + misere(Q)`")
        .note("who cannot move cannot both win and lose")
}

pub(super) fn no_order() -> Fault {
    Fault::new(Code::OtherConvention, "games in misère play are not ordered here")
        .help("`misere_leq(P, Q, \"dicot\")` compares them within a universe")
        .help("`==` asks whether two impartial ones are equal; `outcome` says who wins")
}
