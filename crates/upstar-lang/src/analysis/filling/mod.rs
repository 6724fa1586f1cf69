//! Filling games: rulesets about points in which each move fills an open cell of a board, read as tables.
//!
//! Knows: which clauses fill cells, and what their gains and the score depend on.
//! Must not know: how filling games are searched, or how expressions are evaluated.
//!
//! A game is read for one board, whose cells that no move can change are constants of the rules. Then conditions,
//! gains and the score are tables of what few cells show, or sums of such tables.
//!
//! Proof: the cells that may change and the symbols that may be written are a fixed point of the moves that are
//! possible (`FillingGame::new`), so every position that can follow shows one of these symbols or the given one on each of
//! these cells, and the given ones elsewhere. What is read for all of these holds for all positions that can follow.
//!
//! The core splits positions into parts that have no table in common. A gain is only read if it comes when the last
//! of some cells is filled, whichever that is. So the tables with an open cell bound what is still to be gained.
//! Parts are the same if their tables are, with the cells numbered in their order on the board, turned or mirrored.
//! The evaluator plays rulesets that this analysis cannot read.

mod dependent;
mod reader;

use std::collections::BTreeMap;

use upstar_core::board::{Alphabet, Board, Shape, Symbol};
use upstar_core::solve::points::filling::{
    CellTable, Filling, FillingSearch, MOST_CELLS, MOST_SYMBOLS, Payee, Shown,
};
use upstar_core::{Budget, Error, Player, Rational};

use crate::resolve::tree::{Alternative, Expr, ExprKind, Generator, Ruleset as Tree};
use crate::syntax::ast::Mover;
use crate::value::{Ruleset, Value};
use dependent::{Constant, Dependent, digits};
use reader::{CellMeaning, FillingReader};

/// The largest number in a table, so that sums of all tables have room.
const LARGEST: i64 = 1 << 40;
/// Most tables of a game.
const MOST_TABLES: usize = 1 << 12;

/// Ruleset about points as a filling game, from one position on, with what is known of the values.
#[derive(Debug)]
pub struct FillingGame {
    /// Number of the ruleset.
    id: u32,
    board: Board,
    arguments: Vec<Value>,
    /// Indices of the parameters that are the board and the player to move.
    places: Places,
    /// The open cells, in order.
    open: Vec<usize>,
    symbols: Vec<Symbol>,
    search: FillingSearch,
    /// Numbers in tables are multiples of one over this.
    denominator: Rational,
    /// The score as far as no open cell matters for it.
    score: Rational,
    /// Tables of the score, by numbers of the open cells.
    scores: Vec<CellTable>,
}

/// Indices of parameters of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Places {
    board: usize,
    mover: Option<usize>,
}

/// A move, as it was read.
struct Fill {
    cell: usize,
    /// Index of the symbol among those that are written.
    symbol: Symbol,
    there: Dependent,
    gains: Vec<Dependent>,
    /// Whether the mover is to move again.
    again: Dependent,
}

/// What moves pay whose gain depends on some cells, by these, and by the cell and symbol of the move.
type Gains = BTreeMap<Vec<usize>, BTreeMap<(usize, usize), Dependent>>;

impl Places {
    /// The places, if one parameter is a board, and the player to move is a parameter or moves in turn.
    fn of(tree: &Tree, arguments: &[Value]) -> Option<Places> {
        let is_board = |value: &Value| matches!(value, Value::Board(_));
        let board = arguments.iter().position(is_board)?;
        let one = !arguments[board + 1..].iter().any(is_board);
        let mover = match &tree.turn {
            None => None,
            Some(Expr { kind: ExprKind::Slot(slot, _), .. }) => {
                let place = slot.checked_sub(tree.family.len())?;
                matches!(arguments.get(place)?, Value::Player(_)).then_some(())?;
                Some(place)
            }
            Some(_) => return None,
        };
        one.then_some(Places { board, mover })
    }
}

