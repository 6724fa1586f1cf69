//! Explanations of random sums, played out: each move and each answer that they name is held
//! against naive play by the definitions.

mod lines;
mod naive;
mod random;
mod thermal;
mod typed;

use std::collections::BTreeSet;
use std::path::Path;

use upstar::session::Session;
use upstar::syntax::ast::CompareOp;
use upstar::value::explanation::{Asked, Claim, Explanation, Piece, Question, Step};
use upstar::value::host::Host;
use upstar::value::{Summands, Value};
use upstar_core::{Outcome, Player, Rational};

use crate::length::cases;
use crate::support::{Dice, session};
use naive::{BOTH, Id, Naive, Sum};
use thermal::Fraction;

/// Sums of each test.
const SUMS: usize = 150;

/// Checks what an explanation says; how many claims there were.
fn checked(host: &mut dyn Host, naive: &mut Naive, input: &str, why: &Explanation) -> usize {
    match &why.asked {
        Asked::Comparison(a, op, b) => {
            let (a, b) = (naive.sum(host, a), naive.sum(host, b));
            let b = naive.negative(&b);
            let difference = Naive::add(&a, &b);
            let ge = naive.wins_second(&difference, Player::Left);
            let le = naive.wins_second(&difference, Player::Right);
            let says = format!("{:?}", why.title.pieces.last());
            assert_eq!(says.contains("does not hold"), !holds(*op, ge, le), "{input}: {says}");
        }
        Asked::Question(Question::Outcome, args) => {
            let sum = naive.sum(host, &args[0]);
            let [left, right] = BOTH.map(|player| {
                let wins = naive.wins_first(&sum, player);
                Some(if wins { player } else { player.opponent() })
            });
            let outcome = Piece::Value(Value::Outcome(Outcome::of(left, right)));
            assert_eq!(why.title.pieces.last(), Some(&outcome), "{input}");
        }
        Asked::Question(Question::WinningMoves, args) => {
            all_winning_moves(host, naive, (input, &args[..]), why);
        }
        Asked::Question(Question::Temperature | Question::Mean | Question::Thermograph, args) => {
            let sum = naive.sum(host, &args[0]);
            let said: Vec<&Rational> = why.title.pieces.iter().filter_map(number).collect();
            let [.., mean, temperature] = said[..] else { panic!("{input}: {why:?}") };
            let (wanted_mean, wanted) = naive.heat(&sum);
            assert_eq!(thermal::rounded(mean), wanted_mean, "{input}: the mean");
            // Below 0 thermographs of forms that are typed differently differ.
            let said = thermal::rounded(temperature).max(Fraction::from(0));
            assert_eq!(said, wanted.max(Fraction::from(0)), "{input}: the temperature");
        }
        _ => {}
    }
    for sum in match &why.asked {
        Asked::Value(sum) => vec![sum],
        Asked::Comparison(a, _, b) => vec![a, b],
        Asked::Question(_, args) => vec![&args[0]],
    } {
        let is_shown = why.title.pieces.contains(&Piece::Sum(sum.clone()));
        assert!(is_shown || sum.single().is_some(), "{input}: not as typed: {:?}", why.title);
    }
    if !matches!(why.asked, Asked::Question(Question::WinningMoves, _)) {
        what_cancels_is_left_alone(host, naive, input, why);
    }
    why.steps.iter().map(|step| step_checked(host, naive, input, step)).sum()
}

/// The winning moves of both players are not in summands that are said to cancel.
fn what_cancels_is_left_alone(
    host: &mut dyn Host,
    naive: &mut Naive,
    input: &str,
    why: &Explanation,
) {
    let mut cancel = Vec::new();
    for step in &why.steps {
        if let Step::Claims { claim: Claim::IsZero(sum), .. } = step {
            cancel.extend(naive.sum(host, sum));
        }
    }
    for step in &why.steps {
        if let Step::Claims { claim: Claim::WinsFirst { to, .. }, .. } = step {
            let to = naive.sum(host, to);
            assert!(is_within(&cancel, &to), "{input}: a move in what cancels: {step:?}");
        }
    }
}

/// Whether all of these components are in a sum, each as often.
fn is_within(some: &[Id], sum: &[Id]) -> bool {
    let count = |all: &[Id], id: Id| all.iter().filter(|other| **other == id).count();
    some.iter().all(|id| count(some, *id) <= count(sum, *id))
}

/// Number avoidance: a move that is named is not in a number, unless all else adds up to a number.
fn avoids_numbers(naive: &mut Naive, (input, claim): (&str, &Claim), from: &[Id], to: &[Id]) {
    let mut is_number = |id: &Id| naive.as_number(&[*id]).is_some();
    let (numbers, rest): (Vec<Id>, Vec<Id>) = from.iter().partition(|id| is_number(id));
    if naive.as_number(&rest).is_none() {
        assert!(is_within(&numbers, to), "{input}: a move in a number: {claim:?}");
    }
}

