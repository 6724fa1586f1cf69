//! Values of games about points whose positions are integers and lists of integers.
//!
//! Knows: for which positions compiled rules are asked. Must not know: how rules are compiled, or games searched.

use upstar_core::{Player, Rational};

use super::PointsNode;
use super::moves::once;
use crate::analysis::lists::{Kind, ListGame, Packed, kinds};
use crate::eval::Machine;
use crate::value::Result;
use crate::value::points::Turn;

/// Compiled rules of the rulesets that were asked about last, with what is known of the values of their positions.
#[derive(Debug, Default)]
pub(in crate::eval) struct ListMemo {
    /// From the last one that was asked about to the first.
    games: Vec<ListGame>,
}

/// Tables of so many positions of other rulesets are kept during a search.
const MOST_KEPT: usize = if cfg!(test) { 1 << 9 } else { 1 << 16 };

/// So many compiled rulesets are kept.
const MOST_GAMES: usize = 64;

impl ListMemo {
    /// Number of positions of which something is known.
    pub(in crate::eval) fn known(&self) -> usize {
        self.games.iter().map(ListGame::known).sum()
    }

    /// Place of the game of a ruleset, by its number, for arguments of some kinds.
    fn place(&self, ruleset: u32, kinds: &[Kind]) -> Option<usize> {
        self.games.iter().position(|game| game.is_for(ruleset, kinds))
    }

    /// Takes a game out, for a search. Its compiled rules stay for other threads, with an empty table, and tables of
    /// other games make room.
    fn take(&mut self, place: usize) -> ListGame {
        let game = self.games.remove(place);
        self.add(game.without_table());
        game
    }

    /// Adds a game as the last one that was asked about; tables of other games make room.
    fn add(&mut self, game: ListGame) {
        let mut rest = MOST_KEPT;
        self.games.truncate(MOST_GAMES - 1);
        self.games.retain(|game| match rest.checked_sub(game.known()) {
            Some(less) => {
                rest = less;
                true
            }
            None => false,
        });
        self.games.insert(0, game);
    }

    /// Puts a game back after a search, unless another thread has put a larger table there.
    fn put(&mut self, game: ListGame) {
        match self.place(game.ruleset(), game.kinds()) {
            Some(place) if self.games[place].known() > game.known() => {}
            Some(place) => self.games[place] = game,
            None => self.add(game),
        }
    }
}

/// Kinds of arguments of a ruleset for which compiled rules failed.
#[derive(Debug, Default)]
pub(in crate::eval) struct ListFailures {
    /// For each row of kinds, how often in a row the evaluator had to find the answer.
    counts: Vec<(Vec<Kind>, u32)>,
}

/// Compiled rules are not asked again after so many failures in a row.
const MOST_FAILURES: u32 = 3;

impl ListFailures {
    /// Whether compiled rules are asked about arguments of these kinds.
    fn allow(&self, kinds: &[Kind]) -> bool {
        let count = self.counts.iter().find(|(failed, _)| failed == kinds);
        count.is_none_or(|(_, count)| *count < MOST_FAILURES)
    }

    fn add(&mut self, kinds: &[Kind], more: u32) {
        match self.counts.iter_mut().find(|(failed, _)| failed == kinds) {
            Some((_, count)) => *count = count.saturating_add(more),
            None => self.counts.push((kinds.to_vec(), more)),
        }
    }

    fn clear(&mut self, kinds: &[Kind]) {
        self.counts.retain(|(failed, _)| failed != kinds);
    }
}

