//! Forbidden options, played out: the opponent tries every set of options.

use super::Asked;
use crate::length::cases;
use crate::support::Dice;

/// Options of Left and of Right at each place; the same option may stand there twice.
type Moves = [Vec<Vec<usize>>; 2];

/// What becomes of the player to move, as far as it is known: 1 wins, -1 loses.
type Fates = [Vec<i8>; 2];

/// How many options are forbidden, and whether who cannot move wins.
#[derive(Clone, Copy)]
struct Rules {
    most: usize,
    misere: bool,
}

/// The fates of all places, and 0 where neither player can force the end.
fn fates(moves: &Moves, rules: Rules) -> Fates {
    let places = moves[0].len();
    let mut known: Fates = [vec![0; places], vec![0; places]];
    loop {
        let mut changed = false;
        for player in 0..2 {
            for place in 0..places {
                let mut options = moves[player][place].clone();
                options.sort_unstable();
                options.dedup();
                let found = fate(&options, &known[1 - player], rules);
                changed |= known[player][place] != found;
                known[player][place] = found;
            }
        }
        if !changed {
            return known;
        }
    }
}

/// The worst that a set of forbidden options brings.
fn fate(options: &[usize], after: &[i8], rules: Rules) -> i8 {
    let sets = (0..1u32 << options.len()).filter(|set| set.count_ones() as usize <= rules.most);
    let left = |set: u32| {
        let allowed = (0..options.len()).filter(|n| set >> n & 1 == 0);
        let nothing = if rules.misere { 1 } else { -1 };
        allowed.map(|n| -after[options[n]]).max().unwrap_or(nothing)
    };
    sets.map(left).min().expect("the opponent may forbid nothing")
}

/// The outcome by its name.
fn named(left: i8, right: i8) -> &'static str {
    match (left, right) {
        (1, 1) => "N",
        (1, -1) => "L",
        (-1, 1) => "R",
        (-1, -1) => "P",
        (1, 0) => "N_hat",
        (0, -1) => "P_hat",
        (0, 1) => "N_check",
        (-1, 0) => "P_check",
        _ => "D",
    }
}

fn random(dice: &mut Dice, places: usize, returns: bool) -> Vec<Vec<usize>> {
    let options = |place: usize, dice: &mut Dice| {
        let below = if returns { places } else { place };
        let count = if below == 0 { 0 } else { dice.roll(6) };
        (0..count).map(|_| dice.roll(below as u64) as usize).collect()
    };
    (0..places).map(|place| options(place, dice)).collect()
}

/// Outcomes and forbidden moves of random positions on lists: of both players or of each, ended or not, in normal and in misère
/// play.
#[test]
fn random_graphs_are_won_as_by_trying_every_set() {
    let mut dice = Dice(46);
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..cases(48) {
        let (alike, returns) = (number % 2 == 0, number % 3 == 0);
        let rules = Rules { most: dice.roll(4) as usize, misere: dice.roll(3) == 0 };
        let left = random(&mut dice, 7, returns);
        let right = if alike { left.clone() } else { random(&mut dice, 7, returns) };
        let moves = [left, right];
        let clauses = match alike {
            true => "move m for m in A[n + 1]",
            false => "left m for m in A[n + 1]; right m for m in B[n + 1]",
        };
        let play = if rules.misere { "; play misere" } else { "" };
        let mut asked = Asked::new();
        let program = format!(
            "A := {:?}\nB := {:?}\ngame G(k)(n) {{ {clauses}; blocking k{play} }}",
            moves[0], moves[1]
        );
        asked.print(&format!("{program}\n0"));
        let fates = fates(&moves, rules);
        for place in 0..7 {
            let expected = named(fates[0][place], fates[1][place]);
            let position = format!("G({})({place})", rules.most);
            let found = asked.print(&format!("outcome({position}) == {expected}"));
            assert_eq!(found, "true", "{position} is {expected}\n{program}");
            seen.insert(expected);
            forbidden_is_enough(&mut asked, &position, (&moves, &fates), (place, rules));
        }
    }
    assert!(seen.len() > 6, "{seen:?}");
}

/// What is forbidden brings the opponent what the best set brings.
fn forbidden_is_enough(
    asked: &mut Asked,
    position: &str,
    (moves, fates): (&Moves, &Fates),
    (place, rules): (usize, Rules),
) {
    for (player, name) in ["Left", "Right"].into_iter().enumerate() {
        let question = format!("[contents(p) for p in blocked_moves({position}, {name})]");
        let listed = asked.print(&question);
        let numbers = listed.trim_matches(['[', ']']).split(", ").filter(|text| !text.is_empty());
        let forbidden: Vec<usize> = numbers.map(|text| text.parse().unwrap()).collect();
        assert!(forbidden.len() <= rules.most, "{question}: {listed}");
        let mut options = moves[player][place].clone();
        options.retain(|option| !forbidden.contains(option));
        let nothing = Rules { most: 0, ..rules };
        let reached = fate(&options, &fates[1 - player], nothing);
        let best = fates[player][place];
        assert!(reached == best || best == 1 && forbidden.is_empty(), "{question}: {listed}");
    }
}

/// Outcomes of pairs of integers, which a table finds, with several ways to one option.
#[test]
fn random_rules_of_integers_are_won_as_by_trying_every_set() {
    let mut dice = Dice(2011);
    let side = 6;
    for number in 0..cases(24) {
        let rules = Rules { most: dice.roll(4) as usize, misere: number % 4 == 0 };
        let ways: Vec<(usize, usize)> = (0..2 + dice.roll(5))
            .map(|_| (dice.roll(3) as usize, dice.roll(3) as usize))
            .filter(|way| *way != (0, 0))
            .collect();
        let ways = if ways.is_empty() { vec![(1, 0)] } else { ways };
        let clauses: Vec<String> = ways
            .iter()
            .map(|(x, y)| format!("move (a - {x}, b - {y}) if a >= {x} and b >= {y}"))
            .collect();
        let play = if rules.misere { "; play misere" } else { "" };
        let clauses = clauses.join("; ").replace("; move ", "; ");
        let program = format!("game G(a, b) {{ {clauses}; blocking {}{play} }}", rules.most);
        let options = |place: usize| -> Vec<usize> {
            let (a, b) = (place / side, place % side);
            let ways = ways.iter().filter(|(x, y)| a >= *x && b >= *y);
            ways.map(|(x, y)| (a - x) * side + b - y).collect()
        };
        let moves: Vec<Vec<usize>> = (0..side * side).map(options).collect();
        let fates = fates(&[moves.clone(), moves], rules);
        let mut asked = Asked::new();
        asked.print(&format!("{program}\n0"));
        for place in (0..side * side).rev() {
            let position = format!("G({}, {})", place / side, place % side);
            let expected = named(fates[0][place], fates[1][place]);
            assert_eq!(
                asked.print(&format!("outcome({position})")),
                expected,
                "{position}\n{program}"
            );
        }
    }
}
