//! `upstar grade KEY ANSWERS...`
//!
//! Knows: the files that are read and written, and the report of a class.
//! Must not know: how answers are marked.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::args::GradeArgs;
use super::context::Context;
use super::exit::Exit;
use super::sheet;
use super::submissions::{self, DistinctNames, StudentFile, Text};
use crate::classroom::{
    self, AnswerLimits, ClassReport, Correction, Grade, GradeChange, Grader, Key, KeyError,
    KeyFault, QuestionGrade, QuestionSummary, Status, Submission, Ungraded,
};
use crate::output::{Document, Line, Role};
use crate::value::show::counted;

/// Grades files of answers.
pub(super) fn grade(context: &mut Context, args: &GradeArgs) -> Exit {
    match class(context, args) {
        Ok(class) => report(context, &class),
        Err(exit) => exit,
    }
}

/// A class that was graded.
struct GradedClass {
    grades: Vec<Grade>,
    ungraded: Vec<Ungraded>,
    changes: Option<Vec<GradeChange>>,
    left_out: Vec<String>,
}

/// Grades a class, and writes the files that the arguments ask for.
fn class(context: &mut Context, args: &GradeArgs) -> Result<GradedClass, Exit> {
    if Path::new(&args.key).is_dir() {
        let name = &args.key;
        let message = format!("`{name}` is a folder: the key comes first, and then the answers");
        return Err(refused(context, &message));
    }
    let text = sheet::read(context, &args.key).ok_or(Exit::Usage)?;
    if let Some(folder) = &args.feedback {
        sheet::refuse_file(context, folder)?;
    }
    let limits = AnswerLimits { steps: args.steps, ..AnswerLimits::default() };
    let examiner = sheet::examiner(context, &args.key, limits);
    // The questions for an unknown student have the same names.
    let key = sheet::key(context, &args.key, &text, "")?;
    let HandedIn { found, ungraded, left_out } = files(context, args, &key)?;
    // An earlier table is read before anything is written over it.
    let before = earlier(context, args)?;
    let corrections = by_hand(context, args)?;
    sheet::check_key(context, &examiner, &key)?;
    let mut grades = graded(context, args, &text, &key, Grader::new(examiner), &found)?;
    if let Some((path, corrections)) = corrections {
        for wrong in classroom::correct(&mut grades, &corrections) {
            context.terminal.note(&format!("note: in `{path}` {wrong}"));
        }
    }
    let table = classroom::table(&grades, &ungraded);
    let changes = before.map(|before| classroom::changes(&before, &table));
    write(context, args, &grades, &ungraded, &table)?;
    Ok(GradedClass { grades, ungraded, changes, left_out })
}

fn refused(context: &Context, message: &str) -> Exit {
    context.terminal.error(message);
    Exit::Usage
}

/// Files of a class.
struct HandedIn {
    /// The files that are graded.
    found: Vec<StudentFile>,
    /// The students of whom there is none.
    ungraded: Vec<Ungraded>,
    /// Files left out, with reasons.
    left_out: Vec<String>,
}

/// Reads the files of a class; reports why none of them can be graded.
fn files(context: &Context, args: &GradeArgs, key: &Key) -> Result<HandedIn, Exit> {
    let corrections = corrections_path(args);
    let written = args.feedback.iter().chain(&args.csv).chain(&corrections);
    let written: Vec<&str> = written.map(String::as_str).collect();
    let kind = |text: &str| {
        if classroom::answers_something(text, key) {
            Text::Answers
        } else if classroom::is_key(text) {
            Text::Key
        } else {
            Text::Other
        }
    };
    let class = submissions::collect(&args.answers, &written, &kind);
    let class = class.map_err(|message| refused(context, &message))?;
    let ungraded: Vec<Ungraded> = class.found.iter().filter_map(ungraded).collect();
    let mut found: Vec<StudentFile> =
        class.found.into_iter().filter(|one| one.text.is_ok()).collect();
    if found.is_empty() {
        ungraded.iter().for_each(|one| not_graded(context, one));
        class.left_out.iter().for_each(|why| report_left_out(context, why));
        return Err(refused(context, "there are no files of answers (`.game` or `.txt`) there"));
    }
    if key.is_personal {
        made_for(&mut found);
    }
    Ok(HandedIn { found, ungraded, left_out: class.left_out })
}

