//! Random rulesets with numbers, nimbers and other games among their options, written three ways:
//! with one parameter, with a second one that does nothing, and as brackets.

use super::{Asked, Dice};
use crate::length::cases;

/// A summand of an option.
enum Part {
    /// A game, as typed.
    Game(String),
    /// A position.
    Position(Vec<i64>),
}

use Part::{Game, Position};

/// A way to move.
struct Way {
    /// The parts of its options, with one parameter and with two.
    parts: &'static [(&'static str, &'static str)],
    /// What stands after them.
    generators: &'static str,
    /// The options of a position.
    options: fn(&[i64]) -> Vec<Vec<Part>>,
}

/// The elements of a list that are smaller than one.
fn below(list: &[i64], n: i64) -> Vec<i64> {
    list.iter().copied().filter(|&m| m < n).collect()
}

/// An option for each element of a list.
fn each(list: &[i64], option: impl Fn(i64) -> Vec<Part>) -> Vec<Vec<Part>> {
    list.iter().map(|&n| option(n)).collect()
}

/// Ways to move from a list of numbers.
const FROM_LISTS: &[Way] = &[
    Way {
        parts: &[("n", "n")],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(n.to_string())]),
    },
    Way {
        parts: &[("*(n)", "*(n)")],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("*{n}"))]),
    },
    Way {
        parts: &[("-n / 2", "-n / 2")],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("-({n} / 2)"))]),
    },
    Way {
        parts: &[("n + ^*", "n + ^*")],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("{n} + ^*"))]),
    },
    Way {
        parts: &[("[m for m in s if m < n]", "([m for m in s if m < n], 0)")],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Position(below(s, n))]),
    },
    Way {
        parts: &[("if n > 1 then *(n) else 0", "if n > 1 then *(n) else 0")],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("*{}", if n > 1 { n } else { 0 }))]),
    },
    Way {
        parts: &[("<n|*>", "<n|*>")],
        generators: "for n in s if n > 0",
        options: |s| {
            each(&s.iter().copied().filter(|&n| n > 0).collect::<Vec<_>>(), |n| {
                vec![Game(format!("<{n}|*>"))]
            })
        },
    },
    Way {
        parts: &[(
            "if n > 1 then [m for m in s if m < n] else *(n)",
            "if n > 1 then ([m for m in s if m < n], 0) else *(n)",
        )],
        generators: "for n in s",
        options: |s| each(s, |n| branch((n > 1).then(|| below(s, n)), format!("*{n}"))),
    },
    Way {
        parts: &[(
            "if n > 2 { n } else { if n == 1 then [m for m in s if m < n] else *(n) }",
            "if n > 2 { n } else { if n == 1 then ([m for m in s if m < n], 0) else *(n) }",
        )],
        generators: "for n in s",
        options: |s| {
            each(s, |n| {
                let game = if n > 2 { n.to_string() } else { format!("*{n}") };
                branch((n == 1).then(|| below(s, n)), game)
            })
        },
    },
    Way {
        parts: &[("length(s) - 2", "length(s) - 2")],
        generators: "",
        options: |s| vec![vec![Game((s.len() as i64 - 2).to_string())]],
    },
    Way {
        parts: &[
            ("n", "n"),
            ("[m for m in s if m < n]", "([m for m in s if m < n], 0)"),
            ("*", "*"),
        ],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("{n} + *")), Position(below(s, n))]),
    },
];

/// What a way leads to when one branch is a position and the other a game.
fn branch(position: Option<Vec<i64>>, game: impl Into<String>) -> Vec<Part> {
    vec![position.map_or_else(|| Game(game.into()), Position)]
}

/// Ways to move from a number, where numbers are positions.
const FROM_NUMBERS: &[Way] = &[
    Way {
        parts: &[("m", "(m, 0)")],
        generators: "for m in 0..n-1",
        options: |s| (0..s[0]).map(|m| vec![Position(vec![m])]).collect(),
    },
    Way {
        parts: &[("*(m)", "*(m)")],
        generators: "for m in 0..n",
        options: |s| (0..=s[0]).map(|m| vec![Game(format!("*{m}"))]).collect(),
    },
    Way {
        parts: &[("if n > 1 then ^ else *(0)", "if n > 1 then ^ else *(0)")],
        generators: "",
        options: |s| vec![vec![Game(if s[0] > 1 { "^" } else { "0" }.to_owned())]],
    },
    Way {
        parts: &[("if n > 2 then n - 1 else *1", "if n > 2 then (n - 1, 0) else *1")],
        generators: "if n > 0",
        options: |s| match s[0] {
            0 => Vec::new(),
            n => vec![branch((n > 2).then(|| vec![n - 1]), "*1")],
        },
    },
    Way {
        parts: &[("if n > 2 then *(n - 3) else n - 1", "if n > 2 then *(n - 3) else (n - 1, 0)")],
        generators: "if n > 0",
        options: |s| match s[0] {
            0 => Vec::new(),
            n => vec![branch((n <= 2).then(|| vec![n - 1]), format!("*{}", n - 3))],
        },
    },
    Way {
        parts: &[(
            "if n > 1 { if n == 2 then *(0) else n - 2 } else { n - 1 }",
            "if n > 1 { if n == 2 then *(0) else (n - 2, 0) } else { (n - 1, 0) }",
        )],
        generators: "if n > 0",
        options: |s| match s[0] {
            0 => Vec::new(),
            1 => vec![branch(Some(vec![0]), "0")],
            n => vec![branch((n > 2).then(|| vec![n - 2]), "0")],
        },
    },
    Way {
        parts: &[(
            "n - (if n > 2 then 1 else *(0) + 1)",
            "if n > 2 then (n - 1, 0) else *(0) + n - 1",
        )],
        generators: "if n > 0",
        options: |s| match s[0] {
            0 => Vec::new(),
            n => vec![branch((n > 2).then(|| vec![n - 1]), (n - 1).to_string())],
        },
    },
    Way {
        parts: &[("-(if n == 1 then n - 1 else *(0))", "if n == 1 then (0, 0) else *(0)")],
        generators: "if n > 0",
        options: |s| match s[0] {
            0 => Vec::new(),
            n => vec![branch((n == 1).then(|| vec![0]), "0")],
        },
    },
    Way {
        parts: &[("n - 1", "(n - 1, 0)"), ("*(n)", "*(n)")],
        generators: "if n > 0",
        options: |s| match s[0] {
            0 => Vec::new(),
            n => vec![vec![Position(vec![n - 1]), Game(format!("*{n}"))]],
        },
    },
    Way {
        parts: &[("*(n) + *(n)", "*(n) + *(n)")],
        generators: "",
        options: |_| vec![vec![Game("0".to_owned())]],
    },
    Way { parts: &[("-*(n)", "-*(n)")], generators: "if n == 7", options: |_| Vec::new() },
    Way {
        parts: &[("<n|-1>", "<n|-1>")],
        generators: "",
        options: |s| vec![vec![Game(format!("<{}|-1>", s[0]))]],
    },
];

