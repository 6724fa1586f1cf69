//! Arithmetic and order of games that may be loopy, by onsides and offsides.
//!
//! Source: Siegel, *Combinatorial Game Theory*, VI.2 to VI.4; *Winning Ways*, chapter 11.

use num_bigint::{BigInt, Sign};

use super::product::{sum_of_sides, translated};
use super::sides::{both, negative as negative_side, onside as solve};
use super::upons::Upons;
use super::value::onside_ge;
use super::{GameValue, Loopy, LoopySide, Node, Stopper, Winners};
use crate::{Comparison, Dyadic, Error, Game, Player, Store};

/// The negative: the players are exchanged.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::{named::Name, negative};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(negative(&store, &Name::Over.worth())?, Name::Under.worth());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted.
#[doc(hidden)]
pub fn negative(store: &Store, g: &GameValue) -> Result<GameValue, Error> {
    let onside = negative_side(store, &g.offside())?;
    let offside = if g.is_stopper() { onside.clone() } else { negative_side(store, &g.onside())? };
    Ok(GameValue::of_sides(onside, offside))
}

/// The sum. Its onside is that of the sum of the onsides.
///
/// ```
/// # use upstar_core::{Budget, Outcome, Store};
/// # use upstar_core::loopy::{GameValue, winners_of, named::Name, sum};
/// # let store = Store::new(Budget::unlimited());
/// let (on, off) = (Name::On.worth(), Name::Off.worth());
/// assert_eq!(sum(&store, &on, &GameValue::Short(store.integer(-9)?))?, on);
/// let dud = sum(&store, &on, &off)?;
/// assert_eq!(winners_of(&store, &dud)?.outcome(), Outcome::D);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, or the graph of the sum is too large. Cost: the product of the
/// followers, in components, simplified.
#[doc(hidden)]
pub fn sum(store: &Store, g: &GameValue, h: &GameValue) -> Result<GameValue, Error> {
    if let (Some(g), Some(h)) = (Upons::of(g), Upons::of(h))
        && let Some(sum) = g.plus(h)
    {
        return sum;
    }
    translating(store, g, h, sum_of_rests)
}

/// Applies `operation` to the games without large integers, and adds these at the end.
fn translating(
    store: &Store,
    g: &GameValue,
    h: &GameValue,
    operation: impl Fn(&Store, &GameValue, &GameValue) -> Result<GameValue, Error>,
) -> Result<GameValue, Error> {
    let ((g, x), (h, y)) = (split(store, g)?, split(store, h)?);
    let rest = operation(store, &g, &h)?;
    match store.add(x, y)? {
        Game::ZERO => Ok(rest),
        x => sum_of_rests(store, &rest, &GameValue::Short(x)),
    }
}

/// Splits a large integer off a stopper, so that it is not counted down.
fn split(store: &Store, g: &GameValue) -> Result<(GameValue, Game), Error> {
    let GameValue::Loopy(Loopy::Stopper(stopper)) = g else { return Ok((g.clone(), Game::ZERO)) };
    for node in stopper.form().nodes() {
        if let Node::Short(leaf) = node {
            let whole = store.split_number(*leaf)?.0.floor();
            if whole.magnitude() < &SMALL.into() {
                break;
            }
            let x = store.number(&Dyadic::new(whole, 0))?;
            let rest = translated(store, stopper.form(), store.neg(x)?)?;
            return Ok((GameValue::Loopy(Loopy::Stopper(Stopper(rest))), x));
        }
    }
    Ok((g.clone(), Game::ZERO))
}

/// Integers below this are not split off.
const SMALL: u32 = 8;

fn sum_of_rests(store: &Store, g: &GameValue, h: &GameValue) -> Result<GameValue, Error> {
    let on = match sum_of_sides(store, &g.onside(), &h.onside())? {
        Ok(known) if g.is_stopper() && h.is_stopper() => return known.worth(),
        on => on,
    };
    let off = sum_of_sides(store, &g.offside(), &h.offside())?;
    let (on, off) = match (on, off) {
        (Err(on), Err(off)) => both(store, on, off, &[0])?.pop().expect("a value for each root"),
        (on, off) => (solved_onside(store, on)?, solved_offside(store, off)?),
    };
    Ok(GameValue::of_sides(on, off))
}

