//! Explanation of atomic weights: those of the options, and the test of the weight.
//!
//! Source: *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, chapter II.

use upstar_core::short::{atomic_weight, far_star};
use upstar_core::{Comparison, Dyadic, Error, Game, Player, Store, norton};

use super::draft::Page;
use super::words;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::{Attempt, Value, worth};

/// Most options that are listed.
const MOST_ROWS: usize = 8;

pub(super) fn page(host: &mut dyn Host, value: &Value) -> Attempt<Page> {
    let game = worth::game(host, value)?;
    let store = host.store();
    let weight = atomic_weight(&store, game)?;
    let title = Sentence::default()
        .value(value.clone())
        .say(" has atomic weight ")
        .value(Value::of_game(&store, weight));
    let mut steps = Vec::new();
    for player in [Player::Left, Player::Right] {
        steps.extend(options(&store, game, player)?);
    }
    steps.extend(choice(&store, game, weight)?);
    steps.push(test(&store, game, weight)?);
    let line = Sentence::new("so the atomic weight is ").value(Value::of_game(&store, weight));
    steps.push(Step::says(line));
    Ok((title, steps))
}

/// The options of a player with their weights.
fn options(store: &Store, game: Game, player: Player) -> Attempt<Option<Step>> {
    let (options, tax) = match player {
        Player::Left => (store.left_options(game)?, "2 less"),
        Player::Right => (store.right_options(game)?, "2 more"),
    };
    let mut rows = Vec::new();
    for option in options.iter().take(MOST_ROWS) {
        let cell = match atomic_weight(store, *option) {
            Ok(weight) => Sentence::default().value(Value::of_game(store, weight)),
            Err(Error::NoAtomicWeight) => Sentence::new("none"),
            Err(error) => return Err(error.into()),
        };
        rows.push(vec![Sentence::default().value(Value::of_game(store, *option)), cell]);
    }
    let line = format!("{}'s options and their weights; each counts as {tax}", words::name(player));
    let table = vec![Step::Table(rows)];
    Ok((!options.is_empty()).then(|| Step::Says { line: Sentence::new(line), under: table }))
}

/// Returns the step on the game of the options' weights, or on the choice of an integer where several fit.
/// `None` if an option has no weight.
fn choice(store: &Store, game: Game, weight: Game) -> Attempt<Option<Step>> {
    let (Some(left), Some(right)) =
        (counted(store, game, Player::Left)?, counted(store, game, Player::Right)?)
    else {
        return Ok(None);
    };
    if left.is_empty() || right.is_empty() {
        return Ok(None);
    }
    let of = |game| Value::of_game(store, game);
    let simplest = store.game(&left, &right)?;
    if !store.as_number(simplest).is_some_and(|number| number.is_integer()) {
        let line = Sentence::new("the game with these options is ").value(of(simplest));
        return Ok((simplest == weight).then(|| Step::says(line)));
    }
    let fits = |n: Game| fits(store, n, (&left, &right));
    let one = store.integer(1)?;
    let (above, below) = (store.add(weight, one)?, store.sub(weight, one)?);
    let alone = fits(weight)? && !fits(above)? && !fits(below)?;
    let line = Sentence::new("with these counts ").value(of(weight));
    if alone {
        return Ok(Some(Step::says(line.say(" is the only whole number that fits between them"))));
    }
    let up = store.number_up_star(&Dyadic::ZERO, 1, 0)?;
    let rest = store.sub(game, norton(store, weight, up)?)?;
    let remote = store.nimber(far_star(store, rest)?.max(far_star(store, game)?))?;
    let (op, which, right) = match store.compare(game, remote)? {
        Comparison::Greater => (CompareOp::Greater, "the greatest of them", !fits(above)?),
        Comparison::Less => (CompareOp::Less, "the least of them", !fits(below)?),
        _ => (CompareOp::Confused, "0", weight == Game::ZERO),
    };
    let line = Sentence::new(
        "several whole numbers fit between what they count, and a remote star decides: ",
    )
    .value(of(game))
    .say(" ")
    .sign(op)
    .say(" ")
    .value(of(remote))
    .say(format!(", so it is {which}"));
    let line = if weight == Game::ZERO { line } else { line.say(", ").value(of(weight)) };
    Ok((right && fits(weight)?).then(|| Step::says(line)))
}

/// Returns the weights of a player's options, less 2 for Left and plus 2 for Right; `None` when one has none.
fn counted(store: &Store, game: Game, player: Player) -> Attempt<Option<Vec<Game>>> {
    let (options, tax) = match player {
        Player::Left => (store.left_options(game)?, -2),
        Player::Right => (store.right_options(game)?, 2),
    };
    let tax = store.integer(tax)?;
    let mut weights = Vec::with_capacity(options.len());
    for option in options.iter() {
        match atomic_weight(store, *option) {
            Ok(weight) => weights.push(store.add(weight, tax)?),
            Err(Error::NoAtomicWeight) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Some(weights))
}

/// Reports whether n is neither at most one of Left's options nor at least one of Right's.
fn fits(store: &Store, n: Game, (left, right): (&[Game], &[Game])) -> Attempt<bool> {
    for option in left {
        if store.le(n, *option)? {
            return Ok(false);
        }
    }
    for option in right {
        if store.le(*option, n)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `G - w` ups lies between down and up, remote stars aside.
fn test(store: &Store, game: Game, weight: Game) -> Attempt<Step> {
    let up = store.number_up_star(&Dyadic::ZERO, 1, 0)?;
    let rest = store.sub(game, norton(store, weight, up)?)?;
    // `rest` is compared with up and down plus this star, so it is remote for the differences.
    let star = far_star(store, store.sub(up, rest)?)?.max(far_star(store, store.add(up, rest)?)?);
    let ends = |ups| -> Attempt<Value> {
        Ok(Value::of_game(store, store.number_up_star(&Dyadic::ZERO, ups, star)?))
    };
    let line = Sentence::new("the test: less its weight in ups it is ")
        .value(Value::of_game(store, rest))
        .say(", and ")
        .value(ends(-1)?)
        .say(" ")
        .sign(CompareOp::Less)
        .say(" ")
        .value(Value::of_game(store, rest))
        .say(" ")
        .sign(CompareOp::Less)
        .say(" ")
        .value(ends(1)?)
        .say(format!(", where *{star} is a remote star"));
    Ok(Step::says(line))
}
