//! Index of the standard library: which file defines which names.
//!
//! The files are part of the program and are read only when a name in them is mentioned.
//!
//! The index is made from the lines that begin with `game` or `fn`, so starting costs nothing. What a file defines
//! goes under names of its own, which a program can hide but not change. So a ruleset of the library means the same
//! whatever the program calls `min`.

use std::sync::LazyLock;

use indexmap::IndexMap;

/// Files of the library, with their texts.
pub(super) const FILES: &[(&str, &str)] = &[
    ("heaps.game", include_str!("../../stdlib/heaps.game")),
    ("strips.game", include_str!("../../stdlib/strips.game")),
    ("graphs.game", include_str!("../../stdlib/graphs.game")),
    ("coins.game", include_str!("../../stdlib/coins.game")),
    ("grids.game", include_str!("../../stdlib/grids.game")),
    ("goals.game", include_str!("../../stdlib/goals.game")),
    ("points.game", include_str!("../../stdlib/points.game")),
    ("clobber.game", include_str!("../../stdlib/clobber.game")),
    ("lookup.game", include_str!("../../stdlib/lookup.game")),
    ("variants.game", include_str!("../../stdlib/variants.game")),
];

/// A name of the library, as found without parsing its file.
#[derive(Debug)]
pub(super) struct LibraryName {
    /// Its place in [`FILES`].
    pub(super) file: usize,
    /// `Subtraction(S)(n: heap)`
    pub(super) signature: String,
    /// Its `///` lines.
    pub(super) doc: String,
    /// Whether it is a ruleset.
    pub(super) is_ruleset: bool,
}

static INDEX: LazyLock<IndexMap<&'static str, LibraryName>> = LazyLock::new(|| {
    let mut index = IndexMap::new();
    for (file, (_, text)) in FILES.iter().enumerate() {
        scan(file, text, &mut index);
    }
    index
});

/// The names of the library, in order.
pub(super) fn index() -> &'static IndexMap<&'static str, LibraryName> {
    &INDEX
}

/// The names of the library.
pub fn names() -> Vec<&'static str> {
    index().keys().copied().collect()
}

/// The names of the library that are suggested in the place of unknown ones: rulesets, and functions whose page names
/// others to see also. The rest are parts of rulesets.
pub(super) fn suggested() -> Vec<&'static str> {
    let is_for_all = |item: &LibraryName| item.is_ruleset || item.doc.contains("See also:");
    index().iter().filter(|(_, item)| is_for_all(item)).map(|(name, _)| *name).collect()
}

/// The name and the text of the file that defines a name.
pub fn file_of_name(name: &str) -> Option<(&'static str, &'static str)> {
    file_of(name).map(|file| FILES[file])
}

/// The file that defines a name.
pub(super) fn file_of(name: &str) -> Option<usize> {
    INDEX.get(name).map(|item| item.file)
}

fn scan(file: usize, text: &'static str, index: &mut IndexMap<&'static str, LibraryName>) {
    let mut doc: Vec<&str> = Vec::new();
    for line in text.lines() {
        if let Some(words) = line.strip_prefix("///") {
            doc.push(words.strip_prefix(' ').unwrap_or(words));
            continue;
        }
        let declaration = [("game ", true), ("fn ", false)]
            .iter()
            .find_map(|(word, is_ruleset)| Some((line.strip_prefix(word)?, *is_ruleset)));
        if let Some((rest, is_ruleset)) = declaration {
            let signature = rest.split(" {").next().unwrap_or(rest).to_owned();
            let name = rest.split('(').next().unwrap_or(rest).trim();
            index.insert(name, LibraryName { file, signature, doc: doc.join("\n"), is_ruleset });
        }
        doc.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_definitions_are_found() {
        for (file, text) in FILES {
            for line in text.lines().filter(|line| !line.starts_with(['/', ' ', '}'])) {
                let is_found = line.starts_with("game ") || line.starts_with("fn ");
                assert!(is_found || line.is_empty(), "{file}: {line}");
            }
        }
    }
}
