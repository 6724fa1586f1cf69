//! Paging of long output.
//!
//! Knows: rows and columns of a screen, wrapping of lines, and text that did not fit.
//! Must not know: what the text says, or where it is written.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use unicode_width::UnicodeWidthChar as _;

/// Rows reserved for the prompt and for the line that shows how many are left.
const FREE: usize = 2;

/// Distance of tab stops of a terminal, in columns.
const TAB: usize = 8;

/// Escape sequence that ends colours and styles.
const PLAIN: &str = "\x1b[0m";

/// Pager: passes a screenful and keeps the rest.
#[derive(Debug, Default)]
pub(super) struct Pager {
    /// Rest of the screen; `None` if output is not paged.
    screen: Cell<Option<Screen>>,
    held: RefCell<String>,
}

/// The free rows of a screen, and its cursor.
#[derive(Debug, Clone, Copy)]
struct Screen {
    columns: usize,
    /// Rows that are free, without the one of the cursor.
    rows: usize,
    /// Column of the cursor; `None` before a row is begun.
    cursor: Option<usize>,
}

impl Screen {
    fn new(rows: usize, columns: usize) -> Screen {
        Screen { columns: columns.max(1), rows, cursor: None }
    }

    /// Number of bytes of `text` that fit on the screen. A line that is longer than the rest is cut where
    /// it wraps.
    fn take(&mut self, text: &str) -> usize {
        let mut at = 0;
        while let Some(token) = tokens(&text[at..]).next() {
            if !self.fits(token) {
                return at;
            }
            at += token.len();
        }
        at
    }

    /// Puts a character or a change of colours on the screen, if it fits.
    fn fits(&mut self, token: &str) -> bool {
        let width = match token {
            "\n" => {
                let fits = self.cursor.is_some() || self.next_row();
                self.cursor = if fits { None } else { self.cursor };
                return fits;
            }
            "\t" => TAB - self.cursor.unwrap_or(0) % TAB,
            _ if token.starts_with('\x1b') => return true,
            // Wider than the screen: it has a row of its own, as on terminals.
            _ => token.chars().filter_map(|c| c.width()).sum::<usize>().min(self.columns),
        };
        let after = self.cursor.map(|column| column + width);
        match after {
            Some(column) if column <= self.columns => self.cursor = Some(column),
            // A tab stops at the right edge.
            Some(_) if token == "\t" => self.cursor = Some(self.columns),
            _ if self.next_row() => self.cursor = Some(width.min(self.columns)),
            _ => return false,
        }
        true
    }

    fn next_row(&mut self) -> bool {
        let rows = self.rows.checked_sub(1);
        self.rows = rows.unwrap_or(0);
        rows.is_some()
    }
}

impl Pager {
    /// Begins a page of `rows` rows. Returns the rest of the last one.
    pub(super) fn open(&self, rows: usize, columns: usize) -> String {
        self.screen.set(Some(Screen::new(rows.saturating_sub(FREE).max(1), columns)));
        self.held.take()
    }

    /// Ends a page and returns the number of rows that did not fit.
    pub(super) fn close(&self) -> usize {
        let Some(Screen { columns, .. }) = self.screen.take() else { return 0 };
        let mut screen = Screen::new(usize::MAX, columns);
        screen.take(&self.held.borrow());
        usize::MAX - screen.rows
    }

    /// Takes what did not fit.
    pub(super) fn rest(&self) -> String {
        self.held.take()
    }

    /// Returns the part of `text` that fits, and keeps the rest. A row that is cut in the middle of a line
    /// is ended, and so are its colours, which continue with the rest.
    pub(super) fn pass<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let Some(mut screen) = self.screen.get() else { return text.into() };
        let mut held = self.held.borrow_mut();
        if !held.is_empty() {
            held.push_str(text);
            return Cow::default();
        }
        let end = screen.take(text);
        self.screen.set(Some(screen));
        let (shown, rest) = text.split_at(end);
        let mut shown = shown.to_owned();
        if !rest.is_empty() {
            let style = style(&shown).to_owned();
            held.push_str(&style);
            if !style.is_empty() {
                shown.push_str(PLAIN);
            }
            if screen.cursor.is_some() {
                shown.push('\n');
            }
        }
        held.push_str(rest);
        shown.into()
    }
}

/// Indivisible tokens of a text: changes of colours, and single characters.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = escape(rest).unwrap_or(first.len_utf8());
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}

