//! Calls and comparisons on a board of which only the size is known.
//!
//! Knows: what functions of the language do with items. Must not know: statements.

use std::cmp::Ordering;

use num_integer::Integer;
use upstar_core::board::Symbol;

use super::evaluate::{Evaluator, elements_of, order_of};
use super::graphs::on_edge;
use super::guards::Guard;
use super::items::{Cases, Elements, Item, KEPT, Kind, certain};
use super::texts::symbols_of;
use crate::builtins::{self, Intrinsic};
use crate::resolve::tree::{Expr, ExprKind};
use crate::syntax::ast::{BinaryOp, CompareOp};

/// A sum of at most so many conditional terms becomes a case for each value it can have; a longer one stays a sum.
const FEW_TERMS: usize = 8;

/// Longer lists whose elements may be missing are not compared place by place: the result mostly has too many cases.
const MOST_COMPARED: usize = 24;

/// Combines the result of a fold so far with the next number.
type Step = fn(i64, i64) -> Option<i64>;

impl Evaluator<'_> {
    /// The value of a call under the guard `path`.
    pub(super) fn call(&mut self, callee: &Expr, args: &[Expr], path: Guard) -> Option<Cases> {
        let callee = match &callee.kind {
            ExprKind::Builtin(place) => Item::Builtin(*place),
            _ => match &self.value(callee, path)?[..] {
                [(_, callee)] => callee.clone(),
                _ => return None,
            },
        };
        let args = args.iter().map(|arg| self.value(arg, path)).collect::<Option<Vec<_>>>()?;
        self.apply(&callee, args, path)
    }

    fn apply(&mut self, callee: &Item, args: Vec<Cases>, path: Guard) -> Option<Cases> {
        match callee {
            Item::Function(function, captures) => {
                stacker::maybe_grow(crate::analysis::RED_ZONE, crate::analysis::MORE_STACK, || {
                    self.run((function, captures), args, path)
                })
            }
            Item::Builtin(place) => {
                let intrinsic = builtins::row(*place).intrinsic?;
                let mut found = Cases::new();
                for (path, items) in self.combined(&args, path)? {
                    for (guard, item) in self.intrinsic(intrinsic, &items, path)? {
                        let guard = self.guards.and(guard, path)?;
                        self.guards.add_case(&mut found, guard, item)?;
                    }
                }
                Some(found)
            }
            _ => None,
        }
    }

    /// The cases of several values at once.
    pub(super) fn combined(
        &mut self,
        values: &[Cases],
        path: Guard,
    ) -> Option<Vec<(Guard, Vec<Item>)>> {
        let mut found = vec![(path, Vec::new())];
        for cases in values {
            let cases = self.expanded(cases.clone())?;
            let mut longer = Vec::new();
            for (guard, items) in &found {
                for (other, item) in &cases {
                    self.guards.spend(1)?;
                    let both = self.guards.and(*guard, *other)?;
                    if !both.is_never() {
                        let mut items = items.clone();
                        items.push(item.clone());
                        longer.push((both, items));
                    }
                }
            }
            found = longer;
        }
        Some(found)
    }

    fn intrinsic(&mut self, of: Intrinsic, args: &[Item], path: Guard) -> Option<Cases> {
        match (of, args) {
            (
                Intrinsic::With
                | Intrinsic::Without
                | Intrinsic::Insert
                | Intrinsic::Keys
                | Intrinsic::Reverse
                | Intrinsic::Values,
                args,
            )
            | (Intrinsic::Union, args @ [Item::Map(_), Item::Map(_)]) => {
                self.on_elements(of, args, path)
            }
            (_, [Item::Graph(graph), rest @ ..]) => self.on_graph(of, graph, rest, path),
            (Intrinsic::Ends | Intrinsic::From | Intrinsic::To | Intrinsic::Label, [edge]) => {
                on_edge(of, edge).map(certain)
            }
            (_, [Item::Board(cells), rest @ ..]) => self.on_board(of, cells, rest, path),
            (Intrinsic::Opponent, [Item::Player(player)]) => {
                Some(certain(Item::Player(player.opponent())))
            }
            (Intrinsic::Sum, [items]) => self.total(items, path),
            (Intrinsic::Length, [items]) => self.length(items, path),
            (Intrinsic::All, [truths]) => {
                let fails = self.some(truths, false)?;
                let fails = self.guards.and(fails, path)?;
                let holds = self.guards.without(path, fails)?;
                self.as_truth(holds, path)
            }
            (Intrinsic::Any, [truths]) => {
                let holds = self.some(truths, true)?;
                let holds = self.guards.and(holds, path)?;
                self.as_truth(holds, path)
            }
            (Intrinsic::List, [items]) => {
                Some(certain(Item::Collection(order_of(items), elements_of(items)?.into())))
            }
            (Intrinsic::Set | Intrinsic::Union, several) => {
                let elements = several.iter().map(elements_of).collect::<Option<Vec<_>>>()?;
                Some(certain(self.guards.as_set(&elements.concat())?))
            }
            (Intrinsic::Intersection, [one, other]) => self.chosen(one, other, true),
            (Intrinsic::Difference, [one, other @ Item::Collection(..)]) => {
                self.chosen(one, other, false)
            }
            (Intrinsic::Sort, [items]) => {
                let mut elements = elements_of(items)?;
                self.guards.spend(elements.len())?;
                let pairs = elements.iter().zip(elements.iter().skip(1));
                pairs.map(|((_, a), (_, b))| a.order(b)).collect::<Option<Vec<_>>>()?;
                elements.sort_by(|(_, a), (_, b)| a.order(b).unwrap_or(Ordering::Equal));
                Some(certain(Item::Collection(Kind::List, elements.into())))
            }
            (Intrinsic::Map | Intrinsic::Filter, [items, function]) => {
                self.mapped(of == Intrinsic::Filter, items, function, path)
            }
            _ => self.number(of, args, path),
        }
    }

    /// Functions of numbers.
    fn number(&mut self, of: Intrinsic, args: &[Item], path: Guard) -> Option<Cases> {
        let integer = |n| Some(certain(Item::Integer(n)));
        match (of, args) {
            (Intrinsic::Abs, [Item::Integer(n)]) => integer(n.checked_abs()?),
            (Intrinsic::Floor | Intrinsic::Ceil, [Item::Integer(n)]) => integer(*n),
            (Intrinsic::Sign, [Item::Integer(n)]) => integer(n.signum()),
            (Intrinsic::Isqrt, [Item::Integer(n)]) if *n >= 0 => integer(n.isqrt()),
            (Intrinsic::IsEvil | Intrinsic::IsOdious, [Item::Integer(n)]) if *n >= 0 => {
                let is_odious = n.count_ones() % 2 == 1;
                Some(certain(Item::Truth(is_odious == (of == Intrinsic::IsOdious))))
            }
            (Intrinsic::Text, [Item::Integer(n)]) => {
                Some(certain(Item::Text(n.to_string().into())))
            }
            (Intrinsic::Text, [text @ Item::Text(_)]) => Some(certain(text.clone())),
            (Intrinsic::Div, [Item::Integer(m), Item::Integer(n)]) if *n > 0 => {
                integer(m.div_euclid(*n))
            }
            (Intrinsic::NimSum, [one @ Item::Collection(..)]) => {
                let step = |a: i64, b: i64| (a >= 0 && b >= 0).then_some(a ^ b);
                self.fold(one, Some(0), step, path)
            }
            (Intrinsic::NimSum, several) => {
                let step = |a: i64, b: i64| (b >= 0).then_some(a ^ b);
                integer(integers(several)?.into_iter().try_fold(0i64, step)?)
            }
            (Intrinsic::Min, [one]) => self.fold(one, None, |a, b| Some(a.min(b)), path),
            (Intrinsic::Max, [one]) => self.fold(one, None, |a, b| Some(a.max(b)), path),
            (Intrinsic::Min, several) => integer(integers(several)?.into_iter().min()?),
            (Intrinsic::Max, several) => integer(integers(several)?.into_iter().max()?),
            (Intrinsic::Gcd, [_, _, ..]) => {
                let divisor = |a: i64, b: i64| Some(a.gcd(&b.checked_abs()?));
                integer(integers(args)?.into_iter().try_fold(0i64, divisor)?)
            }
            _ => None,
        }
    }

    /// The list of what a function makes of each element, or of those for which it is true.
    fn mapped(
        &mut self,
        filters: bool,
        items: &Item,
        function: &Item,
        path: Guard,
    ) -> Option<Cases> {
        let mut elements = Vec::new();
        for (there, item) in elements_of(items)? {
            let at = self.guards.and(there, path)?;
            if at.is_never() {
                continue;
            }
            for (guard, made) in self.apply(function, vec![vec![(at, item.clone())]], at)? {
                let guard = if guard == path { Guard::ALWAYS } else { guard };
                match (filters, made) {
                    (true, Item::Truth(true)) => elements.push((guard, item.clone())),
                    (true, Item::Truth(false)) => {}
                    (true, _) | (_, Item::Nothing) => return None,
                    (false, made) => elements.push((guard, made)),
                }
            }
        }
        Some(certain(Item::Collection(order_of(items), elements.into())))
    }

    /// The board with other symbols at some places.
    pub(super) fn changed(
        &mut self,
        cells: &[Symbol],
        changes: &[(Item, Item)],
        path: Guard,
    ) -> Option<Cases> {
        let mut boards = vec![(path, cells.to_vec())];
        for (key, symbol) in changes {
            let places = match key {
                Item::Collection(_, elements) => elements.to_vec(),
                place => vec![(Guard::ALWAYS, place.clone())],
            };
            for (there, place) in places {
                let mut changed = Vec::with_capacity(boards.len());
                for (guard, mut board) in boards {
                    self.guards.spend(1)?;
                    let is_changed = self.guards.and(guard, there)?;
                    let stays = self.guards.without(guard, there)?;
                    if is_changed.is_never() {
                        changed.push((stays, board));
                        continue;
                    }
                    let frame = self.frame.as_ref()?;
                    let cell = frame.cell(std::slice::from_ref(&place))?;
                    let symbol = frame.symbol(symbol)?;
                    // Where the cell shows the symbol already, nothing changes, and it may be written as well.
                    let shows = self.guards.shows(cell, 1 << symbol);
                    let is_idle = board[cell] == KEPT && self.guards.implies(stays, shows)?;
                    if !stays.is_never() && !is_idle {
                        changed.push((stays, board.clone()));
                    }
                    board[cell] = symbol;
                    changed.push((if is_idle { guard } else { is_changed }, board));
                }
                boards = changed;
            }
        }
        let mut found = Cases::new();
        for (guard, board) in boards {
            self.guards.add_case(&mut found, guard, Item::Board(board.into()))?;
        }
        Some(found)
    }

    /// Numbers of a collection, folded; `None` as the start where there has to be an element.
    fn fold(&mut self, items: &Item, start: Option<i64>, step: Step, path: Guard) -> Option<Cases> {
        let mut numbers = Vec::new();
        for (there, item) in elements_of(items)? {
            if !self.guards.and(there, path)?.is_never() {
                numbers.push((there, integers(&[item])?[0]));
            }
        }
        let found = self.folded(numbers, start, step)?;
        let mut cases = Cases::new();
        for (guard, n) in found {
            let guard = self.guards.and(guard, path)?;
            if !guard.is_never() {
                cases.push((guard, Item::Integer(n?)));
            }
        }
        Some(cases)
    }

    /// Numbers under guards, folded in any order. The last cells are asked first, so that each number adds one node to
    /// a guard.
    fn folded(
        &mut self,
        mut numbers: Vec<(Guard, i64)>,
        start: Option<i64>,
        step: Step,
    ) -> Option<Vec<(Guard, Option<i64>)>> {
        numbers.sort_by_key(|(there, _)| std::cmp::Reverse(self.guards.first(*there)));
        let mut states: Vec<(Guard, Option<i64>)> = vec![(Guard::ALWAYS, start)];
        for (there, n) in numbers {
            let mut next: Vec<(Guard, Option<i64>)> = Vec::with_capacity(states.len() + 1);
            for (guard, so_far) in states {
                let with = self.guards.and(guard, there)?;
                let folded = so_far.map_or(Some(n), |so_far| step(so_far, n))?;
                self.add_state(&mut next, with, Some(folded))?;
                let without = self.guards.without(guard, there)?;
                self.add_state(&mut next, without, so_far)?;
            }
            states = next;
        }
        Some(states)
    }

    /// The sum of the numbers of a collection.
    pub(super) fn total(&mut self, items: &Item, path: Guard) -> Option<Cases> {
        let elements = elements_of(items)?;
        let is_certain = |(there, _): &&(Guard, Item)| *there == Guard::ALWAYS;
        if elements.iter().filter(|element| !is_certain(element)).count() <= FEW_TERMS {
            return self.fold(items, Some(0), i64::checked_add, path);
        }
        let mut terms = Vec::with_capacity(elements.len());
        for (there, item) in elements {
            if !self.guards.and(there, path)?.is_never() {
                terms.push((there, integers(&[item])?[0]));
            }
        }
        Some(certain(Item::Sum(terms.into())))
    }

    /// The cases with numbers for sums.
    pub(super) fn expanded(&mut self, cases: Cases) -> Option<Cases> {
        if !cases.iter().any(|(_, item)| matches!(item, Item::Sum(_))) {
            return Some(cases);
        }
        let mut found = Cases::new();
        for (path, item) in cases {
            let Item::Sum(terms) = &item else {
                self.guards.add_case(&mut found, path, item)?;
                continue;
            };
            for (guard, sum) in self.folded(terms.to_vec(), Some(0), i64::checked_add)? {
                let guard = self.guards.and(guard, path)?;
                self.guards.add_case(&mut found, guard, Item::Integer(sum?))?;
            }
        }
        Some(found)
    }

    /// The guard under which a comparison of sums holds. Terms that are in both sums cancel.
    fn compared_sums(&mut self, op: CompareOp, left: &Item, right: &Item) -> Option<Guard> {
        let mut difference: Vec<(Guard, i64)> = Vec::new();
        for (side, sign) in [(left, 1), (right, -1)] {
            let terms = match side {
                Item::Sum(terms) => terms.to_vec(),
                Item::Integer(n) => vec![(Guard::ALWAYS, *n)],
                _ => return None,
            };
            for (there, n) in terms {
                let n = n.checked_mul(sign)?;
                match difference.iter_mut().find(|(known, _)| *known == there) {
                    Some((_, known)) => *known = known.checked_add(n)?,
                    None => difference.push((there, n)),
                }
            }
        }
        difference.retain(|(_, n)| *n != 0);
        let mut holds = Guard::NEVER;
        for (guard, sum) in self.folded(difference, Some(0), i64::checked_add)? {
            let compared = self.compared(op, &Item::Integer(sum?), &Item::Integer(0))?;
            let compared = self.guards.and(compared, guard)?;
            holds = self.guards.or(holds, compared)?;
        }
        Some(holds)
    }

    fn add_state(
        &mut self,
        states: &mut Vec<(Guard, Option<i64>)>,
        guard: Guard,
        state: Option<i64>,
    ) -> Option<()> {
        self.guards.spend(1)?;
        if guard.is_never() {
            return Some(());
        }
        match states.iter_mut().find(|(_, other)| *other == state) {
            Some((known, _)) => *known = self.guards.or(*known, guard)?,
            None => states.push((guard, state)),
        }
        Some(())
    }

    fn length(&mut self, items: &Item, path: Guard) -> Option<Cases> {
        let elements = elements_of(items)?;
        if elements.iter().all(|(there, _)| *there == Guard::ALWAYS) {
            return Some(certain(Item::Integer(elements.len() as i64)));
        }
        let ones = elements.into_iter().map(|(there, _)| (there, Item::Integer(1)));
        self.total(&Item::Collection(Kind::List, ones.collect()), path)
    }

    /// Where a collection of truth values has one that is `wanted`.
    fn some(&mut self, truths: &Item, wanted: bool) -> Option<Guard> {
        let mut found = Guard::NEVER;
        for (there, truth) in elements_of(truths)? {
            match truth {
                Item::Truth(truth) if truth == wanted => found = self.guards.or(found, there)?,
                Item::Truth(_) => {}
                _ if there.is_never() => {}
                _ => return None,
            }
        }
        Some(found)
    }

    /// Where a comparison holds.
    pub(super) fn compared(&mut self, op: CompareOp, left: &Item, right: &Item) -> Option<Guard> {
        let always = |holds| Some(if holds { Guard::ALWAYS } else { Guard::NEVER });
        self.guards.spend(1)?;
        if matches!((left, right), (Item::Sum(_), _) | (_, Item::Sum(_))) {
            return self.compared_sums(op, left, right);
        }
        match op {
            CompareOp::Equal => self.equal(left, right),
            CompareOp::NotEqual => {
                let equal = self.equal(left, right)?;
                self.guards.not(equal)
            }
            CompareOp::In => self.contains(right, left),
            CompareOp::NotIn => {
                let contains = self.contains(right, left)?;
                self.guards.not(contains)
            }
            _ => {
                let order = match (left, right) {
                    (Item::Integer(a), Item::Integer(b)) => a.cmp(b),
                    (Item::Text(a), Item::Text(b)) => a.cmp(b),
                    _ => return None,
                };
                match op {
                    CompareOp::Less => always(order.is_lt()),
                    CompareOp::LessOrEqual => always(order.is_le()),
                    CompareOp::Greater => always(order.is_gt()),
                    CompareOp::GreaterOrEqual => always(order.is_ge()),
                    _ => None,
                }
            }
        }
    }

    /// Where two items are equal.
    pub(super) fn equal(&mut self, left: &Item, right: &Item) -> Option<Guard> {
        let always = |holds| Some(if holds { Guard::ALWAYS } else { Guard::NEVER });
        match (left, right) {
            (Item::Collection(Kind::Text, _), other) | (other, Item::Collection(Kind::Text, _)) => {
                if symbols_of(other).is_none() {
                    return always(false);
                }
                let [a, b] = [left, right].map(|text| symbols_of(text).map(Elements::from));
                self.same_lists(&a?, &b?)
            }
            (Item::Tuple(a), Item::Tuple(b)) => {
                if a.len() != b.len() {
                    return always(false);
                }
                let mut all = Guard::ALWAYS;
                for (a, b) in a.iter().zip(&**b) {
                    let equal = self.equal(a, b)?;
                    all = self.guards.and(all, equal)?;
                }
                Some(all)
            }
            (Item::Board(a), Item::Board(b)) => self.same_boards(a, b),
            (Item::Map(a), Item::Map(b)) => self.same_maps(a, b),
            (Item::Collection(kind, a), Item::Collection(other, b)) => {
                let is_set = |kind: &Kind| matches!(kind, Kind::Set | Kind::Mingled);
                match (is_set(kind), is_set(other)) {
                    (true, true) => self.same_sets(a, b),
                    _ if *kind == Kind::Bag || *other == Kind::Bag => None,
                    (false, false) => self.same_lists(a, b),
                    _ => always(false),
                }
            }
            _ if left.is_plain() && right.is_plain() => always(left.is_same(right)),
            (Item::Collection(..), other) | (other, Item::Collection(..)) if other.is_plain() => {
                always(false)
            }
            _ => None,
        }
    }

    fn same_boards(&mut self, left: &[Symbol], right: &[Symbol]) -> Option<Guard> {
        let mut all = Guard::ALWAYS;
        for (cell, (a, b)) in left.iter().zip(right).enumerate() {
            let equal = match (*a, *b) {
                (a, b) if a == b => continue,
                (KEPT, symbol) | (symbol, KEPT) => self.guards.shows(cell, 1 << symbol),
                _ => return Some(Guard::NEVER),
            };
            all = self.guards.and(all, equal)?;
        }
        Some(all)
    }

    /// Where no element of a collection is there.
    fn is_empty(&mut self, elements: &Elements) -> Option<Guard> {
        let mut some = Guard::NEVER;
        for (there, _) in elements.iter() {
            some = self.guards.or(some, *there)?;
        }
        self.guards.not(some)
    }

    fn same_lists(&mut self, left: &Elements, right: &Elements) -> Option<Guard> {
        let is_certain =
            |elements: &Elements| elements.iter().all(|(there, _)| *there == Guard::ALWAYS);
        if left.is_empty() || right.is_empty() {
            let (left, right) = (self.is_empty(left)?, self.is_empty(right)?);
            return self.guards.and(left, right);
        }
        match (is_certain(left), is_certain(right)) {
            (true, true) => {}
            (false, true) => return self.same_as_known(left, right),
            (true, false) => return self.same_as_known(right, left),
            (false, false) => return None,
        }
        if left.len() != right.len() {
            return Some(Guard::NEVER);
        }
        let mut all = Guard::ALWAYS;
        for ((_, a), (_, b)) in left.iter().zip(&**right) {
            let equal = self.equal(a, b)?;
            all = self.guards.and(all, equal)?;
        }
        Some(all)
    }

    /// Where exactly those elements of a list are there that another list has, all of which are there.
    fn same_as_known(&mut self, elements: &Elements, list: &Elements) -> Option<Guard> {
        self.same_as_certain(elements, list).or_else(|| {
            (elements.len() <= MOST_COMPARED).then(|| self.same_by_place(elements, list))?
        })
    }

    /// The same, if the elements are plain and no two of them equal.
    fn same_as_certain(&mut self, elements: &Elements, list: &Elements) -> Option<Guard> {
        let mut wanted = list.iter().map(|(_, item)| item).peekable();
        let mut all = Guard::ALWAYS;
        for (place, (there, item)) in elements.iter().enumerate() {
            self.guards.spend(1 + place / 8)?;
            let is_new = !elements[..place].iter().any(|(_, other)| other.is_same(item));
            (item.is_plain() && is_new).then_some(())?;
            all = match wanted.next_if(|wanted| wanted.is_same(item)) {
                Some(_) => self.guards.and(all, *there)?,
                None => self.guards.without(all, *there)?,
            };
        }
        match wanted.next() {
            Some(item) if !item.is_plain() => None,
            Some(_) => Some(Guard::NEVER),
            None => Some(all),
        }
    }

    fn same_sets(&mut self, left: &Elements, right: &Elements) -> Option<Guard> {
        let mut all = Guard::ALWAYS;
        for (some, others) in [(left, right), (right, left)] {
            let others = Item::Collection(Kind::Set, others.clone());
            for (there, item) in some.iter() {
                let found = self.contains(&others, item)?;
                let missing = self.guards.without(*there, found)?;
                all = self.guards.without(all, missing)?;
            }
        }
        Some(all)
    }

    /// The elements of a collection that are in another, or that are not, as a set.
    fn chosen(&mut self, one: &Item, other: &Item, is_in: bool) -> Option<Cases> {
        let mut kept = Vec::new();
        for (there, item) in elements_of(one)? {
            let found = self.contains(other, &item)?;
            let wanted = if is_in { found } else { self.guards.not(found)? };
            kept.push((self.guards.and(there, wanted)?, item));
        }
        Some(certain(self.guards.as_set(&kept)?))
    }

    /// Where a collection has an element equal to an item.
    fn contains(&mut self, collection: &Item, item: &Item) -> Option<Guard> {
        if let (Item::Text(text), Item::Text(part)) = (collection, item) {
            return Some(if text.contains(&**part) { Guard::ALWAYS } else { Guard::NEVER });
        }
        let is_symbol = |text: &Item| {
            symbols_of(text).is_some_and(|symbols| matches!(symbols[..], [(Guard::ALWAYS, _)]))
        };
        if symbols_of(collection).is_some() && !is_symbol(item) {
            return None;
        }
        let mut found = Guard::NEVER;
        for (there, element) in elements_of(collection)? {
            let equal = self.equal(&element, item)?;
            let equal = self.guards.and(equal, there)?;
            found = self.guards.or(found, equal)?;
            if found == Guard::ALWAYS {
                break;
            }
        }
        Some(found)
    }
}

