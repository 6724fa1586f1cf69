//! Meaning of a ruleset: rulesets with the same meaning have the same moves.
//!
//! Knows: all that the moves of a ruleset can depend on. Must not know: what is kept for a meaning.
//!
//! The text is the resolved declaration in prefix notation, with the values of all globals that it mentions, directly or
//! through others. Each node is a word followed by its parts, and a list begins with its length, so different trees are
//! different texts. Patterns name every field and variants without fields are written by number, so a new node or field
//! does not compile before it is written here, or ignored as a place or documentation is. Globals are numbered in the
//! order in which they are met; what they are called matters only for functions, which show their names.
//!
//! On disk this text is the meaning, and values of a kind that has no text leave a ruleset without one. In memory they are
//! kept beside it, and compared as values.
//!
//! The digest of the text begins all keys of a ruleset in an archive. Beside it the archive keeps a program that makes the
//! ruleset, printed from the declaration. The digest shows whether the program still does.

use std::fmt::{Display, Write as _};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::builtins;
use crate::eval::{Globals, MORE_STACK, RED_ZONE};
use crate::resolve::tree::{
    Alternative, Bracket, Capture, Choice, Claim, Clause, Condition, Explain, Expr, ExprKind,
    Function, Generator, Global, Goal, Param, PositionKind, Quotation, QuotationKind,
    Ruleset as Declaration, Statement, StatementKind, Target,
};
use crate::source::Span;
use crate::syntax::ast::{
    BoardKind, CompareOp, GameLiteral, Name, ParamKind, Rewrite, Symbols, Text, Ups,
};
use crate::value::{Readers, Ruleset, Value};

/// Number of the way in which meanings are written.
const FORMAT: u32 = 2;

/// Levels of values in each other that are written.
pub(super) const DEEPEST: usize = 16;

/// Meaning of a ruleset.
#[derive(Debug)]
pub(in crate::eval) struct RulesetMeaning {
    /// Text of it.
    pub(in crate::eval) text: String,
    /// The globals that are mentioned, each once.
    pub(in crate::eval) mentions: Vec<Global>,
}

/// The meaning of a ruleset; `None` when a value that it mentions cannot be written.
pub(in crate::eval) fn meaning(globals: &Globals, ruleset: &Ruleset) -> Option<RulesetMeaning> {
    let mut writer = Writer::default();
    writer.word(format_args!("format {FORMAT} version {}", env!("CARGO_PKG_VERSION")));
    writer.ruleset(ruleset, DEEPEST)?;
    // More globals are added on the way.
    let mut next = 0;
    while let Some(&global) = writer.mentions.get(next) {
        writer.value(globals.get(global), DEEPEST)?;
        next += 1;
    }
    Some(RulesetMeaning { text: writer.text, mentions: writer.mentions })
}

/// What functions and rulesets read of the globals, directly or through others: equal where they mean the same.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Frozen {
    /// Digest of the text.
    pub(super) digest: [u8; 32],
    /// The values that have no text.
    pub(super) values: Vec<Value>,
}

/// What functions and rulesets read.
pub(super) struct Reading {
    /// What they read of the globals.
    pub(super) frozen: Frozen,
    /// The globals that they mention, each once.
    pub(super) mentions: Vec<Global>,
    /// They themselves, and the functions and rulesets in what they read.
    pub(super) readers: Readers,
}

/// What functions and rulesets read, directly or through others.
pub(super) fn reading<'v>(
    globals: &Globals,
    readers: impl IntoIterator<Item = &'v Value>,
) -> Reading {
    let mut writer = Writer::default();
    readers.into_iter().for_each(|reader| writer.in_memory(reader));
    let mut next = 0;
    while let Some(&global) = writer.mentions.get(next) {
        writer.in_memory(globals.get(global));
        next += 1;
    }
    let Writer { text, mentions, values, readers } = writer;
    Reading { frozen: Frozen { digest: Sha256::digest(text).into(), values }, mentions, readers }
}

/// The globals that a function or ruleset mentions, directly or through others.
pub(in crate::eval) fn mentions(globals: &Globals, reader: &Value) -> Vec<Global> {
    reading(globals, [reader]).mentions
}

/// Whether a function or ruleset itself reads a builtin, or a name of the library, and no name of the program.
pub(super) fn reads_given(globals: &Globals, reader: &Value, name: &str) -> bool {
    let mut writer = Writer::default();
    writer.in_memory(reader);
    let mut builtin = Writer::default();
    builtin.named("builtin", name);
    let is_it = |place: &Global| globals.is_of_library(*place) && globals.name(*place) == name;
    writer.text.contains(&builtin.text) || writer.mentions.iter().any(is_it)
}

