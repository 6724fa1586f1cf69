//! Operators, their precedence, and the precedence climbing that uses it.

use super::super::ast::{BinaryOp, CompareOp, Expr, ExprKind, Name, Turns, UnaryOp};
use super::{Builder, Built, syntax};
use crate::source::Span;

/// A sign between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Infix {
    /// Arithmetic or logical operator.
    Binary(BinaryOp),
    /// Comparison.
    Compare(CompareOp),
    /// `..`
    Range,
}

/// Part of a flat expression: an operand or an operator.
#[derive(Debug)]
pub(super) enum FlatPiece {
    /// A sign before an operand.
    Prefix(UnaryOp, Span),
    /// A sign between two operands.
    Infix(Infix, Span),
    /// An operand.
    Operand(Expr),
    /// `where { ... }` after what it is about.
    Where(Vec<(Name, Expr)>, Span),
    /// The directions of the pattern before them.
    Turns(Turns, Span),
}

/// Precedence of comparisons; the operand of `not` has at least this.
const COMPARE: u8 = 4;
/// Precedence of `where`: that of ranges.
const WHERE: u8 = 5;
/// Precedence of powers; the operand of unary minus has at least this.
const POWER: u8 = 10;

impl Infix {
    /// The sign that `text` spells.
    pub(super) fn spelled(text: &str) -> Option<Infix> {
        if let Some(op) = binary(text) {
            return Some(Infix::Binary(op));
        }
        if text == ".." {
            return Some(Infix::Range);
        }
        compare(text).map(Infix::Compare)
    }

    /// Returns its precedence.
    pub(super) fn power(self) -> u8 {
        match self {
            Infix::Binary(op) => binary_power(op),
            Infix::Compare(_) => COMPARE,
            Infix::Range => 5,
        }
    }
}

fn binary(text: &str) -> Option<BinaryOp> {
    Some(match text {
        "or" => BinaryOp::Or,
        "and" => BinaryOp::And,
        "&" => BinaryOp::Sides,
        "+" => BinaryOp::Add,
        "-" | "−" => BinaryOp::Sub,
        "*" | "∗" | "⋆" | "·" | "×" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "by" => BinaryOp::By,
        ":" => BinaryOp::Ordinal,
        "**" => BinaryOp::Pow,
        _ => return None,
    })
}

fn compare(text: &str) -> Option<CompareOp> {
    Some(match text {
        "==" => CompareOp::Equal,
        "!=" | "≠" => CompareOp::NotEqual,
        "<" => CompareOp::Less,
        "<=" | "≤" => CompareOp::LessOrEqual,
        ">" => CompareOp::Greater,
        ">=" | "≥" => CompareOp::GreaterOrEqual,
        "||" | "‖" => CompareOp::Confused,
        "<|" | "⧏" => CompareOp::LessOrConfused,
        "|>" | "⧐" => CompareOp::GreaterOrConfused,
        "is" => CompareOp::Is,
        "in" => CompareOp::In,
        _ if text.starts_with("not") => CompareOp::NotIn,
        _ => return None,
    })
}

fn binary_power(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::By => 5,
        BinaryOp::Sides => 6,
        BinaryOp::Add | BinaryOp::Sub => 7,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 8,
        BinaryOp::Ordinal => 9,
        BinaryOp::Pow => POWER,
    }
}

/// State of precedence climbing: the parts that are still to be read.
struct Climb {
    pieces: std::iter::Peekable<std::vec::IntoIter<FlatPiece>>,
    whole: Span,
}

impl Builder<'_> {
    /// Tree of a flat expression. Its height is bounded by the number of parts.
    pub(super) fn climb(&mut self, pieces: Vec<FlatPiece>, whole: Span) -> Built<Expr> {
        let pieces = with_fractions(pieces);
        Climb { pieces: pieces.into_iter().peekable(), whole }.above(0)
    }
}

/// Makes one operand of a fraction of two literals without blanks, next to an ordinal sum: `1/2 : 1` begins
/// with the number 1/2, as `1/2` prints.
fn with_fractions(pieces: Vec<FlatPiece>) -> Vec<FlatPiece> {
    let ordinal = |piece: Option<&FlatPiece>| {
        matches!(piece, Some(FlatPiece::Infix(Infix::Binary(BinaryOp::Ordinal), _)))
    };
    if !pieces.iter().any(|piece| ordinal(Some(piece))) {
        return pieces;
    }
    let mut joined: Vec<FlatPiece> = Vec::with_capacity(pieces.len());
    let mut rest = pieces.into_iter().peekable();
    while let Some(piece) = rest.next() {
        joined.push(piece);
        if ordinal(rest.peek()) || ordinal(joined.iter().rev().nth(3)) {
            join_fraction(&mut joined);
        }
    }
    joined
}

