//! Named stoppers.
//!
//! Source: *Winning Ways*, chapter 11; Siegel, *Combinatorial Game Theory*, VI.

use super::product::translated;
use super::sum::sum;
use super::{GameValue, Loopy, LoopyForm, LoopySide, Node, Stopper};
use crate::{Dyadic, Error, Game, Player, Store, tiny};

/// A stopper with a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// `on = <pass|>`: Left has all the time there is.
    On,
    /// `off = <|pass>`, its negative.
    Off,
    /// `over = <0|pass>`, positive and smaller than all positive numbers.
    Over,
    /// `under = <pass|0>`, its negative.
    Under,
    /// `upon = <pass|*>`, greater than `^ + ^^2 + ... + ^^n` (powers of up) for every n.
    Upon,
    /// `downon = <*|pass>`, its negative.
    Downon,
    /// `tiny_on = <0||0|off>`, smaller than all other tinies.
    TinyOn,
    /// `miny_on = <on|0||0>`, its negative.
    MinyOn,
    /// `tiny_over = <0||0|under>`.
    TinyOver,
    /// `miny_over = <over|0||0>`, its negative.
    MinyOver,
}

/// All names.
pub const NAMES: [Name; 10] = [
    Name::On,
    Name::Off,
    Name::Over,
    Name::Under,
    Name::Upon,
    Name::Downon,
    Name::TinyOn,
    Name::MinyOn,
    Name::TinyOver,
    Name::MinyOver,
];

/// A number plus a named stopper, optionally plus `*`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedStopper {
    /// The number.
    pub number: Dyadic,
    /// The stopper.
    pub name: Name,
    /// Whether `*` is added.
    pub star: bool,
}

impl Name {
    /// The simplest form.
    fn form(self) -> LoopyForm {
        let loopy = |left: &[u32], right: &[u32]| Node::Loopy([left.into(), right.into()]);
        let (zero, star) = (Node::Short(Game::ZERO), Node::Short(Game::STAR));
        let nodes = match self {
            Name::On => vec![loopy(&[0], &[])],
            Name::Off => vec![loopy(&[], &[0])],
            Name::Over => vec![loopy(&[1], &[0]), zero],
            Name::Under => vec![loopy(&[0], &[1]), zero],
            Name::Upon => vec![loopy(&[0], &[1]), star],
            Name::Downon => vec![loopy(&[1], &[0]), star],
            Name::TinyOn => vec![loopy(&[1], &[2]), zero, loopy(&[1], &[3]), loopy(&[], &[3])],
            Name::MinyOn => vec![loopy(&[2], &[1]), zero, loopy(&[3], &[1]), loopy(&[3], &[])],
            Name::TinyOver => vec![loopy(&[1], &[2]), zero, loopy(&[1], &[3]), loopy(&[3], &[1])],
            Name::MinyOver => vec![loopy(&[2], &[1]), zero, loopy(&[3], &[1]), loopy(&[1], &[3])],
        };
        LoopyForm::numbered(&nodes, 0)
    }

    /// The stopper of this name.
    pub fn stopper(self) -> Stopper {
        Stopper(self.form())
    }

    /// Its value.
    pub fn worth(self) -> GameValue {
        GameValue::Loopy(Loopy::Stopper(self.stopper()))
    }
}

/// The game `<pass|pass>`, `on & off`: a draw in every sum.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::{GameValue, named::dud, sum};
/// # let store = Store::new(Budget::unlimited());
/// let dud = GameValue::Loopy(dud());
/// assert_eq!(sum(&store, &dud, &GameValue::Short(store.integer(100)?))?, dud);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dud() -> Loopy {
    Loopy::Sided(LoopySide::Stopper(Name::On.stopper()), LoopySide::Stopper(Name::Off.stopper()))
}

/// Whether a game is `on & off`.
#[doc(hidden)]
pub fn is_dud(loopy: &Loopy) -> bool {
    *loopy == dud()
}

/// `tiny_G = <0||0|-G>`.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::named::{Name, tiny_of};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(tiny_of(&store, &Name::On.worth())?, Name::TinyOn.worth());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, or the graph is too large.
pub fn tiny_of(store: &Store, g: &GameValue) -> Result<GameValue, Error> {
    if let GameValue::Short(g) = g {
        return tiny(store, *g).map(GameValue::Short);
    }
    let mut builder = super::Builder::new(store);
    let (root, threat, zero) = (builder.vertex(), builder.vertex(), builder.game(Game::ZERO)?);
    let minus = builder.worth(&super::negative(store, g)?)?;
    builder.set(threat, vec![zero], vec![minus])?;
    builder.set(root, vec![zero], vec![threat])?;
    super::value(store, &builder.finish(), root)
}

