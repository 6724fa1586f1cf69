//! Rules on boards: what fits where, what is wrong, and that splitting keeps values.

use super::*;
use crate::board::{Alphabet, Board, Shape};

fn rule(alphabet: &str, pattern: &str, replacement: &str, turns: Turns) -> Result<Rule, RuleError> {
    let alphabet = Alphabet::parse(alphabet).unwrap();
    Rule::single(pattern, replacement, turns, &alphabet, Shape::Grid)
}

/// Number of stencils of a rule.
fn count(rule: &Rule) -> usize {
    rule.stencils(9, 9).unwrap().len()
}

/// The boards one rule leads to.
fn results(alphabet: &str, rule: &Rule, board: &str) -> Vec<String> {
    let alphabet = Alphabet::parse(alphabet).unwrap();
    let board = Board::parse(board, Shape::Grid, &alphabet).unwrap();
    rule.results(&board).unwrap().map(|b| b.display(&alphabet).to_string()).collect()
}

#[test]
fn a_rule_fits_exactly_as_written() {
    let upright = rule(".#", ".|.", "#|#", Turns::None).unwrap();
    assert_eq!(results(".#", &upright, "..|.#"), ["#.|##"]);
    assert_eq!(results(".#", &upright, "..."), [""; 0]);
    let toad = rule(".TF", "TF.", ".FT", Turns::None).unwrap();
    assert_eq!(results(".TF", &toad, "TF.TF."), [".FTTF.", "TF..FT"]);
}

#[test]
fn a_turned_rule_goes_each_way_once() {
    let capture = rule(".xo", "xo", ".x", Turns::Orthogonally).unwrap();
    assert_eq!(results(".xo", &capture, "oxo|.o."), ["o.x|.o.", "o.o|.x.", "x.o|.o."]);
    let flip = rule(".xo", "x", "o", Turns::AnyDirection).unwrap();
    assert_eq!(count(&flip), 1);
    let symmetric = rule(".#", "..", "##", Turns::Orthogonally).unwrap();
    assert_eq!(count(&symmetric), 2);
    let queen = rule(".Q", "Q.", ".Q", Turns::AnyDirection).unwrap();
    assert_eq!(results(".Q", &queen, "...|.Q.|...").len(), 8);
    let bishop = rule(".Q", "Q.", ".Q", Turns::Diagonally).unwrap();
    assert_eq!(
        results(".Q", &bishop, "...|.Q.|..."),
        ["...|...|..Q", "...|...|Q..", "Q..|...|...", "..Q|...|..."]
    );
}

#[test]
fn any_and_classes_stay_unless_replaced() {
    let jump = rule(".xo", "x?.", ".?x", Turns::None).unwrap();
    assert_eq!(results(".xo", &jump, "xo.x.."), [".oxx..", "xo...x"]);
    let leave = rule(".xo", "[xo].", ".?", Turns::None).unwrap();
    assert_eq!(results(".xo", &leave, "x.o."), ["..o.", "x..."]);
    let push = rule(".xo", "x[xo]", ".[ox]", Turns::None).unwrap();
    assert_eq!(results(".xo", &push, "xo.xx"), [".o.xx", "xo..x"]);
    let paint = rule(".xo", "?", "o", Turns::None).unwrap();
    assert_eq!(results(".xo", &paint, "x."), ["o.", "xo"]);
}

#[test]
fn mistakes_are_placed() {
    use RuleError::*;
    let bad = |p: &str, r: &str| rule(".xo", p, r, Turns::None).unwrap_err();
    assert_eq!(bad("x.", "..."), SidesDiffer { pattern: (1, 2), replacement: (1, 3) });
    assert_eq!(bad("x.", "x|."), SidesDiffer { pattern: (1, 2), replacement: (2, 1) });
    let side = RuleSide::Replacement;
    assert_eq!(bad("..|xx", "..|xq"), ForeignSymbol { side, symbol: 'q', offset: 4 });
    let side = RuleSide::Pattern;
    assert_eq!(bad("xé", ".."), ForeignSymbol { side, symbol: 'é', offset: 1 });
    for symbol in "])".chars() {
        let pattern = format!("x{symbol}");
        assert_eq!(bad(&pattern, "xx"), BadPattern { side, symbol, offset: 1 });
    }
    assert_eq!(bad(".[xo", ".x"), Unclosed { side, opening: '[', offset: 1 });
    assert_eq!(bad("[]", "."), EmptyBrackets { side, opening: '[', offset: 0 });
    assert_eq!(bad("x[x[o]", "."), BadPattern { side, symbol: '[', offset: 3 });
    let ragged = Ragged { side, row: 2, length: 1, expected: 2, offset: 3, end: 4 };
    assert_eq!(bad("x.|x", ".."), ragged);
    assert_eq!(bad("", ""), Empty { side });
    assert_eq!(bad("x.", "x."), NoEffect);
    assert_eq!(bad("?x[xo]", "?x[ox]"), NoEffect);
    assert_eq!(bad("x.", "[xo]."), Undecided { offset: 0 });
    assert_eq!(bad("x?", ".[xo]"), Undecided { offset: 1 });
}

#[test]
fn turns_need_one_row() {
    let turned = |turns| rule(".#", ".|.", "#|#", turns).unwrap_err();
    assert_eq!(turned(Turns::Orthogonally), RuleError::MultiRowTurned);
    let alphabet = Alphabet::parse(".x").unwrap();
    let strip = |p, r, turns| Rule::single(p, r, turns, &alphabet, Shape::Strip);
    assert_eq!(strip("x|.", ".|x", Turns::None), Err(RuleError::MultiRowOnStrip { rows: 2 }));
    assert_eq!(strip("x.", ".x", Turns::Diagonally), Err(RuleError::DiagonalOnStrip));
    assert_eq!(count(&strip("x.", ".x", Turns::AnyDirection).unwrap()), 2);
}