/// A meaning that is being written.
#[derive(Default)]
struct Writer {
    text: String,
    mentions: Vec<Global>,
    /// Values that have no text, in memory.
    values: Vec<Value>,
    /// Functions and rulesets that were written, in memory.
    readers: Readers,
}

/// Values in memory.
impl Writer {
    fn in_memory(&mut self, value: &Value) {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || match value {
            Value::Nothing
            | Value::Number(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Builtin(..) => {
                self.value(value, 1).expect("it contains no values, and has a text");
            }
            Value::Function(_) | Value::Ruleset(_) => self.reader(value),
            // Sets and maps are equal in any order, but not listed alike.
            Value::List(list) => self.all_in_memory("list", list.items()),
            Value::Tuple(tuple) => self.all_in_memory("tuple", tuple.items()),
            Value::Set(set) => self.all_in_memory("set", set.items()),
            Value::Map(map) => {
                let entries = map.entries().iter().flat_map(|(key, value)| [key, value]);
                self.all_in_memory("map", entries);
            }
            _ => {
                self.word(format_args!("kept {}", self.values.len()));
                self.values.push(value.clone());
                let mut within = Readers::default();
                value.readers(&mut within);
                let within = within.into_found();
                self.word(within.len());
                within.iter().for_each(|reader| self.reader(reader));
            }
        });
    }

    fn all_in_memory<'v>(&mut self, word: &str, values: impl IntoIterator<Item = &'v Value>) {
        self.word(word);
        values.into_iter().for_each(|value| self.in_memory(value));
        self.word("end");
    }

    /// A function or a ruleset: once as a tree, then by its number.
    fn reader(&mut self, reader: &Value) {
        let (number, is_new) = self.readers.insert(reader.clone());
        self.word(format_args!("reader {number}"));
        let values = match reader {
            _ if !is_new => return,
            Value::Function(function) => {
                self.function(&function.tree);
                function.captures()
            }
            Value::Ruleset(ruleset) => {
                self.word(ruleset.base().is_some());
                self.declaration(&ruleset.tree);
                ruleset.family().unwrap_or_default()
            }
            _ => return,
        };
        self.all_in_memory("values", values);
    }
}

/// Whether rules cannot distinguish two values. Equal values are the same, but for the order of sets and maps.
pub(in crate::eval) fn is_same(a: &Value, b: &Value) -> bool {
    let all = |a: &[Value], b: &[Value]| a.len() == b.len() && a.iter().zip(b).all(both_same);
    match (a, b) {
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            Arc::ptr_eq(a, b) || all(a.items(), b.items())
        }
        (Value::Set(a), Value::Set(b)) => {
            let (before, after) = (a.items(), b.items());
            Arc::ptr_eq(a, b)
                || before.len() == after.len() && before.iter().zip(after).all(both_same)
        }
        (Value::Map(a), Value::Map(b)) => {
            let (before, after) = (a.entries(), b.entries());
            let same = |(a, b): ((&Value, &Value), (&Value, &Value))| {
                is_same(a.0, b.0) && is_same(a.1, b.1)
            };
            Arc::ptr_eq(a, b) || before.len() == after.len() && before.iter().zip(after).all(same)
        }
        (Value::Function(a), Value::Function(b)) => {
            Arc::ptr_eq(a, b) || a.is_written_like(b) && all(a.captures(), b.captures())
        }
        _ => a == b,
    }
}

fn both_same((a, b): (&Value, &Value)) -> bool {
    stacker::maybe_grow(RED_ZONE, MORE_STACK, || is_same(a, b))
}

/// Values.
impl Writer {
    fn ruleset(&mut self, ruleset: &Ruleset, levels: usize) -> Option<()> {
        let levels = levels.checked_sub(1)?;
        self.word(if ruleset.base().is_some() { "impartial" } else { "ruleset" });
        self.declaration(&ruleset.tree);
        match ruleset.family() {
            None => {
                self.word("family");
                Some(())
            }
            Some(values) => self.values(values, levels),
        }
    }

    fn values(&mut self, values: &[Value], levels: usize) -> Option<()> {
        self.word(values.len());
        values.iter().try_for_each(|value| self.value(value, levels))
    }

