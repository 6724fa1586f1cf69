//! The page on speed has a row for each program in `benches`, with what the program says of itself.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::support::{expect_none, files, read};

/// Tables of a page: rows of cells, of which the first row is the head. Code and bold text keep their marks.
fn tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
    let mut cell: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(_)) => tables.push(Vec::new()),
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                tables.last_mut().unwrap().push(Vec::new());
            }
            Event::Start(Tag::TableCell) => cell = Some(String::new()),
            Event::End(TagEnd::TableCell) => {
                let row = tables.last_mut().and_then(|table| table.last_mut());
                row.unwrap().extend(cell.take());
            }
            event => {
                let Some(cell) = &mut cell else { continue };
                match event {
                    Event::Text(text) => cell.push_str(&text),
                    Event::Code(code) => cell.extend(["`", &code, "`"]),
                    Event::Start(Tag::Strong) | Event::End(TagEnd::Strong) => cell.push_str("**"),
                    other => panic!("{other:?} in a table"),
                }
            }
        }
    }
    tables
}

/// Rows of the tables of the page that have this head.
fn rows<const N: usize>(head: [&str; N]) -> Vec<[String; N]> {
    let tables = tables(&read("docs/book/src/speed.md"));
    let wanted = tables.into_iter().filter(|table| table[0] == head);
    wanted.flat_map(|table| table.into_iter().skip(1)).map(|row| row.try_into().unwrap()).collect()
}

/// The first comments of each program below a folder of `benches`.
fn programs<const N: usize>(folder: &str) -> Vec<[String; N]> {
    let comments = |text: String| -> Vec<String> {
        let lines = text.lines().take(N).map(|line| line.strip_prefix("// ").unwrap().to_owned());
        lines.collect()
    };
    let paths = files(&format!("benches/{folder}"), "game");
    paths.into_iter().map(|path| comments(read(path)).try_into().unwrap()).collect()
}

/// What one list has and the other has not.
fn differences<const N: usize>(on_page: &[[String; N]], in_files: &[[String; N]]) -> Vec<String> {
    let extra = on_page.iter().filter(|row| !in_files.contains(row));
    let extra = extra.map(|row| format!("speed.md has, and no program: {row:?}"));
    let missing = in_files.iter().filter(|row| !on_page.contains(row));
    extra.chain(missing.map(|row| format!("speed.md has not: {row:?}"))).collect()
}

#[test]
fn each_workload_has_a_row_with_what_others_take() {
    let head = ["workload", "time", "others", "memory"];
    let shown = |[title, _, others, _]: [String; 4]| [title, others];
    let on_page: Vec<[String; 2]> = rows(head).into_iter().map(shown).collect();
    let described = |[title, limit]: [String; 2]| {
        let others = limit.split_once("; others ").map(|(_, others)| others);
        [title, others.unwrap_or_default().to_owned()]
    };
    let in_files: Vec<[String; 2]> = programs("workloads").into_iter().map(described).collect();
    expect_none(&differences(&on_page, &in_files));
    assert_eq!(on_page.len(), in_files.len(), "a row is there twice");
    assert!(on_page.len() > 50, "only {} rows were found", on_page.len());
}

#[test]
fn each_series_of_growth_has_a_row() {
    let described = |[title, times, _, _, bound]: [String; 5]| {
        let sizes: Vec<&str> =
            times.split(", ").map(|time| time.split(':').next().unwrap()).collect();
        [title, format!("sizes {}", sizes.join(" ")), bound]
    };
    let head = ["question", "seconds by size", "slope", "memory", "what it is spent on"];
    let on_page: Vec<[String; 3]> = rows(head).into_iter().map(described).collect();
    let in_files = programs("growth");
    expect_none(&differences(&on_page, &in_files));
    assert!(on_page.len() > 3, "only {} rows were found", on_page.len());
}

#[test]
fn each_record_has_a_row() {
    let on_page: Vec<[String; 3]> = rows(["record", "known", "reached"]);
    let in_files = programs("records");
    expect_none(&differences(&on_page, &in_files));
    assert!(on_page.len() > 5, "only {} rows were found", on_page.len());
}
