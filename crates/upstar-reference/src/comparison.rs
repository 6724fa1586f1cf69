//! How values compare: games as values by the recursive definition, positions by who wins the difference.
//!
//! The book: reference/expressions.md, "Comparisons".

use std::cmp::Ordering;

use num_integer::Integer;
use num_traits::Signed;
use upstar_syntax::ast::{CompareOp, Expr, ExprKind, UnaryOp};
use upstar_syntax::source::Span;

use crate::bracket::{Relation, is_dyadic};
use crate::entailing::has_affine;
use crate::expression::Machine;
use crate::play::{Convention, Outcome};
use crate::quotient::is_quotient;
use crate::ruleset;
use crate::value::{Scope, Value};
use crate::{Fault, Wrong};

fn wrong<T>(kind: Wrong, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::wrong(kind, message))
}

impl Relation {
    /// How two games compare, by the outcome of their difference; `None` where that is drawn.
    pub fn of(outcome: Outcome) -> Option<Relation> {
        match outcome {
            Outcome::L => Some(Relation::Greater),
            Outcome::R => Some(Relation::Less),
            Outcome::P => Some(Relation::Equal),
            Outcome::N => Some(Relation::Confused),
            _ => None,
        }
    }

    /// Whether an operator states this; `None` for operators that do not ask for an order.
    pub fn fits(self, op: CompareOp) -> Option<bool> {
        use Relation::{Confused, Equal, Greater, Less};
        Some(match op {
            CompareOp::Equal => self == Equal,
            CompareOp::NotEqual => self != Equal,
            CompareOp::Less => self == Less,
            CompareOp::LessOrEqual => matches!(self, Less | Equal),
            CompareOp::Greater => self == Greater,
            CompareOp::GreaterOrEqual => matches!(self, Greater | Equal),
            CompareOp::Confused => self == Confused,
            CompareOp::LessOrConfused => matches!(self, Less | Confused),
            CompareOp::GreaterOrConfused => matches!(self, Greater | Confused),
            CompareOp::Is | CompareOp::In | CompareOp::NotIn => return None,
        })
    }
}

impl Machine {
    /// A chain of comparisons: all hold.
    ///
    /// # Errors
    /// When something has no value, or no order.
    pub fn compare_chain(
        &self,
        first: &Expr,
        rest: &[(CompareOp, Span, Expr)],
        scope: &Scope,
    ) -> Result<Value, Fault> {
        let mut left = self.eval(first, scope)?;
        for (op, _, expr) in rest {
            if *op == CompareOp::Is && negates_bracket(expr) {
                return wrong(Wrong::Value, "the right side of `is` is read as typed");
            }
            let right = self.eval(expr, scope)?;
            if !self.compare(*op, &left, &right)? {
                return Ok(Value::Truth(false));
            }
            left = right;
        }
        Ok(Value::Truth(true))
    }

    fn compare(&self, op: CompareOp, left: &Value, right: &Value) -> Result<bool, Fault> {
        match op {
            CompareOp::Equal | CompareOp::NotEqual => {
                let is_game = |value: &Value| {
                    matches!(
                        value,
                        Value::Sum(_) | Value::Number(_) | Value::Game(_) | Value::Form(_)
                    )
                };
                if let (Value::Misere(_), game) | (game, Value::Misere(_)) = (left, right)
                    && is_game(game)
                {
                    return wrong(
                        Wrong::Question,
                        "one game is in misère play and the other is not",
                    );
                }
                if let (Value::Outcome(_), game) | (game, Value::Outcome(_)) = (left, right)
                    && (is_game(game) || matches!(game, Value::Misere(_) | Value::Text(_)))
                {
                    return wrong(Wrong::Value, "an outcome is never equal to a game or a text");
                }
                if let (Value::Sum(g), Value::Sum(h)) = (left, right)
                    && g != h
                    && g.iter().chain(h.iter()).any(ruleset::is_decided_otherwise)
                {
                    return wrong(
                        Wrong::Question,
                        "games decided by goals or points are not compared",
                    );
                }
                return Ok(self.equal(left, right)? == (op == CompareOp::Equal));
            }
            CompareOp::In => return self.is_in(left, right),
            CompareOp::NotIn => return Ok(!self.is_in(left, right)?),
            CompareOp::Is => {
                let is_loopy = |value: &Value| match value {
                    Value::Sum(sum) => sum.iter().any(ruleset::is_loopy),
                    _ => false,
                };
                return match (left, right) {
                    _ if is_loopy(left) || is_loopy(right) => {
                        Err(Fault::undefined("canonical forms of loopy games"))
                    }
                    _ if has_affine(left) => self.canonical_of(left).map(|_| false),
                    (_, Value::Sum(_)) => Ok(false),
                    (Value::Number(x), Value::Number(y)) => Ok(x == y),
                    (Value::Number(x), _) | (_, Value::Number(x)) if !is_dyadic(x) => Ok(false),
                    _ => Ok(self.games.canonical(self.game(left)?)? == self.game(right)?),
                };
            }
            _ => {}
        }
        let relation = self.relation(left, right)?;
        Ok(relation.fits(op).expect("the other operators are answered above"))
    }

