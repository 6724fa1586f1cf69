//! Sheets for a class: keys, handouts, answers, grades.
//!
//! Knows: the questions of a key, the answers in a file, marks and grades.
//! Must not know: files, clocks, terminals, archives.
//!
//! A [`Key`] is read once. An [`Examiner`] marks the answers of a [`Submission`], each in a session of its own that holds
//! nothing but the definitions of the key. So a mark depends on the key, the answer and the limits in steps alone: not on
//! other answers, nor on other students, nor on the machine.
//!
//! One thread evaluates an answer, and a count of steps ends it, which is the same on every machine. A limit of
//! memory, counted from what was allocated before, and a clock cover what steps do not count; a mark that the clock
//! has ended says so. So it does not matter who else is graded, or in which order, and an answer that was marked
//! once need not be evaluated for another student. What an answer binds is undone when it has a value, and the
//! values of the key are there before. So no name means another thing because of an answer. Several threads grade
//! several students, each with a budget of its own, and know all answers that any of them has marked.

mod answers;
mod assessment;
mod checks;
mod comparing;
mod corrections;
mod digest;
mod examiner;
mod feedback;
mod generate;
mod grade;
mod handout;
mod key;
mod mark;
mod marking;
mod mistakes;
mod names;
mod print;
mod reading;
mod rulesets;
mod strategies;
mod usual;
mod written;

pub use answers::{Given, Submission, answers_something, decoded, is_submission, is_untitled};
pub use corrections::{Correction, correct, corrections};
pub use digest::Finding;
pub use examiner::{AnswerLimits, Clock, Examiner, KeyFault};
pub use feedback::{feedback, no_feedback};
pub use generate::{TOPICS, Topic, find as topic, generate};
pub use grade::{
    ClassReport, ExerciseGrade, Grade, GradeChange, Grader, QuestionGrade, QuestionSummary,
    Ungraded, changes, table,
};
pub use handout::{Handout, answer_lines, handout, how, how_to_answer};
pub use key::{
    AnswerPattern, Definition, Exercise, Key, KeyError, Marked, Question, Snippet, is_key,
};
pub use mark::{Mark, Status};
pub use mistakes::Mistake;
pub use names::in_order;
pub use print::{Paper, latex, markdown};
use upstar_lang::{builtins, diagnostic, resolve, session, source, syntax, value};

use upstar_core::Rational;

/// Number of points as a decimal, rounded to two places: `1.33`.
pub fn decimal(points: &Rational) -> String {
    let scaled = points * &Rational::from(100);
    let half = Rational::from(1).checked_div(&Rational::from(2)).expect("2 is not 0");
    let rounded = (&scaled + &half).floor().to_string();
    let (sign, digits) = match rounded.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &*rounded),
    };
    let padded = format!("{digits:0>3}");
    let (whole, rest) = padded.split_at(padded.len() - 2);
    let rest = rest.trim_end_matches('0');
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{rest}")
}

/// `1 point`, `3 points`, `4/3 points`
pub fn points(points: &Rational) -> String {
    let word = if *points == 1 { "point" } else { "points" };
    format!("{points} {word}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_decimals_where_a_program_for_tables_reads_them() {
        let of = |above: i64, below: i64| {
            decimal(&Rational::from(above).checked_div(&Rational::from(below)).unwrap())
        };
        assert_eq!([of(4, 3), of(0, 1), of(12, 1), of(1, 2)], ["1.33", "0", "12", "0.5"]);
        assert_eq!([of(2, 3), of(1, 200), of(-5, 4)], ["0.67", "0.01", "-1.25"]);
        assert_eq!(points(&Rational::from(1)), "1 point");
    }
}
