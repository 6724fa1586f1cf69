//! Calls: of functions, builtins and rulesets.

use super::Compiler;
use crate::builtins::{self, Fast};
use crate::resolve::tree::{Expr, ExprKind};
use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::Value;
use crate::value::code::{Argument, Op, Operand, Register, Shortcut, Site, TableQuestion};

impl Compiler {
    pub(super) fn call(&mut self, callee: &Expr, args: &[Expr], to: Register, span: Span) {
        match callee.kind {
            ExprKind::Builtin(place) if matches!(builtins::value(place), Value::Builtin(..)) => {
                self.builtin(place, args, to, span);
            }
            _ => {
                let (first, site) = self.callee_and_arguments(callee, args, span);
                self.emit(Op::Call { to, first, site }, span);
            }
        }
    }

    /// Compiles what is called and its arguments, to registers one after the other. Returns the first one, and the site.
    fn callee_and_arguments(
        &mut self,
        callee: &Expr,
        args: &[Expr],
        span: Span,
    ) -> (Register, u32) {
        let first = self.take(1 + args.len());
        if !self.kept_family(callee, first) {
            self.expr(callee, first);
        }
        self.arguments(args, first + 1);
        (first, self.site(args, 0, None, span))
    }

    fn builtin(&mut self, place: u16, args: &[Expr], to: Register, span: Span) {
        let fast = builtins::row(place).fast;
        if let (Some(Fast::Change), [board, Expr { kind: ExprKind::Map(entries), span: map }]) =
            (fast, args)
        {
            return self.with(place, (board, args), (entries, *map), to, span);
        }
        let first = match (fast, args) {
            (Some(Fast::Length(_)), [list]) => self.counted(list, to),
            (Some(Fast::Table(asked)), [position]) => self.asked(asked, position, to),
            _ => None,
        };
        let first = first.unwrap_or_else(|| {
            let first = self.take(args.len());
            self.arguments(args, first);
            first
        });
        let site = self.site(args, place, fast.and_then(Fast::shortcut), span);
        self.emit(Op::Builtin { to, first, site }, span);
    }

    /// Compiles a list of which only the length is needed. If it has a fast path for the length, returns
    /// the register that has the list if the fast path fails.
    fn counted(&mut self, list: &Expr, to: Register) -> Option<Register> {
        let (place, args, Fast::Listing { count, .. }) = fast_call(list)? else { return None };
        let first = self.take(args.len().max(1));
        self.arguments(args, first);
        let site = self.site(args, place, Some(count), list.span);
        self.emit(Op::Count { to, first, site }, list.span);
        Some(first)
    }

    /// Compiles a position about which a question follows, if it is written as a call: a table may answer without it. Returns
    /// the register that has the position otherwise.
    fn asked(&mut self, asked: TableQuestion, position: &Expr, to: Register) -> Option<Register> {
        let ExprKind::Call { callee, args } = &position.kind else { return None };
        if matches!(callee.kind, ExprKind::Builtin(_)) {
            return None;
        }
        let (first, site) = self.callee_and_arguments(callee, args, position.span);
        self.emit(Op::Ask { asked, to, first, site }, position.span);
        self.emit(Op::Call { to: first, first, site }, position.span);
        Some(first)
    }

    /// Compiles `item in list` or `item not in list` if that need not make the list; returns the register of the truth.
    pub(super) fn member(
        &mut self,
        (op, item, list): (CompareOp, &Expr, &Expr),
        span: Span,
    ) -> Option<Register> {
        let wanted = match op {
            CompareOp::In => true,
            CompareOp::NotIn => false,
            _ => return None,
        };
        let (place, args, Fast::Listing { has, .. }) = fast_call(list)? else { return None };
        let (to, first) = (self.take(1), self.take(args.len() + 1));
        let last = first + args.len() as Register;
        self.expr(item, last);
        self.arguments(args, first);
        let site = self.site(args, place, Some(has), list.span);
        self.emit(Op::Member { to, first, site, wanted }, list.span);
        let (left, right) = (Operand::register(last), Operand::register(first));
        self.emit(Op::Compare { op, to, left, right }, span);
        Some(to)
    }

    /// Compiles `with(board, {place: symbol})`, without making the map.
    fn with(
        &mut self,
        place: u16,
        (board, args): (&Expr, &[Expr]),
        (entries, map): (&[(Expr, Expr)], Span),
        to: Register,
        span: Span,
    ) {
        let first = self.take(1);
        self.arguments(std::slice::from_ref(board), first);
        self.entries(entries);
        let site = self.site(args, place, None, span);
        let written = &mut self.code.sites[site as usize];
        (written.map, written.entries) = (map, entries.len());
        self.emit(Op::With { to, first, site }, span);
    }

    fn site(&mut self, args: &[Expr], builtin: u16, shortcut: Option<Shortcut>, span: Span) -> u32 {
        let args = args.iter().map(argument).collect();
        self.code.sites.push(Site { span, args, builtin, shortcut, map: span, entries: 0 });
        self.code.sites.len() as u32 - 1
    }
}

/// A call of a function of the language that has a fast path.
fn fast_call(expr: &Expr) -> Option<(u16, &[Expr], Fast)> {
    let ExprKind::Call { callee, args } = &expr.kind else { return None };
    let ExprKind::Builtin(place) = callee.kind else { return None };
    Some((place, args, builtins::row(place).fast?))
}

fn argument(expr: &Expr) -> Argument {
    let text = match &expr.kind {
        ExprKind::Text(text) => Some(text.clone()),
        _ => None,
    };
    Argument { span: expr.span, text }
}
