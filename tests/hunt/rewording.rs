//! Other words for the same rules.
//!
//! Knows: the rules of the normaliser, backwards. Must not know: which ruleset it is about.

use std::collections::BTreeSet;
use std::sync::Arc;

use upstar::syntax::ast::{
    Alternative, BinaryOp, BoardKind, Collection, CompareOp, Expr, ExprKind, Generator, Mover,
    ParamKind, Pattern, RulesetDecl, Statement, Turns,
};

use super::grammar::weighted;
use super::support::Dice;
use super::tree::{alternatives, each_expr, expr, replace_one, ruleset, statement, text};

/// A way to change the declaration of a ruleset: changes it, or returns false. More declarations may come before it.
pub(crate) type Change = fn(&mut Dice, &mut Statement, &mut Vec<String>) -> bool;

/// Rewordings of all kinds. What they are called stands in the summary.
pub(crate) const REWORDINGS: &[(u64, &str, Change)] = &[
    (3, "if true", if_true),
    (2, "condition and true", |dice, one, _| {
        conditions(
            dice,
            one,
            &[
                "(‹›) and true",
                "true and (‹›)",
                "not (not (‹›))",
                "(if ‹› then true else false)",
                "(‹›) or false",
                "(‹›) == true",
            ],
        )
    }),
    (2, "conditions split or joined", split_or_joined),
    (2, "a loop over one element", let_option),
    (2, "let for a loop over one element", let_for_loop),
    (1, "an idle loop", idle_loop),
    (2, "loops exchanged", exchanged),
    (2, "not in", |dice, one, _| expressions(dice, one, not_in)),
    (2, "any and all", |dice, one, _| expressions(dice, one, any_and_all)),
    (2, "length", |dice, one, _| expressions(dice, one, length)),
    (2, "comparisons turned", |dice, one, _| expressions(dice, one, compared)),
    (1, "min and max", |dice, one, _| expressions(dice, one, min_and_max)),
    (1, "sets for lists", sets_for_lists),
    (3, "a function", called_out),
    (2, "a name for a number", named_number),
    (2, "renamed", renamed),
    (3, "with for patterns", with_for_pattern),
    (2, "clauses split", clauses_split),
    (1, "said twice", said_twice),
];

/// Rewordings after which a ruleset depends on a name outside of it.
pub(crate) const NAMES: &[(u64, &str, Change)] =
    &[(1, "a function", called_out), (1, "a name for a number", named_number)];

/// One of some changes, made in a declaration; its name, or nothing if it has no place there.
pub(crate) fn change(
    dice: &mut Dice,
    changes: &'static [(u64, &'static str, Change)],
    declaration: &mut Statement,
    before: &mut Vec<String>,
) -> Option<&'static str> {
    let (_, name, change) = weighted(dice, changes, |change| change.0);
    let (mut draft, mut more) = (declaration.clone(), Vec::new());
    if !change(dice, &mut draft, &mut more) || super::tree::printed(&draft).is_none() {
        return None;
    }
    *declaration = draft;
    before.append(&mut more);
    Some(name)
}

/// Replaces one expression for which there are other words.
pub(crate) fn expressions(
    dice: &mut Dice,
    one: &mut Statement,
    words: fn(&mut Dice, &Expr) -> Option<String>,
) -> bool {
    let mut draft = one.clone();
    let mut other = Dice(dice.roll(1 << 30));
    let count = replace_one(&mut draft, u64::MAX, &mut |found| expr(&words(&mut other, found)?));
    if count == 0 {
        return false;
    }
    let choice = dice.roll(count);
    let mut other = Dice(dice.roll(1 << 30));
    replace_one(one, choice, &mut |found| expr(&words(&mut other, found)?));
    true
}

