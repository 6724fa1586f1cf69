//! Questions about games and positions, answered by play, brackets and thermographs.
//!
//! The book: reference/questions.md, reference/positions.md, reference/misere.md.

use std::collections::BTreeSet;
use std::rc::Rc;

use num_rational::BigRational;
use num_traits::Zero;
use upstar_syntax::ast::{Alternative, Mover, RemarkKind};

use crate::blocking::is_blocking;
use crate::board::Board;
use crate::bracket::{Game, is_dyadic};
use crate::expression::Machine;
use crate::play::{Convention, Rules};
use crate::points::{Minimax, Points};
use crate::ruleset::{self, Gains};
use crate::value::{Component, Position, Ruleset, Value};
use crate::{Fault, Player, Wrong};

/// Functions about misère play, where a sum of games is not added up.
pub const KEEPING_SUMS: &[&str] = &[
    "misere",
    "misere_universe",
    "misere_leq",
    "misere_equal",
    "misere_canonical",
    "is_misere_invertible",
];

/// The questions that are defined in this file.
pub const QUESTIONS: &[&str] = &[
    "canonical",
    "form",
    "outcome",
    "nimber",
    "grundy",
    "left_options",
    "right_options",
    "birthday",
    "left_stop",
    "right_stop",
    "stops",
    "mean",
    "temperature",
    "left_wall",
    "right_wall",
    "cool",
    "is_number",
    "is_integer",
    "is_nimber",
    "is_infinitesimal",
    "is_all_small",
    "tiny",
    "miny",
    "up_power",
    "up_power_sum",
    "ordinal_sum",
    "disjunctive",
    "followers",
    "moves",
    "winning_moves",
    "best_moves",
    "blocked_moves",
    "value",
    "misere",
    "start",
    "contents",
    "board",
    "graph",
    "impartial",
    "turns",
    "sequence",
    "boards",
    "positions",
];

fn refused<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::wrong(Wrong::Question, message))
}

/// A sum, and what decides who wins it.
pub(crate) struct Asked {
    pub(crate) sum: Vec<Component>,
    pub(crate) convention: Convention,
    /// Whether it was written `misere(P)`.
    written_misere: bool,
}

impl Machine {
    /// The sum that a question is about. In normal play a bracket of positions is that of their values.
    fn asked(&self, value: &Value) -> Result<Asked, Fault> {
        let mut asked = self.asked_as_typed(value)?;
        if !asked.written_misere {
            for component in &mut asked.sum {
                if let Component::Kept(kept) = component {
                    *component = Component::Game(kept.form);
                }
            }
        }
        Ok(asked)
    }

    /// The sum that a question is about, in which brackets are as typed.
    fn asked_as_typed(&self, value: &Value) -> Result<Asked, Fault> {
        if let Value::Misere(sum) = value {
            return Ok(Asked {
                sum: sum.to_vec(),
                convention: Convention::Misere,
                written_misere: true,
            });
        }
        let sum = match value {
            Value::Number(x) if !is_dyadic(x) => {
                return Err(Fault::undefined("questions about fractions that are no short games"));
            }
            Value::Form(form) => vec![Component::Game(*form)],
            value => self.components(value)?,
        };
        let count = |test: &dyn Fn(&Component) -> bool| {
            sum.iter().filter(|component| test(component)).count()
        };
        if count(&ruleset::is_affine) > 0 {
            return refused("no such question about complimenting and entailing moves");
        }
        if count(&ruleset::has_points) > 0 {
            return refused("a game about points is not won by the last move");
        }
        if count(&is_blocking) > 0 && sum.len() > 1 {
            return refused("no sums where options are forbidden");
        }
        let goals = count(&ruleset::has_goals);
        let misere = count(&ruleset::is_misere);
        let convention = match (goals, misere) {
            (0, 0) => Convention::Normal,
            (0, misere) if misere == sum.len() => Convention::Misere,
            (1, 0) if sum.len() == 1 => Convention::Goal,
            _ => return refused("games with different ends have no sum"),
        };
        Ok(Asked { sum, convention, written_misere: false })
    }

    /// The sum in normal play: for questions about values.
    fn normal(&self, value: &Value) -> Result<Vec<Component>, Fault> {
        let asked = self.asked(value)?;
        if asked.sum.iter().any(is_blocking) {
            return refused("no value where options are forbidden");
        }
        match asked.convention {
            Convention::Normal => Ok(asked.sum),
            Convention::Misere => Err(Fault::undefined("values in misère play")),
            Convention::Goal => refused("a game decided by a goal has no value"),
        }
    }

