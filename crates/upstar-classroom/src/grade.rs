//! Grades: of one student, and of a class.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use indexmap::IndexSet;
use upstar_core::{Budget, Rational};

use super::answers::Submission;
use super::examiner::{Clock, Examiner, KeyFault};
use super::key::{Key, Question, sum};
use super::mark::{Mark, Status};
use super::names::in_order;
use crate::syntax::ast::AnswerKind;

/// The grade of an answer.
#[derive(Debug, Clone)]
pub struct QuestionGrade {
    /// Name of the question.
    pub name: String,
    /// Kind of the answer.
    pub kind: AnswerKind,
    /// Text of the question.
    pub text: String,
    /// Points for it.
    pub points: Rational,
    /// Its mark.
    pub mark: Mark,
    /// The right answer, where the key shows it.
    pub solution: Option<String>,
    /// Explanation of the right answer, if the key shows it and the student knows the answer or is shown
    /// it.
    pub reason: Option<String>,
}

/// The grade of an exercise.
#[derive(Debug, Clone)]
pub struct ExerciseGrade {
    /// Its title.
    pub title: String,
    /// Hints, if the exercise is not done.
    pub hints: Vec<String>,
    /// The grades of its questions.
    pub questions: Vec<QuestionGrade>,
}

impl ExerciseGrade {
    /// Points earned.
    pub fn earned(&self) -> Rational {
        sum(self.questions.iter().map(|question| &question.mark.earned))
    }

    /// Points of the exercise.
    pub fn points(&self) -> Rational {
        sum(self.questions.iter().map(|question| &question.points))
    }
}

/// The grade of a student.
#[derive(Debug, Clone)]
pub struct Grade {
    /// Name of the student, from the file or folder.
    pub student: String,
    /// Name of the student, as the file states it.
    pub name: Option<String>,
    /// The title of the sheet.
    pub sheet: String,
    /// Its exercises.
    pub exercises: Vec<ExerciseGrade>,
    /// Remarks on the file.
    pub remarks: Vec<String>,
    /// Number of corrections by hand.
    pub by_hand: usize,
}

impl Grade {
    /// Points earned.
    pub fn earned(&self) -> Rational {
        sum(self.exercises.iter().map(ExerciseGrade::earned))
    }

    /// Points of the sheet.
    pub fn points(&self) -> Rational {
        sum(self.exercises.iter().map(ExerciseGrade::points))
    }

    /// The grades of all questions.
    pub fn questions(&self) -> impl Iterator<Item = &QuestionGrade> {
        self.exercises.iter().flat_map(|exercise| &exercise.questions)
    }

    /// Number of answers by status.
    pub fn counts(&self) -> BTreeMap<Status, usize> {
        let mut counts = BTreeMap::new();
        for question in self.questions() {
            *counts.entry(question.mark.status).or_insert(0) += 1;
        }
        counts
    }
}

/// A student whose file cannot be graded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ungraded {
    /// Name of the student, from the file or folder.
    pub student: String,
    /// Reason.
    pub reason: String,
}

