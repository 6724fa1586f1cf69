//! The programs of the repository and the examples of the library, with their expected values, asked of the reference.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files and tell what they counted"
)]

use std::fs;
use std::path::{Path, PathBuf};

use upstar_reference::{Fault, Session};
use upstar_syntax::ast::StatementKind;
use upstar_syntax::diagnostic::Unlimited;
use upstar_syntax::source::SourceMap;

/// Steps for a statement: more are too large for a quick test.
const STEPS: u64 = 20_000;

/// How many expected values agree, are not defined in the reference, and are too large for it.
#[derive(Default, Debug)]
struct Count {
    agree: usize,
    undefined: usize,
    too_large: usize,
    disagree: Vec<String>,
    /// Whether a name of the program at hand could not be bound: what follows may not know it.
    broken: bool,
}

/// Programs that are refused, though what they mean is defined here.
const REFUSED: &[&str] = &[
    // Steps that never fit after the one before have no moves.
    "game Q9(s: strip of \".xo\")",
    "game S2(s: strip of \".xo\")",
    // Names that are bound elsewhere in the same declaration.
    "game S9(s: strip of \".x\")",
    "game Hidden(k, most = n)(n)",
    // A strip without cells of rules with `parts`.
    "Stated(\"\")",
    // An exercise in a function.
    "fn f() { exercise \"Late\"",
    // A value in parentheses behind `is`.
    "under is -(a: <0|a>)",
];

/// What a comment expects of the statement that ends on a line (from 0): `//= value` or `//! code`.
fn expectations(text: &str) -> Vec<(usize, bool, String)> {
    let mut found = Vec::new();
    let mut statement = 0;
    for (number, line) in text.lines().enumerate() {
        let Some(at) = line.find("//=").or_else(|| line.find("//!")) else {
            if !line.trim().is_empty() && !line.trim_start().starts_with("//") {
                statement = number;
            }
            continue;
        };
        if !line[..at].trim().is_empty() {
            statement = number;
        }
        let is_value = line[at..].starts_with("//=");
        found.push((statement, is_value, line[at + 3..].trim().to_owned()));
    }
    found
}

impl Count {
    fn tell(&mut self, fault: Fault, place: &str) {
        match fault {
            Fault::Undefined(_) => self.undefined += 1,
            Fault::TooLarge => self.too_large += 1,
            Fault::Wrong { message, .. } => self.disagree.push(format!("{place}: {message}")),
        }
    }

    fn statement(
        &mut self,
        session: &mut Session,
        text: &str,
        expected: Option<(bool, String)>,
        place: &str,
    ) {
        let is_refused = REFUSED.iter().any(|refused| text.starts_with(refused));
        match (session.input(text), expected) {
            (_, Some((false, _))) if is_refused => {}
            (Ok(_), None) => {}
            (Err(Fault::Wrong { .. }), None | Some((true, _))) if self.broken => {
                self.undefined += 1
            }
            (Err(fault), None) => {
                self.broken |= !matches!(fault, Fault::Wrong { .. });
                self.tell(fault, place);
            }
            (Err(fault), Some((true, _))) => self.tell(fault, place),
            (Err(Fault::Wrong { .. }), Some((false, _))) => self.agree += 1,
            (Err(fault), Some((false, _))) => self.tell(fault, place),
            // Limits of the engine, and what it has not built.
            (Ok(_), Some((false, code))) if code.starts_with("G05") || code == "G0901" => {}
            (Ok(_), Some((false, code))) => self.disagree.push(format!("{place}: expected {code}")),
            (Ok(answers), Some((true, printed))) => match answers.last() {
                None => self.disagree.push(format!("{place}: no answer")),
                Some(answer) => match session.agrees(answer, &printed) {
                    Ok(true) => self.agree += 1,
                    Ok(false) => self.disagree.push(format!("{place}: {answer} is not {printed}")),
                    Err(fault) => self.tell(fault, place),
                },
            },
        }
    }

    fn program(&mut self, name: &str, text: &str) {
        let source = SourceMap::default().add(name, text);
        let Ok(program) = upstar_syntax::parse_file(source, text, &Unlimited) else { return };
        let expected = expectations(text);
        let mut session = Session::with_steps(STEPS);
        self.broken = false;
        session.know_names_of(text).unwrap();
        let line_of = |end: usize| text[..end.min(text.len())].trim_end().matches('\n').count();
        let lines: Vec<usize> = program
            .statements
            .iter()
            .map(|statement| line_of(statement.span.bytes().end))
            .collect();
        for (statement, line) in program.statements.into_iter().zip(&lines) {
            if let StatementKind::Exercise { .. } | StatementKind::Check(_) = statement.kind {
                continue;
            }
            let bytes = statement.span.bytes();
            let end = bytes.end.min(text.len());
            // Of several statements on a line, it does not say which value is whose.
            let is_alone = lines.iter().filter(|other| *other == line).count() == 1;
            let mut these = expected.iter().filter(|(number, ..)| number == line);
            let here = these.next().filter(|_| is_alone && these.next().is_none());
            let here = here.map(|(_, is_value, text)| (*is_value, text.clone()));
            let input = &text[bytes.start..end];
            let place = format!("{name}:{}: {input}", line + 1);
            self.statement(&mut session, input.trim_end_matches([';', '\n', ' ']), here, &place);
        }
    }

    fn finish(self, name: &str) {
        println!(
            "{name}: {} agree, {} undefined, {} too large",
            self.agree, self.undefined, self.too_large
        );
        assert!(
            self.disagree.is_empty(),
            "{} disagree:\n{}",
            self.disagree.len(),
            self.disagree.join("\n")
        );
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn programs_of_the_suite_mean_what_they_expect() {
    let mut count = Count::default();
    for path in files(&root().join("tests/suite"), "game") {
        count.program(
            &path.file_name().unwrap().to_string_lossy(),
            &fs::read_to_string(&path).unwrap(),
        );
    }
    count.finish("programs of the suite");
}

impl Count {
    /// The blocks of a text, whose lines begin with a prefix.
    fn blocks(&mut self, path: &Path, prefix: &str) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut block: Option<String> = None;
        for line in fs::read_to_string(path).unwrap().lines() {
            let Some(line) = line.strip_prefix(prefix) else { continue };
            match (line.trim(), &mut block) {
                ("```game", None) => block = Some(String::new()),
                ("```", Some(text)) => {
                    self.program(&name, text);
                    block = None;
                }
                (_, Some(text)) => {
                    *text += &format!("{}\n", line.strip_prefix(' ').unwrap_or(line))
                }
                _ => {}
            }
        }
    }
}

#[test]
fn examples_of_the_library_mean_what_they_expect() {
    let mut count = Count::default();
    files(&root().join("stdlib"), "game").iter().for_each(|path| count.blocks(path, "///"));
    count.finish("the library");
}

#[test]
fn examples_of_the_book_mean_what_they_expect() {
    let mut count = Count::default();
    files(&root().join("docs/book/src"), "md").iter().for_each(|path| count.blocks(path, ""));
    count.finish("the book");
}
