//! Misère play of what is typed, against trees: brackets keep their options, and functions about misère play their
//! sums.

use std::collections::HashMap;

use super::{Asked, Dice, outcome};
use crate::length::number;

/// How many games are looked at.
const CASES: u64 = 400;

/// A game as it is typed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Play {
    /// A heap of Nim.
    Heap(u32),
    /// All of these are played.
    Sum(Vec<Play>),
    /// The options of Left and of Right.
    Form(Vec<Play>, Vec<Play>),
}

impl Play {
    fn options(&self, player: usize) -> Vec<Play> {
        match self {
            Play::Heap(n) => (0..*n).map(Play::Heap).collect(),
            Play::Form(left, right) => [left, right][player].clone(),
            Play::Sum(all) => {
                let mut options = Vec::new();
                for (place, part) in all.iter().enumerate() {
                    for option in part.options(player) {
                        let mut next = all.clone();
                        next[place] = option;
                        options.push(Play::Sum(next));
                    }
                }
                options
            }
        }
    }

    /// Who cannot move wins.
    fn wins(&self, player: usize, known: &mut HashMap<(Play, usize), bool>) -> bool {
        if let Some(wins) = known.get(&(self.clone(), player)) {
            return *wins;
        }
        let options = self.options(player);
        let wins = options.is_empty() || options.iter().any(|next| !next.wins(1 - player, known));
        known.insert((self.clone(), player), wins);
        wins
    }

    fn outcome(&self) -> &'static str {
        let mut known = HashMap::new();
        outcome(self.wins(0, &mut known), self.wins(1, &mut known))
    }
}

fn both(options: Vec<Play>) -> Play {
    Play::Form(options.clone(), options)
}

/// An impartial game and its text.
fn impartial(dice: &mut Dice, levels: u64) -> (String, Play) {
    let kinds = if levels == 0 { 4 } else { 9 };
    match dice.roll(kinds) {
        0 => ("0".to_owned(), Play::Heap(0)),
        1 => {
            let n = 1 + dice.roll(3) as u32;
            (format!("*{n}"), Play::Heap(n))
        }
        2 | 3 => {
            let [a, b] = [(); 2].map(|()| dice.roll(3) as u32);
            (format!("Nim({a}, {b})"), Play::Sum(vec![Play::Heap(a), Play::Heap(b)]))
        }
        4 => {
            let n = 1 + dice.roll(3) as u32;
            (format!("2 * *{n}"), Play::Sum(vec![Play::Heap(n), Play::Heap(n)]))
        }
        5 | 6 => {
            let (one, other) = (impartial(dice, levels - 1), impartial(dice, levels - 1));
            let sign = *dice.one_of(&["+", "-"]);
            (format!("({}) {sign} ({})", one.0, other.0), Play::Sum(vec![one.1, other.1]))
        }
        _ => {
            let (text, options) = options(dice, levels - 1);
            (format!("*[{text}]"), both(options))
        }
    }
}

/// Options of an impartial form, as they may be typed: alone, in lists, by a condition, by a generator.
fn options(dice: &mut Dice, levels: u64) -> (String, Vec<Play>) {
    let (mut texts, mut all) = (Vec::new(), Vec::new());
    for _ in 0..dice.roll(4) {
        let (text, play) = impartial(dice, levels);
        texts.push(match dice.roll(6) {
            0 => format!("[{text}, {text}]"),
            1 => format!("(if 1 == 1 then {text} else 0)"),
            2 => format!("[{text} for k in 1..1]"),
            3 => format!("misere({text})"),
            _ => text,
        });
        all.push(play);
    }
    (texts.join(", "), all)
}

