//! Signs, commands of LaTeX and decimals, character by character.

use crate::syntax::{foreign, spelling};

use super::is_number;
use super::tables::SIGNS;

/// The line with signs of the language, besides in texts.
pub(super) fn with_signs(line: &str) -> String {
    let mut written = String::with_capacity(line.len());
    let explicit = explicit(line).or_else(|| unquoted(line));
    let line = explicit.as_deref().unwrap_or(line);
    let (mut rest, mut in_text, mut closing) = (line, false, "");
    while let Some(next) = rest.chars().next() {
        if in_text {
            in_text = !closing.contains(next);
            written.push(if in_text { next } else { '"' });
            rest = &rest[next.len_utf8()..];
        } else if let Some((ours, after)) = fraction(rest)
            .or_else(|| plain_words(rest))
            .or_else(|| index(rest))
            .or_else(|| braced(rest))
            .or_else(|| tiny(rest))
            .or_else(|| root(rest))
            .or_else(|| raised(&written, rest))
            .or_else(|| quote(&written, rest))
            .or_else(|| sign(rest))
            .or_else(|| decoration(&written, rest))
        {
            // One and a half.
            if ours.contains('/') && is_number(&ours[..1]) && ends_with_digit(&written) {
                written.push_str(" + ");
            }
            (in_text, closing) = (ours == "\"", "\"“”»«’‘'");
            let is_blank = written.is_empty() || written.ends_with(' ');
            written.push_str(if is_blank { ours.trim_start() } else { &ours });
            rest = if ours.ends_with(' ') { after.trim_start_matches(' ') } else { after };
        } else {
            (in_text, closing) = (next == '"', "\"”");
            written.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    written
}

/// `'{0,*|*}'`, a form as CGSuite writes it.
fn explicit(line: &str) -> Option<String> {
    let (before, rest) = line.split_once("'{")?;
    let (inside, after) = rest.split_once("}'")?;
    let inside = inside.replace('{', "<").replace('}', ">");
    Some(format!("{before}form(<{inside}>){after}"))
}

/// `'*2 + *3'`: CGSuite does not simplify a game in such quotes.
fn unquoted(line: &str) -> Option<String> {
    let inside = line.strip_prefix('\'')?.strip_suffix('\'')?;
    let has_word = inside.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 1);
    let is_game = inside.contains(['*', '^', '|', '±']) && !inside.contains(['"', '\'']);
    (is_game && !has_word).then(|| inside.to_owned())
}

/// The first of a pair of single quotes around a text, where an argument or an element begins.
fn quote<'t>(written: &str, text: &'t str) -> Option<(String, &'t str)> {
    const SINGLE: &[char] = &['\'', '‘', '’', '‚'];
    let inside = text.strip_prefix(SINGLE)?;
    let (_, after) = inside.split_once(SINGLE)?;
    let ends = [")", ",", "]", "}", " +", ":"].iter().any(|end| after.starts_with(end));
    let begins = written.trim_end().ends_with(['(', ',', '[', '{', '+', ':']);
    (begins && ends).then(|| ("\"".to_owned(), inside))
}

fn ends_with_digit(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit())
}

/// What a sign or a command at the beginning of a text is here, with what follows. The blank that ends a command for a game
/// is none of the line.
fn sign(text: &str) -> Option<(String, &str)> {
    let longest = SIGNS.iter().filter(|(sign, _)| begins_with(text, sign));
    let (ours, rest) = match longest.max_by_key(|(sign, _)| sign.len()) {
        Some((sign, ours)) => ((*ours).to_owned(), &text[sign.len()..]),
        None => match text.strip_prefix('\\') {
            Some(command) => {
                let end = command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len());
                (spelling::named(&command[..end])?.ascii.to_owned(), &command[end..])
            }
            None => {
                let first = text.chars().next()?;
                (foreign::ours(first)?, &text[first.len_utf8()..])
            }
        },
    };
    let is_game = text.starts_with('\\') && ["^", "v", "^^", "vv", "*", "+-"].contains(&&*ours);
    Some((ours, if is_game { rest.trim_start_matches(' ') } else { rest }))
}

/// Whether a text begins with a sign; a command ends where its letters do.
fn begins_with(text: &str, sign: &str) -> bool {
    let is_command = sign.starts_with('\\') && sign.ends_with(|c: char| c.is_ascii_alphabetic());
    let rest = text.strip_prefix(sign);
    rest.is_some_and(|rest| !(is_command && rest.starts_with(|c: char| c.is_ascii_alphabetic())))
}

/// A character that shows nothing, or `$`, with what follows: no two words or numbers become one where it is seen.
fn decoration<'t>(written: &str, text: &'t str) -> Option<(String, &'t str)> {
    let first = text.chars().next().filter(|c| !c.is_ascii_whitespace())?;
    let rest = &text[first.len_utf8()..];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let parts = first == '$' && written.ends_with(is_word) && rest.starts_with(is_word);
    let ours = if first.is_whitespace() || parts { " " } else { "" };
    foreign::is_decoration(first).then(|| (ours.to_owned(), rest))
}

