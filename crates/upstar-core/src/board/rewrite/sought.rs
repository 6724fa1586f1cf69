//! Patterns that a board shows or does not: what goals and conditions look for.
//!
//! Knows: patterns, and where they can be laid. Must not know: who looks for them.
//!
//! A pattern is read and laid as that of a rule is, and writes nothing. So it means the same in a goal as in a rule.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::stencil::Cell;
use super::template::{DirectedStep, PatternColumn, Template};
use super::{Rule, RuleError, TooManyWays, Turns, Written, directed, directions, pattern};
use crate::board::{Alphabet, Board, EDGE, MAX_CELLS, Shape, Symbol};

/// Cells of boards of one size, by index, each with the symbols that it may show, as bits; in the order of the cells.
pub type Arrangement = Vec<(usize, u64)>;

/// A pattern that is somewhere on a board, or nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Rule);

impl Pattern {
    /// The pattern that is written so, laid in these directions on boards of this shape.
    ///
    /// # Errors
    /// When it cannot be read, or directions need another kind of pattern or board.
    pub fn new(
        text: &str,
        turns: Turns,
        alphabet: &Alphabet,
        shape: Shape,
    ) -> Result<Pattern, RuleError> {
        let template = pattern::sought(text, alphabet)?;
        let step = directed(template, &Written::once(text, text, turns), None, shape)?;
        Ok(Pattern::of_step(step, shape))
    }

    /// A straight line of cells that all show one symbol; `None` if no board is as long.
    pub fn line(
        symbol: Symbol,
        length: usize,
        alphabet: &Alphabet,
        shape: Shape,
    ) -> Option<Pattern> {
        let length = Some(length).filter(|length| (1..=MAX_CELLS).contains(length))?;
        let cell = Cell { row: 0, column: 0, needs: 1 << symbol, writes: None };
        let template = Template {
            blocks: vec![PatternColumn { width: 1, run: false }; length],
            rows: vec![vec![Some(cell); length]],
            borders: [false; 4],
            symbols: alphabet.all(),
        };
        let directions = directions(Turns::AnyDirection, shape);
        let step = DirectedStep { template, directions, repeats: false, over: false };
        Some(Pattern::of_step(step, shape))
    }

    fn of_step(step: DirectedStep, shape: Shape) -> Pattern {
        Pattern(Rule { steps: [step].into(), shape, known: Arc::default() })
    }

    /// The symbol and the length of a line in any direction; `None` for other patterns.
    pub fn as_line(&self) -> Option<(Symbol, usize)> {
        let [DirectedStep { template, directions: along, .. }] = &*self.0.steps else {
            return None;
        };
        let [row] = &template.rows[..] else { return None };
        let first = row.first().copied().flatten()?;
        let is_line = !template.has_runs()
            && !template.borders.contains(&true)
            && first.needs.is_power_of_two()
            && first.needs >> EDGE == 0
            && row.iter().all(|cell| *cell == Some(first))
            && along.len() == directions(Turns::AnyDirection, self.0.shape).len();
        is_line.then_some((first.needs.trailing_zeros() as Symbol, row.len()))
    }

    /// All ways in which the pattern can lie on boards of a size, in rows and columns, each once and in order. A cell that
    /// may show anything is left out.
    ///
    /// # Errors
    /// When they are too many.
    pub fn arrangements(&self, size: (usize, usize)) -> Result<Vec<Arrangement>, TooManyWays> {
        let symbols = self.0.steps.iter().fold(0, |all, step| all | step.template.symbols);
        let mut found = BTreeSet::new();
        for laid in self.0.laid(size)? {
            let cells = laid.iter().map(|(cell, needs, _)| (*cell, needs & symbols));
            let mut cells: Arrangement = cells.filter(|(_, needs)| *needs != symbols).collect();
            cells.sort_unstable();
            if cells.iter().all(|(_, needs)| *needs != 0) {
                found.insert(cells);
            }
        }
        Ok(found.into_iter().collect())
    }

