//! References to a name in several documents, and its renaming.
//!
//! Knows: the documents that share a name because one uses the other.
//! Must not know: how edits are applied to files.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::document::{Document, Documents, Meaning, is_of_library, meaning, reach};
use super::names::{Mention, Symbol};
use crate::builtins;
use crate::diagnostic::{Diagnostic, TextBudget};
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

/// All documents around one: those that can be used, by name, and those that may use it.
#[derive(Clone, Copy)]
pub struct Surroundings<'d> {
    /// The documents that are used.
    pub documents: &'d dyn Documents,
    /// The documents that may use each other.
    pub all: &'d [Arc<Document>],
    /// Budget of the search.
    pub budget: &'d dyn TextBudget,
}

/// Returns all mentions with the meaning of a given one, in all documents and in those that they use.
///
/// # Errors
/// When the budget ends the search.
pub fn references(
    document: &Arc<Document>,
    mention: &Mention,
    around: Surroundings<'_>,
) -> Result<Vec<Reference>, Diagnostic> {
    let of = |document: &Arc<Document>| -> Vec<Reference> {
        let mentions = document.names.of(&mention.symbol);
        let reference = |one: &Mention| Reference {
            document: document.clone(),
            range: one.range.clone(),
            binds: one.binds,
        };
        mentions.map(reference).collect()
    };
    Ok(match &mention.symbol {
        Symbol::Local(_) => of(document),
        Symbol::Global(name) => sharers(document, name, around)?.iter().flat_map(of).collect(),
    })
}

/// Documents visible from one, itself included, with those that bind a name.
struct VisibleDocuments {
    seen: Vec<Arc<Document>>,
    binders: Vec<String>,
}

impl VisibleDocuments {
    fn new(document: &Arc<Document>, name: &str, documents: &dyn Documents) -> VisibleDocuments {
        let seen = reach(document, documents);
        let binds = |one: &&Arc<Document>| one.binds(name);
        let binders = seen.iter().filter(binds).map(|one| one.name.clone()).collect();
        VisibleDocuments { seen, binders }
    }
}

/// Documents in which a global name has the same meaning as in `document`, itself first.
fn sharers(
    document: &Arc<Document>,
    name: &str,
    Surroundings { documents, all, budget }: Surroundings<'_>,
) -> Result<Vec<Arc<Document>>, Diagnostic> {
    let others = all.iter().filter(|one| one.name != document.name);
    let scope = |one| {
        budget.poll()?;
        Ok(VisibleDocuments::new(one, name, documents))
    };
    let scopes: Vec<VisibleDocuments> =
        std::iter::once(document).chain(others).map(scope).collect::<Result<_, Diagnostic>>()?;
    let is_known = is_of_library(name) || builtins::find(name).is_some();
    let shared = same_binding(&scopes);
    let is_standard = scopes[0].binders.is_empty();
    let mut found = Vec::new();
    let mut names: FxHashSet<&str> = FxHashSet::default();
    for (at, scope) in scopes.iter().enumerate() {
        budget.poll()?;
        let shares = match is_standard {
            true => at == 0 || (is_known && scope.binders.is_empty()),
            false => shared[at],
        };
        let sharing = scope.seen.iter().take(if is_standard { 1 } else { usize::MAX });
        for one in sharing.filter(|_| shares) {
            if names.insert(&one.name) {
                found.push(one.clone());
            }
        }
    }
    Ok(found)
}

/// For each scope, whether it shares a binding with the first, directly or through other scopes: all that
/// share one binding of a name are renamed together.
fn same_binding(scopes: &[VisibleDocuments]) -> Vec<bool> {
    let mut seen_by: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, scope) in scopes.iter().enumerate() {
        for binder in &scope.binders {
            seen_by.entry(binder).or_default().push(at);
        }
    }
    let mut shared = vec![false; scopes.len()];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut shared[at], true) {
            // Each binding is followed once.
            let binders = scopes[at].binders.iter();
            open.extend(binders.filter_map(|binder| seen_by.remove(&**binder)).flatten());
        }
    }
    shared
}

/// Edits that rename a name in all files that share it.
#[derive(Debug, Clone)]
pub struct Renaming {
    /// The files, and the bytes that the new name replaces.
    pub edits: Vec<(Arc<Document>, Vec<Range<usize>>)>,
}

/// Returns the bytes of the name at a place if it can be renamed.
///
/// # Errors
/// Reason why it cannot be renamed.
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

/// Renames the name at a place, in all files that share it.
///
/// # Errors
/// When the new name is none, or is taken, or the name cannot be renamed.
pub fn rename(
    document: &Arc<Document>,
    byte: usize,
    new: &str,
    around: Surroundings<'_>,
) -> Result<Renaming, String> {
    let mention = renamable(document, byte, around.documents)?;
    check_name(new)?;
    if *mention.name == *new {
        return Ok(Renaming { edits: Vec::new() });
    }
    let stopped = |error: Diagnostic| error.message;
    let found = references(document, &mention, around).map_err(stopped)?;
    // The references of a document follow each other.
    let in_one = |one: &Reference, next: &Reference| one.document.name == next.document.name;
    let edits_of = |references: &[Reference]| {
        let ranges = references.iter().map(|one| one.range.clone()).collect();
        (references[0].document.clone(), ranges)
    };
    let renaming = Renaming { edits: found.chunk_by(in_one).map(edits_of).collect() };
    for (touched, ranges) in &renaming.edits {
        around.budget.poll().map_err(stopped)?;
        if touched.name.starts_with(super::document::LIBRARY) {
            return Err(format!("`{}` is a name of the library", mention.name));
        }
        check_unparsed(touched, &mention.name)?;
        if let Symbol::Global(_) = mention.symbol {
            for seen in reach(touched, around.documents) {
                free_of(&seen, new)?;
            }
        }
        unchanged(touched, ranges, &mention, new, around.budget)?;
    }
    around.budget.poll().map_err(stopped)?;
    Ok(renaming)
}

/// Refuses a text that is no name, or already has a meaning.
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

/// Fails if lines that do not parse mention the name, because they would keep it.
fn check_unparsed(document: &Document, name: &str) -> Result<(), String> {
    for broken in &document.broken {
        let lines = document.text.get(broken.taken.clone()).unwrap_or_default();
        let mentions = |token: &crate::syntax::Token| {
            token.kind == TokenKind::Name && lines[token.range.clone()] == *name
        };
        if tokens(lines).iter().any(mentions) {
            let line = document.text[..broken.taken.start].matches('\n').count() + 1;
            return Err(format!(
                "`{name}` occurs in lines of `{}` that do not parse, from line {line} on",
                document.name
            ));
        }
    }
    Ok(())
}

/// Fails if a file mentions the new name outside of functions.
fn free_of(document: &Document, new: &str) -> Result<(), String> {
    let taken = Symbol::Global(Arc::from(spelling::of_name(new)));
    let Some(mention) = document.names.of(&taken).next() else { return Ok(()) };
    let line = document.text[..mention.range.start].matches('\n').count() + 1;
    Err(format!("`{new}` is taken: it occurs in line {line} of `{}`", document.name))
}

/// Fails if a name would have another meaning in the new text of a file.
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
    let renamed_at: FxHashSet<&Range<usize>> = ranges.iter().collect();
    for (before, after) in old.iter().zip(now) {
        let is_renamed = renamed_at.contains(&before.range);
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

/// Text with `new` in place of these ranges, which are in order.
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
