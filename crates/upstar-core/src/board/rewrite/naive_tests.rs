//! Random rules follow the definition in the book, in each representation.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::Player;

use super::naive::{self, Columns, NaiveStep, PatternCell};
use super::random_tests::Random;
use super::value_tests::Pair;
use super::*;
use crate::board::bitboard::tests::Both;
use crate::board::{Alphabet, Board, Shape, Symbol};
use crate::length::cases;

/// Limit of the cells of the stencils on a large board.
const MOST_CELLS: usize = 50_000;

/// A cell of both sides as text, with its meaning.
struct Drawn {
    pattern: String,
    replacement: String,
    asked: PatternCell,
}

/// A step as text, with its meaning.
struct DrawnStep {
    pattern: String,
    replacement: String,
    naive: NaiveStep,
}

/// A rule in both implementations.
struct Pairing {
    rule: Rule,
    steps: Vec<NaiveStep>,
    text: String,
}

impl Random {
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// A cell; in a run it is on the board, and no blank.
    fn cell(&mut self, symbols: &[char], in_run: bool) -> Drawn {
        let n = symbols.len() as u64;
        let all = (1u64 << n) - 1;
        if !in_run && self.one_in(6) {
            let asked = PatternCell { fits: None, outside: false, names: None };
            return Drawn { pattern: " ".into(), replacement: " ".into(), asked };
        }
        let set = 1 + self.below(all);
        let names: String =
            (0..n).filter(|s| set >> s & 1 != 0).map(|s| symbols[s as usize]).collect();
        let (pattern, fits, outside) = match self.below(8) {
            0 => ("?".to_owned(), all, false),
            1 | 2 if !in_run => (format!("[^{names}]"), all & !set, true),
            1..=3 => (format!("[{names}]"), set, false),
            _ => {
                let symbol = self.below(n);
                (symbols[symbol as usize].to_string(), 1 << symbol, false)
            }
        };
        let (replacement, written) = match self.below(5) {
            0 => ("?".to_owned(), None),
            // A class of one symbol names it.
            1 if outside || !fits.is_power_of_two() => (pattern.clone(), None),
            _ if outside => ("?".to_owned(), None),
            _ => {
                let symbol = self.below(n);
                (symbols[symbol as usize].to_string(), Some(symbol as Symbol))
            }
        };
        let asked = PatternCell { fits: Some(fits), outside, names: written };
        Drawn { pattern, replacement, asked }
    }

    /// A step of one row or more, with runs, groups and borders.
    fn step_with_everything(&mut self, symbols: &[char], shape: Shape) -> DrawnStep {
        let rows =
            if shape == Shape::Strip || self.below(3) > 0 { 1 } else { 2 + self.below(2) as usize };
        let mut texts = vec![(String::new(), String::new()); rows];
        let mut columns = Vec::new();
        for _ in 0..1 + self.below(if rows == 1 { 4 } else { 3 }) {
            let run = self.one_in(3);
            let width = if run && self.one_in(3) { 1 + self.below(2) } else { 1 };
            let group = run && (width > 1 || self.one_in(5));
            let least = usize::from(run && self.one_in(3));
            let drawn: Vec<Vec<Drawn>> = { 0..width }
                .map(|_| (0..rows).map(|_| self.cell(symbols, run)).collect())
                .collect();
            for (row, (pattern, replacement)) in texts.iter_mut().enumerate() {
                let (open, close) = if group { ("(", ")") } else { ("", "") };
                let sign = if !run { "" } else { ["~", "+"][least] };
                pattern.push_str(open);
                replacement.push_str(open);
                for column in &drawn {
                    pattern.push_str(&column[row].pattern);
                    replacement.push_str(&column[row].replacement);
                }
                pattern.extend([close, sign]);
                replacement.extend([close, sign]);
            }
            let cells =
                drawn.into_iter().map(|column| column.into_iter().map(|d| d.asked).collect());
            columns.push(Columns { run, least, cells: cells.collect() });
        }
        let repeats = self.one_in(4);
        if repeats && rows == 1 {
            self.make_chain(symbols, &mut texts[0], &mut columns);
        }
        let turns = [Turns::None, Turns::Orthogonally, Turns::Diagonally, Turns::AnyDirection];
        let turns = if rows == 1 { turns[self.below(4) as usize] } else { Turns::None };
        let upright = shape == Shape::Grid && turns == Turns::None;
        let borders = [true, true, upright, upright].map(|may| may && self.one_in(7));
        let marked = self.below(rows as u64) as usize;
        let shown = borders.map(|border| border && !self.one_in(4));
        let (pattern, replacement): (Vec<_>, Vec<_>) = texts.into_iter().unzip();
        let pattern = with_borders(pattern, marked, borders);
        // The replacement may leave them out.
        let replacement = with_borders(replacement, marked, shown);
        let naive = NaiveStep { rows, columns, borders, turns, repeats };
        DrawnStep { pattern, replacement, naive }
    }

