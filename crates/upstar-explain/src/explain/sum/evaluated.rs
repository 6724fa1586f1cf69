//! Sums with the values of their summands, and the moves in them.
//!
//! Must not know: sentences.

use std::sync::Arc;

use upstar_core::solve::Method;
use upstar_core::{Game, Player, Store};

use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{
    Attempt, Class, Fault, Form, NoAnswer, Summand, Summands, Value, ops, remote, worth,
};

/// A sum with the values of its summands.
#[derive(Clone)]
pub(in crate::explain) struct EvaluatedSum {
    pub(super) parts: Vec<EvaluatedSummand>,
}

/// A summand and its value, its sign included.
#[derive(Clone)]
pub(in crate::explain) struct EvaluatedSummand {
    pub(in crate::explain) summand: Summand,
    pub(in crate::explain) worth: Game,
}

/// A move in a sum.
pub(in crate::explain) struct EvaluatedMove {
    /// The index of the summand it is made in.
    pub(in crate::explain) place: usize,
    /// Number of summands that replace it.
    pub(in crate::explain) count: usize,
    /// The sum after the move.
    pub(in crate::explain) to: EvaluatedSum,
}

impl EvaluatedSum {
    /// Evaluates a sum; `None` when a summand is not a short game, or play can repeat.
    pub(in crate::explain) fn new(
        host: &mut dyn Host,
        sum: &Summands,
    ) -> Attempt<Option<EvaluatedSum>> {
        let mut parts = Vec::with_capacity(sum.terms().len());
        for summand in sum.terms() {
            if !is_of_short_games(&summand.game) {
                return Ok(None);
            }
            let worth = match &summand.game {
                Value::Position(position) => host.position_value(position),
                game => worth::game(host, game),
            };
            let worth = match worth {
                Err(NoAnswer::Repeats(_)) => return Ok(None),
                found => found?,
            };
            let worth = if summand.negated { host.store().neg(worth)? } else { worth };
            parts.push(EvaluatedSummand { summand: summand.clone(), worth });
        }
        Ok(Some(EvaluatedSum { parts }))
    }

    /// As [`EvaluatedSum::new`], for the winner only: `None` if the values are too large and search finds
    /// the winner.
    pub(in crate::explain) fn to_play(
        host: &mut dyn Host,
        sum: &Summands,
    ) -> Attempt<Option<EvaluatedSum>> {
        if sum.terms().iter().any(|term| !is_of_short_games(&term.game)) {
            return Ok(None);
        }
        let has_position = sum.terms().iter().any(|term| matches!(term.game, Value::Position(_)));
        if has_position {
            let kept = sum.formal_sum(host)?;
            match host.outcome(&kept) {
                Ok((_, Method::Value)) => {}
                Ok(_) => return Ok(None),
                Err(why) if is_final(&why) => return Err(why),
                Err(_) => return Ok(None),
            }
        }
        match EvaluatedSum::new(host, sum) {
            Err(why) if !is_final(&why) => Ok(None),
            found => found,
        }
    }

    /// The difference of two sums.
    pub(in crate::explain) fn difference(
        host: &mut dyn Host,
        a: &EvaluatedSum,
        b: &EvaluatedSum,
    ) -> Attempt<EvaluatedSum> {
        let store = host.store();
        let mut parts = a.parts.clone();
        for EvaluatedSummand { summand, worth } in &b.parts {
            let summand = match &summand.game {
                Value::Position(_) => {
                    Summand { negated: !summand.negated, game: summand.game.clone() }
                }
                game if summand.negated => Summand { negated: false, game: game.clone() },
                game => Summand { negated: false, game: negative(host, game)? },
            };
            parts.push(EvaluatedSummand { summand, worth: store.neg(*worth)? });
        }
        Ok(EvaluatedSum { parts })
    }

    pub(in crate::explain) fn parts(&self) -> &[EvaluatedSummand] {
        &self.parts
    }

    /// The sum as a value of explanations, zeros left out.
    pub(in crate::explain) fn summands(&self) -> Summands {
        let is_zero = |summand: &Summand| match &summand.game {
            Value::Number(number) => number.is_zero(),
            _ => false,
        };
        let all = self.parts.iter().map(|part| part.summand.clone());
        let terms: Vec<Summand> = all.filter(|summand| !is_zero(summand)).collect();
        if terms.is_empty() { Value::integer(0).into() } else { Summands::new(terms) }
    }

