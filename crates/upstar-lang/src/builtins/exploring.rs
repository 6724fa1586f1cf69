//! Questions about many positions: which follow, which values occur, which is the first or the least.

use std::sync::Arc;

use indexmap::IndexMap;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use rustc_hash::{FxBuildHasher, FxHashSet};
use upstar_core::{Comparison, Player};

use super::collections::{self, each};
use super::typed::{binary, param, param_of, ternary, unary};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::nimbers::both_alike;
use crate::value::show::counted;
use crate::value::{
    Enumeration, Fault, MAX_ITEMS, Map, Result, Value, expect, ops, order, too_many,
};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "positions",
        params: &[param("P")],
        summary: "All positions that moves of either player lead to, P itself first.",
        details: "Each once, those after fewer moves first; players need not alternate. \
                  `followers` lists values instead.",
        examples: &[
            ("positions(Nim(2))", "[Nim(2), Nim(1), Nim(0)]"),
            ("length(positions(Clobber(\"xoxo|oxox\")))", "745"),
        ],
        see_also: &["moves", "followers", "boards", "tally"],
        run: &unary(|host, p: Value| Value::list(positions(host, p)?)),
        ..ROW
    },
    Builtin {
        name: "tally",
        params: &[param("xs"), param_of("key", "a function")],
        summary: "How often each element occurs, or each value of a function of them: a map.",
        details: "The most frequent comes first. A comprehension, as in `tally([canonical(G) for \
                  G in boards(R, 3, 4)])`, finds the values on several threads.",
        examples: &[
            ("tally([^, *, 0, ^])", "{↑: 2, *: 1, 0: 1}"),
            ("tally(boards(Domineering, 2, 2), canonical)", "{0: 7, *: 4, -1: 2, 1: 2, ±1: 1}"),
        ],
        see_also: &["groups", "set", "table", "save"],
        run: &binary(|host, xs: Value, key: Option<Value>| {
            let mut counts: Keyed<u64> = Keyed::default();
            by_key(host, &xs, key.as_ref(), &mut counts, |count, _| *count += 1)?;
            let mut counts: Vec<_> = counts.into_iter().collect();
            counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let entries =
                counts.into_iter().map(|(key, count)| (key, Value::integer(BigInt::from(count))));
            Ok(Value::Map(Arc::new(Map::new(entries)?)))
        }),
        ..ROW
    },
    Builtin {
        name: "groups",
        params: &[param("xs"), param_of("key", "a function")],
        summary: "The elements of a collection by the value of a function: a map to lists.",
        examples: &[
            ("groups(1..6, n -> n % 3)", "{1: [1, 4], 2: [2, 5], 0: [3, 6]}"),
            (
                "groups(boards(Domineering, 1, 2), outcome)",
                "{R: [Domineering(\"..\")], P: [Domineering(\".#\"), Domineering(\"#.\"), Domineering(\"##\")]}",
            ),
        ],
        see_also: &["tally", "filter"],
        run: &binary(|host, xs: Value, key: Value| {
            let mut groups: Keyed<Vec<Value>> = Keyed::default();
            by_key(host, &xs, Some(&key), &mut groups, Vec::push)?;
            let entries = groups.into_iter().map(|(key, group)| Ok((key, Value::list(group)?)));
            Ok(Value::Map(Arc::new(Map::new(entries.collect::<Result<Vec<_>>>()?)?)))
        }),
        ..ROW
    },
    Builtin {
        name: "find",
        params: &[param("xs"), param_of("condition", "a function that gives true or false")],
        summary: "The first element for which a function gives true.",
        details: "It is an error when there is none.",
        examples: &[
            ("find(boards(Clobber, 1, 1..4), P -> P == ^)", "Clobber(\"xxo\")"),
            (
                "find(1..10, n -> n * n > 200)",
                "error: the condition is false for all of 10 elements",
            ),
        ],
        see_also: &["filter", "argmin", "boards"],
        run: &binary(find),
        ..ROW
    },
    Builtin {
        name: "argmin",
        params: &[param("xs"), param_of("key", "a function")],
        summary: "The first element for which a function gives its least value.",
        details: "Values are numbers, texts, or comparable games.",
        examples: &[("argmin([^, *2, *], birthday)", "*")],
        see_also: &["argmax", "find", "min"],
        run: &binary(|host, xs: Value, key: Value| extreme(host, &xs, &key, Comparison::Less)),
        ..ROW
    },
    Builtin {
        name: "argmax",
        params: &[param("xs"), param_of("key", "a function")],
        summary: "The first element for which a function gives its greatest value.",
        details: "Values are numbers, texts, or comparable games.",
        examples: &[("argmax(boards(Domineering, 2, 3), temperature)", "Domineering(\"...|...\")")],
        see_also: &["argmin", "find", "max"],
        run: &binary(|host, xs: Value, key: Value| extreme(host, &xs, &key, Comparison::Greater)),
        ..ROW
    },
    Builtin {
        name: "sample",
        params: &[
            param("xs"),
            param_of("k", "how many elements"),
            param_of("seed", "the seed of the random numbers"),
        ],
        summary: "k different elements of a collection, chosen at random.",
        details: "The same seed (0 by default) gives the same elements everywhere. Of an \
                  enumeration only these are found.",
        examples: &[
            ("length(sample(boards(Clobber, 8, 8), 5, 1))", "5"),
            ("sample(1..49, 6) == sample(1..49, 6)", "true"),
        ],
        see_also: &["boards", "positions"],
        source: "Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014",
        run: &ternary(sample),
        ..ROW
    },
];

/// Values by keys, in the order of their first.
type Keyed<T> = IndexMap<Value, T, FxBuildHasher>;

