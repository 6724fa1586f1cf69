//! Operations on values: a match on the pair of kinds, one function for each case.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use upstar_core::loopy::{GameValue, ordinal_sum, ordinal_sum_of_form};
use upstar_core::{Error, Player, Rational, Store, short};

use super::host::Host;
use super::loopy::Node;
use super::{
    Attempt, Class, Fault, List, MAX_ITEMS, Map, Range, Result, Set, Sum, Term, Value, expect,
    infinity, loopy, misere, moves, number, surreal_arithmetic, too_many, transfinite, worth,
};
use crate::diagnostic::Code;
use crate::syntax::ast::BinaryOp;

pub use super::negative::neg;
pub use super::nimbers::{nimber, nimber_of};
pub use super::terms::{sum_of, terms};

/// Most copies of a position that stay a sum of positions; more become its value.
const MOST_COPIES: usize = 1000;

/// `left op right`. `and`, `or` are not here: they do not evaluate both sides.
///
/// # Errors
/// When the operation means nothing for these kinds, or a limit is passed.
pub fn binary(host: &mut dyn Host, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    match (left, right) {
        (Value::LoopyBracket(_), _) | (_, Value::LoopyBracket(_)) => {
            on_brackets(host, op, left, right)
        }
        _ => by_class(host, op, left, right),
    }
}

/// `left op right` for loopy brackets: as typed where that says more, otherwise by their values.
fn on_brackets(host: &mut dyn Host, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    if let Some(shifted) = shifted(host, op, left, right)? {
        return Ok(shifted);
    }
    let left = match left {
        // The base of an ordinal sum counts as typed.
        Value::LoopyBracket(base) if op == BinaryOp::Ordinal && base.is_as_typed() => left.clone(),
        _ => loopy::plain(left),
    };
    by_class(host, op, &left, &loopy::plain(right))
}

