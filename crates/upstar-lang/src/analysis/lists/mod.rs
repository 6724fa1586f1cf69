//! Games about points whose positions are integers, and lists and sets of integers, as compiled programs.
//!
//! Knows: which rules are such programs, and how positions are written as bytes. Must not know: how games are searched.
//!
//! The lists may change their lengths. A set is the list of its elements in ascending order: it is read where the order in
//! which elements come does not matter. What the rules read is compiled once for a ruleset and the kinds of the
//! arguments; where a program fails, the evaluator finds out why. The search makes the positions after the moves of a
//! position in its own order, up to one that decides the question. Where that can fail, a position is also made when
//! the move is listed, so that errors do not depend on the search.
//!
//! Comprehensions, sums and indices are compiled, and values with names into slots of their own. Programs run by recursion, so expressions of more than 200 levels are left to the evaluator, which
//! guards the stack.

mod changes;
mod compile;
mod program;

use std::sync::Arc;

use smallvec::SmallVec;
use upstar_core::bytes::{read_count, write_count};
use upstar_core::solve::minimax::{
    self, Bounds, Child, IntegerBounds, Listed, Minimax, MinimaxHalt, Promises, Question, Turn,
};
use upstar_core::{Budget, Error, Player};

use super::{integer, with_stack_for_programs};
use crate::resolve::tree::{Alternative, Expr, ExprKind, PositionKind};
use crate::syntax::ast::Mover;
use crate::value::{List as Items, Ruleset, Value};
use compile::{Code, Compiler, Variable, number};
use program::{Bound, Int, List, ListGenerator, Slots};

pub use compile::Kind;

/// A ruleset about points as programs, with what is known of the values.
#[derive(Debug)]
pub struct ListGame {
    /// Number of the ruleset.
    id: u32,
    kinds: Vec<Kind>,
    rules: Arc<Rules>,
    bounds: IntegerBounds,
}

/// The clauses of a ruleset.
#[derive(Debug)]
struct Rules {
    /// Slots of the arguments of a position.
    places: Vec<(usize, Kind)>,
    /// Number of slots, and values of those that hold constants.
    slots: usize,
    constants: Vec<(usize, Vec<i64>)>,
    moves: Vec<Rule>,
    turn: Option<Int>,
    score: Int,
}

/// One way to move.
#[derive(Debug)]
struct Rule {
    /// Whether it is for Left, and for Right.
    movers: [bool; 2],
    steps: Vec<ListGenerator>,
    /// The slots of its loops.
    variables: Vec<usize>,
    gain: Int,
    to: Vec<Argument>,
    /// The score where it leads.
    estimate: Option<Int>,
    /// Whether an argument may fail.
    fallible: bool,
}

/// Argument of a position.
#[derive(Debug)]
enum Argument {
    Int(Int),
    List(List),
}

/// Position as bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed(Box<[u8]>);

impl ListGame {
    /// The game of a ruleset for arguments of the kinds that a position has; `None` when its rules are of another kind.
    pub fn new(
        ruleset: &Ruleset,
        arguments: &[Value],
        serves: &dyn Fn(Mover, Player) -> bool,
    ) -> Option<Self> {
        let tree = &*ruleset.tree;
        let kinds = kinds(arguments)?;
        let free = tree.params.iter().all(|param| param.kind.is_none());
        let plain = matches!(tree.position, PositionKind::Tuple) && tree.parts.is_none();
        (plain && free && tree.goals.is_empty() && kinds.len() == tree.params.len())
            .then_some(())?;
        let mut compiler = Compiler::new(tree.slots);
        for (slot, value) in ruleset.family()?.iter().enumerate() {
            compiler.variables[slot] = match value {
                Value::Player(player) => Some(Variable::Player(Int::Constant(number(*player)))),
                Value::Number(_) => integer(value).map(|value| Variable::Int(Int::Constant(value))),
                Value::List(items) => match integers(items) {
                    Some(items) => {
                        let slot = compiler.new_slot()?;
                        compiler.constants.push((slot, items));
                        Some(Variable::List(slot))
                    }
                    None => None,
                },
                _ => None,
            };
        }
        let first = tree.family.len();
        let places = parameters(&mut compiler, first, &kinds)?;
        let mut rules = Rules {
            places,
            slots: 0,
            constants: Vec::new(),
            moves: Vec::new(),
            turn: match &tree.turn {
                Some(turn) => Some(compiler.player(turn)?),
                None => None,
            },
            score: match &tree.score {
                Some(score) => compiler.int(score)?,
                None => Int::Constant(0),
            },
        };
        for clause in &tree.clauses {
            let movers = [Player::Left, Player::Right].map(|player| serves(clause.mover, player));
            for way in &clause.alternatives {
                let score = tree.score.as_ref().map(|score| (score, first));
                rules.moves.push(Rule::new(way, movers, score, (&mut compiler, &kinds))?);
            }
        }
        rules.slots = compiler.slots;
        rules.constants = compiler.constants;
        let rules = Arc::new(rules);
        Some(ListGame { id: ruleset.id, kinds, rules, bounds: IntegerBounds::default() })
    }

