//! Runs, borders and `then`: what fits where, what is wrong, and that splitting keeps values.

use super::random_tests::Random;
use super::*;
use crate::board::{Alphabet, Board, Shape};

/// A rule of steps `(pattern, replacement, turns)`.
fn rule(alphabet: &str, steps: &[(&str, &str, Turns)], shape: Shape) -> Result<Rule, Mistake> {
    let alphabet = Alphabet::parse(alphabet).unwrap();
    let written =
        |&(pattern, replacement, turns): &(_, _, _)| Written::once(pattern, replacement, turns);
    let written: Vec<Written<'_>> = steps.iter().map(written).collect();
    Rule::compile(&written, &alphabet, shape)
}

fn grid(alphabet: &str, pattern: &str, replacement: &str, turns: Turns) -> Rule {
    rule(alphabet, &[(pattern, replacement, turns)], Shape::Grid).unwrap()
}

fn strip(alphabet: &str, pattern: &str, replacement: &str) -> Rule {
    rule(alphabet, &[(pattern, replacement, Turns::None)], Shape::Strip).unwrap()
}

/// The boards a rule leads to.
fn results(alphabet: &str, rule: &Rule, board: &str) -> Vec<String> {
    let alphabet = Alphabet::parse(alphabet).unwrap();
    let board = Board::parse(board, Shape::Grid, &alphabet).unwrap();
    rule.results(&board).unwrap().map(|b| b.display(&alphabet).to_string()).collect()
}

#[test]
fn a_run_is_of_any_length() {
    let slide = strip(".Q", "Q.~.", "..~Q");
    assert_eq!(results(".Q", &slide, "Q..Q."), [".Q.Q.", "Q...Q", "..QQ."]);
    let paint = strip(".xo", "x..~o", "xxx~o");
    assert_eq!(results(".xo", &paint, "x..oxo"), ["xxxoxo"]);
    let queen = grid(".Q", "Q.~.", "..~Q", Turns::AnyDirection);
    assert_eq!(results(".Q", &queen, "...|.Q.|...").len(), 8);
    assert_eq!(results(".Q", &queen, "Q....|.....|.....|.....|.....").len(), 12);
    assert_eq!(results(".Q", &queen, "Q....|.....|.....").len(), 8);
}

#[test]
fn classes_and_any_repeat() {
    let step = strip(".LR", "L[LR]~.", ".?~.");
    assert_eq!(results(".LR", &step, "LLR."), ["L.R.", ".LR."]);
    let fall = strip(".LR", "L[LR]~.", "..~.");
    assert_eq!(results(".LR", &fall, "LLR."), ["L...", "...."]);
}

#[test]
fn a_run_may_need_a_cell() {
    let jump = strip(".xo", "xo+.", "..+x");
    assert_eq!(results(".xo", &jump, "xoo.x."), ["...xx."]);
    assert_eq!(results(".xo", &jump, "x.oo"), [""; 0]);
    let pairs = strip(".xo", "x(o.)+", "x(..)+");
    assert_eq!(results(".xo", &pairs, "xo.o."), ["x..o.", "x...."]);
    let turned = grid(".xo", "xo+.", "..+x", Turns::Orthogonally);
    assert_eq!(results(".xo", &turned, ".oox|o...|...."), ["x...|o...|...."]);
    // One or more is one, and then zero or more.
    assert_eq!(
        grid(".xo", "xo+.", "..+x", Turns::AnyDirection),
        grid(".xo", "xoo~.", "...~x", Turns::AnyDirection)
    );
    // Where `+` is a symbol, it is no sign.
    let plus = strip(".+", ".+", "+.");
    assert_eq!(results(".+", &plus, "..+"), [".+."]);
}

#[test]
fn a_group_repeats_as_a_whole() {
    let jump = grid(".xo", "x(o.)~o.", ".(..)~.x", Turns::Orthogonally);
    assert_eq!(results(".xo", &jump, "xo.o.o."), ["..xo.o.", "....xo.", "......x"]);
    assert_eq!(results(".xo", &jump, "xoo.|....|...."), [""; 0]);
    assert_eq!(results(".xo", &jump, ".|o|.|o|x"), [".|o|x|.|.", "x|.|.|.|."]);
}

