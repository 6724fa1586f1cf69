//! Normal form of the rules of a ruleset: what different people write for the same rules becomes the same tree.
//!
//! Knows: the resolved tree, the values of globals, and the meaning of intrinsics.
//! Must not know: what the analyses look for.
//!
//! Rules are read with their globals and the parameters of their family as constants. Functions of the program and of
//! the library are written out (`calls.rs`), loops that gather something become comprehensions, and loops through a few
//! elements their rounds (`loops.rs`), what grows to a group becomes `group` (`groups.rs`, `queues.rs`), names for single values are
//! replaced by these (`binders.rs`), loops whose variable an equation gives too (`equations.rs`), options lose the name of their own ruleset (`own.rs`), and equal ways to write a condition become one (`rewrites.rs`).
//!
//! Proof: each step keeps this: *where the normal form has a value, the rules as written have the same value.* So a step
//! may make an expression fail that did not, never the other way round: an expression is only moved to where it may
//! be evaluated less often when it is total (`kinds.rs`), that is, when it has a value whatever the position is. What
//! an analysis proves of the normal form, or computes with it, is therefore true of the rules. The evaluator runs the
//! rules as written, and reports what fails there. Options of a move are a set, so `moves` may list them in another
//! order and more or less often; so may a collection of which only the members are asked, as by `any`.
//!
//! Every variable gets a slot of its own, so that expressions can be moved without capture. Slots of a ruleset's parameters
//! stay the same. A way to move that has no normal form stays as it was written.

mod binders;
mod calls;
mod changes;
mod enumerations;
mod equations;
mod groups;
mod kinds;
mod loops;
mod own;
mod queues;
mod rewrites;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::heaps::Row;
use super::written::{at, call_of, itself, listed};
use super::{MORE_STACK, RED_ZONE, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{
    Alternative, Clause, Condition, Expr, ExprKind, Function, Generator, Global, Goal,
    PositionKind, Ruleset as Rules, Slot, Statement, StatementKind, Target,
};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, Rewrite, Text};
use crate::value::{Domain, Ruleset, Value};
use kinds::Kind;
use own::Own;
use rewrites::Spelt as _;

pub(super) use equations::has_equations;
pub(super) use loops::integer_of;
pub(super) use rewrites::{asks_some, exists_of, turned};

/// Rules whose normal form has more nodes stay as they were written.
const MOST_NODES: usize = 1 << 14;

/// Rules that are deeper, with functions written out, stay as they were written: normal forms are walked without a guard of the
/// stack.
const MOST_DEEP: usize = 1_000;

/// A way to move that is more ways in normal form stays as it was written.
const MOST_WAYS: usize = 64;

/// Constants with more elements stay names.
const LONGEST_CONSTANT: usize = 1 << 8;

/// Values of the globals, as they are for one meaning of a ruleset.
pub type Globals<'g> = &'g dyn Fn(Global) -> Value;

/// The normal form of the rules of a ruleset with parameters of these domains. What has none stays as written.
pub fn normal(ruleset: &Ruleset, params: &[Domain], globals: Globals<'_>) -> Rules {
    let tree = &*ruleset.tree;
    let mut rules = tree.clone();
    let Some(family) = ruleset.family() else { return rules };
    let mut normaliser = Normaliser::new(ruleset, family, params, globals);
    let clauses = tree.clauses.iter().map(|clause| Clause {
        mover: clause.mover,
        alternatives: clause.alternatives.iter().flat_map(|way| normaliser.ways(way)).collect(),
        span: clause.span,
    });
    rules.clauses = clauses.collect();
    rules.parts = tree.parts.as_ref().map(|way| match <[_; 1]>::try_from(normaliser.ways(way)) {
        Ok([normal]) => normal,
        Err(_) => way.clone(),
    });
    rules.score = tree.score.as_ref().map(|score| normaliser.or_as_written(score));
    rules.turn = tree.turn.as_ref().map(|turn| normaliser.or_as_written(turn));
    let goals = tree.goals.iter().map(|Goal { ending, condition, no_moves }| Goal {
        ending: *ending,
        no_moves: *no_moves,
        condition: normaliser.or_as_written(condition),
    });
    rules.goals = goals.collect();
    rules.slots = normaliser.kinds.len();
    rules
}

