//! Classes and invariants of games.
//!
//! Knows: stops and followers. Must not know: thermographs.

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Dyadic, Error, Game, Player, Store};

/// All followers of the canonical form of `g`, starting with `g`.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::followers;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(followers(&store, store.nimber(3)?)?.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When options are too many to list or the budget is exhausted.
#[doc(hidden)]
pub fn followers(store: &Store, g: Game) -> Result<Vec<Game>, Error> {
    crate::followers(store.budget(), g, |game, player| {
        Ok(match player {
            Player::Left => store.left_in_order(*game)?,
            Player::Right => store.right_in_order(*game)?,
        }
        .to_vec())
    })
}

/// Whether `g` is a number plus an infinitesimal: its stops are equal. O(1).
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::is_numberish;
/// # let store = Store::new(Budget::unlimited());
/// assert!(is_numberish(&store, store.parse("3^*")?)?);
/// assert!(!is_numberish(&store, store.parse("{1|-1}")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_numberish(store: &Store, g: Game) -> Result<bool, Error> {
    Ok(store.left_stop(g)? == store.right_stop(g)?)
}

/// Whether `g` is infinitesimal: its stops are zero. O(1).
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::is_infinitesimal;
/// # let store = Store::new(Budget::unlimited());
/// assert!(is_infinitesimal(&store, store.parse("tiny(1)")?)?);
/// assert!(!is_infinitesimal(&store, store.parse("1/1024")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub fn is_infinitesimal(store: &Store, g: Game) -> Result<bool, Error> {
    Ok(store.left_stop(g)?.is_zero() && store.right_stop(g)?.is_zero())
}

/// Whether `g` is all-small: in every follower both players can move, or neither. Source: *Winning Ways*,
/// chapter 8.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::is_all_small;
/// # let store = Store::new(Budget::unlimited());
/// assert!(is_all_small(&store, store.parse("^^*3")?)?);
/// assert!(!is_all_small(&store, store.parse("tiny(1)")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted or games are nested too deep. Cost: once for each follower.
#[doc(hidden)]
pub fn is_all_small(store: &Store, g: Game) -> Result<bool, Error> {
    let mut open = vec![g];
    let mut seen: FxHashSet<Game> = FxHashSet::default();
    while let Some(h) = open.pop() {
        store.budget().step()?;
        if let Some((number, _, _)) = store.as_number_up_star(h) {
            if !number.is_zero() {
                return Ok(false);
            }
            continue;
        }
        if !is_infinitesimal(store, h)? {
            return Ok(false);
        }
        if seen.insert(h) {
            open.extend(store.left(h)?.iter().chain(store.right(h)?));
        }
    }
    Ok(true)
}

/// Parity of the number of moves until the end, the same for all lines of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Parity {
    /// An even number of moves.
    Even,
    /// An odd number of moves.
    Odd,
}

/// The parity of the canonical form of `g`: zero is even, and a game all of whose options have one parity has
/// the other; `None` if options differ.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::{Parity, parity};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(parity(&store, store.parse("*")?)?, Some(Parity::Odd));
/// assert_eq!(parity(&store, store.parse("*2")?)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When options are too many to list or the budget is exhausted. Cost: once for each follower.
pub fn parity(store: &Store, g: Game) -> Result<Option<Parity>, Error> {
    alternate(store, g, &|x| x.is_zero(), &mut FxHashMap::default())
}

/// The temper of `g`, even or odd: as [`parity`], but every number is even.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::{Parity, temper};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(temper(&store, store.parse("{3|1}")?)?, Some(Parity::Odd));
/// assert_eq!(temper(&store, store.parse("3")?)?, Some(Parity::Even));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`parity`].
#[doc(hidden)]
pub fn temper(store: &Store, g: Game) -> Result<Option<Parity>, Error> {
    alternate(store, g, &|_| true, &mut FxHashMap::default())
}

pub(super) fn alternate(
    store: &Store,
    g: Game,
    even: &dyn Fn(&Dyadic) -> bool,
    done: &mut FxHashMap<Game, Option<Parity>>,
) -> Result<Option<Parity>, Error> {
    let number = store.as_number(g);
    if number.as_ref().is_some_and(even) {
        return Ok(Some(Parity::Even));
    }
    if let Some(number) = number.filter(Dyadic::is_integer) {
        return Ok(Some(if number.numer().bit(0) { Parity::Odd } else { Parity::Even }));
    }
    if let Some(known) = done.get(&g) {
        return Ok(*known);
    }
    store.budget().step()?;
    let mut parities = Vec::new();
    for option in store.left(g)?.iter().chain(store.right(g)?) {
        parities.push(store.deeper(|| alternate(store, *option, even, done))?);
    }
    let answer = opposite(parities);
    done.insert(g, answer);
    Ok(answer)
}

