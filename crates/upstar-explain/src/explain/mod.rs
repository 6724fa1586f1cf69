//! Explanations of values, comparisons and answers, for students.
//!
//! Knows: the steps of each explanation, and their wording. Every step is computed by the engine when it is
//! written, so that it cannot be wrong.
//! Must not know: how explanations are shown.
//!
//! `upstar_core::derive` gives the steps from a form to its canonical form, and the answers that win a sum; tests
//! replay them by the definitions. This module words them as sentences and tables that contain values
//! (`explanation.rs` of `upstar-values`). `value/show` there writes these as a tree, in LaTeX or for JSON.

mod affine;
mod blocking;
mod canonical;
mod comparison;
mod construction;
mod draft;
mod goal;
mod irreducible;
mod large_heaps;
mod loopy_options;
mod loopy_values;
pub(crate) mod moving_first;
mod nimbers;
mod outcome;
mod period;
mod play;
mod points;
mod relations;
mod repeating;
mod stops;
mod structure;
mod sum;
mod temperature;
#[cfg(test)]
mod tests;
mod typed;
mod weight;
mod words;

use upstar_core::Player;

use self::construction::Base;
use self::draft::{Outline, Page};
use crate::diagnostic::Code;
use crate::value;
use crate::value::affine::is_affine;
use crate::value::explanation::{Asked, Explanation, Piece, Question, Step};
use crate::value::host::Host;
use crate::value::order::is_gamelike;
use crate::value::{Attempt, Fault, NoAnswer, Result, Summands, Value, goals};

pub use comparison::objection;
pub use goal::{Wording, goal_in_words};

/// Number of lines of a screen: as many levels of an explanation are opened as fit.
const SCREEN: usize = 24;
/// The most levels that are opened by default.
const MOST_LEVELS: u32 = 3;

/// Returns an explanation with `depth` levels of reasons, or as many as fit on a screen. `steps` is what
/// only builtins compute: the steps of a green picture, or the birthdays of options.
///
/// # Errors
/// When there is nothing to explain, and for what cannot be computed.
pub fn explain(
    host: &mut dyn Host,
    asked: Asked,
    steps: &Value,
    depth: Option<u32>,
) -> Result<Explanation> {
    let mut outline = outline(host, &asked, steps)?;
    let (levels, steps) = match depth {
        Some(0) => (0, vec![Step::Folded]),
        Some(depth) => (depth, outline.cut(host, depth)?),
        None => fitting(host, &mut outline)?,
    };
    Explanation::new(asked, depth, levels, (outline.title, steps))
}

/// Returns as many levels of an outline as fit on a screen, and their number.
fn fitting(host: &mut dyn Host, outline: &mut Outline) -> Attempt<(u32, Vec<Step>)> {
    let fits = |steps: &[Step]| steps.iter().map(Step::lines).sum::<usize>() <= SCREEN;
    let mut best = (1, outline.cut(host, 1)?);
    // Another level takes as many lines or more.
    while best.0 < MOST_LEVELS && fits(&best.1) {
        let deeper = outline.cut(host, best.0 + 1)?;
        if !fits(&deeper) {
            break;
        }
        best = (best.0 + 1, deeper);
    }
    Ok(best)
}

fn outline(host: &mut dyn Host, asked: &Asked, steps: &Value) -> Attempt<Outline> {
    match asked {
        Asked::Value(asked) => match asked.single() {
            Some(value) => of_value(host, value),
            None => of_sum(host, asked),
        },
        Asked::Comparison(a, op, b) => comparison::page(host, (a, *op, b)),
        Asked::Question(Question::GreenValue, args) => {
            nimbers::green_page(&args[0].value(host)?, steps).map(Outline::from)
        }
        Asked::Question(Question::Birthday, args) => {
            let game = args[0].value(host)?;
            structure::birthday(host, &game, steps).map(Outline::from)
        }
        Asked::Question(question, args) => {
            let mut page = of_asked(host, *question, args)?;
            if let Some(Piece::Value(Value::Outcome(outcome))) = page.title.pieces.last() {
                page.steps.push(words::conclusion(*outcome).into());
            }
            Ok(page)
        }
    }
}

