//! Misère play: whoever cannot move wins.

use std::sync::Arc;

use upstar_core::misere::{Genus, MisereForm};
use upstar_core::{Outcome, Player, Rational};

use super::typed::{FromValue, Slot, binary, param, unary};
use super::{Attribute, Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::loopy::NeedsEnd;
use crate::value::moves::moves;
use crate::value::{Fault, Misere, Result, Value, elements, expect, misere, show};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "misere",
        params: &[param("P")],
        summary: "A game in misère play: the player who cannot move wins.",
        details: "P is a position, a sum, a value or `form(G)`. Ask `outcome`, `moves`, \
                  `winning_moves` and `best_moves`, for impartial games also `nimber`, `genus`, \
                  `canonical`, `birthday`, `==`, `is_nimber`, `is_tame`. Add games in misère play \
                  only to each other. A value means its canonical form of normal play; `form(G)` \
                  and `*[a, b]` mean what you typed.",
        examples: &[
            ("outcome(misere(Nim(1, 1, 1)))", "P"),
            ("winning_moves(misere(Nim(3, 1, 1)))", "[misere(Nim(1, 1, 1))]"),
            ("nimber(misere(Kayles(5)))", "1"),
            ("canonical(misere(Kayles(4)))", "misere(*)"),
            ("canonical(misere(Nim(2, 2)))", "misere(*[*2,*3])"),
            ("outcome(misere(Domineering(2, 2)))", "P"),
        ],
        see_also: &["genus", "canonical", "is_tame", "mate", "outcome"],
        source: "On Numbers and Games, ch. 12; Winning Ways, ch. 13",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|_, games: Arc<Misere>| Ok(Value::Misere(games))),
        needs_end: Some(NeedsEnd::MISERE),
        ..ROW
    },
    Builtin {
        name: "genus",
        params: &[param("P"), param("superscript")],
        summary: "The genus of an impartial game: its nimber, and its misère Grundy values with 0, 1, \
                  2, ... heaps of two beside it.",
        details: "The last two digits of the superscript repeat forever. You may leave out \
                  `misere`. `genus(g, [g0, g1, ...])` is the genus with these digits.",
        examples: &[
            ("genus(misere(Kayles(5)))", "4¹⁴⁶"),
            ("[genus(*(n)) for n in 0..3]", "[0¹²⁰, 1⁰³¹, 2²⁰, 3³¹]"),
            ("genus(Nim(2, 2))", "0⁰²"),
            ("genus(4, [1, 4, 6]) == 4¹⁴⁶", "true"),
        ],
        see_also: &["misere", "is_tame", "nimber"],
        source: "Winning Ways, ch. 13; On Numbers and Games, ch. 12",
        attributes: &[Attribute::KeepsSums],
        run: &binary(genus),
        needs_end: Some(NeedsEnd::MISERE),
        ..ROW
    },
    Builtin {
        name: "is_tame",
        params: &[param("P")],
        gives: "a truth value",
        summary: "Whether an impartial game is tame in misère play; a sum of tame games is played like Nim.",
        details: "Its canonical form and all followers have a genus that positions of Nim have: \
                  0¹²⁰, 1⁰³¹, 0⁰², 1¹³, 2²⁰, 3³¹, 4⁴⁶, ... Other games are wild.",
        examples: &[
            ("is_tame(Nim(5, 7))", "true"),
            ("[n for n in 0..9 if not is_tame(Kayles(n))]", "[5, 7, 9]"),
        ],
        see_also: &["is_wild", "genus", "misere"],
        source: "On Numbers and Games, ch. 12; Winning Ways, ch. 13",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|host, games: Arc<Misere>| Ok(Value::Bool(is_tame(host, &games)?))),
        ..ROW
    },
    Builtin {
        name: "is_wild",
        params: &[param("P")],
        gives: "a truth value",
        summary: "Whether an impartial game is not tame in misère play.",
        examples: &[("is_wild(Kayles(5))", "true")],
        see_also: &["is_tame"],
        source: "Winning Ways, ch. 13",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|host, games: Arc<Misere>| Ok(Value::Bool(!is_tame(host, &games)?))),
        ..ROW
    },
    Builtin {
        name: "mate",
        params: &[param("P")],
        summary: "Conway's mate of an impartial game in misère play: in the sum of both the \
                  previous player wins.",
        details: "The mate of 0 is `*`; any other canonical form has the mates of its options.",
        examples: &[
            ("mate(0)", "misere(*)"),
            ("mate(misere(*[*2]))", "misere(*[*2])"),
            ("outcome(misere(Kayles(5)) + mate(Kayles(5)))", "P"),
        ],
        see_also: &["misere", "canonical"],
        source: "On Numbers and Games, ch. 12",
        attributes: &[Attribute::KeepsSums],
        run: &unary(mate),
        ..ROW
    },
];

/// The games that a value is in misère play.
impl FromValue for Arc<Misere> {
    const EXPECTED: &'static str = "a game";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match misere::of(host, &value)? {
            Value::Misere(games) => Ok(games),
            other => Err(slot.wrong::<Self>(&other)),
        }
    }
}

