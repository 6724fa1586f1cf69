//! A program as the cells of a worksheet.

use serde_json::{Value as Json, json};
use upstar_lang::syntax::{TokenKind, tokens};

/// `{"kind": "code" | "text", "text"}` for each piece between blank lines, where no bracket is open. A piece
/// of comments alone is text; `///`, `//=` and `//!` belong to code.
pub(crate) fn pieces(program: &str) -> Vec<Json> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let open = open_at_lines(program);
    for (number, line) in program.split_inclusive('\n').enumerate() {
        match line.trim().is_empty() && !open[number] {
            true => pieces.extend(finished(&mut piece)),
            false => piece.push_str(line),
        }
    }
    pieces.extend(finished(&mut piece));
    pieces
}

/// For each line, whether a bracket, a text or a comment is open at its beginning.
fn open_at_lines(program: &str) -> Vec<bool> {
    let starts: Vec<usize> =
        std::iter::once(0).chain(program.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut open = vec![false; starts.len()];
    let (mut depth, mut line) = (0_usize, 0);
    for token in tokens(program) {
        while line < starts.len() && starts[line] <= token.range.start {
            open[line] = depth > 0;
            line += 1;
        }
        while line < starts.len() && starts[line] < token.range.end {
            open[line] = depth > 0 || program[token.range.clone()].trim().contains('\n');
            line += 1;
        }
        match (token.kind, &program[token.range]) {
            (TokenKind::Bracket, "(" | "[" | "{") => depth += 1,
            (TokenKind::Bracket, ")" | "]" | "}") => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    open
}

fn finished(piece: &mut String) -> Option<Json> {
    let text = std::mem::take(piece);
    let text = text.trim_matches('\n').trim_end();
    if text.trim().is_empty() {
        return None;
    }
    let words = |line: &str| {
        let rest = line.strip_prefix("//").filter(|rest| !rest.starts_with(['/', '=', '!']))?;
        Some(rest.strip_prefix(' ').unwrap_or(rest).trim_end().to_owned())
    };
    let comment: Option<Vec<String>> = text.lines().map(words).collect();
    Some(match comment {
        Some(lines) => json!({ "kind": "text", "text": lines.join("\n") }),
        None => json!({ "kind": "code", "text": text }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(program: &str) -> Vec<(String, String)> {
        let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
        pieces(program).iter().map(|one| (text(&one["kind"]), text(&one["text"]))).collect()
    }

    fn piece(kind: &str, text: &str) -> (String, String) {
        (kind.to_owned(), text.to_owned())
    }

    #[test]
    fn blank_lines_part_pieces_but_not_within_brackets() {
        let program = "// Words\n// more\n\nx := 1\ny := 2\n\ngame G(n: heap) {\n  move 0\n\n  move 1 if n > 1\n}\n";
        assert_eq!(
            cut(program),
            [
                piece("text", "Words\nmore"),
                piece("code", "x := 1\ny := 2"),
                piece("code", "game G(n: heap) {\n  move 0\n\n  move 1 if n > 1\n}"),
            ]
        );
    }

    #[test]
    fn what_is_expected_stays_with_its_statement() {
        assert_eq!(cut("1 + 1\n//= 2\n"), [piece("code", "1 + 1\n//= 2")]);
        assert_eq!(cut("\n\n"), []);
        assert_eq!(cut("(\n\n"), [piece("code", "(")]);
    }
}