    /// The canonical form of a game or position.
    pub fn canonical_of(&self, value: &Value) -> Result<Game, Fault> {
        if let Value::Sum(_) | Value::Misere(_) = value {
            let sum = self.normal(value)?;
            return self.play(|play| play.value(&sum, &self.games));
        }
        match value {
            Value::Number(x) if !is_dyadic(x) => {
                Err(Fault::undefined("questions about fractions that are no short games"))
            }
            value => self.games.canonical(self.game(value)?),
        }
    }

    /// A number where the game is one, and else the game: how values are shown.
    pub fn shown(&self, game: Game) -> Result<Value, Fault> {
        Ok(self.games.as_number(game)?.map_or(Value::Game(game), Value::Number))
    }

    fn as_value(&self, sum: Vec<Component>, asked: &Asked) -> Result<Value, Fault> {
        match sum.as_slice() {
            _ if asked.written_misere => Ok(Value::Misere(Rc::new(sum))),
            // A game among the options of a ruleset with `play misere` is played like that too.
            [] | [Component::Game(_)]
                if asked.convention == Convention::Misere && !asked.sum.iter().any(is_blocking) =>
            {
                Ok(Value::Misere(Rc::new(sum)))
            }
            [Component::Game(game)] => Ok(Value::Game(*game)),
            [] => Ok(Value::Game(self.games.zero()?)),
            _ => Ok(Value::sum(sum)),
        }
    }

    /// The answer to a question; none when it is none, or takes other arguments.
    pub fn question(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let is_kept = |arg: &Value| match arg {
            Value::Sum(sum) => sum.iter().any(|part| matches!(part, Component::Kept(_))),
            _ => false,
        };
        let of_forms = ["form", "left_options", "right_options", "birthday", "followers"];
        if of_forms.contains(&name) && args.iter().any(is_kept) {
            return Err(Fault::undefined("forms of brackets of positions"));
        }
        if let Some(value) = self.about_values(name, args)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.about_stops(name, args)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.about_play(name, args)? {
            return Ok(Some(value));
        }
        self.about_rulesets(name, args)
    }

    fn about_values(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let games = &self.games;
        let canonical = |value: &Value| self.canonical_of(value);
        Ok(Some(match (name, args) {
            ("canonical", [g]) => self.shown(canonical(g)?)?,
            ("form", [Value::Game(g) | Value::Form(g)]) => Value::Form(*g),
            ("form", [g]) => Value::Form(canonical(g)?),
            ("left_options" | "right_options", [g]) => {
                let form = if let Value::Form(form) = g { *form } else { canonical(g)? };
                let player = if name == "left_options" { Player::Left } else { Player::Right };
                let options =
                    games.options(form, player).into_iter().map(|option| self.shown(option));
                Value::list(options.collect::<Result<_, _>>()?)
            }
            ("birthday", [Value::Form(form)]) => Value::integer(games.birthday(*form)?),
            ("birthday", [g]) => Value::integer(games.birthday(canonical(g)?)?),
            ("is_number", [g]) => match g {
                Value::Number(_) => Value::Truth(true),
                g => Value::Truth(games.as_number(canonical(g)?)?.is_some()),
            },
            ("is_integer", [g]) => match g {
                Value::Number(x) => Value::Truth(x.is_integer()),
                g => Value::Truth(games.as_number(canonical(g)?)?.is_some_and(|x| x.is_integer())),
            },
            ("is_nimber", [Value::Misere(_)]) => {
                return Err(Fault::undefined("values in misère play"));
            }
            ("is_nimber", [g]) => Value::Truth(games.as_nimber(canonical(g)?)?.is_some()),
            ("is_infinitesimal", [g]) => {
                let form = canonical(g)?;
                let stop = |player| games.stop(form, player);
                Value::Truth(stop(Player::Left)?.is_zero() && stop(Player::Right)?.is_zero())
            }
            ("is_all_small", [g]) => Value::Truth(self.is_all_small(canonical(g)?)?),
            _ => return Ok(None),
        }))
    }

