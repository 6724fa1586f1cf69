//! Coins on a table, and heaps that stand for coins, by turning whole tables.

use std::collections::HashMap;

use super::Asked;

/// The sides of the table.
const SIDE: u32 = 3;

/// The bit of a coin.
fn coin(row: u32, column: u32) -> u32 {
    1 << (row * SIDE + column)
}

/// The sets that may be turned when a coin goes from heads to tails.
type Sets = fn(u32, u32) -> Vec<u32>;

fn acrostic(row: u32, column: u32) -> Vec<u32> {
    let above = (0..row).map(|a| coin(row, column) | coin(a, column));
    above.chain((0..column).map(|b| coin(row, column) | coin(row, b))).collect()
}

fn corners(row: u32, column: u32) -> Vec<u32> {
    let set = |a, b| coin(row, column) | coin(a, column) | coin(row, b) | coin(a, b);
    (0..row).flat_map(|a| (0..column).map(move |b| set(a, b))).collect()
}

/// The nimber of a whole table, not as a sum of heads.
fn table(coins: u32, sets: Sets, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&nimber) = known.get(&coins) {
        return nimber;
    }
    let places = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
    let heads = places.filter(|&(row, column)| coins & coin(row, column) != 0);
    let turned: Vec<u32> = heads.flat_map(|(row, column)| sets(row, column)).collect();
    let nimbers: Vec<u32> = turned.iter().map(|set| table(coins ^ set, sets, known)).collect();
    let nimber = (0..).find(|n| !nimbers.contains(n)).unwrap();
    known.insert(coins, nimber);
    nimber
}

#[test]
fn tables_of_coins_are_sums_of_their_heads() {
    for (ruleset, sets) in [("AcrosticTwins", acrostic as Sets), ("TurningCorners", corners)] {
        let (mut asked, mut known) = (Asked::new(), HashMap::new());
        for coins in 1..1 << (SIDE * SIDE) {
            let places = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
            let heads = places.filter(|&(row, column)| coins & coin(row, column) != 0);
            let heads: Vec<String> = heads.map(|(r, c)| format!("{ruleset}({r}, {c})")).collect();
            let input = format!("nimber({})", heads.join(" + "));
            assert_eq!(asked.print(&input), table(coins, sets, &mut known).to_string(), "{input}");
        }
    }
}

/// Winning Ways, ch. 14: the tartan theorem for Twins, whose heads are worth their places.
#[test]
fn turning_corners_multiplies() {
    let claim = "[(x, y) for x in 0..12 for y in 0..12 \
                 if nimber(TurningCorners(x, y)) != nim_product(x, y)]";
    assert_eq!(Asked::new().print(claim), "[]");
}

/// The nimber of a heap that is replaced by any set of fewer than `most` smaller ones.
fn spawned(size: u32, most: u32, known: &[u32]) -> u32 {
    let sets = (0u32..1 << size.saturating_sub(1)).filter(|set| set.count_ones() < most);
    let sum = |set: u32| {
        (0..size).filter(|n| set >> n & 1 == 1).fold(0, |x, n| x ^ known[n as usize + 1])
    };
    let nimbers: Vec<u32> = if size == 0 { Vec::new() } else { sets.map(sum).collect() };
    (0..).find(|n| !nimbers.contains(n)).unwrap()
}

#[test]
fn spawning() {
    for most in 1..=4 {
        let mut known = Vec::new();
        for size in 0..11 {
            known.push(spawned(size, most, &known));
        }
        let input = format!("[nimber(Spawning({most})(n)) for n in 0..10]");
        assert_eq!(Asked::new().print(&input), format!("{known:?}"));
    }
}

/// Whether a set of places may be turned; its last place is given.
type MayTurn = fn(u32, u32) -> bool;

/// Whether a set is symmetric about its centre.
fn symmetric(set: u32) -> bool {
    let low = set >> set.trailing_zeros();
    low == low.reverse_bits() >> low.leading_zeros()
}

/// Winning Ways, ch. 14: the games that are described by which sets of coins may be turned.
const BY_SETS: &[(&str, u32, MayTurn)] = &[
    ("Mogul", 12, |set, _| set.count_ones() <= 7),
    ("Moidores", 12, |set, _| set.count_ones() <= 9),
    ("Motley", 10, |_, _| true),
    ("TripletFives", 14, |set, _| set.count_ones() == 3 && set >> set.trailing_zeros() < 1 << 5),
    ("RulerFives", 14, |set, _| [1, 3, 7, 15, 31].contains(&(set >> set.trailing_zeros()))),
    ("Turnips", 14, |set, _| set.count_ones() == 3 && symmetric(set)),
    ("Grunt", 14, |set, last| set.count_ones() == 4 && set & 1 == 1 && last > 0 && symmetric(set)),
    ("Sym", 14, |set, _| symmetric(set)),
];

#[test]
fn games_described_by_sets() {
    for (ruleset, most, may_turn) in BY_SETS {
        let mut heads: Vec<u32> = Vec::new();
        for last in 0..*most {
            let sets = (1u32 << last..2 << last).filter(|&set| may_turn(set, last));
            let rest = |set: u32| {
                (0..last).filter(|n| set >> n & 1 == 1).fold(0, |x, n| x ^ heads[n as usize])
            };
            let nimbers: Vec<u32> = sets.map(rest).collect();
            heads.push((0..).find(|n| !nimbers.contains(n)).unwrap());
        }
        let input = format!("[nimber({ruleset}(x)) for x in 0..{}]", most - 1);
        assert_eq!(Asked::new().print(&input), format!("{heads:?}"), "{ruleset}");
    }
}
