//! What a match asks of a session.

use upstar_core::Player;

use super::Session;
use crate::diagnostic::Diagnostic;
use crate::eval::Machine;
use crate::explain::{Wording, goal_in_words};
use crate::syntax::ast::Ending;
use crate::value::host::Host;
use crate::value::{Fault, Part, Result as Outcome, Ruleset, Value};

impl Session {
    /// Asks something of the evaluator. Leaves no trace.
    ///
    /// # Errors
    /// What the question complains about.
    pub fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Host) -> Outcome<T>,
    ) -> Result<T, Diagnostic> {
        let loaded = self.begin();
        self.budget().restart();
        let answer = question(&mut Machine::new(&self.world, &mut self.globals));
        self.undo(loaded);
        answer.map_err(|fault| {
            let diagnostic = fault.into_diagnostic();
            self.make_room(&diagnostic);
            diagnostic
        })
    }

    /// What a value says to whoever asked: an explanation its steps, all else its text.
    ///
    /// # Errors
    /// When it is too large to be written.
    pub fn tell(&self, value: &Value) -> Result<String, Diagnostic> {
        self.told(value, false).map_err(Fault::into_diagnostic)
    }

    /// Whether a game can be typed in a session that has only the library: its rulesets are not of
    /// this session.
    pub fn is_of_library(&self, value: &Value) -> bool {
        let of_library = |ruleset: &Ruleset| {
            let source = self.sources.get(ruleset.tree.span.source);
            source.name.starts_with("stdlib/")
        };
        match value {
            Value::Position(position) => of_library(&position.ruleset),
            Value::Sum(sum) => sum.terms().iter().all(|term| match &term.part {
                Part::Position(position) => of_library(&position.ruleset),
                Part::Game(_) | Part::Loopy(_) => true,
            }),
            Value::Misere(games) => games.terms().iter().all(|term| self.is_of_library(term)),
            _ => true,
        }
    }

    /// How a player wins a position of a ruleset with goals: "connects x from top to bottom".
    pub fn aim(&self, position: &Value, player: Player) -> Option<String> {
        let Value::Position(position) = position else { return None };
        let ruleset = &position.ruleset;
        let goals = self.world.goals(ruleset).unwrap_or_default();
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