    /// The same rules, with nothing known of the values.
    pub fn without_table(&self) -> Self {
        let (kinds, rules) = (self.kinds.clone(), self.rules.clone());
        ListGame { id: self.id, kinds, rules, bounds: IntegerBounds::default() }
    }

    /// Kinds of the arguments.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Number of positions of which bounds are known.
    pub fn known(&self) -> usize {
        self.bounds.count()
    }

    /// A position of this game, with the player to move; `None` for another one.
    pub fn packed(
        &self,
        ruleset: &Ruleset,
        arguments: &[Value],
        mover: Option<Player>,
    ) -> Option<Packed> {
        let same = arguments.len() == self.kinds.len() && ruleset.id == self.id;
        (same && mover.is_some() == self.rules.turn.is_none()).then_some(())?;
        let mut bytes: Vec<u8> = mover.map(|mover| number(mover) as u8).into_iter().collect();
        for (argument, expected) in arguments.iter().zip(&self.kinds) {
            (kind(argument)? == *expected).then_some(())?;
            match argument {
                Value::List(items) => write_list(&integers(items)?, &mut bytes),
                Value::Set(set) => {
                    let mut items =
                        set.items().iter().map(integer).collect::<Option<Vec<i64>>>()?;
                    items.sort_unstable();
                    write_list(&items, &mut bytes);
                }
                Value::Player(player) => write(number(*player), &mut bytes),
                argument => write(integer(argument)?, &mut bytes),
            }
        }
        Some(Packed(bytes.into()))
    }

    /// Value of a position for Left; `None` where the evaluator must find it, or what is wrong.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn value(&mut self, position: &Packed, budget: &Budget) -> Result<Option<i64>, Error> {
        let mut run = Run::new(&self.rules, &mut self.bounds, budget);
        let search = || minimax::value(&mut run, &position.0);
        MinimaxHalt::found(with_stack_for_programs(search))
    }

    /// Whether the value of a position for Left is more than a number; `None` as for [`value`](ListGame::value).
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn exceeds(
        &mut self,
        position: &Packed,
        than: i64,
        budget: &Budget,
    ) -> Result<Option<bool>, Error> {
        let mut run = Run::new(&self.rules, &mut self.bounds, budget);
        let search = || minimax::holds(&mut run, &position.0, &Question::more(than));
        MinimaxHalt::found(with_stack_for_programs(search))
    }
}

/// Gives parameters slots.
fn parameters(compiler: &mut Compiler, first: usize, kinds: &[Kind]) -> Option<Vec<(usize, Kind)>> {
    let mut places = Vec::with_capacity(kinds.len());
    for (i, kind) in kinds.iter().enumerate() {
        let slot = compiler.new_slot()?;
        compiler.variables[first + i] = Some(match kind {
            Kind::Int => Variable::Int(Int::Slot(slot)),
            Kind::Player => Variable::Player(Int::Slot(slot)),
            Kind::List => Variable::List(slot),
            Kind::Set => Variable::Set(slot),
        });
        places.push((slot, *kind));
    }
    Some(places)
}

impl Rule {
    /// A rule with an estimate by the score and the first slot of the parameters.
    fn new(
        way: &Alternative,
        movers: [bool; 2],
        score: Option<(&Expr, usize)>,
        (compiler, kinds): (&mut Compiler, &[Kind]),
    ) -> Option<Self> {
        let Alternative::Options { generators, .. } = way else { return None };
        compiler.deeper(generators.len(), |compiler| {
            let rule = Rule::without_estimate(way, movers, (compiler, kinds))?;
            let estimate = match score {
                Some((score, first)) => Some(rule.estimate(score, (compiler, kinds), first)?),
                None => None,
            };
            Some(Rule { estimate, ..rule })
        })
    }

