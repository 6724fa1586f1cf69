//! `upstar sheet KEY`, `upstar generate TOPIC`, and `upstar check` of keys and files of answers
//!
//! Knows: where handouts are written, and the report of findings. Must not know: how answers are marked.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::json;

use super::args::{GenerateArgs, PaperArg, SheetArgs};
use super::context::Context;
use super::exit::Exit;
use crate::classroom::{
    self, AnswerLimits, Examiner, Exercise, Finding, Handout, Key, KeyError, KeyFault, Paper,
    Status, TOPICS,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::disk::{self, Disk};
use crate::output::{Document, Line, Role};
use crate::source::SourceMap;

/// Default time limit of an answer. Limits in steps end almost all answers before.
pub(super) const ANSWER_TIME: Duration = Duration::from_secs(10);

/// Writes the handouts of keys.
pub(super) fn sheet(context: &mut Context, args: &SheetArgs) -> Exit {
    let students: Vec<String> = match (&args.students, &args.student) {
        (Some(file), _) => {
            let Some(text) = read(context, file) else { return Exit::Usage };
            match students(&text) {
                Ok(names) => names,
                Err(why) => {
                    context.terminal.error(&format!("in `{file}` {why}"));
                    return Exit::Usage;
                }
            }
        }
        (None, student) => vec![quotable(student.as_deref().unwrap_or_default())],
    };
    match &args.into {
        Some(folder) => {
            if let Err(exit) = refuse_file(context, folder) {
                return exit;
            }
        }
        None if args.keys.len() > 1 => {
            context.terminal.error("several handouts need a folder: `--into FOLDER`");
            return Exit::Usage;
        }
        None => {}
    }
    let made = args.keys.iter().map(|key| match handouts(context, args, key, &students) {
        Ok(()) => Exit::Success,
        Err(exit) => exit,
    });
    made.max().unwrap_or(Exit::Success)
}

/// Names in a file, one in a line: at least one, and no two with the same file name.
fn students(text: &str) -> Result<Vec<String>, String> {
    let mut files = BTreeMap::new();
    let names = text.lines().map(str::trim).filter(|name| !name.is_empty());
    let names: Vec<String> = names.map(quotable).collect();
    for name in &names {
        // Some file systems do not distinguish capital letters from small ones.
        if let Some(other) = files.insert(file_name(name).to_lowercase(), name) {
            return Err(match other == name {
                true => format!("the name `{name}` stands twice: add something to one of them"),
                false => format!("`{other}` and `{name}` would have one file: change one of them"),
            });
        }
    }
    match names.is_empty() {
        true => Err("there are no names".to_owned()),
        false => Ok(names),
    }
}

/// Name as it is written between quotes in a handout.
fn quotable(name: &str) -> String {
    name.replace(['"', '\\'], "'")
}

/// Writes the handouts of one key.
fn handouts(
    context: &mut Context,
    args: &SheetArgs,
    name: &str,
    students: &[String],
) -> Result<(), Exit> {
    let text = read(context, name).ok_or(Exit::Usage)?;
    let examiner = examiner(context, name, AnswerLimits::default());
    for (at, student) in students.iter().enumerate() {
        let key = key(context, name, &text, student)?;
        // On paper one sheet does for all: nothing reads it again.
        if key.is_personal && student.is_empty() && args.paper.is_none() {
            context.terminal.note(&format!(
                "note: exercises of `{name}` are made for each student: give `--student NAME`, or \
                 `--students FILE --into FOLDER`"
            ));
        }
        if at == 0 {
            check_key(context, &examiner, &key)?;
        }
        let page = page(context, &key, student, args, &examiner);
        let page = page.map_err(|fault| refuse(context, &fault))?;
        match &args.into {
            Some(folder) => put_handout(context, args, Path::new(folder), name, student, &page)?,
            None => context.terminal.write(page),
        }
    }
    Ok(())
}

/// Puts a handout into a folder, named after the student or its key, or into a folder for each key.
fn put_handout(
    context: &Context,
    args: &SheetArgs,
    folder: &Path,
    key: &str,
    student: &str,
    page: &str,
) -> Result<(), Exit> {
    let extension = match (args.paper, &args.link) {
        (None, None) => "game",
        (None, Some(_)) => "txt",
        (Some(PaperArg::Markdown), _) => "md",
        (Some(PaperArg::Latex), _) => "tex",
    };
    let sheet = Path::new(key).file_stem().unwrap_or_default();
    let path = match (student, args.keys.len()) {
        ("", _) => folder.join(sheet),
        (_, 1) => folder.join(file_name(student)),
        _ => folder.join(sheet).join(file_name(student)),
    };
    // A name may have a point in it.
    let path = PathBuf::from(format!("{}.{extension}", path.display()));
    let is_key = |key: &String| {
        fs::canonicalize(key).is_ok_and(|key| fs::canonicalize(&path).is_ok_and(|path| path == key))
    };
    if args.keys.iter().any(is_key) {
        let path = path.display();
        context.terminal.error(&format!("the handout would be written over the key `{path}`"));
        return Err(Exit::Usage);
    }
    put(context, &path, page)
}

/// Contents of a handout, or of the printed page.
fn page(
    context: &Context,
    key: &Key,
    student: &str,
    args: &SheetArgs,
    examiner: &Examiner,
) -> Result<String, Box<KeyFault>> {
    let make = || {
        let Some(format) = args.paper else {
            let handout = classroom::handout(key, student, examiner)?;
            return Ok(match &args.link {
                Some(page) => link(page, key, &handout) + "\n",
                None => handout,
            });
        };
        let mut paper = Paper::default();
        if args.solutions {
            for question in key.questions() {
                let solution = examiner.solution(key, question)?;
                paper.solutions.insert(question.name.clone(), solution);
            }
        }
        paper.mathematics = examiner.mathematics(key, paper.solutions.values())?;
        Ok(match format {
            PaperArg::Markdown => classroom::markdown(key, &paper),
            PaperArg::Latex => classroom::latex(key, &paper),
        })
    };
    context.supervisor.compute(make).0
}

/// The address of a page with a handout behind it, as `web/src/links.ts` reads it: compressed JSON.
fn link(page: &str, key: &Key, handout: &str) -> String {
    let file = Path::new(&key.name)
        .file_name()
        .map_or(key.name.clone(), |name| name.to_string_lossy().into_owned());
    let data = json!({ "name": file, "text": handout }).to_string();
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(data.as_bytes()).and_then(|()| packer.finish());
    let packed = URL_SAFE_NO_PAD.encode(packed.expect("memory takes what is written"));
    let page = page.split_once('#').map_or(page, |(page, _)| page);
    format!("{page}#sheet={packed}")
}

/// Writes an exercise, or lists the topics.
pub(super) fn generate(context: &mut Context, args: &GenerateArgs) -> Exit {
    // A topic of several words needs no quotes.
    let name = args.topic.join(" ");
    if name.is_empty() {
        let row = |topic: &classroom::Topic| {
            vec![Line::new().with(Role::Code, topic.name), Line::new().text(topic.measure)]
        };
        let mut document = Document::new();
        document.table(TOPICS.iter().map(row).collect());
        context.terminal.document(&document);
        return Exit::Success;
    }
    let Some(topic) = classroom::topic(&name) else {
        let near = crate::resolve::nearest(&name, TOPICS.iter().map(|topic| topic.name));
        let near = near.map_or_else(
            || "`upstar generate` lists them".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        context.terminal.error(&format!("there is no topic `{name}` ({near})"));
        return Exit::Usage;
    };
    let (text, _) = context
        .supervisor
        .compute(|| classroom::generate(topic, args.questions, args.level, args.seed));
    context.terminal.write(text);
    Exit::Success
}

/// Checks a key or a file of answers; `None` if a file is neither.
pub(super) fn check(context: &mut Context, file: &str) -> Option<Exit> {
    let budget = context.session.budget().clone();
    // Files that cannot be read are reported by the check of programs.
    let bytes = disk::bytes(Path::new(file), &budget).ok()?;
    let (text, remark) = classroom::decoded(bytes.clone()).ok()?;
    if classroom::is_submission(&text) {
        return Some(check_answers(context, file, &text, remark));
    }
    if classroom::is_untitled(&text) {
        context.terminal.error(&format!(
            "`{file}` is a file of answers without its first line: put back the line of the handout, `answers \"TITLE\"`"
        ));
        return Some(Exit::Usage);
    }
    if String::from_utf8(bytes).is_err() || !classroom::is_key(&text) {
        return None;
    }
    let examiner = examiner(context, file, AnswerLimits::default());
    let (read, _) = context.supervisor.compute(|| Key::read(file, &text, Some(""), &budget));
    let key = match read {
        Ok(key) => key,
        Err(error) => {
            let exit = refuse_all(context, &error);
            // What does not parse may bind the name that is unknown.
            let follows = |fault: &KeyFault| {
                let message = &fault.diagnostic.message;
                let name = message.split('`').nth(1).unwrap_or_default();
                fault.diagnostic.code == Code::UnknownName && binds(&text, name)
            };
            let rest = error.rest.as_ref();
            let checked = rest.map(|key| check_but(context, &examiner, key, &follows));
            return Some(checked.and_then(Result::err).map_or(exit, |other| exit.max(other)));
        }
    };
    if let Err(exit) = check_key(context, &examiner, &key) {
        return Some(exit);
    }
    let (questions, points) = (key.questions().count(), classroom::points(&key.points()));
    if context.terminal.json {
        let points = key.points().to_string();
        context.terminal.line(json!({ "key": file, "questions": questions, "points": points }));
    } else {
        let questions = crate::value::show::counted(questions, "question", "questions");
        context.terminal.line(format!("{file}: a key with {questions} and {points}"));
    }
    Some(Exit::Success)
}

/// Whether a line of a program begins with a name, or with a declaration of it.
fn binds(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let begins = |line: &str| {
        ["", "game ", "fn "].iter().any(|word| {
            let rest = line.strip_prefix(word).and_then(|line| line.strip_prefix(name));
            rest.is_some_and(|rest| !rest.starts_with(is_part))
        })
    };
    !name.is_empty() && text.lines().any(|line| begins(line.trim_start()))
}

/// Reports which answers in a file can be read, and which are right if the handout states that.
fn check_answers(context: &mut Context, file: &str, text: &str, remark: Option<String>) -> Exit {
    // Without them the questions are not known, and the answers cannot be checked.
    if !text.lines().any(|line| line.starts_with("//: ask ")) {
        context.terminal.error(&format!(
            "`{file}` does not say what is asked: the lines of the handout that begin with `//:` are missing. \
             Write the answers into the handout, and leave these lines at its end. `upstar grade` needs none of them"
        ));
        return Exit::Usage;
    }
    let examiner = examiner(context, file, AnswerLimits::default());
    let handout = match Handout::read(text, file) {
        Ok(handout) => handout,
        Err(error) => {
            context.terminal.error(&format!(
                "the lines of `{file}` that begin with `//:` are damaged: take them from the handout again"
            ));
            return refuse_all(context, &error);
        }
    };
    let (found, _) = context.supervisor.compute(|| handout.findings(&examiner));
    let findings = match found {
        Ok(findings) => findings,
        Err(fault) => return refuse(context, &fault),
    };
    let Handout { key, submission, .. } = &handout;
    let remarks: Vec<&String> = remark.iter().chain(&submission.remarks).collect();
    let terminal = &context.terminal;
    if terminal.json {
        let finding = |one: &Finding| {
            let status = one.status.map_or("read", Status::word);
            json!({ "name": one.name, "line": one.line, "status": status, "remark": one.remark })
        };
        let answers: Vec<_> = findings.iter().map(finding).collect();
        terminal.line(json!({ "file": file, "student": submission.student, "answers": answers, "remarks": remarks }));
    } else {
        let mut document = Document::new();
        document.line(Line::new().with(Role::Heading, file));
        document.table(findings.iter().map(row).collect());
        for hint in hints(key, &findings) {
            document.line(Line::new().with(Role::Number, "  hint: ").text(hint));
        }
        for remark in &remarks {
            document.line(Line::new().text(format!("  {remark}")));
        }
        if submission.student.is_none() {
            document.line(Line::new().text("  there is no name yet: write it into `student \"\"`"));
        }
        terminal.document(&document);
    }
    let bad = |one: &Finding| {
        !matches!(one.status, None | Some(Status::Right | Status::Blank | Status::Wrong))
    };
    if findings.iter().any(bad) || !remarks.is_empty() { Exit::Failed } else { Exit::Success }
}

/// Hints of the exercises with a wrong answer.
fn hints<'k>(key: &'k Key, findings: &[Finding]) -> impl Iterator<Item = &'k str> {
    let is_wrong = |name: &str| {
        findings.iter().any(|one| one.name == name && one.status == Some(Status::Wrong))
    };
    let open = |exercise: &&Exercise| exercise.questions.iter().any(|one| is_wrong(&one.name));
    let open: Vec<&Exercise> = key.exercises.iter().filter(open).collect();
    open.into_iter().flat_map(|exercise| &exercise.hints).map(String::as_str)
}

