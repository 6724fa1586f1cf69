//! The rules of a grammar as functions in Rust.
//!
//! Knows: what blanks, nodes and lookahead do in pest. Must not know: which rules there are.
//!
//! Each function is a method of `Reader` (`src/reader.rs`). It says whether its rule matches at the place of the reader.
//! If not, nothing has changed. An expression that fails may leave the reader anywhere, unless it is *clean*: who goes on
//! after it returns to a mark.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use pest_meta::ast::RuleType;
use pest_meta::optimizer::OptimizedExpr as Expr;

use super::first::{END, First, Grammar, Nexts, char_of, spaced_in};

/// How an expression is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Mode {
    /// Blanks are skipped between its parts.
    spaced: bool,
    /// Its rules make nodes, unless they say otherwise.
    noded: bool,
    /// It is looked at and not taken: nothing makes nodes.
    ahead: bool,
}

/// A function: a rule, how its body is read, and whether it makes a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Function {
    rule: String,
    mode: Mode,
    makes_node: bool,
}

impl Function {
    /// What a rule is where it stands in an expression.
    fn new(rule: &str, ty: RuleType, around: Mode) -> Function {
        let Mode { ahead, .. } = around;
        let noded = !ahead;
        if matches!(rule, "WHITESPACE" | "COMMENT") {
            let mode = Mode { spaced: false, noded: false, ahead };
            return Function { rule: rule.to_owned(), mode, makes_node: false };
        }
        let (makes_node, inside) = match ty {
            RuleType::Silent => (false, around.noded),
            RuleType::Normal => (around.noded, around.noded),
            RuleType::Atomic => (around.noded, false),
            RuleType::CompoundAtomic | RuleType::NonAtomic => (noded, noded),
        };
        let mode = Mode { spaced: spaced_in(ty, around.spaced), noded: inside, ahead };
        Function { rule: rule.to_owned(), mode, makes_node }
    }

    fn name(&self) -> String {
        let letter = |is: bool, letter: &'static str| if is { letter } else { "" };
        let Mode { spaced, noded, ahead } = self.mode;
        let [s, n, a] = [letter(spaced, "s"), letter(noded, "n"), letter(ahead, "a")];
        let m = letter(self.makes_node, "m");
        format!("{}_{s}{n}{a}{m}_", self.rule.to_lowercase())
    }
}

/// An expression in Rust, which is true if it matches.
struct Code {
    text: String,
    /// If it fails, nothing has changed.
    clean: bool,
}

impl Code {
    fn clean(text: impl Into<String>) -> Code {
        Code { text: text.into(), clean: true }
    }

    /// The same, which changes nothing if it fails.
    fn cleaned(self) -> String {
        let Code { text, clean } = self;
        if clean {
            text
        } else {
            format!("({{ let mark = self.mark(); {text} || self.back(mark) }})")
        }
    }
}

/// The functions that are needed for some rules, and the tables that they look at.
struct Writer<'g> {
    grammar: &'g Grammar,
    todo: Vec<Function>,
    known: HashSet<Function>,
    /// Sets of what comes next, by their numbers.
    sets: HashMap<Nexts, usize>,
    /// Numbers for what comes next, by their numbers.
    choices: HashMap<Vec<u32>, usize>,
    tables: String,
}

/// The whole file.
pub(super) fn written(grammar: &Grammar, entries: &[&str]) -> String {
    let (todo, known) = (Vec::new(), HashSet::new());
    let (sets, choices, tables) = (HashMap::new(), HashMap::new(), String::new());
    let mut writer = Writer { grammar, todo, known, sets, choices, tables };
    let top = Mode { spaced: true, noded: true, ahead: false };
    let mut arms = String::new();
    for entry in entries {
        let call = writer.call(entry, top);
        writeln!(arms, "            Rule::{entry} => {},", call.text).expect("texts take all");
    }
    let blanks = writer.set(grammar.blanks);
    let atomic = Mode { spaced: false, noded: false, ahead: false };
    let [white, comment] = ["WHITESPACE", "COMMENT"].map(|name| writer.call(name, atomic).text);
    let mut functions = format!(
        "    pub(super) fn rule(&mut self, rule: Rule) -> bool {{
        match rule {{
{arms}            _ => false,
        }}
    }}

    #[inline]
    fn skip(&mut self) -> bool {{
        while self.sees(&{blanks}) && ({white} || {comment}) {{}}
        true
    }}
"
    );
    while let Some(function) = writer.todo.pop() {
        functions.push_str(&writer.function(&function));
    }
    format!("impl Reader<'_> {{\n{functions}}}\n{}", writer.tables)
}

