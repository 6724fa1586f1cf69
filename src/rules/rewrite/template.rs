//! A step of a rule whose runs have no length yet, and the ways to lay it on a board.
//!
//! Knows: runs and borders, directions, how steps joined by `then` lie on each other.
//! Must not know: how a rule is typed, or what stands on a board.
//!
//! A rule means the list of its stencils: each run in every length that fits, each step in each of
//! its directions. Steps joined by `then` make one stencil: it needs what the first step needs
//! and, where the first wrote nothing, what the second needs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::stencil::{Cell, Stencil};
use super::{Direction, TooManyWays};
use crate::value::board::EDGE;

/// Columns of a pattern that belong together: one cell, or a run of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) width: usize,
    /// Whether it is repeated any number of times, or left out.
    pub(super) run: bool,
}

/// On which sides of a pattern the border must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Borders {
    pub(super) left: bool,
    pub(super) right: bool,
    pub(super) above: bool,
    pub(super) below: bool,
}

/// A step as written: rows of the same blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) blocks: Vec<Block>,
    /// The cells of each row, those of a run once; their places mean nothing yet.
    pub(super) rows: Vec<Vec<Cell>>,
    pub(super) borders: Borders,
}

/// Cells in the plane, in the order of reading; the first is at the origin.
#[derive(Debug, Clone)]
struct Layout {
    cells: Vec<((i32, i32), Cell)>,
    /// Cells of the border, which must be outside of the board.
    border: Vec<(i32, i32)>,
}

/// A step, and the directions in which it is laid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) template: Template,
    pub(super) directions: &'static [Direction],
}

impl Template {
    pub(super) fn has_runs(&self) -> bool {
        self.blocks.iter().any(|block| block.run)
    }

    pub(super) fn has_borders(&self) -> bool {
        self.borders != Borders::default()
    }

    /// Rows of the pattern, those of the border included.
    pub(super) fn height(&self) -> usize {
        self.rows.len() + usize::from(self.borders.above) + usize::from(self.borders.below)
    }

    /// Columns when each run is repeated so often, those of the border included.
    pub(super) fn width(&self, repeats: usize) -> usize {
        let blocks = self.blocks.iter();
        let cells: usize = blocks.map(|b| if b.run { repeats * b.width } else { b.width }).sum();
        cells + usize::from(self.borders.left) + usize::from(self.borders.right)
    }

    /// What the first cell can be.
    pub(super) fn first_symbols(&self) -> u64 {
        let mut set = 0;
        let mut at = 0;
        for block in &self.blocks {
            set |= self.rows.first().and_then(|row| row.get(at)).map_or(0, |cell| cell.needs);
            at += block.width;
            if !block.run {
                break;
            }
        }
        set
    }

    /// The symbols that the replacement names.
    pub(super) fn written_symbols(&self) -> u64 {
        let cells = self.rows.iter().flatten();
        cells.filter_map(|cell| cell.writes).fold(0, |set, symbol| set | 1 << symbol)
    }

    /// The pattern with each run repeated as often as `repeats` says, as written.
    fn lay(&self, repeats: &[usize]) -> Layout {
        let mut layout = Layout { cells: Vec::new(), border: Vec::new() };
        let mut width = 0;
        for (row, cells) in (0..).zip(&self.rows) {
            let (mut at, mut column) = (0, 0);
            for (block, &repeats) in self.blocks.iter().zip(repeats) {
                for _ in 0..repeats {
                    for cell in &cells[at..at + block.width] {
                        layout.cells.push(((row, column), *cell));
                        column += 1;
                    }
                }
                at += block.width;
            }
            width = column;
            layout.border.extend(self.borders.left.then_some((row, -1)));
            layout.border.extend(self.borders.right.then_some((row, column)));
        }
        let height = self.rows.len() as i32;
        for column in 0..width {
            layout.border.extend(self.borders.above.then_some((-1, column)));
            layout.border.extend(self.borders.below.then_some((height, column)));
        }
        layout
    }
}

impl Step {
    /// All ways to lay it on a board of this size, the shortest first.
    fn layouts(&self, size: (usize, usize), work: &mut Work) -> Result<Vec<Layout>, TooManyWays> {
        let mut layouts = Vec::new();
        for &direction in self.directions {
            let Some(room) = self.room(direction, size) else { continue };
            let blocks = &self.template.blocks;
            let mut repeats: Vec<usize> =
                blocks.iter().map(|block| usize::from(!block.run)).collect();
            loop {
                let layout = self.template.lay(&repeats).along(direction);
                work.spend(1 + layout.cells.len() + layout.border.len())?;
                layouts.extend((!layout.cells.is_empty()).then_some(layout));
                if !longer(blocks, &mut repeats, room) {
                    break;
                }
            }
        }
        Ok(layouts)
    }

