//! Expressions.

use std::sync::Arc;

use super::names::Reading;
use super::near::meant;
use super::resolver::{Resolver, Result};
use super::summed::all_summed;
use super::tree;
use super::tree::Within;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Block, CompareOp, ElseBranch, Expr, ExprKind, Generator, Name, UnaryOp};
use crate::syntax::{print, shortened};

/// Stack that must be left before going one level deeper, and the size of a new segment.
const RED_ZONE: usize = 128 * 1024;
const MORE_STACK: usize = 4 * 1024 * 1024;

impl Resolver<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<tree::Expr> {
        self.budget.poll()?;
        let kind = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.kind(expr))?;
        Ok(tree::Expr { kind, span: expr.span })
    }

    pub(super) fn exprs(&mut self, exprs: &[Expr]) -> Result<Vec<tree::Expr>> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn boxed(&mut self, expr: &Expr) -> Result<Box<tree::Expr>> {
        Ok(Box::new(self.expr(expr)?))
    }

    fn kind(&mut self, expr: &Expr) -> Result<tree::ExprKind> {
        use tree::ExprKind as Tree;
        Ok(match &expr.kind {
            ExprKind::Integer(n) => tree::number(n),
            ExprKind::Game(literal) => Tree::Game((**literal).clone()),
            ExprKind::Nimber(n) => Tree::Nimber(self.boxed(n)?),
            ExprKind::Form { .. } | ExprKind::Labelled { .. } => self.outermost(expr)?,
            ExprKind::Where { body, definitions } => self.where_block(body, definitions)?,
            ExprKind::Switch(left) => match left.as_slice() {
                [pair @ Expr { kind: ExprKind::Tuple(_), .. }] => return Err(pair_in_switch(pair)),
                _ => Tree::Switch(all_summed(self.exprs(left)?, Within::Bracket)),
            },
            ExprKind::Impartial(options) => {
                Tree::Impartial(all_summed(self.exprs(options)?, Within::Impartial))
            }
            ExprKind::Genus(normal, superscript) => Tree::Genus(*normal, superscript.clone()),
            ExprKind::Loopy(name, star) => Tree::Loopy(*name, star.clone()),
            ExprKind::Pass => return Err(self.stray_pass(expr.span)),
            ExprKind::Text(text) => Tree::Text(text.clone()),
            ExprKind::Turned { pattern, turns } => self.turned(pattern, *turns, expr.span)?,
            ExprKind::NoMoves => return Err(stray_no_moves(expr.span)),
            ExprKind::Bool(b) => Tree::Bool(*b),
            ExprKind::Name(name) => self.name(name, expr.span, None)?,
            ExprKind::List(items) => Tree::List(self.exprs(items)?),
            ExprKind::Tuple(items) => Tree::Tuple(self.exprs(items)?),
            ExprKind::Set(items) => Tree::Set(self.exprs(items)?),
            ExprKind::Map(entries) => Tree::Map(self.entries(entries)?),
            ExprKind::Comprehension { collection, element, generators } => {
                let (element, generators) = self.comprehension(element, generators)?;
                Tree::Comprehension { collection: *collection, element, generators }
            }
            ExprKind::Range(first, last) => Tree::Range(self.boxed(first)?, self.boxed(last)?),
            ExprKind::Unary(op, operand) => Tree::Unary(*op, self.boxed(operand)?),
            ExprKind::Binary { op, op_span, left, right } => Tree::Binary {
                op: *op,
                op_span: *op_span,
                left: self.boxed(left)?,
                right: self.boxed(right)?,
            },
            ExprKind::Compare { first, rest } => {
                not_a_choice(rest)?;
                not_calculated(rest)?;
                let rest = rest.iter().map(|(op, span, e)| Ok((*op, *span, self.expr(e)?)));
                let rest = rest.collect::<Result<_>>()?;
                Tree::Compare { first: self.boxed(first)?, rest }
            }
            ExprKind::Call { callee, args } => self.call(callee, args)?,
            ExprKind::Method { receiver, name, args } => self.method(receiver, name, args)?,
            ExprKind::Index { base, indices } => {
                Tree::Index { base: self.boxed(base)?, indices: self.exprs(indices)? }
            }
            ExprKind::Lambda { params, body } => Tree::Lambda(self.lambda(expr, params, body)?),
            ExprKind::If { condition, then, otherwise } => Tree::If {
                condition: self.boxed(condition)?,
                then: self.boxed(then)?,
                otherwise: self.boxed(otherwise)?,
            },
            ExprKind::IfBlock { condition, then, otherwise } => {
                self.if_block(condition, then, otherwise.as_deref())?
            }
        })
    }

    /// What a name means; `arguments` are given where it is called.
    pub(super) fn name(
        &mut self,
        name: &Arc<str>,
        span: Span,
        arguments: Option<usize>,
    ) -> Result<tree::ExprKind> {
        self.not_a_label(name, span)?;
        if let Some(slot) = self.scope.find(name) {
            return Ok(tree::ExprKind::Slot(slot, name.clone()));
        }
        if let Some(global) = self.names.global(name) {
            return Ok(tree::ExprKind::Global(global));
        }
        if let Some(builtin) = self.names.builtin(name) {
            return Ok(tree::ExprKind::Builtin(builtin));
        }
        Err(Box::new(self.unknown(name, span, arguments)))
    }

    fn unknown(&self, name: &str, span: Span, arguments: Option<usize>) -> Diagnostic {
        let diagnostic = Diagnostic::error(
            Code::UnknownName,
            format!("nothing is called `{}`", shortened(name)),
        )
        .label(span, "unknown name");
        let mut candidates = self.names.all();
        candidates.extend(self.scope.all());
        candidates.extend(self.labels.all());
        if self.labels.has_ended(name) {
            return diagnostic
                .note(format!("the label `{name}` is visible inside the bracket that it names"))
                .help(format!(
                    "for one that is visible everywhere: `G where {{ {name}: <...|...> }}`"
                ));
        }
        if let Some((_, advice)) = ADVICE.iter().find(|(words, _)| words.contains(&name)) {
            return diagnostic.help(*advice);
        }
        if let Some((_, ours)) = GOAL_WORDS.iter().find(|(word, _)| *word == name) {
            return diagnostic.help(format!("in a goal write `{ours}`"));
        }
        if is_output(name) {
            return diagnostic.help("no answer has this number");
        }
        if Code::ALL.iter().any(|code| code.number() == name) {
            return diagnostic.help(format!("the page of an error is shown by `?{name}`"));
        }
        match meant(name, candidates) {
            Some(near) => {
                let is_name = near.chars().all(|c| c.is_alphanumeric() || c == '_');
                let is_game = near.chars().all(|c| "^v*±01".contains(c));
                if let (true, Some(1..)) = (is_game, arguments) {
                    return of_number(diagnostic, &near);
                }
                let help = diagnostic.help(format!("did you mean `{near}`?"));
                match is_name || is_game {
                    true => help.fix(format!("Write `{near}`"), span, near),
                    // A pattern such as `G + H`, or a command.
                    false => help,
                }
            }
            None => diagnostic.help(first_defined(name, arguments)),
        }
    }

    fn entries(&mut self, entries: &[(Expr, Expr)]) -> Result<Vec<(tree::Expr, tree::Expr)>> {
        entries.iter().map(|(key, value)| Ok((self.expr(key)?, self.expr(value)?))).collect()
    }

    fn comprehension(
        &mut self,
        element: &Expr,
        generators: &[Generator],
    ) -> Result<(Box<tree::Expr>, Vec<tree::Generator>)> {
        let mark = self.scope.mark();
        let generators = self.generators(generators)?;
        let element = self.boxed(element)?;
        self.scope.forget(mark);
        Ok((element, generators))
    }

    fn call(&mut self, callee: &Expr, args: &[Expr]) -> Result<tree::ExprKind> {
        let callee = match &callee.kind {
            ExprKind::Name(name) => {
                let kind = self.name(name, callee.span, Some(args.len()))?;
                Box::new(tree::Expr { kind, span: callee.span })
            }
            _ => self.boxed(callee)?,
        };
        let mut all = self.board_of_goal(&callee, args.len())?;
        all.extend(self.exprs(args)?);
        Ok(self.called(callee, all))
    }

    /// The call of something. Some builtins get their argument quoted.
    fn called(&mut self, callee: Box<tree::Expr>, args: Vec<tree::Expr>) -> tree::ExprKind {
        let reading = match callee.kind {
            tree::ExprKind::Builtin(place) => self.names.reading(place),
            _ => Reading::default(),
        };
        self.slanted |= reading.is_hex && self.goal_about.is_some();
        match callee.kind {
            tree::ExprKind::Builtin(builtin) if reading.quotes && (1..=2).contains(&args.len()) => {
                let mut args = args.into_iter();
                let asked = args.next().expect("there is an argument");
                let (asked, depth) = (quoted(asked), args.next());
                tree::ExprKind::Explain(Box::new(tree::Explain { builtin, asked, depth }))
            }
            _ if reading.keeps_sums => {
                let args = all_summed(args, Within::Misere);
                tree::ExprKind::Call { callee, args: args.into() }
            }
            _ => tree::ExprKind::Call { callee, args: args.into() },
        }
    }

    /// Returns the board of the position as first argument, for calls in a goal that leave it out, such as
    /// `line("x", 3)`.
    fn board_of_goal(&mut self, callee: &tree::Expr, given: usize) -> Result<Vec<tree::Expr>> {
        let (Some(board), tree::ExprKind::Builtin(place)) = (&self.goal_about, &callee.kind) else {
            return Ok(Vec::new());
        };
        if self.names.reading(*place).board_goal != Some(given + 1) {
            return Ok(Vec::new());
        }
        let board = board.clone();
        Ok(vec![tree::Expr { kind: self.name(&board, callee.span, None)?, span: callee.span }])
    }

    /// `x.f(y)` is `f(x, y)`.
    fn method(&mut self, receiver: &Expr, name: &Name, args: &[Expr]) -> Result<tree::ExprKind> {
        let callee = tree::Expr {
            kind: self.name(&name.text, name.span, Some(args.len() + 1))?,
            span: name.span,
        };
        let mut all = vec![self.expr(receiver)?];
        all.extend(self.exprs(args)?);
        Ok(self.called(Box::new(callee), all))
    }

    fn lambda(
        &mut self,
        whole: &Expr,
        params: &[Name],
        body: &Expr,
    ) -> Result<Arc<tree::Function>> {
        super::statement::distinct(params.iter())?;
        self.scope.enter();
        for param in params {
            self.scope.bind(&param.text);
        }
        let resolved = self.expr(body);
        let frame = self.scope.leave();
        let kind = tree::StatementKind::Expr(resolved?);
        let slots = frame.slots();
        let captures = frame.captures();
        let text = Arc::from(print::expr(whole));
        let params = params
            .iter()
            .map(|name| tree::Param { name: name.clone(), kind: None, default: None })
            .collect();
        Ok(Arc::new(tree::Function {
            name: None,
            params,
            captures,
            body: vec![tree::Statement { kind, silent: false, span: body.span }],
            slots,
            text,
            declared: None,
            doc: None,
            span: body.span,
        }))
    }

    fn if_block(
        &mut self,
        condition: &Expr,
        then: &Block,
        otherwise: Option<&ElseBranch>,
    ) -> Result<tree::ExprKind> {
        let condition = self.boxed(condition)?;
        let then = self.block(then)?;
        let otherwise = match otherwise {
            None => Vec::new(),
            Some(ElseBranch::Block(block)) => self.block(block)?,
            Some(ElseBranch::If(chained)) => {
                let kind = tree::StatementKind::Expr(self.expr(chained)?);
                vec![tree::Statement { kind, silent: false, span: chained.span }]
            }
        };
        Ok(tree::ExprKind::IfBlock { condition, then, otherwise })
    }
}

