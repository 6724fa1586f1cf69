//! The sockets of the kernel: receiving, sending, and the end of the kernel.
//!
//! The session computes on a thread of its own; all other work is done by tasks of another thread. So an
//! interrupt or a heartbeat never waits for a computation.

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use jupyter_protocol::{
    ConnectionInfo, InterruptReply, JupyterMessage, ReplyStatus, ShutdownReply, Status,
};
use jupyter_zmq_client as jupyter;
use jupyter_zmq_client::Connection;
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::spawn;
use tokio::time::sleep;
use upstar_core::Budget;
use upstar_lang::disk;
use zeromq::{SocketRecv, SocketSend};

use crate::ALLOCATOR;
use crate::kernel::{Kernel, kernel_info};
use crate::message::{Answers, Outbox, Request};
use crate::watch::Watch;

/// Stack of the computing thread. Deep recursion allocates more, segment by segment.
const STACK: usize = 32 << 20;

/// Time for the last messages to leave.
const FAREWELL: Duration = Duration::from_millis(100);

/// Interval of looking whether the program that has started the kernel is still there.
const ORPHAN: Duration = Duration::from_secs(1);

/// Pause after a socket has failed, so that one that fails always does not take a core.
const BREATH: Duration = Duration::from_millis(10);

/// Runs the kernel of a connection file until it is shut down.
pub(crate) fn run(file: &Path, max_memory: u64, threads: Option<usize>) -> ExitCode {
    let budget = Budget::with_meter(|| ALLOCATOR.allocated());
    budget.limit_bytes(max_memory);
    budget.limit_threads(threads);
    let ended = connection(file).and_then(|connection| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        runtime.block_on(serve(&connection, budget))
    });
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Contents of a connection file.
fn connection(file: &Path) -> Result<ConnectionInfo, String> {
    let unusable = |why: &dyn std::fmt::Display| {
        format!("the connection file `{}` cannot be read: {why}", file.display())
    };
    let text = disk::text(file, &Budget::unlimited()).map_err(|error| unusable(&error))?;
    serde_json::from_str(&text).map_err(|error| unusable(&error))
}

/// End of the kernel.
struct KernelEnd {
    wanted: Notify,
}

/// Ends the kernel when the computing thread has ended, even by a panic.
struct WithSession(Arc<KernelEnd>);

impl Drop for WithSession {
    fn drop(&mut self) {
        self.0.wanted.notify_one();
    }
}

/// The sockets of a connection file.
struct Sockets {
    shell: jupyter::KernelShellConnection,
    control: jupyter::KernelControlConnection,
    stdin: jupyter::KernelStdinConnection,
    iopub: jupyter::KernelIoPubConnection,
    heartbeat: jupyter::KernelHeartbeatConnection,
}

impl Sockets {
    async fn open(connection: &ConnectionInfo) -> jupyter::Result<Sockets> {
        // A random name for all that this kernel sends.
        let id = JupyterMessage::from(Status::starting()).header.session;
        Ok(Sockets {
            shell: jupyter::create_kernel_shell_connection(connection, &id).await?,
            control: jupyter::create_kernel_control_connection(connection, &id).await?,
            stdin: jupyter::create_kernel_stdin_connection(connection, &id).await?,
            iopub: jupyter::create_kernel_iopub_connection(connection, &id).await?,
            heartbeat: jupyter::create_kernel_heartbeat_connection(connection).await?,
        })
    }
}

/// Serves a connection until the kernel is to end.
async fn serve(connection: &ConnectionInfo, budget: Budget) -> Result<(), String> {
    let sockets = Sockets::open(connection).await;
    let Sockets { shell, control, mut stdin, iopub, heartbeat } =
        sockets.map_err(|error| format!("the kernel cannot be reached: {error}"))?;
    let (published, outgoing) = unbounded_channel();
    spawn(send(iopub, outgoing));
    let (replies, outgoing) = unbounded_channel();
    let (sender, shell) = shell.split();
    spawn(send(sender, outgoing));
    let shell_outbox = Outbox { published: published.clone(), replies };
    let (replies, outgoing) = unbounded_channel();
    let (sender, control) = control.split();
    spawn(send(sender, outgoing));
    let control_outbox = Outbox { published, replies };

    let watch = Watch::new(budget.clone());
    let ending = Arc::new(KernelEnd { wanted: Notify::new() });
    let (requests, received) = mpsc::channel();
    let kernel = Kernel::new(budget, watch.clone(), received);
    compute(kernel, shell_outbox.clone(), WithSession(ending.clone()))?;
    let listener = |outbox, requests| {
        let (watch, ending) = (watch.clone(), ending.clone());
        Listener { outbox, watch, ending, requests }
    };
    spawn(listen(shell, listener(shell_outbox, Some(requests))));
    spawn(listen(control, listener(control_outbox, None)));
    // Cells never ask for input.
    spawn(async move { while stdin.socket.recv().await.is_ok() {} });
    spawn(beat(heartbeat));
    spawn(orphaned(ending.clone()));
    spawn(interrupted(watch.clone(), ending.clone()));
    spawn(async move { watch.guard().await });
    ending.wanted.notified().await;
    sleep(FAREWELL).await;
    Ok(())
}

