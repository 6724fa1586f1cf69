//! Rules about positions of several integers: compiled for the lengths of the lists in them, and prepared for listing.
//!
//! Knows: which expressions stand for a position. Must not know: how positions are stored, or nimbers.

use super::compile::Compiler;
use super::pieces::{Along, LinearPiece};
use super::program::{Halt, HeapCondition, HeapGenerator, Int, Source};
use super::rows::RowKind;
use super::sieve::with_sieves;
use crate::analysis::normal::Argument;
use crate::resolve::tree::{Alternative, Expr, ExprKind};

/// More rules than this, after loops through constants are unrolled, are left to the evaluator.
const MOST_RULES: usize = 1 << 10;

/// Rules with more bindings of loops through constants are left to the evaluator.
const MOST_BINDINGS: usize = 1 << 14;

/// One way to move: for each binding of the generators, to a sum of positions.
pub(super) struct IntegerRule {
    /// In which groups its moves are listed ([`Found::groups`](super::mex::Found::groups)).
    pub(super) groups: [bool; 3],
    pub(super) steps: Vec<HeapGenerator>,
    /// The integers of each position.
    pub(super) parts: Vec<Vec<Int>>,
}

/// The same, prepared for listing.
#[derive(Debug)]
pub(super) struct TupleRule {
    /// In which groups its moves are listed ([`Found::groups`](super::mex::Found::groups)).
    pub(super) groups: [bool; 3],
    pub(super) steps: Vec<HeapGenerator>,
    /// The integers of each position.
    pub(super) parts: Vec<Vec<TupleTerm>>,
    /// Whether the innermost loop is a walk along pieces.
    pub(super) has_pieces: bool,
}

/// An integer of a position, and the number of loops that it depends on: the outermost ones.
#[derive(Debug)]
pub(super) enum TupleTerm {
    Plain(usize, Int),
    /// One of two, by a condition that depends on this number of loops.
    Choice(usize, HeapCondition, Box<[TupleTerm; 2]>),
}

impl IntegerRule {
    /// Adds the rules of an alternative: one for each binding of the generators that run through constants. The slot `row` may
    /// hold a position that a function computes.
    pub(super) fn add_all(
        alternative: &Alternative,
        compiler: &Compiler<'_>,
        (shape, row): (&[Argument], usize),
        rules: &mut Vec<IntegerRule>,
    ) -> Option<()> {
        let Alternative::Options { parts, generators, .. } = alternative else {
            return None;
        };
        compiler.unrolled(generators, MOST_BINDINGS, &mut |compiler, mut steps| {
            let parts = match computed(parts, compiler, shape) {
                Some((packed, kind)) => {
                    steps.push(HeapGenerator::For(row, Source::Items(vec![packed])));
                    vec![kind.parts(row)]
                }
                None => {
                    let parts = parts.iter().map(|part| position(part, compiler, shape));
                    parts.collect::<Option<_>>()?
                }
            };
            rules.push(IntegerRule { groups: [true; 3], steps, parts });
            (rules.len() <= MOST_RULES).then_some(())
        })
    }
}

impl TupleRule {
    pub(super) fn new(rule: IntegerRule, slots: usize) -> Self {
        let loops: Vec<usize> = rule.steps.iter().filter_map(HeapGenerator::slot).collect();
        let has_pieces = loops.last().is_none_or(|slot| {
            let conditions = rule.steps.iter().all(|step| match step {
                HeapGenerator::If(condition) => condition.has_pieces(*slot),
                HeapGenerator::For(..) => true,
            });
            conditions && rule.parts.iter().flatten().all(|int| int.has_pieces(*slot))
        });
        let terms =
            |part: Vec<Int>| part.into_iter().map(|int| TupleTerm::new(int, &loops)).collect();
        let parts = rule.parts.into_iter().map(terms).collect();
        let steps = with_sieves(rule.steps, slots);
        TupleRule { groups: rule.groups, parts, steps, has_pieces }
    }
}

/// The only position of a move, if a function computes it as a tuple of integers.
fn computed(parts: &[Expr], compiler: &Compiler<'_>, shape: &[Argument]) -> Option<(Int, RowKind)> {
    let [part] = parts else { return None };
    let is_row = matches!(part.kind, ExprKind::Call { .. });
    let kind = RowKind::new(width(shape).filter(|_| is_row)?, false)?;
    Some((compiler.row(part, kind)?, kind))
}

/// The number of integers, where an option is a tuple of all of them.
fn width(shape: &[Argument]) -> Option<usize> {
    match shape {
        [Argument::Tuple(width)] => Some(*width),
        [_, ..] if shape.iter().all(|argument| *argument == Argument::Integer) => Some(shape.len()),
        _ => None,
    }
}

/// The integers of the position that an expression of a move stands for.
fn position(part: &Expr, compiler: &Compiler<'_>, shape: &[Argument]) -> Option<Vec<Int>> {
    if let Some((slot, kind)) = compiler.named_row(part)
        && !kind.is_list
    {
        return (width(shape) == Some(kind.width)).then(|| kind.parts(slot));
    }
    let arguments = match (shape, &part.kind) {
        // A tuple of one integer would be the arguments.
        ([Argument::Tuple(1)], _) => return None,
        ([Argument::Tuple(_)], _) => std::slice::from_ref(part),
        (_, ExprKind::Tuple(items)) if items.len() == shape.len() => &items[..],
        ([_], _) => std::slice::from_ref(part),
        _ => return None,
    };
    let mut integers = Vec::new();
    for (argument, kind) in arguments.iter().zip(shape) {
        let (items, count) = match (kind, &argument.kind) {
            (Argument::Integer, _) => (vec![compiler.int(argument)?], 1),
            (Argument::List(length), _) => (compiler.list(argument)?, *length),
            (Argument::Tuple(width), ExprKind::Tuple(items)) => (compiler.ints(items)?, *width),
            (Argument::Tuple(_) | Argument::Row(_), _) => return None,
        };
        (items.len() == count).then_some(())?;
        integers.extend(items);
    }
    Some(integers)
}

impl TupleTerm {
    pub(super) fn new(int: Int, loops: &[usize]) -> TupleTerm {
        match int {
            Int::If(parts) => {
                let (condition, then, otherwise) = *parts;
                let both = [then, otherwise].map(|int| TupleTerm::new(int, loops));
                TupleTerm::Choice(condition.depth(loops), condition, Box::new(both))
            }
            int => TupleTerm::Plain(int.depth(loops), int),
        }
    }

    pub(super) fn value(&self, slots: &[i64]) -> Result<i64, Halt> {
        match self {
            TupleTerm::Plain(_, int) => int.value(slots),
            TupleTerm::Choice(_, condition, branches) => {
                branches[usize::from(!condition.holds(slots)?)].value(slots)
            }
        }
    }

    /// The piece of the term that begins at the current value of a loop's slot.
    pub(super) fn piece(&self, along: &Along<'_>) -> Result<LinearPiece, Halt> {
        match self {
            TupleTerm::Plain(_, int) => along.piece(int),
            TupleTerm::Choice(_, condition, branches) => {
                let (holds, further) = along.truth(condition)?;
                Ok(branches[usize::from(!holds)].piece(along)?.within(further))
            }
        }
    }
}
