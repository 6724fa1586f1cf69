//! Templates: steps of rules with runs of unspecified length, and their stencils on a board.
//!
//! Knows: runs, directions, composition of steps joined by `then`.
//! Must not know: how a rule is typed, or what a board shows.
//!
//! The meaning of a rule is the list of its stencils: each run in every length that fits, each step in each
//! of its directions. Steps joined by `then` compose to one stencil: it requires what the first step requires
//! and, where the first wrote nothing, what the second requires.

use std::ops::RangeInclusive;

use rustc_hash::{FxHashMap, FxHashSet};

use super::stencil::{Cell, Stencil};
use super::{Direction, TooManyWays};
use crate::board::{EDGE, Symbol};

/// A column of a pattern, or the columns of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PatternColumn {
    pub(super) width: usize,
    /// Whether it is repeated zero or more times.
    pub(super) run: bool,
}

/// A step as written: rows of the same blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) blocks: Vec<PatternColumn>,
    /// The cells of each row, those of a run once; `None` for a hole. Their coordinates are not set yet.
    pub(super) rows: Vec<Vec<Option<Cell>>>,
    /// Whether the border is adjacent to the pattern: left, right, above, below.
    pub(super) borders: [bool; 4],
    /// All symbols of the alphabet.
    pub(super) symbols: u64,
}

/// Cells in the plane, in reading order; those required by `^` and `$` come last.
#[derive(Debug, Clone)]
pub(super) struct PatternCells(pub(super) Vec<((i32, i32), Cell)>);

/// A step with its directions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DirectedStep {
    pub(super) template: Template,
    pub(super) directions: &'static [Direction],
    /// Whether it may follow itself, any number of times.
    pub(super) repeats: bool,
    /// Whether cells may lie outside of the board, where they ask and write nothing.
    pub(super) over: bool,
}

/// Rows and columns of a board, and whether the ways down and to the right come back.
pub(super) type Extent = ((usize, usize), [bool; 2]);

/// The cell that a place means where ways come back.
pub(super) fn around(
    (row, column): (i32, i32),
    ((rows, columns), [down, right]): Extent,
) -> (i32, i32) {
    let along = |at: i32, cells: usize, wraps: bool| {
        // A board has fewer cells than an integer has values.
        if wraps { at.rem_euclid(cells as i32) } else { at }
    };
    (along(row, rows, down), along(column, columns, right))
}

impl Template {
    /// The most cells of all parts of the pattern that can lie on a board.
    pub(super) fn cells_over_the_border(&self) -> usize {
        let (rows, columns) = (self.rows.len(), self.rows.first().map_or(0, Vec::len));
        let parts = |cells: usize| cells.saturating_mul(cells + 1) / 2;
        parts(rows).saturating_mul(parts(columns)).saturating_mul(rows * columns)
    }

    pub(super) fn has_runs(&self) -> bool {
        self.blocks.iter().any(|block| block.run)
    }

    /// Number of rows, including border rows.
    pub(super) fn height(&self) -> usize {
        self.rows.len() + self.borders[2..].iter().filter(|&&border| border).count()
    }

    /// The longer side with each run repeated once and the border included.
    pub(super) fn side(&self) -> usize {
        let columns: usize = self.blocks.iter().map(|block| block.width).sum();
        self.height().max(columns + 2)
    }

    /// Greatest distance of a cell outside the board, for a placement whose other cells are on it.
    ///
    /// Cells of runs are on the board, so the distance is largest when all runs are empty, or, if only cells
    /// of runs are on the board, when all but one are.
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

    /// Symbols that the first cell on the board may show.
    ///
    /// A run may be empty, so the first cells of all runs before the first other cell count. If a run is not empty, no
    /// cell in a later row of it is the first.
    pub(super) fn first_symbols(&self) -> u64 {
        let mut set = 0;
        let mut is_counted = vec![false; self.blocks.len()];
        for row in &self.rows {
            let mut at = 0;
            for (block, is_counted) in self.blocks.iter().zip(&mut is_counted) {
                let cells = row[at..at + block.width].iter().flatten();
                at += block.width;
                let Some(first) = cells.copied().find(|cell| !cell.is_border()) else { continue };
                if !*is_counted {
                    set |= first.needs;
                }
                if !block.run {
                    return set;
                }
                *is_counted = true;
            }
        }
        set
    }

    /// Symbols named by the replacement.
    pub(super) fn written_symbols(&self) -> u64 {
        let cells = self.rows.iter().flatten().flatten();
        cells.filter_map(|cell| cell.writes).fold(0, |set, symbol| set | 1 << symbol)
    }

