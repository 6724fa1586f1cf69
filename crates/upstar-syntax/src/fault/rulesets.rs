//! Slips in rulesets: clauses written as statements, conditions and ranges in other words, directions of rules.

use std::ops::Range;

use super::{Advice, ParseStop, Slip, advice, shortened};
use crate::tokens::{TokenKind, significant, tokens};

/// Slips in rulesets, in the order in which they are tried.
pub(super) const IN_RULESETS: &[Slip] = &[
    clause_in_statement,
    returned_option,
    option_by_arrow,
    word_begins_line,
    other_condition,
    counted,
    pair_without_parentheses,
    directions,
    swallowed,
    function_by_arrow,
];

/// Words that begin a move, and what stands for them elsewhere.
const MOVES: &[&str] = &["move", "left", "right"];
const RETURNS: &[&str] = &["return", "yield"];

/// A clause with its generators and conditions apart.
struct Guarded<'t> {
    option: String,
    generators: Vec<&'t str>,
    conditions: Vec<&'t str>,
}

/// Offsets of the tokens outside of brackets that `wanted` takes, those that close a bracket around the text among them.
fn outside<'t>(text: &'t str, wanted: impl Fn(&'t str) -> bool) -> Vec<Range<usize>> {
    let mut depth = 0i32;
    let mut found = Vec::new();
    for token in significant(text) {
        let word = &text[token.range.clone()];
        depth -= i32::from(matches!(word, ")" | "]" | "}"));
        if depth <= 0 && wanted(word) {
            found.push(token.range);
        }
        depth += i32::from(matches!(word, "(" | "[" | "{"));
    }
    found
}

/// The end of the bracket that opens at the beginning of a text.
fn closed(text: &str) -> Option<usize> {
    let last = outside(text, |word| matches!(word, ")" | "]" | "}"));
    last.first().map(|close| close.end)
}

