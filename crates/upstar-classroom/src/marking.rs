//! Marking: whether an answer is right, and its points.

use upstar_core::{Comparison, Outcome, Player, Rational};

use super::assessment::Assessment;
use super::comparing::{
    MarkingSession, as_number, is_function, is_position, items, same, unless_exhausted,
};
use super::key::{Question, Snippet};
use super::mark::{Mark, Status, shortened_message, unreadable};
use super::mistakes::Mistake;
use super::reading::ReadAnswer;
use super::{rulesets, strategies, usual};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{AnswerKind, CompareOp};
use crate::value::{Value, order, worth};

/// The mark of an answer that has no value.
fn failed(marking: &MarkingSession, diagnostic: &Diagnostic) -> Mark {
    let budget = marking.session.budget();
    match diagnostic.code {
        Code::Interrupted => Mark::of(Status::Interrupted),
        Code::TimedOut if budget.steps() >= budget.max_steps() => {
            let message = format!("it was stopped after {} steps", budget.max_steps());
            Mark::of(Status::Stopped).saying(message)
        }
        Code::TimedOut => {
            Mark::of(Status::OutOfTime).saying("the clock stopped it: it takes too long".to_owned())
        }
        Code::OutOfMemory => {
            Mark::of(Status::Stopped).saying("it needs too much memory".to_owned())
        }
        _ => unreadable(diagnostic),
    }
}

/// An answer as it is compared.
#[derive(Debug, Clone)]
pub(super) enum ComparedAnswer {
    /// A value.
    Value(Value),
    /// A relation between two games.
    Order(Comparison),
    /// The number of a choice, from 0.
    Choice(usize),
}

/// Marks an answer.
pub(super) fn mark(marking: &mut MarkingSession, question: &Question, read: ReadAnswer) -> Mark {
    let answer = match evaluated(marking, question, read) {
        Ok(answer) => answer,
        Err(mark) => return mark,
    };
    match compared(marking, question, &answer) {
        Ok(mark) => mark,
        Err(diagnostic) => failed(marking, &diagnostic),
    }
}

pub(super) fn evaluated(
    marking: &mut MarkingSession,
    question: &Question,
    read: ReadAnswer,
) -> Result<ComparedAnswer, Mark> {
    let value = match read {
        ReadAnswer::Order(relation) => return Ok(ComparedAnswer::Order(relation)),
        ReadAnswer::Choice(place) => return Ok(ComparedAnswer::Choice(place)),
        ReadAnswer::Expression { text, is_plain_form } => {
            if question.kind == AnswerKind::Form && !is_plain_form {
                let message = "a form is a bracket with its options, and no calculation";
                return Err(Mark::refused(message));
            }
            marking.session.value_alone("answer", &text).map(Some)
        }
        ReadAnswer::Declaration(text) => marking.session.declared("answer", &text, &question.name),
    };
    match value {
        Ok(Some(value)) => moved(marking, question, value).map(ComparedAnswer::Value),
        Ok(None) => Err(Mark::refused("it binds other names than the one that is asked for")),
        Err(diagnostic) => Err(failed(marking, &diagnostic)),
    }
}

/// An answer of any kind; where one move is asked for, the one of a list.
///
/// # Errors
/// Where moves are asked for, the mark of an answer without a position, or with several in the place of one.
fn moved(marking: &MarkingSession, question: &Question, value: Value) -> Result<Value, Mark> {
    if !matches!(question.kind, AnswerKind::Move | AnswerKind::Moves) {
        return Ok(value);
    }
    let refused = |remark: String| Err(Mark::of(Status::Unreadable).saying(remark));
    let mut asked = marking.given.iter().cloned().chain(items(&marking.expected));
    let found = items(&value);
    if let Some(other) = found.first()
        && !found.iter().any(is_position)
        && asked.any(|one| is_position(&one))
    {
        let kind = other.kind();
        return refused(format!(
            "a position is asked for, and this is {kind}: write the name of its ruleset and parentheses after it"
        ));
    }
    match (question.kind, found.as_slice()) {
        (AnswerKind::Move, [one]) => Ok(one.clone()),
        (AnswerKind::Move, _) => refused("one move is asked for".to_owned()),
        _ => Ok(value),
    }
}

