//! Construction of positions from the arguments of a ruleset.

use std::sync::Arc;

use upstar_core::Store;

use super::options::EACH_OF_A_LIST;
use super::stated::stated;
use super::usage::samples;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::machine::call::wrong_count;
use crate::resolve::tree::PositionKind;
use crate::rules::{board_fault, graph_fault};
use crate::source::Span;
use crate::value::code::Argument;
use crate::value::graph::{Graph, GraphKind};
use crate::value::scalar::Scalar;
use crate::value::{
    At, Cells, Domain, Fault, Position, Result, Ruleset, Sum, Term, TermKind, Value,
    alphabet_symbol, expect, heaps, show,
};
use upstar_core::board::{Alphabet, Board, Shape};

/// Most steps in which the parts of a position that is typed are looked at.
const MOST_CHECKED: u64 = 1 << 14;

/// Position, or sum of heaps, with these arguments.
pub(in crate::eval) fn position_with(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    args: &[Value],
    places: &[Argument],
) -> Result<Value> {
    let opening = match args {
        [] => opening(machine, ruleset)?,
        _ => opening_of_size(machine, ruleset, args)?,
    };
    if let Some(opening) = opening {
        return position_with(machine, ruleset, &opening, &[]);
    }
    match &ruleset.tree.position {
        PositionKind::Heap | PositionKind::Coins => summands_of(machine, ruleset, args, places),
        PositionKind::Board(..) => {
            let cells = board_argument(machine, ruleset, args, places)?;
            let cells = Value::Board(Arc::new(cells));
            Ok(Value::Position(Arc::new(Position::new(ruleset.clone(), vec![cells])?)))
        }
        PositionKind::Graph | PositionKind::Tuple => tuple(machine, ruleset, args, places),
    }
}

/// Arguments of the opening position: those of `start`, or all the defaults.
fn opening(machine: &mut Machine<'_>, ruleset: &Arc<Ruleset>) -> Result<Option<Vec<Value>>> {
    let tree = &ruleset.tree;
    if let Some(start) = start_values(machine, ruleset)? {
        // A function needs a size.
        return Ok(Some(start).filter(|start| !matches!(start[..], [Value::Function(_)])));
    }
    if tree.params.is_empty() || tree.params.iter().any(|param| param.default.is_none()) {
        return Ok(None);
    }
    with_defaults(machine, ruleset, &[]).map(Some)
}

/// Board on which play begins, where only its size is given and `start` is a function of the size.
fn opening_of_size(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    args: &[Value],
) -> Result<Option<Vec<Value>>> {
    let sides = match (&ruleset.tree.position, args) {
        (PositionKind::Board(kind, _), [Value::Number(_)]) if kind.is_row() => args.to_vec(),
        (PositionKind::Board(..), [side @ Value::Number(_)]) => vec![side.clone(), side.clone()],
        (PositionKind::Board(kind, _), [Value::Number(_), Value::Number(_)]) if !kind.is_row() => {
            args.to_vec()
        }
        _ => return Ok(None),
    };
    let start = start_values(machine, ruleset)?;
    let Some([set_up @ Value::Function(_)]) = start.as_deref() else { return Ok(None) };
    // Boards without cells are refused.
    if !sides
        .iter()
        .all(|side| expect::count(machine.env.world.store(), side, "").is_ok_and(|n| n > 0))
    {
        return Ok(None);
    }
    match machine.apply(set_up, sides, &[])? {
        board @ (Value::Text(_) | Value::Board(_)) => Ok(Some(vec![board])),
        other => Err(other.wrong("a board, from the function after `start`")),
    }
}

/// Values after `start`, if the ruleset has such a clause.
fn start_values(machine: &mut Machine<'_>, ruleset: &Arc<Ruleset>) -> Result<Option<Vec<Value>>> {
    let rules = &ruleset.rules;
    let Some(start) = &rules.start else { return Ok(None) };
    let values = |machine: &mut Machine<'_>, base| machine.blocks(&rules.code, base, start);
    machine.on_frame(&rules.code, family_of(ruleset), values).map(Some)
}

