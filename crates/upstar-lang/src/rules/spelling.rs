//! Boards in the spelling of books and of other programs.
//!
//! Knows: signs for an empty cell and for the pieces of the players. Must not know: which ruleset asks.

use upstar_core::board::{Alphabet, Board, Shape};

/// Signs for an empty cell.
const EMPTY: &str = ".,_-·•□☐⬜◻";
/// Signs for a cell that is filled or taken away.
const FILLED: &str = "#*■█▪⬛◼";
/// Signs for pieces of Left: crosses, L, black stones, blue edges, toads, plus.
const LEFT: &str = "xXlLbBtT+●⚫×";
/// Signs for pieces of Right: noughts, R, white stones, red edges, frogs, minus.
const RIGHT: &str = "oOrRwWfF-○⚪";

/// The board in the symbols of an alphabet, where each sign that is not among them stands for one of them: the other case of a
/// letter, or the symbol for an empty or filled cell, a piece of Left or of Right. `None` if a sign may be none or several
/// of them, if cells show numbers, and if the result is no board of the shape. A minus is a piece where a plus is.
///
/// Cost: one look at each sign.
pub(super) fn respelt(text: &str, alphabet: &Alphabet, shape: Shape) -> Option<String> {
    if alphabet.is_of_numbers() {
        return None;
    }
    let classes = match text.contains('+') {
        true => [LEFT, RIGHT, EMPTY, FILLED],
        false => [EMPTY, FILLED, LEFT, RIGHT],
    };
    let board = text
        .chars()
        .map(|sign| match sign {
            '|' => Some(sign),
            '/' | ';' | '\n' if alphabet.symbol(sign).is_none() => Some('|'),
            _ => meant(sign, &classes, alphabet),
        })
        .collect::<Option<String>>()?;
    Board::parse(&board, shape, alphabet).is_ok().then_some(board)
}

/// The symbol that a sign stands for.
fn meant(sign: char, classes: &[&str], alphabet: &Alphabet) -> Option<char> {
    if alphabet.symbol(sign).is_some() {
        return Some(sign);
    }
    let is_other_case = |symbol: &&char| symbol.to_lowercase().eq(sign.to_lowercase());
    if let Some(symbol) = alphabet.characters().iter().find(is_other_case) {
        return Some(*symbol);
    }
    let class = classes.iter().find(|class| class.contains(sign))?;
    let first = *alphabet.characters().first()?;
    let mut alike = alphabet.characters().iter().filter(|symbol| class.contains(**symbol));
    match (alike.next(), alike.next(), *class == EMPTY) {
        (_, _, true) => Some(first),
        (Some(symbol), None, _) => Some(*symbol),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_books_and_programs() {
        for (symbols, text, meant) in [
            (".TF", "tt..ff", Some("TT..FF")),
            (".TF", "LL__RR", Some("TT..FF")),
            (".xo", "XO|O_", Some("xo|o.")),
            (".xo", "BW/W□", Some("xo|o.")),
            (".xo", "●○-", Some("xo.")),
            (".brg", "++-", Some("bbr")),
            (".brg", "LLR", Some("bbr")),
            (".#", "□■", Some(".#")),
            (".LREl", "x", None),
            (".xo", "xz", None),
            (".SO", "sxo", None),
            (".xo", "XO/O", None),
            (".xo", "x o|o x", None),
        ] {
            let alphabet = Alphabet::parse(symbols).unwrap();
            let found = respelt(text, &alphabet, Shape::Grid);
            assert_eq!(found.as_deref(), meant, "{symbols} {text}");
        }
    }
}
