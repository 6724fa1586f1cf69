//! Sorts of expressions: whether a value contains numbers of vertices or places of cells.

use crate::analysis::{MORE_STACK, RED_ZONE, ReadsVariables, intrinsic_call};
use crate::builtins;
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Target};
use crate::syntax::ast::{BinaryOp, CompareOp};

/// Sort of a value: whether it contains numbers of vertices or places of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A graph or board.
    Whole,
    /// A vertex or cell.
    Point,
    Edge,
    /// A value without numbers of vertices or places: a label, a truth value, a count.
    Plain,
    /// A player, where the players may be exchanged.
    Player,
    Wholes,
    Points,
    Edges,
    Plains,
    /// An empty collection.
    Nothing,
}

impl Sort {
    /// The sort of the elements.
    pub(super) fn element(self) -> Option<Sort> {
        match self {
            Sort::Wholes => Some(Sort::Whole),
            Sort::Points => Some(Sort::Point),
            Sort::Edges => Some(Sort::Edge),
            Sort::Plains => Some(Sort::Plain),
            _ => None,
        }
    }

    /// The sort of a collection of these.
    pub(super) fn collected(self) -> Option<Sort> {
        match self {
            Sort::Whole => Some(Sort::Wholes),
            Sort::Point => Some(Sort::Points),
            Sort::Edge => Some(Sort::Edges),
            Sort::Plain => Some(Sort::Plains),
            _ => None,
        }
    }

    pub(super) fn is_collection(self) -> bool {
        self == Sort::Nothing || self.element().is_some()
    }
}

/// Subject of the positions: vertices and edges, or cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Graphs { directed: bool },
    Boards,
}

/// Finds the sorts of expressions; `None` for an expression that may depend on numbers or places.
pub(super) struct SortReader {
    variables: Vec<Option<Sort>>,
    pub(super) subject: Subject,
    /// Whether vertex 0 was mentioned.
    pub(super) rooted: bool,
}

impl SortReader {
    pub(super) fn new(variables: Vec<Option<Sort>>, subject: Subject) -> Self {
        SortReader { variables, subject, rooted: false }
    }
}

impl ReadsVariables for SortReader {
    type Meaning = Sort;

    fn variables(&mut self) -> &mut Vec<Option<Sort>> {
        &mut self.variables
    }

    fn value_of(&mut self, expr: &Expr) -> Option<Sort> {
        self.sort(expr)
    }
}

impl SortReader {
    pub(super) fn generators(&mut self, generators: &[Generator]) -> Option<()> {
        for generator in generators {
            match generator {
                Generator::For { target: Target::Slot(slot), source } => {
                    let element = self.sort(source)?.element()?;
                    self.bind(*slot, element);
                }
                Generator::For { .. } => return None,
                Generator::If(condition) => self.plain(condition)?,
            }
        }
        Some(())
    }

    fn bind(&mut self, slot: Slot, sort: Sort) {
        self.variables[slot] = Some(sort);
    }

    pub(super) fn plain(&mut self, expr: &Expr) -> Option<()> {
        self.is(expr, Sort::Plain)
    }

    /// Whether an expression is of a sort; 0 is the ground where a vertex is needed.
    pub(super) fn is(&mut self, expr: &Expr, sort: Sort) -> Option<()> {
        if let (ExprKind::Number(number), Sort::Point, Subject::Graphs { .. }) =
            (&expr.kind, sort, self.subject)
        {
            self.rooted = true;
            return number.is_zero().then_some(());
        }
        (self.sort(expr)? == sort).then_some(())
    }

    pub(super) fn sort(&mut self, expr: &Expr) -> Option<Sort> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.sort_of(expr))
    }

    fn sort_of(&mut self, expr: &Expr) -> Option<Sort> {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) | ExprKind::Game(_) => {
                Some(Sort::Plain)
            }
            ExprKind::Slot(slot, _) => self.variables[*slot],
            // `Left`, `omega` and the like.
            ExprKind::Builtin(place) => builtins::row(*place).run.constant().map(|_| Sort::Plain),
            ExprKind::Nimber(inner) | ExprKind::Unary(_, inner) => {
                self.plain(inner)?;
                Some(Sort::Plain)
            }
            ExprKind::Range(first, last) => {
                self.plain(first)?;
                self.plain(last)?;
                Some(Sort::Plains)
            }
            ExprKind::List(items) | ExprKind::Set(items) => self.collection(items),
            ExprKind::Comprehension { element, generators, .. } => {
                self.generators(generators)?;
                self.sort(element)?.collected()
            }
            ExprKind::Binary { op, left, right, .. } => self.binary(*op, left, right),
            ExprKind::Compare { first, rest } => {
                let mut before = &**first;
                for (op, _, next) in rest {
                    self.compared(*op, before, next)?;
                    before = next;
                }
                Some(Sort::Plain)
            }
            ExprKind::If { condition, then, otherwise } => {
                self.plain(condition)?;
                let sort = self.sort(then)?;
                self.is(otherwise, sort)?;
                Some(sort)
            }
            ExprKind::Index { base, indices } => {
                let [vertex] = &indices[..] else { return None };
                self.is(base, Sort::Whole)?;
                self.is(vertex, Sort::Point)?;
                Some(Sort::Plain)
            }
            ExprKind::Let { slot, value, body } => {
                self.within_let(*slot, value, |reader| reader.sort(body))
            }
            ExprKind::Call { .. } => {
                let (function, args) = intrinsic_call(expr)?;
                self.intrinsic(function, args)
            }
            _ => None,
        }
    }

    fn collection(&mut self, items: &[Expr]) -> Option<Sort> {
        let Some((first, rest)) = items.split_first() else { return Some(Sort::Nothing) };
        let sort = self.sort(first)?;
        for item in rest {
            self.is(item, sort)?;
        }
        sort.collected()
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Sort> {
        match (op, self.sort(left)?, self.sort(right)?) {
            (_, Sort::Plain, Sort::Plain) => Some(Sort::Plain),
            (BinaryOp::Add, sort, Sort::Nothing) | (BinaryOp::Add, Sort::Nothing, sort) => {
                sort.is_collection().then_some(sort)
            }
            (BinaryOp::Add, a, b) if a == b && a.is_collection() => Some(a),
            (BinaryOp::By, Sort::Plains, Sort::Plain) => Some(Sort::Plains),
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
                    let element = self.sort(right)?.element()?;
                    self.is(left, element)
                }
                _ => self.plain(right),
            };
        }
        let sort = self.sort(left)?;
        match op {
            CompareOp::Equal | CompareOp::NotEqual => {
                let single = matches!(sort, Sort::Point | Sort::Edge | Sort::Plain);
                single.then_some(())?;
                self.is(right, sort)
            }
            CompareOp::In | CompareOp::NotIn => match self.sort(right)? {
                Sort::Plain => (sort == Sort::Plain).then_some(()),
                Sort::Nothing => Some(()),
                collection => (collection.element()? == sort).then_some(()),
            },
            _ => {
                (sort == Sort::Plain).then_some(())?;
                self.plain(right)
            }
        }
    }
}
