//! Diagnostics of texts that do not parse.
//!
//! Knows: where pest stopped, what it would have taken there, common slips.
//! Must not know: anything about texts that parse.

mod expected;
mod habits;
mod hints;
mod moves;
mod rulesets;

use std::ops::Range;

use expected::Expected;
use habits::{HABITS, SURE_HABITS};
use hints::SLIPS;
use moves::IN_MOVES;
use pest::error::{Error, ErrorVariant, InputLocation};
use rulesets::{IN_RULESETS, free_name, tokens_renamed};

use super::build::too_deep;
use super::grammar::Rule;
use super::scan::Scan;
use super::tokens::{Token, TokenKind, tokens};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span, ceil_char_boundary, floor_char_boundary};

/// Bytes after the place that are examined.
const LOOKED_AFTER: usize = 4096;

/// The text around the place where parsing stopped.
struct ParseStop<'t> {
    source: SourceId,
    text: &'t str,
    /// The tokens of the statement up to the place, blanks and comments left out.
    before: Vec<Token>,
    /// Some tokens after the place, without blanks and comments.
    after: Vec<Token>,
    /// Offset at which parsing stopped.
    at: usize,
    /// Whether only blanks and comments follow.
    at_end: bool,
    /// Whether a line ends between the place and the next token.
    line_ends: bool,
    /// Tokens and constructs that the parser expected there.
    expected: Expected,
}

/// Returns the offset that pest reached.
pub(super) fn reached(error: &Error<Rule>) -> usize {
    match (error.parse_attempts(), &error.location) {
        (Some(attempts), _) => attempts.max_position,
        (None, InputLocation::Pos(at) | InputLocation::Span((at, _))) => *at,
    }
}

/// Reports whether pest gave up because the text nests too deeply.
pub(super) fn is_too_deep(error: &Error<Rule>) -> bool {
    matches!(error.variant, ErrorVariant::CustomError { .. })
}

/// Returns the diagnostic for `error`, which pest found in `text` in the statement after the one at `before`.
pub(super) fn diagnostic(
    source: SourceId,
    text: &str,
    scan: &Scan,
    before: Range<usize>,
    error: &Error<Rule>,
) -> Diagnostic {
    let at = before.end + reached(error);
    if is_too_deep(error) {
        let start = floor_char_boundary(text, at.saturating_sub(1));
        return too_deep(Span::new(source, start..ceil_char_boundary(text, start + 1)));
    }
    let expected = Expected::new(error);
    let place = ParseStop::new(source, text, before.start, at, scan, expected);
    place
        .unclosed(scan)
        .or_else(|| place.reserved())
        .or_else(|| slip(&place))
        .unwrap_or_else(|| place.plain())
}

impl<'t> ParseStop<'t> {
    fn new(
        source: SourceId,
        text: &'t str,
        start: usize,
        at: usize,
        scan: &Scan,
        expected: Expected,
    ) -> Self {
        let around = &text[start..ceil_char_boundary(text, at + LOOKED_AFTER)];
        let all = tokens(around).into_iter().filter(Token::is_significant);
        let all = all.map(|Token { kind, range }| Token {
            kind,
            range: start + range.start..start + range.end,
        });
        let (before, after): (Vec<Token>, Vec<Token>) =
            all.partition(|token| token.range.end <= at);
        let at = after.first().map_or(at, |token| at.min(token.range.start));
        let next = after.first().map_or(text.len(), |token| token.range.start);
        let ends_line = |from| text.get(from..next).is_some_and(|gap: &str| gap.contains('\n'));
        // Where an expression is missing, a line that begins with a reserved word is another one.
        let is_statement = after.first().is_some_and(|token| token.kind == TokenKind::Keyword)
            && before.last().is_some_and(|token| ends_line(token.range.end))
            && expected.expression();
        let line_ends = ends_line(at) || is_statement;
        ParseStop { source, text, before, after, at, at_end: at >= scan.end, line_ends, expected }
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    fn slice(&self, token: &Token) -> &'t str {
        self.text.get(token.range.clone()).unwrap_or("")
    }

