//! Positions that have the same points by the rules, each by the first of them.

use std::rc::Rc;

use crate::eval::Machine;
use crate::rules::rewrite::Symmetries;
use crate::value::{Cells, Position, Result, Value};

/// What may be done to positions of a ruleset without changing their points.
#[derive(Debug, Clone)]
pub(in crate::eval) enum Form {
    /// The board at a place among the parameters is turned and mirrored.
    Board(usize, Rc<Symmetries>),
    /// The graph at a place among the parameters is renumbered; whether vertex 0 stays.
    Graph(usize, bool),
}

impl Machine<'_> {
    pub(super) fn in_normal_form(&mut self, position: Rc<Position>) -> Result<Rc<Position>> {
        let ruleset = &position.ruleset;
        let form = match self.world.point_forms.get(&ruleset.id) {
            Some(known) => known.clone(),
            None => {
                let form = self.blind_for_points(ruleset);
                self.world.point_forms.insert(ruleset.id, form.clone());
                form
            }
        };
        let (place, normal) = match form {
            None => return Ok(position),
            Some(Form::Board(place, symmetries)) => {
                let Some(Value::Board(cells)) = position.arguments().get(place) else {
                    return Ok(position);
                };
                let (board, _) = symmetries.canonical(&cells.board);
                if board == cells.board {
                    return Ok(position);
                }
                let (alphabet, shape) = (cells.alphabet.clone(), cells.shape);
                (place, Value::Board(Rc::new(Cells { board, alphabet, shape })))
            }
            Some(Form::Graph(place, rooted)) => {
                let Some(Value::Graph(graph)) = position.arguments().get(place) else {
                    return Ok(position);
                };
                self.budget.step()?;
                (place, Value::Graph(Rc::new(graph.normal(rooted))))
            }
        };
        let mut arguments = position.arguments().to_vec();
        arguments[place] = normal;
        Ok(Rc::new(Position::new(ruleset.clone(), arguments)?))
    }
}
