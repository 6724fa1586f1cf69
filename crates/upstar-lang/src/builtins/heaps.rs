//! Heaps: sequences of nimbers, periods, and codes of taking and breaking.

use std::sync::Arc;

use num_bigint::BigInt;
use upstar_core::heap::{self, Condition, Digit};

use super::moves;
use super::typed::{FromValue, Slot, binary, param, param_of, unary};
use super::{Builtin, Intrinsic, Param, ROW, sequences};
use crate::diagnostic::Code;
use crate::value::explanation::Question;
use crate::value::heaps::{self, Heaps};
use crate::value::host::Host;
use crate::value::{Fault, MAX_ITEMS, Map, Result, Ruleset, Value, too_many};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "sequence",
        params: &[param("R"), LAST],
        summary: "The nimbers of the heaps 0 to n of a ruleset, as a list.",
        details: "Heap `k` is item `k+1` of the list. Give a member of a family: \
                  `sequence(Subtraction([1, 3, 4]), 20)`. In a ruleset of coins, heap `k` is a \
                  single head at place `k`.",
        examples: &[
            ("sequence(Kayles, 12)", "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]"),
            ("sequence(octal(\"0.07\"), 9)", "[0, 0, 1, 1, 2, 0, 3, 1, 1, 0]"),
            ("sequence(MockTurtles, 7)", "[1, 2, 4, 7, 8, 11, 13, 14]"),
        ],
        see_also: &["period", "octal", "nimber"],
        source: "Guy and Smith 1956; Winning Ways, ch. 4",
        run: &binary(sequence),
        ..ROW
    },
    Builtin {
        name: "period",
        params: &[param("R"), LAST],
        summary: "How the nimbers of a ruleset of heaps repeat, with the theorem that proves it; or how a list seems to.",
        details: "From heap `\"preperiod\"` on, `\"period\"` counters more add `\"saltus\"` to \
                  the nimber. `\"checked\"` is the largest heap looked at; `\"theorem\"` says why \
                  this is enough, or what would be a proof. Heaps are looked at up to n, or \
                  262144 (fewer for codes that repeat, or leave more than two heaps). After a \
                  proof, nimbers of heaps of any size are known. The moves of all large heaps \
                  must be those of a code: see `heap_code`. For a list the map says the same as far as the list goes, and how much of it was seen.",
        examples: &[
            ("period(Kayles)[\"period\"]", "12"),
            (
                "period(Subtraction([1, 3, 4]))",
                "{\"period\": 7, \"preperiod\": 0, \"saltus\": 0, \"checked\": 11, \"theorem\": \"a \
                 move leaves at most 1 heap and takes at most 4\"}",
            ),
            (
                "period([5, 1, 2, 1, 2, 1, 2])[\"theorem\"]",
                "\"none: seen, not proved; 4 of the 7 terms are as predicted\"",
            ),
        ],
        see_also: &["exceptions", "sequence", "heap_code", "difference"],
        source: "Guy and Smith 1956; Winning Ways, ch. 4; Siegel, Combinatorial Game Theory, \
                 ch. IV.2",
        run: &binary(|host, of: Periodic, last: Option<u64>| match (of, last) {
            (Periodic::Rules(rules), last) => period(host, rules, last),
            (Periodic::List(xs), None) => sequences::seen_period(host, &xs),
            (Periodic::List(xs), Some(last)) => {
                let terms = usize::try_from(last).unwrap_or(usize::MAX).saturating_add(1);
                sequences::seen_period(host, &xs[..xs.len().min(terms)])
            }
        }),
        question: Some(Question::Period),
        ..ROW
    },
    Builtin {
        name: "exceptions",
        params: &[param("R")],
        summary: "The heaps whose nimbers are not those of the period continued to the left.",
        details: "The largest of them is the last heap before the period begins.",
        examples: &[("exceptions(DawsonsKayles)", "[0, 1, 15, 17, 18, 32, 35, 52]")],
        see_also: &["period"],
        source: "Winning Ways, ch. 4",
        run: &unary(exceptions),
        ..ROW
    },
    Builtin {
        name: "heap_code",
        params: &[param("R")],
        gives: "a text",
        summary: "The code of a ruleset of heaps whose moves take and break.",
        details: "It is proved from the rules: integer arithmetic in which heaps are split \
                  freely, or into two different heaps. Such a ruleset is solved as fast as \
                  `octal` of its code.",
        examples: &[
            ("heap_code(Kayles)", "\"0.77\""),
            ("heap_code(GrundysGame)", "\"4!.0\""),
            ("heap_code(Nim)", "\"0.[3]\""),
        ],
        see_also: &["octal", "take_and_break"],
        source: "Winning Ways, ch. 4",
        run: &unary(heap_code),
        ..ROW
    },
    Builtin {
        name: "take_and_break",
        params: &[param("code"), param_of("n", "a heap")],
        summary: "What may be left of a heap of n by a code: lists of heaps.",
        details: "Nothing left is a heap of 0.",
        examples: &[
            ("take_and_break(\"0.77\", 3)", "[[2], [1, 1], [1]]"),
            ("take_and_break(\"4!.0\", 5)", "[[1, 4], [2, 3]]"),
            ("take_and_break(\"0.3\", 1)", "[[0]]"),
        ],
        see_also: &["octal", "TakeAndBreak"],
        source: "Guy and Smith 1956; Winning Ways, ch. 4",
        run: &binary(take_and_break),
        intrinsic: Some(Intrinsic::TakeAndBreak),
        ..ROW
    },
];

