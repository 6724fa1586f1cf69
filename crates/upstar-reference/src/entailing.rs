//! Complimenting and entailing moves, played out.
//!
//! The book: reference/entailing.md. After an ordinary move the other player moves anywhere in the sum, after a
//! complimenting one the same player does, and after an entailing one the other player must move in what the move has
//! left of its component. Who cannot move loses (*Winning Ways*, chapter 12).

#![expect(clippy::mutable_key_type, reason = "positions are ordered by their numbers")]

use std::collections::{BTreeMap, BTreeSet};

use upstar_syntax::ast::Mover;

use crate::blocking::is_blocking;
use crate::bracket::Relation;
use crate::expression::Machine;
use crate::play::{Outcome, Rules};
use crate::ruleset::{Gains, is_affine, is_decided_otherwise, is_loopy, is_misere};
use crate::steps::deep;
use crate::value::{Component, Value};
use crate::{Fault, Player, Wrong};

fn refused<T>(message: &str) -> Result<T, Fault> {
    Err(Fault::wrong(Wrong::Question, message))
}

/// A sum, and who moves where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// The components in which nothing must be answered.
    free: Vec<Component>,
    /// What an entailing move has left: the answer is made there.
    entailed: Option<Vec<Component>>,
    player: Player,
}

/// A move: what it leaves of its component, and its kind.
type Step = (Vec<Component>, Mover);

/// Whether a move is meant, by what follows it and whether the same player moves again.
type IsMeant<'i> = dyn FnMut((&State, bool)) -> Result<bool, Fault> + 'i;

/// Who wins which states, moving first, and the states on the way to one.
#[derive(Default)]
struct Known {
    wins: BTreeMap<State, bool>,
    way: BTreeSet<State>,
}

/// What a question about a nimber compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nimber {
    /// The player to move loses beside a heap of this size.
    Of(u64),
    /// The player to move wins beside every heap.
    Loony,
}

impl Machine {
    /// The moves of a player in a component.
    fn steps_of(&self, component: &Component, player: Player) -> Result<Vec<Step>, Fault> {
        let mut steps = Vec::new();
        let (position, negative) = match component {
            Component::Position(position) if is_affine(component) => (position, false),
            Component::Negative(position) if is_affine(component) => (position, true),
            other => {
                let options = self.options(other, player)?.into_iter();
                return Ok(options.map(|left| (left, Mover::Either)).collect());
            }
        };
        let player = if negative { player.opponent() } else { player };
        for clause in &position.ruleset.decl.clauses {
            for (left, _) in self.moves_by(position, clause, player, Gains::Ignored)? {
                let left = match negative {
                    true => self.components(&self.negative(&Value::sum(left))?)?,
                    false => left,
                };
                steps.push((left, clause.mover.kind()));
            }
        }
        Ok(steps)
    }

    /// What follows a state, and whether the same player moves again.
    fn next_states(&self, state: &State) -> Result<Vec<(State, bool)>, Fault> {
        let (here, elsewhere) = match &state.entailed {
            Some(entailed) => (&entailed[..], &state.free[..]),
            None => (&state.free[..], &[][..]),
        };
        let mut next = Vec::new();
        for (place, component) in here.iter().enumerate() {
            let rest = [&here[..place], &here[place + 1..], elsewhere].concat();
            for step in self.steps_of(component, state.player)? {
                self.steps.take(1 + step.0.len() as u64)?;
                next.push(after(&rest, step, state.player));
            }
        }
        Ok(next)
    }

    /// Whether the player to move wins.
    fn wins(&self, state: &State, known: &mut Known) -> Result<bool, Fault> {
        if let Some(wins) = known.wins.get(state) {
            return Ok(*wins);
        }
        if !known.way.insert(state.clone()) {
            return refused("complimenting and entailing moves of play without end");
        }
        let mut wins = false;
        for (next, again) in self.next_states(state)? {
            wins |= deep(|| self.wins(&next, known))? == again;
        }
        known.way.remove(state);
        known.wins.insert(state.clone(), wins);
        Ok(wins)
    }

