//! Everything that the documentation shows is true: blocks of the README, of the book and of the
//! grammar's tables, examples of builtins and of the library.

use std::path::{Path, PathBuf};

use upstar::builtins::TOPICS;
use upstar::builtins::glossary::TERMS;
use upstar::diagnostic::render::{Style, render};
use upstar::output;
use upstar::session::expect::differences;
use upstar::session::{EntryKind, Page, Session};
use upstar::source::SourceMap;
use upstar::syntax;
use upstar::value::Value;

use crate::support::{expect_none, files, read, rewrite_if_asked, session};
use upstar::diagnostic::Unlimited;

/// The blocks of a Markdown text whose fence names a language. A block gets empty lines before
/// it, so that lines in it have their numbers.
pub(crate) fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for (number, line) in text.lines().enumerate() {
        match &mut open {
            Some(block) if line.trim() == "```" => blocks.extend(Some(std::mem::take(block))),
            Some(block) => block.extend([line, "\n"]),
            None => {}
        }
        if line.trim() == "```" {
            open = None;
        } else if line.trim().strip_prefix("```") == Some(language) {
            open = Some("\n".repeat(number + 1));
        }
    }
    blocks
}

/// Runs the blocks of a page one after the other, each in its own session.
fn wrong_in_page(path: &Path) -> Vec<String> {
    let name = path.display().to_string();
    let run = |block: &String| differences(&mut session(Path::new("docs")), &name, block);
    blocks(&read(path), "game").iter().flat_map(run).collect()
}

/// The README, the other texts beside it and the book.
fn pages() -> Vec<PathBuf> {
    let mut pages = files("docs/book/src", "md");
    pages.extend(["README.md", "CONTRIBUTING.md"].map(PathBuf::from));
    pages
}

#[test]
fn blocks_of_pages_answer_what_they_expect() {
    let wrong: Vec<String> = pages().iter().flat_map(|page| wrong_in_page(page)).collect();
    expect_none(&wrong);
}

/// The inputs of a session at the prompt, each with what is printed.
fn inputs(block: &str) -> Vec<(String, String)> {
    let mut inputs: Vec<(String, String)> = Vec::new();
    for line in block.lines().filter(|line| !line.is_empty()) {
        if let Some(input) = line.strip_prefix("> ") {
            inputs.push((input.to_owned(), String::new()));
        } else if let Some((input, printed)) = inputs.last_mut() {
            match line.strip_prefix(". ") {
                Some(more) => input.extend(["\n", more]),
                None => printed.extend([line, "\n"]),
            }
        }
    }
    inputs
}

/// What the prompt prints for an input.
fn shown(session: &mut Session, input: &str) -> String {
    if let Some(expression) = input.strip_prefix(":info ") {
        let card = session.info(expression).unwrap();
        let shown = output::render(&card.document, output::Style::default());
        return shown.replace("\n\n", "\n");
    }
    let name = format!("input {}", session.next_input());
    let reply = session.eval(&name, input);
    let mut shown = String::new();
    for answer in reply.answers.iter().filter(|answer| !answer.silent) {
        shown.extend([&answer.text, "\n"]);
        let picture = matches!(answer.value, Value::Picture(_)).then_some(&answer.value);
        if let Some(drawing) = picture.and_then(|picture| session.drawing(picture)) {
            shown.extend([&drawing, "\n"]);
        }
    }
    for diagnostic in &reply.diagnostics {
        shown.push_str(&render(diagnostic, session.sources(), Style::default()));
    }
    shown
}

#[test]
fn sessions_in_pages_are_real() {
    let mut wrong = Vec::new();
    for path in pages() {
        for block in blocks(&read(&path), "console") {
            let mut session = session(Path::new("docs"));
            for (input, expected) in inputs(&block) {
                let got = shown(&mut session, &input);
                if got != expected {
                    wrong.push(format!("{}: `{input}` prints\n{got}", path.display()));
                }
            }
        }
    }
    expect_none(&wrong);
}

