//! Positions and sums with all that follows them, by the rules, and answers by plain recursion.
//!
//! Knows: moves as the declaration says them. Must not know: parts that follow from rules, symmetries, what is
//! remembered.
//!
//! Sums that the rules themselves write are added up by their values where values are asked ([`Kind::PARTS`]); where
//! the winner is asked, a sum is a position like others, and a move in it is one in a summand.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use upstar_core::misere::MisereForm;
use upstar_core::shared::hash_of;
use upstar_core::{Game, Player};

use super::question::Ground;
use super::{SMALL_HEAP, Value, of_terms};
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::positions::stated::stated;
use crate::eval::solve::points::by_last_move;
use crate::resolve::tree::PositionKind;
use crate::value::host::Host;
use crate::value::{Fault, Position, Result, Sum, Term, TermKind, misere, ops};

/// Largest heap that is asked about as it is.
const LARGE_HEAP: i64 = 48;

/// Most terms of a sum that is a state.
const MOST_TERMS: usize = 16;

/// A sum, in an order of its own.
pub(in crate::eval) type SortedSum = Vec<Term>;

/// Which states there are, and how they are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::eval) struct Kind {
    /// Whether sums are states; otherwise only single positions are.
    has_sums: bool,
    is_misere: bool,
}

impl Kind {
    /// Single positions in normal play.
    pub(super) const PARTS: Kind = Kind { has_sums: false, is_misere: false };
    /// Sums in normal play.
    pub(super) const SUMS: Kind = Kind { has_sums: true, is_misere: false };
    /// Single positions in misère play.
    pub(super) const MISERE_PARTS: Kind = Kind { has_sums: false, is_misere: true };
    /// Sums in misère play.
    pub(super) const MISERE_SUMS: Kind = Kind { has_sums: true, is_misere: true };
}

/// Options of Left and of Right, as sums.
type Sides = [Vec<SortedSum>; 2];

/// States with their options, as far as they have been listed.
#[derive(Debug)]
pub(in crate::eval) struct StateGraph {
    kind: Kind,
    room: usize,
    states: IndexMap<SortedSum, Sides, FxBuildHasher>,
    /// States that a walk has come to.
    walked: FxHashSet<SortedSum>,
}

impl StateGraph {
    pub(super) fn new(kind: Kind, room: usize) -> Self {
        StateGraph { kind, room, states: IndexMap::default(), walked: FxHashSet::default() }
    }

    /// The states that a sum consists of.
    fn states_in(&self, sum: &SortedSum) -> Vec<SortedSum> {
        if self.kind.has_sums {
            return vec![sum.clone()];
        }
        let single = |term: &Term| match &term.kind {
            TermKind::Position(_) => Some(vec![Term { negated: false, kind: term.kind.clone() }]),
            _ => None,
        };
        sum.iter().filter_map(single).collect()
    }

    /// The states after a move.
    fn after(&self, sides: &Sides) -> Vec<SortedSum> {
        sides.iter().flatten().flat_map(|sum| self.states_in(sum)).collect()
    }

    /// All states that follow from a sum, the last first; `None` unless all have been listed.
    fn followers(&self, sum: &SortedSum) -> Option<Vec<SortedSum>> {
        let mut found: Vec<SortedSum> = Vec::new();
        let mut met: FxHashSet<SortedSum> = FxHashSet::default();
        let mut open = self.states_in(sum);
        while let Some(state) = open.pop() {
            if met.insert(state.clone()) {
                open.extend(self.after(self.states.get(&state)?));
                found.push(state);
            }
        }
        found.reverse();
        Some(found)
    }
}

impl Ground for StateGraph {
    type Node = SortedSum;

    fn next(&mut self, machine: &mut Machine<'_>, sum: &SortedSum) -> Result<Vec<SortedSum>> {
        let mut next = Vec::new();
        for state in self.states_in(sum) {
            list_state(machine, self, &state)?;
            next.extend(self.after(&self.states[&state]));
        }
        Ok(next)
    }

    fn walked(&mut self) -> (&mut FxHashSet<SortedSum>, usize) {
        (&mut self.walked, self.room)
    }

    fn rulesets(&self) -> Vec<u32> {
        let positions = self.states.keys().flat_map(|state| of_terms(state));
        positions.map(|position| position.ruleset.id).collect()
    }
}

/// The fault of something that is not asked of the rules. No user sees it.
fn not_asked() -> Fault {
    Fault::new(Code::WrongType, "this is not asked of the rules")
}

