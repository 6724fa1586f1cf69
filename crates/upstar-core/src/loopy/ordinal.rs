//! Ordinal sums of games that may be loopy.

use super::product::append_listed;
use super::sides::{append, both};
use super::{GameValue, LoopySide, Node};
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
