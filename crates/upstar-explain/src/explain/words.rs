//! Words that all pages share: names of players, and counts of what is not listed.

use upstar_core::Outcome;

use crate::value::Value;
use crate::value::explanation::{Sentence, Step};
use crate::value::show::counted;
pub(super) use crate::value::show::player_name as name;

/// Returns the step that counts the items beyond the first `most`, which are listed; `None` if there are
/// none.
pub(super) fn beyond(count: usize, most: usize, one: &str, many: &str) -> Option<Step> {
    let more = count.checked_sub(most).filter(|more| *more > 0)?;
    let line = format!("and so on for {}", counted(more, one, many));
    Some(Step::says(Sentence::new(line)))
}

/// Returns the step that counts the winning moves beyond the `most` that are listed, if there are any.
pub(super) fn more(count: usize, most: usize) -> Option<Step> {
    let more = count.checked_sub(most).filter(|more| *more > 0)?;
    Some(Step::says(Sentence::new(format!("and {more} more"))))
}

/// Returns the last step of an explanation of an outcome: who wins, and the letter for it.
pub(super) fn conclusion(outcome: Outcome) -> Step {
    let line = match outcome {
        Outcome::N => "so whoever moves first wins: the outcome is ",
        Outcome::P => "so whoever moves second wins: the outcome is ",
        Outcome::L => "so Left wins, whoever begins: the outcome is ",
        Outcome::R => "so Right wins, whoever begins: the outcome is ",
        Outcome::D => "so play is drawn, whoever begins: the outcome is ",
        _ => "so the outcome is ",
    };
    Step::says(Sentence::new(line).value(Value::Outcome(outcome)))
}
