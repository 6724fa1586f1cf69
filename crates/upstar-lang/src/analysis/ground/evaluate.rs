//! Expressions on a board of which only the size is known.
//!
//! Knows: the resolved tree. Must not know: rules.
//!
//! All that can fail is evaluated only where it does not: a branch, an operand after `and`, an element behind a
//! condition is looked at under the guard under which the evaluator comes to it. Where it would fail there, or where
//! this file does not know the operation, there is no result (`None`), for the whole of the rules.

use std::rc::Rc;
use std::sync::Arc;

use upstar_core::board::{Alphabet, Board, Shape, Symbol};

use super::calls::sum_with;
use super::guards::{Guard, Guards};
use super::items::{Cases, Elements, Item, KEPT, Kind, MOST_ELEMENTS, certain};
use super::texts::symbols_of;
use crate::analysis::{MORE_STACK, RED_ZONE};
use crate::builtins;
use crate::resolve::tree::{Expr, ExprKind, Function, Generator, Global, Slot, Target};
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, UnaryOp};
use crate::value::Value;

/// The values of global names.
pub type Globals<'g> = &'g dyn Fn(Global) -> Option<Value>;

/// Deepest nesting of calls.
const MOST_CALLS: usize = 100;

/// A board of which only the size is known.
pub(super) struct Frame<'g> {
    pub(super) alphabet: &'g Alphabet,
    pub(super) shape: Shape,
    /// A board of the size.
    pub(super) board: Board,
}

/// Evaluator of expressions on boards of one size.
pub(super) struct Evaluator<'g> {
    pub(super) guards: Guards,
    /// The value of each variable, by cases.
    pub(super) slots: Vec<Cases>,
    /// The board among the parameters, if there is one.
    pub(super) frame: Option<Frame<'g>>,
    globals: Globals<'g>,
    calls: usize,
    /// Whether groups of stones are looked at. What asks for them is no rewrite rule.
    pub(super) reads_groups: bool,
    /// Whether the symbols of texts may be cells.
    pub(super) reads_texts: bool,
    /// Whether it is left open which cells are connected.
    pub(super) leaves_paths_open: bool,
    /// Whether the generators of this comprehension go through elements whose order is not known.
    mingles: bool,
    /// The innermost expression without a result, which is the first that was met.
    pub(super) stuck: Option<Expr>,
}

impl<'g> Evaluator<'g> {
    pub(super) fn new(frame: Option<Frame<'g>>, guards: Guards, globals: Globals<'g>) -> Self {
        Evaluator {
            guards,
            slots: Vec::new(),
            frame,
            globals,
            calls: 0,
            reads_groups: false,
            reads_texts: false,
            leaves_paths_open: false,
            mingles: false,
            stuck: None,
        }
    }

