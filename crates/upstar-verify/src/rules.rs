//! The rules of a certificate: sums by their texts, and their moves.
//!
//! Knows: the reference. Must not know: facts.
//!
//! A sum is kept in a normal form. In normal play a position with `parts` is these parts, as the language defines; where
//! a fact says so, a position is the parts that its rules show, and a component is its value; and brackets are added up.
//! None of this changes who wins (Siegel, *Combinatorial Game Theory*, II.1). The order of summands does not matter.
//! Positions are numbered anew for each line, so that nothing grows with the work; those of the rules and of the question
//! outlive their line and keep their numbers.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use upstar_reference::blocking::is_blocking;
use upstar_reference::bracket::Game;
use upstar_reference::play::{Convention, Ending, Rules as _};
use upstar_reference::steps::deep;
use upstar_reference::value::{Component, Home, Ruleset, Scope, Value};
use upstar_reference::{Fault, Player, Session, Wrong, ruleset};
use upstar_syntax::ast::{BinaryOp, Expr, ExprKind, StatementKind};
use upstar_syntax::diagnostic::Unlimited;
use upstar_syntax::local::{self, Local};
use upstar_syntax::parse_input;
use upstar_syntax::source::SourceMap;

use crate::loops;

/// A sum in normal form with its text, which is the same for equal sums.
#[derive(Debug, Clone)]
pub(crate) struct Sum {
    /// The text.
    pub(crate) text: String,
    /// The summands.
    pub(crate) parts: Vec<Component>,
}

/// The rules.
pub(crate) struct Rules {
    /// The names of the certificate.
    pub(crate) session: Session,
    limit: u64,
    /// How many positions the rules and the question have, whose numbers are the first ones.
    kept: usize,
    /// Steps of the lines before.
    pub(crate) used: u64,
    /// Rulesets whose positions are sums of parts, by their numbers.
    local: HashMap<usize, Local>,
    /// Values of components that facts say.
    values: HashMap<String, Game>,
    /// The names of rulesets whose positions were taken to be the parts that they state.
    pub(crate) stating: RefCell<BTreeSet<String>>,
}

/// Whether play in a summand ends otherwise than this convention says, or the other player does not always move next.
fn is_of_other_kind(part: &Component, convention: Convention) -> bool {
    let is_position = matches!(part, Component::Position(_) | Component::Negative(_));
    let has_goal = ruleset::has_goals(part);
    is_position
        && (ruleset::is_affine(part)
            || is_blocking(part)
            || has_goal != (convention == Convention::Goal))
}

/// A fact that does not follow, or a claim that is not proved.
pub(crate) fn refused<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::wrong(Wrong::Check, message))
}

/// The only expression of a text.
pub(crate) fn expression(text: &str) -> Result<Expr, Fault> {
    let source = SourceMap::default().add("question", text);
    let parsed = parse_input(source, text, &Unlimited);
    let mut statements = match parsed {
        Ok(program) => program.statements,
        Err(diagnostic) => return refused(diagnostic.message),
    };
    match (statements.pop().map(|statement| statement.kind), statements.len()) {
        (Some(StatementKind::Expr(expr)), 0) => Ok(expr),
        _ => refused("one expression is needed"),
    }
}

impl Rules {
    /// The rules of a program, with the library.
    pub(crate) fn new(program: &[String], limit: u64) -> Result<Rules, Fault> {
        let mut session = Session::with_steps(limit);
        if !session.input(&program.join("\n"))?.is_empty() {
            return refused("rules show no values");
        }
        let mut rules = Rules {
            session,
            limit,
            kept: 0,
            used: 0,
            local: HashMap::new(),
            values: HashMap::new(),
            stating: RefCell::default(),
        };
        rules.keep_positions()?;
        Ok(rules)
    }

    /// Keeps the numbers of the positions met so far: values that outlive the line have them.
    pub(crate) fn keep_positions(&mut self) -> Result<(), Fault> {
        self.kept = self.session.machine()?.positions.borrow().len();
        Ok(())
    }

    /// Forgets the positions of the line before, and counts its steps.
    pub(crate) fn next_line(&mut self) -> Result<(), Fault> {
        let (machine, kept) = (self.session.machine()?, self.kept);
        machine.options.borrow_mut().clear();
        let mut positions = machine.positions.borrow_mut();
        if positions.len() > kept {
            positions.retain(|_, number| *number < kept);
        }
        drop(positions);
        self.used += self.limit.saturating_sub(machine.steps.left());
        machine.steps.refill(self.limit);
        Ok(())
    }

    /// The sum that a text is.
    pub(crate) fn sum(&self, text: &str, convention: Convention) -> Result<Sum, Fault> {
        match convention {
            Convention::Misere => self.normal(self.as_typed(text)?, convention),
            _ => self.sum_of(&self.session.value(text)?, convention),
        }
    }

