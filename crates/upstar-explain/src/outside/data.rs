//! Values as JSON.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use serde_json::{Value as Json, json};
use upstar_core::{Rational, Store};

use crate::picture::Figure;
use crate::value::explanation::{Sentence, Step};
use crate::value::{Notation, Result, Value, View, show};

/// A value as JSON; none for nothing, and for kinds that are no more than their text.
///
/// # Errors
/// When a limit is passed, or a part of the value is too large to be written out.
pub fn data(store: &Store, value: &Value) -> Result<Option<Json>> {
    store.budget().step()?;
    Ok(Some(match value {
        Value::Bool(b) => json!(b),
        Value::Text(text) => {
            store.budget().reserve(text.len() as u64)?;
            json!(&**text)
        }
        Value::Number(number) => self::number(store, number)?,
        // A bracket with a cycle may be worth a number all the same.
        Value::LoopyBracket(bracket) if !bracket.is_as_typed() => match bracket.value() {
            Value::Number(number) => self::number(store, number)?,
            _ => return Ok(None),
        },
        Value::List(list) => all(store, list.items(), item)?,
        Value::Tuple(tuple) => {
            json!({ "kind": kind(value), "items": all(store, tuple.items(), item)? })
        }
        Value::Set(set) => {
            json!({ "kind": kind(value), "items": all(store, set.items(), item)? })
        }
        Value::Map(map) => {
            let entries = all(store, map.entries(), |store, (key, of)| {
                Ok(Json::Array(vec![item(store, key)?, item(store, of)?]))
            })?;
            json!({ "kind": kind(value), "entries": entries })
        }
        Value::Picture(picture) if picture.view == View::Table => {
            let header = picture.header().map(|header| item(store, header));
            let rows = item(store, picture.rows())?;
            json!({ "kind": kind(value), "header": header.transpose()?, "rows": rows })
        }
        Value::Explanation(explanation) => json!({
            "kind": kind(value),
            "text": show::value(store, value)?,
            "title": sentence(store, &explanation.title)?,
            "steps": all(store, &explanation.steps, step)?,
        }),
        _ => return Ok(None),
    }))
}

/// Any value as JSON: kinds that are no more than their text are `{"kind", "text"}`.
///
/// # Errors
/// As for [`data`].
pub fn item(store: &Store, value: &Value) -> Result<Json> {
    if *value == Value::Nothing {
        return Ok(Json::Null);
    }
    match data(store, value)? {
        Some(data) => Ok(data),
        None => Ok(json!({ "kind": kind(value), "text": show::value(store, value)? })),
    }
}

/// The kind of a value, without the article: `game`, `sum of positions`.
pub fn kind(value: &Value) -> &'static str {
    let kind = value.kind();
    kind.strip_prefix("a ").or_else(|| kind.strip_prefix("an ")).unwrap_or(kind)
}

/// An integer of 64 bits, or `{"kind", "numerator", "denominator"}`, where longer integers are texts of
/// digits.
fn number(store: &Store, number: &Rational) -> Result<Json> {
    if let Some(integer) = number.to_i64() {
        return Ok(json!(integer));
    }
    let whole = |n: BigInt| -> Result<Json> {
        if let Some(short) = n.to_i64() {
            return Ok(json!(short));
        }
        let digits = show::value(store, &Value::Number(Rational::from(n)))?;
        Ok(json!(digits))
    };
    let (numerator, denominator) = (whole(number.numer())?, whole(number.denom())?);
    Ok(json!({ "kind": "number", "numerator": numerator, "denominator": denominator }))
}

/// List of the values that `each` writes.
fn all<T, I>(store: &Store, items: I, each: impl Fn(&Store, T) -> Result<Json>) -> Result<Json>
where
    I: IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
{
    let items = items.into_iter();
    store.budget().reserve((items.len() * size_of::<Json>()) as u64)?;
    let mut all = Vec::with_capacity(items.len());
    for item in items {
        all.push(each(store, item)?);
    }
    Ok(Json::Array(all))
}

/// `{"says", "because"}`, `{"table"}`, `{"drawing"}` with an SVG picture, or null for a folded step.
fn step(store: &Store, step: &Step) -> Result<Json> {
    Ok(match step {
        Step::Says { line, under } | Step::Claims { line, under, .. } => json!({
            "says": sentence(store, line)?,
            "because": all(store, under, self::step)?,
        }),
        Step::Table(rows) => {
            let cells = |store: &Store, row: &Vec<Sentence>| all(store, row, sentence);
            json!({ "table": all(store, rows, cells)? })
        }
        Step::Drawing(walls) => {
            json!({ "drawing": Figure::Thermograph(walls.clone()).to_svg() })
        }
        Step::Folded => Json::Null,
    })
}

fn sentence(store: &Store, sentence: &Sentence) -> Result<Json> {
    Ok(Json::String(show::sentence(store, sentence, Notation::UNICODE)?))
}
