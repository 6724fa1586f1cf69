//! Parser of codes: `0.77`, `4.0`, `0.[3]`, `0.{2+}!`, `0.3F`, `{2+}=.0`.
//!
//! A digit is `0` to `9`, `A` to `F`, `*` (any number of heaps), or a list such as `{0,2!,3+}` of numbers of
//! heaps, the last of them with `+` for "or more". A sign (`!` unequal, `?` not all equal, `=` all equal)
//! after a number in a list applies to that number, and after a digit to all of it. The notation is that of
//! CGSuite; a condition on fewer than two heaps always holds.

use std::str::FromStr;

use super::code::Code;
use super::digit::{Condition, Digit};

/// Error of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The point after the leading digit is missing.
    #[error("a code has one digit, a point, and the digits for 1, 2, 3, ... counters")]
    NoPoint,
    /// Several digits before the point.
    #[error(
        "a code has one digit before the point, the one for taking nothing: a digit before it would add counters, and play need not end"
    )]
    AddsCounters,
    /// A character that is not a digit.
    #[error("this is not a digit of a code")]
    NotADigit,
    /// A letter beyond F.
    #[error(
        "letters go up to F; where four heaps or more may be left, list the numbers: `{{0,4}}`"
    )]
    LetterTooLarge,
    /// A list without a number of heaps.
    #[error("a number of heaps is missing")]
    NoNumber,
    /// Unclosed brace.
    #[error("the list of numbers of heaps does not end")]
    OpenBrace,
    /// Unclosed bracket.
    #[error("the digits that repeat do not end")]
    OpenBracket,
    /// Empty brackets.
    #[error("there are no digits to repeat")]
    EmptyBrackets,
    /// Text after the repeating digits.
    #[error("nothing can follow the digits that repeat")]
    AfterBrackets,
    /// The leading digit permits a move that takes nothing.
    #[error("to take nothing and leave at most one heap is no move")]
    NullMove,
    /// More heaps than a digit can name.
    #[error("more heaps than a digit can name")]
    TooManyHeaps,
    /// Too many digits.
    #[error("too many digits")]
    TooManyDigits,
}

/// An error of a code with its byte offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{fault} (at byte {at})")]
#[non_exhaustive]
pub struct CodeError {
    /// Byte offset of the error; the length of the text if something is missing.
    pub at: usize,
    /// The error.
    pub fault: Fault,
}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Code, CodeError> {
        let mut reader = CodeReader { text, at: 0 };
        let leading = reader.leading()?;
        let mut digits = vec![leading];
        let mut repeat = Vec::new();
        while let Some(c) = reader.peek() {
            if c == '[' {
                repeat = reader.brackets()?;
                if reader.peek().is_some() {
                    return Err(reader.fault(Fault::AfterBrackets));
                }
            } else {
                digits.push(reader.digit()?);
            }
        }
        Code::new(digits, repeat).map_err(|fault| CodeError { at: 0, fault })
    }
}

struct CodeReader<'t> {
    text: &'t str,
    at: usize,
}

impl CodeReader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn fault(&self, fault: Fault) -> CodeError {
        CodeError { at: self.at, fault }
    }

    /// Consumes the character if it is next.
    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// Reads the digit before the point, 0 if there is none, and the point.
    fn leading(&mut self) -> Result<Digit, CodeError> {
        if !self.text.contains('.') {
            return Err(CodeError { at: self.text.len(), fault: Fault::NoPoint });
        }
        let mut leading = Digit::ZERO;
        let mut first = true;
        while !self.eat('.') {
            let at = self.at;
            let digit = self.digit()?;
            if !(first || leading.is_zero()) {
                return Err(CodeError { at, fault: Fault::AddsCounters });
            }
            (leading, first) = (digit, false);
        }
        Ok(leading)
    }

    fn brackets(&mut self) -> Result<Vec<Digit>, CodeError> {
        let mut repeat = Vec::new();
        self.eat('[');
        while !self.eat(']') {
            if self.peek().is_none() {
                return Err(self.fault(Fault::OpenBracket));
            }
            repeat.push(self.digit()?);
        }
        if repeat.is_empty() {
            self.at -= 1;
            return Err(self.fault(Fault::EmptyBrackets));
        }
        Ok(repeat)
    }

    fn digit(&mut self) -> Result<Digit, CodeError> {
        let at = self.at;
        let items = match self.peek() {
            Some('{') => self.list()?,
            Some('*') => {
                self.at += 1;
                vec![HeapCount { heaps: 0, more: true, condition: None }]
            }
            Some(c) if c.is_ascii_hexdigit() => {
                self.at += 1;
                let bits = c.to_digit(16).expect("it is a hexadecimal digit");
                let heaps = (0..4).filter(|j| bits >> j & 1 == 1);
                heaps.map(|heaps| HeapCount { heaps, more: false, condition: None }).collect()
            }
            Some(c) if c.is_ascii_alphabetic() => return Err(self.fault(Fault::LetterTooLarge)),
            _ => return Err(self.fault(Fault::NotADigit)),
        };
        let condition = self.sign();
        let digits = items.into_iter().map(|item| item.digit(condition));
        digits
            .reduce(|a, b| Some(a? | b?))
            .unwrap_or(Some(Digit::ZERO))
            .ok_or(CodeError { at, fault: Fault::TooManyHeaps })
    }

    fn sign(&mut self) -> Option<Condition> {
        let condition = match self.peek()? {
            '!' => Condition::Unequal,
            '?' => Condition::NotAllEqual,
            '=' => Condition::AllEqual,
            _ => return None,
        };
        self.at += 1;
        Some(condition)
    }

    fn list(&mut self) -> Result<Vec<HeapCount>, CodeError> {
        let mut items = Vec::new();
        self.eat('{');
        if self.eat('}') {
            return Ok(items);
        }
        loop {
            let heaps = self.number()?;
            let condition = self.sign();
            items.push(HeapCount { heaps, more: self.eat('+'), condition });
            if self.eat('}') {
                return Ok(items);
            }
            if !self.eat(',') {
                return Err(self.fault(Fault::OpenBrace));
            }
        }
    }

    fn number(&mut self) -> Result<u32, CodeError> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            let fault = if rest.is_empty() { Fault::OpenBrace } else { Fault::NoNumber };
            return Err(self.fault(fault));
        }
        let number = rest[..length].parse().map_err(|_| self.fault(Fault::TooManyHeaps))?;
        self.at += length;
        Ok(number)
    }
}

/// A number of heaps in a digit.
struct HeapCount {
    heaps: u32,
    more: bool,
    condition: Option<Condition>,
}

impl HeapCount {
    /// The digit of the item; its own condition overrides that of the digit.
    fn digit(self, outer: Option<Condition>) -> Option<Digit> {
        let condition = self.condition.or(outer).unwrap_or(Condition::Any);
        if self.more {
            Digit::at_least(self.heaps, condition)
        } else {
            Digit::exactly(self.heaps, condition)
        }
    }
}