    /// The summands of a text, with games as they are typed: in misère play `* + *` is not 0.
    fn as_typed(&self, text: &str) -> Result<Vec<Component>, Fault> {
        let machine = self.session.machine()?;
        let (mut waiting, mut parts) = (vec![expression(text)?], Vec::new());
        while let Some(expr) = waiting.pop() {
            if let ExprKind::Binary { op: BinaryOp::Add, left, right, .. } = expr.kind {
                waiting.extend([*left, *right]);
                continue;
            }
            parts.extend(match machine.eval(&expr, &Scope::global(Home::Program))? {
                Value::Sum(sum) => sum.to_vec(),
                game => vec![Component::Game(machine.form_of(&game)?)],
            });
        }
        Ok(parts)
    }

    /// The sum that a value is.
    pub(crate) fn sum_of(&self, value: &Value, convention: Convention) -> Result<Sum, Fault> {
        self.normal(self.components(value)?, convention)
    }

    /// The summands of a value, as they stand.
    pub(crate) fn components(&self, value: &Value) -> Result<Vec<Component>, Fault> {
        match value {
            Value::Misere(sum) => Ok(sum.to_vec()),
            value => self.session.machine()?.components(value),
        }
    }

    /// The text of a sum, as it stands.
    pub(crate) fn as_it_stands(&self, sum: &[Component]) -> Result<String, Fault> {
        let mut texts: Vec<String> =
            sum.iter().map(|part| self.text(part)).collect::<Result<_, _>>()?;
        texts.sort();
        Ok(texts.join(" + "))
    }

    /// Takes note that positions of a ruleset are sums of parts, which its rules show (`upstar_syntax::local`).
    pub(crate) fn add_local(&mut self, name: &str) -> Result<(), Fault> {
        let Value::Ruleset(ruleset) = self.session.value(name)? else {
            return refused(format!("{name} is no ruleset"));
        };
        let Some(local) = Local::of(&ruleset.decl).filter(|_| !ruleset.impartial) else {
            return refused(format!("the rules of {name} may look further than to near cells"));
        };
        self.local.insert(ruleset.number, local);
        Ok(())
    }

    /// A component has a value: the moves of both players lead to known values, and the bracket of these equals the one
    /// that is said. Returns its text, which is kept.
    pub(crate) fn add_value(&mut self, component: &str, value: &str) -> Result<String, Fault> {
        let sum = self.sum(component, Convention::Normal)?;
        let [part @ Component::Position(_)] = sum.parts.as_slice() else {
            return refused("a value is that of one position");
        };
        let machine = self.session.machine()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (player, side) in Player::BOTH.into_iter().zip(&mut sides) {
            for to in self.moves(&sum, player, Convention::Normal)? {
                match self.game(&to)? {
                    Some(game) => side.push(game),
                    None => return refused(format!("no fact says the value of {}", to.text)),
                }
            }
        }
        let [left, right] = sides;
        let found = machine.games.canonical(machine.games.form(left, right)?)?;
        let said = machine.games.canonical(machine.form_of(&self.session.value(value)?)?)?;
        if found != said {
            return refused(format!("the value is {}", machine.games.print(found)?));
        }
        let text = self.text(part)?;
        self.values.insert(text.clone(), found);
        Ok(text)
    }

    /// The game that a sum is, when it has no positions.
    pub(crate) fn game(&self, sum: &Sum) -> Result<Option<Game>, Fault> {
        Ok(match sum.parts.as_slice() {
            [] => Some(self.session.machine()?.games.zero()?),
            [Component::Game(game)] => Some(*game),
            _ => None,
        })
    }

    /// The normal form of a sum.
    pub(crate) fn normal(
        &self,
        mut waiting: Vec<Component>,
        convention: Convention,
    ) -> Result<Sum, Fault> {
        let machine = self.session.machine()?;
        let games = &machine.games;
        let mut total = games.zero()?;
        let mut parts: BTreeMap<String, Vec<Component>> = BTreeMap::new();
        while let Some(part) = waiting.pop() {
            machine.steps.step()?;
            match (&part, convention) {
                (Component::Kept(_), _) => {
                    return Err(Fault::undefined("certificates of brackets without a text"));
                }
                (Component::Loopy(_), Convention::Normal) => {
                    parts.entry(self.text(&part)?).or_default().push(part);
                    continue;
                }
                (Component::Loopy(_), _) => return refused("loopy games are in normal play only"),
                (Component::Game(game), Convention::Normal) => {
                    total = games.canonical(games.sum(total, *game)?)?;
                    continue;
                }
                (_, Convention::Normal) => {}
                // Nobody ever moves in it.
                (Component::Game(game), _) if *game == games.zero()? => continue,
                _ => {
                    parts.entry(self.text(&part)?).or_default().push(part);
                    continue;
                }
            }
            if let Some(stated) = self.stated_parts(&part)? {
                waiting.extend(stated);
                continue;
            }
            for (part, is_negative) in self.local_parts(&part)? {
                match self.values.get(&self.text(&part)?) {
                    Some(value) => {
                        let value = if is_negative { games.negative(*value)? } else { *value };
                        total = games.canonical(games.sum(total, value)?)?;
                    }
                    None => {
                        let part = match part {
                            Component::Position(position) if is_negative => {
                                Component::Negative(position)
                            }
                            part => part,
                        };
                        parts.entry(self.text(&part)?).or_default().push(part);
                    }
                }
            }
        }
        if total != games.zero()? {
            parts.entry(games.print(total)?).or_default().push(Component::Game(total));
        }
        let texts: Vec<&str> =
            parts.iter().flat_map(|(text, same)| same.iter().map(|_| text.as_str())).collect();
        let text = if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") };
        Ok(Sum { text, parts: parts.into_values().flatten().collect() })
    }

