//! `for` and `if`: generators of comprehensions and rules.

use super::Compiler;
use super::expr::may_bind_or_read;
use super::statement::may_be_small_list;
use crate::resolve::tree::{self, Expr, ExprKind, Generator, Slot};
use crate::source::Span;
use crate::syntax::ast::Collection;
use crate::value::code::{Op, Operand, Register, Target};
use crate::value::scalar::Scalar;

/// Loops of generators, around the code for each binding.
pub(super) struct Loops {
    /// Target at which the innermost loop continues.
    next: Option<Target>,
    /// Jumps that leave all loops.
    leaving: Vec<usize>,
    /// Number of known slots before the first jump that can skip a binding.
    mark: Option<usize>,
}

impl Compiler {
    pub(super) fn comprehension(
        &mut self,
        collection: Collection,
        element: &Expr,
        generators: &[Generator],
        (to, span): (Register, Span),
    ) {
        let is_for = |generator: &Generator| matches!(generator, Generator::For { .. });
        let last = generators.iter().rposition(is_for).map_or(0, |place| place + 1);
        let (bindings, conditions) = generators.split_at(last);
        self.code.places.push(element.span);
        let places = self.code.places.len() as u32 - 1;
        let families = self.keep_families(element, generators);
        let open = self.emit(Op::OpenSweep { start: 0, places }, span);
        let mut loops = self.loops(bindings, !conditions.is_empty());
        loops.mark = loops.mark.or(Some(self.learned.len()));
        let share = self.emit(Op::Share { next: 0 }, span);
        let start = self.here();
        self.code.ops[open] = Op::OpenSweep { start, places };
        let mut fails = Vec::new();
        for condition in conditions {
            if let Generator::If(condition) = condition {
                fails.extend(self.jumps(condition, false));
            }
        }
        self.emit(Op::Step, span);
        let item = self.needed(element);
        self.emit(Op::Item(item), element.span);
        self.patch_jumps(fails);
        self.emit(Op::Swept, span);
        match loops.next {
            Some(next) => self.lead(share, next),
            None => loops.leaving.push(share),
        }
        self.end_loops(loops, span);
        self.emit(Op::CloseSweep { to, collection }, span);
        self.families.truncate(families);
    }

    /// Begins the loops of generators; `filtered` says whether the code for a binding can skip it.
    pub(super) fn loops(&mut self, generators: &[Generator], filtered: bool) -> Loops {
        let mut loops = Loops { next: None, leaving: Vec::new(), mark: None };
        let kept = self.kept_sources(generators);
        for (place, generator) in generators.iter().enumerate() {
            match generator {
                Generator::If(condition) => {
                    let fails = self.jumps(condition, false);
                    self.go_on(&mut loops, fails);
                }
                Generator::For { target, source } => {
                    let is_if = |next: &Generator| matches!(next, Generator::If(_));
                    let listed = !filtered && !generators[place + 1..].iter().any(is_if);
                    self.loop_over(target, (source, kept[place]), listed, &mut loops);
                }
            }
        }
        loops
    }

    /// Registers for the collections of inner loops that are the same in each round of the outer loops: the first round
    /// computes and keeps them. Where there is no round, nothing computes them, because they might fail. An expression
    /// reads names and globals, of which loops change their variables alone.
    fn kept_sources(&mut self, generators: &[Generator]) -> Vec<Option<Register>> {
        let (mut variables, mut is_inner) = (Vec::new(), false);
        let mut kept = Vec::with_capacity(generators.len());
        for generator in generators {
            let Generator::For { target, source } = generator else {
                kept.push(None);
                continue;
            };
            let is_loop = single(source).is_none();
            let keeps = is_inner && is_loop && takes_long(source);
            kept.push((keeps && !may_bind_or_read(source, &variables)).then(|| {
                let register = self.take(1);
                let nothing = self.constant(Scalar::NOTHING);
                self.emit(Op::Copy { to: register, from: nothing }, source.span);
                register
            }));
            is_inner |= is_loop;
            bound_by(target, &mut variables);
        }
        kept
    }

    /// Lets jumps lead to the next binding.
    fn go_on(&mut self, loops: &mut Loops, jumps: Vec<usize>) {
        loops.mark = loops.mark.or(Some(self.learned.len()));
        match loops.next {
            Some(next) => jumps.into_iter().for_each(|jump| self.lead(jump, next)),
            None => loops.leaving.extend(jumps),
        }
    }

    fn loop_over(
        &mut self,
        target: &tree::Target,
        (source, kept): (&Expr, Option<Register>),
        listed: bool,
        loops: &mut Loops,
    ) {
        if let Some(item) = single(source) {
            let value = self.needed(item);
            self.emit(Op::Step, source.span);
            self.bind(target, value, source.span);
            if let tree::Target::Slot(slot) = target {
                if may_be_small_list(item) {
                    self.emit(Op::Settle(*slot as Register), source.span);
                }
                self.learn(*slot as Register);
            }
            return;
        }
        let state = match kept {
            None => self.iterate(source, listed),
            Some(kept) => self.iterate_kept(source, kept, listed),
        };
        loops.mark = loops.mark.or(Some(self.learned.len()));
        let next = self.here();
        let jump = self.next(target, state, source);
        self.go_on(loops, vec![jump]);
        loops.next = Some(next);
    }

