//! Rulesets of heaps and tuples, written again.

use std::collections::HashMap;

use super::{Asked, outcome};

/// Numbers that describe a position.
type Position = Vec<i64>;

/// Positions played side by side.
type Sum = Vec<Position>;

/// Where the player can go who moves in a position.
type Options = fn(&[i64]) -> Vec<Sum>;

/// The least number that is not among these.
fn mex(numbers: &[u32]) -> u32 {
    (0..).find(|number| !numbers.contains(number)).unwrap()
}

fn nimber(position: &Position, options: Options, known: &mut HashMap<Position, u32>) -> u32 {
    if let Some(known) = known.get(position) {
        return *known;
    }
    let sum = |sum: Sum| sum.iter().fold(0, |total, part| total ^ nimber(part, options, known));
    let found = mex(&options(position).into_iter().map(sum).collect::<Vec<_>>());
    known.insert(position.clone(), found);
    found
}

/// `(1, 2)` or `([1, 2])`
fn typed(position: &[i64], listed: bool) -> String {
    let numbers: Vec<String> = position.iter().map(i64::to_string).collect();
    let numbers = numbers.join(", ");
    if listed { format!("([{numbers}])") } else { format!("({numbers})") }
}

/// Compares nimbers; `ruleset` is `Name` or `Name(parameters)`.
fn agree(ruleset: &str, listed: bool, positions: &[Position], options: Options) {
    let (mut asked, mut known) = (Asked::new(), HashMap::new());
    for position in positions {
        let input = format!("nimber({ruleset}{})", typed(position, listed));
        let expected = nimber(position, options, &mut known);
        assert_eq!(asked.print(&input), expected.to_string(), "{input}");
    }
}

fn heaps(most: i64) -> Vec<Position> {
    (0..=most).map(|n| vec![n]).collect()
}

fn pairs(most: i64) -> Vec<Position> {
    (0..=most).flat_map(|a| (0..=most).map(move |b| vec![a, b])).collect()
}

fn triples(most: i64) -> Vec<Position> {
    pairs(most).into_iter().flat_map(|p| (0..=most).map(move |c| vec![p[0], p[1], c])).collect()
}

/// Positions of one heap.
fn one(heaps: impl Iterator<Item = i64>) -> Vec<Sum> {
    heaps.map(|heap| vec![vec![heap]]).collect()
}

/// Positions of two heaps side by side.
fn two(heaps: impl Iterator<Item = (i64, i64)>) -> Vec<Sum> {
    heaps.map(|(a, b)| vec![vec![a], vec![b]]).collect()
}

#[test]
fn nim_and_subtraction() {
    agree("Nim", false, &heaps(20), |n| one(0..n[0]));
    let subtraction = |n: &[i64]| one([1, 3, 4].into_iter().map(|s| n[0] - s).filter(|&m| m >= 0));
    agree("Subtraction([1, 3, 4])", false, &heaps(30), subtraction);
    agree("AllBut([1, 3, 4])", false, &heaps(30), |n| {
        let taken = (1..=n[0]).filter(|taken| ![1, 3, 4].contains(taken));
        one(taken.map(|taken| n[0] - taken))
    });
    agree("AtLeastHalf", false, &heaps(40), |n| one((0..n[0]).filter(|left| 2 * left <= n[0])));
}

#[test]
fn octal_games() {
    agree("Kayles", false, &heaps(30), |n| {
        let taken = (1..=2).flat_map(|taken| (0..=n[0] - taken).map(move |a| (a, taken)));
        two(taken.map(|(a, taken)| (a, n[0] - taken - a)))
    });
    agree("DawsonsKayles", false, &heaps(30), |n| two((0..=n[0] - 2).map(|a| (a, n[0] - 2 - a))));
    // Octal code 0.137: take one if it is alone, two at an end, three anywhere.
    agree("DawsonsChess", false, &heaps(30), |n| {
        let alone = one((n[0] == 1).then_some(0).into_iter());
        let end = one((n[0] >= 2).then_some(n[0] - 2).into_iter());
        let anywhere = two((0..=n[0] - 3).map(|a| (a, n[0] - 3 - a)));
        [alone, end, anywhere].concat()
    });
    // Octal code 0.15.
    agree("GuilesGame", false, &heaps(40), |n| {
        let all = one((n[0] == 1 || n[0] == 2).then_some(0).into_iter());
        [all, two((1..n[0] - 2).map(|a| (a, n[0] - 2 - a)))].concat()
    });
    agree("GrundysGame", false, &heaps(40), |n| {
        two((1..n[0]).map(|a| (a, n[0] - a)).filter(|(a, b)| a != b))
    });
    agree("LaskersNim", false, &heaps(20), |n| {
        [one(0..n[0]), two((1..n[0]).map(|a| (a, n[0] - a)))].concat()
    });
}

