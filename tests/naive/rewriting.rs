//! Random rulesets of rewrite rules, and rewriting in the plainest way.

use super::Dice;
use super::cycles::Ruleset;

/// What one cell of a rule needs and writes.
#[derive(Debug, Clone)]
struct Cell {
    row: i32,
    column: i32,
    needs: Vec<char>,
    writes: Option<char>,
}

/// A rewrite rule, and all directions in which its cells are laid.
#[derive(Debug, Clone)]
struct Rule {
    text: String,
    cells: Vec<Cell>,
    directions: &'static [(i32, i32)],
    /// Whether it may be made again from the cell where its last cell was.
    repeats: bool,
    /// A symbol and how often it is not shown after the move.
    not: Option<(char, usize)>,
}

const FORTH: &[(i32, i32)] = &[(0, 1)];
const BOTH_WAYS: &[(i32, i32)] = &[(0, 1), (0, -1)];
const LINES: &[(i32, i32)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONALS: &[(i32, i32)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALL_WAYS: &[(i32, i32)] =
    &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The rows of a board after a rule, and where its last cell was.
type Made = (Vec<Vec<char>>, (i32, i32));

impl Rule {
    /// The boards to which a rule leads, anywhere on a board of rows.
    fn results(&self, board: &str, all: &mut Vec<String>) {
        let rows: Vec<Vec<char>> = board.split('|').map(|row| row.chars().collect()).collect();
        let (height, width) = (rows.len() as i32, rows[0].len() as i32);
        let places = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let mut made: Vec<Made> = Vec::new();
        for place in places {
            made.extend(self.laid(&rows, place));
        }
        let mut next = 0;
        while let Some((rows, place)) = made.get(next).cloned().filter(|_| self.repeats) {
            let more: Vec<_> = self.laid(&rows, place).filter(|one| !made.contains(one)).collect();
            made.extend(more);
            next += 1;
        }
        let allowed = |board: &String| {
            self.not.is_none_or(|(symbol, count)| board.matches(symbol).count() != count)
        };
        let boards = made.into_iter().map(|(rows, _)| {
            rows.into_iter().map(|row| row.into_iter().collect()).collect::<Vec<String>>().join("|")
        });
        all.extend(boards.filter(allowed));
    }

    /// The boards after the rule is laid from a place on, and where its last cell was.
    fn laid<'a>(
        &'a self,
        rows: &'a [Vec<char>],
        (row, column): (i32, i32),
    ) -> impl Iterator<Item = Made> + 'a {
        let (height, width) = (rows.len() as i32, rows[0].len() as i32);
        self.directions.iter().filter_map(move |&(down, right)| {
            let (mut moved, mut last) = (rows.to_vec(), (row, column));
            for cell in &self.cells {
                // A rule that is turned has one row.
                let (r, c) = (row + cell.column * down + cell.row, column + cell.column * right);
                let inside = (0..height).contains(&r) && (0..width).contains(&c);
                if !inside || !cell.needs.contains(&rows[r as usize][c as usize]) {
                    return None;
                }
                if let Some(symbol) = cell.writes {
                    moved[r as usize][c as usize] = symbol;
                }
                last = (r, c);
            }
            Some((moved, last))
        })
    }
}

/// A rule by which a symbol goes from its first cell to its last, and on from there; or any rule, and perhaps what
/// may not be there afterwards.
fn any_rule(dice: &mut Dice, alphabet: &[char], active: usize, grid: bool) -> Rule {
    let mut one = match dice.roll(4) {
        0 => chain(dice, &alphabet[..active], grid),
        _ => rule(dice, alphabet, active, grid),
    };
    if dice.roll(5) == 0 {
        let (symbol, count) = (*dice.one_of(alphabet), dice.roll(4) as usize);
        one.not = Some((symbol, count));
        one.text = format!(
            "{} if length([p for p in after.cells if after[p] == \"{symbol}\"]) != {count}",
            one.text
        );
    }
    one
}