    /// The template with holes in place of cells that may show anything, do not change, and are on every board without
    /// blocked cells on which the others are. Runs are left as they are.
    pub(super) fn without_certain_cells(&self) -> Template {
        let mut template = self.clone();
        if self.has_runs() {
            return template;
        }
        let asks = |cell: &Cell| cell.needs != self.symbols || cell.writes.is_some();
        let asked: Vec<(usize, usize)> = self
            .places()
            .filter(|(_, cell)| asks(cell) && !cell.may_be_outside())
            .map(|(place, _)| place)
            .collect();
        let range = |of: fn(&(usize, usize)) -> usize| {
            asked.iter().map(of).min().zip(asked.iter().map(of).max())
        };
        let (Some((top, bottom)), Some((left, right))) = (range(|p| p.0), range(|p| p.1)) else {
            return template;
        };
        for ((row, column), cell) in self.places() {
            if !asks(cell) && (top..=bottom).contains(&row) && (left..=right).contains(&column) {
                template.rows[row][column] = None;
            }
        }
        template
    }

    /// The cells with their rows and columns in the pattern.
    fn places(&self) -> impl Iterator<Item = ((usize, usize), &Cell)> {
        self.rows.iter().enumerate().flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.filter_map(move |(column, cell)| Some(((row, column), cell.as_ref()?)))
        })
    }

    /// The pattern with each block repeated as `repeats` says; `None` if all of its cells may lie outside the
    /// board.
    fn lay(&self, repeats: &[usize]) -> Option<PatternCells> {
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
        let (rows, columns) = (0..=self.rows.len() as i32 - 1, 0..=width - 1);
        layout.extend(self.border_cells(inside, (&rows, &columns), self.borders));
        Some(PatternCells(layout))
    }

    /// Cells required at a border, in the row or column of a cell on the board: the outermost cell there, of these rows and
    /// columns, is on the board, and the next one outside. Borders are asked for on the left, right, above and below.
    fn border_cells(
        &self,
        (row, column): (i32, i32),
        (rows, columns): (&RangeInclusive<i32>, &RangeInclusive<i32>),
        asked: [bool; 4],
    ) -> impl Iterator<Item = ((i32, i32), Cell)> + use<> {
        let (top, bottom, left, right) =
            (*rows.start(), *rows.end(), *columns.start(), *columns.end());
        let ends = [
            ((row, left), (row, left - 1)),
            ((row, right), (row, right + 1)),
            ((top, column), (top - 1, column)),
            ((bottom, column), (bottom + 1, column)),
        ];
        let cell = |needs| Cell { row: 0, column: 0, needs, writes: None };
        let (on_board, outside) = (cell(self.symbols), cell(1 << EDGE));
        let asked = ends.into_iter().zip(asked).filter(|(_, asked)| *asked);
        asked.flat_map(move |((last, next), _)| [(last, on_board), (next, outside)])
    }
}

impl DirectedStep {
    /// Greatest distance of a cell outside the board.
    pub(super) fn reach(&self) -> usize {
        match self.template.lay(&vec![1; self.template.blocks.len()]) {
            Some(whole) if self.over => {
                self.over_the_border(whole).iter().map(PatternCells::reach).max().unwrap_or(0)
            }
            _ => self.template.reach(),
        }
    }

    /// The parts of a layout that lie on a board when it is moved over its border, whole first, each with the border
    /// beside it. A part has a cell that must be on the board, and one that is written.
    fn over_the_border(&self, whole: PatternCells) -> Vec<PatternCells> {
        let height = self.template.rows.len() as i32;
        let width = self.template.rows.first().map_or(0, Vec::len) as i32;
        let pieces = |cells| {
            (0..cells).flat_map(move |first| (first..cells).rev().map(move |last| first..=last))
        };
        let mut parts = Vec::new();
        for (rows, columns) in pieces(height)
            .flat_map(|rows| pieces(width).map(move |columns| (rows.clone(), columns)))
        {
            let is_kept = |((row, column), _): &&((i32, i32), Cell)| {
                rows.contains(row) && columns.contains(column)
            };
            let mut cells: Vec<_> = whole.0.iter().filter(is_kept).copied().collect();
            let inside = cells.iter().find(|(_, cell)| !cell.may_be_outside());
            let Some(&(inside, _)) = inside else { continue };
            if cells.iter().all(|(_, cell)| cell.writes.is_none()) {
                continue;
            }
            let cut = [
                *columns.start() > 0,
                columns.end() + 1 < width,
                *rows.start() > 0,
                rows.end() + 1 < height,
            ];
            cells.extend(self.template.border_cells(inside, (&rows, &columns), cut));
            parts.push(PatternCells(cells));
        }
        parts
    }

