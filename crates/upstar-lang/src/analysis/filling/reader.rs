//! Reading of expressions as values that depend on what cells show.
//!
//! Knows: which expressions about a board are such values. Must not know: which moves there are.
//!
//! Proof: by induction on expressions, an expression that is read has the value that the entry of its table says,
//! whatever the open cells show. What may fail for some of it is not read.

use std::sync::Arc;

use upstar_core::Rational;
use upstar_core::board::{Alphabet, Board, Symbol};

use super::dependent::{Constant, Dependent};
use crate::analysis::{MORE_STACK, RED_ZONE, ReadsVariables, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator, Target};
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, UnaryOp};

/// Rules in which more expressions are looked at are not read.
const MOST_STEPS: usize = 1 << 20;
/// The empty symbol.
const EMPTY: Symbol = 0;

/// What an expression stands for.
#[derive(Debug, Clone)]
pub(super) enum CellMeaning {
    Value(Dependent),
    /// Sum of numbers.
    Sum(Vec<Dependent>),
    /// Elements, each with whether it is there.
    List(Vec<(CellMeaning, Dependent)>),
    /// The board.
    Board,
    /// The board with a symbol on one cell.
    Changed(usize, Symbol),
}

/// Reader of the rules for one board.
pub(super) struct FillingReader<'a> {
    pub(super) board: &'a Board,
    pub(super) alphabet: &'a Alphabet,
    /// Symbols with which cells are filled.
    pub(super) symbols: Vec<Symbol>,
    /// Whether each cell is open: it shows its symbol on the board or one of these.
    pub(super) is_open: Vec<bool>,
    pub(super) variables: Vec<Option<CellMeaning>>,
    steps: usize,
}

impl ReadsVariables for FillingReader<'_> {
    type Meaning = CellMeaning;

    fn variables(&mut self) -> &mut Vec<Option<CellMeaning>> {
        &mut self.variables
    }

    fn value_of(&mut self, expr: &Expr) -> Option<CellMeaning> {
        self.meaning(expr)
    }
}

/// A number.
pub(super) fn number(n: impl Into<Rational>) -> Constant {
    Constant::Number(n.into())
}

fn truth(truth: bool) -> Dependent {
    Dependent::of(Constant::Truth(truth))
}

impl<'a> FillingReader<'a> {
    pub(super) fn new(
        board: &'a Board,
        alphabet: &'a Alphabet,
        variables: Vec<Option<CellMeaning>>,
    ) -> Self {
        let is_open = vec![false; board.symbols().len()];
        let symbols = Vec::new();
        FillingReader { board, alphabet, symbols, is_open, variables, steps: 0 }
    }

    /// Base of the digits of cells.
    pub(super) fn base(&self) -> usize {
        1 + self.symbols.len()
    }

    fn combined(
        &self,
        values: &[&Dependent],
        of: &dyn Fn(&[&Constant]) -> Option<Constant>,
    ) -> Option<Dependent> {
        Dependent::combined(values, self.base(), of)
    }

    fn both(&self, a: &Dependent, b: &Dependent) -> Option<Dependent> {
        match (a.constant(), b.constant()) {
            (Some(Constant::Truth(true)), _) => Some(b.clone()),
            (_, Some(Constant::Truth(true))) => Some(a.clone()),
            _ => self.combined(&[a, b], &|both| {
                Some(Constant::Truth(both[0].truth()? && both[1].truth()?))
            }),
        }
    }

    /// What a cell shows.
    fn shows(&self, cell: usize, of: &dyn Fn(Symbol) -> Constant) -> Dependent {
        let given = of(self.board.symbols()[cell]);
        if !self.is_open[cell] {
            return Dependent::of(given);
        }
        let symbols = self.symbols.iter().map(|symbol| of(*symbol));
        Dependent { cells: vec![cell], entries: [given].into_iter().chain(symbols).collect() }
    }

