//! Functions of the program that compute an integer, a truth, or a list of integers step by step: they loop, or call
//! themselves.
//!
//! Knows: statements on machine integers. Must not know: rules.
//!
//! The normal form writes other functions out where they are called. A routine is read as the function is written: a name is
//! read only where it surely has a value, so no run reads what the evaluator would report. A run that takes long, or has no
//! integer as its value, is left to the evaluator.

use std::cell::Cell;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::compile::Compiler;
use super::constants::Related;
use super::inner::Part;
use super::program::{Halt, HeapCondition, Int, Linear, Source, range, values};
use super::rows::RowKind;
use crate::analysis::normal::is_slot;
use crate::analysis::{Test, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{
    Expr, ExprKind, Function, Global, Param, Slot, Statement, StatementKind, Target,
};
use crate::syntax::ast::{BinaryOp, UnaryOp};
use crate::value::Value;

/// Rounds of loops and calls that one call from a rule may take. Programs do not stop in the middle of an expression.
const MOST_ROUNDS: u32 = 1 << 16;

/// Items of a list that are copied in the time of a round.
const ITEMS_IN_A_ROUND: usize = 64;

/// Larger integers have no value that is remembered.
const MOST_KNOWN: i64 = 1 << 16;
const UNKNOWN: i64 = i64::MIN;

/// Calls that may be open at once.
const MOST_OPEN: u32 = 1 << 8;

/// Stack that a call needs, and how much is added where it is not there.
const RED_ZONE: usize = 64 * 1024;
const MORE_STACK: usize = 1024 * 1024;

/// Slots of frames that need no memory of their own.
const FEW_SLOTS: usize = 16;

thread_local! {
    /// Calls that are open, and rounds that are left.
    static RUN: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// What a routine computes, or a name in it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RoutineKind {
    Integer,
    /// 1 or 0.
    Truth,
    /// A tuple of integers, packed.
    Row(RowKind),
    /// A list of integers, or of packed rows.
    List(Option<RowKind>),
}

/// A function of integers.
#[derive(Debug)]
pub(super) struct Routine {
    slots: usize,
    /// Number of names that hold lists.
    lists: usize,
    body: Vec<RoutineStep>,
    kind: RoutineKind,
    /// The values of a routine of one integer, where they are known, and [`UNKNOWN`] elsewhere.
    known: Mutex<Vec<i64>>,
}

/// A call of a routine.
#[derive(Debug, Clone)]
pub(super) struct RoutineCall {
    routine: Callee,
    pub(super) args: Vec<Int>,
}

/// A routine: one that is read, or one around the call, which owns the call.
#[derive(Debug, Clone)]
enum Callee {
    Read(Arc<Routine>),
    Around(Weak<Routine>),
}

/// A statement. Names of lists have numbers of their own.
#[derive(Debug)]
enum RoutineStep {
    /// Sets slots, after all values are known.
    Set(Vec<(Slot, Int)>),
    SetList(usize, Listed),
    Append(usize, Listed),
    If(HeapCondition, [Vec<RoutineStep>; 2]),
    While(HeapCondition, Vec<RoutineStep>),
    For(Slot, Source, Vec<RoutineStep>),
    Return(Int),
    ReturnList(Listed),
    Break,
    Continue,
}

/// A list of integers or packed rows. Names are those of a routine.
#[derive(Debug, Clone)]
pub(super) enum Listed {
    Items(Vec<Int>),
    Name(usize),
    Joined(Box<[Listed; 2]>),
    If(Box<(HeapCondition, [Listed; 2])>),
    Call(Box<RoutineCall>),
    /// What a constant has for a key.
    Related(Arc<Related>, Box<Int>),
}

/// Where a run goes on.
enum Flow {
    Next,
    Break,
    Continue,
    Return(i64),
    ReturnList(Vec<i64>),
}

/// The values of the names of a routine.
struct RoutineNames<'a> {
    slots: &'a mut [i64],
    lists: Vec<Vec<i64>>,
}

