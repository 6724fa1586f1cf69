//! References to a name in several files, and its renaming.
//!
//! Knows: which files share a name because one uses the other.
//! Must not know: how edits reach the files.

use std::ops::Range;
use std::sync::Arc;

use super::document::{Document, Documents, Meaning, is_of_library, meaning, reach};
use super::names::{Mention, Symbol};
use crate::builtins;
use crate::diagnostic::TextBudget;
use crate::syntax::{TokenKind, spelling, tokens};

/// A mention in one of several files.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The file.
    pub document: Arc<Document>,
    /// The bytes of the name.
    pub range: Range<usize>,
    /// Whether the name is bound there.
    pub binds: bool,
}

/// Returns all mentions of what a mention means, in the files of `all` and in those that they use.
pub fn references(
    document: &Arc<Document>,
    mention: &Mention,
    documents: &dyn Documents,
    all: &[Arc<Document>],
) -> Vec<Reference> {
    let of = |document: &Arc<Document>| -> Vec<Reference> {
        let mentions = document.names.of(&mention.symbol);
        let reference = |one: &Mention| Reference {
            document: document.clone(),
            range: one.range.clone(),
            binds: one.binds,
        };
        mentions.map(reference).collect()
    };
    match &mention.symbol {
        Symbol::Local(_) => of(document),
        Symbol::Global(name) => {
            sharers(document, name, documents, all).iter().flat_map(of).collect()
        }
    }
}

/// The files in which a name outside of functions means the same as in `document`, itself first.
fn sharers(
    document: &Arc<Document>,
    name: &str,
    documents: &dyn Documents,
    all: &[Arc<Document>],
) -> Vec<Arc<Document>> {
    let views: Vec<Vec<Arc<Document>>> = std::iter::once(document)
        .chain(all.iter().filter(|one| one.name != document.name))
        .map(|one| reach(one, documents))
        .collect();
    let binders = |view: &[Arc<Document>]| -> Vec<String> {
        view.iter().filter(|one| one.binds(name)).map(|one| one.name.clone()).collect()
    };
    let mut group = binders(&views[0]);
    let standard = group.is_empty();
    // Who sees one of the group shares the name, with all that it means to them.
    loop {
        let before = group.len();
        for view in &views {
            let seen = binders(view);
            if seen.iter().any(|one| group.contains(one)) {
                group.extend(seen);
                group.sort();
                group.dedup();
            }
        }
        if group.len() == before {
            break;
        }
    }
    let is_known = is_of_library(name) || builtins::find(name).is_some();
    let mut found: Vec<Arc<Document>> = Vec::new();
    for (at, view) in views.iter().enumerate() {
        let seen = binders(view);
        let shares = match standard {
            true => at == 0 || (is_known && seen.is_empty()),
            false => seen.iter().any(|one| group.contains(one)),
        };
        let sharing = view.iter().take(if standard { 1 } else { usize::MAX });
        for one in sharing.filter(|_| shares) {
            if found.iter().all(|known| known.name != one.name) {
                found.push(one.clone());
            }
        }
    }
    found
}

/// The edits that rename something in all files that share it.
#[derive(Debug, Clone)]
pub struct Renaming {
    /// The files, and the bytes that the new name replaces.
    pub edits: Vec<(Arc<Document>, Vec<Range<usize>>)>,
}

/// Returns the bytes of the name at a place if it can be renamed.
///
/// # Errors
/// Why not.
pub fn renamable(
    document: &Arc<Document>,
    byte: usize,
    documents: &dyn Documents,
) -> Result<Mention, String> {
    let mention = document.mention_at(byte).ok_or("there is no name here")?;
    let name = &mention.name;
    match meaning(document, mention, documents) {
        Meaning::Local(_) if document.names.binding(&mention.symbol).is_none() => {
            Err(format!("`{name}` is what the language calls the place of a coin"))
        }
        Meaning::Local(_) | Meaning::Defined(..) => Ok(mention.clone()),
        Meaning::Library => Err(format!("`{name}` is a name of the library")),
        Meaning::Builtin => Err(format!("`{name}` is a name of the language")),
        Meaning::Unknown => Err(format!("nothing is called `{name}`")),
    }
}

