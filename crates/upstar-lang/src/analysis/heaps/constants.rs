//! Constants in which rules look something up: lists, maps, sets of pairs, and graphs that are no part of the position.
//!
//! Knows: the values of constants. Must not know: rules.
//!
//! Proof: a constant is the same value in all positions. Where it has something for a key, that is found here. For any
//! other key there is no value, and the evaluator answers. A constant is not read if its elements are no integers, or are rows
//! that are not packed (`rows.rs`).
//!
//! Let a loop through a list be followed by `if f(x) == E`, where `f` looks at the element alone, and `E` does not look at it.
//! It has those rounds in which `f` takes the element to the value of `E`. They are found once for each value of `f`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::compile::Compiler;
use super::program::{Halt, HeapCondition, Int, Source};
use super::routines::{Listed, RoutineCall};
use super::rows::RowKind;
use crate::analysis::{Test, integer, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind};
use crate::value::graph::Edge;
use crate::value::{Graph, Set, Value, elements};

/// Larger constants are left to the evaluator.
const LARGEST: usize = 1 << 18;

/// Shorter lists are run through.
const FEW: usize = 8;

/// A list of integers, or of packed rows, for each key.
#[derive(Debug)]
pub(super) struct Related {
    lists: FxHashMap<i64, Vec<i64>>,
    /// Whether there is a list without elements for other keys.
    is_total: bool,
}

impl Related {
    /// The second integers of the pairs with the same first one, in order.
    fn of_pairs(pairs: impl IntoIterator<Item = (i64, i64)>) -> Related {
        let mut lists: FxHashMap<i64, Vec<i64>> = FxHashMap::default();
        for (key, item) in pairs {
            lists.entry(key).or_default().push(item);
        }
        Related { lists, is_total: true }
    }

    /// The list for a key.
    pub(super) fn list(&self, key: i64) -> Result<Vec<i64>, Halt> {
        match self.lists.get(&key) {
            Some(list) => Ok(list.clone()),
            None if self.is_total => Ok(Vec::new()),
            None => Err(Halt::Unfit),
        }
    }
}

/// Something that is looked up in a constant.
enum Keyed {
    /// What a list or map has at each index.
    Values(Vec<(i64, Value)>),
    /// The neighbours of each vertex.
    Neighbours(Arc<Graph>),
}

