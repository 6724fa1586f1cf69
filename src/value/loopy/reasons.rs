//! Questions that loopy games have no answer to, and what to ask instead.

use upstar_core::Store;

use crate::diagnostic::Code;
use crate::value::{Fault, Value, show};

/// The fault of a loopy game where one that ends is needed.
pub fn only_short(store: &Store, value: &Value) -> Fault {
    let message = match show::value(store, value) {
        Ok(text) if text.chars().count() <= 60 => format!("`{text}` is loopy"),
        _ => "this game is loopy".to_owned(),
    };
    Fault::new(Code::Loopy, format!("expected a game that ends, and {message}"))
}

/// Says of a fault why the question `name` has no answer, when loopy games are the reason.
pub fn explained(fault: Fault, name: &str) -> Fault {
    if fault.code() != Code::Loopy {
        return fault;
    }
    let Some((why, instead)) = reason(name) else { return fault };
    let fault = fault.note(format!("`{name}`: {why}"));
    if instead.is_empty() { fault } else { fault.help(instead) }
}

/// Why there is no answer, and what can be asked.
fn reason(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "cool" | "heat" | "overheat" | "freeze" | "norton" => (
            "it is defined by the options down to the games that end",
            "`mean`, `temperature` and `thermograph` are answered for stoppers and kos",
        ),
        "birthday" => ("a form with a cycle is born on no day", ""),
        "nimber" | "grundy" => (
            "a loopy game that is not impartial equals no nimber",
            "compare it with one: `G == *2`, `G > *2`",
        ),
        "reduced" | "atomic_weight" | "uptimal_expansion" => (
            "it is defined by the options down to the games that end",
            "compare the game with multiples of ↑: `G > 3 * ^`",
        ),
        "stop_count" | "is_even" | "is_odd" | "far_star" => ("lines of play have no bound", ""),
        "misere" | "genus" => ("misère play is defined where every play ends", ""),
        "incentives" | "left_incentives" | "right_incentives" | "suspense" => (
            "it is found by walking down to the games that end",
            "ask `left_options` and `right_options`",
        ),
        "companion" | "join" | "meet" => ("it is defined for the games born by a day", ""),
        _ => return None,
    })
}
