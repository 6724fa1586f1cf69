//! Positions: made from arguments, their options, their values.

use std::rc::Rc;

use num_traits::ToPrimitive;
use upstar_core::position::{self, Memo, Summand};
use upstar_core::{Budget, Game, Player, Store};

use super::call::wrong_count;
use super::generate::listable;
use super::{Frame, Machine};
use crate::diagnostic::Code;
use crate::resolve::tree::{Alternative, Expr, Generator, PositionKind};
use crate::rules::board_fault;
use crate::syntax::ast::Mover;
use crate::value::board::{Board, Shape};
use crate::value::host::{self, Host};
use crate::value::{
    At, Cells, Fault, Part, Position, Result, Ruleset, Sum, Term, Value, ops, show,
};

/// What is known of positions; a cache that outlives evaluations.
pub(super) type Known = Memo<Rc<Position>>;

impl Machine<'_> {
    /// A position, or a sum of heaps, from the arguments of a ruleset.
    pub(super) fn position(
        &mut self,
        ruleset: &Rc<Ruleset>,
        args: &[Value],
        places: &[Expr],
    ) -> Result<Value> {
        let name = ruleset.tree.name.text.clone();
        match &ruleset.tree.position {
            PositionKind::Heap if args.is_empty() => Err(wrong_count(&name, 1, 1, 0)
                .help(format!("give the size of each heap: `{name}(5)`, `{name}(3, 5, 7)`"))),
            PositionKind::Heap => {
                let mut terms = Vec::with_capacity(args.len());
                for (i, arg) in args.iter().enumerate() {
                    let heap = heap(self.world.store(), ruleset, arg);
                    let heap = match places.get(i) {
                        Some(place) => heap.at(place.span)?,
                        None => heap?,
                    };
                    terms.push(Term { negated: false, part: Part::Position(heap) });
                }
                Ok(sum_or_position(terms))
            }
            PositionKind::Strip(_) | PositionKind::Grid(_) => {
                let cells = self.board_argument(ruleset, args, places)?;
                let cells = Value::Board(Rc::new(cells));
                Ok(Value::Position(Rc::new(Position::new(ruleset.clone(), vec![cells])?)))
            }
            PositionKind::Tuple => {
                let wanted = ruleset.tree.params.len();
                if args.len() != wanted {
                    return Err(wrong_count(&name, wanted, wanted, args.len()));
                }
                let position = Position::new(ruleset.clone(), args.to_vec())?;
                Ok(Value::Position(Rc::new(position)))
            }
        }
    }

    fn board_argument(
        &mut self,
        ruleset: &Rc<Ruleset>,
        args: &[Value],
        places: &[Expr],
    ) -> Result<Cells> {
        let Some((alphabet, shape)) = self.world.rules.compiled(ruleset).board.clone() else {
            return Err(Fault::new(Code::WrongPosition, "this ruleset has no board"));
        };
        let size = |value: &Value| -> Result<usize> {
            let n = host::count(self.world.store(), value, "the side of a board")?;
            Ok(usize::try_from(n).unwrap_or(usize::MAX))
        };
        let board = match (args, shape) {
            ([Value::Text(text)], _) => Board::parse(text, shape, &alphabet)
                .map_err(|error| board_fault(&error, text, places.first().map(|p| p.span)))?,
            ([Value::Board(cells)], _) => cells.board.clone(),
            ([length @ Value::Number(_)], Shape::Strip) => {
                Board::empty(1, size(length)?).map_err(|error| board_fault(&error, "", None))?
            }
            ([rows @ Value::Number(_), columns], Shape::Grid) => {
                Board::empty(size(rows)?, size(columns)?)
                    .map_err(|error| board_fault(&error, "", None))?
            }
            _ => return Err(no_board(ruleset, shape)),
        };
        Ok(Cells { board, alphabet, shape })
    }

    /// An option of a ruleset: what it makes of the value of an expression.
    fn option_part(&mut self, ruleset: &Rc<Ruleset>, value: Value) -> Result<Value> {
        let tree = &ruleset.tree;
        let arguments = match (&tree.position, &value) {
            (_, Value::Position(_) | Value::Sum(_)) => return Ok(value),
            (PositionKind::Heap, Value::Number(_)) => {
                return Ok(Value::Position(heap(self.world.store(), ruleset, &value)?));
            }
            (PositionKind::Strip(_) | PositionKind::Grid(_), Value::Board(_) | Value::Text(_)) => {
                return self.position(ruleset, &[value], &[]);
            }
            (PositionKind::Tuple, Value::Tuple(items))
                if items.items().len() == tree.params.len() =>
            {
                items.items().to_vec()
            }
            (PositionKind::Tuple, _) if tree.params.len() == 1 => vec![value],
            (_, Value::Game(_) | Value::Form(_)) => return Ok(value),
            (_, other) => return Err(wrong_option(ruleset, other)),
        };
        Ok(Value::Position(Rc::new(Position::new(ruleset.clone(), arguments)?)))
    }

    /// The options of a player, in the order of the rules, without repetition.
    fn options_of(&mut self, position: &Rc<Position>, player: Player) -> Result<Vec<Value>> {
        let ruleset = position.ruleset.clone();
        let mut options = Options::default();
        let compiled = self.world.rules.compiled(&ruleset).clone();
        if let (Some((alphabet, shape)), [Value::Board(cells)]) =
            (&compiled.board, position.arguments())
        {
            let mut boards = Vec::new();
            for rule in compiled.rules(player) {
                rule.apply(&cells.board, &mut boards);
                self.budget.step()?;
            }
            for board in boards {
                let cells = Cells { board, alphabet: alphabet.clone(), shape: *shape };
                let arguments = vec![Value::Board(Rc::new(cells))];
                let option = Position::new(ruleset.clone(), arguments)?;
                options.add(Value::Position(Rc::new(option)));
            }
        }
        if !compiled.rewrites_only {
            self.general_options(position, player, &mut options)?;
        }
        Ok(options.list)
    }

    fn general_options(
        &mut self,
        position: &Rc<Position>,
        player: Player,
        options: &mut Options,
    ) -> Result<()> {
        let ruleset = position.ruleset.clone();
        let tree = ruleset.tree.clone();
        let mut frame = vec![Value::Nothing; tree.slots];
        let family = ruleset.family.as_deref().unwrap_or(&[]);
        for (slot, value) in family.iter().chain(position.arguments()).enumerate() {
            frame[slot] = value.clone();
        }
        let serves = |mover: Mover| match mover {
            Mover::Either => true,
            Mover::Left => player == Player::Left,
            Mover::Right => player == Player::Right,
        };
        for clause in tree.clauses.iter().filter(|clause| serves(clause.mover)) {
            for way in &clause.alternatives {
                if let Alternative::Options { parts, generators, span } = way {
                    self.expand(&ruleset, parts, generators, &mut frame, options).at(*span)?;
                }
            }
        }
        Ok(())
    }

    fn expand(
        &mut self,
        ruleset: &Rc<Ruleset>,
        parts: &[Expr],
        generators: &[Generator],
        frame: &mut Frame,
        options: &mut Options,
    ) -> Result<()> {
        if let Some(Generator::For { source, .. }) = generators.first() {
            listable(&self.expr(source, frame)?).at(source.span)?;
        }
        self.generate(generators, frame, &mut |machine, frame| {
            let mut sum = Vec::with_capacity(parts.len());
            for part in parts {
                let value = machine.expr(part, frame)?;
                sum.push(machine.option_part(ruleset, value).at(part.span)?);
            }
            options.add(ops::sum_of(machine.world.store(), &sum)?);
            Ok(())
        })
    }

    fn solve(&mut self, position: &Rc<Position>) -> Result<Game> {
        let mut known = std::mem::take(&mut self.world.known);
        let store = self.world.store().clone();
        let result = position::value(self, &store, &mut known, position.clone());
        self.world.known = known;
        result
    }
}