/// Wythoff's game and its kin: both numbers may go down when they differ by less than k.
fn wythoff(k: i64, from: &[i64]) -> Vec<Sum> {
    let all = pairs(from[0].max(from[1])).into_iter();
    let legal = |to: &Position| {
        let (x, y) = (from[0] - to[0], from[1] - to[1]);
        x >= 0 && y >= 0 && (x == 0) != (y == 0) || x > 0 && y > 0 && (x - y).abs() < k
    };
    all.filter(legal).map(|to| vec![to]).collect()
}

#[test]
fn pairs_of_heaps() {
    agree("Wythoff", false, &pairs(8), |from| wythoff(1, from));
    agree("GenWythoff(1)", false, &pairs(6), |from| wythoff(1, from));
    agree("GenWythoff(2)", false, &pairs(8), |from| wythoff(2, from));
    agree("GenWythoff(3)", false, &pairs(8), |from| wythoff(3, from));
    agree("Euclid", false, &pairs(12), |from| {
        let (a, b) = (from[0], from[1]);
        let times = |small: i64, large: i64| if small > 0 { large / small } else { 0 };
        let first = (1..=times(b, a)).map(|k| vec![vec![a - k * b, b]]);
        first.chain((1..=times(a, b)).map(|k| vec![vec![a, b - k * a]])).collect()
    });
    agree("FibonacciNim", false, &pairs(10), |from| {
        (1..=from[0].min(from[1])).map(|k| vec![vec![from[0] - k, 2 * k]]).collect()
    });
    agree("Mem", false, &pairs(10), |from| {
        let amounts = (1..=from[0]).filter(|taken| *taken >= from[1]);
        amounts.map(|taken| vec![vec![from[0] - taken, taken]]).collect()
    });
    agree("TakeAway(3)", false, &pairs(10), |from| {
        (1..=from[0].min(from[1])).map(|k| vec![vec![from[0] - k, 3 * k]]).collect()
    });
    agree("GenMem((m, k) -> k != m)", false, &pairs(10), |from| {
        let amounts = (1..=from[0]).filter(|taken| *taken != from[1]);
        amounts.map(|taken| vec![vec![from[0] - taken, taken]]).collect()
    });
    agree("ConstrainedWythoff(x -> x + 2)", false, &pairs(7), |from| wythoff(2, from));
    agree("ConstrainedWythoff(x -> 2 * x)", false, &pairs(8), |from| {
        let all = pairs(from[0].max(from[1])).into_iter();
        let legal = |to: &Position| {
            let (x, y) = (from[0] - to[0], from[1] - to[1]);
            let single = x >= 0 && y >= 0 && (x == 0) != (y == 0);
            single || x > 0 && y > 0 && x.max(y) < 2 * x.min(y)
        };
        all.filter(legal).map(|to| vec![to]).collect()
    });
}

/// Whether a number is a sum of multiples of others, by trying how many of the first there are.
fn is_sum(number: i64, of: &[i64]) -> bool {
    match of {
        [] => number == 0,
        [first, rest @ ..] => {
            (0..=number / first).any(|times| is_sum(number - times * first, rest))
        }
    }
}

/// All numbers that may be named, when those named have no gaps beyond 60.
fn coins(named: &[i64]) -> Vec<Sum> {
    let free = (2..60).filter(|coin| !is_sum(*coin, named));
    free.map(|coin| vec![[named, &[coin]].concat()]).collect()
}

/// Hutchings, in Winning Ways, ch. 18: of two numbers that only 1 divides, whoever moves wins, unless they are 2 and 3.
#[test]
fn sylver_coinage() {
    let named =
        [&[2, 3][..], &[3, 4], &[3, 5], &[4, 5], &[3, 7], &[5, 6, 7], &[4, 6, 9], &[5, 8, 6]];
    agree("SylverCoinage", true, &named.map(<[i64]>::to_vec), coins);
    let mut asked = Asked::new();
    for (a, b) in [(2, 7), (3, 4), (3, 5), (3, 10), (4, 5), (4, 7), (5, 6), (4, 9), (5, 7)] {
        assert_eq!(asked.print(&format!("outcome(SylverCoinage([{a}, {b}]))")), "N", "{a}, {b}");
    }
    assert_eq!(asked.print("outcome(SylverCoinage([3, 2]))"), "P");
    let refused = asked.answer("outcome(SylverCoinage([4, 6]))").unwrap_err();
    assert!(refused.contains("no number but 1 divides all of them"), "{refused}");
}

