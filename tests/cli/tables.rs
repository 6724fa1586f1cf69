//! `--tables FOLDER` and `upstar tables FOLDER`: answers kept between runs are those without tables.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use upstar::disk::tables::Tables;
use upstar_core::solve::kept::{Archive as _, Kind};

use super::{Ran, run};

const FILE: &str = "answers.redb";

/// A question of each kind that is kept, and some of which nothing is.
const QUESTIONS: &str = "\
canonical(Domineering(4, 4))
canonical(Domineering(3, 7))
canonical(Clobber(3, 4))
nimber(Cram(4, 5))
outcome(Domineering(5, 5))
outcome(Domineering(4, 5) + Domineering(5, 3))
outcome(NoGo(2, 5))
canonical(GraphCol(path(8)))
nimber(NodeKayles(path(11)))
tally(boards(Domineering, 3, 3), canonical)
[canonical(ToadsAndFrogs(\"TT\" + \".\" * n + \"FF\")) for n in 1..4]
canonical(PartizanEuclid(5, 13))
nimber(Wythoff(5, 8))
[outcome(Hex(3)), value(DotsAndBoxes(1, 2)()), genus(Kayles(9))]
";

fn with_tables(folder: &Path, args: &[&str], input: &str) -> Ran {
    let folder = folder.to_str().unwrap();
    run(&[&["--tables", folder], args].concat(), input)
}

#[test]
fn answers_are_the_same_without_tables_and_with_tables_cold_and_warm() {
    let folder = tempfile::tempdir().unwrap();
    let without = run(&["eval", "-"], QUESTIONS);
    assert_eq!((without.err.as_str(), without.code), ("", Some(0)));
    for _ in 0..2 {
        let ran = with_tables(folder.path(), &["eval", "-"], QUESTIONS);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), (without.out.as_str(), ""));
    }
    let ran = with_tables(folder.path(), &["--threads", "8", "eval", "-"], QUESTIONS);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), (without.out.as_str(), ""));
}

/// Questions whose answers are found from those about all that follows, so that the same are kept each time.
const SWEEPS: &str = "\
canonical(Domineering(4, 4))
canonical(Domineering(3, 7))
canonical(Clobber(3, 4))
canonical(GraphCol(path(8)))
tally(boards(Domineering, 3, 3), canonical)
[canonical(ToadsAndFrogs(\"TT\" + \".\" * n + \"FF\")) for n in 1..4]
canonical(PartizanEuclid(5, 13))
nimber(NodeKayles(path(11)))
canonical(Amazons(2, 5))
canonical(Konane(4, 4))
canonical(Domineering(4, 5))
";

/// Begins ten times to answer questions with one thread and tables in a folder, and is killed at some moment after some
/// answer. Returns how often there were answers to come.
fn kill_ten_times(folder: &Path, questions: &str) -> usize {
    let (mut state, mut unfinished) = (7_u64, 0);
    let mut below = |n: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    for _ in 0..10 {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("upstar"));
        command.args(["--threads", "1", "eval", "-", "--tables"]).arg(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(questions.as_bytes()).unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        let answered = below(questions.lines().count() as u64);
        answers.by_ref().take(answered as usize).for_each(|answer| drop(answer.unwrap()));
        std::thread::sleep(Duration::from_millis(below(60)));
        child.kill().unwrap();
        let status = child.wait().unwrap();
        unfinished += usize::from(!status.success());
    }
    unfinished
}

/// A sweep that is killed at any moments and begun again has the table of one that was not, whole.
#[test]
fn a_sweep_that_is_killed_has_the_table_of_one_that_was_not() {
    let (killed, unbroken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert!(kill_ten_times(killed.path(), SWEEPS) > 1);
    let args = ["--threads", "1", "eval", "-"];
    let [killed, unbroken] = [killed, unbroken].map(|folder| {
        let ran = with_tables(folder.path(), &args, SWEEPS);
        assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)));
        (ran.out, exported(folder.path()))
    });
    assert!(unbroken.1.lines().count() > 5000);
    assert!(killed == unbroken);
}

/// Searches go on in another way after they were killed: which nimbers are excluded, and which sums are met, may differ;
/// what is known of both may not.
#[test]
fn a_search_that_is_killed_has_the_answers_of_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    assert!(kill_ten_times(folder.path(), QUESTIONS) > 1);
    let ran = with_tables(folder.path(), &["eval", "-"], QUESTIONS);
    assert_eq!((ran.out, ran.err.as_str()), (run(&["eval", "-"], QUESTIONS).out, ""));
    let unbroken = tempfile::tempdir().unwrap();
    with_tables(unbroken.path(), &["--threads", "1", "eval", "-"], QUESTIONS);
    let (killed, unbroken) = (entries(folder.path()), entries(unbroken.path()));
    let kinds = ["values", "winners"];
    for kind in kinds {
        let of_kind = |(key, _): &(&String, &String)| key.starts_with(kind);
        let common: Vec<_> =
            unbroken.iter().filter(of_kind).filter(|(key, _)| killed.contains_key(*key)).collect();
        assert!(common.len() > unbroken.iter().filter(of_kind).count() / 2, "{kind}");
        for (key, answer) in common {
            assert_eq!(&killed[key], answer, "{key}");
        }
    }
}

