//! Outline of a file: its symbols, foldable parts, and the roles of its tokens.
//!
//! Knows: statements and tokens. Must not know: how an editor shows them.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::document::Document;
use super::names::{FileNames, NameKind, Symbol};
use crate::diagnostic::{Diagnostic, TextBudget};
use crate::session::Session;
use crate::syntax::ast::{Claim, Pattern, Statement, StatementKind};
use crate::syntax::{Token, TokenKind, tokens};

/// Kind of a symbol in the outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutlineKind {
    /// A name.
    Name(NameKind),
    /// An exercise.
    Exercise,
    /// A check.
    Check,
    /// A question.
    Question,
    /// The head of a sheet.
    Sheet,
}

/// A symbol of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Name.
    pub name: String,
    /// A few words beside it.
    pub detail: String,
    /// Kind.
    pub kind: OutlineKind,
    /// Range of the name, or of another part of the item; inside of `whole`.
    pub range: Range<usize>,
    /// All of it.
    pub whole: Range<usize>,
    /// Items in it.
    pub children: Vec<Item>,
}

/// Most characters of a claim that are its name.
const MOST_SHOWN: usize = 60;

/// Returns the symbols of a file, in the order of the text.
///
/// # Errors
/// When the budget ends this.
pub fn outline(document: &Document, budget: &dyn TextBudget) -> Result<Vec<Item>, Diagnostic> {
    items(document, &document.program.statements, budget)
}

fn items(
    document: &Document,
    statements: &[Statement],
    budget: &dyn TextBudget,
) -> Result<Vec<Item>, Diagnostic> {
    let mut found = Vec::new();
    for statement in statements {
        budget.poll()?;
        match &statement.kind {
            StatementKind::Exercise { title, points, body } => found.push(Item {
                detail: points.map_or(String::new(), points_words),
                children: items(document, &body.statements, budget)?,
                ..item(
                    statement,
                    title.value.to_string(),
                    OutlineKind::Exercise,
                    title.span.bytes(),
                )
            }),
            StatementKind::For { body, .. } | StatementKind::While { body, .. } => {
                found.extend(items(document, &body.statements, budget)?);
            }
            _ => found.extend(of_statement(document, statement)),
        }
    }
    Ok(found)
}

/// A symbol without children.
fn item(statement: &Statement, name: String, kind: OutlineKind, range: Range<usize>) -> Item {
    let whole = statement.span.bytes();
    let range = range.start.max(whole.start)..range.end.min(whole.end);
    Item { name, detail: String::new(), kind, range, whole, children: Vec::new() }
}

/// The symbols of a statement that has no others inside.
fn of_statement(document: &Document, statement: &Statement) -> Vec<Item> {
    let whole = statement.span.bytes();
    let item = |name: String, kind, range: Range<usize>| item(statement, name, kind, range);
    let of_name = |name: &str| {
        let defined = |one: &&super::names::Definition| one.whole == whole && *one.name == *name;
        let all = &document.names.definitions;
        let first = all.partition_point(|one| one.range.start < whole.start);
        let mut inside = all[first..].iter().take_while(|one| one.range.start < whole.end);
        inside.find(defined).map(|definition| Item {
            detail: definition.signature.strip_prefix(name).unwrap_or_default().to_owned(),
            ..item(name.to_owned(), OutlineKind::Name(definition.kind), definition.range.clone())
        })
    };
    match &statement.kind {
        StatementKind::Bind { target, .. } => {
            in_pattern(target).iter().filter_map(|name| of_name(name)).collect()
        }
        StatementKind::Function(function) => of_name(&function.name.text).into_iter().collect(),
        StatementKind::Ruleset(ruleset) => of_name(&ruleset.name.text).into_iter().collect(),
        StatementKind::Check(Claim::Holds(claim) | Claim::Blank(claim)) => {
            let text = document.text.get(claim.span.bytes()).unwrap_or_default();
            vec![item(shortened(text), OutlineKind::Check, claim.span.bytes())]
        }
        StatementKind::Ask(question) => vec![Item {
            detail: shortened(&question.text.value),
            ..item(
                question.name.text.to_string(),
                OutlineKind::Question,
                question.name.span.bytes(),
            )
        }],
        StatementKind::Sheet { title, .. } => {
            vec![item(title.value.to_string(), OutlineKind::Sheet, title.span.bytes())]
        }
        _ => Vec::new(),
    }
}

