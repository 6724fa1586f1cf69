//! Rulesets.

use std::rc::Rc;

use super::scope::Scope;
use super::statement::{distinct, misplaced};
use super::{Resolver, Result, tree};
use crate::source::Span;
use crate::syntax::ast::{Alternative, Clause, Mover, ParamKind, Remark, RemarkKind, RulesetDecl};

/// What the place of the rightmost coin is called in `turn` clauses.
const PLACE: &str = "x";

impl Resolver<'_> {
    pub(super) fn ruleset(
        &mut self,
        decl: &RulesetDecl,
        doc: Option<Rc<str>>,
    ) -> Result<Rc<tree::Ruleset>> {
        distinct(decl.family.iter().chain(&decl.position).map(|param| &param.name))?;
        let position = position_kind(decl)?;
        for clause in &decl.clauses {
            check_mover(clause, &position)?;
        }
        let outside = self.scope.enter_fresh();
        let result = self.ruleset_body(decl, position, doc);
        let frame: Scope = std::mem::replace(&mut self.scope, outside);
        let mut ruleset = result?;
        ruleset.slots = frame.slots();
        Ok(Rc::new(ruleset))
    }

    /// Everything but the number of slots.
    fn ruleset_body(
        &mut self,
        decl: &RulesetDecl,
        position: tree::PositionKind,
        doc: Option<Rc<str>>,
    ) -> Result<tree::Ruleset> {
        let family = self.params(&decl.family)?;
        let params = match position {
            tree::PositionKind::Coins => {
                let mut place = decl.position.clone();
                place.iter_mut().for_each(|param| param.name.text = Rc::from(PLACE));
                let mut params = self.params(&place)?;
                let typed = decl.position.iter().map(|param| &param.name);
                params.iter_mut().zip(typed).for_each(|(param, name)| param.name = name.clone());
                params
            }
            _ => self.params(&decl.position)?,
        };
        let clauses =
            decl.clauses.iter().map(|clause| self.clause(clause)).collect::<Result<_>>()?;
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
            slots: 0,
            doc,
            span,
        };
        for remark in &decl.remarks {
            self.remark(remark, &mut ruleset)?;
        }
        Ok(ruleset)
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
        };
        if again {
            return Err(
                misplaced(remark.span, &format!("a second `{word}`"), "in a ruleset").into()
            );
        }
        Ok(())
    }

    fn clause(&mut self, clause: &Clause) -> Result<tree::Clause> {
        let alternatives =
            clause.alternatives.iter().map(|way| self.alternative(way)).collect::<Result<_>>()?;
        Ok(tree::Clause { mover: clause.mover, alternatives, span: clause.span })
    }

    fn alternative(&mut self, way: &Alternative) -> Result<tree::Alternative> {
        match way {
            Alternative::Rewrite(steps) => Ok(tree::Alternative::Rewrite(steps.clone())),
            Alternative::Options { parts, generators, span } => {
                let mark = self.scope.mark();
                let generators = self.generators(generators)?;
                let parts = self.exprs(parts)?;
                self.scope.forget(mark);
                Ok(tree::Alternative::Options { parts, generators, span: *span })
            }
        }
    }
}

/// `turn` is for coins, and coins only turn.
fn check_mover(clause: &Clause, position: &tree::PositionKind) -> Result<()> {
    let coins = matches!(position, tree::PositionKind::Coins);
    match (clause.mover, coins) {
        (Mover::Turn, false) => Err(misplaced(clause.span, "`turn`", "where there are no coins")
            .help("say what the position is: `(c: coins)`")
            .into()),
        (Mover::Either | Mover::Left | Mover::Right, true) => {
            Err(misplaced(clause.span, "this clause", "in a ruleset about coins")
                .help(
                    "say which coins are turned, the rightmost at x: `turn [x, y] for y in 0..x-1`",
                )
                .into())
        }
        _ => Ok(()),
    }
}

/// What the position parameters say a position is made of.
fn position_kind(decl: &RulesetDecl) -> Result<tree::PositionKind> {
    let alone = |param: &&crate::syntax::ast::Param| {
        matches!(param.kind, Some(ParamKind::Heap | ParamKind::Coins))
    };
    if let [param] = &decl.position[..] {
        return Ok(match &param.kind {
            None | Some(ParamKind::Code) => tree::PositionKind::Tuple,
            Some(ParamKind::Heap) => tree::PositionKind::Heap,
            Some(ParamKind::Strip(alphabet)) => tree::PositionKind::Strip(alphabet.clone()),
            Some(ParamKind::Grid(alphabet)) => tree::PositionKind::Grid(alphabet.clone()),
            Some(ParamKind::Graph { .. }) => tree::PositionKind::Graph,
            Some(ParamKind::Coins) => tree::PositionKind::Coins,
        });
    }
    match decl.position.iter().find(alone) {
        None => Ok(tree::PositionKind::Tuple),
        Some(param) => Err(beside(param.name.span)),
    }
}

fn beside(span: Span) -> Box<crate::diagnostic::Diagnostic> {
    misplaced(span, "a heap or a row of coins", "beside other parameters of the position")
        .help("parameters that stay the same go in a list of their own: `game Name(k)(n: heap)`")
        .into()
}
