//! The prompt, through a pseudo-terminal.

use std::fs;
use std::process::Command;
use std::time::Duration;

use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect as _, Session};

/// A prompt whose history is in a folder of its own.
pub(super) struct Prompt {
    pub(super) session: OsSession,
    pub(super) folder: tempfile::TempDir,
}

impl Prompt {
    pub(super) fn open() -> Prompt {
        Prompt::open_in(tempfile::tempdir().unwrap())
    }

    fn open_in(folder: tempfile::TempDir) -> Prompt {
        let mut prompt = Prompt::start(folder, &[]);
        for needed in ["type a game", ":tutorial", ":find WORDS", ":quit to leave"] {
            prompt.expect(needed);
        }
        prompt.prompt();
        prompt
    }

    /// A prompt that has not said anything yet, on a screen of 24 rows; `--color always` turns
    /// colours on.
    pub(super) fn start(folder: tempfile::TempDir, flags: &[&str]) -> Prompt {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("upstar"));
        command
            .args(flags)
            .current_dir(folder.path())
            .env("XDG_STATE_HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path())
            .env("TERM", "xterm")
            .env("NO_COLOR", "1");
        let mut session = Session::spawn(command).unwrap();
        session.get_process_mut().set_window_size(80, 24).unwrap();
        session.set_expect_timeout(Some(Duration::from_secs(20)));
        Prompt { session, folder }
    }

    pub(super) fn expect(&mut self, text: &str) {
        if let Err(error) = self.session.expect(text) {
            panic!("expected {text:?}: {error}");
        }
    }

    /// Types a line, waits for the next prompt, and returns what is written between.
    fn written(&mut self, line: &str) -> String {
        self.session.send_line(line).unwrap();
        self.expect("\u{1b}[?2004l");
        self.expect("\n");
        let found = self.session.expect("\u{1b}[?2004h").unwrap();
        let text = String::from_utf8_lossy(found.before()).replace('\r', "");
        self.expect("> ");
        text
    }

    /// Types a line and waits for something in what comes of it, and for the next prompt.
    pub(super) fn ask(&mut self, line: &str, answer: &str) {
        self.session.send_line(line).unwrap();
        self.expect("\n");
        self.expect(answer);
        self.prompt();
    }

    /// Waits for the next prompt: the line editor asks for marks around pasted text, then
    /// writes it.
    pub(super) fn prompt(&mut self) {
        self.expect("\u{1b}[?2004h");
        self.expect("> ");
    }

    /// The same where the prompt is written in colours.
    fn prompt_in_colour(&mut self) {
        self.expect("\u{1b}[?2004h");
        self.expect(">");
    }

    /// Types a line and waits for an answer, and for the next prompt.
    pub(super) fn say(&mut self, line: &str, answer: &str) {
        self.session.send_line(line).unwrap();
        self.expect(&format!("{answer}\r\n"));
        self.prompt();
    }

    fn press(&mut self, key: ControlCode) {
        self.session.send(key).unwrap();
    }

    /// Presses Ctrl-C and waits for the next prompt, when the terminal listens again.
    pub(super) fn give_up_line(&mut self) {
        self.press(ControlCode::EndOfText);
        self.prompt();
    }

    pub(super) fn leave(mut self) -> tempfile::TempDir {
        self.press(ControlCode::EndOfTransmission);
        self.session.expect(Eof).unwrap();
        self.folder
    }
}

#[test]
fn values_and_earlier_values_are_answered() {
    let mut prompt = Prompt::open();
    prompt.say("40 + 1", "41");
    prompt.say("_ + 1", "42");
    prompt.say("_1 + 100", "141");
    prompt.leave();
}

#[test]
fn an_open_bracket_goes_on_in_the_next_line() {
    let mut prompt = Prompt::open();
    prompt.session.send_line("(1000 +").unwrap();
    prompt.expect("\u{1b}[?2004h");
    prompt.expect(". ");
    prompt.say("234)", "1234");
    prompt.leave();
}

#[test]
fn two_empty_lines_end_an_input_that_is_not_complete() {
    let mut prompt = Prompt::open();
    let type_line = |prompt: &mut Prompt, line: &str| {
        prompt.session.send_line(line).unwrap();
        prompt.expect("\u{1b}[?2004h");
        prompt.expect(". ");
    };
    for line in ["(1000 +", "", "  2", ""] {
        type_line(&mut prompt, line);
    }
    prompt.ask("", "this `(` is never closed");
    // One empty line goes on, and so do several that are pasted.
    type_line(&mut prompt, "(1000 +");
    type_line(&mut prompt, "");
    prompt.say("234)", "1234");
    prompt.say("\u{1b}[200~(2000 +\n\n\n\n345)\u{1b}[201~", "2345");
    // Ctrl-C clears all lines.
    type_line(&mut prompt, "(3000 +");
    type_line(&mut prompt, "400 +");
    prompt.give_up_line();
    prompt.say("50 + 6", "56");
    prompt.leave();
}

