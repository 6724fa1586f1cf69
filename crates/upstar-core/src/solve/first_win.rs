//! Who wins a position alone, by the first move that wins.
//!
//! Knows: that a player wins who has a move to where the other loses. Must not know: values, or how rules list moves.
//!
//! A walk for values lists all that follows a position. Who wins needs only one move of the winner in each position, and
//! rules in expressions take most of the time to list moves. So this walk asks for few moves at first
//! ([`Ruleset::list_some`]), takes them in the order of the rules, and leaves a position at the first move that wins.
//! What it lists, a walk for values lists too.
//!
//! Impartial positions have the same winner whoever moves, and a sum of them is lost by the player to move when the
//! nim-sum is 0 (*Winning Ways*, chapter 4). Otherwise the walk ends at a sum: `search/` plays it.

use super::nimbers::nimber_within;
use super::path::Path;
use super::walk::{Stop, step};
use super::{Component, OptionList, Ruleset, Solver};
use crate::{Error, Player};

/// Most components of options on the path; beyond, options are listed again when needed.
const MOST_HELD: usize = 1 << 20;

/// Position, and who moves there: Left, where the position is impartial.
type MoverAt<P> = (P, Player);

/// Node of the path: some of the moves of a position, in the order of the rules.
struct Tried<P> {
    /// They begin at this one, and the next ones at `next`.
    start: usize,
    next: Option<usize>,
    /// What they lead to; `None` before they are listed, and when they were dropped to save memory.
    options: Option<OptionList<P>>,
    /// How many of them do not win.
    done: usize,
}

/// Walk under way.
struct FirstWin<'a, R: Ruleset> {
    solver: &'a Solver<'a, R>,
    path: Path<MoverAt<R::Position>, Tried<R::Position>>,
    /// Whether all positions must be impartial.
    impartial: bool,
    /// Components of the options on the path.
    held: usize,
    /// Effort of this thread at which the walk ends.
    until: u64,
}

/// What a move leads to.
enum Reply<P> {
    /// The player to move there wins, or loses.
    Known(bool),
    /// This must be found before.
    Needs(MoverAt<P>),
}

/// Whether the player who moves first wins a position, unless the effort of this thread passes `until` before. What
/// is found stays in the memo. Cost: each position is listed once, or in parts.
///
/// # Errors
/// [`Stop::Mixed`] when a sum has to be played, [`Stop::Enough`] at the end of the effort; and when the rules fail, a
/// position repeats, or the budget of the store is exhausted.
pub(super) fn wins_within<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
    first: Player,
    until: u64,
) -> Result<bool, Stop<R::Error>> {
    let impartial = solver.rules.is_impartial(position);
    let mut walk = FirstWin { solver, path: Path::new(), impartial, held: 0, until };
    let root = walk.turn(position, first)?;
    if let Some(wins) = known(solver, &root.0, root.1) {
        return Ok(wins);
    }
    walk.run(root)
}

/// Whether the player who moves first wins a position alone, if that was found.
pub(super) fn known<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
    first: Player,
) -> Option<bool> {
    let facts = solver.memo.nimbers.facts(position);
    if facts.excludes(0) {
        return Some(true);
    }
    if facts.nimber().is_some() {
        return Some(false);
    }
    solver.memo.winner(position, first)
}

