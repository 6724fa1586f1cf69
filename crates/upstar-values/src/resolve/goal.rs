//! Goals, and rewrite rules whose texts are computed.
//!
//! A pattern in a goal becomes a call of the function that looks for it on the board of the position, and a rule whose
//! texts are computed a loop through the boards to which it leads. So what follows knows functions only.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::resolver::{Resolver, Result};
use super::ruleset::AFTER;
use super::statement::misplaced;
use super::tree;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{
    BinaryOp, CompareOp, Ending, Expr, ExprKind, Generator, Pattern, REPEATED, Rewrite, Turns,
    UnaryOp,
};

/// The function that looks for a pattern on a board.
const SHOWS: &str = "shows";

/// The function that makes the boards of a rewrite rule.
const REWRITTEN: &str = "rewritten";

/// The function that asks whether no cell is empty, which a goal calls by its name alone.
const FULL: &str = "full";

/// What a goal asks.
pub(super) struct Asked {
    /// The condition; `None` if it asks for `no moves` or for play that repeats alone.
    pub(super) condition: Option<tree::Expr>,
    /// Whether the player to move has no moves.
    pub(super) no_moves: bool,
}

/// A rewrite rule whose texts are computed.
pub(super) struct Computed<'t> {
    pub(super) steps: &'t [Rewrite<Expr>],
    pub(super) gain: Option<&'t Expr>,
    pub(super) generators: &'t [Generator],
    pub(super) condition: Option<&'t Expr>,
    pub(super) span: Span,
}

/// The names and the arrow of `n -> n - 1`, where a move is written as a change of the numbers of the position.
fn before_option(steps: &[Rewrite<Expr>]) -> Option<Span> {
    let [Rewrite { pattern, replacement, .. }] = steps else { return None };
    let is_named = match &pattern.kind {
        ExprKind::Name(_) => true,
        ExprKind::Tuple(items) => items.iter().all(|item| matches!(item.kind, ExprKind::Name(_))),
        _ => false,
    };
    is_named.then_some(Span { end: replacement.span.start, ..pattern.span })
}