/// What an argument of a position of integers is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Argument {
    /// An integer.
    Integer,
    /// A list of so many integers.
    List(usize),
    /// A tuple of so many integers.
    Tuple(usize),
    /// A strip or ring of numbers.
    Row(Row),
}

/// The moves in normal form on positions with such arguments. The lengths of lists are numbers. A tuple is spelt `(a, b)`, so that
/// it is looked through wherever it is used. Returns the rules, and the slots of the integers of each tuple. `None` if a way to move has no normal form.
///
/// Proof: on such a position each of these slots has a value, an integer, and the tuple is the one that is spelt.
pub(super) fn of_integers(
    ruleset: &Ruleset,
    arguments: &[Argument],
    globals: Globals<'_>,
) -> Option<(Rules, Vec<Vec<Slot>>)> {
    let tree = &*ruleset.tree;
    let params = vec![Domain::Any; tree.params.len()];
    let mut normaliser = Normaliser::new(ruleset, ruleset.family()?, &params, globals);
    let mut spelt = Vec::new();
    for (place, argument) in arguments.iter().enumerate() {
        let parameter = tree.family.len() + place;
        match *argument {
            Argument::Integer => normaliser.kinds[parameter] = Kind::Integer,
            Argument::List(length) => {
                normaliser.kinds[parameter] = Kind::List(Box::new(Kind::Integer));
                normaliser.lengths.push((parameter, length));
            }
            Argument::Tuple(width) => {
                let slots: Vec<Slot> =
                    (0..width).map(|_| normaliser.new_slot(Kind::Integer)).collect();
                let items = slots.iter().map(|slot| at(tree.span, itself(*slot))).collect();
                normaliser.set(parameter, at(tree.span, ExprKind::Tuple(items)));
                spelt.push(slots);
            }
            Argument::Row(_) => return None,
        }
    }
    let mut rules = tree.clone();
    for clause in &mut rules.clauses {
        let mut alternatives = Vec::new();
        for way in &clause.alternatives {
            normaliser.nodes = 0;
            normaliser.own.forget_calls();
            alternatives.extend(normaliser.normal_ways(way)?);
        }
        clause.alternatives = alternatives;
    }
    for check in rules.checks.iter_mut().filter(|check| !check.of_family) {
        check.condition = normaliser.or_as_written(&check.condition);
    }
    rules.slots = normaliser.kinds.len();
    Some((rules, spelt))
}

/// Variables of the frame in which an expression stands: what takes the place of each.
type Frame = Vec<Option<Expr>>;

struct Normaliser<'a> {
    globals: Globals<'a>,
    /// The parameters of the family, which have the first slots.
    family: &'a [Value],
    /// The ruleset itself.
    own: Own<'a>,
    /// Variables that are in scope.
    frame: Frame,
    /// Whether a variable that is not in the frame stands for itself: in expressions that are in normal form already.
    is_normal: bool,
    /// Kinds of the values in all slots of the normal form.
    kinds: Vec<Kind>,
    /// Lists whose lengths are known.
    lengths: Vec<(Slot, usize)>,
    /// Bounds of variables that run through numbers.
    ranges: Vec<(Slot, (i64, i64))>,
    /// How often each of these was put into an expression.
    uses: Vec<usize>,
    /// Functions whose bodies are being written out, innermost last.
    open: Vec<Arc<Function>>,
    /// Slots of the position that hold boards.
    boards: Vec<Slot>,
    /// Variables that stand for groups whose members alone may be asked for.
    groups: Vec<(Slot, Expr)>,
    /// Whether only the members of the collection are asked for that the next expression is, and not their order or number.
    asks_members: bool,
    /// The same for the value of the function that is being written out.
    asks_members_of_value: bool,
    /// Number of nodes that were made for the current way to move.
    nodes: usize,
    /// Number of expressions around the one that is normalised.
    level: usize,
}