    /// The words before the place, the last first.
    fn words_back(&self) -> impl Iterator<Item = &'t str> {
        self.before.iter().rev().map(|token| self.slice(token))
    }

    /// Whether a ruleset begins before the place.
    fn is_in_rules(&self) -> bool {
        self.words_back().any(|word| word == "game")
    }

    /// The token at the place, when its line has not ended before it.
    fn here(&self) -> Option<&Token> {
        self.after.first().filter(|_| !self.line_ends)
    }

    /// Text at the place; empty at the end of a line.
    fn found(&self) -> &'t str {
        self.here().map_or("", |token| self.slice(token))
    }

    /// Text before the place.
    fn previous(&self) -> &'t str {
        self.before.last().map_or("", |token| self.slice(token))
    }

    /// The bytes to point at: the token there, or the end of what precedes it.
    fn range(&self) -> Range<usize> {
        match self.here() {
            Some(token) => token.range.clone(),
            None => {
                let end = self.before.last().map_or(self.at, |token| token.range.end);
                end..end
            }
        }
    }

    /// `found x`
    fn found_words(&self) -> String {
        match self.here() {
            Some(token) => format!("found `{}`", shortened(self.slice(token))),
            None if self.at_end => "the text ends here".to_owned(),
            None => "the line ends here".to_owned(),
        }
    }

    /// Error with what was expected.
    fn plain(&self) -> Diagnostic {
        let wanted = self.expected.words();
        let message = match (wanted.as_str(), self.here()) {
            ("", Some(_)) => "this was not expected here".to_owned(),
            ("", None) => "something is missing here".to_owned(),
            _ => format!("expected {wanted}"),
        };
        let label = self.span(self.range());
        let error = Diagnostic::error(Code::Syntax, message).label(label, self.found_words());
        match self.here().filter(|token| token.kind == TokenKind::Keyword) {
            Some(token) if self.expected.expression() => {
                error.note(format!("`{}` is a reserved word", self.slice(token)))
            }
            _ => error,
        }
    }

    /// Error of a bracket that is never closed; `None` if that is not the error.
    fn unclosed(&self, scan: &Scan) -> Option<Diagnostic> {
        if self.at_end
            && let Some(open) = self.open_angle().or(scan.open.last().copied())
        {
            return Some(self.unclosed_at(open, None));
        }
        if let Some((open, close)) = scan.mismatch
            && self.after.first().is_some_and(|token| token.range.start == close)
        {
            return Some(self.unclosed_at(open, Some(close)));
        }
        let open = scan.open.iter().rev().find(|&&open| open < self.at).copied();
        let open = self.open_angle().or(open)?;
        self.begins_statement().then(|| self.unclosed_at(open, None))
    }

    /// Whether the next token looks like the beginning of a statement on a new line.
    fn begins_statement(&self) -> bool {
        const BEGINNINGS: &[&str] =
            &["fn", "game", "use", "check", "exercise", "while", "return", ":="];
        let before = self.before.last().map_or(0, |token| token.range.end);
        let Some(next) = self.after.first() else { return false };
        let new_line =
            self.text.get(before..next.range.start).is_some_and(|gap| gap.contains('\n'));
        let binds = self.after.get(1).is_some_and(|second| self.slice(second) == ":=");
        new_line && (binds || BEGINNINGS.contains(&self.slice(next)))
    }

    fn unclosed_at(&self, open: usize, closed_by: Option<usize>) -> Diagnostic {
        let bracket = self.text.get(open..=open).unwrap_or("(");
        let closing = match bracket {
            "(" => ")",
            "[" => "]",
            "{" => "}",
            _ => ">",
        };
        let error = Diagnostic::error(Code::Unclosed, format!("this `{bracket}` is never closed"))
            .label(self.span(open..open + 1), "opened here");
        let error = match closed_by {
            Some(at) => error.label(self.span(at..at + 1), "this does not close it"),
            None => error.label(self.span(self.range()), self.found_words()),
        };
        let end = closed_by
            .unwrap_or_else(|| self.before.last().map_or(self.at, |token| token.range.end));
        error.help(format!("add `{closing}`")).fix(
            format!("Add `{closing}`"),
            self.span(end..end),
            closing,
        )
    }

    /// The `<` that the missing `>` would close.
    fn open_angle(&self) -> Option<usize> {
        if !self.expected.closing_angle() {
            return None;
        }
        let mut closed = 0usize;
        for token in self.before.iter().rev() {
            match self.slice(token) {
                ">" => closed += 1,
                "<" if closed == 0 => return Some(token.range.start),
                "<" => closed -= 1,
                "(" | "[" | "{" => return None,
                _ => {}
            }
        }
        None
    }

    /// The error for a reserved word used as a name.
    fn reserved(&self) -> Option<Diagnostic> {
        if let Some(token) = self.here()
            && self.expected.name_only()
            && self.is_reserved(token)
        {
            return Some(self.reserved_at(token));
        }
        if !matches!(self.found(), ":=" | "->") {
            return None;
        }
        let line = self.before.iter().rev().take_while(|token| self.belongs_to_target(token));
        let reserved = line.filter(|token| self.is_reserved(token)).last();
        reserved.filter(|token| self.slice(token) != "fn").map(|token| self.reserved_at(token))
    }

    /// Whether `token` can be part of what stands left of `:=` or `->`.
    fn belongs_to_target(&self, token: &Token) -> bool {
        let end = self.text.get(token.range.end..self.at).unwrap_or("");
        !end.contains('\n')
            && (matches!(self.slice(token), "(" | ")" | ",")
                || matches!(token.kind, TokenKind::Name | TokenKind::Keyword | TokenKind::Game))
    }

    fn is_reserved(&self, token: &Token) -> bool {
        match token.kind {
            TokenKind::Keyword => true,
            TokenKind::Game => self.slice(token).starts_with(|c: char| c.is_ascii_alphabetic()),
            _ => false,
        }
    }

    /// The part of a statement in which a reserved word stands, and its text with `name` in place of the word.
    fn renamed(&self, token: &Token, name: &str) -> Option<(Range<usize>, String)> {
        let word = self.slice(token);
        let ends = |token: &&Token| [";", "{", "}"].contains(&self.slice(token));
        let is_same = |token: &&Token| self.slice(token) == word;
        let before = self.before.iter().rev().take_while(|token| !ends(token));
        let first = before.filter(is_same).last().map_or(token.range.start, |one| one.range.start);
        let mut depth = 0i32;
        let after = self.after.iter().take_while(|token| {
            depth += match self.slice(token) {
                "(" | "[" | "{" => 1,
                ")" | "]" | "}" => -1,
                _ => 0,
            };
            depth >= 0 && !(depth == 0 && self.slice(token) == ";")
        });
        let last = after.filter(is_same).last().map_or(token.range.end, |one| one.range.end);
        let range = first.min(token.range.start)..last.max(token.range.end);
        let text = self.text.get(range.clone())?;
        Some((range, tokens_renamed(text, word, name)))
    }

    fn reserved_at(&self, token: &Token) -> Diagnostic {
        let word = self.slice(token);
        let span = self.span(token.range.clone());
        let message = format!("`{word}` is reserved and cannot be a name");
        if token.kind == TokenKind::Game && word.starts_with('v') {
            let digits = word.trim_start_matches('v');
            let name = format!("{}{digits}", free_name(self));
            let (label, others) = match digits {
                "" => ("this is a game: `v` is down, as `↓`", " or `val`"),
                _ => ("this is a game: `v` is down, and the number after it counts copies", ""),
            };
            let error = Diagnostic::error(Code::Reserved, message)
                .label(span, label)
                .help(format!("choose another name, such as `{name}`{others}"));
            let Some((range, renamed)) = self.renamed(token, &name) else { return error };
            return error.fix(format!("Call it `{name}`"), self.span(range), renamed);
        }
        Diagnostic::error(Code::Reserved, message)
            .label(span, "a reserved word")
            .help(format!("choose another name, such as `{word}_`"))
            .fix(format!("Call it `{word}_`"), span, format!("{word}_"))
    }
}