#[test]
fn runs_in_several_rows_have_the_same_length() {
    let shift = grid(".x", "x.~x|.?~.", "..~.|.?~.", Turns::None);
    assert_eq!(results(".x", &shift, "x..x|.xx."), ["....|.xx."]);
    assert_eq!(results(".x", &shift, "x..x|.xxx"), [""; 0]);
}

#[test]
fn the_border_can_be_asked_for() {
    let off = strip(".x", "x$", ".$");
    assert_eq!(results(".x", &off, "xxx"), ["xx."]);
    assert_eq!(results(".x", &strip(".x", "^.~x", ".~."), "..xx"), ["...x"]);
    assert_eq!(results(".x", &strip(".x", "^x$", "."), "x"), ["."]);
    assert_eq!(results(".x", &strip(".x", "^x$", "."), "x."), [""; 0]);
    let edge = grid(".x", "x$", ".", Turns::Orthogonally);
    // Three on each side.
    assert_eq!(results(".x", &edge, "xxx|xxx|xxx").len(), 12);
    let corner = grid(".x", "^|^x", ".", Turns::None);
    assert_eq!(results(".x", &corner, "xx|xx"), [".x|xx"]);
    let below = grid(".x", "xx|$", "..|$", Turns::None);
    assert_eq!(results(".x", &below, "xx|xx"), ["xx|.."]);
    let diagonal = grid(".x", "^x.~x$", ".?~.", Turns::Diagonally);
    assert_eq!(results(".x", &diagonal, "x..|...|..x"), ["...|...|..."]);
    assert_eq!(results(".x", &diagonal, "...|x..|.x."), ["...|...|..."]);
}

#[test]
fn anything_but_a_symbol_may_be_outside() {
    let apart = strip(".x", "[^x].[^x]", "?x?");
    assert_eq!(results(".x", &apart, "...x."), ["x..x.", ".x.x."]);
    assert_eq!(results(".x", &apart, "."), ["x"]);
    let far = strip(".x", "[^x][^x].[^x][^x]", "??x??");
    assert_eq!(results(".x", &far, "x...."), ["x..x.", "x...x"]);
    let col = grid(".xo#", " [^x] |[^x].[^x]| [^x] ", " ? |?x?| ? ", Turns::None);
    assert_eq!(results(".xo#", &col, "."), ["x"]);
    assert_eq!(results(".xo#", &col, ".x|.."), [".x|x."]);
    assert_eq!(results(".xo#", &col, "...|.x.|o.."), ["x..|.x.|o..", "..x|.x.|o..", "...|.x.|o.x"]);
}

#[test]
fn then_goes_on_from_the_cell_just_written() {
    let moves = ("x.~.", "..~x", Turns::AnyDirection);
    let shoots = ("x.~.", "x.~#", Turns::AnyDirection);
    let amazon = rule(".x#", &[moves, shoots], Shape::Grid).unwrap();
    assert_eq!(results(".x#", &amazon, "x."), ["#x"]);
    assert_eq!(results(".x#", &amazon, "x.x"), ["#xx", "xx#"]);
    // From a corner of 2 x 2 to 3 cells, each with 3 ways to shoot.
    assert_eq!(results(".x#", &amazon, "x.|..").len(), 9);
    // The other piece does not shoot.
    assert_eq!(results(".x#", &amazon, ".xx#"), ["x#x#"]);
    let as_written =
        rule(".x", &[("x.", ".x", Turns::None), ("x.", "x.", Turns::None)], Shape::Grid);
    assert_eq!(results(".x", &as_written.unwrap(), "x..|..."), [".x.|..."]);
    let thrice = [("x.", "?x", Turns::Orthogonally); 3];
    let snake = rule(".x", &thrice, Shape::Grid).unwrap();
    assert_eq!(results(".x", &snake, "x.|.."), ["xx|xx"]);
}

