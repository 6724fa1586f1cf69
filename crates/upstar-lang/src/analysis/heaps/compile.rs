//! Compilation of rulesets of heaps to integer programs: rules, loops, lists, and names for values.
//!
//! Knows: what the slots of rules stand for. Must not know: nimbers.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use upstar_core::heap::Code;

use super::arithmetic::Binary;
use super::coins::{CoinTurn, Turned};
use super::expressions::{binary, pair};
use super::program::{HeapCondition, HeapGenerator, Int, Linear, MoveRule, Source};
use super::ranges::bounded;
use super::routines::Routines;
use super::rows::RowKind;
use crate::analysis::{MOST_LEVELS, integer, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{
    Alternative, Expr, ExprKind, Function, Generator, Global, PositionKind, Target,
};
use crate::syntax::ast::{BinaryOp, Collection};
use crate::value::{Ruleset, Value, elements, heaps};

/// Rules of a ruleset, if it is impartial, of heaps, and all its moves are integer arithmetic.
pub(super) fn ways(rules: ClosedRules<'_>) -> Option<Vec<MoveRule>> {
    let compiler = Compiler::new(rules)?;
    alternatives_of_heaps(rules.ruleset)?
        .map(|alternative| move_rule(alternative, &compiler))
        .collect()
}

/// Code that a ruleset states itself: `move rest for rest in take_and_break(code, n)`.
pub(super) fn stated_code(ruleset: &Ruleset) -> Option<Code> {
    let mut alternatives = alternatives_of_heaps(ruleset)?;
    let (Some(Alternative::Options { parts, generators, .. }), None) =
        (alternatives.next(), alternatives.next())
    else {
        return None;
    };
    let [Generator::For { target: Target::Slot(rest), source }] = &generators[..] else {
        return None;
    };
    let left = matches!(&parts[..], [Expr { kind: ExprKind::Slot(slot, _), .. }] if slot == rest);
    let (Intrinsic::TakeAndBreak, [code, heap]) = intrinsic_call(source)? else { return None };
    let family = ruleset.family()?;
    let whole = matches!(&heap.kind, ExprKind::Slot(slot, _) if *slot == family.len());
    if !left || !whole {
        return None;
    }
    match &code.kind {
        ExprKind::Text(text) => text.parse().ok(),
        ExprKind::Slot(slot, _) => heaps::code(family.get(*slot)?).ok(),
        _ => None,
    }
}

/// The alternatives of an impartial ruleset of heaps.
fn alternatives_of_heaps(ruleset: &Ruleset) -> Option<impl Iterator<Item = &Alternative>> {
    alternatives(ruleset).filter(|_| matches!(ruleset.tree.position, PositionKind::Heap))
}

/// The alternatives of an impartial ruleset.
pub(super) fn alternatives(ruleset: &Ruleset) -> Option<impl Iterator<Item = &Alternative>> {
    let alternatives = ruleset.tree.clauses.iter().flat_map(|clause| &clause.alternatives);
    ruleset.moves_are_alike().then_some(alternatives)
}

/// Turns of a ruleset of coins, if all of them are integer arithmetic.
pub(super) fn turns(rules: ClosedRules<'_>) -> Option<Vec<CoinTurn>> {
    let tree = &rules.ruleset.tree;
    let compiler = Compiler::new(rules)?;
    if !matches!(tree.position, PositionKind::Coins) {
        return None;
    }
    let mut turns = Vec::new();
    for alternative in tree.clauses.iter().flat_map(|clause| &clause.alternatives) {
        let Alternative::Options { parts, generators, .. } = alternative else { return None };
        if let [set] = &parts[..]
            && let Some((others, generators, bounds)) = Compiler::subset(generators, set)
        {
            let (inner, steps) = compiler.steps(generators)?;
            let (mut parts, _) = inner.others(others, tree.family.len())?;
            parts.extend(inner.subset_bounds(bounds)?);
            turns.push(CoinTurn { way: MoveRule { steps, parts }, turned: Turned::Subset });
            continue;
        }
        let (inner, steps) = compiler.steps(generators)?;
        for set in parts {
            let (parts, run) = inner.others(set, tree.family.len())?;
            let turned = if run { Turned::Run } else { Turned::Given };
            turns.push(CoinTurn { way: MoveRule { steps: steps.clone(), parts }, turned });
        }
    }
    Some(turns)
}

fn move_rule(alternative: &Alternative, compiler: &Compiler<'_>) -> Option<MoveRule> {
    let Alternative::Options { parts, generators, .. } = alternative else { return None };
    let (inner, steps) = compiler.steps(generators)?;
    let parts = parts.iter().map(|part| inner.int(part)).collect::<Option<_>>()?;
    Some(MoveRule { steps, parts })
}

/// A parameter that is a list of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListSlots {
    /// Slot of the parameter.
    pub(super) parameter: usize,
    /// Slot of its first element; the others follow.
    pub(super) first: usize,
    /// Number of elements.
    pub(super) length: usize,
}

