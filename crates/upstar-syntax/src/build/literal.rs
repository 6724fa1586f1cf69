//! Literals: integers, games, texts.

use std::sync::Arc;

use num_bigint::BigInt;

use super::super::ast::{ExprKind, GameLiteral, Text, Ups};
use super::super::grammar::Rule;
use super::super::tree::ParseNode;
use super::{Builder, Built, unexpected};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Suffix of the arrows of ups.
enum Suffix {
    Count(BigInt),
    Power(u32),
    PowerSum(u32),
}

impl Builder<'_> {
    /// An integer of any size.
    pub(super) fn integer(&self, node: ParseNode<'_>) -> Built<BigInt> {
        self.number(node.text(), self.span(node))
    }

    fn number(&self, digits: &str, span: Span) -> Built<BigInt> {
        if digits.len() > MAX_DIGITS {
            return Err(bad(span, "this number is too long", "too many digits")
                .help("write it as a power: `10**1000`"));
        }
        if let Ok(small) = digits.parse::<u64>() {
            return Ok(BigInt::from(small));
        }
        digits.parse().map_err(|_| bad(span, "this is not a number", "not a number"))
    }

    /// The error for a decimal point.
    pub(super) fn decimal(&self, node: ParseNode<'_>) -> Diagnostic {
        let error = bad(self.span(node), "numbers have no decimal point", "a decimal point");
        let text = node.text();
        match as_fraction(text) {
            Some(fraction) => error.help(format!("numbers are exact: write {fraction}")),
            None => error.help("numbers are exact: write a fraction"),
        }
    }

    /// A nimber and its superscript.
    pub(super) fn genus(&self, node: ParseNode<'_>) -> Built<ExprKind> {
        let span = self.span(node);
        let too_large = || bad(span, "a genus has no number as large as this", "too large");
        let mut values = Vec::new();
        for part in node.parts() {
            let digits: String = part.text().chars().filter_map(plain_digit).collect();
            values.push(digits.parse().map_err(|_| too_large())?);
        }
        let normal = values.remove(0);
        Ok(ExprKind::Genus(normal, values))
    }

    /// A number, ups and a star.
    pub(super) fn game(&self, node: ParseNode<'_>) -> Built<GameLiteral> {
        let mut game = GameLiteral { number: None, ups: None, star: None };
        for part in node.parts() {
            match part.rule() {
                Rule::number => game.number = Some(self.fraction_part(part)?),
                Rule::ups => game.ups = Some(self.ups(part)?),
                _ => game.star = Some(self.star(part, node)?),
            }
        }
        Ok(game)
    }

    fn fraction_part(&self, node: ParseNode<'_>) -> Built<(BigInt, BigInt)> {
        let span = self.span(node);
        let text = node.text();
        let digits = text.trim_start_matches(['-', '−']);
        let (over, under) = digits.split_once('/').unwrap_or((digits, "1"));
        let numerator = self.number(over, span)?;
        let numerator = if digits.len() < text.len() { -numerator } else { numerator };
        let denominator = self.number(under, span)?;
        if denominator == BigInt::ZERO {
            return Err(bad(span, "a fraction over zero is no number", "divided by zero"));
        }
        Ok((numerator, denominator))
    }

    fn ups(&self, node: ParseNode<'_>) -> Built<Ups> {
        let mut parts = node.parts();
        let arrows = parts.next().ok_or_else(|| unexpected(self, node))?;
        let down = arrows.rule() != Rule::up_arrows;
        let signed = |n: BigInt| if down { -n } else { n };
        let Some(suffix) = parts.next() else {
            return Ok(Ups::Multiple(signed(BigInt::from(arrow_count(arrows.text())))));
        };
        if arrow_count(arrows.text()) != 1 {
            let one = if down { "v" } else { "^" };
            let help = match arrows.text() {
                "↑^" => format!("a power of up is written `up_power({})`", suffix.text()),
                _ => format!("write one arrow before a number: `{one}{}`", suffix.text()),
            };
            return Err(
                bad(self.span(node), "several arrows and a number", "which one counts?").help(help)
            );
        }
        Ok(match self.suffix(suffix)? {
            Suffix::Count(n) => Ups::Multiple(signed(n)),
            Suffix::Power(n) => Ups::Power { n, down },
            Suffix::PowerSum(n) => Ups::PowerSum { n, down },
        })
    }

    fn suffix(&self, node: ParseNode<'_>) -> Built<Suffix> {
        let span = self.span(node);
        match node.rule() {
            Rule::count => Ok(Suffix::Count(self.number(node.text(), span)?)),
            Rule::power => Ok(Suffix::Power(small(node.text(), span)?)),
            _ => Ok(Suffix::PowerSum(small(node.text(), span)?)),
        }
    }

    pub(super) fn star(&self, node: ParseNode<'_>, game: ParseNode<'_>) -> Built<BigInt> {
        let mut after = node.parts().filter(|part| part.rule() != Rule::star_sign);
        match after.next() {
            None => Ok(BigInt::from(1)),
            Some(part) if part.rule() == Rule::digits => self.number(part.text(), self.span(part)),
            Some(part) => Err(self.star_of_name(node, part, game)),
        }
    }

    /// The error for `*n` and `^*n`.
    fn star_of_name(
        &self,
        star: ParseNode<'_>,
        name: ParseNode<'_>,
        game: ParseNode<'_>,
    ) -> Diagnostic {
        let before = &self.text[self.start(game)..self.start(star)];
        let (word, end) =
            if name.text().is_empty() { ("n", None) } else { (name.text(), Some(name)) };
        let fixed = match before {
            "" => format!("*({word})"),
            ups => format!("{ups} + *({word})"),
        };
        let message = "only digits may follow a star directly";
        let error = bad(self.span(star), message, "what follows is not a number")
            .help(format!("the nimber of a value is written in parentheses: `{fixed}`"));
        match end {
            Some(name) => {
                let span = self.span(game).to(self.span(name));
                error.fix(format!("Write `{fixed}`"), span, fixed)
            }
            None => error,
        }
    }

    /// A text, its escapes resolved.
    pub(super) fn text(&self, node: ParseNode<'_>) -> Built<Text> {
        let span = self.span(node);
        let mut parts = node.parts();
        if let (Some(only), None) = (parts.next(), parts.next())
            && only.rule() == Rule::plain
        {
            return Ok(Text { value: Arc::from(only.text()), span });
        }
        let mut value = String::new();
        for part in node.parts() {
            match part.rule() {
                Rule::escape => value.push(self.escape(part)?),
                _ => value.push_str(part.text()),
            }
        }
        Ok(Text { value: Arc::from(value), span })
    }

    fn escape(&self, node: ParseNode<'_>) -> Built<char> {
        let escaped = &node.text()[1..];
        let plain = match escaped {
            "n" => Some('\n'),
            "t" => Some('\t'),
            "r" => Some('\r'),
            "\\" => Some('\\'),
            "\"" => Some('"'),
            _ => code_point(escaped),
        };
        plain.ok_or_else(|| {
            bad(self.span(node), "this escape means nothing", "not an escape")
                .help("the escapes are \\n \\t \\r \\\" \\\\ and \\u{2191}")
        })
    }
}

