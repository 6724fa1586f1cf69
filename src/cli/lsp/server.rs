//! The conversation with the client: its beginning, its messages in order, its end.
//!
//! Knows: what is answered at once, what when nothing else is to be done, what beside.
//! Must not know: what the answers are.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, never, select, tick};
use lsp_server::{
    Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError,
};
use lsp_types::InitializeParams;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use upstar_core::Budget;

use super::capabilities::{Client, capabilities, encoding, folders};
use super::commands::Running;
use super::evaluation::{Evaluator, JobId, Limits, News};
use super::store::Store;
use super::values::Results;
use crate::session::Session;

/// How the conversation has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The client has asked to shut down, and to exit.
    Orderly,
    /// It has asked to exit without shutting down, or was heard no more.
    Abrupt,
    /// The process that has started the server is gone.
    Alone,
}

/// What a request is answered with; what is not answered here is later.
pub(super) type Answer = Result<Json, ResponseError>;

/// Makes the error of a request.
pub(super) fn refuse(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

/// What was computed, as an answer.
pub(super) fn answer(value: impl Serialize) -> Answer {
    serde_json::to_value(value).map_err(|error| refuse(ErrorCode::InternalError, error.to_string()))
}

/// The parameters of a request.
pub(super) fn read<P: DeserializeOwned>(params: Json) -> Result<P, ResponseError> {
    serde_json::from_value(params)
        .map_err(|error| refuse(ErrorCode::InvalidParams, error.to_string()))
}

/// How often the progress of computations and the process of the client are looked at.
const TICK: Duration = Duration::from_millis(250);
/// How often the process of the client is looked at.
const PARENT: Duration = Duration::from_secs(2);

/// Serves a client until it leaves.
pub fn serve(connection: &Connection, budget: Budget, limits: Limits) -> End {
    let params = match begin(connection) {
        Ok(params) => params,
        Err(end) => return end,
    };
    let Ok(evaluator) = Evaluator::start(budget, limits) else { return End::Abrupt };
    let mut server = Server {
        sender: connection.sender.clone(),
        receiver: connection.receiver.clone(),
        client: Client::new(&params),
        store: Store::new(encoding(&params), folders(&params)),
        session: Session::default(),
        evaluator,
        queue: VecDeque::new(),
        dirty: BTreeSet::new(),
        needs: BTreeMap::new(),
        running: BTreeMap::new(),
        results: BTreeMap::new(),
        shown: BTreeSet::new(),
        next: 0,
        is_shut_down: false,
    };
    let end = server.converse(params.process_id);
    server.running.values().for_each(Running::cancel);
    end
}

/// Waits for the client to introduce itself, and answers.
fn begin(connection: &Connection) -> Result<InitializeParams, End> {
    let respond =
        |response: Response| connection.sender.send(response.into()).map_err(|_| End::Abrupt);
    loop {
        let message = connection.receiver.recv().map_err(|_| End::Abrupt)?;
        match message {
            Message::Request(Request { id, method, params }) if method == "initialize" => {
                match read::<InitializeParams>(params) {
                    Ok(params) => {
                        let offer = json!({
                            "capabilities": capabilities(encoding(&params)),
                            "serverInfo": { "name": "upstar", "version": env!("CARGO_PKG_VERSION") },
                        });
                        respond(Response::new_ok(id, offer))?;
                        return Ok(params);
                    }
                    Err(error) => respond(Response::new_err(id, error.code, error.message)),
                }
            }
            Message::Request(Request { id, method, .. }) => {
                let message = format!("expected `initialize`, found `{method}`");
                respond(Response::new_err(id, ErrorCode::ServerNotInitialized as i32, message))
            }
            Message::Notification(Notification { method, .. }) if method == "exit" => {
                return Err(End::Abrupt);
            }
            Message::Notification(_) | Message::Response(_) => Ok(()),
        }?;
    }
}

/// The state of the conversation.
pub(super) struct Server {
    sender: Sender<Message>,
    pub(super) receiver: Receiver<Message>,
    pub(super) client: Client,
    pub(super) store: Store,
    /// A session in which nothing runs, for the pages of the reference.
    pub(super) session: Session,
    pub(super) evaluator: Evaluator,
    /// What the client has said and was not answered yet.
    queue: VecDeque<Message>,
    /// The open files whose problems are to be found anew.
    pub(super) dirty: BTreeSet<String>,
    /// The files that were read for the problems of each open file.
    pub(super) needs: BTreeMap<String, BTreeSet<String>>,
    /// The computations that were asked for.
    pub(super) running: BTreeMap<JobId, Running>,
    /// What computations have found of each file.
    pub(super) results: BTreeMap<String, Results>,
    /// The files whose values are shown.
    pub(super) shown: BTreeSet<String>,
    /// Number of the next job and of the next request to the client.
    next: u64,
    is_shut_down: bool,
}

impl Server {
    fn converse(&mut self, parent: Option<u32>) -> End {
        let mut looked = Instant::now();
        let ticks = tick(TICK);
        loop {
            self.hear();
            if let Some(message) = self.queue.pop_front() {
                if let Some(end) = self.message(message) {
                    return end;
                }
                continue;
            }
            // The client has nothing to say.
            let find = AssertUnwindSafe(|| self.find_problems());
            match catch_unwind(find) {
                Ok(false) => {}
                Ok(true) => continue,
                // The file keeps the problems that are shown until it changes.
                Err(_) => {
                    self.dirty.pop_first();
                    continue;
                }
            }
            let ticks = if self.running.is_empty() && parent.is_none() { &never() } else { &ticks };
            select! {
                recv(self.receiver) -> message => match message {
                    Ok(message) => self.hear_one(message),
                    Err(_) => return End::Abrupt,
                },
                recv(self.evaluator.news) -> news => if let Ok(news) = news { self.news(news) },
                recv(ticks) -> _ => self.report_progress(),
            }
            if looked.elapsed() > PARENT {
                looked = Instant::now();
                if parent.is_some_and(|process| !lives(process)) {
                    return End::Alone;
                }
            }
        }
    }

    /// Takes what the client has said; what cancels something takes effect before its turn.
    fn hear(&mut self) {
        while let Ok(message) = self.receiver.try_recv() {
            self.hear_one(message);
        }
        while let Ok(news) = self.evaluator.news.try_recv() {
            self.news(news);
        }
    }

    fn hear_one(&mut self, message: Message) {
        match message {
            Message::Notification(one) if one.method == "$/cancelRequest" => {
                self.cancel(&one.params)
            }
            other => self.queue.push_back(other),
        }
    }

    /// Cancels a request that was not answered yet.
    fn cancel(&mut self, params: &Json) {
        let Some(id) = params.get("id") else { return };
        let Ok(id) = serde_json::from_value::<RequestId>(id.clone()) else { return };
        let waits = |message: &Message| matches!(message, Message::Request(one) if one.id == id);
        if let Some(place) = self.queue.iter().position(waits) {
            self.queue.remove(place);
            let error = refuse(ErrorCode::RequestCanceled, "cancelled");
            self.respond(id, Err(error));
            return;
        }
        let asked = |running: &&Running| running.request.as_ref() == Some(&id);
        self.running.values().filter(asked).for_each(Running::cancel);
    }

    /// Acts on a message; returns the end if it is the last.
    fn message(&mut self, message: Message) -> Option<End> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(Notification { method, .. }) if method == "exit" => {
                return Some(if self.is_shut_down { End::Orderly } else { End::Abrupt });
            }
            Message::Notification(notification) => {
                let notify = AssertUnwindSafe(|| self.notification(notification));
                // What a notification is about is lost when it fails; the conversation goes on.
                let _ = catch_unwind(notify);
            }
            // What the client says to requests of the server changes nothing.
            Message::Response(_) => {}
        }
        None
    }

    fn request(&mut self, Request { id, method, params }: Request) {
        if self.is_shut_down {
            let error = refuse(ErrorCode::InvalidRequest, "the server is shut down");
            return self.respond(id, Err(error));
        }
        if method == "initialize" {
            let error = refuse(ErrorCode::InvalidRequest, "the server is initialised already");
            return self.respond(id, Err(error));
        }
        if method == "shutdown" {
            self.is_shut_down = true;
            self.running.values().for_each(Running::cancel);
            return self.respond(id, Ok(Json::Null));
        }
        let again = id.clone();
        let run = AssertUnwindSafe(|| self.answered(&id, &method, params));
        match catch_unwind(run) {
            Ok(Some(answer)) => self.respond(again, answer),
            // The answer comes when something was computed.
            Ok(None) => {}
            Err(_) => {
                let message = format!("`{method}` has failed");
                self.respond(again, Err(refuse(ErrorCode::InternalError, message)));
            }
        }
    }

    pub(super) fn respond(&self, id: RequestId, answer: Answer) {
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(error) => Response { id, result: None, error: Some(error) },
        };
        // A client that is gone is noticed when it is listened to.
        let _ = self.sender.send(response.into());
    }

    pub(super) fn notify(&self, method: &str, params: impl Serialize) {
        let _ = self.sender.send(Notification::new(method.to_owned(), params).into());
    }

    /// Requests something of the client; what it answers changes nothing.
    pub(super) fn ask(&mut self, method: &str, params: impl Serialize) {
        let id = RequestId::from(format!("upstar-{}", self.number()));
        let _ = self.sender.send(Request::new(id, method.to_owned(), params).into());
    }

    /// A number that was not given before.
    pub(super) fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn news(&mut self, news: News) {
        match news {
            News::Begun(id) => {
                if let Some(running) = self.running.get_mut(&id) {
                    running.begun = Some(Instant::now());
                }
            }
            News::Ended(id, outcome) => self.ended(id, *outcome),
        }
    }
}

/// Whether a process lives.
#[cfg(unix)]
fn lives(process: u32) -> bool {
    let id = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    let asked = id.map(rustix::process::test_kill_process);
    // It lives when it may not be asked.
    !matches!(asked, Some(Err(rustix::io::Errno::SRCH)))
}

/// Elsewhere a client that is gone closes standard input.
#[cfg(not(unix))]
fn lives(_process: u32) -> bool {
    true
}
