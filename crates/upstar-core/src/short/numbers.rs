//! Comparison of numbers of any kind with short games.
//!
//! Knows: stops. Must not know: what the number is.

use std::cmp::Ordering;

use crate::{Comparison, Error, Game, Rational, Store, Surreal};

/// The relation of the number `x` to the game `g`. Cost: the stops, and for a dyadic `x` a comparison of
/// games.
///
/// A number that is not a dyadic fraction, infinite or 1/3 for instance, equals no stop of `g`. Then `g <= x`
/// exactly if the Left stop of `g` is below `x`, by induction: `g <= x` fails if Left wins `g - x` moving
/// first. Unless `g` is a number she may do so in `g`, because of number avoidance. A winning move to `g -
/// y`, `y > x`, leaves a positive game, as `g` is not a number; so Left also wins it moving first. The
/// numbers `y` cannot increase forever, so at some point she moves in `g`, to `g^L - z >= 0` with `z >= x`,
/// whence `g^L >= x`. By induction that holds if the Right stop of `g^L` is above `x`, and the Left stop of
/// `g` is the largest of these.
///
/// Source: ONAG, chapter 9; number avoidance for all surreal numbers: Siegel, *Combinatorial
/// Game Theory*, II.3 and VIII.
///
/// ```
/// # use upstar_core::{Budget, Comparison, Rational, Store, Surreal};
/// # use upstar_core::short::compare_number;
/// # let store = Store::new(Budget::unlimited());
/// let third = Surreal::from(Rational::from(1).checked_div(&Rational::from(3)).expect("3 is not 0"));
/// assert_eq!(compare_number(&store, &third, store.parse("{1|0}")?)?, Comparison::Confused);
/// assert_eq!(compare_number(&store, &Surreal::omega(), store.parse("{9|1}")?)?, Comparison::Greater);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a limit is passed.
pub fn compare_number(store: &Store, x: &Surreal, g: Game) -> Result<Comparison, Error> {
    if let Some(dyadic) = x.to_rational().and_then(|x| x.to_dyadic()) {
        return store.compare(store.number(&dyadic)?, g);
    }
    let against = |stop| x.cmp(&Surreal::from(Rational::from(&stop)));
    let above = against(store.left_stop(g)?) == Ordering::Greater;
    let below = against(store.right_stop(g)?) == Ordering::Less;
    Ok(Comparison::from_bounds(below, above))
}