    /// All layouts on a board of this size, the shortest first.
    pub(super) fn layouts(
        &self,
        extent: Extent,
        work: &mut Work,
    ) -> Result<Vec<PatternCells>, TooManyWays> {
        let mut layouts = Vec::new();
        let blocks = &self.template.blocks;
        for &direction in self.directions {
            let mut repeats: Vec<usize> =
                blocks.iter().map(|block| usize::from(!block.run)).collect();
            loop {
                let laid = self.template.lay(&repeats);
                if let Some(whole) = laid.clone().filter(|_| self.over) {
                    for part in self.over_the_border(whole) {
                        let part = part.along(direction);
                        work.spend(1 + part.0.len())?;
                        layouts.extend(Some(part).filter(|part| part.fits(extent)));
                    }
                    break;
                }
                let layout = laid.map(|layout| layout.along(direction));
                work.spend(1 + layout.as_ref().map_or(0, |layout| layout.0.len()))?;
                let fits = layout.as_ref().is_none_or(|layout| layout.fits(extent));
                layouts.extend(layout.filter(|_| fits));
                if !next_lengths(blocks, &mut repeats, fits) {
                    break;
                }
            }
        }
        Ok(layouts)
    }
}

/// Advances the lengths of the runs like a counter; `false` at the end. Lengths above ones that do not fit
/// are skipped.
fn next_lengths(blocks: &[PatternColumn], repeats: &mut [usize], fits: bool) -> bool {
    let mut runs = (0..blocks.len()).rev().filter(|&which| blocks[which].run);
    if !fits {
        // The run that grew last is the last nonempty one.
        let Some(last) = runs.find(|&which| repeats[which] > 0) else { return false };
        repeats[last] = 0;
    }
    let Some(next) = runs.next() else { return false };
    repeats[next] += 1;
    true
}

impl PatternCells {
    /// Whether its cells fit into a rectangle of this size; blanks do not count, nor do cells outside of the board
    /// along ways that come back.
    fn fits(&self, (size, [down, right]): Extent) -> bool {
        let whole = (usize::MAX, usize::MAX);
        let inside = self.0.iter().filter(|(_, cell)| !cell.is_border()).map(|(place, _)| *place);
        let open = (if down { whole.0 } else { size.0 }, if right { whole.1 } else { size.1 });
        let closed = (if down { size.0 } else { whole.0 }, if right { size.1 } else { whole.1 });
        fit(self.0.iter().map(|(place, _)| *place), open) && fit(inside, closed)
    }

    /// Greatest distance between the bounding boxes of all cells and of those on the board.
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

    /// Lays a one-row layout in a direction; other layouts only as written.
    fn along(mut self, (down, right): Direction) -> PatternCells {
        if (down, right) != (0, 1) {
            for (place, _) in &mut self.0 {
                *place = (place.1 * down, place.1 * right);
            }
        }
        self
    }

    /// The symbols among `wanted` that the replacement names, with the last place of each, in reading order: all
    /// that matters for a step that continues from this one.
    pub(super) fn ends(&self, wanted: u64) -> Vec<((i32, i32), Symbol)> {
        let mut ends: Vec<((i32, i32), Symbol)> = Vec::new();
        for (place, cell) in &self.0 {
            if let Some(symbol) = cell.writes.filter(|symbol| wanted >> symbol & 1 != 0) {
                ends.retain(|(_, known)| *known != symbol);
                ends.push((*place, symbol));
            }
        }
        ends
    }

    /// Translation of this step that continues from one with these ends: its first cell lies on the last of them
    /// whose symbol it matches.
    pub(super) fn shift_after(&self, ends: &[((i32, i32), Symbol)]) -> Option<(i32, i32)> {
        let (start, first) = self.0.iter().find(|(_, cell)| !cell.is_border())?;
        let (place, _) = ends.iter().rev().find(|(_, symbol)| first.needs >> symbol & 1 != 0)?;
        Some((place.0 - start.0, place.1 - start.1))
    }

    /// The step, translated to continue from one with these ends.
    fn after(&self, ends: &[((i32, i32), Symbol)], extent: Extent) -> Option<PatternCells> {
        let (down, right) = self.shift_after(ends)?;
        let cells = self.0.iter().map(|(place, cell)| ((place.0 + down, place.1 + right), *cell));
        Some(PatternCells(cells.collect()).around(extent))
    }

    /// The cells that are meant where ways come back. They are different cells, as the step fits.
    fn around(mut self, extent: Extent) -> PatternCells {
        if extent.1 != [false; 2] {
            self.0.iter_mut().for_each(|(place, _)| *place = around(*place, extent));
        }
        self
    }
}

/// Whether these places fit into a rectangle of this size.
fn fit(places: impl Iterator<Item = (i32, i32)> + Clone, (rows, columns): (usize, usize)) -> bool {
    let extent = |along: fn((i32, i32)) -> i32| {
        let along = places.clone().map(along);
        let ends = along.clone().min().zip(along.max());
        ends.map_or(0, |(first, last)| first.abs_diff(last) as usize + 1)
    };
    extent(|place| place.0) <= rows && extent(|place| place.1) <= columns
}

