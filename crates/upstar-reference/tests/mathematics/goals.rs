//! Games decided by a goal.

use upstar_reference::Player::{self, Left, Right};
use upstar_reference::play::{Convention, Ending, Outcome, Play};

use crate::toys::{Toy, plenty, replaced, toy};

/// Tic-tac-toe: Left plays x, Right o, on a board in one row.
fn place(board: &String, player: Player) -> Vec<Vec<String>> {
    let symbol = if player == Left { 'x' } else { 'o' };
    let empty = board.char_indices().filter(|(_, cell)| *cell == '.');
    empty.map(|(place, _)| vec![replaced(board, &[(place, symbol)])]).collect()
}

/// Three in a row: first of the player who has just moved.
fn three(board: &String, to_move: Player) -> Option<Ending> {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let has = |player| {
        let symbol = if player == Left { b'x' } else { b'o' };
        LINES.iter().any(|line| line.iter().all(|place| board.as_bytes()[*place] == symbol))
    };
    [to_move.opponent(), to_move].into_iter().find(|player| has(*player)).map(Ending::Won)
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let rules = Toy { options: place, over: three, steps: plenty() };
    let mut play = Play::new(&rules);
    let board = |cells: &str| [cells.to_owned()];
    assert_eq!(play.outcome(&board("........."), Convention::Goal).unwrap(), Outcome::D);
    assert_eq!(play.outcome(&board("xx.oo...."), Convention::Goal).unwrap(), Outcome::N);
    let winning = play.winning_moves(&board("xx.oo...."), Left, Convention::Goal).unwrap();
    assert_eq!(winning, [["xxxoo...."]]);
    let none = play.winning_moves(&board("xxxoo...."), Right, Convention::Goal).unwrap();
    assert!(none.is_empty());
    let best = play.best_by_winner(&board("x........"), Right, Convention::Goal).unwrap();
    assert_eq!(best, [["x...o...."]]);
}

#[test]
fn races_end_as_the_book_says() {
    type Race = (u64, u64, Option<Player>);
    fn say((limit, n, _): &Race, player: Player) -> Vec<Vec<Race>> {
        (2..=3).map(|k| vec![(*limit, n + k, Some(player))]).collect()
    }
    fn over((limit, n, last): &Race, _: Player) -> Option<Ending> {
        match last {
            Some(player) if n == limit => Some(Ending::Won(*player)),
            _ => (n > limit).then_some(Ending::Drawn),
        }
    }
    let rules = Toy { options: say, over, steps: plenty() };
    let mut play = Play::new(&rules);
    let found: Vec<Outcome> =
        (1..=8).map(|limit| play.outcome(&[(limit, 0, None)], Convention::Goal).unwrap()).collect();
    use Outcome::{D, N, P};
    assert_eq!(found, [D, N, N, D, P, D, N, N]);
}

#[test]
fn whoever_cannot_move_before_a_goal_has_a_draw() {
    let rules = toy(|_: &u64, _| Vec::new());
    let mut play = Play::new(&rules);
    assert_eq!(play.outcome(&[0], Convention::Goal).unwrap(), Outcome::D);
    assert!(play.outcome(&[0, 0], Convention::Goal).is_err());
}
