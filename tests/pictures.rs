//! Pictures: what `save` writes, where, and when; and the pictures of the book.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;

use upstar::session::{FileError, FileText, Files, NewFile, NotWritten, Session};
use upstar::value::{Notation, Value};

use crate::docs::blocks;
use crate::support::{expect_none, read, root};

/// Keeps what is written.
#[derive(Default)]
struct Kept(Mutex<Vec<(String, String)>>);

impl Files for Kept {
    fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
        Err(FileError::NotFound)
    }

    fn write(&self, files: &[NewFile]) -> Result<(), NotWritten> {
        if let Some(file) = files.iter().find(|file| file.path.starts_with("no/")) {
            return Err(NotWritten { path: file.path.clone(), error: FileError::NotFound });
        }
        let files = files.iter().map(|file| (file.path.clone(), file.text.clone()));
        self.0.lock().unwrap().extend(files);
        Ok(())
    }
}

/// Has no files.
struct Nowhere;

impl Files for Nowhere {
    fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
        Err(FileError::NotFound)
    }
}

fn session() -> (Session, Arc<Kept>) {
    let kept = Arc::new(Kept::default());
    (Session::new(crate::support::budget(), kept.clone()), kept)
}

/// Whether a picture that a page writes is the file beside it, and shown there.
fn wrong_picture(page: &str, path: &str, text: &str, update: bool) -> Option<String> {
    let file = root().join("docs/book/src/reference").join(path);
    if update {
        std::fs::write(&file, text).unwrap();
    }
    if std::fs::read_to_string(&file).is_ok_and(|old| old != text) {
        return Some(format!("{path} has changed"));
    }
    let is_there = file.is_file() && page.contains(&format!("({path})"));
    (!is_there).then(|| format!("{path} is not shown"))
}

/// `INSTA_UPDATE=always` writes the pictures anew.
#[test]
fn pictures_of_the_book_are_made_by_its_blocks() {
    let update = std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always");
    let mut wrong = Vec::new();
    let mut written = BTreeSet::new();
    for (page, least) in [("pictures.md", 10), ("gallery.md", 30)] {
        let page = read(format!("docs/book/src/reference/{page}"));
        let mut count = 0;
        for block in blocks(&page, "game").iter().filter(|block| !block.contains("//!")) {
            let (mut session, kept) = session();
            let reply = session.eval("page", block);
            assert!(reply.diagnostics.is_empty(), "{:?}", reply.diagnostics);
            let kept = kept.0.lock().unwrap();
            count += kept.len();
            written.extend(kept.iter().map(|(path, _)| path.clone()));
            let pictures = kept.iter();
            wrong.extend(
                pictures.filter_map(|(path, text)| wrong_picture(&page, path, text, update)),
            );
        }
        assert!(count >= least, "a page has only {count} pictures");
    }
    let folder = root().join("docs/book/src/reference/pictures");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = format!("pictures/{}", file.unwrap().file_name().to_string_lossy());
        wrong.extend((!written.contains(&path)).then(|| format!("no block writes {path}")));
    }
    expect_none(&wrong);
}

#[test]
fn a_failed_input_writes_nothing() {
    let (mut session, kept) = session();
    assert!(session.eval("input", "save(\"a.svg\", Nim(3))\n1/0").failed());
    assert!(session.eval("input", "save(\"no/a.svg\", Nim(3))\nG := 5").failed());
    assert!(session.eval("input", "G").failed(), "G was bound by an input that failed");
    assert!(session.type_of("save(\"a.svg\", Nim(3))").is_ok());
    assert!(kept.0.lock().unwrap().is_empty());
    assert!(!session.eval("input", "save(\"a.svg\", Nim(3))").failed());
    assert_eq!(kept.0.lock().unwrap().len(), 1);
}

