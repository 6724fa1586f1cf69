//! Termination of play by rewrite rules, on every board.
//!
//! Knows: counts of symbols, and their rows and columns. Must not know: boards, or who moves.
//!
//! On a board of given size a sum over its cells is bounded. So if no move increases a sum, the moves that
//! decrease it are made finitely often and can be left out; then another sum may apply to the remaining
//! moves. If no moves remain, play ends.

use super::stencil::{Cell, Stencil};
use crate::board::Symbol;

/// Weight of a cell in a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    One,
    Row,
    Column,
}

/// A sum over the cells that show a symbol, or its negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Measure {
    symbol: Symbol,
    weight: Weight,
    sign: i64,
}

/// Whether play by these stencils provably ends.
pub(in crate::board) fn provably_ends<'a>(stencils: impl Iterator<Item = &'a Stencil>) -> bool {
    let mut left: Vec<Vec<Cell>> = stencils.map(changing).collect();
    let cells = left.iter().flatten();
    let symbols = cells.fold(0, |set: u64, cell| {
        let needs = if cell.needs.is_power_of_two() { cell.needs } else { 0 };
        set | needs | cell.writes.map_or(0, |symbol| 1 << symbol)
    });
    let symbols: Vec<Symbol> = (0..64).filter(|symbol| symbols >> symbol & 1 != 0).collect();
    loop {
        let before = left.len();
        for &symbol in &symbols {
            for weight in [Weight::One, Weight::Row, Weight::Column] {
                for sign in [1, -1] {
                    Measure { symbol, weight, sign }.drop_decreasing(&mut left);
                }
            }
        }
        match left.len() {
            0 => return true,
            now if now == before => return false,
            _ => {}
        }
    }
}

/// The cells of a stencil that may change.
fn changing(stencil: &Stencil) -> Vec<Cell> {
    stencil.cells.iter().filter(|cell| !cell.stays()).copied().collect()
}

impl Measure {
    /// Drops the moves that decrease the sum, if none increases it.
    fn drop_decreasing(self, moves: &mut Vec<Vec<Cell>>) {
        let never_increases = |cells: &Vec<Cell>| self.most(cells).is_some_and(|most| most <= 0);
        if moves.iter().all(never_increases) {
            moves.retain(|cells| self.most(cells).is_none_or(|most| most >= 0));
        }
    }

    /// Greatest increase of the sum, wherever the move is made; `None` if it depends on the place.
    fn most(self, cells: &[Cell]) -> Option<i64> {
        let increases = cells.iter().map(|cell| (self.increase(cell), cell));
        let (mut cells_more, mut most) = (0, 0);
        for (increase, cell) in increases {
            cells_more += increase;
            most += increase * self.weight_of(cell);
        }
        // Moved down or right by n, the increase is n times `cells_more` larger.
        (self.weight == Weight::One || cells_more <= 0).then_some(most)
    }

    fn weight_of(self, cell: &Cell) -> i64 {
        match self.weight {
            Weight::One => 1,
            Weight::Row => i64::from(cell.row),
            Weight::Column => i64::from(cell.column),
        }
    }