/// Compiler of expressions; `None` for those that are not integer arithmetic.
#[derive(Clone)]
pub(super) struct Compiler<'a> {
    /// Values of the first slots.
    family: &'a [Value],
    /// Number of parameters of positions, whose slots come next.
    parameters: usize,
    slots: usize,
    /// The parameters that are lists.
    pub(super) lists: Vec<ListSlots>,
    /// What the slots that have names of values hold: those of single values, of unrolled loops, of loops by steps.
    names: Vec<(usize, Named)>,
    /// Whether it matters how often a loop has the same value.
    counts: bool,
    /// Number of expressions around the one that is compiled.
    level: Cell<usize>,
    /// Number of expressions compiled.
    work: Rc<Cell<usize>>,
    /// Values of the globals.
    pub(super) globals: &'a dyn Fn(Global) -> Value,
    /// Functions that are no expressions.
    pub(super) routines: Rc<RefCell<Routines>>,
}

/// Rules in normal form, with the values of the globals that the functions in them read.
#[derive(Clone, Copy)]
pub struct ClosedRules<'a> {
    /// The rules.
    pub ruleset: &'a Ruleset,
    /// The value of each global.
    pub globals: &'a dyn Fn(Global) -> Value,
}

/// What a slot stands for.
#[derive(Debug, Clone)]
pub(super) enum Named {
    Int(Int),
    List(Vec<Int>),
    /// A packed row, which the slot holds.
    Row(RowKind),
}

/// Longer lists are left to the evaluator.
pub(super) const LONGEST_LIST: usize = 64;
/// So are lists with more bindings of loops.
const LIST_BINDINGS: usize = 1 << 9;
/// Larger expressions do not take the place of their names.
const LARGEST_NAMED: usize = 64;
/// Rules that take more work are left to the evaluator.
const MOST_WORK: usize = 1 << 22;

impl<'a> Compiler<'a> {
    /// A compiler for the rules of a ruleset; `None` if its family is not given.
    pub(super) fn new(ClosedRules { ruleset, globals }: ClosedRules<'a>) -> Option<Self> {
        Some(Compiler {
            family: ruleset.family()?,
            parameters: ruleset.tree.params.len(),
            slots: ruleset.tree.slots,
            lists: Vec::new(),
            names: Vec::new(),
            counts: false,
            level: Cell::new(0),
            work: Rc::default(),
            globals,
            routines: Rc::default(),
        })
    }

    /// A compiler for the expressions of a function.
    pub(super) fn of_function(&self, function: &Function) -> Self {
        let (parameters, slots) = (function.params.len(), function.slots);
        let (lists, names) = (Vec::new(), Vec::new());
        Compiler { family: &[], parameters, slots, lists, names, counts: false, ..self.clone() }
    }

    /// What `compile` makes of an expression inside of others; `None` when it stands too deep, or there are too many.
    pub(super) fn deeper<T>(&self, compile: impl FnOnce() -> Option<T>) -> Option<T> {
        let outside = self.level.get();
        self.level.set(outside + 1);
        self.work.set(self.work.get() + 1);
        let fits = outside < MOST_LEVELS && self.work.get() < MOST_WORK;
        let found = if fits { compile() } else { None };
        self.level.set(outside);
        found
    }

    /// Counts work that is done for an expression; returns false when there is too much.
    pub(super) fn spend(&self, work: usize) -> bool {
        self.work.set(self.work.get().saturating_add(work));
        self.work.get() < MOST_WORK
    }

    /// The value of a parameter of the family.
    pub(super) fn family_value(&self, slot: usize) -> Option<&Value> {
        self.family.get(slot)
    }

    /// The compiler for elements of a collection that may be equal.
    pub(super) fn counting(&self) -> Self {
        Compiler { counts: true, ..self.clone() }
    }

