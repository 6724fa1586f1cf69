//! The two systems that are asked the same, and what is made of their answers.
//!
//! Knows: inputs and answers. Must not know: where inputs come from.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use upstar::diagnostic::Code;
use upstar::session::{FileError, FileText, Files, NewFile, NotWritten, Session, Validate};
use upstar_core::Budget;

use upstar_reference as reference;

use super::tree;

/// Steps of the engine for an input, and of the reference.
const STEPS: u64 = 100_000;
const STEPS_OF_REFERENCE: u64 = 20_000;

/// Memory of the process beyond which the engine stops.
const MOST_BYTES: u64 = 2 << 30;

/// There are no files.
struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
        Err(FileError::NotFound)
    }

    fn write(&self, files: &[NewFile]) -> Result<(), NotWritten> {
        match files.first() {
            Some(file) => Err(NotWritten { path: file.path.clone(), error: FileError::NotFound }),
            None => Ok(()),
        }
    }
}

/// A new session of the engine.
pub(crate) fn engine(threads: usize) -> Session {
    let budget = Budget::with_meter(|| crate::ALLOCATOR.allocated());
    budget.limit_threads(Some(threads));
    budget.limit_steps(STEPS);
    budget.limit_bytes(MOST_BYTES);
    let mut session = Session::new(budget, Arc::new(NoFiles));
    // All positions are small here.
    session.use_bits_from(0);
    // What fast methods say is compared here, so it is not corrected before.
    session.validate(Validate::Off);
    session
}

/// A new session of the reference.
pub(crate) fn definition() -> reference::Session {
    reference::Session::with_steps(STEPS_OF_REFERENCE)
}

/// What a system says to an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Said {
    /// The answers as text.
    Answers(Vec<String>),
    /// It refuses: the program is wrong.
    Refused(String),
    /// It would take too long.
    TooLong,
    /// It breaks.
    Panicked(String),
}

/// What the engine says to an input.
pub(crate) fn said(session: &mut Session, input: &str) -> Said {
    let reply = match catch_unwind(AssertUnwindSafe(|| session.eval("hunt", input))) {
        Ok(reply) => reply,
        Err(_) => return Said::Panicked(input.to_owned()),
    };
    match reply.diagnostics.first() {
        None => Said::Answers(reply.answers.into_iter().map(|answer| answer.text).collect()),
        Some(found) if is_limit(found.code) => Said::TooLong,
        Some(found) => Said::Refused(format!("{}: {}", found.code.number(), found.message)),
    }
}

/// Whether the engine takes a declaration.
pub(crate) fn is_declared(text: &str) -> bool {
    matches!(said(&mut engine(1), text), Said::Answers(_))
}

/// Whether an error says that something would take too long or too much memory.
fn is_limit(code: Code) -> bool {
    code.is_exhaustion() || code.number().starts_with("G05")
}

/// What a comparison of both answers to an input shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Same,
    /// Both refuse.
    BothRefuse,
    /// Nothing can be compared, and why.
    Skipped(String),
    /// The engine refuses a declaration; its code.
    NotDeclared(String),
    Different {
        engine: String,
        reference: String,
    },
}

/// Asks both systems.
pub(crate) fn compare(
    engine: &mut Session,
    reference: &mut reference::Session,
    input: &str,
    is_misere: bool,
) -> (Verdict, Said) {
    let depth = engine.depth();
    let said = said(engine, input);
    let expected = reference.input(input);
    let is_question = expected.is_ok() && engine.depth() == depth;
    let verdict = verdict(&said, reference, expected, input, is_misere);
    // The reference takes back one input at a time, questions too.
    if is_question {
        reference.undo();
    }
    (verdict, said)
}

/// Whether the engine says that it does not decide a question which has an answer: misère play that repeats, and misère
/// play of rulesets whose rules do not show that both players move alike.
pub(crate) fn makes_no_claim(why: &str, is_misere: bool) -> bool {
    is_misere && (why.starts_with("G0404") || why.starts_with("G0304"))
}

/// Whether a question can be answered without a look at all moves, so that a wrong one among them may not be seen: who
/// wins, and comparisons.
pub(crate) fn may_stop_early(input: &str) -> bool {
    let words = [
        "outcome(",
        "winning_moves(",
        "best_moves(",
        "blocked_moves(",
        "value(",
        " == ",
        " <= ",
        " > ",
        " || ",
    ];
    !input.starts_with("game ") && words.iter().any(|word| input.contains(word))
}

