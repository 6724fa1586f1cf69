//! The rules of `ARCHITECTURE.md`, held against the sources. Both tables are read from there.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{expect_none, files, read};

/// Most lines of a file.
const MOST_LINES: usize = 800;

/// Old names of modules and types. A name matches as a whole word, a path at its end too.
const OLD_NAMES: &[&str] = &[
    "blind",
    "code/rare",
    "compile/rare",
    "eval/code",
    "eval/loops",
    "eval/places",
    "eval/rare",
    "goal/claim",
    "picture/spread",
    "Judge",
    "play/temper",
    "position/circle",
    "position/effort",
    "position/questions",
    "rewrite/ending",
    "rewrite/planes",
    "rewrite/whole",
    "rules/complain",
    "said_by",
    "said_end",
    "session/judge",
    "session/matches",
    "shrinking",
    "Slim",
    "told_apart",
];

/// Words that the field has better ones for, with these.
const OLD_WORDS: &[(&str, &str)] = &[
    ("circle", "cycle"),
    ("circles", "cycles"),
    ("color", "colour"),
    ("colors", "colours"),
    ("complains", "reports"),
    ("for ever", "forever"),
    ("is no end", "terminal position, or does not end"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mends", "fixes"),
    ("neighbor", "neighbour"),
    ("neighbors", "neighbours"),
    ("nobody", "neither player"),
    ("somebody", "a player, or the user"),
    ("tells", "reports, returns or says"),
    ("told", "reported or said"),
    ("who moves first", "whoever moves first"),
];

/// The folders and files that the two lists above are held against.
const COVERED: &[&str] = &[
    "benches",
    "crates/upstar-core",
    "crates/upstar-kernel",
    "crates/upstar-reference",
    "crates/upstar-syntax",
    "crates/upstar-web",
    "docs/book/src",
    "examples",
    "grammar",
    "python",
    "src",
    "stdlib",
    "tests",
    "web/src",
    "web/test",
    "web/README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
];

/// Lines that may contain an old word all the same: part of the path, part of the line, and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("src/picture/svg.rs", "Circle", "the element of SVG"),
    ("src/picture/tikz.rs", " circle[radius=", "the command of TikZ"),
    ("src/picture/svg.rs", "prefers-color-scheme", "the media feature of CSS"),
    ("docs/book/src/reference/names.md", "", "made from the table of builtins"),
    ("src/", "there is no end", "positions without number"),
    ("crates/upstar-core/", "there is no end", "positions without number"),
    ("tests/", "there is no end", "positions without number"),
    ("tests/", "color", "names in code are those of the flag `--color` and of crates"),
    ("tests/house.rs", "", "the lists themselves"),
    ("src/", "Color", "the type of ariadne"),
    ("src/", "color", "names in code are those of the flag `--color` and of crates"),
    ("crates/upstar-kernel/src/", "color: true", "the field of styles"),
    ("crates/upstar-syntax/src/diagnostic/", "color", "names of the crate ariadne"),
    ("crates/upstar-syntax/src/diagnostic/", "Color", "names of the crate ariadne"),
    ("python/upstar/_explorer/", "", "built from `web/src`"),
    ("web/src/", "color:", "the property of CSS"),
    ("web/", "prefers-color-scheme", "the media feature of CSS"),
    ("web/", "colorScheme", "the media feature of CSS"),
    ("web/", "\"circle\"", "the element of SVG"),
    ("docs/book/src/", "color", "the setting and the flag of that name"),
    ("examples/exercises/loopy.game", "Who moves first in", "a question"),
];

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

/// Folders in which answers are computed.
const COMPUTING: &[&str] = &[
    "src/analysis",
    "src/builtins",
    "src/compile",
    "src/eval",
    "src/explain",
    "src/play",
    "src/rules",
    "src/value",
];

/// The files there that look at the code of a fault, how often, and what for.
const CODES_READ: &[(&str, usize, &str)] = &[
    ("src/builtins/mod.rs", 1, "a help with the signature"),
    ("src/eval/usage.rs", 1, "a help with an example"),
    ("src/explain/mod.rs", 1, "a help with another question"),
    ("src/value/fault.rs", 3, "limits become reasons; exhaustion; interrupts"),
    ("src/value/loopy/reasons.rs", 1, "a note on loopy games"),
];

