//! The thermograph of a game.
//!
//! Knows: scaffolds, walls and the mast. Must not know: cooled games.
//!
//! Source: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*, II.5.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Trajectory;
use crate::{Dyadic, Error, Game, Player, Store};

/// The lowest temperature: that of integers.
pub(super) fn lowest() -> Dyadic {
    Dyadic::from(-1)
}

/// The walls of a game at temperatures from zero, or from -1 in a subzero thermograph, and the mast above
/// them.
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
/// assert_eq!([graph.left.at(&0.into()), graph.right.at(&0.into())], [4, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted or games are nested too deep. Cost: once for each follower up to numbers,
/// linear in the corners of its options.
#[doc(hidden)]
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
    let left = scaffold(store.left(g)?, Player::Left, |option| thermograph(store, option))?;
    let right = scaffold(store.right(g)?, Player::Right, |option| thermograph(store, option))?;
    Ok(Thermograph::from_scaffolds(&left, &right))
}

/// The thermograph of `g` from temperature -1 on, where the canonical forms of numbers that are no integers
/// have walls too. It is that of the canonical form: adding a number that is no integer changes the part
/// below zero. The mast of an integer begins at -1.
///
/// ```
/// # use upstar_core::{Budget, Player, Store, subzero_thermograph};
/// # let store = Store::new(Budget::unlimited());
/// let graph = subzero_thermograph(&store, store.parse("1/2")?)?;
/// assert_eq!(graph.corners(Player::Left)[0], ((-1).into(), 1.into()));
/// assert_eq!(graph.corners(Player::Right)[0], ((-1).into(), 0.into()));
/// assert_eq!((graph.mean.to_string(), graph.temperature.to_string()), ("1/2".into(), "-1/2".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`thermograph`]. Cost: once for each follower, linear in the corners of its options.
///
/// Source: Siegel, *Combinatorial Game Theory*, II.5 (cooling by `t >= -1`).
pub fn subzero_thermograph(store: &Store, g: Game) -> Result<Arc<Thermograph>, Error> {
    match integer(store, g) {
        Some(n) => Ok(Arc::new(Thermograph::mast(n, lowest()))),
        None => Subzero { store, known: FxHashMap::default() }.of(g),
    }
}

/// Thermographs from temperature -1 on.
struct Subzero<'s> {
    store: &'s Store,
    known: FxHashMap<Game, Arc<Thermograph>>,
}

impl Subzero<'_> {
    fn of(&mut self, g: Game) -> Result<Arc<Thermograph>, Error> {
        if let Some(known) = self.known.get(&g) {
            return Ok(known.clone());
        }
        let store = self.store;
        store.budget().step()?;
        let graph = Arc::new(match integer(store, g) {
            Some(n) => {
                let wall = Trajectory::from(lowest(), n.clone());
                Thermograph { left: wall.clone(), right: wall, mean: n, temperature: lowest() }
            }
            None => store.deeper(|| self.raise(g))?,
        });
        self.known.insert(g, graph.clone());
        Ok(graph)
    }

    fn raise(&mut self, g: Game) -> Result<Thermograph, Error> {
        let left = scaffold(self.store.left(g)?, Player::Left, |option| self.of(option))?;
        let right = scaffold(self.store.right(g)?, Player::Right, |option| self.of(option))?;
        Ok(Thermograph::from_scaffolds(&left, &right))
    }
}

/// The integer that a game is.
pub(super) fn integer(store: &Store, g: Game) -> Option<Dyadic> {
    store.as_number(g).filter(Dyadic::is_integer)
}

/// The scaffolds of `g`, Left's and Right's: the best facing walls of their options, less the tax. The
/// walls are these up to where they meet. `None` for a number, in which neither player wants to move.
///
/// ```
/// # use upstar_core::{Budget, Store, scaffolds};
/// # let store = Store::new(Budget::unlimited());
/// let [left, right] = scaffolds(&store, store.parse("{5|1}")?)?.expect("it is no number");
/// assert_eq!([0, 2, 9].map(|t| left.at(&t.into())), [5, 3, -4]);
/// assert_eq!([0, 2, 9].map(|t| right.at(&t.into())), [1, 3, 10]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`thermograph`].
pub fn scaffolds(store: &Store, g: Game) -> Result<Option<[Trajectory; 2]>, Error> {
    if store.is_number(g) {
        return Ok(None);
    }
    let of = |option| thermograph(store, option);
    let left = scaffold(store.left(g)?, Player::Left, of)?;
    Ok(Some([left, scaffold(store.right(g)?, Player::Right, of)?]))
}

/// As [`scaffolds`], from temperature -1 on, as in [`subzero_thermograph`]. `None` for an integer.
///
/// # Errors
/// As for [`thermograph`].
pub fn subzero_scaffolds(store: &Store, g: Game) -> Result<Option<[Trajectory; 2]>, Error> {
    if integer(store, g).is_some() {
        return Ok(None);
    }
    let mut subzero = Subzero { store, known: FxHashMap::default() };
    let left = scaffold(store.left(g)?, Player::Left, |option| subzero.of(option))?;
    Ok(Some([left, scaffold(store.right(g)?, Player::Right, |option| subzero.of(option))?]))
}

/// The envelope of the facing walls of a player's options, less the tax.
fn scaffold(
    options: &[Game],
    player: Player,
    mut graph: impl FnMut(Game) -> Result<Arc<Thermograph>, Error>,
) -> Result<Trajectory, Error> {
    let (tax, wanted) = match player {
        Player::Left => (-1, Ordering::Greater),
        Player::Right => (1, Ordering::Less),
    };
    let mut best: Option<Trajectory> = None;
    for option in options {
        let wall = graph(*option)?.wall(player.opponent()).tilt(tax);
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
/// assert_eq!(mean(&store, store.parse("{3|1}")?)?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`thermograph`].
#[doc(hidden)]
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
#[doc(hidden)]
pub fn temperature(store: &Store, g: Game) -> Result<Dyadic, Error> {
    Ok(thermograph(store, g)?.temperature.clone())
}
