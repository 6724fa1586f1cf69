//! Sheets for a class: a large class with hostile answers, what is never said, archives, paper, the chapter for teachers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value as Json;
use upstar::classroom::{AnswerLimits, Examiner, Key, Mark, Status, Submission};
use upstar::disk::Disk;
use upstar::syntax::ast::AnswerKind;
use upstar_core::Budget;

use super::naive_grader::is_right;
use super::{Ran, upstar};
use crate::length::number;
use crate::support::{Dice, files, read};

/// Runs the program in a folder.
pub(super) fn run_in(folder: &Path, args: &[&str]) -> Ran {
    let output = upstar().current_dir(folder).args(args).output().unwrap();
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

pub(super) const KEY: &str = r#"sheet "Class"

game Pairs(n: heap) {
  move a, n - 2 - a for a in 0..n - 2
}

exercise "Values" (6 points) {
  hint "Look at the options."
  secret := <0|^*>
  ask value half (1 point) "Which number is `<0|1>`?" := <0|1>
  ask value ups (2 points) "The value of `<0|^*>`." := secret
  ask number heaps (1 point) "The nim-sum of 13 and 22." := nim_sum(13, 22)
  ask number least (1 point) "The mex of 0, 1, 2, 4, 9." := mex([0, 1, 2, 4, 9])
  ask outcome who (1 point) "Who wins `^`?" := outcome(^)
}

exercise "Forms and moves" (10 points) {
  ask form up (3 points) "The canonical form of `<0,*|*>`." := canonical(<0,*|*>)
  ask order pair (1 point) "How do `^` and `*` compare?" := (^, *)
  ask table row (2 points) "The nimbers of heaps of 0 to 6 in Pairs." := [nimber(Pairs(n)) for n in 0..6]
  ask moves best (2 points) "All winning moves from `Nim(13, 12, 8)`." := winning_moves(Nim(13, 12, 8))
  ask strategy play_it (2 points) "Win from two heaps." := P -> winning_moves(P)[1] { given Nim(2, 3) }
}
"#;

/// The names of the questions, their points, and what is right as a person would type it.
const RIGHT: &[(&str, i64, &[&str])] = &[
    ("half", 1, &["1/2", "<0|1>", "1 - 1/2"]),
    ("ups", 2, &["^^", "⇑", "^ + ^"]),
    ("heaps", 1, &["27", "26 + 1"]),
    ("least", 1, &["3"]),
    ("who", 1, &["L"]),
    ("up", 3, &["<0|*>", "^"]),
    ("pair", 1, &["||"]),
    ("row", 2, &["[0, 0, 1, 1, 2, 0, 3]", "(0,0,1,1,2,0,3)"]),
    ("best", 2, &["[Nim(4, 12, 8), Nim(13, 5, 8), Nim(13, 12, 1)]"]),
    ("play_it", 2, &["P -> [m for m in moves(P) if m == 0][1]"]),
];

/// What is wrong: in the usual ways, by its text, by its size, or because it is hostile.
const WRONG: &[(&str, &[&str])] = &[
    ("half", &["-1/2", "1", "<0|1", "*", "canonical(<0|1>)"]),
    ("ups", &["vv", "^", "secret", "<0|^*", "10**10**10**10", "save(\"x.svg\", 3)"]),
    ("heaps", &["35", "28", "26", "nim_sum(13, 22)", "len([n for n in 0..10**9])", "*27"]),
    ("least", &["10", "9", "5", "4", "(((((((((((((", "\"3"]),
    ("who", &["R", "N", "P", "outcome(^)", "3", "\u{39b}"]),
    ("up", &["<0,*|*>", "<*|0>", "0", "^ + 0", "canonical(<0,*|*>)"]),
    ("pair", &["<", ">", "==", "<=", "neither"]),
    ("best", &["3", "[]", "winning_moves(Nim(13, 12, 8))", "use \"class.game\""]),
    (
        "play_it",
        &[
            "P -> moves(P)[1]",
            "P -> winning_moves(P)[1]",
            "P -> P",
            "fn play_it(P) { while true { n := 1 }; P }",
            "fn play_it(P) { all := []; while true { all := all + [[0..100000]] }; P }",
            "fn play_it(P) { play_it(P) }",
            "fn play_it(P) { moves := 3; L := R; P }",
            "game play_it(n: heap) { move n - 1 }",
        ],
    ),
];

/// Lines that answer nothing that is asked, or only look as if they did.
const HOSTILE: &[&str] = &[
    "Pairs := Nim",
    "game Pairs(n: heap) { move 0 }",
    "nim_sum(a, b) := 27",
    "who\u{430} := L",
    "h\u{430}lf := 1/2",
    "/* never closed",
];

/// Lines before all answers.
const FIRST: &[&str] = &[
    "use \"/etc/passwd\"",
    "exercise \"Values\" (999 points) { check 1 == 1 }",
    "\u{202e}half := 1/2",
    "/* never closed",
];

/// A file of answers, and what it earns by how it was made.
fn submission(dice: &mut Dice) -> (String, i64) {
    let mut text = String::from("answers \"Class\"\n");
    let mut earned = 0;
    if dice.roll(4) == 0 {
        text.push_str(dice.one_of::<&str>(FIRST));
        text.push('\n');
    }
    for (name, points, right) in RIGHT {
        if dice.roll(8) == 0 {
            text.push_str(dice.one_of::<&str>(HOSTILE));
            text.push('\n');
        }
        let wrong = WRONG.iter().find(|(other, _)| other == name).map(|(_, wrong)| *wrong);
        let answer = match (dice.roll(10), wrong) {
            (0, _) => "?",
            (1..=4, Some(wrong)) => *dice.one_of::<&str>(wrong),
            _ => {
                earned += points;
                *dice.one_of::<&str>(right)
            }
        };
        match answer.starts_with("fn ") || answer.starts_with("game ") {
            true => text.push_str(answer),
            false => text.push_str(&format!("{name} := {answer}")),
        }
        text.push('\n');
    }
    (text, earned)
}

#[test]
fn a_naive_grader_agrees_about_what_is_right_and_wrong() {
    for (name, _, right) in RIGHT {
        for answer in *right {
            assert!(is_right(name, answer), "{name}: {answer}");
        }
    }
    for (name, wrong) in WRONG {
        for answer in *wrong {
            assert!(!is_right(name, answer), "{name}: {answer}");
        }
    }
}

/// Writes the key and the answers of a class; returns what each student earns.
fn write_class(folder: &Path) -> BTreeMap<String, i64> {
    let path = |name: &str| folder.join(name);
    fs::write(path("class.game"), KEY).unwrap();
    fs::create_dir(path("answers")).unwrap();
    let mut dice = Dice(number("UPSTAR_TEST_SEED", 0) + 7);
    let mut wanted = BTreeMap::new();
    for student in 0..200 {
        let (text, earned) = submission(&mut dice);
        let name = format!("student{student:03}");
        fs::write(path(&format!("answers/{name}.game")), text).unwrap();
        wanted.insert(name, earned);
    }
    // Files that are no text, empty or huge cannot be graded.
    fs::write(path("answers/x1.game"), [0xff, 0xfe, 0x00]).unwrap();
    fs::write(path("answers/x2.game"), "").unwrap();
    fs::write(path("answers/x3.game"), "half := 1/2\n".repeat(200_000)).unwrap();
    // Answers that are nested deeply in brackets of all kinds, and long without an end.
    let nested = |open: &str, close: &str| {
        let levels = 18_000 / (open.len() + close.len());
        format!("{}0{}", open.repeat(levels), close.repeat(levels))
    };
    for (at, (open, close)) in [
        ("(", ")"),
        ("<", "|>"),
        ("<0|", ">"),
        ("[", "]"),
        ("-", ""),
        ("tiny(", ")"),
        ("0+", ""),
        ("a:<", "|>"),
        ("{", "}"),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = nested(open, close);
        let text = format!("half := {answer}\nup := {answer}\nheaps := {answer}\nwho := L\n");
        fs::write(path(&format!("answers/y{at}.game")), text).unwrap();
        wanted.insert(format!("y{at}"), 1);
    }
    wanted
}

#[test]
fn a_class_with_hostile_answers_is_graded_alike_each_time_and_nothing_right_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let wanted = write_class(folder.path());
    // Steps end what does not end, on slow machines too.
    let grade = |threads: &str, name: &str| {
        let csv = format!("{name}.csv");
        let files = ["grade", "class.game", "answers", "--csv", &csv, "--feedback", name];
        let limits = ["--json", "--timeout", "600", "--threads", threads];
        run_in(folder.path(), &[&files[..], &limits].concat())
    };
    let first = grade("2", "one");
    // Three files cannot be graded, which is said.
    assert_eq!(first.code, Some(1), "{}", first.err);
    assert_eq!(first.err.matches("is not graded").count(), 3, "{}", first.err);
    // Another number of threads, so that answers meet in another order.
    let second = grade("5", "two");
    assert_eq!(first.out, second.out);
    assert_eq!(fs::read(path("one.csv")).unwrap(), fs::read(path("two.csv")).unwrap());
    let mut solutions: BTreeMap<&str, &[&str]> = BTreeMap::new();
    for (name, _, right) in RIGHT {
        solutions.insert(name, right);
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut students = 0;
    for line in first.out.lines() {
        let object: Json = serde_json::from_str(line).unwrap();
        let Some(student) = object["student"].as_str() else { continue };
        if object.get("error").is_some() {
            continue;
        }
        let page =
            |folder: &str| fs::read_to_string(path(&format!("{folder}/{student}.md"))).unwrap();
        assert_eq!(page("one"), page("two"));
        let mut earned = 0;
        students += 1;
        for exercise in object["exercises"].as_array().unwrap() {
            for question in exercise["questions"].as_array().unwrap() {
                let status = question["status"].as_str().unwrap();
                assert_ne!(status, "out of time", "{question}");
                *seen.entry(status.to_owned()).or_insert(0) += 1;
                if status == "right" {
                    earned += question["points"].as_str().unwrap().parse::<i64>().unwrap();
                }
                says_nothing_right(question, &solutions);
            }
        }
        assert_eq!(earned, wanted[student], "{student}: {object:#}");
        assert_eq!(object["earned"], earned.to_string(), "{object:#}");
    }
    assert_eq!(students, wanted.len());
    // All that can become of an answer has become of some: endless ones and large ones were among them.
    for status in ["right", "wrong", "blank", "unreadable", "refused", "stopped"] {
        assert!(seen.get(status).is_some_and(|count| *count > 3), "{status}: {seen:?}");
    }
}

/// What is said of an answer that is not right has no right answer in it: not in any way it may be typed.
fn says_nothing_right(question: &Json, solutions: &BTreeMap<&str, &[&str]>) {
    if question["status"] == "right" {
        return;
    }
    assert!(question.get("solution").is_none() && question.get("reason").is_none());
    let name = question["name"].as_str().unwrap();
    let answer = question["answer"].as_str().unwrap();
    for remark in question["remarks"].as_array().unwrap() {
        // What the student has typed may be repeated.
        let remark = remark.as_str().unwrap().replace(answer, "");
        for solution in solutions[name] {
            assert!(!has_word(&remark, solution), "{name}: {remark}");
        }
    }
}

/// Whether a text has another in it, and not as a part of a word or number.
fn has_word(text: &str, word: &str) -> bool {
    let plain = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '.');
    text.match_indices(word).any(|(at, _)| {
        plain(text[..at].chars().next_back()) && plain(text[at + word.len()..].chars().next())
    })
}

