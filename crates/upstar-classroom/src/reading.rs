//! Reading of answers, and refusal of those that their text alone rules out.
//!
//! Answers are written out: brackets, numbers, stars and ups, positions, lists of these. Calls that compute
//! the answer, such as `canonical(G)`, are refused unless the key allows them.
//!
//! Whether an answer is written out is read off its tree.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexSet;
use upstar_core::{Budget, Comparison};

use super::answers::{Given, LONGEST, bare, shortened};
use super::key::{Key, Question};
use super::mark::{Mark, Status, unreadable};
use super::written::{WRITTEN, is_form};
use crate::builtins;
use crate::diagnostic::Diagnostic;
use crate::resolve;
use crate::source::SourceMap;
use crate::syntax::ast::{
    AnswerKind, BinaryOp, CompareOp, Expr, ExprKind, Program, Statement, StatementKind,
};
use crate::syntax::visit::children;
use crate::syntax::{self, TokenKind, print};
use crate::value::TextLimits;

/// An answer that was read.
#[derive(Debug)]
pub(super) enum ReadAnswer {
    /// An expression, and whether it is a form as typed and no calculation.
    Expression { text: String, is_plain_form: bool },
    /// The declaration of a function or a ruleset.
    Declaration(String),
    /// A relation between two games.
    Order(Comparison),
    /// The number of a choice, from 0.
    Choice(usize),
}

/// Reads an answer without evaluating it.
///
/// # Errors
/// The mark of an answer that is refused or does not parse.
pub(super) fn read(
    question: &Question,
    key: &Key,
    given: &Given,
    budget: &Budget,
) -> Result<ReadAnswer, Mark> {
    let text = given.text.as_str();
    if text.len() > LONGEST {
        let message = format!("it is longer than {LONGEST} bytes, and was not read");
        return Err(Mark::refused(message));
    }
    foreign_letters(text)?;
    let letter = outcome_of(question, text);
    let text = letter.unwrap_or(text);
    match question.kind {
        AnswerKind::Order => return order_of(question, text, budget),
        AnswerKind::Choice => return choice(question, text),
        _ => {}
    }
    budget.restart();
    let (text, program) = parsed(question, text, budget)?;
    let text = &*text;
    let [statement] = program.statements.as_slice() else {
        return Err(Mark::refused("one answer is asked for, and several stand here"));
    };
    let names = syntax::names(std::slice::from_ref(statement));
    if let Some(secret) = key.secrets().find(|secret| names.contains(*secret)) {
        return Err(Mark::refused(format!("`{secret}` is a name that an answer cannot use")));
    }
    if let Some(solver) = solver_in(question, key, &names) {
        return Err(Mark::refused(format!(
            "it mentions `{solver}`, which would answer the question"
        )));
    }
    match &statement.kind {
        StatementKind::Expr(_) if question.kind == AnswerKind::Ruleset => {
            let message =
                format!("the rules are asked for: `game {}(...) {{ ... }}`", question.name);
            Err(Mark::refused(message))
        }
        StatementKind::Expr(expr) => {
            let is_plain_form = is_form(expr);
            if !question.allows_anything() {
                Plain { question, key, labels: Vec::new() }.expr(expr)?;
            }
            Ok(ReadAnswer::Expression { text: text.to_owned(), is_plain_form })
        }
        _ => declaration(question, statement, text),
    }
}

/// An answer as a tree. A text that does not parse is read as people write it elsewhere, where that has one meaning: `0.75`, `½`, a
/// list without brackets.
fn parsed<'t>(
    question: &Question,
    text: &'t str,
    budget: &Budget,
) -> Result<(Cow<'t, str>, Program), Mark> {
    let parse = |text: &str| program_of(text, budget);
    let table = (question.kind == AnswerKind::Table).then(|| entries(&bare(text))).flatten();
    if let Some(table) = table
        && let Ok(program) = parse(&table)
    {
        return Ok((Cow::Owned(table), program));
    }
    let diagnostic = match parse(text) {
        Ok(program) if !question.is_program() && in_quotes(&program, parse) => {
            return Err(Mark::refused("write the answer without quotation marks"));
        }
        Ok(program) => return Ok((Cow::Borrowed(text), program)),
        Err(diagnostic) => diagnostic,
    };
    if !question.is_program() {
        let listed = |text: &str| format!("[{}]", bare(text).replace('\n', " "));
        let is_list = matches!(question.kind, AnswerKind::Table | AnswerKind::Moves);
        let translated = resolve::translated(&bare(text), &|_| false);
        let lists = [Some(text), translated.as_deref()].map(|text| text.map(listed));
        let lists = lists.into_iter().flatten().filter(|_| is_list);
        for other in translated.clone().into_iter().chain(lists) {
            if let Ok(program) = parse(&other) {
                return Ok((Cow::Owned(other), program));
            }
        }
    }
    Err(match how_it_is_written(question.kind) {
        Some(how) => unreadable(&diagnostic).saying(how.to_owned()),
        None => unreadable(&diagnostic),
    })
}

