//! Compilation of expressions about integers and lists of integers.
//!
//! Knows: the expressions that are such programs, and which of them can fail. Must not know: positions.
//!
//! Each variable of the text gets a slot of its own, also where a function is called twice, so that what is known of a
//! slot holds wherever it is read.

use super::program::{Bound, Int, List, ListCondition, ListGenerator, Operation};
use crate::analysis::normal::exists_of;
use crate::analysis::{MORE_STACK, MOST_LEVELS, RED_ZONE, ReadsVariables, Test, intrinsic_call};
use crate::builtins::{self, Intrinsic};
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Target};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, UnaryOp};
use crate::value::Value;
use upstar_core::Player;

/// Rules with more variables are left to the evaluator.
const MOST_SLOTS: usize = 1 << 10;

/// Kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An integer.
    Int,
    /// A player.
    Player,
    /// A list of integers.
    List,
    /// A set of integers.
    Set,
}

/// What a variable stands for: a constant, or what a slot holds.
#[derive(Debug, Clone)]
pub(super) enum Variable {
    Int(Int),
    Player(Int),
    List(usize),
    Set(usize),
}

/// A compiled expression.
#[derive(Debug)]
pub(super) enum Code {
    Int(Int),
    Player(Int),
    Truth(ListCondition),
    List(List),
    /// A list in ascending order without repetitions.
    Set(List),
}

/// Compiler of expressions; `None` for those that are of another kind.
pub(super) struct Compiler {
    pub(super) variables: Vec<Option<Variable>>,
    /// Number of slots.
    pub(super) slots: usize,
    /// Slots that hold lists of constants.
    pub(super) constants: Vec<(usize, Vec<i64>)>,
    /// Whether what was compiled since this was cleared can fail, other than by numbers or lists that are too large.
    pub(super) fallible: bool,
    /// Slots that were read.
    pub(super) read: Vec<usize>,
    /// Slots that run through the indices of the list in another slot.
    indices: Vec<(usize, usize)>,
    /// Whether it does not matter in which order the elements of a set come, as in a sum or another set.
    is_unordered: bool,
    /// Values with names in the body that is compiled.
    bound: Vec<Bound>,
    /// Number of expressions and generators around the one that is compiled.
    level: usize,
}

/// Number of a player in programs.
pub(super) fn number(player: Player) -> i64 {
    i64::from(player == Player::Left)
}

impl Compiler {
    pub(super) fn new(variables: usize) -> Self {
        Compiler {
            variables: vec![None; variables],
            slots: 0,
            constants: Vec::new(),
            fallible: false,
            read: Vec::new(),
            indices: Vec::new(),
            is_unordered: false,
            bound: Vec::new(),
            level: 0,
        }
    }

    /// What `compile` makes of something that stands so many levels deeper; `None` when that is too deep.
    pub(super) fn deeper<T>(
        &mut self,
        levels: usize,
        compile: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let outside = self.level;
        self.level = outside.saturating_add(levels);
        let found = if self.level <= MOST_LEVELS { compile(self) } else { None };
        self.level = outside;
        found
    }

    /// A slot that nothing else uses.
    pub(super) fn new_slot(&mut self) -> Option<usize> {
        self.slots += 1;
        (self.slots <= MOST_SLOTS).then_some(self.slots - 1)
    }

    pub(super) fn int(&mut self, expr: &Expr) -> Option<Int> {
        match self.code(expr)? {
            Code::Int(int) => Some(int),
            _ => None,
        }
    }

    pub(super) fn player(&mut self, expr: &Expr) -> Option<Int> {
        match self.code(expr)? {
            Code::Player(player) => Some(player),
            _ => None,
        }
    }

    fn condition(&mut self, expr: &Expr) -> Option<ListCondition> {
        match self.code(expr)? {
            Code::Truth(condition) => Some(condition),
            _ => None,
        }
    }

    pub(super) fn list(&mut self, expr: &Expr) -> Option<List> {
        match self.code(expr)? {
            Code::List(list) => Some(list),
            _ => None,
        }
    }