/// Texts about questions for all students, by their kind and the name of the question.
type SharedTexts = BTreeMap<(&'static str, String), Option<String>>;

/// Grades the answers of students.
#[derive(Debug)]
pub struct Grader {
    examiner: Examiner,
    /// Right answers as text and why they are right, by the question.
    known: Arc<Mutex<SharedTexts>>,
}

impl Grader {
    /// Creates a grader with an examiner.
    pub fn new(examiner: Examiner) -> Grader {
        Grader { examiner, known: Arc::default() }
    }

    /// Creates a grader for another thread, with a budget of its own. The grades are the same.
    pub fn beside(&self, budget: Budget) -> Grader {
        Grader { examiner: self.examiner.beside(budget), known: self.known.clone() }
    }

    /// Grades the file of a student. `remarks` are about the file itself.
    ///
    /// # Errors
    /// When the key fails, or the computation is interrupted.
    pub fn grade(
        &self,
        key: &Key,
        student: &str,
        text: &str,
        remarks: &[String],
        clock: &mut Clock<'_>,
    ) -> Result<Grade, Box<KeyFault>> {
        let submission = Submission::to_key(text, key);
        let mut exercises = Vec::new();
        for exercise in &key.exercises {
            let mut questions = Vec::new();
            for question in &exercise.questions {
                let given = submission.answer(&question.name);
                let mut mark = self.examiner.mark(key, question, given, clock)?;
                if mark.status == Status::Blank {
                    mark.remarks.extend(submission.misnamed(&question.name).map(str::to_owned));
                }
                let is_right = mark.status == Status::Right;
                let shows_solution = key.shows_answers && !is_right;
                // An explanation reveals the right answer.
                let shows_reason = key.shows_reasons && (is_right || shows_solution);
                let solution = match shows_solution {
                    true => self.known(question, "right", || {
                        self.examiner.solution(key, question).map(Some)
                    })?,
                    false => None,
                };
                let reason = match shows_reason {
                    true => self.known(question, "why", || self.examiner.reason(key, question))?,
                    false => None,
                };
                questions.push(QuestionGrade {
                    name: question.name.clone(),
                    kind: question.kind,
                    text: question.text.clone(),
                    points: question.points.clone(),
                    solution,
                    reason,
                    mark,
                });
            }
            let is_done = questions.iter().all(|one| one.mark.status == Status::Right);
            let hints = if is_done { Vec::new() } else { exercise.hints.clone() };
            exercises.push(ExerciseGrade { title: exercise.title.clone(), hints, questions });
        }
        let remarks = remarks.iter().cloned().chain(submission.remarks).collect();
        Ok(Grade {
            student: student.to_owned(),
            name: submission.student,
            sheet: key.title.clone(),
            exercises,
            remarks,
            by_hand: 0,
        })
    }

    /// Text about a question for all students, computed once.
    fn known(
        &self,
        question: &Question,
        what: &'static str,
        find: impl FnOnce() -> Result<Option<String>, Box<KeyFault>>,
    ) -> Result<Option<String>, Box<KeyFault>> {
        let id = (what, format!("{} {} {:?}", question.name, question.text, question.answer));
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(&id) {
            return Ok(known.clone());
        }
        let found = find()?;
        known().insert(id, found.clone());
        Ok(found)
    }
}

/// Results of a class for one question.
#[derive(Debug, Clone)]
pub struct QuestionSummary {
    /// The exercise.
    pub exercise: String,
    /// The question.
    pub name: String,
    /// Number of answers by status.
    pub counts: BTreeMap<Status, usize>,
    /// Share of the possible points that were earned, from 0 to 1.
    pub share: Rational,
    /// Answers that are not right and were given by at least two students, with their numbers; the most
    /// frequent first.
    pub frequent: Vec<(String, usize)>,
}

/// A class at a glance.
#[derive(Debug, Clone)]
pub struct ClassReport {
    /// Number of students.
    pub students: usize,
    /// Mean of the points earned.
    pub mean: Rational,
    /// Points of the sheet.
    pub points: Rational,
    /// Results for each question, in the order of the key.
    pub questions: Vec<QuestionSummary>,
    /// Students whose long answers have the same text, or who share several wrong answers, with a
    /// description of these.
    pub equal: Vec<(Vec<String>, String)>,
}

/// Most frequent answers that are listed.
const MOST_FREQUENT: usize = 3;
/// Shortest answer, in characters, whose text is compared between students.
const LONG: usize = 80;
/// Number of shared wrong answers from which students are reported.
const MANY_WRONG: usize = 3;

impl ClassReport {
    /// The report of a class.
    pub fn new(grades: &[Grade]) -> ClassReport {
        let count = Rational::from(i64::try_from(grades.len()).unwrap_or(i64::MAX));
        let total = sum(grades.iter().map(Grade::earned));
        let exercises = grades.iter().flat_map(|grade| &grade.exercises);
        let order: IndexSet<(&str, &str)> = exercises
            .flat_map(|one| one.questions.iter().map(|question| (&*one.title, &*question.name)))
            .collect();
        ClassReport {
            students: grades.len(),
            mean: total.checked_div(&count).unwrap_or_default(),
            points: grades.first().map(Grade::points).unwrap_or_default(),
            questions: order.into_iter().map(|(title, name)| glance(grades, title, name)).collect(),
            equal: equal(grades),
        }
    }
}

fn glance(grades: &[Grade], title: &str, name: &str) -> QuestionSummary {
    let mut counts = BTreeMap::new();
    let mut wrong: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut earned, mut points) = (Rational::from(0), Rational::from(0));
    let exercises = grades.iter().flat_map(|grade| &grade.exercises);
    let questions = exercises.filter(|one| one.title == title).flat_map(|one| &one.questions);
    for question in questions.filter(|question| question.name == name) {
        *counts.entry(question.mark.status).or_insert(0) += 1;
        earned = &earned + &question.mark.earned;
        points = &points + &question.points;
        if !matches!(question.mark.status, Status::Right | Status::Blank) {
            *wrong.entry(&question.mark.text).or_insert(0) += 1;
        }
    }
    let mut frequent: Vec<(String, usize)> = wrong
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(text, count)| (super::answers::shortened(text), count))
        .collect();
    frequent.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    frequent.truncate(MOST_FREQUENT);
    let share = earned.checked_div(&points).unwrap_or_default();
    QuestionSummary { exercise: title.to_owned(), name: name.to_owned(), counts, share, frequent }
}

