//! Play in a sum, move by move: the winning move, and an answer to every move.

use std::cmp::Reverse;

use upstar_core::{Dyadic, Game, Player, thermograph};

use super::cancel::{self, Cancellation};
use super::evaluated::{EvaluatedMove, EvaluatedSum, wins_second};
use crate::explain::draft::{Draft, Reasons};
use crate::explain::words::{beyond, name};
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::{Attempt, Value};

/// Most moves that are answered one by one; the others are counted.
const MOST_MOVES: usize = 8;

/// Kind of a winning move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::explain) enum MoveChoice {
    /// Move in the sum that remains when summands have cancelled.
    AfterCancelling,
    /// Move in the hottest summand.
    Hottest,
}

/// Returns the step that `player` wins the sum moving second, with answers to the moves one level deeper.
/// `line` already says that the player wins.
pub(in crate::explain) fn second_wins(
    host: &mut dyn Host,
    (line, sum): (Sentence, &EvaluatedSum),
    player: Player,
) -> Attempt<Draft> {
    let claim = Claim::WinsSecond { player, sum: sum.typed() };
    let under = answers(host, sum, player)?.deeper();
    Ok(Draft::claims(claim, line.say(" moving second"), under))
}

/// Returns the step that `player` wins the sum moving first, with the move. `line` already says that
/// the player wins.
pub(in crate::explain) fn first_wins(
    host: &mut dyn Host,
    (line, sum): (Sentence, &EvaluatedSum),
    (player, sought): (Player, MoveChoice),
) -> Attempt<Draft> {
    let best = opening(host, sum, player, sought)?.expect("the winner has a winning move");
    let line = line.say(" moving first, to ").sum(best.to.summands());
    let claim = Claim::WinsFirst { player, sum: sum.typed(), to: best.to.typed() };
    let under = match best.to.is_all_numbers(&host.store()) {
        true => Reasons::none(),
        false => answers(host, &best.to, player)?.deeper(),
    };
    Ok(Draft::claims(claim, line, under))
}

/// Step on the play when `player` moves first: the winning move, or the answers to all moves.
pub(in crate::explain) fn moving_first(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    player: Player,
) -> Attempt<Draft> {
    let (who, other) = (name(player), player.opponent());
    if let Some(best) = opening(host, sum, player, MoveChoice::AfterCancelling)? {
        let line = Sentence::new(format!("{who} moving first wins, by the move to "))
            .sum(best.to.summands());
        let claim = Claim::WinsFirst { player, sum: sum.typed(), to: best.to.typed() };
        let under = match best.to.is_all_numbers(&host.store()) {
            true => Reasons::none(),
            false => Reasons::later(2, false, move |host| answers(host, &best.to, player)),
        };
        return Ok(Draft::claims(claim, line, under));
    }
    let claim = Claim::WinsSecond { player: other, sum: sum.typed() };
    if sum.moves(host, player)?.is_empty() {
        let line = Sentence::new(format!("{who} moving first loses, having no move"));
        return Ok(Draft::claims(claim, line, Reasons::none()));
    }
    let line = format!("{who} moving first loses: {} has an answer to every move", name(other));
    let under = answers(host, sum, other)?.deeper();
    Ok(Draft::claims(claim, Sentence::new(line), under))
}

/// Returns the answers of `winner` to the moves of the other player.
fn answers(host: &mut dyn Host, sum: &EvaluatedSum, winner: Player) -> Attempt<Reasons> {
    let threats = sum.moves(host, winner.opponent())?;
    let (sum, folded) = (sum.clone(), !threats.is_empty());
    Ok(Reasons::later(1, folded, move |host| {
        answers_to(host, &sum, winner, threats).map(Reasons::Shown)
    }))
}

/// Returns the answers of `winner` to these moves in a sum.
fn answers_to(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    winner: Player,
    threats: Vec<EvaluatedMove>,
) -> Attempt<Vec<Draft>> {
    let loser = winner.opponent();
    if threats.is_empty() {
        let line = Sentence::new(format!("{} has no move", name(loser)));
        return Ok(vec![Step::says(line).into()]);
    }
    let settled = Cancellation::of(host, sum)?;
    let threats = each_once(threats);
    let mut steps = Vec::new();
    for threat in threats.iter().take(MOST_MOVES) {
        let answer = answer_to(host, (sum, &settled), threat, winner)?
            .expect("whoever wins moving second has an answer to every move");
        let line = Sentence::new(format!("{} to ", name(loser)))
            .sum(threat.to.summands())
            .say(format!(", {} to ", name(winner)))
            .sum(answer.to.summands());
        let claim = Claim::Answers {
            player: winner,
            sum: sum.typed(),
            threat: threat.to.typed(),
            answer: answer.to.typed(),
        };
        let is_clear = answer.to.is_all_numbers(&host.store()) || cancel::is_all(host, &answer.to)?;
        let under = match is_clear {
            true => Reasons::none(),
            false => answers(host, &answer.to, winner)?,
        };
        steps.push(Draft::claims(claim, line, under));
    }
    let rest = beyond(threats.len(), MOST_MOVES, "more move", "more moves");
    steps.extend(rest.map(Draft::from));
    Ok(steps)
}