/// The conditions of a ruleset: after `if` of options, rewrite rules and comprehensions.
fn each_condition(one: &mut Statement, visit: &mut dyn FnMut(&mut Expr)) {
    let Some(rules) = ruleset(one) else { return };
    for alternative in alternatives(rules) {
        match alternative {
            Alternative::Rewrite { condition, .. } | Alternative::Computed { condition, .. } => {
                condition.iter_mut().for_each(&mut *visit);
            }
            Alternative::Options { generators, .. } => {
                for generator in generators {
                    if let Generator::If(condition) = generator {
                        visit(condition);
                    }
                }
            }
        }
    }
    each_expr(one, &mut |expr| match &mut expr.kind {
        ExprKind::Comprehension { generators, .. } => {
            for generator in generators {
                if let Generator::If(condition) = generator {
                    visit(condition);
                }
            }
        }
        ExprKind::If { condition, .. } => visit(condition),
        _ => {}
    });
}

fn conditions(dice: &mut Dice, one: &mut Statement, templates: &[&str]) -> bool {
    let mut count = 0;
    each_condition(one, &mut |_| count += 1);
    if count == 0 {
        return false;
    }
    let (choice, template) = (dice.roll(count), *dice.one_of(templates));
    let (mut at, mut is_done) = (0, false);
    each_condition(one, &mut |condition| {
        if at == choice
            && let Some(other) = expr(&template.replace("‹›", &text(condition)))
        {
            *condition = other;
            is_done = true;
        }
        at += 1;
    });
    is_done
}

/// One of the alternatives that are options, if there is one.
pub(crate) fn options<'t>(
    dice: &mut Dice,
    rules: &'t mut RulesetDecl,
) -> Option<(&'t mut Vec<Expr>, &'t mut Vec<Generator>)> {
    if rules.clauses.iter().any(|clause| clause.mover == Mover::Turn) {
        return None;
    }
    let mut all: Vec<_> = alternatives(rules)
        .into_iter()
        .filter_map(|alternative| match alternative {
            Alternative::Options { parts, generators, .. } => Some((parts, generators)),
            Alternative::Rewrite { .. } | Alternative::Computed { .. } => None,
        })
        .collect();
    if all.is_empty() {
        return None;
    }
    let choice = dice.roll(all.len() as u64) as usize;
    Some(all.swap_remove(choice))
}

/// `if true` somewhere.
fn if_true(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one) else { return false };
    let mut all = alternatives(rules);
    if all.is_empty() {
        return false;
    }
    let choice = dice.roll(all.len() as u64) as usize;
    let truth = expr("true").expect("it is an expression");
    match all.swap_remove(choice) {
        Alternative::Rewrite { condition, .. } | Alternative::Computed { condition, .. } => {
            if condition.is_some() {
                return false;
            }
            *condition = Some(truth);
        }
        Alternative::Options { generators, .. } => {
            let at = dice.roll(generators.len() as u64 + 1) as usize;
            generators.insert(at, Generator::If(truth));
        }
    }
    true
}

/// `if a and b` as `if a if b`, and back.
fn split_or_joined(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some((_, generators)) = ruleset(one).and_then(|rules| options(dice, rules)) else {
        return false;
    };
    for at in 0..generators.len() {
        let Generator::If(condition) = &generators[at] else { continue };
        if let ExprKind::Binary { op: BinaryOp::And, left, right, .. } = &condition.kind {
            let (left, right) = ((**left).clone(), (**right).clone());
            generators[at] = Generator::If(left);
            generators.insert(at + 1, Generator::If(right));
            return true;
        }
        if let Some(Generator::If(next)) = generators.get(at + 1) {
            let Some(both) = expr(&format!("({}) and ({})", text(condition), text(next))) else {
                return false;
            };
            generators[at] = Generator::If(both);
            generators.remove(at + 1);
            return true;
        }
    }
    false
}

/// A generator that binds a name to the only element of a list.
fn bound(name: &str, value: &str) -> Option<Generator> {
    match expr(&format!("[0 for {name} in [{value}]]"))?.kind {
        ExprKind::Comprehension { mut generators, .. } => Some(generators.remove(0)),
        _ => None,
    }
}