    /// The sum as it was typed.
    pub(in crate::explain) fn typed(&self) -> Summands {
        Summands::new(self.parts.iter().map(|part| part.summand.clone()).collect())
    }

    /// Returns the value of the sum.
    pub(in crate::explain) fn value(&self, store: &Store) -> Attempt<Game> {
        let worth: Vec<Game> = self.parts.iter().map(|part| part.worth).collect();
        Ok(store.total(&worth)?)
    }

    /// Reports whether all summands are worth numbers: then moves only lose, and no play is shown.
    pub(super) fn is_all_numbers(&self, store: &Store) -> bool {
        self.parts.iter().all(|part| store.is_number(part.worth))
    }

    /// Whether a player wins moving second.
    pub(in crate::explain) fn wins_second(&self, store: &Store, player: Player) -> Attempt<bool> {
        wins_second(store, self.value(store)?, player)
    }

    /// The moves of a player, one summand after the other.
    pub(in crate::explain) fn moves(
        &self,
        host: &mut dyn Host,
        player: Player,
    ) -> Attempt<Vec<EvaluatedMove>> {
        let mut all = Vec::new();
        for (place, part) in self.parts.iter().enumerate() {
            for to in options(host, &part.summand, player)? {
                host.store().budget().step()?;
                let mut parts = self.parts[..place].to_vec();
                let count = to.len();
                parts.extend(to);
                parts.extend_from_slice(&self.parts[place + 1..]);
                all.push(EvaluatedMove { place, count, to: EvaluatedSum { parts } });
            }
        }
        Ok(all)
    }
}

/// Reports whether a reason is final: a limit has ended the computation, or a heap is too large.
fn is_final(why: &NoAnswer) -> bool {
    why.is_exhaustion() || matches!(why, NoAnswer::TooLarge(_))
}

/// Whether a player wins a game moving second.
pub(super) fn wins_second(store: &Store, game: Game, player: Player) -> Attempt<bool> {
    Ok(match player {
        Player::Left => store.le(Game::ZERO, game)?,
        Player::Right => store.le(game, Game::ZERO)?,
    })
}

/// Whether the value is of a kind that can be a short game.
fn is_of_short_games(value: &Value) -> bool {
    match value {
        Value::Position(position) => {
            !position.ruleset.is_decided_by_goal() && !position.ruleset.is_about_points()
        }
        other => Class::of(other) == Some(Class::Short),
    }
}

/// The game with the players exchanged; brackets as typed.
fn negative(host: &mut dyn Host, game: &Value) -> Attempt<Value> {
    let (Value::Form(form) | Value::Typed(form)) = game else {
        return Ok(ops::neg(host, game)?);
    };
    host.store().budget().step()?;
    let mut side = |options: &[Value]| -> Attempt<Vec<Value>> {
        options.iter().map(|option| negative(host, option)).collect()
    };
    let (left, right) = (side(form.right())?, side(form.left())?);
    let form = Form::new(left, right, host.store().neg(form.canonical())?)?;
    Ok(Value::Typed(Arc::new(form)))
}

/// Returns what a summand becomes by each move of a player: one summand or several.
fn options(
    host: &mut dyn Host,
    summand: &Summand,
    player: Player,
) -> Attempt<Vec<Vec<EvaluatedSummand>>> {
    let mover = if summand.negated { player.opponent() } else { player };
    let game = match &summand.game {
        Value::Form(form) => Value::Typed(form.clone()),
        other => other.clone(),
    };
    let options = moves(host, &game, mover)?;
    if options.len() > remote::MOST_MOVES {
        let message = format!("{} moves are too many to be explained one by one", options.len());
        return Err(NoAnswer::TooLarge(Fault::new(Code::TooLarge, message)));
    }
    let mut all = Vec::new();
    for option in options {
        let (negated, option) = match option {
            value @ Value::Game(_) if summand.negated => (false, ops::neg(host, &value)?),
            other => (summand.negated, other),
        };
        let is_bracket = matches!(option, Value::Form(_) | Value::Typed(_));
        let sum = Summands::new(vec![Summand { negated, game: option }]);
        let sum = if is_bracket { sum } else { sum.flattened(host)? };
        let mut parts = Vec::with_capacity(sum.terms().len());
        for term in sum.terms() {
            let worth = worth::game(host, &term.game)?;
            let worth = if term.negated { host.store().neg(worth)? } else { worth };
            parts.push(EvaluatedSummand { summand: term.clone(), worth });
        }
        all.push(parts);
    }
    Ok(all)
}