/// A rule by which a symbol goes from its first cell to its last, and on from there.
fn chain(dice: &mut Dice, symbols: &[char], grid: bool) -> Rule {
    let length = 2 + dice.roll(2) as i32;
    let goes = *dice.one_of(symbols);
    let others: Vec<char> = symbols.iter().copied().filter(|symbol| *symbol != goes).collect();
    let mut cells = Vec::new();
    for column in 0..length {
        let needs = if column == 0 { goes } else { *dice.one_of(&others) };
        let writes = match column {
            0 => *dice.one_of(&others),
            _ if column + 1 == length => goes,
            _ => *dice.one_of(symbols),
        };
        cells.push(Cell { row: 0, column, needs: vec![needs], writes: Some(writes) });
    }
    let pattern: String = cells.iter().map(|cell| cell.needs[0]).collect();
    let replacement: String = cells.iter().filter_map(|cell| cell.writes).collect();
    let (turns, directions) = *dice.one_of(match grid {
        true => &[(" orthogonally", LINES), (" diagonally", DIAGONALS)],
        false => &[("", FORTH), (" orthogonally", BOTH_WAYS)],
    });
    let text = format!("{pattern:?} -> {replacement:?}{turns} repeatedly");
    Rule { text, cells, directions, repeats: true, not: None }
}

/// A random rule that changes at least one cell, and none to another than the first `active` symbols.
fn rule(dice: &mut Dice, alphabet: &[char], active: usize, grid: bool) -> Rule {
    let symbols = &alphabet[..active];
    let tall = grid && dice.roll(4) == 0;
    let (height, width) = if tall { (2, 1 + dice.roll(2)) } else { (1, 1 + dice.roll(3)) };
    let one_row: &[(&str, &'static [(i32, i32)])] = match (grid, dice.roll(3)) {
        (_, 0) => &[("", FORTH)],
        (false, _) => &[("", FORTH), (" orthogonally", BOTH_WAYS)],
        _ => &[(" orthogonally", LINES), (" diagonally", DIAGONALS), (" any direction", ALL_WAYS)],
    };
    let (turns, directions) = if tall { ("", FORTH) } else { *dice.one_of(one_row) };
    loop {
        let (mut cells, mut sides, mut changes) =
            (Vec::new(), [String::new(), String::new()], false);
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column)))
        {
            if row > 0 && column == 0 {
                sides.iter_mut().for_each(|side| side.push('|'));
            }
            let (needs, pattern) = match dice.roll(6) {
                0 => (alphabet.to_vec(), "?".to_owned()),
                1 => {
                    let left_out = dice.roll(symbols.len() as u64) as usize;
                    let mut some = symbols.to_vec();
                    some.remove(left_out);
                    let text = format!("[{}]", some.iter().collect::<String>());
                    (some, text)
                }
                _ => {
                    let symbol = *dice.one_of(symbols);
                    (vec![symbol], symbol.to_string())
                }
            };
            let stays = needs.len() > 1 && dice.roll(3) > 0;
            let writes = (!stays).then(|| *dice.one_of(symbols));
            changes |= needs.len() == 1 && writes != Some(needs[0]);
            sides[0].push_str(&pattern);
            sides[1].push(writes.unwrap_or('?'));
            cells.push(Cell { row, column: column as i32, needs, writes });
        }
        if changes {
            let text = format!("{:?} -> {:?}{turns}", sides[0], sides[1]);
            return Rule { text, cells, directions, repeats: false, not: None };
        }
    }
}

/// Adds the opposite of a rule now and then, so that play returns.
fn back_and_forth(dice: &mut Dice, rules: &mut Vec<Rule>) {
    let is_plain = |rule: &&Rule| !rule.repeats && rule.not.is_none();
    let undone = rules.iter().filter(is_plain).find(|rule| !rule.text.contains(['?', '[']));
    let Some(mut back) = undone.cloned().filter(|_| dice.roll(2) == 0) else { return };
    for cell in &mut back.cells {
        let written = cell.writes.expect("only classes stay as they are");
        (cell.needs, cell.writes) = (vec![written], Some(cell.needs[0]));
    }
    let sides: Vec<&str> = back.text.split('"').collect();
    back.text = format!("{:?} -> {:?}{}", sides[3], sides[1], sides[4]);
    rules.push(back);
}

