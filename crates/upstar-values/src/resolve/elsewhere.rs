//! Lines as people type them who come from elsewhere: textbooks, LaTeX, English, CGSuite and Python.
//!
//! Knows: what such a line says here, by tables of signs, phrases and relations. Must not know: what names are bound, or
//! whether the line is offered.
//!
//! A line is translated step by step until no row fits. Each row has one meaning: what could mean two things is left to the
//! error. Nothing is evaluated here; whoever offers a translation looks first whether it parses and its names are known.

use crate::syntax::{Token, TokenKind, tokens};

use super::near::synonym;

/// Most bytes of a line that is translated.
const LONGEST: usize = 2000;
/// Most steps of a translation.
const MOST_STEPS: usize = 32;

/// Signs, and commands of LaTeX without their backslash. The longest of those that fit is taken.
const SIGNS: &[(&str, &str)] = &[
    // LaTeX.
    ("\\uparrow", "^"),
    ("\\downarrow", "v"),
    ("\\Uparrow", "^^"),
    ("\\Downarrow", "vv"),
    ("\\ast", "*"),
    ("\\star", "*"),
    ("\\pm", "±"),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\mid", "|"),
    ("\\vert", "|"),
    ("\\|", "||"),
    ("\\parallel", "||"),
    ("\\Vert", "||"),
    ("\\leq", "<="),
    ("\\le", "<="),
    ("\\geq", ">="),
    ("\\ge", ">="),
    ("\\neq", "!="),
    ("\\ne", "!="),
    ("\\cdot", " * "),
    ("\\times", " * "),
    ("\\omega", "omega"),
    ("\\infty", "infinity"),
    ("\\langle", "<"),
    ("\\rangle", ">"),
    ("\\oplus", "⊕"),
    ("\\left", ""),
    ("\\right", ""),
    ("\\,", " "),
    ("\\;", " "),
    ("\\!", ""),
    ("\\ ", " "),
    ("\\quad", " "),
    ("$", ""),
    // Unicode.
    ("∥", "||"),
    ("∣", "|"),
    ("｜", "|"),
    ("￨", "|"),
    ("⟨", "<"),
    ("⟩", ">"),
    ("〈", "<"),
    ("〉", ">"),
    ("＜", "<"),
    ("＞", ">"),
    ("｛", "{"),
    ("｝", "}"),
    ("＋", "+"),
    ("－", "-"),
    ("–", "-"),
    ("＊", "*"),
    ("✱", "*"),
    ("★", "*"),
    ("☆", "*"),
    ("½", "1/2"),
    ("¼", "1/4"),
    ("¾", "3/4"),
    ("⅛", "1/8"),
    ("⅜", "3/8"),
    ("⅝", "5/8"),
    ("⅞", "7/8"),
    ("⅓", "1/3"),
    ("⅔", "2/3"),
    ("÷", " / "),
    ("⧾", "tiny"),
    ("⧿", "miny"),
    ("“", "\""),
    ("”", "\""),
    ("₀", "_0"),
    ("₁", "_1"),
    ("₂", "_2"),
    ("₃", "_3"),
    ("₄", "_4"),
    ("₅", "_5"),
    ("₆", "_6"),
    ("₇", "_7"),
    ("₈", "_8"),
    ("₉", "_9"),
];

