//! Rules compiled to closures over slots.
//!
//! Knows: the expressions that rules are made of, and how to compute them without pointers where
//! values are small: integers, truth values, symbols, cells.
//! Must not know: statements; whatever else there is, is left to the walk over the tree.
//!
//! A closure first tries what is simple. Where that is not to be had, or would fail, it makes
//! values of what it has and asks the same functions as the walk over the tree, so that results and
//! errors are the same.

mod call;
mod collect;
mod compile;
mod generate;
mod slim;
mod words;

use std::collections::hash_map::Entry;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::points::in_parts;
use super::{MORE_STACK, Machine, RED_ZONE};
use crate::resolve::tree::{Alternative, Expr, Function};
use crate::source::Span;
use crate::syntax::ast::Mover;
use crate::value::{Position, Result, Ruleset, Value};

pub(super) use slim::Slim;

use compile::Compiler;
use generate::Step;

/// The values in the slots of a call.
type Slots = [Slim];

/// A compiled expression.
type Code = Box<dyn Fn(&mut Machine<'_>, &mut Slots) -> Result<Slim> + Send + Sync>;

/// A compiled expression, and where it stands.
pub(super) struct Placed {
    code: Code,
    /// Where it stands.
    pub(super) span: Span,
}

/// A way to move, or the parts of a position.
pub(super) struct Way {
    mover: Option<Mover>,
    parts: Vec<Placed>,
    /// What it brings the mover.
    gain: Option<Placed>,
    steps: Vec<Step>,
    /// Where it stands.
    pub(super) span: Span,
}

/// The compiled expressions of a ruleset.
pub(super) struct Ways {
    moves: Vec<Way>,
    parts: Option<Way>,
    score: Option<Placed>,
    turn: Option<Placed>,
    goals: Vec<Placed>,
}

/// A function of one expression.
struct Body {
    expr: Placed,
    slots: usize,
    /// The statement that the expression is.
    statement: Span,
}

/// The functions that rules call, compiled where that can be.
#[derive(Default)]
pub(super) struct Functions {
    /// By the address of the tree, which is kept alive here: the place of the function.
    places: Mutex<FxHashMap<usize, (Arc<Function>, usize)>>,
    bodies: boxcar::Vec<Option<Body>>,
}

impl Functions {
    /// The compiled body of a function that is one expression.
    fn body(&self, tree: &Arc<Function>, compile: impl FnOnce() -> Option<Body>) -> Option<&Body> {
        let place = match self.places.lock().entry(Arc::as_ptr(tree).addr()) {
            Entry::Occupied(known) => known.get().1,
            Entry::Vacant(free) => free.insert((tree.clone(), self.bodies.push(compile()))).1,
        };
        self.bodies[place].as_ref()
    }
}

/// What is done with each value of a way; the span is that of its expression, and `true` stands
/// with the last one for a binding.
pub(super) type Emit<'m, 'e> = &'e mut dyn FnMut(&mut Machine<'m>, Slim, Span, bool) -> Result<()>;

/// What is done with each move and what it brings; the span is that of the move.
pub(super) type EmitMove<'m, 'e> =
    &'e mut dyn FnMut(&mut Machine<'m>, Slim, Option<Slim>, Span) -> Result<()>;

impl Ways {
    /// The ways of those movers that are admitted.
    pub(super) fn moves(&self, admits: impl Fn(Mover) -> bool) -> impl Iterator<Item = &Way> {
        self.moves.iter().filter(move |way| way.mover.is_some_and(&admits))
    }

    /// The parts that a position is the sum of.
    pub(super) fn parts(&self) -> Option<&Way> {
        self.parts.as_ref()
    }

    /// What Max gets at the end.
    pub(super) fn score(&self) -> Option<&Placed> {
        self.score.as_ref()
    }

    /// What decides the game.
    pub(super) fn goals(&self) -> &[Placed] {
        &self.goals
    }

    /// Whose turn it is.
    pub(super) fn turn(&self) -> Option<&Placed> {
        self.turn.as_ref()
    }
}

