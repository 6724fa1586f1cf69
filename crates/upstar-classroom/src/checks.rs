//! Conversion of exercises with checks to keys: a check becomes a question, and the rest of the file is
//! unchanged.
//!
//! So a file that students check alone can be handed out and graded too, without writing its questions and
//! answers twice.

use std::ops::Range;

use super::written::{WRITTEN, is_form};
use crate::syntax::ast::{
    Block, Claim, CompareOp, Expr, ExprKind, Program, Statement, StatementKind,
};

/// Questions of the language whose answers are numbers.
const NUMBERS: &[&str] = &[
    "birthday",
    "green_value",
    "left_stop",
    "length",
    "mean",
    "mex",
    "nim_sum",
    "nimber",
    "remoteness",
    "right_stop",
    "suspense",
    "temperature",
];
/// Names of the outcomes, including those of loopy games.
const OUTCOMES: &[&str] = &["L", "R", "N", "P", "D", "N_hat", "N_check", "P_hat", "P_check"];
/// Questions of the language whose answers are positions.
const MOVES: &[&str] = &["left_options", "moves", "options", "right_options", "winning_moves"];

/// Converts a program with exercises of checks to the text of a key, line by line: `check X == Y` asks for
/// X, `check X is Y` for the canonical form, `check X || Y` for the relation. Other checks are not
/// questions. `None` if there is no question.
pub(super) fn as_key(program: &Program, text: &str) -> Option<String> {
    let mut key = Edited { text, done: 0, key: String::new() };
    let title = text.lines().next().and_then(|line| line.strip_prefix("//"));
    if let Some(title) = title.map(|title| title.trim().trim_end_matches('.')) {
        key.replace(0..0, &format!("sheet {} (show verdicts); ", quoted(title)));
    }
    let mut number = 0;
    for statement in &program.statements {
        let StatementKind::Exercise { body, .. } = &statement.kind else { continue };
        let mut asked = Vec::new();
        for statement in &body.statements {
            let name = format!("q{}_{}", number + 1, asked.len() + 1);
            asked.extend(question(text, statement, &name));
        }
        if asked.is_empty() {
            continue;
        }
        number += 1;
        let start = body.span.bytes().start + 1;
        key.replace(start..start, &words(text, body));
        for (range, ask) in asked {
            key.replace(range, &ask);
        }
    }
    (number > 0).then(|| key.finish())
}

/// Text in which parts are replaced, from left to right.
struct Edited<'t> {
    text: &'t str,
    done: usize,
    key: String,
}

impl Edited<'_> {
    fn replace(&mut self, range: Range<usize>, by: &str) {
        self.key.push_str(&self.text[self.done..range.start]);
        self.key.push_str(by);
        // Lines keep their numbers.
        let lines = self.text[range.clone()].matches('\n').count();
        self.key.push_str(&"\n".repeat(lines));
        self.done = range.end;
    }

    fn finish(mut self) -> String {
        self.key.push_str(&self.text[self.done..]);
        self.key
    }
}

/// Statement with the text of the comment at the beginning of an exercise.
fn words(text: &str, body: &Block) -> String {
    let inside = text.get(body.span.bytes()).unwrap_or_default().trim_start_matches('{');
    let lines = inside.lines().map(str::trim).skip_while(|line| line.is_empty());
    let comment = lines
        .map_while(|line| line.strip_prefix("//"))
        .filter(|line| !line.starts_with(['/', '=', '!', ':']));
    let words = comment.map(str::trim).collect::<Vec<_>>().join(" ");
    if words.is_empty() { words } else { format!(" {}; ", quoted(&words)) }
}

/// Place of a check, and the question for it.
fn question(text: &str, statement: &Statement, name: &str) -> Option<(Range<usize>, String)> {
    let StatementKind::Check(claim) = &statement.kind else { return None };
    let code =
        |expr: &Expr| text[expr.span.bytes()].split_whitespace().collect::<Vec<_>>().join(" ");
    let ask = match claim {
        Claim::Blank(left) => {
            let left = code(left);
            format!("ask value {name} {} := {left}", quoted(&format!("`{left}`")))
        }
        Claim::Holds(Expr { kind: ExprKind::Compare { first, rest }, .. }) => {
            let [(op, _, right)] = rest.as_slice() else { return None };
            let (left, other) = (code(first), code(right));
            match op {
                CompareOp::Equal => equation(first, right, &left, name)?,
                CompareOp::Is => {
                    let asked = format!("The canonical form of `{left}`.");
                    format!("ask form {name} {} := {other}", quoted(&asked))
                }
                CompareOp::Less
                | CompareOp::Greater
                | CompareOp::LessOrEqual
                | CompareOp::GreaterOrEqual
                | CompareOp::Confused => {
                    let asked = format!("How do `{left}` and `{other}` compare?");
                    format!("ask order {name} {} := ({left}, {other})", quoted(&asked))
                }
                _ => return None,
            }
        }
        Claim::Holds(_) => return None,
    };
    Some((statement.span.bytes(), ask))
}