/// A sum of many terms with another number added or taken away, multiplied, or divided where each term can be; `None` for
/// other operands. To the points so far numbers are only added, and taken away from them.
pub(super) fn sum_with(op: BinaryOp, left: &Item, right: &Item) -> Option<Item> {
    let terms = |item: &Item| match item {
        Item::Integer(n) => Some(vec![(Guard::ALWAYS, *n)]),
        Item::Sum(terms) => Some(terms.to_vec()),
        _ => None,
    };
    let with_tally = |item: &Item| match item {
        Item::Tally(terms) => Some(Item::Sum(terms.clone())),
        _ => None,
    };
    let of_both = match (op, with_tally(left), with_tally(right)) {
        (_, None, None) => None,
        (BinaryOp::Add | BinaryOp::Sub, Some(left), None) => Some(sum_with(op, &left, right)?),
        (BinaryOp::Add, None, Some(right)) => Some(sum_with(op, left, &right)?),
        _ => return None,
    };
    if let Some(of_both) = of_both {
        return Some(Item::Tally(terms(&of_both)?.into()));
    }
    let is_sum = |item: &Item| matches!(item, Item::Sum(_));
    if !is_sum(left) && !is_sum(right) {
        return None;
    }
    let mut merged: Vec<(Guard, i64)> = Vec::new();
    let sign = if op == BinaryOp::Sub { -1 } else { 1 };
    let added =
        if matches!(op, BinaryOp::Add | BinaryOp::Sub) { terms(right)? } else { Vec::new() };
    let (first, factor) = match (op, left, right) {
        (BinaryOp::Add | BinaryOp::Sub, ..) => (terms(left)?, 1),
        (BinaryOp::Mul, Item::Integer(n), sum) => (terms(sum)?, *n),
        (BinaryOp::Mul | BinaryOp::Div, sum, Item::Integer(n)) => (terms(sum)?, *n),
        _ => return None,
    };
    let added = added.into_iter().map(|(guard, n)| Some((guard, n.checked_mul(sign)?)));
    for (guard, n) in first.into_iter().map(Some).chain(added).collect::<Option<Vec<_>>>()? {
        match merged.iter_mut().find(|(known, _)| *known == guard) {
            Some((_, known)) => *known = known.checked_add(n)?,
            None => merged.push((guard, n)),
        }
    }
    for (_, n) in &mut merged {
        *n = match op {
            BinaryOp::Div if factor > 0 && *n % factor == 0 => *n / factor,
            BinaryOp::Div => return None,
            _ => n.checked_mul(factor)?,
        };
    }
    Some(Item::Sum(merged.into()))
}

/// The integers that items are.
fn integers(items: &[Item]) -> Option<Vec<i64>> {
    items.iter().map(Item::integer).collect()
}