/// A composition of steps.
#[derive(Debug, Clone, Default)]
struct Composite {
    /// What each cell requires before and shows afterwards.
    cells: FxHashMap<(i32, i32), Cell>,
}

impl Composite {
    /// Composes with a further step; `None` if the step cannot follow.
    fn and(&self, step: &PatternCells) -> Option<Composite> {
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

    /// Whether its cells fit into a rectangle of this size.
    fn fits(&self, size: (usize, usize)) -> bool {
        fit(self.cells.keys().copied(), size)
    }

    /// Its cells in order.
    fn sorted(&self) -> Vec<((i32, i32), Cell)> {
        let mut cells: Vec<_> = self.cells.iter().map(|(place, cell)| (*place, *cell)).collect();
        cells.sort_unstable();
        cells
    }

    fn stencil(&self) -> Stencil {
        Stencil::from_cells(self.cells.iter().map(|(place, cell)| (place.0, place.1, *cell)))
    }
}

/// Limit of the work for one rule.
pub(super) struct Work {
    pub(super) remaining: usize,
}

impl Work {
    pub(super) fn spend(&mut self, cells: usize) -> Result<(), TooManyWays> {
        self.remaining = self.remaining.checked_sub(cells).ok_or(TooManyWays)?;
        Ok(())
    }
}

/// Whether each step changes the cell from which another continues, the next one or the same one again: no
/// candidate for that cell may already show the symbol written there.
pub(super) fn are_chained(steps: &[DirectedStep]) -> bool {
    let next = steps.iter().zip(steps.iter().skip(1));
    let again = steps.iter().filter(|step| step.repeats).map(|step| (step, step));
    next.chain(again).all(|(step, next)| {
        let next = next.template.first_symbols();
        step.template
            .rows
            .iter()
            .flatten()
            .flatten()
            .all(|cell| cell.writes.is_none_or(|symbol| (next & cell.needs) >> symbol & 1 == 0))
    })
}

/// Symbols from which the steps after this one may continue.
pub(super) fn wanted(steps: &[DirectedStep], made: usize) -> u64 {
    let again = steps[made].repeats.then_some(&steps[made]);
    let nexts = again.into_iter().chain(steps.get(made + 1));
    nexts.fold(0, |set, step| set | step.template.first_symbols())
}

/// The stencils of the single steps that fit on a board of this size, each made once.
///
/// Cost: as for [`stencils`].
pub(super) fn alone(
    steps: &[DirectedStep],
    extent: Extent,
    most: usize,
) -> Result<Vec<Stencil>, TooManyWays> {
    let mut found = Vec::new();
    for step in steps {
        found.append(&mut stencils(&[step.once()], extent, most)?);
    }
    Ok(found)
}

/// All stencils of composed steps that fit on a board of this size, each once.
///
/// Where ways come back, a step is laid wherever it fits on the board cut open somewhere. Its cells are then different
/// cells of the board. Cells of several steps are one cell if they are one on the board, so they compose there.
///
/// Cost: the cells of all layouts of the steps, and of all compositions; fails beyond `most`.
pub(super) fn stencils(
    steps: &[DirectedStep],
    extent: Extent,
    most: usize,
) -> Result<Vec<Stencil>, TooManyWays> {
    let (size, _) = extent;
    let mut work = Work { remaining: most };
    let layouts: Vec<Vec<PatternCells>> =
        steps.iter().map(|step| step.layouts(extent, &mut work)).collect::<Result<_, _>>()?;
    let (mut seen, mut visited) = (FxHashSet::default(), FxHashSet::default());
    let mut found = Vec::new();
    for layout in layouts.iter().take(1).flatten() {
        let layout = layout.clone().around(extent);
        let Some(start) = Composite::default().and(&layout) else { continue };
        let mut open = vec![(start, layout.ends(wanted(steps, 0)), 0)];
        while let Some((composite, ends, made)) = open.pop() {
            let again = steps[made].repeats;
            if again && !visited.insert((composite.sorted(), ends.clone(), made)) {
                continue;
            }
            let after = if again { made } else { made + 1 };
            for (step, layouts) in layouts.iter().enumerate().take(made + 2).skip(after) {
                for layout in layouts.iter().rev() {
                    work.spend(1 + composite.cells.len() + layout.0.len())?;
                    let Some(layout) = layout.after(&ends, extent) else { continue };
                    let longer = composite.and(&layout).filter(|longer| longer.fits(size));
                    let ends = || layout.ends(wanted(steps, step));
                    open.extend(longer.map(|longer| (longer, ends(), step)));
                }
            }
            if made + 1 == steps.len() {
                let stencil = composite.stencil();
                if seen.insert(stencil.clone()) {
                    found.push(stencil);
                }
            }
        }
    }
    Ok(found)
}
