//! Compounds in which a move may consist of moves in both components.
//!
//! Knows: how moves of the components form moves of the compound. Must not know: what the components are:
//! games, forms or positions.
//!
//! A compound is a position whose options are compounds, and is evaluated like any other: each pair once, on
//! an explicit stack, and by nimbers if both components are impartial.
//!
//! Source: *Winning Ways*, chapter 9; ONAG, chapters 1 and 14; Stromquist and Ullman, Sequential compounds of
//! combinatorial games, Theoretical Computer Science 119 (1993).

use num_traits::ToPrimitive;

use super::forms::{FormId, Forms};
use crate::number::MOST_EXPONENT;
use crate::solve::{Component, Playable, Searches, Sum, Unsolved, single};
use crate::{Dyadic, Error, Game, Player, Store, nim_product};

/// A compound of two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compound {
    /// A move is a move in one component; play ends as soon as either ends.
    DiminishedDisjunctive,
    /// A move is a move in both; play ends as soon as a player cannot move in either.
    Conjunctive,
    /// A move is a move in both until one has ended, and then in the other.
    ContinuedConjunctive,
    /// A move is a move in one or in both.
    Selective,
    /// A move is a move in one or in both; play ends as soon as either ends.
    ShortenedSelective,
    /// A move is a move in the first until it has ended, and then in the second.
    Sequential,
    /// Conway's product: moves `g^X` and `h^Y` make `g^X h + g h^Y - g^X h^Y`, a move of Left
    /// when `X` and `Y` are moves of the same player, of Right otherwise.
    ConwayProduct,
}

/// The components of a compound.
#[doc(hidden)]
pub type Pair<P> = (P, P);

/// The value of a compound of two positions, whose moves lead to single positions. A component has ended when
/// neither player can move in it.
///
/// # Errors
/// Errors of the rules; when a move leads to a sum; as for [`Searches::value`]. Cost: one canonical form for
/// each pair of followers, or one nimber if both components are impartial.
#[doc(hidden)]
pub fn compound<R: Playable>(
    store: &Store,
    kind: Compound,
    pair: Pair<R::Position>,
    rules: &R,
) -> Result<Game, CompoundError<R>> {
    Searches::new(&CompoundRules { store, kind, rules }, store).value(&pair)
}

/// Error of evaluating a compound.
type CompoundError<R> = Unsolved<Pair<<R as Playable>::Position>, <R as Playable>::Error>;

struct CompoundRules<'a, R> {
    store: &'a Store,
    kind: Compound,
    rules: &'a R,
}

impl<R: Playable> Playable for CompoundRules<'_, R> {
    type Position = Pair<R::Position>;
    type Error = CompoundError<R>;

    fn is_impartial(&self, (g, h): &Pair<R::Position>) -> bool {
        self.rules.is_impartial(g) && self.rules.is_impartial(h)
    }

    fn options(
        &self,
        pair: &Pair<R::Position>,
        player: Player,
    ) -> Result<Vec<Sum<Pair<R::Position>>>, CompoundError<R>> {
        let mut all = Vec::new();
        if self.kind == Compound::ConwayProduct {
            for mover in [Player::Left, Player::Right] {
                let other = if player == Player::Left { mover } else { mover.opponent() };
                let (mine, yours) = self.moves(pair, mover, other)?;
                self.both(&mine, &yours, &mut all, |a, b| {
                    let (one, two) = ((a.clone(), pair.1.clone()), (pair.0.clone(), b.clone()));
                    let both = Component::Negative((a.clone(), b.clone()));
                    vec![Component::Position(one), Component::Position(two), both]
                })?;
            }
            return Ok(all);
        }
        if self.kind == Compound::Sequential {
            let moves = self.in_turn(pair, player)?;
            return Ok(moves.into_iter().map(|pair| vec![Component::Position(pair)]).collect());
        }
        let (mine, yours) = self.moves(pair, player, player)?;
        let (in_one, in_both) = match self.kind {
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
            all.extend(first.chain(second).map(|pair| vec![Component::Position(pair)]));
        }
        if in_both {
            self.both(&mine, &yours, &mut all, |a, b| {
                vec![Component::Position((a.clone(), b.clone()))]
            })?;
        }
        Ok(all)
    }

    fn repeats(&self, cycle: Vec<Pair<R::Position>>) -> CompoundError<R> {
        Unsolved::Repeats(cycle)
    }
}

/// The moves in each component.
type ComponentMoves<P> = (Vec<P>, Vec<P>);

