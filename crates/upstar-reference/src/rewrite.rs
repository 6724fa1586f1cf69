//! Rewrite rules on boards, as the book defines them: reference/rulesets.md, "What a pattern means, exactly".
//!
//! A rule is a list of steps. Each step is read from its two texts, its runs get lengths, it is laid on the
//! board in every possible way along each of its directions, and what it leaves is a board. Different ways
//! that lead to the same board are one move.

use std::collections::BTreeSet;

use upstar_syntax::ast::{Rewrite, Text, Turns};
use upstar_syntax::source::{SourceMap, Span};

use crate::board::{Board, Form, Place};
use crate::steps::Steps;
use crate::{Fault, Wrong};

/// What a cell of a pattern asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Cell {
    /// One of these symbols; a symbol alone, `?` and `[xo]`.
    One(BTreeSet<char>),
    /// None of these symbols, or no cell: `[^xo]`.
    None(BTreeSet<char>),
    /// Anything, on the board and outside: a blank.
    Blank,
}

impl Cell {
    /// Whether what is at a place matches; there may be no cell.
    fn matches(&self, there: Option<char>) -> bool {
        match self {
            Cell::One(symbols) => there.is_some_and(|symbol| symbols.contains(&symbol)),
            Cell::None(symbols) => there.is_none_or(|symbol| !symbols.contains(&symbol)),
            Cell::Blank => true,
        }
    }
}

/// A cell or group of a row, and whether it is a run: zero or more times.
#[derive(Debug, Clone)]
struct Element {
    cells: Vec<Cell>,
    run: bool,
}

/// One side of a step.
#[derive(Debug, Clone, Default)]
pub struct Pattern {
    rows: Vec<Vec<Element>>,
    /// `^` and `$` before and after rows, and as rows above and below.
    left: bool,
    right: bool,
    top: bool,
    bottom: bool,
}

/// A step whose runs have lengths: what each cell of its rows asks for, and the symbol that it shows then.
struct Step {
    rows: Vec<Vec<(Cell, Option<char>)>>,
}

/// A rewrite rule: its steps with their two patterns.
pub struct Rule {
    steps: Vec<(Pattern, Pattern, Turns, bool)>,
    /// Whether cells may lie outside of the board, where they match and nothing is written.
    over: bool,
}

/// The cells for which a step names a symbol, in the order of reading, with that symbol.
type Named = Vec<(Place, char)>;

fn wrong<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::wrong(Wrong::Rules, message))
}

impl Pattern {
    fn read(text: &str, form: &Form) -> Result<Pattern, Fault> {
        let alphabet = &*form.alphabet;
        let text = &*with_ranges(text, form);
        let mut pattern = Pattern::default();
        let lines: Vec<&str> = text.split('|').collect();
        let is_sign =
            |line: &str, sign: char| line.trim() == sign.to_string() && !alphabet.contains(sign);
        for (number, line) in lines.iter().enumerate() {
            if number == 0 && lines.len() > 1 && is_sign(line, '^') {
                pattern.top = true;
            } else if number > 0 && number == lines.len() - 1 && is_sign(line, '$') {
                pattern.bottom = true;
            } else {
                let row = pattern.read_row(line, alphabet)?;
                pattern.rows.push(row);
            }
        }
        Ok(pattern)
    }

    fn read_row(&mut self, line: &str, alphabet: &str) -> Result<Vec<Element>, Fault> {
        let signs: Vec<char> = line.chars().collect();
        let is = |at: usize, sign: char| signs.get(at) == Some(&sign) && !alphabet.contains(sign);
        let (mut at, mut end) = (0, signs.len());
        if is(0, '^') {
            (self.left, at) = (true, 1);
        }
        if end > at && is(end - 1, '$') {
            (self.right, end) = (true, end - 1);
        }
        let mut row = Vec::new();
        while at < end {
            let mut cells = Vec::new();
            if is(at, '(') {
                at += 1;
                while at < end && !is(at, ')') {
                    cells.push(read_cell(&signs[..end], &mut at, alphabet)?);
                }
                if !is(at, ')') || cells.is_empty() || !(is(at + 1, '~') || is(at + 1, '+')) {
                    return wrong("a group is repeated, and is not empty");
                }
                at += 1;
            } else {
                cells.push(read_cell(&signs[..end], &mut at, alphabet)?);
            }
            if is(at, '+') && at < end {
                row.push(Element { cells: cells.clone(), run: false });
            }
            let run = at < end && (is(at, '~') || is(at, '+'));
            at += usize::from(run);
            row.push(Element { cells, run });
        }
        Ok(row)
    }

