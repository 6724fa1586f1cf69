//! Explanation of a canonical form, from a form, a position or a sum.

use std::sync::Arc;

use upstar_core::derive::{self, Derivation, Sides};
use upstar_core::{Game, Player, Rational, Store};

use super::draft::{Draft, Outline, Page, Reasons, cut, drafts};
use super::irreducible;
use super::play::{bracket, second_wins};
use super::words;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{self, Attempt, Form, Value, show, worth};

/// Most rows of a list of moves.
const MOST_ROWS: usize = 12;

pub(super) fn page(host: &mut dyn Host, value: &Value) -> Attempt<Outline> {
    let store = host.store();
    if let Value::Number(_) | Value::Surreal(_) = value {
        return number(host, value).map(Outline::from);
    }
    let game = worth::game(host, value)?;
    let title = Sentence::relation(value.clone(), CompareOp::Equal, Value::of_game(&store, game));
    let mut steps = Vec::new();
    let (left, right) = match value {
        Value::Sum(sum) => return Ok((title, summands(host, sum)?).into()),
        Value::Form(form) | Value::Typed(form) => {
            (worth(host, form, Player::Left)?, worth(host, form, Player::Right)?)
        }
        Value::Position(_) => {
            let left = listed(host, value, Player::Left, &mut steps)?;
            (left, listed(host, value, Player::Right, &mut steps)?)
        }
        _ => (store.left_options(game)?, store.right_options(game)?),
    };
    let derivation = derive::canonical_form(&store, &left, &right)?;
    steps.extend(restated(&store, value, &derivation)?);
    let mut steps = drafts(steps);
    steps.extend(reductions(&store, &derivation)?);
    Ok(Outline::new(title, steps))
}

fn worth(host: &mut dyn Host, form: &Form, player: Player) -> Attempt<Vec<Game>> {
    let mut games = Vec::new();
    for (option, worth) in form.options(player) {
        games.push(match worth {
            Some(game) => game,
            None => worth::game(host, option)?,
        });
    }
    Ok(games)
}

pub(super) fn games(host: &mut dyn Host, options: &[Value]) -> Attempt<Vec<Game>> {
    options.iter().map(|option| worth::game(host, option)).collect()
}

/// Explains a number by its canonical form.
fn number(host: &mut dyn Host, value: &Value) -> Attempt<Page> {
    let store = host.store();
    let game = worth::game(host, value)?;
    let (left, right) = (store.left_options(game)?, store.right_options(game)?);
    let sides = Sides { left, right };
    let derivation = derive::canonical_form(&store, &sides.left, &sides.right)?;
    let form = bracket(&store, &sides, game)?;
    let title = Sentence::relation(value.clone(), CompareOp::Equal, form);
    Ok((title, cut(host, &mut reductions(&store, &derivation)?, 0)?))
}

/// Returns a step that lists the moves of a position with their values.
fn listed(
    host: &mut dyn Host,
    position: &Value,
    player: Player,
    steps: &mut Vec<Step>,
) -> Attempt<Vec<Game>> {
    let store = host.store();
    let options = moves(host, position, player)?;
    let values = games(host, &options)?;
    let name = words::name(player);
    if options.is_empty() {
        steps.push(Step::says(Sentence::new(format!("{name} has no move"))));
        return Ok(values);
    }
    let rows = options.iter().zip(&values).take(MOST_ROWS).map(|(option, game)| {
        let is = Sentence::default().sign(CompareOp::Equal).say(" ");
        vec![Sentence::default().value(option.clone()), is.value(Value::of_game(&store, *game))]
    });
    let mut under = vec![Step::Table(rows.collect())];
    if options.len() > MOST_ROWS {
        let more = options.len() - MOST_ROWS;
        under.push(Step::says(Sentence::new(format!("and {more} more"))));
    }
    steps.push(Step::Says { line: Sentence::new(format!("{name} can move to")), under });
    Ok(values)
}

