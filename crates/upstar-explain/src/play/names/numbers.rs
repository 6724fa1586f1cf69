//! Moves in heaps, on rows of coins, and between tuples of numbers.

use std::sync::Arc;

use num_traits::ToPrimitive as _;
use upstar_core::Store;

use crate::value::{Cells, Position, Result, Ruleset, TermKind, Value, show};

/// Change of a heap by a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::play) struct Heap {
    /// Size before.
    pub(in crate::play) from: u64,
    /// The heaps that are left of it, smallest first, without empty ones.
    pub(in crate::play) to: Vec<u64>,
}

/// Names of a move, shortest first. The last is complete.
pub(super) struct MoveNames {
    pub(super) names: Vec<String>,
    pub(super) heap: Option<Heap>,
}

/// The heaps of one ruleset that a value is a sum of, and their sizes.
pub(super) fn heaps(value: &Value) -> Option<(&Arc<Ruleset>, Vec<u64>)> {
    let size = |position: &Position| match position.arguments() {
        [Value::Number(size)]
            if !position.ruleset.is_of_coins() && position.ruleset.is_of_heaps() =>
        {
            size.to_i64().and_then(|size| size.to_u64())
        }
        _ => None,
    };
    match value {
        Value::Position(position) => Some((&position.ruleset, vec![size(position)?])),
        Value::Sum(sum) => {
            let mut of: Option<&Arc<Ruleset>> = None;
            let mut sizes = Vec::with_capacity(sum.terms().len());
            for term in sum.terms() {
                let TermKind::Position(position) = &term.kind else { return None };
                if of.is_some_and(|of| *of != position.ruleset) {
                    return None;
                }
                of = Some(&position.ruleset);
                sizes.push(size(position)?);
            }
            Some((of?, sizes))
        }
        _ => None,
    }
}

/// Returns names of a move in a heap, such as `7>4`.
pub(super) fn of_heaps(before: &Value, after: &Value) -> Option<MoveNames> {
    let (ruleset, sizes) = heaps(before)?;
    let [from] = sizes[..] else { return None };
    let mut to = match heaps(after) {
        Some((same, to)) if same == ruleset => to,
        None if matches!(after, Value::Sum(sum) if sum.terms().is_empty()) => Vec::new(),
        _ => return None,
    };
    to.retain(|size| *size > 0);
    to.sort_unstable();
    let left: Vec<String> = to.iter().map(u64::to_string).collect();
    let left = if left.is_empty() { "0".to_owned() } else { left.join("+") };
    Some(MoveNames { names: vec![format!("{from}>{left}")], heap: Some(Heap { from, to }) })
}

/// The places of coins that are turned, counted from 0.
pub(super) fn of_coins(before: &Cells, after: &Cells) -> Vec<String> {
    let symbols = |cells: &Cells| cells.board.symbols().to_vec();
    let (before, after) = (symbols(before), symbols(after));
    let at = |row: &[u8], place: usize| row.get(place).copied().unwrap_or(0);
    let turned = (0..before.len().max(after.len()))
        .filter(|place| at(&before, *place) != at(&after, *place))
        .map(|place| place.to_string());
    vec![turned.collect::<Vec<_>>().join(" ")]
}

/// Numbers in a position: `4`, `(3, 2)`. Boards and graphs next to them are left out if the numbers are
/// unique.
pub(super) fn of_tuples(store: &Store, before: &[Value], after: &[Value]) -> Result<Vec<String>> {
    let plain = |value: &&Value| !matches!(value, Value::Board(_) | Value::Graph(_));
    let shown = |values: Vec<&Value>| -> Result<String> {
        let texts = values.iter().map(|value| show::value(store, value));
        let texts = texts.collect::<Result<Vec<_>>>()?;
        Ok(compact(&match &texts[..] {
            [one] => one.clone(),
            texts => format!("({})", texts.join(",")),
        }))
    };
    let mut names = Vec::new();
    if before.len() == after.len() && after.iter().any(|value| plain(&value)) {
        names.push(shown(after.iter().filter(plain).collect())?);
    }
    Ok(names)
}