type Product = Result<LoopySide, Vec<Node>>;

fn solved_onside(store: &Store, product: Product) -> Result<LoopySide, Error> {
    match product {
        Ok(known) => Ok(known),
        Err(nodes) => solve(store, nodes),
    }
}

fn solved_offside(store: &Store, product: Product) -> Result<LoopySide, Error> {
    match product {
        Ok(known) => Ok(known),
        Err(nodes) => {
            let onside = solve(store, super::sides::negatives(store, &nodes)?)?;
            negative_side(store, &onside)
        }
    }
}

/// The difference. It need not be 0 for equal games.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::{GameValue, difference, named::{Name, dud}};
/// # let store = Store::new(Budget::unlimited());
/// let on = Name::On.worth();
/// assert_eq!(difference(&store, &on, &on)?, GameValue::Loopy(dud()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, or the graph of the sum is too large.
#[doc(hidden)]
pub fn difference(store: &Store, g: &GameValue, h: &GameValue) -> Result<GameValue, Error> {
    sum(store, g, &negative(store, h)?)
}

/// The sum of `n` copies, or of `-n` copies of the negative. Computed by doubling, until the double of a game
/// is the game itself.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::{named::Name, times};
/// # let store = Store::new(Budget::unlimited());
/// let over = Name::Over.worth();
/// assert_eq!(times(&store, &1000.into(), &over)?, over);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, or the graph of the sum is too large.
#[doc(hidden)]
pub fn times(store: &Store, n: &BigInt, g: &GameValue) -> Result<GameValue, Error> {
    if let GameValue::Short(g) = g {
        return store.times(n, *g).map(GameValue::Short);
    }
    let mut total = GameValue::Short(Game::ZERO);
    if n.sign() == Sign::NoSign {
        return Ok(total);
    }
    let mut power = if n.sign() == Sign::Minus { negative(store, g)? } else { g.clone() };
    if let Some(upons) = Upons::of(&power) {
        return upons.times(usize::try_from(n.magnitude()).unwrap_or(usize::MAX));
    }
    for bit in 0..n.bits() {
        let double = if bit + 1 < n.bits() { Some(sum(store, &power, &power)?) } else { None };
        let stays = double.as_ref() == Some(&power);
        if stays || n.magnitude().bit(bit) {
            total = sum(store, &total, &power)?;
        }
        match double {
            Some(double) if !stays => power = double,
            _ => break,
        }
    }
    Ok(total)
}

/// Whether the first is at least the second, by both sides.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::{GameValue, at_least, named::Name};
/// # let store = Store::new(Budget::unlimited());
/// let (over, half) = (Name::Over.worth(), GameValue::Short(store.parse("1/2")?));
/// assert!(at_least(&store, &half, &over)? && !at_least(&store, &over, &half)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, or the graphs are too large. Cost: pairs of followers.
#[doc(hidden)]
pub fn at_least(store: &Store, g: &GameValue, h: &GameValue) -> Result<bool, Error> {
    if g == h {
        return Ok(true);
    }
    if !onside_ge(store, &g.onside(), &h.onside())? {
        return Ok(false);
    }
    if g.is_stopper() && h.is_stopper() { Ok(true) } else { offside_ge(store, g, h) }
}

fn offside_ge(store: &Store, g: &GameValue, h: &GameValue) -> Result<bool, Error> {
    let (g, h) = (negative_side(store, &g.offside())?, negative_side(store, &h.offside())?);
    onside_ge(store, &h, &g)
}

