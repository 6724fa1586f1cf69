//! Every ruleset of the library on random and boundary arguments: rules are never at fault.

use std::collections::BTreeSet;
use std::sync::Arc;

use upstar::session::{FileError, FileText, Files, Session};
use upstar::value::Value;
use upstar_core::Budget;

use crate::length::cases;
use crate::support::{Dice, expect_none, files, read};

/// Positions of each ruleset.
const POSITIONS: u64 = 4;

/// After so many steps a question is given up, which is no fault of the rules.
const STEPS: u64 = 100_000;

/// Positions, with kinds of arguments in brackets: `n` is a small number, `+` one from 1 on, `h` a
/// heap, `H` one of any size, `q` a fraction, `s` a list of positive numbers, `l` one of numbers, `d` one that falls, `C`
/// coins, `B` a board and `S` a strip over an alphabet, `g` a graph, `e` one with edges of colours, `c`
/// one with coloured vertices, `D` a directed one, `E` a directed one with edges of colours, `p` a vertex.
const RULESETS: &[&str] = &[
    "Nim(<H>)",
    "Subtraction(<s>)(<H>)",
    "Kayles(<H>)",
    "DawsonsKayles(<H>)",
    "Wythoff(<n>, <n>)",
    "AllBut(<s>)(<H>)",
    "DawsonsChess(<H>)",
    "GrundysGame(<h>)",
    "AtLeastHalf(<h>)",
    "LaskersNim(<H>)",
    "GuilesGame(<h>)",
    "TakeAndBreak(\"0.137\")(<H>)",
    "TakeAway(<q>)(<n>, <q>)",
    "TakeAway(<n>)(<n>, <n>)",
    "Mem(<n>, <n>)",
    "FibonacciNim(<n>, <n>)",
    "GenWythoff(<+>)(<n>, <n>)",
    "Euclid(<n>, <n>)",
    "Chomp(<d>)",
    "Cutcake(<n>, <n>)",
    "MaundyCake(<n>, <n>)",
    "Eatcake(<n>, <n>)",
    "StaircaseNim(<l>)",
    "MooresNim(<n>)(<l>)",
    "PartizanSubtraction(<s>, <s>)(<h>)",
    "PartizanSplittles(<s>, <s>)(<h>)",
    "PartizanEuclid(<n>, <n>)",
    "EndNim(<l>)",
    "Spawning(<+>)(<n>)",
    "ToadsAndFrogs(<S.TF>)",
    "BackslidingToadsAndFrogs(<S.TF>)",
    "ElephantsAndRhinos(<S.ER>)",
    "TopplingDominoes(<S.LRE>)",
    "HackenbushString(<S.brg>)",
    "Shove(<S.LR>)",
    "Push(<S.LR>)",
    "Treblecross(<S.x>)",
    "DawsonsPawns(<S.x>)",
    "SilverDollar(<S.o>)",
    "SilverDollarAndBag(<S.oD>)",
    "FlippingCoins(<STH>)",
    "Domineering(<B.#>)",
    "Clobber(<B.xo>)",
    "Cram(<B.#>)",
    "Amazons(<B.xo#>)",
    "Konane(<B.xo>)",
    "Fission(<B.x#>)",
    "Col(<B.xo#>)",
    "Snort(<B.xo#>)",
    "NoGo(<B.xo#>)",
    "CannibalClobber(<B.xo>)",
    "Northcott(<B.xo>)",
    "FoxAndGeese(<B.GF>)",
    "EntrepreneurialChess(<B.KkR>)",
    "TurningTurtles(<C>)",
    "MockTurtles(<C>)",
    "Ruler(<C>)",
    "Twins(<C>)",
    "Triplets(<C>)",
    "MockTurtleFives(<C>)",
    "Moebius(<C>)",
    "Tartan(TurningTurtles, Ruler)(<BTH>)",
    "AcrosticTwins(<n>, <n>)",
    "TurningCorners(<n>, <n>)",
    "Hackenbush(<e>)",
    "ChildishHackenbush(<e>)",
    "GraphCol(<c>)",
    "GraphSnort(<c>)",
    "TintedCol(<c>)",
    "TintedSnort(<c>)",
    "NodeKayles(<g>)",
    "ArcKayles(<g>)",
    "PartizanArcKayles(<e>)",
    "VertexGeography(<D>, <p>)",
    "EdgeGeography(<D>, <p>)",
    "UndirectedVertexGeography(<g>, <p>)",
    "UndirectedEdgeGeography(<g>, <p>)",
    "TokenGame(<D>)(<p>)",
    "PartizanTokenGame(<E>)(<p>)",
    "GraphClobber(<c>)",
    "Hex(<B.xo>)",
    "InARow(<+>)(<B.xo>)",
    "TicTacToe(<B.xo>)",
    "Connect(<+>)(<B.xo>)",
    "BridgIt(gale_board(3))",
    "ShannonSwitching(<g>, 1, <p>)",
    "PawnWalk([1, <n>, 2, <n>, 3])(<n>, <p>)",
    "PayoffWalk(\"1>2, 2>3, 1>3\", {1: 0, 2: 1, 3: <n>})(<p>)",
    "OwnedWalk(\"1>2, 2>3, 1>3, 1=L, 2=R, 3=L\", {1: 0, 2: 1, 3: <n>})(<p>)",
    "Fence(<n>, 2)(<n>)",
    "Sausages(<n>)(<s>)",
    "Scale(<l>)(<l>, <n>)",
    "DotsAndBoxes(1, 2)()",
    "StringsAndCoins(<g>)",
    "Nimstring(<g>)",
    "TopEntails(<h>)",
    "AntiClobber(<B.xo>)",
    "Kings(<B.xo>)",
    "Rooks(<B.xo>)",
    "Queens(<B.xo>)",
    "Knights(<B.xo>)",
    "CeyloneseFoxAndGeese(<B.GF>)",
    "HareAndHounds(<B.hd#>)",
    "Phutball(<B.xo=>)",
    "Welter(<S.o>)",
    "Leapfrog(<n>)(<S.TF>)",
    "Fjords(<c>)",
    "WeightedArcKayles(\"1-2, 2-3, 1=1, 2=2, 3=1\")",
    "Splittles(<s>)(<H>)",
    "PartizanTakeAndBreak(\"0.3\", \"0.137\")(<h>)",
    "HeapGame(n -> take_and_break(\"0.7\", n))(<h>)",
    "CakeProduct(n -> take_and_break(\"4.0\", n), n -> take_and_break(\"0.7\", n))(<n>, <n>)",
    "Mogul(<C>)",
    "Moidores(<C>)",
    "Motley(<C>)",
    "TripletFives(<C>)",
    "RulerFives(<C>)",
    "Turnips(<C>)",
    "Grunt(<C>)",
    "Sym(<C>)",
    "Dicotic(Cutcake(<n>, <n>))",
    "Twisted(Cutcake(<n>, <n>))",
    "GenMem((m, k) -> k != m)(<n>, <n>)",
    "ConstrainedWythoff(x -> x + 2)(<n>, <n>)",
    "TurnedCakeProduct(n -> take_and_break(\"4.0\", n), n -> take_and_break(\"0.7\", n))(<n>, <n>)",
    "TurnAndEatcake(<n>, <n>)",
    "SylverCoinage([5, 7, <+>])",
    "GenHackenbush(\"bgr\")(<e>)",
    "GenCol(\".x\", \"o\")(<c>)",
];

