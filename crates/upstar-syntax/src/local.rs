//! Rules that look at near cells only: their positions are sums of parts, which the text of the rules shows.
//!
//! Certificates name a position by its parts. The maker and the checker of a certificate both read the parts from the text
//! of the rules.
//!
//! **Which rules.** Positions are one board; all moves are rewrite rules of one step without runs, borders, conditions,
//! gains, classes of symbols and cells that may be off the board; some symbol, a *dead* one, fits no cell of any pattern; and play ends for
//! the player who cannot move. [`Local::of`] checks this, and gives nothing for other rules.
//!
//! **Why positions are sums.** A rule fits only where all cells of its pattern are on the board and are not dead, and
//! changes only these. Call two live cells near when the pattern of some rule, laid in some direction at some place,
//! covers both. Each move changes cells of one connected set of near cells. Cells that are dead stay so, and live cells of
//! other sets stay as they are, so no set ever meets another one. Hence the moves are those of the sum of the sets, each on
//! a board whose other cells are dead, and so by induction are all that follow. Off the board no rule fits, as at dead
//! cells, so that a set may stand on the smallest board around it. A set on which no rule of either player fits is 0. A
//! turn or mirror that maps the rules of each player to themselves maps positions to positions with the same moves.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{
    Alternative, BoardKind, Mover, ParamKind, RemarkKind, Rewrite, RulesetDecl, Turns,
};

/// A cell of a pattern that is laid on a board: its place, the symbol that it fits, and the symbol that replaces it.
type Cell = (i64, i64, char, char);

/// A pattern that is laid in a direction, its cells in order; the first row and column are 0.
type Laid = Vec<Cell>;

/// A board: its rows.
pub type Rows = Vec<Vec<char>>;

/// The rows of a board as it is written: `..#|...`.
pub fn rows(text: &str) -> Rows {
    text.split('|').map(|row| row.chars().collect()).collect()
}

/// The text of a board.
pub fn text(rows: &Rows) -> String {
    rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
}

/// Rules that look at near cells only.
#[derive(Debug, Clone)]
pub struct Local {
    dead: char,
    laid: BTreeSet<Laid>,
    live: BTreeSet<char>,
    near: BTreeSet<(i64, i64)>,
    /// Turns and mirrors that map the rules of each player to themselves.
    symmetries: Vec<Symmetry>,
}

/// A turn or mirror, by where a step down and a step to the right lead.
type Symmetry = [(i64, i64); 2];

/// All turns and mirrors of a grid.
const SYMMETRIES: [Symmetry; 8] = [
    [(1, 0), (0, 1)],
    [(1, 0), (0, -1)],
    [(-1, 0), (0, 1)],
    [(-1, 0), (0, -1)],
    [(0, 1), (1, 0)],
    [(0, 1), (-1, 0)],
    [(0, -1), (1, 0)],
    [(0, -1), (-1, 0)],
];

/// Signs of patterns that are no symbols, unless the alphabet has them: rules with these are not read.
const SIGNS: &str = "^$~+()[]? |";

/// Where a symmetry moves a place.
fn turned((row, column): (i64, i64), [down, right]: Symmetry) -> (i64, i64) {
    (row * down.0 + column * right.0, row * down.1 + column * right.1)
}

/// Cells in order, their first row and column 0.
fn in_order(mut cells: Laid) -> Laid {
    let row = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let column = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    for cell in &mut cells {
        (cell.0, cell.1) = (cell.0 - row, cell.1 - column);
    }
    cells.sort();
    cells
}

impl Local {
    /// The rules of a declaration; `None` when they may look further.
    pub fn of(decl: &RulesetDecl) -> Option<Local> {
        let [param] = decl.position.as_slice() else { return None };
        let (alphabet, is_strip) = match &param.kind {
            Some(ParamKind::Board(BoardKind::Strip, alphabet)) => (&alphabet.value, true),
            Some(ParamKind::Board(BoardKind::Grid, alphabet)) => (&alphabet.value, false),
            _ => return None,
        };
        let is_harmless =
            |kind: &RemarkKind| matches!(kind, RemarkKind::Start(_) | RemarkKind::DrawAs(_));
        if !decl.remarks.iter().all(|remark| is_harmless(&remark.kind)) {
            return None;
        }
        let mut laid: BTreeMap<bool, BTreeSet<Laid>> = BTreeMap::new();
        for clause in &decl.clauses {
            let players: &[bool] = match clause.mover {
                Mover::Either => &[false, true],
                Mover::Left => &[false],
                Mover::Right => &[true],
                _ => return None,
            };
            for alternative in &clause.alternatives {
                let Alternative::Rewrite { steps, gain: None, condition: None } = alternative
                else {
                    return None;
                };
                let [step] = steps.as_slice() else { return None };
                let all = laid_all(step, alphabet, is_strip)?;
                for player in players {
                    laid.entry(*player).or_default().extend(all.iter().cloned());
                }
            }
        }
        let all: BTreeSet<Laid> = laid.values().flatten().cloned().collect();
        let live: BTreeSet<char> = all.iter().flatten().map(|cell| cell.2).collect();
        let dead = alphabet.chars().find(|symbol| !live.contains(symbol))?;
        let keeps = |symmetry: &&Symmetry| {
            let is_of_strips = !is_strip || symmetry[0].0 == 1;
            is_of_strips && laid.values().all(|laid| maps_to_itself(laid, **symmetry))
        };
        let symmetries = SYMMETRIES.iter().filter(keeps).copied().collect();
        Some(Local { dead, near: near(&all), laid: all, live, symmetries })
    }