impl FillingGame {
    /// The game from a position on; `None` when it is not known to be a filling game.
    pub fn new(ruleset: &Ruleset, arguments: &[Value]) -> Option<Self> {
        let tree = &*ruleset.tree;
        let places = Places::of(tree, arguments)?;
        let Value::Board(cells) = &arguments[places.board] else { return None };
        let (board, alphabet) = (&cells.board, &*cells.alphabet);
        let written = board.symbols().iter().all(|&symbol| usize::from(symbol) < alphabet.len());
        let even = tree.clauses.iter().all(|clause| clause.mover == Mover::Either);
        (written && even && tree.parts.is_none() && tree.goals.is_empty()).then_some(())?;
        let mut rules = Rules { tree, places, base: 1 };
        let mut reader = rules.reader((ruleset.family()?, arguments), (board, alphabet))?;
        let fills = rules.all_fills(&mut reader)?;
        let score = match &tree.score {
            Some(score) => reader.terms(score)?,
            None => Vec::new(),
        };
        let open: Vec<usize> =
            (0..reader.is_open.len()).filter(|&cell| reader.is_open[cell]).collect();
        let symbols = reader.symbols;
        let gains = rules.gains(&fills, &symbols)?;
        let mut tables = Tables { base: rules.base, open: &open, denominator: Rational::ONE };
        let pays = tables.pays(&gains, &score)?;
        let scores = pays.iter().filter(|(payee, _)| *payee == Payee::Left);
        let scores = scores.map(|(_, table)| table.clone()).collect();
        let again = tables.again(&fills, &symbols)?;
        let denominator = tables.denominator;
        let choices = choices(&fills, &open, &symbols);
        let orders = orders((board.rows(), board.columns()), cells.shape, &open);
        let constants = score.iter().filter_map(Dependent::constant).filter_map(Constant::number);
        let score = constants.fold(Rational::ZERO, |sum, number| &sum + number);
        let game = Filling { symbols: symbols.len(), choices, pays, again, orders };
        let search = FillingSearch::new(game).ok()?;
        let (id, arguments, board) = (ruleset.id, arguments.to_vec(), board.clone());
        Some(FillingGame {
            id,
            board,
            arguments,
            places,
            open,
            symbols,
            search,
            denominator,
            score,
            scores,
        })
    }

    /// What the cells show in a position, and whose turn it states; `None` for positions that cannot follow.
    pub fn shown(&self, ruleset: &Ruleset, arguments: &[Value]) -> Option<(Shown, Option<Player>)> {
        if ruleset.id != self.id || arguments.len() != self.arguments.len() {
            return None;
        }
        let (mut shown, mut mover) = (None, None);
        for (place, (here, there)) in arguments.iter().zip(&self.arguments).enumerate() {
            match here {
                Value::Board(cells) if place == self.places.board => {
                    shown = Some(self.shown_on(&cells.board)?);
                }
                Value::Player(player) if Some(place) == self.places.mover => mover = Some(*player),
                _ if here == there => {}
                _ => return None,
            }
        }
        Some((shown?, mover))
    }

    fn shown_on(&self, board: &Board) -> Option<Shown> {
        let size = |board: &Board| (board.rows(), board.columns());
        (size(board) == size(&self.board)).then_some(())?;
        let mut shown = Shown::open(self.open.len());
        let mut number = 0;
        for (cell, (here, given)) in board.symbols().iter().zip(self.board.symbols()).enumerate() {
            if self.open.get(usize::from(number)) == Some(&cell) {
                if here != given {
                    let symbol = self.symbols.iter().position(|symbol| symbol == here)?;
                    shown = shown.filled(number, symbol as u8);
                }
                number += 1;
            } else if here != given {
                return None;
            }
        }
        Some(shown)
    }

    /// Value of a position for Left.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn value(
        &mut self,
        shown: Shown,
        mover: Player,
        budget: &Budget,
    ) -> Result<Rational, Error> {
        let mut paid = self.search.value(shown, mover, budget)?;
        for table in &self.scores {
            if table.cells.iter().all(|cell| shown.open >> cell & 1 == 0) {
                paid += table.entry(self.symbols.len() + 1, &shown);
            }
        }
        let paid = Rational::from(paid).checked_div(&self.denominator);
        Ok(&self.score + &paid.expect("a denominator is not 0"))
    }
}

/// The rules of a filling game.
struct Rules<'t> {
    tree: &'t Tree,
    places: Places,
    /// Base of the digits of cells.
    base: usize,
}