/// The tables in a folder as they are exported.
fn exported(folder: &Path) -> String {
    let csv = folder.join("answers.csv");
    let ran = run(&["tables", folder.to_str().unwrap(), "--export", csv.to_str().unwrap()], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    std::fs::read_to_string(csv).unwrap()
}

/// All answers of the tables in a folder, by kind, ruleset and position.
fn entries(folder: &Path) -> HashMap<String, String> {
    let text = exported(folder);
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    let lines = lines.records().map(|line| {
        let line = line.unwrap();
        (line.iter().take(3).collect::<Vec<_>>().join(" "), line[3].to_owned())
    });
    lines.collect()
}

/// What is exported is in words, and the language reads it: each position has the answer beside it.
#[test]
fn exported_answers_are_in_words_that_the_language_reads() {
    let folder = filled();
    let text = exported(folder.path());
    assert!(!text.contains("0x"), "{text}");
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    let header: Vec<_> = lines.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header, ["kind", "ruleset", "of", "answer"]);
    let mut session = upstar::session::Session::default();
    let declared = "step(n) := n; game B(m, n) { left (m - step(1), n) if m >= 1; right (m, n - 1) if n >= 1 }";
    assert!(session.eval("declared", declared).diagnostics.is_empty());
    let (mut seen, mut all) = (HashMap::<String, usize>::new(), 0);
    for line in lines.records() {
        let line = line.unwrap();
        let [kind, ruleset, of, answer] = [0, 1, 2, 3].map(|place| line[place].to_owned());
        all += 1;
        assert!(!ruleset.is_empty());
        // Every seventh, and some of each kind.
        let count = seen.entry(kind.clone()).or_default();
        *count += 1;
        if *count > 60 && all % 7 > 0 {
            continue;
        }
        // Cells that no move can reach any more are written as blanks, which the language does not read.
        let mut typed = of.split('"').skip(1).step_by(2);
        if typed.any(|board| board.replace(", ", "").contains(' ')) {
            continue;
        }
        let claim = match (kind.as_str(), answer.strip_prefix("none of ")) {
            ("values", _) => format!("canonical({of}) == ({answer})"),
            ("nimbers", None) => format!("nimber({of}) == {answer}"),
            ("nimbers", Some(others)) => format!("nimber({of}) not in {others}"),
            _ => format!("({answer} == Left) == (outcome({of}) in [L, N])"),
        };
        let reply = session.eval("exported", &claim);
        let said = reply.answers.last().map(|answer| answer.text.clone());
        assert_eq!(said.as_deref(), Some("true"), "{claim}: {:?}", reply.diagnostics);
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

/// Tables that cannot be written are read; the file stays as it is, byte for byte, and new answers are not kept.
#[test]
fn tables_that_cannot_be_written_are_read() {
    let folder = filled();
    let file = folder.path().join(FILE);
    let before = std::fs::read(&file).unwrap();
    let all = Tables::open_to_read(folder.path()).unwrap().sample(100_000, 1).unwrap();
    let tables = Tables::open_to_read(folder.path()).unwrap();
    assert!(tables.is_read_only() && all.len() > 100);
    for sample in &all {
        assert_eq!(tables.find(sample.kind, &sample.key).as_ref(), Some(&sample.answer));
        tables.keep(sample.kind, &sample.key, &[7]);
    }
    let new = tables.ruleset("New", "no ruleset has this meaning", "0");
    assert_eq!((new, tables.flush()), (None, None));
    assert!(tables.merge(&Tables::open_to_read(folder.path()).unwrap()).is_err());
    assert_eq!(
        tables.rows().unwrap().len(),
        Tables::open_to_read(folder.path()).unwrap().rows().unwrap().len()
    );
    drop(tables);
    // A session with them answers as one without, and finds there what was kept.
    let tables = std::sync::Arc::new(Tables::open_to_read(folder.path()).unwrap());
    let mut session = upstar::session::Session::default();
    session.keep_in(Some(tables));
    for question in QUESTIONS.lines() {
        let without = run(&["eval", question], "");
        let reply = session.eval("question", question);
        assert!(reply.diagnostics.is_empty(), "{question}");
        assert_eq!(format!("{}\n", reply.answers.last().unwrap().text), without.out, "{question}");
    }
    drop(session);
    assert!(std::fs::read(&file).unwrap() == before);
    let nothing = tempfile::tempdir().unwrap();
    assert!(Tables::open_to_read(nothing.path()).is_err());
}

/// The program reads a folder that it may not write to, and says that it keeps nothing.
#[test]
fn a_folder_without_permission_to_write_is_read_with_a_note() {
    let folder = filled();
    let file = folder.path().join(FILE);
    let mut permissions = std::fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions).unwrap();
    // Some users may write to every file.
    let is_refused = std::fs::OpenOptions::new().write(true).open(&file).is_err();
    let ran = with_tables(folder.path(), &["eval", "canonical(Domineering(4, 4))"], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ran.err.contains("answers are read, and none is kept"), is_refused, "{}", ran.err);
}

/// A folder in which answers of each kind are kept, also of rulesets of the program.
fn filled() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let questions = format!(
        "{QUESTIONS}step(n) := n; game B(m, n) {{ left (m - step(1), n) if m >= 1; right (m, n - 1) if n >= 1 }}\n\
         canonical(B(4, 5))\noutcome(B(20, 30) + GraphCol(path(7)))\nnimber(impartial(Domineering)(3, 3))\n"
    );
    let ran = with_tables(folder.path(), &["eval", "-"], &questions);
    assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)), "{}", ran.out);
    folder
}

