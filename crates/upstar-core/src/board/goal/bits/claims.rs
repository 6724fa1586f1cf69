//! Boards on which the players claim cells to connect two sides: Hex, Bridg-it and similar games.
//!
//! Knows: which rules and goals are of that kind. Must not know: how claims are searched.
//!
//! That each move fills one empty cell, and any of them, is read off the moves on bits; that the goals are connections,
//! off the conditions. How either is written is not looked at.
//!
//! Lemmas, by the plane (Gale, The game of Hex and the Brouwer fixed-point theorem, American Mathematical Monthly 86,
//! 1979): a path of Hex or along rows and columns from top to bottom, and one of other cells from left to right, which
//! may take steps of Hex or in all eight directions, cannot both be there. If each cell belongs to one of both, one of
//! these paths is there. So the goals of both players exclude each other if they are between crossing sides; what
//! stops a path of Hex is a path of Hex, and what stops one along rows and columns is one in eight directions.

use super::condition::side;
use super::planes::SymbolPlanes;
use crate::Player;
use crate::board::bitboard::moves::PlaneMove;
use crate::board::bitboard::word::{Word, union};
use crate::board::{Adjacency, Condition, Goals, LINES, Side};
use crate::solve::goal::connection::{Cells, Claimed, Contest, MOST_CELLS, Web};

/// Boards of one size as a game of connections.
#[derive(Debug)]
pub(super) struct Claims {
    /// Symbol with which each player claims cells.
    symbols: [usize; 2],
    /// The question for each player who has a goal.
    pub(super) contests: Vec<Contest>,
}

impl Claims {
    /// The game, if each move fills an empty cell and the goals are connections that exclude each other; `None` else, and
    /// for boards that are too large.
    pub(super) fn new<W: Word>(
        moves: &[Vec<PlaneMove<W>>; 2],
        goals: &Goals,
        all: &W,
        size: (usize, usize),
    ) -> Option<Claims> {
        let Goals { left, right, draw: None, no_moves: [false, false] } = goals else {
            return None;
        };
        let claimed = |moves: &Vec<PlaneMove<W>>| match &moves[..] {
            [only] => only.of_one_cell().filter(|(from, before, _)| from == all && *before == 0),
            _ => None,
        };
        let [(.., x), (.., o)] = [claimed(&moves[0])?, claimed(&moves[1])?];
        if size.0 * size.1 > MOST_CELLS || x == o || x == 0 || o == 0 {
            return None;
        }
        let goals = [(Player::Left, x, left), (Player::Right, o, right)];
        let wanted = goals
            .into_iter()
            .filter_map(|(maker, symbol, goal)| Some((maker, symbol, goal.as_ref()?)));
        let mut contests = wanted
            .map(|(maker, symbol, goal)| contest(maker, symbol, goal, size))
            .collect::<Option<Vec<Contest>>>()?;
        if let [one, other] = &mut contests[..] {
            if one.webs[1].sides != other.webs[0].sides {
                return None;
            }
            let is_exact = [left, right].into_iter().flatten().all(is_of_hex);
            (one.is_exact, other.is_exact) = (is_exact, is_exact);
        }
        Some(Claims { symbols: [x, o], contests })
    }

    /// The cells of both players and the free ones.
    pub(super) fn claimed<W: Word>(&self, planes: &SymbolPlanes<W>) -> Claimed {
        let cells = |symbol: usize| -> Cells {
            let pieces = W::pieces(MOST_CELLS).min(2);
            (0..pieces)
                .fold(0, |cells, at| cells | Cells::from(planes[symbol].piece(at)) << (64 * at))
        };
        Claimed { left: cells(self.symbols[0]), right: cells(self.symbols[1]), free: cells(0) }
    }
}

fn is_of_hex(goal: &Condition) -> bool {
    matches!(goal, Condition::Connects(.., Adjacency::Hex))
}

/// The question whether a player can reach a goal; `None` if it is no connection of opposite sides by the symbol.
fn contest(
    maker: Player,
    symbol: usize,
    goal: &Condition,
    size: (usize, usize),
) -> Option<Contest> {
    let Condition::Connects(by, sides, adjacency) = goal else { return None };
    if *by as usize != symbol {
        return None;
    }
    let (down, across) = ([Side::Top, Side::Bottom], [Side::Left, Side::Right]);
    let others = match *sides {
        sides if sides == down => across,
        sides if sides == across => down,
        _ => return None,
    };
    let steps = adjacency.steps().iter().copied();
    let all_steps = LINES.into_iter().flat_map(|(down, right)| [(down, right), (-down, -right)]);
    let breaking: Vec<(isize, isize)> = match adjacency {
        Adjacency::Hex => steps.clone().collect(),
        Adjacency::Orthogonal => all_steps.collect(),
    };
    let webs = [web(&steps.collect::<Vec<_>>(), *sides, size), web(&breaking, others, size)];
    Some(Contest { maker, webs, is_exact: false })
}

/// The cells that are neighbours by some steps, and those on two sides.
fn web(steps: &[(isize, isize)], sides: [Side; 2], size @ (rows, columns): (usize, usize)) -> Web {
    let place = |cell: usize| (cell / columns, cell % columns);
    let all = 0..rows * columns;
    let beside = |cell: usize| {
        let (row, column) = place(cell);
        let stepped = |&(down, right): &(isize, isize)| {
            let row = row.checked_add_signed(down).filter(|row| *row < rows)?;
            let column = column.checked_add_signed(right).filter(|column| *column < columns)?;
            Some(row * columns + column)
        };
        union(steps.iter().filter_map(stepped).map(Cells::bit))
    };
    Web { neighbours: all.map(beside).collect(), sides: sides.map(|one| side(one, size)) }
}
