//! Slips in rulesets: clauses written as statements, conditions and ranges in other words, directions of rules.

use std::ops::Range;

use super::{Advice, ParseStop, Slip, advice, shortened};
use crate::clauses::{MOVES, clause_end, outside};
use crate::tokens::{Token, TokenKind, significant, tokens};

/// Slips in rulesets, in the order in which they are tried.
pub(super) const IN_RULESETS: &[Slip] = &[
    clause_in_statement,
    returned_option,
    option_by_arrow,
    word_begins_line,
    other_mover,
    other_condition,
    condition_word,
    counted,
    pair_without_parentheses,
    each,
    unlisted,
    directions,
    any_alone,
    kind_without_of,
    ended,
    swallowed,
    function_by_arrow,
];

/// Words that stand elsewhere for those that begin a move.
const RETURNS: &[&str] = &["return", "yield"];

/// A clause with its generators and conditions apart.
struct Guarded<'t> {
    option: String,
    generators: Vec<&'t str>,
    conditions: Vec<&'t str>,
}

/// The end of the bracket that opens at the beginning of a text.
fn closed(text: &str) -> Option<usize> {
    let mut depth = 0i32;
    significant(text).into_iter().find_map(|token| {
        depth += match &text[token.range.clone()] {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        (depth == 0).then_some(token.range.end)
    })
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

/// Words that begin a clause elsewhere.
const MOVERS: &[(&str, &str)] = &[
    ("L", "left"),
    ("R", "right"),
    ("Left", "left"),
    ("Right", "right"),
    ("Move", "move"),
    ("moves", "move"),
    ("option", "move"),
    ("options", "move"),
    ("both", "move"),
    ("either", "move"),
];
/// Signs and words that other languages write between such a word and the option.
const FILLERS: &[&str] = &[":", "to", "move", "moves", "can", "may"];

/// `L n - 1`, `left: n - 1`, `move to n - 1`
fn other_mover(place: &ParseStop<'_>) -> Advice {
    let is_mover = |word: &str| MOVES.contains(&word) || MOVERS.iter().any(|(one, _)| *one == word);
    let first = match (place.after.first(), place.before.as_slice()) {
        (Some(word), _) if place.expected.clause() && is_mover(place.slice(word)) => word,
        (Some(colon), [.., word]) if place.slice(colon) == ":" && is_mover(place.slice(word)) => {
            word
        }
        (_, [.., word, filler]) if FILLERS.contains(&place.slice(filler)) => word,
        _ => return None,
    };
    is_mover(place.slice(first)).then_some(())?;
    place.is_in_rules().then_some(())?;
    let start = first.range.start;
    let rest = place.text.get(start..)?;
    let end = outside(rest, |word| word == "}").first().map_or(rest.len(), |close| close.start);
    let written = with_movers(&rest[..end]);
    let clause = written.split([';', '\n']).next().unwrap_or_default().trim();
    let help = format!("write `{}`", shortened(clause));
    (written != rest[..end]).then_some(())?;
    advice("the option of a clause follows `left`, `right` or `move`", help)
        .map(|one| one.edit(start..start + end, written))
}

/// Clauses that begin with the words of the language.
fn with_movers(text: &str) -> String {
    let (mut written, mut done, mut depth) = (String::new(), 0, 0i32);
    let all = significant(text);
    let word = |at: usize| all.get(at).map_or("", |token| &text[token.range.clone()]);
    let mut at = 0;
    while at < all.len() {
        let gap = &text[done..all[at].range.start];
        let begins = at == 0 || gap.contains('\n') || [";", "{"].contains(&word(at - 1));
        let ours = MOVERS.iter().find(|(one, _)| *one == word(at)).map(|(_, ours)| *ours);
        let ours = ours.or(MOVES.iter().copied().find(|one| *one == word(at)));
        written.push_str(gap);
        match ours.filter(|_| begins && depth == 0) {
            Some(ours) => {
                written.push_str(ours);
                let fillers = (at + 1..).take_while(|&next| FILLERS.contains(&word(next))).count();
                at += fillers;
            }
            None => written.push_str(word(at)),
        }
        depth +=
            i32::from(matches!(word(at), "(" | "[")) - i32::from(matches!(word(at), ")" | "]"));
        done = all[at].range.end;
        at += 1;
    }
    written + &text[done..]
}

/// Words that begin a condition elsewhere.
const CONDITIONS: &[(&str, &str)] = &[
    ("provided that", "if"),
    ("such that", "if"),
    ("as long as", "if"),
    ("only if", "if"),
    ("only when", "if"),
    ("when", "if"),
    ("whenever", "if"),
    ("provided", "if"),
    ("unless", "if not"),
];

/// `move n - 1 when n > 3`, `move n - 1 unless n == 2`, `[n for n in xs such that n > 2]`
fn condition_word(place: &ParseStop<'_>) -> Advice {
    let is_guarded = |token: &Token| ["for", "game"].contains(&place.slice(token));
    (place.expected.operator() && place.before.iter().any(is_guarded)).then_some(())?;
    let (words, ours) = table_row(place, CONDITIONS)?;
    let range = words;
    let rest = place.text.get(range.end..)?;
    let message = "a condition begins with `if`";
    if ours == "if" {
        return advice(message, "write `if`").map(|one| one.edit(range, ours));
    }
    let condition = rest[..clause_end(rest)].trim_end();
    let written = format!("{ours} ({})", condition.trim_start());
    advice(message, format!("write `{written}`"))
        .map(|one| one.edit(range.start..range.end + condition.len(), written))
}

/// The bytes of the words at the place that are in a table, with what stands for them.
fn table_row(
    place: &ParseStop<'_>,
    table: &[(&str, &'static str)],
) -> Option<(Range<usize>, &'static str)> {
    let said: Vec<&str> = place.after.iter().take(3).map(|token| place.slice(token)).collect();
    table.iter().find_map(|(words, ours)| {
        let words: Vec<&str> = words.split(' ').collect();
        let last = place.after.get(words.len() - 1)?;
        let range = place.after[0].range.start..last.range.end;
        said.starts_with(&words).then_some((range, *ours))
    })
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
    let end = clause_end(rest);
    let condition = rest[..end].trim();
    (place.previous() == "where" && !condition.is_empty()).then_some(())?;
    let clause = place.before[..head].iter().rev().map(|token| place.slice(token));
    let clause: Vec<&str> =
        clause.take_while(|word| ![";", "{"].contains(word) && !MOVES.contains(word)).collect();
    let params = params(place);
    let is_param = |token: &Token| {
        token.kind != TokenKind::Name || params.contains(&&condition[token.range.clone()])
    };
    if clause.contains(&"for") || significant(condition).iter().all(is_param) {
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

/// The words of the ruleset around the place, from `game` to the place; none outside of a ruleset.
fn of_ruleset<'t>(place: &ParseStop<'t>) -> Vec<&'t str> {
    let head = place.before.iter().rposition(|token| place.slice(token) == "game");
    let words = &place.before[head.unwrap_or(place.before.len())..];
    words.iter().map(|token| place.slice(token)).collect()
}

/// The parameters of the ruleset around the place.
pub(super) fn params<'t>(place: &ParseStop<'t>) -> Vec<&'t str> {
    let words = of_ruleset(place);
    let head = words.split(|word| *word == "{").next().unwrap_or_default();
    let named = head.windows(2).filter(|pair| ["(", ","].contains(&pair[0]));
    named.map(|pair| pair[1]).collect()
}

/// The heap of the ruleset around the place.
fn heap<'t>(place: &ParseStop<'t>) -> Option<&'t str> {
    let words = of_ruleset(place);
    let kind = words.windows(3).find(|three| three[1..] == [":", "heap"]);
    kind.map(|three| three[0])
}

