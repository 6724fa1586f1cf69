//! What decides a game for each player, in words for those who play it.

use upstar_core::Player;

use super::Session;
use crate::builtins;
use crate::resolve::tree::{Expr, ExprKind, Goal};
use crate::syntax::ast::Ending;
use crate::value::{Ruleset, Value};

impl Session {
    /// How a player wins a position of a ruleset with goals: "connects x from top to bottom".
    pub fn aim(&self, position: &Value, player: Player) -> Option<String> {
        let Value::Position(position) = position else { return None };
        let wanted = match player {
            Player::Left => Ending::Left,
            Player::Right => Ending::Right,
        };
        let aims: Vec<String> = position
            .ruleset
            .tree
            .goals
            .iter()
            .filter(|goal| goal.ending == wanted)
            .map(|goal| self.in_words(&position.ruleset, goal))
            .collect();
        (!aims.is_empty()).then(|| aims.join(", or "))
    }

    /// A goal as an activity, or its condition as it is written.
    fn in_words(&self, ruleset: &Ruleset, goal: &Goal) -> String {
        known(ruleset, &goal.condition)
            .unwrap_or_else(|| format!("wins if `{}`", self.sources.slice(goal.condition.span)))
    }
}

/// A goal that is one question about lines or connections, with constants.
fn known(ruleset: &Ruleset, condition: &Expr) -> Option<String> {
    let ExprKind::Call { callee, args } = &condition.kind else { return None };
    let ExprKind::Builtin(place) = callee.kind else { return None };
    // The first argument is the board.
    let args = args.get(1..)?;
    match (builtins::row(place).name, args) {
        ("connects" | "hex_connects", [symbol, from, to]) => {
            let [symbol, from, to] = [symbol, from, to].map(|arg| constant(ruleset, arg));
            Some(format!("connects {} from {} to {}", symbol?, from?, to?))
        }
        ("line", [symbol, length]) => {
            let [symbol, length] = [symbol, length].map(|arg| constant(ruleset, arg));
            Some(format!("gets {} {} in a line", length?, symbol?))
        }
        _ => None,
    }
}

/// A text, a number, or a parameter of the family that is one.
fn constant(ruleset: &Ruleset, expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Text(text) => Some(text.to_string()),
        ExprKind::Number(number) => Some(number.to_string()),
        ExprKind::Slot(slot, _) => match ruleset.family()?.get(*slot)? {
            Value::Text(text) => Some(text.to_string()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        },
        _ => None,
    }
}
