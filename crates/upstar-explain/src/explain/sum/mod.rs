//! Explanation of sums as typed: the winner and winning play, cancelling summands, the hottest summand, the
//! total.
//!
//! Knows: summands with their values, and play in them move by move.
//! Must not know: sums in which play can repeat, or whose values are not computed.
//!
//! Sources: *Winning Ways*, chapters 1 to 3 (Tweedledum and Tweedledee, nim-sums), 6 (temperatures);
//! Conway, *On Numbers and Games*, chapter 9 (number avoidance).

mod cancel;
mod evaluated;
mod heat;
mod pages;
mod play;

pub(super) use evaluated::EvaluatedSum;
pub(super) use heat::heat_page;
pub(super) use pages::{MOST_MOVES, outcome_page, structure, value_page, winning_moves_page};
pub(super) use play::{MoveChoice, best_move, first_wins, second_wins};
