//! Choice of the machine's move, and the knowledge on which it is based.
//!
//! The machine plays perfectly where it can find out who wins with limited effort, by temperature where only
//! the summands can be solved, by the distance of sides where these are connected, by random playouts where
//! another goal decides, and otherwise so that the other player has few answers.

use std::sync::Arc;

use upstar_core::{Dyadic, Player, Rational};

use super::backward_induction::Table;
use super::limits::within;
use super::matches::Match;
use super::names::NamedMove;
use super::rules::WinningCondition;
use super::{heuristics, names, paths, rules};
use crate::explain;
use crate::value::explanation::{Asked, Explanation, Question};
use crate::value::host::Host;
use crate::value::show::counted;
use crate::value::{Position, Result, Summands, Value, blocking};

/// Most moves that are compared by counting answers.
const MOST_COUNTED: usize = 400;

/// Effort of the machine, in steps of the budget.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Most states of a position that is solved by backward induction.
    pub states: usize,
    /// Steps of backward induction.
    pub table: u64,
    /// Steps of the search for the winner.
    pub solve: u64,
    /// Steps for thermographs of summands.
    pub temper: u64,
    /// Steps of random playouts.
    pub playouts: u64,
    /// Steps for counting answers.
    pub count: u64,
}

impl Default for Effort {
    /// A few seconds at most.
    fn default() -> Effort {
        Effort {
            states: 3_000,
            table: 2_000_000,
            solve: 3_000_000,
            temper: 1_500_000,
            playouts: 3_000_000,
            count: 100_000,
        }
    }
}

impl Effort {
    /// Returns the effort for a move that is found at once.
    pub fn least() -> Effort {
        Effort { states: 0, table: 0, solve: 0, temper: 0, playouts: 20_000, count: 20_000 }
    }
}

/// Knowledge about a chosen move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Knowledge {
    /// The winner.
    Solved {
        /// The winner; `None` for a draw.
        winner: Option<Player>,
        /// Greatest length of play, if it is known.
        moves: Option<u32>,
        /// Number of answers that keep the result for the other player, and of all answers, if the move
        /// does not win.
        answers: Option<(usize, usize)>,
    },
    /// Points of Max with best play.
    Points(Rational),
    /// The winner is not known; this is the temperature of the position.
    Temperature(Dyadic),
    /// Results of random playouts; the winner is not known.
    PlayedOut {
        /// Number of playouts won.
        won: usize,
        /// Number of all playouts.
        of: usize,
    },
    /// Number of cells that each player needs to connect two sides; the winner is not known.
    Paths {
        /// The player who moved.
        own: u32,
        /// The other player; `None` when the sides can no longer be connected.
        other: Option<u32>,
    },
    /// Number of answers of the other player, if they were counted; the winner is not known.
    Answers(Option<usize>),
}

/// A move that was chosen.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The move.
    pub made: NamedMove,
    /// Reason for the choice.
    pub knowledge: Knowledge,
}

/// Returns the best move of the player to move that is found with this effort; `None` when there is no
/// move.
///
/// # Errors
/// When the moves cannot be listed, or a limit of the whole computation is passed.
pub fn choose(host: &mut dyn Host, game: &Match, effort: Effort) -> Result<Option<Choice>> {
    let moves = game.moves(host)?;
    if moves.is_empty() {
        return Ok(None);
    }
    let (value, player) = (game.position(), game.to_move());
    let asked = Decision { value, player, moves: &moves, effort };
    if let WinningCondition::Points(_) = rules::winning_condition(value) {
        let gained = game.points().unwrap_or_else(|| Rational::from(0));
        return by_points(host, &asked, &gained).map(Some);
    }
    if let Some(position) = blocking::position(value) {
        return match by_options(host, &asked, position)? {
            Some(choice) => Ok(Some(choice)),
            None => by_counting(host, &asked).map(Some),
        };
    }
    for way in [by_table, by_solving, by_temperature, by_paths, by_playing_out] {
        if let Some(choice) = way(host, &asked)? {
            return Ok(Some(choice));
        }
    }
    by_counting(host, &asked).map(Some)
}