/// Explanation of the answer to a question, with the summands as typed.
fn of_asked(host: &mut dyn Host, question: Question, args: &[Summands]) -> Attempt<Outline> {
    if let [asked, rest @ ..] = args
        && let Some(position) = asked.single().and_then(value::blocking::position)
    {
        let player = player(rest.first().and_then(Summands::single));
        if let Some(page) = blocking::asked(host, question, position, player)? {
            return Ok(page);
        }
    }
    if let [asked, rest @ ..] = args
        && (asked.single().is_none() || question == Question::WinningMoves)
        && let Some(page) = question_of_sum(host, question, (asked, rest))?
    {
        return Ok(page);
    }
    let mut values = Vec::with_capacity(args.len());
    for arg in args {
        values.push(match question {
            Question::Outcome | Question::Nimber | Question::Grundy | Question::WinningMoves => {
                arg.formal_sum(host)?
            }
            _ => arg.value(host)?,
        });
    }
    let page = of_question(host, question, &values)?;
    match args {
        [asked, ..] if asked.single().is_none() => {
            // Other questions are about the value of the sum.
            let with_reasons = matches!(values[0], Value::Sum(_));
            typed::as_typed(host, page, (&values[0], asked), with_reasons)
        }
        _ => Ok(page),
    }
}

/// Explanation of the value of a sum of several summands.
fn of_sum(host: &mut dyn Host, asked: &Summands) -> Attempt<Outline> {
    if let Some(page) = typed::numbers_page(host, asked)? {
        return Ok(page.into());
    }
    let kept = asked.formal_sum(host)?;
    if let Ok(None) = nimbers::of(host, &kept)
        && let Some(table) = sum::EvaluatedSum::new(host, asked)?
    {
        return sum::value_page(host, &table);
    }
    let page = of_value(host, &kept)?;
    typed::as_typed(host, page, (&kept, asked), true)
}

/// The questions about sums that are explained by the summands.
fn question_of_sum(
    host: &mut dyn Host,
    question: Question,
    (asked, rest): (&Summands, &[Summands]),
) -> Attempt<Option<Outline>> {
    Ok(match (question, rest) {
        (Question::Canonical | Question::Nimber | Question::Grundy, []) => {
            Some(of_sum(host, asked)?)
        }
        (Question::Outcome, []) => {
            played(host, asked, sum::outcome_page, |host| large_heaps::outcome_page(host, asked))?
        }
        (
            Question::Temperature
            | Question::Mean
            | Question::Thermograph
            | Question::SubzeroThermograph,
            [],
        ) => match sum::EvaluatedSum::new(host, asked)? {
            Some(sum) => Some(sum::heat_page(host, &sum, |host, total| {
                Ok(of_question(host, question, std::slice::from_ref(total))?.steps)
            })?),
            None => None,
        },
        (Question::WinningMoves, _) => {
            let player = player(rest.first().and_then(Summands::single));
            played(
                host,
                asked,
                |host, sum| sum::winning_moves_page(host, sum, player),
                |host| large_heaps::winning_moves_page(host, asked, player),
            )?
        }
        _ => None,
    })
}

/// Returns the page on an evaluated sum, or `too_large` where a heap is too large to be evaluated.
fn played(
    host: &mut dyn Host,
    asked: &Summands,
    evaluated: impl FnOnce(&mut dyn Host, &sum::EvaluatedSum) -> Attempt<Outline>,
    too_large: impl FnOnce(&mut dyn Host) -> Attempt<Option<Page>>,
) -> Attempt<Option<Outline>> {
    let page = match sum::EvaluatedSum::to_play(host, asked) {
        Ok(None) => return Ok(None),
        Ok(Some(sum)) => evaluated(host, &sum),
        Err(why) => Err(why),
    };
    match page {
        Err(NoAnswer::TooLarge(_)) => Ok(too_large(host)?.map(Outline::from)),
        page => page.map(Some),
    }
}