/// First characters of a token, for a message.
pub fn shortened(token: &str) -> String {
    if token.chars().nth(24).is_none() {
        return token.to_owned();
    }
    token.chars().take(20).chain("...".chars()).collect()
}

/// Advice on a mistake, if it is recognised.
type Advice = Option<Advised>;

/// Advice on a recognised mistake.
struct Advised {
    message: String,
    help: String,
    /// Edits that follow the help: bytes, and what takes their place.
    edits: Vec<(Range<usize>, String)>,
}

impl Advised {
    /// Adds an edit.
    fn edit(mut self, range: Range<usize>, text: impl Into<String>) -> Self {
        self.edits.push((range, text.into()));
        self
    }
}

/// Recognises a slip.
type Slip = fn(&ParseStop<'_>) -> Advice;

/// Returns the message and the help for a slip.
fn advice(message: impl Into<String>, help: impl Into<String>) -> Advice {
    Some(Advised { message: message.into(), help: help.into(), edits: Vec::new() })
}

/// The diagnostic for a common slip at `place`, if one is recognised.
fn slip(place: &ParseStop<'_>) -> Option<Diagnostic> {
    let slips = [SURE_HABITS, IN_MOVES, IN_RULESETS, SLIPS, HABITS].into_iter().flatten();
    let Advised { message, help, edits } = slips.into_iter().find_map(|slip| slip(place))?;
    let wanted = place.expected.words();
    let label = match wanted.as_str() {
        "" => place.found_words(),
        _ => format!("expected {wanted}"),
    };
    let span = place.span(place.range());
    let error = Diagnostic::error(Code::Syntax, message).label(span, label).help(help);
    Some(edits.into_iter().fold(error, |error, (range, new)| {
        let old = shortened(place.text.get(range.clone()).unwrap_or_default().trim());
        let title = match (old.as_str(), new.trim()) {
            ("", "") => "Remove the blank".to_owned(),
            (old, "") => format!("Remove `{old}`"),
            ("", new) => format!("Insert `{new}`"),
            (_, new) => format!("Write `{}`", shortened(new)),
        };
        error.fix(title, place.span(range), new)
    }))
}
