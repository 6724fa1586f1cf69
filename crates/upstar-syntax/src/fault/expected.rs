//! Expectations of the parser, in words.

use indexmap::IndexSet;
use pest::error::Error;

use crate::grammar::Rule;

/// Tokens and constructs that the parser expected where it stopped.
pub(super) struct Expected {
    /// The expectations that the grammar spells out.
    words: IndexSet<String>,
    /// Literal signs and words.
    signs: IndexSet<String>,
}

/// Operators that are named. The others are summarised as "an operator" or "an expression".
const NAMED: &[&str] =
    &[")", "]", "}", ">", ",", ":=", "->", "then", "else", "in", "of", "direction", "{"];

impl Expected {
    /// The expectations of `error`.
    pub(super) fn new(error: &Error<Rule>) -> Self {
        let mut expected = Expected { words: IndexSet::new(), signs: IndexSet::new() };
        let tokens = error.parse_attempts().map(|attempts| attempts.expected_tokens());
        for token in tokens.unwrap_or_default() {
            let token = token.to_string();
            match token.strip_prefix('\0') {
                Some("") => {}
                Some(words) => {
                    expected.words.insert(words.to_owned());
                }
                None => {
                    expected.signs.insert(token);
                }
            }
        }
        expected
    }

    fn has(&self, words: &str) -> bool {
        self.words.contains(words)
    }

    /// Whether an expression was expected.
    pub(super) fn expression(&self) -> bool {
        self.has("an expression")
    }

    /// Whether an operator was expected: an expression ends before the place.
    pub(super) fn operator(&self) -> bool {
        self.has("an operator") && !self.expression()
    }

    /// Whether a name was expected and no other expression.
    pub(super) fn name_only(&self) -> bool {
        self.has("a name") && !self.expression()
    }

    /// Whether a clause of a ruleset was expected.
    pub(super) fn clause(&self) -> bool {
        self.has("a clause")
    }

    /// Whether the place is inside angle brackets.
    pub(super) fn closing_angle(&self) -> bool {
        self.signs.contains(">") && self.signs.contains("|") && !self.signs.contains("}")
    }

    /// `a name, `)` or `,``; empty when there is nothing to say.
    pub(super) fn words(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        for word in &self.words {
            if !self.is_weak(word) {
                words.push(word.clone());
            }
        }
        for &sign in NAMED {
            if self.names(sign) {
                words.push(format!("`{sign}`"));
            }
        }
        join(&words)
    }

    /// Whether `word` says less than another expectation does.
    fn is_weak(&self, word: &str) -> bool {
        match word {
            "the end of the statement" => self.expression() || self.clause(),
            "a name" | "an operator" => self.expression(),
            _ => false,
        }
    }

    /// Whether the sign is worth naming here.
    fn names(&self, sign: &str) -> bool {
        let block = self.words.iter().any(|word| word.contains("braces"));
        self.signs.contains(sign)
            && match sign {
                ">" => self.closing_angle(),
                "{" => !self.expression() && !block && self.words.len() < 2,
                "->" | ":=" | "in" => !self.expression() && !self.has("an operator"),
                _ => true,
            }
    }
}

/// `a, b or c`
fn join(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
