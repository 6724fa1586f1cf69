//! Ordinal sum, conjunctive and selective compounds, and Conway's product.
//!
//! Knows: the recursive definitions on canonical forms, each pair of followers once.
//! Must not know: positions.
//!
//! Source: *Winning Ways*, chapters 2, 7 and 9; ONAG, chapters 1 and 14.

use rustc_hash::FxHashMap;

use crate::{Error, Game, Player, Store};

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
    pairs(store, g, h, |again, g, h, player| {
        let mut moves = options(store, g, player)?.to_vec();
        for option in options(store, h, player)? {
            moves.push(again(g, *option)?);
        }
        Ok(moves)
    })
}

/// The conjunctive compound: a move is a move in both; when one has none, play ends.
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each pair of followers.
pub fn conjunctive(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    pairs(store, g, h, |again, g, h, player| {
        let mut moves = Vec::new();
        for a in options(store, g, player)? {
            for b in options(store, h, player)? {
                moves.push(again(*a, *b)?);
            }
        }
        Ok(moves)
    })
}

/// The selective compound: a move is a move in one or in both.
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each pair of followers.
pub fn selective(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    pairs(store, g, h, |again, g, h, player| selective_moves(store, again, (g, h), player))
}

fn selective_moves(
    store: &Store,
    again: Again<'_>,
    (g, h): (Game, Game),
    player: Player,
) -> Result<Vec<Game>, Error> {
    let mut moves = Vec::new();
    for a in options(store, g, player)? {
        moves.push(again(*a, h)?);
        for b in options(store, h, player)? {
            moves.push(again(*a, *b)?);
        }
    }
    for b in options(store, h, player)? {
        moves.push(again(g, *b)?);
    }
    Ok(moves)
}

/// The continued conjunctive compound: a move is a move in both until one has ended, and
/// then in the other.
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each pair of followers.
pub fn continued_conjunctive(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    pairs(store, g, h, |again, g, h, player| {
        if g == Game::ZERO || h == Game::ZERO {
            return Ok(options(store, if g == Game::ZERO { h } else { g }, player)?.to_vec());
        }
        let mut moves = Vec::new();
        for a in options(store, g, player)? {
            for b in options(store, h, player)? {
                moves.push(again(*a, *b)?);
            }
        }
        Ok(moves)
    })
}

/// The shortened selective compound: a move is a move in one or in both; when one has ended,
/// play ends.
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each pair of followers.
pub fn shortened_selective(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    pairs(store, g, h, |again, g, h, player| {
        if g == Game::ZERO || h == Game::ZERO {
            return Ok(Vec::new());
        }
        selective_moves(store, again, (g, h), player)
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
