//! Periods of nimbers: what the rules say of large heaps, and how many equal nimbers prove that they repeat.
//!
//! Knows: the clauses of rulesets of heaps. Must not know: how nimbers are proved.
//!
//! **Which rules.** For all heaps of at least T counters, the text of the rules shows that a move takes one of finitely
//! many numbers c of counters and leaves the rest as one heap, perhaps beside an empty one, or as any two heaps of at
//! least l and of at least r counters. [`Moves::of`] reads T and the triples (c, l, r) from the clauses, and refuses all
//! others.
//!
//! **Why nimbers repeat.** Let K be the largest c, and m at least the preperiod and each l and r. Suppose that
//! G(n + p) = G(n) for m <= n < 2m + p + K, and that 2m + p + K is at least T. Take a larger n, and suppose it for all
//! smaller heaps from m on. Of two heaps x + y = n + p - c, the larger one, say y, has at least m + p counters. Then
//! x + (y - p) is left by a move from n, with the same nim-sum: G(y - p) = G(y), because m <= y - p < n. In the other
//! direction the larger of x + y = n - c has at least m, and p counters more change nothing. So both heaps have the same
//! set of nimbers to move to, and G(n + p) = G(n). When all moves leave one heap, n < m + K is enough, in the same way.
//!
//! Source: Guy and Smith, The G-values of various games, 1956; Siegel, *Combinatorial Game Theory*, IV.2.

use upstar_reference::Fault;
use upstar_reference::code::Code;
use upstar_reference::declaration::mentions;
use upstar_reference::expression::Machine;
use upstar_reference::value::{Ruleset, Scope, Value};
use upstar_syntax::ast::{
    Alternative, BinaryOp, CompareOp, Expr, ExprKind, Generator, Mover, ParamKind, Pattern,
    RemarkKind, UnaryOp,
};

use crate::rules::refused;

/// The most heaps whose nimbers are compared.
const MOST_HEAPS: u64 = 1 << 20;

/// The most values of a constant loop.
const MOST_VALUES: usize = 1000;

/// What moves do to large heaps.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    /// Heaps from this size on.
    from: u64,
    /// The most counters that a move takes.
    most_taken: u64,
    /// The least heap that a split may need, if there are splits.
    least: Option<u64>,
}

/// An expression a n + b x + c in the heap n and the variable x of a loop.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Linear {
    heap: i64,
    variable: i64,
    constant: i64,
}

/// The loop whose end depends on the heap: its variable, its first value, and its last.
#[derive(Debug, Clone)]
struct Loop {
    name: std::sync::Arc<str>,
    first: i64,
    last: Last,
}

/// The last value of a loop.
#[derive(Debug, Clone, Copy)]
enum Last {
    /// n - h.
    Rest(i64),
    /// The half of n - h, rounded down.
    Half(i64),
}

/// The variables that a part of an alternative sees.
#[derive(Clone)]
struct Seen {
    scope: Scope,
    split: Option<Loop>,
}

impl Moves {
    /// The moves of a ruleset of heaps.
    pub(crate) fn of(machine: &Machine, ruleset: &Ruleset) -> Result<Moves, Fault> {
        let decl = &ruleset.decl;
        let heap = match decl.position.as_slice() {
            [param] if matches!(param.kind, Some(ParamKind::Heap)) => &param.name.text,
            _ => return refused("periods are those of rulesets of heaps"),
        };
        for remark in &decl.remarks {
            match &remark.kind {
                RemarkKind::Start(_) | RemarkKind::DrawAs(_) => {}
                RemarkKind::Check(holds, _) if !mentions(holds, heap) => {}
                _ => return refused("the rules say more than what moves there are"),
            }
        }
        let mut reader = Reader { machine, heap, moves: Moves::default() };
        let seen = Seen { scope: machine.family_scope(ruleset), split: None };
        for clause in &decl.clauses {
            if clause.mover != Mover::Either {
                return refused("the players have different moves");
            }
            for alternative in &clause.alternatives {
                let Alternative::Options { parts, gain: None, generators, .. } = alternative else {
                    return reader.unread();
                };
                reader.alternative(parts, generators, &seen)?;
            }
        }
        Ok(reader.moves)
    }