impl<'m> Machine<'m> {
    /// The compiled expressions of a ruleset; nothing when there is one that is not compiled.
    pub(super) fn ways(&self, ruleset: &Ruleset) -> Option<&'m Ways> {
        if self.world.walks_rules {
            return None;
        }
        self.world.rules.facts(ruleset).ways.get_or_init(|| ways(ruleset)).as_ref()
    }

    /// Calls `emit` with the values of a way for each binding of its generators, in a position.
    pub(super) fn each_way(
        &mut self,
        way: &Way,
        position: &Position,
        emit: Emit<'m, '_>,
    ) -> Result<()> {
        let mut slots = slots_of(position);
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || {
            self.each(&way.steps, &mut slots, &mut |machine, slots| {
                for (i, part) in way.parts.iter().enumerate() {
                    let value = (part.code)(machine, slots)?;
                    emit(machine, value, part.span, i + 1 == way.parts.len())?;
                }
                Ok(())
            })
        })
    }

    /// Calls `emit` for each move of a way, where moves lead to one position.
    pub(super) fn each_move(
        &mut self,
        way: &Way,
        position: &Position,
        emit: EmitMove<'m, '_>,
    ) -> Result<()> {
        let [to] = &way.parts[..] else { return Err(in_parts()) };
        let mut slots = slots_of(position);
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || {
            self.each(&way.steps, &mut slots, &mut |machine, slots| {
                let gain = way.gain.as_ref().map(|gain| gain.needed(machine, slots)).transpose()?;
                let value = (to.code)(machine, slots)?;
                emit(machine, value, gain, to.span)
            })
        })
    }

    /// The value of a compiled expression about a position.
    pub(super) fn said_by(&mut self, code: &Placed, position: &Position) -> Result<Value> {
        let mut slots = slots_of(position);
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || code.needed(self, &mut slots)?.value())
    }
}

/// Slots that know the parameters of the family and of the position.
fn slots_of(position: &Position) -> Vec<Slim> {
    let mut slots = vec![Slim::Value(Value::Nothing); position.ruleset.tree.slots];
    let family = position.ruleset.family().unwrap_or(&[]);
    for (slot, value) in slots.iter_mut().zip(family.iter().chain(position.arguments())) {
        *slot = Slim::of(value.clone());
    }
    slots
}

fn ways(ruleset: &Ruleset) -> Option<Ways> {
    let compiler = Compiler::default();
    let way = |mover, alternative: &Alternative| match alternative {
        Alternative::Rewrite { .. } => None,
        // What a number stands for depends on how it is written; see `Machine::written_part`.
        Alternative::Options { parts, .. } if parts.iter().any(Expr::may_be_notation) => Some(None),
        Alternative::Options { parts, gain, generators, span } => {
            Some(compiler.generators(generators).and_then(|steps| {
                let parts = compiler.all(parts)?;
                let gain = placed(compiler, gain.as_ref())?;
                Some(Way { mover, parts, gain, steps, span: *span })
            }))
        }
    };
    let mut moves = Vec::new();
    for clause in &ruleset.tree.clauses {
        for alternative in &clause.alternatives {
            if let Some(way) = way(Some(clause.mover), alternative) {
                moves.push(way?);
            }
        }
    }
    let parts = match ruleset.tree.parts.as_ref().and_then(|parts| way(None, parts)) {
        Some(parts) => Some(parts?),
        None => None,
    };
    let tree = &ruleset.tree;
    let score = placed(compiler, tree.score.as_ref())?;
    let turn = placed(compiler, tree.turn.as_ref())?;
    let goals = tree.goals.iter().map(|goal| compiler.placed(&goal.condition));
    let goals = goals.collect::<Option<_>>()?;
    Some(Ways { moves, parts, score, turn, goals })
}

/// What is there, compiled; nothing when it cannot be.
fn placed(compiler: Compiler, expr: Option<&Expr>) -> Option<Option<Placed>> {
    match expr {
        None => Some(None),
        Some(expr) => compiler.placed(expr).map(Some),
    }
}
