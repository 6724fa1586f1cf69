//! Whether two trees are the same but for where they stand.
//!
//! Knows: how spans are written by `Debug`.
//! Must not know: anything else about the tree.

use std::fmt::Debug;

/// Whether `left` and `right` are the same tree, spans apart.
pub fn same<T: Debug>(left: &T, right: &T) -> bool {
    shape(left) == shape(right)
}

/// The tree as text, spans left out. For tests and for messages of tests.
pub fn shape<T: Debug>(tree: &T) -> String {
    const SPAN: &str = "Span { source: ";
    let text = super::grammar::with_stack(usize::MAX, || format!("{tree:?}"));
    let mut pieces = text.split(SPAN);
    let mut shape = pieces.next().expect("something stands before the first span").to_owned();
    for piece in pieces {
        shape.push_str(piece.split_once('}').map_or(piece, |(_, rest)| rest));
    }
    shape
}
