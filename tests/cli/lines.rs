//! `upstar eval -` and `upstar < FILE`.

use super::run;

#[test]
fn every_line_in_gives_one_line_out() {
    let input = b"1 + 1\n\n// nothing\nx := 3\nx; x + 1\nx + (\n\xff\nx\n".to_vec();
    let ran = run(&["eval", "-"], input);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[..5], ["2", "", "", "", "3; 4"]);
    assert!(lines[5].starts_with("error: "), "{}", lines[5]);
    assert!(lines[6].starts_with("error: line 7 is not UTF-8"), "{}", lines[6]);
    assert_eq!(lines[7..], ["3"]);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn a_failed_line_leaves_no_trace() {
    let ran = run(&["eval", "-"], "x := 1\nx := 2; y := nothing_such\nx\n_\n");
    assert_eq!(ran.out.lines().nth(2), Some("1"));
    assert_eq!(ran.out.lines().nth(3), Some("1"));
}

#[test]
fn checks_are_lines_too() {
    let ran = run(&["eval", "-"], "check 1 + 1 == 2\ncheck 1 + 1 == 3\ncheck 1 + 1 == ?\n");
    assert_eq!(
        ran.out,
        "\nerror: `1 + 1 == 3` does not hold (the left side is 2, the right side 3)\n2\n"
    );
    assert_eq!(ran.code, Some(1));
}

#[test]
fn the_timeout_is_for_each_line() {
    let ran = run(&["eval", "-", "--timeout", "0.3"], "1\nwhile true { 1 }\n2\n");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[2]), (3, "1", "2"));
    assert!(lines[1].starts_with("error: "), "{}", lines[1]);
}

#[test]
fn what_is_hopeless_is_refused_quickly() {
    let brackets = "<".repeat(100_000) + "\n" + &"(".repeat(100_000) + "\n1\n";
    let ran = run(&["eval", "-"], brackets);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("error: ") && lines[0].len() < 500, "{}", lines[0]);
    assert!(lines[1].starts_with("error: ") && lines[1].len() < 500, "{}", lines[1]);
    assert_eq!(lines[2], "1");
}

#[test]
fn json_lines_are_objects() {
    let ran = run(&["eval", "-", "--json"], "1\n\nfoo\n1; 2\n");
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["value"]["text"], "1");
    assert!(lines[1]["value"].is_null());
    assert_eq!(lines[2]["error"]["code"], "G0201");
    assert_eq!(lines[3]["values"][1]["value"]["text"], "2");
}

#[test]
fn several_values_are_one_object() {
    let ran = run(&["eval", "-", "--json"], "1; 1/2; 3;\n");
    let value = |text: &str, latex: &str, data: &str| {
        let shape = format!(r#""kind":"number","text":"{text}","latex":"{latex}","data":{data}"#);
        format!(r#"{{"version":1,"input":"{text}","value":{{{shape}}}}}"#)
    };
    let half = r#"{"kind":"number","numerator":1,"denominator":2}"#;
    let values = [value("1", "1", "1"), value("1/2", "\\\\frac{1}{2}", half)].join(",");
    let line = format!(r#"{{"version":1,"input":"1; 1/2; 3;","values":[{values}]}}"#);
    assert_eq!(ran.out, line + "\n");
    let timed = run(&["eval", "-", "--json", "--time"], "1; 2\n");
    let object: serde_json::Value = serde_json::from_str(&timed.out).unwrap();
    assert!(object["seconds"].is_f64(), "{object}");
}

#[test]
fn long_texts_are_objects_too() {
    for piece in ["a", "é", "↑", "\"", "\n", "a\"\n↑"] {
        let text = piece.repeat(150_000);
        let typed = format!("{:?}\n", text);
        let ran = run(&["eval", "-", "--json"], typed.as_str());
        let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(object["value"]["data"], text.as_str());
        assert_eq!(object["value"]["text"], typed.trim_end());
    }
}

#[test]
fn piped_inputs_may_take_several_lines_and_commands() {
    let ran = run(&[], "f(x) := (\n  x + 1\n)\nf(1)\n:set notation ascii\n<0|*>\n:quit\n7\n");
    assert_eq!((ran.out.as_str(), ran.code), ("2\n^\n", Some(0)), "{}", ran.err);
}

#[test]
fn piped_inputs_go_on_after_an_error() {
    let ran = run(&[], "foo\n1\n");
    assert_eq!((ran.out.as_str(), ran.code), ("1\n", Some(1)));
    assert!(ran.err.contains("input 1:1:1"), "{}", ran.err);
}