/// Number of the last heap in an answer.
pub(super) const LAST: Param = param_of("n", "the last heap");

/// A ruleset of heaps, with the parameters of its family.
pub(super) struct HeapRules(pub(super) Arc<Ruleset>);

impl FromValue for HeapRules {
    const EXPECTED: &'static str = "a ruleset of heaps";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        let Value::Ruleset(ruleset) = &value else {
            let fault = slot.wrong::<Self>(&value);
            return Err(match value {
                Value::Position(_) | Value::Sum(_) => {
                    fault.help("name the ruleset without a position: `Kayles`, `octal(\"0.77\")`")
                }
                Value::Text(_) => fault.help("the ruleset of a code is `octal(\"0.77\")`"),
                _ => fault,
            });
        };
        let name = &ruleset.tree.name.text;
        if !ruleset.is_of_heaps() {
            let message = format!("{name} is not a ruleset of heaps");
            return Err(Fault::new(Code::WrongType, message)
                .help("a ruleset of heaps begins like `game Nim(n: heap)`"));
        }
        if ruleset.family().is_none() {
            let fault = value.wrong("a ruleset with its parameters");
            return Err(fault.help(format!("`{name}` is a family: choose a member, `{name}(...)`")));
        }
        Ok(HeapRules(ruleset.clone()))
    }
}

/// What may have a period.
enum Periodic {
    Rules(HeapRules),
    List(Vec<Value>),
}

impl FromValue for Periodic {
    const EXPECTED: &'static str = "a ruleset of heaps, or a list";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match value {
            Value::List(_) | Value::Tuple(_) => {
                Vec::from_value(host, value, slot).map(Periodic::List)
            }
            other => HeapRules::from_value(host, other, slot).map(Periodic::Rules),
        }
    }
}

fn sequence(host: &mut dyn Host, rules: HeapRules, last: u64) -> Result<Value> {
    let ruleset = Value::Ruleset(rules.0);
    if last >= u64::from(MAX_ITEMS) {
        return Err(too_many(&(last + 1)));
    }
    let mut nimbers = Vec::with_capacity(last as usize + 1);
    for heap in 0..=last {
        host.store().budget().step()?;
        let position = host.call(&ruleset, vec![whole(heap)])?;
        nimbers.push(moves::nimber(host, &position)?);
    }
    Value::list(nimbers)
}

/// Asks the solver of heaps about a ruleset.
fn ask(
    host: &mut dyn Host,
    HeapRules(ruleset): &HeapRules,
    mut question: impl FnMut(&mut dyn Heaps) -> Result<Value>,
) -> Result<Value> {
    host.heaps(ruleset, &mut question)?.ok_or_else(|| {
        let name = &ruleset.tree.name.text;
        let message = format!("the moves of {name} are more than integer arithmetic");
        Fault::new(Code::WrongType, message)
            .note("so it is not seen which counters are taken, and how the rest is split")
            .help("`sequence` and `nimber` work for all rulesets of heaps")
    })
}

fn period(host: &mut dyn Host, rules: HeapRules, last: Option<u64>) -> Result<Value> {
    ask(host, &rules, |heaps| {
        let (found, looked) = heaps.period(last)?;
        let mut entries = Vec::new();
        let mut entry = |key: &str, value| entries.push((Value::text(key), value));
        if let Some(found) = &found {
            entry("period", whole(found.period));
            entry("preperiod", whole(found.preperiod));
            entry("saltus", whole(found.saltus));
        }
        let theorem = match (&found, heaps.theorem()) {
            (Some(found), asked) => Some((found.theorem, asked.map_or(0, |(_, from)| from))),
            (None, asked) => asked,
        };
        entry("checked", whole(found.map_or(looked, |found| found.checked)));
        entry("theorem", Value::text(heaps::described(theorem)));
        Ok(Value::Map(Arc::new(Map::new(entries)?)))
    })
}

/// Number of counters, or nimber, as a value.
fn whole(n: u64) -> Value {
    Value::integer(BigInt::from(n))
}

