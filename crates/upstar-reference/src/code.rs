//! Codes of taking and breaking heaps, as Guy and Smith gave them.
//!
//! The book: reference/heaps.md, "Codes". Digit k, counted from the point, says into how many heaps the rest may be
//! split when k counters are taken.

use crate::steps::Steps;
use crate::{Fault, Wrong};

/// A condition on the heaps that remain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Condition {
    /// Any heaps.
    Free,
    /// No two are equal: `!`.
    Distinct,
    /// Not all are equal: `?`.
    Mixed,
    /// All are equal: `=`.
    Equal,
}

impl Condition {
    /// One heap, or none, fulfils every condition.
    fn holds(self, heaps: &[u64]) -> bool {
        // The heaps are in order.
        let equal = |pair: &[u64]| pair[0] == pair[1];
        let mut pairs = heaps.windows(2);
        heaps.len() < 2
            || match self {
                Condition::Free => true,
                Condition::Distinct => !pairs.any(equal),
                Condition::Mixed => !pairs.all(equal),
                Condition::Equal => pairs.all(equal),
            }
    }
}

/// A digit: into how many heaps the rest may be split.
type Digit = Vec<Count>;

/// A number of heaps, whether more than that are allowed too, and what the heaps must be like.
#[derive(Debug, Clone, Copy)]
struct Count {
    number: u64,
    or_more: bool,
    condition: Condition,
}

/// A code: its digits from that before the point on, and how many at the end are repeated forever.
#[derive(Debug, Clone)]
pub struct Code {
    digits: Vec<Digit>,
    repeated: usize,
}

fn wrong<T>(text: &str, why: &str) -> Result<T, Fault> {
    Err(Fault::wrong(Wrong::Rules, format!("the code \"{text}\" means nothing: {why}")))
}

impl Code {
    /// Reads a code.
    ///
    /// # Errors
    /// When the text is none.
    pub fn read(text: &str) -> Result<Code, Fault> {
        let Some((before, after)) = text.split_once('.') else {
            return wrong(text, "a code has a point");
        };
        let mut digits = read_digits(before).map_or_else(|| wrong(text, "this is no digit"), Ok)?;
        if digits.is_empty() {
            digits.push(Digit::new());
        }
        let splits = |digit: &Digit| digit.iter().all(|count| count.number > 1);
        if digits.len() > 1 || !splits(&digits[0]) {
            return wrong(text, "to take nothing and leave at most one heap is no move");
        }
        let (once, again) = match after.split_once('[') {
            None => (after, None),
            Some((once, again)) => match again.strip_suffix(']') {
                Some(again) if !again.is_empty() => (once, Some(again)),
                _ => return wrong(text, "digits in brackets stand at the end"),
            },
        };
        let mut repeated = 0;
        for (part, is_repeated) in [(Some(once), false), (again, true)] {
            let Some(part) = part else { continue };
            let more = read_digits(part).map_or_else(|| wrong(text, "this is no digit"), Ok)?;
            repeated = if is_repeated { more.len() } else { 0 };
            digits.extend(more);
        }
        Ok(Code { digits, repeated })
    }

    /// Into how many heaps the rest may be split when k counters are taken, for each k from 0 on; none when digits are
    /// repeated, say "or more", or have conditions on the heaps.
    pub fn finite(&self) -> Option<Vec<Vec<u64>>> {
        let plain = |count: &Count| {
            let is_plain = !count.or_more && matches!(count.condition, Condition::Free);
            is_plain.then_some(count.number)
        };
        let digit = |digit: &Digit| digit.iter().map(plain).collect();
        self.digits.iter().map(digit).collect::<Option<_>>().filter(|_| self.repeated == 0)
    }

    fn digit(&self, k: usize) -> Option<&Digit> {
        let first_repeated = self.digits.len() - self.repeated;
        match k {
            k if k < self.digits.len() => Some(&self.digits[k]),
            _ if self.repeated == 0 => None,
            k => self.digits.get(first_repeated + (k - first_repeated) % self.repeated),
        }
    }

