//! Bodies of functions on a board of which only the size is known.
//!
//! Knows: which statements are reached under which guards. Must not know: expressions.
//!
//! A statement is carried out under the guard under which the evaluator comes to it. `return`, `break` and `continue`
//! take their guard out of what follows.

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Item};
use crate::resolve::tree::{Expr, ExprKind, Statement, StatementKind, Target};

/// Most rounds of a loop.
const MOST_ROUNDS: usize = 10_000;

/// How the statements of a function were left so far.
#[derive(Default)]
struct Left {
    /// What was returned.
    returned: Cases,
    /// Where the innermost loop was left.
    broken: Option<Guard>,
    /// Where its round was left.
    continued: Option<Guard>,
}

impl Evaluator<'_> {
    /// The value of a body: that of its last expression, or what it returns.
    pub(super) fn body(&mut self, body: &[Statement], path: Guard) -> Option<Cases> {
        let mut left = Left::default();
        let mut last = Cases::new();
        let live = self.block(body, path, &mut left, Some(&mut last))?;
        let mut found = left.returned;
        for (guard, item) in last {
            self.guards.add_case(&mut found, guard, item)?;
        }
        // Where nothing gave a value there is none.
        let mut valued = Guard::NEVER;
        for (guard, _) in &found {
            valued = self.guards.or(valued, *guard)?;
        }
        let nothing = self.guards.without(live, valued)?;
        self.guards.add_case(&mut found, nothing, Item::Nothing)?;
        Some(found)
    }

    /// Carries out statements; returns where the end is reached. The value of the last one is added to `value`.
    fn block(
        &mut self,
        body: &[Statement],
        path: Guard,
        left: &mut Left,
        mut value: Option<&mut Cases>,
    ) -> Option<Guard> {
        let mut live = path;
        for (place, statement) in body.iter().enumerate() {
            if live.is_never() {
                break;
            }
            self.guards.spend(1)?;
            let is_last = place + 1 == body.len();
            let value = value.as_deref_mut().filter(|_| is_last);
            live = self.statement(statement, live, left, value)?;
        }
        Some(live)
    }

    fn statement(
        &mut self,
        statement: &Statement,
        path: Guard,
        left: &mut Left,
        value: Option<&mut Cases>,
    ) -> Option<Guard> {
        match &statement.kind {
            StatementKind::Bind { target, value } => {
                let cases = self.value(value, path)?;
                self.assign(target, cases, path)?;
                Some(path)
            }
            StatementKind::For { target, source, body } => {
                self.for_loop(target, source, body, path, left)
            }
            StatementKind::While { condition, body } => {
                self.while_loop(condition, body, path, left)
            }
            StatementKind::Return(value) => {
                let cases = match value {
                    Some(value) => self.value(value, path)?,
                    None => vec![(path, Item::Nothing)],
                };
                for (guard, item) in cases {
                    self.guards.add_case(&mut left.returned, guard, item)?;
                }
                Some(Guard::NEVER)
            }
            StatementKind::Break => self.leave(&mut left.broken, path),
            StatementKind::Continue => self.leave(&mut left.continued, path),
            StatementKind::Expr(expr) => self.expression(expr, path, left, value),
            _ => None,
        }
    }

    fn leave(&mut self, at: &mut Option<Guard>, path: Guard) -> Option<Guard> {
        *at = Some(self.guards.or((*at)?, path)?);
        Some(Guard::NEVER)
    }

    /// An expression as a statement: a block in it may leave the loop or function.
    fn expression(
        &mut self,
        expr: &Expr,
        path: Guard,
        left: &mut Left,
        mut value: Option<&mut Cases>,
    ) -> Option<Guard> {
        let ExprKind::IfBlock { condition, then, otherwise } = &expr.kind else {
            let cases = self.value_or_nothing(expr, path)?;
            if let Some(value) = value {
                for (guard, item) in cases {
                    self.guards.add_case(value, guard, item)?;
                }
            }
            return Some(path);
        };
        let holds = self.truth(condition, path)?;
        let fails = self.guards.without(path, holds)?;
        let mut live = Guard::NEVER;
        for (block, path) in [(then, holds), (otherwise, fails)] {
            if !path.is_never() {
                let end = self.block(block, path, left, value.as_deref_mut())?;
                live = self.guards.or(live, end)?;
            }
        }
        Some(live)
    }

    /// The value of an expression that need not have one.
    fn value_or_nothing(&mut self, expr: &Expr, path: Guard) -> Option<Cases> {
        match &expr.kind {
            ExprKind::Call { callee, args } => self.call(callee, args, path),
            _ => self.value(expr, path),
        }
    }

    fn for_loop(
        &mut self,
        target: &Target,
        source: &Expr,
        body: &[Statement],
        path: Guard,
        left: &mut Left,
    ) -> Option<Guard> {
        let outside = (left.broken.replace(Guard::NEVER), left.continued.replace(Guard::NEVER));
        let mut live = path;
        for (there, item) in self.walked(source, path)? {
            let round = self.guards.and(there, live)?;
            if round.is_never() {
                continue;
            }
            self.guards.spend(1)?;
            let skipped = self.guards.without(live, there)?;
            self.assign(target, vec![(round, item)], round)?;
            let end = self.block(body, round, left, None)?;
            let end = self.guards.or(end, left.continued.replace(Guard::NEVER)?)?;
            live = self.guards.or(end, skipped)?;
        }
        let live = self.guards.or(live, left.broken?)?;
        (left.broken, left.continued) = outside;
        Some(live)
    }

    fn while_loop(
        &mut self,
        condition: &Expr,
        body: &[Statement],
        path: Guard,
        left: &mut Left,
    ) -> Option<Guard> {
        let outside = (left.broken.replace(Guard::NEVER), left.continued.replace(Guard::NEVER));
        let (mut live, mut done) = (path, Guard::NEVER);
        for _ in 0..MOST_ROUNDS {
            let round = self.truth(condition, live)?;
            let stopped = self.guards.without(live, round)?;
            done = self.guards.or(done, stopped)?;
            if round.is_never() {
                let live = self.guards.or(done, left.broken?)?;
                (left.broken, left.continued) = outside;
                return Some(live);
            }
            self.guards.spend(1)?;
            let end = self.block(body, round, left, None)?;
            live = self.guards.or(end, left.continued.replace(Guard::NEVER)?)?;
        }
        None
    }
}
