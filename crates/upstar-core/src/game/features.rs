//! Named games, and what books say of a game beyond its order, sums and temperature.

use crate::short::{self, ConfusionInterval, Parity};
use crate::{Dyadic, Error, Game, Named, Player, Store};

use super::made;

impl Game {
    /// The game `up`, `{0 | *}`, in [`Store::global`].
    ///
    /// ```
    /// # use upstar_core::Game;
    /// let up = Game::up();
    /// assert!(up > 0 && up.is_infinitesimal()? && (up + Game::STAR).partial_cmp(&0).is_none());
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Panics
    /// When the budget of that store is exhausted.
    #[track_caller]
    pub fn up() -> Game {
        made(Store::global().number_up_star(&Dyadic::ZERO, 1, 0))
    }

    /// The switch `±G`, `{G | -G}`, in the store of `G`.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// assert_eq!(Game::switch(2)?, Game::new([2], [-2])?);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Game::new`].
    pub fn switch(g: impl Into<Game>) -> Result<Game, Error> {
        let g = g.into();
        g.in_store(|store| crate::named::switch(store, &[g]))
    }

    /// The game tiny-`G`, `{0 || 0 | -G}`, in the store of `G`. Source: *Winning Ways*, chapter 5.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// let tiny = Game::tiny(2)?;
    /// assert!(tiny > 0 && tiny < Game::up() && tiny.to_string() == "tiny(2)");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Game::new`].
    pub fn tiny(g: impl Into<Game>) -> Result<Game, Error> {
        let g = g.into();
        g.in_store(|store| crate::named::tiny(store, g))
    }

    /// Whether the value is a number.
    ///
    /// ```
    /// # use upstar_core::Game;
    /// assert!("{0|1}".parse::<Game>()?.is_number() && !Game::STAR.is_number());
    /// # Ok::<(), upstar_core::ParseError>(())
    /// ```
    pub fn is_number(self) -> bool {
        self.in_store(|store| Ok(store.is_number(self))).unwrap_or(false)
    }

    /// The number, the multiple of up and the nimber whose sum the game is, if it is such a sum.
    ///
    /// ```
    /// # use upstar_core::Game;
    /// assert_eq!("3v*2".parse::<Game>()?.as_number_up_star(), Some((3.into(), -1, 2)));
    /// assert_eq!("±1".parse::<Game>()?.as_number_up_star(), None);
    /// # Ok::<(), upstar_core::ParseError>(())
    /// ```
    pub fn as_number_up_star(self) -> Option<(Dyadic, i64, u32)> {
        self.in_store(|store| Ok(store.as_number_up_star(self))).ok().flatten()
    }

    /// The conventional name, which says of which family a game is.
    ///
    /// ```
    /// # use upstar_core::{Game, Named};
    /// assert_eq!(Game::tiny(1)?.name()?, Named::Tiny(1.into()));
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn name(self) -> Result<Named, Error> {
        self.in_store(|store| crate::named::name(store, self))
    }

    /// Whether the game is infinitesimal: its stops are zero. O(1).
    ///
    /// # Errors
    /// When its store is gone.
    pub fn is_infinitesimal(self) -> Result<bool, Error> {
        self.in_store(|store| short::is_infinitesimal(store, self))
    }

    /// Whether the game is all-small: in every follower both players can move, or neither. Source: *Winning Ways*,
    /// chapter 8.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// assert!(Game::up().is_all_small()? && !Game::tiny(1)?.is_all_small()?);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many options to list, or the budget is exhausted. Cost: once for each follower.
    pub fn is_all_small(self) -> Result<bool, Error> {
        self.in_store(|store| short::is_all_small(store, self))
    }

    /// The reduced canonical form: the simplest game that differs by an infinitesimal. Source: Grossman and Siegel,
    /// Reductions of partizan games, 2009.
    ///
    /// ```
    /// # use upstar_core::Game;
    /// let g: Game = "{3^|1*}".parse()?;
    /// assert_eq!(g.reduced()?, Game::new([3], [1])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Game::new`]. Cost: once for each follower that is not a number.
    pub fn reduced(self) -> Result<Game, Error> {
        self.in_store(|store| short::reduced(store, self))
    }

    /// The ordinal sum `G : H`, in which a move in this game removes `other`. It depends on the form of this game: that
    /// is the canonical one. Source: *Winning Ways*, chapter 7.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// // A blue edge with a red one on it, as in Hackenbush.
    /// assert_eq!(Game::from(1).ordinal_sum(-1)?.to_string(), "1/2");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Game::new`]. Cost: one canonical form for each follower of `other`.
    pub fn ordinal_sum(self, other: impl Into<Game>) -> Result<Game, Error> {
        self.beside(other.into(), |store, other| short::ordinal_sum(store, self, other))
    }

    /// The options of a player in the canonical form, in the order of books.
    ///
    /// ```
    /// # use upstar_core::{Error, Game, Player};
    /// assert_eq!(Game::up().options(Player::Right)?, [Game::STAR]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many to list (`*4000000000`), or the budget is exhausted.
    pub fn options(self, player: Player) -> Result<Vec<Game>, Error> {
        match player {
            Player::Left => self.left_options(),
            Player::Right => self.right_options(),
        }
    }

    /// All followers of the canonical form, the game itself first.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// assert_eq!(Game::nimber(3).followers()?.len(), 4);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`options`](Game::options).
    pub fn followers(self) -> Result<Vec<Game>, Error> {
        self.in_store(|store| short::followers(store, self))
    }

    /// The size of the first remote star: the least nimber `*n` that no follower equals, nor any later one.
    /// Source: *Winning Ways*, chapter 8.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// assert_eq!([Game::nimber(4).far_star()?, Game::up().far_star()?], [5, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NimberTooLarge`] if none can be stored; as for [`options`](Game::options).
    pub fn far_star(self) -> Result<u32, Error> {
        self.in_store(|store| short::far_star(store, self))
    }

    /// The interval of the numbers that are confused with the game; `None` if none is. Source: *Winning Ways*,
    /// chapter 6.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// let interval = Game::new([3], [1])?.confusion_interval()?.expect("hot games have one");
    /// assert!(interval.low == 1 && interval.high == 3);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Game::compare`].
    pub fn confusion_interval(self) -> Result<Option<ConfusionInterval>, Error> {
        self.in_store(|store| short::confusion_interval(store, self))
    }

    /// The temper, even or odd: the parity of the number of moves until a number is reached; `None` if lines of play
    /// differ.
    ///
    /// ```
    /// # use upstar_core::{Error, Game, short::Parity};
    /// assert_eq!(Game::new([3], [1])?.temper()?, Some(Parity::Odd));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`options`](Game::options).
    pub fn temper(self) -> Result<Option<Parity>, Error> {
        self.in_store(|store| short::temper(store, self))
    }
}
