//! Derivation of the canonical form from the options of a form.
//!
//! Knows: the simplest-number theorem, dominated and reversible options.
//! Must not know: proofs of order; see [`super::answers`].
//!
//! Source: *Winning Ways*, chapter 3; Siegel, *Combinatorial Game Theory*, chapter II.

use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use crate::{Dyadic, Error, Game, Player, Store};

/// Limit of the options on a side: longer derivations would be unreadable.
const MOST_OPTIONS: usize = 1000;

/// The options of both players.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sides {
    /// Options of Left.
    pub left: Vec<Game>,
    /// Options of Right.
    pub right: Vec<Game>,
}

impl Sides {
    /// The options of one player.
    pub fn of(&self, player: Player) -> &[Game] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    fn of_mut(&mut self, player: Player) -> &mut Vec<Game> {
        match player {
            Player::Left => &mut self.left,
            Player::Right => &mut self.right,
        }
    }

    /// The options of the negative game.
    ///
    /// # Errors
    /// As for [`Store::neg`].
    pub fn negative(&self, store: &Store) -> Result<Sides, Error> {
        let turned = |games: &[Game]| -> Result<Vec<Game>, Error> {
            games.iter().map(|g| store.neg(*g)).collect()
        };
        Ok(Sides { left: turned(&self.right)?, right: turned(&self.left)? })
    }
}

/// One step towards the canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The value is a number: no left option is at least `number`, no right option at most, and no simpler
    /// number has this property.
    Number {
        /// The value.
        number: Dyadic,
        /// The largest simpler number below it, and a left option that is at least that number.
        below: Option<(Dyadic, Game)>,
        /// The smallest simpler number above it, and a right option that is at most that number.
        above: Option<(Dyadic, Game)>,
    },
    /// Dominated options are dropped.
    Dominated {
        /// Owner of the options.
        player: Player,
        /// The dominated options.
        options: Vec<Game>,
        /// An option that dominates each of them.
        by: Game,
    },
    /// A reversible option is bypassed: the opponent has a reply to it that is at least as good for the
    /// opponent as the whole game.
    Reversible {
        /// Owner of the option.
        player: Player,
        /// The reversible option.
        option: Game,
        /// The opponent's reply.
        reply: Game,
        /// The player's options after the reply, which replace `option`.
        replaced_by: Vec<Game>,
    },
}

impl Step {
    /// Applies the step to the options. A step that bypasses an option does nothing where that one is missing.
    pub fn apply(&self, sides: &mut Sides) {
        match self {
            Step::Number { .. } => {}
            Step::Dominated { player, options, .. } => {
                let gone: FxHashSet<Game> = options.iter().copied().collect();
                sides.of_mut(*player).retain(|option| !gone.contains(option));
            }
            Step::Reversible { player, option, replaced_by, .. } => {
                let side = sides.of_mut(*player);
                let Some(at) = side.iter().position(|other| other == option) else { return };
                side.retain(|other| other != option);
                let present: FxHashSet<Game> = side.iter().copied().collect();
                let new = replaced_by.iter().filter(|game| !present.contains(game));
                side.splice(at..at, new.copied().collect::<Vec<_>>());
            }
        }
    }
}

/// A derivation of a canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Derivation {
    /// The options of the form, each in canonical form and once.
    pub start: Sides,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The value.
    pub value: Game,
}

/// The derivation of the canonical form of `{left | right}`.
///
/// A form that equals a number takes one step. For others dominated options are dropped first, and then
/// reversible options are bypassed one at a time.
///
/// ```
/// # use upstar_core::{Budget, Game, Store};
/// # use upstar_core::derive::{Step, canonical_form};
/// # let store = Store::new(Budget::unlimited());
/// // {0,* | *}: the answer 0 makes * reversible, and nothing comes in its place.
/// let found = canonical_form(&store, &[Game::ZERO, Game::STAR], &[Game::STAR])?;
/// assert!(matches!(&found.steps[..], [Step::Reversible { option: Game::STAR, .. }]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]; [`Error::TooManyOptions`] for more than a thousand options on a side, or replies
/// to one of them. Cost: for each step, comparisons of each option with all others and with its replies.
pub fn canonical_form(store: &Store, left: &[Game], right: &[Game]) -> Result<Derivation, Error> {
    let start = Sides { left: few(distinct(left))?, right: few(distinct(right))? };
    let value = store.game(&start.left, &start.right)?;
    let steps = match store.as_number(value) {
        Some(number) => vec![simplest(store, &start, number)?],
        None => reductions(store, start.clone(), value)?,
    };
    Ok(Derivation { start, steps, value })
}