impl<R: Ruleset> FirstWin<'_, R> {
    fn run(&mut self, root: MoverAt<R::Position>) -> Result<bool, Stop<R::Error>> {
        let longest = self.solver.rules.most_moves(&root.0);
        self.enter(root)?;
        loop {
            let wins = match self.advance()? {
                Reply::Needs(turn) => {
                    self.enter(turn)?;
                    if self.path.len() > longest + 1 {
                        return Err(Error::PlayTooLong { limit: longest }.into());
                    }
                    continue;
                }
                Reply::Known(wins) => wins,
            };
            let ((position, player), tried) = self.path.pop().expect(UNDER_WAY);
            self.held -= tried.options.as_ref().map_or(0, OptionList::size);
            self.note(position, player, wins);
            if self.path.is_empty() {
                return Ok(wins);
            }
        }
    }

    /// Puts a position on the path.
    fn enter(&mut self, turn: MoverAt<R::Position>) -> Result<(), Stop<R::Error>> {
        if self.held > MOST_HELD
            && let Some((_, below)) = self.path.top()
            && let Some(options) = below.options.take()
        {
            self.held -= options.size();
        }
        let tried = Tried { start: 0, next: None, options: None, done: 0 };
        let Err(cycle) = self.path.push(turn, tried) else { return Ok(()) };
        let mut cycle: Vec<_> = cycle.into_iter().map(|(position, _)| position).collect();
        // An odd number of moves leads back with the other player to move, and so twice around.
        let half = cycle.len() / 2;
        if cycle[..half] == cycle[half..] {
            cycle.truncate(half);
        }
        Err(Stop::Error(self.solver.rules.repeats(cycle)))
    }

    /// Looks at the moves of the position on top: whether its player wins, or what must be found before.
    fn advance(&mut self) -> Result<Reply<R::Position>, Stop<R::Error>> {
        loop {
            let ((position, player), tried) = self.path.top().expect(UNDER_WAY);
            let Some(options) = &tried.options else {
                step(self.solver.store, self.until)?;
                let mut options = OptionList::default();
                let listed =
                    self.solver.rules.list_some(position, *player, tried.start, &mut options);
                tried.next = listed.map_err(Stop::Error)?;
                self.held += options.size();
                tried.options = Some(options);
                continue;
            };
            let (player, done) = (*player, tried.done);
            if done < options.len() {
                let sum = options.get(done).to_vec();
                step(self.solver.store, self.until)?;
                match self.reply(&sum, player.opponent())? {
                    Reply::Known(false) => return Ok(Reply::Known(true)),
                    Reply::Known(true) => self.path.top().expect(UNDER_WAY).1.done += 1,
                    needs @ Reply::Needs(_) => return Ok(needs),
                }
                continue;
            }
            let Some(next) = tried.next else { return Ok(Reply::Known(false)) };
            self.held -= options.size();
            *tried = Tried { start: next, next: None, options: None, done: 0 };
        }
    }

    /// Who wins a sum in which `mover` is to move.
    fn reply(
        &self,
        sum: &[Component<R::Position>],
        mover: Player,
    ) -> Result<Reply<R::Position>, Stop<R::Error>> {
        let solver = self.solver;
        let turn = match sum {
            [] => return Ok(Reply::Known(false)),
            [Component::Value(game)] if !self.impartial => {
                solver.store.check(&[*game])?;
                let winners = solver.store.outcome(*game)?.winners();
                return Ok(Reply::Known(winners[mover as usize] == Some(mover)));
            }
            [Component::Position(position)] => self.turn(position, mover)?,
            [Component::Negative(position)] => self.turn(position, mover.opponent())?,
            _ => return Ok(Reply::Known(self.nim_sum(sum)? != 0)),
        };
        Ok(match known(solver, &turn.0, turn.1) {
            Some(wins) => Reply::Known(wins),
            None => Reply::Needs(turn),
        })
    }

    /// A position with `mover` to move.
    fn turn(
        &self,
        position: &R::Position,
        mover: Player,
    ) -> Result<MoverAt<R::Position>, Stop<R::Error>> {
        match (self.impartial, self.solver.rules.is_impartial(position)) {
            (true, true) => Ok((position.clone(), Player::Left)),
            (true, false) => Err(Stop::Mixed),
            (false, _) => Ok((position.clone(), mover)),
        }
    }

    /// Nim-sum of impartial components.
    fn nim_sum(&self, sum: &[Component<R::Position>]) -> Result<u32, Stop<R::Error>> {
        if !self.impartial {
            return Err(Stop::Mixed);
        }
        let nimber = |part: &Component<R::Position>| match part {
            Component::Value(game) => {
                self.solver.store.check(&[*game])?;
                self.solver.store.as_nimber(*game).ok_or(Stop::Mixed)
            }
            Component::Position(position) | Component::Negative(position) => {
                nimber_within(self.solver, position, self.until)?.ok_or(Stop::Mixed)
            }
        };
        sum.iter().try_fold(0, |total, part| Ok(total ^ nimber(part)?))
    }

    /// Remembers who wins a position.
    fn note(&self, position: R::Position, player: Player, wins: bool) {
        let memo = &self.solver.memo;
        match (self.impartial, wins) {
            (true, true) => _ = memo.nimbers.exclude(position, 1),
            (true, false) => memo.nimbers.insert(position, 0),
            (false, _) => memo.note_winner(position, player, wins),
        }
    }
}

/// Why a walk has a node on top.
const UNDER_WAY: &str = "a position is being searched";
