//! Tests of the search where moves only take: random rules, against exhaustive search.

use rustc_hash::FxHashMap;

use super::conflicts::{Conflicts, Set, Side};
use super::search::{AnySearch, Decided, Position};
use super::strips::Strips;
use super::{Candidate, Takings};
use crate::board::rewrite::random_tests::Random;
use crate::{Budget, Player};

/// A move that needs cells and takes cells.
fn candidate(movers: [bool; 2], needs: &[usize], loses: &[usize]) -> Candidate {
    let numbers = |list: &[usize]| list.iter().map(|one| *one as u32).collect();
    Candidate { movers, needs: numbers(needs), gains: Vec::new(), loses: numbers(loses) }
}

/// Whether the player to move wins, by all lines of play.
fn exhaustive(
    moves: &[Candidate],
    free: u64,
    mover: usize,
    known: &mut FxHashMap<(u64, usize), bool>,
) -> bool {
    if let Some(wins) = known.get(&(free, mover)) {
        return *wins;
    }
    let set = |list: &[u32]| list.iter().fold(0, |set, one| set | 1_u64 << one);
    let wins = moves.iter().filter(|each| each.movers[mover]).any(|each| {
        let needs = set(&each.needs);
        free & needs == needs && !exhaustive(moves, free & !set(&each.loses), 1 - mover, known)
    });
    known.insert((free, mover), wins);
    wins
}

/// Whether the player who begins wins, by the search.
fn found(takings: &Takings, first: Player, steps: u64) -> bool {
    let mut search = AnySearch::new(takings).expect("there are few moves");
    search.begin(first);
    loop {
        if let Some(wins) = search.go_on(&Budget::unlimited(), steps).expect("there is no limit") {
            return wins;
        }
    }
}

/// Cells below `most`, `count` of them, each once.
fn some_cells(random: &mut Random, most: usize, count: usize) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..count).map(|_| random.below(most as u64) as usize).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Neighbours in a grid with four columns.
fn around(cell: usize, rows: usize) -> Vec<usize> {
    let (row, column) = (cell / 4, cell % 4);
    let up = row.checked_sub(1).map(|row| row * 4 + column);
    let down = (row + 1 < rows).then(|| cell + 4);
    let left = (column > 0).then(|| cell - 1);
    let right = (column < 3).then(|| cell + 1);
    [up, down, left, right].into_iter().flatten().collect()
}

/// A kind of rules, drawn at random, and how many conditions there are.
fn rules(kind: usize, random: &mut Random) -> (Vec<Candidate>, usize) {
    let mut moves = Vec::new();
    let rows = 2 + random.below(3) as usize;
    let cells = 4 * rows;
    match kind {
        // Dominoes of either player, upright and lying, some left out.
        0 => {
            for cell in 0..cells {
                for next in around(cell, rows).into_iter().filter(|next| *next > cell) {
                    let upright = next - cell == 4;
                    if random.below(8) > 0 {
                        moves.push(candidate([upright, !upright], &[cell, next], &[cell, next]));
                    }
                }
            }
        }
        // Random sets of cells, of the same form for both or not.
        1 | 2 => {
            for _ in 0..10 + random.below(8) {
                let count = 1 + random.below(3) as usize;
                let needs = some_cells(random, cells, count);
                let mover = random.below(2) == 0;
                let movers = if kind == 1 { [mover, !mover] } else { [true, true] };
                moves.push(candidate(movers, &needs, &needs));
            }
        }
        // Colours: what is near a stone is lost to the other player, or to the same one.
        3 | 4 => {
            for cell in 0..cells {
                for side in 0..2 {
                    let of = |cell: usize, side: usize| 2 * cell + side;
                    let lost = if kind == 3 { side } else { 1 - side };
                    let mut loses = vec![of(cell, 0), of(cell, 1)];
                    loses.extend(around(cell, rows).into_iter().map(|near| of(near, lost)));
                    let movers = [side == 0, side == 1];
                    moves.push(candidate(movers, &[of(cell, side)], &loses));
                }
            }
            return (moves, 2 * cells);
        }
        // A move takes more than it needs, anywhere, so that taking is not mutual.
        5 | 6 => {
            for _ in 0..12 + random.below(6) {
                let count = 1 + random.below(2) as usize;
                let needs = some_cells(random, cells, count);
                let mut loses = vec![needs[0]];
                let more = random.below(3) as usize;
                loses.extend(some_cells(random, cells, more));
                let mover = random.below(2) == 0;
                let movers = if kind == 5 { [mover, !mover] } else { [true, random.below(2) == 0] };
                moves.push(candidate(movers, &needs, &loses));
            }
        }
        // Long and short pieces in a row.
        _ => {
            for at in 0..cells {
                for (length, side) in [(2, 0), (3, 1), (1 + at % 3, 1)] {
                    let piece: Vec<usize> = (at..at + length).filter(|one| *one < cells).collect();
                    if random.below(3) > 0 {
                        moves.push(candidate([side == 0, side == 1], &piece, &piece));
                    }
                }
            }
        }
    }
    (moves, cells)
}

