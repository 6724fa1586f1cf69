//! Sums stated by a ruleset: `parts`, and rows of coins.
//!
//! The author of a ruleset states that its graphs fall apart (`parts`). An impartial version does not rely on that.
//! A row of coins is the sum of its heads. Nothing but the place of the rightmost coin has a name in the sets that
//! `turn` lists, so they can depend on nothing else.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::options::{OrderedOptions, needed};
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::value::scalar::Scalar;
use crate::value::{
    At, Cells, Fault, Position, Result, Ruleset, Sum, Term, TermKind, Value, elements, expect,
};
use upstar_core::board::Symbol;

/// A coin that shows heads.
const HEADS: Symbol = 1;

/// Summands of a position that its ruleset states; `None` without a statement.
pub(in crate::eval) fn stated(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Result<Option<Vec<Value>>> {
    let ruleset = position.ruleset.clone();
    if let [Value::Board(row)] = position.arguments()
        && ruleset.is_of_heaps()
        && !machine.env.is_plain(&ruleset)
    {
        let heads: Vec<Value> = heads(row).map(Value::integer).collect();
        return Ok(Some(vec![side_by_side(&ruleset, heads)?]));
    }
    // A statement about a ruleset need not hold for its impartial version.
    if ruleset.base().is_some() {
        return Ok(None);
    }
    let Some(way) = &ruleset.rules.parts else { return Ok(None) };
    let mut stated = Vec::new();
    let parts = machine.each_alternative(way, position, &mut |machine, value, part, is_game| {
        let span = way.parts[part as usize];
        stated.push(machine.part(position, value, is_game, span)?);
        Ok(ControlFlow::Continue(()))
    });
    parts.at(way.span)?;
    Ok(Some(stated))
}

/// Options in a row of coins: any head is turned, together with some coins to its left.
pub(super) fn coin_options(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Result<Vec<Value>> {
    let ruleset = position.ruleset.clone();
    let mut options = OrderedOptions::default();
    match position.arguments() {
        [Value::Board(row)] => {
            for place in heads(row) {
                for turned in turned_sets(machine, &ruleset, place)? {
                    machine.env.budget.reserve(row.board.symbols().len() as u64)?;
                    let row = Value::Board(Arc::new(turned_in(row, &turned)));
                    let option = Position::new(ruleset.clone(), vec![row])?;
                    options.insert(Value::Position(Arc::new(option)));
                }
            }
        }
        [place] => {
            let place = expect::integer(machine.env.world.store(), place)?;
            for turned in turned_sets(machine, &ruleset, place)? {
                let others = turned.into_iter().filter(|&other| other != place);
                options.insert(side_by_side(&ruleset, others.map(Value::integer).collect())?);
            }
        }
        _ => {}
    }
    Ok(options.into_iter().collect())
}

/// Sets of places that a move may turn when the rightmost is `place`.
pub(in crate::eval) fn turned_sets(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    place: i64,
) -> Result<Vec<Vec<i64>>> {
    let mut sets = Vec::new();
    for way in &ruleset.rules.moves {
        let family = ruleset.family().unwrap_or(&[]).iter();
        let slots = family.map(|value| Scalar::of(value.clone())).chain([Scalar::Int(place)]);
        let all = machine.each_part(ruleset, way.entry, slots, &mut |machine, set, part, _| {
            let span = way.parts[part as usize];
            sets.push(machine.env.turned(needed(set, span)?, place).at(span)?);
            Ok(ControlFlow::Continue(()))
        });
        all.at(way.span)?;
    }
    Ok(sets)
}

impl Environment<'_> {
    fn turned(&self, set: Value, place: i64) -> Result<Vec<i64>> {
        let mut turned = Vec::new();
        for coin in elements(&set)? {
            self.budget.step()?;
            turned.push(expect::integer(self.world.store(), &coin)?);
        }
        turned.sort_unstable();
        let twice = turned.windows(2).any(|pair| pair[0] == pair[1]);
        if twice || turned.last() != Some(&place) || turned.first().is_some_and(|&first| first < 0)
        {
            return Err(Fault::new(
                Code::WrongPosition,
                format!("the coins to turn are {turned:?}, and the rightmost one is at {place}"),
            )
            .help("a set contains x, the place of the rightmost coin, and others from 0 to x-1"));
        }
        Ok(turned)
    }
}

/// Places of the heads in a row, from 0 on the left.
pub(in crate::eval) fn heads(row: &Cells) -> impl Iterator<Item = i64> + '_ {
    let symbols = row.board.symbols().iter().enumerate();
    symbols.filter(|(_, symbol)| **symbol == HEADS).map(|(place, _)| place as i64)
}

/// Row with the coins at `places` turned.
fn turned_in(row: &Cells, places: &[i64]) -> Cells {
    let mut row = row.clone();
    for &place in places {
        if let Some(&coin) = row.board.symbols().get(place as usize) {
            row.board.set(place as usize, HEADS - coin);
        }
    }
    row
}

/// Sum of single heads at these places.
fn side_by_side(ruleset: &Arc<Ruleset>, places: Vec<Value>) -> Result<Value> {
    let mut terms = Vec::with_capacity(places.len());
    for place in places {
        let kind = TermKind::Position(Arc::new(Position::new(ruleset.clone(), vec![place])?));
        terms.push(Term { negated: false, kind });
    }
    Ok(Value::Sum(Arc::new(Sum::new(terms)?)))
}
