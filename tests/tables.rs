//! Tables of positions of integers, of random rules, against the same rules evaluated: values, nimbers beside which an entailing
//! move wins, points, and coins of which subsets are turned.

use crate::analyses::{Rules, compare, rules};
use crate::support::Dice;

/// A number that is smaller than `of`, mostly not negative, where k is from 1 to 3.
fn smaller(dice: &mut Dice, of: &str) -> String {
    match dice.roll(5) {
        0 | 1 => format!("{of} - k"),
        2 => format!("div({of}, k + 1)"),
        3 => format!("min({of} - 1, k)"),
        _ => format!("(if k == 2 then {of} - 2 else {of} - k)"),
    }
}

/// A condition on numbers, of which the first is not 0.
fn condition(dice: &mut Dice, of: &[&str]) -> String {
    let (a, b) = (*dice.one_of(of), *dice.one_of(of));
    match dice.roll(5) {
        0 => format!("<<({a} + k) % 2 == 0>>"),
        1 => format!("<<{a} >= {b} or k == 1>>"),
        2 => format!("<<not {a} in [1, 4]>>"),
        3 => format!("<<any([{a} == j * j for j in 0..3])>>"),
        _ => "<<k > 0>>".to_owned(),
    }
}

/// Clauses of these movers for heaps, or for two numbers, where an option may be a sum.
fn clauses(dice: &mut Dice, movers: &[&str], is_heap: bool, sums: bool) -> String {
    let mut clauses = String::new();
    for place in 0..3 + dice.roll(2) as usize {
        let mover = movers[place.min(movers.len() - 1)];
        let mover = if place < movers.len() { mover } else { *dice.one_of(movers) };
        let of = if is_heap { ["n", "n"] } else { ["a", "b"] };
        let part = |dice: &mut Dice| {
            if is_heap {
                return smaller(dice, "n");
            }
            match dice.roll(4) {
                0 => format!("({}, b)", smaller(dice, "a")),
                1 => format!("(a, {})", smaller(dice, "b")),
                2 => format!("(b, {})", smaller(dice, "a")),
                _ => format!("({}, {})", smaller(dice, "b"), smaller(dice, "a")),
            }
        };
        let first = part(dice);
        let parts = match sums && dice.roll(2) == 0 {
            true => format!("{first}, {}", part(dice)),
            false => first,
        };
        let condition = condition(dice, &of);
        let bounds = if is_heap { "if n >= k" } else { "if a >= k and b >= k" };
        clauses += &format!("{mover} {parts} for k in 1..3 {bounds} if {condition}\n");
    }
    clauses
}

/// Questions about heaps, or about pairs of numbers.
fn questions(is_heap: bool, ask: &[&str]) -> Vec<String> {
    let positions: &[&str] =
        if is_heap { &["0", "1", "5", "9"] } else { &["0, 0", "1, 2", "3, 3", "4, 5", "5, 2"] };
    let of = |position: &&str| {
        ask.iter().map(|ask| ask.replace("()", &format!("({position})"))).collect::<Vec<_>>()
    };
    positions.iter().flat_map(of).collect()
}

/// Rules in which the players move differently.
fn of_players(dice: &mut Dice) -> Rules {
    let is_heap = dice.roll(2) == 0;
    let movers = ["left", "right", *dice.one_of(&["move", "left", "right"])];
    let clauses = clauses(dice, &movers, is_heap, true);
    let ask = ["canonical(R())", "outcome(R())", "left_options(R())"];
    rules(if is_heap { "n: heap" } else { "a, b" }, &clauses, questions(is_heap, &ask))
}

/// Rules with complimenting or entailing moves of both players.
fn of_entailing(dice: &mut Dice) -> Rules {
    let is_heap = dice.roll(2) == 0;
    let other = *dice.one_of(&["entailing move", "complimenting move"]);
    let last = *dice.one_of(&["move", "entailing move", "complimenting move"]);
    let clauses = clauses(dice, &["move", other, last], is_heap, true);
    let ask = ["nimber(R())", "outcome(R())", "length(winning_moves(R()))"];
    rules(if is_heap { "n: heap" } else { "a, b" }, &clauses, questions(is_heap, &ask))
}

/// Rules of coins of which subsets are turned.
fn of_subsets(dice: &mut Dice) -> Rules {
    let first = *dice.one_of(&["0", "1", "div(x, 2)", "max(x - 4, 0)"]);
    let last = *dice.one_of(&["x-1", "x-2", "div(x, 2)"]);
    let size = *dice.one_of(&["k", "x - k", "2 * k", "min(k, 2)"]);
    let turned = *dice.one_of(&["[x] + ys", "ys + [x]", "[x, x - 1] + ys"]);
    let loops = *dice.one_of(&["for k in 0..x", "for k in 0..x if <<k != 2>>", "for k in 1..3"]);
    let subsets = match dice.roll(3) {
        0 => format!("subsets({first}..{last})"),
        _ => format!("subsets({first}..{last}, {size})"),
    };
    let clauses = format!("turn {turned} {loops} for ys in <<{subsets}>>");
    let ask = (0..8).map(|x| format!("nimber(R({x}))")).collect();
    rules("c: coins", &clauses, ask)
}

#[test]
fn tables_of_values_have_those_of_the_rules() {
    compare(of_players, 150);
}

#[test]
fn tables_of_entailing_moves_have_the_nimbers_of_the_rules() {
    compare(of_entailing, 100);
}

#[test]
fn subsets_of_coins_are_turned_as_the_rules_say() {
    compare(of_subsets, 100);
}
