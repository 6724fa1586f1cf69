//! Random trees.

use std::sync::Arc;

use num_bigint::BigInt;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::super::ast::*;
use crate::source::{SourceMap, Span};

fn span() -> Span {
    Span::new(SourceMap::default().add("", ""), 0..0)
}

fn at(kind: ExprKind) -> Expr {
    Expr { kind, span: span() }
}

fn word() -> impl Strategy<Value = Arc<str>> {
    let words = [
        "x",
        "n",
        "G",
        "Nim",
        "left",
        "right",
        "move",
        "value",
        "vx",
        "v_1",
        "heap",
        "any",
        "of",
        "_",
        "_7",
        "wins",
        "draw",
        "score",
        "blocking",
        "gain",
        "start",
        "turn",
        "étoile",
        "forêt",
        "order",
        "notch",
        "inner",
        "L",
        "entailing",
    ];
    prop::sample::select(words.to_vec()).prop_map(Arc::from)
}

fn name() -> impl Strategy<Value = Name> {
    word().prop_map(|text| Name { text, span: span() })
}

fn chars() -> impl Strategy<Value = Arc<str>> {
    "[-a-c.#|\"\\\\ \n\t↑{}/*\u{7f}]{0,6}".prop_map(Arc::from)
}

fn text() -> impl Strategy<Value = Text> {
    chars().prop_map(|value| Text { value, span: span() })
}

fn big() -> impl Strategy<Value = BigInt> {
    prop_oneof![
        4 => (0u64..12).prop_map(BigInt::from),
        1 => any::<u128>().prop_map(BigInt::from),
    ]
}

fn ups() -> impl Strategy<Value = Ups> {
    prop_oneof![
        (-5i64..6).prop_map(|n| Ups::Multiple(n.into())),
        (1u32..9, any::<bool>()).prop_map(|(n, down)| Ups::Power { n, down }),
        (1u32..9, any::<bool>()).prop_map(|(n, down)| Ups::PowerSum { n, down }),
    ]
}

fn literal() -> impl Strategy<Value = GameLiteral> {
    let number = (-9i64..9, 1i64..9).prop_map(|(over, under)| (over.into(), under.into()));
    (option::of(number), option::of(ups()), option::of(big())).prop_map(|(number, ups, star)| {
        let star = if ups.is_none() { star.or(Some(1.into())) } else { star };
        GameLiteral { number, ups, star }
    })
}

fn leaf() -> impl Strategy<Value = Expr> {
    use LoopyName::*;
    prop_oneof![
        3 => big().prop_map(ExprKind::Integer),
        4 => literal().prop_map(|game| ExprKind::Game(Box::new(game))),
        4 => word().prop_map(ExprKind::Name),
        1 => chars().prop_map(ExprKind::Text),
        1 => any::<bool>().prop_map(ExprKind::Bool),
        1 => (prop::sample::select(vec![On, Off, Over, Under, Upon, Dud]), 0u64..3)
            .prop_map(|(name, star)| ExprKind::Loopy(name, star.into())),
        1 => Just(ExprKind::Pass),
        1 => Just(ExprKind::NoMoves),
        1 => (0u32..30, vec(0u32..30, 1..4)).prop_map(|(n, up)| ExprKind::Genus(n, up)),
    ]
    .prop_map(at)
}

fn binary_op() -> impl Strategy<Value = BinaryOp> {
    use BinaryOp::*;
    prop::sample::select(vec![Or, And, By, Sides, Add, Sub, Mul, Div, Rem, Ordinal, Pow])
}

fn compare_op() -> impl Strategy<Value = CompareOp> {
    prop::sample::select(CompareOp::ALL.to_vec())
}

type Of<T> = BoxedStrategy<T>;

pub(super) fn expr() -> Of<Expr> {
    leaf().boxed().prop_recursive(5, 40, 4, |inner| compound(inner.boxed()).prop_map(at)).boxed()
}