/// A heap of few counters in place of a large one, whose moves would be too many.
fn with_small_heap(term: Term) -> Result<Term> {
    let TermKind::Position(position) = &term.kind else { return Ok(term) };
    let (PositionKind::Heap, [Value::Number(size)]) =
        (&position.ruleset.tree.position, position.arguments())
    else {
        return Ok(term);
    };
    if size.to_i64().is_some_and(|size| size <= LARGE_HEAP) {
        return Ok(term);
    }
    let size = Value::integer(SMALL_HEAP + (hash_of(size) % 16) as i64);
    let heap = Position::new(position.ruleset.clone(), vec![size])?;
    Ok(Term { kind: TermKind::Position(Arc::new(heap)), ..term })
}

/// In an order of its own, without zeros.
fn tidy(mut sum: SortedSum) -> SortedSum {
    sum.retain(|term| term.kind != TermKind::Game(Game::ZERO));
    sum.sort_by_cached_key(|term| hash_of(term));
    sum
}

/// The sum that a value is.
pub(super) fn state_of(machine: &mut Machine<'_>, kind: Kind, value: &Value) -> Result<SortedSum> {
    let store = machine.env.world.store().clone();
    let terms = match value {
        Value::Misere(games) if kind.is_misere => {
            let mut terms = Vec::new();
            for game in games.terms() {
                if !matches!(game, Value::Form(_) | Value::Typed(_)) {
                    terms.extend(ops::terms(&store, game, false)?);
                    continue;
                }
                return Err(not_asked());
            }
            terms
        }
        other => ops::terms(&store, other, false)?,
    };
    if kind.has_sums && terms.len() > MOST_TERMS {
        return Err(not_asked());
    }
    let terms = terms.into_iter().map(with_small_heap).collect::<Result<_>>()?;
    as_stated(machine, kind, terms)
}

/// The value that a sum is.
pub(super) fn value_of_state(host: &mut dyn Host, kind: Kind, state: &SortedSum) -> Result<Value> {
    let value = match &state[..] {
        [Term { negated: false, kind: TermKind::Position(position) }] => {
            Value::Position(position.clone())
        }
        _ => Value::Sum(Arc::new(Sum::new(state.clone())?)),
    };
    if kind.is_misere { misere::of(host, &value) } else { Ok(value) }
}

/// Replaces positions by the sums that their rulesets state. These are part of the declaration, for normal
/// play.
fn as_stated(machine: &mut Machine<'_>, kind: Kind, terms: Vec<Term>) -> Result<SortedSum> {
    let store = machine.env.world.store().clone();
    let mut sum = Vec::with_capacity(terms.len());
    for term in terms {
        match &term.kind {
            TermKind::Loopy(_) => return Err(not_asked()),
            TermKind::Position(position)
                if !kind.is_misere && position.ruleset.rules.parts.is_some() =>
            {
                match stated(machine, position)? {
                    Some(parts) => {
                        for part in parts {
                            sum.extend(ops::terms(&store, &part, term.negated)?);
                        }
                    }
                    None => sum.push(term),
                }
            }
            _ => sum.push(term),
        }
    }
    Ok(tidy(sum))
}

/// Lists the options of a state.
fn list_state(machine: &mut Machine<'_>, graph: &mut StateGraph, state: &SortedSum) -> Result<()> {
    if !graph.states.contains_key(state) {
        let sides = [Player::Left, Player::Right];
        let [left, right] = sides.map(|player| moves_in(machine, graph.kind, state, player));
        graph.states.insert(state.clone(), [left?, right?]);
    }
    Ok(())
}

/// The sums that a player can move to.
fn moves_in(
    machine: &mut Machine<'_>,
    kind: Kind,
    state: &SortedSum,
    player: Player,
) -> Result<Vec<SortedSum>> {
    let mut all = Vec::new();
    for (place, term) in state.iter().enumerate() {
        for option in moves_of_term(machine, kind, term, player)? {
            machine.env.budget.step()?;
            let others = state.iter().enumerate().filter(|(other, _)| *other != place);
            let sum = others.map(|(_, term)| term.clone()).chain(option).collect();
            all.push(tidy(sum));
        }
    }
    Ok(all)
}

