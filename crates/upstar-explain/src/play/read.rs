//! Reading of typed moves.
//!
//! A move may be typed by its name, in other words with the same meaning, by its number in the list, or as
//! the position after it. Words that match one move are that move; if several match, these are listed, and
//! if none does, the reason is given.

use super::matches::Match;
use super::names::{self, Heap, NamedMove, cell_at};
use crate::resolve;
use crate::value::host::Host;
use crate::value::{Notation, Result, Value, show};

/// Meaning of a typed move.
#[derive(Debug, Clone)]
pub enum MoveReading {
    /// One move.
    Move(Box<NamedMove>),
    /// One of several moves.
    Several(Vec<NamedMove>),
    /// No move of the position.
    Nothing {
        /// Reason.
        reason: String,
        /// Name of the most similar move.
        near: Option<String>,
    },
}

/// Returns the move of a match that a text means.
pub fn read(host: &mut dyn Host, game: &Match, text: &str) -> Result<MoveReading> {
    let moves = game.moves(host)?;
    let text = text.trim();
    if let Some(found) = numbered(&moves, text) {
        return Ok(found);
    }
    let parts = names::summands(game.position())?;
    let fitting = match fits(&moves, &parts, text) {
        none if none.is_empty() => by_position(host, &moves, text)?,
        some => some,
    };
    match fitting[..] {
        [] => {}
        [one] => return Ok(MoveReading::Move(Box::new(moves[one].clone()))),
        _ => return Ok(MoveReading::Several(fitting.iter().map(|n| moves[*n].clone()).collect())),
    }
    let reason = objection(host, game, &parts, text)?;
    let near = resolve::nearest(text, moves.iter().map(|one| one.name.as_str()));
    let near = near.or_else(|| sharing(&moves, text)).map(str::to_owned);
    Ok(MoveReading::Nothing { reason, near })
}

/// `#3`, or `3` where no move has a number in its name.
fn numbered(moves: &[NamedMove], text: &str) -> Option<MoveReading> {
    let digits = match text.strip_prefix('#') {
        Some(digits) => digits,
        None if moves.iter().any(is_numeric) => return None,
        None => text,
    };
    let number: usize = digits.trim().parse().ok()?;
    Some(match number.checked_sub(1).and_then(|place| moves.get(place)) {
        Some(one) => MoveReading::Move(Box::new(one.clone())),
        None => {
            let reason = match moves.len() {
                1 => "there is one move".to_owned(),
                count => format!("there are {count} moves"),
            };
            MoveReading::Nothing { reason, near: None }
        }
    })
}

fn is_numeric(one: &NamedMove) -> bool {
    words(&one.name).iter().any(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the moves that a text can mean: those with that name, otherwise those with part of it.
fn fits(moves: &[NamedMove], parts: &[Value], text: &str) -> Vec<usize> {
    let all = 0..moves.len();
    let same = |n: &usize| moves[*n].name.eq_ignore_ascii_case(text);
    if let Some(found) = all.clone().find(|n| moves[*n].name == text) {
        return vec![found];
    }
    let found: Vec<usize> = all.clone().filter(same).collect();
    if !found.is_empty() {
        return found;
    }
    let (part, rest) = prefix(parts, text);
    let here = |n: &usize| part.is_none_or(|part| moves[*n].part == part);
    let heaps = names::are_heaps(parts);
    let said = |share: Share| -> Vec<usize> {
        let meant = |n: &usize| match &moves[*n].heap {
            Some(heap) if heaps || part.is_some() || parts.len() == 1 => {
                fits_heap(heap, rest, share)
            }
            _ => says(&moves[*n], part.is_some(), rest, share),
        };
        all.clone().filter(here).filter(meant).collect()
    };
    // A letter alone fits all moves in its summand.
    let lettered = |n: &usize| {
        let letter = names::letter(parts, moves[*n].part);
        letter.is_some_and(|letter| letter == text || part.is_some() && rest.is_empty() && here(n))
    };
    let whole = || all.clone().filter(lettered).collect();
    let ways: [&dyn Fn() -> Vec<usize>; 4] =
        [&|| said(Share::All), &|| said(Share::Words), &whole, &|| said(Share::Beginnings)];
    ways.iter().map(|way| way()).find(|found| !found.is_empty()).unwrap_or_default()
}

/// Whether a text means a move in a heap.
fn fits_heap(heap: &Heap, text: &str, share: Share) -> bool {
    match share {
        Share::All => heap.fits(text, true),
        Share::Words => heap.fits(text, false),
        Share::Beginnings => heap.phrases().iter().any(|phrase| begins(phrase, text)),
    }
}

/// Minimal part of a name that a text must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Share {
    /// All of it.
    All,
    /// Some of its words.
    Words,
    /// Prefixes of some of its words.
    Beginnings,
}

/// Reports whether a name begins with a text. Numbers are not cut: `a1` is no prefix of `a10`.
fn begins(name: &str, text: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    !text.is_empty()
        && name
            .to_lowercase()
            .strip_prefix(&*text.to_lowercase())
            .is_some_and(|rest| !(text.ends_with(digit) && rest.starts_with(digit)))
}

/// The summand that a text begins with, as in `B:c3`, and what stands after it.
fn prefix<'t>(parts: &[Value], text: &'t str) -> (Option<usize>, &'t str) {
    let Some((before, rest)) = text.split_once(':') else { return (None, text) };
    let before = before.trim();
    let named = |part: &usize| {
        names::letter(parts, *part).is_some_and(|letter| letter.eq_ignore_ascii_case(before))
    };
    match (0..parts.len()).find(named) {
        Some(part) => (Some(part), rest.trim()),
        None => (None, text),
    }
}

