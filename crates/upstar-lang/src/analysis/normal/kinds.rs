//! Kinds of values, and which expressions are total: have a value in every position.

use super::Normaliser;
use super::binders::is_empty;
use super::integer_of;
use super::rewrites::Spelt as _;
use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator, Target};
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, UnaryOp};
use crate::value::{Domain, Value};

/// What is known of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Unknown,
    Integer,
    Truth,
    Text,
    /// The board of the position, or that after a move.
    Board,
    /// A cell of it.
    Cell,
    /// A list of elements of a kind; a range is one.
    List(Box<Kind>),
    Set(Box<Kind>),
}

impl Kind {
    pub(super) fn of_domain(domain: &Domain) -> Kind {
        match domain {
            Domain::Heap => Kind::Integer,
            Domain::Board(..) => Kind::Board,
            _ => Kind::Unknown,
        }
    }

    pub(super) fn of_value(value: &Value) -> Kind {
        match value {
            Value::Number(number) if number.to_integer().is_some() => Kind::Integer,
            Value::Bool(_) => Kind::Truth,
            Value::Text(_) => Kind::Text,
            Value::Range(_) => Kind::List(Box::new(Kind::Integer)),
            _ => Kind::Unknown,
        }
    }

    /// Kind of the elements of a collection.
    pub(super) fn element(self) -> Kind {
        match self {
            Kind::List(of) | Kind::Set(of) => *of,
            Kind::Text => Kind::Text,
            _ => Kind::Unknown,
        }
    }

    /// Whether values of the kind can be compared for equality, and are equal exactly when they are the same.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self, Kind::Integer | Kind::Truth | Kind::Text | Kind::Cell)
    }
}