/// The relation of the first to the second.
///
/// ```
/// # use upstar_core::{Budget, Comparison, Store};
/// # use upstar_core::loopy::{GameValue, compare, named::Name};
/// # let store = Store::new(Budget::unlimited());
/// let (over, up) = (Name::Over.worth(), GameValue::Short(store.parse("^")?));
/// assert_eq!(compare(&store, &over, &up)?, Comparison::Greater);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, or the graphs are too large.
#[doc(hidden)]
pub fn compare(store: &Store, g: &GameValue, h: &GameValue) -> Result<Comparison, Error> {
    Ok(Comparison::from_bounds(at_least(store, h, g)?, at_least(store, g, h)?))
}

/// The winner for each starting player. Left wins moving second if the offside is at least 0, and loses if
/// the onside is not.
///
/// ```
/// # use upstar_core::{Budget, Player, Store};
/// # use upstar_core::loopy::{GameValue, winners_of, named::{Name, dud}};
/// # let store = Store::new(Budget::unlimited());
/// let dud = GameValue::Loopy(dud());
/// assert_eq!(winners_of(&store, &dud)?.left_starts, None);
/// assert_eq!(winners_of(&store, &Name::On.worth())?.left_starts, Some(Player::Left));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, or the graphs are too large.
#[doc(hidden)]
pub fn winners_of(store: &Store, g: &GameValue) -> Result<Winners, Error> {
    let zero = GameValue::Short(Game::ZERO);
    let on_ge = onside_ge(store, &g.onside(), &zero.onside())?;
    let on_le = onside_ge(store, &zero.onside(), &g.onside())?;
    let (off_ge, off_le) = if g.is_stopper() {
        (on_ge, on_le)
    } else {
        (offside_ge(store, g, &zero)?, offside_ge(store, &zero, g)?)
    };
    let winner = |left: bool, right: bool| match (left, right) {
        (true, _) => Some(Player::Left),
        (_, true) => Some(Player::Right),
        _ => None,
    };
    Ok(Winners { left_starts: winner(!off_le, on_le), right_starts: winner(off_ge, !on_ge) })
}

/// The onside: the stopper in which infinite play is won by Left.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::{GameValue, named::{Name, dud}, offside, onside};
/// # let store = Store::new(Budget::unlimited());
/// let dud = GameValue::Loopy(dud());
/// assert_eq!([onside(&dud)?, offside(&dud)?], [Name::On, Name::Off].map(Name::worth));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the onside is not a stopper.
pub fn onside(g: &GameValue) -> Result<GameValue, Error> {
    g.onside().worth()
}

/// The offside: the stopper in which infinite play is won by Right.
///
/// # Errors
/// When the offside is not a stopper.
pub fn offside(g: &GameValue) -> Result<GameValue, Error> {
    g.offside().worth()
}

/// The game `g & h`, with the onside of one and the offside of the other.
///
/// ```
/// # use upstar_core::{Budget, Error, Store};
/// # use upstar_core::loopy::{GameValue, named::{Name, dud}, with_sides};
/// # let store = Store::new(Budget::unlimited());
/// let [on, off] = [Name::On, Name::Off].map(Name::worth);
/// assert_eq!(with_sides(&store, &on, &off)?, GameValue::Loopy(dud()));
/// assert_eq!(with_sides(&store, &off, &on), Err(Error::OnsideBelowOffside));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the first is not at least the second, or the budget is exhausted.
pub fn with_sides(store: &Store, g: &GameValue, h: &GameValue) -> Result<GameValue, Error> {
    let (onside, offside) = (onside(g)?, self::offside(h)?);
    if !at_least(store, &onside, &offside)? {
        return Err(Error::OnsideBelowOffside);
    }
    Ok(GameValue::of_sides(onside.onside(), offside.offside()))
}

