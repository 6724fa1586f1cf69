//! Rulesets.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::goal::{Asked, Computed};
use super::resolver::{Resolver, Result};
use super::scope::Scope;
use super::statement::{distinct, misplaced};
use super::tree;
use crate::source::Span;
use crate::syntax::ast::{
    Alternative, Clause, Ending, Expr, ExprKind, Mover, Name, ParamKind, Remark, RemarkKind,
    RulesetDecl, Statement, StatementKind, Text,
};
use crate::syntax::{self, print};

/// Name of the place of the rightmost coin in `turn` clauses.
const PLACE: &str = "x";

/// Name of the board after the move in the condition of a rewrite rule.
pub(super) const AFTER: &str = "after";

impl Resolver<'_> {
    pub(super) fn ruleset(
        &mut self,
        decl: &Arc<RulesetDecl>,
        doc: Option<Arc<str>>,
    ) -> Result<Arc<tree::Ruleset>> {
        distinct(decl.family.iter().chain(&decl.position).map(|param| &param.name))?;
        let position = position_kind(decl)?;
        for clause in &decl.clauses {
            check_mover(clause, &position)?;
            check_pass(clause, decl)?;
        }
        check_ends(decl, &position)?;
        check_affine(decl)?;
        check_blocking(decl, &position)?;
        let outside = self.scope.enter_fresh();
        let result = self.ruleset_body(decl, position, doc);
        let frame: Scope = std::mem::replace(&mut self.scope, outside);
        let mut ruleset = result?;
        ruleset.slots = frame.slots();
        Ok(Arc::new(ruleset))
    }

    /// Resolves everything but the number of slots.
    fn ruleset_body(
        &mut self,
        decl: &Arc<RulesetDecl>,
        position: tree::PositionKind,
        doc: Option<Arc<str>>,
    ) -> Result<tree::Ruleset> {
        let (family, params) = self.all_params(decl, &position)?;
        self.board = match position {
            tree::PositionKind::Board(..) => about(&position, &params),
            _ => None,
        };
        let (clauses, turn) = self.clauses(decl, &position)?;
        let (name, span) = (decl.name.clone(), decl.name.span);
        let (parts, start, pictures) = (None, None, None);
        let mut ruleset = tree::Ruleset {
            name,
            family,
            position,
            params,
            clauses,
            parts,
            start,
            pictures,
            misere: false,
            goals: Vec::new(),
            slanted: false,
            score: None,
            blocking: None,
            checks: Vec::new(),
            turn,
            slots: 0,
            declared: decl.clone(),
            doc,
            span,
        };
        for remark in &decl.remarks {
            self.remark(remark, &mut ruleset)?;
        }
        Ok(ruleset)
    }

    /// The parameters of the family and of the position, which have the first slots in this order.
    fn all_params(
        &mut self,
        decl: &RulesetDecl,
        position: &tree::PositionKind,
    ) -> Result<(Vec<tree::Param>, Vec<tree::Param>)> {
        let mut place = decl.position.clone();
        if matches!(position, tree::PositionKind::Coins) {
            place.iter_mut().for_each(|param| param.name.text = Arc::from(PLACE));
        }
        self.bind_params(&decl.family)?;
        let mark = self.scope.mark();
        self.bind_params(&place)?;
        // Parameters of the family cannot depend on the position.
        let hidden = self.scope.hide(mark);
        let family = self.defaults(&decl.family)?;
        self.scope.show(hidden);
        let mut params = self.defaults(&place)?;
        let typed = decl.position.iter().map(|param| &param.name);
        params.iter_mut().zip(typed).for_each(|(param, name)| param.name = name.clone());
        Ok((family, params))
    }

    /// The moves, and whose turn it is.
    fn clauses(
        &mut self,
        decl: &RulesetDecl,
        position: &tree::PositionKind,
    ) -> Result<(Vec<tree::Clause>, Option<tree::Expr>)> {
        let (mut clauses, mut turn) = (Vec::new(), None);
        for clause in &decl.clauses {
            match whose_turn(clause, position)? {
                Some(_) if turn.is_some() => return Err(twice(clause.span, "turn")),
                Some(expr) => turn = Some(self.expr(expr)?),
                None => clauses.push(self.clause(clause)?),
            }
        }
        if players_move_alike(&decl.clauses) {
            clauses.retain(|clause| clause.mover != Mover::Right);
            clauses.iter_mut().for_each(|clause| clause.mover = Mover::Either);
        }
        Ok((clauses, turn))
    }

    fn remark(&mut self, remark: &Remark, ruleset: &mut tree::Ruleset) -> Result<()> {
        let (word, again) = match &remark.kind {
            RemarkKind::Parts(parts) => {
                let parts = self.alternative(parts)?;
                ("parts", ruleset.parts.replace(parts).is_some())
            }
            RemarkKind::Start(values) => {
                let values = self.exprs(values)?;
                ("start", ruleset.start.replace(values).is_some())
            }
            RemarkKind::Misere => ("play misere", std::mem::replace(&mut ruleset.misere, true)),
            RemarkKind::DrawAs(pictures) => {
                ("draw_as", ruleset.pictures.replace(pictures.clone()).is_some())
            }
            RemarkKind::Goal(ending, condition) => {
                let again = ruleset.goals.iter().any(|goal| goal.ending == *ending);
                self.goal_about = about(&ruleset.position, &ruleset.params);
                let asked = self.goal(*ending, condition);
                self.goal_about = None;
                ruleset.slanted |= std::mem::take(&mut self.slanted);
                let Asked { condition: asked, no_moves } = asked?;
                // Endless play is a draw anyway.
                if no_moves || asked.is_some() {
                    let (kind, span) = (tree::ExprKind::Bool(false), condition.span);
                    let condition = asked.unwrap_or(tree::Expr { kind, span });
                    ruleset.goals.push(tree::Goal { ending: *ending, condition, no_moves });
                }
                (goal_words(*ending), again)
            }
            RemarkKind::Score(score) => {
                let score = self.expr(score)?;
                ("score", ruleset.score.replace(score).is_some())
            }
            RemarkKind::Blocking(most) => {
                let is_constant = !names_params(most, &ruleset.params);
                let most = self.expr(most)?;
                let blocking = tree::Blocking { most, is_constant };
                ("blocking", ruleset.blocking.replace(blocking).is_some())
            }
            RemarkKind::Check(condition, message) => {
                let check = self.check_clause(condition, message.as_ref(), ruleset)?;
                ruleset.checks.push(check);
                ("check", false)
            }
        };
        if again { Err(twice(remark.span, word)) } else { Ok(()) }
    }

    fn check_clause(
        &mut self,
        condition: &Expr,
        message: Option<&Text>,
        ruleset: &tree::Ruleset,
    ) -> Result<tree::Check> {
        if matches!(ruleset.position, tree::PositionKind::Coins) {
            let place = "in a ruleset about coins";
            return Err(misplaced(condition.span, "`check`", place).into());
        }
        let of_position = names_params(condition, &ruleset.params);
        Ok(tree::Check {
            text: print::expr(condition),
            condition: self.expr(condition)?,
            message: message.map(|message| message.value.clone()),
            of_family: !of_position && !ruleset.family.is_empty(),
        })
    }

    fn clause(&mut self, clause: &Clause) -> Result<tree::Clause> {
        let alternatives =
            clause.alternatives.iter().map(|way| self.alternative(way)).collect::<Result<_>>()?;
        Ok(tree::Clause { mover: clause.mover, alternatives, span: clause.span })
    }

    fn alternative(&mut self, way: &Alternative) -> Result<tree::Alternative> {
        match way {
            Alternative::Rewrite { steps, gain, condition } => {
                let gain = gain.as_ref().map(|gain| self.expr(gain)).transpose()?;
                let condition = condition.as_ref().map(|condition| self.condition(condition));
                let condition = condition.transpose()?;
                Ok(tree::Alternative::Rewrite { steps: steps.clone(), gain, condition })
            }
            Alternative::Computed { steps, gain, generators, condition, span } => {
                let (gain, condition) = (gain.as_ref(), condition.as_ref());
                self.computed(&Computed { steps, gain, generators, condition, span: *span })
            }
            Alternative::Options { parts, gain, generators, span } => {
                let mark = self.scope.mark();
                let generators = self.generators(generators)?;
                let parts = self.exprs(parts)?;
                let gain = gain.as_ref().map(|gain| self.expr(gain)).transpose()?;
                self.scope.forget(mark);
                Ok(tree::Alternative::Options { parts, gain, generators, span: *span })
            }
        }
    }

    /// The condition of a rewrite rule.
    fn condition(&mut self, condition: &Expr) -> Result<tree::Condition> {
        let mark = self.scope.mark();
        let after = self.scope.bind(&Arc::from(AFTER));
        let truth = self.expr(condition);
        self.scope.forget(mark);
        Ok(tree::Condition { after, truth: truth? })
    }
}

