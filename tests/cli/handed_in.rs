//! What students hand in: files, folders, archives, damaged ones among them, in all encodings.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde_json::Value as Json;

use super::classroom::{KEY, run_in};

const ANSWERS: &str = "answers \"Class\"\nstudent \"Jörg\"\nhalf := 1/2\nwho := L\n";

/// An archive with these files in it.
fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Writes files to a folder with a key.
fn class(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("class.game"), KEY).unwrap();
    for (name, bytes) in files {
        let path = folder.path().join("answers").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// The rows of a table of grades by the student, without their headings.
fn table(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(folder.join("grades.csv")).unwrap();
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
    rows.map(|row: Vec<String>| (row[0].clone(), row)).collect()
}

/// Whoever deletes the first line of the handout is told so, and gets no errors of a program.
#[test]
fn a_file_of_answers_without_its_first_line_is_told_so() {
    let folder = class(&[("ada.game", b"// One\nstudent \"Ada\"\nhalf := 1/2\n")]);
    let ran = run_in(folder.path(), &["check", "answers/ada.game"]);
    assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{}", ran.err);
    assert!(ran.err.contains("a file of answers without its first line"), "{}", ran.err);
    let ran = run_in(folder.path(), &["grade", "class.game", "answers"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn archives_have_the_grades_of_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("class.game"), KEY).unwrap();
    let file = |name: &str, place: &str| {
        (place.to_owned(), format!("answers \"Class\"\nstudent \"{name}\"\nhalf := 1/2\n"))
    };
    let entries = [
        file("Ada", "Ada Lovelace_4711_assignsubmission_file_/answers.game"),
        file("Bob", "../../bob/answers.game"),
        file("Eve", "/eve/answers.game"),
    ];
    let mut zipped = zip::ZipWriter::new(fs::File::create(path("class.zip")).unwrap());
    for (place, text) in &entries {
        zipped.start_file(place.as_str(), zip::write::SimpleFileOptions::default()).unwrap();
        zipped.write_all(text.as_bytes()).unwrap();
    }
    zipped.finish().unwrap();
    let packer = flate2::write::GzEncoder::new(
        fs::File::create(path("class.tar.gz")).unwrap(),
        flate2::Compression::default(),
    );
    let mut tarred = tar::Builder::new(packer);
    for (place, text) in &entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        let place = place.trim_start_matches(['.', '/']);
        tarred.append_data(&mut header, place, text.as_bytes()).unwrap();
    }
    tarred.into_inner().unwrap().finish().unwrap();
    for archive in ["class.zip", "class.tar.gz"] {
        let ran = run_in(folder.path(), &["grade", "class.game", archive, "--csv", "grades.csv"]);
        assert_eq!(ran.code, Some(0), "{archive}: {}", ran.err);
        let table = fs::read_to_string(path("grades.csv")).unwrap();
        let students: Vec<&str> =
            table.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
        assert_eq!(students, ["Ada Lovelace", "bob", "eve"], "{archive}");
        fs::remove_file(path("grades.csv")).unwrap();
    }
    // In a folder an archive is a student's.
    fs::create_dir(path("each")).unwrap();
    for (name, entry) in
        [("ada", "answers.game"), ("bob", "answers.txt"), ("eve", "x/answers.game")]
    {
        let file = fs::File::create(path(&format!("each/{name}.zip"))).unwrap();
        let mut zipped = zip::ZipWriter::new(file);
        zipped.start_file(entry, zip::write::SimpleFileOptions::default()).unwrap();
        zipped.write_all(b"half := 1/2\n").unwrap();
        zipped.finish().unwrap();
    }
    let ran = run_in(folder.path(), &["grade", "class.game", "each", "--json"]);
    let grades = ran.out.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
    let grades: Vec<_> =
        grades.map(|one| (one["student"].clone(), one["earned"].clone())).collect();
    let wanted = [("ada", "1"), ("bob", "1"), ("eve", "1")];
    assert_eq!(grades[..3], wanted.map(|(name, earned)| (Json::from(name), Json::from(earned))));
}

/// What can be wrong with what one student hands in, made of an archive in which all is well.
fn damaged(good: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let bomb = zipped(&[("answers.game", &vec![b'x'; 3 << 20])]);
    let many: Vec<String> = (0..300).map(|at| format!("{at}.game")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (&**name, &b"x"[..])).collect();
    vec![
        ("empty.zip", b"".to_vec()),
        ("no_entries.zip", zipped(&[])),
        ("half.zip", good[..good.len() / 2].to_vec()),
        ("start.zip", good[..10].to_vec()),
        ("text.zip", b"no archive".to_vec()),
        ("text.tar.gz", b"no archive".to_vec()),
        ("empty.tgz", b"".to_vec()),
        ("text.tar", vec![b'x'; 700]),
        ("bomb.zip", bomb),
        ("many.zip", zipped(&many)),
        ("pdf.zip", zipped(&[("answers.pdf", b"%PDF")])),
        ("notes.zip", zipped(&[("notes.txt", b"x"), ("more.txt", b"y")])),
        ("inner.zip", zipped(&[("inner.zip", &good[..10])])),
        ("empty.game", b"".to_vec()),
        ("blank.game", b" \n\n".to_vec()),
        ("zeros.game", b"answers \0\0".to_vec()),
        ("picture.game", b"\x89PNG\r\n\0\0".to_vec()),
        ("other.game", b"G := <0|*>\nG + G\n".to_vec()),
        ("folder/answers.pdf", b"%PDF".to_vec()),
        ("two/a.game", b"x".to_vec()),
        ("two/b.txt", b"y".to_vec()),
    ]
}

/// Whatever is wrong with what one student has handed in, the others are graded, and the program says so and does not end
/// well.
#[test]
fn what_cannot_be_read_is_an_error_of_its_own_and_not_a_grade() {
    let good = zipped(&[("answers.game", ANSWERS.as_bytes())]);
    for (name, bytes) in damaged(&good) {
        let case = (name, &*bytes);
        let folder = class(&[("ada.game", ANSWERS.as_bytes()), ("eve.zip", &good), case]);
        let wrong = case.0.split(['.', '/']).next().unwrap();
        let args = ["grade", "class.game", "answers", "--csv", "grades.csv", "--feedback", "pages"];
        let ran = run_in(folder.path(), &args);
        assert_eq!(ran.code, Some(1), "{}: {}{}", case.0, ran.out, ran.err);
        assert!(ran.err.contains(&format!("error: `{wrong}` is not graded: ")), "{}", ran.err);
        assert!(ran.out.contains("2 students, 2 of 16 points on average"), "{}", ran.out);
        let table = table(folder.path());
        assert_eq!(
            table.keys().map(|name| &**name).filter(|name| *name != wrong).collect::<Vec<_>>(),
            ["ada", "eve"]
        );
        let row = &table[wrong];
        assert!(row[1..row.len() - 1].iter().all(String::is_empty), "{row:?}");
        assert!(row.last().unwrap().starts_with("not graded: "), "{row:?}");
        let page = fs::read_to_string(folder.path().join(format!("pages/{wrong}.md"))).unwrap();
        assert!(page.contains("not graded"), "{page}");
        let ran = run_in(folder.path(), &["grade", "class.game", "answers", "--json"]);
        let lines: Vec<Json> =
            ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(
            lines.iter().any(|line| line["student"] == wrong && line["error"].is_string()),
            "{}",
            ran.out
        );
        assert_eq!(
            (ran.code, &lines.last().unwrap()["class"]["students"]),
            (Some(1), &Json::from(2))
        );
        // Alone there is nothing to grade, and nothing is written.
        fs::remove_file(folder.path().join("grades.csv")).unwrap();
        for graded in ["ada.game", "eve.zip"] {
            fs::remove_file(folder.path().join("answers").join(graded)).unwrap();
        }
        let ran = run_in(folder.path(), &args);
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{}: {}", case.0, ran.err);
        assert!(!folder.path().join("grades.csv").exists());
        if let Some(name) = case.0.split_once('/').is_none().then_some(case.0) {
            let name = format!("answers/{name}");
            let ran = run_in(folder.path(), &["grade", "class.game", &name]);
            assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{name}: {}", ran.err);
        }
    }
}

/// The rule of the chapter: a student is a file or a folder in the folder of the class, and what is left out is said.
#[test]
fn a_folder_is_a_student_and_what_is_no_file_of_answers_is_left_out() {
    let answers = ANSWERS.as_bytes();
    let folder = class(&[
        ("ada.game", answers),
        ("bob.txt", answers),
        ("Cem Öz_4711_assignsubmission_file_/homework.game", answers),
        ("Dora/first.game", answers),
        ("Dora/second.game", b"half := 1/2\n"),
        ("Eve/x/answers.game", answers),
        ("Eve/notes.txt", b"my notes"),
        ("notes.txt", b"to do"),
        ("paper.pdf", b"%PDF"),
        ("class.game", KEY.as_bytes()),
        (".hidden.game", answers),
    ]);
    let args = [
        "grade",
        "class.game",
        "answers",
        "--csv",
        "answers/grades.csv",
        "--feedback",
        "answers/pages",
    ];
    let first = run_in(folder.path(), &args);
    assert_eq!(first.code, Some(0), "{}", first.err);
    fs::copy(folder.path().join("answers/grades.csv"), folder.path().join("grades.csv")).unwrap();
    let students = table(folder.path());
    let names: Vec<&str> = students.keys().map(|name| &**name).collect();
    assert_eq!(names, ["Cem Öz", "Dora/first", "Dora/second", "Eve", "ada", "bob"]);
    assert!(first.out.contains("one of 2 files of answers of the same student"), "{}", first.out);
    for left_out in ["`Eve/notes.txt`", "`notes.txt`", "`paper.pdf`", "`class.game` is a key"] {
        assert!(first.err.contains(left_out), "{left_out}: {}", first.err);
    }
    assert_eq!(first.err.matches("was left out").count(), 4, "{}", first.err);
    // What was written there is no student.
    let second = run_in(folder.path(), &args);
    assert_eq!((second.code, second.err), (first.code, first.err));
    assert!(second.out.contains("Changes\n  none"), "{}", second.out);
    // Several paths are students, and have the same names.
    let paths = ["Dora", "Eve", "ada.game", "bob.txt", "Cem Öz_4711_assignsubmission_file_"]
        .map(|name| format!("answers/{name}"));
    let mut args = vec!["grade", "class.game", "--csv", "grades.csv"];
    args.extend(paths.iter().map(|path| &**path));
    assert_eq!(run_in(folder.path(), &args).code, Some(0));
    assert_eq!(table(folder.path()).keys().map(|name| &**name).collect::<Vec<_>>(), names);
    // Files with one name are those of their folders, as a shell lists them.
    fs::copy(
        folder.path().join("answers/ada.game"),
        folder.path().join("answers/Dora/answers.txt"),
    )
    .unwrap();
    let args = [
        "grade",
        "class.game",
        "answers/Dora/answers.txt",
        "answers/Eve/x/answers.game",
        "--csv",
        "grades.csv",
    ];
    assert_eq!(run_in(folder.path(), &args).code, Some(0));
    assert_eq!(table(folder.path()).keys().collect::<Vec<_>>(), ["Dora", "x"]);
}

/// What has no end, or leads elsewhere, is not opened.
#[cfg(unix)]
#[test]
fn links_and_pipes_are_left_out() {
    let folder =
        class(&[("ada.game", ANSWERS.as_bytes()), ("bob/answers.game", ANSWERS.as_bytes())]);
    let path = |name: &str| folder.path().join("answers").join(name);
    std::os::unix::fs::symlink("/etc/passwd", path("eve.game")).unwrap();
    std::os::unix::fs::symlink("../..", path("bob/loop")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(path("pipe.game")).status();
    let ran = run_in(folder.path(), &["grade", "class.game", "answers"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("2 students, 2 of 16 points"), "{}", ran.out);
    let left_out = 2 + usize::from(made.is_ok_and(|status| status.success()));
    assert_eq!(ran.err.matches("was left out").count(), left_out, "{}", ran.err);
}

/// What `grade` reads `check` reads, in whatever way an editor has written it.
#[test]
fn a_file_in_any_encoding_is_checked_and_graded() {
    let folder = class(&[]);
    let path = |name: &str| folder.path().join(name);
    fs::write(
        path("class.game"),
        KEY.replace("sheet \"Class\"", "sheet \"Class\" (show verdicts)"),
    )
    .unwrap();
    let handout = run_in(folder.path(), &["sheet", "class.game", "--student", "Jörg"]).out;
    let filled = handout.replace("half := ?", "half := 1/2").replace("who := ?", "who := R");
    let utf16 = |mark: u16, write: fn(u16) -> [u8; 2]| -> Vec<u8> {
        [mark].into_iter().chain(filled.encode_utf16()).flat_map(write).collect()
    };
    let latin: Vec<u8> = filled.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let encodings: [(&str, Vec<u8>); 6] = [
        ("utf-8", filled.clone().into_bytes()),
        ("bom", format!("\u{feff}{filled}").into_bytes()),
        ("crlf", filled.replace('\n', "\r\n").into_bytes()),
        ("utf-16-le", utf16(0xfeff, u16::to_le_bytes)),
        ("utf-16-be", utf16(0xfeff, u16::to_be_bytes)),
        ("latin-1", latin),
    ];
    let mut seen = Vec::new();
    for (name, bytes) in encodings {
        fs::write(path("ada.game"), bytes).unwrap();
        let is_latin = name == "latin-1";
        let checked = run_in(folder.path(), &["check", "ada.game", "--json"]);
        assert_eq!(checked.code, Some(i32::from(is_latin)), "{name}: {}", checked.err);
        let checked: Json = serde_json::from_str(&checked.out).unwrap();
        assert_eq!(checked["student"], "Jörg", "{name}");
        let graded = run_in(folder.path(), &["grade", "class.game", "ada.game", "--json"]);
        assert_eq!(graded.code, Some(0), "{name}: {}", graded.err);
        let graded: Json = serde_json::from_str(graded.out.lines().next().unwrap()).unwrap();
        assert_eq!(
            (&graded["name"], &graded["earned"]),
            (&Json::from("Jörg"), &Json::from("1")),
            "{name}"
        );
        assert_eq!(graded["remarks"], checked["remarks"], "{name}");
        assert_eq!(graded["remarks"].as_array().unwrap().len(), usize::from(is_latin));
        seen.push((checked["answers"].clone(), graded["exercises"].clone()));
    }
    assert!(seen.iter().all(|one| *one == seen[0]));
    // What cannot be read is refused by both.
    fs::write(path("ada.game"), b"answers \"Class\"\0").unwrap();
    for args in [&["check", "ada.game"][..], &["grade", "class.game", "ada.game"]] {
        assert_eq!(run_in(folder.path(), args).code, Some(2), "{args:?}");
    }
}

/// A question that is renamed in the file of a student is not answered, and it is said which name is meant.
#[test]
fn a_renamed_question_is_not_silently_blank() {
    for name in ["half", "heaps", "least", "pair", "play_it"] {
        let capital = name[..1].to_uppercase() + &name[1..];
        for renamed in
            [format!("{name}s"), capital, format!("{name}_"), name[..name.len() - 1].to_owned()]
        {
            for sign in [":=", "="] {
                let answers =
                    format!("answers \"Class\"\nwho := L\n{renamed} {sign} 1\nbest := ?\n");
                let folder = class(&[("ada.game", answers.as_bytes())]);
                let ran = run_in(
                    folder.path(),
                    &["grade", "class.game", "answers", "--feedback", "pages"],
                );
                let said = format!(
                    "line 3: this sheet has no question `{renamed}`; did you mean `{name}`?"
                );
                assert!(ran.out.contains(&said), "{said}: {}", ran.out);
                let page = fs::read_to_string(folder.path().join("pages/ada.md")).unwrap();
                assert!(
                    page.contains("this sheet has no question")
                        && page.contains(&format!("did you mean `{name}`?")),
                    "{page}"
                );
                // Beside the blank too, and the answer before it is not harmed.
                let blank = page
                    .split("### ")
                    .find(|part| part.starts_with(&format!("? `{name}`")))
                    .unwrap();
                assert!(blank.contains(&format!("line 3 answers `{renamed}`")), "{page}");
                assert!(page.contains("✓ `who`"), "{page}");
            }
        }
    }
}

/// Answers that would compute are refused where the handout says that they are to be written out, and nowhere else.
#[test]
fn the_handout_says_where_answers_are_written_out() {
    let kinds = [
        ("value", "^", "^ + 0 * mean(^)"),
        ("form", "canonical(<0,*|*>)", "canonical(<0,*|*>)"),
        ("number", "3", "mex([0, 1, 2])"),
        ("outcome", "outcome(^)", "outcome(^)"),
        ("table", "[1, 2]", "[n for n in 1..2]"),
        ("move", "winning_moves(Nim(3, 5))", "winning_moves(Nim(3, 5))[1]"),
        ("moves", "winning_moves(Nim(3, 5))", "winning_moves(Nim(3, 5))"),
    ];
    for (kind, key, computed) in kinds {
        for (allow, is_refused) in [("", true), (" { allow anything }", kind == "form")] {
            let folder = class(&[]);
            let key = format!("exercise \"E\" {{\nask {kind} a \"What?\" := {key}{allow}\n}}\n");
            fs::write(folder.path().join("class.game"), key).unwrap();
            let handout = run_in(folder.path(), &["sheet", "class.game"]).out;
            assert_eq!(handout.contains(", written out; "), is_refused, "{handout}");
            assert!(handout.contains("`mean(G)` is refused"), "{handout}");
            fs::write(
                folder.path().join("ada.game"),
                handout.replace("a := ?", &format!("a := {computed}")),
            )
            .unwrap();
            let ran = run_in(folder.path(), &["grade", "class.game", "ada.game"]);
            assert_eq!(ran.out.contains("1 refused"), is_refused, "{kind}{allow}: {}", ran.out);
        }
    }
}

/// Points and remarks by hand stay when a class is graded again, and names are sorted as people sort them.
#[test]
fn points_by_hand_survive_another_grading() {
    let answers =
        |name: &str| format!("answers \"Class\"\nstudent \"{name}\"\nhalf := 1\nwho := L\n");
    let (ada, zoe, ten, two) = (answers("Ada"), answers("Zoe"), answers("10"), answers("2"));
    let folder = class(&[
        ("Zoe.game", zoe.as_bytes()),
        ("ada.game", ada.as_bytes()),
        ("student 10.game", ten.as_bytes()),
        ("student 2.game", two.as_bytes()),
    ]);
    let rows = "student,question,points,remark\nada,half,0.5,A good idea.\nZoe,who,,Why?\nbob,who,1,\nada,what,1,\nstudent 2,half,99,\n";
    fs::write(folder.path().join("answers/by_hand.csv"), rows).unwrap();
    let graded = ["grade", "class.game", "answers", "--csv", "grades.csv", "--feedback", "pages"];
    let first = run_in(folder.path(), &graded);
    let before = fs::read_to_string(folder.path().join("grades.csv")).unwrap();
    assert!(first.err.contains("row 4: there is no student `bob`"), "{}", first.err);
    assert!(first.err.contains("row 5: there is no question `what`"), "{}", first.err);
    assert!(first.err.contains("row 6: 99 points, but `half` has"), "{}", first.err);
    assert!(!first.err.contains("left out"), "{}", first.err);
    let again = run_in(folder.path(), &graded);
    assert!(again.out.contains("Changes\n  none"), "{}", again.out);
    assert_eq!(fs::read_to_string(folder.path().join("grades.csv")).unwrap(), before);
    let names: Vec<&str> = before.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(names, ["ada", "student 2", "student 10", "Zoe"]);
    let rows = table(folder.path());
    let total = |name: &str| rows[name].iter().rev().nth(2).unwrap().parse::<f64>().unwrap();
    assert_eq!(total("ada"), total("Zoe") + 0.5);
    assert!(rows["ada"].last().unwrap().contains("1 by hand"), "{:?}", rows["ada"]);
    let page = fs::read_to_string(folder.path().join("pages/ada.md")).unwrap();
    assert!(page.contains("A good idea."), "{page}");
    // A table that is none is an error, and nothing is graded.
    fs::write(folder.path().join("answers/by_hand.csv"), "name,points\nada,1\n").unwrap();
    let ran = run_in(folder.path(), &graded);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("the first row is to be `student,question,points,remark`"));
}

#[test]
fn a_key_is_told_all_its_mistakes() {
    let key = "exercise \"E\" {\n  ask form a \"?\" := <0,*|*>\n  ask outcome b \"?\" := 3\n  \
               ask value c \"?\" := ^ {\n    wrong <0|*> \"no\"\n    partial v (3 points) \"no\"\n  }\n}\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("key.game"), key).unwrap();
    let ran = run_in(folder.path(), &["check", "key.game"]);
    for message in
        ["not in canonical form", "no outcome", "this is the right answer", "worth as much"]
    {
        assert!(ran.err.contains(message), "{message}: {}", ran.err);
    }
    assert_eq!(ran.err.matches("Error:").count(), 4, "{}", ran.err);
}

/// Lines that do not parse do not hide each other, nor what is wrong with the questions that parse.
#[test]
fn a_key_that_cannot_be_parsed_is_told_all_its_mistakes() {
    let key = "sheet \"S\"\n\nexercise \"E\" (3 points) {\n  ask nimber a \"?\" := 3\n  \
               ask outcome b \"?\" := outcome(Nim(1, 2)) = P\n  ask form c \"?\" := <0,*|*>\n}\n\n\
               g := <1|\n\nexercise \"F\" {\n  ask value d \"?\" := mean(g\n  ask value e \"?\" := g\n}\n\
               exercise \"G\" {\n  ask list f \"?\" := [0]\n}\nexercise \"H\" {\n  ask value c \"?\" := k\n}\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("key.game"), key).unwrap();
    let ran = run_in(folder.path(), &["check", "key.game"]);
    for line in [4, 5, 9, 13, 16, 19] {
        assert!(ran.err.contains(&format!("key.game:{line}:")), "{line}: {}", ran.err);
    }
    assert_eq!(ran.err.matches("Error:").count(), 6, "{}", ran.err);
    // Without a name that is asked twice, the answers of the rest are looked at. `g` is bound by what does not parse.
    let key = key.replace("ask value c", "ask value h");
    fs::write(folder.path().join("key.game"), key).unwrap();
    let ran = run_in(folder.path(), &["check", "key.game"]);
    assert!(ran.err.contains("not in canonical form"), "{}", ran.err);
    assert!(!ran.err.contains("nothing is called `g`"), "{}", ran.err);
    assert!(ran.err.contains("nothing is called `k`"), "{}", ran.err);
    assert_eq!(ran.code, Some(2));
}

/// Games in the texts of a sheet are set as mathematics, and there is room to write.
#[test]
fn games_on_paper_are_mathematics() {
    let key = "exercise \"E\" {\n  \"Look at `{0|*}` and `mean(G)`.\"\n  \
               ask form a \"The canonical form of `<0,*|*>`.\" := <0|*>\n}\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("key.game"), key).unwrap();
    for paper in ["markdown", "latex"] {
        let ran = run_in(folder.path(), &["sheet", "key.game", "--paper", paper]);
        assert!(ran.out.contains("$\\left\\{0,{*}\\mid {*}\\right\\}$"), "{}", ran.out);
        assert!(ran.out.contains("mean(G)"), "{}", ran.out);
        assert!(ran.out.contains("\\_\\_\\_") || ran.out.contains("\\hrulefill"), "{}", ran.out);
        let key = run_in(folder.path(), &["sheet", "key.game", "--paper", paper, "--solutions"]);
        let solution = if paper == "latex" {
            "$\\left\\{0\\mid {*}\\right\\}$"
        } else {
            "```text\n<0|*>\n```"
        };
        assert!(key.out.contains(solution), "{}", key.out);
        assert!(!key.out.contains("\\_\\_"), "{}", key.out);
    }
}
