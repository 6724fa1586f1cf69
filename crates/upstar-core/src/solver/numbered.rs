//! Rules over numbered positions, behind one type that all rulesets share: so the searches are compiled once, with this
//! library, and not again for each ruleset.

use super::ruleset::{Goal, Hints, Moves, Points, Ruleset};
use super::sameness::Sameness;
use crate::shared::Interner;
use crate::solve::goal::Verdict;
use crate::solve::points::{Move, Turn};
use crate::solve::{Component, OptionList, Playable, Sum, single};
use crate::{Error, Player, Store};

/// Rules whose positions are numbers.
pub(super) trait Numbered: Sync {
    /// Facts that the rules state.
    fn hints(&self) -> Hints;

    /// What is known of the positions where the rules do not say that they are impartial.
    fn sameness(&self) -> &Sameness;

    /// Appends the options of a player.
    fn list(&self, number: u32, player: Player, options: &mut OptionList<u32>)
    -> Result<(), Error>;
}

/// Any rules over numbered positions.
pub(super) struct AnyRules<'a> {
    rules: &'a dyn Numbered,
    end: End<'a>,
}

/// How such a game is decided.
enum End<'a> {
    /// The player who cannot move loses.
    LastMove,
    /// By a goal: as [`Playable::verdict`].
    Goal(&'a (dyn Fn(u32, Player) -> Option<Verdict> + Sync)),
    /// By points: as [`Playable::turn`].
    Points(&'a (dyn Fn(u32) -> Result<Turn<u32>, Error> + Sync)),
}

impl<'a> AnyRules<'a> {
    pub(super) fn by_last_move(rules: &'a dyn Numbered) -> Self {
        AnyRules { rules, end: End::LastMove }
    }

    pub(super) fn by_goal(
        rules: &'a dyn Numbered,
        verdict: &'a (dyn Fn(u32, Player) -> Option<Verdict> + Sync),
    ) -> Self {
        AnyRules { rules, end: End::Goal(verdict) }
    }

    pub(super) fn by_points(
        rules: &'a dyn Numbered,
        turn: &'a (dyn Fn(u32) -> Result<Turn<u32>, Error> + Sync),
    ) -> Self {
        AnyRules { rules, end: End::Points(turn) }
    }
}

impl Playable for AnyRules<'_> {
    type Position = u32;
    type Error = Error;

    fn options(&self, number: &u32, player: Player) -> Result<Vec<Sum<u32>>, Error> {
        let mut options = OptionList::default();
        self.rules.list(*number, player, &mut options)?;
        Ok(options.into_sums())
    }

    fn list(
        &self,
        number: &u32,
        player: Player,
        options: &mut OptionList<u32>,
    ) -> Result<(), Error> {
        self.rules.list(*number, player, options)
    }

    fn is_impartial(&self, number: &u32) -> bool {
        self.rules.hints().is_impartial || self.rules.sameness().is_known(*number)
    }

    fn stays_impartial(&self, number: &u32) -> bool {
        self.is_impartial(number)
    }

    fn surely_ends(&self, _: &u32) -> bool {
        self.rules.hints().ends
    }

    fn verdict(&self, number: &u32, mover: Player) -> Result<Option<Verdict>, Error> {
        match self.end {
            End::Goal(verdict) => Ok(verdict(*number, mover)),
            End::LastMove | End::Points(_) => Ok(None),
        }
    }

    fn turn(&self, number: &u32) -> Result<Turn<u32>, Error> {
        match self.end {
            End::Points(turn) => turn(*number),
            End::LastMove | End::Goal(_) => Err(Error::NotAboutPoints),
        }
    }
}

/// A ruleset and the numbers of its positions.
pub(super) struct Rules<R: Ruleset> {
    pub(super) ruleset: R,
    store: Store,
    hints: Hints,
    sameness: Sameness,
    pub(super) positions: Interner<R::Position>,
}

impl<R: Ruleset> Rules<R> {
    pub(super) fn new(ruleset: R, store: Store) -> Self {
        let hints = ruleset.hints();
        let (sameness, positions) = Default::default();
        Rules { ruleset, store, hints, sameness, positions }
    }

    /// The position that a component of an option is.
    pub(super) fn named(&self, part: &Component<u32>) -> Component<R::Position> {
        let position = |number: &u32| self.positions.get(*number).clone();
        match part {
            Component::Position(number) => Component::Position(position(number)),
            Component::Negative(number) => Component::Negative(position(number)),
            Component::Value(game) => Component::Value(*game),
        }
    }
}

impl<R: Ruleset> Numbered for Rules<R> {
    fn hints(&self) -> Hints {
        self.hints
    }

    fn sameness(&self) -> &Sameness {
        &self.sameness
    }

    fn list(
        &self,
        number: u32,
        player: Player,
        options: &mut OptionList<u32>,
    ) -> Result<(), Error> {
        let mut moves =
            Moves { positions: &self.positions, store: &self.store, options, failed: None };
        self.ruleset.moves(self.positions.get(number), player, &mut moves);
        moves.failed.map_or(Ok(()), Err)
    }
}

impl<R: Goal> Rules<R> {
    pub(super) fn verdict(&self, number: u32, mover: Player) -> Option<Verdict> {
        self.ruleset.verdict(self.positions.get(number), mover)
    }
}

impl<R: Points> Rules<R> {
    pub(super) fn turn(&self, number: u32) -> Result<Turn<u32>, Error> {
        let (rules, positions) = (&self.ruleset, &self.positions);
        let from = positions.get(number);
        let mover = rules.mover(from);
        let mut options = OptionList::default();
        self.list(number, mover, &mut options)?;
        if options.len() == 0 {
            return Ok(Turn::Over(rules.score(from)));
        }
        let moves = options.into_sums().into_iter().map(|option| {
            let to = single(option)?;
            Ok(Move { gain: rules.gain(from, positions.get(to)), to, exchanged: false })
        });
        Ok(Turn::Of(mover, moves.collect::<Result<_, Error>>()?))
    }
}