#[test]
fn pasted_lines_are_kept_together_and_pasted_sessions_line_by_line() {
    let mut prompt = Prompt::open();
    let paste = |text: &str| format!("\u{1b}[200~{text}\u{1b}[201~");
    prompt.ask(&paste("x := 5\ny := 6\nnope"), "`x` and `y` are not bound");
    prompt.ask("x", "nothing is called `x`");
    prompt.ask(&paste("x := 5\ny := 6\nx * y"), "30");
    prompt.ask(&paste("> x := 7\n> nope\n> z := 8"), "nothing is called `nope`");
    prompt.say("[x, z]", "[7, 8]");
    prompt.leave();
}

#[test]
fn lines_in_one_paste_without_marks_are_inputs_of_their_own() {
    let mut prompt = Prompt::open();
    prompt.session.send("G := <3|1>\rmean(G) + 50\r1 + 40\rx := (300 +\r33)\rx\r").unwrap();
    for answer in ["52\r\n", "41\r\n", "333\r\n"] {
        prompt.expect(answer);
    }
    prompt.prompt();
    prompt.say("_ + 100", "433");
    prompt.leave();
}

#[test]
fn lines_typed_while_something_runs_are_kept() {
    let mut prompt = Prompt::open();
    prompt.session.send_line("n := 0; while n < 2000000 { n := n + 1 }; n + 7").unwrap();
    prompt.expect("\n");
    prompt.session.send("700 + 7\n800 + 8\n900 +").unwrap();
    for answer in ["2000007\r\n", "\n707\r\n", "\n808\r\n"] {
        prompt.expect(answer);
    }
    prompt.prompt();
    prompt.say(" 9", "909");
    prompt.leave();
}

/// Inputs with long answers of all kinds.
const LONG: &[&str] = &[
    "explain(outcome(<1|-1> + <1|-1>))",
    "explain(Nim(3, 5, 7))",
    "moves(Domineering(3, 3), Left)",
    "[canonical(Nim(n)) + ^ for n in 1..40]",
    "nimber(Domineering(1, 2))",
    "x := 1; if x == 1 and not f(x) then 7 else 8",
    "Kayles(10) + Kayles(11) + Kayles(12) + Kayles(13) + Kayles(14) + Kayles(15) + Kayles(16)",
    "?",
    ":examples",
    ":glossary",
    "?explain",
    "?G0101",
    ":find how do I write my own game",
    ":foo",
    ":tutorial outcomes",
];

#[test]
fn no_word_is_cut_at_the_edge_of_the_screen_and_none_is_lost() {
    let answers = |columns: u16| {
        let mut prompt = Prompt::open();
        prompt.session.get_process_mut().set_window_size(columns, 2000).unwrap();
        prompt.written("1");
        let answers: Vec<String> = LONG.iter().map(|input| prompt.written(input)).collect();
        prompt.leave();
        answers
    };
    let words = |text: &str| {
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        text.split_whitespace().filter(is_word).map(str::to_owned).collect::<Vec<_>>()
    };
    let whole = answers(100);
    for columns in [60, 80, 120] {
        for ((input, answer), whole) in LONG.iter().zip(answers(columns)).zip(&whole) {
            for line in answer.lines() {
                let taken = line.chars().count();
                assert!(taken <= usize::from(columns), "{columns} columns, {input}:\n{line}");
            }
            assert_eq!(words(&answer), words(whole), "{columns} columns, {input}");
        }
    }
}