    /// The value of an expression under the guard `path`.
    pub(super) fn value(&mut self, expr: &Expr, path: Guard) -> Option<Cases> {
        let cases = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.value_of(expr, path));
        // A function without a value has been called.
        let has_value =
            |cases: &Cases| !cases.iter().any(|(_, item)| matches!(item, Item::Nothing));
        let found = cases.filter(has_value);
        self.note(expr, found.is_none());
        found
    }

    /// Takes note of the first expression that has no result.
    pub(super) fn note(&mut self, expr: &Expr, is_stuck: bool) {
        if is_stuck && self.stuck.is_none() {
            self.stuck = Some(expr.clone());
        }
    }

    fn value_of(&mut self, expr: &Expr, path: Guard) -> Option<Cases> {
        self.guards.spend(1)?;
        let one = |item| Some(vec![(path, item)]);
        match &expr.kind {
            ExprKind::Number(number) => one(Item::Integer(number.to_i64()?)),
            ExprKind::Text(text) => one(Item::Text(text.clone())),
            ExprKind::Bool(truth) => one(Item::Truth(*truth)),
            ExprKind::Builtin(place) => one(match builtins::value(*place) {
                Value::Player(player) => Item::Player(player),
                _ => Item::Builtin(*place),
            }),
            ExprKind::Slot(slot, _) => {
                let cases = std::mem::take(self.slots.get_mut(*slot)?);
                let found = self.guards.within(&cases, path);
                self.slots[*slot] = cases;
                found
            }
            ExprKind::Global(place) => one(Item::of(&(self.globals)(*place)?)?),
            ExprKind::List(items) => {
                let elements = self.elements(items, path)?;
                one(Item::Collection(Kind::List, elements.into()))
            }
            ExprKind::Set(items) => {
                let elements = self.elements(items, path)?;
                one(self.guards.as_set(&elements)?)
            }
            ExprKind::Tuple(items) => self.tuple(items, path),
            ExprKind::Map(entries) => self.map(entries, path),
            ExprKind::Comprehension { collection, element, generators } => {
                self.comprehension((*collection, element), generators, path)
            }
            ExprKind::Range(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Compare { .. } => self.operation(expr, path),
            ExprKind::Call { callee, args } => self.call(callee, args, path),
            ExprKind::Index { base, indices } => {
                let operands: Vec<&Expr> = std::iter::once(&**base).chain(indices).collect();
                let cases = self.together(&operands, path)?;
                self.each(cases, |evaluator, items, path| {
                    evaluator.element(&items[0], &items[1..], path)
                })
            }
            ExprKind::Lambda(function) => self.lambda(function, path),
            ExprKind::If { condition, then, otherwise } => {
                self.branches(condition, [then, otherwise], path)
            }
            ExprKind::Let { slot, value, body } => {
                let cases = self.value(value, path)?;
                *self.slots.get_mut(*slot)? = cases;
                self.value(body, path)
            }
            _ => None,
        }
    }

    /// The value of an operator.
    fn operation(&mut self, expr: &Expr, path: Guard) -> Option<Cases> {
        match &expr.kind {
            ExprKind::Range(first, last) => {
                let cases = self.together(&[first, last], path)?;
                self.each(cases, |_, ends, _| match ends[..] {
                    [Item::Integer(first), Item::Integer(last)] => {
                        Some(certain(range(first, last, 1)?))
                    }
                    _ => None,
                })
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                let operand = self.value(operand, path)?;
                let minus = vec![(Guard::ALWAYS, Item::Integer(-1))];
                self.calculated(BinaryOp::Mul, [minus, operand], path)
            }
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. }
            | ExprKind::Compare { .. } => {
                let holds = self.truth(expr, path)?;
                self.as_truth(holds, path)
            }
            ExprKind::Binary { op, left, right, .. } => {
                let sides = [self.value(left, path)?, self.value(right, path)?];
                self.calculated(*op, sides, path)
            }
            _ => None,
        }
    }

    /// The values of `left op right`. Sums stay sums where they can.
    fn calculated(&mut self, op: BinaryOp, sides: [Cases; 2], path: Guard) -> Option<Cases> {
        let is_sum = |(_, item): &(Guard, Item)| matches!(item, Item::Sum(_) | Item::Tally(_));
        if sides.iter().flatten().any(is_sum)
            && let Some(found) = self.calculated_sums(op, &sides)?
        {
            return Some(found);
        }
        if self.reads_texts
            && op == BinaryOp::Add
            && let Some(found) = self.joined_texts(&sides, path)?
        {
            return Some(found);
        }
        let cases = self.combined(&sides, path)?;
        self.each(cases, |_, sides, _| Some(certain(binary(op, &sides[0], &sides[1])?)))
    }

    /// The same as cases of sums; `None` inside where these are not sums.
    fn calculated_sums(
        &mut self,
        op: BinaryOp,
        [left, right]: &[Cases; 2],
    ) -> Option<Option<Cases>> {
        let mut found = Cases::new();
        for (of_left, left) in left {
            for (of_right, right) in right {
                let guard = self.guards.and(*of_left, *of_right)?;
                if guard.is_never() {
                    continue;
                }
                let Some(item) = sum_with(op, left, right).or_else(|| binary(op, left, right))
                else {
                    return Some(None);
                };
                self.guards.add_case(&mut found, guard, item)?;
            }
        }
        Some(Some(found))
    }

    /// `if condition then ... else ...`
    fn branches(
        &mut self,
        condition: &Expr,
        [then, otherwise]: [&Expr; 2],
        path: Guard,
    ) -> Option<Cases> {
        let mut found = Cases::new();
        let holds = self.truth(condition, path)?;
        let fails = self.guards.without(path, holds)?;
        for (branch, path) in [(then, holds), (otherwise, fails)] {
            if !path.is_never() {
                for (guard, item) in self.value(branch, path)? {
                    self.guards.add_case(&mut found, guard, item)?;
                }
            }
        }
        Some(found)
    }

    /// Where, within `path`, a condition holds.
    pub(super) fn truth(&mut self, expr: &Expr, path: Guard) -> Option<Guard> {
        let holds = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.truth_of(expr, path));
        self.note(expr, holds.is_none());
        holds
    }

    fn truth_of(&mut self, expr: &Expr, path: Guard) -> Option<Guard> {
        self.guards.spend(1)?;
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let holds = self.truth(operand, path)?;
                self.guards.without(path, holds)
            }
            ExprKind::Binary { op: BinaryOp::And, left, right, .. } => {
                let left = self.truth(left, path)?;
                if left.is_never() { Some(left) } else { self.truth(right, left) }
            }
            ExprKind::Binary { op: BinaryOp::Or, left, right, .. } => {
                let left = self.truth(left, path)?;
                let rest = self.guards.without(path, left)?;
                if rest.is_never() {
                    return Some(left);
                }
                let right = self.truth(right, rest)?;
                self.guards.or(left, right)
            }
            ExprKind::Let { slot, value, body } => {
                let cases = self.value(value, path)?;
                *self.slots.get_mut(*slot)? = cases;
                self.truth(body, path)
            }
            ExprKind::Compare { first, rest } => {
                self.comparisons(first, rest.iter().map(|(op, _, side)| (*op, side)), path)
            }
            _ => {
                let mut holds = Guard::NEVER;
                for (guard, item) in self.value(expr, path)? {
                    match item {
                        Item::Truth(true) => holds = self.guards.or(holds, guard)?,
                        Item::Truth(false) => {}
                        _ => return None,
                    }
                }
                Some(holds)
            }
        }
    }

    /// The truth value that is true where `holds` does.
    pub(super) fn as_truth(&mut self, holds: Guard, path: Guard) -> Option<Cases> {
        let mut found = Cases::new();
        let fails = self.guards.without(path, holds)?;
        self.guards.add_case(&mut found, holds, Item::Truth(true))?;
        self.guards.add_case(&mut found, fails, Item::Truth(false))?;
        Some(found)
    }

    /// `a < b <= c`: c is evaluated where `a < b` holds.
    fn comparisons<'e>(
        &mut self,
        first: &Expr,
        rest: impl Iterator<Item = (CompareOp, &'e Expr)>,
        path: Guard,
    ) -> Option<Guard> {
        let mut left = self.value(first, path)?;
        let mut path = path;
        for (op, right) in rest {
            if path.is_never() {
                break;
            }
            left = self.guards.within(&left, path)?;
            let right = self.value(right, path)?;
            let mut holds = Guard::NEVER;
            for (one, a) in &left {
                for (other, b) in &right {
                    let both = self.guards.and(*one, *other)?;
                    if !both.is_never() {
                        let compared = self.compared(op, a, b)?;
                        let compared = self.guards.and(compared, both)?;
                        holds = self.guards.or(holds, compared)?;
                    }
                }
            }
            (left, path) = (right, holds);
        }
        Some(path)
    }

    /// The cases of several expressions at once.
    pub(super) fn together(
        &mut self,
        exprs: &[&Expr],
        path: Guard,
    ) -> Option<Vec<(Guard, Vec<Item>)>> {
        let cases = exprs.iter().map(|expr| self.value(expr, path)).collect::<Option<Vec<_>>>()?;
        self.combined(&cases, path)
    }

    /// What `make` makes of each case.
    pub(super) fn each(
        &mut self,
        cases: Vec<(Guard, Vec<Item>)>,
        mut make: impl FnMut(&mut Self, &[Item], Guard) -> Option<Cases>,
    ) -> Option<Cases> {
        let mut found = Cases::new();
        for (path, items) in cases {
            for (guard, item) in make(self, &items, path)? {
                let guard = self.guards.and(guard, path)?;
                self.guards.add_case(&mut found, guard, item)?;
            }
        }
        Some(found)
    }

    /// The elements that expressions list.
    fn elements(&mut self, items: &[Expr], path: Guard) -> Option<Vec<(Guard, Item)>> {
        let mut elements = Vec::with_capacity(items.len());
        for item in items {
            let cases = self.value(item, path)?;
            let cases = self.expanded(cases)?;
            self.add_elements(cases, path, &mut elements)?;
        }
        Some(elements)
    }

    /// Adds one element, which is one of several items.
    fn add_elements(
        &mut self,
        cases: Cases,
        path: Guard,
        elements: &mut Vec<(Guard, Item)>,
    ) -> Option<()> {
        for (guard, item) in cases {
            elements.push((if guard == path { Guard::ALWAYS } else { guard }, item));
        }
        (elements.len() <= MOST_ELEMENTS).then_some(())
    }

    fn tuple(&mut self, items: &[Expr], path: Guard) -> Option<Cases> {
        let cases = self.together(&items.iter().collect::<Vec<_>>(), path)?;
        self.each(cases, |_, items, _| Some(certain(Item::Tuple(items.into()))))
    }

    fn lambda(&mut self, function: &Arc<Function>, path: Guard) -> Option<Cases> {
        let captured =
            |capture: &crate::resolve::tree::Capture| self.slots.get(capture.outside).cloned();
        let captures: Option<Rc<[Cases]>> = function.captures.iter().map(captured).collect();
        Some(vec![(path, Item::Function(function.clone(), captures?))])
    }

    fn comprehension(
        &mut self,
        (collection, element): (Collection, &Expr),
        generators: &[Generator],
        path: Guard,
    ) -> Option<Cases> {
        let mut elements = Vec::new();
        let mingled = std::mem::take(&mut self.mingles);
        self.bindings(generators, path, &mut |evaluator, at| {
            let cases = evaluator.value(element, at)?;
            for (guard, item) in evaluator.expanded(cases)? {
                elements.push((if guard == path { Guard::ALWAYS } else { guard }, item));
            }
            (elements.len() <= MOST_ELEMENTS).then_some(())
        })?;
        let kind =
            if std::mem::replace(&mut self.mingles, mingled) { Kind::Bag } else { Kind::List };
        let item = match collection {
            Collection::List => Item::Collection(kind, elements.into()),
            Collection::Set => self.guards.as_set(&elements)?,
            Collection::Map => self.map_of_pairs(elements, path)?,
        };
        Some(vec![(path, item)])
    }

    /// Calls `found` for each binding of generators, with the guard under which it is made.
    pub(super) fn bindings(
        &mut self,
        generators: &[Generator],
        path: Guard,
        found: &mut dyn FnMut(&mut Self, Guard) -> Option<()>,
    ) -> Option<()> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || match generators {
            [] => found(self, path),
            [Generator::If(condition), rest @ ..] => {
                let holds = self.truth(condition, path)?;
                if holds.is_never() { Some(()) } else { self.bindings(rest, holds, found) }
            }
            [Generator::For { target, source }, rest @ ..] => {
                for (there, item) in self.walked(source, path)? {
                    let path = self.guards.and(there, path)?;
                    if !path.is_never() {
                        self.guards.spend(1)?;
                        self.bind_anew(target, item)?;
                        self.bindings(rest, path, found)?;
                    }
                }
                Some(())
            }
        })
    }

    /// The elements of a collection that is walked through, each with the guard under which it is there.
    pub(super) fn walked(&mut self, source: &Expr, path: Guard) -> Option<Vec<(Guard, Item)>> {
        let mut found = Vec::new();
        for (guard, item) in self.value(source, path)? {
            let elements = elements_of(&item);
            self.note(source, elements.is_none());
            self.mingles |= order_of(&item) == Kind::Bag;
            for (there, element) in elements? {
                found.push((self.guards.and(guard, there)?, element));
            }
        }
        Some(found)
    }

    /// Binds a target that is not looked at but where the item is.
    fn bind_anew(&mut self, target: &Target, item: Item) -> Option<()> {
        match target {
            Target::Slot(slot) => *self.slots.get_mut(*slot)? = certain(item),
            Target::Global(_) => return None,
            Target::Tuple(targets, _) => {
                for (target, part) in targets.iter().zip(unpacked(&item, targets.len())?) {
                    self.bind_anew(target, part)?;
                }
            }
        }
        Some(())
    }

    /// Assigns what is so under `path`; elsewhere a variable keeps its value.
    pub(super) fn assign(&mut self, target: &Target, cases: Cases, path: Guard) -> Option<()> {
        match target {
            Target::Slot(slot) => self.assign_slot(*slot, cases, path),
            Target::Global(_) => None,
            Target::Tuple(targets, _) => {
                for (place, target) in targets.iter().enumerate() {
                    let mut parts = Cases::new();
                    for (guard, item) in &cases {
                        let part = unpacked(item, targets.len())?[place].clone();
                        self.guards.add_case(&mut parts, *guard, part)?;
                    }
                    self.assign(target, parts, path)?;
                }
                Some(())
            }
        }
    }

    fn assign_slot(&mut self, slot: Slot, cases: Cases, path: Guard) -> Option<()> {
        let elsewhere = self.guards.not(path)?;
        let old = std::mem::take(self.slots.get_mut(slot)?);
        let mut new = self.guards.within(&old, elsewhere)?;
        drop(old);
        for (guard, item) in cases {
            self.guards.add_case(&mut new, guard, item)?;
        }
        self.slots[slot] = new;
        Some(())
    }

    /// The value of a call of a function of the program.
    pub(super) fn run(
        &mut self,
        (function, captures): (&Function, &[Cases]),
        args: Vec<Cases>,
        path: Guard,
    ) -> Option<Cases> {
        let is_free = |param: &crate::resolve::tree::Param| param.kind.is_none();
        if args.len() > function.params.len()
            || self.calls >= MOST_CALLS
            || !function.params.iter().all(is_free)
        {
            return None;
        }
        let mut slots = vec![certain(Item::Nothing); function.slots];
        let given = args.len();
        slots.iter_mut().zip(args).for_each(|(slot, arg)| *slot = arg);
        for (capture, cases) in function.captures.iter().zip(captures) {
            *slots.get_mut(capture.inside)? = cases.clone();
        }
        let outside = std::mem::replace(&mut self.slots, slots);
        self.calls += 1;
        let mut defaults = || {
            for (slot, param) in function.params.iter().enumerate().skip(given) {
                self.slots[slot] = self.value(param.default.as_ref()?, path)?;
            }
            Some(())
        };
        let found = defaults();
        let found = found.and_then(|()| self.body(&function.body, path));
        self.calls -= 1;
        self.slots = outside;
        found
    }

    /// `base[indices]`
    fn element(&mut self, base: &Item, indices: &[Item], path: Guard) -> Option<Cases> {
        match (base, indices) {
            (Item::Board(cells), _) => {
                let cell = self.frame.as_ref()?.cell(indices)?;
                self.shown(cells[cell], cell, path)
            }
            (Item::Graph(graph), [p]) => self.label_at(graph, p, path),
            (Item::Tuple(items), [Item::Integer(n)]) => {
                Some(certain(items[place(*n, items.len())?].clone()))
            }
            (
                Item::Collection(Kind::List | Kind::Range | Kind::Text, elements),
                [Item::Integer(n)],
            ) => {
                if !self.guards.all_there(elements, path)? {
                    return self.at_place(elements, (*n, path));
                }
                let place = place(*n, elements.len())?;
                Some(certain(elements[place].1.clone()))
            }
            (Item::Text(text), [Item::Integer(n)]) => {
                let symbols: Vec<char> = text.chars().collect();
                let symbol = symbols[place(*n, symbols.len())?];
                Some(certain(Item::Text(symbol.to_string().into())))
            }
            (_, [Item::Collection(Kind::Range, indices)]) if !matches!(base, Item::Map(_)) => {
                self.slice(base, indices, path)
            }
            (Item::Map(entries), [key]) => self.value_at(entries, key, path),
            _ => None,
        }
    }

    /// The symbol of a cell on a board: one that a move wrote, or that of the position.
    pub(super) fn shown(&mut self, symbol: Symbol, cell: usize, path: Guard) -> Option<Cases> {
        let alphabet = self.frame.as_ref()?.alphabet;
        let text = |symbol| match alphabet.number(symbol) {
            Some(number) => Item::Integer(number),
            None => Item::Text(alphabet.character(symbol).to_string().into()),
        };
        if symbol != KEPT {
            return Some(certain(text(symbol)));
        }
        let mut found = Cases::new();
        for symbol in 0..alphabet.len() {
            let shows = self.guards.shows(cell, 1 << symbol);
            let guard = self.guards.and(shows, path)?;
            self.guards.add_case(&mut found, guard, text(symbol as Symbol))?;
        }
        Some(found)
    }
}

