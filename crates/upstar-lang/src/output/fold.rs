//! Long lines folded at blanks, so that no word is cut at the edge of a screen.
//!
//! Knows: columns, and the branches before the lines of a tree. Must not know: what a text says.

use std::fmt;

use unicode_width::UnicodeWidthStr;

/// Branches before a line of a tree, each with what stands before the lines below that belong to it.
const BRANCHES: [(&str, &str); 7] = [
    ("├─ ", "│  "),
    ("└─ ", "   "),
    ("│  ", "│  "),
    ("|- ", "|  "),
    ("`- ", "   "),
    ("|  ", "|  "),
    ("   ", "   "),
];

/// A text whose lines have at most so many columns, unless a word is wider.
#[derive(Debug, Clone, Copy)]
pub struct Folded<'t> {
    /// The text.
    pub text: &'t str,
    /// Columns of a line.
    pub width: usize,
}

impl fmt::Display for Folded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, line) in self.text.split('\n').enumerate() {
            f.write_str(if number == 0 { "" } else { "\n" })?;
            if line.len() <= self.width || line.width() <= self.width {
                f.write_str(line)?;
            } else {
                fold(line, self.width, f)?;
            }
        }
        Ok(())
    }
}

/// Least number of columns beside the first columns of a table.
const LEAST_BESIDE: usize = 12;

/// Brackets within brackets that are kept together, where they fit.
const MOST_LEVELS: usize = 8;

/// Writes a line in several.
fn fold(line: &str, width: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (before, rest, margin) = margins(line, width);
    f.write_str(before)?;
    let mut words = Vec::new();
    split(rest, 0, width.saturating_sub(margin.width()), &mut words);
    let mut words = words.into_iter().peekable();
    let mut used = before.width();
    let mut is_first = true;
    while let Some(word) = words.next() {
        // A line does not begin with the sign of a sum: then what is shown can be typed back.
        let sign = words.next_if(|next| matches!(*next, "+" | "-" | "&"));
        let columns = word.width() + sign.map_or(0, |sign| 1 + sign.len());
        if is_first {
            is_first = false;
        } else if used + 1 + columns > width {
            write!(f, "\n{margin}")?;
            used = margin.width();
        } else {
            f.write_str(" ")?;
            used += 1;
        }
        f.write_str(word)?;
        if let Some(sign) = sign {
            write!(f, " {sign}")?;
        }
        used += columns;
    }
    Ok(())
}

/// Splits a text at blanks: those within parentheses and quotes where it has more than `room` columns without that.
fn split<'t>(text: &'t str, level: usize, room: usize, words: &mut Vec<&'t str>) {
    let mut push = |word: &'t str| match word.contains(' ') && word.width() > room {
        true if level < MOST_LEVELS => split(word, level + 1, room, words),
        true => words.extend(word.split(' ')),
        false => words.push(word),
    };
    let (mut depth, mut in_quotes, mut start) = (0_usize, false, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '"' => in_quotes = !in_quotes,
            ' ' if depth + usize::from(in_quotes) <= level => {
                push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(&text[start..]);
}

/// Splits what stands before the words of a line from them, and returns what stands before its further lines.
fn margins(line: &str, width: usize) -> (&str, &str, String) {
    let mut rest = line;
    let mut margin = String::new();
    while let Some((branch, below)) = BRANCHES.iter().find(|(branch, _)| rest.starts_with(branch)) {
        rest = &rest[branch.len()..];
        margin.push_str(below);
    }
    let words = rest.trim_start_matches(' ');
    margin.extend(std::iter::repeat_n(' ', rest.len() - words.len()));
    let before = &line[..line.len() - words.len()];
    let mut margin: String = margin.chars().take(width / 2).collect();
    let last_cell = words.rfind("  ").map_or(0, |gap| words[..gap + 2].width());
    if last_cell > 0 && margin.width() + last_cell + LEAST_BESIDE <= width {
        margin.extend(std::iter::repeat_n(' ', last_cell));
    } else if before.trim_start().is_empty() {
        margin.push_str(if words.starts_with(['[', '{', '(', '<']) { " " } else { "  " });
    }
    (before, words, margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(text: &str, width: usize) -> String {
        Folded { text, width }.to_string()
    }

    #[test]
    fn lines_are_folded_at_blanks_and_never_within_a_word() {
        assert_eq!(fold("one two", 7), "one two");
        assert_eq!(fold("one two three", 8), "one two\n  three");
        assert_eq!(fold("[10, 20, 30, 40]", 9), "[10, 20,\n 30, 40]");
        assert_eq!(fold("a_long_word b", 6), "a_long_word\n  b");
        assert_eq!(fold("↑↑↑ ↑↑↑\n\nb", 4), "↑↑↑\n  ↑↑↑\n\nb");
    }

    #[test]
    fn branches_of_a_tree_go_on_beside_folded_lines() {
        let text = "title\n├─ one two three\n│  └─ four five six\n`- seven eight nine";
        assert_eq!(
            fold(text, 12),
            "title\n├─ one two\n│  three\n│  └─ four\n│     five\n│     six\n`- seven\n   eight\n   nine"
        );
    }

    #[test]
    fn what_is_in_parentheses_or_quotes_stays_together_where_it_fits() {
        assert_eq!(fold("[Nim(1, 2), Nim(3, 4)]", 16), "[Nim(1, 2),\n Nim(3, 4)]");
        assert_eq!(fold("f(g(1, 2), g(3, 4))", 11), "f(g(1, 2),\n  g(3, 4))");
        assert_eq!(fold("it is \"one two\"", 12), "it is\n  \"one two\"");
        assert_eq!(fold("it is \"one two\"", 8), "it is\n  \"one\n  two\"");
        assert_eq!(fold("a) (b c", 4), "a)\n  (b\n  c");
    }

    #[test]
    fn the_last_cell_of_a_row_goes_on_below_itself() {
        assert_eq!(fold("├─ 10  one two three four", 20), "├─ 10  one two three\n│      four");
    }

    #[test]
    fn no_line_begins_with_the_sign_of_a_sum() {
        assert_eq!(fold("Nim(3) + Nim(4) - Nim(5)", 10), "Nim(3) +\n  Nim(4) -\n  Nim(5)");
    }
}