impl Writer<'_> {
    /// A rule or a builtin, where it stands.
    fn call(&mut self, name: &str, around: Mode) -> Code {
        let Some(rule) = self.grammar.rules.get(name) else {
            return Code::clean(match name {
                "ANY" => "self.any()".to_owned(),
                "EOI" if around.noded => "self.end(true)".to_owned(),
                "EOI" => "self.end(false)".to_owned(),
                "PEEK" => "self.peeked()".to_owned(),
                "DROP" => "self.dropped()".to_owned(),
                _ if name.starts_with("ASCII_") => {
                    let class =
                        self.grammar.class(&Expr::Ident(name.to_owned())).expect("it is a class");
                    format!("self.byte_of(&{})", self.set(class))
                }
                _ => format!("self.char_by(pest::unicode::{name})"),
            });
        };
        let function = Function::new(name, rule.ty, around);
        let name = function.name();
        if self.known.insert(function.clone()) {
            self.todo.push(function);
        }
        Code::clean(format!("self.{name}()"))
    }

    /// A function with its body.
    fn function(&mut self, function: &Function) -> String {
        let rule = &self.grammar.rules[&function.rule];
        let body = self.expr(&rule.expr, function.mode);
        let (name, rule) = (function.name(), &rule.name);
        if function.makes_node {
            return format!(
                "    fn {name}(&mut self) -> bool {{
        let Some(opened) = self.open(Rule::{rule}) else {{ return false }};
        let found = {};
        self.close(opened, Rule::{rule}, found)
    }}\n",
                body.text
            );
        }
        let is_leaf = !body.text.contains("_()");
        let entered = if is_leaf { "" } else { "self.enter() && " };
        format!(
            "    fn {name}(&mut self) -> bool {{\n        {entered}{}\n    }}\n",
            body.cleaned()
        )
    }

    /// The name of a table that says whether something is in a set.
    fn set(&mut self, set: Nexts) -> String {
        let number = self.sets.len();
        let number = *self.sets.entry(set).or_insert_with(|| {
            let bits: Vec<&str> =
                (0..=END).map(|next| if set.has(next) { "true" } else { "false" }).collect();
            writeln!(self.tables, "static SET_{number}: [bool; 257] = [{}];", bits.join(", "))
                .expect("texts take all");
            number
        });
        format!("SET_{number}")
    }

    /// The name of a table of numbers, and the type of these.
    fn choice(&mut self, numbers: Vec<u32>) -> String {
        let number = self.choices.len();
        let number = *self.choices.entry(numbers.clone()).or_insert_with(|| {
            let most = numbers.iter().max().copied().unwrap_or(0);
            let kind = if most < 1 << 8 {
                "u8"
            } else if most < 1 << 16 {
                "u16"
            } else {
                "u32"
            };
            writeln!(self.tables, "static CHOICE_{number}: [{kind}; 257] = {numbers:?};")
                .expect("texts take all");
            number
        });
        format!("CHOICE_{number}")
    }

    fn first(&self, expr: &Expr, mode: Mode) -> First {
        self.grammar.first(expr, mode.spaced)
    }

    /// A guard that what comes next can begin an expression, with what may follow it.
    fn guarded(&mut self, expr: &Expr, mode: Mode) -> Code {
        let code = self.expr(expr, mode);
        let (may, is_plain) = (self.first(expr, mode).may(), self.grammar.class(expr).is_some());
        if may == Nexts::ALL || is_plain || matches!(expr, Expr::Str(_) | Expr::Range(..)) {
            return code;
        }
        let set = self.set(may);
        Code { text: format!("self.sees(&{set}) && {}", code.text), clean: code.clean }
    }

    fn expr(&mut self, expr: &Expr, mode: Mode) -> Code {
        if let Some(class) = self.grammar.class(expr)
            && !matches!(expr, Expr::Str(_))
        {
            return Code::clean(format!("self.byte_of(&{})", self.set(class)));
        }
        match expr {
            Expr::Str(text) => Code::clean(match text.as_bytes() {
                [] => "true".to_owned(),
                [only] => format!("self.byte({only})"),
                _ => format!("self.string({text:?})"),
            }),
            Expr::Range(from, to) => Code::clean(format!(
                "self.char_by(|one| ({:?}..={:?}).contains(&one))",
                char_of(from),
                char_of(to)
            )),
            Expr::Ident(name) => self.call(name, mode),
            Expr::PosPred(inner) => self.ahead(inner, mode, true),
            Expr::NegPred(inner) => self.ahead(inner, mode, false),
            Expr::Seq(..) => self.sequence(expr, mode),
            Expr::Choice(..) => self.alternatives(expr, mode),
            Expr::Opt(inner) => self.optional(inner, mode),
            Expr::Rep(inner) => self.repeated(inner, mode, false),
            Expr::RepOnce(inner) => {
                let once = self.expr(inner, mode).text;
                let more = self.repeated(inner, mode, true).text;
                Code { text: format!("({once}) && {more}"), clean: false }
            }
            Expr::RestoreOnErr(inner) => self.expr(inner, mode),
            Expr::Skip(texts) => Code::clean(format!("self.skip_until(&{texts:?})")),
            Expr::PushLiteral(text) => {
                let [only] = text.as_bytes() else { panic!("literals of one byte are pushed") };
                Code { text: format!("self.push({only})"), clean: false }
            }
            other => panic!("the parser has no {other}"),
        }
    }

    /// Whether an expression matches, without taking it; or that it does not.
    fn ahead(&mut self, inner: &Expr, mode: Mode, wanted: bool) -> Code {
        let mode = Mode { noded: false, ahead: true, ..mode };
        let first = self.first(inner, mode);
        let set = self.set(first.may());
        let sees = format!("self.sees(&{set})");
        let found = match first.may() == first.must {
            true => sees,
            false => {
                let inner = self.expr(inner, mode).text;
                format!(
                    "({sees} && {{ let mark = self.mark(); let found = {inner}; self.back(mark); found }})"
                )
            }
        };
        Code::clean(if wanted { found } else { format!("!{found}") })
    }

    fn sequence(&mut self, expr: &Expr, mode: Mode) -> Code {
        let mut parts = Vec::new();
        let mut rest = expr;
        while let Expr::Seq(left, right) = rest {
            parts.push(&**left);
            rest = right;
        }
        parts.push(rest);
        let mut texts = Vec::new();
        let mut clean = true;
        for (at, part) in parts.iter().enumerate() {
            let code = self.expr(part, mode);
            let is_last = at + 1 == parts.len();
            let stays = matches!(part, Expr::PosPred(_) | Expr::NegPred(_)) && !mode.spaced;
            clean &= code.clean && (is_last || stays);
            texts.push(if code.text.contains("||") {
                format!("({})", code.text)
            } else {
                code.text
            });
            if mode.spaced && !is_last {
                texts.push("self.skip()".to_owned());
            }
        }
        Code { text: texts.join(" && "), clean }
    }

    /// The alternatives of a choice, told apart by what comes next as far as that goes.
    fn alternatives(&mut self, expr: &Expr, mode: Mode) -> Code {
        let mut parts = Vec::new();
        let mut rest = expr;
        while let Expr::Choice(left, right) = rest {
            parts.push(&**left);
            rest = right;
        }
        parts.push(rest);
        let firsts: Vec<Nexts> = parts.iter().map(|part| self.first(part, mode).may()).collect();
        let codes: Vec<Code> = parts.iter().map(|part| self.expr(part, mode)).collect();
        // For each byte the alternatives that may match, and their numbers.
        let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
        let mut numbers = Vec::new();
        for next in 0..=END {
            let those: Vec<usize> = (0..parts.len()).filter(|&at| firsts[at].has(next)).collect();
            let known = groups.iter().position(|group| *group == those).unwrap_or_else(|| {
                groups.push(those);
                groups.len() - 1
            });
            numbers.push(known as u32);
        }
        let mut arms = String::new();
        let mut clean = true;
        for (number, group) in groups.iter().enumerate().skip(1) {
            let text = one_of(group.iter().map(|&at| &codes[at]));
            clean &= group.last().is_some_and(|&at| codes[at].clean);
            write!(arms, "{number} => {text}, ").expect("texts take all");
        }
        let table = self.choice(numbers);
        Code { text: format!("(match {table}[self.next()] {{ {arms}_ => false }})"), clean }
    }

    fn optional(&mut self, inner: &Expr, mode: Mode) -> Code {
        let Code { text, clean } = self.guarded(inner, mode);
        Code::clean(match clean {
            true => format!("({{ let _ = {text}; true }})"),
            false => {
                format!("({{ let mark = self.mark(); if !({text}) {{ self.back(mark); }} true }})")
            }
        })
    }

    /// An expression as often as it matches; with blanks before the first one or not, where blanks are skipped.
    fn repeated(&mut self, inner: &Expr, mode: Mode, blanks_first: bool) -> Code {
        if let Some(class) = self.grammar.class(inner).filter(|_| !mode.spaced) {
            return Code::clean(format!("self.bytes_of(&{})", self.set(class)));
        }
        let Code { text, clean } = self.guarded(inner, mode);
        Code::clean(match (mode.spaced, blanks_first, clean) {
            (false, _, true) => format!("({{ while {text} {{}} true }})"),
            (false, _, false) => format!(
                "({{ let mut mark = self.mark(); while {text} {{ mark = self.mark(); }} self.back(mark); true }})"
            ),
            (true, false, _) => format!(
                "({{ let mut mark = self.mark(); while {text} {{ mark = self.mark(); self.skip(); }} self.back(mark); true }})"
            ),
            (true, true, _) => format!(
                "({{ let mut mark = self.mark(); while self.skip() && {text} {{ mark = self.mark(); }} self.back(mark); true }})"
            ),
        })
    }
}

/// The first of some alternatives that matches.
fn one_of<'c>(codes: impl ExactSizeIterator<Item = &'c Code>) -> String {
    let last = codes.len() - 1;
    let mut needs_mark = false;
    let tries: Vec<String> = codes
        .enumerate()
        .map(|(at, code)| {
            let returns = !code.clean && at < last;
            needs_mark |= returns;
            let text = &code.text;
            if returns { format!("({text} || self.back(mark))") } else { format!("({text})") }
        })
        .collect();
    let all = tries.join(" || ");
    if needs_mark { format!("({{ let mark = self.mark(); {all} }})") } else { all }
}