/// Arguments with defaults for those that are missing.
fn with_defaults(
    machine: &mut Machine<'_>,
    ruleset: &Ruleset,
    args: &[Value],
) -> Result<Vec<Value>> {
    let (rules, family) = (&ruleset.rules, ruleset.tree.family.len());
    let given = args.iter().map(|arg| Scalar::of(arg.clone()));
    let slots = family_of(ruleset).chain(given);
    machine.on_frame(&rules.code, slots, |machine, base| {
        let mut values = args.to_vec();
        for (slot, default) in rules.params.iter().enumerate().skip(args.len()) {
            if let Some(default) = default {
                let value = machine.block(&rules.code, base, *default)?;
                machine.set_slot(base + family + slot, value.clone());
                values.push(value);
            }
        }
        Ok(values)
    })
}

/// Sum of several heaps or rows of coins. A list of heaps stands for its items.
fn summands_of(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    args: &[Value],
    places: &[Argument],
) -> Result<Value> {
    let name = &ruleset.tree.name.text;
    let coins = matches!(ruleset.tree.position, PositionKind::Coins);
    let (args, places) = match args {
        [Value::List(heaps)] if !coins && heaps.items().is_empty() => {
            return sum_or_position(Vec::new());
        }
        [Value::List(heaps)] if !coins => (heaps.items(), &[][..]),
        _ => (args, places),
    };
    if args.is_empty() {
        let fault = wrong_count(name, 1, 1, 0);
        let (what, typed): (_, &[&str]) = match coins {
            true => ("a row of heads and tails", &["\"THTTH\""]),
            false => ("the size of each heap", &["5", "3, 5, 7"]),
        };
        return Err(match samples(machine, ruleset, typed) {
            Some(calls) => fault.help(format!("give {what}: `{}`", calls.join("`, `"))),
            None => fault,
        });
    }
    let mut terms = Vec::with_capacity(args.len());
    for (i, arg) in args.iter().enumerate() {
        let part = match (coins, arg) {
            (true, Value::Text(_) | Value::Board(_)) => {
                machine.env.row(ruleset, arg, literal(places.get(i)))
            }
            _ => heap(machine.env.world.store(), ruleset, arg, false),
        };
        let part = match places.get(i) {
            Some(place) => part.at(place.span)?,
            None => part?,
        };
        terms.push(Term { negated: false, kind: TermKind::Position(part) });
    }
    sum_or_position(terms)
}

/// Position with one argument for each parameter; the last ones may have defaults.
fn tuple(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    args: &[Value],
    places: &[Argument],
) -> Result<Value> {
    let tree = ruleset.tree.clone();
    let most = tree.params.len();
    let least = tree.params.iter().filter(|param| param.default.is_none()).count();
    if args.len() < least || args.len() > most {
        return Err(wrong_count(&tree.name.text, least, most, args.len()));
    }
    let mut values = with_defaults(machine, ruleset, args)?;
    fit(&machine.env.world.rules.compiled(ruleset).params, &mut values, places)?;
    let position = Arc::new(Position::new(ruleset.clone(), values)?);
    if let Some(typed) = args.iter().position(|arg| matches!(arg, Value::Text(_))) {
        // Reports a graph that the rules reject when it is typed, not when it is played on. Parts may be values, and
        // nobody has asked for these.
        let budget = machine.env.budget.clone();
        let parts = budget
            .within(MOST_CHECKED, || machine.one_deeper(|machine| stated(machine, &position)));
        if let Err(fault) = parts
            && !fault.code().is_limit()
        {
            return Err(match places.get(typed) {
                Some(place) => fault.instead_at(place.span),
                None => fault,
            });
        }
    }
    Ok(Value::Position(position))
}

/// Converts arguments to the kinds of their parameters: texts become boards and graphs.
pub(in crate::eval) fn fit(
    kinds: &[Domain],
    values: &mut [Value],
    places: &[Argument],
) -> Result<()> {
    for (i, (kind, value)) in kinds.iter().zip(values).enumerate() {
        let place = literal(places.get(i));
        let fitted = match kind {
            Domain::Any | Domain::Heap | Domain::Coins => continue,
            Domain::Board(alphabet, shape) => a_board(value, alphabet, *shape, place),
            Domain::Graph(kind) => a_graph(value, kind, place),
            Domain::Code => heaps::code(value).map(|code| Value::text(code.to_string())),
        };
        *value = match places.get(i) {
            Some(place) => fitted.at(place.span)?,
            None => fitted?,
        };
    }
    Ok(())
}