/// Counts rounds or calls.
fn count(rounds: u32) -> Result<(), Halt> {
    let (open, left) = RUN.get();
    RUN.set((open, left.checked_sub(rounds).ok_or(Halt::Unfit)?));
    Ok(())
}

impl RoutineCall {
    /// A routine of one integer that has these values, and no others; `None` if a key is negative or large.
    pub(super) fn of_values(values: &[(i64, i64)], arg: Int) -> Option<RoutineCall> {
        let mut known = Vec::new();
        for (key, value) in values {
            let place = usize::try_from(*key).ok().filter(|_| *key < MOST_KNOWN)?;
            known.resize(known.len().max(place + 1), UNKNOWN);
            known[place] = *value;
        }
        let (body, kind) = (Vec::new(), RoutineKind::Integer);
        let routine = Routine { slots: 1, lists: 0, body, kind, known: Mutex::new(known) };
        Some(RoutineCall { routine: Callee::Read(Arc::new(routine)), args: vec![arg] })
    }

    /// The integer or truth, where the slots of the caller are these.
    pub(super) fn value(&self, slots: &[i64]) -> Result<i64, Halt> {
        match self.run(slots)? {
            Flow::Return(value) => Ok(value),
            // There is no value.
            _ => Err(Halt::Unfit),
        }
    }

    /// The list.
    pub(super) fn list(&self, slots: &[i64]) -> Result<Vec<i64>, Halt> {
        match self.run(slots)? {
            Flow::ReturnList(list) => Ok(list),
            _ => Err(Halt::Unfit),
        }
    }

    fn run(&self, slots: &[i64]) -> Result<Flow, Halt> {
        let (open, left) = RUN.get();
        if open == MOST_OPEN {
            return Err(Halt::Unfit);
        }
        RUN.set((open + 1, if open == 0 { MOST_ROUNDS } else { left }));
        let found = stacker::maybe_grow(RED_ZONE, MORE_STACK, || {
            count(1)?;
            match &self.routine {
                Callee::Read(routine) => routine.call(&self.args, slots),
                Callee::Around(routine) => {
                    routine.upgrade().ok_or(Halt::Unfit)?.call(&self.args, slots)
                }
            }
        });
        RUN.set((open, RUN.get().1));
        found
    }
}

impl Routine {
    /// The value of the function, which depends on nothing but the arguments.
    fn call(&self, args: &[Int], outside: &[i64]) -> Result<Flow, Halt> {
        let [arg] = args else { return self.run(args.iter().map(|arg| arg.value(outside))) };
        let arg = arg.value(outside)?;
        let place = usize::try_from(arg).ok().filter(|_| arg < MOST_KNOWN);
        let known = |place: usize| self.known.lock().get(place).copied();
        if let Some(value) = place.and_then(known).filter(|value| *value != UNKNOWN) {
            return Ok(Flow::Return(value));
        }
        let flow = self.run(std::iter::once(Ok(arg)))?;
        if let (Some(place), Flow::Return(value)) = (place, &flow) {
            let mut known = self.known.lock();
            if known.len() <= place {
                known.resize(place + 1, UNKNOWN);
            }
            known[place] = *value;
        }
        Ok(flow)
    }

    fn run(&self, args: impl Iterator<Item = Result<i64, Halt>>) -> Result<Flow, Halt> {
        let (mut few, mut many) = ([0; FEW_SLOTS], Vec::new());
        let slots = match few.get_mut(..self.slots) {
            Some(few) => few,
            None => {
                many.resize(self.slots, 0);
                &mut many[..]
            }
        };
        for (slot, arg) in slots.iter_mut().zip(args) {
            *slot = arg?;
        }
        RoutineNames { slots, lists: vec![Vec::new(); self.lists] }.run(&self.body)
    }
}