#[test]
fn no_code_of_a_fault_decides_what_is_computed() {
    let mut found = Vec::new();
    for path in COMPUTING.iter().flat_map(|folder| files(folder, "rs")) {
        let code = code_of(&read(&path));
        let reads = ["fault.code()", "error.code()", "why.code()", "self.code()"];
        let count = reads.iter().map(|one| code.matches(one).count()).sum::<usize>();
        if count > 0 {
            found.push((path.display().to_string(), count));
        }
    }
    let allowed: Vec<_> =
        CODES_READ.iter().map(|(path, count, _)| ((*path).to_owned(), *count)).collect();
    assert_eq!(found, allowed, "an answer of `NoAnswer` says what else to compute; see CODES_READ");
}

#[test]
fn what_belongs_to_one_place_is_named_only_there() {
    let rules = table("Named in one place only");
    let mut sources = files("src", "rs");
    sources.extend(files("crates/upstar-core/src", "rs"));
    sources.extend(files("crates/upstar-reference/src", "rs"));
    sources.extend(files("crates/upstar-syntax/src", "rs"));
    sources.extend(files("crates/upstar-web/src", "rs"));
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
    sources.extend(files("crates/upstar-kernel/src", "rs"));
    sources.extend(files("crates/upstar-reference", "rs"));
    sources.extend(files("crates/upstar-syntax/src", "rs"));
    sources.extend(files("crates/upstar-web/src", "rs"));
    sources.extend(files("python/src", "rs"));
    sources.extend(files("tests", "rs"));
    let mut wrong = Vec::new();
    for path in sources {
        let text = read(&path);
        let lines = text.lines().count();
        if lines > MOST_LINES {
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
fn scripts_are_short_and_say_what_they_are() {
    let places = [("web/src", "ts"), ("web/src", "js"), ("web/test", "mjs")];
    let mut wrong = Vec::new();
    for path in places.iter().flat_map(|(folder, extension)| files(folder, extension)) {
        let text = read(&path);
        let lines = text.lines().count();
        if lines > MOST_LINES {
            wrong.push(format!("{}: {lines} lines, more than {MOST_LINES}", path.display()));
        }
        if !text.starts_with("// ") {
            wrong.push(format!("{}: does not begin with a comment", path.display()));
        }
    }
    expect_none(&wrong);
}

/// Where an old name or word stands in a line, as what to write instead.
fn outdated(line: &str) -> Vec<String> {
    let is_part = |c: Option<char>| c.is_some_and(|c| is_name(c) || c == '-');
    let alone = |text: &str, word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let after = text[at + word.len()..].chars().next();
            !is_part(text[..at].chars().next_back()) && !is_part(after)
        })
    };
    let lower = line.to_lowercase();
    let names = OLD_NAMES.iter().filter(|name| alone(line, name));
    let words = OLD_WORDS.iter().filter(|(word, _)| alone(&lower, word));
    names
        .map(|name| format!("`{name}` has another name now"))
        .chain(words.map(|(word, better)| format!("\"{word}\": {better}")))
        .collect()
}

/// The texts in a folder, or a file alone.
fn texts(place: &str) -> Vec<std::path::PathBuf> {
    if Path::new(place).is_file() {
        return vec![place.into()];
    }
    ["rs", "md", "game", "ts", "js", "mjs"]
        .iter()
        .flat_map(|extension| files(place, extension))
        .collect()
}

/// The old words that remain below some folders, one to a line.
fn old_vocabulary(places: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for path in places.iter().flat_map(|place| texts(place)) {
        let name = path.display().to_string();
        for (n, line) in read(&path).lines().enumerate() {
            let is_exception = |(file, part, _): &(&str, &str, &str)| {
                name.starts_with(file) && line.contains(part)
            };
            if !EXCEPTIONS.iter().any(is_exception) {
                wrong.extend(outdated(line).iter().map(|what| format!("{name}:{}: {what}", n + 1)));
            }
        }
    }
    wrong
}

#[test]
fn the_old_vocabulary_is_gone() {
    expect_none(&old_vocabulary(COVERED));
}

#[test]
fn old_words_are_found_and_others_are_not() {
    let found = |line: &str| outdated(line).len();
    assert_eq!(found("// Nobody moves for ever; see `play/temper.rs`."), 3);
    assert_eq!(found("let slim: Slim = position_that_is_told();"), 1);
    assert_eq!(found("whoever moves first; amended; tell-tale; semicircles; blindly"), 0);
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