fn summands(host: &mut dyn Host, sum: &value::Sum) -> Attempt<Vec<Step>> {
    let store = host.store();
    let mut rows = Vec::new();
    let mut values = Vec::new();
    for term in sum.terms() {
        let alone = Value::Sum(Arc::new(value::Sum::new(vec![term.clone()])?));
        let game = worth::game(host, &alone)?;
        values.push(game);
        let is = Sentence::default().sign(CompareOp::Equal).say(" ");
        rows.push(vec![Sentence::default().value(alone), is.value(Value::of_game(&store, game))]);
    }
    let total = store.total(&values)?;
    let line = Sentence::new("the value of a sum is the sum of the values");
    let last = Sentence::new("these add up to ").value(Value::of_game(&store, total));
    Ok(vec![Step::Says { line, under: vec![Step::Table(rows)] }, Step::says(last)])
}

/// Returns the step that writes the bracket with options in canonical form, if that reads differently.
fn restated(store: &Store, value: &Value, derivation: &Derivation) -> Attempt<Option<Step>> {
    let start = bracket(store, &derivation.start, derivation.value)?;
    let typed = match value {
        Value::Form(form) => Value::Typed(form.clone()),
        other => other.clone(),
    };
    if show::value(store, &typed)? == show::value(store, &start)? {
        return Ok(None);
    }
    let line = match value {
        Value::Game(_) => "its canonical form is ",
        _ => "with options in canonical form, each once: ",
    };
    Ok(Some(Step::says(Sentence::new(line).value(start))))
}

pub(super) fn reductions(store: &Store, derivation: &Derivation) -> Attempt<Vec<Draft>> {
    let mut sides = derivation.start.clone();
    let mut steps = Vec::new();
    for step in &derivation.steps {
        let whole = derive::Summand::Form(sides.clone(), derivation.value);
        match step {
            derive::Step::Number { number, below, above } => {
                let number = Value::Number(Rational::from(number));
                let parent = |found: &Option<(upstar_core::Dyadic, Game)>| {
                    found.as_ref().map(|(parent, option)| {
                        (Value::Number(Rational::from(parent)), Value::of_game(store, *option))
                    })
                };
                steps.extend(drafts(simplest(&number, parent(below), parent(above))));
            }
            derive::Step::Dominated { player, options, by } => {
                steps.push(dominated(store, *player, options, *by));
            }
            derive::Step::Reversible { player, option, reply, replaced_by } => {
                let turn =
                    ReversalTurn { player: *player, option: *option, reply: *reply, replaced_by };
                steps.push(reversible(store, &turn, &whole)?);
            }
        }
        step.apply(&mut sides);
    }
    if !matches!(derivation.steps.as_slice(), [derive::Step::Number { .. }]) {
        steps.extend(irreducible::steps(store, &sides, derivation)?);
        steps.push(conclusion(store, &sides, derivation)?.into());
    }
    Ok(steps)
}

type Parent = Option<(Value, Value)>;

/// The simplest-number theorem.
fn simplest(number: &Value, below: Parent, above: Parent) -> Vec<Step> {
    let fits = Sentence::default()
        .value(number.clone())
        .say(" fits: no Left option is ")
        .sign(CompareOp::GreaterOrEqual)
        .say(" ")
        .value(number.clone())
        .say(", and no Right option is ")
        .sign(CompareOp::LessOrEqual)
        .say(" ")
        .value(number.clone());
    let too_far = |(parent, option): (Value, Value), who: &str, op| {
        Sentence::new(format!("{who} "))
            .join(Sentence::relation(option, op, parent.clone()))
            .say(" rules out ")
            .value(parent)
    };
    let low = below
        .map(|found| too_far(found, "Left's", CompareOp::GreaterOrEqual).say(" and what is less"));
    let high = above
        .map(|found| too_far(found, "Right's", CompareOp::LessOrEqual).say(" and what is greater"));
    let mut steps = vec![Step::says(fits)];
    let ruled_out: Vec<Step> = low.into_iter().chain(high).map(Step::says).collect();
    let line = if ruled_out.is_empty() {
        Sentence::new("no number is simpler than ").value(number.clone())
    } else {
        Sentence::new("no simpler number fits")
    };
    steps.push(Step::Says { line, under: ruled_out });
    let last = Sentence::new("so the value is ")
        .value(number.clone())
        .say(", by the simplest-number theorem");
    steps.push(Step::says(last));
    steps
}

