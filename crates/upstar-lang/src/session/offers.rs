//! The line that was meant, beside an error.
//!
//! Knows: what can be offered, which is a translation, the edits of an error or of a warning, and a search for words. Must
//! not know: how it is shown.
//!
//! A line is tried before it is offered, and edited until it runs: so equal slips are repaired together, and no call is
//! offered whose arguments are none of the function.

use std::ops::Range;

use super::warned::lints;
use super::{Session, library};
use crate::diagnostic::{Code, Diagnostic, Unlimited};
use crate::eval::{BOUND, DIVIDED};
use crate::source::{SourceId, SourceMap, Span};
use crate::value::{OF_GRAPH, TextLimits, Value};
use crate::{builtins, resolve, syntax};

/// The session tries a line for so many steps before it offers it.
const TRIED_STEPS: u64 = 100_000;
/// Most edits of a line, one after another.
const MOST_EDITS: usize = 16;
/// Longest line that is edited more than once.
const LONGEST: usize = 4_000;

impl Session {
    /// Adds to the error of an input the line that was meant, where one is found: it is written as elsewhere, in LaTeX, in
    /// English or in another program, or it has slips with one repair each.
    pub(super) fn with_offer(&mut self, error: Diagnostic, source: SourceId) -> Diagnostic {
        let text = self.sources.get(source).text.clone();
        if error.code.is_exhaustion() || text.len() > LONGEST {
            return error;
        }
        let error = with_edit(error, source, &text);
        let whole = Span::new(source, 0..text.trim_end().len());
        let (offer, advice) = match self.translated(&error, &text, whole) {
            Some(advice) if advice.fixes.is_empty() => (None, Some(advice)),
            offer => (offer, None),
        };
        offer
            .or_else(|| self.without_doubt(&error, &text, whole))
            .or_else(|| self.mended(&error, &text, whole))
            .or(advice)
            .or_else(|| {
                let line = searched(&error, &text)?;
                let help = format!("`{line}` searches for these words");
                Some(offering(Diagnostic { helps: vec![help], ..error.clone() }, whole, line))
            })
            .unwrap_or(error)
    }

    /// The error with the translation of its line, or with what else this line needs.
    fn translated(&mut self, error: &Diagnostic, text: &str, whole: Span) -> Option<Diagnostic> {
        // Several helps say that it may mean several things.
        let first = self.translation(text).filter(|_| error.helps.len() <= 1)?;
        let (line, left) = self.repaired(first.clone(), error.code, true);
        let mut error = error.clone();
        match left {
            // The parser and the resolver do not see what fails only when it runs.
            Some(_) if !is_of_text(error.code) => return None,
            Some(left) if left.code == Code::UnknownName => {
                let names = self.unknown_in(&line)?;
                let [name] = &*names else { return None };
                if line != first {
                    return None;
                }
                error.helps = vec![format!("bind `{name} := ...` first, then write `{line}`")];
                error.fixes = Box::default();
                return Some(error).filter(|error| error.code == Code::Syntax);
            }
            Some(left) if is_of_text(left.code) => return None,
            Some(left) if is_misfit(left.code) => {
                error.helps = vec![format!("it is written `{line}`, but {}", left.message)];
                error.helps.extend(left.helps);
                error.fixes = Box::default();
                return Some(error);
            }
            _ => {}
        }
        // The error already says why a number is wrong.
        if error.code != Code::BadLiteral {
            error.helps = vec![format!("write `{line}`")];
        }
        if let Some(remark) = syntax::foreign::remark(text) {
            error = error.note(remark);
        }
        Some(offering(error, whole, line))
    }

    /// The error with the line that has all its slips repaired; without an edit that leads to a call with other arguments.
    fn mended(&mut self, error: &Diagnostic, text: &str, whole: Span) -> Option<Diagnostic> {
        let first = error.mended(text)?;
        let (line, left) = self.repaired(first.clone(), error.code, !leaves_out(error));
        let mut error = error.clone();
        match left {
            Some(left) if is_misfit(left.code) && left.message != error.message => {
                error.helps.push(format!("`{line}` fails too: {}", left.message));
                error.helps.extend(left.helps);
                error.fixes = Box::default();
                Some(error)
            }
            Some(left) if is_of_text(left.code) && left.code != Code::UnknownName => None,
            Some(_) if line == first => None,
            None if line == first => Some(error),
            _ => {
                error.helps.push(format!("with all that follows: `{line}`"));
                Some(offering(error, whole, line))
            }
        }
    }