impl Machine<'_> {
    /// What compiled rules answer about a position, asked with `ask`; where they cannot say, what `evaluate` finds.
    fn by_lists<T>(
        &mut self,
        node: &PointsNode,
        ask: impl FnOnce(&mut Self, &mut ListGame, &Packed) -> Result<Option<T>>,
        evaluate: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let Some((position, mut game)) = self.list_game(node) else { return evaluate(self) };
        // A search that is stopped leaves nothing behind, so that its memory is free.
        let found = ask(self, &mut game, &position)?;
        let world = self.world;
        let failures = &world.rules.facts(&node.position.ruleset).lists;
        let kinds = game.kinds().to_vec();
        world.lists.lock().put(game);
        match found {
            Some(found) => {
                failures.lock().clear(&kinds);
                Ok(found)
            }
            None => {
                let found = evaluate(self)?;
                // Where the evaluator fails too, nothing is wrong with the compiled rules.
                failures.lock().add(&kinds, 1);
                Ok(found)
            }
        }
    }

    /// A position for compiled rules, and these; `None` where there are none.
    fn list_game(&self, node: &PointsNode) -> Option<(Packed, ListGame)> {
        let (ruleset, arguments) = (&node.position.ruleset, node.position.arguments());
        let kinds = kinds(arguments)?;
        let failures = &self.world.rules.facts(ruleset).lists;
        failures.lock().allow(&kinds).then_some(())?;
        {
            let mut memo = self.world.lists.lock();
            if let Some(place) = memo.place(ruleset.id, &kinds) {
                let position = memo.games[place].packed(ruleset, arguments, node.mover)?;
                return Some((position, memo.take(place)));
            }
        }
        let compiled = self.world.rules.compiled(ruleset);
        let serves = |mover, player| compiled.serves(mover, player);
        let Some(game) = ListGame::new(ruleset, arguments, &serves, &|place| self.library(place))
        else {
            failures.lock().add(&kinds, MOST_FAILURES);
            return None;
        };
        let position = game.packed(ruleset, arguments, node.mover);
        let own = game.without_table();
        self.world.lists.lock().add(game);
        Some((position?, own))
    }

    /// Value of a position.
    pub(super) fn value_of_lists(
        &mut self,
        node: &PointsNode,
        evaluate: impl FnOnce(&mut Self) -> Result<Rational>,
    ) -> Result<Rational> {
        let ask = |machine: &mut Self, game: &mut ListGame, position: &Packed| {
            Ok(game.value(position, &machine.budget)?.map(Rational::from))
        };
        self.by_lists(node, ask, evaluate)
    }

    /// Value of a position, and indices of the best ones of its different moves.
    pub(super) fn best_of_lists(
        &mut self,
        node: &PointsNode,
        evaluate: impl FnOnce(&mut Self) -> Result<(Rational, Vec<usize>)>,
    ) -> Result<(Rational, Vec<usize>)> {
        let ask = |machine: &mut Self, game: &mut ListGame, position: &Packed| {
            machine.best_listed(node, game, position)
        };
        self.by_lists(node, ask, evaluate)
    }

    fn best_listed(
        &mut self,
        node: &PointsNode,
        game: &mut ListGame,
        position: &Packed,
    ) -> Result<Option<(Rational, Vec<usize>)>> {
        let Some(value) = game.value(position, &self.budget)?.map(Rational::from) else {
            return Ok(None);
        };
        let Turn::Of(player, moves) = self.turn_at(node)? else {
            return Ok(Some((value, Vec::new())));
        };
        let next = node.mover.map(Player::opponent);
        let mut best = Vec::new();
        for (index, step) in once(moves).0.into_iter().enumerate() {
            let packed = game.packed(&step.to.ruleset, step.to.arguments(), next);
            let rest = (&value - &step.gain).to_i64();
            let (Some(packed), Some(rest)) = (packed, rest) else { return Ok(None) };
            let reaches = match player {
                Player::Left => game.exceeds(&packed, rest - 1, &self.budget)?,
                Player::Right => game.exceeds(&packed, rest, &self.budget)?.map(|more| !more),
            };
            match reaches {
                Some(true) => best.push(index),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some((value, best)))
    }
}

#[cfg(test)]
mod tests {
    use super::{ListFailures, ListMemo, MOST_FAILURES, MOST_KEPT};
    use crate::analysis::lists::{Kind, ListGame};
    use crate::session::Session;
    use crate::value::{Position, Value};
    use std::sync::Arc;
    use upstar_core::{Budget, Player};

    fn position(session: &mut Session, text: &str) -> Arc<Position> {
        let mut reply = session.eval("test", text);
        match reply.answers.pop().map(|answer| answer.value) {
            Some(Value::Position(position)) => position,
            other => panic!("{text}: {other:?}, {:?}", reply.diagnostics),
        }
    }

    const TAKE: &str = "game Take(n) { move n - k gain k for k in 1..2 if k <= n };";

    fn game(position: &Position) -> Option<ListGame> {
        let (ruleset, arguments) = (&position.ruleset, position.arguments());
        ListGame::new(ruleset, arguments, &|_, _| true, &|_| None)
    }

    #[test]
    fn of_two_tables_for_the_same_rules_the_larger_one_is_kept() {
        let asked = position(&mut Session::default(), &format!("{TAKE} Take(9)"));
        let mut memo = ListMemo::default();
        memo.put(game(&asked).unwrap());
        let (mut one, other) = (memo.take(0), memo.take(0));
        let packed = one.packed(&asked.ruleset, asked.arguments(), Some(Player::Left)).unwrap();
        one.value(&packed, &Budget::unlimited()).unwrap();
        let known = one.known();
        assert!(known > 0 && other.known() == 0);
        memo.put(one);
        memo.put(other);
        assert_eq!((memo.games.len(), memo.known()), (1, known));
    }