fn exceptions(host: &mut dyn Host, rules: HeapRules) -> Result<Value> {
    ask(host, &rules, |heaps| {
        if let (None, looked) = heaps.period(None)? {
            let message = format!("no period is proved up to heap {looked}");
            return Err(Fault::new(Code::OutOfRange, message)
                .help("`period(R, n)` looks for one up to heap n, and remembers it"));
        }
        Value::list(heaps.exceptions()?.into_iter().map(whole).collect())
    })
}

fn heap_code(host: &mut dyn Host, rules: HeapRules) -> Result<Value> {
    let found = ask(host, &rules, |heaps| {
        Ok(heaps.code().map_or(Value::Nothing, |code| Value::text(code.to_string())))
    })?;
    match found {
        Value::Nothing => {
            let message = "the moves are not seen to be those of a code";
            Err(Fault::new(Code::WrongType, message).note(
                "a code says how many counters may be taken, and into how many heaps the rest may be split",
            ))
        }
        code => Ok(code),
    }
}

/// A code of taking and breaking, as a text.
impl FromValue for heap::Code {
    const EXPECTED: &'static str = "a code of taking and breaking, as a text";

    fn from_value(_: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        heaps::code(&value)
    }
}

fn take_and_break(host: &mut dyn Host, code: heap::Code, heap: u64) -> Result<Value> {
    let mut splitter = HeapSplitter { host, left: Vec::new(), heaps: Vec::new() };
    let most = match code.repeating() {
        [] => heap.min(code.digits().len() as u64 - 1),
        _ => heap,
    };
    for taken in 0..=most {
        splitter.host.store().budget().step()?;
        splitter.digit(code.digit(taken), heap - taken)?;
    }
    Value::list(splitter.left)
}

/// Lists the splits that digits allow.
struct HeapSplitter<'h> {
    host: &'h mut dyn Host,
    /// Numbers of counters that may remain.
    left: Vec<Value>,
    /// The heaps chosen so far, small ones first.
    heaps: Vec<u64>,
}

impl HeapSplitter<'_> {
    /// Adds the splits of the remaining counters that a digit allows.
    fn digit(&mut self, digit: Digit, rest: u64) -> Result<()> {
        if rest == 0 {
            return match allows(digit, &[]) {
                true => self.add(&[0]),
                false => Ok(()),
            };
        }
        let most = digit.most_heaps().map_or(u64::MAX, u64::from);
        let most = if digit.is_zero() { 0 } else { most };
        for heaps in 1..=most.min(rest) {
            self.host.store().budget().step()?;
            match only_equal(digit, heaps) {
                true if rest.is_multiple_of(heaps) => {
                    let equal = vec![rest / heaps; heaps as usize];
                    if allows(digit, &equal) {
                        self.add(&equal)?;
                    }
                }
                true => {}
                false => self.splits(digit, rest, heaps)?,
            }
        }
        Ok(())
    }

    /// Adds the splits of the remaining counters into `heaps` more heaps, none smaller than the last.
    fn splits(&mut self, digit: Digit, rest: u64, heaps: u64) -> Result<()> {
        self.host.store().budget().step()?;
        let least = self.heaps.last().copied().unwrap_or(1);
        if heaps == 1 {
            self.heaps.push(rest);
            if allows(digit, &self.heaps) {
                self.add(&self.heaps.clone())?;
            }
            self.heaps.pop();
            return Ok(());
        }
        for heap in least..=rest / heaps {
            self.heaps.push(heap);
            self.splits(digit, rest - heap, heaps - 1)?;
            self.heaps.pop();
        }
        Ok(())
    }

    fn add(&mut self, heaps: &[u64]) -> Result<()> {
        if self.left.len() >= MAX_ITEMS as usize {
            return Err(too_many(&"more such"));
        }
        let heaps = heaps.iter().map(|heap| whole(*heap)).collect();
        self.left.push(Value::list(heaps)?);
        Ok(())
    }
}

/// Whether a digit allows exactly these heaps, in order of size.
fn allows(digit: Digit, heaps: &[u64]) -> bool {
    let twins = heaps.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let condition = match (twins, heaps.len()) {
        (_, 0 | 1) => Condition::Any,
        (0, _) => Condition::Unequal,
        (twins, heaps) if twins + 1 == heaps => Condition::AllEqual,
        // Other splits are allowed together with those into different heaps.
        _ => Condition::NotAllEqual,
    };
    contains(digit, heaps.len() as u64, condition)
}

/// Whether a digit allows this number of heaps only when they are equal.
fn only_equal(digit: Digit, heaps: u64) -> bool {
    heaps > 1 && !contains(digit, heaps, Condition::Unequal)
}

fn contains(digit: Digit, heaps: u64, condition: Condition) -> bool {
    let heaps = u32::try_from(heaps).unwrap_or(u32::MAX);
    // All numbers beyond the largest that a digit can name are treated alike.
    let beyond = || Digit::at_least(upstar_core::heap::MAX_HEAPS + 1, condition);
    let part = Digit::exactly(heaps, condition).or_else(beyond);
    part.is_some_and(|part| digit | part == digit)
}