    /// The error of a line that runs if a warning about it is heeded.
    fn without_doubt(&mut self, error: &Diagnostic, text: &str, whole: Span) -> Option<Diagnostic> {
        let doubts = lints(whole.source, text, &Unlimited);
        doubts.into_iter().filter(|_| !is_of_text(error.code)).find_map(|doubt| {
            let line = doubt.mended(text).filter(|line| self.left(line).is_none())?;
            let error = Diagnostic { helps: doubt.helps, ..error.clone() }.note(doubt.message);
            Some(offering(error, whole, line))
        })
    }

    fn translation(&self, line: &str) -> Option<String> {
        resolve::translated(line, &|name: &str| self.is_name(name))
    }

    /// A line after edits, each of which is the only one for its error, and the error that is left. A name is likely
    /// to be misspelt only where one was so first, and what stands for a sign is not left out after that.
    fn repaired(
        &mut self,
        mut line: String,
        first: Code,
        keeps_all: bool,
    ) -> (String, Option<Diagnostic>) {
        for _ in 0..MOST_EDITS {
            let Some(left) = self.left(&line) else { return (line, None) };
            let is_guess = left.code == Code::UnknownName && first != Code::UnknownName;
            let is_left_out = keeps_all && leaves_out(&left);
            let mended = left.mended(&line).filter(|_| !is_guess && !is_left_out);
            let next = mended.or_else(|| {
                self.translation(&line).filter(|_| is_of_text(left.code) && left.helps.len() <= 1)
            });
            match next.filter(|next| next.len() <= LONGEST) {
                Some(next) => line = next,
                None => return (line, Some(left)),
            }
        }
        let left = self.left(&line);
        (line, left)
    }

    /// The error with which a line ends within some steps. It is taken back.
    fn left(&mut self, line: &str) -> Option<Diagnostic> {
        if line.starts_with([':', '?']) {
            return None;
        }
        let before = self.budget().max_steps();
        self.budget().limit_steps(before.min(TRIED_STEPS));
        let (source, done) = self.taken_back("offered", line);
        self.budget().limit_steps(before);
        let left = done.err().filter(|error| !error.code.is_limit())?;
        Some(with_edit(left, source, line))
    }

    /// The unknown names of a line; `None` if it does not parse.
    fn unknown_in(&self, line: &str) -> Option<Vec<String>> {
        let source = SourceMap::default().add("line", line);
        let program = syntax::parse_input(source, line, &TextLimits(self.budget())).ok()?;
        let bound = syntax::bound(&program.statements);
        let names = syntax::names(&program.statements).into_iter();
        let unknown = names.filter(|name| !bound.contains(name) && !self.is_name(name));
        Some(unknown.map(|name| name.to_string()).collect())
    }

    /// Whether something has this name, in the session or in the library.
    fn is_name(&self, name: &str) -> bool {
        let is_bound = self.globals.value(name).is_some_and(|value| *value != Value::Nothing);
        is_bound || builtins::find(name).is_some() || library::file_of(name).is_some()
    }
}

/// The error with a line that is offered in place of the whole.
fn offering(error: Diagnostic, whole: Span, line: String) -> Diagnostic {
    let error = Diagnostic { fixes: Box::default(), ..error };
    error.fix(format!("Write `{line}`"), whole, line)
}

/// Whether the edit of an error leaves something out.
fn leaves_out(error: &Diagnostic) -> bool {
    error.fixes.iter().any(|fix| fix.text.trim().is_empty())
}

/// Whether an error is one of the text, and not of what it does.
fn is_of_text(code: Code) -> bool {
    use Code::{BadLiteral, Reserved, Syntax, Unclosed, UnclosedText, UnknownName};
    matches!(code, Syntax | BadLiteral | Reserved | UnknownName | Unclosed | UnclosedText)
}

