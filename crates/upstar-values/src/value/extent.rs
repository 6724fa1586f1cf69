//! Extent of values: depth and size, and whether they read names or have brackets as typed.
//!
//! Depth and size are kept with everything that contains values, and are limited when it is made. So printing,
//! comparing, hashing and dropping may walk over values without asking the budget.

use upstar_core::loopy::{Loopy, LoopySide};

use super::{Fault, Result, Value};
use crate::diagnostic::Code;

/// Greatest depth of a value. It bounds the recursion of walks over values.
pub const MAX_DEPTH: u32 = 1000;

/// Greatest number of values within a value, each counted as often as it occurs. It bounds the time of
/// walks over values.
const MAX_SIZE: u64 = 100_000_000;

/// Depth and size of a value, stored with everything that contains values; whether it reads global names when it is used, as
/// functions, rulesets, and all that contains them do; and whether it may contain brackets as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Extent {
    depth: u32,
    size: u64,
    reads_names: bool,
    /// Whether a bracket as typed may be in the value.
    has_brackets: bool,
}

impl Extent {
    /// Extent of a value that contains none.
    pub(super) const LEAF: Extent =
        Extent { depth: 0, size: 1, reads_names: false, has_brackets: false };

    /// Extent of a value that contains none, but is as large as `size` values.
    pub(super) fn leaf(size: usize) -> Extent {
        Extent { size: size as u64, ..Extent::LEAF }
    }

    /// Extent of a loopy game, which is as large as its graphs.
    pub(super) fn of_loopy(loopy: &Loopy) -> Extent {
        let side = |side: &LoopySide| match side {
            LoopySide::Short(_) => 1,
            LoopySide::Stopper(stopper) => stopper.form().len(),
            LoopySide::Unresolved(form) => form.len(),
        };
        Extent::leaf(match loopy {
            Loopy::Stopper(stopper) => stopper.form().len(),
            Loopy::Sided(on, off) => side(on) + side(off),
        })
    }

    /// Extent of code, with values of this extent.
    pub(super) fn of_code(self) -> Extent {
        Extent { reads_names: true, ..self }
    }

    /// This extent of a bracket as typed.
    pub(super) fn of_bracket(self) -> Extent {
        Extent { has_brackets: true, ..self }
    }

    /// Whether a bracket as typed may be in the value.
    pub(super) fn has_brackets(self) -> bool {
        self.has_brackets
    }

    /// This extent of a value that reads no names.
    pub(super) fn of_data(self) -> Extent {
        Extent { reads_names: false, ..self }
    }

    /// Whether the value reads global names.
    pub(super) fn reads_names(self) -> bool {
        self.reads_names
    }

    /// Extent of a collection of `values`.
    ///
    /// # Errors
    /// When it would be too deep or too large.
    pub(super) fn around<'v>(values: impl IntoIterator<Item = &'v Value>) -> Result<Extent> {
        Extent::of(values.into_iter().map(Value::extent))
    }

    /// Extent of a collection of values with these extents.
    ///
    /// # Errors
    /// When it would be too deep or too large.
    pub(super) fn of(parts: impl IntoIterator<Item = Extent>) -> Result<Extent> {
        let within = |part: Extent| Extent { depth: part.depth + 1, ..part };
        parts.into_iter().map(within).fold(Extent::LEAF, Extent::beside).checked()
    }

    /// Extent of two collections in one.
    ///
    /// # Errors
    /// When it would be too large.
    pub(super) fn joined(self, other: Extent) -> Result<Extent> {
        self.beside(Extent { size: other.size - Extent::LEAF.size, ..other }).checked()
    }

    /// Extent of what has these two within it.
    fn beside(self, other: Extent) -> Extent {
        Extent {
            depth: self.depth.max(other.depth),
            size: self.size.saturating_add(other.size),
            reads_names: self.reads_names | other.reads_names,
            has_brackets: self.has_brackets | other.has_brackets,
        }
    }

    fn checked(self) -> Result<Extent> {
        if self.depth > MAX_DEPTH {
            return Err(Fault::new(
                Code::TooLarge,
                format!("values are nested more than {MAX_DEPTH} deep"),
            )
            .help("for games, `canonical(G)` forgets how G was typed"));
        }
        if self.size > MAX_SIZE {
            let message = format!("this value contains more than {MAX_SIZE} values");
            return Err(Fault::new(Code::TooLarge, message));
        }
        Ok(self)
    }
}
