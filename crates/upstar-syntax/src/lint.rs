//! Lints: texts that parse, but probably mean something else, such as `7 // 2` and `2^3`.
//!
//! Knows: which comments and which games look like something else.
//! Must not know: whether that is reported, or to whom.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::grammar;
use super::grammar::{CALLS, Rule};
use super::tokens::{Token, TokenKind, significant, tokens};
use crate::diagnostic::TextBudget;

/// Longest text that is searched; longer ones are files of programs.
pub(crate) const LONGEST: usize = 100_000;

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
    let all = significant(text);
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

/// Ranges of a number, `^` and a number without blanks, and without a star after them; the number may be less than 0.
pub fn mistaken_powers(text: &str) -> Vec<Range<usize>> {
    if text.len() > LONGEST || !may_have(text, b'^', b"0123456789-") {
        return Vec::new();
    }
    let all: Vec<Token> = tokens(text);
    let touching = |at: usize| {
        let (sign, digits) = (all.get(at + 1)?, all.get(at + 2)?);
        let is_less = &text[sign.range.clone()] == "-" && digits.kind == TokenKind::Number;
        is_less.then_some(digits.range.end)
    };
    let power = |(at, token): (usize, &Token)| {
        let game = &text[token.range.clone()];
        match game.strip_suffix('^') {
            Some(base) if base.split('/').all(are_digits) => Some(token.range.start..touching(at)?),
            _ => is_power(game).then(|| token.range.clone()),
        }
    };
    let games = all.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Game);
    games.filter_map(power).collect()
}

/// Ranges of numbers with stars between that are read as sums with nimbers, where the line has several: `2*3*4`,
/// `2*3+4*5`, `*2 *3`. One alone, such as `2*3`, is the game that it looks like.
pub fn mistaken_products(text: &str) -> Vec<Range<usize>> {
    if text.len() > LONGEST || !may_have(text, b'*', b"0123456789") {
        return Vec::new();
    }
    let all = significant(text);
    let word = |at: usize| all.get(at).map_or("", |token| &text[token.range.clone()]);
    let is_game = |at: usize| all.get(at).is_some_and(|token| token.kind == TokenKind::Game);
    let is_number = |at: usize| are_digits(word(at)) && !word(at).is_empty();
    let is_sum = |at: usize| {
        is_game(at)
            && word(at)
                .split_once('*')
                .is_some_and(|(base, star)| base.split('/').all(are_digits) && are_digits(star))
    };
    let mut found = Vec::new();
    for at in 0..all.len() {
        // `2*3*4`, `*2 *3`: a game, a star that touches, a number.
        let is_star = is_game(at) && word(at + 1) == "*" && is_number(at + 2);
        let touches = is_star && all[at + 1].range.end == all[at + 2].range.start;
        let is_product = touches && word(at).contains('*');
        if is_product {
            found.push(all[at].range.start..all[at + 2].range.end);
        }
        // `2*3+4*5`
        if is_sum(at) && ["+", "-"].contains(&word(at + 1)) && is_sum(at + 2) {
            found.push(all[at].range.start..all[at + 2].range.end);
        }
    }
    found
}

/// Ranges of an index by two numbers with a colon, `[1:3]` after a list, which is the ordinal sum of the numbers, and of a
/// range that ends below 0, `[2..-1]`, which is empty.
pub fn mistaken_slices(text: &str) -> Vec<Range<usize>> {
    let is_near = may_have(text, b':', b"0123456789 ") || text.contains("..-");
    if text.len() > LONGEST || !is_near {
        return Vec::new();
    }
    let all = tokens(text);
    let word = |at: usize| all.get(at).map_or("", |token| &text[token.range.clone()]);
    let is_index = |at: usize| {
        let inside: Vec<&Token> =
            all[at + 1..].iter().take(8).filter(|token| token.is_significant()).collect();
        let written = |token: &Token| &text[token.range.clone()];
        let signs: Vec<&str> = inside
            .iter()
            .map(|token| if token.kind == TokenKind::Number { "0" } else { written(token) })
            .collect();
        let close = match signs.as_slice() {
            ["0", ":", "0", "]", ..] => 3,
            ["0", "..", "-", "0", "]", ..] => 4,
            _ => return None,
        };
        Some(inside[close].range.end)
    };
    let touching = |at: &usize| word(*at) == "[" && all[*at - 1].ends_operand(text);
    let opens = (1..all.len()).filter(touching);
    opens.filter_map(|at| Some(all[at].range.start..is_index(at)?)).collect()
}