/// A position in which a move is to be chosen.
struct Decision<'g> {
    value: &'g Value,
    player: Player,
    moves: &'g [NamedMove],
    effort: Effort,
}

impl Decision<'_> {
    fn choice(&self, place: usize, knowledge: Knowledge) -> Choice {
        Choice { made: self.moves[place].clone(), knowledge }
    }
}

/// Turns faults of positions that repeat, or whose rules fail, into `None`, so that another method is
/// tried.
fn unless_broken<T>(found: Result<Option<T>>) -> Result<Option<T>> {
    match found {
        Err(fault) if !fault.is_exhaustion() => Ok(None),
        found => found,
    }
}

/// Perfect play by backward induction, if all positions that follow fit into a table: wins quickly, loses
/// slowly.
fn by_table(host: &mut dyn Host, asked: &Decision<'_>) -> Result<Option<Choice>> {
    let Effort { table: steps, states, .. } = asked.effort;
    let table = within(host, steps, |host| Table::of(host, asked.value, asked.player, states));
    let Some(table) = unless_broken(table)?.flatten() else { return Ok(None) };
    let options: Vec<Value> = asked.moves.iter().map(|one| one.to.clone()).collect();
    let best = table.best(host, asked.player, &options)?;
    Ok(best.map(|(place, fate)| {
        let moves = fate.winner.map(|_| fate.moves + 1);
        asked.choice(place, Knowledge::Solved { winner: fate.winner, moves, answers: None })
    }))
}

/// Perfect play among the moves that are not forbidden.
fn by_options(
    host: &mut dyn Host,
    asked: &Decision<'_>,
    position: &Arc<Position>,
) -> Result<Option<Choice>> {
    let player = asked.player;
    let options = within(host, asked.effort.solve, |host| {
        blocking::Options::of(host, position, player).map(Some)
    });
    let Some(options) = unless_broken(options)?.flatten() else { return Ok(None) };
    let place = |some: &[Value]| asked.moves.iter().position(|one| some.contains(&one.to));
    let found = [
        (place(&options.winning), Some(player)),
        (place(&options.drawn), None),
        (place(&options.losing), Some(player.opponent())),
    ];
    Ok(found.into_iter().find_map(|(place, winner)| {
        let solved = Knowledge::Solved { winner, moves: None, answers: None };
        Some(asked.choice(place?, solved))
    }))
}

/// Perfect play by solving the options. Where no option wins, the move is chosen that leaves the fewest
/// answers which keep the result.
fn by_solving(host: &mut dyn Host, asked: &Decision<'_>) -> Result<Option<Choice>> {
    let (player, steps) = (asked.player, asked.effort.solve);
    let winner = within(host, steps, |host| rules::winner(host, asked.value, player));
    let Some(winner) = unless_broken(winner)? else { return Ok(None) };
    if winner != Some(player) {
        return hardest(host, asked, winner);
    }
    let solved = Knowledge::Solved { winner, moves: None, answers: None };
    let found = within(host, steps, |host| {
        for (place, one) in asked.moves.iter().enumerate() {
            let next = rules::next(host, &one.to, player)?;
            let ending = rules::ending(host, &one.to, next)?;
            if ending.is_some_and(|ending| ending.winner == winner) {
                return Ok(Some(place));
            }
        }
        for (place, one) in asked.moves.iter().enumerate() {
            if after(host, asked, one)? == winner {
                return Ok(Some(place));
            }
        }
        Ok(None)
    });
    Ok(unless_broken(found)?.flatten().map(|place| asked.choice(place, solved)))
}

/// Returns the winner after a move.
fn after(host: &mut dyn Host, asked: &Decision<'_>, one: &NamedMove) -> Result<Option<Player>> {
    let next = rules::next(host, &one.to, asked.player)?;
    rules::winner(host, &one.to, next)
}