/// Whether an expression names a parameter of the position.
fn names_params(expr: &Expr, params: &[tree::Param]) -> bool {
    let names = names_in(std::iter::once(expr));
    params.iter().any(|param| names.contains(&param.name.text))
}

/// The names in expressions.
pub(super) fn names_in<'e>(exprs: impl Iterator<Item = &'e Expr>) -> BTreeSet<Arc<str>> {
    let alone = |expr: &Expr| {
        let (kind, span) = (StatementKind::Expr(expr.clone()), expr.span);
        Statement { kind, doc: None, silent: false, span }
    };
    let statements: Vec<Statement> = exprs.map(alone).collect();
    syntax::names(&statements).into_iter().collect()
}

/// Returns the name of the board or graph that a goal is about.
fn about(position: &tree::PositionKind, params: &[tree::Param]) -> Option<Arc<str>> {
    use tree::PositionKind::{Board, Graph};
    let [param] = params else { return None };
    matches!(position, Board(..) | Graph).then(|| param.name.text.clone())
}

/// Returns the words for a goal, for the error that it stands twice.
fn goal_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Left => "left wins if",
        Ending::Right => "right wins if",
        Ending::Draw => "draw if",
    }
}

fn twice(span: Span, word: &str) -> Box<crate::diagnostic::Diagnostic> {
    let join = if word.ends_with("if") { "join the conditions with `or`" } else { "keep one" };
    misplaced(span, &format!("a second `{word}`"), "in a ruleset").help(join).into()
}

