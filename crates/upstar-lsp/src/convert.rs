//! Conversion of results of `ide` to types of the protocol.

use std::ops::Range;

use lsp_types::{
    DocumentSymbol, Location, MarkupContent, MarkupKind, SymbolInformation, SymbolKind, TextEdit,
    Uri, WorkspaceEdit,
};

use crate::disk;
use crate::ide::document::Document;
use crate::ide::names::NameKind;
use crate::ide::outline::{Colour, Coloured, Item, OutlineKind};
use crate::position::Lines;

pub(crate) fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

pub(crate) fn edits(changes: impl IntoIterator<Item = (Uri, Vec<TextEdit>)>) -> WorkspaceEdit {
    #[expect(
        clippy::mutable_key_type,
        reason = "the type of the protocol; addresses do not change"
    )]
    let changes = changes.into_iter().collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// Writes a file of the library to a place where editors can open it, and returns its path.
pub(crate) fn library_file(file: &str, text: &str) -> Option<String> {
    use etcetera::BaseStrategy as _;
    let caches = etcetera::choose_base_strategy().ok()?.cache_dir();
    let folder = caches.join("upstar").join(concat!("library-", env!("CARGO_PKG_VERSION")));
    let path = folder.join(file);
    if !std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
        std::fs::create_dir_all(&folder).ok()?;
        disk::replace(&path, text).ok()?;
    }
    Some(path.to_string_lossy().into_owned())
}

pub(crate) fn kind(kind: OutlineKind) -> SymbolKind {
    match kind {
        OutlineKind::Name(NameKind::Function) => SymbolKind::FUNCTION,
        OutlineKind::Name(NameKind::Ruleset) => SymbolKind::CLASS,
        OutlineKind::Name(_) => SymbolKind::VARIABLE,
        OutlineKind::Exercise => SymbolKind::NAMESPACE,
        OutlineKind::Check => SymbolKind::BOOLEAN,
        OutlineKind::Question => SymbolKind::FIELD,
        OutlineKind::Sheet => SymbolKind::MODULE,
    }
}

#[expect(deprecated, reason = "the field must be given")]
pub(crate) fn symbol(document: &Document, lines: &Lines, item: &Item) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> =
        item.children.iter().map(|child| symbol(document, lines, child)).collect();
    DocumentSymbol {
        name: if item.name.trim().is_empty() { "…".to_owned() } else { item.name.clone() },
        detail: (!item.detail.is_empty()).then(|| item.detail.clone()),
        kind: kind(item.kind),
        tags: None,
        deprecated: None,
        range: lines.range(&document.text, item.whole.clone()),
        selection_range: lines.range(&document.text, item.range.clone()),
        children: (!children.is_empty()).then_some(children),
    }
}

pub(crate) fn flatten(
    items: &[Item],
    container: Option<&str>,
    add: &mut dyn FnMut(&Item, Option<&str>),
) {
    for item in items {
        add(item, container);
        flatten(&item.children, Some(&item.name), add);
    }
}

#[expect(deprecated, reason = "the field must be given")]
pub(crate) fn information(
    item: &Item,
    location: Location,
    container: Option<&str>,
) -> SymbolInformation {
    SymbolInformation {
        name: item.name.clone(),
        kind: kind(item.kind),
        tags: None,
        deprecated: None,
        location,
        container_name: container.map(str::to_owned),
    }
}

/// The parts of a range in single lines, without the ends of these.
pub(crate) fn pieces(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut at = range.start;
    let lines = text[range].split('\n').map(|line| {
        let piece = at..at + line.trim_end_matches('\r').len();
        at += line.len() + 1;
        piece
    });
    lines.filter(|piece| !piece.is_empty()).collect()
}

pub(crate) fn token_type(colour: Colour) -> u32 {
    match colour {
        Colour::Keyword => 0,
        Colour::Number => 1,
        Colour::Game => 2,
        Colour::Text => 3,
        Colour::Comment | Colour::Doc => 4,
        Colour::Operator => 5,
        Colour::Variable => 6,
        Colour::Parameter => 7,
        Colour::Function => 8,
        Colour::Ruleset => 9,
        Colour::Label => 10,
    }
}

pub(crate) fn modifiers(one: &Coloured) -> u32 {
    let bits = [one.binds, one.colour == Colour::Doc, one.is_standard];
    bits.iter().enumerate().map(|(at, set)| u32::from(*set) << at).sum()
}