fn compound(inner: Of<Expr>) -> Of<ExprKind> {
    prop_oneof![
        4 => signs(inner.clone()),
        3 => brackets(inner.clone()),
        2 => postfixes(inner.clone()),
        2 => choices(inner),
    ]
    .boxed()
}

fn boxed(inner: &Of<Expr>) -> impl Strategy<Value = Box<Expr>> + use<> {
    inner.clone().prop_map(Box::new)
}

fn directions() -> impl Strategy<Value = Turns> {
    use Turns::*;
    prop::sample::select(vec![Orthogonally, Diagonally, AnyDirection, Hexagonally])
}

fn signs(inner: Of<Expr>) -> Of<ExprKind> {
    let unary = prop::sample::select(vec![UnaryOp::Neg, UnaryOp::Not]);
    let rest = vec((compare_op(), inner.clone()), 1..4);
    prop_oneof![
        2 => (unary, boxed(&inner)).prop_map(|(op, operand)| ExprKind::Unary(op, operand)),
        1 => (boxed(&inner), directions()).prop_map(|(pattern, turns)| ExprKind::Turned { pattern, turns }),
        5 => (binary_op(), boxed(&inner), boxed(&inner)).prop_map(|(op, left, right)| {
            ExprKind::Binary { op, op_span: span(), left, right }
        }),
        1 => (boxed(&inner), rest).prop_map(|(first, rest)| ExprKind::Compare {
            first,
            rest: rest.into_iter().map(|(op, operand)| (op, span(), operand)).collect(),
        }),
        1 => (boxed(&inner), boxed(&inner)).prop_map(|(left, right)| ExprKind::Range(left, right)),
    ]
    .boxed()
}

fn form(inner: Of<Expr>) -> impl Strategy<Value = ExprKind> {
    (vec(inner.clone(), 0..3), vec(inner, 0..3))
        .prop_map(|(left, right)| ExprKind::Form { left, right })
}

fn brackets(inner: Of<Expr>) -> Of<ExprKind> {
    let collection = prop::sample::select(vec![Collection::List, Collection::Set]);
    let first =
        (pattern(), inner.clone()).prop_map(|(pattern, source)| Generator::For { pattern, source });
    let rest = generators(inner.clone());
    prop_oneof![
        4 => form(inner.clone()),
        1 => boxed(&inner).prop_map(ExprKind::Nimber),
        1 => vec(inner.clone(), 0..3).prop_map(ExprKind::Switch),
        1 => vec(inner.clone(), 0..3).prop_map(ExprKind::Impartial),
        1 => (name(), form(inner.clone())).prop_map(|(label, body)| ExprKind::Labelled {
            label,
            body: Box::new(at(body)),
        }),
        1 => (boxed(&inner), vec((name(), form(inner.clone()).prop_map(at)), 1..3))
            .prop_map(|(body, definitions)| ExprKind::Where { body, definitions }),
        1 => vec(inner.clone(), 0..3).prop_map(ExprKind::List),
        1 => vec(inner.clone(), 0..3).prop_map(ExprKind::Tuple),
        1 => vec(inner.clone(), 0..3).prop_map(ExprKind::Set),
        1 => vec((inner.clone(), inner.clone()), 0..3).prop_map(ExprKind::Map),
        1 => (collection, boxed(&inner), first.clone(), rest.clone()).prop_map(
            |(collection, element, first, mut generators)| {
                generators.insert(0, first);
                ExprKind::Comprehension { collection, element, generators }
            }
        ),
        1 => (inner.clone(), inner, first, rest).prop_map(|(key, value, first, mut generators)| {
            generators.insert(0, first);
            let element = Box::new(at(ExprKind::Tuple(vec![key, value])));
            ExprKind::Comprehension { collection: Collection::Map, element, generators }
        }),
    ]
    .boxed()
}

