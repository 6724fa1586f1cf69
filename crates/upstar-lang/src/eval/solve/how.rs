//! What `how` says of a position: the engine, its parts and symmetries, and what must be evaluated.
//!
//! Knows: engines in words. Must not know: how an engine is chosen.
//!
//! What is said is certain: what the choice of the engine looked at, or what no reader of rules takes. Where a reader gave
//! up and it is not known at what, nothing is said.

mod reasons;

use std::sync::Arc;

use upstar_core::Player;
use upstar_core::solve::Component;
use upstar_core::solve::taking::Takings;

use super::engine::{BoardRules, Engine, Table};
use super::nodes::parts_of;
use super::values::{AskWinner, is_in_small_table};
use crate::analysis::heaps::Tuples;
use crate::analysis::invariance::{Change, Invariance};
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::value::heaps::Heaps as _;
use crate::value::host::Host as _;
use crate::value::how::How;
use crate::value::show::{self, counted};
use crate::value::{Position, Result, Term, TermKind, Value, ops};

/// How questions about a game are answered, for each summand.
pub(in crate::eval) fn answered_how(machine: &mut Machine<'_>, value: &Value) -> Result<Vec<How>> {
    if let Value::Misere(games) = value {
        return games.terms().iter().map(|term| of_misere(machine, term)).collect();
    }
    let terms = ops::terms(machine.env.world.store(), value, false)?;
    terms.iter().map(|term| of_term(machine, term)).collect()
}

fn of_term(machine: &mut Machine<'_>, term: &Term) -> Result<How> {
    let game = match &term.kind {
        TermKind::Position(position) => return of_position(machine, position),
        TermKind::Game(game) => Value::of_game(machine.env.world.store(), *game),
        TermKind::Loopy(loopy) => Value::Loopy(loopy.clone()),
    };
    of_value(machine, &game)
}

/// A game whose value is known.
fn of_value(machine: &Machine<'_>, value: &Value) -> Result<How> {
    Ok(How::of_value(show::value(machine.env.world.store(), value)?))
}

fn of_position(machine: &mut Machine<'_>, position: &Arc<Position>) -> Result<How> {
    let value = Value::Position(position.clone());
    let game = show::value(machine.env.world.store(), &value)?;
    let engine = machine.env.engine(position)?;
    if position.ruleset.is_blocking() && machine.is_blocked_in_table(position)? {
        let said = "a table of who wins, in which winning options are counted";
        return Ok(How { game, said: vec![said.to_owned()], evaluated: Vec::new() });
    }
    if position.ruleset.is_affine() && has_table_of_replies(&machine.env, position) {
        let said =
            "a table of the nimbers beside which a move wins: the moves are integer arithmetic";
        return Ok(How { game, said: vec![said.to_owned()], evaluated: Vec::new() });
    }
    let is_by_rules = matches!(engine, Engine::Rules);
    let by_winner = is_by_rules && has_table_of_winners(&machine.env, position, Tuples::wins);
    let by_value = is_by_rules && has_table_of_values(&machine.env, position);
    let mut said = vec![match tables_in_words(by_value, by_winner) {
        Some(tables) => format!("{tables}; {OTHER_QUESTIONS}"),
        None => in_words(&machine.env, &engine, position)?,
    }];
    let [falls, bounded] = parts(machine, &engine, position)?;
    said.extend(falls);
    said.extend(symmetries(machine, &engine, position));
    said.extend(bounded);
    if matches!(engine, Engine::Table(Table::Integers)) {
        let ruleset = &position.ruleset;
        let summands = match position.arguments() {
            [Value::List(piles)] if machine.env.has_piles(ruleset) => piles.items().len(),
            arguments => machine
                .env
                .with_tuples(ruleset, |tuples, rules| tuples.count_summands(rules, arguments)),
        };
        if summands > 1 {
            said.push(falls_apart(summands));
        } else if !is_in_small_table(position) {
            let large = "the table is large, so in a sum a search finds who wins: the rules, \
                         evaluated position by position";
            said.push(large.to_owned());
        }
    }
    let evaluated = match engine {
        Engine::Rules if !by_value => machine.env.reasons(position),
        _ => Vec::new(),
    };
    if is_by_rules && !by_value && evaluated.is_empty() {
        said.push("it is not known which expression keeps a faster engine away".to_owned());
    }
    Ok(How { game, said, evaluated })
}

