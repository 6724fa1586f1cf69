//! What depends on the form of a game, against the definitions written out as graphs: ordinal
//! sums, followers, options.

use super::{Asked, Dice};

/// How many random graphs are looked at; 20,000 at length, outside the gate.
const CASES: u64 = 120;

/// A graph of brackets, the first of which is meant; a bracket has the options of Left and Right.
type Brackets = Vec<[Vec<usize>; 2]>;

fn brackets(dice: &mut Dice) -> Brackets {
    let count = 1 + dice.roll(4);
    let mut side = || (0..dice.roll(3)).map(|_| dice.roll(count) as usize).collect();
    (0..count).map(|_| [side(), side()]).collect()
}

/// The options of a bracket, with `more` before them.
fn text(bracket: &[Vec<usize>; 2], label: char, more: &[Vec<String>; 2]) -> String {
    let side = |n: usize| {
        let own = bracket[n].iter().map(|to| format!("{label}{to}"));
        more[n].iter().cloned().chain(own).collect::<Vec<_>>().join(", ")
    };
    format!("<{} | {}>", side(0), side(1))
}

fn typed(graph: &Brackets) -> String {
    let none = [Vec::new(), Vec::new()];
    let labels: Vec<String> =
        graph.iter().zip(0..).map(|(b, n)| format!("g{n}: {}", text(b, 'g', &none))).collect();
    format!("(g0 where {{ {} }})", labels.join(", "))
}

/// The ordinal sum with all brackets of both written out: a move in the base ends the rest.
fn written_out(base: &Brackets, other: &Brackets) -> String {
    let none = [Vec::new(), Vec::new()];
    let moves = base[0].each_ref().map(|side| side.iter().map(|to| format!("g{to}")).collect());
    let sums = other.iter().zip(0..).map(|(b, n)| format!("h{n}: {}", text(b, 'h', &moves)));
    let base = base.iter().zip(0..).map(|(b, n)| format!("g{n}: {}", text(b, 'g', &none)));
    format!("(h0 where {{ {} }})", sums.chain(base).collect::<Vec<_>>().join(", "))
}

#[test]
fn ordinal_sums_are_those_of_the_form_that_was_typed() {
    let (mut dice, mut asked) = (Dice(1), Asked::new());
    for _ in 0..CASES {
        let (base, other) = (brackets(&mut dice), brackets(&mut dice));
        let (g, h) = (typed(&base), typed(&other));
        let sum = written_out(&base, &other);
        for form in [format!("form({g}) : {h}"), format!("ordinal_sum(form({g}), form({h}))")] {
            let claim = format!("({form}) == {sum}");
            assert_eq!(asked.print(&claim), "true", "{claim}");
        }
    }
}

/// The number of each bracket when brackets with the same options are one: rounds in which those
/// are distinguished that differ in what follows.
fn classes(graph: &Brackets) -> Vec<usize> {
    let mut classes = vec![0; graph.len()];
    for _ in 0..=graph.len() {
        let keys: Vec<_> = graph
            .iter()
            .map(|sides| {
                sides.each_ref().map(|side| {
                    side.iter().map(|to| classes[*to]).collect::<std::collections::BTreeSet<_>>()
                })
            })
            .collect();
        let place = |key| keys.iter().position(|other| other == key).unwrap();
        classes = keys.iter().map(place).collect();
    }
    classes
}

#[test]
fn followers_of_a_form_are_its_brackets() {
    let (mut dice, mut asked) = (Dice(2), Asked::new());
    for _ in 0..CASES {
        let graph = brackets(&mut dice);
        let classes = classes(&graph);
        let mut reached = vec![0];
        for next in 0.. {
            let Some(&at) = reached.get(next) else { break };
            for &to in graph[at].iter().flatten() {
                if reached.iter().all(|other| classes[*other] != classes[to]) {
                    reached.push(to);
                }
            }
        }
        let form = typed(&graph);
        let count = asked.print(&format!("length(followers(form({form})))"));
        assert_eq!(count, reached.len().to_string(), "{form}");
        for (at, name) in [(0, "left_options"), (1, "right_options")] {
            let options: Vec<String> = graph[0][at].iter().map(|to| format!("g{to}")).collect();
            let labels = form.replacen("(g0 where", &format!("([{}] where", options.join(", ")), 1);
            let claim = format!("{name}(form({form})) == {labels}");
            assert_eq!(asked.print(&claim), "true", "{claim}");
        }
    }
}

/// Everything that options of options lead to, each printed once.
fn closure(asked: &mut Asked, start: &str, options: &[&str]) -> Vec<String> {
    let mut found = vec![asked.print(start)];
    for next in 0.. {
        let Some(game) = found.get(next).cloned() else { break };
        for question in options {
            let list = question.replace('G', &format!("({game})"));
            let count: usize = asked.print(&format!("length({list})")).parse().unwrap();
            for n in 1..=count {
                let option = asked.print(&format!("({list})[{n}]"));
                if !found.contains(&option) {
                    found.push(option);
                }
            }
        }
    }
    found
}

#[test]
fn followers_of_games_and_positions_are_the_closure_under_moves() {
    let (mut dice, mut asked) = (Dice(3), Asked::new());
    let mut games: Vec<(String, &[&str])> = Vec::new();
    for _ in 0..CASES {
        let game = typed(&brackets(&mut dice));
        if asked.print(&format!("is_stopper({game})")) == "true" {
            games.push((game, &["left_options(G)", "right_options(G)"]));
        }
    }
    for game in ["upon", "tiny(on)", "1 + over", "upon*", "<2|upon>", "^3*", "<tiny(over)|*2>"] {
        games.push((game.to_owned(), &["left_options(G)", "right_options(G)"]));
    }
    for position in
        ["Nim(2, 1) + upon", "Nim(3)", "ToadsAndFrogs(\"TT.F\")", "Domineering(2, 3) + v"]
    {
        games.push((position.to_owned(), &["moves(G, Left)", "moves(G, Right)"]));
    }
    for (game, options) in games {
        let closure = closure(&mut asked, &game, options);
        let count = asked.print(&format!("length(followers({game}))"));
        assert_eq!(count, closure.len().to_string(), "{game}: {closure:?}");
        for (n, follower) in (1..).zip(&closure) {
            assert_eq!(asked.print(&format!("followers({game})[{n}]")), *follower, "{game}");
        }
    }
}
