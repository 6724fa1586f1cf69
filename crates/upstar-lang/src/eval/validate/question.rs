//! Questions that are asked twice: of fast methods, and of the rules.
//!
//! Knows: which answer of one is which of the other. Must not know: when it is asked.

use std::hash::Hash;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rustc_hash::FxHashSet;
use upstar_core::misere::{self, Genus, MisereForm};
use upstar_core::solve::Method;
use upstar_core::solve::goal::Verdict;
use upstar_core::{Game, Outcome, Player, Rational, Store};

use super::graph::{self, Kind, SortedSum};
use super::turns::{Turns, TurnsNode};
use crate::eval::Machine;
use crate::eval::solve::blocking::blocked_winner;
use crate::eval::solve::goals::{declared_end, end_of, winner_of};
use crate::eval::solve::misere::{canonical_of, genus_of, wins_misere};
use crate::eval::solve::outcome::{known_heaps, search_outcome, search_winner};
use crate::eval::solve::points::{best_in_points, value_in_points};
use crate::eval::solve::values::{nimber_of, solve, values_of};
use crate::eval::validate::graph::{
    plain_form, plain_grundy, plain_nimber, plain_value, plain_winners, state_of, value_of_state,
};
use crate::eval::validate::moves::board_moves_differ;
use crate::eval::validate::turns::{plain_best, plain_points, plain_verdict, turns_node};
use crate::value::{Attempt, Misere, Position, Result, Value, show};

/// An answer, as both sides give it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::eval) enum Seen {
    Game(Game),
    Nimber(u32),
    /// The winner; none if play is infinite.
    Winner(Option<Player>),
    Outcome(Outcome),
    /// Nimber in normal play, and Grundy value in misère play.
    Genus(u32, u32),
    Form(MisereForm),
    Points(Rational),
    /// Points, and the places of the best moves.
    Best(Rational, Vec<usize>),
    Verdict(Verdict),
}

impl Seen {
    pub(super) fn worded(&self, store: &Store) -> Result<String> {
        Ok(match self {
            Seen::Game(game) => show::value(store, &Value::of_game(store, *game))?,
            Seen::Nimber(n) => n.to_string(),
            Seen::Winner(winner) => winner.map_or("neither player", show::player_name).to_owned(),
            Seen::Outcome(outcome) => format!("{outcome:?}"),
            Seen::Genus(normal, misere) => format!("{normal} and {misere}"),
            Seen::Form(_) => "a form".to_owned(),
            Seen::Points(points) => points.to_string(),
            Seen::Best(points, best) => {
                let places = best.iter().map(|place| (place + 1).to_string());
                format!("{points}, by moves {}", places.collect::<Vec<_>>().join(", "))
            }
            Seen::Verdict(Verdict::Draw) => "a draw".to_owned(),
            Seen::Verdict(verdict) => {
                verdict.winner().map_or("neither", show::player_name).to_owned()
            }
        })
    }
}

/// Positions and sums that follow each other.
pub(in crate::eval) trait Ground {
    /// A place where a question can be asked.
    type Node: Clone + Eq + Hash;

    /// The places that moves lead to.
    ///
    /// # Errors
    /// When a move cannot be computed.
    fn next(&mut self, machine: &mut Machine<'_>, node: &Self::Node) -> Result<Vec<Self::Node>>;

    /// What walks have come to, and for how much there is room.
    fn walked(&mut self) -> (&mut FxHashSet<Self::Node>, usize);

    /// Lists all that follows and that no walk has come to. Returns false when there is no room for it. Each place costs
    /// a step.
    ///
    /// # Errors
    /// When a move cannot be computed, or no step is left.
    fn complete(&mut self, machine: &mut Machine<'_>, node: &Self::Node) -> Result<bool> {
        let mut open = vec![node.clone()];
        while let Some(node) = open.pop() {
            machine.env.budget.step()?;
            let (walked, room) = self.walked();
            if walked.contains(&node) {
                continue;
            }
            if walked.len() >= room {
                return Ok(false);
            }
            open.extend(self.next(machine, &node)?);
            self.walked().0.insert(node);
        }
        Ok(true)
    }

    /// Numbers of the rulesets of what was listed.
    fn rulesets(&self) -> Vec<u32>;
}

/// A question, apart from what it is about.
pub(in crate::eval) trait Question: Copy + Eq + Hash {
    /// Its answer.
    type Answer;
    /// Where it is asked.
    type Ground: Ground;

