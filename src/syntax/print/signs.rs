//! The signs as text, and how tightly they bind.

use super::super::ast::{BinaryOp, CompareOp, ExprKind, UnaryOp};

/// How tightly things bind, from the loosest.
pub(super) mod level {
    pub(in super::super) const ANY: u8 = 0;
    pub(in super::super) const NOT: u8 = 3;
    pub(in super::super) const COMPARE: u8 = 4;
    pub(in super::super) const RANGE: u8 = 5;
    pub(in super::super) const SUM: u8 = 7;
    pub(in super::super) const PRODUCT: u8 = 8;
    pub(in super::super) const NEGATIVE: u8 = 10;
    pub(in super::super) const POWER: u8 = 11;
    pub(in super::super) const POSTFIX: u8 = 12;
}

/// How tightly an expression holds together.
pub(super) fn level_of(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Lambda { .. } | ExprKind::If { .. } | ExprKind::IfBlock { .. } => level::ANY,
        ExprKind::Binary { op, .. } => binary_level(*op),
        ExprKind::Unary(UnaryOp::Not, _) => level::NOT,
        ExprKind::Compare { .. } => level::COMPARE,
        ExprKind::Range(..) | ExprKind::Where { .. } => level::RANGE,
        ExprKind::Unary(UnaryOp::Neg, _) => level::NEGATIVE,
        _ => level::POSTFIX,
    }
}

/// How tightly a sign binds.
pub(super) fn binary_level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::Sides => 6,
        BinaryOp::Add | BinaryOp::Sub => level::SUM,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => level::PRODUCT,
        BinaryOp::Ordinal => 9,
        BinaryOp::Pow => level::POWER,
    }
}

/// A sign with the blanks around it.
pub(super) fn binary_sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => " or ",
        BinaryOp::And => " and ",
        BinaryOp::Sides => " & ",
        BinaryOp::Add => " + ",
        BinaryOp::Sub => " - ",
        BinaryOp::Mul => " * ",
        BinaryOp::Div => " / ",
        BinaryOp::Rem => " % ",
        BinaryOp::Ordinal => " : ",
        BinaryOp::Pow => "**",
    }
}

/// A comparison with the blanks around it.
pub fn compare_sign(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => " == ",
        CompareOp::NotEqual => " != ",
        CompareOp::Less => " < ",
        CompareOp::LessOrEqual => " <= ",
        CompareOp::Greater => " > ",
        CompareOp::GreaterOrEqual => " >= ",
        CompareOp::Confused => " || ",
        CompareOp::LessOrConfused => " <| ",
        CompareOp::GreaterOrConfused => " |> ",
        CompareOp::Is => " is ",
        CompareOp::In => " in ",
        CompareOp::NotIn => " not in ",
    }
}
