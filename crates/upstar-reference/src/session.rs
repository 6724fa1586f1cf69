//! Sessions: inputs one after the other, with the names they bind.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use upstar_syntax::ast::{Statement, StatementKind};
use upstar_syntax::diagnostic::Unlimited;
use upstar_syntax::source::SourceMap;
use upstar_syntax::{parse_file, parse_input};

use crate::expression::Machine;
use crate::play::Rules;
use crate::ruleset;
use crate::statement::Flow;
use crate::value::{Component, Home, Position, Scope, Value};
use crate::{Fault, Player, Wrong};

/// Steps for an input, unless the session says otherwise.
const STEPS: u64 = 20_000_000;

/// The files of the library.
const LIBRARY: &[&str] = &[
    include_str!("../stdlib/clobber.game"),
    include_str!("../stdlib/coins.game"),
    include_str!("../stdlib/goals.game"),
    include_str!("../stdlib/graphs.game"),
    include_str!("../stdlib/grids.game"),
    include_str!("../stdlib/heaps.game"),
    include_str!("../stdlib/points.game"),
    include_str!("../stdlib/strips.game"),
    include_str!("../stdlib/lookup.game"),
    include_str!("../stdlib/variants.game"),
];

/// A session: names and rulesets, and the answers to questions about them.
pub struct Session {
    machine: Machine,
    steps: u64,
    before: Vec<BTreeMap<Arc<str>, Value>>,
}

/// The answer to an input.
#[derive(Debug, Clone)]
pub struct Answer {
    value: Value,
    text: String,
}

impl fmt::Display for Answer {
    /// The answer in the notation of the language, brackets in full.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The statements of the library.
fn library() -> Result<&'static [Statement], Fault> {
    static STATEMENTS: OnceLock<Result<Vec<Statement>, Fault>> = OnceLock::new();
    let read = || {
        let mut statements = Vec::new();
        for text in LIBRARY {
            statements.extend(parsed(text, true)?);
        }
        Ok(statements)
    };
    STATEMENTS.get_or_init(read).as_deref().map_err(Clone::clone)
}