    /// A replacement with the same rows and no borders.
    fn default_of(pattern: &Pattern) -> Pattern {
        Pattern { rows: pattern.rows.clone(), ..Pattern::default() }
    }

    /// Whether it has several rows, those with `^` or `$` included.
    fn has_several_rows(&self) -> bool {
        self.rows.len() + usize::from(self.top) + usize::from(self.bottom) > 1
    }

    /// Whether runs lie on the board, and stand in the same columns of all rows; and whether borders are signs of the
    /// pattern, which the replacement may repeat.
    fn verify(&self, replacement: &Pattern) -> Result<(), Fault> {
        let runs = self.rows.iter().flatten().filter(|element| element.run);
        if runs.flat_map(|run| &run.cells).any(|cell| !matches!(cell, Cell::One(_))) {
            return wrong("a run lies on the board");
        }
        let first = Pattern {
            rows: vec![self.rows.first().cloned().unwrap_or_default()],
            ..Pattern::default()
        };
        for row in &self.rows {
            let row = Pattern { rows: vec![row.clone()], ..Pattern::default() };
            if !row.has_runs_where(&first) {
                return wrong("the rows do not have their runs at the same places");
            }
        }
        let signs = |side: &Pattern| [side.left, side.right, side.top, side.bottom];
        if signs(replacement).iter().zip(signs(self)).any(|(after, before)| *after && !before) {
            return wrong("a border that the pattern does not have");
        }
        Ok(())
    }

    /// Whether the other side has runs of the same size at the same places.
    fn has_runs_where(&self, other: &Pattern) -> bool {
        let shape = |row: &Vec<Element>| -> Vec<usize> {
            let size = |element: &Element| {
                if element.run {
                    vec![0, element.cells.len()]
                } else {
                    vec![1; element.cells.len()]
                }
            };
            row.iter().flat_map(size).collect()
        };
        self.rows.iter().map(shape).eq(other.rows.iter().map(shape))
    }

    /// How many runs the rows have.
    fn runs(&self) -> usize {
        let count = |row: &Vec<Element>| row.iter().filter(|element| element.run).count();
        self.rows.iter().map(count).max().unwrap_or(0)
    }

    /// The rows when the runs have these lengths, the same in every row.
    fn with_lengths(&self, lengths: &[i64]) -> Vec<Vec<Cell>> {
        let row = |row: &Vec<Element>| {
            let mut cells = Vec::new();
            let mut lengths = lengths.iter();
            for element in row {
                let times =
                    if element.run { lengths.next().map_or(0, |length| *length) } else { 1 };
                (0..times).for_each(|_| cells.extend(element.cells.iter().cloned()));
            }
            cells
        };
        self.rows.iter().map(row).collect()
    }
}

/// The text with the numbers that ranges in its classes stand for: `[1..3]` is `[123]`.
fn with_ranges(text: &str, form: &Form) -> String {
    let mut plain = text.to_owned();
    let signs: Vec<char> = form.alphabet.chars().filter(|_| form.first.is_some()).collect();
    for (from, first) in signs.iter().enumerate() {
        for (to, last) in signs.iter().enumerate() {
            let between: String = signs.iter().take(to + 1).skip(from).collect();
            let range = format!("{first}..{last}");
            let mut parts = Vec::new();
            for (number, part) in plain.split('[').enumerate() {
                let (class, rest) = part.split_once(']').unwrap_or((part, ""));
                match number > 0 && part.contains(']') {
                    true => parts.push(format!("{}]{rest}", class.replace(&range, &between))),
                    false => parts.push(part.to_owned()),
                }
            }
            plain = parts.join("[");
        }
    }
    plain
}

