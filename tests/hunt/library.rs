//! The rulesets of the library and of the examples, in other words and changed.

use std::collections::BTreeMap;

use upstar::syntax::ast::{
    BoardKind, ParamKind, RemarkKind, RulesetDecl, Statement, StatementKind,
};
use upstar::syntax::names;

use super::changes::CHANGES;
use super::grammar::Program;
use super::histories::History;
use super::kinds::{Form, Place};
use super::positions::position;
use super::questions::questions;
use super::rewording::{REWORDINGS, change};
use super::support::{Dice, files, read};
use super::tree::{printed, ruleset, statements};

/// A ruleset with the functions that it needs.
pub(crate) struct Found {
    declaration: Statement,
    /// Declarations of what it mentions.
    needs: Vec<String>,
}

/// Arguments of rulesets whose parameters do not say what they take: of the family, of positions.
#[rustfmt::skip]
const ARGUMENTS: &[(&str, &str, &[&str])] = &[
    ("Wythoff", "", &["0, 0", "1, 2", "2, 2", "3, 1"]),
    ("GenWythoff", "(2)", &["0, 1", "1, 2", "2, 2", "3, 2"]),
    ("Euclid", "", &["1, 2", "3, 2", "0, 2", "4, 3"]),
    ("PartizanEuclid", "", &["1, 2", "3, 2", "4, 3", "3, 5"]),
    ("FibonacciNim", "", &["0, 1", "3, 2", "5, 4", "4, 1"]),
    ("Mem", "", &["0, 0", "3, 0", "4, 1", "5, 2"]),
    ("Cutcake", "", &["1, 1", "2, 1", "2, 2", "1, 3"]),
    ("MaundyCake", "", &["1, 1", "2, 1", "2, 2", "2, 4"]),
    ("Eatcake", "", &["1, 1", "2, 1", "0, 2", "1, 2"]),
    ("TurnAndEatcake", "", &["1, 1", "2, 1", "0, 2", "1, 2"]),
    ("AcrosticTwins", "", &["0, 0", "1, 0", "1, 1", "2, 1"]),
    ("TurningCorners", "", &["0, 0", "1, 0", "1, 1", "2, 1"]),
    ("Chomp", "", &["[1]", "[2, 1]", "[2, 2]", "[3, 1]", "[]"]),
    ("StaircaseNim", "", &["[1]", "[0, 2]", "[1, 1]", "[]"]),
    ("EndNim", "", &["[1]", "[1, 2]", "[2, 1, 1]", "[]"]),
    ("MooresNim", "(2)", &["[1]", "[1, 2]", "[1, 1, 1]", "[]"]),
    ("SylverCoinage", "", &["[2, 3]", "[3, 4]", "[2]", "[3, 5]"]),
    ("Subtraction", "([1, 3])", &["0", "1", "4", "5"]),
    ("AllBut", "([1, 3])", &["0", "1", "4", "5"]),
    ("Splittles", "([1, 2])", &["0", "1", "3", "4"]),
    ("Spawning", "(2)", &["0", "1", "2", "3"]),
    ("PartizanSubtraction", "([1, 2], [1, 3])", &["0", "1", "3", "5"]),
    ("PartizanSplittles", "([1, 2], [1, 3])", &["0", "1", "3", "4"]),
    ("TakeAndBreak", "(\"0.77\")", &["0", "1", "3", "4"]),
    ("PartizanTakeAndBreak", "(\"0.3\", \"0.7\")", &["0", "1", "3", "4"]),
    ("ConstrainedWythoff", "(x -> x + 2)", &["0, 0", "1, 2", "2, 2"]),
    ("GenMem", "((m, k) -> k >= m)", &["0, 0", "3, 1", "4, 1"]),
    ("HeapGame", "(n -> [[k] for k in 0..n-1])", &["0", "1", "3"]),
    ("TakeAway", "(x -> 2 * x)", &["0, 1", "3, 2", "4, 1"]),
    ("TokenGame", "(\"1>2, 2>3, 1>3, 3>1\")", &["1", "2", "3"]),
    ("PartizanTokenGame", "(\"1>2:b, 2>3:r, 1>3:g, 3>1:b\")", &["1", "2", "3"]),
    ("GenHackenbush", "(\"b\")", &["\"0-1:b\"", "\"0-1:b, 1-2:r\"", "\"0-1:g, 1-2:b\""]),
    ("GenCol", "(\".x\", \".o\")", &["\"0-1\"", "\"0-1, 1-2, 1=x\"", "\"0\""]),
    ("Leapfrog", "(1)", &["\"T.\"", "\"TF.\"", "\"T.F.\"", "\"\""]),
    ("InARow", "(2)", &["\".\"", "\"..\"", "\"..|..\"", "\"x.|.o\""]),
    ("Connect", "(2)", &["\".\"", "\"..\"", "\"..|..\"", "\"x.|.o\""]),
    ("Tartan", "(Twins, TurningTurtles)", &["\"H\"", "\"TH|TH\"", "\"HH\""]),
    ("PawnWalk", "([3, 1, 4])", &["0, 0", "1, 0", "1, 1"]),
    ("Fence", "(3, 2)", &["\"...\"", "\"a..\"", "\"a.b\""]),
    ("Sausages", "(4)", &["[4]", "[3]", "[2, 2]", "[]"]),
    ("Scale", "([1, 2])", &["[1, 2], 0", "[2], 1", "[], 3"]),
    ("DotsAndBoxes", "(1, 1)", &["\"+.+|.o.|+.+\", Left", "\"+#+|#o.|+#+\", Right"]),
    ("StringsAndCoins", "", &["\"0-1\", Left", "\"0-1, 1-2\", Right", "\"0-1, 1-2, 2-0\", Left"]),
    ("ShannonSwitching", "", &["\"1-2\", 1, 2", "\"1-2, 2-3\", 1, 3", "\"1-2, 2-3, 1-3\", 1, 3"]),
    ("VertexGeography", "", &["\"1>2\", 1", "\"1>2, 2>3, 3>1\", 1", "\"1\", 1"]),
    ("EdgeGeography", "", &["\"1>2\", 1", "\"1>2, 2>3, 3>1\", 1", "\"1\", 1"]),
    ("UndirectedVertexGeography", "", &["\"1-2\", 1", "\"1-2, 2-3, 3-1\", 1", "\"1\", 1"]),
    ("UndirectedEdgeGeography", "", &["\"1-2\", 1", "\"1-2, 2-3, 3-1\", 1", "\"1\", 1"]),
    ("EuclidAboveZero", "", &["1, 2", "3, 2", "4, 3"]),
    ("ByMoves", "(Twins, TurningTurtles)", &["\"H\"", "\"TH|TH\"", "\"HH\""]),
];