/// The upsum: the onside of the sum.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::loopy::{downsum, named::Name, upsum};
/// # let store = Store::new(Budget::unlimited());
/// let (on, off) = (Name::On.worth(), Name::Off.worth());
/// assert_eq!(upsum(&store, &on, &off)?, on);
/// assert_eq!(downsum(&store, &on, &off)?, off);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it is not a stopper, the budget is exhausted, or the graph of the sum is too large.
pub fn upsum(store: &Store, g: &GameValue, h: &GameValue) -> Result<GameValue, Error> {
    translating(store, g, h, |store, g, h| {
        let product = sum_of_sides(store, &g.onside(), &h.onside())?;
        solved_onside(store, product)?.worth()
    })
}

/// The downsum: the offside of the sum.
///
/// # Errors
/// When it is not a stopper, the budget is exhausted, or the graph of the sum is too large.
pub fn downsum(store: &Store, g: &GameValue, h: &GameValue) -> Result<GameValue, Error> {
    translating(store, g, h, |store, g, h| {
        let product = sum_of_sides(store, &g.offside(), &h.offside())?;
        solved_offside(store, product)?.worth()
    })
}

/// The degree of loopiness of a stopper: the onside of the game minus itself; 0 for short games.
///
/// ```
/// # use upstar_core::{Budget, Game, Store};
/// # use upstar_core::loopy::{GameValue, degree, named::Name};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(degree(&store, &Name::Over.worth())?, Name::Over.worth());
/// assert_eq!(degree(&store, &GameValue::Short(Game::STAR))?, GameValue::Short(Game::ZERO));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the game or its degree is no stopper, the budget is exhausted, or the graph of the sum is
/// too large.
pub fn degree(store: &Store, g: &GameValue) -> Result<GameValue, Error> {
    match g {
        GameValue::Short(_) => Ok(GameValue::Short(Game::ZERO)),
        _ if g.is_stopper() => upsum(store, g, &negative(store, g)?),
        _ => Err(Error::NotAStopper),
    }
}

/// The variety of a stopper G whose degree d is an idempotent: the upsum of G with the downsum of
/// -G and -d, which must be the downsum of G with the upsum of -G and d. Source: the definition
/// that CGSuite uses, after *Winning Ways*, chapter 11.
///
/// # Errors
/// When the game or one of these is no stopper, the degree is no idempotent, the two sums are
/// different, the budget is exhausted, or a graph is too large.
pub fn variety(store: &Store, g: &GameValue) -> Result<GameValue, Error> {
    let (degree, minus) = (degree(store, g)?, negative(store, g)?);
    if sum(store, &degree, &degree)? != degree {
        return Err(Error::DegreeNotIdempotent);
    }
    let below = downsum(store, &minus, &negative(store, &degree)?)?;
    let above = upsum(store, &minus, &degree)?;
    let variety = upsum(store, g, &below)?;
    if variety == downsum(store, g, &above)? { Ok(variety) } else { Err(Error::NoVariety) }
}

/// The upsum variety of a stopper G for an idempotent d: the upsum of G with the downsum of -G and -d. With
/// the degree of G it is its [`variety`], if it has one.
///
/// # Errors
/// When the game or one of these is no stopper, `d` is no idempotent, the budget is exhausted, or a graph is
/// too large.
pub fn upsum_variety(store: &Store, g: &GameValue, d: &GameValue) -> Result<GameValue, Error> {
    idempotent(store, d)?;
    let below = downsum(store, &negative(store, g)?, &negative(store, d)?)?;
    upsum(store, g, &below)
}

/// The downsum variety of a stopper G for an idempotent d: the downsum of G with the upsum of -G and d.
///
/// # Errors
/// As for [`upsum_variety`].
pub fn downsum_variety(store: &Store, g: &GameValue, d: &GameValue) -> Result<GameValue, Error> {
    idempotent(store, d)?;
    let above = upsum(store, &negative(store, g)?, d)?;
    downsum(store, g, &above)
}

fn idempotent(store: &Store, d: &GameValue) -> Result<(), Error> {
    match d.is_stopper() && sum(store, d, d)? == *d {
        true => Ok(()),
        false => Err(Error::DegreeNotIdempotent),
    }
}
