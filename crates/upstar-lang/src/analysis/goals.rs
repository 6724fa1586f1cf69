//! Goals: conditions of a declaration as conditions on a board, for the search, for the machine that
//! plays and for explanations.
//!
//! A condition is read if it combines calls of `connects`, `hex_connects`, `line` and `shows` on the board of the
//! position by `and`, `or` and `not`. Then the definitions of these functions give it the same meaning.
//! Other conditions are left to the evaluator.
//!
//! No other place reads goals. The result is a `upstar_core::board::Condition`. The search on bits, the machine
//! that measures ways to connect (by `Host::board_goals`) and explanations all ask it.

use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::builtins::patterns::{pattern_fault, step};
use crate::resolve::tree::{self, Expr, ExprKind, Goal};
use crate::syntax::ast::{BinaryOp, Ending, UnaryOp};
use crate::value::{Domain, Result, Ruleset, Value};
use upstar_core::board::{
    Adjacency, Alphabet, Condition, Goals, Pattern, Shape, Side, Symbol, Written,
};

/// Conditions that are deeper are left to the evaluator.
const DEEPEST: usize = 32;

/// Longer texts are not made of parts.
const LONGEST: usize = 1 << 12;

/// Goals of a ruleset as conditions on its boards; `None` if one is of another kind.
pub fn read(ruleset: &Ruleset, boards: (&Alphabet, Shape)) -> Option<Goals> {
    let reader = GoalReader { family: ruleset.family()?, boards };
    conditions(&ruleset.tree.goals, &mut |expr| reader.asked(expr))
}

/// The condition of the first goal that is of another kind.
pub fn unread<'r>(ruleset: &'r Ruleset, boards: (&Alphabet, Shape)) -> Option<&'r Expr> {
    let reader = GoalReader { family: ruleset.family()?, boards };
    let is_read = |expr: &Expr| combined(expr, DEEPEST, &mut |expr| reader.asked(expr)).is_some();
    ruleset.tree.goals.iter().map(|goal| &goal.condition).find(|condition| !is_read(condition))
}

/// Fails for a pattern typed in a goal that cannot be read, or does not suit the board of the position.
///
/// # Errors
/// With the place of the first one.
pub fn check_patterns(tree: &tree::Ruleset, params: &[Domain]) -> Result<()> {
    let [Domain::Board(alphabet, shape)] = params else { return Ok(()) };
    let board = (tree.family.len(), &**alphabet, *shape);
    tree.goals.iter().try_for_each(|goal| check_in(&goal.condition, DEEPEST, board))
}

fn check_in(expr: &Expr, deepest: usize, board: (usize, &Alphabet, Shape)) -> Result<()> {
    let Some(deeper) = deepest.checked_sub(1) else { return Ok(()) };
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => check_in(inner, deeper, board),
        ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right, .. } => {
            check_in(left, deeper, board)?;
            check_in(right, deeper, board)
        }
        _ => typed_pattern(expr, board).unwrap_or(Ok(())),
    }
}

/// Whether a pattern that is typed as one text can be read; `None` for other conditions.
fn typed_pattern(
    expr: &Expr,
    (place, alphabet, shape): (usize, &Alphabet, Shape),
) -> Option<Result<()>> {
    let (Intrinsic::Shows, [asked, pattern, words @ ..]) = intrinsic_call(expr)? else {
        return None;
    };
    let ExprKind::Text(text) = &pattern.kind else { return None };
    let words = match words {
        [] => "",
        [Expr { kind: ExprKind::Text(words), .. }] => words,
        _ => return None,
    };
    let is_asked = matches!(asked.kind, ExprKind::Slot(slot, _) if slot == place);
    let Written { turns, repeats: false, over_the_border: false, .. } = step(text, text, words)?
    else {
        return None;
    };
    is_asked.then(|| match Pattern::new(text, turns, alphabet, shape) {
        Ok(_) => Ok(()),
        Err(error) => {
            let (_, offset) = error.place();
            let at = offset.map_or(pattern.span, |offset| pattern.span.inside_text(text, offset));
            Err(pattern_fault(&error).label(at, "here"))
        }
    })
}

/// Goals as conditions on a board; `asked` reads what is no `and`, `or` or `not`.
pub(super) fn conditions(
    goals: &[Goal],
    asked: &mut dyn FnMut(&Expr) -> Option<Condition>,
) -> Option<Goals> {
    let mut found = Goals::default();
    for Goal { ending, condition, no_moves } in goals {
        let condition = Some(combined(condition, DEEPEST, asked)?);
        match ending {
            Ending::Left => (found.left, found.no_moves[0]) = (condition, *no_moves),
            Ending::Right => (found.right, found.no_moves[1]) = (condition, *no_moves),
            Ending::Draw => found.draw = condition,
        }
    }
    Some(found)
}

