//! Clauses of rulesets as tokens: where they end, and which of them list something else than they seem to.
//!
//! Knows: brackets, and the words that divide a clause.
//! Must not know: whether the text parses, or what names mean.

use std::ops::Range;

use crate::tokens::{Token, TokenKind, significant};

/// Words that begin a move.
pub(crate) const MOVES: &[&str] = &["move", "left", "right"];

/// Offsets of the tokens outside of brackets that `wanted` takes, those that close a bracket around the text among them.
pub(crate) fn outside<'t>(text: &'t str, wanted: impl Fn(&'t str) -> bool) -> Vec<Range<usize>> {
    let mut depth = 0i32;
    let mut found = Vec::new();
    for token in significant(text) {
        let word = &text[token.range.clone()];
        let closes = matches!(word, ")" | "]" | "}");
        depth -= i32::from(closes);
        if depth < i32::from(!closes) && wanted(word) {
            found.push(token.range);
        }
        depth += i32::from(matches!(word, "(" | "[" | "{"));
    }
    found
}

/// Where a condition, or what `for` says, ends in a text: at the end of its line, of a bracket or of a clause.
pub(crate) fn clause_end(text: &str) -> usize {
    let end = outside(text, |word| matches!(word, ";" | "]" | "}" | "for" | "if"));
    let line = text.lines().next().map_or(0, str::len);
    end.first().map_or(line, |end| end.start.min(line))
}

/// The edit that bounds the option in a range of a text by a condition: what it leaves is no less than 0.
///
/// ```
/// # use upstar_syntax::bounded;
/// let text = "game G(n: heap) { move n - k for k in {1, 3} }";
/// assert_eq!(bounded(text, 23..28), Some((44..44, " if k <= n".to_owned())));
/// ```
pub fn bounded(text: &str, option: Range<usize>) -> Option<(Range<usize>, String)> {
    let (written, rest) = (text.get(option.clone())?, text.get(option.end..)?);
    // `G(n - k)`
    let inside = written.split_once('(').and_then(|(_, inside)| inside.strip_suffix(')'));
    let written = inside.filter(|_| !written.starts_with('(')).unwrap_or(written);
    outside(&text[..option.start], |word| word == "game").first()?;
    let end = outside(rest, |word| matches!(word, ";" | "}")).first().map(|end| end.start);
    let line = rest.lines().next().map_or(0, str::len);
    let tail = rest[..end.unwrap_or(line).min(line)].trim_end();
    let bound = match significant(written).as_slice() {
        [heap, minus, less] if &written[minus.range.clone()] == "-" => {
            format!("{} <= {}", &written[less.range.clone()], &written[heap.range.clone()])
        }
        _ => format!("{written} >= 0"),
    };
    let last = outside(tail, |word| matches!(word, "for" | "if")).pop();
    let at = option.end + tail.len();
    let Some(last) = last.filter(|last| &tail[last.clone()] == "if") else {
        return Some((at..at, format!(" if {bound}")));
    };
    let condition = tail[last.end..].trim();
    match outside(condition, |word| word == "or").is_empty() {
        true => Some((at..at, format!(" and {bound}"))),
        false => Some((option.end + last.end..at, format!(" ({condition}) and {bound}"))),
    }
}

