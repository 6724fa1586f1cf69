//! The rules of `ARCHITECTURE.md`, held against the sources. Both tables are read from there.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{expect_none, files, read};

/// The most lines that a file has.
const MOST_LINES: usize = 400;

/// Files that are longer, and why.
const LONGER: &[(&str, &str)] =
    &[("src/syntax/ast.rs", "data: one documented type for each shape of the tree")];

/// The module of `src/lib.rs` that only tests have, and may use everywhere.
const TEST_LENGTH: &str = "length";

/// A row of a table: names in backquotes, first cell and second cell.
type Row = (Vec<String>, Vec<String>);

/// The rows of the table below a heading of `ARCHITECTURE.md`.
fn table(heading: &str) -> Vec<Row> {
    let text = read("ARCHITECTURE.md");
    let (_, below) = text.split_once(&format!("## {heading}\n")).expect(heading);
    let section = below.split("\n## ").next().unwrap();
    let rows: Vec<Row> = section.lines().filter_map(row).collect();
    assert!(!rows.is_empty(), "no table below {heading}");
    rows
}

fn row(line: &str) -> Option<Row> {
    let mut cells = line.strip_prefix('|')?.split('|').map(quoted);
    let (first, second) = (cells.next()?, cells.next()?);
    (!first.is_empty()).then_some((first, second))
}

/// The words in backquotes.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Rust without comments, texts and characters; every line keeps its number.
fn code_of(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let (skipped, quoted) = match next {
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), true),
            '"' => (text_length(rest), true),
            'r' if rest.starts_with("r#\"") => {
                (rest.find("\"#").map_or(rest.len(), |n| n + 2), true)
            }
            '\'' => (character_length(rest), true),
            _ => (next.len_utf8(), false),
        };
        match quoted {
            false => code.push(next),
            true => code.extend(rest[..skipped].chars().filter(|c| *c == '\n')),
        }
        rest = &rest[skipped..];
    }
    code
}