/// `for each k in 1..n`
fn each(place: &ParseStop<'_>) -> Advice {
    let [.., head, word] = place.before.as_slice() else { return None };
    let name = place.here().filter(|name| name.kind == TokenKind::Name)?;
    let is_said = ["each", "every", "all", "any"].contains(&place.slice(word));
    (is_said && place.slice(head) == "for").then_some(())?;
    let name = (name.range.start, shortened(place.slice(name)));
    advice("`for` runs through a list or a range", format!("write `for {} in ...`", name.1))
        .map(|one| one.edit(word.range.start..name.0, ""))
}

/// `for k < n`, `for 1 <= k <= n`, `for d | n`, and `for k` where a heap bounds it.
fn unlisted(place: &ParseStop<'_>) -> Advice {
    let head = place.before.iter().rposition(|token| place.slice(token) == "for")?;
    (place.before.len() - head <= 2).then_some(())?;
    let start = place.before[head].range.end;
    let rest = place.text.get(start..)?;
    let block = outside(rest, |word| word == "{").first().map_or(rest.len(), |open| open.start);
    let end = clause_end(rest).min(block);
    let said = rest[..end].trim();
    outside(said, |word| word == "in").is_empty().then_some(())?;
    let (said, more) = match outside(said, |word| word == "and").first() {
        Some(and) => (said[..and.start].trim(), format!(" if {}", said[and.end..].trim())),
        None => (said, String::new()),
    };
    let (name, range) =
        divisors(said).or_else(|| range_of(said)).or_else(|| up_to_heap(said, heap(place)?))?;
    let written = format!("{name} in {range}{more}");
    let new = format!(
        " {written}{}",
        if rest[end..].starts_with(['i', 'f', '{', '}']) { " " } else { "" }
    );
    advice("`for` runs through a list or a range", format!("write `for {written}`"))
        .map(|one| one.edit(start..start + end, new))
}

/// `d | n`, `d divides n`
fn divisors(said: &str) -> Option<(&str, String)> {
    let all = significant(said);
    let [name, sign, rest, ..] = all.as_slice() else { return None };
    let divides = ["|", "divides"].contains(&&said[sign.range.clone()]);
    let number = &said[rest.range.start..];
    (name.kind == TokenKind::Name && divides)
        .then(|| (&said[name.range.clone()], format!("divisors({number})")))
}