/// `e` as `z for z in [e]`, unless `e` is written as a game: a number that is not is a position.
fn let_option(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let name = format!("z{}", dice.roll(1000));
    let Some((parts, generators)) = ruleset(one).and_then(|rules| options(dice, rules)) else {
        return false;
    };
    let choice = dice.roll(parts.len() as u64) as usize;
    let mut is_written_as_game = false;
    super::tree::walk(&mut parts[choice], &mut |part| {
        is_written_as_game |= matches!(
            part.kind,
            ExprKind::Game(_) | ExprKind::Nimber(_) | ExprKind::Form { .. } | ExprKind::Switch(_)
        );
    });
    if is_written_as_game {
        return false;
    }
    let Some(generator) = bound(&name, &text(&parts[choice])) else { return false };
    generators.push(generator);
    parts[choice] = expr(&name).expect("a name is an expression");
    true
}

/// `let x := e` for `for x in [e]`.
fn let_for_loop(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some((_, generators)) = ruleset(one).and_then(|rules| options(dice, rules)) else {
        return false;
    };
    for generator in generators {
        if let Generator::For { pattern, source } = generator
            && let ExprKind::List(items) = &source.kind
            && let [value] = &items[..]
        {
            let (pattern, value) = (pattern.clone(), value.clone());
            *generator = Generator::Let { pattern, value };
            return true;
        }
    }
    false
}

/// `for z in [0]`, which says nothing.
fn idle_loop(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let name = format!("idle{}", dice.roll(1000));
    let Some((_, generators)) = ruleset(one).and_then(|rules| options(dice, rules)) else {
        return false;
    };
    let Some(generator) = bound(&name, "0") else { return false };
    let at = dice.roll(generators.len() as u64 + 1) as usize;
    generators.insert(at, generator);
    true
}

/// The names that a pattern binds.
fn bound_names(pattern: &Pattern, all: &mut BTreeSet<String>) {
    match pattern {
        Pattern::Name(name) => {
            all.insert(name.text.to_string());
        }
        Pattern::Tuple(inner, _) => inner.iter().for_each(|pattern| bound_names(pattern, all)),
    }
}

/// The names that an expression mentions.
fn mentioned(expr: &Expr) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut copy = expr.clone();
    super::tree::walk(&mut copy, &mut |expr| {
        if let ExprKind::Name(name) = &expr.kind {
            all.insert(name.to_string());
        }
    });
    all
}

/// Two loops, or a loop and a condition, of which neither needs the other.
fn exchanged(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some((_, generators)) = ruleset(one).and_then(|rules| options(dice, rules)) else {
        return false;
    };
    let needs = |generator: &Generator| match generator {
        Generator::For { source, .. } => mentioned(source),
        Generator::Let { value, .. } => mentioned(value),
        Generator::If(condition) => mentioned(condition),
    };
    let binds = |generator: &Generator| {
        let mut all = BTreeSet::new();
        if let Generator::For { pattern, .. } | Generator::Let { pattern, .. } = generator {
            bound_names(pattern, &mut all);
        }
        all
    };
    let pairs: Vec<usize> = (1..generators.len())
        .filter(|&at| {
            let (first, second) = (&generators[at - 1], &generators[at]);
            // Conditions may keep what follows from failing.
            let are_loops = [first, second].iter().all(|one| matches!(one, Generator::For { .. }));
            are_loops
                && binds(first).is_disjoint(&needs(second))
                && binds(first).is_disjoint(&binds(second))
        })
        .collect();
    if pairs.is_empty() {
        return false;
    }
    let at = *dice.one_of(&pairs);
    generators.swap(at - 1, at);
    true
}

fn not_in(dice: &mut Dice, found: &Expr) -> Option<String> {
    let ExprKind::Compare { first, rest } = &found.kind else { return None };
    let [(op, _, list)] = &rest[..] else { return None };
    let (one, list) = (text(first), text(list));
    // What is a part of a text need not be one symbol.
    match (op, dice.roll(2)) {
        (CompareOp::NotIn, 0) => Some(format!("not ({one} in {list})")),
        (CompareOp::NotIn, _) => Some(format!("all([({one}) != other for other in {list}])")),
        (CompareOp::In, 0) => Some(format!("not ({one} not in {list})")),
        (CompareOp::In, _) => Some(format!("any([({one}) == other for other in {list}])")),
        _ => None,
    }
}