    /// Whether the pattern is on a board.
    ///
    /// Cost: the ways in which it can lie there, times its cells.
    ///
    /// # Errors
    /// When these are too many.
    pub fn is_on(&self, board: &Board) -> Result<bool, TooManyWays> {
        let symbols = board.symbols();
        let mut ways = self.0.laid((board.rows(), board.columns()))?;
        Ok(ways.any(|laid| laid.iter().all(|(cell, needs, _)| needs >> symbols[*cell] & 1 != 0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_pattern_of_its_symbols_in_any_direction() {
        let alphabet = Alphabet::parse(".xo").unwrap();
        for (shape, text) in [(Shape::Grid, ".xxo|x.xo|.oox"), (Shape::Strip, ".xxoox.xxx")] {
            let board = Board::parse(text, shape, &alphabet).unwrap();
            for (symbol, sign) in [(0, "."), (1, "x"), (2, "o")] {
                for length in 1..5 {
                    let line = Pattern::line(symbol, length, &alphabet, shape).unwrap();
                    let text = sign.repeat(length);
                    let written =
                        Pattern::new(&text, Turns::AnyDirection, &alphabet, shape).unwrap();
                    assert_eq!(line, written);
                    assert_eq!(written.as_line(), Some((symbol, length)));
                    let size = (board.rows(), board.columns());
                    let ways = line.arrangements(size).unwrap();
                    let is_shown = |way: &Arrangement| {
                        way.iter().all(|(cell, needs)| needs >> board.symbols()[*cell] & 1 != 0)
                    };
                    let expected = board.has_line(symbol, length);
                    assert_eq!(line.is_on(&board), Ok(expected));
                    assert_eq!(ways.iter().any(is_shown), expected);
                }
            }
        }
        assert_eq!(Pattern::line(1, 0, &alphabet, Shape::Grid), None);
    }

    #[test]
    fn patterns_are_laid_as_those_of_rules() {
        let alphabet = Alphabet::parse(".xo").unwrap();
        let shows = |text: &str, turns, shape, board: &str| {
            let board = Board::parse(board, shape, &alphabet).unwrap();
            Pattern::new(text, turns, &alphabet, shape).unwrap().is_on(&board).unwrap()
        };
        use Turns::{AnyDirection, Diagonally, Hexagonally, None, Orthogonally};
        assert!(shows("xo", None, Shape::Strip, ".xo"));
        assert!(!shows("xo", None, Shape::Strip, ".ox"));
        assert!(shows("xo", Orthogonally, Shape::Strip, ".ox"));
        assert!(shows("xo", Orthogonally, Shape::Grid, "o|x"));
        assert!(!shows("xo", Orthogonally, Shape::Grid, "x.|.o"));
        assert!(shows("xo", Diagonally, Shape::Grid, "x.|.o"));
        assert!(shows("xo", Hexagonally, Shape::Grid, ".x|o."));
        assert!(!shows("xo", Hexagonally, Shape::Grid, "x.|.o"));
        assert!(shows("x|o", None, Shape::Grid, ".x|.o"));
        assert!(shows("xo+x", AnyDirection, Shape::Grid, "xooox"));
        assert!(shows("x$", None, Shape::Strip, "..x") && !shows("x$", None, Shape::Strip, ".x."));
        assert!(
            shows("^|o", None, Shape::Grid, ".o|..") && !shows("^|o", None, Shape::Grid, "..|.o")
        );
        assert!(shows("xo", None, Shape::Ring, "o..x") && !shows("xxx", None, Shape::Ring, "xx"));
        assert!(shows("[xo][^.]", None, Shape::Strip, "..x"));
        assert!(!shows("??", None, Shape::Strip, "x") && shows("?", None, Shape::Strip, "x"));
        let refused = Pattern::new("x|o", AnyDirection, &alphabet, Shape::Grid);
        assert_eq!(refused, Err(RuleError::MultiRowTurned));
    }
}
