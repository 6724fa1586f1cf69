//! Reduction of graphs of sides that are not stoppers.

use super::arena::Arena;
use super::nodes::fold;
use super::order::Order;
use super::{LoopyForm, Node};
use crate::{Error, Store};

/// Larger graphs are not reduced.
const MOST_VERTICES: usize = 64;

/// A graph with the same onside, from which no option can be removed.
///
/// Options are removed one by one as long as the onside is unchanged; the result may depend on the order.
///
/// # Errors
/// When the budget is exhausted. Cost: for each option, a comparison of the graph with itself.
pub(super) fn reduced(store: &Store, form: LoopyForm) -> Result<LoopyForm, Error> {
    if form.len() > MOST_VERTICES {
        return Ok(form);
    }
    let given = form.clone();
    let mut best = form;
    while let Some(smaller) = smaller(store, &given, &best)? {
        best = smaller;
    }
    Ok(best)
}

/// The first graph with one option less and the same onside.
fn smaller(store: &Store, given: &LoopyForm, form: &LoopyForm) -> Result<Option<LoopyForm>, Error> {
    for (vertex, node) in form.nodes().iter().enumerate() {
        let Node::Loopy(sides) = node else { continue };
        for side in 0..2 {
            for n in 0..sides[side].len() {
                let mut sides = sides.clone();
                let mut left: Vec<u32> = sides[side].to_vec();
                left.remove(n);
                sides[side] = left.into();
                let mut nodes = form.nodes().to_vec();
                nodes[vertex] = Node::Loopy(sides);
                fold(store, &mut nodes, 0)?;
                let found = LoopyForm::numbered(&nodes, 0);
                if equal(store, given, &found)? {
                    return Ok(Some(found));
                }
            }
        }
    }
    Ok(None)
}

/// Whether two graphs have the same onside.
fn equal(store: &Store, g: &LoopyForm, h: &LoopyForm) -> Result<bool, Error> {
    let mut arena = Arena::new(store);
    let (g, h) = (arena.extend(g.nodes())[0], arena.extend(h.nodes())[0]);
    Order::default().eq(&mut arena, g, h)
}