#[test]
fn tables_maps_and_lists_are_written_as_csv_and_json() {
    let (mut session, kept) = session();
    for input in [
        "save(\"a.csv\", table(tally([^, *, ^]), [\"value\", \"boards\"]))",
        "save(\"b.csv\", {\"a, b\": 1/2, \"q\\\"\": [1, ^]})",
        "save(\"c.csv\", subsets([1, 2]))",
        "save(\"d.json\", tally([^, 1/2, ^]))",
        "save(\"e.json\", table([[1, *]], [\"n\", \"G\"]))",
        "save(\"f.json\", Nim(3))",
    ] {
        assert!(!session.eval("input", input).failed(), "{input}");
    }
    let kept = kept.0.lock().unwrap();
    let texts: Vec<&str> = kept.iter().map(|(_, text)| text.as_str()).collect();
    let half = "{\"kind\":\"number\",\"numerator\":1,\"denominator\":2}";
    let up = "{\"kind\":\"game\",\"text\":\"↑\"}";
    let star = "{\"kind\":\"game\",\"text\":\"*\"}";
    let expected = [
        "value,boards\n↑,2\n*,1\n",
        "\"a, b\",1/2,\n\"q\"\"\",1,↑\n",
        "\n1\n2\n1,2\n",
        &format!("{{\"kind\":\"map\",\"entries\":[[{up},2],[{half},1]]}}\n"),
        &format!("{{\"kind\":\"table\",\"header\":[\"n\",\"G\"],\"rows\":[[1,{star}]]}}\n"),
        "{\"kind\":\"position\",\"text\":\"Nim(3)\"}\n",
    ];
    assert_eq!(texts, expected);
    drop(kept);
    let mut nowhere = Session::new(crate::support::budget(), Arc::new(Nowhere));
    let reply = nowhere.eval("input", "save(\"a.csv\", [[1]])");
    assert_eq!(reply.diagnostics[0].code.number(), "G0603");
}

#[test]
fn only_pictures_in_the_folder_are_written() {
    let (mut session, kept) = session();
    for path in
        ["/tmp/a.svg", "../a.svg", "a/../../b.svg", "a.game", "svg", ".svg", ".tex", "a.latex", ""]
    {
        let reply = session.eval("input", &format!("save({path:?}, Nim(3))"));
        assert_eq!(reply.diagnostics[0].code.number(), "G0603", "{path}");
    }
    for path in ["a.svg", "./a.svg", "b/c.SVG", "a.tex", "b/c.TeX"] {
        assert!(!session.eval("input", &format!("save({path:?}, Nim(3))")).failed(), "{path}");
    }
    assert_eq!(kept.0.lock().unwrap().len(), 5);
}

#[test]
fn where_no_files_are_written_save_says_so() {
    let mut session = Session::new(crate::support::budget(), Arc::new(Nowhere));
    let reply = session.eval("input", "save(\"a.svg\", Nim(3))");
    assert_eq!(reply.diagnostics[0].code.number(), "G0603");
}

