//! Values of games about points whose positions are integers and lists of integers.
//!
//! Knows: for which positions compiled rules are asked. Must not know: how rules are compiled, or games searched.

use upstar_core::{Player, Rational};

use super::PointsNode;
use super::moves::once;
use crate::analysis::lists::{Kind, ListGame, Packed, kinds};
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::environment::meanings::MeaningNumber;
use crate::eval::solve::points::keeps_table;
use crate::eval::solve::points::moves::turn_at;
use crate::eval::validate::FastMethod;
use crate::value::Result;
use crate::value::points::Turn;

/// Compiled rules of the rulesets that were asked about last, with what is known of the values of their positions.
#[derive(Debug, Default)]
pub(in crate::eval) struct ListMemo {
    /// With their meanings, from the last one that was asked about to the first.
    games: Vec<(MeaningNumber, ListGame)>,
}

/// Tables of so many positions of other rulesets are kept during a search.
const MOST_KEPT: usize = if cfg!(test) { 1 << 9 } else { 1 << 16 };

/// Steps of a search with bounds before a table is tried.
const FEW_STEPS: u64 = 1 << 16;

/// Steps in which a table is filled, or is not worth it.
const STEPS_OF_TABLE: u64 = 1 << 21;

/// So many compiled rulesets are kept.
const MOST_GAMES: usize = 64;

impl ListMemo {
    /// Number of positions of which something is known.
    pub(in crate::eval) fn known(&self) -> usize {
        self.games.iter().map(|(_, game)| game.known()).sum()
    }

    /// Place of the game of a meaning for arguments of some kinds.
    fn place(&self, meaning: MeaningNumber, kinds: &[Kind]) -> Option<usize> {
        self.games.iter().position(|(of, game)| *of == meaning && game.kinds() == kinds)
    }

    /// Takes a game out, for a search. Its compiled rules stay for other threads, with an empty table, and tables of
    /// other games make room.
    fn take(&mut self, place: usize) -> ListGame {
        let (meaning, game) = self.games.remove(place);
        self.add(meaning, game.without_table());
        game
    }

    /// Adds a game as the last one that was asked about; tables of other games make room.
    fn add(&mut self, meaning: MeaningNumber, game: ListGame) {
        let mut rest = MOST_KEPT;
        self.games.truncate(MOST_GAMES - 1);
        self.games.retain(|(_, game)| match rest.checked_sub(game.known()) {
            Some(less) => {
                rest = less;
                true
            }
            None => false,
        });
        self.games.insert(0, (meaning, game));
    }

    /// Puts a game back after a search, unless another thread has put a larger table there.
    fn put(&mut self, meaning: MeaningNumber, game: ListGame) {
        match self.place(meaning, game.kinds()) {
            Some(place) if self.games[place].1.known() > game.known() => {}
            Some(place) => self.games[place].1 = game,
            None => self.add(meaning, game),
        }
    }
}

/// The kinds of arguments of a ruleset for which its rules cannot be compiled, or failed once.
#[derive(Debug, Default)]
pub(in crate::eval) struct ListFailures(Vec<Vec<Kind>>);

impl ListFailures {
    fn contain(&self, kinds: &[Kind]) -> bool {
        self.0.iter().any(|failed| failed == kinds)
    }

    fn add(&mut self, kinds: &[Kind]) {
        if !self.contain(kinds) {
            self.0.push(kinds.to_vec());
        }
    }
}

