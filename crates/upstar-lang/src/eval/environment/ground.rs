//! Rulesets by the rewrite rules that they have on boards of a size, however they are worded.
//!
//! Knows: where the rules are kept. Must not know: how they are found.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use upstar_core::Player;
use upstar_core::board::GoalBoards;
use upstar_core::board::rewrite::{Boards, Rule, RuleCell, Symmetries};
use upstar_core::board::{Board, Symbol};

use super::Environment;
use crate::analysis::ground::{self, Obstacle};
use crate::value::{Result, Ruleset};

/// Sizes of boards for which rules are looked for, if none has any.
const MOST_TRIED: usize = 8;

impl Environment<'_> {
    /// Returns the bitboards of a ruleset by the rewrite rules that it has on boards with the size of this one, where
    /// its rules are not written as rewrite rules.
    pub(in crate::eval) fn ground_boards(
        &self,
        ruleset: &Ruleset,
        board: &Board,
    ) -> Option<Arc<Boards>> {
        let compiled = self.world.rules.compiled(ruleset);
        if compiled.is_of_rewrites() || compiled.board.is_none() {
            return None;
        }
        let mut known = self.facts(ruleset).ground.lock();
        let size = (board.rows(), board.columns());
        if let Some(found) = known.get(&size) {
            return found.clone();
        }
        // Rules that cannot be read on some boards can hardly be read on others.
        if known.len() >= MOST_TRIED && known.values().all(Option::is_none) {
            return None;
        }
        let found = self.rules_on(ruleset, board)?.ok().map(|[left, right]| {
            let is_same = |boards: &&Arc<Boards>| {
                boards.rules(Player::Left) == left && boards.rules(Player::Right) == right
            };
            // Boards of several sizes are in one table if their rules are the same.
            let same = known.values().flatten().find(is_same).cloned();
            same.unwrap_or_else(|| Arc::new(Boards::new(left, right)))
        });
        known.insert(size, found.clone());
        found
    }

    /// The rewrite rules that a ruleset of boards has on boards with the size of this one, or why there are none.
    pub(in crate::eval) fn rules_on(
        &self,
        ruleset: &Ruleset,
        board: &Board,
    ) -> Option<std::result::Result<[Vec<Rule>; 2], Obstacle>> {
        let compiled = self.world.rules.compiled(ruleset);
        let (alphabet, shape) = compiled.board.as_ref()?;
        let serves = |mover, player| compiled.serves(mover, player);
        let globals = |place| Some(self.globals.get(place).clone());
        let rewrites = (&compiled.rewrites[..], &serves as _);
        let read = |rules| ground::rules(rules, (alphabet, *shape), board, rewrites, &globals);
        let written = read(ruleset);
        // The normal form has less to evaluate, and names no ruleset.
        Some(match (written, self.normal_without_rewrites(ruleset)) {
            (Err(Obstacle::Expression(_) | Obstacle::Sum(_) | Obstacle::Other), Some(normal)) => {
                read(normal)
            }
            (written, _) => written,
        })
    }

    /// The boards with the size of this one as bits, if the ruleset is decided by goals that can be read on them.
    pub(in crate::eval) fn goal_boards_on(
        &self,
        ruleset: &Ruleset,
        board: &Board,
    ) -> Option<GoalBoards> {
        let compiled = self.world.rules.compiled(ruleset);
        let (alphabet, shape) = compiled.board.as_ref()?;
        let found;
        let rules = if compiled.is_of_rewrites() {
            [Player::Left, Player::Right].map(|player| compiled.rules(player))
        } else {
            found = self.ground_boards(ruleset, board)?;
            [Player::Left, Player::Right].map(|player| found.rules(player))
        };
        let globals = |place| Some(self.globals.get(place).clone());
        let ground = || ground::goals(self.normal(ruleset), (alphabet, *shape), board, &globals);
        let goals = self.goals(ruleset).or_else(ground)?;
        GoalBoards::new(rules, &goals, alphabet.len(), (board.rows(), board.columns()))
    }

    /// The turns and mirrors that keep these rules on boards with the size of this one.
    pub(in crate::eval) fn ground_turns(
        &self,
        ruleset: &Ruleset,
        board: &Board,
    ) -> Result<Option<Symmetries>> {
        if self.is_plain(ruleset) {
            return Ok(None);
        }
        let Some(boards) = self.ground_boards(ruleset, board) else { return Ok(None) };
        let Some((alphabet, _)) = &self.world.rules.compiled(ruleset).board else {
            return Ok(None);
        };
        Ok(Some(boards.turns(board, alphabet.len(), &self.budget)?))
    }
}

/// Digest of rules: in an archive, answers about boards belong to them, for there may be others on boards of another
/// size.
pub(in crate::eval) fn digest(boards: &Boards) -> [u8; 32] {
    let mut text = Vec::new();
    for player in [Player::Left, Player::Right] {
        for rule in boards.rules(player) {
            for cell in rule.cells().unwrap_or_default() {
                let RuleCell { row, column, needs, may_be_outside, writes } = cell;
                text.extend(row.to_le_bytes());
                text.extend(column.to_le_bytes());
                text.extend(needs.to_le_bytes());
                text.extend([u8::from(may_be_outside), writes.unwrap_or(Symbol::MAX)]);
            }
            text.push(b';');
        }
        text.push(b'.');
    }
    Sha256::digest(text).into()
}

#[cfg(test)]
mod tests;