/// The kinds of positions that are looked at here.
enum Position<'t> {
    Heap(&'t str),
    Tuple(Vec<&'t str>),
}

/// Lists of options that are one move to all of them together, and probably meant otherwise, with what is meant: several
/// moves of one heap, as in `move n - 1, n - 2`, which would leave more counters than there were; and the new numbers of a
/// tuple, as in `move a - 1, b`.
pub fn mistaken_options(text: &str) -> Vec<(Range<usize>, String)> {
    if text.len() > super::lint::LONGEST || !text.contains("game ") {
        return Vec::new();
    }
    let all = significant(text);
    let word = |at: usize| all.get(at).map_or("", |token| &text[token.range.clone()]);
    let mut found = Vec::new();
    for head in (0..all.len()).filter(|&at| word(at) == "game") {
        let Some(open) = (head..all.len()).find(|&at| word(at) == "{") else { continue };
        let words: Vec<&str> = (head..open).map(word).collect();
        let Some(position) = position(&words) else { continue };
        let start = all[open].range.end;
        let end = outside(&text[start..], |word| word == "}").first().map(|close| close.start);
        let body = start..end.map_or(text.len(), |end| start + end);
        for options in lists(text, &all, body) {
            found.extend(meant(&text[options.clone()], &position).map(|meant| (options, meant)));
        }
    }
    found
}

/// The kind of the positions of a ruleset, by the words of its head.
fn position<'t>(head: &[&'t str]) -> Option<Position<'t>> {
    let open = head.iter().rposition(|word| *word == "(")?;
    let words = head.get(open + 1..head.len() - 1)?;
    match words {
        [name, ":", "heap"] => Some(Position::Heap(name)),
        _ => {
            let names: Vec<&str> = words.iter().copied().filter(|word| *word != ",").collect();
            let are_names = words.len() + 1 == 2 * names.len() && names.len() > 1;
            are_names.then_some(Position::Tuple(names))
        }
    }
}

/// The ranges of the alternatives of moves in the body of a ruleset.
fn lists(text: &str, all: &[Token], body: Range<usize>) -> Vec<Range<usize>> {
    let inside = all.iter().filter(|token| body.contains(&token.range.start));
    let (mut found, mut open, mut last): (Vec<Range<usize>>, Option<usize>, usize) =
        (Vec::new(), None, body.start);
    for token in inside {
        let word = &text[token.range.clone()];
        let before = &text[..last];
        let ends_line = text[last..token.range.start].contains('\n') && !before.ends_with(',');
        if word == ";" || ends_line {
            found.extend(open.map(|start| start..last));
            open = open.filter(|_| word == ";").map(|_| token.range.end);
        }
        if MOVES.contains(&word) && (ends_line || before.ends_with(['{', ';'])) {
            open = Some(token.range.end);
        }
        last = token.range.end;
    }
    found.extend(open.map(|start| start..last));
    let trimmed = |range: Range<usize>| {
        let blank = text[range.clone()].len() - text[range.clone()].trim_start().len();
        range.start + blank..range.end
    };
    found.into_iter().map(trimmed).collect()
}

/// The clause that a list of options probably means.
fn meant(options: &str, position: &Position<'_>) -> Option<String> {
    let tail = outside(options, |word| matches!(word, "for" | "if" | "gain" | "->"));
    let (list, tail) = options.split_at(tail.first().map_or(options.len(), |tail| tail.start));
    let commas = outside(list, |word| word == ",");
    let starts = std::iter::once(0).chain(commas.iter().map(|comma| comma.end));
    let ends = commas.iter().map(|comma| comma.start).chain([list.len()]);
    let parts: Vec<&str> = starts.zip(ends).map(|(start, end)| list[start..end].trim()).collect();
    if parts.len() < 2 {
        return None;
    }
    match position {
        Position::Heap(heap) => several(&parts, heap, tail),
        Position::Tuple(names) => {
            let are_numbers =
                parts.len() == names.len() && parts.iter().all(|part| is_number(part, names));
            are_numbers.then(|| format!("({}) {tail}", parts.join(", ")).trim_end().to_owned())
        }
    }
}

/// Several moves of a heap, each of which takes another number of counters.
fn several(parts: &[&str], heap: &str, tail: &str) -> Option<String> {
    let mut taken: Vec<&str> = Vec::new();
    for part in parts {
        let tokens = significant(part);
        let [name, minus, less] = tokens.as_slice() else { return None };
        let [name, minus, less] = [name, minus, less].map(|token| &part[token.range.clone()]);
        let is_move = name == heap && minus == "-" && less.bytes().all(|c| c.is_ascii_digit());
        if !is_move || taken.contains(&less) {
            return None;
        }
        taken.push(less);
    }
    let has_bound = tail.starts_with("if");
    let each = parts.iter().zip(taken).map(|(part, less)| match has_bound {
        true => format!("{part} {}", tail.trim_end()),
        false => format!("{part} if {heap} >= {less}"),
    });
    let is_plain = has_bound || tail.trim().is_empty();
    is_plain.then(|| each.collect::<Vec<String>>().join("; "))
}

