//! Values for other programs.

use serde_json::{Value as Json, json};
use upstar_core::Store;

use super::{Value, show};

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
        other => show::value(store, other).map_or(Json::Null, Json::String),
    }
}

fn all<'v>(store: &Store, items: impl IntoIterator<Item = &'v Value>) -> Json {
    items.into_iter().map(|item| value(store, item)).collect()
}