/// Whether a text says all of a move, or only a part of it.
fn says(made: &NamedMove, in_part: bool, text: &str, share: Share) -> bool {
    let typed = words(text);
    let ordered = text.contains(['-', '>']);
    let one = |name: &String| {
        let name = match name.split_once(':') {
            Some((letter, rest)) if in_part || is_letter(letter) => rest,
            _ => name,
        };
        if ordered && !name.contains(['-', '>']) {
            return false;
        }
        let words = words(name);
        match (ordered, share) {
            (true, Share::All) => words == typed,
            (true, Share::Words) => words.starts_with(&typed),
            (false, Share::All) => words.len() == typed.len() && within(&typed, &words),
            (false, Share::Words) => within(&typed, &words),
            (true, Share::Beginnings) => begins(name, text),
            (false, Share::Beginnings) => begins(name, text) || begin(&typed, &words),
        }
    };
    !text.is_empty()
        && (share == Share::Beginnings || !typed.is_empty())
        && std::iter::once(&made.name).chain(&made.others).any(one)
}

/// Reports whether a text is the letter of a summand.
fn is_letter(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Reports whether all words are among others, each as often.
fn within(some: &[String], all: &[String]) -> bool {
    let count = |of: &[String], word: &String| of.iter().filter(|one| *one == word).count();
    some.iter().all(|word| count(some, word) <= count(all, word))
}

/// Reports whether some words are prefixes of others, each of a different one. Prefixes of one word are
/// prefixes of each other, so matching the longest first is correct.
fn begin(some: &[String], all: &[String]) -> bool {
    let mut some: Vec<&String> = some.iter().collect();
    some.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let mut left: Vec<&String> = all.iter().collect();
    !some.is_empty()
        && some.iter().all(|word| {
            let found = left.iter().position(|one| begins(one, word));
            found.map(|place| left.swap_remove(place)).is_some()
        })
}

/// The words of a name, without the signs between them.
fn words(text: &str) -> Vec<String> {
    let between = |c: char| c.is_whitespace() || "->,;()[]{}/+".contains(c);
    let words = text.split(between).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// The moves to a position that is typed as a value prints, in either notation.
fn by_position(host: &mut dyn Host, moves: &[NamedMove], text: &str) -> Result<Vec<usize>> {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    let (typed, store) = (plain(text), host.store());
    let mut found = Vec::new();
    for (n, one) in moves.iter().enumerate() {
        for notation in [Notation::UNICODE, Notation::ASCII] {
            if plain(&show::in_notation(&store, &one.to, notation)?) == typed {
                found.push(n);
                break;
            }
        }
    }
    Ok(found)
}

/// First move with a word of the text in its name.
fn sharing<'m>(moves: &'m [NamedMove], text: &str) -> Option<&'m str> {
    let typed = words(text);
    let shares = |one: &&NamedMove| words(&one.name).iter().any(|word| typed.contains(word));
    moves.iter().find(shares).map(|one| one.name.as_str())
}

