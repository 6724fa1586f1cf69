//! Expressions and literals as text, with parentheses where they are needed and nowhere else.

use super::{Printer, binary_level, binary_sign, compare_sign, level, level_of};
use crate::ast::{
    BinaryOp, Block, Collection, CompareOp, ElseBranch, Expr, ExprKind, GameLiteral, Generator,
    LoopyName, Name, UnaryOp, Ups,
};
use crate::source::Span;

/// Construct after an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AfterOperand {
    Call,
    Index,
    Method,
}

impl Printer {
    /// Prints an expression at the end of its statement.
    pub(super) fn expr(&mut self, expr: &Expr) {
        stacker::maybe_grow(64 << 10, 1 << 20, || match &expr.kind {
            ExprKind::IfBlock { condition, then, otherwise } => {
                self.if_block(condition, then, otherwise.as_deref());
            }
            _ => self.at_least(level::ANY, expr),
        });
    }

    /// An expression that binds at least as tightly as `least`, in parentheses if need be.
    fn at_least(&mut self, least: u8, expr: &Expr) {
        let bare = level_of(&expr.kind) >= least && !matches!(expr.kind, ExprKind::IfBlock { .. });
        if bare {
            stacker::maybe_grow(64 << 10, 1 << 20, || self.kind(&expr.kind));
        } else {
            self.in_parentheses(expr);
        }
    }

    fn in_parentheses(&mut self, expr: &Expr) {
        self.put("(");
        self.expr(expr);
        self.put(")");
    }

    /// `open`, expressions with commas between them, `close`.
    fn listed(&mut self, open: &str, exprs: &[Expr], close: &str) {
        self.put(open);
        self.separated(exprs, ", ", |printer, expr| printer.at_least(level::ANY, expr));
        self.put(close);
    }

