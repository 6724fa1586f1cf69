//! Questions about positions.

use super::grammar::{Program, weighted};
use super::kinds::Form;
use super::support::Dice;

/// Questions about the positions ‹P› and ‹Q›, which the player ‹W› is to move in.
type Questions = &'static [(u64, &'static str)];

const OF_BOTH: Questions = &[
    (3, "moves(‹P›, ‹W›)"),
    (4, "outcome(‹P›)"),
    (3, "winning_moves(‹P›, ‹W›)"),
    (4, "canonical(‹P›)"),
    (2, "‹P› == ‹Q›"),
    (1, "‹P› <= ‹Q›"),
    (1, "‹P› || ‹Q›"),
    (1, "‹P› > 0"),
    (3, "outcome(‹P› + ‹Q›)"),
    (1, "winning_moves(‹P› + ‹Q›, ‹W›)"),
    (1, "canonical(‹P› + ‹Q›)"),
    (2, "outcome(‹P› - ‹Q›)"),
    (1, "outcome(‹P› + *)"),
    (1, "outcome(‹P› + ^)"),
    (2, "outcome(misere(‹P›))"),
    (1, "winning_moves(misere(‹P›), ‹W›)"),
    (1, "outcome(misere(‹P› + ‹Q›))"),
    (1, "misere_universe(‹P›)"),
    (1, "misere_leq(‹P›, ‹Q›, misere_universe(‹P›))"),
    (1, "misere_equal(‹P›, ‹Q›, \"dead-ending\")"),
    (1, "misere_leq(‹P›, ‹Q›, \"all\")"),
    (1, "misere_equal(misere_canonical(‹P›, misere_universe(‹P›)), ‹Q›, misere_universe(‹P›))"),
    (1, "misere_canonical(‹P›, misere_universe(‹P›))"),
    (1, "is_misere_invertible(‹P›, misere_universe(‹P›))"),
    (1, "left_stop(‹P›)"),
    (1, "temperature(‹P›)"),
    (1, "mean(‹P›)"),
    (1, "nimber(‹P›)"),
    (1, "canonical(-‹P›)"),
    (1, "outcome(impartial(‹R›)(‹A›))"),
    (1, "length(positions(‹P›))"),
    (1, "birthday(‹P›)"),
    (1, "stops(‹P›)"),
    (1, "is_all_small(‹P›)"),
    (1, "cool(‹P›, 1/2)"),
    (1, "[outcome(p) for p in [‹P›, ‹Q›]]"),
    (1, "[canonical(p) for p in [‹P›, ‹Q›]]"),
];

/// Of positions that are a number, and of those that are two: many at once.
const OF_NUMBERS: Questions = &[
    (2, "[canonical(‹R›(n)) for n in 0..5]"),
    (2, "[outcome(‹R›(n)) for n in 0..6]"),
    (2, "[nimber(‹R›(n)) for n in 0..6]"),
    (1, "[outcome(‹R›(n) + ‹R›(2)) for n in 0..4]"),
    (1, "[outcome(misere(‹R›(n))) for n in 0..6]"),
    (1, "[length(winning_moves(‹R›(n), ‹W›)) for n in 0..6]"),
    (1, "sequence(‹R›, 6)"),
    (1, "[n for n in 0..6 if outcome(‹R›(n)) == P]"),
    (1, "[‹R›(n) == ‹R›(n + 1) for n in 0..4]"),
    // Where large heaps are answered by other means.
    (2, "[nimber(‹R›(n)) for n in 20..40]"),
    (1, "nimber(‹R›(150))"),
    (1, "[outcome(‹R›(n)) for n in 30..45]"),
    (1, "canonical(‹R›(25))"),
    (1, "[outcome(misere(‹R›(n))) for n in 25..40]"),
    (1, "[outcome(‹R›(n) + ‹R›(9)) for n in 10..20]"),
];

/// Of boards with this number of cells, or of rows and columns.
const OF_ROWS: Questions = &[
    (2, "[outcome(‹R›(n)) for n in 1..6]"),
    (2, "[nimber(‹R›(n)) for n in 4..8]"),
    (1, "nimber(‹R›(10))"),
    (1, "canonical(‹R›(5))"),
    (1, "[canonical(‹R›(n)) for n in 3..6]"),
    (1, "outcome(‹R›(8))"),
    (1, "outcome(‹R›(5) + ‹R›(4))"),
    (1, "outcome(misere(‹R›(6)))"),
    (1, "moves(‹R›(7), ‹W›)"),
    (1, "winning_moves(‹R›(6), ‹W›)"),
];