impl Normaliser<'_> {
    /// Kind of an expression in normal form.
    pub(super) fn kind(&self, expr: &Expr) -> Kind {
        match &expr.kind {
            ExprKind::Number(number) if number.to_integer().is_some() => Kind::Integer,
            ExprKind::Text(_) => Kind::Text,
            ExprKind::Bool(_) | ExprKind::Compare { .. } => Kind::Truth,
            ExprKind::Slot(slot, _) => self.kinds.get(*slot).cloned().unwrap_or(Kind::Unknown),
            ExprKind::Unary(UnaryOp::Not, _) => Kind::Truth,
            ExprKind::Unary(UnaryOp::Neg, inner) if self.kind(inner) == Kind::Integer => {
                Kind::Integer
            }
            // The value of the right side is asked only where the left does not decide.
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, right, .. } => self.kind(right),
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                match self.of_either(left, right) {
                    kind @ (Kind::Integer | Kind::List(_)) => kind,
                    _ => Kind::Unknown,
                }
            }
            ExprKind::Binary {
                op: BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Rem,
                left,
                right,
                ..
            } if self.kind(left) == Kind::Integer && self.kind(right) == Kind::Integer => {
                Kind::Integer
            }
            ExprKind::Binary { op: BinaryOp::By, left, .. } => self.kind(left),
            ExprKind::Range(..) => Kind::List(Box::new(Kind::Integer)),
            ExprKind::List(items) => Kind::List(Box::new(self.common(items))),
            ExprKind::Set(items) => Kind::Set(Box::new(self.common(items))),
            ExprKind::Comprehension { collection: Collection::List, element, .. } => {
                Kind::List(Box::new(self.kind(element)))
            }
            ExprKind::Comprehension { collection: Collection::Set, element, .. } => {
                Kind::Set(Box::new(self.kind(element)))
            }
            ExprKind::If { then, otherwise, .. } => self.of_either(then, otherwise),
            ExprKind::Let { body, .. } => self.kind(body),
            ExprKind::Index { base, indices } => match self.kind(base) {
                Kind::Board => Kind::Text,
                Kind::List(of) if indices.len() == 1 => *of,
                _ => Kind::Unknown,
            },
            ExprKind::Call { .. } => self.kind_of_call(expr),
            _ => Kind::Unknown,
        }
    }

    /// Kind of what is the one or the other.
    fn of_either(&self, one: &Expr, other: &Expr) -> Kind {
        match (self.kind(one), self.kind(other)) {
            (a, b) if a == b => a,
            (Kind::List(_), Kind::List(of)) if is_empty(one) => Kind::List(of),
            (Kind::List(of), Kind::List(_)) if is_empty(other) => Kind::List(of),
            (Kind::List(_), Kind::List(_)) => Kind::List(Box::new(Kind::Unknown)),
            _ => Kind::Unknown,
        }
    }

    fn kind_of_call(&self, call: &Expr) -> Kind {
        let Some((function, args)) = intrinsic_call(call) else { return Kind::Unknown };
        let first = || args.first().map_or(Kind::Unknown, |arg| self.kind(arg));
        match function {
            Intrinsic::All
            | Intrinsic::Any
            | Intrinsic::Connects
            | Intrinsic::HexConnects
            | Intrinsic::IsEvil
            | Intrinsic::IsInteger
            | Intrinsic::IsOdious
            | Intrinsic::Line => Kind::Truth,
            Intrinsic::Ceil | Intrinsic::Floor | Intrinsic::Length | Intrinsic::Sign => {
                Kind::Integer
            }
            Intrinsic::Div | Intrinsic::Gcd | Intrinsic::Ilog | Intrinsic::Isqrt => Kind::Integer,
            Intrinsic::Cells | Intrinsic::Neighbours | Intrinsic::Group | Intrinsic::Liberties
                if first() == Kind::Board =>
            {
                Kind::List(Box::new(Kind::Cell))
            }
            Intrinsic::With if first() == Kind::Board => Kind::Board,
            Intrinsic::List | Intrinsic::Reverse | Intrinsic::Sort => match first() {
                Kind::List(of) | Kind::Set(of) => Kind::List(of),
                _ => Kind::Unknown,
            },
            Intrinsic::Set | Intrinsic::Intersection => match first() {
                Kind::List(of) | Kind::Set(of) => Kind::Set(of),
                _ => Kind::Unknown,
            },
            Intrinsic::Sum if first() == Kind::List(Box::new(Kind::Integer)) => Kind::Integer,
            Intrinsic::Min | Intrinsic::Max | Intrinsic::Abs | Intrinsic::NimSum
                if args.iter().all(|arg| self.kind(arg) == Kind::Integer) =>
            {
                Kind::Integer
            }
            _ => Kind::Unknown,
        }
    }

    /// The kind that all of these have.
    fn common(&self, items: &[Expr]) -> Kind {
        let mut kinds = items.iter().map(|item| self.kind(item));
        match kinds.next() {
            Some(first) if kinds.all(|kind| kind == first) => first,
            _ => Kind::Unknown,
        }
    }

    /// Whether an expression in normal form has a value in every position.
    pub(super) fn is_total(&self, expr: &Expr) -> bool {
        let total = |expr: &Expr| self.is_total(expr);
        let total_of = |expr: &Expr, kind: &Kind| self.kind(expr) == *kind && self.is_total(expr);
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) | ExprKind::Slot(..) => {
                true
            }
            ExprKind::Builtin(_) | ExprKind::Global(_) => true,
            ExprKind::Unary(UnaryOp::Not, inner) => total_of(inner, &Kind::Truth),
            ExprKind::Unary(UnaryOp::Neg, inner) => total_of(inner, &Kind::Integer),
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right, .. } => {
                [left, right].into_iter().all(|side| total_of(side, &Kind::Truth))
            }
            ExprKind::Binary {
                op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul,
                left,
                right,
                ..
            } => [left, right].into_iter().all(|side| total_of(side, &Kind::Integer)),
            ExprKind::Binary { op: BinaryOp::Rem, left, right, .. } => {
                total_of(left, &Kind::Integer) && self.is_divisor(right)
            }
            ExprKind::Compare { first, rest } => match &rest[..] {
                [(op, _, second)] => {
                    total(first) && total(second) && self.is_fit(*op, first, second)
                }
                _ => false,
            },
            ExprKind::If { condition, then, otherwise } => {
                total_of(condition, &Kind::Truth) && total(then) && total(otherwise)
            }
            ExprKind::Let { value, body, .. } => total(value) && total(body),
            ExprKind::List(items) | ExprKind::Tuple(items) => items.iter().all(total),
            ExprKind::Set(items) => self.common(items).is_plain() && items.iter().all(total),
            ExprKind::Index { base, indices } => match &indices[..] {
                [at] => {
                    total_of(base, &Kind::Board) && total_of(at, &Kind::Cell)
                        || self.is_element(base, at)
                }
                _ => false,
            },
            ExprKind::Comprehension { collection, element, generators } => {
                let fits = match collection {
                    Collection::List => true,
                    Collection::Set => self.kind(element).is_plain(),
                    Collection::Map => false,
                };
                fits && total(element) && generators.iter().all(|generator| self.is_safe(generator))
            }
            ExprKind::Call { .. } => self.is_total_call(expr),
            _ => false,
        }
    }

    /// Whether a list of a known length has an element at a place.
    fn is_element(&self, base: &Expr, at: &Expr) -> bool {
        let ExprKind::Slot(list, _) = base.kind else { return false };
        let place = integer_of(at).and_then(|place| usize::try_from(place).ok());
        self.length_of(list).zip(place).is_some_and(|(length, place)| (1..=length).contains(&place))
    }

    /// Whether an expression is an integer by which all integers can be divided.
    fn is_divisor(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Number(_))
            && self.kind(expr) == Kind::Integer
            && !expr.is_number(0)
    }

    fn is_safe(&self, generator: &Generator) -> bool {
        match generator {
            Generator::If(condition) => {
                self.kind(condition) == Kind::Truth && self.is_total(condition)
            }
            // A range may have too many elements.
            Generator::For { target: Target::Slot(_), source } => {
                !matches!(source.kind, ExprKind::Range(..))
                    && matches!(self.kind(source), Kind::List(_) | Kind::Set(_))
                    && self.is_total(source)
            }
            Generator::For { .. } => false,
        }
    }

    /// Whether values of two total expressions can be compared.
    fn is_fit(&self, op: CompareOp, first: &Expr, second: &Expr) -> bool {
        let (first, second) = (self.kind(first), self.kind(second));
        match op {
            CompareOp::Equal | CompareOp::NotEqual => first.is_plain() && first == second,
            CompareOp::Less
            | CompareOp::LessOrEqual
            | CompareOp::Greater
            | CompareOp::GreaterOrEqual => first == Kind::Integer && second == Kind::Integer,
            CompareOp::In | CompareOp::NotIn => match second {
                Kind::List(of) | Kind::Set(of) => first.is_plain() && first == *of,
                other => first == Kind::Text && other == Kind::Text,
            },
            _ => false,
        }
    }

    fn is_total_call(&self, call: &Expr) -> bool {
        let Some((function, args)) = intrinsic_call(call) else { return false };
        let kinds = || args.iter().map(|arg| self.kind(arg)).collect::<Vec<_>>();
        if let (Intrinsic::Div, [a, b]) = (function, args) {
            return self.is_total(a) && self.kind(a) == Kind::Integer && self.is_divisor(b);
        }
        args.iter().all(|arg| self.is_total(arg))
            && match (function, &kinds()[..]) {
                (Intrinsic::Cells, [Kind::Board])
                | (
                    Intrinsic::Neighbours | Intrinsic::Group | Intrinsic::Liberties,
                    [Kind::Board, Kind::Cell],
                )
                | (Intrinsic::Length, [Kind::List(_) | Kind::Set(_)])
                | (Intrinsic::Abs | Intrinsic::Sign, [Kind::Integer])
                | (Intrinsic::Min | Intrinsic::Max, [Kind::Integer, Kind::Integer]) => true,
                (Intrinsic::All | Intrinsic::Any, [Kind::List(of)]) => **of == Kind::Truth,
                (Intrinsic::Sum, [Kind::List(of)]) => **of == Kind::Integer,
                (Intrinsic::List | Intrinsic::Set, [Kind::List(of) | Kind::Set(of)]) => {
                    of.is_plain()
                }
                _ => false,
            }
    }
}