impl RoutineNames<'_> {
    fn run(&mut self, steps: &[RoutineStep]) -> Result<Flow, Halt> {
        for step in steps {
            let flow = self.step(step)?;
            if !matches!(flow, Flow::Next) {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn step(&mut self, step: &RoutineStep) -> Result<Flow, Halt> {
        match step {
            RoutineStep::Set(all) => match &all[..] {
                [(slot, int)] => self.slots[*slot] = int.value(self.slots)?,
                all => {
                    let values = all.iter().map(|(_, int)| int.value(self.slots));
                    let values = values.collect::<Result<Vec<_>, _>>()?;
                    let pairs = all.iter().zip(values);
                    pairs.for_each(|((slot, _), value)| self.slots[*slot] = value);
                }
            },
            RoutineStep::SetList(name, listed) => self.lists[*name] = self.list(listed)?,
            RoutineStep::Append(name, listed) => {
                let more = self.list(listed)?;
                self.lists[*name].extend(more);
            }
            RoutineStep::If(condition, branches) => {
                return self.run(&branches[usize::from(!condition.holds(self.slots)?)]);
            }
            RoutineStep::While(condition, body) => {
                let mut flow = Flow::Next;
                while matches!(flow, Flow::Next | Flow::Continue) && condition.holds(self.slots)? {
                    count(1)?;
                    flow = self.run(body)?;
                }
                return Ok(after_loop(flow));
            }
            RoutineStep::For(slot, source, body) => {
                let mut flow = Flow::Next;
                let values: Box<dyn Iterator<Item = i64>> = match source {
                    Source::Range(first, last) => match range(first, last, self.slots)? {
                        Some((first, length)) => Box::new(first..first + length),
                        None => return Ok(Flow::Next),
                    },
                    _ => Box::new(source.all(self.slots)?.into_iter()),
                };
                for value in values {
                    count(1)?;
                    self.slots[*slot] = value;
                    flow = self.run(body)?;
                    if !matches!(flow, Flow::Next | Flow::Continue) {
                        break;
                    }
                }
                return Ok(after_loop(flow));
            }
            RoutineStep::Return(int) => return Ok(Flow::Return(int.value(self.slots)?)),
            RoutineStep::ReturnList(Listed::Name(name)) => {
                return Ok(Flow::ReturnList(std::mem::take(&mut self.lists[*name])));
            }
            RoutineStep::ReturnList(listed) => return Ok(Flow::ReturnList(self.list(listed)?)),
            RoutineStep::Break => return Ok(Flow::Break),
            RoutineStep::Continue => return Ok(Flow::Continue),
        }
        Ok(Flow::Next)
    }

    fn list(&self, listed: &Listed) -> Result<Vec<i64>, Halt> {
        listed.value(self.slots, &self.lists)
    }
}

impl Listed {
    /// The list, where slots and names have these values.
    pub(super) fn value(&self, slots: &[i64], names: &[Vec<i64>]) -> Result<Vec<i64>, Halt> {
        match self {
            Listed::Items(items) => values(items, slots),
            Listed::Name(name) => {
                count_items(&names[*name])?;
                Ok(names[*name].clone())
            }
            Listed::Joined(both) => {
                let mut joined = both[0].value(slots, names)?;
                joined.extend(both[1].value(slots, names)?);
                count_items(&joined)?;
                Ok(joined)
            }
            Listed::If(parts) => parts.1[usize::from(!parts.0.holds(slots)?)].value(slots, names),
            Listed::Call(call) => call.list(slots),
            Listed::Related(related, key) => related.list(key.value(slots)?),
        }
    }

    /// Calls `see` with each integer and condition in it.
    pub(super) fn each_part<'e>(&'e self, see: &mut dyn FnMut(Part<'e>)) {
        match self {
            Listed::Items(items) => items.iter().for_each(|item| see(Part::Int(item))),
            Listed::Name(_) => {}
            Listed::Joined(both) => both.iter().for_each(|list| list.each_part(see)),
            Listed::If(parts) => {
                see(Part::Condition(&parts.0));
                parts.1.iter().for_each(|list| list.each_part(see));
            }
            Listed::Call(call) => call.args.iter().for_each(|arg| see(Part::Int(arg))),
            Listed::Related(_, key) => see(Part::Int(key)),
        }
    }

    /// Whether these names surely have values.
    fn is_assigned(&self, names: &[bool]) -> bool {
        match self {
            Listed::Name(name) => names[*name],
            Listed::Joined(both) => both.iter().all(|list| list.is_assigned(names)),
            Listed::If(parts) => parts.1.iter().all(|list| list.is_assigned(names)),
            Listed::Items(_) | Listed::Call(_) | Listed::Related(..) => true,
        }
    }
}

/// Counts the items of a list that are copied: so the limit of rounds is also one of memory.
fn count_items(list: &[i64]) -> Result<(), Halt> {
    count(u32::try_from(list.len() / ITEMS_IN_A_ROUND).unwrap_or(u32::MAX))
}

/// Where a run goes on after a loop, whose last round ended so.
fn after_loop(flow: Flow) -> Flow {
    match flow {
        Flow::Return(_) | Flow::ReturnList(_) => flow,
        _ => Flow::Next,
    }
}

/// The routines of a program, as far as they are read.
#[derive(Debug, Default)]
pub(super) struct Routines {
    /// Those that are read, or cannot be.
    read: Vec<(Global, Option<Arc<Routine>>)>,
    /// Those that are being read.
    open: Vec<(Global, Weak<Routine>, RoutineKind)>,
}

impl Compiler<'_> {
    /// The call of a function that is no expression, if it computes a value of this kind.
    pub(super) fn routine_call(&self, call: &Expr, wanted: RoutineKind) -> Option<RoutineCall> {
        let ExprKind::Call { args, .. } = &call.kind else { return None };
        let (routine, kind) = self.called(call)?;
        let args = self.ints(args)?;
        (kind == wanted).then_some(RoutineCall { routine, args })
    }

    /// The kind of the value of a call, if a routine computes it.
    pub(super) fn kind_of_call(&self, call: &Expr) -> Option<RoutineKind> {
        self.called(call).map(|(_, kind)| kind)
    }

    /// The routine of a call.
    fn called(&self, call: &Expr) -> Option<(Callee, RoutineKind)> {
        let ExprKind::Call { callee, args } = &call.kind else { return None };
        let ExprKind::Global(global) = callee.kind else { return None };
        let Value::Function(function) = (self.globals)(global) else { return None };
        let fits = |param: &Param| param.kind.is_none();
        let tree = &function.tree;
        (args.len() == tree.params.len() && tree.params.iter().all(fits)).then_some(())?;
        tree.captures.is_empty().then_some(())?;
        let around = self.routines.borrow().open.iter().find(|open| open.0 == global).cloned();
        Some(match around {
            Some((_, routine, kind)) => (Callee::Around(routine), kind),
            None => {
                let routine = self.routine(global, tree)?;
                let kind = routine.kind;
                (Callee::Read(routine), kind)
            }
        })
    }

    /// A list of integers or of rows, of a length that may depend on the position. `names` are the slots that hold lists, each
    /// with the kind of its rows.
    pub(super) fn listed(
        &self,
        list: &Expr,
        names: &[ListName],
        rows: Option<RowKind>,
    ) -> Option<Listed> {
        let listed = |list: &Expr| self.listed(list, names, rows);
        self.deeper(|| match &list.kind {
            ExprKind::List(items) => {
                let item = |item| match rows {
                    Some(kind) => self.row(item, kind),
                    None => self.int(item),
                };
                Some(Listed::Items(items.iter().map(item).collect::<Option<_>>()?))
            }
            ExprKind::Slot(slot, _) => {
                names.iter().position(|name| *name == (*slot, rows)).map(Listed::Name)
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                Some(Listed::Joined(Box::new([listed(left)?, listed(right)?])))
            }
            ExprKind::If { condition, then, otherwise } => {
                let branches = [listed(then)?, listed(otherwise)?];
                Some(Listed::If(Box::new((self.condition(condition)?, branches))))
            }
            ExprKind::Index { .. } => self.list_looked_up(list, rows),
            ExprKind::Call { .. } => match self.routine_call(list, RoutineKind::List(rows)) {
                Some(call) => Some(Listed::Call(Box::new(call))),
                None => self.list_looked_up(list, rows),
            },
            _ => None,
        })
    }

    fn routine(&self, global: Global, function: &Function) -> Option<Arc<Routine>> {
        let known = self.routines.borrow().read.iter().find(|(read, _)| *read == global).cloned();
        if let Some((_, routine)) = known {
            return routine;
        }
        let kind = of_block(&function.body, &function.body)?.kind();
        let params = function.params.len();
        let routine = Arc::new_cyclic(|itself| {
            self.routines.borrow_mut().open.push((global, itself.clone(), kind));
            let assigned = (0..function.slots).map(|slot| slot < params).collect();
            let compiler = self.of_function(function);
            let mut reader = RoutineReader {
                compiler,
                kind,
                assigned,
                body: &function.body,
                lists: Vec::new(),
                integers: (0..params).collect(),
            };
            let body = reader.block(&function.body, true).unwrap_or_default();
            self.routines.borrow_mut().open.pop();
            let (slots, lists) = (function.slots, reader.lists.len());
            Routine { slots, lists, body, kind, known: Mutex::default() }
        });
        let routine = (!routine.body.is_empty()).then_some(routine);
        self.routines.borrow_mut().read.push((global, routine.clone()));
        routine
    }
}

/// Reader of the statements of a function.
struct RoutineReader<'a> {
    compiler: Compiler<'a>,
    kind: RoutineKind,
    body: &'a [Statement],
    /// The slots that surely have a value.
    assigned: Vec<bool>,
    /// Those that hold lists, and those that hold integers.
    lists: Vec<ListName>,
    integers: Vec<Slot>,
}

