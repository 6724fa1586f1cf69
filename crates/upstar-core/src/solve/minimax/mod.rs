//! Minimax by alpha-beta search with an empty window: is the value more than so much?
//!
//! Knows: bounds of values, questions, and which moves are looked at. Must not know: what positions are, where bounds are
//! kept, or in which order rules say that moves are tried.
//!
//! The value of a position is what Left, who is Max, still gets. Games decided by a goal (`goal/`), games about points
//! (`points/`), cells with points, lists, and sums in misère play are searched here. Each answer leaves bounds behind, and a value is found by
//! questions at the bounds that were found (Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax
//! algorithms, Artificial Intelligence 87, 1996).
//!
//! When a position is entered, its moves are made in the order of the rules, up to one that is known to decide the
//! question. Only then is one searched. Where all that is open has bounds on both sides, the middle of these decides the
//! order.
//!
//! Every bound rests on others that were found before, down to the ends of play. So an answer stands also where some
//! lines of play would return that were not searched.

mod integers;

use std::hash::Hash;

use super::path::Path;
use crate::{Budget, Error, LONGEST_PLAY, Player, Rational};

pub use integers::{IntegerBounds, MinimaxHalt, Promises, small};

/// So many bytes of positions after moves are asked for at once.
const MADE_AT_ONCE: usize = 1 << 12;

/// What values are.
pub trait Score: Clone + Ord {
    /// Nothing.
    const ZERO: Self;
    /// The first step from a bound.
    const ONE: Self;

    /// The sum.
    fn plus(&self, other: &Self) -> Self;

    /// The difference.
    fn minus(&self, other: &Self) -> Self;

    /// A value between this one and a larger one. It may be this one, and is not the larger one.
    fn middle(&self, larger: &Self) -> Self;
}

/// Machine integers; sums that are too large stay at the largest.
macro_rules! integers {
    ($($kind:ty),*) => {$(
        impl Score for $kind {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            fn plus(&self, other: &Self) -> Self {
                self.saturating_add(*other)
            }

            fn minus(&self, other: &Self) -> Self {
                self.saturating_sub(*other)
            }

            fn middle(&self, larger: &Self) -> Self {
                self.midpoint(*larger).min(larger - 1)
            }
        }
    )*};
}

integers!(i8, i64);

impl Score for Rational {
    const ZERO: Self = Rational::ZERO;
    const ONE: Self = Rational::ONE;

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn middle(&self, larger: &Self) -> Self {
        (self + larger).checked_div(&Rational::from(2)).expect("2 is not 0")
    }
}

/// Bounds of a value, as far as they are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds<V> {
    /// The value is not smaller.
    pub least: Option<V>,
    /// The value is not larger.
    pub most: Option<V>,
}

impl<V: Score> Bounds<V> {
    /// Bounds of a value of which nothing is known.
    pub const UNKNOWN: Self = Bounds { least: None, most: None };

    /// Bounds of a value that is known.
    pub fn exactly(value: V) -> Self {
        Bounds { least: Some(value.clone()), most: Some(value) }
    }

    /// Bounds of a value that is not smaller than one number and not larger than another.
    pub fn between(least: V, most: V) -> Self {
        Bounds { least: Some(least), most: Some(most) }
    }

    /// Bounds of the sum of two values.
    pub fn plus(self, other: Self) -> Self {
        let plus = |one: Option<V>, other| one.zip(other).map(|(one, other)| one.plus(&other));
        Bounds { least: plus(self.least, other.least), most: plus(self.most, other.most) }
    }

    /// The tighter of two bounds, on both sides.
    pub fn meet(self, other: Self) -> Self {
        let most = match (self.most, other.most) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Bounds { least: self.least.max(other.least), most }
    }