/// Returns the move that leaves the fewest answers that keep the result, and among these the most other
/// answers.
fn hardest(
    host: &mut dyn Host,
    asked: &Decision<'_>,
    winner: Option<Player>,
) -> Result<Option<Choice>> {
    let mut best: Option<((usize, usize), usize)> = None;
    let mut first = None;
    let looked = within(host, asked.effort.solve, |host| {
        for (place, one) in asked.moves.iter().enumerate() {
            if winner.is_none() && after(host, asked, one)?.is_some() {
                continue;
            }
            first.get_or_insert(place);
            let most = best.map(|((least, _), _)| least);
            let (keep, of) = answers(host, asked, one, winner, most)?;
            let better = |((least, most), _): ((usize, usize), usize)| {
                keep < least || keep == least && of > most
            };
            if best.is_none_or(better) {
                best = Some(((keep, of), place));
            }
        }
        Ok(Some(()))
    });
    unless_broken(looked.map(Option::flatten))?;
    // In a lost position every move is as good; in a drawn one only moves that draw.
    let place = best.map(|(_, place)| place).or(first).or(winner.map(|_| 0));
    let answers = best.map(|(answers, _)| answers);
    let solved = Knowledge::Solved { winner, moves: None, answers };
    Ok(place.map(|place| asked.choice(place, solved)))
}

/// Returns how many answers to a move keep the result, of how many; counted up to `most` only.
fn answers(
    host: &mut dyn Host,
    asked: &Decision<'_>,
    one: &NamedMove,
    winner: Option<Player>,
    most: Option<usize>,
) -> Result<(usize, usize)> {
    if rules::ending(host, &one.to, asked.player.opponent())?.is_some() {
        return Ok((usize::MAX, 0));
    }
    let answers = rules::options(host, &one.to, asked.player.opponent())?;
    let mut keep = 0;
    for answer in &answers {
        keep += usize::from(rules::winner(host, answer, asked.player)? == winner);
        if most.is_some_and(|most| keep > most) {
            break;
        }
    }
    Ok((keep, answers.len()))
}

/// The move of the hot strategy, when the summands can be solved.
fn by_temperature(host: &mut dyn Host, asked: &Decision<'_>) -> Result<Option<Choice>> {
    if let Value::Misere(_) = asked.value {
        return Ok(None);
    }
    let found = within(host, asked.effort.temper, |host| {
        heuristics::hot_strategy(host, asked.value, asked.player, asked.moves)
    });
    Ok(unless_broken(found)?
        .flatten()
        .map(|(place, temperature)| asked.choice(place, Knowledge::Temperature(temperature))))
}

/// Chooses by two-distances where both players connect sides: the least distance of the mover relative to
/// that of the other player.
fn by_paths(host: &mut dyn Host, asked: &Decision<'_>) -> Result<Option<Choice>> {
    let WinningCondition::Goal(position) = rules::winning_condition(asked.value) else {
        return Ok(None);
    };
    let found = paths::best(host, position, asked.player, asked.moves, asked.effort.playouts)?;
    Ok(found.map(|(place, own, other)| asked.choice(place, Knowledge::Paths { own, other })))
}

/// Chooses by random playouts where a goal decides: the move with the most wins.
fn by_playing_out(host: &mut dyn Host, asked: &Decision<'_>) -> Result<Option<Choice>> {
    let WinningCondition::Goal(_) = rules::winning_condition(asked.value) else { return Ok(None) };
    let played =
        heuristics::best_by_playouts(host, asked.player, asked.moves, asked.effort.playouts)?;
    Ok(played.map(|(place, won, of)| asked.choice(place, Knowledge::PlayedOut { won, of })))
}

