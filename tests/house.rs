//! What neither cargo nor a lint enforces of `ARCHITECTURE.md`: heads and lengths of files, and what is named in one place.

use std::path::Path;

use crate::support::{expect_none, files, read};

/// Most lines of a file.
const MOST_LINES: usize = 800;

/// Whether a file holds nothing but tests.
fn is_test(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default();
    stem == "tests" || path.components().any(|part| part.as_os_str() == "tests")
}

/// The sources of all packages.
fn sources() -> Vec<std::path::PathBuf> {
    let folders = ["src", "crates", "python/src"];
    folders.iter().flat_map(|folder| files(folder, "rs")).collect()
}

/// The lines of a file that are not comments, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(n, line)| (n + 1, line));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The rows of the table below a heading of `ARCHITECTURE.md`: the words in backquotes of two cells.
fn table(heading: &str) -> Vec<[Vec<String>; 2]> {
    let text = read("ARCHITECTURE.md");
    let (_, below) = text.split_once(&format!("## {heading}\n")).expect(heading);
    let section = below.split("\n## ").next().unwrap();
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let rows = section.lines().filter_map(|line| {
        let mut cells = line.strip_prefix('|')?.split('|');
        Some([quoted(cells.next()?), quoted(cells.next()?)])
    });
    rows.filter(|[names, _]: &[Vec<String>; 2]| !names.is_empty()).collect()
}

#[test]
fn what_belongs_to_one_place_is_named_only_there() {
    let rules = table("Named in one place only");
    assert!(!rules.is_empty());
    let mut wrong = Vec::new();
    for path in sources().iter().filter(|path| !is_test(path)) {
        let text = read(path);
        for [names, homes] in &rules {
            if homes.iter().any(|home| path.starts_with(home)) {
                continue;
            }
            for name in names {
                let is_named = |line: &str| {
                    let mut found = line.match_indices(&**name);
                    found.any(|(at, _)| {
                        let before = line[..at].chars().next_back();
                        let after = line[at + name.len()..].chars().next();
                        let is_part =
                            |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
                        !is_part(before) && (name.ends_with('!') || !is_part(after))
                    })
                };
                let found = code(&text).filter(|(_, line)| is_named(line));
                wrong.extend(found.map(|(n, _)| {
                    format!("{}:{n}: only {} names {name}", path.display(), homes.join(" or "))
                }));
            }
        }
    }
    expect_none(&wrong);
}

/// The files that look at the code of a fault where answers are computed, how often, and what for.
const CODES_READ: &[(&str, usize, &str)] = &[
    ("crates/upstar-explain/src/explain/mod.rs", 1, "a help with another question"),
    ("crates/upstar-lang/src/builtins/mod.rs", 1, "a help with the signature"),
    (
        "crates/upstar-lang/src/eval/positions/arguments.rs",
        1,
        "a position that is typed is not asked for the values of its parts",
    ),
    (
        "crates/upstar-lang/src/eval/positions/checks.rs",
        1,
        "limits that a condition reaches are passed on",
    ),
    ("crates/upstar-lang/src/eval/positions/usage.rs", 1, "a help with an example"),
    ("crates/upstar-values/src/value/fault.rs", 3, "limits become reasons; exhaustion; interrupts"),
    ("crates/upstar-values/src/value/loopy/reasons.rs", 1, "a note on loopy games"),
];

#[test]
fn no_code_of_a_fault_decides_what_is_computed() {
    let computing =
        ["crates/upstar-explain/src", "crates/upstar-lang/src", "crates/upstar-values/src"];
    // Sessions report faults.
    let reports = Path::new("crates/upstar-lang/src/session");
    let mut found = Vec::new();
    for path in computing.iter().flat_map(|folder| files(folder, "rs")) {
        if path.starts_with(reports) {
            continue;
        }
        let text = read(&path);
        let reads = ["fault.code()", "error.code()", "why.code()", "self.code()"];
        let count: usize =
            code(&text).flat_map(|(_, line)| reads.map(|one| line.matches(one).count())).sum();
        if count > 0 {
            found.push((path.display().to_string(), count));
        }
    }
    found.sort();
    let allowed: Vec<_> =
        CODES_READ.iter().map(|(path, count, _)| ((*path).to_owned(), *count)).collect();
    assert_eq!(found, allowed, "an answer of `NoAnswer` says what else to compute; see CODES_READ");
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut wrong = Vec::new();
    for path in sources().into_iter().chain(files("tests", "rs")) {
        let text = read(&path);
        let lines = text.lines().count();
        if lines > MOST_LINES {
            wrong.push(format!("{}: {lines} lines, more than {MOST_LINES}", path.display()));
        }
        if !text.starts_with("//!") {
            wrong.push(format!("{}: does not begin with `//!`", path.display()));
        }
    }
    for (folder, extension) in [("web/src", "ts"), ("web/src", "js"), ("web/test", "mjs")] {
        for path in files(folder, extension) {
            let text = read(&path);
            let lines = text.lines().count();
            if lines > MOST_LINES || !text.starts_with("// ") {
                wrong.push(format!("{}: {lines} lines, or no comment at its head", path.display()));
            }
        }
    }
    expect_none(&wrong);
}
