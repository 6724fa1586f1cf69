//! Messages as they come, of any shape, and answers to them.
//!
//! Contents are read leniently, field by field: clients differ in what they leave out.

use bytes::Bytes;
use jupyter_protocol::{
    Header, JupyterMessage, JupyterMessageContent, ReplyStatus, Status, UnknownMessage,
};
use jupyter_zmq_client::{Connection, RawMessage};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::UnboundedSender;
use zeromq::ZmqMessage;

/// A message with a header that can be read. Fields of its content may be missing or of any kind: clients
/// differ in what they leave out.
#[derive(Clone)]
pub(crate) struct Request {
    /// The message that answers belong to, without its content.
    parent: JupyterMessage,
    content: Json,
}

impl Request {
    /// Reads a message.
    ///
    /// # Errors
    /// If it has no signature of this connection or no header.
    pub(crate) fn read<S>(from: &Connection<S>, parts: ZmqMessage) -> Result<Request, String> {
        let raw =
            RawMessage::from_multipart(parts, &from.mac).map_err(|error| error.to_string())?;
        let part = |at: usize| raw.jparts.get(at).map_or(&[][..], |part| part);
        let header: Header = serde_json::from_slice(part(0))
            .map_err(|error| format!("its header cannot be read: {error}"))?;
        // A content that is no JSON has no field.
        let content = serde_json::from_slice(part(3)).unwrap_or(Json::Null);
        let unread = UnknownMessage { msg_type: header.msg_type.clone(), content: Json::Null };
        let mut parent = JupyterMessage::new(unread, None);
        parent.zmq_identities = raw.zmq_identities;
        parent.header = header;
        Ok(Request { parent, content })
    }

    /// Type of the request: `execute_request`.
    pub(crate) fn kind(&self) -> &str {
        &self.parent.header.msg_type
    }

    pub(crate) fn field(&self, name: &str) -> &Json {
        &self.content[name]
    }

    /// A field that is a text; empty without it.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.field(name).as_str().unwrap_or_default()
    }

    /// A field that is a truth value.
    pub(crate) fn flag(&self, name: &str, default: bool) -> bool {
        self.field(name).as_bool().unwrap_or(default)
    }

    /// A field that is an integer.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.field(name).as_i64()
    }
}

/// Outgoing messages of the kernel.
#[derive(Clone)]
pub(crate) struct Outbox {
    /// Messages to all clients.
    pub(crate) published: UnboundedSender<JupyterMessage>,
    /// Replies on the channel of the request.
    pub(crate) replies: UnboundedSender<JupyterMessage>,
}

/// Answers to one request: messages before the reply, and the reply.
pub(crate) struct Answers {
    outbox: Outbox,
    parent: JupyterMessage,
}

impl Answers {
    /// Begins to answer: the kernel is busy until [`Answers::end`].
    pub(crate) fn begin(outbox: &Outbox, request: &Request) -> Answers {
        let answers = Answers { outbox: outbox.clone(), parent: request.parent.clone() };
        answers.publish(Status::busy());
        answers
    }

    /// Shows something to all clients.
    pub(crate) fn publish(&self, content: impl Into<JupyterMessageContent>) {
        let mut message = self.message(content);
        message.zmq_identities = vec![Bytes::from(format!("kernel.{}", message.header.msg_type))];
        // Without a receiver the kernel is ending.
        let _ = self.outbox.published.send(message);
    }

    /// Replies to the client of the request.
    pub(crate) fn reply(&self, content: impl Into<JupyterMessageContent>) {
        let _ = self.outbox.replies.send(self.message(content));
    }

    /// Replies that the request cannot be fulfilled.
    pub(crate) fn refuse(&self, why: &str) {
        let asked =
            UnknownMessage { msg_type: self.parent.header.msg_type.clone(), content: Json::Null };
        let status = serde_json::to_value(ReplyStatus::Error).unwrap_or_default();
        self.reply(asked.reply(json!({
            "status": status, "ename": "Unsupported", "evalue": why, "traceback": [why],
        })));
    }

    /// Says that all is answered.
    pub(crate) fn end(self) {
        self.publish(Status::idle());
    }

    fn message(&self, content: impl Into<JupyterMessageContent>) -> JupyterMessage {
        let mut message = JupyterMessage::new(content, Some(&self.parent));
        "upstar".clone_into(&mut message.header.username);
        message
    }
}
