//! What the machine plays, and how sure it is.
//!
//! It plays perfectly where it can find out who wins with some effort, by temperature where only
//! the summands can be solved, and otherwise so that the other player has few answers.

use upstar_core::{Dyadic, Player};

use super::effort::within;
use super::names::Move;
use super::table::Table;
use super::{Match, rules, temper};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Result, Value};

/// Positions with more states after them are not solved from the end.
const MOST_STATES: usize = 3_000;
/// Steps of the budget for a table, for finding who wins, for temperatures, and for counting.
const TABLE: u64 = 2_000_000;
const SOLVE: u64 = 8_000_000;
const TEMPER: u64 = 3_000_000;
const COUNT: u64 = 300_000;
/// So many moves are looked at by counting answers.
const MOST_COUNTED: usize = 400;

/// How well a move was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Knowledge {
    /// Who wins is known; nobody in a draw.
    Solved {
        /// Who wins.
        winner: Option<Player>,
        /// In how many moves at most, if that is known.
        moves: Option<u32>,
        /// How many answers win for the other player, of how many, when the move loses.
        answers: Option<(usize, usize)>,
    },
    /// Who wins is not known; this is the temperature of the position.
    Temperature(Dyadic),
    /// Nothing is known: how many answers the other player has.
    Answers(Option<usize>),
}

/// A move that was chosen.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The move.
    pub made: Move,
    /// How well it was chosen.
    pub knowledge: Knowledge,
}

/// The move that is best for the player to move, as far as can be told with some effort; nothing
/// when there is no move.
///
/// # Errors
/// When the moves cannot be listed, or a limit of the whole computation is passed.
pub fn choose(host: &mut dyn Host, game: &Match) -> Result<Option<Choice>> {
    let moves = game.moves(host)?;
    if moves.is_empty() {
        return Ok(None);
    }
    let asked = Asked { value: game.position(), player: game.to_move(), moves: &moves };
    if let Some(choice) = by_table(host, &asked)? {
        return Ok(Some(choice));
    }
    if let Some(choice) = by_solving(host, &asked)? {
        return Ok(Some(choice));
    }
    if let Some(choice) = by_temperature(host, &asked)? {
        return Ok(Some(choice));
    }
    by_counting(host, &asked).map(Some)
}

/// A move that is found at once; nothing when there is no move.
///
/// # Errors
/// As for [`choose`].
pub fn quick(host: &mut dyn Host, game: &Match) -> Result<Option<Choice>> {
    let moves = game.moves(host)?;
    if moves.is_empty() {
        return Ok(None);
    }
    let asked = Asked { value: game.position(), player: game.to_move(), moves: &moves };
    by_counting(host, &asked).map(Some)
}

/// What is to be decided.
struct Asked<'g> {
    value: &'g Value,
    player: Player,
    moves: &'g [Move],
}

impl Asked<'_> {
    fn choice(&self, place: usize, knowledge: Knowledge) -> Choice {
        Choice { made: self.moves[place].clone(), knowledge }
    }
}

/// Positions that can repeat, or whose rules fail somewhere, are left to the other ways.
fn unless_broken<T>(found: Result<Option<T>>) -> Result<Option<T>> {
    match found {
        Err(fault) if fault.code() == Code::Interrupted || fault.is_exhaustion() => Err(fault),
        Err(_) => Ok(None),
        found => found,
    }
}

/// Perfect play when all that follows fits into a table: wins soon, loses late.
fn by_table(host: &mut dyn Host, asked: &Asked<'_>) -> Result<Option<Choice>> {
    let table = within(host, TABLE, |host| {
        Table::of(host, asked.value, asked.player, MOST_STATES)
    });
    let Some(table) = unless_broken(table)?.flatten() else { return Ok(None) };
    let options: Vec<Value> = asked.moves.iter().map(|one| one.to.clone()).collect();
    let best = table.best(host, asked.player, &options)?;
    Ok(best.map(|(place, fate)| {
        let moves = fate.winner.map(|_| fate.moves + 1);
        asked.choice(place, Knowledge::Solved { winner: fate.winner, moves, answers: None })
    }))
}