/// Whole lines of words, without regard to case. `$a` stands for anything with its brackets closed, `$w` for a name.
const PHRASES: &[(&str, &str)] = &[
    ("who wins $a", "outcome($a)"),
    ("who wins in $a", "outcome($a)"),
    ("who would win $a", "outcome($a)"),
    ("who has won $a", "outcome($a)"),
    ("winner $a", "outcome($a)"),
    ("what is $a", "$a"),
    ("what ' s $a", "$a"),
    ("who is $a", "$a"),
    ("what are $a", "$a"),
    ("find $a", "$a"),
    ("compute $a", "$a"),
    ("calculate $a", "$a"),
    ("evaluate $a", "$a"),
    ("print $a", "$a"),
    ("return $a", "$a"),
    ("give me $a", "$a"),
    ("show me $a", "$a"),
    ("let $w = $a", "$w := $a"),
    ("let $w be $a", "$w := $a"),
    ("let $w := $a", "$w := $a"),
    ("set $w to $a", "$w := $a"),
    ("set $w = $a", "$w := $a"),
    ("var $w = $a", "$w := $a"),
    ("const $w = $a", "$w := $a"),
    ("define $w as $a", "$w := $a"),
    ("define $w = $a", "$w := $a"),
    ("play a game of $a", "play($a)"),
    ("how is $a played", "?$a"),
    ("the rules of $w", "?$w"),
    ("rules of $w", "?$w"),
    ("why is $a", "explain($a)"),
    ("why $a", "explain($a)"),
    ("sum of $a and $b", "$a + ($b)"),
    ("the sum of $a and $b", "$a + ($b)"),
    ("add $a and $b", "$a + ($b)"),
    ("add $a to $b", "$b + ($a)"),
    ("subtract $a from $b", "$b - ($a)"),
    ("difference of $a and $b", "$a - ($b)"),
    ("nim sum of $a and $b", "nim_sum($a, $b)"),
    ("nim - sum of $a and $b", "nim_sum($a, $b)"),
    ("compare $a and $b", "$a || $b"),
    ("compare $a with $b", "$a || $b"),
    ("moves of left in $a", "moves($a, Left)"),
    ("moves of right in $a", "moves($a, Right)"),
    ("left ' s moves in $a", "moves($a, Left)"),
    ("right ' s moves in $a", "moves($a, Right)"),
    ("moves for left in $a", "moves($a, Left)"),
    ("moves for right in $a", "moves($a, Right)"),
    ("winning moves in $a", "winning_moves($a)"),
    ("best move in $a", "best_moves($a)"),
    ("best moves in $a", "best_moves($a)"),
    ("how hot is $a", "temperature($a)"),
    ("is $a positive", "$a > 0"),
    ("is $a negative", "$a < 0"),
    ("is $a zero", "$a == 0"),
    ("is $a fuzzy", "$a || 0"),
    ("is $a hot", "temperature($a) > 0"),
    ("is $a tepid", "temperature($a) == 0"),
    ("is $a cold", "is_number($a)"),
    ("is $a infinitesimal", "is_infinitesimal($a)"),
    ("is $a an infinitesimal", "is_infinitesimal($a)"),
    ("is $a all small", "is_all_small($a)"),
    ("is $a all - small", "is_all_small($a)"),
    ("is $a dicotic", "is_all_small($a)"),
    ("is $a loopy", "is_loopy($a)"),
    ("is $a tame", "is_tame($a)"),
    ("is $a wild", "is_wild($a)"),
    ("is $a a star", "is_nimber($a)"),
    ("is $a a win for left", "outcome($a) == L"),
    ("is $a a win for right", "outcome($a) == R"),
    ("is $a a $w position", "outcome($a) == $w"),
    ("is $a a $w - position", "outcome($a) == $w"),
    ("is $a an $w position", "outcome($a) == $w"),
    ("is $a an $w - position", "outcome($a) == $w"),
    ("is $a a $w", "is_$w($a)"),
    ("is $a an $w", "is_$w($a)"),
    ("is $a", "$a"),
    // Values by their names.
    ("half", "1/2"),
    ("a half", "1/2"),
    ("one half", "1/2"),
    ("a quarter", "1/4"),
    ("one quarter", "1/4"),
    ("three quarters", "3/4"),
    ("star two", "*2"),
    ("star three", "*3"),
    ("double up", "^^"),
    ("double down", "vv"),
    ("up star", "^*"),
    ("down star", "v*"),
    ("double up star", "^^*"),
    ("double down star", "vv*"),
    ("plus minus $a", "±$a"),
    ("tiny $a", "tiny($a)"),
    ("miny $a", "miny($a)"),
    ("ans", "_"),
    // Blocks of CGSuite.
    ("for $w from $a to $b do $c end", "[$c for $w in $a..$b]"),
    ("for $w from $a to $b by $d do $c end", "[$c for $w in $a..$b by $d]"),
    ("for $w in $a do $c end", "[$c for $w in $a]"),
    ("if $a then $b else $c end", "if $a then $b else $c"),
    ("if $a then $b else $c fi", "if $a then $b else $c"),
    ("if $a then $b elseif $c then $d else $e end", "if $a then $b else if $c then $d else $e"),
    ("if $a then $b end", "if $a { $b }"),
    ("$a if $b else $c", "if $b then $a else $c"),
    ("lambda $w : $a", "$w -> $a"),
    ("def $w ( $a ) : return $b", "$w($a) := $b"),
];

