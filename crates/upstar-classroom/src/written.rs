//! Values that are written out: names that stand for them, and brackets as they are typed.
//!
//! Knows: trees of expressions. Must not know: questions, keys.

use crate::session::Session;
use crate::source::SourceMap;
use crate::syntax;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::visit::children;
use crate::value::{TextLimits, Value};

/// A game that is written out as LaTeX, as it is typed; `None` for other texts.
pub(super) fn in_latex(session: &mut Session, code: &str) -> Option<String> {
    let source = SourceMap::default().add("game", code);
    let program = syntax::parse_input(source, code, &TextLimits(session.budget())).ok()?;
    program.only_expr().filter(|expr| is_form(expr))?;
    match session.value_alone("game", &format!("latex(form({code}))")).ok()? {
        Value::Text(text) => Some(text.to_string()),
        _ => None,
    }
}

/// Names of values, and of functions that make values of written parts.
pub(super) const WRITTEN: &[&str] = &[
    "L", "R", "N", "P", "D", "Left", "Right", "tiny", "miny", "omega", "misere", "up", "down",
    "N_hat", "N_check", "P_hat", "P_check",
];

/// Whether an expression is a bracket or the name of a game, and no calculation.
pub(super) fn is_form(whole: &Expr) -> bool {
    let (mut open, mut labels) = (vec![whole], Vec::new());
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Game(_) | ExprKind::Loopy(..) | ExprKind::Pass => {}
            ExprKind::Form { .. } | ExprKind::Switch(_) | ExprKind::Impartial(_) => {
                open.extend(children(expr));
            }
            ExprKind::Labelled { label, .. } => {
                labels.push(&label.text);
                open.extend(children(expr));
            }
            ExprKind::Where { definitions, .. } => {
                labels.extend(definitions.iter().map(|(label, _)| &label.text));
                open.extend(children(expr));
            }
            ExprKind::Name(name) if labels.contains(&name) => {}
            // The negative of a bracket is a calculation; that of a number or a name is how it is written: `-1/2`, `-upon*`.
            ExprKind::Unary(UnaryOp::Neg, inner) if is_named(inner) || is_fraction(inner) => {}
            ExprKind::Nimber(inner) if matches!(inner.kind, ExprKind::Integer(_)) => {}
            ExprKind::Call { callee, args } if is_tiny(callee) => open.extend(args),
            _ if is_fraction(expr) => {}
            _ => return false,
        }
    }
    true
}

/// Whether an expression is a number or a named game, whose negative is written with a sign.
fn is_named(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Game(_) | ExprKind::Loopy(..) => true,
        ExprKind::Call { callee, args } => {
            let is_number =
                |arg: &Expr| matches!(arg.kind, ExprKind::Integer(_)) || is_fraction(arg);
            is_tiny(callee) && args.iter().all(is_number)
        }
        _ => false,
    }
}

fn is_tiny(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Name(name) if matches!(&**name, "tiny" | "miny"))
}

/// Whether an expression is a fraction such as `3/4` or `-3/4`.
fn is_fraction(expr: &Expr) -> bool {
    let ExprKind::Binary { op: BinaryOp::Div, left, right, .. } = &expr.kind else { return false };
    let above = match &left.kind {
        ExprKind::Unary(UnaryOp::Neg, above) => &above.kind,
        above => above,
    };
    matches!((above, &right.kind), (ExprKind::Integer(_), ExprKind::Integer(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Unlimited;
    use crate::source::SourceMap;
    use crate::syntax::parse_input;

    fn is_form_of(text: &str) -> bool {
        let source = SourceMap::default().add("answer", text);
        let program = parse_input(source, text, &Unlimited).unwrap();
        is_form(program.only_expr().unwrap())
    }

    #[test]
    fn a_form_is_written_out_and_not_calculated() {
        let written = [
            "0",
            "-1",
            "-1/2",
            "3/4",
            "^",
            "-^",
            "-^<2>",
            "v*2",
            "*3",
            "*(3)",
            "±1",
            "±<2,1>",
            "<2|-1/2>",
            "<0||0|-2>",
            "tiny(2)",
            "-tiny(1/2)",
            "tiny(<1|*>)",
            "over",
            "-upon*",
            "<0|-upon*>",
            "<0|pass>",
            "a: <0||a|*>",
            "a where { a: <b|0>, b: <0|a> }",
            "*[0, *2]",
            "<0|<0|-1>>",
        ];
        for text in written {
            assert!(is_form_of(text), "{text}");
        }
        let brackets =
            ["<2|1>", "±1", "±<2,1>", "*[0, *2]", "(a: <0||a|*>)", "tiny(<1|*>)", "<0|>"];
        for text in brackets {
            // A sign before it, twice, inside of another bracket, and in sums and products.
            for calculated in [
                format!("-{text}"),
                format!("-(-{text})"),
                format!("<-{text}|>"),
                format!("<0|<-{text}|>>"),
                format!("{text} + 0"),
                format!("0 - {text}"),
                format!("1 * {text}"),
            ] {
                assert!(!is_form_of(&calculated), "{calculated}");
            }
        }
        for text in [
            "-(-1)",
            "1 + 1",
            "^ + *",
            "1/2 - 1/4",
            "canonical(^)",
            "G",
            "<G|>",
            "[0]",
            "1/(1 + 1)",
        ] {
            assert!(!is_form_of(text), "{text}");
        }
    }
}