    pub(super) fn meaning(&mut self, expr: &Expr) -> Option<CellMeaning> {
        self.steps += 1;
        (self.steps < MOST_STEPS).then_some(())?;
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.meaning_of(expr))
    }

    fn meaning_of(&mut self, expr: &Expr) -> Option<CellMeaning> {
        let value = |constant| Some(CellMeaning::Value(Dependent::of(constant)));
        match &expr.kind {
            ExprKind::Number(number) => value(Constant::Number(number.clone())),
            ExprKind::Text(text) => value(Constant::Text(text.clone())),
            ExprKind::Bool(truth) => value(Constant::Truth(*truth)),
            ExprKind::Slot(slot, _) => self.variables.get(*slot)?.clone(),
            ExprKind::List(items) => {
                let item = |item| Some((self.meaning(item)?, truth(true)));
                Some(CellMeaning::List(items.iter().map(item).collect::<Option<_>>()?))
            }
            ExprKind::Comprehension { collection: Collection::List, element, generators } => {
                let mut items = Vec::new();
                self.each(generators, &truth(true), &mut |reader, there| {
                    items.push((reader.meaning(element)?, there.clone()));
                    Some(())
                })?;
                Some(CellMeaning::List(items))
            }
            ExprKind::Unary(op, inner) => self.unary(*op, inner),
            ExprKind::Binary { op, left, right, .. } => self.binary(*op, left, right),
            ExprKind::Compare { first, rest } => match &rest[..] {
                [(op, _, second)] => self.compared(*op, first, second).map(CellMeaning::Value),
                _ => None,
            },
            ExprKind::Index { base, indices } => match &indices[..] {
                [index] => self.element(base, index),
                _ => None,
            },
            ExprKind::If { condition, then, otherwise } => self.chosen(condition, then, otherwise),
            ExprKind::Let { slot, value, body } => {
                self.within_let(*slot, value, |reader| reader.meaning(body))
            }
            ExprKind::Call { .. } => self.intrinsic(expr),
            _ => None,
        }
    }

    /// A value, which may be a sum.
    pub(super) fn value(&mut self, expr: &Expr) -> Option<Dependent> {
        match self.meaning(expr)? {
            CellMeaning::Value(value) => Some(value),
            CellMeaning::Sum(terms) => {
                let sum = |sum: Dependent, term: &Dependent| {
                    self.combined(&[&sum, term], &|both| {
                        Some(Constant::Number(both[0].number()? + both[1].number()?))
                    })
                };
                terms.iter().try_fold(Dependent::of(number(0)), sum)
            }
            _ => None,
        }
    }

    /// The terms of a number.
    pub(super) fn terms(&mut self, expr: &Expr) -> Option<Vec<Dependent>> {
        match self.meaning(expr)? {
            CellMeaning::Sum(terms) => Some(terms),
            CellMeaning::Value(value) => {
                value.entries.iter().all(|entry| entry.number().is_some()).then(|| vec![value])
            }
            _ => None,
        }
    }

    fn truth(&mut self, expr: &Expr) -> Option<Dependent> {
        let value = self.value(expr)?;
        value.entries.iter().all(|entry| entry.truth().is_some()).then_some(value)
    }

    fn list(&mut self, expr: &Expr) -> Option<Vec<(CellMeaning, Dependent)>> {
        match self.meaning(expr)? {
            CellMeaning::List(items) => Some(items),
            _ => None,
        }
    }

    fn cell(&mut self, expr: &Expr) -> Option<usize> {
        match self.value(expr)?.constant()? {
            Constant::Cell(cell) => Some(*cell),
            _ => None,
        }
    }

    /// Calls `rest` for each binding of the generators that is possible, with the condition under which it is there.
    pub(super) fn each(
        &mut self,
        generators: &[Generator],
        there: &Dependent,
        rest: &mut dyn FnMut(&mut Self, &Dependent) -> Option<()>,
    ) -> Option<()> {
        if there.constant() == Some(&Constant::Truth(false)) {
            return Some(());
        }
        match generators {
            [] => rest(self, there),
            [Generator::If(condition), others @ ..] => {
                let holds = self.truth(condition)?;
                let there = self.both(there, &holds)?;
                self.each(others, &there, rest)
            }
            [Generator::For { target: Target::Slot(slot), source }, others @ ..] => {
                for (item, holds) in self.list(source)? {
                    let there = self.both(there, &holds)?;
                    self.variables[*slot] = Some(item);
                    self.each(others, &there, rest)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    fn unary(&mut self, op: UnaryOp, inner: &Expr) -> Option<CellMeaning> {
        match op {
            UnaryOp::Not => {
                let value = self.truth(inner)?;
                let not = |of: &[&Constant]| Some(Constant::Truth(!of[0].truth()?));
                self.combined(&[&value], &not).map(CellMeaning::Value)
            }
            UnaryOp::Neg => self.scaled(inner, &Rational::from(-1)),
        }
    }

    /// A multiple of a number.
    fn scaled(&mut self, expr: &Expr, by: &Rational) -> Option<CellMeaning> {
        let scale = |of: &[&Constant]| Some(Constant::Number(of[0].number()? * by));
        let terms = self.terms(expr)?;
        let terms = terms.iter().map(|term| self.combined(&[term], &scale));
        terms.collect::<Option<_>>().map(CellMeaning::Sum)
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<CellMeaning> {
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let a = self.truth(left)?;
                if a.constant() == Some(&Constant::Truth(op == BinaryOp::Or)) {
                    return Some(CellMeaning::Value(a));
                }
                let b = self.truth(right)?;
                let join = |of: &[&Constant]| {
                    let (a, b) = (of[0].truth()?, of[1].truth()?);
                    Some(Constant::Truth(if op == BinaryOp::And { a && b } else { a || b }))
                };
                self.combined(&[&a, &b], &join).map(CellMeaning::Value)
            }
            BinaryOp::Add => {
                let mut terms = self.terms(left)?;
                terms.append(&mut self.terms(right)?);
                Some(CellMeaning::Sum(terms))
            }
            BinaryOp::Sub => {
                let mut terms = self.terms(left)?;
                let CellMeaning::Sum(mut others) = self.scaled(right, &Rational::from(-1))? else {
                    return None;
                };
                terms.append(&mut others);
                Some(CellMeaning::Sum(terms))
            }
            BinaryOp::Mul => match self.constant_number(left) {
                Some(by) => self.scaled(right, &by),
                None => {
                    let by = self.constant_number(right)?;
                    self.scaled(left, &by)
                }
            },
            BinaryOp::Div => {
                let by = self.constant_number(right)?;
                self.scaled(left, &Rational::ONE.checked_div(&by)?)
            }
            _ => None,
        }
    }

    fn constant_number(&mut self, expr: &Expr) -> Option<Rational> {
        self.value(expr)?.constant()?.number().cloned()
    }

    fn compared(&mut self, op: CompareOp, first: &Expr, second: &Expr) -> Option<Dependent> {
        let (a, b) = (self.value(first)?, self.value(second)?);
        let compare = |of: &[&Constant]| {
            let alike = std::mem::discriminant(of[0]) == std::mem::discriminant(of[1]);
            alike.then_some(())?;
            let numbers = || Some((of[0].number()?, of[1].number()?));
            Some(Constant::Truth(match op {
                CompareOp::Equal => of[0] == of[1],
                CompareOp::NotEqual => of[0] != of[1],
                CompareOp::Less => numbers().map(|(a, b)| a < b)?,
                CompareOp::LessOrEqual => numbers().map(|(a, b)| a <= b)?,
                CompareOp::Greater => numbers().map(|(a, b)| a > b)?,
                CompareOp::GreaterOrEqual => numbers().map(|(a, b)| a >= b)?,
                _ => return None,
            }))
        };
        self.combined(&[&a, &b], &compare)
    }

    /// An element of a list, or what a cell of the board shows.
    fn element(&mut self, base: &Expr, index: &Expr) -> Option<CellMeaning> {
        match self.meaning(base)? {
            CellMeaning::Board => {
                let cell = self.cell(index)?;
                let text =
                    |symbol| Constant::Text(self.alphabet.character(symbol).to_string().into());
                Some(CellMeaning::Value(self.shows(cell, &text)))
            }
            CellMeaning::List(items) => {
                let sure = |(_, there): &(CellMeaning, Dependent)| {
                    there.constant() == Some(&Constant::Truth(true))
                };
                items.iter().all(sure).then_some(())?;
                let place = self.constant_number(index)?.to_i64()?;
                let (item, _) = items.get(usize::try_from(place).ok()?.checked_sub(1)?)?;
                Some(item.clone())
            }
            _ => None,
        }
    }

    fn chosen(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<CellMeaning> {
        let condition = self.truth(condition)?;
        match condition.constant() {
            Some(Constant::Truth(true)) => return self.meaning(then),
            Some(_) => return self.meaning(otherwise),
            None => {}
        }
        let (a, b) = (self.value(then)?, self.value(otherwise)?);
        let choose = |of: &[&Constant]| Some(if of[0].truth()? { of[1] } else { of[2] }.clone());
        self.combined(&[&condition, &a, &b], &choose).map(CellMeaning::Value)
    }

    fn intrinsic(&mut self, expr: &Expr) -> Option<CellMeaning> {
        let (intrinsic, args) = intrinsic_call(expr)?;
        match (intrinsic, args) {
            (Intrinsic::Length, [list]) => {
                let count = |of: &[&Constant]| Some(number(i64::from(of[0].truth()?)));
                let items = self.list(list)?;
                let terms = items.iter().map(|(_, there)| self.combined(&[there], &count));
                terms.collect::<Option<_>>().map(CellMeaning::Sum)
            }
            (Intrinsic::All | Intrinsic::Any, [list]) => self.all_or_any(intrinsic, list),
            (Intrinsic::List, [list]) => self.list(list).map(CellMeaning::List),
            (Intrinsic::Opponent, [player]) => {
                let player = self.value(player)?;
                let other = |of: &[&Constant]| match of[0] {
                    Constant::Mover(is_mover) => Some(Constant::Mover(!is_mover)),
                    _ => None,
                };
                self.combined(&[&player], &other).map(CellMeaning::Value)
            }
            (Intrinsic::Cells, [board]) => {
                self.is_board(board)?;
                Some(self.cells((0..self.is_open.len()).map(|cell| (cell, truth(true)))))
            }
            (Intrinsic::Neighbours, [board, at]) => {
                self.is_board(board)?;
                let mut near: Vec<usize> = self.board.neighbours(self.cell(at)?).collect();
                near.sort_unstable();
                Some(self.cells(near.into_iter().map(|cell| (cell, truth(true)))))
            }
            (Intrinsic::Liberties, [board, at]) => {
                self.is_board(board)?;
                let cell = self.cell(at)?;
                let liberties = self.liberties(cell)?;
                Some(self.cells(liberties.into_iter()))
            }
            (Intrinsic::With, [board, changes]) => {
                self.is_board(board)?;
                let ExprKind::Map(entries) = &changes.kind else { return None };
                let [(cell, symbol)] = &entries[..] else { return None };
                let cell = self.cell(cell)?;
                Some(CellMeaning::Changed(cell, self.symbol(symbol)?))
            }
            _ => None,
        }
    }

    fn all_or_any(&mut self, intrinsic: Intrinsic, list: &Expr) -> Option<CellMeaning> {
        let is_all = intrinsic == Intrinsic::All;
        let mut found = truth(is_all);
        for (item, there) in self.list(list)? {
            let CellMeaning::Value(item) = item else { return None };
            let join = |of: &[&Constant]| {
                let (before, there, holds) = (of[0].truth()?, of[1].truth()?, of[2].truth()?);
                Some(Constant::Truth(match is_all {
                    true => before && (!there || holds),
                    false => before || there && holds,
                }))
            };
            found = self.combined(&[&found, &there, &item], &join)?;
        }
        Some(CellMeaning::Value(found))
    }

    fn is_board(&mut self, expr: &Expr) -> Option<()> {
        matches!(self.meaning(expr)?, CellMeaning::Board).then_some(())
    }

    fn symbol(&mut self, expr: &Expr) -> Option<Symbol> {
        let value = self.value(expr)?;
        let Constant::Text(text) = value.constant()? else { return None };
        let mut characters = text.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else { return None };
        self.alphabet.symbol(character)
    }

    fn cells(&self, cells: impl Iterator<Item = (usize, Dependent)>) -> CellMeaning {
        let cell = |cell| CellMeaning::Value(Dependent::of(Constant::Cell(cell)));
        CellMeaning::List(cells.map(|(at, there)| (cell(at), there)).collect())
    }

    /// Liberties of the group of a cell that is the same whatever open cells show.
    fn liberties(&self, cell: usize) -> Option<Vec<(usize, Dependent)>> {
        let symbols = self.board.symbols();
        let symbol = symbols[cell];
        let (mut group, mut liberties) = (vec![cell], Vec::new());
        (!self.is_open[cell]).then_some(())?;
        let mut at = 0;
        while let Some(&member) = group.get(at) {
            at += 1;
            for beside in self.board.neighbours(member) {
                let joins = symbols[beside] == symbol;
                if self.is_open[beside] {
                    (!joins && !self.symbols.contains(&symbol)).then_some(())?;
                    liberties.push(beside);
                } else if joins && !group.contains(&beside) {
                    group.push(beside);
                } else if symbols[beside] == EMPTY && symbol != EMPTY {
                    liberties.push(beside);
                }
            }
        }
        liberties.sort_unstable();
        liberties.dedup();
        let is_empty = |cell| self.shows(cell, &|symbol| Constant::Truth(symbol == EMPTY));
        Some(liberties.into_iter().map(|cell| (cell, is_empty(cell))).collect())
    }
}

/// The meaning of a value that is the same in all positions.
pub(super) fn constant(value: &crate::value::Value) -> Option<CellMeaning> {
    use crate::value::Value;
    let constant = match value {
        Value::Number(number) => Constant::Number(number.clone()),
        Value::Text(text) => Constant::Text(Arc::clone(text)),
        Value::Bool(truth) => Constant::Truth(*truth),
        Value::List(list) => {
            let item = |item| Some((constant(item)?, truth(true)));
            let items = list.items().iter().map(item).collect::<Option<_>>()?;
            return Some(CellMeaning::List(items));
        }
        _ => return None,
    };
    Some(CellMeaning::Value(Dependent::of(constant)))
}