impl<'a> Normaliser<'a> {
    fn new(
        ruleset: &'a Ruleset,
        family: &'a [Value],
        params: &[Domain],
        globals: Globals<'a>,
    ) -> Self {
        let tree = &*ruleset.tree;
        let mut frame: Frame = vec![None; tree.slots];
        let mut kinds = vec![Kind::Unknown; tree.slots];
        for (slot, value) in family.iter().enumerate() {
            // Analyses keep longer constants in the slot of their parameter.
            let constant = literal(value, tree.span).filter(is_atom);
            kinds[slot] = Kind::of_value(value);
            frame[slot] = Some(constant.unwrap_or_else(|| at(tree.span, itself(slot))));
        }
        for (place, domain) in params.iter().enumerate() {
            let slot = family.len() + place;
            // The rules of coins know the place of the rightmost coin that is turned, and not the row.
            kinds[slot] = match tree.position {
                PositionKind::Coins => Kind::Integer,
                _ => Kind::of_domain(domain),
            };
            frame[slot] = Some(at(tree.span, itself(slot)));
        }
        let uses = vec![0; kinds.len()];
        let boards = (0..kinds.len()).filter(|slot| kinds[*slot] == Kind::Board).collect();
        Normaliser {
            globals,
            family,
            own: Own::new(ruleset),
            frame,
            is_normal: false,
            kinds,
            lengths: Vec::new(),
            ranges: Vec::new(),
            uses,
            open: Vec::new(),
            boards,
            groups: Vec::new(),
            asks_members: false,
            asks_members_of_value: false,
            nodes: 0,
            level: 0,
        }
    }

    /// The normal form of a way to move, which may be several ways, or the way as written.
    fn ways(&mut self, way: &Alternative) -> Vec<Alternative> {
        self.fresh_ways(way).unwrap_or_else(|| vec![way.clone()])
    }

    /// The normal form of a way to move, within limits of its own.
    fn fresh_ways(&mut self, way: &Alternative) -> Option<Vec<Alternative>> {
        self.nodes = 0;
        self.own.forget_calls();
        self.normal_ways(way)
    }

    fn normal_ways(&mut self, way: &Alternative) -> Option<Vec<Alternative>> {
        match way {
            Alternative::Rewrite { steps, gain, condition } => {
                if let ([step], None, Some(condition)) = (&steps[..], gain, condition)
                    && let Some(placed) = self.placed(step, condition)
                {
                    return Some(vec![placed]);
                }
                let gain = self.optional(gain.as_ref())?;
                let condition = match condition {
                    Some(Condition { after, truth }) => {
                        let slot = self.new_slot(Kind::Board);
                        self.frame[*after] = Some(at(truth.span, itself(slot)));
                        Some(Condition { after: slot, truth: self.expr(truth)? })
                    }
                    None => None,
                };
                let condition = condition.filter(|condition| !condition.truth.is_true());
                Some(vec![Alternative::Rewrite { steps: steps.clone(), gain, condition }])
            }
            Alternative::Options { parts, gain, generators, span } => {
                let mut ways = Vec::new();
                self.bindings(generators, Vec::new(), &mut |inner, generators| {
                    let generators = inner.solved(generators)?;
                    let gain = inner.optional(gain.as_ref())?;
                    let parts = inner.all(parts)?;
                    inner.options(parts, (gain, generators, *span), &mut ways)
                })?;
                Some(ways)
            }
        }
    }