/// The same for all sheets and exercises: whatever is answered to a question, as long as it is not right, nothing that is said
/// has the right answer in it.
#[test]
fn no_message_about_a_question_of_the_sheets_has_its_answer() {
    let mut said = 0;
    for file in
        files("examples/sheets", "game").into_iter().chain(files("examples/exercises", "game"))
    {
        let (name, budget) = (file.to_string_lossy().into_owned(), Budget::unlimited());
        let key = Key::read(&name, &read(&file), Some("Ada"), &budget).unwrap();
        let disk = Arc::new(Disk::new(budget.clone()));
        let examiner = Examiner::new(budget, disk, &name, AnswerLimits::default());
        let mut clock = |work: &mut dyn FnMut()| work();
        let solution = |question| examiner.solution(&key, question).unwrap();
        let mut wrong: Vec<String> = key.questions().take(6).map(&solution).collect();
        let typed =
            ["0", "*", "<0,*|*>", "[0, 1]", "N", "<", "Nim(1)", "1 +", "G", "P -> P", "1/3", "[]"];
        wrong.extend(typed.map(str::to_owned));
        for question in key.questions() {
            let right = solution(question);
            for answer in &wrong {
                let line = format!("{} := {answer}", question.name);
                let given = Submission::to_key(&line, &key);
                let mark = examiner.mark(&key, question, given.answer(&question.name), &mut clock);
                let mark = mark.unwrap();
                if mark.status == Status::Right {
                    continue;
                }
                for remark in &mark.remarks {
                    said += 1;
                    let remark = remark.replace(&**answer, "");
                    assert!(!has_word(&remark, &right), "{name}: {line}: {remark} has {right}");
                }
            }
        }
    }
    assert!(said > 1000, "{said}");
}

