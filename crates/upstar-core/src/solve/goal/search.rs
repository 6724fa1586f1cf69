//! Alpha-beta search with an empty window: is the value at least so much?
//!
//! Knows: bounds of positions, and which moves to try first. Must not know: the rules.
//!
//! The values are a win, a draw and a loss. The opponent's question after a move is whether more than
//! the rest can be reached. What was found beside the answer is kept as bounds, so that one question is
//! enough where no draw can happen.

use super::table::{Bounds, GoalTable};
use super::{Hint, moves};
use crate::solve::path::Path;
use crate::solve::{Playable, Searches};
use crate::{Error, LONGEST_PLAY, Player};

/// Position in normal form, and who is to move there.
type GoalKey<P> = (P, Player);

/// Search for the answers to such questions.
pub(super) struct GoalSearch<'a, R: Playable> {
    searches: &'a Searches<'a, R>,
    table: &'a mut GoalTable<R::Position>,
    /// Positions of the line of play that is searched.
    path: Path<GoalKey<R::Position>, GoalNode<R::Position>>,
    /// Number of positions whose moves were listed.
    reached: u64,
}

/// Move that has to be searched.
struct GoalChoice<P> {
    position: P,
    key: GoalKey<P>,
    hint: Hint,
}

/// Node of the path: a question about a position, and what is known of its moves.
struct GoalNode<P> {
    mover: Player,
    /// The question: is the value at least this?
    wanted: i8,
    /// Moves that have to be searched, the next one last.
    choices: Vec<GoalChoice<P>>,
    /// Label of the move that is being searched.
    label: u32,
    /// Number of moves, those included that need not be searched.
    size: usize,
    /// Bounds by the moves that were looked at.
    bounds: Bounds,
    /// Number of positions that were reached before.
    before: u64,
}

/// What became of a position when it was reached.
enum PositionFate {
    /// Its bounds answer the question.
    Known(Bounds),
    /// It is on top of the path now.
    Entered,
    /// It was on the path already.
    Again,
}

/// Why there is a node on top of the path.
const UNDER_WAY: &str = "a position is being searched";

impl<'a, R: Playable> GoalSearch<'a, R> {
    pub(super) fn new(
        searches: &'a Searches<'a, R>,
        table: &'a mut GoalTable<R::Position>,
    ) -> Self {
        GoalSearch { searches, table, path: Path::new(), reached: 0 }
    }

    /// Value of a position in which play has not ended, for the player to move; `None` when play can
    /// return to a position.
    pub(super) fn value(
        &mut self,
        position: &R::Position,
        mover: Player,
    ) -> Result<Option<i8>, R::Error> {
        for wanted in [1, 0] {
            match self.ask(position, mover, wanted)? {
                None => return Ok(None),
                Some(bounds) if bounds.least == bounds.most => return Ok(Some(bounds.least)),
                Some(bounds) if bounds.least == 1 => return Ok(Some(1)),
                Some(_) => {}
            }
        }
        // Not a win, and the second answer was no without more: a loss.
        let key = self.searches.rules().normal(position, mover);
        Ok(Some(self.table.bounds(&key).least))
    }

    /// Bounds of a position that say whether its value is at least `wanted`; `None` when play can return
    /// to a position.
    fn ask(
        &mut self,
        position: &R::Position,
        mover: Player,
        wanted: i8,
    ) -> Result<Option<Bounds>, R::Error> {
        let key = self.searches.rules().normal(position, mover);
        let mut below = match self.reach(position, key, mover, wanted)? {
            PositionFate::Known(bounds) => return Ok(Some(bounds)),
            PositionFate::Entered => None,
            PositionFate::Again => return Ok(None),
        };
        loop {
            let Some((_, node)) = self.path.top() else {
                return Ok(below);
            };
            if let Some(bounds) = below.take() {
                node.take(Bounds::reversed(bounds));
                if node.bounds.least >= node.wanted {
                    self.table.credit_cutoff(node.label, node.mover, node.size);
                    below = Some(self.leave());
                    continue;
                }
            }
            let Some(choice) = node.choices.pop() else {
                below = Some(self.leave());
                continue;
            };
            node.label = choice.hint.label;
            let (mover, wanted) = (node.mover.opponent(), 1 - node.wanted);
            match self.reach(&choice.position, choice.key, mover, wanted)? {
                PositionFate::Known(bounds) => below = Some(bounds),
                PositionFate::Entered => {}
                PositionFate::Again => return Ok(None),
            }
        }
    }

