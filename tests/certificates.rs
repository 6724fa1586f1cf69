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

/// How sessions of these tests play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// They ask the rules about all that they find.
    Validated,
    /// They never do, and play small positions as bits too.
    Fast,
    /// They play by the rules alone: without parts, symmetries and other fast methods.
    Rules,
}

/// Steps for a question that is played by the rules alone.
const STEPS: u64 = 1_000_000;

/// A session with a program.
fn session(program: &str, way: Way) -> Session {
    let mut session = Session::default();
    match way {
        Way::Validated => session.validate(Validate::All),
        Way::Fast => {
            session.validate(Validate::Off);
            session.use_bits_from(0);
        }
        Way::Rules => {
            session.use_rules_alone();
            session.budget().limit_steps(STEPS);
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
    let asked = match claim.starts_with('{') && claim.contains(':') {
        // Of a map, some entries are claimed.
        true => format!(
            "said := {claim}; found := {question}; said == {{k: found[k] for k in keys(said)}}"
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
        let ways = [Way::Validated, Way::Fast, Way::Rules];
        let mut sessions = ways.map(|way| session(&program, way));
        let mut by_rules = 0;
        for question in asked {
            let mut made = Vec::new();
            for (way, session) in ways.iter().zip(&mut sessions) {
                match certificate(session, question) {
                    Ok(text) => {
                        made.push(text);
                        by_rules += usize::from(*way == Way::Rules);
                    }
                    // Fast methods answer what takes the rules long.
                    Err(why) if *way == Way::Rules && why.contains("stopped after") => {}
                    // Periods rest on a table of nimbers.
                    Err(_) if *way == Way::Rules && kind == "periods" => {}
                    Err(why) => panic!("{question}: {why}"),
                }
            }
            made.sort();
            made.dedup();
            for text in made {
                match verify(&mut text.as_bytes(), Limits::default(), &mut |_| true) {
                    Ok(verified) => agrees(&mut sessions[0], question, &verified.claim),
                    Err(refused) => panic!("{question}: {refused}\n{text}"),
                }
            }
        }
        assert!(
            by_rules * 2 >= LEAST || kind == "periods",
            "{kind}: {by_rules} by the rules alone"
        );
    }
}

/// Making the certificates of a kind costs at most so many times the answers, in steps: a second pass asks again about each
/// position on the way.
const MOST_COST: u64 = 3;

#[test]
fn a_certificate_costs_a_few_times_the_answer() {
    let (program, kinds) = questions();
    let mut costly = Vec::new();
    // A period is proved by all moves of all heaps. The answers take the nimbers from a table, without a step.
    for (kind, asked) in kinds.into_iter().filter(|(kind, _)| *kind != "periods") {
        let [mut answer, mut proof] = [0; 2];
        for question in asked {
            let mut fresh = session(&program, Way::Fast);
            fresh.eval("question", question);
            answer += fresh.budget().steps();
            let mut fresh = session(&program, Way::Fast);
            certificate(&mut fresh, question).unwrap_or_else(|why| panic!("{question}: {why}"));
            proof += fresh.budget().steps();
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
        "canonical(BackslidingToadsAndFrogs(\"T.FF.\"))",
        "on >= 0",
        "outcome(U(Domineering(3, 3).board))",
        "outcome(old + A(1))",
    ] {
        let program = "game U(b) { move 0 for k in 1..length(b) - 8 }\n\
                       game A(n) { move n - 1 if n > 0 }\nold := A(1)\ngame A(n) { move 0 if n == 7 }";
        let mut session = session(program, Way::Fast);
        let refused = certificate(&mut session, question).expect_err("it is refused");
        assert!(!refused.is_empty(), "{question}");
    }
}

#[test]
fn a_certificate_of_a_large_board_is_small() {
    let question = "outcome(Domineering(4, 6))";
    let text = certificate(&mut Session::default(), question).expect("it is certified");
    assert!(text.len() < 100_000, "{} bytes", text.len());
}
