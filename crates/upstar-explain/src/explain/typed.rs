//! Sums as typed: their titles, the values of their brackets, and sums of numbers that are no short games.

use upstar_core::Rational;

use super::draft::{Draft, Outline, Page, Reasons};
use super::relations::relation;
use super::{canonical, loopy_options};
use crate::diagnostic::Code;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Claim, Piece, Sentence, Step};
use crate::value::host::Host;
use crate::value::{Attempt, Fault, Notation, Summands, Value, loopy, show};

/// Page on `whole`, a sum of several summands: the title shows the sum as typed, and the first steps are
/// the values of its brackets.
pub(super) fn as_typed(
    host: &mut dyn Host,
    Outline { title, steps }: Outline,
    (whole, asked): (&Value, &Summands),
    with_reasons: bool,
) -> Attempt<Outline> {
    let mut all = restated(host, asked, with_reasons)?;
    all.extend(steps);
    let mut title = title;
    if let Some(piece) = title.pieces.iter_mut().find(|piece| is_value(piece, whole)) {
        *piece = Piece::Sum(asked.clone());
    }
    Ok(Outline::new(title, all))
}

fn is_value(piece: &Piece, value: &Value) -> bool {
    matches!(piece, Piece::Value(found) if found == value)
}

/// Values of the brackets in a sum, without repetition, and with reasons.
pub(super) fn restated(
    host: &mut dyn Host,
    asked: &Summands,
    with_reasons: bool,
) -> Attempt<Vec<Draft>> {
    let mut steps = Vec::new();
    for (place, term) in asked.terms().iter().enumerate() {
        if asked.terms()[..place].iter().any(|other| other.game == term.game) {
            continue;
        }
        let store = host.store();
        let (worth, reasons) = match &term.game {
            Value::LoopyBracket(bracket) => {
                let worth = Value::of_worth(&store, loopy::worth(host, &term.game)?);
                (worth, Reasons::known(loopy_options::reductions(host, bracket)?))
            }
            game @ (Value::Form(form) | Value::Typed(form)) => {
                let worth = Value::of_game(&store, form.canonical());
                if show::value(&store, &Value::Typed(form.clone()))? == show::value(&store, &worth)?
                {
                    continue;
                }
                let game = game.clone();
                let reasons = move |host: &mut dyn Host| Ok(canonical::page(host, &game)?.steps);
                (worth, Reasons::second(reasons))
            }
            _ => continue,
        };
        let alone = Summands::from(term.game.clone());
        let line = Sentence::default().sum(alone.clone()).say(" ").sign(CompareOp::Equal);
        let line = line.say(" ").value(worth.clone());
        let under = if with_reasons { reasons } else { Reasons::none() };
        steps.push(match term.game {
            Value::LoopyBracket(_) => Draft::new(line, under),
            _ => Draft::claims(Claim::Equals(alone, worth.into()), line, under),
        });
    }
    Ok(steps)
}

/// Returns the page on a sum of numbers, one of which is no short game; `None` for other sums.
pub(super) fn numbers_page(host: &mut dyn Host, asked: &Summands) -> Attempt<Option<Page>> {
    if !asked.has_long_number() {
        return Ok(None);
    }
    let total = asked.value(host)?;
    let title = Sentence::default().sum(asked.clone()).say(" ").sign(CompareOp::Equal);
    let title = title.say(" ").value(total);
    let line = "all summands are numbers, and as games numbers are added as in arithmetic";
    Ok(Some((title, vec![Step::says(Sentence::new(line))])))
}

/// Returns the page on a comparison of numbers, one of which is no short game; `None` for others.
///
/// # Errors
/// For surreal numbers that are not rational.
pub(super) fn numbers_compared(
    host: &mut dyn Host,
    (a, b): (&Summands, &Summands),
    title: &Sentence,
) -> Attempt<Option<Page>> {
    let [left, right] = [a.value(host)?, b.value(host)?];
    for (side, value) in [(a, &left), (b, &right)] {
        if let Value::Surreal(_) = value {
            let typed = Sentence::default().sum(side.clone());
            let shown = show::sentence(&host.store(), &typed, Notation::UNICODE)?;
            let message = format!(
                "`{shown}` is no short game: comparisons of surreal numbers are not explained"
            );
            return Err(Fault::new(Code::NotAShortGame, message).into());
        }
    }
    let (Value::Number(x), Value::Number(y)) = (&left, &right) else { return Ok(None) };
    if !a.has_long_number() && !b.has_long_number() {
        return Ok(None);
    }
    let mut steps = Vec::new();
    for (side, value) in [(a, x), (b, y)] {
        if side.terms().len() > 1 {
            let line = Sentence::default().sum(side.clone()).say(" ").sign(CompareOp::Equal);
            steps.push(Step::says(line.say(" ").value(Value::Number(value.clone()))));
        }
    }
    let sign = sign_between(x, y);
    let line = Sentence::new("both sides are numbers, which compare as in arithmetic: ");
    steps.push(Step::says(line.join(relation(
        &Value::Number(x.clone()).into(),
        sign,
        &Value::Number(y.clone()).into(),
    ))));
    Ok(Some((title.clone(), steps)))
}

fn sign_between(x: &Rational, y: &Rational) -> CompareOp {
    match x.cmp(y) {
        std::cmp::Ordering::Less => CompareOp::Less,
        std::cmp::Ordering::Equal => CompareOp::Equal,
        std::cmp::Ordering::Greater => CompareOp::Greater,
    }
}
