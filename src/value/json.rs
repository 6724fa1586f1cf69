//! Values for other programs.

use serde_json::{Value as Json, json};
use upstar_core::Store;

use super::explanation::{Sentence, Step};
use super::{Notation, Value, View, show};

/// A value as JSON: integers, truth values, texts and lists as such, maps as pairs, and
/// everything else as the text that reads back.
pub fn value(store: &Store, value: &Value) -> Json {
    match value {
        Value::Nothing => Json::Null,
        Value::Bool(b) => json!(b),
        Value::Text(text) => json!(&**text),
        Value::Number(number) if number.to_i64().is_some() => json!(number.to_i64()),
        Value::List(list) | Value::Tuple(list) => all(store, list.items()),
        Value::Set(set) => all(store, set.items()),
        Value::Map(map) => map
            .entries()
            .iter()
            .map(|(key, item)| json!([self::value(store, key), self::value(store, item)]))
            .collect(),
        Value::Picture(picture) if picture.view == View::Table => json!({
            "header": picture.header().map(|header| self::value(store, header)),
            "rows": self::value(store, picture.rows()),
        }),
        Value::Explanation(explanation) => json!({
            "title": sentence(store, &explanation.title),
            "steps": steps(store, &explanation.steps),
        }),
        other => show::value(store, other).map_or(Json::Null, Json::String),
    }
}

fn all<'v>(store: &Store, items: impl IntoIterator<Item = &'v Value>) -> Json {
    items.into_iter().map(|item| value(store, item)).collect()
}

/// `{"says", "because"}`, `{"table"}`, or null for what is left out.
fn steps(store: &Store, steps: &[Step]) -> Json {
    let each = steps.iter().map(|step| match step {
        Step::Says { line, under } | Step::Claims { line, under, .. } => {
            json!({ "says": sentence(store, line), "because": self::steps(store, under) })
        }
        Step::Table(rows) => {
            let cells = |row: &Vec<Sentence>| -> Json {
                row.iter().map(|cell| sentence(store, cell)).collect()
            };
            json!({ "table": rows.iter().map(cells).collect::<Json>() })
        }
        Step::Folded => Json::Null,
    });
    each.collect()
}

fn sentence(store: &Store, sentence: &Sentence) -> Json {
    show::sentence(store, sentence, Notation::Unicode).map_or(Json::Null, Json::String)
}
