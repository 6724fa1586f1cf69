//! The table of segments against the definition of a nimber, on random rules and rows.

use std::collections::HashMap;

use super::{RowMove, RowRules, RowTable};
use crate::board::bitboard::reduce::Reduced;
use crate::board::rewrite::Rule;
use crate::board::rewrite::random_tests::Random;
use crate::board::rewrite::rule_stencils::RuleStencils;
use crate::board::{Alphabet, BLOCKED, Rules, Shape, Symbol, Turns};
use crate::length::cases;
use crate::solve::NimberSet;
use crate::{Budget, Solver};

/// Moves over two planes, of which each blocks a cell.
fn rules(random: &mut Random) -> RowRules {
    let mut moves = Vec::new();
    for _ in 0..1 + random.below(4) {
        let width = 1 + random.below(3);
        let blocked = random.below(width);
        let cell = |at| {
            let needs = 1 + random.below(3);
            let writes = [None, Some(0), Some(1), Some(BLOCKED)][random.below(4) as usize];
            (needs, if at == blocked { Some(BLOCKED) } else { writes })
        };
        moves.push(RowMove((0..width).map(cell).collect()));
    }
    let is_mirrored = random.below(2) == 0;
    if is_mirrored {
        moves.extend(moves.clone().iter().map(RowMove::mirrored));
    }
    RowRules { planes: 2, moves, is_mirrored }
}

/// The nimber of a row that is left whole.
fn nimber(moves: &[RowMove], row: &[Symbol], known: &mut HashMap<Vec<Symbol>, u32>) -> u32 {
    if let Some(nimber) = known.get(row) {
        return *nimber;
    }
    let mut seen = NimberSet::default();
    for each in moves {
        for at in 0..row.len() {
            let fits =
                |(cell, (needs, _)): (&Symbol, &(u64, Option<Symbol>))| needs >> cell & 1 != 0;
            let there = &row[at..];
            if there.len() >= each.0.len() && there.iter().zip(&each.0).all(fits) {
                let mut after = row.to_vec();
                for (cell, (_, writes)) in after[at..].iter_mut().zip(&each.0) {
                    *cell = writes.unwrap_or(*cell);
                }
                seen.insert(nimber(moves, &after, known));
            }
        }
    }
    known.insert(row.to_vec(), seen.mex());
    seen.mex()
}

#[test]
fn rows_have_the_nimbers_of_the_definition() {
    let mut random = Random::new(44);
    let mut most = 0;
    for _ in 0..cases(300) {
        let mut table = RowTable::new(rules(&mut random));
        let moves = table.rules.moves.clone();
        let mut known = HashMap::new();
        for _ in 0..6 {
            let length = random.below(9);
            let symbol = |_| [0, 1, 0, 1, 0, 1, BLOCKED][random.below(7) as usize];
            let row: Vec<Symbol> = (0..length).map(symbol).collect();
            let expected = nimber(&moves, &row, &mut known);
            assert_eq!(table.nimber(&row, &mut || true), Some(expected), "{moves:?} {row:?}");
            most = most.max(expected);
            if random.below(4) == 0 {
                table.forget();
            }
        }
    }
    assert!(most >= 4, "{most}");
}

#[test]
fn a_table_goes_on_where_it_was_stopped() {
    let mut random = Random::new(45);
    for _ in 0..cases(50) {
        let mut table = RowTable::new(rules(&mut random));
        let row: Vec<Symbol> = (0..40).map(|at| at % 2).collect();
        let expected = RowTable::new(RowRules {
            planes: 2,
            moves: table.rules.moves.clone(),
            is_mirrored: table.rules.is_mirrored,
        })
        .nimber(&row, &mut || true);
        let found = (0..20).find_map(|round| {
            let mut steps = 100 << round;
            table.nimber(&row, &mut || {
                steps -= 1;
                steps > 0
            })
        });
        assert_eq!(found, expected);
    }
}

fn clobber() -> Rules {
    let rules = Rules::grid(".xo").unwrap();
    let rules = rules.both("xo", ".x", Turns::Orthogonally).unwrap();
    rules.both("ox", ".o", Turns::Orthogonally).unwrap()
}

#[test]
fn long_rows_have_few_segments() {
    let nimber = |text: &str| {
        let solver = Solver::new(clobber());
        (solver.nimber(text.repeat(150).as_str()).unwrap(), solver.store().budget().steps())
    };
    let (long, steps) = nimber("xo");
    assert!(steps < 2_000_000, "{steps}");
    assert_eq!(long, nimber("ox").0);
}

/// How many moves these rules of Left and Right have on a row, if they are of this kind.
fn kind(left: &[(&str, &str)], right: &[(&str, &str)]) -> Option<usize> {
    let alphabet = Alphabet::parse(".xo").unwrap();
    let rule = |(pattern, replacement): &(&str, &str)| {
        Rule::single(pattern, replacement, Turns::None, &alphabet, Shape::Grid).unwrap()
    };
    let rules = [left, right].map(|side| side.iter().map(rule).collect());
    let stencils = RuleStencils::of_rules(&rules, 12).unwrap();
    let reduced = Reduced::new(&stencils, &Budget::unlimited()).unwrap();
    RowRules::of(&reduced).map(|row| row.moves.len())
}

#[test]
fn each_assumption_is_checked() {
    let both = |pattern, replacement| kind(&[(pattern, replacement)], &[(pattern, replacement)]);
    assert_eq!(both("xo", ".x"), Some(1));
    assert_eq!(both("x|o", ".|x"), Some(0));
    // Nothing is blocked; a cell between others is not asked; the border is asked; one player moves.
    assert_eq!(both("xo", "xx"), None);
    assert_eq!(both("x o", ". o"), None);
    assert_eq!(both("^x", "^."), None);
    assert_eq!(kind(&[("xo", ".x")], &[]), None);
}