    /// Takes the position on top off the path, and remembers its bounds.
    fn leave(&mut self) -> Bounds {
        let (key, node) = self.path.pop().expect(UNDER_WAY);
        // Moves that were not looked at may be better.
        let most = if node.bounds.least >= node.wanted { 1 } else { node.bounds.most };
        self.keep(key, Bounds { least: node.bounds.least, most }, self.reached - node.before)
    }

    /// Remembers bounds of a position, for which this number of positions was reached; returns all that is known
    /// of it.
    fn keep(&mut self, key: GoalKey<R::Position>, found: Bounds, reached: u64) -> Bounds {
        self.table.keep(key, found, reached, self.searches.store().budget())
    }

    /// Reaches a position in which play has not ended.
    fn reach(
        &mut self,
        position: &R::Position,
        key: GoalKey<R::Position>,
        mover: Player,
        wanted: i8,
    ) -> Result<PositionFate, R::Error> {
        let known = self.table.bounds(&key);
        if known.answers(wanted).is_some() {
            return Ok(PositionFate::Known(known));
        }
        self.searches.store().budget().step().map_err(Error::from)?;
        let moves = moves(self.searches, position, mover)?;
        let before = self.reached;
        self.reached += 1;
        if moves.is_empty() {
            return Ok(PositionFate::Known(self.keep(key, Bounds::exactly(0), 1)));
        }
        if self.path.len() >= LONGEST_PLAY {
            return Err(Error::PlayTooLong { limit: LONGEST_PLAY }.into());
        }
        let size = moves.len();
        let bounds = Bounds { least: -1, most: -1 };
        let mut node =
            GoalNode { mover, wanted, choices: Vec::new(), label: 0, size, bounds, before };
        if let Some(label) = self.look(position, moves, &mut node)? {
            self.table.credit_cutoff(label, mover, size);
            let found = Bounds { least: node.bounds.least, most: 1 };
            return Ok(PositionFate::Known(self.keep(key, found, 1)));
        }
        Ok(match self.path.push(key, node) {
            Ok(()) => PositionFate::Entered,
            Err(_) => PositionFate::Again,
        })
    }

    /// Looks at all moves before any is searched: where play ends, and what is in the table. Those that
    /// have to be searched are put into the node. Label of the first move that answers the question.
    fn look(
        &mut self,
        from: &R::Position,
        moves: Vec<R::Position>,
        node: &mut GoalNode<R::Position>,
    ) -> Result<Option<u32>, R::Error> {
        let (mover, wanted) = (node.mover, node.wanted);
        let rules = self.searches.rules();
        let mut open = Vec::with_capacity(moves.len());
        for position in moves {
            let Some(verdict) = rules.verdict(&position, mover.opponent())? else {
                open.push(position);
                continue;
            };
            node.take(Bounds::exactly(verdict.of_player(mover)));
            if node.bounds.least >= wanted {
                return Ok(Some(rules.hint(from, &position, mover).label));
            }
        }
        for position in open {
            let key = rules.normal(&position, mover.opponent());
            let known = self.table.bounds(&key).reversed();
            let hint = rules.hint(from, &position, mover);
            match known.answers(wanted) {
                None => node.choices.push(GoalChoice { position, key, hint }),
                Some(answer) => {
                    node.take(known);
                    if answer {
                        return Ok(Some(hint.label));
                    }
                }
            }
        }
        let rank = |choice: &GoalChoice<_>| {
            (choice.hint.promise, self.table.history(choice.hint.label, mover))
        };
        // The best is the last; equals stay in the order of the rules.
        node.choices.reverse();
        node.choices.sort_by_key(rank);
        Ok(None)
    }
}

impl<P> GoalNode<P> {
    /// Takes the bounds that a move leads to, for the player who made it.
    fn take(&mut self, bounds: Bounds) {
        self.bounds.least = self.bounds.least.max(bounds.least);
        self.bounds.most = self.bounds.most.max(bounds.most);
    }
}
