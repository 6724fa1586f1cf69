//! Whether the rules of a ruleset are blind: to the numbers of vertices, to the places of cells.
//!
//! Knows: which expressions treat all vertices or cells alike, and what may be done to positions
//! then without changing their values.
//! Must not know: how expressions are evaluated.
//!
//! Graphs that differ in the numbers only have the same value then, and a position may be given
//! others; boards may be turned and mirrored. A ruleset is blind when its expressions use vertices,
//! edges and cells as nothing but that: they are listed, compared for equality, and asked for labels
//! and neighbours. Everything else, such as `p + 1`, `p < q`, `edges[1]` or a call of a function of
//! the program, makes it not blind. Functions of the library that are one expression are looked into.

mod exchange;
mod points;
mod reader;
mod words;

use std::sync::Arc;

use super::points::{Change, Form};
use super::{Globals, Machine, World};
use crate::resolve::tree::{self, Alternative, PositionKind};
use crate::rules::Kind as Param;
use crate::syntax::ast::ParamKind;
use crate::value::{Ruleset, Value};
use upstar_core::board::Symbol;
use upstar_core::board::rewrite::Symmetries;

use points::Blindfold;
use reader::{Kind, Library, Of, Reader};

/// How a ruleset is blind.
#[derive(Debug, Clone)]
pub(super) enum Blind {
    /// To the numbers of vertices.
    Graphs {
        /// Whether it knows the ground, vertex 0.
        rooted: bool,
    },
    /// To the places of cells; what may be done to boards.
    Boards(Arc<Symmetries>),
}

impl<'w> Machine<'w> {
    /// Whether and how a ruleset is blind.
    pub(super) fn blind(&self, ruleset: &Ruleset) -> Option<&'w Blind> {
        let (world, globals) = (self.world, &self.globals);
        let known = &world.rules.facts(ruleset).blind;
        known.get_or_init(|| blind(ruleset, world, globals)).as_ref()
    }
}

fn blind(ruleset: &Ruleset, world: &World, globals: &Globals) -> Option<Blind> {
    let library = |place| match globals.get(place) {
        Value::Function(function) if globals.is_of_library(place) => Some(function.tree.clone()),
        _ => None,
    };
    let tree = &ruleset.tree;
    match (&tree.position, &tree.params[..]) {
        (PositionKind::Graph, [param]) => {
            let Some(ParamKind::Graph { directed, .. }) = param.kind else { return None };
            let (reader, _) = read(tree, Of::Graphs { directed }, &library)?;
            Some(Blind::Graphs { rooted: reader.rooted })
        }
        (PositionKind::Strip(_) | PositionKind::Grid(_), [_]) if tree.parts.is_none() => {
            let (alphabet, shape) = world.rules.compiled(ruleset).board.clone()?;
            let (_, only_boards) = read(tree, Of::Boards, &library)?;
            let mut exchanges = exchange::exchanges(tree, &alphabet, &library);
            // A game among the options has no negative in the words of the rules.
            exchanges.truncate(if only_boards { usize::MAX } else { 1 });
            Some(Blind::Boards(Arc::new(Symmetries::with(shape, &exchanges))))
        }
        _ => None,
    }
}

impl Machine<'_> {
    /// What may be done to positions of a ruleset about points, by what its rules are blind to.
    pub(super) fn blind_for_points(&self, ruleset: &Ruleset) -> Form {
        let library = |place| match self.globals.get(place) {
            Value::Function(function) if self.globals.is_of_library(place) => {
                Some(function.tree.clone())
            }
            _ => None,
        };
        let tree = &*ruleset.tree;
        let params = &self.world.rules.compiled(ruleset).params;
        let is_whole = |param: &Param| matches!(param, Param::Board(..) | Param::Graph(_));
        let one = params.iter().filter(|param| is_whole(param)).count() == 1;
        let whole = params.iter().position(is_whole).filter(|_| one);
        let of = match whole.map(|place| &params[place]) {
            Some(Param::Graph(kind)) => Of::Graphs { directed: kind.directed },
            _ => Of::Boards,
        };
        let player = points::player(tree);
        for to in [(whole, player), (whole, None), (None, player)] {
            let to = Blindfold { whole: to.0, player: to.1 };
            let rules = (tree, ruleset.family().unwrap_or(&[]));
            let Some(rooted) = points::read(rules, to, of, &library) else { continue };
            let whole = to.whole.and_then(|place| Some((place, change(&params[place], rooted)?)));
            let turns = tree.turn.is_none() && points::is_even(tree);
            return Form { whole, player: to.player, turns };
        }
        Form { whole: None, player: None, turns: tree.turn.is_none() && points::is_even(tree) }
    }
}

/// What may be done to a board or graph by rules that are blind to its places.
fn change(param: &Param, rooted: bool) -> Option<Change> {
    match param {
        Param::Board(alphabet, shape) => {
            let same = (0..alphabet.len()).map(|symbol| symbol as Symbol).collect();
            Some(Change::Board(Arc::new(Symmetries::with(*shape, &[(same, false)]))))
        }
        Param::Graph(_) => Some(Change::Graph { rooted }),
        _ => None,
    }
}

/// Reads all ways to move, and tells whether all options are boards or graphs.
fn read<'l>(tree: &tree::Ruleset, of: Of, library: Library<'l>) -> Option<(Reader<'l>, bool)> {
    let mut slots = vec![None; tree.slots];
    slots[..tree.family.len()].fill(Some(Kind::Plain));
    slots[tree.family.len()] = Some(Kind::Whole);
    let mut reader = Reader { slots, of, library, depth: 0, rooted: false };
    let mut only_wholes = true;
    let ways = tree.clauses.iter().flat_map(|clause| &clause.alternatives).chain(&tree.parts);
    for way in ways {
        let Alternative::Options { parts, generators, .. } = way else { return None };
        reader.generators(generators)?;
        for part in parts {
            match reader.kind(part)? {
                Kind::Whole => {}
                Kind::Plain => only_wholes = false,
                _ => return None,
            }
        }
    }
    Some((reader, only_wholes))
}

#[cfg(test)]
mod tests;
