//! Trees of loopy games: play is followed until a game occurs again.

use upstar_core::{Notation, Player, Store};

use super::in_notation;
use crate::picture::{DrawnTree, Figure, GameLabel};
use crate::value::{Value, loopy};

/// Most games in a tree.
const MOST_GAMES: usize = 60;

/// Tree of a loopy game in its canonical form. `None` where it is none, or where the tree is too large.
pub fn figure(store: &Store, value: &Value) -> Option<Figure> {
    let root = match value {
        Value::LoopyBracket(bracket) => bracket.value(),
        other => other,
    };
    let mut room = MOST_GAMES;
    let tree = tree(store, root, &mut Vec::new(), &mut room)?;
    let is_leaf = tree.left.is_empty() && tree.right.is_empty();
    (!is_leaf).then_some(Figure::Tree(tree))
}

/// `above` are the games from the root to this one.
fn tree(
    store: &Store,
    value: &Value,
    above: &mut Vec<Value>,
    room: &mut usize,
) -> Option<DrawnTree> {
    *room = room.checked_sub(1)?;
    let is_again = above.contains(value);
    let name = |notation| {
        let text = in_notation(store, value, notation).ok()?;
        Some(if is_again { format!("{text} again") } else { text })
    };
    let label = GameLabel {
        unicode: name(Notation::UNICODE)?,
        ascii: name(Notation::ASCII)?,
        latex: name(Notation::LATEX)?,
    };
    let mut sides = [Vec::new(), Vec::new()];
    if let (Value::Loopy(game), false) = (value, is_again) {
        above.push(value.clone());
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for option in loopy::options(store, game, player).ok()? {
                side.push(tree(store, &option, above, room)?);
            }
        }
        above.pop();
    }
    let [left, right] = sides;
    Some(DrawnTree { label, left, right })
}