/// Groups of students with equal texts, for a teacher to judge.
fn equal(grades: &[Grade]) -> Vec<(Vec<String>, String)> {
    let mut groups: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for grade in grades {
        let mut wrong = Vec::new();
        for question in grade.questions() {
            let text = &question.mark.text;
            if text.chars().count() >= LONG {
                let id = (question.name.clone(), text.clone());
                groups.entry(id).or_default().push(grade.student.clone());
            }
            if matches!(question.mark.status, Status::Wrong | Status::Partial) {
                wrong.push(format!("{} := {text}", question.name));
            }
        }
        if wrong.len() >= MANY_WRONG {
            let id = (String::new(), wrong.join("\n"));
            groups.entry(id).or_default().push(grade.student.clone());
        }
    }
    let several = groups.into_iter().filter(|(_, students)| students.len() > 1);
    several
        .map(|((name, _), students)| {
            let what = match name.as_str() {
                "" => "all wrong answers".to_owned(),
                name => format!("the text of `{name}`"),
            };
            (students, what)
        })
        .collect()
}

/// Change of a student's grade since an earlier grading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeChange {
    /// Name of the student.
    pub student: String,
    /// Points before, as written; `None` for a student who is new or was not graded.
    pub before: Option<String>,
    /// Points now; `None` for a student who is missing or is not graded.
    pub after: Option<String>,
    /// The exercises that have changed, with the points before and now.
    pub exercises: Vec<(String, String, String)>,
}

/// Compares two tables of grades, as they are written to files, with their headings. Returns the students
/// whose points have changed.
pub fn changes(old: &[Vec<String>], new: &[Vec<String>]) -> Vec<GradeChange> {
    let table = |rows: &[Vec<String>]| -> BTreeMap<String, BTreeMap<String, String>> {
        let Some((heading, rows)) = rows.split_first() else { return BTreeMap::new() };
        let row = |row: &Vec<String>| {
            let cells = heading.iter().cloned().zip(row.iter().cloned());
            (row.first().cloned().unwrap_or_default(), cells.collect())
        };
        rows.iter().map(row).collect()
    };
    let (old, new_rows) = (table(old), table(new));
    let titles: Vec<&String> = new.first().into_iter().flatten().collect();
    let mut students: Vec<&String> = old.keys().chain(new_rows.keys()).collect();
    students.sort_by(|a, b| in_order(a, b));
    students.dedup();
    let mut changes = Vec::new();
    for student in students {
        let (before, after) = (old.get(student), new_rows.get(student));
        let cell = |row: Option<&BTreeMap<String, String>>, title: &str| {
            row.and_then(|row| row.get(title)).filter(|cell| !cell.is_empty()).cloned()
        };
        let mut exercises = Vec::new();
        for title in titles.iter().filter(|title| !FIXED.contains(&title.as_str())) {
            if let (Some(a), Some(b)) = (cell(before, title), cell(after, title))
                && a != b
            {
                exercises.push(((*title).clone(), a, b));
            }
        }
        let (before, after) = (cell(before, TOTAL), cell(after, TOTAL));
        if before != after || !exercises.is_empty() {
            changes.push(GradeChange { student: student.clone(), before, after, exercises });
        }
    }
    changes
}

