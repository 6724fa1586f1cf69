//! Codes of taking and breaking as values, and how far their periods are looked for.

use upstar_core::heap::{Code, CodeError, Solver};

use super::{Fault, Result, Value};
use crate::diagnostic;

/// A question about the heaps of a ruleset.
pub type Ask<'a> = &'a mut dyn FnMut(&mut Solver) -> Result<Value>;

/// The code of taking and breaking that a text is.
///
/// # Errors
/// For everything else.
pub fn code(value: &Value) -> Result<Code> {
    let Value::Text(text) = value else {
        let fault = value.wrong("a code of taking and breaking, as a text");
        return Err(fault.help("type it in quotes: `octal(\"0.77\")`"));
    };
    text.parse().map_err(|CodeError { at, fault }| {
        let message = format!("the code \"{text}\" means nothing: {fault}");
        Fault::new(diagnostic::Code::BadCode, message).in_text(text, at)
    })
}

/// Up to which heap a period is looked for when nobody says how far: not at all where no theorem
/// would prove one, less far where moves leave many heaps.
pub fn reach(solver: &Solver) -> u64 {
    match (solver.theorem(), solver.code().most_heaps()) {
        (None, _) => 0,
        (_, Some(0..=2)) => 1 << 18,
        _ => 1 << 11,
    }
}