/// The power of up for the exponent `on`, `<0|* - upon>`: the limit of `<0|* - (the powers before)>`.
///
/// Source: *Winning Ways*, chapter 11.
///
/// ```
/// # use upstar_core::{Budget, Store, up_power};
/// # use upstar_core::loopy::{GameValue, at_least, named::up_power_on};
/// # let store = Store::new(Budget::unlimited());
/// let tenth = GameValue::Short(up_power(&store, 10)?);
/// assert!(at_least(&store, &tenth, &up_power_on(&store)?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted.
pub fn up_power_on(store: &Store) -> Result<GameValue, Error> {
    let below = super::difference(store, &GameValue::Short(Game::STAR), &Name::Upon.worth())?;
    let mut builder = super::Builder::new(store);
    let (root, zero) = (builder.vertex(), builder.game(Game::ZERO)?);
    let below = builder.worth(&below)?;
    builder.set(root, vec![zero], vec![below])?;
    super::value(store, &builder.finish(), root)
}

/// The name of a stopper, with a number and optionally a star, if it has one.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::{Loopy, GameValue, named::{Name, name}, sum};
/// # let store = Store::new(Budget::unlimited());
/// let GameValue::Loopy(Loopy::Stopper(more)) =
///     sum(&store, &Name::Over.worth(), &GameValue::Short(store.integer(3)?))?
/// else {
///     panic!("3 + over is a stopper")
/// };
/// let named = name(&store, &more)?.expect("3 + over has a name");
/// assert_eq!((named.number, named.name, named.star), (3.into(), Name::Over, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: a few translations by the numbers that occur in it.
pub fn name(store: &Store, stopper: &Stopper) -> Result<Option<NamedStopper>, Error> {
    name_at(store, stopper.form(), 0)
}

/// The name of a vertex of a simplest form. Cost: as for [`name`], independent of the size of the form.
///
/// # Errors
/// When the form has no such vertex, or the budget is exhausted.
#[doc(hidden)]
pub fn name_at(
    store: &Store,
    form: &LoopyForm,
    vertex: u32,
) -> Result<Option<NamedStopper>, Error> {
    Error::check_indices(&[vertex], form.len())?;
    if form.options(vertex, Player::Left).is_empty()
        && form.options(vertex, Player::Right).is_empty()
    {
        return Ok(None);
    }
    if !is_small(form, vertex) {
        return Ok(None);
    }
    let form = form.at(vertex)?;
    for number in numbers(store, &form)? {
        let x = store.number(&-number.clone())?;
        let rest = translated(store, &form, x)?;
        if let Some(name) = named(&rest) {
            return Ok(Some(NamedStopper { number, name, star: false }));
        }
        let rest = GameValue::Loopy(Loopy::Stopper(Stopper(rest)));
        let unstarred = sum(store, &rest, &GameValue::Short(Game::STAR))?;
        if let GameValue::Loopy(Loopy::Stopper(rest)) = unstarred
            && let Some(name) = named(rest.form())
        {
            return Ok(Some(NamedStopper { number, name, star: true }));
        }
    }
    Ok(None)
}

/// Whether a vertex has no more followers than named stoppers have.
fn is_small(form: &LoopyForm, vertex: u32) -> bool {
    const MOST: usize = 8;
    let mut seen = vec![vertex];
    let mut next = 0;
    while next < seen.len() && seen.len() <= MOST {
        for player in [Player::Left, Player::Right] {
            for to in form.options(seen[next], player) {
                if !seen.contains(to) {
                    seen.push(*to);
                }
            }
        }
        next += 1;
    }
    seen.len() <= MOST
}

fn named(form: &LoopyForm) -> Option<Name> {
    NAMES.into_iter().find(|name| name.form() == *form)
}

/// The numbers infinitesimally close to short vertices, and 0.
fn numbers(store: &Store, form: &LoopyForm) -> Result<Vec<Dyadic>, Error> {
    let mut numbers = Vec::new();
    for node in form.nodes() {
        if let Node::Short(g) = node {
            numbers.push(store.split_number(*g)?.0);
        }
    }
    numbers.push(Dyadic::from(0));
    numbers.sort();
    numbers.dedup();
    Ok(numbers)
}
