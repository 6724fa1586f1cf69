//! Reasons why questions have no answer for loopy games, and other questions to ask.

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

/// Reason why a question has no answer for loopy games, and another question to ask.
#[derive(Debug, Clone, Copy)]
pub struct NeedsEnd {
    why: &'static str,
    instead: Option<&'static str>,
}

impl NeedsEnd {
    /// Cooling and heating.
    pub const HEAT: NeedsEnd = NeedsEnd {
        why: "it is defined by the options down to the games that end",
        instead: Some("`mean`, `temperature` and `thermograph` are answered for stoppers and kos"),
    };
    /// The birthday.
    pub const BIRTHDAY: NeedsEnd =
        NeedsEnd { why: "a form with a cycle is born on no day", instead: None };
    /// The nimber.
    pub const NIMBER: NeedsEnd = NeedsEnd {
        why: "a loopy game that is not impartial equals no nimber",
        instead: Some("compare it with one: `G == *2`, `G > *2`"),
    };
    /// Atomic weights and the like.
    pub const WEIGHT: NeedsEnd = NeedsEnd {
        why: "it is defined by the options down to the games that end",
        instead: Some("compare the game with multiples of ↑: `G > 3 * ^`"),
    };
    /// Questions about all lines of play.
    pub const LINES: NeedsEnd = NeedsEnd { why: "lines of play have no bound", instead: None };
    /// Misère play.
    pub const MISERE: NeedsEnd =
        NeedsEnd { why: "misère play is defined where every play ends", instead: None };
    /// Questions whose answer is found by walking through all options.
    pub const WALK: NeedsEnd = NeedsEnd {
        why: "it is found by walking down to the games that end",
        instead: Some("ask `left_options` and `right_options`"),
    };
    /// Operations on the games born by a day.
    pub const DAYS: NeedsEnd =
        NeedsEnd { why: "it is defined for the games born by a day", instead: None };

    /// Says of a fault why the question `name` has no answer, when loopy games are the reason.
    pub fn explain(&self, fault: Fault, name: &str) -> Fault {
        if fault.code() != Code::Loopy {
            return fault;
        }
        let fault = fault.note(format!("`{name}`: {}", self.why));
        match self.instead {
            Some(instead) => fault.help(instead),
            None => fault,
        }
    }
}
