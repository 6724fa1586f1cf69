//! Lexemes of a program: its words, signs and comments, each with its role in the grammar.

use std::borrow::Cow;

use super::super::grammar::Rule;
use super::super::print::CLAUSES;
use super::super::tree::{Edge, ParseTree};

/// Lexeme.
#[derive(Debug, Clone)]
pub(super) struct Lexeme<'t> {
    /// Text in the output.
    pub(super) text: Cow<'t, str>,
    /// Offset in the source.
    pub(super) at: usize,
    /// Role for the spacing.
    pub(super) role: Role,
    /// Construct that begins with it.
    pub(super) start: Start,
    /// Number of line ends between it and the lexeme before.
    pub(super) newlines: usize,
    /// Whether it follows a line of its own that is a `///` comment, so that a statement which begins with
    /// it is documented.
    pub(super) documented: bool,
    /// Whether the source has blanks before it.
    apart: bool,
}

/// Role of a lexeme for the blanks around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A name.
    Name,
    /// An integer.
    Integer,
    /// Word, text, literal or `:=`: separated by blanks.
    Word,
    /// `// ...` or `/* ... */`
    Comment {
        /// Whether it ends with its line.
        line: bool,
    },
    /// An opening bracket.
    Open(BracketLexeme),
    /// A closing bracket.
    Close(BracketLexeme),
    /// A comma; tight between the options of a form.
    Comma {
        /// Whether no blank follows.
        tight: bool,
    },
    /// A colon that belongs to what stands before it.
    Colon,
    /// Prefix of the operand after it: the star of `*(n)`, `±`.
    Prefix,
    /// The minus before an operand; whether the source has blanks after it.
    Minus {
        /// Whether blanks follow in the source.
        apart: bool,
    },
    /// The dot of a method.
    Dot,
    /// An operator.
    Infix {
        /// Whether no blanks stand around it.
        tight: bool,
    },
    /// The bars of a form.
    Bars {
        /// Whether blanks stand around them, because a side has generators.
        apart: bool,
    },
    /// `;`
    Semicolon(Semicolon),
}

impl Lexeme<'_> {
    /// Whether it is a comment.
    pub(super) fn is_comment(&self) -> bool {
        matches!(self.role, Role::Comment { .. })
    }

    /// Whether it may document a statement below.
    pub(super) fn is_documentation(&self) -> bool {
        self.role == (Role::Comment { line: true }) && self.text.starts_with("///")
    }

    /// Whether it separates statements, clauses or marks.
    pub(super) fn is_separator(&self) -> bool {
        self.role == Role::Semicolon(Semicolon::Separator)
    }

    /// Whether it opens a block.
    pub(super) fn opens_block(&self) -> bool {
        matches!(self.role, Role::Open(BracketLexeme { block: true, .. }))
    }

    /// Whether it closes a block.
    pub(super) fn closes_block(&self) -> bool {
        matches!(self.role, Role::Close(BracketLexeme { block: true, .. }))
    }
}

/// Bracket, with the properties that decide its blanks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BracketLexeme {
    /// Whether it follows what stands before it without a blank.
    pub(super) glued: bool,
    /// Whether blanks stand inside.
    pub(super) padded: bool,
    /// Whether it holds statements, clauses or marks.
    pub(super) block: bool,
    /// Whether it is a round one.
    round: bool,
}

/// Function of a semicolon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Semicolon {
    /// It separates statements, clauses or marks.
    Separator,
    /// It suppresses the output of a statement.
    Silencer,
    /// It separates the alternatives of a clause.
    Alternative,
}

/// Construct that begins with a lexeme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// None.
    Nothing,
    /// A statement, a mark, or something in a ruleset that is no clause.
    Item,
    /// A clause of a ruleset, or another part of it whose lines hang below its first expression.
    Clause,
    /// A generator in brackets.
    Generator,
}