impl Resolver<'_> {
    /// The condition of a goal, without `no moves` and `repeated`.
    pub(super) fn goal(&mut self, ending: Ending, condition: &Expr) -> Result<Asked> {
        let (mut asked, mut others) = (Asked { condition: None, no_moves: false }, Vec::new());
        let alternatives = condition.alternatives();
        for alternative in &alternatives {
            match &alternative.kind {
                ExprKind::NoMoves => asked.no_moves = true,
                ExprKind::Name(name) if &**name == REPEATED && !self.is_bound(name) => {
                    if ending != Ending::Draw {
                        return Err(no_win_by_repetition(alternative.span));
                    }
                }
                _ => others.push(*alternative),
            }
        }
        if others.len() == alternatives.len() {
            asked.condition = Some(self.asked(condition)?);
            return Ok(asked);
        }
        for other in others {
            let right = self.asked(other)?;
            asked.condition = Some(match asked.condition.take() {
                None => right,
                Some(left) => {
                    let (span, op_span) = (left.span.to(right.span), right.span);
                    let (op, left, right) = (BinaryOp::Or, Box::new(left), Box::new(right));
                    tree::Expr { kind: tree::ExprKind::Binary { op, op_span, left, right }, span }
                }
            });
        }
        Ok(asked)
    }

    fn is_bound(&mut self, name: &str) -> bool {
        self.scope.find(name).is_some()
            || self.names.global(name).is_some()
            || self.names.builtin(name).is_some()
    }

    /// A truth value in a goal: texts are patterns.
    fn asked(&mut self, expr: &Expr) -> Result<tree::Expr> {
        let span = expr.span;
        let kind = match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => {
                tree::ExprKind::Unary(UnaryOp::Not, Box::new(self.asked(inner)?))
            }
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), op_span, left, right } => {
                let (left, right) = (Box::new(self.asked(left)?), Box::new(self.asked(right)?));
                tree::ExprKind::Binary { op: *op, op_span: *op_span, left, right }
            }
            ExprKind::Name(name) if &**name == FULL && self.goal_about.is_some() => {
                let kind = self.name(name, span, None)?;
                match kind {
                    tree::ExprKind::Builtin(_) => self.of_board(kind, Vec::new(), span)?,
                    bound => bound,
                }
            }
            ExprKind::Turned { .. } => return self.expr(expr),
            ExprKind::Compare { rest, .. } if self.is_said_of_board(rest) => {
                return Err(misplaced(
                    span,
                    "`is`",
                    "compares values, and a goal about the board needs none",
                )
                .help("write `full`, as in `draw if full`; of another board: `full(board)`")
                .into());
            }
            _ if expr.is_written_text() => self.shown(expr, Turns::None, span)?,
            _ => return self.expr(expr),
        };
        Ok(tree::Expr { kind, span })
    }

    /// `board is full`
    fn is_said_of_board(&mut self, rest: &[(CompareOp, Span, Expr)]) -> bool {
        let [(CompareOp::Is, _, Expr { kind: ExprKind::Name(name), .. })] = rest else {
            return false;
        };
        let has_board = self.goal_about.is_some() && self.board.is_some();
        has_board
            && &**name == FULL
            && self.scope.find(name).is_none()
            && self.names.global(name).is_none()
    }

    /// `"xo" any direction` in a goal about a board.
    pub(super) fn turned(
        &mut self,
        pattern: &Expr,
        turns: Turns,
        span: Span,
    ) -> Result<tree::ExprKind> {
        if let ExprKind::Turned { .. } = pattern.kind {
            return Err(misplaced(span, "a pattern", "has directions twice")
                .help("keep one: `\"xo\" any direction`")
                .into());
        }
        self.slanted |= turns == Turns::Hexagonally && self.goal_about.is_some();
        self.shown(pattern, turns, span)
    }

    fn shown(&mut self, pattern: &Expr, turns: Turns, span: Span) -> Result<tree::ExprKind> {
        if self.goal_about.is_none() || self.board.is_none() {
            let what = "a pattern that the board shows";
            return Err(misplaced(span, what, "outside of a goal about one board")
                .help("ask a board: `shows(b, \"xo\")`, or `shows(b, \"xo\", \"any direction\")`")
                .help("a rewrite rule says what the pattern becomes: `\"x.\" -> \".x\" any direction`")
                .into());
        }
        let mut args = vec![self.expr(pattern)?];
        if turns != Turns::None {
            args.push(text(turns.words(), span));
        }
        let callee = self.of_language(SHOWS, span)?;
        self.of_board(callee, args, span)
    }

    /// The function of the language with this name, whatever the name is bound to.
    fn of_language(&self, name: &str, span: Span) -> Result<tree::ExprKind> {
        match self.names.builtin(name) {
            Some(place) => Ok(tree::ExprKind::Builtin(place)),
            None => Err(Box::new(
                Diagnostic::error(Code::UnknownName, format!("there is no function `{name}` here"))
                    .label(span, "needed here"),
            )),
        }
    }

    /// A call with the board of the position before the other arguments.
    fn of_board(
        &mut self,
        callee: tree::ExprKind,
        args: Vec<tree::Expr>,
        span: Span,
    ) -> Result<tree::ExprKind> {
        let board = self.goal_about.clone().unwrap_or_else(|| Arc::from("b"));
        let board = tree::Expr { kind: self.name(&board, span, None)?, span };
        let args: Vec<tree::Expr> = std::iter::once(board).chain(args).collect();
        let callee = Box::new(tree::Expr { kind: callee, span });
        Ok(tree::ExprKind::Call { callee, args: args.into() })
    }

    /// `"X" + "." * k -> "." * k + "X" for k in 1..n`, as a loop through the boards to which the rule leads.
    pub(super) fn computed(&mut self, rule: &Computed<'_>) -> Result<tree::Alternative> {
        let Computed { steps, gain, generators, condition, span } = *rule;
        let Some(board) = self.board.clone() else {
            if let Some(arrow) = before_option(steps) {
                let message = "a move leads to an option: no arrow stands before it";
                return Err(Diagnostic::error(Code::Misplaced, message)
                    .label(arrow, "not needed here")
                    .help("write the option alone: `move n - 1`")
                    .fix("Write the option alone", arrow, "")
                    .into());
            }
            return Err(misplaced(span, "a rewrite rule", "where positions are not one board")
                .help("a board is declared so: `game Name(b: grid of \".xo\") { ... }`")
                .into());
        };
        if let Some(idle) = unused(rule) {
            return Err(misplaced(
                idle,
                "a `for` that the rule does not use",
                "after a rewrite rule",
            )
            .help(
                "the rule applies wherever its pattern fits; or list the moves: \
                     `move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\"`",
            )
            .into());
        }
        let mark = self.scope.mark();
        let mut generators = self.generators(generators)?;
        let mut args = vec![tree::Expr { kind: self.name(&board, span, None)?, span }];
        for step in steps {
            args.extend([self.expr(&step.pattern)?, self.expr(&step.replacement)?]);
            args.push(text(&step.words(), span));
        }
        let gain = gain.map(|gain| self.expr(gain)).transpose()?;
        let callee = Box::new(tree::Expr { kind: self.of_language(REWRITTEN, span)?, span });
        let source = tree::Expr { kind: tree::ExprKind::Call { callee, args: args.into() }, span };
        let after: Arc<str> = Arc::from(AFTER);
        let slot = self.scope.bind(&after);
        generators.push(tree::Generator::For { target: tree::Target::Slot(slot), source });
        if let Some(condition) = condition {
            generators.push(tree::Generator::If(self.expr(condition)?));
        }
        let parts = vec![tree::Expr { kind: tree::ExprKind::Slot(slot, after), span }];
        self.scope.forget(mark);
        Ok(tree::Alternative::Options { parts, gain, generators, span })
    }
}

/// A text that nobody has typed.
fn text(text: &str, span: Span) -> tree::Expr {
    tree::Expr { kind: tree::ExprKind::Text(Arc::from(text)), span }
}

/// The place of a `for` whose variables the rest of the rule does not name.
fn unused(rule: &Computed<'_>) -> Option<Span> {
    let texts = rule.steps.iter().flat_map(|step| [&step.pattern, &step.replacement]);
    let sources = rule.generators.iter().filter_map(|generator| match generator {
        Generator::For { source, .. } | Generator::Let { value: source, .. } => Some(source),
        Generator::If(_) => None,
    });
    let exprs = texts.chain(rule.gain).chain(rule.condition).chain(sources);
    let named = super::ruleset::names_in(exprs);
    rule.generators.iter().find_map(|generator| match generator {
        Generator::For { pattern, source } if !binds(pattern, &named) => Some(source.span),
        _ => None,
    })
}

/// Whether a pattern binds one of these names.
fn binds(pattern: &Pattern, named: &BTreeSet<Arc<str>>) -> bool {
    match pattern {
        Pattern::Name(name) => named.contains(&name.text),
        Pattern::Tuple(inner, _) => inner.iter().any(|pattern| binds(pattern, named)),
    }
}

fn no_win_by_repetition(span: Span) -> Box<Diagnostic> {
    misplaced(span, "play that repeats", "wins for nobody")
        .help("endless play is a draw, and `draw if repeated` says so")
        .into()
}