#[test]
fn blocks_of_the_grammar_parse() {
    let mut wrong = Vec::new();
    for block in blocks(&read("grammar/README.md"), "game") {
        let id = SourceMap::default().add("grammar/README.md", block.clone());
        if let Err(diagnostic) = syntax::parse_file(id, &block, &Unlimited) {
            wrong.push(format!("{diagnostic:?}"));
        }
    }
    expect_none(&wrong);
}

/// What an input prints, or the message of its error.
fn printed(session: &mut Session, input: &str) -> String {
    let reply = session.eval("example", input);
    match reply.diagnostics.first() {
        Some(diagnostic) => format!("error: {}", diagnostic.message),
        None => reply.answers.last().map_or(String::new(), |answer| answer.text.clone()),
    }
}

/// Where examples do not print what they are said to.
fn wrong_examples(session: &mut Session, name: &str, examples: &[(String, String)]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (input, expected) in examples {
        let got = printed(session, input);
        if got != *expected {
            wrong.push(format!("{name}: `{input}` gives `{got}`, expected `{expected}`"));
        }
    }
    wrong
}

#[test]
fn every_builtin_has_examples_that_run() {
    let mut wrong = Vec::new();
    for row in TOPICS.iter().flat_map(|topic| topic.rows) {
        if row.examples.is_empty() {
            wrong.push(format!("{} has no example", row.name));
        }
        let owned = |(input, output): &(&str, &str)| ((*input).to_owned(), (*output).to_owned());
        let examples: Vec<_> = row.examples.iter().map(owned).collect();
        wrong.extend(wrong_examples(&mut session(Path::new("docs")), row.name, &examples));
    }
    expect_none(&wrong);
}

#[test]
fn the_table_of_the_library_names_every_ruleset() {
    let page = read("docs/book/src/reference/rulesets.md");
    let (_, table) = page.split_once("## The library").unwrap();
    let mut missing = Vec::new();
    for file in files("stdlib", "game") {
        for line in read(&file).lines() {
            let Some(rest) = line.strip_prefix("game ") else { continue };
            let name = rest.split('(').next().unwrap();
            if !table.contains(&format!("`{name}`")) && !table.contains(&format!("`{name}(")) {
                missing.push(name.to_owned());
            }
        }
    }
    expect_none(&missing);
}

#[test]
fn every_part_of_the_library_has_examples_that_run() {
    let mut session = session(Path::new("docs"));
    let library = |topic: &str| topic.starts_with("Library");
    let mut wrong = Vec::new();
    for entry in session.entries().into_iter().filter(|entry| library(&entry.topic)) {
        let page = session.page(&entry.name).unwrap();
        if page.examples.is_empty() {
            wrong.push(format!("{} has no example", entry.name));
        }
        if entry.kind == EntryKind::Ruleset && page.source.is_none() {
            wrong.push(format!("{} names no source", entry.name));
        }
        wrong.extend(wrong_examples(&mut session, &entry.name, &page.examples));
    }
    expect_none(&wrong);
}

/// The pages of the book that list every name: file, title, and topics. The last has all topics of the library.
const NAMES: &[(&str, &str, &[&str])] = &[
    (
        "values",
        "Values and temperature",
        &[
            "Values of games",
            "Names of games",
            "Temperature",
            "Thermographs",
            "Structure",
            "Shapes and varieties",
        ],
    ),
    (
        "compounds",
        "Compounds and loopy games",
        &["Compounds", "Compounds of many games", "Loopy games", "Loopy nimbers"],
    ),
    (
        "play",
        "Moves, play and misère play",
        &[
            "Positions and moves",
            "Playing",
            "Games about points",
            "Explanations",
            "Misère play",
            "Links and parts in misère play",
            "Misère play within a universe",
            "Misère quotients",
        ],
    ),
    (
        "rulesets",
        "Rulesets, boards and graphs",
        &[
            "Rulesets",
            "Coins",
            "Heaps",
            "Boards",
            "Patterns",
            "Goals",
            "Graphs",
            "Green Hackenbush",
            "Families of graphs",
        ],
    ),
    (
        "language",
        "Numbers, collections and pictures",
        &[
            "Numbers",
            "Integers and nimbers",
            "Primes and divisors",
            "Surreal numbers and ordinals",
            "Collections",
            "Sequences",
            "Enumerations",
            "Exploring",
            "Pictures",
            "Tables",
            "Constants",
        ],
    ),
    ("library", "The library", &[]),
];