    /// The heaps that a heap of n can become: fewer counters taken first, fewer heaps first. Nothing is a heap of 0.
    ///
    /// # Errors
    /// When no step is left.
    pub fn options(&self, n: u64, steps: &Steps) -> Result<Vec<Vec<u64>>, Fault> {
        let mut options = Vec::new();
        for taken in 0..=n {
            let Some(digit) = self.digit(taken as usize) else { continue };
            let rest = n - taken;
            for count in 0..=rest {
                steps.step()?;
                let allows =
                    |one: &&Count| one.number == count || one.or_more && one.number < count;
                let allowed: Vec<&Count> = digit.iter().filter(allows).collect();
                if allowed.is_empty() || count == 0 && rest > 0 {
                    continue;
                }
                if rest == 0 {
                    options.push(vec![0]);
                    continue;
                }
                let mut found = Vec::new();
                partitions(rest, count, 1, &mut Vec::new(), &mut found, steps)?;
                let fits = |heaps: &Vec<u64>| allowed.iter().any(|one| one.condition.holds(heaps));
                options.extend(found.into_iter().filter(fits));
            }
        }
        Ok(options)
    }
}

/// Finds all partitions of `rest` into `count` parts in ascending order, each at least `least`.
fn partitions(
    rest: u64,
    count: u64,
    least: u64,
    heaps: &mut Vec<u64>,
    found: &mut Vec<Vec<u64>>,
    steps: &Steps,
) -> Result<(), Fault> {
    steps.step()?;
    if count == 0 {
        if rest == 0 {
            found.push(heaps.clone());
        }
        return Ok(());
    }
    for heap in least..=rest / count {
        heaps.push(heap);
        partitions(rest - heap, count - 1, heap, heaps, found, steps)?;
        heaps.pop();
    }
    Ok(())
}

/// The digits of a text; none when one of them is no digit.
fn read_digits(text: &str) -> Option<Vec<Digit>> {
    let mut rest = text;
    let mut digits = Vec::new();
    while let Some(first) = rest.chars().next() {
        let exactly = |number| Count { number, or_more: false, condition: Condition::Free };
        let mut digit: Digit = match first {
            '{' => {
                let (list, after) = rest[1..].split_once('}')?;
                rest = after;
                let list = list.split(',').filter(|_| !list.is_empty());
                list.map(read_count).collect::<Option<_>>()?
            }
            '*' => {
                rest = &rest[1..];
                vec![Count { or_more: true, ..exactly(0) }]
            }
            digit => {
                rest = &rest[digit.len_utf8()..];
                let sum = digit.to_digit(16)?;
                (0..4).filter(|count| sum >> count & 1 == 1).map(exactly).collect()
            }
        };
        if let Some((condition, after)) = read_condition(rest) {
            digit.iter_mut().for_each(|count| count.condition = condition);
            rest = after;
        }
        digits.push(digit);
    }
    Some(digits)
}

/// A number in braces, such as `2`, `2!` and `4+`.
fn read_count(text: &str) -> Option<Count> {
    let digits = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    let number = text[..digits].parse().ok()?;
    let (condition, rest) =
        read_condition(&text[digits..]).unwrap_or((Condition::Free, &text[digits..]));
    match rest {
        "" => Some(Count { number, or_more: false, condition }),
        "+" => Some(Count { number, or_more: true, condition }),
        _ => None,
    }
}

fn read_condition(text: &str) -> Option<(Condition, &str)> {
    let rest = text.get(1..);
    match text.chars().next()? {
        '!' => Some((Condition::Distinct, rest?)),
        '?' => Some((Condition::Mixed, rest?)),
        '=' => Some((Condition::Equal, rest?)),
        _ => None,
    }
}

/// A set of numbers of heaps as one digit, if there is one: that of 0, 1 and 3 is 1 + 2 + 8.
fn one_digit(numbers: &str) -> Option<char> {
    let mut digit = 0;
    for number in numbers.split(',').map(str::trim).filter(|number| !number.is_empty()) {
        let number = number.parse::<u32>().ok().filter(|number| *number < 4)?;
        digit |= 1 << number;
    }
    char::from_digit(digit, 16).map(|digit| digit.to_ascii_uppercase())
}

/// The shortest text of a code: it has a digit before the point, at its end one zero at most, and digits for sets of
/// numbers of heaps.
pub fn shortest(text: &str) -> String {
    let text = if text.starts_with('.') { format!("0{text}") } else { text.to_owned() };
    let mut digits = String::new();
    for (place, part) in text.split('{').enumerate() {
        match part.split_once('}').map(|(numbers, rest)| (one_digit(numbers), rest)) {
            Some((Some(digit), rest)) if place > 0 => digits.extend([&digit.to_string(), rest]),
            _ if place > 0 => digits.extend(["{", part]),
            _ => digits.push_str(part),
        }
    }
    let text = digits;
    let end = text.trim_end_matches('0');
    match end.strip_suffix('.') {
        Some(before) => format!("{before}.0"),
        None => end.to_owned(),
    }
}
