//! The part of a source that a diagnostic shows.
//!
//! Knows: which lines carry labels, and how to cut a long line around them.
//! Must not know: how the excerpt is drawn.

use std::ops::Range;

use crate::source::{ceil_char_boundary, floor_char_boundary};

/// A source reduced to the lines with labels. All others are empty, so that
/// line numbers stay; long lines keep only what stands around a label.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// Remaining text.
    pub(super) text: String,
    /// Ranges kept, with their new offsets, in order.
    pieces: Vec<(Range<usize>, usize)>,
}

impl Excerpt {
    /// The excerpt of `source` around `anchors` (bytes of interest), cutting
    /// lines of more than `width` characters and marking cuts with `ellipsis`.
    pub(super) fn new(source: &str, anchors: &[usize], width: usize, ellipsis: &str) -> Self {
        let mut anchors = anchors.to_vec();
        anchors.sort_unstable();
        let mut excerpt = Excerpt { text: String::new(), pieces: Vec::new() };
        let mut start = 0;
        let mut rest = anchors.as_slice();
        while !rest.is_empty() {
            let length = source[start..].find('\n');
            let end = length.map_or(source.len(), |length| start + length);
            let here = rest.partition_point(|&anchor| anchor <= end);
            if here > 0 {
                excerpt.keep_line(source, start..end, &rest[..here], width, ellipsis);
            }
            if length.is_none() {
                break;
            }
            excerpt.text.push('\n');
            rest = &rest[here..];
            start = end + 1;
        }
        excerpt
    }

    /// Offset in the excerpt of byte `at` of the source.
    pub(super) fn place(&self, at: usize) -> usize {
        let next = self.pieces.partition_point(|(old, _)| old.start <= at);
        match next.checked_sub(1).and_then(|index| self.pieces.get(index)) {
            Some((old, new)) => new + at.min(old.end) - old.start,
            None => 0,
        }
    }

    fn keep_line(
        &mut self,
        source: &str,
        line: Range<usize>,
        anchors: &[usize],
        width: usize,
        ellipsis: &str,
    ) {
        let short = source[line.clone()].chars().nth(width).is_none();
        let windows = if short { vec![line.clone()] } else { windows(&line, anchors, width / 3) };
        let mut end = line.start;
        for window in windows {
            let window =
                floor_char_boundary(source, window.start)..ceil_char_boundary(source, window.end);
            if window.start > end {
                self.text.push_str(ellipsis);
            }
            end = window.end;
            self.pieces.push((window.clone(), self.text.len()));
            self.text.extend(source[window].chars().map(visible));
        }
        if end < line.end {
            self.text.push_str(ellipsis);
        }
    }
}

/// `reach` bytes around every anchor, clipped to the line, overlaps joined.
fn windows(line: &Range<usize>, anchors: &[usize], reach: usize) -> Vec<Range<usize>> {
    let mut windows: Vec<Range<usize>> = Vec::new();
    for &anchor in anchors {
        let start = anchor.saturating_sub(reach).max(line.start);
        let end = (anchor + reach).min(line.end);
        match windows.last_mut() {
            Some(last) if start <= last.end + reach => last.end = end,
            _ => windows.push(start..end),
        }
    }
    windows
}

/// The character itself, or one of as many bytes that does no harm to a terminal.
pub(super) fn visible(character: char) -> char {
    match character {
        '\t' | '\n' => character,
        '\r' | '\x0B' | '\x0C' => ' ',
        // Line and paragraph separators, and what reverses the direction of writing.
        '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => '\u{FFFD}',
        c if c.is_control() && c.len_utf8() == 1 => '?',
        c if c.is_control() => '\u{B7}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_labels_become_empty() {
        let excerpt = Excerpt::new("one\ntwo\nthree\nfour", &[4, 7], 80, "…");
        assert_eq!(excerpt.text, "\ntwo\n");
        assert_eq!(excerpt.place(4), 1);
        assert_eq!(excerpt.place(7), 4);
    }

    #[test]
    fn a_long_line_is_cut_around_its_labels() {
        let source = format!("{}!{}", "a".repeat(500), "b".repeat(500));
        let excerpt = Excerpt::new(&source, &[500, 501], 30, "…");
        assert_eq!(excerpt.text, format!("…{}!{}…", "a".repeat(10), "b".repeat(10)));
        assert_eq!(&excerpt.text[excerpt.place(500)..excerpt.place(501)], "!");
    }

    #[test]
    fn cuts_respect_characters() {
        let source = "↑".repeat(1000);
        let excerpt = Excerpt::new(&source, &[1500, 1503], 40, "…");
        assert!(excerpt.text.chars().all(|c| c == '↑' || c == '…'));
        assert_eq!(&excerpt.text[excerpt.place(1500)..excerpt.place(1503)], "↑");
    }

    #[test]
    fn what_could_steer_a_terminal_is_replaced_by_as_many_bytes() {
        for c in ['\u{1b}', '\r', '\u{85}', '\u{9b}', '\u{202e}', '\u{2028}', '\0', '\u{7f}'] {
            assert_eq!(visible(c).len_utf8(), c.len_utf8());
            assert!(!visible(c).is_control());
        }
    }
}