/// A game in misère play, in which no table of nimbers and no stated part is used.
fn of_misere(machine: &mut Machine<'_>, value: &Value) -> Result<How> {
    let position = match value {
        Value::Position(position) => position.clone(),
        Value::Sum(sum) => match &sum.terms()[0].kind {
            TermKind::Position(position) => position.clone(),
            _ => return of_value(machine, value),
        },
        Value::Typed(_) => {
            let game = show::value(machine.env.world.store(), value)?;
            let said = vec!["in misère play, its options one by one".to_owned()];
            return Ok(How { game, said, evaluated: Vec::new() });
        }
        _ => return of_value(machine, value),
    };
    let position = &position;
    let game = show::value(machine.env.world.store(), value)?;
    if has_table_of_winners(&machine.env, position, Tuples::wins_misere) {
        let said = format!("in misère play, {TABLE_OF_WINNERS}; {OTHER_QUESTIONS}");
        return Ok(How { game, said: vec![said], evaluated: Vec::new() });
    }
    let engine = match machine.env.engine(position)? {
        Engine::Boards(rules) => Engine::Boards(rules),
        _ => Engine::Rules,
    };
    let said = format!("in misère play, {}", in_words(&machine.env, &engine, position)?);
    Ok(How { game, said: vec![said], evaluated: Vec::new() })
}

/// Steps of a search in a table that only tries it.
pub(super) const MOST_STEPS: u64 = 1 << 14;

/// What is said of positions of which the winner is looked up.
const TABLE_OF_WINNERS: &str = "a table of who wins";

/// What is said of those questions that no table answers.
const OTHER_QUESTIONS: &str =
    "other questions are answered by the rules, evaluated position by position";

/// The tables of positions in which the players move differently.
fn tables_in_words(of_values: bool, of_winners: bool) -> Option<&'static str> {
    match (of_values, of_winners) {
        (true, true) => Some("a table of values, and one of who wins"),
        (true, false) => Some("a table of values"),
        (false, true) => Some(TABLE_OF_WINNERS),
        (false, false) => None,
    }
}

/// Whether the value of a position is looked for in a table.
fn has_table_of_values(env: &Environment<'_>, position: &Position) -> bool {
    let tried = || env.table_value(&position.ruleset, position.arguments());
    env.has_table_of_values(&position.ruleset)
        && !matches!(env.budget.within(MOST_STEPS, tried), Ok(None))
}

/// Whether the nimbers beside which a move wins are looked for in a table.
fn has_table_of_replies(env: &Environment<'_>, position: &Position) -> bool {
    let tried = || env.table_replies(position);
    !matches!(env.budget.within(MOST_STEPS, tried), Ok(None))
}

/// Whether who wins a position is looked for in a table.
fn has_table_of_winners(env: &Environment<'_>, position: &Position, ask: AskWinner) -> bool {
    let (ruleset, arguments) = (&position.ruleset, position.arguments());
    let tried = || env.table_wins(ruleset, arguments, Player::Left, ask);
    !matches!(env.budget.within(MOST_STEPS, tried), Ok(None))
}

/// An engine, and what it needs of the rules.
fn in_words(env: &Environment<'_>, engine: &Engine, position: &Position) -> Result<String> {
    Ok(match engine {
        Engine::Table(Table::Heaps) => {
            let code = |heaps: &mut crate::analysis::heaps::Heaps| {
                Ok(heaps.code().map(ToString::to_string))
            };
            match env.with_heaps(&position.ruleset, code)? {
                Some(code) => format!("a table of nimbers, by the code {code}"),
                None => "a table of nimbers: the moves are integer arithmetic".to_owned(),
            }
        }
        Engine::Table(Table::Coins) => {
            "a table of nimbers of single heads: the turns are integer arithmetic".to_owned()
        }
        Engine::Table(Table::Integers) => {
            "a table of nimbers: the moves are integer arithmetic".to_owned()
        }
        Engine::Boards(BoardRules::Written) => "bit planes: the moves are rewrite rules".to_owned(),
        Engine::Boards(BoardRules::Found(_)) => {
            "bit planes: on boards of this size the moves are rewrite rules".to_owned()
        }
        Engine::Boards(BoardRules::Placements(_)) => {
            "bit planes: each move places a stone".to_owned()
        }
        Engine::Goals => "a search for goals on bits".to_owned(),
        Engine::Connections => {
            "a search for connections on bits: each move claims a cell, and goals are paths"
                .to_owned()
        }
        Engine::Cells => {
            "moves on bits: what is there and what is not is known from the rules".to_owned()
        }
        Engine::Pictures => {
            "pieces that hang at one vertex, each by its value: the rules are Hackenbush".to_owned()
        }
        Engine::Lists => {
            "compiled rules of integers, players, lists and sets, as long as none of them fails"
                .to_owned()
        }
        Engine::Rules => "the rules, evaluated position by position".to_owned(),
    })
}

