//! Explanations for pages: sentences in pieces, so that values are typeset and positions are drawn.

use serde_json::{Value as Json, json};
use upstar_core::{Notation, Store};
use upstar_lang::picture::Figure;
use upstar_lang::play::position;
use upstar_lang::value::explanation::{Explanation, Piece, Sentence, Step};
use upstar_lang::value::{Result, Summands, Value, show};

use crate::figures::{Drawn, drawn};

/// More summands of one sum are not drawn.
const MOST_DRAWN: usize = 6;

/// `{"title", "steps"}`: the title as a list of pieces. A step is `{"says", "because"}`, `{"table"}` with lists of
/// pieces as cells, `{"drawing"}` with an SVG picture, or null for a folded step.
///
/// A piece is a text, `{"value"}`, or `{"position", "parts"}` with the summands as figures.
pub fn explanation(store: &Store, explanation: &Explanation) -> Result<Json> {
    Ok(json!({
        "title": sentence(store, &explanation.title)?,
        "steps": steps(store, &explanation.steps)?,
    }))
}

fn steps(store: &Store, all: &[Step]) -> Result<Json> {
    let step = |one: &Step| {
        store.budget().step()?;
        Ok(match one {
            Step::Says { line, under } | Step::Claims { line, under, .. } => json!({
                "says": sentence(store, line)?,
                "because": steps(store, under)?,
            }),
            Step::Table(rows) => {
                let row = |row: &Vec<Sentence>| {
                    row.iter().map(|cell| sentence(store, cell)).collect::<Result<Vec<_>>>()
                };
                json!({ "table": rows.iter().map(row).collect::<Result<Vec<_>>>()? })
            }
            Step::Drawing(walls) => {
                json!({ "drawing": Figure::Thermograph(walls.clone()).to_svg() })
            }
            Step::Folded => Json::Null,
        })
    };
    Ok(Json::Array(all.iter().map(step).collect::<Result<_>>()?))
}

fn sentence(store: &Store, sentence: &Sentence) -> Result<Json> {
    let pieces = sentence.pieces.iter().map(|one| piece(store, one));
    Ok(Json::Array(pieces.collect::<Result<_>>()?))
}

fn piece(store: &Store, piece: &Piece) -> Result<Json> {
    let alone = Sentence { pieces: vec![piece.clone()] };
    let text = show::sentence(store, &alone, Notation::UNICODE)?;
    let parts = match piece {
        Piece::Words(_) | Piece::Sign(_) => return Ok(json!(text)),
        Piece::Value(value) => parts(store, std::iter::once(value))?,
        Piece::Sum(sum) => parts_of_sum(store, sum)?,
    };
    Ok(match parts {
        Some(parts) => json!({ "position": text, "parts": parts }),
        None => json!({ "value": text }),
    })
}

/// The summands of a sum as figures; none where one is negated, which a figure cannot say.
fn parts_of_sum(store: &Store, sum: &Summands) -> Result<Option<Vec<Json>>> {
    if sum.terms().iter().any(|term| term.negated) {
        return Ok(None);
    }
    parts(store, sum.terms().iter().map(|term| &term.game))
}

fn parts<'v>(store: &Store, values: impl Iterator<Item = &'v Value>) -> Result<Option<Vec<Json>>> {
    let mut parts: Vec<Drawn> = Vec::new();
    let mut is_position = false;
    for value in values {
        is_position |= position(value).is_some() || matches!(value, Value::Sum(_));
        // A list of moves or a truth has no figure.
        let Ok(drawn) = drawn(store, value) else { return Ok(None) };
        parts.extend(drawn);
    }
    let is_drawn = is_position && parts.len() <= MOST_DRAWN && parts.iter().any(Drawn::has_figure);
    Ok(is_drawn.then(|| parts.iter().map(Drawn::json).collect()))
}
