//! Structure of a game: options, birthday, and whether it is a number or infinitesimal.

use upstar_core::Player;

use super::draft::{Draft, Outline, Page};
use super::words::{beyond, name};
use super::{canonical, irreducible, of_question, stops};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Question, Sentence, Step};
use crate::value::host::Host;
use crate::value::moves;
use crate::value::worth::{self, Solved};
use crate::value::{Attempt, Value, elements, expect, show};

/// Most options that are listed.
const MOST_ROWS: usize = 12;

/// Page on the options of a player: those of the canonical form, or as typed.
pub(super) fn options(host: &mut dyn Host, value: &Value, player: Player) -> Attempt<Outline> {
    let found = moves::options(host, value, player)?;
    let title = Sentence::new(format!("{}'s options of ", name(player))).value(value.clone());
    let is_typed = match value {
        Value::Typed(_) => true,
        Value::LoopyBracket(bracket) => bracket.is_as_typed(),
        _ => false,
    };
    let mut steps = match is_typed {
        true => vec![Step::says(Sentence::new("a form keeps its options as typed")).into()],
        false => of_question(host, Question::Canonical, std::slice::from_ref(value))?.steps,
    };
    if found.is_empty() {
        let line = format!("there {} has no option", name(player));
        steps.push(Step::says(Sentence::new(line)).into());
        return Ok(Outline::new(title.say(": there are none"), steps));
    }
    let are = if found.len() == 1 { "option is" } else { "options are" };
    let line = Sentence::new(format!("so {}'s {are} ", name(player)));
    steps.push(Step::says(line.values(found.clone().into_iter())).into());
    let title = title.say(": ").values(found.into_iter());
    Ok(Outline::new(title, steps))
}

/// Page on the birthday of a game, from its options and their birthdays.
pub(super) fn birthday(host: &mut dyn Host, value: &Value, found: &Value) -> Attempt<Page> {
    let Value::Tuple(sides) = found else {
        return Err(super::unexplained_of("birthday", value).into());
    };
    let mut steps = Vec::new();
    if let Value::Position(_) | Value::Sum(_) | Value::Form(_) = value {
        let store = host.store();
        let worth = worth::solved(host, value)?.value(&store);
        let typed = match value {
            Value::Form(form) => show::value(&store, &Value::Typed(form.clone()))?,
            other => show::value(&store, other)?,
        };
        if typed != show::value(&store, &worth)? {
            steps.push(Step::says(Sentence::new("its canonical form is ").value(worth)));
        }
    }
    let mut last = None;
    for (player, rows) in [Player::Left, Player::Right].into_iter().zip(sides.items()) {
        let mut table = vec![vec![Sentence::new("option"), Sentence::new("born on day")]];
        for row in elements(rows)? {
            let Value::Tuple(row) = row else { continue };
            let [option, days] = row.items() else { continue };
            let born = expect::count(&host.store(), days, "a birthday")?;
            last = last.max(Some(born));
            table.push([option, days].map(|cell| Sentence::default().value(cell.clone())).to_vec());
        }
        let count = table.len() - 1;
        table.truncate(MOST_ROWS + 1);
        if count == 0 {
            let line = format!("{} has no option", name(player));
            steps.push(Step::says(Sentence::new(line)));
            continue;
        }
        let line = format!("{}'s options and their birthdays", name(player));
        let mut under = vec![Step::Table(table)];
        under.extend(beyond(count, MOST_ROWS, "more option", "more options"));
        steps.push(Step::Says { line: Sentence::new(line), under });
    }
    let day = last.map_or(0, |last| last + 1);
    steps.push(Step::says(Sentence::new(match last {
        None => "without options it is born on day 0".to_owned(),
        Some(last) => format!("the last of these days is {last}, so it is born on day {day}"),
    })));
    let title = Sentence::new("the birthday of ").value(value.clone());
    Ok((title.say(format!(" is {day}")), steps))
}

/// Page on whether a game is a number.
pub(super) fn is_number(host: &mut dyn Host, value: &Value) -> Attempt<Outline> {
    let title = Sentence::default().value(value.clone());
    let yes = " is a number";
    if let Value::Number(_) | Value::Surreal(_) = value {
        let steps = vec![Step::says(Sentence::new("it is typed as a number"))];
        return Ok((title.say(yes), steps).into());
    }
    let no = " is not a number";
    let Solved::Short(game) = worth::solved(host, value)? else {
        let line = "its canonical form is loopy, and that of a number always ends";
        return Ok((title.say(no), vec![Step::says(Sentence::new(line))]).into());
    };
    let store = host.store();
    match irreducible::no_number(&store, game)? {
        Some(step) => {
            let both = [Player::Left, Player::Right];
            let mut steps = stops::steps(&store, game, &both)?;
            steps.push(step.into());
            Ok(Outline::new(title.say(no), steps))
        }
        None => {
            let mut steps = canonical::page(host, value)?.steps;
            let line =
                Sentence::relation(value.clone(), CompareOp::Equal, Value::of_game(&store, game));
            steps.push(Step::says(line.say(", so it is a number")).into());
            Ok(Outline::new(title.say(yes), steps))
        }
    }
}

/// Page on whether a game is infinitesimal: whether both stops are 0.
pub(super) fn is_infinitesimal(host: &mut dyn Host, value: &Value) -> Attempt<Outline> {
    let Solved::Short(game) = worth::solved(host, value)? else {
        return Err(super::unexplained_of("is_infinitesimal", value).into());
    };
    let store = host.store();
    let both = [Player::Left, Player::Right];
    let mut steps: Vec<Draft> = stops::steps(&store, game, &both)?;
    let title = Sentence::default().value(value.clone());
    for player in both {
        let stop = stops::stop(&store, game, player)?;
        if !stop.is_zero() {
            let line = format!("its {} stop is not 0, but ", name(player));
            let line = Sentence::new(line).value(super::temperature::number(&stop));
            steps.push(Step::says(line).into());
            return Ok(Outline::new(title.say(" is not infinitesimal"), steps));
        }
    }
    let line = "both stops are 0, so it lies between every negative and every positive number";
    steps.push(Step::says(Sentence::new(line)).into());
    Ok(Outline::new(title.say(" is infinitesimal"), steps))
}