/// Finds the student for whom the exercises in each file were made: the handout names the student, as a
/// course system may have renamed the file. Whoever hands in the exercises of another student of the class
/// is graded by the own ones.
fn made_for(found: &mut [StudentFile]) {
    let students: Vec<String> = found.iter().map(|one| one.student.clone()).collect();
    let of_file = |one: &StudentFile| {
        let text = one.text.as_deref().unwrap_or_default();
        Submission::read(text, &[], &[]).made_for()
    };
    let names: Vec<Option<String>> = found.iter().map(of_file).collect();
    for (one, name) in found.iter_mut().zip(&names) {
        let Some(name) = name.as_ref().filter(|name| **name != one.student) else { continue };
        if students.contains(name) {
            one.remarks.push(format!("the exercises in the file are those of `{name}`"));
            continue;
        }
        let files = names.iter().filter(|other| other.as_ref() == Some(name)).count();
        if !name.is_empty() && (files > 1 || letters(name) != letters(&one.student)) {
            one.remarks.push(format!(
                "the handout was made for `{name}`, as {}",
                counted(files, "file says", "files say")
            ));
        }
        one.student.clone_from(name);
    }
}

/// Letters of a name in the order of the alphabet: `lovelaceada` equals `Ada Lovelace`.
fn letters(name: &str) -> Vec<char> {
    let mut letters: Vec<char> =
        name.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
    letters.sort_unstable();
    letters
}

fn ungraded(found: &StudentFile) -> Option<Ungraded> {
    let reason = found.text.as_ref().err()?.clone();
    Some(Ungraded { student: found.row.clone(), reason })
}

fn not_graded(context: &Context, one: &Ungraded) {
    let Ungraded { student, reason } = one;
    context.terminal.error(&format!("`{student}` is not graded: {reason}"));
}

fn report_left_out(context: &Context, why: &str) {
    context.terminal.note(&format!("note: {why}, and was left out"));
}

/// Says how a class was graded.
fn report(context: &mut Context, class: &GradedClass) -> Exit {
    let GradedClass { grades, ungraded, changes, left_out } = class;
    let report = ClassReport::new(grades);
    if context.terminal.json {
        for grade in grades {
            context.terminal.line(as_json(grade));
        }
        for Ungraded { student, reason } in ungraded {
            context.terminal.line(json!({ "student": student, "error": reason }));
        }
        context.terminal.line(json!({ "class": class_as_json(&report, class) }));
    } else {
        context.terminal.document(&document(grades, &report, changes.as_deref()));
    }
    left_out.iter().for_each(|why| report_left_out(context, why));
    ungraded.iter().for_each(|one| not_graded(context, one));
    let late = grades
        .iter()
        .flat_map(Grade::questions)
        .filter(|question| question.mark.status == Status::OutOfTime)
        .count();
    if late > 0 {
        context.terminal.note(&format!(
            "warning: the clock stopped {}; on another machine the grade may be another. Allow more time with \
             `--timeout SECONDS`, or fewer steps with `--steps NUMBER`",
            counted(late, "answer", "answers")
        ));
    }
    if late > 0 || !ungraded.is_empty() { Exit::Failed } else { Exit::Success }
}

/// The grades of all students whose files can be graded.
fn graded(
    context: &mut Context,
    args: &GradeArgs,
    text: &str,
    for_all: &Key,
    grader: Grader,
    found: &[StudentFile],
) -> Result<Vec<Grade>, Exit> {
    // Number of answers evaluated at once, each within a memory limit of its own.
    let room = context.session.budget().max_bytes() / AnswerLimits::default().bytes;
    let threads = context.session.budget().threads().min(MOST_THREADS);
    let threads = threads.min(usize::try_from(room).unwrap_or(usize::MAX)).max(1);
    let graded = context.supervisor.share(threads, found.len(), |worker, at| {
        let one = &found[at];
        let own: Key;
        let key = match for_all.is_personal {
            true => {
                let read = Key::read(&args.key, text, Some(&one.student), worker.budget());
                own = read.map_err(Refusal::Key)?;
                &own
            }
            false => for_all,
        };
        let grader = grader.beside(worker.budget().clone());
        let mut clock = |work: &mut dyn FnMut()| worker.compute(work);
        let answers = one.text.as_deref().expect("what cannot be read is not graded");
        let grade = grader.grade(key, &one.row, answers, &one.remarks, &mut clock);
        grade.map_err(Refusal::Fault)
    });
    graded.map_err(|refusal| match refusal {
        Refusal::Key(error) => sheet::refuse_all(context, &error),
        Refusal::Fault(fault) => sheet::refuse(context, &fault),
    })
}

/// Most threads that count their allocations separately, so that a memory limit ends the same answers for
/// every number of threads.
const MOST_THREADS: usize = 12;

/// Reason why a class is not graded.
enum Refusal {
    Key(Box<KeyError>),
    Fault(Box<KeyFault>),
}

