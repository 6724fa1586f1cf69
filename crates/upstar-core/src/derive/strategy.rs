//! Winning strategies of the second player in a sum.
//!
//! Knows: every move of the first player, and one winning reply to each.
//! Must not know: how far to follow the play; callers continue with the remaining sum.
//!
//! Source: *Winning Ways*, chapter 2: `G >= H` when Left wins `G - H` moving second.

use super::canonical::{Sides, options_of};
use crate::{Error, Game, Player, Store};

/// A summand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Summand {
    /// A game in canonical form.
    Game(Game),
    /// A form by its options, with its value.
    Form(Sides, Game),
}

impl Summand {
    /// Value of the summand.
    pub fn value(&self) -> Game {
        match self {
            Summand::Game(game) | Summand::Form(_, game) => *game,
        }
    }

    fn options(&self, store: &Store, player: Player) -> Result<Vec<Game>, Error> {
        match self {
            Summand::Game(game) => options_of(store, *game, player),
            Summand::Form(sides, _) => Ok(sides.of(player).to_vec()),
        }
    }
}

/// A move in a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SumMove {
    /// The summand, counted from 0.
    pub part: usize,
    /// The game it becomes.
    pub to: Game,
}

/// A move and a winning reply.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exchange {
    /// The first player's move.
    pub threat: SumMove,
    /// The second player's reply.
    pub answer: SumMove,
    /// The remaining sum, with the first player to move.
    pub rest: Vec<Summand>,
}

/// A winning reply to each move of `first` in the sum of `parts`; `None` if `first` wins.
///
/// Replies that leave 0 are preferred, then those in the same summand.
///
/// ```
/// # use upstar_core::{Budget, Player, Store};
/// # use upstar_core::derive::{Summand, answers};
/// # let store = Store::new(Budget::unlimited());
/// // Left to move first loses in ± 1 + * + ± 1 + *.
/// let sum = ["±1", "*", "±1", "*"].map(|text| Summand::Game(store.parse(text).unwrap()));
/// let answers = answers(&store, &sum, Player::Left)?.expect("the sum is 0");
/// assert!(answers.iter().all(|exchange| exchange.threat.part != exchange.answer.part));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When options cannot be listed, or a limit is passed. Cost: the value of the sum after every
/// pair of moves, in the worst case.
pub fn answers(
    store: &Store,
    parts: &[Summand],
    first: Player,
) -> Result<Option<Vec<Exchange>>, Error> {
    let mut exchanges = Vec::new();
    for threat in moves(store, parts, first)? {
        let after = made(parts, threat);
        let Some(answer) = winning(store, &after, first.opponent(), Some(threat.part))? else {
            return Ok(None);
        };
        exchanges.push(Exchange { threat, answer, rest: made(&after, answer) });
    }
    Ok(Some(exchanges))
}

/// A winning move of `player`, if there is one.
///
/// ```
/// # use upstar_core::{Budget, Player, Store};
/// # use upstar_core::derive::{Summand, winning_move};
/// # let store = Store::new(Budget::unlimited());
/// let sum = [store.parse("{3|1}")?, store.parse("-2")?].map(Summand::Game);
/// let best = winning_move(&store, &sum, Player::Left)?.expect("Left wins moving first");
/// assert_eq!(best.part, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`answers`].
pub fn winning_move(
    store: &Store,
    parts: &[Summand],
    player: Player,
) -> Result<Option<SumMove>, Error> {
    winning(store, parts, player, None)
}

fn winning(
    store: &Store,
    parts: &[Summand],
    player: Player,
    near: Option<usize>,
) -> Result<Option<SumMove>, Error> {
    let mut best: Option<((bool, bool), SumMove)> = None;
    for candidate in moves(store, parts, player)? {
        store.budget().step()?;
        let rest: Vec<Game> = made(parts, candidate).iter().map(Summand::value).collect();
        let total = store.total(&rest)?;
        let wins = match player {
            Player::Left => store.le(Game::ZERO, total)?,
            Player::Right => store.le(total, Game::ZERO)?,
        };
        let rank = (total != Game::ZERO, near.is_some_and(|near| near != candidate.part));
        if wins && best.as_ref().is_none_or(|(other, _)| rank < *other) {
            best = Some((rank, candidate));
        }
    }
    Ok(best.map(|(_, candidate)| candidate))
}

fn moves(store: &Store, parts: &[Summand], player: Player) -> Result<Vec<SumMove>, Error> {
    let mut all = Vec::new();
    for (part, component) in parts.iter().enumerate() {
        all.extend(component.options(store, player)?.into_iter().map(|to| SumMove { part, to }));
    }
    Ok(all)
}

fn made(parts: &[Summand], played: SumMove) -> Vec<Summand> {
    let mut parts = parts.to_vec();
    parts[played.part] = Summand::Game(played.to);
    parts
}
