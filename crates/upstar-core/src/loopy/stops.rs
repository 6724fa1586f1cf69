//! Stops and shapes of stoppers.
//!
//! Source: Siegel, Reduced canonical forms of stoppers, *Electronic Journal of Combinatorics* 13,
//! 2006, R57: a stop is a number, a number plus `over` or `under`, `on` or `off`.

use rustc_hash::FxHashMap;

use super::named::{Name, name};
use super::{GameValue, LoopyForm, LoopySide, Stopper, at_least};
use crate::graph::components_from;
use crate::{Error, Player, Store};

impl Stopper {
    /// Whether the simplest form has no cycles except passes.
    ///
    /// # Errors
    /// When the budget is exhausted. Source: Siegel, Loopy games.
    pub fn is_plumtree(&self, store: &Store) -> Result<bool, Error> {
        let nodes = self.form().nodes();
        let follower = |vertex: u32, n: usize| super::nodes::option(nodes, vertex, n);
        let found = components_from([0], nodes.len(), follower, store.budget())?;
        Ok(found.iter().all(|component| component.len() == 1))
    }
}

/// The stop for this starting player: the number, `over` or `under` (plus a number), `on` or `off` that is
/// reached when both play well.
///
/// ```
/// # use upstar_core::{Budget, Player, Store};
/// # use upstar_core::loopy::{GameValue, named::Name, stop};
/// # let store = Store::new(Budget::unlimited());
/// let hot = GameValue::Short(store.parse("{3|1}")?);
/// assert_eq!(stop(&store, &hot, Player::Left)?, GameValue::Short(store.integer(3)?));
/// assert_eq!(stop(&store, &Name::Over.worth(), Player::Left)?, Name::Over.worth());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the game is not a stopper, or the budget is exhausted.
pub fn stop(store: &Store, g: &GameValue, starts: Player) -> Result<GameValue, Error> {
    match g.onside() {
        LoopySide::Short(g) => {
            let x = match starts {
                Player::Left => store.left_stop(g)?,
                Player::Right => store.right_stop(g)?,
            };
            store.number(&x).map(GameValue::Short)
        }
        LoopySide::Stopper(stopper) if g.is_stopper() => {
            Stops { store, form: stopper.form(), known: FxHashMap::default() }.stop(0, starts)
        }
        _ => Err(Error::NotAStopper),
    }
}

/// The strong stop: the stop, in which `over` and `under` are disregarded, so that it is a number, `on` or `off`.
///
/// Source: Siegel, Reduced canonical forms of stoppers, and the documentation of CGSuite.
///
/// ```
/// # use upstar_core::{Budget, Game, Player, Store};
/// # use upstar_core::loopy::{GameValue, named::Name, strong_stop};
/// # let store = Store::new(Budget::unlimited());
/// let zero = GameValue::Short(Game::ZERO);
/// assert_eq!(strong_stop(&store, &Name::Over.worth(), Player::Left)?, zero);
/// assert_eq!(strong_stop(&store, &Name::On.worth(), Player::Left)?, Name::On.worth());
/// # Ok::<(), upstar_core::Error>(())
/// ```
///
/// # Errors
/// As for [`stop`].
pub fn strong_stop(store: &Store, g: &GameValue, starts: Player) -> Result<GameValue, Error> {
    let stop = stop(store, g, starts)?;
    if let LoopySide::Stopper(stopper) = stop.onside()
        && let Some(named) = name(store, &stopper)?
        && matches!(named.name, Name::Over | Name::Under)
    {
        return store.number(&named.number).map(GameValue::Short);
    }
    Ok(stop)
}

/// Whether a stopper is a number plus tiny-G or miny-G for a positive stopper G: `<x||x|x - G>` or
/// `<x + G|x||x>` in simplest form, with a number `x`.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::{GameValue, is_number_tiny, named::Name};
/// # let store = Store::new(Budget::unlimited());
/// assert!(is_number_tiny(&store, &GameValue::Short(store.parse("{1/2||1/2|-3}")?))?);
/// assert!(is_number_tiny(&store, &Name::MinyOn.worth())?);
/// assert!(!is_number_tiny(&store, &GameValue::Short(store.parse("^")?))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, or options are too many to list. Cost: one comparison.
pub fn is_number_tiny(store: &Store, g: &GameValue) -> Result<bool, Error> {
    let number = |g: &GameValue| matches!(g, GameValue::Short(g) if store.as_number(*g).is_some());
    let options = |g: &GameValue, player| g.options(store, player);
    if number(g) || !g.is_stopper() {
        return Ok(false);
    }
    for player in [Player::Left, Player::Right] {
        let (mine, theirs) = (options(g, player)?, options(g, player.opponent())?);
        let ([x], [threat]) = (&mine[..], &theirs[..]) else { return Ok(false) };
        if !number(x) || number(threat) || options(threat, player)?[..] != [x.clone()] {
            continue;
        }
        if let [end] = &options(threat, player.opponent())?[..] {
            let (low, high) = match player {
                Player::Left => (end, x),
                Player::Right => (x, end),
            };
            return Ok(at_least(store, high, low)? && !at_least(store, low, high)?);
        }
    }
    Ok(false)
}

struct Stops<'a> {
    store: &'a Store,
    form: &'a LoopyForm,
    known: FxHashMap<(u32, Player), GameValue>,
}

impl Stops<'_> {
    /// Alternating play in a stopper ends, so the recursion does, at a depth of at most twice the number of
    /// vertices.
    fn stop(&mut self, vertex: u32, starts: Player) -> Result<GameValue, Error> {
        if let Some(known) = self.known.get(&(vertex, starts)) {
            return Ok(known.clone());
        }
        let worth = LoopySide::of(self.form.rooted(vertex)).worth()?;
        let found = match self.is_stop(&worth)? {
            true if self.form.rooted(vertex).as_game().is_some() => {
                stop(self.store, &worth, starts)?
            }
            true => worth,
            false => self.store.deeper(|| self.best(vertex, starts))?,
        };
        self.known.insert((vertex, starts), found.clone());
        Ok(found)
    }

    fn best(&mut self, vertex: u32, starts: Player) -> Result<GameValue, Error> {
        let mut best: Option<GameValue> = None;
        for &to in self.form.options(vertex, starts) {
            let other = self.stop(to, starts.opponent())?;
            let better = match (&best, starts) {
                (None, _) => true,
                (Some(best), Player::Left) => !at_least(self.store, best, &other)?,
                (Some(best), Player::Right) => !at_least(self.store, &other, best)?,
            };
            if better {
                best = Some(other);
            }
        }
        best.ok_or(Error::NotAStopper)
    }

    /// Whether this value is a stop.
    fn is_stop(&self, worth: &GameValue) -> Result<bool, Error> {
        let stopper = match worth.onside() {
            LoopySide::Stopper(stopper) => stopper,
            _ => return Ok(true),
        };
        let stops = [Name::On, Name::Off, Name::Over, Name::Under];
        let named = name(self.store, &stopper)?;
        Ok(named.is_some_and(|named| !named.star && stops.contains(&named.name)))
    }
}