fn moves_of_term(
    machine: &mut Machine<'_>,
    kind: Kind,
    term: &Term,
    player: Player,
) -> Result<Vec<SortedSum>> {
    let store = machine.env.world.store().clone();
    let mover = if term.negated { player.opponent() } else { player };
    match &term.kind {
        TermKind::Position(position) => {
            let row_of_one = kind.is_misere
                && position.ruleset.is_of_coins()
                && !matches!(position.arguments(), [Value::Board(_)]);
            let ruleset = &position.ruleset;
            if row_of_one || by_last_move(ruleset).is_err() {
                return Err(not_asked());
            }
            let mut moves = Vec::new();
            for option in machine.options_of(position, mover)? {
                if kind.is_misere && matches!(option, Value::Form(_) | Value::Typed(_)) {
                    return Err(not_asked());
                }
                let terms = ops::terms(&store, &option, term.negated)?;
                moves.push(as_stated(machine, kind, terms)?);
            }
            Ok(moves)
        }
        TermKind::Game(game) => {
            let options = match mover {
                Player::Left => store.left_options(*game)?,
                Player::Right => store.right_options(*game)?,
            };
            let part = |game| Term { negated: term.negated, kind: TermKind::Game(game) };
            Ok(options.into_iter().map(|game| vec![part(game)]).collect())
        }
        TermKind::Loopy(_) => Err(not_asked()),
    }
}

/// Answers about states, found one after the other.
type Known<T> = FxHashMap<SortedSum, T>;

/// Finds something of all states that follow from a sum, each by `find` when that is known of what follows it.
/// States of which it is not found repeat.
fn recursively<T>(
    env: &Environment<'_>,
    graph: &StateGraph,
    sum: &SortedSum,
    mut find: impl FnMut(&Known<T>, &Sides) -> Result<Option<T>>,
) -> Result<Known<T>> {
    let mut known = Known::default();
    let mut open = graph.followers(sum).ok_or_else(not_asked)?;
    loop {
        let (before, mut left) = (open.len(), Vec::new());
        for state in open {
            env.budget.step()?;
            match find(&known, &graph.states[&state])? {
                Some(found) => {
                    known.insert(state, found);
                }
                None => left.push(state),
            }
        }
        if left.len() == before || left.is_empty() {
            return Ok(known);
        }
        open = left;
    }
}

/// Value of a sum; `None` where play repeats.
pub(super) fn plain_value(
    env: &Environment<'_>,
    graph: &StateGraph,
    sum: &SortedSum,
) -> Result<Option<Game>> {
    let known = recursively(env, graph, sum, |known, [left, right]| {
        let values = |sums: &[SortedSum]| -> Result<Option<Vec<Game>>> {
            sums.iter().map(|sum| env.total(known, sum)).collect()
        };
        let (Some(left), Some(right)) = (values(left)?, values(right)?) else {
            return Ok(None);
        };
        Ok(Some(env.world.store().game(&left, &right)?))
    })?;
    env.total(&known, sum)
}

impl Environment<'_> {
    fn total(&self, known: &Known<Game>, sum: &SortedSum) -> Result<Option<Game>> {
        let store = self.world.store();
        let mut total = Game::ZERO;
        for term in sum {
            let value = match &term.kind {
                TermKind::Game(game) => *game,
                _ => match known.get(&vec![Term { negated: false, kind: term.kind.clone() }]) {
                    Some(game) => *game,
                    None => return Ok(None),
                },
            };
            total = match term.negated {
                true => store.sub(total, value)?,
                false => store.add(total, value)?,
            };
        }
        Ok(Some(total))
    }

    /// Whether the rules make all states impartial.
    fn all_impartial(&self, graph: &StateGraph) -> bool {
        let store = self.world.store();
        let is_impartial = |term: &Term| match &term.kind {
            TermKind::Position(position) => self.world.rules.compiled(&position.ruleset).impartial,
            TermKind::Game(game) => store.as_nimber(*game).is_some(),
            TermKind::Loopy(_) => false,
        };
        let sums = graph.states.values().flat_map(|[left, _]| left);
        graph.states.keys().chain(sums).flatten().all(is_impartial)
    }
}

/// Nimber of a sum; `None` where play repeats, or something is not impartial.
pub(super) fn plain_nimber(
    env: &Environment<'_>,
    graph: &StateGraph,
    sum: &SortedSum,
) -> Result<Option<u32>> {
    if !env.all_impartial(graph) {
        return Ok(None);
    }
    let known = recursively(env, graph, sum, |known, [options, _]| {
        let nimbers = options.iter().map(|sum| env.nim_sum(known, sum));
        Ok(nimbers.collect::<Option<Vec<u32>>>().map(least_other))
    })?;
    Ok(env.nim_sum(&known, sum))
}