/// Returns the player in question; Left by default, if both have the same moves.
fn player(asked: Option<&Value>) -> Player {
    match asked {
        Some(Value::Player(player)) => *player,
        _ => Player::Left,
    }
}

fn of_value(host: &mut dyn Host, value: &Value) -> Attempt<Outline> {
    if is_affine(value) {
        return affine::page(host, value, false).map(Outline::from);
    }
    if let Some(position) = value::blocking::position(value) {
        let fault = value::blocking::no_value(&position.ruleset);
        return Err(fault.help("who wins it is explained: `explain(outcome(P))`").into());
    }
    if let Value::Misere(_) = value {
        let fault =
            Fault::new(Code::OtherConvention, "games in misère play have no value in normal play");
        let fault = fault.help("who wins them is explained: `explain(outcome(misere(P)))`");
        return Err(fault.into());
    }
    if value::loopy::is_loopy(value) {
        return loopy_values::page(host, value).map(Outline::from);
    }
    if !is_gamelike(value) && !matches!(value, Value::Infinity(_)) {
        return Err(nothing_to_explain(value).into());
    }
    let page = match nimbers::of(host, value) {
        Ok(Some(nimber)) => nimbers::page(host, value, &nimber).map(Outline::from),
        Ok(None) => canonical::page(host, value),
        Err(why) => Err(why),
    };
    or_loopy(host, value, page).map_err(|why| why.map(|fault| with_other_question(value, fault)))
}

/// The questions that have an explanation of their own.
fn of_question(host: &mut dyn Host, question: Question, args: &[Value]) -> Attempt<Outline> {
    match (question, args) {
        (Question::Nimber | Question::Grundy | Question::Outcome, [value]) if is_affine(value) => {
            affine::page(host, value, question == Question::Outcome).map(Outline::from)
        }
        (Question::Canonical, [value]) if loopy_value(value) => {
            loopy_values::page(host, value).map(Outline::from)
        }
        (Question::Outcome, [value]) if loopy_value(value) => {
            loopy_values::outcome_page(host, value)
        }
        (Question::Degree, [value]) => loopy_values::degree(host, value).map(Outline::from),
        (Question::Nimber | Question::Grundy, [Value::Misere(_)]) => outcome::page(host, &args[0]),
        (Question::Canonical, [value @ (Value::Infinity(_) | Value::Misere(_))])
        | (Question::Nimber | Question::Grundy, [value]) => of_value(host, value),
        (Question::Canonical, [value]) => {
            let page = canonical::page(host, value);
            or_loopy(host, value, page)
        }
        (Question::Outcome, [value]) => {
            if let Some(position) = goals::position(value) {
                return goal::page(host, position);
            }
            // Infinite nimbers say more than moves do.
            let page = match nimbers::of(host, value) {
                Err(why @ NoAnswer::Repeats(_)) => Err(why),
                _ => outcome::page(host, value),
            };
            match or_loopy(host, value, page) {
                // A sum that is not a stopper has no canonical options.
                Err(NoAnswer::NoOptions(_)) => loopy_values::outcome_page(host, value),
                page => page,
            }
        }
        (Question::Thermograph, [value]) => construction::page(host, value, Base::Zero),
        (Question::SubzeroThermograph, [value]) => construction::page(host, value, Base::MinusOne),
        (Question::Temperature | Question::Mean, [value]) => {
            temperature::page(host, value, None).map(Outline::from)
        }
        (
            Question::Temperature | Question::Mean | Question::Thermograph,
            [value, Value::Player(komaster)],
        ) => temperature::page(host, value, Some(*komaster)).map(Outline::from),
        (Question::LeftStop, [value]) => stops::page(host, value, &[Player::Left]),
        (Question::RightStop, [value]) => stops::page(host, value, &[Player::Right]),
        (Question::Stops, [value]) => stops::page(host, value, &[Player::Left, Player::Right]),
        (Question::LeftOptions, [value]) => structure::options(host, value, Player::Left),
        (Question::RightOptions, [value]) => structure::options(host, value, Player::Right),
        (Question::IsNumber, [value]) => structure::is_number(host, value),
        (Question::IsInfinitesimal, [value]) => structure::is_infinitesimal(host, value),
        (Question::AtomicWeight, [value]) => weight::page(host, value).map(Outline::from),
        (Question::Value, [Value::Position(position), ..]) => points::page(host, position, args),
        (Question::Period, [ruleset, ..]) => {
            period::page(host, ruleset, args.get(1)).map(Outline::from)
        }
        (Question::WinningMoves, [value, rest @ ..]) => {
            let page = outcome::winning_moves_page(host, value, player(rest.first()));
            or_loopy(host, value, page)
        }
        (_, [value, ..]) => Err(unexplained_of(question.name(), value).into()),
        (_, []) => Err(unexplained(question.name()).into()),
    }
}

