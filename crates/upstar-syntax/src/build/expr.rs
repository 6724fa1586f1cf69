//! Expressions: rows of operands and signs, postfixes, lambdas, conditionals, operands.

use std::sync::Arc;

use super::literal::is_code;
use super::operators::{FlatPiece, Infix};
use super::ruleset::turns_of;
use super::{Builder, Built, syntax, unexpected};
use crate::ast::{Collection, ElseBranch, Expr, ExprKind, LoopyName, Name, UnaryOp};
use crate::grammar::Rule;
use crate::source::Span;
use crate::spelling;
use crate::tree::ParseNode;

impl Builder<'_> {
    /// An `expr`, `option` or `entry`.
    pub(super) fn expr(&mut self, node: ParseNode<'_>) -> Built<Expr> {
        let span = self.span(node);
        self.row(node.children(), span)
    }

    /// The operands and signs of a row.
    pub(super) fn row<'t>(
        &mut self,
        nodes: impl Iterator<Item = ParseNode<'t>> + Clone,
        span: Span,
    ) -> Built<Expr> {
        let length = nodes.clone().count();
        self.deeper(length, span, |builder| {
            let mut pieces = Vec::with_capacity(if length == 1 { 0 } else { length });
            for node in nodes {
                match builder.piece(node)? {
                    FlatPiece::Operand(only) if length == 1 => return Ok(only),
                    piece => pieces.push(piece),
                }
            }
            builder.climb(pieces, span)
        })
    }

    /// Operand or operator of a row.
    pub(super) fn piece(&mut self, node: ParseNode<'_>) -> Built<FlatPiece> {
        let span = self.span(node);
        Ok(match node.rule() {
            Rule::neg => FlatPiece::Prefix(UnaryOp::Neg, span),
            Rule::not_op => FlatPiece::Prefix(UnaryOp::Not, span),
            Rule::infix | Rule::brace_infix | Rule::sum_infix | Rule::guard_infix => {
                let infix = Infix::spelled(node.text());
                FlatPiece::Infix(infix.ok_or_else(|| unexpected(self, node))?, span)
            }
            Rule::lambda => FlatPiece::Operand(self.lambda(node)?),
            Rule::where_part => FlatPiece::Where(self.definitions(node)?, span),
            Rule::turns => FlatPiece::Turns(turns_of(node), span),
            Rule::conditional => FlatPiece::Operand(self.conditional(node)?),
            Rule::integer => FlatPiece::Operand(self.primary(node)?),
            _ => FlatPiece::Operand(self.operand(node)?),
        })
    }

    fn lambda(&mut self, node: ParseNode<'_>) -> Built<Expr> {
        let mut parts = node.parts();
        let (Some(head), Some(body)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, node));
        };
        let params = match head.rule() {
            Rule::lambda_params => head.children().map(|name| self.name(name)).collect(),
            _ => vec![self.name(head)],
        };
        let span = self.span(node);
        Ok(Expr { kind: ExprKind::Lambda { params, body: Box::new(self.expr(body)?) }, span })
    }

    fn conditional(&mut self, node: ParseNode<'_>) -> Built<Expr> {
        let span = self.span(node);
        let mut parts = node.parts();
        let (Some(condition), Some(then)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, node));
        };
        let condition = Box::new(self.expr(condition)?);
        if then.rule() == Rule::block {
            let then = self.block(then)?;
            let otherwise = parts.next().map(|branch| self.else_branch(branch)).transpose()?;
            let otherwise = otherwise.map(Box::new);
            return Ok(Expr { kind: ExprKind::IfBlock { condition, then, otherwise }, span });
        }
        let then = Box::new(self.expr(then)?);
        let otherwise = parts.next().ok_or_else(|| unexpected(self, node))?;
        let otherwise = Box::new(self.expr(otherwise)?);
        Ok(Expr { kind: ExprKind::If { condition, then, otherwise }, span })
    }

    fn else_branch(&mut self, node: ParseNode<'_>) -> Built<ElseBranch> {
        let span = self.span(node);
        let inner = node.parts().next().ok_or_else(|| unexpected(self, node))?;
        if inner.rule() == Rule::block {
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
    pub(super) fn operand(&mut self, node: ParseNode<'_>) -> Built<Expr> {
        let mut nodes = node.children();
        let primary = nodes.next().ok_or_else(|| unexpected(self, node))?;
        let span = self.span(node);
        self.deeper(nodes.clone().count(), span, |builder| {
            let base = builder.primary(primary)?;
            nodes.try_fold(base, |base, node| builder.postfix(base, node))
        })
    }

    /// `base` with one call, index or method after it.
    pub(super) fn postfix(&mut self, base: Expr, node: ParseNode<'_>) -> Built<Expr> {
        let span = base.span.to(self.span(node));
        let kind = match node.rule() {
            Rule::call => ExprKind::Call { callee: Box::new(base), args: self.arguments(node)? },
            Rule::index => ExprKind::Index { base: Box::new(base), indices: self.exprs(node)? },
            _ => self.method(base, node)?,
        };
        Ok(Expr { kind, span })
    }

    fn method(&mut self, receiver: Expr, node: ParseNode<'_>) -> Built<ExprKind> {
        let mut parts = node.children();
        let name = parts.next().ok_or_else(|| unexpected(self, node))?;
        let name = self.name(name);
        let args = parts.next().map(|call| self.arguments(call)).transpose()?.unwrap_or_default();
        Ok(ExprKind::Method { receiver: Box::new(receiver), name, args })
    }

    /// The arguments of a call: expressions, or a comprehension without brackets, which is a list. One that is a decimal
    /// may be meant as a code.
    fn arguments(&mut self, call: ParseNode<'_>) -> Built<Vec<Expr>> {
        if call.parts().any(|part| part.rule() == Rule::generator) {
            let span = self.span(call);
            let inside = Span { start: span.start + 1, end: span.end - 1, ..span };
            return Ok(vec![Expr { kind: self.list(call)?, span: inside }]);
        }
        let mut arguments = Vec::with_capacity(call.parts().count());
        for part in call.parts() {
            let text = part.text().trim_end();
            let quoted = format!("\"{text}\"");
            arguments.push(self.expr(part).map_err(|mut error| match is_code(text) {
                true => {
                    error.fixes = Box::default();
                    let error =
                        error.help(format!("the code of a game of heaps is a text: `{quoted}`"));
                    error.fix(format!("Write `{quoted}`"), self.span(part), quoted)
                }
                false => error,
            })?);
        }
        Ok(arguments)
    }

    /// The expressions directly inside `node`.
    pub(super) fn exprs(&mut self, node: ParseNode<'_>) -> Built<Vec<Expr>> {
        let mut exprs = Vec::with_capacity(node.parts().count());
        for part in node.parts() {
            exprs.push(self.expr(part)?);
        }
        Ok(exprs)
    }
}

impl Builder<'_> {
    /// An operand without what may be written after it.
    pub(super) fn primary(&mut self, node: ParseNode<'_>) -> Built<Expr> {
        let span = self.span(node);
        let kind = match node.rule() {
            Rule::variable => ExprKind::Name(Arc::from(spelling::of_name(node.text()))),
            Rule::integer => ExprKind::Integer(self.integer(node)?),
            Rule::decimal => return Err(self.decimal(node)),
            Rule::game => ExprKind::Game(Box::new(self.game(node)?)),
            Rule::nimber => self.nimber(node)?,
            Rule::impartial => self.impartial(node)?,
            Rule::genus => self.genus(node)?,
            Rule::switch => self.switch(node)?,
            Rule::labelled => self.labelled(node)?,
            Rule::angle => self.angle(node)?,
            Rule::brace => self.brace(node)?,
            Rule::list => self.list(node)?,
            Rule::paren => return self.paren(node),
            Rule::text => ExprKind::Text(self.text(node)?.value),
            Rule::loopy => self.loopy(node)?,
            Rule::pass => ExprKind::Pass,
            Rule::no_moves => ExprKind::NoMoves,
            Rule::boolean => ExprKind::Bool(node.text() == "true"),
            _ => return Err(unexpected(self, node)),
        };
        Ok(Expr { kind, span })
    }

    fn nimber(&mut self, node: ParseNode<'_>) -> Built<ExprKind> {
        let arg = node.parts().find(|part| part.rule() == Rule::nimber_arg);
        let arg = arg.and_then(|arg| arg.parts().next());
        let arg = arg.ok_or_else(|| unexpected(self, node))?;
        Ok(ExprKind::Nimber(Box::new(self.expr(arg)?)))
    }

    fn labelled(&mut self, node: ParseNode<'_>) -> Built<ExprKind> {
        let (label, body) = self.label_and_body(node)?;
        let span = self.span(body);
        let body = self.deeper(1, span, |builder| builder.primary(body))?;
        match body.kind {
            ExprKind::Form { .. } => Ok(ExprKind::Labelled { label, body: Box::new(body) }),
            _ => {
                Err(syntax(body.span, "a label names a form", "this has no bar, so it is no form")
                    .label(label.span, "the label"))
            }
        }
    }

    /// The name before the colon, and the bracket after it.
    pub(super) fn label_and_body<'i>(&self, node: ParseNode<'i>) -> Built<(Name, ParseNode<'i>)> {
        let mut parts = node.parts();
        let (Some(label), Some(body)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, node));
        };
        let name = parts_name(label).ok_or_else(|| unexpected(self, node))?;
        Ok((self.name(name), body))
    }

    fn list(&mut self, node: ParseNode<'_>) -> Built<ExprKind> {
        let mut elements = Vec::with_capacity(node.parts().count());
        let mut generators = Vec::new();
        for part in node.parts() {
            match part.rule() {
                Rule::generator => self.add_generator(&mut generators, part)?,
                _ => elements.push(self.expr(part)?),
            }
        }
        match (generators.is_empty(), elements.pop()) {
            (false, Some(element)) => Ok(ExprKind::Comprehension {
                collection: Collection::List,
                element: Box::new(element),
                generators,
            }),
            (_, last) => {
                elements.extend(last);
                Ok(ExprKind::List(elements))
            }
        }
    }

    /// `(a)` is `a`; `(a,)`, `(a, b)` and `()` are tuples.
    fn paren(&mut self, node: ParseNode<'_>) -> Built<Expr> {
        let span = self.span(node);
        let mut elements = Vec::with_capacity(node.parts().count());
        let mut comma = false;
        for part in node.parts() {
            match part.rule() {
                Rule::trailing_comma => comma = true,
                _ => elements.push(self.expr(part)?),
            }
        }
        if elements.len() == 1
            && !comma
            && let Some(only) = elements.pop()
        {
            return Ok(Expr { kind: only.kind, span });
        }
        Ok(Expr { kind: ExprKind::Tuple(elements), span })
    }

    /// The definitions of a `where`.
    fn definitions(&mut self, node: ParseNode<'_>) -> Built<Vec<(Name, Expr)>> {
        let span = self.span(node);
        let block = node.parts().flat_map(ParseNode::parts);
        let definitions = block.map(|node| self.definition(node)).collect::<Built<Vec<_>>>()?;
        if definitions.is_empty() {
            return Err(syntax(span, "`where` defines at least one label", "nothing is defined")
                .help("write `a where { a: <b|0>, b: <0|a> }`"));
        }
        Ok(definitions)
    }

    fn definition(&mut self, node: ParseNode<'_>) -> Built<(Name, Expr)> {
        let mut parts = node.parts();
        let (Some(label), Some(option)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, node));
        };
        let label = self.name(label);
        let body = self.expr(option)?;
        match body.kind {
            ExprKind::Form { .. } => Ok((label, body)),
            _ => Err(syntax(body.span, "a label names a form", "this is not a bracket with a bar")
                .label(label.span, "the label")),
        }
    }

    /// `upon*2`
    fn loopy(&self, node: ParseNode<'_>) -> Built<ExprKind> {
        let mut parts = node.parts();
        let name = match parts.next().map_or("", |word| word.text()) {
            "on" => LoopyName::On,
            "off" => LoopyName::Off,
            "over" => LoopyName::Over,
            "under" => LoopyName::Under,
            "upon" => LoopyName::Upon,
            "dud" => LoopyName::Dud,
            _ => return Err(unexpected(self, node)),
        };
        let star = parts.next().map(|star| self.star(star, node)).transpose()?;
        Ok(ExprKind::Loopy(name, star.unwrap_or_default()))
    }
}

fn parts_name(label: ParseNode<'_>) -> Option<ParseNode<'_>> {
    label.parts().find(|part| part.rule() == Rule::ident)
}
