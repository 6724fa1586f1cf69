//! Normal form of positions with the same points.

use std::sync::Arc;

use upstar_core::Player;

use super::PointsNode;
use crate::analysis::invariance::Change;
use crate::eval::Machine;
use crate::value::{Cells, Position, Result, Value};

impl Machine<'_> {
    /// Normal form of a node, and whether the players are exchanged.
    pub(super) fn in_normal_form(&mut self, node: PointsNode) -> Result<(PointsNode, bool)> {
        let ruleset = &node.position.ruleset;
        let form = self.points_invariance(ruleset);
        let mut exchanged = false;
        let PointsNode { position, mut mover } = node;
        if form.turns && mover == Some(Player::Right) {
            (mover, exchanged) = (Some(Player::Left), true);
        }
        let arguments = position.arguments();
        let mut normal: Option<Vec<Value>> = None;
        if let Some(place) = form.player
            && let Some(Value::Player(Player::Right)) = arguments.get(place)
        {
            let arguments = normal.get_or_insert_with(|| position.arguments().to_vec());
            arguments[place] = Value::Player(Player::Left);
            exchanged = true;
        }
        if let Some((place, change)) = &form.whole
            && let Some(value) = arguments.get(*place)
            && let Some(value) = changed(value, change)
        {
            self.budget.step()?;
            normal.get_or_insert_with(|| arguments.to_vec())[*place] = value;
        }
        let position = match normal {
            Some(arguments) => Arc::new(Position::new(position.ruleset.clone(), arguments)?),
            None => position,
        };
        Ok((PointsNode { position, mover }, exchanged))
    }
}

/// Normal form of a board or graph; `None` for a board in normal form, or another value.
fn changed(value: &Value, change: &Change) -> Option<Value> {
    match (value, change) {
        (Value::Board(cells), Change::Board(symmetries)) => {
            let (board, _) = symmetries.canonical(&cells.board);
            let (alphabet, shape) = (cells.alphabet.clone(), cells.shape);
            (board != cells.board).then(|| Value::Board(Arc::new(Cells { board, alphabet, shape })))
        }
        (Value::Graph(graph), Change::Graph { rooted }) => {
            Some(Value::Graph(Arc::new(graph.normal(*rooted))))
        }
        _ => None,
    }
}