#[test]
fn right_answers_are_in_the_feedback_when_the_key_says_so_and_only_then() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("ada.game"), "answers \"Class\"\nups := ^\nheaps := 35\nup := <0,*|*>\n")
        .unwrap();
    let page = |key: &str| {
        fs::write(path("class.game"), key).unwrap();
        let ran = run_in(folder.path(), &["grade", "class.game", "ada.game", "--feedback", "out"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        fs::read_to_string(path("out/ada.md")).unwrap()
    };
    let silent = page(KEY);
    assert!(
        !silent.contains('⇑') && !silent.contains("27") && !silent.contains("<0|*>"),
        "{silent}"
    );
    assert!(
        silent.contains("Nimbers are not added like numbers") && silent.contains("not canonical")
    );
    let shown = page(&KEY.replace("sheet \"Class\"", "sheet \"Class\" (show answers)"));
    assert!(shown.contains('⇑') && shown.contains("27"), "{shown}");
}

#[test]
fn reasons_are_given_to_those_who_know_what_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("ada.game"), "answers \"Class\"\nhalf := 1/2\nwho := R\npair := ||\n").unwrap();
    let grade = |shown: &str| -> Json {
        let title = format!("sheet \"Class\" (show {shown})");
        fs::write(path("class.game"), KEY.replace("sheet \"Class\"", &title)).unwrap();
        let ran = run_in(folder.path(), &["grade", "class.game", "ada.game", "--json"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        serde_json::from_str(ran.out.lines().next().unwrap()).unwrap()
    };
    let reasons = |object: &Json| {
        let exercises = object["exercises"].as_array().unwrap().iter();
        let questions = exercises.flat_map(|one| one["questions"].as_array().unwrap().clone());
        let given = questions.filter(|one| one.get("reason").is_some());
        given.map(|one| (one["name"].clone(), one["reason"].clone())).collect::<Vec<_>>()
    };
    let given = reasons(&grade("reasons"));
    let names: Vec<&Json> = given.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["half", "pair"]);
    assert!(given[0].1.as_str().unwrap().contains("simplest-number theorem"), "{given:?}");
    assert!(given[1].1.as_str().unwrap().contains("Left wins"), "{given:?}");
    assert!(given.iter().all(|(_, reason)| reason.as_str().unwrap().lines().count() <= 9));
    let all = reasons(&grade("reasons, answers"));
    assert!(all.len() > given.len() && all.iter().any(|(name, _)| name == "who"), "{all:?}");
    assert!(reasons(&grade("verdicts")).is_empty());
}