/// The clauses; positions among the options get a second parameter when there is one.
fn clauses(sides: &[(&str, Vec<&Way>)], second: bool) -> String {
    let way = |way: &&Way| {
        let part = |&(one, two): &(&'static str, &'static str)| if second { two } else { one };
        let parts: Vec<&str> = way.parts.iter().map(part).collect();
        format!("{} {}", parts.join(", "), way.generators)
    };
    let side = |(mover, ways): &(&str, Vec<&Way>)| {
        format!("{mover} {}", ways.iter().map(way).collect::<Vec<_>>().join("; "))
    };
    sides.iter().map(side).collect::<Vec<_>>().join("; ")
}

/// A position as a bracket.
fn bracket(sides: &[(&str, Vec<&Way>)], position: &[i64]) -> String {
    let side = |mover: &str| {
        let ways = sides.iter().filter(|(who, _)| *who == mover || *who == "move");
        let options = ways.flat_map(|(_, ways)| ways).flat_map(|way| (way.options)(position));
        let part = |part: &Part| match part {
            Game(text) => format!("({text})"),
            Position(next) => bracket(sides, next),
        };
        let option = |option: Vec<Part>| option.iter().map(part).collect::<Vec<_>>().join(" + ");
        options.map(option).collect::<Vec<_>>().join(",")
    };
    format!("<{}|{}>", side("left"), side("right"))
}

#[test]
fn numbers_and_games_among_options() {
    let (mut asked, mut dice) = (Asked::new(), Dice(5));
    for _ in 0..cases(60_u64) {
        let lists = dice.roll(2) == 0;
        let ways = if lists { FROM_LISTS } else { FROM_NUMBERS };
        let some = |dice: &mut Dice| -> Vec<&Way> {
            (0..1 + dice.roll(3)).map(|_| dice.one_of(ways)).collect()
        };
        let sides = match dice.roll(2) {
            0 => vec![("move", some(&mut dice))],
            _ => vec![("left", some(&mut dice)), ("right", some(&mut dice))],
        };
        let param = if lists { "s" } else { "n" };
        let (one, two) = (clauses(&sides, false), clauses(&sides, true));
        let text = format!(
            "game One({param}) {{ {one} }}\ngame Two({param}, z) {{ {two} }}\n\
             game Heap(n: heap) {{ {} }}",
            if lists { "move n - 1" } else { &one }
        );
        asked.answer(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        for _ in 0..3 {
            let position: Vec<i64> = match lists {
                true => (0..dice.roll(4)).map(|_| dice.roll(4) as i64).collect(),
                false => vec![dice.roll(4) as i64],
            };
            let typed = if lists { format!("{position:?}") } else { position[0].to_string() };
            let naive = asked.print(&format!("canonical({})", bracket(&sides, &position)));
            let mut same = vec![format!("One({typed})"), format!("Two({typed}, 0)")];
            same.extend((!lists).then(|| format!("Heap({typed})")));
            for input in same {
                let found = asked.answer(&format!("canonical({input})"));
                assert_eq!(found.as_deref(), Ok(&*naive), "{text}\n{input}");
            }
        }
    }
}

#[test]
fn the_branch_that_is_chosen_decides_what_a_number_is() {
    let mut asked = Asked::new();
    let rules = [
        ("A", "move (if n > 2 then n - 1 else *1) if n > 0"),
        ("B", "move n - 1 if n > 2; *1 if 0 < n and n <= 2"),
        ("C", "move chosen(n) if n > 0"),
        ("D", "move (if n > 2 { m := n - 1; m } else { *1 }) if n > 0"),
        ("E", "move (if n <= 2 then *1 else n - (if n > 9 then *(0) + 1 else 1)) if n > 0"),
    ];
    asked.answer("fn chosen(n) { if n > 2 then n - 1 else *1 }").unwrap();
    for (name, rule) in rules {
        for kind in ["n: heap", "n"] {
            asked.answer(&format!("game {name}({kind}) {{ {rule} }}")).unwrap();
            assert_eq!(asked.print(&format!("moves({name}(4))")), format!("[{name}(3)]"));
            assert_eq!(asked.print(&format!("moves({name}(2))")), "[*]", "{name}({kind})");
            let values = asked.print(&format!("[canonical({name}(n)) for n in 0..6]"));
            assert_eq!(values, "[0, 0, 0, *, 0, *, 0]", "{name}({kind})");
        }
    }
}
