//! Certificates: answers with the facts that prove them, for a program that checks them by the definitions alone.
//!
//! Knows: the questions that can be certified, and the facts that prove an answer (the book: reference/certificates.md).
//! Must not know: how a certificate is checked.
//!
//! A certificate is made by a second pass: the solver has the answer, and is asked again about each position on the way.
//! Its tables have most of these answers.

mod ends;
mod graph;
mod nimbers;
mod normal;
mod periods;
mod points;
mod quotients;
mod strategy;
mod text;

use std::collections::HashSet;
use std::sync::Arc;

use upstar_core::{Comparison, Outcome, Player};

use self::ends::Order;
use self::strategy::Facts;
use crate::diagnostic::Code;
use crate::syntax::ast::CompareOp;
use crate::syntax::certificate::{FIRST_LINE, OF_VALUES};
use crate::syntax::print::compare_sign;
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::ops::neg;
use crate::value::{
    Attempt, Fault, NoAnswer, Result, Sum, Term, TermKind, Value, affine, blocking, goals,
    nimbers as impartial, order, terms, worth,
};

/// A question.
#[derive(Debug, Clone)]
pub enum Asked {
    /// A call of a builtin: its name, and its arguments.
    Call(&'static str, Vec<Value>),
    /// A comparison of two games.
    Comparison(Value, CompareOp, Value),
}

/// Makes the certificate of a question. Of a call, `answer` computes the value first.
///
/// # Errors
/// Those of the answer; when the question cannot be certified, when a fact cannot be computed, and when a limit is passed.
/// Cost: for each position on the way its moves, and questions about some of them.
pub fn certify(
    host: &mut dyn Host,
    asked: &Asked,
    answer: &mut dyn FnMut(&mut dyn Host) -> Result<Value>,
) -> Attempt<String> {
    let (claim, facts) = match asked {
        Asked::Comparison(left, op, right) => comparison(host, left, *op, right)?,
        Asked::Call(name, args) => {
            let answer = answer(host)?;
            call(host, name, args, &answer)?
        }
    };
    let mut certificate = first_lines(host, asked)?;
    certificate += &text::line(&["claim", &claim])?;
    certificate += &facts.normal.lines.text;
    certificate += &facts.lines.text;
    let count = facts.normal.lines.count + facts.lines.count;
    certificate += &text::line(&["end", &count.to_string()])?;
    Ok(certificate)
}

/// The lines with which the certificate of a question begins, before the claim: the rules, and the question. They say all
/// that the answer depends on.
///
/// # Errors
/// When a game cannot be written in a certificate.
pub fn first_lines(host: &mut dyn Host, asked: &Asked) -> Attempt<String> {
    let (question, program) = match asked {
        Asked::Comparison(left, op, right) => {
            let sides = [text::question(host, left)?, text::question(host, right)?];
            let games = [left.clone(), right.clone()];
            (sides.join(compare_sign(*op)), host.program(&games)?)
        }
        Asked::Call(name, args) => {
            let mut written = Vec::new();
            for (place, arg) in args.iter().enumerate() {
                written.push(match arg {
                    Value::Ruleset(_) => text::value(host, arg)?,
                    game if place == 0 => text::question(host, game)?,
                    other => text::value(host, other)?,
                });
            }
            let game = &args[..args.len().min(1)];
            (format!("{name}({})", written.join(", ")), host.program(game)?)
        }
    };
    let mut lines = format!("{FIRST_LINE}\n");
    let mut names = HashSet::new();
    for line in program.lines() {
        let name = line.strip_prefix("game ").and_then(|rest| rest.split('(').next());
        if let Some(name) = name.filter(|name| !names.insert(*name)) {
            let message =
                format!("two rulesets are called `{name}`, which a certificate cannot say");
            return Ok(not_certified(message)?);
        }
        lines += &text::line(&["rules", line])?;
    }
    Ok(lines + &text::line(&["question", &question])?)
}

/// The claim, and the facts.
type Proved = (String, Facts);

fn call(host: &mut dyn Host, name: &str, args: &[Value], answer: &Value) -> Attempt<Proved> {
    const OTHERS: [&str; 5] = ["outcome", "winning_moves", "nimber", "grundy", "value"];
    match (name, args) {
        ("period", [Value::Ruleset(ruleset)]) => return periods::prove(host, ruleset, answer),
        ("misere_quotient", [Value::Ruleset(ruleset), _]) => {
            return quotients::prove(host, ruleset, answer);
        }
        _ => {}
    }
    let is_known = OTHERS.contains(&name) || OF_VALUES.contains(&name);
    let Some(game) = args.first().filter(|_| is_known) else { return Err(unknown(name).into()) };
    plays_in_turn(game)?;
    if OF_VALUES.contains(&name) && args[1..].iter().any(|arg| matches!(arg, Value::Player(_))) {
        let message = format!("`{name}` with a player who wins kos cannot be certified yet");
        return Err(Fault::new(Code::WrongType, message).into());
    }
    let mut facts = Facts::default();
    let claim = match name {
        "outcome" => {
            outcome(host, &mut facts, game)?.symbol(crate::value::Notation::ASCII).to_owned()
        }
        "winning_moves" => winning_moves(host, &mut facts, game, args.get(1))?,
        "nimber" | "grundy" if matches!(game, Value::Position(_) | Value::Sum(_)) => {
            nimbers::prove(host, &mut facts, game)?;
            text::value(host, answer)?
        }
        "value" => {
            points::prove(host, &mut facts, game, args.get(1))?;
            text::value(host, answer)?
        }
        name if OF_VALUES.contains(&name) => match form(host, &mut facts, game) {
            Err(NoAnswer::Repeats(_)) if name == "canonical" => stopper(host, &mut facts, game)?,
            proved => {
                proved?;
                text::value(host, answer)?
            }
        },
        name => return Err(unknown(name).into()),
    };
    Ok((claim, facts))
}

/// Fails for games in which the other player does not move next, or not everywhere.
fn plays_in_turn(game: &Value) -> Result<()> {
    if affine::is_affine(game) {
        let message = "complimenting and entailing moves cannot be certified yet";
        return Err(Fault::new(Code::WrongType, message));
    }
    if let Some(position) = blocking::position(game) {
        let name = &position.ruleset.tree.name.text;
        let message = format!("options of {name} are forbidden, which cannot be certified yet");
        return Err(Fault::new(Code::WrongType, message));
    }
    Ok(())
}

/// The fault of a question that cannot be certified.
fn unknown(name: &str) -> Fault {
    Fault::new(Code::WrongType, format!("`{name}` cannot be certified yet")).help(format!(
        "certify a comparison such as `G >= H`, or `outcome`, `winning_moves`, `nimber`, `value` (points), {} of games \
         and positions, or `period` or `misere_quotient` of a ruleset",
        OF_VALUES.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
    ))
}

fn comparison(host: &mut dyn Host, left: &Value, op: CompareOp, right: &Value) -> Attempt<Proved> {
    use CompareOp::{In, Is, NotIn};
    if matches!(op, Is | In | NotIn) {
        return Err(unknown(compare_sign(op).trim()).into());
    }
    plays_in_turn(left)?;
    plays_in_turn(right)?;
    let (mut all, others) = (terms(host, left, false)?, terms(host, right, true)?);
    let order = ends::order(host, [(left, &all), (right, &others)])?;
    all.extend(others);
    let difference = Value::Sum(Arc::new(Sum::new(all)?));
    goals::refuse_sum(&difference)?;
    let mut facts = Facts::default();
    let relation = match order {
        Order::Winning => match outcome(host, &mut facts, &difference)? {
            Outcome::R => Comparison::Less,
            Outcome::P => Comparison::Equal,
            Outcome::L => Comparison::Greater,
            Outcome::N => Comparison::Confused,
            _ => {
                let message = "comparisons whose difference is drawn cannot be certified yet";
                return Err(Fault::new(Code::Loopy, message).into());
            }
        },
        Order::Surviving => {
            facts.returns = true;
            // `is_lost(Right)`: Right wins moving first, so G is not at least H.
            let mut is_lost = |first: Player| -> Attempt<bool> {
                Ok(facts.result(host, &difference, first)? == Some(first))
            };
            match (is_lost(Player::Right)?, is_lost(Player::Left)?) {
                (false, false) => Comparison::Equal,
                (false, true) => Comparison::Greater,
                (true, false) => Comparison::Less,
                (true, true) => Comparison::Confused,
            }
        }
    };
    Ok((order::fits(op, relation).to_string(), facts))
}

/// Proves who wins when each player begins. Sums of impartial positions are decided by their nimbers.
fn outcome(host: &mut dyn Host, facts: &mut Facts, game: &Value) -> Attempt<Outcome> {
    if is_by_nimbers(host, game) && impartial::impartial(host, game).is_ok_and(|n| n.is_some()) {
        let is_zero = nimbers::prove(host, facts, game)? == 0;
        return Ok(if is_zero { Outcome::P } else { Outcome::N });
    }
    let left = facts.result(host, game, Player::Left)?;
    let right = facts.result(host, game, Player::Right)?;
    Ok(Outcome::of(left, right))
}

/// Whether nimbers are the better proof: of heaps, and of several impartial positions.
fn is_by_nimbers(host: &mut dyn Host, game: &Value) -> bool {
    let several = match game {
        Value::Position(position) => position.ruleset.is_of_heaps(),
        Value::Sum(sum) => sum.terms().len() > 1,
        _ => false,
    };
    several && impartial::both_alike(host, game)
}

fn winning_moves(
    host: &mut dyn Host,
    facts: &mut Facts,
    game: &Value,
    player: Option<&Value>,
) -> Attempt<String> {
    let player = match player {
        Some(Value::Player(player)) => *player,
        _ => Player::Left,
    };
    let by_nimbers = is_by_nimbers(host, game);
    let mut winning: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for option in moves(host, game, player)? {
        // Several moves may lead to the same.
        if !seen.insert(option.clone()) {
            continue;
        }
        let wins = match by_nimbers {
            true => nimbers::prove(host, facts, &option)? == 0,
            false => facts.result(host, &option, player.opponent())? == Some(player),
        };
        if wins {
            winning.push(text::question(host, &option)?);
        }
    }
    Ok(format!("[{}]", winning.join(", ")))
}

/// Proves the canonical form: neither player wins the difference moving first.
fn form(host: &mut dyn Host, facts: &mut Facts, game: &Value) -> Attempt<()> {
    if goals::position(game).is_some() {
        return Err(unknown("a value of a game decided by a goal").into());
    }
    let form = worth::game(host, game)?;
    facts.normal.values(host, game)?;
    let mut all = terms(host, game, false)?;
    all.push(Term { negated: true, kind: TermKind::Game(form) });
    let difference = Value::Sum(Arc::new(Sum::new(all)?));
    for first in [Player::Left, Player::Right] {
        facts.loses(host, &difference, first)?;
    }
    let form = text::game(&host.store(), form)?;
    Ok(facts.lines.add(&["form", &form])?)
}

/// Proves the value of a game in which play can return, and returns the text of that value. Game and value are stoppers, and
/// neither player loses their difference moving second.
fn stopper(host: &mut dyn Host, facts: &mut Facts, game: &Value) -> Attempt<String> {
    ends::verify_stopper(host, game)?;
    let store = host.store();
    let value = worth::solved(host, game)?.value(&store);
    let claim = text::value(host, &value)?;
    facts.lines.add(&["stopper", &claim])?;
    let mut all = terms(host, game, false)?;
    all.extend(terms::terms(&store, &neg(host, &value)?, false)?);
    let difference = Value::Sum(Arc::new(Sum::new(all)?));
    facts.returns = true;
    for second in [Player::Left, Player::Right] {
        facts.holds_second(host, &difference, second)?;
    }
    Ok(claim)
}

/// The summands of a sum as it stands: equal ones of different signs do not cancel.
fn terms(host: &mut dyn Host, value: &Value, negated: bool) -> Attempt<Vec<Term>> {
    Ok(match value {
        Value::Position(_) | Value::Sum(_) => terms::terms(&host.store(), value, negated)?,
        other => vec![Term { negated, kind: TermKind::Game(worth::game(host, other)?) }],
    })
}

/// The fault of something that is too large to be written.
fn fault_of_size(what: &str) -> Fault {
    Fault::new(Code::TooLarge, format!("{what} is too large for a certificate"))
}

/// Fails, because something has no certificate.
fn not_certified<T>(message: impl Into<String>) -> Result<T> {
    Err(Fault::new(Code::WrongType, message))
}