    /// Ends the loops.
    pub(super) fn end_loops(&mut self, loops: Loops, span: Span) {
        if let Some(next) = loops.next {
            self.emit(Op::Jump(next), span);
        }
        self.patch_jumps(loops.leaving);
        if let Some(mark) = loops.mark {
            self.forget(mark);
        }
    }

    /// Begins an iteration; returns the first register of its state.
    pub(super) fn iterate(&mut self, source: &Expr, listed: bool) -> Register {
        let state = self.take(2);
        let free = self.free;
        if let ExprKind::Range(first, last) = &source.kind {
            let (first, last) = (self.operand_before(first, &[last]), self.operand(last));
            self.emit(Op::IterateRange { state, first, last, listed }, source.span);
        } else {
            let from = self.operand(source);
            self.emit(Op::Iterate { state, source: from, listed }, source.span);
        }
        self.free = free;
        state
    }

    /// The same for a collection that a register keeps from the first round on.
    fn iterate_kept(&mut self, source: &Expr, kept: Register, listed: bool) -> Register {
        let state = self.take(2);
        let jump = self.emit(Op::Kept { value: kept, after: 0 }, source.span);
        self.conditionally(|compiler| compiler.expr(source, kept));
        self.patch_jumps([jump]);
        let collection = Operand::register(kept);
        self.emit(Op::Iterate { state, source: collection, listed }, source.span);
        state
    }

    /// Takes the next element; returns the jump at the end of the iteration.
    pub(super) fn next(&mut self, target: &tree::Target, state: Register, source: &Expr) -> usize {
        let span = source.span;
        if let tree::Target::Slot(slot) = target {
            let to = *slot as Register;
            self.known[*slot] = false;
            let jump = self.emit(Op::Next { to, state, end: 0 }, span);
            if matches!(source.kind, ExprKind::Range(..)) {
                self.learn(to);
            }
            return jump;
        }
        let free = self.free;
        let to = self.take(1);
        let jump = self.emit(Op::Next { to, state, end: 0 }, span);
        self.bind(target, Operand::register(to), span);
        self.free = free;
        jump
    }

    /// Binds a value, or its parts, to slots or globals.
    pub(super) fn bind(&mut self, target: &tree::Target, from: Operand, span: Span) {
        match target {
            tree::Target::Slot(slot) => {
                self.known[*slot] = false;
                self.emit(Op::Copy { to: *slot as Register, from }, span);
            }
            tree::Target::Global(place) => {
                self.emit(Op::SetGlobal { place: *place as u32, from }, span);
            }
            tree::Target::Tuple(targets, place) => {
                let free = self.free;
                let count = targets.len() as u32;
                if let Some(first) = consecutive(targets) {
                    let slots = first as usize..first as usize + targets.len();
                    self.known[slots].fill(false);
                    self.emit(Op::Unpack { from, first, count }, *place);
                    return;
                }
                let first = self.take(targets.len());
                self.emit(Op::Unpack { from, first, count }, *place);
                for (part, target) in targets.iter().enumerate() {
                    self.bind(target, Operand::register(first + part as Register), span);
                }
                self.free = free;
            }
        }
    }
}

/// The element of a collection that is written as a list of one: there is nothing to walk through.
fn single(source: &Expr) -> Option<&Expr> {
    match &source.kind {
        ExprKind::List(items) if items.len() == 1 => items.first(),
        _ => None,
    }
}

/// Whether a collection takes longer to compute than to keep.
fn takes_long(source: &Expr) -> bool {
    !matches!(source.kind, ExprKind::Slot(..) | ExprKind::Range(..) | ExprKind::Global(_))
}

/// Adds the slots that a target binds.
pub(super) fn bound_by(target: &tree::Target, slots: &mut Vec<Slot>) {
    match target {
        tree::Target::Slot(slot) => slots.push(*slot),
        tree::Target::Global(_) => {}
        tree::Target::Tuple(targets, _) => {
            targets.iter().for_each(|target| bound_by(target, slots));
        }
    }
}

/// First slot of the targets, if these are consecutive slots.
fn consecutive(targets: &[tree::Target]) -> Option<Register> {
    let slot = |target: &tree::Target| match target {
        tree::Target::Slot(slot) => Some(*slot),
        _ => None,
    };
    let first = slot(targets.first()?)?;
    let follow = |(part, target)| slot(target) == Some(first + part);
    targets.iter().enumerate().all(follow).then_some(first as Register)
}