    fn kind(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Integer(value) => self.put(&value.to_string()),
            ExprKind::Game(game) => self.game(game),
            ExprKind::Genus(normal, superscript) => self.genus(*normal, superscript),
            ExprKind::Loopy(name, star) => self.loopy(*name, star),
            ExprKind::Pass => self.put("pass"),
            ExprKind::NoMoves => self.put("no moves"),
            ExprKind::Text(value) => self.text(value),
            ExprKind::Bool(value) => self.put(if *value { "true" } else { "false" }),
            ExprKind::Name(name) => self.put(name),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary { op, left, right, .. } => self.binary(*op, left, right),
            ExprKind::Compare { first, rest } => self.compare(first, rest),
            ExprKind::Range(left, right) => {
                self.at_least(level::RANGE + 1, left);
                self.put("..");
                self.at_least(level::RANGE + 1, right);
            }
            ExprKind::Turned { pattern, turns } => {
                self.at_least(level::RANGE, pattern);
                self.after_a_blank(turns.words());
            }
            ExprKind::Call { callee, args } => {
                self.base(callee, AfterOperand::Call);
                self.listed("(", args, ")");
            }
            ExprKind::Method { receiver, name, args } => self.method(receiver, name, args),
            ExprKind::Index { base, indices } => {
                self.base(base, AfterOperand::Index);
                self.listed("[", indices, "]");
            }
            ExprKind::Lambda { params, body } => self.lambda(params, body),
            ExprKind::If { condition, then, otherwise } => self.choice(condition, then, otherwise),
            _ => self.bracket(kind),
        }
    }

    fn bracket(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Nimber(inner) => {
                self.put("*");
                self.in_parentheses(inner);
            }
            ExprKind::Form { left, right } => {
                self.put("<");
                self.slashes(left, right);
                self.put(">");
            }
            ExprKind::Impartial(options) => {
                self.put("*[");
                self.side(options, false);
                self.put("]");
            }
            ExprKind::Switch(options) => self.switch(options),
            ExprKind::Labelled { label, body } => {
                self.put(&label.text);
                self.put(": ");
                self.at_least(level::POSTFIX, body);
            }
            ExprKind::Where { body, definitions } => self.definitions(body, definitions),
            ExprKind::List(elements) => self.listed("[", elements, "]"),
            ExprKind::Tuple(elements) if elements.len() == 1 => self.listed("(", elements, ",)"),
            ExprKind::Tuple(elements) => self.listed("(", elements, ")"),
            ExprKind::Set(elements) => {
                self.put("{");
                self.separated(elements, ", ", Self::entry);
                self.put("}");
            }
            ExprKind::Map(entries) => self.map(entries),
            ExprKind::Comprehension { collection, element, generators } => {
                self.comprehension(*collection, element, generators);
            }
            _ => {}
        }
    }

    /// `a where { a: <b|0>, b: <0|a> }`
    fn definitions(&mut self, body: &Expr, definitions: &[(Name, Expr)]) {
        self.at_least(level::RANGE, body);
        self.put(" where { ");
        self.separated(definitions, ", ", |printer, (label, form)| {
            printer.put(&label.text);
            printer.put(": ");
            printer.at_least(level::POSTFIX, form);
        });
        self.put(" }");
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) {
        match op {
            UnaryOp::Not => {
                self.put("not ");
                self.at_least(level::NOT, operand);
            }
            UnaryOp::Neg => {
                self.put("-");
                let start = self.out.len();
                self.at_least(level::NEGATIVE, operand);
                let digits = self.out[start..].starts_with(|c: char| c.is_ascii_digit());
                if digits && begins_with_game(operand) {
                    // `-2v` would be one literal.
                    self.out.insert(start, '(');
                    self.put(")");
                }
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) {
        let own = binary_level(op);
        match op {
            BinaryOp::Pow => {
                self.factor(level::POSTFIX, left);
                self.put("**");
                self.factor(level::POWER, right);
            }
            BinaryOp::Div if is_integer(left) && is_integer(right) => {
                self.at_least(own, left);
                self.put("/");
                self.at_least(own, right);
            }
            _ => {
                self.at_least(own, left);
                self.put(binary_sign(op));
                self.at_least(own + 1, right);
            }
        }
    }

    fn compare(&mut self, first: &Expr, rest: &[(CompareOp, Span, Expr)]) {
        self.at_least(level::RANGE, first);
        for (op, _, operand) in rest {
            self.put(compare_sign(*op));
            self.at_least(level::RANGE, operand);
        }
    }

    /// Prints a side of a power; a star next to `**` would be misread.
    fn factor(&mut self, least: u8, expr: &Expr) {
        match expr.kind {
            ExprKind::Game(_) | ExprKind::Switch(_) => self.in_parentheses(expr),
            ExprKind::Loopy(_, ref star) if *star != 0.into() => self.in_parentheses(expr),
            _ => self.at_least(least, expr),
        }
    }

    /// Prints the operand before a call, an index or a method.
    fn base(&mut self, expr: &Expr, next: AfterOperand) {
        let bare = match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Game(_) | ExprKind::Genus(..) => {
                next == AfterOperand::Method
            }
            ExprKind::Loopy(_, star) => *star == 0.into() || next == AfterOperand::Method,
            ExprKind::Switch(_) | ExprKind::Labelled { .. } => false,
            ExprKind::Method { args, .. } => next != AfterOperand::Call || !args.is_empty(),
            kind => level_of(kind) >= level::POSTFIX,
        };
        if bare { self.at_least(level::POSTFIX, expr) } else { self.in_parentheses(expr) }
    }

    fn method(&mut self, receiver: &Expr, name: &Name, args: &[Expr]) {
        self.base(receiver, AfterOperand::Method);
        self.put(".");
        self.put(&name.text);
        if !args.is_empty() {
            self.listed("(", args, ")");
        }
    }

    fn lambda(&mut self, params: &[Name], body: &Expr) {
        match params {
            [only] => self.put(&only.text),
            _ => {
                self.put("(");
                self.separated(params, ", ", |printer, name| printer.put(&name.text));
                self.put(")");
            }
        }
        self.put(" -> ");
        self.at_least(level::ANY, body);
    }

    fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) {
        for (word, expr) in [("if ", condition), (" then ", then), (" else ", otherwise)] {
            self.put(word);
            self.at_least(level::ANY, expr);
        }
    }

    fn if_block(&mut self, condition: &Expr, then: &Block, otherwise: Option<&ElseBranch>) {
        self.put("if ");
        self.at_least(level::ANY, condition);
        self.block(then);
        match otherwise {
            Some(ElseBranch::Block(block)) => {
                self.put(" else");
                self.block(block);
            }
            Some(ElseBranch::If(chained)) => {
                self.put(" else ");
                self.expr(chained);
            }
            None => {}
        }
    }

    /// The sides of a form without its brackets.
    fn slashes(&mut self, left: &[Expr], right: &[Expr]) {
        let slashes = Slashes::of(left, right);
        self.side(left, slashes.bare_left);
        self.put(&"|".repeat(slashes.bars));
        self.side(right, slashes.bare_right);
    }

    /// A side of a form; `bare` when it is one form written without brackets.
    fn side(&mut self, options: &[Expr], bare: bool) {
        match options {
            [Expr { kind: ExprKind::Form { left, right }, .. }] if bare => {
                self.slashes(left, right);
            }
            _ => self.separated(options, ", ", |printer, option| {
                printer.at_least(level::SUM, option);
            }),
        }
    }

    fn switch(&mut self, options: &[Expr]) {
        self.put("±");
        match options {
            [only] if reads_after_switch(only) => self.at_least(level::PRODUCT, only),
            _ => {
                self.put("<");
                self.separated(options, ", ", |printer, option| {
                    printer.at_least(level::SUM, option);
                });
                self.put(">");
            }
        }
    }

    /// An element of a set or the value of a map: no bars, and no colon of its own.
    fn entry(&mut self, expr: &Expr) {
        let labelled = matches!(leftmost(expr).kind, ExprKind::Labelled { .. });
        if labelled || has_ordinal(expr) {
            self.in_parentheses(expr);
        } else {
            self.at_least(level::SUM, expr);
        }
    }

    fn map(&mut self, entries: &[(Expr, Expr)]) {
        if entries.is_empty() {
            self.put("{:}");
            return;
        }
        self.put("{");
        self.separated(entries, ", ", |printer, (key, value)| printer.map_entry(key, value));
        self.put("}");
    }

    fn map_entry(&mut self, key: &Expr, value: &Expr) {
        match key.kind {
            // A name before a colon is a label.
            ExprKind::Labelled { .. } | ExprKind::Switch(_) => self.in_parentheses(key),
            _ => self.at_least(level::POSTFIX, key),
        }
        self.put(": ");
        self.entry(value);
    }

    fn comprehension(&mut self, kind: Collection, element: &Expr, generators: &[Generator]) {
        match kind {
            Collection::List => {
                self.put("[");
                self.at_least(level::ANY, element);
                self.generators(generators);
                self.put("]");
            }
            Collection::Set | Collection::Map => {
                self.put("{");
                match (kind, &element.kind) {
                    (Collection::Map, ExprKind::Tuple(pair)) if pair.len() == 2 => {
                        self.map_entry(&pair[0], &pair[1]);
                    }
                    _ => self.entry(element),
                }
                self.generators(generators);
                self.put("}");
            }
        }
    }

    /// An option of a ruleset: one that begins like a clause is put in parentheses.
    pub(super) fn option(&mut self, expr: &Expr) {
        let word = match &leftmost(expr).kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        };
        let clause = word.is_some_and(|word| CLAUSES.contains(&&**word));
        // What stands before an arrow is a pattern.
        let arrow = matches!(expr.kind, ExprKind::Lambda { .. });
        if clause || arrow { self.in_parentheses(expr) } else { self.at_least(level::ANY, expr) }
    }

    /// A side of a step that is computed.
    pub(super) fn side_of_step(&mut self, expr: &Expr) {
        let word = match &leftmost(expr).kind {
            ExprKind::Name(name) => CLAUSES.contains(&&**name),
            _ => ends_after_text(expr),
        };
        if word { self.in_parentheses(expr) } else { self.at_least(level::SUM, expr) }
    }
}