    fn wins_first(
        &self,
        sum: &[Component],
        player: Player,
        known: &mut Known,
    ) -> Result<bool, Fault> {
        let mut free = sum.to_vec();
        free.sort();
        self.play(|_| self.wins(&State { free, entailed: None, player }, known))
    }

    /// The most moves in a row from a sum, whoever makes them; where `is_looked_at` refuses a component, none.
    fn longest_play(
        &self,
        sum: &[Component],
        known: &mut BTreeMap<Component, u64>,
        is_looked_at: &dyn Fn(&Component) -> Result<(), Fault>,
    ) -> Result<u64, Fault> {
        let mut all = 0;
        for component in sum {
            if let Some(most) = known.get(component) {
                all += most;
                continue;
            }
            is_looked_at(component)?;
            let mut most = 0;
            for player in Player::BOTH {
                for (left, _) in self.steps_of(component, player)? {
                    self.steps.step()?;
                    most = most.max(1 + deep(|| self.longest_play(&left, known, is_looked_at))?);
                }
            }
            known.insert(component.clone(), most);
            all += most;
        }
        Ok(all)
    }

    /// The heap beside which the player to move loses, or that there is none.
    ///
    /// It is enough to look at heaps up to a power of 2 that is greater than the number of moves: by induction no nimber is
    /// greater than the number of moves to come, so that who wins is the same beside all heaps from there on.
    fn nimber_by_heaps(&self, sum: &[Component]) -> Result<Nimber, Fault> {
        let mut known = Known::default();
        // Play has an end.
        self.wins_first(sum, Player::Left, &mut known)?;
        let is_impartial = |component: &Component| match component {
            Component::Position(at) | Component::Negative(at) if is_affine(component) => {
                match at.ruleset.names_a_player() {
                    true => refused("no nimber where the players have different moves"),
                    false => Ok(()),
                }
            }
            other => self.nimber_of(&Value::sum(vec![other.clone()])).map(|_| ()),
        };
        let most = self.play(|_| self.longest_play(sum, &mut BTreeMap::new(), &is_impartial))?;
        for n in 0..=(most + 1).next_power_of_two() {
            let heap = Component::Game(self.games.nimber(n)?);
            if !self.wins_first(&[sum, &[heap]].concat(), Player::Left, &mut known)? {
                return Ok(Nimber::Of(n));
            }
        }
        Ok(Nimber::Loony)
    }

    /// The nimber of a sum with complimenting or entailing moves, or of an impartial game.
    fn nimber_beside(&self, value: &Value) -> Result<Nimber, Fault> {
        match value {
            Value::Loony => Ok(Nimber::Loony),
            Value::Sum(sum) if sum.iter().any(is_affine) => self.nimber_by_heaps(sum),
            other => Ok(Nimber::Of(self.natural(&self.nimber_of(other)?)?)),
        }
    }

    /// How two values compare one of which has complimenting or entailing moves: by their nimbers.
    ///
    /// # Errors
    /// When one of them has none.
    pub fn relation_by_nimbers(&self, left: &Value, right: &Value) -> Result<Relation, Fault> {
        match self.nimber_beside(left)? == self.nimber_beside(right)? {
            true => Ok(Relation::Equal),
            false => Ok(Relation::Confused),
        }
    }

    /// Whether two values are equal one of which has complimenting or entailing moves. What has no nimber is different.
    ///
    /// # Errors
    /// When the players have different moves in such a position.
    pub fn equal_by_nimbers(&self, left: &Value, right: &Value) -> Result<bool, Fault> {
        for side in [left, right] {
            match self.nimber_beside(side) {
                Err(Fault::Wrong { .. }) if !has_affine(side) => return Ok(false),
                nimber => nimber?,
            };
        }
        Ok(self.relation_by_nimbers(left, right)? == Relation::Equal)
    }

