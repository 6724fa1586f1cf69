//! How positions are named in certificates: by the parts that local rules show, and small parts by their values.
//!
//! Must not know: what is proved of a position.
//!
//! Which parts are small depends on nothing but the part, so that a position has one name in all facts. Facts about parts
//! and values come before all others.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use upstar_core::{Game, Player};

use super::text::{self, Lines};
use crate::syntax::local::{self, Local, Rows};
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{Attempt, NoAnswer, Position, Ruleset, Sum, Term, TermKind, Value, terms};

/// The most cells of a part that is named by its value. With fewer, sums of small parts are named one by one, as often as
/// they occur; with more, values are proved that no line of play needs.
const SMALL: usize = 8;

/// The most positions whose values prove one: with more, some answers come from a theorem, and strategies meet fewer.
const MOST_VALUES: usize = 4096;

/// A part of a position.
#[derive(Debug, Clone)]
enum Part {
    Position(Arc<Position>),
    /// A small part, by its value.
    Value(Game),
}

/// Names of positions, with the facts on which they rest.
#[derive(Debug, Default)]
pub(super) struct Normal {
    /// These facts.
    pub(super) lines: Lines,
    /// Rulesets by their numbers; none where the rules show no parts.
    local: HashMap<u32, Option<Local>>,
    parts: HashMap<Arc<Position>, Vec<Part>>,
    proved: HashSet<Arc<Position>>,
}

impl Normal {
    /// The name of a position or sum in normal play, as a value.
    pub(super) fn form(&mut self, host: &mut dyn Host, value: Value) -> Attempt<Value> {
        let terms = match &value {
            Value::Position(position)
                if self.is_local(position)? || self.proved.contains(position) =>
            {
                vec![Term { negated: false, kind: TermKind::Position(position.clone()) }]
            }
            Value::Sum(sum) if has_games(sum) || self.has_named(sum)? => sum.terms().to_vec(),
            _ => return Ok(value),
        };
        let mut waiting = Vec::new();
        let form = self.with_parts(host, &terms, &mut waiting)?;
        self.prove(host, waiting)?;
        Ok(form)
    }

