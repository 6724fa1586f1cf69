//! Rulesets, positions, and sums of positions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use upstar_core::Game;
use upstar_core::board::{Alphabet, Shape};
use upstar_core::loopy::Loopy;

use super::code::Rules;
use super::graph::GraphKind;
use super::{Extent, MAX_ITEMS, Result, Value, too_many};
use crate::resolve::tree;

/// A ruleset with the parameters of its family.
///
/// Two with the same `id` are the same.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// Its number in the register of rulesets.
    pub id: u32,
    /// Its declaration.
    pub tree: Arc<tree::Ruleset>,
    /// The code of its expressions.
    pub rules: Arc<Rules>,
    family: Option<Vec<Value>>,
    /// Ruleset of which this is the impartial version.
    base: Option<Arc<Ruleset>>,
    extent: Extent,
}

impl Ruleset {
    /// Whether several positions are typed in one pair of parentheses, and are a sum.
    pub fn is_of_heaps(&self) -> bool {
        matches!(self.tree.position, tree::PositionKind::Heap | tree::PositionKind::Coins)
    }

    /// Whether its positions are rows of coins, which are sums of their heads.
    pub fn is_of_coins(&self) -> bool {
        matches!(self.tree.position, tree::PositionKind::Coins)
    }

    /// A ruleset with the parameters of its family; `None` before they are given.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(
        id: u32,
        (tree, rules): (Arc<tree::Ruleset>, Arc<Rules>),
        family: Option<Vec<Value>>,
    ) -> Result<Self> {
        let extent = Extent::around(family.iter().flatten())?.of_code();
        Ok(Ruleset { id, tree, rules, family, base: None, extent })
    }

    /// The impartial version of `base`, which is no family without its parameters.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn impartial(id: u32, base: Arc<Ruleset>) -> Result<Self> {
        let (tree, rules, family) = (base.tree.clone(), base.rules.clone(), base.family.clone());
        let extent = Extent::of([base.extent])?;
        Ok(Ruleset { id, tree, rules, family, base: Some(base), extent })
    }

    /// The same ruleset with its rules in other words, for analyses: its code and number stay the same.
    #[must_use]
    pub fn reworded(&self, tree: Arc<tree::Ruleset>) -> Self {
        Ruleset { tree, ..self.clone() }
    }

    /// Ruleset of which this is the impartial version.
    pub fn base(&self) -> Option<&Arc<Ruleset>> {
        self.base.as_ref()
    }

    /// Whether all moves are those of both players, as they are in an impartial version.
    pub fn moves_are_alike(&self) -> bool {
        self.base.is_some() || self.tree.moves_are_alike()
    }

    /// Parameters of its family; `None` before they are given.
    pub fn family(&self) -> Option<&[Value]> {
        self.family.as_deref()
    }

    /// Help on how a position is written.
    pub fn how_written(&self) -> String {
        let tree = &self.tree;
        let list = |params: &[tree::Param], given: Option<&[Value]>| {
            // Numbers as given, other arguments by the names of their parameters.
            let names = params.iter().enumerate().map(|(place, param)| {
                match given.and_then(|values| values.get(place)) {
                    Some(Value::Number(x)) => x.to_string(),
                    _ => param.name.text.to_string(),
                }
            });
            format!("({})", names.collect::<Vec<_>>().join(", "))
        };
        let mut name = tree.name.text.to_string();
        if !tree.family.is_empty() {
            name += &list(&tree.family, self.family());
        }
        let usual = match tree.start.as_deref() {
            // It needs a size.
            Some([tree::Expr { kind: tree::ExprKind::Lambda(_), .. }]) => false,
            Some(_) => true,
            None => tree.params.iter().all(|param| param.default.is_some()),
        };
        let opening = format!(", the usual opening position `{name}()`");
        let opening = if usual { opening } else { String::new() };
        format!("a position of it is written `{name}{}`{opening}", list(&tree.params, None))
    }

    /// Its declaration, with the number of that: a family before its parameters are given.
    pub fn declaration(&self, id: u32) -> Ruleset {
        let (tree, rules, extent) = (self.tree.clone(), self.rules.clone(), Extent::LEAF.of_code());
        Ruleset { id, tree, rules, family: None, base: None, extent }
    }

    /// Whether a parameter of its family reads global names.
    pub fn has_code(&self) -> bool {
        self.family.iter().flatten().any(Value::reads_names)
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
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
    pub ruleset: Arc<Ruleset>,
    arguments: Arc<[Value]>,
    /// It reads names if an argument does; that the ruleset does is left out.
    extent: Extent,
}

impl Position {
    /// The position of `ruleset` at `arguments`, which must fit its parameters.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(ruleset: Arc<Ruleset>, arguments: impl Into<Arc<[Value]>>) -> Result<Self> {
        let arguments = arguments.into();
        let parts = arguments.iter().map(Value::extent);
        let extent = Extent::of(parts.chain([ruleset.extent().of_data()]))?;
        Ok(Position { ruleset, arguments, extent })
    }

    /// Values of the position parameters.
    pub fn arguments(&self) -> &[Value] {
        &self.arguments
    }

    /// Whether an argument reads global names: a function, a ruleset, or what contains one.
    pub fn has_code(&self) -> bool {
        self.extent.reads_names()
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent.of_code()
    }
}

/// Kind of a [`Term`], with the position or game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// A position.
    Position(Arc<Position>),
    /// A short game.
    Game(Game),
    /// A loopy game.
    Loopy(Arc<Loopy>),
}

/// A component of a disjunctive sum, with its sign.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// Whether the players are exchanged: the term is the negative.
    pub negated: bool,
    /// The position or game.
    pub kind: TermKind,
}

impl Term {
    /// The loopy game, if the term is one.
    pub fn loopy(&self) -> Option<&Arc<Loopy>> {
        match &self.kind {
            TermKind::Loopy(loopy) => Some(loopy),
            _ => None,
        }
    }
}

/// A sum of positions and games, in the order typed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sum {
    terms: Vec<Term>,
    extent: Extent,
}

impl Sum {
    /// The sum of `terms`.
    ///
    /// # Errors
    /// When there are more than [`MAX_ITEMS`].
    pub fn new(terms: Vec<Term>) -> Result<Self> {
        if terms.len() > MAX_ITEMS as usize {
            return Err(too_many(&terms.len()));
        }
        let extent = Extent::of(terms.iter().map(|term| match &term.kind {
            TermKind::Position(position) => position.extent(),
            TermKind::Game(_) => Extent::LEAF,
            TermKind::Loopy(loopy) => Extent::of_loopy(loopy),
        }))?;
        Ok(Sum { terms, extent })
    }

    /// The summands.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Whether one of the summands is a loopy value.
    pub fn is_loopy(&self) -> bool {
        self.terms.iter().any(|term| term.loopy().is_some())
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

/// Domain of a parameter of a ruleset.
#[derive(Debug, Clone)]
pub enum Domain {
    /// All values.
    Any,
    /// The size of a heap.
    Heap,
    /// A row of coins.
    Coins,
    /// A board over an alphabet.
    Board(Arc<Alphabet>, Shape),
    /// A graph.
    Graph(Arc<GraphKind>),
    /// A code of taking and breaking, as a text.
    Code,
}
