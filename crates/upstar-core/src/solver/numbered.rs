//! Rules over numbered positions, behind one type that all rulesets share: so the searches are compiled once, with this
//! library, and not again for each ruleset.

use super::ruleset::{Goal, Hints, Moves, Points, Ruleset};
use crate::shared::Interner;
use crate::solve::goal::Verdict;
use crate::solve::points::{Move, Turn};
use crate::solve::{Component, OptionList, Playable, Sum, single};
use crate::{Error, Player, Store};

/// Rules whose positions are numbers.
pub(super) trait Numbered: Sync {
    /// What is known about the rules.
    fn hints(&self) -> Hints;

    /// Appends the options of a player.
    fn list(&self, number: u32, player: Player, options: &mut OptionList<u32>)
    -> Result<(), Error>;

    /// As [`Playable::verdict`].
    fn verdict(&self, _number: u32, _mover: Player) -> Option<Verdict> {
        None
    }

    /// As [`Playable::turn`].
    fn turn(&self, _number: u32) -> Result<Turn<u32>, Error> {
        Err(Error::NotAboutPoints)
    }
}

/// Any such rules.
pub(super) struct AnyRules<'a>(pub(super) &'a dyn Numbered);

impl Playable for AnyRules<'_> {
    type Position = u32;
    type Error = Error;

    fn options(&self, number: &u32, player: Player) -> Result<Vec<Sum<u32>>, Error> {
        let mut options = OptionList::default();
        self.0.list(*number, player, &mut options)?;
        Ok(options.into_sums())
    }

    fn list(
        &self,
        number: &u32,
        player: Player,
        options: &mut OptionList<u32>,
    ) -> Result<(), Error> {
        self.0.list(*number, player, options)
    }

    fn is_impartial(&self, _: &u32) -> bool {
        self.0.hints().is_impartial
    }

    fn stays_impartial(&self, _: &u32) -> bool {
        self.0.hints().is_impartial
    }

    fn surely_ends(&self, _: &u32) -> bool {
        self.0.hints().ends
    }

    fn verdict(&self, number: &u32, mover: Player) -> Result<Option<Verdict>, Error> {
        Ok(self.0.verdict(*number, mover))
    }

    fn turn(&self, number: &u32) -> Result<Turn<u32>, Error> {
        self.0.turn(*number)
    }
}

/// A ruleset and the numbers of its positions.
pub(super) struct Rules<R: Ruleset> {
    pub(super) ruleset: R,
    store: Store,
    hints: Hints,
    pub(super) positions: Interner<R::Position>,
}

impl<R: Ruleset> Rules<R> {
    pub(super) fn new(ruleset: R, store: Store) -> Self {
        let hints = ruleset.hints();
        Rules { ruleset, store, hints, positions: Interner::default() }
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

/// Rules in which a goal decides.
pub(super) struct ByGoal<'a, R: Ruleset>(pub(super) &'a Rules<R>);

impl<R: Goal> Numbered for ByGoal<'_, R> {
    fn hints(&self) -> Hints {
        self.0.hints
    }

    fn list(
        &self,
        number: u32,
        player: Player,
        options: &mut OptionList<u32>,
    ) -> Result<(), Error> {
        self.0.list(number, player, options)
    }

    fn verdict(&self, number: u32, mover: Player) -> Option<Verdict> {
        self.0.ruleset.verdict(self.0.positions.get(number), mover)
    }
}

/// Rules in which points decide.
pub(super) struct ByPoints<'a, R: Ruleset>(pub(super) &'a Rules<R>);

impl<R: Points> Numbered for ByPoints<'_, R> {
    fn hints(&self) -> Hints {
        self.0.hints
    }

    fn list(
        &self,
        number: u32,
        player: Player,
        options: &mut OptionList<u32>,
    ) -> Result<(), Error> {
        self.0.list(number, player, options)
    }

    fn turn(&self, number: u32) -> Result<Turn<u32>, Error> {
        let (rules, positions) = (&self.0.ruleset, &self.0.positions);
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
