//! Services while a cell is typed: completion, pages, whether the cell is complete.

use jupyter_protocol::{
    CompleteReply, InspectReply, IsCompleteReply, Media, MediaType, ReplyStatus,
};
use serde_json::json;
use upstar_ide::commands::{Face, asked, beginning};
use upstar_ide::completion::{self, Candidate, Wanted};
use upstar_lang::disk;
use upstar_lang::output::{Document, Line, Role};
use upstar_lang::session::{EntryKind, help};
use upstar_lang::source::SourceMap;
use upstar_lang::syntax;

use crate::commands::page;
use crate::kernel::Kernel;
use crate::message::Request;
use crate::settings;
use upstar_lang::value::TextLimits;

/// Indentation of the second line of an incomplete cell.
const INDENT: &str = "  ";

/// Byte offset of a character; the end of the text if it has fewer.
fn byte_of(text: &str, characters: i64) -> usize {
    let characters = usize::try_from(characters).unwrap_or(0);
    text.char_indices().nth(characters).map_or(text.len(), |(byte, _)| byte)
}

/// The cell of a request, and the byte of the cursor in it.
fn at_cursor(request: &Request) -> (&str, usize) {
    let code = request.text("code");
    (code, request.number("cursor_pos").map_or(code.len(), |cursor| byte_of(code, cursor)))
}

/// Completions at the cursor.
pub(crate) fn complete(kernel: &Kernel, request: &Request) -> CompleteReply {
    let (code, cursor) = at_cursor(request);
    // Commands stand in lines of their own at the beginning.
    let line = code[..cursor].rfind('\n').map_or(0, |newline| newline + 1);
    let from = if code[line..].starts_with([':', '?']) { line } else { 0 };
    let text = &code[from..cursor];
    let entries = kernel.session.entries();
    let same = |name: &str| Candidate { shown: name.to_owned(), inserted: name.to_owned() };
    let (start, found) = match completion::wanted(text, text.len()) {
        Wanted::Name(start) => (start, completion::names(&entries, &text[start..])),
        Wanted::Sign(start) => (start, completion::signs(&text[start..])),
        Wanted::Command(start) => (start, beginning(Face::Notebook, &text[start..])),
        Wanted::Setting(start) => {
            let names = settings::names().filter(|name| name.starts_with(&text[start..]));
            (start, names.map(same).collect())
        }
        Wanted::File(start) => {
            (start, disk::matching(&text[start..]).iter().map(|name| same(name)).collect())
        }
        Wanted::Nothing => (text.len(), Vec::new()),
    };
    let cursor_start = code[..from + start].chars().count();
    let cursor_end = code[..cursor].chars().count();
    let typed = |candidate: &Candidate| {
        let entry = entries.iter().find(|entry| entry.name == candidate.inserted);
        let kind = match entry.map(|entry| entry.kind) {
            Some(EntryKind::Builtin | EntryKind::Function) => "function",
            Some(EntryKind::Ruleset) => "class",
            Some(EntryKind::Variable) => "instance",
            None => "",
        };
        let signature = entry.map_or("", |entry| &entry.signature);
        json!({
            "start": cursor_start, "end": cursor_end, "text": candidate.inserted, "type": kind,
            "signature": signature,
        })
    };
    // What JupyterLab reads beside the bare names.
    let typed = json!(found.iter().map(typed).collect::<Vec<_>>());
    CompleteReply {
        matches: found.into_iter().map(|candidate| candidate.inserted).collect(),
        cursor_start,
        cursor_end,
        metadata: [("_jupyter_types_experimental".to_owned(), typed)].into_iter().collect(),
        status: ReplyStatus::Ok,
        error: None,
    }
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The name at the cursor, or that of the call whose arguments it stands in; empty without either.
fn name_at(code: &str, cursor: usize) -> &str {
    let begin = code[..cursor].trim_end_matches(is_in_name).len();
    let rest = code[cursor..].find(|c| !is_in_name(c)).unwrap_or(code.len() - cursor);
    let name = &code[begin..cursor + rest];
    if name.starts_with(|c: char| !c.is_numeric()) {
        return name;
    }
    let mut open = 0_usize;
    for (at, c) in code[..cursor].char_indices().rev() {
        match c {
            ')' => open += 1,
            '(' if open == 0 => {
                let before = code[..at].trim_end();
                return &before[before.trim_end_matches(is_in_name).len()..];
            }
            '(' => open -= 1,
            _ => {}
        }
    }
    ""
}

/// The page of the name at the cursor.
pub(crate) fn inspect(kernel: &mut Kernel, request: &Request) -> InspectReply {
    let (code, cursor) = at_cursor(request);
    let name = asked(code.trim()).unwrap_or_else(|| name_at(code, cursor));
    let document = describe(kernel, name);
    let data = document.iter().map(|document| MediaType::Plain(page(document))).collect();
    InspectReply { found: document.is_some(), data: Media::new(data), ..InspectReply::default() }
}

/// Description of a name, without evaluation.
fn describe(kernel: &mut Kernel, name: &str) -> Option<Document> {
    if name.is_empty() {
        return None;
    }
    let entries = kernel.session.entries();
    let variable = |entry: &&upstar_lang::session::Entry| {
        entry.name == name && entry.kind == EntryKind::Variable
    };
    if entries.iter().any(|entry| variable(&entry)) {
        let session = &mut kernel.session;
        let (value, _) = kernel.watch.compute(None, || session.read("inspection", name));
        let value = value.ok()?;
        let row = |label: &str, text: String| {
            vec![Line::new().with(Role::Faint, label), Line::new().with(Role::Code, text)]
        };
        let mut document = Document::new();
        document.table(vec![
            row("kind", value.kind().to_owned()),
            row("value", kernel.session.show(&value)),
        ]);
        return Some(document);
    }
    let found = kernel.session.page(name).map(|found| help::page(&found));
    found.or_else(|| help::error_code(name).map(help::error_page))
}

/// Whether a cell is complete, or needs another line.
pub(crate) fn is_complete(kernel: &mut Kernel, request: &Request) -> IsCompleteReply {
    let code = request.text("code");
    if code.trim().is_empty() || code.starts_with([':', '?']) || asked(code.trim()).is_some() {
        return IsCompleteReply::complete();
    }
    if syntax::is_incomplete(code) {
        return IsCompleteReply::incomplete(INDENT.to_owned());
    }
    let session = &kernel.session;
    let parsed = kernel.watch.compute(None, || {
        session.budget().restart();
        let source = SourceMap::default().add("cell", code);
        syntax::parse_input(source, code, &TextLimits(session.budget()))
    });
    match parsed.0 {
        Ok(_) => IsCompleteReply::complete(),
        Err(_) => IsCompleteReply::invalid(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_at_the_cursor_is_found() {
        let name = |code: &'static str| {
            let cursor = code.find('|').unwrap();
            let code: &'static str = Box::leak(code.replacen('|', "", 1).into_boxed_str());
            name_at(code, cursor)
        };
        assert_eq!(name("1 + cano|nical(3)"), "canonical");
        assert_eq!(name("|mean(3)"), "mean");
        assert_eq!(name("mean(3, (1), |"), "mean");
        assert_eq!(name("mean (3|)"), "mean");
        assert_eq!(name("(3|)"), "");
        assert_eq!(name("↑ + x_1|"), "x_1");
        assert_eq!(name("|"), "");
    }

    #[test]
    fn cursors_count_characters() {
        assert_eq!(byte_of("↑a", 1), 3);
        assert_eq!(byte_of("↑a", 9), 4);
        assert_eq!(byte_of("↑a", -1), 0);
    }
}
