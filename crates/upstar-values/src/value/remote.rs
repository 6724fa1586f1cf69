//! Winning moves of sums with a heap whose moves are too many to be listed.
//!
//! Knows: stars above the birthday of a game all stand in the same relation to it, so finitely many options
//! of the heap decide.
//! Must not know: how moves are shown.
//!
//! Source: *Winning Ways*, chapter 8 (remote stars).

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use upstar_core::{Game, Player, Store};

use super::host::Host;
use super::moves::{replaced, term_options};
use super::nimbers::impartial;
use super::{Fault, NoAnswer, Result, Sum, Term, TermKind, Value, show, worth};
use crate::diagnostic::Code;

/// Greatest birthday of the rest of a sum for which the options of a heap are tried.
const LATEST: u32 = 1 << 10;

/// Most moves of one summand that are tried one by one.
pub const MOST_MOVES: usize = 1 << 12;

/// Moves in one summand; `None` if they are too many to be tried one by one.
///
/// # Errors
/// As for [`term_options`].
pub fn few_options(host: &mut dyn Host, term: &Term, player: Player) -> Result<Option<Vec<Value>>> {
    match term_options(host, term, player) {
        Err(NoAnswer::TooLarge(_)) => Ok(None),
        options => Ok(Some(options?).filter(|options| options.len() <= MOST_MOVES)),
    }
}

/// The winning moves of a player, where some may be too many to be listed.
#[derive(Debug, Clone)]
pub struct Winning {
    /// Moves one by one.
    pub listed: Vec<Value>,
    /// Heap in which every move to an option of at least this nimber wins too.
    pub beyond: Option<(Value, u32)>,
    /// Heap whose winning moves are not found.
    pub unknown: Option<Value>,
}

/// The winning moves of a player in a sum.
///
/// # Errors
/// As for [`Host::wins`]. Cost: as many comparisons as the birthday of what stands beside a heap.
pub fn winning_moves(host: &mut dyn Host, sum: &Sum, player: Player) -> Result<Winning> {
    let mut found = Winning { listed: Vec::new(), beyond: None, unknown: None };
    for (place, term) in sum.terms().iter().enumerate() {
        let Some(options) = few_options(host, term, player)? else {
            if !in_heap(host, sum, place, player, &mut found)? {
                let heap = Value::of_kind(host, &term.kind);
                found.unknown = found.unknown.take().or(Some(heap));
            }
            continue;
        };
        for option in options {
            let to = replaced(host, sum, place, &option)?;
            if host.winner(&to, player.opponent())?.0 == Some(player) {
                found.listed.push(to);
            }
        }
    }
    Ok(found)
}

/// Adds the winning moves in a heap, where only the nimbers of the options count. Returns whether all could
/// be found.
fn in_heap(
    host: &mut dyn Host,
    sum: &Sum,
    place: usize,
    player: Player,
    found: &mut Winning,
) -> Result<bool> {
    let TermKind::Position(position) = &sum.terms()[place].kind else { return Ok(false) };
    if !host.is_impartial(position) {
        return Ok(false);
    }
    let rest = [&sum.terms()[..place], &sum.terms()[place + 1..]].concat();
    let rest = match worth::game(host, &Value::Sum(Arc::new(Sum::new(rest)?))) {
        // Another heap is as large.
        Err(NoAnswer::TooLarge(_)) => return Ok(false),
        rest => rest?,
    };
    let store = host.store();
    let birthday = store.birthday(rest)?.to_u32().filter(|birthday| *birthday < LATEST);
    let Some(birthday) = birthday else { return Ok(false) };
    let remote = birthday + 1;
    let mut by_nimber = ByNimber::default();
    for star in 0..=remote {
        let left = store.add(rest, store.nimber(star)?)?;
        let wins = match player {
            Player::Left => store.le(Game::ZERO, left)?,
            Player::Right => store.le(left, Game::ZERO)?,
        };
        if !wins {
            continue;
        }
        if star == remote {
            let heap = Value::Position(position.clone());
            found.beyond = found.beyond.take().or(Some((heap, remote)));
        }
        let options = match host.options_of_nimber(position, &BigUint::from(star)) {
            Err(NoAnswer::TooLarge(_)) => None,
            Ok(None) => by_nimber.of(host, &sum.terms()[place], &BigUint::from(star))?,
            options => options?,
        };
        let Some(options) = options else { return Ok(false) };
        for option in options {
            found.listed.push(replaced(host, sum, place, &option)?);
        }
    }
    Ok(true)
}

/// Options of a heap by their nimbers; listed at the first request.
#[derive(Default)]
struct ByNimber(Option<FxHashMap<BigUint, Vec<Value>>>);

impl ByNimber {
    /// Options with a nimber; `None` if the options are too many to be listed.
    fn of(
        &mut self,
        host: &mut dyn Host,
        term: &Term,
        nimber: &BigUint,
    ) -> Result<Option<Vec<Value>>> {
        if self.0.is_none() {
            let options = match term_options(host, term, Player::Left) {
                Err(NoAnswer::TooLarge(_)) => return Ok(None),
                options => options?,
            };
            let mut known: FxHashMap<BigUint, Vec<Value>> = FxHashMap::default();
            for option in options {
                let nimber = impartial(host, &option)?.expect(
                    "the options of a position that is impartial by its rules have nimbers",
                );
                known.entry(nimber).or_default().push(option);
            }
            self.0 = Some(known);
        }
        Ok(self.0.as_ref().map(|known| known.get(nimber).cloned().unwrap_or_default()))
    }
}

impl Winning {
    /// All winning moves.
    ///
    /// # Errors
    /// When they are too many to be listed, or are not all found.
    pub fn all(self, store: &Store) -> Result<Vec<Value>> {
        let message = match (self.beyond, self.unknown) {
            (Some((heap, remote)), _) => format!(
                "the winning moves are too many to list: every move in {} to an option of nimber \
                 {remote} or more wins",
                show::value(store, &heap)?
            ),
            (None, Some(heap)) => format!(
                "{} has too many moves to list, and which of them win is not found out",
                show::value(store, &heap)?
            ),
            (None, None) => return Ok(self.listed),
        };
        Err(Fault::new(Code::TooLarge, message).help(
            "`outcome` says who wins, and `explain(winning_moves(...))` names the moves that are \
             found",
        ))
    }
}
