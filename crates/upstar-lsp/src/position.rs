//! Positions as the protocol counts them: lines from 0, columns in units of an encoding.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind};

use crate::source::floor_char_boundary;

/// Unit of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16: what every client knows.
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// First supported encoding among those that a client offers.
    pub(crate) fn chosen(offered: &[PositionEncodingKind]) -> Encoding {
        let known = |kind: &PositionEncodingKind| match kind.as_str() {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        };
        offered.iter().find_map(known).unwrap_or(Encoding::Utf16)
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn length(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// The units that a text takes.
    pub(crate) fn units(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            _ => text.chars().map(|c| self.length(c)).sum(),
        }
    }
}

/// Bytes between checkpoints.
const STRIDE: usize = 512;

/// Index of the lines of a text.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    /// Some offsets in order, with the number of units before each, so that positions in long lines are
    /// found as fast as in short ones.
    checkpoints: Vec<(usize, usize)>,
    encoding: Encoding,
}

impl Lines {
    pub(crate) fn new(text: &str, encoding: Encoding) -> Lines {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        let (mut at, mut units) = (0, 0);
        let mut checkpoints = vec![(0, 0)];
        while at + STRIDE < text.len() {
            let next = floor_char_boundary(text, at + STRIDE);
            units += encoding.units(&text[at..next]);
            at = next;
            checkpoints.push((at, units));
        }
        Lines { starts, checkpoints, encoding }
    }

    /// The units before a byte.
    fn units_before(&self, text: &str, byte: usize) -> usize {
        let next = self.checkpoints.partition_point(|(at, _)| *at <= byte);
        let (at, units) = self.checkpoints[next - 1];
        units + self.encoding.units(&text[at..byte])
    }

    /// Byte of a position in the text. Positions beyond the end of a line are its end; those beyond the
    /// last line are the end of the text.
    pub(crate) fn byte(&self, text: &str, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize).copied() else {
            return text.len();
        };
        let end = self.starts.get(position.line as usize + 1).map_or(text.len(), |next| next - 1);
        let line = &text[start..end];
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            let length = self.encoding.length(c);
            if left < length {
                return start + at;
            }
            left -= length;
        }
        start + line.len()
    }

    /// Bytes of a range; empty at its start if it ends before that.
    pub(crate) fn bytes(&self, text: &str, range: lsp_types::Range) -> Range<usize> {
        let start = self.byte(text, range.start);
        start..self.byte(text, range.end).max(start)
    }

    /// The position of a byte.
    pub(crate) fn position(&self, text: &str, byte: usize) -> Position {
        let byte = floor_char_boundary(text, byte);
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let units = self.units_before(text, byte) - self.units_before(text, self.starts[line]);
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(units) }
    }

    /// The range of some bytes.
    pub(crate) fn range(&self, text: &str, bytes: Range<usize>) -> lsp_types::Range {
        lsp_types::Range {
            start: self.position(text, bytes.start),
            end: self.position(text, bytes.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a↑𝔸b\r\n\nc";

    #[test]
    fn columns_count_what_was_agreed_on() {
        for (encoding, column) in [(Encoding::Utf8, 8), (Encoding::Utf16, 4), (Encoding::Utf32, 3)]
        {
            let lines = Lines::new(TEXT, encoding);
            let position = Position::new(0, column);
            assert_eq!(lines.byte(TEXT, position), 8, "{encoding:?}");
            assert_eq!(lines.position(TEXT, 8), position, "{encoding:?}");
        }
    }

    #[test]
    fn positions_beyond_the_end_are_the_end() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        assert_eq!(lines.byte(TEXT, Position::new(0, 99)), 9);
        assert_eq!(lines.byte(TEXT, Position::new(1, 99)), 11);
        assert_eq!(lines.byte(TEXT, Position::new(u32::MAX, u32::MAX)), TEXT.len());
        // Within a pair of UTF-16.
        assert_eq!(lines.byte(TEXT, Position::new(0, 3)), 4);
        assert_eq!(lines.position(TEXT, 99), Position::new(2, 1));
    }

    #[test]
    fn every_byte_is_found_again() {
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let lines = Lines::new(TEXT, encoding);
            for (byte, c) in TEXT.char_indices() {
                let position = lines.position(TEXT, byte);
                let found = lines.byte(TEXT, position);
                // A column behind `\r` is the end of the line.
                assert!(found == byte || c == '\n' && found + 1 == byte, "{byte}");
            }
        }
    }

    #[test]
    fn columns_of_long_lines_are_those_of_short_ones() {
        let text = format!("x\n{}\ny", "a↑𝔸".repeat(STRIDE));
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let lines = Lines::new(&text, encoding);
            for (byte, _) in text.char_indices() {
                let start = text[..byte].rfind('\n').map_or(0, |newline| newline + 1);
                let column = lines.position(&text, byte).character as usize;
                assert_eq!(column, encoding.units(&text[start..byte]), "{byte}");
            }
        }
    }

    #[test]
    fn the_first_known_encoding_is_chosen() {
        let offered = |names: &[&'static str]| {
            let kinds: Vec<_> = names.iter().map(|name| PositionEncodingKind::new(name)).collect();
            Encoding::chosen(&kinds)
        };
        assert_eq!(offered(&[]), Encoding::Utf16);
        assert_eq!(offered(&["utf-7", "utf-8", "utf-16"]), Encoding::Utf8);
        assert_eq!(offered(&["utf-7"]), Encoding::Utf16);
    }
}
