//! What decides a game for each player, in words for those who play it.

use upstar_core::Player;

use super::Session;
use crate::explain::{Wording, goal_in_words};
use crate::syntax::ast::Ending;
use crate::value::Value;

impl Session {
    /// How a player wins a position of a ruleset with goals: "connects x from top to bottom".
    pub fn aim(&self, position: &Value, player: Player) -> Option<String> {
        let Value::Position(position) = position else { return None };
        let ruleset = &position.ruleset;
        let goals = self.world.rules().goals(ruleset).unwrap_or_default();
        let (wanted, condition) = match player {
            Player::Left => (Ending::Left, goals.left),
            Player::Right => (Ending::Right, goals.right),
        };
        let goal = ruleset.tree.goals.iter().find(|goal| goal.ending == wanted)?;
        let known = match (position.arguments(), condition) {
            ([Value::Board(cells)], Some(condition)) => {
                goal_in_words(&condition, &cells.alphabet, Wording::Aim)
            }
            _ => None,
        };
        // Any other condition is shown as it is written.
        let written = || format!("wins if `{}`", self.sources.slice(goal.condition.span));
        Some(known.unwrap_or_else(written))
    }
}