/// Length of the change of colours at the beginning of a text.
fn escape(text: &str) -> Option<usize> {
    let codes = text.strip_prefix("\x1b[")?;
    let rest = codes.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
    Some(text.len() - rest.strip_prefix('m').unwrap_or(rest).len())
}

/// Change of colours in effect at the end of a text; empty for none.
fn style(text: &str) -> &str {
    let last = tokens(text).filter(|token| token.starts_with("\x1b[")).last().unwrap_or_default();
    if last == PLAIN { "" } else { last }
}

/// Text without colours.
pub(super) fn plain(text: &str) -> String {
    tokens(text).filter(|token| !token.starts_with("\x1b[")).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::length::properties;

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
        pager.open(5, 10);
        pager.pass("1\n2\n3\n4\n");
        assert_eq!((pager.close(), pager.rest().as_str(), pager.rest().as_str()), (1, "4\n", ""));
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
    fn a_line_longer_than_the_screen_is_cut_where_it_wraps_and_its_colours_go_on() {
        let pager = Pager::default();
        pager.open(4, 3);
        assert_eq!(pager.pass("\x1b[31mabcdefgh\x1b[0m\n"), "\x1b[31mabcdef\x1b[0m\n");
        assert_eq!(pager.close(), 1);
        assert_eq!(pager.open(4, 3), "\x1b[31mgh\x1b[0m\n");
    }

    #[test]
    fn colours_are_taken_away() {
        assert_eq!(plain("a\x1b[1;36mb\x1b[0mc"), "abc");
        assert_eq!(plain("\x1b["), "");
    }

    /// The rows that a text takes on a terminal, by putting each character into a cell.
    fn rows(text: &str, columns: usize) -> usize {
        let mut grid: Vec<usize> = Vec::new();
        for line in plain(text).split_inclusive('\n') {
            grid.push(0);
            for c in line.trim_end_matches('\n').chars() {
                let width = c.width().unwrap_or(0);
                if grid.last().is_some_and(|taken| *taken > 0 && taken + width > columns) {
                    grid.push(0);
                }
                *grid.last_mut().unwrap() += width;
            }
        }
        grid.len()
    }

    /// All pages of a text written in several parts, without the resets of rows that are cut.
    fn pages(pieces: &[String], height: usize, columns: usize) -> Vec<String> {
        let pager = Pager::default();
        pager.open(height, columns);
        let mut pages = vec![pieces.iter().map(|piece| pager.pass(piece)).collect::<String>()];
        while pager.close() > 0 {
            let rest = pager.open(height, columns);
            let page = pager.pass(&rest);
            assert!(!plain(&page).is_empty(), "no progress at {rest:?}");
            pages.push(page.into_owned());
        }
        pages
    }

    proptest! {
        #![proptest_config(properties(500))]

        #[test]
        fn the_pages_of_a_text_are_the_text_and_each_fits(
            pieces in prop::collection::vec(
                prop_oneof![
                    "[a-z]{0,30}\n",
                    "[a-z ↑★漢字語🙂é\u{301}]{0,200}\n",
                    "(\x1b\\[1;36m[a-z漢]{0,60}\x1b\\[0m){0,3}\n",
                    "[a-z]{200,2000}\n",
                    "\n{1,9}",
                    "[a-z漢]{1,30}",
                ],
                1..12,
            ),
            height in 1..30_usize,
            columns in 2..100_usize,
        ) {
            let pages = pages(&pieces, height, columns);
            let room = height.saturating_sub(FREE).max(1);
            let text: String = pieces.concat();
            let mut whole = plain(&text);
            for page in &pages {
                let shown = plain(page);
                prop_assert!(rows(&shown, columns) <= room, "{page:?} has more than {room} rows");
                // What ends a row that was cut is not of the text.
                let shown = match whole.strip_prefix(&shown) {
                    Some(_) => &*shown,
                    None => shown.strip_suffix('\n').unwrap_or(&shown),
                };
                let rest = whole.strip_prefix(shown).map(str::to_owned);
                prop_assert!(rest.is_some(), "{shown:?} is not how {whole:?} begins");
                whole = rest.unwrap_or_default();
            }
            prop_assert_eq!(whole, "");
            // No page but the last could take more.
            for pair in pages.windows(2) {
                prop_assert_eq!(rows(&pair[0], columns), room);
            }
        }
    }
}