impl Dice {
    fn symbols(&mut self, alphabet: &str, most: u64) -> String {
        let symbols: Vec<char> = alphabet.chars().collect();
        (0..1 + self.roll(most))
            .map(|_| symbols[self.roll(symbols.len() as u64) as usize])
            .collect()
    }

    fn numbers(&mut self, first: u64) -> Vec<u64> {
        (0..self.roll(4)).map(|_| first + self.roll(4)).collect()
    }

    /// A graph on the vertices 0 to 3, its edges written with a sign and labels.
    fn graph(&mut self, sign: char, edges: &str, vertices: &str) -> String {
        let label = |random: &mut Dice, before: char, labels: &str| match labels {
            "" => String::new(),
            labels => format!("{before}{}", random.symbols(labels, 1)),
        };
        let mut parts: Vec<String> = (0..self.roll(5))
            .map(|_| {
                let (a, b) = (self.roll(4), self.roll(4));
                format!("{a}{sign}{b}{}", label(self, ':', edges))
            })
            .collect();
        parts.extend((0..4).map(|vertex| vertex.to_string()));
        if !vertices.is_empty() {
            parts.extend((1..4).map(|vertex| format!("{vertex}{}", label(self, '=', vertices))));
        }
        format!("\"{}\"", parts.join(", "))
    }

    /// An argument of a kind.
    fn argument(&mut self, kind: &str) -> String {
        match kind {
            "n" => self.roll(7).to_string(),
            "+" => (1 + self.roll(4)).to_string(),
            "h" => self.one_of(&["0", "1", "2", "3", "5", "8", "13"]).to_string(),
            "H" => self.one_of(&["0", "1", "2", "7", "20", "10**9", "10**30"]).to_string(),
            "q" => self.one_of(&["0", "1", "2", "1/2", "3/2", "7/3", "5", "1/4"]).to_string(),
            "s" => format!("{:?}", self.numbers(1)),
            "l" => format!("{:?}", self.numbers(0)),
            "d" => {
                let mut rows = self.numbers(0);
                rows.sort_unstable_by(|a, b| b.cmp(a));
                format!("{rows:?}")
            }
            "C" => format!("\"{}\"", self.symbols("TH", 6)),
            "g" => self.graph('-', "", ""),
            "e" => self.graph('-', "bgr", ""),
            "c" => self.graph('-', "", ".xo"),
            "D" => self.graph('>', "", ""),
            "E" => self.graph('>', "bgr", ""),
            "p" => (1 + self.roll(3)).to_string(),
            _ => match kind.split_at(1) {
                ("S", alphabet) => format!("\"{}\"", self.symbols(alphabet, 7)),
                ("B", alphabet) => {
                    let columns = self.symbols(alphabet, 3).chars().count() as u64;
                    let row = |random: &mut Dice| -> String {
                        let cells = (0..columns).map(|_| random.symbols(alphabet, 1));
                        cells.collect()
                    };
                    let rows: Vec<String> = (0..1 + self.roll(3)).map(|_| row(self)).collect();
                    format!("\"{}\"", rows.join("|"))
                }
                _ => panic!("{kind} is no kind"),
            },
        }
    }