/// All rulesets of the library and of the examples that can be asked about.
pub(crate) fn rulesets() -> Vec<Found> {
    let mut declared: BTreeMap<String, Statement> = BTreeMap::new();
    let mut all = Vec::new();
    for path in files("stdlib", "game").into_iter().chain(files("examples", "game")) {
        let text = read(&path);
        let Some(parsed) = statements(&text) else { continue };
        for statement in parsed {
            match &statement.kind {
                StatementKind::Function(function) => {
                    declared.insert(function.name.text.to_string(), statement.clone());
                }
                StatementKind::Ruleset(ruleset) => {
                    declared.insert(ruleset.name.text.to_string(), statement.clone());
                    all.push(statement);
                }
                _ => {}
            }
        }
    }
    all.into_iter()
        .map(|declaration| {
            let mut needs = Vec::new();
            add_needs(&declaration, &declared, &mut vec![name(&declaration)], &mut needs);
            Found { declaration, needs }
        })
        .collect()
}

/// The name that a statement declares.
fn name(statement: &Statement) -> String {
    match &statement.kind {
        StatementKind::Function(function) => function.name.text.to_string(),
        StatementKind::Ruleset(ruleset) => ruleset.name.text.to_string(),
        _ => String::new(),
    }
}

/// Adds the declarations of what a statement mentions, and of what these mention, first things first.
fn add_needs(
    statement: &Statement,
    declared: &BTreeMap<String, Statement>,
    seen: &mut Vec<String>,
    needs: &mut Vec<String>,
) {
    let mentioned = names_in(statement);
    for (name, other) in declared {
        if mentioned.contains(name) && !seen.contains(name) {
            seen.push(name.clone());
            add_needs(other, declared, seen, needs);
            needs.extend(printed(other));
        }
    }
}

fn names_in(statement: &Statement) -> Vec<String> {
    names(std::slice::from_ref(statement)).iter().map(ToString::to_string).collect()
}