/// Perfect play when it can be found out who wins. A lost position is played so that few answers
/// win.
fn by_solving(host: &mut dyn Host, asked: &Asked<'_>) -> Result<Option<Choice>> {
    let wins = within(host, SOLVE, |host| rules::wins(host, asked.value, asked.player));
    let Some(wins) = unless_broken(wins)? else { return Ok(None) };
    if !wins {
        return hardest(host, asked).map(Some);
    }
    let solved = Knowledge::Solved { winner: Some(asked.player), moves: None, answers: None };
    let found = within(host, SOLVE, |host| {
        for (place, one) in asked.moves.iter().enumerate() {
            if !rules::wins(host, &one.to, asked.player.opponent())? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    });
    Ok(unless_broken(found)?.flatten().map(|place| asked.choice(place, solved)))
}

/// The move to which the fewest answers win; of these one with many answers that do not.
fn hardest(host: &mut dyn Host, asked: &Asked<'_>) -> Result<Choice> {
    let mut best: Option<((usize, usize), usize)> = None;
    let other = asked.player.opponent();
    let looked = within(host, SOLVE, |host| {
        for (place, one) in asked.moves.iter().enumerate() {
            let answers = rules::options(host, &one.to, other)?;
            let mut winning = 0;
            for answer in &answers {
                winning += usize::from(!rules::wins(host, answer, asked.player)?);
                if best.is_some_and(|((least, _), _)| winning > least) {
                    break;
                }
            }
            let better = |((least, of), _): ((usize, usize), usize)| {
                winning < least || winning == least && answers.len() > of
            };
            if best.is_none_or(better) {
                best = Some(((winning, answers.len()), place));
            }
        }
        Ok(Some(()))
    });
    unless_broken(looked.map(Option::flatten))?;
    let (answers, place) = best.map_or((None, 0), |(answers, place)| (Some(answers), place));
    let winner = Some(other);
    Ok(asked.choice(place, Knowledge::Solved { winner, moves: None, answers }))
}

/// The move that Thermostrat finds, when the summands can be solved.
fn by_temperature(host: &mut dyn Host, asked: &Asked<'_>) -> Result<Option<Choice>> {
    if let Value::Misere(_) = asked.value {
        return Ok(None);
    }
    let found = within(host, TEMPER, |host| {
        temper::hottest(host, asked.value, asked.player, asked.moves)
    });
    Ok(unless_broken(found)?.flatten().map(|(place, temperature)| {
        asked.choice(place, Knowledge::Temperature(temperature))
    }))
}

/// The move after which the other player has few moves, and the mover many. In misère play the
/// other way round.
fn by_counting(host: &mut dyn Host, asked: &Asked<'_>) -> Result<Choice> {
    let (me, other) = (asked.player, asked.player.opponent());
    let misere = matches!(asked.value, Value::Misere(_));
    let mut best: Option<(i64, usize, usize)> = None;
    let counted = within(host, COUNT, |host| {
        for (place, one) in asked.moves.iter().take(MOST_COUNTED).enumerate() {
            let answers = rules::options(host, &one.to, other)?.len();
            let own = rules::options(host, &one.to, me)?.len();
            let lead = own as i64 - answers as i64;
            let lead = match (misere, answers) {
                (true, _) => -lead,
                (false, 0) => i64::MAX,
                (false, _) => lead,
            };
            if best.is_none_or(|(most, ..)| lead > most) {
                best = Some((lead, place, answers));
            }
        }
        Ok(Some(()))
    });
    unless_broken(counted.map(Option::flatten))?;
    Ok(match best {
        Some((_, place, answers)) => asked.choice(place, Knowledge::Answers(Some(answers))),
        None => asked.choice(0, Knowledge::Answers(None)),
    })
}