const OF_GRIDS: Questions = &[
    (2, "outcome(‹R›(2, 3))"),
    (1, "outcome(‹R›(3, 3))"),
    (2, "canonical(‹R›(2, 2))"),
    (1, "canonical(‹R›(3, 2))"),
    (1, "nimber(‹R›(3, 2))"),
    (1, "outcome(misere(‹R›(2, 3)))"),
    (1, "moves(‹R›(3, 3), ‹W›)"),
    (1, "winning_moves(‹R›(3, 2), ‹W›)"),
];

const OF_PAIRS: Questions = &[
    (2, "[canonical(‹R›(a, b)) for a in 0..2 for b in 0..2]"),
    (2, "[outcome(‹R›(a, b)) for a in 0..3 for b in 0..3]"),
    (2, "[nimber(‹R›(a, b)) for a in 0..2 for b in 0..3]"),
    (1, "[(a, b) for a in 0..3 for b in a..3 if outcome(‹R›(a, b)) == P]"),
    (1, "[outcome(misere(‹R›(a, 1))) for a in 0..3]"),
    (1, "[length(winning_moves(‹R›(2, b), ‹W›)) for b in 0..3]"),
];

const OF_IMPARTIAL: Questions = &[
    (4, "nimber(‹P›)"),
    (2, "moves(‹P›)"),
    (3, "outcome(‹P›)"),
    (2, "winning_moves(‹P›)"),
    (2, "canonical(‹P›)"),
    (2, "nimber(‹P› + ‹Q›)"),
    (1, "outcome(‹P› + ‹Q›)"),
    (1, "winning_moves(‹P› + ‹Q›)"),
    (1, "‹P› == ‹Q›"),
    (2, "nimber(misere(‹P›))"),
    (2, "outcome(misere(‹P›))"),
    (1, "winning_moves(misere(‹P›))"),
    (1, "outcome(misere(‹P› + ‹Q›))"),
    (1, "outcome(‹P› + *2)"),
    (1, "nimber(‹P› + ‹P› + ‹Q›)"),
    (1, "canonical(‹P› - ‹Q›)"),
    (1, "misere_leq(‹P›, ‹Q›, \"dicot\")"),
    (1, "misere_equal(‹P› + ‹Q›, ‹P›, \"dicot\")"),
    (1, "outcome(misere(*[‹P›]))"),
    (1, "outcome(misere(*[‹P› + ‹P›]))"),
    (1, "nimber(misere(*[*2, ‹P›]))"),
    (1, "*[‹P›, *] == *[‹Q›]"),
    (1, "misere_quotient(‹P›)[\"order\"]"),
    (1, "misere_quotient(‹P› + ‹Q›)[\"tame\"]"),
    (1, "length(misere_quotient(‹P›)[\"p_portion\"])"),
    (1, "length(misere_quotient([‹P›, ‹Q›])[\"kernel\"])"),
    (1, "length(misere_quotient([‹P›, ‹Q›])[\"idempotents\"])"),
];

const OF_GOALS: Questions = &[
    (5, "outcome(‹P›)"),
    (3, "winning_moves(‹P›, ‹W›)"),
    (2, "moves(‹P›, ‹W›)"),
    (2, "best_moves(‹P›, ‹W›)"),
];

/// Of rulesets that are always played so.
const OF_MISERE: Questions = &[
    (4, "outcome(‹P›)"),
    (3, "winning_moves(‹P›, ‹W›)"),
    (2, "moves(‹P›, ‹W›)"),
    (2, "outcome(‹P› + ‹Q›)"),
    (2, "nimber(‹P›)"),
    (1, "nimber(‹P› + ‹Q›)"),
    (1, "‹P› == ‹Q›"),
];

/// Where options are forbidden.
const OF_BLOCKING: Questions = &[
    (6, "outcome(‹P›)"),
    (3, "winning_moves(‹P›, ‹W›)"),
    (3, "blocked_moves(‹P›, ‹W›)"),
    (2, "best_moves(‹P›, ‹W›)"),
    (2, "moves(‹P›, ‹W›)"),
    (1, "outcome(‹P› + ‹Q›)"),
    (1, "nimber(‹P›)"),
];