impl<R: Playable> CompoundRules<'_, R> {
    fn moves(
        &self,
        (g, h): &Pair<R::Position>,
        first: Player,
        second: Player,
    ) -> Result<ComponentMoves<R::Position>, CompoundError<R>> {
        Ok((self.moves_in(g, first)?, self.moves_in(h, second)?))
    }

    /// The options of a player in one component.
    fn moves_in(
        &self,
        part: &R::Position,
        player: Player,
    ) -> Result<Vec<R::Position>, CompoundError<R>> {
        let options = self.rules.options(part, player).map_err(Unsolved::Failed)?;
        options.into_iter().map(|sum| Ok(single(sum)?)).collect()
    }

    /// The moves of a player where the second component waits for the end of the first.
    fn in_turn(
        &self,
        (g, h): &Pair<R::Position>,
        player: Player,
    ) -> Result<Vec<Pair<R::Position>>, CompoundError<R>> {
        let first = self.moves_in(g, player)?;
        let has_ended = first.is_empty() && self.moves_in(g, player.opponent())?.is_empty();
        Ok(match has_ended {
            true => self.moves_in(h, player)?.into_iter().map(|b| (g.clone(), b)).collect(),
            false => first.into_iter().map(|a| (a, h.clone())).collect(),
        })
    }

    /// Whether one of the components has ended, given the moves of a player in both.
    fn has_end(
        &self,
        (g, h): &Pair<R::Position>,
        player: Player,
        mine: &[R::Position],
        yours: &[R::Position],
    ) -> Result<bool, CompoundError<R>> {
        for (part, moves) in [(g, mine), (h, yours)] {
            if moves.is_empty() && self.moves_in(part, player.opponent())?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the option for each pair of moves.
    fn both(
        &self,
        mine: &[R::Position],
        yours: &[R::Position],
        all: &mut Vec<Sum<Pair<R::Position>>>,
        make: impl Fn(&R::Position, &R::Position) -> Sum<Pair<R::Position>>,
    ) -> Result<(), CompoundError<R>> {
        let size = size_of::<Sum<Pair<R::Position>>>() + size_of::<Component<Pair<R::Position>>>();
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

/// Forms as positions.
struct FormRules<'a> {
    store: &'a Store,
    forms: &'a Forms,
}

impl Playable for FormRules<'_> {
    type Position = FormId;
    type Error = Error;

    fn options(&self, form: &FormId, player: Player) -> Result<Vec<Sum<FormId>>, Error> {
        let options = self.forms.options(self.store, *form, player)?;
        Ok(options.into_iter().map(|option| vec![Component::Position(option)]).collect())
    }

    fn is_impartial(&self, form: &FormId) -> bool {
        matches!(form, FormId::Canonical(game) if self.store.as_nimber(*game).is_some())
    }
}

/// The value of a compound of two forms.
///
/// # Errors
/// As for [`Searches::value`].
#[doc(hidden)]
pub fn compound_of_forms(
    store: &Store,
    forms: &Forms,
    kind: Compound,
    pair: Pair<FormId>,
) -> Result<Game, Error> {
    compound(store, kind, pair, &FormRules { store, forms }).map_err(|stuck| match stuck {
        Unsolved::Failed(error) => error,
        Unsolved::Repeats(_) => unreachable!("forms end"),
    })
}

fn of_games(store: &Store, kind: Compound, g: Game, h: Game) -> Result<Game, Error> {
    let pair = (FormId::Canonical(g), FormId::Canonical(h));
    compound_of_forms(store, &Forms::default(), kind, pair)
}

/// The conjunctive compound of two canonical forms.
///
/// # Errors
/// As for [`compound_of_forms`].
pub fn conjunctive(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::Conjunctive, g, h)
}

/// The continued conjunctive compound of two canonical forms.
///
/// # Errors
/// As for [`compound_of_forms`].
pub fn continued_conjunctive(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::ContinuedConjunctive, g, h)
}

/// The selective compound of two canonical forms.
///
/// # Errors
/// As for [`compound_of_forms`].
pub fn selective(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::Selective, g, h)
}

/// The shortened selective compound of two canonical forms.
///
/// # Errors
/// As for [`compound_of_forms`].
pub fn shortened_selective(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::ShortenedSelective, g, h)
}

/// The sequential compound of two canonical forms.
///
/// # Errors
/// As for [`compound_of_forms`].
pub fn sequential(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    of_games(store, Compound::Sequential, g, h)
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
/// As for [`compound_of_forms`].
pub fn conway_product(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    if let (Some(x), Some(y)) = (store.as_number(g), store.as_number(h)) {
        // Exponents add, so a few squarings would exceed what can be written out.
        if x.exponent().saturating_add(y.exponent()) > MOST_EXPONENT {
            return Err(Error::DenominatorTooLarge { limit: MOST_EXPONENT });
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
