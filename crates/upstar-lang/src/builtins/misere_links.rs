//! Games that link or distinguish games in misère play, their parts, and all games of a day.

use std::sync::Arc;

use upstar_core::misere::{Distinguisher, MisereForm, MisereStore, PartSearch};

use super::misere::form_of;
use super::typed::{binary, param, param_of, unary};
use super::{Attribute, Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Misere, Result, Value, misere, show};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "misere_day",
        params: &[param_of("n", "a day")],
        summary: "All impartial games in misère play that are born by day n, in simplest form.",
        details: "By birthday, and then by their options. By day 5 there are 4,171,780, too many \
                  to list.",
        examples: &[
            ("misere_day(2)", "[misere(0), misere(*), misere(*2)]"),
            ("[length(misere_day(n)) for n in 0..4]", "[1, 2, 3, 5, 22]"),
        ],
        see_also: &["misere", "birthday", "day"],
        source: "On Numbers and Games, ch. 12",
        run: &unary(|host, n: u64| {
            let forms = host.misere_store();
            let day = u32::try_from(n).unwrap_or(u32::MAX);
            let Some(born) = forms.born_by(day)? else {
                return Err(Fault::new(Code::TooLarge, "these games are too many to list")
                    .note("22 are born by day 4, and 4171780 by day 5"));
            };
            let store = host.store();
            let values = born.into_iter().map(|form| misere::of_form(&store, &forms, form));
            Value::list(values.collect::<Result<Vec<_>>>()?)
        }),
        ..ROW
    },
    Builtin {
        name: "is_linked",
        params: &[param("P"), param("Q")],
        gives: "a truth value",
        summary: "Whether there is a game with which both P and Q are won by the previous player in misère play.",
        details: "There is one unless one of the two equals an option of the other.",
        examples: &[("is_linked(Nim(2, 2), 0)", "true"), ("is_linked(*3, *2)", "false")],
        see_also: &["link", "distinguisher"],
        source: "On Numbers and Games, ch. 12; Siegel, Combinatorial Game Theory, ch. V",
        attributes: &[Attribute::KeepsSums],
        run: &binary(|host, p: Arc<Misere>, q: Arc<Misere>| {
            Ok(Value::Bool(linked(host, &p, &q)?.is_some()))
        }),
        ..ROW
    },
    Builtin {
        name: "link",
        params: &[param("P"), param("Q")],
        summary: "A game T such that the previous player wins P + T and Q + T in misère play.",
        details: "There is none when one of the two equals an option of the other.",
        examples: &[
            ("link(*2, *2)", "misere(*2)"),
            ("outcome(misere(Nim(2, 2)) + link(Nim(2, 2), 0))", "P"),
            ("outcome(misere(0) + link(Nim(2, 2), 0))", "P"),
        ],
        see_also: &["is_linked", "distinguisher", "mate"],
        source: "On Numbers and Games, ch. 12; Siegel, Combinatorial Game Theory, ch. V",
        attributes: &[Attribute::KeepsSums],
        run: &binary(|host, p: Arc<Misere>, q: Arc<Misere>| {
            let found = linked(host, &p, &q)?;
            only(host, found, "no game links these", "one of them equals an option of the other")
        }),
        ..ROW
    },
    Builtin {
        name: "distinguisher",
        params: &[param("P"), param("Q")],
        summary: "A game T such that P + T and Q + T have different outcomes in misère play.",
        details: "Two games are equal in misère play exactly when there is none.",
        examples: &[
            ("distinguisher(*, 0)", "misere(0)"),
            ("outcome(misere(Nim(2, 2)) + distinguisher(Nim(2, 2), 0))", "P"),
            ("outcome(misere(0) + distinguisher(Nim(2, 2), 0))", "N"),
        ],
        see_also: &["link", "canonical", "misere"],
        source: "On Numbers and Games, ch. 12; Siegel, Combinatorial Game Theory, ch. V",
        attributes: &[Attribute::KeepsSums],
        run: &binary(|host, p: Arc<Misere>, q: Arc<Misere>| {
            let (g, h) = (form_of(host, &p)?, form_of(host, &q)?);
            let found = Distinguisher::new(&host.misere_store()).between(g, h)?;
            only(host, found, "nothing distinguishes these", "they are equal in misère play")
        }),
        ..ROW
    },
    Builtin {
        name: "misere_difference",
        params: &[param("P"), param("Q")],
        summary: "The game whose sum with Q equals P in misère play.",
        details: "There is at most one, because games can be cancelled; for most pairs there is \
                  none.",
        examples: &[
            ("misere_difference(Nim(2, 3), *3)", "misere(*2)"),
            ("misere_difference(*3, *)", "misere(*2)"),
        ],
        see_also: &["misere_parts", "misere"],
        source: "On Numbers and Games, ch. 12; Siegel, Combinatorial Game Theory, ch. V",
        attributes: &[Attribute::KeepsSums],
        run: &binary(|host, p: Arc<Misere>, q: Arc<Misere>| {
            let (g, h) = (form_of(host, &p)?, form_of(host, &q)?);
            let found = PartSearch::new(&host.misere_store()).difference(g, h)?;
            let why = "no game that is added to the second makes it equal to the first";
            only(host, found, "these have no difference", why)
        }),
        ..ROW
    },
    Builtin {
        name: "misere_parts",
        params: &[param("P")],
        summary: "All parts of a game in misère play: games that can be subtracted from it.",
        details: "Always 0, `*`, the game and the game plus `*`.",
        examples: &[
            ("misere_parts(*4)", "[misere(0), misere(*), misere(*4), misere(*5)]"),
            ("length(misere_parts(Nim(2, 2)))", "6"),
        ],
        see_also: &["is_misere_prime", "misere_difference"],
        source: "On Numbers and Games, ch. 12; Siegel, Combinatorial Game Theory, ch. V",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|host, p: Arc<Misere>| {
            let g = form_of(host, &p)?;
            let forms = host.misere_store();
            let parts = PartSearch::new(&forms).parts(g)?;
            Value::list(in_order(host, &parts)?)
        }),
        ..ROW
    },
    Builtin {
        name: "is_misere_prime",
        params: &[param("P")],
        gives: "a truth value",
        summary: "Whether a game in misère play has no parts but 0, `*`, itself and itself plus `*`, and is neither 0 nor `*`.",
        examples: &[
            ("is_misere_prime(*2)", "true"),
            ("is_misere_prime(Nim(2, 2))", "false"),
            ("is_misere_prime(*)", "false"),
        ],
        see_also: &["misere_parts"],
        source: "On Numbers and Games, ch. 12; Siegel, Combinatorial Game Theory, ch. V",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|host, p: Arc<Misere>| {
            let g = form_of(host, &p)?;
            let forms = host.misere_store();
            Ok(Value::Bool(PartSearch::new(&forms).is_prime(g)?))
        }),
        ..ROW
    },
    Builtin {
        name: "misere_partitions",
        params: &[param("P")],
        summary: "All ways to write a game in misère play as a sum of primes.",
        details: "A prime and its sum with `*` count as one; a `*` ends a list where it is needed.",
        examples: &[
            ("misere_partitions(Nim(2, 3))", "[[misere(*2), misere(*2), misere(*)]]"),
            ("misere_partitions(*)", "[[misere(*)]]"),
        ],
        see_also: &["misere_parts", "is_misere_prime"],
        source: "On Numbers and Games, ch. 12; Siegel, Combinatorial Game Theory, ch. V",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|host, p: Arc<Misere>| {
            let g = form_of(host, &p)?;
            let (store, forms) = (host.store(), host.misere_store());
            let mut values = Vec::new();
            for parts in PartSearch::new(&forms).partitions(g)? {
                let parts = parts.into_iter().map(|form| misere::of_form(&store, &forms, form));
                values.push(Value::list(parts.collect::<Result<Vec<_>>>()?)?);
            }
            Value::list(values)
        }),
        ..ROW
    },
    Builtin {
        name: "is_restive",
        params: &[param("P")],
        gives: "a truth value",
        summary: "Whether an impartial game is restive in misère play: wild, with tame options only, and of nimber 0 or 1 \
                  in normal play.",
        details: "It uses the simplest form. Two copies of one have the genus 0⁰² of two heaps \
                  of 2.",
        examples: &[
            ("is_restive(*[0,*[*2]])", "true"),
            ("genus(misere(*[0,*[*2]]) + misere(*[0,*[*2]]))", "0⁰²"),
            ("is_restive(Kayles(5))", "false"),
        ],
        see_also: &["is_restless", "is_tame", "is_half_tame", "genus"],
        source: "Winning Ways, ch. 13",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|host, p: Arc<Misere>| kind(host, &p, MisereStore::is_restive)),
        ..ROW
    },
    Builtin {
        name: "is_restless",
        params: &[param("P")],
        gives: "a truth value",
        summary: "Whether an impartial game is restless in misère play: wild, with tame options only, and of misère \
                  Grundy value 0 or 1.",
        examples: &[
            ("is_restless(Kayles(5))", "true"),
            ("genus(Kayles(5))", "4¹⁴⁶"),
            ("is_restless(Nim(5))", "false"),
        ],
        see_also: &["is_restive", "is_tame", "genus"],
        source: "Winning Ways, ch. 13",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|host, p: Arc<Misere>| kind(host, &p, MisereStore::is_restless)),
        ..ROW
    },
    Builtin {
        name: "is_half_tame",
        params: &[param("P")],
        gives: "a truth value",
        summary: "Whether the sum of two copies of an impartial game is tame in misère play.",
        examples: &[("is_half_tame(Nim(5))", "true"), ("is_half_tame(Kayles(5))", "false")],
        see_also: &["is_tame"],
        source: "Winning Ways, ch. 13",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|host, p: Arc<Misere>| {
            let g = form_of(host, &p)?;
            let forms = host.misere_store();
            Ok(Value::Bool(forms.is_tame(forms.add(g, g)?)?))
        }),
        ..ROW
    },
];

