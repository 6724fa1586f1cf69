//! The canonical form of `{L | R}`.
//!
//! Knows: the simplest number theorem, reversible and dominated options.
//! Must not know: where the options come from.
//!
//! Source: *Winning Ways*, chapter 3; Siegel, *Combinatorial Game Theory*, II.2 and II.3.

use rustc_hash::FxHashSet;

use super::form::NewForm;
use super::{Game, Store};
use crate::number::simplest_between;
use crate::{Dyadic, Error, Player};

/// Nimbers from this one on are handled without listing their options.
const FEW_REPLIES: u32 = 1 << 14;

impl Store {
    /// The canonical form of `{left | right}`.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let up = store.game(&[Game::ZERO], &[Game::STAR])?;
    /// // 0 and * for Left are worth no more than 0 alone: * is reversible.
    /// assert_eq!(store.game(&[Game::ZERO, Game::STAR], &[Game::STAR])?, up);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted, games are nested too deep, or options cannot be listed.
    /// Cost: comparisons of each option with the others and with the followers two moves deep.
    pub fn game(&self, left: &[Game], right: &[Game]) -> Result<Game, Error> {
        self.check(left)?;
        self.check(right)?;
        self.canonical([left, &[]], [right, &[]], false)
    }

    /// The canonical form of a game whose options come in two lists for each player; if `are_antichains`, each
    /// list is an antichain.
    pub(super) fn canonical(
        &self,
        left: [&[Game]; 2],
        right: [&[Game]; 2],
        are_antichains: bool,
    ) -> Result<Game, Error> {
        self.budget.step()?;
        if let Some(x) = self.number_between(left, right)? {
            return self.number(&x);
        }
        let (left, right) = if are_antichains {
            (
                self.merge_undominated(left, Player::Left)?,
                self.merge_undominated(right, Player::Right)?,
            )
        } else {
            let left = self.without_dominated(left.into_iter().flatten(), Player::Left)?;
            (left, self.without_dominated(right.into_iter().flatten(), Player::Right)?)
        };
        let Some(form) = NewForm::new(self, &left, &right) else {
            // A form with an empty side is a number, found above.
            return Ok(Game::ZERO);
        };
        let new_left = self.bypass(&form, &left, Player::Left)?;
        let new_right = self.bypass(&form, &right, Player::Right)?;
        drop(form);
        let left = new_left.map_or(Ok(left), |new| self.without_dominated(&new, Player::Left))?;
        let right =
            new_right.map_or(Ok(right), |new| self.without_dominated(&new, Player::Right))?;
        self.listed(&left, &right)
    }

    /// Interns the game with these canonical options, in any order, which is not a number.
    pub(crate) fn listed(&self, left: &[Game], right: &[Game]) -> Result<Game, Error> {
        let left_stop = left.iter().map(|l| &self.node(*l).right_stop).max();
        let number = left_stop.cloned().expect("both can move in a game that is no number");
        let back = -&number;
        let mut left = self.translate_all(&back, left)?;
        let mut right = self.translate_all(&back, right)?;
        Game::sort(&mut left);
        Game::sort(&mut right);
        match self.recognise(&left, &right)? {
            Some((ups, star)) => self.upstar(number, ups, star),
            None => self.shift(number, self.base(&left, &right)?),
        }
    }