/// Moves that are answered are listed once each.
fn told_once(input: &str, under: &[Step]) {
    for (place, step) in under.iter().enumerate() {
        let Step::Claims { claim: Claim::Answers { .. }, line, .. } = step else { continue };
        let mut before = under[..place].iter();
        let is_again = before.any(|other| match other {
            Step::Claims { line: listed, .. } => listed == line,
            _ => false,
        });
        assert!(!is_again, "{input}: listed twice: {line:?}");
    }
}

fn number(piece: &Piece) -> Option<&Rational> {
    match piece {
        Piece::Value(Value::Number(number)) => Some(number),
        _ => None,
    }
}

/// The moves that are listed are all that win; when some are only counted, they are so many.
fn all_winning_moves(
    host: &mut dyn Host,
    naive: &mut Naive,
    (input, args): (&str, &[Summands]),
    why: &Explanation,
) {
    let Some(Value::Player(player)) = args[1].single() else { panic!("{input}") };
    let sum = naive.sum(host, &args[0]);
    let mut wanted = naive.moves(&sum, *player);
    wanted.retain(|to| naive.wins_second(to, *player));
    let mut listed: Vec<Sum> = Vec::new();
    for step in &why.steps {
        if let Step::Claims { claim: Claim::WinsFirst { to, .. }, .. } = step {
            listed.push(naive.sum(host, to));
        }
    }
    listed.sort();
    listed.dedup();
    let is_counted = format!("{:?}", why.steps).contains(" more\"");
    if is_counted {
        assert!(listed.iter().all(|to| wanted.contains(to)), "{input}: {listed:?}");
    } else {
        assert_eq!(listed, wanted, "{input}: not all winning moves are listed");
    }
    let says = format!("{:?}", why.title.pieces.last());
    assert_eq!(says.contains("there are none"), wanted.is_empty(), "{input}: {says}");
}

fn holds(op: CompareOp, ge: bool, le: bool) -> bool {
    match op {
        CompareOp::Equal => ge && le,
        CompareOp::NotEqual => !(ge && le),
        CompareOp::Less => le && !ge,
        CompareOp::LessOrEqual => le,
        CompareOp::Greater => ge && !le,
        CompareOp::GreaterOrEqual => ge,
        CompareOp::Confused => !ge && !le,
        CompareOp::LessOrConfused => !ge,
        CompareOp::GreaterOrConfused => !le,
        other => panic!("{other:?}"),
    }
}

fn step_checked(host: &mut dyn Host, naive: &mut Naive, input: &str, step: &Step) -> usize {
    let (claim, under) = match step {
        Step::Claims { claim, under, .. } => (Some(claim), under),
        Step::Says { under, .. } => (None, under),
        Step::Table(_) | Step::Drawing(_) | Step::Folded => return 0,
    };
    told_once(input, under);
    if let Some(claim) = claim {
        play_out(host, naive, (input, claim), under);
    }
    let below: usize = under.iter().map(|step| step_checked(host, naive, input, step)).sum();
    below + usize::from(claim.is_some())
}

/// Plays a claim against every possible answer.
fn play_out(
    host: &mut dyn Host,
    naive: &mut Naive,
    (input, claim): (&str, &Claim),
    under: &[Step],
) {
    match claim {
        Claim::WinsFirst { player, sum, to } => {
            let (sum, to) = (naive.sum(host, sum), naive.sum(host, to));
            assert!(naive.moves(&sum, *player).contains(&to), "{input}: no move: {claim:?}");
            assert!(naive.wins_second(&to, *player), "{input}: does not win: {claim:?}");
            // All winning moves are listed where they are asked for.
            if !input.contains("winning_moves") {
                avoids_numbers(naive, (input, claim), &sum, &to);
            }
        }
        Claim::WinsSecond { player, sum } => {
            let sum = naive.sum(host, sum);
            assert!(naive.wins_second(&sum, *player), "{input}: does not win: {claim:?}");
            answered(host, naive, (input, *player), &sum, under);
        }
        Claim::Answers { player, sum, threat, answer } => {
            let [sum, threat, answer] = [sum, threat, answer].map(|sum| naive.sum(host, sum));
            let moves = naive.moves(&sum, player.opponent());
            assert!(moves.contains(&threat), "{input}: no threat: {claim:?}");
            assert!(
                naive.moves(&threat, *player).contains(&answer),
                "{input}: no answer: {claim:?}"
            );
            assert!(naive.wins_second(&answer, *player), "{input}: does not win: {claim:?}");
            avoids_numbers(naive, (input, claim), &threat, &answer);
            answered(host, naive, (input, *player), &answer, under);
        }
        Claim::IsZero(sum) => {
            let sum = naive.sum(host, sum);
            assert!(
                BOTH.iter().all(|player| naive.wins_second(&sum, *player)),
                "{input}: {claim:?}"
            );
        }
        Claim::Equals(a, b) => {
            let [a, b] = [a, b].map(|sum| naive.sum(host, sum));
            assert!(naive.are_equal(&a, &b), "{input}: {claim:?}");
        }
        Claim::AvoidsNumbers { numbers, rest } => {
            number_avoidance(host, naive, (input, claim), [numbers, rest]);
        }
        Claim::Hottest { sum, hottest, temperature } => {
            let temperature = thermal::rounded(temperature);
            for term in sum.terms() {
                let is_hottest = hottest.terms().contains(term);
                let alone = naive.sum(host, &Summands::new(vec![term.clone()]));
                let (_, own) = naive.heat(&alone);
                assert_eq!(own.cmp(&temperature).is_eq(), is_hottest, "{input}: {claim:?}");
                assert!(own <= temperature, "{input}: {claim:?}");
            }
        }
        Claim::Stops { sum, left, right } => {
            let sum = naive.sum(host, sum);
            let wanted = naive.stops(&sum);
            assert_eq!([left, right].map(thermal::rounded), wanted, "{input}: {claim:?}");
        }
    }
}