/// The slot of a name for a list, and the kind of the rows in it; `None` for integers.
type ListName = (Slot, Option<RowKind>);

impl RoutineReader<'_> {
    /// Statements, of which the last one gives the value of the function if `is_last`.
    fn block(&mut self, statements: &[Statement], is_last: bool) -> Option<Vec<RoutineStep>> {
        let count = statements.len();
        let step = |(place, statement)| self.statement(statement, is_last && place + 1 == count);
        statements.iter().enumerate().map(step).collect()
    }

    fn statement(&mut self, statement: &Statement, is_last: bool) -> Option<RoutineStep> {
        match &statement.kind {
            StatementKind::Bind { target, value } => self.bind(target, value),
            StatementKind::Expr(Expr {
                kind: ExprKind::IfBlock { condition, then, otherwise },
                ..
            }) => {
                let condition = self.condition(condition)?;
                let before = self.assigned.clone();
                let then = self.block(then, is_last)?;
                let after_then = std::mem::replace(&mut self.assigned, before);
                let otherwise = self.block(otherwise, is_last)?;
                let both = self.assigned.iter_mut().zip(after_then);
                both.for_each(|(assigned, other)| *assigned &= other);
                Some(RoutineStep::If(condition, [then, otherwise]))
            }
            StatementKind::Expr(value) if is_last => self.returned(value),
            StatementKind::Return(Some(value)) => self.returned(value),
            StatementKind::While { condition, body } => {
                let condition = self.condition(condition)?;
                let before = self.assigned.clone();
                let body = self.block(body, false)?;
                self.assigned = before;
                Some(RoutineStep::While(condition, body))
            }
            StatementKind::For { target: Target::Slot(slot), source, body } => {
                let source = self.compiler.source(source)?;
                self.is_assigned(|slots| source.add_slots(slots)).then_some(())?;
                let before = self.assigned.clone();
                self.hold_integer(*slot)?;
                let body = self.block(body, false)?;
                self.assigned = before;
                Some(RoutineStep::For(*slot, source, body))
            }
            StatementKind::Break => Some(RoutineStep::Break),
            StatementKind::Continue => Some(RoutineStep::Continue),
            _ => None,
        }
    }

    fn bind(&mut self, target: &Target, value: &Expr) -> Option<RoutineStep> {
        if let Target::Slot(slot) = target
            && (self.name_of(*slot).is_some()
                || matches!(of_value(value, None).map(Told::kind), Some(RoutineKind::List(_))))
        {
            return self.bind_list(*slot, value);
        }
        let pairs = match (target, &value.kind) {
            (Target::Slot(slot), _) => vec![(*slot, self.int(value)?)],
            (Target::Tuple(targets, _), ExprKind::Tuple(items)) if targets.len() == items.len() => {
                let pair = |(target, item): (&Target, &Expr)| match target {
                    Target::Slot(slot) => Some((*slot, self.int(item)?)),
                    _ => None,
                };
                targets.iter().zip(items).map(pair).collect::<Option<Vec<_>>>()?
            }
            _ => return None,
        };
        pairs.iter().try_for_each(|(slot, _)| self.hold_integer(*slot))?;
        Some(RoutineStep::Set(pairs))
    }

    /// Notes that a name has an integer as its value. A name has values of one kind.
    fn hold_integer(&mut self, slot: Slot) -> Option<()> {
        self.integers.push(slot);
        self.assigned[slot] = true;
        self.name_of(slot).is_none().then_some(())
    }

    /// The number of the name for a list that a slot holds.
    fn name_of(&self, slot: Slot) -> Option<usize> {
        self.lists.iter().position(|(list, _)| *list == slot)
    }

    fn bind_list(&mut self, slot: Slot, value: &Expr) -> Option<RoutineStep> {
        let name = self.name_of(slot);
        (!self.integers.contains(&slot)).then_some(())?;
        let step = match (&value.kind, name) {
            (ExprKind::Binary { op: BinaryOp::Add, left, right, .. }, Some(name))
                if self.assigned[slot] && is_slot(left, slot) =>
            {
                RoutineStep::Append(name, self.listed(right, self.lists[name].1)?)
            }
            _ => {
                let rows = match name {
                    Some(name) => self.lists[name].1,
                    None => match of_name(slot, self.body)?.kind() {
                        RoutineKind::List(rows) => rows,
                        _ => return None,
                    },
                };
                let listed = self.listed(value, rows)?;
                let name = name.unwrap_or_else(|| {
                    self.lists.push((slot, rows));
                    self.lists.len() - 1
                });
                RoutineStep::SetList(name, listed)
            }
        };
        self.assigned[slot] = true;
        Some(step)
    }

    fn listed(&self, list: &Expr, rows: Option<RowKind>) -> Option<Listed> {
        let listed = self.compiler.listed(list, &self.lists, rows)?;
        let names: Vec<bool> = self.lists.iter().map(|(slot, _)| self.assigned[*slot]).collect();
        let add = |slots: &mut Vec<usize>| listed.each_part(&mut |part| part.add_slots(slots));
        (listed.is_assigned(&names) && self.is_assigned(add)).then_some(listed)
    }

    fn returned(&self, value: &Expr) -> Option<RoutineStep> {
        let number = |n| Int::Linear(Linear::constant(n));
        Some(match self.kind {
            RoutineKind::Truth => {
                let truth = self.condition(value)?;
                RoutineStep::Return(Int::If(Box::new((truth, number(1), number(0)))))
            }
            RoutineKind::Integer => RoutineStep::Return(self.int(value)?),
            RoutineKind::Row(kind) => {
                let row = self.compiler.row(value, kind)?;
                self.is_assigned(|slots| row.add_slots(slots))
                    .then_some(RoutineStep::Return(row))?
            }
            RoutineKind::List(rows) => RoutineStep::ReturnList(self.listed(value, rows)?),
        })
    }

    fn int(&self, expr: &Expr) -> Option<Int> {
        let int = self.compiler.int(expr)?;
        self.is_assigned(|slots| int.add_slots(slots)).then_some(int)
    }

    fn condition(&self, expr: &Expr) -> Option<HeapCondition> {
        let condition = self.compiler.condition(expr)?;
        self.is_assigned(|slots| condition.add_slots(slots)).then_some(condition)
    }

    /// Whether all these slots surely have an integer.
    fn is_assigned(&self, add_slots: impl FnOnce(&mut Vec<usize>)) -> bool {
        let mut slots = Vec::new();
        add_slots(&mut slots);
        slots.iter().all(|slot| self.assigned[*slot] && self.name_of(*slot).is_none())
    }
}