    /// A list, or a set where the order of its elements does not matter.
    fn items(&mut self, expr: &Expr) -> Option<List> {
        let is_unordered = self.is_unordered;
        match self.code_in_order(is_unordered, expr)? {
            Code::List(list) => Some(list),
            Code::Set(set) if is_unordered => Some(set),
            _ => None,
        }
    }

    /// The same where the order does not matter.
    fn unordered_items(&mut self, expr: &Expr) -> Option<List> {
        self.unordered(|compiler| compiler.items(expr))
    }

    /// What `compile` makes of something in which it does not matter in which order the elements of sets come.
    pub(super) fn unordered<T>(
        &mut self,
        compile: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.within_order(true, compile)
    }

    fn within_order<T>(
        &mut self,
        is_unordered: bool,
        compile: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let outside = std::mem::replace(&mut self.is_unordered, is_unordered);
        let found = compile(self);
        self.is_unordered = outside;
        found
    }

    pub(super) fn code(&mut self, expr: &Expr) -> Option<Code> {
        self.code_in_order(false, expr)
    }

    fn code_in_order(&mut self, is_unordered: bool, expr: &Expr) -> Option<Code> {
        self.within_order(is_unordered, |compiler| {
            compiler.deeper(1, |compiler| {
                stacker::maybe_grow(RED_ZONE, MORE_STACK, || compiler.code_of(expr))
            })
        })
    }

