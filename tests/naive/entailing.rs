//! Complimenting and entailing moves, played out by the rules.

use std::collections::HashMap;

use upstar::session::Session;

use super::Asked;
use crate::length::cases;
use crate::support::Dice;

/// Kinds of moves, as they are typed.
const KINDS: [&str; 3] = ["move", "complimenting move", "entailing move"];

/// A move of a ruleset of heaps: take `take` counters when there are `least` or more, and put `split` of the
/// others on a heap of their own.
#[derive(Clone)]
struct Way {
    kind: usize,
    take: usize,
    least: usize,
    split: Option<usize>,
}

impl Way {
    fn random(dice: &mut Dice) -> Way {
        let kind = dice.roll(3) as usize;
        let split = (dice.roll(3) == 0).then(|| 1 + dice.roll(2) as usize);
        let take = dice.roll(3) as usize;
        let take = if split.is_none() { take.max(1) } else { take };
        let least = take + split.map_or(0, |split| split + 1) + dice.roll(3) as usize;
        Way { kind, take, least, split }
    }

    fn typed(&self) -> String {
        let Way { kind, take, least, split } = self;
        let to = match split {
            None => format!("n - {take}"),
            Some(split) => format!("{split}, n - {}", take + split),
        };
        format!("  {} {to} if n >= {least}\n", KINDS[*kind])
    }

    fn from(&self, heap: usize) -> Option<Vec<usize>> {
        let left = (heap >= self.least).then(|| heap - self.take)?;
        Some(match self.split {
            None => vec![left],
            Some(split) => vec![split, left - split],
        })
    }
}

/// Heaps in a row, a heap of Nim, and the heaps that the player must move in.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    free: Vec<usize>,
    nim: usize,
    entailed: Option<Vec<usize>>,
}

/// Where the player to move can go in a sum, and by which kind of move.
fn moves(ways: &[Way], state: &State) -> Vec<(usize, State)> {
    let mut all = Vec::new();
    let heaps = state.entailed.as_ref().unwrap_or(&state.free);
    for (place, heap) in heaps.iter().enumerate() {
        for way in ways {
            let Some(to) = way.from(*heap) else { continue };
            let mut free = heaps.clone();
            free.remove(place);
            if state.entailed.is_some() {
                free.extend(&state.free);
            }
            let entailed = (way.kind == 2).then(|| to.clone());
            if entailed.is_none() {
                free.extend(&to);
            }
            free.sort_unstable();
            all.push((way.kind, State { free, nim: state.nim, entailed }));
        }
    }
    if state.entailed.is_none() {
        all.extend((0..state.nim).map(|nim| (0, State { nim, ..state.clone() })));
    }
    all
}

fn wins(ways: &[Way], state: &State, known: &mut HashMap<State, bool>) -> bool {
    if let Some(known) = known.get(state) {
        return *known;
    }
    let again = |kind: usize| kind == 1;
    let found = moves(ways, state).iter().any(|(kind, to)| wins(ways, to, known) == again(*kind));
    known.insert(state.clone(), found);
    found
}

/// Outcomes of sums with heaps of Nim, nimbers and winning moves of random rulesets are those of play by the
/// rules.
#[test]
fn random_rulesets_are_won_as_by_playing() {
    let mut dice = Dice(12);
    let (mut loony, mut nimbers) = (0, 0);
    for number in 0..cases(60) {
        let mut asked = Asked::new();
        let ways: Vec<Way> = (0..1 + dice.roll(4)).map(|_| Way::random(&mut dice)).collect();
        let name = format!("R{number}");
        let rules: String = ways.iter().map(Way::typed).collect();
        asked.print(&format!("game {name}(n: heap) {{\n{rules}}}\n0"));
        if ways.iter().all(|way| way.kind == 0) {
            continue;
        }
        let mut known = HashMap::new();
        for a in 0..8 {
            for (b, nim) in [(0, 0), (1, 3), (4, 0), (5, 1), (7, 2)] {
                let state = State { free: vec![a.min(b), a.max(b)], nim, entailed: None };
                let wins = wins(&ways, &state, &mut known);
                let sum = format!("{name}({a}, {b}) + *{nim}");
                let expected = if wins { "N" } else { "P" };
                assert_eq!(asked.print(&format!("outcome({sum})")), expected, "{sum}\n{rules}");
                let moves = asked.print(&format!("length(winning_moves({sum})) > 0"));
                assert_eq!(moves, wins.to_string(), "{sum}\n{rules}");
            }
            // Beside *n a heap of nimber n is lost, and a loony one beside none.
            let beside = |nim| State { free: vec![a], nim, entailed: None };
            let lost = (0..20).find(|nim| !self::wins(&ways, &beside(*nim), &mut known));
            let expected = lost.map_or("loony".to_owned(), |nim| nim.to_string());
            assert_eq!(asked.print(&format!("nimber({name}({a}))")), expected, "{a}\n{rules}");
            loony += usize::from(lost.is_none());
            nimbers += usize::from(lost.is_some());
        }
    }
    assert!(loony > 20 && nimbers > 20, "{loony} loony, {nimbers} others");
}

