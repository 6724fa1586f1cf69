//! Comprehensions give the same on one thread and on several.

use upstar::diagnostic::render::{Style, render};
use upstar::session::Session;

use crate::length::cases;
use crate::support::Dice;

/// All that inputs say, on so many threads.
fn answers(inputs: &[String], threads: usize) -> Vec<String> {
    let mut session = Session::default();
    session.budget().limit_threads(Some(threads));
    let say = |input: &String| {
        let reply = session.eval("input", input);
        let answers = reply.answers.iter().map(|answer| answer.text.clone());
        let faults = reply
            .diagnostics
            .iter()
            .map(|found| render(found, session.sources(), Style::default()));
        answers.chain(faults).collect::<Vec<_>>().join("\n")
    };
    inputs.iter().map(say).collect()
}

fn same(inputs: &[String]) -> Vec<String> {
    let alone = answers(inputs, 1);
    for threads in [2, 8] {
        assert_eq!(answers(inputs, threads), alone, "{threads} threads: {inputs:?}");
    }
    alone
}

/// What takes long enough to be shared: the last values are found by several threads.
const PRELUDE: &str = "game Walk(a, b) { move (a - k, b) for k in 1..a; move (a, b - k) for k in 1..b if \
                       (a + b + k) % 3 != 0 }";

#[test]
fn faults_hints_and_names_are_those_of_one_thread() {
    let inputs = [
        PRELUDE,
        "[nimber(Walk(a, b)) for a in 1..12 for b in 1..12]",
        "{nimber(Walk(a, b)) for a in 1..9 for b in 1..30 if nimber(Walk(b, a)) > 3}",
        "[outcome(Walk(a, b)) for a in 1..12 for b in 1..12 if a != b][7]",
        "[canonical(Domineering(a, b)) for a in 1..4 for b in 1..5]",
        // The first fault counts, wherever the others are.
        "[nimber(Walk(a, 20)) + 1 / (a - 33) / (a - 31) for a in 1..40]",
        "[nimber(Walk(a, 20)) + foot for a in 1..40]",
        "[nimber(Walk(a, 20), nimber(Wythoff((a, 1)))) for a in 1..40]",
        "[Walk([a, nimber(Walk(a, 30))]) for a in 1..40]",
        // A binding may change a name that those after it read.
        "last := 0; [if nimber(Walk(a, 25)) > last { last := a; last } else { last } for a in 1..60]",
        "last",
        // What is written and played, in the order of the bindings.
        "[if nimber(Walk(a, 25)) % 7 == 0 { x := a; x } else { 0 } for a in 1..60]",
    ];
    let answers = same(&inputs.map(str::to_owned));
    assert!(answers[5].contains("31") || answers[5].contains("G0"), "{}", answers[5]);
    assert!(answers[1].starts_with("[0, ") || answers[1].starts_with('['), "{}", answers[1]);
}

/// An element with what may go wrong for some bindings.
fn element(dice: &mut Dice) -> String {
    let wrong = dice.roll(60);
    match dice.roll(6) {
        0 => format!("nimber(Walk(a, b + {})) / (a - {wrong})", dice.roll(20)),
        1 => format!("outcome(Walk(a, b + {})) == N", dice.roll(20)),
        2 => format!("winning_moves(Walk(a, b)) + [{wrong} % (a - {wrong})]"),
        3 => format!("value(Walk(a, b), {wrong})"),
        4 => format!("if a == {wrong} then nothing(a) else nimber(Walk(b, a))"),
        _ => "{nimber(Walk(a, c)) for c in 1..b}".to_owned(),
    }
}

#[test]
fn random_comprehensions_are_those_of_one_thread() {
    let mut dice = Dice(5);
    for _ in 0..cases(12) {
        let mut inputs = vec![PRELUDE.to_owned()];
        for _ in 0..4 {
            let (element, most) = (element(&mut dice), 10 + dice.roll(40));
            let condition = match dice.roll(3) {
                0 => format!(" if nimber(Walk(a, 9)) % {} < 2", 1 + dice.roll(4)),
                1 => format!(" if {} % (b - {}) != 1", most, dice.roll(30)),
                _ => String::new(),
            };
            inputs.push(format!("[{element} for a in 1..{most} for b in 1..9{condition}]"));
        }
        same(&inputs);
    }
}

#[test]
fn an_interrupt_and_limits_end_all_threads() {
    let input = "[nimber(Walk(a, b)) for a in 1..400 for b in 1..400]";
    for threads in [1, 8] {
        let mut session = Session::default();
        session.budget().limit_threads(Some(threads));
        let budget = session.budget().clone();
        session.eval("prelude", PRELUDE);
        let reply = std::thread::scope(|scope| {
            scope.spawn(|| {
                while budget.steps() < 200_000 {
                    std::thread::yield_now();
                }
                budget.interrupt();
            });
            session.eval("input", input)
        });
        let code = reply.diagnostics.first().map(|found| found.code.number());
        assert_eq!(code, Some("G0501"), "{threads} threads");
        let after = session.eval("input", "nimber(Walk(3, 5)); 1 + 1");
        assert_eq!(after.answers.last().map(|answer| &*answer.text), Some("2"));
    }
}
