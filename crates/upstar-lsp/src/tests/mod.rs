//! Tests of the server on its own loop, with a client in memory.

mod edits;
mod features;
mod life;

use std::str::FromStr as _;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::Uri;
use serde_json::{Value as Json, json};
use upstar_core::Budget;

use super::conversation::{End, serve};
use super::evaluation::EvaluationLimits;
use crate::value::Notation;

/// The longest time that a test waits for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Features that may be asked for at a place of a document.
const QUESTIONS: [&str; 13] = [
    "hover",
    "completion",
    "signatureHelp",
    "definition",
    "references",
    "documentHighlight",
    "documentSymbol",
    "codeAction",
    "codeLens",
    "foldingRange",
    "rename",
    "semanticTokens/full",
    "inlayHint",
];

/// A client in memory, with what the server has said besides answers.
struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<End>>,
    next: i32,
    notifications: Vec<Notification>,
    requests: Vec<Request>,
}

impl Client {
    /// A client that has not introduced itself.
    fn silent() -> Client {
        let (ours, theirs) = Connection::memory();
        let limits =
            EvaluationLimits { time: Duration::from_secs(20), notation: Notation::UNICODE };
        let run = move || serve(&theirs, Budget::unlimited(), limits);
        let server = thread::Builder::new().stack_size(64 << 20).spawn(run).unwrap();
        let (notifications, requests) = (Vec::new(), Vec::new());
        Client { connection: Some(ours), server: Some(server), next: 0, notifications, requests }
    }

    /// A client that the server knows.
    fn new() -> Client {
        let mut client = Client::silent();
        let capabilities = json!({
            "textDocument": {
                "publishDiagnostics": { "relatedInformation": true },
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            },
            "window": { "workDoneProgress": true },
            "workspace": { "inlayHint": { "refreshSupport": true } },
        });
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        client.request("initialize", params).unwrap();
        client.notify("initialized", json!({}));
        client
    }

    fn send(&self, message: impl Into<Message>) {
        self.connection.as_ref().unwrap().sender.send(message.into()).unwrap();
    }

    fn notify(&self, method: &str, params: Json) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Sends a request without waiting.
    fn send_request(&mut self, method: &str, params: Json) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.send(Request::new(id.clone(), method.to_owned(), params));
        id
    }

    fn request(&mut self, method: &str, params: Json) -> Result<Json, (i32, String)> {
        let id = self.send_request(method, params);
        self.answer(&id)
    }

    /// The answer to a request.
    fn answer(&mut self, id: &RequestId) -> Result<Json, (i32, String)> {
        loop {
            if let Some(Response { id: answered, result, error }) = self.receive()
                && answered == *id
            {
                return match error {
                    Some(error) => Err((error.code, error.message)),
                    None => Ok(result.unwrap_or(Json::Null)),
                };
            }
        }
    }

    /// Hears one message; returns it if it is an answer.
    fn receive(&mut self) -> Option<Response> {
        let receiver = &self.connection.as_ref().unwrap().receiver;
        match receiver.recv_timeout(PATIENCE).expect("the server answers") {
            Message::Response(response) => return Some(response),
            Message::Notification(one) => self.notifications.push(one),
            Message::Request(one) => {
                self.send(Response::new_ok(one.id.clone(), Json::Null));
                self.requests.push(one);
            }
        }
        None
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "upstar", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces all of a text.
    fn replace(&mut self, uri: &str, version: i32, text: &str) {
        let changes = json!([{ "text": text }]);
        self.change(uri, version, changes);
    }

    fn change(&mut self, uri: &str, version: i32, changes: Json) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// The diagnostics of a version of a document.
    fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Json> {
        let begun = Instant::now();
        loop {
            let place = self.notifications.iter().position(|one| {
                one.method == "textDocument/publishDiagnostics"
                    && one.params["uri"] == uri
                    && one.params["version"] == version
            });
            if let Some(place) = place {
                let found = self.notifications.remove(place);
                return found.params["diagnostics"].as_array().unwrap().clone();
            }
            assert!(begun.elapsed() < PATIENCE, "no diagnostics of version {version}");
            assert!(self.receive().is_none(), "an answer to no question");
        }
    }

    fn codes(&mut self, uri: &str, version: i32) -> Vec<String> {
        let found = self.diagnostics(uri, version);
        found.iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
    }

    fn command(&mut self, name: &str, argument: Json) -> Result<Json, (i32, String)> {
        let params = json!({ "command": name, "arguments": [argument] });
        self.request("workspace/executeCommand", params)
    }

    /// Leaves in order.
    fn leave(mut self) -> End {
        self.request("shutdown", Json::Null).unwrap();
        self.notify("exit", Json::Null);
        self.server.take().unwrap().join().unwrap()
    }
}

/// A request about a place in a document.
fn at(uri: &str, line: u32, character: u32) -> Json {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

/// The address of a file in a folder that does not exist.
fn address(name: &str) -> String {
    Uri::from_str(&format!("file:///upstar-no-folder/{name}")).unwrap().as_str().to_owned()
}
