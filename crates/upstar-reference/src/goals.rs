//! How play ends where a goal decides.
//!
//! The book: reference/goals.md.

use upstar_syntax::ast::{
    BinaryOp, Ending as Goal, Expr, ExprKind, REPEATED, RemarkKind, RulesetDecl, Turns, UnaryOp,
};

use crate::expression::Machine;
use crate::play::Ending;
use crate::rewrite::Rule;
use crate::ruleset::Gains;
use crate::value::{Position, Scope, Value};
use crate::{Fault, Player, Wrong};

fn wrong<T>(message: &str) -> Result<T, Fault> {
    Err(Fault::wrong(Wrong::Rules, message))
}

/// The conditions of the goals of one kind.
fn conditions(decl: &RulesetDecl, goal: Goal) -> impl Iterator<Item = &Expr> {
    decl.remarks.iter().filter_map(move |remark| match &remark.kind {
        RemarkKind::Goal(kind, condition) if *kind == goal => Some(condition),
        _ => None,
    })
}

impl Machine {
    /// Before each move the goals are looked at: first that of the player who has just moved, then that of the player
    /// who would move now, then `draw if`.
    ///
    /// # Errors
    /// When a condition has no truth value.
    pub fn ending_of(&self, position: &Position, to_move: Player) -> Result<Option<Ending>, Fault> {
        for player in [to_move.opponent(), to_move] {
            let goal = if player == Player::Left { Goal::Left } else { Goal::Right };
            if self.reached(position, goal)? {
                return Ok(Some(Ending::Won(player)));
            }
        }
        if self.reached(position, Goal::Draw)? {
            return Ok(Some(Ending::Drawn));
        }
        // Where no condition holds and the player to move has no move, the goals with `no moves` are looked at.
        for player in [to_move.opponent(), to_move] {
            let goal = if player == Player::Left { Goal::Left } else { Goal::Right };
            let says = |condition: &Expr| {
                let mut alternatives = condition.alternatives().into_iter();
                alternatives.any(|one| matches!(one.kind, ExprKind::NoMoves))
            };
            if conditions(&position.ruleset.decl, goal).any(says) {
                let is_stuck = self.moves_at(position, to_move, Gains::Ignored)?.is_empty();
                return Ok(is_stuck.then_some(Ending::Won(player)));
            }
        }
        Ok(None)
    }

    /// Whether a goal of this kind is reached at a position.
    fn reached(&self, position: &Position, goal: Goal) -> Result<bool, Fault> {
        let mut scope = self.position_scope(position);
        scope.about = match &position.state[..] {
            [board @ (Value::Board(_) | Value::Graph(_))] => Some(board.clone()),
            _ => None,
        };
        let number = Some(position.ruleset.number);
        for condition in conditions(&position.ruleset.decl, goal) {
            for alternative in condition.alternatives() {
                if !matches!(alternative.kind, ExprKind::NoMoves)
                    && self.by(number, || self.goal_holds(alternative, &scope))?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// What a goal asks: texts are patterns, and words stand for how play ends.
    fn goal_holds(&self, expr: &Expr, scope: &Scope) -> Result<bool, Fault> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => Ok(!self.goal_holds(inner, scope)?),
            ExprKind::Binary { op: BinaryOp::And, left, right, .. } => {
                Ok(self.goal_holds(left, scope)? && self.goal_holds(right, scope)?)
            }
            ExprKind::Binary { op: BinaryOp::Or, left, right, .. } => {
                Ok(self.goal_holds(left, scope)? || self.goal_holds(right, scope)?)
            }
            ExprKind::Turned { .. } => self.eval(expr, scope)?.truth(),
            _ if expr.is_written_text() => self.pattern_shown(expr, Turns::None, scope),
            ExprKind::Name(name) => match self.name(name, scope) {
                // Endless play is a draw in any case.
                Err(_) if &**name == REPEATED => Ok(false),
                Ok(Value::Builtin("full")) => {
                    let board = scope.about.clone().into_iter().collect();
                    self.call(&Value::Builtin("full"), board)?.truth()
                }
                value => value?.truth(),
            },
            _ => self.eval(expr, scope)?.truth(),
        }
    }

    /// Whether the board that a goal is about shows a pattern.
    ///
    /// # Errors
    /// When it is about no board, or the pattern cannot be read.
    pub fn pattern_shown(
        &self,
        pattern: &Expr,
        turns: Turns,
        scope: &Scope,
    ) -> Result<bool, Fault> {
        let Some(Value::Board(board)) = &scope.about else {
            return wrong("a pattern that a board shows, outside of a goal about one board");
        };
        Rule::fits_somewhere(&self.eval(pattern, scope)?.as_text()?, turns, board, &self.steps)
    }
}
