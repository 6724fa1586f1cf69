//! Declared rulesets: what a position is, what its moves are, and how play ends.
//!
//! The book: reference/rulesets.md, reference/graphs.md (coins), reference/goals.md and reference/points.md.
//! In normal play a position with `parts` is the sum of these; its moves are those of the clauses.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Zero;
use upstar_syntax::ast::{
    Alternative, BinaryOp, Clause, Ending as Goal, Expr, ExprKind, Mover, Param, ParamKind,
    REPEATED, RemarkKind, Rewrite, RulesetDecl, Text, UnaryOp,
};

use crate::blocking::is_blocking;
use crate::board::{Board, Form};
use crate::declaration::mentions;
use crate::expression::Machine;
use crate::play::{Ending, Rules};
use crate::rewrite::Rule;
use crate::steps::deep;
use crate::value::{Component, Position, Ruleset, Scope, Value};
use crate::{Fault, Player, Wrong};

fn wrong<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::wrong(Wrong::Rules, message))
}

/// The ruleset of a summand.
fn ruleset(component: &Component) -> Option<&Rc<Ruleset>> {
    match component {
        Component::Position(position) | Component::Negative(position) => Some(&position.ruleset),
        Component::Game(_) | Component::Loopy(_) | Component::Kept(_) => None,
    }
}

/// Whether a remark of a certain kind is there.
pub(crate) fn has(component: &Component, kind: impl Fn(&RemarkKind) -> bool) -> bool {
    ruleset(component)
        .is_some_and(|ruleset| ruleset.decl.remarks.iter().any(|remark| kind(&remark.kind)))
}

/// Whether it is a loopy game that was typed.
pub fn is_loopy(component: &Component) -> bool {
    matches!(component, Component::Loopy(_))
}

/// Whether it is a position of rules with `play misere`.
pub fn is_misere(component: &Component) -> bool {
    has(component, |kind| matches!(kind, RemarkKind::Misere))
}

/// Whether it says what it is the sum of.
pub fn has_parts(component: &Component) -> bool {
    has(component, |kind| matches!(kind, RemarkKind::Parts(_)))
}

/// Whether a goal decides. `draw if repeated` says how play ends anyway.
pub fn has_goals(component: &Component) -> bool {
    let is_said_anyway = |kind: &RemarkKind| match kind {
        RemarkKind::Goal(Goal::Draw, condition) => {
            matches!(&condition.kind, ExprKind::Name(name) if &**name == REPEATED)
        }
        _ => false,
    };
    has(component, |kind| matches!(kind, RemarkKind::Goal(..)) && !is_said_anyway(kind))
}

/// Whether play in it ends otherwise than with the last move: then it has no sum with other games, and no value.
pub fn has_other_end(component: &Component) -> bool {
    is_misere(component) || has_goals(component) || has_points(component)
}

/// Whether it is no bracket of its moves: play ends otherwise, or options are forbidden.
pub fn has_no_form(component: &Component) -> bool {
    has_other_end(component) || is_blocking(component)
}

/// Whether it is about points.
pub fn has_points(component: &Component) -> bool {
    let gains = |alternative: &Alternative| match alternative {
        Alternative::Rewrite { gain, .. }
        | Alternative::Computed { gain, .. }
        | Alternative::Options { gain, .. } => gain.is_some(),
    };
    let by_clause = |clause: &Clause, decl: &RulesetDecl| {
        clause.mover == Mover::Turn && !is_coins(decl) || clause.alternatives.iter().any(gains)
    };
    has(component, |kind| matches!(kind, RemarkKind::Score(_)))
        || ruleset(component)
            .is_some_and(|r| r.decl.clauses.iter().any(|clause| by_clause(clause, &r.decl)))
}

/// Whether a goal or points decide, and not who moves last.
pub fn is_decided_otherwise(component: &Component) -> bool {
    has_goals(component) || has_points(component)
}

/// Whether it has complimenting or entailing moves.
pub fn is_affine(component: &Component) -> bool {
    ruleset(component).is_some_and(|r| r.decl.clauses.iter().any(|clause| clause.mover.is_affine()))
}

