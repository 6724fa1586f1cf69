//! Random rulesets whose positions can repeat, against play on whole boards solved backwards.

use std::collections::BTreeSet;

use super::backward::{Graph, Winners, name};
use super::rewriting::rewriting;
use super::{Asked, Dice};
use crate::length::cases;

/// Rulesets that lead to more positions are left out.
const MOST_POSITIONS: usize = 140;
/// Sums are played out up to so many positions.
const MOST_SUMS: usize = 6_000;
/// Values are asked for up to so many positions: some take long.
const MOST_VALUED: usize = 30;

/// The boards that a player, Left when true, can move to.
type Moves = dyn Fn(&str, bool) -> Vec<String>;

/// A random ruleset, and the same written again.
pub(super) struct Ruleset {
    /// As typed.
    pub(super) text: String,
    /// Some positions.
    pub(super) starts: Vec<String>,
    pub(super) moves: Box<Moves>,
    /// How a position is typed.
    pub(super) typed: Box<dyn Fn(&str) -> String>,
    /// Whether the text shows that both players have the same moves.
    pub(super) impartial: bool,
}

/// A ruleset of heaps in layers: a heap becomes another of its layer, perhaps itself, or several
/// of lower layers. Positions are the heaps with commas.
fn heaps(dice: &mut Dice) -> Ruleset {
    let impartial = dice.roll(2) == 0;
    let mut layers: Vec<usize> = Vec::new();
    while layers.len() < 6 {
        let layer = layers.len();
        (0..1 + dice.roll(3)).for_each(|_| layers.push(layer));
    }
    let table = |dice: &mut Dice| -> Vec<Vec<Vec<usize>>> {
        let options = |dice: &mut Dice, layer: usize| -> Vec<Vec<usize>> {
            let same: Vec<usize> =
                (0..layers.len()).filter(|&heap| layers[heap] == layer).collect();
            let option = |dice: &mut Dice| match dice.roll(2) {
                0 => vec![*dice.one_of(&same)],
                _ if layer == 0 => Vec::new(),
                _ => {
                    let several = 0..dice.roll(4);
                    let mut several: Vec<usize> =
                        several.map(|_| dice.roll(layer as u64) as usize).collect();
                    several.sort_unstable();
                    several
                }
            };
            (0..dice.roll(4)).map(|_| option(dice)).collect()
        };
        layers.iter().map(|&layer| options(dice, layer)).collect()
    };
    let left = table(dice);
    let right = if impartial { left.clone() } else { table(dice) };
    let text = match impartial {
        true => format!("game H(n: heap) {{ move t for t in {left:?}[n + 1] }}"),
        false => format!(
            "game H(n: heap) {{ left t for t in {left:?}[n + 1]; right t for t in {right:?}[n + 1] }}"
        ),
    };
    let count = layers.len();
    Ruleset {
        text,
        starts: (1..=3).map(|place| (count - place).to_string()).collect(),
        moves: Box::new(move |heaps, is_left| {
            let heaps: Vec<usize> = heaps
                .split(',')
                .filter(|heap| !heap.is_empty())
                .map(|n| n.parse().unwrap())
                .collect();
            let mut all = Vec::new();
            for (at, &heap) in heaps.iter().enumerate() {
                for option in &(if is_left { &left } else { &right })[heap] {
                    let mut next = [&heaps[..at], &heaps[at + 1..], &option[..]].concat();
                    next.sort_unstable();
                    let next: Vec<String> = next.iter().map(usize::to_string).collect();
                    all.push(next.join(","));
                }
            }
            all
        }),
        typed: Box::new(|heap| format!("H({heap})")),
        impartial,
    }
}

/// The nimber of a position of an impartial game, by who wins when Nim heaps stand beside it.
fn nimber(graph: &Graph, position: usize) -> String {
    let most = (0..graph.len()).map(|at| graph.moves(at, true).len()).max().unwrap_or(0);
    let beside = graph.plus(&Graph::nim(most)).winners();
    let outcome = |heap: usize| name(beside[position * (most + 1) + heap]);
    match (0..=most).find(|&heap| outcome(heap) == "P") {
        Some(heap) => heap.to_string(),
        None => {
            let won: Vec<String> =
                (0..=most).filter(|&heap| outcome(heap) == "N").map(|n| n.to_string()).collect();
            format!("∞({})", won.join(", "))
        }
    }
}

/// A question, and the answer by the naive player.
type Question = (String, String);