    /// Adds a symbol at the beginning that goes to the end, so that the step can often follow itself.
    fn make_chain(
        &mut self,
        symbols: &[char],
        (pattern, replacement): &mut (String, String),
        columns: &mut Vec<Columns>,
    ) {
        let n = symbols.len() as u64;
        let (goes, left) = (self.below(n), self.below(n));
        let single = |fits: u64, names: u64| {
            let names = Some(names as Symbol);
            let asked = PatternCell { fits: Some(fits), outside: false, names };
            Columns { run: false, least: 0, cells: vec![vec![asked]] }
        };
        columns.insert(0, single(1 << goes, left));
        columns.push(single((1 << n) - 1, goes));
        let (goes, left) = (symbols[goes as usize], symbols[left as usize]);
        (*pattern, *replacement) =
            (format!("{goes}{pattern}?"), format!("{left}{replacement}{goes}"));
    }

    /// A valid rule of one to three steps, with its text.
    fn rule_with_everything(&mut self, alphabet: &Alphabet, shape: Shape) -> Option<Pairing> {
        let count = 1 + self.below(5) / 2;
        let drawn: Vec<DrawnStep> =
            (0..count).map(|_| self.step_with_everything(alphabet.characters(), shape)).collect();
        let written = drawn.iter().map(|step| Written {
            repeats: step.naive.repeats,
            ..Written::once(&step.pattern, &step.replacement, step.naive.turns)
        });
        let written: Vec<Written<'_>> = written.collect();
        let text = format!("{written:?}");
        let rule = Rule::compile(&written, alphabet, shape);
        let steps: Vec<NaiveStep> = drawn.into_iter().map(|step| step.naive).collect();
        match rule {
            Ok(rule) => {
                let rule = if self.one_in(2) { rule.on_whole_boards() } else { rule };
                Some(Pairing { rule, steps, text })
            }
            Err(mistake) => {
                self.check_refused(&mistake, &steps, alphabet, shape, &text);
                None
            }
        }
    }

    /// Asserts that a rule rejected as having no effect has none.
    fn check_refused(
        &mut self,
        mistake: &Mistake,
        steps: &[NaiveStep],
        alphabet: &Alphabet,
        shape: Shape,
        text: &str,
    ) {
        let steps = &steps[..=mistake.step];
        let board = self.board(alphabet.len(), shape, 8);
        let results = naive::results(steps, &board, shape);
        let idle = |results: &BTreeSet<Vec<Symbol>>| {
            results.iter().all(|symbols| symbols[..] == *board.symbols())
        };
        match mistake.error {
            RuleError::NeverFits | RuleError::NeverWritten => assert!(results.is_empty(), "{text}"),
            RuleError::NoEffect => assert!(idle(&results), "{text} on {board:?}"),
            RuleError::NeverRepeats => {
                let last = &steps[mistake.step];
                let once = NaiveStep { repeats: false, ..last.clone() };
                let reached = |step| naive::results(std::slice::from_ref(step), &board, shape);
                assert_eq!(reached(last), reached(&once), "{text} on {board:?}");
            }
            _ => {}
        }
    }

    /// A board of about `cells` cells.
    fn board(&mut self, symbols: usize, shape: Shape, cells: u64) -> Board {
        let rows = match shape {
            _ if shape.is_row() => 1,
            _ => 1 + self.below(1 + cells.isqrt()),
        };
        let columns = 1 + self.below(cells / rows);
        self.board_of_size(symbols, rows as usize, columns as usize)
    }

    fn board_of_size(&mut self, symbols: usize, rows: usize, columns: usize) -> Board {
        let mut board = Board::empty(rows, columns).unwrap();
        for symbol in board.symbols_mut() {
            *symbol = self.below(symbols as u64) as Symbol;
        }
        board
    }
}

/// The rows of a side with `^` and `$`; those of the left and right stand in one of the rows.
fn with_borders(mut rows: Vec<String>, marked: usize, borders: [bool; 4]) -> String {
    let [left, right, above, below] = borders;
    if left {
        rows[marked].insert(0, '^');
    }
    if right {
        rows[marked].push('$');
    }
    if above {
        rows.insert(0, "^".to_owned());
    }
    if below {
        rows.push("$".to_owned());
    }
    rows.join("|")
}