/// Where the positions of a ruleset are taken from.
fn place(rules: &RulesetDecl) -> Option<(Place, String)> {
    let [param] = &rules.position[..] else { return None };
    if !rules.family.is_empty() {
        return None;
    }
    Some(match param.kind.as_ref()? {
        ParamKind::Heap => (Place::Heap, String::new()),
        ParamKind::Board(BoardKind::Strip, symbols) => (Place::Strip, symbols.value.to_string()),
        ParamKind::Board(BoardKind::Grid, symbols) => (Place::Grid, symbols.value.to_string()),
        ParamKind::Board(..) => return None,
        ParamKind::Coins => (Place::Coins, String::new()),
        ParamKind::Code => return None,
        ParamKind::Graph { directed: true, .. } => return None,
        ParamKind::Graph { edges: Some(_), .. } => (Place::Edges("bgr"), String::new()),
        ParamKind::Graph { vertices: Some(_), .. } => (Place::Vertices, String::new()),
        ParamKind::Graph { .. } => (Place::Edges(""), String::new()),
    })
}

/// How play of a ruleset ends.
fn form(rules: &RulesetDecl) -> Form {
    let has = |test: fn(&RemarkKind) -> bool| rules.remarks.iter().any(|remark| test(&remark.kind));
    let text = format!("{:?}", rules.clauses);
    let is_turn =
        rules.clauses.iter().any(|clause| clause.mover == upstar::syntax::ast::Mover::Turn);
    let has_turns =
        is_turn && rules.position.iter().all(|param| !matches!(param.kind, Some(ParamKind::Coins)));
    if has(|kind| matches!(kind, RemarkKind::Goal(..))) {
        Form::Goals
    } else if has(|kind| matches!(kind, RemarkKind::Score(_))) || text.contains("gain: Some") {
        if has_turns { Form::Turns } else { Form::Points }
    } else if is_turn
        || rules.clauses.iter().all(|clause| clause.mover == upstar::syntax::ast::Mover::Either)
    {
        Form::Impartial
    } else {
        Form::LastMover
    }
}

/// A ruleset in other words, or with other rules, and questions.
pub(crate) fn history(dice: &mut Dice, rulesets: &[Found], number: u64) -> Option<History> {
    let found = &rulesets[number as usize % rulesets.len()];
    let mut declaration = found.declaration.clone();
    let rules = ruleset(&mut declaration)?.clone();
    let name = rules.name.text.to_string();
    let known = ARGUMENTS.iter().find(|(ruleset, ..)| *ruleset == name);
    let form = form(&rules);
    let positions: Vec<String> = match (known, place(&rules)) {
        (Some((_, family, positions)), _) => {
            positions.iter().map(|position| format!("{name}{family}({position})")).collect()
        }
        (None, Some((place, alphabet))) => {
            let few = form == Form::Goals;
            let sizes = [0, 1, 2, 3];
            sizes
                .map(|size| format!("{name}({})", position(dice, place, &alphabet, size, few)))
                .to_vec()
        }
        (None, None) => return None,
    };
    let mut before = found.needs.clone();
    // In its own words, in other words, or with other rules.
    let (mut reworded, mut changed) = (0, 0);
    for _ in 0..dice.roll(5) {
        let table = if dice.roll(3) == 0 { CHANGES } else { REWORDINGS };
        if change(dice, table, &mut declaration, &mut before).is_some() {
            match std::ptr::eq(table, CHANGES) {
                true => changed += 1,
                false => reworded += 1,
            }
        }
    }
    // What an author states of the parts need not be true with the functions found here, and what is said of positions
    // need not be true of other rules.
    if let Some(rules) = ruleset(&mut declaration) {
        let holds = |kind: &RemarkKind| match kind {
            RemarkKind::Parts(_) => false,
            RemarkKind::Check(..) => changed == 0,
            _ => true,
        };
        rules.remarks.retain(|remark| holds(&remark.kind));
    }
    let kind = match (reworded, changed) {
        (0, 0) => "as it is",
        (_, 0) => "in other words",
        _ => "with other rules",
    };
    let mut declarations = before;
    declarations.push(printed(&declaration)?);
    let mut others = found.needs.clone();
    others.extend(printed(&found.declaration));
    let program = Program { kind, form, declarations, positions };
    let questions = questions(dice, &program);
    let others = if changed == 0 { others } else { Vec::new() };
    Some(History { others, ..History::of(&program, questions) })
}
