//! Lists of heaps: rulesets whose positions are lists, and whose moves put some elements in the place of one.
//!
//! Knows: which rules in normal form read one element, and keep all others. Must not know: nimbers.
//!
//! Proof: let each move choose a place i, and lead to the other elements with a list beside them that depends on element i
//! alone. Then the moves of a list are those of its elements, each played with the others left as they are; where elements
//! stand does not matter. So a list is the disjunctive sum of its elements, and each of them is a heap with the moves
//! from it to these lists. Nothing but element i is read: an expression with any other use of the list or of i is not taken.
//!
//! Moves may also leave out all elements up to some number, as in `[x for x in rest + [a, b] if x > 0]`. Where these have the
//! nimber 0, a sum without them has the same nimber (Sprague and Grundy), so the caller of `of_elements` checks that these nimbers are 0.

use std::cell::Cell;
use std::sync::Arc;

use crate::analysis::intrinsic_call;
use crate::analysis::normal::{integer_of, is_slot, turned};
use crate::analysis::written::calculated;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{
    Alternative, Clause, Expr, ExprKind, Generator, PositionKind, Slot, Target,
};
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, Mover, UnaryOp};
use crate::value::Ruleset;

/// A way to move that becomes more ways stays a move of lists.
const MOST_WAYS: usize = 16;

/// Elements that take the place of one, and the conditions under which they do.
type Elements = (Vec<Generator>, Vec<Expr>);

/// Larger elements may not be left out.
const MOST_LEFT_OUT: i64 = 16;

/// The ruleset of the elements of the lists of a ruleset in normal form, and the number up to which elements are left out, which
/// all must have the nimber 0; `None` where lists are not sums of their elements.
pub fn of_elements(ruleset: &Ruleset) -> Option<(Ruleset, Option<u32>)> {
    let tree = &ruleset.tree;
    let is_of_lists = matches!(tree.position, PositionKind::Tuple)
        && tree.params.len() == 1
        && tree.parts.is_none()
        && ruleset.family().is_some();
    is_of_lists.then_some(())?;
    let list = tree.family.len();
    let mut rules = (**tree).clone();
    rules.position = PositionKind::Heap;
    rules.clauses = Vec::new();
    let left_out = Cell::new(None);
    for clause in &tree.clauses {
        (clause.mover == Mover::Either).then_some(())?;
        let mut alternatives = Vec::new();
        for way in &clause.alternatives {
            alternatives.extend(ways(way, list, &left_out)?);
        }
        rules.clauses.push(Clause { mover: clause.mover, alternatives, span: clause.span });
    }
    Some((ruleset.reworded(Arc::new(rules)), left_out.get()))
}

/// The ways to move from an element that a way to move from a list is.
fn ways(way: &Alternative, list: Slot, left_out: &Cell<Option<u32>>) -> Option<Vec<Alternative>> {
    let Alternative::Options { parts, gain: None, generators, span } = way else { return None };
    let [option] = &parts[..] else { return None };
    let (generators, option) = without_name(generators, option);
    let is_choice = |generator: &Generator| match generator {
        Generator::For { target: Target::Slot(_), source } => is_places(source, list),
        _ => false,
    };
    let chosen = generators.iter().position(is_choice)?;
    let Generator::For { target: Target::Slot(place), .. } = &generators[chosen] else {
        return None;
    };
    let names = generators.iter().filter_map(named_list).collect::<Vec<_>>();
    let reader = Reader { list, place: *place, same: None, names: &names, left_out };
    let mut steps = Vec::new();
    for (number, generator) in generators.iter().enumerate() {
        if number != chosen {
            steps.push(reader.generator(generator)?);
        }
    }
    let ways = reader.option(option)?.into_iter().map(|(conditions, parts)| {
        let generators = steps.iter().cloned().chain(conditions).collect();
        Alternative::Options { parts, gain: None, generators, span: *span }
    });
    Some(ways.collect())
}

/// An option whose name the last generator gives, in the place of the name.
fn without_name<'w>(generators: &'w [Generator], option: &'w Expr) -> (&'w [Generator], &'w Expr) {
    if let Some((Generator::For { target: Target::Slot(slot), source }, before)) =
        generators.split_last()
        && is_slot(option, *slot)
        && let ExprKind::List(items) = &source.kind
        && let [only] = &items[..]
    {
        return (before, only);
    }
    (generators, option)
}

