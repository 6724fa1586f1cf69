//! Compiled code against definitions: a naive interpreter of expressions, and different ways to write
//! the same thing.

use std::path::Path;

use proptest::prelude::*;

use crate::length::properties;
use crate::support::session;

/// What a program answers, and the message of the error that ends it.
fn said(text: &str) -> (Vec<String>, Option<String>) {
    let reply = session(Path::new("tests")).check_text("code.game", text);
    let answers = reply.answers.iter().map(|answer| answer.text.clone()).collect();
    (answers, reply.diagnostics.first().map(|diagnostic| diagnostic.message.clone()))
}

/// Expression on integers, truth values and lists, in the names `x`, `y`, and those of generators.
#[derive(Debug, Clone)]
enum Expr {
    Int(i64),
    Bool(bool),
    Name(usize),
    Arithmetic(&'static str, Box<Expr>, Box<Expr>),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Logic(bool, Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(&'static str, Expr)>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    List(Vec<Expr>),
    Range(Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Call(&'static str, Vec<Expr>),
    /// `[element for a in first if condition for b in second]`
    Comprehension(Box<Expr>, Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `(fn body)(argument)`, where the parameter is a new name.
    Apply(Box<Expr>, Box<Expr>),
    /// `if c { z := a; z } else { b }`
    Block(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Value of such an expression.
#[derive(Debug, Clone, PartialEq)]
enum Naive {
    Int(i128),
    Bool(bool),
    List(Vec<Naive>),
}

/// An expression without a value.
struct Wrong;

type Valued = Result<Naive, Wrong>;

/// Integers beyond this are given up.
const LARGEST: i128 = 1 << 100;

/// The names that generators and functions bind, by the depth at which they stand.
fn name(place: usize) -> String {
    match place {
        0 => "x".to_owned(),
        1 => "y".to_owned(),
        n => format!("n{n}"),
    }
}

/// The text of an expression in which so many names are bound.
fn text(expr: &Expr, bound: usize) -> String {
    let t = |expr: &Expr| text(expr, bound);
    let list = |exprs: &[Expr]| exprs.iter().map(t).collect::<Vec<_>>().join(", ");
    match expr {
        Expr::Int(n) => format!("({n})"),
        Expr::Bool(b) => b.to_string(),
        Expr::Name(place) => name(place % bound),
        Expr::Arithmetic(op, a, b) => format!("({} {op} {})", t(a), t(b)),
        Expr::Neg(a) => format!("(-{})", t(a)),
        Expr::Not(a) => format!("(not {})", t(a)),
        Expr::Logic(is_and, a, b) => {
            format!("({} {} {})", t(a), if *is_and { "and" } else { "or" }, t(b))
        }
        Expr::Compare(first, rest) => {
            let rest: String = rest.iter().map(|(op, e)| format!(" {op} {}", t(e))).collect();
            format!("({}{rest})", t(first))
        }
        Expr::If(c, a, b) => format!("(if {} then {} else {})", t(c), t(a), t(b)),
        Expr::List(items) => format!("[{}]", list(items)),
        Expr::Range(a, b) => format!("list({}..{})", t(a), t(b)),
        Expr::Index(a, i) => format!("{}[{}]", t(a), t(i)),
        Expr::Call(f, args) => format!("{f}({})", list(args)),
        Expr::Comprehension(element, first, condition, second) => {
            let (a, b) = (name(bound), name(bound + 1));
            match second {
                None => {
                    let (element, condition) =
                        (text(element, bound + 1), text(condition, bound + 1));
                    format!("[{element} for {a} in {} if {condition}]", t(first))
                }
                Some(second) => format!(
                    "[{} for {a} in {} if {} for {b} in {}]",
                    text(element, bound + 2),
                    t(first),
                    text(condition, bound + 1),
                    text(second, bound + 1)
                ),
            }
        }
        Expr::Apply(body, argument) => {
            format!("({} -> {})({})", name(bound), text(body, bound + 1), t(argument))
        }
        Expr::Block(c, a, b) => {
            format!(
                "(if {} {{ {} := {}\n{} }} else {{ {} }})",
                t(c),
                name(bound),
                t(a),
                name(bound),
                t(b)
            )
        }
    }
}

fn int(value: Naive) -> Result<i128, Wrong> {
    match value {
        Naive::Int(n) if n.abs() < LARGEST => Ok(n),
        _ => Err(Wrong),
    }
}

fn truth(value: Naive) -> Result<bool, Wrong> {
    match value {
        Naive::Bool(b) => Ok(b),
        _ => Err(Wrong),
    }
}

fn items(value: Naive) -> Result<Vec<Naive>, Wrong> {
    match value {
        Naive::List(items) => Ok(items),
        _ => Err(Wrong),
    }
}

/// The value of an expression by its definition.
fn value(expr: &Expr, env: &[Naive]) -> Valued {
    let v = |expr: &Expr| value(expr, env);
    Ok(match expr {
        Expr::Int(n) => Naive::Int((*n).into()),
        Expr::Bool(b) => Naive::Bool(*b),
        Expr::Name(place) => env[place % env.len()].clone(),
        Expr::Arithmetic(op, a, b) => arithmetic(op, v(a)?, v(b)?)?,
        Expr::Neg(a) => Naive::Int(-int(v(a)?)?),
        Expr::Not(a) => Naive::Bool(!truth(v(a)?)?),
        Expr::Logic(true, a, b) => Naive::Bool(truth(v(a)?)? && truth(v(b)?)?),
        Expr::Logic(false, a, b) => Naive::Bool(truth(v(a)?)? || truth(v(b)?)?),
        Expr::Compare(first, rest) => {
            let mut left = v(first)?;
            for (op, expr) in rest {
                let right = v(expr)?;
                if !compare(op, &left, &right)? {
                    return Ok(Naive::Bool(false));
                }
                left = right;
            }
            Naive::Bool(true)
        }
        Expr::If(c, a, b) | Expr::Block(c, a, b) => {
            if truth(v(c)?)? {
                v(a)?
            } else {
                v(b)?
            }
        }
        Expr::List(all) => Naive::List(all.iter().map(v).collect::<Result<_, _>>()?),
        Expr::Range(a, b) => {
            let (a, b) = (int(v(a)?)?, int(v(b)?)?);
            if b - a > 1000 {
                return Err(Wrong);
            }
            Naive::List((a..=b).map(Naive::Int).collect())
        }
        Expr::Index(a, i) => {
            let (items, i) = (items(v(a)?)?, int(v(i)?)?);
            let place = if i < 0 { items.len() as i128 + i } else { i - 1 };
            let place = usize::try_from(place).map_err(|_| Wrong)?;
            items.get(place).filter(|_| i != 0).cloned().ok_or(Wrong)?
        }
        Expr::Call(f, args) => call(f, args.iter().map(v).collect::<Result<_, _>>()?)?,
        Expr::Comprehension(element, first, condition, second) => {
            let mut found = Vec::new();
            for a in items(v(first)?)? {
                let env = [env, &[a]].concat();
                if truth(value(condition, &env)?)? {
                    found.extend(elements(element, second.as_deref(), &env)?);
                }
            }
            Naive::List(found)
        }
        Expr::Apply(body, argument) => {
            let argument = v(argument)?;
            value(body, &[env, &[argument]].concat())?
        }
    })
}

/// The values of an element of a comprehension, once or for each `b`.
fn elements(element: &Expr, second: Option<&Expr>, env: &[Naive]) -> Result<Vec<Naive>, Wrong> {
    let Some(second) = second else { return Ok(vec![value(element, env)?]) };
    let each = |b: Naive| value(element, &[env, &[b]].concat());
    items(value(second, env)?)?.into_iter().map(each).collect()
}

fn arithmetic(op: &str, a: Naive, b: Naive) -> Valued {
    if let (Naive::List(a), Naive::List(b), "+") = (&a, &b, op) {
        return Ok(Naive::List(a.iter().chain(b).cloned().collect()));
    }
    let (a, b) = (int(a)?, int(b)?);
    let n = match op {
        "+" => a + b,
        "-" => a - b,
        "*" => a.checked_mul(b).ok_or(Wrong)?,
        "%" if b != 0 => a.rem_euclid(b) + if b < 0 && a.rem_euclid(b) != 0 { b } else { 0 },
        _ => return Err(Wrong),
    };
    Ok(Naive::Int(n))
}

fn compare(op: &str, a: &Naive, b: &Naive) -> Result<bool, Wrong> {
    Ok(match op {
        "==" => a == b,
        "!=" => a != b,
        "in" => items(b.clone())?.contains(a),
        _ => {
            let (a, b) = (int(a.clone())?, int(b.clone())?);
            if op == "<" { a < b } else { a <= b }
        }
    })
}

fn call(f: &str, args: Vec<Naive>) -> Valued {
    let mut args = args.into_iter();
    let mut next = || args.next().ok_or(Wrong);
    Ok(match f {
        "length" => Naive::Int(items(next()?)?.len() as i128),
        "max" => Naive::Int(int(next()?)?.max(int(next()?)?)),
        "all" => {
            let truths = items(next()?)?.into_iter().map(truth).collect::<Result<Vec<_>, _>>()?;
            Naive::Bool(truths.into_iter().all(|truth| truth))
        }
        "g" => {
            let (a, b) = (next()?, next()?);
            if compare("<", &a, &b)? { b } else { Naive::List(vec![a]) }
        }
        _ => unreachable!("{f} is not called"),
    })
}

/// How a value prints.
fn shown(value: &Naive) -> String {
    match value {
        Naive::Int(n) => n.to_string(),
        Naive::Bool(b) => b.to_string(),
        Naive::List(items) => {
            format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
    }
}

fn expression() -> impl Strategy<Value = Expr> {
    let ints = prop::sample::select(vec![-7, -2, -1, 0, 1, 2, 3, 5, i64::MAX, i64::MIN + 1]);
    let leaf = prop_oneof![
        3 => ints.prop_map(Expr::Int),
        1 => any::<bool>().prop_map(Expr::Bool),
        4 => (0..8usize).prop_map(Expr::Name),
    ];
    leaf.prop_recursive(5, 48, 3, |inner| {
        let one = || inner.clone().prop_map(Box::new);
        let signs = prop::sample::select(vec!["+", "-", "*", "%"]);
        let relations = || prop::sample::select(vec!["==", "!=", "<", "<=", "in"]);
        let lists = prop::collection::vec(inner.clone(), 0..4).prop_map(Expr::List);
        let ranges = || {
            (-2i64..3, 0i64..6).prop_map(|(a, b)| {
                Box::new(Expr::Range(Box::new(Expr::Int(a)), Box::new(Expr::Int(b))))
            })
        };
        prop_oneof![
            4 => (signs, one(), one()).prop_map(|(op, a, b)| Expr::Arithmetic(op, a, b)),
            1 => one().prop_map(Expr::Neg),
            1 => one().prop_map(Expr::Not),
            2 => (any::<bool>(), one(), one()).prop_map(|(and, a, b)| Expr::Logic(and, a, b)),
            3 => (one(), prop::collection::vec((relations(), inner.clone()), 1..3))
                .prop_map(|(first, rest)| Expr::Compare(first, rest)),
            3 => (one(), one(), one()).prop_map(|(c, a, b)| Expr::If(c, a, b)),
            2 => lists,
            1 => (one(), one()).prop_map(|(a, b)| Expr::Range(a, b)),
            2 => (one(), one()).prop_map(|(a, i)| Expr::Index(a, i)),
            1 => inner.clone().prop_map(|a| Expr::Call("length", vec![a])),
            1 => inner.clone().prop_map(|a| Expr::Call("all", vec![a])),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Expr::Call("max", vec![a, b])),
            2 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Expr::Call("g", vec![a, b])),
            3 => (one(), ranges(), one(), prop::option::of(ranges()))
                .prop_map(|(e, a, c, b)| Expr::Comprehension(e, a, c, b)),
            2 => (one(), one()).prop_map(|(body, a)| Expr::Apply(body, a)),
            2 => (one(), one(), one()).prop_map(|(c, a, b)| Expr::Block(c, a, b)),
        ]
    })
}

/// A function that the expressions call.
const G: &str = "fn g(a, b) {\n for z in 1..2 { if a < b { return b } }\n r := [a]\n r\n}\n";

proptest! {
    #![proptest_config(properties(600))]

    #[test]
    fn expressions_have_the_values_of_their_definition(expr in expression()) {
        let env = [Naive::Int(3), Naive::List(vec![Naive::Int(1), Naive::Int(4)])];
        let body = text(&expr, 2);
        let program = format!("{G}f(x, y) := {body}\nf(3, [1, 4])");
        let (answers, message) = said(&program);
        // What is given up here need not be wrong.
        if let Ok(value) = value(&expr, &env) {
            prop_assert_eq!(answers, vec![shown(&value)], "{} {:?}", program, message);
        }
    }

    #[test]
    fn the_same_expression_is_worth_the_same_everywhere(expr in expression()) {
        let body = text(&expr, 2);
        let one = said(&format!("{G}f(x, y) := {body}\nf(3, [1, 4])"));
        let others = [
            format!("fn f(x, y) {{ r := {body}\n return r }}\nf(3, [1, 4])"),
            format!("fn f(y) {{ x := 0\n while true {{ x := 3\n return {body} }} }}\nf([1, 4])"),
            format!("((x, y) -> {body})(3, [1, 4])"),
            format!("f(x, y = [1, 4]) := {body}\nf(3)"),
            format!("map([[1, 4]], y -> (x -> {body})(3))[1]"),
            format!("[{body} for (x, y) in [(3, [1, 4])]][1]"),
            format!("[{body} for x in [3] for y in [[1, 4]] if true][1]"),
            format!(
                "game R(k)(n: heap) {{\n move 0 for x in [k] for y in [[1, 4]] for it in [{body}] \
                 if say(it)\n}}\nsay(it) := 1/0 == it\nR(3)(1).moves(Left)"
            ),
        ];
        for other in &others[..7] {
            let other = format!("{G}{other}");
            prop_assert_eq!(&one, &said(&other), "{}", other);
        }
        // In a rule the value is not to be seen, but the error is.
        let (_, message) = said(&format!("{G}{}", others[7]));
        match &one.1 {
            Some(wrong) => prop_assert_eq!(message.as_ref(), Some(wrong)),
            None => prop_assert_eq!(message.as_deref(), Some("division by zero")),
        }
    }
}

#[test]
fn a_comprehension_is_a_loop() {
    let both = said(
        "fn loop(n) {\n r := []\n for a in 1..n { for (b, c) in [(a, 2), (1, a)] {\n\
         if b == 3 { continue }\n if a > 6 { break }\n r := r + [b * c] } }\n r\n}\n\
         loop(8) == [b * c for a in 1..8 for (b, c) in [(a, 2), (1, a)] if b != 3 and a <= 6]",
    );
    assert_eq!(both, (vec!["true".to_owned()], None));
}

#[test]
fn a_name_is_read_before_a_block_binds_it_again() {
    let (answers, message) = said(
        "f(x) := x + (if x > 0 { x := 10\n x } else { 0 }) + x\nf(1)\n\
         fn h(x) { y := x < (if true { x := 5\n x } else { 0 })\n [y, x] }\nh(4)",
    );
    assert_eq!((answers, message), (vec!["21".to_owned(), "[true, 5]".to_owned()], None));
}

/// Runs something on a thread with little stack.
fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(work);
    thread.expect("a thread starts").join().expect("the thread ends")
}

#[test]
fn calls_may_be_nested_deeply_on_a_small_stack() {
    let deep = "down(n) := if n == 0 then 0 else 1 + down(n - 1)\ndown(9_998)".replace('_', "");
    let said_there = on_a_small_stack(move || said(&deep));
    assert_eq!(said_there, (vec!["9998".to_owned()], None));
}

#[test]
fn a_recursion_without_end_is_told() {
    let (answers, message) = on_a_small_stack(|| said("f(n) := f(n + 1)\nf(0)"));
    assert_eq!(answers, Vec::<String>::new());
    assert_eq!(message.as_deref(), Some("more than 10000 calls are open at once"));
}