    fn code_of(&mut self, expr: &Expr) -> Option<Code> {
        match &expr.kind {
            ExprKind::Number(number) => Some(Code::Int(Int::Constant(number.to_i64()?))),
            ExprKind::Bool(holds) => Some(Code::Truth(ListCondition::Constant(*holds))),
            ExprKind::Builtin(place) => match builtins::value(*place) {
                Value::Player(player) => Some(Code::Player(Int::Constant(number(player)))),
                _ => None,
            },
            ExprKind::Slot(slot, _) => self.variable(*slot),
            ExprKind::List(items) => {
                let items = items.iter().map(|item| self.int(item)).collect::<Option<_>>()?;
                Some(Code::List(List::Items(items)))
            }
            ExprKind::Set(items) => {
                let items = items.iter().map(|item| self.int(item)).collect::<Option<_>>()?;
                Some(Code::Set(List::Distinct(Box::new(List::Items(items)))))
            }
            ExprKind::Comprehension { collection: Collection::List, element, generators } => {
                Some(Code::List(self.comprehension(element, generators)?))
            }
            ExprKind::Comprehension { collection: Collection::Set, element, generators } => {
                let list = self.unordered(|inner| inner.comprehension(element, generators))?;
                Some(Code::Set(List::Distinct(Box::new(list))))
            }
            ExprKind::Index { base, indices } => match &indices[..] {
                [index] => self.element(base, index),
                _ => None,
            },
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                self.choice(condition, then, otherwise)
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                let pair = Box::new((Int::Constant(0), self.int(operand)?));
                Some(Code::Int(Int::Operation(Operation::Sub, pair)))
            }
            ExprKind::Unary(UnaryOp::Not, operand) => {
                Some(Code::Truth(ListCondition::Not(Box::new(self.condition(operand)?))))
            }
            ExprKind::Binary { op, left, right, .. } => self.binary(*op, left, right),
            ExprKind::Compare { first, rest } => {
                self.deeper(rest.len(), |compiler| compiler.chain(first, rest))
            }
            ExprKind::Let { slot, value, body } => self.with_value(*slot, value, body),
            ExprKind::Call { .. } => match exists_of(expr) {
                Some(generators) => {
                    self.deeper(generators.len(), |compiler| compiler.exists(generators))
                }
                None => {
                    let (function, args) = intrinsic_call(expr)?;
                    self.intrinsic(function, args)
                }
            },
            _ => None,
        }
    }

    fn comprehension(&mut self, element: &Expr, generators: &[Generator]) -> Option<List> {
        self.deeper(generators.len(), |compiler| {
            let steps = compiler.steps(generators)?;
            let element = Box::new(compiler.int(element)?);
            Some(List::Comprehension(steps, element))
        })
    }

    fn variable(&mut self, slot: usize) -> Option<Code> {
        let variable = self.variables.get(slot)?.clone()?;
        if let Variable::Int(Int::Slot(slot))
        | Variable::Player(Int::Slot(slot))
        | Variable::List(slot)
        | Variable::Set(slot) = variable
        {
            self.read.push(slot);
        }
        Some(match variable {
            Variable::Int(int) => Code::Int(int),
            Variable::Player(player) => Code::Player(player),
            Variable::List(slot) => Code::List(List::Slot(slot)),
            Variable::Set(slot) => Code::Set(List::Slot(slot)),
        })
    }

    /// `xs[i]`
    fn element(&mut self, base: &Expr, index: &Expr) -> Option<Code> {
        if let ExprKind::Range(..) = index.kind {
            return self.slice(base, index);
        }
        let list = match self.list(base)? {
            List::Slot(list) => list,
            List::Items(items) => self.constant_list(&items)?,
            _ => return None,
        };
        let index = self.int(index)?;
        let inside = match index {
            Int::Slot(slot) => self.indices.contains(&(slot, list)),
            _ => false,
        };
        self.fallible |= !inside;
        Some(Code::Int(Int::Element(list, Box::new(index))))
    }

    /// Whether what a slot holds runs through the indices of the list in another slot.
    pub(super) fn runs_through(&self, place: usize, list: usize) -> bool {
        self.indices.contains(&(place, list))
    }

    /// A slot that holds a list of constants.
    fn constant_list(&mut self, items: &[Int]) -> Option<usize> {
        let constant = |item: &Int| match item {
            Int::Constant(n) => Some(*n),
            _ => None,
        };
        let items = items.iter().map(constant).collect::<Option<Vec<_>>>()?;
        let slot = self.new_slot()?;
        self.constants.push((slot, items));
        Some(slot)
    }

    fn choice(&mut self, condition: ListCondition, then: &Expr, otherwise: &Expr) -> Option<Code> {
        Some(match (self.code(then)?, self.code(otherwise)?) {
            (Code::Int(then), Code::Int(otherwise)) => {
                Code::Int(Int::If(Box::new((condition, then, otherwise))))
            }
            (Code::Player(then), Code::Player(otherwise)) => {
                Code::Player(Int::If(Box::new((condition, then, otherwise))))
            }
            (Code::List(then), Code::List(otherwise)) => {
                Code::List(List::If(Box::new((condition, then, otherwise))))
            }
            (Code::Set(then), Code::Set(otherwise)) => {
                Code::Set(List::If(Box::new((condition, then, otherwise))))
            }
            _ => return None,
        })
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Code> {
        let operation = match (op, self.code(left)?, self.code(right)?) {
            (BinaryOp::And, Code::Truth(a), Code::Truth(b)) => {
                return Some(Code::Truth(ListCondition::And(Box::new((a, b)))));
            }
            (BinaryOp::Or, Code::Truth(a), Code::Truth(b)) => {
                return Some(Code::Truth(ListCondition::Or(Box::new((a, b)))));
            }
            (BinaryOp::Add, Code::List(a), Code::List(b)) => {
                return Some(Code::List(List::Concatenation(Box::new((a, b)))));
            }
            (BinaryOp::Add, Code::Int(a), Code::Int(b)) => (Operation::Add, a, b),
            (BinaryOp::Sub, Code::Int(a), Code::Int(b)) => (Operation::Sub, a, b),
            (BinaryOp::Mul, Code::Int(a), Code::Int(b)) => (Operation::Mul, a, b),
            (BinaryOp::Rem, Code::Int(a), Code::Int(b)) => {
                self.fallible = true;
                (Operation::Rem, a, b)
            }
            _ => return None,
        };
        let (operation, a, b) = operation;
        Some(Code::Int(Int::Operation(operation, Box::new((a, b)))))
    }

    /// `a < b <= c`
    fn chain(&mut self, first: &Expr, rest: &[(CompareOp, Span, Expr)]) -> Option<Code> {
        let (mut all, mut left) = (None, first);
        for (op, _, right) in rest {
            let one = self.compare(left, *op, right)?;
            all = Some(match all {
                None => one,
                Some(before) => ListCondition::And(Box::new((before, one))),
            });
            left = right;
        }
        all.map(Code::Truth)
    }

    fn compare(&mut self, left: &Expr, op: CompareOp, right: &Expr) -> Option<ListCondition> {
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            let item = self.int(left)?;
            let inside = match &right.kind {
                ExprKind::Range(first, last) => {
                    ListCondition::InRange(item, self.int(first)?, self.int(last)?)
                }
                _ => ListCondition::InList(item, self.unordered_items(right)?),
            };
            return Some(match op {
                CompareOp::In => inside,
                _ => ListCondition::Not(Box::new(inside)),
            });
        }
        let test = Test::of(op)?;
        match (self.code(left)?, self.code(right)?) {
            (Code::Int(a), Code::Int(b)) => Some(ListCondition::Compare(a, test, b)),
            (Code::Player(a), Code::Player(b)) => {
                let equal = matches!(test, Test::Equal | Test::NotEqual);
                equal.then_some(ListCondition::Compare(a, test, b))
            }
            _ => None,
        }
    }

    fn intrinsic(&mut self, function: Intrinsic, args: &[Expr]) -> Option<Code> {
        Some(Code::Int(match (function, args) {
            (Intrinsic::Abs, [one]) => Int::Abs(Box::new(self.int(one)?)),
            (Intrinsic::Floor, [one]) => self.floor(one)?,
            (Intrinsic::Length, [items]) => Int::Length(self.unordered_items(items)?),
            (Intrinsic::Sum, [items]) => Int::Sum(self.unordered_items(items)?),
            (Intrinsic::Max | Intrinsic::Min, [items]) => {
                self.fallible = true;
                let items = self.unordered_items(items)?;
                if function == Intrinsic::Max { Int::Most(items) } else { Int::Least(items) }
            }
            (Intrinsic::Max | Intrinsic::Min, [one, other]) => {
                let pair = Box::new((self.int(one)?, self.int(other)?));
                let is_max = function == Intrinsic::Max;
                Int::Operation(if is_max { Operation::Max } else { Operation::Min }, pair)
            }
            (Intrinsic::Opponent, [one]) => {
                let pair = Box::new((Int::Constant(1), self.player(one)?));
                return Some(Code::Player(Int::Operation(Operation::Sub, pair)));
            }
            _ => return self.collection(function, args),
        }))
    }

    /// Functions whose values are collections.
    fn collection(&mut self, function: Intrinsic, args: &[Expr]) -> Option<Code> {
        match (function, args) {
            (Intrinsic::Sort, [items]) => {
                Some(Code::List(List::Sorted(Box::new(self.unordered_items(items)?))))
            }
            (Intrinsic::With | Intrinsic::Without | Intrinsic::Insert, [list, change, ..]) => {
                self.changed(function, (list, change, args.get(2)))
            }
            (Intrinsic::List, [items]) => self.items(items).map(Code::List),
            (Intrinsic::Set, [items]) => {
                Some(Code::Set(List::Distinct(Box::new(self.unordered_items(items)?))))
            }
            (Intrinsic::Union, [one, other]) => {
                let both = (self.unordered_items(one)?, self.unordered_items(other)?);
                let all = Box::new(List::Concatenation(Box::new(both)));
                Some(Code::Set(List::Distinct(all)))
            }
            _ => None,
        }
    }

    /// `floor(a / b)`, or of an integer.
    fn floor(&mut self, expr: &Expr) -> Option<Int> {
        let ExprKind::Binary { op: BinaryOp::Div, left, right, .. } = &expr.kind else {
            return self.int(expr);
        };
        let pair = Box::new((self.int(left)?, self.int(right)?));
        self.fallible |= !matches!(pair.1, Int::Constant(by) if by != 0);
        Some(Int::Operation(Operation::Div, pair))
    }

    /// `any([true for ...])`
    fn exists(&mut self, generators: &[Generator]) -> Option<Code> {
        let steps = self.unordered(|inner| inner.steps(generators))?;
        let bindings = List::Comprehension(steps, Box::new(Int::Constant(1)));
        let number = Int::Length(bindings);
        Some(Code::Truth(ListCondition::Compare(number, Test::Greater, Int::Constant(0))))
    }

    /// A body in which a slot holds a value.
    fn with_value(&mut self, slot: Slot, value: &Expr, body: &Expr) -> Option<Code> {
        let outside = std::mem::take(&mut self.bound);
        let found = self.within_let(slot, value, |compiler| {
            let bound = std::mem::take(&mut compiler.bound);
            Some((bound, compiler.code(body)?))
        });
        self.bound = outside;
        let (bound, body) = found?;
        Some(match body {
            body if bound.is_empty() => body,
            Code::Int(body) => Code::Int(Int::Let(bound, Box::new(body))),
            Code::Player(body) => Code::Player(Int::Let(bound, Box::new(body))),
            Code::List(body) => Code::List(List::Let(bound, Box::new(body))),
            Code::Set(body) => Code::Set(List::Let(bound, Box::new(body))),
            Code::Truth(_) => return None,
        })
    }

    /// Generators, whose variables stay in scope.
    pub(super) fn steps(&mut self, generators: &[Generator]) -> Option<Vec<ListGenerator>> {
        generators.iter().map(|generator| self.step(generator)).collect()
    }

    fn step(&mut self, generator: &Generator) -> Option<ListGenerator> {
        let (target, source) = match generator {
            Generator::If(condition) => return Some(ListGenerator::If(self.condition(condition)?)),
            Generator::For { target: Target::Slot(target), source } => (*target, source),
            Generator::For { .. } => return None,
        };
        if let ExprKind::List(items) = &source.kind
            && let [only] = &items[..]
        {
            return self.step_to_value(target, only);
        }
        let step = match &source.kind {
            ExprKind::Range(first, last) => {
                let (first, last) = (self.int(first)?, self.int(last)?);
                let slot = self.new_slot()?;
                if let (Int::Constant(1..), Int::Length(List::Slot(list))) = (&first, &last) {
                    self.indices.push((slot, *list));
                }
                ListGenerator::Range(slot, first, last)
            }
            _ => {
                let list = self.items(source)?;
                ListGenerator::Each(self.new_slot()?, list)
            }
        };
        *self.variables.get_mut(target)? = step.slot().map(|slot| Variable::Int(Int::Slot(slot)));
        Some(step)
    }

    /// `for x in [value]`
    fn step_to_value(&mut self, target: Slot, value: &Expr) -> Option<ListGenerator> {
        let outside = std::mem::take(&mut self.bound);
        let variable = self.value_of(value);
        let bound = std::mem::replace(&mut self.bound, outside);
        *self.variables.get_mut(target)? = Some(variable?);
        Some(ListGenerator::Let(bound))
    }
}