/// A rule that has begun.
struct OpenRule {
    rule: Rule,
    /// Operators of a row of operands, or commas in brackets.
    signs: Vec<usize>,
    /// Colons between keys and values, in braces.
    colons: Vec<usize>,
    /// The bars, in brackets.
    bars: Vec<usize>,
    /// Whether a side has generators, in brackets.
    generated: bool,
}

/// Cuts a text into lexemes.
pub(super) struct Cutter<'t> {
    text: &'t str,
    /// Offset of the text that is not cut yet.
    cursor: usize,
    frames: Vec<OpenRule>,
    lexemes: Vec<Lexeme<'t>>,
    /// Construct that begins with the next lexeme.
    start: Start,
    /// Number of line ends since the last lexeme.
    newlines: usize,
    /// Whether blanks have come since the last lexeme.
    apart: bool,
    /// Whether the line has begun with other blanks than spaces and tabs.
    unusual: bool,
}

impl<'t> Cutter<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cutter {
            text,
            cursor: 0,
            frames: Vec::new(),
            lexemes: Vec::new(),
            start: Start::Nothing,
            newlines: 0,
            apart: false,
            unusual: false,
        }
    }

    /// Cuts the text that an entry rule has parsed, from byte `base` on.
    pub(super) fn take(&mut self, base: usize, tree: &ParseTree<'_>) {
        // The number of frames whose text is one lexeme.
        let mut within = 0;
        for edge in tree.edges() {
            match edge {
                Edge::Start { rule, at } => {
                    if within == 0 {
                        self.between(base + at);
                        self.start = self.starting(rule);
                    }
                    within += usize::from(within > 0 || is_lexeme(rule));
                    if within <= 1 {
                        self.frames.push(OpenRule {
                            rule,
                            signs: Vec::new(),
                            colons: Vec::new(),
                            bars: Vec::new(),
                            generated: false,
                        });
                    }
                }
                Edge::End { at } => {
                    if within <= 1 {
                        self.end(base + at, within == 1);
                    }
                    within -= usize::from(within > 0);
                }
            }
        }
    }

    /// The lexemes.
    pub(super) fn finish(mut self) -> Vec<Lexeme<'t>> {
        self.between(self.text.len());
        self.lexemes
    }

    /// Ends the innermost rule, whose text is one lexeme or not.
    fn end(&mut self, end: usize, one: bool) {
        if !one {
            self.between(end);
        }
        let Some(frame) = self.frames.pop() else { return };
        if one {
            self.word(frame.rule, end);
            return;
        }
        match frame.rule {
            Rule::expr | Rule::option | Rule::entry | Rule::guard => self.row(&frame),
            Rule::angle => self.part(&frame),
            Rule::brace if !frame.bars.is_empty() => {
                self.tighten(&frame.signs);
                self.part(&frame);
            }
            Rule::brace => {
                frame.colons.iter().for_each(|&colon| self.lexemes[colon].role = Role::Colon);
            }
            Rule::brace_side | Rule::last_comma => {
                // Properties of entries are those of the braces.
                if let Some(braces) = self.frames.last_mut() {
                    braces.signs.extend(frame.signs);
                    braces.colons.extend(frame.colons);
                }
            }
            Rule::side | Rule::listed_side => {
                self.tighten(&frame.signs);
                if let Some(bracket) = self.frames.last_mut() {
                    bracket.generated |= frame.generated;
                }
            }
            Rule::generator | Rule::side_generator => {
                if let Some(bracket) = self.frames.last_mut() {
                    bracket.generated = true;
                }
            }
            _ => {}
        }
    }

    /// Construct that begins with a rule.
    fn starting(&self, rule: Rule) -> Start {
        match rule {
            Rule::statement | Rule::mark | Rule::draw_clause | Rule::play_clause => Start::Item,
            Rule::goal_clause => Start::Item,
            Rule::clause
            | Rule::parts_clause
            | Rule::start_clause
            | Rule::score_clause
            | Rule::blocking_clause
            | Rule::check_clause => Start::Clause,
            Rule::generator | Rule::side_generator if self.in_brackets() => Start::Generator,
            // The same lexeme begins both.
            _ => self.start,
        }
    }

    /// Whether a generator that begins here belongs to brackets.
    fn in_brackets(&self) -> bool {
        use Rule::{brace, list, listed_side, side};
        self.frames
            .last()
            .is_some_and(|frame| matches!(frame.rule, list | brace | side | listed_side))
    }

    fn push(&mut self, text: Cow<'t, str>, at: usize, role: Role) {
        let start = match role {
            Role::Comment { .. } => Start::Nothing,
            _ => std::mem::replace(&mut self.start, Start::Nothing),
        };
        if let Some(Lexeme { role: Role::Minus { apart }, .. }) = self.lexemes.last_mut() {
            *apart = self.apart;
        }
        let newlines = std::mem::take(&mut self.newlines);
        let apart = std::mem::take(&mut self.apart);
        let usual = !std::mem::take(&mut self.unusual);
        let first_but_one = self.lexemes.len() == 1;
        let below =
            |last: &Lexeme<'_>| last.is_documentation() && (last.newlines > 0 || first_but_one);
        let usual = usual || matches!(role, Role::Comment { .. });
        let documented = usual && newlines == 1 && self.lexemes.last().is_some_and(below);
        self.lexemes.push(Lexeme { text, at, role, start, newlines, documented, apart });
    }

    /// The text of a rule that is one lexeme, up to byte `end`.
    fn word(&mut self, rule: Rule, end: usize) {
        let at = std::mem::replace(&mut self.cursor, end);
        let text = &self.text[at..end];
        let role = match rule {
            Rule::variable | Rule::ident | Rule::binder | Rule::member => Role::Name,
            Rule::integer => Role::Integer,
            Rule::neg => Role::Minus { apart: false },
            Rule::star_sign => Role::Prefix,
            Rule::bars => Role::Bars { apart: false },
            Rule::infix | Rule::sum_infix | Rule::brace_infix | Rule::guard_infix => {
                Role::Infix { tight: false }
            }
            _ => Role::Word,
        };
        match (role, self.frames.last_mut()) {
            (Role::Infix { .. }, Some(row)) => row.signs.push(self.lexemes.len()),
            (Role::Bars { .. }, Some(bracket)) => bracket.bars.push(self.lexemes.len()),
            _ => {}
        }
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        let several = matches!(
            rule,
            Rule::infix
                | Rule::brace_infix
                | Rule::guard_infix
                | Rule::goal_left
                | Rule::goal_right
                | Rule::any_direction
                | Rule::no_moves
                | Rule::over_the_border
                | Rule::for_all
        );
        let text = match several && text.contains(char::is_whitespace) {
            true => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            false => Cow::Borrowed(text),
        };
        self.push(text, at, role);
    }

    /// Cuts the text between the parts of a rule, up to byte `end`: blanks, comments and signs.
    fn between(&mut self, end: usize) {
        while self.cursor < end {
            let (at, rest) = (self.cursor, &self.text[self.cursor..end]);
            if rest.starts_with('\n') {
                self.newlines += 1;
                (self.apart, self.unusual) = (true, false);
                self.cursor += 1;
            } else if rest.starts_with("//") {
                let length = rest.find('\n').unwrap_or(rest.len());
                self.cursor += length;
                let text = rest[..length].trim_end();
                self.push(Cow::Borrowed(text), at, Role::Comment { line: true });
            } else if rest.starts_with("/*") {
                let length = rest.find("*/").map_or(rest.len(), |length| length + 2);
                self.cursor += length;
                let text = with_plain_line_ends(&rest[..length]);
                self.push(text, at, Role::Comment { line: false });
            } else if let Some(blank) = rest.chars().next().filter(|c| c.is_whitespace()) {
                self.apart = true;
                self.unusual |= !matches!(blank, ' ' | '\t');
                self.cursor += blank.len_utf8();
            } else {
                self.sign(rest);
            }
        }
    }

    /// The sign that `rest` begins with.
    fn sign(&mut self, rest: &'t str) {
        const LONG: [&str; 5] = [":=", "==", "->", "+-", "±"];
        let long = LONG.into_iter().find(|sign| rest.starts_with(sign)).map(str::len);
        let length = long.or_else(|| rest.chars().next().map(char::len_utf8)).unwrap_or(1);
        let (at, text) = (self.cursor, &rest[..length]);
        self.cursor += length;
        let frame = self.frames.last_mut();
        let rule = frame.as_ref().map_or(Rule::one, |frame| frame.rule);
        let role = match text {
            "(" | "[" | "{" | "<" => Role::Open(bracket(rule)),
            ")" | "]" | "}" | ">" => Role::Close(bracket(rule)),
            "," => {
                if let Some(frame) = frame {
                    frame.signs.push(self.lexemes.len());
                }
                Role::Comma { tight: false }
            }
            ":" if rule == Rule::empty_map => Role::Prefix,
            ":" => Role::Colon,
            "." => Role::Dot,
            "/" => Role::Infix { tight: true },
            "±" | "+-" => Role::Prefix,
            ";" => Role::Semicolon(match rule {
                Rule::clause => Semicolon::Alternative,
                Rule::silencer => Semicolon::Silencer,
                _ => Semicolon::Separator,
            }),
            _ => Role::Word,
        };
        self.push(Cow::Borrowed(text), at, role);
    }

    /// The bars of a form, apart where a side has generators.
    fn part(&mut self, form: &OpenRule) {
        for &bars in &form.bars {
            self.lexemes[bars].role = Role::Bars { apart: form.generated };
        }
    }

    /// The commas between the options of a form.
    fn tighten(&mut self, commas: &[usize]) {
        for &comma in commas {
            self.lexemes[comma].role = Role::Comma { tight: true };
        }
    }
}

