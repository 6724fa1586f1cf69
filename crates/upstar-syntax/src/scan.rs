//! A scan of a text before it is parsed: brackets, texts, comments.
//!
//! Knows: where brackets open and close, how deep they nest, where the text ends.
//! Must not know: what stands between the brackets.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// Greatest depth of brackets.
const MAX_BRACKETS: usize = 500;

/// Result of a scan.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// Offsets of the brackets that are open at the end.
    pub(super) open: Vec<usize>,
    /// The first closing bracket that does not fit: the open one, and itself.
    pub(super) mismatch: Option<(usize, usize)>,
    /// The end of the text without blanks and comments after it.
    pub(super) end: usize,
    /// Number of words, numbers, signs, texts, escapes in texts, and comments. No rule of the grammar makes
    /// more than a few pairs of each.
    pub(super) lexemes: usize,
    /// Reason why the text cannot be parsed.
    pub(super) problem: Option<Problem>,
}

/// Reason why a text cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Problem {
    /// Brackets nest too deeply at this byte.
    TooDeep(usize),
    /// A text begins at the first byte and has not ended at the second, the end of its line.
    UnclosedText(usize, usize),
    /// A comment begins at this byte and never ends.
    UnclosedComment(usize),
    /// A NUL character.
    Nul(usize),
}

impl Problem {
    /// The diagnostic for it.
    pub(super) fn diagnostic(self, source: SourceId) -> Diagnostic {
        let span = |start, end| Span::new(source, start..end);
        match self {
            Problem::TooDeep(at) => super::build::too_deep(span(at, at + 1)),
            Problem::UnclosedText(start, end) => {
                Diagnostic::error(Code::UnclosedText, "this text has no closing quote")
                    .label(span(start, end), "the text begins here and goes to the end of the line")
                    .help("add `\"` where the text ends; a line break in it is written `\\n`")
                    .fix("Add `\"`", span(end, end), "\"")
            }
            Problem::UnclosedComment(at) => {
                Diagnostic::error(Code::Unclosed, "this comment is never closed")
                    .label(span(at, at + 2), "the comment begins here")
                    .help("add `*/` where it ends")
            }
            Problem::Nul(at) => Diagnostic::error(Code::Syntax, "a text has no NUL characters")
                .label(span(at, at + 1), "a NUL character"),
        }
    }
}

/// Scans `text`.
pub(super) fn scan(text: &str) -> Scan {
    let mut scan = Scan::default();
    scan.go_on(text, 0);
    scan
}

impl Scan {
    /// Continues the scan of `text` from byte `at` on.
    pub(super) fn go_on(&mut self, text: &str, mut at: usize) {
        let bytes = text.as_bytes();
        if at == 0 && bytes.starts_with(b"#!") {
            at = line_end(bytes, 0);
        }
        if let Some(Problem::UnclosedComment(start)) = self.problem {
            self.problem = None;
            at = self.comment_from(bytes, start, at);
        }
        while at < bytes.len() && self.problem.is_none() {
            at = self.step(bytes, at);
        }
    }

    /// Scans the lexeme at `at` and returns its end.
    fn step(&mut self, bytes: &[u8], at: usize) -> usize {
        if begins_lexeme(bytes, at) {
            self.lexemes += 1;
        }
        let next = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => return at + 1,
            b'/' if bytes[at..].starts_with(b"//") => return line_end(bytes, at),
            b'/' if bytes[at..].starts_with(b"/*") => return self.comment(bytes, at),
            b'"' => self.text(bytes, at),
            b'(' | b'[' | b'{' => self.opened(at),
            close @ (b')' | b']' | b'}') => self.closed(bytes, at, close),
            0 => {
                self.problem = Some(Problem::Nul(at));
                at + 1
            }
            _ => at + 1,
        };
        self.end = next;
        next
    }

    fn comment(&mut self, bytes: &[u8], at: usize) -> usize {
        self.comment_from(bytes, at, at + 2)
    }

    /// Scans the comment that begins at `start`, from byte `at` on, and returns its end.
    fn comment_from(&mut self, bytes: &[u8], start: usize, at: usize) -> usize {
        match bytes[at..].windows(2).position(|pair| pair == b"*/") {
            Some(length) => at + length + 2,
            None => {
                self.problem = Some(Problem::UnclosedComment(start));
                bytes.len()
            }
        }
    }

    fn text(&mut self, bytes: &[u8], start: usize) -> usize {
        let mut at = start + 1;
        while at < bytes.len() && bytes[at] != b'\n' {
            match bytes[at] {
                b'"' => return at + 1,
                b'\\' if bytes.get(at + 1).is_some_and(|&next| next != b'\n') => {
                    self.lexemes += 2;
                    at += 2;
                }
                _ => at += 1,
            }
        }
        self.problem = Some(Problem::UnclosedText(start, at));
        at
    }

    fn opened(&mut self, at: usize) -> usize {
        self.open.push(at);
        if self.open.len() > MAX_BRACKETS {
            self.problem = Some(Problem::TooDeep(at));
        }
        at + 1
    }

    fn closed(&mut self, bytes: &[u8], at: usize, close: u8) -> usize {
        let fits = |&open: &usize| closing(bytes[open]) == close;
        let partner = self.open.iter().rposition(fits);
        if let Some(&innermost) = self.open.last()
            && partner.is_none_or(|partner| partner + 1 < self.open.len())
        {
            self.mismatch.get_or_insert((innermost, at));
        }
        if let Some(partner) = partner {
            self.open.truncate(partner);
        }
        at + 1
    }
}

/// Whether something begins at `at` that is no blank: a word or number, or any other character.
fn begins_lexeme(bytes: &[u8], at: usize) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match bytes[at] {
        b' ' | b'\t' | b'\r' | b'\n' => false,
        byte if is_word(byte) => !at.checked_sub(1).is_some_and(|before| is_word(bytes[before])),
        // The first byte of a character counts.
        byte => !(0x80..0xc0).contains(&byte),
    }
}

/// The bracket that closes `open`.
fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |length| at + length)
}
