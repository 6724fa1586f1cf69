//! Compounds in which a move may be a move in both parts.
//!
//! Knows: how moves of the parts make moves of the whole. Must not know: what the parts are;
//! they may be games, forms or positions.
//!
//! A compound is a position whose options are compounds, and is evaluated as one: each pair
//! once, on an explicit stack, and by nimbers when both parts are impartial.
//!
//! Source: *Winning Ways*, chapter 9; ONAG, chapters 1 and 14.

use std::hash::Hash;

use num_traits::ToPrimitive;

use super::forms::{Form, Forms};
use crate::position::{self, Memo, Part, Rules, Sum};
use crate::{Dyadic, Error, Game, Player, Store, nim_product};

/// The largest denominator of a product of numbers, as a power of two.
const MAX_EXPONENT: u64 = 1 << 24;

/// A way of playing two games together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compound {
    /// A move is a move in one; when one has ended, play ends.
    DiminishedDisjunctive,
    /// A move is a move in both; when one has none for the player, they cannot move.
    Conjunctive,
    /// A move is a move in both until one has ended, and then in the other.
    ContinuedConjunctive,
    /// A move is a move in one or in both.
    Selective,
    /// A move is a move in one or in both; when one has ended, play ends.
    ShortenedSelective,
    /// Conway's product: moves `g^X` and `h^Y` make `g^X h + g h^Y - g^X h^Y`, a move of Left
    /// when `X` and `Y` are moves of the same player, of Right otherwise.
    ConwayProduct,
}

/// Two parts of a compound.
pub type Pair<P> = (P, P);

/// What compounds must know of their parts.
pub trait Parts {
    /// A part; equal ones have the same moves.
    type Part: Clone + Eq + Hash;
    /// What may go wrong.
    type Error: From<Error>;

    /// Where a player can move in a part, in a fixed order.
    ///
    /// # Errors
    /// When moves cannot be found.
    fn moves(&mut self, part: &Self::Part, player: Player) -> Result<Vec<Self::Part>, Self::Error>;

    /// Whether both players have the same moves in a part.
    fn is_impartial(&mut self, part: &Self::Part) -> bool;

    /// The error for pairs that lead to each other, the last back to the first.
    fn repeats(&mut self, cycle: Vec<Pair<Self::Part>>) -> Self::Error;
}

/// The value of a compound of two parts of any kind. A part has ended when neither player can
/// move in it.
///
/// # Errors
/// What the parts give; as for [`Store::game`]. Cost: one canonical form for each pair of
/// followers, or one nimber when both parts are impartial.
pub fn compound<P: Parts>(
    store: &Store,
    how: Compound,
    pair: Pair<P::Part>,
    parts: &mut P,
) -> Result<Game, P::Error> {
    position::value(&mut Together { store, how, parts, memo: Memo::new() }, store, &pair)
}

struct Together<'a, P: Parts> {
    store: &'a Store,
    how: Compound,
    parts: &'a mut P,
    memo: Memo<Pair<P::Part>>,
}

impl<P: Parts> Rules for Together<'_, P> {
    type Position = Pair<P::Part>;
    type Error = P::Error;

    fn is_impartial(&mut self, (g, h): &Pair<P::Part>) -> bool {
        self.parts.is_impartial(g) && self.parts.is_impartial(h)
    }

    fn options(
        &mut self,
        pair: &Pair<P::Part>,
        player: Player,
    ) -> Result<Vec<Sum<Pair<P::Part>>>, P::Error> {
        let mut all = Vec::new();
        if self.how == Compound::ConwayProduct {
            for mover in [Player::Left, Player::Right] {
                let other = if player == Player::Left { mover } else { mover.opponent() };
                let (mine, yours) = self.moves(pair, mover, other)?;
                self.both(&mine, &yours, &mut all, |a, b| {
                    let (one, two) = ((a.clone(), pair.1.clone()), (pair.0.clone(), b.clone()));
                    let both = Part::Negative((a.clone(), b.clone()));
                    vec![Part::Position(one), Part::Position(two), both]
                })?;
            }
            return Ok(all);
        }
        let (mine, yours) = self.moves(pair, player, player)?;
        let (in_one, in_both) = match self.how {
            Compound::ContinuedConjunctive => (self.has_end(pair, player, &mine, &yours)?, true),
            Compound::Selective => (true, true),
            Compound::DiminishedDisjunctive => (!self.has_end(pair, player, &mine, &yours)?, false),
            Compound::ShortenedSelective => {
                let open = !self.has_end(pair, player, &mine, &yours)?;
                (open, open)
            }
            _ => (false, true),
        };
        if in_one {
            let first = mine.iter().map(|a| (a.clone(), pair.1.clone()));
            let second = yours.iter().map(|b| (pair.0.clone(), b.clone()));
            all.extend(first.chain(second).map(|pair| vec![Part::Position(pair)]));
        }
        if in_both {
            self.both(&mine, &yours, &mut all, |a, b| {
                vec![Part::Position((a.clone(), b.clone()))]
            })?;
        }
        Ok(all)
    }

    fn memo(&self) -> &Memo<Pair<P::Part>> {
        &self.memo
    }

    fn repeats(&mut self, cycle: Vec<Pair<P::Part>>) -> P::Error {
        self.parts.repeats(cycle)
    }
}

