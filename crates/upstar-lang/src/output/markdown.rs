//! The Markdown of help pages as documents.
//!
//! Knows: headings, paragraphs, lists, tables, fenced code, `code` and *stress* in a line.
//! Must not know: what the pages are about; the rest of Markdown.

use super::{Block, Document, Line, Role};

/// The document that `text` describes. Titles of level one are left to the caller.
pub fn parse(text: &str) -> Document {
    let mut document = Document::new();
    let mut lines = text.lines().peekable();
    let mut gathered = ParagraphLines::default();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            gathered.flush(&mut document);
            let code = lines.by_ref().take_while(|line| !line.trim().starts_with("```"));
            document.code(code.map(|line| Line::new().with(Role::Code, line)).collect());
        } else if trimmed.starts_with('#') {
            gathered.flush(&mut document);
            document.heading(trimmed.trim_start_matches('#').trim());
        } else if let Some(item) = trimmed.strip_prefix("- ").or(trimmed.strip_prefix("* ")) {
            gathered.flush(&mut document);
            gathered = ParagraphLines { text: item.to_owned(), item: true };
        } else if trimmed.starts_with('|') {
            gathered.flush(&mut document);
            let mut rows = vec![trimmed];
            while let Some(row) = lines.next_if(|line| line.trim().starts_with('|')) {
                rows.push(row.trim());
            }
            document.table(table(&rows));
        } else if trimmed.is_empty() {
            gathered.flush(&mut document);
            document.blank();
        } else {
            gathered.add(trimmed);
        }
    }
    gathered.flush(&mut document);
    document
}

/// The cells of a table; above a line of dashes stands its header.
fn table(lines: &[&str]) -> Vec<Vec<Line>> {
    let rows: Vec<Vec<String>> = lines.iter().map(|line| cells(line)).collect();
    let dashes = |row: &Vec<String>| {
        row.iter().all(|cell| cell.contains('-') && cell.trim_matches(['-', ':']).is_empty())
    };
    let has_header = rows.get(1).is_some_and(dashes);
    let mut shown = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let header = has_header && n == 0;
        if (has_header && n == 1) || (header && row.iter().all(String::is_empty)) {
            continue;
        }
        shown.push(match header {
            true => row.iter().map(|cell| Line::new().with(Role::Strong, cell)).collect(),
            false => row.iter().map(|cell| inline(cell)).collect(),
        });
    }
    shown
}

/// The cells of a row; `\|` is a bar in one.
fn cells(row: &str) -> Vec<String> {
    let inside = row.strip_prefix('|').unwrap_or(row);
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let mut signs = inside.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if signs.peek() == Some(&'|') => {
                signs.next();
                cell.push('|');
            }
            '|' => cells.push(std::mem::take(&mut cell)),
            sign => cell.push(sign),
        }
    }
    // After the last bar nothing follows.
    if !cell.trim().is_empty() {
        cells.push(cell);
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Lines of one paragraph or list entry.
#[derive(Default)]
struct ParagraphLines {
    text: String,
    item: bool,
}

impl ParagraphLines {
    fn add(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(line);
    }

    fn flush(&mut self, document: &mut Document) {
        if !self.text.is_empty() {
            let line = inline(&self.text);
            document.push(if self.item { Block::Item(line) } else { Block::Paragraph(line) });
        }
        *self = ParagraphLines::default();
    }
}

/// Converts a line with `code` and *stress* or **stress**; links keep their text.
pub fn inline(text: &str) -> Line {
    let mut line = Line::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        let (before, marked) = rest.split_at(at);
        match mark(marked) {
            Some((piece, role, after)) => {
                line = plain(line, before).with(role, piece);
                rest = after;
            }
            None => {
                let end = at + 1;
                line = plain(line, &rest[..end]);
                rest = &rest[end..];
            }
        }
    }
    plain(line, rest)
}

fn plain(mut line: Line, text: &str) -> Line {
    match line.pieces.last_mut() {
        _ if text.is_empty() => line,
        Some(last) if last.role == Role::Plain => {
            last.text.push_str(text);
            line
        }
        _ => line.text(text),
    }
}

/// Contents and role of a marked part at the beginning of `text`, and the rest.
fn mark(text: &str) -> Option<(&str, Role, &str)> {
    let between = |open: &str, close: &str| {
        let inner = text.strip_prefix(open)?;
        let (inner, after) = inner.split_once(close)?;
        let tight = !inner.is_empty() && inner.trim() == inner;
        tight.then_some((inner, after))
    };
    if text.starts_with('[') {
        let (shown, after) = between("[", "](")?;
        return Some((shown.trim_matches('`'), Role::Strong, after.split_once(')')?.1));
    }
    let (inner, role, after) = match between("``", "``").or_else(|| between("`", "`")) {
        Some((inner, after)) => (inner, Role::Code, after),
        None => {
            let (inner, after) = between("**", "**").or_else(|| between("*", "*"))?;
            (inner, Role::Strong, after)
        }
    };
    Some((inner, role, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Style, render};

    #[test]
    fn a_page_becomes_a_document() {
        let page = "## Nim\n\nTake any number\nof `counters`.\n\n- one *heap*\n- [more](x.md)\n\n```game\n*2 + *3\n```\n";
        let text = render(&parse(page), Style::default());
        assert_eq!(
            text,
            "Nim\n\nTake any number of counters.\n\n- one heap\n- more\n\n  *2 + *3\n"
        );
    }

    #[test]
    fn tables_keep_their_columns() {
        let page = "Above:\n\n| Type | For |\n|---|---|\n| `a \\|\\| b` | confused |\n| `2 * x` | a product |\nBelow.\n";
        let text = render(&parse(page), Style::default());
        assert_eq!(
            text,
            "Above:\n\n  Type    For\n  a || b  confused\n  2 * x   a product\nBelow.\n"
        );
        assert_eq!(render(&parse("| | |\n|---|---|\n| 1 | 2 |"), Style::default()), "  1  2\n");
    }

    #[test]
    fn a_star_alone_is_a_star() {
        let line = inline("the sum 1 + * is * + 1, and `^*` is code");
        let plain: String = line.pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(plain, "the sum 1 + * is * + 1, and ^* is code");
        assert_eq!(line.pieces[1].role, Role::Code);
    }
}