impl Rules<'_> {
    fn reader<'r>(
        &self,
        (family, arguments): (&[Value], &[Value]),
        (board, alphabet): (&'r Board, &'r Alphabet),
    ) -> Option<FillingReader<'r>> {
        let mut slots = vec![None; self.tree.slots];
        for (slot, value) in slots.iter_mut().zip(family.iter().chain(arguments)) {
            *slot = reader::constant(value);
        }
        let first = self.tree.family.len();
        slots[first + self.places.board] = Some(CellMeaning::Board);
        if let Some(place) = self.places.mover {
            let mover = Dependent::of(Constant::Mover(true));
            slots[first + place] = Some(CellMeaning::Value(mover));
        }
        Some(FillingReader::new(board, alphabet, slots))
    }

    /// The moves in all positions that can follow; the reader knows their cells and symbols then.
    fn all_fills(&mut self, reader: &mut FillingReader<'_>) -> Option<Vec<Fill>> {
        let slots = reader.variables.clone();
        loop {
            reader.variables.clone_from(&slots);
            self.base = reader.base();
            let fills = self.fills(reader)?;
            let mut is_known = true;
            for Fill { cell, symbol, .. } in &fills {
                is_known &= std::mem::replace(&mut reader.is_open[*cell], true);
                if !reader.symbols.contains(symbol) {
                    reader.symbols.push(*symbol);
                    is_known = false;
                }
            }
            let cells = reader.is_open.iter().filter(|open| **open).count();
            if cells > MOST_CELLS || reader.symbols.len() > MOST_SYMBOLS {
                return None;
            }
            if is_known {
                // A cell is filled once, and can be as long as it shows what it did at first.
                let once = |fill: &Fill| {
                    let mut truths = vec![Constant::Truth(false); self.base];
                    truths[0] = Constant::Truth(true);
                    fill.there == Dependent { cells: vec![fill.cell], entries: truths }
                };
                let writes_another = |fill: &Fill| reader.board.symbols()[fill.cell] != fill.symbol;
                let fits = fills.iter().all(|fill| once(fill) && writes_another(fill));
                return fits.then_some(fills);
            }
        }
    }

    /// The moves that are possible in some position.
    fn fills(&self, reader: &mut FillingReader<'_>) -> Option<Vec<Fill>> {
        let mut fills = Vec::new();
        for way in self.tree.clauses.iter().flat_map(|clause| &clause.alternatives) {
            let Alternative::Options { parts, gain, generators, .. } = way else { return None };
            let [to] = &parts[..] else { return None };
            self.fills_of(reader, to, (gain.as_ref(), generators), &mut fills)?;
        }
        Some(fills)
    }

    fn fills_of(
        &self,
        reader: &mut FillingReader<'_>,
        to: &Expr,
        (gain, generators): (Option<&Expr>, &[Generator]),
        fills: &mut Vec<Fill>,
    ) -> Option<()> {
        let items = match &to.kind {
            ExprKind::Tuple(items) if items.len() == self.tree.params.len() => &items[..],
            _ if self.tree.params.len() == 1 => std::slice::from_ref(to),
            _ => return None,
        };
        let surely = Dependent::of(Constant::Truth(true));
        reader.each(generators, &surely, &mut |reader, there| {
            let mut again = Dependent::of(Constant::Mover(false));
            let mut filled = None;
            for (place, item) in items.iter().enumerate() {
                let slot = self.tree.family.len() + place;
                if place == self.places.board {
                    let CellMeaning::Changed(cell, symbol) = reader.meaning(item)? else {
                        return None;
                    };
                    filled = Some((cell, symbol));
                } else if Some(place) == self.places.mover {
                    again = reader.value(item)?;
                } else if !matches!(item.kind, ExprKind::Slot(same, _) if same == slot) {
                    return None;
                }
            }
            let gains = gain.map_or(Some(Vec::new()), |gain| reader.terms(gain))?;
            let (cell, symbol) = filled?;
            fills.push(Fill { cell, symbol, there: there.clone(), gains, again });
            Some(())
        })
    }

    /// The gains, by the cells that have to be full for them.
    fn gains(&self, fills: &[Fill], symbols: &[Symbol]) -> Option<Gains> {
        let (mut gains, mut seen) = (Gains::new(), Vec::new());
        for fill in fills {
            let symbol = symbols.iter().position(|symbol| *symbol == fill.symbol)?;
            let by = (fill.cell, symbol);
            // Two ways to make the same move may differ in what they bring.
            (!seen.contains(&by)).then_some(())?;
            seen.push(by);
            for gain in &fill.gains {
                let gain = gain.at(fill.cell, 0, self.base);
                let mut cells = gain.cells.clone();
                cells.push(fill.cell);
                cells.sort_unstable();
                let of_cells = gains.entry(cells).or_default();
                let sum = match of_cells.remove(&by) {
                    Some(before) => Dependent::combined(&[&before, &gain], self.base, &|both| {
                        Some(Constant::Number(both[0].number()? + both[1].number()?))
                    })?,
                    None => gain,
                };
                of_cells.insert(by, sum);
            }
        }
        Some(gains)
    }
}

/// Symbols with which each open cell can be filled, by their indices.
fn choices(fills: &[Fill], open: &[usize], symbols: &[Symbol]) -> Vec<Vec<u8>> {
    let of_cell = |cell: &usize| {
        let fills = fills.iter().filter(|fill| fill.cell == *cell);
        let index = |fill: &Fill| symbols.iter().position(|symbol| *symbol == fill.symbol);
        let mut choices: Vec<u8> = fills.filter_map(index).map(|index| index as u8).collect();
        choices.sort_unstable();
        choices
    };
    open.iter().map(of_cell).collect()
}