#[test]
fn lists_of_heaps() {
    let bars: Vec<Position> =
        triples(4).into_iter().filter(|r| r[0] >= r[1] && r[1] >= r[2] && r[0] > 0).collect();
    agree("Chomp", true, &bars, |rows| {
        let mut options = Vec::new();
        for bitten in 0..rows.len() {
            for column in 0..rows[bitten] {
                let mut left = rows.to_vec();
                left[bitten..].iter_mut().for_each(|row| *row = (*row).min(column));
                // The square at the top left is the poisoned one.
                options.extend((left[0] > 0).then_some(vec![left]));
            }
        }
        options
    });
    agree("StaircaseNim", true, &triples(3), |steps| {
        let mut options = Vec::new();
        for step in 0..steps.len() {
            for coins in 1..=steps[step] {
                let mut moved = steps.to_vec();
                moved[step] -= coins;
                if step > 0 {
                    moved[step - 1] += coins;
                }
                options.push(vec![moved]);
            }
        }
        options
    });
    agree("MooresNim(2)", true, &triples(3), |from| {
        let smaller = |to: &Position| {
            let changed = from.iter().zip(to).filter(|(a, b)| a != b).count();
            from.iter().zip(to).all(|(a, b)| a >= b) && (1..=2).contains(&changed)
        };
        triples(3).into_iter().filter(smaller).map(|to| vec![to]).collect()
    });
    let rows: Vec<Position> = triples(4).into_iter().filter(|row| !row.contains(&0)).collect();
    agree("EndNim", true, &rows, |row| {
        let mut options = Vec::new();
        for end in [0, row.len().wrapping_sub(1)] {
            let Some(&heap) = row.get(end) else { continue };
            for left in 0..heap {
                let mut row = row.to_vec();
                row[end] = left;
                row.retain(|&heap| heap > 0);
                options.push(vec![row]);
            }
        }
        options
    });
}

/// A partizan ruleset: where Left and where Right can go.
#[derive(Clone, Copy)]
struct Partizan {
    left: Options,
    right: Options,
}

/// Positions, negated or not, played side by side.
type Signed = Vec<(bool, Position)>;

impl Partizan {
    /// Whether a player who begins wins a sum, by trying everything.
    fn wins(self, sum: &Signed, left: bool, known: &mut HashMap<(Signed, bool), bool>) -> bool {
        let mut sum = sum.clone();
        sum.sort();
        if let Some(known) = known.get(&(sum.clone(), left)) {
            return *known;
        }
        let mut wins = false;
        for which in 0..sum.len() {
            let (negated, part) = sum[which].clone();
            let options = if left != negated { self.left } else { self.right };
            for option in options(&part) {
                let mut next = sum.clone();
                next.remove(which);
                next.extend(option.into_iter().map(|part| (negated, part)));
                wins = wins || !self.wins(&next, !left, known);
            }
        }
        known.insert((sum, left), wins);
        wins
    }

    /// Compares each position with each other one.
    fn agrees(self, ruleset: &str, positions: &[Position]) {
        let (mut asked, mut known) = (Asked::new(), HashMap::new());
        for one in positions {
            for other in positions {
                let sum = vec![(false, one.clone()), (true, other.clone())];
                let input = format!(
                    "outcome({ruleset}{} - {ruleset}{})",
                    typed(one, false),
                    typed(other, false)
                );
                let left = self.wins(&sum, true, &mut known);
                let right = self.wins(&sum, false, &mut known);
                assert_eq!(asked.print(&input), outcome(left, right), "{input}");
            }
        }
    }
}

fn sizes(rows: i64, columns: i64) -> Vec<Position> {
    (1..=rows).flat_map(|row| (1..=columns).map(move |column| vec![row, column])).collect()
}

fn transposed(sums: Vec<Sum>) -> Vec<Sum> {
    let turn = |part: Position| vec![part[1], part[0]];
    sums.into_iter().map(|sum| sum.into_iter().map(turn).collect()).collect()
}

