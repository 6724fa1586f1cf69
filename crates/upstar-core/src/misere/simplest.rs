//! The simplification of misère games.
//!
//! Knows: the criterion for simplest forms. Must not know: how games are stored.

/// Operations needed to simplify games. Equal games have equal ids.
pub(super) trait MisereGames {
    /// A game.
    type Game: Copy + Ord;
    /// Error type.
    type Error;

    /// The options of a game, sorted.
    fn options(&mut self, game: Self::Game) -> Result<Vec<Self::Game>, Self::Error>;

    /// Whether `option` is an option of `game`.
    fn has(&mut self, game: Self::Game, option: Self::Game) -> Result<bool, Self::Error>;

    /// Whether the next player wins the game with these options.
    fn next_wins(&mut self, options: &[Self::Game]) -> Result<bool, Self::Error>;
}

/// Whether the game with these options, sorted and in simplest form, equals the simpler game `h`: all options
/// of `h` are among them, and each of the others has `h` as an option. If `h` has no options, the next player
/// must win the game as well (the proviso).
///
/// This is the theorem that simplest forms are unique: On Numbers and Games, theorem 76 in chapter 12;
/// Siegel, Combinatorial Game Theory, V.1. If no `h` satisfies it, nothing can be simplified. Such an `h` is
/// an option of every reversible option, so there are few candidates.
pub(super) fn reverts_to<O: MisereGames>(
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
