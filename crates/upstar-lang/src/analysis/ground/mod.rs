//! Rules of a ruleset on boards of one size: whatever the wording, they become rewrite rules.
//!
//! Knows: the resolved tree, the values of global names, and rewrite rules of the core.
//! Must not know: how positions are solved.
//!
//! On a board of a given size the places of all cells are known, and only what the cells show is not. So all of a rule
//! can be evaluated before there is a board, but for conditions on what cells show: loops over cells, neighbours and
//! lists, arithmetic with rows and columns, functions of the program. What remains is a list of *ground moves*: a guard
//! (what cells must show), and the symbols that are written on some cells. Two wordings of the same rules have the same
//! ground moves, because equal guards are the same guard (`guards.rs`). `lift.rs` makes rewrite rules of them.
//!
//! Proof: let R be the rules so found for a size. By induction on expressions (`evaluate.rs`, `calls.rs`,
//! `statements.rs`), on each board of the size exactly one case of an expression has a guard that holds, and its item is
//! the value of the expression there; an operation that would fail under a guard that can hold has no result, and then
//! there is no R. So the options of every position on a board of this size are the boards to which ground moves lead
//! whose guards hold, up to order and repetition, on which neither values nor winners depend. `lift.rs` checks for each
//! place and each arrangement of symbols that are written that the placements of R have the same guard together. So on
//! boards of this size R has the same options as the ruleset. A move keeps the size, so positions that are reached from
//! a board of the size are boards of the size. Then the game is the one of R, and all that the core proves of games of
//! rewrite rules is true of it: that boards are sums of their parts, that turns keep values, that play ends.
//! Parts are smaller boards, or boards with blocked cells; what R means on them is a matter of the core, and nothing is
//! said of what the ruleset would mean there. R may be another one for another size.
//!
//! What moves are listed to the user, and in which order, does not come from here. Functions of the program are looked
//! into, so R belongs to a meaning of the ruleset (`eval/environment/meanings.rs`). Rules about points are read for cells
//! only; sums as options and stated `parts` are not read. Work is bounded: what takes more steps than `MOST_STEPS` has no
//! result.

mod bits;
mod boards;
mod calls;
mod changes;
mod components;
mod counted;
mod entries;
mod evaluate;
mod goals;
mod graphs;
mod guards;
mod items;
mod layout;
mod lift;
mod maps;
mod members;
mod moves;
mod patterns;
mod points;
mod rows;
mod statements;
mod states;
mod texts;

use upstar_core::Player;
use upstar_core::board::rewrite::Rule;
use upstar_core::board::{Alphabet, Board, Goals, Shape};

use crate::resolve::tree::{self, Alternative, Expr};
use crate::source::Span;
use crate::syntax::ast::Mover;
use crate::value::Ruleset;

use evaluate::{Evaluator, Frame};
use guards::Guards;
use items::{Cases, Item, certain};

pub use bits::CellRules;
pub use evaluate::Globals;
pub use states::cell_rules;

/// Bound of the work for one size.
const MOST_STEPS: usize = 1 << 19;

/// The same for the goals on boards of a size.
const MOST_STEPS_FOR_GOALS: usize = 1 << 21;

/// Most cells of a board.
const MOST_CELLS: usize = 128;

/// Why a ruleset has no rewrite rules on boards of a size, or its positions are not written as cells.
#[derive(Debug, Clone)]
pub enum Obstacle {
    /// Rules about points, of who moves, or stated parts.
    Clauses,
    /// Boards that come back to their beginning are played as cells.
    Closed,
    /// Boards of so many cells are not looked at.
    Size,
    /// There is too much to do.
    Work,
    /// This expression has no result before there is a board.
    Expression(Box<Expr>),
    /// The move at this place leads to a sum.
    Sum(Span),
    /// Something else, which is not taken note of.
    Other,
    /// The moves are known, but no rewrite rules have just these placements.
    Placements,
}