#[test]
fn then_goes_on_from_the_last_such_cell() {
    let fork = [("..", "xx", Turns::None), ("x.", "x#", Turns::None)];
    let fork = rule(".x#", &fork, Shape::Strip).unwrap();
    assert_eq!(results(".x#", &fork, "..."), ["xx#"]);
    // The cell may be needed to be what the first step left.
    let back = [("x.", ".x", Turns::None), ("x.", "o.", Turns::Orthogonally)];
    let back = rule(".xo", &back, Shape::Strip).unwrap();
    assert_eq!(results(".xo", &back, "x.x"), [".ox"]);
}

/// A rule of one step that repeats.
fn repeated(alphabet: &str, pattern: &str, replacement: &str, turns: Turns) -> Rule {
    chained(alphabet, &[(pattern, replacement, turns, true)]).unwrap()
}

/// A rule of steps `(pattern, replacement, turns, repeats)` on grids.
fn chained(alphabet: &str, steps: &[(&str, &str, Turns, bool)]) -> Result<Rule, Mistake> {
    let alphabet = Alphabet::parse(alphabet).unwrap();
    let written = steps.iter().map(|&(pattern, replacement, turns, repeats)| Written {
        repeats,
        ..Written::once(pattern, replacement, turns)
    });
    Rule::compile(&written.collect::<Vec<_>>(), &alphabet, Shape::Grid)
}

#[test]
fn a_step_may_repeat_in_any_direction() {
    let jump = repeated(".xo", "xo.", "..x", Turns::Orthogonally);
    assert_eq!(results(".xo", &jump, "xo.|..o|..."), ["..x|..o|...", "...|...|..x"]);
    // Around a square and back: what has been jumped over is gone, so the chain ends.
    let square = results(".xo", &jump, "xo.|o.o|.o.");
    assert_eq!(square.len(), 7);
    assert!(square.contains(&"x..|...|...".to_owned()), "{square:?}");
    let football = repeated(".xo", "ox+.", "..+o", Turns::AnyDirection);
    assert_eq!(results(".xo", &football, "oxx.x.x"), ["...ox.x", ".....ox"]);
    // Steps that undo each other end, and may lead back.
    let walk = repeated(".x", "x.", ".x", Turns::Orthogonally);
    let mut reached = results(".x", &walk, "x..");
    reached.sort();
    assert_eq!(reached, ["..x", ".x.", "x.."]);
}

#[test]
fn a_step_that_repeats_goes_on_to_the_next() {
    let turns = Turns::Orthogonally;
    let steps = [("xo.", "..x", turns, true), ("x", "#", Turns::None, false)];
    let ends = chained(".xo#", &steps).unwrap();
    assert_eq!(results(".xo#", &ends, "xo.o."), ["..#o.", "....#"]);
    // The second step needs what two first steps leave.
    let steps = [("x.", "ox", Turns::None, true), ("xoo", "x..", turns, false)];
    let twice = chained(".xo", &steps).unwrap();
    assert_eq!(results(".xo", &twice, "x..."), ["..x.", "o..x"]);
}

#[test]
fn a_step_that_cannot_repeat_is_refused() {
    let refused = |pattern, replacement| {
        let steps = [(pattern, replacement, Turns::None, true)];
        chained(".xo", &steps).unwrap_err().error
    };
    // Nothing is written from which it could go on, or where it goes on it does not fit.
    assert_eq!(refused("x.", ".o"), RuleError::NeverRepeats);
    assert_eq!(refused("x.", "xo"), RuleError::NeverRepeats);
    assert_eq!(refused("xo$", "ox$"), RuleError::NeverRepeats);
    // The first cell shows `.` or `#`, whichever runs are empty, and only `x` and `o` are written.
    let turns = Turns::Orthogonally;
    let steps = [("^(.x)~#~", "(xo)~o~", turns, true)];
    assert_eq!(chained(".xo#", &steps).unwrap_err().error, RuleError::NeverRepeats);
}

