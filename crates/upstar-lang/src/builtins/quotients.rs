//! Misère quotients of rulesets of heaps, and of positions.

use std::sync::Arc;

use indexmap::IndexMap;
use num_traits::ToPrimitive;
use upstar_core::heap::Theorem;
use upstar_core::quotient::{Quotient, QuotientSolver, TakeAndBreak, Word};
use upstar_core::{Error, Player};

use super::followers::{Followers, Places};
use super::heaps::HeapRules;
use super::misere::not_impartial;
use super::typed::{FromValue, Slot, binary, param, param_of};
use super::{Attribute, Builtin, ROW};
use crate::diagnostic::Code;
use crate::syntax::certificate;
use crate::value::affine;
use crate::value::host::Host;
use crate::value::{
    Fault, MAX_ITEMS, Map, Misere, Position, Result, Ruleset, Term, TermKind, Value, misere, show,
    too_many, worth,
};

pub(super) const ROWS: &[Builtin] = &[Builtin {
    name: "misere_quotient",
    params: &[param("R"), param_of("n", "the last heap, or the length of the longest play")],
    summary: "The misère quotient of impartial games, proved: of the heaps 1 to n of a ruleset R, or of a \
              position, a sum or a list R and all that follows.",
    details: "A map: its `\"order\"`; a `\"presentation\"` by generators and relations; the heaps or \
              positions whose values are the `\"generators\"`; the `\"p_portion\"`, the elements from which \
              the player to move loses; the `\"idempotents\"`; the `\"kernel\"`, the least ideal; and \
              whether it is `\"tame\"`, a quotient of Nim.\n\nOf a ruleset, item k of `\"heaps\"` is the \
              value of heap k. If the values of larger heaps provably repeat, from heap \
              `\"preperiod\"` on with `\"period\"`, the quotient is that of all heaps. \
              `\"theorem\"` says why, or what is missing.\n\nOf a game, `\"value\"` is its element, and \
              `\"positions\"` has the elements of all positions that follow; of a list of games, `\"values\"` \
              is the list of their elements. With n, it is the partial quotient of the positions from \
              which no play has more than n moves; games beyond it have no element.\n\nThe search for the quotient, which \
              may be infinite, stops at 2048 elements, or after the outcomes of four million sums.",
    examples: &[
        (
            "misere_quotient(octal(\"0.75\"), 8)[\"presentation\"]",
            "\"<a, b, c | a^2 = 1, b^3 = b, bc = ab, c^2 = b^2>\"",
        ),
        (
            "misere_quotient(octal(\"0.75\"), 8)[\"heaps\"]",
            "[\"a\", \"b\", \"a\", \"b\", \"c\", \"b\", \"c\", \"b\"]",
        ),
        ("misere_quotient(Nim, 3)[\"order\"]", "6"),
        ("misere_quotient(Cram(3, 3))[\"order\"]", "6"),
        ("misere_quotient([Nim(2), Kayles(5)])[\"values\"]", "[\"b\", \"c\"]"),
    ],
    see_also: &["misere", "is_tame", "sequence", "period", "octal"],
    source: "Plambeck 2005; Plambeck and Siegel, Misère quotients for impartial games, 2008",
    attributes: &[Attribute::KeepsSums],
    run: &binary(|host, of: Solved, last: Option<u64>| match of {
        Solved::Rules(rules) => of_heaps(host, rules, last),
        Solved::Games { games, listed } => of_games(host, &games, listed, last),
    }),
    ..ROW
}];

/// What a quotient is made of.
enum Solved {
    Rules(HeapRules),
    Games { games: Vec<Arc<Misere>>, listed: bool },
}

impl FromValue for Solved {
    const EXPECTED: &'static str = "a ruleset of heaps, a game, or a list of games";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match value {
            Value::Ruleset(_) | Value::Text(_) => {
                HeapRules::from_value(host, value, slot).map(Solved::Rules)
            }
            Value::List(_) | Value::Tuple(_) => {
                let games = Vec::from_value(host, value, slot)?.into_iter();
                let games = games.map(|game| FromValue::from_value(host, game, slot));
                Ok(Solved::Games { games: games.collect::<Result<_>>()?, listed: true })
            }
            game => {
                let games = vec![FromValue::from_value(host, game, slot)?];
                Ok(Solved::Games { games, listed: false })
            }
        }
    }
}