/// Returns the quotation that `explain` gets: a comparison, the call of a builtin, or a game.
fn quoted(asked: tree::Expr) -> tree::Quotation {
    let span = asked.span;
    let kind = match asked.kind {
        tree::ExprKind::Compare { first, mut rest } if rest.len() == 1 => {
            let (op, _, second) = rest.remove(0);
            tree::QuotationKind::Comparison(*first, op, second)
        }
        tree::ExprKind::Call { callee, args } => match callee.kind {
            tree::ExprKind::Builtin(builtin) => tree::QuotationKind::Question(builtin, args),
            _ => {
                let kind = tree::ExprKind::Call { callee, args };
                tree::QuotationKind::Game(tree::Expr { kind, span })
            }
        },
        kind => tree::QuotationKind::Game(tree::Expr { kind, span }),
    };
    tree::Quotation { kind, span }
}

/// Refuses `a == b || c == d`: `||` is a comparison, not `or`, and comparisons are chained.
fn not_a_choice(rest: &[(CompareOp, Span, Expr)]) -> Result<()> {
    let confused = rest.iter().find(|(op, ..)| *op == CompareOp::Confused);
    let has_others = rest.iter().any(|(op, ..)| *op != CompareOp::Confused);
    let Some((_, span, _)) = confused.filter(|_| has_others) else { return Ok(()) };
    let message = "`||` compares two games, and asks whether they are confused";
    Err(Box::new(
        Diagnostic::error(Code::Syntax, message)
            .label(*span, "in a chain of comparisons")
            .help("for a choice write `or`: `a == b or c == d`")
            .help("for several comparisons write `and`: `a || b and b || c`"),
    ))
}