/// The condition that a routine returns true.
pub(super) fn says_yes(call: Int) -> HeapCondition {
    HeapCondition::Compare(call, vec![(Test::Equal, Int::Linear(Linear::constant(1)))])
}

/// The kind of a value, as far as an expression shows it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Kind(RoutineKind),
    /// It is a list, and has no elements.
    Empty,
}

impl Told {
    /// The kind, if no other expression tells more.
    fn kind(self) -> RoutineKind {
        match self {
            Told::Kind(kind) => kind,
            Told::Empty => RoutineKind::List(None),
        }
    }
}

/// The first kind that is told; a list without elements if no other is.
fn first_told(told: impl Iterator<Item = Option<Told>>) -> Option<Told> {
    let mut all = told.flatten().peekable();
    let first = all.peek().copied();
    all.find(|told| *told != Told::Empty).or(first)
}

/// The kind of the value of statements of a function, as far as their values tell; `None` if none does.
fn of_block(statements: &[Statement], function: &[Statement]) -> Option<Told> {
    let kinds = statements.iter().enumerate().map(|(place, statement)| match &statement.kind {
        StatementKind::Return(Some(value)) => of_value(value, Some(function)),
        StatementKind::For { body, .. } | StatementKind::While { body, .. } => {
            of_block(body, function)
        }
        StatementKind::Expr(Expr { kind: ExprKind::IfBlock { then, otherwise, .. }, .. }) => {
            first_told([then, otherwise].into_iter().map(|block| of_block(block, function)))
        }
        StatementKind::Expr(value) if place + 1 == statements.len() => {
            of_value(value, Some(function))
        }
        _ => None,
    });
    first_told(kinds)
}