    /// How two numbers, games or texts compare. Of positions, by who wins the difference.
    pub fn relation(&self, left: &Value, right: &Value) -> Result<Relation, Fault> {
        let by_order = |order: Ordering| match order {
            Ordering::Less => Relation::Less,
            Ordering::Equal => Relation::Equal,
            Ordering::Greater => Relation::Greater,
        };
        match (left, right) {
            (Value::Number(x), Value::Number(y)) => Ok(by_order(x.cmp(y))),
            (Value::Text(x), Value::Text(y)) => Ok(by_order(x.cmp(y))),
            (Value::Tuple(_), Value::Tuple(_)) | (Value::List(_), Value::List(_)) => {
                self.order(left, right)
            }
            (left, right) if has_affine(left) || has_affine(right) => {
                self.relation_by_nimbers(left, right)
            }
            (Value::Sum(_), _) | (_, Value::Sum(_)) => {
                let difference =
                    [self.components(left)?, self.components(&self.negative(right)?)?].concat();
                if difference.iter().any(ruleset::is_misere) {
                    return Err(Fault::undefined("the order of games in misère play"));
                }
                if difference.len() > 1 && difference.iter().any(ruleset::is_decided_otherwise) {
                    return wrong(
                        Wrong::Question,
                        "games decided by goals or points are not compared",
                    );
                }
                let outcome = self.play(|play| play.outcome(&difference, Convention::Normal))?;
                let drawn = "the order of loopy games whose difference is drawn";
                Relation::of(outcome).ok_or_else(|| Fault::undefined(drawn))
            }
            (Value::Number(x), _) | (_, Value::Number(x)) if !is_dyadic(x) => {
                Err(Fault::undefined("the order of games and fractions that are no games"))
            }
            _ => self.games.compare(self.game(left)?, self.game(right)?),
        }
    }

    pub(crate) fn is_in(&self, value: &Value, source: &Value) -> Result<bool, Fault> {
        match source {
            Value::Text(text) => Ok(text.contains(&*value.as_text()?)),
            Value::Range(from, to, by) => {
                let Ok(n) = self.integer(value) else { return Ok(false) };
                let (low, high) = if by.is_negative() { (to, from) } else { (from, to) };
                Ok(*low <= n && n <= *high && (&n - from).is_multiple_of(by))
            }
            source => self.contains(&self.elements(source)?, value),
        }
    }

    /// Whether two values are equal. Games are when neither player wins their difference moving first.
    ///
    /// # Errors
    /// When that is not defined here, and when no step is left.
    pub fn equal(&self, left: &Value, right: &Value) -> Result<bool, Fault> {
        use Value::{Form, Game, Misere, Number, Sum};
        self.steps.step()?;
        match (left, right) {
            (Number(x), Number(y)) => Ok(x == y),
            (Number(x), _) | (_, Number(x)) if !is_dyadic(x) => Ok(false),
            (Number(_) | Game(_) | Form(_), Number(_) | Game(_) | Form(_)) => {
                self.games.equal(self.game(left)?, self.game(right)?)
            }
            (Sum(g), Sum(h)) if g == h && !g.iter().any(ruleset::is_loopy) => Ok(true),
            _ if has_affine(left) || has_affine(right) => self.equal_by_nimbers(left, right),
            (Sum(g), Sum(h)) if g.iter().chain(h.iter()).any(ruleset::is_decided_otherwise) => {
                Ok(g == h)
            }
            (Sum(_), Sum(_) | Number(_) | Game(_) | Form(_))
            | (Number(_) | Game(_) | Form(_), Sum(_)) => {
                Ok(self.relation(left, right)? == Relation::Equal)
            }
            (Misere(g), Misere(h)) if g == h => Ok(true),
            (Misere(_), Misere(_)) => Err(Fault::undefined("equality in misère play")),
            _ => self.equal_parts(left, right),
        }
    }

