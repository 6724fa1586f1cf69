//! Graphs whose moves stay within a component, so that stated `parts` which are the components say nothing new.
//!
//! Knows: layouts and updates. Must not know: expressions, but for the clause `parts`.
//!
//! Proof: a cube of a move asks some vertices to be there. They are connected with each other by edges that are there
//! whenever their ends are, so in every position in which the move can be made they lie in one component C. Each other
//! vertex that it asks or writes is beside one of them: if it is there, it lies in C as well, and if it is not there, it
//! is in no component. So the move can be made in the graph exactly when it can be made in C, and does the same there.
//! The moves of a graph are therefore those of its components, each with the others left as they are, and its value is
//! the sum of theirs.

use super::guards::Guards;
use super::layout::{ABSENT, Layout, Parameter};
use super::lift::cubes_of;
use super::states::Updates;
use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Alternative, ExprKind, Generator, Ruleset as Declaration, Target};
use crate::value::Graph;

/// Whether a ruleset states that the parts of a graph are its components.
pub(super) fn parts_are_components(tree: &Declaration) -> bool {
    let Some(Alternative::Options { parts, gain: None, generators, .. }) = &tree.parts else {
        return false;
    };
    let ([part], [Generator::For { target: Target::Slot(of), source }]) =
        (&parts[..], &generators[..])
    else {
        return false;
    };
    let graph = tree.family.len();
    let is_slot = |kind: &ExprKind, slot| matches!(kind, ExprKind::Slot(at, _) if *at == slot);
    is_slot(&part.kind, *of)
        && matches!(intrinsic_call(source), Some((Intrinsic::Components, [whole])) if is_slot(&whole.kind, graph))
}

/// Whether all moves stay within a component of the graph that is the only parameter.
pub(super) fn moves_stay_in_components(
    moves: &[Updates; 2],
    layout: &Layout,
    guards: &mut Guards,
) -> Option<bool> {
    let [Parameter::Graph { sample, edges_are_cells: false, .. }] = &layout.parameters[..] else {
        return Some(false);
    };
    let beside = beside(sample);
    for (update, guard) in moves.iter().flatten() {
        if !update.computed.is_empty() {
            return Some(false);
        }
        let written = update.writes.iter().map(|(cell, _)| *cell);
        for cube in cubes_of(guards, *guard)? {
            guards.spend(cube.len() + update.writes.len())?;
            let is_there = |(_, states): &&(usize, u64)| states >> ABSENT & 1 == 0;
            let there: Vec<usize> = cube.iter().filter(is_there).map(|(cell, _)| *cell).collect();
            let touched = cube.iter().map(|(cell, _)| *cell).chain(written.clone());
            let is_near = |cell: usize| {
                there.contains(&cell) || beside[cell].iter().any(|other| there.contains(other))
            };
            if !is_connected(&there, &beside) || !touched.into_iter().all(is_near) {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// The cells of the vertices beside that of each vertex.
fn beside(graph: &Graph) -> Vec<Vec<usize>> {
    let mut beside = vec![Vec::new(); graph.vertices().len()];
    for edge in graph.edges() {
        let (from, to) = (graph.place(edge.from), graph.place(edge.to));
        beside[from].push(to);
        beside[to].push(from);
    }
    beside
}

/// Whether some vertices, one at least, are connected by edges among them.
fn is_connected(vertices: &[usize], beside: &[Vec<usize>]) -> bool {
    let Some(first) = vertices.first() else { return false };
    let mut reached = vec![*first];
    let mut next = 0;
    while let Some(&vertex) = reached.get(next) {
        next += 1;
        for other in &beside[vertex] {
            if vertices.contains(other) && !reached.contains(other) {
                reached.push(*other);
            }
        }
    }
    reached.len() == vertices.len()
}
