//! Rules as cells instead of texts: placements of a rule on a board, and rules made of cells.
//!
//! Knows: cells and where they lie. Must not know: why somebody lists the placements of a rule.

use super::stencil::{Cell, Stencil};
use super::template::{DirectedStep, PatternColumn, Template};
use super::{Rule, TooManyWays, Turns, directions};
use crate::board::{Alphabet, EDGE, Shape, Symbol};

/// A cell of a rule, by rows and columns from some cell of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleCell {
    /// Rows below.
    pub row: i32,
    /// Columns to the right.
    pub column: i32,
    /// Symbols that the cell may show before, as bits; none for a cell that lies outside of the board.
    pub needs: u64,
    /// Whether it may lie outside of the board.
    pub may_be_outside: bool,
    /// Symbol that the move writes; `None` if it does not change the cell.
    pub writes: Option<Symbol>,
}

/// A placement of a rule: the index of each cell, row by row from 0, the symbols that it may show, and the symbol that
/// it shows afterwards.
pub type Laid = Vec<(usize, u64, Option<Symbol>)>;

impl Rule {
    /// The rule that changes these cells wherever they fit; `None` if no cell is on the board for sure, a cell that may
    /// be outside is written, or the rule never changes a cell.
    pub fn of_cells(cells: &[RuleCell], alphabet: &Alphabet, shape: Shape) -> Option<Rule> {
        let top = cells.iter().map(|cell| cell.row).min()?;
        let left = cells.iter().map(|cell| cell.column).min()?;
        let height = cells.iter().map(|cell| cell.row.abs_diff(top) as usize + 1).max()?;
        let width = cells.iter().map(|cell| cell.column.abs_diff(left) as usize + 1).max()?;
        let inside = |cell: &RuleCell| !cell.may_be_outside && cell.needs != 0;
        let is_sound = |cell: &RuleCell| cell.writes.is_none() || inside(cell);
        if !cells.iter().any(inside) || !cells.iter().all(is_sound) || shape.is_row() && height > 1
        {
            return None;
        }
        let mut rows = vec![vec![None; width]; height];
        for cell in cells {
            let edge = u64::from(cell.may_be_outside) << EDGE;
            let needs = cell.needs & alphabet.all() | edge;
            let laid = Cell { row: 0, column: 0, needs, writes: cell.writes };
            rows[cell.row.abs_diff(top) as usize][cell.column.abs_diff(left) as usize] = Some(laid);
        }
        if rows.iter().flatten().flatten().all(Cell::stays) {
            return None;
        }
        let blocks = vec![PatternColumn { width: 1, run: false }; width];
        let template = Template { blocks, rows, borders: [false; 4], symbols: alphabet.all() };
        let directions = directions(Turns::None, shape);
        let step = DirectedStep { template, directions, repeats: false, over: false };
        Some(Rule { steps: [step].into(), shape, known: std::sync::Arc::default() })
    }

    /// The cells of a rule that [`Rule::of_cells`] made; `None` for others.
    pub fn cells(&self) -> Option<Vec<RuleCell>> {
        let [DirectedStep { template, directions: [_], repeats: false, over: false }] =
            &*self.steps
        else {
            return None;
        };
        if template.has_runs() || template.borders.contains(&true) {
            return None;
        }
        let mut found = Vec::new();
        for (row, cells) in (0..).zip(&template.rows) {
            for (column, cell) in (0..).zip(cells) {
                let Some(cell) = cell else { continue };
                let (needs, writes) = (cell.needs & template.symbols, cell.writes);
                let may_be_outside = cell.may_be_outside();
                found.push(RuleCell { row, column, needs, may_be_outside, writes });
            }
        }
        Some(found)
    }