    /// A position of a row of the table.
    fn position(&mut self, row: &str) -> String {
        let mut position = String::new();
        let mut rest = row;
        while let Some((before, (kind, after))) =
            rest.split_once('<').map(|(before, kind)| (before, kind.split_once('>').unwrap()))
        {
            position.push_str(before);
            position.push_str(&self.argument(kind));
            rest = after;
        }
        position + rest
    }
}

/// No files.
struct Nothing;

impl Files for Nothing {
    fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
        Err(FileError::NotFound)
    }
}

/// What is asked of a position.
fn questions(session: &mut Session, position: &str) -> [&'static str; 4] {
    let reply = session.eval("library", position);
    let is_about_points = match reply.answers.first().map(|answer| &answer.value) {
        Some(Value::Position(position)) => position.ruleset.is_about_points(),
        _ => false,
    };
    match is_about_points {
        true => ["value(P, Max)", "value(P, Min)", "best_moves(P, Left)", "moves(P, Left)"],
        false => ["outcome(P)", "canonical(P)", "nimber(P)", "moves(P, Left)"],
    }
}

/// No error shows a line of the library first, and of each ruleset something is answered.
#[test]
fn rules_of_the_library_are_never_at_fault() {
    let mut random = Dice(6);
    let budget = Budget::unlimited();
    budget.limit_steps(STEPS);
    let mut session = Session::new(budget.clone(), Arc::new(Nothing));
    let mut silent = Vec::new();
    for row in RULESETS {
        // How often there were moves, and how often it was said who wins, or how much.
        let mut answered = [0, 0];
        for _ in 0..cases(POSITIONS) {
            let position = random.position(row);
            budget.restart();
            for question in questions(&mut session, &position) {
                let input = question.replacen("(P", &format!("({position}"), 1);
                budget.restart();
                let reply = session.eval("library", &input);
                for fault in &reply.diagnostics {
                    let at = fault.span().map(|span| &session.sources().get(span.source).name[..]);
                    let in_rules = at.is_some_and(|name| name.starts_with("stdlib/"));
                    // A limit, or play that returns where the question has no answer then.
                    let number = fault.code.number();
                    let known = number.starts_with("G05") || number == "G0404";
                    assert!(!in_rules || known, "{input}: {}", fault.message);
                    let misunderstood = number.starts_with("G01") || number.starts_with("G02");
                    assert!(!misunderstood, "{input}: {}", fault.message);
                }
                let is_about = [question.starts_with("moves"), !question.contains("moves")];
                for (count, is_about) in answered.iter_mut().zip(is_about) {
                    *count += usize::from(is_about && reply.diagnostics.is_empty());
                }
            }
        }
        if answered.contains(&0) {
            silent.push(format!("{row}: {answered:?} answers"));
        }
    }
    expect_none(&silent);
}

#[test]
fn every_ruleset_of_the_library_is_asked() {
    let name = |text: &str| text.split(['(', ' ']).next().unwrap().to_owned();
    let asked: BTreeSet<String> = RULESETS.iter().map(|row| name(row)).collect();
    let mut declared = BTreeSet::new();
    for file in files("stdlib", "game") {
        let text = read(&file);
        declared.extend(text.lines().filter_map(|line| line.strip_prefix("game ")).map(name));
    }
    assert_eq!(asked, declared);
}

/// `identify` knows every ruleset of heaps and coins that has no parameters, and nimbers.
#[test]
fn rulesets_are_identified_by_their_nimbers() {
    let mut session = Session::default();
    let mut looked_at = 0;
    for path in files("stdlib", "game") {
        for line in read(&path).lines() {
            let Some((name, kind)) = line
                .strip_prefix("game ")
                .and_then(|rest| rest.split_once('('))
                // One list of parameters: others are families.
                .and_then(|(name, rest)| Some((name, rest.split_once(')')?.0.split_once(": ")?.1)))
                .filter(|_| !line.contains(")("))
            else {
                continue;
            };
            // Entailing moves have no nimbers in `sequence`.
            if !matches!(kind, "heap" | "coins") || name == "TopEntails" {
                continue;
            }
            let question = format!("identify(sequence({name}, 12))[{name}]");
            let reply = session.eval("question", &question);
            let answer = reply.answers.first().map(|answer| answer.value.clone());
            assert_eq!(answer, Some(Value::integer(0)), "{name}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 20, "{looked_at} rulesets");
}
