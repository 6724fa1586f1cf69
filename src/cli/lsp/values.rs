//! What computations have found of files, and how it is shown in them: values behind expressions and checks.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use lsp_types::{
    InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip, MarkupContent, MarkupKind,
};

use super::commands::{CommandKind, Target};
use super::evaluation::{Outcome, words};
use super::position::Lines;
use super::server::{Answer, Server, answer};
use super::store::Deadline;
use crate::diagnostic::Diagnostic;
use crate::ide::document::Document;
use crate::ide::slice::{Unit, UnitKind, expectations, units};

/// What is known of one file from running it, while its text is the same.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// What was shown behind each unit: its value, or what its check says.
    found: BTreeMap<(usize, usize), Shown>,
    /// Errors and checks that do not hold, of commands.
    failures: Vec<(Range<usize>, Diagnostic)>,
}

/// What is shown behind a unit.
#[derive(Debug, Clone)]
struct Shown {
    sign: &'static str,
    text: String,
    /// Whether it was asked for by a command, so that it is shown unasked.
    asked: bool,
}

impl Results {
    /// Adds what a computation has found of some units.
    pub(super) fn add(&mut self, wanted: &[Unit], outcome: &Outcome, asked: bool) {
        for unit in wanted {
            let key = (unit.range.start, unit.range.end);
            let shown = self.shown(unit, outcome, asked);
            let asked = asked || self.found.get(&key).is_some_and(|known| known.asked);
            self.found.insert(key, Shown { asked, ..shown });
        }
        if asked {
            let holds = |unit: &Unit, range: &Range<usize>| {
                unit.range.start <= range.start && range.end <= unit.range.end
            };
            self.failures.retain(|(range, _)| !wanted.iter().any(|unit| holds(unit, range)));
            let checks = outcome.checks.iter();
            let failed = checks.filter_map(|one| Some((one.range.clone(), one.failure.clone()?)));
            self.failures.extend(failed.chain(outcome.errors.iter().cloned()));
        }
    }

    fn shown(&self, unit: &Unit, outcome: &Outcome, asked: bool) -> Shown {
        let shown = |sign, text: String| Shown { sign, text, asked };
        if let Some(value) = outcome.values.iter().find(|one| one.range == unit.range) {
            return shown("=", value.text.clone());
        }
        if let Some(check) = outcome.checks.iter().find(|one| one.range == unit.range) {
            let words = check.words.clone().unwrap_or_default();
            return match check.verdict {
                "passed" => shown("✓", words),
                "blank" => shown("=", words),
                _ => shown("✗", words),
            };
        }
        let inside =
            |range: &Range<usize>| unit.range.start <= range.start && range.start < unit.range.end;
        let own = outcome.errors.iter().find(|(range, _)| inside(range));
        match own.or(outcome.errors.first()) {
            Some((_, error)) => shown("✗", words(error)),
            None => shown("", String::new()),
        }
    }

    pub(super) fn failures(&self) -> &[(Range<usize>, Diagnostic)] {
        &self.failures
    }
}

/// Most characters that are shown behind a statement.
const MOST_SHOWN: usize = 80;

impl Server {
    /// The values behind statements in a part of a file; what is missing is computed beside.
    pub(super) fn inlay_hints(&mut self, params: InlayHintParams) -> Answer {
        let uri = params.text_document.uri;
        let Some(document) = self.store.document(&uri, &Deadline::of_request()) else {
            return answer(Vec::<InlayHint>::new());
        };
        let lines = Lines::new(&document.text, self.store.encoding);
        let seen = lines.bytes(&document.text, params.range);
        let wanted = self.wanted(&document);
        let known = |unit: &Unit| {
            let results = self.results.get(&document.name);
            let key = (unit.range.start, unit.range.end);
            results.is_some_and(|results| results.found.contains_key(&key))
        };
        let missing: Vec<Unit> = wanted.iter().filter(|unit| !known(unit)).cloned().collect();
        let is_running = self.running.values().any(|running| {
            running.kind == CommandKind::Values
                && running.name == document.name
                && !running.is_cancelled()
        });
        if !missing.is_empty() && !is_running {
            let target = Target { uri, position: None, range: None, show: None };
            self.start(CommandKind::Values, &document, missing, (target, None, None));
        }
        answer(self.hints(&document, &lines, &seen))
    }

    /// The values that are to be shown: those behind which stands `//=` and nothing, and all when that was
    /// asked for.
    fn wanted(&self, document: &Document) -> Vec<Unit> {
        if self.shown.contains(&document.name) {
            return units(document).into_iter().filter(|one| one.kind == UnitKind::Value).collect();
        }
        let empty = expectations(document).into_iter().filter(|one| one.value.is_empty());
        empty.map(|one| one.unit).collect()
    }

    fn hints(
        &self,
        document: &Arc<Document>,
        lines: &Lines,
        seen: &Range<usize>,
    ) -> Vec<InlayHint> {
        let Some(results) = self.results.get(&document.name) else { return Vec::new() };
        let behind = expectations(document);
        let wanted = self.wanted(document);
        let all = self.shown.contains(&document.name);
        let mut hints = Vec::new();
        for ((start, end), shown) in &results.found {
            let is_wanted =
                wanted.iter().any(|unit| (unit.range.start, unit.range.end) == (*start, *end));
            let is_seen = *start <= seen.end && seen.start <= *end;
            if !is_seen || shown.sign.is_empty() || !(all || shown.asked || is_wanted) {
                continue;
            }
            let empty =
                behind.iter().find(|one| one.unit.range == (*start..*end) && one.value.is_empty());
            let (at, sign) = match empty {
                Some(expectation) if shown.sign == "=" => (expectation.value.start, ""),
                _ => (*end, shown.sign),
            };
            hints.push(hint(lines.position(&document.text, at), sign, shown));
        }
        hints
    }
}

fn hint(position: lsp_types::Position, sign: &str, shown: &Shown) -> InlayHint {
    let first = shown.text.lines().next().unwrap_or_default();
    let mut cut: String = first.chars().take(MOST_SHOWN).collect();
    let is_cut = cut.len() < shown.text.trim_end().len();
    if is_cut {
        cut.push('…');
    }
    let tooltip = is_cut.then(|| {
        let value = format!("```\n{}\n```", shown.text);
        InlayHintTooltip::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
    });
    InlayHint {
        position,
        label: InlayHintLabel::String(format!("{sign} {cut}").trim().to_owned()),
        kind: None,
        text_edits: None,
        tooltip,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
