//! Thermographs drawn in characters.
//!
//! Knows: the scale, strokes and labels of a drawing that fits a terminal. Values increase to the left and
//! temperatures upwards, as in *Winning Ways*, chapter 6.
//! Must not know: games.

use num_bigint::BigInt;
use upstar_core::{Dyadic, Player, Rational};

use super::walls::Walls;

/// The characters of a drawing.
struct Pen {
    corner: char,
    upright: char,
    /// The stroke of a wall that falls, as left walls do, and of one that rises.
    slants: [char; 2],
    axis: char,
    origin: char,
    mark_left: char,
    mark_below: char,
    tip: char,
    gap: &'static str,
}

const UNICODE: Pen = Pen {
    corner: '●',
    upright: '│',
    slants: ['╱', '╲'],
    axis: '─',
    origin: '┼',
    mark_left: '┤',
    mark_below: '┬',
    tip: '▲',
    gap: "…",
};

const ASCII: Pen = Pen {
    corner: 'o',
    upright: '|',
    slants: ['/', '\\'],
    axis: '-',
    origin: '+',
    mark_left: '+',
    mark_below: '+',
    tip: '^',
    gap: "..",
};

/// Most rows between the axis and the foot of the mast.
const MOST_ROWS: i64 = 18;
/// Rows of the mast above its foot.
const MAST: i64 = 3;
/// Columns left free beside the walls.
const MARGIN: usize = 3;
/// Lines for the labels of the axis.
const LABEL_LINES: usize = 3;

impl Walls {
    /// Number of lines of the drawing in characters.
    pub fn lines(&self) -> usize {
        draw(self, true).lines().count()
    }
}