fn postfixes(inner: Of<Expr>) -> Of<ExprKind> {
    let args = vec(inner.clone(), 0..3);
    prop_oneof![
        (boxed(&inner), args.clone()).prop_map(|(callee, args)| ExprKind::Call { callee, args }),
        (boxed(&inner), name(), args).prop_map(|(receiver, name, args)| ExprKind::Method {
            receiver,
            name,
            args
        }),
        (boxed(&inner), vec(inner.clone(), 1..3))
            .prop_map(|(base, indices)| ExprKind::Index { base, indices }),
    ]
    .boxed()
}

fn choices(inner: Of<Expr>) -> Of<ExprKind> {
    let statements = simple_block(inner.clone());
    let chained = (boxed(&inner), statements.clone()).prop_map(|(condition, then)| {
        ElseBranch::If(at(ExprKind::IfBlock { condition, then, otherwise: None }))
    });
    let branch = prop_oneof![statements.clone().prop_map(ElseBranch::Block), chained];
    prop_oneof![
        (vec(name(), 0..3), boxed(&inner))
            .prop_map(|(params, body)| ExprKind::Lambda { params, body }),
        (boxed(&inner), boxed(&inner), boxed(&inner)).prop_map(|(condition, then, otherwise)| {
            ExprKind::If { condition, then, otherwise }
        }),
        (boxed(&inner), statements, option::of(branch.prop_map(Box::new))).prop_map(
            |(condition, then, otherwise)| ExprKind::IfBlock { condition, then, otherwise }
        ),
    ]
    .boxed()
}

fn simple_block(inner: Of<Expr>) -> Of<Block> {
    let kind = prop_oneof![
        inner.clone().prop_map(StatementKind::Expr),
        (pattern(), inner).prop_map(|(target, value)| StatementKind::Bind { target, value }),
    ];
    let statement = (kind, any::<bool>()).prop_map(|(kind, silent)| Statement {
        kind,
        doc: None,
        silent,
        span: span(),
    });
    vec(statement, 0..3).prop_map(|statements| Block { statements, span: span() }).boxed()
}

fn pattern() -> Of<Pattern> {
    let leaf = name().prop_map(Pattern::Name).boxed();
    leaf.prop_recursive(2, 4, 3, |inner| {
        vec(inner, 0..3).prop_map(|inner| Pattern::Tuple(inner, span()))
    })
    .boxed()
}

fn generators(inner: Of<Expr>) -> Of<Vec<Generator>> {
    let generator = prop_oneof![
        (pattern(), inner.clone()).prop_map(|(pattern, source)| Generator::For { pattern, source }),
        (pattern(), inner.clone()).prop_map(|(pattern, value)| Generator::Let { pattern, value }),
        inner.prop_map(Generator::If),
    ];
    vec(generator, 0..3).boxed()
}

fn param(kind: Of<Option<ParamKind>>) -> Of<Param> {
    (name(), kind, option::weighted(0.2, expr()))
        .prop_map(|(name, kind, default)| Param { name, kind, default })
        .boxed()
}

fn plain_params() -> Of<Vec<Param>> {
    vec(param(Just(None).boxed()), 0..3).boxed()
}

fn block(statement: Of<Statement>) -> Of<Block> {
    vec(statement, 0..3).prop_map(|statements| Block { statements, span: span() }).boxed()
}

pub(super) fn program() -> Of<Program> {
    vec(statement(), 0..4).prop_map(|statements| Program { statements }).boxed()
}

fn statement() -> Of<Statement> {
    let leaf = documented(simple_kind());
    leaf.prop_recursive(2, 6, 3, |inner| documented(block_kind(inner.boxed()))).boxed()
}

fn documented(kind: Of<StatementKind>) -> Of<Statement> {
    let doc = "([a-z/]{1,3}( [a-z]{1,2})?\n?){1,2}".prop_map(Arc::from);
    (kind, option::weighted(0.2, doc), any::<bool>())
        .prop_map(|(kind, doc, silent)| Statement { kind, doc, silent, span: span() })
        .boxed()
}