impl Compiler<'_> {
    /// The value of an expression that is the same in all positions, if that is seen.
    pub(super) fn constant_of(&self, expr: &Expr) -> Option<Value> {
        self.deeper(|| self.constant_value(expr))
    }

    fn constant_value(&self, expr: &Expr) -> Option<Value> {
        let all = |items: &[Expr]| {
            items.iter().map(|item| self.constant_of(item)).collect::<Option<Vec<Value>>>()
        };
        match &expr.kind {
            ExprKind::Number(number) => Some(Value::Number(number.clone())),
            ExprKind::Bool(truth) => Some(Value::Bool(*truth)),
            ExprKind::List(items) => Value::list(all(items)?).ok(),
            ExprKind::Tuple(items) => Value::tuple(all(items)?).ok(),
            ExprKind::Set(items) => Some(Value::Set(Arc::new(Set::new(all(items)?).ok()?))),
            ExprKind::Slot(slot, _) => self.family_value(*slot).cloned(),
            ExprKind::Global(place) => Some((self.globals)(*place)),
            ExprKind::Call { .. } => match intrinsic_call(expr)? {
                (Intrinsic::Keys, [map]) => {
                    let Value::Map(map) = self.constant_of(map)? else { return None };
                    self.spend(map.entries().len()).then_some(())?;
                    Value::list(map.entries().keys().cloned().collect()).ok()
                }
                (Intrinsic::Edges, [graph]) => {
                    let Value::Graph(graph) = self.constant_of(graph)? else { return None };
                    self.spend(graph.edges().len()).then_some(())?;
                    let ends = |edge: &Edge| {
                        let ends = [edge.from, edge.to].map(|end| Value::integer(i64::from(end)));
                        edge.label.is_none().then(|| Value::tuple(ends.to_vec()).ok())?
                    };
                    Value::list(graph.edges().iter().map(ends).collect::<Option<_>>()?).ok()
                }
                (Intrinsic::Vertices, [graph]) => {
                    let Value::Graph(graph) = self.constant_of(graph)? else { return None };
                    self.spend(graph.vertices().len()).then_some(())?;
                    let names = graph.vertices().iter();
                    Value::list(
                        names.map(|vertex| Value::integer(i64::from(vertex.name))).collect(),
                    )
                    .ok()
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `constant[index]`, or the neighbours of a vertex in a constant graph.
    fn keyed(&self, expr: &Expr) -> Option<(Keyed, Int)> {
        let (keyed, index) = match &expr.kind {
            ExprKind::Index { base, indices } => {
                let [index] = &indices[..] else { return None };
                let values = match self.constant_of(base)? {
                    Value::Map(map) => {
                        let entries = map.entries().iter();
                        entries.map(|(key, value)| Some((integer(key)?, value.clone()))).collect()
                    }
                    list @ (Value::List(_) | Value::Tuple(_)) => {
                        let items = elements(&list).ok()?;
                        (1..).zip(items).map(Some).collect::<Option<Vec<_>>>()
                    }
                    _ => None,
                };
                (Keyed::Values(values?), index)
            }
            ExprKind::Call { .. } => match intrinsic_call(expr)? {
                (Intrinsic::Neighbours, [graph, vertex]) => match self.constant_of(graph)? {
                    Value::Graph(graph) => (Keyed::Neighbours(graph), vertex),
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        let size = match &keyed {
            Keyed::Values(values) => values.len(),
            Keyed::Neighbours(graph) => graph.vertices().len() + graph.edges().len(),
        };
        (size <= LARGEST && self.spend(size)).then_some(())?;
        Some((keyed, self.int(index)?))
    }

    /// An integer that is looked up.
    pub(super) fn looked_up(&self, expr: &Expr) -> Option<Int> {
        self.looked_up_as(expr, integer)
    }

    /// A truth that is looked up, as 1 or 0.
    pub(super) fn truth_looked_up(&self, expr: &Expr) -> Option<Int> {
        self.looked_up_as(expr, |value| match value {
            Value::Bool(truth) => Some(i64::from(*truth)),
            _ => None,
        })
    }

    fn looked_up_as(&self, expr: &Expr, of: impl Fn(&Value) -> Option<i64>) -> Option<Int> {
        let (Keyed::Values(values), index) = self.keyed(expr)? else { return None };
        let values = values.iter().map(|(key, value)| Some((*key, of(value)?)));
        let values: Vec<(i64, i64)> = values.collect::<Option<_>>()?;
        if let Some(at) = index.constant() {
            let found = values.iter().find(|(key, _)| *key == at)?;
            return Some(super::expressions::constant(found.1));
        }
        Some(Int::Call(Box::new(RoutineCall::of_values(&values, index)?)))
    }

    /// A list that is looked up, of integers or of rows of this kind.
    pub(super) fn list_looked_up(&self, expr: &Expr, rows: Option<RowKind>) -> Option<Listed> {
        let (keyed, index) = self.keyed(expr)?;
        let mut lists = FxHashMap::default();
        match keyed {
            Keyed::Values(values) => {
                for (key, value) in values {
                    lists.insert(key, integers(&value, rows)?);
                }
            }
            Keyed::Neighbours(graph) => {
                rows.is_none().then_some(())?;
                for vertex in graph.vertices() {
                    let ends = graph.neighbours(vertex.name, |_| true);
                    lists.insert(vertex.name.into(), ends.into_iter().map(i64::from).collect());
                }
            }
        }
        let related = Related { lists, is_total: false };
        Some(Listed::Related(Arc::new(related), Box::new(index)))
    }

    /// The kind of the rows in a constant list, or in lists that are looked up.
    pub(super) fn kind_of_constant_rows(&self, expr: &Expr) -> Option<RowKind> {
        if let Some(constant) = self.constant_of(expr) {
            return RowKind::of_value(elements(&constant).ok()?.next().as_ref()?);
        }
        let (Keyed::Values(values), _) = self.keyed(expr)? else { return None };
        let first = |(_, list): &(i64, Value)| elements(list).ok()?.next();
        RowKind::of_value(&values.iter().find_map(first)?)
    }

    /// The elements of a constant collection: integers, or packed rows.
    pub(super) fn constants(&self, expr: &Expr, rows: Option<RowKind>) -> Option<Vec<i64>> {
        let items = integers(&self.constant_of(expr)?, rows)?;
        (items.len() <= LARGEST && self.spend(items.len())).then_some(items)
    }

    /// `(a, b) in pairs`, where the pairs are constant.
    pub(super) fn pair_in(&self, item: &Expr, pairs: &Expr) -> Option<HeapCondition> {
        let ExprKind::Tuple(items) = &item.kind else { return None };
        let [first, second] = &items[..] else { return None };
        let (first, second) = (self.int(first)?, self.int(second)?);
        let pairs = self.constant_of(pairs)?;
        let pair = |value: Value| match &value {
            Value::Tuple(tuple) => match tuple.items() {
                [a, b] => Some((integer(a)?, integer(b)?)),
                _ => None,
            },
            _ => None,
        };
        let pairs: Vec<_> = elements(&pairs).ok()?.map(pair).collect::<Option<_>>()?;
        self.spend(pairs.len()).then_some(())?;
        let related = Listed::Related(Arc::new(Related::of_pairs(pairs)), Box::new(first));
        Some(HeapCondition::In(second, Source::Listed(Box::new(related))))
    }
}

/// Integers, or packed rows of a kind, that a collection has as its elements.
fn integers(collection: &Value, rows: Option<RowKind>) -> Option<Vec<i64>> {
    let is_listed = matches!(collection, Value::List(_) | Value::Tuple(_) | Value::Set(_));
    let items = elements(collection).ok().filter(|_| is_listed)?;
    items.map(|item| rows.map_or_else(|| integer(&item), |kind| kind.packed_value(&item))).collect()
}

/// The rounds of a loop through a list in which a condition holds, where these depend on the value of one expression.
pub(super) fn chosen(slot: usize, items: &[i64], condition: &HeapCondition) -> Option<Source> {
    let HeapCondition::Compare(left, rest) = condition else { return None };
    let [(Test::Equal, right)] = &rest[..] else { return None };
    let slots_of = |int: &Int| {
        let mut slots = Vec::new();
        int.add_slots(&mut slots);
        slots
    };
    let is_chosen = |(of_item, value): &(&Int, &Int)| {
        let slots = slots_of(of_item);
        // Sums of slots are compared as they are: they may bound other loops, or belong to a code.
        !matches!(of_item, Int::Linear(_))
            && !slots.is_empty()
            && slots.iter().all(|other| *other == slot)
            && !slots_of(value).contains(&slot)
    };
    let (of_item, value) = [(left, right), (right, left)].into_iter().find(is_chosen)?;
    (items.len() > FEW && value.constant().is_none()).then_some(())?;
    let mut slots = vec![0; slot + 1];
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        slots[slot] = *item;
        pairs.push((of_item.value(&slots).ok()?, *item));
    }
    let related = Arc::new(Related::of_pairs(pairs));
    Some(Source::Listed(Box::new(Listed::Related(related, Box::new(value.clone())))))
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::{Binary, Unary};
    use super::super::program::Linear;
    use super::*;
    use crate::analysis::tests::confirm;

    const TABLE: &str = "a table of nimbers";

    #[test]
    fn what_is_looked_up_in_a_constant_is_read() {
        for (constant, rule, questions) in [
            (
                "c := [[2, 3], [3, 4], [4, 5], [5], []]",
                "q for q in c[p]",
                &[("how(G(1))", TABLE), ("[nimber(G(p)) for p in 1..5]", "[1, 0, 2, 1, 0]")][..],
            ),
            (
                "c := {1: [2, 3], 2: [3, 4], 3: [4], 4: []}",
                "q for q in 1..4 if q in c[p]",
                &[("how(G(1))", TABLE), ("[nimber(G(p)) for p in 1..4]", "[0, 2, 1, 0]")],
            ),
            (
                "c := {1: 2, 2: 4, 3: 4, 4: 5}",
                "c[p] if p < 5; p + 1 if p < 5",
                &[("how(G(1))", TABLE), ("[nimber(G(p)) for p in 1..5]", "[0, 2, 0, 1, 0]")],
            ),
            (
                "c := [false, true, false, false, true, false]",
                "p - k for k in 1..3 if p - k >= 1 if not c[p - k]",
                &[("how(G(6))", TABLE), ("[nimber(G(p)) for p in 1..6]", "[0, 1, 1, 2, 0, 0]")],
            ),
            (
                "c := digraph([(1, 2), (1, 3), (2, 3), (3, 4), (2, 4)])",
                "q for q in c.neighbours(p)",
                &[("how(G(1))", TABLE), ("[nimber(G(p)) for p in 1..4]", "[0, 2, 1, 0]")],
            ),
            (
                "c := {(1, 2), (1, 3), (2, 3), (3, 4), (2, 4)}",
                "q for q in 1..4 if (p, q) in c",
                &[("how(G(1))", TABLE), ("[nimber(G(p)) for p in 1..4]", "[0, 2, 1, 0]")],
            ),
            (
                "c := [(i, j) for i in 1..40 for j in [i + 1, i + 3, 2 * i] if j <= 40]",
                "a[2] for a in c if a[1] == p",
                &[
                    ("how(G(1))", TABLE),
                    ("[nimber(G(p)) for p in 1..9]", "[1, 0, 1, 2, 1, 0, 1, 0, 1]"),
                ],
            ),
        ] {
            confirm(&format!("{constant}\ngame G(p) {{ move {rule} }}"), questions);
        }
        confirm(
            "arcs := {1: [(2, 3), (3, 1)], 2: [(3, 2)], 3: [(1, 4)]}
             game G(p, n) { move (q, n - c) for (q, c) in arcs[p] if c <= n }",
            &[
                ("how(G(1, 12))", TABLE),
                ("[nimber(G(2, n)) for n in 0..9]", "[0, 0, 1, 1, 1, 1, 0, 1, 1, 1]"),
            ],
        );
    }

    /// The evaluator reports where a constant has nothing.
    #[test]
    fn what_a_constant_does_not_have_is_reported() {
        let mut session = crate::session::Session::default();
        session.eval("test", "c := {1: 2, 2: 7}\ngame G(p) { move c[p] if p < 9 }");
        assert!(session.eval("test", "nimber(G(1))").failed());
        // Place -1 is the last one.
        session.eval("test", "d := [2, 3, 0]\ngame K(p) { move d[p - 4] if p < 4 and p > 0 }");
        assert_eq!(session.eval("test", "nimber(K(3))").answers[0].text, "1");
        // A set has no places.
        session.eval("test", "game S(p) { move {2, 3}[p] if p < 3 }");
        assert!(session.eval("test", "nimber(S(1))").failed());
    }

    #[test]
    fn the_rounds_of_a_list_are_those_in_which_the_condition_holds() {
        const SLOT: usize = 2;
        let items: Vec<i64> = (0..30).map(|n| n * n % 17 - 5).collect();
        let here = || Int::Linear(Linear::slot(SLOT));
        let outside = Int::Linear(Linear { constant: 1, terms: vec![(0, 2), (1, -1)] });
        let rest =
            super::super::expressions::pair(Binary::Rem, here(), Int::Linear(Linear::constant(5)));
        for of_item in [rest, Int::Unary(Unary::Abs, Box::new(here()))] {
            let straight = (of_item.clone(), outside.clone());
            for (left, right) in [straight.clone(), (straight.1, straight.0)] {
                let condition = HeapCondition::Compare(left, vec![(Test::Equal, right)]);
                let source = chosen(SLOT, &items, &condition).unwrap();
                for (a, b) in (-3..4).flat_map(|a| (-3..4).map(move |b| (a, b))) {
                    let holds = |item: &i64| condition.holds(&[a, b, *item]).unwrap();
                    let expected: Vec<i64> = items.iter().copied().filter(holds).collect();
                    assert_eq!(source.all(&[a, b, 0]).unwrap(), expected);
                }
            }
        }
        // Both sides look at the element, or none does.
        let absolute = || Int::Unary(Unary::Abs, Box::new(here()));
        for (left, right) in [(absolute(), here()), (outside.clone(), outside)] {
            let condition = HeapCondition::Compare(left, vec![(Test::Equal, right)]);
            assert!(chosen(SLOT, &items, &condition).is_none());
        }
    }
}