/// Whether it is about rows of coins.
pub fn is_coins(decl: &RulesetDecl) -> bool {
    matches!(decl.position[..], [Param { kind: Some(ParamKind::Coins), .. }])
}

/// Whether several arguments are a sum: of heaps or of single heads.
pub fn is_heaps(decl: &RulesetDecl) -> bool {
    matches!(decl.position[..], [Param { kind: Some(ParamKind::Heap), .. }])
}

// Positions

impl Machine {
    /// A family with its parameters, or a position of a ruleset.
    pub fn call_ruleset(&self, ruleset: &Rc<Ruleset>, args: Vec<Value>) -> Result<Value, Fault> {
        if ruleset.family.is_none() {
            let params = &ruleset.decl.family;
            let (_, values) = self.arguments(params, args, &Scope::global(ruleset.home))?;
            let values = self.of_kinds(params, values)?;
            let family = Some(Rc::new(values));
            let member = Rc::new(Ruleset { family, ..(**ruleset).clone() });
            self.check(&member, &self.family_scope(&member), true)?;
            return Ok(Value::Ruleset(member));
        }
        let made = match args.is_empty() && self.start(ruleset).is_some() {
            true => self.opening(ruleset)?,
            false => self.position(ruleset, args)?,
        };
        for component in self.components(&made)? {
            if let Component::Position(position) = component {
                self.check(ruleset, &self.position_scope(&position), false)?;
            }
        }
        Ok(made)
    }

    /// What `check` clauses say of a member of a family, or of a position: asked where a program makes it by a call,
    /// and not of options, nor where the call stands in the rules of the same ruleset. A function that is written in the
    /// rules is a function: its calls are checked.
    fn check(&self, ruleset: &Ruleset, scope: &Scope, of_family: bool) -> Result<(), Fault> {
        if self.played.get() == Some(ruleset.number) {
            return Ok(());
        }
        let decl = &ruleset.decl;
        for remark in &decl.remarks {
            let RemarkKind::Check(condition, message) = &remark.kind else { continue };
            let mut params = decl.position.iter();
            let of_position = params.any(|param| mentions(condition, &param.name.text));
            let is_of_family = !of_position && !decl.family.is_empty();
            let holds = || self.eval(condition, scope)?.truth();
            if is_of_family == of_family && !self.by(Some(ruleset.number), holds)? {
                let message = message.as_ref().map(|message| message.value.to_string());
                return wrong(message.unwrap_or_else(|| "outside of the domain".to_owned()));
            }
        }
        Ok(())
    }

    /// The names that rules see: the parameters of the family.
    pub fn family_scope(&self, ruleset: &Ruleset) -> Scope {
        let scope = Scope::global(ruleset.home);
        let values = ruleset.family.iter().flat_map(|values| values.iter());
        let bind = |scope: Scope, (param, value): (&Param, &Value)| {
            scope.with(&param.name.text, value.clone())
        };
        ruleset.decl.family.iter().zip(values).fold(scope, bind)
    }

    /// The names that rules see at a position.
    pub(crate) fn position_scope(&self, position: &Position) -> Scope {
        let bind = |scope: Scope, (param, value): (&Param, &Value)| {
            scope.with(&param.name.text, value.clone())
        };
        let params = position.ruleset.decl.position.iter().zip(position.state.iter());
        params.fold(self.family_scope(&position.ruleset), bind)
    }

