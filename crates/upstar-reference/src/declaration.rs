//! What a declaration must be: its names are bound, its patterns can be read, and both players can move.
//!
//! The book: reference/rulesets.md and reference/functions.md. Names are looked up when they are used; here they only
//! have to exist. A name that is bound anywhere in the statement counts as bound in all of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use upstar_syntax::ast::{
    Alternative, BinaryOp, Body, Clause, CompareOp, Ending, Expr, ExprKind, Generator, Mover, Name,
    Param, ParamKind, REPEATED, RemarkKind, RulesetDecl, Statement, StatementKind, Turns, UnaryOp,
};
use upstar_syntax::visit::{Visitor, walk_expr};

use crate::board::Form;
use crate::expression::Machine;
use crate::graph::Graph;
use crate::rewrite::Rule;
use crate::value::{Home, Scope};
use crate::{Fault, Wrong};

/// Signs that mean something in patterns or boards, and so are no symbols.
const NO_SYMBOLS: &str = "^~$[]()|?\"'\\";

/// The names that a statement mentions, and those that it binds.
#[derive(Default)]
struct Mentions {
    used: BTreeSet<Arc<str>>,
    bound: BTreeSet<Arc<str>>,
}

impl<'t> Visitor<'t> for Mentions {
    fn name(&mut self, name: &'t Name) {
        self.bound.insert(Arc::clone(&name.text));
    }

    fn enter(&mut self, expr: &'t Expr) {
        match &expr.kind {
            ExprKind::Name(name) => {
                self.used.insert(Arc::clone(name));
            }
            ExprKind::Method { receiver, name, args } => {
                self.used.insert(Arc::clone(&name.text));
                self.expr(receiver);
                args.iter().for_each(|arg| self.expr(arg));
            }
            _ => walk_expr(self, expr),
        }
    }
}

impl Machine {
    /// Whether the functions and rulesets that statements declare mention only names that are bound, there or by the
    /// other statements.
    ///
    /// # Errors
    /// When a name is bound nowhere.
    pub fn verify_names(&self, statements: &[Statement]) -> Result<(), Fault> {
        let together = upstar_syntax::assigned(statements);
        let scope = Scope::global(Home::Program);
        for statement in statements {
            let (is_ruleset, repeats) = match &statement.kind {
                StatementKind::Function(decl) => {
                    verify_params(&decl.params)?;
                    verify_defaults(&decl.params)?;
                    (false, false)
                }
                StatementKind::Ruleset(decl) => (true, asks_for_repetition(decl)),
                _ => continue,
            };
            if let StatementKind::Function(decl) = &statement.kind
                && let Body::Block(body) = &decl.body
                && body.statements.iter().any(|inner| {
                    matches!(inner.kind, StatementKind::Use(_) | StatementKind::Ruleset(_))
                })
            {
                return Err(Fault::wrong(
                    Wrong::Syntax,
                    "`use` and `game` stand outside of functions",
                ));
            }
            let mut mentions = Mentions::default();
            mentions.statement(statement);
            let is_known = |name: &Arc<str>| {
                mentions.bound.contains(name)
                    || together.contains(name)
                    || self.known.borrow().contains(name)
                    || is_ruleset && matches!(&**name, "after" | "x")
                    || repeats && **name == *REPEATED
                    || !matches!(self.name(name, &scope), Err(Fault::Wrong { .. }))
            };
            if let Some(name) = mentions.used.iter().find(|name| !is_known(name)) {
                return Err(Fault::wrong(Wrong::Name, format!("nothing is called `{name}`")));
            }
        }
        Ok(())
    }

