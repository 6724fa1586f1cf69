//! Settings, and the folder they are read from.

use std::fs;

use super::prompt::Prompt;
use super::run;

/// A prompt with these files in the settings folder.
fn with_files(config: &str, init: &str, flags: &[&str]) -> Prompt {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("upstar");
    fs::create_dir(&settings).unwrap();
    fs::write(settings.join("config.toml"), config).unwrap();
    fs::write(settings.join("init.game"), init).unwrap();
    Prompt::start(folder, flags)
}

#[test]
fn all_settings_are_shown_and_can_be_typed_back() {
    let shown = run(&[], ":set");
    // What is further in belongs to the line above.
    let is_first = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let lines: Vec<&str> = shown.out.lines().filter(is_first).collect();
    assert_eq!(lines.len(), 11, "{}", shown.out);
    for line in lines {
        let mut words = line.split_whitespace();
        let (name, value) = (words.next().unwrap(), words.next().unwrap());
        let again = run(&[], format!(":set {name} {value}\n:set {name}"));
        assert_eq!(again.out, format!("{name} {value}\n"), "{}", again.err);
    }
}

#[test]
fn what_a_setting_does_not_admit_is_refused() {
    for (line, message) in [
        (":set notaton ascii", "did you mean `notation`?"),
        (
            ":set notation asci",
            "`notation` is `unicode`, `ascii` or `latex`, not `asci` (did you mean `ascii`?)",
        ),
        (":set timeout -1", "a number of seconds above 0, or `off`, not `-1`"),
        (
            ":set timeout 0",
            "`timeout` is a number of seconds above 0, or `off`, not `0` (`off` is without a limit)",
        ),
        (":set timeout 0.0", "not `0.0` (`off` is without a limit)"),
        (":set threads 0.0", "`threads` is a number from 1 to 256, not `0.0`\n"),
        (":set timeout nan", "not `nan`"),
        (":set max_memory lots", "a size such as"),
        (":set threads 0", "`threads` is a number from 1 to 256, not `0`"),
        (":set pager maybe", "`on` or `off`"),
        (":set validate sometimes", "`validate` is `all`, `some` or `off`"),
        (":set color on off", "`color` takes one value"),
    ] {
        let ran = run(&[], line);
        assert!(ran.err.contains(message), "{line}: {}", ran.err);
        assert_eq!(ran.code, Some(1));
    }
}

/// Values, nimbers and winners of boards that are large enough for several threads, brackets and names
/// of values.
#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let questions = "\
        canonical(Domineering(4, 5))\n\
        canonical(Domineering(3, 7)) + Clobber(3, 4)\n\
        [canonical(Clobber(3, 4)), canonical(ToadsAndFrogs(\"TTTT...FFFF\"))]\n\
        thermograph(Domineering(3, 6))\n\
        nimber(Cram(4, 7))\n\
        outcome(Domineering(5, 6))\n\
        explain(outcome(Clobber(4, 4)))\n\
        winning_moves(Amazons(\"x..|...|..o\"), Left)\n\
        explain(Domineering(4, 5) > 0)\n\
        left_options(canonical(Domineering(4, 5)))";
    let alone = run(&["--threads", "1"], questions);
    assert_eq!(alone.code, Some(0), "{}", alone.err);
    for threads in ["2", "3", "8"] {
        let together = run(&["--threads", threads], questions);
        assert_eq!((&together.out, &together.err), (&alone.out, &alone.err), "{threads} threads");
    }
    let never = run(&["--threads", "lots"], "");
    assert!(never.err.contains("a number from 1 to 256"), "{}", never.err);
}

#[test]
fn a_timeout_can_be_set_and_taken_away() {
    let ran = run(&[], ":set timeout 0.2\nwhile true { 1 }\n:set timeout off\n:set timeout\n1");
    assert!(ran.err.contains("G0502"), "{}", ran.err);
    assert_eq!(ran.out, "timeout off\n1\n");
}

#[test]
fn timing_and_notation_change_at_once() {
    let ran = run(&[], ":set notation ascii\n:set timing on\n<0|*>");
    assert_eq!(ran.out, "^\n");
    assert!(ran.err.contains("time: "), "{}", ran.err);
}

#[test]
fn the_settings_file_and_the_init_file_are_read_at_the_prompt() {
    let config = "notation = \"ascii\"\nnumbers = true\ntimeout = 30\n";
    let mut prompt = with_files(config, "/// Given.\nfn given(x) { x + 1000 }\n", &[]);
    prompt.expect("_1> ");
    prompt.say("<0|*>", "^");
    prompt.say("given(1)", "1001");
    prompt.say(":set timeout", "timeout 30");
    prompt.ask(":undo", "there is nothing to take back");
    prompt.leave();
}

#[test]
fn flags_win_over_the_settings_file_and_can_turn_both_files_off() {
    let config = "notation = \"ascii\"\nnumbers = true\n";
    let mut prompt = with_files(config, "given := 5", &["--notation", "unicode"]);
    prompt.expect("_1> ");
    prompt.say("<0|*>", "↑");
    prompt.leave();
    let mut prompt = with_files(config, "given := 5", &["--no-config", "--no-init"]);
    prompt.expect(":quit to leave");
    prompt.prompt();
    prompt.say("<0|*>", "↑");
    prompt.ask("given", "nothing is called `given`");
    prompt.leave();
}

#[test]
fn mistakes_in_the_settings_folder_are_told_and_the_rest_is_used() {
    let config = "notaton = \"ascii\"\ntimeout = \"soon\"\nnumbers = [1]\nnotation = \"latex\"\n";
    let mut prompt = with_files(config, "1 +", &["--no-banner"]);
    prompt.expect("there is no setting `notaton` (did you mean `notation`?)");
    prompt.expect("`numbers` is a single value");
    prompt.expect("not `soon`");
    prompt.expect("G0101");
    prompt.prompt();
    prompt.say("<0|*>", "\\uparrow");
    prompt.leave();
    let mut prompt = with_files("pager = off\n", "", &[]);
    prompt.expect("line 1 is not TOML");
    prompt.prompt();
    prompt.say("40 + 1", "41");
    prompt.leave();
}

#[test]
fn files_and_pipes_do_not_read_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("upstar")).unwrap();
    fs::write(folder.path().join("upstar/config.toml"), "notation = \"ascii\"").unwrap();
    for (args, input) in [(&["eval", "<0|*>"][..], ""), (&[][..], "<0|*>")] {
        let output = super::upstar()
            .env("XDG_CONFIG_HOME", folder.path())
            .args(args)
            .write_stdin(input)
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "↑\n");
    }
}

#[test]
fn colours_follow_the_flag_the_environment_and_the_terminal() {
    let colored = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = super::upstar();
        command.env_remove("NO_COLOR").envs(variables.iter().copied());
        let output = command.args(["doc", "mean"]).args(args).output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!colored(&[], &[]));
    assert!(colored(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(colored(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[], &[("CLICOLOR_FORCE", "0")]));
    assert!(!colored(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!colored(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
}
