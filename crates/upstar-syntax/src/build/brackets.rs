//! Brackets: what stands between `<`, `|` and `>`, or between braces: forms, sets, maps, switches.

use super::super::ast::{BinaryOp, Collection, Expr, ExprKind};
use super::super::grammar::Rule;
use super::super::tree::ParseNode;
use super::operators::{FlatPiece, Infix};
use super::{Builder, Built, syntax, unexpected};
use crate::source::Span;

/// Side of slash notation.
struct Side {
    options: Vec<Expr>,
    span: Span,
}

/// The bars between two sides.
struct Bars {
    count: usize,
    span: Span,
}

impl Builder<'_> {
    /// `<...>`, which has a bar unless a switch takes it as a list.
    pub(super) fn angle(&mut self, node: ParseNode<'_>) -> Built<ExprKind> {
        let span = self.span(node);
        let (mut sides, bars) = self.sides(node)?;
        if bars.is_empty() {
            let help = "write `<left options | right options>`; either side may be empty";
            return Err(syntax(span, "a form has a bar", "no bar in these brackets").help(help));
        }
        self.slashes(&mut sides, &bars)
    }

    /// `±x` and `±<x, y>`.
    pub(super) fn switch(&mut self, node: ParseNode<'_>) -> Built<ExprKind> {
        let inner = node.parts().next().ok_or_else(|| unexpected(self, node))?;
        if inner.rule() == Rule::fraction {
            return Ok(ExprKind::Switch(vec![self.fraction(inner)?]));
        }
        if let Some(options) = self.bare_options(inner)? {
            return Ok(ExprKind::Switch(options));
        }
        let span = self.span(inner);
        let option = self.deeper(1, span, |builder| builder.operand(inner))?;
        Ok(ExprKind::Switch(vec![option]))
    }

    /// `*[x, y]`
    pub(super) fn impartial(&mut self, node: ParseNode<'_>) -> Built<ExprKind> {
        let list = node.parts().find(|part| part.rule() == Rule::impartial_options);
        let list = list.ok_or_else(|| unexpected(self, node))?;
        let span = self.span(list);
        let (mut sides, _) = self.deeper(1, span, |builder| builder.sides(list))?;
        Ok(ExprKind::Impartial(only(&mut sides)))
    }

    /// `3/4` directly after `±`.
    fn fraction(&mut self, node: ParseNode<'_>) -> Built<Expr> {
        let span = self.span(node);
        let mut parts = node.parts();
        let (Some(left), Some(right)) = (parts.next(), parts.next()) else {
            return Err(unexpected(self, node));
        };
        let slash = Span::new(self.source, self.base + left.end()..self.start(right));
        let (left, right) = (Box::new(self.primary(left)?), Box::new(self.primary(right)?));
        let kind = ExprKind::Binary { op: BinaryOp::Div, op_span: slash, left, right };
        Ok(Expr { kind, span })
    }

    /// The options of a bracket without a bar directly after `±`.
    fn bare_options(&mut self, operand: ParseNode<'_>) -> Built<Option<Vec<Expr>>> {
        let mut nodes = operand.children();
        let (Some(bracket), None) = (nodes.next(), nodes.next()) else { return Ok(None) };
        if !matches!(bracket.rule(), Rule::angle | Rule::brace) {
            return Ok(None);
        }
        let plain = |part: ParseNode<'_>| matches!(part.rule(), Rule::side | Rule::brace_side);
        if !bracket.parts().all(plain) {
            return Ok(None);
        }
        let span = self.span(bracket);
        let (mut sides, _) = self.deeper(1, span, |builder| builder.sides(bracket))?;
        Ok(sides.pop().map(|side| side.options))
    }

    /// The sides of a bracket and the bars between them.
    fn sides(&mut self, node: ParseNode<'_>) -> Built<(Vec<Side>, Vec<Bars>)> {
        let (mut sides, mut bars, mut generators) = (Vec::new(), Vec::new(), Vec::new());
        for part in node.parts() {
            let span = self.span(part);
            match part.rule() {
                Rule::bars => {
                    let count = part.text().chars().map(|bar| 1 + usize::from(bar != '|')).sum();
                    bars.push(Bars { count, span });
                }
                // Of the side before it, within braces.
                Rule::generator => generators.push(part),
                _ => {
                    self.generate(&mut sides, std::mem::take(&mut generators))?;
                    let mut options = Vec::with_capacity(part.parts().count());
                    let mut inner = Vec::new();
                    for part in part.parts() {
                        match part.rule() {
                            Rule::generator | Rule::side_generator => inner.push(part),
                            _ => options.push(self.option(part)?),
                        }
                    }
                    sides.push(Side { options, span });
                    self.generate(&mut sides, inner)?;
                }
            }
        }
        self.generate(&mut sides, generators)?;
        Ok((sides, bars))
    }

    /// Makes of the only option of the last side the list of what generators make of it.
    fn generate(&mut self, sides: &mut [Side], nodes: Vec<ParseNode<'_>>) -> Built<()> {
        let (Some(side), Some(last)) = (sides.last_mut(), nodes.last()) else { return Ok(()) };
        let whole = side.span.to(self.span(*last));
        let mut generators = Vec::new();
        for node in nodes {
            self.add_generator(&mut generators, node)?;
        }
        let Some(element) = side.options.pop().filter(|_| side.options.is_empty()) else {
            return Err(syntax(side.span, "one option stands before `for`", "not one option here")
                .help("write the others and a list: `<0, [x for x in xs]|1>`"));
        };
        let (collection, element) = (Collection::List, Box::new(element));
        let kind = ExprKind::Comprehension { collection, element, generators };
        side.options = vec![Expr { kind, span: whole }];
        side.span = whole;
        Ok(())
    }

    /// An option of a form: a sum.
    fn option(&mut self, node: ParseNode<'_>) -> Built<Expr> {
        for part in node.parts() {
            let sum = match part.rule() {
                Rule::brace_infix => matches!(
                    Infix::spelled(part.text()),
                    Some(Infix::Binary(op)) if !matches!(op, BinaryOp::Or | BinaryOp::And | BinaryOp::Sides)
                ),
                rule => {
                    use Rule::{conditional, lambda, not_op, where_part};
                    !matches!(rule, not_op | lambda | conditional | where_part)
                }
            };
            if !sum {
                let label = format!("`{}` is not part of a sum", first_word(part.text()));
                return Err(syntax(self.span(part), "the options of a form are sums", label)
                    .help("put the option in parentheses"));
            }
        }
        self.expr(node)
    }

    /// Slash notation: the most bars split last.
    fn slashes(&mut self, sides: &mut Vec<Side>, bars: &[Bars]) -> Built<ExprKind> {
        let most = bars.iter().map(|bars| bars.count).max();
        let mut at = bars.iter().enumerate().filter(|(_, bars)| Some(bars.count) == most);
        let (split, outer) = at.next().expect("slash notation has a bar");
        if let Some((_, again)) = at.next() {
            return Err(two_splits(outer, again));
        }
        let mut right = sides.split_off(split + 1);
        let right = self.slash_side(&mut right, &bars[split + 1..])?;
        let left = self.slash_side(sides, &bars[..split])?;
        Ok(ExprKind::Form { left, right })
    }

    /// Options on a side of slash notation; a side with bars of its own is one form.
    fn slash_side(&mut self, sides: &mut Vec<Side>, bars: &[Bars]) -> Built<Vec<Expr>> {
        let [first, .., last] = &sides[..] else { return Ok(only(sides)) };
        let span = first.span.to(last.span);
        let kind = self.deeper(1, span, |builder| builder.slashes(sides, bars))?;
        Ok(vec![Expr { kind, span }])
    }

    /// `{...}` where an operand is expected.
    pub(super) fn brace(&mut self, node: ParseNode<'_>) -> Built<ExprKind> {
        let has = |rule: Rule| node.parts().any(|part| part.rule() == rule);
        if has(Rule::empty_map) {
            return Ok(ExprKind::Map(Vec::new()));
        }
        if has(Rule::bars) {
            no_bars_in_generators(self, node)?;
            let (mut sides, bars) = self.sides(node)?;
            return self.slashes(&mut sides, &bars);
        }
        if has(Rule::generator) {
            return self.comprehension(node);
        }
        let entries: Vec<ParseNode<'_>> = node.parts().flat_map(ParseNode::parts).collect();
        if entries.iter().any(|&entry| colon_of(entry).is_some()) {
            return self.map(entries);
        }
        Ok(ExprKind::Set(entries.into_iter().map(|entry| self.expr(entry)).collect::<Built<_>>()?))
    }

    fn comprehension(&mut self, node: ParseNode<'_>) -> Built<ExprKind> {
        let span = self.span(node);
        let mut generators = Vec::new();
        let mut elements = Vec::new();
        for part in node.parts() {
            match part.rule() {
                Rule::generator => self.add_generator(&mut generators, part)?,
                Rule::brace_side => elements.extend(part.parts()),
                _ => {}
            }
        }
        match (elements.pop(), elements.is_empty()) {
            (Some(entry), true) if colon_of(entry).is_some() => {
                let span = self.span(entry);
                let (key, value) = self.map_entry(entry)?;
                let pair = Expr { kind: ExprKind::Tuple(vec![key, value]), span };
                let collection = Collection::Map;
                Ok(ExprKind::Comprehension { collection, element: Box::new(pair), generators })
            }
            (Some(element), true) => Ok(ExprKind::Comprehension {
                collection: Collection::Set,
                element: Box::new(self.expr(element)?),
                generators,
            }),
            _ => Err(syntax(span, "one element stands before `for`", "not one element here")
                .help("two parts are joined: `union({p: 0}, {q: 1 for q in 1..3})`")),
        }
    }

    fn map(&mut self, entries: Vec<ParseNode<'_>>) -> Built<ExprKind> {
        let entries = entries.into_iter().map(|entry| self.map_entry(entry));
        Ok(ExprKind::Map(entries.collect::<Built<_>>()?))
    }

    fn map_entry(&mut self, node: ParseNode<'_>) -> Built<(Expr, Expr)> {
        let span = self.span(node);
        let Some(colon) = colon_of(node) else {
            let error = syntax(span, "every entry of a map is `key: value`", "no key here");
            let signs = node.parts().filter(|part| part.rule() == Rule::brace_infix);
            return Err(error.help(match signs.filter(|sign| sign.text() == ":").last() {
                Some(sign) => {
                    let (key, value) = node.text().split_at(self.start(sign) - self.start(node));
                    let (key, value) = (key.trim(), value[1..].trim());
                    format!("put a key that is calculated in parentheses: `({key}): {value}`")
                }
                None => "a set is written without keys; an ordinal sum in it needs parentheses"
                    .to_owned(),
            }));
        };
        let mut parts = node.parts();
        if colon == 0 {
            let labelled = parts.next().ok_or_else(|| unexpected(self, node))?;
            return self.labelled_entry(labelled, parts.collect(), span);
        }
        let (key, value) = (parts.clone().take(colon), parts.skip(colon + 1));
        Ok((self.row(key, span)?, self.row(value, span)?))
    }

    /// `a: <...>` in a map: the label is the key.
    fn labelled_entry(
        &mut self,
        operand: ParseNode<'_>,
        rest: Vec<ParseNode<'_>>,
        span: Span,
    ) -> Built<(Expr, Expr)> {
        let mut nodes = operand.children();
        let labelled = nodes.next().ok_or_else(|| unexpected(self, operand))?;
        let (label, body) = self.label_and_body(labelled)?;
        let key = Expr { kind: ExprKind::Name(label.text), span: label.span };
        let value = self.deeper(1 + nodes.clone().count() + rest.len(), span, |builder| {
            let first = builder.primary(body)?;
            let first = nodes.try_fold(first, |base, node| builder.postfix(base, node))?;
            let mut pieces = vec![FlatPiece::Operand(first)];
            for node in rest {
                pieces.push(builder.piece(node)?);
            }
            builder.climb(pieces, span)
        })?;
        Ok((key, value))
    }
}

