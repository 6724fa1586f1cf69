//! The hunt: whole programs and histories, drawn from the grammar, asked of the engine and of the reference.
//!
//! A difference is shrunk and printed as a program, with the seed and its number. `UPSTAR_TEST_SEED` chooses other programs,
//! `UPSTAR_TEST_LENGTH` makes so many times as many, and `UPSTAR_TEST_NUMBER` makes a single one
//! and prints it.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod cells;
mod certificates;
mod changes;
mod collections;
mod compare;
mod functions;
mod grammar;
mod histories;
mod kinds;
#[path = "../length.rs"]
#[expect(
    clippy::disallowed_methods,
    dead_code,
    reason = "tests read the environment; properties are elsewhere"
)]
mod length;
mod library;
mod positions;
mod questions;
mod rewording;
mod rewriting;
mod shrink;
mod summary;
#[path = "../support.rs"]
#[expect(clippy::disallowed_methods, dead_code, reason = "shared with the other tests")]
mod support;
mod tree;

/// Counts the memory of the whole process, so that no program takes all of it.
#[global_allocator]
static ALLOCATOR: upstar::counting::Counting<std::alloc::System> =
    upstar::counting::Counting(std::alloc::System);

use histories::{History, run};
use length::cases;
use summary::Summary;
use support::Dice;

/// The dice of the case of a number: others for each seed and test.
fn dice(test: u64, number: u64) -> Dice {
    let seed = length::number("UPSTAR_TEST_SEED", 0);
    let mut dice = Dice(
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (test << 56)
            ^ number.wrapping_mul(0xd134_2543_de82_ef95),
    );
    for _ in 0..4 {
        dice.roll(2);
    }
    dice
}

/// Runs histories of these numbers, and fails with what differs.
fn hunt(name: &'static str, count: u64, made: impl Fn(u64) -> Option<History>) {
    let mut summary = Summary::new(name);
    let only = length::number("UPSTAR_TEST_NUMBER", u64::MAX);
    for number in (0..count).filter(|&number| only == u64::MAX || number == only) {
        let Some(history) = made(number) else { continue };
        if only == number {
            println!("{}\n", shrink::written(&history));
        }
        let report = run(&history);
        summary.add(number, &history, report);
        if summary.is_enough() {
            break;
        }
    }
    summary.finish();
}

#[test]
fn programs_mean_what_the_reference_says() {
    hunt("programs", cases(2000), |number| {
        let mut dice = dice(1, number);
        let program = grammar::program(&mut dice, number, "G", compare::is_declared);
        let questions = questions::questions(&mut dice, &program);
        let others = rewording::reworded(&mut dice, &program.declarations);
        Some(History { others, ..History::of(&program, questions) })
    });
}

#[test]
fn what_was_before_a_question_does_not_matter() {
    hunt("histories", cases(400), |number| Some(histories::history(&mut dice(2, number), number)));
}

#[test]
fn other_words_for_rules_of_the_library_mean_the_same_and_other_rules_what_the_reference_says() {
    let rulesets = library::rulesets();
    hunt("rewordings", cases(600), |number| {
        library::history(&mut dice(3, number), &rulesets, number)
    });
}

#[test]
fn certificates_of_programs_are_accepted_and_say_what_the_reference_says() {
    let mut certified = certificates::Certified::default();
    let only = length::number("UPSTAR_TEST_NUMBER", u64::MAX);
    for number in (0..cases(400)).filter(|&number| only == u64::MAX || number == only) {
        let mut dice = dice(4, number);
        let program = grammar::program(&mut dice, number, "G", compare::is_declared);
        let questions = questions::questions(&mut dice, &program);
        certified.add(number, &program, &questions);
    }
    certified.finish();
}
