//! Literals as text.

use super::super::ast::{GameLiteral, LoopyName, Ups};
use super::Printer;

impl Printer {
    /// A text in quotes.
    pub(super) fn text(&mut self, value: &str) {
        self.out.push('"');
        for c in value.chars() {
            match c {
                '"' => self.put("\\\""),
                '\\' => self.put("\\\\"),
                '\n' => self.put("\\n"),
                '\t' => self.put("\\t"),
                '\r' => self.put("\\r"),
                c if c.is_control() => self.put(&format!("\\u{{{:x}}}", u32::from(c))),
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    /// A number, ups and a star, without blanks.
    pub(super) fn game(&mut self, game: &GameLiteral) {
        if let Some((over, under)) = &game.number {
            self.put(&over.to_string());
            if *under != 1.into() {
                self.put(&format!("/{under}"));
            }
        }
        match &game.ups {
            Some(Ups::Multiple(count)) => self.multiple(count),
            Some(Ups::Power { n, down }) => self.put(&format!("{}<{n}>", arrow(*down))),
            Some(Ups::PowerSum { n, down }) => self.put(&format!("{}[{n}]", arrow(*down))),
            None => {}
        }
        if let Some(star) = &game.star {
            self.star(star);
        }
    }

    /// A named loopy game and the nimber added to it.
    pub(super) fn loopy(&mut self, name: LoopyName, star: &num_bigint::BigInt) {
        self.put(name.text());
        if *star != 0.into() {
            self.star(star);
        }
    }

    fn star(&mut self, star: &num_bigint::BigInt) {
        self.put("*");
        if *star != 1.into() {
            self.put(&star.to_string());
        }
    }

    /// A nimber and its superscript.
    pub(super) fn genus(&mut self, normal: u32, superscript: &[u32]) {
        self.put(&normal.to_string());
        superscript.iter().for_each(|value| self.put(&raised(*value)));
    }

    fn multiple(&mut self, count: &num_bigint::BigInt) {
        let down = *count < 0.into();
        let magnitude = count.magnitude();
        match u32::try_from(magnitude) {
            Ok(times @ 1..=2) => self.put(&arrow(down).repeat(times as usize)),
            _ => self.put(&format!("{}{magnitude}", arrow(down))),
        }
    }
}

/// A number as a superscript, in parentheses when it has several digits.
pub(crate) fn raised(n: u32) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let figures = n.to_string();
    let figures = figures.chars().filter_map(|c| c.to_digit(10)).map(|n| digits[n as usize]);
    let text: String = figures.collect();
    if n < 10 { text } else { format!("⁽{text}⁾") }
}

fn arrow(down: bool) -> &'static str {
    if down { "v" } else { "^" }
}
