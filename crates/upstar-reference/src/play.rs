//! Play: who wins a sum of positions, by which moves, and what it is worth, by the rules alone.
//!
//! In a sum a player moves in one component (Siegel, *Combinatorial Game Theory*, I.1). Who wins is
//! found by recursion over positions: the player to move wins when some move leads to a position that
//! she wins with the other player to move. Where play returns to a position, all that can follow is
//! listed and worked out backwards from its ends; a player wins when she can end play as a win in
//! finitely many moves, and what neither player wins is a draw (Siegel, chapter VI).
//!
//! Every function fails where the rules fail, and when no step is left.

use std::collections::{BTreeMap, BTreeSet};

use crate::bracket::{Game, Games, Relation};
use crate::steps::deep;
use crate::{Fault, Player, Wrong};

/// Rules of positions.
pub trait Rules {
    /// A position that is no sum.
    type Component: Clone + Ord;

    /// Where a player can move: each option is a sum of components.
    fn options(
        &self,
        position: &Self::Component,
        player: Player,
    ) -> Result<Vec<Vec<Self::Component>>, Fault>;

    /// How play is over by a goal, before the player moves; none while it goes on. Only rules decided
    /// by a goal are asked.
    fn ending(
        &self,
        _position: &Self::Component,
        _to_move: Player,
    ) -> Result<Option<Ending>, Fault> {
        Ok(None)
    }

    /// How many options the opponent may forbid before each move; none where the rules say nothing about that.
    fn most_forbidden(&self, _sum: &[Self::Component]) -> Result<Option<u64>, Fault> {
        Ok(None)
    }

    /// Whether a move leads to one position of the same rules.
    fn goes_on(&self, _sum: &[Self::Component], _after: &[Self::Component]) -> Result<bool, Fault> {
        Ok(true)
    }

    /// Counts a step.
    fn step(&self) -> Result<(), Fault>;
}

/// How play is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A player has won.
    Won(Player),
    /// Neither player has.
    Drawn,
}

impl Ending {
    /// Who has won.
    pub fn winner(self) -> Option<Player> {
        match self {
            Ending::Won(player) => Some(player),
            Ending::Drawn => None,
        }
    }
}

/// What decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Convention {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
    /// The goals of the rules. Where none is reached and the player cannot move, it is a draw.
    Goal,
}

/// Who wins: the nine outcomes of games that may be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Left wins, whoever begins.
    L,
    /// Right wins, whoever begins.
    R,
    /// Whoever begins wins.
    N,
    /// Whoever moves second wins.
    P,
    /// A draw, whoever begins.
    D,
    /// Left wins when she begins; a draw when Right begins.
    NHat,
    /// Right wins when he begins; a draw when Left begins.
    NCheck,
    /// Left wins when Right begins; a draw when she begins.
    PHat,
    /// Right wins when Left begins; a draw when he begins.
    PCheck,
}

impl Outcome {
    /// The outcome from who wins when Left begins and who wins when Right begins; none is a draw.
    pub fn of(left_begins: Option<Player>, right_begins: Option<Player>) -> Outcome {
        use Player::{Left, Right};
        match (left_begins, right_begins) {
            (Some(Left), Some(Left)) => Outcome::L,
            (Some(Left), None) => Outcome::NHat,
            (Some(Left), Some(Right)) => Outcome::N,
            (None, Some(Left)) => Outcome::PHat,
            (None, None) => Outcome::D,
            (None, Some(Right)) => Outcome::NCheck,
            (Some(Right), Some(Left)) => Outcome::P,
            (Some(Right), None) => Outcome::PCheck,
            (Some(Right), Some(Right)) => Outcome::R,
        }
    }

    /// The name in the language, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::L => "L",
            Outcome::R => "R",
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::D => "D",
            Outcome::NHat => "N_hat",
            Outcome::NCheck => "N_check",
            Outcome::PHat => "P_hat",
            Outcome::PCheck => "P_check",
        }
    }
}

/// The most moves in a row that the recursion follows; where play is longer, all that follows is listed.
const LONGEST: usize = 10_000;

/// A sum: its components, as often as they occur. The order does not matter; what is remembered about a
/// sum is remembered by its components in order.
pub type Sum<C> = Vec<C>;

/// A sum, and whose turn it is.
type State<C> = (Sum<C>, Player);

/// Decided states, with who wins.
type Winners<C> = BTreeMap<State<C>, Option<Player>>;