/// Parts of a line, as they are written.
const PARTS: &[(&str, &str)] = &[
    ("True", "true"),
    ("False", "false"),
    ("len ( $a )", "length($a)"),
    ("print ( $a )", "$a"),
    ("println ( $a )", "$a"),
    ("range ( $a , $b , $c )", "$a..$b - 1 by $c"),
    ("range ( $a , $b )", "$a..$b - 1"),
    ("range ( $a )", "0..$a - 1"),
    ("mex { $a }", "mex({$a})"),
    ("nim_sum [ $a ]", "nim_sum($a)"),
    ("{ = > }", "0"),
    ("game . grid . ", ""),
    ("game . heap . ", ""),
    ("game . strip . ", ""),
    ("game . graph . ", ""),
    ("game . misc . ", ""),
    ("game . ", ""),
    (", L )", ", Left)"),
    (", R )", ", Right)"),
    ("* _ { $a }", "*$a"),
    ("tiny_ { $a }", "tiny($a)"),
    ("miny_ { $a }", "miny($a)"),
    ("tiny_ ( $a )", "tiny($a)"),
    ("miny_ ( $a )", "miny($a)"),
];

/// Relations in words, between two games: `is G greater than H`, `G is greater than H`, `G greater than H`.
const RELATIONS: &[(&str, &str)] = &[
    ("greater than or equal to", ">="),
    ("less than or equal to", "<="),
    ("at least", ">="),
    ("at most", "<="),
    ("greater than", ">"),
    ("bigger than", ">"),
    ("larger than", ">"),
    ("better than", ">"),
    ("less than", "<"),
    ("smaller than", "<"),
    ("worse than", "<"),
    ("not equal to", "!="),
    ("different from", "!="),
    ("the same as", "=="),
    ("equal to", "=="),
    ("equals", "=="),
    ("confused with", "||"),
    ("fuzzy with", "||"),
    ("incomparable with", "||"),
    ("incomparable to", "||"),
    ("fuzzy", "||"),
];

/// Properties after a dot that have another name here; others are those of [`synonym`] or the same in small letters.
const PROPERTIES: &[(&str, &str)] = &[
    ("Reduce", "reduced($)"),
    ("Outcome", "outcome($)"),
    ("NimValue", "nimber($)"),
    ("GameValue", "canonical($)"),
    ("Value", "canonical($)"),
    ("Options", "moves($)"),
    ("IsAllSmall", "is_all_small($)"),
    ("Simplify", "canonical($)"),
    ("Explicit", "form($)"),
    ("append", "$ + [#]"),
    ("Heat", "heat($, #)"),
    ("Cool", "cool($, #)"),
    ("OptionsFor", "moves($, #)"),
];

/// What a line says here; `None` where it is not known to come from elsewhere. `is_known` says whether something has a
/// name. Cost: quadratic in the length, which is bounded.
///
/// ```
/// # use upstar_values::resolve::translated;
/// let known = |name: &str| ["outcome", "temperature"].contains(&name);
/// assert_eq!(translated("who wins *2?", &known).as_deref(), Some("outcome(*2)"));
/// assert_eq!(translated(r"\{0 \mid *\}", &known).as_deref(), Some("{0 | *}"));
/// assert_eq!(translated("temperature of {1|-1}", &known).as_deref(), Some("temperature({1|-1})"));
/// assert_eq!(translated("1 + 1", &known), None);
/// ```
pub fn translated(text: &str, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let typed = text.trim();
    if typed.is_empty() || typed.len() > LONGEST {
        return None;
    }
    let mut line = with_signs(typed.trim_end_matches(['?', '.', ';']).trim_end());
    for _ in 0..MOST_STEPS {
        let next = decimal(&line)
            .or_else(|| tight(&line))
            .or_else(|| part(&line))
            .or_else(|| property(&line, is_known))
            .or_else(|| nim_sum(&line))
            .or_else(|| relation(&line))
            .or_else(|| phrase(&line))
            .or_else(|| of(&line, is_known))
            .or_else(|| call(&line, is_known));
        match next {
            Some(next) if next != line && next.len() <= 2 * LONGEST => line = next,
            _ => break,
        }
    }
    (line != typed && !line.is_empty()).then_some(line)
}

