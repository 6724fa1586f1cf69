//! One digit of a code: into how many heaps the rest may be split, and how these compare.
//!
//! A split into `j` heaps is all equal, all different, or neither; two heaps are never neither,
//! and with fewer there is nothing to compare. A digit holds three bits for each `j`, in one word.

use std::fmt::{self, Write};

/// The largest number of heaps that a digit can name; from there on it can only say "or more".
pub const MAX_HEAPS: u32 = 19;

/// The place in a digit for [`MAX_HEAPS`] + 1 heaps and all larger numbers.
const BEYOND: u32 = MAX_HEAPS + 1;
const ALL: u64 = 0b111;
const DIFFERENT: u64 = 0b001;
const NEITHER: u64 = 0b010;
const EQUAL: u64 = 0b100;

/// What is asked of the heaps of a split, with the sign that says so in a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Nothing.
    Any,
    /// No two are equal: `!`.
    Unequal,
    /// Not all are equal: `?`.
    NotAllEqual,
    /// All are equal: `=`.
    AllEqual,
}

impl Condition {
    fn bits(self) -> u64 {
        match self {
            Condition::Any => ALL,
            Condition::Unequal => DIFFERENT,
            Condition::NotAllEqual => DIFFERENT | NEITHER,
            Condition::AllEqual => EQUAL,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Condition::Any => "",
            Condition::Unequal => "!",
            Condition::NotAllEqual => "?",
            Condition::AllEqual => "=",
        }
    }
}

/// Which splits a digit allows for one number of heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Splits(u64);

impl Splits {
    pub(super) fn none(self) -> bool {
        self.0 == 0
    }

    /// All splits into so many heaps.
    pub(super) fn any(self) -> bool {
        self.0 == ALL
    }

    /// Those into different heaps, at least.
    pub(super) fn different(self) -> bool {
        self.0 & DIFFERENT != 0
    }

    /// Those into heaps that are not all equal, at least.
    pub(super) fn not_all_equal(self) -> bool {
        self.0 & (DIFFERENT | NEITHER) == DIFFERENT | NEITHER
    }

    /// Those into equal heaps, at least.
    pub(super) fn equal(self) -> bool {
        self.0 & EQUAL != 0
    }
}

/// Into how many heaps the rest may be split, and under which conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digit(u64);

impl Digit {
    /// The digit 0: not to be taken.
    pub const ZERO: Digit = Digit(0);

    /// The digit with the splits of `heaps` heaps that meet the condition; nothing when there are
    /// more than [`MAX_HEAPS`] heaps.
    pub fn exactly(heaps: u32, condition: Condition) -> Option<Digit> {
        (heaps <= MAX_HEAPS).then(|| Digit::at(heaps, condition))
    }

    /// The same for `heaps` heaps or more, from [`MAX_HEAPS`] + 1 at most.
    ///
    /// ```
    /// # use upstar_core::heap::{Condition, Digit};
    /// let digit = Digit::at_least(2, Condition::Unequal).expect("a number of heaps with a digit");
    /// assert!(digit.is_unlimited() && digit.allows(100) && !digit.allows(1));
    /// ```
    pub fn at_least(heaps: u32, condition: Condition) -> Option<Digit> {
        let from = |digit: Digit, j| digit | Digit::at(j, condition);
        (heaps <= BEYOND).then(|| (heaps..=BEYOND).fold(Digit::ZERO, from))
    }

    /// The digit with this value in the sense of Guy and Smith: bit `j` allows `j` heaps.
    ///
    /// ```
    /// # use upstar_core::heap::{Condition, Digit};
    /// let digit = Digit::from_bits(6, Condition::Any).expect("a digit of at most two heaps");
    /// assert_eq!([0, 1, 2].map(|heaps| digit.allows(heaps)), [false, true, true]);
    /// assert_eq!(digit.to_string(), "6");
    /// ```
    pub fn from_bits(bits: u32, condition: Condition) -> Option<Digit> {
        let heaps = (0..32).filter(|j| bits >> j & 1 == 1);
        heaps.map(|j| Digit::exactly(j, condition)).try_fold(Digit::ZERO, |d, e| Some(d | e?))
    }

    fn at(heaps: u32, condition: Condition) -> Digit {
        let bits = condition.bits();
        let kept = match heaps {
            0 | 1 => ALL,
            2 if bits & !NEITHER == DIFFERENT | EQUAL => ALL,
            2 => bits & !NEITHER,
            _ => bits,
        };
        Digit(kept << (3 * heaps))
    }