/// The column of all points.
const TOTAL: &str = "total";
/// Columns that are no exercises.
const FIXED: &[&str] = &["student", "name", TOTAL, "of", "remarks"];

/// Table of the grades: a heading, then a row for each student in order. Students who are not graded have
/// no points.
pub fn table(grades: &[Grade], ungraded: &[Ungraded]) -> Vec<Vec<String>> {
    let mut titles: Vec<String> = Vec::new();
    for exercise in grades.iter().flat_map(|grade| &grade.exercises) {
        if !titles.contains(&exercise.title) {
            titles.push(exercise.title.clone());
        }
    }
    let mut heading = vec!["student".to_owned(), "name".to_owned()];
    heading.extend(titles.iter().map(|title| safe_cell(title)));
    heading.extend([TOTAL, "of", "remarks"].map(str::to_owned));
    let mut rows: Vec<Vec<String>> = grades.iter().map(|grade| row(grade, &titles)).collect();
    for one in ungraded {
        let mut row = vec![String::new(); heading.len()];
        row[0] = safe_cell(&one.student);
        row[heading.len() - 1] = safe_cell(&format!("not graded: {}", one.reason));
        rows.push(row);
    }
    rows.sort_by(|a, b| in_order(&a[0], &b[0]));
    rows.insert(0, heading);
    rows
}

fn row(grade: &Grade, titles: &[String]) -> Vec<String> {
    let name = grade.name.as_deref().unwrap_or("");
    let mut row = vec![safe_cell(&grade.student), safe_cell(name)];
    for title in titles {
        let own = grade.exercises.iter().filter(|exercise| exercise.title == *title);
        row.push(super::decimal(&sum(own.map(ExerciseGrade::earned))));
    }
    row.push(super::decimal(&grade.earned()));
    row.push(super::decimal(&grade.points()));
    row.push(safe_cell(&teacher_notes(grade)));
    row
}

/// Notes for the teacher.
fn teacher_notes(grade: &Grade) -> String {
    let is_plain = |status| matches!(status, Status::Right | Status::Partial | Status::Wrong);
    let counts = grade.counts().into_iter().filter(|(status, _)| !is_plain(*status));
    let mut parts: Vec<String> =
        counts.map(|(status, count)| format!("{count} {}", status.word())).collect();
    parts.extend((grade.by_hand > 0).then(|| format!("{} by hand", grade.by_hand)));
    if !grade.remarks.is_empty() {
        parts.push(crate::value::show::counted(grade.remarks.len(), "remark", "remarks"));
    }
    parts.join(", ")
}

/// Text that spreadsheets do not take for a formula.
fn safe_cell(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match text.starts_with(['=', '+', '-', '@']) {
        true => format!("'{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_formula() {
        assert_eq!(safe_cell("=1+2\n"), "'=1+2 ");
        assert_eq!(safe_cell("Ada"), "Ada");
    }

    #[test]
    fn who_is_not_graded_has_a_row_without_points() {
        let reason = "there is nothing in the file".to_owned();
        let rows = table(&[], &[Ungraded { student: "=bob".to_owned(), reason }]);
        assert_eq!(rows[0], ["student", "name", "total", "of", "remarks"]);
        assert_eq!(rows[1], ["'=bob", "", "", "", "not graded: there is nothing in the file"]);
        let graded = vec![rows[0].clone(), ["'=bob", "", "3", "4", ""].map(str::to_owned).to_vec()];
        let found = changes(&rows, &graded);
        assert_eq!((&found[0].before, found[0].after.as_deref()), (&None, Some("3")));
        assert_eq!(changes(&graded, &rows)[0].after, None);
    }

    #[test]
    fn changes_are_found_by_student_and_exercise() {
        let table = |rows: &[&[&str]]| -> Vec<Vec<String>> {
            rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
        };
        let old = table(&[&["student", "One", "total"], &["ada", "1", "1"], &["bob", "2", "2"]]);
        let new = table(&[
            &["student", "One", "total"],
            &["ada", "1", "1"],
            &["bob", "3", "3"],
            &["eve", "0", "0"],
        ]);
        let found = changes(&old, &new);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].exercises, [("One".to_owned(), "2".to_owned(), "3".to_owned())]);
        assert_eq!((found[1].before.clone(), found[1].after.clone()), (None, Some("0".to_owned())));
    }
}
