//! The conversation with the client: its beginning, its messages in order, its end.
//!
//! Knows: which requests are answered at once, in idle time, or in the background.
//! Must not know: the answers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::{Duration, Instant};

use crossbeam_channel::{never, select, tick};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::InitializeParams;
use serde_json::{Value as Json, json};
use upstar_core::Budget;

use crate::answer::{read, refuse};
use crate::capabilities::{Client, capabilities, encoding, folders};
use crate::evaluation::{EvaluationLimits, Evaluator, JobEvent};
use crate::running::Running;
use crate::server::Server;
use crate::session::Session;
use crate::store::{Deadline, TextStore};

/// End of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The client has requested shutdown, then exit.
    Orderly,
    /// The client has requested exit without shutdown.
    Abrupt,
    /// The client has closed the connection, or its messages cannot be read any more.
    Closed,
    /// The process that started the server has ended.
    Alone,
}

/// Interval for progress reports and checks of the client's process.
const TICK: Duration = Duration::from_millis(250);
/// Interval for checks of the client's process.
const PARENT: Duration = Duration::from_secs(2);

/// Serves a client until it leaves.
pub fn serve(connection: &Connection, budget: Budget, limits: EvaluationLimits) -> End {
    let params = match begin(connection) {
        Ok(params) => params,
        Err(end) => return end,
    };
    let Ok(evaluator) = Evaluator::start(budget, limits) else { return End::Abrupt };
    let mut server = Server {
        sender: connection.sender.clone(),
        receiver: connection.receiver.clone(),
        client: Client::new(&params),
        store: TextStore::new(encoding(&params), folders(&params)),
        session: Session::default(),
        evaluator,
        queue: VecDeque::new(),
        dirty: BTreeSet::new(),
        needs: BTreeMap::new(),
        problems: BTreeMap::new(),
        deadline: Rc::new(Deadline::of_request()),
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
        let message = connection.receiver.recv().map_err(|_| End::Closed)?;
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

impl Server {
    fn converse(&mut self, parent: Option<u32>) -> End {
        let mut last_check = Instant::now();
        let ticks = tick(TICK);
        loop {
            self.receive_all();
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
                    Ok(message) => self.receive(message),
                    Err(_) => return End::Closed,
                },
                recv(self.evaluator.events) -> event => if let Ok(event) = event {
                    self.handle_event(event);
                },
                recv(ticks) -> _ => self.report_progress(),
            }
            if last_check.elapsed() > PARENT {
                last_check = Instant::now();
                if parent.is_some_and(|process| !is_running(process)) {
                    return End::Alone;
                }
            }
        }
    }

    /// Moves all messages of the client to the queue; cancellations take effect immediately.
    fn receive_all(&mut self) {
        while let Ok(message) = self.receiver.try_recv() {
            self.receive(message);
        }
        while let Ok(event) = self.evaluator.events.try_recv() {
            self.handle_event(event);
        }
    }

    fn receive(&mut self, message: Message) {
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

    /// Handles a message; returns the end if it is the last.
    fn message(&mut self, message: Message) -> Option<End> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(Notification { method, .. }) if method == "exit" => {
                return Some(if self.is_shut_down { End::Orderly } else { End::Abrupt });
            }
            Message::Notification(notification) => {
                let notify = AssertUnwindSafe(|| self.notification(notification));
                // A notification that fails has no effect; the conversation continues.
                let _ = catch_unwind(notify);
            }
            // The server ignores how the client answers its requests.
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
        self.deadline = Rc::new(Deadline::of_request());
        let again = id.clone();
        let run = AssertUnwindSafe(|| self.answered(&id, &method, params));
        match catch_unwind(run) {
            Ok(Some(answer)) => self.respond(again, answer),
            // The answer follows after a computation.
            Ok(None) => {}
            Err(_) => {
                let message = format!("`{method}` has failed");
                self.respond(again, Err(refuse(ErrorCode::InternalError, message)));
            }
        }
    }

    fn handle_event(&mut self, event: JobEvent) {
        match event {
            JobEvent::Started(id) => {
                if let Some(running) = self.running.get_mut(&id) {
                    running.begun = Some(Instant::now());
                }
            }
            JobEvent::Ended(id, outcome) => self.ended(id, *outcome),
        }
    }
}

/// Whether a process lives.
#[cfg(unix)]
fn is_running(process: u32) -> bool {
    let id = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    let asked = id.map(rustix::process::test_kill_process);
    // The process lives if asking is not permitted.
    !matches!(asked, Some(Err(rustix::io::Errno::SRCH)))
}

/// On other systems a client that ends closes standard input.
#[cfg(not(unix))]
fn is_running(_process: u32) -> bool {
    true
}