    /// What it is called.
    fn title(self) -> &'static str;

    /// An empty ground with room for so many positions.
    fn ground(self, room: usize) -> Self::Ground;

    /// The place that a value is.
    ///
    /// # Errors
    /// When the value is no game.
    fn start(
        self,
        machine: &mut Machine<'_>,
        value: &Value,
    ) -> Result<<Self::Ground as Ground>::Node>;

    /// The same question at another place, and its value.
    ///
    /// # Errors
    /// When the value is too large.
    fn at(
        self,
        machine: &mut Machine<'_>,
        node: &<Self::Ground as Ground>::Node,
    ) -> Result<(Self, Value)>;

    /// The answer with all fast methods.
    ///
    /// # Errors
    /// When there is none.
    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Self::Answer>;

    /// The answer by plain recursion, where all that follows has been listed; `None` where play repeats.
    ///
    /// # Errors
    /// When a value is too large.
    fn plainly(
        self,
        machine: &mut Machine<'_>,
        ground: &mut Self::Ground,
        node: &<Self::Ground as Ground>::Node,
    ) -> Result<Option<Seen>>;

    /// What can be compared of an answer; `None` where nothing can.
    ///
    /// # Errors
    /// When a value is too large.
    fn seen(self, store: &Store, answer: &Self::Answer) -> Result<Option<Seen>>;

    /// The answer that was seen, if that says all.
    fn answer(self, seen: Seen) -> Option<Self::Answer>;

    /// The moves by fast methods and by the rules, if they differ.
    ///
    /// # Errors
    /// When a move cannot be computed.
    fn moves_differ(
        self,
        _: &mut Machine<'_>,
        _: &<Self::Ground as Ground>::Node,
    ) -> Result<Option<[String; 2]>> {
        Ok(None)
    }
}

/// The position that a value is, for questions about positions only.
fn position(value: &Value) -> Result<&Arc<Position>> {
    match value {
        Value::Position(position) => Ok(position),
        other => Err(other.wrong("a position")),
    }
}

/// The games in misère play that a value is.
fn misere_games(value: &Value) -> Result<&Misere> {
    match value {
        Value::Misere(games) => Ok(games),
        other => Err(other.wrong("a game in misère play")),
    }
}

/// The methods that all questions about sums of positions share.
macro_rules! about_sums {
    ($kind:expr) => {
        type Ground = graph::StateGraph;

        fn ground(self, room: usize) -> graph::StateGraph {
            graph::StateGraph::new($kind, room)
        }

        fn start(self, machine: &mut Machine<'_>, value: &Value) -> Result<SortedSum> {
            state_of(machine, $kind, value)
        }

        fn at(self, machine: &mut Machine<'_>, state: &SortedSum) -> Result<(Self, Value)> {
            Ok((self, value_of_state(machine, $kind, state)?))
        }

        fn moves_differ(
            self,
            machine: &mut Machine<'_>,
            state: &SortedSum,
        ) -> Result<Option<[String; 2]>> {
            board_moves_differ(machine, state)
        }
    };
}

/// `canonical(P)`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct Canonical;

impl Question for Canonical {
    type Answer = Game;
    about_sums!(Kind::PARTS);

    fn title(self) -> &'static str {
        "the value"
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Game> {
        solve(machine, position(value)?)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        graph: &mut graph::StateGraph,
        state: &SortedSum,
    ) -> Result<Option<Seen>> {
        Ok(plain_value(&machine.env, graph, state)?.map(Seen::Game))
    }

