//! The kernel: a session, and what it answers to each kind of request.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use jupyter_protocol::{
    CodeMirrorMode, CommClose, CommId, CommInfoReply, ExecuteReply, ExecutionCount,
    KernelInfoReply, LanguageInfo, ReplyStatus,
};
use upstar_core::Budget;
use upstar_lang::disk::{Disk, Saves};
use upstar_lang::session::Session;
use upstar_lang::session::transcript::Transcript;

use crate::editor;
use crate::history::History;
use crate::message::{Answers, Outbox, Request};
use crate::settings::Settings;
use crate::watch::Watch;

/// The version of the messages.
const PROTOCOL: &str = "5.3";

/// A session for notebooks.
pub(crate) struct Kernel {
    pub(crate) session: Session,
    pub(crate) watch: Arc<Watch>,
    /// Transcript for `:save`.
    pub(crate) transcript: Transcript,
    /// The files that `:save` has written.
    pub(crate) saves: Saves,
    pub(crate) settings: Settings,
    pub(crate) history: History,
    /// The number of the next cell, which is that of its value: `_7`.
    pub(crate) number: usize,
    requests: Receiver<Request>,
    /// Requests that waited while a cell failed.
    aborted: VecDeque<Request>,
}

impl Kernel {
    /// A kernel in which nothing was said yet.
    pub(crate) fn new(budget: Budget, watch: Arc<Watch>, requests: Receiver<Request>) -> Kernel {
        let mut session = Session::new(budget.clone(), Arc::new(Disk::new(budget)));
        session.answer_with_data();
        Kernel {
            session,
            watch,
            transcript: Transcript::default(),
            saves: Saves::default(),
            settings: Settings::default(),
            history: History::default(),
            number: 1,
            requests,
            aborted: VecDeque::new(),
        }
    }

    /// Answers requests in order, until the channel is closed.
    pub(crate) fn serve(mut self, outbox: &Outbox) {
        while let Some((request, is_aborted)) = self.next() {
            let answers = Answers::begin(outbox, &request);
            match is_aborted && request.kind() == "execute_request" {
                true => self.refuse_to_run(&answers),
                false => self.answer(&request, &answers),
            }
            answers.end();
        }
    }

    /// The next request, and whether it waited while a cell failed.
    fn next(&mut self) -> Option<(Request, bool)> {
        let waiting = self.aborted.pop_front().map(|request| (request, true));
        waiting.or_else(|| self.requests.recv().ok().map(|request| (request, false)))
    }

    /// The cells that wait are not to be run: they were sent in the belief that this one succeeds. To be
    /// called before its error is known to clients, for what they send then is to be run.
    pub(crate) fn abort_waiting(&mut self) {
        self.aborted.extend(self.requests.try_iter());
    }

    fn answer(&mut self, request: &Request, answers: &Answers) {
        match request.kind() {
            "execute_request" => self.execute(request, answers),
            "kernel_info_request" => answers.reply(kernel_info()),
            "complete_request" => answers.reply(editor::complete(self, request)),
            "inspect_request" => answers.reply(editor::inspect(self, request)),
            "is_complete_request" => answers.reply(editor::is_complete(self, request)),
            "history_request" => answers.reply(self.history.reply(request)),
            // There are no widgets.
            "comm_info_request" => answers.reply(CommInfoReply::default()),
            "comm_open" => {
                let comm_id = CommId(request.text("comm_id").to_owned());
                answers.publish(CommClose { comm_id, ..CommClose::default() });
            }
            kind if kind.ends_with("_request") => {
                answers.refuse(&format!("this kernel has no answer to {kind}"));
            }
            _ => {}
        }
    }

    /// Says of a cell that it is not run.
    fn refuse_to_run(&self, answers: &Answers) {
        answers.reply(ExecuteReply {
            status: ReplyStatus::Aborted,
            execution_count: ExecutionCount::new(self.number),
            ..ExecuteReply::default()
        });
    }
}

/// Description of the kernel.
pub(crate) fn kernel_info() -> KernelInfoReply {
    let version = env!("CARGO_PKG_VERSION");
    KernelInfoReply {
        status: ReplyStatus::Ok,
        protocol_version: PROTOCOL.to_owned(),
        implementation: "upstar".to_owned(),
        implementation_version: version.to_owned(),
        language_info: LanguageInfo {
            name: "upstar".to_owned(),
            version: version.to_owned(),
            mimetype: Some("text/x-upstar".to_owned()),
            file_extension: Some(".game".to_owned()),
            pygments_lexer: Some("upstar".to_owned()),
            // Editors have no mode for this language: comments, texts and brackets are like those of Rust.
            codemirror_mode: Some(CodeMirrorMode::Simple("rust".to_owned())),
            nbconvert_exporter: Some("script".to_owned()),
        },
        banner: format!("Upstar {version}: combinatorial game theory. :help lists the commands."),
        // The book has no address yet; `:help` has its pages.
        help_links: Vec::new(),
        debugger: false,
        error: None,
    }
}