/// Chooses the best move for points, or the one with the greatest gain after the best answer.
fn by_points(host: &mut dyn Host, asked: &Decision<'_>, gained: &Rational) -> Result<Choice> {
    // A step is one position here, not one move.
    let steps = asked.effort.solve.saturating_mul(8);
    let found = within(host, steps, |host| {
        let WinningCondition::Points(position) = rules::winning_condition(asked.value) else {
            return Ok(None);
        };
        let (value, places) = host.points_best(position, Some(asked.player))?;
        let gains = rules::gains(host, asked.value, asked.player)?;
        let best = places.first().and_then(|place| gains.get(*place));
        let same = |(to, gain): &(Value, Rational)| {
            asked.moves.iter().position(|one| one.to == *to && one.gain == *gain)
        };
        Ok(best.and_then(same).map(|place| (place, value)))
    });
    if let Some((place, value)) = unless_broken(found)?.flatten() {
        return Ok(asked.choice(place, Knowledge::Points(&value + gained)));
    }
    let mut worth: Vec<Rational> =
        asked.moves.iter().map(|one| to_mover(&one.gain, asked.player)).collect();
    let looked = within(host, asked.effort.count, |host| {
        let mut after = Vec::with_capacity(worth.len());
        for one in asked.moves {
            after.push(best_gain(host, &one.to, asked.player)?);
        }
        Ok(Some(after))
    });
    for (worth, after) in worth.iter_mut().zip(unless_broken(looked)?.flatten().unwrap_or_default())
    {
        *worth = &*worth + &after;
    }
    // `max_by_key` returns the last maximum; the order is reversed to get the first.
    let best = (0..asked.moves.len()).rev().max_by_key(|place| &worth[*place]);
    let best = best.expect("there is a move to choose");
    Ok(asked.choice(best, Knowledge::Answers(None)))
}

/// Returns a gain of Max from the view of a player.
fn to_mover(gain: &Rational, player: Player) -> Rational {
    match player {
        Player::Left => gain.clone(),
        Player::Right => -gain,
    }
}

/// Returns the immediate gain of the best move at `value`, as a loss of `player`, who has just moved.
fn best_gain(host: &mut dyn Host, value: &Value, player: Player) -> Result<Rational> {
    let next = rules::next(host, value, player)?;
    let gains = rules::gains(host, value, next)?;
    let best = gains.iter().map(|(_, gain)| to_mover(gain, next)).max();
    let best = best.unwrap_or_else(|| Rational::from(0));
    Ok(if next == player { best } else { -&best })
}

/// Chooses by mobility: few moves for the other player and many for the mover. In misère play the other way
/// round.
fn by_counting(host: &mut dyn Host, asked: &Decision<'_>) -> Result<Choice> {
    let leads = leads(host, asked)?;
    Ok(match leads.iter().rev().max_by_key(|lead| lead.lead) {
        Some(lead) => asked.choice(lead.place, Knowledge::Answers(Some(lead.answers))),
        None => asked.choice(0, Knowledge::Answers(None)),
    })
}

/// Freedom after a move.
struct Lead {
    /// How many more moves the player who moved has than the other player; negative in misère play.
    lead: i64,
    place: usize,
    answers: usize,
}

/// Freedom after each move, as far as the effort suffices.
fn leads(host: &mut dyn Host, asked: &Decision<'_>) -> Result<Vec<Lead>> {
    let (me, other) = (asked.player, asked.player.opponent());
    let misere = rules::is_misere(asked.value);
    let mut leads = Vec::new();
    let counted = within(host, asked.effort.count, |host| {
        for (place, one) in asked.moves.iter().take(MOST_COUNTED).enumerate() {
            let answers = rules::options(host, &one.to, other)?.len();
            let own = rules::options(host, &one.to, me)?.len();
            let lead = own as i64 - answers as i64;
            let lead = match (misere, answers) {
                (true, _) => -lead,
                (false, 0) => i64::MAX,
                (false, _) => lead,
            };
            leads.push(Lead { lead, place, answers });
        }
        Ok(Some(()))
    });
    unless_broken(counted.map(Option::flatten))?;
    Ok(leads)
}

