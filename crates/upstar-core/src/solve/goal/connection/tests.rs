//! The search against play move by move.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::*;

use super::links::{Links, Strength};
use super::*;
use crate::solve::bounded::tests::{replaced, scarce};

/// Whether the maker wins, by trying all moves.
fn wins_by_play(
    web: &Web,
    (own, free): (Cells, Cells),
    maker_moves: bool,
    known: &mut HashMap<(Cells, Cells), bool>,
) -> bool {
    if web.connects(own) || !web.connects(own | free) {
        return web.connects(own);
    }
    // The number of free cells says who moves.
    if let Some(wins) = known.get(&(own, free)) {
        return *wins;
    }
    let wins = places(free).any(|cell| {
        let rest = free & !(1 << cell);
        let own = if maker_moves { own | 1 << cell } else { own };
        wins_by_play(web, (own, rest), !maker_moves, known) == maker_moves
    }) == maker_moves;
    known.insert((own, free), wins);
    wins
}

/// The cells of a grid, in rows, that are neighbours by steps, and two opposite sides.
fn grid((rows, columns): (usize, usize), steps: &[(i32, i32)], is_down: bool) -> Web {
    let cells = (rows * columns) as i32;
    let place = |cell: i32| (cell / columns as i32, cell % columns as i32);
    let set = |is_in: &dyn Fn(i32) -> bool| {
        (0..cells).filter(|cell| is_in(*cell)).fold(0, |set: Cells, cell| set | 1 << cell)
    };
    let beside = |cell: i32| {
        let (row, column) = place(cell);
        set(&|other| {
            let step = (place(other).0 - row, place(other).1 - column);
            steps.contains(&step) || steps.contains(&(-step.0, -step.1))
        })
    };
    let coordinate = |cell| if is_down { place(cell).0 } else { place(cell).1 };
    let last = if is_down { rows } else { columns } as i32 - 1;
    let sides = [set(&|cell| coordinate(cell) == 0), set(&|cell| coordinate(cell) == last)];
    Web { neighbours: (0..cells).map(beside).collect(), sides }
}

const HEX: &[(i32, i32)] = &[(0, 1), (1, 0), (1, -1)];
const ROWS_AND_COLUMNS: &[(i32, i32)] = &[(0, 1), (1, 0)];
const ALL_WAYS: &[(i32, i32)] = &[(0, 1), (1, 0), (1, -1), (1, 1)];

fn hex(size: (usize, usize)) -> Contest {
    let webs = [grid(size, HEX, true), grid(size, HEX, false)];
    Contest { maker: Player::Left, webs, is_exact: true }
}

fn orthogonal(size: (usize, usize)) -> Contest {
    let webs = [grid(size, ROWS_AND_COLUMNS, true), grid(size, ALL_WAYS, false)];
    Contest { maker: Player::Left, webs, is_exact: false }
}

/// Shannon's game on the vertices of a graph: nothing is known of the breaker.
fn shannon(cells: usize, edges: &[(usize, usize)], sides: [Cells; 2]) -> Contest {
    let mut neighbours = vec![0; cells];
    for (one, other) in edges.iter().map(|(one, other)| (one % cells, other % cells)) {
        neighbours[one] |= 1 << other & !(1 << one);
        neighbours[other] |= 1 << one & !(1 << other);
    }
    let nothing = Web { neighbours: vec![0; cells], sides: [0, 0] };
    let webs = [Web { neighbours, sides }, nothing];
    Contest { maker: Player::Left, webs, is_exact: false }
}

/// Compares the search with play on a position, with `free` free cells and whoever is to move.
fn agree(
    contest: &Contest,
    (own, taken): (Cells, Cells),
    free: usize,
) -> Result<(), TestCaseError> {
    let web = &contest.webs[0];
    let all = (1 << web.neighbours.len()) - 1;
    let free = places(all & !(own | taken)).take(free).fold(0, |set, cell| set | 1 << cell);
    let own = own & all;
    let mut table = ConnectionTable::default();
    let budget = Budget::unlimited();
    for mover in [Player::Left, Player::Right] {
        let expected = wins_by_play(web, (own, free), mover == Player::Left, &mut HashMap::new());
        if web.connects(own) {
            continue;
        }
        let claimed = Claimed { left: own, right: all & !(own | free), free };
        let found =
            winner(std::slice::from_ref(contest), &mut table, &budget, claimed, mover).unwrap();
        prop_assert_eq!(found == Verdict::Left, expected, "{:?} {:b} {:b}", mover, own, free);
    }
    linked(contest, own, free)
}