impl<'t> Guarded<'t> {
    /// The clauses of a text: `move n - 1 if n > 0`, `if n > 0 { move n - 1 }`, `return n - 1`.
    fn clauses(text: &'t str) -> Option<Vec<Guarded<'t>>> {
        let text = text.trim();
        let first = significant(text).first().map(|token| &text[token.range.clone()])?;
        if !["if", "for"].contains(&first) {
            return outside(text, |word| word == ";")
                .into_iter()
                .chain(std::iter::once(text.len()..text.len()))
                .scan(0, |start, end| Some(&text[std::mem::replace(start, end.end)..end.start]))
                .flat_map(str::lines)
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .map(Guarded::clause)
                .collect();
        }
        let open = outside(text, |word| word == "{").first()?.start;
        let close = open + closed(&text[open..])?;
        let head = text[first.len()..open].trim();
        let inner = &text[open + 1..close - 1];
        let mut all = Guarded::clauses(inner)?;
        for one in &mut all {
            match first {
                "for" => one.generators.insert(0, head),
                _ => one.conditions.insert(0, head),
            }
        }
        let rest = text[close..].trim_start_matches([';', ' ', '\n']);
        if !rest.is_empty() {
            all.extend(Guarded::clauses(rest)?);
        }
        Some(all)
    }

    /// A clause in one line.
    fn clause(line: &'t str) -> Option<Guarded<'t>> {
        let (first, rest) = line.split_once(' ')?;
        let is_move = MOVES.contains(&first);
        let has_choice = !outside(line, |word| ["then", "else", "->"].contains(&word)).is_empty();
        if has_choice || !is_move && !RETURNS.contains(&first) {
            return None;
        }
        let heads = outside(rest, |word| ["for", "if"].contains(&word));
        let end = heads.first().map_or(rest.len(), |head| head.start);
        let word = if is_move { first } else { "move" };
        let option = format!("{word} {}", rest[..end].trim());
        let mut one = Guarded { option, generators: Vec::new(), conditions: Vec::new() };
        for (at, head) in heads.iter().enumerate() {
            let end = heads.get(at + 1).map_or(rest.len(), |next| next.start);
            let part = rest[head.end..end].trim();
            match &rest[head.clone()] {
                "for" => one.generators.push(part),
                _ => one.conditions.push(part),
            }
        }
        Some(one)
    }

    fn written(&self) -> String {
        let generators: String = self.generators.iter().map(|one| format!(" for {one}")).collect();
        let is_choice = |condition: &str| !outside(condition, |word| word == "or").is_empty();
        let conditions: Vec<String> = match self.conditions.as_slice() {
            [one] => vec![(*one).to_owned()],
            several => several
                .iter()
                .map(|one| if is_choice(one) { format!("({one})") } else { (*one).to_owned() })
                .collect(),
        };
        let conditions = match conditions.as_slice() {
            [] => String::new(),
            several => format!(" if {}", several.join(" and ")),
        };
        format!("{}{generators}{conditions}", self.option)
    }
}

/// `if n > 0 { move n - 1 }`, `for k in 1..n { move n - k }`
fn clause_in_statement(place: &ParseStop<'_>) -> Advice {
    let head = place.after.first().filter(|_| place.expected.clause())?;
    let word = place.slice(head);
    ["if", "for"].contains(&word).then_some(())?;
    let start = head.range.start;
    let text = &place.text[start..];
    let order = match word {
        "if" => "the condition of a move stands after it",
        _ => "what a move runs through stands after it",
    };
    let help = "write `move n - k for k in 1..n if n > 2`";
    let open = outside(text, |word| ["{", ";", "}"].contains(&word)).first()?.clone();
    if &text[open.clone()] != "{" {
        return advice(order, help);
    }
    let end = open.start + closed(&text[open.start..])?;
    let follows = significant(&text[end..]);
    let is_choice = follows.first().is_some_and(|next| &text[end..][next.range.clone()] == "else");
    match Guarded::clauses(&text[..end]).filter(|all| !is_choice && !all.is_empty()) {
        Some(all) => {
            let written: Vec<String> = all.iter().map(Guarded::written).collect();
            let written = written.join("; ");
            advice(order, format!("write `{written}`"))
                .map(|one| one.edit(start..start + end, written))
        }
        None => advice(order, help),
    }
}

/// `return n - 1`
fn returned_option(place: &ParseStop<'_>) -> Advice {
    let word = place.after.first().filter(|_| place.expected.clause())?;
    RETURNS.contains(&place.slice(word)).then_some(())?;
    advice("a ruleset lists moves and returns nothing", "write `move n - 1`")
        .map(|one| one.edit(word.range.clone(), "move"))
}

/// `n -> n - 1`
fn option_by_arrow(place: &ParseStop<'_>) -> Advice {
    let [name, arrow, ..] = place.after.as_slice() else { return None };
    let is_option = name.kind == TokenKind::Name && place.slice(arrow) == "->";
    (is_option && place.expected.clause()).then_some(())?;
    advice("a move leads to an option: no arrow stands before it", "write `move n - 1`")
        .map(|one| one.edit(name.range.start..arrow.range.end, "move"))
}

/// A line that begins with `and` or `or`.
fn word_begins_line(place: &ParseStop<'_>) -> Advice {
    let word = place.after.first()?;
    let last = place.before.last()?;
    let between = last.range.end..word.range.start;
    let is_line = place.text.get(between.clone())?.contains('\n');
    (is_line && ["and", "or"].contains(&place.slice(word))).then_some(())?;
    let name = place.slice(word);
    let advice = advice(
        format!("`{name}` begins a line, where something new begins"),
        format!("put `{name}` at the end of the line before"),
    );
    // A comment may lie between.
    match place.text[between].trim().is_empty() {
        true => advice.map(|one| one.edit(last.range.end..word.range.end, format!(" {name}"))),
        false => advice,
    }
}

/// `move n - k where k <= n`, `[n for n in xs where n > 2]`
fn other_condition(place: &ParseStop<'_>) -> Advice {
    let head = place.before.iter().rposition(|token| place.slice(token) == "where")?;
    let word = place.before[head].range.clone();
    let rest = place.text.get(word.end..)?;
    // Only definitions in braces follow the word.
    let end = outside(rest, |word| matches!(word, ";" | "]" | "}" | "for" | "if"));
    let line = rest.lines().next().map_or(0, str::len);
    let end = end.first().map_or(line, |end| end.start.min(line));
    let condition = rest[..end].trim();
    (place.previous() == "where" && !condition.is_empty()).then_some(())?;
    let clause = place.before[..head].iter().rev().map(|token| place.slice(token));
    let clause: Vec<&str> =
        clause.take_while(|word| ![";", "{"].contains(word) && !MOVES.contains(word)).collect();
    if clause.contains(&"for") {
        return advice("a condition begins with `if`", format!("write `if {condition}`"))
            .map(|one| one.edit(word, "if"));
    }
    let (name, range) = range_of(condition)?;
    let names = place.before[..head]
        .iter()
        .any(|token| token.kind == TokenKind::Name && place.slice(token) == name);
    names.then_some(())?;
    let written = format!("for {name} in {range}");
    advice("a move runs through what `for` says", format!("write `{written}`"))
        .map(|one| one.edit(word.start..word.end + rest[..end].trim_end().len(), written))
}

/// The name that a condition is about and its range: `k <= n`, `1 <= k <= n`, `k in 1..n`.
fn range_of(condition: &str) -> Option<(&str, String)> {
    let is_name = |text: &str| {
        let all = significant(text);
        all.len() == 1 && all[0].kind == TokenKind::Name
    };
    if let Some((name, range)) = condition.split_once(" in ") {
        return is_name(name).then(|| (name.trim(), range.trim().to_owned()));
    }
    let signs = outside(condition, |word| ["<=", "<", "≤"].contains(&word));
    let less = |sign: &Range<usize>| if &condition[sign.clone()] == "<" { " - 1" } else { "" };
    let (name, from, last) = match signs.as_slice() {
        [sign] => (&condition[..sign.start], "1".to_owned(), sign),
        [first, last] => {
            let from = condition[..first.start].trim();
            let more = if &condition[first.clone()] == "<" { " + 1" } else { "" };
            (&condition[first.end..last.start], format!("{from}{more}"), last)
        }
        _ => return None,
    };
    let to = condition[last.end..].trim();
    let is_one = outside(to, |word| ["and", "or"].contains(&word)).is_empty();
    (is_name(name) && is_one)
        .then(|| (name.trim(), format!("{}..{to}{}", from.replace("0 + 1", "1"), less(last))))
}

/// `for k = 1 to 3`, `for k from 1 to n`, `for k = 5`
fn counted(place: &ParseStop<'_>) -> Advice {
    let [.., head, name] = place.before.as_slice() else { return None };
    let sign = place.here()?;
    let begins = place.slice(head) == "for" && name.kind == TokenKind::Name;
    (begins && ["=", ":=", "from"].contains(&place.slice(sign))).then_some(())?;
    let mut line =
        place.after.iter().take_while(|token| ![";", "]", "do"].contains(&place.slice(token)));
    let message = "`for` runs through a list or a range";
    let name = shortened(place.slice(name));
    let Some(to) = line.find(|token| ["to", ".."].contains(&place.slice(token))) else {
        return advice(message, format!("write `for {name} in 1..5`"));
    };
    let from = place.text.get(sign.range.end..to.range.start)?.trim();
    let rest = place.text.get(to.range.end..)?;
    let written = format!("in {from}..");
    let gap = rest.len() - rest.trim_start_matches(' ').len();
    let end = place.after.iter().find(|token| token.range.start >= to.range.end);
    let end = end.map_or("n".to_owned(), |token| shortened(place.slice(token)));
    advice(message, format!("write `for {name} {written}{end}`"))
        .map(|one| one.edit(sign.range.start..to.range.end + gap, written))
}

/// `for u, w in g.edges`
fn pair_without_parentheses(place: &ParseStop<'_>) -> Advice {
    let [.., head, first] = place.before.as_slice() else { return None };
    let [comma, second, inside, ..] = place.after.as_slice() else { return None };
    let is_pair = place.slice(head) == "for" && place.slice(comma) == ",";
    (is_pair && place.slice(inside) == "in").then_some(())?;
    let (one, other) = (place.slice(first), place.slice(second));
    let (range, written) = match place.is_reserved(second) {
        true => {
            let new = free_name(place);
            let (range, _) = place.renamed(second, new)?;
            let pair = first.range.start..second.range.end;
            let start = range.start.min(pair.start);
            let before = tokens_renamed(&place.text[start..pair.start], other, new);
            let after = tokens_renamed(&place.text[pair.end..range.end.max(pair.end)], other, new);
            (start..range.end.max(pair.end), format!("{before}({one}, {new}){after}"))
        }
        false => (first.range.start..second.range.end, format!("({one}, {other})")),
    };
    advice("a pair stands in parentheses", "write `for (a, b) in g.edges`")
        .map(|one| one.edit(range, written))
}

/// A text in which a token has another name.
pub(super) fn tokens_renamed(text: &str, old: &str, new: &str) -> String {
    tokens(text)
        .into_iter()
        .map(|token| match &text[token.range] {
            word if word == old => new,
            word => word,
        })
        .collect()
}

/// A name for a vertex that the text does not use.
pub(super) fn free_name(place: &ParseStop<'_>) -> &'static str {
    let is_free =
        |name: &&&str| tokens(place.text).iter().all(|token| place.slice(token) != **name);
    ["w", "x", "z", "val"].iter().find(is_free).unwrap_or(&"val_")
}

/// Words for the directions of a rule, with those of the language.
const DIRECTIONS: &[(&str, &str)] = &[
    ("horizontally or vertically", "orthogonally"),
    ("horizontally and vertically", "orthogonally"),
    ("vertically or horizontally", "orthogonally"),
    ("vertically and horizontally", "orthogonally"),
    ("in all directions", "any direction"),
    ("in any direction", "any direction"),
    ("in every direction", "any direction"),
    ("all directions", "any direction"),
    ("every direction", "any direction"),
    ("orthogonal", "orthogonally"),
    ("diagonal", "diagonally"),
    ("hexagonal", "hexagonally"),
];

/// `".." -> "xx" in all directions`, `".." -> "xx" vertically`
fn directions(place: &ParseStop<'_>) -> Advice {
    let last = place.before.last().filter(|last| last.kind == TokenKind::Text)?;
    let in_line = place.after.iter().take(3).collect::<Vec<_>>();
    let said: Vec<&str> = in_line.iter().map(|token| place.slice(token)).collect();
    let rule = place.before.len().checked_sub(3)?;
    (place.slice(&place.before[rule + 1]) == "->").then_some(())?;
    let fits = |(words, _): &&(&str, &str)| {
        let words: Vec<&str> = words.split(' ').collect();
        said.starts_with(&words)
    };
    let message = "the directions of a rule are `orthogonally`, `diagonally`, `any direction` and `hexagonally`";
    if let Some((words, ours)) = DIRECTIONS.iter().find(fits) {
        let end = in_line[words.split(' ').count() - 1].range.end;
        return advice(message, format!("write `{ours}`"))
            .map(|one| one.edit(in_line[0].range.start..end, *ours));
    }
    let first = &place.before[rule];
    let texts = [first, last].map(|token| place.slice(token).trim_matches('"'));
    // A rule that reads the same in both directions lies in rows alone; in columns its symbols stand in rows of their own.
    let is_same =
        texts.iter().all(|text| text.chars().rev().eq(text.chars()) && !text.contains('|'));
    let word = in_line.first()?;
    let end = word.range.end;
    match place.slice(word) {
        "horizontally" | "horizontal" if is_same => {
            advice("a rule without directions lies in rows", "leave the word out")
                .map(|one| one.edit(last.range.end..end, ""))
        }
        "vertically" | "vertical" if is_same => {
            let column = |text: &str| {
                let symbols: Vec<String> = text.chars().map(String::from).collect();
                format!("\"{}\"", symbols.join("|"))
            };
            let written = format!("{} -> {}", column(texts[0]), column(texts[1]));
            advice("a rule in columns has a row for each cell", format!("write `{written}`"))
                .map(|one| one.edit(first.range.start..end, written))
        }
        "horizontally" | "horizontal" | "vertically" | "vertical" => advice(
            message,
            "write a rule for each direction: `\"x.\" -> \".x\"; \".x\" -> \"x.\"` in rows, \
             `\"x|.\" -> \".|x\"` in columns",
        ),
        _ => None,
    }
}

/// `move n//2 if n > 1 }`, whose brace is in a comment.
fn swallowed(place: &ParseStop<'_>) -> Advice {
    let line = place.text.get(..place.at)?;
    let mut comments = tokens(line).into_iter().filter(|token| token.kind == TokenKind::Comment);
    let comment = comments.next_back()?;
    let range = divided(place.text, comment.range.start)?;
    let quotient = &place.text[range.clone()];
    let (above, below) = quotient.split_once("//")?;
    let written = format!("div({}, {})", above.trim(), below.trim());
    advice("`//` begins a comment", format!("the integer quotient is written `{written}`"))
        .map(|one| one.edit(range, written))
}

/// The range of `n//2`, whose comment begins at an offset, where a name or a number touches it on both sides.
fn divided(text: &str, comment: usize) -> Option<Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let before = text[..comment].trim_end_matches(is_part).len();
    let after = text.get(comment + 2..)?;
    let end = after.find(|c: char| !is_part(c)).unwrap_or(after.len());
    (before < comment && end > 0).then(|| before..comment + 2 + end)
}

/// `fn double(n) -> 2 * n`
fn function_by_arrow(place: &ParseStop<'_>) -> Advice {
    let head = place.before.iter().rposition(|token| place.slice(token) == "fn")?;
    let start = place.before[head].range.clone();
    let line = place.text.get(start.end..place.at)?;
    (place.found() == "->" && !line.contains(['\n', ';', '{'])).then_some(())?;
    let name = line.trim();
    advice(
        "the body of a function stands in braces, or follows `:=`",
        format!("write `{name} := ...`"),
    )
    .map(|one| one.edit(start.start..place.range().end, format!("{name} :=")))
}