    /// The undominated options.
    pub(crate) fn without_dominated<'g>(
        &self,
        options: impl IntoIterator<Item = &'g Game>,
        player: Player,
    ) -> Result<Vec<Game>, Error> {
        let mut best: Vec<Game> = Vec::new();
        'next: for option in options {
            let mut kept = 0;
            for i in 0..best.len() {
                self.budget.step()?;
                if self.as_good(best[i], *option, player)? {
                    continue 'next;
                }
                if !self.as_good(*option, best[i], player)? {
                    best.swap(kept, i);
                    kept += 1;
                }
            }
            best.truncate(kept);
            best.push(*option);
        }
        Ok(best)
    }

    /// The undominated options of two antichains.
    fn merge_undominated(&self, options: [&[Game]; 2], player: Player) -> Result<Vec<Game>, Error> {
        let [these, those] = options;
        let mut best = Vec::with_capacity(these.len() + those.len());
        for (mine, others, strictly) in [(these, those, false), (those, these, true)] {
            'next: for option in mine {
                self.budget.step()?;
                for other in others {
                    let equal = option == other;
                    if (equal && strictly) || (!equal && self.as_good(*other, *option, player)?) {
                        continue 'next;
                    }
                }
                best.push(*option);
            }
        }
        Ok(best)
    }

    fn as_good(&self, a: Game, b: Game, player: Player) -> Result<bool, Error> {
        match player {
            Player::Left => self.le(b, a),
            Player::Right => self.le(a, b),
        }
    }

    /// Bypasses reversible options until none is left; `None` if there was none.
    fn bypass(
        &self,
        form: &NewForm<'_>,
        options: &[Game],
        player: Player,
    ) -> Result<Option<Vec<Game>>, Error> {
        let mut open = options.to_vec();
        let mut kept: Vec<Game> = Vec::with_capacity(options.len());
        // Different options may be reversible through replies with common options.
        let mut seen: FxHashSet<Game> = FxHashSet::default();
        let mut any = false;
        while let Some(option) = open.pop() {
            self.budget.step()?;
            let Some(reply) = self.reply(form, option, player)? else {
                kept.push(option);
                continue;
            };
            let further = match player {
                Player::Left => self.left(reply)?,
                Player::Right => self.right(reply)?,
            };
            if !any {
                seen.extend(options);
            }
            open.extend(further.iter().filter(|option| seen.insert(**option)));
            any = true;
        }
        Game::sort(&mut kept);
        kept.dedup();
        Ok(any.then_some(kept))
    }

    /// The opponent's reply that makes an option reversible.
    fn reply(
        &self,
        form: &NewForm<'_>,
        option: Game,
        player: Player,
    ) -> Result<Option<Game>, Error> {
        if let Some((x, 0, star @ FEW_REPLIES..)) = self.packed_parts(option) {
            return self.reply_to_nimber(form, (x, star), player);
        }
        let replies = match player {
            Player::Left => self.right(option)?,
            Player::Right => self.left(option)?,
        };
        for reply in replies {
            let reverses = match player {
                Player::Left => form.ge(*reply)?,
                Player::Right => form.le(*reply)?,
            };
            if reverses {
                return Ok(Some(*reply));
            }
        }
        Ok(None)
    }

    /// The reply to `x` plus a nimber with too many options to list.
    fn reply_to_nimber(
        &self,
        form: &NewForm<'_>,
        (x, nimber): (&Dyadic, u32),
        player: Player,
    ) -> Result<Option<Game>, Error> {
        if form.never_answers_at(x, player) {
            return Ok(None);
        }
        for star in 0..FEW_REPLIES {
            let reply = self.upstar(x.clone(), 0, star)?;
            let reverses = match player {
                Player::Left => form.ge(reply)?,
                Player::Right => form.le(reply)?,
            };
            if reverses {
                return Ok(Some(reply));
            }
        }
        Err(Error::TooManyOptions { count: u64::from(nimber) })
    }

    /// The number equal to `{left | right}`, if there is one: the simplest `x` such that no left option is at
    /// least `x` and no right option at most `x`.
    fn number_between(
        &self,
        left: [&[Game]; 2],
        right: [&[Game]; 2],
    ) -> Result<Option<Dyadic>, Error> {
        let low = left.into_iter().flatten().map(|l| &self.node(*l).right_stop).max();
        let high = right.into_iter().flatten().map(|r| &self.node(*r).number).min();
        if let (Some(low), Some(high)) = (low, high) {
            if low > high {
                return Ok(None);
            }
            if low == high {
                let fits = self.clears(low, left, Player::Left)?
                    && self.clears(low, right, Player::Right)?;
                return Ok(fits.then(|| low.clone()));
            }
        }
        let mut best = simplest_between(low, high);
        for (end, options, player) in [(low, left, Player::Left), (high, right, Player::Right)] {
            let Some(end) = end else { continue };
            if end.birthday() < best.birthday() && self.clears(end, options, player)? {
                best = end.clone();
            }
        }
        Ok(Some(best))
    }

    /// Whether no option of `player` is as good as `x`, the best stop among them.
    fn clears(&self, x: &Dyadic, options: [&[Game]; 2], player: Player) -> Result<bool, Error> {
        let number = self.number(x)?;
        for option in options.into_iter().flatten() {
            if self.as_good(*option, number, player)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
