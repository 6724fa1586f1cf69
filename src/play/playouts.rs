//! Matches played at random, to tell good moves from bad ones where nothing is known.

use upstar_core::Player;

use super::effort::within;
use super::names::Move;
use super::rules;
use crate::value::host::Host;
use crate::value::{Result, Value};

/// So many matches are played after each move at most.
const MOST_ROUNDS: usize = 400;
/// A match at random that is longer counts as a draw.
const LONGEST: usize = 500;

/// The place of the move after which `player` wins most matches at random, how many these were, and
/// of how many. All moves are tried equally often, within so many steps; nothing when they do not
/// suffice for one match each. The dice are the same each time.
pub(super) fn best(
    host: &mut dyn Host,
    player: Player,
    moves: &[Move],
    steps: u64,
) -> Result<Option<(usize, usize, usize)>> {
    // Twice the matches won, and the draws.
    let mut worth = vec![0_usize; moves.len()];
    let mut won = vec![0_usize; moves.len()];
    let mut rounds = 0;
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    within(host, steps, |host| {
        while rounds < MOST_ROUNDS {
            let mut round = Vec::with_capacity(moves.len());
            for one in moves {
                let next = rules::next(host, &one.to, player)?;
                round.push(played_out(host, one.to.clone(), next, &mut dice)?);
            }
            for (place, winner) in round.into_iter().enumerate() {
                worth[place] += match winner {
                    Some(winner) if winner == player => 2,
                    None => 1,
                    Some(_) => 0,
                };
                won[place] += usize::from(winner == Some(player));
            }
            rounds += 1;
        }
        Ok(())
    })?;
    // The last of equal ones is the greatest: the first move is wanted.
    let best = (0..moves.len()).rev().max_by_key(|place| worth[*place]);
    Ok(best.filter(|_| rounds > 0).map(|place| (place, won[place], rounds)))
}

/// Who wins a match at random.
fn played_out(
    host: &mut dyn Host,
    mut at: Value,
    mut player: Player,
    dice: &mut Dice,
) -> Result<Option<Player>> {
    for _ in 0..LONGEST {
        // A step for each move: the budget counts what is looked at.
        host.store().budget().step()?;
        if let Some(ending) = rules::decided(host, &at, player)? {
            return Ok(ending.winner);
        }
        let mut options = rules::options(host, &at, player)?;
        if options.is_empty() {
            return Ok(rules::stuck(&at, player).winner);
        }
        at = options.swap_remove(dice.below(options.len()));
        player = rules::next(host, &at, player)?;
    }
    Ok(None)
}

/// Numbers that look random (Marsaglia, *Xorshift RNGs*, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}
