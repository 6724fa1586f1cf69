//! Claims: whether the facts prove the answer to a question.
//!
//! Knows: the questions that can be certified. Must not know: how a fact follows.
//!
//! Questions about the value of a sum (`canonical`, `mean`, `left_wall`, ...) are proved by its canonical form G: neither
//! player wins the difference of the sum and G moving first, and nothing in G is dominated or reversible. The answer
//! for G is then calculated by the definition.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use num_rational::BigRational;
use upstar_reference::blocking::is_blocking;
use upstar_reference::bracket::{Game, Relation};
use upstar_reference::expression::Machine;
use upstar_reference::play::{Convention, Outcome};
use upstar_reference::value::{Component, Home, Ruleset, Scope, Value};
use upstar_reference::{Fault, Player, Wrong, ruleset};
use upstar_syntax::ast::{CompareOp, Expr, ExprKind, Param, ParamKind};
use upstar_syntax::certificate::OF_VALUES;
use upstar_syntax::{TokenKind, tokens};

use crate::ends::{self, Order};
use crate::facts::Facts;
use crate::periods::{self, Moves};
use crate::rules::{Rules, Sum, expression, refused};

/// A question, and what decides play in it.
pub(crate) struct Question {
    /// As it is written.
    pub(crate) text: String,
    /// What decides.
    pub(crate) convention: Convention,
    asked: Asked,
}

enum Asked {
    /// `outcome(S)`.
    Outcome(Value),
    /// `winning_moves(S, player)`.
    WinningMoves(Value, Option<Player>),
    /// `S >= T`
    Comparison(Value, CompareOp, Value),
    /// `nimber(S)`.
    Nimber(Value),
    /// `period(R)`.
    Period(Rc<Ruleset>),
    /// `misere_quotient(R, n)`.
    Quotient(Rc<Ruleset>, u64),
    /// `value(P, player)`.
    Points(Value, Option<Player>),
    /// What is asked of the canonical form of a sum, with the texts of other arguments.
    OfValue(&'static str, Value, Vec<Value>),
}

impl Question {
    /// Reads a question.
    pub(crate) fn read(rules: &mut Rules, text: String) -> Result<Question, Fault> {
        rules.next_line()?;
        verify_words(rules, &text, false)?;
        let machine = rules.session.machine()?;
        let eval = |expr: &Expr| machine.eval(expr, &Scope::global(Home::Program));
        let asked = match expression(&text)?.kind {
            ExprKind::Compare { first, rest } => match rest.as_slice() {
                [(op, _, second)] => Asked::Comparison(eval(&first)?, *op, eval(second)?),
                _ => return refused("one comparison of two games can be certified"),
            },
            ExprKind::Call { callee, args } => {
                let name = match &callee.kind {
                    ExprKind::Name(name) => &**name,
                    _ => "",
                };
                let args: Vec<Value> = args.iter().map(eval).collect::<Result<_, _>>()?;
                asked(machine, name, args)?
            }
            _ => return refused("this question cannot be certified"),
        };
        if asked.games().iter().any(|game| matches!(game, Value::Form(_))) {
            return refused("questions about brackets as they are typed cannot be certified");
        }
        let convention = asked.convention(rules)?;
        rules.keep_positions()?;
        Ok(Question { text, convention, asked })
    }

