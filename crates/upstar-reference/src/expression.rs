//! What expressions mean: a walk over the tree.
//!
//! The book: reference/expressions.md, reference/collections.md and reference/notation.md.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use upstar_syntax::ast::{
    BinaryOp, Body, Collection, CompareOp, Expr, ExprKind, GameLiteral, Generator, Param, Pattern,
    UnaryOp, Ups,
};

use crate::bracket::{Game, Games, Relation};
use crate::play::{Convention, Outcome, Play};
use crate::steps::{Steps, deep};
use crate::value::{Component, Function, Home, Scope, Value, small};
use crate::{Fault, Wrong};

/// Calls that may be open at once.
const MOST_CALLS: usize = 5_000;

/// The names of a session, and what evaluates expressions with them.
pub struct Machine {
    /// Counts the work.
    pub steps: Steps,
    /// The brackets.
    pub games: Games,
    /// The names bound by the program.
    pub names: RefCell<BTreeMap<Arc<str>, Value>>,
    /// The names of the library.
    pub library: RefCell<BTreeMap<Arc<str>, Value>>,
    /// The options of positions met during one question.
    pub options: RefCell<BTreeMap<(Component, crate::Player), Vec<Vec<Component>>>>,
    count: Cell<usize>,
    calls: Cell<usize>,
}

fn wrong<T>(kind: Wrong, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::wrong(kind, message))
}

impl Machine {
    /// A machine without names.
    pub fn new(steps: u64) -> Machine {
        let steps = Steps::new(steps);
        Machine {
            games: Games::new(steps.clone()),
            steps,
            names: RefCell::default(),
            library: RefCell::default(),
            options: RefCell::default(),
            count: Cell::new(0),
            calls: Cell::new(0),
        }
    }

