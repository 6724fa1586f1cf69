//! Positions that have the same points by the rules, each by the first of them.

use std::sync::Arc;

use upstar_core::Player;

use super::Spot;
use crate::analysis::invariance::Change;
use crate::eval::Machine;
use crate::value::{Cells, Position, Result, Value};

impl Machine<'_> {
    /// The normal form of a spot, and whether the players have changed sides.
    pub(super) fn in_normal_form(&mut self, spot: Spot) -> Result<(Spot, bool)> {
        let ruleset = &spot.position.ruleset;
        let form = self.points_invariance(ruleset);
        let mut exchanged = false;
        let Spot { position, mut mover } = spot;
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
        Ok((Spot { position, mover }, exchanged))
    }
}

/// The normal form of a board or graph, where it is another one.
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