/// Place of the colon of `key: value` among the parts of an entry: the first sign between operands, or
/// inside the first operand (a label).
fn colon_of(entry: ParseNode<'_>) -> Option<usize> {
    let mut parts = entry.parts();
    if parts.next().is_some_and(|first| is_labelled(first)) {
        return Some(0);
    }
    let (at, sign) = parts
        .enumerate()
        .map(|(at, part)| (at + 1, part))
        .find(|(_, part)| part.rule() == Rule::brace_infix)?;
    (sign.text() == ":").then_some(at)
}

fn is_labelled(operand: ParseNode<'_>) -> bool {
    let first = operand.children().next();
    first.is_some_and(|first| first.rule() == Rule::labelled)
}

/// Refuses `{x for x in xs if x || 0 | 1}`: beside bars, a sign made of bars needs parentheses.
fn no_bars_in_generators(builder: &Builder<'_>, braces: ParseNode<'_>) -> Built<()> {
    let generators = braces.parts().filter(|part| part.rule() == Rule::generator);
    let exprs = generators
        .flat_map(ParseNode::parts)
        .flat_map(ParseNode::parts)
        .filter(|part| part.rule() == Rule::expr);
    let mut signs = exprs.flat_map(ParseNode::parts).filter(|part| part.rule() == Rule::infix);
    let Some(sign) = signs.find(|sign| ["||", "‖", "<|", "|>"].contains(&sign.text())) else {
        return Ok(());
    };
    let text = sign.text();
    let message = format!("`{text}` stands between the bars of a form");
    Err(syntax(builder.span(sign), message, "it is not clear whether it compares or divides")
        .help(format!("a comparison stands in parentheses: `if (a {text} b)`")))
}

/// The options where no bar is.
fn only(sides: &mut Vec<Side>) -> Vec<Expr> {
    sides.pop().expect("a bracket has a side more than bars").options
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or(text)
}

fn two_splits(first: &Bars, second: &Bars) -> crate::diagnostic::Diagnostic {
    let bars = "|".repeat(first.count);
    syntax(
        second.span,
        format!("`{bars}` stands twice between the same brackets"),
        format!("it is not clear whether this `{bars}` or the first one is the outer one"),
    )
    .label(first.span, "the first")
    .help(format!("write one more bar where the outer form is divided: `{bars}|`"))
}
