//! Evaluation of positions in which each player claims cells to connect two sides of a board, as in Hex.
//!
//! The two-distance of van Rijswijck (*Search and evaluation in Hex*, 2002): a cell is one further
//! from a side than the second nearest of its neighbours, since the opponent takes the nearest away.
//! Chains of own stones make cells neighbours. Moves are compared by the best answer to them.

use std::collections::VecDeque;

use upstar_core::Player;
use upstar_core::board::{Adjacency, Condition, Goals, Side, Symbol};

use super::limits::within;
use super::names::NamedMove;
use crate::value::host::Host;
use crate::value::{Cells, Position, Result, Value};

/// Distance of what cannot be connected.
const FAR: u32 = 1_000;
/// Most moves that are compared with the answers to them.
const MOST_ANSWERED: usize = 24;

/// The goal of a player: two sides to be connected.
#[derive(Clone, Copy)]
struct SidesToConnect {
    symbol: Symbol,
    sides: [Side; 2],
}

/// Goals of both players, that of the player to move first.
struct Contest {
    goals: [SidesToConnect; 2],
    adjacency: Adjacency,
}

/// Returns the index of a good move, and how many cells the player and the opponent then lack; `None`
/// for other goals, or when the steps do not suffice to examine each move.
pub(super) fn best(
    host: &mut dyn Host,
    position: &Position,
    player: Player,
    moves: &[NamedMove],
    steps: u64,
) -> Result<Option<(usize, u32, Option<u32>)>> {
    let Some(contest) = Contest::of(host, position, player) else { return Ok(None) };
    let [Value::Board(cells)] = position.arguments() else { return Ok(None) };
    let claims: Option<Vec<usize>> =
        moves.iter().map(|one| claimed(cells, &one.to, contest.goals[0].symbol)).collect();
    let Some(claims) = claims else { return Ok(None) };
    let board = cells.board.symbols().to_vec();
    let size = (cells.board.rows(), cells.board.columns());
    let store = host.store();
    let mut seen: Vec<(i64, usize)> = Vec::with_capacity(claims.len());
    let looked = within(host, steps, |_| {
        for (place, cell) in claims.iter().enumerate() {
            store.budget().step()?;
            seen.push((contest.worth(&with(&board, *cell, contest.goals[0].symbol), size), place));
        }
        seen.sort_by_key(|(worth, place)| (-worth, *place));
        let mut best: Option<(i64, usize)> = None;
        for (worth, place) in seen.iter().take(MOST_ANSWERED) {
            let after = with(&board, claims[*place], contest.goals[0].symbol);
            let mut least = *worth;
            for cell in claims.iter().filter(|cell| after[**cell] == 0) {
                store.budget().step()?;
                let answered = with(&after, *cell, contest.goals[1].symbol);
                least = least.min(contest.worth(&answered, size));
                if best.is_some_and(|(most, _)| least <= most) {
                    break;
                }
            }
            if best.is_none_or(|(most, _)| least > most) {
                best = Some((least, *place));
            }
        }
        Ok(best)
    })?;
    // The answers that were examined before the steps ran out are in order already.
    let best = looked.flatten().map(|(_, place)| place);
    let best =
        best.or((seen.len() == claims.len()).then(|| seen.first().map(|one| one.1)).flatten());
    Ok(best.map(|place| {
        let after = with(&board, claims[place], contest.goals[0].symbol);
        let [own, other] = contest.goals.map(|goal| contest.length(&after, size, goal, 1).0);
        (place, own, (other < FAR).then_some(other))
    }))
}

fn with(board: &[Symbol], cell: usize, symbol: Symbol) -> Vec<Symbol> {
    let mut board = board.to_vec();
    board[cell] = symbol;
    board
}

/// The only cell in which a position differs, when a player has claimed an empty one.
fn claimed(before: &Cells, after: &Value, symbol: Symbol) -> Option<usize> {
    let Value::Position(after) = after else { return None };
    let [Value::Board(after)] = after.arguments() else { return None };
    let (a, b) = (before.board.symbols(), after.board.symbols());
    let mut changed = (0..a.len().max(b.len())).filter(|n| a.get(*n) != b.get(*n));
    match (changed.next(), changed.next()) {
        (Some(cell), None) if a.get(cell) == Some(&0) && b.get(cell) == Some(&symbol) => Some(cell),
        _ => None,
    }
}