fn row(finding: &Finding) -> Vec<Line> {
    let (sign, role, word) = match finding.status {
        None => ("·", Role::Faint, "can be read"),
        Some(Status::Right) => ("✓", Role::Good, "right"),
        Some(Status::Blank) => ("?", Role::Number, "blank"),
        Some(Status::Wrong) => ("✗", Role::Bad, "not right"),
        Some(status) => ("✗", Role::Bad, status.word()),
    };
    let place = finding.line.map_or(String::new(), |line| format!("line {line}"));
    vec![
        Line::new().with(role, sign),
        Line::new().with(Role::Code, &finding.name),
        Line::new().text(word),
        Line::new().with(Role::Faint, place),
        Line::new().text(finding.remark.clone().unwrap_or_default()),
    ]
}

/// Text of a file; `None`, after a report, if it cannot be read.
pub(super) fn read(context: &Context, path: &str) -> Option<String> {
    match disk::text(Path::new(path), context.session.budget()) {
        Ok(text) => Some(text),
        Err(error) => {
            context.terminal.error(&format!("`{path}` cannot be read: {error}"));
            None
        }
    }
}

/// Writes a file; says so when that fails.
pub(super) fn put(context: &Context, path: &Path, text: &str) -> Result<(), Exit> {
    disk::replace(path, text).map_err(|error| {
        let path = path.display();
        context.terminal.error(&format!("`{path}` cannot be written: {error}"));
        Exit::Usage
    })
}