/// Vertices before and after the move of a token: the first numbers that differ.
pub(super) fn token(before: &Position, after: &Position) -> Option<(u32, u32)> {
    let vertex = |value: &Value| match value {
        Value::Number(number) => number.to_i64().and_then(|n| n.to_u32()),
        _ => None,
    };
    let mut both = before.arguments().iter().zip(after.arguments());
    both.find_map(|(a, b)| vertex(a).zip(vertex(b)).filter(|(a, b)| a != b))
}

/// A text without spaces, as names are.
pub(super) fn compact(text: &str) -> String {
    text.split_whitespace().collect()
}

impl Heap {
    /// Whether a text means this change. `7>4`, `7 to 4` and `to 4` state the new size; `7-3`, `take 3 from
    /// 7` and `take 3` the number taken; a number alone may be either. `exact` texts name the heap and the
    /// new size.
    pub(in crate::play) fn fits(&self, text: &str, exact: bool) -> bool {
        let text = text.to_lowercase().replace("->", ">").replace('→', ">");
        let mut words = text.split_whitespace();
        if let Some("take") = words.next() {
            let rest: Vec<&str> = words.collect();
            return match rest[..] {
                [taken, "from", from] => self.takes(taken) && self.is_from(from),
                [taken] => !exact && self.takes(taken),
                _ => false,
            };
        }
        let text = text.replace(" to ", ">").replace("to ", ">");
        if let Some((from, left)) = text.split_once('>') {
            return match from.trim() {
                "" => !exact && self.leaves(left),
                from => {
                    self.is_from(from) && (self.leaves(left) || !exact && left.trim().is_empty())
                }
            };
        }
        if let Some((from, taken)) = text.split_once('-') {
            return match from.trim() {
                "" => !exact && self.takes(taken),
                from => {
                    self.is_from(from) && (self.takes(taken) || !exact && taken.trim().is_empty())
                }
            };
        }
        !exact && (self.takes(&text) || self.leaves(&text))
    }

    /// Unabbreviated names of the change.
    pub(in crate::play) fn phrases(&self) -> Vec<String> {
        let (from, left) = (self.from, self.to.iter().map(u64::to_string).collect::<Vec<_>>());
        let left = if left.is_empty() { "0".to_owned() } else { left.join("+") };
        let mut phrases =
            vec![format!("{from}>{left}"), format!("{from} to {left}"), format!("to {left}")];
        if self.to.len() <= 1 {
            let taken = from - self.to.iter().sum::<u64>().min(from);
            phrases.push(format!("take {taken} from {from}"));
            phrases.push(format!("{from}-{taken}"));
        }
        phrases
    }

    fn is_from(&self, text: &str) -> bool {
        text.trim().parse() == Ok(self.from)
    }

    /// Whether the text states the number taken, and the rest is one heap.
    fn takes(&self, text: &str) -> bool {
        let left: u64 = self.to.iter().sum();
        self.to.len() <= 1 && text.trim().parse() == Ok(self.from - left.min(self.from))
    }

    /// Whether these heaps are left.
    fn leaves(&self, text: &str) -> bool {
        let sizes = text.split([',', '+', ' ']).map(str::trim).filter(|size| !size.is_empty());
        let Ok(mut sizes) = sizes.map(str::parse).collect::<std::result::Result<Vec<u64>, _>>()
        else {
            return false;
        };
        let given = !sizes.is_empty();
        sizes.retain(|size| *size > 0);
        sizes.sort_unstable();
        given && sizes == self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_in_a_heap_is_said_in_many_ways() {
        let heap = Heap { from: 7, to: vec![4] };
        for text in ["7>4", "7 -> 4", "7 to 4", "7-3", "7 - 3", "take 3 from 7"] {
            assert!(heap.fits(text, true), "{text}");
        }
        for text in ["take 3", "to 4", ">4", "-3", "3", "4", "7>", "7-"] {
            assert!(heap.fits(text, false) && !heap.fits(text, true), "{text}");
        }
        for text in ["7>3", "7-4", "5>4", "take 4", "to 3", "7", "", "take", "7>4+0x"] {
            assert!(!heap.fits(text, false), "{text}");
        }
        let split = Heap { from: 7, to: vec![2, 3] };
        for text in ["7>2+3", "7>3+2", "7 to 3, 2", "7>0+3+2"] {
            assert!(split.fits(text, true), "{text}");
        }
        assert!(split.fits("3 2", false) && !split.fits("2", false));
    }
}
