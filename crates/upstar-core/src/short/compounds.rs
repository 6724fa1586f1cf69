//! Ordinal sum and Conway's product.
//!
//! Knows: the recursive definitions on canonical forms, each pair of followers once.
//! Must not know: positions.
//!
//! Source: *Winning Ways*, chapter 7; ONAG, chapters 1 and 15.

use rustc_hash::FxHashMap;

use crate::{Error, Game, Player, Store};

/// The largest denominator of a product of numbers, as a power of two.
const MAX_EXPONENT: u64 = 1 << 24;

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// An operation on two games, followed through the options of both.
struct Pairs<'s, Moves> {
    store: &'s Store,
    moves: &'s Moves,
    done: FxHashMap<(Game, Game), Game>,
}

/// The same operation on another pair.
type Again<'a> = &'a mut dyn FnMut(Game, Game) -> Result<Game, Error>;

impl<Moves> Pairs<'_, Moves>
where
    Moves: Fn(Again<'_>, Game, Game, Player) -> Result<Vec<Game>, Error>,
{
    fn of(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        if let Some(known) = self.done.get(&(g, h)) {
            return Ok(*known);
        }
        let (store, moves) = (self.store, self.moves);
        store.budget().step()?;
        let mut again = |a: Game, b: Game| store.deeper(|| self.of(a, b));
        let left = moves(&mut again, g, h, Player::Left)?;
        let right = moves(&mut again, g, h, Player::Right)?;
        let new = store.game(&left, &right)?;
        self.done.insert((g, h), new);
        Ok(new)
    }
}

fn pairs(
    store: &Store,
    g: Game,
    h: Game,
    moves: impl Fn(Again<'_>, Game, Game, Player) -> Result<Vec<Game>, Error>,
) -> Result<Game, Error> {
    Pairs { store, moves: &moves, done: FxHashMap::default() }.of(g, h)
}

fn options(store: &Store, g: Game, player: Player) -> Result<&[Game], Error> {
    match player {
        Player::Left => store.left(g),
        Player::Right => store.right(g),
    }
}

/// The ordinal sum `g : h`: a move in `g` removes `h`.
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each follower of `h`.
pub fn ordinal_sum(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    ordinal_sum_of_form(store, (store.left(g)?, store.right(g)?), h)
}

/// The ordinal sum of the form with these left and right options, which need not be canonical,
/// and `h`. It depends on the form of the first part, and only on its options' values.
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each follower of `h`.
pub fn ordinal_sum_of_form(
    store: &Store,
    (left, right): (&[Game], &[Game]),
    h: Game,
) -> Result<Game, Error> {
    pairs(store, Game::ZERO, h, |again, zero, h, player| {
        let base = if player == Player::Left { left } else { right };
        let mut moves = base.to_vec();
        for option in options(store, h, player)? {
            moves.push(again(zero, *option)?);
        }
        Ok(moves)
    })
}

/// Conway's product, `g^X h + g h^Y - g^X h^Y`, to Left's advantage when `X` and `Y` are
/// moves of the same player.
///
/// It depends on the form unless both are numbers; the canonical forms are used.
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each pair of followers.
pub fn conway_product(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    if let (Some(x), Some(y)) = (store.as_number(g), store.as_number(h)) {
        // Exponents add, so that a few squares would make one that nobody can write out.
        if x.exponent().saturating_add(y.exponent()) > MAX_EXPONENT {
            return Err(Error::DenominatorTooLarge { limit: MAX_EXPONENT });
        }
        return store.number(&(&x * &y));
    }
    pairs(store, g, h, |again, g, h, player| {
        let mut moves = Vec::new();
        for mover in PLAYERS {
            let other = if player == Player::Left { mover } else { mover.opponent() };
            for a in options(store, g, mover)? {
                for b in options(store, h, other)? {
                    let (left, right) = (again(*a, h)?, again(g, *b)?);
                    let both = again(*a, *b)?;
                    moves.push(store.sub(store.add(left, right)?, both)?);
                }
            }
        }
        Ok(moves)
    })
}
