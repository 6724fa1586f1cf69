//! Explanation of the value of a position in a game about points.

use std::sync::Arc;

use upstar_core::{Player, Rational};

use super::draft::{Draft, Outline, Reasons};
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::points::{Move, Turn, name};
use crate::value::{Attempt, NoAnswer, Position, Value};

/// Most moves that are listed.
const MOST_MOVES: usize = 24;
/// The largest table of a backward induction.
const MOST_ROWS: usize = 64;

pub(super) fn page(
    host: &mut dyn Host,
    position: &Arc<Position>,
    args: &[Value],
) -> Attempt<Outline> {
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
    let mut steps = of_position(host, position, first)?;
    steps.extend(induction(host, position, first)?);
    Ok(Outline::new(title, steps))
}

fn of_position(
    host: &mut dyn Host,
    position: &Arc<Position>,
    first: Option<Player>,
) -> Attempt<Vec<Draft>> {
    let (player, moves) = match host.points_turn(position, first)? {
        Turn::Of(player, moves) => (player, moves),
        Turn::Over(score) => {
            let line = Sentence::new("play is over, and the score is ");
            return Ok(vec![Step::says(line.value(Value::Number(score))).into()]);
        }
    };
    let (_, best) = host.points_best(position, first)?;
    let next = first.filter(|_| position.ruleset.tree.turn.is_none()).map(Player::opponent);
    let wants = if player == Player::Left { "most" } else { "least" };
    let line =
        Sentence::new(format!("{} takes the {wants} of what the moves lead to", name(player)));
    let table = Step::Table(options(host, player, &moves, &best, next)?);
    let mut steps = vec![Draft::from(Step::Says { line, under: vec![table] })];
    if let Some(step) = best.first().and_then(|&place| moves.get(place)) {
        let line =
            Sentence::new("after the best move, to ").value(Value::Position(step.to.clone()));
        let to = step.to.clone();
        let under = Reasons::second(move |host| of_position(host, &to, next));
        steps.push(Draft::new(line, under));
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
) -> Attempt<Vec<Vec<Sentence>>> {
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

/// Table of backward induction, if it is small.
fn induction(
    host: &mut dyn Host,
    position: &Arc<Position>,
    first: Option<Player>,
) -> Attempt<Option<Draft>> {
    let rows = match host.points_induction(position, first, MOST_ROWS) {
        Ok(rows) => rows,
        Err(NoAnswer::TooLarge(_)) => return Ok(None),
        Err(why) => return Err(why),
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
    Ok(Some(Draft::new(line, Reasons::known(vec![Step::Table(table)]))))
}
