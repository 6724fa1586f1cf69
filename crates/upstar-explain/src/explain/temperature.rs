//! Temperatures: the walls of the options, taxed, until they meet.
//!
//! Source: *Winning Ways*, chapter 6.

use upstar_core::{Dyadic, Game, Player, Rational, Store, Thermograph, thermograph};

use super::draft::Page;
use super::loopy_options::as_typed;
use super::words;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::worth::{self, Solved};
use crate::value::{Attempt, Value, loopy};

/// Most temperatures in a table, besides 0 and the last one.
pub(super) const MOST_ROWS: usize = 12;

pub(super) fn page(host: &mut dyn Host, value: &Value, komaster: Option<Player>) -> Attempt<Page> {
    let Solved::Short(game) = worth::solved(host, value)? else {
        return of_loopy(host, value, komaster);
    };
    let store = host.store();
    let graph = thermograph(&store, game)?;
    let title = title(value, &graph);
    let steps = if store.is_number(game) {
        vec![Step::says(Sentence::new(
            "it is a number: its thermograph is a mast from temperature -1/2^n on, where 2^n is the \
             denominator of the number",
        ))]
    } else {
        of_hot(&store, game, &graph)?
    };
    Ok((title, steps))
}

/// The mean and the temperature of a game.
pub(super) fn title(value: &Value, graph: &Thermograph) -> Sentence {
    let title = Sentence::default().value(value.clone()).say(" has mean ");
    let title = title.value(number(&graph.mean)).say(" and temperature ");
    title.value(number(&graph.temperature))
}

/// The walls of a stopper, or of a ko.
pub(super) fn of_loopy(
    host: &mut dyn Host,
    value: &Value,
    komaster: Option<Player>,
) -> Attempt<Page> {
    let is_stopper = loopy::worth(host, value)?.is_stopper();
    let walls = match loopy::thermograph(host, value, komaster)? {
        Value::LoopyThermograph(graph) => Walls {
            corners: [Player::Left, Player::Right].map(|player| graph.corners(player)),
            mean: graph.mean.clone(),
            temperature: graph.temperature.clone(),
        },
        Value::Thermograph(graph) => Walls::of_short(&graph),
        other => return Err(other.wrong("a thermograph").into()),
    };
    let shown = |x: &Rational| Sentence::default().value(Value::Number(x.clone()));
    let mut title = Sentence::default().value(as_typed(value));
    if let Some(player) = komaster {
        title = title.say(format!(" with {} as komaster", words::name(player)));
    }
    let title = title.say(" has mean ").join(shown(&walls.mean));
    let title = title.say(" and temperature ").join(shown(&walls.temperature));
    let rule = match (is_stopper, komaster) {
        (true, _) => "it is a stopper: play that alternates ends, and its stops are found as usual",
        (_, None) => "by the rule of ko a move may not be taken back at once",
        (_, Some(_)) => {
            "the komaster has threats enough to take back in a ko, and must then end it"
        }
    };
    let mut steps = vec![Step::says(Sentence::new(rule))];
    for (player, corners) in [Player::Left, Player::Right].into_iter().zip(&walls.corners) {
        let mut rows = vec![vec![Sentence::new("t"), Sentence::new("stop")]];
        rows.extend(corners.iter().take(MOST_ROWS).map(|(t, x)| vec![shown(t), shown(x)]));
        let line = format!(
            "when {} begins, and each move costs a tax of t, play leads to these stops, and in \
             between on straight lines",
            words::name(player)
        );
        steps.push(Step::Says { line: Sentence::new(line), under: vec![Step::Table(rows)] });
    }
    let last = Sentence::new("the walls meet at t = ").join(shown(&walls.temperature));
    let last = last.say(" in ").join(shown(&walls.mean)).say(": there the mast begins");
    steps.push(Step::says(last));
    Ok((title, steps))
}