fn read_cell(signs: &[char], at: &mut usize, alphabet: &str) -> Result<Cell, Fault> {
    let sign = signs[*at];
    *at += 1;
    let all = || alphabet.chars().collect();
    match sign {
        _ if alphabet.contains(sign) => Ok(Cell::One(BTreeSet::from([sign]))),
        '?' => Ok(Cell::One(all())),
        ' ' => Ok(Cell::Blank),
        '[' => {
            let excludes = signs.get(*at) == Some(&'^') && !alphabet.contains('^');
            *at += usize::from(excludes);
            let mut symbols = BTreeSet::new();
            while let Some(symbol) = signs.get(*at).filter(|sign| **sign != ']') {
                if !alphabet.contains(*symbol) {
                    return wrong(format!("`{symbol}` is not in the alphabet"));
                }
                symbols.insert(*symbol);
                *at += 1;
            }
            if signs.get(*at) != Some(&']') || symbols.is_empty() {
                return wrong("a class without an end or without symbols");
            }
            *at += 1;
            Ok(if excludes { Cell::None(symbols) } else { Cell::One(symbols) })
        }
        _ => wrong(format!("`{sign}` is not in the alphabet")),
    }
}

/// The symbol that a cell shows after the step; none when it stays as it is.
fn shown(before: &Cell, after: &Cell, alphabet: &str) -> Result<Option<char>, Fault> {
    let anything = Cell::One(alphabet.chars().collect());
    match (before, after) {
        (Cell::Blank, Cell::Blank) => Ok(None),
        (Cell::Blank, _) | (_, Cell::Blank) => {
            wrong("a blank stands at the same places on both sides")
        }
        (Cell::None(_), after) if *after == anything || before == after => Ok(None),
        (Cell::None(_), _) => wrong("a cell that may be outside of the board is not written"),
        (Cell::One(_), Cell::One(symbols)) if symbols.len() == 1 => Ok(symbols.first().copied()),
        (before, after) if before == after || *after == anything => Ok(None),
        _ => wrong("the replacement does not say which symbol a cell shows"),
    }
}

/// Whether boards have the borders that a step asks for.
fn verify_borders(step: &Rewrite, before: &Pattern, form: &Form) -> Result<(), Fault> {
    let ways = directions(step.turns, form.strip)?;
    let borders = before.left || before.right || before.top || before.bottom;
    if step.over_the_border && (borders || before.runs() > 0) {
        return wrong("a rule over the border has no runs and no border");
    }
    let meets = |way: &Option<Place>| {
        let (down, right) = way.unwrap_or((0, 1));
        down != 0 && !form.wraps.0 || right != 0 && !form.wraps.1
    };
    if (before.left || before.right) && !ways.iter().any(meets)
        || (before.top || before.bottom) && form.wraps.0
    {
        return wrong("there is no such border");
    }
    Ok(())
}

/// Runs of a step whose lengths are varied when a declaration is read.
const MOST_VARIED_RUNS: usize = 4;

