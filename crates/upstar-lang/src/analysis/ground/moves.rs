//! The moves of a ruleset on boards of one size, each as a guard and the symbols that it writes.
//!
//! Knows: clauses. Must not know: what is made of the moves.

use std::collections::BTreeMap;

use upstar_core::Player;
use upstar_core::board::Symbol;
use upstar_core::board::rewrite::Rule;

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Item, KEPT, certain};
use crate::resolve::tree::{Alternative, Condition, Expr, Generator, Ruleset};
use crate::syntax::ast::Mover;

/// Symbols that a move writes on cells, in the order of the cells.
pub(super) type Writes = Vec<(usize, Symbol)>;

/// The moves of a player: what they write, and where they may be made.
pub(super) type Moves = BTreeMap<Writes, Guard>;

impl Evaluator<'_> {
    /// The moves of Left and of Right. `rules` are the rewrite rules in the order of the text, and `serves` reports
    /// whether a clause is for a player.
    pub(super) fn moves(
        &mut self,
        tree: &Ruleset,
        family: Vec<Cases>,
        rules: &[Rule],
        serves: &dyn Fn(Mover, Player) -> bool,
    ) -> Option<[Moves; 2]> {
        let mut moves = [Moves::new(), Moves::new()];
        let mut rules = rules.iter();
        for clause in &tree.clauses {
            if clause.mover.is_affine() {
                return None;
            }
            for way in &clause.alternatives {
                self.bind_board(tree, &family)?;
                let mut found = Moves::new();
                match way {
                    Alternative::Rewrite { gain: None, condition, .. } => {
                        self.rewritten(rules.next()?, condition.as_ref(), &mut found)?;
                    }
                    Alternative::Options { parts, gain: None, generators, .. } => {
                        let [option] = &parts[..] else { return None };
                        self.options(option, generators, &mut found)?;
                    }
                    _ => return None,
                }
                for player in [Player::Left, Player::Right] {
                    if serves(clause.mover, player) {
                        for (writes, guard) in &found {
                            self.add_move(&mut moves[player as usize], writes.clone(), *guard)?;
                        }
                    }
                }
            }
        }
        Some(moves)
    }

    /// Gives the parameters of the family, and the one for the board, their values.
    pub(super) fn bind_board(&mut self, tree: &Ruleset, family: &[Cases]) -> Option<()> {
        self.slots = vec![certain(Item::Nothing); tree.slots];
        let slots = self.slots.iter_mut().zip(family.iter().cloned());
        slots.for_each(|(slot, value)| *slot = value);
        *self.slots.get_mut(tree.family.len())? = certain(self.frame.as_ref()?.unknown_board());
        Some(())
    }

    fn options(
        &mut self,
        option: &Expr,
        generators: &[Generator],
        found: &mut Moves,
    ) -> Option<()> {
        self.bindings(generators, Guard::ALWAYS, &mut |evaluator, path| {
            for (guard, item) in evaluator.value(option, path)? {
                evaluator.note(option, !matches!(item, Item::Board(_)));
                let Item::Board(cells) = item else { return None };
                evaluator.board_move(&cells, guard, found)?;
            }
            Some(())
        })
    }

    /// A move to a board.
    fn board_move(&mut self, cells: &[Symbol], guard: Guard, found: &mut Moves) -> Option<()> {
        let mut writes = Writes::new();
        for (cell, symbol) in cells.iter().enumerate() {
            if *symbol != KEPT && !self.guards.is_known(guard, cell, *symbol)? {
                writes.push((cell, *symbol));
            }
        }
        self.add_move(found, writes, guard)
    }

    fn add_move(&mut self, moves: &mut Moves, writes: Writes, guard: Guard) -> Option<()> {
        self.guards.spend(1)?;
        let known = moves.get(&writes).copied().unwrap_or(Guard::NEVER);
        let either = self.guards.or(known, guard)?;
        moves.insert(writes, either);
        Some(())
    }

    /// The moves of a rewrite rule, which are looked at after they were made where there is a condition.
    pub(super) fn rewritten(
        &mut self,
        rule: &Rule,
        condition: Option<&Condition>,
        found: &mut Moves,
    ) -> Option<()> {
        let board = &self.frame.as_ref()?.board;
        let (size, count) = ((board.rows(), board.columns()), board.symbols().len());
        for laid in rule.laid(size).ok()? {
            self.guards.spend(laid.len())?;
            let mut path = Guard::ALWAYS;
            let mut cells = vec![KEPT; count];
            for (cell, needs, writes) in laid {
                let shows = self.guards.shows(cell, needs);
                path = self.guards.and(path, shows)?;
                cells[cell] = writes.unwrap_or(KEPT);
            }
            if let Some(Condition { after, truth }) = condition
                && !path.is_never()
            {
                *self.slots.get_mut(*after)? = certain(Item::Board(cells.clone().into()));
                path = self.truth(truth, path)?;
            }
            if !path.is_never() {
                self.board_move(&cells, path, found)?;
            }
        }
        Some(())
    }
}