/// A thermograph in at most 25 lines and about 60 columns, in ASCII if wanted.
pub(super) fn draw(graph: &Walls, ascii: bool) -> String {
    let scale = Scale::of(graph);
    let pen = if ascii { &ASCII } else { &UNICODE };
    let columns = Columns::of(graph, &scale, pen);
    let mut lines: Vec<String> = (0..=scale.top(graph))
        .rev()
        .map(|row| {
            let mut cells = columns.row(row == 0, pen);
            for wall in [Player::Left, Player::Right] {
                let (column, stroke) = scale.stroke(graph, wall, row, pen);
                columns.put(&mut cells, column, stroke);
            }
            cells.into_iter().collect()
        })
        .collect();
    beside(graph, &scale, pen, &mut lines);
    let indent = lines[0].chars().count() - columns.width;
    lines.extend(columns.labels.iter().map(|line| format!("{}{line}", " ".repeat(indent))));
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// Prepends the temperature axis and its labels to the lines, highest first.
fn beside(graph: &Walls, scale: &Scale, pen: &Pen, lines: &mut [String]) {
    let rows = lines.len();
    let mut labels = vec![String::new(); rows];
    // The first in a row is written, and zero and the foot of the mast come before others.
    let corners = [Player::Left, Player::Right].map(|wall| graph.marked(wall));
    let ends = corners.iter().flat_map(|wall| [wall.first(), wall.last()]).flatten();
    let zero = graph.zero();
    let corners = ends.chain(corners.into_iter().flatten()).map(|(t, _)| t);
    for t in zero.iter().chain(corners) {
        let place = &mut labels[rows - 1 - scale.row(t) as usize];
        if place.is_empty() {
            *place = graph.label(t, pen.gap);
        }
    }
    if labels[0].is_empty() {
        labels[0] = "t".to_owned();
    }
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    for (n, (line, label)) in lines.iter_mut().zip(labels).enumerate() {
        let mark = match label.as_str() {
            "" | "t" => pen.upright,
            _ if n + 1 == rows => pen.origin,
            _ => pen.mark_left,
        };
        *line = format!("{label:>width$} {mark}{line}");
    }
}

/// The scale of a drawing: columns and rows for values and temperatures.
struct Scale {
    /// Number of cells in a unit.
    cells: Dyadic,
    /// The length of a cell.
    unit: Dyadic,
    /// The value at column 0.
    highest: Dyadic,
    /// The temperature of row 0.
    base: Dyadic,
    /// The row in which the mast begins.
    foot: i64,
    /// Whether the stops differ by so little that they fall on one column. The right wall is
    /// then drawn in the next one.
    apart: bool,
}

impl Scale {
    /// Coarsest scale on which the walls are at least four cells high and all corners fall on cells; if
    /// none of these fits, the finest that fits.
    fn of(graph: &Walls) -> Scale {
        let highest = graph.highest();
        let (height, temperature) = (graph.height(), &graph.temperature);
        let size = i64::try_from(height.numer().bits()).unwrap_or(i64::MAX)
            - i64::try_from(height.exponent()).unwrap_or(i64::MAX);
        let mut best = Scale::with(size - 3, graph);
        if !height.is_positive() {
            return best;
        }
        for finer in [4, 5] {
            let next = Scale::with(size - finer, graph);
            if best.is_exact(graph) || next.row(temperature) > MOST_ROWS {
                break;
            }
            best = next;
        }
        best.foot = best.row(temperature);
        let lowest = graph.lowest();
        best.apart = lowest != highest && best.column(lowest) == 0;
        best
    }

    /// A cell is worth two to this power.
    fn with(power: i64, graph: &Walls) -> Scale {
        let two_to = |power: i64| match power >= 0 {
            true => Dyadic::from(BigInt::from(1) << power.unsigned_abs()),
            false => Dyadic::new(BigInt::from(1), power.unsigned_abs()),
        };
        Scale {
            cells: two_to(-power),
            unit: two_to(power),
            highest: graph.highest().clone(),
            base: graph.base(),
            foot: 0,
            apart: false,
        }
    }

    fn is_exact(&self, graph: &Walls) -> bool {
        let whole = |length: &Dyadic| (length * &self.cells).is_integer();
        let mut corners = graph.corners(Player::Left).iter().chain(graph.corners(Player::Right));
        corners.all(|(t, x)| whole(&(t - &self.base)) && whole(&(&self.highest - x)))
    }

    /// The highest row.
    fn top(&self, graph: &Walls) -> i64 {
        if graph.has_mast { self.foot + MAST } else { self.foot }
    }

    fn nearest(&self, length: &Dyadic) -> i64 {
        let cells = &(length * &self.cells) + &Dyadic::small(1, 1);
        i64::try_from(cells.floor()).unwrap_or(0)
    }

    fn row(&self, t: &Dyadic) -> i64 {
        self.nearest(&(t - &self.base))
    }

    fn column(&self, x: &Dyadic) -> i64 {
        self.nearest(&(&self.highest - x))
    }

    /// The column of a value that need not be dyadic.
    fn column_near(&self, x: &Rational) -> i64 {
        let length = &Rational::from(&self.highest) - x;
        let cells =
            &(&length * &Rational::from(&self.cells)) + &Rational::from(&Dyadic::small(1, 1));
        i64::try_from(cells.floor()).unwrap_or(0)
    }

    /// The value of a wall at the height of a row; that of the mast from its foot on.
    fn value(&self, graph: &Walls, wall: Player, row: i64) -> Rational {
        match row < self.foot || !graph.has_mast {
            true => graph.at(wall, &(&self.base + &(&self.unit * &Dyadic::from(row)))),
            false => Rational::from(&graph.mean),
        }
    }

    /// Returns the column of a wall in a row, and the character it is drawn with there.
    fn stroke(&self, graph: &Walls, wall: Player, row: i64, pen: &Pen) -> (i64, char) {
        let is_end = row == self.top(graph);
        let below = if is_end && !graph.has_mast { row - 1 } else { row };
        let [here, above] = [below, below + 1].map(|row| self.value(graph, wall, row));
        let is_corner = graph.marked(wall).iter().any(|(t, _)| self.row(t) == row);
        let stroke = match wall {
            _ if row == 0 && graph.height().is_negative() => pen.origin,
            _ if is_corner => pen.corner,
            _ if is_end && graph.has_mast => pen.tip,
            _ if above == here => pen.upright,
            _ if above < here => pen.slants[0],
            _ => pen.slants[1],
        };
        (self.wall_column(graph, wall, row), stroke)
    }

    /// The column of a wall in a row.
    fn wall_column(&self, graph: &Walls, wall: Player, row: i64) -> i64 {
        let [left, right] = [Player::Left, Player::Right].map(|wall| self.value(graph, wall, row));
        let [column, other] = [&left, &right].map(|x| self.column_near(x));
        match wall {
            Player::Left => column,
            Player::Right if self.apart && left != right && column == other => other + 1,
            Player::Right => other,
        }
    }
}

/// Layout of the columns right of the axis of temperatures.
struct Columns {
    /// Number of columns.
    width: usize,
    /// The first that a wall can be in.
    first: usize,
    /// Columns with a label.
    marked: Vec<usize>,
    /// The labels below the axis of values.
    labels: Vec<String>,
}

impl Columns {
    fn of(graph: &Walls, scale: &Scale, pen: &Pen) -> Columns {
        let right = |row| scale.wall_column(graph, Player::Right, row);
        let [left_wall, right_wall] = [Player::Left, Player::Right].map(|wall| graph.marked(wall));
        let mut values: Vec<(i64, &Dyadic)> = Vec::new();
        values.extend(left_wall.first().map(|(_, x)| (scale.column(x), x)));
        values.extend(right_wall.first().map(|(_, x)| (right(0), x)));
        if graph.has_mast {
            values.push((scale.column(&graph.mean), &graph.mean));
        }
        values.extend(left_wall.iter().map(|(_, x)| (scale.column(x), x)));
        values.extend(right_wall.iter().map(|(t, x)| (right(scale.row(t)), x)));
        let labels: Vec<(usize, String)> =
            values.iter().map(|(column, x)| (*column as usize, graph.label(x, pen.gap))).collect();
        let half =
            labels.iter().map(|(column, text)| (text.chars().count() / 2).saturating_sub(*column));
        let first = MARGIN.max(half.max().unwrap_or(0) + 1);
        let last = right(0).max(scale.column(graph.lowest()));
        let width = first + last as usize + 1 + MARGIN;
        let mut columns = Columns { width, first, marked: Vec::new(), labels: Vec::new() };
        labels.into_iter().for_each(|(column, text)| columns.mark(first + column, &text));
        columns
    }

    /// Writes a label in the first line that has room, unless the column has one.
    fn mark(&mut self, column: usize, text: &str) {
        let start = column - text.chars().count() / 2;
        if self.marked.contains(&column) {
            return;
        }
        for line in 0..LABEL_LINES {
            if self.labels.len() == line {
                self.labels.push(String::new());
            }
            if write(&mut self.labels[line], start, text) {
                self.marked.push(column);
                return;
            }
        }
    }

    /// A row without walls: empty, or the axis.
    fn row(&self, axis: bool, pen: &Pen) -> Vec<char> {
        let mut cells = vec![if axis { pen.axis } else { ' ' }; self.width];
        for column in self.marked.iter().filter(|_| axis) {
            cells[*column] = pen.mark_below;
        }
        cells
    }

    fn put(&self, cells: &mut [char], column: i64, stroke: char) {
        if let Some(cell) = usize::try_from(column).ok().and_then(|c| cells.get_mut(self.first + c))
        {
            *cell = stroke;
        }
    }
}

/// Writes `text` from a column on if nothing is there or next to it.
fn write(line: &mut String, start: usize, text: &str) -> bool {
    let end = start + text.chars().count();
    let mut cells: Vec<char> = line.chars().collect();
    cells.resize(cells.len().max(end + 1), ' ');
    if cells[start.saturating_sub(1)..=end].iter().any(|cell| *cell != ' ') {
        return false;
    }
    cells.splice(start..end, text.chars());
    *line = cells.into_iter().collect();
    true
}
