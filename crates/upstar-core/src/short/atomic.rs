//! Atomic weights.
//!
//! Knows: Conway's calculus of atomic weights, and the test by remote stars.
//! Must not know: temperature beyond the Norton product by up.
//!
//! Source: *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, II.7.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::thermo::norton;
use crate::{Comparison, Dyadic, Error, Game, Store};

/// A remote nimber, beyond all those of the arguments.
const REMOTE: u32 = 1 << 30;

/// The atomic weight of `g`: the game `w` such that `g - w^` lies strictly between down and up, up to a
/// remote star.
///
/// All-small games have one. For others a weight is computed as if threats of numbers were many ups, and kept
/// only if it passes [`has_atomic_weight`].
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::atomic_weight;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(atomic_weight(&store, store.parse("^^*5")?)?, store.integer(2)?);
/// assert_eq!(atomic_weight(&store, store.parse("↑²")?)?, store.integer(0)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::NoAtomicWeight`] if there is none, as for games that are not infinitesimal;
/// [`Error::NimberTooLarge`] for nimbers near 2^30; as for [`Store::game`]. Cost: one
/// canonical form and one comparison for each follower.
#[doc(hidden)]
pub fn atomic_weight(store: &Store, g: Game) -> Result<Game, Error> {
    if !super::is_infinitesimal(store, g)? {
        return Err(Error::NoAtomicWeight);
    }
    let threat = i64::from(store.depth_of(g)).saturating_mul(4) + 16;
    let mut scale = Scale { store, threat, known: FxHashMap::default(), threatened: false };
    let weight = scale.weigh(g)?;
    if scale.threatened && !has_atomic_weight(store, g, weight)? {
        return Err(Error::NoAtomicWeight);
    }
    Ok(weight)
}

/// Whether `g` is atomic: has an atomic weight. All-small games are atomic.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::is_atomic;
/// # let store = Store::new(Budget::unlimited());
/// assert!(is_atomic(&store, store.parse("^*")?)?);
/// assert!(!is_atomic(&store, store.parse("1/2")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`atomic_weight`], without [`Error::NoAtomicWeight`].
pub fn is_atomic(store: &Store, g: Game) -> Result<bool, Error> {
    match atomic_weight(store, g) {
        Ok(_) => Ok(true),
        Err(Error::NoAtomicWeight) => Ok(false),
        Err(other) => Err(other),
    }
}

/// Whether `g` has this atomic weight: `g - w^` lies between down and up plus a remote star.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::has_atomic_weight;
/// # let store = Store::new(Budget::unlimited());
/// assert!(has_atomic_weight(&store, store.parse("*7")?, store.integer(0)?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`atomic_weight`].
pub fn has_atomic_weight(store: &Store, g: Game, weight: Game) -> Result<bool, Error> {
    let up = store.number_up_star(&Dyadic::ZERO, 1, 0)?;
    let rest = store.sub(g, norton(store, weight, up)?)?;
    if store.max_star_of(rest).max(store.max_star_of(g)) >= REMOTE / 4 {
        return Err(Error::NimberTooLarge);
    }
    let above = store.number_up_star(&Dyadic::ZERO, 1, REMOTE)?;
    let below = store.number_up_star(&Dyadic::ZERO, -1, REMOTE)?;
    Ok(store.gt(above, rest)? && store.gt(rest, below)?)
}

struct Scale<'s> {
    store: &'s Store,
    /// Number of ups for which a number counts.
    threat: i64,
    known: FxHashMap<Game, Game>,
    /// Whether a number occurred.
    threatened: bool,
}

impl Scale<'_> {
    fn weigh(&mut self, g: Game) -> Result<Game, Error> {
        let store = self.store;
        if store.right_stop(g)?.is_positive() || store.left_stop(g)?.is_negative() {
            self.threatened = true;
            let sign = if store.right_stop(g)?.is_positive() { 1 } else { -1 };
            return store.integer(sign * self.threat);
        }
        if let Some((_, ups, _)) = store.as_number_up_star(g) {
            return store.integer(ups);
        }
        if let Some(known) = self.known.get(&g) {
            return Ok(*known);
        }
        store.budget().step()?;
        let left = self.weigh_all(store.left(g)?, -2)?;
        let right = self.weigh_all(store.right(g)?, 2)?;
        let weight = match store.as_number(store.game(&left, &right)?) {
            Some(x) if x.is_integer() => self.eccentric(g, &left, &right)?,
            _ => store.game(&left, &right)?,
        };
        self.known.insert(g, weight);
        Ok(weight)
    }

    fn weigh_all(&mut self, options: &[Game], tax: i64) -> Result<Vec<Game>, Error> {
        let store = self.store;
        let tax = store.integer(tax)?;
        let weigh = |g: &Game| store.add(store.deeper(|| self.weigh(*g))?, tax);
        options.iter().map(weigh).collect()
    }

    /// Eccentric case: among fitting integers, chosen by comparison with a remote star.
    fn eccentric(&self, g: Game, left: &[Game], right: &[Game]) -> Result<Game, Error> {
        let store = self.store;
        if store.max_star_of(g) >= REMOTE / 4 {
            return Err(Error::NimberTooLarge);
        }
        match store.compare(g, store.nimber(REMOTE)?)? {
            Comparison::Greater => last_integer(store, right),
            Comparison::Less => {
                let turned = left.iter().map(|l| store.neg(*l)).collect::<Result<Vec<_>, _>>()?;
                store.neg(last_integer(store, &turned)?)
            }
            _ => Ok(Game::ZERO),
        }
    }
}

/// The largest integer `n` such that no right option is at most `n`.
fn last_integer(store: &Store, right: &[Game]) -> Result<Game, Error> {
    let mut least: Option<Dyadic> = None;
    for r in right {
        let stop = store.left_stop(*r)?;
        least = Some(least.map_or(stop.clone(), |least| least.min(stop)));
    }
    let last = least.expect("both can move in a game that is no number").floor();
    let integer = store.number(&Dyadic::from(last.clone()))?;
    for r in right {
        if store.le(*r, integer)? {
            return store.number(&Dyadic::from(last - BigInt::from(1)));
        }
    }
    Ok(integer)
}