    /// Whether a declaration makes a ruleset.
    ///
    /// # Errors
    /// When it does not.
    pub fn verify(&self, decl: &RulesetDecl) -> Result<(), Fault> {
        let wrong = |message: String| Err(Fault::wrong(Wrong::Rules, message));
        decl.family.iter().chain(&decl.position).try_for_each(verify_alphabet)?;
        verify_params(&[decl.family.as_slice(), &decl.position].concat())?;
        verify_defaults(&decl.family)?;
        verify_defaults(&decl.position)?;
        verify_remarks(decl)?;
        verify_goals(decl, self.known.borrow().contains("full"))?;
        let serves = |is_left: bool| {
            move |clause: &Clause| clause.mover.is_for_left().is_none_or(|left| left == is_left)
        };
        for param in decl.family.iter().chain(&decl.position) {
            if let Some(ParamKind::Graph { edges, vertices, .. }) = &param.kind {
                let mut labels =
                    edges.iter().chain(vertices).flat_map(|labels| labels.value.chars());
                labels.try_for_each(Graph::verify_label)?;
            }
        }
        let is_coins = matches!(decl.position[..], [Param { kind: Some(ParamKind::Coins), .. }]);
        let moves = |clause: &&Clause| clause.mover != Mover::Turn || is_coins;
        let clauses: Vec<&Clause> = decl.clauses.iter().filter(moves).collect();
        for player in [true, false] {
            if !clauses.iter().copied().any(serves(player)) {
                return wrong(format!(
                    "`{}` does not say where both players can move",
                    decl.name.text
                ));
            }
        }
        for alternative in decl.clauses.iter().flat_map(|clause| &clause.alternatives) {
            let is_board =
                || matches!(decl.position[..], [Param { kind: Some(ParamKind::Board(..)), .. }]);
            if let Alternative::Computed { steps, gain, generators, condition, .. } = alternative {
                if !is_board() {
                    return wrong("a rewrite rule needs a board".to_owned());
                }
                let texts = steps.iter().flat_map(|step| [&step.pattern, &step.replacement]);
                verify_loops(generators, texts.chain(gain).chain(condition))?;
            }
            if let Alternative::Rewrite { steps, .. } = alternative {
                match decl.position.as_slice() {
                    [Param { kind: Some(ParamKind::Board(kind, symbols)), .. }] => {
                        _ = Rule::read(steps, &Form::of(*kind, symbols))?
                    }
                    _ => return wrong("a rewrite rule needs a board".to_owned()),
                }
            }
        }
        Ok(())
    }
}

/// The conditions of the goals of a ruleset, with whom they are for.
fn goals(decl: &RulesetDecl) -> impl Iterator<Item = (Ending, &Expr)> {
    decl.remarks.iter().filter_map(|remark| match &remark.kind {
        RemarkKind::Goal(ending, condition) => Some((*ending, condition)),
        _ => None,
    })
}

/// Whether an expression is the word for play that repeats.
fn is_repetition(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if **name == *REPEATED)
}

fn asks_for_repetition(decl: &RulesetDecl) -> bool {
    goals(decl).any(|(_, condition)| condition.alternatives().into_iter().any(is_repetition))
}

/// Patterns in goals need a board, `no moves` stands alone or after `or`, and nobody wins by repetition. Unless `full` is bound, a
/// goal about a board does not compare with it.
fn verify_goals(decl: &RulesetDecl, is_bound: bool) -> Result<(), Fault> {
    let mut params = decl.family.iter().chain(&decl.position);
    let is_bound = is_bound || params.any(|param| &*param.name.text == "full");
    let board = match &decl.position[..] {
        [Param { kind: Some(ParamKind::Board(kind, symbols)), .. }] => {
            Some(Form::of(*kind, symbols))
        }
        _ => None,
    };
    for (ending, condition) in goals(decl) {
        for alternative in condition.alternatives() {
            match alternative.kind {
                ExprKind::NoMoves => {}
                _ if is_repetition(alternative) && ending == Ending::Draw => {}
                _ if is_repetition(alternative) => {
                    return Err(Fault::wrong(Wrong::Rules, "nobody wins by repetition"));
                }
                _ => {
                    verify_goal(alternative, board.as_ref())?;
                    if board.is_some() && !is_bound && compares_with_full(alternative) {
                        return Err(Fault::wrong(Wrong::Rules, "`is` compares values"));
                    }
                }
            }
        }
    }
    Ok(())
}

/// Whether `is full` is asked, alone or in `and`, `or` and `not`.
fn compares_with_full(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => compares_with_full(inner),
        ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right, .. } => {
            compares_with_full(left) || compares_with_full(right)
        }
        ExprKind::Compare { rest, .. } => match &rest[..] {
            [(CompareOp::Is, _, Expr { kind: ExprKind::Name(name), .. })] => &**name == "full",
            _ => false,
        },
        _ => false,
    }
}