    /// Stops, thermographs, and names of games.
    fn about_stops(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let games = &self.games;
        let canonical = |value: &Value| self.canonical_of(value);
        Ok(Some(match (name, args) {
            ("left_stop", [g]) => Value::Number(games.stop(canonical(g)?, Player::Left)?),
            ("right_stop", [g]) => Value::Number(games.stop(canonical(g)?, Player::Right)?),
            ("stops", [g]) => {
                let form = canonical(g)?;
                let stop = |player| Ok(Value::Number(games.stop(form, player)?));
                Value::tuple(vec![stop(Player::Left)?, stop(Player::Right)?])
            }
            ("mean" | "temperature", [_, Value::Player(_)]) => return Err(Fault::undefined("kos")),
            ("mean", [g]) => Value::Number(games.mean(canonical(g)?)?),
            ("temperature", [g]) => Value::Number(games.temperature(canonical(g)?)?),
            ("cool", [g, t]) => {
                let t = self.number(t)?;
                if t <= BigRational::from_integer((-1).into()) {
                    return Err(Fault::wrong(Wrong::Range, "a game is cooled by more than -1"));
                }
                Value::Game(games.cool(canonical(g)?, &t)?)
            }
            ("left_wall" | "right_wall", [g, rest @ ..]) if rest.len() < 2 => {
                let player = if name == "left_wall" { Player::Left } else { Player::Right };
                let thermograph = match rest {
                    [] => games.thermograph(canonical(g)?)?,
                    _ => games.subzero_thermograph(canonical(g)?)?,
                };
                if let [t] = rest {
                    let t = self.number(t)?;
                    if t < BigRational::from_integer((-1).into()) {
                        return Err(Fault::wrong(Wrong::Range, "a temperature is at least -1"));
                    }
                    return Ok(Some(Value::Number(thermograph.wall(player, &t))));
                }
                let corners =
                    if player == Player::Left { thermograph.left } else { thermograph.right };
                let pair = |(t, x)| Value::tuple(vec![Value::Number(t), Value::Number(x)]);
                Value::list(corners.into_iter().map(pair).collect())
            }
            ("tiny" | "miny", [g]) => {
                let g = canonical(g)?;
                if !games.at_most(games.zero()?, g)? {
                    return Err(Fault::wrong(Wrong::Range, "a tiny is that of a positive game"));
                }
                Value::Game(if name == "tiny" { games.tiny(g)? } else { games.miny(g)? })
            }
            ("up_power" | "up_power_sum", [n]) if self.integer(n).is_err() => {
                return Err(Fault::undefined("powers of up that are no integers"));
            }
            ("up_power", [n]) => Value::Game(games.up_power(self.natural(n)?)?),
            ("up_power_sum", [n]) => Value::Game(games.up_power_sum(self.natural(n)?)?),
            ("ordinal_sum", [g, h]) => self.operate(upstar_syntax::ast::BinaryOp::Ordinal, g, h)?,
            ("disjunctive", [g, h]) => self.operate(upstar_syntax::ast::BinaryOp::Add, g, h)?,
            _ => return Ok(None),
        }))
    }