    /// A rewrite rule of one cell with a condition, as the placement of a symbol: the board with this symbol, for each cell
    /// that shows the pattern, if the condition holds of that board.
    fn placed(&mut self, step: &Rewrite, condition: &Condition) -> Option<Alternative> {
        let symbol = |text: &Text| {
            let mut symbols = text.value.chars();
            let symbol = symbols.next().filter(|_| symbols.next().is_none())?;
            // Other signs may be operators of patterns.
            let plain = symbol.is_alphanumeric() || symbol == '.' || symbol == '#';
            plain.then(|| at(text.span, ExprKind::Text(text.value.clone())))
        };
        let (before, after) = (symbol(&step.pattern)?, symbol(&step.replacement)?);
        // Where cells show numbers, a sign of a pattern is no text.
        let of_numbers = matches!(&self.own.rules().position, PositionKind::Board(_, symbols) if symbols.numbers);
        let fits = step.pattern.value != step.replacement.value && !step.repeats && !of_numbers;
        let [board] = self.boards[..] else { return None };
        fits.then_some(())?;
        let span = condition.truth.span;
        let whole = || at(span, itself(board));
        let cell = self.new_slot(Kind::Cell);
        let here = || at(span, itself(cell));
        let shown = ExprKind::Index { base: Box::new(whole()), indices: vec![here()] };
        let rest = vec![(CompareOp::Equal, span, before)];
        let shows = ExprKind::Compare { first: Box::new(at(span, shown)), rest };
        let changes = at(span, ExprKind::Map(vec![(here(), after)]));
        let changed = call_of(Intrinsic::With, vec![whole(), changes], span);
        let slot = self.new_slot(Kind::Board);
        self.set(condition.after, at(span, itself(slot)));
        let mut generators = vec![
            Generator::For {
                target: Target::Slot(cell),
                source: call_of(Intrinsic::Cells, vec![whole()], span),
            },
            Generator::If(at(span, shows)),
            Generator::For {
                target: Target::Slot(slot),
                source: at(span, ExprKind::List(vec![changed])),
            },
        ];
        binders::only_if(self.expr(&condition.truth)?, &mut generators);
        let parts = vec![at(span, itself(slot))];
        Some(Alternative::Options { parts, gain: None, generators, span })
    }

    fn or_as_written(&mut self, expr: &Expr) -> Expr {
        self.nodes = 0;
        self.expr(expr).unwrap_or_else(|| expr.clone())
    }

    fn optional(&mut self, expr: Option<&Expr>) -> Option<Option<Expr>> {
        expr.map_or(Some(None), |expr| self.expr(expr).map(Some))
    }

    fn all(&mut self, exprs: &[Expr]) -> Option<Vec<Expr>> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn new_slot(&mut self, kind: Kind) -> Slot {
        self.kinds.push(kind);
        self.uses.push(0);
        self.kinds.len() - 1
    }