/// What compiled rules answer about a position, asked with `ask`; `None` where the evaluator must find out.
fn by_lists<T>(
    machine: &mut Machine<'_>,
    node: &PointsNode,
    ask: impl FnOnce(&mut Machine<'_>, &mut ListGame, &Packed) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let Some((position, mut game)) = machine.env.list_game(node) else { return Ok(None) };
    let found = ask(machine, &mut game, &position);
    if !keeps_table(machine, &found) {
        return found;
    }
    if !matches!(found, Ok(None)) {
        machine.env.world.lists.lock().put(node.meaning, game);
    } else {
        // Which errors a search meets depends on its table, so that from now on one search answers.
        machine.env.facts(&node.position.ruleset).lists.lock().add(game.kinds());
    }
    found
}

impl Environment<'_> {
    /// Points of a position in a table of all that follow from it; `None` where there is none.
    fn points_in_table(&self, node: &PointsNode) -> Result<Option<i64>> {
        let (ruleset, arguments) = (&node.position.ruleset, node.position.arguments());
        let is_of_integers = self.is_of_integers(ruleset);
        let Some(mover) = node.mover.filter(|_| is_of_integers && !self.is_plain(ruleset)) else {
            return Ok(None);
        };
        let points = self.with_tuples(ruleset, |tuples, rules| {
            tuples.points(rules, arguments, mover, &self.budget)
        })?;
        let spoilt = self.world.validation.spoils(FastMethod::Lists);
        Ok(points.map(|points| points + i64::from(spoilt)))
    }

    /// Whether there are compiled rules for a position.
    pub(in crate::eval::solve) fn is_listed(&self, node: &PointsNode) -> bool {
        let Some((_, game)) = self.list_game(node) else { return false };
        self.world.lists.lock().put(node.meaning, game);
        true
    }

    /// A position for compiled rules, and these; `None` where there are none.
    fn list_game(&self, node: &PointsNode) -> Option<(Packed, ListGame)> {
        let (ruleset, arguments) = (&node.position.ruleset, node.position.arguments());
        let kinds = kinds(arguments).filter(|_| !self.is_plain(ruleset))?;
        let failures = &self.facts(ruleset).lists;
        (!failures.lock().contain(&kinds)).then_some(())?;
        {
            let mut memo = self.world.lists.lock();
            if let Some(place) = memo.place(node.meaning, &kinds) {
                let position = memo.games[place].1.packed(ruleset, arguments, node.mover)?;
                return Some((position, memo.take(place)));
            }
        }
        let compiled = self.world.rules.compiled(ruleset);
        let serves = |mover, player| compiled.serves(mover, player);
        let Some(game) = ListGame::new(self.normal(ruleset), arguments, &serves) else {
            failures.lock().add(&kinds);
            return None;
        };
        let position = game.packed(ruleset, arguments, node.mover);
        let own = game.without_table();
        self.world.lists.lock().add(node.meaning, game);
        Some((position?, own))
    }
}

/// Value of a position by compiled rules; `None` where the evaluator must find it.
///
/// A search with bounds comes first, which may need few positions. When it takes long, a table of all positions is tried, and
/// then the search goes on.
pub(super) fn listed_value(
    machine: &mut Machine<'_>,
    node: &PointsNode,
) -> Result<Option<Rational>> {
    if machine.is_validating {
        return searched_value(machine, node);
    }
    let budget = machine.env.budget.clone();
    let found = budget.within(FEW_STEPS, || searched_value(machine, node));
    if found.is_ok() || budget.step().is_err() {
        return found;
    }
    if let Ok(Some(points)) = budget.within(STEPS_OF_TABLE, || machine.env.points_in_table(node)) {
        return Ok(Some(Rational::from(points)));
    }
    searched_value(machine, node)
}

fn searched_value(machine: &mut Machine<'_>, node: &PointsNode) -> Result<Option<Rational>> {
    by_lists(machine, node, |machine, game, position| {
        let value = game.value(position, &machine.env.budget)?;
        let spoilt = machine.env.world.validation.spoils(FastMethod::Lists);
        Ok(value.map(|value| Rational::from(value + i64::from(spoilt))))
    })
}

/// Value of a position by compiled rules, and indices of the best ones of its different moves; `None` where the
/// evaluator must find them.
pub(super) fn best_listed(
    machine: &mut Machine<'_>,
    node: &PointsNode,
) -> Result<Option<(Rational, Vec<usize>)>> {
    by_lists(machine, node, |machine, game, position| best_of_list(machine, node, game, position))
}

fn best_of_list(
    machine: &mut Machine<'_>,
    node: &PointsNode,
    game: &mut ListGame,
    position: &Packed,
) -> Result<Option<(Rational, Vec<usize>)>> {
    let Some(value) = game.value(position, &machine.env.budget)?.map(Rational::from) else {
        return Ok(None);
    };
    let Turn::Of(player, moves) = turn_at(machine, node)? else {
        return Ok(Some((value, Vec::new())));
    };
    let next = node.mover.map(Player::opponent);
    let mut best = Vec::new();
    for (index, step) in once(moves).0.into_iter().enumerate() {
        let packed = game.packed(&step.to.ruleset, step.to.arguments(), next);
        let rest = (&value - &step.gain).to_i64();
        let (Some(packed), Some(rest)) = (packed, rest) else { return Ok(None) };
        let reaches = match player {
            Player::Left => game.exceeds(&packed, rest - 1, &machine.env.budget)?,
            Player::Right => game.exceeds(&packed, rest, &machine.env.budget)?.map(|more| !more),
        };
        match reaches {
            Some(true) => best.push(index),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some((value, best)))
}

#[cfg(test)]
mod tests;