    /// Bounds of what a move brings, from those of where it leads.
    fn brought(&self, gain: &V, exchanges: bool) -> Self {
        let plus = |bound: &Option<V>| bound.as_ref().map(|bound| gain.plus(bound));
        let minus = |bound: &Option<V>| bound.as_ref().map(|bound| gain.minus(bound));
        match exchanges {
            false => Bounds { least: plus(&self.least), most: plus(&self.most) },
            true => Bounds { least: minus(&self.most), most: minus(&self.least) },
        }
    }

    /// The bounds of the better of two values for a player.
    fn better(self, other: Self, player: Player) -> Self {
        let Bounds { least, most } = self;
        match player {
            Player::Left => Bounds {
                least: least.max(other.least),
                most: most.zip(other.most).map(|(one, other)| one.max(other)),
            },
            Player::Right => {
                let least = least.zip(other.least).map(|(one, other)| one.min(other));
                Bounds {
                    least,
                    ..Bounds { least: None, most }.meet(Bounds { least: None, ..other })
                }
            }
        }
    }

    /// The bound from the side of a player: what is sure for the player.
    fn sure(self, player: Player) -> Self {
        match player {
            Player::Left => Bounds { most: None, ..self },
            Player::Right => Bounds { least: None, ..self },
        }
    }

    /// The value, if it is known.
    fn value(&self) -> Option<&V> {
        self.least.as_ref().filter(|least| self.most.as_ref() == Some(least))
    }
}

/// "Is it more than `than`?", or "is it at least `than`?".
#[derive(Debug, Clone)]
pub struct Question<V> {
    /// The number.
    pub than: V,
    /// Whether the number itself is enough.
    pub or_equal: bool,
}

impl<V: Score> Question<V> {
    /// Whether a value is more than a number.
    pub fn more(than: V) -> Self {
        Question { than, or_equal: false }
    }

    /// Whether a value is at least a number.
    pub fn least(than: V) -> Self {
        Question { than, or_equal: true }
    }

    fn holds(&self, value: &V) -> bool {
        if self.or_equal { *value >= self.than } else { *value > self.than }
    }

    /// The answer by bounds, if they give one.
    fn answer(&self, bounds: &Bounds<V>) -> Option<bool> {
        if bounds.least.as_ref().is_some_and(|least| self.holds(least)) {
            return Some(true);
        }
        bounds.most.as_ref().is_some_and(|most| !self.holds(most)).then_some(false)
    }

    /// The question about where a move leads.
    fn after(&self, gain: &V, exchanges: bool) -> Self {
        match exchanges {
            false => Question { than: self.than.minus(gain), or_equal: self.or_equal },
            // gain - value > than says that not value >= gain - than.
            true => Question { than: gain.minus(&self.than), or_equal: !self.or_equal },
        }
    }
}

/// Move that is listed, and not made yet.
#[derive(Debug, Clone)]
pub struct Listed<V, M> {
    /// Points that Left gets for it.
    pub gain: V,
    /// Whether the players are exchanged where it leads to: the value there counts with the other sign.
    pub exchanges: bool,
    /// What the rules need to make it.
    pub how: M,
}

/// Moves of a position, or its value.
#[derive(Debug)]
pub enum Turn<V, M> {
    /// End of play, or a value that is known without moves.
    Over(V),
    /// Moves of this player in the order in which they are tried, one at least.
    Of(Player, Vec<Listed<V, M>>),
}

/// Where a move leads.
#[derive(Debug)]
pub enum Child<P, V> {
    /// To a position.
    Position(P),
    /// To the end of play, with this value.
    Over(V),
}

/// Move that is made, and has to be searched.
#[derive(Debug)]
pub struct Open<P, V> {
    /// Its place among the moves that were listed.
    pub place: u32,
    /// Twice the middle of the bounds of what it brings, where these are known.
    pub expected: Option<V>,
    /// Where it leads.
    pub to: P,
}

/// The turn of a position.
type TurnOf<G> = Turn<<G as Minimax>::Value, <G as Minimax>::Move>;

/// Where a move of a game leads.
type ChildOf<G> = Child<<G as Minimax>::Position, <G as Minimax>::Value>;