/// Refuses `G is -<2|1>`: a bracket that is calculated with is no form as it is typed.
fn not_calculated(rest: &[(CompareOp, Span, Expr)]) -> Result<()> {
    let sides = rest.iter().filter(|(op, ..)| *op == CompareOp::Is).map(|(.., side)| side);
    let Some(span) = sides.flat_map(calculated).next() else { return Ok(()) };
    let message = "right of `is` stands a form as it is typed, and this is a calculation";
    Err(Box::new(
        Diagnostic::error(Code::WrongType, message)
            .label(span, "with a bracket in it")
            .help("write the bracket that comes out, or compare values with `==`"),
    ))
}

/// Place where an expression, or an option in it, is the negative of a bracket.
fn calculated(expr: &Expr) -> Option<Span> {
    let is_bracket = |expr: &Expr| {
        use ExprKind::{Form, Impartial, Labelled, Switch, Where};
        matches!(expr.kind, Form { .. } | Impartial(_) | Switch(_) | Labelled { .. } | Where { .. })
    };
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Neg, inner) if is_bracket(inner) => return Some(expr.span),
            ExprKind::Unary(UnaryOp::Neg, inner) | ExprKind::Labelled { body: inner, .. } => {
                open.push(inner);
            }
            ExprKind::Form { left, right } => open.extend(left.iter().chain(right)),
            _ => {}
        }
    }
    None
}

