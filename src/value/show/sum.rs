//! Sums of positions and games.

use std::fmt::Write as _;

use super::loopy::Binding;
use super::{Result, Writer};
use crate::value::{Part, Sum, Term};

impl Writer<'_> {
    pub(super) fn sum(&mut self, sum: &Sum) -> Result<()> {
        if sum.terms().is_empty() {
            self.out.push('0');
        }
        let mut rest = sum.terms();
        while let Some((first, others)) = rest.split_first() {
            let begins = rest.len() == sum.terms().len();
            self.out.push_str(match (begins, first.negated) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            let more = others.iter().take_while(|next| same_heaps(first, next)).count();
            self.term(first, &others[..more])?;
            rest = &others[more..];
        }
        Ok(())
    }

    /// A summand, with heaps of the same ruleset that follow it.
    fn term(&mut self, first: &Term, more: &[Term]) -> Result<()> {
        match &first.part {
            Part::Game(game) => {
                let mut inner = self.part();
                inner.deeper(2, |inner| inner.game(*game))?;
                let text = inner.out;
                let composed = first.negated && text.contains(' ');
                let _ = if composed {
                    write!(self.out, "({text})")
                } else {
                    write!(self.out, "{text}")
                };
                Ok(())
            }
            Part::Loopy(loopy) => {
                let least = if first.negated { Binding::Product } else { Binding::Sum };
                let text = self.loopy_at_least(loopy, least)?;
                self.out.push_str(&text);
                Ok(())
            }
            Part::Position(position) => {
                self.ruleset(&position.ruleset)?;
                let heaps =
                    std::iter::once(first).chain(more).filter_map(|term| match &term.part {
                        Part::Position(position) => Some(position.arguments()),
                        Part::Game(_) | Part::Loopy(_) => None,
                    });
                self.items("(", heaps.flatten(), ")")
            }
        }
    }
}

/// Whether two summands are heaps of one ruleset, which are typed together.
fn same_heaps(first: &Term, next: &Term) -> bool {
    match (&first.part, &next.part) {
        (Part::Position(a), Part::Position(b)) => {
            !first.negated && !next.negated && a.ruleset == b.ruleset && a.ruleset.is_of_heaps()
        }
        _ => false,
    }
}