/// Question for `left == right`; `None` for a comparison of truth values.
fn equation(first: &Expr, right: &Expr, left: &str, name: &str) -> Option<String> {
    let called = match &first.kind {
        ExprKind::Call { callee, .. } => match &callee.kind {
            ExprKind::Name(name) => Some(&**name),
            _ => None,
        },
        _ => None,
    };
    let is = |names: &[&str]| called.is_some_and(|name| names.contains(&name));
    let (kind, asked) = match &right.kind {
        _ if !is_answer(right) => return None,
        _ if is_written_out(first) => ("value", format!("The value of `{left}`.")),
        ExprKind::Name(name) if OUTCOMES.contains(&&**name) => ("outcome", format!("`{left}`")),
        ExprKind::List(_) | ExprKind::Set(_) if is(MOVES) => ("moves", format!("`{left}`")),
        ExprKind::List(_) | ExprKind::Tuple(_) => ("table", format!("`{left}`")),
        _ if is(NUMBERS) => ("number", format!("`{left}`")),
        _ => ("value", format!("`{left}`")),
    };
    Some(format!("ask {kind} {name} {} := {left}", quoted(&asked)))
}

/// Whether an expression could be an answer: nothing in it is computed.
fn is_answer(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_)
        | ExprKind::Game(_)
        | ExprKind::Genus(..)
        | ExprKind::Loopy(..)
        | ExprKind::Labelled { .. }
        | ExprKind::Where { .. }
        | ExprKind::Form { .. } => true,
        ExprKind::Name(name) => WRITTEN.contains(&&**name),
        ExprKind::Nimber(inner) | ExprKind::Unary(_, inner) => is_answer(inner),
        ExprKind::Switch(items)
        | ExprKind::Impartial(items)
        | ExprKind::List(items)
        | ExprKind::Tuple(items)
        | ExprKind::Set(items) => items.iter().all(is_answer),
        ExprKind::Binary { left, right, .. } => is_answer(left) && is_answer(right),
        ExprKind::Call { callee, .. } => match &callee.kind {
            // Positions, and functions such as `tiny(2)`.
            ExprKind::Name(name) => {
                name.starts_with(char::is_uppercase) || WRITTEN.contains(&&**name)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether an expression is made of brackets and sums alone.
fn is_written_out(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary { left, right, .. } => is_written_out(left) && is_written_out(right),
        ExprKind::Unary(_, inner) => is_written_out(inner),
        _ => is_form(expr),
    }
}

/// A text in quotes, in one line, as it is typed.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Unlimited;
    use crate::source::SourceMap;
    use crate::syntax::parse_file;

    #[test]
    fn checks_become_questions_in_their_lines() {
        let text = "// Week \"3\".\nexercise \"A\" {\n  // Look.\n  check <0,*|*> is <0|*>\n  \
                    check nimber(Nim(3, 5)) == 6\n  check all([true])\n  check ^ || *\n}\n";
        let id = SourceMap::default().add("sheet", text);
        let program = parse_file(id, text, &Unlimited).unwrap();
        assert_eq!(
            as_key(&program, text).unwrap(),
            "sheet \"Week \\\"3\\\"\" (show verdicts); // Week \"3\".\nexercise \"A\" { \"Look.\"; \n  // Look.\n  \
             ask form q1_1 \"The canonical form of `<0,*|*>`.\" := <0|*>\n  \
             ask number q1_2 \"`nimber(Nim(3, 5))`\" := nimber(Nim(3, 5))\n  check all([true])\n  \
             ask order q1_3 \"How do `^` and `*` compare?\" := (^, *)\n}\n"
        );
    }
}