/// Options in order, each once.
#[derive(Default)]
struct Options {
    list: Vec<Value>,
    seen: rustc_hash::FxHashSet<Value>,
}

impl Options {
    fn add(&mut self, option: Value) {
        if self.seen.insert(option.clone()) {
            self.list.push(option);
        }
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

    fn position_nimber(&mut self, position: &Rc<Position>) -> Result<u32> {
        let mut known = std::mem::take(&mut self.world.known);
        let budget: Budget = self.budget.clone();
        let result = position::nimber(self, &budget, &mut known, position.clone());
        self.world.known = known;
        result
    }

    fn is_impartial(&mut self, position: &Position) -> bool {
        self.world.rules.compiled(&position.ruleset).impartial
    }

    fn options(&mut self, position: &Rc<Position>, player: Player) -> Result<Vec<Value>> {
        self.options_of(position, player)
    }
}

fn heap(store: &Store, ruleset: &Rc<Ruleset>, size: &Value) -> Result<Rc<Position>> {
    let number = host::number(store, size)
        .map_err(|_| size.wrong("the size of a heap"))?;
    match number.to_integer().map(|n| n.to_u64()) {
        Some(Some(_)) => {
            Ok(Rc::new(Position::new(ruleset.clone(), vec![Value::Number(number)])?))
        }
        Some(None) if number.to_string().starts_with('-') => {
            Err(Fault::new(Code::WrongPosition, format!("a heap cannot have {number} counters"))
                .help("bound the move, for instance with `if k <= n`"))
        }
        Some(None) => Err(Fault::new(
            Code::TooLarge,
            format!("a heap has fewer than 2**64 counters, not {number}"),
        )),
        None => Err(Fault::new(Code::WrongPosition, format!("a heap cannot have {number} counters"))),
    }
}

fn sum_or_position(mut terms: Vec<Term>) -> Value {
    match &terms[..] {
        [Term { negated: false, part: Part::Position(_) }] => match terms.remove(0).part {
            Part::Position(position) => Value::Position(position),
            Part::Game(game) => Value::Game(game),
        },
        _ => Value::Sum(Rc::new(Sum { terms })),
    }
}

fn no_board(ruleset: &Ruleset, shape: Shape) -> Fault {
    let name = &ruleset.tree.name.text;
    let (text, size) = match shape {
        Shape::Strip => ("\"...\"", "the length of an empty one: `5`"),
        Shape::Grid => ("\"...|...\"", "the rows and columns of an empty one: `4, 5`"),
    };
    Fault::new(Code::WrongPosition, format!("{name} needs a board"))
        .help(format!("give it as a text, `{name}({text})`, or {size}"))
}

fn wrong_option(ruleset: &Ruleset, value: &Value) -> Fault {
    let wanted = match &ruleset.tree.position {
        PositionKind::Heap => "a heap, several heaps separated by commas, or a game".to_owned(),
        PositionKind::Strip(_) | PositionKind::Grid(_) => "a board or a game".to_owned(),
        PositionKind::Tuple => match ruleset.tree.params.len() {
            1 => "a position or a game".to_owned(),
            n => format!("a tuple of {n} or a game"),
        },
    };
    Fault::new(
        Code::WrongPosition,
        format!("an option of {} is {wanted}, not {}", ruleset.tree.name.text, value.kind()),
    )
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
    ) -> Result<Vec<Vec<Summand<Rc<Position>>>>> {
        let options = self.options_of(position, player)?;
        options.iter().map(|option| self.summands(option)).collect()
    }

