//! Helper of the line editor: completion, hints, colours.
//!
//! Knows: the interfaces of rustyline. Must not know: how candidates and colours are found.

use std::borrow::Cow;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::SearchDirection;
use rustyline::validate::Validator;
use rustyline::{Context, Result};

use super::failed::Failed;
use crate::cli;
use crate::disk;
use crate::ide::commands::{Face, beginning};
use crate::ide::completion::{self, Candidate, Wanted};
use crate::ide::{bracket_pair, highlight};
use crate::output::{Role, paint};
use crate::session::Entry;

/// Longest input that is coloured, because the editor recomputes colours at each key.
const LONGEST_COLORED: usize = 20_000;

/// Helper of the line editor: completion, hints, colours.
#[derive(Default)]
pub(super) struct Helper {
    entries: Vec<Entry>,
    color: bool,
    /// The inputs that are not offered, because they failed.
    pub(super) failed: Failed,
    /// The line that was meant by the one before, which an empty line takes.
    offered: Option<String>,
}

impl Helper {
    /// Sets the names for completion.
    pub(super) fn set_entries(&mut self, entries: Vec<Entry>) {
        self.entries = entries;
    }

    /// Sets whether there are colours.
    pub(super) fn set_color(&mut self, color: bool) {
        self.color = color;
    }

    /// Sets the line that is offered where nothing is typed.
    pub(super) fn set_offered(&mut self, offered: Option<String>) {
        self.offered = offered;
    }

    pub(super) fn has_color(&self) -> bool {
        self.color
    }

    /// The names that begin with a word; what the call around it takes if there is none.
    fn names(&self, line: &str, start: usize, cursor: usize) -> Vec<Candidate> {
        let word = &line[start..cursor];
        match completion::names(&self.entries, word) {
            none if none.is_empty() => {
                let call = completion::call(&line[..cursor], &self.entries).into_iter();
                call.map(|shown| Candidate { inserted: word.to_owned(), ..shown }).collect()
            }
            names => names,
        }
    }

    /// The last input that begins so and did not fail.
    fn earlier(&self, line: &str, context: &Context<'_>) -> Option<String> {
        let history = context.history();
        let mut at = history.len().min(context.history_index()).checked_sub(1)?;
        loop {
            let found = history.starts_with(line, at, SearchDirection::Reverse).ok()??;
            if found.entry != line && self.failed.may_offer(&found.entry) {
                return Some(found.entry.into_owned());
            }
            at = found.idx.checked_sub(1)?;
        }
    }
}

impl rustyline::Helper for Helper {}

impl Validator for Helper {}

impl Hinter for Helper {
    type Hint = String;

    /// Returns the line that is offered, or the rest of the last input that began so; without colours it would look like
    /// typed text.
    fn hint(&self, line: &str, cursor: usize, context: &Context<'_>) -> Option<String> {
        if !self.color {
            return None;
        }
        if line.is_empty() {
            return self.offered.clone().filter(|line| !line.contains('\n'));
        }
        let is_at_end = cursor == line.len();
        let earlier = self.earlier(line, context).filter(|_| is_at_end)?;
        Some(earlier[line.len()..].to_owned())
    }
}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let (start, candidates) = match completion::wanted(line, cursor) {
            Wanted::Name(start) => (start, self.names(line, start, cursor)),
            Wanted::Sign(start) => (start, completion::signs(&line[start..cursor])),
            Wanted::Command(start) => (start, beginning(Face::Prompt, &line[start..cursor])),
            Wanted::Setting(start) => (start, settings(&line[start..cursor])),
            Wanted::File(start) => {
                let found = disk::matching(&line[start..cursor]).into_iter();
                let same = |name: String| Candidate { shown: name.clone(), inserted: name };
                (start, found.map(same).collect())
            }
            Wanted::Nothing => (cursor, completion::call(&line[..cursor], &self.entries)),
        };
        let pair = |candidate: Candidate| Pair {
            display: candidate.shown,
            replacement: candidate.inserted,
        };
        Ok((start, candidates.into_iter().map(pair).collect()))
    }
}

/// The settings that begin with `prefix`.
fn settings(prefix: &str) -> Vec<Candidate> {
    let names = cli::settings::settings().map(|setting| setting.name).into_iter();
    let same = |name: &str| Candidate { shown: name.to_owned(), inserted: name.to_owned() };
    names.filter(|name| name.starts_with(prefix)).map(same).collect()
}

impl Highlighter for Helper {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(paint(Role::Faint, hint, self.color))
    }

    fn highlight<'l>(&self, line: &'l str, cursor: usize) -> Cow<'l, str> {
        if !self.color || line.len() > LONGEST_COLORED || line.starts_with([':', '?']) {
            return Cow::Borrowed(line);
        }
        let pair = bracket_pair(line, cursor);
        let brackets = pair.into_iter().flat_map(|(first, second)| [first, second]);
        let mut pieces = highlight(line);
        pieces.extend(brackets.map(|bracket| (bracket, Role::Strong)));
        pieces.sort_by_key(|(range, _)| range.start);
        let mut shown = String::with_capacity(line.len() * 2);
        let mut done = 0;
        for (range, role) in pieces {
            shown.push_str(&line[done..range.start]);
            shown.push_str(&paint(role, &line[range.clone()], true));
            done = range.end;
        }
        shown.push_str(&line[done..]);
        Cow::Owned(shown)
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.color
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_inputs_have_no_colours() {
        let mut helper = Helper::default();
        helper.set_color(true);
        assert!(matches!(helper.highlight("[1, 2]", 0), Cow::Owned(_)));
        let long = format!("[{}1]", "1,".repeat(500_000));
        assert!(matches!(helper.highlight(&long, 0), Cow::Borrowed(_)));
    }
}
