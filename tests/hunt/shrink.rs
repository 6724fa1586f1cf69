//! Smaller histories that show the same kind of difference.
//!
//! Knows: what may be left out of a program. Must not know: why it fails.

use upstar::syntax::ast::{
    Alternative, BinaryOp, Expr, ExprKind, Generator, Rewrite, Statement, StatementKind, Turns,
    UnaryOp,
};

use super::histories::{Difference, History, Step, run};
use super::tree::{self, alternatives, each_expr, expr, printed, ruleset, statement, text};

/// Most histories that are tried.
const TRIES: usize = 500;

/// A history as small as could be found, and its difference.
pub(crate) fn shrunk(history: &History, difference: Difference) -> (History, Difference) {
    let (mut best, mut difference) = (history.clone(), difference);
    let (mut at, mut is_smaller) = (0, false);
    for _ in 0..TRIES {
        let all = candidates(&best);
        // Once more from the beginning, as long as that helps.
        if at >= all.len() {
            if !is_smaller {
                break;
            }
            (at, is_smaller) = (0, false);
            continue;
        }
        let smaller = &all[at];
        match run(smaller).difference {
            Some(other) if other.class() == difference.class() => {
                (best, difference, is_smaller) = (smaller.clone(), other, true);
            }
            _ => at += 1,
        }
    }
    (best, difference)
}

/// A history as a program.
pub(crate) fn written(history: &History) -> String {
    let mut lines = Vec::new();
    if history.threads != 1 {
        lines.push(format!("// with {} threads", history.threads));
    }
    if history.tables {
        lines.push("// with tables on disk".to_owned());
    }
    for step in &history.steps {
        lines.push(match step {
            Step::Input(0, input) => input.clone(),
            Step::Input(_, input) => format!("/* in another session */ {input}"),
            Step::Undo(at) => format!("// :undo in session {at}"),
            Step::Reopen => "// all sessions end and begin anew".to_owned(),
        });
    }
    if !history.others.is_empty() {
        lines.push(format!("/* in other words:\n{}\n*/", history.others.join("\n")));
    }
    lines.join("\n")
}

/// Histories that are a little smaller, the smallest first.
fn candidates(history: &History) -> Vec<History> {
    let with = |steps: Vec<Step>| History { steps, ..history.clone() };
    let mut all = Vec::new();
    if history.threads != 1 {
        all.push(History { threads: 1, ..history.clone() });
    }
    if history.tables {
        all.push(History { tables: false, ..history.clone() });
    }
    let count = history.steps.len();
    let mut size = count / 2;
    while size > 0 {
        for start in (0..count).step_by(size) {
            let mut steps = history.steps.clone();
            steps.drain(start..(start + size).min(count));
            all.push(with(steps));
        }
        size /= 2;
    }
    // The same name is written in many places: a change of the words is made everywhere where they stand.
    let mut texts: Vec<&String> = Vec::new();
    for step in &history.steps {
        if let Step::Input(_, text) = step
            && !texts.contains(&text)
        {
            texts.push(text);
        }
    }
    for old in texts {
        for new in smaller_texts(old) {
            let steps = history.steps.iter().map(|step| match step {
                Step::Input(at, input) if input == old => Step::Input(*at, new.clone()),
                other => other.clone(),
            });
            // Other words for what was declared do not follow.
            let others =
                if tree::expr(old).is_some() { history.others.clone() } else { Vec::new() };
            all.push(History { others, ..with(steps.collect()) });
        }
    }
    all
}

/// Simpler inputs.
fn smaller_texts(input: &str) -> Vec<String> {
    let Some(one) = statement(input) else { return Vec::new() };
    let mut all: Vec<Statement> = Vec::new();
    match &one.kind {
        StatementKind::Ruleset(_) => smaller_rules(&one, &mut all),
        StatementKind::Expr(_) | StatementKind::Bind { .. } | StatementKind::Function(_) => {}
        _ => return Vec::new(),
    }
    smaller_exprs(&one, &mut all);
    let mut texts: Vec<String> =
        all.iter().filter_map(printed).filter(|text| text != input).collect();
    texts.dedup();
    texts
}

/// Rulesets with less in them.
fn smaller_rules(one: &Statement, all: &mut Vec<Statement>) {
    let mut draft = one.clone();
    let Some(rules) = ruleset(&mut draft).cloned() else { return };
    let mut edit = |change: &dyn Fn(&mut upstar::syntax::ast::RulesetDecl)| {
        let mut smaller = one.clone();
        if let Some(rules) = ruleset(&mut smaller) {
            change(rules);
            all.push(smaller);
        }
    };
    if rules.clauses.len() > 1 {
        for at in 0..rules.clauses.len() {
            edit(&|rules| drop(rules.clauses.remove(at)));
        }
    }
    for at in 0..rules.remarks.len() {
        edit(&|rules| drop(rules.remarks.remove(at)));
    }
    for (at, clause) in rules.clauses.iter().enumerate() {
        if clause.alternatives.len() > 1 {
            for place in 0..clause.alternatives.len() {
                edit(&|rules| drop(rules.clauses[at].alternatives.remove(place)));
            }
        }
    }
    let count = rules.clauses.iter().map(|clause| clause.alternatives.len()).sum();
    for at in 0..count {
        for part in 0..12 {
            edit(&|rules| {
                if let Some(alternative) = alternatives(rules).into_iter().nth(at) {
                    simplify(alternative, part);
                }
            });
        }
    }
}