/// The call of a builtin with one argument.
fn call<'t>(found: &'t Expr, name: &str) -> Option<&'t Expr> {
    match &found.kind {
        ExprKind::Call { callee, args } if args.len() == 1 => match &callee.kind {
            ExprKind::Name(called) if **called == *name => Some(&args[0]),
            _ => None,
        },
        _ => None,
    }
}

/// The element and the generators of a list, as text: `e`, `for x in xs`.
fn list_of(expr: &Expr) -> Option<(String, String)> {
    let ExprKind::Comprehension { collection: Collection::List, element, .. } = &expr.kind else {
        return None;
    };
    let (element, all) = (text(element), text(expr));
    let generators = all.strip_prefix('[')?.strip_prefix(&*element)?.strip_suffix(']')?.to_owned();
    Some((element, generators))
}

fn any_and_all(dice: &mut Dice, found: &Expr) -> Option<String> {
    let is_all = call(found, "all").is_some();
    let (element, generators) = list_of(call(found, "all").or(call(found, "any"))?)?;
    Some(match (is_all, dice.roll(3)) {
        (true, 0) => format!("not any([not ({element}){generators}])"),
        (true, 1) => format!("length([1{generators} if not ({element})]) == 0"),
        (true, _) => format!("sum([if {element} then 0 else 1{generators}]) == 0"),
        (false, 0) => format!("not all([not ({element}){generators}])"),
        (false, 1) => format!("length([1{generators} if {element}]) > 0"),
        (false, _) => format!("true in [{element}{generators}]"),
    })
}

fn length(dice: &mut Dice, found: &Expr) -> Option<String> {
    if let Some((_, generators)) = call(found, "length").and_then(list_of) {
        return Some(format!("sum([1{generators}])"));
    }
    let ExprKind::Compare { first, rest } = &found.kind else { return None };
    let [(op, _, other)] = &rest[..] else { return None };
    let list = text(call(first, "length")?);
    let is_list = list_of(call(first, "length")?).is_some();
    Some(match (op, &*text(other), dice.roll(2)) {
        (CompareOp::Greater, "0", 0) if is_list => format!("{list} != []"),
        (CompareOp::Greater, "0", _) => format!("length({list}) != 0"),
        (CompareOp::Equal, "0", 0) if is_list => format!("{list} == []"),
        (CompareOp::Equal, "0", _) => format!("length({list}) < 1"),
        (CompareOp::NotEqual, "0", _) => format!("length({list}) >= 1"),
        _ => return None,
    })
}

fn compared(_: &mut Dice, found: &Expr) -> Option<String> {
    let ExprKind::Compare { first, rest } = &found.kind else { return None };
    let [(op, _, other)] = &rest[..] else { return None };
    let sign = match op {
        CompareOp::Equal => "==",
        CompareOp::NotEqual => "!=",
        CompareOp::Less => ">",
        CompareOp::LessOrEqual => ">=",
        CompareOp::Greater => "<",
        CompareOp::GreaterOrEqual => "<=",
        _ => return None,
    };
    Some(format!("({}) {sign} ({})", text(other), text(first)))
}

fn min_and_max(dice: &mut Dice, found: &Expr) -> Option<String> {
    let ExprKind::Call { callee, args } = &found.kind else { return None };
    let (ExprKind::Name(name), [a, b]) = (&callee.kind, &args[..]) else { return None };
    let sign = match &**name {
        "min" => ["<", "<="][dice.roll(2) as usize],
        "max" => [">", ">="][dice.roll(2) as usize],
        _ => return None,
    };
    let (a, b) = (text(a), text(b));
    Some(format!("(if ({a}) {sign} ({b}) then {a} else {b})"))
}