    fn seen(self, _: &Store, answer: &Game) -> Result<Option<Seen>> {
        Ok(Some(Seen::Game(*answer)))
    }

    fn answer(self, seen: Seen) -> Option<Game> {
        match seen {
            Seen::Game(game) => Some(game),
            _ => None,
        }
    }
}

/// The values of the parts of a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct PartValues;

impl Question for PartValues {
    type Answer = Vec<Game>;
    about_sums!(Kind::PARTS);

    fn title(self) -> &'static str {
        "the value"
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Vec<Game>> {
        let parts = known_heaps(machine, value)?;
        values_of(machine, parts)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        graph: &mut graph::StateGraph,
        state: &SortedSum,
    ) -> Result<Option<Seen>> {
        Ok(plain_value(&machine.env, graph, state)?.map(Seen::Game))
    }

    fn seen(self, store: &Store, answer: &Vec<Game>) -> Result<Option<Seen>> {
        Ok(Some(Seen::Game(store.total(answer)?)))
    }

    fn answer(self, _: Seen) -> Option<Vec<Game>> {
        None
    }
}

/// `nimber(P)`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct Nimber;

impl Question for Nimber {
    type Answer = Option<BigUint>;
    about_sums!(Kind::PARTS);

    fn title(self) -> &'static str {
        "the nimber"
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Option<BigUint>> {
        nimber_of(machine, position(value)?)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        graph: &mut graph::StateGraph,
        state: &SortedSum,
    ) -> Result<Option<Seen>> {
        Ok(plain_nimber(&machine.env, graph, state)?.map(Seen::Nimber))
    }

    fn seen(self, _: &Store, answer: &Option<BigUint>) -> Result<Option<Seen>> {
        Ok(answer.as_ref().and_then(ToPrimitive::to_u32).map(Seen::Nimber))
    }

    fn answer(self, seen: Seen) -> Option<Option<BigUint>> {
        match seen {
            Seen::Nimber(nimber) => Some(Some(BigUint::from(nimber))),
            _ => None,
        }
    }
}

/// The winner when a player moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct Winner(pub(in crate::eval) Player);

impl Question for Winner {
    type Answer = (Option<Player>, Method);
    about_sums!(Kind::SUMS);

    fn title(self) -> &'static str {
        match self.0 {
            Player::Left => "the winner when Left begins",
            Player::Right => "the winner when Right begins",
        }
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Self::Answer> {
        search_winner(machine, value, self.0)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        graph: &mut graph::StateGraph,
        state: &SortedSum,
    ) -> Result<Option<Seen>> {
        let [left, right] = plain_winners(&machine.env, graph, state)?;
        Ok(Some(Seen::Winner(if self.0 == Player::Left { left } else { right })))
    }

    fn seen(self, _: &Store, (winner, _): &Self::Answer) -> Result<Option<Seen>> {
        Ok(Some(Seen::Winner(*winner)))
    }

    fn answer(self, seen: Seen) -> Option<Self::Answer> {
        match seen {
            Seen::Winner(winner) => Some((winner, Method::Search)),
            _ => None,
        }
    }
}

/// `outcome(P)`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct OutcomeOf;

impl Question for OutcomeOf {
    type Answer = (Outcome, Method);
    about_sums!(Kind::SUMS);

    fn title(self) -> &'static str {
        "the outcome"
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Self::Answer> {
        search_outcome(machine, value)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        graph: &mut graph::StateGraph,
        state: &SortedSum,
    ) -> Result<Option<Seen>> {
        let [left, right] = plain_winners(&machine.env, graph, state)?;
        Ok(Some(Seen::Outcome(Outcome::of(left, right))))
    }

    fn seen(self, _: &Store, (outcome, _): &Self::Answer) -> Result<Option<Seen>> {
        Ok(Some(Seen::Outcome(*outcome)))
    }

