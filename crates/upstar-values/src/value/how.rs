//! How questions about games are answered, as data.
//!
//! Knows: sentences, and places in programs. Must not know: how an engine is chosen.

use crate::source::Span;

/// How questions about one summand of a game are answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct How {
    /// The summand, as text.
    pub game: String,
    /// What answers, then which parts and symmetries are used.
    pub said: Vec<String>,
    /// What the rules ask that must be evaluated.
    pub evaluated: Vec<Evaluated>,
}

/// Something in rules that keeps a faster engine away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluated {
    /// Place, where there is one.
    pub span: Option<Span>,
    /// The text at the place in the canonical style.
    pub typed: Option<String>,
    /// The reason, in a few words.
    pub why: String,
    /// What to write instead, where that is known.
    pub instead: Option<String>,
}

impl Evaluated {
    /// A reason without a place.
    pub fn because(why: impl Into<String>) -> Self {
        Evaluated { span: None, typed: None, why: why.into(), instead: None }
    }

    /// The same reason at a place.
    pub fn at(self, span: Span) -> Self {
        Evaluated { span: Some(span), ..self }
    }

    /// The same reason, with what to write instead.
    pub fn rather(self, instead: &str) -> Self {
        Evaluated { instead: Some(instead.to_owned()), ..self }
    }

    /// The reason with what it is about, in one line.
    pub fn text(&self) -> String {
        match &self.typed {
            Some(typed) => format!("`{typed}`: {}", self.why),
            None => self.why.clone(),
        }
    }
}

/// The sentence about a value.
const VALUE: &str = "it is a value already";

impl How {
    /// How questions about a value are answered: by no engine.
    pub fn of_value(game: String) -> Self {
        How { game, said: vec![VALUE.to_owned()], evaluated: Vec::new() }
    }

    /// Reports whether the summand is a value, about which no engine is asked.
    pub fn is_of_value(&self) -> bool {
        self.said == [VALUE]
    }

    /// The lines about it; the first one names the summand, and the others are indented, if it is one of several.
    pub fn lines(&self, is_alone: bool) -> Vec<String> {
        let of_evaluated = self.evaluated.iter().flat_map(|one| {
            let instead = one.instead.iter().map(|instead| format!("instead: {instead}"));
            std::iter::once(format!("evaluated: {}", one.text())).chain(instead)
        });
        let lines = self.said.iter().cloned().chain(of_evaluated).enumerate();
        let line = |(place, line)| match place {
            _ if is_alone => line,
            0 => format!("{}: {line}", self.game),
            _ => format!("  {line}"),
        };
        lines.map(line).collect()
    }
}

/// All summands as text.
pub fn text(all: &[How]) -> String {
    let lines: Vec<String> = all.iter().flat_map(|how| how.lines(all.len() == 1)).collect();
    lines.join("\n")
}