fn of_heaps(
    host: &mut dyn Host,
    HeapRules(ruleset): HeapRules,
    last: Option<u64>,
) -> Result<Value> {
    let name = ruleset.tree.name.text.clone();
    let Some(last) = last else {
        let message = "the quotient of a ruleset of heaps needs the last heap";
        let called = show::value(&host.store(), &Value::Ruleset(ruleset))?;
        return Err(Fault::new(Code::WrongCount, message)
            .help(format!("`misere_quotient({called}, 12)` is that of the heaps 1 to 12")));
    };
    if last >= u64::from(MAX_ITEMS) {
        return Err(too_many(&(last + 1)));
    }
    if ruleset.is_of_coins() {
        let message = format!("{name} is a ruleset of coins, not of heaps");
        return Err(Fault::new(Code::WrongType, message)
            .note("in misère play a row of coins is not the sum of its heads"));
    }
    let mut solver = QuotientSolver::new(host.store().budget().clone())?;
    for heap in 0..=last {
        host.store().budget().step()?;
        let options = options(host, &ruleset, heap)?;
        if heap == 0 && !options.is_empty() {
            let message = format!("a heap of 0 of {name} has a move");
            return Err(Fault::new(Code::WrongType, message)
                .note("in a quotient of heaps the heap of 0 is the sum of no heaps"));
        }
        if heap > 0 {
            solver.push(options).map_err(|error| unfinished(error, &solver, &name))?;
        }
    }
    let quotient = solver.quotient()?;
    let theorem = bounded(host, &ruleset)?;
    let generators = quotient.generators().iter().map(|&heap| whole(heap)).collect();
    let mut entries = described(host, &quotient, generators)?;
    entries.insert(4, ("heaps", words(&quotient, quotient.heaps().iter().copied())?));
    entries.extend(periods(&quotient, theorem));
    as_map(entries)
}

/// Games that are alike: trees of moves that are equal.
struct Classes {
    /// For each class, its options as lists of classes; class 0 has none.
    options: Vec<Vec<Places>>,
    /// For each class, the first summand in it.
    samples: Vec<usize>,
    /// The class of each summand.
    of_summand: Vec<usize>,
}

impl Classes {
    fn of(host: &mut dyn Host, followers: &Followers) -> Result<Self> {
        let (mut of_summand, mut known) = (vec![0; followers.order().len()], IndexMap::new());
        // By length of play and then as they were found, so that values of shorter games come first.
        let mut order = followers.order().to_vec();
        order.sort_by_key(|&place| (followers.longest(place), place));
        known.insert(Vec::new(), usize::MAX);
        for place in order {
            host.store().budget().step()?;
            let class = |sum: &Places| -> Places {
                let classes = sum.iter().map(|&part| of_summand[part]);
                let mut classes: Places = classes.filter(|&class| class > 0).collect();
                classes.sort_unstable();
                classes
            };
            let mut options: Vec<Places> = followers.options(place)[0].iter().map(class).collect();
            options.sort_unstable();
            options.dedup();
            let entry = known.entry(options);
            of_summand[place] = entry.index();
            entry.or_insert(place);
        }
        let (options, samples) = known.into_iter().unzip();
        Ok(Classes { options, samples, of_summand })
    }
}

/// Quotient of some games and of all that follow them; with `longest`, of those from which no play has more moves.
fn of_games(
    host: &mut dyn Host,
    games: &[Arc<Misere>],
    listed: bool,
    longest: Option<u64>,
) -> Result<Value> {
    let (followers, sums) = Followers::of(host, games, &[Player::Left], &impartial)?;
    let classes = Classes::of(host, &followers)?;
    let most = longest.and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
    let mut solver = QuotientSolver::new(host.store().budget().clone())?;
    for (class, options) in classes.options.iter().enumerate().skip(1) {
        let moves = followers.longest(classes.samples[class]);
        if moves > most {
            break;
        }
        solver.push(options.clone()).map_err(|error| unfinished_games(error, &solver, moves))?;
    }
    let quotient = solver.quotient()?;
    let value = |place: &usize| match classes.of_summand[*place] {
        0 => Some(0),
        class => quotient.heaps().get(class - 1).copied(),
    };
    let of_sum = |sum: &Places| -> Option<usize> {
        let values: Vec<usize> = sum.iter().map(value).collect::<Option<_>>()?;
        values.into_iter().try_fold(0, |x, y| quotient.product(x, y))
    };
    let shown = |host: &mut dyn Host, place: usize| match followers.summands().get_index(place) {
        Some(position @ Value::Position(_)) => Ok(position.clone()),
        Some(other) => misere::of(host, other),
        None => Ok(Value::Nothing),
    };
    let mut positions = Vec::new();
    for place in 0..followers.summands().len() {
        host.store().budget().step()?;
        if let Some(x) = value(&place) {
            positions.push((shown(host, place)?, word_of(&quotient, x)));
        }
    }
    let generators = quotient.generators().iter();
    let generators = generators.map(|&class| shown(host, classes.samples[class]));
    let generators = generators.collect::<Result<_>>()?;
    let mut entries = described(host, &quotient, generators)?;
    // In a partial quotient there may be no element for them.
    if let Some(values) = sums.iter().map(of_sum).collect::<Option<Vec<usize>>>() {
        entries.push(match values[..] {
            [value] if !listed => ("value", word_of(&quotient, value)),
            _ => ("values", words(&quotient, values)?),
        });
    }
    entries.push(("positions", Value::Map(Arc::new(Map::new(positions)?))));
    as_map(entries)
}