/// Fails if there is a file in the place of a folder.
pub(super) fn refuse_file(context: &Context, folder: &str) -> Result<(), Exit> {
    let path = Path::new(folder);
    if path.exists() && !path.is_dir() {
        context.terminal.error(&format!("`{folder}` is a file, and a folder is wanted here"));
        return Err(Exit::Usage);
    }
    Ok(())
}

/// An examiner with the limits of this program.
pub(super) fn examiner(context: &mut Context, key: &str, limits: AnswerLimits) -> Examiner {
    if context.supervisor.timeout().is_none() {
        context.supervisor.set_timeout(Some(ANSWER_TIME));
    }
    let budget = context.session.budget().clone();
    Examiner::new(budget.clone(), Arc::new(Disk::new(budget)), key, limits)
}

/// Reads a key for a student, or reports its errors.
pub(super) fn key(context: &Context, name: &str, text: &str, student: &str) -> Result<Key, Exit> {
    if classroom::is_submission(text) {
        context.terminal.error(&format!("`{name}` is a file of answers, and a key is wanted here"));
        return Err(Exit::Usage);
    }
    let budget = context.session.budget().clone();
    let (read, _) = context.supervisor.compute(|| Key::read(name, text, Some(student), &budget));
    read.map_err(|error| refuse_all(context, &error))
}

