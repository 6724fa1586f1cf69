//! Random rulesets with numbers, nimbers and other games among their options, written three ways:
//! with one parameter, with a second one that does nothing, and as brackets.

use super::{Asked, Dice, rulesets};

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
    /// The parts of its options, and whether each is a position.
    parts: &'static [(&'static str, bool)],
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
        parts: &[("n", false)],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(n.to_string())]),
    },
    Way {
        parts: &[("*(n)", false)],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("*{n}"))]),
    },
    Way {
        parts: &[("-n / 2", false)],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("-({n} / 2)"))]),
    },
    Way {
        parts: &[("n + ^*", false)],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("{n} + ^*"))]),
    },
    Way {
        parts: &[("[m for m in s if m < n]", true)],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Position(below(s, n))]),
    },
    Way {
        parts: &[("if n > 1 then *(n) else 0", false)],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("*{}", if n > 1 { n } else { 0 }))]),
    },
    Way {
        parts: &[("<n|*>", false)],
        generators: "for n in s if n > 0",
        options: |s| {
            each(&s.iter().copied().filter(|&n| n > 0).collect::<Vec<_>>(), |n| {
                vec![Game(format!("<{n}|*>"))]
            })
        },
    },
    Way {
        parts: &[("length(s) - 2", false)],
        generators: "",
        options: |s| vec![vec![Game((s.len() as i64 - 2).to_string())]],
    },
    Way {
        parts: &[("n", false), ("[m for m in s if m < n]", true), ("*", false)],
        generators: "for n in s",
        options: |s| each(s, |n| vec![Game(format!("{n} + *")), Position(below(s, n))]),
    },
];

/// Ways to move from a number, where numbers are positions.
const FROM_NUMBERS: &[Way] = &[
    Way {
        parts: &[("m", true)],
        generators: "for m in 0..n-1",
        options: |s| (0..s[0]).map(|m| vec![Position(vec![m])]).collect(),
    },
    Way {
        parts: &[("*(m)", false)],
        generators: "for m in 0..n",
        options: |s| (0..=s[0]).map(|m| vec![Game(format!("*{m}"))]).collect(),
    },
    Way {
        parts: &[("if n > 1 then ^ else 0", false)],
        generators: "",
        options: |s| vec![vec![Game(if s[0] > 1 { "^" } else { "0" }.to_owned())]],
    },
    Way {
        parts: &[("n - 1", true), ("*(n)", false)],
        generators: "if n > 0",
        options: |s| match s[0] {
            0 => Vec::new(),
            n => vec![vec![Position(vec![n - 1]), Game(format!("*{n}"))]],
        },
    },
    Way {
        parts: &[("*(n) + *(n)", false)],
        generators: "",
        options: |_| vec![vec![Game("0".to_owned())]],
    },
    Way { parts: &[("-*(n)", false)], generators: "if n == 7", options: |_| Vec::new() },
    Way {
        parts: &[("<n|-1>", false)],
        generators: "",
        options: |s| vec![vec![Game(format!("<{}|-1>", s[0]))]],
    },
];

/// The clauses; positions among the options get a second parameter when there is one.
fn clauses(sides: &[(&str, Vec<&Way>)], second: bool) -> String {
    let part = |&(text, is_position): &(&str, bool)| match second && is_position {
        true => format!("({text}, 0)"),
        false => text.to_owned(),
    };
    let way = |way: &&Way| {
        let parts: Vec<String> = way.parts.iter().map(part).collect();
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
    for _ in 0..rulesets(60) {
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
