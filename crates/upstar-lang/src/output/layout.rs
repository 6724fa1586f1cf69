//! Documents as text, with or without colour.
//!
//! Knows: columns, line breaks, ANSI escape sequences. Must not know: what the document is about.

use unicode_width::UnicodeWidthStr;

use super::{Block, Document, Line, Piece, Role};

/// Style of drawn documents.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Columns available.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Self {
        Style { color: false, width: 80 }
    }
}

/// Indentation of code and tables.
const INDENT: usize = 2;
/// Least number of columns for the last column of a table beside the others.
const LEAST_BESIDE: usize = 20;

/// The document as text; every line ends in a newline.
pub fn render(document: &Document, style: Style) -> String {
    let mut lines: Vec<Line> = Vec::new();
    for block in &document.blocks {
        lay_out(block, style.width.max(40), &mut lines);
    }
    lines.iter().map(|line| draw(line, style)).collect()
}

/// `text` in the colours of its role.
pub fn paint(role: Role, text: &str, color: bool) -> String {
    match escape(role) {
        Some(escape) if color && !text.is_empty() => format!("\x1b[{escape}m{text}\x1b[0m"),
        _ => text.to_owned(),
    }
}

/// Colours that colour-blind readers can distinguish, on dark and on light ground.
fn escape(role: Role) -> Option<&'static str> {
    match role {
        Role::Plain => None,
        Role::Heading | Role::Strong => Some("1"),
        Role::Code | Role::Game => Some("36"),
        Role::Keyword => Some("35"),
        Role::Name => Some("34"),
        Role::Number => Some("33"),
        Role::Text => Some("32"),
        Role::Faint => Some("2"),
        Role::Good => Some("1;36"),
        Role::Bad => Some("1;31"),
    }
}

fn draw(line: &Line, style: Style) -> String {
    let end = line.pieces.iter().rposition(|piece| !piece.text.trim_end().is_empty());
    let mut text = String::new();
    for (index, piece) in line.pieces.iter().enumerate().take(end.map_or(0, |end| end + 1)) {
        let shown = if Some(index) == end { piece.text.trim_end() } else { &piece.text };
        text.push_str(&paint(piece.role, shown, style.color));
    }
    text.push('\n');
    text
}

fn lay_out(block: &Block, width: usize, lines: &mut Vec<Line>) {
    match block {
        Block::Heading(line) => {
            blank(lines);
            lines.push(line.clone());
        }
        Block::Line(line) => lines.push(line.clone()),
        Block::Paragraph(line) => lines.extend(wrap(line, width)),
        Block::Code(code) => {
            lines.extend(code.iter().flat_map(|line| hanging(line, INDENT, width)));
        }
        Block::Item(line) => {
            let wrapped = wrap(line, width.saturating_sub(2));
            lines.extend(wrapped.into_iter().enumerate().map(|(index, line)| match index {
                0 => prefixed(line, "- "),
                _ => indented(line, 2),
            }));
        }
        Block::Table(rows) => table(rows, width, lines),
        Block::Blank => blank(lines),
    }
}

/// An empty line, unless there is one or nothing is to be separated.
fn blank(lines: &mut Vec<Line>) {
    if lines.last().is_some_and(|last| !last.pieces.is_empty()) {
        lines.push(Line::new());
    }
}

/// Lays out columns two blanks apart; the last one is wrapped in the remaining width.
fn table(rows: &[Vec<Line>], width: usize, lines: &mut Vec<Line>) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut widths = vec![0; columns];
    for row in rows {
        for (cell, widest) in row.iter().zip(&mut widths).take(columns.saturating_sub(1)) {
            // A cell wider than this does not push all the others away.
            *widest = (*widest).max(columns_of(cell).min(width / 2));
        }
    }
    for row in rows {
        let (last, cells) = match row.split_last() {
            Some((last, cells)) if row.len() == columns => (last.clone(), cells),
            _ => (Line::new(), row.as_slice()),
        };
        lines.extend(table_row(cells, &last, &widths, width));
    }
}

/// Lays out a row of a table, whose last cell is in what remains of `width` beside the others, or else below them.
fn table_row(cells: &[Line], last: &Line, widths: &[usize], width: usize) -> Vec<Line> {
    let mut start = Line::new();
    let (mut used, mut wanted) = (INDENT, INDENT);
    for (cell, widest) in cells.iter().zip(widths) {
        start.pieces.extend(cell.pieces.iter().cloned());
        let padding = widest.saturating_sub(columns_of(cell)) + 2;
        start = start.text(" ".repeat(padding));
        used += columns_of(cell) + padding;
        wanted += widest + 2;
    }
    let has_room = width >= wanted + LEAST_BESIDE;
    if has_room && (used == wanted || used + columns_of(last) <= width) {
        let mut wrapped = wrap(last, width - wanted).into_iter();
        start.pieces.extend(wrapped.next().unwrap_or_default().pieces);
        let below = wrapped.map(|line| indented(line, wanted));
        return std::iter::once(indented(start, INDENT)).chain(below).collect();
    }
    let below = if has_room { wanted } else { 2 * INDENT };
    let mut lines = hanging(&start, INDENT, width);
    if !last.pieces.is_empty() {
        lines.extend(wrap(last, width - below).into_iter().map(|line| indented(line, below)));
    }
    lines
}