    /// Questions about a sum with complimenting or entailing moves; none when there is no such question.
    ///
    /// # Errors
    /// When play has no end, and for a nimber where the players have different moves.
    pub fn about_entailing(
        &self,
        name: &str,
        sum: &[Component],
        player: Option<Player>,
    ) -> Result<Option<Value>, Fault> {
        let ends_otherwise = |part: &Component| {
            is_decided_otherwise(part) || is_misere(part) || is_blocking(part) || is_loopy(part)
        };
        if sum.iter().any(ends_otherwise) {
            return refused("games with different ends have no sum");
        }
        let known = &mut Known::default();
        Ok(Some(match name {
            "outcome" => {
                let mut winner = |first: Player| -> Result<Option<Player>, Fault> {
                    let wins = self.wins_first(sum, first, known)?;
                    Ok(Some(if wins { first } else { first.opponent() }))
                };
                Value::Outcome(Outcome::of(winner(Player::Left)?, winner(Player::Right)?))
            }
            "nimber" | "grundy" => match self.nimber_by_heaps(sum)? {
                Nimber::Of(n) => Value::integer(n),
                Nimber::Loony => Value::Loony,
            },
            "positions" => {
                let all = self.all_that_follow(sum)?;
                Value::list(all.into_iter().map(Value::sum).collect())
            }
            "moves" => self.moves_with_answers(sum, player, &mut |_| Ok(true))?,
            "winning_moves" => self.moves_with_answers(sum, player, &mut |(next, again)| {
                Ok(self.play(|_| self.wins(next, known))? == again)
            })?,
            _ => return Ok(None),
        }))
    }

    /// The moves of a player, who may be left out where both move alike, for which `is_meant` holds: it is told what follows,
    /// and whether the same player moves again.
    fn moves_with_answers(
        &self,
        sum: &[Component],
        player: Option<Player>,
        is_meant: &mut IsMeant<'_>,
    ) -> Result<Value, Fault> {
        let names_a_player = |part: &Component| match part {
            Component::Position(at) | Component::Negative(at) => at.ruleset.names_a_player(),
            part => !matches!(self.are_for_both(std::slice::from_ref(part)), Ok(true)),
        };
        let player = match player {
            None if sum.iter().any(names_a_player) => {
                return refused("the players have different moves: name one");
            }
            player => player.unwrap_or(Player::Left),
        };
        let mut moves = Vec::new();
        for (place, component) in sum.iter().enumerate() {
            let rest = [&sum[..place], &sum[place + 1..]].concat();
            for step in self.by_moves(|_| self.steps_of(component, player))? {
                let to = [&sum[..place], &step.0, &sum[place + 1..]].concat();
                let (next, again) = after(&rest, step, player);
                if !moves.contains(&to) && is_meant((&next, again))? {
                    moves.push(to);
                }
            }
        }
        let shown = |sum: Vec<Component>| match sum[..] {
            [] => Ok(Value::Game(self.games.zero()?)),
            [Component::Game(game)] => Ok(Value::Game(game)),
            _ => Ok(Value::sum(sum)),
        };
        Ok(Value::list(moves.into_iter().map(shown).collect::<Result<_, Fault>>()?))
    }
}

/// What follows a move beside the rest of a sum, and whether the same player moves again.
fn after(rest: &[Component], (left, kind): Step, player: Player) -> (State, bool) {
    let again = kind == Mover::Complimenting;
    let player = if again { player } else { player.opponent() };
    let (mut free, entailed) = match kind {
        Mover::Entailing => (rest.to_vec(), Some(left)),
        _ => ([rest, &left].concat(), None),
    };
    free.sort();
    (State { free, entailed, player }, again)
}

/// Whether a value is a sum with complimenting or entailing moves, or loony.
pub fn has_affine(value: &Value) -> bool {
    match value {
        Value::Loony => true,
        Value::Sum(sum) => sum.iter().any(is_affine),
        _ => false,
    }
}