    fn value(&mut self, value: &Value, levels: usize) -> Option<()> {
        let levels = levels.checked_sub(1)?;
        match value {
            Value::Nothing => self.word("nothing"),
            Value::Number(x) => self.word(format_args!("number {x}")),
            Value::Bool(x) => self.word(x),
            Value::Text(x) => self.named("text", x),
            Value::Builtin(_, name) => self.named("builtin", name),
            Value::List(list) => {
                self.word("list");
                self.values(list.items(), levels)?;
            }
            Value::Tuple(tuple) => {
                self.word("tuple");
                self.values(tuple.items(), levels)?;
            }
            Value::Function(function) => {
                self.word("function");
                self.function(&function.tree);
                self.values(function.captures(), levels)?;
            }
            Value::Ruleset(ruleset) => self.ruleset(ruleset, levels)?,
            // What else there is, games above all, has numbers of this run in it.
            _ => return None,
        }
        Some(())
    }
}

/// Words, and nodes of all kinds.
impl Writer {
    fn word(&mut self, word: impl Display) {
        // A text can always be written to.
        let _ = write!(self.text, "{word} ");
    }

    fn quoted(&mut self, text: &str) {
        let _ = write!(self.text, "{text:?} ");
    }

    fn named(&mut self, word: &str, text: &str) {
        self.word(word);
        self.quoted(text);
    }

    fn global(&mut self, global: Global) {
        let known = self.mentions.iter().position(|&other| other == global);
        let number = known.unwrap_or_else(|| {
            self.mentions.push(global);
            self.mentions.len() - 1
        });
        self.word(number);
    }

    fn name(&mut self, Name { text, span: _ }: &Name) {
        self.quoted(text);
    }

    fn literal(&mut self, Text { value, span: _ }: &Text) {
        self.quoted(value);
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.word(items.len());
        items.iter().for_each(|item| each(self, item));
    }

    fn option<T>(&mut self, item: Option<&T>, mut each: impl FnMut(&mut Self, &T)) {
        self.word(u8::from(item.is_some()));
        item.iter().for_each(|item| each(self, item));
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        self.list(exprs, Self::expr);
    }
}

/// Declarations.
impl Writer {
    fn declaration(&mut self, declaration: &Declaration) {
        let Declaration {
            name,
            family,
            position,
            params,
            clauses,
            parts,
            start,
            pictures,
            misere,
            goals,
            slanted,
            score,
            blocking,
            // What is refused when it is typed changes no answer.
            checks: _,
            turn,
            slots,
            declared: _,
            doc: _,
            span: _,
        } = declaration;
        self.name(name);
        self.list(family, Self::param);
        match position {
            PositionKind::Heap => self.word("heap"),
            PositionKind::Board(kind, symbols) => self.board(*kind, symbols),
            PositionKind::Graph => self.word("graph"),
            PositionKind::Coins => self.word("coins"),
            PositionKind::Tuple => self.word("tuple"),
        }
        self.list(params, Self::param);
        self.list(clauses, Self::clause);
        self.option(parts.as_ref(), Self::alternative);
        self.option(start.as_ref(), |to, start| to.exprs(start));
        self.option(pictures.as_ref(), |to, pictures| {
            to.list(pictures, |to, (symbol, picture)| {
                to.literal(symbol);
                to.literal(picture);
            });
        });
        self.word(misere);
        self.list(goals, |to, Goal { ending, condition, no_moves }| {
            to.word(*ending as u8);
            to.word(no_moves);
            to.expr(condition);
        });
        self.word(slanted);
        self.option(score.as_ref(), Self::expr);
        self.option(blocking.as_ref().map(|blocking| &blocking.most), Self::expr);
        self.option(turn.as_ref(), Self::expr);
        self.word(slots);
    }

    fn function(&mut self, function: &Function) {
        let Function { name, params, captures, body, slots, text, declared: _, doc: _, span: _ } =
            function;
        self.option(name.as_ref(), |to, name| to.quoted(name));
        self.quoted(text);
        self.list(params, Self::param);
        self.list(captures, |to, Capture { name: _, outside, inside }| {
            to.word(outside);
            to.word(inside);
        });
        self.statements(body);
        self.word(slots);
    }

    fn param(&mut self, Param { name, kind, default }: &Param) {
        self.name(name);
        self.option(kind.as_ref(), |to, kind| match kind {
            ParamKind::Heap => to.word("heap"),
            ParamKind::Board(kind, symbols) => to.board(*kind, symbols),
            ParamKind::Graph { directed, edges, vertices } => {
                to.word("graph");
                to.word(directed);
                to.option(edges.as_ref(), Self::symbols);
                to.option(vertices.as_ref(), Self::symbols);
            }
            ParamKind::Coins => to.word("coins"),
            ParamKind::Code => to.word("code"),
        });
        self.option(default.as_ref(), Self::expr);
    }

    fn board(&mut self, kind: BoardKind, symbols: &Symbols) {
        self.word(kind.word());
        self.symbols(symbols);
    }