/// Into how many parts a position falls, where that is used and it falls apart, and whether a bound on the moves that are
/// left helps to find who wins.
fn parts(
    machine: &mut Machine<'_>,
    engine: &Engine,
    position: &Arc<Position>,
) -> Result<[Option<String>; 2]> {
    let ruleset = &position.ruleset;
    if !ruleset.is_by_last_move() || matches!(engine, Engine::Table(_) | Engine::Pictures) {
        return Ok([None, None]);
    }
    let stated = ruleset.base().is_none() && ruleset.tree.parts.is_some();
    let parts = parts_of(machine, position, false)?;
    let count = parts.iter().filter(|part| !matches!(part, Component::Value(_))).count();
    let stating = if stated { ", which `parts` states" } else { "" };
    let falls = match count {
        0 => Some("nothing of it is left to be searched".to_owned()),
        1 => None,
        count => Some(falls_apart(count) + stating),
    };
    let takings = match engine {
        Engine::Boards(_) | Engine::Cells if count > 0 => {
            Takings::of_sum(&parts, |node| machine.env.takings(node))
        }
        _ => None,
    };
    let is_bounded = takings.is_some_and(|takings| !takings.is_impartial());
    Ok([falls, is_bounded.then(|| BOUNDED.to_owned())])
}

/// What is said where a bound helps.
const BOUNDED: &str =
    "moves only take cells, so who wins is also searched with a bound on those left";

fn falls_apart(count: usize) -> String {
    format!("falls into {} here", counted(count, "part", "parts"))
}

/// Changes of positions under which the rules stay the same, where that is used.
fn symmetries(machine: &mut Machine<'_>, engine: &Engine, position: &Position) -> Vec<String> {
    let mut said = Vec::new();
    let ruleset = &position.ruleset;
    let rows = match position.arguments() {
        [Value::Board(cells)] => Some(cells.board.rows()),
        _ => None,
    };
    match engine {
        Engine::Boards(_) => said.extend(rows.and_then(|rows| turns(machine, position, rows))),
        Engine::Rules
            if machine.env.is_plain(ruleset) || ruleset.is_affine() || ruleset.is_blocking() => {}
        Engine::Rules if ruleset.is_about_points() => {
            let form = machine.env.points_invariance(ruleset);
            said.extend(form.whole.iter().map(|(_, change)| match change {
                Change::Board(_) => "boards that are turned or mirrored are met once".to_owned(),
                Change::Graph { rooted } => renumbered(*rooted),
            }));
            if form.turns || form.player.is_some() {
                said.push("positions with the players exchanged are met once".to_owned());
            }
        }
        Engine::Rules if !ruleset.is_decided_by_goal() => {
            match (machine.env.invariance(ruleset), rows) {
                (Some(Invariance::Graphs { rooted }), _) => said.push(renumbered(*rooted)),
                (Some(Invariance::Boards(_)), Some(rows)) => {
                    said.extend(turns(machine, position, rows));
                }
                _ => {}
            }
        }
        _ => {}
    }
    said
}

fn renumbered(rooted: bool) -> String {
    let apart = if rooted { ", vertex 0 apart," } else { "" };
    format!("graphs that are equal up to the numbers of their vertices{apart} are met once")
}

/// The turns and mirrors that keep the rules on boards of this size.
fn turns(machine: &mut Machine<'_>, position: &Position, rows: usize) -> Option<String> {
    let named = machine.symmetries(position).ok()?.named(rows);
    let (last, others) = named.split_last()?;
    let named = match others {
        [] => (*last).to_owned(),
        others => format!("{} or {last}", others.join(", ")),
    };
    Some(format!("boards that are {named} are met once"))
}
