//! What can be said to the prompt with a colon, through a pseudo-terminal and through a pipe.

use std::fs;

use expectrl::Expect as _;

use super::prompt::Prompt;
use super::run;

/// What is written on both streams when these lines come through a pipe.
fn said(lines: &[&str]) -> String {
    let ran = run(&["--no-config"], lines.join("\n"));
    format!("{}{}", ran.out, ran.err)
}

#[test]
fn a_card_says_all_about_a_game() {
    let mut prompt = Prompt::open();
    prompt.session.send_line(":info <0|*>").unwrap();
    for line in [
        "kind           a form",
        "typed          <0|*>",
        "value          ↑",
        "outcome        L",
        "birthday       2",
        "stops          (0, 0)",
        "mean           0",
        "temperature    0",
        "atomic weight  1",
        "▲",
    ] {
        prompt.expect(line);
    }
    prompt.prompt();
    prompt.ask(":info Domineering(\".#|..\")", ". #\r\n");
    prompt.ask(":info nothing_such", "G0201");
    prompt.ask(":info", ":info needs an expression");
    prompt.leave();
}

#[test]
fn a_card_of_an_impartial_position_has_a_nimber() {
    let said = said(&[":info Nim(3, 5)", ":info 1 +", ":info birthday"]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in ["kind a sum of positions", "value *6", "nimber 6", "G0101", "birthday(G)"] {
        assert!(said.contains(text), "{text}: {said}");
    }
}

#[test]
fn a_card_that_needs_too_much_says_what_is_known_and_the_session_goes_on() {
    let ran = run(&["--max-memory", "60M"], ":info Domineering(8, 8)\n40 + 2");
    assert!(ran.out.contains("a position") && ran.out.ends_with("42\n"), "{}", ran.out);
    assert!(ran.err.contains("G0503"), "{}", ran.err);
}

#[test]
fn names_and_errors_are_found() {
    let found = said(&[":find atomic weight"]);
    let first = found.lines().next().unwrap_or_default();
    assert!(first.trim_start().starts_with("atomic_weight"), "{found}");
    assert!(said(&[":find interrupted"]).contains("G0501"));
    assert!(said(&["zzyzx := 3", ":find zzyz"]).contains("zzyzx"));
    assert!(said(&[":find temprature"]).contains("did you mean `temperature`?"));
    assert!(said(&[":find"]).contains(":find needs words"));
}

#[test]
fn commands_are_found_and_have_pages() {
    let overview = said(&[":help"]);
    let listed = overview.lines().filter_map(|line| line.trim_start().strip_prefix(':'));
    let names: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 12, "{overview}");
    for name in names {
        let found = said(&[&format!(":find :{name}")]);
        assert!(found.trim_start().starts_with(&format!(":{name} ")), "{found}");
        let page = said(&[&format!(":help :{name}")]);
        assert!(page.starts_with(&format!(":{name}")) && page.lines().count() > 2, "{page}");
        assert_eq!(page, said(&[&format!("?:{name}")]));
    }
    assert!(said(&[":help :sav"]).starts_with(":save FILE"));
    assert!(said(&[":help :saev"]).contains("did you mean `:save`?"));
    assert!(said(&[":find write this session"]).trim_start().starts_with(":save"));
    assert_eq!(said(&[":help ⧏"]), said(&[":help <|"]));
}

#[test]
fn error_pages_are_shown_by_their_codes() {
    assert_eq!(said(&[":explain g0501"]), said(&["?G0501"]));
    assert!(said(&[":explain G0501"]).contains("Ctrl-C"));
    assert!(said(&[":explain *2"]).contains("there is no error `*2`"));
}

#[test]
fn what_was_taken_back_is_gone_and_is_not_saved() {
    let mut prompt = Prompt::open();
    for line in ["x := 20 + 1", "y := 700"] {
        prompt.ask(line, "");
    }
    prompt.say("x + y", "721");
    prompt.ask(":undo", "taken back: `y`");
    prompt.ask("y", "nothing is called `y`");
    prompt.say("x + 100", "121");
    prompt.ask(":save kept.game", "saved");
    prompt.ask(":undo", "taken back: `x`");
    prompt.ask(":undo", "there is nothing to take back");
    prompt.ask(":undo 2", "nothing can stand after `:undo`");
    let folder = prompt.leave();
    let script = fs::read_to_string(folder.path().join("kept.game")).unwrap();
    assert_eq!(script, "x := 20 + 1\nx + 100\n//= 121\n");
}

#[test]
fn everything_is_forgotten_when_that_is_spelled_out() {
    let said = said(&["x := 5", ":res", "x", ":reset", "x", "1"]);
    for text in
        ["`:reset` must be spelled out", "5\n", "everything is forgotten", "nothing is called `x`"]
    {
        assert!(said.contains(text), "{text}: {said}");
    }
}

#[test]
fn a_log_has_what_was_typed_and_what_was_answered() {
    let mut prompt = Prompt::open();
    prompt.ask(":log /nonexistent/log", "cannot be written");
    prompt.ask(":log off", "there is no log");
    let path = fs::canonicalize(prompt.folder.path()).unwrap().join("talk.log");
    prompt.ask(":log talk.log", &format!("written to {}", path.display()));
    prompt.say("40 + 2", "42");
    prompt.ask("nothing_such", "G0201");
    prompt.ask(":log off", "closed");
    prompt.say("1000 + 2", "1002");
    let folder = prompt.leave();
    let log = fs::read_to_string(folder.path().join("talk.log")).unwrap();
    assert!(log.contains("> 40 + 2\n42\n> nothing_such\n"), "{log}");
    assert!(log.contains("nothing is called `nothing_such`"), "{log}");
    assert!(!log.contains("1002") && !log.contains('\u{1b}'), "{log}");
}

