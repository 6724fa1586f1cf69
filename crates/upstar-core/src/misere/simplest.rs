//! The one way in which a game in misère play is simplified.
//!
//! Knows: which game the simplest form is. Must not know: how games are stored.

/// What must be known of games to simplify them. Games that are the same have equal names.
pub(super) trait Options {
    /// A game.
    type Game: Copy + Ord;
    /// What may go wrong.
    type Error;

    /// The options of a game, sorted.
    fn options(&mut self, game: Self::Game) -> Result<Vec<Self::Game>, Self::Error>;

    /// Whether `option` is an option of `game`.
    fn has(&mut self, game: Self::Game, option: Self::Game) -> Result<bool, Self::Error>;

    /// Whether the next player wins the game with these options.
    fn next_wins(&mut self, options: &[Self::Game]) -> Result<bool, Self::Error>;
}

/// Whether the game with these options, sorted and in simplest form, equals the simpler game
/// `h`: all options of `h` are among them, and each of the others has `h` itself as an option. When
/// `h` has no options, the next player must win the game as well (the proviso).
///
/// This is the theorem that simplest forms are unique: On Numbers and Games, theorem 76 in
/// chapter 12; Siegel, Combinatorial Game Theory, V.1. When no `h` will do, nothing can be
/// simplified. `h` then is an option of every reversible option, so only few have to be tried.
pub(super) fn reverts_to<O: Options>(
    games: &mut O,
    options: &[O::Game],
    h: O::Game,
) -> Result<bool, O::Error> {
    let kept = games.options(h)?;
    if kept.iter().any(|option| options.binary_search(option).is_err()) {
        return Ok(false);
    }
    for option in options {
        if kept.binary_search(option).is_err() && !games.has(*option, h)? {
            return Ok(false);
        }
    }
    Ok(!kept.is_empty() || options.is_empty() || games.next_wins(options)?)
}