#[test]
fn a_student_sees_hints_where_the_key_shows_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let look = |key: &str, answer: &str| {
        fs::write(folder.path().join("class.game"), key).unwrap();
        let handout = run_in(folder.path(), &["sheet", "class.game"]).out;
        let filled = handout.replace("half := ?", &format!("half := {answer}"));
        fs::write(folder.path().join("ada.game"), filled).unwrap();
        run_in(folder.path(), &["check", "ada.game"]).out
    };
    let shows = KEY.replace("sheet \"Class\"", "sheet \"Class\" (show verdicts)");
    let wrong = look(&shows, "1/4");
    assert!(wrong.contains("not right") && wrong.contains("hint: Look at the options."), "{wrong}");
    let right = look(&shows, "1/2");
    assert!(right.contains("right") && !right.contains("hint"), "{right}");
    let silent = look(KEY, "1/4");
    assert!(silent.contains("can be read") && !silent.contains("hint"), "{silent}");
}

/// What is plainly meant is taken, and what is not is explained by what is asked for.
#[test]
fn small_letters_are_outcomes_and_lists_and_positions_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("class.game"), KEY).unwrap();
    let mark = |name: &str, answer: &str| -> Json {
        let text = format!("answers \"Class\"\n{name} := {answer}\n");
        fs::write(folder.path().join("ada.game"), text).unwrap();
        let ran = run_in(folder.path(), &["grade", "class.game", "ada.game", "--json"]);
        let grade: Json = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
        let exercises = grade["exercises"].as_array().unwrap().iter();
        let mut questions = exercises.flat_map(|one| one["questions"].as_array().unwrap().clone());
        questions.find(|question| question["name"] == name).unwrap()
    };
    for answer in ["L", "l", "\"L\"", "\"l\"", "L // Left", "  L"] {
        assert_eq!(mark("who", answer)["status"], "right", "{answer}");
    }
    for answer in ["LL", "Left", "left", "x", "l + l", "?l", "\"\""] {
        assert_ne!(mark("who", answer)["status"], "right", "{answer}");
    }
    for (name, answer, remark) in [
        ("row", "0 0 1 +", "write a list in square brackets"),
        ("best", "Nim(1) Nim(2)", "write a list in square brackets"),
        ("best", "[1, 2]", "a position is asked for, and this is a number"),
        ("best", "*3", "a position is asked for, and this is a game"),
    ] {
        let mark = mark(name, answer);
        assert!(mark["remarks"].to_string().contains(remark), "{answer}: {mark}");
    }
    let mark = mark("best", "[Nim(1), 2]");
    assert!(!mark["remarks"].to_string().contains("is asked for"), "{mark}");
}

