//! Source texts and places in them.
//!
//! Knows: the texts that were read, and their names. Must not know: their meaning.

use std::ops::Range;
use std::sync::OnceLock;

/// Names one text of a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

/// A half-open range of bytes in one source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The text the range lies in.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range `bytes` of `source`.
    pub fn new(source: SourceId, bytes: Range<usize>) -> Self {
        let clamp = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        Span { source, start: clamp(bytes.start), end: clamp(bytes.end) }
    }

    /// The smallest span that holds both; `self` when they lie in different sources.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Place of a character in a quoted literal with these contents, by its byte in the contents. The whole
    /// literal if it was typed with escapes.
    pub fn inside_text(self, contents: &str, offset: usize) -> Span {
        let character = contents.get(offset..).and_then(|rest| rest.chars().next());
        if self.bytes().len() != contents.len() + 2 {
            return self;
        }
        let start = self.start as usize + 1 + offset;
        Span::new(self.source, start..start + character.map_or(1, char::len_utf8))
    }

    /// The bytes as a range.
    pub fn bytes(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The last boundary of a character at or before byte `at` of a text.
pub fn floor_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The first boundary of a character at or after byte `at` of a text; its end if there is none.
pub fn ceil_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Text: a file, an input at the prompt, or an argument of the command line.
#[derive(Debug, Clone)]
pub struct Source {
    /// Name in diagnostics: `homework.game`, `input 7`.
    pub name: String,
    /// The text itself.
    pub text: String,
    /// Index of lines and characters, made when first needed.
    index: OnceLock<LineIndex>,
}

impl Source {
    /// Line and column of a byte, both from 1; columns count characters. Takes the same time in short and
    /// long lines.
    pub fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let byte = byte.min(self.text.len());
        let line = self.line(byte);
        let start = line.checked_sub(1).map_or(0, |before| self.index().lines[before]);
        (line, self.characters_before(byte) - self.characters_before(start) + 1)
    }

    /// The line of a byte, from 1.
    fn line(&self, byte: usize) -> usize {
        self.index().lines.partition_point(|&start| start <= byte)
    }

    /// Number of characters before a byte.
    pub fn characters(&self, byte: usize) -> usize {
        self.characters_before(byte.min(self.text.len()))
    }

    fn characters_before(&self, byte: usize) -> usize {
        let block = byte / BLOCK;
        let rest = &self.text.as_bytes()[block * BLOCK..byte];
        self.index().characters[block] + rest.iter().filter(begins_character).count()
    }

    fn index(&self) -> &LineIndex {
        self.index.get_or_init(|| LineIndex::new(self.text.as_bytes()))
    }
}

/// Bytes between two offsets whose characters are counted.
const BLOCK: usize = 1024;

/// Index of lines and characters.
#[derive(Debug, Clone)]
struct LineIndex {
    /// Offsets of the lines.
    lines: Vec<usize>,
    /// Number of characters before each block.
    characters: Vec<usize>,
}

impl LineIndex {
    fn new(text: &[u8]) -> Self {
        let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        let counted = text.chunks(BLOCK).scan(0, |all, block| {
            *all += block.iter().filter(begins_character).count();
            Some(*all)
        });
        LineIndex { lines, characters: std::iter::once(0).chain(counted).collect() }
    }
}

/// Whether a byte is the first of a character: the others of a character continue it.
fn begins_character(byte: &&u8) -> bool {
    (**byte & 0xC0) != 0x80
}

/// All texts a session has read.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

impl SourceMap {
    /// Adds a text and returns its name in spans.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let id = SourceId(u32::try_from(self.sources.len()).expect("fewer than 2^32 texts fit"));
        self.sources.push(Source { name: name.into(), text: text.into(), index: OnceLock::new() });
        id
    }

    /// The text named `id`.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.sources[id.0 as usize]
    }

    /// The last text that was added by this name.
    pub fn named(&self, name: &str) -> Option<&Source> {
        self.sources.iter().rev().find(|source| source.name == name)
    }

    /// Texts added from `first` on, with their numbers.
    pub fn since(&self, first: SourceId) -> impl Iterator<Item = (SourceId, &Source)> {
        let ids = (first.0..).map(SourceId);
        ids.zip(self.sources.iter().skip(first.0 as usize))
    }

    /// The text that `span` covers.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.bytes()).unwrap_or("")
    }
}
