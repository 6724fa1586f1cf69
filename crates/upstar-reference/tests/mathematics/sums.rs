//! Sums in which moves are answered, and misère quotients.

use upstar_reference::{Fault, Session};

fn holds(question: &str, printed: &str) {
    let mut session = Session::new();
    let answers = session.input(question).unwrap();
    let answer = answers.last().unwrap();
    assert_eq!(session.agrees(answer, printed), Ok(true), "{question} is {answer}");
}

/// *Winning Ways*, chapter 12.
#[test]
fn top_entails_has_the_nimbers_of_winning_ways() {
    holds("[nimber(TopEntails(n)) for n in 0..10]", "[0, loony, 0, loony, 1, 0, 2, 1, 3, 0, 1]");
    holds("nimber(TopEntails(4) + Nim(3))", "2");
    holds("nimber(TopEntails(3) + Nim(3))", "loony");
    holds("winning_moves(TopEntails(4, 6))", "[TopEntails(4, 2, 4)]");
}

/// *Winning Ways*, chapter 16: a long chain of Nimstring is worth nothing, since every move there is loony.
#[test]
fn moves_in_a_long_chain_are_loony() {
    holds("nimber(Nimstring(\"0-1, 1-2, 2-3, 3-0\"))", "0");
    holds("[nimber(h) for h in moves(Nimstring(\"0-1, 1-2, 2-3, 3-0\"))]", "4 * [loony]");
    holds("nimber(Nimstring(\"0-1, 1-2, 2-0\"))", "1");
}

#[test]
fn a_move_that_must_be_answered_wins_where_it_cannot_be() {
    let rules = "game E(n) { entailing move n - 1 if n > 0 }\n";
    holds(&format!("{rules}[outcome(E(n) + Nim(5)) for n in 1..2]"), "[N, N]");
    holds(&format!("{rules}[nimber(E(n)) for n in 0..4]"), "[0, loony, 0, loony, 0]");
    let rules = "game C(n) { complimenting move n - 1 if n > 0 }\n";
    holds(&format!("{rules}[outcome(C(n)) for n in 0..3]"), "[P, P, P, P]");
    let rules = "game T(n) { left n - 1 if n > 0; right n - 2 if n > 1; entailing left n - 3 if n > 2; \
                 complimenting right n - 4 if n > 3 }\n";
    holds(&format!("{rules}[outcome(T(n)) for n in 0..9]"), "[P, L, N, L, L, L, N, L, L, L]");
    let refused = Session::new().input(&format!("{rules}nimber(T(5))"));
    assert!(matches!(refused, Err(Fault::Wrong { .. })), "{refused:?}");
}

/// Plambeck and Siegel, Misère quotients for impartial games, 2008: those of Nim, and of 0.75 to heap 8.
#[test]
fn misere_quotients_have_the_published_orders() {
    holds("[misere_quotient(Nim(n))[\"order\"] for n in 0..3]", "[1, 2, 6, 6]");
    holds("[misere_quotient(Nim(n))[\"tame\"] for n in 0..3]", "4 * [true]");
    let quotient = "misere_quotient([octal(\"0.75\")(n) for n in 1..5])";
    holds(&format!("{quotient}[\"order\"]"), "8");
    holds(&format!("{quotient}[\"tame\"]"), "false");
    holds("length(misere_quotient(Nim(3))[\"p_portion\"])", "2");
}
