//! Codes of taking and breaking as values, and questions about rulesets of heaps.

use upstar_core::heap::{Code, CodeError, Regularity, Theorem};

use super::{Fault, Result, Value};
use crate::diagnostic;

/// Nimbers of the heaps of a ruleset whose moves are integer arithmetic or have a code.
pub trait Heaps {
    /// The code that says all moves.
    fn code(&self) -> Option<&Code>;
    /// Theorem that would prove a period, and the heap from which its conditions hold.
    fn theorem(&self) -> Option<(Theorem, u64)>;
    /// Searches for a period, up to a heap if one is given, and remembers it. Returns it with the largest
    /// heap searched.
    ///
    /// # Errors
    /// When a limit is passed.
    fn period(&mut self, last: Option<u64>) -> Result<(Option<Regularity>, u64)>;
    /// Heaps whose nimbers differ from those of the period continued to the left, once it is found.
    ///
    /// # Errors
    /// When a limit is passed.
    fn exceptions(&mut self) -> Result<Vec<u64>>;
}

/// A question about the heaps of a ruleset.
pub type Ask<'a> = &'a mut dyn FnMut(&mut dyn Heaps) -> Result<Value>;

/// The code of taking and breaking that a text is.
///
/// # Errors
/// For everything else.
pub fn code(value: &Value) -> Result<Code> {
    let Value::Text(text) = value else {
        let fault = value.wrong("a code of taking and breaking, as a text");
        return Err(fault.help("type it in quotes: `octal(\"0.77\")`"));
    };
    text.parse().map_err(|CodeError { at, fault, .. }| {
        let message = format!("the code \"{text}\" means nothing: {fault}");
        Fault::new(diagnostic::Code::BadCode, message).in_text(text, at)
    })
}

/// Conditions of a theorem in words.
pub fn described(theorem: Option<(Theorem, u64)>) -> String {
    let Some((theorem, from)) = theorem else {
        return "none that Upstar knows is about such moves".to_owned();
    };
    let from = if from > 0 { format!("from heap {from} on, ") } else { String::new() };
    from + &match theorem {
        Theorem::Bounded { heaps: 1, taken } => {
            format!("a move leaves at most 1 heap and takes at most {taken}")
        }
        Theorem::Bounded { heaps, taken } => {
            format!("Guy and Smith: a move leaves at most {heaps} heaps and takes at most {taken}")
        }
        Theorem::Unequal { heaps, taken } => format!(
            "Guy and Smith: a move leaves at most {heaps} heaps and takes at most {taken}, and \
             two equal heaps are worth 0"
        ),
        Theorem::Arithmetic { taken } => format!(
            "a move leaves at most 3 heaps and takes at most {taken}, and the splits of large \
             heaps that decide a nimber give the saltus more after a period"
        ),
        Theorem::Sums { taken } => format!(
            "a move leaves at most 3 heaps and takes at most {taken}; by the sum of its nimbers no option \
             of a large heap has the nimber of the heap, and every smaller nimber is that of an option \
             with two equal heaps, or of one heap"
        ),
        Theorem::AnyNumber { taken } => {
            let split = match taken {
                0 => "or a heap split in two".to_owned(),
                _ => format!("and the rest split in two when at most {taken} are taken"),
            };
            format!(
                "any number may be taken, {split}; no split of a large heap has the nimber of the \
                 heap, and every smaller nimber is that of an option"
            )
        }
        Theorem::Repeats { step, .. } => format!(
            "a move leaves at most 1 heap, the digits repeat after {step}, and so does all that \
             the next nimber depends on"
        ),
    }
}
