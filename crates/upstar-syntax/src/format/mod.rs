//! Formatting of programs: one style, without options.
//!
//! Knows: the grammar, where blanks and line breaks mean something, how programs are laid out.
//! Must not know: what names mean, where texts come from.
//!
//! A program is cut into lexemes along what the grammar finds in it (`lexemes.rs`), so that each knows
//! which construct it belongs to. Separators are put in order (`separators.rs`), the lexemes are laid out
//! on lines (`layout.rs`), and comments at the ends of lines are aligned (`comments.rs`). No lexeme but `;` and `,` is
//! moved, left out or added, so the formatted program has the same tree. All steps take linear time.
//!
//! Programs are formatted along the grammar, not along the tree. The tree knows no comments and no line breaks, so
//! the printer of trees cannot format what people wrote. A lexeme knows its construct (the `<` of a form, the `;`
//! of an alternative), and where blanks mean something (`- 2v`, `1/2 : 1`, `3*4`, `left -1`). The formatter only
//! decides about blanks and line breaks between lexemes. Tests give random programs random gaps, and compare trees
//! and comments.

mod comments;
mod layout;
mod lexemes;
mod separators;

use crate::diagnostic::{Diagnostic, TextBudget};
use crate::source::SourceId;

use super::grammar::{self, Rule};
use super::{affordable_calls, build, scan};
use lexemes::Cutter;

/// Bytes for each lexeme until all lines are written, apart from the tree of its statement.
const BYTES_PER_LEXEME: u64 = 300;

/// Formats a program: the same tree and the same comments in the same order, in the one style.
///
/// Formatting is idempotent. Line ends stay `\r\n` if the first one is.
///
/// # Errors
/// As for [`parse_file`](super::parse_file): a text that does not parse is not formatted.
///
/// ```
/// use upstar_syntax::diagnostic::Unlimited;
/// use upstar_syntax::format;
/// use upstar_syntax::source::SourceMap;
///
/// let text = "f( x,y ):=x+2*y//= ?";
/// let id = SourceMap::default().add("ugly.game", text);
/// assert_eq!(format(id, text, &Unlimited).unwrap(), "f(x, y) := x + 2 * y  //= ?\n");
/// ```
pub fn format(id: SourceId, text: &str, budget: &dyn TextBudget) -> Result<String, Diagnostic> {
    let scan = scan::scan(text);
    if let Some(problem) = scan.problem {
        return Err(problem.diagnostic(id));
    }
    budget.reserve(scan.lexemes as u64 * BYTES_PER_LEXEME)?;
    let lexemes = grammar::with_stack(scan.lexemes, || {
        let mut cutter = Cutter::new(text);
        let (mut rule, mut before, mut at) = (Rule::first, 0, 0);
        while at < text.len() {
            budget.poll()?;
            let rest = &text[at..];
            let calls = affordable_calls(scan.lexemes, budget);
            let tree = match grammar::run(rule, rest, calls) {
                Ok(tree) => tree,
                Err(error) => {
                    let place = before..at;
                    return Err(super::failure((id, text), &scan, place, budget, (rule, error)));
                }
            };
            let length = tree.length();
            cutter.take(at, &tree);
            build::statement(id, text, at, &tree)?;
            (rule, before, at) = (Rule::next, at, at + length);
        }
        Ok(cutter.finish())
    })?;
    budget.poll()?;
    let lines = layout::lines(text, &separators::ordered(lexemes));
    let formatted = comments::joined(&lines);
    let first_end = text.find('\n');
    let windows = first_end.is_some_and(|end| text[..end].ends_with('\r'));
    Ok(if windows { formatted.replace('\n', "\r\n") } else { formatted })
}
