//! A step of a rule whose runs have no length yet, and the ways to lay it on a board.
//!
//! Knows: runs, directions, how steps joined by `then` lie on each other.
//! Must not know: how a rule is typed, or what stands on a board.
//!
//! A rule means the list of its stencils: each run in every length that fits, each step in each of
//! its directions. Steps joined by `then` make one stencil: it needs what the first step needs
//! and, where the first wrote nothing, what the second needs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::stencil::{Cell, Stencil};
use super::{Direction, TooManyWays};
use crate::board::EDGE;

/// Columns of a pattern that belong together: one cell, or a run of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) width: usize,
    /// Whether it is repeated any number of times, or left out.
    pub(super) run: bool,
}

/// A step as written: rows of the same blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) blocks: Vec<Block>,
    /// The cells of each row, those of a run once; nothing where the pattern has a hole. Their
    /// places mean nothing yet.
    pub(super) rows: Vec<Vec<Option<Cell>>>,
    /// Whether the border is right beside the pattern: left, right, above, below.
    pub(super) borders: [bool; 4],
    /// All symbols of the alphabet.
    pub(super) symbols: u64,
}

/// Cells in the plane, in the order of reading; those that `^` and `$` ask for come last.
#[derive(Debug, Clone)]
struct Layout(Vec<((i32, i32), Cell)>);

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

    /// Rows, with those of the border.
    pub(super) fn height(&self) -> usize {
        self.rows.len() + self.borders[2..].iter().filter(|&&border| border).count()
    }

    /// The longer side when each run is repeated once, with the border.
    pub(super) fn side(&self) -> usize {
        let columns: usize = self.blocks.iter().map(|block| block.width).sum();
        self.height().max(columns + 2)
    }

    /// How far the pattern can lie outside of a board: cells that may be outside, beyond those
    /// that may not.
    ///
    /// Cells of runs are on the board. So it lies farthest outside when all runs are empty, or,
    /// where only cells of runs are on the board, when all but one are.
    pub(super) fn reach(&self) -> usize {
        let empty = || self.blocks.iter().map(|block| usize::from(!block.run)).collect::<Vec<_>>();
        let reach = |repeats: Vec<usize>| self.lay(&repeats).map_or(0, |layout| layout.reach());
        let runs = (0..self.blocks.len()).filter(|&which| self.blocks[which].run);
        let one = runs.map(|which| {
            let mut repeats = empty();
            repeats[which] = 1;
            reach(repeats)
        });
        one.fold(reach(empty()), usize::max)
    }

    /// What the first cell on the board can be.
    pub(super) fn first_symbols(&self) -> u64 {
        let Some(row) = self.rows.first() else { return 0 };
        let (mut set, mut at) = (0, 0);
        for block in &self.blocks {
            let first = row[at..at + block.width].iter().flatten().find(|cell| !cell.is_border());
            set |= first.map_or(0, |cell| cell.needs);
            at += block.width;
            if !block.run && first.is_some() {
                return set;
            }
        }
        self.rows.iter().flatten().flatten().fold(0, |set, cell| set | cell.needs)
    }

    /// The symbols that the replacement names.
    pub(super) fn written_symbols(&self) -> u64 {
        let cells = self.rows.iter().flatten().flatten();
        cells.filter_map(|cell| cell.writes).fold(0, |set, symbol| set | 1 << symbol)
    }

    /// The pattern with each block repeated as often as `repeats` says, as written; nothing when
    /// all of its cells may be outside of a board.
    fn lay(&self, repeats: &[usize]) -> Option<Layout> {
        let mut layout = Vec::new();
        let mut width = 0;
        for (row, cells) in (0..).zip(&self.rows) {
            let mut at = 0;
            width = 0;
            for (block, &repeats) in self.blocks.iter().zip(repeats) {
                for cell in std::iter::repeat_n(&cells[at..at + block.width], repeats).flatten() {
                    layout.extend(cell.map(|cell| ((row, width), cell)));
                    width += 1;
                }
                at += block.width;
            }
        }
        let &(inside, _) = layout.iter().find(|(_, cell)| !cell.may_be_outside())?;
        layout.extend(self.border_cells(inside, width));
        Some(Layout(layout))
    }

    /// What `^` and `$` ask for, in the row or column of a cell that is on the board: the outermost
    /// cell of the pattern there is on the board, and the next one outside.
    fn border_cells(
        &self,
        (row, column): (i32, i32),
        width: i32,
    ) -> impl Iterator<Item = ((i32, i32), Cell)> {
        let height = self.rows.len() as i32;
        let ends = [
            ((row, 0), (row, -1)),
            ((row, width - 1), (row, width)),
            ((0, column), (-1, column)),
            ((height - 1, column), (height, column)),
        ];
        let cell = |needs| Cell { row: 0, column: 0, needs, writes: None };
        let (on_board, outside) = (cell(self.symbols), cell(1 << EDGE));
        let asked = ends.into_iter().zip(self.borders).filter(|(_, border)| *border);
        asked.flat_map(move |((last, next), _)| [(last, on_board), (next, outside)])
    }
}

