//! Digits of a code: the allowed numbers of heaps, with conditions on them.
//!
//! The heaps of a split are all equal, all different, or neither; two heaps are never neither, and fewer
//! satisfy every condition. A digit holds three bits for each `j`, in one word.

use std::fmt::{self, Write};

/// The largest number of heaps that a digit can name; larger numbers only occur as "or more".
pub const MAX_HEAPS: u32 = 19;

/// Index of the bits for [`MAX_HEAPS`] + 1 heaps or more.
const BEYOND: u32 = MAX_HEAPS + 1;
const ALL: u64 = 0b111;
const DIFFERENT: u64 = 0b001;
const NEITHER: u64 = 0b010;
const EQUAL: u64 = 0b100;

/// Condition on the heaps of a split, with its sign in a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// No condition.
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

/// The splits that a digit allows for one number of heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Splits(u64);

impl Splits {
    pub(super) fn none(self) -> bool {
        self.0 == 0
    }

    /// Whether all splits are allowed.
    pub(super) fn any(self) -> bool {
        self.0 == ALL
    }

    /// Whether splits into different heaps are allowed.
    pub(super) fn different(self) -> bool {
        self.0 & DIFFERENT != 0
    }

    /// Whether splits into heaps that are not all equal are allowed.
    pub(super) fn not_all_equal(self) -> bool {
        self.0 & (DIFFERENT | NEITHER) == DIFFERENT | NEITHER
    }

    /// Whether splits into equal heaps are allowed.
    pub(super) fn equal(self) -> bool {
        self.0 & EQUAL != 0
    }
}

/// The allowed numbers of heaps, with their conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digit(u64);

impl Digit {
    /// The digit 0: no move.
    pub const ZERO: Digit = Digit(0);

    /// The digit that allows `heaps` heaps under the condition; `None` above [`MAX_HEAPS`].
    pub fn exactly(heaps: u32, condition: Condition) -> Option<Digit> {
        (heaps <= MAX_HEAPS).then(|| Digit::at(heaps, condition))
    }

    /// The digit that allows `heaps` heaps or more; `None` above [`MAX_HEAPS`] + 1.
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

    /// The allowed splits into this number of heaps.
    pub(super) fn splits(self, heaps: u32) -> Splits {
        let bits = self.0 >> (3 * heaps.min(BEYOND)) & ALL;
        Splits(if heaps == 2 && bits == DIFFERENT | EQUAL { ALL } else { bits })
    }

    /// Whether the rest may be left as `heaps` heaps, under some condition.
    pub fn allows(self, heaps: u32) -> bool {
        !self.splits(heaps).none()
    }

    /// Whether there is no move.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The largest number of heaps allowed; `None` if unlimited or if there is no move.
    pub fn most_heaps(self) -> Option<u32> {
        if self.is_unlimited() {
            return None;
        }
        (0..BEYOND).rev().find(|j| !self.splits(*j).none())
    }

    /// Whether all sufficiently large numbers of heaps are allowed.
    pub fn is_unlimited(self) -> bool {
        !self.splits(BEYOND).none()
    }

    /// Least number of heaps from which on the conditions can be tracked uniformly.
    pub(super) fn uniform_from(self) -> u32 {
        let beyond = self.splits(BEYOND);
        let least = if beyond.none() || beyond.any() { 0 } else { 3 };
        self.alike_from().max(least)
    }

    /// Least number of heaps from which on all numbers are written alike.
    fn alike_from(self) -> u32 {
        let beyond = self.splits(BEYOND);
        let differs = |j: &u32| self.splits(*j).0 != Digit::implied(*j, beyond);
        (0..BEYOND).rev().find(differs).map_or(0, |j| j + 1)
    }

    /// The bits for `j` heaps implied by those for large numbers.
    fn implied(j: u32, beyond: Splits) -> u64 {
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

/// The shortest notation: `*`, one hexadecimal digit, or a list in braces.
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
    /// The digit that yields this one when the condition is put on all its splits.
    fn without(self, condition: Condition) -> Option<Digit> {
        let parts = (0..=BEYOND).filter(|j| !self.splits(*j).none());
        let plain = parts.clone().fold(Digit::ZERO, |d, j| d | Digit::at(j, Condition::Any));
        let with = parts.fold(Digit::ZERO, |d, j| d | Digit::at(j, condition));
        (with == self).then_some(plain)
    }

    /// Its value, if only numbers of heaps below four are allowed.
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
