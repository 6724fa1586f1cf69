//! Lints: texts that parse, but probably mean something else, such as `7 // 2` and `2^3`.
//!
//! Knows: which comments and which games look like something else.
//! Must not know: whether that is reported, or to whom.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::grammar;
use super::grammar::{CALLS, Rule};
use super::tokens::{Token, TokenKind, tokens};
use crate::diagnostic::TextBudget;

/// Longest text that is searched; longer ones are files of programs.
const LONGEST: usize = 100_000;

/// Ranges of comments that are probably meant as divisors: after an operand and at most one blank, an
/// expression of numbers and of names that the program uses. Searches as far as the budget allows.
pub fn swallowed_divisors(text: &str, budget: &dyn TextBudget) -> Vec<Range<usize>> {
    if text.len() > LONGEST || !text.lines().any(could_divide) {
        return Vec::new();
    }
    let all = tokens(text);
    let names: FxHashSet<&str> = all
        .iter()
        .filter(|token| token.kind == TokenKind::Name)
        .map(|token| &text[token.range.clone()])
        .collect();
    let mut before: Option<&Token> = None;
    let mut found = Vec::new();
    for token in &all {
        if budget.poll().is_err() {
            break;
        }
        let follows = before.is_some_and(|last| {
            last.ends_operand(text)
                && ["", " ", "\t"].contains(&&text[last.range.end..token.range.start])
        });
        let is_comment = token.kind == TokenKind::Comment;
        if is_comment && follows && is_divisor(&text[token.range.clone()], &names) {
            found.push(token.range.clone());
        }
        if token.is_significant() {
            before = Some(token);
        }
    }
    found
}

/// Whether a line may divide by what stands after `//`: a quick look at its first character.
fn could_divide(line: &str) -> bool {
    let Some((before, after)) = line.split_once("//") else { return false };
    let begins = |c: char| c.is_alphanumeric() || matches!(c, '(' | '_');
    !before.trim().is_empty() && after.trim_start().starts_with(begins)
}

/// Whether a comment is an expression of numbers and known names, and not a sentence.
fn is_divisor(comment: &str, names: &FxHashSet<&str>) -> bool {
    let Some(content) = comment.strip_prefix("//") else { return false };
    let parts = tokens(content);
    let begins = |c: char| c.is_alphanumeric() || matches!(c, '(' | '_');
    let known = |token: &Token| {
        token.kind != TokenKind::Name || names.contains(&content[token.range.clone()])
    };
    content.trim_start().starts_with(begins)
        && !content.contains(';')
        && parts.iter().all(known)
        && grammar::with_stack(parts.len(), || {
            let parsed = grammar::run(Rule::next, content, CALLS);
            parsed.is_ok_and(|tree| tree.length() == content.len())
        })
}

/// Names of outcomes that a loop binds, where the program asks for outcomes and compares with this name: the element of the
/// loop is compared there.
pub fn hidden_outcomes(text: &str) -> Vec<Range<usize>> {
    if text.len() > LONGEST || !text.contains("outcome") || !text.contains("for ") {
        return Vec::new();
    }
    let all: Vec<Token> = tokens(text).into_iter().filter(Token::is_significant).collect();
    let word = |at: usize| all.get(at).map_or("", |token| &text[token.range.clone()]);
    let is_outcome = |at: usize| matches!(word(at), "L" | "R" | "N" | "P" | "D");
    let is_compared = |name: &str| {
        (0..all.len()).any(|at| {
            let sign = |at| matches!(word(at), "==" | "!=" | "≠");
            word(at) == name && (sign(at + 1) || at > 0 && sign(at - 1))
        })
    };
    let mut found = Vec::new();
    let mut in_pattern = false;
    for (at, token) in all.iter().enumerate() {
        match word(at) {
            "for" => in_pattern = true,
            "in" | "all" | "}" => in_pattern = false,
            name if in_pattern && is_outcome(at) && is_compared(name) => {
                found.push(token.range.clone());
            }
            _ => {}
        }
    }
    found
}

/// Ranges of a number, `^` and a number without blanks, and without a star after them.
pub fn mistaken_powers(text: &str) -> Vec<Range<usize>> {
    if text.len() > LONGEST || !may_have_power(text) {
        return Vec::new();
    }
    let all = tokens(text).into_iter().filter(|token| token.kind == TokenKind::Game);
    all.map(|token| token.range).filter(|range| is_power(&text[range.clone()])).collect()
}

/// Whether a `^` stands between two digits somewhere: a quick look, for most texts have none.
fn may_have_power(text: &str) -> bool {
    let is_power =
        |bytes: &[u8]| bytes[1] == b'^' && bytes[0].is_ascii_digit() && bytes[2].is_ascii_digit();
    text.as_bytes().windows(3).any(is_power)
}

fn is_power(game: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    game.split_once('^')
        .is_some_and(|(base, exponent)| digits(exponent) && base.split('/').all(digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Unlimited;

    #[test]
    fn divisors_are_told_from_comments() {
        let divided =
            ["7 // 2", "x := 7 // 2", "7//2", "f(n) := n // 2 + 1", "k := 2; (1 + 3) // k"];
        for text in divided {
            assert_eq!(swallowed_divisors(text, &Unlimited).len(), 1, "{text}");
        }
        let commented = [
            "7 // two",
            "7  // 2",
            "// 2",
            "G := 1 // 2 moves",
            "1 + 1 //= 2",
            "1 + 1 //! G0101",
            "/// 2\nf(x) := x",
            "\"a // 2\"",
            "7 / 2",
            "x := 7\n// 2",
            "n // the number of counters",
        ];
        for text in commented {
            assert!(swallowed_divisors(text, &Unlimited).is_empty(), "{text}");
        }
    }

    #[test]
    fn loops_that_hide_outcomes_are_found() {
        for text in [
            "[outcome(P) == P for P in xs]",
            "for (N, x) in xs { check outcome(x) == N }",
            "length([n for P in xs if outcome(P) != P])",
        ] {
            assert_eq!(hidden_outcomes(text).len(), 1, "{text}");
        }
        for text in [
            "[outcome(G) == P for G in xs]",
            "[canonical(P) for P in xs]",
            "[outcome(P) for P in xs]",
            "[nimber(Nim(N)) == N for N in 1..3]",
            "\"for P in outcome == P\"",
        ] {
            assert!(hidden_outcomes(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn powers_are_told_from_games() {
        for text in ["2^3", "x := 10^6 + 1", "f(1/2^3)", "[1, 2^10]"] {
            assert_eq!(mistaken_powers(text).len(), 1, "{text}");
        }
        for text in ["2^", "^3", "2^*3", "2^3*", "2↑3", "2 + ^3", "2^^", "\"2^3\"", "1 // 2^3"] {
            assert!(mistaken_powers(text).is_empty(), "{text}");
        }
    }
}
