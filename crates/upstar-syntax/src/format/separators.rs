//! Separators in order: no `;` beside a line break, commas and `;` on the right side of line breaks.

use super::lexemes::{Lexeme, Role, Semicolon, Start};

/// Lexemes with normalised separators: `;` only between parts on one line, after a statement without
/// output, or before an alternative; no comma before a line break.
pub(super) fn ordered(lexemes: Vec<Lexeme<'_>>) -> Vec<Lexeme<'_>> {
    let ends = line_ends(&lexemes);
    let mut ordered = Ordered { lexemes: Vec::with_capacity(lexemes.len()), ..Ordered::default() };
    for (lexeme, ends) in lexemes.into_iter().zip(ends) {
        ordered.take(lexeme, ends);
    }
    ordered.lexemes
}

/// For each lexeme whether its line or block ends before the next one that is no comment and no separator.
fn line_ends(lexemes: &[Lexeme<'_>]) -> Vec<bool> {
    let mut ends = vec![true; lexemes.len()];
    for at in (1..lexemes.len()).rev() {
        let next = &lexemes[at];
        let passed = match next.role {
            Role::Comment { .. } | Role::Semicolon(Semicolon::Separator) => ends[at],
            _ => next.closes_block(),
        };
        ends[at - 1] = passed || next.newlines > 0;
    }
    ends
}

#[derive(Default)]
struct Ordered<'t> {
    lexemes: Vec<Lexeme<'t>>,
    /// The `;` of an alternative that begins on a later line.
    waiting: Option<Lexeme<'t>>,
    /// Number of line ends before an omitted or moved lexeme, which the next lexeme gets.
    pending_newlines: usize,
    /// Whether the line has ended since the last lexeme that is no comment, or nothing has come in this block.
    at_line_start: bool,
    /// Whether the last lexeme is a `;` after which others were left out.
    is_repeated: bool,
}

impl<'t> Ordered<'t> {
    fn take(&mut self, mut lexeme: Lexeme<'t>, ends: bool) {
        let began = self.lexemes.is_empty() && self.pending_newlines == 0;
        match lexeme.role {
            Role::Semicolon(Semicolon::Separator) => {
                let idle = ends || began || self.at_line_start || lexeme.newlines > 0;
                let again = self.lexemes.last().is_some_and(Lexeme::is_separator);
                self.is_repeated |= again;
                if idle || again {
                    self.pending_newlines += lexeme.newlines;
                    self.at_line_start |= lexeme.newlines > 0;
                    return;
                }
            }
            Role::Semicolon(Semicolon::Alternative) if ends => {
                self.pending_newlines += std::mem::take(&mut lexeme.newlines);
                self.waiting = Some(lexeme);
                return;
            }
            Role::Comma { .. } => {
                self.comma(lexeme);
                return;
            }
            _ => {}
        }
        if !lexeme.is_comment()
            && let Some(mut semicolon) = self.waiting.take()
        {
            semicolon.newlines = std::mem::take(&mut lexeme.newlines).max(1);
            self.push(semicolon);
        }
        self.push(lexeme);
    }

    /// Moves a comma before the comments and line breaks that precede it.
    fn comma(&mut self, mut comma: Lexeme<'t>) {
        let comments = self.lexemes.iter().rev().take_while(|lexeme| lexeme.is_comment());
        let below = comma.newlines > 0 || comments.clone().any(|comment| comment.newlines > 0);
        if !below {
            self.push(comma);
            return;
        }
        let place = self.lexemes.len() - comments.count();
        self.pending_newlines += std::mem::take(&mut comma.newlines);
        self.lexemes.insert(place, comma);
    }

    fn push(&mut self, mut lexeme: Lexeme<'t>) {
        lexeme.newlines += std::mem::take(&mut self.pending_newlines);
        if std::mem::take(&mut self.is_repeated) && lexeme.start == Start::Clause {
            // After one `;` it might be an alternative of the clause before.
            lexeme.newlines = lexeme.newlines.max(1);
        }
        let only = self.lexemes.len() == 1;
        let below = |last: &Lexeme<'_>| last.is_documentation() && (last.newlines > 0 || only);
        if lexeme.newlines == 1 && !lexeme.documented && self.lexemes.last().is_some_and(below) {
            // Otherwise the comment above would become its documentation.
            lexeme.newlines = 2;
        }
        self.at_line_start = match lexeme.is_comment() {
            true => self.at_line_start || lexeme.newlines > 0,
            false => lexeme.opens_block(),
        };
        self.lexemes.push(lexeme);
    }
}