/// The program that an answer is.
fn program_of(text: &str, budget: &Budget) -> Result<Program, Diagnostic> {
    let source = SourceMap::default().add("answer", text);
    syntax::parse_input(source, text, &TextLimits(budget))
}

/// Whether an answer is a text that says a game or a number: a word alone may be a text that is asked for.
fn in_quotes(program: &Program, parse: impl Fn(&str) -> Result<Program, Diagnostic>) -> bool {
    let Some(ExprKind::Text(text)) = program.only_expr().map(|expr| &expr.kind) else {
        return false;
    };
    let inner = parse(text).ok();
    let inner = inner.as_ref().and_then(Program::only_expr);
    inner.is_some_and(|inner| !matches!(inner.kind, ExprKind::Name(_)))
}

/// The list that a table is, where its entries are numbered or have blanks between them: `0: 0, 1: 1`, `0 1 1`. `None` for
/// other texts.
fn entries(text: &str) -> Option<String> {
    let listed = |entries: Vec<&str>| format!("[{}]", entries.join(", "));
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() > 1 && words.iter().all(|word| is_entry(word)) {
        return Some(listed(words));
    }
    let brackets: &[char] = &['[', ']', '{', '}', '(', ')'];
    let rows = text.trim_matches(brackets).split([',', ';', '\n']);
    let rows = rows.map(|row| row.split_once([':', '=']));
    let (numbers, values): (Vec<&str>, Vec<&str>) =
        rows.collect::<Option<Vec<_>>>()?.into_iter().unzip();
    let numbers = numbers.iter().map(|number| number.trim().parse::<u64>().ok());
    let numbers = numbers.collect::<Option<Vec<u64>>>()?;
    let values: Vec<&str> = values.iter().map(|value| value.trim()).collect();
    let follow = numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    let is_table = follow && numbers.len() > 1 && !text.contains(":=");
    is_table.then(|| listed(values))
}

/// Whether a word is a number or a nimber.
fn is_entry(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.strip_prefix(['-', '*']).unwrap_or(word);
    word == "*" || number.split('/').count() <= 2 && number.split('/').all(digits)
}

/// Half a line on how an answer is written. It has no example, which might be the right answer.
fn how_it_is_written(kind: AnswerKind) -> Option<&'static str> {
    Some(match kind {
        AnswerKind::Table | AnswerKind::Moves => {
            "write a list in square brackets, with commas between its entries"
        }
        AnswerKind::Form => "a form is a bracket, with a bar between the options of Left and Right",
        AnswerKind::Value => "a value is a bracket, a number, a star, an arrow, or a sum of these",
        AnswerKind::Number => "a number is an integer or a fraction with a slash",
        AnswerKind::Outcome => "an outcome is a single letter",
        AnswerKind::Move => "a position is the name of its ruleset with parentheses after it",
        _ => return None,
    })
}

/// Name in a program that would answer the question: one that the key uses for it, or a question to the
/// engine.
fn solver_in(question: &Question, key: &Key, names: &IndexSet<Arc<str>>) -> Option<String> {
    if !question.is_program() {
        return None;
    }
    let mut own = question.tree.answer.clone();
    // The parameters of a function of the key are no names to keep away from.
    let mut bound = Vec::new();
    while let ExprKind::Lambda { params, body } = own.kind {
        bound.extend(params.into_iter().map(|param| param.text));
        own = *body;
    }
    let span = own.span;
    let own = Statement { kind: StatementKind::Expr(own), doc: None, silent: false, span };
    let own = syntax::names(std::slice::from_ref(&own));
    let solves = |name: &&Arc<str>| {
        let of_key =
            own.contains(*name) && !bound.contains(*name) && name.starts_with(char::is_uppercase);
        // Rules are written and not taken from the library.
        let of_library = question.kind == AnswerKind::Ruleset
            && ***name != *question.name
            && (name.starts_with(char::is_uppercase) || MAKERS.contains(&&***name))
            && !key.given_names().any(|given| *given == ***name);
        (of_key || of_library || SOLVERS.contains(&&***name)) && !question.allows(name)
    };
    names.iter().find(solves).map(ToString::to_string)
}

/// Functions that make rulesets.
const MAKERS: &[&str] = &["hexadecimal", "impartial", "octal", "taking"];