/// `for x in [1, 2]` as `for x in {1, 2}`.
fn sets_for_lists(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some((_, generators)) = ruleset(one).and_then(|rules| options(dice, rules)) else {
        return false;
    };
    for generator in generators {
        if let Generator::For { source, .. } = generator
            && let ExprKind::List(elements) = &source.kind
            && elements.len() > 1
            && elements
                .iter()
                .all(|one| matches!(one.kind, ExprKind::Integer(_) | ExprKind::Text(_)))
        {
            source.kind = ExprKind::Set(elements.clone());
            return true;
        }
    }
    false
}

/// The names that are bound in a ruleset: parameters, loops, functions without a name, and `after`.
fn names_of_rules(rules: &RulesetDecl, one: &mut Statement) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = rules
        .family
        .iter()
        .chain(&rules.position)
        .map(|param| param.name.text.to_string())
        .collect();
    let mut loops = |generators: &[Generator]| {
        for generator in generators {
            if let Generator::For { pattern, .. } | Generator::Let { pattern, .. } = generator {
                bound_names(pattern, &mut all);
            }
        }
    };
    for alternative in rules.clauses.iter().flat_map(|clause| &clause.alternatives) {
        if let Alternative::Options { generators, .. } | Alternative::Computed { generators, .. } =
            alternative
        {
            loops(generators);
        }
    }
    each_expr(one, &mut |expr| {
        if let ExprKind::Comprehension { generators, .. } = &expr.kind {
            loops(generators);
        }
    });
    each_expr(one, &mut |expr| {
        if let ExprKind::Lambda { params, .. } = &expr.kind {
            all.extend(params.iter().map(|param| param.text.to_string()));
        }
    });
    all.insert("after".to_owned());
    all
}

/// Whether an expression may stand outside of its ruleset.
fn may_move(found: &Expr) -> bool {
    let mut may = true;
    super::tree::walk(&mut found.clone(), &mut |expr| {
        let is_word = |name: &str| matches!(name, "line" | "connects" | "hex_connects");
        may &= match &expr.kind {
            // Words of goals are about the position where they stand.
            ExprKind::Name(name) => !is_word(name),
            ExprKind::IfBlock { .. }
            | ExprKind::Lambda { .. }
            | ExprKind::Labelled { .. }
            | ExprKind::NoMoves
            | ExprKind::Turned { .. }
            | ExprKind::Pass => false,
            _ => true,
        };
    });
    let is_short = matches!(
        found.kind,
        ExprKind::Name(_) | ExprKind::Text(_) | ExprKind::Integer(_) | ExprKind::Bool(_)
    );
    may && !is_short && !is_written_as_game(found)
}

/// Whether an expression is a game because it is written as one: as an option it is not the number that it equals.
fn is_written_as_game(found: &Expr) -> bool {
    match &found.kind {
        ExprKind::Game(_)
        | ExprKind::Nimber(_)
        | ExprKind::Form { .. }
        | ExprKind::Switch(_)
        | ExprKind::Impartial(_) => true,
        ExprKind::Unary(_, inner) => is_written_as_game(inner),
        ExprKind::If { then, otherwise, .. } => {
            [then, otherwise].into_iter().any(|branch| is_written_as_game(branch))
        }
        _ => false,
    }
}