#[test]
fn chains_are_searched_where_their_stencils_are_too_many() {
    let football = repeated(".xo", "ox+.", "..+o", Turns::AnyDirection);
    assert!(football.stencils(3, 3).is_ok());
    assert_eq!(football.stencils(15, 15), Err(TooManyWays));
    let row = format!("o{}", "x.".repeat(100));
    assert_eq!(results(".xo", &football, &row).len(), 100);
    // A man between each two neighbours of a square of places: the paths without a man twice are too many.
    let rows = ["x.x.x.x.x.x.x.x.x", ".x.x.x.x.x.x.x.x."];
    let board = format!("ox.x.x.x.x.x.x.x.|{}", [rows; 8].concat().join("|"));
    let alphabet = Alphabet::parse(".xo").unwrap();
    let board = Board::parse(&board, Shape::Grid, &alphabet).unwrap();
    assert!(football.results(&board).is_err());
}

#[test]
fn stencils_are_listed_once() {
    let idle = grid(".x", ".~x", ".~.", Turns::None);
    assert_eq!(idle.stencils(5, 5).unwrap().len(), 5);
    let both = grid(".x", "..~.", "xx~x", Turns::Orthogonally);
    assert_eq!(both.stencils(4, 4).unwrap().len(), 6);
    assert_eq!(both.stencils(1, 4).unwrap().len(), 3);
    let fixed = grid(".x", "..", "xx", Turns::None);
    assert!(Arc::ptr_eq(&fixed.stencils(2, 2).unwrap(), &fixed.stencils(9, 9).unwrap()));
}

#[test]
fn too_many_ways_are_refused() {
    let long = strip(".x", "x.~x.~x.~x", "..~..~..~.");
    assert!(long.stencils(1, 30).is_ok());
    assert_eq!(long.stencils(1, 100_000), Err(TooManyWays));
}

#[test]
fn mistakes_in_runs_and_borders_are_placed() {
    use RuleError::*;
    let bad = |pattern, replacement| {
        let steps = [(pattern, replacement, Turns::None)];
        rule(".xo", &steps, Shape::Grid).unwrap_err().error
    };
    let (before, after) = (RuleSide::Pattern, RuleSide::Replacement);
    assert_eq!(bad("x.~.", "..x"), RunsDiffer);
    assert_eq!(bad("x.~.", ".~.x"), RunsDiffer);
    assert_eq!(bad("x(o.)~", ".(.)~"), RunsDiffer);
    assert_eq!(
        bad("x.~|x..", "..~|..."),
        Ragged { side: before, row: 2, length: 3, expected: 2, offset: 4, end: 7 }
    );
    assert_eq!(bad("x.~|x.", "..~|.."), RaggedRuns { side: before, row: 2, offset: 4 });
    assert_eq!(bad("~x", "~."), RunOfNothing { side: before, symbol: '~', offset: 0 });
    assert_eq!(bad("x~~", "x~"), RunOfNothing { side: before, symbol: '~', offset: 2 });
    assert_eq!(bad("^~x", "."), RunOfNothing { side: before, symbol: '~', offset: 1 });
    assert_eq!(bad("+x", "+."), RunOfNothing { side: before, symbol: '+', offset: 0 });
    assert_eq!(bad("x~+", "x~"), RunOfNothing { side: before, symbol: '+', offset: 2 });
    assert_eq!(bad("x(o+)~", "x.."), BadPattern { side: before, symbol: '+', offset: 3 });
    assert_eq!(bad("x.+", "..~"), RunsDiffer);
    assert_eq!(bad("x[^o]+", ".?+"), RunOutside { side: before, offset: 1 });
    assert_eq!(bad("x(o.)", "x.."), GroupWithoutRun { side: before, offset: 1 });
    assert_eq!(bad("x(o.", "x.."), Unclosed { side: before, opening: '(', offset: 1 });
    assert_eq!(bad("x()~", "x.."), EmptyBrackets { side: before, opening: '(', offset: 1 });
    assert_eq!(bad("x(o~)~", "x.."), BadPattern { side: before, symbol: '~', offset: 3 });
    assert_eq!(bad("x^.", "x.."), AnchorInside { side: before, symbol: '^', offset: 1 });
    assert_eq!(bad("$x", "x"), AnchorInside { side: before, symbol: '$', offset: 0 });
    assert_eq!(bad("x.", "x^"), AnchorInside { side: after, symbol: '^', offset: 1 });
    assert_eq!(bad("x", ".$"), AnchorUnmatched { symbol: '$', offset: 1 });
    assert_eq!(bad("^$", ""), Empty { side: before });
    assert_eq!(bad("[^x]~.", "?~x"), RunOutside { side: before, offset: 0 });
    assert_eq!(bad("( x)~.", "( .)~x"), RunOutside { side: before, offset: 1 });
    assert_eq!(bad("[^x].", "ox"), WritesOutside { offset: 0 });
    assert_eq!(bad("[^x]", "?"), Outside { side: before });
    assert_eq!(bad(" .", "x."), HolesDiffer { offset: 0 });
    assert_eq!(bad("x.", "x "), HolesDiffer { offset: 1 });
    assert_eq!(bad("x.~", "x.~"), NoEffect);
    assert_eq!(bad("x.~", "xo~"), NoEffectWhenEmpty);
    assert_eq!(bad("x.~", ".[xo]~"), Undecided { offset: 1 });
}

