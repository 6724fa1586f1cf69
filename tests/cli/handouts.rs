//! Handouts: one or many, in a link, on paper, for each student, of the sheets and exercises of the book.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use serde_json::Value as Json;

use super::classroom::{KEY, run_in};
use super::run;
use crate::support::{files, read};

/// The commands of LaTeX that sheets have.
const COMMANDS: &str = "left right mid star quad frac ast mathbf mathrm text lhd rhd \
    documentclass usepackage renewcommand theenumi alph setlength parindent begin end section \
    subsection noindent hrulefill item emph texttt par vspace ttfamily mbox allowbreak textbackslash \
    textasciicircum textasciitilde textquotedbl textless textgreater textbar ensuremath uparrow \
    downarrow Uparrow Downarrow pm parallel le ge ne cdot times omega infty rightarrow tfrac";

/// The LaTeX source compiles: this looks at what a compiler would look at first, for machines that have none.
fn is_well_formed(source: &str) {
    let (mut braces, mut open, mut is_math) = (0_usize, Vec::new(), false);
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                match word {
                    "" => rest = &rest[1..],
                    word => {
                        assert!(COMMANDS.split_whitespace().any(|one| one == word), "\\{word}");
                        rest = after;
                    }
                }
                let name =
                    || after.strip_prefix('{').and_then(|name| name.split('}').next()).unwrap();
                match word {
                    "begin" => open.push(name()),
                    "end" => assert_eq!(open.pop(), Some(name())),
                    _ => {}
                }
            }
            '{' => braces += 1,
            '}' => braces = braces.checked_sub(1).expect("a brace is opened before it is closed"),
            '$' => is_math = !is_math,
            '^' | '_' => assert!(
                is_math || source.contains("\\ensuremath{{}^"),
                "{c} outside of mathematics"
            ),
            '&' | '#' | '%' | '~' => panic!("{c} means something else"),
            c => assert!(u32::from(c) < 0x180 || "–—‘’“”§°".contains(c), "{c}"),
        }
    }
    assert!(braces == 0 && open.is_empty() && !is_math, "{braces} {open:?} {is_math}");
}

#[test]
fn a_handout_in_a_link_is_the_handout() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("class.game"), KEY).unwrap();
    let page = "https://example.org/exercises.html";
    let ran = run_in(folder.path(), &["sheet", "class.game", "--link", page]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let packed = ran.out.trim_end().strip_prefix(&format!("{page}#sheet=")).unwrap();
    let bytes = base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, packed).unwrap();
    let unpacked = std::io::read_to_string(flate2::read::DeflateDecoder::new(&bytes[..])).unwrap();
    let data: Json = serde_json::from_str(&unpacked).unwrap();
    let handout = run_in(folder.path(), &["sheet", "class.game"]);
    assert_eq!(
        (&data["name"], &data["text"]),
        (&Json::from("class.game"), &Json::from(handout.out))
    );
}

#[test]
fn the_sheets_are_in_order_and_are_handed_out_and_printed() {
    let sheets = files("examples/sheets", "game");
    assert_eq!(sheets.len(), 10);
    let scratch = tempfile::tempdir().unwrap();
    let has_latex = Process::new("pdflatex").arg("--version").output().is_ok();
    for sheet in &sheets {
        let sheet = sheet.to_str().unwrap();
        let ran = run(&["check", sheet], "");
        assert_eq!(ran.code, Some(0), "{sheet}: {}{}", ran.out, ran.err);
        let handout = run(&["sheet", sheet, "--student", "Ada"], "");
        assert_eq!(handout.code, Some(0), "{sheet}: {}", handout.err);
        let file = scratch.path().join("ada.game");
        fs::write(&file, &handout.out).unwrap();
        let looked = run(&["check", file.to_str().unwrap()], "");
        assert_eq!(looked.code, Some(0), "{sheet}: {}{}", looked.out, looked.err);
        assert!(looked.out.contains("blank") && !looked.out.contains('✗'), "{}", looked.out);
        for more in [&[][..], &["--solutions"], &["--student", "Ada"]] {
            for format in ["markdown", "latex"] {
                let args = [&["sheet", sheet, "--paper", format][..], more].concat();
                let printed = run(&args, "");
                assert_eq!(printed.code, Some(0), "{args:?}: {}", printed.err);
                assert_eq!(printed.err, "", "{args:?}");
                if format == "latex" {
                    is_well_formed(&printed.out);
                }
                if format == "latex" && has_latex {
                    compiles(scratch.path(), sheet, &printed.out);
                }
            }
        }
    }
}

