//! The thermograph of a game.
//!
//! Knows: scaffolds, walls and the mast. Must not know: cooled games.
//!
//! Source: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*, II.5.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Trajectory;
use crate::{Dyadic, Error, Game, Store};

/// The walls of a game at temperatures from zero, and the mast above them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Thermograph {
    /// The left wall: the left stop of the game cooled by `t`.
    pub left: Trajectory,
    /// The right wall: the right stop of the game cooled by `t`.
    pub right: Trajectory,
    /// The position of the mast.
    pub mean: Dyadic,
    /// The foot of the mast; below zero for numbers, `-1 / 2^n` if `2^n` is the denominator.
    pub temperature: Dyadic,
}

impl Thermograph {
    pub(super) fn mast(mean: Dyadic, temperature: Dyadic) -> Self {
        let wall = Trajectory::mast(mean.clone());
        Thermograph { left: wall.clone(), right: wall, mean, temperature }
    }

    fn translate(&self, x: &Dyadic) -> Self {
        Thermograph {
            left: self.left.translate(x),
            right: self.right.translate(x),
            mean: &self.mean + x,
            temperature: self.temperature.clone(),
        }
    }

    /// The thermograph with these scaffolds, falling from the left and rising from the right.
    pub(super) fn from_scaffolds(left: &Trajectory, right: &Trajectory) -> Self {
        let temperature = left.meets(right).expect("the walls meet");
        Thermograph {
            left: left.stand_from(&temperature),
            right: right.stand_from(&temperature),
            mean: left.at(&temperature),
            temperature,
        }
    }
}

/// The thermograph of `g`, with exact corners.
///
/// ```
/// # use upstar_core::{Budget, Store, thermograph};
/// # let store = Store::new(Budget::unlimited());
/// let graph = thermograph(&store, store.parse("{4||2|0}")?)?;
/// assert_eq!((graph.mean.to_string(), graph.temperature.to_string()), ("5/2".into(), "3/2".into()));
/// assert_eq!([graph.left.at(&0.into()), graph.right.at(&0.into())], [4.into(), 2.into()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted or games are nested too deep. Cost: once for each follower up to numbers,
/// linear in the corners of its options.
pub fn thermograph(store: &Store, g: Game) -> Result<Arc<Thermograph>, Error> {
    if let Some((number, ups, star)) = store.as_number_up_star(g) {
        let day = if ups == 0 && star == 0 { granularity(&number) } else { Dyadic::ZERO };
        return Ok(Arc::new(Thermograph::mast(number, day)));
    }
    let (number, rest) = store.split_number(g)?;
    let known = store.thermographs.get(&rest);
    let graph = match known {
        Some(graph) => graph,
        None => {
            store.budget().step()?;
            let graph = Arc::new(store.deeper(|| raise(store, rest))?);
            store.thermographs.insert(rest, graph.clone());
            graph
        }
    };
    Ok(if number.is_zero() { graph } else { Arc::new(graph.translate(&number)) })
}

/// The temperature of a number.
pub(super) fn granularity(x: &Dyadic) -> Dyadic {
    -Dyadic::new(1.into(), x.exponent())
}

fn raise(store: &Store, g: Game) -> Result<Thermograph, Error> {
    let left = scaffold(store, store.left(g)?, Ordering::Greater)?;
    let right = scaffold(store, store.right(g)?, Ordering::Less)?;
    Ok(Thermograph::from_scaffolds(&left, &right))
}

/// The envelope of the facing walls of the options, less the tax.
fn scaffold(store: &Store, options: &[Game], wanted: Ordering) -> Result<Trajectory, Error> {
    let mut best: Option<Trajectory> = None;
    for option in options {
        let graph = thermograph(store, *option)?;
        let wall = match wanted {
            Ordering::Greater => graph.right.tilt(-1),
            _ => graph.left.tilt(1),
        };
        best = Some(match best {
            Some(best) => best.envelope(&wall, wanted),
            None => wall,
        });
    }
    Ok(best.expect("both can move in a game that is no number"))
}

/// The mean of `g`: the limit of the stops of `n` copies, divided by `n`.
///
/// ```
/// # use upstar_core::{Budget, Store, mean};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(mean(&store, store.parse("{3|1}")?)?, 2.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`thermograph`].
pub fn mean(store: &Store, g: Game) -> Result<Dyadic, Error> {
    Ok(thermograph(store, g)?.mean.clone())
}

/// The temperature of `g`: how much a move is worth; `-1 / 2^n` for a number in lowest terms
/// over `2^n`, 0 for other games infinitesimally close to a number.
///
/// ```
/// # use upstar_core::{Budget, Store, temperature};
/// # let store = Store::new(Budget::unlimited());
/// let temperature = |text| temperature(&store, store.parse(text).unwrap()).unwrap().to_string();
/// assert_eq!(["{3|1}", "^", "1/4", "7"].map(temperature), ["1", "0", "-1/4", "-1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`thermograph`].
pub fn temperature(store: &Store, g: Game) -> Result<Dyadic, Error> {
    Ok(thermograph(store, g)?.temperature.clone())
}