/// The text with `\n` at the ends of its lines, without a `\r` before it.
fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    if !text.contains("\r\n") {
        return Cow::Borrowed(text);
    }
    let mut lines = text.split('\n').peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(line) = lines.next() {
        match lines.peek() {
            Some(_) => plain.extend([line.trim_end_matches('\r'), "\n"]),
            None => plain.push_str(line),
        }
    }
    Cow::Owned(plain)
}

/// Operators without blanks around them.
impl Cutter<'_> {
    /// Decides about the operators of a row of operands.
    fn row(&mut self, row: &OpenRule) {
        let mut signs: &[usize] = &row.signs;
        if let (Rule::entry, Some((&first, rest))) = (row.rule, signs.split_first())
            && self.lexemes[first].text == ":"
        {
            // The colon after a key, if this turns out to be a map.
            if let Some(side) = self.frames.last_mut() {
                side.colons.push(first);
            }
            signs = rest;
        }
        let mut roles = Vec::with_capacity(signs.len());
        for part in signs.split(|&sign| is_looser_than_range(&self.lexemes[sign].text)) {
            let ranged = part.iter().any(|&sign| self.lexemes[sign].text == "..");
            let tight = ranged && part.iter().all(|&sign| self.may_be_tight(sign));
            for &sign in part {
                let tight = match &*self.lexemes[sign].text {
                    ".." => !self.follows_clause_word(sign),
                    "**" => self.may_be_tight(sign),
                    "/" if self.divides_integers(sign) => self.is_fraction(sign),
                    _ => tight,
                };
                roles.push((sign, Role::Infix { tight }));
            }
        }
        roles.into_iter().for_each(|(sign, role)| self.lexemes[sign].role = role);
    }

    /// Whether an operator means the same without blanks around it.
    fn may_be_tight(&self, sign: usize) -> bool {
        let Some(next) = self.lexemes.get(sign + 1) else { return false };
        let Some(before) = sign.checked_sub(1).map(|before| &self.lexemes[before]) else {
            return false;
        };
        let text = &*self.lexemes[sign].text;
        let ends = match before.role {
            Role::Name | Role::Integer => true,
            Role::Close(bracket) => !bracket.block && &*before.text != ">",
            _ => false,
        };
        let begins = match next.role {
            Role::Name => next.text != "∞",
            // `3*4` is a literal.
            Role::Integer => text != "*" || before.role != Role::Integer,
            Role::Open(bracket) => bracket.round,
            Role::Minus { .. } => text == "**",
            _ => false,
        };
        let known = matches!(text, "+" | "-" | "−" | "*" | "/" | "%" | "**" | "..");
        let outer = text == "..";
        known && (outer || ends && begins) && !self.follows_clause_word(sign)
    }

    /// Whether an alternative of a ruleset begins with the word before an operator, which would be taken for
    /// the head of a clause if no blank followed the operator.
    fn follows_clause_word(&self, sign: usize) -> bool {
        let Some((word, before)) = self.lexemes[..sign].split_last() else { return false };
        let semicolon = |last: &Lexeme<'_>| last.role == Role::Semicolon(Semicolon::Alternative);
        CLAUSES.contains(&&*word.text)
            && before.iter().rfind(|last| !last.is_comment()).is_some_and(semicolon)
    }

    fn divides_integers(&self, sign: usize) -> bool {
        let is_integer =
            |at: usize| self.lexemes.get(at).is_some_and(|one| one.role == Role::Integer);
        sign > 0 && is_integer(sign - 1) && is_integer(sign + 1)
    }

    /// Whether `/` stands in a fraction that is typed without blanks, which is one number beside an ordinal sum.
    fn is_fraction(&self, sign: usize) -> bool {
        !self.lexemes[sign].apart && !self.lexemes[sign + 1].apart
    }
}