/// Games in an order that does not depend on what was computed before.
fn in_order(host: &mut dyn Host, forms: &[MisereForm]) -> Result<Vec<Value>> {
    let (store, all) = (host.store(), host.misere_store());
    let mut values = Vec::with_capacity(forms.len());
    for form in forms {
        let value = misere::of_form(&store, &all, *form)?;
        let text = show::value(&store, &value)?;
        values.push((all.birthday(*form)?, text.len(), text, value));
    }
    values.sort_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
    Ok(values.into_iter().map(|(.., value)| value).collect())
}

type IsOfKind = fn(&MisereStore, MisereForm) -> std::result::Result<bool, upstar_core::Error>;

/// Whether the simplest form is of a kind.
fn kind(host: &mut dyn Host, p: &Misere, is_of_kind: IsOfKind) -> Result<Value> {
    let g = form_of(host, p)?;
    Ok(Value::Bool(is_of_kind(&host.misere_store(), g)?))
}

fn linked(host: &mut dyn Host, p: &Misere, q: &Misere) -> Result<Option<MisereForm>> {
    let (g, h) = (form_of(host, p)?, form_of(host, q)?);
    let forms = host.misere_store();
    Ok(Distinguisher::new(&forms).link(g, h)?)
}

/// The game that was found, or the message that there is none, and why.
fn only(
    host: &mut dyn Host,
    found: Option<MisereForm>,
    none: &str,
    why: &'static str,
) -> Result<Value> {
    let form = found.ok_or_else(|| Fault::new(Code::OutOfRange, none.to_owned()).note(why))?;
    misere::of_form(&host.store(), &host.misere_store(), form)
}