    fn symbols(&mut self, Symbols { value, numbers, span: _ }: &Symbols) {
        self.quoted(value);
        self.word(numbers);
    }

    fn clause(&mut self, Clause { mover, alternatives, span: _ }: &Clause) {
        self.word(*mover as u8);
        self.list(alternatives, Self::alternative);
    }

    fn alternative(&mut self, alternative: &Alternative) {
        match alternative {
            Alternative::Rewrite { steps, gain, condition } => {
                self.word("rewrite");
                self.list(steps, |to, step| {
                    let Rewrite { pattern, replacement, turns, repeats, over_the_border } = step;
                    to.literal(pattern);
                    to.literal(replacement);
                    to.word(*turns as u8);
                    to.word(repeats);
                    to.word(over_the_border);
                });
                self.option(gain.as_ref(), Self::expr);
                self.option(condition.as_ref(), |to, Condition { after, truth }| {
                    to.word(format_args!("slot {after}"));
                    to.expr(truth);
                });
            }
            Alternative::Options { parts, gain, generators, span: _ } => {
                self.word("options");
                self.exprs(parts);
                self.option(gain.as_ref(), Self::expr);
                self.list(generators, Self::generator);
            }
        }
    }

    fn generator(&mut self, generator: &Generator) {
        match generator {
            Generator::For { target, source } => {
                self.word("for");
                self.target(target);
                self.expr(source);
            }
            Generator::If(condition) => {
                self.word("if");
                self.expr(condition);
            }
        }
    }

    fn target(&mut self, target: &Target) {
        match target {
            Target::Slot(slot) => self.word(format_args!("slot {slot}")),
            Target::Global(global) => {
                self.word("global");
                self.global(*global);
            }
            Target::Tuple(targets, _) => {
                self.word("tuple");
                self.list(targets, Self::target);
            }
        }
    }
}

/// Statements.
impl Writer {
    fn statements(&mut self, statements: &[Statement]) {
        self.list(statements, Self::statement);
    }

    fn statement(&mut self, Statement { kind, silent, span: _ }: &Statement) {
        self.word(silent);
        match kind {
            StatementKind::Bind { target, value } => {
                self.word("bind");
                self.target(target);
                self.expr(value);
            }
            StatementKind::Function { global, function } => {
                self.word("function");
                self.global(*global);
                self.function(function);
            }
            StatementKind::Ruleset { global, ruleset } => {
                self.word("ruleset");
                self.global(*global);
                self.declaration(ruleset);
            }
            StatementKind::Use => self.word("use"),
            StatementKind::Check(claim) => {
                let (word, claimed) = match claim {
                    Claim::Holds(claimed) => ("holds", claimed),
                    Claim::Blank(claimed) => ("blank", claimed),
                };
                self.word(word);
                self.expr(claimed);
            }
            StatementKind::Exercise { title, body } => {
                self.word("exercise");
                self.literal(title);
                self.statements(body);
            }
            StatementKind::For { target, source, body } => {
                self.word("for");
                self.target(target);
                self.expr(source);
                self.statements(body);
            }
            StatementKind::While { condition, body } => {
                self.word("while");
                self.expr(condition);
                self.statements(body);
            }
            StatementKind::Return(value) => {
                self.word("return");
                self.option(value.as_ref(), Self::expr);
            }
            StatementKind::Break => self.word("break"),
            StatementKind::Continue => self.word("continue"),
            StatementKind::Expr(expr) => {
                self.word("value");
                self.expr(expr);
            }
        }
    }
}