/// Starts the thread that computes.
fn compute(kernel: Kernel, outbox: Outbox, guard: WithSession) -> Result<(), String> {
    let session = thread::Builder::new().name("session".to_owned()).stack_size(STACK);
    let started = session.spawn(move || {
        let _guard = guard;
        kernel.serve(&outbox);
    });
    started.map(drop).map_err(|error| format!("no thread can be started: {error}"))
}

/// Echoes heartbeats, by which clients see that the kernel runs.
async fn beat(mut heartbeat: jupyter::KernelHeartbeatConnection) {
    loop {
        match heartbeat.socket.recv().await {
            // A client that has disconnected needs no answer.
            Ok(beat) => drop(heartbeat.socket.send(beat).await),
            Err(_) => sleep(BREATH).await,
        }
    }
}

/// Sends messages in the order in which they come.
async fn send<S: SocketSend>(
    mut to: Connection<S>,
    mut messages: UnboundedReceiver<JupyterMessage>,
) {
    while let Some(message) = messages.recv().await {
        // A client that has disconnected needs no answer.
        let _ = to.send(message).await;
    }
}

/// State of a channel of requests.
struct Listener {
    outbox: Outbox,
    watch: Arc<Watch>,
    ending: Arc<KernelEnd>,
    /// The thread that computes; the control channel does without.
    requests: Option<mpsc::Sender<Request>>,
}

async fn listen<S: SocketRecv>(mut from: Connection<S>, listener: Listener) {
    loop {
        let parts = match from.socket.recv().await {
            Ok(parts) => parts,
            Err(_) => {
                sleep(BREATH).await;
                continue;
            }
        };
        match Request::read(&from, parts) {
            Ok(request) => listener.take(request),
            // It cannot be answered: it may be of anybody.
            Err(why) => eprintln!("a message is ignored: {why}"),
        }
    }
}

impl Listener {
    fn take(&self, request: Request) {
        match (request.kind(), &self.requests) {
            ("shutdown_request", _) => self.shut_down(&request),
            ("interrupt_request", _) => {
                self.watch.cancel();
                let answers = Answers::begin(&self.outbox, &request);
                answers.reply(InterruptReply { status: ReplyStatus::Ok, error: None });
                answers.end();
            }
            ("kernel_info_request", None) => {
                let answers = Answers::begin(&self.outbox, &request);
                answers.reply(kernel_info());
                answers.end();
            }
            // Without a receiver the kernel is ending.
            (_, Some(requests)) => drop(requests.send(request)),
            (kind, None) => {
                let answers = Answers::begin(&self.outbox, &request);
                if kind.ends_with("_request") {
                    answers.refuse(&format!("the control channel has no {kind}"));
                }
                answers.end();
            }
        }
    }

    fn shut_down(&self, request: &Request) {
        self.watch.cancel();
        let answers = Answers::begin(&self.outbox, request);
        let restart = request.flag("restart", false);
        let reply = ShutdownReply { restart, status: ReplyStatus::Ok, error: None };
        answers.publish(reply.clone());
        answers.reply(reply);
        answers.end();
        self.ending.wanted.notify_one();
    }
}

/// Ends the kernel if the program that started it has ended without notice.
async fn orphaned(ending: Arc<KernelEnd>) {
    #[cfg(unix)]
    {
        let parent = || rustix::process::getppid().map(|id| id.as_raw_nonzero().get());
        let named = std::env::var("JPY_PARENT_PID").ok().and_then(|id| id.parse().ok());
        if named.is_none() || parent() != named {
            return;
        }
        while parent() == named {
            sleep(ORPHAN).await;
        }
        ending.wanted.notify_one();
    }
}

/// Ctrl-C in the terminal of the kernel: stops the computation, or ends the kernel when there is none.
async fn interrupted(watch: Arc<Watch>, ending: Arc<KernelEnd>) {
    while tokio::signal::ctrl_c().await.is_ok() {
        if !watch.cancel() {
            ending.wanted.notify_one();
        }
    }
}
