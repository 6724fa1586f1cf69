//! What papers and books say of whole families of positions.

use super::Asked;

/// All strips of a length over an alphabet.
fn strips(alphabet: &str, length: u32) -> Vec<String> {
    let symbols: Vec<char> = alphabet.chars().collect();
    let count = symbols.len();
    let strip = |code: usize| (0..length).map(|n| symbols[code / count.pow(n) % count]).collect();
    (0..count.pow(length)).map(strip).collect()
}

/// Albert, Nowakowski and Wolfe, Lessons in Play, ch. 5: a piece on cell p counts p, halved for every
/// piece on its right up to the last one that follows the other colour; Right's count negative.
#[test]
fn shove_has_a_formula() {
    let mut asked = Asked::new();
    for length in 1..=6 {
        for strip in strips(".LR", length) {
            let pieces: Vec<(usize, char)> =
                strip.chars().enumerate().filter(|(_, c)| *c != '.').collect();
            let last = (1..pieces.len()).rev().find(|n| pieces[*n].1 != pieces[n - 1].1);
            let mut terms = vec!["0".to_owned()];
            for (n, (cell, colour)) in pieces.iter().enumerate() {
                let halved = last.map_or(0, |last| last.saturating_sub(n));
                let sign = if *colour == 'L' { "+" } else { "-" };
                terms.push(format!("{sign} {}/{}", cell + 1, 1 << halved));
            }
            let input = format!("canonical(Shove({strip:?})) == {}", terms.join(" "));
            assert_eq!(asked.print(&input), "true", "{input}");
        }
    }
}

/// Carvalho and Santos, A note on numbers, 2021, for Shove and Push; Bonato, Huggan and Nowakowski,
/// The game of flipping coins, 2021; Berlekamp, Conway and Guy for strings of two colours.
#[test]
fn some_rulesets_have_only_numbers() {
    let mut asked = Asked::new();
    for (ruleset, alphabet, length) in [
        ("Push", ".LR", 6),
        ("Shove", ".LR", 6),
        ("FlippingCoins", "TH", 9),
        ("HackenbushString", "br", 8),
    ] {
        for strip in strips(alphabet, length) {
            let input = format!("is_number({ruleset}({strip:?}))");
            assert_eq!(asked.print(&input), "true", "{input}");
        }
    }
}

/// Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber, 2005: every position is
/// all-small.
#[test]
fn clobber_is_all_small() {
    let mut asked = Asked::new();
    for strip in strips(".xo", 6) {
        let input = format!("is_all_small(Clobber({strip:?}))");
        assert_eq!(asked.print(&input), "true", "{input}");
    }
}

/// Winning Ways, ch. 14, gives the nimbers of eighteen coins in Moebius.
#[test]
fn moebius() {
    let mut asked = Asked::new();
    let known = "[1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494]";
    assert_eq!(asked.print("[nimber(Moebius(x)) for x in 0..17]"), known);
}
