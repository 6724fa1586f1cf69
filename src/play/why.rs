//! Why: what the machine knows when it plays, in words.

use upstar_core::Player;

use super::choose::{Choice, Knowledge};
use super::effort::within;
use super::rules::Kind;
use super::{Match, rules};
use crate::explain;
use crate::value::explanation::{Asked, Explanation};
use crate::value::host::Host;
use crate::value::{Result, Summands, Value};

/// Explanations that take more steps are not given.
const STEPS: u64 = 3_000_000;

/// Why the position of a match has its outcome, or its value; nothing when that takes too long.
///
/// # Errors
/// When it cannot be found, as for positions that repeat.
pub fn why(host: &mut dyn Host, game: &Match) -> Result<Option<Explanation>> {
    let position = game.position().clone();
    let asked = match rules::kind(&position) {
        Kind::Points(about) => {
            let mut args = vec![position.clone()];
            if about.ruleset.tree.turn.is_none() {
                args.push(Value::Player(game.to_move()));
            }
            Asked::Question("value", args.into_iter().map(Summands::from).collect())
        }
        _ => Asked::Question("outcome", vec![Summands::from(position).flattened(host)?]),
    };
    within(host, STEPS, |host| explain::explain(host, asked, &Value::Nothing, None))
}

impl Choice {
    /// What the machine says about its play.
    pub fn claim(&self, game: &Match) -> String {
        match &self.knowledge {
            Knowledge::Solved { winner: Some(winner), .. } => {
                format!("{} wins; I play perfectly", game.name_of(*winner))
            }
            Knowledge::Solved { winner: None, .. } => "It is a draw; I play perfectly".to_owned(),
            Knowledge::Points(points) => {
                format!("With best play Max gets {points} in all; I play perfectly")
            }
            Knowledge::Temperature(_) => "I cannot solve this, and play by temperature".to_owned(),
            Knowledge::PlayedOut { .. } => {
                "I cannot solve this, and play what wins most matches at random".to_owned()
            }
            Knowledge::Paths { .. } => {
                "I cannot solve this, and play for the shortest way between my sides".to_owned()
            }
            Knowledge::Answers(_) if game.points().is_some() => {
                "I cannot solve this, and look one answer ahead".to_owned()
            }
            Knowledge::Answers(_) => {
                "I cannot solve this, and play so that few answers are left".to_owned()
            }
        }
    }

    /// Why this move was chosen by a player, as a clause about it.
    pub fn reason(&self, game: &Match, by: Player) -> String {
        let other = game.name_of(by.opponent());
        match &self.knowledge {
            Knowledge::Solved { winner: Some(winner), moves, answers } if *winner != by => {
                let how = match (moves, answers) {
                    (Some(moves), _) => {
                        format!(
                            "this makes it last {}, if {other} does not err",
                            times(*moves, "move")
                        )
                    }
                    (None, Some((winning, of))) if *of > 0 => {
                        format!("after this {winning} of {} win for {other}", times(*of, "answer"))
                    }
                    _ => "this is as good as any".to_owned(),
                };
                format!("every move loses to {other}; {how}")
            }
            Knowledge::Solved { winner: Some(_), moves: Some(moves), .. } => {
                format!("it wins, in {} at most", times(*moves, "move"))
            }
            Knowledge::Solved { winner: Some(_), .. } => {
                format!("it wins, whatever {other} answers")
            }
            Knowledge::Solved { winner: None, answers: Some((keep, of)), .. } if *of > 0 => {
                let of = times(*of, "answer");
                format!("nothing wins; after it {keep} of {of} hold the draw for {other}")
            }
            Knowledge::Solved { winner: None, .. } => {
                "nothing wins, and it holds the draw".to_owned()
            }
            Knowledge::Points(points) => format!("with best play Max gets {points} in all"),
            Knowledge::Temperature(temperature) => {
                format!("Thermostrat finds it; the hottest part has temperature {temperature}")
            }
            Knowledge::PlayedOut { won, of } => {
                format!("it won {won} of {} at random", times(*of, "game"))
            }
            Knowledge::Paths { own, other: Some(lacks) } => {
                let own = times(*own, "cell");
                format!("it leaves {} {own} from connecting, and {other} {lacks}", game.name_of(by))
            }
            Knowledge::Paths { .. } => format!("it leaves {other} no way to connect"),
            Knowledge::Answers(Some(answers)) => {
                format!("it leaves {other} {}", times(*answers, "answer"))
            }
            Knowledge::Answers(None) => "it is what I see at once".to_owned(),
        }
    }
}

/// `1 move`, `3 moves`
fn times(count: impl TryInto<u64> + Copy + std::fmt::Display, what: &str) -> String {
    let one = count.try_into().is_ok_and(|count| count == 1);
    format!("{count} {what}{}", if one { "" } else { "s" })
}
