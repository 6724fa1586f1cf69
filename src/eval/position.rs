//! Positions from the arguments of a ruleset.

use std::rc::Rc;

use num_traits::ToPrimitive;
use upstar_core::Store;

use super::Machine;
use super::call::wrong_count;
use crate::diagnostic::Code;
use crate::resolve::tree::{Expr, ExprKind, PositionKind};
use crate::rules::board_fault;
use crate::source::Span;
use crate::value::board::{Board, Shape};
use crate::value::{At, Cells, Fault, Part, Position, Result, Ruleset, Sum, Term, Value, host};

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
                sum_or_position(terms)
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
                .map_err(|error| board_fault(&error, text, literal(places), Some(&alphabet)))?,
            ([Value::Board(cells)], _) => cells.board.clone(),
            ([length @ Value::Number(_)], Shape::Strip) => Board::empty(1, size(length)?)
                .map_err(|error| board_fault(&error, "", None, None))?,
            ([rows @ Value::Number(_), columns], Shape::Grid) => {
                Board::empty(size(rows)?, size(columns)?)
                    .map_err(|error| board_fault(&error, "", None, None))?
            }
            _ => return Err(no_board(ruleset, shape)),
        };
        Ok(Cells { board, alphabet, shape })
    }
}

pub(super) fn heap(store: &Store, ruleset: &Rc<Ruleset>, size: &Value) -> Result<Rc<Position>> {
    let number = host::number(store, size).map_err(|_| size.wrong("the size of a heap"))?;
    match number.to_integer().map(|n| n.to_u64()) {
        Some(Some(_)) => Ok(Rc::new(Position::new(ruleset.clone(), vec![Value::Number(number)])?)),
        Some(None) if number.sign().is_lt() => {
            Err(Fault::new(Code::WrongPosition, format!("a heap cannot have {number} counters"))
                .help("bound the move, for instance with `if k <= n`"))
        }
        Some(None) => Err(Fault::new(
            Code::TooLarge,
            format!("a heap has fewer than 2**64 counters, not {number}"),
        )),
        None => {
            Err(Fault::new(Code::WrongPosition, format!("a heap cannot have {number} counters")))
        }
    }
}

/// Where a board stands when it was typed as a text.
fn literal(places: &[Expr]) -> Option<Span> {
    let first = places.first()?;
    matches!(first.kind, ExprKind::Text(_)).then_some(first.span)
}

fn sum_or_position(mut terms: Vec<Term>) -> Result<Value> {
    match &terms[..] {
        [Term { negated: false, part: Part::Position(_) }] => match terms.remove(0).part {
            Part::Position(position) => Ok(Value::Position(position)),
            Part::Game(game) => Ok(Value::Game(game)),
        },
        _ => Ok(Value::Sum(Rc::new(Sum::new(terms)?))),
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
