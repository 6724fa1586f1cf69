//! Names of players.

use upstar_core::Player;

/// Returns the name of a player.
pub fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}
