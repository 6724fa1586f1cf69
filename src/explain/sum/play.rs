//! Play in a sum, move by move: the winning move, and an answer to every move.

use std::cmp::Reverse;

use upstar_core::{Dyadic, Game, Player, thermograph};

use super::{EvaluatedSum, Move, cancel, wins_second};
use crate::explain::play::{counted, name};
use crate::value::Result;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;

/// Moves that are answered one by one; the others are counted.
const MOST_MOVES: usize = 8;

/// That `player` wins the sum moving second, with the answers to `depth` levels of moves. The line
/// already says that the player wins it.
pub(in crate::explain) fn second_wins(
    host: &mut dyn Host,
    (line, sum): (Sentence, &EvaluatedSum),
    player: Player,
    depth: u32,
) -> Result<Step> {
    let claim = Claim::WinsSecond { player, sum: sum.typed() };
    let under = answers(host, sum, player, depth)?;
    Ok(Step::Claims { claim, line: line.say(" moving second"), under })
}

/// That `player` wins the sum moving first, by which move. The line already says that the player
/// wins it.
pub(in crate::explain) fn first_wins(
    host: &mut dyn Host,
    (line, sum): (Sentence, &EvaluatedSum),
    player: Player,
    depth: u32,
) -> Result<Step> {
    let best = opening(host, sum, player)?.expect("the winner has a winning move");
    let line = line.say(" moving first, to ").sum(best.to.summands());
    let claim = Claim::WinsFirst { player, sum: sum.typed(), to: best.to.typed() };
    let under = match best.to.is_all_numbers(&host.store()) {
        true => Vec::new(),
        false => answers(host, &best.to, player, depth)?,
    };
    Ok(Step::Claims { claim, line, under })
}

/// What happens when `player` moves first: the winning move, or the answer to every move.
pub(in crate::explain) fn moving_first(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    player: Player,
    depth: u32,
) -> Result<Step> {
    let (who, other) = (name(player), player.opponent());
    if let Some(best) = opening(host, sum, player)? {
        let line = Sentence::new(format!("{who} moving first wins, by the move to "))
            .sum(best.to.summands());
        let claim = Claim::WinsFirst { player, sum: sum.typed(), to: best.to.typed() };
        let under = match depth {
            0 | 1 => Vec::new(),
            _ if best.to.is_all_numbers(&host.store()) => Vec::new(),
            _ => answers(host, &best.to, player, depth - 1)?,
        };
        return Ok(Step::Claims { claim, line, under });
    }
    let claim = Claim::WinsSecond { player: other, sum: sum.typed() };
    if sum.moves(host, player)?.is_empty() {
        let line = Sentence::new(format!("{who} moving first loses, having no move"));
        return Ok(Step::Claims { claim, line, under: Vec::new() });
    }
    let line = format!("{who} moving first loses: {} has an answer to every move", name(other));
    let under = answers(host, sum, other, depth.saturating_sub(1))?;
    Ok(Step::Claims { claim, line: Sentence::new(line), under })
}

/// What `winner` answers to each move of the other player.
fn answers(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    winner: Player,
    depth: u32,
) -> Result<Vec<Step>> {
    let loser = winner.opponent();
    let threats = sum.moves(host, loser)?;
    if threats.is_empty() {
        return Ok(match depth {
            0 => Vec::new(),
            _ => vec![Step::says(Sentence::new(format!("{} has no move", name(loser))))],
        });
    }
    if depth == 0 {
        return Ok(vec![Step::Folded]);
    }
    let pairs = cancel::pairs(host, sum)?;
    let mut steps = Vec::new();
    for threat in threats.iter().take(MOST_MOVES) {
        let near = pairs.iter().find_map(|pair| pair.partner(threat.place));
        let answer = answer_to(host, threat, near, winner)?
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
        let is_clear =
            answer.to.is_all_numbers(&host.store()) || cancel::leaves_nothing(host, &answer.to)?;
        let under = match is_clear {
            true => Vec::new(),
            false => self::answers(host, &answer.to, winner, depth - 1)?,
        };
        steps.push(Step::Claims { claim, line, under });
    }
    if threats.len() > MOST_MOVES {
        let more = counted(threats.len() - MOST_MOVES, "more move", "more moves");
        steps.push(Step::says(Sentence::new(format!("and so on for {more}"))));
    }
    Ok(steps)
}

/// The moves after which `player` wins, each with its rank.
fn ranked<R: Ord>(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    player: Player,
    rank: impl Fn(&Move, bool) -> R,
) -> Result<Option<Move>> {
    let store = host.store();
    let mut best: Option<(R, Move)> = None;
    for one in sum.moves(host, player)? {
        let left = one.to.value(&store)?;
        if !wins_second(&store, left, player)? {
            continue;
        }
        let rank = rank(&one, left == Game::ZERO);
        if best.as_ref().is_none_or(|(other, _)| rank < *other) {
            best = Some((rank, one));
        }
    }
    Ok(best.map(|(_, one)| one))
}

/// A winning move of the player who begins: not in a number, if possible, but in the hottest
/// summand that has one, and there one that leaves 0.
pub(super) fn opening(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    player: Player,
) -> Result<Option<Move>> {
    let store = host.store();
    let mut heats = Vec::with_capacity(sum.parts.len());
    for part in &sum.parts {
        let heat = match sum.parts.len() {
            1 => Dyadic::ZERO,
            _ => thermograph(&store, part.worth)?.temperature.clone(),
        };
        heats.push((store.is_number(part.worth), Reverse(heat)));
    }
    ranked(host, sum, player, |one, is_zero| (heats[one.place].clone(), !is_zero))
}

/// The answer to a move: one that leaves 0, if possible; among these one in the summand that
/// cancels with the one that was moved in, which is at `near`, then one in the same summand.
fn answer_to(
    host: &mut dyn Host,
    threat: &Move,
    near: Option<usize>,
    player: Player,
) -> Result<Option<Move>> {
    let after = threat.place..threat.place + threat.count;
    // Several summands may stand now in the place of one.
    let near = near.map(|place| match place > threat.place {
        true => place + threat.count - 1,
        false => place,
    });
    ranked(host, &threat.to, player, |one, is_zero| {
        let distance = match near {
            Some(near) if one.place == near => 0,
            _ if after.contains(&one.place) => 1,
            _ => 2,
        };
        (!is_zero, distance)
    })
}
