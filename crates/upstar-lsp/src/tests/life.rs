//! Beginning and end of conversations, and what no client should say.

use serde_json::json;

use super::*;

#[test]
fn nothing_is_answered_before_the_client_introduces_itself() {
    let mut client = Client::silent();
    client.notify("textDocument/didOpen", json!({}));
    let (code, message) = client.request("textDocument/hover", json!({})).unwrap_err();
    assert_eq!((code, &*message), (-32002, "expected `initialize`, found `textDocument/hover`"));
    client.notify("exit", Json::Null);
    assert_eq!(client.server.take().unwrap().join().unwrap(), End::Abrupt);
}

#[test]
fn a_client_leaves_in_order_or_not() {
    assert_eq!(Client::new().leave(), End::Orderly);
    let mut abrupt = Client::new();
    abrupt.notify("exit", Json::Null);
    assert_eq!(abrupt.server.take().unwrap().join().unwrap(), End::Abrupt);
    let mut gone = Client::new();
    drop(gone.connection.take());
    assert_eq!(gone.server.take().unwrap().join().unwrap(), End::Closed);
}

#[test]
fn after_shutting_down_nothing_is_answered() {
    let mut client = Client::new();
    client.request("shutdown", Json::Null).unwrap();
    let (code, _) = client.request("textDocument/hover", json!({})).unwrap_err();
    assert_eq!(code, -32600);
}

#[test]
fn a_process_that_is_gone_ends_the_server() {
    let mut client = Client::silent();
    // Numbers of processes are smaller.
    let params = json!({ "processId": i32::MAX, "capabilities": {} });
    client.request("initialize", params).unwrap();
    if cfg!(unix) {
        assert_eq!(client.server.take().unwrap().join().unwrap(), End::Alone);
    }
}

#[test]
fn malformed_messages_are_refused_and_the_server_goes_on() {
    let mut client = Client::new();
    let uri = address("a.game");
    client.open(&uri, "1 +");
    let codes = client.codes(&uri, 1);
    assert_eq!(codes, ["G0101"]);
    let questions = QUESTIONS.iter().chain(&["prepareRename", "semanticTokens/range"]);
    for method in questions.map(|method| format!("textDocument/{method}")) {
        for params in [Json::Null, json!([]), json!({}), json!({ "textDocument": 3 })] {
            assert_eq!(client.request(&method, params).unwrap_err().0, -32602, "{method}");
        }
    }
    let params = json!({ "command": "upstar.run", "arguments": [] });
    assert!(client.request("workspace/executeCommand", params).is_err());
    let params = json!({ "command": "upstar.none", "arguments": [{ "uri": uri }] });
    assert!(client.request("workspace/executeCommand", params).is_err());
    assert_eq!(client.request("upstar/nothing", json!({})).unwrap_err().0, -32601);
    for (method, params) in [
        ("textDocument/didOpen", json!({})),
        ("textDocument/didChange", json!({ "textDocument": { "uri": "no address" } })),
        ("textDocument/didClose", json!(17)),
        ("notebookDocument/didOpen", json!({ "notebookDocument": {} })),
        ("$/cancelRequest", json!({ "id": [] })),
        ("$/setTrace", json!({})),
        ("window/workDoneProgress/cancel", json!({ "token": "none" })),
    ] {
        client.notify(method, params);
    }
    client.send(Response::new_ok(RequestId::from(99), Json::Null));
    assert!(client.request("textDocument/hover", at(&uri, 0, 0)).is_ok());
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn unknown_documents_and_places_beyond_the_end_have_no_answers() {
    let mut client = Client::new();
    let uri = address("a.game");
    assert_eq!(client.request("textDocument/hover", at(&uri, 0, 0)), Ok(Json::Null));
    client.open(&uri, "x := 3\nx");
    for (line, column) in [(0, 99), (99, 0), (u32::MAX, u32::MAX)] {
        for method in ["hover", "definition", "completion", "signatureHelp", "documentHighlight"] {
            let answer = client.request(&format!("textDocument/{method}"), at(&uri, line, column));
            assert!(answer.is_ok(), "{method}");
        }
    }
    // A change of a text that is not open changes nothing; one beyond the end appends.
    client.replace(&address("b.game"), 2, "1 +");
    let end = json!({ "line": 99, "character": 99 });
    client.change(&uri, 2, json!([{ "range": { "start": end, "end": end }, "text": " + y" }]));
    assert_eq!(client.codes(&uri, 2), ["G0201"]);
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn documents_that_are_no_files_are_read_too() {
    let mut client = Client::new();
    for uri in ["untitled:Untitled-1", "vscode-notebook-cell:/a.ipynb#X1", "git:/a.game?x"] {
        client.open(uri, "use \"none.game\"\nx := 3\nz");
        assert_eq!(client.codes(uri, 1), ["G0601", "G0201"], "{uri}");
        let found = client.request("textDocument/definition", at(uri, 1, 0)).unwrap();
        assert_eq!(found["uri"], uri);
    }
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn long_and_deep_texts_are_answered() {
    let mut client = Client::new();
    let texts = [
        "(".repeat(100_000),
        format!("{}1{}", "(".repeat(400), ")".repeat(400)),
        format!("[{}1]", "1, ".repeat(30_000)),
        "x := ".repeat(5_000),
        "\u{0}\u{1}↑".repeat(5_000),
        "f(x) := x\n".repeat(3_000),
    ];
    for (number, text) in texts.iter().enumerate() {
        let uri = address(&format!("{number}.game"));
        client.open(&uri, text);
        client.diagnostics(&uri, 1);
        for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"] {
            let params = json!({ "textDocument": { "uri": uri } });
            client.request(&format!("textDocument/{method}"), params).unwrap();
        }
        for method in ["hover", "completion", "signatureHelp"] {
            client.request(&format!("textDocument/{method}"), at(&uri, 0, 500)).unwrap();
        }
    }
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn a_request_that_waits_is_cancelled() {
    let mut client = Client::new();
    let uri = address("a.game");
    client.open(&uri, "n := 0\nwhile true { n := n + 1 }\nn");
    let argument = json!({ "uri": uri, "position": { "line": 2, "character": 0 } });
    let params = json!({ "command": "upstar.run", "arguments": [argument] });
    let id = client.send_request("workspace/executeCommand", params.clone());
    // The conversation goes on.
    assert!(client.request("textDocument/hover", at(&uri, 0, 0)).is_ok());
    client.notify("$/cancelRequest", json!({ "id": 2 }));
    assert_eq!(client.answer(&id).unwrap_err().0, -32800);
    // So does a change of the text.
    let id = client.send_request("workspace/executeCommand", params.clone());
    client.replace(&uri, 2, "n := 1\nn");
    assert_eq!(client.answer(&id).unwrap_err().0, -32800);
    // And the button of the progress, which is shown.
    client.replace(&uri, 3, "n := 0\nwhile true { n := n + 1 }\nn");
    let id = client.send_request("workspace/executeCommand", params);
    let token = loop {
        let progress = client.notifications.iter().find(|one| one.method == "$/progress");
        match progress {
            Some(one) => break one.params["token"].clone(),
            None => assert!(client.receive().is_none()),
        }
    };
    client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    assert_eq!(client.answer(&id).unwrap_err().0, -32800);
    assert_eq!(client.leave(), End::Orderly);
}

#[test]
fn a_second_introduction_is_refused() {
    let mut client = Client::new();
    let (code, _) = client.request("initialize", json!({ "capabilities": {} })).unwrap_err();
    assert_eq!(code, -32600);
    assert_eq!(client.leave(), End::Orderly);
}
