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

mod boards;
mod calls;
mod components;
mod evaluate;
mod graphs;
mod guards;
mod items;
mod layout;
mod lift;
mod moves;
mod points;
mod rows;
mod statements;
mod states;

use upstar_core::Player;
use upstar_core::board::rewrite::Rule;
use upstar_core::board::{Alphabet, Board, Shape};

use crate::syntax::ast::Mover;
use crate::value::Ruleset;

use evaluate::{Evaluator, Frame};
use guards::Guards;
use items::{Item, certain};

pub use evaluate::Globals;
pub use states::{CellRules, NotWritten, cell_rules};

/// Bound of the work for one size.
const MOST_STEPS: usize = 1 << 19;

/// Most cells of a board.
const MOST_CELLS: usize = 128;

/// The rules of Left and of Right on boards with the size of this one. `rewrites` are the rewrite rules in the order of
/// the text, and `serves` reports whether a clause is for a player.
pub fn rules(
    ruleset: &Ruleset,
    (alphabet, shape): (&Alphabet, Shape),
    board: &Board,
    (rewrites, serves): (&[Rule], &dyn Fn(Mover, Player) -> bool),
    globals: Globals<'_>,
) -> Option<[Vec<Rule>; 2]> {
    let tree = &ruleset.tree;
    let is_read = tree.score.is_none() && tree.turn.is_none() && tree.parts.is_none();
    if !is_read || board.symbols().len() > MOST_CELLS {
        return None;
    }
    let (rows, columns) = (board.rows(), board.columns());
    let empty = Board::empty(rows, columns).ok()?;
    let frame = Frame { alphabet, shape, board: empty };
    let guards = Guards::new(alphabet.all(), MOST_STEPS);
    let mut evaluator = Evaluator::new(Some(frame), guards, globals);
    // A parameter that is not looked into has no value here, and what asks for it has none.
    let parameter = |value| certain(Item::of(value).unwrap_or(Item::Nothing));
    let family = ruleset.family()?.iter().map(parameter).collect();
    let moves = evaluator.moves(tree, family, rewrites, serves)?;
    let size = lift::Size { rows: rows as i32, columns: columns as i32, alphabet, shape };
    let [left, right] = &moves;
    let left = lift::rules(left, &size, &mut evaluator.guards)?;
    let right = lift::rules(right, &size, &mut evaluator.guards)?;
    Some([left, right])
}
