//! Rulesets: their parameters, clauses and alternatives.

use super::super::ast::{
    Alternative, Clause, Ending, Expr, ExprKind, Generator, Mover, Param, ParamKind, Remark,
    RemarkKind, Rewrite, RulesetDecl, Text, Turns,
};
use super::super::grammar::Rule;
use super::super::tree::ParseNode;
use super::{Builder, Built, MAX_LEVELS, too_deep, unexpected};

impl Builder<'_> {
    /// `game Name(family)(position) { clauses }`
    pub(super) fn ruleset(&mut self, node: ParseNode<'_>) -> Built<RulesetDecl> {
        let span = self.span(node);
        self.deeper(1, span, |builder| builder.ruleset_parts(node))
    }

    fn ruleset_parts(&mut self, node: ParseNode<'_>) -> Built<RulesetDecl> {
        let mut name = None;
        let mut lists: Vec<Vec<Param>> = Vec::new();
        let (mut clauses, mut remarks) = (Vec::new(), Vec::new());
        for part in node.parts() {
            match part.rule() {
                Rule::binder => name = Some(self.name(part)),
                Rule::params => lists.push(self.params(part)?),
                Rule::clause => clauses.push(self.clause(part)?),
                _ => remarks.push(self.remark(part)?),
            }
        }
        let (Some(name), Some(position)) = (name, lists.pop()) else {
            return Err(unexpected(self, node));
        };
        let family = lists.pop().unwrap_or_default();
        for param in &family {
            if let Some(ParamKind::Heap | ParamKind::Coins) = param.kind {
                self.refuse_kind(param, "a parameter of a family")?;
            }
        }
        Ok(RulesetDecl { name, family, position, clauses, remarks })
    }

    /// `parts ...`, `start ...`, `draw_as ...`, `play misere`, goals, scores, blocking and checks.
    fn remark(&mut self, node: ParseNode<'_>) -> Built<Remark> {
        let span = self.span(node);
        let mut inside = node.parts();
        let kind = match (node.rule(), inside.next()) {
            (Rule::parts_clause, Some(options)) => RemarkKind::Parts(self.options(options)?),
            (Rule::start_clause, Some(first)) => {
                let all = std::iter::once(first).chain(inside);
                RemarkKind::Start(all.map(|part| self.expr(part)).collect::<Built<_>>()?)
            }
            (Rule::draw_clause, first) => {
                let all = first.into_iter().chain(inside);
                RemarkKind::DrawAs(all.map(|part| self.picture(part)).collect::<Built<_>>()?)
            }
            (Rule::play_clause, None) => RemarkKind::Misere,
            (Rule::goal_clause, Some(goal)) => {
                let condition = inside.next().ok_or_else(|| unexpected(self, node))?;
                RemarkKind::Goal(ending(goal), self.expr(condition)?)
            }
            (Rule::score_clause, Some(score)) => RemarkKind::Score(self.expr(score)?),
            (Rule::blocking_clause, Some(most)) => RemarkKind::Blocking(self.expr(most)?),
            (Rule::check_clause, Some(condition)) => {
                let condition = self.expr(condition)?;
                let message = inside.next().map(|text| self.text(text)).transpose()?;
                RemarkKind::Check(condition, message)
            }
            _ => return Err(unexpected(self, node)),
        };
        Ok(Remark { kind, span })
    }

    /// `".": "·"`
    fn picture(&mut self, node: ParseNode<'_>) -> Built<(Text, Text)> {
        let mut texts = node.parts();
        match (texts.next(), texts.next()) {
            (Some(symbol), Some(picture)) => Ok((self.text(symbol)?, self.text(picture)?)),
            _ => Err(unexpected(self, node)),
        }
    }

    fn clause(&mut self, node: ParseNode<'_>) -> Built<Clause> {
        let span = self.span(node);
        let mut parts = node.parts();
        let mover = parts.next().ok_or_else(|| unexpected(self, node))?;
        let mover = match mover.text() {
            "left" => Mover::Left,
            "right" => Mover::Right,
            "turn" => Mover::Turn,
            word if word.starts_with("complimenting") => match word.split_whitespace().last() {
                Some("left") => Mover::ComplimentingLeft,
                Some("right") => Mover::ComplimentingRight,
                _ => Mover::Complimenting,
            },
            word if word.starts_with("entailing") => match word.split_whitespace().last() {
                Some("left") => Mover::EntailingLeft,
                Some("right") => Mover::EntailingRight,
                _ => Mover::Entailing,
            },
            _ => Mover::Either,
        };
        let alternatives = parts.map(|part| self.alternative(part)).collect::<Built<_>>()?;
        Ok(Clause { mover, alternatives, span })
    }

    fn alternative(&mut self, node: ParseNode<'_>) -> Built<Alternative> {
        let inner = node.parts().next().ok_or_else(|| unexpected(self, node))?;
        match inner.rule() {
            Rule::rewrite => self.rewrite(inner),
            _ => self.options(inner),
        }
    }

    /// Rewrite rule, or several joined by `then`.
    fn rewrite(&mut self, node: ParseNode<'_>) -> Built<Alternative> {
        let span = self.span(node);
        let (mut steps, mut gain, mut condition) = (Vec::new(), None, None);
        let mut generators = Vec::new();
        for part in node.parts() {
            match part.rule() {
                Rule::step => steps.push(self.step(part)?),
                Rule::gains => gain = Some(self.only_part(part)?),
                Rule::rule_generator => self.add_generator(&mut generators, part)?,
                Rule::only_if => condition = Some(self.only_part(part)?),
                _ => {}
            }
        }
        let is_literal = generators.is_empty();
        match steps.iter().map(literal).collect::<Option<Vec<_>>>().filter(|_| is_literal) {
            Some(steps) => Ok(Alternative::Rewrite { steps, gain, condition }),
            None => Ok(Alternative::Computed { steps, gain, generators, condition, span }),
        }
    }

    /// The expression of `gain E` or `if E`.
    fn only_part(&mut self, node: ParseNode<'_>) -> Built<Expr> {
        let inner = node.parts().next().ok_or_else(|| unexpected(self, node))?;
        self.expr(inner)
    }

    fn step(&mut self, node: ParseNode<'_>) -> Built<Rewrite<Expr>> {
        let mut texts: Vec<Expr> = Vec::new();
        let (mut turns, mut repeats, mut over_the_border) = (Turns::None, false, false);
        for part in node.parts() {
            match part.rule() {
                Rule::text => {
                    let Text { value, span } = self.text(part)?;
                    texts.push(Expr { kind: ExprKind::Text(value), span });
                }
                Rule::option => texts.push(self.expr(part)?),
                Rule::repeatedly => repeats = true,
                Rule::over_the_border => over_the_border = true,
                _ => turns = turns_of(part),
            }
        }
        match (texts.pop(), texts.pop()) {
            (Some(replacement), Some(pattern)) => {
                Ok(Rewrite { pattern, replacement, turns, repeats, over_the_border })
            }
            _ => Err(unexpected(self, node)),
        }
    }

    fn options(&mut self, node: ParseNode<'_>) -> Built<Alternative> {
        let span = self.span(node);
        let mut options = Vec::new();
        let (mut generators, mut gain) = (Vec::new(), None);
        for part in node.parts() {
            match part.rule() {
                Rule::gains => gain = Some(self.only_part(part)?),
                Rule::generator => self.add_generator(&mut generators, part)?,
                _ => options.push(self.expr(part)?),
            }
        }
        Ok(Alternative::Options { parts: options, gain, generators, span })
    }

    /// Adds `for x in E`, `if E` or `let x := E` to those before it, which it is nested in.
    pub(super) fn add_generator(
        &mut self,
        generators: &mut Vec<Generator>,
        node: ParseNode<'_>,
    ) -> Built<()> {
        if self.level + generators.len() >= MAX_LEVELS {
            return Err(too_deep(self.span(node)));
        }
        generators.push(self.generator(node)?);
        Ok(())
    }

    /// `for x in E`, `if E` or `let x := E`
    fn generator(&mut self, node: ParseNode<'_>) -> Built<Generator> {
        let inner = node.parts().next().ok_or_else(|| unexpected(self, node))?;
        let mut inner_parts = inner.parts();
        match (inner.rule(), inner_parts.next(), inner_parts.next()) {
            (Rule::for_each | Rule::side_for, Some(pattern), Some(source)) => {
                Ok(Generator::For { pattern: self.pattern(pattern)?, source: self.expr(source)? })
            }
            (Rule::let_be | Rule::side_let, Some(pattern), Some(value)) => {
                Ok(Generator::Let { pattern: self.pattern(pattern)?, value: self.expr(value)? })
            }
            (Rule::only_if | Rule::side_if, Some(condition), None) => {
                Ok(Generator::If(self.expr(condition)?))
            }
            _ => Err(unexpected(self, node)),
        }
    }
}

fn ending(goal: ParseNode<'_>) -> Ending {
    match goal.parts().next().map(|word| word.rule()) {
        Some(Rule::goal_left) => Ending::Left,
        Some(Rule::goal_right) => Ending::Right,
        _ => Ending::Draw,
    }
}

/// The step with its texts as they are typed; `None` where one is computed.
fn literal(step: &Rewrite<Expr>) -> Option<Rewrite> {
    let text = |side: &Expr| match &side.kind {
        ExprKind::Text(value) => Ok(Text { value: value.clone(), span: side.span }),
        _ => Err(()),
    };
    step.with_sides(text).ok()
}

pub(super) fn turns_of(node: ParseNode<'_>) -> Turns {
    match node.parts().next().map(|turns| turns.rule()) {
        Some(Rule::orthogonally) => Turns::Orthogonally,
        Some(Rule::diagonally) => Turns::Diagonally,
        Some(Rule::any_direction) => Turns::AnyDirection,
        Some(Rule::hexagonally) => Turns::Hexagonally,
        _ => Turns::None,
    }
}
