//! What operators mean, comparisons apart.
//!
//! The book: reference/expressions.md, reference/positions.md and reference/collections.md.

use std::rc::Rc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use upstar_syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

use crate::bracket::Game;
use crate::expression::Machine;
use crate::ruleset;
use crate::steps::deep;
use crate::value::{Component, Scope, Value};
use crate::{Fault, Wrong};

fn wrong<T>(kind: Wrong, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::wrong(kind, message))
}

/// Whether play in a summand ends otherwise than with the last move.
fn has_other_end(value: &Value) -> bool {
    matches!(value, Value::Sum(sum) if sum.iter().any(ruleset::has_other_end))
}

/// Whether an operation takes games with another end. Only such games are added to each other.
fn mixes_ends(op: BinaryOp, sides: [&Value; 2]) -> bool {
    let all_have =
        |value: &Value| matches!(value, Value::Sum(sum) if sum.iter().all(ruleset::has_other_end));
    let is_sum_of_such = op == BinaryOp::Add && sides.into_iter().all(all_have);
    sides.into_iter().any(has_other_end) && !is_sum_of_such
}

/// The most bits of a number: what is longer is too large for the definitions.
const MOST_BITS: u64 = 1 << 16;

impl Machine {
    /// The negative of a number, game or position.
    pub fn negative(&self, value: &Value) -> Result<Value, Fault> {
        let flipped = |component: &Component| {
            Ok(match component.clone() {
                Component::Game(game) => Component::Game(self.games.negative(game)?),
                Component::Position(position) => Component::Negative(position),
                Component::Negative(position) => Component::Position(position),
                Component::Loopy(loopy) => Component::Loopy(self.loopy_negative(&loopy)?),
                // Both players have these options.
                Component::Kept(kept) => Component::Kept(kept),
            })
        };
        match value {
            Value::Number(x) => Ok(Value::Number(-x)),
            Value::Game(game) | Value::Form(game) => Ok(Value::Game(self.games.negative(*game)?)),
            Value::Sum(_) if has_other_end(value) => {
                Err(Fault::undefined("negatives of games with another end"))
            }
            Value::Sum(sum) => {
                Ok(Value::sum(sum.iter().map(flipped).collect::<Result<_, Fault>>()?))
            }
            Value::Misere(_) => Err(Fault::undefined("negatives in misère play")),
            other => Err(other.not("a game")),
        }
    }

    /// The value of an expression in which a sum of games is not added up. A sum may be chosen, or stand in a list.
    ///
    /// # Errors
    /// When it has none, or the reference does not define it.
    pub fn as_typed(&self, expr: &Expr, scope: &Scope) -> Result<Value, Fault> {
        let as_typed = |expr: &Expr| deep(|| self.as_typed(expr, scope));
        let summand = |expr: &Expr| match as_typed(expr)? {
            Value::Form(form) => Ok(Value::sum(vec![Component::Game(form)])),
            value @ (Value::Game(_) | Value::Number(_)) => Ok(Value::sum(self.components(&value)?)),
            other => Ok(other),
        };
        match &expr.kind {
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                self.operate(BinaryOp::Add, &summand(left)?, &summand(right)?)
            }
            ExprKind::Binary { op: BinaryOp::Sub, left, right, .. } => {
                let right = self.negative(&summand(right)?)?;
                self.operate(BinaryOp::Add, &summand(left)?, &right)
            }
            ExprKind::Binary { op: BinaryOp::Mul, .. } => {
                Err(Fault::undefined("multiples as they are typed"))
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => self.negative(&as_typed(operand)?),
            ExprKind::If { condition, then, otherwise } => {
                let branch = if self.eval(condition, scope)?.truth()? { then } else { otherwise };
                as_typed(branch)
            }
            ExprKind::List(items) => {
                Ok(Value::list(items.iter().map(as_typed).collect::<Result<_, _>>()?))
            }
            ExprKind::IfBlock { .. } | ExprKind::Comprehension { .. } => {
                Err(Fault::undefined("blocks and comprehensions of sums as they are typed"))
            }
            _ => self.eval(expr, scope),
        }
    }

