//! Lists changed at a place, and slices, as comprehensions.
//!
//! A place outside of a list is an error that a comprehension may not see. So only places are read that run through the indices
//! of the list.

use super::compile::{Code, Compiler};
use super::program::{Int, List};
use crate::analysis::written::{self, call_of};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Slot};

impl Compiler {
    /// A list with another element at a place, without one, or with one more.
    pub(super) fn changed(
        &mut self,
        function: Intrinsic,
        (list, change, new): (&Expr, &Expr, Option<&Expr>),
    ) -> Option<Code> {
        let span = list.span;
        let (place, new) = match (&change.kind, new) {
            (ExprKind::Map(entries), None) => match &entries[..] {
                [(place, new)] => (place, Some(new)),
                _ => return None,
            },
            (_, new) => (change, new),
        };
        let Code::List(List::Slot(known)) = self.code(list)? else { return None };
        match self.code(place)? {
            Code::Int(Int::Slot(place)) if self.runs_through(place, known) => {}
            _ => return None,
        }
        let length = call_of(Intrinsic::Length, vec![list.clone()], span);
        let changed = match (function, new) {
            (Intrinsic::Without, None) => {
                written::without(list, place, length, self.new_variable(), span)
            }
            (Intrinsic::With, Some(new)) => {
                let entry = [(place.clone(), new.clone())];
                written::with(list, entry, length, self.new_variable(), span)
            }
            (Intrinsic::Insert, Some(new)) => {
                let slots = [self.new_variable(), self.new_variable()];
                let places = [place.clone(), place.clone()];
                written::insert(list, places, new.clone(), length, slots, span)
            }
            _ => return None,
        };
        self.code(&changed)
    }

    /// `xs[a..b]`
    pub(super) fn slice(&mut self, list: &Expr, range: &Expr) -> Option<Code> {
        let ExprKind::Range(first, last) = &range.kind else { return None };
        matches!(self.code(list)?, Code::List(_)).then_some(())?;
        let ends = ((**first).clone(), (**last).clone());
        let kept = written::slice(list, ends, self.new_variable(), list.span);
        self.code(&kept)
    }

    fn new_variable(&mut self) -> Slot {
        self.variables.push(None);
        self.variables.len() - 1
    }
}