/// Whether a text stands first and is read as a whole side of a step, because the sign after it goes on with none.
fn ends_after_text(mut expr: &Expr) -> bool {
    while let ExprKind::Binary { op, left, .. } = &expr.kind {
        if matches!(left.kind, ExprKind::Text(_)) {
            return !matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::Pow);
        }
        expr = left;
    }
    false
}

/// The words with which a clause of a ruleset can begin, and that which can follow `left` there.
pub(crate) const CLAUSES: &[&str] = &[
    "move", "left", "right", "turn", "parts", "start", "draw_as", "play", "draw", "score", "wins",
    "blocking",
];

fn is_integer(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Integer(_))
}

/// Whether `±` directly before it makes a switch with this one option.
fn reads_after_switch(option: &Expr) -> bool {
    match &option.kind {
        ExprKind::Integer(_) | ExprKind::Game(_) | ExprKind::Name(_) => true,
        ExprKind::Form { .. } | ExprKind::Nimber(_) | ExprKind::Call { .. } => true,
        ExprKind::Binary { op: BinaryOp::Div, left, right, .. } => {
            is_integer(left) && is_integer(right)
        }
        _ => false,
    }
}

/// Whether an ordinal sum stands in the flat row that `expr` is written as.
fn has_ordinal(expr: &Expr) -> bool {
    stacker::maybe_grow(64 << 10, 1 << 20, || match &expr.kind {
        ExprKind::Binary { op: BinaryOp::Ordinal, .. } => true,
        ExprKind::Binary { left, right, .. } => has_ordinal(left) || has_ordinal(right),
        ExprKind::Unary(UnaryOp::Neg, operand) => has_ordinal(operand),
        _ => false,
    })
}

/// Operand with which the text of `expr` begins, unless a parenthesis comes first.
fn leftmost(mut expr: &Expr) -> &Expr {
    loop {
        expr = match &expr.kind {
            ExprKind::Binary { left, .. } | ExprKind::Range(left, _) => left,
            ExprKind::Compare { first, .. } => first,
            ExprKind::Call { callee, .. } => callee,
            ExprKind::Method { receiver, .. } => receiver,
            ExprKind::Index { base, .. } => base,
            ExprKind::Where { body, .. } => body,
            ExprKind::Turned { pattern, .. } => pattern,
            _ => return expr,
        };
    }
}

