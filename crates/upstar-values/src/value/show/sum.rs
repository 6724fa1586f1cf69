//! Sums of positions and games.

use std::fmt::Write as _;

use upstar_core::text::Precedence;

use super::{Result, Writer};
use crate::value::{Sum, Summand, Summands, Term, TermKind, Value};

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
        match &first.kind {
            TermKind::Game(game) => {
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
            TermKind::Loopy(loopy) => {
                let least = if first.negated { Precedence::Product } else { Precedence::Sum };
                self.out.push_str(&self.printer.loopy(loopy)?.at_least(least));
                Ok(())
            }
            TermKind::Position(position) => {
                self.ruleset(&position.ruleset)?;
                let heaps =
                    std::iter::once(first).chain(more).filter_map(|term| match &term.kind {
                        TermKind::Position(position) => Some(position.arguments()),
                        TermKind::Game(_) | TermKind::Loopy(_) => None,
                    });
                self.items("(", heaps.flatten(), ")")
            }
        }
    }
}

impl Writer<'_> {
    /// A sum as typed: the text reads back as the same summands.
    pub(super) fn summands(&mut self, sum: &Summands) -> Result<()> {
        let mut rest = sum.terms();
        while let Some((first, others)) = rest.split_first() {
            let begins = rest.len() == sum.terms().len();
            let more = others.iter().take_while(|next| are_typed_together(first, next)).count();
            let text = self.summand(first, &others[..more], sum.terms().len() == 1)?;
            let sign = match (begins, first.negated, text.strip_prefix('-')) {
                (true, false, _) => "",
                (true, true, _) => "-",
                (false, true, _) => " - ",
                (false, false, Some(_)) if matches!(first.game, Value::Number(_)) => " - ",
                (false, false, _) => " + ",
            };
            self.out.push_str(sign);
            let is_subtracted = sign == " - " && !first.negated;
            self.out.push_str(if is_subtracted { text.trim_start_matches('-') } else { &text });
            rest = &others[more..];
        }
        Ok(())
    }

    /// A summand without its sign, with heaps of the same ruleset that follow it.
    fn summand(&mut self, first: &Summand, more: &[Summand], is_alone: bool) -> Result<String> {
        let mut inner = self.part();
        if let Value::Position(position) = &first.game {
            inner.ruleset(&position.ruleset)?;
            let heaps = std::iter::once(first).chain(more).filter_map(|term| match &term.game {
                Value::Position(position) => Some(position.arguments()),
                _ => None,
            });
            inner.deeper(2, |inner| inner.items("(", heaps.flatten(), ")"))?;
            return Ok(inner.out);
        }
        inner.deeper(2, |inner| match &first.game {
            Value::LoopyBracket(bracket) => inner.bracket(bracket),
            game => inner.as_typed(game),
        })?;
        let text = inner.out;
        // A bracket with a label begins with it, and one with `where` ends with its definitions.
        let is_labelled = !text.starts_with(['<', '{', '\\']) || text.contains(" where ");
        // `-1^` is the sum of -1 and ^, and `G - H + K` is not `G - (H + K)`.
        let is_sum = match first.game {
            Value::Game(_) => true,
            Value::Loopy(_) => !is_alone || first.negated,
            _ => false,
        };
        let is_loose = is_sum && text.contains(' ')
            || is_labelled && matches!(first.game, Value::LoopyBracket(_))
            || first.negated && text.starts_with(|sign: char| sign == '-' || sign.is_ascii_digit());
        Ok(if is_loose { format!("({text})") } else { text })
    }
}

/// Whether two summands are heaps of one ruleset with the same sign.
fn are_typed_together(first: &Summand, next: &Summand) -> bool {
    match (&first.game, &next.game) {
        (Value::Position(a), Value::Position(b)) => {
            first.negated == next.negated && a.ruleset == b.ruleset && a.ruleset.is_of_heaps()
        }
        _ => false,
    }
}

/// Whether two summands are heaps of one ruleset, which are typed together.
fn same_heaps(first: &Term, next: &Term) -> bool {
    match (&first.kind, &next.kind) {
        (TermKind::Position(a), TermKind::Position(b)) => {
            !first.negated && !next.negated && a.ruleset == b.ruleset && a.ruleset.is_of_heaps()
        }
        _ => false,
    }
}
