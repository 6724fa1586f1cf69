//! The programs of the project and the blocks of its pages are formatted.

use std::fs;
use std::path::{Path, PathBuf};

use upstar::source::SourceMap;
use upstar::syntax;

use crate::support::{expect_none, files, read, root};
use upstar::diagnostic::Unlimited;

/// A program formatted, if it parses.
fn formatted(text: &str) -> Option<String> {
    syntax::format(SourceMap::default().add("layout", text), text, &Unlimited).ok()
}

/// A page with the blocks formatted that are programs.
fn laid_out(page: &str) -> String {
    let mut all = String::new();
    let mut block: Option<(usize, String)> = None;
    for line in page.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        match &mut block {
            Some((margin, text)) if line.trim() == "```" => {
                let done = formatted(text).unwrap_or_else(|| text.clone());
                for line in done.split_inclusive('\n') {
                    let margin = if line.trim().is_empty() { 0 } else { *margin };
                    all.push_str(&" ".repeat(margin));
                    all.push_str(line);
                }
                block = None;
                all.push_str(line);
            }
            Some((margin, text)) => {
                text.push_str(line.get((*margin).min(indent)..).unwrap_or(line))
            }
            None => {
                all.push_str(line);
                block = (line.trim() == "```game").then(|| (indent, String::new()));
            }
        }
    }
    all.push_str(&block.map_or(String::new(), |(_, text)| text));
    all
}

fn programs() -> Vec<PathBuf> {
    let folders = ["stdlib", "examples", "tests", "benches"];
    folders.into_iter().flat_map(|folder| files(folder, "game")).collect()
}

/// The pages with programs; not the grammar's, which shows every way to write.
fn pages() -> Vec<PathBuf> {
    let mut pages = files("docs/book/src", "md");
    pages.extend(["README.md", "CONTRIBUTING.md"].map(PathBuf::from));
    pages
}

fn update(path: &Path, text: &str) -> bool {
    let asked = std::env::var_os("UPDATE_LAYOUT").is_some();
    if asked {
        fs::write(root().join(path), text).unwrap();
    }
    asked
}

#[test]
fn programs_and_blocks_of_pages_are_formatted() {
    let mut wrong = Vec::new();
    for path in programs() {
        let text = read(&path);
        let done = formatted(&text).unwrap_or_else(|| text.clone());
        if done != text && !update(&path, &done) {
            wrong.push(format!("{}: run `cargo run -- fmt` on it", path.display()));
        }
    }
    for path in pages() {
        let text = read(&path);
        let done = laid_out(&text);
        if done != text && !update(&path, &done) {
            let hint = "run `UPDATE_LAYOUT=1 cargo test --test main layout`";
            wrong.push(format!("{}: a block is not formatted: {hint}", path.display()));
        }
    }
    expect_none(&wrong);
}