/// Checks that both players have the same moves in a summand.
fn impartial(host: &mut dyn Host, summand: &Value) -> Result<()> {
    let alike = match summand {
        Value::Position(position) => host.is_impartial(position),
        Value::Form(form) | Value::Typed(form) => form.is_starred() || form.left() == form.right(),
        Value::Sum(_) => false,
        other => {
            let game = worth::game(host, other)?;
            host.store().as_nimber(game).is_some()
        }
    };
    match (alike, misere::of(host, summand)?) {
        (false, Value::Misere(games)) => Err(not_impartial(host, &games)?),
        _ => Ok(()),
    }
}

/// Fault of a quotient of games that was not found: at one from which plays have at most `moves` moves.
fn unfinished_games(error: Error, solver: &QuotientSolver, moves: usize) -> Fault {
    let order = solver.orders().last().copied().unwrap_or(1);
    let fault = match error {
        Error::QuotientTooLarge { limit } => {
            let message = format!(
                "the misère quotient has more than {limit} elements for positions of at most {moves} moves"
            );
            Fault::new(Code::TooLarge, message).note("it may be infinite")
        }
        other => other.into(),
    };
    let done = solver.orders().len();
    fault
        .note(format!("for the first {done} positions by length of play, it has order {order}"))
        .help(format!("`misere_quotient(P, {})` is that of shorter games", moves - 1))
}

/// Fault of a quotient that was not found, with the range of the search.
fn unfinished(error: Error, solver: &QuotientSolver, name: &str) -> Fault {
    let done = solver.orders().len();
    let order = solver.orders().last().copied().unwrap_or(1);
    let fault = match error {
        Error::QuotientTooLarge { limit } => {
            let next = done + 1;
            let message = format!(
                "the misère quotient of {name} has more than {limit} elements for the heaps to {next}"
            );
            Fault::new(Code::TooLarge, message).note("it may be infinite")
        }
        other => other.into(),
    };
    fault.note(format!("for the heaps to {done}, the misère quotient of {name} has order {order}"))
}

/// Options of a heap, as lists of smaller heaps.
fn options(host: &mut dyn Host, ruleset: &Arc<Ruleset>, heap: u64) -> Result<Vec<Vec<usize>>> {
    let size = Value::integer(num_bigint::BigInt::from(heap));
    let value = host.call(&Value::Ruleset(ruleset.clone()), vec![size])?;
    let Value::Position(position) = &value else { return Err(value.wrong("a single heap")) };
    affine::refuse(&value)?;
    if !host.is_impartial(position) {
        let message = format!("{} is not impartial", ruleset.tree.name.text);
        return Err(Fault::new(Code::WrongType, message)
            .help("misère quotients are made of games in which both players have the same moves"));
    }
    let options = host.options(position, Player::Left)?;
    let heaps = |option| {
        heaps(ruleset, option).filter(|heaps| heaps.iter().all(|h| (*h as u64) < heap)).ok_or_else(
            || {
                let message = format!(
                    "an option of a heap of {heap} of {} is not made of smaller heaps of it",
                    ruleset.tree.name.text
                );
                Fault::new(Code::WrongType, message)
            },
        )
    };
    options.iter().map(heaps).collect()
}

