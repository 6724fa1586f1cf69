//! Codes of take-and-break games: a digit for each number of counters that may be taken.

use std::fmt;

use num_integer::Integer;

use super::digit::{Condition, Digit};
use super::parse::Fault;

/// Limit of the number of counters taken.
const MAX_TAKE: u64 = 1 << 20;

/// A code `d0.d1d2d3...`: a move may take `k` counters and leave the rest in `j` nonempty heaps if digit `d_k`
/// allows `j`. Digits in brackets at the end repeat forever.
///
/// ```
/// use upstar_core::heap::Code;
///
/// let kayles: Code = "0.77".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// let nim: Code = "0.[3]".parse()?;
/// assert_eq!(nim, Code::all_but(&[])?);
/// let grundy: Code = "4!.0".parse()?;
/// assert!(grundy.digit(0).to_string() == "4!");
/// assert!("3.7".parse::<Code>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code {
    /// `d_0` and the following digits that do not repeat.
    digits: Vec<Digit>,
    /// The repeating digits; empty if all further digits are 0.
    repeat: Vec<Digit>,
}

/// Number of counters that a rule takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Takes {
    /// This number exactly.
    Exactly(u64),
    /// `first`, `first + step`, and so on forever.
    Every {
        /// The least number.
        first: u64,
        /// The difference to the next number; 0 counts as 1.
        step: u64,
    },
}

/// Number of nonempty heaps that a rule leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Heaps {
    /// This number exactly.
    Exactly(u32),
    /// This number or more.
    AtLeast(u32),
}

/// A rule of a take-and-break game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The numbers of counters taken.
    pub takes: Takes,
    /// The numbers of heaps left.
    pub heaps: Heaps,
    /// The condition on the heaps.
    pub condition: Condition,
}

impl Rule {
    fn digit(self) -> Result<Digit, Fault> {
        match self.heaps {
            Heaps::Exactly(j) => Digit::exactly(j, self.condition),
            Heaps::AtLeast(j) => Digit::at_least(j, self.condition),
        }
        .ok_or(Fault::TooManyHeaps)
    }

    /// The preperiod and the period of the digits.
    fn preperiod_and_period(self) -> (u64, u64) {
        match self.takes {
            Takes::Exactly(k) => (k.saturating_add(1), 1),
            Takes::Every { first, step } => (first, step.max(1)),
        }
    }

    fn takes(self, k: u64) -> bool {
        match self.takes {
            Takes::Exactly(taken) => taken == k,
            Takes::Every { first, step } => k >= first && (k - first).is_multiple_of(step.max(1)),
        }
    }
}

impl Code {
    /// The code with these digits, from `d_0` on, followed by the repeating ones.
    ///
    /// # Errors
    /// When `d_0` permits a move that takes nothing, or there are too many digits.
    pub fn new(digits: Vec<Digit>, repeat: Vec<Digit>) -> Result<Code, Fault> {
        if (digits.len() + repeat.len()) as u64 > MAX_TAKE + 1 {
            return Err(Fault::TooManyDigits);
        }
        let mut code = Code { digits, repeat };
        code.normalise();
        let leading = code.digits[0];
        if !(leading.splits(0).none() && leading.splits(1).none()) {
            return Err(Fault::NullMove);
        }
        Ok(code)
    }

    /// The code of a list of rules. Cost: the product of the numbers of rules and digits.
    ///
    /// ```
    /// # use upstar_core::heap::{Code, Condition, Heaps, Rule, Takes};
    /// // Kayles: take one or two counters, and leave the rest in at most two heaps.
    /// let rules = [1, 2].map(|k| {
    ///     [0, 1, 2].map(|heaps| Rule {
    ///         takes: Takes::Exactly(k),
    ///         heaps: Heaps::Exactly(heaps),
    ///         condition: Condition::Any,
    ///     })
    /// });
    /// assert_eq!(Code::from_rules(rules.as_flattened())?, "0.77".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a rule permits a move that takes nothing, takes or leaves too much for a digit, or the common
    /// period of the rules is too large.
    pub fn from_rules(rules: &[Rule]) -> Result<Code, Fault> {
        let start =
            rules.iter().map(|rule| rule.preperiod_and_period().0).max().unwrap_or(0).max(1);
        let steps = rules.iter().map(|rule| rule.preperiod_and_period().1);
        let period = steps.fold(1u64, |p, step| p.saturating_mul(step / p.gcd(&step)));
        if start.saturating_add(period) > MAX_TAKE + 1 {
            return Err(Fault::TooManyDigits);
        }
        let given = rules.iter().map(|rule| Ok((*rule, rule.digit()?)));
        let given: Vec<(Rule, Digit)> = given.collect::<Result<_, Fault>>()?;
        let mut digits = vec![Digit::ZERO; (start + period) as usize];
        for (rule, digit) in given {
            let (first, step) = rule.preperiod_and_period();
            let (first, step) = match rule.takes {
                Takes::Exactly(_) => (first - 1, start + period),
                Takes::Every { .. } => (first, step),
            };
            for k in (first..start + period).step_by(step as usize) {
                debug_assert!(rule.takes(k));
                digits[k as usize] = digits[k as usize] | digit;
            }
        }
        let repeat = digits.split_off(start as usize);
        Code::new(digits, repeat)
    }

