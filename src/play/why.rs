//! Why: what the machine knows when it plays, in words.

use upstar_core::Player;

use super::choose::{Choice, Knowledge};
use super::effort::within;
use super::name;
use crate::explain;
use crate::value::explanation::{Asked, Explanation};
use crate::value::host::Host;
use crate::value::{Result, Value};

/// Explanations that take more steps are not given.
const STEPS: u64 = 8_000_000;

/// Why the outcome of a position is what it is; nothing when that takes too long.
///
/// # Errors
/// When it cannot be found, as for positions that repeat.
pub fn why(host: &mut dyn Host, position: &Value) -> Result<Option<Explanation>> {
    let asked = Asked::Question("outcome", vec![position.clone()]);
    within(host, STEPS, |host| explain::explain(host, asked, &Value::Nothing, None))
}

impl Knowledge {
    /// What the machine says about its play.
    pub fn claim(&self) -> String {
        match self {
            Knowledge::Solved { winner: Some(winner), .. } => {
                format!("{} wins; I play perfectly", name(*winner))
            }
            Knowledge::Solved { winner: None, .. } => {
                "nobody can force a win; I play perfectly".to_owned()
            }
            Knowledge::Temperature(_) => "I cannot solve this, and play by temperature".to_owned(),
            Knowledge::Answers(_) => {
                "I cannot solve this, and play so that few answers are left".to_owned()
            }
        }
    }
}

impl Choice {
    /// Why this move was chosen by a player, as a clause about it.
    pub fn reason(&self, by: Player) -> String {
        let other = name(by.opponent());
        match &self.knowledge {
            Knowledge::Solved { winner: Some(winner), moves, answers } if *winner != by => {
                let how = match (moves, answers) {
                    (Some(moves), _) => {
                        format!("this makes it last {}, if {other} does not err", times(*moves, "move"))
                    }
                    (None, Some((winning, of))) => {
                        format!("after this {winning} of {} win for {other}", times(*of, "answer"))
                    }
                    (None, None) => "this is as good as any".to_owned(),
                };
                format!("every move loses to {other}; {how}")
            }
            Knowledge::Solved { winner: Some(_), moves: Some(moves), .. } => {
                format!("it wins, in {} at most", times(*moves, "move"))
            }
            Knowledge::Solved { winner: Some(_), .. } => format!("it wins, whatever {other} answers"),
            Knowledge::Solved { winner: None, .. } => {
                format!("{other} cannot force a win after it, and nothing wins")
            }
            Knowledge::Temperature(temperature) => format!(
                "Thermostrat finds it; the hottest part has temperature {temperature}"
            ),
            Knowledge::Answers(Some(answers)) => {
                format!("it leaves {other} {}", times(*answers, "answer"))
            }
            Knowledge::Answers(None) => "it is the first move that I see".to_owned(),
        }
    }
}

/// `1 move`, `3 moves`
fn times(count: impl TryInto<u64> + Copy + std::fmt::Display, what: &str) -> String {
    let one = count.try_into().is_ok_and(|count| count == 1);
    format!("{count} {what}{}", if one { "" } else { "s" })
}
