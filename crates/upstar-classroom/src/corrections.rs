//! Points and remarks by hand, from a table beside the answers, so that they survive another grading.
//!
//! Knows: rows of a student, a question, points and a remark. Must not know: where the table is kept.

use upstar_core::Rational;

use super::grade::{Grade, QuestionGrade};
use super::mark::Status;

/// Points or a remark by hand for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// Name of the student, as in the table of grades.
    pub student: String,
    /// Name of the question.
    pub question: String,
    /// The points; `None` to leave them as they are.
    pub points: Option<Rational>,
    /// Remark for the student; empty for none.
    pub remark: String,
    /// Row in the table, from 1.
    pub row: usize,
}

/// The head of a table of corrections.
const HEAD: [&str; 4] = ["student", "question", "points", "remark"];

/// Reads a table of corrections: a head, then a row for each.
///
/// ```
/// # use upstar_classroom::corrections;
/// let table = [["student", "question", "points", "remark"], ["ada", "up", "2.5", "a good reason"]];
/// let rows = table.map(|row| row.map(str::to_owned).to_vec());
/// let found = corrections(&rows).unwrap();
/// assert_eq!(found[0].points.as_ref().unwrap().to_string(), "5/2");
/// ```
///
/// # Errors
/// When the head is another one, or points are no number from 0 on.
pub fn corrections(rows: &[Vec<String>]) -> Result<Vec<Correction>, String> {
    let Some((head, rows)) = rows.split_first() else { return Ok(Vec::new()) };
    let head = head.iter().map(|cell| cell.trim_start_matches('\u{feff}').trim().to_lowercase());
    if !head.take(HEAD.len()).eq(HEAD) {
        return Err(format!("the first row is to be `{}`", HEAD.join(",")));
    }
    let mut found = Vec::new();
    for (at, cells) in rows.iter().enumerate() {
        let cell = |n: usize| cells.get(n).map_or("", |cell| cell.trim()).to_owned();
        let row = at + 2;
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let points = match cell(2).as_str() {
            "" => None,
            text => Some(
                number(text)
                    .ok_or_else(|| format!("row {row}: `{text}` is no number of points"))?,
            ),
        };
        let (student, question, remark) = (cell(0), cell(1), cell(3));
        found.push(Correction { student, question, points, remark, row });
    }
    Ok(found)
}

/// `3`, `2.5`, `2,5` or `5/2`
fn number(text: &str) -> Option<Rational> {
    let text = text.replace(',', ".");
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    if places.len() > 6 || !places.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let scale = 10i64.pow(u32::try_from(places.len()).ok()?);
    let digits: Rational = format!("{whole}{places}").parse().ok()?;
    let number = digits.checked_div(&Rational::from(scale))?;
    (number >= 0 && (places.is_empty() || !whole.contains('/'))).then_some(number)
}

/// Applies corrections to grades. Returns what is wrong with them: students and questions that there are not, and more points
/// than a question has, which are given.
pub fn correct(grades: &mut [Grade], corrections: &[Correction]) -> Vec<String> {
    let mut wrong = Vec::new();
    for correction in corrections {
        let Correction { student, question, row, .. } = correction;
        let Some(grade) = grades.iter_mut().find(|grade| grade.student == *student) else {
            wrong.push(format!("row {row}: there is no student `{student}`"));
            continue;
        };
        let mut questions = grade.exercises.iter_mut().flat_map(|one| &mut one.questions);
        match questions.find(|one| one.name == *question) {
            Some(graded) => {
                let points = correction.points.as_ref().filter(|points| **points > graded.points);
                wrong.extend(points.map(|points| {
                    format!("row {row}: {points} points, but `{question}` has {}", graded.points)
                }));
                apply(graded, correction);
                grade.by_hand += 1;
            }
            None => wrong.push(format!("row {row}: there is no question `{question}`")),
        }
    }
    wrong
}

fn apply(graded: &mut QuestionGrade, correction: &Correction) {
    let mark = &mut graded.mark;
    if let Some(points) = &correction.points {
        mark.earned = points.clone();
        mark.status = match () {
            () if *points >= graded.points => Status::Right,
            () if points.is_zero() => Status::Wrong,
            () => Status::Partial,
        };
    }
    if !correction.remark.is_empty() {
        mark.remarks.push(correction.remark.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_in_several_ways() {
        for (text, is) in [("3", "3"), ("2.5", "5/2"), ("2,5", "5/2"), ("5/2", "5/2"), ("0", "0")] {
            assert_eq!(
                number(text).map(|points| points.to_string()).as_deref(),
                Some(is),
                "{text}"
            );
        }
        for text in ["", "x", "-1", "1.5/2", "1.2.3", "1/0", "1e3", "0.12345678"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
