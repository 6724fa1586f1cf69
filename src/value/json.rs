//! Values for other programs.

use serde_json::{Value as Json, json};
use upstar_core::Store;

use super::explanation::{Sentence, Step};
use super::{Notation, Result, Value, View, show};

/// A value as JSON: integers, truth values, texts and lists as such, maps as pairs, and
/// everything else as the text that reads back.
///
/// # Errors
/// When a limit is passed, or a part of the value is too large to be written out.
pub fn value(store: &Store, value: &Value) -> Result<Json> {
    store.budget().step()?;
    Ok(match value {
        Value::Nothing => Json::Null,
        Value::Bool(b) => json!(b),
        Value::Text(text) => {
            store.budget().reserve(text.len() as u64)?;
            json!(&**text)
        }
        Value::Number(number) if number.to_i64().is_some() => json!(number.to_i64()),
        Value::List(list) | Value::Tuple(list) => all(store, list.items(), self::value)?,
        Value::Set(set) => all(store, set.items(), self::value)?,
        Value::Map(map) => all(store, map.entries(), |store, (key, item)| {
            Ok(Json::Array(vec![self::value(store, key)?, self::value(store, item)?]))
        })?,
        Value::Picture(picture) if picture.view == View::Table => {
            let header = picture.header().map(|header| self::value(store, header));
            json!({ "header": header.transpose()?, "rows": self::value(store, picture.rows())? })
        }
        Value::Explanation(explanation) => json!({
            "title": sentence(store, &explanation.title)?,
            "steps": all(store, &explanation.steps, step)?,
        }),
        other => Json::String(show::value(store, other)?),
    })
}

/// A list of things that `each` writes.
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

/// `{"says", "because"}`, `{"table"}`, or null for what is left out.
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
        Step::Folded => Json::Null,
    })
}

fn sentence(store: &Store, sentence: &Sentence) -> Result<Json> {
    Ok(Json::String(show::sentence(store, sentence, Notation::Unicode)?))
}
