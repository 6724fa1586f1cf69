//! Matches, played as a person plays them.

use std::fs;
use std::time::Duration;

use expectrl::{ControlCode, Eof, Expect as _};

use super::prompt::Prompt;
use super::run;
use crate::support::{read, rewrite_if_asked};

/// A match that is begun from the command line.
struct Table(Prompt);

impl Table {
    fn sit(args: &[&str]) -> Table {
        Table::sit_in(tempfile::tempdir().unwrap(), args)
    }

    fn sit_in(folder: tempfile::TempDir, args: &[&str]) -> Table {
        let mut flags = vec!["play"];
        flags.extend(args);
        Table(Prompt::start(folder, &flags))
    }

    /// Waits for a turn.
    fn turn(&mut self, player: &str) {
        self.0.expect("\u{1b}[?2004h");
        self.0.expect(&format!("{player}> "));
    }

    /// Types a line, and waits for what comes of it and for the next turn.
    fn say(&mut self, line: &str, answer: &str, player: &str) {
        self.0.session.send_line(line).unwrap();
        self.0.expect("\n");
        self.0.expect(answer);
        self.turn(player);
    }

    fn leave(mut self) -> tempfile::TempDir {
        self.0.session.send(ControlCode::EndOfTransmission).unwrap();
        self.0.session.expect(Eof).unwrap();
        self.0.folder
    }
}

/// Runs a file in its folder, as a file and as a sheet of checks.
fn holds(folder: &tempfile::TempDir, name: &str) {
    let path = folder.path().join(name);
    let path = path.to_string_lossy();
    for args in [&[&*path][..], &["check", &path]] {
        let ran = run(args, "");
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    }
}

#[test]
fn a_normal_match_with_everything_that_can_be_said() {
    let mut table = Table::sit(&["Domineering(3, 3)"]);
    table.0.expect("you are Left, the machine is Right. Left begins.");
    table.0.expect("  a b c");
    table.turn("Left");
    table.say("b2", "`b2` may be `b1 b2` or `b2 b3`.", "Left");
    table.say("a1 b1", "That is Right's move a1 b1, and it is Left's turn.", "Left");
    table.say("d7", "There is no cell d7: columns are a to c, rows 1 to 3.", "Left");
    table.say("hnit", "Did you mean `hint`?", "Left");
    table.say("help", "exchange sides with the machine", "Left");
    table.say("moves", "#6 c2 c3", "Left");
    table.say("board", "3 . . .", "Left");
    table.say("hint", "it wins, in", "Left");
    table.say("a1", "Left plays a1 a2.", "over");
    table.say("why", "I played b2 c2: it wins, in 1 move at most.", "over");
    table.say("undo", "Left takes back a1 a2.", "Left");
    table.say("undo", "There is nothing to take back.", "Left");
    table.say("swap", "You are Right now.", "Right");
    table.say("save", "`save` needs a file", "Right");
    table.say("save match.game", "match.game.", "Right");
    table.say("resign", "Right gives up: Left wins.", "over");
    table.say("a1", "The match is over", "over");
    table.say("undo", "Right goes on.", "Right");
    table.say("undo", "There is nothing to take back.", "Right");
    let folder = table.leave();
    holds(&folder, "match.game");
    let mut table = Table::sit_in(folder, &["match.game", "--as", "right"]);
    table.0.expect("you are Right, the machine is Left. Right is to");
    table.turn("Right");
    table.leave();
}

#[test]
fn a_bracket_is_played_as_typed_and_saved_so() {
    let mut table = Table::sit(&["form(<0,1|*>)"]);
    table.0.expect("form(<0,1|*>): you are Left");
    table.turn("Left");
    table.say("0", "Right cannot move: Left wins.", "over");
    table.say("why", "The match is over. Right cannot move: Left wins.", "over");
    table.say("go", "The match is over.", "over");
    table.say("save match.game", "match.game.", "over");
    holds(&table.leave(), "match.game");
    let ran = run(&["play", "over - over"], "");
    assert!(ran.code != Some(0) && !ran.out.contains("you are"), "{}", ran.out);
}

#[test]
fn a_misere_match_to_the_end() {
    let mut table = Table::sit(&["misere(Nim(1, 2))", "--first", "Right"]);
    table.0.expect("Right plays 2>0. Right wins; I play perfectly.");
    table.turn("Left");
    table.say("2>1", "There is no heap of 2: they are 1.", "Left");
    table.say("take 1", "Right cannot move, and so wins: this is misère play.", "over");
    table.say("undo", "Left takes back 1>0.", "Left");
    table.say("1", "Left plays 1>0.", "over");
    table.leave();
}

#[test]
fn a_match_decided_by_a_goal_to_the_end() {
    let mut table = Table::sit(&["TicTacToe(\"xx.|.o.|...\")", "--as", "Right"]);
    table.turn("Right");
    table.say("a1", "Right has no such move: a1 shows `x`.", "Right");
    table.say("a3", "Left plays c1. Left wins; I play perfectly.", "over");
    table.say("why", "I played c1: it wins, in 1 move at most.", "over");
    table.leave();
}

#[test]
fn a_match_about_points_from_a_file_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "game Ends(row)(i, j) {
  move (i + 1, j) gain row[i] if i <= j; (i, j - 1) gain row[j] if i < j
}\n";
    fs::write(folder.path().join("ends.game"), rules).unwrap();
    let mut table = Table::sit_in(folder, &["ends.game", "Ends([1, 5, 2])(1, 3)"]);
    table.0.expect("you are Max, the machine is Min. Max begins.");
    table.turn("Max");
    table.say("(1,2)", "Min plays (1,1). With best play Max gets -2 in all", "Max");
    table.say("save points.game", "Saved", "Max");
    table.say("(2,1)", "Play is over: Max gets -2.", "over");
    let folder = table.leave();
    holds(&folder, "points.game");
}

