//! Values after expressions and checks: results of computations in files, as hints.

use std::ops::Range;

use lsp_types::{
    InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip, MarkupContent, MarkupKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::{RequestAnswer, answer, stopped};
use crate::ide::document::Document;
use crate::ide::slice::{Expectation, Unit, UnitKind, expectations, units};
use crate::known::{ByteRange, place};
use crate::position::Lines;
use crate::running::{CommandKind, CommandTarget};
use crate::server::Server;

/// Most characters shown after a statement.
const MOST_SHOWN: usize = 80;

impl Server {
    /// Inlay hints with the values of statements in a range; missing values are computed in the background.
    pub(crate) fn inlay_hints(&mut self, params: InlayHintParams) -> RequestAnswer {
        let uri = params.text_document.uri;
        let Some(document) = self.view().document(&uri) else {
            return answer(Vec::<InlayHint>::new());
        };
        let expected = expectations(&document, &*self.deadline).map_err(stopped)?;
        let wanted = self.wanted(&document, &expected);
        let known = self.results.get(&document.name);
        let is_known = |unit: &Unit| {
            known.is_some_and(|results| results.annotations.contains_key(&place(&unit.range)))
        };
        let missing: Vec<Unit> = wanted.iter().filter(|unit| !is_known(unit)).cloned().collect();
        let is_running = self.running.values().any(|running| {
            running.kind == CommandKind::Values
                && running.name == document.name
                && !running.is_cancelled()
        });
        if !missing.is_empty() && !is_running {
            let target = CommandTarget { uri, position: None, range: None, show: None };
            self.start(CommandKind::Values, &document, missing, (target, None, None))?;
        }
        let lines = Lines::new(&document.text, self.store.encoding);
        let seen = lines.bytes(&document.text, params.range);
        answer(self.hints(&document, &lines, &seen, (&wanted, &expected)))
    }

    /// Units whose values are to be shown: those followed by an empty `//=`, or all if the editor has
    /// requested them.
    fn wanted(&self, document: &Document, expected: &[Expectation]) -> Vec<Unit> {
        if self.shown.contains(&document.name) {
            return units(document).into_iter().filter(|one| one.kind == UnitKind::Value).collect();
        }
        let empty = expected.iter().filter(|one| one.value.is_empty());
        empty.map(|one| one.unit.clone()).collect()
    }

    fn hints(
        &self,
        document: &Document,
        lines: &Lines,
        seen: &Range<usize>,
        (wanted, expected): (&[Unit], &[Expectation]),
    ) -> Vec<InlayHint> {
        let Some(results) = self.results.get(&document.name) else { return Vec::new() };
        let wanted: FxHashSet<ByteRange> = wanted.iter().map(|unit| place(&unit.range)).collect();
        // Where values stand that belong behind an empty `//=`: at the first one.
        let empty = expected.iter().rev().filter(|one| one.value.is_empty());
        let behind: FxHashMap<ByteRange, usize> =
            empty.map(|one| (place(&one.unit.range), one.value.start)).collect();
        let all = self.shown.contains(&document.name);
        let mut hints = Vec::new();
        for (key, annotation) in results.annotations.range(..=(seen.end, usize::MAX)) {
            let is_wanted = all || annotation.by_command || wanted.contains(key);
            if key.1 < seen.start || annotation.sign.is_empty() || !is_wanted {
                continue;
            }
            let (at, sign) = match behind.get(key) {
                Some(&start) if annotation.sign == "=" => (start, ""),
                _ => (key.1, annotation.sign),
            };
            hints.push(hint(lines.position(&document.text, at), sign, &annotation.text));
        }
        hints
    }
}

fn hint(position: lsp_types::Position, sign: &str, text: &str) -> InlayHint {
    let first = text.lines().next().unwrap_or_default();
    let mut cut: String = first.chars().take(MOST_SHOWN).collect();
    let is_cut = cut.len() < text.trim_end().len();
    if is_cut {
        cut.push('…');
    }
    let tooltip = is_cut.then(|| {
        let value = format!("```\n{text}\n```");
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