/// What stands for right answers in a key is right when it is typed: in the sheets, and in the files of exercises, whose
/// checks are asked.
#[test]
fn sheets_and_exercises_accept_their_own_answers() {
    let mut asked = 0;
    for file in
        files("examples/sheets", "game").into_iter().chain(files("examples/exercises", "game"))
    {
        let (name, text) =
            (file.to_string_lossy().into_owned(), fs::read_to_string(&file).unwrap());
        let budget = Budget::unlimited();
        let key = Key::read(&name, &text, Some("Ada"), &budget);
        let key = key.unwrap_or_else(|error| panic!("{name}: {:?}", error.diagnostics));
        let examiner = Examiner::new(
            budget.clone(),
            Arc::new(Disk::new(budget.clone())),
            &name,
            AnswerLimits::default(),
        );
        let mut clock = |work: &mut dyn FnMut()| work();
        if let Err(fault) = examiner.check(&key, &mut clock) {
            panic!("{name}: {fault:?}");
        }
        for question in key.questions() {
            asked += 1;
            if question.is_program() || question.kind == AnswerKind::Choice {
                continue;
            }
            let solution = examiner.solution(&key, question).unwrap();
            let first = match question.kind {
                // One of several moves.
                AnswerKind::Move => solution.split(" or ").next().unwrap_or_default(),
                _ => &solution,
            };
            let line = format!("{} := {first}", question.name);
            let given = Submission::to_key(&line, &key);
            let mark =
                examiner.mark(&key, question, given.answer(&question.name), &mut clock).unwrap();
            assert_eq!(mark.status, Status::Right, "{name}: {line}: {mark:?}");
        }
    }
    assert!(asked > 300, "{asked}");
}

#[test]
fn a_key_that_is_wrong_is_refused_with_the_place() {
    for (line, message) in [
        ("ask value a \"?\" := 1\nask value a \"?\" := 2", "asked for twice"),
        ("ask value mean \"?\" := 1", "no question can be called `mean`"),
        ("ask value R \"?\" := 1", "such as `R1`"),
        ("ask outcome all \"?\" := L", "such as `all1`"),
        ("ask value v1 \"?\" := 1", "such as `w1`"),
        ("ask value a\u{308} \"?\" := 1", "plain letters"),
        (
            "ask value mean (2 points) \"?\" := 1\nask value a (1 point) \"?\" := 2",
            "no question can be called `mean`",
        ),
        ("ask value a (2 points) \"?\" := 1\nask value a \"?\" := 2", "asked for twice"),
        ("ask mean \"?\" := 1", "the kind of answer is missing"),
        ("ask form a \"?\" := <0,*|*>", "not in canonical form"),
        ("ask value a \"?\" := ^ { wrong <0|*> \"no\" }", "this is the right answer"),
        ("ask value a \"?\" := ^ { partial v (3 points) \"no\" }", "worth as much"),
        ("ask value a \"?\" := ^ { wrong \"nonsense\" \"no\" }", "no usual mistake"),
        ("ask choice a \"?\" := 3 { from \"x\", \"y\" }", "one of its texts"),
        ("ask strategy a \"?\" := P -> P { given Nim(2, 3) }", "does not win"),
        ("ask outcome a \"?\" := 3", "no outcome"),
        ("ask value a \"?\" := unknown", "nothing is called `unknown`"),
        ("ask valu a \"?\" := 1", "expected"),
        ("G := 1\nG := 2\nask value a \"?\" := G", "defined twice"),
        ("ask number a \"?\" := 2 { accept 1..3 }", "`accept x -> 1 <= x <= 3`"),
        ("ask value a \"?\" := 2 { wrong 1..9 by 2 \"odd\" }", "`wrong x -> x in 1..9 by 2`"),
        ("ask number a \"?\" := 2 { accept [1, 3] }", "`accept 1, 3`"),
        ("ask outcome a \"?\" := L { wrong (N, P) \"no\" }", "`wrong N, P`"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let key = format!("exercise \"E\" (3 points) {{\n{line}\n}}\n");
        fs::write(folder.path().join("key.game"), key).unwrap();
        fs::write(folder.path().join("ada.game"), "answers \"key\"\na := 1\n").unwrap();
        let ran = run_in(folder.path(), &["grade", "key.game", "ada.game"]);
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.out);
        assert!(ran.err.contains(message) && ran.err.contains("key.game:"), "{line}: {}", ran.err);
        // Nothing else is wrong, and nothing else is said to be.
        assert_eq!(ran.err.matches("Error:").count(), 1, "{line}: {}", ran.err);
    }
}