impl Environment<'_> {
    /// Row of coins.
    pub(in crate::eval) fn row(
        &self,
        ruleset: &Arc<Ruleset>,
        value: &Value,
        place: Option<Span>,
    ) -> Result<Arc<Position>> {
        let row = a_board(value, &self.world.coins, Shape::Strip, place)?;
        Ok(Arc::new(Position::new(ruleset.clone(), vec![row])?))
    }
}

fn board_argument(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    args: &[Value],
    places: &[Argument],
) -> Result<Cells> {
    let Some((alphabet, shape)) = machine.env.world.rules.compiled(ruleset).board.clone() else {
        return Err(Fault::new(Code::WrongPosition, "this ruleset has no board"));
    };
    let size = |value: &Value| -> Result<usize> {
        let n = expect::count(machine.env.world.store(), value, "the side of a board")?;
        Ok(usize::try_from(n).unwrap_or(usize::MAX))
    };
    let board = match (args, shape) {
        ([Value::Text(text)], _) => Board::parse(text, shape, &alphabet).map_err(|error| {
            board_fault(&error, text, literal(places.first()), Some((&alphabet, shape)))
        })?,
        ([Value::Board(cells)], _) => cells.board.clone(),
        ([list @ Value::List(_)], _) => {
            return board_of_numbers(list, &alphabet, shape);
        }
        ([length @ Value::Number(_)], _) if shape.is_row() => {
            Board::empty(1, size(length)?).map_err(|error| board_fault(&error, "", None, None))?
        }
        ([side @ Value::Number(_)], _) => Board::empty(size(side)?, size(side)?)
            .map_err(|error| board_fault(&error, "", None, None))?,
        ([rows @ Value::Number(_), columns], _) if !shape.is_row() => {
            Board::empty(size(rows)?, size(columns)?)
                .map_err(|error| board_fault(&error, "", None, None))?
        }
        _ => return Err(no_board(machine, ruleset, &alphabet, shape)),
    };
    Ok(Cells { board: board.shaped(shape), alphabet, shape })
}

/// The board whose cells show these numbers: a list for one row, a list of lists for several.
fn board_of_numbers(list: &Value, alphabet: &Arc<Alphabet>, shape: Shape) -> Result<Cells> {
    let items = |value: &Value| match value {
        Value::List(list) => Ok(list.items().to_vec()),
        other => Err(other.wrong("a list of the numbers of a row")),
    };
    if items(list)?.iter().any(|item| matches!(item, Value::Board(_))) {
        return Err(list.wrong("a board").help(EACH_OF_A_LIST));
    }
    if !alphabet.is_of_numbers() {
        return Err(list.wrong("a board, as a text"));
    }
    let rows = if shape.is_row() { vec![list.clone()] } else { items(list)? };
    let mut text = Vec::new();
    for row in &rows {
        let symbol = |number| {
            let symbol = alphabet_symbol(alphabet, number)?;
            Ok(alphabet.character(symbol))
        };
        text.push(items(row)?.iter().map(symbol).collect::<Result<String>>()?);
    }
    let text = text.join("|");
    let board = Board::parse(&text, shape, alphabet)
        .map_err(|error| board_fault(&error, &text, None, Some((alphabet, shape))))?;
    Ok(Cells { board, alphabet: alphabet.clone(), shape })
}

/// Fault of arguments that are no board.
fn no_board(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    alphabet: &Alphabet,
    shape: Shape,
) -> Fault {
    let message = format!("{} needs a board", ruleset.tree.name.text);
    let fault = Fault::new(Code::WrongPosition, message);
    let row: String = alphabet.characters().iter().take(1).cycle().take(3).collect();
    let (text, size, what) = match shape.is_row() {
        true => (row, "5", "the length of an empty one: `5`"),
        false => (
            format!("{row}|{row}"),
            "4, 5",
            "the rows and columns of an empty one: `4, 5`, or `4` for a square",
        ),
    };
    let Ok(text) = show::value(machine.env.world.store(), &Value::text(text)) else {
        return fault;
    };
    let Some(calls) = samples(machine, ruleset, &[text.as_str()]) else { return fault };
    let help = format!("give it as a text, `{}`", calls.concat());
    match samples(machine, ruleset, &[size]) {
        Some(_) => fault.help(format!("{help}, or {what}")),
        None => fault.help(help),
    }
}

