//! Which forms can be written in slash notation, `<3|2||1>`.

use super::super::ast::{Expr, ExprKind};

/// The most bars that are used; deeper forms get their own brackets.
const MOST_BARS: usize = 3;

/// How a form is written in slash notation.
#[derive(Clone, Copy)]
pub(super) struct Slashes {
    /// How many bars divide it.
    pub(super) bars: usize,
    /// Whether its left side is one form that needs no brackets.
    pub(super) bare_left: bool,
    /// Whether its right side is one form that needs no brackets.
    pub(super) bare_right: bool,
    /// Whether its text begins with something other than bars.
    begins: bool,
    /// Whether its text ends with something other than bars.
    ends: bool,
}

impl Slashes {
    /// For the form with these sides. Takes time linear in their size.
    pub(super) fn of(left: &[Expr], right: &[Expr]) -> Slashes {
        let (left_form, right_form) = (only_form(left), only_form(right));
        // Bars that touch other bars would be one run.
        let bare_left = left_form.filter(|form| form.bars < MOST_BARS && form.ends);
        let bare_right = right_form.filter(|form| form.bars < MOST_BARS && form.begins);
        let bars = |side: Option<Slashes>| side.map_or(0, |form| form.bars);
        Slashes {
            bars: 1 + bars(bare_left).max(bars(bare_right)),
            bare_left: bare_left.is_some(),
            bare_right: bare_right.is_some(),
            begins: bare_left.map_or(!left.is_empty(), |form| form.begins),
            ends: bare_right.map_or(!right.is_empty(), |form| form.ends),
        }
    }
}

/// How the one form that `options` is would be written.
fn only_form(options: &[Expr]) -> Option<Slashes> {
    match options {
        [Expr { kind: ExprKind::Form { left, right }, .. }] => {
            Some(stacker::maybe_grow(64 << 10, 1 << 20, || Slashes::of(left, right)))
        }
        _ => None,
    }
}