fn simple_kind() -> Of<StatementKind> {
    let short = (name(), plain_params(), expr()).prop_map(|(name, params, body)| {
        StatementKind::Function(Arc::new(FunctionDecl { name, params, body: Body::Expr(body) }))
    });
    prop_oneof![
        4 => expr().prop_map(StatementKind::Expr),
        2 => (pattern(), expr()).prop_map(|(target, value)| StatementKind::Bind { target, value }),
        1 => short,
        2 => ruleset().prop_map(|ruleset| StatementKind::Ruleset(Arc::new(ruleset))),
        1 => text().prop_map(StatementKind::Use),
        1 => text().prop_map(StatementKind::Hint),
        1 => (text(), vec(name(), 0..3)).prop_map(|(title, shown)| StatementKind::Sheet { title, shown }),
        1 => question().prop_map(|question| StatementKind::Ask(Arc::new(question))),
        1 => (text(), option::of(any::<u32>()), option::of(any::<u32>()), option::of(any::<u32>()))
            .prop_map(|(topic, points, questions, level)| {
                StatementKind::Generate(Generated { topic, points, questions, level })
            }),
        1 => expr().prop_map(|claim| StatementKind::Check(Claim::Holds(claim))),
        1 => expr().prop_map(|claim| StatementKind::Check(Claim::Blank(claim))),
        1 => option::of(expr()).prop_map(StatementKind::Return),
        1 => Just(StatementKind::Break),
        1 => Just(StatementKind::Continue),
    ]
    .boxed()
}

fn question() -> Of<Question> {
    let mark = (
        prop::sample::select(MarkWord::ALL.to_vec()),
        vec(expr(), 1..3),
        option::of((any::<u32>(), 1..u32::MAX)),
        option::of(text()),
    )
        .prop_map(|(word, values, points, text)| Mark {
            word,
            values,
            points,
            text,
            span: span(),
        });
    let kind = prop::sample::select(AnswerKind::ALL.to_vec());
    (kind, name(), option::of(any::<u32>()), text(), expr(), vec(mark, 0..3))
        .prop_map(|(kind, name, points, text, answer, marks)| Question {
            kind,
            name,
            points,
            text,
            answer,
            marks,
        })
        .boxed()
}

fn block_kind(inner: Of<Statement>) -> Of<StatementKind> {
    let body = block(inner);
    let long = (name(), plain_params(), body.clone()).prop_map(|(name, params, body)| {
        StatementKind::Function(Arc::new(FunctionDecl { name, params, body: Body::Block(body) }))
    });
    prop_oneof![
        long,
        (text(), option::of(any::<u32>()), body.clone())
            .prop_map(|(title, points, body)| StatementKind::Exercise { title, points, body }),
        (pattern(), expr(), body.clone()).prop_map(|(pattern, source, body)| StatementKind::For {
            pattern,
            source,
            body
        }),
        (expr(), body).prop_map(|(condition, body)| StatementKind::While { condition, body }),
    ]
    .boxed()
}

fn ruleset() -> Of<RulesetDecl> {
    let kind = prop_oneof![
        Just(None),
        Just(Some(ParamKind::Heap)),
        (prop::sample::select(BoardKind::ALL.to_vec()), symbols())
            .prop_map(|(board, of)| Some(ParamKind::Board(board, of))),
        Just(Some(ParamKind::Coins)),
        Just(Some(ParamKind::Code)),
        (any::<bool>(), option::of(symbols()), option::of(symbols())).prop_map(
            |(directed, edges, vertices)| Some(ParamKind::Graph { directed, edges, vertices })
        ),
    ];
    let position = vec(param(kind.boxed()), 0..3);
    (name(), plain_params(), position, vec(clause(), 0..3), vec(remark(), 0..2))
        .prop_map(|(name, family, position, clauses, remarks)| RulesetDecl {
            name,
            family,
            position,
            clauses,
            remarks,
        })
        .boxed()
}

