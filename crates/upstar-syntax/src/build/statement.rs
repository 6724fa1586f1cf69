//! Statements, blocks, patterns and parameters.

use std::sync::Arc;

use super::super::ast::{
    AnswerKind, Block, BoardKind, Body, Claim, DIGITS, FunctionDecl, Generated, Mark, MarkWord,
    Param, ParamKind, Pattern, Question, Statement, StatementKind, Symbols, Text,
};
use super::super::grammar::Rule;
use super::super::tree::ParseNode;
use super::{Builder, Built, syntax, unexpected};
use crate::diagnostic::{Code, Diagnostic};

impl Builder<'_> {
    /// The statements directly inside `node`.
    pub(super) fn statements(&mut self, node: ParseNode<'_>) -> Built<Vec<Statement>> {
        let mut statements: Vec<Statement> = Vec::new();
        for part in node.parts() {
            match part.rule() {
                Rule::statement => statements.push(self.statement(part)?),
                Rule::silencer => {
                    if let Some(last) = statements.last_mut() {
                        last.silent = true;
                    }
                }
                _ => {}
            }
        }
        Ok(statements)
    }

    fn statement(&mut self, node: ParseNode<'_>) -> Built<Statement> {
        let span = self.span(node);
        let doc = doc_before(self.text, self.start(node));
        let Some(inner) = node.parts().next() else {
            return Err(unexpected(self, node));
        };
        Ok(Statement { kind: self.statement_kind(inner)?, doc, silent: false, span })
    }

    fn statement_kind(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        match node.rule() {
            Rule::use_file => self.use_file(node),
            Rule::check => self.check(node),
            Rule::exercise => self.exercise(node),
            Rule::hint => Ok(StatementKind::Hint(self.first_text(node)?)),
            Rule::sheet => self.sheet(node),
            Rule::ask => self.ask(node),
            Rule::generated => self.generated(node),
            Rule::ruleset => Ok(StatementKind::Ruleset(Arc::new(self.ruleset(node)?))),
            Rule::fn_decl | Rule::short_fn => self.function(node),
            Rule::for_loop => self.for_loop(node),
            Rule::while_loop => self.while_loop(node),
            Rule::return_value => self.return_value(node),
            Rule::break_loop => Ok(StatementKind::Break),
            Rule::continue_loop => Ok(StatementKind::Continue),
            Rule::bind => self.bind(node),
            _ => Ok(StatementKind::Expr(self.expr(node)?)),
        }
    }

    fn use_file(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        Ok(StatementKind::Use(self.first_text(node)?))
    }

    fn check(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let mut parts = node.parts();
        let claim = parts.next().ok_or_else(|| unexpected(self, node))?;
        let claim = self.expr(claim)?;
        let blank = parts.next().is_some();
        Ok(StatementKind::Check(if blank { Claim::Blank(claim) } else { Claim::Holds(claim) }))
    }

    fn exercise(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let title = self.first_text(node)?;
        let points = node.parts().find(|part| part.rule() == Rule::points);
        let points = points.map(|points| self.points(points)).transpose()?;
        Ok(StatementKind::Exercise { title, points, body: self.last_block(node)? })
    }

    fn points(&mut self, node: ParseNode<'_>) -> Built<u32> {
        let digits = node.parts().next().ok_or_else(|| unexpected(self, node))?;
        self.count(digits, "an exercise has at most")
    }

    /// Number of points, questions or levels.
    fn count(&mut self, digits: ParseNode<'_>, most: &str) -> Built<u32> {
        digits.text().parse().map_err(|_| {
            let message = format!("{most} {} points", u32::MAX);
            Diagnostic::error(Code::BadLiteral, message).label(self.span(digits), "too many")
        })
    }

    fn sheet(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let title = self.first_text(node)?;
        let shown = node.parts().find(|part| part.rule() == Rule::shown);
        let words = shown.into_iter().flat_map(ParseNode::parts);
        let words = words.filter(|part| part.rule() == Rule::ident);
        let shown = words.map(|word| self.name(word)).collect();
        Ok(StatementKind::Sheet { title, shown })
    }

    fn ask(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let text = self.first_text(node)?;
        let (mut kind, mut name, mut points, mut answer) = (None, None, None, None);
        let mut marks = Vec::new();
        for part in node.parts() {
            match part.rule() {
                Rule::asked_kind => kind = Some(part.text().trim().to_owned()),
                Rule::binder => name = Some(self.name(part)),
                Rule::points => points = Some(self.points(part)?),
                Rule::text => {}
                Rule::marking => {
                    for mark in part.parts().filter(|part| part.rule() == Rule::mark) {
                        marks.push(self.mark(mark)?);
                    }
                }
                _ => answer = Some(self.expr(part)?),
            }
        }
        let kind = kind.and_then(|word| AnswerKind::ALL.into_iter().find(|one| one.word() == word));
        match (kind, name, answer) {
            (Some(kind), Some(name), Some(answer)) => {
                let question = Question { kind, name, points, text, answer, marks };
                Ok(StatementKind::Ask(Arc::new(question)))
            }
            _ => Err(unexpected(self, node)),
        }
    }

    fn mark(&mut self, node: ParseNode<'_>) -> Built<Mark> {
        let span = self.span(node);
        let (mut word, mut values, mut points, mut text) = (None, Vec::new(), None, None);
        for part in node.parts() {
            match part.rule() {
                Rule::mark_word => word = Some(part.text().trim().to_owned()),
                Rule::mark_points => points = Some(self.mark_points(part)?),
                Rule::text => text = Some(self.first_text(node)?),
                _ => values.push(self.expr(part)?),
            }
        }
        let word = word.and_then(|word| MarkWord::ALL.into_iter().find(|one| one.word() == word));
        let word = word.ok_or_else(|| unexpected(self, node))?;
        Ok(Mark { word, values, points, text, span })
    }

    /// `(1/2 point)`
    fn mark_points(&mut self, node: ParseNode<'_>) -> Built<(u32, u32)> {
        let mut numbers = Vec::new();
        for digits in node.parts().filter(|part| part.rule() == Rule::digits) {
            numbers.push(self.count(digits, "an answer is worth at most")?);
        }
        match numbers.as_slice() {
            [_, 0] => Err(Diagnostic::error(Code::BadLiteral, "the points are divided by zero")
                .label(self.span(node), "no number")),
            [above, below] => Ok((*above, *below)),
            [above] => Ok((*above, 1)),
            _ => Err(unexpected(self, node)),
        }
    }

    fn generated(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let topic = self.first_text(node)?;
        let (mut points, mut questions, mut level) = (None, None, None);
        for part in node.parts() {
            match part.rule() {
                Rule::points => points = Some(self.points(part)?),
                Rule::questions => questions = Some(self.points(part)?),
                Rule::level => level = Some(self.points(part)?),
                _ => {}
            }
        }
        Ok(StatementKind::Generate(Generated { topic, points, questions, level }))
    }

    fn function(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let mut parts = node.parts();
        let (Some(name), Some(params), Some(body)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(unexpected(self, node));
        };
        let params = self.params(params)?;
        for param in &params {
            self.refuse_kind(param, "a parameter of a function")?;
        }
        let body = match body.rule() {
            Rule::block => Body::Block(self.block(body)?),
            _ => Body::Expr(self.expr(body)?),
        };
        let name = self.name(name);
        Ok(StatementKind::Function(Arc::new(FunctionDecl { name, params, body })))
    }

    fn for_loop(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let mut parts = node.parts();
        let (Some(pattern), Some(source)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, node));
        };
        let pattern = self.pattern(pattern)?;
        let source = self.expr(source)?;
        Ok(StatementKind::For { pattern, source, body: self.last_block(node)? })
    }

    fn while_loop(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let condition = node.parts().next().ok_or_else(|| unexpected(self, node))?;
        let condition = self.expr(condition)?;
        Ok(StatementKind::While { condition, body: self.last_block(node)? })
    }

    fn return_value(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let value = node.parts().next().map(|value| self.expr(value)).transpose()?;
        Ok(StatementKind::Return(value))
    }

    fn bind(&mut self, node: ParseNode<'_>) -> Built<StatementKind> {
        let mut parts = node.parts();
        let (Some(target), Some(value)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, node));
        };
        Ok(StatementKind::Bind { target: self.pattern(target)?, value: self.expr(value)? })
    }

    /// A block and its statements.
    pub(super) fn block(&mut self, node: ParseNode<'_>) -> Built<Block> {
        let span = self.span(node);
        let statements = self.deeper(1, span, |builder| builder.statements(node))?;
        Ok(Block { statements, span })
    }

    fn last_block(&mut self, node: ParseNode<'_>) -> Built<Block> {
        match node.parts().last() {
            Some(block) if block.rule() == Rule::block => self.block(block),
            _ => Err(unexpected(self, node)),
        }
    }

    fn first_text(&mut self, node: ParseNode<'_>) -> Built<Text> {
        match node.parts().find(|part| part.rule() == Rule::text) {
            Some(text) => self.text(text),
            None => Err(unexpected(self, node)),
        }
    }

    /// A pattern: the names that a value is bound to.
    pub(super) fn pattern(&mut self, node: ParseNode<'_>) -> Built<Pattern> {
        let inner = node.parts().next().ok_or_else(|| unexpected(self, node))?;
        if inner.rule() == Rule::binder {
            return Ok(Pattern::Name(self.name(inner)));
        }
        let span = self.span(inner);
        let inner = self.deeper(1, span, |builder| {
            inner.parts().map(|part| builder.pattern(part)).collect::<Built<Vec<_>>>()
        })?;
        Ok(Pattern::Tuple(inner, span))
    }

    /// A list of parameters.
    pub(super) fn params(&mut self, node: ParseNode<'_>) -> Built<Vec<Param>> {
        node.parts().map(|part| self.param(part)).collect()
    }

    fn param(&mut self, node: ParseNode<'_>) -> Built<Param> {
        let mut parts = node.parts();
        let name = parts.next().ok_or_else(|| unexpected(self, node))?;
        let mut param = Param { name: self.name(name), kind: None, default: None };
        for part in parts {
            match part.rule() {
                Rule::kind => param.kind = Some(self.param_kind(part)?),
                _ => param.default = Some(self.expr(part)?),
            }
        }
        Ok(param)
    }

    fn param_kind(&mut self, node: ParseNode<'_>) -> Built<ParamKind> {
        let kind = node.parts().next().ok_or_else(|| unexpected(self, node))?;
        match kind.rule() {
            Rule::heap_kind => Ok(ParamKind::Heap),
            Rule::coins_kind => Ok(ParamKind::Coins),
            Rule::code_kind => Ok(ParamKind::Code),
            Rule::board_kind => {
                let word = kind.text().trim_start();
                let named = |kind: &&BoardKind| word.starts_with(kind.word());
                let board = BoardKind::ALL.iter().find(named).copied();
                let board = board.ok_or_else(|| unexpected(self, kind))?;
                Ok(ParamKind::Board(board, self.first_symbols(kind)?))
            }
            _ => self.graph_kind(kind),
        }
    }

    /// What is written after `of` or `on`.
    fn first_symbols(&mut self, node: ParseNode<'_>) -> Built<Symbols> {
        let inner = node.parts().find(|part| matches!(part.rule(), Rule::text | Rule::numbers));
        let inner = inner.ok_or_else(|| unexpected(self, node))?;
        if inner.rule() == Rule::text {
            let Text { value, span } = self.text(inner)?;
            return Ok(Symbols { value, numbers: false, span });
        }
        let span = self.span(inner);
        let ends: Vec<usize> =
            inner.parts().map(|end| end.text().parse().unwrap_or(usize::MAX)).collect();
        let most = DIGITS.len() - 1;
        let symbols = match ends[..] {
            [from, to] => Symbols::of_numbers(from, to, span),
            _ => return Err(unexpected(self, node)),
        };
        symbols.ok_or_else(|| {
            syntax(span, format!("cells show two numbers or more, from 0 to {most}"), "not these")
                .help("write the least and the greatest: `0..9`")
        })
    }

    fn graph_kind(&mut self, node: ParseNode<'_>) -> Built<ParamKind> {
        let directed = node.rule() == Rule::digraph_kind;
        let (mut edges, mut vertices) = (None, None);
        for part in node.parts() {
            let labels = if part.rule() == Rule::edge_labels { &mut edges } else { &mut vertices };
            *labels = Some(self.first_symbols(part)?);
        }
        Ok(ParamKind::Graph { directed, edges, vertices })
    }

    /// Refuses `n: heap` where there is no position.
    pub(super) fn refuse_kind(&self, param: &Param, place: &str) -> Built<()> {
        if param.kind.is_none() {
            return Ok(());
        }
        Err(syntax(
            param.name.span,
            format!("{place} has no kind"),
            "only a parameter of a ruleset has one",
        )
        .help(format!("write `{}` without what follows the colon", param.name.text)))
    }
}

/// The `///` lines that end directly before the statement at `start`.
fn doc_before(text: &str, start: usize) -> Option<Arc<str>> {
    let before = text.get(..start)?.trim_end_matches([' ', '\t']);
    let mut lines = Vec::new();
    let mut rest = before.strip_suffix('\n');
    while let Some(above) = rest {
        let from = above.rfind('\n').map_or(0, |newline| newline + 1);
        let Some(doc) = above[from..].trim().strip_prefix("///") else { break };
        lines.push(doc.strip_prefix(' ').unwrap_or(doc));
        rest = above[..from].strip_suffix('\n');
    }
    if lines.is_empty() {
        return None;
    }
    lines.reverse();
    Some(Arc::from(lines.join("\n")))
}