impl Rule {
    /// Reads the steps of a rule.
    ///
    /// # Errors
    /// When patterns and replacements do not fit together, a step changes nothing, or one can never follow the one
    /// before it.
    pub fn read(steps: &[Rewrite], form: &Form) -> Result<Rule, Fault> {
        let (alphabet, strip) = (&*form.alphabet, form.strip);
        let mut rule =
            Rule { steps: Vec::new(), over: steps.iter().any(|step| step.over_the_border) };
        if rule.over
            && (steps.len() > 1 || steps[0].repeats || form.wraps.1 && (form.strip || form.wraps.0))
        {
            return wrong("one step goes over a border");
        }
        for step in steps {
            let before = Pattern::read(&step.pattern.value, form)?;
            let after = Pattern::read(&step.replacement.value, form)?;
            verify_borders(step, &before, form)?;
            if before.rows.len() != after.rows.len() || before.runs() != after.runs() {
                return wrong("pattern and replacement have different sizes");
            }
            before.verify(&after)?;
            if !before.has_runs_where(&after) {
                return wrong("the sides do not have the same runs at the same places");
            }
            if before.has_several_rows() && (strip || step.turns != Turns::None) {
                return wrong("a pattern of several rows fits on no strip and cannot be turned");
            }
            rule.steps.push((before, after, step.turns, step.repeats));
        }
        let samples = rule.samples(alphabet)?;
        let any = |samples: &[Step], test: &dyn Fn(&Cell, Option<char>) -> bool| {
            samples
                .iter()
                .flat_map(|step| step.rows.iter().flatten())
                .any(|(cell, shown)| test(cell, *shown))
        };
        let changes = |(cell, shown): &(Cell, Option<char>)| {
            shown.is_some_and(|symbol| *cell != Cell::One(BTreeSet::from([symbol])))
        };
        // Where all cells of a step may be off the board, nothing is laid.
        let idle = |step: &Step| {
            let cells = || step.rows.iter().flatten();
            cells().any(|(cell, _)| matches!(cell, Cell::One(_))) && !cells().any(changes)
        };
        // One step by itself changes something whatever its runs; of several, some step does for some.
        let is_idle = match samples.as_slice() {
            [only] => only.iter().any(idle),
            several => several.iter().flatten().all(idle),
        };
        if is_idle {
            return wrong("the rule changes nothing");
        }
        for (index, step) in samples.iter().enumerate() {
            if !any(step, &|cell, _| matches!(cell, Cell::One(_))) {
                return wrong("a step needs a cell on the board");
            }
            let follows = |before: &[Step]| {
                let mut firsts = step.iter().filter_map(|step| step.first_cell(alphabet));
                firsts.any(|first| any(before, &|_, shown| shown.is_some() && first.matches(shown)))
            };
            if index > 0 && !follows(&samples[index - 1]) || rule.steps[index].3 && !follows(step) {
                return wrong("a step can never follow the one before it");
            }
        }
        Ok(rule)
    }

    /// What each step can do: it is seen when each of its runs has the length 0, 1 or 2. First come those of one length.
    fn samples(&self, alphabet: &str) -> Result<Vec<Vec<Step>>, Fault> {
        let mut samples = Vec::new();
        for (index, step) in self.steps.iter().enumerate() {
            let sample = |lengths: Vec<i64>| self.step(index, &lengths, alphabet);
            let runs = step.0.runs();
            let alike = (0..3).map(|length| vec![length; runs]);
            let all = alike.chain(lengths_up_to_2(runs.min(MOST_VARIED_RUNS), runs));
            samples.push(all.map(sample).collect::<Result<Vec<_>, _>>()?);
        }
        Ok(samples)
    }

    /// Step number `index` when its runs have these lengths.
    fn step(&self, index: usize, lengths: &[i64], alphabet: &str) -> Result<Step, Fault> {
        let (before, after, _, _) = &self.steps[index];
        let (before, after) = (before.with_lengths(lengths), after.with_lengths(lengths));
        let width = before.first().map_or(0, Vec::len);
        let mut rows = Vec::new();
        for (before, after) in before.into_iter().zip(after) {
            if before.len() != width || after.len() != width {
                return wrong("pattern and replacement have different sizes");
            }
            let mut row = Vec::new();
            for (before, after) in before.into_iter().zip(after) {
                let shown = shown(&before, &after, alphabet)?;
                row.push((before, shown));
            }
            rows.push(row);
        }
        Ok(Step { rows })
    }

    /// All boards to which the rule leads.
    ///
    /// # Errors
    /// When no step is left.
    pub fn boards(&self, board: &Board, work: &Steps) -> Result<Vec<Board>, Fault> {
        let mut states: Vec<(Board, Option<Named>)> = vec![(board.clone(), None)];
        for index in 0..self.steps.len() {
            let mut found: Vec<(Board, Option<Named>)> = Vec::new();
            let mut open = states;
            // Of a step that repeats, what it leaves is laid on again, until nothing new comes of it.
            while let Some((board, piece)) = open.pop() {
                for (next, named) in self.laid(index, &board, piece.as_ref(), work)? {
                    let state = (next, Some(named));
                    if !found.contains(&state) {
                        if self.steps[index].3 {
                            open.push(state.clone());
                        }
                        found.push(state);
                    }
                }
            }
            states = found;
        }
        let mut boards: Vec<Board> = Vec::new();
        for (board, _) in states {
            if !boards.contains(&board) {
                boards.push(board);
            }
        }
        Ok(boards)
    }

