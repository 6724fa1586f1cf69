//! Lists of which rules ask the members alone: `seen` in `move (q, seen + [q]) for q in adj[p] if q not in seen`.
//!
//! Knows: the normal form of rules. Must not know: layouts.
//!
//! Proof: let the rules use a parameter S in these ways only. It is the collection of `in` and `not in`. It is asked whether it
//! has a member at all. Loops run through it whose rounds make moves, or are asked for by `any` and `all`. It is the same
//! parameter of an option, joined with other lists, or with some of its elements left out.
//! Let two positions differ only in the order of S, and in how often it has an element. Then all conditions hold in both or
//! in neither. Each option of one differs from an option of the other in the same way only. So the relation is a
//! bisimulation: values, winners and points are the same. Therefore S may be written as the set of its members.

use crate::analysis::intrinsic_call;
use crate::analysis::normal::asks_some;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{
    Alternative, Condition, Expr, ExprKind, Generator, Ruleset as Declaration, Slot,
};
use crate::syntax::ast::{BinaryOp, Collection, CompareOp};

/// Whether an expression is the list without elements.
fn is_empty(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::List(items) if items.is_empty())
}

/// Whether the rules ask a parameter of positions for its members alone, if it is a list.
pub(super) fn asks_members(tree: &Declaration, place: usize) -> bool {
    let asked = Asked { slot: tree.family.len() + place, place, params: tree.params.len() };
    let mut ways = tree.clauses.iter().flat_map(|clause| &clause.alternatives);
    let goals = tree.goals.iter().map(|goal| &goal.condition);
    let mut others = goals.chain(&tree.score).chain(&tree.turn);
    tree.parts.is_none() && ways.all(|way| asked.way(way)) && others.all(|expr| asked.other(expr))
}

/// The parameter that is looked at.
struct Asked {
    slot: Slot,
    place: usize,
    params: usize,
}

impl Asked {
    fn way(&self, way: &Alternative) -> bool {
        match way {
            Alternative::Rewrite { gain, condition, .. } => {
                let truth = condition.iter().map(|Condition { truth, .. }| truth);
                gain.iter().chain(truth).all(|expr| self.other(expr))
            }
            Alternative::Options { parts, gain, generators, .. } => {
                self.generators(generators)
                    && gain.iter().all(|gain| self.other(gain))
                    && parts.iter().all(|part| self.option(part))
            }
        }
    }

    fn option(&self, option: &Expr) -> bool {
        match &option.kind {
            _ if self.params == 1 => self.members(option),
            ExprKind::Tuple(items) if items.len() == self.params => {
                let items = items.iter().enumerate();
                items.into_iter().all(|(place, item)| match place == self.place {
                    true => self.members(item),
                    false => self.other(item),
                })
            }
            _ => self.other(option),
        }
    }

