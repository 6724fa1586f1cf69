//! Values of positions: the evaluator as the core and the builtins see it.

use std::rc::Rc;

use upstar_core::position::{self, Memo, Part as Component, Way};
use upstar_core::{Game, Outcome, Player, Store};

use super::Machine;
use crate::diagnostic::Code;
use crate::value::host::{self, Host};
use crate::value::{Cells, Fault, Part, Position, Result, Term, Value, show};

/// Splitting a board costs a step for so many cells.
const CELLS_PER_STEP: usize = 1 << 6;

/// What is known of positions; a cache that outlives evaluations.
pub(super) type Known = Memo<Rc<Position>>;

impl Machine<'_> {
    fn solve(&mut self, position: &Rc<Position>) -> Result<Game> {
        let parts = self.parts(position, false)?;
        self.nested(|machine, store| position::sum_value(machine, store, &parts))
    }

    /// Solves something, as one more open call: rules may ask for values themselves.
    pub(super) fn nested<T>(
        &mut self,
        solve: impl FnOnce(&mut Self, &Store) -> Result<T>,
    ) -> Result<T> {
        self.enter()?;
        let store = self.world.store().clone();
        let result = solve(self, &store);
        self.calls -= 1;
        result
    }
}

impl Host for Machine<'_> {
    fn store(&self) -> Rc<Store> {
        self.world.store().clone()
    }

    fn call(&mut self, callee: &Value, args: Vec<Value>) -> Result<Value> {
        self.apply(callee, args, &[])
    }

    fn position_value(&mut self, position: &Rc<Position>) -> Result<Game> {
        self.solve(position)
    }

    fn position_nimber(&mut self, position: &Rc<Position>) -> Result<Option<u32>> {
        let mut total = 0;
        for part in self.parts(position, false)? {
            let (Component::Position(part) | Component::Negative(part)) = part else { continue };
            let nimber = self.nested(|machine, store| position::nimber(machine, store, &part))?;
            let Some(nimber) = nimber else { return Ok(None) };
            total ^= nimber;
        }
        Ok(Some(total))
    }

    fn is_impartial(&mut self, position: &Position) -> bool {
        self.world.rules.compiled(&position.ruleset).impartial
    }

    fn wins(&mut self, value: &Value, first: Player) -> Result<(bool, Way)> {
        self.search_wins(value, first)
    }

    fn outcome(&mut self, value: &Value) -> Result<(Outcome, Way)> {
        self.search_outcome(value)
    }

    fn options(&mut self, position: &Rc<Position>, player: Player) -> Result<Vec<Value>> {
        self.options_of(position, player)
    }
}

impl position::Rules for Machine<'_> {
    type Position = Rc<Position>;
    type Error = Fault;

    fn is_impartial(&mut self, position: &Rc<Position>) -> bool {
        self.world.rules.compiled(&position.ruleset).impartial
    }

    fn stays_impartial(&mut self, position: &Rc<Position>) -> bool {
        let compiled = self.world.rules.compiled(&position.ruleset);
        compiled.impartial && compiled.rewrites_only
    }

    fn has_few_followers(&mut self, position: &Rc<Position>) -> bool {
        position.ruleset.is_of_heaps()
    }

    fn options(
        &mut self,
        position: &Rc<Position>,
        player: Player,
    ) -> Result<Vec<position::Sum<Rc<Position>>>> {
        let options = self.options_of(position, player)?;
        options.iter().map(|option| self.summands(option)).collect()
    }

    fn memo(&mut self) -> &mut Known {
        &mut self.world.known
    }

    fn repeats(&mut self, cycle: Vec<Rc<Position>>) -> Fault {
        let shown: Vec<String> = cycle
            .iter()
            .chain(cycle.first())
            .take(6)
            .filter_map(|p| show::value(self.world.store(), &Value::Position(p.clone())).ok())
            .collect();
        Fault::new(Code::Repeats, "the play can return to a position it has left")
            .note(format!("the circle, up to symmetry: {}", shown.join(" → ")))
            .note("such games are loopy; their values are not computed yet")
    }
}

impl Machine<'_> {
    /// The independent parts of an option.
    pub(super) fn summands(&mut self, option: &Value) -> Result<position::Sum<Rc<Position>>> {
        match option {
            Value::Position(position) => self.parts(position, false),
            Value::Sum(sum) => {
                let mut parts = Vec::with_capacity(sum.terms().len());
                for Term { negated, part } in sum.terms() {
                    match part {
                        Part::Position(position) => parts.extend(self.parts(position, *negated)?),
                        Part::Game(game) if *negated => {
                            parts.push(Component::Value(self.world.store().neg(*game)?));
                        }
                        Part::Game(game) => parts.push(Component::Value(*game)),
                    }
                }
                Ok(parts)
            }
            other => Ok(vec![Component::Value(host::game(self, other)?)]),
        }
    }

    /// The independent parts of a position, in normal form.
    fn parts(
        &mut self,
        position: &Rc<Position>,
        negated: bool,
    ) -> Result<position::Sum<Rc<Position>>> {
        let signed = |position, negated| match negated {
            true => Component::Negative(position),
            false => Component::Position(position),
        };
        let [Value::Board(cells)] = position.arguments() else {
            return Ok(vec![signed(position.clone(), negated)]);
        };
        let compiled = self.world.rules.compiled(&position.ruleset).clone();
        for _ in 0..cells.board.symbols().len() / CELLS_PER_STEP {
            self.budget.step()?;
        }
        let Some(parts) = compiled.parts(&cells.board) else {
            return Ok(vec![signed(position.clone(), negated)]);
        };
        let mut sum = Vec::with_capacity(parts.len());
        for (board, mirrored) in parts {
            let (alphabet, shape) = (cells.alphabet.clone(), cells.shape);
            let board = Value::Board(Rc::new(Cells { board, alphabet, shape }));
            let part = Position::new(position.ruleset.clone(), vec![board])?;
            sum.push(signed(Rc::new(part), mirrored != negated));
        }
        Ok(sum)
    }
}