impl Environment<'_> {
    fn nim_sum(&self, known: &Known<u32>, sum: &SortedSum) -> Option<u32> {
        let nimber = |term: &Term| match &term.kind {
            TermKind::Game(game) => self.world.store().as_nimber(*game),
            _ => known.get(&vec![Term { negated: false, kind: term.kind.clone() }]).copied(),
        };
        sum.iter().map(nimber).try_fold(0, |total, nimber| Some(total ^ nimber?))
    }
}

/// Grundy value of a sum as a position of its own: 0 at the end of play, or 1 in misère play.
pub(super) fn plain_grundy(
    env: &Environment<'_>,
    graph: &StateGraph,
    sum: &SortedSum,
    end: u32,
) -> Result<Option<u32>> {
    if !env.all_impartial(graph) {
        return Ok(None);
    }
    let known = recursively(env, graph, sum, |known, [options, _]| {
        let values = options.iter().map(|sum| known.get(sum).copied());
        Ok(values.collect::<Option<Vec<u32>>>().map(|values| match &values[..] {
            [] => end,
            _ => least_other(values),
        }))
    })?;
    Ok(known.get(sum).copied())
}

/// Canonical form of a sum in misère play.
pub(super) fn plain_form(
    env: &Environment<'_>,
    graph: &StateGraph,
    sum: &SortedSum,
) -> Result<Option<MisereForm>> {
    if !env.all_impartial(graph) {
        return Ok(None);
    }
    let known = recursively(env, graph, sum, |known, [options, _]| {
        let forms = options.iter().map(|sum| env.sum_of_forms(known, sum));
        let Some(forms) = forms.collect::<Result<Option<Vec<_>>>>()? else { return Ok(None) };
        Ok(Some(env.world.misere_store.form(&forms)?))
    })?;
    env.sum_of_forms(&known, sum)
}

impl Environment<'_> {
    fn sum_of_forms(
        &self,
        known: &Known<MisereForm>,
        sum: &SortedSum,
    ) -> Result<Option<MisereForm>> {
        let forms = &self.world.misere_store;
        let mut total = forms.nimber(0)?;
        for term in sum {
            let form = match &term.kind {
                TermKind::Game(game) => match self.world.store().as_nimber(*game) {
                    Some(nimber) => forms.nimber(nimber)?,
                    None => return Ok(None),
                },
                _ => match known.get(&vec![Term { negated: false, kind: term.kind.clone() }]) {
                    Some(form) => *form,
                    None => return Ok(None),
                },
            };
            total = forms.add(total, form)?;
        }
        Ok(Some(total))
    }
}

/// Winners of a sum when Left begins and when Right begins; `None` where neither can force the end.
///
/// Whoever can move to a state that the other loses wins; whoever can only move to states that the other wins
/// loses, and who cannot move loses in normal play. What is left when nothing more follows is never decided.
pub(super) fn plain_winners(
    env: &Environment<'_>,
    graph: &StateGraph,
    sum: &SortedSum,
) -> Result<[Option<Player>; 2]> {
    let states = graph.followers(sum).ok_or_else(not_asked)?;
    let mut wins: [Known<bool>; 2] = Default::default();
    loop {
        let mut is_new = false;
        for state in &states {
            for mover in [0, 1] {
                env.budget.step()?;
                if wins[mover].contains_key(state) {
                    continue;
                }
                let options = &graph.states[state][mover];
                let after = |option: &SortedSum| wins[1 - mover].get(option).copied();
                let found = match &options[..] {
                    [] => Some(graph.kind.is_misere),
                    _ if options.iter().any(|option| after(option) == Some(false)) => Some(true),
                    _ => {
                        let loses = options.iter().all(|option| after(option) == Some(true));
                        loses.then_some(false)
                    }
                };
                if let Some(found) = found {
                    wins[mover].insert(state.clone(), found);
                    is_new = true;
                }
            }
        }
        if !is_new {
            break;
        }
    }
    let winner = |mover: Player| {
        let wins = wins[mover as usize].get(sum)?;
        Some(if *wins { mover } else { mover.opponent() })
    };
    Ok([winner(Player::Left), winner(Player::Right)])
}

/// The least number that is not among these.
fn least_other(mut numbers: Vec<u32>) -> u32 {
    numbers.sort_unstable();
    numbers.dedup();
    (0..).zip(&numbers).find(|(n, number)| n != *number).map_or(numbers.len() as u32, |(n, _)| n)
}