fn text_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of a character literal; of the quote alone when it begins a lifetime.
fn character_length(rest: &str) -> usize {
    let mut inside = rest[1..].char_indices();
    match inside.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(1, |n| n + 4),
        Some((_, c)) if rest[1 + c.len_utf8()..].starts_with('\'') => 2 + c.len_utf8(),
        _ => 1,
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The places of a word in code, as bytes.
fn places<'c>(code: &'c str, word: &'c str) -> impl Iterator<Item = usize> + 'c {
    let alone = move |at: &usize| {
        let before = code[..*at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        let bounded = |c: Option<char>| !c.is_some_and(is_name);
        bounded(before) && (bounded(after) || word.ends_with(['!', ':']))
    };
    code.match_indices(word).map(|(at, _)| at).filter(alone)
}

fn line_of(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}

/// What is named directly below `root::`, with the lines: `root::a::b` and `root::{a, c::d}`.
fn below(code: &str, root: &str) -> Vec<(usize, String)> {
    let start = format!("{root}::");
    let mut found = Vec::new();
    for at in places(code, &start) {
        let rest = &code[at + start.len()..];
        let line = line_of(code, at);
        match rest.strip_prefix('{') {
            Some(group) => found.extend(heads(group).into_iter().map(|name| (line, name))),
            None => found.push((line, rest.chars().take_while(|c| is_name(*c)).collect())),
        }
    }
    found
}

/// The first names of the entries of a group, whose opening brace is taken away.
fn heads(group: &str) -> Vec<String> {
    let mut heads = vec![String::new()];
    let (mut depth, mut at_head) = (0, true);
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                heads.push(String::new());
                at_head = true;
            }
            c if is_name(c) && at_head => heads.last_mut().unwrap().push(c),
            c if c.is_whitespace() && heads.last().is_some_and(String::is_empty) => {}
            _ => at_head = false,
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

/// The part of the house that a file belongs to: `src/value/show/mod.rs` to `value`.
fn part_of(path: &Path) -> String {
    let part = path.components().nth(1).unwrap();
    Path::new(part.as_os_str()).file_stem().unwrap().to_string_lossy().into_owned()
}

/// Whether a file holds nothing but tests.
fn is_test(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default();
    stem == "tests" || path.components().any(|part| part.as_os_str() == "tests")
}

#[test]
fn imports_follow_the_table() {
    let allowed: BTreeMap<String, Vec<String>> = table("Who may import whom")
        .into_iter()
        .flat_map(|(parts, others)| parts.into_iter().map(move |part| (part, others.clone())))
        .collect();
    let mut wrong = Vec::new();
    for path in files("src", "rs") {
        let part = part_of(&path);
        if part == "lib" || part == "main" || is_test(&path) {
            continue;
        }
        let Some(allowed) = allowed.get(&part) else {
            wrong.push(format!("{}: `{part}` is not in the table", path.display()));
            continue;
        };
        let code = code_of(&read(&path));
        for (line, other) in below(&code, "crate") {
            if other != part && other != TEST_LENGTH && !allowed.contains(&other) {
                wrong.push(format!("{}:{line}: {part} may not import {other}", path.display()));
            }
        }
        for (line, item) in below(&code, "upstar_core") {
            let whole = format!("upstar_core::{item}");
            if !allowed.iter().any(|one| one == "upstar_core" || *one == whole) {
                wrong.push(format!("{}:{line}: {part} may not import {whole}", path.display()));
            }
        }
    }
    expect_none(&wrong);
}

#[test]
fn no_path_climbs_out_of_its_part() {
    let mut wrong = Vec::new();
    for path in files("src", "rs").iter().filter(|path| path.components().count() > 2) {
        let code = code_of(&read(path));
        let inside = path.components().count() - 1 - usize::from(path.ends_with("mod.rs"));
        for at in places(&code, "super::") {
            let supers = code[at..].split("::").take_while(|word| *word == "super").count();
            let in_tests = code[..at].contains("\nmod tests {");
            if supers >= inside + usize::from(in_tests) {
                let line = line_of(&code, at);
                wrong.push(format!("{}:{line}: `super` leaves the part", path.display()));
            }
        }
    }
    expect_none(&wrong);
}

#[test]
fn what_belongs_to_one_place_is_named_only_there() {
    let rules = table("Named in one place only");
    let mut sources = files("src", "rs");
    sources.extend(files("crates/upstar-core/src", "rs"));
    sources.retain(|path| !is_test(path));
    let mut wrong = Vec::new();
    for path in sources {
        let code = code_of(&read(&path));
        for (names, homes) in &rules {
            if homes.iter().any(|home| path.starts_with(home) || path == Path::new(home)) {
                continue;
            }
            for name in names {
                for line in named(&code, name) {
                    let homes = homes.join(" or ");
                    wrong.push(format!("{}:{line}: only {homes} names {name}", path.display()));
                }
            }
        }
    }
    expect_none(&wrong);
}

/// The lines where code names a package, a module of the standard library or a macro.
fn named(code: &str, name: &str) -> Vec<usize> {
    match name.split_once("::") {
        Some((root, module)) => {
            let found = below(code, root).into_iter();
            found.filter(|(_, found)| found == module).map(|(line, _)| line).collect()
        }
        None => places(code, name).map(|at| line_of(code, at)).collect(),
    }
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut sources = files("src", "rs");
    sources.extend(files("crates/upstar-core/src", "rs"));
    sources.extend(files("python/src", "rs"));
    sources.extend(files("tests", "rs"));
    let mut wrong = Vec::new();
    for path in sources {
        let text = read(&path);
        let lines = text.lines().count();
        let longer = LONGER.iter().any(|(name, _)| path == Path::new(name));
        if lines > MOST_LINES && !longer {
            wrong.push(format!("{}: {lines} lines, more than {MOST_LINES}", path.display()));
        }
        if !text.starts_with("//!") {
            wrong.push(format!("{}: does not begin with `//!`", path.display()));
        }
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        for word in ["Knows:", "Must not know:"] {
            if path.ends_with("mod.rs") && !is_test(&path) && !head.contains(word) {
                wrong.push(format!("{}: does not say \"{word}\"", path.display()));
            }
        }
    }
    expect_none(&wrong);
}

#[test]
fn names_in_code_are_found_and_others_are_not() {
    let code = code_of(
        "// crate::a\nlet t = \"crate::b\"; let c = '\"'; // it's\nuse crate::{d, e::{f}, g as h};\n\
         fn k<'l>() { crate::m::n() }\n",
    );
    let found = [(3, "d"), (3, "e"), (3, "g"), (4, "m")];
    assert_eq!(below(&code, "crate"), found.map(|(line, name)| (line, name.to_owned())));
    assert_eq!(named("use std::{fs, io};\nstd::fs::read()", "std::fs"), [1, 2]);
    assert_eq!(named("deepest\nuse pest::Parser;", "pest"), [2]);
}