fn genus(host: &mut dyn Host, of: Value, superscript: Option<Value>) -> Result<Value> {
    if let Some(superscript) = superscript {
        let store = host.store();
        let digit = |value: &Value| -> Result<u32> {
            let n = expect::count(&store, value, "a digit of a genus")?;
            u32::try_from(n).map_err(|_| Fault::new(Code::TooLarge, "this digit is too large"))
        };
        let normal = digit(&of)?;
        let superscript =
            elements(&superscript)?.map(|value| digit(&value)).collect::<Result<Vec<_>>>()?;
        return misere::genus(normal, &superscript);
    }
    let games = match misere::of(host, &of)? {
        Value::Misere(games) => games,
        other => return Err(other.wrong("a game")),
    };
    Ok(Value::Genus(Arc::new(genus_of(host, &games)?)))
}

fn genus_of(host: &mut dyn Host, games: &Misere) -> Result<Genus> {
    match host.misere_genus(games)? {
        Some(genus) => Ok(genus),
        None => Err(not_impartial(host, games)?),
    }
}

pub(super) fn form_of(host: &mut dyn Host, games: &Misere) -> Result<MisereForm> {
    match host.misere_form(games)? {
        Some(form) => Ok(form),
        None => Err(not_impartial(host, games)?),
    }
}

pub(super) fn not_impartial(host: &mut dyn Host, games: &Misere) -> Result<Fault> {
    let store = host.store();
    let fault = Fault::new(
        Code::NotImpartial,
        "the players do not always have the same moves here",
    )
    .help(
        "of such games in misère play ask `outcome`, `moves`, `winning_moves`, `misere_canonical`",
    );
    let value = Value::Misere(Arc::new(games.clone()));
    let left = moves(host, &value, Player::Left)?;
    let right = moves(host, &value, Player::Right)?;
    let only = |these: &[Value], those: &[Value]| {
        these.iter().find(|option| !those.contains(option)).cloned()
    };
    let (mover, other, option) = match (only(&left, &right), only(&right, &left)) {
        (Some(option), _) => ("Left", "Right", option),
        (None, Some(option)) => ("Right", "Left", option),
        (None, None) => {
            return Ok(fault.note(
                "the rules could give them different moves; in `impartial(R)` each has the moves of both",
            ));
        }
    };
    let (from, to) = (show::value(&store, &value)?, show::value(&store, &option)?);
    Ok(fault.note(format!("from {from}, {mover} can move to {to} and {other} cannot")))
}

/// A genus of no position in Nim says at once that a game is wild.
fn is_tame(host: &mut dyn Host, games: &Misere) -> Result<bool> {
    if !genus_of(host, games)?.is_of_nim() {
        return Ok(false);
    }
    let form = form_of(host, games)?;
    Ok(host.misere_store().is_tame(form)?)
}

fn mate(host: &mut dyn Host, games: Arc<Misere>) -> Result<Value> {
    let form = form_of(host, &games)?;
    let forms = host.misere_store();
    misere::of_form(&host.store(), &forms, forms.mate(form)?)
}

/// `canonical(misere(P))`
pub(super) fn canonical(host: &mut dyn Host, games: &Misere) -> Result<Value> {
    let form = form_of(host, games)?;
    misere::of_form(&host.store(), &host.misere_store(), form)
}

/// `outcome(misere(P))`
pub(super) fn outcome(host: &mut dyn Host, games: &Misere) -> Result<Value> {
    let left = host.misere_wins(games, Player::Left)?;
    let right = host.misere_wins(games, Player::Right)?;
    Ok(Value::Outcome(match (left, right) {
        (true, true) => Outcome::N,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
        (false, false) => Outcome::P,
    }))
}

/// `birthday(misere(P))`
pub(super) fn birthday(host: &mut dyn Host, games: &Misere) -> Result<Value> {
    let form = form_of(host, games)?;
    let days = host.misere_store().birthday(form)?;
    Ok(Value::Number(Rational::from(i64::from(days))))
}

/// `nimber(misere(P))`: the misère Grundy value.
pub(super) fn nimber(host: &mut dyn Host, games: &Misere) -> Result<Value> {
    Ok(Value::integer(i64::from(genus_of(host, games)?.misere())))
}

/// `is_nimber(misere(P))`
pub(super) fn is_nimber(host: &mut dyn Host, games: &Misere) -> Result<Value> {
    Ok(Value::Bool(host.misere_form(games)?.is_some_and(|form| form.as_nimber().is_some())))
}

/// `winning_moves(misere(P))`
pub(super) fn winning_moves(
    host: &mut dyn Host,
    games: &Misere,
    player: Player,
) -> Result<Vec<Value>> {
    let value = Value::Misere(Arc::new(games.clone()));
    let mut winning = Vec::new();
    for option in moves(host, &value, player)? {
        if let Value::Misere(left) = &option
            && !host.misere_wins(left, player.opponent())?
        {
            winning.push(option);
        }
    }
    Ok(winning)
}

/// `best_moves(misere(P))`: the winning moves, or all moves if none wins.
pub(super) fn best_moves(
    host: &mut dyn Host,
    games: &Misere,
    player: Player,
) -> Result<Vec<Value>> {
    let winning = winning_moves(host, games, player)?;
    if winning.is_empty() {
        let value = Value::Misere(Arc::new(games.clone()));
        return Ok(moves(host, &value, player)?);
    }
    Ok(winning)
}