/// Approximate memory of a listed position.
const SIZE_OF_POSITION: u64 = 512;

fn positions(host: &mut dyn Host, start: Value) -> Result<Vec<Value>> {
    if !order::is_gamelike(&start) {
        return Err(start.wrong("a position"));
    }
    let mut found: Keyed<()> = Keyed::default();
    found.insert(start, ());
    let mut next = 0;
    while let Some((position, ())) = found.get_index(next) {
        let position = position.clone();
        next += 1;
        let players: &[Player] = match both_alike(host, &position) {
            true => &[Player::Left],
            false => &[Player::Left, Player::Right],
        };
        for &player in players {
            for option in moves(host, &position, player)? {
                host.store().budget().step()?;
                if found.insert(option, ()).is_none() {
                    host.store().budget().reserve(SIZE_OF_POSITION)?;
                }
            }
        }
        if found.len() > MAX_ITEMS as usize {
            return Err(too_many(&found.len()));
        }
    }
    Ok(found.into_keys().collect())
}

/// Updates the entry of the key of each element. Without a function the element is its key.
fn by_key<T: Default>(
    host: &mut dyn Host,
    xs: &Value,
    function: Option<&Value>,
    entries: &mut Keyed<T>,
    update: fn(&mut T, Value),
) -> Result<()> {
    each(host, xs, &mut |host, item| {
        let key = match function {
            Some(function) => host.call(function, vec![item.clone()])?,
            None => item.clone(),
        };
        let key = ops::without_forms(&host.store(), &key)?;
        if entries.len() == entries.capacity() {
            let bytes = entries.len().max(16) * size_of::<(u64, Value, T)>();
            host.store().budget().reserve(bytes as u64)?;
        }
        update(entries.entry(key).or_default(), item);
        Ok(false)
    })
}

fn find(host: &mut dyn Host, xs: Value, condition: Value) -> Result<Value> {
    let (mut found, mut seen) = (None, 0u64);
    each(host, &xs, &mut |host, item| {
        seen += 1;
        if expect::truth(&host.call(&condition, vec![item.clone()])?)? {
            found = Some(item);
        }
        Ok(found.is_some())
    })?;
    found.ok_or_else(|| {
        let message =
            format!("the condition is false for all of {}", counted(seen, "element", "elements"));
        Fault::new(Code::OutOfRange, message)
    })
}

/// The first element whose key stands in this relation to all different ones.
fn extreme(host: &mut dyn Host, xs: &Value, key: &Value, wanted: Comparison) -> Result<Value> {
    let mut best: Option<(Value, Value)> = None;
    each(host, xs, &mut |host, item| {
        let key = host.call(key, vec![item.clone()])?;
        let relation = match &best {
            Some((_, best)) => order::relation(host, &key, best)?,
            None => wanted,
        };
        if relation == Comparison::Confused {
            return Err(Fault::new(Code::OutOfRange, "two values of the function are confused")
                .note("neither is larger than the other"));
        }
        if relation == wanted {
            best = Some((item, key));
        }
        Ok(false)
    })?;
    best.map(|(item, _)| item).ok_or_else(|| {
        Fault::new(Code::OutOfRange, "an empty collection has no least or greatest element")
    })
}

fn sample(host: &mut dyn Host, xs: Value, k: u64, seed: Option<u64>) -> Result<Value> {
    let mut dice = Dice(seed.unwrap_or(0));
    let too_few = |len: &dyn std::fmt::Display| {
        let message = format!("{k} different elements cannot be chosen from {len}");
        Err(Fault::new(Code::OutOfRange, message))
    };
    if let Value::Enumeration(all) = &xs {
        let len = all.len();
        if BigUint::from(k) > len {
            return too_few(&len);
        }
        if BigUint::from(k) * 2u32 <= len {
            return among_codes(host, all, k, &mut dice);
        }
    }
    let mut items = collections::items(host, xs)?;
    if k > items.len() as u64 {
        return too_few(&items.len());
    }
    // The first k places of a shuffled list (Fisher and Yates, 1938).
    let mut chosen = Vec::new();
    for _ in 0..k {
        host.store().budget().step()?;
        let place = dice.below(&BigUint::from(items.len())).to_usize();
        chosen.push(items.swap_remove(place.expect("it is an index")));
    }
    Value::list(chosen)
}

/// Elements with random codes: codes without one and repeated ones are drawn again.
fn among_codes(host: &mut dyn Host, all: &Enumeration, k: u64, dice: &mut Dice) -> Result<Value> {
    let budget = host.store().budget().clone();
    let mut known = FxHashSet::default();
    let mut chosen = Vec::new();
    let codes = all.codes(&budget)?;
    while (chosen.len() as u64) < k {
        budget.step()?;
        let code = dice.below(&codes);
        if known.contains(&code) {
            continue;
        }
        if let Some(item) = all.at_code(&code, &budget)? {
            budget.reserve(SIZE_OF_POSITION)?;
            known.insert(code);
            chosen.push(item);
        }
    }
    Value::list(chosen)
}

/// Pseudo-random numbers (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Random number below `bound`, which is not 0: as many bits as it has, drawn again until they are below.
    fn below(&mut self, bound: &BigUint) -> BigUint {
        loop {
            let mut words: Vec<u32> = Vec::new();
            for _ in 0..bound.bits().div_ceil(32) {
                words.push((self.next() >> 32) as u32);
            }
            let spare = words.len() as u64 * 32 - bound.bits();
            if let Some(last) = words.last_mut() {
                *last >>= spare;
            }
            let number = BigUint::new(words);
            if number < *bound {
                return number;
            }
        }
    }
}