    /// A number that no function or ruleset has yet.
    pub fn fresh(&self) -> usize {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    /// What a name means: the innermost variable, a name of the function, a global name as it is bound now, one of
    /// the library, or one that is always there.
    pub fn name(&self, name: &str, scope: &Scope) -> Result<Value, Fault> {
        if let Some(value) = scope.get(name) {
            return Ok(value);
        }
        let global = match scope.home {
            Home::Program => self.names.borrow().get(name).cloned(),
            Home::Library => None,
        };
        let global = global.or_else(|| self.library.borrow().get(name).cloned());
        match global.or_else(|| crate::builtins::constant(name)) {
            Some(value) => Ok(value),
            None => wrong(Wrong::Name, format!("`{name}` is not bound")),
        }
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// When it has none.
    pub fn eval(&self, expr: &Expr, scope: &Scope) -> Result<Value, Fault> {
        self.steps.step()?;
        deep(|| self.eval_here(expr, scope))
    }

    fn eval_here(&self, expr: &Expr, scope: &Scope) -> Result<Value, Fault> {
        let all = |exprs: &[Expr]| self.eval_all(exprs, scope);
        match &expr.kind {
            ExprKind::Integer(n) => Ok(Value::integer(n.clone())),
            ExprKind::Text(text) => Ok(Value::text(text)),
            ExprKind::Bool(truth) => Ok(Value::Truth(*truth)),
            ExprKind::Name(name) => self.name(name, scope),
            ExprKind::Game(literal) => Ok(Value::Game(self.literal(literal)?)),
            ExprKind::Nimber(n) => Ok(Value::Game(self.games.nimber(self.natural(&self.eval(n, scope)?)?)?)),
            ExprKind::Form { .. } | ExprKind::Switch(_) | ExprKind::Impartial(_) => self.bracket(expr, scope),
            ExprKind::Labelled { .. } | ExprKind::Where { .. } | ExprKind::Loopy(..) => {
                self.loopy(expr, scope)
            }
            ExprKind::Pass => wrong(Wrong::Syntax, "`pass` outside of a bracket"),
            ExprKind::Genus(..) => Err(Fault::undefined("a genus")),
            ExprKind::List(items) => Ok(Value::list(all(items)?)),
            ExprKind::Tuple(items) => Ok(Value::tuple(all(items)?)),
            ExprKind::Set(items) => self.set(all(items)?),
            ExprKind::Map(entries) => {
                let pair = |(key, value): &(Expr, Expr)| Ok((self.eval(key, scope)?, self.eval(value, scope)?));
                self.map(entries.iter().map(pair).collect::<Result<_, Fault>>()?)
            }
            ExprKind::Comprehension { collection, element, generators } => {
                let values = self.comprehension(element, generators, scope)?;
                match collection {
                    Collection::List => Ok(Value::list(values)),
                    Collection::Set => self.set(values),
                    Collection::Map => self.map(self.pairs(values)?),
                }
            }
            ExprKind::Range(from, to) => {
                let from = self.integer(&self.eval(from, scope)?)?;
                Ok(Value::Range(from, self.integer(&self.eval(to, scope)?)?, BigInt::one()))
            }
            ExprKind::Unary(UnaryOp::Not, x) => Ok(Value::Truth(!self.eval(x, scope)?.truth()?)),
            ExprKind::Unary(UnaryOp::Neg, x) => self.negative(&self.eval(x, scope)?),
            ExprKind::Binary { op, left, right, .. } => self.binary(*op, left, right, scope),
            ExprKind::Compare { first, rest } => self.compare_chain(first, rest, scope),
            ExprKind::Call { callee, args } => self.call_expr(callee, args, scope),
            ExprKind::Method { receiver, name, args } => {
                let mut values = vec![self.eval(receiver, scope)?];
                values.extend(all(args)?);
                self.call(&self.name(&name.text, scope)?, values)
            }
            ExprKind::Index { base, indices } => {
                let base = self.eval(base, scope)?;
                let mut indices = all(indices)?;
                let index = if indices.len() == 1 { indices.remove(0) } else { Value::tuple(indices) };
                self.index(&base, &index)
            }
            ExprKind::Lambda { params, body } => {
                let param = |name: &upstar_syntax::ast::Name| Param { name: name.clone(), kind: None, default: None };
                Ok(Value::Function(Rc::new(Function {
                    number: self.fresh(),
                    name: None,
                    params: params.iter().map(param).collect(),
                    body: Body::Expr((**body).clone()),
                    scope: scope.kept(),
                })))
            }
            ExprKind::If { condition, then, otherwise } => {
                let branch = if self.eval(condition, scope)?.truth()? { then } else { otherwise };
                self.eval(branch, scope)
            }
            ExprKind::IfBlock { .. } => self.if_value(expr, scope),
        }
    }

    fn eval_all(&self, exprs: &[Expr], scope: &Scope) -> Result<Vec<Value>, Fault> {
        exprs.iter().map(|expr| self.eval(expr, scope)).collect()
    }

    // Comprehensions

    /// Calls a function for each way through the generators: later ones vary faster.
    ///
    /// # Errors
    /// When something has no value.
    pub fn generate(
        &self,
        generators: &[Generator],
        scope: &Scope,
        each: &mut dyn FnMut(&Scope) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some((first, rest)) = generators.split_first() else { return each(scope) };
        match first {
            Generator::If(condition) => match self.eval(condition, scope)?.truth()? {
                true => self.generate(rest, scope, each),
                false => Ok(()),
            },
            Generator::For { pattern, source, .. } => {
                let source = self.eval(source, scope)?;
                self.for_each(&source, &mut |element| {
                    self.generate(rest, &self.bound(pattern, element, scope)?, each)
                })
            }
        }
    }

    fn comprehension(&self, element: &Expr, generators: &[Generator], scope: &Scope) -> Result<Vec<Value>, Fault> {
        let mut values = Vec::new();
        self.generate(generators, scope, &mut |scope| {
            values.push(self.eval(element, scope)?);
            Ok(())
        })?;
        Ok(values)
    }

    /// The scope with the names of a pattern bound to a value.
    pub fn bound(&self, pattern: &Pattern, value: Value, scope: &Scope) -> Result<Scope, Fault> {
        let mut found = Vec::new();
        self.matched(pattern, value, &mut found)?;
        Ok(found.into_iter().fold(scope.clone(), |scope, (name, value)| scope.with(&name, value)))
    }

    /// The names of a pattern with the parts of a value.
    pub fn matched(&self, pattern: &Pattern, value: Value, found: &mut Vec<(Arc<str>, Value)>) -> Result<(), Fault> {
        match pattern {
            Pattern::Name(name) => found.push((Arc::clone(&name.text), value)),
            Pattern::Tuple(patterns, _) => {
                let (Value::Tuple(parts) | Value::List(parts)) = &value else {
                    return Err(value.not("a tuple"));
                };
                if parts.len() != patterns.len() {
                    return wrong(Wrong::Value, format!("{} names for {} values", patterns.len(), parts.len()));
                }
                for (pattern, part) in patterns.iter().zip(parts.iter()) {
                    self.matched(pattern, part.clone(), found)?;
                }
            }
        }
        Ok(())
    }

    /// Calls a function for each element of a collection.
    pub fn for_each(&self, source: &Value, each: &mut dyn FnMut(Value) -> Result<(), Fault>) -> Result<(), Fault> {
        match source {
            Value::List(xs) | Value::Tuple(xs) | Value::Set(xs) => xs.iter().try_for_each(|x| each(x.clone())),
            Value::Map(entries) => entries.iter().try_for_each(|(key, _)| each(key.clone())),
            Value::Text(text) => text.chars().try_for_each(|sign| each(Value::text(sign.to_string()))),
            Value::Range(from, to, by) => {
                let mut n = from.clone();
                while if by.is_negative() { n >= *to } else { n <= *to } {
                    self.steps.step()?;
                    each(Value::integer(n.clone()))?;
                    n += by;
                }
                Ok(())
            }
            other => Err(other.not("a collection")),
        }
    }

    /// The elements of a collection.
    pub fn elements(&self, source: &Value) -> Result<Vec<Value>, Fault> {
        let mut elements = Vec::new();
        self.for_each(source, &mut |element| {
            elements.push(element);
            Ok(())
        })?;
        Ok(elements)
    }

    /// The set of these values: equal ones are one element.
    pub fn set(&self, values: Vec<Value>) -> Result<Value, Fault> {
        let mut set: Vec<Value> = Vec::new();
        for value in values {
            if !self.contains(&set, &value)? {
                set.push(value);
            }
        }
        Ok(Value::Set(Rc::new(set)))
    }

    /// The map of these pairs: the last one counts among those with equal keys.
    pub fn map(&self, pairs: Vec<(Value, Value)>) -> Result<Value, Fault> {
        let mut map: Vec<(Value, Value)> = Vec::new();
        for (key, value) in pairs {
            let mut place = None;
            for (index, (other, _)) in map.iter().enumerate() {
                if self.equal(other, &key)? {
                    place = Some(index);
                }
            }
            match place {
                Some(index) => map[index].1 = value,
                None => map.push((key, value)),
            }
        }
        Ok(Value::Map(Rc::new(map)))
    }

    fn pairs(&self, values: Vec<Value>) -> Result<Vec<(Value, Value)>, Fault> {
        let pair = |value: Value| match &value {
            Value::Tuple(parts) if parts.len() == 2 => Ok((parts[0].clone(), parts[1].clone())),
            other => Err(other.not("a pair")),
        };
        values.into_iter().map(pair).collect()
    }

    /// Whether a value is among others.
    pub fn contains(&self, values: &[Value], value: &Value) -> Result<bool, Fault> {
        for other in values {
            if self.equal(other, value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    // Games

    /// The game of a literal: the sum of its number, ups and star.
    fn literal(&self, literal: &GameLiteral) -> Result<Game, Fault> {
        let games = &self.games;
        let mut sum = games.zero()?;
        if let Some((numerator, denominator)) = &literal.number {
            sum = games.number(&BigRational::new(numerator.clone(), denominator.clone()))?;
        }
        if let Some(ups) = &literal.ups {
            let signed = |game: Game, down: bool| if down { games.negative(game) } else { Ok(game) };
            let ups = match ups {
                Ups::Multiple(n) => games.multiple(n, games.up()?)?,
                Ups::Power { n, down } => signed(games.up_power(u64::from(*n))?, *down)?,
                Ups::PowerSum { n, down } => signed(games.up_power_sum(u64::from(*n))?, *down)?,
            };
            sum = games.sum(sum, ups)?;
        }
        if let Some(star) = &literal.star {
            sum = games.sum(sum, games.nimber(star.to_u64().ok_or(Fault::TooLarge)?)?)?;
        }
        games.canonical(sum)
    }

    /// A bracket, as typed: its options are the options typed, a collection among them stands for its elements.
    fn bracket(&self, expr: &Expr, scope: &Scope) -> Result<Value, Fault> {
        if crate::loopy::has_pass(expr) {
            return self.loopy(expr, scope);
        }
        let (left, right) = match &expr.kind {
            ExprKind::Form { left, right } => (self.side(left, scope)?, self.side(right, scope)?),
            ExprKind::Switch(options) => (self.side(options, scope)?, None),
            ExprKind::Impartial(options) => {
                let side = self.side(options, scope)?;
                (side.clone(), side)
            }
            _ => return Err(Fault::undefined("this bracket")),
        };
        let Some(left) = left else { return self.loopy(expr, scope) };
        match (right, &expr.kind) {
            (_, ExprKind::Switch(_)) => Ok(Value::Game(self.games.switch(&left)?)),
            (Some(right), _) => Ok(Value::Game(self.games.form(left, right)?)),
            (None, _) => self.loopy(expr, scope),
        }
    }

    /// The options of one side; none when a loopy game is among them.
    fn side(&self, options: &[Expr], scope: &Scope) -> Result<Option<Vec<Game>>, Fault> {
        let mut games = Vec::new();
        for value in self.side_values(options, scope)? {
            match &value {
                Value::Sum(sum) if sum.iter().any(|part| matches!(part, Component::Loopy(_))) => return Ok(None),
                value => games.push(self.game(value)?),
            }
        }
        Ok(Some(games))
    }

    /// The values of the options of one side.
    pub fn side_values(&self, options: &[Expr], scope: &Scope) -> Result<Vec<Value>, Fault> {
        let mut values = Vec::new();
        for option in options {
            match self.eval(option, scope)? {
                source @ (Value::List(_) | Value::Set(_) | Value::Range(..)) => {
                    values.extend(self.elements(&source)?);
                }
                value => values.push(value),
            }
        }
        Ok(values)
    }

    /// The game that a value is: a bracket as typed, of everything else the canonical form.
    pub fn game(&self, value: &Value) -> Result<Game, Fault> {
        match value {
            Value::Number(x) => self.games.number(x),
            Value::Game(game) | Value::Form(game) => Ok(*game),
            Value::Sum(sum) => self.games.canonical(self.play(|play| play.value(sum, &self.games))?),
            other => Err(other.not("a game")),
        }
    }

    /// Questions about play, asked by the rules.
    pub fn play<T>(&self, ask: impl FnOnce(&mut Play<'_, Machine>) -> Result<T, Fault>) -> Result<T, Fault> {
        ask(&mut Play::new(self))
    }

    /// The number that a value is, games that equal a number included.
    pub fn number(&self, value: &Value) -> Result<BigRational, Fault> {
        match value {
            Value::Number(x) => Ok(x.clone()),
            Value::Game(game) => self.games.as_number(*game)?.ok_or_else(|| value.not("a number")),
            other => Err(other.not("a number")),
        }
    }

    /// The integer that a value is.
    pub fn integer(&self, value: &Value) -> Result<BigInt, Fault> {
        let number = self.number(value)?;
        if number.is_integer() { Ok(number.to_integer()) } else { Err(value.not("an integer")) }
    }

    /// The natural number that a value is.
    pub fn natural(&self, value: &Value) -> Result<u64, Fault> {
        let n = self.integer(value)?;
        if n.is_negative() {
            return wrong(Wrong::Range, format!("{n} is negative"));
        }
        n.to_u64().ok_or(Fault::TooLarge)
    }

    /// The summands of a position or game.
    pub fn components(&self, value: &Value) -> Result<Vec<Component>, Fault> {
        match value {
            Value::Sum(sum) => Ok(sum.to_vec()),
            value => Ok(vec![Component::Game(self.game(value)?)]),
        }
    }

    // Operators

    /// The negative of a number, game or position.
    pub fn negative(&self, value: &Value) -> Result<Value, Fault> {
        let flipped = |component: &Component| {
            Ok(match component.clone() {
                Component::Game(game) => Component::Game(self.games.negative(game)?),
                Component::Position(position) => Component::Negative(position),
                Component::Negative(position) => Component::Position(position),
                Component::Loopy(loopy) => Component::Loopy(self.loopy_negative(&loopy)?),
            })
        };
        match value {
            Value::Number(x) => Ok(Value::Number(-x)),
            Value::Game(game) => Ok(Value::Game(self.games.negative(*game)?)),
            Value::Form(game) => Ok(Value::Form(self.games.negative(*game)?)),
            Value::Sum(sum) => {
                if sum.iter().any(|component| crate::ruleset::is_misere(component)) {
                    return wrong(Wrong::Question, "games in misère play have no negatives");
                }
                Ok(Value::sum(sum.iter().map(flipped).collect::<Result<_, Fault>>()?))
            }
            other => Err(other.not("a game")),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr, scope: &Scope) -> Result<Value, Fault> {
        let left = self.eval(left, scope)?;
        if let (BinaryOp::And | BinaryOp::Or, truth) = (op, &left) {
            let decided = op == BinaryOp::Or;
            if truth.truth()? == decided {
                return Ok(Value::Truth(decided));
            }
            return Ok(Value::Truth(self.eval(right, scope)?.truth()?));
        }
        let right = self.eval(right, scope)?;
        self.operate(op, &left, &right)
    }

    /// The value of an operator other than `and` and `or`.
    pub fn operate(&self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Fault> {
        use Value::{List, Map, Misere, Number, Range, Set, Text, Truth, Tuple};
        match (op, left, right) {
            (BinaryOp::Add, Number(x), Number(y)) => Ok(Number(x + y)),
            (BinaryOp::Add, Text(_), Text(_) | Value::Board(_)) | (BinaryOp::Add, Value::Board(_), Text(_)) => {
                Ok(Value::text(format!("{}{}", left.as_text()?, right.as_text()?)))
            }
            (BinaryOp::Add, List(_) | Range(..), List(_) | Range(..)) => {
                Ok(Value::list([self.elements(left)?, self.elements(right)?].concat()))
            }
            (BinaryOp::Add, Tuple(xs), Tuple(ys)) => Ok(Value::tuple([xs.to_vec(), ys.to_vec()].concat())),
            (BinaryOp::Add, Misere(g), Misere(h)) => Ok(Misere(Rc::new([g.to_vec(), h.to_vec()].concat()))),
            (BinaryOp::Sub, Set(xs), Set(ys)) => {
                let mut rest = Vec::new();
                for x in xs.iter() {
                    if !self.contains(ys, x)? {
                        rest.push(x.clone());
                    }
                }
                self.set(rest)
            }
            (_, Truth(_) | Tuple(_) | Set(_) | Map(_) | Misere(_), _) if op != BinaryOp::Mul => {
                Err(left.not("a number or game"))
            }
            (BinaryOp::Add, _, _) => self.add(left, right),
            (BinaryOp::Sub, Number(x), Number(y)) => Ok(Number(x - y)),
            (BinaryOp::Sub, _, _) => self.add(left, &self.negative(right)?),
            (BinaryOp::Mul, _, _) => self.multiply(left, right),
            (BinaryOp::Div | BinaryOp::Rem | BinaryOp::Pow, _, _) => self.calculate(op, left, right),
            (BinaryOp::By, Range(from, to, by), _) if by.is_one() => {
                let by = self.integer(right)?;
                if by.is_zero() {
                    return wrong(Wrong::Range, "a step of 0");
                }
                Ok(Range(from.clone(), to.clone(), by))
            }
            (BinaryOp::Ordinal, _, _) => {
                let (g, h) = (self.form_of(left)?, self.game(right)?);
                Ok(Value::Game(self.games.canonical(self.games.ordinal_sum(g, h)?)?))
            }
            (BinaryOp::Sides, _, _) => Err(Fault::undefined("a loopy value by its sides")),
            _ => Err(left.not("a range")),
        }
    }

    /// The form that is meant where the form matters: as typed for `form(G)`, as the moves are for a position, and
    /// the canonical form otherwise.
    pub fn form_of(&self, value: &Value) -> Result<Game, Fault> {
        match value {
            Value::Form(game) => Ok(*game),
            Value::Sum(sum) => self.play(|play| play.form(sum, &self.games)),
            other => self.games.canonical(self.game(other)?),
        }
    }

    fn add(&self, left: &Value, right: &Value) -> Result<Value, Fault> {
        match (left, right) {
            (Value::Misere(_), _) | (_, Value::Misere(_)) => {
                wrong(Wrong::Question, "a game in misère play is added to such games only")
            }
            (Value::Sum(_), _) | (_, Value::Sum(_)) => {
                let sum = [self.components(left)?, self.components(right)?].concat();
                let decided = |part: &Component| crate::ruleset::is_decided_otherwise(part);
                if sum.len() > 1 && sum.iter().any(decided) {
                    return wrong(Wrong::Question, "games decided by goals or points have no sums");
                }
                Ok(Value::sum(sum))
            }
            (Value::Form(g), Value::Form(h)) => Ok(Value::Form(self.games.sum(*g, *h)?)),
            _ => {
                let sum = self.games.sum(self.form_value(left)?, self.form_value(right)?)?;
                Ok(Value::Game(self.games.canonical(sum)?))
            }
        }
    }

    /// The canonical form of the value of something.
    fn form_value(&self, value: &Value) -> Result<Game, Fault> {
        self.games.canonical(self.game(value)?)
    }

    fn multiply(&self, left: &Value, right: &Value) -> Result<Value, Fault> {
        if let (Value::Number(x), Value::Number(y)) = (left, right) {
            return Ok(Value::Number(x * y));
        }
        let (times, other) = match (left, right) {
            (Value::Number(_), other) => (left, other),
            (other, Value::Number(_)) => (right, other),
            (left, right) => match self.number(left) {
                Ok(x) => return self.multiply(&Value::Number(x), right),
                Err(_) => return self.multiply(left, &Value::Number(self.number(right)?)),
            },
        };
        if let (Value::Game(game), Ok(x)) = (other, self.number(other)) {
            _ = game;
            return self.multiply(times, &Value::Number(x));
        }
        let n = self.integer(times)?;
        let copies = |n: &BigInt| -> Result<usize, Fault> {
            match n.to_usize() {
                Some(n) if n <= 1000 => Ok(n),
                Some(_) => Err(Fault::TooLarge),
                None if n.is_negative() => wrong(Wrong::Range, format!("{n} copies")),
                None => Err(Fault::TooLarge),
            }
        };
        match other {
            Value::Text(text) => Ok(Value::text(text.repeat(copies(&n)?))),
            Value::List(items) => {
                let mut list = Vec::new();
                (0..copies(&n)?).for_each(|_| list.extend(items.iter().cloned()));
                Ok(Value::list(list))
            }
            Value::Sum(_) => {
                let one = if n.is_negative() { self.negative(other)? } else { other.clone() };
                let one = self.components(&one)?;
                Ok(Value::sum((0..copies(&n.abs())?).flat_map(|_| one.iter().cloned()).collect()))
            }
            Value::Misere(sum) => {
                let copies = copies(&n)?;
                Ok(Value::Misere(Rc::new((0..copies).flat_map(|_| sum.iter().cloned()).collect())))
            }
            game => Ok(Value::Game(self.games.multiple(&n, self.form_value(game)?)?)),
        }
    }

    fn calculate(&self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Fault> {
        let (x, y) = (self.number(left)?, self.number(right)?);
        match op {
            BinaryOp::Pow => {
                let exponent = y.is_integer().then(|| y.to_integer()).ok_or_else(|| right.not("an integer"))?;
                let exponent = exponent.to_i32().ok_or(Fault::TooLarge)?;
                if x.is_zero() && exponent < 0 {
                    return wrong(Wrong::Value, "division by 0");
                }
                if exponent.unsigned_abs() > 10_000 {
                    return Err(Fault::TooLarge);
                }
                Ok(Value::Number(x.pow(exponent)))
            }
            _ if y.is_zero() => wrong(Wrong::Value, "division by 0"),
            BinaryOp::Div => Ok(Value::Number(x / y)),
            _ => Ok(Value::Number(&x - (&x / &y).floor() * &y)),
        }
    }

    // Comparisons

    fn compare_chain(&self, first: &Expr, rest: &[(CompareOp, upstar_syntax::source::Span, Expr)], scope: &Scope) -> Result<Value, Fault> {
        let mut left = self.eval(first, scope)?;
        for (op, _, expr) in rest {
            let right = self.eval(expr, scope)?;
            if !self.compare(*op, &left, &right)? {
                return Ok(Value::Truth(false));
            }
            left = right;
        }
        Ok(Value::Truth(true))
    }

    fn compare(&self, op: CompareOp, left: &Value, right: &Value) -> Result<bool, Fault> {
        match op {
            CompareOp::Equal => return self.equal(left, right),
            CompareOp::NotEqual => return Ok(!self.equal(left, right)?),
            CompareOp::In => return self.is_in(left, right),
            CompareOp::NotIn => return Ok(!self.is_in(left, right)?),
            CompareOp::Is => {
                let game = self.game(left)?;
                return Ok(self.games.canonical(game)? == self.game(right)?);
            }
            _ => {}
        }
        let relation = self.relation(left, right)?;
        Ok(match op {
            CompareOp::Less => relation == Relation::Less,
            CompareOp::LessOrEqual => matches!(relation, Relation::Less | Relation::Equal),
            CompareOp::Greater => relation == Relation::Greater,
            CompareOp::GreaterOrEqual => matches!(relation, Relation::Greater | Relation::Equal),
            CompareOp::Confused => relation == Relation::Confused,
            CompareOp::LessOrConfused => matches!(relation, Relation::Less | Relation::Confused),
            _ => matches!(relation, Relation::Greater | Relation::Confused),
        })
    }

    /// How two numbers, games or texts compare. Of positions, by who wins the difference.
    pub fn relation(&self, left: &Value, right: &Value) -> Result<Relation, Fault> {
        let by_order = |order: std::cmp::Ordering| match order {
            std::cmp::Ordering::Less => Relation::Less,
            std::cmp::Ordering::Equal => Relation::Equal,
            std::cmp::Ordering::Greater => Relation::Greater,
        };
        match (left, right) {
            (Value::Number(x), Value::Number(y)) => Ok(by_order(x.cmp(y))),
            (Value::Text(x), Value::Text(y)) => Ok(by_order(x.cmp(y))),
            (Value::Sum(_), _) | (_, Value::Sum(_)) => {
                let difference = [self.components(left)?, self.components(&self.negative(right)?)?].concat();
                if difference.iter().any(crate::ruleset::is_misere) {
                    return Err(Fault::undefined("the order of games in misère play"));
                }
                if difference.len() > 1 && difference.iter().any(crate::ruleset::is_decided_otherwise) {
                    return wrong(Wrong::Question, "games decided by goals or points are not compared");
                }
                match self.play(|play| play.outcome(&difference, Convention::Normal))? {
                    Outcome::L => Ok(Relation::Greater),
                    Outcome::R => Ok(Relation::Less),
                    Outcome::P => Ok(Relation::Equal),
                    Outcome::N => Ok(Relation::Confused),
                    _ => Err(Fault::undefined("the order of loopy games whose difference is drawn")),
                }
            }
            _ => self.games.compare(self.game(left)?, self.game(right)?),
        }
    }

    fn is_in(&self, value: &Value, source: &Value) -> Result<bool, Fault> {
        match source {
            Value::Text(text) => Ok(text.contains(&*value.as_text()?)),
            Value::Range(from, to, by) => {
                let Ok(n) = self.integer(value) else { return Ok(false) };
                let (low, high) = if by.is_negative() { (to, from) } else { (from, to) };
                Ok(*low <= n && n <= *high && (&n - from).is_multiple_of(by))
            }
            source => self.contains(&self.elements(source)?, value),
        }
    }

    /// Whether two values are equal. Games are when neither player wins their difference moving first.
    pub fn equal(&self, left: &Value, right: &Value) -> Result<bool, Fault> {
        use Value::{Function, Game, List, Map, Range, Set, Tuple};
        self.steps.step()?;
        let all = |xs: &[Value], ys: &[Value]| -> Result<bool, Fault> {
            for (x, y) in xs.iter().zip(ys) {
                if !self.equal(x, y)? {
                    return Ok(false);
                }
            }
            Ok(xs.len() == ys.len())
        };
        match (left, right) {
            (Value::Number(x), Value::Number(y)) => Ok(x == y),
            (Value::Number(x), _) | (_, Value::Number(x)) if !crate::bracket::is_dyadic(x) => Ok(false),
            (Value::Number(_) | Game(_) | Value::Form(_), Value::Number(_) | Game(_) | Value::Form(_)) => {
                self.games.equal(self.game(left)?, self.game(right)?)
            }
            (Value::Sum(_) | Value::Number(_) | Game(_) | Value::Form(_), Value::Sum(_))
            | (Value::Sum(_), Value::Number(_) | Game(_) | Value::Form(_)) => {
                if let (Value::Sum(g), Value::Sum(h)) = (left, right)
                    && (g.iter().chain(h.iter()).any(crate::ruleset::is_decided_otherwise)
                        || g.iter().chain(h.iter()).any(crate::ruleset::is_misere))
                {
                    return Ok(g == h);
                }
                Ok(self.relation(left, right)? == Relation::Equal)
            }
            (Value::Misere(_), Value::Misere(_)) => Err(Fault::undefined("equality in misère play")),
            (List(_) | Range(..), List(_) | Range(..)) => all(&self.elements(left)?, &self.elements(right)?),
            (Tuple(xs), Tuple(ys)) => all(xs, ys),
            (Set(xs), Set(ys)) => {
                for x in xs.iter() {
                    if !self.contains(ys, x)? {
                        return Ok(false);
                    }
                }
                Ok(xs.len() == ys.len())
            }
            (Map(xs), Map(ys)) => {
                for (key, value) in xs.iter() {
                    match self.entry(ys, key)? {
                        Some(other) if self.equal(value, &other)? => {}
                        _ => return Ok(false),
                    }
                }
                Ok(xs.len() == ys.len())
            }
            (Value::Text(_) | Value::Board(_), Value::Text(_) | Value::Board(_)) => {
                Ok(left.as_text()? == right.as_text()?)
            }
            (Value::Graph(g), Value::Graph(h)) => Ok(g.to_string() == h.to_string()),
            (Function(f), Function(g)) => Ok(f.number == g.number || f.name.is_none() && self.text(left)? == self.text(right)?),
            (Value::Truth(x), Value::Truth(y)) => Ok(x == y),
            (Value::Player(x), Value::Player(y)) => Ok(x == y),
            (Value::Outcome(x), Value::Outcome(y)) => Ok(x == y),
            (Value::Loony, Value::Loony) | (Value::Nothing, Value::Nothing) => Ok(true),
            (Value::Builtin(f), Value::Builtin(g)) => Ok(f == g),
            (Value::Ruleset(_), Value::Ruleset(_)) => Ok(self.text(left)? == self.text(right)?),
            _ => Ok(false),
        }
    }

    /// The value of a key.
    pub fn entry(&self, entries: &[(Value, Value)], key: &Value) -> Result<Option<Value>, Fault> {
        for (other, value) in entries {
            if self.equal(other, key)? {
                return Ok(Some(value.clone()));
            }
        }
        Ok(None)
    }

    // Elements

    fn index(&self, base: &Value, index: &Value) -> Result<Value, Fault> {
        let outside = || Fault::wrong(Wrong::Range, "there is no such element");
        let place = |length: usize| -> Result<usize, Fault> {
            let (n, length) = (small(&self.integer(index)?)?, length as i64);
            let n = if n < 0 { length + n } else { n - 1 };
            if (0..length).contains(&n) { Ok(n as usize) } else { Err(outside()) }
        };
        match base {
            Value::List(xs) | Value::Tuple(xs) => Ok(xs[place(xs.len())?].clone()),
            Value::Text(text) => {
                let signs: Vec<char> = text.chars().collect();
                Ok(Value::text(signs[place(signs.len())?].to_string()))
            }
            Value::Range(..) => {
                let elements = self.elements(base)?;
                Ok(elements[place(elements.len())?].clone())
            }
            Value::Map(entries) => self.entry(entries, index)?.ok_or_else(outside),
            Value::Board(board) => {
                let symbol = board.at(self.place(board, index)?).ok_or_else(outside)?;
                Ok(Value::text(symbol.to_string()))
            }
            Value::Graph(graph) => {
                let vertex = self.natural(index)?;
                if !graph.vertices.contains_key(&vertex) {
                    return Err(outside());
                }
                Ok(Value::text(graph.label(vertex).unwrap_or('.').to_string()))
            }
            other => Err(other.not("a collection")),
        }
    }

    // Calls

    fn call_expr(&self, callee: &Expr, args: &[Expr], scope: &Scope) -> Result<Value, Fault> {
        let function = self.eval(callee, scope)?;
        let mut values = self.eval_all(args, scope)?;
        if let (Value::Builtin(name), Some(board)) = (&function, &scope.board) {
            let words = [("line", 2), ("connects", 3), ("hex_connects", 3)];
            if words.contains(&(*name, values.len())) {
                values.insert(0, Value::Board(Rc::clone(board)));
            }
        }
        self.call(&function, values)
    }

    /// The value of a function, builtin or ruleset for these arguments.
    pub fn call(&self, function: &Value, args: Vec<Value>) -> Result<Value, Fault> {
        self.steps.step()?;
        if self.calls.get() >= MOST_CALLS {
            return Err(Fault::TooLarge);
        }
        self.calls.set(self.calls.get() + 1);
        let result = deep(|| match function {
            Value::Function(function) => self.call_function(function, args),
            Value::Builtin(name) => self.call_builtin(name, args),
            Value::Ruleset(ruleset) => self.call_ruleset(ruleset, args),
            other => Err(other.not("a function")),
        });
        self.calls.set(self.calls.get() - 1);
        result
    }

    fn call_function(&self, function: &Function, args: Vec<Value>) -> Result<Value, Fault> {
        let (names, values) = self.arguments(&function.params, args, &function.scope)?;
        match &function.body {
            Body::Expr(body) => {
                let bind = |scope: Scope, (name, value): (&Arc<str>, Value)| scope.with(name, value);
                let scope = names.iter().zip(values).fold(function.scope.clone(), bind);
                self.eval(body, &scope)
            }
            Body::Block(body) => {
                let frame = names.into_iter().zip(values).collect();
                let scope = Scope { frame: Some(Rc::new(RefCell::new(frame))), ..function.scope.clone() };
                self.block_value(body, &scope)
            }
        }
    }

    /// The names of parameters and their values: the arguments, and defaults for those that are left out.
    pub fn arguments(&self, params: &[Param], args: Vec<Value>, scope: &Scope) -> Result<(Vec<Arc<str>>, Vec<Value>), Fault> {
        if args.len() > params.len() {
            return wrong(Wrong::Value, format!("{} arguments for {} parameters", args.len(), params.len()));
        }
        let mut scope = scope.clone();
        let (mut names, mut values) = (Vec::new(), Vec::new());
        let mut args = args.into_iter();
        for param in params {
            let value = match (args.next(), &param.default) {
                (Some(value), _) => value,
                (None, Some(default)) => self.eval(default, &scope)?,
                (None, None) => return wrong(Wrong::Value, format!("`{}` is missing", param.name.text)),
            };
            scope = scope.with(&param.name.text, value.clone());
            names.push(Arc::clone(&param.name.text));
            values.push(value);
        }
        Ok((names, values))
    }
}