/// Questions about the first positions of a graph.
fn questions(ruleset: &Ruleset, graph: &Graph, positions: &[String]) -> Vec<Question> {
    let typed = |at: usize| (ruleset.typed)(&positions[at]);
    let starts = positions.len().min(ruleset.starts.len()).min(2);
    let alone = graph.winners();
    let mut all = Vec::new();
    for at in 0..starts {
        let p = typed(at);
        all.push((format!("outcome({p})"), name(alone[at]).to_owned()));
        all.push((format!("outcome(-{p})"), name(mirrored(alone[at])).to_owned()));
        if ruleset.impartial {
            all.push((format!("nimber({p})"), nimber(graph, at)));
        }
        // A game is at least 0 when Left wins it moving second: a draw is not enough, because a
        // drawn game is no stopper.
        let [left_starts, right_starts] = alone[at];
        let (at_least, at_most) = (right_starts == Some(true), left_starts == Some(false));
        let compared = format!("[{}, {at_least}, {at_most}]", at_least && at_most);
        all.push((format!("[{p} == 0, {p} >= 0, {p} <= 0]"), compared));
        for is_left in [true, false] {
            let wins = |&next: &usize| alone[next][usize::from(is_left)] == Some(is_left);
            let to = graph.moves(at, is_left).iter().copied().filter(wins);
            let count = to.collect::<BTreeSet<usize>>().len();
            let player = if is_left { "Left" } else { "Right" };
            all.push((format!("length(winning_moves({p}, {player}))"), count.to_string()));
        }
        if graph.len() <= MOST_VALUED {
            all.push((format!("outcome(canonical({p}))"), name(alone[at]).to_owned()));
        }
    }
    sums(graph, starts, &typed, &mut all);
    all
}

/// Questions about sums.
fn sums(graph: &Graph, starts: usize, typed: &dyn Fn(usize) -> String, all: &mut Vec<Question>) {
    let count = graph.len();
    for (text, beside) in [("*", Graph::nim(1)), ("*2", Graph::nim(2)), ("1", Graph::integers(1))] {
        let winners = graph.plus(&beside).winners();
        let outcome = name(winners[beside.len() - 1]);
        all.push((format!("outcome({} + {text})", typed(0)), outcome.to_owned()));
    }
    if count * count > MOST_SUMS {
        return;
    }
    let (double, difference) = (graph.plus(graph), graph.plus(&graph.negative()));
    let (added, subtracted) = (double.winners(), difference.winners());
    for (a, b) in (0..starts).flat_map(|a| (a..starts).map(move |b| (a, b))) {
        let (p, q) = (typed(a), typed(b));
        let (plus, minus) = (name(added[a * count + b]), name(subtracted[a * count + b]));
        all.push((format!("outcome({p} + {q})"), plus.to_owned()));
        all.push((format!("outcome({p} - {q})"), minus.to_owned()));
        if count <= MOST_VALUED {
            all.push((format!("outcome(canonical({p}) + canonical({q}))"), plus.to_owned()));
            all.push((format!("outcome(canonical({p}) - canonical({q}))"), minus.to_owned()));
        }
        // Without draws the difference says how they compare.
        let [left_starts, right_starts] = subtracted[a * count + b];
        if let (Some(left), Some(right)) = (left_starts, right_starts) {
            let compared = format!("[{}, {right}, {}]", right && !left, !left);
            all.push((format!("[{p} == {q}, {p} >= {q}, {p} <= {q}]"), compared));
        }
    }
    if count * count * count <= MOST_SUMS {
        let winners = double.plus(graph).winners();
        let outcome = name(winners[((starts - 1) * count) * count]);
        all.push((
            format!("outcome({} + 2 * {})", typed(starts - 1), typed(0)),
            outcome.to_owned(),
        ));
    }
}

fn mirrored([left_starts, right_starts]: Winners) -> Winners {
    let other = |wins: Option<bool>| wins.map(|left| !left);
    [other(right_starts), other(left_starts)]
}

#[test]
fn random_rulesets_that_repeat() {
    let (mut asked, mut dice) = (Asked::new(), Dice(14));
    let (wanted, mut made, mut drawn, mut open, mut answers) = (cases(80_u64), 0, 0, 0, 0);
    while made < wanted {
        let ruleset = match dice.roll(4) {
            0 => heaps(&mut dice),
            _ => rewriting(&mut dice),
        };
        let listed = Graph::listed(&ruleset.starts, &ruleset.moves, MOST_POSITIONS);
        let Some((graph, positions)) = listed else { continue };
        let repeats = graph.winners().iter().any(|winners| winners.contains(&None));
        // Most rulesets that end teach nothing here.
        if !repeats && dice.roll(8) > 0 {
            continue;
        }
        made += 1;
        drawn += u64::from(repeats);
        if made % 100 == 0 {
            asked = Asked::new();
        }
        asked.answer(&ruleset.text).unwrap_or_else(|error| panic!("{}: {error}", ruleset.text));
        for (question, expected) in questions(&ruleset, &graph, &positions) {
            answers += 1;
            match asked.answer(&question) {
                Ok(found) => assert_eq!(found, expected, "{}\n{question}", ruleset.text),
                // Some values are too hard to be found.
                Err(error) if error.starts_with("TooLarge") => open += 1,
                Err(error) => panic!("{}\n{question}\n{error}", ruleset.text),
            }
        }
    }
    assert!(drawn * 2 > made, "{drawn} of {made} rulesets have a draw");
    assert!(open * 50 < answers, "{open} of {answers} questions are without an answer");
}
