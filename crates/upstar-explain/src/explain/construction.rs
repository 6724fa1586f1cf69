//! The construction of thermographs: the facing walls of the options, the tax, and the mast.
//!
//! Source: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*, II.5.

use std::sync::Arc;

use upstar_core::{
    Corner, Dyadic, Game, Player, Store, Thermograph, Trajectory, scaffolds, subzero_scaffolds,
    subzero_thermograph, thermograph,
};

use super::draft::{Draft, Outline, Reasons};
use super::temperature::{self, MOST_ROWS, number, options};
use crate::picture::Walls;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::worth::{self, Solved};
use crate::value::{Attempt, Value};

/// The temperature from which walls are constructed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    Zero,
    MinusOne,
}

impl Base {
    fn thermograph(self, store: &Store, game: Game) -> Attempt<Arc<Thermograph>> {
        Ok(match self {
            Base::Zero => thermograph(store, game)?,
            Base::MinusOne => subzero_thermograph(store, game)?,
        })
    }

    fn scaffolds(self, store: &Store, game: Game) -> Attempt<Option<[Trajectory; 2]>> {
        Ok(match self {
            Base::Zero => scaffolds(store, game)?,
            Base::MinusOne => subzero_scaffolds(store, game)?,
        })
    }
}

/// How the thermograph of a value is constructed.
pub(super) fn page(host: &mut dyn Host, value: &Value, base: Base) -> Attempt<Outline> {
    let Solved::Short(game) = worth::solved(host, value)? else {
        return temperature::of_loopy(host, value, None).map(Outline::from);
    };
    let store = host.store();
    let graph = base.thermograph(&store, game)?;
    let title = temperature::title(value, &graph);
    let Some(lines) = base.scaffolds(&store, game)? else {
        let line = match base {
            Base::Zero => {
                "it is a number: its thermograph is a mast from temperature -1/2^n on, where 2^n is \
                 the denominator of the number"
            }
            Base::MinusOne => "it is an integer: its thermograph is a mast from temperature -1 on",
        };
        let under = vec![Step::Drawing(Arc::new(Walls::of(&graph))).into()];
        return Ok(Outline::new(
            title,
            vec![Draft::new(Sentence::new(line), Reasons::Shown(under))],
        ));
    };
    let top = &graph.temperature + &margin(&graph);
    let drawing = |lines: &[Trajectory; 2]| Step::Drawing(Arc::new(Walls::of_lines(lines, &top)));
    let untaxed = [lines[0].tilt(1), lines[1].tilt(-1)];
    let mut steps = Vec::new();
    for player in [Player::Left, Player::Right] {
        steps.push(facing(&store, game, player, base)?);
    }
    let of_options = Sentence::new(
        "the best of them: the highest right wall of Left's options, the lowest left wall of Right's",
    );
    steps.push(Draft::new(of_options, Reasons::known(vec![drawing(&untaxed)])));
    let taxed = Sentence::new("a move costs t: Left's line less t, and Right's plus t");
    steps.push(Draft::new(taxed, Reasons::known(vec![drawing(&lines)])));
    let met = Sentence::new("they meet at t = ")
        .value(number(&graph.temperature))
        .say(" in ")
        .value(number(&graph.mean))
        .say(": from there on neither player wants to move, and the mast begins");
    let under = vec![Step::Drawing(Arc::new(Walls::of(&graph))).into()];
    steps.push(Draft::new(met, Reasons::Shown(under)));
    Ok(Outline::new(title, steps))
}

/// How far lines are drawn above the foot of the mast: half the height of the walls, or a whole one.
fn margin(graph: &Thermograph) -> Dyadic {
    let base = graph.left.corners()[0].0.clone();
    let height = &graph.temperature - &base;
    if height.is_positive() { height.half() } else { Dyadic::from(1) }
}

/// The facing walls of a player's options.
fn facing(store: &Store, game: Game, player: Player, base: Base) -> Attempt<Draft> {
    let (whose, wall) = match player {
        Player::Left => ("Left's options and their right walls", "right wall"),
        Player::Right => ("Right's options and their left walls", "left wall"),
    };
    let mut rows = vec![vec![Sentence::new("option"), Sentence::new(wall)]];
    let options = options(store, game, player)?;
    for option in options.iter().take(MOST_ROWS) {
        let graph = base.thermograph(store, *option)?;
        let corners = corners(&graph, player.opponent())?;
        rows.push(vec![
            Sentence::default().value(Value::of_game(store, *option)),
            Sentence::default().values(corners.into_iter()),
        ]);
    }
    if let Some(more) = options.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
        rows.push(vec![Sentence::new(format!("and {more} more"))]);
    }
    let under = Reasons::Shown(vec![Step::Table(rows).into()]);
    Ok(Draft::new(Sentence::new(whose), under))
}

/// The corners `(temperature, stop)` of a wall. Numbers stand at all temperatures.
fn corners(graph: &Thermograph, wall: Player) -> Attempt<Vec<Value>> {
    let pair = |(t, x): Corner| Value::tuple(vec![number(&t), number(&x)]);
    Ok(graph.corners(wall).into_iter().map(pair).collect::<Result<_, _>>()?)
}
