//! Games that look like powers: `2^3`, which is 2 and three ups.

use std::ops::Range;

use super::tokens::{TokenKind, tokens};

/// Longer texts are files of programs, and are not looked through.
const LONGEST: usize = 100_000;

/// Where a number, `^` and a number stand without blanks, and no star after them.
pub fn mistaken_powers(text: &str) -> Vec<Range<usize>> {
    if text.len() > LONGEST || !text.contains('^') {
        return Vec::new();
    }
    let all = tokens(text).into_iter().filter(|token| token.kind == TokenKind::Game);
    all.map(|token| token.range).filter(|range| is_power(&text[range.clone()])).collect()
}

fn is_power(game: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    game.split_once('^')
        .is_some_and(|(base, exponent)| digits(exponent) && base.split('/').all(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

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
