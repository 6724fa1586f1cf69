//! Evaluation of game literals and brackets.

use std::borrow::Cow;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use upstar_core::{Game, Rational, Store, Surreal, up_power, up_power_sum};

use super::Activation;
use super::loopy_brackets::single;
use super::summed::is_of_values;
use crate::diagnostic::Code as ErrorCode;
use crate::source::Span;
use crate::syntax::ast::{GameLiteral, Ups};
use crate::value::code::Block;
use crate::value::host::Host;
use crate::value::loopy::{self, Node};
use crate::value::worth::Solved;
use crate::value::{At, Fault, Form, Result, Value, elements, ops, surreal, worth};

/// Options of one side of a bracket.
struct SideOptions {
    /// The options as typed; sums of values are added up.
    values: Vec<Value>,
    /// The options as short games, unless one is loopy.
    games: Option<Vec<Game>>,
    /// Whether a sum has been added up.
    added_up: bool,
    /// A number that is no short game.
    beyond: Option<Span>,
}

/// Value of a literal such as `3/4^2*5`.
pub(super) fn game_literal(host: &mut dyn Host, literal: &GameLiteral) -> Result<Value> {
    let store = &host.store();
    let mut total = match &literal.number {
        Some((_, denominator)) if *denominator == BigInt::ZERO => {
            return Err(Fault::new(ErrorCode::DivisionByZero, "division by zero"));
        }
        Some((numerator, denominator)) => {
            let number = BigRational::new(numerator.clone(), denominator.clone());
            worth::game(host, &Value::Number(Rational::from(number)))?
        }
        None => Game::ZERO,
    };
    if let Some(typed) = &literal.ups {
        total = store.add(total, ups(store, typed)?)?;
    }
    if let Some(star) = &literal.star {
        let star = ops::nimber_of(store, star)?;
        total = store.add(total, worth::game(host, &star)?)?;
    }
    Ok(Value::of_game(store, total))
}

fn ups(store: &Store, ups: &Ups) -> Result<Game> {
    let (game, down) = match ups {
        Ups::Multiple(n) => {
            return Ok(store.times(n, store.number_up_star(&0.into(), 1, 0)?)?);
        }
        Ups::Power { n, down } => (up_power(store, *n)?, *down),
        Ups::PowerSum { n, down } => (up_power_sum(store, *n)?, *down),
    };
    Ok(if down { store.neg(game)? } else { game })
}

impl Activation<'_, '_> {
    /// Value of `<left | right>`.
    pub(in crate::eval) fn form(&mut self, [left, right]: &[Vec<Block>; 2]) -> Result<Value> {
        let (left, right) = (self.options_typed(left)?, self.options_typed(right)?);
        if let Some(span) = left.beyond.or(right.beyond) {
            return of_numbers(self.machine, [&left.values, &right.values]).at(span);
        }
        let games = left.games.zip(right.games);
        bracket(self.machine, [left.values, right.values], games, left.added_up || right.added_up)
    }
}

/// The number that is simplest between numbers, some of which are no short games.
fn of_numbers(host: &mut dyn Host, sides: [&[Value]; 2]) -> Result<Value> {
    let number = |value: &Value| match value {
        Value::Number(x) => Some(Surreal::from(x.clone())),
        other => surreal::beyond(other).map(Cow::into_owned),
    };
    let numbers = sides.map(|side| side.iter().map(number).collect::<Option<Vec<_>>>());
    if let [Some(left), Some(right)] = &numbers
        && let Some(found) = surreal::between(&host.store(), [left, right])?
    {
        return Ok(found);
    }
    // Why the option that is no short game is none.
    for value in sides.into_iter().flatten() {
        worth::solved(host, value)?;
    }
    unreachable!("an option is no short game")
}

