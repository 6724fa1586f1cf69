//! Values of games about points whose positions are integers and lists of integers.
//!
//! Knows: for which positions compiled rules are asked. Must not know: how rules are compiled, or games searched.

use upstar_core::{Player, Rational};

use super::PointsNode;
use super::moves::once;
use crate::analysis::lists::{ListGame, Packed};
use crate::eval::Machine;
use crate::value::Result;
use crate::value::points::Turn;

/// The compiled rules of a ruleset for the kinds of arguments that were asked about last.
#[derive(Debug, Default)]
pub(in crate::eval) struct ListMemo {
    game: Option<ListGame>,
    /// Whether the rules failed somewhere.
    unfit: bool,
}

/// Tables of more positions are dropped when another ruleset is asked about.
const MOST_KEPT: usize = 1 << 16;

impl Machine<'_> {
    /// What compiled rules answer about a position, asked with `ask`; `None` where the evaluator must find out.
    fn by_lists<T>(
        &mut self,
        node: &PointsNode,
        ask: impl FnOnce(&mut Self, &mut ListGame, Packed) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let (ruleset, arguments) = (&node.position.ruleset, node.position.arguments());
        let memo = &self.world.rules.facts(ruleset).lists;
        // A search that is stopped leaves nothing behind, so that its memory is free.
        let (known, unfit) = {
            let mut memo = memo.lock();
            (memo.game.take(), memo.unfit)
        };
        if unfit {
            return Ok(None);
        }
        let packed = |game: ListGame| Some((game.packed(ruleset, arguments, node.mover)?, game));
        let known = known.and_then(packed).or_else(|| packed(self.new_list_game(node)?));
        let Some((position, mut game)) = known else { return Ok(None) };
        let found = ask(self, &mut game, position)?;
        let mut memo = memo.lock();
        memo.unfit |= found.is_none();
        memo.game = Some(game).filter(|_| found.is_some());
        Ok(found)
    }

    /// Compiles the rules of a ruleset for arguments of the kinds that a position has. Large tables of other rulesets make
    /// room for that of a new game.
    fn new_list_game(&self, node: &PointsNode) -> Option<ListGame> {
        let (ruleset, arguments) = (&node.position.ruleset, node.position.arguments());
        let compiled = self.world.rules.compiled(ruleset);
        let serves = |mover, player| compiled.serves(mover, player);
        let game = ListGame::new(ruleset, arguments, &serves, &|place| self.library(place))?;
        for facts in self.world.rules.all_facts() {
            facts.lists.lock().game.take_if(|game| game.known() > MOST_KEPT);
        }
        Some(game)
    }

    /// Value of a position by compiled rules; `None` where the evaluator must find it.
    pub(super) fn listed_value(&mut self, node: &PointsNode) -> Result<Option<Rational>> {
        self.by_lists(node, |machine, game, position| {
            Ok(game.value(&position, &machine.budget)?.map(Rational::from))
        })
    }

    /// Value of a position by compiled rules, and indices of the best ones of its different moves; `None` where the
    /// evaluator must find them.
    pub(super) fn best_listed(
        &mut self,
        node: &PointsNode,
    ) -> Result<Option<(Rational, Vec<usize>)>> {
        let Some(value) = self.listed_value(node)? else { return Ok(None) };
        let moves = match self.turn_at(node)? {
            Turn::Of(player, moves) => once(moves).0.into_iter().map(move |step| (player, step)),
            Turn::Over(_) => return Ok(Some((value, Vec::new()))),
        };
        let next = node.mover.map(Player::opponent);
        let best = self.by_lists(node, |machine, game, _| {
            let mut best = Vec::new();
            for (index, (player, step)) in moves.enumerate() {
                let packed = game.packed(&step.to.ruleset, step.to.arguments(), next);
                let rest = (&value - &step.gain).to_i64();
                let (Some(packed), Some(rest)) = (packed, rest) else { return Ok(None) };
                let reaches = match player {
                    Player::Left => game.exceeds(&packed, rest - 1, &machine.budget)?,
                    Player::Right => {
                        game.exceeds(&packed, rest, &machine.budget)?.map(|more| !more)
                    }
                };
                match reaches {
                    Some(true) => best.push(index),
                    Some(false) => {}
                    None => return Ok(None),
                }
            }
            Ok(Some(best))
        })?;
        Ok(best.map(|best| (value, best)))
    }
}
