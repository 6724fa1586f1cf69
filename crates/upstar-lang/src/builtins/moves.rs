//! Moves and winning moves.

use std::sync::Arc;

use indexmap::IndexSet;
use num_bigint::{BigInt, BigUint};
use upstar_core::solve::Method;
use upstar_core::{Game, Player};

use super::typed::{binary, param};
use super::{Attribute, Builtin, ROW, goals, points, tokens};
use crate::diagnostic::Code;
use crate::value::explanation::Question;
use crate::value::goals::position as decided_by_goal;
use crate::value::host::Host;
use crate::value::moves::{moves, replaced};
use crate::value::nimbers::{both_alike, impartial, of_term, options_of};
use crate::value::order::is_gamelike;
use crate::value::remote;
use crate::value::worth::{self, Solved};
use crate::value::{
    Attempt, Fault, NoAnswer, Notation, Result, Sum, Value, affine, blocking, infinity, show,
};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "moves",
        params: &[param("P"), param("player")],
        summary: "Where a player can move from a position, sum or game.",
        details: "Leave the player out in impartial rulesets.",
        examples: &[
            ("moves(Nim(3))", "[Nim(2), Nim(1), Nim(0)]"),
            ("moves(ToadsAndFrogs(\"T.F\"), Left)", "[ToadsAndFrogs(\".TF\")]"),
        ],
        see_also: &["winning_moves", "left_options"],
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, p: Value, player: Option<Player>| {
            crate::value::goals::refuse_sum(&p)?;
            crate::value::points::refuse_sum(&p)?;
            if let (Value::Position(position), Some(player)) = (&p, player) {
                host.check_turn(position, player)?;
            }
            let player = mover(host, "moves", &p, player)?;
            Value::list(moves(host, &p, player)?)
        }),
        ..ROW
    },
    Builtin {
        name: "winning_moves",
        params: &[param("P"), param("player")],
        summary: "The moves after which the player who made them wins.",
        details: "Leave the player out in impartial rulesets. In a ruleset \
                  with `blocking k` these moves win unless they are forbidden, and more than k of \
                  them are enough. If too many moves win in a very large heap, the error says which \
                  ones they are.",
        examples: &[
            ("winning_moves(Nim(13, 12, 8))", "[Nim(4, 12, 8), Nim(13, 5, 8), Nim(13, 12, 1)]"),
            ("winning_moves(Nim(1, 2, 3))", "[]"),
            ("winning_moves(<1,*|0>, Left)", "[1]"),
        ],
        see_also: &["moves", "best_moves", "outcome"],
        source: "Winning Ways, ch. 2",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, p: Value, player: Option<Player>| {
            let player = mover(host, "winning_moves", &p, player)?;
            if let Some(position) = blocking::position(&p) {
                return Value::list(blocking::Options::of(host, position, player)?.winning);
            }
            if let Some(position) = decided_by_goal(&p) {
                return goals::winning_moves(host, position, player);
            }
            Value::list(winning_moves(host, &p, player)?)
        }),
        question: Some(Question::WinningMoves),
        ..ROW
    },
    Builtin {
        name: "blocked_moves",
        params: &[param("P"), param("player")],
        summary: "In a ruleset with `blocking`, the moves that the opponent forbids before the player moves.",
        details: "They are the fewest whose ban brings the opponent the best result: all that win, if there are few \
                  enough. An empty list means that nothing needs to be forbidden, or that forbidding does not help. \
                  Leave the player out in impartial rulesets.",
        examples: &[
            (
                "game Z(n) { move n - k for k in 1..3 if k <= n; blocking 1 }; blocked_moves(Z(4))",
                "[Z(1)]",
            ),
            (
                "game Z(n) { move n - k for k in 1..3 if k <= n; blocking 1 }; blocked_moves(Z(3))",
                "[]",
            ),
        ],
        see_also: &["winning_moves", "moves", "outcome"],
        source: "Larsson, Blocking Wythoff Nim, Electron. J. Combin. 18 (2011), P120",
        run: &binary(|host, p: Value, player: Option<Player>| {
            let Some(position) = blocking::position(&p) else { return Err(nothing_blocked(&p)) };
            let player = mover(host, "blocked_moves", &p, player)?;
            let options = blocking::Options::of(host, position, player)?;
            Value::list(options.to_forbid(player))
        }),
        ..ROW
    },
    Builtin {
        name: "best_moves",
        params: &[param("P"), param("player")],
        summary: "The moves that no other move beats, whatever else is on the table.",
        details: "Leave the player out in impartial rulesets. In misère play \
                  they are those that win, or all when none does; in games about points, those \
                  that reach the value; in games decided by a goal, those that win, or else draw.",
        examples: &[
            ("best_moves(Domineering(\"..|.#\"), Left)", "[Domineering(\"#.|##\")]"),
            ("best_moves(<0,*,1|2>, Left)", "[1]"),
            ("best_moves(Nim(2))", "[Nim(1), Nim(0)]"),
        ],
        see_also: &["winning_moves", "moves", "left_options"],
        source: "Winning Ways, ch. 3",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, p: Value, player: Option<Player>| {
            if let Value::Position(position) = &p
                && position.ruleset.is_about_points()
            {
                return points::best_moves(host, position, player);
            }
            let player = mover(host, "best_moves", &p, player)?;
            if let Some(position) = blocking::position(&p) {
                return Value::list(blocking::Options::of(host, position, player)?.best());
            }
            if let Some(position) = decided_by_goal(&p) {
                return goals::best(host, position, player);
            }
            Value::list(best_moves(host, &p, player)?)
        }),
        ..ROW
    },
    Builtin {
        name: "sensible_options",
        params: &[param("P"), param("player")],
        summary: "The moves that account for an option of the canonical form: for Left those at least as good as one of \
                  them.",
        details: "For Right those at most some right option. Other moves are dominated or \
                  reversed. Leave the player out in impartial rulesets.",
        examples: &[
            ("sensible_options(Domineering(\"..|.#\"), Left)", "[Domineering(\"#.|##\")]"),
            ("sensible_options(form(<0,*,1|2>), Left)", "[1]"),
            ("sensible_options(form(<*|*>), Left)", "[]"),
        ],
        see_also: &["best_moves", "moves", "left_options"],
        source: "the documentation of CGSuite",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, p: Value, player: Option<Player>| {
            let player = mover(host, "sensible_options", &p, player)?;
            Value::list(sensible_options(host, &p, player)?)
        }),
        ..ROW
    },
];