fn points_words(points: u32) -> String {
    format!("{points} {}", if points == 1 { "point" } else { "points" })
}

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    let cut: String = line.chars().take(MOST_SHOWN).collect();
    match cut.len() < text.trim().len() {
        true => format!("{}…", cut.trim_end()),
        false if cut.is_empty() => "…".to_owned(),
        false => cut,
    }
}

fn in_pattern(pattern: &Pattern) -> Vec<&str> {
    match pattern {
        Pattern::Name(name) => vec![&*name.text],
        Pattern::Tuple(parts, _) => parts.iter().flat_map(in_pattern).collect(),
    }
}

/// Kind of a fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldKind {
    /// Comments.
    Comment,
    /// `use` of several files.
    Uses,
    /// A region in brackets.
    Region,
}

/// A part of the text that can be folded into its first line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    /// From the end of the first line, which stays visible, to the end of the last line.
    pub range: Range<usize>,
    /// Kind.
    pub kind: FoldKind,
}

/// Returns what can be folded, in the order of the text: brackets and comments of several lines.
///
/// # Errors
/// When the budget ends this.
pub fn folds(text: &str, budget: &dyn TextBudget) -> Result<Vec<Fold>, Diagnostic> {
    let mut reader =
        Folds { text, found: Vec::new(), open: Vec::new(), group: None, is_first: true };
    for token in tokens(text) {
        budget.poll()?;
        reader.token(&token);
    }
    reader.end_group();
    let mut found = reader.found;
    found.sort_by_key(|fold| (fold.range.start, fold.range.end));
    Ok(found)
}

/// Walk over tokens that finds the foldable parts.
struct Folds<'t> {
    text: &'t str,
    found: Vec<Fold>,
    /// The ends of the brackets that are open.
    open: Vec<usize>,
    /// Group of consecutive comments, or of statements `use`.
    group: Option<Fold>,
    /// Whether a line begins.
    is_first: bool,
}

impl Folds<'_> {
    fn token(&mut self, token: &Token) {
        let shown = &self.text[token.range.clone()];
        if token.kind == TokenKind::Blank {
            let ends = shown.matches('\n').count();
            self.is_first |= ends > 0;
            if ends > 1 {
                self.end_group();
            }
            return;
        }
        let in_group = |kind| self.group.as_ref().is_some_and(|group| group.kind == kind);
        match token.kind {
            TokenKind::Comment if self.is_first || in_group(FoldKind::Comment) => {
                self.add_to_group(FoldKind::Comment, token.range.clone());
            }
            TokenKind::Comment => return,
            TokenKind::Keyword if shown == "use" && self.is_first && self.open.is_empty() => {
                self.add_to_group(FoldKind::Uses, token.range.clone());
            }
            TokenKind::Text if in_group(FoldKind::Uses) && !self.is_first => {
                self.add_to_group(FoldKind::Uses, token.range.clone());
            }
            _ => self.end_group(),
        }
        match shown {
            "(" | "[" | "{" => self.open.push(token.range.end),
            ")" | "]" | "}" => {
                if let Some(start) = self.open.pop() {
                    self.add(Fold { range: start..token.range.start, kind: FoldKind::Region });
                }
            }
            _ => {}
        }
        self.is_first = false;
    }

    fn add_to_group(&mut self, kind: FoldKind, range: Range<usize>) {
        match &mut self.group {
            Some(group) if group.kind == kind => group.range.end = range.end,
            _ => {
                self.end_group();
                self.group = Some(Fold { range, kind });
            }
        }
    }

    fn end_group(&mut self) {
        if let Some(group) = self.group.take() {
            self.add(group);
        }
    }

    /// Adds what has several lines.
    fn add(&mut self, fold: Fold) {
        if self.text[fold.range.clone()].contains('\n') {
            self.found.push(fold);
        }
    }
}

/// Kind of a token for colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// A word of the language.
    Keyword,
    /// A number.
    Number,
    /// Game literal such as `^*`.
    Game,
    /// A text.
    Text,
    /// A comment.
    Comment,
    /// A comment that documents what follows.
    Doc,
    /// An operator.
    Operator,
    /// The name of a variable.
    Variable,
    /// The name of a parameter.
    Parameter,
    /// The name of a function.
    Function,
    /// The name of a ruleset.
    Ruleset,
    /// A label.
    Label,
}

/// A token with its colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coloured {
    /// Its bytes.
    pub range: Range<usize>,
    /// Kind of the token.
    pub colour: Colour,
    /// Whether a name is bound here.
    pub binds: bool,
    /// Whether it is of the language or the library.
    pub is_standard: bool,
}

