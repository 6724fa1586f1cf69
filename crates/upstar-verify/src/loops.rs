//! Loopy games as summands: one text for all graphs with the same moves.
//!
//! Knows: graphs of the reference. Must not know: facts.
//!
//! Two nodes are the same when they have the same moves to the same nodes, as far as one looks (bisimulation). The classes
//! of nodes are found by refinement: at first all are one class, and each round tells nodes apart by the classes that
//! their moves lead to. Classes are numbered by these moves, so that their numbers depend on nothing else.

use std::collections::{BTreeMap, BTreeSet};

use upstar_reference::Fault;
use upstar_reference::loopy::{Loopy, Target};
use upstar_reference::steps::deep;
use upstar_reference::value::Component;

use crate::rules::Rules;

/// Whether no move leads to a position of a ruleset.
pub(crate) fn is_without_positions(loopy: &Loopy) -> bool {
    let is_of_games = |to: &Target| match to {
        Target::Node(_) | Target::Game(_) => true,
        Target::Other(sum) => sum.iter().all(|part| match part {
            Component::Game(_) => true,
            Component::Loopy(inner) => deep(|| is_without_positions(inner)),
            _ => false,
        }),
    };
    loopy.graph.iter().flatten().flatten().all(is_of_games)
}

/// Where a move leads: to a class of nodes, or to a sum by its text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum To {
    Sum(String),
    Class(usize),
}

/// The moves of Left and of Right.
type Moves = [BTreeSet<To>; 2];

/// The text of a loopy game: the same for games with the same moves.
///
/// # Errors
/// When no step is left. Cost: the moves of all nodes, as often as there are classes.
pub(crate) fn text(rules: &Rules, loopy: &Loopy) -> Result<String, Fault> {
    let steps = &rules.session.machine()?.steps;
    let nodes = nodes(rules, loopy)?;
    let mut classes = vec![0; nodes.len()];
    let mut count = 1;
    loop {
        steps.take(nodes.iter().flatten().map(|moves| 1 + moves.len() as u64).sum())?;
        let seen: Vec<(usize, Moves)> = nodes
            .iter()
            .zip(&classes)
            .map(|(node, class)| (*class, moves(node, &classes)))
            .collect();
        let known: BTreeSet<&(usize, Moves)> = seen.iter().collect();
        let numbers: BTreeMap<_, _> = known.iter().enumerate().map(|(n, key)| (*key, n)).collect();
        classes = seen.iter().map(|key| numbers[key]).collect();
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    let by_class: BTreeMap<usize, Moves> =
        nodes.iter().zip(&classes).map(|(node, class)| (*class, moves(node, &classes))).collect();
    let all = by_class
        .iter()
        .map(|(class, [left, right])| format!("{class}: {{{} | {}}}", side(left), side(right)));
    let all: Vec<String> = all.collect();
    Ok(format!("loopy({} where {})", classes[0], all.join(", ")))
}

fn side(moves: &BTreeSet<To>) -> String {
    let text = |to: &To| match to {
        To::Sum(text) => text.clone(),
        To::Class(class) => format!("#{class}"),
    };
    moves.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// The moves of a node by classes.
fn moves(node: &[Vec<To>; 2], classes: &[usize]) -> Moves {
    let to = |to: &To| match to {
        To::Class(node) => To::Class(classes[*node]),
        sum => sum.clone(),
    };
    [0, 1].map(|side| node[side].iter().map(to).collect())
}

/// The nodes that follow a game, itself first, with moves to nodes by their places.
fn nodes(rules: &Rules, loopy: &Loopy) -> Result<Vec<[Vec<To>; 2]>, Fault> {
    let machine = rules.session.machine()?;
    let (mut all, mut nodes) = (vec![loopy.clone()], Vec::new());
    while let Some(loopy) = all.get(nodes.len()).cloned() {
        machine.steps.step()?;
        let mut node = [Vec::new(), Vec::new()];
        for (side, targets) in node.iter_mut().zip(&loopy.graph[loopy.node]) {
            for target in targets {
                let next = match target {
                    Target::Node(node) => Loopy { node: *node, ..loopy.clone() },
                    Target::Other(sum) => match sum.as_slice() {
                        [Component::Loopy(other)] => other.clone(),
                        sum => {
                            side.push(To::Sum(rules.as_it_stands(sum)?));
                            continue;
                        }
                    },
                    Target::Game(game) => {
                        let game = machine.games.canonical(*game)?;
                        side.push(To::Sum(machine.games.print(game)?));
                        continue;
                    }
                };
                machine.steps.take(all.len() as u64)?;
                let place = all.iter().position(|other| *other == next).unwrap_or_else(|| {
                    all.push(next);
                    all.len() - 1
                });
                side.push(To::Class(place));
            }
        }
        nodes.push(node);
    }
    Ok(nodes)
}