    fn start<'r>(&self, ruleset: &'r Ruleset) -> Option<&'r [Expr]> {
        ruleset.decl.remarks.iter().find_map(|remark| match &remark.kind {
            RemarkKind::Start(exprs) => Some(exprs.as_slice()),
            _ => None,
        })
    }

    /// The usual opening position.
    pub fn opening(&self, ruleset: &Rc<Ruleset>) -> Result<Value, Fault> {
        let Some(exprs) = self.start(ruleset) else {
            return wrong("there is no usual opening position");
        };
        let scope = self.family_scope(ruleset);
        let values: Vec<Value> =
            exprs.iter().map(|e| self.eval(e, &scope)).collect::<Result<_, _>>()?;
        if matches!(values[..], [Value::Function(_) | Value::Builtin(_)]) {
            return wrong("the opening position needs a size");
        }
        self.position(ruleset, values)
    }

    /// The board of a size: the opening position where `start` is a function of the size, or the empty board.
    fn sized(&self, ruleset: &Rc<Ruleset>, args: &[Value]) -> Result<Option<Vec<Value>>, Fault> {
        let [param] = ruleset.decl.position.as_slice() else { return Ok(None) };
        let Some(form) = Form::of_param(param) else { return Ok(None) };
        let strip = form.strip;
        let all_numbers = args.iter().all(|arg| matches!(arg, Value::Number(_)));
        if !all_numbers || !(1..=if strip { 1 } else { 2 }).contains(&args.len()) {
            return Ok(None);
        }
        let sizes: Vec<u64> = args.iter().map(|arg| self.natural(arg)).collect::<Result<_, _>>()?;
        if sizes.iter().any(|size| *size > 1000) {
            return Err(Fault::TooLarge);
        }
        let sizes: Vec<usize> = sizes.into_iter().map(|size| size as usize).collect();
        if let Some([start]) = self.start(ruleset)
            && let start @ (Value::Function(_) | Value::Builtin(_)) =
                self.eval(start, &self.family_scope(ruleset))?
        {
            let mut args = args.to_vec();
            if !strip && args.len() == 1 {
                args.push(args[0].clone());
            }
            return Ok(Some(vec![self.call(&start, args)?]));
        }
        let (rows, columns) = match (strip, sizes.as_slice()) {
            (true, [columns]) => (1, *columns),
            (_, [size]) => (*size, *size),
            (_, sizes) => (sizes[0], sizes[1]),
        };
        Ok(Some(vec![Value::Board(Rc::new(Board::empty(&form, rows, columns)?))]))
    }

    /// The position with these arguments: of heaps and coins a sum.
    pub fn position(&self, ruleset: &Rc<Ruleset>, args: Vec<Value>) -> Result<Value, Fault> {
        let decl = &ruleset.decl;
        let (is_listed, args) = match args.as_slice() {
            [Value::List(heaps)] if is_heaps(decl) => (true, heaps.to_vec()),
            _ => (false, args),
        };
        if is_listed || (is_heaps(decl) || is_coins(decl)) && args.len() > 1 {
            let mut sum = Vec::new();
            for arg in args {
                if let Value::List(_) = arg {
                    return Err(arg.not("the size of a heap"));
                }
                sum.extend(self.components(&self.position(ruleset, vec![arg])?)?);
            }
            return Ok(Value::sum(sum));
        }
        let args = self.sized(ruleset, &args)?.unwrap_or(args);
        let (_, values) = self.arguments(&decl.position, args, &self.family_scope(ruleset))?;
        let state = self.of_kinds(&decl.position, values)?;
        Ok(Value::sum(vec![Component::Position(self.at(ruleset, state)?)]))
    }

    fn at(&self, ruleset: &Rc<Ruleset>, state: Vec<Value>) -> Result<Position, Fault> {
        let text = self.identity_at(ruleset, &state, &|_| false)?;
        let mut positions = self.positions.borrow_mut();
        let next = positions.len();
        let number = *positions.entry(text).or_insert(next);
        Ok(Position { number, ruleset: Rc::clone(ruleset), state: Rc::new(state) })
    }
}

// Moves

/// Whether a question is about points, so that it matters what moves bring.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Gains {
    /// They are worked out.
    Counted,
    /// They are not looked at, and not wrong.
    Ignored,
}

/// A move: the sum it leads to, and what the mover gains.
pub type Move = (Vec<Component>, BigRational);

