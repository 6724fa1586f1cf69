//! Stones, pieces, and whose they are.

use super::scene::{Ink, Point, Scene};

/// Whose piece a symbol is, by its place in the alphabet after the empty cell: Left's comes
/// before Right's.
pub(super) fn owner(symbol: usize) -> Ink {
    match symbol {
        0 => Ink::Faint,
        1 => Ink::Left,
        2 => Ink::Right,
        _ => Ink::Both,
    }
}

/// A stone for `x` (black) and `o` (white); a disc with the letter for any other symbol.
pub(super) fn piece(scene: &mut Scene, centre: Point, radius: f64, letter: char, owner: Ink) {
    match letter {
        'x' => scene.disc(centre, radius, Ink::Black, Ink::Black),
        'o' => scene.disc(centre, radius, Ink::White, Ink::Black),
        _ => {
            scene.disc(centre, radius, owner, owner);
            scene.words(centre, radius * 1.15, Ink::White, &letter.to_string());
        }
    }
}