/// Form with these options; `games` are the options as short games, unless one is loopy.
fn bracket(
    host: &mut dyn Host,
    [left, right]: [Vec<Value>; 2],
    games: Option<(Vec<Game>, Vec<Game>)>,
    added_up: bool,
) -> Result<Value> {
    if let Some((left_games, right_games)) = games {
        let canonical = host.store().game(&left_games, &right_games)?;
        let form = Form::new(left, right, canonical)?.with_sums(added_up);
        let form = form.with_worth([left_games, right_games]);
        return Ok(Value::Form(Arc::new(form)));
    }
    let (first, last) = (left.len() as u32 + 1, (left.len() + right.len()) as u32);
    let mut nodes = vec![Node::Bracket([(1..first).collect(), (first..=last).collect()])];
    nodes.extend(left.into_iter().chain(right).map(Node::Value));
    single(loopy::values(host, nodes, &[0])?)
}

/// Form with these options.
pub(super) fn form_of(host: &mut dyn Host, left: Vec<Value>, right: Vec<Value>) -> Result<Value> {
    let left_games = games(host, &left)?;
    let right_games = games(host, &right)?;
    bracket(host, [left, right], left_games.zip(right_games), false)
}

/// The short games that all values are; `None` if one is loopy.
fn games(host: &mut dyn Host, values: &[Value]) -> Result<Option<Vec<Game>>> {
    let mut games = Vec::with_capacity(values.len());
    for value in values {
        match worth::solved(host, value)? {
            Solved::Short(game) if !matches!(value, Value::LoopyBracket(_)) => games.push(game),
            _ => return Ok(None),
        }
    }
    Ok(Some(games))
}

impl Activation<'_, '_> {
    /// `±<left>`: the form whose Right options are the negatives of the Left ones.
    pub(in crate::eval) fn switch(&mut self, left: &[Block]) -> Result<Value> {
        let SideOptions { values: left, games, added_up, beyond } = self.options_typed(left)?;
        let right =
            left.iter().map(|option| ops::neg(self.machine, option)).collect::<Result<Vec<_>>>()?;
        if let Some(span) = beyond {
            return of_numbers(self.machine, [&left, &right]).at(span);
        }
        let store = self.machine.env.world.store();
        let Some(left_games) = games else {
            return bracket(self.machine, [left, right], None, added_up);
        };
        let right_games = left_games.iter().map(|game| store.neg(*game));
        let right_games = right_games.collect::<std::result::Result<Vec<_>, _>>()?;
        bracket(self.machine, [left, right], Some((left_games, right_games)), added_up)
    }

    /// Options of one side.
    fn options_typed(&mut self, options: &[Block]) -> Result<SideOptions> {
        let mut values = Vec::with_capacity(options.len());
        let mut games = Some(Vec::with_capacity(options.len()));
        let (mut added_up, mut beyond) = (false, None);
        for option in options {
            let first = values.len();
            self.spread(*option, &mut values)?;
            for value in &mut values[first..] {
                if surreal::beyond(value).is_some() {
                    beyond = beyond.or(Some(option.span));
                    continue;
                }
                match worth::solved(self.machine, value).at(option.span)? {
                    Solved::Short(game) if !matches!(value, Value::LoopyBracket(_)) => {
                        if is_of_values(value) {
                            *value = Value::of_game(self.machine.env.world.store(), game);
                            added_up = true;
                        }
                        games.iter_mut().for_each(|games| games.push(game));
                    }
                    // A bracket around one with a cycle is a graph too.
                    _ => games = None,
                }
            }
        }
        Ok(SideOptions { values, games, added_up, beyond })
    }

    /// Adds an option to a side of a bracket. A list, a set or a range stands for its elements.
    pub(super) fn spread(&mut self, option: Block, side: &mut Vec<Value>) -> Result<()> {
        let value = self.block(option)?;
        match &value {
            Value::Range(range) => range.listable().at(option.span)?,
            Value::List(_) | Value::Set(_) => {}
            _ => {
                side.push(value);
                return Ok(());
            }
        }
        for element in elements(&value)? {
            self.machine.env.budget.step()?;
            self.machine.env.budget.reserve(size_of::<Value>() as u64)?;
            side.push(element);
        }
        Ok(())
    }
}

/// Help for `^(n)` and `^[n]`.
pub(in crate::eval) fn after_arrow() -> Fault {
    Fault::new(ErrorCode::BadLiteral, "only digits may follow an arrow directly").help(
        "several ups are written `n * ^`, a power of up `up_power(n)`, the sum of its first \
         powers `up_power_sum(n)`, where n is at least 1",
    )
}