/// Names that are not here, and what to write instead.
const ADVICE: &[(&[&str], &str)] = &[
    (&["win", "wins"], "what decides a game is written `left wins if n == 0`"),
    (&["print", "println"], "nothing needs to be printed: write the expression alone"),
    (&["_"], "no answer comes before; a function is written `x -> outcome(x)`"),
    (
        &["fact", "factorial", "Factorial"],
        "define it: `factorial(n) := if n < 2 then 1 else n * factorial(n - 1)`",
    ),
    (
        &["sqrt", "Sqrt"],
        "a square root that is no fraction is no number here; `isqrt(n)` is the integer below it",
    ),
];

/// Words with which one says how play ends, and what a goal says.
const GOAL_WORDS: &[(&str, &str)] = &[
    ("repetition", "draw if repeated"),
    ("repeats", "draw if repeated"),
    ("stalemate", "left wins if no moves"),
    ("stuck", "left wins if no moves"),
    ("no_moves", "left wins if no moves"),
    ("is_full", "draw if full"),
    ("board_full", "draw if full"),
    ("full_board", "draw if full"),
    ("filled", "draw if full"),
];

/// Says where `no moves` stands.
fn stray_no_moves(span: Span) -> Box<Diagnostic> {
    super::statement::misplaced(span, "`no moves`", "stands alone in a goal, or after `or`")
        .help("for instance `left wins if \"xxx\" any direction or no moves`")
        .into()
}

/// Says how a switch with several options is written.
fn pair_in_switch(pair: &Expr) -> Box<Diagnostic> {
    let error = Diagnostic::error(Code::WrongType, "the options of a switch stand in a bracket")
        .label(pair.span, "a tuple, which is no game")
        .help("`±<1, 2>` is `<1, 2|-1, -2>`, and a switch between two numbers a bracket: `<2|1>`");
    // Two numbers may be the ends of a switch.
    let ExprKind::Tuple(items) = &pair.kind else { return Box::new(error) };
    let are_ends =
        items.len() == 2 && items.iter().all(|item| matches!(item.kind, ExprKind::Integer(_)));
    let options: Vec<String> = items.iter().map(print::expr).collect();
    let options = format!("<{}>", options.join(", "));
    Box::new(if are_ends {
        error
    } else {
        error.fix(format!("Write `±{options}`"), pair.span, options)
    })
}

/// Says what a game by its name and a number may mean: `up(2)`.
fn of_number(diagnostic: Diagnostic, game: &str) -> Diagnostic {
    let copies = diagnostic.help(format!("`{game}` is a game; two copies of it are `2 * {game}`"));
    match game {
        "^" => copies.help("a power of up is `up_power(2)`"),
        _ => copies,
    }
}

/// How an unknown name may be defined: a capital begins the name of a ruleset.
fn first_defined(name: &str, arguments: Option<usize>) -> String {
    let name = shortened(name);
    let parameters = match arguments {
        None => return format!("bind it first: `{name} := ...`"),
        Some(0) => "",
        Some(1) => "x",
        Some(2) => "x, y",
        Some(_) => "x, y, ...",
    };
    match name.starts_with(char::is_uppercase) {
        true => format!("declare it first: `game {name}({parameters}) {{ ... }}`"),
        false => format!("define it first: `{name}({parameters}) := ...`"),
    }
}

/// Whether it is the name of a numbered answer: `_`, `__`, `_7`.
fn is_output(name: &str) -> bool {
    name.strip_prefix('_').is_some_and(|rest| rest.chars().all(|c| c == '_' || c.is_ascii_digit()))
}