impl Frame<'_> {
    /// The board of the position, of which no cell is known.
    pub(super) fn unknown_board(&self) -> Item {
        Item::Board(vec![KEPT; self.board.symbols().len()].into())
    }

    /// The number of a cell.
    pub(super) fn cell(&self, indices: &[Item]) -> Option<usize> {
        let (row, column) = match (self.shape.is_row(), indices) {
            (true, [Item::Integer(column)]) => (1, *column),
            (false, [Item::Integer(row), Item::Integer(column)]) => (*row, *column),
            (false, [Item::Tuple(pair)]) => match pair[..] {
                [Item::Integer(row), Item::Integer(column)] => (row, column),
                _ => return None,
            },
            _ => return None,
        };
        self.board.at(row, column)
    }

    /// The place of a cell.
    pub(super) fn place(&self, cell: usize) -> Item {
        let columns = self.board.columns();
        let number = |n: usize| Item::Integer(n as i64 + 1);
        match self.shape.is_row() {
            true => number(cell),
            false => Item::Tuple([number(cell / columns), number(cell % columns)].into()),
        }
    }

    /// The symbol that a text names, or a number is.
    pub(super) fn symbol(&self, text: &Item) -> Option<Symbol> {
        if let Item::Integer(number) = text {
            return self.alphabet.of_number(*number);
        }
        let Item::Text(text) = text else { return None };
        if self.alphabet.is_of_numbers() {
            return None;
        }
        let mut symbols = text.chars();
        let symbol = symbols.next().filter(|_| symbols.next().is_none())?;
        self.alphabet.symbol(symbol)
    }
}