/// The table of points by hand: the one of the option, or that in a folder of answers.
fn corrections_path(args: &GradeArgs) -> Option<String> {
    let in_folder = || {
        let mut folders = args.answers.iter().map(|folder| Path::new(folder).join("by_hand.csv"));
        folders.find(|path| path.is_file()).map(|path| path.display().to_string())
    };
    args.by_hand.clone().or_else(in_folder)
}

/// Reads the table of points by hand, if there is one.
fn by_hand(context: &Context, args: &GradeArgs) -> Result<Option<(String, Vec<Correction>)>, Exit> {
    let Some(path) = corrections_path(args) else { return Ok(None) };
    let text = sheet::read(context, &path).ok_or(Exit::Usage)?;
    let read = rows(&text).map_err(|error| error.to_string());
    match read.and_then(|rows| classroom::corrections(&rows)) {
        Ok(corrections) => Ok(Some((path, corrections))),
        Err(why) => {
            context.terminal.error(&format!("in `{path}` {why}"));
            Err(Exit::Usage)
        }
    }
}

/// Rows of a table of comma-separated values.
fn rows(text: &str) -> Result<Vec<Vec<String>>, csv::Error> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    reader.records().map(|row| Ok(row?.iter().map(str::to_owned).collect())).collect()
}

/// Rows of the earlier table: the one to compare with, or the one that is overwritten.
fn earlier(context: &Context, args: &GradeArgs) -> Result<Option<Vec<Vec<String>>>, Exit> {
    let path = match (&args.compare, &args.csv) {
        (Some(path), _) => path,
        (None, Some(path)) if Path::new(path).exists() => path,
        _ => return Ok(None),
    };
    let text = sheet::read(context, path).ok_or(Exit::Usage)?;
    let rows = rows(&text).map_err(|error| {
        context.terminal.error(&format!("`{path}` is no table of grades: {error}"));
        Exit::Usage
    })?;
    let is_table = rows.first().and_then(|row| row.first()).is_none_or(|cell| cell == "student");
    if !is_table {
        context.terminal.error(&format!("`{path}` is no table of grades"));
        return Err(Exit::Usage);
    }
    Ok(Some(rows))
}

/// Writes the table and the pages.
fn write(
    context: &Context,
    args: &GradeArgs,
    grades: &[Grade],
    ungraded: &[Ungraded],
    table: &[Vec<String>],
) -> Result<(), Exit> {
    if let Some(path) = &args.csv {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in table {
            writer.write_record(row).expect("rows of one length are written to memory");
        }
        let bytes = writer.into_inner().expect("memory takes what is written");
        let text = String::from_utf8(bytes).expect("cells are texts");
        sheet::put(context, Path::new(path), &text)?;
    }
    if let Some(folder) = &args.feedback {
        let mut names = DistinctNames::default();
        let mut put = |student: &str, page: &str| {
            let name = names.numbered(sheet::file_name(student), str::to_lowercase);
            let path = Path::new(folder).join(format!("{name}.md"));
            sheet::put(context, &path, page)
        };
        for grade in grades {
            put(&grade.student, &classroom::feedback(grade))?;
        }
        let sheet = grades.first().map_or("", |grade| &*grade.sheet);
        for one in ungraded {
            put(&one.student, &classroom::no_feedback(sheet, one))?;
        }
    }
    Ok(())
}

/// Most remarks shown; the pages have all of them.
const MOST_REMARKS: usize = 40;

/// The class, on the terminal.
fn document(grades: &[Grade], report: &ClassReport, changes: Option<&[GradeChange]>) -> Document {
    let mut document = Document::new();
    let row = |grade: &Grade| {
        vec![
            Line::new().with(Role::Strong, &grade.student),
            Line::new().text(classroom::decimal(&grade.earned())),
            Line::new().text(notes(grade)),
        ]
    };
    document.table(grades.iter().map(row).collect());
    remarks(&mut document, grades);
    document.blank();
    let worth = classroom::points(&report.points);
    let mean = classroom::decimal(&report.mean);
    let students = counted(report.students, "student", "students");
    document.line(Line::new().text(format!("{students}, {mean} of {worth} on average")));
    document.blank();
    document.table(report.questions.iter().map(glance).collect());
    for question in &report.questions {
        for (text, count) in &question.frequent {
            let line = Line::new().text(format!("  `{}`: ", question.name));
            document.line(line.with(Role::Code, text).text(format!(", {count} times")));
        }
    }
    for (students, what) in &report.equal {
        document.line(Line::new().text(format!("  equal: {what} of {}", students.join(", "))));
    }
    if let Some(changes) = changes {
        document.blank();
        document.heading("Changes");
        if changes.is_empty() {
            document.line(Line::new().text("  none"));
        }
        document.table(changes.iter().map(change).collect());
    }
    document
}

