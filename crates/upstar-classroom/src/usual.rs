//! Usual wrong answers, found by computing what mistakes would give.
//!
//! The expression by which the key computes the right answer also gives the answers to which mistakes lead.
//!
//! Knows: the key's computation of one question. Must not know: points, marks.

use super::comparing::{MarkingSession, as_number, items, same, unless_exhausted};
use super::key::Question;
use super::mistakes::Mistake;
use crate::diagnostic::Diagnostic;
use crate::session::Session;
use crate::syntax::ast::{AnswerKind, BinaryOp, Expr, ExprKind};
use crate::value::{Value, ops};

/// Wrong answers that mistakes in the key's computation would give.
pub(super) fn of_key(
    session: &mut Session,
    question: &Question,
    expected: &Value,
) -> Vec<(Mistake, Value)> {
    let mut usual = Vec::new();
    let ExprKind::Call { callee, args } = &question.tree.answer.kind else { return usual };
    let ExprKind::Name(name) = &callee.kind else { return usual };
    let text = &question.answer.text;
    let arguments = text.strip_prefix(&**name).unwrap_or_default().to_owned();
    let mut add = |mistake: Mistake, text: String| {
        // A mistake whose result the key cannot compute is left out.
        if let Ok(value) = session.value_alone("key", &text)
            && value != *expected
        {
            usual.push((mistake, value));
        }
    };
    let partner = match &**name {
        "mean" => Some("temperature"),
        "temperature" => Some("mean"),
        "left_stop" => Some("right_stop"),
        "right_stop" => Some("left_stop"),
        "left_incentive" => Some("right_incentive"),
        "right_incentive" => Some("left_incentive"),
        "remoteness" => Some("suspense"),
        _ => None,
    };
    if let Some(partner) = partner {
        add(Mistake::OtherQuantity, format!("{partner}{arguments}"));
    }
    match &**name {
        "nim_sum" => add(Mistake::Added, format!("sum([{}])", inside(&arguments))),
        "nimber" => {
            if let [Expr { kind: ExprKind::Call { callee, args }, .. }] = args.as_slice()
                && let ExprKind::Name(ruleset) = &callee.kind
                && args.len() > 1
            {
                let heaps = inside(inside(&arguments).strip_prefix(&**ruleset).unwrap_or_default());
                add(Mistake::Added, format!("sum([nimber({ruleset}(n)) for n in [{heaps}]])"));
            }
        }
        "mex" => {
            let list = inside(&arguments);
            add(Mistake::NotMex, format!("max({list}) + 1"));
            add(Mistake::NotMex, format!("max({list})"));
            add(Mistake::NotMex, format!("length({list})"));
            add(Mistake::NotMex, format!("mex([x - 1 for x in {list} if x > 0]) + 1"));
        }
        _ => {}
    }
    usual
}

/// Text between the outermost parentheses.
fn inside(arguments: &str) -> &str {
    let arguments = arguments.trim();
    arguments.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or_default()
}

/// Mistake that a wrong answer shows.
pub(super) fn of_value(
    marking: &mut MarkingSession,
    question: &Question,
    value: &Value,
) -> Result<Option<Mistake>, Diagnostic> {
    for (mistake, usual) in marking.usual.clone() {
        if same(marking, &usual, value)? {
            return Ok(Some(mistake));
        }
    }
    if let Some(mistake) = negative(marking, value)? {
        return Ok(Some(mistake));
    }
    if question.kind == AnswerKind::Number {
        let expected = marking.expected.clone();
        let (wanted, found) = (as_number(marking, &expected)?, as_number(marking, value)?);
        if let (Some(Value::Number(wanted)), Some(Value::Number(found))) = (wanted, found)
            && wanted.is_integer()
            && (&wanted - &found).abs() == 1
        {
            return Ok(Some(Mistake::OffByOne));
        }
    }
    Ok(None)
}

/// Whether an answer is the negative of the right one; of a list each item.
pub(super) fn negative(
    marking: &mut MarkingSession,
    value: &Value,
) -> Result<Option<Mistake>, Diagnostic> {
    let is_list = |value: &Value| matches!(value, Value::Tuple(_) | Value::List(_));
    let (found, wanted) = match is_list(value) {
        true => (items(value), items(&marking.expected)),
        false => (vec![value.clone()], vec![marking.expected.clone()]),
    };
    if found.len() != wanted.len() {
        return Ok(None);
    }
    let zero = Value::integer(0);
    for (found, wanted) in found.iter().zip(&wanted) {
        let negated =
            marking.session.compute(|host| ops::binary(host, BinaryOp::Sub, &zero, found));
        // A value without a negative is not the negative of another.
        let Some(negated) = unless_exhausted(negated)? else { return Ok(None) };
        if !same(marking, wanted, &negated)? {
            return Ok(None);
        }
    }
    Ok(Some(Mistake::Negative))
}