/// The place of an index: 1 is the first, -1 the last.
fn place(n: i64, len: usize) -> Option<usize> {
    let place = match n {
        1.. => usize::try_from(n).ok()? - 1,
        _ => len.checked_sub(usize::try_from(n.unsigned_abs()).ok()?)?,
    };
    (place < len).then_some(place)
}

/// The range of these integers, `step` apart.
pub(super) fn range(first: i64, last: i64, step: i64) -> Option<Item> {
    let most = i64::try_from(MOST_ELEMENTS).ok()?;
    if step < 1 || last.checked_sub(first)? / step >= most {
        return None;
    }
    let mut elements = Vec::new();
    let mut at = first;
    while at <= last {
        elements.push((Guard::ALWAYS, Item::Integer(at)));
        at = at.checked_add(step)?;
    }
    Some(Item::Collection(Kind::Range, elements.into()))
}

/// `left op right`, where it does not fail.
fn binary(op: BinaryOp, left: &Item, right: &Item) -> Option<Item> {
    let integer = |n| Some(Item::Integer(n));
    match (op, left, right) {
        (BinaryOp::Add, Item::Integer(a), Item::Integer(b)) => integer(a.checked_add(*b)?),
        (BinaryOp::Sub, Item::Integer(a), Item::Integer(b)) => integer(a.checked_sub(*b)?),
        (BinaryOp::Mul, Item::Integer(a), Item::Integer(b)) => integer(a.checked_mul(*b)?),
        // The remainder has the sign of the divisor.
        (BinaryOp::Rem, Item::Integer(a), Item::Integer(b)) if *b > 0 => integer(a.rem_euclid(*b)),
        (BinaryOp::Div, Item::Integer(a), Item::Integer(b)) if *b > 0 && a % b == 0 => {
            integer(a / b)
        }
        (BinaryOp::Pow, Item::Integer(a), Item::Integer(b)) if *b > 0 => {
            integer(a.checked_pow(u32::try_from(*b).ok()?)?)
        }
        (BinaryOp::By, Item::Collection(Kind::Range, elements), Item::Integer(step)) => {
            let step = usize::try_from(*step).ok().filter(|step| *step > 0)?;
            let elements: Elements = elements.iter().step_by(step).cloned().collect();
            Some(Item::Collection(Kind::Range, elements))
        }
        (BinaryOp::Add, Item::Collection(Kind::List, a), Item::Collection(Kind::List, b)) => {
            let elements: Elements = a.iter().chain(&**b).cloned().collect();
            (elements.len() <= MOST_ELEMENTS).then_some(Item::Collection(Kind::List, elements))
        }
        (BinaryOp::Add, Item::Text(a), Item::Text(b)) => Some(Item::Text(format!("{a}{b}").into())),
        (BinaryOp::Mul, Item::Text(text), Item::Integer(times))
        | (BinaryOp::Mul, Item::Integer(times), Item::Text(text)) => {
            let times = usize::try_from(*times).ok()?;
            let is_short = text.len().checked_mul(times)? <= MOST_ELEMENTS;
            is_short.then(|| Item::Text(text.repeat(times).into()))
        }
        _ => None,
    }
}