    /// The value of an operator.
    ///
    /// # Errors
    /// When it has none.
    pub fn binary(
        &self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        scope: &Scope,
    ) -> Result<Value, Fault> {
        let left = self.eval(left, scope)?;
        if let (BinaryOp::And | BinaryOp::Or, truth) = (op, &left) {
            let decided = op == BinaryOp::Or;
            if truth.truth()? == decided {
                return Ok(Value::Truth(decided));
            }
            return Ok(Value::Truth(self.eval(right, scope)?.truth()?));
        }
        let right = self.eval(right, scope)?;
        self.operate(op, &left, &right)
    }

    /// A value that grows takes as many steps as it has parts.
    fn counted(&self, value: Value) -> Result<Value, Fault> {
        self.steps.take(match &value {
            Value::Number(x) => (x.numer().bits() + x.denom().bits()) / 64,
            Value::Text(text) => text.len() as u64,
            Value::List(items) => items.len() as u64,
            Value::Sum(sum) | Value::Misere(sum) => sum.len() as u64,
            _ => 0,
        })?;
        Ok(value)
    }

    /// The value of an operator other than `and` and `or`.
    pub fn operate(&self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Fault> {
        self.counted(self.operated(op, left, right)?)
    }

    fn operated(&self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Fault> {
        use Value::{List, Map, Misere, Number, Range, Set, Text, Truth, Tuple};
        match (op, left, right) {
            (BinaryOp::Add, Number(x), Number(y)) => self.number_of(x + y),
            (BinaryOp::Add, Text(_), Text(_) | Value::Board(_))
            | (BinaryOp::Add, Value::Board(_), Text(_)) => {
                Ok(Value::text(format!("{}{}", left.as_text()?, right.as_text()?)))
            }
            (BinaryOp::Add, List(xs), List(ys)) => {
                Ok(Value::list([xs.as_slice(), ys.as_slice()].concat()))
            }
            // Positions of rules with `play misere` are in misère play as they stand.
            (BinaryOp::Add, Misere(g), Value::Sum(h))
            | (BinaryOp::Add, Value::Sum(h), Misere(g))
                if h.iter().all(ruleset::is_misere) =>
            {
                Ok(Misere(Rc::new([g.to_vec(), h.to_vec()].concat())))
            }
            (BinaryOp::Sub, Misere(_), Misere(_)) => {
                Err(Fault::undefined("negatives in misère play"))
            }
            (BinaryOp::Add, Misere(g), Misere(h)) => {
                Ok(Misere(Rc::new([g.to_vec(), h.to_vec()].concat())))
            }
            (_, Truth(_) | Tuple(_) | Set(_) | Map(_) | Misere(_), _) if op != BinaryOp::Mul => {
                Err(left.not("a number or game"))
            }
            // Nothing is added to them, not even 0.
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _, _)
                if mixes_ends(op, [left, right]) =>
            {
                Err(Fault::undefined("sums of games with another end"))
            }
            (BinaryOp::Add, _, _) => self.add(left, right),
            (BinaryOp::Sub, Number(x), Number(y)) => Ok(Number(x - y)),
            (BinaryOp::Sub, _, _) => self.add(left, &self.negative(right)?),
            (BinaryOp::Mul, _, _) => self.multiply(left, right),
            (BinaryOp::Div | BinaryOp::Rem | BinaryOp::Pow, _, _) => {
                self.calculate(op, left, right)
            }
            (BinaryOp::By, Range(from, to, by), _) => {
                let step = self.integer(right)?;
                if step.is_zero() || !by.is_one() && step.is_negative() {
                    return wrong(Wrong::Range, format!("a step of {step}"));
                }
                Ok(Range(from.clone(), to.clone(), by * step))
            }
            (BinaryOp::Ordinal, _, _) => {
                let (g, h) = (self.form_of(left)?, self.game(right)?);
                Ok(Value::Game(self.games.canonical(self.games.ordinal_sum(g, h)?)?))
            }
            (BinaryOp::Sides, _, _) => Err(Fault::undefined("a loopy value by its sides")),
            _ => Err(left.not("a range")),
        }
    }

    /// The form that is meant where the form matters: as typed for `form(G)`, as the moves are for a position, and
    /// the canonical form otherwise.
    pub fn form_of(&self, value: &Value) -> Result<Game, Fault> {
        match value {
            Value::Form(game) => Ok(*game),
            Value::Sum(sum) if !sum.iter().any(ruleset::has_no_form) => {
                self.by_moves(|play| play.form(sum, &self.games))
            }
            other => self.games.canonical(self.game(other)?),
        }
    }

    fn add(&self, left: &Value, right: &Value) -> Result<Value, Fault> {
        match (left, right) {
            (Value::Misere(_), _) | (_, Value::Misere(_)) => {
                wrong(Wrong::Question, "a game in misère play is added to such games only")
            }
            (Value::Sum(_), _) | (_, Value::Sum(_)) => {
                let mut sum = [self.components(left)?, self.components(right)?].concat();
                // The game 0 adds nothing to a position.
                let zero = Component::Game(self.games.zero()?);
                if sum.iter().any(|part| *part != zero) {
                    sum.retain(|part| *part != zero);
                }
                if sum.iter().any(ruleset::is_misere) && !sum.iter().all(ruleset::is_misere) {
                    return wrong(
                        Wrong::Question,
                        "one game is in misère play and the other is not",
                    );
                }
                Ok(Value::sum(sum))
            }
            _ => {
                let sum = self.games.sum(self.form_value(left)?, self.form_value(right)?)?;
                Ok(Value::Game(self.games.canonical(sum)?))
            }
        }
    }

    /// The canonical form of the value of something.
    fn form_value(&self, value: &Value) -> Result<Game, Fault> {
        self.games.canonical(self.game(value)?)
    }

    fn multiply(&self, left: &Value, right: &Value) -> Result<Value, Fault> {
        if let (Value::Number(x), Value::Number(y)) = (left, right) {
            return self.number_of(x * y);
        }
        let (times, other) = match (left, right) {
            (Value::Number(_), other) => (left, other),
            (other, Value::Number(_)) => (right, other),
            (left, right) => match self.number(left) {
                Ok(x) => return self.multiply(&Value::Number(x), right),
                Err(_) => return self.multiply(left, &Value::Number(self.number(right)?)),
            },
        };
        if let (Value::Game(_), Ok(x)) = (other, self.number(other)) {
            return self.multiply(times, &Value::Number(x));
        }
        let n = self.integer(times)?;
        let copies = |n: &BigInt| -> Result<usize, Fault> {
            match n.to_usize() {
                Some(n) if n <= 1000 => Ok(n),
                Some(_) => Err(Fault::TooLarge),
                None if n.is_negative() => wrong(Wrong::Range, format!("{n} copies")),
                None => Err(Fault::TooLarge),
            }
        };
        match other {
            Value::Text(text) => Ok(Value::text(text.repeat(copies(&n)?))),
            Value::List(items) => {
                let mut list = Vec::new();
                (0..copies(&n)?).for_each(|_| list.extend(items.iter().cloned()));
                Ok(Value::list(list))
            }
            Value::Sum(_) => {
                let one = if n.is_negative() { self.negative(other)? } else { other.clone() };
                let one = self.components(&one)?;
                Ok(Value::sum((0..copies(&n.abs())?).flat_map(|_| one.iter().cloned()).collect()))
            }
            Value::Misere(sum) => {
                let copies = copies(&n)?;
                Ok(Value::Misere(Rc::new((0..copies).flat_map(|_| sum.iter().cloned()).collect())))
            }
            game => Ok(Value::Game(self.games.multiple(&n, self.form_value(game)?)?)),
        }
    }

    fn calculate(&self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Fault> {
        let (x, y) = (self.number(left)?, self.number(right)?);
        match op {
            BinaryOp::Pow => {
                let exponent = y
                    .is_integer()
                    .then(|| y.to_integer())
                    .ok_or_else(|| right.not("an integer"))?;
                let exponent = exponent.to_i32().ok_or(Fault::TooLarge)?;
                if x.is_zero() && exponent < 0 {
                    return wrong(Wrong::Value, "division by 0");
                }
                let bits = x.numer().bits() + x.denom().bits();
                if u64::from(exponent.unsigned_abs()).saturating_mul(bits) > MOST_BITS {
                    return Err(Fault::TooLarge);
                }
                self.number_of(x.pow(exponent))
            }
            _ if y.is_zero() => wrong(Wrong::Value, "division by 0"),
            BinaryOp::Div => self.number_of(x / y),
            _ => self.number_of(&x - (&x / &y).floor() * &y),
        }
    }

    /// A number that is not too long. Its length counts as work.
    fn number_of(&self, x: BigRational) -> Result<Value, Fault> {
        let bits = x.numer().bits() + x.denom().bits();
        if bits > MOST_BITS {
            return Err(Fault::TooLarge);
        }
        self.steps.take(bits / 64)?;
        Ok(Value::Number(x))
    }
}
