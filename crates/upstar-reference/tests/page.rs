//! The page of the book that leads from each construct to its definition.

#![expect(clippy::disallowed_methods, reason = "tests read files and tell what they counted")]

use std::fs;
use std::path::Path;

#[test]
fn every_definition_that_the_book_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/book/src/meaning.md")).unwrap();
    let mut count = 0;
    for line in page.lines() {
        let Some((_, rest)) = line.split_once("](../../../crates/upstar-reference/src/") else {
            continue;
        };
        let (file, rest) = rest.split_once("), `").unwrap();
        let name = rest.split('`').next().unwrap().rsplit("::").next().unwrap();
        let text = fs::read_to_string(root.join("crates/upstar-reference/src").join(file)).unwrap();
        assert!(text.contains(&format!("fn {name}")), "{file} does not define `{name}`");
        count += 1;
    }
    assert!(count > 40, "only {count} definitions are named");
}
