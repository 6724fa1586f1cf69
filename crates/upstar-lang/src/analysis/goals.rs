//! Goals: conditions of a declaration as conditions on a board, for the search, for the machine that
//! plays and for explanations.
//!
//! A condition is read if it combines calls of `connects`, `hex_connects` and `line` on the board of the
//! position by `and`, `or` and `not`. Then the definitions of these functions give it the same meaning.
//! Other conditions are left to the evaluator.
//!
//! No other place reads goals. The result is a `upstar_core::board::Condition`. The search on bits, the machine
//! that measures ways to connect (by `Host::board_goals`) and explanations all ask it.

use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Goal};
use crate::syntax::ast::{BinaryOp, Ending, UnaryOp};
use crate::value::{Ruleset, Value};
use upstar_core::board::{Adjacency, Alphabet, Condition, Goals, Side, Symbol};

/// Reads conditions.
struct GoalReader<'a> {
    family: &'a [Value],
    alphabet: &'a Alphabet,
    depth: usize,
}

/// Conditions that are deeper are left to the evaluator.
const DEEPEST: usize = 32;

/// Goals of a ruleset as conditions on its boards; `None` if one is of another kind.
pub fn read(ruleset: &Ruleset, alphabet: &Alphabet) -> Option<Goals> {
    let reader = GoalReader { family: ruleset.family()?, alphabet, depth: 0 };
    let mut goals = Goals::default();
    for Goal { ending, condition } in &ruleset.tree.goals {
        let asked = Some(reader.asked(condition)?);
        match ending {
            Ending::Left => goals.left = asked,
            Ending::Right => goals.right = asked,
            Ending::Draw => goals.draw = asked,
        }
    }
    Some(goals)
}

/// The condition of the first goal that is of another kind.
pub fn unread<'r>(ruleset: &'r Ruleset, alphabet: &Alphabet) -> Option<&'r Expr> {
    let reader = GoalReader { family: ruleset.family()?, alphabet, depth: 0 };
    let mut goals = ruleset.tree.goals.iter().map(|goal| &goal.condition);
    goals.find(|condition| reader.asked(condition).is_none())
}

impl GoalReader<'_> {
    fn asked(&self, expr: &Expr) -> Option<Condition> {
        if self.depth > DEEPEST {
            return None;
        }
        let deeper = GoalReader { depth: self.depth + 1, ..*self };
        let both =
            |left: &Expr, right: &Expr| Some(Box::new([deeper.asked(left)?, deeper.asked(right)?]));
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => {
                Some(Condition::Not(Box::new(deeper.asked(inner)?)))
            }
            ExprKind::Binary { op: BinaryOp::And, left, right, .. } => {
                Some(Condition::And(both(left, right)?))
            }
            ExprKind::Binary { op: BinaryOp::Or, left, right, .. } => {
                Some(Condition::Or(both(left, right)?))
            }
            ExprKind::Call { .. } => {
                let (function, args) = intrinsic_call(expr)?;
                let (board, rest) = args.split_first()?;
                // The slot of the position follows those of the family.
                matches!(board.kind, ExprKind::Slot(slot, _) if slot == self.family.len())
                    .then_some(())?;
                self.call(function, rest)
            }
            _ => None,
        }
    }

    fn call(&self, function: Intrinsic, args: &[Expr]) -> Option<Condition> {
        match (function, args) {
            (Intrinsic::Line, [symbol, length]) => {
                Some(Condition::Line(self.symbol(symbol)?, self.length(length)?))
            }
            (Intrinsic::Connects, [symbol, from, to]) => {
                let sides = [self.side(from)?, self.side(to)?];
                Some(Condition::connects(self.symbol(symbol)?, sides, Adjacency::Orthogonal))
            }
            (Intrinsic::HexConnects, [symbol, from, to]) => {
                let sides = [self.side(from)?, self.side(to)?];
                Some(Condition::connects(self.symbol(symbol)?, sides, Adjacency::Hex))
            }
            _ => None,
        }
    }

    /// A constant, or a parameter of the family.
    fn value(&self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Text(text) => Some(Value::Text(text.clone())),
            ExprKind::Number(number) => Some(Value::Number(number.clone())),
            ExprKind::Slot(slot, _) => self.family.get(*slot).cloned(),
            _ => None,
        }
    }

    fn symbol(&self, expr: &Expr) -> Option<Symbol> {
        let Value::Text(text) = self.value(expr)? else { return None };
        let mut signs = text.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), None) => self.alphabet.symbol(sign),
            _ => None,
        }
    }

    fn length(&self, expr: &Expr) -> Option<usize> {
        let Value::Number(number) = self.value(expr)? else { return None };
        usize::try_from(number.to_i64()?).ok().filter(|&length| length > 0)
    }

    fn side(&self, expr: &Expr) -> Option<Side> {
        let Value::Text(text) = self.value(expr)? else { return None };
        Side::of(&text)
    }
}