    fn answer(self, seen: Seen) -> Option<Self::Answer> {
        match seen {
            Seen::Outcome(outcome) => Some((outcome, Method::Search)),
            _ => None,
        }
    }
}

/// Whether a player wins in misère play when moving first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct MisereWinner(pub(in crate::eval) Player);

impl Question for MisereWinner {
    type Answer = bool;
    about_sums!(Kind::MISERE_SUMS);

    fn title(self) -> &'static str {
        match self.0 {
            Player::Left => "the winner in misère play when Left begins",
            Player::Right => "the winner in misère play when Right begins",
        }
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<bool> {
        Ok(wins_misere(machine, misere_games(value)?, self.0)?)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        graph: &mut graph::StateGraph,
        state: &SortedSum,
    ) -> Result<Option<Seen>> {
        let [left, right] = plain_winners(&machine.env, graph, state)?;
        let winner = if self.0 == Player::Left { left } else { right };
        Ok(winner.map(|winner| Seen::Winner(Some(winner))))
    }

    fn seen(self, _: &Store, wins: &bool) -> Result<Option<Seen>> {
        Ok(Some(Seen::Winner(Some(if *wins { self.0 } else { self.0.opponent() }))))
    }

    fn answer(self, seen: Seen) -> Option<bool> {
        match seen {
            Seen::Winner(winner) => Some(winner == Some(self.0)),
            _ => None,
        }
    }
}

/// The genus in misère play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct GenusOf;

impl Question for GenusOf {
    type Answer = Option<Genus>;
    about_sums!(Kind::MISERE_SUMS);

    fn title(self) -> &'static str {
        "the nimbers in normal and misère play"
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Option<Genus>> {
        Ok(genus_of(machine, misere_games(value)?)?)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        graph: &mut graph::StateGraph,
        state: &SortedSum,
    ) -> Result<Option<Seen>> {
        let normal = plain_grundy(&machine.env, graph, state, 0)?;
        let misere = plain_grundy(&machine.env, graph, state, 1)?;
        Ok(normal.zip(misere).map(|(normal, misere)| Seen::Genus(normal, misere)))
    }

    fn seen(self, _: &Store, genus: &Option<Genus>) -> Result<Option<Seen>> {
        Ok(genus.as_ref().map(|genus| Seen::Genus(genus.normal(), genus.misere())))
    }

    fn answer(self, _: Seen) -> Option<Option<Genus>> {
        None
    }
}

/// The canonical form in misère play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct MisereFormOf;

impl Question for MisereFormOf {
    type Answer = Option<misere::MisereForm>;
    about_sums!(Kind::MISERE_PARTS);

    fn title(self) -> &'static str {
        "the form in misère play"
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Self::Answer> {
        Ok(canonical_of(machine, misere_games(value)?)?)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        graph: &mut graph::StateGraph,
        state: &SortedSum,
    ) -> Result<Option<Seen>> {
        Ok(plain_form(&machine.env, graph, state)?.map(Seen::Form))
    }

    fn seen(self, _: &Store, form: &Self::Answer) -> Result<Option<Seen>> {
        Ok(form.map(Seen::Form))
    }

    fn answer(self, seen: Seen) -> Option<Self::Answer> {
        match seen {
            Seen::Form(form) => Some(Some(form)),
            _ => None,
        }
    }
}

/// The methods that questions about turns share: about points, about goals, and where options are forbidden.
macro_rules! about_turns {
    () => {
        type Ground = Turns;

        fn ground(self, room: usize) -> Turns {
            Turns::new(room)
        }

        fn start(self, _: &mut Machine<'_>, value: &Value) -> Result<TurnsNode> {
            turns_node(position(value)?, self.0.into())
        }

        fn at(self, _: &mut Machine<'_>, node: &TurnsNode) -> Result<(Self, Value)> {
            Ok((self.begun_by(node), Value::Position(node.position.clone())))
        }
    };
}

/// Points with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct Points(pub(in crate::eval) Option<Player>);

impl Points {
    fn begun_by(self, node: &TurnsNode) -> Self {
        Points(node.mover)
    }
}

impl Question for Points {
    type Answer = Rational;
    about_turns!();