/// Links between the sides are what they are said to be: the player connects them in the carrier.
fn linked(contest: &Contest, own: Cells, free: Cells) -> Result<(), TestCaseError> {
    let web = &contest.webs[0];
    let links = Links::new(web, own, free, &Budget::unlimited()).unwrap();
    for (strength, begins) in [(Strength::Full, false), (Strength::Half, true)] {
        for carrier in links.across(strength) {
            prop_assert_eq!(carrier & !free, 0);
            prop_assert!(wins_by_play(web, (own, carrier), begins, &mut HashMap::new()));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn boards_of_hex_have_the_winner_that_play_finds(
        rows in 1usize..6, columns in 1usize..6, own: u32, taken: u32, more: u32,
    ) {
        let taken = Cells::from(taken & !(own & more));
        agree(&hex((rows, columns)), (Cells::from(own & more), taken), 9)?;
    }

    #[test]
    fn boards_with_other_neighbours_have_the_winner_that_play_finds(
        rows in 1usize..6, columns in 1usize..6, own: u32, taken: u32, more: u32,
    ) {
        let taken = Cells::from(taken & !(own & more));
        agree(&orthogonal((rows, columns)), (Cells::from(own & more), taken), 9)?;
    }

    #[test]
    fn graphs_have_the_winner_that_play_finds(
        edges in vec((0usize..9, 0usize..9), 0..20),
        from in 0u32..512, to in 0u32..512, own in 0u32..512, taken in 0u32..512, more in 0u32..512,
    ) {
        let contest = shannon(9, &edges, [from, to].map(Cells::from));
        agree(&contest, (Cells::from(own & more), Cells::from(taken & !own)), 9)?;
    }
}

#[test]
fn empty_boards_have_the_winner_that_play_finds() {
    for (rows, columns) in (1..5).flat_map(|rows| (1..5).map(move |columns| (rows, columns))) {
        for contest in [hex((rows, columns)), orthogonal((rows, columns))] {
            for first in 0..rows * columns {
                let (own, taken) = if rows * columns > 12 { (1 << first, 0b1000) } else { (0, 0) };
                agree(&contest, (own & !taken, taken), 16).unwrap();
            }
        }
    }
}

/// First moves by which Left wins on an empty board.
fn winning_first_moves(contest: &Contest, budget: &Budget) -> usize {
    let cells = contest.webs[0].neighbours.len();
    let all: Cells = (1 << cells) - 1;
    let mut table = ConnectionTable::default();
    let wins = |cell: &usize| {
        let claimed = Claimed { left: 1 << cell, right: 0, free: all & !(1 << cell) };
        let contests = std::slice::from_ref(contest);
        winner(contests, &mut table, budget, claimed, Player::Right) == Ok(Verdict::Left)
    };
    (0..cells).filter(wins).count()
}

/// Published: 5, 4 and 13 winning first moves (van Rijswijck, Computer Hex: are bees better than fruitflies?, 2000).
#[test]
fn few_steps_decide_boards_of_hex() {
    for (size, wins, most) in [(3, 5, 1_000), (4, 4, 10_000), (5, 13, 200_000)] {
        let budget = Budget::unlimited();
        assert_eq!(winning_first_moves(&hex((size, size)), &budget), wins);
        assert!(budget.steps() < most, "{size}: {}", budget.steps());
    }
}

#[test]
fn a_table_that_never_grows_finds_the_same_winners() {
    let contest = hex((5, 5));
    let count = replaced(|| assert_eq!(winning_first_moves(&contest, &scarce()), 13));
    assert!(count > 0);
}

#[test]
fn a_search_that_is_stopped_can_be_asked_again() {
    let (contest, budget, mut table) =
        (hex((4, 5)), Budget::unlimited(), ConnectionTable::default());
    let claimed = Claimed { left: 0, right: 1, free: (1 << 20) - 2 };
    let mut ask = |steps| {
        budget.restart();
        budget.limit_steps(steps);
        winner(std::slice::from_ref(&contest), &mut table, &budget, claimed, Player::Right)
    };
    assert!(matches!(ask(100), Err(Error::Exhausted(_))));
    let found = ask(u64::MAX);
    assert_eq!(found, ask(10));
}