/// Removes moves whose result is written like that of an earlier move.
fn each_once(moves: Vec<EvaluatedMove>) -> Vec<EvaluatedMove> {
    let mut kept: Vec<EvaluatedMove> = Vec::new();
    for one in moves {
        if kept.iter().all(|other| other.to.summands() != one.to.summands()) {
            kept.push(one);
        }
    }
    kept
}

/// Returns the winning move that `rank` puts first.
fn ranked<R: Ord>(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    player: Player,
    rank: impl Fn(&EvaluatedMove, Game) -> Attempt<R>,
) -> Attempt<Option<EvaluatedMove>> {
    let store = host.store();
    let mut best: Option<(R, EvaluatedMove)> = None;
    for one in sum.moves(host, player)? {
        let left = one.to.value(&store)?;
        if !wins_second(&store, left, player)? {
            continue;
        }
        let rank = rank(&one, left)?;
        if best.as_ref().is_none_or(|(other, _)| rank < *other) {
            best = Some((rank, one));
        }
    }
    Ok(best.map(|(_, one)| one))
}

/// Returns a winning move of the player who begins. Prefers a summand that does not cancel and is no
/// number, then the hottest summand, then a move to 0.
fn opening(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    player: Player,
    sought: MoveChoice,
) -> Attempt<Option<EvaluatedMove>> {
    let store = host.store();
    let settled = match sought {
        MoveChoice::AfterCancelling => Cancellation::of(host, sum)?,
        MoveChoice::Hottest => Cancellation::default(),
    };
    let mut keys = Vec::with_capacity(sum.parts.len());
    for (place, part) in sum.parts.iter().enumerate() {
        let heat = match sum.parts.len() {
            1 => Dyadic::ZERO,
            _ => thermograph(&store, part.worth)?.temperature.clone(),
        };
        let is_settled = settled.group(place).is_some();
        keys.push((is_settled, store.is_number(part.worth), Reverse(heat)));
    }
    ranked(host, sum, player, |one, left| Ok((keys[one.place].clone(), left != Game::ZERO)))
}

/// Returns what the best winning move leaves, as a value.
pub(in crate::explain) fn best_move(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    player: Player,
) -> Attempt<Option<Value>> {
    match opening(host, sum, player, MoveChoice::Hottest)? {
        Some(best) => Ok(Some(best.to.typed().formal_sum(host)?)),
        None => Ok(None),
    }
}

/// Returns the answer to a move: in the summands that cancelled with the one of the move, so that they
/// cancel again; otherwise in another summand, preferably no number. Prefers answers that leave 0, then
/// those in the cancelling partner, then those in the same summand.
fn answer_to(
    host: &mut dyn Host,
    (sum, settled): (&EvaluatedSum, &Cancellation),
    threat: &EvaluatedMove,
    player: Player,
) -> Attempt<Option<EvaluatedMove>> {
    let store = host.store();
    let before = sum.value(&store)?;
    let (group, partner) = (settled.group(threat.place), settled.partner(threat.place));
    // Several summands may stand now in the place of one.
    let origin = |place: usize| match place {
        _ if place < threat.place => place,
        _ if place < threat.place + threat.count => threat.place,
        _ => place + 1 - threat.count,
    };
    ranked(host, &threat.to, player, |one, left| {
        let place = origin(one.place);
        let is_near = group.is_some_and(|group| group.contains(&place));
        let is_number = store.is_number(threat.to.parts[one.place].worth);
        let keeps = match player {
            Player::Left => store.le(before, left)?,
            Player::Right => store.le(left, before)?,
        };
        let distance = match partner {
            Some(partner) if place == partner => 0,
            _ if place == threat.place => 1,
            _ => 2,
        };
        let breaks = !is_near && settled.group(place).is_some();
        Ok((!(is_near && keeps && !is_number), breaks, is_number, left != Game::ZERO, distance))
    })
}
