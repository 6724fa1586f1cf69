//! What an expression gives, as far as numbers of vertices and places of cells matter.
//!
//! Knows: how kinds of expressions follow from those of their parts.
//! Must not know: what follows from them for a ruleset.

use std::sync::Arc;

use crate::builtins::{self, Run};
use crate::eval::{MORE_STACK, RED_ZONE};
use crate::resolve::tree::{
    Expr, ExprKind, Function, Generator, Global, Slot, StatementKind, Target,
};
use crate::syntax::ast::{BinaryOp, CompareOp};

/// Functions of the library are looked into so many times inside each other.
const DEPTH: usize = 8;

/// What an expression gives, as far as numbers of vertices or places of cells matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A graph or board.
    Whole,
    /// A vertex or cell.
    Point,
    Edge,
    /// Something that tells nothing of numbers or places: a label, a truth value, a count.
    Plain,
    /// A player, where rules may be blind to who is who.
    Player,
    Wholes,
    Points,
    Edges,
    Plains,
    /// A collection that is empty.
    Nothing,
}

impl Kind {
    /// The kind of the elements.
    pub(super) fn element(self) -> Option<Kind> {
        match self {
            Kind::Wholes => Some(Kind::Whole),
            Kind::Points => Some(Kind::Point),
            Kind::Edges => Some(Kind::Edge),
            Kind::Plains => Some(Kind::Plain),
            _ => None,
        }
    }

    /// The kind of a collection of these.
    pub(super) fn collected(self) -> Option<Kind> {
        match self {
            Kind::Whole => Some(Kind::Wholes),
            Kind::Point => Some(Kind::Points),
            Kind::Edge => Some(Kind::Edges),
            Kind::Plain => Some(Kind::Plains),
            _ => None,
        }
    }

    pub(super) fn is_collection(self) -> bool {
        self == Kind::Nothing || self.element().is_some()
    }
}

/// What positions are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Graphs { directed: bool },
    Boards,
}

/// The functions of the library, which no program can change.
pub(super) type Library<'l> = &'l dyn Fn(Global) -> Option<Arc<Function>>;

/// The expression that a function consists of, when it is nothing else.
pub(super) fn expression(function: &Function) -> Option<&Expr> {
    match &function.body[..] {
        [statement] if function.captures.is_empty() => match &statement.kind {
            StatementKind::Expr(expr) => Some(expr),
            _ => None,
        },
        _ => None,
    }
}

/// Finds the kinds of expressions; gives up where one is not known to be blind.
pub(super) struct Reader<'l> {
    /// The kinds of what is in the slots.
    pub(super) slots: Vec<Option<Kind>>,
    pub(super) of: Of,
    pub(super) library: Library<'l>,
    /// How many functions of the library are being looked into.
    pub(super) depth: usize,
    /// Whether vertex 0 was mentioned.
    pub(super) rooted: bool,
}