    /// The placements of the rule on boards of a size, one after the other: wherever cells that must be outside are outside,
    /// and cells that must be on the board are on it.
    ///
    /// # Errors
    /// When the rule has too many stencils.
    pub fn laid(
        &self,
        (rows, columns): (usize, usize),
    ) -> Result<impl Iterator<Item = Laid> + use<>, TooManyWays> {
        let (above, beside) = self.shape.margins(self.reach());
        let wraps = self.shape.wraps();
        let (ringed_rows, ringed_columns) = (rows + 2 * above, columns + 2 * beside);
        let stencils = self.stencils(ringed_rows, ringed_columns)?;
        let at_base = move |stencil: &Stencil, base: usize| -> Option<Laid> {
            let (down, right) = (base / ringed_columns, base % ringed_columns);
            let place = |cell: &Cell| {
                let along = |at: usize, cells: usize, wraps: bool| {
                    if wraps { at % cells } else { at }
                };
                let row = along(down + cell.row as usize, rows, wraps[0]).checked_sub(above);
                let column = along(right + cell.column as usize, columns, wraps[1]);
                let row = row.filter(|row| *row < rows)?;
                let column = column.checked_sub(beside).filter(|column| *column < columns)?;
                Some(row * columns + column)
            };
            let placed = stencil.cells.iter().filter_map(|cell| match place(cell) {
                Some(_) if cell.is_border() => Some(None),
                Some(at) => Some(Some((at, cell.needs & !(1 << EDGE), cell.writes))),
                None if cell.may_be_outside() => None,
                None => Some(None),
            });
            placed.collect()
        };
        Ok((0..stencils.len()).flat_map(move |number| {
            let stencils = stencils.clone();
            let bases = stencils[number].closed_bases((ringed_rows, ringed_columns), wraps);
            bases.filter_map(move |base| at_base(&stencils[number], base))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn alphabet() -> Alphabet {
        Alphabet::parse(".xo").unwrap()
    }

    #[test]
    fn a_rule_of_cells_is_the_rule_as_a_text() {
        let alphabet = alphabet();
        let text = Rule::single("[^x].", "?x", Turns::None, &alphabet, Shape::Grid).unwrap();
        let cell = |column, needs, may_be_outside, writes| RuleCell {
            row: 0,
            column,
            needs,
            may_be_outside,
            writes,
        };
        let cells = [cell(0, 1, false, Some(1)), cell(-1, 0b101, true, None)];
        assert_eq!(Rule::of_cells(&cells, &alphabet, Shape::Grid).as_ref(), Some(&text));
        let again = Rule::of_cells(&cells, &alphabet, Shape::Grid).unwrap().cells().unwrap();
        assert_eq!(Rule::of_cells(&again, &alphabet, Shape::Grid), Some(text));
        assert_eq!(Rule::of_cells(&cells[1..], &alphabet, Shape::Grid), None);
        assert_eq!(Rule::of_cells(&[cell(0, 2, false, Some(1))], &alphabet, Shape::Grid), None);
        assert_eq!(Rule::of_cells(&[cell(0, 2, true, Some(0))], &alphabet, Shape::Grid), None);
    }

    #[test]
    fn placements_are_the_moves() {
        let alphabet = alphabet();
        for (from, to, turns) in [
            ("xo", ".x", Turns::Orthogonally),
            ("[^x].", "?x", Turns::AnyDirection),
            ("^.", "^x", Turns::None),
            (".o~x", "xo~.", Turns::Orthogonally),
            (". |[xo]o", "x |??", Turns::None),
        ] {
            let rule = Rule::single(from, to, turns, &alphabet, Shape::Grid).unwrap();
            for text in ["x.o|.ox", "ooo|x..|.xo", ".", ".x"] {
                let board = Board::parse(text, Shape::Grid, &alphabet).unwrap();
                let laid = rule.laid((board.rows(), board.columns())).unwrap();
                let made = laid.filter_map(|cells| {
                    let mut after = board.clone();
                    for (at, needs, writes) in cells {
                        (needs >> board.symbols()[at] & 1 != 0).then_some(())?;
                        writes.map(|symbol| after.set(at, symbol));
                    }
                    Some(after)
                });
                assert_eq!(
                    made.collect::<Vec<_>>(),
                    rule.results(&board).unwrap().collect::<Vec<_>>()
                );
            }
        }
    }
}