/// Returns the moves to forbid that are found with this effort: those that decide the match or make it hardest, or where
/// nobody's win is found those that leave the opponent the fewest answers.
///
/// # Errors
/// When the moves cannot be listed, or a limit of the whole computation is passed.
pub fn choose_forbidden(
    host: &mut dyn Host,
    game: &Match,
    effort: Effort,
) -> Result<Vec<NamedMove>> {
    let (value, player) = (game.position(), game.to_move());
    let Some(position) = blocking::position(value) else { return Ok(Vec::new()) };
    let moves = names::moves(host, value, player)?;
    let options =
        within(host, effort.solve, |host| blocking::Options::of(host, position, player).map(Some));
    if let Some(options) = unless_broken(options)?.flatten() {
        let best = options.forbidden_in_play(player);
        return Ok(moves.into_iter().filter(|one| best.contains(&one.to)).collect());
    }
    let must_leave = usize::from(rules::is_misere(value));
    let most = usize::try_from(host.most_blocked(position)?).unwrap_or(usize::MAX);
    let most = most.min(moves.len().saturating_sub(must_leave));
    let asked = Decision { value, player, moves: &moves, effort };
    let mut leads = leads(host, &asked)?;
    leads.sort_by_key(|lead| std::cmp::Reverse(lead.lead));
    let counted = leads.into_iter().map(|lead| lead.place);
    let mut places: Vec<usize> = counted.take(most).collect();
    let others: Vec<usize> = (0..moves.len()).filter(|place| !places.contains(place)).collect();
    places.extend(others.into_iter().take(most - places.len()));
    Ok(places.into_iter().map(|place| moves[place].clone()).collect())
}

/// Most steps for an explanation.
const EXPLANATION_STEPS: u64 = 3_000_000;

/// Returns why the position of a match has its outcome, or its value; `None` when that takes too long.
///
/// # Errors
/// When it cannot be found, as for positions that repeat.
pub fn why(host: &mut dyn Host, game: &Match) -> Result<Option<Explanation>> {
    let position = game.position().clone();
    let asked = match rules::winning_condition(&position) {
        WinningCondition::Points(about) => {
            let mut args = vec![position.clone()];
            if about.ruleset.tree.turn.is_none() {
                args.push(Value::Player(game.to_move()));
            }
            Asked::Question(Question::Value, args.into_iter().map(Summands::from).collect())
        }
        _ => Asked::Question(Question::Outcome, vec![Summands::from(position).flattened(host)?]),
    };
    within(host, EXPLANATION_STEPS, |host| explain::explain(host, asked, &Value::Nothing, None))
}

impl Choice {
    /// Returns what the machine says about its play.
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

    /// Returns why a player chose this move, as a clause about it.
    pub fn reason(&self, game: &Match, by: Player) -> String {
        let other = game.name_of(by.opponent());
        match &self.knowledge {
            Knowledge::Solved { winner: Some(winner), moves, answers } if *winner != by => {
                let how = match (moves, answers) {
                    (Some(moves), _) => {
                        format!(
                            "this makes it last {}, if {other} does not err",
                            counted(*moves, "move", "moves")
                        )
                    }
                    (None, Some((winning, of))) if *of > 0 => {
                        format!(
                            "after this {winning} of {} win for {other}",
                            counted(*of, "answer", "answers")
                        )
                    }
                    _ => "this is as good as any".to_owned(),
                };
                format!("every move loses to {other}; {how}")
            }
            Knowledge::Solved { winner: Some(_), moves: Some(moves), .. } => {
                format!("it wins, in {} at most", counted(*moves, "move", "moves"))
            }
            Knowledge::Solved { winner: Some(_), .. } => {
                format!("it wins, whatever {other} answers")
            }
            Knowledge::Solved { winner: None, answers: Some((keep, of)), .. } if *of > 0 => {
                let of = counted(*of, "answer", "answers");
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
                format!("it won {won} of {} at random", counted(*of, "game", "games"))
            }
            Knowledge::Paths { own, other: Some(lacks) } => {
                let own = counted(*own, "cell", "cells");
                format!("it leaves {} {own} from connecting, and {other} {lacks}", game.name_of(by))
            }
            Knowledge::Paths { .. } => format!("it leaves {other} no way to connect"),
            Knowledge::Answers(Some(answers)) => {
                format!("it leaves {other} {}", counted(*answers, "answer", "answers"))
            }
            Knowledge::Answers(None) => "it is what I see at once".to_owned(),
        }
    }
}