/// Compares an answer with the key: right, worth something, known as wrong, usually wrong, or just wrong.
fn compared(
    marking: &mut MarkingSession,
    question: &Question,
    answer: &ComparedAnswer,
) -> Result<Mark, Diagnostic> {
    let assessment = assess(marking, question, answer)?;
    let right = || Mark::of(Status::Right).worth(question.points.clone());
    if assessment.share == 1 {
        return Ok(right());
    }
    if let Some(note) = accepted(marking, question, (answer, &assessment))? {
        return Ok(note.into_iter().fold(right(), Mark::saying));
    }
    let mut remarks = assessment.remarks;
    let mut earned = &question.points * &assessment.share;
    let marked: Vec<_> = question.partial.iter().chain(&question.wrong).cloned().collect();
    for (at, marked) in marked.iter().enumerate() {
        let pattern = marking.patterns[at].clone();
        let fits = match (&marked.pattern.mistake, pattern) {
            (Some(name), _) => assessment.mistake.is_some_and(|mistake| mistake.name() == name),
            (None, Some(pattern)) => fits(marking, question, &pattern, answer)?,
            (None, None) => false,
        };
        if fits {
            earned = marked.points.clone().unwrap_or_default().min(question.points.clone());
            if let Some(text) = &marked.text {
                remarks = vec![text.clone()];
            }
            let status = if earned.is_zero() { Status::Wrong } else { Status::Partial };
            return Ok(Mark { remarks, ..Mark::of(status) }.worth(earned));
        }
    }
    if let Some(mistake) = assessment.mistake {
        remarks.insert(0, mistake.advice().to_owned());
    }
    let status = if earned.is_zero() { Status::Wrong } else { Status::Partial };
    Ok(Mark { remarks, ..Mark::of(status) }.worth(earned))
}

/// Whether the key accepts an answer that is not its own: the note for it, if there is one.
fn accepted(
    marking: &mut MarkingSession,
    question: &Question,
    (answer, assessment): (&ComparedAnswer, &Assessment),
) -> Result<Option<Option<String>>, Diagnostic> {
    let mistake = assessment.mistake.map(Mistake::name);
    let is_known = |name: &Option<String>| name.is_some() && name.as_deref() == mistake;
    if let Some(accept) = question.accept.iter().find(|one| is_known(&one.pattern.mistake)) {
        return Ok(Some(accept.text.clone()));
    }
    let ComparedAnswer::Value(value) = answer else { return Ok(None) };
    for (accept, note) in marking.accept.clone() {
        let is_accepted = match is_function(&accept) {
            true => holds(marking, &accept, value)?,
            false => same(marking, &accept, value)?,
        };
        if is_accepted {
            return Ok(Some(note));
        }
    }
    Ok(None)
}

/// Whether a function of the key is true of an answer; it is not when it fails, because the answer is nothing that it is
/// about.
fn holds(
    marking: &mut MarkingSession,
    function: &Value,
    answer: &Value,
) -> Result<bool, Diagnostic> {
    let held = marking.session.compute(|host| host.call(function, vec![answer.clone()]));
    Ok(unless_exhausted(held)? == Some(Value::Bool(true)))
}

/// Whether an answer fits a value of the key.
fn fits(
    marking: &mut MarkingSession,
    question: &Question,
    pattern: &Value,
    answer: &ComparedAnswer,
) -> Result<bool, Diagnostic> {
    match (pattern, answer) {
        (function, ComparedAnswer::Value(value)) if is_function(function) => {
            holds(marking, function, value)
        }
        (pattern, ComparedAnswer::Value(value)) => match question.kind {
            AnswerKind::Move | AnswerKind::Moves => same_move(marking, pattern, value),
            _ => same(marking, pattern, value),
        },
        (pattern, ComparedAnswer::Choice(place)) => {
            Ok(chosen(marking, question, pattern)? == Some(*place))
        }
        (Value::Text(sign), ComparedAnswer::Order(relation)) => Ok(**sign == *sign_of(*relation)),
        _ => Ok(false),
    }
}

/// Sign of a relation.
pub(super) fn sign_of(relation: Comparison) -> &'static str {
    match relation {
        Comparison::Less => "<",
        Comparison::Equal => "==",
        Comparison::Greater => ">",
        Comparison::Confused => "||",
    }
}

/// Index, from 0, of the choice that a value of the key means.
fn chosen(
    marking: &mut MarkingSession,
    question: &Question,
    value: &Value,
) -> Result<Option<usize>, Diagnostic> {
    if let Value::Text(text) = value {
        return Ok(question.from.iter().position(|one| *one == **text));
    }
    let Some(Value::Number(number)) = as_number(marking, value)? else { return Ok(None) };
    let place = number.to_i64().and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
    Ok(place.filter(|place| *place < question.from.len()))
}