fn distinct(games: &[Game]) -> Vec<Game> {
    let mut seen = FxHashSet::default();
    games.iter().copied().filter(|game| seen.insert(*game)).collect()
}

fn few(options: Vec<Game>) -> Result<Vec<Game>, Error> {
    match options.len() {
        count if count > MOST_OPTIONS => Err(Error::TooManyOptions { count: count as u64 }),
        _ => Ok(options),
    }
}

fn reductions(store: &Store, mut sides: Sides, value: Game) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    loop {
        let before = steps.len();
        for player in [Player::Left, Player::Right] {
            for step in dominated(store, sides.of(player), player)? {
                step.apply(&mut sides);
                steps.push(step);
            }
        }
        if let Some(step) = reversible(store, &sides, value)? {
            step.apply(&mut sides);
            steps.push(step);
        }
        if steps.len() == before {
            return Ok(steps);
        }
    }
}

/// The dominated options of a player, grouped by a dominating option.
fn dominated(store: &Store, options: &[Game], player: Player) -> Result<Vec<Step>, Error> {
    let best = store.without_dominated(options, player)?;
    let mut steps: Vec<Step> = Vec::new();
    for by in options.iter().filter(|option| best.contains(option)) {
        let mut dropped = Vec::new();
        for option in options.iter().filter(|option| !best.contains(option)) {
            store.budget().step()?;
            let known = steps.iter().any(
                |step| matches!(step, Step::Dominated { options, .. } if options.contains(option)),
            );
            if !known && as_good(store, *by, *option, player)? {
                dropped.push(*option);
            }
        }
        if !dropped.is_empty() {
            steps.push(Step::Dominated { player, options: dropped, by: *by });
        }
    }
    Ok(steps)
}

/// The first reversible option, with the reply that leaves the fewest replacements.
fn reversible(store: &Store, sides: &Sides, value: Game) -> Result<Option<Step>, Error> {
    for player in [Player::Left, Player::Right] {
        for option in sides.of(player) {
            let mut best: Option<(Game, Vec<Game>)> = None;
            for reply in few(options_of(store, *option, player.opponent())?)? {
                store.budget().step()?;
                if as_good(store, reply, value, player.opponent())? {
                    let further = options_of(store, reply, player)?;
                    if best.as_ref().is_none_or(|(_, fewest)| further.len() < fewest.len()) {
                        best = Some((reply, further));
                    }
                }
            }
            if let Some((reply, replaced_by)) = best {
                let option = *option;
                return Ok(Some(Step::Reversible { player, option, reply, replaced_by }));
            }
        }
    }
    Ok(None)
}

pub(super) fn options_of(store: &Store, g: Game, player: Player) -> Result<Vec<Game>, Error> {
    let options = match player {
        Player::Left => store.left_in_order(g)?,
        Player::Right => store.right_in_order(g)?,
    };
    Ok(options.to_vec())
}

/// Whether `a` is at least as good for `player` as `b`.
fn as_good(store: &Store, a: Game, b: Game, player: Player) -> Result<bool, Error> {
    match player {
        Player::Left => store.le(b, a),
        Player::Right => store.le(a, b),
    }
}

/// Witnesses that no number simpler than `number` fits between the options.
///
/// The simpler numbers below `number` are at most its left parent, those above at least its right
/// parent (ONAG, chapter 2).
fn simplest(store: &Store, sides: &Sides, number: Dyadic) -> Result<Step, Error> {
    let (lower, upper) = parents(&number);
    let witness = |parent: Option<Dyadic>, player| -> Result<_, Error> {
        let Some(parent) = parent else { return Ok(None) };
        let game = store.number(&parent)?;
        for option in sides.of(player) {
            if as_good(store, *option, game, player)? {
                return Ok(Some((parent, *option)));
            }
        }
        Ok(None)
    };
    let below = witness(lower, Player::Left)?;
    let above = witness(upper, Player::Right)?;
    Ok(Step::Number { number, below, above })
}

/// The options of a number in canonical form.
fn parents(number: &Dyadic) -> (Option<Dyadic>, Option<Dyadic>) {
    let one = Dyadic::new(BigInt::from(1), number.exponent());
    let (less, more) = (number - &one, number + &one);
    if !number.is_integer() {
        return (Some(less), Some(more));
    }
    (number.is_positive().then_some(less), number.is_negative().then_some(more))
}
