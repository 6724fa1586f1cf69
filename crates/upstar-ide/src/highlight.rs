//! Highlighting: roles of ranges of a program text.
//!
//! Knows: the tokens of the language. Must not know: colours.

use std::ops::Range;

use crate::output::Role;
use crate::syntax::{Token, TokenKind, tokens};

/// Ranges of `text` with a role, in order. The text need not parse.
pub fn highlight(text: &str) -> Vec<(Range<usize>, Role)> {
    let mut tokens = tokens(text);
    // `where` is a word of the language only before a brace.
    let mut brace_follows = false;
    for token in tokens.iter_mut().rev().filter(|token| token.is_significant()) {
        let shown = &text[token.range.clone()];
        if brace_follows && shown == "where" {
            token.kind = TokenKind::Keyword;
        }
        brace_follows = shown == "{";
    }
    tokens.into_iter().filter_map(|token| Some((token.range, role(token.kind)?))).collect()
}

fn role(kind: TokenKind) -> Option<Role> {
    match kind {
        TokenKind::Number => Some(Role::Number),
        TokenKind::Game => Some(Role::Game),
        TokenKind::Text => Some(Role::Text),
        TokenKind::Name => Some(Role::Name),
        TokenKind::Keyword => Some(Role::Keyword),
        TokenKind::Comment => Some(Role::Faint),
        TokenKind::Unknown => Some(Role::Bad),
        TokenKind::Operator | TokenKind::Bracket | TokenKind::Blank => None,
    }
}

/// The bracket at the cursor (or just before it) and its partner, in the order of the text.
pub fn bracket_pair(text: &str, cursor: usize) -> Option<(Range<usize>, Range<usize>)> {
    let brackets: Vec<Token> =
        tokens(text).into_iter().filter(|token| token.kind == TokenKind::Bracket).collect();
    let at = |place: usize| brackets.iter().position(|token| token.range.start == place);
    let before = brackets.iter().position(|token| token.range.end == cursor);
    let index = at(cursor).or(before)?;
    let other = partner(text, &brackets, index)?;
    let (first, second) = (index.min(other), index.max(other));
    Some((brackets[first].range.clone(), brackets[second].range.clone()))
}

fn partner(text: &str, brackets: &[Token], index: usize) -> Option<usize> {
    let sign = |index: usize| &text[brackets[index].range.clone()];
    let (open, close) =
        PAIRS.iter().find(|(open, close)| [*open, *close].contains(&sign(index)))?;
    let forward = sign(index) == *open;
    let places: Vec<usize> =
        if forward { (index..brackets.len()).collect() } else { (0..=index).rev().collect() };
    let mut depth = 0_usize;
    for place in places {
        if sign(place) == *open || sign(place) == *close {
            let inward = (sign(place) == *open) == forward;
            depth = if inward { depth + 1 } else { depth.saturating_sub(1) };
            if depth == 0 {
                return Some(place);
            }
        }
    }
    None
}

const PAIRS: &[(&str, &str)] = &[("(", ")"), ("[", "]"), ("{", "}")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_games_have_roles() {
        let text = "if x then 3 // ↑";
        let shown: Vec<(&str, Role)> =
            highlight(text).into_iter().map(|(range, role)| (&text[range], role)).collect();
        assert!(shown.contains(&("if", Role::Keyword)));
        assert!(shown.contains(&("3", Role::Number)));
        assert!(shown.contains(&("// ↑", Role::Faint)));
    }

    #[test]
    fn where_is_a_keyword_before_a_brace() {
        let roles = |text: &str| -> Vec<Role> {
            let at = text.find("where").unwrap();
            let pieces = highlight(text).into_iter();
            pieces.filter(|(range, _)| range.start == at).map(|(_, role)| role).collect()
        };
        assert_eq!(roles("a where { a: <0|pass> }"), [Role::Keyword]);
        assert_eq!(roles("a where\n{ a: <0|pass> }"), [Role::Keyword]);
        assert_eq!(roles("where := 3"), [Role::Name]);
    }

    #[test]
    fn brackets_pair_across_others() {
        let text = "f((1), [2])";
        assert_eq!(bracket_pair(text, 1), Some((1..2, 10..11)));
        assert_eq!(bracket_pair(text, 11), Some((1..2, 10..11)));
        assert_eq!(bracket_pair("f(1", 1), None);
    }
}
