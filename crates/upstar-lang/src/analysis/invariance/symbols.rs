//! Exchanges of symbols that keep rules made of expressions, or exchange the players.
//!
//! Rules of one player become those of the other if symbols only occur in comparisons with literal symbols,
//! or as literals written on cells, and the literals are exchanged.
//!
//! Two ways to move are compared as trees, up to names, with their literal symbols exchanged. If those of Left
//! become those of Right, the exchanged board has the negative value. A symbol that goes anywhere but into a
//! comparison with a literal, or onto a cell, forbids the exchange.

use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Alternative, Expr, ExprKind, Generator, Ruleset, Slot, Target};
use crate::syntax::ast::{CompareOp, Mover};
use upstar_core::board::rewrite::exchanges as all_exchanges;
use upstar_core::board::{Alphabet, Symbol};

/// Exchanges that keep the rules of each player, or exchange the players (`true`). The first is the
/// identity. All keep the empty cell.
pub(super) fn exchanges(tree: &Ruleset, alphabet: &Alphabet) -> Vec<(Box<[Symbol]>, bool)> {
    let ways = |other: Mover| -> Vec<&Alternative> {
        let served = tree.clauses.iter().filter(|clause| clause.mover != other);
        served.flat_map(|clause| &clause.alternatives).collect()
    };
    let (left, right) = (ways(Mover::Right), ways(Mover::Left));
    let mut found = Vec::new();
    let mut all = all_exchanges(alphabet.len());
    all.retain(|exchange| exchange.first() == Some(&0));
    for exchange in all {
        let onto = |from: &[&Alternative], to: &[&Alternative]| {
            Exchanged { exchange: &exchange, alphabet, tree }.maps_onto(from, to)
        };
        let keeps = found.is_empty() || onto(&left, &left) && onto(&right, &right);
        if keeps || onto(&left, &right) && onto(&right, &left) {
            found.push((exchange, !keeps));
        }
    }
    found
}

struct Exchanged<'a> {
    exchange: &'a [Symbol],
    alphabet: &'a Alphabet,
    tree: &'a Ruleset,
}

impl Exchanged<'_> {
    /// Whether the exchange of symbols maps the alternatives `from` to the alternatives `to`, in some
    /// order.
    fn maps_onto(&self, from: &[&Alternative], to: &[&Alternative]) -> bool {
        let mut left: Vec<&Alternative> = to.to_vec();
        from.len() == to.len()
            && from.iter().all(|way| {
                let known = self.tree.family.len() + self.tree.params.len();
                let same = |other: &&Alternative| MoveComparison::new(self, known).ways(way, other);
                match left.iter().position(same) {
                    Some(place) => {
                        left.swap_remove(place);
                        true
                    }
                    None => false,
                }
            })
    }

    /// The symbols of a text after the exchange, in order of the alphabet.
    fn symbols(&self, text: &str, exchange: bool) -> Vec<char> {
        let becomes = |symbol: char| match self.alphabet.symbol(symbol) {
            Some(known) if exchange => self.alphabet.character(self.exchange[known as usize]),
            _ => symbol,
        };
        let mut symbols: Vec<char> = text.chars().map(becomes).collect();
        symbols.sort_unstable();
        symbols
    }
}

/// Compares two ways to move.
struct MoveComparison<'a> {
    exchanged: &'a Exchanged<'a>,
    /// Pairs of corresponding slots.
    slots: Vec<(Slot, Slot)>,
}

impl<'a> MoveComparison<'a> {
    /// A comparison in which the first `known` slots correspond to themselves.
    fn new(exchanged: &'a Exchanged<'a>, known: usize) -> Self {
        MoveComparison { exchanged, slots: (0..known).map(|slot| (slot, slot)).collect() }
    }

    fn ways(&mut self, a: &Alternative, b: &Alternative) -> bool {
        match (a, b) {
            (
                Alternative::Options { parts: a, generators: before, .. },
                Alternative::Options { parts: b, generators: after, .. },
            ) => self.generators(before, after) && self.all(a, b),
            _ => false,
        }
    }

    fn generators(&mut self, a: &[Generator], b: &[Generator]) -> bool {
        a.len() == b.len()
            && a.iter().zip(b).all(|pair| match pair {
                (Generator::If(a), Generator::If(b)) => self.same(a, b),
                (
                    Generator::For { target: Target::Slot(x), source: a },
                    Generator::For { target: Target::Slot(y), source: b },
                ) => {
                    let same = self.same(a, b);
                    self.slots.push((*x, *y));
                    same
                }
                _ => false,
            })
    }