fn assess(
    marking: &mut MarkingSession,
    question: &Question,
    answer: &ComparedAnswer,
) -> Result<Assessment, Diagnostic> {
    let value = match answer {
        ComparedAnswer::Order(relation) => return assess_order(marking, *relation),
        ComparedAnswer::Choice(place) => {
            let expected = marking.expected.clone();
            return Ok(Assessment::of(chosen(marking, question, &expected)? == Some(*place)));
        }
        ComparedAnswer::Value(value) => value,
    };
    let expected = marking.expected.clone();
    match question.kind {
        AnswerKind::Form => assess_form(marking, &expected, value),
        AnswerKind::Outcome => Ok(assess_outcome(&expected, value)),
        AnswerKind::Move => assess_move(marking, &expected, value),
        AnswerKind::Moves => assess_moves(marking, &expected, value),
        AnswerKind::Table => assess_table(marking, &expected, value),
        AnswerKind::Ruleset => rulesets::assess(marking, question, value),
        AnswerKind::Strategy => strategies::assess(marking, value),
        AnswerKind::Number if as_number(marking, value)?.is_none() => {
            Ok(Assessment::of(false).saying("a number is asked for".to_owned()))
        }
        _ => {
            if same(marking, &expected, value)? {
                return Ok(Assessment::of(true));
            }
            Ok(Assessment::wrong(usual::of_value(marking, question, value)?))
        }
    }
}

fn assess_order(
    marking: &mut MarkingSession,
    relation: Comparison,
) -> Result<Assessment, Diagnostic> {
    let wanted = relation_of(marking)?;
    let reversed = wanted.is_some_and(|wanted| wanted.reverse() == relation);
    Ok(match wanted == Some(relation) {
        true => Assessment::of(true),
        false => Assessment::wrong(reversed.then_some(Mistake::Reversed)),
    })
}

/// Relation of the two games of the key.
fn relation_of(marking: &mut MarkingSession) -> Result<Option<Comparison>, Diagnostic> {
    let Value::Tuple(pair) = marking.expected.clone() else { return Ok(None) };
    let [a, b] = pair.items() else { return Ok(None) };
    marking.session.compute(|host| order::relation(host, a, b)).map(Some)
}

fn assess_form(
    marking: &mut MarkingSession,
    expected: &Value,
    value: &Value,
) -> Result<Assessment, Diagnostic> {
    let is = marking.session.compute(|host| order::compare(host, CompareOp::Is, expected, value));
    if unless_exhausted(is)? == Some(true) {
        return Ok(Assessment::of(true));
    }
    if same(marking, expected, value)? {
        return Ok(Assessment::wrong(Some(Mistake::Unsimplified)));
    }
    Ok(Assessment::wrong(usual::negative(marking, value)?))
}

fn assess_outcome(expected: &Value, value: &Value) -> Assessment {
    if expected == value {
        return Assessment::of(true);
    }
    let mistake = match (expected, value) {
        (Value::Outcome(a), Value::Outcome(b)) => match (a, b) {
            (Outcome::L, Outcome::R) | (Outcome::R, Outcome::L) => Some(Mistake::OtherPlayer),
            (Outcome::N, Outcome::P) | (Outcome::P, Outcome::N) => Some(Mistake::OtherMover),
            _ => None,
        },
        (Value::Outcome(_), _) => {
            return Assessment::of(false).saying("an outcome is asked for".to_owned());
        }
        _ => None,
    };
    Assessment::wrong(mistake)
}

fn assess_move(
    marking: &mut MarkingSession,
    expected: &Value,
    value: &Value,
) -> Result<Assessment, Diagnostic> {
    let moves = items(expected);
    if contains(marking, &moves, value)? {
        return Ok(Assessment::of(true));
    }
    let Some(position) = marking.given.first().cloned() else { return Ok(Assessment::of(false)) };
    let legal = marking.session.compute(|host| {
        let mut all = strategies::ask(host, "moves", &position, Player::Left)?;
        all.extend(strategies::ask(host, "moves", &position, Player::Right)?);
        Ok(all)
    });
    let mistake = match unless_exhausted(legal)? {
        Some(legal) if contains(marking, &legal, value)? => Some(Mistake::LegalMove),
        Some(_) => Some(Mistake::IllegalMove),
        None => None,
    };
    Ok(Assessment::wrong(mistake))
}

