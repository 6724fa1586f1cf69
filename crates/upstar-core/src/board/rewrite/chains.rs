//! Rules with steps that repeat: their results, found by a search on the board.
//!
//! Knows: layouts of steps, boards as cells. Must not know: stencils.
//!
//! The stencils of such a rule are all chains that some board of the size allows, which soon are too many. The
//! search follows those that are possible on one board. A state is the board after some steps, the last step, and
//! where the next one may begin; each is visited once, so that steps which undo each other end.

use rustc_hash::FxHashSet;

use super::template::{DirectedStep, PatternCells, Work, around, wanted};
use super::{Rule, TooManyWays};
use crate::board::{Board, EDGE, Symbol};

/// Limit of the work to search one board, in cells.
const MOST_CELLS: usize = 1 << 23;

/// The state after a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ChainState {
    symbols: Box<[Symbol]>,
    /// The symbols that the replacement has named and from which a step may go on, with the last place of each.
    ends: Vec<((i32, i32), Symbol)>,
    /// The number of the step.
    made: usize,
}

/// A search on a board.
struct ChainSearch<'b> {
    steps: &'b [DirectedStep],
    board: &'b Board,
    /// Which ways around the board come back.
    wraps: [bool; 2],
    work: Work,
}

impl Rule {
    /// The boards that the rule leads to, each once: for each placement of the first step its continuations.
    ///
    /// # Errors
    /// When they are too many.
    pub(super) fn chains(&self, board: &Board) -> Result<Vec<Board>, TooManyWays> {
        let work = Work { remaining: MOST_CELLS };
        let wraps = self.shape.wraps();
        let mut search = ChainSearch { steps: &self.steps, board, wraps, work };
        // Cells outside of the board count for what fits.
        let (above, beside) = self.shape.margins(self.reach());
        let size = (board.rows() + 2 * above, board.columns() + 2 * beside);
        let layouts = { self.steps.iter() }
            .map(|step| step.layouts((size, wraps), &mut search.work))
            .collect::<Result<Vec<_>, _>>()?;
        let mut visited: FxHashSet<ChainState> = FxHashSet::default();
        let mut open = search.begin(&layouts[0])?;
        let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
        while let Some(state) = open.pop() {
            if visited.contains(&state) {
                continue;
            }
            if state.made + 1 == self.steps.len() && seen.insert(state.symbols.clone()) {
                found.push(board.showing(state.symbols.clone()));
            }
            let again = self.steps[state.made].repeats;
            let after = if again { state.made } else { state.made + 1 };
            let nexts = layouts.iter().enumerate().take(state.made + 2).skip(after);
            // The last one pushed is visited first: going on with the rule comes before making the step again.
            for (step, layouts) in nexts {
                for layout in layouts.iter().rev() {
                    search.work.spend(1)?;
                    let Some(shift) = layout.shift_after(&state.ends) else { continue };
                    open.extend(search.made(&state.symbols, layout, shift, step)?);
                }
            }
            visited.insert(state);
        }
        Ok(found)
    }
}

impl ChainSearch<'_> {
    /// The states after the first step, the first one last.
    fn begin(&mut self, layouts: &[PatternCells]) -> Result<Vec<ChainState>, TooManyWays> {
        let symbols: Box<[Symbol]> = self.board.symbols().into();
        let columns = self.board.columns();
        let mut states = Vec::new();
        for layout in layouts {
            let anchor = layout.0.iter().find(|(_, cell)| !cell.may_be_outside());
            let &(start, cell) = anchor.expect("a layout has a cell on the board");
            self.work.spend(1 + symbols.len() / CELLS_AT_ONCE)?;
            for (index, symbol) in symbols.iter().enumerate() {
                if cell.needs >> symbol & 1 != 0 {
                    let (row, column) = ((index / columns) as i32, (index % columns) as i32);
                    let shift = (row - start.0, column - start.1);
                    states.extend(self.made(&symbols, layout, shift, 0)?);
                }
            }
        }
        states.reverse();
        Ok(states)
    }

    /// The state after a step is laid and made; `None` if it does not fit.
    fn made(
        &mut self,
        symbols: &[Symbol],
        layout: &PatternCells,
        (down, right): (i32, i32),
        made: usize,
    ) -> Result<Option<ChainState>, TooManyWays> {
        let size = (self.board.rows(), self.board.columns());
        let place =
            |(row, column): (i32, i32)| around((row + down, column + right), (size, self.wraps));
        for (at, cell) in &layout.0 {
            self.work.spend(1)?;
            let shown = self.index(place(*at)).map_or(EDGE, |index| symbols[index]);
            if cell.needs >> shown & 1 == 0 {
                return Ok(None);
            }
        }
        self.work.spend(CELLS_PER_STATE + symbols.len() + layout.0.len())?;
        let mut after: Box<[Symbol]> = symbols.into();
        for (at, cell) in &layout.0 {
            if let (Some(symbol), Some(index)) = (cell.writes, self.index(place(*at))) {
                after[index] = symbol;
            }
        }
        let ends = layout
            .ends(wanted(self.steps, made))
            .into_iter()
            .map(|(at, symbol)| (place(at), symbol))
            .collect();
        Ok(Some(ChainState { symbols: after, ends, made }))
    }

    /// Index of the cell at a place; `None` outside of the board.
    fn index(&self, (row, column): (i32, i32)) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let inside = row < self.board.rows() && column < self.board.columns();
        inside.then(|| row * self.board.columns() + column)
    }
}

/// Memory of a state besides its cells, in cells.
const CELLS_PER_STATE: usize = 1 << 6;

/// Cells of a board that are searched for the first cell of a step at the cost of one.
const CELLS_AT_ONCE: usize = 1 << 4;
