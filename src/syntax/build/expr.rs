//! Expressions: flat rows of operands and signs, postfixes, lambdas, conditionals.

use super::super::ast::{ElseBranch, Expr, ExprKind, UnaryOp};
use super::super::grammar::{Node, Rule, parts};
use super::operators::{Infix, Piece};
use super::{Builder, Built, unexpected};
use crate::source::Span;

impl Builder<'_> {
    /// An `expr`, `option` or `entry`.
    pub(super) fn expr(&mut self, node: Node<'_>) -> Built<Expr> {
        let span = self.span(&node);
        self.row(node.into_inner().collect(), span)
    }

    /// The operands and signs of a row.
    pub(super) fn row(&mut self, nodes: Vec<Node<'_>>, span: Span) -> Built<Expr> {
        self.deeper(nodes.len(), span, |builder| {
            let pieces = nodes.into_iter().map(|node| builder.piece(node));
            let pieces = pieces.collect::<Built<Vec<Piece>>>()?;
            builder.climb(pieces, span)
        })
    }

    /// One operand or sign of a row.
    pub(super) fn piece(&mut self, node: Node<'_>) -> Built<Piece> {
        let span = self.span(&node);
        Ok(match node.as_rule() {
            Rule::neg => Piece::Prefix(UnaryOp::Neg, span),
            Rule::not_op => Piece::Prefix(UnaryOp::Not, span),
            Rule::infix | Rule::brace_infix | Rule::sum_infix => {
                let infix = Infix::spelled(node.as_str());
                Piece::Infix(infix.ok_or_else(|| unexpected(self, &node))?, span)
            }
            Rule::lambda => Piece::Operand(self.lambda(node)?),
            Rule::where_part => Piece::Where(self.definitions(node)?, span),
            Rule::conditional => Piece::Operand(self.conditional(node)?),
            _ => Piece::Operand(self.operand(node)?),
        })
    }

    fn lambda(&mut self, node: Node<'_>) -> Built<Expr> {
        let mut parts = parts(node.clone());
        let (Some(head), Some(body)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, &node));
        };
        let params = match head.as_rule() {
            Rule::lambda_params => head.into_inner().map(|name| self.name(&name)).collect(),
            _ => vec![self.name(&head)],
        };
        let span = self.span(&node);
        Ok(Expr { kind: ExprKind::Lambda { params, body: Box::new(self.expr(body)?) }, span })
    }

    fn conditional(&mut self, node: Node<'_>) -> Built<Expr> {
        let span = self.span(&node);
        let mut parts = parts(node.clone());
        let (Some(condition), Some(then)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, &node));
        };
        let condition = Box::new(self.expr(condition)?);
        if then.as_rule() == Rule::block {
            let then = self.block(then)?;
            let otherwise = parts.next().map(|branch| self.else_branch(branch)).transpose()?;
            let otherwise = otherwise.map(Box::new);
            return Ok(Expr { kind: ExprKind::IfBlock { condition, then, otherwise }, span });
        }
        let then = Box::new(self.expr(then)?);
        let otherwise = parts.next().ok_or_else(|| unexpected(self, &node))?;
        let otherwise = Box::new(self.expr(otherwise)?);
        Ok(Expr { kind: ExprKind::If { condition, then, otherwise }, span })
    }

    fn else_branch(&mut self, node: Node<'_>) -> Built<ElseBranch> {
        let span = self.span(&node);
        let inner = parts(node.clone()).next().ok_or_else(|| unexpected(self, &node))?;
        if inner.as_rule() == Rule::block {
            return Ok(ElseBranch::Block(self.block(inner)?));
        }
        let chained = self.deeper(1, span, |builder| builder.conditional(inner))?;
        match chained.kind {
            ExprKind::IfBlock { .. } => Ok(ElseBranch::If(chained)),
            _ => Err(super::syntax(
                chained.span,
                "the branches of one `if` are written in one way",
                "this `if` has `then`, the one before it a block",
            )),
        }
    }

    /// A primary with calls, indices and methods after it.
    pub(super) fn operand(&mut self, node: Node<'_>) -> Built<Expr> {
        let mut nodes: Vec<Node<'_>> = node.clone().into_inner().collect();
        if nodes.is_empty() {
            return Err(unexpected(self, &node));
        }
        let primary = nodes.remove(0);
        let span = self.span(&node);
        self.deeper(nodes.len(), span, |builder| {
            let base = builder.primary(primary)?;
            nodes.into_iter().try_fold(base, |base, node| builder.postfix(base, node))
        })
    }

    /// `base` with one call, index or method after it.
    pub(super) fn postfix(&mut self, base: Expr, node: Node<'_>) -> Built<Expr> {
        let span = base.span.to(self.span(&node));
        let kind = match node.as_rule() {
            Rule::call => ExprKind::Call { callee: Box::new(base), args: self.exprs(node)? },
            Rule::index => ExprKind::Index { base: Box::new(base), indices: self.exprs(node)? },
            _ => self.method(base, node)?,
        };
        Ok(Expr { kind, span })
    }

    fn method(&mut self, receiver: Expr, node: Node<'_>) -> Built<ExprKind> {
        let mut parts = node.clone().into_inner();
        let name = parts.next().ok_or_else(|| unexpected(self, &node))?;
        let name = self.name(&name);
        let args = parts.next().map(|call| self.exprs(call)).transpose()?.unwrap_or_default();
        Ok(ExprKind::Method { receiver: Box::new(receiver), name, args })
    }

    /// The expressions directly inside `node`.
    pub(super) fn exprs(&mut self, node: Node<'_>) -> Built<Vec<Expr>> {
        parts(node).map(|part| self.expr(part)).collect()
    }
}
