//! Why the rules of a position are evaluated: what is in the way of a faster engine.
//!
//! Knows: what engines need, and what can be written instead. Must not know: how engines work.

use upstar_core::board::Board;

use crate::analysis::ground::Obstacle;
use crate::analysis::{goals, opaque};
use crate::builtins::{self, Intrinsic};
use crate::eval::environment::Environment;
use crate::eval::environment::meaning::mentions;
use crate::resolve::tree::{Expr, ExprKind, PositionKind};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::print;
use crate::syntax::visit::{Visitor, walk_expr};
use crate::value::how::Evaluated;
use crate::value::{Position, Ruleset, Value};

impl Environment<'_> {
    /// Why the rules of a position are evaluated, as far as that is certain.
    pub(super) fn reasons(&self, position: &Position) -> Vec<Evaluated> {
        let ruleset = &position.ruleset;
        if self.is_plain(ruleset) {
            return vec![Evaluated::because(
                "a faster engine and the rules have disagreed (G0703), so the rules alone are asked",
            )];
        }
        let affine = ruleset.tree.clauses.iter().find(|clause| clause.mover.is_affine());
        if let Some(clause) = affine {
            let why = "complimenting and entailing moves are evaluated";
            return vec![Evaluated::because(why).at(clause.span)];
        }
        if let Some(blocking) = ruleset.tree.blocking.as_ref().filter(|one| !one.is_constant) {
            let why = "how many options are forbidden depends on the position";
            return vec![Evaluated::because(why).at(blocking.most.span)];
        }
        if ruleset.is_blocking() && !self.is_of_integers(ruleset) {
            let why = "where options are forbidden, only integers and lists of them have a table";
            return vec![Evaluated::because(why)];
        }
        let in_the_way = self.obstacle_to_cells(ruleset);
        if let Some(reason) = in_the_way.and_then(|obstacle| self.of_obstacle(ruleset, obstacle)) {
            return vec![reason];
        }
        if ruleset.is_decided_by_goal() {
            return self.of_goals(position).into_iter().collect();
        }
        if let [Value::Board(cells)] = position.arguments()
            && !ruleset.is_about_points()
        {
            return self.of_board(ruleset, &cells.board).into_iter().collect();
        }
        let mut reasons: Vec<Evaluated> = self.of_shape(position).into_iter().collect();
        reasons.extend(self.opaque(ruleset));
        reasons
    }

    /// The first expression that no reader of integers and lists takes.
    fn opaque(&self, ruleset: &Ruleset) -> Option<Evaluated> {
        let expr = opaque::first(&self.normal(ruleset).tree)?;
        Some(self.of_expr(ruleset, expr))
    }

    /// The first call of a builtin that no reader at all takes: it is named before calls that another reader takes, such as
    /// those of `group`.
    fn unread_call(&self, ruleset: &Ruleset) -> Option<&Expr> {
        opaque::first(&self.normal(ruleset).tree).filter(|expr| match &expr.kind {
            ExprKind::Call { callee, .. } => match callee.kind {
                ExprKind::Builtin(place) => builtins::row(place).intrinsic.is_none(),
                _ => false,
            },
            _ => false,
        })
    }

    /// What about the clauses and the position itself is in the way.
    fn of_shape(&self, position: &Position) -> Option<Evaluated> {
        let (ruleset, arguments) = (&position.ruleset, position.arguments());
        let tree = &ruleset.tree;
        match tree.position {
            PositionKind::Graph => {
                return Some(Evaluated::because("moves on small graphs are evaluated"));
            }
            PositionKind::Heap | PositionKind::Coins | PositionKind::Tuple => {}
            PositionKind::Board(..) => return None,
        }
        let several = tree.params.len() > 1;
        let mut with_names = tree.params.iter().zip(arguments);
        let other = with_names.find(|(_, value)| !self.is_read(ruleset, value));
        if let Some((param, value)) = other {
            let beside = if several { "one of several arguments, " } else { "" };
            let why = format!("it is {beside}{}", value.kind());
            let mut reason = Evaluated::because(why);
            (reason.span, reason.typed) =
                (Some(param.name.span), Some(param.name.text.to_string()));
            return Some(reason.rather(match ruleset.is_about_points() {
                true => "integers, players, and lists and sets of integers are read",
                false => "integers and lists of integers, all from 0 on, are read",
            }));
        }
        if tree.parts.is_some() {
            return Some(Evaluated::because("stated parts of integers are evaluated"));
        }
        let different = tree
            .clauses
            .iter()
            .find(|clause| !matches!(clause.mover, ast::Mover::Either | ast::Mover::Turn));
        match different.filter(|_| !ruleset.is_about_points()) {
            Some(clause) => {
                let why = "tables of nimbers are for rulesets in which all moves are those of both players";
                Some(Evaluated::because(why).at(clause.span))
            }
            None => None,
        }
    }

    /// Whether compiled rules take such an argument.
    fn is_read(&self, ruleset: &Ruleset, value: &Value) -> bool {
        let is_about_points = ruleset.is_about_points();
        let is_integer = |value: &Value| match value {
            Value::Number(number) => number.to_i64().is_some_and(|n| is_about_points || n >= 0),
            _ => false,
        };
        match value {
            Value::List(items) => items.items().iter().all(is_integer),
            Value::Player(_) | Value::Board(_) => is_about_points,
            // Heaps may be larger than a machine word.
            Value::Number(_) if ruleset.is_of_heaps() => true,
            value => is_integer(value),
        }
    }

    /// What is in the way of a search for goals on bits.
    fn of_goals(&self, position: &Position) -> Option<Evaluated> {
        let ruleset = &position.ruleset;
        let [Value::Board(cells)] = position.arguments() else {
            let why = "goals are searched for on bits where a position is a board and nothing else";
            return Some(Evaluated::because(why));
        };
        if cells.board.symbols().len() < self.world.least_bits as usize {
            let why = "boards of so few cells are evaluated where goals decide";
            return Some(Evaluated::because(why));
        }
        let normal = self.normal(ruleset);
        if let Some(goal) = goals::unread(normal, (&cells.alphabet, cells.shape)) {
            let reason = Evaluated {
                span: Some(goal.span),
                typed: self.typed(ruleset, goal.span),
                ..Evaluated::because("this goal is evaluated")
            };
            return Some(reason.rather(
                "patterns, `connects`, `hex_connects` and `line`, with `and`, `or` and `not`, are read",
            ));
        }
        self.of_board(ruleset, &cells.board)
    }

    /// What is in the way of rewrite rules on boards of a size.
    fn of_board(&self, ruleset: &Ruleset, board: &Board) -> Option<Evaluated> {
        if self.world.rules.compiled(ruleset).is_of_rewrites() {
            let why = "a rule that repeats a step fits into this board in too many ways";
            return (!ruleset.is_decided_by_goal()).then(|| Evaluated::because(why));
        }
        self.of_obstacle(ruleset, self.rules_on(ruleset, board)?.err()?)
    }

    fn of_obstacle(&self, ruleset: &Ruleset, obstacle: Obstacle) -> Option<Evaluated> {
        Some(match obstacle {
            Obstacle::Clauses => {
                Evaluated::because("moves by expressions are read only where no `parts` are stated")
            }
            Obstacle::Closed => Evaluated::because(
                "on a board that comes back to its beginning, moves are read as those of cells",
            ),
            Obstacle::Size => {
                let why = "moves by expressions are evaluated on boards of more than 128 cells";
                let instead =
                    "rewrite rules, such as `\"..\" -> \"##\"`, are for boards of any size";
                Evaluated::because(why).rather(instead)
            }
            Obstacle::Work => match self.opaque(ruleset) {
                Some(reason) => reason,
                None => Evaluated::because("what the moves do here is too much to list").rather(
                    "moves that change numbers in a list, strip or ring by sums, differences and \
                     conditions have a table",
                ),
            },
            Obstacle::Sum(span) => {
                Evaluated::because("a move that leads to a sum is evaluated").at(span)
            }
            Obstacle::Placements => Evaluated::because(
                "the moves are read, and make no short list of rewrite rules on boards of this size",
            ),
            Obstacle::Other => return None,
            Obstacle::Expression(expr) => {
                self.of_expr(ruleset, self.unread_call(ruleset).unwrap_or(&expr))
            }
        })
    }

    /// An expression that must be evaluated.
    fn of_expr(&self, ruleset: &Ruleset, expr: &Expr) -> Evaluated {
        let reason = self.of_kind(&expr.kind);
        Evaluated { span: Some(expr.span), typed: self.typed(ruleset, expr.span), ..reason }
    }

    fn of_kind(&self, kind: &ExprKind) -> Evaluated {
        match kind {
            ExprKind::Call { callee, .. } => self.of_call(callee),
            ExprKind::Map(_) => Evaluated::because("this map is evaluated")
                .rather("a list that is indexed by numbers is read"),
            ExprKind::Index { .. } => Evaluated::because("the element at this index is evaluated"),
            ExprKind::Lambda(_) => Evaluated::because("this function is evaluated"),
            ExprKind::Number(_) => Evaluated::because("only whole numbers are read"),
            ExprKind::Game(_)
            | ExprKind::Nimber(_)
            | ExprKind::Form { .. }
            | ExprKind::Switch(_)
            | ExprKind::Impartial(_)
            | ExprKind::Loopy(..)
            | ExprKind::LoopyBracket { .. } => Evaluated::because("games are evaluated"),
            _ => Evaluated::because("this is evaluated"),
        }
    }

    fn of_call(&self, callee: &Expr) -> Evaluated {
        match &callee.kind {
            ExprKind::Builtin(place) => {
                let row = builtins::row(*place);
                match row.intrinsic {
                    None | Some(Intrinsic::Sort) => {
                        Evaluated::because(format!("`{}` is evaluated", row.name))
                    }
                    Some(_) => {
                        Evaluated::because(format!("this call of `{}` is evaluated", row.name))
                    }
                }
            }
            ExprKind::Global(place) => {
                let value = self.globals.get(*place);
                let name = self.globals.name(*place);
                if matches!(value, Value::Ruleset(_)) {
                    return Evaluated::because("positions of other rulesets are evaluated");
                }
                match mentions(&self.globals, value).contains(place) {
                    true => {
                        Evaluated::because(format!("`{name}` calls itself, so it is evaluated"))
                            .rather("a comprehension, `sum`, `all` or `any` is read")
                    }
                    false => Evaluated::because(format!("this call of `{name}` is evaluated")),
                }
            }
            _ => Evaluated::because("this call is evaluated"),
        }
    }

    /// The text of the expression at a place, if it is in the declaration of a ruleset or of a function that it uses.
    fn typed(&self, ruleset: &Ruleset, span: Span) -> Option<String> {
        let mut search = Search { span, found: None };
        search.ruleset(&ruleset.tree.declared);
        let own = Value::Ruleset(std::sync::Arc::new(ruleset.clone()));
        for place in mentions(&self.globals, &own) {
            if search.found.is_some() {
                break;
            }
            if let Value::Function(function) = self.globals.get(place)
                && let Some(declared) = &function.tree.declared
            {
                search.function(declared);
            }
        }
        let text = search.found?;
        (text.chars().count() <= LONGEST && !text.contains('\n')).then_some(text)
    }
}

/// Longer expressions are named by their places alone.
const LONGEST: usize = 60;

/// The search for an expression by its place.
struct Search {
    span: Span,
    found: Option<String>,
}

impl<'t> Visitor<'t> for Search {
    fn enter(&mut self, expr: &'t ast::Expr) {
        if expr.span == self.span {
            self.found.get_or_insert_with(|| print::expr(expr));
        } else {
            walk_expr(self, expr);
        }
    }
}
