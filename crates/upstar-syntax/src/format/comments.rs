//! Alignment of comments at the ends of lines.

use std::collections::BTreeMap;

use super::layout::OutputLine;

/// The last column to which comments are pushed by longer lines beside theirs.
const FARTHEST: usize = 60;
/// Fewest blanks before a comment.
const APART: usize = 2;

/// The text of all lines.
pub(super) fn joined(lines: &[OutputLine]) -> String {
    let groups: Vec<&[OutputLine]> = groups(lines).collect();
    let aligned = aligned_columns(&groups);
    let mut text = String::new();
    let mut below = lines.iter().skip(1);
    for group in groups {
        let column = column_of(group, &aligned);
        let mut place = column;
        for line in group {
            let below = below.next();
            if line.gap {
                text.push('\n');
            }
            let end = if line.text.is_empty() { 0 } else { line.end };
            if !line.text.is_empty() {
                pad(&mut text, line.indent);
                text.push_str(&line.text);
            }
            if let Some(comment) = &line.comment {
                if !line.text.is_empty() {
                    place = column.max(end + APART);
                    // Else the comment below would go on with this one.
                    place += usize::from(below.is_some_and(|below| is_comment_at(below, place)));
                }
                pad(&mut text, place - end);
                text.push_str(&comment.text);
            }
            text.push('\n');
        }
    }
    text
}

/// Whether a line is a comment alone that stands at a column.
fn is_comment_at(line: &OutputLine, column: usize) -> bool {
    let begins = ["//", "/*"].iter().any(|mark| line.text.starts_with(mark));
    begins && line.comment.is_none() && !line.gap && line.indent == column
}

fn pad(text: &mut String, blanks: usize) {
    text.extend(std::iter::repeat_n(' ', blanks));
}

/// Groups of lines with comments at their ends: consecutive lines without an empty line between them. A
/// line that opens a block is in another group than its contents. Other lines are alone.
fn groups(lines: &[OutputLine]) -> impl Iterator<Item = &[OutputLine]> {
    lines.chunk_by(|above, below| {
        let opens = above.text.ends_with('{') && !below.text.is_empty();
        above.comment.is_some() && below.comment.is_some() && !below.gap && !opens
    })
}

/// The lines of a group that have a comment beside something, each with its end and the column of the
/// comment in the source.
fn commented(group: &[OutputLine]) -> impl Iterator<Item = (usize, usize)> {
    let beside = group.iter().filter(|line| !line.text.is_empty());
    beside.filter_map(|line| line.comment.as_ref().map(|comment| (line.end, comment.column)))
}

/// First column of the comments of a group in the source, if most of its short lines leave room for a
/// comment there.
fn first_column(group: &[OutputLine]) -> Option<usize> {
    let fitting = commented(group).filter(|(end, column)| end + APART <= *column);
    let first = fitting.map(|(_, column)| column).min()?;
    let ends = || commented(group).map(|(end, _)| end + APART);
    let short = ends().filter(|&end| end <= FARTHEST.max(first)).count();
    let fit = ends().filter(|&end| end <= first).count();
    (4 * fit >= 3 * short).then_some(first)
}

/// Columns at which the author has aligned comments: the first columns of groups whose lines have different
/// lengths. Output of [`joined`] has these columns again.
fn aligned_columns(groups: &[&[OutputLine]]) -> BTreeMap<usize, bool> {
    let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
    let mut aligned = BTreeMap::new();
    for group in groups {
        let Some(first) = first_column(group) else { continue };
        for (end, _) in
            commented(group).filter(|&(end, column)| column == first && end + APART <= first)
        {
            let other = *ends.entry(first).or_insert(end) != end;
            *aligned.entry(first).or_insert(false) |= other;
        }
    }
    aligned
}

/// Column of the comments of a group: as the author has aligned them, or else after the longest of its
/// short lines.
fn column_of(group: &[OutputLine], aligned: &BTreeMap<usize, bool>) -> usize {
    let first =
        first_column(group).filter(|first| aligned.get(first).is_some_and(|&aligned| aligned));
    let longest = || {
        let columns = commented(group).map(|(end, _)| end + APART);
        columns.filter(|&column| column <= FARTHEST).max().unwrap_or(0)
    };
    first.unwrap_or_else(longest)
}
