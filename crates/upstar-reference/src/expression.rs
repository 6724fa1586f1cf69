//! What expressions mean: a walk over the tree.
//!
//! The book: reference/expressions.md, reference/collections.md and reference/notation.md.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use upstar_syntax::ast::{
    BinaryOp, Body, Collection, Expr, ExprKind, GameLiteral, Generator, Name, Param, Pattern,
    UnaryOp, Ups,
};
use upstar_syntax::visit::{Visitor, walk_expr};

use crate::bracket::{Game, Games};
use crate::play::{Convention, Play};
use crate::ruleset::{has_no_form, is_affine};
use crate::steps::{Steps, deep};
use crate::value::{Component, Function, Home, Kept, Scope, Value};
use crate::{Fault, Wrong};

/// Calls that may be open at once.
const MOST_CALLS: usize = 5_000;

/// The options of a position for a player, as its moves say or its parts.
type Options = BTreeMap<(Component, crate::Player, bool), Vec<Vec<Component>>>;

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
    /// Names that a file binds further down: declarations may mention them.
    pub known: RefCell<BTreeSet<Arc<str>>>,
    /// The texts of the positions met so far, with their numbers.
    pub positions: RefCell<BTreeMap<String, usize>>,
    /// The options of positions met during one question.
    pub options: RefCell<Options>,
    /// Whether a position is now the sum of its `parts`, or what its moves say.
    pub by_parts: Cell<bool>,
    /// Games in which sums were added up, or positions evaluated: in misère play they are others than typed.
    pub added_up: RefCell<BTreeSet<Game>>,
    /// The ruleset whose moves are listed.
    pub played: Cell<Option<usize>>,
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
            known: RefCell::default(),
            positions: RefCell::default(),
            options: RefCell::default(),
            by_parts: Cell::new(true),
            count: Cell::new(0),
            added_up: RefCell::default(),
            played: Cell::new(None),
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
            return value
                .ok_or_else(|| Fault::wrong(Wrong::Name, format!("`{name}` has no value yet")));
        }
        let global = match scope.home {
            Home::Program => self.names.borrow().get(name).cloned(),
            Home::Library => None,
        };
        let global = global.or_else(|| self.library.borrow().get(name).cloned());
        match global.or_else(|| crate::builtins::constant(name)) {
            Some(Value::Builtin(name)) if crate::builtins::is_undefined_constant(name) => {
                Err(Fault::undefined(format!("`{name}`")))
            }
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
            ExprKind::Nimber(n) => {
                Ok(Value::Game(self.games.nimber(self.natural(&self.eval(n, scope)?)?)?))
            }
            ExprKind::Form { .. } | ExprKind::Switch(_) | ExprKind::Impartial(_) => {
                self.bracket(expr, scope)
            }
            ExprKind::Labelled { .. } | ExprKind::Where { .. } | ExprKind::Loopy(..) => {
                self.loopy(expr, scope)
            }
            ExprKind::Pass => wrong(Wrong::Syntax, "`pass` outside of a bracket"),
            ExprKind::Turned { pattern, turns } => {
                Ok(Value::Truth(self.pattern_shown(pattern, *turns, scope)?))
            }
            ExprKind::NoMoves => wrong(Wrong::Rules, "`no moves` outside of a goal"),
            ExprKind::Genus(..) => Err(Fault::undefined("a genus")),
            ExprKind::List(items) => Ok(Value::list(all(items)?)),
            ExprKind::Tuple(items) => Ok(Value::tuple(all(items)?)),
            ExprKind::Set(items) => self.set(all(items)?),
            ExprKind::Map(entries) => {
                let pair = |(key, value): &(Expr, Expr)| {
                    Ok((self.eval(key, scope)?, self.eval(value, scope)?))
                };
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
            _ => self.eval_operation(expr, scope),
        }
    }

    /// Ranges, operators, calls, functions and choices.
    fn eval_operation(&self, expr: &Expr, scope: &Scope) -> Result<Value, Fault> {
        let all = |exprs: &[Expr]| self.eval_all(exprs, scope);
        match &expr.kind {
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
                let index =
                    if indices.len() == 1 { indices.remove(0) } else { Value::tuple(indices) };
                self.index(&base, &index)
            }
            ExprKind::Lambda { params, body } => self.lambda(params, body, scope),
            ExprKind::If { condition, then, otherwise } => {
                let branch = if self.eval(condition, scope)?.truth()? { then } else { otherwise };
                self.eval(branch, scope)
            }
            ExprKind::IfBlock { .. } => self.if_value(expr, scope),
            _ => Err(Fault::undefined("this expression")),
        }
    }

    /// A function without a name; it takes the variables around it along as they are.
    fn lambda(&self, params: &[Name], body: &Expr, scope: &Scope) -> Result<Value, Fault> {
        let names: BTreeSet<&str> = params.iter().map(|name| &*name.text).collect();
        if names.len() < params.len() {
            return wrong(Wrong::Name, "two parameters of one name");
        }
        let param = |name: &Name| Param { name: name.clone(), kind: None, default: None };
        Ok(Value::Function(Rc::new(Function {
            number: self.fresh(),
            name: None,
            params: params.iter().map(param).collect(),
            body: Body::Expr(body.clone()),
            scope: scope.kept(),
        })))
    }

    fn eval_all(&self, exprs: &[Expr], scope: &Scope) -> Result<Vec<Value>, Fault> {
        let value = |expr| match self.eval(expr, scope)? {
            Value::Nothing => wrong(Wrong::Name, "a function without a value"),
            value => Ok(value),
        };
        exprs.iter().map(value).collect()
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
            Generator::Let { pattern, value } => {
                let value = self.eval(value, scope)?;
                self.generate(rest, &self.bound(pattern, value, scope)?, each)
            }
            Generator::For { pattern, source, .. } => {
                let source = self.eval(source, scope)?;
                self.for_each(&source, &mut |element| {
                    self.generate(rest, &self.bound(pattern, element, scope)?, each)
                })
            }
        }
    }

    fn comprehension(
        &self,
        element: &Expr,
        generators: &[Generator],
        scope: &Scope,
    ) -> Result<Vec<Value>, Fault> {
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
    pub fn matched(
        &self,
        pattern: &Pattern,
        value: Value,
        found: &mut Vec<(Arc<str>, Value)>,
    ) -> Result<(), Fault> {
        match pattern {
            Pattern::Name(name) => found.push((Arc::clone(&name.text), value)),
            Pattern::Tuple(patterns, _) => {
                let (Value::Tuple(parts) | Value::List(parts)) = &value else {
                    return Err(value.not("a tuple"));
                };
                if parts.len() != patterns.len() {
                    return wrong(
                        Wrong::Value,
                        format!("{} names for {} values", patterns.len(), parts.len()),
                    );
                }
                for (pattern, part) in patterns.iter().zip(parts.iter()) {
                    self.matched(pattern, part.clone(), found)?;
                }
            }
        }
        Ok(())
    }

    /// Calls a function for each element of a collection.
    pub fn for_each(
        &self,
        source: &Value,
        each: &mut dyn FnMut(Value) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        match source {
            Value::List(xs) | Value::Tuple(xs) | Value::Set(xs) => {
                xs.iter().try_for_each(|x| each(x.clone()))
            }
            Value::Map(entries) => entries.iter().try_for_each(|(key, _)| each(key.clone())),
            Value::Text(text) => {
                text.chars().try_for_each(|sign| each(Value::text(sign.to_string())))
            }
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
            let mut is_new = true;
            for other in &set {
                is_new &= !self.is_one_element(other, &value)?;
            }
            if is_new {
                set.push(value);
            }
        }
        Ok(Value::Set(Rc::new(set)))
    }

    /// Whether each of some values is one element with one of others.
    fn all_among(&self, values: &[Value], others: &[Value]) -> Result<bool, Fault> {
        for value in values {
            let mut is_among = false;
            for other in others {
                is_among |= self.is_one_element(value, other)?;
            }
            if !is_among {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two values are one element of a set, or one key of a map: positions only when they are the same position.
    pub fn is_one_element(&self, a: &Value, b: &Value) -> Result<bool, Fault> {
        let has_positions = |sum: &[Component]| {
            sum.iter().any(|part| matches!(part, Component::Position(_) | Component::Negative(_)))
        };
        match (a, b) {
            (Value::Sum(a), Value::Sum(b)) if has_positions(a) || has_positions(b) => Ok(a == b),
            (Value::Sum(sum), _) | (_, Value::Sum(sum)) if has_positions(sum) => Ok(false),
            (Value::Misere(a), Value::Misere(b)) => Ok(a == b),
            (Value::Misere(_), _) | (_, Value::Misere(_)) => Ok(false),
            (Value::Set(a), Value::Set(b)) => Ok(a.len() == b.len() && self.all_among(a, b)?),
            (Value::Map(a), Value::Map(b)) => {
                let entries = |map: &[(Value, Value)]| -> Vec<Value> {
                    let entry = |(key, value): &(Value, Value)| {
                        Value::Tuple(Rc::new(vec![key.clone(), value.clone()]))
                    };
                    map.iter().map(entry).collect()
                };
                Ok(a.len() == b.len() && self.all_among(&entries(a), &entries(b))?)
            }
            (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
                for (a, b) in a.iter().zip(b.iter()) {
                    if !self.is_one_element(a, b)? {
                        return Ok(false);
                    }
                }
                Ok(a.len() == b.len())
            }
            _ => self.equal(a, b),
        }
    }

    /// The map of these pairs: the last one counts among those with equal keys.
    pub fn map(&self, pairs: Vec<(Value, Value)>) -> Result<Value, Fault> {
        let mut map: Vec<(Value, Value)> = Vec::new();
        for (key, value) in pairs {
            let mut place = None;
            for (index, (other, _)) in map.iter().enumerate() {
                if self.is_one_element(other, &key)? {
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
            let signed =
                |game: Game, down: bool| if down { games.negative(game) } else { Ok(game) };
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
        let sides = match &expr.kind {
            ExprKind::Form { left, right } => [self.side(left, scope)?, self.side(right, scope)?],
            ExprKind::Switch(options) => [self.side(options, scope)?, Some(Vec::new())],
            ExprKind::Impartial(options) => return self.impartial_form(options, scope),
            _ => return Err(Fault::undefined("this bracket")),
        };
        let [Some(left), Some(right)] = sides else { return self.loopy(expr, scope) };
        let game = match &expr.kind {
            ExprKind::Switch(_) => self.games.switch(&left)?,
            _ => self.games.form(left, right)?,
        };
        if has_sums(expr) {
            self.added_up.borrow_mut().insert(game);
        }
        Ok(Value::Game(game))
    }

    /// `*[..]`: its options stay as typed, and are impartial.
    fn impartial_form(&self, options: &[Expr], scope: &Scope) -> Result<Value, Fault> {
        let values = self.side_values(options, scope)?;
        let mut kept = Vec::new();
        for value in &values {
            let option = match value {
                Value::Sum(sum) | Value::Misere(sum) => sum.to_vec(),
                value => vec![Component::Game(self.game(value)?)],
            };
            let by_moves_of_each = option.iter().any(|component| match component {
                Component::Position(at) | Component::Negative(at) => at.ruleset.names_a_player(),
                _ => false,
            });
            if by_moves_of_each {
                return Err(Fault::undefined("whether `left` and `right` are the same rules"));
            }
            if let Value::Game(game) | Value::Form(game) = value
                && self.added_up.borrow().contains(game)
            {
                return Err(Fault::undefined("brackets of sums in impartial forms"));
            }
            if !self.are_for_both(&option)? {
                return wrong(Wrong::Value, "an option of an impartial form is impartial");
            }
            kept.push(option);
        }
        let form = self.form_of_kept(&kept)?;
        if options.iter().any(has_sums) {
            self.added_up.borrow_mut().insert(form);
        }
        match values.iter().any(|value| matches!(value, Value::Sum(_) | Value::Misere(_))) {
            true => Ok(Value::sum(vec![Component::Kept(Rc::new(Kept { options: kept, form }))])),
            false => Ok(Value::Form(form)),
        }
    }

    /// An impartial form in normal play: each option is replaced by its value.
    fn form_of_kept(&self, options: &[Vec<Component>]) -> Result<Game, Fault> {
        let game = |option: &Vec<Component>| self.game(&Value::sum(option.clone()));
        let games: Vec<Game> = options.iter().map(game).collect::<Result<_, _>>()?;
        self.games.form(games.clone(), games)
    }

    /// The options of one side; none when a loopy game is among them.
    fn side(&self, options: &[Expr], scope: &Scope) -> Result<Option<Vec<Game>>, Fault> {
        let mut games = Vec::new();
        for value in self.side_values(options, scope)? {
            match &value {
                Value::Sum(sum) if sum.iter().any(|part| matches!(part, Component::Loopy(_))) => {
                    return Ok(None);
                }
                value => {
                    let game = self.game(value)?;
                    if let Value::Sum(_) = value {
                        self.added_up.borrow_mut().insert(game);
                    }
                    games.push(game);
                }
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
            Value::Sum(sum) => {
                if let [Component::Kept(kept)] = &sum[..] {
                    return Ok(kept.form);
                }
                // Games with complimenting or entailing moves have sums, but no values.
                let has_no_value = |part: &Component| is_affine(part) || has_no_form(part);
                if sum.iter().any(has_no_value) {
                    return Err(value.not("a game with a value"));
                }
                self.games.canonical(self.play(|play| play.value(sum, &self.games))?)
            }
            other => Err(other.not("a game")),
        }
    }

    /// Questions about values by play: a position is the sum of its parts.
    pub fn play<T>(
        &self,
        ask: impl FnOnce(&mut Play<'_, Machine>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.play_by(Convention::Normal, ask)
    }

    /// Questions about the moves themselves.
    pub fn by_moves<T>(
        &self,
        ask: impl FnOnce(&mut Play<'_, Machine>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.play_by(Convention::Misere, ask)
    }

    /// Questions about play by a convention. Only in normal play is a position the sum of its parts.
    pub fn play_by<T>(
        &self,
        convention: Convention,
        ask: impl FnOnce(&mut Play<'_, Machine>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let before = self.by_parts.replace(convention == Convention::Normal);
        let answer = ask(&mut Play::new(self));
        self.by_parts.set(before);
        answer
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
            value => Ok(vec![Component::Game(self.games.canonical(self.game(value)?)?)]),
        }
    }

    // Elements

    fn index(&self, base: &Value, index: &Value) -> Result<Value, Fault> {
        let outside = || Fault::wrong(Wrong::Range, "there is no such element");
        if let Some(slice) = self.slice(base, index)? {
            return Ok(slice);
        }
        let place = |length: usize| self.offset(index, length);
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
            Value::Map(entries) => match self.entry(entries, index)? {
                None if crate::quotient::is_quotient(entries) => {
                    Err(Fault::undefined("the names of elements of a misère quotient"))
                }
                entry => entry.ok_or_else(outside),
            },
            Value::Board(board) => {
                let symbol = board.at(self.place(board, index)?).ok_or_else(outside)?;
                Ok(board.form.shown(symbol))
            }
            Value::Graph(graph) => {
                let vertex = self.natural(index)?;
                if !graph.vertices.contains_key(&vertex) {
                    return Err(outside());
                }
                Ok(graph.label(vertex).map_or_else(|| Value::text(""), crate::graph::Graph::shown))
            }
            other => Err(other.not("a collection")),
        }
    }

    // Calls

    fn call_expr(&self, callee: &Expr, args: &[Expr], scope: &Scope) -> Result<Value, Fault> {
        let function = self.eval(callee, scope)?;
        let mut values = match &function {
            Value::Builtin(name) if crate::questions::KEEPING_SUMS.contains(name) => {
                args.iter().map(|arg| self.as_typed(arg, scope)).collect::<Result<_, _>>()?
            }
            _ => self.eval_all(args, scope)?,
        };
        if let (Value::Builtin(name), Some(board)) = (&function, &scope.about) {
            let words =
                [("line", 2), ("connects", 3), ("hex_connects", 3), ("full", 0), ("dominates", 1)];
            if words.contains(&(*name, values.len())) {
                values.insert(0, board.clone());
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
            Value::Function(function) => self.by(None, || self.call_function(function, args)),
            Value::Builtin(name) => self.by(None, || self.call_builtin(name, args)),
            Value::Ruleset(ruleset) => self.call_ruleset(ruleset, args),
            other => Err(other.not("a function")),
        });
        self.calls.set(self.calls.get() - 1);
        result
    }

    fn call_function(&self, function: &Function, args: Vec<Value>) -> Result<Value, Fault> {
        let (names, values) = self.arguments(&function.params, args, &function.scope)?;
        let bind = |scope: Scope, (name, value): (&Arc<str>, Value)| scope.with(name, value);
        match &function.body {
            Body::Expr(body) => {
                let scope = names.iter().zip(values).fold(function.scope.clone(), bind);
                self.eval(body, &scope)
            }
            Body::Block(body) => {
                // Names bound anywhere in a function are its own.
                let own = upstar_syntax::assigned(&body.statements);
                let own = own.iter().filter(|name| !names.contains(name));
                let scope =
                    own.fold(function.scope.clone(), |scope, name| scope.with_variable(name, None));
                self.block_value(body, &names.iter().zip(values).fold(scope, bind))
            }
        }
    }

    /// The names of parameters and their values: the arguments, and defaults for those that are left out.
    pub fn arguments(
        &self,
        params: &[Param],
        args: Vec<Value>,
        scope: &Scope,
    ) -> Result<(Vec<Arc<str>>, Vec<Value>), Fault> {
        if args.len() > params.len() {
            return wrong(
                Wrong::Value,
                format!("{} arguments for {} parameters", args.len(), params.len()),
            );
        }
        let mut scope = scope.clone();
        let (mut names, mut values) = (Vec::new(), Vec::new());
        let mut args = args.into_iter();
        for param in params {
            let value = match (args.next(), &param.default) {
                (Some(value), _) => value,
                (None, Some(default)) => self.eval(default, &scope)?,
                (None, None) => {
                    return wrong(Wrong::Value, format!("`{}` is missing", param.name.text));
                }
            };
            scope = scope.with(&param.name.text, value.clone());
            names.push(Arc::clone(&param.name.text));
            values.push(value);
        }
        Ok((names, values))
    }
}

/// Whether an operation of sums stands somewhere in an expression.
fn has_sums(expr: &Expr) -> bool {
    struct Sums(bool);
    impl<'t> Visitor<'t> for Sums {
        fn expr(&mut self, expr: &'t Expr) {
            self.0 |= match &expr.kind {
                ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, .. } => true,
                ExprKind::Unary(UnaryOp::Neg, inner) => !matches!(
                    inner.kind,
                    ExprKind::Integer(_) | ExprKind::Game(_) | ExprKind::Nimber(_)
                ),
                _ => false,
            };
            walk_expr(self, expr);
        }
    }
    let mut sums = Sums(false);
    sums.expr(expr);
    sums.0
}