/// Leaves out something of a rewrite rule, whatever its sides are.
fn simplify_rule<T>(
    (steps, gain, condition): (&mut Vec<Rewrite<T>>, &mut Option<Expr>, &mut Option<Expr>),
    part: usize,
) {
    match part {
        0 => *condition = None,
        1 => *gain = None,
        2 if steps.len() > 1 => drop(steps.pop()),
        3 if steps.len() > 1 => drop(steps.remove(0)),
        4 => steps.iter_mut().for_each(|step| step.turns = Turns::None),
        5 => steps.iter_mut().for_each(|step| step.repeats = false),
        _ => {}
    }
}

/// Leaves out something of an alternative.
fn simplify(alternative: &mut Alternative, part: usize) {
    match alternative {
        Alternative::Rewrite { steps, gain, condition } => {
            simplify_rule((steps, gain, condition), part);
            // A column of both sides, where signs are single cells.
            let Some(part) = part.checked_sub(6) else { return };
            let (step, at) = (part % steps.len(), part / steps.len());
            let step = &mut steps[step];
            for side in [&mut step.pattern, &mut step.replacement] {
                let mut signs: Vec<char> = side.value.chars().collect();
                if signs.len() > 1 && at < signs.len() {
                    signs.remove(at);
                    side.value = signs.into_iter().collect::<String>().into();
                }
            }
        }
        Alternative::Computed { steps, gain, condition, .. } => {
            simplify_rule((steps, gain, condition), part);
        }
        Alternative::Options { parts, gain, generators, .. } => match part {
            0 => *gain = None,
            1 if parts.len() > 1 => drop(parts.pop()),
            2 if parts.len() > 1 => drop(parts.remove(0)),
            _ => {
                let Some(at) = part.checked_sub(3) else { return };
                if at < generators.len() && matches!(generators[at], Generator::If(_)) {
                    generators.remove(at);
                }
            }
        },
    }
}

/// Statements in which one expression is simpler.
fn smaller_exprs(one: &Statement, all: &mut Vec<Statement>) {
    let mut count = 0;
    each_expr(&mut one.clone(), &mut |_| count += 1);
    for at in 0..count {
        let mut options = Vec::new();
        let mut place = 0;
        each_expr(&mut one.clone(), &mut |expr| {
            if place == at {
                options = simpler(expr);
            }
            place += 1;
        });
        for option in options {
            let (mut draft, mut place, mut is_done) = (one.clone(), 0, false);
            each_expr(&mut draft, &mut |expr| {
                if place == at && !is_done {
                    *expr = option.clone();
                    is_done = true;
                }
                place += 1;
            });
            all.push(draft);
        }
    }
}

/// Simpler expressions.
fn simpler(found: &Expr) -> Vec<Expr> {
    match &found.kind {
        ExprKind::Binary {
            op: BinaryOp::And | BinaryOp::Or | BinaryOp::Add | BinaryOp::Sub,
            left,
            right,
            ..
        } => {
            vec![(**left).clone(), (**right).clone()]
        }
        ExprKind::Unary(UnaryOp::Not | UnaryOp::Neg, inner) => vec![(**inner).clone()],
        ExprKind::If { then, otherwise, .. } => vec![(**then).clone(), (**otherwise).clone()],
        ExprKind::Call { args, .. } => {
            let mut all = args.clone();
            // Fewer arguments.
            if let (ExprKind::Call { callee, .. }, true) = (&found.kind, args.len() > 1) {
                let fewer = args[..args.len() - 1].iter().map(text).collect::<Vec<_>>().join(", ");
                all.extend(expr(&format!("{}({fewer})", text(callee))));
            }
            all.extend(["true", "false"].iter().filter_map(|truth| expr(truth)));
            all
        }
        ExprKind::Compare { .. } => {
            ["true", "false"].iter().filter_map(|truth| expr(truth)).collect()
        }
        ExprKind::Integer(n) => {
            let n: u64 = n.to_string().parse().unwrap_or(0);
            let smaller = if n == 0 { Vec::new() } else { vec![0, n / 2, n - 1] };
            smaller.into_iter().filter_map(|n| expr(&n.to_string())).collect()
        }
        ExprKind::Text(text) => shorter_texts(text),
        ExprKind::List(elements) if !elements.is_empty() => {
            let without = |at: usize| {
                let mut fewer = elements.clone();
                fewer.remove(at);
                Expr { kind: ExprKind::List(fewer), span: found.span }
            };
            (0..elements.len()).map(without).collect()
        }
        _ => Vec::new(),
    }
}

/// Texts with one sign less, or with one more empty cell.
fn shorter_texts(text: &str) -> Vec<Expr> {
    let signs: Vec<char> = text.chars().collect();
    if signs.len() < 2 {
        return Vec::new();
    }
    let mut all: Vec<String> = Vec::new();
    for at in 0..signs.len() {
        let mut fewer = signs.clone();
        fewer.remove(at);
        all.push(fewer.into_iter().collect());
    }
    for (at, &sign) in signs.iter().enumerate() {
        if sign != '.' && sign != '|' {
            let mut other = signs.clone();
            other[at] = '.';
            all.push(other.into_iter().collect());
        }
    }
    all.iter().filter_map(|text| expr(&format!("{text:?}"))).collect()
}