impl Machine {
    /// The moves of a player at a position, as the clauses list them. Where points are not counted, each brings 0.
    pub fn moves_at(
        &self,
        position: &Position,
        player: Player,
        gains: Gains,
    ) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::new();
        for clause in &position.ruleset.decl.clauses {
            moves.extend(self.moves_by(position, clause, player, gains)?);
        }
        Ok(moves)
    }

    /// What is calculated by the rules of a ruleset, whose calls of it are not checked, or by no rules: what a function
    /// makes by a call is checked, whichever rules have called the function, and also where it is written in rules.
    pub fn by<T>(&self, rules: Option<usize>, work: impl FnOnce() -> T) -> T {
        let before = self.played.replace(rules);
        let result = work();
        self.played.set(before);
        result
    }

    /// The moves of a player by one clause.
    ///
    /// # Errors
    /// When they cannot be evaluated.
    pub fn moves_by(
        &self,
        position: &Position,
        clause: &Clause,
        player: Player,
        gains: Gains,
    ) -> Result<Vec<Move>, Fault> {
        let is_for_left = clause.mover.is_for_left().filter(|_| !position.ruleset.impartial);
        let serves = match clause.mover {
            Mover::Turn => is_coins(&position.ruleset.decl),
            _ => is_for_left.is_none_or(|left| left == (player == Player::Left)),
        };
        let mut moves = Vec::new();
        for alternative in clause.alternatives.iter().filter(|_| serves) {
            self.by(Some(position.ruleset.number), || match (clause.mover, alternative) {
                (Mover::Turn, alternative) => self.turned_coins(position, alternative, &mut moves),
                (_, Alternative::Rewrite { .. } | Alternative::Computed { .. }) => {
                    self.rewritten(position, alternative, gains, &mut moves)
                }
                (_, Alternative::Options { .. }) => {
                    self.listed(position, alternative, gains, &mut moves)
                }
            })?;
        }
        Ok(moves)
    }

    fn gained(
        &self,
        gain: Option<&Expr>,
        scope: &Scope,
        gains: Gains,
    ) -> Result<BigRational, Fault> {
        match gain {
            Some(gain) if gains == Gains::Counted => self.number(&self.eval(gain, scope)?),
            _ => Ok(BigRational::zero()),
        }
    }

    /// `parts gain E for .. if ..`: the sum of the parts, for each way through the generators.
    fn listed(
        &self,
        position: &Position,
        alternative: &Alternative,
        gains: Gains,
        moves: &mut Vec<Move>,
    ) -> Result<(), Fault> {
        let Alternative::Options { parts, gain, generators, .. } = alternative else {
            return Ok(());
        };
        self.generate(generators, &self.position_scope(position), &mut |scope| {
            let mut sum = Vec::new();
            for part in parts {
                sum.extend(self.part(position, part, scope)?);
            }
            // Beside others, 0 is no summand.
            if sum.len() > 1 {
                let zero = Component::Game(self.games.zero()?);
                if sum.iter().any(|component| *component != zero) {
                    sum.retain(|component| *component != zero);
                }
            }
            moves.push((sum, self.gained(gain.as_ref(), scope, gains)?));
            Ok(())
        })
    }

    /// Whether an expression is written as a game: of a choice, the branch that is chosen decides.
    fn written_as_game(&self, expr: &Expr, scope: &Scope) -> Result<bool, Fault> {
        let either = |x, y| Ok(self.written_as_game(x, scope)? || self.written_as_game(y, scope)?);
        match &expr.kind {
            ExprKind::Game(_) | ExprKind::Nimber(_) | ExprKind::Form { .. } => Ok(true),
            ExprKind::Switch(_) | ExprKind::Impartial(_) | ExprKind::Labelled { .. } => Ok(true),
            ExprKind::Unary(UnaryOp::Neg, x) => self.written_as_game(x, scope),
            ExprKind::Binary {
                op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul,
                left,
                right,
                ..
            } => either(left, right),
            ExprKind::If { condition, then, otherwise } => {
                let chosen = if self.eval(condition, scope)?.truth()? { then } else { otherwise };
                self.written_as_game(chosen, scope)
            }
            _ => Ok(false),
        }
    }

    /// What an option is: the next position of the same rules, a position of others, or a game. A number is a
    /// position where positions are numbers, unless it is written as a game.
    fn part(
        &self,
        position: &Position,
        expr: &Expr,
        scope: &Scope,
    ) -> Result<Vec<Component>, Fault> {
        let value = self.eval(expr, scope)?;
        if let Value::Game(game) | Value::Form(game) = value {
            if self.written_as_game(expr, scope)? || !self.games.is_canonical(game)? {
                return Ok(vec![Component::Game(game)]);
            }
            let number = self.games.as_number(game)?.map(Value::Number);
            return number
                .map_or(Ok(vec![Component::Game(game)]), |number| self.next(position, &number));
        }
        if let Value::Number(_) = value
            && self.written_as_game(expr, scope)?
        {
            return Ok(vec![Component::Game(self.game(&value)?)]);
        }
        self.next(position, &value)
    }

    fn next(&self, position: &Position, value: &Value) -> Result<Vec<Component>, Fault> {
        let (ruleset, params) = (&position.ruleset, &position.ruleset.decl.position);
        let at = |state: Vec<Value>| {
            if state.len() != params.len() {
                return wrong(format!("{} values for {} parameters", state.len(), params.len()));
            }
            Ok(vec![Component::Position(self.at(ruleset, self.of_kinds(params, state)?)?)])
        };
        let has_kind = params.len() == 1 && params[0].kind.is_some();
        let here = || Component::Position(position.clone());
        let has_other_end = |part: &Component| is_decided_otherwise(part) || is_blocking(part);
        match value {
            Value::Sum(sum) if sum.iter().any(is_misere) && !position.ruleset.is_misere() => {
                Err(Fault::wrong(Wrong::Question, "an option in misère play"))
            }
            Value::Sum(sum) if sum.iter().any(has_other_end) && !has_other_end(&here()) => {
                Err(Fault::wrong(Wrong::Question, "an option that the last move does not decide"))
            }
            Value::Sum(sum) if ruleset.impartial => {
                sum.iter().map(|component| self.of_version(ruleset, component)).collect()
            }
            Value::Sum(sum) => Ok(sum.to_vec()),
            Value::Number(_) if is_heaps(&ruleset.decl) => at(vec![value.clone()]),
            Value::Number(_)
                if params.len() == 1 && matches!(position.state[0], Value::Number(_)) =>
            {
                at(vec![value.clone()])
            }
            Value::Number(_) => Ok(vec![Component::Game(self.game(value)?)]),
            Value::List(sizes) | Value::Tuple(sizes) if is_heaps(&ruleset.decl) => {
                let mut sum = Vec::new();
                for size in sizes.iter() {
                    sum.extend(at(vec![size.clone()])?);
                }
                Ok(sum)
            }
            Value::Tuple(state) if params.len() > 1 => at(state.to_vec()),
            Value::Board(_) | Value::Graph(_) | Value::Text(_)
                if has_kind && !is_heaps(&ruleset.decl) =>
            {
                at(vec![value.clone()])
            }
            Value::List(_)
                if matches!(params.first().map(|p| &p.kind), Some(Some(ParamKind::Board(..)))) =>
            {
                at(vec![value.clone()])
            }
            Value::Misere(_) => Err(Fault::wrong(Wrong::Question, "an option in misère play")),
            value if params.len() == 1 && !has_kind => at(vec![value.clone()]),
            other => Err(other.not("a position")),
        }
    }

    /// Positions of a ruleset belong to its impartial version when that is played.
    fn of_version(&self, version: &Rc<Ruleset>, component: &Component) -> Result<Component, Fault> {
        match component {
            Component::Position(position) if position.ruleset.number == version.number => {
                let ruleset = Ruleset { impartial: true, ..(*position.ruleset).clone() };
                Ok(Component::Position(self.at(&Rc::new(ruleset), position.state.to_vec())?))
            }
            other => Ok(other.clone()),
        }
    }

    /// What `parts` says that a position is the sum of; none without it, and when it is the position itself.
    ///
    /// # Errors
    /// When they cannot be evaluated.
    pub fn parts_of(&self, position: &Position) -> Result<Option<Vec<Component>>, Fault> {
        let itself = [Component::Position(position.clone())];
        let stated = position.ruleset.decl.remarks.iter().find_map(|remark| match &remark.kind {
            RemarkKind::Parts(alternative) => Some(alternative),
            _ => None,
        });
        let Some(alternative) = stated.filter(|_| !position.ruleset.impartial) else {
            return Ok(None);
        };
        let mut parts = Vec::new();
        self.by(Some(position.ruleset.number), || {
            self.listed(position, alternative, Gains::Ignored, &mut parts)
        })?;
        let parts: Vec<Component> = parts.into_iter().flat_map(|(sum, _)| sum).collect();
        Ok(Some(parts).filter(|parts| *parts != itself))
    }

    /// The options of a sum: a move in one of its components.
    fn options_of_sum(
        &self,
        sum: &[Component],
        player: Player,
    ) -> Result<Vec<Vec<Component>>, Fault> {
        let mut options = Vec::new();
        for (place, component) in sum.iter().enumerate() {
            for option in self.options(component, player)? {
                options.push([&sum[..place], &option, &sum[place + 1..]].concat());
            }
        }
        Ok(options)
    }

    /// A rewrite rule: the boards it leads to, those for which the condition holds. One whose texts are computed is a rule
    /// for each way through the generators.
    fn rewritten(
        &self,
        position: &Position,
        alternative: &Alternative,
        gains: Gains,
        moves: &mut Vec<Move>,
    ) -> Result<(), Fault> {
        let scope = self.position_scope(position);
        match alternative {
            Alternative::Rewrite { steps, gain, condition } => {
                let rule = (&steps[..], gain.as_ref(), condition.as_ref());
                self.rewritten_by(position, rule, &scope, gains, moves)
            }
            Alternative::Computed { steps, gain, generators, condition, span } => {
                self.generate(generators, &scope, &mut |scope| {
                    let text = |side: &Expr| {
                        let value = self.eval(side, scope)?.as_text()?.to_string().into();
                        Ok(Text { value, span: *span })
                    };
                    let steps = steps.iter().map(|step| step.with_sides(text));
                    let steps = steps.collect::<Result<Vec<Rewrite>, Fault>>()?;
                    let rule = (&steps[..], gain.as_ref(), condition.as_ref());
                    self.rewritten_by(position, rule, scope, gains, moves)
                })
            }
            Alternative::Options { .. } => Ok(()),
        }
    }

    fn rewritten_by(
        &self,
        position: &Position,
        (steps, gain, condition): (&[Rewrite], Option<&Expr>, Option<&Expr>),
        scope: &Scope,
        gains: Gains,
        moves: &mut Vec<Move>,
    ) -> Result<(), Fault> {
        let is_board = |value: &Value| matches!(value, Value::Board(_));
        let Some(place) = position.state.iter().position(is_board) else {
            return wrong("rewrite rules need a board");
        };
        let Value::Board(board) = &position.state[place] else { return Ok(()) };
        for after in Rule::read(steps, &board.form)?.boards(board, &self.steps)? {
            let after = Value::Board(Rc::new(after));
            if let Some(condition) = condition
                && !self
                    .eval(condition, &scope.with(&Arc::from("after"), after.clone()))?
                    .truth()?
            {
                continue;
            }
            let mut state = position.state.to_vec();
            state[place] = after;
            let next = Component::Position(self.at(&position.ruleset, state)?);
            moves.push((vec![next], self.gained(gain, scope, gains)?));
        }
        Ok(())
    }

    /// `turn` in a row of coins: for each head, at place x, the sets of coins that may be turned with it.
    fn turned_coins(
        &self,
        position: &Position,
        alternative: &Alternative,
        moves: &mut Vec<Move>,
    ) -> Result<(), Fault> {
        let at = |state: Value| Ok(Component::Position(self.at(&position.ruleset, vec![state])?));
        let row: Vec<char> = position.state[0].as_text()?.chars().collect();
        for x in (0..row.len()).filter(|x| row[*x] == 'H') {
            for places in self.turns_of(&position.ruleset, alternative, x as u64)? {
                let mut next = row.clone();
                for place in places {
                    next[place as usize] = if next[place as usize] == 'H' { 'T' } else { 'H' };
                }
                moves.push((
                    vec![at(Value::text(next.iter().collect::<String>()))?],
                    BigRational::zero(),
                ));
            }
        }
        Ok(())
    }

    /// The sets of coins that an alternative turns together with a head at place x, which is the last of each.
    pub fn turns_of(
        &self,
        ruleset: &Ruleset,
        alternative: &Alternative,
        x: u64,
    ) -> Result<Vec<BTreeSet<u64>>, Fault> {
        let Alternative::Options { parts, generators, .. } = alternative else {
            return wrong("no turns");
        };
        let scope = self.family_scope(ruleset).with(&Arc::from("x"), Value::integer(x));
        let mut sets = Vec::new();
        self.generate(generators, &scope, &mut |scope| {
            let [part] = parts.as_slice() else { return wrong("a turn is one set") };
            let places = self.elements(&self.eval(part, scope)?)?;
            let set: BTreeSet<u64> =
                places.iter().map(|place| self.natural(place)).collect::<Result<_, _>>()?;
            if set.last() != Some(&x) || set.len() < places.len() {
                return wrong("the last coin that is turned must be the head");
            }
            sets.push(set);
            Ok(())
        })?;
        Ok(sets)
    }

    /// All sets of coins that may be turned with a head at place x.
    pub fn turns(&self, ruleset: &Ruleset, x: u64) -> Result<Vec<BTreeSet<u64>>, Fault> {
        if !is_coins(&ruleset.decl) {
            return Err(Fault::wrong(Wrong::Value, "these are no rules of coins"));
        }
        let mut all = Vec::new();
        for alternative in ruleset.decl.clauses.iter().flat_map(|clause| &clause.alternatives) {
            all.extend(self.turns_of(ruleset, alternative, x)?);
        }
        Ok(all)
    }
}

