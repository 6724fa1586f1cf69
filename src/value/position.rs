//! Rulesets, positions, and sums of positions.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use upstar_core::Game;

use super::{Result, Value, depth_around};
use crate::resolve::tree;

/// A ruleset with the parameters of its family.
///
/// Two with the same `id` are the same.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// Its number in the register of rulesets.
    pub id: u32,
    /// Its declaration.
    pub tree: Rc<tree::Ruleset>,
    /// The parameters of its family; `None` while they are not given.
    pub family: Option<Vec<Value>>,
}

impl Ruleset {
    /// Whether its positions are heaps.
    pub fn is_of_heaps(&self) -> bool {
        matches!(self.tree.position, tree::PositionKind::Heap)
    }

    pub(super) fn depth(&self) -> u32 {
        self.family.iter().flatten().map(Value::depth).max().unwrap_or(0)
    }
}

impl PartialEq for Ruleset {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Ruleset {}

impl Hash for Ruleset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// A position: a ruleset and what its position parameters are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The ruleset.
    pub ruleset: Rc<Ruleset>,
    arguments: Rc<[Value]>,
    depth: u32,
}

impl Position {
    /// The position of `ruleset` at `arguments`, which must fit its parameters.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(ruleset: Rc<Ruleset>, arguments: impl Into<Rc<[Value]>>) -> Result<Self> {
        let arguments = arguments.into();
        let depth = depth_around(arguments.iter())?.max(1 + ruleset.depth());
        Ok(Position { ruleset, arguments, depth })
    }

    /// What the position parameters are.
    pub fn arguments(&self) -> &[Value] {
        &self.arguments
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }
}

/// A summand: a position, or a game that no ruleset is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Part {
    /// A position.
    Position(Rc<Position>),
    /// A value.
    Game(Game),
}

/// A summand with its sign.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// Whether the players have changed sides in it.
    pub negated: bool,
    /// What it is.
    pub part: Part,
}

/// A sum of positions and games, in the order typed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sum {
    /// The summands.
    pub terms: Vec<Term>,
}

impl Sum {
    pub(super) fn depth(&self) -> u32 {
        let of = |term: &Term| match &term.part {
            Part::Position(position) => position.depth(),
            Part::Game(_) => 0,
        };
        self.terms.iter().map(of).max().unwrap_or(0)
    }
}