/// Adds the remarks on the files of students.
fn remarks(document: &mut Document, grades: &[Grade]) {
    let remarks: Vec<(&String, &String)> = grades
        .iter()
        .flat_map(|grade| grade.remarks.iter().map(move |remark| (&grade.student, remark)))
        .collect();
    for (student, remark) in remarks.iter().take(MOST_REMARKS) {
        let line = Line::new().text("  ").with(Role::Strong, *student);
        document.line(line.text(format!(": {remark}")));
    }
    if remarks.len() > MOST_REMARKS {
        let more = counted(remarks.len() - MOST_REMARKS, "more remark", "more remarks");
        document.line(Line::new().with(Role::Faint, format!("  {more} on the pages")));
    }
}

/// Notes for the teacher, one word each.
fn notes(grade: &Grade) -> String {
    let mut parts = vec![in_words(&grade.counts())];
    parts.extend((grade.by_hand > 0).then(|| format!("{} by hand", grade.by_hand)));
    if !grade.remarks.is_empty() {
        parts.push(counted(grade.remarks.len(), "remark", "remarks"));
    }
    parts.join(", ")
}

/// Number of answers by status: `4 right, 1 partial`.
fn in_words(counts: &BTreeMap<Status, usize>) -> String {
    let words: Vec<String> =
        counts.iter().map(|(status, count)| format!("{count} {}", status.word())).collect();
    words.join(", ")
}

fn glance(glance: &QuestionSummary) -> Vec<Line> {
    let percent = &glance.share * &upstar_core::Rational::from(100);
    vec![
        Line::new().text(format!("{} %", percent.floor())),
        Line::new().with(Role::Code, &glance.name),
        Line::new().text(&glance.exercise),
        Line::new().text(in_words(&glance.counts)),
    ]
}

fn change(change: &GradeChange) -> Vec<Line> {
    let points = |points: &Option<String>| points.clone().unwrap_or_else(|| "none".to_owned());
    let exercises: Vec<String> =
        change.exercises.iter().map(|(title, a, b)| format!("{title}: {a} → {b}")).collect();
    vec![
        Line::new().with(Role::Strong, &change.student),
        Line::new().text(format!("{} → {}", points(&change.before), points(&change.after))),
        Line::new().text(exercises.join(", ")),
    ]
}

fn as_json(grade: &Grade) -> Json {
    let question = |question: &QuestionGrade| {
        let mut object = json!({
            "name": question.name,
            "kind": question.kind.word(),
            "status": question.mark.status.word(),
            "earned": question.mark.earned.to_string(),
            "points": question.points.to_string(),
            "answer": question.mark.text,
            "remarks": question.mark.remarks,
        });
        if let Some(solution) = &question.solution {
            object["solution"] = json!(solution);
        }
        if let Some(reason) = &question.reason {
            object["reason"] = json!(reason);
        }
        object
    };
    let exercises: Vec<Json> = grade
        .exercises
        .iter()
        .map(|exercise| {
            let questions: Vec<Json> = exercise.questions.iter().map(question).collect();
            json!({
                "title": exercise.title,
                "earned": exercise.earned().to_string(),
                "points": exercise.points().to_string(),
                "questions": questions,
            })
        })
        .collect();
    json!({
        "student": grade.student,
        "name": grade.name,
        "earned": grade.earned().to_string(),
        "points": grade.points().to_string(),
        "exercises": exercises,
        "remarks": grade.remarks,
        "by_hand": grade.by_hand,
    })
}

fn class_as_json(report: &ClassReport, class: &GradedClass) -> Json {
    let question = |glance: &QuestionSummary| {
        let counts: serde_json::Map<String, Json> = glance
            .counts
            .iter()
            .map(|(status, count)| (status.word().to_owned(), json!(count)))
            .collect();
        json!({
            "name": glance.name,
            "exercise": glance.exercise,
            "share": glance.share.to_string(),
            "counts": counts,
            "frequent": glance.frequent,
        })
    };
    let questions: Vec<Json> = report.questions.iter().map(question).collect();
    let mut object = json!({
        "students": report.students,
        "mean": report.mean.to_string(),
        "points": report.points.to_string(),
        "questions": questions,
        "equal": report.equal,
        "left_out": class.left_out,
    });
    if let Some(changes) = &class.changes {
        let change = |change: &GradeChange| {
            json!({
                "student": change.student,
                "before": change.before,
                "after": change.after,
                "exercises": change.exercises,
            })
        };
        object["changes"] = json!(changes.iter().map(change).collect::<Vec<_>>());
    }
    object
}