/// Breaks a line that begins at a column between words; its other lines begin two columns further.
fn hanging(line: &Line, column: usize, width: usize) -> Vec<Line> {
    let wrapped = wrap(line, width - column - 2).into_iter().enumerate();
    match columns_of(line) <= width - column {
        true => vec![indented(line.clone(), column)],
        false => wrapped.map(|(at, line)| indented(line, column + 2 * at.min(1))).collect(),
    }
}

fn columns_of(line: &Line) -> usize {
    line.pieces.iter().map(|piece| piece.text.width()).sum()
}

fn indented(line: Line, columns: usize) -> Line {
    if line.pieces.is_empty() { line } else { prefixed(line, &" ".repeat(columns)) }
}

fn prefixed(mut line: Line, prefix: &str) -> Line {
    line.pieces.insert(0, Piece { text: prefix.to_owned(), role: Role::Plain });
    line
}

/// Breaks a line between words.
fn wrap(line: &Line, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut current = Line::new();
    let mut used = 0;
    for word in words(line, width) {
        let text: String = word.iter().map(|piece| piece.text.as_str()).collect();
        if used > 0 && used + text.trim_end().width() > width {
            lines.push(std::mem::take(&mut current));
            used = 0;
        }
        used += text.width();
        current.pieces.extend(word);
    }
    lines.push(current);
    lines
}

/// Words of a line, each with the blanks after it; a word may have parts in several roles.
fn words(line: &Line, width: usize) -> Vec<Vec<Piece>> {
    let mut words: Vec<Vec<Piece>> = vec![Vec::new()];
    for piece in &line.pieces {
        // Code is kept together where it fits: a line break inside could be typed by mistake.
        let whole = piece.role == Role::Code && piece.text.width() <= width;
        let parts: Vec<&str> =
            if whole { vec![&piece.text] } else { piece.text.split_inclusive(' ').collect() };
        for part in parts {
            let piece = Piece { text: part.to_owned(), role: piece.role };
            if let Some(word) = words.last_mut() {
                word.push(piece);
            }
            if !whole && part.ends_with(' ') {
                words.push(Vec::new());
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_between_words_but_not_in_code() {
        let mut document = Document::new();
        document.paragraph("The value of a sum is the sum of the `left_options(a + b)` values.");
        let text = render(&document, Style { color: false, width: 40 });
        assert_eq!(text, "The value of a sum is the sum of the\nleft_options(a + b) values.\n");
    }

    #[test]
    fn the_last_column_of_a_table_is_broken() {
        let cell = |text: &str| Line::new().text(text);
        let mut document = Document::new();
        document.table(vec![
            vec![cell("on"), cell("a value that is larger than any number")],
            vec![cell("under"), cell("less")],
        ]);
        let text = render(&document, Style { color: false, width: 40 });
        assert_eq!(
            text,
            "  on     a value that is larger than any\n         number\n  under  less\n"
        );
    }

    #[test]
    fn no_line_is_wider_than_the_screen() {
        let code = |text: &str| Line::new().with(Role::Code, text);
        let long = "sum(canonical(Nim(n)) for n in 1..20 if n != 3) + canonical(Nim(3))";
        let mut document = Document::new();
        document.paragraph(&format!("Type `{long}` and see."));
        document.code(vec![code(long)]);
        document.table(vec![vec![code(long), code("a sum of many heaps of Nim, but one")]]);
        document.table(vec![
            vec![code("a"), code("what is beside a short cell")],
            vec![code("f(x, y, [z, more, and, more])"), code("what is beside a long one")],
        ]);
        for width in [40, 60, 80] {
            let text = render(&document, Style { color: false, width });
            assert!(text.lines().all(|line| line.width() <= width), "{text}");
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let wide = render(&document, Style { color: false, width: 400 });
            assert_eq!(words(&text), words(&wide));
        }
    }

    #[test]
    fn colour_is_drawn_only_when_asked_for() {
        assert_eq!(paint(Role::Bad, "no", false), "no");
        assert_eq!(paint(Role::Bad, "no", true), "\u{1b}[1;31mno\u{1b}[0m");
    }
}