impl Contest {
    /// The goals of a ruleset in which each player connects two sides.
    fn of(host: &mut dyn Host, position: &Position, player: Player) -> Option<Contest> {
        let Goals { left: Some(left), right: Some(right), draw: None, no_moves: [false, false] } =
            host.board_goals(position)?
        else {
            return None;
        };
        let goal = |condition| match condition {
            Condition::Connects(symbol, sides, adjacency) if symbol != 0 => {
                Some((SidesToConnect { symbol, sides }, adjacency))
            }
            _ => None,
        };
        let ((left, adjacency), (right, other)) = (goal(left)?, goal(right)?);
        let goals = match player {
            Player::Left => [left, right],
            Player::Right => [right, left],
        };
        (adjacency == other && left.symbol != right.symbol).then_some(Contest { goals, adjacency })
    }

    /// Evaluates a board for the player who has just moved.
    fn worth(&self, board: &[Symbol], size: (usize, usize)) -> i64 {
        let [own, other] = self.goals.map(|goal| {
            let ((one, _), (two, ways)) =
                (self.length(board, size, goal, 1), self.length(board, size, goal, 2));
            match one {
                0 => -1_000_000,
                // A path that the opponent can cut at once still counts by its cells.
                _ => 300 * i64::from(two.min(one + 6)) + 100 * i64::from(one) - ways.min(90) as i64,
            }
        });
        other - own
    }

    /// Returns the distance of the sides of a goal and the number of cells at which it is attained, when a
    /// cell is counted from its neighbour of this rank.
    fn length(
        &self,
        board: &[Symbol],
        size: (usize, usize),
        goal: SidesToConnect,
        visits: u8,
    ) -> (u32, usize) {
        let place = |cell: usize| (cell / size.1, cell % size.1);
        let [from, to] = goal.sides.map(|side| {
            (0..board.len()).filter(|cell| side.has(place(*cell), size)).collect::<Vec<_>>()
        });
        if self.joined(board, size, goal.symbol, [&from, &to]) {
            return (0, 0);
        }
        let [from, to] =
            [from, to].map(|side| self.distances(board, size, goal.symbol, side, visits));
        let sums: Vec<u32> = from
            .iter()
            .zip(&to)
            .map(|(a, b)| if (*a).max(*b) >= FAR { FAR } else { a + b - 1 })
            .collect();
        let least = sums.iter().copied().min().unwrap_or(FAR);
        (least, if least < FAR { sums.iter().filter(|sum| **sum == least).count() } else { 0 })
    }

    /// The distance of each empty cell from a side.
    fn distances(
        &self,
        board: &[Symbol],
        size: (usize, usize),
        symbol: Symbol,
        side: Vec<usize>,
        visits: u8,
    ) -> Vec<u32> {
        let mut distance = vec![FAR; board.len()];
        let mut visited = vec![0_u8; board.len()];
        let mut queue = VecDeque::new();
        for cell in self.reached(board, size, symbol, side).0 {
            distance[cell] = 1;
            queue.push_back(cell);
        }
        while let Some(cell) = queue.pop_front() {
            let beside = self.beside(cell, size).collect();
            for next in self.reached(board, size, symbol, beside).0 {
                visited[next] += 1;
                if distance[next] == FAR && visited[next] >= visits {
                    distance[next] = distance[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
        distance
    }

    /// Reports whether own stones connect the two sides.
    fn joined(
        &self,
        board: &[Symbol],
        size: (usize, usize),
        symbol: Symbol,
        [from, to]: [&[usize]; 2],
    ) -> bool {
        let seen = self.reached(board, size, symbol, from.to_vec()).1;
        to.iter().any(|cell| seen[*cell] && board[*cell] == symbol)
    }

    /// Empty cells reached from `from`: those in it, and those adjacent to its chains; and all cells
    /// visited.
    fn reached(
        &self,
        board: &[Symbol],
        size: (usize, usize),
        symbol: Symbol,
        mut open: Vec<usize>,
    ) -> (Vec<usize>, Vec<bool>) {
        let mut seen = vec![false; board.len()];
        let mut empty = Vec::new();
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut seen[cell], true) {
                continue;
            }
            match board[cell] {
                0 => empty.push(cell),
                shown if shown == symbol => open.extend(self.beside(cell, size)),
                _ => {}
            }
        }
        (empty, seen)
    }

    fn beside(&self, cell: usize, (rows, columns): (usize, usize)) -> impl Iterator<Item = usize> {
        self.adjacency.steps().iter().filter_map(move |(down, right)| {
            let row = (cell / columns).checked_add_signed(*down)?;
            let column = (cell % columns).checked_add_signed(*right)?;
            (row < rows && column < columns).then_some(row * columns + column)
        })
    }
}