/// A ruleset of one rule or two for each player.
struct Drawing {
    alphabet: Alphabet,
    shape: Shape,
    rules: [Vec<Pairing>; 2],
    /// Number of boards on which a rule was checked, on which it had too many placements, and on which a step was
    /// made several times.
    played: Cell<usize>,
    refused: Cell<usize>,
    chained: Cell<usize>,
}

impl Random {
    fn ruleset(&mut self) -> Drawing {
        let alphabet =
            Alphabet::parse([".x", ".xo", ".xo", ".xo#"][self.below(4) as usize]).unwrap();
        let shape = if self.one_in(3) { Shape::Strip } else { Shape::Grid };
        let side = |random: &mut Random| {
            let count = 1 + random.below(2);
            let rules = (0..count).filter_map(|_| random.rule_with_everything(&alphabet, shape));
            rules.collect::<Vec<_>>()
        };
        let rules = [side(self), side(self)];
        Drawing {
            alphabet,
            shape,
            rules,
            played: Cell::new(0),
            refused: Cell::new(0),
            chained: Cell::new(0),
        }
    }
}

impl Drawing {
    fn compiled(&self) -> [Vec<Rule>; 2] {
        [0, 1].map(|side| self.rules[side].iter().map(|pairing| pairing.rule.clone()).collect())
    }

    fn text(&self, board: &Board) -> String {
        let texts = self.rules.iter().flatten().map(|pairing| &pairing.text[..]);
        let board = board.display(&self.alphabet);
        format!("{board} with {}", texts.collect::<Vec<_>>().join("; "))
    }

    /// The options of a player by the definition; asserts that the rules agree.
    fn options(&self, board: &Board, player: Player) -> BTreeSet<Vec<Symbol>> {
        let mut options = BTreeSet::new();
        for Pairing { rule, steps, text } in &self.rules[player as usize] {
            let expected = naive::results(steps, board, self.shape);
            let Ok(results) = rule.results(board) else {
                self.refused.set(self.refused.get() + 1);
                continue;
            };
            self.played.set(self.played.get() + 1);
            let found: BTreeSet<Vec<Symbol>> = results.map(|b| b.symbols().to_vec()).collect();
            assert_eq!(found, expected, "{} with {text}", board.display(&self.alphabet));
            let once = steps.iter().map(|step| NaiveStep { repeats: false, ..step.clone() });
            let is_chained =
                naive::results(&once.collect::<Vec<_>>(), board, self.shape) != expected;
            self.chained.set(self.chained.get() + usize::from(is_chained));
            options.extend(expected);
        }
        options
    }

    /// Asserts that moves by the definition are those of the parts of the board, as cells and on bit planes.
    fn check(&self, both: &mut Both, board: &Board) {
        let text = self.text(board);
        let (rows, columns) = (board.rows(), board.columns());
        for player in [Player::Left, Player::Right] {
            let options = self.options(board, player).into_iter();
            let options: Vec<Board> =
                options.map(|symbols| Board::new(rows, columns, symbols.into())).collect();
            let expected: BTreeSet<_> = options.iter().map(|board| both.by_cells(board)).collect();
            assert_eq!(both.reached(board, player), expected, "{player:?} as cells: {text}");
            let expected: BTreeSet<_> = options.iter().map(|b| both.by_planes(b)).collect();
            let found = both.reached_by_planes(board, player);
            assert_eq!(found, expected, "{player:?} on planes: {text}");
        }
    }
}

/// Counts of what was checked.
#[derive(Debug, Default)]
struct Counts {
    rules: usize,
    played: usize,
    refused: usize,
    chained: usize,
    whole: usize,
    values: usize,
}

