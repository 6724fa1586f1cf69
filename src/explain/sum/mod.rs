//! Sums as typed: who wins them and how, what cancels, which summand is hottest, what they add up to.
//!
//! Knows: summands with their values, and play in them move by move.
//! Must not know: sums in which play can repeat, or whose values are out of reach.
//!
//! Sources: *Winning Ways*, chapters 1 to 3 (Tweedledum and Tweedledee, nim-sums), 6 (temperatures);
//! Conway, *On Numbers and Games*, chapter 9 (number avoidance).

mod cancel;
mod pages;
mod play;

pub(super) use cancel::{Cancelled, cancelled};
pub(super) use pages::{heat_page, outcome_page, structure, value_page, winning_moves_page};
pub(super) use play::{first_wins, second_wins};

use std::rc::Rc;

use upstar_core::position::Way;
use upstar_core::{Game, Player, Store};

use crate::diagnostic::Code;
use crate::value::host::{self, Host};
use crate::value::moves::moves;
use crate::value::{Form, Result, Summand, Summands, Value, loopy, ops};

/// A sum with what its summands are worth.
#[derive(Clone)]
pub(super) struct Table {
    parts: Vec<Part>,
}

/// A summand and what it is worth, its sign included.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) summand: Summand,
    pub(super) worth: Game,
}

/// A move in a sum.
pub(super) struct Move {
    /// Which summand it is made in.
    pub(super) place: usize,
    /// How many summands stand in its place afterwards.
    pub(super) count: usize,
    /// What the sum is then.
    pub(super) to: Table,
}

impl Table {
    /// A sum by its values; nothing when they are not short games, or play can repeat.
    pub(super) fn new(host: &mut dyn Host, sum: &Summands) -> Result<Option<Table>> {
        let mut parts = Vec::with_capacity(sum.terms().len());
        for summand in sum.terms() {
            if !is_of_short_games(&summand.game) {
                return Ok(None);
            }
            let worth = match &summand.game {
                Value::Position(position) => host.position_value(position),
                game => host::game(host, game),
            };
            let worth = match worth {
                Err(fault) if loopy::is_refused(&fault) || fault.code() == Code::NotAShortGame => {
                    return Ok(None);
                }
                found => found?,
            };
            let worth = if summand.negated { host.store().neg(worth)? } else { worth };
            parts.push(Part { summand: summand.clone(), worth });
        }
        Ok(Some(Table { parts }))
    }

    /// As [`Table::new`], for the question who wins: nothing when that is found by playing out
    /// positions whose values are too large.
    pub(super) fn to_play(host: &mut dyn Host, sum: &Summands) -> Result<Option<Table>> {
        if sum.terms().iter().any(|term| !is_of_short_games(&term.game)) {
            return Ok(None);
        }
        let has_position = sum.terms().iter().any(|term| matches!(term.game, Value::Position(_)));
        if has_position {
            let kept = sum.kept(host)?;
            match host.outcome(&kept) {
                Ok((_, Way::Value)) => {}
                Ok(_) => return Ok(None),
                Err(fault) if fault.is_exhaustion() => return Err(fault),
                Err(_) => return Ok(None),
            }
        }
        match Table::new(host, sum) {
            Err(fault) if !fault.is_exhaustion() => Ok(None),
            found => found,
        }
    }

    /// The difference of two sums.
    pub(super) fn difference(host: &mut dyn Host, a: &Table, b: &Table) -> Result<Table> {
        let store = host.store();
        let mut parts = a.parts.clone();
        for Part { summand, worth } in &b.parts {
            let summand = match &summand.game {
                Value::Position(_) => {
                    Summand { negated: !summand.negated, game: summand.game.clone() }
                }
                game if summand.negated => Summand { negated: false, game: game.clone() },
                game => Summand { negated: false, game: negative(host, game)? },
            };
            parts.push(Part { summand, worth: store.neg(*worth)? });
        }
        Ok(Table { parts })
    }