/// Whether something was called with arguments that it does not take.
fn is_misfit(code: Code) -> bool {
    use Code::{BadGraph, ForeignSymbol, NotCallable, WrongCount, WrongPosition, WrongType};
    matches!(code, WrongType | WrongCount | NotCallable | WrongPosition | BadGraph | ForeignSymbol)
}

/// The error of a line that ran, with the edit that one of its helps describes.
fn with_edit(error: Diagnostic, source: SourceId, text: &str) -> Diagnostic {
    let place = error.span().filter(|span| span.source == source && error.fixes.is_empty());
    let Some(place) = place.map(Span::bytes) else { return error };
    match error.helps.iter().find_map(|help| edit(help, text, place.clone())) {
        Some((range, new)) => error.fix(format!("Write `{new}`"), Span::new(source, range), new),
        None => error,
    }
}

/// The edit that a help describes, at a place of a text.
fn edit(help: &str, text: &str, place: Range<usize>) -> Option<(Range<usize>, String)> {
    let written = text.get(place.clone())?;
    if help == BOUND {
        let is_list = !syntax::mistaken_options(text).is_empty();
        return syntax::bounded(text, place).filter(|_| !is_list);
    }
    if help == DIVIDED {
        let (above, below) = written.split_once('/')?;
        let is_part = |text: &str| text.trim().chars().all(char::is_alphanumeric);
        let quotient = format!("div({}, {})", above.trim(), below.trim());
        return (is_part(above) && is_part(below)).then_some((place, quotient));
    }
    if help == OF_GRAPH {
        return Some((place, format!("vertices({written})")));
    }
    // A call in the place of one of the same function.
    let call = help.strip_prefix("write `")?.strip_suffix('`')?;
    let (name, _) = call.split_once('(')?;
    let is_call = written.strip_prefix(name).is_some_and(|rest| rest.starts_with('('));
    is_call.then(|| (place, call.to_owned()))
}

/// Words that begin a question, with others that say nothing of what it is about.
const OF_QUESTIONS: &[&str] = &[
    "how", "what", "which", "who", "when", "where", "why", "is", "are", "does", "do", "can",
    "show", "tell", "explain", "that", "the", "a", "an", "of", "in", "to", "for", "i", "you", "me",
    "my", "it", "there", "be", "or", "and", "if", "with", "on", "from", "this", "we", "should",
    "s",
];
/// How many of them begin one.
const BEGINNINGS: usize = 15;
/// Most words that are searched for.
const MOST_SOUGHT: usize = 4;

/// The search for what a question is about that has not been understood: `how do I draw a thermograph?`
fn question(text: &str) -> Option<String> {
    let first = text.split_whitespace().next()?.to_lowercase();
    let begins = OF_QUESTIONS[..BEGINNINGS].contains(&&*first);
    if !begins || text.len() > LONGEST_QUESTION || text.contains(['\n', '"']) {
        return None;
    }
    let words = text.split(|c: char| !c.is_alphabetic() && c != '-' && c != '_');
    let words = words.filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    let about = words.filter(|word| !OF_QUESTIONS.contains(&&*word.to_lowercase()));
    let about: Vec<&str> = about.take(MOST_SOUGHT).collect();
    (!about.is_empty()).then(|| format!(":find {}", about.join(" ")))
}

/// The search for the words of a line that has nothing else and cannot be read: `number avoidance`.
fn searched(error: &Diagnostic, text: &str) -> Option<String> {
    if matches!(error.code, Code::Syntax | Code::UnknownName | Code::Reserved)
        && let Some(question) = question(text)
    {
        return Some(question);
    }
    let mut words = text.split_whitespace();
    let is_word = |word: &str| word.chars().all(|c| c.is_alphabetic() || c == '-');
    let are_words = words.clone().count() > 1 && words.all(is_word);
    // A missing operator between words: it was read as a call without parentheses.
    let is_call = error.helps.iter().any(|help| help.starts_with("a call is written"));
    let fits = is_call && text.len() <= LONGEST_QUESTION && are_words;
    fits.then(|| format!(":find {}", text.trim()))
}

/// Longest line of words that is searched for.
const LONGEST_QUESTION: usize = 100;