    /// Which splits into so many heaps are allowed.
    pub(super) fn splits(self, heaps: u32) -> Splits {
        let bits = self.0 >> (3 * heaps.min(BEYOND)) & ALL;
        Splits(if heaps == 2 && bits == DIFFERENT | EQUAL { ALL } else { bits })
    }

    /// Whether the rest may be left as so many heaps, under some condition.
    pub fn allows(self, heaps: u32) -> bool {
        !self.splits(heaps).none()
    }

    /// Whether nothing is allowed.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The largest number of heaps allowed; nothing when there is no limit or no move.
    pub fn most_heaps(self) -> Option<u32> {
        if self.is_unlimited() {
            return None;
        }
        (0..BEYOND).rev().find(|j| !self.splits(*j).none())
    }

    /// Whether any number of heaps is allowed from some number on.
    pub fn is_unlimited(self) -> bool {
        !self.splits(BEYOND).none()
    }

    /// From which number of heaps on all splits are seen by the same condition.
    pub(super) fn uniform_from(self) -> u32 {
        let beyond = self.splits(BEYOND);
        let least = if beyond.none() || beyond.any() { 0 } else { 3 };
        self.alike_from().max(least)
    }

    /// From which number of heaps on all numbers are written alike.
    fn alike_from(self) -> u32 {
        let beyond = self.splits(BEYOND);
        let differs = |j: &u32| self.splits(*j).0 != Digit::seen(*j, beyond);
        (0..BEYOND).rev().find(differs).map_or(0, |j| j + 1)
    }

    /// The splits of `j` heaps among those allowed for any number.
    fn seen(j: u32, beyond: Splits) -> u64 {
        let both = DIFFERENT | EQUAL;
        match j {
            0 | 1 if !beyond.none() => ALL,
            2 if beyond.0 & both == both => ALL,
            2 => beyond.0 & both,
            _ => beyond.0,
        }
    }
}

impl std::ops::BitOr for Digit {
    type Output = Digit;

    fn bitor(self, other: Digit) -> Digit {
        let joined = self.0 | other.0;
        let two = joined >> 6 & ALL;
        let all = if two == DIFFERENT | EQUAL { ALL << 6 } else { 0 };
        Digit(joined | all)
    }
}

/// The shortest way to write it: `*`, one hexadecimal digit, or a list in braces.
impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions =
            [Condition::Any, Condition::Unequal, Condition::NotAllEqual, Condition::AllEqual];
        for condition in conditions {
            if Digit::at_least(0, condition) == Some(*self) {
                return write!(f, "*{}", condition.sign());
            }
            let Some(plain) = self.without(condition) else { continue };
            if let Some(bits) = plain.nibble() {
                return write!(f, "{bits:X}{}", condition.sign());
            }
            plain.list(f)?;
            return f.write_str(condition.sign());
        }
        self.list(f)
    }
}

impl Digit {
    /// The digit that becomes this one when the condition is put on all its splits.
    fn without(self, condition: Condition) -> Option<Digit> {
        let parts = (0..=BEYOND).filter(|j| !self.splits(*j).none());
        let plain = parts.clone().fold(Digit::ZERO, |d, j| d | Digit::at(j, Condition::Any));
        let with = parts.fold(Digit::ZERO, |d, j| d | Digit::at(j, condition));
        (with == self).then_some(plain)
    }

    /// Its value, when nothing but numbers of heaps below four is allowed.
    fn nibble(self) -> Option<u32> {
        let bits = (0..=BEYOND).filter(|j| !self.splits(*j).none());
        let value = bits.map(|j| 1 << j).sum();
        (value < 16).then_some(value)
    }

    fn list(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alike = if self.is_unlimited() { self.alike_from() } else { BEYOND };
        f.write_char('{')?;
        let mut before = "";
        for j in (0..=alike).filter(|j| !self.splits(*j).none()) {
            let more = if self.is_unlimited() && j == alike { "+" } else { "" };
            let beyond = if more.is_empty() { self.splits(j) } else { self.splits(BEYOND) };
            for sign in signs(beyond) {
                write!(f, "{before}{j}{sign}{more}")?;
                before = ",";
            }
        }
        f.write_char('}')
    }
}

/// The conditions that together allow these splits.
fn signs(splits: Splits) -> Vec<&'static str> {
    let mut signs = Vec::new();
    if splits.any() {
        return vec![""];
    }
    match (splits.not_all_equal(), splits.different()) {
        (true, _) => signs.push("?"),
        (false, true) => signs.push("!"),
        _ => {}
    }
    if splits.equal() {
        signs.push("=");
    }
    signs
}