    /// Whether a summand has another name.
    fn has_named(&mut self, sum: &Sum) -> Attempt<bool> {
        for term in sum.terms() {
            if let TermKind::Position(position) = &term.kind
                && (self.is_local(position)? || self.proved.contains(position))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the rules show the parts of a position. The fact that they do is written where it is first used.
    fn is_local(&mut self, position: &Position) -> Attempt<bool> {
        let ruleset = &position.ruleset;
        if let Some(known) = self.local.get(&ruleset.id) {
            return Ok(known.is_some());
        }
        let is_plain = ruleset.tree.family.is_empty() && ruleset.base().is_none();
        let local = if is_plain { Local::of(&ruleset.tree.declared) } else { None };
        let is_local = local.is_some();
        if is_local {
            self.lines.add(&["local", &ruleset.tree.name.text])?;
        }
        self.local.insert(ruleset.id, local);
        Ok(is_local)
    }

    /// A sum with parts for positions. Small parts whose values are not proved are added to those that wait.
    fn with_parts(
        &mut self,
        host: &mut dyn Host,
        terms: &[Term],
        waiting: &mut Vec<Arc<Position>>,
    ) -> Attempt<Value> {
        let store = host.store();
        let (mut total, mut all) = (Game::ZERO, Vec::new());
        let mut add = |game: Game, negated| -> Attempt<()> {
            let game = if negated { store.neg(game)? } else { game };
            total = store.add(total, game)?;
            Ok(())
        };
        for term in terms {
            match &term.kind {
                TermKind::Game(game) => add(*game, term.negated)?,
                TermKind::Position(position) if self.is_local(position)? => {
                    for part in self.parts(host, position, waiting)? {
                        match part {
                            Part::Value(game) => add(game, term.negated)?,
                            Part::Position(part) => all.push(Term {
                                negated: term.negated,
                                kind: TermKind::Position(part),
                            }),
                        }
                    }
                }
                TermKind::Position(position) if self.proved.contains(position) => {
                    add(host.position_value(position)?, term.negated)?;
                }
                _ => all.push(term.clone()),
            }
        }
        if let (Game::ZERO, [Term { negated: false, kind: TermKind::Position(only) }]) =
            (total, all.as_slice())
        {
            return Ok(Value::Position(only.clone()));
        }
        if all.is_empty() {
            return Ok(Value::of_game(&store, total));
        }
        if total != Game::ZERO {
            all.push(Term { negated: false, kind: TermKind::Game(total) });
        }
        Ok(Value::Sum(Arc::new(Sum::new(all)?)))
    }

    /// The parts of a position as its rules show them, with these rules; `None` where they show none.
    fn shown(&self, position: &Position) -> Option<(&Local, Vec<Rows>)> {
        let local = self.local.get(&position.ruleset.id)?.as_ref()?;
        let [Value::Board(cells)] = position.arguments() else { return None };
        Some((local, local.parts(&local::rows(&cells.text()))))
    }

    /// The parts of a position of local rules.
    fn parts(
        &mut self,
        host: &mut dyn Host,
        position: &Arc<Position>,
        waiting: &mut Vec<Arc<Position>>,
    ) -> Attempt<Vec<Part>> {
        if let Some(known) = self.parts.get(position) {
            return Ok(known.clone());
        }
        let Some((local, found)) = self.shown(position) else {
            return Ok(vec![Part::Position(position.clone())]);
        };
        let sizes: Vec<usize> = found.iter().map(|rows| local.live_cells(rows)).collect();
        let mut parts = Vec::new();
        for (rows, size) in found.iter().zip(sizes) {
            let part = made(host, &position.ruleset, rows)?;
            parts.push(match self.value(host, &part, size)? {
                Some(game) => {
                    waiting.push(part);
                    Part::Value(game)
                }
                None => Part::Position(part),
            });
        }
        self.parts.insert(position.clone(), parts.clone());
        Ok(parts)
    }

    /// The value of a small part. Impartial ones are named by their nimbers elsewhere.
    fn value(
        &self,
        host: &mut dyn Host,
        part: &Arc<Position>,
        size: usize,
    ) -> Attempt<Option<Game>> {
        if size > SMALL || part.ruleset.moves_are_alike() {
            return Ok(None);
        }
        match host.position_value(part) {
            Ok(game) => Ok(Some(game)),
            Err(NoAnswer::Repeats(_) | NoAnswer::TooLarge(_)) => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// Writes the values of the positions of a game and of all that follow them, each after those that its moves leave, where
    /// the rules show and state no parts: a value is found from all that follow anyway. Nothing is written where play returns, a
    /// value is too large, or many positions follow.
    pub(super) fn values(&mut self, host: &mut dyn Host, game: &Value) -> Attempt<()> {
        let positions = positions_of(host, game)?;
        let mut tasks: Vec<_> = positions.into_iter().map(|position| (position, false)).collect();
        let (mut lines, mut proved, mut open) = (Vec::new(), HashSet::new(), HashSet::new());
        while let Some((position, is_ready)) = tasks.pop() {
            host.store().budget().step()?;
            if proved.contains(&position) {
                continue;
            }
            let value = Value::Position(position.clone());
            if is_ready {
                let game = text::game(&host.store(), host.position_value(&position)?)?;
                lines.push([text::sum(host, &value)?, game]);
                proved.insert(position);
                continue;
            }
            // A position with stated parts is these.
            let has_parts = position.ruleset.tree.parts.is_some() || self.is_local(&position)?;
            let has_orders = text::has_orders(&value);
            if has_parts || has_orders || !open.insert(position.clone()) || open.len() > MOST_VALUES
            {
                return Ok(());
            }
            let game = match host.position_value(&position) {
                Err(NoAnswer::Repeats(_) | NoAnswer::TooLarge(_)) => return Ok(()),
                game => game?,
            };
            match text::game(&host.store(), game).map_err(NoAnswer::from) {
                Err(NoAnswer::TooLarge(_)) => return Ok(()),
                text => text?,
            };
            host.store().budget().reserve(512)?;
            tasks.push((position, true));
            for player in [Player::Left, Player::Right] {
                for option in moves(host, &value, player)? {
                    let next = positions_of(host, &option)?;
                    tasks.extend(next.into_iter().map(|position| (position, false)));
                }
            }
        }
        for [position, game] in lines {
            self.lines.add(&["value", &position, &game])?;
        }
        self.proved.extend(proved);
        Ok(())
    }

    /// Writes the values of small parts, each after those of the parts that its moves leave.
    fn prove(&mut self, host: &mut dyn Host, waiting: Vec<Arc<Position>>) -> Attempt<()> {
        let mut tasks: Vec<(Arc<Position>, bool)> =
            waiting.into_iter().map(|part| (part, false)).collect();
        while let Some((part, is_ready)) = tasks.pop() {
            host.store().budget().step()?;
            if self.proved.contains(&part) {
                continue;
            }
            let value = Value::Position(part.clone());
            if is_ready {
                let game = host.position_value(&part)?;
                let fields = [text::sum(host, &value)?, text::game(&host.store(), game)?];
                self.lines.add(&["value", &fields[0], &fields[1]])?;
                self.proved.insert(part);
                continue;
            }
            let mut needed = Vec::new();
            for player in [Player::Left, Player::Right] {
                for option in moves(host, &value, player)? {
                    if let Value::Position(option) = option {
                        self.small_parts(host, &option, &mut needed)?;
                    }
                }
            }
            tasks.push((part, true));
            tasks.extend(needed.into_iter().map(|part| (part, false)));
        }
        Ok(())
    }

    /// The small parts of a position, those that were met before too.
    fn small_parts(
        &mut self,
        host: &mut dyn Host,
        position: &Arc<Position>,
        found: &mut Vec<Arc<Position>>,
    ) -> Attempt<()> {
        for rows in self.shown(position).into_iter().flat_map(|(_, parts)| parts) {
            found.push(made(host, &position.ruleset, &rows)?);
        }
        Ok(())
    }
}

/// The positions of a game.
fn positions_of(host: &mut dyn Host, game: &Value) -> Attempt<Vec<Arc<Position>>> {
    let terms = match game {
        Value::Position(_) | Value::Sum(_) => terms::terms(&host.store(), game, false)?,
        _ => Vec::new(),
    };
    let position = |term: Term| match term.kind {
        TermKind::Position(position) => Some(position),
        _ => None,
    };
    Ok(terms.into_iter().filter_map(position).collect())
}

/// Whether games are to be added up.
fn has_games(sum: &Sum) -> bool {
    let is_game = |term: &&Term| matches!(term.kind, TermKind::Game(_));
    sum.terms().iter().filter(is_game).count() > usize::from(sum.terms().len() > 1)
}

/// The position of a board.
fn made(host: &mut dyn Host, ruleset: &Arc<Ruleset>, rows: &Rows) -> Attempt<Arc<Position>> {
    let board = Value::text(local::text(rows));
    match host.call(&Value::Ruleset(ruleset.clone()), vec![board])? {
        Value::Position(position) => Ok(position),
        other => Err(other.wrong("a position").into()),
    }
}