/// Returns the tokens of a file that have a colour, in order. `entry` says what a name is that the file does
/// not bind.
///
/// # Errors
/// When the budget ends this.
pub fn colours(
    document: &Document,
    entry: &dyn Fn(&str) -> Option<(NameKind, bool)>,
    budget: &dyn TextBudget,
) -> Result<Vec<Coloured>, Diagnostic> {
    let text = &*document.text;
    let mut found = Vec::new();
    let all = tokens(text);
    let where_words = where_words(text, &all);
    for token in &all {
        budget.poll()?;
        let shown = &text[token.range.clone()];
        let plain = |colour| Coloured {
            range: token.range.clone(),
            colour,
            binds: false,
            is_standard: false,
        };
        let coloured = match token.kind {
            TokenKind::Keyword => plain(Colour::Keyword),
            TokenKind::Number => plain(Colour::Number),
            TokenKind::Game => plain(Colour::Game),
            TokenKind::Text => plain(Colour::Text),
            TokenKind::Comment if shown.starts_with("///") => plain(Colour::Doc),
            TokenKind::Comment => plain(Colour::Comment),
            TokenKind::Operator => plain(Colour::Operator),
            TokenKind::Name if where_words.contains(&token.range.start) => plain(Colour::Keyword),
            TokenKind::Name => match of_name(&document.names, &token.range, entry) {
                Some(coloured) => coloured,
                // A word that is no name where the statement parses is one of the language.
                None if crate::builtins::words::find(shown).is_some() => plain(Colour::Keyword),
                None => continue,
            },
            TokenKind::Bracket | TokenKind::Blank | TokenKind::Unknown => continue,
        };
        found.push(coloured);
    }
    Ok(found)
}

/// Offsets of `where` as a word of the language: before a brace.
fn where_words(text: &str, tokens: &[Token]) -> FxHashSet<usize> {
    let mut brace_follows = false;
    let mut found = FxHashSet::default();
    for token in tokens.iter().rev().filter(|token| token.is_significant()) {
        let shown = &text[token.range.clone()];
        if brace_follows && shown == "where" {
            found.insert(token.range.start);
        }
        brace_follows = shown == "{";
    }
    found
}

fn of_name(
    names: &FileNames,
    range: &Range<usize>,
    entry: &dyn Fn(&str) -> Option<(NameKind, bool)>,
) -> Option<Coloured> {
    let place = names.mentions.partition_point(|mention| mention.range.start < range.start);
    let mention = names.mentions.get(place).filter(|mention| mention.range == *range)?;
    let (kind, is_standard) = match &mention.symbol {
        Symbol::Local(local) => (names.locals[*local].kind, false),
        Symbol::Global(name) => match names.definition(name, range.start) {
            Some(definition) => (definition.kind, false),
            None => entry(name).unwrap_or((NameKind::Variable, false)),
        },
    };
    let colour = match kind {
        NameKind::Variable | NameKind::Answer => Colour::Variable,
        NameKind::Function => Colour::Function,
        NameKind::Ruleset => Colour::Ruleset,
        NameKind::Parameter => Colour::Parameter,
        NameKind::Label => Colour::Label,
    };
    Some(Coloured { range: range.clone(), colour, binds: mention.binds, is_standard })
}

/// Kinds of the names of the language and the library, for [`colours`].
pub fn standard(session: &Session) -> rustc_hash::FxHashMap<String, NameKind> {
    use crate::session::EntryKind;
    let kind = |entry: &crate::session::Entry| match entry.kind {
        EntryKind::Ruleset => NameKind::Ruleset,
        EntryKind::Variable => NameKind::Variable,
        EntryKind::Builtin if !entry.signature.contains('(') => NameKind::Variable,
        EntryKind::Builtin | EntryKind::Function => NameKind::Function,
    };
    session.entries().iter().map(|entry| (entry.name.clone(), kind(entry))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Unlimited;

    #[test]
    fn brackets_comments_and_uses_of_several_lines_are_folded() {
        let text =
            "use \"a\"\nuse \"b\"\n// one\n// two\n\n// three\nf(\n1, // no\n2)\n/* a\nb */\n";
        let found: Vec<(&str, FoldKind)> = folds(text, &Unlimited)
            .unwrap()
            .into_iter()
            .map(|fold| (&text[fold.range], fold.kind))
            .collect();
        assert_eq!(
            found,
            [
                ("use \"a\"\nuse \"b\"", FoldKind::Uses),
                ("// one\n// two", FoldKind::Comment),
                ("\n1, // no\n2", FoldKind::Region),
                ("/* a\nb */", FoldKind::Comment),
            ]
        );
    }
}