#[test]
fn mistakes_in_steps_are_placed() {
    let bad = |first: (&str, &str), second: (&str, &str)| {
        let steps = [(first.0, first.1, Turns::None), (second.0, second.1, Turns::None)];
        let mistake = rule(".xo", &steps, Shape::Grid).unwrap_err();
        (mistake.step, mistake.error)
    };
    assert_eq!(bad(("x.", "oo"), ("x.", ".x")), (1, RuleError::NeverWritten));
    assert_eq!(bad(("x.", "?."), ("x.", ".x")), (1, RuleError::NeverWritten));
    assert_eq!(bad(("x.", ".x"), ("x~", "o")), (1, RuleError::RunsDiffer));
    assert_eq!(bad(("x..", "x.."), ("x.", "x.")), (1, RuleError::NoEffect));
    // However many ways there are to lay the steps.
    let everywhere = ["?~(.o)~", "?~.+x", "?~.+x"].map(|same| (same, same, Turns::AnyDirection));
    let mistake = rule(".xo", &everywhere, Shape::Grid).unwrap_err();
    assert_eq!((mistake.step, mistake.error), (2, RuleError::NoEffect));
    // The cell right of the x that was written shows an o then.
    assert_eq!(bad(("x.", "xo"), ("x.", ".x")), (1, RuleError::NeverFits));
    let turned = [("x.", ".x", Turns::None), ("x|.", ".|x", Turns::Orthogonally)];
    let mistake = rule(".x", &turned, Shape::Grid).unwrap_err();
    assert_eq!((mistake.step, mistake.error), (1, RuleError::MultiRowTurned));
    let high = rule(".x", &[("^|x", ".", Turns::None)], Shape::Strip).unwrap_err();
    assert_eq!(high.error, RuleError::MultiRowOnStrip { rows: 2 });
}

#[test]
fn no_cell_of_a_run_may_lie_outside() {
    let mut random = Random::new(16);
    let alphabet = Alphabet::parse(".xo").unwrap();
    for _ in 0..1_000 {
        let cells = |random: &mut Random, most: u64| -> String {
            let count = random.below(most);
            (0..count).map(|_| ["x", ".", "o", "?", "[xo]"][random.below(5) as usize]).collect()
        };
        let outside = ["[^x]", "[^xo]", "[^.]", " "][random.below(4) as usize];
        let inside = format!("{}{outside}{}", cells(&mut random, 3), cells(&mut random, 3));
        let run = if inside == outside && outside != " " && random.below(2) == 0 {
            format!("{outside}~")
        } else {
            format!("({inside})~")
        };
        let pattern = format!("{}{run}{}", cells(&mut random, 3), cells(&mut random, 3));
        let replacement = pattern.clone();
        for shape in [Shape::Strip, Shape::Grid] {
            let found = Rule::single(&pattern, &replacement, Turns::None, &alphabet, shape);
            let refused = matches!(found, Err(RuleError::RunOutside { .. }));
            assert!(refused, "{pattern:?}: {found:?}");
        }
    }
}
