//! Followers of games in misère play: each summand once, with its options as sums of others.
//!
//! Knows: moves by the rules, and in which order summands end. Must not know: what is computed from them.
//!
//! Summands are listed as the rules give them, so that answers do not depend on which fast method reads the rules.

use std::sync::Arc;

use indexmap::IndexSet;
use upstar_core::Player;

use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{Fault, Misere, Result, TermKind, Value, misere, show};

/// Most summands that are listed.
const MOST: usize = 1 << 20;

/// Summands by their places: a game in misère play.
pub(super) type Places = Vec<usize>;

/// The summands of games in misère play and of all that follow them.
pub(super) struct Followers {
    summands: IndexSet<Value>,
    /// For each summand, the options of each player that was asked about.
    options: Vec<Vec<Vec<Places>>>,
    /// The summands, each after those in its options.
    order: Vec<usize>,
    /// For each summand, the length of the longest play.
    longest: Vec<usize>,
}

/// A test of a summand before its options are listed.
type Check<'c> = &'c dyn Fn(&mut dyn Host, &Value) -> Result<()>;

impl Followers {
    /// Lists the followers of some games by moves of some players. Returns the summands of the games, too.
    ///
    /// # Errors
    /// When a summand fails the test, play can return to one, or they are too many.
    pub(super) fn of(
        host: &mut dyn Host,
        games: &[Arc<Misere>],
        players: &[Player],
        check: Check<'_>,
    ) -> Result<(Self, Vec<Places>)> {
        let (summands, options) = (IndexSet::new(), Vec::new());
        let mut all = Followers { summands, options, order: Vec::new(), longest: Vec::new() };
        let places = games.iter().map(|games| all.places(host, games)).collect::<Result<_>>()?;
        while let Some(summand) = all.summands.get_index(all.options.len()).cloned() {
            check(host, &summand)?;
            let game = misere::of(host, &summand)?;
            let mut of_players = Vec::with_capacity(players.len());
            for player in players {
                let mut options = Vec::new();
                for option in moves(host, &game, *player)? {
                    let Value::Misere(option) = option else { continue };
                    options.push(all.places(host, &option)?);
                }
                options.sort_unstable();
                options.dedup();
                of_players.push(options);
            }
            all.options.push(of_players);
        }
        all.sort(host)?;
        Ok((all, places))
    }

    /// Places of the summands of a game, in order; new ones are added.
    fn places(&mut self, host: &mut dyn Host, games: &Misere) -> Result<Places> {
        let store = host.store();
        let mut places = Vec::with_capacity(games.terms().len());
        for term in games.terms() {
            store.budget().step()?;
            places.push(self.summands.insert_full(without_sign(host, term)).0);
        }
        if self.summands.len() > MOST {
            let message = format!("more than {MOST} positions follow");
            return Err(Fault::new(Code::TooLarge, message));
        }
        places.sort_unstable();
        Ok(places)
    }

    /// Puts each summand after its options.
    fn sort(&mut self, host: &mut dyn Host) -> Result<()> {
        let after = |place: usize| -> Vec<usize> {
            self.options[place].iter().flatten().flatten().copied().collect()
        };
        let (mut open, mut done) =
            (vec![false; self.options.len()], vec![None; self.options.len()]);
        let (mut order, mut stack) = (Vec::with_capacity(self.options.len()), Vec::new());
        for start in 0..self.options.len() {
            if done[start].is_none() {
                stack.push((start, after(start)));
                open[start] = true;
            }
            while let Some((place, rest)) = stack.last_mut() {
                host.store().budget().step()?;
                let place = *place;
                match rest.pop() {
                    Some(next) if open[next] => return Err(repeats(host, &self.summands[next])?),
                    Some(next) if done[next].is_some() => {}
                    Some(next) => {
                        open[next] = true;
                        stack.push((next, after(next)));
                    }
                    None => {
                        let longest =
                            |sum: &Places| sum.iter().filter_map(|p| done[*p]).sum::<usize>();
                        let options = self.options[place].iter().flatten();
                        done[place] = Some(options.map(|sum| longest(sum) + 1).max().unwrap_or(0));
                        open[place] = false;
                        order.push(place);
                        stack.pop();
                    }
                }
            }
        }
        self.order = order;
        self.longest = done.into_iter().map(|longest| longest.unwrap_or(0)).collect();
        Ok(())
    }

    /// The summands by their places.
    pub(super) fn summands(&self) -> &IndexSet<Value> {
        &self.summands
    }

    /// The places, each after those in its options.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// The options of a summand, for each player that was asked about.
    pub(super) fn options(&self, place: usize) -> &[Vec<Places>] {
        &self.options[place]
    }

    /// Length of the longest play from a summand.
    pub(super) fn longest(&self, place: usize) -> usize {
        self.longest[place]
    }
}

/// A summand; the negative of an impartial position is the position.
fn without_sign(host: &mut dyn Host, term: &Value) -> Value {
    if let Value::Sum(sum) = term
        && let [term] = sum.terms()
        && let TermKind::Position(position) = &term.kind
        && host.is_impartial(position)
    {
        return Value::Position(position.clone());
    }
    term.clone()
}

fn repeats(host: &mut dyn Host, summand: &Value) -> Result<Fault> {
    let shown = show::value(&host.store(), summand)?;
    Ok(Fault::new(Code::Repeats, format!("play can return to {shown}"))
        .note("misère play is defined where every play ends"))
}
