//! `upstar lsp` on standard input and output: frames, interruption, ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

use super::run;

fn frame(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// A client that reads what the server writes.
struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Client {
    /// Starts the server, and introduces itself.
    fn new(args: &[&str]) -> Client {
        let mut server = Command::new(assert_cmd::cargo::cargo_bin!("upstar"))
            .args(args)
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (server.stdin.take(), server.stdout.take().unwrap());
        let mut client = Client { server, input, output: BufReader::new(output) };
        client.request(
            1,
            "initialize",
            json!({ "capabilities": { "window": { "workDoneProgress": true } } }),
        );
        assert!(client.answer(1)["result"]["capabilities"].is_object());
        client
    }

    fn write(&mut self, bytes: &str) {
        self.input.as_mut().unwrap().write_all(bytes.as_bytes()).unwrap();
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.write(&frame(
            &json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string(),
        ));
    }

    fn request(&mut self, id: i32, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.write(&frame(&message.to_string()));
    }

    fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "upstar", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn execute(&mut self, id: i32, line: u32) {
        let argument = json!({ "uri": URI, "position": { "line": line, "character": 0 } });
        let params = json!({ "command": "upstar.run", "arguments": [argument] });
        self.request(id, "workspace/executeCommand", params);
    }

    /// The next message.
    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    /// The first message for which something holds.
    fn wait_for(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive();
            if holds(&message) {
                return message;
            }
        }
    }

    fn answer(&mut self, id: i32) -> Value {
        self.wait_for(|one| one["id"] == id && one.get("method").is_none())
    }

    /// Closes standard input, and waits for the end.
    fn close(mut self) -> Output {
        self.input = None;
        self.server.wait_with_output().unwrap()
    }

    fn leave(mut self) {
        self.request(99, "shutdown", Value::Null);
        self.answer(99);
        self.notify("exit", Value::Null);
        assert_eq!(self.server.wait().unwrap().code(), Some(0));
    }
}

const URI: &str = "untitled:a.game";

#[test]
fn an_evaluation_is_interrupted_and_the_next_one_runs() {
    let mut client = Client::new(&["--timeout", "600"]);
    client.open("n := 0\nwhile true { n := n + 1 }\nn\n1 + 1\n");
    client.execute(2, 2);
    // It runs when it shows its progress.
    let create = client.wait_for(|one| one["method"] == "window/workDoneProgress/create");
    client.write(&frame(
        &json!({ "jsonrpc": "2.0", "id": create["id"], "result": null }).to_string(),
    ));
    client.wait_for(|one| one["method"] == "$/progress");
    client.execute(3, 3);
    client.notify("$/cancelRequest", json!({ "id": 2 }));
    assert_eq!(client.answer(2)["error"]["code"], -32800);
    assert_eq!(client.answer(3)["result"]["values"][0]["value"]["text"], "2");
    client.leave();
}

#[test]
fn an_evaluation_ends_when_its_time_is_over() {
    let mut client = Client::new(&["--timeout", "0.2"]);
    client.open("n := 0\nwhile true { n := n + 1 }\nn\n1 + 1\n");
    client.execute(2, 2);
    let errors = client.answer(2)["result"]["errors"].clone();
    assert!(errors[0]["code"].as_str().unwrap().starts_with("G05"), "{errors}");
    client.execute(3, 3);
    assert_eq!(client.answer(3)["result"]["values"][0]["value"]["text"], "2");
    client.leave();
}

#[test]
fn what_is_no_message_is_answered_and_the_server_goes_on() {
    let mut client = Client::new(&[]);
    client.write(&frame("{"));
    let refused = client.receive();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&Value::Null, &json!(-32700)));
    client
        .write(&frame(&json!({ "jsonrpc": "2.0", "id": 7, "method": 3, "error": 3 }).to_string()));
    let refused = client.receive();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(7), &json!(-32600)));
    client.leave();
}

#[test]
fn where_no_message_can_be_found_the_server_ends_and_says_why() {
    for (input, said) in [
        (
            "Content-Length: 99999999999999\r\n\r\n{}",
            "a message of 99999999999999 bytes is longer than 256 MiB",
        ),
        ("Content-Length: 18446744073709551615\r\n\r\n", "is longer than 256 MiB"),
        ("Content-Length: 200000000\r\n\r\n{", "the input ends within a message"),
        ("Content-Length: -1\r\n\r\n", "`-1` is no length"),
        ("hello\r\n\r\n", "expected a header such as `Content-Length: 2`, found `hello`"),
        ("", "the editor has closed standard input without `exit`"),
    ] {
        let ran = run(&["lsp"], input);
        assert_eq!(ran.code, Some(1), "{input}: {}", ran.err);
        assert!(ran.err.contains(said) && ran.err.starts_with("error: "), "{input}: {}", ran.err);
        assert_eq!(ran.out.contains("-32700"), !input.is_empty(), "{input}: {}", ran.out);
        let mut client = Client::new(&[]);
        client.write(input);
        let end = client.close();
        let err = String::from_utf8(end.stderr).unwrap();
        assert_eq!(end.status.code(), Some(1), "{input}: {err}");
        assert!(err.contains(said), "{input}: {err}");
    }
}