    #[test]
    fn failures_are_counted_for_each_row_of_kinds() {
        let (mut failures, kinds, others) =
            (ListFailures::default(), [Kind::Int, Kind::List], [Kind::List, Kind::Int]);
        failures.add(&kinds, MOST_FAILURES - 1);
        assert!(failures.allow(&kinds));
        failures.add(&kinds, 1);
        failures.add(&others, 1);
        assert!(!failures.allow(&kinds) && failures.allow(&others));
        failures.clear(&kinds);
        assert!(failures.allow(&kinds));
    }

    /// Evaluates an input; returns the number of steps.
    fn steps(session: &mut Session, text: &str) -> u64 {
        session.eval("test", text);
        session.stats().steps
    }

    #[test]
    fn bad_arguments_leave_the_compiled_rules_and_their_table() {
        let mut session = Session::default();
        steps(
            &mut session,
            "game Pick(i, xs) { move (i - k, xs) gain xs[i] for k in 1..2 if k <= i }",
        );
        let asked = "value(Pick(20, [n * n % 7 for n in 1..20]), Max)";
        let (first, again) = (steps(&mut session, asked), steps(&mut session, asked));
        assert!(2 * again < first, "{first}, {again}");
        for bad in ["Pick(3, [1/2, 1/3, 1])", "Pick(99, [1])", "Pick([1], 2)", "Pick(1/2, [1])"] {
            for _ in 0..=MOST_FAILURES {
                steps(&mut session, &format!("value({bad}, Max)"));
                assert_eq!(steps(&mut session, asked), again, "{bad}");
            }
        }
    }

    #[test]
    fn tables_of_many_members_of_a_family_stay_small() {
        let mut session = Session::default();
        let rules = "game Three(k)(a, b, c) { move (a - 1, b, c) gain a % 3 if a > 0; \
                     (a, b - 1, c) gain k * b % 5 if b > 0; (a, b, c - 1) gain c % 2 if c > 0 }";
        steps(&mut session, rules);
        steps(&mut session, "value(Three(1)(5, 5, 5), Max)");
        let one = session.stats().positions;
        assert!(one > 50, "{one}");
        steps(&mut session, "[value(Three(k)(5, 5, 5), Max) for k in 2..40]");
        let known = session.stats().positions;
        assert!(known <= MOST_KEPT + 2 * 6 * 6 * 6, "{known}");
    }

    /// Rules about points whose score is an expression of so many levels, with value n + levels.
    fn deep_score(levels: usize) -> String {
        let (open, close) = ("abs(1 + ".repeat(levels), ")".repeat(levels));
        format!("game Deep(n, m) {{ move (n, m - 1) if m > 0; score {open}n{close} }};")
    }

    #[test]
    fn deep_expressions_are_left_to_the_evaluator() {
        for (levels, compiles) in [(80, true), (200, false)] {
            let text = format!("{} Deep(1, 2)", deep_score(levels));
            let asked = position(&mut Session::default(), &text);
            assert_eq!(game(&asked).is_some(), compiles, "{levels} levels");
        }
        let steps = " if n > 0".repeat(300);
        let chain = " <= n".repeat(300);
        for long in [format!("for k in 1..1{steps}"), format!("if 0{chain}")] {
            let text = format!("game Long(n, m) {{ move (n - 1, m) {long} }}; Long(1, 2)");
            assert!(game(&position(&mut Session::default(), &text)).is_none(), "{long}");
        }
    }

    #[test]
    fn deep_programs_leave_the_stack_whole() {
        // What is asked at each depth of a recursion finds another place on the stack.
        let function = "f(d, n) := if d > 0 then sum([f(d - 1, n) for i in 1..1]) \
                        else value(Deep(n, 1), Max) - n + nimber(Low(n))";
        for levels in [90, 490] {
            let mut session = Session::default();
            let (open, close) = ("max(0, ".repeat(levels), ")".repeat(levels));
            let heap = format!("game Low(n: heap) {{ move {open}n - 1{close} if n > 0 }}");
            for text in [&deep_score(levels)[..], &heap, function] {
                assert!(session.eval("test", text).diagnostics.is_empty(), "{text}");
            }
            let asked = format!("all([f(n, n) == {levels} + n % 2 for n in 1..300])");
            let reply = session.eval("test", &asked);
            assert!(reply.diagnostics.is_empty(), "{:?}", reply.diagnostics);
            assert_eq!(reply.answers[0].text, "true");
        }
    }
}
