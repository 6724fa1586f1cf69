//! A question and the rounds in which it is answered.
//!
//! Knows: how effort is shared between values and search, when other threads help, and when to forget.
//! Must not know: how either works.

use std::hash::Hash;

use super::atoms::SignedAtom;
use super::state::LeftSum;
use super::table::{SumNode, SumTable};
use super::whole::Whole;
use super::{Settings, SumMemory, SumSearch};
use crate::budget::effort;
use crate::solve::threads::help;
use crate::solve::walk::Stop;
use crate::solve::{Component, Memo, Playable, Searches, first_win};
use crate::{Error, Game, Player};

/// How many times more steps each round has.
const GROWTH: u64 = 4;
/// Looking for values takes one step for so many of the search, at the root and below; where
/// little can follow it is the other way round.
const VALUE_SHARE: u64 = 8;
/// In impartial positions, the walk to the first move that wins makes this number of steps for each step of the search.
const IMPARTIAL_SHARE: u64 = 4;
/// Sums kept for later questions.
const MOST_KEPT: usize = 1 << 18;

/// Whether the player to move first wins, and whether moves of a sum were listed for that: values and
/// search in turn.
pub(super) fn answer<R: Playable>(
    searches: &Searches<'_, R>,
    memory: &mut SumMemory<R::Position>,
    settings: Settings,
    asked: (&[Component<R::Position>], Player),
) -> Result<(bool, bool), R::Error> {
    let mut whole = memory.whole.take();
    let answer = answer_with(searches, (memory, &mut whole), settings, asked);
    memory.whole = whole.filter(Whole::is_small);
    answer
}

fn answer_with<R: Playable>(
    searches: &Searches<'_, R>,
    (memory, whole): (&mut SumMemory<R::Position>, &mut Option<Whole<R::Position>>),
    mut settings: Settings,
    (sum, first): (&[Component<R::Position>], Player),
) -> Result<(bool, bool), R::Error> {
    let (mut steps, mut expanded) = (settings.first_round, false);
    let mut round = SumSearch::new(searches, memory, settings).begin(sum, first, steps)?;
    loop {
        let mut search =
            SumSearch { credit: round.credit, ..SumSearch::new(searches, memory, settings) };
        if let Some(answer) = search.go_on((sum, first), &mut round, whole)? {
            return Ok((answer, expanded || search.expanded));
        }
        expanded |= search.expanded;
        if search.full {
            round.credit = search.credit;
            memory.forget(&searches.memo, &mut settings);
        } else {
            steps = steps.saturating_mul(GROWTH);
            round = SumSearch::new(searches, memory, settings).begin(sum, first, steps)?;
        }
    }
}

/// A round: how far it goes.
struct Round {
    /// The effort at which it ends.
    until: u64,
    /// Steps that looking for values of components may still take.
    credit: u64,
    /// Steps that the search on the whole position may still take.
    whole: u64,
    /// Whether other threads may help.
    shared: bool,
}

