//! Rulesets of rewrite rules for Rust programs: moves from patterns, and values of boards.
//!
//! Knows: how the parts of a board are solved. Must not know: how they are stored.

use super::{Boards, Mistake, Parts, Rule, RuleError, Turns, Written};
use crate::board::{Alphabet, AlphabetError, BLOCKED, Board, BoardError, Shape, Symbol};
use crate::{Budget, Error, Moves, Player, Ruleset, Solver, Sweep};

/// A ruleset whose moves replace cells of a board by others, for play where the last player able to
/// move wins.
///
/// ```
/// use upstar_core::board::{Rules, Turns};
/// use upstar_core::{Error, Outcome, Solver};
///
/// let domineering = Solver::new(
///     Rules::grid(".#")?.left(".|.", "#|#", Turns::None)?.right("..", "##", Turns::None)?,
/// );
/// assert_eq!(domineering.value("...|...|...")?.to_string(), "±1");
/// assert_eq!(domineering.outcome("....|....|....|....")?, Outcome::N);
/// # Ok::<(), Error>(())
/// ```
///
/// A position is a [`Board`], or its text. A board with symbols that are not in the alphabet is an error
/// ([`BoardError::NoSuchSymbol`]).
///
/// A pattern and its replacement are texts of the same shape, rows separated by `|`:
///
/// | in a pattern | what the cell shows |
/// |---|---|
/// | `x` | this symbol |
/// | `?` | any symbol |
/// | `[xo]`, `[^xo]` | one of these; anything but these, or the outside of the board |
/// | a blank | no cell of the pattern |
/// | `.~`, `(o.)~` | cells repeated any number of times |
/// | `.+`, `(o.)+` | cells repeated at least once, unless `+` is a symbol |
/// | `^`, `$` | the border: at an end of a row, or as the first or last row |
///
/// A replacement names the symbol that a cell shows afterwards, or `?` to leave it. A pattern of one row can
/// be laid in other directions: see [`Turns`].
///
#[derive(Debug)]
pub struct Rules {
    alphabet: Alphabet,
    shape: Shape,
    boards: Boards,
}

impl Rules {
    /// A ruleset without moves on rectangular boards, whose cells show these symbols, the empty cell first.
    ///
    /// # Errors
    /// When the symbols do not form an alphabet.
    pub fn grid(symbols: &str) -> Result<Self, AlphabetError> {
        Rules::new(symbols, Shape::Grid)
    }

    /// The same on boards of one row.
    ///
    /// # Errors
    /// As for [`grid`](Rules::grid).
    pub fn strip(symbols: &str) -> Result<Self, AlphabetError> {
        Rules::new(symbols, Shape::Strip)
    }

    fn new(symbols: &str, shape: Shape) -> Result<Self, AlphabetError> {
        let alphabet = Alphabet::parse(symbols)?;
        Ok(Rules { alphabet, shape, boards: Boards::default() })
    }

    /// Adds a move of Left; for patterns see [`Rules`].
    ///
    /// # Errors
    /// When a pattern or rule is invalid.
    pub fn left(self, pattern: &str, replacement: &str, turns: Turns) -> Result<Self, Mistake> {
        self.rule(&[Player::Left], &[Written::once(pattern, replacement, turns)])
    }

    /// Adds a move of Right.
    ///
    /// # Errors
    /// As for [`left`](Rules::left).
    pub fn right(self, pattern: &str, replacement: &str, turns: Turns) -> Result<Self, Mistake> {
        self.rule(&[Player::Right], &[Written::once(pattern, replacement, turns)])
    }

    /// Adds a move of both players. A ruleset of such moves is impartial.
    ///
    /// ```
    /// use upstar_core::board::{Rules, Turns};
    /// use upstar_core::{Error, Solver};
    ///
    /// let cram = Solver::new(Rules::grid(".#")?.both("..", "##", Turns::Orthogonally)?);
    /// assert_eq!(cram.nimber("...|...|...")?, 0);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`left`](Rules::left).
    pub fn both(self, pattern: &str, replacement: &str, turns: Turns) -> Result<Self, Mistake> {
        self.rule(&[Player::Left, Player::Right], &[Written::once(pattern, replacement, turns)])
    }