/// Whether the player to move, who has the first of these moves, wins.
fn wins_own(
    ways: [&[Way]; 2],
    state: &State,
    known: &mut HashMap<(State, bool), bool>,
    left: bool,
) -> bool {
    let key = (state.clone(), left);
    if let Some(known) = known.get(&key) {
        return *known;
    }
    let found = moves(ways[usize::from(!left)], state).iter().any(|(kind, to)| {
        let again = *kind == 1;
        wins_own(ways, to, known, left == again) == again
    });
    known.insert(key, found);
    found
}

/// Outcomes and winning moves of sums in which the players have moves of their own are those of play by the rules.
#[test]
fn random_partizan_rulesets_are_won_as_by_playing() {
    let mut dice = Dice(2021);
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..cases(30) {
        let mut own: [Vec<Way>; 2] = [vec![], vec![]];
        let mut rules = String::new();
        for player in [0, 1, dice.roll(3), dice.roll(3), dice.roll(3)] {
            let way = Way::random(&mut dice);
            let word = ["left", "right", "move"][player as usize];
            let typed = match way.kind {
                0 => way.typed().replacen("move", word, 1),
                _ => way.typed().replacen(" move", &format!(" {word}"), 1),
            };
            rules += &typed;
            own.iter_mut()
                .enumerate()
                .filter(|(n, _)| player == 2 || *n as u64 == player)
                .for_each(|(_, ways)| ways.push(way.clone()));
        }
        if !rules.contains("ing ") {
            continue;
        }
        let mut asked = Asked::new();
        asked.print(&format!("game R{number}(n: heap) {{\n{rules}}}\n0"));
        let mut known = HashMap::new();
        for a in 0..7 {
            for (b, nim) in [(0, 0), (1, 2), (4, 0), (3, 1)] {
                let state = State { free: vec![a.min(b), a.max(b)], nim, entailed: None };
                let [left, right] = [true, false]
                    .map(|left| wins_own([&own[0], &own[1]], &state, &mut known, left));
                let expected = super::outcome(left, right);
                let sum = format!("R{number}({a}, {b}) + *{nim}");
                assert_eq!(asked.print(&format!("outcome({sum})")), expected, "{sum}\n{rules}");
                let moves = format!("[length(winning_moves({sum}, p)) > 0 for p in [Left, Right]]");
                assert_eq!(asked.print(&moves), format!("[{left}, {right}]"), "{sum}\n{rules}");
                seen.insert(expected);
            }
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

/// Stacks of 1, 3 (*Winning Ways*, chapter 12), 2403 and 2505 coins are loony, and no others up to there
/// (West, "New values for Top Entails", 1996).
#[test]
fn loony_stacks_of_top_entails() {
    let found = Asked::new().print("[n for n in 0..2600 if nimber(TopEntails(n)) == loony]");
    assert_eq!(found, "[1, 3, 2403, 2505]");
}

/// Edges as pairs, 0 is the ground.
type Edges = Vec<(usize, usize)>;

/// What the player to move gets more than the other in Strings and Coins, by the set of edges left.
fn strings_and_coins(edges: &Edges) -> Vec<i32> {
    let mut values = vec![0; 1 << edges.len()];
    for left in 1usize..1 << edges.len() {
        let present = |n: &usize| left >> n & 1 == 1;
        let value = |cut: usize| {
            let rest = left & !(1 << cut);
            let held = |coin: usize| {
                (0..edges.len())
                    .filter(|n| rest >> n & 1 == 1)
                    .any(|n| edges[n].0 == coin || edges[n].1 == coin)
            };
            let (a, b) = edges[cut];
            let ends = if a == b { vec![a] } else { vec![a, b] };
            let taken = ends.iter().filter(|coin| **coin != 0 && !held(**coin)).count() as i32;
            if taken > 0 { taken + values[rest] } else { -values[rest] }
        };
        values[left] = (0..edges.len()).filter(present).map(value).max().unwrap_or(0);
    }
    values
}

fn typed(edges: &Edges) -> String {
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    edges.join(", ")
}

/// A chain of coins between two strings to the ground.
fn chain(first: usize, coins: usize) -> Edges {
    let mut edges = vec![(0, first)];
    edges.extend((first..first + coins - 1).map(|coin| (coin, coin + 1)));
    edges.push((first + coins - 1, 0));
    edges
}

fn random_graph(dice: &mut Dice, coins: usize) -> Edges {
    let edge = |dice: &mut Dice| {
        let (a, b) = (dice.roll(coins as u64 + 1) as usize, dice.roll(coins as u64 + 1) as usize);
        if a == b { (0, a.max(1)) } else { (a.min(b), a.max(b)) }
    };
    (0..1 + dice.roll(5)).map(|_| edge(dice)).collect()
}

/// *Winning Ways*, chapter 16: beside a chain that is long enough, the winner of Nimstring gets more coins. Long
/// enough are five coins more than there are elsewhere: who must open the chain gets two of it at most.
#[test]
fn the_winner_of_nimstring_gets_more_coins_beside_a_long_chain() {
    let mut asked = Asked::new();
    let mut dice = Dice(16);
    let mut won = 0;
    for _ in 0..cases(60) {
        let coins = 1 + dice.roll(3) as usize;
        let graph = random_graph(&mut dice, coins);
        let values = strings_and_coins(&graph);
        let value = asked.print(&format!("value(StringsAndCoins(\"{}\"))", typed(&graph)));
        assert_eq!(value, values[values.len() - 1].to_string(), "{graph:?}");
        let mut both = graph.clone();
        both.extend(chain(coins + 1, coins + 5));
        let values = strings_and_coins(&both);
        let first_wins = asked.print(&format!("outcome(Nimstring(\"{}\"))", typed(&graph))) == "N";
        let value = values[values.len() - 1];
        assert!(value != 0 && (value > 0) == first_wins, "{graph:?}: {value}, {first_wins}");
        won += usize::from(first_wins);
    }
    assert!((1..cases(60) as usize).contains(&won), "{won}");
}

/// Long chains are worth 0, since every move in them is loony; what can be taken at once is loony, or worth what
/// it leaves. (*Winning Ways*, chapter 16.)
#[test]
fn chains_of_nimstring() {
    let mut asked = Asked::new();
    for coins in 1..9 {
        let closed = typed(&chain(1, coins));
        let found = asked.print(&format!("nimber(Nimstring(\"{closed}\"))"));
        assert_eq!(found, if coins < 3 { "1" } else { "0" }, "{closed}");
        let open = typed(&chain(1, coins)[1..].to_vec());
        let found = asked.print(&format!("nimber(Nimstring(\"{open}\"))"));
        assert_eq!(found, if coins == 1 { "0" } else { "loony" }, "{open}");
    }
}

/// Rules with a mistake are refused, and so are questions that have no answer.
#[test]
fn what_has_no_answer_is_refused() {
    let mut session: Session = crate::support::session(std::path::Path::new("tests"));
    for (input, code) in [
        ("canonical(TopEntails(4))", "G0414"),
        ("mean(TopEntails(4))", "G0414"),
        ("misere(TopEntails(4))", "G0414"),
        ("misere_quotient(TopEntails, 4)", "G0414"),
        ("remoteness(TopEntails(4))", "G0414"),
        ("period(TopEntails)", "G0414"),
        ("impartial(TopEntails)", "G0414"),
        ("game A(n: heap) { move TopEntails(n) if n > 0 }; nimber(A(3))", "G0414"),
        (
            "game C(n: heap) { entailing move n + 1 if n < 3; move 0 if n == 3 }; nimber(C(0))",
            "G0404",
        ),
        ("game D(n: heap) { complimenting move n if n > 0 }; nimber(D(2))", "G0404"),
        ("game E(n: heap) { entailing n - 1 }", "G0101"),
        (
            "game O(n: heap) { left n - 1 if n > 0; entailing move n - 2 if n > 1 }; nimber(O(3))",
            "G0304",
        ),
        (
            "game O(n: heap) { left n - 1 if n > 0; entailing move n - 2 if n > 1 }; mean(O(3))",
            "G0414",
        ),
        ("game E(n: heap) { turn Left; entailing move n - 1 }", "G0204"),
        ("game E(n: heap) { entailing left n - 1 if n > 0 }", "G0409"),
        ("game E(n: heap) { entailing move n - 1 gain 2 }", "G0204"),
        ("game E(n: heap) { entailing move n - 1; play misere }", "G0204"),
        ("game E(n: heap) { entailing move n - 1; parts 1, n - 1 if n > 1 }", "G0204"),
        ("game E(n: heap) { entailing move n - 1; left wins if n == 1 }", "G0204"),
        ("game E(c: coins) { entailing move [x] }", "G0204"),
    ] {
        let reply = session.eval("input", input);
        let found = reply.diagnostics.first().map(|fault| fault.code.number());
        assert_eq!(found, Some(code), "{input}");
    }
}