/// Returns the player of `turn E` in rulesets without coins.
fn whose_turn<'a>(clause: &'a Clause, position: &tree::PositionKind) -> Result<Option<&'a Expr>> {
    if clause.mover != Mover::Turn || matches!(position, tree::PositionKind::Coins) {
        return Ok(None);
    }
    match &clause.alternatives[..] {
        [Alternative::Options { parts, gain: None, generators, .. }] if generators.is_empty() => {
            match &parts[..] {
                // A list is never a player, but a set of coins.
                [player] if !matches!(player.kind, ExprKind::List(_)) => Ok(Some(player)),
                _ => Err(sets_turned(clause.span)),
            }
        }
        _ => Err(sets_turned(clause.span)),
    }
}

/// `turn [x] for all` where there are no coins.
fn sets_turned(span: Span) -> Box<crate::diagnostic::Diagnostic> {
    misplaced(span, "such a `turn`", "where there are no coins")
        .help("for coins write `(c: coins)`; `turn E` elsewhere says whose turn it is: `turn Left`")
        .into()
}

/// Goals, scores and misère play exclude each other; neither suits coins or positions in parts.
fn check_ends(decl: &RulesetDecl, position: &tree::PositionKind) -> Result<()> {
    let is_goal = |remark: &&Remark| matches!(remark.kind, RemarkKind::Goal(..));
    let is_score = |remark: &&Remark| matches!(remark.kind, RemarkKind::Score(_));
    let is_other =
        |remark: &&Remark| matches!(remark.kind, RemarkKind::Misere | RemarkKind::Parts(_));
    let coins = matches!(position, tree::PositionKind::Coins);
    let find = |test: &dyn Fn(&&Remark) -> bool| decl.remarks.iter().find(test);
    let (goal, score, other) = (find(&is_goal), find(&is_score), find(&is_other));
    let (wrong, place) = match (goal.or(score), goal, score, other) {
        (Some(end), _, _, _) if coins => (end, "in a ruleset about coins"),
        (_, Some(_), Some(score), _) => (score, "in a ruleset decided by a goal"),
        (_, Some(_), _, Some(other)) => (other, "in a ruleset decided by a goal"),
        (_, _, Some(_), Some(other)) => (other, "in a ruleset about points"),
        (_, Some(_), _, _) => return check_gains(decl, "in a ruleset decided by a goal"),
        _ => return Ok(()),
    };
    let what = match &wrong.kind {
        RemarkKind::Goal(ending, _) => format!("`{}`", goal_words(*ending)),
        RemarkKind::Score(_) => "`score`".to_owned(),
        RemarkKind::Misere => "`play misere`".to_owned(),
        _ => "`parts`".to_owned(),
    };
    Err(misplaced(wrong.span, &what, place).into())
}