fn parsed(text: &str, file: bool) -> Result<Vec<Statement>, Fault> {
    let source = SourceMap::default().add("input", text);
    let parse = if file { parse_file } else { parse_input };
    match parse(source, text, &Unlimited) {
        Ok(program) => Ok(program.statements),
        Err(diagnostic) => Err(Fault::wrong(Wrong::Syntax, diagnostic.message)),
    }
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

/// Positions that are looked through for wrong moves.
const MOST_FOLLOWERS: usize = 10_000;

impl Session {
    /// A session with the usual limit of steps.
    pub fn new() -> Session {
        Session::with_steps(STEPS)
    }

    /// A session that takes so many steps for an input at most; beyond it [`Fault::TooLarge`].
    pub fn with_steps(steps: u64) -> Session {
        Session { machine: Machine::new(steps), steps, before: Vec::new() }
    }

    /// Runs one input (statements separated by newlines or `;`): all of it, or nothing when it fails. The answers
    /// are those of its expressions whose values are shown.
    ///
    /// # Errors
    /// When the program is wrong, not defined here, or too large.
    pub fn input(&mut self, text: &str) -> Result<Vec<Answer>, Fault> {
        let statements = parsed(text, false)?;
        let names = self.machine.snapshot();
        let answers = self.run(&statements);
        match answers {
            Ok(_) => self.before.push(names),
            Err(_) => self.machine.restore(names),
        }
        answers
    }

    /// Takes note of the names that a whole text binds: the declarations of a file know each other, also when its
    /// statements are run one by one.
    ///
    /// # Errors
    /// When the text is not of the language.
    pub fn know_names_of(&mut self, text: &str) -> Result<(), Fault> {
        let names = upstar_syntax::assigned(&parsed(text, true)?);
        self.machine.known.borrow_mut().extend(names);
        Ok(())
    }

    /// Takes the last input that did not fail back. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let names = self.before.pop();
        names.map(|names| self.machine.restore(names)).is_some()
    }

    /// Whether play from these positions may come to a move that is wrong. A question that is answered without a look
    /// at all moves may not meet it.
    ///
    /// # Errors
    /// When the text is no game, when the moves of one position take too many steps, and when too many positions follow.
    #[expect(clippy::mutable_key_type, reason = "positions are ordered by their numbers")]
    pub fn may_meet_wrong_moves(&mut self, positions: &str) -> Result<bool, Fault> {
        let answers = self.run(&parsed(positions, false)?)?;
        // Breadth first, because some line of play may have no end.
        let mut next = VecDeque::new();
        for answer in answers {
            match answer.value {
                Value::Misere(sum) => next.extend(sum.iter().cloned()),
                value => next.extend(self.machine.components(&value)?),
            }
        }
        let mut seen: BTreeSet<Component> = next.iter().cloned().collect();
        while let Some(component) = next.pop_front() {
            if seen.len() > MOST_FOLLOWERS {
                return Err(Fault::TooLarge);
            }
            self.machine.steps.refill(self.steps);
            for player in [Player::Left, Player::Right] {
                let machine = &self.machine;
                let options = match machine.by_moves(|_| machine.options(&component, player)) {
                    Err(Fault::Wrong { .. }) => return Ok(true),
                    options => options?,
                };
                // Play for a goal goes from one position to another.
                let is_one = |sum: &Vec<Component>| match (&component, &sum[..]) {
                    (Component::Position(from), [Component::Position(to)]) => {
                        from.ruleset.number == to.ruleset.number
                    }
                    _ => false,
                };
                if ruleset::has_goals(&component) && !options.iter().all(is_one) {
                    return Ok(true);
                }
                next.extend(options.into_iter().flatten().filter(|part| seen.insert(part.clone())));
            }
        }
        Ok(false)
    }

    /// The machine, with the names of the library and of the inputs so far: for programs that ask about positions one by
    /// one. They refill its steps.
    ///
    /// # Errors
    /// When the library is wrong.
    pub fn machine(&self) -> Result<&Machine, Fault> {
        if self.machine.library.borrow().is_empty() {
            self.begin()?;
        }
        Ok(&self.machine)
    }

    /// The value of an expression, by the steps that are left.
    ///
    /// # Errors
    /// When the text is no expression, or has no value.
    pub fn value(&self, text: &str) -> Result<Value, Fault> {
        match parsed(text, false)?.as_slice() {
            [Statement { kind: StatementKind::Expr(expr), .. }] => {
                self.machine()?.eval(expr, &Scope::global(Home::Program))
            }
            _ => Err(Fault::wrong(Wrong::Syntax, "one expression is needed")),
        }
    }

    fn begin(&self) -> Result<(), Fault> {
        if self.machine.library.borrow().is_empty() {
            let scope = Scope::global(Home::Library);
            self.machine.steps.refill(u64::MAX);
            for statement in library()? {
                self.machine.statement(statement, &scope)?;
            }
        }
        self.machine.steps.refill(self.steps);
        Ok(())
    }

    fn run(&self, statements: &[Statement]) -> Result<Vec<Answer>, Fault> {
        self.begin()?;
        self.machine.verify_names(statements)?;
        let scope = Scope::global(Home::Program);
        let mut answers = Vec::new();
        for statement in statements {
            // What is remembered about positions is remembered for one statement: names may be bound anew.
            self.machine.options.borrow_mut().clear();
            let Flow::Value(value) = self.machine.statement(statement, &scope)? else {
                return Err(Fault::wrong(
                    Wrong::Syntax,
                    "`return` or `break` outside of a function or loop",
                ));
            };
            let is_shown = matches!(statement.kind, StatementKind::Expr(_)) && !statement.silent;
            if is_shown && !matches!(value, Value::Nothing) {
                answers.push(Answer { text: self.machine.text(&value)?, value });
            }
        }
        Ok(answers)
    }

    /// Whether a text that was printed as an answer means the same as this one. Canonical forms are compared as forms,
    /// other games by value, positions by their rules and parameters, lists part by part; the order of a list of
    /// positions does not matter.
    ///
    /// # Errors
    /// When the text is not of the language, and when no step is left.
    pub fn agrees(&mut self, answer: &Answer, printed: &str) -> Result<bool, Fault> {
        self.begin()?;
        // Outcomes and players are printed by their names, which the program may have bound otherwise.
        let names = [
            "L", "R", "N", "P", "D", "N_hat", "N_check", "P_hat", "P_check", "Left", "Right",
            "Max", "Min",
        ];
        let bind = |scope: Scope, name: &&str| match crate::builtins::constant(name) {
            Some(value) => scope.with(&Arc::from(*name), value),
            None => scope,
        };
        let global = Scope::global(Home::Program);
        let with_constants = names.iter().fold(global.clone(), bind);
        let read = |scope: &Scope| -> Result<bool, Fault> {
            let statements = parsed(printed, false)?;
            match self.machine.block(&statements, scope)? {
                Flow::Value(value) => self.same(&answer.value, &value),
                _ => Ok(false),
            }
        };
        match read(&with_constants) {
            Ok(true) => Ok(true),
            Err(Fault::TooLarge) => Err(Fault::TooLarge),
            _ => read(&global),
        }
    }

    /// Whether an answer and one that was printed are the same.
    fn same(&self, answer: &Value, printed: &Value) -> Result<bool, Fault> {
        let machine = &self.machine;
        let all = |xs: &[Value], ys: &[Value]| -> Result<bool, Fault> {
            for (x, y) in xs.iter().zip(ys) {
                if !self.same(x, y)? {
                    return Ok(false);
                }
            }
            Ok(xs.len() == ys.len())
        };
        match (answer, printed) {
            (Value::Sum(g), Value::Sum(h)) | (Value::Misere(g), Value::Misere(h)) => {
                self.same_sum(g, h)
            }
            // Positions of rules with `play misere` are in misère play as they stand.
            (Value::Sum(g), Value::Misere(h)) | (Value::Misere(g), Value::Sum(h)) => {
                Ok(g.iter().chain(h.iter()).any(crate::ruleset::is_misere)
                    && self.same_sum(g, h)?)
            }
            (Value::Sum(g), Value::Number(_) | Value::Game(_)) => {
                self.same_sum(g, &machine.components(printed)?)
            }
            (Value::Number(_) | Value::Game(_), Value::Sum(h)) => {
                self.same_sum(&machine.components(answer)?, h)
            }
            (Value::Misere(_), _) | (_, Value::Misere(_)) => Ok(false),
            (Value::Form(g), Value::Game(h) | Value::Form(h)) => Ok(g == h),
            (Value::Game(g), Value::Game(h)) if machine.games.is_canonical(*g)? => Ok(g == h),
            (Value::List(xs) | Value::Set(xs), Value::List(ys) | Value::Set(ys)) => {
                let is_set = matches!((answer, printed), (Value::Set(_), Value::Set(_)));
                let positions = |xs: &[Value]| {
                    xs.iter().all(|x| {
                        matches!(
                            x,
                            Value::Sum(_) | Value::Misere(_) | Value::Game(_) | Value::Number(_)
                        )
                    })
                };
                if std::mem::discriminant(answer) != std::mem::discriminant(printed) {
                    return Ok(false);
                }
                Ok(all(xs, ys)? || (is_set || positions(xs)) && self.same_in_any_order(xs, ys)?)
            }
            (Value::Tuple(xs), Value::Tuple(ys)) => all(xs, ys),
            (Value::Map(xs), Value::Map(ys)) => {
                let split =
                    |map: &[(Value, Value)]| map.iter().cloned().unzip::<_, _, Vec<_>, Vec<_>>();
                let ((keys, values), (other_keys, other_values)) = (split(xs), split(ys));
                Ok(all(&keys, &other_keys)? && all(&values, &other_values)?)
            }
            (Value::Range(..), Value::List(_)) | (Value::List(_), Value::Range(..)) => Ok(false),
            _ => machine.equal(answer, printed),
        }
    }

    fn same_in_any_order(&self, xs: &[Value], ys: &[Value]) -> Result<bool, Fault> {
        let mut left = ys.to_vec();
        for x in xs {
            let mut place = None;
            for (index, y) in left.iter().enumerate() {
                if place.is_none() && self.same(x, y)? {
                    place = Some(index);
                }
            }
            let Some(place) = place else { return Ok(false) };
            left.remove(place);
        }
        Ok(left.is_empty())
    }

    /// Whether two sums have the same positions, and games beside them that are worth the same. A row of coins has its
    /// heads as parts, and a strip without cells none.
    fn same_sum(&self, g: &[Component], h: &[Component]) -> Result<bool, Fault> {
        let machine = &self.machine;
        let ((g, g_games), (h, h_games)) = (self.split(g)?, self.split(h)?);
        if g != h || g_games == h_games {
            return Ok(g == h);
        }
        machine.equal(&Value::sum(g_games), &Value::sum(h_games))
    }

    fn split(&self, sum: &[Component]) -> Result<(Vec<String>, Vec<Component>), Fault> {
        let (mut positions, mut games) = (Vec::new(), Vec::new());
        for component in sum {
            let (Component::Position(position) | Component::Negative(position)) = component else {
                games.push(component.clone());
                continue;
            };
            let text = |position: &Position| match component {
                Component::Position(_) => self.machine.position_text(position),
                _ => Ok(format!("-{}", self.machine.position_text(position)?)),
            };
            match position.state.as_slice() {
                [Value::Text(row)] if crate::ruleset::is_coins(&position.ruleset.decl) => {
                    for (place, _) in row.chars().enumerate().filter(|(_, coin)| *coin == 'H') {
                        let state = Rc::new(vec![Value::integer(place)]);
                        positions.push(text(&Position { state, ..position.clone() })?);
                    }
                }
                [Value::Board(board)] if board.columns() == 0 => {}
                _ => positions.push(text(position)?),
            }
        }
        positions.sort();
        Ok((positions, games))
    }
}