    /// The pattern of a step that writes nothing.
    ///
    /// # Errors
    /// When it cannot be read, or directions do not suit it or the form of boards.
    pub fn verify_pattern(text: &str, turns: Turns, form: &Form) -> Result<Pattern, Fault> {
        let pattern = Pattern::read(text, form)?;
        let span = Span::new(SourceMap::default().add("", ""), 0..0);
        let side = Text { value: text.into(), span };
        let (repeats, over_the_border) = (false, false);
        let (before, after) = (side.clone(), side);
        let step = Rewrite { pattern: before, replacement: after, turns, repeats, over_the_border };
        verify_borders(&step, &pattern, form)?;
        pattern.verify(&Pattern::default_of(&pattern))?;
        if pattern.has_several_rows() && (form.strip || turns != Turns::None) {
            return wrong("a pattern of several rows fits on no strip and cannot be turned");
        }
        let widths = pattern.with_lengths(&vec![1; pattern.runs()]);
        let is_ragged = widths.iter().any(|row| row.len() != widths[0].len());
        let mut cells = pattern.rows.iter().flatten().flat_map(|element| &element.cells);
        if is_ragged || !cells.any(|cell| matches!(cell, Cell::One(_))) {
            return wrong("a pattern has rows of one size, and a cell on the board");
        }
        directions(turns, form.strip)?;
        Ok(pattern)
    }

    /// Whether a pattern lies somewhere on a board, as the pattern of a step that writes nothing.
    ///
    /// # Errors
    /// When it cannot be read, or directions do not suit it or the board, or no step is left.
    pub fn fits_somewhere(
        text: &str,
        turns: Turns,
        board: &Board,
        work: &Steps,
    ) -> Result<bool, Fault> {
        let pattern = Rule::verify_pattern(text, turns, &board.form)?;
        let kept = |row: Vec<Cell>| row.into_iter().map(|cell| (cell, None)).collect();
        let longest = board.rows().max(board.columns()) + 1;
        let mut lengths = vec![0; pattern.runs()];
        let idle = Rule { steps: Vec::new(), over: false };
        loop {
            let rows = pattern.with_lengths(&lengths).into_iter().map(kept).collect();
            let (step, mut found) = (Step { rows }, Vec::new());
            for direction in directions(turns, board.form.strip)? {
                idle.laid_along(&step, &pattern, direction, (board, None), work, &mut found)?;
            }
            if !found.is_empty() {
                return Ok(true);
            }
            let Some(run) = lengths.iter().position(|length| *length < longest) else {
                return Ok(false);
            };
            lengths[..run].fill(0);
            lengths[run] += 1;
        }
    }

    /// All ways to lay a step on a board: every length of its runs, direction and place.
    fn laid(
        &self,
        index: usize,
        board: &Board,
        before: Option<&Named>,
        work: &Steps,
    ) -> Result<Vec<(Board, Named)>, Fault> {
        let (pattern, _, turns, _) = &self.steps[index];
        let mut found = Vec::new();
        // A run that is longer than the board sticks out of it; one cell more changes nothing.
        let longest = board.rows().max(board.columns()) + 1;
        let mut lengths = vec![0; pattern.runs()];
        loop {
            let step = self.step(index, &lengths, &board.form.alphabet)?;
            for direction in directions(*turns, board.form.strip)? {
                self.laid_along(&step, pattern, direction, (board, before), work, &mut found)?;
            }
            // The next lengths, as a counter counts.
            let Some(run) = lengths.iter().position(|length| *length < longest) else {
                return Ok(found);
            };
            lengths[..run].fill(0);
            lengths[run] += 1;
        }
    }

