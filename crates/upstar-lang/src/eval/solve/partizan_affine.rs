//! Who wins sums with complimenting and entailing moves where the players move differently: there, beside them, or in what
//! their moves leave.
//!
//! Knows: whose turn it is after each kind of move, and where it must be made. Must not know: values.
//!
//! No simplest forms are used: a sum is played out. A state is the free summands, the summands in which the player to
//! move must answer, if there are any, and that player. After an ordinary move the other player moves anywhere, after a
//! complimenting one the same player does, and after an entailing one the other player must move in what the move left of
//! the summand. Who cannot move loses. Summands may be short games and positions of other rulesets. Cost: each state that
//! follows is looked at once.
//!
//! Source: *Winning Ways*, chapter 12; Larsson, Nowakowski and Santos, "Impartial games with entailing moves", 2021,
//! where an entailing move is a threat to move to infinity, in affine normal play.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use upstar_core::Player;
use upstar_core::solve::Method;

use super::affine::{NO_END, moves_and_kinds};
use super::nodes::repeating;
use super::points::by_last_move;
use crate::eval::Machine;
use crate::syntax::ast::Mover;
use crate::value::{
    Attempt, NoAnswer, Position, Result, Term, TermKind, Value, affine, moves, nimbers, ops,
};

/// A sum, where its player must move, and that player.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    free: Vec<Term>,
    /// The summands in which the player must answer.
    entailed: Option<Vec<Term>>,
    mover: Player,
}

/// A move in a summand: its kind, and what the summand becomes.
type Step = (Mover, Value);

/// The moves of a player in a summand.
fn steps(machine: &mut Machine<'_>, term: &Term, player: Player) -> Result<Vec<Step>> {
    let position = match &term.kind {
        TermKind::Position(position) if position.ruleset.is_affine() => position,
        other => {
            if let TermKind::Position(position) = other {
                by_last_move(&position.ruleset)?;
            }
            let options = moves::term_options(machine, term, player)?;
            return Ok(options.into_iter().map(|to| (Mover::Either, to)).collect());
        }
    };
    let mover = if term.negated { player.opponent() } else { player };
    let found = moves_and_kinds(machine, position, mover)?;
    let mut signed = |to: Value| if term.negated { ops::neg(machine, &to) } else { Ok(to) };
    found.into_iter().map(|step| Ok((step.kind, signed(step.to)?))).collect()
}

impl State {
    /// What follows: whether the same player moves again, and the state.
    fn next(&self, machine: &mut Machine<'_>) -> Result<Vec<(bool, State)>> {
        let (here, elsewhere) = match &self.entailed {
            Some(entailed) => (entailed, &self.free[..]),
            None => (&self.free, &[][..]),
        };
        let mut found = Vec::new();
        for (place, term) in here.iter().enumerate() {
            for (kind, to) in steps(machine, term, self.mover)? {
                found.push(self.after((kind, &to), (here, place), elsewhere, machine)?);
            }
        }
        Ok(found)
    }

    /// The state after a move in one of the summands where the player may move.
    fn after(
        &self,
        (kind, to): (Mover, &Value),
        (here, place): (&[Term], usize),
        elsewhere: &[Term],
        machine: &Machine<'_>,
    ) -> Result<(bool, State)> {
        let to = ops::terms(machine.env.world.store(), to, false)?;
        let mut free = [&here[..place], &here[place + 1..], elsewhere].concat();
        let entailed = (kind == Mover::Entailing).then(|| to.clone());
        if entailed.is_none() {
            free.extend(to);
        }
        let again = kind == Mover::Complimenting;
        let mover = if again { self.mover } else { self.mover.opponent() };
        Ok((again, State { free, entailed, mover }))
    }

    /// Its positions.
    fn positions(&self) -> Vec<Arc<Position>> {
        let terms = self.free.iter().chain(self.entailed.iter().flatten());
        terms
            .filter_map(|term| match &term.kind {
                TermKind::Position(position) => Some(position.clone()),
                _ => None,
            })
            .collect()
    }
}

/// A search for who wins.
#[derive(Default)]
struct Search {
    known: FxHashMap<State, bool>,
    path: FxHashSet<State>,
}

impl Search {
    /// Whether the player to move wins.
    fn wins(&mut self, machine: &mut Machine<'_>, state: &State) -> Result<bool> {
        if let Some(known) = self.known.get(state) {
            return Ok(*known);
        }
        machine.env.budget.step()?;
        if !self.path.insert(state.clone()) {
            return Err(repeating(machine, &state.positions(), NO_END));
        }
        let mut wins = false;
        for (again, next) in state.next(machine)? {
            let found = stacker::maybe_grow(1 << 16, 1 << 20, || self.wins(machine, &next))?;
            if found == again {
                wins = true;
                break;
            }
        }
        self.path.remove(state);
        let size = size_of::<State>() + state.free.len() * size_of::<Term>();
        machine.env.budget.reserve(size as u64)?;
        self.known.insert(state.clone(), wins);
        Ok(wins)
    }
}

/// The whole sum with a player to move anywhere.
fn start(machine: &Machine<'_>, value: &Value, mover: Player) -> Result<State> {
    let free = ops::terms(machine.env.world.store(), value, false)?;
    Ok(State { free, entailed: None, mover })
}

/// Whether the players move differently in some summand, so that there are no nimbers.
fn is_played_out(machine: &mut Machine<'_>, value: &Value) -> Attempt<bool> {
    if affine::is_partizan(value) {
        return Ok(true);
    }
    let Value::Sum(sum) = value else { return Ok(false) };
    for term in sum.terms() {
        let is_affine = matches!(&term.kind, TermKind::Position(at) if at.ruleset.is_affine());
        if !is_affine && nimbers::of_term(machine, term)?.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a player wins a position or sum moving first, and whether by its nimber.
pub(in crate::eval) fn affine_wins(
    machine: &mut Machine<'_>,
    value: &Value,
    first: Player,
) -> Attempt<(bool, Method)> {
    if !is_played_out(machine, value)? {
        match affine::of(machine, value) {
            // A move leads to a game in which the players move differently.
            Err(NoAnswer::NotImpartial(_)) => {}
            nimber => return Ok((nimber?.is_won(), Method::Value)),
        }
    }
    let start = start(machine, value, first)?;
    Ok((Search::default().wins(machine, &start)?, Method::Search))
}

/// The moves of a player that win, each as the position or sum that it leads to.
pub(in crate::eval) fn affine_winning(
    machine: &mut Machine<'_>,
    value: &Value,
    player: Player,
) -> Result<Vec<Value>> {
    let start = start(machine, value, player)?;
    let (mut search, mut found) = (Search::default(), Vec::new());
    for (place, term) in start.free.iter().enumerate() {
        for (kind, to) in steps(machine, term, player)? {
            let (again, next) = start.after((kind, &to), (&start.free, place), &[], machine)?;
            if search.wins(machine, &next)? != again {
                continue;
            }
            let to = match value {
                Value::Sum(sum) => moves::replaced(machine, sum, place, &to)?,
                _ => to,
            };
            if !found.contains(&to) {
                found.push(to);
            }
        }
    }
    Ok(found)
}
