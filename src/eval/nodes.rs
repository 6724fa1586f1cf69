//! Positions as the solver sees them: by number, so that tables and threads need not look into them.
//!
//! Knows: which number a position has, boards of rewrite rules in their own tables. Must not know: what is
//! found out about positions.

use std::sync::Arc;

use upstar_core::loopy::Loopy;
use upstar_core::shared::{Shards, hash_of};
use upstar_core::solve::{self, Component, Memo, Solver, Unsolved};

use super::Machine;
use crate::diagnostic::Code;
use crate::value::{
    Attempt, Cells, Fault, NoAnswer, Position, Result, Ruleset, Term, TermKind, Value, ops, show,
};
use upstar_core::board::Board;
use upstar_core::board::rewrite::{Boards, Id, Parts, Planes};

/// The most cells of boards whose moves are placements.
const MOST_PLACED: usize = 128;

/// What is said of positions that repeat.
pub(super) const LOOPY: &str = "such games are loopy, and this is a question about games that end; `outcome`, \
                     `winning_moves`, comparisons and `explain` are for both";

/// A position, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A board of rewrite rules: where its ruleset is at home, and its number there.
    Board(usize, Id),
    /// Any other, by its number among [`Positions`].
    Position(u32),
    /// A loopy value beside positions.
    Loopy(Arc<Loopy>),
}

/// Where the boards of a ruleset are numbered.
pub(super) struct Home {
    pub(super) planes: Arc<Planes>,
    /// A position of the ruleset, and its board.
    sample: Arc<Position>,
    cells: Arc<Cells>,
}

impl Home {
    /// The position of the ruleset with a board of this number.
    pub(super) fn position(&self, id: Id) -> Result<Arc<Position>> {
        self.position_of(self.planes.board(id))
    }

    fn position_of(&self, board: Board) -> Result<Arc<Position>> {
        let (alphabet, shape) = (self.cells.alphabet.clone(), self.cells.shape);
        let board = Value::Board(Arc::new(Cells { board, alphabet, shape }));
        Ok(Arc::new(Position::new(self.sample.ruleset.clone(), vec![board])?))
    }
}

/// What is known of positions; a cache that outlives evaluations.
pub(super) type Known = Memo<Node>;

/// A memo in which nothing is known.
pub(super) fn unknown() -> Arc<Known> {
    Arc::new(Memo::numbered(|node| match node {
        Node::Position(number) => Some(*number),
        Node::Board(..) | Node::Loopy(_) => None,
    }))
}

/// Positions by number: each has one, for all threads.
#[derive(Default)]
pub(super) struct Positions {
    list: boxcar::Vec<Arc<Position>>,
    /// Numbers by hash.
    numbers: Shards<(u64, u32)>,
}

impl Positions {
    /// The node of a position.
    pub(super) fn node(&self, position: &Arc<Position>) -> Node {
        let hash = hash_of(position);
        let number = self.numbers.with(hash, |numbers| {
            let same = |&(other, number): &_| other == hash && self.get(number) == position;
            if let Some(&(_, number)) = numbers.find(hash, same) {
                return number;
            }
            let number = self.list.push(position.clone());
            let number = u32::try_from(number).expect("memory ends before there are so many");
            numbers.insert_unique(hash, (hash, number), |&(hash, _)| hash);
            number
        });
        Node::Position(number)
    }

    /// The position with this number.
    pub(super) fn get(&self, number: u32) -> &Arc<Position> {
        &self.list[number as usize]
    }
}

impl<'w> Machine<'w> {
    /// The position with this number.
    pub(super) fn numbered(&self, number: u32) -> &'w Arc<Position> {
        self.world.positions.get(number)
    }
}

