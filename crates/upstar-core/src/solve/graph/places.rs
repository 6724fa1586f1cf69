//! List of all positions that follow a sum, each with its moves.
//!
//! Knows: which positions follow which, which of them can repeat, values of those that cannot.
//! Must not know: sums of positions as vertices of a graph.

use rustc_hash::FxHashMap;

use super::{LoopyAnswer, LoopyQuestion};
use crate::graph::{Digraph, components};
use crate::solve::{Component, Lister, OptionList, Playable, Searches, values};
use crate::{Budget, Error, Game, Player, Store};

/// Summand: twice the number of a position, and one more when the players are exchanged.
pub(super) type SignedPosition = u32;

/// Bytes that a listed position or move takes, with the answers about it.
const BYTES: u64 = 64;

/// Option of a player: summands, and a game beside them.
#[derive(Debug, Clone, Copy)]
pub(super) struct GraphMove<'a> {
    pub(super) terms: &'a [SignedPosition],
    pub(super) game: Game,
}

/// Positions with their moves.
pub(super) struct Places<P> {
    positions: Vec<P>,
    numbers: FxHashMap<P, u32>,
    /// Values of those that are known to be short games; these have no moves here.
    games: Vec<Option<Game>>,
    /// Answers about some others, which have no moves here either.
    answers: FxHashMap<u32, LoopyAnswer>,
    /// Range of the moves of each position and player.
    moves: Vec<[(u32, u32); 2]>,
    /// For each move the number of the sum that it leads to.
    listed: Vec<u32>,
    /// Range of the terms of each sum, and its game.
    sums: Vec<(u32, u32, Game)>,
    terms: Vec<SignedPosition>,
}

/// Where options come from, and those that are new.
struct OptionSource<'r, R: Playable> {
    lister: Box<dyn Lister<R::Position, R::Error> + 'r>,
    new: OptionList<R::Position>,
}

/// Kind of list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listing {
    /// All positions with their moves.
    All,
    /// All positions, but without the moves of those whose answers to this question are in the memo.
    Unknown(LoopyQuestion),
    /// Impartial positions only, which are their own negatives.
    Impartial,
}

/// Why a list ends early.
pub(super) enum Stop<E> {
    Error(E),
    /// Something that follows is not impartial.
    Mixed,
}

impl<E: From<Error>> From<Error> for Stop<E> {
    fn from(error: Error) -> Self {
        Stop::Error(error.into())
    }
}

/// Place in a row of moves or terms.
fn place(length: usize) -> Result<u32, Error> {
    u32::try_from(length).map_err(|_| Error::StoreFull)
}

/// Terms and game of the sum at which the list begins.
pub(super) type Root = (Vec<SignedPosition>, Game);

impl<P: Clone + Eq + std::hash::Hash> Places<P> {
    /// Lists all that follows a sum. `seen` counts the positions. Cost: the moves of each position are
    /// listed once.
    pub(super) fn list<R: Playable<Position = P>>(
        searches: &Searches<'_, R>,
        listing: Listing,
        root: &[Component<P>],
        seen: &mut u64,
    ) -> Result<(Self, Root), Stop<R::Error>> {
        let mut places = Places {
            positions: Vec::new(),
            numbers: FxHashMap::default(),
            games: Vec::new(),
            answers: FxHashMap::default(),
            moves: Vec::new(),
            listed: Vec::new(),
            sums: Vec::new(),
            terms: Vec::new(),
        };
        let game = places.put(searches.store, listing, root)?;
        let terms = std::mem::take(&mut places.terms);
        let mut source =
            OptionSource::<R> { lister: searches.rules.lister(), new: OptionList::default() };
        while places.moves.len() < places.positions.len() {
            *seen += 1;
            if places.positions.len() > searches.rules.most_listed() {
                return Err(Error::Endless { seen: *seen }.into());
            }
            places.expand(searches, &mut source, listing)?;
        }
        Ok((places, (terms, game)))
    }

