//! Expressions of rulesets.

use std::sync::Arc;

use super::Compiler;
use crate::resolve::tree::{self, Alternative, Expr, Param};
use crate::syntax::ast::Mover;
use crate::value::code::{Block, MoveCode, Op, Operand, RewriteCode, Rules, Target};
use crate::value::scalar::Scalar;

/// The expressions of a ruleset.
pub fn rules(tree: &tree::Ruleset) -> Arc<Rules> {
    let mut compiler = Compiler::new(tree.slots);
    let mut rules = Rules::default();
    for clause in &tree.clauses {
        for alternative in &clause.alternatives {
            match alternative {
                Alternative::Rewrite { gain, condition, .. } => {
                    let gain = compiler.optional_block(gain.as_ref());
                    let condition = condition.as_ref();
                    let condition =
                        condition.map(|found| (found.after, compiler.block(&found.truth)));
                    rules.rewrites.push(RewriteCode { mover: clause.mover, gain, condition });
                }
                Alternative::Options { .. } => {
                    rules.moves.extend(compiler.move_code(Some(clause.mover), alternative));
                }
            }
        }
    }
    rules.parts = tree.parts.as_ref().and_then(|parts| compiler.move_code(None, parts));
    rules.start = tree.start.as_ref().map(|start| compiler.needed_blocks(start));
    rules.family = tree.family.iter().map(|param| compiler.default_of(param, false)).collect();
    rules.params = tree.params.iter().map(|param| compiler.default_of(param, true)).collect();
    rules.goals = tree.goals.iter().map(|goal| compiler.block(&goal.condition)).collect();
    rules.score = compiler.optional_block(tree.score.as_ref());
    rules.blocking = compiler.optional_block(tree.blocking.as_ref().map(|blocking| &blocking.most));
    rules.checks = tree.checks.iter().map(|check| compiler.block(&check.condition)).collect();
    rules.turn = compiler.optional_block(tree.turn.as_ref());
    rules.code = compiler.finish();
    Arc::new(rules)
}

impl Compiler {
    fn optional_block(&mut self, expr: Option<&Expr>) -> Option<Block> {
        expr.map(|expr| self.needed_block(expr))
    }

    fn default_of(&mut self, param: &Param, is_needed: bool) -> Option<Block> {
        let default = param.default.as_ref()?;
        Some(if is_needed { self.needed_block(default) } else { self.block(default) })
    }

    /// A way to move by expressions.
    fn move_code(&mut self, mover: Option<Mover>, alternative: &Alternative) -> Option<MoveCode> {
        let Alternative::Options { parts, gain, span, .. } = alternative else { return None };
        let entry = self.bindings(alternative, None);
        let with_gain = gain.as_ref().map(|gain| self.bindings(alternative, Some(gain)));
        let parts = parts.iter().map(|part| part.span).collect();
        Some(MoveCode { mover, entry, parts, with_gain, span: *span })
    }

    /// Code that emits the parts, after the gain if there is one, for each binding of the generators.
    fn bindings(&mut self, alternative: &Alternative, gain: Option<&Expr>) -> Target {
        let Alternative::Options { parts, generators, span, .. } = alternative else {
            unreachable!("rewrite rules have no generators")
        };
        let (entry, free) = (self.here(), self.free);
        self.conditionally(|compiler| {
            let loops = compiler.loops(generators, false);
            compiler.emit(Op::Step, *span);
            let no = compiler.constant(Scalar::Bool(false));
            if let Some(gain) = gain {
                let value = compiler.needed(gain);
                let op = Op::Emit { value, part: MoveCode::GAIN, is_game: no };
                compiler.emit(op, gain.span);
            }
            for (place, part) in parts.iter().enumerate() {
                let free = compiler.free;
                let flag = part.may_be_notation().then(|| compiler.take(1));
                if let Some(to) = flag {
                    compiler.emit(Op::Copy { to, from: no }, part.span);
                }
                compiler.is_game = flag;
                let value = compiler.operand(part);
                compiler.is_game = None;
                let is_game = flag.map_or(no, Operand::register);
                compiler.emit(Op::Emit { value, part: place as u32, is_game }, part.span);
                compiler.free = free;
            }
            compiler.end_loops(loops, *span);
            let nothing = compiler.constant(Scalar::NOTHING);
            compiler.emit(Op::Return(nothing), *span);
        });
        self.free = free;
        entry
    }
}