/// An expression moved into a function.
fn called_out(dice: &mut Dice, one: &mut Statement, before: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one).cloned() else { return false };
    if rules.clauses.iter().any(|clause| clause.mover == Mover::Turn) {
        return false;
    }
    let bound = names_of_rules(&rules, one);
    let name = format!("helper{}", dice.roll(100_000));
    let called = |found: &Expr| {
        let (inner, mentioned) = (inner_names(found), mentioned(found));
        // The ruleset is declared after the function.
        if mentioned.contains(&*rules.name.text) {
            return None;
        }
        let params: Vec<String> = mentioned
            .into_iter()
            .filter(|name| bound.contains(name) && !inner.contains(name))
            .collect();
        // A name that is bound inside of the expression may be bound outside of it, too.
        let is_clear = inner.iter().all(|name| !params.contains(name)) && may_move(found);
        is_clear.then(|| (expr(&format!("{name}({})", params.join(", "))), params.join(", ")))
    };
    let count = replace_one(&mut one.clone(), u64::MAX, &mut |found| called(found)?.0);
    if count == 0 {
        return false;
    }
    let (choice, is_block) = (dice.roll(count), dice.roll(2) == 0);
    let (mut at, mut made) = (0, None);
    replace_one(one, choice, &mut |found| {
        let (call, params) = called(found)?;
        if at == choice {
            let body = text(found);
            made = Some(match is_block {
                true => format!("fn {name}({params}) {{ {body} }}"),
                false => format!("{name}({params}) := {body}"),
            });
        }
        at += 1;
        call
    });
    let made = made.filter(|made| statement(made).is_some());
    let is_made = made.is_some();
    before.extend(made);
    is_made
}

/// The names that are bound inside of an expression.
fn inner_names(found: &Expr) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    super::tree::walk(&mut found.clone(), &mut |expr| {
        if let ExprKind::Comprehension { generators, .. } = &expr.kind {
            for generator in generators {
                if let Generator::For { pattern, .. } | Generator::Let { pattern, .. } = generator {
                    bound_names(pattern, &mut all);
                }
            }
        }
    });
    all
}

/// A number that gets a name outside of the ruleset.
fn named_number(dice: &mut Dice, one: &mut Statement, before: &mut Vec<String>) -> bool {
    let name = format!("number{}", dice.roll(100_000));
    let is_number = |found: &Expr| matches!(found.kind, ExprKind::Integer(_));
    let count = replace_one(&mut one.clone(), u64::MAX, &mut |found| {
        is_number(found).then(|| found.clone())
    });
    if count == 0 {
        return false;
    }
    let (choice, mut at) = (dice.roll(count), 0);
    replace_one(one, choice, &mut |found| {
        if !is_number(found) {
            return None;
        }
        if at == choice {
            before.push(format!("{name} := {}", text(found)));
        }
        at += 1;
        expr(&name)
    });
    true
}

/// A parameter of the position under another name, everywhere in the ruleset.
fn renamed(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let other = format!("renamed{}", dice.roll(1000));
    let Some(rules) = ruleset(one) else { return false };
    let all: Vec<Arc<str>> = rules.position.iter().map(|param| param.name.text.clone()).collect();
    let old = dice.one_of(&all).clone();
    // A name that is bound again inside is another one.
    let taken = inner_loops(rules);
    if taken.contains(&*old) {
        return false;
    }
    for param in &mut rules.position {
        if param.name.text == old {
            param.name.text = other.as_str().into();
        }
    }
    each_expr(one, &mut |expr| {
        if let ExprKind::Name(name) = &mut expr.kind
            && *name == old
        {
            *name = other.as_str().into();
        }
    });
    true
}

/// The names that loops bind in a ruleset.
fn inner_loops(rules: &RulesetDecl) -> BTreeSet<String> {
    let mut bare = rules.clone();
    bare.position.clear();
    bare.family.clear();
    let kind = upstar::syntax::ast::StatementKind::Ruleset(Arc::new(bare.clone()));
    let mut one = Statement { kind, doc: None, silent: false, span: rules.name.span };
    names_of_rules(&bare, &mut one)
}