    /// Whether two values that are no games are equal: part by part.
    fn equal_parts(&self, left: &Value, right: &Value) -> Result<bool, Fault> {
        use Value::{Function, List, Map, Range, Set, Text, Tuple};
        let all = |xs: &[Value], ys: &[Value]| -> Result<bool, Fault> {
            for (x, y) in xs.iter().zip(ys) {
                if !self.equal(x, y)? {
                    return Ok(false);
                }
            }
            Ok(xs.len() == ys.len())
        };
        match (left, right) {
            (List(_) | Range(..), List(_) | Range(..)) => {
                all(&self.elements(left)?, &self.elements(right)?)
            }
            (Tuple(xs), Tuple(ys)) => all(xs, ys),
            (Set(xs), Set(ys)) => {
                for (values, others) in [(xs, ys), (ys, xs)] {
                    for value in values.iter() {
                        if !self.contains(others, value)? {
                            return Ok(false);
                        }
                    }
                }
                Ok(xs.len() == ys.len())
            }
            (Map(xs), Map(ys)) if is_quotient(xs) || is_quotient(ys) => {
                Err(Fault::undefined("the names of elements of a misère quotient"))
            }
            (Map(xs), Map(ys)) => {
                for (key, value) in xs.iter() {
                    match self.entry(ys, key)? {
                        Some(other) if self.equal(value, &other)? => {}
                        _ => return Ok(false),
                    }
                }
                Ok(xs.len() == ys.len())
            }
            (Text(_) | Value::Board(_), Text(_) | Value::Board(_)) => {
                Ok(left.as_text()? == right.as_text()?)
            }
            (Value::Graph(g), Value::Graph(h)) => Ok(g.to_string() == h.to_string()),
            (Function(f), Function(g)) if f.number == g.number => Ok(true),
            (Function(f), Function(g)) => {
                let named = f.name.is_some() || g.name.is_some();
                Ok(!named && self.text(left)? == self.text(right)?)
            }
            (Value::Truth(x), Value::Truth(y)) => Ok(x == y),
            (Value::Player(x), Value::Player(y)) => Ok(x == y),
            (Value::Outcome(x), Value::Outcome(y)) => Ok(x == y),
            (Value::Loony, Value::Loony) | (Value::Nothing, Value::Nothing) => Ok(true),
            (Value::Builtin(f), Value::Builtin(g)) => Ok(f == g),
            (Value::Ruleset(_), Value::Ruleset(_)) => Ok(self.text(left)? == self.text(right)?),
            _ => Ok(false),
        }
    }

    /// The value of a key.
    pub fn entry(&self, entries: &[(Value, Value)], key: &Value) -> Result<Option<Value>, Fault> {
        for (other, value) in entries {
            if self.equal(other, key)? {
                return Ok(Some(value.clone()));
            }
        }
        Ok(None)
    }
}

/// Whether an expression has the negative of a bracket in it.
fn negates_bracket(expr: &Expr) -> bool {
    let is_bracket = |expr: &Expr| {
        matches!(expr.kind, ExprKind::Form { .. } | ExprKind::Switch(_) | ExprKind::Impartial(_))
    };
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Neg, x) => is_bracket(x) || negates_bracket(x),
        ExprKind::Form { left, right } => left.iter().chain(right).any(negates_bracket),
        ExprKind::Switch(options) | ExprKind::Impartial(options) => {
            options.iter().any(negates_bracket)
        }
        _ => false,
    }
}