    pub(super) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The sum as a value of explanations, zeros left out.
    pub(super) fn summands(&self) -> Summands {
        let is_zero = |summand: &Summand| match &summand.game {
            Value::Number(number) => number.is_zero(),
            _ => false,
        };
        let all = self.parts.iter().map(|part| part.summand.clone());
        let terms: Vec<Summand> = all.filter(|summand| !is_zero(summand)).collect();
        if terms.is_empty() { Value::integer(0).into() } else { Summands::new(terms) }
    }

    /// The sum as it was typed.
    pub(super) fn typed(&self) -> Summands {
        Summands::new(self.parts.iter().map(|part| part.summand.clone()).collect())
    }

    /// What the sum is worth.
    pub(super) fn total(&self, store: &Store) -> Result<Game> {
        let worth: Vec<Game> = self.parts.iter().map(|part| part.worth).collect();
        Ok(store.total(&worth)?)
    }

    /// Whether the winner is seen at once: nothing but numbers is left, with which moves only lose.
    fn is_settled(&self, store: &Store) -> bool {
        self.parts.iter().all(|part| store.is_number(part.worth))
    }

    /// Whether a player wins moving second.
    pub(super) fn wins_second(&self, store: &Store, player: Player) -> Result<bool> {
        let total = self.total(store)?;
        Ok(match player {
            Player::Left => store.le(Game::ZERO, total)?,
            Player::Right => store.le(total, Game::ZERO)?,
        })
    }

    /// The moves of a player, one summand after the other.
    pub(super) fn moves(&self, host: &mut dyn Host, player: Player) -> Result<Vec<Move>> {
        let mut all = Vec::new();
        for (place, part) in self.parts.iter().enumerate() {
            for to in options(host, &part.summand, player)? {
                host.store().budget().step()?;
                let mut parts = self.parts[..place].to_vec();
                let count = to.len();
                parts.extend(to);
                parts.extend_from_slice(&self.parts[place + 1..]);
                all.push(Move { place, count, to: Table { parts } });
            }
        }
        Ok(all)
    }
}

/// Whether the value is of a kind that can be a short game.
fn is_of_short_games(value: &Value) -> bool {
    match value {
        Value::Position(position) => {
            !position.ruleset.is_decided_by_goal() && !position.ruleset.is_about_points()
        }
        Value::Number(_) | Value::Game(_) | Value::Form(_) | Value::Typed(_) => true,
        _ => false,
    }
}

/// The game with the players exchanged; brackets as typed.
fn negative(host: &mut dyn Host, game: &Value) -> Result<Value> {
    let (Value::Form(form) | Value::Typed(form)) = game else { return ops::neg(host, game) };
    host.store().budget().step()?;
    let mut side = |options: &[Value]| -> Result<Vec<Value>> {
        options.iter().map(|option| negative(host, option)).collect()
    };
    let (left, right) = (side(form.right())?, side(form.left())?);
    let form = Form::new(left, right, host.store().neg(form.canonical())?)?;
    Ok(Value::Typed(Rc::new(form)))
}

/// What a summand becomes by each move of a player: one summand or several.
fn options(host: &mut dyn Host, summand: &Summand, player: Player) -> Result<Vec<Vec<Part>>> {
    let mover = if summand.negated { player.opponent() } else { player };
    let game = match &summand.game {
        Value::Form(form) => Value::Typed(form.clone()),
        other => other.clone(),
    };
    let mut all = Vec::new();
    for option in moves(host, &game, mover)? {
        let (negated, option) = match option {
            value @ Value::Game(_) if summand.negated => (false, ops::neg(host, &value)?),
            other => (summand.negated, other),
        };
        let is_bracket = matches!(option, Value::Form(_) | Value::Typed(_));
        let sum = Summands::new(vec![Summand { negated, game: option }]);
        let sum = if is_bracket { sum } else { sum.apart(host)? };
        let mut parts = Vec::with_capacity(sum.terms().len());
        for term in sum.terms() {
            let worth = host::game(host, &term.game)?;
            let worth = if term.negated { host.store().neg(worth)? } else { worth };
            parts.push(Part { summand: term.clone(), worth });
        }
        all.push(parts);
    }
    Ok(all)
}