/// `\cg{0}{1}` and `\combgame{0 | 1}`, with what follows.
fn braced(text: &str) -> Option<(String, &str)> {
    if let Some(rest) = text.strip_prefix("\\combgame") {
        let (inside, rest) = group(rest)?;
        return Some((format!("{{{}}}", with_signs(inside)), rest));
    }
    let (left, rest) = group(text.strip_prefix("\\cg")?)?;
    let (right, rest) = group(rest)?;
    Some((format!("{{{}|{}}}", with_signs(left), with_signs(right)), rest))
}

/// A group in braces, which may have others inside, with what follows.
fn group(text: &str) -> Option<(&str, &str)> {
    let inside = text.trim_start().strip_prefix('{')?;
    let mut open = 1;
    let (mut end, mut last) = (None, ' ');
    for (at, c) in inside.char_indices() {
        open += match c {
            _ if last == '\\' => 0,
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        last = c;
        if open == 0 {
            end = Some(at);
            break;
        }
    }
    let end = end?;
    Some((&inside[..end], &inside[end + 1..]))
}

/// `⧾₂`, `⧿_2`, `⧾2`, with what follows.
fn tiny(text: &str) -> Option<(String, &str)> {
    let (sign, name) = [("⧾", "tiny"), ("⧺", "tiny"), ("⧻", "tiny"), ("⧿", "miny")]
        .into_iter()
        .find(|(sign, _)| text.starts_with(sign))?;
    let rest = &text[sign.len()..];
    let (digits, rest) = match index(rest) {
        Some((index, rest)) => (index[1..].to_owned(), rest),
        None => leading_digits(rest.strip_prefix('_').unwrap_or(rest), LOW)?,
    };
    Some((format!("{name}({digits})"), rest))
}

/// `√9`, whose root is a number, with what follows.
fn root(text: &str) -> Option<(String, &str)> {
    let text = text.strip_prefix('√').or_else(|| text.strip_prefix("\\sqrt"))?;
    let (digits, rest) = match (text.strip_prefix('('), group(text)) {
        (Some(inside), _) => inside.split_once(')')?,
        (None, Some((inside, rest))) => (inside, rest),
        (None, None) => {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            text.split_at(end)
        }
    };
    let n: u64 = digits.parse().ok()?;
    (n.isqrt().checked_mul(n.isqrt()) == Some(n)).then(|| (format!("isqrt({n})"), rest))
}

const HIGH: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const LOW: &str = "₀₁₂₃₄₅₆₇₈₉";

/// Digits of ASCII, or small ones, at the beginning of a text, with what follows.
fn leading_digits<'t>(text: &'t str, small: &str) -> Option<(String, &'t str)> {
    let digit = |c: char| {
        let place = small.chars().position(|one| one == c);
        place.and_then(|place| char::from_digit(u32::try_from(place).ok()?, 10))
    };
    let digit = |c: char| digit(c).or(Some(c).filter(char::is_ascii_digit));
    let end = text.find(|c: char| digit(c).is_none()).unwrap_or(text.len());
    (end > 0).then(|| (text[..end].chars().filter_map(digit).collect(), &text[end..]))
}

/// `2³` and `n⁻¹`, which are powers of numbers, and `⁻1`, with what follows. A power of up is read as it is written.
fn raised<'t>(written: &str, text: &'t str) -> Option<(String, &'t str)> {
    let is_number = ends_with_digit(written) || written.ends_with(')');
    let is_name = written.ends_with(|c: char| c.is_alphabetic());
    let last = written.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_down = !last.is_empty() && last.chars().all(|c| c == 'v');
    let after_sign = text.strip_prefix('⁻');
    let first = after_sign.unwrap_or(text).chars().next();
    let is_small = first.is_some_and(|c| HIGH.contains(c));
    let sign = if after_sign.is_some() { "-" } else { "" };
    if (is_number || is_name && !is_down) && is_small {
        let (digits, rest) = leading_digits(after_sign.unwrap_or(text), HIGH)?;
        return Some((format!("**{sign}{digits}"), rest));
    }
    let begins = written.is_empty() || written.ends_with([' ', '(', '{', '|', ',', '[', '<']);
    let (digits, rest) = leading_digits(after_sign.filter(|_| begins)?, HIGH)?;
    Some((format!("-{digits}"), rest))
}

/// `\text{tiny}`, with what follows.
fn plain_words(text: &str) -> Option<(String, &str)> {
    let heads = ["\\text{", "\\mathrm{", "\\mathit{", "\\operatorname{", "\\mbox{", "\\textrm{"];
    let rest = heads.iter().find_map(|head| text.strip_prefix(head))?;
    let (words, rest) = rest.split_once('}')?;
    Some((words.to_owned(), rest))
}

/// `_{2}`, with what follows.
fn index(text: &str) -> Option<(String, &str)> {
    let (digits, rest) = text.strip_prefix("_{")?.split_once('}')?;
    is_number(digits).then(|| (format!("_{digits}"), rest))
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

/// `0.75` and `.5` as fractions, besides in texts and where it may be the code of a game: after *octal* and where a call begins.
pub(super) fn decimal(line: &str) -> Option<String> {
    let begins = |word: &&str| line.trim_start().starts_with(*word);
    if ["octal", "period of", "uptimal"].iter().any(begins) {
        return None;
    }
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
    if is_call || before.is_some_and(is_part) || line[end..].starts_with(['.', '(']) {
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
