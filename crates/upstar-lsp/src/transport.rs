//! Messages on standard input and output: their frames, within limits.
//!
//! Knows: headers and lengths, and errors for messages that cannot be read.
//! Must not know: what messages are about.

use std::io::{self, BufRead, Read as _, Write as _};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{Connection, ErrorCode, Message, RequestId};
use serde_json::{Value as Json, json};

/// Longest message, in bytes. Memory is allocated as the bytes arrive.
const MOST_BYTES: u64 = 256 << 20;
/// Longest line of a header, and most lines of one.
const MOST_LINE: u64 = 4 << 10;
const MOST_LINES: usize = 100;

/// A client on standard input and output.
pub(crate) struct Stdio {
    pub(crate) connection: Connection,
    /// Reads until the client sends `exit`, or no message can be read any more, which is an error unless
    /// the client has closed the connection between two messages.
    pub(crate) reader: JoinHandle<Result<(), String>>,
    /// Writes until the connection is dropped.
    pub(crate) writer: JoinHandle<()>,
}

/// Begins to read and to write.
pub(crate) fn stdio() -> Stdio {
    let (received, receiver) = unbounded();
    let (sender, to_send) = unbounded::<Message>();
    let reader = thread::spawn(move || read_all(&mut io::stdin().lock(), &received, &mut send));
    let writer = thread::spawn(move || write_all(&to_send));
    Stdio { connection: Connection { sender, receiver }, reader, writer }
}

fn write_all(messages: &Receiver<Message>) {
    for message in messages {
        let Ok(mut message) = serde_json::to_value(message) else { continue };
        message["jsonrpc"] = "2.0".into();
        if send(&message).is_err() {
            // A client that reads no more is noticed when it is listened to.
            break;
        }
    }
}

/// Writes one message.
fn send(message: &Json) -> io::Result<()> {
    let body = message.to_string();
    let mut output = io::stdout().lock();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

/// Delivers messages until the client sends `exit`, or the input ends. Responds to an invalid message with
/// an error and reads the next one; fails if no beginning of a message can be found any more.
fn read_all(
    input: &mut dyn BufRead,
    messages: &Sender<Message>,
    send: &mut dyn FnMut(&Json) -> io::Result<()>,
) -> Result<(), String> {
    loop {
        let body = match next_body(input) {
            Ok(Some(body)) => body,
            Ok(None) => return Ok(()),
            Err(reason) => {
                // The client may have closed the connection.
                let _ = send(&refusal(&Json::Null, ErrorCode::ParseError, &reason));
                return Err(reason);
            }
        };
        match message(&body) {
            Ok(message) => {
                let is_last =
                    matches!(&message, Message::Notification(one) if one.method == "exit");
                if messages.send(message).is_err() || is_last {
                    return Ok(());
                }
            }
            Err(refusal) => send(&refusal).map_err(|error| error.to_string())?,
        }
    }
}

/// Message in these bytes, or the error response to them.
fn message(body: &[u8]) -> Result<Message, Json> {
    let value: Json = serde_json::from_slice(body).map_err(|error| {
        let message = format!("this message is not JSON: {error}");
        refusal(&Json::Null, ErrorCode::ParseError, &message)
    })?;
    let id = value.get("id").cloned().unwrap_or_default();
    match serde_json::from_value(value) {
        // One with an identifier that is neither an integer nor a text has no answer, and is no notification.
        Ok(Message::Notification(_)) | Err(_) if !id.is_null() => {
            let id = serde_json::from_value::<RequestId>(id.clone()).map_or(Json::Null, |_| id);
            let message = "this is no request, notification or response";
            Err(refusal(&id, ErrorCode::InvalidRequest, message))
        }
        Ok(message) => Ok(message),
        Err(error) => Err(refusal(&Json::Null, ErrorCode::InvalidRequest, &error.to_string())),
    }
}

fn refusal(id: &Json, code: ErrorCode, message: &str) -> Json {
    let error = json!({ "code": code as i32, "message": message });
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}

/// The bytes of the next message; `None` at the end of the input.
fn next_body(input: &mut dyn BufRead) -> Result<Option<Vec<u8>>, String> {
    let Some(length) = next_length(input)? else { return Ok(None) };
    if length > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(format!("a message of {length} bytes is longer than {most} MiB"));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body).map_err(|error| error.to_string())?;
    match body.len() as u64 == length {
        true => Ok(Some(body)),
        false => Err("the input ends within a message".to_owned()),
    }
}