    /// The subtraction game: a move takes a number in the set and leaves at most one heap.
    ///
    /// ```
    /// # use upstar_core::heap::Code;
    /// assert_eq!(Code::subtraction(&[1, 2])?, "0.33".parse()?);
    /// assert!(Code::subtraction(&[0]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the set contains 0 or a number that is too large.
    pub fn subtraction(set: &[u64]) -> Result<Code, Fault> {
        let rules = set.iter().flat_map(|k| leaves_at_most_one(Takes::Exactly(*k)));
        Code::from_rules(&rules.collect::<Vec<_>>())
    }

    /// The all-but game: a move takes a positive number outside the set and leaves at most one heap.
    ///
    /// ```
    /// # use upstar_core::heap::Code;
    /// assert_eq!(Code::all_but(&[2])?.to_string(), "0.30[3]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the set contains a number that is too large.
    pub fn all_but(set: &[u64]) -> Result<Code, Fault> {
        let most = set.iter().copied().max().unwrap_or(0);
        if most > MAX_TAKE {
            return Err(Fault::TooManyDigits);
        }
        let three = Digit::from_bits(3, Condition::Any).ok_or(Fault::TooManyHeaps)?;
        let mut digits = vec![three; most as usize + 1];
        digits[0] = Digit::ZERO;
        for k in set {
            digits[*k as usize] = Digit::ZERO;
        }
        Code::new(digits, vec![three])
    }

    /// The digit for this number of counters taken.
    ///
    /// ```
    /// # use upstar_core::heap::Code;
    /// let code: Code = "0.[12]".parse()?;
    /// assert_eq!([1, 2, 3].map(|taken| code.digit(taken).to_string()), ["1", "2", "1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn digit(&self, taken: u64) -> Digit {
        let listed = self.digits.len() as u64;
        if taken < listed {
            return self.digits[taken as usize];
        }
        if self.repeat.is_empty() {
            return Digit::ZERO;
        }
        self.repeat[((taken - listed) % self.repeat.len() as u64) as usize]
    }

    /// The nonrepeating digits, from `d_0` on.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The repeating digits; empty for a finite code.
    pub fn repeating(&self) -> &[Digit] {
        &self.repeat
    }

    /// Greatest number of heaps that a move can leave; `None` if unlimited.
    ///
    /// ```
    /// # use upstar_core::heap::Code;
    /// assert_eq!("0.77".parse::<Code>()?.most_heaps(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn most_heaps(&self) -> Option<u32> {
        let mut digits = self.digits.iter().chain(&self.repeat);
        digits.try_fold(0, |most, digit| {
            if digit.is_unlimited() {
                None
            } else {
                Some(most.max(digit.most_heaps().unwrap_or(0)))
            }
        })
    }

    /// Reduces to the shortest lists of digits for the same game.
    fn normalise(&mut self) {
        if self.digits.is_empty() {
            let first = if self.repeat.is_empty() { Digit::ZERO } else { self.repeat[0] };
            self.digits.push(first);
            if !self.repeat.is_empty() {
                self.repeat.rotate_left(1);
            }
        }
        let shortest = shortest_period(&self.repeat);
        self.repeat.truncate(shortest);
        if self.repeat == [Digit::ZERO] {
            self.repeat.clear();
        }
        let end = if self.repeat.is_empty() { &[Digit::ZERO][..] } else { &self.repeat };
        let backwards = end.iter().rev().cycle();
        let more = self.digits[1..].iter().rev().zip(backwards).take_while(|(a, b)| a == b).count();
        self.digits.truncate(self.digits.len() - more);
        if !self.repeat.is_empty() {
            let more = more % self.repeat.len();
            self.repeat.rotate_right(more);
        }
    }
}

/// The rules that leave the rest as one heap, if anything is left.
fn leaves_at_most_one(takes: Takes) -> [Rule; 2] {
    [0, 1].map(|j| Rule { takes, heaps: Heaps::Exactly(j), condition: Condition::Any })
}

/// The least period that divides the length of the list.
fn shortest_period(list: &[Digit]) -> usize {
    let repeats = |p: &usize| list.len().is_multiple_of(*p) && list[*p..] == list[..list.len() - p];
    (1..list.len()).find(repeats).unwrap_or(list.len())
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        for digit in &self.digits[1..] {
            write!(f, "{digit}")?;
        }
        if !self.repeat.is_empty() {
            f.write_str("[")?;
            self.repeat.iter().try_for_each(|digit| write!(f, "{digit}"))?;
            return f.write_str("]");
        }
        if self.digits.len() == 1 { f.write_str("0") } else { Ok(()) }
    }
}