/// The given player; without one, either player if both have the same moves.
pub(super) fn mover(
    host: &mut dyn Host,
    name: &str,
    game: &Value,
    given: Option<Player>,
) -> Result<Player> {
    match given {
        Some(player) => Ok(player),
        None if both_alike(host, game) => Ok(Player::Left),
        None if !is_gamelike(game) && !matches!(game, Value::Misere(_)) => {
            Err(game.wrong("a game"))
        }
        None => Err(Fault::new(Code::WrongCount, "whose moves? The players' moves differ here")
            .help(format!("say `{name}(P, Left)` or `{name}(P, Right)`"))),
    }
}

/// The fault of a question about forbidden moves where there are none.
fn nothing_blocked(value: &Value) -> Fault {
    match value {
        Value::Position(position) => {
            let name = &position.ruleset.tree.name.text;
            Fault::new(Code::WrongPosition, format!("no moves of {name} are forbidden"))
                .help("write `blocking 1` among its rules: then the opponent forbids one option before each move")
        }
        other => other.wrong("a position of a ruleset with `blocking`"),
    }
}

/// Moves after which the player who made them wins, each once: equal summands may have the same move.
fn winning_moves(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Value>> {
    let winning: IndexSet<Value> = winning(host, value, player)?.into_iter().collect();
    Ok(winning.into_iter().collect())
}

fn winning(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Value>> {
    if let Value::Misere(games) = value {
        return super::misere::winning_moves(host, games, player);
    }
    if let Value::Infinity(_) = value {
        return tokens::winning_moves_of_repeating(host, value, value.wrong("a position"));
    }
    if affine::is_partizan(value) {
        return host.affine_winning(value, player);
    }
    if affine::is_affine(value) {
        // Beside games in which the players move differently, sums are played out.
        return match host.outcome(value)? {
            (_, Method::Search) => host.affine_winning(value, player),
            _ => Ok(affine::winning_moves(host, value)?),
        };
    }
    match by_playing(host, value, player) {
        Err(NoAnswer::Repeats(fault)) => tokens::winning_moves_of_repeating(host, value, fault),
        found => Ok(found?),
    }
}

fn by_playing(host: &mut dyn Host, value: &Value, player: Player) -> Attempt<Vec<Value>> {
    let (wins, method) = host.wins(value, player)?;
    if !wins {
        return Ok(Vec::new());
    }
    if let (Value::Sum(sum), Method::Value) = (value, method)
        && impartial(host, value)?.is_some()
    {
        match winning_in_sum(host, sum) {
            // A move leads to a position that repeats: who wins is asked of each.
            Err(NoAnswer::Repeats(_)) => {}
            found => return found,
        }
    }
    if let Value::Position(position) = value
        && let Some(winning) = host.options_of_nimber(position, &BigUint::ZERO)?
    {
        return Ok(winning);
    }
    let options = match (moves(host, value, player), value) {
        (Err(NoAnswer::TooLarge(_)), Value::Sum(sum)) => {
            return Ok(remote::winning_moves(host, sum, player)?.all(&host.store())?);
        }
        (options, _) => options?,
    };
    let mut winning = Vec::new();
    for option in options {
        if host.winner(&option, player.opponent())?.0 == Some(player) {
            winning.push(option);
        }
    }
    Ok(winning)
}

/// Moves to the options that no other option dominates for the player.
fn best_moves(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Value>> {
    if let Value::Misere(games) = value {
        return super::misere::best_moves(host, games, player);
    }
    let moves = moves(host, value, player)?;
    let store = host.store();
    let mut best: Vec<(Game, Vec<Value>)> = Vec::new();
    for option in moves.clone() {
        store.budget().step()?;
        let Solved::Short(game) = worth::solved(host, &option)? else {
            return super::loopy::best_moves(host, moves, player);
        };
        if let Some((_, same)) = best.iter_mut().find(|(other, _)| *other == game) {
            same.push(option);
            continue;
        }
        let worse = |a: Game, b: Game| match player {
            Player::Left => store.le(a, b),
            Player::Right => store.le(b, a),
        };
        let mut kept = Vec::with_capacity(best.len() + 1);
        let mut dominated = false;
        for (other, same) in best {
            dominated = dominated || worse(game, other)?;
            if !worse(other, game)? {
                kept.push((other, same));
            }
        }
        if !dominated {
            kept.push((game, vec![option]));
        }
        best = kept;
    }
    Ok(best.into_iter().flat_map(|(_, same)| same).collect())
}

/// Moves to options that are at least as good for the player as an option of the canonical form.
fn sensible_options(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Value>> {
    let game = worth::game(host, value)?;
    let store = host.store();
    let canonical = match player {
        Player::Left => store.left_options(game)?,
        Player::Right => store.right_options(game)?,
    };
    let mut sensible = Vec::new();
    for option in moves(host, value, player)? {
        let to = worth::game(host, &option)?;
        let mut is_sensible = false;
        for least in &canonical {
            is_sensible = is_sensible
                || match player {
                    Player::Left => store.le(*least, to)?,
                    Player::Right => store.le(to, *least)?,
                };
        }
        if is_sensible {
            sensible.push(option);
        }
    }
    Ok(sensible)
}

/// Winning moves of an impartial sum: those that make a summand equal to the rest.
fn winning_in_sum(host: &mut dyn Host, sum: &Arc<Sum>) -> Attempt<Vec<Value>> {
    let missing = "every summand of an impartial sum has a nimber";
    let total = impartial(host, &Value::Sum(sum.clone()))?.expect(missing);
    let mut winning = Vec::new();
    for (place, term) in sum.terms().iter().enumerate() {
        let own = of_term(host, term)?.expect(missing);
        for option in options_of(host, term, &(&total ^ own))? {
            winning.push(replaced(host, sum, place, &option)?);
        }
    }
    Ok(winning)
}

/// Evaluates `nimber(G)`.
pub(super) fn nimber(host: &mut dyn Host, value: &Value) -> Result<Value> {
    if let Value::Misere(games) = value {
        return super::misere::nimber(host, games);
    }
    if affine::is_affine(value) {
        return affine::nimber(host, value);
    }
    match impartial(host, value) {
        Ok(Some(nimber)) => return Ok(Value::integer(BigInt::from(nimber))),
        Ok(None) => {}
        Err(NoAnswer::Repeats(_)) => match infinity::of(host, value) {
            Ok(Some(nimber)) => return Ok(Value::of_loopy_nimber(nimber)),
            // A partizan game can have a nimber as its value too.
            Ok(None) | Err(NoAnswer::Repeats(_)) => {}
            Err(why) => return Err(why.into()),
        },
        Err(why) => return Err(why.into()),
    }
    if let Value::Infinity(_) = value {
        return Ok(value.clone());
    }
    if let Value::Transfinite(size) = value {
        return Ok(Value::of_surreal(size.as_surreal().clone()));
    }
    let game = worth::game(host, value)?;
    match host.store().as_nimber(game) {
        Some(nimber) => Ok(Value::integer(i64::from(nimber))),
        None => Err(not_impartial(host, value, game)?),
    }
}

fn not_impartial(host: &mut dyn Host, value: &Value, game: Game) -> Result<Fault> {
    let store = host.store();
    let shown = |game| store.text(game, Notation::UNICODE);
    let fault =
        Fault::new(Code::NotImpartial, format!("this equals {}, which is no nimber", shown(game)?));
    let left = moves(host, value, Player::Left)?;
    let right = moves(host, value, Player::Right)?;
    let only = |these: &[Value], those: &[Value]| {
        these.iter().find(|option| !those.contains(option)).cloned()
    };
    let (mover, other, option) = match (only(&left, &right), only(&right, &left)) {
        (Some(option), _) => ("Left", "Right", option),
        (None, Some(option)) => ("Right", "Left", option),
        (None, None) => return Ok(fault),
    };
    let (from, to) = (show::value(&store, value)?, show::value(&store, &option)?);
    Ok(fault.note(format!("from {from}, {mover} can move to {to} and {other} cannot")))
}