/// Whether the reference refuses some moves of the positions in a question, or of those that may follow.
fn has_wrong_moves(reference: &mut reference::Session, input: &str) -> bool {
    let mut positions = Vec::new();
    if let Some(mut asked) = tree::expr(input) {
        tree::walk(&mut asked, &mut |expr| {
            let text = tree::text(expr);
            let is_position =
                text.starts_with(char::is_uppercase) || text.starts_with("impartial(");
            if is_position && text.ends_with(')') {
                positions.push(text);
            }
        });
    }
    positions.iter().any(|position| {
        matches!(
            reference.may_meet_wrong_moves(position),
            Ok(true) | Err(reference::Fault::Wrong { .. })
        )
    })
}

/// Why nothing can be compared where only one of two searches meets an error.
pub(crate) const UNSEEN: &str = "a wrong move that need not be looked at";

/// Why nothing can be compared where the reference has no steps left.
pub(crate) const TOO_LARGE: &str = "too large";

/// How a difference shows what the engine says.
fn shown(engine: &Said) -> String {
    match engine {
        Said::Answers(answers) => answers.join("; "),
        Said::Refused(why) => format!("refused: {why}"),
        Said::TooLong => "too long".to_owned(),
        Said::Panicked(what) => format!("panic: {what}"),
    }
}

/// Compares what the engine prints with the answers of the reference, as many.
fn agreement(
    printed: &[String],
    answers: &[reference::Answer],
    reference: &mut reference::Session,
) -> Verdict {
    let different = |reference| Verdict::Different { engine: printed.join("; "), reference };
    let mut verdict = Verdict::Same;
    for (answer, printed) in answers.iter().zip(printed) {
        match reference.agrees(answer, printed) {
            Ok(true) => {}
            Ok(false) => return different(listed(answers)),
            // Sums that no program can ask about.
            Err(reference::Fault::Wrong { .. }) if printed.contains(" + ") => {
                verdict = Verdict::Skipped("a sum that cannot be asked about".to_owned());
            }
            Err(reference::Fault::Wrong { .. }) => {
                return different(format!("{answer}, and cannot read the other"));
            }
            Err(fault) => verdict = Verdict::Skipped(format!("not compared: {fault:?}")),
        }
    }
    verdict
}

fn listed(answers: &[reference::Answer]) -> String {
    answers.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn verdict(
    engine: &Said,
    reference: &mut reference::Session,
    expected: Result<Vec<reference::Answer>, reference::Fault>,
    input: &str,
    is_misere: bool,
) -> Verdict {
    use reference::Fault::{TooLarge, Undefined, Wrong};
    let different = |reference| Verdict::Different { engine: shown(engine), reference };
    let skipped = |why: &str| Verdict::Skipped(why.to_owned());
    match (engine, expected) {
        (Said::Panicked(_), _) => different("no panic".to_owned()),
        (_, Err(Undefined(what))) => Verdict::Skipped(format!("undefined: {what}")),
        (_, Err(TooLarge)) => skipped(TOO_LARGE),
        (Said::TooLong, _) => skipped("too long"),
        (Said::Refused(_), Err(Wrong { .. })) => Verdict::BothRefuse,
        (Said::Refused(why), Ok(_)) if makes_no_claim(why, is_misere) => {
            Verdict::Skipped(format!("refused by the engine: {}", &why[..5]))
        }
        (Said::Answers(_), Err(Wrong { .. })) if may_stop_early(input) => skipped(UNSEEN),
        (Said::Answers(_), Err(wrong)) => different(format!("refused: {wrong:?}")),
        (Said::Answers(printed), Ok(answers)) if answers.len() == printed.len() => {
            agreement(printed, &answers, reference)
        }
        (Said::Refused(_), Ok(_)) if may_stop_early(input) && has_wrong_moves(reference, input) => {
            skipped(UNSEEN)
        }
        // Declarations that cannot mean anything may be refused before anything is asked.
        (Said::Refused(why), Ok(answers)) if answers.is_empty() => {
            Verdict::NotDeclared(why.split(':').next().unwrap_or_default().to_owned())
        }
        (_, Ok(answers)) => different(listed(&answers)),
    }
}