/// States in which play is over, and the other ones, with what follows next.
type Followers<C> = (Winners<C>, BTreeMap<State<C>, Vec<State<C>>>);

/// States with how many options are forbidden there, and the options.
type Options<C> = BTreeMap<State<C>, (u64, Vec<State<C>>)>;

/// Questions about positions by some rules, and their answers so far.
pub struct Play<'r, R: Rules> {
    rules: &'r R,
    winners: BTreeMap<(State<R::Component>, Convention), Option<Player>>,
    nimbers: BTreeMap<Sum<R::Component>, u64>,
    misere_nimbers: BTreeMap<Sum<R::Component>, u64>,
    forms: BTreeMap<Sum<R::Component>, Game>,
    values: BTreeMap<Sum<R::Component>, Game>,
}

/// Components in order.
fn in_order<C: Ord>(mut sum: Vec<C>) -> Sum<C> {
    sum.sort();
    sum
}

impl<'r, R: Rules> Play<'r, R> {
    /// Questions about positions by these rules.
    pub fn new(rules: &'r R) -> Play<'r, R> {
        Play {
            rules,
            winners: BTreeMap::new(),
            nimbers: BTreeMap::new(),
            misere_nimbers: BTreeMap::new(),
            forms: BTreeMap::new(),
            values: BTreeMap::new(),
        }
    }

    /// Where a player can move in a sum: to each option of each component, which takes its place among the
    /// other ones. Each is listed once.
    pub fn moves(
        &self,
        sum: &[R::Component],
        player: Player,
    ) -> Result<Vec<Sum<R::Component>>, Fault> {
        let mut moves = Vec::new();
        for (place, component) in sum.iter().enumerate() {
            self.rules.step()?;
            for option in self.rules.options(component, player)? {
                let after = [&sum[..place], &option, &sum[place + 1..]].concat();
                // A long sum is much work: sums that grow with each move must end.
                after.iter().try_for_each(|_| self.rules.step())?;
                if !moves.contains(&after) {
                    moves.push(after);
                }
            }
        }
        Ok(moves)
    }

    // Who wins

    /// How play is over before a player moves, who can move like this; none while it goes on.
    ///
    /// # Errors
    /// When a goal fails, or decides a sum.
    pub fn over(
        &self,
        (sum, to_move): (&[R::Component], &Player),
        moves: &[Sum<R::Component>],
        convention: Convention,
    ) -> Result<Option<Ending>, Fault> {
        Ok(match (convention, sum) {
            (Convention::Normal, _) if moves.is_empty() => Some(Ending::Won(to_move.opponent())),
            (Convention::Misere, _) if moves.is_empty() => Some(Ending::Won(*to_move)),
            (Convention::Normal | Convention::Misere, _) => None,
            (Convention::Goal, [position]) => match self.rules.ending(position, *to_move)? {
                None if moves.is_empty() => Some(Ending::Drawn),
                ending => ending,
            },
            (Convention::Goal, _) => {
                return Err(Fault::wrong(Wrong::Question, "goals decide no sums"));
            }
        })
    }

    /// Who wins when a player is to move; none when it is a draw.
    pub fn winner(
        &mut self,
        sum: &[R::Component],
        to_move: Player,
        convention: Convention,
    ) -> Result<Option<Player>, Fault> {
        let state = (in_order(sum.to_vec()), to_move);
        if self.rules.most_forbidden(sum)?.is_some() {
            if !self.winners.contains_key(&(state.clone(), convention)) {
                self.by_forbidding(&state, convention)?;
            }
            return Ok(self.winners.get(&(state, convention)).copied().flatten());
        }
        if let Some(known) = self.by_recursion(&state, convention, &mut BTreeSet::new())? {
            return Ok(known);
        }
        self.by_backward_induction(&state, convention)?;
        Ok(self.winners.get(&(state, convention)).copied().flatten())
    }

    /// Who wins, by recursion: the player to move wins when some move leads to where she wins, loses
    /// when all moves lead to where the other player wins, and otherwise it is a draw. None where play
    /// returns to a position on the way to it.
    fn by_recursion(
        &mut self,
        state: &State<R::Component>,
        convention: Convention,
        way: &mut BTreeSet<State<R::Component>>,
    ) -> Result<Option<Option<Player>>, Fault> {
        if let Some(known) = self.winners.get(&(state.clone(), convention)) {
            return Ok(Some(*known));
        }
        if way.len() > LONGEST || !way.insert(state.clone()) {
            return Ok(None);
        }
        let (sum, player) = state;
        let moves = self.moves(sum, *player)?;
        let winner = match self.over((&state.0, &state.1), &moves, convention)? {
            Some(ending) => ending.winner(),
            None => {
                let mut worst = Some(player.opponent());
                for after in moves {
                    let after = (in_order(after), player.opponent());
                    let Some(winner) = deep(|| self.by_recursion(&after, convention, way))? else {
                        return Ok(None);
                    };
                    if winner == Some(*player) {
                        worst = winner;
                        break;
                    }
                    if winner.is_none() {
                        worst = None;
                    }
                }
                worst
            }
        };
        way.remove(state);
        self.winners.insert((state.clone(), convention), winner);
        Ok(Some(winner))
    }

    /// Who wins where the opponent forbids up to k options before each move, by backward induction over all that can
    /// follow. The opponent chooses the set to forbid, and then the player to move one of the other options. A player who
    /// has none loses, or wins in misère play.
    ///
    /// The opponent wins when some set leaves only options that he wins: when at most k options are not his, and, in misère
    /// play, one is left. The player wins when every set leaves an option that she wins, or, in misère play, none.
    fn by_forbidding(
        &mut self,
        start: &State<R::Component>,
        convention: Convention,
    ) -> Result<(), Fault> {
        let mut open: Options<R::Component> = BTreeMap::new();
        let mut waiting = vec![start.clone()];
        while let Some(state) = waiting.pop() {
            if open.contains_key(&state) {
                continue;
            }
            let most = self.rules.most_forbidden(&state.0)?.unwrap_or(0);
            let moves = self.moves(&state.0, state.1)?;
            for after in &moves {
                if !self.rules.goes_on(&state.0, after)? {
                    return Err(Fault::wrong(
                        Wrong::Rules,
                        "a move to something else with blocking",
                    ));
                }
            }
            let next = state.1.opponent();
            let after: BTreeSet<_> = moves.into_iter().map(|sum| (in_order(sum), next)).collect();
            waiting.extend(after.iter().cloned());
            open.insert(state, (most, after.into_iter().collect()));
        }
        let misere = convention == Convention::Misere;
        self.by_induction(BTreeMap::new(), open, convention, |state, (most, after), winners| {
            let won_by = |player: Player| {
                let won = |state: &&State<R::Component>| winners.get(state) == Some(&Some(player));
                after.iter().filter(won).count() as u64
            };
            let (all, mine) = (after.len() as u64, won_by(state.1));
            let his = won_by(state.1.opponent());
            let wins = mine > *most || misere && all <= *most && mine == all;
            let loses = all - his <= *most && (!misere || his > 0);
            match (wins, loses) {
                (true, _) => Some(state.1),
                (false, true) => Some(state.1.opponent()),
                (false, false) => None,
            }
        })
    }

    /// Who wins, by backward induction over all that can follow: a position is won by the player to move
    /// as soon as one move leads to where she wins, and by the other player as soon as all moves lead to
    /// where he wins. This is repeated until nothing is added; the rest is drawn.
    fn by_backward_induction(
        &mut self,
        start: &State<R::Component>,
        convention: Convention,
    ) -> Result<(), Fault> {
        let (winners, open) = self.followers(start, convention)?;
        self.by_induction(winners, open, convention, |state, after, winners| {
            let player = state.1;
            let won_by = |winner: Player, state| winners.get(state) == Some(&Some(winner));
            if after.iter().any(|state| won_by(player, state)) {
                Some(player)
            } else if after.iter().all(|state| won_by(player.opponent(), state)) {
                Some(player.opponent())
            } else {
                None
            }
        })
    }

    /// Decides open states from those that are decided, until nothing is added; the rest is drawn.
    fn by_induction<T>(
        &mut self,
        mut winners: Winners<R::Component>,
        mut open: BTreeMap<State<R::Component>, T>,
        convention: Convention,
        decided: impl Fn(&State<R::Component>, &T, &Winners<R::Component>) -> Option<Player>,
    ) -> Result<(), Fault> {
        loop {
            let mut found = Vec::new();
            for (state, after) in &open {
                self.rules.step()?;
                if let Some(winner) = decided(state, after, &winners) {
                    found.push((state.clone(), winner));
                }
            }
            if found.is_empty() {
                break;
            }
            for (state, winner) in found {
                open.remove(&state);
                winners.insert(state, Some(winner));
            }
        }
        winners.extend(open.into_keys().map(|state| (state, None)));
        let winners = winners.into_iter().map(|(state, winner)| ((state, convention), winner));
        self.winners.extend(winners);
        Ok(())
    }

    /// All that can follow: the states in which play is over with who has won, and the other ones with
    /// what their moves lead to.
    fn followers(
        &self,
        start: &State<R::Component>,
        convention: Convention,
    ) -> Result<Followers<R::Component>, Fault> {
        let (mut ended, mut open) = (BTreeMap::new(), BTreeMap::new());
        let mut waiting = vec![start.clone()];
        while let Some(state) = waiting.pop() {
            if ended.contains_key(&state) || open.contains_key(&state) {
                continue;
            }
            let moves = self.moves(&state.0, state.1)?;
            if let Some(ending) = self.over((&state.0, &state.1), &moves, convention)? {
                ended.insert(state, ending.winner());
                continue;
            }
            let next = state.1.opponent();
            let after: Vec<_> = moves.into_iter().map(|sum| (in_order(sum), next)).collect();
            waiting.extend(after.iter().cloned());
            open.insert(state, after);
        }
        Ok((ended, open))
    }

    /// Who wins when Left begins and when Right begins.
    pub fn outcome(
        &mut self,
        sum: &[R::Component],
        convention: Convention,
    ) -> Result<Outcome, Fault> {
        let left_begins = self.winner(sum, Player::Left, convention)?;
        let right_begins = self.winner(sum, Player::Right, convention)?;
        Ok(Outcome::of(left_begins, right_begins))
    }

    /// The moves after which the player who made them wins. There are none where a goal has ended play.
    pub fn winning_moves(
        &mut self,
        sum: &[R::Component],
        player: Player,
        convention: Convention,
    ) -> Result<Vec<Sum<R::Component>>, Fault> {
        self.moves_won_by(sum, player, convention, Some(player))
    }

    /// The moves that are there before play is over, and after which this player wins, or neither.
    fn moves_won_by(
        &mut self,
        sum: &[R::Component],
        player: Player,
        convention: Convention,
        winner: Option<Player>,
    ) -> Result<Vec<Sum<R::Component>>, Fault> {
        let moves = self.moves(sum, player)?;
        if self.over((sum, &player), &moves, convention)?.is_some() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for after in moves {
            if self.winner(&after, player.opponent(), convention)? == winner {
                found.push(after);
            }
        }
        Ok(found)
    }

    /// The moves after which this player wins, or neither.
    pub fn led_to(
        &mut self,
        moves: &[Sum<R::Component>],
        player: Player,
        convention: Convention,
        winner: Option<Player>,
    ) -> Result<Vec<Sum<R::Component>>, Fault> {
        let mut found = Vec::new();
        for after in moves {
            if self.winner(after, player.opponent(), convention)? == winner {
                found.push(after.clone());
            }
        }
        Ok(found)
    }

    /// The moves that win, or those that draw when none wins, or all when all lose: the best ones in
    /// misère play, and where goals decide.
    pub fn best_by_winner(
        &mut self,
        sum: &[R::Component],
        player: Player,
        convention: Convention,
    ) -> Result<Vec<Sum<R::Component>>, Fault> {
        for winner in [Some(player), None, Some(player.opponent())] {
            let moves = self.moves_won_by(sum, player, convention, winner)?;
            if !moves.is_empty() {
                return Ok(moves);
            }
        }
        Ok(Vec::new())
    }

    // Nimbers (Siegel, chapters IV and V)

    /// The nimber of an impartial game: the least one that no option has.
    ///
    /// # Errors
    ///
    /// When in some position that follows the players have different options, and when play can return
    /// to a position.
    pub fn nimber(&mut self, sum: &[R::Component]) -> Result<u64, Fault> {
        let mut known = std::mem::take(&mut self.nimbers);
        let nimber = self.mex(&in_order(sum.to_vec()), 0, &mut known, &mut BTreeSet::new());
        self.nimbers = known;
        nimber
    }

    /// The misère nimber of an impartial game: 1 without options, and else the least one that no option
    /// has. The sum with so many counters in a heap is won by the previous player in misère play.
    pub fn misere_nimber(&mut self, sum: &[R::Component]) -> Result<u64, Fault> {
        let mut known = std::mem::take(&mut self.misere_nimbers);
        let nimber = self.mex(&in_order(sum.to_vec()), 1, &mut known, &mut BTreeSet::new());
        self.misere_nimbers = known;
        nimber
    }

    /// The least number that no option has; what ends has the number given.
    fn mex(
        &self,
        sum: &Sum<R::Component>,
        at_end: u64,
        known: &mut BTreeMap<Sum<R::Component>, u64>,
        way: &mut BTreeSet<Sum<R::Component>>,
    ) -> Result<u64, Fault> {
        if let Some(nimber) = known.get(sum) {
            return Ok(*nimber);
        }
        self.enter(sum, way)?;
        let moves: BTreeSet<_> = self.moves(sum, Player::Left)?.into_iter().map(in_order).collect();
        if moves != self.moves(sum, Player::Right)?.into_iter().map(in_order).collect() {
            return Err(Fault::wrong(Wrong::Question, "the players have different options"));
        }
        let mut taken = BTreeSet::new();
        for after in &moves {
            taken.insert(deep(|| self.mex(after, at_end, known, way))?);
        }
        let least = (0..).find(|n| !taken.contains(n)).unwrap_or_default();
        let nimber = if moves.is_empty() { at_end } else { least };
        way.remove(sum);
        known.insert(sum.clone(), nimber);
        Ok(nimber)
    }

    /// Steps onto a position on the way through the moves.
    fn enter(
        &self,
        sum: &Sum<R::Component>,
        way: &mut BTreeSet<Sum<R::Component>>,
    ) -> Result<(), Fault> {
        if way.len() > LONGEST {
            return Err(Fault::TooLarge);
        }
        match way.insert(sum.clone()) {
            true => Ok(()),
            false => Err(Fault::undefined("values of positions that repeat")),
        }
    }

    // Values

    /// The bracket of a sum by its moves: what they lead to, as it stands.
    ///
    /// # Errors
    ///
    /// When play can return to a position.
    pub fn form(&mut self, sum: &[R::Component], games: &Games) -> Result<Game, Fault> {
        let mut known = std::mem::take(&mut self.forms);
        let as_it_stands = |form| Ok(form);
        let sum = in_order(sum.to_vec());
        let form = self.bracket(&sum, games, &as_it_stands, &mut known, &mut BTreeSet::new());
        self.forms = known;
        form
    }

    /// The canonical form of a sum. A game is equal to the one whose options are replaced by equal ones
    /// (Siegel, II.1), so options are made canonical first.
    ///
    /// # Errors
    ///
    /// When play can return to a position.
    pub fn value(&mut self, sum: &[R::Component], games: &Games) -> Result<Game, Fault> {
        let mut known = std::mem::take(&mut self.values);
        let canonical = |form| games.canonical(form);
        let sum = in_order(sum.to_vec());
        let value = self.bracket(&sum, games, &canonical, &mut known, &mut BTreeSet::new());
        self.values = known;
        value
    }

    /// The bracket of what the moves lead to, all of it changed into an equal form.
    fn bracket(
        &self,
        sum: &Sum<R::Component>,
        games: &Games,
        change: &dyn Fn(Game) -> Result<Game, Fault>,
        known: &mut BTreeMap<Sum<R::Component>, Game>,
        way: &mut BTreeSet<Sum<R::Component>>,
    ) -> Result<Game, Fault> {
        if let Some(game) = known.get(sum) {
            return Ok(*game);
        }
        self.enter(sum, way)?;
        let mut options = |player| -> Result<Vec<Game>, Fault> {
            let moves = self.moves(sum, player)?;
            let after = moves.into_iter().map(in_order);
            after.map(|sum| deep(|| self.bracket(&sum, games, change, known, way))).collect()
        };
        let (left, right) = (options(Player::Left)?, options(Player::Right)?);
        let game = change(games.form(left, right)?)?;
        way.remove(sum);
        known.insert(sum.clone(), game);
        Ok(game)
    }

    /// The best moves in normal play: those than which no other one leads to a better value.
    ///
    /// # Errors
    ///
    /// When play can return to a position.
    pub fn best_by_value(
        &mut self,
        sum: &[R::Component],
        player: Player,
        games: &Games,
    ) -> Result<Vec<Sum<R::Component>>, Fault> {
        let moves = self.moves(sum, player)?;
        let values: Vec<Game> =
            moves.iter().map(|after| self.value(after, games)).collect::<Result<_, _>>()?;
        let better = match player {
            Player::Left => Relation::Greater,
            Player::Right => Relation::Less,
        };
        let mut best = Vec::new();
        for (after, value) in moves.into_iter().zip(&values) {
            let mut beaten = false;
            for other in &values {
                beaten |= games.compare(*other, *value)? == better;
            }
            if !beaten {
                best.push(after);
            }
        }
        Ok(best)
    }
}