fn dominated(store: &Store, player: Player, options: &[Game], by: Game) -> Draft {
    let of = |game: Game| Value::of_game(store, game);
    let is = if options.len() == 1 { " is" } else { " are" };
    let line = Sentence::new(format!("{}'s ", words::name(player)))
        .values(options.iter().map(|option| of(*option)))
        .say(format!("{is} dominated by "))
        .value(of(by));
    let options: Vec<Game> = options.iter().copied().take(MOST_ROWS).collect();
    let proofs = move |host: &mut dyn Host| {
        let store = host.store();
        let of = |game: Game| Value::of_game(&store, game);
        let mut proofs = Vec::new();
        for option in options {
            let claim = Sentence::relation(of(by), at_least_op(player), of(option));
            let parts = [derive::Summand::Game(by), derive::Summand::Game(store.neg(option)?)];
            proofs.push(second_wins(&store, claim, &parts, player)?);
        }
        Ok(proofs)
    };
    Draft::new(line, Reasons::second(proofs))
}

/// A reversible option.
struct ReversalTurn<'s> {
    player: Player,
    option: Game,
    reply: Game,
    replaced_by: &'s [Game],
}

fn reversible(store: &Store, turn: &ReversalTurn<'_>, whole: &derive::Summand) -> Attempt<Draft> {
    let of = |game: Game| Value::of_game(store, game);
    let (player, other) = (words::name(turn.player), words::name(turn.player.opponent()));
    let line = Sentence::new(format!("{player}'s "))
        .value(of(turn.option))
        .say(format!(" is reversible: {other} answers "))
        .value(of(turn.reply));
    let line = match turn.replaced_by {
        [] => line.say(format!(", where {player} has no move, so it goes")),
        moves => line
            .say(format!(", and {player}'s moves from there take its place: "))
            .values(moves.iter().map(|game| of(*game))),
    };
    let op = at_least_op(turn.player.opponent());
    let claim = Sentence::default().value(of(turn.reply)).say(" ").sign(op).say(" the whole game");
    let mut parts = vec![whole.clone()];
    if turn.reply != Game::ZERO {
        parts.push(derive::Summand::Game(store.neg(turn.reply)?));
    }
    // The reply is as good for the opponent, so the player wins the difference moving second.
    let player = turn.player;
    let proof =
        move |host: &mut dyn Host| Ok(vec![second_wins(&host.store(), claim, &parts, player)?]);
    Ok(Draft::new(line, Reasons::second(proof)))
}

/// Returns the comparison that says that the left side is as good for `player`.
fn at_least_op(player: Player) -> CompareOp {
    match player {
        Player::Left => CompareOp::GreaterOrEqual,
        Player::Right => CompareOp::LessOrEqual,
    }
}

fn conclusion(store: &Store, sides: &Sides, derivation: &Derivation) -> Attempt<Step> {
    let rest = bracket(store, sides, derivation.value)?;
    let name = Value::of_game(store, derivation.value);
    let line = match derivation.steps.is_empty() {
        true => Sentence::new("so ").value(rest.clone()).say(" is the canonical form"),
        false => Sentence::new("what remains is ").value(rest.clone()).say(", the canonical form"),
    };
    let line = if show::value(store, &rest)? == show::value(store, &name)? {
        line
    } else {
        line.say(", called ").value(name)
    };
    Ok(Step::says(line))
}