/// `for xs in [[a, b]]`
fn named_list(generator: &Generator) -> Option<(Slot, &Expr)> {
    let Generator::For { target: Target::Slot(slot), source } = generator else { return None };
    match &source.kind {
        ExprKind::List(items) => match &items[..] {
            [only @ Expr { kind: ExprKind::List(_), .. }] => Some((*slot, only)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression is `1..length(s)` for the list.
fn is_places(source: &Expr, list: Slot) -> bool {
    let ExprKind::Range(first, last) = &source.kind else { return false };
    is_one(first) && is_length(last, list)
}

fn is_one(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Number(one) if *one == 1)
}

fn is_length(expr: &Expr, list: Slot) -> bool {
    matches!(intrinsic_call(expr), Some((Intrinsic::Length, [items])) if is_slot(items, list))
}

/// The variable, the source, the element and the conditions of a list that one loop makes.
fn looped(list: &Expr) -> Option<(Slot, &Expr, &Expr, &[Generator])> {
    let ExprKind::Comprehension { collection: Collection::List, element, generators } = &list.kind
    else {
        return None;
    };
    match generators.split_first()? {
        (Generator::For { target: Target::Slot(slot), source }, rest) => {
            Some((*slot, source, element, rest))
        }
        _ => None,
    }
}

/// The least natural number for which a condition about a variable holds, if it holds for all from there on.
fn least(condition: &Expr, slot: Slot) -> Option<i64> {
    use CompareOp::{Greater, GreaterOrEqual, NotEqual};
    let ExprKind::Compare { first, rest } = &condition.kind else { return None };
    let [(op, _, second)] = &rest[..] else { return None };
    let (op, bound) = match (is_slot(first, slot), is_slot(second, slot)) {
        (true, false) => (*op, integer_of(second)?),
        (false, true) => (turned(*op)?, integer_of(first)?),
        _ => return None,
    };
    match op {
        Greater => bound.checked_add(1),
        GreaterOrEqual => Some(bound),
        NotEqual if bound == 0 => Some(1),
        _ => None,
    }
}

/// The lists of which one is the sum.
fn summands(list: &Expr) -> Vec<&Expr> {
    match &list.kind {
        ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
            let mut all = summands(left);
            all.extend(summands(right));
            all
        }
        _ => vec![list],
    }
}

/// Reader of expressions about one element of a list.
#[derive(Clone, Copy)]
struct Reader<'e> {
    list: Slot,
    place: Slot,
    /// Another name for the same place.
    same: Option<Slot>,
    /// Names for lists, whose elements are evaluated where they are bound.
    names: &'e [(Slot, &'e Expr)],
    /// The largest element that moves leave out.
    left_out: &'e Cell<Option<u32>>,
}