/// `k >= 1`, `0 < k` and `k` alone, which the counters of a heap bound.
fn up_to_heap<'t>(said: &'t str, heap: &str) -> Option<(&'t str, String)> {
    let all = significant(said);
    let word = |at: usize| all.get(at).map_or("", |token| &said[token.range.clone()]);
    let is_name = |at: usize| all.get(at).is_some_and(|token| token.kind == TokenKind::Name);
    let (name, from, more) = match all.len() {
        1 => (0, "1", ""),
        3 if [">", ">=", "≥"].contains(&word(1)) => (0, word(2), word(1)),
        3 if ["<", "<=", "≤"].contains(&word(1)) => (2, word(0), word(1)),
        _ => return None,
    };
    let from = match (from, more) {
        (from, ">" | "<") => match from.parse::<u32>() {
            Ok(n) => n.saturating_add(1).to_string(),
            Err(_) => format!("{from} + 1"),
        },
        (from, _) => from.to_owned(),
    };
    (is_name(name) && word(name) != heap).then(|| (word(name), format!("{from}..{heap}")))
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
    let rule = place.before.len().checked_sub(3)?;
    (place.slice(&place.before[rule + 1]) == "->").then_some(())?;
    let message = "the directions of a rule are `orthogonally`, `diagonally`, `any direction` and `hexagonally`";
    if let Some((range, ours)) = table_row(place, DIRECTIONS) {
        return advice(message, format!("write `{ours}`")).map(|one| one.edit(range, ours));
    }
    let first = &place.before[rule];
    let texts = [first, last].map(|token| place.slice(token).trim_matches('"'));
    // A rule that reads the same in both directions lies in rows alone; in columns its symbols stand in rows of their own.
    let is_same =
        texts.iter().all(|text| text.chars().rev().eq(text.chars()) && !text.contains('|'));
    let word = place.after.first()?;
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

/// `".." -> "xx" any;`
fn any_alone(place: &ParseStop<'_>) -> Advice {
    let [.., text, any] = place.before.as_slice() else { return None };
    let is_rule = text.kind == TokenKind::Text && place.slice(any) == "any";
    (is_rule && !place.found().starts_with("direction")).then_some(())?;
    advice("the directions of a rule are `any direction`", "write `\"x.\" -> \".x\" any direction`")
        .map(|one| one.edit(any.range.clone(), "any direction"))
}

/// `game G(b: grid ".x")`, `game G(s: strip) { move ".." -> "xx" }`
fn kind_without_of(place: &ParseStop<'_>) -> Advice {
    const KINDS: &[&str] = &["strip", "grid", "ring", "cylinder", "torus"];
    let kind = place.before.last().filter(|kind| KINDS.contains(&place.slice(kind)))?;
    place.expected.words().contains("`of`").then_some(())?;
    let name = place.slice(kind);
    let message = "the symbols of a board follow `of`, the empty cell first";
    if place.here().is_some_and(|next| next.kind == TokenKind::Text) {
        let symbols = shortened(place.found());
        return advice(message, format!("write `{name} of {symbols}`"))
            .map(|one| one.edit(kind.range.end..kind.range.end, " of"));
    }
    match symbols(place.text.get(kind.range.end..)?) {
        Some(symbols) => advice(message, format!("write `{name} of \"{symbols}\"`"))
            .map(|one| one.edit(kind.range.end..kind.range.end, format!(" of \"{symbols}\""))),
        None => advice(message, format!("write `{name} of \".xo\"`")),
    }
}

/// The symbols in the texts of the rules that follow, the empty cell first; none where it is not seen which it is.
fn symbols(text: &str) -> Option<String> {
    let end = outside(text, |word| word == "game").first().map_or(text.len(), |next| next.start);
    let texts = tokens(&text[..end]).into_iter().filter(|token| token.kind == TokenKind::Text);
    let all: String = texts.map(|token| text[token.range].trim_matches('"')).collect();
    let is_plain = all.chars().all(|c| c.is_alphanumeric() || "._|#".contains(c));
    let empty = all.chars().find(|c| ['.', '_'].contains(c)).filter(|_| is_plain)?;
    let mut symbols = String::from(empty);
    for symbol in all.chars().filter(|symbol| *symbol != '|') {
        if !symbols.contains(symbol) {
            symbols.push(symbol);
        }
    }
    Some(symbols)
}

/// `if n > 2 then a else b end`
fn ended(place: &ParseStop<'_>) -> Advice {
    let word = place.here().filter(|word| ["end", "fi", "endif"].contains(&place.slice(word)))?;
    let chooses = place.before.iter().any(|token| place.slice(token) == "then");
    (chooses && place.expected.operator()).then_some(())?;
    let last = place.before.last()?.range.end;
    advice("`if` has no closing word", "write `if c then a else b`")
        .map(|one| one.edit(last..word.range.end, ""))
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