/// Returns a page, or the page on repetition when play can return to a position.
fn or_loopy(host: &mut dyn Host, value: &Value, page: Attempt<Outline>) -> Attempt<Outline> {
    match page {
        Err(why)
            if matches!((&why, value), (NoAnswer::Repeats(_), _) | (_, Value::Infinity(_))) =>
        {
            match nimbers::loopy_page(host, value, why) {
                Err(why @ NoAnswer::Repeats(_)) => repeating::page(host, value, why),
                page => page.map(Outline::from),
            }
        }
        page => page,
    }
}

/// Adds to a fault the question that can be explained instead, for games that the last move does not
/// decide.
fn with_other_question(value: &Value, fault: Fault) -> Fault {
    match (fault.code(), goals::position(value)) {
        (Code::NotByLastMove, Some(_)) => {
            fault.help("who wins it is explained: `explain(outcome(P))`")
        }
        (Code::NotByLastMove, None) => {
            fault.help("what it is worth is explained: `explain(value(P, Max))`")
        }
        _ => fault,
    }
}

/// Reports whether a value is a loopy game.
fn loopy_value(value: &Value) -> bool {
    matches!(value, Value::Loopy(_) | Value::LoopyBracket(_))
}

/// Returns the fault of a question that has no explanation.
pub fn unexplained(name: &str) -> Fault {
    explained_are(Fault::new(Code::WrongType, format!("there is no explanation of `{name}`")))
}

/// Returns the fault of a question that has no explanation for values of this kind.
fn unexplained_of(question: &str, value: &Value) -> Fault {
    let message = format!("there is no explanation of `{question}` of {}", value.kind());
    explained_are(Fault::new(Code::WrongType, message))
}

fn nothing_to_explain(value: &Value) -> Fault {
    let message = format!("expected a game, found {}", value.kind());
    explained_are(Fault::new(Code::WrongType, message))
}

fn explained_are(fault: Fault) -> Fault {
    fault.help(
        "explain a game, a comparison, or `nimber`, `outcome`, `stops`, `temperature`, `thermograph`, \
         `left_options`, `birthday`, `is_number`, `atomic_weight`, `degree`, `period`, `green_value`, \
         `value`, `winning_moves` of something",
    )
}

/// Reports whether a question whose answer is too large has an explanation nevertheless: winning moves that are too
/// many to list.
pub fn is_explained_where_too_large(question: Question) -> bool {
    question == Question::WinningMoves
}

/// Reports whether a value can be explained alone, unlike a plain number.
pub fn is_explained(answer: &Value) -> bool {
    match answer {
        Value::Number(_) | Value::Surreal(_) => false,
        Value::Infinity(_) | Value::Misere(_) => true,
        other => is_gamelike(other),
    }
}