/// Short names of the books that many rows and rulesets name as their source; the page of every name explains them.
const BOOKS: &[(&str, &str)] = &[
    ("Conway, On Numbers and Games, ", "ONAG "),
    ("On Numbers and Games, ", "ONAG "),
    ("Winning Ways, ", "WW "),
    ("Siegel, Combinatorial Game Theory, ", "CGT "),
    ("ch. ", ""),
];

/// Functions that only rules of the library use: the book names them, and `?NAME` describes them.
const HELPERS: &[&str] = &[
    "breathes",
    "chain_put",
    "chain_without",
    "coin_rulesets",
    "first_heaps",
    "found_first",
    "freed",
    "has_liberties",
    "head_value",
    "heap_rulesets",
    "lowered",
    "on_diagonals",
    "one_less",
    "positions_worth",
    "rulesets_with",
    "shifted",
    "small_boards",
    "text_times",
    "tinted",
    "turned",
];

/// What the book says of a name, with its first example; `?NAME` shows all.
fn described(about: &Page) -> String {
    let mut text = format!("\n### `{}`\n\n{}\n", about.signature, about.summary);
    if !about.details.is_empty() {
        text.push_str(&format!("\n{}\n", about.details));
    }
    let answered = |(_, output): &&(String, String)| !output.is_empty();
    if let Some(last) = about.examples.iter().find(answered) {
        let shown = about.examples.iter().position(|example| example == last).unwrap();
        text.push('\n');
        for (input, output) in &about.examples[..=shown] {
            let output = output.replace('\n', "\n  ");
            let lines =
                if output.is_empty() { input.clone() } else { format!("{input}\n  {output}") };
            text.push_str(&format!("    {}\n", lines.replace('\n', "\n    ")));
        }
    }
    if let Some(source) = &about.source {
        let short = |source: String, (book, short): &(&str, &str)| source.replace(book, short);
        text.push_str(&format!("\n*{}*\n", BOOKS.iter().fold(source.clone(), short)));
    }
    text
}

/// The pages of the book that list every name, made from the table of builtins and the library, with their paths.
fn reference(session: &Session) -> Vec<(String, String)> {
    let folder = "docs/book/src/reference";
    let mut index = "# Every name\n\n`upstar doc NAME` and `?NAME` show the same text, with more examples and related names. \
        Sources are in italics: WW is *Winning Ways*, ONAG Conway's *On Numbers and Games*, CGT Siegel's \
        *Combinatorial Game Theory*, each with its chapter.\n\n"
        .to_owned();
    let mut pages = Vec::new();
    let entries = session.entries();
    for (file, title, topics) in NAMES {
        let mut page = format!("# {title}\n");
        let mut topic = String::new();
        let is_helper = |name: &str| HELPERS.contains(&name);
        for entry in entries.iter().filter(|entry| !is_helper(&entry.name)) {
            let in_library = entry.topic.starts_with("Library");
            if topics.contains(&&*entry.topic) || (topics.is_empty() && in_library) {
                if entry.topic != topic {
                    let heading = entry.topic.trim_start_matches("Library: ");
                    page.push_str(&format!("\n## {heading}\n"));
                    topic.clone_from(&entry.topic);
                }
                page.push_str(&described(&session.page(&entry.name).unwrap()));
            }
        }
        if topics.is_empty() {
            let helpers: Vec<String> = HELPERS.iter().map(|name| format!("`{name}`")).collect();
            page.push_str(&format!("\n## Used by rules\n\n{}.\n", helpers.join(", ")));
        }
        let list =
            if topics.is_empty() { String::new() } else { format!(": {}", topics.join(", ")) };
        index.push_str(&format!("- [{title}](names/{file}.md){list}\n"));
        pages.push((format!("{folder}/names/{file}.md"), page));
    }
    let listed = |topic: &String| {
        topic.starts_with("Library") || NAMES.iter().any(|(.., topics)| topics.contains(&&**topic))
    };
    let missing: Vec<_> = entries.iter().map(|entry| &entry.topic).filter(|t| !listed(t)).collect();
    assert!(missing.is_empty(), "no page lists {missing:?}: see NAMES");
    pages.push((format!("{folder}/names.md"), index));
    pages
}