/// Questions to the engine that a program as an answer may not ask.
const SOLVERS: &[&str] = &[
    "best_moves",
    "canonical",
    "evaluate",
    "explain",
    "genus",
    "loopy_nimber",
    "mean",
    "nimber",
    "outcome",
    "outcomes",
    "principal_line",
    "remoteness",
    "strategy",
    "suspense",
    "temperature",
    "value",
    "winner",
    "winning_moves",
    "wins",
];

fn declaration(question: &Question, statement: &Statement, text: &str) -> Result<ReadAnswer, Mark> {
    let name = match &statement.kind {
        StatementKind::Function(function) => &function.name.text,
        StatementKind::Ruleset(ruleset) => &ruleset.name.text,
        _ => return Err(Mark::refused("an answer is a value, and this is a statement")),
    };
    match question.is_program() && **name == *question.name {
        true => Ok(ReadAnswer::Declaration(text.to_owned())),
        false => Err(Mark::refused(format!("`{name}` is declared here, and a value is asked for"))),
    }
}

/// Names of the language as it prints them.
const PRINTED: &[&str] = &["∞", "ω", "N\u{302}", "N\u{30c}", "\u{147}", "P\u{302}", "P\u{30c}"];

/// Refuses names with letters that only look like plain ones.
fn foreign_letters(text: &str) -> Result<(), Mark> {
    for token in syntax::tokens(text) {
        let word = &text[token.range.clone()];
        if token.kind == TokenKind::Name
            && !PRINTED.contains(&word)
            && let Some(letter) = word.chars().find(|letter| !letter.is_ascii())
        {
            return Err(Mark::refused(format!(
                "a name in it has the character U+{:04X}, which is not a plain letter",
                u32::from(letter)
            )));
        }
    }
    Ok(())
}

/// Outcomes in words, in small letters. `Left` alone is none: Left may win moving first only.
const OUTCOMES: &[(&str, &[&str])] = &[
    ("L", &["l", "positive"]),
    ("R", &["r", "negative"]),
    ("N", &["n", "next", "next player", "next player wins", "fuzzy"]),
    ("P", &["p", "previous", "previous player", "previous player wins"]),
    ("D", &["d", "draw", "drawn"]),
];

/// The letter of an outcome that is typed small, in quotes, or in words.
fn outcome_of(question: &Question, text: &str) -> Option<&'static str> {
    (question.kind == AnswerKind::Outcome).then_some(())?;
    let words = in_words(text);
    let words = words.trim_start_matches("the ").trim_end_matches("-position");
    OUTCOMES.iter().find(|(_, known)| known.contains(&words)).map(|(letter, _)| *letter)
}