fn assess_moves(
    marking: &mut MarkingSession,
    expected: &Value,
    value: &Value,
) -> Result<Assessment, Diagnostic> {
    let (wanted, mut found) = (items(expected), Vec::new());
    for one in items(value) {
        if !contains(marking, &found, &one)? {
            found.push(one);
        }
    }
    let mut right = 0;
    for one in &found {
        right += usize::from(contains(marking, &wanted, one)?);
    }
    let extra = found.len() - right;
    if extra == 0 && right == wanted.len() {
        return Ok(Assessment::of(true));
    }
    let mut assessment = Assessment::of(false);
    assessment.share = share_of(right.saturating_sub(extra), wanted.len());
    if right < wanted.len() {
        assessment = assessment.saying("some are missing".to_owned());
    }
    if extra > 0 {
        assessment = assessment.saying("some do not belong to them".to_owned());
    }
    Ok(assessment)
}

/// Whether a move is among others.
fn contains(
    marking: &mut MarkingSession,
    moves: &[Value],
    one: &Value,
) -> Result<bool, Diagnostic> {
    for other in moves {
        if same_move(marking, other, one)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two moves are the same: positions by what they show, games without rules by their values.
fn same_move(marking: &mut MarkingSession, a: &Value, b: &Value) -> Result<bool, Diagnostic> {
    match is_position(a) || is_position(b) {
        true => Ok(a == b),
        false => same(marking, a, b),
    }
}

/// The quotient of two numbers; 0 if the second is 0.
fn share_of(part: usize, whole: usize) -> Rational {
    let [part, whole] = [part, whole].map(|n| Rational::from(i64::try_from(n).unwrap_or(i64::MAX)));
    part.checked_div(&whole).unwrap_or_default()
}

fn assess_table(
    marking: &mut MarkingSession,
    expected: &Value,
    value: &Value,
) -> Result<Assessment, Diagnostic> {
    let (wanted, found) = (items(expected), items(value));
    let mut right = 0;
    for (a, b) in wanted.iter().zip(&found) {
        right += usize::from(same(marking, a, b)?);
    }
    if right == wanted.len() && found.len() == wanted.len() {
        return Ok(Assessment::of(true));
    }
    let mut assessment = Assessment::of(false);
    assessment.share = share_of(right.min(wanted.len().saturating_sub(1)), wanted.len());
    if found.len() != wanted.len() {
        assessment = assessment.saying(format!("a table of {} entries is asked for", wanted.len()));
    }
    assessment = assessment.saying(format!("{right} of {} entries are right", wanted.len()));
    if wanted.len() > 2 && shifted(marking, &wanted, &found)? {
        assessment.mistake = Some(Mistake::Shifted);
    }
    Ok(assessment)
}

/// Whether a table begins one entry too early or too late.
fn shifted(
    marking: &mut MarkingSession,
    wanted: &[Value],
    found: &[Value],
) -> Result<bool, Diagnostic> {
    for (a, b) in [(&wanted[1..], found), (wanted, found.get(1..).unwrap_or_default())] {
        let pairs: Vec<_> = a.iter().zip(b).collect();
        let mut all = pairs.len() + 1 >= wanted.len();
        for (a, b) in pairs {
            all = all && same(marking, a, b)?;
        }
        if all {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Checks the marks of a question; returns all errors, with their places.
pub(super) fn check(marking: &mut MarkingSession, question: &Question) -> Vec<(Snippet, String)> {
    let own = own_answer(marking, question);
    let here = |message: &str| vec![(question.answer.clone(), message.to_owned())];
    let fault = |diagnostic: &Diagnostic| shortened_message(diagnostic);
    let Some(own) = own else { return here(misfit(question.kind)) };
    match assess(marking, question, &own) {
        Err(diagnostic) => return here(&fault(&diagnostic)),
        Ok(assessment) if assessment.share != 1 => {
            return here(misfit(question.kind));
        }
        Ok(_) => {}
    }
    let mut wrong = Vec::new();
    for (at, marked) in question.partial.iter().chain(&question.wrong).enumerate() {
        let snippet = marked.pattern.value.clone();
        if marked.points.as_ref().is_some_and(|points| *points >= question.points) {
            let message = "this is worth as much as the right answer";
            wrong.push((snippet, message.to_owned()));
            continue;
        }
        let Some(pattern) = marking.patterns[at].clone() else { continue };
        // Functions are called with answers that are not right.
        if is_function(&pattern) {
            continue;
        }
        match fits(marking, question, &pattern, &own) {
            Ok(true) => wrong.push((snippet, "this is the right answer".to_owned())),
            Ok(false) => {}
            Err(diagnostic) => wrong.push((snippet, fault(&diagnostic))),
        }
    }
    wrong
}

fn misfit(kind: AnswerKind) -> &'static str {
    match kind {
        AnswerKind::Form => "the key's own answer is not in canonical form as it is typed",
        AnswerKind::Outcome => "the key's own answer is no outcome",
        AnswerKind::Order => "the key of `order` is a pair of games, such as `(^, *)`",
        AnswerKind::Number => "the key's own answer is no number",
        AnswerKind::Choice => "the key of `choice` is one of its texts, or its number from 1",
        AnswerKind::Move | AnswerKind::Moves => "the key has no such move",
        AnswerKind::Ruleset => "the key's own answer is no ruleset that can be compared",
        AnswerKind::Strategy => "the key's own strategy does not win",
        AnswerKind::Value | AnswerKind::Table => "the key's own answer is not right",
    }
}

/// The right answer in the form of an answer; `None` if it is not of its kind.
pub(super) fn own_answer(
    marking: &mut MarkingSession,
    question: &Question,
) -> Option<ComparedAnswer> {
    let expected = marking.expected.clone();
    Some(match question.kind {
        AnswerKind::Order => ComparedAnswer::Order(relation_of(marking).ok()??),
        AnswerKind::Choice => ComparedAnswer::Choice(chosen(marking, question, &expected).ok()??),
        AnswerKind::Move => ComparedAnswer::Value(items(&expected).into_iter().next()?),
        AnswerKind::Number => ComparedAnswer::Value(as_number(marking, &expected).ok()??),
        AnswerKind::Outcome if !matches!(expected, Value::Outcome(_)) => return None,
        _ => ComparedAnswer::Value(expected),
    })
}

/// Most lines of an explanation.
const REASON_LINES: usize = 8;

/// Explanation of the right answer: of the comparison of two games, of the game in backquotes in the
/// question if it has that value, or of the key's computation.
pub(super) fn reason(marking: &mut MarkingSession, question: &Question) -> Option<String> {
    let asked = question.text.split('`').nth(1).map(str::to_owned);
    let claims: Vec<String> = match own_answer(marking, question)? {
        ComparedAnswer::Order(relation) => {
            let sides = items(&marking.expected);
            let sides: Vec<String> = sides.iter().map(|side| marking.session.show(side)).collect();
            vec![sides.join(&format!(" {} ", sign_of(relation)))]
        }
        ComparedAnswer::Choice(_) => Vec::new(),
        ComparedAnswer::Value(right) => {
            let asked = asked.filter(|code| {
                let value = marking.session.value_alone("key", code);
                value.is_ok_and(|value| same(marking, &right, &value).unwrap_or(false))
            });
            asked.into_iter().chain([question.answer.text.clone()]).collect()
        }
    };
    let explained = claims.iter().find_map(|claim| {
        let value = marking.session.value_alone("key", &format!("explain({claim})")).ok()?;
        marking.session.answer_text(&value).ok()
    })?;
    let mut lines: Vec<&str> = explained.lines().take(REASON_LINES).collect();
    if explained.lines().count() > REASON_LINES {
        lines.push("...");
    }
    Some(lines.join("\n"))
}

/// The right answer as text.
pub(super) fn solution(marking: &mut MarkingSession, question: &Question) -> String {
    match own_answer(marking, question) {
        Some(ComparedAnswer::Order(relation)) => sign_of(relation).to_owned(),
        Some(ComparedAnswer::Choice(place)) => format!("{}) {}", place + 1, question.from[place]),
        Some(ComparedAnswer::Value(Value::Form(form))) if question.kind == AnswerKind::Form => {
            marking.session.show(&Value::Typed(form))
        }
        Some(ComparedAnswer::Value(value)) if question.kind == AnswerKind::Value => {
            // A position is no answer: its value is.
            let worth = marking.session.compute(|host| match order::is_gamelike(&value) {
                true => Ok(worth::evaluated(host, &value)?),
                false => Ok(value.clone()),
            });
            marking.session.show(&worth.unwrap_or(value))
        }
        Some(ComparedAnswer::Value(value)) => {
            // Of several moves that are right all are given.
            let all = match question.kind {
                AnswerKind::Move => items(&marking.expected),
                _ => vec![value],
            };
            let all: Vec<String> = all.iter().map(|one| marking.session.show(one)).collect();
            all.join(" or ")
        }
        None => question.answer.text.clone(),
    }
}