/// Whether `expr` begins with a literal whose first part is a number.
fn begins_with_game(expr: &Expr) -> bool {
    matches!(&leftmost(expr).kind, ExprKind::Game(game) if game.number.is_some())
}

impl Printer {
    /// A text in quotes.
    pub(super) fn text(&mut self, value: &str) {
        self.out.push('"');
        for c in value.chars() {
            match c {
                '"' => self.put("\\\""),
                '\\' => self.put("\\\\"),
                '\n' => self.put("\\n"),
                '\t' => self.put("\\t"),
                '\r' => self.put("\\r"),
                c if c.is_control() => self.put(&format!("\\u{{{:x}}}", u32::from(c))),
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    /// A number, ups and a star, without blanks.
    fn game(&mut self, game: &GameLiteral) {
        if let Some((over, under)) = &game.number {
            self.put(&over.to_string());
            if *under != 1.into() {
                self.put(&format!("/{under}"));
            }
        }
        match &game.ups {
            Some(Ups::Multiple(count)) => self.multiple(count),
            Some(Ups::Power { n, down }) => self.put(&format!("{}<{n}>", arrow(*down))),
            Some(Ups::PowerSum { n, down }) => self.put(&format!("{}[{n}]", arrow(*down))),
            None => {}
        }
        if let Some(star) = &game.star {
            self.star(star);
        }
    }

    /// A named loopy game and the nimber added to it.
    fn loopy(&mut self, name: LoopyName, star: &num_bigint::BigInt) {
        self.put(name.text());
        if *star != 0.into() {
            self.star(star);
        }
    }

    fn star(&mut self, star: &num_bigint::BigInt) {
        self.put("*");
        if *star != 1.into() {
            self.put(&star.to_string());
        }
    }

    /// A nimber and its superscript.
    fn genus(&mut self, normal: u32, superscript: &[u32]) {
        self.put(&normal.to_string());
        superscript.iter().for_each(|value| self.put(&raised(*value)));
    }

    fn multiple(&mut self, count: &num_bigint::BigInt) {
        let down = *count < 0.into();
        let magnitude = count.magnitude();
        match u32::try_from(magnitude) {
            Ok(times @ 1..=2) => self.put(&arrow(down).repeat(times as usize)),
            _ => self.put(&format!("{}{magnitude}", arrow(down))),
        }
    }
}

/// A number as a superscript, in parentheses when it has several digits.
fn raised(n: u32) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let figures = n.to_string();
    let figures = figures.chars().filter_map(|c| c.to_digit(10)).map(|n| digits[n as usize]);
    let text: String = figures.collect();
    if n < 10 { text } else { format!("⁽{text}⁾") }
}

fn arrow(down: bool) -> &'static str {
    if down { "v" } else { "^" }
}

/// The most bars that are used; deeper forms get their own brackets.
const MOST_BARS: usize = 3;

/// Shape of a form in slash notation.
#[derive(Clone, Copy)]
struct Slashes {
    /// Number of bars that divide it.
    bars: usize,
    /// Whether its left side is one form that needs no brackets.
    bare_left: bool,
    /// Whether its right side is one form that needs no brackets.
    bare_right: bool,
    /// Whether its text begins with something other than bars.
    begins: bool,
    /// Whether its text ends with something other than bars.
    ends: bool,
}

impl Slashes {
    /// Shape of the form with these sides. Linear time.
    fn of(left: &[Expr], right: &[Expr]) -> Slashes {
        let (left_form, right_form) = (only_form(left), only_form(right));
        // Bars that touch other bars would be one run.
        let bare_left = left_form.filter(|form| form.bars < MOST_BARS && form.ends);
        let bare_right = right_form.filter(|form| form.bars < MOST_BARS && form.begins);
        let bars = |side: Option<Slashes>| side.map_or(0, |form| form.bars);
        Slashes {
            bars: 1 + bars(bare_left).max(bars(bare_right)),
            bare_left: bare_left.is_some(),
            bare_right: bare_right.is_some(),
            begins: bare_left.map_or(!left.is_empty(), |form| form.begins),
            ends: bare_right.map_or(!right.is_empty(), |form| form.ends),
        }
    }
}

/// Shape of the form that is the only option; `None` for other options.
fn only_form(options: &[Expr]) -> Option<Slashes> {
    match options {
        [Expr { kind: ExprKind::Form { left, right }, .. }] => {
            Some(stacker::maybe_grow(64 << 10, 1 << 20, || Slashes::of(left, right)))
        }
        _ => None,
    }
}