#[test]
fn wide_tables_fall_into_frames_and_long_constructors_are_left_out() {
    let mut prompt = Prompt::open();
    let table = prompt.written("table((n, k) -> n * k, 0..15, 0..25)");
    assert!(table.starts_with('┌'), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let small = prompt.written("table([[1, 2]])");
    assert_eq!(small, "table([[1, 2]])\n┌──────┐\n│ 1  2 │\n└──────┘\n");
    prompt.leave();
}

#[test]
fn more_shows_a_screen() {
    let mut prompt = Prompt::open();
    let page = prompt.written("[n for n in 1..2000]");
    assert_eq!(page.lines().count(), 23, "{page}");
    let more = prompt.written(":more");
    assert_eq!(more.lines().count(), 23, "{more}");
    assert!(page.lines().last().unwrap().contains(":more shows the rest"));
    // One line more takes the place of saying so.
    let whole = prompt.written("table([[n] for n in 1..21])");
    assert_eq!((whole.lines().count(), whole.contains(":more")), (23, false), "{whole}");
    prompt.leave();
}

#[test]
fn ctrl_c_gives_up_a_line_and_stops_a_computation_and_the_session_is_kept() {
    let mut prompt = Prompt::open();
    prompt.session.send_line("x := 20 + 3").unwrap();
    prompt.prompt();
    prompt.session.send("(1 + ").unwrap();
    prompt.expect("(1 + ");
    prompt.give_up_line();
    prompt.session.send_line("while true { x }").unwrap();
    prompt.expect("\n");
    std::thread::sleep(Duration::from_millis(500));
    prompt.press(ControlCode::EndOfText);
    prompt.expect("G0501");
    prompt.prompt();
    prompt.say("x + 100", "123");
    prompt.leave();
}

#[test]
fn tab_completes_names_signs_commands_and_files() {
    let mut prompt = Prompt::open();
    fs::write(prompt.folder.path().join("homework.game"), "given := 555\n").unwrap();
    prompt.session.send("birthd\t").unwrap();
    prompt.expect("birthday");
    prompt.say("(3)", "3");
    prompt.session.send("\\up\t").unwrap();
    prompt.expect("↑");
    prompt.say(" + ↑", "⇑");
    prompt.session.send(":loa\t homew\t").unwrap();
    prompt.expect("homework.game");
    prompt.session.send_line("").unwrap();
    prompt.prompt();
    prompt.say("given", "555");
    prompt.session.send("use \"homew\t").unwrap();
    prompt.expect("homework.game");
    prompt.give_up_line();
    prompt.leave();
}

#[test]
fn tab_in_a_call_shows_what_it_takes() {
    let mut prompt = Prompt::open();
    prompt.say("f(x, y) := x + y; f(1, 1)", "2");
    for (typed, shown, rest, answer) in [
        ("mean(", &["mean(G", "The mean value", "mean(<3|1>) is 2"][..], "<5|1>)", "3\r\n"),
        ("1 + cool(<3|1>, ", &["cool(G, t)", "tax"], "1)", "3*\r\n"),
        ("f(2, no_such_na", &["f(x, y)"], "me)", "nothing is called"),
    ] {
        prompt.session.send(typed).unwrap();
        prompt.expect(typed);
        prompt.session.send("\t").unwrap();
        shown.iter().for_each(|text| prompt.expect(text));
        prompt.ask(rest, answer);
    }
    prompt.leave();
}

#[test]
fn what_failed_is_not_offered_in_grey() {
    let start = |folder| {
        let mut prompt = Prompt::start(folder, &["--color", "always"]);
        prompt.expect(":quit to leave");
        prompt.prompt_in_colour();
        prompt
    };
    let mut prompt = start(tempfile::tempdir().unwrap());
    for (line, answer) in [("40 + 2", "42"), ("40 + nothing_such", "nothing is called")] {
        prompt.session.send_line(line).unwrap();
        prompt.expect(answer);
        prompt.prompt_in_colour();
    }
    let folder = prompt.leave();
    // Neither in this session nor in the next.
    let mut prompt = start(folder);
    prompt.session.send("40").unwrap();
    prompt.expect(" + 2");
    prompt.session.send("\u{1b}[C").unwrap();
    prompt.session.send_line("00").unwrap();
    prompt.expect("240");
    prompt.prompt_in_colour();
    prompt.leave();
}

#[test]
fn the_history_is_kept_from_session_to_session() {
    let mut prompt = Prompt::open();
    prompt.say("100 + 11", "111");
    let folder = prompt.leave();
    assert!(folder.path().join("upstar").join("history").exists());
    let mut prompt = Prompt::open_in(folder);
    prompt.session.send("\u{1b}[A").unwrap();
    prompt.expect("100 + 11");
    prompt.session.send_line("").unwrap();
    prompt.expect("111\r\n");
    prompt.prompt();
    prompt.leave();
}

#[test]
fn a_saved_session_can_be_run() {
    let mut prompt = Prompt::open();
    prompt.session.send_line("f(x) := x + 1").unwrap();
    prompt.prompt();
    prompt.say("f(41)", "42");
    prompt.say("nothing_such", "───╯");
    prompt.say("_ + 1", "43");
    let path = fs::canonicalize(prompt.folder.path()).unwrap().join("kept.game");
    prompt.say(":save kept.game", &format!("saved in {}", path.display()));
    let folder = prompt.leave();
    let file = folder.path().join("kept.game");
    let script = fs::read_to_string(&file).unwrap();
    assert_eq!(
        script,
        "f(x) := x + 1\nresult_2 := f(41)\nresult_2\n//= 42\nresult_2 + 1\n//= 43\n"
    );
    let ran = super::run(&[&file.to_string_lossy()], "");
    assert_eq!(ran.out, "42\n43\n", "{}", ran.err);
}

#[test]
fn thermographs_are_drawn_at_the_prompt() {
    let mut prompt = Prompt::open();
    prompt.say("thermograph(<3|1>)", "0 ┼───●───┬───●───\r\n      3   2   1");
    prompt.ask(":set notation ascii", "");
    prompt.say("thermograph(<3|1>)", "0 +---o---+---o---\r\n      3   2   1");
    prompt.leave();
}

#[test]
fn help_and_commands_answer() {
    let mut prompt = Prompt::open();
    prompt.ask("?canonical", "canonical(");
    prompt.ask("canonicl?", "did you mean `canonical`?");
    prompt.ask(":hlep", "did you mean `:help`?");
    prompt.ask("help", "Commands");
    prompt.ask("?hot", "moving first is an advantage");
    prompt.ask("?mex rule", "smallest of 0, 1, 2");
    prompt.ask(":glossary switch", "of two numbers");
    prompt.ask(":rulesets domino", "Domineering");
    prompt.ask(":examples", "canonical form of a sum");
    prompt.ask(":find how do I write my own game", ":tutorial rulesets");
    prompt.say(":type 1/2", "a number");
    prompt.say("<0|*>", "↑");
    prompt.ask(":set not ascii", "there is no setting");
    prompt.ask(":set notation ascii", "");
    prompt.say("<0|*>", "^");
    prompt.say("> 20 + 1", "21");
    prompt.session.send_line("quit").unwrap();
    prompt.session.expect(Eof).unwrap();
}

#[test]
fn a_lesson_goes_on_where_it_was_left() {
    let mut prompt = Prompt::open();
    prompt.ask(":hint", "there is no lesson");
    prompt.ask(":tutorial rulesets", "Type:  game TakeAny");
    prompt.ask("1 + 1", "The lesson goes on after");
    prompt.ask(
        "game TakeAny(k: heap) { move k - j for j in 1..k }",
        "Type:  nimber(TakeAny(3, 4, 5))",
    );
    prompt.ask(":hint", "The answer is 2");
    prompt.ask("", "Type:  game Pins");
    let folder = prompt.leave();
    let mut prompt = Prompt::start(folder, &["tutorial"]);
    prompt.expect("Lesson 5 of 6");
    prompt.expect("Type:  game Pins");
    prompt.prompt();
    prompt.ask(":tutorial stop", "over for now");
    prompt.ask("1 + 1", "2\r\n");
    prompt.ask(":tutorial exercises", "Lesson 6 of 6");
    prompt.leave();
}

#[test]
fn an_empty_line_takes_the_line_that_is_offered() {
    let mut prompt = Prompt::open();
    prompt.ask("who wins *2", "Enter takes: outcome(*2)");
    prompt.ask("", "N");
    prompt.ask(r"\{0 \mid 1\}", "Enter takes: {0 | 1}");
    prompt.ask("1 + 1", "2");
    // What was offered is gone.
    prompt.ask("", "");
    prompt.say("20 + 1", "21");
    prompt.leave();
}

/// What the prompt draws below the value of an input.
fn drawn(input: &str) -> Option<String> {
    let mut session = crate::support::session(std::path::Path::new("tests"));
    let reply = session.eval("test", input);
    assert!(reply.diagnostics.is_empty(), "{:?}", reply.diagnostics);
    session.drawing(&reply.answers.last().unwrap().value)
}

#[test]
fn boards_are_drawn_with_the_pictures_of_their_ruleset() {
    let peg = "game Peg(b: grid of \".o\") { move \"oo.\" -> \"..o\"; draw_as {\".\": \"·\", \"o\": \"●\"} }\n";
    assert_eq!(drawn(&format!("{peg}Peg(\"oo.|..o\")")).unwrap(), "● ● ·\n· · ●");
    assert_eq!(drawn(&format!("{peg}Peg(\"oo.\")")).unwrap(), "● ● ·");
    assert_eq!(drawn("Domineering(\".#|..\")").unwrap(), ". #\n. .");
    assert_eq!(drawn("Domineering(1, 3)"), None);
    assert_eq!(drawn("Nim(3)").unwrap(), "●●● 3");
}