/// The shapes of a picture that have a class, in order.
fn classes(svg: &str) -> Vec<&str> {
    svg.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn saved(value: &str) -> String {
    let (mut session, kept) = session();
    let reply = session.eval("input", &format!("save(\"a.svg\", {value})"));
    assert!(reply.diagnostics.is_empty(), "{value}: {:?}", reply.diagnostics);
    let kept = kept.0.lock().unwrap();
    kept[0].1.clone()
}

#[test]
fn every_stone_and_edge_is_drawn() {
    let svg = saved("Clobber(\"xo.|xxo\")");
    let count = |wanted: &str| classes(&svg).iter().filter(|class| **class == wanted).count();
    assert_eq!((count("f-black s-black"), count("f-white s-black")), (3, 2));
    let svg = saved("Hackenbush(\"0-1:b, 1-2:r, 1-2:r, 2-2:g, 0-0:g\")");
    let count = |wanted: &str| classes(&svg).iter().filter(|class| **class == wanted).count();
    assert_eq!((count("s-left"), count("s-right"), count("s-both")), (1, 2, 2));
    let svg = saved("Domineering(\"#.|.#\")");
    let covered = classes(&svg).iter().filter(|class| **class == "f-covered").count();
    assert_eq!(covered, 2);
}

/// Left's wall of a thermograph is left of Right's, for values increase to the left.
#[test]
fn positive_values_are_left() {
    let svg = saved("plot(±1)");
    let at = |class: &str| -> f64 {
        let path = svg.split("<path").find(|path| path.contains(&format!("class=\"{class}\"")));
        let start = path.unwrap().split("d=\"M").nth(1).unwrap();
        start.split(',').next().unwrap().parse().unwrap()
    };
    assert!(at("s-left") < at("s-right"));
}

#[test]
fn what_cannot_be_drawn_says_what_can() {
    let (mut session, _) = session();
    for (input, code) in [
        ("draw(^)", "G0301"),
        ("draw(5)", "G0301"),
        ("draw([Nim(3)])", "G0301"),
        ("save(3, Nim(3))", "G0301"),
        ("plot(Nim)", "G0301"),
        ("plot(1/3)", "G0303"),
        ("tree(*20)", "G0505"),
        ("tree(^, -1)", "G0306"),
        ("draw(Domineering(200, 200))", "G0505"),
        ("draw(path(20000))", "G0505"),
        ("table([1, 2])", "G0301"),
        ("table(3)", "G0301"),
        ("table([[1]], 2)", "G0301"),
        ("table([[1]], [2], [3])", "G0301"),
        ("table(n -> n)", "G0302"),
        ("table((a, b) -> a, 1..200, 1..200)", "G0505"),
        ("table([1..10**6])", "G0505"),
        ("table([1..10**12])", "G0505"),
    ] {
        let reply = session.eval("input", input);
        assert_eq!(reply.diagnostics[0].code.number(), code, "{input}");
    }
    for input in ["draw(Nim(10**18))", "tree(*20, 1)", "draw(path(3000))", "plot(2**100000)"] {
        assert!(!session.eval("input", input).failed(), "{input}");
    }
}

#[test]
fn pictures_print_as_they_are_typed() {
    let (mut session, _) = session();
    for picture in [
        "draw(Clobber(\"xo|ox\"))",
        "draw(Domineering(\"..|..\") + Nim(3) - Nim(4))",
        "draw(graph(\"1-2, 2-3\"))",
        "plot(<5||3|2>)",
        "tree(form(<0,*|1>))",
        "tree(±1, 2)",
        "table([[\"up\", ↑], [1, 2, ±1]], [\"name\", \"game\"])",
        "table({1: [0, 3], ↑: *})",
        "table([])",
        "table({:}, [1, 2])",
    ] {
        let reply = session.eval("input", picture);
        assert_eq!(reply.answers[0].text, picture);
        let again = session.eval("input", &format!("{picture} == {picture}"));
        assert_eq!(again.answers[0].text, "true");
    }
}

#[test]
fn tables_are_drawn_with_lines() {
    let (mut session, _) = session();
    let mut all = String::new();
    for notation in [Notation::UNICODE, Notation::ASCII] {
        session.set_notation(notation);
        for input in [
            "table((a, b) -> nimber(*(a) + *(b)), 0..15, 0..15)",
            "table(n -> n * ^, 1..3)",
            "table([[\"up\", ^, 3], [\"star and tiny\", tiny(2), 1/2]], [\"name\", \"game\", \"n\"])",
            "table({\"a\": (1, 2, 3), \"b\": [±1], \"c\": v}, [\"row\", 1, 2, 3])",
            "table([[1, 2], [3]])",
            "table([])",
            "table([[-3/5, \"two\\nlines\", [1, 2]]], [\"alone\"])",
        ] {
            let reply = session.eval("input", input);
            assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
            let drawing = session.drawing(&reply.answers[0].value).unwrap();
            assert!(drawing.lines().all(|line| line.chars().count() <= 78), "{input} is too wide");
            assert!(!notation.is_ascii() || drawing.is_ascii(), "{input} is not ASCII");
            all.push_str(&format!("{input}\n{drawing}\n\n"));
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_table_as_svg() {
    insta::assert_snapshot!(saved(
        "table([[\"up\", ^, 3], [\"a & b\", tiny(2), 1/2]], [\"name\", \"game\", \"n\"])"
    ));
}

/// The first line of a file for LaTeX.
const PACKAGES: &str = "% \\usepackage{tikz,amsmath,amssymb}\n";

/// Seen as they come out of LaTeX with these packages when this was written.
#[test]
fn pictures_for_latex() {
    let (mut session, kept) = session();
    let mut all = String::new();
    for input in [
        "plot(<5||3|2>)",
        "tree(<0,*|^>)",
        "draw(Clobber(\"xo|.o\"))",
        "draw(graph(\"1-2, 2-3, 1-2\"))",
    ] {
        let reply = session.eval("input", &format!("save(\"a.tex\", {input})\nlatex({input})"));
        assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
        let text = kept.0.lock().unwrap().pop().unwrap().1;
        let text = text.strip_prefix(PACKAGES).unwrap();
        assert_eq!(reply.answers[1].value, Value::text(text.trim_end()), "{input}");
        all.push_str(&format!("{input}\n{text}\n"));
    }
    let eval =
        |session: &mut Session, input: &str| session.eval("input", input).answers[0].text.clone();
    let same = "latex(thermograph(<5||3|2>)) == latex(plot(<5||3|2>))";
    assert_eq!(eval(&mut session, same), "true");
    for (value, begin) in [
        ("table([[1]])", "\\begin{tabular}"),
        ("explain(<0|*>)", "$\\left\\{0"),
        ("Clobber(\"xo\")", "\\begin{tikzpicture}"),
        ("<0|*>", "\\uparrow"),
    ] {
        assert!(!session.eval("input", &format!("save(\"a.tex\", {value})")).failed(), "{value}");
        let text = kept.0.lock().unwrap().pop().unwrap().1;
        let text = text.strip_prefix(PACKAGES).unwrap();
        assert!(text.starts_with(begin), "{value}: {text}");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn trees_of_positions_that_can_repeat_end_at_the_depth() {
    let (mut session, _) = session();
    session.eval("rules", "game Ladder(t) { move t-1 if t > 0; t+1 if 0 < t and t < 3 }");
    let reply = session.eval("input", "tree(Ladder(1), 1)");
    let drawing = session.drawing(&reply.answers[0].value).unwrap();
    assert_eq!(drawing.lines().next(), Some("Ladder(1)"));
    assert!(drawing.contains("├─L 0\n├─L Ladder(2)\n"), "{drawing}");
    assert!(session.eval("input", "tree(Ladder(1))").failed());
}

#[test]
fn trees_in_ascii_have_names_in_ascii() {
    let (mut session, _) = session();
    session.set_notation(Notation::ASCII);
    let reply = session.eval("input", "tree(<0,*|^>)");
    let drawing = session.drawing(&reply.answers[0].value).unwrap();
    assert!(drawing.starts_with("^^*\n|-L 0\n`-R ^\n"), "{drawing}");
}

#[test]
fn pictures_are_drawn_in_characters() {
    let (mut session, _) = session();
    let mut all = String::new();
    for input in [
        "draw(Clobber(\"xo|ox\"))",
        "draw(Nim(3, 5, 20))",
        "draw(Hackenbush(\"0-1:b, 1-2:r, 0-3:g\"))",
        "draw(VertexGeography(\"1>2, 2>3\", 2))",
        "draw(TurningTurtles(\"THTH\"))",
        "draw(Domineering(2, 2) - ToadsAndFrogs(\"T.F\"))",
        "plot(±1)",
        "tree(<0,*|^>)",
    ] {
        let reply = session.eval("input", input);
        let drawing = session.drawing(&reply.answers[0].value).unwrap();
        all.push_str(&format!("{input}\n{drawing}\n\n"));
    }
    insta::assert_snapshot!(all);
}
