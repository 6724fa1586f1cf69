//! Reader of loopy games: sums of short games and named stoppers, and their sides.

use std::str::FromStr;

use super::parse::{NOT_SHORT, ParseError};
use crate::loopy::named::{Name, dud, tiny_of};
use crate::loopy::{GameValue, sum, with_sides};
use crate::{Error, Store};

/// Names of games that are no short games.
const NAMES: [(&str, Name); 6] = [
    ("on", Name::On),
    ("off", Name::Off),
    ("over", Name::Over),
    ("under", Name::Under),
    ("upon", Name::Upon),
    ("downon", Name::Downon),
];

/// The notation of books, in [`Store::global`]: short games as [`Game`](crate::Game) reads them, and what
/// [`GameValue::text`] writes by name.
///
/// | typed | read as |
/// |---|---|
/// | `on`, `off`, `over`, `under`, `upon`, `dud` | these games: see [`Name`] |
/// | `upon*` | `upon` plus `*` |
/// | `tiny(on)`, `miny(over)` | tiny and miny |
/// | `1/2 + over`, `-upon*`, `2 - upon` | sums and differences of these and of short games |
/// | `over & under` | the onside and the offside |
///
/// Loopy games are read alone, in sums and as sides. Brackets around them are not, nor brackets with `pass` and labels: a
/// [`Builder`](crate::loopy::Builder) makes such games.
///
/// ```
/// # use upstar_core::{Error, GameValue};
/// for text in ["on", "1/2 + over", "2 - upon*", "tiny(on)", "over & under", "dud", "<3|1>"] {
///     let value: GameValue = text.parse()?;
///     assert_eq!(value.to_string(), text);
/// }
/// # Ok::<(), Error>(())
/// ```
impl FromStr for GameValue {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<GameValue, ParseError> {
        read(Store::global(), text)
    }
}

fn read(store: &Store, text: &str) -> Result<GameValue, ParseError> {
    let error = match store.parse(text) {
        Ok(game) => return Ok(GameValue::Short(game)),
        Err(error) => loopy_error(error),
    };
    let whole = 0..text.len();
    let computed = |value: Result<GameValue, Error>| {
        value.map_err(|error| ParseError::Value { error, range: whole.clone() })
    };
    let Some((onside, offside)) = text.split_once('&') else {
        return side(store, text, &computed)?.ok_or(error);
    };
    let [on, off] = [side(store, onside, &computed)?, side(store, offside, &computed)?];
    match (on, off) {
        (Some(on), Some(off)) => computed(with_sides(store, &on, &off)),
        _ => Err(error),
    }
}

/// The error of a reader of short games, for a reader of loopy games.
fn loopy_error(error: ParseError) -> ParseError {
    match error {
        ParseError::Syntax { message, range } if message == NOT_SHORT => {
            let message =
                "this is not the name of a game; loopy games stand alone or in sums".to_owned();
            ParseError::Syntax { message, range }
        }
        error => error,
    }
}

/// Reads a sum of games; `None` if it is none.
fn side(
    store: &Store,
    text: &str,
    computed: &impl Fn(Result<GameValue, Error>) -> Result<GameValue, ParseError>,
) -> Result<Option<GameValue>, ParseError> {
    let mut total: Option<GameValue> = None;
    for (is_negative, text) in terms(text) {
        let value = match named(store, text) {
            Some(value) => computed(value)?,
            None => match store.parse(text) {
                Ok(game) => GameValue::Short(game),
                Err(_) => return Ok(None),
            },
        };
        let value = if is_negative { computed(value.checked_neg())? } else { value };
        total = Some(match total {
            Some(total) => computed(sum(store, &total, &value))?,
            None => value,
        });
    }
    Ok(total)
}

/// The terms of a sum, each with whether it is subtracted. Signs between terms have blanks around them.
fn terms(text: &str) -> Vec<(bool, &str)> {
    let (mut terms, mut start, mut is_negative) = (Vec::new(), 0, false);
    let mut depth = 0i32;
    for (at, character) in text.char_indices() {
        depth += match character {
            '(' | '<' | '{' => 1,
            ')' | '>' | '}' => -1,
            _ => 0,
        };
        let spaced =
            text[..at].ends_with(' ') && text[at + character.len_utf8()..].starts_with(' ');
        if depth == 0 && spaced && matches!(character, '+' | '-') {
            terms.push((is_negative, text[start..at].trim()));
            (start, is_negative) = (at + 1, character == '-');
        }
    }
    terms.push((is_negative, text[start..].trim()));
    for (is_negative, term) in &mut terms {
        if let Some(rest) = term.strip_prefix('-')
            && rest.starts_with(char::is_alphabetic)
        {
            (*is_negative, *term) = (!*is_negative, rest);
        }
    }
    terms
}

/// The game of a name; `None` for other texts.
fn named(store: &Store, text: &str) -> Option<Result<GameValue, Error>> {
    if text == "dud" {
        return Some(Ok(GameValue::Loopy(dud())));
    }
    let (word, is_starred) = match text.strip_suffix('*') {
        Some(word) => (word, true),
        None => (text, false),
    };
    if let Some((_, name)) = NAMES.iter().find(|(known, _)| *known == word) {
        let star = crate::Game::STAR.into();
        return Some(match is_starred {
            true => sum(store, &name.worth(), &star),
            false => Ok(name.worth()),
        });
    }
    let of = |prefix: &str| {
        let (_, name) = text
            .strip_prefix(prefix)?
            .strip_suffix(')')
            .and_then(|of| NAMES.iter().find(|(known, _)| *known == of))?;
        Some(tiny_of(store, &name.worth()))
    };
    of("tiny(").or_else(|| Some(of("miny(")?.and_then(|tiny| tiny.checked_neg())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loopy::named::NAMES;

    #[test]
    fn names_read_back() {
        for name in NAMES {
            let value = name.worth();
            for text in [value.to_string(), format!(" {value}"), format!("0 + {value}")] {
                assert_eq!(text.parse::<GameValue>().as_ref(), Ok(&value), "{text}");
            }
            for number in ["-3", "1/2", "7"] {
                let more = &value + number.parse::<crate::Game>().unwrap();
                assert_eq!(more.to_string().parse::<GameValue>(), Ok(more.clone()), "{more}");
                assert_eq!((-&more).to_string().parse::<GameValue>(), Ok(-&more));
            }
        }
    }

    #[test]
    fn what_is_no_game_is_an_error() {
        for text in [
            "",
            "onn",
            "on on",
            "on &",
            "under & over",
            "<0|pass>",
            "on + ",
            "tiny()",
            "- on",
            "&",
            "tiny(upon",
        ] {
            assert!(text.parse::<GameValue>().is_err(), "{text}");
        }
    }
}