    /// The elements of a list of a length that does not depend on the position.
    pub(super) fn list(&self, expr: &Expr) -> Option<Vec<Int>> {
        self.deeper(|| self.list_of(expr)).filter(|items| items.len() <= LONGEST_LIST)
    }

    fn list_of(&self, expr: &Expr) -> Option<Vec<Int>> {
        match &expr.kind {
            ExprKind::Slot(slot, _) => {
                match self.name(*slot) {
                    Some(Named::List(items)) => return Some(items.clone()),
                    Some(Named::Row(kind)) => return kind.is_list.then(|| kind.parts(*slot)),
                    _ => {}
                }
                let list = self.lists.iter().find(|list| list.parameter == *slot)?;
                let element = |i| Int::Linear(Linear::slot(list.first + i));
                Some((0..list.length).map(element).collect())
            }
            ExprKind::List(items) => self.ints(items),
            ExprKind::Comprehension { collection: Collection::List, element, generators } => {
                let mut elements = Vec::new();
                self.counting().unrolled(generators, LIST_BINDINGS, &mut |compiler, steps| {
                    elements.push(compiler.int(element)?);
                    (steps.is_empty() && elements.len() <= LONGEST_LIST).then_some(())
                })?;
                Some(elements)
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                let mut joined = self.list(left)?;
                joined.extend(self.list(right)?);
                Some(joined)
            }
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                match condition.constant() {
                    Some(true) => return self.list(then),
                    Some(false) => return self.list(otherwise),
                    None => {}
                }
                let (then, otherwise) = (self.list(then)?, self.list(otherwise)?);
                let alike = then.len() == otherwise.len() && condition.size() <= LARGEST_NAMED;
                let choice = |(a, b)| Int::If(Box::new((condition.clone(), a, b)));
                alike.then(|| then.into_iter().zip(otherwise).map(choice).collect())
            }
            ExprKind::Let { slot, value, body } => match self.with_value(*slot, value)? {
                (inner, None) => inner.list(body),
                _ => None,
            },
            ExprKind::Call { .. } => match intrinsic_call(expr)? {
                (Intrinsic::List, [items]) => self.list(items),
                (Intrinsic::Reverse, [items]) => {
                    let mut items = self.list(items)?;
                    items.reverse();
                    Some(items)
                }
                (Intrinsic::Sort, [items]) => Some(in_order(self.list(items)?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Calls `done` for each binding of those loops that run through constants, or through a few values, with the other steps
    /// and a compiler to which the slots of these loops are known. `None` if there are more than `bindings`, or `done` gives up.
    pub(super) fn unrolled(
        &self,
        generators: &[Generator],
        mut bindings: usize,
        done: &mut impl FnMut(&Compiler<'_>, Vec<HeapGenerator>) -> Option<()>,
    ) -> Option<()> {
        self.unroll(generators, Vec::new(), &mut bindings, done)
    }

    fn unroll(
        &self,
        generators: &[Generator],
        mut steps: Vec<HeapGenerator>,
        bindings: &mut usize,
        done: &mut impl FnMut(&Compiler<'_>, Vec<HeapGenerator>) -> Option<()>,
    ) -> Option<()> {
        if generators.len() > MOST_LEVELS {
            return None;
        }
        let Some((generator, rest)) = generators.split_first() else {
            return done(self, steps);
        };
        if let Some(mut opened) = opened(generator, self.counts) {
            opened.extend_from_slice(rest);
            return self.deeper(|| self.unroll(&opened, steps, bindings, done));
        }
        let mut inner = self.clone();
        let Some(step) = inner.step(generator)? else {
            return inner.unroll(rest, steps, bindings, done);
        };
        // A loop without rounds stays behind steps that may fail: their errors come first.
        let known = inner.known_values(&step);
        let known = known.filter(|(_, items)| !items.is_empty() || steps.is_empty());
        if let Some((slot, items)) = known {
            for item in items {
                *bindings = bindings.checked_sub(1)?;
                inner.bind(slot, Some(Named::Int(item)));
                inner.unroll(rest, steps.clone(), bindings, done)?;
            }
            return Some(());
        }
        match step {
            HeapGenerator::If(condition)
                if condition.constant() == Some(false) && steps.iter().all(only_asks) =>
            {
                return Some(());
            }
            HeapGenerator::If(condition) if condition.constant() == Some(true) => {}
            HeapGenerator::If(condition) if inner.bounds(&mut steps, &condition) => {}
            step => steps.push(step),
        }
        inner.unroll(rest, steps, bindings, done)
    }

    /// The slot of a loop and what it holds in each round, if that is seen.
    fn known_values(&self, step: &HeapGenerator) -> Option<(usize, Vec<Int>)> {
        let HeapGenerator::For(slot, source) = step else { return None };
        if let Source::Items(items) = source {
            return items.iter().all(may_be_named).then(|| (*slot, items.clone()));
        }
        // The slot of a loop by steps holds the number of the round.
        self.name(*slot).is_none().then_some(())?;
        let constant = |n| Int::Linear(Linear::constant(n));
        Some((*slot, source.constants()?.into_iter().map(constant).collect()))
    }

    pub(super) fn name(&self, slot: usize) -> Option<&Named> {
        self.names.iter().find(|(other, _)| *other == slot).map(|(_, named)| named)
    }

    /// Lets a slot stand for something, or for itself.
    fn bind(&mut self, slot: usize, named: Option<Named>) {
        self.names.retain(|(other, _)| *other != slot);
        self.names.extend(named.map(|named| (slot, named)));
    }

    /// A compiler for an expression in which a slot holds a value, and the value if it must be evaluated before.
    pub(super) fn with_value(&self, slot: usize, value: &Expr) -> Option<(Self, Option<Int>)> {
        let mut inner = self.clone();
        if let Some(value) = self.int(value) {
            (value.size() <= LARGEST_NAMED).then_some(())?;
            let before = value.may_fail().then(|| value.clone());
            inner.bind(slot, Some(Named::Int(value)));
            return Some((inner, before));
        }
        let items = self.list(value)?;
        items.iter().all(may_be_named).then_some(())?;
        inner.bind(slot, Some(Named::List(items)));
        Some((inner, None))
    }

    /// `rows[i]`
    pub(super) fn element(&self, base: &Expr, index: &Expr) -> Option<Int> {
        let index = self.int(index)?;
        if let Some(index) = index.constant() {
            let place = usize::try_from(index).ok()?.checked_sub(1)?;
            let mut items = match self.named_row(base) {
                Some((slot, kind)) => kind.parts(slot),
                None => self.list(base)?,
            };
            let fits = place < items.len() && !items.iter().any(Int::may_fail);
            return fits.then(|| items.swap_remove(place));
        }
        let ExprKind::Slot(slot, _) = base.kind else { return None };
        let list = self.lists.iter().find(|list| list.parameter == slot)?;
        let (first, length) = (list.first, list.length as i64);
        Some(Int::Element { first, length, index: Box::new(index) })
    }

    /// Generators, if they are not too many: each runs inside of those before it. With the compiler for what stands inside.
    pub(super) fn steps(&self, generators: &[Generator]) -> Option<(Self, Vec<HeapGenerator>)> {
        let (mut inner, mut steps) = (self.clone(), Vec::new());
        let mut left: Vec<Generator> = generators.iter().rev().cloned().collect();
        while let Some(generator) = left.pop() {
            match opened(&generator, self.counts) {
                Some(opened) => left.extend(opened.into_iter().rev()),
                None => match inner.step(&generator)? {
                    Some(HeapGenerator::If(condition)) if inner.bounds(&mut steps, &condition) => {}
                    step => steps.extend(step),
                },
            }
            (left.len() + steps.len() <= MOST_LEVELS).then_some(())?;
        }
        Some((inner, steps))
    }

    /// Takes a condition into the range of the loop before it; returns whether it did.
    fn bounds(&self, steps: &mut [HeapGenerator], condition: &HeapCondition) -> bool {
        let parameters = self.family.len()..self.family.len() + self.parameters;
        bounded(steps, condition, &|slot| {
            let is_element =
                |list: &ListSlots| (list.first..list.first + list.length).contains(&slot);
            parameters.contains(&slot) || self.lists.iter().any(is_element)
        })
    }

    /// A generator; the inner `None` for one that names a value.
    #[expect(clippy::option_option, reason = "what is no arithmetic, and what is no step")]
    fn step(&mut self, generator: &Generator) -> Option<Option<HeapGenerator>> {
        let (slot, source) = match generator {
            Generator::If(condition) => {
                return Some(Some(HeapGenerator::If(self.condition(condition)?)));
            }
            Generator::For { target: Target::Slot(slot), source } if *slot < self.slots => {
                (*slot, source)
            }
            Generator::For { target: Target::Tuple(targets, _), source } => {
                return self.each_row(targets, source).map(Some);
            }
            Generator::For { .. } => return None,
        };
        if let ExprKind::List(items) | ExprKind::Set(items) = &source.kind
            && let [item] = &items[..]
        {
            match self.with_value(slot, item) {
                Some((inner, None)) => {
                    *self = inner;
                    return Some(None);
                }
                Some((_, Some(value))) => {
                    self.bind(slot, None);
                    return Some(Some(HeapGenerator::For(slot, Source::Items(vec![value]))));
                }
                None => {}
            }
        }
        if let ExprKind::Binary { op: BinaryOp::By, left, right, .. } = &source.kind {
            return self.by_steps(slot, left, right).map(Some);
        }
        if let Some(ints) = self.source(source) {
            self.bind(slot, None);
            return Some(Some(HeapGenerator::For(slot, ints)));
        }
        let (rows, kind) = self.rows(source)?;
        self.bind(slot, Some(Named::Row(kind)));
        Some(Some(HeapGenerator::For(slot, rows)))
    }

    /// `for (a, b) in rows`: the first name holds the packed row.
    fn each_row(&mut self, targets: &[Target], source: &Expr) -> Option<HeapGenerator> {
        let slots = targets.iter().map(|target| match target {
            Target::Slot(slot) if *slot < self.slots => Some(*slot),
            _ => None,
        });
        let slots: Vec<usize> = slots.collect::<Option<_>>()?;
        let (rows, kind) = self.rows(source)?;
        (kind.width == slots.len()).then_some(())?;
        let holds = *slots.first()?;
        for (slot, part) in slots.iter().zip(kind.parts(holds)) {
            self.bind(*slot, Some(Named::Int(part)));
        }
        Some(HeapGenerator::For(holds, rows))
    }

    /// `for k in a..b by s`: in round i, counted from 0, `k` is `a + s * i`.
    fn by_steps(&mut self, slot: usize, range: &Expr, by: &Expr) -> Option<HeapGenerator> {
        let ExprKind::Range(first, last) = &range.kind else { return None };
        let (first, last) = (self.int(first)?, self.int(last)?);
        let step = self.int(by)?;
        (step.constant() != Some(0)).then_some(())?;
        (first.size() + step.size() <= LARGEST_NAMED).then_some(())?;
        let constant = |n| Int::Linear(Linear::constant(n));
        let whole = binary(BinaryOp::Sub, last, first.clone())?;
        // A step of 0 has no quotient, and fails here too.
        let rounds = pair(Binary::Div, whole, step.clone());
        let source = Source::Range(constant(0), rounds);
        let constants = (first.constant(), step.constant(), source.constants());
        if let (Some(first), Some(step), Some(rounds)) = constants {
            let value = |round: i64| first.checked_add(step.checked_mul(round)?);
            let values = rounds.into_iter().map(value).collect::<Option<_>>()?;
            self.bind(slot, None);
            return Some(HeapGenerator::For(slot, Source::List(values)));
        }
        let further = binary(BinaryOp::Mul, step, Int::Linear(Linear::slot(slot)))?;
        let value = binary(BinaryOp::Add, first, further)?;
        self.bind(slot, Some(Named::Int(value)));
        Some(HeapGenerator::For(slot, source))
    }

    pub(super) fn source(&self, source: &Expr) -> Option<Source> {
        match &source.kind {
            ExprKind::Range(first, last) => Some(Source::Range(self.int(first)?, self.int(last)?)),
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                let items = self.ints(items)?;
                let is_set = matches!(source.kind, ExprKind::Set(_));
                let Some(mut constants) = items.iter().map(Int::constant).collect() else {
                    // Elements of a set may be equal.
                    return (!is_set || !self.counts).then_some(Source::Items(items));
                };
                if is_set {
                    without_repeats(&mut constants);
                }
                Some(Source::List(constants))
            }
            ExprKind::Slot(slot, _) => match self.family.get(*slot) {
                Some(constants) => listed(constants),
                None => self.list(source).map(Source::Items),
            },
            ExprKind::Global(_) => Some(Source::List(self.constants(source, None)?)),
            ExprKind::Call { .. }
            | ExprKind::If { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Index { .. } => {
                if let Some(items) = self.constants(source, None) {
                    return Some(Source::List(items));
                }
                if let Some(items) = self.list(source) {
                    return Some(Source::Items(items));
                }
                let listed = self.listed(source, &[], None)?;
                Some(Source::Listed(Box::new(listed)))
            }
            _ => None,
        }
    }

    /// Coins of a set besides the one at a place, or the leftmost of a run up to it.
    fn others(&self, set: &Expr, place: usize) -> Option<(Vec<Int>, bool)> {
        let rightmost = |int: &Int| matches!(int, Int::Linear(at) if *at == Linear::slot(place));
        match &set.kind {
            ExprKind::Range(first, last) if rightmost(&self.int(last)?) => {
                Some((vec![self.int(first)?], true))
            }
            ExprKind::List(coins) | ExprKind::Tuple(coins) | ExprKind::Set(coins) => {
                let coins = coins.iter().map(|coin| self.int(coin));
                let mut coins: Vec<Int> = coins.collect::<Option<_>>()?;
                coins.remove(coins.iter().position(rightmost)?);
                Some((coins, false))
            }
            _ => None,
        }
    }

    /// The value of a family's parameter, or the integer that a slot holds.
    pub(super) fn slot(&self, slot: usize) -> Option<Int> {
        if let Some(value) = self.family.get(slot) {
            return Some(Int::Linear(Linear::constant(integer(value)?)));
        }
        match self.name(slot) {
            Some(Named::Int(value)) => Some(value.clone()),
            Some(Named::List(_) | Named::Row(_)) => None,
            None if self.lists.iter().any(|list| list.parameter == slot) => None,
            None => Some(Int::Linear(Linear::slot(slot))),
        }
    }
}

/// The generators that a loop through a comprehension is, or a loop through a collection with names for values; `None` for
/// others. A set has each element once, so it is no such loop where that `counts`.
fn opened(generator: &Generator, counts: bool) -> Option<Vec<Generator>> {
    let Generator::For { target, source } = generator else { return None };
    let alone = |target: &Target, value: &Expr| Generator::For {
        target: target.clone(),
        source: Expr { kind: ExprKind::List(vec![value.clone()]), span: value.span },
    };
    match &source.kind {
        ExprKind::Let { slot, value, body } => {
            let body = Generator::For { target: target.clone(), source: (**body).clone() };
            Some(vec![alone(&Target::Slot(*slot), value), body])
        }
        ExprKind::Comprehension { collection, element, generators }
            if *collection == Collection::List || *collection == Collection::Set && !counts =>
        {
            let mut opened = generators.clone();
            opened.push(alone(target, element));
            Some(opened)
        }
        ExprKind::List(items) => match (target, &items[..]) {
            (Target::Tuple(targets, _), [Expr { kind: ExprKind::Tuple(parts), .. }])
                if targets.len() == parts.len() =>
            {
                Some(targets.iter().zip(parts).map(|(target, part)| alone(target, part)).collect())
            }
            _ => None,
        },
        _ => None,
    }
}

/// Integers in ascending order.
fn in_order(mut items: Vec<Int>) -> Vec<Int> {
    if items.iter().all(|item| item.constant().is_some()) {
        items.sort_by_key(Int::constant);
        return items;
    }
    match &items[..] {
        [] | [_] => items,
        [a, b] => [Binary::Min, Binary::Max].map(|end| pair(end, a.clone(), b.clone())).into(),
        _ => {
            let items: Arc<[Int]> = items.into();
            (0..items.len()).map(|place| Int::InOrder(items.clone(), place)).collect()
        }
    }
}

/// Whether a step is a condition that cannot fail, so that nothing is lost with it where a later one never holds.
fn only_asks(step: &HeapGenerator) -> bool {
    matches!(step, HeapGenerator::If(condition) if !condition.may_fail())
}

/// Whether an expression may take the place of its name, wherever that stands.
fn may_be_named(int: &Int) -> bool {
    int.size() <= LARGEST_NAMED && !int.may_fail()
}

/// The elements of a constant collection.
fn listed(constants: &Value) -> Option<Source> {
    match constants {
        Value::Range(range) if !range.has_step() => {
            let end = |n| Some(Int::Linear(Linear::constant(i64::try_from(n).ok()?)));
            Some(Source::Range(end(range.first())?, end(range.last())?))
        }
        Value::Range(range) if range.len() > LONGEST_LIST.into() => None,
        items @ (Value::List(_) | Value::Tuple(_) | Value::Set(_) | Value::Range(_)) => {
            let items = elements(items).ok()?.map(|item| integer(&item));
            Some(Source::List(items.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// Keeps the first of equal elements.
fn without_repeats(constants: &mut Vec<i64>) {
    let mut seen = FxHashSet::default();
    constants.retain(|item| seen.insert(*item));
}
