//! Lines as people type them who come from elsewhere: textbooks, LaTeX, English, CGSuite and Python.
//!
//! Knows: what such a line says here, by tables of signs, phrases and relations. Must not know: what names are bound, or
//! whether the line is offered.
//!
//! A line is translated step by step until no row fits. Each row has one meaning: what could mean two things is left to the
//! error. Nothing is evaluated here; whoever offers a translation looks first whether it parses and its names are known.

use crate::syntax::{Token, TokenKind, spelling, tokens};

use super::near::synonym;

/// Most bytes, and most tokens, of a line that is translated: nobody types more by hand, and programs that fail are not
/// looked through.
const LONGEST: usize = 400;
const MOST_TOKENS: usize = 64;
/// Most steps of a translation.
const MOST_STEPS: usize = 32;

/// Signs, and commands of LaTeX that mean something else here than those of [`spelling::named`]. The longest of those
/// that fit is taken.
const SIGNS: &[(&str, &str)] = &[
    // LaTeX.
    ("\\uparrow", "^"),
    ("\\downarrow", "v"),
    ("\\Uparrow", "^^"),
    ("\\Downarrow", "vv"),
    ("\\ast", "*"),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\mid", "|"),
    ("\\vert", "|"),
    ("\\|", "||"),
    ("\\parallel", "||"),
    ("\\Vert", "||"),
    ("\\leq", "<="),
    ("\\geq", ">="),
    ("\\neq", "!="),
    ("\\cdot", " * "),
    ("\\times", " * "),
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
/// name. Cost: bounded, because the length is.
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
    let mut text = with_signs(typed.trim_end_matches(['?', '.', ';']).trim_end());
    for _ in 0..MOST_STEPS {
        match Line::new(&text)?.step(is_known) {
            Some(next) if next != text => text = next,
            _ => break,
        }
    }
    (text != typed && !text.is_empty()).then_some(text)
}

