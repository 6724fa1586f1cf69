//! The state of the conversation with the client, and what is sent to it.
//!
//! Must not know: in which order messages are answered, or the answers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde::Serialize;

use crate::answer::RequestAnswer;
use crate::capabilities::Client;
use crate::evaluation::{Evaluator, JobId};
use crate::known::{KnownProblems, Results};
use crate::running::Running;
use crate::session::Session;
use crate::store::{Deadline, TextStore, TextView};

/// The state of the conversation.
pub(crate) struct Server {
    pub(crate) sender: Sender<Message>,
    pub(crate) receiver: Receiver<Message>,
    pub(crate) client: Client,
    pub(crate) store: TextStore,
    /// Session without computations, for the pages of the reference.
    pub(crate) session: Session,
    pub(crate) evaluator: Evaluator,
    /// Messages of the client that wait for their turn.
    pub(crate) queue: VecDeque<Message>,
    /// Open files whose problems must be found again.
    pub(crate) dirty: BTreeSet<String>,
    /// The files that were read for the problems of each open file.
    pub(crate) needs: BTreeMap<String, BTreeSet<String>>,
    /// Problems of open files, until something changes on which they depend.
    pub(crate) problems: BTreeMap<String, KnownProblems>,
    /// Deadline of the current request.
    pub(crate) deadline: Rc<Deadline<'static>>,
    /// Computations in progress.
    pub(crate) running: BTreeMap<JobId, Running>,
    /// Results of computations for each file.
    pub(crate) results: BTreeMap<String, Results>,
    /// The files whose values are shown.
    pub(crate) shown: BTreeSet<String>,
    /// Number of the next job and of the next request to the client.
    pub(crate) next: u64,
    pub(crate) is_shut_down: bool,
}

impl Server {
    pub(crate) fn respond(&self, id: RequestId, answer: RequestAnswer) {
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(error) => Response { id, result: None, error: Some(error) },
        };
        // A closed connection is noticed when messages are received.
        let _ = self.sender.send(response.into());
    }

    /// View of the texts for the current request.
    pub(crate) fn view(&self) -> TextView<'_> {
        self.store.view(&self.deadline)
    }

    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        let _ = self.sender.send(Notification::new(method.to_owned(), params).into());
    }

    /// Sends a request to the client, whose response is ignored.
    pub(crate) fn send_request(&mut self, method: &str, params: impl Serialize) {
        let id = RequestId::from(format!("upstar-{}", self.number()));
        let _ = self.sender.send(Request::new(id, method.to_owned(), params).into());
    }

    /// A number that was not given before.
    pub(crate) fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }
}