/// Where the same player may move again, or an answer may be forced.
const OF_ENTAILING: Questions = &[
    (6, "outcome(‹P›)"),
    (4, "nimber(‹P›)"),
    (3, "winning_moves(‹P›, ‹W›)"),
    (2, "moves(‹P›, ‹W›)"),
    (3, "outcome(‹P› + ‹Q›)"),
    (2, "nimber(‹P› + ‹Q›)"),
    (2, "winning_moves(‹P› + ‹Q›, ‹W›)"),
    (1, "outcome(‹P› + *2)"),
    (1, "outcome(‹P› + ^)"),
    (1, "winning_moves(‹P› + <1|-1>, ‹W›)"),
    (1, "outcome(‹P› - ‹Q›)"),
    (2, "‹P› == ‹Q›"),
    (1, "‹P› == *"),
    (1, "‹P› <= ‹Q›"),
    (1, "nimber(‹P›) == loony"),
    (1, "canonical(‹P›)"),
    (1, "moves(‹P› + ‹Q›, ‹W›)"),
];

const OF_TURNS: Questions = &[(5, "value(‹P›)"), (3, "best_moves(‹P›)")];

const OF_POINTS: Questions =
    &[(5, "value(‹P›, ‹W›)"), (3, "best_moves(‹P›, ‹W›)"), (1, "moves(‹P›, ‹W›)")];

/// How many questions are asked about a program.
const COUNT: u64 = 6;

/// Questions about a program.
pub(crate) fn questions(dice: &mut Dice, program: &Program) -> Vec<String> {
    // What was asked before matters most where rules are compiled for each size of a board.
    let most = if program.kind == "rewrite" { 2 * COUNT } else { COUNT };
    let count = 1 + COUNT / 2 + dice.roll(most);
    let mut asked: Vec<String> = Vec::new();
    for _ in 0..count {
        let question = question(dice, program);
        if !asked.contains(&question) || dice.roll(4) == 0 {
            asked.push(question);
        }
    }
    // Most often in the order of the positions, which may be the small ones first, or the large ones.
    if dice.roll(2) == 0 {
        let place = |question: &String| {
            program.positions.iter().position(|position| question.contains(position))
        };
        asked.sort_by_key(place);
    }
    asked
}

/// A question about a program.
pub(crate) fn question(dice: &mut Dice, program: &Program) -> String {
    let is_blocking = program.declarations.last().is_some_and(|rules| rules.contains("blocking "));
    let is_misere = program.declarations.last().is_some_and(|rules| rules.contains("play misere"));
    let next = ["entailing ", "complimenting "];
    let is_entailing = program
        .declarations
        .last()
        .is_some_and(|rules| next.iter().any(|word| rules.contains(word)));
    let is_many = matches!(program.form, Form::LastMover | Form::Impartial) && dice.roll(6) == 0;
    let table = match program.form {
        _ if is_entailing => OF_ENTAILING,
        _ if is_blocking => OF_BLOCKING,
        _ if is_misere => OF_MISERE,
        _ if is_many && of_many(program).is_some() => of_many(program).unwrap_or(OF_BOTH),
        Form::LastMover => OF_BOTH,
        Form::Impartial if dice.roll(3) == 0 => OF_BOTH,
        Form::Impartial => OF_IMPARTIAL,
        Form::Goals => OF_GOALS,
        Form::Points => OF_POINTS,
        Form::Turns => OF_TURNS,
    };
    let (_, template) = weighted(dice, table, |question| question.0);
    let [p, q] = [(); 2].map(|()| dice.one_of(&program.positions).clone());
    let player = *dice.one_of(&["Left", "Right"]);
    let (ruleset, arguments) = split(&p);
    template
        .replace("‹P›", &p)
        .replace("‹Q›", &q)
        .replace("‹W›", player)
        .replace("‹R›", ruleset)
        .replace("‹A›", arguments)
}

/// Questions about positions of many sizes, where a number or two are a position.
fn of_many(program: &Program) -> Option<Questions> {
    let rules = program.declarations.last()?;
    let has = |kinds: &[&str]| kinds.iter().any(|kind| rules.contains(kind));
    match program.kind {
        "heap" | "number" | "member" | "set of takes" | "function" | "code" => Some(OF_NUMBERS),
        "pair" => Some(OF_PAIRS),
        _ if has(&["b: strip of", "b: ring of"]) => Some(OF_ROWS),
        _ if has(&["b: grid of", "b: cylinder of", "b: torus of"]) => Some(OF_GRIDS),
        _ => None,
    }
}

/// The ruleset of a position, and its arguments.
fn split(position: &str) -> (&str, &str) {
    let mut open = 0;
    for (at, sign) in position.char_indices().rev() {
        match sign {
            ')' => open += 1,
            '(' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return (&position[..at], &position[at + 1..position.len() - 1]);
        }
    }
    (position, "")
}
