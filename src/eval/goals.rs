//! Games decided by a goal: how play has ended, and who wins.
//!
//! Knows: small boards are bits, all other positions are looked at by the rules as they stand.
//! Must not know: how a result is searched.

use parking_lot::Mutex;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::goal::claim::{KnownClaims, solve_claims};
use upstar_core::goal::{self, Choice, Contest, Verdict};
use upstar_core::position::Way;
use upstar_core::{Outcome, Player};

use super::Machine;
use crate::diagnostic::Code;
use crate::syntax::ast::Ending;
use crate::value::{At, Fault, Position, Result, Ruleset, Value, host};
use upstar_core::board::rewrite::{Stones, Whole, WholeBoards};

/// Boards of one size, and what is known of them.
pub(super) struct Arena {
    whole: Whole,
    known: Mutex<goal::Known<Stones>>,
    claims: Mutex<KnownClaims>,
}

impl Arena {
    fn new(whole: Whole) -> Self {
        Arena { whole, known: Mutex::default(), claims: Mutex::default() }
    }
}

/// What is known of the positions of a ruleset.
#[derive(Default)]
pub(super) struct Goals {
    positions: goal::Known<Arc<Position>>,
    /// By rows and columns; nothing for boards that are not bits.
    arenas: FxHashMap<(usize, usize), Option<Arc<Arena>>>,
}

impl Goals {
    /// How many positions something is known of.
    pub(super) fn len(&self) -> usize {
        let arenas = self
            .arenas
            .values()
            .flatten()
            .map(|arena| arena.known.lock().len() + arena.claims.lock().len());
        self.positions.len() + arenas.sum::<usize>()
    }
}

/// Positions as the search sees them.
struct Positions<'a, 'w>(&'a mut Machine<'w>);

impl Contest for Positions<'_, '_> {
    type Position = Arc<Position>;
    type Error = Fault;

    fn verdict(&mut self, position: &Arc<Position>, mover: Player) -> Result<Option<Verdict>> {
        self.0.said_end(position, mover)
    }

    fn choices(
        &mut self,
        position: &Arc<Position>,
        mover: Player,
    ) -> Result<Vec<Choice<Arc<Position>>>> {
        let mut choices = Vec::new();
        for option in self.0.options_of(position, mover)? {
            match option {
                Value::Position(to) if to.ruleset == position.ruleset => {
                    choices.push(Choice { position: to, label: 0, promise: 0 });
                }
                other => return Err(not_one(&position.ruleset, &other)),
            }
        }
        Ok(choices)
    }
}

impl Machine<'_> {
    /// How play has ended in a position when `mover` would be to move.
    pub(super) fn end_of(
        &mut self,
        position: &Arc<Position>,
        mover: Player,
    ) -> Result<Option<Verdict>> {
        match self.arena(position) {
            Some((arena, stones)) => Ok(WholeBoards(&arena.whole).verdict(&stones, mover)?),
            None => self.said_end(position, mover),
        }
    }

    /// Who wins a position when `mover` begins.
    pub(super) fn winner_of(&mut self, position: &Arc<Position>, mover: Player) -> Result<Verdict> {
        let budget = self.budget.clone();
        if let Some((arena, stones)) = self.arena(position) {
            let mut boards = WholeBoards(&arena.whole);
            if let Some(end) = boards.verdict(&stones, mover)? {
                return Ok(end);
            }
            if let Some((boards, claimed)) = arena.whole.claims(&stones) {
                let known = &mut arena.claims.lock();
                return Ok(solve_claims(&boards, known, &budget, claimed, mover)?);
            }
            let known = &mut arena.known.lock();
            return Ok(goal::solve(&mut boards, known, &budget, &stones, mover)?);
        }
        let id = position.ruleset.id;
        // Rules that ask who wins themselves find an empty table.
        let mut known = std::mem::take(&mut self.world.goals.entry(id).or_default().positions);
        let answer = self.one_deeper(|machine| {
            goal::solve(&mut Positions(machine), &mut known, &budget, position, mover)
        });
        self.world.goals.entry(id).or_default().positions = known;
        answer
    }

    pub(super) fn goal_outcome(&mut self, position: &Arc<Position>) -> Result<(Outcome, Way)> {
        let left = self.winner_of(position, Player::Left)?;
        let right = self.winner_of(position, Player::Right)?;
        let positions = self.world.goals.get(&position.ruleset.id).map_or(0, Goals::len);
        let way = Way::Search { positions: positions as u64 };
        Ok((Outcome::of(left.winner(), right.winner()), way))
    }

    /// What the clauses say: first of the player who has just moved, then of the other, then of
    /// a draw.
    fn said_end(&mut self, position: &Arc<Position>, mover: Player) -> Result<Option<Verdict>> {
        let (left, right) = ((Ending::Left, Verdict::Left), (Ending::Right, Verdict::Right));
        let order = match mover {
            Player::Left => [right, left, (Ending::Draw, Verdict::Draw)],
            Player::Right => [left, right, (Ending::Draw, Verdict::Draw)],
        };
        let (tree, ways) = (position.ruleset.tree.clone(), self.ways(&position.ruleset));
        for (ending, verdict) in order {
            let Some(at) = tree.goals.iter().position(|goal| goal.ending == ending) else {
                continue;
            };
            let condition = &tree.goals[at].condition;
            let holds = match ways.as_ref().and_then(|ways| ways.goals().get(at)) {
                Some(code) => host::truth(&self.said_by(code, position)?).at(condition.span)?,
                None => {
                    let mut frame = self.position_frame(position);
                    self.truth(condition, &mut frame)?
                }
            };
            if holds {
                return Ok(Some(verdict));
            }
        }
        Ok(None)
    }

    /// The boards of this size as bits, and this one among them.
    fn arena(&mut self, position: &Arc<Position>) -> Option<(Arc<Arena>, Stones)> {
        let [Value::Board(cells)] = position.arguments() else { return None };
        let (ruleset, size) = (&position.ruleset, (cells.board.rows(), cells.board.columns()));
        let goals = self.world.goals.entry(ruleset.id).or_default();
        let arena = match goals.arenas.get(&size) {
            Some(known) => known.clone(),
            None => {
                let whole = self.world.rules.whole(ruleset, size);
                let arena = whole.map(|whole| Arc::new(Arena::new(whole)));
                goals.arenas.insert(size, arena.clone());
                arena
            }
        }?;
        let stones = arena.whole.stones(&cells.board);
        Some((arena, stones))
    }
}

/// A move that leads to several positions, or to a game.
fn not_one(ruleset: &Ruleset, option: &Value) -> Fault {
    let name = &ruleset.tree.name.text;
    let message = format!(
        "{name} is decided by a goal, and a move leads to {}, not to one position of {name}",
        option.kind()
    );
    Fault::new(Code::WrongPosition, message)
}