    /// Checks that the facts prove a claim.
    pub(crate) fn verify(
        &self,
        rules: &mut Rules,
        facts: &Facts,
        claim: &str,
    ) -> Result<(), Fault> {
        rules.next_line()?;
        verify_words(rules, claim, true)?;
        let rules = &*rules;
        let sum = |value: &Value| rules.sum_of(value, self.convention);
        let proved = match &self.asked {
            Asked::Outcome(asked) => outcome(rules, facts, &sum(asked)?)?.name().to_owned(),
            Asked::Comparison(first, op, second) => {
                compares(rules, facts, [first, second], *op)?.to_string()
            }
            Asked::Nimber(asked) => match facts.nimber_of(rules, &sum(asked)?)? {
                Some(nimber) => nimber.to_string(),
                None => return refused("no fact says this nimber"),
            },
            Asked::Points(asked, first) => {
                match rules.session.machine()?.components(asked)?.as_slice() {
                    [Component::Position(position)] => {
                        facts.points(rules, position, *first)?.to_string()
                    }
                    _ => return refused("points are those of one position"),
                }
            }
            Asked::Period(ruleset) => return verify_period(rules, facts, ruleset, claim),
            Asked::Quotient(ruleset, last) => proved_quotient(rules, facts, ruleset, *last)?,
            Asked::WinningMoves(asked, first) => {
                return verify_winning_moves(rules, facts, asked, *first, claim);
            }
            Asked::OfValue(name, asked, rest) => {
                return verify_of_value(rules, facts, &sum(asked)?, (name, rest), claim);
            }
        };
        match proved == claim {
            true => Ok(()),
            false => refused(format!("the facts prove {proved}, not {claim}")),
        }
    }
}

/// The question that a call of a function is.
fn asked(machine: &Machine, name: &str, args: Vec<Value>) -> Result<Asked, Fault> {
    let mut args = args.into_iter();
    let Some(first) = args.next() else { return refused(format!("`{name}` asks of no game")) };
    let rest: Vec<Value> = args.collect();
    let player = match rest.as_slice() {
        [Value::Player(player)] => Some(*player),
        _ => None,
    };
    let others = OF_VALUES.iter().find(|other| **other == name);
    Ok(match (name, rest.len()) {
        ("outcome", 0) => Asked::Outcome(first),
        ("nimber" | "grundy", 0) => Asked::Nimber(first),
        ("period", 0) => match first {
            Value::Ruleset(ruleset) => Asked::Period(ruleset),
            _ => return refused("periods are those of rulesets"),
        },
        ("misere_quotient", 1) => match first {
            Value::Ruleset(ruleset) => Asked::Quotient(ruleset, machine.natural(&rest[0])?),
            _ => return refused("quotients are those of rulesets"),
        },
        ("winning_moves", 0) => Asked::WinningMoves(first, None),
        ("winning_moves", 1) if player.is_some() => Asked::WinningMoves(first, player),
        ("value", 0) => Asked::Points(first, None),
        ("value", 1) if player.is_some() => Asked::Points(first, player),
        _ => match others {
            Some(name) => Asked::OfValue(name, first, rest),
            None => return refused(format!("`{name}` cannot be certified")),
        },
    })
}

impl Asked {
    fn convention(&self, rules: &Rules) -> Result<Convention, Fault> {
        let machine = rules.session.machine()?;
        let is_quotient = matches!(self, Asked::Quotient(..));
        let parts = match self {
            Asked::Outcome(Value::Misere(_)) | Asked::WinningMoves(Value::Misere(_), _) => {
                return Ok(Convention::Misere);
            }
            Asked::Outcome(value) | Asked::WinningMoves(value, _) => machine.components(value)?,
            Asked::Quotient(ruleset, _) => machine.components(&heap(machine, ruleset, 0)?)?,
            _ => return self.in_normal_play(rules),
        };
        let is_other = |part: &Component| {
            ruleset::is_affine(part) || is_blocking(part) || ruleset::has_points(part)
        };
        if parts.iter().any(is_other) {
            return refused(
                "points, blocking, complimenting and entailing moves have no such question",
            );
        }
        let goals = parts.iter().filter(|part| ruleset::has_goals(part)).count();
        let misere = parts.iter().filter(|part| ruleset::is_misere(part)).count();
        match (goals, misere, parts.len()) {
            (0, 0, _) if is_quotient => Ok(Convention::Misere),
            (0, 0, _) => Ok(Convention::Normal),
            (1, 0, 1) if !is_quotient => Ok(Convention::Goal),
            (0, misere, all) if misere == all && !is_quotient => Ok(Convention::Misere),
            _ => refused("games with different ends have no sum"),
        }
    }

    /// The games that it asks of; none where it asks of a ruleset.
    fn games(&self) -> Vec<&Value> {
        match self {
            Asked::Period(_) | Asked::Quotient(..) => Vec::new(),
            Asked::Comparison(first, _, second) => vec![first, second],
            Asked::Points(value, _)
            | Asked::Outcome(value)
            | Asked::WinningMoves(value, _)
            | Asked::Nimber(value)
            | Asked::OfValue(_, value, _) => vec![value],
        }
    }