/// A move of a game that has to be searched.
type OpenOf<G> = Open<<G as Minimax>::Position, <G as Minimax>::Value>;

/// A game as the search meets it, with what is known of it.
pub trait Minimax {
    /// A position with all that its value depends on: equal ones have equal values.
    type Position: Clone + Eq + Hash;
    /// What Left gets.
    type Value: Score;
    /// What the rules need to make a move that is listed.
    type Move;
    /// Why a search stops.
    type Error: From<Error>;

    /// The budget of the search.
    fn budget(&self) -> &Budget;

    /// What is known of the value of a position.
    fn bounds(&self, position: &Self::Position) -> Bounds<Self::Value>;

    /// Remembers all that is known of the value of a position, which took so many steps to find.
    fn remember(&mut self, position: Self::Position, known: Bounds<Self::Value>, steps: u64);

    /// The moves of a position, or its value at the end of play.
    ///
    /// # Errors
    /// When the rules fail or a limit is passed.
    fn turn(&mut self, position: &Self::Position) -> Result<TurnOf<Self>, Self::Error>;

    /// Makes a move that was listed.
    ///
    /// # Errors
    /// As for [`turn`](Minimax::turn).
    fn make(
        &mut self,
        position: &Self::Position,
        how: &Self::Move,
    ) -> Result<ChildOf<Self>, Self::Error>;

    /// Bytes that a position takes, about.
    fn bytes(_position: &Self::Position) -> usize {
        size_of::<Self::Position>()
    }

    /// Puts moves that have to be searched in order, the best first. Where all of them have bounds on both sides, the middle
    /// of these decides; otherwise they stay as they were listed.
    fn order(
        &self,
        _position: &Self::Position,
        mover: Player,
        _listed: &mut [Listed<Self::Value, Self::Move>],
        open: &mut [OpenOf<Self>],
    ) {
        if open.iter().all(|step| step.expected.is_some()) {
            open.sort_by(|a, b| match mover {
                Player::Left => b.expected.cmp(&a.expected),
                Player::Right => a.expected.cmp(&b.expected),
            });
        }
    }

    /// Takes note that a move, one of so many, decided a question as its player wanted.
    fn credit(&mut self, _position: &Self::Position, _how: &Self::Move, _among: usize) {}

    /// Why there is no answer when these positions lead to each other, the last back to the first.
    fn repeats(&self, cycle: Vec<Self::Position>) -> Self::Error;
}

/// Node of the path: a position with its moves, and a question.
struct MinimaxNode<G: Minimax + ?Sized> {
    question: Question<G::Value>,
    /// The bounds on entry: a position gets no others while it is on the path.
    known: Bounds<G::Value>,
    mover: Player,
    listed: Vec<Listed<G::Value, G::Move>>,
    /// Moves that have to be searched, the next one last.
    open: Vec<OpenOf<G>>,
    /// The place of the move that is being searched.
    searched: u32,
    /// Bounds by the moves that were looked at; nothing before the first.
    best: Option<Bounds<G::Value>>,
    /// Number of positions that were listed before.
    before: u64,
}

impl<G: Minimax> MinimaxNode<G> {
    /// Takes what a move brings, if it answers the question; whether it does as the mover wants.
    fn take(&mut self, brought: Bounds<G::Value>) -> bool {
        let Some(answer) = self.question.answer(&brought) else { return false };
        self.best = Some(match self.best.take() {
            Some(best) => best.better(brought, self.mover),
            None => brought,
        });
        answer == (self.mover == Player::Left)
    }

    /// All that is known of the position. After a cut, moves that were not looked at may be better.
    fn found(self, is_cut: bool) -> Bounds<G::Value> {
        let best = self.best.expect("a move was looked at");
        self.known.meet(if is_cut { best.sure(self.mover) } else { best })
    }

    /// The move that is being searched.
    fn current(&self) -> &Listed<G::Value, G::Move> {
        &self.listed[self.searched as usize]
    }
}

/// Why there is a node on top of the path.
const UNDER_WAY: &str = "a position is being searched";

