//! Why a position of a game about points has its value.

use std::sync::Arc;

use upstar_core::{Player, Rational};

use super::Page;
use super::play::fold;
use crate::diagnostic::Code;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::points::{Move, Turn, name};
use crate::value::{Position, Result, Value};

/// Most moves that are listed.
const MOST_MOVES: usize = 24;
/// The largest table of a backward induction.
const MOST_ROWS: usize = 64;

pub(super) fn page(
    host: &mut dyn Host,
    position: &Arc<Position>,
    args: &[Value],
    depth: u32,
) -> Result<Page> {
    let first = match args.get(1) {
        Some(Value::Player(player)) => Some(*player),
        _ => None,
    };
    let value = host.points_value(position, first)?;
    let mut title = Sentence::new("the value of ").value(Value::Position(position.clone()));
    if let Some(first) = first {
        title = title.say(format!(" when {} begins", name(first)));
    }
    let title = title.say(" is ").value(Value::Number(value));
    let mut steps = of_position(host, position, first, depth)?;
    if let Some(induction) = induction(host, position, first, depth)? {
        steps.push(induction);
    }
    Ok((title, steps))
}

fn of_position(
    host: &mut dyn Host,
    position: &Arc<Position>,
    first: Option<Player>,
    depth: u32,
) -> Result<Vec<Step>> {
    let (player, moves) = match host.points_turn(position, first)? {
        Turn::Of(player, moves) => (player, moves),
        Turn::Over(score) => {
            let line = Sentence::new("play is over, and the score is ");
            return Ok(vec![Step::says(line.value(Value::Number(score)))]);
        }
    };
    let (_, best) = host.points_best(position, first)?;
    let next = first.filter(|_| position.ruleset.tree.turn.is_none()).map(Player::opponent);
    let wants = if player == Player::Left { "most" } else { "least" };
    let line =
        Sentence::new(format!("{} takes the {wants} of what the moves lead to", name(player)));
    let table = Step::Table(options(host, player, &moves, &best, next)?);
    let mut steps = vec![Step::Says { line, under: vec![table] }];
    if let Some(step) = best.first().and_then(|&place| moves.get(place)) {
        let line =
            Sentence::new("after the best move, to ").value(Value::Position(step.to.clone()));
        let under = match depth {
            0 | 1 => vec![Step::Folded],
            _ => of_position(host, &step.to, next, depth - 1)?,
        };
        steps.push(Step::Says { line, under });
    }
    Ok(steps)
}

/// Returns a row for each move: the position it leads to, its gain, and the value of that position.
fn options(
    host: &mut dyn Host,
    player: Player,
    moves: &[Move],
    best: &[usize],
    next: Option<Player>,
) -> Result<Vec<Vec<Sentence>>> {
    let gains = moves.iter().any(|step| !step.gain.is_zero());
    let mut head = vec![Sentence::new(format!("{} moves to", name(player)))];
    if gains {
        head.extend([Sentence::new("at once"), Sentence::new("later")]);
    }
    head.extend([Sentence::new("together"), Sentence::default()]);
    let mut rows = vec![head];
    let number = |number: Rational| Sentence::default().value(Value::Number(number));
    for (place, step) in moves.iter().enumerate().take(MOST_MOVES) {
        let later = host.points_value(&step.to, next)?;
        let mut row = vec![Sentence::default().value(Value::Position(step.to.clone()))];
        let together = &step.gain + &later;
        if gains {
            row.extend([number(step.gain.clone()), number(later)]);
        }
        let mark = if best.contains(&place) { "best" } else { "" };
        row.extend([number(together), Sentence::new(mark)]);
        rows.push(row);
    }
    if moves.len() > MOST_MOVES {
        rows.push(vec![Sentence::new(format!("and {} more", moves.len() - MOST_MOVES))]);
    }
    Ok(rows)
}

/// The table that backward induction fills in, where it is small.
fn induction(
    host: &mut dyn Host,
    position: &Arc<Position>,
    first: Option<Player>,
    depth: u32,
) -> Result<Option<Step>> {
    let rows = match host.points_induction(position, first, MOST_ROWS) {
        Ok(rows) => rows,
        Err(fault) if fault.code() == Code::TooLarge => return Ok(None),
        Err(fault) => return Err(fault),
    };
    let count = match rows.len() {
        1 => "1 position".to_owned(),
        many => format!("{many} positions"),
    };
    let line = format!("backward induction fills in {count}, from the ends of play upwards");
    let line = Sentence::new(line);
    let head = ["moves left", "position", "whose turn", "value"];
    let mut table = vec![head.map(Sentence::new).to_vec()];
    for row in rows {
        table.push(vec![
            Sentence::new(row.height.to_string()),
            Sentence::default().value(Value::Position(row.position)),
            Sentence::new(name(row.mover)),
            Sentence::default().value(Value::Number(row.value)),
        ]);
    }
    let under = fold(vec![Step::Table(table)], depth);
    Ok(Some(Step::Says { line, under }))
}