    fn all(&mut self, a: &[Expr], b: &[Expr]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same(a, b))
    }

    fn same(&mut self, a: &Expr, b: &Expr) -> bool {
        let whole = a;
        match (&a.kind, &b.kind) {
            (ExprKind::Number(a), ExprKind::Number(b)) => a == b,
            (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
            (ExprKind::Slot(a, _), ExprKind::Slot(b, _)) => self.slots.contains(&(*a, *b)),
            (ExprKind::List(a), ExprKind::List(b)) | (ExprKind::Set(a), ExprKind::Set(b)) => {
                self.all(a, b)
            }
            (ExprKind::Range(a, c), ExprKind::Range(b, d)) => self.same(a, b) && self.same(c, d),
            (ExprKind::Unary(op, a), ExprKind::Unary(other, b)) => op == other && self.same(a, b),
            (
                ExprKind::Binary { op, left: a, right: c, .. },
                ExprKind::Binary { op: other, left: b, right: d, .. },
            ) => op == other && self.same(a, b) && self.same(c, d),
            (
                ExprKind::Let { slot: x, value: a, body: c },
                ExprKind::Let { slot: y, value: b, body: d },
            ) => {
                let same = self.same(a, b);
                self.slots.push((*x, *y));
                same && self.same(c, d)
            }
            (
                ExprKind::If { condition: a, then: c, otherwise: e },
                ExprKind::If { condition: b, then: d, otherwise: f },
            ) => self.same(a, b) && self.same(c, d) && self.same(e, f),
            (
                ExprKind::Comprehension { collection, element: a, generators: before },
                ExprKind::Comprehension { collection: other, element: b, generators: after },
            ) => collection == other && self.generators(before, after) && self.same(a, b),
            (
                ExprKind::Compare { first: a, rest: before },
                ExprKind::Compare { first: b, rest: after },
            ) => self.compared((a, before), (b, after)),
            (
                ExprKind::Call { callee: a, args: before },
                ExprKind::Call { callee: b, args: after },
            ) => match (&a.kind, &b.kind) {
                (ExprKind::Builtin(first), ExprKind::Builtin(second)) if first == second => {
                    match (intrinsic_call(whole), &after[..]) {
                        (Some((Intrinsic::With, [a, c])), [b, d]) => {
                            self.same(a, b) && self.changes(c, d)
                        }
                        _ => self.all(before, after),
                    }
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn compared(&mut self, a: Chain<'_>, b: Chain<'_>) -> bool {
        let ([(op, _, c)], [(other, _, d)]) = (a.1, b.1) else {
            let ops = a.1.iter().zip(b.1).all(|((op, ..), (other, ..))| op == other);
            let same = |((.., a), (.., b)): (&Next, &Next)| self.same(a, b);
            return ops
                && a.1.len() == b.1.len()
                && a.1.iter().zip(b.1).all(same)
                && self.same(a.0, b.0);
        };
        let (first, second) = (a.0, b.0);
        if op != other {
            return false;
        }
        let symbolic =
            matches!(op, CompareOp::Equal | CompareOp::NotEqual | CompareOp::In | CompareOp::NotIn);
        if symbolic && self.shown(first, second) {
            return self.symbols(c, d) || self.shown(c, d);
        }
        if symbolic && self.shown(c, d) {
            return self.symbols(first, second);
        }
        self.same(first, second) && self.same(c, d)
    }

    /// Whether both are what a cell shows, of the same cell.
    fn shown(&mut self, a: &Expr, b: &Expr) -> bool {
        match (&a.kind, &b.kind) {
            (
                ExprKind::Index { base: a, indices: before },
                ExprKind::Index { base: b, indices: after },
            ) => self.same(a, b) && self.all(before, after),
            _ => false,
        }
    }

    /// Whether the exchange maps the symbols of a text, or of a list of them, to those of the other.
    fn symbols(&self, a: &Expr, b: &Expr) -> bool {
        match (&a.kind, &b.kind) {
            (ExprKind::Text(a), ExprKind::Text(b)) => {
                self.exchanged.symbols(a, true) == self.exchanged.symbols(b, false)
            }
            (ExprKind::List(a), ExprKind::List(b)) | (ExprKind::Set(a), ExprKind::Set(b)) => {
                match (single(a), single(b)) {
                    (Some(a), Some(b)) => {
                        self.exchanged.symbols(&a, true) == self.exchanged.symbols(&b, false)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Compares maps of places to symbols.
    fn changes(&mut self, a: &Expr, b: &Expr) -> bool {
        let (ExprKind::Map(a), ExprKind::Map(b)) = (&a.kind, &b.kind) else { return false };
        a.len() == b.len()
            && a.iter()
                .zip(b)
                .all(|((p, x), (q, y))| self.same(p, q) && (self.symbols(x, y) || self.shown(x, y)))
    }
}

/// The rest of a chain of comparisons.
type Next = (CompareOp, crate::source::Span, Expr);

/// A chain of comparisons.
type Chain<'e> = (&'e Expr, &'e [Next]);

/// Texts of one symbol each, as one.
fn single(texts: &[Expr]) -> Option<String> {
    let symbol = |expr: &Expr| match &expr.kind {
        ExprKind::Text(text) => Some(text.chars().next()?).filter(|_| text.chars().count() == 1),
        _ => None,
    };
    texts.iter().map(symbol).collect()
}
