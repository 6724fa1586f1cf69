//! Trees as text, without their places.
//!
//! Knows: how trees are written for debugging. Must not know: what they mean.

use std::fmt::Debug;

/// Reports whether two trees are the same, spans apart.
pub fn same<T: Debug>(left: &T, right: &T) -> bool {
    shape(left) == shape(right)
}

/// Returns the tree as text, without spans.
pub fn shape<T: Debug>(tree: &T) -> String {
    const SPAN: &str = "Span { source: ";
    let text = crate::grammar::with_stack(usize::MAX, || format!("{tree:?}"));
    let (mut shape, mut rest) = (String::new(), text.as_str());
    // Spans that stand in a literal are text.
    while let Some(at) = rest.find(['S', '"', '\'']) {
        let (before, found) = rest.split_at(at);
        shape.push_str(before);
        if let Some(span) = found.strip_prefix(SPAN) {
            rest = span.split_once('}').map_or("", |(_, rest)| rest);
            continue;
        }
        let length = if found.starts_with('S') { 1 } else { literal_length(found) };
        shape.push_str(&found[..length]);
        rest = &found[length..];
    }
    shape + rest
}

/// The bytes of the literal that a text begins with, up to its second mark; one byte where it has none.
fn literal_length(text: &str) -> usize {
    let mark = text.chars().next();
    let mut is_escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        if !is_escaped && Some(sign) == mark {
            return at + 1;
        }
        is_escaped = sign == '\\' && !is_escaped;
    }
    1
}

#[cfg(test)]
mod tests {
    use super::shape;
    use crate::source::SourceMap;

    #[test]
    fn spans_are_left_out_and_literals_kept() {
        let shape_of = |text: &str| {
            let source = SourceMap::default().add("test", text);
            shape(
                &crate::parse_input(source, text, &crate::diagnostic::Unlimited)
                    .expect("it is right"),
            )
        };
        assert_eq!(shape_of("f(x)  +  1"), shape_of("f( x ) + 1"));
        for [one, other] in [
            ["\"Span { source: a}\"", "\"Span { source: b}\""],
            ["\"\\\"\" + \"Span { source: a}\"", "\"\\\"\" + \"Span { source: b}\""],
            ["f(Span)", "f(Spam)"],
        ] {
            assert_ne!(shape_of(one), shape_of(other), "{one}");
        }
    }
}