fn verify_goal(expr: &Expr, board: Option<&Form>) -> Result<(), Fault> {
    let wrong = |message: &str| Err(Fault::wrong(Wrong::Rules, message));
    match &expr.kind {
        ExprKind::NoMoves => wrong("`no moves` stands alone, or after `or`"),
        ExprKind::Unary(UnaryOp::Not, inner) => verify_goal(inner, board),
        ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right, .. } => {
            verify_goal(left, board)?;
            verify_goal(right, board)
        }
        ExprKind::Turned { pattern, .. } if matches!(pattern.kind, ExprKind::Turned { .. }) => {
            wrong("a pattern has directions twice")
        }
        ExprKind::Turned { pattern, turns } => verify_typed(pattern, *turns, board),
        _ if expr.is_written_text() => verify_typed(expr, Turns::None, board),
        _ => Ok(()),
    }
}

/// A pattern in a goal is about a board, and if it is typed as one text, can be read.
fn verify_typed(pattern: &Expr, turns: Turns, board: Option<&Form>) -> Result<(), Fault> {
    match (board, &pattern.kind) {
        (None, _) => Err(Fault::wrong(Wrong::Rules, "a pattern needs a board")),
        (Some(form), ExprKind::Text(text)) => Rule::verify_pattern(text, turns, form).map(drop),
        (Some(_), _) => Ok(()),
    }
}

/// Each loop of a rewrite rule with computed texts binds a name that the rule mentions.
fn verify_loops<'e>(
    generators: &'e [Generator],
    exprs: impl Iterator<Item = &'e Expr>,
) -> Result<(), Fault> {
    let sources = generators.iter().filter_map(|generator| match generator {
        Generator::For { source, .. } | Generator::Let { value: source, .. } => Some(source),
        Generator::If(_) => None,
    });
    let mut mentions = Mentions::default();
    exprs.chain(sources).for_each(|expr| mentions.expr(expr));
    for generator in generators {
        if let Generator::For { pattern, .. } = generator {
            let mut binds = Mentions::default();
            binds.pattern(pattern);
            if binds.bound.is_disjoint(&mentions.used) {
                return Err(Fault::wrong(Wrong::Rules, "a loop that the rule does not use"));
            }
        }
    }
    Ok(())
}

/// Parameters have different names.
///
/// # Errors
/// When they do not.
pub fn verify_params(params: &[Param]) -> Result<(), Fault> {
    let names: BTreeSet<&str> = params.iter().map(|param| &*param.name.text).collect();
    if names.len() < params.len() {
        return Err(Fault::wrong(Wrong::Name, "two parameters of one name"));
    }
    Ok(())
}

/// Defaults come last.
fn verify_defaults(params: &[Param]) -> Result<(), Fault> {
    let with_default = params.iter().skip_while(|param| param.default.is_none());
    match with_default.skip(1).any(|param| param.default.is_none()) {
        true => Err(Fault::wrong(
            Wrong::Rules,
            "a parameter without a default after one with a default",
        )),
        false => Ok(()),
    }
}