/// A rewrite rule of one plain row, written with `.with`.
fn with_for_pattern(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one) else { return false };
    let [param] = &rules.position[..] else { return false };
    let is_grid = match &param.kind {
        Some(ParamKind::Board(BoardKind::Strip, _)) => false,
        Some(ParamKind::Board(BoardKind::Grid, _)) => true,
        _ => return false,
    };
    let board = param.name.text.clone();
    let mut all = alternatives(rules);
    if all.is_empty() {
        return false;
    }
    let choice = dice.roll(all.len() as u64) as usize;
    let Alternative::Rewrite { steps, gain: None, condition: None } = &*all[choice] else {
        return false;
    };
    let [step] = &steps[..] else { return false };
    if step.repeats || step.over_the_border || step.turns != Turns::None {
        return false;
    }
    let Some(options) = as_with(&board, &step.pattern.value, &step.replacement.value, is_grid)
    else {
        return false;
    };
    let Some(mut made) = statement(&format!("game G({board}) {{ move {options} }}")) else {
        return false;
    };
    let Some(made) = ruleset(&mut made) else { return false };
    *all[choice] = made.clauses[0].alternatives[0].clone();
    true
}

/// The options that a pattern of symbols, `?` and rows means.
fn as_with(board: &str, pattern: &str, replacement: &str, is_grid: bool) -> Option<String> {
    let is_plain = |side: &str| side.chars().all(|sign| !"~+^$()[] ".contains(sign));
    if !is_plain(pattern) || !is_plain(replacement) || (!is_grid && pattern.contains('|')) {
        return None;
    }
    let (rows, others): (Vec<&str>, Vec<&str>) =
        (pattern.split('|').collect(), replacement.split('|').collect());
    let width = rows[0].chars().count();
    if rows.iter().chain(&others).any(|row| row.chars().count() != width)
        || rows.len() != others.len()
    {
        return None;
    }
    let place = |row: usize, column: usize| match is_grid {
        true => format!("(i + {row}, j + {column})"),
        false => format!("j + {column}"),
    };
    let (mut needs, mut writes) = (Vec::new(), Vec::new());
    for (row, (before, after)) in rows.iter().zip(&others).enumerate() {
        for (column, (from, to)) in before.chars().zip(after.chars()).enumerate() {
            let at = place(row, column);
            if from != '?' {
                needs.push(format!("{board}[{at}] == \"{from}\""));
            }
            if to != '?' {
                writes.push(if is_grid {
                    format!("{at}: \"{to}\"")
                } else {
                    format!("({at}): \"{to}\"")
                });
            }
        }
    }
    let loops = match is_grid {
        true => format!(
            "for i in 1..{board}.rows - {} for j in 1..{board}.columns - {}",
            rows.len() - 1,
            width - 1
        ),
        false => format!("for j in 1..{board}.columns - {}", width - 1),
    };
    let condition =
        if needs.is_empty() { String::new() } else { format!(" if {}", needs.join(" and ")) };
    let writes = if writes.is_empty() { ":".to_owned() } else { writes.join(", ") };
    Some(format!("{board}.with({{{writes}}}) {loops}{condition}"))
}

/// Each alternative with a clause of its own, in some cases in the other order.
fn clauses_split(_: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one) else { return false };
    let mut is_changed = false;
    let old = std::mem::take(&mut rules.clauses);
    for clause in old {
        is_changed |= clause.alternatives.len() > 1;
        for alternative in &clause.alternatives {
            let mut single = clause.clone();
            single.alternatives = vec![alternative.clone()];
            rules.clauses.push(single);
        }
    }
    is_changed
}

/// An alternative that stands there twice.
fn said_twice(dice: &mut Dice, one: &mut Statement, _: &mut Vec<String>) -> bool {
    let Some(rules) = ruleset(one) else { return false };
    if rules.clauses.is_empty() {
        return false;
    }
    let choice = dice.roll(rules.clauses.len() as u64) as usize;
    let again = rules.clauses[choice].alternatives[0].clone();
    rules.clauses[choice].alternatives.push(again);
    true
}

/// Declarations of which the last one is in other words.
pub(crate) fn reworded(dice: &mut Dice, declarations: &[String]) -> Vec<String> {
    let mut all = declarations.to_vec();
    let Some(last) = all.pop() else { return all };
    let Some(mut one) = statement(&last) else { return Vec::new() };
    for _ in 0..1 + dice.roll(3) {
        change(dice, REWORDINGS, &mut one, &mut all);
    }
    all.extend(super::tree::printed(&one));
    all
}