#[test]
fn two_people_share_a_board_and_the_machine_plays_itself() {
    let mut table = Table::sit(&["Hackenbush(\"0-1:b, 1-2:r, 0-3:r\")", "--two"]);
    table.turn("Left");
    table.say("hint", "0-1: ", "Left");
    table.say("0-1", "3", "Right");
    table.say("0-3", "Left cannot move: Right wins.", "over");
    table.leave();
    let mut table = Table::sit(&["TurningTurtles(\"THTTH\")", "--watch"]);
    table.0.expect("plays");
    table.0.expect("cannot move");
    table.turn("over");
    table.leave();
}

#[test]
fn ctrl_c_stops_the_machine_and_the_session_is_kept() {
    let mut prompt = Prompt::open();
    prompt.session.send_line("x := 20 + 3").unwrap();
    prompt.prompt();
    prompt.session.send_line("play(NoGo(6, 6))").unwrap();
    let mut table = Table(prompt);
    table.turn("Left");
    table.0.session.send_line("c3").unwrap();
    table.0.expect("\n");
    std::thread::sleep(Duration::from_millis(700));
    table.0.session.send(ControlCode::EndOfText).unwrap();
    table.0.expect("Stopped. It is still Right's turn");
    table.turn("Right");
    table.say("go", "Right plays ", "Left");
    table.0.session.send(ControlCode::EndOfText).unwrap();
    table.0.expect("Ctrl-D or `quit` leaves the match.");
    table.turn("Left");
    table.0.session.send_line("quit").unwrap();
    table.0.expect("replay(NoGo(");
    table.0.prompt();
    table.0.say("x + 100", "123");
    table.0.leave();
}

#[test]
fn a_match_of_rules_of_ones_own_is_saved_with_them() {
    let mut prompt = Prompt::open();
    prompt.session.send_line("game Two(n: heap) { move n - 2 if n > 1; n - 1 if n == 1 }").unwrap();
    prompt.prompt();
    prompt.session.send_line("play(Two(5), Right, Left)").unwrap();
    let mut table = Table(prompt);
    table.0.expect("Left plays 5>3.");
    table.turn("Right");
    table.say("take 2", "Left plays 1>0.", "over");
    table.say("save own.game", "own.game.", "over");
    table.0.session.send_line("quit").unwrap();
    table.0.prompt();
    holds(&table.0.leave(), "own.game");
}

#[test]
fn a_match_needs_a_position_and_somebody() {
    let ran = run(&["eval", "play(Nim(3))"], "");
    assert!(ran.err.contains("a match needs a player at the prompt"), "{}", ran.err);
    assert_eq!(ran.code, Some(1));
    let ran = run(&["play", "Nim"], "");
    assert!(ran.err.contains("expected a position"), "{}", ran.err);
    let ran = run(&["play", "nothing.game"], "");
    assert_eq!(ran.code, Some(2));
}

#[test]
fn narrow_screens_and_ascii_are_enough() {
    let ran = run(&["play", "--notation", "ascii", "MockTurtles(\"THTH\")"], "moves\n");
    assert!(ran.out.is_ascii(), "{}", ran.out);
    assert!(ran.out.contains("T H T H\n0 1 2 3"), "{}", ran.out);
    let output = super::upstar()
        .args(["play", "Domineering(3, 3) + Domineering(3, 3) + ToadsAndFrogs(\"T..F\")"])
        .env("COLUMNS", "20")
        .write_stdin("moves\n")
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let below = out.lines().skip_while(|line| !line.starts_with('A'));
    let board: Vec<&str> = below.take_while(|line| !line.contains("> ")).collect();
    assert!(board.len() >= 8, "{out}");
    assert!(board.iter().all(|line| line.chars().count() <= 20), "{out}");
}

/// The page of the book about playing.
const PAGE: &str = "docs/book/src/reference/play.md";

/// What a match prints that is shown in the book: the command, and what is typed at its prompts.
fn played(block: &str) -> String {
    let (command, shown) = block.split_once('\n').unwrap();
    let mut args: Vec<&str> = Vec::new();
    for (n, piece) in command.trim_start_matches("$ upstar ").split('\'').enumerate() {
        if n % 2 == 1 {
            args.push(piece);
        } else {
            args.extend(piece.split_whitespace());
        }
    }
    let prompts = ["Left> ", "Right> ", "Max> ", "Min> ", "over> "];
    let typed = shown.lines().filter_map(|line| prompts.iter().find_map(|p| line.strip_prefix(p)));
    let input: String = typed.map(|line| format!("{line}\n")).collect();
    let ran = run(&args, input);
    format!("{command}\n{}", ran.out)
}

#[test]
fn the_matches_of_the_book_are_real() {
    let page = read(PAGE);
    let mut real = String::new();
    for (n, piece) in page.split("```text\n").enumerate() {
        match (n, piece.split_once("```\n")) {
            (1.., Some((block, rest))) if block.starts_with("$ upstar play ") => {
                real.push_str(&format!("```text\n{}```\n{rest}", played(block)));
            }
            (0, _) => real.push_str(piece),
            _ => real.push_str(&format!("```text\n{piece}")),
        }
    }
    rewrite_if_asked("UPDATE_MATCHES", PAGE, &real);
    assert!(read(PAGE) == real, "{PAGE} is not what the program says:\n{real}");
}