/// Every remark but `check` stands once; goals stand beside no points, misère play or parts, and
/// blocking beside none of these but misère play; a heap or a row of coins is the only
/// parameter of a position; and coins are turned.
fn verify_remarks(decl: &RulesetDecl) -> Result<(), Fault> {
    let wrong = |message: &str| Err(Fault::wrong(Wrong::Rules, message));
    let kind = |kind: &RemarkKind| match kind {
        RemarkKind::Parts(_) => Some("parts"),
        RemarkKind::Start(_) => Some("start"),
        RemarkKind::DrawAs(_) => Some("draw_as"),
        RemarkKind::Misere => Some("misere"),
        RemarkKind::Goal(Ending::Left, _) => Some("left wins"),
        RemarkKind::Goal(Ending::Right, _) => Some("right wins"),
        RemarkKind::Goal(Ending::Draw, _) => Some("draw"),
        RemarkKind::Score(_) => Some("score"),
        RemarkKind::Blocking(_) => Some("blocking"),
        // There may be several conditions.
        RemarkKind::Check(..) => None,
    };
    let kinds: Vec<&str> = decl.remarks.iter().filter_map(|remark| kind(&remark.kind)).collect();
    let distinct: BTreeSet<&str> = kinds.iter().copied().collect();
    if distinct.len() < kinds.len() {
        return wrong("a remark that stands twice");
    }
    let has = |names: &[&str]| names.iter().any(|name| distinct.contains(name));
    if has(&["left wins", "right wins", "draw"]) && has(&["score", "misere", "parts"]) {
        return wrong("goals beside points, misère play or parts");
    }
    if has(&["blocking"])
        && (!may_block(decl) || has(&["left wins", "right wins", "draw", "score", "parts"]))
    {
        return wrong("blocking beside coins, goals, points, parts or entailing moves");
    }
    if decl.clauses.iter().any(|clause| clause.mover.is_affine())
        && (!kinds.iter().all(|kind| matches!(*kind, "start" | "draw_as"))
            || decl.clauses.iter().any(|clause| clause.mover == Mover::Turn || gains(clause)))
    {
        return wrong("goals, points, parts or turns beside entailing moves");
    }
    let alone = |param: &Param| {
        matches!(param.kind, Some(ParamKind::Heap | ParamKind::Coins | ParamKind::Code))
    };
    if decl.position.len() > 1 && decl.position.iter().any(alone) {
        return wrong("a heap or a row of coins beside other parameters");
    }
    let turns: Vec<&Clause> =
        decl.clauses.iter().filter(|clause| clause.mover == Mover::Turn).collect();
    if matches!(decl.position[..], [Param { kind: Some(ParamKind::Coins), .. }]) {
        return if turns.len() < decl.clauses.len() { wrong("coins are turned") } else { Ok(()) };
    }
    let says_whose = |clause: &Clause| match clause.alternatives.as_slice() {
        [Alternative::Options { parts, generators, .. }] => {
            parts.len() == 1 && generators.is_empty()
        }
        _ => false,
    };
    match turns.as_slice() {
        [] => Ok(()),
        [turn] if says_whose(turn) => Ok(()),
        _ => wrong("`turn` says once whose turn it is"),
    }
}

/// Whether the moves of a clause bring points.
fn gains(clause: &Clause) -> bool {
    clause.alternatives.iter().any(|way| match way {
        Alternative::Rewrite { gain, .. }
        | Alternative::Computed { gain, .. }
        | Alternative::Options { gain, .. } => gain.is_some(),
    })
}

/// Whether moves lead to options and do nothing else, and no coins are turned.
fn may_block(decl: &RulesetDecl) -> bool {
    let is_other =
        |clause: &Clause| clause.mover.is_affine() || clause.mover == Mover::Turn || gains(clause);
    !matches!(decl.position[..], [Param { kind: Some(ParamKind::Coins), .. }])
        && !decl.clauses.iter().any(is_other)
}

/// An alphabet of cells, edges or vertices has at least one symbol, each once.
fn verify_alphabet(param: &Param) -> Result<(), Fault> {
    let alphabets = match &param.kind {
        Some(ParamKind::Board(_, cells)) => vec![cells],
        Some(ParamKind::Graph { edges, vertices, .. }) => edges.iter().chain(vertices).collect(),
        _ => Vec::new(),
    };
    for text in alphabets.into_iter().map(|symbols| &symbols.value) {
        let distinct: BTreeSet<char> = text.chars().collect();
        let is_symbol = |sign: &char| !sign.is_whitespace() && !NO_SYMBOLS.contains(*sign);
        if text.is_empty()
            || distinct.len() < text.chars().count()
            || !distinct.iter().all(is_symbol)
        {
            return Err(Fault::wrong(Wrong::Rules, format!("\"{text}\" is no alphabet")));
        }
    }
    Ok(())
}

/// Whether an expression mentions a name.
pub fn mentions(expr: &Expr, name: &str) -> bool {
    let statement = Statement {
        kind: StatementKind::Expr(expr.clone()),
        doc: None,
        silent: false,
        span: expr.span,
    };
    upstar_syntax::names(&[statement]).iter().any(|mentioned| &**mentioned == name)
}
