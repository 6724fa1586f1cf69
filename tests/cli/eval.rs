//! `upstar eval EXPR`, flags and exit codes.

use super::run;

#[test]
fn a_value_is_printed() {
    let ran = run(&["eval", "<0,*|0> + *2"], "");
    assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.code), ("↑*3\n", "", Some(0)));
}

#[test]
fn the_notation_can_be_chosen_before_and_after_the_command() {
    assert_eq!(run(&["--notation", "ascii", "eval", "<0,*|0> + *2"], "").out, "^*3\n");
    assert_eq!(run(&["eval", "<0,*|0> + *2", "--notation", "ascii"], "").out, "^*3\n");
}

#[test]
fn an_expression_may_begin_with_a_minus() {
    assert_eq!(run(&["eval", "-1 - 1"], "").out, "-2\n");
}

#[test]
fn errors_go_to_standard_error_with_the_place() {
    let ran = run(&["eval", "1 + canonicl(2)"], "");
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(1)));
    assert!(ran.err.contains("[G0201]") && ran.err.contains("expression:1:5"), "{}", ran.err);
    assert!(ran.err.contains("did you mean `canonical`?"), "{}", ran.err);
}

#[test]
fn json_has_one_object_per_answer() {
    let ran = run(&["eval", "--json", "1 + 1; [1, 2]"], "");
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["input"], "1 + 1");
    assert_eq!(lines[0]["version"], 1);
    assert_eq!(lines[0]["value"]["text"], "2");
    assert_eq!(lines[0]["value"]["kind"], "number");
    assert_eq!(lines[1]["value"]["data"], serde_json::json!([1, 2]));
    let ran = run(&["eval", "--json", "1 +"], "");
    let error: serde_json::Value = serde_json::from_str(ran.out.trim()).unwrap();
    assert!(error["error"]["code"].as_str().unwrap().starts_with("G01"), "{error}");
    assert_eq!(error["error"]["span"]["line"], 1);
}

#[test]
fn bad_usage_ends_with_2() {
    assert_eq!(run(&["eval"], "").code, Some(2));
    assert_eq!(run(&["--colour"], "").code, Some(2));
    assert_eq!(run(&["eval", "1", "--max-memory", "lots"], "").code, Some(2));
    assert_eq!(run(&["some.game", "eval", "1"], "").code, Some(2));
}

#[test]
fn the_timeout_stops_a_computation() {
    let ran = run(&["eval", "--timeout", "0.2", "sum := 0; while true { sum := sum + 1 }"], "");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("[G0502]"), "{}", ran.err);
    // What to do about it, for the command line and for the prompt.
    assert!(ran.err.contains("--timeout") && ran.err.contains(":set"), "{}", ran.err);
}

#[test]
fn the_memory_limit_stops_a_computation() {
    let large = "[[n] for n in 1..10000000]";
    let ran = run(&["eval", "--max-memory", "100M", "--timeout", "20", large], "");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("[G0503]"), "{}", ran.err);
}

#[test]
fn a_page_of_the_reference_is_shown() {
    let ran = run(&["doc", "canonical"], "");
    assert!(ran.out.starts_with("canonical("), "{}", ran.out);
    assert!(run(&["doc"], "").out.contains("canonical"));
    assert!(run(&["doc", "g0601"], "").out.contains("G0601"));
    let ran = run(&["doc", "canonicl"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("did you mean `canonical`?"), "{}", ran.err);
}

#[test]
fn colour_is_used_when_asked_for() {
    assert!(run(&["eval", "foo", "--color", "always"], "").err.contains("\u{1b}["));
    assert!(!run(&["eval", "foo"], "").err.contains("\u{1b}["));
}

#[test]
fn thermographs_are_text_away_from_the_prompt() {
    let ran = run(&["--notation", "ascii", "eval", "thermograph(<3|1>)"], "");
    assert_eq!(ran.out, "thermograph([(0, 3), (1, 2)], [(0, 1), (1, 2)])\n");
}

#[test]
fn a_code_that_means_nothing_is_shown_where_it_was_typed() {
    let ran = run(&["eval", "nimber(octal(\"0.7G7\")(3))"], "");
    assert!(ran.err.contains("[G0410]") && ran.err.contains("expression:1:18"), "{}", ran.err);
    let ran = run(&["eval", "1 + 1; moves(TakeAndBreak(\"77\")(3))"], "");
    assert!(ran.err.contains("[G0410]") && ran.err.contains("expression:1:30"), "{}", ran.err);
}

#[test]
fn an_argument_of_another_type_is_marked_itself() {
    for (input, place) in [
        ("cool(<3|1>, \"x\")", "expression:1:13"),
        ("floor(1) + floor(\"a\")", "expression:1:18"),
        // A function that another one calls has no place of its own.
        ("[\"a\"].map(floor)", "expression:1:1"),
    ] {
        let found = run(&["eval", input], "").err;
        assert!(found.contains(&format!("{place} ]")), "{input}: {found}");
    }
}

#[test]
fn the_engine_that_answers_is_said() {
    let ran = run(&["eval", "--how", "Kayles(2000)"], "");
    assert_eq!((ran.out.as_str(), ran.code), ("a table of nimbers, by the code 0.77\n", Some(0)));
    let ran = run(&["eval", "--how", "--json", "Kayles(7)"], "");
    assert!(ran.out.contains("\"how\":\"a table of nimbers, by the code 0.77\""), "{}", ran.out);
    let ran = run(&["eval", "--how", "nothing_such"], "");
    assert!(ran.err.contains("G0201") && ran.code == Some(1), "{}", ran.err);
}