/// The path of a search.
type MinimaxPath<G> = Path<<G as Minimax>::Position, MinimaxNode<G>>;

/// Bounds of the value of a position, where these answer a question.
type Answer<G> = Option<Bounds<<G as Minimax>::Value>>;

/// Value of a position for Left: what is still to come.
///
/// Asks first whether it is positive, and then about the bound that was found. Where bounds are missing, the question goes
/// up or down by steps that double, and then between both by halves.
///
/// # Errors
/// When the rules fail, positions lead to each other, lines of play are too long, or a limit is passed.
pub fn value<G: Minimax>(game: &mut G, position: &G::Position) -> Result<G::Value, G::Error> {
    let mut bounds = game.bounds(position);
    let is_bounded = bounds.least.is_some() && bounds.most.is_some();
    let (mut step, mut halve, mut answer) = (G::Value::ZERO, false, None);
    loop {
        if let Some(value) = bounds.value() {
            return Ok(value.clone());
        }
        let question = match is_bounded {
            true => at_a_bound(&bounds, answer),
            false => between(&bounds, &step, halve),
        };
        halve = !halve;
        step = if step == G::Value::ZERO { G::Value::ONE } else { step.plus(&step) };
        bounds = bounds.meet(decide(game, position, &question)?);
        answer = question.answer(&bounds);
    }
}

/// The next question when both bounds are known: about 0, or the bound that was found last.
fn at_a_bound<V: Score>(bounds: &Bounds<V>, answer: Option<bool>) -> Question<V> {
    match (&bounds.least, &bounds.most) {
        (Some(least), Some(most)) => match answer {
            None if *least < V::ZERO && *most > V::ZERO => Question::more(V::ZERO),
            None if *most <= V::ZERO => Question::least(most.clone()),
            Some(false) => Question::least(most.clone()),
            _ => Question::more(least.clone()),
        },
        _ => Question::more(V::ZERO),
    }
}

/// The next question when bounds were missing at first.
fn between<V: Score>(bounds: &Bounds<V>, step: &V, halve: bool) -> Question<V> {
    match (&bounds.least, &bounds.most) {
        (Some(least), Some(most)) if halve => Question::more(least.middle(most)),
        (Some(least), Some(_)) => Question::more(least.clone()),
        (Some(least), None) => Question::more(least.plus(step)),
        (None, Some(most)) => Question::least(most.minus(step)),
        (None, None) => Question::more(V::ZERO),
    }
}

/// Whether a question about the value of a position holds.
///
/// # Errors
/// As for [`value`].
pub fn holds<G: Minimax>(
    game: &mut G,
    position: &G::Position,
    question: &Question<G::Value>,
) -> Result<bool, G::Error> {
    let bounds = decide(game, position, question)?;
    Ok(question.answer(&bounds).expect("the bounds answer the question"))
}

/// Bounds of the value of a position that answer a question.
fn decide<G: Minimax>(
    game: &mut G,
    position: &G::Position,
    question: &Question<G::Value>,
) -> Result<Bounds<G::Value>, G::Error> {
    let mut search = MinimaxSearch { game, path: Path::new(), listed: 0 };
    let found = search.look(position.clone(), question.clone())?;
    search.run(found)
}

/// A question that is being answered.
struct MinimaxSearch<'g, G: Minimax> {
    game: &'g mut G,
    path: MinimaxPath<G>,
    /// Number of positions that were listed.
    listed: u64,
}