    /// The heaps below which a heap has to have the nimber of the one that is larger by a period.
    pub(crate) fn bound(&self, preperiod: u64, period: u64) -> Option<u64> {
        let bound = match self.least {
            None => preperiod.checked_add(self.most_taken)?,
            Some(least) => {
                let from = preperiod.max(least);
                from.checked_mul(2)?.checked_add(period)?.checked_add(self.most_taken)?
            }
        };
        Some(bound.max(self.from))
    }
}

/// Checks that nimbers repeat as is said, and that neither number can be smaller. `nimber` gives that of a heap.
///
/// # Errors
/// When they do not, or one is not known.
pub(crate) fn verify(
    moves: &Moves,
    (preperiod, period): (u64, u64),
    nimber: &mut dyn FnMut(u64) -> Result<u64, Fault>,
) -> Result<(), Fault> {
    let bound = moves.bound(preperiod, period).filter(|_| period > 0);
    let ends = bound.and_then(|bound| Some((bound, bound.checked_add(period)?)));
    let Some((bound, end)) = ends.filter(|(_, end)| *end < MOST_HEAPS) else {
        return refused("this is no period that facts can prove");
    };
    let mut nimbers = Vec::new();
    for heap in 0..end {
        nimbers.push(nimber(heap)?);
    }
    let known = |heap: u64| nimbers[heap as usize];
    let at = |heap: u64| known(preperiod + (heap - preperiod) % period);
    if let Some(heap) = (preperiod..bound).find(|heap| known(*heap) != known(heap + period)) {
        return refused(format!("heaps {heap} and {} differ", heap + period));
    }
    if preperiod > 0 && known(preperiod - 1) == known(preperiod - 1 + period) {
        return refused("nimbers repeat from a smaller heap on");
    }
    let divides = |smaller: &u64| period.is_multiple_of(*smaller);
    for smaller in (1..period).filter(divides) {
        if (preperiod..preperiod + period).all(|heap| at(heap) == at(heap + smaller)) {
            return refused(format!("nimbers repeat after {smaller}"));
        }
    }
    Ok(())
}

/// Reads clauses.
struct Reader<'m> {
    machine: &'m Machine,
    heap: &'m str,
    moves: Moves,
}

