//! A line as tokens, and the steps of its translation.

use crate::syntax::{Token, TokenKind, significant};

use super::signs::decimal;
use super::tables::{PARTS, PHRASES, PROPERTIES, RELATIONS};
use super::words::{applied, function};
use super::{MOST_TOKENS, is_number};

/// A line, with its tokens besides blanks.
pub(super) struct Line<'l> {
    pub(super) text: &'l str,
    pub(super) tokens: Vec<Token>,
}

impl<'l> Line<'l> {
    /// A line; `None` if it has too many tokens.
    pub(super) fn new(text: &'l str) -> Option<Line<'l>> {
        let tokens = significant(text);
        (tokens.len() <= MOST_TOKENS).then_some(Line { text, tokens })
    }

    /// The line after one step, if a row fits.
    pub(super) fn step(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        decimal(self.text)
            .or_else(|| self.tight())
            .or_else(|| self.power())
            .or_else(|| self.moore())
            .or_else(|| self.in_brackets(is_known))
            .or_else(|| self.part())
            .or_else(|| self.labelled(is_known))
            .or_else(|| self.uptimal())
            .or_else(|| self.generator(is_known))
            .or_else(|| self.ruleset(is_known))
            .or_else(|| self.size(is_known))
            .or_else(|| self.heaps(is_known))
            .or_else(|| self.property(is_known))
            .or_else(|| self.nim_sum())
            .or_else(|| self.phrase(MANY_WORDS))
            .or_else(|| self.relation())
            .or_else(|| self.equals(is_known))
            .or_else(|| self.phrase(0))
            .or_else(|| self.mixed())
            .or_else(|| self.copies(is_known))
            .or_else(|| self.of(is_known))
            .or_else(|| self.called(is_known))
            .or_else(|| self.small_ruleset(is_known))
            .or_else(|| self.quoted(is_known))
            .or_else(|| self.of_position(is_known))
            .or_else(|| self.on_graph(is_known))
            .or_else(|| self.stalk())
            .or_else(|| self.by_pattern(is_known))
            .or_else(|| self.of_books(is_known))
            .or_else(|| self.values(is_known))
    }

    /// The text of a token; empty beyond the last one.
    pub(super) fn word(&self, at: usize) -> &'l str {
        self.tokens.get(at).map_or("", |token| &self.text[token.range.clone()])
    }

    /// Whether a token follows another one without a blank.
    pub(super) fn touches(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let after = self.tokens.get(at);
        before.zip(after).is_some_and(|(one, other)| one.range.end == other.range.start)
    }

