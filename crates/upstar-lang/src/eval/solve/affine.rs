//! Positions with complimenting and entailing moves: the moves by the rules, and who wins.
//!
//! The theory is in [`upstar_core::impartial`]: a position determines the nimbers beside which a player who
//! must move in it wins. Positions are visited without recursion.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use upstar_core::Player;
use upstar_core::impartial::{AffineNimber, Replies};

use super::nodes::repeating;
use crate::analysis::heaps;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::environment::meanings::MeaningNumber;
use crate::eval::positions::options::OrderedOptions;
use crate::resolve::tree::PositionKind;
use crate::syntax::ast::Mover;
use crate::value::affine::{self, AffineMove};
use crate::value::{At, Position, Result, Term, TermKind, Value, nimbers, ops};

/// Sets of positions that are known.
pub(in crate::eval) type AffineMemo = FxHashMap<(Arc<Position>, MeaningNumber), Arc<Replies>>;

/// The words for a cycle of positions.
pub(super) const NO_END: &str =
    "the theory of complimenting and entailing moves is about games that end";

/// A position whose set is being found.
struct Open {
    moves: Vec<(Mover, Vec<Term>)>,
    /// The positions that the moves lead to, last first, as far as they have not been visited.
    pending: Vec<Arc<Position>>,
}

/// Moves of a player in a position and their kinds, in the order of the rules: ordinary ones, rewrite rules, others.
pub(in crate::eval) fn moves_and_kinds(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    player: Player,
) -> Result<Vec<AffineMove>> {
    let ruleset = &position.ruleset;
    let is_affine = |mover: &Mover| {
        mover.is_affine() && mover.is_for_left().is_none_or(|left| left == (player == Player::Left))
    };
    let mut all = IndexSet::<AffineMove, FxBuildHasher>::default();
    let options = machine.options_of(position, player)?;
    all.extend(options.into_iter().map(|to| AffineMove { kind: Mover::Either, to }));
    let compiled = machine.env.world.rules.compiled(ruleset);
    for (rule, rewrite) in compiled.rewrites.iter().zip(&ruleset.rules.rewrites) {
        if is_affine(&rewrite.mover) {
            let kind = rewrite.mover.kind();
            machine.rewritten(position, (rule, rewrite), &mut |to| {
                all.insert(AffineMove { kind, to: Value::Position(to) });
            })?;
        }
    }
    for way in &ruleset.rules.moves {
        let Some(kind) = way.mover.filter(is_affine).map(Mover::kind) else { continue };
        let mut options = OrderedOptions::default();
        machine.options_by(way, position, usize::MAX, &mut options).at(way.span)?;
        all.extend(options.into_iter().map(|to| AffineMove { kind, to }));
    }
    Ok(all.into_iter().collect())
}

/// The nimbers beside which a player who must move in a position wins.
fn winning(machine: &mut Machine<'_>, position: &Arc<Position>) -> Result<Arc<Replies>> {
    if let Some(known) = machine.env.known_winning(position) {
        return Ok(known);
    }
    if let Some(found) = machine.env.table_replies(position)? {
        let key = (position.clone(), machine.env.meaning_of(position));
        machine.env.world.affine.lock().insert(key, found.clone());
        return Ok(found);
    }
    let mut path: IndexSet<Arc<Position>, FxBuildHasher> = IndexSet::default();
    let mut stack: Vec<Open> = Vec::new();
    let mut next = Some(position.clone());
    loop {
        machine.env.budget.step()?;
        if let Some(position) = next.take()
            && machine.env.known_winning(&position).is_none()
        {
            let (place, is_new) = path.insert_full(position.clone());
            if !is_new {
                let cycle: Vec<Arc<Position>> = path.iter().skip(place).cloned().collect();
                return Err(repeating(machine, &cycle, NO_END));
            }
            stack.push(visit(machine, &position)?);
        }
        let Some(top) = stack.last_mut() else { break };
        next = top.pending.pop();
        if next.is_none() {
            let found = winning_by(machine, &top.moves)?;
            machine.env.budget.reserve((size_of::<Replies>() + 4 * found.size()) as u64)?;
            let position = path.pop().expect("each open position is on the path");
            let meaning = machine.env.meaning_of(&position);
            machine.env.world.affine.lock().insert((position, meaning), Arc::new(found));
            stack.pop();
        }
    }
    Ok(machine.env.known_winning(position).expect("it has just been found"))
}