    /// Greatest increase of the contribution of a cell, without its weight.
    fn increase(self, cell: &Cell) -> i64 {
        let shown: u64 = 1 << self.symbol;
        let (may_show, may_not) = (cell.needs & shown != 0, cell.needs & !shown != 0);
        let before = may_show && (self.sign < 0 || !may_not);
        let after = cell.writes == Some(self.symbol);
        self.sign * (i64::from(after) - i64::from(before))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rustc_hash::FxHashSet;

    use super::super::Rule;
    use super::*;
    use crate::board::rewrite::Turns;
    use crate::board::{Alphabet, Board, Shape};

    fn rules_end(alphabet: &str, shape: Shape, rules: &[(&str, &str, Turns)]) -> bool {
        let alphabet = Alphabet::parse(alphabet).unwrap();
        let compiled = |&(from, to, turns): &(&str, &str, Turns)| {
            Rule::single(from, to, turns, &alphabet, shape).unwrap()
        };
        let rules: Vec<Rule> = rules.iter().map(compiled).collect();
        let stencils: Vec<_> = rules.iter().map(|rule| rule.stencils(6, 6).unwrap()).collect();
        provably_ends(stencils.iter().flat_map(|stencils| stencils.iter()))
    }

    #[test]
    fn rules_that_use_something_up_end() {
        let (once, turned) = (Turns::None, Turns::Orthogonally);
        let (strip, grid) = (Shape::Strip, Shape::Grid);
        assert!(rules_end(".#", grid, &[("..", "##", turned)]));
        assert!(rules_end(".xo", grid, &[("xo", ".x", turned), ("ox", ".o", turned)]));
        let toads = [("T.", ".T", once), ("TF.", ".FT", once), (".F", "F.", once)];
        assert!(rules_end(".TF", strip, &toads));
        assert!(!rules_end(".TF", strip, &[("T.", ".T", once), (".T", "T.", once)]));
        assert!(!rules_end(".T", strip, &[("T.", ".T", turned)]));
        // Pawns move down and become queens; without other moves queens stay.
        let pawns = [("p|.", ".|p", once), ("p|.", ".|Q", once)];
        assert!(rules_end(".pQ", grid, &pawns));
        assert!(!rules_end(".pQ", grid, &[pawns[0], pawns[1], ("Q.", ".Q", turned)]));
        // Each symbol becomes the next, the last the first.
        assert!(rules_end("abc", strip, &[("a", "b", once), ("b", "c", once)]));
        assert!(!rules_end("abc", strip, &[("a", "b", once), ("b", "c", once), ("c", "a", once)]));
        // What a class hides may be what is written.
        assert!(!rules_end(".ab", strip, &[("[ab].", "a?", once), ("a[ab]", "?b", once)]));
    }

    /// Whether play on a strip ends, by walking through all of it.
    fn ends_on(rules: &[Rule], strip: &Board) -> bool {
        let (mut path, mut on_path) = (vec![(strip.clone(), None)], FxHashSet::default());
        let mut seen: FxHashSet<Board> = FxHashSet::default();
        while let Some((board, open)) = path.last_mut() {
            on_path.insert(board.clone());
            let open: &mut Vec<Board> = open.get_or_insert_with(|| {
                rules.iter().flat_map(|rule| rule.results(board).unwrap()).collect()
            });
            match open.pop() {
                Some(next) if on_path.contains(&next) => return false,
                Some(next) if seen.insert(next.clone()) => path.push((next, None)),
                Some(_) => {}
                None => {
                    on_path.remove(&board.clone());
                    path.pop();
                }
            }
        }
        true
    }

    /// A pattern and its replacement.
    fn sides() -> impl Strategy<Value = (String, String)> {
        let cells = [
            (".", "x"),
            (".", "."),
            ("x", "."),
            ("x", "o"),
            ("x", "x"),
            ("o", "."),
            ("o", "x"),
            ("[xo]", "?"),
            ("[xo]", "."),
            ("[.x]", "x"),
            ("?", "x"),
            ("?", "?"),
        ];
        let cells = prop::collection::vec(prop::sample::select(cells.to_vec()), 1..4);
        cells.prop_map(|cells| cells.into_iter().unzip())
    }

    proptest! {
        #[test]
        fn what_is_said_to_end_ends(
            rules in prop::collection::vec(sides(), 1..4),
            strip in "[.xo]{1,5}",
        ) {
            let alphabet = Alphabet::parse(".xo").unwrap();
            let rules: Vec<Rule> = rules
                .iter()
                .filter_map(|(from, to)| {
                    Rule::single(from, to, Turns::None, &alphabet, Shape::Strip).ok()
                })
                .collect();
            let stencils: Vec<_> = rules.iter().map(|rule| rule.stencils(1, 5).unwrap()).collect();
            if provably_ends(stencils.iter().flat_map(|stencils| stencils.iter())) {
                let strip = Board::parse(&strip, Shape::Strip, &alphabet).unwrap();
                prop_assert!(ends_on(&rules, &strip));
            }
        }
    }
}