/// Values of the parameters of the family.
fn family_of(ruleset: &Ruleset) -> impl Iterator<Item = Scalar> {
    ruleset.family().unwrap_or(&[]).iter().map(|value| Scalar::of(value.clone()))
}

/// What to do where a rule makes a heap of fewer than 0 counters.
pub(crate) const BOUND: &str =
    "a heap has 0 counters or more; in a rule bound the move, as with `if k <= n`";

/// Advice where a rule makes a heap of a fraction of counters.
pub(crate) const DIVIDED: &str = "`div(n, 2)` is the integer quotient";

/// Heap of a ruleset, which its rules make as an option, or a call.
pub(in crate::eval) fn heap(
    store: &Store,
    ruleset: &Arc<Ruleset>,
    size: &Value,
    by_rules: bool,
) -> Result<Arc<Position>> {
    let number = expect::number(store, size).map_err(|_| size.wrong("the size of a heap"))?;
    match number.to_integer() {
        Some(_) if !number.sign().is_lt() => {
            Ok(Arc::new(Position::new(ruleset.clone(), vec![Value::Number(number)])?))
        }
        size => {
            let message = format!("a heap cannot have {} counters", number.in_message());
            let fault = Fault::new(Code::WrongPosition, message);
            Err(match size {
                Some(_) if by_rules => fault.help(BOUND),
                None if by_rules => fault.help(DIVIDED),
                _ => fault,
            })
        }
    }
}

/// Board of a kind.
fn a_board(
    value: &Value,
    alphabet: &Arc<Alphabet>,
    shape: Shape,
    place: Option<Span>,
) -> Result<Value> {
    let text = match value {
        Value::Text(text) => text.to_string(),
        Value::List(_) => {
            return Ok(Value::Board(Arc::new(board_of_numbers(value, alphabet, shape)?)));
        }
        Value::Board(cells) if cells.alphabet == *alphabet && cells.shape == shape => {
            return Ok(value.clone());
        }
        Value::Board(cells) => cells.text(),
        other => return Err(other.wrong("a board, as a text")),
    };
    let board = Board::parse(&text, shape, alphabet)
        .map_err(|error| board_fault(&error, &text, place, Some((alphabet, shape))))?;
    Ok(Value::Board(Arc::new(Cells { board, alphabet: alphabet.clone(), shape })))
}

/// Graph of a kind.
fn a_graph(value: &Value, kind: &Arc<GraphKind>, place: Option<Span>) -> Result<Value> {
    let text = match value {
        Value::Text(text) => text.to_string(),
        Value::Graph(graph) if Arc::ptr_eq(graph.kind(), kind) => return Ok(value.clone()),
        Value::Graph(graph) => match graph.of_kind(kind) {
            Some(graph) => return Ok(Value::Graph(Arc::new(graph))),
            None => graph.to_string(),
        },
        other => {
            let fault = other.wrong("a graph");
            return Err(fault.help("type it as a text: a list of edges, `\"0-1, 1-2\"`"));
        }
    };
    let graph =
        Graph::parse(&text, kind).map_err(|error| graph_fault(&error, &text, place, kind))?;
    Ok(Value::Graph(Arc::new(graph)))
}

/// Place of a text that was typed.
fn literal(place: Option<&Argument>) -> Option<Span> {
    place.filter(|place| place.text.is_some()).map(|place| place.span)
}

fn sum_or_position(mut terms: Vec<Term>) -> Result<Value> {
    match &terms[..] {
        [Term { negated: false, kind: TermKind::Position(_) }] => match terms.remove(0).kind {
            TermKind::Position(position) => Ok(Value::Position(position)),
            TermKind::Game(game) => Ok(Value::Game(game)),
            TermKind::Loopy(loopy) => Ok(Value::Loopy(loopy)),
        },
        _ => Ok(Value::Sum(Arc::new(Sum::new(terms)?))),
    }
}