    fn laid_along(
        &self,
        step: &Step,
        pattern: &Pattern,
        direction: Option<Place>,
        (board, before): (&Board, Option<&Named>),
        work: &Steps,
        found: &mut Vec<(Board, Named)>,
    ) -> Result<(), Fault> {
        let cells = step.placed(direction);
        let is_anchor = |cell: &&(Place, Cell, Option<char>)| matches!(cell.1, Cell::One(_));
        let Some((anchor, _, _)) = cells.iter().find(is_anchor) else { return Ok(()) };
        // Over the border, only what lies on the board is asked about ways around.
        if !self.over && !fits_around(&cells, (pattern, direction), board) {
            return Ok(());
        }
        let anchors = match self.over {
            true => around_board(board, &cells),
            false => board.cells(),
        };
        for (row, column) in anchors {
            work.step()?;
            let origin = (row - anchor.0, column - anchor.1);
            let place = |(row, column): Place| board.around((origin.0 + row, origin.1 + column));
            let outside = |at: Place| self.over && board.at(place(at)).is_none();
            let fits = cells
                .iter()
                .all(|(at, cell, _)| outside(*at) || cell.matches(board.at(place(*at))));
            let writes =
                |(at, _, shown): &(Place, Cell, Option<char>)| shown.is_some() && !outside(*at);
            let fits_over = || {
                let on_board: Vec<_> =
                    cells.iter().filter(|(at, _, _)| !outside(*at)).cloned().collect();
                cells.iter().any(writes) && fits_around(&on_board, (pattern, direction), board)
            };
            let fits = fits && (!self.over || fits_over());
            if !fits || !borders_fit(pattern, step, origin, direction, board) {
                continue;
            }
            if before.is_some_and(|named| !starts_at(&cells, named, board, place)) {
                continue;
            }
            // A board takes as many steps as it has cells.
            work.take(board.rows().unsigned_abs() * board.columns().unsigned_abs())?;
            let (mut next, mut named) = (board.clone(), Named::new());
            for (at, _, shown) in &cells {
                if let Some(symbol) = shown {
                    next.put(place(*at), *symbol);
                    named.push((place(*at), *symbol));
                }
            }
            if !found.contains(&(next.clone(), named.clone())) {
                found.push((next, named));
            }
        }
        Ok(())
    }
}

impl Step {
    /// The first cell in the order of reading that can be on the board.
    fn first_cell(&self, alphabet: &str) -> Option<&Cell> {
        let can_be = |cell: &&Cell| {
            **cell != Cell::Blank && alphabet.chars().any(|symbol| cell.matches(Some(symbol)))
        };
        self.rows.iter().flatten().map(|(cell, _)| cell).find(can_be)
    }

    /// The cells in the order of reading, each at its place from the first one on.
    fn placed(&self, direction: Option<Place>) -> Vec<(Place, Cell, Option<char>)> {
        let (down, right) = direction.unwrap_or((0, 1));
        let mut cells = Vec::new();
        for (row, line) in self.rows.iter().enumerate() {
            for (column, (cell, shown)) in line.iter().enumerate() {
                let column = column as i64;
                let place = (row as i64 + column * down, column * right);
                cells.push((place, cell.clone(), *shown));
            }
        }
        cells
    }
}

/// Every choice of the lengths 0, 1 and 2 for so many of the runs of a step, the first ones; the others have length 1.
fn lengths_up_to_2(varied: usize, runs: usize) -> impl Iterator<Item = Vec<i64>> {
    let digit = |code: usize, place: usize| (code / 3usize.pow(place as u32) % 3) as i64;
    let length = move |code, place| if place < varied { digit(code, place) } else { 1 };
    (0..3usize.pow(varied as u32))
        .map(move |code| (0..runs).map(|place| length(code, place)).collect())
}

/// Whether the first cell of a step that can be on the board lies on the piece that has just been moved: the last
/// cell of the step before for which a symbol was named that this cell matches.
fn starts_at(
    cells: &[(Place, Cell, Option<char>)],
    named: &Named,
    board: &Board,
    place: impl Fn(Place) -> Place,
) -> bool {
    let can_be_on_board = |cell: &Cell| match cell {
        Cell::Blank => false,
        cell => board.form.alphabet.chars().any(|symbol| cell.matches(Some(symbol))),
    };
    let Some((at, cell, _)) = cells.iter().find(|(_, cell, _)| can_be_on_board(cell)) else {
        return false;
    };
    let piece = named.iter().rev().find(|(_, symbol)| cell.matches(Some(*symbol)));
    piece.is_some_and(|(piece, _)| *piece == place(*at))
}