#[test]
fn the_search_agrees_with_all_lines_of_play() {
    let mut random = Random::new(41);
    for round in 0..4_000 {
        let kind = round % 8;
        let (moves, conditions) = rules(kind, &mut random);
        let share = 1 + random.below(5);
        let taken = (0..conditions).filter(|_| random.below(6) < share && share < 5);
        let free = taken.fold((1_u64 << conditions) - 1, |free, cell| free & !(1 << cell));
        let takings = Takings::new(&moves, |one| free >> one & 1 != 0).expect("moves only take");
        for first in [Player::Left, Player::Right] {
            let expected = exhaustive(&moves, free, first as usize, &mut FxHashMap::default());
            let steps = 1 + random.below(40);
            let context = || format!("round {round}, kind {kind}, {first:?}: {moves:?}, {free:b}");
            assert_eq!(found(&takings, first, steps), expected, "{}", context());
        }
    }
}

#[test]
fn positions_side_by_side_are_searched_together() {
    let mut random = Random::new(5);
    for round in 0..400 {
        let (one, conditions) = rules(round % 3, &mut random);
        let (other, more) = rules(7, &mut random);
        let negated = round % 2 == 0;
        let free =
            |random: &mut Random, count: usize| random.below(1 << count) | random.below(1 << count);
        let (free, other_free) = (free(&mut random, conditions), free(&mut random, more));
        let parts = |moves: &[Candidate], free: u64| {
            Takings::new(moves, |one| free >> one & 1 != 0).expect("moves only take")
        };
        let mut takings = parts(&one, free);
        takings.add(parts(&other, other_free), negated);
        let shifted = other.iter().map(|each| {
            let moved = |list: &[u32]| list.iter().map(|one| one + conditions as u32).collect();
            let mut movers = each.movers;
            if negated {
                movers.swap(0, 1);
            }
            Candidate {
                movers,
                needs: moved(&each.needs),
                loses: moved(&each.loses),
                ..each.clone()
            }
        });
        let all: Vec<Candidate> = one.iter().cloned().chain(shifted).collect();
        let free = free | other_free << conditions;
        for first in [Player::Left, Player::Right] {
            let expected = exhaustive(&all, free, first as usize, &mut FxHashMap::default());
            assert_eq!(found(&takings, first, u64::MAX), expected, "round {round}");
        }
    }
}

/// Rules by which a move gives back what another one needs.
#[test]
fn rules_that_give_back_are_refused() {
    let take = candidate([true, false], &[0, 1], &[0, 1]);
    let give =
        |gains: &[u32]| Candidate { gains: gains.to_vec(), ..candidate([false, true], &[2], &[2]) };
    let all = |one: Candidate| [take.clone(), one];
    let free = |_: u32| true;
    assert!(Takings::new(&all(give(&[])), free).is_some());
    // What is taken is given back.
    assert!(Takings::new(&all(give(&[0])), free).is_none());
    // What nobody takes stays anyway.
    assert!(Takings::new(&all(give(&[3])), free).is_some());
    // What is not there yet is given.
    assert!(Takings::new(&all(give(&[0])), |one| one != 0).is_none());
    // It is not enough, since something else is lacking for ever.
    assert!(Takings::new(&all(give(&[0])), |one| one > 1).is_some());
    // A move that can be made again and again.
    assert!(Takings::new(&[candidate([true, true], &[0], &[1])], free).is_none());
}

/// Dominoes on a board: upright ones of Left.
fn domineering(rows: usize, columns: usize) -> Takings {
    let mut moves = Vec::new();
    for cell in 0..rows * columns {
        if cell + columns < rows * columns {
            moves.push(candidate([true, false], &[cell, cell + columns], &[cell, cell + columns]));
        }
        if (cell + 1) % columns != 0 {
            moves.push(candidate([false, true], &[cell, cell + 1], &[cell, cell + 1]));
        }
    }
    Takings::new(&moves, |_| true).expect("moves only take")
}

