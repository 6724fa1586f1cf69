//! Certificates as files: `upstar certify QUESTION` and `upstar verify FILE`.
//!
//! Knows: files, compression and progress. Must not know: what facts say.
//!
//! A file whose name ends in `.gz` is compressed; `verify` sees it by the first bytes.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Write as _};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use upstar_core::Budget;
use upstar_verify::{Limits, Progress, Refused, Verified, verify as checked};

use super::args::CertifyArgs;
use super::context::Context;
use super::exit::Exit;
use super::terminal::Terminal;
use crate::value::Value;

/// How often progress is shown.
const BETWEEN_REPORTS: Duration = Duration::from_secs(1);

/// How long a check may pass its limits before it is seen.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// The first bytes of compressed files.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// `upstar certify QUESTION`: prints the certificate, or writes it to a file.
pub(super) fn certify(context: &mut Context, args: &CertifyArgs) -> Exit {
    let Context { session, supervisor, terminal, .. } = context;
    if let Some(file) = &args.rules {
        let (reply, _) = supervisor.compute(|| session.run(file, &mut |_, _| {}));
        if terminal.outcome(session, &reply) != Exit::Success {
            return Exit::of(&reply.diagnostics).max(Exit::Failed);
        }
    }
    let question = format!("certify({})", args.question);
    let (reply, took) = supervisor.compute(|| session.eval("question", &question));
    let certificate = reply.answers.first().map(|answer| answer.value.clone());
    let (Some(Value::Text(certificate)), true) = (certificate, reply.diagnostics.is_empty()) else {
        terminal.outcome(session, &reply);
        return Exit::of(&reply.diagnostics).max(Exit::Failed);
    };
    let Some(path) = &args.output else {
        terminal.write(&certificate);
        terminal.took(took);
        return Exit::Success;
    };
    match written(path, &certificate) {
        Ok(bytes) => {
            terminal.note(&format!("{}: {bytes} bytes", path.display()));
            terminal.took(took);
            Exit::Success
        }
        Err(error) => {
            terminal.error(&format!("{} cannot be written: {error}", path.display()));
            Exit::Usage
        }
    }
}

/// Writes a certificate to a file, compressed if its name says so, and returns the bytes of the file.
fn written(path: &Path, certificate: &str) -> io::Result<u64> {
    let mut file = BufWriter::new(File::create(path)?);
    if path.extension().is_some_and(|extension| extension == "gz") {
        let mut encoder = GzEncoder::new(file, Compression::best());
        encoder.write_all(certificate.as_bytes())?;
        file = encoder.finish()?;
    } else {
        file.write_all(certificate.as_bytes())?;
    }
    file.flush()?;
    drop(file);
    Ok(std::fs::metadata(path)?.len())
}

/// `upstar verify FILE`: checks a certificate by the definitions alone.
pub(super) fn verify(context: &mut Context, path: &Path) -> Exit {
    let Context { supervisor, terminal, session, .. } = context;
    let input: Box<dyn Read + Send> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin()),
        false => match File::open(path) {
            Ok(file) => Box::new(file),
            Err(error) => {
                terminal.error(&format!("{} cannot be read: {error}", path.display()));
                return Exit::Usage;
            }
        },
    };
    let check = Check::begin(input, session.budget(), supervisor.timeout());
    let mut shown = Instant::now();
    loop {
        match check.next() {
            Err(Unfinished(why)) => {
                terminal.error(&format!("{why}: the certificate is not checked"));
                return Exit::Failed;
            }
            Ok(Said::Progress(Progress { facts, bytes })) => {
                if shown.elapsed() >= BETWEEN_REPORTS {
                    shown = Instant::now();
                    terminal.note(&format!("{facts} facts, {} MB", bytes / 1_000_000));
                }
            }
            Ok(Said::Ended(Ok(verified))) => {
                shown_to(terminal, &verified);
                return Exit::Success;
            }
            Ok(Said::Ended(Err(refused))) => {
                terminal.error(&format!("this certificate is refused: {refused}"));
                return Exit::Failed;
            }
        }
    }
}

/// A message of a check.
enum Said {
    Progress(Progress),
    Ended(Result<Verified, Refused>),
}

/// Why a check did not end.
pub(super) struct Unfinished(&'static str);

/// A check on a thread of its own: a single line may take longer, or more memory, than the limits allow, and then the thread
/// is left alone.
struct Check {
    messages: Receiver<Said>,
    deadline: Option<Instant>,
    budget: Budget,
}

impl Check {
    fn begin(input: Box<dyn Read + Send>, budget: &Budget, timeout: Option<Duration>) -> Check {
        let (sender, messages) = mpsc::channel();
        let mut limits = Limits::default();
        limits.bytes = limits.bytes.min(budget.max_bytes());
        thread::spawn(move || {
            let mut input = BufReader::new(input);
            let is_compressed = input.fill_buf().is_ok_and(|bytes| bytes.starts_with(&GZIP));
            let mut report = |progress| sender.send(Said::Progress(progress)).is_ok();
            let ended = match is_compressed {
                true => {
                    checked(&mut BufReader::new(MultiGzDecoder::new(input)), limits, &mut report)
                }
                false => checked(&mut input, limits, &mut report),
            };
            // Nobody listens after a limit was passed.
            let _ = sender.send(Said::Ended(ended));
        });
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Check { messages, deadline, budget: budget.clone() }
    }

    /// Waits for the next message, within the limits.
    fn next(&self) -> Result<Said, Unfinished> {
        loop {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(Unfinished("the time limit has passed"));
            }
            if self.budget.used_bytes() > self.budget.max_bytes() {
                return Err(Unfinished("the memory limit has passed"));
            }
            match self.messages.recv_timeout(BETWEEN_LOOKS) {
                Ok(said) => return Ok(said),
                Err(RecvTimeoutError::Disconnected) => return Err(Unfinished("the check failed")),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Checks a certificate that tables have kept.
pub(super) fn recheck(
    context: &Context,
    certificate: Vec<u8>,
) -> Result<Result<(), Refused>, Unfinished> {
    let (budget, timeout) = (context.session.budget(), context.supervisor.timeout());
    let check = Check::begin(Box::new(io::Cursor::new(certificate)), budget, timeout);
    loop {
        if let Said::Ended(ended) = check.next()? {
            return Ok(ended.map(drop));
        }
    }
}

/// Prints what was proved.
fn shown_to(terminal: &Terminal, verified: &Verified) {
    let Verified { rules, question, claim, facts, stating, .. } = verified;
    if terminal.json {
        let object = serde_json::json!({
            "question": question, "claim": claim, "rules": rules.join("\n"), "facts": facts,
            "parts_of": stating,
        });
        return terminal.line(object);
    }
    rules.iter().for_each(|line| terminal.line(line));
    terminal.line(format!("{question} is {claim}"));
    terminal.line(format!("verified: {facts} facts"));
    if !stating.is_empty() {
        let names = stating.join(", ");
        terminal.line(format!("taken as stated: the parts of positions in {names}"));
    }
}
