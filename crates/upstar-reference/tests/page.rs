//! The page of the book that leads from each construct to its definition.

#![expect(clippy::disallowed_methods, reason = "tests read files and tell what they counted")]

use std::fs;
use std::path::Path;

/// Each of the names in a line is found by `fn name` in the one file of that line.
#[test]
fn every_definition_that_the_book_names_is_one_function_of_its_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/book/src/meaning.md")).unwrap();
    let mut count = 0;
    for line in page.lines() {
        let Some((_, rest)) = line.split_once("](../../../crates/upstar-reference/src/") else {
            continue;
        };
        let (file, names) = rest.split_once("), `").unwrap();
        let text = fs::read_to_string(root.join("crates/upstar-reference/src").join(file)).unwrap();
        for name in names.split('`').step_by(2).filter(|name| !name.trim().starts_with('|')) {
            let function = name.rsplit("::").next().unwrap();
            let heads = ["(", "<"].map(|after| format!("fn {function}{after}"));
            let found: usize = heads.iter().map(|head| text.matches(head).count()).sum();
            assert_eq!(found, 1, "definitions of `{name}` in {file}");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} definitions are named");
}
