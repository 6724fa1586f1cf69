//! Play in a sum, move by move: the winning move, and an answer to every move.

use upstar_core::{Game, Player};

use super::{Move, Table};
use crate::explain::play::name;
use crate::value::Result;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;

/// Moves that are answered one by one; the others are counted.
const MOST_MOVES: usize = 8;

/// That `player` wins the sum moving second, with the answers to `depth` levels of moves.
pub(in crate::explain) fn second_wins(
    host: &mut dyn Host,
    (claim, table): (Sentence, &Table),
    player: Player,
    depth: u32,
) -> Result<Step> {
    let line = claim.say(format!("{} wins ", name(player))).sum(table.summands());
    let claim = Claim::WinsSecond { player, sum: table.typed() };
    let under = answers(host, table, player, depth)?;
    Ok(Step::Claims { claim, line: line.say(" moving second"), under })
}

/// That `player` wins the sum moving first, by which move.
pub(in crate::explain) fn first_wins(
    host: &mut dyn Host,
    (claim, table): (Sentence, &Table),
    player: Player,
    depth: u32,
) -> Result<Step> {
    let Some(best) = winning_move(host, table, player, None)? else {
        return Ok(Step::says(claim));
    };
    let line = claim.say(format!("{} wins ", name(player))).sum(table.summands());
    let line = line.say(" moving first, to ").sum(best.to.summands());
    let claim = Claim::WinsFirst { player, sum: table.typed(), to: best.to.typed() };
    let under = match best.to.is_settled(&host.store()) {
        true => Vec::new(),
        false => answers(host, &best.to, player, depth)?,
    };
    Ok(Step::Claims { claim, line, under })
}

/// What happens when `player` moves first: the winning move, or the answer to every move.
pub(in crate::explain) fn first_loses(
    host: &mut dyn Host,
    table: &Table,
    player: Player,
    depth: u32,
) -> Result<Step> {
    let (who, other) = (name(player), player.opponent());
    if let Some(best) = winning_move(host, table, player, None)? {
        let line = Sentence::new(format!("{who} moving first wins, by the move to "))
            .sum(best.to.summands());
        let claim = Claim::WinsFirst { player, sum: table.typed(), to: best.to.typed() };
        let under = match depth {
            0 | 1 => Vec::new(),
            _ if best.to.is_settled(&host.store()) => Vec::new(),
            _ => answers(host, &best.to, player, depth - 1)?,
        };
        return Ok(Step::Claims { claim, line, under });
    }
    let claim = Claim::WinsSecond { player: other, sum: table.typed() };
    if table.moves(host, player)?.is_empty() {
        let line = Sentence::new(format!("{who} moving first loses, having no move"));
        return Ok(Step::Claims { claim, line, under: Vec::new() });
    }
    let line = format!("{who} moving first loses: {} has an answer to every move", name(other));
    let under = answers(host, table, other, depth.saturating_sub(1))?;
    Ok(Step::Claims { claim, line: Sentence::new(line), under })
}

/// What `winner` answers to each move of the other player.
pub(super) fn answers(
    host: &mut dyn Host,
    table: &Table,
    winner: Player,
    depth: u32,
) -> Result<Vec<Step>> {
    let loser = winner.opponent();
    let threats = table.moves(host, loser)?;
    if threats.is_empty() {
        return Ok(match depth {
            0 => Vec::new(),
            _ => vec![Step::says(Sentence::new(format!("{} has no move", name(loser))))],
        });
    }
    if depth == 0 {
        return Ok(vec![Step::Folded]);
    }
    let mut steps = Vec::new();
    for threat in threats.iter().take(MOST_MOVES) {
        let near = partner(host, table, threat.place)?;
        let Some(answer) = winning_move(host, &threat.to, winner, Some((threat, near)))? else {
            continue;
        };
        let line = Sentence::new(format!("{} to ", name(loser)))
            .sum(threat.to.summands())
            .say(format!(", {} to ", name(winner)))
            .sum(answer.to.summands());
        let claim = Claim::Answers {
            player: winner,
            sum: table.typed(),
            threat: threat.to.typed(),
            answer: answer.to.typed(),
        };
        let under = match answer.to.is_settled(&host.store()) || pairs_off(host, &answer.to)? {
            true => Vec::new(),
            false => self::answers(host, &answer.to, winner, depth - 1)?,
        };
        steps.push(Step::Claims { claim, line, under });
    }
    if threats.len() > MOST_MOVES {
        let more = threats.len() - MOST_MOVES;
        steps.push(Step::says(Sentence::new(format!("and so on for {more} more moves"))));
    }
    Ok(steps)
}

/// Whether nothing but pairs of negatives is left.
fn pairs_off(host: &mut dyn Host, table: &Table) -> Result<bool> {
    Ok(super::cancelled(host, table)?.rest.parts().is_empty())
}

/// The summand that cancels with the one at `place`, if there is one.
fn partner(host: &mut dyn Host, table: &Table, place: usize) -> Result<Option<usize>> {
    let pairs = super::cancel::pairs(host, table)?;
    Ok(pairs.iter().find_map(|pair| match (pair.first, pair.second) {
        (first, second) if first == place => Some(second),
        (first, second) if second == place => Some(first),
        _ => None,
    }))
}

/// A move after which `player` wins. Preferred are moves that leave 0; among those as answers the
/// ones in the partner of the summand that was moved in, then in the same summand.
pub(super) fn winning_move(
    host: &mut dyn Host,
    table: &Table,
    player: Player,
    answers: Option<(&Move, Option<usize>)>,
) -> Result<Option<Move>> {
    let store = host.store();
    let mut best: Option<((bool, u8), Move)> = None;
    for one in table.moves(host, player)? {
        if !one.to.wins_second(&store, player)? {
            continue;
        }
        let distance = match answers {
            None => 0,
            Some((threat, near)) => {
                let after = threat.place..threat.place + threat.count;
                let moved = |place: usize| match place > threat.place {
                    true => place + threat.count - 1,
                    false => place,
                };
                match near {
                    Some(near) if one.place == moved(near) => 0,
                    _ if after.contains(&one.place) => 1,
                    _ => 2,
                }
            }
        };
        let rank = (one.to.total(&store)? != Game::ZERO, distance);
        if best.as_ref().is_none_or(|(other, _)| rank < *other) {
            best = Some((rank, one));
        }
    }
    Ok(best.map(|(_, one)| one))
}
