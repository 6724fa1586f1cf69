//! Values of positions: the evaluator as the core and the builtins see it.

use std::rc::Rc;

use upstar_core::position::{self, Memo, Part as Component};
use upstar_core::{Game, Player, Store};

use super::Machine;
use crate::diagnostic::Code;
use crate::rules::rewrite::{Parts, Trouble};
use crate::value::board::Board;
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
    fn nested<T>(&mut self, solve: impl FnOnce(&mut Self, &Store) -> Result<T>) -> Result<T> {
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
        let Some((cells, parts)) = self.split(position)? else {
            return self.nested(|machine, store| position::nimber(machine, store, position));
        };
        let store = self.world.store().clone();
        let mut total = 0;
        for part in &parts.small {
            let (Component::Position(id) | Component::Negative(id)) = part else { continue };
            let nimber = position::nimber(&mut *parts.planes.borrow_mut(), &store, id);
            let nimber = nimber.map_err(|trouble| self.trouble(trouble, position, &cells))?;
            let Some(nimber) = nimber else { return Ok(None) };
            total ^= nimber;
        }
        for (board, _) in parts.large {
            let part = with_board(position, &cells, board)?;
            let nimber = self.nested(|machine, store| position::nimber(machine, store, &part))?;
            let Some(nimber) = nimber else { return Ok(None) };
            total ^= nimber;
        }
        Ok(Some(total))
    }

    fn is_impartial(&mut self, position: &Position) -> bool {
        self.world.rules.compiled(&position.ruleset).impartial
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
    fn summands(&mut self, option: &Value) -> Result<position::Sum<Rc<Position>>> {
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

    /// The independent parts of a position: those that are small by their values, the others in
    /// normal form.
    fn parts(
        &mut self,
        position: &Rc<Position>,
        negated: bool,
    ) -> Result<position::Sum<Rc<Position>>> {
        let signed = |position, negated| match negated {
            true => Component::Negative(position),
            false => Component::Position(position),
        };
        let Some((cells, parts)) = self.split(position)? else {
            return Ok(vec![signed(position.clone(), negated)]);
        };
        let store = self.world.store().clone();
        let small = position::sum_value(&mut *parts.planes.borrow_mut(), &store, &parts.small)
            .map_err(|trouble| self.trouble(trouble, position, &cells))?;
        let mut sum = Vec::with_capacity(1 + parts.large.len());
        sum.push(Component::Value(if negated { store.neg(small)? } else { small }));
        for (board, mirrored) in parts.large {
            sum.push(signed(with_board(position, &cells, board)?, mirrored != negated));
        }
        Ok(sum)
    }

    /// The board of a position and its independent parts; nothing when it is no board, or
    /// expressions may look at all of it.
    fn split(&mut self, position: &Position) -> Result<Option<(Rc<Cells>, Parts)>> {
        let [Value::Board(cells)] = position.arguments() else { return Ok(None) };
        for _ in 0..cells.board.symbols().len() / CELLS_PER_STEP {
            self.budget.step()?;
        }
        let parts = self.world.rules.compiled(&position.ruleset).parts(&cells.board)?;
        Ok(parts.map(|parts| (cells.clone(), parts)))
    }

    /// What went wrong with the boards of a ruleset.
    fn trouble(&mut self, trouble: Trouble, position: &Position, cells: &Cells) -> Fault {
        match trouble {
            Trouble::Core(error) => error.into(),
            Trouble::Repeats(cycle) => {
                let boards = cycle.into_iter().map(|board| with_board(position, cells, board));
                match boards.collect() {
                    Ok(cycle) => position::Rules::repeats(self, cycle),
                    Err(fault) => fault,
                }
            }
        }
    }
}

/// The position with another board.
fn with_board(position: &Position, cells: &Cells, board: Board) -> Result<Rc<Position>> {
    let (alphabet, shape) = (cells.alphabet.clone(), cells.shape);
    let board = Value::Board(Rc::new(Cells { board, alphabet, shape }));
    Ok(Rc::new(Position::new(position.ruleset.clone(), vec![board])?))
}