#[test]
fn answers_are_found_once_more() {
    let folder = filled();
    let place = folder.path().to_str().unwrap();
    let ran = run(&["tables", place, "--verify", "400"], "");
    assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)), "{}", ran.out);
    assert!(ran.out.starts_with("found again: 400, with another answer: 0\n"), "{}", ran.out);
    let ran = run(&["tables", place, "--verify", "30", "--json"], "");
    assert!(ran.out.contains("\"same\":30"), "{}", ran.out);
}

/// A wrong answer of each kind, with a right checksum, is found by asking again.
#[test]
fn wrong_answers_are_found() {
    let folder = filled();
    let place = folder.path().to_str().unwrap();
    for kind in [Kind::Value, Kind::Nimber, Kind::Winner] {
        let tables = Tables::open(folder.path()).unwrap();
        let all = tables.sample(100_000, 1).unwrap();
        let of_kind: Vec<_> = all.iter().filter(|sample| sample.kind == kind).collect();
        let wrong = |answer: &[u8]| match kind {
            Kind::Winner => vec![1 - answer[0]],
            Kind::Nimber => 0x8000_0000_0000_0009_u64.to_le_bytes().to_vec(),
            _ => of_kind.iter().find(|other| *other.answer != *answer).unwrap().answer.clone(),
        };
        let sample = of_kind[of_kind.len() / 2];
        tables.keep(kind, &sample.key, &wrong(&sample.answer));
        drop(tables);
        let ran = run(&["tables", place, "--verify", "100000"], "");
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(ran.out.contains(" with another answer: 1\n"), "{}", ran.out);
        assert!(ran.out.contains(": kept "), "{}", ran.out);
        let tables = Tables::open(folder.path()).unwrap();
        tables.keep(kind, &sample.key, &sample.answer);
    }
}

#[test]
fn tables_are_chosen_at_the_prompt() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [one, other] = folders.each_ref().map(|folder| folder.path().to_str().unwrap());
    let text = format!(
        "x := 5\ncanonical(Domineering(2, 3))\n:set tables {one}\ncanonical(Domineering(2, 3))\n\
         :set tables {other}\nx + canonical(Domineering(3, 3))\n:set tables\n:set tables off\n\
         canonical(Clobber(2, 3))\n:set tables {one}\n:reset\nnimber(Cram(2, 3))\n"
    );
    let ran = run(&[], text);
    assert_eq!(
        ran.err.lines().filter(|line| !line.contains("forgotten")).count(),
        0,
        "{}",
        ran.err
    );
    assert!(ran.out.contains(&format!("tables {other}\n")), "{}", ran.out);
    let listed = |place: &str| run(&["tables", place], "").out;
    let (first, second) = (listed(one), listed(other));
    assert!(first.contains("Domineering") && first.contains("Cram"), "{first}");
    assert!(second.contains("Domineering") && !second.contains("Cram"), "{second}");
    assert!(!first.contains("Clobber") && !second.contains("Clobber"));
    // A folder that cannot be used is an error, and nothing is kept.
    std::fs::write(folders[0].path().join("file"), "").unwrap();
    let ran = run(&[], format!(":set tables {one}/file\n:set tables\n1 + 1"));
    assert!(ran.err.contains("[G0604]") && ran.code == Some(1), "{}", ran.err);
    assert!(ran.out.contains("tables off\n2\n"), "{}", ran.out);
}

