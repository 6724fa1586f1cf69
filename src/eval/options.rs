//! Where a player can move, by the rules.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use upstar_core::Player;

use super::position::heap;
use super::{Frame, Machine};
use crate::diagnostic::Code;
use crate::resolve::tree::{Alternative, Expr, Generator, PositionKind};
use crate::rules::rewrite::Rule;
use crate::rules::too_many_ways;
use crate::syntax::ast::Mover;
use crate::value::{At, Cells, Fault, Position, Result, Ruleset, Value, ops};

/// Boards from this size on are not copied without asking the budget.
const LARGE_BOARD: usize = 1 << 12;

impl Machine<'_> {
    /// An option of a ruleset: what it makes of the value of an expression.
    fn option_part(&mut self, ruleset: &Rc<Ruleset>, value: Value) -> Result<Value> {
        let tree = &ruleset.tree;
        let arguments = match (&tree.position, &value) {
            (_, Value::Position(_) | Value::Sum(_)) => return Ok(value),
            (PositionKind::Heap, Value::Number(_)) => {
                return Ok(Value::Position(heap(self.world.store(), ruleset, &value)?));
            }
            (PositionKind::Strip(_) | PositionKind::Grid(_), Value::Board(_) | Value::Text(_)) => {
                return self.position(ruleset, &[value], &[]);
            }
            (PositionKind::Tuple, Value::Tuple(items))
                if items.items().len() == tree.params.len() =>
            {
                items.items().to_vec()
            }
            (_, Value::Game(_) | Value::Form(_) | Value::Typed(_)) => return Ok(value),
            (PositionKind::Tuple, _) if tree.params.len() == 1 => vec![value],
            (_, other) => return Err(wrong_option(ruleset, other)),
        };
        Ok(Value::Position(Rc::new(Position::new(ruleset.clone(), arguments)?)))
    }

    /// The options of a player, in the order of the rules, without repetition.
    pub(super) fn options_of(
        &mut self,
        position: &Rc<Position>,
        player: Player,
    ) -> Result<Vec<Value>> {
        let ruleset = position.ruleset.clone();
        let mut options = Options::default();
        let compiled = self.world.rules.compiled(&ruleset).clone();
        if let (Some((alphabet, shape)), [Value::Board(cells)]) =
            (&compiled.board, position.arguments())
        {
            let results =
                |rule: &Rule| rule.results(&cells.board).map_err(|_| too_many_ways(&cells.board));
            let rules = compiled.rules(player).iter().map(results).collect::<Result<Vec<_>>>()?;
            for board in rules.into_iter().flatten() {
                self.budget.step()?;
                if cells.board.symbols().len() >= LARGE_BOARD {
                    self.budget.reserve(cells.board.symbols().len() as u64)?;
                }
                let cells = Cells { board, alphabet: alphabet.clone(), shape: *shape };
                let arguments = vec![Value::Board(Rc::new(cells))];
                let option = Position::new(ruleset.clone(), arguments)?;
                options.add(Value::Position(Rc::new(option)));
            }
        }
        if !compiled.rewrites_only {
            self.general_options(position, player, &mut options)?;
        }
        Ok(options.list)
    }

    fn general_options(
        &mut self,
        position: &Rc<Position>,
        player: Player,
        options: &mut Options,
    ) -> Result<()> {
        let ruleset = position.ruleset.clone();
        let tree = ruleset.tree.clone();
        let mut frame = vec![Value::Nothing; tree.slots];
        let family = ruleset.family().unwrap_or(&[]);
        for (slot, value) in family.iter().chain(position.arguments()).enumerate() {
            frame[slot] = value.clone();
        }
        let serves = |mover: Mover| match mover {
            Mover::Either => true,
            Mover::Left => player == Player::Left,
            Mover::Right => player == Player::Right,
        };
        for clause in tree.clauses.iter().filter(|clause| serves(clause.mover)) {
            for way in &clause.alternatives {
                if let Alternative::Options { parts, generators, span } = way {
                    self.expand(&ruleset, parts, generators, &mut frame, options).at(*span)?;
                }
            }
        }
        Ok(())
    }

    fn expand(
        &mut self,
        ruleset: &Rc<Ruleset>,
        parts: &[Expr],
        generators: &[Generator],
        frame: &mut Frame,
        options: &mut Options,
    ) -> Result<()> {
        self.generate(generators, frame, &mut |machine, frame| {
            let mut sum = Vec::with_capacity(parts.len());
            for part in parts {
                let value = machine.expr(part, frame)?;
                sum.push(machine.option_part(ruleset, value).at(part.span)?);
            }
            options.add(ops::sum_of(machine.world.store(), &sum)?);
            Ok(())
        })
    }
}

/// Options in order, each once.
#[derive(Default)]
struct Options {
    list: Vec<Value>,
    seen: FxHashSet<Value>,
}

impl Options {
    fn add(&mut self, option: Value) {
        if self.seen.insert(option.clone()) {
            self.list.push(option);
        }
    }
}

fn wrong_option(ruleset: &Ruleset, value: &Value) -> Fault {
    let wanted = match &ruleset.tree.position {
        PositionKind::Heap => "a heap, several heaps separated by commas, or a game".to_owned(),
        PositionKind::Strip(_) | PositionKind::Grid(_) => "a board or a game".to_owned(),
        PositionKind::Tuple => match ruleset.tree.params.len() {
            1 => "a position or a game".to_owned(),
            n => format!("a tuple of {n} or a game"),
        },
    };
    Fault::new(
        Code::WrongPosition,
        format!("an option of {} is {wanted}, not {}", ruleset.tree.name.text, value.kind()),
    )
}
