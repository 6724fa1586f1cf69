//! Evaluation of typed loopy games: names, and brackets that refer to each other.

use num_bigint::BigInt;
use num_traits::Zero;

use super::Activation;
use super::literal::form_of;
use crate::eval::{MORE_STACK, RED_ZONE};
use crate::syntax::ast::{BinaryOp, LoopyName};
use crate::value::code::{Bracket, Choice, Register};
use crate::value::host::Host;
use crate::value::loopy::{self, Node};
use crate::value::{At, Result, Value, ops};

/// State of a bracket of a group in the search for cycles.
#[derive(Clone)]
enum BracketState {
    New,
    /// On the path of the search.
    Open,
    /// Leads to a cycle.
    Cyclic,
    /// Leads to no cycle, and has this value.
    Value(Value),
}

/// Group of brackets that refer to each other, with the values among their options.
struct Group<'t> {
    brackets: &'t [Bracket],
    /// For each bracket and player the options, as indices: of brackets first, then of `values`.
    options: Vec<[Vec<u32>; 2]>,
    values: Vec<Value>,
    states: Vec<BracketState>,
}

/// Value of a name such as `on` or `upon*`.
pub(super) fn named_loopy(host: &mut dyn Host, name: LoopyName, star: &BigInt) -> Result<Value> {
    let store = &host.store();
    let value = loopy::named(store, name);
    if star.is_zero() {
        return Ok(value);
    }
    let star = ops::nimber_of(store, star)?;
    ops::binary(host, BinaryOp::Add, &value, &star)
}

impl Activation<'_, '_> {
    /// Value of one bracket of a group.
    pub(super) fn group_bracket(&mut self, brackets: &[Bracket], root: usize) -> Result<Value> {
        single(self.group(brackets, &[root])?)
    }

    /// Sets labels to the values of their brackets.
    pub(super) fn bind_labels(
        &mut self,
        brackets: &[Bracket],
        labels: &[(Register, usize)],
    ) -> Result<()> {
        let places: Vec<usize> = labels.iter().map(|(_, place)| *place).collect();
        let values = self.group(brackets, &places)?;
        for ((slot, _), value) in labels.iter().zip(values) {
            self.set(*slot, value);
        }
        Ok(())
    }

    /// Values of some brackets of a group.
    fn group(&mut self, brackets: &[Bracket], roots: &[usize]) -> Result<Vec<Value>> {
        let mut group = Group {
            brackets,
            options: Vec::with_capacity(brackets.len()),
            values: Vec::new(),
            states: vec![BracketState::New; brackets.len()],
        };
        for bracket in brackets {
            let mut sides = [Vec::new(), Vec::new()];
            for (choices, side) in bracket.options.iter().zip(&mut sides) {
                for choice in choices {
                    match choice {
                        Choice::Bracket(place) => side.push(*place as u32),
                        Choice::Value(block) => {
                            let first = group.values.len();
                            self.spread(*block, &mut group.values)?;
                            for (place, value) in group.values.iter().enumerate().skip(first) {
                                // Reports an option that is no game.
                                ops::terms(self.machine.env.world.store(), value, false)
                                    .at(block.span)?;
                                side.push((brackets.len() + place) as u32);
                            }
                        }
                    }
                }
            }
            group.options.push(sides);
        }
        for place in 0..brackets.len() {
            settle(self.machine, &mut group, place)?;
        }
        typed_group(self.machine, group, roots)
    }
}

/// Reports whether no cycle follows a bracket, and then computes its value.
fn settle(host: &mut dyn Host, group: &mut Group<'_>, place: usize) -> Result<bool> {
    host.store().budget().step()?;
    match group.states[place] {
        BracketState::New => {}
        BracketState::Value(_) => return Ok(true),
        BracketState::Open | BracketState::Cyclic => return Ok(false),
    }
    group.states[place] = BracketState::Open;
    let sides = group.options[place].clone();
    let mut ends = true;
    for &option in sides.iter().flatten() {
        if (option as usize) < group.brackets.len() {
            let settled =
                stacker::maybe_grow(RED_ZONE, MORE_STACK, || settle(host, group, option as usize));
            ends = settled? && ends;
        }
    }
    group.states[place] = BracketState::Cyclic;
    if ends {
        let [left, right] = sides.map(|side| group.side(&side));
        let value = form_of(host, left, right).at(group.brackets[place].span)?;
        group.states[place] = BracketState::Value(value);
    }
    Ok(ends)
}

/// Values of the roots; brackets that lead to no cycle stand in them as values.
fn typed_group(host: &mut dyn Host, group: Group<'_>, roots: &[usize]) -> Result<Vec<Value>> {
    let mut cyclic = Vec::new();
    let mut values = Vec::with_capacity(roots.len());
    for &root in roots {
        match &group.states[root] {
            BracketState::Value(value) => values.push(Some(value.clone())),
            _ => {
                cyclic.push(root as u32);
                values.push(None);
            }
        }
    }
    let brackets = group.states.into_iter().zip(group.options);
    let mut nodes: Vec<Node> = brackets
        .map(|(state, sides)| match state {
            BracketState::Value(value) => Node::Value(value),
            _ => Node::Bracket(sides),
        })
        .collect();
    nodes.extend(group.values.into_iter().map(Node::Value));
    if cyclic.is_empty() {
        return Ok(values.into_iter().flatten().collect());
    }
    let mut found = loopy::values(host, nodes, &cyclic)?.into_iter();
    Ok(values.into_iter().filter_map(|value| value.or_else(|| found.next())).collect())
}

impl Group<'_> {
    /// Options of a bracket that leads to no cycle.
    fn side(&self, options: &[u32]) -> Vec<Value> {
        let value = |&option: &u32| match self.states.get(option as usize) {
            Some(BracketState::Value(value)) => value.clone(),
            Some(_) => unreachable!("a bracket has a value after all brackets in it"),
            None => self.values[option as usize - self.states.len()].clone(),
        };
        options.iter().map(value).collect()
    }
}

/// The only value of a list.
pub(in crate::eval) fn single(mut values: Vec<Value>) -> Result<Value> {
    Ok(values.pop().expect("each value asked for is found"))
}
