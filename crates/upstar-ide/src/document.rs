//! Documents: texts as an editor has them, parsed as far as possible, and the documents that each uses.
//!
//! Knows: statements and syntax errors, names, the documents that each uses.
//! Must not know: where texts come from; callers pass [`Documents`].

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::names::{Definition, FileNames, Mention, Symbol};
use crate::diagnostic::TextBudget;
use crate::session::{FileError, library_file_of};
use crate::source::{SourceId, SourceMap};
use crate::syntax::ast::{Program, StatementKind, Text};
use crate::syntax::{Broken, TokenKind, parse_what_parses, tokens};

/// Most files that are followed through `use`.
const MOST_FILES: usize = 1_000;

/// Text of a file, with everything that follows from the text alone.
#[derive(Debug)]
pub struct Document {
    /// Its canonical name.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// Number of the text in spans.
    pub source: SourceId,
    /// The statements that parse.
    pub program: Program,
    /// Parts that do not parse.
    pub broken: Vec<Broken>,
    /// Names in the statements that parse.
    pub names: FileNames,
    /// Names that statements which do not parse would bind.
    pub lost: Vec<Arc<str>>,
}

impl Document {
    /// Parses a text. If the budget is exhausted, the document has no statements.
    pub fn new(
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        budget: &dyn TextBudget,
    ) -> Self {
        let (name, text) = (name.into(), text.into());
        let source = SourceMap::default().add(name.clone(), "");
        let (program, broken) = parse_what_parses(source, &text, budget);
        let names = FileNames::new(&program.statements, &text);
        let lost = broken.iter().flat_map(|one| heads(&text[one.lines.clone()])).collect();
        Document { name, text, source, program, broken, names, lost }
    }

    /// The files that it uses, in the order of the text.
    pub fn uses(&self) -> impl Iterator<Item = &Text> {
        self.program.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Use(path) => Some(path),
            _ => None,
        })
    }

    /// Reports whether the document binds a name for the whole program.
    pub fn binds(&self, name: &str) -> bool {
        self.names.defines(name) || self.lost.iter().any(|lost| **lost == *name)
    }

    /// The mention of a name that contains or touches a byte.
    pub fn mention_at(&self, byte: usize) -> Option<&Mention> {
        self.names.at(byte)
    }
}

/// Names that lines without a parse probably bind: `game G(`, `fn f(`, `f(x) :=`, `x :=`.
fn heads(lines: &str) -> Vec<Arc<str>> {
    let mut found = Vec::new();
    for line in lines.lines().filter(|line| !line.starts_with([' ', '\t'])) {
        let significant = tokens(line).into_iter().filter(|token| token.is_significant());
        let significant: Vec<_> = significant.take(16).collect();
        let slice = |at: usize| significant.get(at).map_or("", |token| &line[token.range.clone()]);
        let declares = matches!(slice(0), "game" | "fn");
        let place = usize::from(declares);
        let is_name = significant.get(place).is_some_and(|token| token.kind == TokenKind::Name);
        let binds = declares || slice(1) == ":=" || (slice(1) == "(" && line.contains(":="));
        if is_name && binds {
            found.push(Arc::from(slice(place)));
        }
    }
    found
}

/// The documents around one.
pub trait Documents {
    /// Document at the path in a `use` of the document `user`.
    ///
    /// # Errors
    /// When it cannot be read.
    fn used(&self, path: &str, user: &str) -> Result<Arc<Document>, FileError>;
}

/// The document and those that it uses, directly or through others: itself first, then the last used first.
pub fn reach(document: &Arc<Document>, documents: &dyn Documents) -> Vec<Arc<Document>> {
    let mut found: Vec<Arc<Document>> = Vec::new();
    let mut names: FxHashSet<String> = FxHashSet::default();
    let mut open = vec![document.clone()];
    while let Some(next) = open.pop() {
        if found.len() >= MOST_FILES || !names.insert(next.name.clone()) {
            continue;
        }
        open.extend(next.uses().filter_map(|path| documents.used(&path.value, &next.name).ok()));
        found.push(next);
    }
    found
}

/// The file of the library that defines a name.
pub fn library_document(name: &str, budget: &dyn TextBudget) -> Option<Arc<Document>> {
    let (file, text) = library_file_of(name)?;
    Some(Arc::new(Document::new(format!("{LIBRARY}{file}"), text, budget)))
}

/// Prefix of the file names of the library.
pub const LIBRARY: &str = "stdlib/";

/// Reports whether the library defines a name.
pub fn is_of_library(name: &str) -> bool {
    library_file_of(name).is_some()
}

/// Meaning of a mention in a document.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A binding of the document that is visible in a part of it.
    Local(usize),
    /// A definition of the document or of one that it uses.
    Defined(Arc<Document>, Definition),
    /// A name of the library.
    Library,
    /// A name of the language.
    Builtin,
    /// The name is not bound.
    Unknown,
}

/// Returns what a mention means in a document.
pub fn meaning(document: &Arc<Document>, mention: &Mention, documents: &dyn Documents) -> Meaning {
    let name = match &mention.symbol {
        Symbol::Local(local) => return Meaning::Local(*local),
        Symbol::Global(name) => name,
    };
    for seen in reach(document, documents) {
        let byte = if seen.name == document.name { mention.range.start } else { usize::MAX };
        if let Some(definition) = seen.names.definition(name, byte) {
            return Meaning::Defined(seen.clone(), definition.clone());
        }
    }
    match name {
        _ if is_of_library(name) => Meaning::Library,
        _ if crate::builtins::find(name).is_some() => Meaning::Builtin,
        _ => Meaning::Unknown,
    }
}
