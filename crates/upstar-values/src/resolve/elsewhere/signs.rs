//! Signs, commands of LaTeX and decimals, character by character.

use crate::syntax::spelling;

use super::is_number;
use super::tables::SIGNS;

/// The line with signs of the language, besides in texts.
pub(super) fn with_signs(line: &str) -> String {
    let mut written = String::with_capacity(line.len());
    let (mut rest, mut in_text) = (line, false);
    while let Some(next) = rest.chars().next() {
        if in_text {
            in_text = next != '"' && next != '”';
            written.push(if next == '”' { '"' } else { next });
            rest = &rest[next.len_utf8()..];
        } else if let Some((ours, after)) = fraction(rest)
            .or_else(|| plain_words(rest))
            .or_else(|| index(rest))
            .or_else(|| sign(rest))
        {
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
    if line.trim_start().starts_with("octal") {
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
