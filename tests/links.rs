//! Links: every file and every heading that a page refers to is there, and every page of the book
//! can be reached.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::support::{expect_none, files, read, root};

/// What a page refers to and what can be referred to in it.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    images: Vec<String>,
    anchors: BTreeSet<String>,
}

fn page(text: &str) -> Page {
    let mut page = Page::default();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => page.links.push(dest_url.to_string()),
            Event::Start(Tag::Image { dest_url, .. }) => page.images.push(dest_url.to_string()),
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let name = anchor(&heading.take().unwrap_or_default());
                // Of headings that are alike, all but the first have a number.
                let again = (1..).map(|n| format!("{name}-{n}"));
                let free = std::iter::once(name.clone()).chain(again);
                let free = free.into_iter().find(|name| !page.anchors.contains(name));
                page.anchors.extend(free);
            }
            _ => {}
        }
    }
    page
}

/// What mdBook and GitHub make of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || "_- ".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// All texts that are read as pages.
fn pages() -> Vec<PathBuf> {
    let mut pages = files("docs/book/src", "md");
    let beside = ["README", "CONTRIBUTING", "ARCHITECTURE", "CHANGELOG", "grammar/README"];
    pages.extend(beside.map(|name| PathBuf::from(format!("{name}.md"))));
    pages.push(PathBuf::from("crates/upstar-core/DESIGN.md"));
    pages.extend(files("examples", "md"));
    pages
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Where a link of a page leads: a file, and a heading in it. Nothing for other sites.
fn target(from: &Path, link: &str) -> Option<(PathBuf, Option<String>)> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, heading) = match link.split_once('#') {
        Some((path, heading)) => (path, Some(heading.to_owned())),
        None => (link, None),
    };
    let path = match path {
        "" => from.to_owned(),
        path => plain(&from.parent().unwrap_or(Path::new("")).join(path)),
    };
    Some((path, heading))
}

fn wrong_link(from: &Path, link: &str) -> Option<String> {
    let (path, heading) = target(from, link)?;
    let name = from.display();
    if !root().join(&path).exists() {
        return Some(format!("{name}: {link} leads nowhere"));
    }
    let heading = heading?;
    let there = page(&read(&path)).anchors.contains(&heading);
    (!there).then(|| format!("{name}: {link}: no such heading in {}", path.display()))
}

fn relative(path: &Path) -> PathBuf {
    path.strip_prefix(root()).unwrap_or(path).to_owned()
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in pages() {
        let path = relative(&path);
        let page = page(&read(&path));
        count += page.links.len() + page.images.len();
        let links = page.links.iter().chain(&page.images);
        wrong.extend(links.filter_map(|link| wrong_link(&path, link)));
    }
    expect_none(&wrong);
    assert!(count > 100, "only {count} links were found");
}

#[test]
fn every_page_of_the_book_is_once_in_its_summary() {
    let book = Path::new("docs/book/src");
    let summary = book.join("SUMMARY.md");
    let listed = page(&read(&summary)).links;
    let mut wrong = Vec::new();
    for path in files("docs/book/src", "md") {
        let path = relative(&path);
        let times = listed.iter().filter(|link| book.join(link) == path).count();
        if times != 1 && path != summary {
            wrong.push(format!("{} is {times} times in SUMMARY.md", path.display()));
        }
    }
    expect_none(&wrong);
}

/// That `reference/pictures` has what the blocks write, `pictures.rs` tests.
#[test]
fn pictures_of_the_book_are_those_that_blocks_write() {
    let mut wrong = Vec::new();
    for path in files("docs/book/src", "md") {
        let path = relative(&path);
        let writers = ["reference/pictures.md", "reference/gallery.md"];
        for image in page(&read(&path)).images {
            if !writers.iter().any(|writer| path.ends_with(writer)) {
                let known = target(&path, &image)
                    .is_some_and(|(file, _)| file.starts_with("docs/book/src/reference/pictures"));
                if !known {
                    wrong.push(format!("{}: {image} is made by no block", path.display()));
                }
            }
        }
    }
    expect_none(&wrong);
}

#[test]
fn a_broken_link_is_found() {
    let from = Path::new("docs/book/src/SUMMARY.md");
    assert_eq!(anchor("How `upstar` works, in short"), "how-upstar-works-in-short");
    assert!(wrong_link(from, "nowhere.md").is_some());
    assert!(wrong_link(from, "reference/pictures.md#no-such-heading").is_some());
    assert_eq!(wrong_link(from, "reference/pictures.md#tables"), None);
    assert_eq!(wrong_link(from, "https://example.org/x"), None);
    assert!(page("## A\n\n## A\n").anchors.contains("a-1"));
}
