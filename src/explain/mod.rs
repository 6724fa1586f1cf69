//! Why a game is what it is: explanations that a student can follow.
//!
//! Knows: which question is explained by which steps, and how they are worded. Every step is
//! asked of the engine when it is written, so that a wrong one cannot be.
//! Must not know: how explanations are shown.

mod canonical;
mod comparison;
mod heat;
mod nimbers;
mod outcome;
mod play;
mod weight;

pub use comparison::objection;

use crate::diagnostic::Code;
use crate::value::explanation::{Asked, Explanation, Sentence, Step};
use crate::value::host::Host;
use crate::value::{Fault, Result, Value};

/// An explanation opens as many levels as fit into so many lines.
const SCREEN: usize = 24;
/// The most levels that are opened without being asked for.
const MOST_LEVELS: u32 = 3;

/// What is explained, in one sentence, and why it is so.
type Page = (Sentence, Vec<Step>);

/// Explains something: `depth` levels of reasons, or as many as fit on a screen.
///
/// # Errors
/// When there is nothing to explain, and for what cannot be computed.
pub fn explain(host: &mut dyn Host, asked: Asked, depth: Option<u32>) -> Result<Explanation> {
    if let Some(depth) = depth {
        let mut page = page(host, &asked, depth)?;
        if depth == 0 {
            page.1 = vec![Step::Folded];
        }
        return Explanation::new(asked, Some(depth), depth, page);
    }
    let mut best = (1, page(host, &asked, 1)?);
    for levels in 2..=MOST_LEVELS {
        let deeper = page(host, &asked, levels)?;
        if deeper.1.iter().map(Step::lines).sum::<usize>() > SCREEN {
            break;
        }
        best = (levels, deeper);
    }
    Explanation::new(asked, None, best.0, best.1)
}

fn page(host: &mut dyn Host, asked: &Asked, depth: u32) -> Result<Page> {
    match asked {
        Asked::Value(value) => of_value(host, value, depth),
        Asked::Comparison(a, op, b) => comparison::page(host, (a, *op, b), depth),
        Asked::Question(name, args) => question(host, name, args, depth),
    }
}

fn of_value(host: &mut dyn Host, value: &Value, depth: u32) -> Result<Page> {
    match nimbers::of(host, value)? {
        Some(nimber) => nimbers::page(host, value, nimber),
        None => canonical::page(host, value, depth),
    }
}

/// The questions that have an explanation of their own.
fn question(host: &mut dyn Host, name: &str, args: &[Value], depth: u32) -> Result<Page> {
    match (name, args) {
        ("canonical", [value]) => canonical::page(host, value, depth),
        ("nimber" | "grundy", [value]) => match nimbers::of(host, value)? {
            Some(nimber) => nimbers::page(host, value, nimber),
            None => canonical::page(host, value, depth),
        },
        ("outcome", [value]) => outcome::page(host, value, depth),
        ("temperature" | "mean" | "thermograph", [value]) => heat::page(host, value),
        ("atomic_weight", [value]) => weight::page(host, value),
        _ => Err(unexplained(name)),
    }
}

fn unexplained(name: &str) -> Fault {
    Fault::new(Code::WrongType, format!("there is no explanation of `{name}`")).help(
        "explain a game, a comparison, or `nimber`, `outcome`, `temperature`, `atomic_weight`",
    )
}

/// The questions that are explained as such; of others, what they give is.
pub fn is_question(name: &str) -> bool {
    [
        "canonical",
        "nimber",
        "grundy",
        "outcome",
        "temperature",
        "mean",
        "thermograph",
        "atomic_weight",
    ]
    .contains(&name)
}