/// Kind of the list of the elements of an item: in bits an element that goes and comes again stays in its place, and elsewhere
/// it comes last.
pub(super) fn order_of(item: &Item) -> Kind {
    let certain = |guard: Guard| guard == Guard::ALWAYS;
    let is_known = match item {
        Item::Collection(Kind::Bag | Kind::Mingled, _) => false,
        Item::Collection(Kind::Set, elements) => elements.iter().all(|(there, _)| certain(*there)),
        // Of several maps it is not known which has a key first (`Guards::merged_maps`).
        Item::Map(_) => false,
        _ => true,
    };
    if is_known { Kind::List } else { Kind::Bag }
}

/// The elements of a collection, in order.
pub(super) fn elements_of(item: &Item) -> Option<Vec<(Guard, Item)>> {
    let there = |item| (Guard::ALWAYS, item);
    Some(match item {
        Item::Collection(_, elements) => elements.to_vec(),
        Item::Tuple(items) => items.iter().cloned().map(there).collect(),
        Item::Text(_) => symbols_of(item)?,
        Item::Map(entries) => {
            entries.iter().map(|entry| (entry.there, entry.key.clone())).collect()
        }
        _ => return None,
    })
}

/// The parts of a tuple or list that has `count` of them.
fn unpacked(item: &Item, count: usize) -> Option<Vec<Item>> {
    let parts: Vec<Item> = match item {
        Item::Tuple(items) => items.to_vec(),
        Item::Collection(Kind::List, elements) => {
            let there =
                |(guard, item): &(Guard, Item)| (*guard == Guard::ALWAYS).then(|| item.clone());
            elements.iter().map(there).collect::<Option<_>>()?
        }
        _ => return None,
    };
    (parts.len() == count).then_some(parts)
}