fn combined(
    expr: &Expr,
    deepest: usize,
    asked: &mut dyn FnMut(&Expr) -> Option<Condition>,
) -> Option<Condition> {
    let deeper = deepest.checked_sub(1)?;
    match &expr.kind {
        ExprKind::Bool(truth) => Some(Condition::Cells(truth.then(Vec::new).into_iter().collect())),
        ExprKind::Unary(UnaryOp::Not, inner) => {
            Some(Condition::Not(Box::new(combined(inner, deeper, asked)?)))
        }
        ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right, .. } => {
            let left = combined(left, deeper, asked)?;
            let both = Box::new([left, combined(right, deeper, asked)?]);
            Some(if *op == BinaryOp::And { Condition::And(both) } else { Condition::Or(both) })
        }
        _ => asked(expr),
    }
}

/// Reads calls of `connects`, `hex_connects`, `line` and `shows`.
struct GoalReader<'a> {
    family: &'a [Value],
    boards: (&'a Alphabet, Shape),
}

impl GoalReader<'_> {
    fn asked(&self, expr: &Expr) -> Option<Condition> {
        let (function, args) = intrinsic_call(expr)?;
        let (board, rest) = args.split_first()?;
        // The slot of the position follows those of the family.
        matches!(board.kind, ExprKind::Slot(slot, _) if slot == self.family.len()).then_some(())?;
        self.call(function, rest)
    }

    fn call(&self, function: Intrinsic, args: &[Expr]) -> Option<Condition> {
        match (function, args) {
            (Intrinsic::Line, [symbol, length]) => {
                let (alphabet, shape) = self.boards;
                let (symbol, length) = (self.symbol(symbol)?, self.length(length)?);
                Pattern::line(symbol, length, alphabet, shape).map(Condition::Pattern)
            }
            (Intrinsic::Shows, [pattern]) => self.pattern(pattern, ""),
            (Intrinsic::Shows, [pattern, words]) => {
                let Value::Text(words) = self.value(words)? else { return None };
                self.pattern(pattern, &words)
            }
            (Intrinsic::Connects, [symbol, from, to]) => {
                let sides = [self.side(from)?, self.side(to)?];
                Some(Condition::connects(self.symbol(symbol)?, sides, Adjacency::Orthogonal))
            }
            (Intrinsic::HexConnects, [symbol, from, to]) => {
                let sides = [self.side(from)?, self.side(to)?];
                Some(Condition::connects(self.symbol(symbol)?, sides, Adjacency::Hex))
            }
            _ => None,
        }
    }

    fn pattern(&self, pattern: &Expr, words: &str) -> Option<Condition> {
        let Value::Text(text) = self.value(pattern)? else { return None };
        let Written { turns, repeats: false, over_the_border: false, .. } =
            step(&text, &text, words)?
        else {
            return None;
        };
        let (alphabet, shape) = self.boards;
        Pattern::new(&text, turns, alphabet, shape).ok().map(Condition::Pattern)
    }

    /// A constant, a parameter of the family, or a text made of them.
    fn value(&self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                match [self.value(left)?, self.value(right)?] {
                    [Value::Text(left), Value::Text(right)] => {
                        Some(Value::Text(format!("{left}{right}").into()))
                    }
                    _ => None,
                }
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right, .. } => {
                match [self.value(left)?, self.value(right)?] {
                    [Value::Text(text), Value::Number(times)]
                    | [Value::Number(times), Value::Text(text)] => {
                        let times = usize::try_from(times.to_i64()?).ok()?;
                        let is_short = times.checked_mul(text.len())? <= LONGEST;
                        is_short.then(|| Value::Text(text.repeat(times).into()))
                    }
                    _ => None,
                }
            }
            ExprKind::Text(text) => Some(Value::Text(text.clone())),
            ExprKind::Number(number) => Some(Value::Number(number.clone())),
            ExprKind::Slot(slot, _) => self.family.get(*slot).cloned(),
            _ => None,
        }
    }

    fn symbol(&self, expr: &Expr) -> Option<Symbol> {
        let Value::Text(text) = self.value(expr)? else { return None };
        let (alphabet, _) = self.boards;
        if alphabet.is_of_numbers() {
            return None;
        }
        let mut signs = text.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), None) => alphabet.symbol(sign),
            _ => None,
        }
    }

    fn length(&self, expr: &Expr) -> Option<usize> {
        let Value::Number(number) = self.value(expr)? else { return None };
        usize::try_from(number.to_i64()?).ok().filter(|&length| length > 0)
    }

    fn side(&self, expr: &Expr) -> Option<Side> {
        let Value::Text(text) = self.value(expr)? else { return None };
        Side::of(&text)
    }
}
