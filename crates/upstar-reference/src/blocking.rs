//! Options that the opponent forbids before each move.
//!
//! The book: reference/blocking.md. Who wins is found in `play.rs`.

use upstar_syntax::ast::RemarkKind;

use crate::expression::Machine;
use crate::questions::Asked;
use crate::ruleset::has;
use crate::value::{Component, Position};
use crate::{Fault, Player, Wrong};

/// Whether options are forbidden before each move.
pub fn is_blocking(component: &Component) -> bool {
    has(component, |kind| matches!(kind, RemarkKind::Blocking(_)))
}

impl Machine {
    /// How many options are forbidden before a move, where the rules say it.
    fn most_forbidden_at(&self, position: &Position) -> Result<Option<u64>, Fault> {
        for remark in &position.ruleset.decl.remarks {
            if let RemarkKind::Blocking(most) = &remark.kind {
                let scope = self.position_scope(position);
                let most = self.by(Some(position.ruleset.number), || self.eval(most, &scope));
                return self.natural(&most?).map(Some);
            }
        }
        Ok(None)
    }

    /// How many options are forbidden before a move, where the rules say it. There are no sums of such positions.
    pub fn most_forbidden_in(&self, sum: &[Component]) -> Result<Option<u64>, Fault> {
        match sum {
            [Component::Position(position)] => self.most_forbidden_at(position),
            sum if sum.iter().any(is_blocking) => {
                Err(Fault::wrong(Wrong::Question, "blocking in a sum"))
            }
            _ => Ok(None),
        }
    }

    /// Whether an option is one position by the same rules.
    pub fn stays_in_rules(&self, sum: &[Component], after: &[Component]) -> Result<bool, Fault> {
        let ([Component::Position(from)], [Component::Position(to)]) = (sum, after) else {
            return Ok(false);
        };
        let (from, to) = (&from.ruleset, &to.ruleset);
        Ok(from.number == to.number && self.ruleset_text(from)? == self.ruleset_text(to)?)
    }

    /// The fewest moves whose ban brings the opponent the best result: those that the player wins, and for a win of the
    /// opponent those that are drawn as well.
    pub(crate) fn blocked_moves_of(
        &self,
        asked: &Asked,
        player: Player,
    ) -> Result<Vec<Vec<Component>>, Fault> {
        let most = self.most_forbidden_in(&asked.sum)?;
        if most.is_none() {
            return Err(Fault::wrong(Wrong::Question, "nothing is forbidden by these rules"));
        }
        let moves = self.moves_of(asked, player)?;
        self.play_by(asked.convention, |play| {
            let result = play.winner(&asked.sum, player, asked.convention)?;
            let mut forbidden = Vec::new();
            for sum in moves {
                let after = play.winner(&sum, player.opponent(), asked.convention)?;
                let is_too_good = match result {
                    Some(winner) if winner == player => false,
                    Some(winner) => after != Some(winner),
                    None => after == Some(player),
                };
                if is_too_good {
                    forbidden.push(sum);
                }
            }
            Ok(forbidden)
        })
    }
}
