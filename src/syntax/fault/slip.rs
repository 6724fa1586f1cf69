//! Common slips: what they have in common, and which one happened.

use super::Place;
use super::habits::{HABITS, SURE_HABITS};
use super::hints::SLIPS;
use crate::diagnostic::{Code, Diagnostic};

/// The message and the help, if a slip is what happened.
pub(super) type Told = Option<(String, String)>;

/// Recognises a slip.
pub(super) type Slip = fn(&Place<'_>) -> Told;

/// A slip is what happened.
pub(super) fn said(message: impl Into<String>, help: impl Into<String>) -> Told {
    Some((message.into(), help.into()))
}

/// The diagnostic for a common slip at `place`, if one is recognised.
pub(super) fn slip(place: &Place<'_>) -> Option<Diagnostic> {
    let slips = [SURE_HABITS, SLIPS, HABITS].into_iter().flatten();
    let (message, help) = slips.into_iter().find_map(|slip| slip(place))?;
    let wanted = place.expected.words();
    let label = match wanted.as_str() {
        "" => place.found_words(),
        _ => format!("expected {wanted}"),
    };
    let span = place.span(place.range());
    Some(Diagnostic::error(Code::Syntax, message).label(span, label).help(help))
}