    fn without_estimate(
        way: &Alternative,
        movers: [bool; 2],
        (compiler, kinds): (&mut Compiler, &[Kind]),
    ) -> Option<Self> {
        let Alternative::Options { parts, gain, generators, .. } = way else { return None };
        let [to] = &parts[..] else { return None };
        let arguments: &[Expr] = match &to.kind {
            ExprKind::Tuple(items) if items.len() == kinds.len() => items,
            _ if kinds.len() == 1 => std::slice::from_ref(to),
            _ => return None,
        };
        // It does not matter in which order moves are listed.
        let steps = compiler.unordered(|inner| inner.steps(generators))?;
        let variables = steps.iter().filter_map(ListGenerator::slot).collect();
        let gain = match gain {
            Some(gain) => compiler.int(gain)?,
            None => Int::Constant(0),
        };
        compiler.fallible = false;
        let mut to = Vec::with_capacity(kinds.len());
        for (argument, kind) in arguments.iter().zip(kinds) {
            to.push(match (compiler.code(argument)?, kind) {
                (Code::Int(int), Kind::Int) | (Code::Player(int), Kind::Player) => {
                    Argument::Int(int)
                }
                (Code::List(list), Kind::List) | (Code::Set(list), Kind::Set) => {
                    Argument::List(list)
                }
                _ => return None,
            });
        }
        let fallible = compiler.fallible;
        Some(Rule { movers, steps, variables, gain, to, estimate: None, fallible })
    }

    /// The score where the move leads.
    fn estimate(
        &self,
        score: &Expr,
        (compiler, kinds): (&mut Compiler, &[Kind]),
        first: usize,
    ) -> Option<Int> {
        let before = compiler.variables.clone();
        let places = parameters(compiler, first, kinds)?;
        compiler.read.clear();
        let score = compiler.int(score)?;
        compiler.variables = before;
        let bound = |((slot, _), argument): (&(usize, Kind), &Argument)| match argument {
            _ if !compiler.read.contains(slot) => None,
            Argument::Int(int) => Some(Bound::Int(*slot, int.clone())),
            Argument::List(list) => Some(Bound::List(*slot, list.clone())),
        };
        let bound: Vec<Bound> = places.iter().zip(&self.to).filter_map(bound).collect();
        Some(match (&bound[..], score) {
            ([Bound::Int(slot, int)], Int::Slot(score)) if *slot == score => int.clone(),
            (_, score) => Int::Let(bound, Box::new(score)),
        })
    }
}

/// Kinds of the arguments of a position; `None` when one is of another kind.
pub fn kinds(arguments: &[Value]) -> Option<Vec<Kind>> {
    arguments.iter().map(kind).collect()
}

fn kind(value: &Value) -> Option<Kind> {
    match value {
        Value::Number(_) => Some(Kind::Int),
        Value::Player(_) => Some(Kind::Player),
        Value::List(_) => Some(Kind::List),
        Value::Set(_) => Some(Kind::Set),
        _ => None,
    }
}

fn integers(items: &Items) -> Option<Vec<i64>> {
    items.items().iter().map(integer).collect()
}

/// Writes an integer, the sign in the lowest bit.
#[inline]
fn write(integer: i64, bytes: &mut Vec<u8>) {
    write_count((integer << 1 ^ integer >> 63) as u64, bytes);
}

fn write_list(items: &[i64], bytes: &mut Vec<u8>) {
    write_count(items.len() as u64, bytes);
    items.iter().for_each(|item| write(*item, bytes));
}

/// Reads an integer, as it is written.
#[inline]
fn read(bytes: &mut &[u8]) -> i64 {
    let written = count(bytes);
    (written >> 1) as i64 ^ -((written & 1) as i64)
}

/// Reads the length of a list or an integer that was written.
#[inline]
fn count(bytes: &mut &[u8]) -> u64 {
    read_count(bytes).expect("a position is read as it was written")
}

/// Programs of a game while they run.
struct Run<'r> {
    rules: &'r Rules,
    slots: Slots<'r>,
    bounds: &'r mut IntegerBounds,
    /// The position whose arguments are in the slots.
    current: Vec<u8>,
    /// Whether the score has not failed anywhere.
    estimates: bool,
    items: Vec<i64>,
}

impl<'r> Run<'r> {
    fn new(rules: &'r Rules, bounds: &'r mut IntegerBounds, budget: &'r Budget) -> Self {
        let mut slots = Slots::new(rules.slots, budget);
        for (slot, items) in &rules.constants {
            slots.lists[*slot].clone_from(items);
        }
        Run { rules, slots, bounds, current: Vec::new(), estimates: true, items: Vec::new() }
    }