    /// Lists the moves of the next position, unless its value is known.
    fn expand<R: Playable<Position = P>>(
        &mut self,
        searches: &Searches<'_, R>,
        source: &mut OptionSource<'_, R>,
        listing: Listing,
    ) -> Result<(), Stop<R::Error>> {
        searches.store.budget().step().map_err(Error::from)?;
        let position = self.positions[self.moves.len()].clone();
        let known = values::known(searches, &position)?;
        self.games.push(known);
        if let Some(game) = known {
            if listing == Listing::Impartial && searches.store.as_nimber(game).is_none() {
                return Err(Stop::Mixed);
            }
            self.moves.push([(0, 0); 2]);
            return Ok(());
        }
        let answer = match listing {
            Listing::Unknown(question) => match searches.rules.worth(&position) {
                Some(worth) => Some(LoopyAnswer::GameValue(worth)),
                None => searches.memo.graph.answer(question, &position),
            },
            _ => None,
        };
        if let Some(answer) = answer {
            self.answers.insert(self.moves.len() as u32, answer);
            self.moves.push([(0, 0); 2]);
            return Ok(());
        }
        let impartial = searches.rules.is_impartial(&position);
        if listing == Listing::Impartial && !impartial {
            return Err(Stop::Mixed);
        }
        let left = self.side(searches, source, listing, (&position, Player::Left))?;
        let right = match impartial {
            true => left,
            false => self.side(searches, source, listing, (&position, Player::Right))?,
        };
        self.moves.push([left, right]);
        Ok(())
    }

    /// Lists the moves of one player.
    fn side<R: Playable<Position = P>>(
        &mut self,
        searches: &Searches<'_, R>,
        source: &mut OptionSource<'_, R>,
        listing: Listing,
        (position, player): (&P, Player),
    ) -> Result<(u32, u32), Stop<R::Error>> {
        let OptionSource { lister, new } = source;
        let budget = searches.store.budget();
        let first = place(self.listed.len())?;
        lister.list(position, player, &mut self.listed, new).map_err(Stop::Error)?;
        let last = place(self.listed.len())?;
        budget.reserve(BYTES * u64::from(last - first)).map_err(Error::from)?;
        for _ in first..last {
            budget.step().map_err(Error::from)?;
        }
        for range in new.ranges() {
            let start = place(self.terms.len())?;
            let game = self.put(searches.store, listing, &new.parts[range])?;
            self.terms[start as usize..].sort_unstable();
            self.sums.push((start, place(self.terms.len())?, game));
        }
        new.clear();
        Ok((first, last))
    }

    /// Adds the terms of a sum to the row of all terms; gives the game beside them.
    fn put<E: From<Error>>(
        &mut self,
        store: &Store,
        listing: Listing,
        sum: &[Component<P>],
    ) -> Result<Game, Stop<E>> {
        let mut game = Game::ZERO;
        for part in sum {
            let (position, negative) = match part {
                Component::Value(value) => {
                    store.check(&[*value])?;
                    if listing == Listing::Impartial && store.as_nimber(*value).is_none() {
                        return Err(Stop::Mixed);
                    }
                    game = store.add(game, *value)?;
                    continue;
                }
                Component::Position(position) => (position, 0),
                Component::Negative(position) => {
                    (position, u32::from(listing != Listing::Impartial))
                }
            };
            let number = self.number(position)?;
            self.terms.push(number << 1 | negative);
        }
        Ok(game)
    }

    fn number(&mut self, position: &P) -> Result<u32, Error> {
        if let Some(&number) = self.numbers.get(position) {
            return Ok(number);
        }
        let number = self.positions.len() as u32;
        if number >= u32::MAX >> 1 {
            return Err(Error::Endless { seen: u64::from(number) });
        }
        self.positions.push(position.clone());
        self.numbers.insert(position.clone(), number);
        Ok(number)
    }

