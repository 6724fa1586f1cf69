//! Compilation to extended instructions: brackets, explanations and claims, with their blocks of code.

use super::Compiler;
use crate::resolve::tree::{self, Expr, ExprKind, QuotationKind};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, UnaryOp};
use crate::value::code::{
    Bracket, Choice, ClaimCode, ClaimSide, Explain, ExtendedOp, Op, QuotedCode, Register, Summing,
    TypedSum,
};

use super::{MORE_STACK, RED_ZONE};

impl Compiler {
    /// Compiles an expression that is an extended instruction.
    pub(super) fn extended(&mut self, expr: &Expr, to: Register) {
        let span = expr.span;
        let compile = |compiler: &mut Self| match &expr.kind {
            ExprKind::Game(literal) => ExtendedOp::Literal(literal.clone()),
            ExprKind::Genus(normal, superscript) => ExtendedOp::Genus(*normal, superscript.clone()),
            ExprKind::Loopy(name, star) => ExtendedOp::Loopy(*name, star.clone()),
            ExprKind::Form { left, right } => {
                ExtendedOp::Form([compiler.blocks(left), compiler.blocks(right)])
            }
            ExprKind::Switch(options) => ExtendedOp::Switch(compiler.blocks(options)),
            ExprKind::Impartial(options) => ExtendedOp::Impartial(compiler.needed_blocks(options)),
            ExprKind::Summed(sum, within) => ExtendedOp::Summed(compiler.typed_sum(sum), *within),
            ExprKind::LoopyBracket { brackets, root } => {
                ExtendedOp::LoopyBracket { brackets: compiler.brackets(brackets), root: *root }
            }
            ExprKind::Where { brackets, labels, .. } => {
                let labels = labels.iter().map(|(slot, place)| (*slot as Register, *place));
                ExtendedOp::Where {
                    brackets: compiler.brackets(brackets),
                    labels: labels.collect(),
                }
            }
            ExprKind::Explain(explain) => ExtendedOp::Explain(compiler.explain(explain)),
            other => unreachable!("{other:?} has an instruction of its own"),
        };
        self.with_blocks(to, span, compile);
        if let ExprKind::Where { labels, body, .. } = &expr.kind {
            labels.iter().for_each(|(slot, _)| self.learn(*slot as Register));
            self.expr(body, to);
        }
    }

    /// Compiles the claim of a check.
    pub(super) fn check(&mut self, claim: &tree::Claim, span: Span) {
        let to = self.take(1);
        self.with_blocks(to, span, |compiler| {
            ExtendedOp::Claim(match claim {
                tree::Claim::Blank(expr) => ClaimCode::Blank(compiler.block(expr)),
                tree::Claim::Holds(Expr { kind: ExprKind::Compare { first, rest }, .. }) => {
                    let first = compiler.side(first);
                    let rest = rest.iter().map(|(op, _, side)| (*op, compiler.side(side)));
                    ClaimCode::Comparison(first, rest.collect())
                }
                tree::Claim::Holds(expr) => ClaimCode::Truth(compiler.block(expr)),
            })
        });
    }

    /// Emits an extended instruction, and after it its blocks.
    fn with_blocks(
        &mut self,
        to: Register,
        span: Span,
        compile: impl FnOnce(&mut Self) -> ExtendedOp,
    ) {
        let at = self.emit(Op::Extended { to, index: 0, after: 0 }, span);
        let free = self.free;
        let data = compile(self);
        self.free = free;
        self.code.extended.push(data);
        let (index, after) = (self.code.extended.len() as u32 - 1, self.here());
        self.code.ops[at] = Op::Extended { to, index, after };
    }

    fn brackets(&mut self, brackets: &[tree::Bracket]) -> Vec<Bracket> {
        let mut choices = |choices: &[tree::Choice]| -> Vec<Choice> {
            let choice = |choice: &tree::Choice| match choice {
                tree::Choice::Bracket(place) => Choice::Bracket(*place),
                tree::Choice::Value(expr) => Choice::Value(self.needed_block(expr)),
            };
            choices.iter().map(choice).collect()
        };
        let bracket = |bracket: &tree::Bracket| {
            let [left, right] = &bracket.options;
            Bracket { options: [choices(left), choices(right)], span: bracket.span }
        };
        brackets.iter().map(bracket).collect()
    }

    fn explain(&mut self, explain: &tree::Explain) -> Explain {
        let asked = &explain.asked;
        let span = asked.span;
        let asked = match &asked.kind {
            // What ± means as a bracket is explained when it stands alone.
            QuotationKind::Game(game) if matches!(game.kind, ExprKind::Switch(_)) => {
                QuotedCode::Value(self.needed_block(game))
            }
            QuotationKind::Game(game) => QuotedCode::Game(self.typed_sum(game)),
            QuotationKind::Comparison(a, op, b) => {
                QuotedCode::Comparison(self.typed_sum(a), *op, self.typed_sum(b))
            }
            QuotationKind::Question(builtin, args) => {
                QuotedCode::Question(*builtin, args.iter().map(|arg| self.typed_sum(arg)).collect())
            }
        };
        let depth = explain.depth.as_ref().map(|depth| self.needed_block(depth));
        Explain { builtin: explain.builtin, asked, span, depth }
    }

    fn side(&mut self, side: &Expr) -> ClaimSide {
        ClaimSide { sum: self.typed_sum(side), whole: self.block(side) }
    }

    /// Compiles a sum as typed; anything but a sum is its only summand.
    fn typed_sum(&mut self, expr: &Expr) -> TypedSum {
        let mut steps = Vec::new();
        self.summing(expr, &mut steps);
        TypedSum { steps, span: expr.span }
    }

    fn summing(&mut self, expr: &Expr, steps: &mut Vec<Summing>) {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || match &expr.kind {
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right, .. } => {
                self.summing(left, steps);
                self.summing(right, steps);
                steps.push(Summing::Join { is_minus: *op == BinaryOp::Sub });
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                self.summing(operand, steps);
                steps.push(Summing::Negate);
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right, .. } => {
                self.summing(left, steps);
                self.summing(right, steps);
                steps.push(Summing::Product(expr.span));
            }
            ExprKind::Switch(_) => steps.push(Summing::Switch(self.needed_block(expr))),
            _ => steps.push(Summing::Value(self.needed_block(expr))),
        });
    }
}
