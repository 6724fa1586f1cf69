//! Long output, a screenful at a time.
//!
//! Knows: how many rows a screen has, what did not fit.
//! Must not know: what the text says, or where it is written.

use std::cell::{Cell, RefCell};

use unicode_width::UnicodeWidthStr as _;

/// Rows kept free for the prompt and for the line that tells how much is left.
const FREE: usize = 2;

/// Lets a screenful pass and keeps the rest.
#[derive(Debug, Default)]
pub(super) struct Pager {
    /// Rows that are free, and columns of each; none when everything passes.
    room: Cell<Option<(usize, usize)>>,
    held: RefCell<String>,
}

impl Pager {
    /// Begins a screenful of `rows` rows. Gives what the last one has left.
    pub(super) fn open(&self, rows: usize, columns: usize) -> String {
        self.room.set(Some((rows.saturating_sub(FREE).max(1), columns.max(1))));
        self.held.take()
    }

    /// Ends a screenful, and tells how many lines did not fit.
    pub(super) fn close(&self) -> usize {
        self.room.set(None);
        self.held.borrow().lines().count()
    }

    /// The part of `text` that fits; the rest is kept.
    pub(super) fn pass<'t>(&self, text: &'t str) -> &'t str {
        let Some((mut rows, columns)) = self.room.get() else { return text };
        let mut held = self.held.borrow_mut();
        let mut end = 0;
        if held.is_empty() {
            for line in text.split_inclusive('\n') {
                let needed = plain(line.trim_end()).width().div_ceil(columns).max(1);
                if needed > rows {
                    break;
                }
                rows -= needed;
                end += line.len();
            }
        }
        self.room.set(Some((rows, columns)));
        held.push_str(&text[end..]);
        &text[..end]
    }
}

/// Text without colours.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\x1b[") {
        plain.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        rest = rest.strip_prefix('m').unwrap_or(rest);
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screenful_passes_and_the_rest_is_kept() {
        let pager = Pager::default();
        assert_eq!(pager.pass("all\n"), "all\n");
        assert_eq!(pager.open(5, 10), "");
        assert_eq!(pager.pass("1\n2\n"), "1\n2\n");
        assert_eq!(pager.pass("3\n4\n5\n"), "3\n");
        assert_eq!(pager.pass("6\n"), "");
        assert_eq!(pager.close(), 3);
        assert_eq!(pager.open(5, 10), "4\n5\n6\n");
        assert_eq!(pager.close(), 0);
    }

    #[test]
    fn long_lines_take_several_rows_and_colours_none() {
        let pager = Pager::default();
        pager.open(5, 4);
        assert_eq!(pager.pass("12345678\n"), "12345678\n");
        assert_eq!(pager.pass("\x1b[1;36m1234\x1b[0m\n"), "\x1b[1;36m1234\x1b[0m\n");
        assert_eq!(pager.pass("x"), "");
        assert_eq!(pager.close(), 1);
    }

    #[test]
    fn colours_are_taken_away() {
        assert_eq!(plain("a\x1b[1;36mb\x1b[0mc"), "abc");
        assert_eq!(plain("\x1b["), "");
    }
}