    /// The normal form of an expression; `None` where it has none.
    fn expr(&mut self, expr: &Expr) -> Option<Expr> {
        self.nodes += 1;
        (self.nodes <= MOST_NODES && self.level < MOST_DEEP).then_some(())?;
        self.level += 1;
        let asked = std::mem::take(&mut self.asks_members);
        let normal = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.normal_of(expr, asked));
        self.level -= 1;
        normal
    }

    /// The normal form of an expression; of a collection only the members are asked for, if `asked`.
    fn asked(&mut self, expr: &Expr, asked: bool) -> Option<Expr> {
        self.asks_members = asked;
        self.expr(expr)
    }

    /// The normal form of a collection of which only the members are asked for.
    fn members(&mut self, expr: &Expr) -> Option<Expr> {
        self.asked(expr, true)
    }

    fn boxed(&mut self, expr: &Expr) -> Option<Box<Expr>> {
        self.expr(expr).map(Box::new)
    }

    #[expect(clippy::too_many_lines, reason = "one match over all kinds of expressions")]
    fn normal_of(&mut self, expr: &Expr, asked: bool) -> Option<Expr> {
        let span = expr.span;
        let kind = match &expr.kind {
            ExprKind::Slot(slot, _) => return self.variable(*slot, asked, span),
            ExprKind::Global(place) => {
                let known = literal(&(self.globals)(*place), span);
                return Some(known.unwrap_or_else(|| expr.clone()));
            }
            ExprKind::Number(_)
            | ExprKind::Game(_)
            | ExprKind::Genus(..)
            | ExprKind::Loopy(..)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Builtin(_) => return Some(expr.clone()),
            ExprKind::Nimber(n) => ExprKind::Nimber(self.boxed(n)?),
            ExprKind::Form { left, right } => {
                ExprKind::Form { left: self.all(left)?, right: self.all(right)? }
            }
            ExprKind::Switch(options) => ExprKind::Switch(self.all(options)?),
            ExprKind::Impartial(options) => ExprKind::Impartial(self.all(options)?),
            ExprKind::Summed(sum, within) => ExprKind::Summed(self.boxed(sum)?, *within),
            ExprKind::List(items) => ExprKind::List(self.all(items)?),
            ExprKind::Tuple(items) => ExprKind::Tuple(self.all(items)?),
            ExprKind::Set(items) => ExprKind::Set(self.all(items)?),
            ExprKind::Map(entries) => {
                let entry =
                    |(key, value): &(Expr, Expr)| Some((self.expr(key)?, self.expr(value)?));
                ExprKind::Map(entries.iter().map(entry).collect::<Option<_>>()?)
            }
            ExprKind::Comprehension { collection, element, generators } => {
                let repeats = *collection == Collection::List && !asked;
                return self.comprehension(*collection, element, generators, repeats, span);
            }
            ExprKind::Range(first, last) => ExprKind::Range(self.boxed(first)?, self.boxed(last)?),
            ExprKind::Unary(op, inner) => {
                let inner = self.expr(inner)?;
                return Some(self.unary(*op, inner, span));
            }
            ExprKind::Binary { op, op_span, left, right } => {
                let asked = asked && *op == BinaryOp::Add;
                let (left, right) = (self.asked(left, asked)?, self.asked(right, asked)?);
                return Some(self.binary((*op, *op_span), left, right, span));
            }
            ExprKind::Compare { first, rest } => {
                return self.compare(first, rest, span);
            }
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.expr(condition)?;
                let (then, otherwise) = (self.asked(then, asked)?, self.asked(otherwise, asked)?);
                return Some(self.choice(condition, then, otherwise, span));
            }
            // Blocks that do more than give a value may bind names that are read after the expression.
            ExprKind::IfBlock { condition, then, otherwise } => {
                let (
                    [Statement { kind: StatementKind::Expr(then), .. }],
                    [Statement { kind: StatementKind::Expr(otherwise), .. }],
                ) = (&then[..], &otherwise[..])
                else {
                    return None;
                };
                let condition = self.expr(condition)?;
                let (then, otherwise) = (self.expr(then)?, self.expr(otherwise)?);
                return Some(self.choice(condition, then, otherwise, span));
            }
            ExprKind::Let { slot, value, body } => {
                let value = self.expr(value)?;
                return self.with_value(*slot, value, span, |inner| inner.asked(body, asked));
            }
            ExprKind::Index { base, indices } => {
                let (base, indices) = (self.expr(base)?, self.all(indices)?);
                return Some(self.element(base, indices, span));
            }
            ExprKind::Call { callee, args } => return self.call(callee, args, asked, span),
            ExprKind::Lambda(function) => ExprKind::Lambda(self.lambda(function)?),
            ExprKind::LoopyBracket { .. } | ExprKind::Where { .. } | ExprKind::Explain(_) => {
                return None;
            }
        };
        Some(at(span, kind))
    }

    /// A chain of comparisons. `in` asks a collection for its members alone; so do a comparison with `[]`, and one of its
    /// length with 0.
    fn compare(
        &mut self,
        first: &Expr,
        rest: &[(CompareOp, Span, Expr)],
        span: Span,
    ) -> Option<Expr> {
        let bound = match rest {
            [(op, _, bound)] => Some((*op, bound)),
            _ => None,
        };
        let is_empty = |expr: &Expr| binders::is_empty(expr);
        let beside_none = matches!(bound, Some((_, bound)) if is_empty(bound));
        let is_measured = |(op, bound): (CompareOp, &Expr)| match intrinsic_call(first) {
            Some((Intrinsic::Length, [_])) => rewrites::asks_some(op, bound).is_some(),
            _ => false,
        };
        let first = match bound {
            Some(bound) if is_measured(bound) => {
                let (_, args) = intrinsic_call(first)?;
                let items = self.members(&args[0])?;
                self.intrinsic(Intrinsic::Length, vec![items], first.span)
            }
            _ => self.asked(first, beside_none)?,
        };
        let beside_none = is_empty(&first);
        let next = |(op, place, next): &(CompareOp, Span, Expr)| {
            let is_in = matches!(op, CompareOp::In | CompareOp::NotIn);
            let next = self.asked(next, is_in || beside_none && rest.len() == 1)?;
            Some((*op, *place, next))
        };
        let rest = rest.iter().map(next).collect::<Option<_>>()?;
        Some(self.chain(first, rest, span))
    }

    /// The expression that stands for a variable, at one of its places. The normal form leaves names out.
    fn variable(&mut self, slot: Slot, asked: bool, span: Span) -> Option<Expr> {
        let known = match self.frame.get(slot) {
            Some(Some(known)) => known.clone(),
            _ if self.is_normal => at(span, itself(slot)),
            _ => return None,
        };
        let is_group = |(slot, _): &&(Slot, Expr)| is_slot(&known, *slot);
        if let Some((_, group)) = self.groups.iter().find(is_group).cloned() {
            return if asked { self.renewed(&group) } else { None };
        }
        match known.kind {
            ExprKind::Slot(slot, _) => {
                self.uses[slot] += 1;
                Some(at(span, itself(slot)))
            }
            _ if is_atom(&known) => Some(at(span, known.kind)),
            // Variables inside get slots of their own at each place.
            _ => self.renewed(&known),
        }
    }

    /// An expression in normal form with new slots for the variables that are bound in it.
    fn renewed(&mut self, expr: &Expr) -> Option<Expr> {
        self.renewed_with(expr, None)
    }

    /// The same, with an expression in normal form in the place of a variable.
    fn renewed_with(&mut self, expr: &Expr, value: Option<(Slot, Expr)>) -> Option<Expr> {
        let outside = std::mem::take(&mut self.frame);
        if let Some((slot, value)) = value {
            self.set(slot, value);
        }
        let was_normal = std::mem::replace(&mut self.is_normal, true);
        let renewed = self.expr(expr);
        self.is_normal = was_normal;
        self.frame = outside;
        renewed
    }
}