#[test]
fn statistics_are_counted() {
    let said = said(&["x := <3|1>", "x + x", ":stats"]);
    assert!(said.contains("inputs                   2"), "{said}");
    assert!(said.contains("names bound              1"), "{said}");
    assert!(said.contains("of 4G"), "{said}");
}

#[test]
fn the_engine_of_a_position_is_said() {
    let said = said(&[
        "game G(n: heap) { move n - k for k in 1..length(text(n)) if k <= n }",
        ":how G(3)",
        ":how 1/2",
    ]);
    assert!(said.contains("the rules, evaluated position by position"), "{said}");
    assert!(said.contains("`text` is evaluated"), "{said}");
    assert!(said.contains("it is a value already"), "{said}");
}

#[test]
fn long_output_waits_until_more_is_asked_for() {
    let mut prompt = Prompt::open();
    fs::write(
        prompt.folder.path().join("long.game"),
        (1001..=1050).map(|n| format!("{n}\n")).collect::<String>(),
    )
    .unwrap();
    prompt.ask(":load long.game", "1022\r\n… 28 more lines; :more shows the rest");
    prompt.ask(":more", "1023\r\n");
    prompt.ask(":more", "1050\r\n");
    prompt.ask(":more", "there is no more");
    prompt.ask(":set pager off", "");
    prompt.ask(":load long.game", "1049\r\n1050\r\n");
    prompt.leave();
}

#[test]
fn long_output_goes_through_a_pipe_whole() {
    let names = said(&["?", ":find game"]);
    assert!(names.lines().count() > 60 && !names.contains(":more shows"), "{names}");
}

#[test]
fn up_goes_through_the_inputs_that_begin_with_what_is_typed() {
    let mut prompt = Prompt::open();
    prompt.say("100 + 11", "111");
    prompt.say("200 + 22", "222");
    prompt.session.send("100").unwrap();
    prompt.expect("100");
    prompt.session.send("\u{1b}[A").unwrap();
    prompt.expect(" + 11");
    prompt.say("", "111");
    // On an empty line Up goes back one input after the other.
    prompt.session.send("\u{1b}[A\u{1b}[A").unwrap();
    prompt.expect("200 + 22");
    prompt.say("", "222");
    prompt.leave();
}

#[test]
fn the_rest_of_an_earlier_input_is_a_hint_in_grey() {
    let mut prompt = Prompt::start(tempfile::tempdir().unwrap(), &["--color", "always"]);
    prompt.expect("\u{1b}[?2004h");
    prompt.session.send_line("100 + 11").unwrap();
    prompt.expect("111\r\n");
    prompt.expect("\u{1b}[?2004h");
    prompt.session.send("100").unwrap();
    prompt.expect("\u{1b}[2m + 11\u{1b}[0m");
    prompt.session.send("\u{1b}[C").unwrap();
    prompt.session.send_line("").unwrap();
    prompt.expect("111\r\n");
    prompt.expect("\u{1b}[?2004h");
    prompt.leave();
}

#[test]
fn a_line_longer_than_the_screen_is_shown_to_its_end() {
    let mut prompt = Prompt::open();
    let digits = "1234567890".repeat(400);
    prompt.ask(&format!("\"{digits}\""), "… 29 more lines; :more shows the rest");
    prompt.ask(":more", "… 7 more lines; :more shows the rest");
    prompt.ask(":more", "1234567890\"\r\n");
    prompt.ask(":more", "there is no more");
    prompt.leave();
}

#[test]
fn all_of_day_3_is_shown_page_by_page() {
    let mut prompt = Prompt::open();
    prompt.ask("day(3)", "more lines; :more shows the rest");
    for _ in 0..3 {
        prompt.ask(":more", "more lines; :more shows the rest");
    }
    prompt.leave();
}

#[test]
fn a_saved_session_does_not_destroy_what_others_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("homework.game");
    let save = format!(":save {}", path.display());
    let full = fs::canonicalize(folder.path()).unwrap().join("homework.game");
    let full = full.display();
    for (number, backup) in [".bak", ".bak2"].into_iter().enumerate() {
        let old = format!("an essay, version {number}");
        fs::write(&path, &old).unwrap();
        let said = said(&["40 + 2", &save, "1 + 1", &save]);
        let expected = format!("saved in {full}; what was there is in {full}{backup}\n");
        assert!(said.contains(&expected), "{said}");
        assert!(said.contains(&format!("saved in {full}\n")), "{said}");
        assert_eq!(fs::read_to_string(format!("{full}{backup}")).unwrap(), old);
        assert_eq!(fs::read_to_string(&path).unwrap(), "40 + 2\n//= 42\n1 + 1\n//= 2\n");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    let refused = said(&[":save /dev/null", ":log /dev/null", ":save /nonexistent/a.game"]);
    assert_eq!(refused.matches("cannot be written").count(), 3, "{refused}");
}