/// Whether a step lies on the board at all where ways around come back: it is no longer than such a way, blanks at its
/// ends aside that need not be on the board. A blank beside a border of a row that is turned must be.
fn fits_around(
    cells: &[(Place, Cell, Option<char>)],
    (pattern, direction): (&Pattern, Option<Place>),
    board: &Board,
) -> bool {
    let is_beside_border = |index: usize| {
        direction.is_some()
            && (index == 0 && (pattern.left || pattern.top)
                || index + 1 == cells.len() && (pattern.right || pattern.bottom))
    };
    let extent = |of: fn(Place) -> i64| {
        let there = cells.iter().enumerate();
        let there = there.filter(|(i, (_, cell, _))| *cell != Cell::Blank || is_beside_border(*i));
        let along: Vec<i64> = there.map(|(_, (at, _, _))| of(*at)).collect();
        let ends = along.iter().max().zip(along.iter().min());
        ends.map_or(0, |(last, first)| last - first + 1)
    };
    let (down, right) = board.form.wraps;
    (!down || extent(|at| at.0) <= board.rows()) && (!right || extent(|at| at.1) <= board.columns())
}

/// The places on the board and so far around it that some cell of a step may be on it; on a way around, each cell once.
fn around_board(board: &Board, cells: &[(Place, Cell, Option<char>)]) -> Vec<Place> {
    let far = cells.iter().map(|(at, _, _)| at.0.abs().max(at.1.abs())).max().unwrap_or(0);
    let side = |cells: i64, wraps: bool| if wraps { 0..cells } else { -far..cells + far };
    let (down, right) = board.form.wraps;
    side(board.rows(), down)
        .flat_map(|row| side(board.columns(), right).map(move |column| (row, column)))
        .collect()
}

/// Whether the borders are where `^` and `$` say.
fn borders_fit(
    pattern: &Pattern,
    step: &Step,
    (row, column): Place,
    direction: Option<Place>,
    board: &Board,
) -> bool {
    let width = step.rows[0].len() as i64;
    let (closed_down, closed_right) = board.form.wraps;
    let Some((down, right)) = direction else {
        if (pattern.left || pattern.right) && closed_right
            || (pattern.top || pattern.bottom) && closed_down
        {
            return false;
        }
        let (last_row, last_column) = (row + step.rows.len() as i64 - 1, column + width - 1);
        return (!pattern.left || column == 0)
            && (!pattern.right || last_column == board.columns() - 1)
            && (!pattern.top || row == 0)
            && (!pattern.bottom || last_row == board.rows() - 1);
    };
    let on_board = |i: i64| board.at((row + i * down, column + i * right)).is_some();
    (!(pattern.left || pattern.top) || on_board(0) && !on_board(-1))
        && (!(pattern.right || pattern.bottom) || on_board(width - 1) && !on_board(width))
}

/// The directions along which a pattern is laid: to the right first. None is as written.
fn directions(turns: Turns, strip: bool) -> Result<Vec<Option<Place>>, Fault> {
    let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let ways: Vec<Place> = match (turns, strip) {
        (Turns::None, _) => return Ok(vec![None]),
        (Turns::Diagonally | Turns::Hexagonally, true) => {
            return wrong("a strip has no diagonals");
        }
        (_, true) => vec![(0, 1), (0, -1)],
        (Turns::Orthogonally, false) => straight.to_vec(),
        (Turns::Diagonally, false) => diagonal.to_vec(),
        (Turns::AnyDirection, false) => [straight, diagonal].concat(),
        (Turns::Hexagonally, false) => [straight.to_vec(), vec![(1, -1), (-1, 1)]].concat(),
    };
    Ok(ways.into_iter().map(Some).collect())
}