    /// What the rules state with `parts`.
    fn stated_parts(&self, part: &Component) -> Result<Option<Vec<Component>>, Fault> {
        let machine = self.session.machine()?;
        let (Component::Position(position) | Component::Negative(position)) = part else {
            return Ok(None);
        };
        let stated = machine.parts_of(position)?;
        if stated.is_some() {
            self.stating.borrow_mut().insert(position.ruleset.decl.name.text.to_string());
        }
        if let Component::Position(_) = part {
            return Ok(stated);
        }
        let negative = |parts| machine.components(&machine.negative(&Value::sum(parts))?);
        stated.map(negative).transpose()
    }

    /// The parts that the rules show, without signs, and whether they are negative: the component itself where they show
    /// none.
    fn local_parts(&self, part: &Component) -> Result<Vec<(Component, bool)>, Fault> {
        let (position, is_negative) = match part {
            Component::Position(position) => (position, false),
            Component::Negative(position) => (position, true),
            other => return Ok(vec![(other.clone(), false)]),
        };
        let itself = || Ok(vec![(Component::Position(position.clone()), is_negative)]);
        let local = self.local.get(&position.ruleset.number);
        let (Some(local), [Value::Board(board)], false) =
            (local, position.state.as_slice(), position.ruleset.impartial)
        else {
            return itself();
        };
        let machine = self.session.machine()?;
        let mut parts = Vec::new();
        for rows in local.parts(&local::rows(&board.to_string())) {
            machine.steps.take(rows.len() as u64)?;
            let state = vec![Value::text(local::text(&rows))];
            let part = machine.position(&position.ruleset, state)?;
            parts.extend(machine.components(&part)?.into_iter().map(|part| (part, is_negative)));
        }
        Ok(parts)
    }

    /// The text of a summand, which says what it is: two summands share one only where nothing tells them apart.
    pub(crate) fn text(&self, part: &Component) -> Result<String, Fault> {
        if let Component::Loopy(loopy) = part {
            return loops::text(self, loopy);
        }
        let machine = self.session.machine()?;
        machine.identity_of(part, &|ruleset: &Ruleset| {
            let meant = machine.name(&ruleset.decl.name.text, &Scope::global(Home::Program));
            matches!(meant, Ok(Value::Ruleset(meant)) if meant.number == ruleset.number)
        })
    }

    /// The moves of a player.
    pub(crate) fn moves(
        &self,
        sum: &Sum,
        player: Player,
        convention: Convention,
    ) -> Result<Vec<Sum>, Fault> {
        if self.has_ended(&sum.parts, player, convention)? {
            return Ok(Vec::new());
        }
        let machine = self.session.machine()?;
        let moves = machine.play_by(convention, |play| play.moves(&sum.parts, player))?;
        if moves.iter().flatten().any(|part| is_of_other_kind(part, convention)) {
            return refused("a move leads to a game in which play ends otherwise");
        }
        moves.into_iter().map(|parts| deep(|| self.normal(parts, convention))).collect()
    }

    /// Whether a goal has ended play before a player moves: then the rules are not asked for moves, which may be wrong.
    pub(crate) fn has_ended(
        &self,
        sum: &[Component],
        player: Player,
        convention: Convention,
    ) -> Result<bool, Fault> {
        Ok(match (convention, sum) {
            (Convention::Goal, [one]) => self.session.machine()?.ending(one, player)?.is_some(),
            _ => false,
        })
    }

    /// How play is over before a player moves, who can move like this.
    pub(crate) fn over(
        &self,
        sum: &Sum,
        player: Player,
        moves: &[Sum],
        convention: Convention,
    ) -> Result<Option<Ending>, Fault> {
        let moves: Vec<Vec<Component>> = moves.iter().map(|to| to.parts.clone()).collect();
        let machine = self.session.machine()?;
        machine.play_by(convention, |play| play.over((&sum.parts, &player), &moves, convention))
    }
}