/// Rules of the same name with another meaning do not read each other's answers: other rules, another function or
/// another number that they mention, a function of the library that the program hides.
#[test]
fn the_same_name_with_another_meaning_has_answers_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let strip =
        |rule: &str| format!("game A(b: strip of \"x.\") {{ {rule} }}; canonical(A(\"xxx.xx\"))");
    let pair = "game B(m, n) { left (m - step(1), n) if m >= step(1); right (m, n - k) if n >= k }";
    let board = "game C(b: grid of \"x.\") { left b.with({c: \".\"}) for c in picked(b); right 0 if false }; canonical(C(\"xx|x.\"))";
    let programs = [
        strip("move \"x\" -> \".\""),
        strip("left \"x\" -> \".\"; right 0 if false"),
        strip("left \"x\" -> \".\"; right \"xx\" -> \"..\""),
        format!("k := 1; step(n) := n; {pair}; canonical(B(6, 6))"),
        format!("k := 2; step(n) := n; {pair}; canonical(B(6, 6))"),
        format!("k := 2; step(n) := n + 2; {pair}; canonical(B(6, 6))"),
        format!("k := 2; step(n) := n; {pair}; x := canonical(B(6, 6)); k := 3; [x, canonical(B(6, 6))]"),
        format!("fn picked(b) {{ [c for c in b.cells if b[c] == \"x\"] }}; {board}"),
        format!("fn picked(b) {{ [c for c in b.cells if b[c] == \"x\" and c == (1, 1)] }}; {board}"),
        "fn freed(g, e) { {} }; game D(g: graph) { move g.remove(e) for e in g.edges if length(freed(g, e)) == 0 }; \
         nimber(D(path(5)))"
            .to_owned(),
        "game D(g: graph) { move g.remove(e) for e in g.edges if length(freed(g, e)) == 0 }; nimber(D(path(5)))"
            .to_owned(),
    ];
    let mut different = std::collections::HashSet::new();
    for _ in 0..2 {
        for program in &programs {
            let without = run(&["eval", program], "");
            assert_eq!(without.code, Some(0), "{program}\n{}", without.err);
            let ran = with_tables(folder.path(), &["eval", program], "");
            assert_eq!((&ran.out, ran.err.as_str()), (&without.out, ""), "{program}");
            different.insert(without.out);
        }
    }
    assert!(different.len() > 6, "{different:?}");
}

/// Damaged files are refused, or what is damaged is not read; no answer is wrong, and nothing panics.
#[test]
fn no_damage_makes_a_wrong_answer() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["eval", "[canonical(Domineering(4, 4)), nimber(Cram(4, 4))]"];
    let right = with_tables(folder.path(), &question, "");
    assert_eq!((right.err.as_str(), right.code), ("", Some(0)));
    let whole = std::fs::read(folder.path().join(FILE)).unwrap();
    let mut damaged = vec![b"what is this?\n".to_vec(), whole[..whole.len() / 2].to_vec()];
    damaged.push([&whole[..], &[0; 5000]].concat());
    for place in (0..whole.len()).step_by(whole.len() / 25) {
        let mut bytes = whole.clone();
        let end = (place + 64).min(bytes.len());
        bytes[place..end].iter_mut().for_each(|byte| *byte ^= 0x5a);
        damaged.push(bytes);
    }
    let mut refused = 0;
    for (number, bytes) in damaged.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        std::fs::write(&file, bytes).unwrap();
        let ran = with_tables(folder.path(), &question, "");
        assert!(!ran.err.contains("panicked"), "{number}: {}", ran.err);
        match ran.code {
            Some(0) => assert_eq!(ran.out, right.out, "{number}"),
            Some(1) => {
                assert!(ran.err.contains("[G0604]"), "{number}: {}", ran.err);
                assert_eq!(std::fs::read(&file).unwrap().len(), bytes.len(), "{number}");
                refused += 1;
            }
            code => panic!("{number}: {code:?}, {}", ran.err),
        }
    }
    assert!(refused > 1, "{refused}");
}

