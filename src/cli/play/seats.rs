//! Seats of people and the machine.

use upstar_core::Player;

/// The players that people and the machine move for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seats {
    /// A person, and the machine on the other side.
    Person(Player),
    /// Two people.
    Two,
    /// The machine on both sides.
    Watch,
}

impl Seats {
    /// Whether the machine moves for a player.
    pub(super) fn is_machine(self, player: Player) -> bool {
        match self {
            Seats::Person(person) => person != player,
            Seats::Two => false,
            Seats::Watch => true,
        }
    }
}