/// Outcomes from D. Breuker, J. Uiterwijk and J. van den Herik, *Solving 8 x 8 Domineering* (2000).
#[test]
fn boards_of_domineering_have_their_known_winners() {
    let known = [((3, 5), "R"), ((4, 5), "L"), ((5, 5), "P"), ((5, 6), "R"), ((6, 6), "N")];
    for ((rows, columns), outcome) in known {
        let takings = domineering(rows, columns);
        let wins = |first| found(&takings, first, 1000);
        let found = match (wins(Player::Left), wins(Player::Right)) {
            (true, false) => "L",
            (false, true) => "R",
            (true, true) => "N",
            (false, false) => "P",
        };
        assert_eq!(found, outcome, "{rows} x {columns}");
    }
}

/// Tables of groups of moves say the same as what is found without them.
#[test]
fn tables_of_small_groups_agree_with_all_moves_at_once() {
    let mut random = Random::new(8);
    let mut with_tables = 0;
    for round in 0..200 {
        let (moves, _) = rules(round % 8, &mut random);
        let takings = Takings::new(&moves, |_| true).expect("moves only take");
        let conflicts = Conflicts::<u64>::new(&takings).expect("there are few moves");
        for side in &conflicts.sides {
            let plain = Side { strips: Strips::default(), ..side.clone() };
            with_tables += usize::from(side.strips.count(0).is_some());
            for _ in 0..20 {
                let all = (1_u64 << side.moves.len()) - 1;
                let some = random.below(1 << 40) & random.below(1 << 40) & all;
                assert_eq!(side.shares(some), plain.shares(some), "round {round}: {some:b}");
                for backwards in [false, true] {
                    let packed = side.packed(some, backwards);
                    assert_eq!(packed, plain.packed(some, backwards), "round {round}: {some:b}");
                    assert!(packed.members().all(|at| side.moves[at].clashes & packed == 1 << at));
                }
                assert_eq!(side.rough(some, 0), plain.rough(some, 0), "round {round}: {some:b}");
            }
        }
    }
    assert!(with_tables > 100, "{with_tables}");
}

/// Followers by moves that do not matter, as the bound says, are won by the opponent; and what it decides is right.
#[test]
fn moves_that_do_not_matter_lose() {
    let mut random = Random::new(17);
    let mut left_out = 0;
    for round in 0..2_000 {
        let (moves, conditions) = rules(round % 8, &mut random);
        let free = random.below(1 << conditions) | random.below(1 << conditions);
        let takings = Takings::new(&moves, |one| free >> one & 1 != 0).expect("moves only take");
        let conflicts = Conflicts::<u64>::new(&takings).expect("there are few moves");
        for mover in 0..2 {
            let (own, other) = (conflicts.all(mover), conflicts.all(1 - mover));
            let integer = random.below(5) as i16 - 2;
            let position = Position { own, other, integer, mover: mover as u8 };
            let context = || format!("round {round}, {mover}: {moves:?}, {free:b}");
            let mut known = FxHashMap::default();
            let expected = wins(&conflicts, position, &mut known);
            match conflicts.decided(&position) {
                Decided::Known(wins) => assert_eq!(wins, expected, "{}", context()),
                Decided::Open(matter) => {
                    if matter != !0 && integer > 0 {
                        let after = conflicts.after(&position, None);
                        assert!(wins(&conflicts, after, &mut known), "{}", context());
                    }
                    for at in (own & !matter).members() {
                        left_out += 1;
                        let after = conflicts.after(&position, Some(at));
                        assert!(wins(&conflicts, after, &mut known), "{}", context());
                    }
                }
            }
        }
    }
    assert!(left_out > 1_000, "{left_out}");
}

/// Whether the mover of a position wins, by all lines of play.
fn wins(
    conflicts: &Conflicts<u64>,
    position: Position<u64>,
    known: &mut FxHashMap<Position<u64>, bool>,
) -> bool {
    if let Some(wins) = known.get(&position) {
        return *wins;
    }
    let mut moves = position.own.members();
    let found = moves.any(|at| !wins(conflicts, conflicts.after(&position, Some(at)), known))
        || position.integer > 0 && !wins(conflicts, conflicts.after(&position, None), known);
    known.insert(position, found);
    found
}
