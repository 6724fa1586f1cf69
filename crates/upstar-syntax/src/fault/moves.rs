//! Slips where moves are listed: commas and words between moves, arrows in words, moves without `move`, lists of numbers.

use super::rulesets::params;
use super::{Advice, ParseStop, Slip, advice};
use crate::tokens::TokenKind;

/// Slips where moves are listed, in the order in which they are tried.
pub(super) const IN_MOVES: &[Slip] =
    &[three_dots, without_mover, numbers, comma_before, arrow_in_words, joined];

/// The words of the clause up to the place, the last first; none outside of a ruleset.
fn clause<'t>(place: &ParseStop<'t>) -> Vec<&'t str> {
    if !place.is_in_rules() {
        return Vec::new();
    }
    place.words_back().take_while(|word| ![";", "{", "}"].contains(word)).collect()
}

/// `1...n`
fn three_dots(place: &ParseStop<'_>) -> Advice {
    (place.previous() == ".." && place.found() == ".").then_some(())?;
    advice("a range is written with two dots", "write `1..n`")
        .map(|one| one.edit(place.range(), ""))
}

/// `game G(b: strip of ".x") { ".." -> "xx" }`, `game G(n: heap) { n - 1 if n > 0 }`
fn without_mover(place: &ParseStop<'_>) -> Advice {
    let [first, next, ..] = place.after.as_slice() else { return None };
    let is_rule = first.kind == TokenKind::Text && place.slice(next) == "->";
    let is_option =
        params(place).contains(&place.slice(first)) && ["-", "+", "/"].contains(&place.slice(next));
    let begins = clause(place).is_empty() || place.line_ends;
    (begins && place.expected.clause() && (is_rule || is_option)).then_some(())?;
    advice(
        "a clause begins with the word for who moves",
        "write `move`, `left` or `right` before it",
    )
    .map(|one| one.edit(first.range.start..first.range.start, "move "))
}

/// `for k in 1, 2, 3`, `for k = 1, 2`
fn numbers(place: &ParseStop<'_>) -> Advice {
    let head = place.before.iter().rposition(|token| place.slice(token) == "for")?;
    let all: Vec<_> = place.before[head..].iter().chain(&place.after).collect();
    let word = |at: usize| all.get(at).map_or("", |token| place.slice(token));
    let is_number = |at: &usize| all.get(*at).is_some_and(|token| token.kind == TokenKind::Number);
    let count =
        (0..).take_while(|at| is_number(&(3 + 2 * at)) && (*at == 0 || word(2 + 2 * at) == ","));
    let count = count.count();
    (["in", "=", ":="].contains(&word(2)) && count > 1 && place.before.len() - head <= 4)
        .then_some(())?;
    let list: Vec<&str> = (0..count).map(|at| word(3 + 2 * at)).collect();
    let written = format!("in [{}]", list.join(", "));
    advice("`for` runs through a list or a range", format!("write `for {} {written}`", word(1)))
        .map(|one| one.edit(all[2].range.start..all[1 + 2 * count].range.end, written))
}

/// Whether no bracket is open in the words of a clause.
fn is_closed(clause: &[&str]) -> bool {
    let count = |signs: [&str; 2]| clause.iter().filter(|word| signs.contains(word)).count();
    count(["(", "["]) == count([")", "]"])
}

/// `move n - 1, if n > 0`, `move n - 1 if n > 0, n - 2 if n > 1`
fn comma_before(place: &ParseStop<'_>) -> Advice {
    let clause = clause(place);
    let begins = |two: &[&str]| ["if", "for"].contains(&two[0]) && two[1] == ",";
    let at = clause.windows(2).position(begins);
    if let Some(at) = at.filter(|at| is_closed(&clause[*at..])) {
        let comma = place.before[place.before.len() - at - 2].range.clone();
        return advice("no comma stands before a condition", "write `move n - 1 if n > 0`")
            .map(|one| one.edit(comma, ""));
    }
    let is_guarded = clause.iter().any(|word| ["if", "for"].contains(word));
    let ends_move = is_guarded && is_closed(&clause) && place.expected.clause();
    (place.found() == "," && ends_move).then_some(())?;
    advice("`;` stands between moves", "write `move n - 1 if n > 0; n - 2 if n > 1`")
        .map(|one| one.edit(place.range(), ";"))
}

/// `move ".." to "xx"`
fn arrow_in_words(place: &ParseStop<'_>) -> Advice {
    let [word, next, ..] = place.after.as_slice() else { return None };
    let last = place.before.last()?;
    let is_arrow = ["to", "becomes", "into", "gives"].contains(&place.slice(word));
    let are_texts = last.kind == TokenKind::Text && next.kind == TokenKind::Text;
    (is_arrow && are_texts && !clause(place).is_empty()).then_some(())?;
    advice("a pattern becomes another one by `->`", "write `\"x.\" -> \".x\"`")
        .map(|one| one.edit(word.range.clone(), "->"))
}

/// `".." -> "xx" or ".x" -> "x."`
fn joined(place: &ParseStop<'_>) -> Advice {
    let [word, text, arrow, ..] = place.after.as_slice() else { return None };
    let joins = ["or", ",", "and", "|"].contains(&place.slice(word));
    let is_rule = text.kind == TokenKind::Text && place.slice(arrow) == "->";
    (joins && is_rule && clause(place).contains(&"->")).then_some(())?;
    let end = place.before.last()?.range.end;
    advice("a rule has one replacement", "write a rule for each, with `;` between them")
        .map(|one| one.edit(end..word.range.end, ";"))
}