fn symbols() -> Of<Symbols> {
    let numbers = (0usize..9, 1usize..9).prop_map(|(from, more)| {
        Symbols::of_numbers(from, from + more, span()).expect("numbers with signs")
    });
    let signs = text().prop_map(|Text { value, span }| Symbols { value, numbers: false, span });
    prop_oneof![numbers, signs].boxed()
}

fn remark() -> Of<Remark> {
    let ending = prop::sample::select(vec![Ending::Left, Ending::Right, Ending::Draw]);
    let parts = (vec(expr(), 1..3), generators(expr())).prop_map(|(parts, generators)| {
        RemarkKind::Parts(Alternative::Options { parts, gain: None, generators, span: span() })
    });
    let kind = prop_oneof![
        parts,
        vec(expr(), 1..3).prop_map(RemarkKind::Start),
        vec((text(), text()), 0..3).prop_map(RemarkKind::DrawAs),
        Just(RemarkKind::Misere),
        (ending, expr()).prop_map(|(ending, condition)| RemarkKind::Goal(ending, condition)),
        expr().prop_map(RemarkKind::Score),
        expr().prop_map(RemarkKind::Blocking),
    ];
    kind.prop_map(|kind| Remark { kind, span: span() }).boxed()
}

fn clause() -> Of<Clause> {
    let mover = prop::sample::select(vec![
        Mover::Either,
        Mover::Left,
        Mover::Right,
        Mover::Turn,
        Mover::Complimenting,
        Mover::Entailing,
        Mover::ComplimentingLeft,
        Mover::ComplimentingRight,
        Mover::EntailingLeft,
        Mover::EntailingRight,
    ]);
    (mover, vec(alternative(), 1..3))
        .prop_map(|(mover, alternatives)| Clause { mover, alternatives, span: span() })
        .boxed()
}

/// Steps of rewrite rules with such sides.
fn steps_between<T: std::fmt::Debug>(side: Of<T>) -> impl Strategy<Value = Rewrite<T>> {
    let turns = prop_oneof![1 => Just(Turns::None), 4 => directions()];
    (side.clone(), side, turns, any::<[bool; 2]>()).prop_map(|step| {
        let (pattern, replacement, turns, [repeats, over_the_border]) = step;
        Rewrite { pattern, replacement, turns, repeats, over_the_border }
    })
}

fn alternative() -> Of<Alternative> {
    let step = steps_between(text().boxed());
    let computed = steps_between(expr());
    let gain = option::weighted(0.2, expr());
    let loops = generators(expr()).prop_map(|mut generators| {
        generators.retain(|generator| !matches!(generator, Generator::If(_)));
        generators
    });
    let is_computed = |steps: &[Rewrite<Expr>], generators: &[Generator]| {
        let is_text = |expr: &Expr| matches!(expr.kind, ExprKind::Text(_));
        let is_literal =
            |step: &Rewrite<Expr>| is_text(&step.pattern) && is_text(&step.replacement);
        !generators.is_empty() || !steps.iter().all(is_literal)
    };
    prop_oneof![
        (vec(computed, 1..3), gain.clone(), loops, gain.clone())
            .prop_filter("literal", move |(steps, _, loops, _)| is_computed(steps, loops))
            .prop_map(|(steps, gain, generators, condition)| {
                Alternative::Computed { steps, gain, generators, condition, span: span() }
            }),
        (vec(step, 1..3), gain.clone(), gain.clone()).prop_map(|(steps, gain, condition)| {
            Alternative::Rewrite { steps, gain, condition }
        }),
        (vec(expr(), 1..3), gain, generators(expr())).prop_map(|(parts, gain, generators)| {
            Alternative::Options { parts, gain, generators, span: span() }
        }),
    ]
    .boxed()
}
