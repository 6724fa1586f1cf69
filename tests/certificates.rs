//! Certificates that the engine makes are accepted by the definitions alone, for each kind of question.

use upstar::session::{Session, Validate};
use upstar::value::Value;
use upstar_verify::{Limits, verify};

/// Questions by what is proved, after the rulesets that they need.
const QUESTIONS: &str = include_str!("certificates/questions.txt");

/// The least number of questions of a kind.
const LEAST: usize = 20;

/// The rulesets, and the questions of each kind.
fn questions() -> (String, Vec<(&'static str, Vec<&'static str>)>) {
    let (mut program, mut kinds) = (String::new(), Vec::<(&str, Vec<&str>)>::new());
    for line in QUESTIONS.lines().filter(|line| !line.is_empty()) {
        match (line.strip_prefix("# "), kinds.last_mut()) {
            (Some(kind), _) => kinds.push((kind, Vec::new())),
            (None, Some((_, questions))) => questions.push(line),
            (None, None) => program += &format!("{line}\n"),
        }
    }
    (program, kinds)
}

/// A session with a program. Half of the sessions of these tests ask the rules about all that they find; the others never
/// do, and play small positions as bits too.
fn session(program: &str, is_validated: bool) -> Session {
    let mut session = Session::default();
    match is_validated {
        true => session.validate(Validate::All),
        false => {
            session.validate(Validate::Off);
            session.use_bits_from(0);
        }
    }
    let reply = session.eval("program", program);
    assert!(reply.diagnostics.is_empty(), "{program}");
    session
}

/// The certificate of a question, or the message of the refusal.
fn certificate(session: &mut Session, question: &str) -> Result<String, String> {
    let reply = session.eval("question", &format!("certify({question})"));
    match reply.answers.first().map(|answer| &answer.value) {
        Some(Value::Text(text)) => Ok(text.to_string()),
        _ => Err(reply.diagnostics.iter().map(|one| one.message.as_str()).collect()),
    }
}

/// Checks that the answer is what was proved.
fn agrees(session: &mut Session, question: &str, claim: &str) {
    let asked = match question.starts_with("period(") {
        true => format!(
            "d := {question}; {claim} == {{k: d[k] for k in [\"period\", \"preperiod\", \"saltus\"]}}"
        ),
        false => format!("({question}) == ({claim})"),
    };
    let reply = session.eval("claim", &asked);
    let answer = reply.answers.last().map(|answer| answer.text.as_str());
    assert_eq!(answer, Some("true"), "{question} is {claim}");
}

#[test]
fn questions_of_all_kinds_are_certified_and_verified() {
    let (program, kinds) = questions();
    for (kind, asked) in kinds {
        assert!(asked.len() >= LEAST, "{} questions about {kind}", asked.len());
        let mut sessions = [true, false].map(|is_validated| session(&program, is_validated));
        for question in asked {
            let mut made = Vec::new();
            for session in &mut sessions {
                let text = certificate(session, question);
                made.push(text.unwrap_or_else(|why| panic!("{question}: {why}")));
            }
            made.dedup();
            for text in made {
                match verify(&mut text.as_bytes(), Limits::default(), &mut |_| true) {
                    Ok(verified) => agrees(&mut sessions[0], question, &verified.claim),
                    Err(refused) => panic!("{question}: {refused}\n{text}"),
                }
            }
        }
    }
}

/// Making the certificates of a kind costs at most so many times the answers, in steps: a second pass asks again about each
/// position on the way. Questions are small here, and answers come from few positions.
const MOST_COST: u64 = 3;

#[test]
fn a_certificate_costs_a_few_times_the_answer() {
    let (program, kinds) = questions();
    let mut costly = Vec::new();
    // Periods rest on all nimbers, which the answers take from a table.
    for (kind, asked) in kinds.into_iter().filter(|(kind, _)| *kind != "periods") {
        let [mut answer, mut proof] = [0; 2];
        for question in asked {
            let mut fresh = session(&program, false);
            fresh.eval("question", question);
            let a = fresh.budget().steps();
            let mut fresh = session(&program, false);
            certificate(&mut fresh, question).unwrap_or_else(|why| panic!("{question}: {why}"));
            let b = fresh.budget().steps();
            eprintln!("{:8.2} {b:8} {a:8} {question}", b as f64 / a as f64);
            answer += a;
            proof += b;
        }
        if proof > MOST_COST * answer {
            costly.push(format!("{kind}: {proof} steps, {answer} for the answers"));
        }
    }
    assert!(costly.is_empty(), "{costly:#?}");
}

#[test]
fn other_questions_are_refused() {
    for question in [
        "period(Nim)",
        "period(GrundysGame)",
        "atomic_weight(^)",
        "Nim(3)",
        "outcome(TopEntails(3))",
        "TopEntails(3) == TopEntails(2)",
        "outcome(on)",
        "on >= 0",
    ] {
        let refused = certificate(&mut Session::default(), question).expect_err("it is refused");
        assert!(!refused.is_empty(), "{question}");
    }
}

#[test]
fn a_certificate_of_a_large_board_is_small() {
    let question = "outcome(Domineering(4, 6))";
    let text = certificate(&mut Session::default(), question).expect("it is certified");
    assert!(text.len() < 100_000, "{} bytes", text.len());
}