#[test]
fn tables_are_listed_exported_and_merged() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let place = |folder: &tempfile::TempDir| folder.path().to_str().unwrap().to_owned();
    with_tables(one.path(), &["eval", "canonical(Domineering(3, 3))"], "");
    with_tables(other.path(), &["eval", "nimber(Cram(3, 4))"], "");
    let listed = run(&["tables", &place(&one)], "");
    assert!(listed.out.contains("Domineering") && !listed.out.contains("Cram"), "{}", listed.out);
    let csv = one.path().join("answers.csv");
    let ran = run(&["tables", &place(&one), "--export", csv.to_str().unwrap()], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(std::fs::read_to_string(csv).unwrap().lines().count() > 3);
    let ran = run(&["tables", &place(&one), "--merge", &place(&other)], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let listed = run(&["tables", &place(&one)], "");
    assert!(listed.out.contains("Domineering") && listed.out.contains("Cram"), "{}", listed.out);
    let nothing = tempfile::tempdir().unwrap();
    let ran = run(&["tables", &place(&nothing)], "");
    assert!(ran.code == Some(1) && ran.err.contains("[G0604]"), "{}", ran.err);
}

/// A certificate is kept with the answers, and found for the same question about rules that mean the same.
#[test]
fn certificates_are_kept_found_checked_and_merged() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let place = |folder: &tempfile::TempDir| folder.path().to_str().unwrap().to_owned();
    let rules = one.path().join("mine.game");
    let write = |least: u8| {
        let take = format!("game Mine(n: heap) {{ move n - k for k in {least}..3 if k <= n }}\n");
        std::fs::write(&rules, take).unwrap();
    };
    let certify = |question: &str| {
        let args = ["certify", "--rules", rules.to_str().unwrap(), question];
        let ran = with_tables(one.path(), &args, "");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{question}");
        ran.out
    };
    write(1);
    let questions = [
        "outcome(Mine(9))",
        "Mine(4) == Mine(0)",
        "winning_moves(TicTacToe(\"xo.|.x.|o..\"), Right)",
    ];
    let made = questions.map(certify);
    assert_eq!(questions.map(certify), made);
    write(2);
    assert_ne!(certify(questions[0]), made[0]);
    let listed = run(&["tables", &place(&one)], "");
    assert!(listed.out.ends_with("certificates: 4\n"), "{}", listed.out);
    let ran = run(&["tables", &place(&other), "--merge", &place(&one)], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let checked = run(&["tables", &place(&other), "--verify", "1000"], "");
    assert_eq!(checked.code, Some(0), "{}", checked.out);
}

#[test]
fn tables_that_cannot_be_used_say_what_is_wrong_with_them() {
    let folder = filled();
    let file = folder.path().join(FILE);
    let whole = std::fs::read(&file).unwrap();
    let ordinary = folder.path().join("notes.txt");
    std::fs::write(&ordinary, "notes").unwrap();
    let below = ordinary.join("below");
    let of_tables = format!("give the folder that it is in: `{}`", folder.path().display());
    let a_folder = "give a folder; one that is not there is made".to_owned();
    for (path, help) in [(&ordinary, &a_folder), (&below, &a_folder), (&file, &of_tables)] {
        let named = if *path == below { &ordinary } else { path };
        let message = format!("`{}` is a file, and tables are kept in a folder", named.display());
        let path = path.to_str().unwrap();
        for (args, input) in [
            (vec!["--tables", path, "eval", "1"], String::new()),
            (vec!["tables", path], String::new()),
            (vec![], format!(":set tables {path}")),
        ] {
            let ran = run(&args, input);
            let text = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
            let text = text.replace(" │ ", " ");
            assert_eq!(ran.code, Some(1), "{args:?}: {}", ran.err);
            assert!(text.contains("[G0604]") && text.contains(&message), "{args:?}: {text}");
            assert!(text.contains(help.as_str()), "{args:?}: {text}");
        }
    }
    // A file that ends too early is damaged, wherever it ends, and stays as it is.
    for length in [1, 8, 100, 319, 4095, 4096, whole.len() / 2] {
        std::fs::write(&file, &whole[..length]).unwrap();
        let ran = with_tables(folder.path(), &["eval", "nimber(Nim(3))"], "");
        let text = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("cannot be used as tables"), "{length}: {}", ran.err);
        assert!(text.contains("move it away, or give another folder"), "{length}: {}", ran.err);
        assert_eq!(std::fs::read(&file).unwrap(), &whole[..length], "{length}");
    }
}
