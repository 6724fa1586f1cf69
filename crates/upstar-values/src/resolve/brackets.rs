//! Brackets that refer to themselves or to each other: `pass`, labels, `where`.
//!
//! Such brackets become one group, a graph whose vertices are brackets. A reference stands for a vertex, so
//! it must be an option itself: it has no value before the graph is complete.
//!
//! A bracket without references stays a form. The evaluator makes the graph with `upstar_core::loopy::Builder`. The
//! result is a number or game if it is short, and `Value::Loopy` otherwise. `Value::LoopyBracket` remembers what
//! was typed, as forms do; operations and builtins look through it. `Printer::graph` of the core writes graphs
//! with labels again.

use super::labels::{BracketGroup, BracketLabel, IN_GROUP};
use super::resolver::{Resolver, Result};
use super::statement::misplaced;
use super::summed::all_summed;
use super::tree;
use super::tree::{Bracket, Choice, ExprKind as Tree, Within};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};

/// Stack that must be left before going one level deeper, and the size of a new segment.
const RED_ZONE: usize = 128 * 1024;
const MORE_STACK: usize = 4 * 1024 * 1024;

impl Resolver<'_> {
    /// Resolves a bracket, with or without a label, that is in no other bracket.
    pub(super) fn outermost(&mut self, expr: &Expr) -> Result<Tree> {
        if let ExprKind::Form { left, right } = &expr.kind
            && !self.may_refer(expr)
        {
            return self.plain(left, right);
        }
        self.labels.groups.push(BracketGroup::default());
        let root = self.bracket(expr)?;
        let group = self.labels.groups.pop().expect(IN_GROUP);
        if group.refers {
            return Ok(Tree::LoopyBracket { brackets: group.brackets, root });
        }
        let mut brackets: Vec<Option<Bracket>> = group.brackets.into_iter().map(Some).collect();
        Ok(without_references(&mut brackets, root))
    }

    /// Whether something in the brackets of `expr` may be a reference.
    fn may_refer(&self, expr: &Expr) -> bool {
        let mut rest = vec![expr];
        while let Some(expr) = rest.pop() {
            match &expr.kind {
                ExprKind::Form { left, right } => rest.extend(left.iter().chain(right)),
                ExprKind::Pass | ExprKind::Labelled { .. } | ExprKind::Where { .. } => return true,
                ExprKind::Name(name) if self.labels.find(name, &self.scope).is_some() => {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// A bracket in which nothing refers to a bracket.
    fn plain(&mut self, left: &[Expr], right: &[Expr]) -> Result<Tree> {
        self.labels.plain += 1;
        let (left, right) = (self.plain_side(left)?, self.plain_side(right)?);
        self.labels.plain -= 1;
        Ok(form(left, right))
    }

    fn plain_side(&mut self, options: &[Expr]) -> Result<Vec<tree::Expr>> {
        let option = |option: &Expr| match &option.kind {
            ExprKind::Form { left, right } => {
                let kind = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.plain(left, right))?;
                Ok(tree::Expr { kind, span: option.span })
            }
            _ => self.expr(option),
        };
        options.iter().map(option).collect()
    }

    /// Adds a bracket, with or without a label, and the brackets in it to the group.
    fn bracket(&mut self, expr: &Expr) -> Result<usize> {
        let place = self.labels.add(expr.span);
        match &expr.kind {
            ExprKind::Labelled { label, body } => {
                let mark = self.labels.visible.len();
                self.name_bracket(label, place)?;
                self.fill(place, body)?;
                self.labels.forget(mark);
            }
            _ => self.fill(place, expr)?,
        }
        Ok(place)
    }

    /// Gives a bracket of the group a label.
    fn name_bracket(&mut self, label: &Name, bracket: usize) -> Result<()> {
        let group = self.labels.groups.len();
        if let Some(first) = self.labels.named(&label.text).find(|known| known.group == group) {
            return Err(Box::new(twice(label, &first.name)));
        }
        let level = self.scope.level();
        self.labels.show(BracketLabel { name: label.clone(), bracket, group, level });
        Ok(())
    }

    fn fill(&mut self, place: usize, form: &Expr) -> Result<()> {
        let ExprKind::Form { left, right } = &form.kind else { return Ok(()) };
        let mut sides = [Vec::new(), Vec::new()];
        for (options, side) in [left, right].into_iter().zip(&mut sides) {
            for option in options {
                let choice = || self.choice(option, place);
                side.push(stacker::maybe_grow(RED_ZONE, MORE_STACK, choice)?);
            }
        }
        self.labels.groups.last_mut().expect(IN_GROUP).brackets[place].options = sides;
        Ok(())
    }

    /// An option of the bracket `nearest`.
    fn choice(&mut self, option: &Expr, nearest: usize) -> Result<Choice> {
        match &option.kind {
            ExprKind::Pass => {
                self.labels.refer();
                Ok(Choice::Bracket(nearest))
            }
            ExprKind::Form { .. } | ExprKind::Labelled { .. } => {
                Ok(Choice::Bracket(self.bracket(option)?))
            }
            ExprKind::Where { body, definitions } if is_reference(body) => {
                let mark = self.define(definitions)?;
                let choice = self.choice(body, nearest)?;
                self.labels.forget(mark);
                Ok(choice)
            }
            ExprKind::Name(name) => match self.labels.find(name, &self.scope) {
                Some(label) if label.group == self.labels.groups.len() => {
                    let bracket = label.bracket;
                    self.labels.refer();
                    Ok(Choice::Bracket(bracket))
                }
                _ => Ok(Choice::Value(self.expr(option)?)),
            },
            _ => Ok(Choice::Value(self.expr(option)?)),
        }
    }

    /// Adds the brackets of a `where` to the group; returns the number of labels visible before.
    fn define(&mut self, definitions: &[(Name, Expr)]) -> Result<usize> {
        let mark = self.labels.visible.len();
        let mut places = Vec::with_capacity(definitions.len());
        for (label, form) in definitions {
            let place = self.labels.add(form.span);
            self.name_bracket(label, place)?;
            places.push(place);
        }
        for ((_, form), place) in definitions.iter().zip(places) {
            self.fill(place, form)?;
        }
        Ok(mark)
    }

    /// `body where { ... }`: in the body, labels are names of values.
    pub(super) fn where_block(
        &mut self,
        body: &Expr,
        definitions: &[(Name, Expr)],
    ) -> Result<Tree> {
        self.labels.groups.push(BracketGroup::default());
        let mark = self.define(definitions)?;
        let places: Vec<usize> =
            self.labels.hide(mark).into_iter().map(|label| label.bracket).collect();
        let group = self.labels.groups.pop().expect(IN_GROUP);
        let mark = self.scope.mark();
        let labels = definitions.iter().zip(places);
        let labels = labels.map(|((label, _), place)| (self.scope.bind(&label.text), place));
        let labels = labels.collect();
        let body = Box::new(self.expr(body)?);
        self.scope.forget(mark);
        Ok(Tree::Where { brackets: group.brackets, labels, body })
    }

    /// Returns an error when a name that needs a value is a label.
    pub(super) fn not_a_label(&self, name: &str, span: Span) -> Result<()> {
        match self.labels.find(name, &self.scope) {
            Some(label) => Err(Box::new(
                part_of_more(&format!("the label `{name}`"), span)
                    .label(label.name.span, "this bracket is meant"),
            )),
            None => Ok(()),
        }
    }

    /// Error of a `pass` that is not an option itself.
    pub(super) fn stray_pass(&self, span: Span) -> Box<Diagnostic> {
        if self.labels.groups.is_empty() && self.labels.plain == 0 {
            return Box::new(
                misplaced(span, "`pass`", "outside of a bracket")
                    .note("`pass` is the option of a bracket that leads back to the bracket")
                    .help("`<0|pass>` is the game over, in which Right may pass"),
            );
        }
        Box::new(part_of_more("`pass`", span))
    }
}

/// Whether a label, a bracket or a `where` around one.
fn is_reference(mut expr: &Expr) -> bool {
    loop {
        expr = match &expr.kind {
            ExprKind::Where { body, .. } => body,
            ExprKind::Form { .. } | ExprKind::Labelled { .. } | ExprKind::Name(_) => return true,
            _ => return false,
        };
    }
}

/// The brackets as forms, if none refers to another.
fn without_references(brackets: &mut [Option<Bracket>], place: usize) -> Tree {
    let Some(Bracket { options, span: whole }) = brackets[place].take() else {
        return Tree::Form { left: Vec::new(), right: Vec::new() };
    };
    let [left, right] = options.map(|side| {
        let option = |choice: Choice| match choice {
            Choice::Value(expr) => expr,
            Choice::Bracket(inner) => {
                let span = brackets[inner].as_ref().map_or(whole, |inner| inner.span);
                let kind = stacker::maybe_grow(RED_ZONE, MORE_STACK, || {
                    without_references(brackets, inner)
                });
                tree::Expr { kind, span }
            }
        };
        side.into_iter().map(option).collect::<Vec<_>>()
    });
    form(left, right)
}

/// A bracket with these options.
fn form(left: Vec<tree::Expr>, right: Vec<tree::Expr>) -> Tree {
    let [left, right] = [left, right].map(|side| all_summed(side, Within::Bracket));
    Tree::Form { left, right }
}

fn twice(label: &Name, first: &Name) -> Diagnostic {
    let message = format!("the label `{}` names two brackets", label.text);
    Diagnostic::error(Code::DuplicateName, message)
        .label(label.span, "again here")
        .label(first.span, "first here")
        .help("give one of them another name")
}

fn part_of_more(what: &str, span: Span) -> Diagnostic {
    let message = format!("{what} can only stand as an option by itself");
    Diagnostic::error(Code::Misplaced, message)
        .label(span, "part of something larger here")
        .note("it stands for a bracket that is not finished, and has no value yet")
        .help(
            "write the option as a bracket of its own, or bind the game and use it afterwards: \
               `G := <0|pass>`, then `<0|G + 1>`",
        )
}