/// Whether a part is calculated from parameters, without a call, a tuple or a text.
fn is_number(part: &str, params: &[&str]) -> bool {
    let tokens = significant(part);
    let is_plain = |token: &Token| match token.kind {
        TokenKind::Name | TokenKind::Number => true,
        _ => ["+", "-", "*"].contains(&&part[token.range.clone()]),
    };
    let names = |token: &Token| params.contains(&&part[token.range.clone()]);
    let is_digits = tokens.iter().all(|token| token.kind == TokenKind::Number);
    tokens.iter().all(is_plain) && (is_digits || tokens.iter().any(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rules: &str) -> Vec<String> {
        mistaken_options(rules).into_iter().map(|(_, meant)| meant).collect()
    }

    #[test]
    fn several_moves_of_a_heap_are_told_from_splits() {
        for (clause, meant) in [
            ("move n-1, n-2", "n-1 if n >= 1; n-2 if n >= 2"),
            ("move n - 1, n - 3 if n > 4", "n - 1 if n > 4; n - 3 if n > 4"),
            ("left n - 1, n - 2, n - 3", "n - 1 if n >= 1; n - 2 if n >= 2; n - 3 if n >= 3"),
            ("move 0; n - 1, n - 2", "n - 1 if n >= 1; n - 2 if n >= 2"),
        ] {
            assert_eq!(found(&format!("game G(n: heap) {{ {clause} }}")), [meant], "{clause}");
        }
        for clause in [
            "move a, n - k - a for a in 1..n",
            "move n - 1, n - 1 if n > 0",
            "move n - 1; n - 2",
            "move n - 1, 1",
            "move k, n - k for k in 1..n",
            "start n - 1, n - 2",
        ] {
            assert!(found(&format!("game G(n: heap) {{ {clause} }}")).is_empty(), "{clause}");
        }
    }

    #[test]
    fn numbers_of_a_tuple_are_told_from_parts() {
        for (clause, meant) in [
            ("move a - 1, b if a > 0", "(a - 1, b) if a > 0"),
            ("move a - k, b for k in 1..a\n  move a, b - 1 if b > 0", "(a - k, b) for k in 1..a"),
        ] {
            assert_eq!(found(&format!("game G(a, b) {{ {clause} }}"))[0], meant, "{clause}");
        }
        for clause in ["move (a - 1, b)", "move G(a, 0), G(0, b)", "move x, y for (x, y) in f(a)"] {
            assert!(found(&format!("game G(a, b) {{ {clause} }}")).is_empty(), "{clause}");
        }
    }

    #[test]
    fn a_bound_is_added_to_the_conditions_of_a_clause() {
        for (clause, meant) in [
            ("move n - k for k in xs", "move n - k for k in xs if k <= n"),
            ("move n - k for k in {1, 3}", "move n - k for k in {1, 3} if k <= n"),
            ("move n - 2; n - 1", "move n - 2 if 2 <= n; n - 1"),
            ("move n - k if k > 1 or k == n", "move n - k if (k > 1 or k == n) and k <= n"),
            (
                "move n - k - 1, k for k in xs if k > 2",
                "move n - k - 1, k for k in xs if k > 2 and n - k - 1 >= 0",
            ),
        ] {
            let text = format!("game G(n: heap) {{ {clause} }}");
            let start = text.find("n - ").unwrap();
            let end = start + text[start..].find([',', ';', 'f', 'i', '}']).unwrap();
            let end = text[..end].trim_end().len();
            let (range, new) = bounded(&text, start..end).unwrap();
            let mut line = text.clone();
            line.replace_range(range, &new);
            assert_eq!(line, format!("game G(n: heap) {{ {meant} }}"));
        }
    }
}