fn halves(cake: &[i64]) -> Vec<Sum> {
    (1..cake[1]).map(|k| vec![vec![cake[0], k], vec![cake[0], cake[1] - k]]).collect()
}

fn equal_parts(cake: &[i64]) -> Vec<Sum> {
    let parts = (2..=cake[1]).filter(|parts| cake[1] % parts == 0);
    parts.map(|parts| vec![vec![cake[0], cake[1] / parts]; parts as usize]).collect()
}

fn eaten(cake: &[i64]) -> Vec<Sum> {
    let columns = if cake[0] == 0 { 0 } else { cake[1] };
    (0..columns).map(|k| vec![vec![cake[0], k], vec![cake[0], cake[1] - k - 1]]).collect()
}

#[test]
fn cakes() {
    Partizan { left: halves, right: |cake| transposed(halves(&[cake[1], cake[0]])) }
        .agrees("Cutcake", &sizes(3, 3));
    Partizan { left: equal_parts, right: |cake| transposed(equal_parts(&[cake[1], cake[0]])) }
        .agrees("MaundyCake", &sizes(3, 4));
    Partizan { left: eaten, right: |cake| transposed(eaten(&[cake[1], cake[0]])) }
        .agrees("Eatcake", &sizes(2, 3));
    let turned =
        Partizan { left: |cake| eaten(&[cake[1], cake[0]]), right: |cake| transposed(eaten(cake)) };
    turned.agrees("TurnAndEatcake", &sizes(2, 3));
    let turned = Partizan {
        left: |cake| transposed(halves(cake)),
        right: |cake| halves(&[cake[1], cake[0]]),
    };
    turned.agrees(
        "TurnedCakeProduct(n -> take_and_break(\"4.0\", n), n -> take_and_break(\"4.0\", n))",
        &sizes(3, 3),
    );
}

fn taken(heap: &[i64], amounts: &[i64]) -> Vec<Sum> {
    one(amounts.iter().map(|amount| heap[0] - amount).filter(|&left| left >= 0))
}

fn taken_and_split(heap: &[i64], amounts: &[i64]) -> Vec<Sum> {
    let splits = |sum: Sum| (0..=sum[0][0]).map(move |a| vec![vec![a], vec![sum[0][0] - a]]);
    taken(heap, amounts).into_iter().flat_map(splits).collect()
}

#[test]
fn partizan_heaps() {
    Partizan { left: |n| taken(n, &[1, 2]), right: |n| taken(n, &[1, 3]) }
        .agrees("PartizanSubtraction([1, 2], [1, 3])", &heaps(9));
    Partizan { left: |n| taken_and_split(n, &[1]), right: |n| taken_and_split(n, &[2]) }
        .agrees("PartizanSplittles([1], [2])", &heaps(6));
    let down = |pair: &[i64]| -> Vec<Sum> {
        let rest = pair[1] % pair[0];
        if rest == 0 { Vec::new() } else { vec![vec![vec![rest, pair[0]]]] }
    };
    let up = |pair: &[i64]| -> Vec<Sum> {
        let rest = pair[1] % pair[0];
        if rest == 0 { Vec::new() } else { vec![vec![vec![pair[0] - rest, pair[0]]]] }
    };
    let mut pairs = sizes(6, 9);
    pairs.retain(|pair| pair[0] <= pair[1]);
    Partizan { left: down, right: up }.agrees("PartizanEuclid", &pairs);
}

#[test]
fn heaps_beyond_all_games_stand_beside_on_off_and_dud() {
    let mut asked = Asked::new();
    let mut answered = 0;
    for loopy in ["on", "off", "dud", "on + over", "off + ^", "on + off", "dud - Nim(3)", "over"] {
        for question in ["outcome(P)", "P > 0", "P || 0", "P >= on", "canonical(onside(P))"] {
            // A heap of 10**12 does what a smaller one does.
            let ask = |heap: &str| question.replace('P', &format!("(Nim({heap}) + {loopy})"));
            let expected = asked.answer(&ask("5"));
            match asked.answer(&ask("10**12")) {
                Err(refused) if loopy == "over" => {
                    assert!(refused.contains("TooLarge"), "{refused}")
                }
                found => {
                    assert!(found.is_ok(), "{loopy}: {question}: {found:?}");
                    assert_eq!(found, expected, "{loopy}: {question}");
                    answered += 1;
                }
            }
        }
    }
    assert!(answered > 20, "{answered}");
}