/// The parity of a game from those of its options: the opposite if all are equal; even without options.
pub(super) fn opposite(parities: impl IntoIterator<Item = Option<Parity>>) -> Option<Parity> {
    let mut parities = parities.into_iter();
    let Some(first) = parities.next() else { return Some(Parity::Even) };
    match (parities.all(|parity| parity == first), first?) {
        (false, _) => None,
        (true, Parity::Even) => Some(Parity::Odd),
        (true, Parity::Odd) => Some(Parity::Even),
    }
}

/// Number of lines of play from `g` to a number, alternating or not.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::stop_count;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(stop_count(&store, store.parse("{4||2|0}")?)?, 3u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When options are too many to list or the budget is exhausted. Cost: once for each follower.
pub fn stop_count(store: &Store, g: Game) -> Result<BigUint, Error> {
    count_stops(store, g, &mut FxHashMap::default())
}

pub(super) fn count_stops(
    store: &Store,
    g: Game,
    done: &mut FxHashMap<Game, BigUint>,
) -> Result<BigUint, Error> {
    if store.is_number(g) {
        return Ok(BigUint::from(1u32));
    }
    let (_, rest) = store.split_number(g)?;
    if let Some(known) = done.get(&rest) {
        return Ok(known.clone());
    }
    store.budget().step()?;
    let mut count = BigUint::ZERO;
    for option in store.left(rest)?.iter().chain(store.right(rest)?) {
        count += store.deeper(|| count_stops(store, *option, done))?;
    }
    done.insert(rest, count.clone());
    Ok(count)
}

/// The smallest `n` such that no nimber from `*n` on is a follower of `g`, so that all of these compare with
/// `g` in the same way.
///
/// Source: *Winning Ways*, chapter 8, "remote stars".
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::far_star;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(far_star(&store, store.parse("*4")?)?, 5);
/// assert_eq!(far_star(&store, store.parse("^")?)?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::NimberTooLarge`] if none can be stored; otherwise as for
/// [`followers`]. Cost: O(1) for numbers, ups and nimbers; otherwise once for each follower.
#[doc(hidden)]
pub fn far_star(store: &Store, g: Game) -> Result<u32, Error> {
    let mut open = vec![g];
    let mut seen: FxHashSet<Game> = FxHashSet::default();
    let mut largest = 0;
    while let Some(h) = open.pop() {
        store.budget().step()?;
        match store.as_number_up_star(h) {
            // The only nimber among the followers is 0.
            Some((number, ..)) if !number.is_zero() => {}
            Some((_, ups, star)) => largest = largest.max(last_star(ups, star)),
            None if seen.insert(h) => open.extend(store.left(h)?.iter().chain(store.right(h)?)),
            None => {}
        }
    }
    largest.checked_add(1).ok_or(Error::NimberTooLarge)
}

/// The largest nimber among the followers of `ups` ups and `*star`. Each move of Right takes one up and
/// changes the nimber by `*`; only the options of `^*` are both 0 and `*`.
fn last_star(ups: i64, star: u32) -> u32 {
    let last = star ^ u32::from(ups % 2 != 0);
    if ups == 0 { star } else { last.max(1) }
}

/// The interval of numbers confused with a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfusionInterval {
    /// The lower end, the right stop.
    pub low: Dyadic,
    /// The upper end, the left stop.
    pub high: Dyadic,
    /// Whether the lower end itself is confused with the game.
    pub low_included: bool,
    /// Whether the upper end itself is confused with the game.
    pub high_included: bool,
}

/// The interval of numbers confused with `g`; `None` if no number is.
///
/// Source: *Winning Ways*, chapter 6.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::confusion_interval;
/// # let store = Store::new(Budget::unlimited());
/// let interval = confusion_interval(&store, store.parse("{3|1}")?)?.expect("hot games have one");
/// assert!(interval.low == 1 && interval.high == 3);
/// assert!(confusion_interval(&store, store.parse("2")?)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::compare`].
#[doc(hidden)]
pub fn confusion_interval(store: &Store, g: Game) -> Result<Option<ConfusionInterval>, Error> {
    let (low, high) = (store.right_stop(g)?, store.left_stop(g)?);
    let confused = |x: &Dyadic| -> Result<bool, Error> {
        Ok(store.compare(g, store.number(x)?)? == crate::Comparison::Confused)
    };
    let (low_included, high_included) = (confused(&low)?, confused(&high)?);
    if low == high && !low_included {
        return Ok(None);
    }
    Ok(Some(ConfusionInterval { low, high, low_included, high_included }))
}
