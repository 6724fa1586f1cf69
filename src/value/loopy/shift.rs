//! Brackets with cycles as they were typed, negated and shifted by numbers.
//!
//! Different kos can have the same sides, so the bracket as typed is kept where it says more than the
//! value.

use super::bracket::{LoopyBracket, Node, values};
use crate::syntax::ast::BinaryOp;
use crate::value::host::Host;
use crate::value::{Result, Value, ops};

impl LoopyBracket {
    /// The negative: all brackets with their sides exchanged. Of `form(G)` that of the value.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn negative(&self, host: &mut dyn Host) -> Result<Value> {
        if self.is_as_typed() {
            return ops::neg(host, self.value());
        }
        let mut nodes = Vec::with_capacity(self.nodes().len());
        for node in self.nodes() {
            nodes.push(match node {
                Node::Bracket([left, right]) => Node::Bracket([right.clone(), left.clone()]),
                Node::Value(value) => Node::Value(ops::neg(host, value)?),
            });
        }
        single(host, nodes, self.root())
    }
}

/// A typed bracket plus or less a number, or a number less or plus it, with the number at every
/// game that is not a typed bracket. Nothing where that is another game, as for `(a: <1||a|0>) + 3`:
/// a side in which a player never moves back is simplest among numbers, which no translation keeps.
/// So the value of each bracket is compared with the sum.
///
/// # Errors
/// When a limit is passed.
pub(in crate::value) fn shifted(
    host: &mut dyn Host,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Option<Value>> {
    let (bracket, number) = match (op, left, right) {
        (BinaryOp::Add, Value::LoopyBracket(bracket), Value::Number(x))
        | (BinaryOp::Add, Value::Number(x), Value::LoopyBracket(bracket)) => {
            (bracket.clone(), x.clone())
        }
        (BinaryOp::Sub, Value::LoopyBracket(bracket), Value::Number(x)) => (bracket.clone(), -x),
        (BinaryOp::Sub, Value::Number(x), Value::LoopyBracket(bracket)) => {
            match bracket.negative(host)? {
                Value::LoopyBracket(negative) => (negative, x.clone()),
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    if bracket.is_as_typed() || number.to_dyadic().is_none() {
        return Ok(None);
    }
    let number = Value::Number(number);
    let mut nodes = Vec::with_capacity(bracket.nodes().len());
    let mut brackets = Vec::new();
    for (place, node) in bracket.nodes().iter().enumerate() {
        nodes.push(match node {
            Node::Bracket(_) => {
                brackets.push(place as u32);
                node.clone()
            }
            Node::Value(value) => Node::Value(ops::binary(host, BinaryOp::Add, value, &number)?),
        });
    }
    let before = values(host, bracket.nodes().to_vec(), &brackets)?;
    let after = values(host, nodes, &brackets)?;
    for (before, after) in before.iter().zip(&after) {
        let sum = super::binary(host, BinaryOp::Add, &super::plain(before), &number)?;
        if !super::equal(host, &sum, after)? {
            return Ok(None);
        }
    }
    let root = brackets.iter().position(|place| *place == bracket.root());
    Ok(root.map(|place| after[place].clone()))
}

/// The bracket at `root`.
fn single(host: &mut dyn Host, nodes: Vec<Node>, root: u32) -> Result<Value> {
    let mut found = values(host, nodes, &[root])?;
    Ok(found.swap_remove(0))
}
