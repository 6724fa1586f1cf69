//! Rulesets of families that loops ask about: `nimber(Subtraction([1, 3])(n)) for n in 0..100`.
//!
//! Such a ruleset is the same in all rounds, where its parameters do not depend on the loops: the first round that asks makes
//! and keeps it. Where no round asks, nothing makes it, because that might fail.

use super::Compiler;
use super::expr::may_bind_or_read;
use crate::builtins::{self, Fast};
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot};
use crate::source::Span;
use crate::value::code::{Op, Operand, Register};
use crate::value::scalar::Scalar;

/// Rulesets that are kept for the loops around the expression at hand: where each is written, and its register.
pub(super) type KeptFamilies = Vec<(Span, Register)>;

impl Compiler {
    /// Begins to keep the rulesets that an expression in a loop asks about, or a condition of the loop; returns how many were
    /// kept before.
    pub(super) fn keep_families(&mut self, element: &Expr, generators: &[Generator]) -> usize {
        let before = self.families.len();
        let mut found = Vec::new();
        families(element, &mut found);
        for generator in generators {
            if let Generator::If(condition) = generator {
                families(condition, &mut found);
            }
        }
        if found.is_empty() {
            return before;
        }
        let mut variables: Vec<Slot> = Vec::new();
        for generator in generators {
            if let Generator::For { target, .. } = generator {
                super::collect::bound_by(target, &mut variables);
            }
        }
        for family in found {
            let is_kept = self.families.iter().any(|(span, _)| *span == family.span);
            if !is_kept && !may_bind_or_read(family, &variables) {
                let register = self.take(1);
                let nothing = self.constant(Scalar::NOTHING);
                self.emit(Op::Copy { to: register, from: nothing }, family.span);
                self.families.push((family.span, register));
            }
        }
        before
    }

    /// Puts a ruleset that is kept into a register; returns false if it is not.
    pub(super) fn kept_family(&mut self, family: &Expr, to: Register) -> bool {
        let kept = self.families.iter().find(|(span, _)| *span == family.span);
        let Some(&(_, kept)) = kept else { return false };
        let jump = self.emit(Op::Kept { value: kept, after: 0 }, family.span);
        self.conditionally(|compiler| compiler.expr(family, kept));
        self.patch_jumps([jump]);
        self.emit(Op::Copy { to, from: Operand::register(kept) }, family.span);
        true
    }
}

/// The calls that make the rulesets of positions about which an expression asks tables.
fn families<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Call { callee, args } => {
            if let (
                ExprKind::Builtin(place),
                [Expr { kind: ExprKind::Call { callee: of, .. }, .. }],
            ) = (&callee.kind, &args[..])
                && let Some(Fast::Table(_)) = builtins::row(*place).fast
                && matches!(of.kind, ExprKind::Call { .. })
            {
                found.push(of);
            } else {
                args.iter().for_each(|arg| families(arg, found));
            }
        }
        ExprKind::Binary { left, right, .. } => {
            families(left, found);
            families(right, found);
        }
        ExprKind::Unary(_, operand) => families(operand, found),
        ExprKind::Compare { first, rest } => {
            families(first, found);
            rest.iter().for_each(|(_, _, expr)| families(expr, found));
        }
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            items.iter().for_each(|item| families(item, found));
        }
        _ => {}
    }
}