impl ReadsVariables for Compiler {
    type Meaning = Variable;

    fn variables(&mut self) -> &mut Vec<Option<Variable>> {
        &mut self.variables
    }

    fn value_of(&mut self, expr: &Expr) -> Option<Variable> {
        Some(match self.code(expr)? {
            Code::Int(int @ (Int::Constant(_) | Int::Slot(_))) => Variable::Int(int),
            Code::Player(player @ (Int::Constant(_) | Int::Slot(_))) => Variable::Player(player),
            Code::List(List::Slot(slot)) => Variable::List(slot),
            Code::Int(int) => Variable::Int(self.bind(int)?),
            Code::Player(player) => Variable::Player(self.bind(player)?),
            Code::Set(List::Slot(slot)) => Variable::Set(slot),
            Code::List(list) => Variable::List(self.bind_list(list)?),
            Code::Set(list) => Variable::Set(self.bind_list(list)?),
            Code::Truth(_) => return None,
        })
    }
}

impl Compiler {
    /// A slot that holds a list in a body.
    fn bind_list(&mut self, list: List) -> Option<usize> {
        let slot = self.new_slot()?;
        self.bound.push(Bound::List(slot, list));
        Some(slot)
    }

    /// A slot that holds an integer in a body.
    fn bind(&mut self, int: Int) -> Option<Int> {
        let slot = self.new_slot()?;
        self.bound.push(Bound::Int(slot, int));
        Some(Int::Slot(slot))
    }
}