    /// How many cells runs can have in this direction; nothing when the rest does not fit.
    fn room(&self, (down, right): Direction, (rows, columns): (usize, usize)) -> Option<usize> {
        let (height, width) = (self.template.height(), self.template.width(0));
        if (down, right) == (0, 1) {
            return columns.checked_sub(width).filter(|_| height <= rows);
        }
        let along = |step: i32, length: usize| if step == 0 { usize::MAX } else { length };
        along(down, rows).min(along(right, columns)).checked_sub(width)
    }
}

/// The next lengths of the runs that fit into the room, like a counter; false at the end.
fn longer(blocks: &[Block], repeats: &mut [usize], room: usize) -> bool {
    for which in (0..blocks.len()).rev().filter(|&which| blocks[which].run) {
        repeats[which] += 1;
        let runs = blocks.iter().zip(repeats.iter()).filter(|(block, _)| block.run);
        if runs.map(|(block, &n)| n * block.width).sum::<usize>() <= room {
            return true;
        }
        repeats[which] = 0;
    }
    false
}

impl Layout {
    /// A one-row layout laid in another direction; any layout in its own.
    fn along(mut self, (down, right): Direction) -> Layout {
        if (down, right) != (0, 1) {
            let places = self.cells.iter_mut().map(|(place, _)| place);
            for place in places.chain(&mut self.border) {
                *place = (place.1 * down, place.1 * right);
            }
        }
        self
    }

    /// Where the first cell of the next step lies: on the last cell whose replacement names a
    /// symbol that it matches.
    fn continued(&self, next: &Layout) -> Option<(i32, i32)> {
        let first = next.cells.first()?.1.needs;
        let fits = |cell: &Cell| cell.writes.is_some_and(|symbol| first >> symbol & 1 != 0);
        self.cells.iter().rev().find(|(_, cell)| fits(cell)).map(|(place, _)| *place)
    }

    fn moved(&self, (row, column): (i32, i32)) -> Layout {
        let moved = |&(r, c): &(i32, i32)| (r + row, c + column);
        let cells = self.cells.iter().map(|(place, cell)| (moved(place), *cell)).collect();
        Layout { cells, border: self.border.iter().map(moved).collect() }
    }
}

/// Steps made one after the other, as one.
#[derive(Debug, Clone, Default)]
struct Composite {
    /// What each cell needs at the beginning and shows at the end.
    cells: FxHashMap<(i32, i32), Cell>,
}

impl Composite {
    /// With a further step; nothing when the step cannot follow.
    fn and(&self, step: &Layout) -> Option<Composite> {
        let border = Cell { row: 0, column: 0, needs: 1 << EDGE, writes: None };
        let border = step.border.iter().map(|&place| (place, border));
        let mut cells = self.cells.clone();
        for (place, cell) in step.cells.iter().copied().chain(border) {
            let known =
                cells.entry(place).or_insert(Cell { needs: u64::MAX, writes: None, ..cell });
            match known.writes {
                Some(symbol) if cell.needs >> symbol & 1 == 0 => return None,
                Some(_) => {}
                None => known.needs &= cell.needs,
            }
            if known.needs == 0 {
                return None;
            }
            known.writes = cell.writes.or(known.writes);
        }
        Some(Composite { cells })
    }

    fn stencil(&self) -> Stencil {
        Stencil::from_cells(self.cells.iter().map(|(place, cell)| (place.0, place.1, *cell)))
    }
}

/// Counts what is done, so that no rule takes all time and memory.
struct Work {
    left: usize,
}

impl Work {
    fn spend(&mut self, cells: usize) -> Result<(), TooManyWays> {
        self.left = self.left.checked_sub(cells).ok_or(TooManyWays)?;
        Ok(())
    }
}

/// All stencils of steps made one after the other that fit on a board of this size, each once.
///
/// Cost: the cells of all ways to lay the steps; more than `most` are refused.
pub(super) fn stencils(
    steps: &[Step],
    size: (usize, usize),
    most: usize,
) -> Result<Vec<Stencil>, TooManyWays> {
    let mut work = Work { left: most };
    let layouts: Vec<Vec<Layout>> =
        steps.iter().map(|step| step.layouts(size, &mut work)).collect::<Result<_, _>>()?;
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let Some((first, rest)) = layouts.split_first() else { return Ok(found) };
    for layout in first {
        let Some(start) = Composite::default().and(layout) else { continue };
        let mut open = vec![(start, layout.clone(), 0)];
        while let Some((composite, last, depth)) = open.pop() {
            let Some(nexts) = rest.get(depth) else {
                let stencil = composite.stencil();
                let fits = stencil.rows as usize <= size.0 && stencil.columns as usize <= size.1;
                if fits && seen.insert(stencil.clone()) {
                    found.push(stencil);
                }
                continue;
            };
            for next in nexts.iter().rev() {
                work.spend(1 + composite.cells.len() + next.cells.len())?;
                let Some(place) = last.continued(next) else { continue };
                let next = next.moved(place);
                open.extend(composite.and(&next).map(|composite| (composite, next, depth + 1)));
            }
        }
    }
    Ok(found)
}
