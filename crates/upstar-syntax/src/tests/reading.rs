//! The written parser against pest: both find the same nodes, and stop at the same texts.

#![expect(clippy::disallowed_methods, reason = "these tests read the programs of the repository")]

use std::fs;
use std::path::Path;

use super::printing::PIECES;
use super::*;
use crate::grammar::{CALLS, Rule, by_pest, with_stack};
use crate::reader::Reader;

/// Whether both parsers say the same of a text by each entry rule.
fn agree(text: &str) {
    with_stack(usize::MAX, || {
        for rule in [Rule::first, Rule::next, Rule::tokens] {
            let pest = by_pest(rule, text, CALLS).ok().map(|tree| tree.entries().to_vec());
            let found = Reader::read(rule, text, CALLS);
            assert_eq!(found, pest, "{rule:?} of {text:?}");
        }
    });
}

/// Whether they say the same of a file, from each place where a statement begins.
fn agree_on_statements(mut text: &str) {
    while let (false, Some(entries)) = (text.is_empty(), Reader::read(Rule::next, text, CALLS)) {
        agree(text);
        text = &text[entries[0].behind..];
    }
    agree(text);
}

/// The programs below a folder of the repository.
fn programs(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "game") {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn programs_have_the_nodes_of_pest() {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    ["stdlib", "examples"].iter().for_each(|folder| programs(&root.join(folder), &mut found));
    assert!(found.len() > 10, "{}", found.len());
    for text in &found {
        // A part of each, which may end within a statement.
        let end = text.char_indices().map(|(at, _)| at).nth(2000).unwrap_or(text.len());
        agree_on_statements(&text[..end]);
    }
}

#[test]
fn lines_with_a_part_left_out_have_the_nodes_of_pest() {
    let lines = [
        "f(x, y) := if x then {{0|*2}|v<2>*, -1/2^} else [a.b(3) for a in 1..2 if not a, (), (1,)]",
        "game G(b: grid of \".xo\", n = 1) { move \"x.\" -> \".x\" any direction then \"x\" -> \".\"; n - 1 for n in 1..3 }",
        "check 1 + 2 == ? // so\nexercise \"a\" (2 points) { ask value X \"b\" := <0||*|{x: 1}> { accept 1, 2 (1/2 points) \"c\" } }",
        "x -> a where { a: <b|0>, b: <0, *[1]|a> } /* ( */ + ±<1, 2>.left + over*2 ** -3 : 4; [1, 2][0]",
    ];
    for line in lines {
        let signs: Vec<char> = line.chars().collect();
        for (from, length) in
            (0..signs.len()).flat_map(|from| [1, 3, 8].map(|length| (from, length)))
        {
            let to = (from + length).min(signs.len());
            agree(&signs[..from].iter().chain(&signs[to..]).collect::<String>());
        }
    }
}

proptest! {
    #![proptest_config(properties(500))]

    #[test]
    fn printed_programs_have_the_nodes_of_pest(program in arbitrary::program()) {
        agree_on_statements(&print::program(&program));
    }

    #[test]
    fn random_pieces_have_the_nodes_of_pest(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12)) {
        agree(&pieces.concat());
    }

    #[test]
    fn random_texts_have_the_nodes_of_pest(text in "\\PC{0,20}") {
        agree(&text);
    }
}