    /// Whether in every follower both players can move, or neither.
    fn is_all_small(&self, game: Game) -> Result<bool, Fault> {
        let (left, right) =
            (self.games.options(game, Player::Left), self.games.options(game, Player::Right));
        if left.is_empty() != right.is_empty() {
            return Ok(false);
        }
        for option in left.into_iter().chain(right) {
            if !self.is_all_small(option)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn about_play(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let (player, first) = match args {
            [first] => (None, first),
            [first, Value::Player(player)] => (Some(*player), first),
            _ => return Ok(None),
        };
        if let ("value" | "best_moves" | "moves" | "winning_moves", Value::Sum(sum)) = (name, first)
            && let [Component::Position(position)] = sum.as_slice()
            && ruleset::has_points(&sum[0])
        {
            return self.about_points(name, position, player).map(Some);
        }
        if let Value::Sum(sum) = first
            && sum.iter().any(ruleset::is_affine)
            && let Some(answer) = self.about_entailing(name, sum, player)?
        {
            return Ok(Some(answer));
        }
        let answer =
            match name {
                "value" => return refused("`value` is about points"),
                "outcome" => {
                    let asked = self.asked(first)?;
                    Value::Outcome(self.play_by(asked.convention, |play| {
                        play.outcome(&asked.sum, asked.convention)
                    })?)
                }
                "nimber" | "grundy" => self.nimber_of(first)?,
                "moves" | "winning_moves" | "best_moves" | "blocked_moves" => {
                    let asked = self.asked(first)?;
                    let player = self.mover(&asked, player)?;
                    let moves = match name {
                        "moves" => self.moves_of(&asked, player)?,
                        "winning_moves" => self.winning_moves_of(&asked, player)?,
                        "blocked_moves" => self.blocked_moves_of(&asked, player)?,
                        _ => self.best_moves_of(&asked, player)?,
                    };
                    let moves = moves.into_iter().map(|sum| self.as_value(sum, &asked));
                    Value::list(moves.collect::<Result<_, _>>()?)
                }
                "positions" | "followers" => {
                    let asked = match first {
                        Value::Form(form) => {
                            Asked { sum: vec![Component::Game(*form)], ..self.asked(first)? }
                        }
                        Value::Sum(_) | Value::Misere(_) => self.asked(first)?,
                        game => Asked {
                            sum: vec![Component::Game(self.canonical_of(game)?)],
                            ..self.asked(first)?
                        },
                    };
                    let all = self.all_that_follow(&asked.sum)?;
                    Value::list(
                        all.into_iter()
                            .map(|sum| self.as_value(sum, &asked))
                            .collect::<Result<_, _>>()?,
                    )
                }
                _ => return Ok(None),
            };
        Ok(Some(answer))
    }

    /// The moves from a sum by the rules: what `parts` says is about values. None where a goal has ended play.
    pub(crate) fn moves_of(
        &self,
        asked: &Asked,
        player: Player,
    ) -> Result<Vec<Vec<Component>>, Fault> {
        if asked.convention == Convention::Goal && self.ending(&asked.sum[0], player)?.is_some() {
            return Ok(Vec::new());
        }
        self.by_moves(|play| play.moves(&asked.sum, player))
    }

    fn winning_moves_of(
        &self,
        asked: &Asked,
        player: Player,
    ) -> Result<Vec<Vec<Component>>, Fault> {
        let moves = self.moves_of(asked, player)?;
        self.play_by(asked.convention, |play| {
            if asked.sum.iter().any(is_blocking) {
                // Fails when a move leads to something else.
                play.winner(&asked.sum, player, asked.convention)?;
            }
            let mut winning = Vec::new();
            for sum in moves {
                if play.winner(&sum, player.opponent(), asked.convention)? == Some(player) {
                    winning.push(sum);
                }
            }
            Ok(winning)
        })
    }

    fn best_moves_of(&self, asked: &Asked, player: Player) -> Result<Vec<Vec<Component>>, Fault> {
        if asked.convention == Convention::Normal && asked.sum.iter().any(ruleset::has_parts) {
            return Err(Fault::undefined("the best moves of positions with `parts`"));
        }
        self.play_by(asked.convention, |play| match asked.convention {
            _ if asked.sum.iter().any(is_blocking) => {
                play.winner(&asked.sum, player, asked.convention)?;
                let moves = play.moves(&asked.sum, player)?;
                for winner in [Some(player), None, Some(player.opponent())] {
                    let found = play.led_to(&moves, player, asked.convention, winner)?;
                    if !found.is_empty() {
                        return Ok(found);
                    }
                }
                Ok(Vec::new())
            }
            Convention::Normal => play.best_by_value(&asked.sum, player, &self.games),
            convention => play.best_by_winner(&asked.sum, player, convention),
        })
    }

    /// The player of a question. It may be left out when the rules give both the same moves.
    fn mover(&self, asked: &Asked, player: Option<Player>) -> Result<Player, Fault> {
        if let Some(player) = player {
            return Ok(player);
        }
        let moves = |player| -> Result<BTreeSet<Vec<Component>>, Fault> {
            Ok(self.by_moves(|play| play.moves(&asked.sum, player))?.into_iter().collect())
        };
        let (same, by_rules) =
            (moves(Player::Left)? == moves(Player::Right)?, self.are_for_both(&asked.sum)?);
        match (same, by_rules) {
            (true, true) => Ok(Player::Left),
            (true, false) => Err(Fault::undefined("whether `left` and `right` are the same rules")),
            (false, _) => refused("the players have different moves: name one"),
        }
    }

    /// Whether the rules give both players the same moves, from here on. A game among the moves is looked at.
    pub fn are_for_both(&self, sum: &[Component]) -> Result<bool, Fault> {
        let (mut next, mut seen) = (sum.to_vec(), BTreeSet::from_iter(sum.iter().cloned()));
        while let Some(component) = next.pop() {
            let options = match &component {
                Component::Game(game) if self.games.is_symmetric(*game)? => continue,
                Component::Game(_) | Component::Loopy(_) => return Ok(false),
                Component::Position(position) | Component::Negative(position)
                    if position.ruleset.names_a_player() =>
                {
                    return Ok(false);
                }
                component => self.by_moves(|_| self.options(component, Player::Left)),
            };
            // A wrong move is none of a player's own.
            match options {
                Err(Fault::Wrong { .. }) => {}
                options => next.extend(
                    options?.into_iter().flatten().filter(|part| seen.insert(part.clone())),
                ),
            }
        }
        Ok(true)
    }

    /// In misère play a game is what was typed, which is not known where a sum in it was added up.
    fn verify_as_typed(&self, sum: &[Component]) -> Result<(), Fault> {
        for component in sum {
            match component {
                Component::Game(game) if self.is_added_up(*game)? => {
                    return Err(Fault::undefined("brackets of sums in misère play"));
                }
                Component::Kept(kept) => {
                    kept.options.iter().try_for_each(|option| self.verify_as_typed(option))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn is_added_up(&self, game: Game) -> Result<bool, Fault> {
        let added_up = self.added_up.borrow();
        Ok(self.games.followers(game)?.iter().any(|follower| added_up.contains(follower)))
    }

    /// The nimber by the mex rule, or of the value where the players' moves differ.
    pub(crate) fn nimber_of(&self, value: &Value) -> Result<Value, Fault> {
        let asked = self.asked(value)?;
        if asked.sum.iter().any(is_blocking) {
            return refused("no nimber where options are forbidden");
        }
        match asked.convention {
            Convention::Misere => match self.by_moves(|play| play.misere_nimber(&asked.sum)) {
                // Options of the players may be other positions and the same games.
                Err(Fault::Wrong { .. }) => {
                    let form = self.by_moves(|play| play.form(&asked.sum, &self.games))?;
                    let form = [Component::Game(form)];
                    Ok(Value::integer(self.by_moves(|play| play.misere_nimber(&form))?))
                }
                nimber => Ok(Value::integer(nimber?)),
            },
            Convention::Goal => refused("a game decided by a goal has no nimber"),
            Convention::Normal => match self.play(|play| play.nimber(&asked.sum)) {
                Ok(nimber) => Ok(Value::integer(nimber)),
                Err(Fault::Wrong { .. }) => {
                    let value = self.play(|play| play.value(&asked.sum, &self.games))?;
                    let nimber = self.games.as_nimber(value)?;
                    nimber
                        .map(Value::integer)
                        .ok_or_else(|| Fault::wrong(Wrong::Question, "this is no nimber"))
                }
                Err(fault) => Err(fault),
            },
        }
    }

    /// The position itself, and all that can be reached by moves of either player.
    pub(crate) fn all_that_follow(&self, sum: &[Component]) -> Result<Vec<Vec<Component>>, Fault> {
        let mut all = vec![sum.to_vec()];
        let mut next = 0;
        while next < all.len() {
            for player in Player::BOTH {
                for sum in self.by_moves(|play| play.moves(&all[next], player))? {
                    if !all.contains(&sum) {
                        all.push(sum);
                    }
                }
            }
            next += 1;
        }
        Ok(all)
    }

    fn about_points(
        &self,
        name: &str,
        position: &Position,
        player: Option<Player>,
    ) -> Result<Value, Fault> {
        let player = match (self.turn_at(position)?, player) {
            (Some(turn), Some(player)) if turn != player => {
                return Err(Fault::wrong(Wrong::Range, "it is the other player's turn"));
            }
            (_, Some(player)) | (Some(player), None) => player,
            (None, None) if name == "moves" && !position.ruleset.names_a_player() => Player::Left,
            (None, None) => return refused("say who begins"),
        };
        let position_value = |position: Position| Value::sum(vec![Component::Position(position)]);
        let mut minimax = Minimax::new(self);
        match name {
            "value" => Ok(Value::Number(minimax.value(position, player)?)),
            "moves" => {
                let mut moves: Vec<Position> = Vec::new();
                for (next, _) in self.places(position, player, Gains::Ignored)? {
                    if !moves.contains(&next) {
                        moves.push(next);
                    }
                }
                Ok(Value::list(moves.into_iter().map(position_value).collect()))
            }
            "best_moves" => {
                let moves = minimax.best_moves(position, player)?;
                Ok(Value::list(moves.into_iter().map(position_value).collect()))
            }
            _ => refused("a game about points is not won by the last move"),
        }
    }

    fn about_rulesets(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        Ok(Some(match (name, args) {
            ("misere", [Value::Misere(sum)]) => Value::Misere(Rc::clone(sum)),
            ("misere", [value]) => {
                let asked = self.asked_as_typed(value)?;
                if asked.convention == Convention::Goal {
                    return refused("a game decided by a goal is not played in misère play");
                }
                if asked.sum.iter().any(is_blocking) {
                    return refused("`misere` of a game with blocking");
                }
                if asked.sum.iter().any(ruleset::is_loopy) {
                    return refused("a game without end is not played in misère play");
                }
                self.verify_as_typed(&asked.sum)?;
                Value::Misere(Rc::new(asked.sum))
            }
            ("start", [Value::Ruleset(ruleset)]) => self.opening(ruleset)?,
            ("impartial", [Value::Ruleset(ruleset)]) => self.impartial_version(ruleset)?,
            ("contents" | "board" | "graph", [Value::Sum(sum) | Value::Misere(sum)]) => {
                match sum.as_slice() {
                    [Component::Position(position)] => {
                        let kind = |value: &&Value| match name {
                            "board" => matches!(value, Value::Board(_)),
                            "graph" => matches!(value, Value::Graph(_)),
                            _ => true,
                        };
                        match (name, position.state.as_slice()) {
                            ("contents", [one]) => one.clone(),
                            ("contents", all) => Value::tuple(all.to_vec()),
                            (_, all) => match all.iter().find(kind) {
                                Some(value) => value.clone(),
                                None => return Err(args[0].not("a position with one")),
                            },
                        }
                    }
                    _ => return Err(args[0].not("one position")),
                }
            }
            ("turns", [Value::Ruleset(ruleset), x]) => {
                let places =
                    |set: BTreeSet<u64>| Value::list(set.into_iter().map(Value::integer).collect());
                Value::list(
                    self.turns(ruleset, self.natural(x)?)?.into_iter().map(places).collect(),
                )
            }
            ("sequence", [ruleset @ Value::Ruleset(rules), n]) => {
                if !ruleset::is_heaps(&rules.decl) && !ruleset::is_coins(&rules.decl) {
                    return Err(ruleset.not("a ruleset of heaps"));
                }
                let nimber = |k| {
                    let heap = self.call(ruleset, vec![Value::integer(k)])?;
                    Ok(self.about_play("nimber", &[heap])?.expect("heaps have nimbers or faults"))
                };
                Value::list((0..=self.natural(n)?).map(nimber).collect::<Result<_, Fault>>()?)
            }
            ("boards", [Value::Ruleset(ruleset), size @ ..]) => self.boards(ruleset, size)?,
            _ => return Ok(None),
        }))
    }

    /// The version of a ruleset in which each player has the moves of both.
    fn impartial_version(&self, ruleset: &Rc<Ruleset>) -> Result<Value, Fault> {
        if ruleset.family.is_none() {
            return Err(Fault::wrong(Wrong::Value, "a family without its parameters"));
        }
        let position =
            Position { number: 0, ruleset: Rc::clone(ruleset), state: Rc::new(Vec::new()) };
        let position = Component::Position(position);
        let is_other = [ruleset::is_decided_otherwise, is_blocking, ruleset::is_affine];
        if is_other.iter().any(|is_other| is_other(&position)) {
            return refused(
                "games that the last move does not decide alone have no impartial version",
            );
        }
        let one_sided =
            ruleset.decl.clauses.iter().any(|c| matches!(c.mover, Mover::Left | Mover::Right));
        let impartial = ruleset.impartial || one_sided;
        Ok(Value::Ruleset(Rc::new(Ruleset { impartial, ..(**ruleset).clone() })))
    }

    /// All positions on boards of a size, or of sizes in ranges: the last cell varies fastest.
    fn boards(&self, ruleset: &Rc<Ruleset>, size: &[Value]) -> Result<Value, Fault> {
        let range = size.iter().position(|one| matches!(one, Value::Range(..) | Value::List(_)));
        if let Some(place) = range {
            let mut all = Vec::new();
            for one in self.elements(&size[place])? {
                let mut size = size.to_vec();
                size[place] = one;
                all.extend(self.elements(&self.boards(ruleset, &size)?)?);
            }
            return Ok(Value::list(all));
        }
        let Value::Sum(sum) = self.position(&Rc::new(without_start(ruleset)), size.to_vec())?
        else {
            return Err(Fault::undefined("these boards"));
        };
        let [Component::Position(position)] = sum.as_slice() else {
            return Err(Fault::undefined("these boards"));
        };
        let [Value::Board(empty)] = position.state.as_slice() else {
            return Err(Fault::undefined("these boards"));
        };
        let mut boards: Vec<Board> = vec![(**empty).clone()];
        for cell in empty.cells() {
            let mut more = Vec::new();
            for board in boards {
                self.steps.step()?;
                for symbol in empty.form.alphabet.chars() {
                    let mut next = board.clone();
                    next.put(cell, symbol);
                    more.push(next);
                }
            }
            boards = more;
        }
        let position = |board: Board| self.position(ruleset, vec![Value::Board(Rc::new(board))]);
        Ok(Value::list(boards.into_iter().map(position).collect::<Result<_, _>>()?))
    }
}

/// The ruleset whose boards of a size are the empty ones.
fn without_start(ruleset: &Ruleset) -> Ruleset {
    let mut decl = (*ruleset.decl).clone();
    decl.remarks.retain(|remark| !matches!(remark.kind, upstar_syntax::ast::RemarkKind::Start(_)));
    Ruleset { decl: std::sync::Arc::new(decl), ..ruleset.clone() }
}

impl Machine {
    /// What Max gets when play has ended at a position.
    pub fn score_at(&self, position: &Position) -> Result<BigRational, Fault> {
        let scope = self.position_scope(position);
        for remark in &position.ruleset.decl.remarks {
            if let RemarkKind::Score(score) = &remark.kind {
                let score = self.by(Some(position.ruleset.number), || self.eval(score, &scope));
                return self.number(&score?);
            }
        }
        Ok(BigRational::zero())
    }

    /// Whose turn it is, when the rules say it.
    pub fn turn_at(&self, position: &Position) -> Result<Option<Player>, Fault> {
        let mut clauses =
            position.ruleset.decl.clauses.iter().filter(|clause| clause.mover == Mover::Turn);
        match clauses.next().map(|clause| clause.alternatives.as_slice()) {
            None => Ok(None),
            Some([Alternative::Options { parts, generators, .. }])
                if parts.len() == 1 && generators.is_empty() =>
            {
                let scope = self.position_scope(position);
                let turn = self.by(Some(position.ruleset.number), || self.eval(&parts[0], &scope));
                Ok(Some(turn?.player()?))
            }
            Some(_) => Err(Fault::wrong(Wrong::Rules, "`turn` says whose turn it is")),
        }
    }

    /// Where the moves of a game about points lead, and what they bring.
    fn places(
        &self,
        position: &Position,
        player: Player,
        gains: Gains,
    ) -> Result<Vec<(Position, BigRational)>, Fault> {
        let next = |(sum, gain): (Vec<Component>, BigRational)| match sum.as_slice() {
            [Component::Position(next)] if next.ruleset.number == position.ruleset.number => {
                Ok((next.clone(), gain))
            }
            _ => Err(Fault::wrong(
                Wrong::Rules,
                "a move in a game about points leads to one position",
            )),
        };
        self.moves_at(position, player, gains)?.into_iter().map(next).collect()
    }
}

impl Points for Machine {
    type Position = Position;

    fn moves(
        &self,
        position: &Position,
        player: Player,
    ) -> Result<Vec<(Position, BigRational)>, Fault> {
        self.places(position, player, Gains::Counted)
    }

    fn score(&self, position: &Position) -> Result<BigRational, Fault> {
        self.score_at(position)
    }

    fn turn(&self, position: &Position) -> Result<Option<Player>, Fault> {
        self.turn_at(position)
    }

    fn step(&self) -> Result<(), Fault> {
        self.steps.step()
    }
}