/// Whether an operator binds looser than `..`.
fn is_looser_than_range(sign: &str) -> bool {
    !matches!(
        sign,
        ".." | "&" | "+" | "-" | "−" | "*" | "∗" | "⋆" | "·" | "×" | "/" | "%" | ":" | "**"
    )
}

/// The kind of the brackets that a rule has.
fn bracket(rule: Rule) -> BracketLexeme {
    let block = matches!(rule, Rule::block | Rule::ruleset | Rule::marking);
    BracketLexeme {
        glued: matches!(
            rule,
            Rule::call | Rule::index | Rule::params | Rule::nimber_arg | Rule::impartial_options
        ),
        padded: block || rule == Rule::where_block,
        block,
        round: matches!(rule, Rule::paren),
    }
}

/// Whether the text of a rule is one lexeme: it has no parts between which blanks may stand.
fn is_lexeme(rule: Rule) -> bool {
    !(is_of_statements(rule) || is_of_rulesets(rule) || is_of_expressions(rule))
}

/// Whether a rule of statements has parts.
#[rustfmt::skip]
fn is_of_statements(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        first | next | one | statements | silencer | statement | block | use_file | check | blank_claim | exercise
            | points | hint | sheet | shown | ask | marking | mark | mark_points | generated | questions | level
            | fn_decl | short_fn | bind | for_loop | while_loop | return_value | break_loop | continue_loop
            | pattern | tuple_pattern | params | param | kind | board_kind | numbers | graph_kind
            | digraph_kind | edge_labels | vertex_labels
    )
}

/// Whether a rule of rulesets has parts.
#[rustfmt::skip]
fn is_of_rulesets(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        ruleset | parts_clause | start_clause | draw_clause | play_clause | goal_clause | goal | score_clause
            | check_clause | blocking_clause
            | picture | clause | alternative | rewrite | step | rule_generator | turns | options | gains
    )
}

/// Whether a rule of expressions has parts.
#[rustfmt::skip]
fn is_of_expressions(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        expr | option | entry | where_part | where_block | definition | lambda | lambda_params | conditional
            | else_branch | operand | call | index | method | impartial | impartial_options | nimber | nimber_arg
            | switch | labelled | label | angle | side | brace | empty_map | brace_side | list | paren
            | trailing_comma | last_comma | generators | generator | for_each | only_if | let_be | listed_side | side_generator | side_for
            | side_if | side_let | guard
    )
}