    fn repeats(&mut self, cycle: Vec<Rc<Position>>) -> Fault {
        let shown: Vec<String> = cycle.iter().take(6).map(|p| show::position(p)).collect();
        Fault::new(Code::Repeats, "the play can return to a position it has left")
            .note(format!("the circle: {}", shown.join(" → ")))
            .note("such games are loopy; their values are not computed yet")
    }
}

impl Machine<'_> {
    /// The independent parts of an option.
    fn summands(&mut self, option: &Value) -> Result<Vec<Summand<Rc<Position>>>> {
        match option {
            Value::Position(position) => Ok(vec![Summand::Position(position.clone())]),
            Value::Sum(sum) => {
                sum.terms.iter().map(|term| self.summand(term)).collect()
            }
            other => Ok(vec![Summand::Value(host::game(self, other)?)]),
        }
    }

    fn summand(&mut self, term: &Term) -> Result<Summand<Rc<Position>>> {
        match (&term.part, term.negated) {
            (Part::Position(position), false) => Ok(Summand::Position(position.clone())),
            (Part::Position(position), true) => {
                let value = self.solve(position)?;
                Ok(Summand::Value(self.world.store().neg(value)?))
            }
            (Part::Game(game), false) => Ok(Summand::Value(*game)),
            (Part::Game(game), true) => Ok(Summand::Value(self.world.store().neg(*game)?)),
        }
    }
}