/// Renames what stands at a place, in all files that share it.
///
/// # Errors
/// When the new name is none, or is taken, or the name cannot be renamed.
pub fn rename(
    document: &Arc<Document>,
    byte: usize,
    new: &str,
    (documents, all): (&dyn Documents, &[Arc<Document>]),
    budget: &dyn TextBudget,
) -> Result<Renaming, String> {
    let mention = renamable(document, byte, documents)?;
    check_name(new)?;
    if *mention.name == *new {
        return Ok(Renaming { edits: Vec::new() });
    }
    let found = references(document, &mention, documents, all);
    let mut edits: Vec<(Arc<Document>, Vec<Range<usize>>)> = Vec::new();
    for reference in found {
        match edits.iter_mut().find(|(document, _)| document.name == reference.document.name) {
            Some((_, ranges)) => ranges.push(reference.range),
            None => edits.push((reference.document, vec![reference.range])),
        }
    }
    let renaming = Renaming { edits };
    for (touched, ranges) in &renaming.edits {
        if touched.name.starts_with(super::document::LIBRARY) {
            return Err(format!("`{}` is a name of the library", mention.name));
        }
        overlooked(touched, &mention.name)?;
        if let Symbol::Global(_) = mention.symbol {
            for seen in reach(touched, documents) {
                free_of(&seen, new)?;
            }
        }
        unchanged(touched, ranges, &mention, new, budget)?;
    }
    Ok(renaming)
}

/// Refuses a name that is none, or means something already.
fn check_name(new: &str) -> Result<(), String> {
    let all = tokens(new);
    let is_name = matches!(&all[..], [one] if one.kind == TokenKind::Name);
    let letters = new.trim_start_matches('_');
    if !is_name || letters.chars().all(|c| c.is_ascii_digit()) {
        let is_word = spelling::RESERVED.contains(&new)
            || all.iter().any(|token| matches!(token.kind, TokenKind::Game | TokenKind::Keyword));
        return Err(match is_word {
            true => format!("`{new}` is reserved and cannot be a name"),
            false => format!("`{new}` is no name: letters, digits and `_`, a letter first"),
        });
    }
    let name = spelling::of_name(new);
    if builtins::find(name).is_some() {
        return Err(format!("`{new}` is a name of the language"));
    }
    if is_of_library(name) {
        return Err(format!("`{new}` is a name of the library"));
    }
    Ok(())
}

/// Refuses when lines that do not parse mention the name: they would keep it.
fn overlooked(document: &Document, name: &str) -> Result<(), String> {
    for broken in &document.broken {
        let lines = document.text.get(broken.taken.clone()).unwrap_or_default();
        let mentions = |token: &crate::syntax::Token| {
            token.kind == TokenKind::Name && lines[token.range.clone()] == *name
        };
        if tokens(lines).iter().any(mentions) {
            let line = document.text[..broken.taken.start].matches('\n').count() + 1;
            return Err(format!(
                "`{name}` stands in lines of `{}` that do not parse, from line {line} on",
                document.name
            ));
        }
    }
    Ok(())
}

/// Refuses when a file mentions the new name outside of functions.
fn free_of(document: &Document, new: &str) -> Result<(), String> {
    let taken = Symbol::Global(Arc::from(spelling::of_name(new)));
    let Some(mention) = document.names.of(&taken).next() else { return Ok(()) };
    let line = document.text[..mention.range.start].matches('\n').count() + 1;
    Err(format!("`{new}` is taken: it stands in line {line} of `{}`", document.name))
}

/// Refuses when a name would mean something else in the new text of a file.
fn unchanged(
    document: &Document,
    ranges: &[Range<usize>],
    renamed: &Mention,
    new: &str,
    budget: &dyn TextBudget,
) -> Result<(), String> {
    let text = replaced(&document.text, ranges, new);
    let after = Document::new(document.name.clone(), text, budget);
    let taken = |line: usize| {
        Err(format!(
            "`{new}` is taken: line {line} of `{}` would mean something else",
            document.name
        ))
    };
    let name: Arc<str> = Arc::from(spelling::of_name(new));
    let (old, now) = (&document.names.mentions, &after.names.mentions);
    for (before, after) in old.iter().zip(now) {
        let is_renamed = ranges.contains(&before.range);
        let expected = match &before.symbol {
            Symbol::Global(_) if is_renamed => Symbol::Global(name.clone()),
            other => other.clone(),
        };
        let named = if is_renamed { &name } else { &before.name };
        if after.symbol != expected || after.name != *named {
            return taken(document.text[..before.range.start].matches('\n').count() + 1);
        }
    }
    if old.len() != now.len() || document.broken.len() != after.broken.len() {
        let line =
            document.text[..renamed.range.start.min(document.text.len())].matches('\n').count();
        return taken(line + 1);
    }
    Ok(())
}

/// A text with something else in these bytes, which are in order.
pub fn replaced(text: &str, ranges: &[Range<usize>], new: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        result.push_str(&text[at..range.start]);
        result.push_str(new);
        at = range.end;
    }
    result.push_str(&text[at..]);
    result
}