/// The line with signs of the language, besides in texts.
fn with_signs(line: &str) -> String {
    let mut written = String::with_capacity(line.len());
    let (mut rest, mut in_text) = (line, false);
    while let Some(next) = rest.chars().next() {
        let sign = SIGNS.iter().filter(|(sign, _)| rest.starts_with(sign));
        let longest = sign.max_by_key(|(sign, _)| sign.len()).filter(|_| !in_text);
        if let Some((fraction, after)) = fraction(rest).filter(|_| !in_text) {
            written.push_str(&fraction);
            rest = after;
        } else if let Some((sign, ours)) = longest {
            // One and a half.
            if ours.contains('/') && written.ends_with(|c: char| c.is_ascii_digit()) {
                written.push_str(" + ");
            }
            written.push_str(ours);
            in_text ^= *ours == "\"";
            rest = &rest[sign.len()..];
            // The blank that ends a command is none of the line.
            if sign.starts_with('\\') && ["^", "v", "^^", "vv", "±"].contains(ours) {
                rest = rest.trim_start_matches(' ');
            }
        } else {
            in_text ^= next == '"' || (in_text && next == '”');
            written.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    written
}

/// `\frac12` and `\frac{1}{2}`, with what follows.
fn fraction(text: &str) -> Option<(String, &str)> {
    let rest = ["\\frac", "\\tfrac", "\\dfrac"].iter().find_map(|head| text.strip_prefix(head))?;
    let (above, rest) = argument(rest)?;
    let (below, rest) = argument(rest)?;
    Some((format!("{above}/{below}"), rest))
}

/// An argument of a command: a character, or a group in braces, with what follows.
fn argument(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    if let Some(group) = text.strip_prefix('{') {
        let (inside, rest) = group.split_once('}')?;
        let is_number = inside.chars().all(|c| c.is_ascii_digit());
        return Some((if is_number { inside.to_owned() } else { format!("({inside})") }, rest));
    }
    let first = text.chars().next().filter(char::is_ascii_digit)?;
    Some((first.to_string(), &text[1..]))
}

/// The tokens of a line, without blanks.
fn pieces(line: &str) -> Vec<Token> {
    tokens(line).into_iter().filter(Token::is_significant).collect()
}

/// `0.75` and `.5` as fractions, besides in texts and where a call begins: there it may be the code of a game.
fn decimal(line: &str) -> Option<String> {
    let is_digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let outside = |at: usize| line[..at].matches('"').count().is_multiple_of(2);
    let points = line.match_indices('.').map(|(at, _)| at);
    let point = points.into_iter().find(|&at| is_digit(at + 1) && outside(at))?;
    let start = (0..point).rev().take_while(|&at| is_digit(at)).last().unwrap_or(point);
    let end = (point + 1..line.len()).find(|&at| !is_digit(at)).unwrap_or(line.len());
    let before = line[..start].chars().next_back();
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == ')';
    let places = u32::try_from(end - point - 1).ok().filter(|places| *places <= 15)?;
    let is_call =
        line[..start].strip_suffix('(').is_some_and(|name| name.ends_with(char::is_alphanumeric));
    if is_call || before.is_some_and(is_part) || line[end..].starts_with('.') {
        return None;
    }
    let above = format!("0{}{}", &line[start..point], &line[point + 1..end]).parse::<u64>().ok()?;
    let below = 10u64.pow(places);
    let common = num_integer::gcd(above, below);
    let fraction = match (above / common, below / common) {
        (above, 1) => above.to_string(),
        (above, below) => format!("{above}/{below}"),
    };
    Some(format!("{}{fraction}{}", &line[..start], &line[end..]))
}

/// `* 2`, `^ 2`, `± 1` and `*_2` where a game begins; `tiny_2`.
fn tight(line: &str) -> Option<String> {
    let pieces = pieces(line);
    for (at, piece) in pieces.iter().enumerate() {
        let text = &line[piece.range.clone()];
        for (head, name) in [("tiny_", "tiny"), ("miny_", "miny"), ("+_", "tiny"), ("-_", "miny")] {
            let there = &line[piece.range.start..];
            let Some(rest) = there.strip_prefix(head) else { continue };
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let begins = at == 0 || opens(&line[pieces[at - 1].range.clone()]);
            if !digits.is_empty() && (begins || head.len() > 2) {
                let end = piece.range.start + head.len() + digits.len();
                return Some(format!(
                    "{}{name}({digits}){}",
                    &line[..piece.range.start],
                    &line[end..]
                ));
            }
        }
        let begins = at == 0 || opens(&line[pieces[at - 1].range.clone()]);
        let Some(next) = pieces.get(at + 1) else { continue };
        let gap = piece.range.end..next.range.start;
        let is_sign = ["*", "∗", "^", "±", "v", "+-"].contains(&text);
        if begins && is_sign && !gap.is_empty() && next.kind == TokenKind::Number {
            return Some(format!("{}{}", &line[..gap.start], &line[gap.end..]));
        }
        let digits = line[next.range.clone()].strip_prefix('_');
        let is_index = digits.is_some_and(|digits| digits.parse::<u32>().is_ok());
        if is_sign && gap.is_empty() && is_index {
            return Some(format!("{}{}", &line[..gap.start], &line[gap.end + 1..]));
        }
    }
    None
}

/// Whether a game begins after this token.
fn opens(token: &str) -> bool {
    ["(", "[", "{", "<", ",", "|", "||", "+", "-", "=", "==", ":=", "⊕", ">", ">=", "<="]
        .contains(&token)
}

/// The first part of the line that is in the table, translated.
fn part(line: &str) -> Option<String> {
    let pieces = pieces(line);
    for (found, written) in PARTS {
        let pattern: Vec<&str> = found.split_whitespace().collect();
        for start in 0..pieces.len() {
            let mut bound = Vec::new();
            let there = Place { line, pieces: &pieces, any_case: false };
            if let Some(end) = there.matches(&pattern, start, false, &mut bound) {
                let (from, to) = (pieces[start].range.start, pieces[end - 1].range.end);
                let new = filled(written, &bound);
                return Some(format!("{}{new}{}", &line[..from], &line[to..]));
            }
        }
    }
    None
}

/// The whole line, if it is in the table: by the row with the most words of its own.
fn phrase(line: &str) -> Option<String> {
    let words =
        |row: &&(&str, &str)| row.0.split(' ').filter(|word| !word.starts_with('$')).count();
    let rows = PHRASES.iter().filter(|(found, _)| whole(line, found).is_some());
    let (found, written) = rows.rev().max_by_key(words)?;
    Some(filled(written, &whole(line, found)?))
}

/// A comparison in words.
fn relation(line: &str) -> Option<String> {
    for (words, sign) in RELATIONS {
        for form in ["is $a @ $b", "$a is @ $b", "$a @ $b"] {
            if let Some(bound) = whole(line, &form.replace('@', words)) {
                return Some(filled(&format!("$a {sign} $b"), &bound));
            }
        }
    }
    None
}

/// What the variables of a pattern stand for, if it fits the whole line.
fn whole<'l>(line: &'l str, pattern: &str) -> Option<Vec<(String, &'l str)>> {
    let pieces = pieces(line);
    let pattern: Vec<&str> = pattern.split_whitespace().collect();
    let mut bound = Vec::new();
    let there = Place { line, pieces: &pieces, any_case: true };
    there.matches(&pattern, 0, true, &mut bound)?;
    Some(bound)
}

/// A text with variables replaced. An integer less one is written as one.
fn filled(written: &str, bound: &[(String, &str)]) -> String {
    let mut text = written.to_owned();
    for (variable, value) in bound {
        if let Ok(n) = value.parse::<u64>() {
            text = text.replace(&format!("{variable} - 1"), &n.saturating_sub(1).to_string());
        }
        text = text.replace(variable.as_str(), value);
    }
    text
}

/// A line with its tokens, for patterns.
struct Place<'l, 'p> {
    line: &'l str,
    pieces: &'p [Token],
    any_case: bool,
}

impl<'l> Place<'l, '_> {
    /// The end of the tokens from `start` that a pattern fits, up to the end of the line if the `whole` is meant. The
    /// shortest texts are tried first.
    fn matches(
        &self,
        pattern: &[&str],
        start: usize,
        whole: bool,
        bound: &mut Vec<(String, &'l str)>,
    ) -> Option<usize> {
        let Some((first, rest)) = pattern.split_first() else {
            return (!whole || start == self.pieces.len()).then_some(start);
        };
        let piece = self.pieces.get(start)?;
        let text = &self.line[piece.range.clone()];
        if !first.starts_with('$') || first.len() < 2 {
            let same =
                if self.any_case { text.eq_ignore_ascii_case(first) } else { text == *first };
            return self.matches(rest, start + 1, whole, bound).filter(|_| same);
        }
        let depth = bound.len();
        for end in start + 1..=self.pieces.len() {
            let last = &self.pieces[end - 1];
            let text = &self.line[piece.range.start..last.range.end];
            if !is_closed(text) {
                continue;
            }
            let is_name = piece.kind == TokenKind::Name && end == start + 1;
            if *first == "$w" && !is_name {
                return None;
            }
            bound.push(((*first).to_owned(), text));
            if let Some(end) = self.matches(rest, end, whole, bound) {
                return Some(end);
            }
            bound.truncate(depth);
        }
        None
    }
}

/// Whether the brackets of a text are closed, and none that was not opened.
fn is_closed(text: &str) -> bool {
    let mut open = 0i32;
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0
}

/// `G.CanonicalForm`, `G.Heat(2)`
fn property(line: &str, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let pieces = pieces(line);
    for at in 1..pieces.len().saturating_sub(1) {
        let (dot, name) = (&pieces[at], &pieces[at + 1]);
        let is_name = name.kind == TokenKind::Name && name.range.start == dot.range.end;
        if &line[dot.range.clone()] != "." || !is_name {
            continue;
        }
        let start = operand(line, &pieces[..at])?;
        let (of, name_text) = (&line[start..dot.range.start], &line[name.range.clone()]);
        let (argument, end) = match pieces.get(at + 2).map(|next| &line[next.range.clone()]) {
            Some("(") => {
                let open = pieces[at + 2].range.start;
                let end = (open + 1..=line.len())
                    .find(|&end| line.is_char_boundary(end) && is_closed(&line[open..end]))?;
                (&line[open + 1..end - 1], end)
            }
            _ => ("", name.range.end),
        };
        let known = PROPERTIES.iter().find(|(property, _)| *property == name_text);
        let new = match known {
            Some((_, written)) => written.replace('$', of).replace('#', argument),
            None => {
                let function = function(&[&snake(name_text)], is_known)?;
                match argument {
                    "" => applied(&function, of),
                    _ => format!("{function}({of}, {argument})"),
                }
            }
        };
        return Some(format!("{}{new}{}", &line[..start], &line[end..]));
    }
    None
}

/// Where the operand begins that ends with these tokens: a name, a call, a text, or brackets.
fn operand(line: &str, before: &[Token]) -> Option<usize> {
    let last = before.last()?;
    let end = last.range.end;
    let first =
        (0..before.len()).rev().find(|&first| is_closed(&line[before[first].range.start..end]))?;
    let is_call = first
        .checked_sub(1)
        .map(|name| &before[name])
        .filter(|name| name.kind == TokenKind::Name && name.range.end == before[first].range.start);
    Some(is_call.unwrap_or(&before[first]).range.start)
}

/// `LeftStop` as `left_stop`.
fn snake(name: &str) -> String {
    let mut small = String::new();
    for (at, c) in name.char_indices() {
        if c.is_uppercase() && at > 0 {
            small.push('_');
        }
        small.extend(c.to_lowercase());
    }
    small
}

/// `3 ⊕ 5` and `3 xor 5`, which is a nim-sum of numbers, and `*3 ⊕ *5`, which is a sum of games.
fn nim_sum(line: &str) -> Option<String> {
    let pieces = pieces(line);
    let is_sign = |piece: &Token| ["⊕", "xor", "XOR"].contains(&&line[piece.range.clone()]);
    let signs: Vec<&Token> = pieces.iter().filter(|piece| is_sign(piece)).collect();
    let (first, last) = (signs.first()?, signs.last()?);
    let mut operands = vec![&line[..first.range.start]];
    operands.extend(signs.windows(2).map(|pair| &line[pair[0].range.end..pair[1].range.start]));
    operands.push(&line[last.range.end..]);
    let operands: Vec<&str> = operands.into_iter().map(str::trim).collect();
    if operands.iter().any(|operand| operand.is_empty() || !is_closed(operand)) {
        return None;
    }
    let all_numbers = operands.iter().all(|operand| operand.parse::<u64>().is_ok());
    Some(match all_numbers {
        true => format!("nim_sum({})", operands.join(", ")),
        false => operands.join(" + "),
    })
}

/// The name of a function by words for it; with `G` where it is a pattern.
fn function(words: &[&str], is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let name = words.join("_").to_lowercase();
    // What a game is worth is its canonical form; only games about points have another value.
    if name == "value" {
        return Some("canonical".to_owned());
    }
    if is_known(&name) {
        return Some(name);
    }
    let near = synonym(&name)?;
    let is_pattern = near.contains('G') && !near.contains('H');
    (is_known(near) || is_pattern).then(|| near.to_owned())
}

/// A function, or a pattern with `G`, of an argument.
fn applied(function: &str, argument: &str) -> String {
    match function.contains('G') {
        true if argument.contains(' ') => function.replace('G', &format!("({argument})")),
        true => function.replace('G', argument),
        false => format!("{function}({argument})"),
    }
}

/// `the left stop of G`, `nim-value of 3 + 5`
fn of(line: &str, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let pieces = pieces(line);
    let text = |at: usize| &line[pieces[at].range.clone()];
    let place = (1..pieces.len()).find(|&at| text(at) == "of")?;
    let mut words: Vec<&str> = (0..place).map(text).filter(|word| *word != "-").collect();
    if words.first().is_some_and(|word| ["the", "a", "an"].contains(&word.to_lowercase().as_str()))
    {
        words.remove(0);
    }
    let are_words = words.iter().all(|word| word.chars().all(char::is_alphabetic));
    if words.is_empty() || words.len() > 4 || !are_words {
        return None;
    }
    let argument = line[pieces[place].range.end..].trim();
    Some(applied(&function(&words, is_known)?, argument))
}

/// `canonical {0|*}`, `play Nim(3, 5)`
fn call(line: &str, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let pieces = pieces(line);
    let [name, next, ..] = pieces.as_slice() else { return None };
    let begins = match next.kind {
        TokenKind::Number | TokenKind::Game | TokenKind::Text | TokenKind::Name => true,
        TokenKind::Bracket => ["{", "[", "("].contains(&&line[next.range.clone()]),
        // A game begins with a sign that touches what follows.
        _ => {
            let touches = pieces.get(2).is_none_or(|after| after.range.start == next.range.end);
            ["<", "*", "∗", "^", "±", "+-", "-"].contains(&&line[next.range.clone()]) && touches
        }
    };
    let apart = name.range.end < next.range.start;
    if name.kind != TokenKind::Name || !begins || !apart || line.contains(":=") {
        return None;
    }
    let function = function(&[&line[name.range.clone()]], is_known)?;
    let argument = line[name.range.end..].trim();
    let inside = argument.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    Some(applied(&function, inside.filter(|inside| is_closed(inside)).unwrap_or(argument)))
}