/// A rule that turns the last symbol but one, which no other rule changes, into the last, with the
/// cells on both sides of it.
fn dividing(dice: &mut Dice, symbols: &[char], grid: bool) -> Rule {
    let cell = |column, from, to| Cell { row: 0, column, needs: vec![from], writes: Some(to) };
    let [a, b] = [(); 2].map(|()| *dice.one_of(symbols));
    let [c, d] = if a == b { [*dice.one_of(symbols); 2] } else { [b, a] };
    let (turns, directions) = if grid { (" orthogonally", LINES) } else { ("", FORTH) };
    Rule {
        text: format!("\"{a}#{b}\" -> \"{c}.{d}\"{turns}"),
        cells: vec![cell(0, a, c), cell(1, '#', '.'), cell(2, b, d)],
        directions,
        repeats: false,
        not: None,
    }
}

/// A random board.
fn board(dice: &mut Dice, symbols: &[char], grid: bool) -> String {
    let (rows, columns) = if grid { (2 + dice.roll(2), 2) } else { (1, 1 + dice.roll(5)) };
    let mut row = |_| (0..columns).map(|_| *dice.one_of(symbols)).collect::<String>();
    (0..rows).map(&mut row).collect::<Vec<_>>().join("|")
}

/// A board with the same two or three times, perhaps turned over, and cells or rows of `#` between.
fn repeated(dice: &mut Dice, symbols: &[char], grid: bool) -> String {
    let length = 1 + dice.roll(2);
    let part: String = (0..length).map(|_| *dice.one_of(symbols)).collect();
    let turned = |dice: &mut Dice| match dice.roll(2) {
        0 => part.clone(),
        _ => part.chars().rev().collect(),
    };
    let between = if grid { format!("|{}|", "#".repeat(part.len())) } else { "#".to_owned() };
    (0..4 - length).map(|_| turned(dice)).collect::<Vec<_>>().join(&between)
}

/// A ruleset of rewrite rules. Some symbols are in few rules, so that boards fall apart.
#[allow(clippy::too_many_lines)]
pub(super) fn rewriting(dice: &mut Dice) -> Ruleset {
    let grid = dice.roll(3) == 0;
    // Where rules are about some symbols only, boards fall apart at the others.
    let kinds = [(".x", 2), (".xo", 3), (".xyS", 4), ("xy#.", 2), ("xy#.", 2), ("xyz#.", 3)];
    let &(alphabet, active) = dice.one_of(&kinds);
    let symbols: Vec<char> = alphabet.chars().collect();
    let parts = active + 2 == symbols.len();
    let some = |dice: &mut Dice| -> Vec<Rule> {
        let count = 1 + dice.roll(3);
        let mut rules: Vec<Rule> =
            (0..count).map(|_| any_rule(dice, &symbols, active, grid)).collect();
        back_and_forth(dice, &mut rules);
        if parts {
            rules.push(dividing(dice, &symbols[..active], grid));
        }
        rules
    };
    let texts =
        |rules: &[Rule]| rules.iter().map(|rule| rule.text.clone()).collect::<Vec<_>>().join("; ");
    let (mut left, mut right) = (some(dice), some(dice));
    let kind = if grid { "grid" } else { "strip" };
    let (mut impartial, mut called) = (true, "X");
    let clauses = match dice.roll(6) {
        0 | 1 => {
            right = left.clone();
            format!("move {}", texts(&left))
        }
        2 => {
            right = left.iter().rev().cloned().collect();
            format!("left {}; right {}", texts(&left), texts(&right))
        }
        3 => {
            let clauses = format!("left {}; right {}", texts(&left), texts(&right));
            left.append(&mut right);
            (right, called) = (left.clone(), "impartial(X)");
            clauses
        }
        4 => {
            let text =
                format!("left {}; right {}; move {}", texts(&left), texts(&right), left[0].text);
            right.push(left[0].clone());
            impartial = false;
            text
        }
        _ => {
            impartial = false;
            format!("left {}; right {}", texts(&left), texts(&right))
        }
    };
    let starts = (0..3).map(|_| match parts && dice.roll(4) > 0 {
        true => repeated(dice, &symbols[..active], grid),
        false => board(dice, &symbols, grid),
    });
    Ruleset {
        text: format!("game X(b: {kind} of {alphabet:?}) {{ {clauses} }}"),
        starts: starts.collect(),
        moves: Box::new(move |board, is_left| {
            let mut all = Vec::new();
            let rules = if is_left { &left } else { &right };
            rules.iter().for_each(|rule| rule.results(board, &mut all));
            all
        }),
        typed: Box::new(move |board| format!("{called}({board:?})")),
        impartial,
    }
}