/// The kind of what statements bind a name to, as far as their values tell.
fn of_name(slot: Slot, statements: &[Statement]) -> Option<Told> {
    first_told(statements.iter().map(|statement| match &statement.kind {
        StatementKind::Bind { target: Target::Slot(target), value } if *target == slot => {
            of_value(value, None)
        }
        StatementKind::For { body, .. } | StatementKind::While { body, .. } => of_name(slot, body),
        StatementKind::Expr(Expr { kind: ExprKind::IfBlock { then, otherwise, .. }, .. }) => {
            first_told([then, otherwise].into_iter().map(|block| of_name(slot, block)))
        }
        _ => None,
    }))
}

/// The kind of the value of an expression: of a name, that of what the statements of the function bind it to, where they are
/// given; `None` where it is that of a call.
fn of_value(value: &Expr, function: Option<&[Statement]>) -> Option<Told> {
    let of_both = |a, b| first_told([a, b].into_iter().map(|value| of_value(value, function)));
    Some(Told::Kind(match &value.kind {
        ExprKind::Compare { .. }
        | ExprKind::Bool(_)
        | ExprKind::Unary(UnaryOp::Not, _)
        | ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. } => RoutineKind::Truth,
        ExprKind::List(items) => match items.first() {
            None => return Some(Told::Empty),
            Some(item) => RoutineKind::List(RowKind::of(item)),
        },
        ExprKind::Tuple(_) => RoutineKind::Row(RowKind::of(value)?),
        ExprKind::If { then, otherwise, .. } => return of_both(then, otherwise),
        ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => return of_both(left, right),
        ExprKind::Slot(slot, _) => match of_name(*slot, function?) {
            None => RoutineKind::Integer,
            told => return told,
        },
        ExprKind::Call { .. } => {
            let truths = [Intrinsic::All, Intrinsic::Any, Intrinsic::IsEvil, Intrinsic::IsOdious];
            let is_truth = truths.contains(&intrinsic_call(value)?.0);
            if is_truth { RoutineKind::Truth } else { RoutineKind::Integer }
        }
        ExprKind::Lambda(_) | ExprKind::Comprehension { .. } => return None,
        _ => RoutineKind::Integer,
    }))
}