impl Reader<'_> {
    /// The lists that take the place of the element, by an option.
    fn option(self, option: &Expr) -> Option<Vec<Elements>> {
        use CompareOp::{Greater, Less, NotEqual};
        if let Some((Intrinsic::Sort, [items])) = intrinsic_call(option) {
            return self.option(items);
        }
        if let Some(ways) = self.without_least(option) {
            return Some(ways);
        }
        let (mut sides, mut ways) = (Vec::new(), vec![(Vec::new(), Vec::new())]);
        for summand in summands(option) {
            if let Some(side) = self.side(summand) {
                sides.push(side);
            } else if let Some(elements) = self.gathered(summand) {
                sides.push(NotEqual);
                ways = joined(ways, &elements)?;
            } else if let Some(exchanged) = self.exchanged(summand) {
                sides.push(NotEqual);
                ways = joined(ways, &[(Vec::new(), vec![exchanged])])?;
            } else {
                ways = joined(ways, &self.elements(summand)?)?;
            }
        }
        matches!(sides[..], [NotEqual] | [Less, Greater] | [Greater, Less]).then_some(ways)
    }

    /// `[x for x in L if x > 0]` for an option L.
    fn without_least(self, option: &Expr) -> Option<Vec<Elements>> {
        let (mut slot, source, element, conditions) = looped(option)?;
        let mut conditions = conditions;
        let whole = match conditions.split_first() {
            // `[x for j in 1..length(s) for x in [e] if x > 0]` is `[x for x in [e for j in 1..length(s)] if x > 0]`.
            Some((Generator::For { target: Target::Slot(name), source: named }, rest)) => {
                let ExprKind::List(items) = &named.kind else { return None };
                let [item] = &items[..] else { return None };
                let each = Generator::For { target: Target::Slot(slot), source: source.clone() };
                (slot, conditions) = (*name, rest);
                let (collection, element) = (Collection::List, Box::new(item.clone()));
                let kind = ExprKind::Comprehension { collection, element, generators: vec![each] };
                Expr { kind, span: option.span }
            }
            _ => source.clone(),
        };
        let [Generator::If(condition)] = conditions else { return None };
        is_slot(element, slot).then_some(())?;
        let least = least(condition, slot).filter(|least| (1..=MOST_LEFT_OUT).contains(least))?;
        let mut ways = Vec::new();
        for (before, items) in self.option(&whole)? {
            let mut of_way = vec![(before, Vec::new())];
            for item in items {
                let condition = Expr {
                    kind: ExprKind::Let {
                        slot,
                        value: Box::new(item.clone()),
                        body: Box::new(condition.clone()),
                    },
                    span: condition.span,
                };
                let with = (vec![Generator::If(condition.clone())], vec![item]);
                of_way = joined(of_way, &[with, (vec![Generator::If(not(condition))], vec![])])?;
            }
            ways.extend(of_way);
        }
        let most = u32::try_from(least - 1).ok();
        self.left_out.set(self.left_out.get().max(most));
        (ways.len() <= MOST_WAYS).then_some(ways)
    }

    /// Which places j the elements of a list have, by their comparison with the one that is chosen: those before it
    /// (`[s[j] for j in 1..i-1]`, or `s[1..i-1]`), those after it, or both (`[s[j] for j in 1..length(s) if j != i]`, or
    /// `s.without(i)`).
    fn side(self, expr: &Expr) -> Option<CompareOp> {
        if let Some((Intrinsic::Without, [list, place])) = intrinsic_call(expr) {
            let is_chosen = is_slot(list, self.list) && is_slot(place, self.place);
            return is_chosen.then_some(CompareOp::NotEqual);
        }
        if let ExprKind::Index { base, indices } = &expr.kind {
            let [places] = &indices[..] else { return None };
            return if is_slot(base, self.list) { self.places_beside(places) } else { None };
        }
        let (place, source, element, conditions) = looped(expr)?;
        self.is_other(element, place).then_some(())?;
        match conditions {
            [Generator::If(condition)] if is_places(source, self.list) => {
                self.test(condition, place).filter(|op| *op != CompareOp::Equal)
            }
            [] => self.places_beside(source),
            _ => None,
        }
    }

    /// `1..i-1` are the places before the chosen one, and `i+1..length(s)` those after it.
    fn places_beside(self, source: &Expr) -> Option<CompareOp> {
        let ExprKind::Range(first, last) = &source.kind else { return None };
        let is_next = |expr: &Expr, op: BinaryOp| match &expr.kind {
            ExprKind::Binary { op: other, left, right, .. } => {
                *other == op && is_slot(left, self.place) && is_one(right)
            }
            _ => false,
        };
        if is_one(first) && is_next(last, BinaryOp::Sub) {
            return Some(CompareOp::Less);
        }
        (is_next(first, BinaryOp::Add) && is_length(last, self.list)).then_some(CompareOp::Greater)
    }

    /// `x` of `[if j == i then x else s[j] for j in 1..length(s)]`, or of `s.with({i: x})`.
    fn exchanged(self, expr: &Expr) -> Option<Expr> {
        if let Some((Intrinsic::With, [list, changes])) = intrinsic_call(expr) {
            let ExprKind::Map(entries) = &changes.kind else { return None };
            let [(place, new)] = &entries[..] else { return None };
            let is_chosen = is_slot(list, self.list) && is_slot(place, self.place);
            return if is_chosen { self.expr(new) } else { None };
        }
        let (place, source, element, []) = looped(expr)? else { return None };
        is_places(source, self.list).then_some(())?;
        let ExprKind::If { condition, then, otherwise } = &element.kind else { return None };
        let (own, other) = match self.test(condition, place)? {
            CompareOp::Equal => (then, otherwise),
            CompareOp::NotEqual => (otherwise, then),
            _ => return None,
        };
        self.is_other(other, place).then_some(())?;
        // There both names are of the same place.
        Reader { same: Some(place), ..self }.expr(own)
    }

    /// `L` of `[x for j in 1..length(s) for x in (if j == i then L else [s[j]])]`.
    fn gathered(self, expr: &Expr) -> Option<Vec<Elements>> {
        let (place, source, element, further) = looped(expr)?;
        let [Generator::For { target: Target::Slot(name), source: lists }] = further else {
            return None;
        };
        (is_places(source, self.list) && is_slot(element, *name)).then_some(())?;
        let ExprKind::If { condition, then, otherwise } = &lists.kind else { return None };
        let (own, other) = match self.test(condition, place)? {
            CompareOp::Equal => (then, otherwise),
            CompareOp::NotEqual => (otherwise, then),
            _ => return None,
        };
        let ExprKind::List(items) = &other.kind else { return None };
        matches!(&items[..], [item] if self.is_other(item, place)).then_some(())?;
        Reader { same: Some(place), ..self }.elements(own)
    }

    /// Whether an expression is the element at another place.
    fn is_other(self, expr: &Expr, place: Slot) -> bool {
        Reader { place, ..self }.is_element(expr)
    }

    fn is_place(self, slot: Slot) -> bool {
        slot == self.place || self.same == Some(slot)
    }

    fn is_element(self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Index { base, indices } => {
                is_slot(base, self.list)
                    && matches!(&indices[..], [Expr { kind: ExprKind::Slot(at, _), .. }] if self.is_place(*at))
            }
            _ => false,
        }
    }

    /// How another place compares with the chosen one where a condition holds.
    fn test(self, condition: &Expr, place: Slot) -> Option<CompareOp> {
        let ExprKind::Compare { first, rest } = &condition.kind else { return None };
        let [(op, _, second)] = &rest[..] else { return None };
        let are = |a, b| is_slot(first, a) && is_slot(second, b);
        let turned = are(self.place, place);
        (turned || are(place, self.place)).then_some(())?;
        Some(match op {
            CompareOp::Equal | CompareOp::NotEqual => *op,
            CompareOp::Less if turned => CompareOp::Greater,
            CompareOp::Greater if turned => CompareOp::Less,
            CompareOp::Less | CompareOp::Greater => *op,
            _ => return None,
        })
    }

    /// The elements of a list without the others.
    fn elements(self, list: &Expr) -> Option<Vec<Elements>> {
        match &list.kind {
            ExprKind::Slot(slot, _) => {
                let (_, list) = self.names.iter().find(|(name, _)| name == slot)?;
                self.elements(list)
            }
            ExprKind::List(items) => {
                let items = items.iter().map(|item| self.expr(item)).collect::<Option<_>>()?;
                Some(vec![(Vec::new(), items)])
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                joined(self.elements(left)?, &self.elements(right)?)
            }
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.expr(condition)?;
                let only_if = |condition: Expr, (mut conditions, items): Elements| {
                    conditions.insert(0, Generator::If(condition));
                    (conditions, items)
                };
                let mut ways = Vec::new();
                let fails = not(condition.clone());
                ways.extend(
                    self.elements(then)?.into_iter().map(|way| only_if(condition.clone(), way)),
                );
                ways.extend(
                    self.elements(otherwise)?.into_iter().map(|way| only_if(fails.clone(), way)),
                );
                (ways.len() <= MOST_WAYS).then_some(ways)
            }
            _ => self.filtered(list),
        }
    }

    /// `[e for x in [a, b] if C]`: each element of a short list is there or not.
    fn filtered(self, list: &Expr) -> Option<Vec<Elements>> {
        let (slot, source, element, conditions) = looped(list)?;
        let ExprKind::List(items) = &source.kind else { return None };
        let element = self.expr(element)?;
        let mut all: Option<Expr> = None;
        for condition in conditions {
            let Generator::If(condition) = condition else { return None };
            let condition = self.expr(condition)?;
            all = Some(match all {
                None => condition,
                Some(before) => and(before, condition),
            });
        }
        let mut ways = vec![(Vec::new(), Vec::new())];
        for item in items {
            let item = self.expr(item)?;
            let named = |body: &Expr| Expr {
                kind: ExprKind::Let {
                    slot,
                    value: Box::new(item.clone()),
                    body: Box::new(body.clone()),
                },
                span: body.span,
            };
            let with = vec![named(&element)];
            let one = match &all {
                None => vec![(Vec::new(), with)],
                Some(condition) => vec![
                    (vec![Generator::If(named(condition))], with),
                    (vec![Generator::If(not(named(condition)))], Vec::new()),
                ],
            };
            ways = joined(ways, &one)?;
        }
        Some(ways)
    }

    /// An expression in which the element is the heap; `None` where the list or the place is used otherwise.
    fn expr(self, expr: &Expr) -> Option<Expr> {
        let all =
            |exprs: &[Expr]| exprs.iter().map(|expr| self.expr(expr)).collect::<Option<Vec<_>>>();
        let boxed = |expr: &Expr| self.expr(expr).map(Box::new);
        let kind = match &expr.kind {
            _ if self.is_element(expr) => ExprKind::Slot(self.list, Arc::from("")),
            ExprKind::Slot(slot, _) if *slot == self.list || self.is_place(*slot) => return None,
            ExprKind::Slot(..)
            | ExprKind::Number(_)
            | ExprKind::Bool(_)
            | ExprKind::Builtin(_)
            | ExprKind::Global(_) => expr.kind.clone(),
            ExprKind::Unary(op, inner) => ExprKind::Unary(*op, boxed(inner)?),
            ExprKind::Binary { op, op_span, left, right } => ExprKind::Binary {
                op: *op,
                op_span: *op_span,
                left: boxed(left)?,
                right: boxed(right)?,
            },
            ExprKind::Compare { first, rest } => {
                let next = |(op, span, next): &(_, _, Expr)| Some((*op, *span, self.expr(next)?));
                let rest = rest.iter().map(next).collect::<Option<_>>()?;
                ExprKind::Compare { first: boxed(first)?, rest }
            }
            ExprKind::If { condition, then, otherwise } => ExprKind::If {
                condition: boxed(condition)?,
                then: boxed(then)?,
                otherwise: boxed(otherwise)?,
            },
            ExprKind::Let { slot, value, body } => {
                ExprKind::Let { slot: *slot, value: boxed(value)?, body: boxed(body)? }
            }
            ExprKind::Range(first, last) => ExprKind::Range(boxed(first)?, boxed(last)?),
            ExprKind::List(items) => ExprKind::List(all(items)?),
            ExprKind::Tuple(items) => ExprKind::Tuple(all(items)?),
            ExprKind::Set(items) => ExprKind::Set(all(items)?),
            ExprKind::Call { callee, args } => {
                ExprKind::Call { callee: boxed(callee)?, args: all(args)?.into() }
            }
            ExprKind::Comprehension { collection, element, generators } => {
                let generators = generators.iter().map(|generator| self.generator(generator));
                ExprKind::Comprehension {
                    collection: *collection,
                    element: boxed(element)?,
                    generators: generators.collect::<Option<_>>()?,
                }
            }
            _ => return None,
        };
        Some(Expr { kind, span: expr.span })
    }

    fn generator(self, generator: &Generator) -> Option<Generator> {
        Some(match generator {
            Generator::If(condition) => Generator::If(self.expr(condition)?),
            Generator::For { target, source } => {
                Generator::For { target: target.clone(), source: self.expr(source)? }
            }
        })
    }
}

/// Each of these lists with each of some others.
fn joined(ways: Vec<Elements>, others: &[Elements]) -> Option<Vec<Elements>> {
    (ways.len() * others.len() <= MOST_WAYS).then_some(())?;
    let pair = |(conditions, items): &Elements, (further, more): &Elements| {
        ([&conditions[..], further].concat(), [&items[..], more].concat())
    };
    let pairs = ways.iter().flat_map(|way| others.iter().map(move |other| pair(way, other)));
    Some(pairs.collect())
}

fn not(condition: Expr) -> Expr {
    let span = condition.span;
    Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(condition)), span }
}

fn and(left: Expr, right: Expr) -> Expr {
    let span = left.span;
    calculated(BinaryOp::And, left, right, span)
}