/// The corners of the two walls, and where they meet.
struct Walls {
    corners: [Vec<(Rational, Rational)>; 2],
    mean: Rational,
    temperature: Rational,
}

impl Walls {
    fn of_short(graph: &Thermograph) -> Walls {
        let corners = |player| {
            let corners = graph.corners(player).into_iter();
            corners.map(|(t, x)| (Rational::from(&t), Rational::from(&x))).collect()
        };
        Walls {
            corners: [Player::Left, Player::Right].map(corners),
            mean: Rational::from(&graph.mean),
            temperature: Rational::from(&graph.temperature),
        }
    }
}

pub(super) fn number(x: &Dyadic) -> Value {
    Value::Number(Rational::from(x))
}

fn of_hot(store: &Store, game: Game, graph: &Thermograph) -> Attempt<Vec<Step>> {
    let mut rows = vec![vec![
        Sentence::new("t"),
        Sentence::new("Left's best"),
        Sentence::new(""),
        Sentence::new("Right's best"),
        Sentence::new(""),
    ]];
    for t in temperatures(store, game, graph)? {
        let mut row = vec![Sentence::default().value(number(&t))];
        for player in [Player::Left, Player::Right] {
            let Some((option, stop)) = best(store, game, player, &t)? else { continue };
            let tax = if player == Player::Left { " - " } else { " + " };
            let sum = match player {
                Player::Left => &stop - &t,
                Player::Right => &stop + &t,
            };
            row.push(Sentence::default().value(Value::of_game(store, option)));
            row.push(
                Sentence::default()
                    .value(number(&stop))
                    .say(tax)
                    .value(number(&t))
                    .say(" = ")
                    .value(number(&sum)),
            );
        }
        rows.push(row);
    }
    let line = Sentence::new(
        "each move costs a tax of t; Left's best move counts at its Right stop, Right's at its Left stop",
    );
    let last = Sentence::new("they meet at t = ")
        .value(number(&graph.temperature))
        .say(" in ")
        .value(number(&graph.mean))
        .say(": from there on neither player wants to move, and the mast begins");
    Ok(vec![Step::Says { line, under: vec![Step::Table(rows)] }, Step::says(last)])
}

/// Returns the temperatures at which a wall has a corner, up to where the mast begins.
fn temperatures(store: &Store, game: Game, graph: &Thermograph) -> Attempt<Vec<Dyadic>> {
    let mut all = vec![Dyadic::ZERO, graph.temperature.clone()];
    for player in [Player::Left, Player::Right] {
        all.extend(graph.corners(player).into_iter().map(|(t, _)| t));
        for option in options(store, game, player)? {
            let facing = thermograph(store, option)?;
            all.extend(facing.corners(player.opponent()).into_iter().map(|(t, _)| t));
        }
    }
    all.retain(|t| !t.is_negative() && *t <= graph.temperature);
    all.sort();
    all.dedup();
    if all.len() > MOST_ROWS {
        all.drain(MOST_ROWS - 1..all.len() - 1);
    }
    Ok(all)
}

pub(super) fn options(store: &Store, game: Game, player: Player) -> Attempt<Vec<Game>> {
    Ok(match player {
        Player::Left => store.left_options(game)?,
        Player::Right => store.right_options(game)?,
    })
}

/// Returns the option whose facing wall is best at `t`, and the value of the wall.
fn best(store: &Store, game: Game, player: Player, t: &Dyadic) -> Attempt<Option<(Game, Dyadic)>> {
    let mut best: Option<(Game, Dyadic)> = None;
    for option in options(store, game, player)? {
        store.budget().step()?;
        let stop = thermograph(store, option)?.wall(player.opponent()).at(t);
        let better = best.as_ref().is_none_or(|(_, other)| match player {
            Player::Left => stop > *other,
            Player::Right => stop < *other,
        });
        if better {
            best = Some((option, stop));
        }
    }
    Ok(best)
}