/// Joins the last three parts if they are a fraction of two literals without blanks.
fn join_fraction(pieces: &mut Vec<FlatPiece>) {
    let Some(
        [
            FlatPiece::Operand(a),
            FlatPiece::Infix(Infix::Binary(BinaryOp::Div), slash),
            FlatPiece::Operand(b),
        ],
    ) = pieces.last_chunk::<3>()
    else {
        return;
    };
    let before = pieces.len().checked_sub(4).map(|i| &pieces[i]);
    if let Some(FlatPiece::Infix(Infix::Binary(BinaryOp::Pow | BinaryOp::Div | BinaryOp::Rem), _)) =
        before
    {
        return;
    }
    let literal = |operand: &Expr| matches!(operand.kind, ExprKind::Integer(_));
    let tight = a.span.end == slash.start && slash.end == b.span.start;
    if !(literal(a) && literal(b) && tight) {
        return;
    }
    let (op_span, span) = (*slash, a.span.to(b.span));
    let (left, right) = (Box::new(a.clone()), Box::new(b.clone()));
    let kind = ExprKind::Binary { op: BinaryOp::Div, op_span, left, right };
    pieces.truncate(pieces.len() - 3);
    pieces.push(FlatPiece::Operand(Expr { kind, span }));
}

impl Climb {
    /// Reads an operand and everything after it that binds at least as tightly as `least`.
    fn above(&mut self, least: u8) -> Built<Expr> {
        stacker::maybe_grow(128 << 10, 2 << 20, || {
            let mut left = self.operand()?;
            loop {
                if let Some((infix, span)) = self.next_infix(least) {
                    left = self.join(left, infix, span)?;
                } else if let Some((definitions, span)) = self.next_where(least) {
                    let span = left.span.to(span);
                    let kind = ExprKind::Where { body: Box::new(left), definitions };
                    left = Expr { kind, span };
                } else if let Some((turns, span)) = self.next_turns(least) {
                    let span = left.span.to(span);
                    let kind = ExprKind::Turned { pattern: Box::new(left), turns };
                    left = Expr { kind, span };
                } else {
                    return Ok(left);
                }
            }
        })
    }

    /// Takes the next operator if its precedence is high enough.
    fn next_infix(&mut self, least: u8) -> Option<(Infix, Span)> {
        match self.pieces.peek() {
            Some(&FlatPiece::Infix(infix, span)) if infix.power() >= least => {
                self.pieces.next();
                Some((infix, span))
            }
            _ => None,
        }
    }

    /// Takes the next `where` if its precedence is high enough for the expression read so far.
    fn next_where(&mut self, least: u8) -> Option<(Vec<(Name, Expr)>, Span)> {
        match self
            .pieces
            .next_if(|piece| matches!(piece, FlatPiece::Where(..)) && WHERE >= least)?
        {
            FlatPiece::Where(definitions, span) => Some((definitions, span)),
            _ => None,
        }
    }

    /// Takes the next directions if their precedence, that of `where`, is high enough for the pattern read so far.
    fn next_turns(&mut self, least: u8) -> Option<(Turns, Span)> {
        match self
            .pieces
            .next_if(|piece| matches!(piece, FlatPiece::Turns(..)) && WHERE >= least)?
        {
            FlatPiece::Turns(turns, span) => Some((turns, span)),
            _ => None,
        }
    }

    fn operand(&mut self) -> Built<Expr> {
        match self.pieces.next() {
            Some(FlatPiece::Operand(operand)) => Ok(operand),
            Some(FlatPiece::Prefix(op, span)) => self.prefixed(op, span),
            _ => Err(syntax(self.whole, "this cannot be read", "an expression was expected")),
        }
    }

    fn prefixed(&mut self, op: UnaryOp, span: Span) -> Built<Expr> {
        let least = match op {
            UnaryOp::Neg => POWER,
            UnaryOp::Not => COMPARE,
        };
        let operand = self.above(least)?;
        let span = span.to(operand.span);
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), span })
    }

    fn join(&mut self, left: Expr, infix: Infix, op_span: Span) -> Built<Expr> {
        match infix {
            Infix::Binary(op) => self.binary(left, op, op_span),
            Infix::Compare(op) => self.chain(left, op, op_span),
            Infix::Range => self.range(left, op_span),
        }
    }

    fn binary(&mut self, left: Expr, op: BinaryOp, op_span: Span) -> Built<Expr> {
        let power = binary_power(op);
        let right = self.above(if op == BinaryOp::Pow { power } else { power + 1 })?;
        let span = left.span.to(right.span);
        let (left, right) = (Box::new(left), Box::new(right));
        Ok(Expr { kind: ExprKind::Binary { op, op_span, left, right }, span })
    }

    fn chain(&mut self, first: Expr, op: CompareOp, op_span: Span) -> Built<Expr> {
        let mut rest = vec![(op, op_span, self.above(COMPARE + 1)?)];
        while let Some(&FlatPiece::Infix(Infix::Compare(op), op_span)) = self.pieces.peek() {
            self.pieces.next();
            rest.push((op, op_span, self.above(COMPARE + 1)?));
        }
        let last = rest.last().map_or(first.span, |(_, _, operand)| operand.span);
        let span = first.span.to(last);
        Ok(Expr { kind: ExprKind::Compare { first: Box::new(first), rest }, span })
    }

    fn range(&mut self, left: Expr, op_span: Span) -> Built<Expr> {
        let right = self.above(Infix::Range.power() + 1)?;
        if let Some(&FlatPiece::Infix(Infix::Range, again)) = self.pieces.peek() {
            return Err(
                syntax(again, "a range has two ends", "a second `..`").label(op_span, "the first")
            );
        }
        let span = left.span.to(right.span);
        Ok(Expr { kind: ExprKind::Range(Box::new(left), Box::new(right)), span })
    }
}