impl Machine<'_> {
    /// The independent parts of an option.
    pub(super) fn summands(&mut self, option: &Value) -> Result<solve::Sum<Node>> {
        self.components(option, false, |machine, position, negated| {
            machine.parts(position, negated)
        })
    }

    /// The parts of a value, with the players exchanged when `negated`; `parts` finds those of a
    /// position.
    pub(super) fn components(
        &mut self,
        value: &Value,
        negated: bool,
        parts: impl Fn(&mut Self, &Arc<Position>, bool) -> Result<solve::Sum<Node>>,
    ) -> Result<solve::Sum<Node>> {
        let terms = ops::terms(self.world.store(), value, negated)?;
        let mut components = Vec::with_capacity(terms.len());
        for Term { negated, kind } in terms {
            match kind {
                TermKind::Position(position) => components.extend(parts(self, &position, negated)?),
                TermKind::Game(game) if negated => {
                    components.push(Component::Value(self.world.store().neg(game)?));
                }
                TermKind::Game(game) => components.push(Component::Value(game)),
                TermKind::Loopy(loopy) if negated => {
                    components.push(Component::Negative(Node::Loopy(loopy)));
                }
                TermKind::Loopy(loopy) => components.push(Component::Position(Node::Loopy(loopy))),
            }
        }
        Ok(components)
    }

    /// The independent parts of a position, in normal form.
    pub(super) fn parts(
        &mut self,
        position: &Arc<Position>,
        negated: bool,
    ) -> Result<solve::Sum<Node>> {
        self.by_last_move(&position.ruleset)?;
        match self.stated(position)? {
            Some(stated) => self.stated_components(&position.ruleset, &stated, negated),
            None => self.split(position, negated),
        }
    }

    /// The parts that the interpreter finds.
    pub(super) fn split(
        &mut self,
        position: &Arc<Position>,
        negated: bool,
    ) -> Result<solve::Sum<Node>> {
        self.by_last_move(&position.ruleset)?;
        let signed = |place, negated| match negated {
            true => Component::Negative(place),
            false => Component::Position(place),
        };
        let node = |position: &_| self.world.positions.node(position);
        let whole = || Ok(vec![signed(node(position), negated)]);
        let cells = match position.arguments() {
            [Value::Board(cells)] => cells,
            [Value::Graph(graph)] => {
                let position = self.renumbered(position, graph)?;
                return Ok(vec![signed(self.world.positions.node(&position), negated)]);
            }
            _ => return whole(),
        };
        let Some(parts) = self.boards(&position.ruleset, cells)? else {
            let (position, mirrored) = self.turned_over(position, cells)?;
            let node = self.world.positions.node(&position);
            return Ok(vec![signed(node, mirrored != negated)]);
        };
        let home = self.home(&parts.planes, position, cells);
        let sum = placed(home, parts.sum);
        Ok(match negated {
            true => sum.into_iter().map(opposite).collect(),
            false => sum,
        })
    }

    /// The independent parts of a board, when rewrite rules or placements say all about it.
    fn boards(&self, ruleset: &Ruleset, cells: &Cells) -> Result<Option<Parts>> {
        if let Some(boards) = self.small_placements(ruleset, &cells.board) {
            return Ok(Some(boards.parts(&cells.board, &self.budget)?));
        }
        self.world.rules.compiled(ruleset).parts(&cells.board, &self.budget)
    }

    /// The boards of a ruleset of placements, where they are small enough to be taken whole.
    pub(super) fn small_placements(&self, ruleset: &Ruleset, board: &Board) -> Option<&Boards> {
        (board.symbols().len() <= MOST_PLACED).then(|| self.placements(ruleset)).flatten()
    }

    /// Where the boards of a ruleset are at home.
    fn home(
        &mut self,
        planes: &Arc<Planes>,
        position: &Arc<Position>,
        cells: &Arc<Cells>,
    ) -> usize {
        let homes = &self.world.homes;
        let mut all = homes.iter();
        let known = all.find(|(_, home)| {
            Arc::ptr_eq(&home.planes, planes) && home.sample.ruleset == position.ruleset
        });
        known.map_or_else(
            || {
                let (planes, sample, cells) = (planes.clone(), position.clone(), cells.clone());
                homes.push(Home { planes, sample, cells })
            },
            |(number, _)| number,
        )
    }

    /// Asks something of the boards of a ruleset.
    pub(super) fn on_boards<T>(
        &mut self,
        home: usize,
        ask: impl FnOnce(&Solver<'_, Planes>) -> std::result::Result<T, Unsolved<Board>>,
    ) -> Attempt<T> {
        let planes = &self.world.homes[home].planes;
        ask(&planes.solver(self.world.store())).map_err(|unsolved| self.unsolved(home, unsolved))
    }

    /// Why a question about the boards of a ruleset has no answer.
    pub(super) fn unsolved(&mut self, home: usize, unsolved: Unsolved<Board>) -> NoAnswer {
        match unsolved {
            Unsolved::Failed(error) => error.into(),
            Unsolved::Repeats(cycle) => {
                let home = &self.world.homes[home];
                let cycle = cycle.into_iter().map(|board| home.position_of(board));
                match cycle.collect::<Result<Vec<_>>>() {
                    Ok(cycle) => NoAnswer::Repeats(self.repeating(&cycle, LOOPY)),
                    Err(fault) => fault.into(),
                }
            }
        }
    }

    /// The fault of positions that lead to each other, with a note on what that means.
    pub(super) fn repeating(&mut self, cycle: &[Arc<Position>], note: &str) -> Fault {
        let shown: Vec<String> = cycle
            .iter()
            .chain(cycle.first())
            .take(6)
            .filter_map(|p| show::value(self.world.store(), &Value::Position(p.clone())).ok())
            .collect();
        let mut fault = match cycle {
            [_] => Fault::new(Code::Repeats, "a move leads from a position to itself"),
            _ => Fault::new(Code::Repeats, "the play can return to a position it has left"),
        };
        for span in self.moves_of(cycle) {
            fault = fault.label(span, "by this move");
        }
        fault.note(format!("the cycle, up to symmetry: {}", shown.join(" → "))).note(note)
    }
}

/// Parts as places.
pub(super) fn placed(home: usize, sum: solve::Sum<Id>) -> solve::Sum<Node> {
    let place = |part| match part {
        Component::Position(id) => Component::Position(Node::Board(home, id)),
        Component::Negative(id) => Component::Negative(Node::Board(home, id)),
        Component::Value(game) => Component::Value(game),
    };
    sum.into_iter().map(place).collect()
}

/// A part with the players exchanged.
fn opposite(part: Component<Node>) -> Component<Node> {
    match part {
        Component::Position(place) => Component::Negative(place),
        Component::Negative(place) => Component::Position(place),
        // Boards have no values.
        value @ Component::Value(_) => value,
    }
}
