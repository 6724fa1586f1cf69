//! Ordinal sums of games that may be loopy, and powers, which are made by them.

use super::named::{Name, name};
use super::product::append_listed;
use super::sides::{append, both};
use super::{Builder, GameValue, Loopy, LoopySide, Node, difference};
use crate::{Error, Game, Player, Store};

/// The ordinal sum `g : h` of the simplest form of `g`: a move in `g` removes `h`.
///
/// ```
/// # use upstar_core::{Budget, Game, Store};
/// # use upstar_core::loopy::{GameValue, named::Name, ordinal_sum};
/// # let store = Store::new(Budget::unlimited());
/// let star = GameValue::Short(Game::STAR);
/// assert!(ordinal_sum(&store, &star, &Name::On.worth())?.is_stopper());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `g` is not a stopper, the budget is exhausted, or the graph is too large.
pub fn ordinal_sum(store: &Store, g: &GameValue, h: &GameValue) -> Result<GameValue, Error> {
    let options = [Player::Left, Player::Right].map(|player| g.options(store, player));
    let [left, right] = options;
    ordinal_sum_of_form(store, [&left?, &right?], h)
}

/// The ordinal sum of the form with these left and right options and `h`. It depends on the form of the first
/// game, through the values of its options, and on the value of `h`.
///
/// This holds for loopy games too: a player who survives `h - k` survives `(g : h) - (g : k)` by the same
/// replies, as long as no player moves in `g`, and copies a move in `g` from then on; so the sides of `h`
/// give those of the sum.
///
/// # Errors
/// When the budget is exhausted, or the graph is too large.
#[doc(hidden)]
pub fn ordinal_sum_of_form(
    store: &Store,
    base: [&[GameValue]; 2],
    h: &GameValue,
) -> Result<GameValue, Error> {
    if let (Some(left), Some(right), GameValue::Short(h)) = (short(base[0]), short(base[1]), h) {
        return crate::short::ordinal_sum_of_form(store, (&left, &right), *h).map(GameValue::Short);
    }
    let on = graph(store, base, h, GameValue::onside)?;
    let stoppers = base.iter().copied().flatten().chain([h]).all(GameValue::is_stopper);
    let off = if stoppers { on.clone() } else { graph(store, base, h, GameValue::offside)? };
    let found = both(store, on, off, &[0])?.pop();
    let (on, off) = found.expect("one root has one pair of sides");
    Ok(GameValue::of_sides(on, off))
}

/// The power of a game `{0|h}`, `{0 | h - (the power sum for x - 1)}`: an order of infinitesimals for each exponent.
/// `None` when the game is not of this kind, or the exponent is neither a number, nor a number plus `over` or
/// `under`, nor `on`, or is not at least 1.
///
/// Source: Siegel, *Combinatorial Game Theory*, II.4 and VI.5; for `on` *Winning Ways*, chapter 11.
///
/// # Errors
/// When the budget is exhausted, or the graph is too large.
pub fn power(store: &Store, g: Game, x: &GameValue) -> Result<Option<GameValue>, Error> {
    let (left, right) = (store.left_options(g)?, store.right_options(g)?);
    let (&[Game::ZERO], &[h]) = (&left[..], &right[..]) else { return Ok(None) };
    let less = match x == &Name::On.worth() {
        true => x.clone(),
        false => difference(store, x, &GameValue::Short(Game::ONE))?,
    };
    let Some(sum) = power_sum(store, g, &less)? else { return Ok(None) };
    let below = difference(store, &GameValue::Short(h), &sum)?;
    let mut builder = Builder::new(store);
    let (root, zero) = (builder.vertex(), builder.game(Game::ZERO)?);
    let below = builder.worth(&below)?;
    builder.set(root, vec![zero], vec![below])?;
    super::value(store, &builder.finish(), root).map(Some)
}

/// The sum of the powers of a game up to the exponent, which is 0 or `g : y` with the `y` for which the exponent is
/// `1 : y`. It is defined for all games. `None` when the exponent is neither a number, nor a number plus `over`
/// or `under`, nor `on`, or is negative.
///
/// ```
/// # use upstar_core::{Budget, Game, Store, up_power_sum};
/// # use upstar_core::loopy::{GameValue, named::Name, power_sum};
/// # let store = Store::new(Budget::unlimited());
/// let up = store.parse("^")?;
/// let three = GameValue::Short(store.integer(3)?);
/// assert_eq!(power_sum(&store, up, &three)?, Some(GameValue::Short(up_power_sum(&store, 3)?)));
/// assert_eq!(power_sum(&store, up, &Name::On.worth())?, Some(Name::Upon.worth()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, or the graph is too large.
pub fn power_sum(store: &Store, g: Game, x: &GameValue) -> Result<Option<GameValue>, Error> {
    if *x == GameValue::Short(Game::ZERO) {
        return Ok(Some(GameValue::Short(Game::ZERO)));
    }
    let Some(y) = after_first_sign(store, x)? else { return Ok(None) };
    ordinal_sum(store, &GameValue::Short(g), &y).map(Some)
}

/// The `y` with `1 : y = x`, for positive exponents: the sign expansion without its first sign.
fn after_first_sign(store: &Store, x: &GameValue) -> Result<Option<GameValue>, Error> {
    let of_number = |x: Game| crate::short::subordinate(store, x, Game::ONE);
    let stopper = match x {
        GameValue::Short(x) if store.as_number(*x).is_some() => {
            return Ok(of_number(*x)?.map(GameValue::Short));
        }
        GameValue::Loopy(Loopy::Stopper(stopper)) => stopper,
        _ => return Ok(None),
    };
    let Some(named) = name(store, stopper)?.filter(|named| !named.star) else { return Ok(None) };
    let number = store.number(&named.number)?;
    match named.name {
        Name::On => Ok(Some(x.clone())),
        Name::Over if number == Game::ZERO => Ok(Some(Name::Off.worth())),
        Name::Over | Name::Under => match of_number(number)? {
            Some(y) => super::sum(store, &GameValue::Short(y), &named.name.worth()).map(Some),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

/// The short games, if all are short.
fn short(games: &[GameValue]) -> Option<Vec<Game>> {
    let short = |worth: &GameValue| match worth {
        GameValue::Short(game) => Some(*game),
        GameValue::Loopy(_) => None,
    };
    games.iter().map(short).collect()
}

/// The ordinal sums of the base with all followers of one side of `h`, the whole sum first.
fn graph(
    store: &Store,
    base: [&[GameValue]; 2],
    h: &GameValue,
    side_of: fn(&GameValue) -> LoopySide,
) -> Result<Vec<Node>, Error> {
    let mut nodes = Vec::new();
    append_listed(store, &mut nodes, &side_of(h))?;
    let sums = nodes.len();
    let base = base.map(|options| {
        options.iter().map(|option| append(&mut nodes, &side_of(option))).collect::<Vec<u32>>()
    });
    for node in &mut nodes[..sums] {
        store.budget().step()?;
        if let Node::Loopy(sides) = node {
            for (side, base) in sides.iter_mut().zip(&base) {
                *side = base.iter().chain(side.iter()).copied().collect();
            }
        }
    }
    Ok(nodes)
}
