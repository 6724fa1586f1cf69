//! Rulesets of rewrite rules for Rust programs: moves from patterns, and values of boards.
//!
//! Knows: how the parts of a board are solved. Must not know: how they are stored.

use super::{Boards, Mistake, Parts, Rule, TooManyWays, Turns, Written};
use crate::board::{Alphabet, AlphabetError, Board, BoardError, Shape};
use crate::solve::{Component, Unsolved};
use crate::{Game, Outcome, Player, Store};

/// A ruleset whose moves replace cells of a board by others, for play where the last player able to
/// move wins.
///
/// ```
/// use upstar_core::board::rewrite::{Rewriting, Turns};
/// use upstar_core::{Outcome, Store};
///
/// let domineering = Rewriting::grid(".#")?
///     .left(".|.", "#|#", Turns::None)?
///     .right("..", "##", Turns::None)?;
/// let store = Store::default();
/// let board = domineering.board("...|...|...")?;
/// assert_eq!(domineering.value(&store, &board)?, store.parse("<1|-1>")?);
/// let board = domineering.board("....|....|....|....")?;
/// assert_eq!(domineering.outcome(&store, &board)?, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Several threads may ask at once; they share a memo.
#[derive(Debug)]
pub struct Rewriting {
    alphabet: Alphabet,
    shape: Shape,
    boards: Boards,
}

impl Rewriting {
    /// A ruleset without moves on rectangular boards, whose cells show these symbols, the empty cell first.
    ///
    /// # Errors
    /// When the symbols do not form an alphabet.
    pub fn grid(symbols: &str) -> Result<Self, AlphabetError> {
        Rewriting::new(symbols, Shape::Grid)
    }

    /// The same on boards of one row.
    ///
    /// # Errors
    /// As for [`grid`](Rewriting::grid).
    pub fn strip(symbols: &str) -> Result<Self, AlphabetError> {
        Rewriting::new(symbols, Shape::Strip)
    }

    fn new(symbols: &str, shape: Shape) -> Result<Self, AlphabetError> {
        let alphabet = Alphabet::parse(symbols)?;
        Ok(Rewriting { alphabet, shape, boards: Boards::default() })
    }

    /// Adds a move of Left; for patterns see [the module](super).
    ///
    /// # Errors
    /// When a pattern or rule is invalid.
    pub fn left(self, pattern: &str, replacement: &str, turns: Turns) -> Result<Self, Mistake> {
        self.rule(&[Player::Left], &[Written { pattern, replacement, turns, repeats: false }])
    }

    /// Adds a move of Right.
    ///
    /// # Errors
    /// As for [`left`](Rewriting::left).
    pub fn right(self, pattern: &str, replacement: &str, turns: Turns) -> Result<Self, Mistake> {
        self.rule(&[Player::Right], &[Written { pattern, replacement, turns, repeats: false }])
    }

    /// Adds a move of both players. A ruleset of such moves is impartial.
    ///
    /// ```
    /// use upstar_core::board::rewrite::{Rewriting, Turns};
    /// use upstar_core::Store;
    ///
    /// let cram = Rewriting::grid(".#")?.either("..", "##", Turns::Orthogonally)?;
    /// let store = Store::default();
    /// assert_eq!(cram.nimber(&store, &cram.board("...|...|...")?)?, Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`left`](Rewriting::left).
    pub fn either(self, pattern: &str, replacement: &str, turns: Turns) -> Result<Self, Mistake> {
        self.rule(
            &[Player::Left, Player::Right],
            &[Written { pattern, replacement, turns, repeats: false }],
        )
    }

