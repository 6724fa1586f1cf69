//! Conversions of numbers, order, and arithmetic with signs, with integers and numbers beside games.

use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::{copied, in_store_of, made};
use crate::{Comparison, Dyadic, Game, Store};

impl From<&Dyadic> for Game {
    #[track_caller]
    fn from(x: &Dyadic) -> Game {
        made(Store::global().number(x))
    }
}

/// The same game.
impl From<&Game> for Game {
    fn from(g: &Game) -> Game {
        *g
    }
}

impl From<Dyadic> for Game {
    #[track_caller]
    fn from(x: Dyadic) -> Game {
        Game::from(&x)
    }
}

/// The order of games; games that are confused have none.
impl PartialOrd for Game {
    #[track_caller]
    fn partial_cmp(&self, other: &Game) -> Option<Ordering> {
        match self.compare(*other) {
            Ok(Comparison::Less) => Some(Ordering::Less),
            Ok(Comparison::Equal) => Some(Ordering::Equal),
            Ok(Comparison::Greater) => Some(Ordering::Greater),
            Ok(Comparison::Confused) => None,
            Err(error) => panic!("the games cannot be compared: {error}"),
        }
    }
}

impl Neg for Game {
    type Output = Game;

    #[track_caller]
    fn neg(self) -> Game {
        made(self.checked_neg())
    }
}

impl<T: Into<Game>> Add<T> for Game {
    type Output = Game;

    #[track_caller]
    fn add(self, other: T) -> Game {
        made(self.checked_add(other.into()))
    }
}

impl<T: Into<Game>> Sub<T> for Game {
    type Output = Game;

    #[track_caller]
    fn sub(self, other: T) -> Game {
        made(self.checked_sub(other.into()))
    }
}

/// The sum of `n` copies.
impl<N: Into<i64>> Mul<N> for Game {
    type Output = Game;

    #[track_caller]
    fn mul(self, n: N) -> Game {
        made(self.checked_mul(n.into()))
    }
}

impl<T: Into<Game>> AddAssign<T> for Game {
    #[track_caller]
    fn add_assign(&mut self, other: T) {
        *self = *self + other;
    }
}

impl<T: Into<Game>> SubAssign<T> for Game {
    #[track_caller]
    fn sub_assign(&mut self, other: T) {
        *self = *self - other;
    }
}

impl<N: Into<i64>> MulAssign<N> for Game {
    #[track_caller]
    fn mul_assign(&mut self, n: N) {
        *self = *self * n;
    }
}

impl<'g> Sum<&'g Game> for Game {
    #[track_caller]
    fn sum<I: Iterator<Item = &'g Game>>(all: I) -> Game {
        all.copied().sum()
    }
}

/// The sum, by [`Store::total`], in the store of the first.
impl Sum for Game {
    #[track_caller]
    fn sum<I: Iterator<Item = Game>>(all: I) -> Game {
        let all: Vec<Game> = all.collect();
        made(in_store_of(&all, |store| store.total(&copied(store, &all)?)))
    }
}

/// Integers on either side of an operator.
macro_rules! integers {
    ($($Integer:ty),*) => { $(
        impl From<$Integer> for Game {
            #[track_caller]
            fn from(n: $Integer) -> Game {
                made(Store::global().integer(i64::from(n)))
            }
        }

        impl PartialEq<$Integer> for Game {
            fn eq(&self, n: &$Integer) -> bool {
                self.as_number().is_some_and(|number| number == i64::from(*n))
            }
        }

        impl PartialOrd<$Integer> for Game {
            #[track_caller]
            fn partial_cmp(&self, n: &$Integer) -> Option<Ordering> {
                self.partial_cmp(&Game::from(*n))
            }
        }

        impl PartialEq<Game> for $Integer {
            fn eq(&self, g: &Game) -> bool {
                g == self
            }
        }

        impl PartialOrd<Game> for $Integer {
            #[track_caller]
            fn partial_cmp(&self, g: &Game) -> Option<Ordering> {
                Game::from(*self).partial_cmp(g)
            }
        }

        impl Add<Game> for $Integer {
            type Output = Game;

            #[track_caller]
            fn add(self, g: Game) -> Game {
                g + self
            }
        }

        impl Sub<Game> for $Integer {
            type Output = Game;

            #[track_caller]
            fn sub(self, g: Game) -> Game {
                Game::from(self) - g
            }
        }

        /// The sum of `n` copies.
        impl Mul<Game> for $Integer {
            type Output = Game;

            #[track_caller]
            fn mul(self, g: Game) -> Game {
                g * self
            }
        }
    )* };
}

integers!(i32, i64, u32);
