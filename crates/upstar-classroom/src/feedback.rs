//! Feedback: a page for each student, in Markdown.

use super::grade::{Grade, QuestionGrade, Ungraded};
use super::mark::Status;
use super::{decimal, points};

/// Most lines of an answer that are repeated.
const MOST_LINES: usize = 30;

/// Page of a student. Texts of the student are in code fences that they cannot close.
pub fn feedback(grade: &Grade) -> String {
    let mut page = String::new();
    let name = grade.name.as_deref().unwrap_or(&grade.student);
    line(&mut page, &format!("# {}", plain(&grade.sheet)));
    line(
        &mut page,
        &format!("{}: {} of {}", plain(name), decimal(&grade.earned()), points(&grade.points())),
    );
    for remark in &grade.remarks {
        line(&mut page, &format!("- {}", plain(remark)));
    }
    for exercise in &grade.exercises {
        let earned = format!("{} of {}", decimal(&exercise.earned()), points(&exercise.points()));
        line(&mut page, &format!("## {} ({earned})", plain(&exercise.title)));
        for question in &exercise.questions {
            self::question(&mut page, question);
        }
        for hint in &exercise.hints {
            line(&mut page, &format!("Hint: {}", plain(hint)));
        }
    }
    page
}

/// Page of a student whose file cannot be graded.
pub fn no_feedback(sheet: &str, ungraded: &Ungraded) -> String {
    let mut page = String::new();
    line(&mut page, &format!("# {}", plain(sheet)));
    line(&mut page, &format!("{}: not graded", plain(&ungraded.student)));
    line(&mut page, &format!("- {}", plain(&ungraded.reason)));
    page
}

fn line(page: &mut String, text: &str) {
    if !page.is_empty() {
        page.push('\n');
    }
    page.push_str(text);
    page.push('\n');
}

fn question(page: &mut String, question: &QuestionGrade) {
    let mark = &question.mark;
    let sign = match mark.status {
        Status::Right => "✓",
        Status::Partial => "~",
        // Answers that cannot be read are open: they count as not answered, and not as wrong.
        Status::Blank | Status::Unreadable | Status::Refused => "?",
        _ => "✗",
    };
    let worth = format!("{} of {}", decimal(&mark.earned), points(&question.points));
    line(page, &format!("### {sign} `{}`: {} ({worth})", question.name, mark.status.word()));
    line(page, &plain(&question.text));
    if !mark.text.is_empty() {
        line(page, &code(&mark.text));
    }
    for remark in &mark.remarks {
        line(page, &plain(remark));
    }
    if let Some(solution) = &question.solution {
        line(page, &format!("A right answer:\n\n{}", code(solution)));
    }
    if let Some(reason) = &question.reason {
        line(page, &format!("Why:\n\n{}", code(reason)));
    }
}

/// A text as code, in a fence that is longer than any in it.
pub(super) fn code(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().take(MOST_LINES).map(printable).collect();
    if text.lines().count() > MOST_LINES {
        lines.push("...".to_owned());
    }
    let text = lines.join("\n");
    let mut longest = 2;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence}text\n{text}\n{fence}")
}

/// Line without characters that move or hide the text around it, of at most 400 characters.
fn printable(line: &str) -> String {
    let shown = line.chars().take(400).map(|c| {
        let hides = c.is_control() && c != '\t'
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if hides { '\u{fffd}' } else { c }
    });
    shown.collect()
}

/// Text of the teacher, or of the student, in Markdown that shows it literally. Code is in backquotes,
/// mathematics between dollar signs.
pub(super) fn plain(text: &str) -> String {
    let text = printable(&text.replace('\n', " "));
    let (mut plain, mut rest) = (String::new(), &*text);
    while let Some(at) = rest.find(['`', '$']) {
        let (before, sign, after) = (&rest[..at], &rest[at..=at], &rest[at + 1..]);
        plain.push_str(&escaped(before));
        rest = match after.split_once(sign) {
            Some((inside, after)) => {
                plain.extend([sign, inside, sign]);
                after
            }
            // One that is not closed is no more than itself.
            None => {
                plain.extend(["\\", sign]);
                after
            }
        };
    }
    plain + &escaped(rest)
}

/// Text with all special characters of Markdown escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '<' | '>' | '*' | '_' | '[' | ']' | '#' | '|' | '!' | '\\' | '&') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_student_types_stays_in_its_fence() {
        let text = "```\n# I have full marks\n````";
        let shown = code(text);
        assert!(shown.starts_with("`````text\n") && shown.ends_with("\n`````"), "{shown}");
        assert_eq!(plain("<b>*\u{202e}"), "\\<b\\>\\*\u{fffd}");
        assert_eq!(plain("the value of `<0|*>`"), "the value of `<0|*>`");
        assert_eq!(plain("$\\{0|*\\}$ or <b>"), "$\\{0|*\\}$ or \\<b\\>");
        assert_eq!(plain("5$ and ` *"), "5\\$ and \\` \\*");
    }
}