/// Blocked options decide who makes the last move, in misère play too. Sums are refused, so positions have no parts.
fn check_blocking(decl: &RulesetDecl, position: &tree::PositionKind) -> Result<()> {
    let of =
        |test: &dyn Fn(&RemarkKind) -> bool| decl.remarks.iter().find(|remark| test(&remark.kind));
    let Some(blocking) = of(&|kind| matches!(kind, RemarkKind::Blocking(_))) else {
        return Ok(());
    };
    if matches!(position, tree::PositionKind::Coins) {
        let place = "in a ruleset about coins";
        return Err(misplaced(blocking.span, "`blocking`", place)
            .help("a row of coins is the sum of its heads only where nothing is forbidden")
            .into());
    }
    let place = "in a ruleset with `blocking`";
    let other = |kind: &RemarkKind| {
        matches!(kind, RemarkKind::Goal(..) | RemarkKind::Score(_) | RemarkKind::Parts(_))
    };
    if let Some(remark) = of(&other) {
        let what = match &remark.kind {
            RemarkKind::Goal(ending, _) => goal_words(*ending),
            RemarkKind::Score(_) => "score",
            _ => "parts",
        };
        return Err(misplaced(remark.span, &format!("`{what}`"), place)
            .help("who cannot move loses, or wins with `play misere`, and positions have no parts")
            .into());
    }
    if let Some(turn) = decl.clauses.iter().find(|clause| clause.mover == Mover::Turn) {
        return Err(misplaced(turn.span, "`turn`", place).into());
    }
    check_gains(decl, place)
}

/// Complimenting and entailing moves are made in normal play.
fn check_affine(decl: &RulesetDecl) -> Result<()> {
    if !decl.clauses.iter().any(|clause| clause.mover.is_affine()) {
        return Ok(());
    }
    let place = "beside complimenting and entailing moves";
    if let Some(clause) = decl.clauses.iter().find(|clause| clause.mover == Mover::Turn) {
        return Err(misplaced(clause.span, "`turn`", place).into());
    }
    let ends = |remark: &&Remark| {
        use RemarkKind::{Check, DrawAs, Start};
        !matches!(remark.kind, Start(_) | DrawAs(_) | Check(..))
    };
    if let Some(remark) = decl.remarks.iter().find(ends) {
        let what = match &remark.kind {
            RemarkKind::Goal(ending, _) => goal_words(*ending),
            RemarkKind::Score(_) => "score",
            RemarkKind::Blocking(_) => "blocking",
            RemarkKind::Misere => "play misere",
            _ => "parts",
        };
        return Err(misplaced(remark.span, &format!("`{what}`"), place)
            .help("who cannot move loses, and the parts of a position are given by its options")
            .into());
    }
    check_gains(decl, place)
}

/// Refuses gains where who wins is decided otherwise.
fn check_gains(decl: &RulesetDecl, place: &str) -> Result<()> {
    let mut ways = decl.clauses.iter().flat_map(|clause| &clause.alternatives);
    let gain = ways.find_map(|way| match way {
        Alternative::Rewrite { gain, .. }
        | Alternative::Computed { gain, .. }
        | Alternative::Options { gain, .. } => gain.as_ref(),
    });
    match gain {
        Some(gain) => Err(misplaced(gain.span, "`gain`", place).into()),
        None => Ok(()),
    }
}

