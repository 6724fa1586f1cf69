//! The outside shape of values and errors, version 1: what other programs are given.
//!
//! Knows: which kinds of values are themselves in JSON, and what the others carry.
//! `docs/book/src/reference/outside.md` describes the shape.
//! Must not know: who asks.

mod data;
mod error;

pub use data::{data, item as json, kind};
pub use error::{CharacterSpan, error, place};

use serde_json::Value as Json;
use upstar_core::Store;

use crate::picture::MOST_PARTS;
use crate::value::{Notation, Result, Value, show};

/// Version of the format. It changes when a field is removed or changes its meaning, and not when one is
/// added.
pub const VERSION: u32 = 1;

/// Longest LaTeX, in bytes, that is part of a value.
pub const MOST_LATEX: usize = 20_000;

/// Representations of a value besides its text.
#[derive(Debug, Clone, Default)]
pub struct Outside {
    /// LaTeX source in mathematics mode; `None` for texts, and if it would be longer than [`MOST_LATEX`].
    pub latex: Option<String>,
    /// The picture of a value that has one.
    pub drawing: Option<String>,
    /// The value as JSON, if that has more than its text.
    pub data: Option<Json>,
}

impl Outside {
    /// All representations of a value.
    ///
    /// # Errors
    /// When a limit is passed, or a part of the value is too large to be written out.
    pub fn new(store: &Store, value: &Value) -> Result<Outside> {
        let data = data(store, value)?;
        let latex = latex(store, value)?.filter(|latex| latex.len() <= MOST_LATEX);
        Ok(Outside { latex, drawing: drawing(store, value)?, data })
    }

    /// The source for LaTeX, where a notebook shows the value by it: not that of explanations and tables,
    /// which stands in text and not in mathematics, and not beside a drawing, which notebooks would leave
    /// out then.
    pub fn mathematics(&self, value: &Value) -> Option<&str> {
        let is_shown =
            self.drawing.is_none() && !matches!(value, Value::Explanation(_) | Value::Picture(_));
        self.latex.as_deref().filter(|_| is_shown)
    }
}

/// Whether a value that is shown as text is shown by its picture in characters.
pub fn is_picture(value: &Value) -> bool {
    matches!(value, Value::Picture(_) | Value::Thermograph(_) | Value::LoopyThermograph(_))
}

/// A value as source for LaTeX in mathematics mode; an explanation is a list and stands in text.
/// None for texts and for nothing.
///
/// # Errors
/// When a limit is passed, or the value is too deep to be written.
pub fn latex(store: &Store, value: &Value) -> Result<Option<String>> {
    match value {
        Value::Nothing | Value::Text(_) => Ok(None),
        Value::Explanation(why) => show::explained(store, why, Notation::LATEX).map(Some),
        other => show::in_notation(store, other, Notation::LATEX).map(Some),
    }
}

/// Picture of a value as an SVG file: of a position or a sum of them, a board, a graph, a thermograph, a
/// picture. `None` for other values, and if it would have more than [`MOST_PARTS`] parts.
///
/// # Errors
/// When a limit is passed, or words of the picture cannot be written.
pub fn drawing(store: &Store, value: &Value) -> Result<Option<String>> {
    let mut fault = None;
    let figure = show::figure(value, &mut |value| {
        show::value(store, value).unwrap_or_else(|why| {
            fault = Some(why);
            String::new()
        })
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(figure.filter(|figure| figure.parts() <= MOST_PARTS).map(|one| one.to_svg())),
    }
}