/// Heaps of a position or a sum of them.
fn heaps(ruleset: &Arc<Ruleset>, option: &Value) -> Option<Vec<usize>> {
    let heap = |position: &Arc<Position>| counters(ruleset, position)?.to_usize();
    let of_term = |term: &Term| match &term.kind {
        TermKind::Position(position) if !term.negated => heap(position),
        _ => None,
    };
    match option {
        Value::Position(position) => Some(vec![heap(position)?]),
        Value::Sum(sum) => sum.terms().iter().map(of_term).collect(),
        _ => None,
    }
}

/// Size of a heap of the ruleset.
fn counters(ruleset: &Arc<Ruleset>, position: &Arc<Position>) -> Option<u64> {
    match position.arguments() {
        [Value::Number(size)] if position.ruleset == *ruleset => u64::try_from(size.to_i64()?).ok(),
        _ => None,
    }
}

/// Bounds on the moves, if the theorem on periods applies to them.
fn bounded(host: &mut dyn Host, ruleset: &Arc<Ruleset>) -> Result<Option<TakeAndBreak>> {
    let mut found = None;
    host.heaps(ruleset, &mut |known| {
        if let Some((Theorem::Bounded { heaps, taken }, from)) = known.theorem() {
            let small = |n: u64| usize::try_from(n).ok();
            found = small(taken).zip(small(from)).map(|(most_taken, from)| TakeAndBreak {
                most_taken,
                most_heaps: heaps as usize,
                from,
            });
        }
        Ok(Value::Nothing)
    })?;
    Ok(found)
}

/// Entries of the map: name and value.
type Entries = Vec<(&'static str, Value)>;

fn as_map(entries: Entries) -> Result<Value> {
    let entries = entries.into_iter().map(|(key, value)| (Value::text(key), value));
    Ok(Value::Map(Arc::new(Map::new(entries)?)))
}

fn whole(n: usize) -> Value {
    Value::integer(num_bigint::BigInt::from(n))
}

/// Word of an element, as text.
fn word_of(quotient: &Quotient, x: usize) -> Value {
    Value::text(quotient.word(x).map(text).unwrap_or_default())
}

fn words(quotient: &Quotient, elements: impl IntoIterator<Item = usize>) -> Result<Value> {
    Value::list(elements.into_iter().map(|x| word_of(quotient, x)).collect())
}

/// The quotient as a monoid.
fn described(host: &mut dyn Host, quotient: &Quotient, generators: Vec<Value>) -> Result<Entries> {
    host.store().budget().step()?;
    Ok(vec![
        ("order", whole(quotient.order())),
        ("presentation", Value::text(presentation(quotient))),
        ("generators", Value::list(generators)?),
        ("p_portion", words(quotient, quotient.p_portion())?),
        ("idempotents", words(quotient, quotient.idempotents())?),
        ("kernel", words(quotient, quotient.kernel())?),
        ("tame", Value::Bool(quotient.is_tame())),
    ])
}

/// The period of the values of heaps, and the theorem that proves it.
fn periods(quotient: &Quotient, moves: Option<TakeAndBreak>) -> Entries {
    let period = moves.and_then(|moves| quotient.period(moves));
    let mut entries = Vec::new();
    if let Some(period) = period {
        entries.push(("period", whole(period.length)));
        entries.push(("preperiod", whole(period.preperiod + 1)));
    }
    let theorem = match (period, moves) {
        (Some(_), Some(moves)) => reason(moves),
        (_, Some(_)) => "no period is proved by so few heaps".to_owned(),
        (_, None) => "none on periods is known for such moves".to_owned(),
    };
    entries.push(("theorem", Value::text(theorem)));
    entries
}

/// Reason why the period is proved.
fn reason(TakeAndBreak { most_taken, most_heaps, from }: TakeAndBreak) -> String {
    let from = if from > 0 { format!("from heap {from} on, ") } else { String::new() };
    let heaps = if most_heaps == 1 { "heap" } else { "heaps" };
    format!(
        "Plambeck and Siegel: {from}a move leaves at most {most_heaps} {heaps} and takes at most \
         {most_taken}"
    )
}

/// Presentation by generators and relations, as text.
fn presentation(quotient: &Quotient) -> String {
    let relations = quotient.relations().iter();
    certificate::presentation(
        quotient.generators().len(),
        relations.map(|(left, right)| (left.exponents(), right.exponents())),
    )
}

/// Word of generators as text, such as `ab^2`.
fn text(word: &Word) -> String {
    certificate::word(word.exponents())
}
