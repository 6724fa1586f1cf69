//! What is given to a solver: positions, texts and slices that are read as one, and sums.
//!
//! Knows: types of arguments. Must not know: what is asked about them.

use crate::board::Board;
use crate::board::rewrite::Rules;
use crate::solve::{Component, Sum};
use crate::{Error, Ruleset};

/// Something that a [`Solver`](crate::Solver) can be asked about: one position, or several side by side.
///
/// | rules whose positions are | take |
/// |---|---|
/// | any type `P` | `P`, `&P` |
/// | `String` | `&str` |
/// | `Vec<T>` | `&[T]`, `[T; N]`, `&[T; N]` |
/// | [`Board`] | `&str`, `String`, `&String`, as `x.o\|..x` |
/// | any type `P` | [`Sum<P>`](Sum), `&Sum<P>`, as moves lead to |
///
/// `Kind` says which of these it is, so that the compiler finds the implementation: leave it to be inferred.
///
/// ```
/// use upstar_core::{Component, Error, Moves, Player, Ruleset, Solver};
///
/// /// Heaps of Nim, as a list.
/// struct Nim;
///
/// impl Ruleset for Nim {
///     type Position = Vec<u32>;
///
///     fn moves(&self, heaps: &Vec<u32>, _: Player, to: &mut Moves<Vec<u32>>) {
///         for (at, heap) in heaps.iter().enumerate() {
///             (0..*heap).for_each(|rest| {
///                 let mut next = heaps.clone();
///                 next[at] = rest;
///                 to.position(next);
///             });
///         }
///     }
/// }
///
/// let nim = Solver::new(Nim);
/// assert_eq!(nim.nimber([1, 2, 4])?, 7);
/// assert_eq!(nim.nimber(&[1, 2, 3])?, 0);
/// let sum = vec![Component::Position(vec![1, 2]), Component::Value(2.into())];
/// assert_eq!(nim.value(&sum)?.to_string(), "2*3");
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a position of these rules nor a sum of such positions",
    note = "a solver takes positions, and texts and slices where the positions are strings, boards or vectors"
)]
pub trait AsPosition<R: Ruleset, Kind> {
    /// The position, or the positions and values side by side.
    ///
    /// # Errors
    /// When the text of a board cannot be read.
    fn components(self, rules: &R) -> Result<Sum<R::Position>, Error>;
}

/// Kinds of arguments.
#[doc(hidden)]
#[derive(Debug)]
pub struct Given<const KIND: u8>;

type ByValue = Given<0>;
type ByReference = Given<1>;
type Text = Given<2>;
type Slice = Given<3>;
type Several = Given<4>;

fn one<P>(position: P) -> Sum<P> {
    vec![Component::Position(position)]
}

impl<R: Ruleset> AsPosition<R, ByValue> for R::Position {
    fn components(self, _: &R) -> Result<Sum<R::Position>, Error> {
        Ok(one(self))
    }
}

impl<R: Ruleset> AsPosition<R, ByReference> for &R::Position {
    fn components(self, _: &R) -> Result<Sum<R::Position>, Error> {
        Ok(one(self.clone()))
    }
}

impl<R: Ruleset<Position = String>> AsPosition<R, Text> for &str {
    fn components(self, _: &R) -> Result<Sum<String>, Error> {
        Ok(one(self.to_owned()))
    }
}

impl<T: Clone, R: Ruleset<Position = Vec<T>>> AsPosition<R, Slice> for &[T] {
    fn components(self, _: &R) -> Result<Sum<Vec<T>>, Error> {
        Ok(one(self.to_owned()))
    }
}

impl<T: Clone, const N: usize, R: Ruleset<Position = Vec<T>>> AsPosition<R, Slice> for &[T; N] {
    fn components(self, _: &R) -> Result<Sum<Vec<T>>, Error> {
        Ok(one(self.to_vec()))
    }
}

impl<T: Clone, const N: usize, R: Ruleset<Position = Vec<T>>> AsPosition<R, Slice> for [T; N] {
    fn components(self, _: &R) -> Result<Sum<Vec<T>>, Error> {
        Ok(one(self.into()))
    }
}

impl AsPosition<Rules, Text> for &str {
    fn components(self, rules: &Rules) -> Result<Sum<Board>, Error> {
        Ok(one(rules.board(self)?))
    }
}

impl AsPosition<Rules, Text> for &String {
    fn components(self, rules: &Rules) -> Result<Sum<Board>, Error> {
        self.as_str().components(rules)
    }
}

impl AsPosition<Rules, Text> for String {
    fn components(self, rules: &Rules) -> Result<Sum<Board>, Error> {
        self.as_str().components(rules)
    }
}

impl<R: Ruleset> AsPosition<R, Several> for Sum<R::Position> {
    fn components(self, _: &R) -> Result<Sum<R::Position>, Error> {
        Ok(self)
    }
}

impl<R: Ruleset> AsPosition<R, Several> for &Sum<R::Position> {
    fn components(self, _: &R) -> Result<Sum<R::Position>, Error> {
        Ok(self.clone())
    }
}
