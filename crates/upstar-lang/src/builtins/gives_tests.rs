//! Builtins give what their rows say.

use super::TOPICS;
use crate::session::Session;
use crate::value::{Value, order};

fn all(items: &[Value], each: &str) -> bool {
    items.iter().all(|item| is_a(each, item))
}

/// What rows can say.
const WORDS: [&str; 17] = [
    "a game",
    "a graph",
    "a list of games",
    "a list of integers",
    "a list of positions",
    "a list of texts",
    "a number",
    "a pair of games",
    "a picture",
    "a player, `Left` or `Right`",
    "a text",
    "a thermograph",
    "a truth value",
    "a value",
    "an enumeration",
    "an integer",
    "an outcome",
];

/// Whether a value is what these words say.
fn is_a(words: &str, value: &Value) -> bool {
    match (words, value) {
        ("a value", _)
        | ("a truth value", Value::Bool(_))
        | ("a number", Value::Number(_))
        | ("a player, `Left` or `Right`", Value::Player(_))
        | ("an outcome", Value::Outcome(_))
        | ("a text", Value::Text(_))
        | ("a graph", Value::Graph(_))
        | ("an enumeration", Value::Enumeration(_))
        | ("a thermograph", Value::Thermograph(_))
        | ("a position", Value::Position(_) | Value::Sum(_))
        | ("a picture", Value::Picture(_)) => true,
        ("an integer", Value::Number(x)) => x.to_integer().is_some(),
        ("a game", game) => order::is_gamelike(game),
        ("a list of games", Value::List(list)) => all(list.items(), "a game"),
        ("a list of positions", Value::List(list)) => all(list.items(), "a position"),
        ("a list of integers", Value::List(list)) => all(list.items(), "an integer"),
        ("a list of texts", Value::List(list)) => all(list.items(), "a text"),
        ("a pair of games", Value::Tuple(tuple)) => {
            tuple.items().len() == 2 && all(tuple.items(), "a game")
        }
        _ => false,
    }
}

#[test]
fn examples_give_what_is_listed() {
    let mut asked = 0;
    for row in TOPICS.iter().flat_map(|topic| topic.rows) {
        assert!(WORDS.contains(&row.gives), "{}: {}", row.name, row.gives);
        let mut session = Session::default();
        for (text, _) in row.examples {
            let reply = session.eval("example", text);
            let is_call = text.starts_with(&format!("{}(", row.name))
                && text.find(')') == Some(text.len() - 1);
            if let (true, Some(answer)) = (is_call, reply.answers.last()) {
                asked += 1;
                assert!(is_a(row.gives, &answer.value), "{text} is not {}", row.gives);
            }
        }
    }
    assert!(asked > 100, "only {asked} examples are calls");
}