/// Most digits of a literal.
const MAX_DIGITS: usize = 100_000;

fn bad(span: Span, message: &str, label: &str) -> Diagnostic {
    Diagnostic::error(Code::BadLiteral, message).label(span, label)
}

/// `u{2191}`
fn code_point(escaped: &str) -> Option<char> {
    let digits = escaped.strip_prefix("u{")?.strip_suffix('}')?;
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

/// Number of ups of a run of arrows.
fn arrow_count(arrows: &str) -> usize {
    arrows.chars().map(|arrow| 1 + usize::from(matches!(arrow, '⇑' | '⇓'))).sum()
}

/// The number in `<2>`, `[2]` or `²`.
fn small(text: &str, span: Span) -> Built<u32> {
    let digits: String = text.chars().filter_map(plain_digit).collect();
    match digits.parse() {
        Ok(0) => Err(bad(span, "the powers of up begin with the first", "not a power of up")),
        Ok(n) => Ok(n),
        Err(_) => Err(bad(span, "this power of up is too high", "too high")),
    }
}

fn plain_digit(c: char) -> Option<char> {
    let superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    match superscripts.chars().position(|digit| digit == c) {
        Some(value) => char::from_digit(u32::try_from(value).ok()?, 10),
        None => c.is_ascii_digit().then_some(c),
    }
}

/// Whether an argument is a decimal that reads like a code of taking and breaking heaps, and hardly like a number: `0.77`
/// or `4.0`.
pub(super) fn is_code(argument: &str) -> bool {
    argument.split_once('.').is_some_and(|(whole, part)| {
        let is_octal = part.bytes().all(|digit| (b'0'..=b'7').contains(&digit));
        is_octal && (whole == "0" && part != "5" && part != "25" || whole == "4")
    })
}

/// `3.5` as `7/2`.
fn as_fraction(decimal: &str) -> Option<String> {
    let (whole, part) = decimal.split_once('.')?;
    let mut over: u64 = format!("{whole}{part}").parse().ok()?;
    let mut under = 10u64.checked_pow(u32::try_from(part.len()).ok()?)?;
    let common = num_integer::gcd(over, under);
    over /= common;
    under /= common;
    Some(if under == 1 { over.to_string() } else { format!("{over}/{under}") })
}