/// Ranges of fractions and of numbers below 0 whose last number alone is asked for something: `3/4.birthday`, `-3.birthday`.
pub fn mistaken_methods(text: &str) -> Vec<Range<usize>> {
    if text.len() > LONGEST
        || !(may_have(text, b'/', b"0123456789") || may_have(text, b'-', b"0123456789"))
    {
        return Vec::new();
    }
    let all = tokens(text);
    let word = |at: usize| all.get(at).map_or("", |token| &text[token.range.clone()]);
    let is_asked = |at: &usize| {
        are_digits(word(*at))
            && word(at + 1) == "."
            && all.get(at + 2).is_some_and(|next| next.kind == TokenKind::Name)
    };
    let literal = |at: usize| {
        let before = |back: usize| at.checked_sub(back).map_or("", word);
        let stands_alone = |back: usize| {
            let before = all[..=at - back].iter().rev().find(|token| token.is_significant());
            before.is_none_or(|token| {
                !token.ends_operand(text) && ![".", "**"].contains(&&text[token.range.clone()])
            })
        };
        let start = match before(1) {
            "/" if are_digits(before(2)) && (at < 3 || stands_alone(3)) => at - 2,
            "-" if at < 2 || stands_alone(2) => at - 1,
            _ => return None,
        };
        Some(all[start].range.start..all[at].range.end)
    };
    (0..all.len()).filter(is_asked).filter_map(literal).collect()
}

/// Whether a sign stands right before one of some characters: a quick look, for most texts have none.
fn may_have(text: &str, sign: u8, after: &[u8]) -> bool {
    text.as_bytes().windows(2).any(|pair| pair[0] == sign && after.contains(&pair[1]))
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_power(game: &str) -> bool {
    game.split_once('^')
        .is_some_and(|(base, exponent)| are_digits(exponent) && base.split('/').all(are_digits))
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
        for text in ["2^3", "x := 10^6 + 1", "f(1/2^3)", "[1, 2^10]", "2^-1"] {
            assert_eq!(mistaken_powers(text).len(), 1, "{text}");
        }
        for text in ["2^", "^3", "2^*3", "2^3*", "2↑3", "2 + ^3", "2^^", "\"2^3\"", "1 // 2^3"] {
            assert!(mistaken_powers(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn products_are_told_from_games() {
        for text in ["2*3*4", "x := 2*3+4*5", "*2 *3", "1 + 2*3 - 4*5"] {
            assert_eq!(mistaken_products(text).len(), 1, "{text}");
        }
        for text in
            ["2*3", "2 * 3 * 4", "2*3 + 4", "*2 + *3", "[2*3, 4*5]", "{2*3|4*5}", "\"2*3*4\""]
        {
            assert!(mistaken_products(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn fractions_that_are_asked_for_something_are_found() {
        for text in ["3/4.birthday", "[1, 3/4.mean]", "-3.birthday", "x := -1.abs + 2", "f(-2.abs)"]
        {
            assert_eq!(mistaken_methods(text).len(), 1, "{text}");
        }
        for text in [
            "(3/4).birthday",
            "n - 3.abs",
            "n-3.abs",
            "a/4.mean",
            "3 / 4.mean",
            "1..5",
            "3.abs",
            "2-1.5",
        ] {
            assert!(mistaken_methods(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn slices_are_told_from_ordinal_sums() {
        for text in ["[5,6,7,8][1:3]", "xs[1:3]", "f(x)[0 : 2] + [1]", "xs[2..-1]"] {
            assert_eq!(mistaken_slices(text).len(), 1, "{text}");
        }
        for text in ["[1:3]", "xs[1:*]", "xs[n:3]", "f([1:3])", "{1: 3}[1]", "xs[2..n]", "xs[-1]"] {
            assert!(mistaken_slices(text).is_empty(), "{text}");
        }
    }
}
