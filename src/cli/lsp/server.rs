//! The state of the conversation with the client, and what is sent to it.
//!
//! Must not know: in which order messages are answered, or the answers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde::Serialize;

use super::answer::Answer;
use super::capabilities::Client;
use super::evaluation::{Evaluator, JobId};
use super::known::{Known, Results};
use super::running::Running;
use super::store::{Deadline, Store, View};
use crate::session::Session;

/// The state of the conversation.
pub(super) struct Server {
    pub(super) sender: Sender<Message>,
    pub(super) receiver: Receiver<Message>,
    pub(super) client: Client,
    pub(super) store: Store,
    /// Session without computations, for the pages of the reference.
    pub(super) session: Session,
    pub(super) evaluator: Evaluator,
    /// Messages of the client that wait for their turn.
    pub(super) queue: VecDeque<Message>,
    /// Open files whose problems must be found again.
    pub(super) dirty: BTreeSet<String>,
    /// The files that were read for the problems of each open file.
    pub(super) needs: BTreeMap<String, BTreeSet<String>>,
    /// Problems of open files, until something changes on which they depend.
    pub(super) problems: BTreeMap<String, Known>,
    /// Deadline of the current request.
    pub(super) deadline: Rc<Deadline<'static>>,
    /// Computations in progress.
    pub(super) running: BTreeMap<JobId, Running>,
    /// Results of computations for each file.
    pub(super) results: BTreeMap<String, Results>,
    /// The files whose values are shown.
    pub(super) shown: BTreeSet<String>,
    /// Number of the next job and of the next request to the client.
    pub(super) next: u64,
    pub(super) is_shut_down: bool,
}

impl Server {
    pub(super) fn respond(&self, id: RequestId, answer: Answer) {
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(error) => Response { id, result: None, error: Some(error) },
        };
        // A closed connection is noticed when messages are received.
        let _ = self.sender.send(response.into());
    }

    /// View of the texts for the current request.
    pub(super) fn view(&self) -> View<'_> {
        self.store.view(&self.deadline)
    }

    pub(super) fn notify(&self, method: &str, params: impl Serialize) {
        let _ = self.sender.send(Notification::new(method.to_owned(), params).into());
    }

    /// Sends a request to the client, whose response is ignored.
    pub(super) fn send_request(&mut self, method: &str, params: impl Serialize) {
        let id = RequestId::from(format!("upstar-{}", self.number()));
        let _ = self.sender.send(Request::new(id, method.to_owned(), params).into());
    }

    /// A number that was not given before.
    pub(super) fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }
}