    fn title(self) -> &'static str {
        "the points"
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Rational> {
        Ok(value_in_points(machine, position(value)?, self.0)?)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        turns: &mut Turns,
        node: &TurnsNode,
    ) -> Result<Option<Seen>> {
        Ok(plain_points(&machine.env, turns, node)?.map(Seen::Points))
    }

    fn seen(self, _: &Store, points: &Rational) -> Result<Option<Seen>> {
        Ok(Some(Seen::Points(points.clone())))
    }

    fn answer(self, seen: Seen) -> Option<Rational> {
        match seen {
            Seen::Points(points) => Some(points),
            _ => None,
        }
    }
}

/// Points with best play, and the best moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct Best(pub(in crate::eval) Option<Player>);

impl Best {
    fn begun_by(self, node: &TurnsNode) -> Self {
        Best(node.mover)
    }
}

impl Question for Best {
    type Answer = (Rational, Vec<usize>);
    about_turns!();

    fn title(self) -> &'static str {
        "the points and best moves"
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Self::Answer> {
        Ok(best_in_points(machine, position(value)?, self.0)?)
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        turns: &mut Turns,
        node: &TurnsNode,
    ) -> Result<Option<Seen>> {
        let found = plain_best(machine, turns, node)?;
        Ok(found.map(|(points, best)| Seen::Best(points, best)))
    }

    fn seen(self, _: &Store, (points, best): &Self::Answer) -> Result<Option<Seen>> {
        Ok(Some(Seen::Best(points.clone(), best.clone())))
    }

    fn answer(self, seen: Seen) -> Option<Self::Answer> {
        match seen {
            Seen::Best(points, best) => Some((points, best)),
            _ => None,
        }
    }
}

/// Title of the question who wins when a player begins.
fn begun_by(player: Player) -> &'static str {
    match player {
        Player::Left => "the winner when Left begins",
        Player::Right => "the winner when Right begins",
    }
}

/// The end with best play, in a game decided by a goal, or in which options are forbidden before each move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct TurnsWinner(pub(in crate::eval) Player);

impl TurnsWinner {
    fn begun_by(self, node: &TurnsNode) -> Self {
        TurnsWinner(node.mover.unwrap_or(self.0))
    }
}

impl Question for TurnsWinner {
    type Answer = Verdict;
    about_turns!();

    fn title(self) -> &'static str {
        begun_by(self.0)
    }

    fn by_engine(self, machine: &mut Machine<'_>, value: &Value) -> Attempt<Verdict> {
        let position = position(value)?;
        Ok(match position.ruleset.is_blocking() {
            true => Verdict::of(blocked_winner(machine, position, self.0)?),
            false => winner_of(machine, position, self.0)?,
        })
    }

    fn plainly(
        self,
        machine: &mut Machine<'_>,
        turns: &mut Turns,
        node: &TurnsNode,
    ) -> Result<Option<Seen>> {
        Ok(plain_verdict(&machine.env, turns, node)?.map(Seen::Verdict))
    }

    fn seen(self, _: &Store, verdict: &Verdict) -> Result<Option<Seen>> {
        Ok(Some(Seen::Verdict(*verdict)))
    }

    fn answer(self, seen: Seen) -> Option<Verdict> {
        match seen {
            Seen::Verdict(verdict) => Some(verdict),
            _ => None,
        }
    }

    fn moves_differ(
        self,
        machine: &mut Machine<'_>,
        node: &TurnsNode,
    ) -> Result<Option<[String; 2]>> {
        if !node.position.ruleset.is_decided_by_goal() {
            return Ok(None);
        }
        let fast = end_of(machine, &node.position, self.0)?;
        let plain = declared_end(machine, &node.position, self.0)?;
        let worded = |end: Option<Verdict>| match end {
            Some(end) => Seen::Verdict(end).worded(machine.env.world.store()),
            None => Ok("play goes on".to_owned()),
        };
        (fast != plain).then(|| Ok([worded(fast)?, worded(plain)?])).transpose()
    }
}