/// A part of the chapter: a file to write, lines of a file to replace, or commands with what they print.
enum Step {
    File(String, String),
    Change(String, String),
    Commands(String),
}

/// The steps of the chapter, in order: a block after a line that ends with a name in backquotes and a colon is a
/// file, or a change of it if it begins with `- `; a block that begins with `$` has commands.
fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut before, mut open): (&str, Option<String>) = ("", None);
    for line in text.lines() {
        match (&mut open, line.starts_with("```")) {
            (Some(block), true) => {
                let name = before.strip_suffix("`:").and_then(|rest| rest.rsplit_once('`'));
                match name {
                    Some((_, name)) if block.starts_with("- ") => {
                        steps.push(Step::Change(name.to_owned(), block.clone()));
                    }
                    Some((_, name)) => steps.push(Step::File(name.to_owned(), block.clone())),
                    None if block.starts_with("$ ") => steps.push(Step::Commands(block.clone())),
                    None => {}
                }
                open = None;
                before = "";
            }
            (Some(block), false) => block.extend([line, "\n"]),
            (None, true) => open = Some(String::new()),
            (None, false) if line.is_empty() => {}
            (None, false) => before = line,
        }
    }
    steps
}

#[test]
fn the_chapter_for_teachers_is_true() {
    let path = "docs/book/src/teachers.md";
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for step in steps(&read(path)) {
        match step {
            Step::File(name, text) => {
                let file = folder.path().join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, text).unwrap();
            }
            Step::Change(name, block) => {
                let file = folder.path().join(name);
                let (old, new) = block.split_once("\n+ ").unwrap();
                let (old, new) = (old.strip_prefix("- ").unwrap(), new.trim_end());
                let text = fs::read_to_string(&file).unwrap();
                assert_eq!(text.matches(old).count(), 1, "{old}");
                fs::write(file, text.replace(old, new)).unwrap();
            }
            Step::Commands(block) => {
                let mut printed = String::new();
                for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
                    printed.push_str(&format!("$ {command}\n"));
                    let (command, output) = match command.split_once(" > ") {
                        Some((command, file)) => (command, Some(file)),
                        None => (command, None),
                    };
                    let words: Vec<&str> = command.split_whitespace().collect();
                    assert_eq!(words[0], "upstar", "{command}");
                    let ran = run_in(folder.path(), &words[1..]);
                    match output {
                        Some(file) => fs::write(folder.path().join(file), ran.out).unwrap(),
                        None => printed.push_str(&ran.out),
                    }
                    printed.push_str(&ran.err);
                }
                if printed.trim_end() != block.trim_end() {
                    wrong.push(format!("{path}: this is printed\n{printed}\nand not\n{block}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Marks answers to a question by its key, and holds each to whether it is right.
fn marked(ask: &str, answers: &[(&str, bool)]) -> Result<Vec<Mark>, String> {
    let budget = Budget::unlimited();
    let files = Arc::new(Disk::new(budget.clone()));
    let examiner = Examiner::new(budget.clone(), files, "key.game", AnswerLimits::default());
    let mut clock = |work: &mut dyn FnMut()| work();
    let text = format!("sheet \"Kinds\"\nexercise \"One\" {{ ask {ask} }}\n");
    let key = Key::read("key.game", &text, None, &budget);
    let key = key.unwrap_or_else(|error| panic!("{ask}: {:?}", error.diagnostics));
    if let Err(faults) = examiner.check(&key, &mut clock) {
        return Err(faults[0].diagnostic.message.clone());
    }
    let mut mark = |(answer, is_right): &(&str, bool)| {
        let given = Submission::to_key(&format!("q := {answer}"), &key);
        let question = key.questions().next().unwrap();
        let mark = examiner.mark(&key, question, given.answer("q"), &mut clock).unwrap();
        assert_eq!(mark.status == Status::Right, *is_right, "{ask}: {answer}: {mark:?}");
        mark
    };
    Ok(answers.iter().map(&mut mark).collect())
}

const NUMBERS: [&str; 8] =
    ["1/2", "<0|1>", "{1/4|1}", "<<0|1/2>|1>", "1 - 1/2", "-<-1|0>", "<0|1> + 0", "<1/4,0|1,2>"];
const NO_NUMBERS: [&str; 9] =
    ["*", "^", "<1|0>", "L", "[1/2]", "\"1/2\"", "true", "±1", "<0|1> + *"];

/// What a kind of question takes as a key and as an answer is what the language says of it: every game that equals a number
/// is a number, and so is a text that the language reads as one.
#[test]
fn questions_for_a_number_take_every_game_that_equals_one() {
    let mut session = upstar::session::Session::default();
    let mut is_number = |text: &str| {
        let reply = session.eval("number", &format!("is_number({text})"));
        reply.answers.last().is_some_and(|answer| answer.text == "true")
    };
    assert!(NUMBERS.iter().all(|text| is_number(text)));
    assert!(!NO_NUMBERS.iter().any(|text| is_number(text)));
    let right = NUMBERS.iter().map(|text| (*text, true));
    let wrong = NO_NUMBERS.iter().chain(&["<1|2>", "1/4", "-1/2"]).map(|text| (*text, false));
    let answers: Vec<_> = right.chain(wrong).collect();
    for key in NUMBERS {
        let marks = marked(&format!("number q \"?\" := {key}"), &answers).unwrap();
        for mark in &marks[..NUMBERS.len()] {
            let says_kind = mark.remarks.iter().any(|remark| remark == "a number is asked for");
            assert!(!says_kind, "{key}: {mark:?}");
        }
        marked(&format!("value q \"?\" := {key}"), &answers).unwrap();
    }
    for key in NO_NUMBERS {
        let refused = marked(&format!("number q \"?\" := {key}"), &[]);
        assert!(refused.is_err_and(|message| message.contains("no number")), "{key}");
    }
}

#[test]
fn questions_for_a_choice_a_move_or_an_order_compare_as_the_language_does() {
    for key in ["2", "<1|3>", "\"no\"", "<0|> + 1"] {
        let ask = format!("choice q \"?\" := {key} {{ from \"yes\", \"no\" }}");
        marked(&ask, &[("2", true), ("no", true), ("1", false)]).unwrap();
    }
    let answers = [
        ("[1/2, *]", true),
        ("[<0|1>, <0|0>]", true),
        ("[*, <0|1>, 1/2]", true),
        ("[1/2]", false),
        ("[1/2, *, ^]", false),
    ];
    for key in ["[1/2, *]", "[<0|1>, *]", "[{1/4|1}, <0|0>]"] {
        marked(&format!("moves q \"?\" := {key}"), &answers).unwrap();
    }
    let answers = [("1/2", true), ("<0|0>", true), ("^", false)];
    marked("move q \"?\" := [{1/4|1}, *]", &answers).unwrap();
    // Positions are moves by themselves, and not by their values.
    let answers = [("Nim(1)", true), ("Nim(1, 0)", false), ("*", false)];
    marked("move q \"?\" := [Nim(1)] { given Nim(3) }", &answers).unwrap();
    for key in ["(<0|1>, ^)", "({1/4|1}, *)"] {
        let answers = [(">", true), ("<", false), ("==", false)];
        marked(&format!("order q \"?\" := {key}"), &answers).unwrap();
    }
    let answers = [("L", true), ("\"l\"", true), ("<0|1>", false)];
    marked("outcome q \"?\" := outcome({1/4|1})", &answers).unwrap();
}

/// What has one meaning is taken, however it is written; of the rest half a line says how it is.
#[test]
fn answers_may_be_written_as_elsewhere() {
    let number = [("0.75", true), ("¾", true), ("\\frac34", true), ("0.5", false), ("3:4", false)];
    marked("number q \"?\" := 3/4", &number).unwrap();
    marked("value q \"?\" := 1/2", &[("½", true), ("0.5", true), ("half", false)]).unwrap();
    let order = [
        ("||", true),
        ("fuzzy", true),
        ("Confused with", true),
        ("incomparable", true),
        ("∥", true),
        ("equal", false),
        (">", false),
    ];
    marked("order q \"?\" := (^, *)", &order).unwrap();
    let table = [
        ("0 1 +", false),
        ("0, 1, 1", true),
        ("[0, 1, 1]", true),
        ("0 1 1", true),
        ("0\n1\n1", true),
        ("0: 0, 1: 1, 2: 1", true),
        ("[1: 0; 2: 1; 3: 1]", true),
        ("{0 = 0, 1 = 1, 2 = 1}", true),
        ("0,1", false),
        ("0: 0, 2: 1, 1: 1", false),
        ("1 1 0", false),
    ];
    let marks = marked("table q \"?\" := [0, 1, 1]", &table).unwrap();
    assert_eq!(marks[0].status, Status::Unreadable);
    assert!(marks[0].remarks.iter().any(|remark| remark.contains("with commas")));
    let nimbers = [("0 *1 *2", true), ("0: 0, 1: *, 2: *2", true), ("*2 * 0", false)];
    marked("table q \"?\" := [0, *, *2]", &nimbers).unwrap();
    let form = [("\\{0 \\mid *\\}", true), ("⟨0|*⟩", true), ("{0|*}", true), ("<0,*|*>", false)];
    marked("form q \"?\" := <0|*>", &form).unwrap();
    let outcome = [("N", true), ("next player", true), ("fuzzy", true), ("P-position", false)];
    marked("outcome q \"?\" := outcome(*)", &outcome).unwrap();
    let choice = [("b", true), ("2", true), ("a", false), ("c", false)];
    marked("choice q \"?\" := 2 { from \"yes\", \"no\" }", &choice).unwrap();
    // What computes the answer is refused in any words.
    for answer in ["mean of {3|1}", "the mean of {3|1}", "{3|1}.Mean"] {
        marked("value q \"?\" := 2", &[(answer, false)]).unwrap();
    }
}

/// Where only the notation is wrong an answer is refused with what to write, and is not wrong.
#[test]
fn answers_in_a_wrong_notation_are_open() {
    let quoted = [("\"<0|*>\"", false), ("\"{0|*}\"", false)];
    for mark in marked("value q \"?\" := ^", &quoted).unwrap() {
        assert_ne!(mark.status, Status::Wrong, "{mark:?}");
    }
    let moves = [("2 + 2", false), ("[3, 1]", false), ("*", false)];
    for kind in ["move", "moves"] {
        let ask = format!("{kind} q \"?\" := [Nim(1)] {{ given Nim(3) }}");
        for mark in marked(&ask, &moves).unwrap() {
            assert_eq!(mark.status, Status::Unreadable, "{mark:?}");
        }
    }
}

/// A relation may be stated of the two games of the question, in either order.
#[test]
fn a_relation_may_be_stated_of_both_games() {
    let stated = [
        ("1 > ^", true),
        ("^ < 1", true),
        ("1 > ↑", true),
        ("1 < ^", false),
        ("^ > 1", false),
        ("2 > ^", false),
        ("1 > 0", false),
    ];
    marked("order q \"How do `1` and `^` compare?\" := (1, ^)", &stated).unwrap();
}

/// The solution on paper is a right answer, and so is the list of one right move.
#[test]
fn a_list_of_one_right_move_is_right() {
    let answers =
        [("Nim(1)", true), ("[Nim(1)]", true), ("[Nim(2)]", false), ("[Nim(1), Nim(2)]", false)];
    marked("move q \"?\" := [Nim(1)] { given Nim(3) }", &answers).unwrap();
    marked("move q \"?\" := Nim(1) { given Nim(3) }", &answers).unwrap();
}

/// A teacher may accept forms that equal the canonical one, with a note.
#[test]
fn forms_that_are_not_canonical_are_accepted_if_the_key_says_so() {
    let ask = "form q \"?\" := <0|*> { accept \"unsimplified\" \"It can be made simpler.\" }";
    let marks =
        marked(ask, &[("<0|*>", true), ("<0,*|*>", true), ("<*|0>", false), ("<0|0>", false)]);
    let marks = marks.unwrap();
    assert!(marks[0].remarks.is_empty());
    assert_eq!(marks[1].remarks, ["It can be made simpler."]);
}