impl Environment<'_> {
    /// The nimbers beside which a player who must move in a position wins, if it is a heap or several integers, and the moves
    /// are integer arithmetic; `None` if the evaluator must find them.
    pub(super) fn table_replies(&self, position: &Position) -> Result<Option<Arc<Replies>>> {
        let ruleset = &position.ruleset;
        let is_heap = matches!(ruleset.tree.position, PositionKind::Heap);
        let has_table = (is_heap || self.is_of_integers(ruleset))
            && !ruleset.is_partizan_affine()
            && !ruleset.is_blocking()
            && !self.is_plain(ruleset);
        if !has_table {
            return Ok(None);
        }
        Ok(self.with_tuples(ruleset, |tuples, rules| {
            tuples.replies(rules, position.arguments(), &self.budget)
        })?)
    }

    fn known_winning(&self, position: &Arc<Position>) -> Option<Arc<Replies>> {
        let key = (position.clone(), self.meaning_of(position));
        self.world.affine.lock().get(&key).cloned()
    }
}

fn visit(machine: &mut Machine<'_>, position: &Arc<Position>) -> Result<Open> {
    let store = machine.env.world.store();
    let mut moves = Vec::new();
    for found in moves_and_kinds(machine, position, Player::Left)? {
        moves.push((found.kind, ops::terms(store, &found.to, false)?));
    }
    let terms = moves.iter().rev().flat_map(|(_, terms)| terms);
    let pending = terms.filter_map(|term| match &term.kind {
        TermKind::Position(to) if to.ruleset.is_affine() => {
            machine.env.known_winning(to).is_none().then(|| to.clone())
        }
        _ => None,
    });
    let pending = pending.collect();
    Ok(Open { moves, pending })
}

/// The set of a position with these moves, when all that they lead to is known.
fn winning_by(machine: &mut Machine<'_>, moves: &[(Mover, Vec<Term>)]) -> Result<Replies> {
    let mut all = Replies::none();
    let mut ordinary = Vec::new();
    for (kind, terms) in moves {
        machine.env.budget.step()?;
        let parts = parts_of_sum(machine, terms)?;
        match kind {
            Mover::Entailing => all.entailing(&of_sum(&parts)),
            Mover::Complimenting => all.complimenting(total(&parts)),
            _ => ordinary.push(total(&parts)),
        }
    }
    all.ordinary(ordinary);
    Ok(all)
}

/// The nimbers beside which a player who must move in a position or sum wins.
pub(in crate::eval) fn replies(machine: &mut Machine<'_>, value: &Value) -> Result<Replies> {
    let terms = ops::terms(machine.env.world.store(), value, false)?;
    Ok(of_sum(&parts_of_sum(machine, &terms)?))
}

fn parts_of_sum(machine: &mut Machine<'_>, terms: &[Term]) -> Result<Vec<Part>> {
    let mut parts = Vec::with_capacity(terms.len());
    for term in terms {
        parts.push(match &term.kind {
            TermKind::Position(position) if position.ruleset.is_partizan_affine() => {
                return Err(affine::no_nimber(&position.ruleset));
            }
            TermKind::Position(position) if position.ruleset.is_affine() => {
                Part::Position(winning(machine, position)?)
            }
            _ => match nimbers::of_term(machine, term)? {
                Some(nimber) => Part::Nimber(nimbers::stored(&nimber)?),
                None => return Err(affine::partizan(term)),
            },
        });
    }
    Ok(parts)
}

/// Value of a sum.
fn total(parts: &[Part]) -> AffineNimber {
    heaps::total(parts.iter().map(Part::value))
}

/// The nimbers beside which a player who must move in a sum wins.
fn of_sum(parts: &[Part]) -> Replies {
    let sets: Vec<_> = parts.iter().map(|part| (part.value(), || part.winning())).collect();
    let sets = sets.iter().map(|(value, set)| (*value, set as &dyn Fn() -> Replies));
    heaps::of_sum(&sets.collect::<Vec<_>>())
}

/// Summand of an option.
enum Part {
    /// A position with complimenting or entailing moves.
    Position(Arc<Replies>),
    /// A game of this nimber.
    Nimber(u32),
}

impl Part {
    fn value(&self) -> AffineNimber {
        match self {
            Part::Position(winning) => winning.value(),
            Part::Nimber(n) => AffineNimber::Nimber(*n),
        }
    }

    fn winning(&self) -> Replies {
        match self {
            Part::Position(winning) => (**winning).clone(),
            Part::Nimber(n) => Replies::below(*n),
        }
    }
}
