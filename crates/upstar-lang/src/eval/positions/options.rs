//! Options of positions by the rules.

use std::ops::ControlFlow;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use upstar_core::Player;

use super::arguments::{fit, heap, position_with};
use super::stated::coin_options;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::machine::instructions::no_value;
use crate::resolve::tree::PositionKind;
use crate::rules::too_many_ways;
use crate::source::Span;
use crate::value::code::{MoveCode, RewriteCode};
use crate::value::scalar::Scalar;
use crate::value::{
    At, Cells, Fault, Position, Result, Ruleset, Sum, Term, TermKind, Value, loopy, misere, ops,
};
use upstar_core::board::rewrite::Rule;

/// Number of cells from which copies of a board are charged to the budget.
const LARGE_BOARD: usize = 1 << 12;

impl Machine<'_> {
    /// Game or position that a value in a rule means, as an option or as a part of one.
    ///
    /// A number is a game, except where positions are numbers: in rulesets of heaps, and in those of one
    /// parameter if it is a number here.
    pub(in crate::eval) fn option_part(&mut self, from: &Position, value: Value) -> Result<Value> {
        let ruleset = &from.ruleset;
        if let Value::Misere(games) = &value {
            let games = misere::of_rules(ruleset, games)?;
            return of_version(ruleset, games);
        }
        let tree = &ruleset.tree;
        let mut arguments = match (&tree.position, &value) {
            (_, Value::Position(_) | Value::Sum(_)) => return of_version(ruleset, value),
            (PositionKind::Heap, Value::Number(_)) => {
                return Ok(Value::Position(heap(self.env.world.store(), ruleset, &value, true)?));
            }
            (PositionKind::Board(..), Value::Board(cells))
                if self.env.world.rules.compiled(ruleset).is_board(cells) =>
            {
                let position = Position::new(ruleset.clone(), [value])?;
                return Ok(Value::Position(Arc::new(position)));
            }
            (PositionKind::Heap, Value::List(heaps) | Value::Tuple(heaps)) => {
                return self.env.heaps(ruleset, heaps.items());
            }
            (PositionKind::Board(..), Value::Board(_) | Value::Text(_) | Value::List(_)) => {
                return position_with(self, ruleset, &[value], &[]);
            }
            (PositionKind::Tuple, Value::Tuple(items))
                if items.items().len() == tree.params.len() =>
            {
                items.items().to_vec()
            }
            (PositionKind::Graph, Value::Graph(_) | Value::Text(_)) => vec![value],
            (_, Value::Game(_) | Value::Form(_) | Value::Typed(_)) => return Ok(value),
            (_, Value::Loopy(_) | Value::LoopyBracket(_)) => return Ok(loopy::plain(&value)),
            (PositionKind::Board(..) | PositionKind::Graph, Value::Number(_)) => {
                return Ok(value);
            }
            (PositionKind::Tuple, Value::Number(_))
                if !matches!(from.arguments(), [Value::Number(_)]) =>
            {
                return Ok(value);
            }
            (PositionKind::Tuple, _) if tree.params.len() == 1 => vec![value],
            (_, other) => return Err(wrong_option(ruleset, other)),
        };
        let compiled = self.env.world.rules.compiled(ruleset);
        fit(&compiled.params, &mut arguments, &[])?;
        Ok(Value::Position(Arc::new(Position::new(ruleset.clone(), arguments)?)))
    }
}

impl Environment<'_> {
    /// Sum of several heaps.
    fn heaps(&self, ruleset: &Arc<Ruleset>, heaps: &[Value]) -> Result<Value> {
        let heap = |size| Ok(Value::Position(heap(self.world.store(), ruleset, size, true)?));
        let heaps = heaps.iter().map(heap).collect::<Result<Vec<_>>>()?;
        ops::sum_of(self.world.store(), &heaps)
    }
}