/// The line with signs of the language, besides in texts.
fn with_signs(line: &str) -> String {
    let mut written = String::with_capacity(line.len());
    let (mut rest, mut in_text) = (line, false);
    while let Some(next) = rest.chars().next() {
        if in_text {
            in_text = next != '"' && next != '”';
            written.push(if next == '”' { '"' } else { next });
            rest = &rest[next.len_utf8()..];
        } else if let Some((ours, after)) = fraction(rest).or_else(|| sign(rest)) {
            // One and a half.
            if ours.contains('/') && written.ends_with(|c: char| c.is_ascii_digit()) {
                written.push_str(" + ");
            }
            in_text = ours == "\"";
            written.push_str(&ours);
            rest = after;
        } else {
            in_text = next == '"';
            written.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    written
}

/// What a sign or a command at the beginning of a text is here, with what follows. The blank that ends a command for a game
/// is none of the line.
fn sign(text: &str) -> Option<(String, &str)> {
    let longest = SIGNS.iter().filter(|(sign, _)| text.starts_with(sign));
    let (ours, rest) = match longest.max_by_key(|(sign, _)| sign.len()) {
        Some((sign, ours)) => (*ours, &text[sign.len()..]),
        None => {
            let command = text.strip_prefix('\\')?;
            let end = command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len());
            (spelling::named(&command[..end])?.ascii, &command[end..])
        }
    };
    let is_game = text.starts_with('\\') && ["^", "v", "^^", "vv", "*", "+-"].contains(&ours);
    Some((ours.to_owned(), if is_game { rest.trim_start_matches(' ') } else { rest }))
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

/// A line, with its tokens besides blanks.
struct Line<'l> {
    text: &'l str,
    tokens: Vec<Token>,
}

impl<'l> Line<'l> {
    /// A line; `None` if it has too many tokens.
    fn new(text: &'l str) -> Option<Line<'l>> {
        let tokens: Vec<Token> = tokens(text).into_iter().filter(Token::is_significant).collect();
        (tokens.len() <= MOST_TOKENS).then_some(Line { text, tokens })
    }

    /// The line after one step, if a row fits.
    fn step(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        decimal(self.text)
            .or_else(|| self.tight())
            .or_else(|| self.part())
            .or_else(|| self.property(is_known))
            .or_else(|| self.nim_sum())
            .or_else(|| self.relation())
            .or_else(|| self.phrase())
            .or_else(|| self.of(is_known))
            .or_else(|| self.call(is_known))
    }

    /// The text of a token; empty beyond the last one.
    fn word(&self, at: usize) -> &'l str {
        self.tokens.get(at).map_or("", |token| &self.text[token.range.clone()])
    }

    /// Whether a token follows another one without a blank.
    fn touches(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let after = self.tokens.get(at);
        before.zip(after).is_some_and(|(one, other)| one.range.end == other.range.start)
    }

    fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Name)
    }

    /// The text of the tokens from one up to another.
    fn between(&self, start: usize, end: usize) -> &'l str {
        &self.text[self.tokens[start].range.start..self.tokens[end - 1].range.end]
    }

    /// The line with another text for the tokens from one up to another.
    fn replaced(&self, start: usize, end: usize, new: &str) -> String {
        let (from, to) = (self.tokens[start].range.start, self.tokens[end - 1].range.end);
        format!("{}{new}{}", &self.text[..from], &self.text[to..])
    }

    /// The ends of texts from a token on whose brackets are closed, the shortest first.
    fn closed_ends(&self, start: usize) -> impl Iterator<Item = usize> + '_ {
        let mut open = 0;
        let ends = (start..self.tokens.len()).map_while(move |at| {
            open += match self.word(at) {
                "(" | "[" | "{" => 1,
                ")" | "]" | "}" => -1,
                _ => 0,
            };
            (open >= 0).then_some((at + 1, open))
        });
        ends.filter(|(_, open)| *open == 0).map(|(end, _)| end)
    }

    /// `* 2`, `^ 2`, `± 1` and `*_2` where a game begins; `tiny_2`.
    fn tight(&self) -> Option<String> {
        (0..self.tokens.len()).find_map(|at| {
            let begins = at == 0 || opens(self.word(at - 1));
            let (word, next) = (self.word(at), self.word(at + 1));
            let tiny = |word: &str| match word {
                "tiny" | "+" => Some("tiny"),
                "miny" | "-" => Some("miny"),
                _ => None,
            };
            if let Some((name, digits)) = word.split_once('_')
                && let Some(name) = tiny(name).filter(|_| is_number(digits))
            {
                return Some(self.replaced(at, at + 1, &format!("{name}({digits})")));
            }
            let index = next.strip_prefix('_').filter(|digits| is_number(digits));
            let index = index.filter(|_| self.touches(at + 1));
            if let (true, Some(name), Some(digits)) = (begins, tiny(word), index) {
                return Some(self.replaced(at, at + 2, &format!("{name}({digits})")));
            }
            let is_sign = ["*", "∗", "^", "±", "v", "+-"].contains(&word);
            let is_apart = begins && !self.touches(at + 1) && is_number(next);
            let number = index.or(is_apart.then_some(next)).filter(|_| is_sign)?;
            Some(self.replaced(at, at + 2, &format!("{word}{number}")))
        })
    }

    /// The first part of the line that is in the table, translated.
    fn part(&self) -> Option<String> {
        PARTS.iter().find_map(|(found, written)| {
            let pattern: Vec<&str> = found.split_whitespace().collect();
            (0..self.tokens.len()).find_map(|start| {
                let mut bound = Vec::new();
                let same = |word: &str, other: &str| word == other;
                let end = self.matched(&pattern, start, (same, false), &mut bound)?;
                Some(self.replaced(start, end, &filled(written, &bound)))
            })
        })
    }

    /// The whole line, if it is in the table: by the row with the most words of its own.
    fn phrase(&self) -> Option<String> {
        let words = |found: &str| found.split(' ').filter(|word| !word.starts_with('$')).count();
        let rows = PHRASES.iter().rev();
        let fits = rows.filter_map(|(found, written)| Some((found, written, self.whole(found)?)));
        let (_, written, bound) = fits.max_by_key(|(found, ..)| words(found))?;
        Some(filled(written, &bound))
    }

    /// A comparison in words.
    fn relation(&self) -> Option<String> {
        RELATIONS.iter().find_map(|(words, sign)| {
            ["is $a @ $b", "$a is @ $b", "$a @ $b"].iter().find_map(|form| {
                let bound = self.whole(&form.replace('@', words))?;
                Some(filled(&format!("$a {sign} $b"), &bound))
            })
        })
    }

    /// What the variables of a pattern stand for, if it fits the whole line without regard to case.
    fn whole(&self, pattern: &str) -> Option<Vec<(String, &'l str)>> {
        let pattern: Vec<&str> = pattern.split_whitespace().collect();
        let mut bound = Vec::new();
        self.matched(&pattern, 0, (str::eq_ignore_ascii_case, true), &mut bound)?;
        Some(bound)
    }

    /// The end of the tokens from `start` that a pattern fits: up to the end of the line, if the whole is meant. The
    /// shortest texts are tried first.
    fn matched(
        &self,
        pattern: &[&str],
        start: usize,
        (same, whole): (fn(&str, &str) -> bool, bool),
        bound: &mut Vec<(String, &'l str)>,
    ) -> Option<usize> {
        let Some((first, rest)) = pattern.split_first() else {
            return (!whole || start == self.tokens.len()).then_some(start);
        };
        if !first.starts_with('$') {
            let fits = start < self.tokens.len() && same(self.word(start), first);
            return fits.then(|| self.matched(rest, start + 1, (same, whole), bound)).flatten();
        }
        let names = if *first == "$w" { 1 } else { usize::MAX };
        if names == 1 && !self.is_name(start) {
            return None;
        }
        self.closed_ends(start).take(names).find_map(|end| {
            bound.push(((*first).to_owned(), self.between(start, end)));
            let found = self.matched(rest, end, (same, whole), bound);
            if found.is_none() {
                bound.pop();
            }
            found
        })
    }

    /// `G.CanonicalForm`, `G.Heat(2)`
    fn property(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_dot =
            |at: &usize| self.word(*at) == "." && self.is_name(*at + 1) && self.touches(*at + 1);
        let dot = (1..self.tokens.len()).find(is_dot)?;
        let start = self.operand(dot)?;
        let (of, name) = (self.between(start, dot), self.word(dot + 1));
        let call = (self.word(dot + 2) == "(").then(|| self.closed_ends(dot + 2).next()).flatten();
        let (argument, end) = match call {
            Some(end) if end > dot + 4 => (self.between(dot + 3, end - 1), end),
            Some(end) => ("", end),
            None => ("", dot + 2),
        };
        let new = match PROPERTIES.iter().find(|(property, _)| *property == name) {
            Some((_, written)) => written.replace('$', of).replace('#', argument),
            None => {
                let function = function(&[&snake(name)], is_known)?;
                match argument {
                    "" => applied(&function, of),
                    _ => format!("{function}({of}, {argument})"),
                }
            }
        };
        Some(self.replaced(start, end, &new))
    }

    /// Where the operand begins that ends before a token: a name, a call, a text, or brackets.
    fn operand(&self, end: usize) -> Option<usize> {
        let is_closed = |start: &usize| self.closed_ends(*start).any(|closed| closed == end);
        let first = (0..end).rev().find(is_closed)?;
        let is_call = first > 0 && self.is_name(first - 1) && self.touches(first);
        Some(if is_call { first - 1 } else { first })
    }

    /// `3 ⊕ 5` and `3 xor 5`, which is a nim-sum of numbers, and `*3 ⊕ *5`, which is a sum of games.
    fn nim_sum(&self) -> Option<String> {
        let is_sign = |at: &usize| ["⊕", "xor", "XOR"].contains(&self.word(*at));
        let signs: Vec<usize> = (0..self.tokens.len()).filter(is_sign).collect();
        let starts = std::iter::once(0).chain(signs.iter().map(|sign| sign + 1));
        let ends = signs.iter().copied().chain([self.tokens.len()]);
        let operand = |(start, end): (usize, usize)| {
            let is_closed = self.closed_ends(start).any(|closed| closed == end);
            is_closed.then(|| self.between(start, end))
        };
        let operands: Vec<&str> = starts.zip(ends).map(operand).collect::<Option<_>>()?;
        match (signs.is_empty(), operands.iter().all(|operand| is_number(operand))) {
            (true, _) => None,
            (false, true) => Some(format!("nim_sum({})", operands.join(", "))),
            (false, false) => Some(operands.join(" + ")),
        }
    }

    /// `the left stop of G`, `nim-value of 3 + 5`
    fn of(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let place = (1..self.tokens.len()).find(|&at| self.word(at) == "of")?;
        let mut words: Vec<&str> = (0..place).map(|at| self.word(at)).collect();
        words.retain(|word| *word != "-");
        let articles = ["the", "a", "an"];
        if words.first().is_some_and(|word| articles.contains(&&*word.to_lowercase())) {
            words.remove(0);
        }
        let are_words = words.iter().all(|word| word.chars().all(char::is_alphabetic));
        if words.is_empty() || words.len() > 4 || !are_words {
            return None;
        }
        let argument = self.text[self.tokens[place].range.end..].trim();
        Some(applied(&function(&words, is_known)?, argument))
    }

    /// `canonical {0|*}`, `play Nim(3, 5)`
    fn call(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let begins = match self.tokens.get(1)?.kind {
            TokenKind::Number | TokenKind::Game | TokenKind::Text | TokenKind::Name => true,
            TokenKind::Bracket => ["{", "[", "("].contains(&self.word(1)),
            // A game begins with a sign that touches what follows.
            _ => {
                let touches = self.tokens.len() == 2 || self.touches(2);
                ["<", "*", "∗", "^", "±", "+-", "-"].contains(&self.word(1)) && touches
            }
        };
        if !self.is_name(0) || self.touches(1) || !begins || self.text.contains(":=") {
            return None;
        }
        let function = function(&[self.word(0)], is_known)?;
        let last = self.tokens.len();
        let is_in_parentheses = self.word(1) == "(" && self.closed_ends(1).next() == Some(last);
        Some(applied(
            &function,
            match is_in_parentheses && last > 3 {
                true => self.between(2, last - 1),
                false => self.between(1, last),
            },
        ))
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok()
}

/// Whether a game begins after this token.
fn opens(token: &str) -> bool {
    ["(", "[", "{", "<", ",", "|", "||", "+", "-", "=", "==", ":=", "⊕", ">", ">=", "<="]
        .contains(&token)
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
    (is_known(near) || (is_pattern(near) && !near.contains('H'))).then(|| near.to_owned())
}

/// Whether a synonym has a place for `G`, as in `-G`, and is no name.
fn is_pattern(function: &str) -> bool {
    function.contains('G') && function.chars().any(|c| !c.is_alphanumeric() && c != '_')
}

/// A function, or a pattern with `G`, of an argument.
fn applied(function: &str, argument: &str) -> String {
    match is_pattern(function) {
        true if argument.contains(' ') => function.replace('G', &format!("({argument})")),
        true => function.replace('G', argument),
        false => format!("{function}({argument})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brackets, words of the tables and signs, as many as are looked at: patterns must not try all ways to fit them.
    #[test]
    fn a_line_of_words_of_the_tables_is_not_tried_in_all_ways() {
        let words = ["if", "then", "else", "end", "for", "is", "of", "(", "a", "*", ".", "than"];
        for first in 0..words.len() {
            let mixed = (0..).map(|at| words[(first + at * at + at / 5) % words.len()]);
            let line: Vec<&str> = mixed.take(MOST_TOKENS).collect();
            assert!(line.len() == MOST_TOKENS && line.join(" ").len() <= LONGEST);
            let _ = translated(&line.join(" "), &|_| true);
        }
        assert_eq!(translated(&"who wins ".repeat(1000), &|_| true), None);
    }
}