    pub(super) fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Name)
    }

    /// The text of the tokens from one up to another.
    pub(super) fn between(&self, start: usize, end: usize) -> &'l str {
        &self.text[self.tokens[start].range.start..self.tokens[end - 1].range.end]
    }

    /// The line with another text for the tokens from one up to another.
    pub(super) fn replaced(&self, start: usize, end: usize, new: &str) -> String {
        let (from, to) = (self.tokens[start].range.start, self.tokens[end - 1].range.end);
        format!("{}{new}{}", &self.text[..from], &self.text[to..])
    }

    /// The ends of texts from a token on whose brackets are closed, the shortest first.
    pub(super) fn closed_ends(&self, start: usize) -> impl Iterator<Item = usize> + '_ {
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
            let is_index = |index: &str| index.chars().all(char::is_alphanumeric);
            if let Some((name, index)) = word.split_once('_')
                && let Some(name) = tiny(name).filter(|_| !index.is_empty() && is_index(index))
            {
                return Some(self.replaced(at, at + 1, &format!("{name}({index})")));
            }
            let index = next.strip_prefix('_').filter(|index| !index.is_empty() && is_index(index));
            let index = index.filter(|_| self.touches(at + 1));
            if let (true, Some(name), Some(index)) = (begins, tiny(word), index) {
                return Some(self.replaced(at, at + 2, &format!("{name}({index})")));
            }
            let index = index.filter(|digits| is_number(digits));
            let is_sign = ["*", "∗", "^", "±", "v", "+-"].contains(&word);
            let is_apart = begins && !self.touches(at + 1) && is_number(next);
            let number = index.or(is_apart.then_some(next)).filter(|_| is_sign)?;
            Some(self.replaced(at, at + 2, &format!("{word}{number}")))
        })
    }

    /// `n^2` in the definition of a function, which CGSuite writes for a power.
    fn power(&self) -> Option<String> {
        let is_power = |at: &usize| {
            let exponent = self.word(*at).strip_prefix('^').is_some_and(is_number);
            exponent && self.touches(*at) && (self.is_name(at - 1) || self.word(at - 1) == ")")
        };
        let at = (1..self.tokens.len()).find(is_power).filter(|_| self.word(0) == "def")?;
        Some(self.replaced(at, at + 1, &format!("**{}", &self.word(at)[1..])))
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

    /// The whole line, if it is in the table: by the row with the most words of its own, and `least` at least.
    fn phrase(&self, least: usize) -> Option<String> {
        let words = |found: &str| found.split(' ').filter(|word| !word.starts_with('$')).count();
        let rows = PHRASES.iter().rev();
        let fits = rows.filter_map(|(found, written)| {
            // `G is hot` asks the same as `is G hot`.
            let told = found.strip_prefix("is $a ").map(|rest| format!("$a is {rest}"));
            let told = told.and_then(|told| self.whole(&told));
            Some((found, written, self.whole(found).or(told)?))
        });
        let fits = fits.filter(|(found, ..)| words(found) >= least);
        // `if a then b else c` is not turned round.
        let has_then = (0..self.tokens.len()).any(|at| self.word(at) == "then");
        let fits = fits.filter(|(found, ..)| !(has_then && found.starts_with("$a if ")));
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
        if *first == "$n" && !is_number(self.word(start)) {
            return None;
        }
        if !first.starts_with('$') {
            let fits = start < self.tokens.len() && same(self.word(start), first);
            return fits.then(|| self.matched(rest, start + 1, (same, whole), bound)).flatten();
        }
        let names = if ["$w", "$n", "$k"].contains(first) { 1 } else { usize::MAX };
        if *first == "$w" && !self.is_name(start) {
            return None;
        }
        let is_decimal = |end: &usize| {
            let (whole, places) = self.between(start, *end).split_once('.').unwrap_or_default();
            is_number(whole) && is_number(places)
        };
        let ends = self.closed_ends(start).take(names);
        let mut ends = ends.filter(|end| *first != "$q" || is_decimal(end));
        ends.find_map(|end| {
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
        let with_argument = format!("{name}({argument})");
        let row = |wanted: &str| PROPERTIES.iter().find(|(property, _)| *property == wanted);
        if let Some((_, written)) = row(&with_argument) {
            return Some(self.replaced(start, end, &written.replace('$', of)));
        }
        let new = match row(name) {
            Some((_, written)) if argument.is_empty() => {
                written.replace('$', of).replace(", #", "")
            }
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

    /// `G = {0|1}` binds a name that means nothing yet, and `f(x) = x + 1` a function; other equations are asked.
    fn equals(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_sign = |at: &usize| self.word(*at) == "=";
        let mut signs = (1..self.tokens.len()).filter(is_sign);
        let sign = signs.next().filter(|_| signs.next().is_none())?;
        let is_change = ["+", "-", "*", "/"].contains(&self.word(sign - 1)) && self.touches(sign);
        if is_change {
            return None;
        }
        if !self.closed_ends(0).any(|end| end == sign) || sign + 1 == self.tokens.len() {
            return None;
        }
        if (1..sign).any(|at| self.is_name(at - 1) && self.is_name(at)) {
            return None;
        }
        let is_new = self.is_name(0) && !is_known(self.word(0));
        let is_head = match sign {
            1 => true,
            _ => (2..sign - 1).all(|at| self.is_name(at) || self.word(at) == ","),
        };
        let is_call = sign == 1 || self.word(1) == "(" && self.touches(1);
        let ours = if is_new && is_head && is_call { ":=" } else { "==" };
        let range = &self.tokens[sign].range;
        let (left, right) = (&self.text[..range.start], &self.text[range.end..]);
        Some(format!("{} {ours} {}", left.trim_end(), right.trim_start()))
    }

    /// `a{0|a}`, a loopy game as CGSuite writes it, and `a = {0|a}`, as books do.
    fn labelled(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let (label, sign) = (self.word(0), self.word(1));
        let is_equation = ["=", ":="].contains(&sign);
        let open = if is_equation { 2 } else { 1 };
        let begins = self.word(open) == "{" && (is_equation || self.touches(1));
        let is_whole = begins && self.closed_ends(open).next() == Some(self.tokens.len());
        let refers = (2..self.tokens.len()).any(|at| self.word(at) == label);
        let fits = self.is_name(0) && is_whole && refers && !is_known(label);
        let ours = match sign {
            ":=" => format!("{label} := {label}: "),
            _ => format!("{label}: "),
        };
        fits.then(|| ours + self.between(open, self.tokens.len()))
    }

    /// The name of a ruleset in several words, as in *Toads and Frogs* and *Dawson's Kayles*, or in other letters.
    fn ruleset(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        (0..self.tokens.len()).find_map(|start| {
            let most = (start + MOST_WORDS).min(self.tokens.len());
            (start + 1..=most).rev().find_map(|end| {
                let mut name = String::new();
                for at in start..end {
                    match self.word(at) {
                        "'" | "-" if at > start => {}
                        word if word.chars().all(char::is_alphabetic) => {
                            let is_ending = at > start && self.word(at - 1) == "'";
                            name.push_str(&if is_ending { word.to_owned() } else { capital(word) });
                        }
                        _ => return None,
                    }
                }
                let is_one = end == start + 1;
                if is_one && !is_known(&name) {
                    name = capital(&name.to_lowercase());
                }
                let is_call = self.word(end) == "(" && self.touches(end);
                let is_other = name != self.between(start, end);
                let is_word = self.is_name(end - 1);
                let fits = is_word
                    && is_other
                    && is_known(&name)
                    && !(is_one && is_known(self.word(start)));
                (fits && (is_call || !is_one)).then(|| self.replaced(start, end, &name))
            })
        })
    }

    /// `Domineering 2x2`, `Domineering(2 x 3)` and `2 by 3 Domineering`
    fn size(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_ruleset = |at: usize| {
            let word = self.word(at);
            self.is_name(at) && word.starts_with(char::is_uppercase) && is_known(word)
        };
        (0..self.tokens.len()).find_map(|at| {
            let (rows, mut end) = (self.word(at), at + 2);
            let joined =
                ["x", "X", "×"].iter().find_map(|sign| self.word(at + 1).strip_prefix(*sign));
            let columns = match joined {
                Some("") => self.word(at + 2),
                Some(columns) if self.touches(at + 1) => columns,
                _ if self.word(at + 1) == "by" => self.word(at + 2),
                _ => return None,
            };
            end += usize::from(self.word(at + 1) != format!("x{columns}"));
            if !is_number(rows) || !is_number(columns) {
                return None;
            }
            let size = format!("{rows}, {columns}");
            match at.checked_sub(1).map(|before| self.word(before)) {
                Some("(") => Some(self.replaced(at, end, &size)),
                Some(name) if is_ruleset(at - 1) => {
                    Some(self.replaced(at - 1, end, &format!("{name}({size})")))
                }
                _ if is_ruleset(end) => {
                    let last =
                        end + 1 + usize::from(["board", "game"].contains(&self.word(end + 1)));
                    Some(self.replaced(at, last, &format!("{}({size})", self.word(end))))
                }
                _ => None,
            }
        })
    }

    /// `Nim 3 5` and `Nim 3+4+5`, within a line.
    fn heaps(&self, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_ruleset = |at: &usize| {
            let word = self.word(*at);
            self.is_name(*at) && word.starts_with(char::is_uppercase) && is_known(word)
        };
        let mut rulesets = (0..self.tokens.len()).filter(is_ruleset);
        rulesets.find_map(|at| {
            let mut heaps = vec![self.word(at + 1)];
            let mut end = at + 2;
            if !is_number(heaps[0]) || self.touches(at + 1) {
                return None;
            }
            while let Some(next) = [end, end + 1].into_iter().find(|&next| {
                is_number(self.word(next)) && (next == end || ["+", ","].contains(&self.word(end)))
            }) {
                heaps.push(self.word(next));
                end = next + 1;
            }
            let call = format!("{}({})", self.word(at), heaps.join(", "));
            // A bracket may give the number another sense: `[Nim 3, 4]`.
            let is_alone = (0..at).all(|at| self.is_name(at) || self.word(at) == "(")
                && (end..self.tokens.len()).all(|at| self.word(at) == ")");
            is_alone.then(|| self.replaced(at, end, &call))
        })
    }

    /// `3 ⊕ 5` and `3 xor 5`, which is a nim-sum of numbers, and `*3 ⊕ *5`, which is a sum of games.
    fn nim_sum(&self) -> Option<String> {
        let is_product = (0..self.tokens.len()).any(|at| ["⊗", "×"].contains(&self.word(at)));
        let is_sign = |at: &usize| match is_product {
            true => ["⊗", "×"].contains(&self.word(*at)),
            false => ["⊕", "xor", "XOR", "Xor"].contains(&self.word(*at)),
        };
        let signs: Vec<usize> = (0..self.tokens.len()).filter(is_sign).collect();
        let starts = std::iter::once(0).chain(signs.iter().map(|sign| sign + 1));
        let ends = signs.iter().copied().chain([self.tokens.len()]);
        let operand = |(start, end): (usize, usize)| {
            let is_closed = self.closed_ends(start).any(|closed| closed == end);
            is_closed.then(|| self.between(start, end))
        };
        let operands: Vec<&str> = starts.zip(ends).map(operand).collect::<Option<_>>()?;
        if signs.iter().any(|sign| self.word(*sign) == "×") {
            let [one, other] = operands.as_slice() else { return None };
            let (one, other) = (one.strip_prefix('*')?, other.strip_prefix('*')?);
            let are_nimbers = is_number(one) && is_number(other);
            return are_nimbers.then(|| format!("*(nim_product({one}, {other}))"));
        }
        match (signs.is_empty(), operands.iter().all(|operand| is_number(operand))) {
            (true, _) => None,
            (false, true) if is_product => {
                let product = |one: String, other: &&str| format!("nim_product({one}, {other})");
                Some(operands[1..].iter().fold(operands[0].to_owned(), product))
            }
            (false, true) => Some(format!("nim_sum({})", operands.join(", "))),
            (false, false) if is_product => None,
            (false, false) => Some(operands.join(" + ")),
        }
    }
}

/// Words of a phrase that say more than a relation.
const MANY_WORDS: usize = 3;
/// Most tokens of the name of a ruleset.
const MOST_WORDS: usize = 6;

/// A word with a capital letter at its beginning.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Whether a game begins after this token.
pub(super) fn opens(token: &str) -> bool {
    ["(", "[", "{", "<", ",", ";", "|", "||", "+", "-", "=", "==", ":=", "⊕", ">", ">=", "<="]
        .contains(&token)
}

/// A text with variables replaced. An integer and one, or less one, is written as one, and `a + 1` less one as `a`.
fn filled(written: &str, bound: &[(String, &str)]) -> String {
    let mut text = written.to_owned();
    for (variable, value) in bound {
        if let Ok(n) = value.parse::<u64>() {
            text = text.replace(&format!("{variable} - 1"), &n.saturating_sub(1).to_string());
            text = text.replace(&format!("{variable} + 1"), &n.saturating_add(1).to_string());
        }
        let less = value.strip_suffix('1').and_then(|value| value.trim_end().strip_suffix('+'));
        if let Some(less) = less.map(str::trim_end).filter(|less| !less.is_empty()) {
            text = text.replace(&format!("{variable} - 1"), less);
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