impl Machine<'_> {
    /// Options of a player without repetition, in the order of the rules.
    pub(in crate::eval) fn options_of(
        &mut self,
        position: &Arc<Position>,
        player: Player,
    ) -> Result<Vec<Value>> {
        self.first_options_of(position, player, usize::MAX)
    }

    /// The first of these options, as many as `most`, or more where they are listed at once.
    pub(in crate::eval) fn first_options_of(
        &mut self,
        position: &Arc<Position>,
        player: Player,
        most: usize,
    ) -> Result<Vec<Value>> {
        let ruleset = &position.ruleset;
        if let PositionKind::Coins = ruleset.tree.position {
            return coin_options(self, position);
        }
        let mut options = OrderedOptions::default();
        let compiled = self.env.world.rules.compiled(ruleset);
        for (rule, rewrite) in compiled.rewrites.iter().zip(&ruleset.rules.rewrites) {
            if options.len() < most && compiled.serves(rewrite.mover, player) {
                self.rewritten(position, (rule, rewrite), &mut |option| {
                    options.insert(Value::Position(option));
                })?;
            }
        }
        for way in &ruleset.rules.moves {
            let serves = way.mover.is_some_and(|mover| compiled.serves(mover, player));
            if options.len() < most && serves {
                self.options_by(way, position, most, &mut options).at(way.span)?;
            }
        }
        Ok(options.into_iter().collect())
    }

    /// Calls `found` with each position that a rewrite rule leads to.
    pub(in crate::eval) fn rewritten(
        &mut self,
        position: &Arc<Position>,
        (rule, rewrite): (&Rule, &RewriteCode),
        found: &mut dyn FnMut(Arc<Position>),
    ) -> Result<()> {
        let [Value::Board(cells)] = position.arguments() else { return Ok(()) };
        let cells_of_board = cells.board.symbols().len();
        for board in
            rule.results(&cells.board).map_err(|_| too_many_ways(&cells.board, rule.repeats()))?
        {
            self.env.budget.step()?;
            if cells_of_board >= LARGE_BOARD {
                self.env.budget.reserve(cells_of_board as u64)?;
            }
            let after = Cells { board, alphabet: cells.alphabet.clone(), shape: cells.shape };
            let after = Arc::new(after);
            if self.allows(rewrite, position, &after)? {
                let option = Position::new(position.ruleset.clone(), [Value::Board(after)])?;
                found(Arc::new(option));
            }
        }
        Ok(())
    }

    /// Adds the options by an alternative of a clause, until there are `most`.
    pub(in crate::eval) fn options_by(
        &mut self,
        way: &MoveCode,
        position: &Arc<Position>,
        most: usize,
        options: &mut OrderedOptions,
    ) -> Result<()> {
        let mut sum = Vec::new();
        self.each_alternative(way, position, &mut |machine, value, part, is_game| {
            let place = part as usize;
            sum.push(machine.part(position, value, is_game, way.parts[place])?);
            if place + 1 == way.parts.len() {
                options.insert(ops::sum_of(machine.env.world.store(), &sum)?);
                sum.clear();
            }
            Ok(match options.len() < most {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            })
        })
    }

    /// Part of an option, from the value of an expression. A number written as a game (`is_game`) is that
    /// game.
    pub(in crate::eval) fn part(
        &mut self,
        from: &Position,
        value: Scalar,
        is_game: bool,
        span: Span,
    ) -> Result<Value> {
        match needed(value, span)? {
            value @ Value::Number(_) if is_game => Ok(value),
            value => self.option_part(from, value).at(span),
        }
    }
}

/// Options in insertion order.
pub(in crate::eval) type OrderedOptions = IndexSet<Value, FxBuildHasher>;

/// Replaces positions of the base ruleset by those of its impartial version.
fn of_version(ruleset: &Arc<Ruleset>, value: Value) -> Result<Value> {
    let Some(base) = ruleset.base() else { return Ok(value) };
    let own = |position: Arc<Position>| -> Result<Arc<Position>> {
        if position.ruleset != *base {
            return Ok(position);
        }
        Ok(Arc::new(Position::new(ruleset.clone(), position.arguments().to_vec())?))
    };
    match value {
        Value::Position(position) => Ok(Value::Position(own(position)?)),
        Value::Sum(sum) => {
            let term = |term: &Term| -> Result<Term> {
                let kind = match &term.kind {
                    TermKind::Position(position) => TermKind::Position(own(position.clone())?),
                    game => game.clone(),
                };
                Ok(Term { negated: term.negated, kind })
            };
            let terms = sum.terms().iter().map(term).collect::<Result<_>>()?;
            Ok(Value::Sum(Arc::new(Sum::new(terms)?)))
        }
        other => Ok(other),
    }
}

fn wrong_option(ruleset: &Ruleset, value: &Value) -> Fault {
    let wanted = match &ruleset.tree.position {
        PositionKind::Heap => {
            "a heap, several heaps separated by commas or in a list, or a game".to_owned()
        }
        PositionKind::Board(..) => "a board or a game".to_owned(),
        PositionKind::Graph => "a graph or a game".to_owned(),
        PositionKind::Coins => "a row of coins".to_owned(),
        PositionKind::Tuple => match ruleset.tree.params.len() {
            1 => "a position or a game".to_owned(),
            n => format!("a tuple of {n} or a game"),
        },
    };
    let fault = Fault::new(
        Code::WrongPosition,
        format!("an option of {} is {wanted}, not {}", ruleset.tree.name.text, value.kind()),
    );
    match value {
        Value::List(_) => fault.help(EACH_OF_A_LIST),
        Value::Builtin(_, "misere") => fault.help("misère play is the clause `play misere`"),
        _ => fault,
    }
}

/// Help for a list in the place of an option.
pub(super) const EACH_OF_A_LIST: &str =
    "in a rule, `move q for q in LIST` has a move for each element of a list";

/// Value of an expression that must have one, at `span`.
pub(in crate::eval) fn needed(value: Scalar, span: Span) -> Result<Value> {
    if value.is_nothing() { Err(no_value(span)) } else { value.value() }
}