    /// Adds a move of these players in several steps, each of which continues from a cell that the previous
    /// one has written.
    ///
    /// ```
    /// use upstar_core::Player;
    /// use upstar_core::board::rewrite::{Rewriting, Turns, Written};
    ///
    /// let turns = Turns::AnyDirection;
    /// let moves = Written { pattern: "x.~.", replacement: "..~x", turns, repeats: false };
    /// let shoots = Written { pattern: "x.~.", replacement: "x.~#", turns, repeats: false };
    /// let amazon = Rewriting::grid(".x#")?.rule(&[Player::Left], &[moves, shoots])?;
    /// assert_eq!(amazon.moves(&amazon.board("x.|..")?, Player::Left)?.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`left`](Rewriting::left).
    pub fn rule(mut self, movers: &[Player], steps: &[Written<'_>]) -> Result<Self, Mistake> {
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

    /// The options of a player: for each rule as written first and then turned.
    ///
    /// # Errors
    /// When a rule has too many placements on boards of this size.
    pub fn moves(&self, board: &Board, player: Player) -> Result<Vec<Board>, TooManyWays> {
        let mut moves = Vec::new();
        for rule in self.boards.rules(player) {
            moves.extend(rule.results(board)?);
        }
        Ok(moves)
    }

    /// The canonical value of a board. Uses as many threads as the budget of the store allows.
    ///
    /// # Errors
    /// When play can return to a board, the budget is exhausted, or a rule has too many placements on boards
    /// of this size. The cells of a reported cycle show symbols indistinguishable from the originals.
    pub fn value(&self, store: &Store, board: &Board) -> Result<Game, Unsolved<Board>> {
        let Parts { planes, sum } = self.boards.parts(board, store.budget())?;
        planes.searches(store).sum_value(&sum)
    }

    /// The nimber of a board, if its value is one.
    ///
    /// # Errors
    /// As for [`value`](Rewriting::value).
    pub fn nimber(&self, store: &Store, board: &Board) -> Result<Option<u32>, Unsolved<Board>> {
        let Parts { planes, sum } = self.boards.parts(board, store.budget())?;
        let mut total = 0;
        for part in &sum {
            let (Component::Position(id) | Component::Negative(id)) = part else { continue };
            match planes.searches(store).nimber(id)? {
                Some(nimber) => total ^= nimber,
                None => return Ok(store.as_nimber(self.value(store, board)?)),
            }
        }
        Ok(Some(total))
    }

    /// The outcome of a board. Does not compute values that are too large.
    ///
    /// # Errors
    /// As for [`value`](Rewriting::value).
    pub fn outcome(&self, store: &Store, board: &Board) -> Result<Outcome, Unsolved<Board>> {
        let Parts { planes, sum } = self.boards.parts(board, store.budget())?;
        Ok(planes.searches(store).sum_outcome(&sum, &mut 0)?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    /// Winning Ways, chapter 5: Toads and Frogs.
    #[test]
    fn values_are_as_published() {
        let once = Turns::None;
        let toads = Rewriting::strip(".TF")
            .unwrap()
            .left("T.", ".T", once)
            .and_then(|rules| rules.left("TF.", ".FT", once))
            .and_then(|rules| rules.right(".F", "F.", once))
            .and_then(|rules| rules.right(".TF", "FT.", once))
            .unwrap();
        let store = Store::default();
        for (board, value) in [("T.F", "*"), ("TT.F", "<1/2|0>"), ("T..F", "0"), ("TT.FF", "*")] {
            let board = toads.board(board).unwrap();
            assert_eq!(toads.value(&store, &board).unwrap(), store.parse(value).unwrap());
        }
    }

    #[test]
    fn threads_ask_the_same_rules() {
        let cram = Rewriting::grid(".#").unwrap().either("..", "##", Turns::Orthogonally).unwrap();
        let (cram, store) = (&cram, &Store::default());
        let nimbers: Vec<Option<u32>> = std::thread::scope(|scope| {
            let rows: Vec<_> = (1..=8)
                .map(|n| scope.spawn(move || cram.nimber(store, &Board::empty(1, n).unwrap())))
                .collect();
            rows.into_iter().map(|row| row.join().unwrap().unwrap()).collect()
        });
        // Dawson's Kayles, one cell further: Winning Ways, chapter 4.
        assert_eq!(nimbers, [0, 1, 1, 2, 0, 3, 1, 1].map(Some));
    }

    #[test]
    fn what_has_no_answer_says_why() {
        let store = Store::default();
        let walks =
            Rewriting::strip(".x").unwrap().either("x.", ".x", Turns::Orthogonally).unwrap();
        let board = walks.board("x..").unwrap();
        assert!(
            matches!(walks.value(&store, &board), Err(Unsolved::Repeats(cycle)) if cycle.len() > 1)
        );
        let paint = Rewriting::grid(".x").unwrap().either("..", "x.", Turns::AnyDirection).unwrap();
        let budget = crate::Budget::unlimited();
        budget.limit_steps(1000);
        let found = paint.value(&Store::new(budget), &Board::empty(30, 30).unwrap());
        assert!(matches!(found, Err(Unsolved::Failed(_))));
    }
}
