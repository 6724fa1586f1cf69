//! Places in texts as a page counts them: in units of UTF-16.

use std::ops::Range;

/// Converts byte offsets of a text to units of UTF-16; for ascending offsets a text is read once.
pub struct Units<'t> {
    text: &'t str,
    byte: usize,
    unit: usize,
}

impl<'t> Units<'t> {
    /// At the beginning of a text.
    pub fn new(text: &'t str) -> Self {
        Units { text, byte: 0, unit: 0 }
    }

    /// The unit at which the character of a byte begins.
    pub fn at(&mut self, byte: usize) -> usize {
        let byte = upstar_lang::source::floor_char_boundary(self.text, byte.min(self.text.len()));
        if byte < self.byte {
            (self.byte, self.unit) = (0, 0);
        }
        self.unit += self.text[self.byte..byte].chars().map(char::len_utf16).sum::<usize>();
        self.byte = byte;
        self.unit
    }

    /// The same for both ends of a range.
    pub fn range(&mut self, bytes: Range<usize>) -> (usize, usize) {
        (self.at(bytes.start), self.at(bytes.end))
    }
}

/// The byte at which the character of a unit begins.
pub fn byte_of(text: &str, unit: usize) -> usize {
    let mut units = 0;
    for (byte, c) in text.char_indices() {
        units += c.len_utf16();
        if units > unit {
            return byte;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_bytes_agree_on_every_character() {
        let text = "a↑𝔾é+";
        let mut units = Units::new(text);
        let found: Vec<usize> = text.char_indices().map(|(byte, _)| units.at(byte)).collect();
        assert_eq!(found, [0, 1, 2, 4, 5]);
        for (byte, _) in text.char_indices() {
            assert_eq!(byte_of(text, Units::new(text).at(byte)), byte);
        }
        assert_eq!((units.at(text.len()), units.at(1), byte_of(text, 99)), (6, 1, text.len()));
    }
}