/// Whether an expression is the variable of a slot.
pub(super) fn is_slot(expr: &Expr, slot: Slot) -> bool {
    matches!(expr.kind, ExprKind::Slot(other, _) if other == slot)
}

/// Whether an expression can stand at many places at no cost.
fn is_atom(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Slot(..)
            | ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Builtin(_)
            | ExprKind::Global(_)
    )
}

/// A constant as an expression; `None` for values that rules cannot spell, and long ones.
fn literal(value: &Value, span: Span) -> Option<Expr> {
    let number = |n: &num_bigint::BigInt| at(span, ExprKind::Number(n.clone().into()));
    let kind = match value {
        Value::Number(number) => ExprKind::Number(number.clone()),
        Value::Bool(truth) => ExprKind::Bool(*truth),
        Value::Text(text) => ExprKind::Text(text.clone()),
        Value::Builtin(place, _) => ExprKind::Builtin(*place),
        Value::List(list) => ExprKind::List(literals(list.items(), span)?),
        Value::Tuple(tuple) => ExprKind::Tuple(literals(tuple.items(), span)?),
        Value::Set(set) => ExprKind::Set(literals(set.items(), span)?),
        Value::Range(range) => {
            let ends = [range.first(), range.last()].map(|end| Box::new(number(end)));
            let [first, last] = ends;
            let whole = ExprKind::Range(first, last);
            if range.has_step() {
                let (left, right) = (at(span, whole).into(), number(range.step()).into());
                ExprKind::Binary { op: BinaryOp::By, op_span: span, left, right }
            } else {
                whole
            }
        }
        _ => return None,
    };
    Some(at(span, kind))
}

fn literals<'v>(items: impl IntoIterator<Item = &'v Value>, span: Span) -> Option<Vec<Expr>> {
    let mut spelt = Vec::new();
    for item in items {
        (spelt.len() < LONGEST_CONSTANT).then_some(())?;
        spelt.push(literal(item, span)?);
    }
    Some(spelt)
}

/// `any([true for ...])`, for generators in normal form.
fn exists(generators: Vec<Generator>, span: Span) -> Expr {
    let all = listed(at(span, ExprKind::Bool(true)), generators, span);
    call_of(Intrinsic::Any, vec![all], span)
}