    /// Moves of a player.
    pub(super) fn moves(&self, place: u32, player: Player) -> impl Iterator<Item = GraphMove<'_>> {
        self.options(place, player).iter().map(|&sum| self.sum(sum))
    }

    /// Numbers of the sums that a player can move to.
    pub(super) fn options(&self, place: u32, player: Player) -> &[u32] {
        let (from, to) = self.moves[place as usize][player as usize];
        &self.listed[from as usize..to as usize]
    }

    /// Number of sums that moves lead to.
    pub(super) fn sums(&self) -> usize {
        self.sums.len()
    }

    /// Sum with a number.
    pub(super) fn sum(&self, number: u32) -> GraphMove<'_> {
        let (start, end, game) = self.sums[number as usize];
        GraphMove { terms: &self.terms[start as usize..end as usize], game }
    }

    /// Whether every move leads to one position without a value at most, and then to no game
    /// beside it, so that no vertex is a sum of several.
    pub(super) fn is_single(&self) -> bool {
        self.sums.iter().all(|&(start, end, game)| {
            let mut open = self.terms[start as usize..end as usize]
                .iter()
                .filter(|term| self.games[**term as usize >> 1] != Some(Game::ZERO));
            open.next().is_none() || open.next().is_none() && game == Game::ZERO
        })
    }

    /// Whether the position has no moves here, because there is an answer.
    fn is_leaf(&self, place: u32) -> bool {
        self.games[place as usize].is_some() || self.answers.contains_key(&place)
    }

    /// Whether the moves of all positions are listed, but for those of a known value.
    pub(super) fn is_complete(&self) -> bool {
        self.answers.is_empty()
    }

    /// Answer about a term that is not known to be short.
    pub(super) fn answer(&self, term: SignedPosition) -> Option<&LoopyAnswer> {
        self.answers.get(&(term >> 1))
    }

    /// Whether a term has no value.
    pub(super) fn is_open(&self, term: SignedPosition) -> bool {
        self.games[term as usize >> 1].is_none()
    }

    /// Position of a term.
    pub(super) fn position(&self, term: SignedPosition) -> &P {
        &self.positions[term as usize >> 1]
    }

    /// Number of positions.
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Graph of the positions that occur in the sums which moves lead to.
    fn successors(&self, budget: &Budget) -> Result<Digraph, Error> {
        let mut graph = Digraph::empty();
        let (mut sums, mut following) = (Vec::new(), Vec::new());
        for &[left, right] in &self.moves {
            budget.step()?;
            sums.clear();
            let moves = left.0.min(right.0) as usize..left.1.max(right.1) as usize;
            sums.extend_from_slice(&self.listed[moves]);
            // Moves of both players lead to the same sums.
            sums.sort_unstable();
            sums.dedup();
            let terms = || sums.iter().flat_map(|&sum| self.sum(sum).terms);
            following.clear();
            following.extend(terms().map(|term| term >> 1));
            graph.push_within(following.iter().copied(), budget)?;
        }
        Ok(graph)
    }

    /// Finds the values of the positions from which play cannot return.
    pub(super) fn settle<R: Playable<Position = P>>(
        &mut self,
        searches: &Searches<'_, R>,
    ) -> Result<(), R::Error> {
        let graph = self.successors(searches.store.budget())?;
        let successor = |place, at| graph.successors(place).get(at).copied();
        for group in
            components(self.len(), successor, searches.store.budget()).map_err(Error::from)?
        {
            let place = group[0];
            // A position that follows itself has no value when this is asked.
            let short = |next: &u32| self.games[*next as usize].is_some();
            if self.is_leaf(place) || group.len() > 1 || !graph.successors(place).iter().all(short)
            {
                continue;
            }
            let game = self.value(searches.store, place)?;
            self.games[place as usize] = Some(game);
            searches.memo.values.insert(self.positions[place as usize].clone(), game);
        }
        Ok(())
    }

    /// Value of a position all of whose options have one.
    fn value(&self, store: &Store, place: u32) -> Result<Game, Error> {
        let mut sides = [Vec::new(), Vec::new()];
        for player in [Player::Left, Player::Right] {
            for GraphMove { terms, game } in self.moves(place, player) {
                store.budget().step()?;
                let mut total = game;
                for &term in terms {
                    if let Some(value) = self.game(store, term)? {
                        total = store.add(total, value)?;
                    }
                }
                sides[player as usize].push(total);
            }
        }
        let [left, right] = &mut sides;
        for side in [&mut *left, &mut *right] {
            Game::sort(side);
            side.dedup();
        }
        store.game(left, right)
    }

    /// Value of a term that is known to be short.
    pub(super) fn game(&self, store: &Store, term: SignedPosition) -> Result<Option<Game>, Error> {
        match (self.games[term as usize >> 1], term & 1) {
            (Some(game), 1) => store.neg(game).map(Some),
            (game, _) => Ok(game),
        }
    }
}
