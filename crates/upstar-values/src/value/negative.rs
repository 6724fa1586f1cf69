//! Negatives: games with the players exchanged.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::host::Host;
use super::loopy::Node;
use super::{Form, LoopyBracket, Misere, Result, Sum, Term, TermKind, Value, loopy, terms, worth};

/// The mirrors of the forms that were met: forms may share options, and each is worked on once.
type Mirrors = FxHashMap<*const Form, Value>;

/// `-value`
///
/// # Errors
/// When it is not a game.
pub fn neg(host: &mut dyn Host, value: &Value) -> Result<Value> {
    let store = host.store();
    match value {
        Value::Number(a) => Ok(Value::Number(-a)),
        Value::Transfinite(_) | Value::Infinity(_) => Ok(value.clone()),
        Value::Loopy(loopy) => loopy::negative(&store, loopy),
        Value::LoopyBracket(bracket) => bracket.negative(host),
        Value::Surreal(x) => Ok(Value::of_surreal(-&**x)),
        Value::Game(game) => Ok(Value::of_game(&store, store.neg(*game)?)),
        Value::Form(form) | Value::Typed(form) => {
            Ok(Value::of_game(&store, store.neg(form.canonical())?))
        }
        Value::Position(_) | Value::Sum(_) => {
            Ok(Value::Sum(Arc::new(Sum::new(terms::terms(&store, value, true)?)?)))
        }
        Value::Misere(games) => negative_misere(host, games),
        other => Err(other.wrong("a game")),
    }
}

impl LoopyBracket {
    /// The negative: all brackets with their sides exchanged. Of `form(G)` that of the value.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn negative(&self, host: &mut dyn Host) -> Result<Value> {
        if self.is_as_typed() {
            return neg(host, self.value());
        }
        let mut nodes = Vec::with_capacity(self.nodes().len());
        for node in self.nodes() {
            nodes.push(match node {
                Node::Bracket([left, right]) => Node::Bracket([right.clone(), left.clone()]),
                Node::Value(value) => Node::Value(neg(host, value)?),
            });
        }
        single(host, nodes, self.root())
    }
}

/// The bracket at `root`.
fn single(host: &mut dyn Host, nodes: Vec<Node>, root: u32) -> Result<Value> {
    let mut found = loopy::values(host, nodes, &[root])?;
    Ok(found.swap_remove(0))
}

/// The games with the players exchanged.
///
/// # Errors
/// For forms as typed in which the players have different options.
fn negative_misere(host: &mut dyn Host, games: &Misere) -> Result<Value> {
    let store = host.store();
    let mut terms = Vec::with_capacity(games.terms().len());
    for term in games.terms() {
        terms.push(match term {
            Value::Typed(form) => mirrored(host, form)?,
            Value::Position(_) | Value::Sum(_) => {
                match terms::terms(&store, term, true)?.as_slice() {
                    [Term { negated: false, kind: TermKind::Position(position) }] => {
                        Value::Position(position.clone())
                    }
                    terms => Value::Sum(Arc::new(Sum::new(terms.to_vec())?)),
                }
            }
            other => neg(host, other)?,
        });
    }
    Misere::value(terms)
}

/// A form with the players exchanged.
fn mirrored(host: &mut dyn Host, form: &Arc<Form>) -> Result<Value> {
    mirror(host, form, &mut Mirrors::default())
}

fn mirror(host: &mut dyn Host, form: &Arc<Form>, mirrors: &mut Mirrors) -> Result<Value> {
    if let Some(mirror) = mirrors.get(&Arc::as_ptr(form)) {
        return Ok(mirror.clone());
    }
    host.store().budget().step()?;
    if form.is_starred() {
        return Ok(Value::Typed(form.clone()));
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (options, side) in [form.right(), form.left()].into_iter().zip(&mut sides) {
        for option in options {
            side.push(match option {
                Value::Form(inner) | Value::Typed(inner) => {
                    stacker::maybe_grow(1 << 16, 1 << 20, || mirror(host, inner, mirrors))?
                }
                Value::Position(_) | Value::Sum(_) => neg(host, option)?,
                other => {
                    let game = worth::game(host, other)?;
                    let store = host.store();
                    Value::of_game(&store, store.neg(game)?)
                }
            });
        }
    }
    let canonical = host.store().neg(form.canonical())?;
    let [left, right] = sides;
    let mirror = Form::new(left, right, canonical)?.with_sums(form.is_added_up());
    let mirror = Value::Typed(Arc::new(mirror));
    mirrors.insert(Arc::as_ptr(form), mirror.clone());
    Ok(mirror)
}
