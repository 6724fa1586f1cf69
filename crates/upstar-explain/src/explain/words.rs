//! Words that all pages share: names of players, and counts of what is not listed.

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