impl Step {
    /// All ways to lay it on a board of this size, the shortest first.
    fn layouts(&self, size: (usize, usize), work: &mut Work) -> Result<Vec<Layout>, TooManyWays> {
        let mut layouts = Vec::new();
        let blocks = &self.template.blocks;
        for &direction in self.directions {
            let mut repeats: Vec<usize> =
                blocks.iter().map(|block| usize::from(!block.run)).collect();
            loop {
                let layout = self.template.lay(&repeats).map(|layout| layout.along(direction));
                work.spend(1 + layout.as_ref().map_or(0, |layout| layout.0.len()))?;
                let fits = layout.as_ref().is_none_or(|layout| layout.fits(size));
                layouts.extend(layout.filter(|_| fits));
                if !longer(blocks, &mut repeats, fits) {
                    break;
                }
            }
        }
        Ok(layouts)
    }
}

/// The next lengths of the runs, like a counter; false at the end. What is longer than lengths
/// that do not fit does not fit either.
fn longer(blocks: &[Block], repeats: &mut [usize], fits: bool) -> bool {
    let mut runs = (0..blocks.len()).rev().filter(|&which| blocks[which].run);
    if !fits {
        // The run that has become longer last is the last that is not empty.
        let Some(last) = runs.find(|&which| repeats[which] > 0) else { return false };
        repeats[last] = 0;
    }
    let Some(next) = runs.next() else { return false };
    repeats[next] += 1;
    true
}

impl Layout {
    /// Whether its cells fit into a rectangle of this size. Blanks are no cells.
    fn fits(&self, (rows, columns): (usize, usize)) -> bool {
        let extent = |along: fn(&(i32, i32)) -> i32| {
            let places = self.0.iter().map(|(place, _)| along(place));
            let ends = places.clone().min().zip(places.max());
            ends.map_or(0, |(first, last)| first.abs_diff(last) as usize + 1)
        };
        extent(|place| place.0) <= rows && extent(|place| place.1) <= columns
    }

    /// How far the box around all cells goes beyond that around those on the board.
    fn reach(&self) -> usize {
        let bounds = |values: &dyn Fn(&(i32, i32)) -> i32| {
            let all = self.0.iter().map(|(place, _)| values(place)).max();
            let inside = self.0.iter().filter(|(_, cell)| !cell.may_be_outside());
            let inside = inside.map(|(place, _)| values(place)).max();
            all.zip(inside).map_or(0, |(all, inside)| all.abs_diff(inside) as usize)
        };
        let sides = [bounds(&|p| p.0), bounds(&|p| -p.0), bounds(&|p| p.1), bounds(&|p| -p.1)];
        sides.into_iter().max().unwrap_or(0)
    }

    /// A one-row layout laid in another direction; any layout in its own.
    fn along(mut self, (down, right): Direction) -> Layout {
        if (down, right) != (0, 1) {
            for (place, _) in &mut self.0 {
                *place = (place.1 * down, place.1 * right);
            }
        }
        self
    }

    /// The next step where it goes on from this one: its first cell lies on the last cell whose
    /// replacement names a symbol that it matches.
    fn continued(&self, next: &Layout) -> Option<Layout> {
        let (start, first) = next.0.iter().find(|(_, cell)| !cell.is_border())?;
        let fits = |cell: &Cell| cell.writes.is_some_and(|symbol| first.needs >> symbol & 1 != 0);
        let (place, _) = self.0.iter().rev().find(|(_, cell)| fits(cell))?;
        let (down, right) = (place.0 - start.0, place.1 - start.1);
        let cells = next.0.iter().map(|(place, cell)| ((place.0 + down, place.1 + right), *cell));
        Some(Layout(cells.collect()))
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
        let mut cells = self.cells.clone();
        for &(place, cell) in &step.0 {
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

/// Whether each step that is followed changes the cell on which the next goes on: no cell that
/// may be that one already shows what is written there.
pub(super) fn are_chained(steps: &[Step]) -> bool {
    steps.windows(2).all(|pair| {
        let next = pair[1].template.first_symbols();
        pair[0]
            .template
            .rows
            .iter()
            .flatten()
            .flatten()
            .all(|cell| cell.writes.is_none_or(|symbol| (next & cell.needs) >> symbol & 1 == 0))
    })
}

/// The stencils of each step alone that fit on a board of this size.
///
/// Cost: as for [`stencils`].
pub(super) fn alone(
    steps: &[Step],
    size: (usize, usize),
    most: usize,
) -> Result<Vec<Stencil>, TooManyWays> {
    let mut found = Vec::new();
    for step in steps {
        found.append(&mut stencils(std::slice::from_ref(step), size, most)?);
    }
    Ok(found)
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
                work.spend(1 + composite.cells.len() + next.0.len())?;
                let Some(next) = last.continued(next) else { continue };
                open.extend(composite.and(&next).map(|composite| (composite, next, depth + 1)));
            }
        }
    }
    Ok(found)
}