/// `turn` lists sets for coins only, and coins only turn.
fn check_mover(clause: &Clause, position: &tree::PositionKind) -> Result<()> {
    let coins = matches!(position, tree::PositionKind::Coins);
    match (clause.mover, coins) {
        (mover, true) if mover != Mover::Turn => {
            Err(misplaced(clause.span, "this clause", "in a ruleset about coins")
                .help(
                    "say which coins are turned, the rightmost at x: `turn [x, y] for y in 0..x-1`",
                )
                .into())
        }
        _ => Ok(()),
    }
}

/// A move that changes nothing leads to the position itself; `pass` is for brackets.
fn check_pass(clause: &Clause, decl: &RulesetDecl) -> Result<()> {
    let parts = clause.alternatives.iter().filter_map(|way| match way {
        Alternative::Options { parts, .. } => Some(parts),
        _ => None,
    });
    let Some(pass) = parts.flatten().find(|part| matches!(part.kind, ExprKind::Pass)) else {
        return Ok(());
    };
    let names: Vec<&str> = decl.position.iter().map(|param| &*param.name.text).collect();
    let position = match names.as_slice() {
        [name] => (*name).to_owned(),
        names => format!("({})", names.join(", ")),
    };
    Err(misplaced(pass.span, "`pass`", "in a ruleset")
        .help(format!(
            "a move that changes nothing leads to the position itself: `move {position}`"
        ))
        .fix(format!("Write `{position}`"), pass.span, position)
        .into())
}

/// Returns what a position is made of, by its parameters.
fn position_kind(decl: &RulesetDecl) -> Result<tree::PositionKind> {
    let alone = |param: &&crate::syntax::ast::Param| {
        matches!(param.kind, Some(ParamKind::Heap | ParamKind::Coins))
    };
    if let [param] = &decl.position[..] {
        return Ok(match &param.kind {
            None | Some(ParamKind::Code) => tree::PositionKind::Tuple,
            Some(ParamKind::Heap) => tree::PositionKind::Heap,
            Some(ParamKind::Board(kind, symbols)) => {
                tree::PositionKind::Board(*kind, symbols.clone())
            }
            Some(ParamKind::Graph { .. }) => tree::PositionKind::Graph,
            Some(ParamKind::Coins) => tree::PositionKind::Coins,
        });
    }
    match decl.position.iter().find(alone) {
        None => Ok(tree::PositionKind::Tuple),
        Some(param) => Err(beside(decl, &param.name)),
    }
}

/// Says where parameters beside a heap stand, which may stay the same or be numbers of the position too.
fn beside(decl: &RulesetDecl, alone: &Name) -> Box<crate::diagnostic::Diagnostic> {
    let names = decl.position.iter().map(|param| &*param.name.text);
    let others: Vec<&str> = names.clone().filter(|name| *name != &*alone.text).collect();
    let (all, others) = (names.collect::<Vec<_>>().join(", "), others.join(", "));
    let (name, heap) = (&decl.name.text, &alone.text);
    misplaced(alone.span, "a heap or a row of coins", "beside other parameters of the position")
        .help(format!("parameters that stay the same have a list of their own: `game {name}({others})({heap}: heap)`"))
        .help(format!("parameters that a move changes have no kind: `game {name}({all})`, with moves to `({all})`"))
        .into()
}

/// Whether the clauses of Left and those of Right list the same ways to move, as they are written: then
/// both players move by one set of clauses.
fn players_move_alike(clauses: &[Clause]) -> bool {
    let ways = |mover| -> BTreeSet<String> {
        let own = clauses.iter().filter(|clause| clause.mover == mover);
        own.flat_map(|clause| clause.alternatives.iter().map(print::alternative)).collect()
    };
    let (left, right) = (ways(Mover::Left), ways(Mover::Right));
    let is_affine = clauses.iter().any(|clause| clause.mover.is_affine());
    !left.is_empty() && left == right && !is_affine
}