    /// Puts the arguments of a position into the slots.
    fn enter(&mut self, position: &[u8]) {
        if self.current == position {
            return;
        }
        self.current.clear();
        self.current.extend_from_slice(position);
        let mut bytes = &position[usize::from(self.rules.turn.is_none())..];
        for (slot, kind) in &self.rules.places {
            match kind {
                Kind::Int | Kind::Player => self.slots.ints[*slot] = read(&mut bytes),
                Kind::List | Kind::Set => {
                    let length = count(&mut bytes);
                    let items = &mut self.slots.lists[*slot];
                    items.clear();
                    items.extend((0..length).map(|_| read(&mut bytes)));
                }
            }
        }
    }

    fn mover(&mut self) -> Result<Player, MinimaxHalt> {
        let left = match &self.rules.turn {
            Some(turn) => self.slots.int(turn)?,
            None => i64::from(self.current[0]),
        };
        Ok(if left == number(Player::Left) { Player::Left } else { Player::Right })
    }
}

/// Adds the bytes of the arguments of a move.
fn write_to(
    rule: &Rule,
    slots: &mut Slots<'_>,
    items: &mut Vec<i64>,
    bytes: &mut Vec<u8>,
) -> Result<(), MinimaxHalt> {
    for argument in &rule.to {
        match argument {
            Argument::Int(int) => write(slots.int(int)?, bytes),
            Argument::List(list) => {
                items.clear();
                slots.list(list, items)?;
                write_list(items, bytes);
            }
        }
    }
    Ok(())
}

impl Minimax for Run<'_> {
    type Position = Box<[u8]>;
    type Value = i64;
    /// A rule by its place, and the values of its loops.
    type Move = (u32, SmallVec<[i64; 2]>);
    type Error = MinimaxHalt;

    fn budget(&self) -> &Budget {
        self.slots.budget
    }

    fn bounds(&self, position: &Box<[u8]>) -> Bounds<i64> {
        self.bounds.get(position).unwrap_or(Bounds::UNKNOWN)
    }

    fn remember(&mut self, position: Box<[u8]>, known: Bounds<i64>, steps: u64) {
        self.bounds.insert(position, known, steps, self.slots.budget);
    }

    fn turn(&mut self, position: &Box<[u8]>) -> Result<Turn<i64, Self::Move>, MinimaxHalt> {
        self.enter(position);
        let mover = self.mover()?;
        let mut promises = Promises::default();
        let Run { rules, slots, estimates, items, .. } = self;
        let mut made = Vec::new();
        for (place, rule) in (0..).zip(&rules.moves) {
            if !rule.movers[usize::from(mover == Player::Right)] {
                continue;
            }
            slots.each(&rule.steps, &mut |slots| {
                let gain = slots.int(&rule.gain)?;
                let gain = if mover == Player::Left { gain } else { gain.saturating_neg() };
                if rule.fallible {
                    made.clear();
                    write_to(rule, slots, items, &mut made)?;
                }
                let mut promise = gain;
                if let Some(estimate) = rule.estimate.as_ref().filter(|_| *estimates) {
                    match slots.int(estimate) {
                        Ok(estimate) => promise = gain.saturating_add(estimate),
                        Err(MinimaxHalt::Unfit) => *estimates = false,
                        Err(halt) => return Err(halt),
                    }
                }
                let values = rule.variables.iter().map(|slot| slots.ints[*slot]);
                let how = (place, values.collect());
                promises.push(Listed { gain, exchanges: false, how }, promise, slots.budget)
            })?;
        }
        promises.turn(mover, || self.slots.int(&self.rules.score))
    }

    fn make(
        &mut self,
        position: &Box<[u8]>,
        (place, values): &Self::Move,
    ) -> Result<Child<Box<[u8]>, i64>, MinimaxHalt> {
        self.enter(position);
        let mut to = Vec::with_capacity(position.len() + size_of::<u64>());
        if self.rules.turn.is_none() {
            to.push(1 - position[0]);
        }
        let rule = &self.rules.moves[*place as usize];
        for (slot, value) in rule.variables.iter().zip(values) {
            self.slots.ints[*slot] = *value;
        }
        for step in &rule.steps {
            if let ListGenerator::Let(bound) = step {
                self.slots.bind(bound)?;
            }
        }
        write_to(rule, &mut self.slots, &mut self.items, &mut to)?;
        Ok(Child::Position(to.into()))
    }

    fn bytes(position: &Box<[u8]>) -> usize {
        size_of::<Box<[u8]>>() + position.len()
    }

    fn repeats(&self, _: Vec<Box<[u8]>>) -> MinimaxHalt {
        MinimaxHalt::Unfit
    }
}