#[test]
fn the_reference_in_the_book_is_up_to_date() {
    for (path, page) in reference(&session(Path::new("docs"))) {
        rewrite_if_asked("UPDATE_REFERENCE", &path, &page);
        let hint = "run `UPDATE_REFERENCE=1 cargo test --test main reference`";
        assert!(read(&path) == page, "{path} is not what the builtins say: {hint}");
    }
}

/// The page of the terms of the field.
fn glossary() -> String {
    let mut page = "# Glossary\n\nTerms of the field, as `?term` and `:glossary term` show them at the prompt.\n".to_owned();
    for row in TERMS {
        page += &format!("\n## {}\n\n", row.term);
        if !row.others.is_empty() {
            page += &format!("*Also {}.*\n\n", row.others.join(", "));
        }
        page += &format!("{}\n", row.meaning);
        let (input, output) = row.example;
        if !input.is_empty() {
            page += &format!("\n```game\n{input}  //= {output}\n```\n");
        }
    }
    page
}

#[test]
fn the_glossary_in_the_book_is_up_to_date() {
    let path = "docs/book/src/reference/glossary.md";
    let page = glossary();
    rewrite_if_asked("UPDATE_REFERENCE", path, &page);
    assert!(
        read(path) == page,
        "{path}: run `UPDATE_REFERENCE=1 cargo test --test main the_glossary`"
    );
}

#[test]
fn pages_refer_to_names_that_exist() {
    let session = session(Path::new("docs"));
    let mut wrong = Vec::new();
    for entry in session.entries() {
        for name in session.page(&entry.name).unwrap().see_also {
            if session.page(&name).is_none() {
                wrong.push(format!("{}: see also `{name}`, which does not exist", entry.name));
            }
        }
    }
    expect_none(&wrong);
}

#[test]
fn every_error_page_is_written_and_in_the_book() {
    let summary = read("docs/book/src/SUMMARY.md");
    let mut wrong = Vec::new();
    for page in files("docs/book/src/errors", "md") {
        let code = page.file_stem().unwrap().to_string_lossy().into_owned();
        let text = read(&page);
        if !text.starts_with(&format!("# {code}: ")) {
            wrong.push(format!("{}: does not begin with `# {code}: `", page.display()));
        }
        if text.lines().count() < 4 {
            wrong.push(format!("{}: says nothing", page.display()));
        }
        if !summary.contains(&format!("errors/{code}.md")) {
            wrong.push(format!("{}: is not in SUMMARY.md", page.display()));
        }
    }
    expect_none(&wrong);
}

#[test]
fn a_misspelt_name_of_the_library_is_recognised() {
    let mut session = session(Path::new("docs"));
    let reply = session.eval("input 1", "Domineerng(2, 2)");
    assert_eq!(reply.diagnostics[0].helps, ["did you mean `Domineering`?"]);
}