#[test]
fn impartial_forms_and_sums_are_played_as_they_are_typed() {
    let (mut dice, mut asked) = (Dice(5), Asked::new());
    for _ in 0..CASES * number("UPSTAR_TEST_LENGTH", 1) {
        let (text, play) = impartial(&mut dice, 2);
        let alone = both(vec![play.clone()]).outcome();
        for (question, wanted) in [
            (format!("outcome(misere({text}))"), play.outcome()),
            (format!("outcome(canonical(misere({text})))"), play.outcome()),
            (format!("outcome(misere(*[{text}]))"), alone),
            (format!("(G -> outcome(misere(G)))(*[{text}])"), alone),
            (format!("G := *[{text}]; outcome(misere(G))"), alone),
            (
                format!(
                    "sum([1 for G in moves(misere(*[{text}])) if outcome(G) == {}])",
                    play.outcome()
                ),
                "1",
            ),
        ] {
            assert_eq!(asked.print(&question), wanted, "{question}");
        }
    }
}

/// A form and its text, and whether a sum of values is an option in it.
fn partizan(dice: &mut Dice, levels: u64) -> (String, Play, bool) {
    let (mut texts, mut sides, mut has_sums) =
        ([String::new(), String::new()], [vec![], vec![]], false);
    for (text, side) in texts.iter_mut().zip(&mut sides) {
        let mut options = Vec::new();
        for _ in 0..dice.roll(3) {
            let (option, play) = match dice.roll(if levels == 0 { 5 } else { 7 }) {
                0 => ("*2".to_owned(), Play::Heap(2)),
                1 => ("*".to_owned(), Play::Heap(1)),
                2 => {
                    let [a, b] = [(); 2].map(|()| dice.roll(3) as u32);
                    (format!("Nim({a}, {b})"), Play::Sum(vec![Play::Heap(a), Play::Heap(b)]))
                }
                3 => ("Nim(2) + *2".to_owned(), Play::Sum(vec![Play::Heap(2), Play::Heap(2)])),
                4 if dice.roll(4) == 0 => {
                    has_sums = true;
                    ("*2 + *2".to_owned(), Play::Sum(vec![Play::Heap(2), Play::Heap(2)]))
                }
                4 => ("0".to_owned(), Play::Heap(0)),
                _ => {
                    let (text, play, sums) = partizan(dice, levels - 1);
                    has_sums |= sums;
                    (text, play)
                }
            };
            options.push(option);
            side.push(play);
        }
        *text = options.join(", ");
    }
    let [left, right] = sides;
    (format!("<{} | {}>", texts[0], texts[1]), Play::Form(left, right), has_sums)
}

/// A form as typed is played with its positions; where a sum of values is an option, it says that it was added up. A
/// bracket counts as its value, and so has no answer where something in it is another game in misère play.
#[test]
fn forms_are_played_as_they_are_typed_or_say_that_they_are_not() {
    let (mut dice, mut asked) = (Dice(11), Asked::new());
    let (mut played, mut refused) = (0, 0);
    for _ in 0..CASES * number("UPSTAR_TEST_LENGTH", 1) {
        let (text, play, has_sums) = partizan(&mut dice, 2);
        let typed = asked.answer(&format!("outcome(misere(form({text})))"));
        match has_sums {
            true => assert!(typed.unwrap_err().contains("added up"), "{text}"),
            false => {
                played += 1;
                assert_eq!(typed.unwrap(), play.outcome(), "{text}");
                let negative = format!("outcome(-misere(form({text})))");
                let swapped = match play.outcome() {
                    "L" => "R",
                    "R" => "L",
                    other => other,
                };
                assert_eq!(asked.print(&negative), swapped, "{negative}");
                // Equal moves are listed once.
                let moves =
                    format!("list({{outcome(G) for G in moves(misere(form({text})), Left)}})");
                let mut wanted: Vec<_> = Vec::new();
                for outcome in play.options(0).iter().map(Play::outcome) {
                    if !wanted.contains(&outcome) {
                        wanted.push(outcome);
                    }
                }
                assert_eq!(asked.print(&moves), format!("[{}]", wanted.join(", ")), "{moves}");
            }
        }
        // The bracket itself.
        let bracket = asked.answer(&format!("outcome(misere({text}))"));
        if has_sums || text.contains("Nim") {
            refused += 1;
            assert!(bracket.unwrap_err().contains("counts as its value"), "{text}");
        }
    }
    assert!(played > 100 && refused > 100, "{played}, {refused}");
}
