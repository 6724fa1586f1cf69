//! Matches between two players, and the machine's play in them.
//!
//! Knows: whose turn it is, names of moves, the end of a match, and the best move.
//! Must not know: terminals, or how positions are solved, which is left to [`Host`](crate::value::host::Host).
//!
//! A match is a value: where it began, who began, and the moves made. A terminal only asks it. A move is what
//! changes. Moves of the evaluator have no names, they are positions. `names` compares the two positions and says
//! what changed, in the fewest words that tell the move from all others. So every ruleset can be played without a
//! word about it. `read.rs` compares typed moves with these names. The effort of the machine is counted in steps of
//! the budget, not in seconds, so a match is the same everywhere and the book can show it.

mod backward_induction;
mod board;
mod choose;
mod heuristics;
mod limits;
mod matches;
mod names;
mod paths;
mod read;
mod record;
mod rules;

pub use backward_induction::strategy;
pub use board::board;
pub use choose::why;
pub use choose::{Choice, Effort, Knowledge, choose, choose_forbidden};
pub use matches::{Match, Played};
pub use names::{NamedMove, cell_name, position, summands};
pub use read::{MoveReading, read};
pub use record::{as_input, forbidden, record, replay};
pub use rules::{MatchEnd, Reason};