/// Whoever wins a sum moving first wins it by a move in the rest.
fn number_avoidance(
    host: &mut dyn Host,
    naive: &mut Naive,
    (input, claim): (&str, &Claim),
    sides: [&Summands; 2],
) {
    let [numbers, rest] = sides.map(|sum| naive.sum(host, sum));
    let whole = Naive::add(&numbers, &rest);
    for player in BOTH {
        let mut wins = !naive.wins_first(&whole, player);
        for to in naive.moves(&rest, player) {
            let to = Naive::add(&numbers, &to);
            wins = wins || naive.wins_second(&to, player);
        }
        assert!(wins, "{input}: {player:?} has to move in a number: {claim:?}");
    }
}

/// Where answers are listed to the end, every move has one.
fn answered(
    host: &mut dyn Host,
    naive: &mut Naive,
    (input, player): (&str, Player),
    sum: &[Id],
    under: &[Step],
) {
    let mut threats = Vec::new();
    for step in under {
        match step {
            Step::Claims { claim: Claim::Answers { threat, .. }, .. } => {
                threats.push(naive.sum(host, threat));
            }
            // More moves are counted, folded, or there are none.
            _ => return,
        }
    }
    if !threats.is_empty() {
        for to in naive.moves(sum, player.opponent()) {
            assert!(threats.contains(&to), "{input}: a move of {sum:?} has no answer");
        }
    }
}

/// The kinds of claims that a step makes.
fn add_kinds(step: &Step, kinds: &mut BTreeSet<&'static str>) {
    if let Step::Claims { claim, .. } = step {
        kinds.insert(match claim {
            Claim::WinsFirst { .. } => "WinsFirst",
            Claim::WinsSecond { .. } => "WinsSecond",
            Claim::Answers { .. } => "Answers",
            Claim::IsZero(_) => "IsZero",
            Claim::Equals(..) => "Equals",
            Claim::AvoidsNumbers { .. } => "AvoidsNumbers",
            Claim::Hottest { .. } => "Hottest",
            Claim::Stops { .. } => "Stops",
        });
    }
    if let Step::Claims { under, .. } | Step::Says { under, .. } = step {
        under.iter().for_each(|step| add_kinds(step, kinds));
    }
}

#[test]
fn what_is_said_of_sums_wins_when_it_is_played_out() {
    let mut session = session(Path::new("tests"));
    let (mut naive, mut random) = (Naive::default(), Dice(7));
    let (mut claims, mut with_claims) = (0, 0);
    let mut kinds = BTreeSet::new();
    for _ in 0..cases(SUMS) {
        let input = random.question();
        let reply = session.eval("input", &input);
        assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
        let Value::Explanation(why) = &reply.answers[0].value else { panic!("{input}") };
        let is_plural = |things: &str| reply.answers[0].text.contains(&format!(" 1 {things}"));
        assert!(!["moves", "more moves", "nimbers"].into_iter().any(is_plural), "{input}");
        let here = session.ask(|host| Ok(checked(host, &mut naive, &input, why))).unwrap();
        why.steps.iter().for_each(|step| add_kinds(step, &mut kinds));
        claims += here;
        with_claims += usize::from(here > 0);
    }
    assert!(2 * with_claims > cases(SUMS) && claims > cases(SUMS), "{with_claims} {claims}");
    let all = ["Answers", "AvoidsNumbers", "Equals", "Hottest", "IsZero", "Stops"];
    let all = all.into_iter().chain(["WinsFirst", "WinsSecond"]).collect();
    assert_eq!(kinds, all, "each kind of claim is made at least once");
}

/// What an explanation in a list is written as reads back as the same question.
#[test]
fn what_is_asked_of_sums_reads_back() {
    let mut session: Session = session(Path::new("tests"));
    let mut random = Dice(11);
    for _ in 0..cases(SUMS) {
        let input = random.question();
        let asked = |session: &mut Session, input: &str| {
            let reply = session.eval("input", &format!("[{input}]"));
            assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
            reply.answers[0].text.clone()
        };
        let text = asked(&mut session, &input);
        let again = asked(&mut session, text.trim_matches(['[', ']']));
        assert_eq!(text, again, "{input}");
    }
}