impl Reader<'_> {
    pub(super) fn generators(&mut self, generators: &[Generator]) -> Option<()> {
        for generator in generators {
            match generator {
                Generator::For { target: Target::Slot(slot), source } => {
                    let element = self.kind(source)?.element()?;
                    self.bind(*slot, element);
                }
                Generator::For { .. } => return None,
                Generator::If(condition) => self.plain(condition)?,
            }
        }
        Some(())
    }

    fn bind(&mut self, slot: Slot, kind: Kind) {
        self.slots[slot] = Some(kind);
    }

    pub(super) fn plain(&mut self, expr: &Expr) -> Option<()> {
        self.is(expr, Kind::Plain)
    }

    /// Whether an expression is of a kind; 0 is the ground where a vertex is needed.
    pub(super) fn is(&mut self, expr: &Expr, kind: Kind) -> Option<()> {
        if let (ExprKind::Number(number), Kind::Point, Of::Graphs { .. }) =
            (&expr.kind, kind, self.of)
        {
            self.rooted = true;
            return number.is_zero().then_some(());
        }
        (self.kind(expr)? == kind).then_some(())
    }

    pub(super) fn kind(&mut self, expr: &Expr) -> Option<Kind> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.kind_of(expr))
    }

    fn kind_of(&mut self, expr: &Expr) -> Option<Kind> {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) | ExprKind::Game(_) => {
                Some(Kind::Plain)
            }
            ExprKind::Slot(slot, _) => self.slots[*slot],
            // `Left`, `omega` and the like.
            ExprKind::Builtin(place) => {
                matches!(builtins::row(*place).run, Run::Constant(_)).then_some(Kind::Plain)
            }
            ExprKind::Nimber(inner) | ExprKind::Unary(_, inner) => {
                self.plain(inner)?;
                Some(Kind::Plain)
            }
            ExprKind::Range(first, last) => {
                self.plain(first)?;
                self.plain(last)?;
                Some(Kind::Plains)
            }
            ExprKind::List(items) | ExprKind::Set(items) => self.collection(items),
            ExprKind::Comprehension { element, generators, .. } => {
                self.generators(generators)?;
                self.kind(element)?.collected()
            }
            ExprKind::Binary { op, left, right, .. } => self.binary(*op, left, right),
            ExprKind::Compare { first, rest } => {
                let mut before = &**first;
                for (op, _, next) in rest {
                    self.compared(*op, before, next)?;
                    before = next;
                }
                Some(Kind::Plain)
            }
            ExprKind::If { condition, then, otherwise } => {
                self.plain(condition)?;
                let kind = self.kind(then)?;
                self.is(otherwise, kind)?;
                Some(kind)
            }
            ExprKind::Index { base, indices } => {
                let [vertex] = &indices[..] else { return None };
                self.is(base, Kind::Whole)?;
                self.is(vertex, Kind::Point)?;
                Some(Kind::Plain)
            }
            ExprKind::Call { callee, args } => match callee.kind {
                ExprKind::Builtin(place) => self.word(builtins::row(place).name, args),
                ExprKind::Global(place) => self.function(place, args),
                _ => None,
            },
            _ => None,
        }
    }

    fn collection(&mut self, items: &[Expr]) -> Option<Kind> {
        let Some((first, rest)) = items.split_first() else { return Some(Kind::Nothing) };
        let kind = self.kind(first)?;
        for item in rest {
            self.is(item, kind)?;
        }
        kind.collected()
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Kind> {
        match (op, self.kind(left)?, self.kind(right)?) {
            (_, Kind::Plain, Kind::Plain) => Some(Kind::Plain),
            (BinaryOp::Add, kind, Kind::Nothing) | (BinaryOp::Add, Kind::Nothing, kind) => {
                kind.is_collection().then_some(kind)
            }
            (BinaryOp::Add, a, b) if a == b && a.is_collection() => Some(a),
            _ => None,
        }
    }

    fn compared(&mut self, op: CompareOp, left: &Expr, right: &Expr) -> Option<()> {
        if let ExprKind::Number(_) = left.kind
            && !matches!(right.kind, ExprKind::Number(_))
        {
            return match op {
                CompareOp::Equal | CompareOp::NotEqual => self.compared(op, right, left),
                CompareOp::In | CompareOp::NotIn => {
                    let element = self.kind(right)?.element()?;
                    self.is(left, element)
                }
                _ => self.plain(right),
            };
        }
        let kind = self.kind(left)?;
        match op {
            CompareOp::Equal | CompareOp::NotEqual => {
                let single = matches!(kind, Kind::Point | Kind::Edge | Kind::Plain);
                single.then_some(())?;
                self.is(right, kind)
            }
            CompareOp::In | CompareOp::NotIn => match self.kind(right)? {
                Kind::Plain => (kind == Kind::Plain).then_some(()),
                Kind::Nothing => Some(()),
                collection => (collection.element()? == kind).then_some(()),
            },
            _ => {
                (kind == Kind::Plain).then_some(())?;
                self.plain(right)
            }
        }
    }

    /// A call of a function of the library is what its expression is.
    fn function(&mut self, place: Global, args: &[Expr]) -> Option<Kind> {
        let function = (self.library)(place).filter(|_| self.depth < DEPTH)?;
        let body = expression(&function).filter(|_| function.params.len() == args.len())?;
        let mut slots = vec![None; function.slots];
        for (slot, arg) in slots.iter_mut().zip(args) {
            *slot = Some(self.kind(arg)?);
        }
        let outside = std::mem::replace(&mut self.slots, slots);
        self.depth += 1;
        let kind = self.kind(body);
        self.depth -= 1;
        self.slots = outside;
        kind
    }
}