impl<G: Minimax> MinimaxSearch<'_, G> {
    /// Answers the questions on the path, until the first has its answer.
    fn run(&mut self, mut found: Answer<G>) -> Result<Bounds<G::Value>, G::Error> {
        while let Some((position, node)) = self.path.top() {
            self.game.budget().step().map_err(Error::from)?;
            if let Some(there) = found.take() {
                let Listed { gain, exchanges, .. } = node.current();
                let brought = there.brought(gain, *exchanges);
                if node.take(brought) {
                    self.game.credit(position, &node.current().how, node.listed.len());
                    found = Some(self.leave(true));
                    continue;
                }
            }
            let Some(Open { place, to, .. }) = node.open.pop() else {
                found = Some(self.leave(false));
                continue;
            };
            node.searched = place;
            let Listed { gain, exchanges, .. } = node.current();
            let question = node.question.after(gain, *exchanges);
            found = self.look(to, question)?;
        }
        Ok(found.expect("the first question was answered"))
    }

    /// Takes the position on top off the path, and remembers its bounds.
    fn leave(&mut self, is_cut: bool) -> Bounds<G::Value> {
        let (position, node) = self.path.pop().expect(UNDER_WAY);
        let steps = self.listed - node.before;
        self.keep(position, node.found(is_cut), steps)
    }

    /// Remembers all that is known of a position.
    fn keep(
        &mut self,
        position: G::Position,
        known: Bounds<G::Value>,
        steps: u64,
    ) -> Bounds<G::Value> {
        self.game.remember(position, known.clone(), steps);
        known
    }

    /// The bounds of a position where these answer a question; `None` when it is put on the path.
    fn look(
        &mut self,
        position: G::Position,
        question: Question<G::Value>,
    ) -> Result<Answer<G>, G::Error> {
        let known = self.game.bounds(&position);
        if question.answer(&known).is_some() {
            return Ok(Some(known));
        }
        self.game.budget().step().map_err(Error::from)?;
        let (mover, listed) = match self.game.turn(&position)? {
            Turn::Over(value) => {
                let known = known.meet(Bounds::exactly(value));
                return Ok(Some(self.keep(position, known, 1)));
            }
            Turn::Of(mover, listed) => (mover, listed),
        };
        let before = self.listed;
        self.listed += 1;
        let mut node = MinimaxNode {
            question,
            known,
            mover,
            listed,
            open: Vec::new(),
            searched: 0,
            best: None,
            before,
        };
        let is_cut = self.make(&position, &mut node)?;
        if is_cut || node.open.is_empty() {
            return Ok(Some(self.keep(position, node.found(is_cut), 1)));
        }
        self.path.push(position, node).map_err(|cycle| self.game.repeats(cycle))?;
        if self.path.len() > LONGEST_PLAY {
            return Err(Error::PlayTooLong { limit: LONGEST_PLAY }.into());
        }
        Ok(None)
    }

    /// Makes the moves of a position, up to one that is known to decide the question; whether there is one. Those that
    /// have to be searched are put into the node.
    fn make(
        &mut self,
        position: &G::Position,
        node: &mut MinimaxNode<G>,
    ) -> Result<bool, G::Error> {
        let (mut made, mut reserved) = (0, 0);
        for place in 0..node.listed.len() {
            self.game.budget().step().map_err(Error::from)?;
            let Listed { gain, exchanges, how } = &node.listed[place];
            let (there, to) = match self.game.make(position, how)? {
                Child::Over(value) => (Bounds::exactly(value), None),
                Child::Position(to) => (self.game.bounds(&to), Some(to)),
            };
            let brought = there.brought(gain, *exchanges);
            let is_open = node.question.answer(&brought).is_none();
            let expected =
                brought.least.as_ref().zip(brought.most.as_ref()).map(|(a, b)| a.plus(b));
            if node.take(brought) {
                self.game.credit(position, &node.listed[place].how, node.listed.len());
                return Ok(true);
            }
            let Some(to) = to.filter(|_| is_open) else { continue };
            made += G::bytes(&to) + size_of::<OpenOf<G>>();
            if made > reserved {
                reserved = (2 * made).max(MADE_AT_ONCE);
                self.game.budget().reserve(reserved as u64).map_err(Error::from)?;
            }
            node.open.push(Open { place: place as u32, expected, to });
        }
        self.game.order(position, node.mover, &mut node.listed, &mut node.open);
        node.open.reverse();
        Ok(false)
    }
}