/// Orders of the open cells after turns and mirrors of the board.
fn orders((rows, columns): (usize, usize), shape: Shape, open: &[usize]) -> Vec<Vec<u8>> {
    let mut orders = Vec::new();
    for turn in 1..8 {
        let [transpose, up, back] = [4, 2, 1].map(|bit| turn & bit != 0);
        if shape == Shape::Strip && turn > 1 {
            break;
        }
        let image = |cell: &usize| {
            let (mut row, mut column) = (cell / columns, cell % columns);
            row = if up { rows - 1 - row } else { row };
            column = if back { columns - 1 - column } else { column };
            if transpose { column * rows + row } else { row * columns + column }
        };
        let mut sorted: Vec<usize> = open.iter().map(image).collect();
        let images = sorted.clone();
        sorted.sort_unstable();
        let rank = |image| sorted.binary_search(image).expect("it is one of them") as u8;
        orders.push(images.iter().map(rank).collect());
    }
    orders
}

/// Maker of the tables of a game.
struct Tables<'a> {
    base: usize,
    open: &'a [usize],
    denominator: Rational,
}

impl Tables<'_> {
    fn number(&self, cell: usize) -> u8 {
        self.open.binary_search(&cell).expect("other cells are constant") as u8
    }

    /// The tables that pay.
    fn pays(&mut self, gains: &Gains, score: &[Dependent]) -> Option<Vec<(Payee, CellTable)>> {
        let mut pays = Vec::new();
        for (cells, gains) in gains {
            let entries = self.gain(cells, gains)?;
            if entries.iter().any(|entry| !entry.is_zero()) {
                pays.push((Payee::Mover, cells, entries));
            }
        }
        for term in score.iter().filter(|term| !term.cells.is_empty()) {
            let numbers = term.entries.iter().map(|entry| entry.number().cloned());
            pays.push((Payee::Left, &term.cells, numbers.collect::<Option<_>>()?));
        }
        (pays.len() <= MOST_TABLES).then_some(())?;
        for number in pays.iter().flat_map(|(_, _, entries)| entries) {
            let scaled = number * &self.denominator;
            self.denominator = &self.denominator * &Rational::from(scaled.denom());
        }
        let scaled = |number: &Rational| {
            (number * &self.denominator).to_i64().filter(|number| number.abs() <= LARGEST)
        };
        let table = |(payee, cells, entries): &(Payee, &Vec<usize>, Vec<Rational>)| {
            let cells = cells.iter().map(|cell| self.number(*cell)).collect();
            let entries = entries.iter().map(scaled).collect::<Option<_>>()?;
            Some((*payee, CellTable { cells, entries }))
        };
        pays.iter().map(table).collect()
    }

    /// What the player gets who fills the last of some cells, by their digits: it must not depend on which one is the last,
    /// and before it there must be nothing.
    fn gain(
        &self,
        cells: &[usize],
        gains: &BTreeMap<(usize, usize), Dependent>,
    ) -> Option<Vec<Rational>> {
        let at = |place: usize| {
            let digits = digits(place, cells.len(), self.base);
            let paid = |last: usize| {
                let symbol = digits[last].checked_sub(1)?;
                let gain = gains.get(&(cells[last], symbol));
                gain.map_or(Some(Rational::ZERO), |gain| {
                    gain.entry(cells, &digits, self.base).number().cloned()
                })
            };
            let open: Vec<usize> = (0..cells.len()).filter(|&at| digits[at] == 0).collect();
            match open.is_empty() {
                true => {
                    let first = paid(0)?;
                    (1..cells.len())
                        .all(|last| paid(last).as_ref() == Some(&first))
                        .then_some(first)
                }
                // With another cell open, filling one brings nothing.
                false => {
                    let others = (0..cells.len()).filter(|last| !open.contains(last));
                    let nothing =
                        others.map(paid).all(|paid| paid.is_some_and(|paid| paid.is_zero()));
                    nothing.then_some(Rational::ZERO)
                }
            }
        };
        (0..self.base.pow(cells.len() as u32)).map(at).collect()
    }

    /// Whether the mover moves again, by cell and symbol.
    fn again(&self, fills: &[Fill], symbols: &[Symbol]) -> Option<Vec<Vec<Option<CellTable>>>> {
        let mut again = vec![vec![None; symbols.len()]; self.open.len()];
        for fill in fills {
            let symbol = symbols.iter().position(|symbol| *symbol == fill.symbol)?;
            let moves = fill.again.at(fill.cell, 0, self.base);
            let entry = |constant: &Constant| match constant {
                Constant::Mover(again) => Some(i64::from(*again)),
                _ => None,
            };
            let entries: Vec<i64> = moves.entries.iter().map(entry).collect::<Option<_>>()?;
            if entries.iter().any(|entry| *entry != 0) {
                let cells = moves.cells.iter().map(|cell| self.number(*cell)).collect();
                again[usize::from(self.number(fill.cell))][symbol] =
                    Some(CellTable { cells, entries });
            }
        }
        Some(again)
    }
}