    /// Adds a move of these players in several steps, each of which continues from a cell that the previous
    /// one has written.
    ///
    /// ```
    /// use upstar_core::board::{Rules, Turns, Written};
    /// use upstar_core::{Error, Player, Solver};
    ///
    /// let turns = Turns::AnyDirection;
    /// let moves = Written::once("x.~.", "..~x", turns);
    /// let shoots = Written::once("x.~.", "x.~#", turns);
    /// let amazon = Solver::new(Rules::grid(".x#")?.rule(&[Player::Left], &[moves, shoots])?);
    /// assert_eq!(amazon.moves("x.|..", Player::Left)?.len(), 9);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`left`](Rules::left); [`RuleError::NoMover`] when there are no players.
    pub fn rule(mut self, movers: &[Player], steps: &[Written<'_>]) -> Result<Self, Mistake> {
        if movers.is_empty() {
            return Err(Mistake { step: 0, error: RuleError::NoMover });
        }
        let rule = Rule::compile(steps, &self.alphabet, self.shape)?;
        for mover in movers {
            self.boards.add(*mover, rule.clone());
        }
        Ok(self)
    }

    /// The symbols of its boards.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// A board from text: rows from top to bottom, separated by `|`.
    ///
    /// # Errors
    /// As for [`Board::parse`].
    pub fn board(&self, text: &str) -> Result<Board, BoardError> {
        Board::parse(text, self.shape, &self.alphabet)
    }

    /// Checks that a board shows symbols of the alphabet only.
    fn check(&self, board: &Board) -> Result<(), BoardError> {
        let count = self.alphabet.len();
        let is_known = |symbol: &Symbol| usize::from(*symbol) < count || *symbol == BLOCKED;
        let Some(at) = board.symbols().iter().position(|symbol| !is_known(symbol)) else {
            return Ok(());
        };
        let (row, column) = (at / board.columns() + 1, at % board.columns() + 1);
        Err(BoardError::NoSuchSymbol { symbol: board.symbols()[at], row, column, count })
    }

    /// All boards of a size, whose cells show the symbols in every way: the first shows the first symbol everywhere.
    ///
    /// ```
    /// # use upstar_core::Error;
    /// # use upstar_core::board::Rules;
    /// assert_eq!(Rules::grid(".#")?.boards(2, 3)?.count(), 64);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the board would have no cell, or more than [`MAX_CELLS`](crate::board::MAX_CELLS).
    pub fn boards(
        &self,
        rows: usize,
        columns: usize,
    ) -> Result<impl Iterator<Item = Board> + Send + use<>, BoardError> {
        let symbols = self.alphabet.len() as Symbol;
        let next = move |board: &Board| {
            let mut next = board.clone();
            let cells = next.symbols_mut();
            let last = cells.iter().rposition(|symbol| symbol + 1 < symbols)?;
            cells[last] += 1;
            cells[last + 1..].fill(0);
            Some(next)
        };
        Ok(std::iter::successors(Some(Board::empty(rows, columns)?), next))
    }
}

/// For each rule as written first and then turned. Solvers divide boards into independent parts, and use symmetries.
impl Ruleset for Rules {
    type Position = Board;

    fn moves(&self, board: &Board, player: Player, to: &mut Moves<'_, Board>) {
        if let Err(error) = self.check(board) {
            return to.fail_with(error.into());
        }
        for rule in self.boards.rules(player) {
            match rule.results(board) {
                Ok(boards) => boards.into_iter().for_each(|board| to.position(board)),
                Err(error) => to.fail_with(error.into()),
            }
        }
    }

    fn parts(&self, board: &Board, budget: &Budget) -> Option<Result<Parts, Error>> {
        Some(self.check(board).map_err(Error::from).and_then(|()| self.boards.parts(board, budget)))
    }
}

impl Solver<Rules> {
    /// All boards of a size, to be asked about together.
    ///
    /// ```
    /// # use upstar_core::board::{Rules, Turns};
    /// # use upstar_core::{Error, Solver};
    /// let domineering = Solver::new(
    ///     Rules::grid(".#")?.left(".|.", "#|#", Turns::None)?.right("..", "##", Turns::None)?,
    /// );
    /// let counts = domineering.boards(3, 3)?.counts()?;
    /// assert_eq!(counts.iter().map(|(_, count)| count).sum::<usize>(), 512);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Rules::boards`].
    pub fn boards(
        &self,
        rows: usize,
        columns: usize,
    ) -> Result<Sweep<'_, Rules, impl Iterator<Item = Board> + Send + use<>>, Error> {
        Ok(self.sweep(self.rules().boards(rows, columns)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impartial::LoopyNimber;
    use crate::{Game, Store};

    /// Winning Ways, chapter 5: Toads and Frogs.
    #[test]
    fn values_are_as_published() {
        let once = Turns::None;
        let toads = Rules::strip(".TF")
            .unwrap()
            .left("T.", ".T", once)
            .and_then(|rules| rules.left("TF.", ".FT", once))
            .and_then(|rules| rules.right(".F", "F.", once))
            .and_then(|rules| rules.right(".TF", "FT.", once))
            .unwrap();
        let toads = Solver::new(toads);
        for (board, value) in [("T.F", "*"), ("TT.F", "<1/2|0>"), ("T..F", "0"), ("TT.FF", "*")] {
            assert_eq!(toads.game(board).unwrap(), value.parse::<Game>().unwrap());
            assert_eq!(toads.value(board).unwrap().to_string(), value);
        }
    }

    #[test]
    fn threads_ask_the_same_rules() {
        let cram = Rules::grid(".#").unwrap().both("..", "##", Turns::Orthogonally).unwrap();
        let cram = Solver::new(cram);
        let rows: Vec<_> = (1..=8).map(|n| Board::empty(1, n).unwrap()).collect();
        let nimbers = cram.sweep(rows).each(|cram, row| cram.nimber(row)).unwrap();
        // Dawson's Kayles, one cell further: Winning Ways, chapter 4.
        assert_eq!(nimbers, [0, 1, 1, 2, 0, 3, 1, 1].map(LoopyNimber::Finite));
    }

    #[test]
    fn what_has_no_answer_says_why() {
        let walks = Rules::strip(".x").unwrap().both("x.", ".x", Turns::Orthogonally).unwrap();
        let walks = Solver::new(walks);
        assert!(matches!(walks.game("x.."), Err(Error::Repeats { positions }) if positions > 1));
        assert!(matches!(walks.game("x.o"), Err(Error::Invalid(_))));
        assert!(matches!(walks.misere().outcome("x.."), Err(Error::Repeats { .. })));
        let paint = Rules::grid(".x").unwrap().both("..", "x.", Turns::AnyDirection).unwrap();
        let budget = crate::Budget::unlimited();
        budget.limit_steps(1000);
        let paint = Solver::in_store(paint, &Store::new(budget));
        let found = paint.game(&Board::empty(30, 30).unwrap());
        assert!(matches!(found, Err(Error::Exhausted(_))));
    }
}