    /// The convention of the other questions: the last move decides, or points.
    fn in_normal_play(&self, rules: &Rules) -> Result<Convention, Fault> {
        let is_of_points = matches!(self, Asked::Points(..));
        let mut parts = Vec::new();
        for value in self.games() {
            parts.extend(rules.session.machine()?.components(value)?);
        }
        let is_other = |part: &Component| {
            ruleset::is_affine(part)
                || is_blocking(part)
                || ruleset::has_goals(part)
                || ruleset::is_misere(part)
        };
        if parts.iter().any(|part| is_other(part) || ruleset::has_points(part) != is_of_points) {
            return refused("this question is not about games with such an end");
        }
        Ok(Convention::Normal)
    }
}

/// Checks that a question, or a claim, means what it says: it has no comment, and names nothing that the rules have bound
/// in the place of what the language means by it. A claim names rulesets only.
fn verify_words(rules: &Rules, text: &str, is_claim: bool) -> Result<(), Fault> {
    let tokens = tokens(text);
    if tokens.iter().any(|token| token.kind == TokenKind::Comment) {
        return refused("comments stand in no question and no claim");
    }
    let machine = rules.session.machine()?;
    for token in tokens {
        let word = &text[token.range];
        let Some(bound) = machine.names.borrow().get(word).cloned() else { continue };
        let of_language = machine.name(word, &Scope::global(Home::Library));
        let is_free = of_language.as_ref().is_err_and(|fault| fault.is_wrong(Wrong::Name));
        let is_other = match bound {
            // Outcomes are claimed by their letters, whatever these mean.
            Value::Ruleset(_) => {
                !is_free && !matches!(of_language, Ok(Value::Ruleset(_) | Value::Outcome(_)))
            }
            _ => is_claim || !is_free,
        };
        if is_other {
            return refused(format!("`{word}` is bound by the rules"));
        }
    }
    Ok(())
}

fn outcome(rules: &Rules, facts: &Facts, sum: &Sum) -> Result<Outcome, Fault> {
    let left_begins = facts.winner(rules, sum, Player::Left)?;
    Ok(Outcome::of(left_begins, facts.winner(rules, sum, Player::Right)?))
}

/// Whether a comparison holds, by the outcome of the difference.
fn compares(
    rules: &Rules,
    facts: &Facts,
    [first, second]: [&Value; 2],
    op: CompareOp,
) -> Result<bool, Fault> {
    let sums = [rules.sum_of(first, facts.convention)?, rules.sum_of(second, facts.convention)?];
    let order = ends::order(rules, [&sums[0], &sums[1]])?;
    let mut difference = rules.components(first)?;
    difference.extend(rules.components(&rules.session.machine()?.negative(second)?)?);
    let difference = rules.normal(difference, facts.convention)?;
    let relation = match order {
        Order::Winning => match Relation::of(outcome(rules, facts, &difference)?) {
            Some(relation) => relation,
            None => return refused("the difference of these games is drawn"),
        },
        Order::Surviving => {
            let loses = |player: Player| -> Result<bool, Fault> {
                let winner = facts.winner(rules, &difference, player.opponent())?;
                Ok(winner == Some(player.opponent()))
            };
            match (loses(Player::Left)?, loses(Player::Right)?) {
                (false, false) => Relation::Equal,
                (false, true) => Relation::Greater,
                (true, false) => Relation::Less,
                (true, true) => Relation::Confused,
            }
        }
    };
    relation.fits(op).map_or_else(|| refused("this is no order of games"), Ok)
}

/// Checks that a list has exactly the moves after which the player who made them wins. The moves are those of the rules,
/// as they stand.
fn verify_winning_moves(
    rules: &Rules,
    facts: &Facts,
    asked: &Value,
    first: Option<Player>,
    claim: &str,
) -> Result<(), Fault> {
    let machine = rules.session.machine()?;
    let sum = rules.components(asked)?;
    let player = match first {
        Some(player) => player,
        None if machine.are_for_both(&sum)? => Player::Left,
        None => return refused("name the player"),
    };
    let Value::List(list) = rules.session.value(claim)? else {
        return refused("a list of moves is needed");
    };
    let is_in_misere = |value: &Value| matches!(value, Value::Misere(_));
    if list.iter().any(|to| is_in_misere(to) != is_in_misere(asked)) {
        return refused("moves lead to games that end like the one that is asked of");
    }
    let text = |value: &Value| rules.as_it_stands(&rules.components(value)?);
    // How often a move is listed does not matter: equal moves may be made in several ways.
    let mut claimed: BTreeSet<String> = list.iter().map(text).collect::<Result<_, _>>()?;
    let moves = match rules.has_ended(&sum, player, facts.convention)? {
        true => Vec::new(),
        false => machine.by_moves(|play| play.moves(&sum, player))?,
    };
    let over = machine.by_moves(|play| play.over((&sum, &player), &moves, facts.convention))?;
    for to in moves.iter().filter(|_| over.is_none()) {
        let is_claimed = claimed.contains(&rules.as_it_stands(to)?);
        let normal = rules.normal(to.clone(), facts.convention)?;
        if is_claimed != (facts.winner(rules, &normal, player.opponent())? == Some(player)) {
            return refused(format!("the facts say something else of {}", normal.text));
        }
    }
    for to in &moves {
        claimed.remove(&rules.as_it_stands(to)?);
    }
    match claimed.first() {
        Some(other) => refused(format!("there is no move to {other}")),
        None if over.is_some() && !list.is_empty() => refused("play is over"),
        None => Ok(()),
    }
}

/// Checks that nimbers repeat as the claim says, from those of so many heaps as prove it.
fn verify_period(
    rules: &Rules,
    facts: &Facts,
    ruleset: &Rc<Ruleset>,
    claim: &str,
) -> Result<(), Fault> {
    let machine = rules.session.machine()?;
    let Value::Map(items) = rules.session.value(claim)? else {
        return refused("a period is claimed by a map");
    };
    let mut claimed = BTreeMap::new();
    for (key, value) in items.iter() {
        claimed.insert(key.as_text()?.to_string(), machine.natural(value)?);
    }
    let named: Vec<(&str, u64)> = claimed.iter().map(|(key, n)| (key.as_str(), *n)).collect();
    let [("period", period), ("preperiod", preperiod), ("saltus", 0)] = named.as_slice() else {
        return refused("a map with the period, the preperiod and a saltus of 0 is needed");
    };
    let mut nimber = |heap: u64| {
        let heap = self::heap(machine, ruleset, heap)?;
        match facts.nimber_of(rules, &rules.sum_of(&heap, facts.convention)?)? {
            Some(nimber) => Ok(nimber),
            None => refused(format!("no fact says the nimber of {}", machine.text(&heap)?)),
        }
    };
    periods::verify(&Moves::of(machine, ruleset)?, (*preperiod, *period), &mut nimber)
}

/// The heap that has this number of counters.
fn heap(machine: &Machine, ruleset: &Rc<Ruleset>, counters: u64) -> Result<Value, Fault> {
    machine.position(ruleset, vec![Value::integer(counters)])
}

/// The misère quotient of the heaps of a ruleset, which the facts prove.
fn proved_quotient(
    rules: &Rules,
    facts: &Facts,
    ruleset: &Rc<Ruleset>,
    last: u64,
) -> Result<String, Fault> {
    let Some(quotient) = &facts.quotient else { return refused("no fact says a quotient") };
    let is_heap = |param: &Param| matches!(param.kind, Some(ParamKind::Heap));
    if !matches!(ruleset.decl.position.as_slice(), [param] if is_heap(param)) {
        return refused("quotients are those of rulesets of heaps");
    }
    let machine = rules.session.machine()?;
    let mut heaps = Vec::new();
    for counters in 0..=last {
        machine.steps.step()?;
        heaps.push(rules.sum_of(&heap(machine, ruleset, counters)?, facts.convention)?.text);
    }
    quotient.verify(&heaps, &machine.steps)
}

/// Checks that the sum equals the form, and asks the question of the form.
fn verify_of_value(
    rules: &Rules,
    facts: &Facts,
    sum: &Sum,
    (name, rest): (&str, &[Value]),
    claim: &str,
) -> Result<(), Fault> {
    if let Some(stopper) = &facts.stopper {
        return verify_equals_stopper(rules, facts, sum, stopper, (name, rest, claim));
    }
    let Some(form) = facts.form else { return refused("no fact says a canonical form") };
    let machine = rules.session.machine()?;
    let mut difference = sum.parts.clone();
    difference.push(Component::Game(machine.games.negative(form)?));
    let difference = rules.normal(difference, facts.convention)?;
    for player in [Player::Left, Player::Right] {
        facts.verify_wins_second(rules, &difference, player)?;
    }
    if let ("thermograph" | "subzero_thermograph", []) = (name, rest) {
        return verify_walls(rules, form, name, claim);
    }
    let mut args = vec![Value::Game(form)];
    args.extend(rest.iter().cloned());
    let Some(answer) = machine.question(name, &args)? else {
        return refused(format!("`{name}` is no such question"));
    };
    let is_same = match &answer {
        // A game is claimed by its canonical form.
        Value::Game(game) => {
            let claimed = rules.session.value(&format!("form({claim})"))?;
            machine.games.canonical(*game)? == machine.form_of(&claimed)?
        }
        answer => {
            let claimed = rules.session.value(claim)?;
            let is_number = |value: &Value| matches!(value, Value::Number(_));
            is_number(answer) == is_number(&claimed) && machine.equal(answer, &claimed)?
        }
    };
    match is_same {
        true => Ok(()),
        false => refused(format!("the facts prove {}, not {claim}", machine.text(&answer)?)),
    }
}

/// Checks that the sum equals the stopper, which is claimed: both are stoppers, and neither player loses the difference
/// moving second. The stopper need not be in simplest form.
fn verify_equals_stopper(
    rules: &Rules,
    facts: &Facts,
    sum: &Sum,
    stopper: &Sum,
    (name, rest, claim): (&str, &[Value], &str),
) -> Result<(), Fault> {
    if name != "canonical"
        || !rest.is_empty()
        || rules.sum(claim, facts.convention)?.text != stopper.text
    {
        return refused("a stopper proves its own value, and nothing else");
    }
    ends::verify_stopper(rules, sum)?;
    let machine = rules.session.machine()?;
    let mut difference = sum.parts.clone();
    difference.extend(machine.components(&machine.negative(&Value::sum(stopper.parts.clone()))?)?);
    let difference = rules.normal(difference, facts.convention)?;
    for player in Player::BOTH {
        if !facts.holds_second(rules, &difference, player)? {
            return refused(format!("no facts say that {player:?} holds {}", difference.text));
        }
    }
    Ok(())
}

/// Checks that a thermograph is claimed by its walls: the corners of the left one and of the right one.
fn verify_walls(rules: &Rules, form: Game, name: &str, claim: &str) -> Result<(), Fault> {
    let machine = rules.session.machine()?;
    let walls = match name {
        "thermograph" => machine.games.thermograph(form)?,
        _ => machine.games.subzero_thermograph(form)?,
    };
    let is_plain = tokens(claim).iter().all(|token| token.kind != TokenKind::Keyword);
    let walls_of = claim.strip_prefix("thermograph").filter(|rest| rest.starts_with('('));
    let Some(claim) = walls_of.filter(|_| is_plain) else {
        return refused("a thermograph is claimed by its walls");
    };
    let list = |corners: Vec<(BigRational, BigRational)>| {
        let corner = |(t, x)| Value::tuple(vec![Value::Number(t), Value::Number(x)]);
        Value::list(corners.into_iter().map(corner).collect())
    };
    let proved = Value::tuple(vec![list(walls.left), list(walls.right)]);
    match machine.equal(&proved, &rules.session.value(claim)?)? {
        true => Ok(()),
        false => refused(format!("the facts prove the walls {}", machine.text(&proved)?)),
    }
}