/// The moves in each part.
type Moves<P> = (Vec<<P as Parts>::Part>, Vec<<P as Parts>::Part>);

impl<P: Parts> Together<'_, P> {
    fn moves(
        &mut self,
        (g, h): &Pair<P::Part>,
        first: Player,
        second: Player,
    ) -> Result<Moves<P>, P::Error> {
        Ok((self.parts.moves(g, first)?, self.parts.moves(h, second)?))
    }

    /// Whether one of the parts has ended, given the moves of a player in both.
    fn has_end(
        &mut self,
        (g, h): &Pair<P::Part>,
        player: Player,
        mine: &[P::Part],
        yours: &[P::Part],
    ) -> Result<bool, P::Error> {
        for (part, moves) in [(g, mine), (h, yours)] {
            if moves.is_empty() && self.parts.moves(part, player.opponent())?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds what becomes of each pair of moves.
    fn both(
        &self,
        mine: &[P::Part],
        yours: &[P::Part],
        all: &mut Vec<Sum<Pair<P::Part>>>,
        make: impl Fn(&P::Part, &P::Part) -> Sum<Pair<P::Part>>,
    ) -> Result<(), P::Error> {
        let size = size_of::<Sum<Pair<P::Part>>>() + size_of::<Part<Pair<P::Part>>>();
        let count = (mine.len() as u64).saturating_mul(yours.len() as u64);
        let budget = self.store.budget();
        budget.reserve(count.saturating_mul(size as u64)).map_err(Error::from)?;
        for a in mine {
            for b in yours {
                budget.step().map_err(Error::from)?;
                all.push(make(a, b));
            }
        }
        Ok(())
    }
}

/// Forms as parts.
struct OfForms<'a> {
    store: &'a Store,
    forms: &'a Forms,
}

impl Parts for OfForms<'_> {
    type Part = Form;
    type Error = Error;

    fn moves(&mut self, part: &Form, player: Player) -> Result<Vec<Form>, Error> {
        self.forms.options(self.store, *part, player)
    }

    fn is_impartial(&mut self, part: &Form) -> bool {
        matches!(part, Form::Canonical(game) if self.store.as_nimber(*game).is_some())
    }

    fn repeats(&mut self, _: Vec<Pair<Form>>) -> Error {
        unreachable!("forms end")
    }
}

/// The value of a compound of two forms.
///
/// # Errors
/// As for [`compound`].
pub fn compound_of_forms(
    store: &Store,
    forms: &Forms,
    how: Compound,
    pair: Pair<Form>,
) -> Result<Game, Error> {
    compound(store, how, pair, &mut OfForms { store, forms })
}

fn of_games(store: &Store, how: Compound, g: Game, h: Game) -> Result<Game, Error> {
    let pair = (Form::Canonical(g), Form::Canonical(h));
    compound_of_forms(store, &Forms::default(), how, pair)
}

/// The conjunctive compound of two canonical forms.
///
/// # Errors
/// As for [`compound`].
pub fn conjunctive(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::Conjunctive, g, h)
}

/// The continued conjunctive compound of two canonical forms.
///
/// # Errors
/// As for [`compound`].
pub fn continued_conjunctive(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::ContinuedConjunctive, g, h)
}

/// The selective compound of two canonical forms.
///
/// # Errors
/// As for [`compound`].
pub fn selective(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::Selective, g, h)
}

/// The shortened selective compound of two canonical forms.
///
/// # Errors
/// As for [`compound`].
pub fn shortened_selective(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::ShortenedSelective, g, h)
}

/// Conway's product of two canonical forms.
///
/// Cost: O(1) when both are numbers, whose product does not depend on the form, or both
/// nimbers, for which it is the nim-product; as [`Store::times`] when one is an integer `n`,
/// since `{n - 1 | }` times `h` has the options `(n - 1) h + h^X` of the sum of `n` copies.
///
/// Source: ONAG, chapters 1 and 6.
///
/// # Errors
/// As for [`compound`].
pub fn conway_product(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    if let (Some(x), Some(y)) = (store.as_number(g), store.as_number(h)) {
        // Exponents add, so that a few squares would make one that nobody can write out.
        if x.exponent().saturating_add(y.exponent()) > MAX_EXPONENT {
            return Err(Error::DenominatorTooLarge { limit: MAX_EXPONENT });
        }
        return store.number(&(&x * &y));
    }
    for (n, game) in [(g, h), (h, g)] {
        if let Some(n) = store.as_number(n).filter(Dyadic::is_integer) {
            return store.times(&n.numer(), game);
        }
    }
    if let (Some(a), Some(b)) = (store.as_nimber(g), store.as_nimber(h)) {
        let product = nim_product(&a.into(), &b.into(), store.budget())?;
        return store.nimber(product.to_u32().ok_or(Error::NimberTooLarge)?);
    }
    of_games(store, Compound::ConwayProduct, g, h)
}