fn compiles(folder: &Path, sheet: &str, source: &str) {
    fs::write(folder.join("sheet.tex"), source).unwrap();
    let mut latex = Process::new("pdflatex");
    latex.current_dir(folder).args(["-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]);
    let output = latex.output().unwrap();
    assert!(output.status.success(), "{sheet}: {}", String::from_utf8_lossy(&output.stdout));
}

/// The exercises of the book and of the files of exercises are handed out by one command, each with a question at least.
#[test]
fn the_exercises_of_the_book_are_handed_out_with_one_command() {
    let scratch = tempfile::tempdir().unwrap();
    let into = scratch.path().join("handouts");
    let keys = files("examples/exercises", "game");
    let mut args = vec!["sheet", "examples/homework.game"];
    args.extend(keys.iter().map(|key| key.to_str().unwrap()));
    args.extend(["--into", into.to_str().unwrap()]);
    let ran = run(&args, "");
    assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{}", ran.out);
    let mut handed_out = 0;
    for key in keys.iter().chain([&PathBuf::from("examples/homework.game")]) {
        let handout = into.join(key.file_name().unwrap());
        let text = fs::read_to_string(&handout).unwrap();
        for title in exercises(&read(key)) {
            assert!(
                text.contains(&format!("//: exercise {title} (")),
                "{}: {title}",
                key.display()
            );
            handed_out += 1;
        }
        let looked = run(&["check", handout.to_str().unwrap()], "");
        assert_eq!(looked.code, Some(0), "{}: {}", key.display(), looked.err);
        assert!(looked.out.contains("blank") && !looked.out.contains('✗'), "{}", looked.out);
    }
    assert!(handed_out > 90, "{handed_out}");
    // Those of the tutorial are among them, and each of its pages is a key as it stands.
    let tutorial = exercises(&read("examples/exercises/tutorial.game"));
    let mut found = Vec::new();
    for page in files("docs/book/src/tutorial", "md") {
        let text = read(&page);
        let blocks = text.split("```game\n").skip(1).filter_map(|rest| rest.split("```").next());
        for block in blocks.filter(|block| block.contains("exercise \"")) {
            found.extend(exercises(block));
            let key = scratch.path().join("page.game");
            fs::write(&key, block).unwrap();
            let ran = run(&["sheet", key.to_str().unwrap()], "");
            assert_eq!(ran.code, Some(0), "{}: {}", page.display(), ran.err);
        }
    }
    found.sort();
    let mut wanted = tutorial;
    wanted.sort();
    assert_eq!(found, wanted);
}

/// What only other checks need is not handed out, so that exercises may have names in common.
#[test]
fn what_is_asked_has_what_it_needs_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let program = "exercise \"A\" {\n  games := [^, *]\n  check all([G == G for G in games])\n  check ^ > 0\n}\n\
                   exercise \"B\" {\n  part := <1|0>\n  games := part + part\n  f(n) := n\n  check games == 1\n  \
                   check f(games) == 1\n}\nexercise \"C\" {\n  part := 3\n  check all([part == 3])\n}\n";
    fs::write(folder.path().join("class.game"), program).unwrap();
    let ran = run_in(folder.path(), &["sheet", "class.game"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let given = |text: &str| ran.out.lines().filter(|line| line.starts_with(text)).count();
    assert_eq!(
        [given("games := part + part"), given("part := <1|0>"), given("f(n) := n")],
        [1, 1, 1]
    );
    assert_eq!([given("games := [^, *]"), given("part := 3")], [0, 0], "{}", ran.out);
    fs::write(folder.path().join("ada.game"), ran.out.replace("q2_1 := ?", "q2_1 := 1")).unwrap();
    assert_eq!(run_in(folder.path(), &["check", "ada.game"]).code, Some(0));
}

/// The titles of the exercises in a text, in quotes.
fn exercises(text: &str) -> Vec<String> {
    let heads = text.lines().filter_map(|line| line.strip_prefix("exercise "));
    heads.map(|head| format!("\"{}\"", head.split('"').nth(1).unwrap())).collect()
}

#[test]
fn a_handout_is_not_written_over_a_key_or_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("class.game"), KEY).unwrap();
    fs::write(path("afile"), "x").unwrap();
    for args in [
        &["sheet", "class.game", "--into", "."][..],
        &["sheet", "class.game", "--into", "afile"],
        &["sheet", "class.game", "class.game"],
        &["grade", "class.game", "class.game", "--feedback", "afile"],
    ] {
        let ran = run_in(folder.path(), args);
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{args:?}");
        assert!(ran.err.starts_with("error: "), "{args:?}: {}", ran.err);
        assert_eq!(fs::read_to_string(path("class.game")).unwrap(), KEY);
        assert_eq!(fs::read_to_string(path("afile")).unwrap(), "x");
    }
}

#[test]
fn a_personal_sheet_is_graded_by_its_own_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(
        path("key.game"),
        "sheet \"Own\" (show answers)\ngenerate \"nim and mex\" with 3 questions at level 2\n",
    )
    .unwrap();
    fs::write(path("names.txt"), "Ada\nBob\n").unwrap();
    let ran =
        run_in(folder.path(), &["sheet", "key.game", "--students", "names.txt", "--into", "out"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let [ada, bob] =
        ["Ada", "Bob"].map(|name| fs::read_to_string(path(&format!("out/{name}.game"))).unwrap());
    assert_ne!(ada, bob);
    // The answers of the feedback are right for the same student, and not for the other.
    let ran = run_in(folder.path(), &["grade", "key.game", "out", "--json"]);
    let mut handout = ada;
    let object: Json = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    for question in object["exercises"][0]["questions"].as_array().unwrap() {
        let (name, solution) =
            (question["name"].as_str().unwrap(), question["solution"].as_str().unwrap());
        handout = handout.replace(&format!("{name} := ?"), &format!("{name} := {solution}"));
    }
    fs::write(path("out/Ada.game"), &handout).unwrap();
    fs::write(path("out/Bob.game"), &handout).unwrap();
    let ran = run_in(folder.path(), &["grade", "key.game", "out", "--json"]);
    let grades: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(grades[0]["earned"], "3", "{}", ran.out);
    assert_ne!(grades[1]["earned"], "3", "{}", ran.out);
    let remarks = grades[1]["remarks"].to_string();
    assert!(remarks.contains("the exercises in the file are those of `Ada`"), "{remarks}");
}

/// A course system may rename what comes back, and a teacher hand out the same to all.
#[test]
fn a_handout_says_for_whom_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let key = "sheet \"Own\"\ngenerate \"nim and mex\" with 3 questions at level 2\n";
    fs::write(folder.path().join("key.game"), key).unwrap();
    let filled = |student: &[&str]| {
        let handout = run_in(folder.path(), &[&["sheet", "key.game"][..], student].concat()).out;
        let solved = ["sheet", "key.game", "--paper", "markdown", "--solutions"];
        let solved = run_in(folder.path(), &[&solved[..], student].concat()).out;
        let solutions =
            solved.split("```text\n").skip(1).filter_map(|rest| rest.split("\n```").next());
        let blanks: Vec<String> =
            handout.lines().filter(|line| line.ends_with(" := ?")).map(str::to_owned).collect();
        blanks.iter().zip(solutions).fold(handout, |text, (blank, solution)| {
            text.replace(blank, &blank.replace('?', solution))
        })
    };
    let graded = |files: &[(&str, &str)]| -> Vec<(String, usize)> {
        let answers = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(answers.path().join(name), text).unwrap();
        }
        let ran = run_in(
            folder.path(),
            &["grade", "key.game", answers.path().to_str().unwrap(), "--json"],
        );
        let grades = ran.out.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
        let grades = grades.filter(|grade| grade["student"].is_string());
        let row = |grade: Json| {
            (
                grade["earned"].as_str().unwrap().to_owned(),
                grade["remarks"].as_array().unwrap().len(),
            )
        };
        grades.map(row).collect()
    };
    let row = |earned: &str, remarks: usize| (earned.to_owned(), remarks);
    let (handout, for_all) = (filled(&["--student", "Ada"]), filled(&[]));
    assert_eq!(graded(&[("ada_4711_99887_answers.game", &handout)]), [row("3", 0)]);
    assert_eq!(graded(&[("x.game", &handout)]), [row("3", 1)]);
    assert_eq!(graded(&[("x.game", &handout), ("y.game", &handout)]), [row("3", 1), row("3", 1)]);
    assert_eq!(graded(&[("Ada.game", &handout), ("y.game", &handout)])[0], row("3", 0));
    assert_eq!(graded(&[("x.game", &for_all), ("y.game", &for_all)]), [row("3", 0), row("3", 0)]);
}

#[test]
fn a_name_has_one_handout() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("class.game"), KEY).unwrap();
    for (names, said) in [
        ("Ada\nBob\nAda\n", "the name `Ada` stands twice"),
        ("A/B\nA:B\n", "would have one file"),
        ("ada\nAda\n", "would have one file"),
        ("\n", "there are no names"),
    ] {
        fs::write(path("names.txt"), names).unwrap();
        let args = ["sheet", "class.game", "--students", "names.txt", "--into", "out"];
        let ran = run_in(folder.path(), &args);
        assert!(ran.code == Some(2) && ran.err.contains(said), "{names}: {}", ran.err);
        assert!(!path("out").exists());
    }
}