/// The length in the next header; `None` at the end of the input.
fn next_length(input: &mut dyn BufRead) -> Result<Option<u64>, String> {
    let mut length = None;
    for number in 0..MOST_LINES {
        let mut line = Vec::new();
        input.take(MOST_LINE).read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        if line.is_empty() && number == 0 {
            return Ok(None);
        }
        let Some(line) = line.strip_suffix(b"\n") else {
            return Err("a header has a line that does not end".to_owned());
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| "a header has no `Content-Length`".to_owned());
        }
        let line = String::from_utf8_lossy(line);
        let (name, value) = line.split_once(':').ok_or_else(|| {
            format!(
                "expected a header such as `Content-Length: 2`, found `{}`",
                line.escape_debug()
            )
        })?;
        if name.eq_ignore_ascii_case("Content-Length") {
            let value = value.trim();
            let read =
                value.parse().map_err(|_| format!("`{}` is no length", value.escape_debug()))?;
            length = Some(read);
        }
    }
    Err(format!("a header has more than {MOST_LINES} lines"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// Methods of the messages delivered, codes of the errors sent, and the final error.
    fn read(input: &str) -> (Vec<String>, Vec<i64>, Result<(), String>) {
        let (sender, receiver) = unbounded();
        let mut codes = Vec::new();
        let mut send = |refusal: &Json| {
            codes.push(refusal["error"]["code"].as_i64().unwrap());
            Ok(())
        };
        let end = read_all(&mut input.as_bytes(), &sender, &mut send);
        let method = |message| match message {
            Message::Request(one) => one.method,
            Message::Notification(one) => one.method,
            Message::Response(one) => one.id.to_string(),
        };
        drop(sender);
        (receiver.iter().map(method).collect(), codes, end)
    }

    #[test]
    fn what_is_no_message_is_refused_and_the_next_is_read() {
        let good = frame(r#"{"jsonrpc":"2.0","method":"initialized"}"#);
        for (bad, code) in [
            ("{", -32700),
            ("", -32700),
            ("\u{0}", -32700),
            ("nonsense", -32700),
            ("{}", -32600),
            ("[]", -32600),
            ("17", -32600),
            (r#"{"id":1.5,"method":"x"}"#, -32600),
            (r#"{"method":7}"#, -32600),
        ] {
            let (methods, codes, end) = read(&[&*good, &frame(bad), &good].concat());
            assert_eq!((methods.len(), codes, end), (2, vec![code], Ok(())), "{bad}");
        }
        let deep = "[".repeat(1_000_000);
        assert_eq!(read(&frame(&deep)).1, [-32700]);
        let (methods, ..) = read(&[frame(r#"{"method":"exit"}"#), good].concat());
        assert_eq!(methods, ["exit"]);
    }

    #[test]
    fn headers_have_a_length_and_other_lines() {
        let body = r#"{"id":1,"method":"shutdown"}"#;
        for header in [
            "content-length: 28\r\nContent-Type: x\r\n\r\n",
            "Content-Type: x\nContent-Length:28\n\n",
            "Content-Length: 3\r\nContent-Length: 28\r\n\r\n",
        ] {
            assert_eq!(read(&format!("{header}{body}")).0, ["shutdown"], "{header}");
        }
    }

    #[test]
    fn where_no_message_can_be_found_reading_ends_with_a_reason() {
        let long = "x".repeat(10_000);
        let many = "a: b\r\n".repeat(200);
        for (input, reason) in [
            ("Content-Length: 9\r\n\r\n{}", "the input ends within a message"),
            ("Content-Length: 99999999999\r\n\r\n{}", "is longer than 256 MiB"),
            ("Content-Length: 99999999999999999999999\r\n\r\n{}", "is no length"),
            ("Content-Length: -1\r\n\r\n{}", "is no length"),
            ("Content-Type: x\r\n\r\n{}", "has no `Content-Length`"),
            ("\r\n", "has no `Content-Length`"),
            ("{\"method\":\"x\"}\n\n", "has no `Content-Length`"),
            ("GET / HTTP/1.1\r\n\r\n", "expected a header such as"),
            ("Content-Length: 2", "does not end"),
            (&long, "does not end"),
            (&many, "more than 100 lines"),
        ] {
            let (methods, codes, end) = read(input);
            let said = end.expect_err(input);
            assert!(methods.is_empty() && said.contains(reason), "{said}");
            assert_eq!(codes, [-32700]);
        }
        assert_eq!(read("").2, Ok(()));
    }
}
