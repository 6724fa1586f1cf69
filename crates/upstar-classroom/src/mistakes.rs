//! Usual mistakes: their names in keys, and advice on them.
//!
//! The advice on a mistake helps to find it, and never reveals the right answer.
//!
//! Must not know: how mistakes are found.

/// A usual mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mistake {
    /// The value of the other player.
    Negative,
    /// A form with dominated or reversible options.
    Unsimplified,
    /// The outcome with the players exchanged.
    OtherPlayer,
    /// The outcome with the first and the second player exchanged.
    OtherMover,
    /// A relation in the wrong direction.
    Reversed,
    /// Too large or too small by one.
    OffByOne,
    /// Nimbers added as numbers.
    Added,
    /// The greatest number, or the number of numbers, in place of the mex.
    NotMex,
    /// The other of two quantities: the temperature for the mean, one stop for the other.
    OtherQuantity,
    /// A table that begins one entry too early or too late.
    Shifted,
    /// A legal move that is not among the right ones.
    LegalMove,
    /// An illegal move.
    IllegalMove,
}

impl Mistake {
    /// All mistakes.
    pub const ALL: [Mistake; 12] = [
        Mistake::Negative,
        Mistake::Unsimplified,
        Mistake::OtherPlayer,
        Mistake::OtherMover,
        Mistake::Reversed,
        Mistake::OffByOne,
        Mistake::Added,
        Mistake::NotMex,
        Mistake::OtherQuantity,
        Mistake::Shifted,
        Mistake::LegalMove,
        Mistake::IllegalMove,
    ];

    /// Its name in keys.
    pub fn name(self) -> &'static str {
        match self {
            Mistake::Negative => "negative",
            Mistake::Unsimplified => "unsimplified",
            Mistake::OtherPlayer => "other player",
            Mistake::OtherMover => "other mover",
            Mistake::Reversed => "reversed",
            Mistake::OffByOne => "off by one",
            Mistake::Added => "added",
            Mistake::NotMex => "not mex",
            Mistake::OtherQuantity => "other quantity",
            Mistake::Shifted => "shifted",
            Mistake::LegalMove => "legal move",
            Mistake::IllegalMove => "illegal move",
        }
    }

    /// The mistake of a name.
    pub fn find(name: &str) -> Option<Mistake> {
        Mistake::ALL.into_iter().find(|mistake| mistake.name() == name)
    }

    /// Advice for the student.
    pub fn advice(self) -> &'static str {
        match self {
            Mistake::Negative => {
                "Which side of the bar belongs to which player? Look at the signs again."
            }
            Mistake::Unsimplified => {
                "The value is the one that is asked for, but the form is not canonical: look for dominated and \
                 reversible options."
            }
            Mistake::OtherPlayer => {
                "Which letter stands for which player? Look at the roles again."
            }
            Mistake::OtherMover => {
                "Does the player win who moves, or the one who has moved? Look at both again."
            }
            Mistake::Reversed => "Which of the two games stands first? Look at the order again.",
            Mistake::OffByOne => "This is close: count again, and begin with the smallest case.",
            Mistake::Added => "Nimbers are not added like numbers: write them in binary.",
            Mistake::NotMex => {
                "The mex is the least number that is missing, and counting begins with zero."
            }
            Mistake::OtherQuantity => {
                "This is another quantity of the same game: look at the definitions again."
            }
            Mistake::Shifted => {
                "The entries stand in the wrong places: look at where the table begins."
            }
            Mistake::LegalMove => {
                "The rules allow this move, but it is none of those that are asked for."
            }
            Mistake::IllegalMove => {
                "The rules do not allow this move in the position of the question."
            }
        }
    }
}