impl Ruleset {
    /// Whether some moves are one player's own.
    pub fn names_a_player(&self) -> bool {
        let is_own = |clause: &Clause| clause.mover.is_for_left().is_some();
        !self.impartial && self.decl.clauses.iter().any(is_own)
    }

    /// Whether it is always played in misère play.
    fn is_misere(&self) -> bool {
        self.decl.remarks.iter().any(|remark| matches!(remark.kind, RemarkKind::Misere))
    }
}

impl Rules for Machine {
    type Component = Component;

    fn options(&self, component: &Component, player: Player) -> Result<Vec<Vec<Component>>, Fault> {
        let key = (component.clone(), player, self.by_parts.get());
        if let Some(known) = self.options.borrow().get(&key) {
            self.steps.take(known.len() as u64)?;
            return Ok(known.clone());
        }
        let negated = |sum: Vec<Component>| self.components(&self.negative(&Value::sum(sum))?);
        let options = match component {
            Component::Game(game) => {
                let options = self.games.options(*game, player).into_iter();
                options.map(|option| vec![Component::Game(option)]).collect()
            }
            Component::Loopy(loopy) => loopy.options(player),
            Component::Kept(kept) if self.by_parts.get() => {
                deep(|| self.options(&Component::Game(kept.form), player))?
            }
            Component::Kept(kept) => kept.options.clone(),
            Component::Position(position) | Component::Negative(position)
                if self.by_parts.get() && self.parts_of(position)?.is_some() =>
            {
                let parts = self.parts_of(position)?.unwrap_or_default();
                let is_negative = matches!(component, Component::Negative(_));
                let sum = if is_negative { negated(parts)? } else { parts };
                deep(|| self.options_of_sum(&sum, player))?
            }
            Component::Position(position) => self
                .moves_at(position, player, Gains::Ignored)?
                .into_iter()
                .map(|(sum, _)| sum)
                .collect(),
            Component::Negative(position) => {
                let options = self.moves_at(position, player.opponent(), Gains::Ignored)?;
                options.into_iter().map(|(sum, _)| negated(sum)).collect::<Result<_, _>>()?
            }
        };
        self.options.borrow_mut().insert(key, options.clone());
        Ok(options)
    }

    fn most_forbidden(&self, sum: &[Component]) -> Result<Option<u64>, Fault> {
        self.most_forbidden_in(sum)
    }

    fn goes_on(&self, sum: &[Component], after: &[Component]) -> Result<bool, Fault> {
        self.stays_in_rules(sum, after)
    }

    fn ending(&self, component: &Component, to_move: Player) -> Result<Option<Ending>, Fault> {
        let Component::Position(position) = component else {
            return Err(Fault::undefined("the goal of a negative"));
        };
        self.ending_of(position, to_move)
    }

    fn step(&self) -> Result<(), Fault> {
        self.steps.step()
    }
}
