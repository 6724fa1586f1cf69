//! What builtins give, in the words in which their parameters are described.
//!
//! Knows: the type of the value of each builtin, as far as it is always the same. Must not know: how it is computed.
//!
//! Programs that check types read it, such as stubs for Python. A nimber is listed as an integer, although positions with
//! entailing moves may be loony, and so is a birthday, although that of a surreal number may be infinite.

use super::Builtin;

/// Builtins by what they give. Those that are not listed give a value of any type.
const RESULTS: &[(&str, &[&str])] = &[
    (
        "a truth value",
        &[
            "is_number",
            "is_integer",
            "is_nimber",
            "is_infinitesimal",
            "is_even_tempered",
            "is_odd_tempered",
            "is_all_small",
            "is_numberish",
            "is_even",
            "is_odd",
            "is_atomic",
            "is_number_tiny",
            "is_plumtree",
            "is_loopy",
            "is_stopper",
            "is_stopper_sided",
            "is_tame",
            "is_wild",
            "is_linked",
            "is_misere_prime",
            "is_restive",
            "is_restless",
            "is_half_tame",
            "is_function",
            "is_game",
            "is_evil",
            "is_odious",
            "connects",
            "hex_connects",
            "line",
            "connected",
            "is_connected",
            "all",
            "any",
        ],
    ),
    (
        "an integer",
        &[
            "rows",
            "columns",
            "floor",
            "ceil",
            "gcd",
            "mex",
            "div",
            "isqrt",
            "ilog",
            "sign",
            "numerator",
            "denominator",
            "length",
            "stop_count",
            "far_star",
            "misere_remoteness",
            "misere_suspense",
            "suspense",
            "green_value",
            "nimber",
            "grundy",
            "birthday",
        ],
    ),
    ("a number", &["mean", "temperature", "abs"]),
    (
        "a game",
        &[
            "canonical",
            "form",
            "tiny",
            "miny",
            "up_power",
            "up_power_sum",
            "power",
            "power_sum",
            "cool",
            "freeze",
            "heat",
            "overheat",
            "norton",
            "companion",
            "ordinal_sum",
            "disjunctive",
            "conjunctive",
            "selective",
            "continued_conjunctive",
            "shortened_selective",
            "sequential",
            "diminished_disjunctive",
            "reduced",
            "subordinate",
            "left_stop",
            "right_stop",
            "strong_left_stop",
            "strong_right_stop",
            "atomic_weight",
            "remoteness",
            "value",
            "nim_sum",
            "nim_product",
            "upsum",
            "downsum",
            "upsum_variety",
            "downsum_variety",
            "onside",
            "offside",
            "variety",
            "degree",
            "infinity",
            "meet",
            "join",
            "conway_product",
            "ordinal_product",
            "ordinal_power",
            "nim_quotient",
            "nim_square_root",
            "nim_inverse",
        ],
    ),
    (
        "a list of games",
        &[
            "left_options",
            "right_options",
            "incentives",
            "left_incentives",
            "right_incentives",
            "day",
        ],
    ),
    ("a list of positions", &["moves", "principal_line", "orbit"]),
    ("a list of integers", &["gaps", "minimal_generators", "cells", "vertices"]),
    ("a pair of games", &["stops", "confusion_interval"]),
    ("an outcome", &["outcome", "compound_outcome", "misere_compound_outcome"]),
    ("a player, `Left` or `Right`", &["opponent"]),
    ("a text", &["heap_code", "latex", "text"]),
    ("a list of texts", &["values"]),
    ("a graph", &["graph", "digraph", "fusion", "stalk", "path", "cycle", "clique", "grid_graph"]),
    (
        "an enumeration",
        &[
            "boards",
            "graphs",
            "trees",
            "rooted_trees",
            "permutations",
            "subsets",
            "product",
            "partitions",
        ],
    ),
    ("a thermograph", &["subzero_thermograph"]),
    ("a picture", &["plot", "tree", "table"]),
];

/// What a builtin gives, in words with an article: "a value" when it may be of any type.
pub fn result(builtin: &Builtin) -> &'static str {
    let listed = RESULTS.iter().find(|(_, names)| names.contains(&builtin.name));
    listed.map_or("a value", |(result, _)| result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{TOPICS, find};
    use crate::session::Session;
    use crate::value::{Value, order};

    #[test]
    fn each_builtin_is_listed_once() {
        let names: Vec<&str> = RESULTS.iter().flat_map(|(_, names)| *names).copied().collect();
        for (place, name) in names.iter().enumerate() {
            assert!(find(name).is_some(), "{name} is no builtin");
            assert!(!names[..place].contains(name), "{name} is listed twice");
        }
    }

    fn all(items: &[Value], each: &str) -> bool {
        items.iter().all(|item| is_a(each, item))
    }

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
            let mut session = Session::default();
            for (text, _) in row.examples {
                let reply = session.eval("example", text);
                let is_call = text.starts_with(&format!("{}(", row.name))
                    && text.find(')') == Some(text.len() - 1);
                if let (true, Some(answer)) = (is_call, reply.answers.last()) {
                    asked += 1;
                    assert!(is_a(result(row), &answer.value), "{text} is not {}", result(row));
                }
            }
        }
        assert!(asked > 100, "only {asked} examples are calls");
    }
}