/// An answer in words: in small letters, without quotes and a full stop.
fn in_words(text: &str) -> String {
    let bare = bare(text).to_lowercase();
    let bare = bare.trim().trim_matches(['"', '\'', '`', '$', '.']).trim();
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Relations in words, in small letters.
const RELATIONS: &[(Comparison, &[&str])] = &[
    (Comparison::Less, &["<", "less", "less than", "smaller", "smaller than", "\\lt"]),
    (Comparison::Greater, &[">", "greater", "greater than", "bigger", "larger", "\\gt"]),
    (Comparison::Equal, &["=", "==", "equal", "equals", "equal to", "the same", "same"]),
    (
        Comparison::Confused,
        &[
            "||",
            "‖",
            "∥",
            "\\|",
            "\\parallel",
            "fuzzy",
            "fuzzy with",
            "confused",
            "confused with",
            "incomparable",
            "incomparable with",
        ],
    ),
];

fn order_of(question: &Question, text: &str, budget: &Budget) -> Result<ReadAnswer, Mark> {
    let words = in_words(text);
    let found = RELATIONS.iter().find(|(_, known)| known.contains(&&*words));
    let found = found.map(|(relation, _)| *relation).or_else(|| stated(question, text, budget));
    found.map(ReadAnswer::Order).ok_or_else(|| {
        let message = "the answer is one of the four signs of comparison, alone";
        Mark::of(Status::Unreadable).saying(message.to_owned())
    })
}

/// The relation that an answer states of the two games in backquotes in the question: `^ || *`, `* || ^`.
fn stated(question: &Question, text: &str, budget: &Budget) -> Option<Comparison> {
    let parsed = |text: &str| program_of(text, budget).ok()?.only_expr().cloned();
    let answer = parsed(&bare(text)).or_else(|| parsed(&resolve::translated(text, &|_| false)?))?;
    let ExprKind::Compare { first, rest } = &answer.kind else { return None };
    let [(sign, _, second)] = rest.as_slice() else { return None };
    let relation = match sign {
        CompareOp::Less => Comparison::Less,
        CompareOp::Greater => Comparison::Greater,
        CompareOp::Equal => Comparison::Equal,
        CompareOp::Confused => Comparison::Confused,
        _ => return None,
    };
    let codes: Vec<&str> = question.text.split('`').skip(1).step_by(2).collect();
    let [left, right] = codes.as_slice() else { return None };
    let asked = [print::expr(&parsed(left)?), print::expr(&parsed(right)?)];
    let said = [print::expr(first), print::expr(second)];
    let is_reversed = asked[0] == said[1] && asked[1] == said[0];
    match asked == said {
        true => Some(relation),
        false => is_reversed.then(|| relation.reverse()),
    }
}

fn choice(question: &Question, text: &str) -> Result<ReadAnswer, Mark> {
    let bare = bare(text);
    let answer = bare.trim().trim_matches(['"', ')', '(']).trim();
    let by_text = |text: &str| question.from.iter().position(|one| one == text);
    let number = |text: &str| text.trim().parse::<usize>().ok().and_then(|one| one.checked_sub(1));
    // `2) no`, as the handout has it.
    let (before, after) = answer.split_once(')').unwrap_or((answer, ""));
    let place = number(before).filter(|place| match after.trim() {
        "" => *place < question.from.len(),
        text => by_text(text) == Some(*place),
    });
    let by_letter = || {
        let [letter @ b'a'..=b'z'] = before.trim().as_bytes() else { return None };
        let place = usize::from(letter - b'a');
        (after.trim().is_empty() && place < question.from.len()).then_some(place)
    };
    match by_text(answer).or(place).or_else(by_letter) {
        Some(place) => Ok(ReadAnswer::Choice(place)),
        None => {
            let message = format!("the answer is a number from 1 to {}", question.from.len());
            Err(Mark::of(Status::Unreadable).saying(message))
        }
    }
}

/// Checks that an answer is written out.
struct Plain<'q> {
    question: &'q Question,
    key: &'q Key,
    /// Labels of loopy brackets: names that the answer may mention.
    labels: Vec<Arc<str>>,
}

impl Plain<'_> {
    /// Visits an expression from left to right. Keeps a list of expressions to visit instead of recursing,
    /// because answers may be nested deeply.
    fn expr(&mut self, whole: &Expr) -> Result<(), Mark> {
        let mut open = vec![whole];
        while let Some(expr) = open.pop() {
            let inner = self.parts(expr)?;
            open.extend(inner.into_iter().rev());
        }
        Ok(())
    }

    /// Returns the parts of an expression, if it may stand in an answer.
    fn parts<'e>(&mut self, expr: &'e Expr) -> Result<Vec<&'e Expr>, Mark> {
        match &expr.kind {
            ExprKind::Integer(_)
            | ExprKind::Game(_)
            | ExprKind::Genus(..)
            | ExprKind::Loopy(..)
            | ExprKind::Pass
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Form { .. }
            | ExprKind::Switch(_)
            | ExprKind::Impartial(_)
            | ExprKind::List(_)
            | ExprKind::Tuple(_)
            | ExprKind::Set(_)
            | ExprKind::Nimber(_)
            | ExprKind::Unary(..)
            | ExprKind::Map(_)
            | ExprKind::Call { .. } => {}
            ExprKind::Binary {
                op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Sides,
                ..
            } => {}
            ExprKind::Labelled { label, .. } => self.labels.push(label.text.clone()),
            ExprKind::Where { definitions, .. } => {
                self.labels.extend(definitions.iter().map(|(label, _)| label.text.clone()));
            }
            ExprKind::Name(name) => self.name(name)?,
            _ => {
                return Err(Mark::refused("the program would compute this: write the answer out"));
            }
        }
        Ok(children(expr))
    }

    fn name(&self, name: &str) -> Result<(), Mark> {
        // Whether rulesets may be mentioned, for answers that consist of positions.
        let positions =
            matches!(self.question.kind, AnswerKind::Move | AnswerKind::Moves | AnswerKind::Table);
        let is_ruleset = || {
            let is_own = self.key.given_names().any(|given| given == name);
            is_own || builtins::find(name).is_none() && name.starts_with(char::is_uppercase)
        };
        let allowed = WRITTEN.contains(&name)
            || self.question.allows(name)
            || self.labels.iter().any(|label| **label == *name)
            || positions && (is_ruleset() || MADE_OF.contains(&name));
        if allowed {
            return Ok(());
        }
        Err(Mark::refused(format!("it mentions `{}`: write the answer out", shortened(name))))
    }
}

/// Names in positions as they are printed.
const MADE_OF: &[&str] = &["stalk", "path", "cycle", "star"];