/// Checks a key, and reports its errors.
pub(super) fn check_key(context: &Context, examiner: &Examiner, key: &Key) -> Result<(), Exit> {
    check_but(context, examiner, key, &|_| false)
}

/// Checks a key, and reports its errors, but for those that are left out.
fn check_but(
    context: &Context,
    examiner: &Examiner,
    key: &Key,
    is_left_out: &dyn Fn(&KeyFault) -> bool,
) -> Result<(), Exit> {
    let checked = examiner.check(key, &mut |work| {
        context.supervisor.compute(work);
    });
    checked.map_err(|faults| {
        let shown = faults.iter().filter(|fault| !is_left_out(fault));
        let exits = shown.map(|fault| refuse(context, fault));
        exits.max().unwrap_or(Exit::Usage)
    })
}

pub(super) fn refuse_all(context: &Context, error: &KeyError) -> Exit {
    let mut worst = Exit::Usage;
    for diagnostic in &error.diagnostics {
        worst = worst.max(said(context, diagnostic, &error.sources));
    }
    worst
}

pub(super) fn refuse(context: &Context, fault: &KeyFault) -> Exit {
    said(context, &fault.diagnostic, &fault.sources).max(Exit::Usage)
}

fn said(context: &Context, diagnostic: &Diagnostic, sources: &SourceMap) -> Exit {
    if context.terminal.json {
        context.terminal.line(super::json::error(sources, diagnostic));
    } else {
        context.terminal.diagnostic(diagnostic, sources);
    }
    if diagnostic.code == Code::Interrupted { Exit::Interrupted } else { Exit::Usage }
}

/// A name of a student as the name of a file.
pub(super) fn file_name(student: &str) -> String {
    let name: String = student
        .chars()
        .map(|c| if c.is_alphanumeric() || " -_().,'".contains(c) { c } else { '_' })
        .take(100)
        .collect();
    match name.trim().trim_matches('.') {
        "" => "student".to_owned(),
        name => name.to_owned(),
    }
}
