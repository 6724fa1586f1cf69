//! The order of names: as people sort them.
//!
//! Capital letters and accents do not matter, unless nothing else differs, and numbers count as numbers: `Åsa` stands
//! before `Bob`, and `student 2` before `student 10`.

use std::cmp::Ordering;
use std::iter::Peekable;

/// Latin letters with marks, and the letters below these.
const MARKED: &[(&str, &str)] = &[
    ("àáâãäåāăą", "a"),
    ("æ", "ae"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŋ", "n"),
    ("òóôõöøōŏő", "o"),
    ("œ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşš", "s"),
    ("ß", "ss"),
    ("ţťŧ", "t"),
    ("þ", "th"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
];

/// Compares two names.
///
/// ```
/// # use upstar_classroom::in_order;
/// let mut names = ["Zoe", "student 10", "student 2", "Émile", "bob", "Ada"];
/// names.sort_by(|a, b| in_order(a, b));
/// assert_eq!(names, ["Ada", "bob", "Émile", "student 2", "student 10", "Zoe"]);
/// ```
pub fn in_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (plain(a).peekable(), plain(b).peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => return a.cmp(b),
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let (x, y) = (number(&mut left), number(&mut right));
                x.len().cmp(&y.len()).then(x.cmp(&y))
            }
            (x, y) => {
                let order = x.cmp(&y);
                left.next();
                right.next();
                order
            }
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// The digits at the beginning, without zeros before them.
fn number(letters: &mut Peekable<impl Iterator<Item = char>>) -> String {
    let mut digits = String::new();
    while let Some(digit) = letters.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    digits.trim_start_matches('0').to_owned()
}

/// Small letters without marks.
fn plain(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase).flat_map(|letter| {
        let row = MARKED.iter().find(|(marked, _)| marked.contains(letter));
        row.map_or_else(|| letter.to_string(), |(_, plain)| (*plain).to_owned())
            .chars()
            .collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_total() {
        let names = ["", "a", "A", "á", "Ab", "a1", "a01", "a 1", "a10", "a2", "ß", "ss", "-", "Ω"];
        for a in names {
            for b in names {
                assert_eq!(in_order(a, b), in_order(b, a).reverse(), "{a} {b}");
                assert_eq!(in_order(a, b).is_eq(), a == b, "{a} {b}");
                for c in names {
                    let is_chain = in_order(a, b).is_le() && in_order(b, c).is_le();
                    assert!(!is_chain || in_order(a, c).is_le(), "{a} {b} {c}");
                }
            }
        }
    }
}