    /// Whether an expression asks for the members alone, where only its own members are asked for.
    fn members(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Slot(slot, _) if *slot == self.slot => true,
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                self.members(left) && self.members(right)
            }
            ExprKind::Comprehension { collection: Collection::List, element, generators } => {
                self.generators(generators) && self.other(element)
            }
            _ => self.other(expr),
        }
    }

    /// The same for loops of which the rounds are asked for, but not how many they are, and in which order.
    fn generators(&self, generators: &[Generator]) -> bool {
        generators.iter().all(|generator| match generator {
            Generator::For { source, .. } => self.members(source),
            Generator::If(condition) => self.other(condition),
        })
    }

    /// Whether an expression asks for the members alone.
    fn other(&self, expr: &Expr) -> bool {
        let all = |exprs: &[Expr]| exprs.iter().all(|expr| self.other(expr));
        match &expr.kind {
            ExprKind::Slot(slot, _) => *slot != self.slot,
            ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Builtin(_)
            | ExprKind::Global(_) => true,
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => all(items),
            ExprKind::Map(entries) => {
                entries.iter().all(|(key, value)| self.other(key) && self.other(value))
            }
            ExprKind::Range(one, other) | ExprKind::Binary { left: one, right: other, .. } => {
                self.other(one) && self.other(other)
            }
            ExprKind::Unary(_, operand) => self.other(operand),
            ExprKind::Compare { first, rest } => match &rest[..] {
                [(CompareOp::In | CompareOp::NotIn, _, among)] => {
                    self.other(first) && self.members(among)
                }
                // Whether there is a member at all.
                [(CompareOp::Equal | CompareOp::NotEqual, _, side)] if is_empty(side) => {
                    self.members(first)
                }
                [(op, _, bound)] if asks_some(*op, bound).is_some() => {
                    match intrinsic_call(first) {
                        Some((Intrinsic::Length, [items])) => self.members(items),
                        _ => self.other(first),
                    }
                }
                _ => self.other(first) && rest.iter().all(|(_, _, side)| self.other(side)),
            },
            ExprKind::If { condition, then, otherwise } => {
                self.other(condition) && self.other(then) && self.other(otherwise)
            }
            ExprKind::Let { value, body, .. } => self.other(value) && self.other(body),
            ExprKind::Index { base, indices } => self.other(base) && all(indices),
            ExprKind::Comprehension { element, generators, .. } => {
                let sources = generators.iter().all(|generator| match generator {
                    Generator::For { source: expr, .. } | Generator::If(expr) => self.other(expr),
                });
                sources && self.other(element)
            }
            ExprKind::Call { callee, args } => match (intrinsic_call(expr), &args[..]) {
                (Some((Intrinsic::Any | Intrinsic::All, _)), [truths]) => self.members(truths),
                _ => self.other(callee) && all(args),
            },
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::tests::confirm;

    const BITS: &str = "moves on bits";
    const RULES: &str = "the rules";

    #[test]
    fn a_list_whose_members_alone_matter_is_a_set() {
        let adjacent = "adj := {1: [2, 3], 2: [3, 1], 3: [4], 4: [1, 2]}\n";
        let geography = "game G(p, seen) { move (q, seen + [q]) for q in adj[p] if q not in seen }";
        confirm(
            &format!("{adjacent}{geography}"),
            &[("how(G(1, [1]))", BITS), ("nimber(G(1, [1]))", "1"), ("outcome(G(3, [1, 3]))", "P")],
        );
        confirm(
            "game G(n)(x, o) {
               left  (x + [p], o) for p in 1..n if p not in x + o if not any([abs(p - q) == 1 for q in o])
               right (x, o + [p]) for p in 1..n if p not in x + o if not any([abs(p - q) == 1 for q in x])
             }",
            &[("how(G(4)([], []))", BITS), ("canonical(G(4)([], []))", "±<2|1>")],
        );
        confirm(
            "game G(S) { move S + [a + b] for a in S for b in S if a + b not in S and a + b <= 8 }",
            &[("how(G([1]))", BITS), ("nimber(G([1]))", "1"), ("nimber(G([1, 2]))", "0")],
        );
        confirm(
            "game G(taken) { move taken + [k] for k in 1..6
               if k not in taken and (k - 1 in taken or taken == [] or k + 1 in taken) }",
            &[("how(G([]))", BITS), ("nimber(G([]))", "0"), ("outcome(misere(G([3])))", "P")],
        );
        confirm(
            "game G(taken) { move taken + [k] for k in 1..6 if k not in taken if length(taken) > 0 or k % 2 == 0 }",
            &[("how(G([]))", BITS), ("nimber(G([]))", "0"), ("nimber(G([2, 2, 5]))", "0")],
        );
        // Elements that are there twice, and in another order.
        confirm(
            "game G(named) { move named + [k] for k in 2..9 if not any([k % m == 0 for m in named]) }",
            &[
                ("nimber(G([]))", "5"),
                ("nimber(G([4, 6]))", "3"),
                ("nimber(G([6, 4]))", "3"),
                ("nimber(G([6, 4, 6]))", "3"),
            ],
        );
    }

    #[test]
    fn a_list_whose_order_or_length_matters_is_none() {
        confirm(
            "game G(xs) { move xs + [k] for k in 1..3 if length(xs) < 4 and k not in xs }",
            &[
                ("how(G([]))", RULES),
                ("nimber(G([]))", "1"),
                ("nimber(G([1, 1]))", "0"),
                ("outcome(G([2, 2, 1]))", "N"),
            ],
        );
        confirm(
            "game G(xs) { move xs + [k] for k in 1..5 if k not in xs and (xs == [] or abs(k - xs[-1]) <= 2) }",
            &[("how(G([]))", RULES), ("nimber(G([]))", "1"), ("nimber(G([3, 1]))", "1")],
        );
        confirm(
            "game G(xs) { move xs + [k] for k in 1..4 if k not in xs and sum([x for x in xs]) < 6 }",
            &[("nimber(G([1, 1, 1]))", "2"), ("nimber(G([1, 1, 1, 2]))", "1")],
        );
    }
}