/// Expressions.
impl Writer {
    fn expr(&mut self, Expr { kind, span: _ }: &Expr) {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.kind(kind));
    }

    #[expect(clippy::too_many_lines, reason = "one match over all kinds of expressions")]
    fn kind(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Number(x) => self.word(format_args!("number {x}")),
            ExprKind::Game(literal) => self.game(literal),
            ExprKind::Nimber(n) => self.node("nimber", [n]),
            ExprKind::Form { left, right } => self.lists("form", [left, right]),
            ExprKind::Switch(left) => self.lists("switch", [left]),
            ExprKind::Impartial(options) => self.lists("impartial", [options]),
            ExprKind::Summed(sum, within) => {
                self.word(format_args!("summed {}", *within as u8));
                self.expr(sum);
            }
            ExprKind::Genus(n, digits) => self.word(format_args!("genus {n} {digits:?}")),
            ExprKind::Loopy(name, star) => {
                self.word(format_args!("loopy {} {star}", *name as u8));
            }
            ExprKind::LoopyBracket { brackets, root } => {
                self.word(format_args!("brackets {root}"));
                self.list(brackets, Self::bracket);
            }
            ExprKind::Where { brackets, labels, body } => {
                self.node("where", [body]);
                self.list(brackets, Self::bracket);
                self.list(labels, |to, (slot, place)| to.word(format_args!("{slot} {place}")));
            }
            ExprKind::Text(text) => self.named("text", text),
            ExprKind::Bool(x) => self.word(x),
            ExprKind::Slot(slot, _) => self.word(format_args!("slot {slot}")),
            ExprKind::Global(global) => {
                self.word("global");
                self.global(*global);
            }
            ExprKind::Builtin(place) => self.named("builtin", builtins::row(*place).name),
            ExprKind::List(items) => self.lists("list", [items]),
            ExprKind::Tuple(items) => self.lists("tuple", [items]),
            ExprKind::Set(items) => self.lists("set", [items]),
            ExprKind::Map(entries) => {
                self.word("map");
                self.list(entries, |to, (key, value)| {
                    to.expr(key);
                    to.expr(value);
                });
            }
            ExprKind::Comprehension { collection, element, generators } => {
                self.node(format_args!("comprehension {}", *collection as u8), [element]);
                self.list(generators, Self::generator);
            }
            ExprKind::Range(first, last) => self.node("range", [first, last]),
            ExprKind::Unary(op, operand) => {
                self.node(format_args!("unary {}", *op as u8), [operand]);
            }
            ExprKind::Binary { op, op_span: _, left, right } => {
                self.node(format_args!("binary {}", *op as u8), [left, right]);
            }
            ExprKind::Compare { first, rest } => self.comparison(first, rest),
            ExprKind::Call { callee, args } => {
                self.node("call", [callee]);
                self.exprs(args);
            }
            ExprKind::Explain(explain) => self.explain(explain),
            ExprKind::Index { base, indices } => {
                self.node("index", [base]);
                self.exprs(indices);
            }
            ExprKind::Lambda(function) => {
                self.word("lambda");
                self.function(function);
            }
            ExprKind::If { condition, then, otherwise } => {
                self.node("if", [condition, then, otherwise]);
            }
            ExprKind::Let { slot, value, body } => {
                self.word("let");
                self.word(slot);
                self.expr(value);
                self.expr(body);
            }
            ExprKind::IfBlock { condition, then, otherwise } => {
                self.node("block", [condition]);
                self.statements(then);
                self.statements(otherwise);
            }
        }
    }

    /// A word and expressions.
    fn node<const N: usize>(&mut self, word: impl Display, parts: [&Expr; N]) {
        self.word(word);
        parts.into_iter().for_each(|part| self.expr(part));
    }

    /// A word and lists of expressions.
    fn lists<const N: usize>(&mut self, word: &str, lists: [&Vec<Expr>; N]) {
        self.word(word);
        lists.into_iter().for_each(|list| self.exprs(list));
    }

    fn game(&mut self, GameLiteral { number, ups, star }: &GameLiteral) {
        self.word("game");
        self.option(number.as_ref(), |to, (numerator, denominator)| {
            to.word(format_args!("{numerator} {denominator}"));
        });
        self.option(ups.as_ref(), |to, ups| match ups {
            Ups::Multiple(n) => to.word(format_args!("multiple {n}")),
            Ups::Power { n, down } => to.word(format_args!("power {n} {down}")),
            Ups::PowerSum { n, down } => to.word(format_args!("sum {n} {down}")),
        });
        self.option(star.as_ref(), |to, star| to.word(star));
    }

    fn bracket(&mut self, Bracket { options, span: _ }: &Bracket) {
        for side in options {
            self.list(side, |to, choice| match choice {
                Choice::Bracket(place) => to.word(format_args!("bracket {place}")),
                Choice::Value(value) => to.node("value", [value]),
            });
        }
    }

    fn comparison(&mut self, first: &Expr, rest: &[(CompareOp, Span, Expr)]) {
        self.node("compare", [first]);
        self.list(rest, |to, (op, _, operand)| to.node(*op as u8, [operand]));
    }

    fn explain(&mut self, Explain { builtin, asked, depth }: &Explain) {
        self.named("explain", builtins::row(*builtin).name);
        let Quotation { kind, span: _ } = asked;
        match kind {
            QuotationKind::Game(game) => self.node("game", [game]),
            QuotationKind::Comparison(left, op, right) => {
                self.node(format_args!("comparison {}", *op as u8), [left, right]);
            }
            QuotationKind::Question(builtin, args) => {
                self.named("question", builtins::row(*builtin).name);
                self.exprs(args);
            }
        }
        self.option(depth.as_ref(), Self::expr);
    }
}
