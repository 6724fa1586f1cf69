//! What is answered about documents: values, files that use each other, renaming.

use serde_json::json;

use super::*;

const ALL: &str = r#"{"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}"#;

fn hints(client: &mut Client, uri: &str) -> Vec<(u64, String)> {
    let range: Json = serde_json::from_str(ALL).unwrap();
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    let hints = client.request("textDocument/inlayHint", params).unwrap();
    let hint = |one: &Json| {
        (one["position"]["line"].as_u64().unwrap(), one["label"].as_str().unwrap().to_owned())
    };
    hints.as_array().unwrap().iter().map(hint).collect()
}

/// Waits until the server wants hints to be requested again.
fn refreshed(client: &mut Client) {
    let is_refresh = |one: &Request| one.method == "workspace/inlayHint/refresh";
    while !client.requests.iter().any(is_refresh) {
        assert!(client.receive().is_none());
    }
    client.requests.retain(|one| !is_refresh(one));
}

#[test]
fn a_used_file_is_read_from_the_editor_first_and_changes_its_users() {
    let mut client = Client::new();
    let (a, b) = (address("a.game"), address("b.game"));
    client.open(&a, "use \"b.game\"\nf(2)");
    assert_eq!(client.codes(&a, 1), ["G0601", "G0201"]);
    client.open(&b, "/// Doubles.\nf(x) := 2 * x");
    assert_eq!(client.codes(&b, 1), [""; 0]);
    assert_eq!(client.codes(&a, 1), [""; 0]);
    let hover = client.request("textDocument/hover", at(&a, 1, 0)).unwrap();
    let shown = hover["contents"]["value"].as_str().unwrap();
    assert!(shown.contains("f(x)") && shown.contains("Doubles."), "{shown}");
    client.replace(&b, 2, "g(x) := 2 * x");
    assert_eq!(client.codes(&a, 1), ["G0201"]);
    client.replace(&b, 3, "f(x) := (x");
    let found = client.diagnostics(&a, 1);
    assert_eq!(found[0]["code"], "G0102");
    assert_eq!(found[0]["relatedInformation"][0]["location"]["uri"], *b);
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn a_name_is_renamed_in_all_files_that_share_it_or_not_at_all() {
    let mut client = Client::new();
    let (a, b) = (address("a.game"), address("b.game"));
    client.open(&b, "f(x) := 2 * x\nh := 3");
    client.open(&a, "use \"b.game\"\nk(y) := f(y) + 1\n[f(z) for z in 1..3]\n5.f");
    let mut rename = |place: Json, new: &str| {
        let mut params = place;
        params["newName"] = Json::from(new);
        client.request("textDocument/rename", params)
    };
    let edits = rename(at(&a, 1, 8), "double").unwrap();
    assert_eq!(edits["changes"][&a].as_array().unwrap().len(), 3);
    assert_eq!(edits["changes"][&b].as_array().unwrap().len(), 1);
    for (new, refusal) in [
        ("h", "`h` is taken: it occurs in line 2 of `/upstar-no-folder/b.game`"),
        ("mean", "`mean` is a name of the language"),
        ("Nim", "`Nim` is a name of the library"),
        ("check", "`check` is reserved and cannot be a name"),
        ("v2", "`v2` is reserved and cannot be a name"),
        ("2x", "`2x` is no name: letters, digits and `_`, a letter first"),
        ("a b", "`a b` is no name: letters, digits and `_`, a letter first"),
        ("", "`` is no name: letters, digits and `_`, a letter first"),
        ("_7", "`_7` is no name: letters, digits and `_`, a letter first"),
        ("y", "`y` is taken: line 2 of `/upstar-no-folder/a.game` would mean something else"),
    ] {
        assert_eq!(rename(at(&b, 0, 0), new).unwrap_err().1, refusal, "{new}");
    }
    let local = rename(at(&a, 1, 2), "w").unwrap();
    assert_eq!(local["changes"][&a].as_array().unwrap().len(), 2);
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn values_come_behind_empty_expectations_and_others_when_they_are_asked_for() {
    let mut client = Client::new();
    let uri = address("a.game");
    client.open(&uri, "x := 2\nx + 1   //=\nx + 2\n1/0   //=\n");
    assert_eq!(hints(&mut client, &uri), []);
    refreshed(&mut client);
    let found = hints(&mut client, &uri);
    assert_eq!(found[0], (1, "3".to_owned()));
    assert!(found[1].0 == 3 && found[1].1.starts_with('✗'), "{found:?}");
    let answer = client.command("upstar.values", json!({ "uri": uri })).unwrap();
    assert_eq!(answer, json!({ "shown": true }));
    refreshed(&mut client);
    hints(&mut client, &uri);
    refreshed(&mut client);
    assert_eq!(hints(&mut client, &uri)[1], (2, "= 4".to_owned()));
    // What was found of a text holds no longer when it changes.
    client.replace(&uri, 2, "x := 3\nx + 1   //=\n");
    hints(&mut client, &uri);
    refreshed(&mut client);
    assert_eq!(hints(&mut client, &uri), [(1, "4".to_owned())]);
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn values_are_those_of_the_names_as_they_are_bound_there() {
    let mut client = Client::new();
    let uri = address("a.game");
    let game = "game H(n) { move n - k if n >= k }";
    let text = format!("k := 1\n{game}\nnimber(H(2))  //=\nk := 2\nnimber(H(2))  //=\n");
    client.open(&uri, &text);
    hints(&mut client, &uri);
    refreshed(&mut client);
    assert_eq!(hints(&mut client, &uri), [(2, "0".to_owned()), (4, "1".to_owned())]);
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn a_value_is_written_behind_its_statement() {
    let text = "1 + 1\n2 + 2;   //= 3\nexplain(<0,*|*>)\n";
    for (line, range, new) in [(0, [0, 5, 0, 5], "   //= 2"), (1, [1, 13, 1, 14], "4")] {
        let mut client = Client::new();
        let uri = address("a.game");
        client.open(&uri, text);
        let position = json!({ "line": line, "character": 0 });
        client.command("upstar.write", json!({ "uri": uri, "position": position })).unwrap();
        let requests =
            client.requests.iter().find(|one| one.method == "workspace/applyEdit").unwrap();
        let edit = &requests.params["edit"]["changes"][&uri][0];
        assert_eq!(edit["newText"], new);
        let [start, from, end, to] = range;
        assert_eq!(edit["range"]["start"], json!({ "line": start, "character": from }));
        assert_eq!(edit["range"]["end"], json!({ "line": end, "character": to }));
    }
}

#[test]
fn values_are_written_with_the_line_ends_of_the_file() {
    let text = "1 + 1\r\n2 + 2 // c\r\nexplain(<0,*|*>)\r\n3\r\n";
    for (line, from, to, new) in [(0, 5, 5, "   //= 2"), (1, 10, 10, "\r\n//= 4")] {
        let edit = written(text, line);
        assert_eq!((&edit["newText"], &edit["range"]), (&json!(new), &on_line(line, from, to)));
    }
    let lines = written(text, 2)["newText"].as_str().unwrap().to_owned();
    assert!(lines.matches("\r\n//= ").count() > 1, "{lines:?}");
    assert_eq!(lines.matches('\n').count(), lines.matches("\r\n").count(), "{lines:?}");
}

fn on_line(line: u32, from: u32, to: u32) -> Json {
    json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } })
}

/// The edit that writes the value of the statement in a line.
fn written(text: &str, line: u32) -> Json {
    let mut client = Client::new();
    let uri = address("a.game");
    client.open(&uri, text);
    let position = json!({ "line": line, "character": 0 });
    client.command("upstar.write", json!({ "uri": uri, "position": position })).unwrap();
    let is_edit = |one: &&Request| one.method == "workspace/applyEdit";
    let request = client.requests.iter().find(is_edit).unwrap();
    request.params["edit"]["changes"][&uri][0].clone()
}

#[test]
fn what_is_explained_or_drawn_comes_with_its_expression() {
    let mut client = Client::new();
    let uri = address("a.game");
    client.open(&uri, "G := <0,*|*>\nG + *2;\ncheck G == ^\n");
    for (line, input) in [(1, "G + *2"), (2, "G == ^")] {
        for command in ["explain", "draw"] {
            let argument = json!({ "uri": uri, "position": { "line": line, "character": 0 } });
            let answer = client.command(&format!("upstar.{command}"), argument).unwrap();
            assert_eq!(answer["values"][0]["input"], input, "{command}: {answer}");
        }
    }
    let range = on_line(1, 4, 6);
    let answer = client.command("upstar.explain", json!({ "uri": uri, "range": range })).unwrap();
    assert_eq!(answer["values"][0]["input"], "*2", "{answer}");
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn a_written_value_replaces_all_lines_of_the_old_one() {
    let mut client = Client::new();
    let uri = address("a.game");
    client.open(&uri, "2 + 3   //= 1\n//= 2\n7\n");
    let position = json!({ "line": 0, "character": 0 });
    client.command("upstar.write", json!({ "uri": uri, "position": position })).unwrap();
    let requests = client.requests.iter().find(|one| one.method == "workspace/applyEdit").unwrap();
    let edit = &requests.params["edit"]["changes"][&uri][0];
    assert_eq!(edit["newText"], "5");
    assert_eq!(edit["range"]["start"], json!({ "line": 0, "character": 12 }));
    assert_eq!(edit["range"]["end"], json!({ "line": 1, "character": 5 }));
}

#[test]
fn exercises_are_checked_and_what_fails_is_underlined_until_it_changes() {
    let mut client = Client::new();
    let uri = address("a.game");
    let text =
        "n := 3\nexercise \"One\" (2 points) {\n  check n == 3\n  check n == 4\n}\ncheck n == 5\n";
    client.open(&uri, text);
    assert_eq!(client.codes(&uri, 1), [""; 0]);
    let argument = json!({ "uri": uri, "position": { "line": 1, "character": 0 } });
    let answer = client.command("upstar.check", argument).unwrap();
    let verdicts: Vec<&Json> =
        answer["checks"].as_array().unwrap().iter().map(|one| &one["verdict"]).collect();
    assert_eq!(verdicts, ["passed", "failed"]);
    assert_eq!(client.codes(&uri, 1), ["G0701"]);
    let whole = client.command("upstar.check", json!({ "uri": uri })).unwrap();
    assert_eq!(whole["checks"].as_array().unwrap().len(), 3);
    client.replace(&uri, 2, "n := 3\n");
    assert_eq!(client.codes(&uri, 2), [""; 0]);
    assert_eq!(client.command("upstar.check", json!({ "uri": uri })).unwrap_err().0, -32803);
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn a_computation_without_end_is_stopped_and_files_are_not_written() {
    let mut client = Client::new();
    let uri = address("a.game");
    client.open(&uri, "save(\"upstar-no.svg\", thermograph(±1))\n");
    let answer = client.command("upstar.run", json!({ "uri": uri })).unwrap();
    assert_eq!(answer["errors"][0]["code"], "G0603");
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn a_picture_and_an_explanation_are_answered() {
    let mut client = Client::new();
    let uri = address("a.game");
    client.open(&uri, "G := <0,*|*>\nG + *\ncheck G == ↑\n");
    let place = json!({ "line": 1, "character": 1 });
    let answer =
        client.command("upstar.explain", json!({ "uri": uri, "position": place })).unwrap();
    let text = answer["values"][0]["value"]["text"].as_str().unwrap();
    assert!(text.contains("↑*"), "{text}");
    let place = json!({ "line": 2, "character": 1 });
    let answer =
        client.command("upstar.explain", json!({ "uri": uri, "position": place })).unwrap();
    assert_eq!(answer["values"][0]["value"]["kind"], "explanation");
    let range =
        json!({ "start": { "line": 0, "character": 5 }, "end": { "line": 0, "character": 12 } });
    let answer = client.command("upstar.draw", json!({ "uri": uri, "range": range })).unwrap();
    assert_eq!(answer["values"][0]["value"]["text"], "↑");
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn columns_are_bytes_when_that_is_agreed_on() {
    let mut client = Client::silent();
    let general = json!({ "positionEncodings": ["utf-8", "utf-16"] });
    let params = json!({ "processId": null, "capabilities": { "general": general } });
    let answer = client.request("initialize", params).unwrap();
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
    let uri = address("a.game");
    client.open(&uri, "↑ + nothing");
    let found = client.diagnostics(&uri, 1);
    assert_eq!(found[0]["range"]["start"]["character"], 6);
}

#[test]
fn formatting_replaces_the_lines_that_change_and_refuses_what_does_not_parse() {
    let mut client = Client::new();
    let uri = address("a.game");
    client.open(&uri, "x := 1\ny:=2\nz := 3\n↑+   y");
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": uri }, "options": options });
    let edits = client.request("textDocument/formatting", params.clone()).unwrap();
    assert_eq!(
        edits,
        json!([
            {
                "range": { "start": { "line": 1, "character": 0 }, "end": { "line": 2, "character": 0 } },
                "newText": "y := 2\n",
            },
            {
                "range": { "start": { "line": 3, "character": 0 }, "end": { "line": 3, "character": 6 } },
                "newText": "↑ + y\n",
            },
        ])
    );
    client.replace(&uri, 2, "x := (1\n");
    assert_eq!(client.request("textDocument/formatting", params).unwrap_err().0, -32803);
    assert_eq!(client.leave(), End::Orderly);
}