/// A typed bracket plus or less a number, or a number less or plus it, with the number at every
/// game that is not a typed bracket. Nothing where that is another game, as for `(a: <1||a|0>) + 3`:
/// a side in which a player never moves back is simplest among numbers, which no translation keeps.
/// So the value of each bracket is compared with the sum.
///
/// # Errors
/// When a limit is passed.
fn shifted(
    host: &mut dyn Host,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Option<Value>> {
    let (bracket, number) = match (op, left, right) {
        (BinaryOp::Add, Value::LoopyBracket(bracket), Value::Number(x))
        | (BinaryOp::Add, Value::Number(x), Value::LoopyBracket(bracket)) => {
            (bracket.clone(), x.clone())
        }
        (BinaryOp::Sub, Value::LoopyBracket(bracket), Value::Number(x)) => (bracket.clone(), -x),
        (BinaryOp::Sub, Value::Number(x), Value::LoopyBracket(bracket)) => {
            match bracket.negative(host)? {
                Value::LoopyBracket(negative) => (negative, x.clone()),
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    if bracket.is_as_typed() || number.to_dyadic().is_none() {
        return Ok(None);
    }
    let number = Value::Number(number);
    let mut nodes = Vec::with_capacity(bracket.nodes().len());
    let mut brackets = Vec::new();
    for (place, node) in bracket.nodes().iter().enumerate() {
        nodes.push(match node {
            Node::Bracket(_) => {
                brackets.push(place as u32);
                node.clone()
            }
            Node::Value(value) => Node::Value(binary(host, BinaryOp::Add, value, &number)?),
        });
    }
    let before = loopy::values(host, bracket.nodes().to_vec(), &brackets)?;
    let after = loopy::values(host, nodes, &brackets)?;
    for (before, after) in before.iter().zip(&after) {
        let sum = loopy::binary(host, BinaryOp::Add, &loopy::plain(before), &number)?;
        if !loopy::equal(host, &sum, after)? {
            return Ok(None);
        }
    }
    let root = brackets.iter().position(|place| *place == bracket.root());
    Ok(root.map(|place| after[place].clone()))
}

/// `left op right` by the theory that contains both.
fn by_class(host: &mut dyn Host, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    if op == BinaryOp::Sides {
        return loopy::sides(host, left, right);
    }
    match Class::of_both(left, right) {
        Some(Class::Misere) => misere::binary(host, op, left, right),
        Some(Class::Surreal) => surreal_arithmetic::binary(host, op, left, right),
        Some(Class::Loopy)
            if [left, right].iter().any(|side| matches!(side, Value::Surreal(_))) =>
        {
            surreal_arithmetic::binary(host, op, left, right)
        }
        Some(Class::Loopy) if !stays_sum(op, left, right) => loopy::binary(host, op, left, right),
        Some(Class::TransfiniteNimber) => transfinite::binary(host, op, left, right),
        Some(Class::InfiniteNimber) if op != BinaryOp::Ordinal => {
            infinity::binary(host, op, left, right)
        }
        _ => on_short(host, op, left, right),
    }
}

/// `left op right` for short games, positions, rational numbers and values that are no games; ordinal sums
/// of all but surreal numbers.
fn on_short(host: &mut dyn Host, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    match op {
        BinaryOp::Add => add(host, left, right),
        BinaryOp::Sub => sub(host, left, right),
        BinaryOp::Mul => mul(host, left, right),
        BinaryOp::Div => number::div(&host.store(), left, right),
        BinaryOp::Rem => number::rem(&host.store(), left, right),
        BinaryOp::By => stepped(&host.store(), left, right),
        BinaryOp::Pow => number::pow(&host.store(), left, right),
        BinaryOp::Ordinal => ordinal(host, left, right),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Sides => Err(left.wrong("a truth value")),
    }
}

/// Whether the value of a loopy operand is not needed: in an ordinal sum, whose base counts as typed, and
/// in a result that stays a sum of positions.
fn stays_sum(op: BinaryOp, left: &Value, right: &Value) -> bool {
    op == BinaryOp::Ordinal
        || (is_positional(left) || is_positional(right))
            && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
            && ![left, right].iter().any(|value| matches!(value, Value::Infinity(_)))
}

fn is_game(value: &Value) -> bool {
    matches!(value, Value::Number(_) | Value::Game(_) | Value::Form(_) | Value::Typed(_))
}

fn is_positional(value: &Value) -> bool {
    matches!(value, Value::Position(_) | Value::Sum(_))
}

/// Items of a list, and bytes of a text, copied for one step.
const ITEMS_PER_STEP: usize = 16;
const BYTES_PER_STEP: usize = 512;

/// Counts the steps of a long copy, so that the limit of steps includes it.
fn copied(host: &mut dyn Host, steps: usize) -> Result<()> {
    let store = host.store();
    (0..steps).try_for_each(|_| store.budget().step())?;
    Ok(())
}

/// Number of items of two lists together.
fn together(a: &List, b: &List) -> Result<usize> {
    let len = a.items().len() + b.items().len();
    if len > MAX_ITEMS as usize { Err(too_many(&len)) } else { Ok(len) }
}

/// The sum of two values, the first of which nobody else needs: items are appended to a list in its place, so that a list
/// may grow by one item after the other.
///
/// # Errors
/// As for [`binary`].
pub fn added_to(host: &mut dyn Host, mut left: Value, right: &Value) -> Result<Value> {
    if let (Value::List(list), Value::List(more)) = (&mut left, right)
        && let Some(own) = Arc::get_mut(list)
    {
        together(own, more)?;
        host.store().budget().reserve(size_of_val(more.items()) as u64)?;
        copied(host, more.items().len() / ITEMS_PER_STEP)?;
        own.append(more.items())?;
        return Ok(left);
    }
    binary(host, BinaryOp::Add, &left, right)
}

fn add(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => number::sum(a, b, |a, b| a + b),
        (Value::List(a), Value::List(b)) => {
            let len = together(a, b)?;
            host.store().budget().reserve((len * size_of::<Value>()) as u64)?;
            copied(host, len / ITEMS_PER_STEP)?;
            let items = a.items().iter().chain(b.items()).cloned().collect();
            Value::list(items)
        }
        (Value::Text(a), Value::Text(b)) => {
            // The text is copied once more when it is put behind a pointer.
            host.store().budget().reserve(2 * (a.len() as u64 + b.len() as u64))?;
            copied(host, (a.len() + b.len()) / BYTES_PER_STEP)?;
            Ok(Value::text(format!("{a}{b}")))
        }
        (a, b) if is_positional(a) || is_positional(b) => joined(&host.store(), a, b, false),
        (a, b) if is_game(a) && is_game(b) => {
            let (a, b) = (worth::game(host, a)?, worth::game(host, b)?);
            let store = host.store();
            Ok(Value::of_game(&store, store.add(a, b)?))
        }
        (a, b) => Err(mismatch("add", a, "and", b)),
    }
}

fn sub(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => number::sum(a, b, |a, b| a - b),
        (a, b) if is_positional(a) || is_positional(b) => joined(&host.store(), a, b, true),
        (a, b) if is_game(a) && is_game(b) => {
            let (a, b) = (worth::game(host, a)?, worth::game(host, b)?);
            let store = host.store();
            Ok(Value::of_game(&store, store.sub(a, b)?))
        }
        (a, b) => Err(mismatch("subtract", b, "from", a)),
    }
}

/// Sum of two values, one of which has positions; the second is negated if `negated`.
fn joined(store: &Store, left: &Value, right: &Value, negated: bool) -> Result<Value> {
    let mut all = terms(store, left, false)?;
    let more = terms(store, right, negated)?;
    store.budget().reserve(((all.len() + more.len()) * size_of::<Term>()) as u64)?;
    all.extend(more);
    Ok(Value::Sum(Arc::new(Sum::new(all)?)))
}

fn mul(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => number::product(a, b),
        (Value::Form(form), other) if host.store().is_number(form.canonical()) => {
            let number = Value::of_game(&host.store(), form.canonical());
            mul(host, &number, other)
        }
        (other, Value::Form(form)) if host.store().is_number(form.canonical()) => {
            let number = Value::of_game(&host.store(), form.canonical());
            mul(host, other, &number)
        }
        (Value::Number(n), several @ (Value::Text(_) | Value::List(_)))
        | (several @ (Value::Text(_) | Value::List(_)), Value::Number(n)) => {
            repeated(host, several, n)
        }
        (Value::Number(n), game) | (game, Value::Number(n))
            if is_game(game) || is_positional(game) =>
        {
            let Some(n) = n.to_integer() else {
                return Err(number::not_a_multiple(n));
            };
            let store = host.store();
            if let (true, Some(times)) = (is_positional(game), n.abs().to_usize())
                && times <= MOST_COPIES
            {
                let one = terms(&store, game, n.is_negative())?;
                let all = std::iter::repeat_n(one, times).flatten().collect();
                return Ok(Value::Sum(Arc::new(Sum::new(all)?)));
            }
            if Class::of(game) == Some(Class::Loopy) {
                return loopy::product(host, left, right);
            }
            let game = worth::game(host, game)?;
            Ok(Value::of_game(&store, store.times(&n, game)?))
        }
        (a, b) => Err(mismatch("multiply", a, "by", b)),
    }
}

/// Copies of a text or of the items of a list, joined.
fn repeated(host: &mut dyn Host, several: &Value, times: &Rational) -> Result<Value> {
    let Some(times) = times.to_integer().filter(|times| !times.is_negative()) else {
        let times = times.in_message();
        let message =
            format!("{} is repeated a whole number of times, not {times}", several.kind());
        return Err(Fault::new(Code::OutOfRange, message));
    };
    let (length, size, per_step) = match several {
        Value::List(list) => (list.items().len(), size_of::<Value>(), ITEMS_PER_STEP),
        Value::Text(text) => (text.len(), 2, BYTES_PER_STEP),
        other => return Err(other.wrong("a text or a list")),
    };
    let whole = &times * length;
    let Some(len) = whole.to_usize().filter(|len| *len <= MAX_ITEMS as usize) else {
        return Err(too_many(&Rational::from(whole).in_message()));
    };
    host.store().budget().reserve((len * size) as u64)?;
    copied(host, len / per_step)?;
    let times = if len == 0 { 0 } else { len / length };
    match several {
        Value::List(list) => {
            Value::list(list.items().iter().cycle().take(times * length).cloned().collect())
        }
        Value::Text(text) => Ok(Value::text(text.repeat(times))),
        other => Err(other.wrong("a text or a list")),
    }
}

/// Ordinal sum: on the base as typed for `form(G) : H`, on the moves of a position, and on the canonical
/// form otherwise. Of the other summand only the value counts.
fn ordinal(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    let h = worth::worth(host, right)?;
    let store = host.store();
    let sum = match left {
        Value::Typed(_) | Value::LoopyBracket(_) | Value::Position(_) | Value::Sum(_) => {
            let mut side = |player| -> Result<Vec<_>> {
                let options = moves::moves(host, left, player)?;
                Ok(options
                    .iter()
                    .map(|option| worth::worth(host, option))
                    .collect::<Attempt<_>>()?)
            };
            let (left, right) = (side(Player::Left)?, side(Player::Right)?);
            ordinal_sum_of_form(&store, [&left, &right], &h)?
        }
        other => match (worth::worth(host, other)?, h) {
            (GameValue::Short(g), GameValue::Short(h)) => {
                GameValue::Short(short::ordinal_sum(&store, g, h)?)
            }
            (g, h) => ordinal_sum(&store, &g, &h).map_err(|error| match error {
                Error::NotAStopper => {
                    loopy::no_options().help("ask about its moves as typed: `form(G) : H`")
                }
                other => other.into(),
            })?,
        },
    };
    Ok(Value::of_worth(&store, sum))
}

/// `a..b`
///
/// # Errors
/// When an end is not an integer.
pub fn range(store: &Store, first: &Value, last: &Value) -> Result<Value> {
    Ok(Value::Range(Arc::new(Range::new(whole(store, first)?, whole(store, last)?))))
}

/// `a..b by step`
fn stepped(store: &Store, range: &Value, step: &Value) -> Result<Value> {
    let Value::Range(range) = range else {
        return Err(range.wrong("a range").help("`by` is the step of a range: `1..9 by 2`"));
    };
    let number = expect::number(store, step)?;
    match number.to_integer().filter(|step| !step.is_zero()) {
        Some(step) => Ok(Value::Range(Arc::new(range.by(&step)?))),
        None => {
            let message = format!(
                "the step of a range is an integer other than 0, not {}",
                number.in_message()
            );
            Err(Fault::new(Code::OutOfRange, message))
        }
    }
}

fn whole(store: &Store, value: &Value) -> Result<BigInt> {
    let number = expect::number(store, value)?;
    number.to_integer().ok_or_else(|| {
        let number = number.in_message();
        Fault::new(Code::WrongType, format!("a range has integer ends, and {number} is not one"))
            .help(format!("round it: `floor({number})` or `ceil({number})`"))
    })
}

fn mismatch(verb: &str, a: &Value, word: &str, b: &Value) -> Fault {
    let fault =
        Fault::new(Code::WrongType, format!("cannot {verb} {} {word} {}", a.kind(), b.kind()));
    match (a, b) {
        (Value::Set(_), Value::Set(_)) if verb == "add" => {
            fault.help("for sets there is `union(A, B)`")
        }
        (Value::Map(_), Value::Map(_)) if verb == "add" => {
            fault.help("for maps there is `union(A, B)`")
        }
        (Value::Set(_), _) if verb == "subtract" => {
            fault.help("for sets there is `difference(A, B)`")
        }
        (Value::Game(_) | Value::Form(_), Value::Game(_) | Value::Form(_)) => {
            fault.note("only an integer and a game have a product: `3 * G`")
        }
        _ => fault,
    }
}

/// A value in which every form is replaced by its canonical value: elements of sets, and keys of maps.
///
/// # Errors
/// When the values in it are nested too deeply.
pub fn without_forms(store: &Store, value: &Value) -> Result<Value> {
    with_brackets(value, &|bracket| {
        Ok(match bracket {
            Value::Form(form) | Value::Typed(form) => Value::of_game(store, form.canonical()),
            Value::LoopyBracket(bracket) => bracket.value().clone(),
            other => other.clone(),
        })
    })
}

/// Replaces each bracket as typed in a value.
fn with_brackets(value: &Value, replace: &dyn Fn(&Value) -> Result<Value>) -> Result<Value> {
    if !value.extent().has_brackets() {
        return Ok(value.clone());
    }
    let all = |list: &List| -> Result<Arc<List>> {
        let items = list.items().iter().map(|item| with_brackets(item, replace));
        Ok(Arc::new(List::new(items.collect::<Result<_>>()?)?))
    };
    match value {
        Value::Form(_) | Value::Typed(_) | Value::LoopyBracket(_) => replace(value),
        Value::List(list) => Ok(Value::List(all(list)?)),
        Value::Tuple(tuple) => Ok(Value::Tuple(all(tuple)?)),
        Value::Map(map) => {
            let entry = |(key, value): (&Value, &Value)| -> Result<(Value, Value)> {
                Ok((key.clone(), with_brackets(value, replace)?))
            };
            let entries = map.entries().iter().map(entry).collect::<Result<Vec<_>>>()?;
            Ok(Value::Map(Arc::new(Map::new(entries)?)))
        }
        other => Ok(other.clone()),
    }
}

/// The set of some values.
///
/// # Errors
/// When values are nested too deeply.
pub fn set(store: &Store, mut items: Vec<Value>) -> Result<Value> {
    for item in items.iter_mut().filter(|item| item.extent().has_brackets()) {
        *item = without_forms(store, item)?;
    }
    Ok(Value::Set(Arc::new(Set::new(items)?)))
}