impl<R: Playable> SumSearch<'_, R> {
    /// Looks for the values of the positions of a sum, and begins a round of so many steps.
    fn begin(
        &mut self,
        sum: &[Component<R::Position>],
        first: Player,
        steps: u64,
    ) -> Result<Round, R::Error> {
        if self.settings.values {
            let tried = steps > self.settings.first_round && self.first_win(sum, first, steps)?;
            if !tried {
                self.value_parts(sum, steps)?;
            }
        }
        let shared = self.settings.together && steps > self.settings.first_round;
        let until = effort().saturating_add(steps);
        let whole = if self.settings.whole { steps } else { 0 };
        Ok(Round { until, credit: steps / VALUE_SHARE, whole, shared })
    }

    /// Looks for the answer until the round ends or the table is full.
    fn go_on(
        &mut self,
        (sum, first): (&[Component<R::Position>], Player),
        round: &mut Round,
        whole: &mut Option<Whole<R::Position>>,
    ) -> Result<Option<bool>, R::Error> {
        let state = self.root(sum, first)?;
        if let Some(answer) = self.decided(&state)? {
            return Ok(Some(answer));
        }
        let root = self.open(&state, 0)?;
        // An earlier search has found it.
        self.expanded |= self.memory.table.node(root).is_solved();
        if !self.expanded && round.whole > 0 {
            let (before, steps) = (effort(), std::mem::take(&mut round.whole));
            let found = Whole::wins(whole, self.searches, (sum, first), steps);
            if let Some(answer) = found.map_err(Error::from)? {
                self.expanded = true;
                return Ok(Some(answer));
            }
            round.until = round.until.saturating_add(effort() - before);
        }
        let budget = self.searches.store.budget();
        if !round.shared || budget.helpers() == 0 {
            return self.prove(root, round.until);
        }
        let &mut SumSearch { searches, memory, settings, credit, .. } = self;
        let helper = || {
            let mut search = SumSearch { credit, ..SumSearch::new(searches, memory, settings) };
            // What goes wrong here, the first thread meets too, unless it is spared.
            drop(search.prove(root, u64::MAX));
        };
        help(budget, helper, || self.prove(root, round.until))
    }

    /// Looks for who wins a position alone by the first move that wins. Where the players have the same moves that takes
    /// most of the time: it lists no more than a walk for the nimber. Where they have not, it is tried for rules that
    /// take long to list moves. False where a sum must be played.
    fn first_win(
        &mut self,
        sum: &[Component<R::Position>],
        first: Player,
        steps: u64,
    ) -> Result<bool, R::Error> {
        let rules = self.searches.rules;
        let (position, first) = match sum {
            [Component::Position(position)] => (position, first),
            [Component::Negative(position)] => (position, first.opponent()),
            _ => return Ok(false),
        };
        let share = match rules.is_impartial(position) {
            _ if rules.ask_for_nimbers() => return Ok(false),
            true => IMPARTIAL_SHARE,
            false if rules.never_fails(position) => return Ok(false),
            false => 1,
        };
        let until = effort().saturating_add(steps.saturating_mul(share));
        match first_win::wins_within(self.searches, position, first, until) {
            Err(Stop::Error(error)) => Err(error),
            Err(Stop::Mixed) => Ok(false),
            Err(Stop::Enough) | Ok(_) => Ok(true),
        }
    }

    /// Looks for the value of each position of the sum: longest where little can follow.
    fn value_parts(&mut self, sum: &[Component<R::Position>], effort: u64) -> Result<(), R::Error> {
        for part in sum {
            let (Component::Position(position) | Component::Negative(position)) = part else {
                continue;
            };
            let steps = if self.searches.rules.has_few_followers(position) {
                effort.saturating_mul(VALUE_SHARE)
            } else if self.searches.rules.is_impartial(position) {
                effort / 2
            } else {
                effort / VALUE_SHARE
            };
            self.credit = steps;
            self.try_value(position, steps)?;
        }
        Ok(())
    }

    /// The sum as a search sees it: Left is the one to move.
    fn root(&mut self, sum: &[Component<R::Position>], first: Player) -> Result<LeftSum, R::Error> {
        let mut game = Game::ZERO;
        let mut terms = Vec::with_capacity(sum.len());
        for part in sum {
            self.step()?;
            let term = match part {
                Component::Value(value) => {
                    let (packed, term) = self.split(*value)?;
                    game = self.searches.store.add(game, packed)?;
                    term
                }
                Component::Position(position) => Some(self.position(position)?),
                Component::Negative(position) => Some(self.position(position)?.negative()),
            };
            terms.extend(term);
        }
        if first == Player::Right {
            game = self.searches.store.neg(game)?;
            terms.iter_mut().for_each(|term| *term = term.negative());
        }
        self.sum(game, terms.into_iter())
    }

    pub(super) fn step(&self) -> Result<(), Error> {
        Ok(self.searches.store.budget().step()?)
    }

    /// Whether the table has taken enough memory.
    pub(super) fn is_full(&self) -> bool {
        let size = self.memory.len();
        if size >= self.settings.most {
            return true;
        }
        let budget = self.searches.store.budget();
        size >= self.settings.fewest
            && size.is_multiple_of(1 << 8)
            && budget.reserve(budget.max_bytes() / 4).is_err()
    }
}

impl<P: Clone + Eq + Hash> SumMemory<P> {
    /// How many sums or atoms there are.
    pub(super) fn len(&self) -> usize {
        self.table.len().max(self.atoms.len())
    }

    /// Keeps little of a long search for the questions that come later.
    pub(super) fn tidy(&mut self, memo: &Memo<P>, settings: Settings) {
        let most = MOST_KEPT.min(settings.most / 16);
        if self.len() > most {
            self.keep(memo, most);
        }
    }

    /// Makes room and keeps what took the most work; next time there may be a little more, so that no question is asked
    /// forever.
    fn forget(&mut self, memo: &Memo<P>, settings: &mut Settings) {
        self.keep(memo, self.len() / 4);
        settings.most += settings.most / 8 + 1;
        settings.fewest += settings.fewest / 8 + 1;
    }

    /// Keeps about `most` sums, those that took the most work, and forgets the others. The memo keeps the winners of positions
    /// alone, if these have numbers.
    pub(super) fn keep(&mut self, memo: &Memo<P>, most: usize) {
        let noted = |(game, terms): (Game, &[SignedAtom]), wins| {
            let &[term] = terms else { return false };
            let position = self.atoms.position_of(term).filter(|_| game == Game::ZERO);
            let Some(position) = position.filter(|position| memo.has_number(position)) else {
                return false;
            };
            memo.note_winner(position.clone(), term.mover(), wins);
            true
        };
        let nodes = std::mem::take(&mut self.table).hardest(most, noted);
        let mut used = vec![false; self.atoms.len()];
        nodes.iter().flat_map(SumNode::atoms).for_each(|atom| used[atom] = true);
        let numbers = self.atoms.keep(&used);
        self.table = SumTable::renumbered(nodes, |term| term.renumbered(&numbers));
    }
}
