//! Documents (pages of help and of errors) as JSON.

use serde_json::{Value as Json, json};
use upstar_lang::output::{Block, Document, Line, Role};

/// The name of a role, or none for running text.
pub(crate) fn role(role: Role) -> Option<&'static str> {
    Some(match role {
        Role::Plain => return None,
        Role::Heading => "heading",
        Role::Code => "code",
        Role::Keyword => "keyword",
        Role::Name => "name",
        Role::Number => "number",
        Role::Game => "game",
        Role::Text => "text",
        Role::Faint => "faint",
        Role::Strong => "strong",
        Role::Good => "good",
        Role::Bad => "bad",
    })
}

/// The blocks: `{"kind", "line"}`, `{"kind": "code", "lines"}` or `{"kind": "table", "rows"}`. A line is a
/// list of texts, and of `{"text", "role"}`.
pub(crate) fn document(document: &Document) -> Json {
    Json::Array(document.blocks.iter().filter_map(block).collect())
}

fn block(block: &Block) -> Option<Json> {
    Some(match block {
        Block::Heading(of) => json!({ "kind": "heading", "line": line(of) }),
        Block::Line(of) => json!({ "kind": "line", "line": line(of) }),
        Block::Paragraph(of) => json!({ "kind": "paragraph", "line": line(of) }),
        Block::Item(of) => json!({ "kind": "item", "line": line(of) }),
        Block::Code(lines) => {
            json!({ "kind": "code", "lines": lines.iter().map(line).collect::<Vec<_>>() })
        }
        Block::Table(rows) => {
            let row = |row: &Vec<Line>| row.iter().map(line).collect::<Vec<_>>();
            json!({ "kind": "table", "rows": rows.iter().map(row).collect::<Vec<_>>() })
        }
        Block::Blank => return None,
    })
}

fn line(line: &Line) -> Json {
    let piece = |piece: &upstar_lang::output::Piece| match role(piece.role) {
        Some(role) => json!({ "text": piece.text, "role": role }),
        None => json!(piece.text),
    };
    Json::Array(line.pieces.iter().map(piece).collect())
}
