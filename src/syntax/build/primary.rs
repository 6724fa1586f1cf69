//! Operands: names, literals, brackets.

use std::sync::Arc;

use super::super::ast::{Collection, Expr, ExprKind, LoopyName, Name};
use super::super::grammar::{Node, Rule, parts};
use super::super::spelling;
use super::{Builder, Built, syntax, unexpected};

impl Builder<'_> {
    /// An operand without what may be written after it.
    pub(super) fn primary(&mut self, node: Node<'_>) -> Built<Expr> {
        let span = self.span(&node);
        let kind = match node.as_rule() {
            Rule::variable => ExprKind::Name(Arc::from(spelling::of_name(node.as_str()))),
            Rule::integer => ExprKind::Integer(self.integer(&node)?),
            Rule::decimal => return Err(self.decimal(&node)),
            Rule::game => ExprKind::Game(self.game(node)?),
            Rule::nimber => self.nimber(node)?,
            Rule::impartial => self.impartial(node)?,
            Rule::genus => self.genus(&node)?,
            Rule::switch => self.switch(node)?,
            Rule::labelled => self.labelled(node)?,
            Rule::angle => self.angle(node)?,
            Rule::brace => self.brace(node)?,
            Rule::list => self.list(node)?,
            Rule::paren => return self.paren(node),
            Rule::text => ExprKind::Text(self.text(node)?.value),
            Rule::loopy => self.loopy(&node)?,
            Rule::pass => ExprKind::Pass,
            Rule::boolean => ExprKind::Bool(node.as_str() == "true"),
            _ => return Err(unexpected(self, &node)),
        };
        Ok(Expr { kind, span })
    }

    fn nimber(&mut self, node: Node<'_>) -> Built<ExprKind> {
        let arg = parts(node.clone()).find(|part| part.as_rule() == Rule::nimber_arg);
        let arg = arg.and_then(|arg| parts(arg).next());
        let arg = arg.ok_or_else(|| unexpected(self, &node))?;
        Ok(ExprKind::Nimber(Box::new(self.expr(arg)?)))
    }

    fn labelled(&mut self, node: Node<'_>) -> Built<ExprKind> {
        let (label, body) = self.label_and_body(node)?;
        let span = self.span(&body);
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
    pub(super) fn label_and_body<'i>(&self, node: Node<'i>) -> Built<(Name, Node<'i>)> {
        let mut parts = parts(node.clone());
        let (Some(label), Some(body)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, &node));
        };
        let name = parts_name(label).ok_or_else(|| unexpected(self, &node))?;
        Ok((self.name(&name), body))
    }

    fn list(&mut self, node: Node<'_>) -> Built<ExprKind> {
        let mut elements = Vec::new();
        let mut generators = Vec::new();
        for part in parts(node) {
            match part.as_rule() {
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
    fn paren(&mut self, node: Node<'_>) -> Built<Expr> {
        let span = self.span(&node);
        let mut elements = Vec::new();
        let mut comma = false;
        for part in parts(node) {
            match part.as_rule() {
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
    pub(super) fn definitions(&mut self, node: Node<'_>) -> Built<Vec<(Name, Expr)>> {
        let span = self.span(&node);
        let block = parts(node).flat_map(parts);
        let definitions = block.map(|node| self.definition(node)).collect::<Built<Vec<_>>>()?;
        if definitions.is_empty() {
            return Err(syntax(span, "`where` defines at least one label", "nothing is defined")
                .help("write `a where { a: <b|0>, b: <0|a> }`"));
        }
        Ok(definitions)
    }

    fn definition(&mut self, node: Node<'_>) -> Built<(Name, Expr)> {
        let mut parts = parts(node.clone());
        let (Some(label), Some(option)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, &node));
        };
        let label = self.name(&label);
        let body = self.expr(option)?;
        match body.kind {
            ExprKind::Form { .. } => Ok((label, body)),
            _ => Err(syntax(body.span, "a label names a form", "this is not a bracket with a bar")
                .label(label.span, "the label")),
        }
    }

    /// `upon*2`
    fn loopy(&self, node: &Node<'_>) -> Built<ExprKind> {
        let mut parts = parts(node.clone());
        let name = match parts.next().map_or("", |word| word.as_str()) {
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

fn parts_name(label: Node<'_>) -> Option<Node<'_>> {
    parts(label).find(|part| part.as_rule() == Rule::ident)
}