/// The rules of Left and of Right on boards with the size of this one. `rewrites` are the rewrite rules in the order of
/// the text, and `serves` reports whether a clause is for a player.
///
/// # Errors
/// What is in the way.
pub fn rules(
    ruleset: &Ruleset,
    (alphabet, shape): (&Alphabet, Shape),
    board: &Board,
    (rewrites, serves): (&[Rule], &dyn Fn(Mover, Player) -> bool),
    globals: Globals<'_>,
) -> Result<[Vec<Rule>; 2], Obstacle> {
    let tree = &ruleset.tree;
    if tree.score.is_some() || tree.turn.is_some() || tree.parts.is_some() {
        return Err(Obstacle::Clauses);
    }
    // Bit planes do not know ways around; cells do.
    if shape.is_closed() {
        return Err(Obstacle::Closed);
    }
    let (rows, columns) = (board.rows(), board.columns());
    let on = (alphabet, shape, board);
    let Some(mut evaluator) = evaluator(on, MOST_STEPS, globals) else {
        return Err(Obstacle::Size);
    };
    let moves = evaluator.moves(tree, family(ruleset), rewrites, serves);
    let Some([left, right]) = moves else {
        return Err(match evaluator.stuck {
            _ if evaluator.guards.is_spent() => Obstacle::Work,
            Some(expr) => Obstacle::Expression(Box::new(expr)),
            None => sum(tree).map_or(Obstacle::Other, Obstacle::Sum),
        });
    };
    let size = lift::Size { rows: rows as i32, columns: columns as i32, alphabet, shape };
    let mut lifted = |moves| lift::rules(moves, &size, &mut evaluator.guards);
    match (lifted(&left), lifted(&right)) {
        (Some(left), Some(right)) => Ok([left, right]),
        _ if evaluator.guards.is_spent() => Err(Obstacle::Work),
        _ => Err(Obstacle::Placements),
    }
}

/// The goals of a ruleset on boards with the size of this one, as conditions that the search for goals knows; `None` if
/// one is of another kind.
pub fn goals(
    ruleset: &Ruleset,
    (alphabet, shape): (&Alphabet, Shape),
    board: &Board,
    globals: Globals<'_>,
) -> Option<Goals> {
    let tree = &ruleset.tree;
    if shape.is_closed() {
        return None;
    }
    [true, false].into_iter().find_map(|leaves_paths_open| {
        let mut evaluator = evaluator((alphabet, shape, board), MOST_STEPS_FOR_GOALS, globals)?;
        (evaluator.reads_groups, evaluator.leaves_paths_open) = (true, leaves_paths_open);
        evaluator.bind_board(tree, &family(ruleset))?;
        evaluator.goals(&tree.goals)
    })
}

/// An evaluator for boards of a size; `None` for large ones.
fn evaluator<'g>(
    (alphabet, shape, board): (&'g Alphabet, Shape, &Board),
    steps: usize,
    globals: Globals<'g>,
) -> Option<Evaluator<'g>> {
    let empty = Board::empty(board.rows(), board.columns()).ok()?.shaped(shape);
    let frame = Frame { alphabet, shape, board: empty };
    let guards = Guards::new(alphabet.all(), steps);
    let is_small = board.symbols().len() <= MOST_CELLS;
    is_small.then(|| Evaluator::new(Some(frame), guards, globals))
}

/// The parameters of the family of a ruleset.
fn family(ruleset: &Ruleset) -> Vec<Cases> {
    // A parameter that is not looked into has no value here, and what asks for it has none.
    let parameter = |value| certain(Item::of(value).unwrap_or(Item::Nothing));
    ruleset.family().unwrap_or(&[]).iter().map(parameter).collect()
}

/// The place of a move that leads to a sum, if there is one.
fn sum(tree: &tree::Ruleset) -> Option<Span> {
    tree.clauses.iter().flat_map(|clause| &clause.alternatives).find_map(|way| match way {
        Alternative::Options { parts, span, .. } => (parts.len() != 1).then_some(*span),
        Alternative::Rewrite { .. } => None,
    })
}