impl Reader<'_> {
    fn unread<T>(&self) -> Result<T, Fault> {
        refused("the rules do not show that large heaps have the moves of a code")
    }

    /// Reads an alternative, whose generators are left.
    fn alternative(
        &mut self,
        parts: &[Expr],
        generators: &[Generator],
        seen: &Seen,
    ) -> Result<(), Fault> {
        self.machine.steps.step()?;
        let Some((generator, rest)) = generators.split_first() else {
            return self.parts(parts, seen);
        };
        match generator {
            Generator::If(condition) => match self.condition(condition, seen)? {
                true => self.alternative(parts, rest, seen),
                false => Ok(()),
            },
            Generator::Let { pattern: Pattern::Name(name), value }
                if self.is_constant(value, seen) && self.is_new(&name.text, seen) =>
            {
                let value = self.machine.eval(value, &seen.scope)?;
                let scope = seen.scope.with(&name.text, value);
                self.alternative(parts, rest, &Seen { scope, ..seen.clone() })
            }
            Generator::Let { .. } => self.unread(),
            Generator::For { pattern, source } => {
                if self.by_code(parts, (pattern, source), rest, seen)? {
                    return Ok(());
                }
                let name = match pattern {
                    Pattern::Name(name) if self.is_new(&name.text, seen) => &name.text,
                    _ => return self.unread(),
                };
                if self.is_constant(source, seen) {
                    let values = self.machine.elements(&self.machine.eval(source, &seen.scope)?)?;
                    if values.len() > MOST_VALUES {
                        return self.unread();
                    }
                    for value in values {
                        let scope = seen.scope.with(name, value);
                        self.alternative(parts, rest, &Seen { scope, ..seen.clone() })?;
                    }
                    return Ok(());
                }
                let (ExprKind::Range(first, last), None) = (&source.kind, &seen.split) else {
                    return self.unread();
                };
                let (Some(first), Some(last)) =
                    (self.constant(first, seen)?, self.last(last, seen)?)
                else {
                    return self.unread();
                };
                let split = Some(Loop { name: name.clone(), first, last });
                self.alternative(parts, rest, &Seen { split, ..seen.clone() })
            }
        }
    }

    /// Reads `rest for rest in take_and_break(CODE, n)`, with conditions.
    fn by_code(
        &mut self,
        parts: &[Expr],
        (pattern, source): (&Pattern, &Expr),
        rest: &[Generator],
        seen: &Seen,
    ) -> Result<bool, Fault> {
        let (ExprKind::Call { callee, args }, Pattern::Name(name), [part]) =
            (&source.kind, pattern, parts)
        else {
            return Ok(false);
        };
        let ([code, heap], true) =
            (args.as_slice(), self.is_builtin(callee, "take_and_break", seen))
        else {
            return Ok(false);
        };
        let is = |expr: &Expr, name: &str| matches!(&expr.kind, ExprKind::Name(n) if &**n == name);
        // An open loop may be empty for large heaps.
        let is_plain = is(heap, self.heap) && is(part, &name.text) && rest.is_empty();
        if !is_plain || seen.split.is_some() || !self.is_constant(code, seen) {
            return self.unread();
        }
        let text = self.machine.eval(code, &seen.scope)?.as_text()?;
        let Some(digits) = Code::read(&text)?.finite() else { return self.unread() };
        for (taken, digit) in (0_i64..).zip(digits) {
            for heaps in digit {
                match heaps {
                    // Nothing is left of a heap that is as large as what is taken.
                    0 => self.moves.from = self.moves.from.max(taken.unsigned_abs() + 1),
                    1 => self.add(taken, None)?,
                    2 => self.add(taken, Some(1))?,
                    _ => return self.unread(),
                }
            }
        }
        Ok(true)
    }

    /// Adds a move of large heaps, with the least heap that a split needs.
    fn add(&mut self, taken: i64, least: Option<i64>) -> Result<(), Fault> {
        // A move that takes nothing has to split.
        let is_smaller = if least.is_some_and(|least| least > 0) { taken >= 0 } else { taken > 0 };
        let (Ok(taken), Ok(least), true) =
            (u64::try_from(taken), least.map(u64::try_from).transpose(), is_smaller)
        else {
            return self.unread();
        };
        let moves = &mut self.moves;
        moves.most_taken = moves.most_taken.max(taken);
        moves.least = moves.least.max(least);
        // So many counters are there to take, and to split.
        moves.from = moves.from.max(taken + 2 * least.unwrap_or(0) + 1);
        Ok(())
    }

    fn parts(&mut self, parts: &[Expr], seen: &Seen) -> Result<(), Fault> {
        let mut read = Vec::new();
        for part in parts {
            let (inner, is_capped) = match seen.split {
                Some(_) => self.capped(part, seen)?,
                None => (part, false),
            };
            match self.linear(inner, seen)? {
                Some(part) => read.push((part, is_capped)),
                None => return self.unread(),
            }
        }
        match (read.as_slice(), &seen.split) {
            ([(one, _)], None) if one.heap == 1 => self.add(-one.constant, None),
            ([one, other], Some(split)) => {
                let (small, rest) = if one.0.heap == 0 { (one, other) } else { (other, one) };
                self.two_parts(*small, *rest, split)
            }
            _ => self.unread(),
        }
    }

    /// What `max(E, 0)` is about, and whether an expression is this.
    fn capped<'e>(&self, expr: &'e Expr, seen: &Seen) -> Result<(&'e Expr, bool), Fault> {
        if let ExprKind::Call { callee, args } = &expr.kind
            && let [inner, zero] = args.as_slice()
            && self.is_builtin(callee, "max", seen)
            && self.constant(zero, seen)? == Some(0)
        {
            return Ok((inner, true));
        }
        Ok((expr, false))
    }

    /// Reads heaps x + u and n - x + v, of which none is smaller than 0 where it is capped.
    fn two_parts(
        &mut self,
        (small, small_capped): (Linear, bool),
        (rest, rest_capped): (Linear, bool),
        split: &Loop,
    ) -> Result<(), Fault> {
        if (small.heap, small.variable, rest.heap, rest.variable) != (0, 1, 1, -1) {
            return self.unread();
        }
        let (u, v, mut first, mut last) = (small.constant, rest.constant, split.first, split.last);
        let mut steps = 0;
        // Where a heap would be smaller than 0 there is an empty heap, and the other one.
        while small_capped && first + u < 0 && steps < MOST_VALUES {
            self.add(first - v, None)?;
            (first, steps) = (first + 1, steps + 1);
        }
        while let Last::Rest(h) = last
            && rest_capped
            && h + v < 0
            && steps < MOST_VALUES
        {
            self.add(h - u, None)?;
            (last, steps) = (Last::Rest(h + 1), steps + 1);
        }
        // The first heap has at least `least` counters, the second at least `other`.
        let (taken, least) = (-(u + v), first + u);
        let other = match last {
            Last::Rest(h) => h + v,
            // Each unordered pair is there, when the last one is as even as can be.
            Last::Half(h) if h - 2 * u == taken => least,
            Last::Half(_) => return self.unread(),
        };
        match least.min(other) {
            small if small < 0 => self.unread(),
            // Both bounds are kept by what a period adds to the larger heap.
            small => self.split(taken, small, least.max(other)),
        }
    }

    /// Adds a split into heaps of at least `small` and `large` counters.
    fn split(&mut self, taken: i64, small: i64, large: i64) -> Result<(), Fault> {
        if taken == 0 && small == 0 {
            return self.unread();
        }
        self.add(taken, Some(large.max(i64::from(taken == 0))))
    }

    /// Whether a condition holds for all large heaps; if it does not, it holds for none of them.
    fn condition(&mut self, condition: &Expr, seen: &Seen) -> Result<bool, Fault> {
        if self.is_constant(condition, seen) {
            return self.machine.eval(condition, &seen.scope)?.truth();
        }
        match &condition.kind {
            ExprKind::Compare { first, rest } => {
                let (mut left, mut holds) = (&**first, true);
                for (op, _, right) in rest {
                    holds &= self.compares(left, *op, right, seen)?;
                    left = right;
                }
                Ok(holds)
            }
            ExprKind::Binary { op: BinaryOp::And, left, right, .. } => {
                Ok(self.condition(left, seen)? & self.condition(right, seen)?)
            }
            ExprKind::Binary { op: BinaryOp::Or, left, right, .. } => {
                Ok(self.condition(left, seen)? | self.condition(right, seen)?)
            }
            _ => self.unread(),
        }
    }

    fn compares(
        &mut self,
        left: &Expr,
        op: CompareOp,
        right: &Expr,
        seen: &Seen,
    ) -> Result<bool, Fault> {
        let (Some(left), Some(right)) = (self.linear(left, seen)?, self.linear(right, seen)?)
        else {
            return self.unread();
        };
        let slope = left.heap - right.heap;
        let (Some(constant), true) =
            (left.constant.checked_sub(right.constant), left.variable == right.variable)
        else {
            return self.unread();
        };
        // From this heap on the larger side does not change.
        self.moves.from = self.moves.from.max(constant.unsigned_abs() + 1);
        let sign = if slope == 0 { constant.signum() } else { slope.signum() };
        Ok(match op {
            CompareOp::Equal => sign == 0,
            CompareOp::NotEqual => sign != 0,
            CompareOp::Less => sign < 0,
            CompareOp::LessOrEqual => sign <= 0,
            CompareOp::Greater => sign > 0,
            CompareOp::GreaterOrEqual => sign >= 0,
            _ => return self.unread(),
        })
    }

    /// The last value of a loop that grows with the heap.
    fn last(&self, last: &Expr, seen: &Seen) -> Result<Option<Last>, Fault> {
        let rest = |line: Option<Linear>| match line {
            Some(Linear { heap: 1, variable: 0, constant }) => Some(-constant),
            _ => None,
        };
        if let ExprKind::Call { callee, args } = &last.kind {
            return match args.as_slice() {
                [whole, two]
                    if self.is_builtin(callee, "div", seen)
                        && self.constant(two, seen)? == Some(2) =>
                {
                    Ok(rest(self.linear(whole, seen)?).map(Last::Half))
                }
                _ => Ok(None),
            };
        }
        Ok(rest(self.linear(last, seen)?).map(Last::Rest))
    }

    /// Whether a name is neither the heap nor the variable of the loop.
    fn is_new(&self, name: &str, seen: &Seen) -> bool {
        name != self.heap && seen.split.as_ref().is_none_or(|split| &*split.name != name)
    }

    /// Whether a callee is a function of the language, and not something that rules have bound to its name.
    fn is_builtin(&self, callee: &Expr, name: &str, seen: &Seen) -> bool {
        matches!(&callee.kind, ExprKind::Name(called) if &**called == name)
            && matches!(self.machine.name(name, &seen.scope), Ok(Value::Builtin(found)) if found == name)
    }

    /// Whether neither the heap nor the variable of the loop stands in an expression.
    fn is_constant(&self, expr: &Expr, seen: &Seen) -> bool {
        !mentions(expr, self.heap)
            && !seen.split.as_ref().is_some_and(|split| mentions(expr, &split.name))
    }

    fn constant(&self, expr: &Expr, seen: &Seen) -> Result<Option<i64>, Fault> {
        if !self.is_constant(expr, seen) {
            return Ok(None);
        }
        let constant = self.machine.integer(&self.machine.eval(expr, &seen.scope)?)?;
        // So small that sums of a few are integers of the machine.
        Ok(i64::try_from(&constant).ok().filter(|constant| constant.unsigned_abs() < 1 << 32))
    }

    fn linear(&self, expr: &Expr, seen: &Seen) -> Result<Option<Linear>, Fault> {
        if let Some(constant) = self.constant(expr, seen)? {
            return Ok(Some(Linear { constant, ..Linear::default() }));
        }
        Ok(match &expr.kind {
            ExprKind::Name(name) if &**name == self.heap => {
                Some(Linear { heap: 1, ..Linear::default() })
            }
            ExprKind::Name(name)
                if seen.split.as_ref().is_some_and(|split| split.name == *name) =>
            {
                Some(Linear { variable: 1, ..Linear::default() })
            }
            ExprKind::Unary(UnaryOp::Neg, of) => {
                self.linear(of, seen)?.and_then(|of| Linear::default().plus(of, -1))
            }
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right, .. } => {
                let sign = if *op == BinaryOp::Add { 1 } else { -1 };
                match (self.linear(left, seen)?, self.linear(right, seen)?) {
                    (Some(left), Some(right)) => left.plus(right, sign),
                    _ => None,
                }
            }
            _ => None,
        })
    }
}

impl Linear {
    fn plus(self, other: Linear, sign: i64) -> Option<Linear> {
        let plus = |one: i64, other: i64| one.checked_add(other.checked_mul(sign)?);
        Some(Linear {
            heap: plus(self.heap, other.heap)?,
            variable: plus(self.variable, other.variable)?,
            constant: plus(self.constant, other.constant)?,
        })
    }
}