    /// How many cells of a board a rule may change.
    pub fn live_cells(&self, rows: &Rows) -> usize {
        rows.iter().flatten().filter(|symbol| self.live.contains(symbol)).count()
    }

    /// The parts of a position: those in which a rule fits, each turned and mirrored so that its rows come first in the
    /// order of texts. Cost: the cells times the rules.
    pub fn parts(&self, rows: &Rows) -> Vec<Rows> {
        let mut left: BTreeSet<(i64, i64)> = BTreeSet::new();
        for (row, line) in rows.iter().enumerate() {
            for (column, symbol) in line.iter().enumerate() {
                if self.live.contains(symbol) {
                    left.insert((row as i64, column as i64));
                }
            }
        }
        let at = |(row, column): (i64, i64)| rows[row as usize][column as usize];
        let mut parts = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut part, mut waiting) = (BTreeMap::from([(first, at(first))]), vec![first]);
            while let Some((row, column)) = waiting.pop() {
                for (down, right) in &self.near {
                    let next = (row + down, column + right);
                    if left.remove(&next) {
                        part.insert(next, at(next));
                        waiting.push(next);
                    }
                }
            }
            if self.has_move(&part) {
                let all = self.symmetries.iter().map(|symmetry| self.board(&part, *symmetry));
                parts.extend(all.min());
            }
        }
        parts
    }

    /// Whether a rule of either player fits somewhere on these cells.
    fn has_move(&self, cells: &BTreeMap<(i64, i64), char>) -> bool {
        let fits = |laid: &Laid, (row, column): (i64, i64)| {
            let (first_row, first_column) = (laid[0].0, laid[0].1);
            laid.iter().all(|(down, right, before, _)| {
                let place = (row + down - first_row, column + right - first_column);
                cells.get(&place) == Some(before)
            })
        };
        self.laid.iter().any(|laid| cells.keys().any(|place| fits(laid, *place)))
    }

    /// The smallest board around cells, turned or mirrored.
    fn board(&self, cells: &BTreeMap<(i64, i64), char>, symmetry: Symmetry) -> Rows {
        let turned: BTreeMap<(i64, i64), char> =
            cells.iter().map(|(place, symbol)| (turned(*place, symmetry), *symbol)).collect();
        let rows = || turned.keys().map(|place| place.0);
        let columns = || turned.keys().map(|place| place.1);
        let (top, bottom) = (rows().min().unwrap_or(0), rows().max().unwrap_or(-1));
        let (start, end) = (columns().min().unwrap_or(0), columns().max().unwrap_or(-1));
        let symbol = |row, column| turned.get(&(row, column)).copied().unwrap_or(self.dead);
        (top..=bottom)
            .map(|row| (start..=end).map(|column| symbol(row, column)).collect())
            .collect()
    }
}

/// Whether a symmetry maps rules to themselves.
fn maps_to_itself(laid: &BTreeSet<Laid>, symmetry: Symmetry) -> bool {
    laid.iter().all(|one| {
        let cell = |&(row, column, before, after): &Cell| {
            let (row, column) = turned((row, column), symmetry);
            (row, column, before, after)
        };
        laid.contains(&in_order(one.iter().map(cell).collect()))
    })
}

/// The ways from a cell to the cells that some pattern covers together with it.
fn near(laid: &BTreeSet<Laid>) -> BTreeSet<(i64, i64)> {
    let mut near = BTreeSet::new();
    for cells in laid {
        for one in cells {
            near.extend(cells.iter().map(|other| (other.0 - one.0, other.1 - one.1)));
        }
    }
    near.remove(&(0, 0));
    near
}

/// A step as it is laid in each of its directions; `None` when it has signs that may look further.
fn laid_all(step: &Rewrite, alphabet: &str, is_strip: bool) -> Option<Vec<Laid>> {
    let read = |text: &str| -> Option<Vec<Vec<char>>> {
        let is_symbol = |sign: &char| alphabet.contains(*sign) && !SIGNS.contains(*sign);
        let row =
            |line: &str| line.chars().all(|sign| is_symbol(&sign)).then(|| line.chars().collect());
        text.split('|').map(row).collect()
    };
    let (before, after) = (read(&step.pattern.value)?, read(&step.replacement.value)?);
    let widths = |rows: &[Vec<char>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
    if step.repeats
        || step.over_the_border
        || widths(&before) != widths(&after)
        || before.iter().all(Vec::is_empty)
    {
        return None;
    }
    if before.len() > 1 && (is_strip || step.turns != Turns::None) {
        return None;
    }
    let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let directions: Vec<(i64, i64)> = match (step.turns, is_strip) {
        (Turns::None, _) => vec![(0, 1)],
        (Turns::Diagonally | Turns::Hexagonally, true) => return None,
        (_, true) => straight[..2].to_vec(),
        (Turns::Orthogonally, false) => straight.to_vec(),
        (Turns::Diagonally, false) => diagonal.to_vec(),
        (Turns::AnyDirection, false) => [straight, diagonal].concat(),
        (Turns::Hexagonally, false) => [&straight[..], &diagonal[2..3], &[(1, -1)]].concat(),
    };
    let along = |(down, right): (i64, i64)| {
        let mut cells = Vec::new();
        for (row, (line, shown)) in before.iter().zip(&after).enumerate() {
            for (column, (before, after)) in line.iter().zip(shown).enumerate() {
                let (row, column) = (row as i64, column as i64);
                let place = (row + column * down, column * right);
                cells.push((place.0, place.1, *before, *after));
            }
        }
        in_order(cells)
    };
    Some(directions.into_iter().map(along).collect())
}