fn rules_do_what_the_book_says(rounds: u64, seed: u64) {
    let mut random = Random::new(seed);
    let mut counts = Counts::default();
    for round in 0..rounds {
        let drawing = random.ruleset();
        let symbols = drawing.alphabet.len();
        counts.rules += drawing.rules.iter().flatten().count();
        // All chains are many.
        let repeats = drawing.rules.iter().flatten().any(|pairing| pairing.rule.repeats());
        let most = if repeats { 6 } else { 12 };
        for cells in [4, 6, 9, 12] {
            let board = random.board(symbols, drawing.shape, cells.min(most));
            for player in [Player::Left, Player::Right] {
                drawing.options(&board, player);
            }
        }
        counts.played += drawing.played.get();
        counts.refused += drawing.refused.get();
        counts.chained += drawing.chained.get();
        let few = |rule: &Rule| rule.stencils(9, 9).is_ok_and(|ways| ways.len() < 200);
        let compiled = drawing.compiled();
        if round % 8 > 0 || !compiled.iter().flatten().all(few) {
            continue;
        }
        let Ok(mut both) = Both::of(compiled.clone(), symbols, 12) else { continue };
        for cells in [4, 8] {
            if both.may_have_null_move() {
                break;
            }
            counts.whole += 1;
            let board = random.board(symbols, drawing.shape, cells.min(most));
            drawing.check(&mut both, &board);
        }
        if both.provably_ends() {
            counts.values += 1;
            let board = random.board(symbols, drawing.shape, 5);
            Pair::new(&compiled[0], &compiled[1]).value(&board);
        }
    }
    assert!(counts.rules as u64 > rounds && counts.whole as u64 > rounds / 30, "{counts:?}");
    assert!(counts.values as u64 > rounds / 100, "{counts:?}");
    assert!(counts.chained as u64 > rounds / 20, "{counts:?}");
    assert!(counts.played as u64 > 4 * rounds && counts.refused < counts.played / 50, "{counts:?}");
}

/// Boards at and beyond the limits of fixed-width bit planes.
fn large_boards_do_what_the_book_says(rounds: u64, seed: u64) {
    let mut random = Random::new(seed);
    let mut checked = 0;
    for _ in 0..rounds {
        let drawing = random.ruleset();
        let sizes = match drawing.shape {
            shape if shape.is_row() => [(1, 127), (1, 131)],
            _ => [(10, 12), (11, 12)],
        };
        let single = |pairing: &Pairing| {
            let runs = pairing.steps.iter().flat_map(|step| &step.columns).filter(|c| c.run);
            pairing.steps.len() <= 2 && runs.count() <= 1
        };
        if !drawing.rules.iter().flatten().all(single) {
            continue;
        }
        let Ok(mut both) = Both::of(drawing.compiled(), drawing.alphabet.len(), 140) else {
            continue;
        };
        // Each size of a part has a plan of all stencils that fit, and nothing limits memory here.
        if both.may_have_null_move() || both.cells() > MOST_CELLS {
            continue;
        }
        let (rows, columns) = sizes[random.below(2) as usize];
        let board = random.board_of_size(drawing.alphabet.len(), rows, columns);
        drawing.check(&mut both, &board);
        assert_eq!(drawing.refused.get(), 0, "{}", drawing.text(&board));
        checked += 1;
    }
    assert!(checked > rounds / 30, "{checked}");
}

#[test]
fn any_patterns_do_what_the_book_says() {
    rules_do_what_the_book_says(cases(120), 14);
}

#[test]
fn any_patterns_do_what_the_book_says_on_large_boards() {
    large_boards_do_what_the_book_says(cases(10), 15);
}

/// The results of one rule on a board, with the alphabet `.xo`.
fn reached(pattern: &str, replacement: &str, shape: Shape, board: &str) -> Vec<String> {
    let alphabet = Alphabet::parse(".xo").unwrap();
    let rule = Rule::single(pattern, replacement, Turns::None, &alphabet, shape).unwrap();
    let board = Board::parse(board, shape, &alphabet).unwrap();
    rule.results(&board).unwrap().map(|b| b.display(&alphabet).to_string()).collect()
}

#[test]
fn a_blank_beside_a_run_may_lie_outside() {
    assert_eq!(reached(" .~x", " x~o", Shape::Strip, "..x"), ["..o", ".xo", "xxo"]);
    assert_eq!(reached(" .~|x.~", " .~|o.~", Shape::Grid, "x"), ["o"]);
    assert_eq!(reached("x.~ ", "o.~ ", Shape::Strip, "x.."), ["o..", "o..", "o.."]);
    // One run of several may be the only cells on the board.
    assert_eq!(reached("[^x].~[^x]o~[^x]", "?o~?x~?", Shape::Strip, "."), ["o"]);
}

#[test]
fn the_border_is_right_beside_the_pattern() {
    assert_eq!(reached("^ x", " o", Shape::Strip, "xxx"), ["xox"]);
    assert_eq!(reached("^[^o]x", "?o", Shape::Strip, "xxx"), ["xox"]);
    assert_eq!(reached("x |$", ". ", Shape::Grid, "x|x"), ["x|."]);
}