/// Returns why a text is not a move.
fn objection(host: &mut dyn Host, game: &Match, parts: &[Value], text: &str) -> Result<String> {
    let player = game.to_move();
    let name = |player| game.name_of(player);
    let (part, rest) = prefix(parts, text);
    if let [only] = parts
        && let Some(reason) = outside(only, rest)
    {
        return Ok(reason);
    }
    if let Some(reason) = part.and_then(|part| outside(&parts[part], rest)) {
        return Ok(reason);
    }
    if let Some(reason) = no_heap(parts, rest) {
        return Ok(reason);
    }
    let forbidden = game.forbidden().unwrap_or_default();
    if let [one] = fits(forbidden, parts, text)[..] {
        let named = &forbidden[one].name;
        return Ok(format!("{named} is forbidden now"));
    }
    let other = player.opponent();
    let theirs = names::moves(host, game.position(), other).unwrap_or_default();
    if let [one] = fits(&theirs, parts, text)[..] {
        let theirs = &theirs[one].name;
        let (other, player) = (name(other), name(player));
        return Ok(format!("that is {other}'s move {theirs}, and it is {player}'s turn"));
    }
    let only = if parts.len() == 1 { parts.first() } else { part.map(|part| &parts[part]) };
    Ok(match only.and_then(|part| taken(part, rest)) {
        Some(what) => format!("{} has no such move: {what}", name(player)),
        None => format!("`{text}` is no move of {}", name(player)),
    })
}

/// Returns the reason when a text names a cell, a vertex or a heap that does not exist.
fn outside(part: &Value, text: &str) -> Option<String> {
    if let Some(cells) = names::board(part) {
        let (rows, columns) = (cells.board.rows(), cells.board.columns());
        let gone = |word: &String| {
            cell_at(rows, word).is_some_and(|(row, column)| row >= rows || column >= columns)
        };
        let word = words(text).into_iter().find(gone)?;
        // Longer words are not cells.
        if word.len() > 4 {
            return None;
        }
        let last = names::cell_name(1, 0, columns - 1);
        return Some(match rows {
            1 => format!("there is no cell {word}: they are a to {last}"),
            _ => format!("there is no cell {word}: columns are a to {last}, rows 1 to {rows}"),
        });
    }
    let graph = names::graph(part)?;
    let number = |word: &String| word.split([':', '=']).next()?.parse::<u32>().ok();
    let gone = words(text).iter().filter_map(number).find(|vertex| !graph.has(*vertex))?;
    Some(format!("there is no vertex {gone}"))
}

/// Returns the reason when a text names a heap that does not exist.
fn no_heap(parts: &[Value], text: &str) -> Option<String> {
    let (from, _) = text.split_once(['>', '-']).or_else(|| text.split_once(" to "))?;
    let from: u64 = from.trim().parse().ok()?;
    let mut sizes: Vec<u64> = parts.iter().filter_map(names::heap).collect();
    if sizes.len() < parts.len() || sizes.contains(&from) {
        return None;
    }
    sizes.retain(|size| *size > 0);
    if sizes.is_empty() {
        return Some(format!("there is no heap of {from}: all are empty"));
    }
    let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
    Some(format!("there is no heap of {from}: they are {}", sizes.join(", ")))
}

/// Returns the reason when a text names a cell that is taken: what it shows.
fn taken(part: &Value, text: &str) -> Option<String> {
    let cells = names::board(part)?;
    let typed = words(text);
    let shown = typed.iter().filter_map(|word| {
        let (row, column) = cell_at(cells.board.rows(), word)?;
        let symbol = cells.board.get(row + 1, column + 1)?;
        let sign = cells.alphabet.character(symbol);
        Some(match symbol {
            0 => format!("{word} is empty (`{sign}`)"),
            _ => format!("{word} shows `{sign}`"),
        })
    });
    let shown: Vec<String> = shown.take(3).collect();
    (!shown.is_empty() && shown.len() == typed.len().min(3)).then(|| shown.join(", "))
}
