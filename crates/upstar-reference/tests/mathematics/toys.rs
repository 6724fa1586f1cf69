//! Small rules, written in Rust, and random games.

use num_rational::BigRational;
use upstar_reference::bracket::{Game, Games};
use upstar_reference::play::{Ending, Rules};
use upstar_reference::steps::Steps;
use upstar_reference::{Fault, Player};

/// Options of a player, each a sum.
type Options<C> = fn(&C, Player) -> Vec<Vec<C>>;

/// How play is over before a player moves.
type Over<C> = fn(&C, Player) -> Option<Ending>;

/// Rules given by functions.
pub(crate) struct Toy<C> {
    pub(crate) options: Options<C>,
    pub(crate) over: Over<C>,
    pub(crate) steps: Steps,
}

/// Rules without goals.
pub(crate) fn toy<C>(options: Options<C>) -> Toy<C> {
    Toy { options, over: |_, _| None, steps: plenty() }
}

impl<C: Clone + Ord> Rules for Toy<C> {
    type Component = C;

    fn options(&self, position: &C, player: Player) -> Result<Vec<Vec<C>>, Fault> {
        Ok((self.options)(position, player))
    }

    fn ending(&self, position: &C, to_move: Player) -> Result<Option<Ending>, Fault> {
        Ok((self.over)(position, to_move))
    }

    fn step(&self) -> Result<(), Fault> {
        self.steps.step()
    }
}

/// More steps than any test takes.
pub(crate) fn plenty() -> Steps {
    Steps::new(10_000_000)
}

/// An empty table of games.
pub(crate) fn games() -> Games {
    Games::new(plenty())
}

/// A fraction.
pub(crate) fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// The form of a number.
pub(crate) fn number(games: &Games, numerator: i64, denominator: i64) -> Game {
    games.number(&ratio(numerator, denominator)).unwrap()
}

/// Nim: take any number from the heap.
pub(crate) fn nim(heap: &u64, _: Player) -> Vec<Vec<u64>> {
    (0..*heap).map(|left| vec![left]).collect()
}

/// Kayles: take one or two neighbours from the row.
pub(crate) fn kayles(row: &u64, _: Player) -> Vec<Vec<u64>> {
    let takes = (1..=2).filter(|take| take <= row);
    takes.flat_map(|take| (0..=row - take).map(move |left| vec![left, row - take - left])).collect()
}

/// Cells of a board, one a character; rows end with `/`.
pub(crate) fn replaced(cells: &str, changes: &[(usize, char)]) -> String {
    let mut cells: Vec<char> = cells.chars().collect();
    for (place, cell) in changes {
        cells[*place] = *cell;
    }
    cells.into_iter().collect()
}

/// Domineering: Left covers two empty cells in a column, Right two in a row.
pub(crate) fn domineering(board: &String, player: Player) -> Vec<Vec<String>> {
    let width = board.find('/').unwrap() + 1;
    let step = if player == Player::Left { width } else { 1 };
    let empty = |place: usize| board.as_bytes().get(place) == Some(&b'.');
    let places = (0..board.len()).filter(|place| empty(*place) && empty(place + step));
    places.map(|place| vec![replaced(board, &[(place, '#'), (place + step, '#')])]).collect()
}

/// Toads and Frogs: Left's toads go right, Right's frogs left, one cell or over one opponent.
pub(crate) fn toads_and_frogs(strip: &String, player: Player) -> Vec<Vec<String>> {
    let rules = match player {
        Player::Left => [("T.", ".T"), ("TF.", ".FT")],
        Player::Right => [(".F", "F."), (".TF", "FT.")],
    };
    let mut options = Vec::new();
    for (from, to) in rules {
        for place in 0..strip.len() {
            if let Some(rest) = strip[place..].strip_prefix(from) {
                options.push(vec![format!("{}{to}{rest}", &strip[..place])]);
            }
        }
    }
    options
}

/// Numbers that look random, and are the same each time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// A form that is born by this day.
    pub(crate) fn form(&mut self, games: &Games, day: u64) -> Game {
        if day == 0 {
            return games.zero().unwrap();
        }
        let mut side = || -> Vec<Game> {
            let length = self.below(3);
            (0..length)
                .map(|_| {
                    let earlier = self.below(day);
                    self.form(games, earlier)
                })
                .collect()
        };
        let (left, right) = (side(), side());
        games.form(left, right).unwrap()
    }
}
