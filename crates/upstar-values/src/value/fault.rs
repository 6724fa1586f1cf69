//! Faults of evaluation: diagnostics that get their place on the way out.
//!
//! Knows: how errors of the mathematics read as messages.
//! Must not know: where in a program an operation stands; see [`At`].
//!
//! A fault may be about a text: a code that means nothing says at which byte. This text may have been typed far
//! from where it is read. The call in which it was typed puts the mark into it, when the fault passes on its way
//! out.
//!
//! That there is no answer is an answer. Play that can return, a game without canonical options and something too
//! large to be held are reasons to ask otherwise: by the graph, by sides, by nimbers. So they are variants of
//! [`NoAnswer`], as `Unsolved` is in the core, and an [`Attempt`] hands them on. Where nothing else is tried, `?`
//! makes a fault of them. The code of a fault decides about helps and notes only; `tests/house.rs` checks that.

use std::sync::Arc;

use upstar_core::heap::SolveError;
use upstar_core::solve::Failure;
use upstar_core::{Budget, Error, Exhausted};

use crate::diagnostic::{Code, Diagnostic, TextBudget};
use crate::source::Span;

/// Most calls in a trace.
const TRACE: usize = 4;

/// Fault of an evaluation. Boxed, so that results stay small.
#[derive(Debug, Clone)]
pub struct Fault(Box<Inner>);

#[derive(Debug, Clone)]
struct Inner {
    diagnostic: Diagnostic,
    calls: usize,
    /// Calls that are open at the place of the last label, one inside the other.
    open: usize,
    /// The largest number of them so far.
    most_open: usize,
    /// Wrong text and the byte in it, until the place of the text in the source is found.
    text: Option<(Arc<str>, usize)>,
    /// Index of the wrong argument of the innermost call, until its place is found.
    argument: Option<usize>,
}

/// Result of an evaluation.
pub type Result<T> = std::result::Result<T, Fault>;

/// Reason why a question about games has no answer of the kind asked for. The caller may ask another question;
/// otherwise `?` makes it the fault that the user sees.
#[derive(Debug, Clone)]
pub enum NoAnswer {
    /// Play can return to a position it has left, and the answer is for games that end: the fault says so.
    Repeats(Fault),
    /// A loopy game is no stopper, and so has no canonical options.
    NoOptions(Fault),
    /// Something is too large to be represented, such as the list of moves of a heap, or a nimber as a
    /// game.
    TooLarge(Fault),
    /// The players move differently somewhere, and the answer is by nimbers.
    NotImpartial(Fault),
    /// Any other fault, such as one in the rules, or a limit of the session.
    Failed(Fault),
}

/// Result of a question about games that may have no answer.
pub type Attempt<T> = std::result::Result<T, NoAnswer>;

impl NoAnswer {
    /// The same reason with something added to its fault.
    pub fn map(self, add: impl FnOnce(Fault) -> Fault) -> Self {
        match self {
            NoAnswer::Repeats(fault) => NoAnswer::Repeats(add(fault)),
            NoAnswer::NoOptions(fault) => NoAnswer::NoOptions(add(fault)),
            NoAnswer::TooLarge(fault) => NoAnswer::TooLarge(add(fault)),
            NoAnswer::NotImpartial(fault) => NoAnswer::NotImpartial(add(fault)),
            NoAnswer::Failed(fault) => NoAnswer::Failed(add(fault)),
        }
    }

    /// Whether the user stopped the computation or a limit ended it: not worth another try.
    pub fn is_exhaustion(&self) -> bool {
        matches!(self, NoAnswer::Failed(fault) if fault.is_exhaustion())
    }
}

impl From<NoAnswer> for Fault {
    fn from(why: NoAnswer) -> Self {
        match why {
            NoAnswer::Repeats(fault)
            | NoAnswer::NoOptions(fault)
            | NoAnswer::TooLarge(fault)
            | NoAnswer::NotImpartial(fault)
            | NoAnswer::Failed(fault) => fault,
        }
    }
}

/// Limits on sizes are reached, and games in which the players move differently are met, in the middle of any expression,
/// so these reasons come as faults. This is the only place where a code becomes a reason.
impl From<Fault> for NoAnswer {
    fn from(fault: Fault) -> Self {
        match fault.code() {
            Code::TooLarge => NoAnswer::TooLarge(fault),
            Code::NotImpartial => NoAnswer::NotImpartial(fault),
            _ => NoAnswer::Failed(fault),
        }
    }
}

impl From<Exhausted> for NoAnswer {
    fn from(why: Exhausted) -> Self {
        NoAnswer::Failed(why.into())
    }
}

impl From<Error> for NoAnswer {
    fn from(error: Error) -> Self {
        Fault::from(error).into()
    }
}

impl Failure for NoAnswer {
    fn is_repetition(&self) -> bool {
        matches!(self, NoAnswer::Repeats(_))
    }
}

/// Rules whose error is a fault have no other answer.
impl Failure for Fault {
    fn is_repetition(&self) -> bool {
        false
    }
}

impl Fault {
    /// A fault without a place yet.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic::error(code, message).into()
    }

    /// Adds a suggested fix.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.0.diagnostic.helps.push(text.into());
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.0.diagnostic.notes.push(text.into());
        self
    }

    /// Adds an edit that mends the text.
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.0.diagnostic = self.0.diagnostic.fix(title, span, text);
        self
    }

    /// Adds a place with a text of its own.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.0.diagnostic = self.0.diagnostic.label(span, text);
        self
    }

    /// Points here instead of at places of a ruleset.
    pub fn instead_at(mut self, span: Span) -> Self {
        self.0.diagnostic.labels.clear();
        self.label(span, "here")
    }

    /// Says that a text is wrong, at a byte of it.
    pub fn in_text(mut self, text: &str, offset: usize) -> Self {
        self.0.text = Some((text.into(), offset));
        self
    }

    /// Points into the text that is wrong, when it was typed at `span` with these contents.
    pub fn typed(mut self, contents: &str, span: Span) -> Self {
        let Some((text, offset)) = self.0.text.take() else { return self };
        if *text != *contents {
            self.0.text = Some((text, offset));
            return self;
        }
        self.0.diagnostic.labels.clear();
        self.label(span.inside_text(contents, offset), "here")
    }

    /// Says that an argument of the call is wrong, by its place among them.
    pub fn in_argument(mut self, place: usize) -> Self {
        self.0.argument = Some(place);
        self
    }

    /// Points at the call as a whole, and not at one argument.
    pub fn in_whole_call(mut self) -> Self {
        self.0.argument = None;
        self
    }

    /// Points at the wrong argument, unless the fault has a place; `spans` are those of the arguments.
    pub fn or_at_argument(mut self, mut spans: impl Iterator<Item = Span>) -> Self {
        match self.0.argument.take().and_then(|place| spans.nth(place)) {
            Some(span) => self.or_at(span),
            None => self,
        }
    }

    /// Points at `span`, where the failing operation stands, when it has no place yet.
    pub fn or_at(self, span: Span) -> Self {
        if self.has_place() { self } else { self.label(span, "here") }
    }

    /// Says in which call it happened. The innermost few and the outermost are kept.
    pub fn called(mut self, span: Span, name: &str) -> Self {
        let text = format!("in this call of {name}");
        let is_there = self.0.diagnostic.labels.last().is_some_and(|last| last.span == span);
        self.0.open = if is_there { self.0.open + 1 } else { 1 };
        self.0.most_open = self.0.most_open.max(self.0.open);
        if is_there {
            return self;
        }
        self.0.calls += 1;
        if self.0.calls > TRACE {
            self.0.diagnostic.labels.pop();
        }
        self.label(span, text)
    }

    /// Whether the place it points at is not within `span`.
    pub fn is_outside(&self, span: Span) -> bool {
        self.0.diagnostic.span().is_some_and(|place| place.to(span) != span)
    }

    /// Code of the diagnostic.
    pub fn code(&self) -> Code {
        self.0.diagnostic.code
    }

    /// Whether the user stopped the computation or a limit ended it: not worth another try.
    pub fn is_exhaustion(&self) -> bool {
        self.code().is_exhaustion()
    }

    /// Whether the user stopped the computation.
    pub fn is_interruption(&self) -> bool {
        self.code() == Code::Interrupted
    }

    /// Whether it points at a place of the program.
    pub fn has_place(&self) -> bool {
        self.0.diagnostic.span().is_some()
    }

    /// Whether it suggests a fix.
    pub fn has_help(&self) -> bool {
        !self.0.diagnostic.helps.is_empty()
    }

    /// The diagnostic.
    pub fn into_diagnostic(self) -> Diagnostic {
        let Inner { mut diagnostic, calls, most_open, .. } = *self.0;
        if most_open > 1 {
            diagnostic.notes.push(format!("the same call is open {most_open} times"));
        }
        if calls > TRACE {
            diagnostic.notes.push(format!("and {} more calls between these", calls - TRACE));
        }
        diagnostic
    }
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        Fault(Box::new(Inner {
            diagnostic,
            calls: 0,
            open: 0,
            most_open: 0,
            text: None,
            argument: None,
        }))
    }
}

impl From<Exhausted> for Fault {
    fn from(why: Exhausted) -> Self {
        match why {
            Exhausted::Interrupted => Fault::new(Code::Interrupted, "interrupted"),
            Exhausted::TimedOut => Fault::new(Code::TimedOut, "stopped: the time allowed is over")
                .help("allow more with `--timeout SECONDS`, at the prompt with `:set timeout SECONDS`"),
            Exhausted::Steps { limit } => {
                Fault::new(Code::TimedOut, format!("stopped after {limit} steps"))
            }
            Exhausted::Memory { limit } => Fault::new(
                Code::OutOfMemory,
                format!("stopped: this needs more than {} MiB of memory", limit >> 20),
            )
            .help(
                "allow more with `--max-memory SIZE`, for instance `--max-memory 8G`; at the \
                 prompt with `:set max_memory 8G`",
            ),
            _ => Fault::new(Code::TimedOut, format!("stopped: {why}")),
        }
    }
}

/// The budget of a session as the limits of walks over texts.
///
/// ```
/// use upstar_syntax::parse_input;
/// use upstar_values::value::TextLimits;
/// # let mut sources = upstar_syntax::source::SourceMap::default();
/// # let id = sources.add("input", "*2 + *3");
/// let budget = upstar_core::Budget::default();
/// assert!(parse_input(id, "*2 + *3", &TextLimits(&budget)).is_ok());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TextLimits<'b>(pub &'b Budget);

impl TextBudget for TextLimits<'_> {
    fn poll(&self) -> std::result::Result<(), Diagnostic> {
        self.0.step().map_err(|why| Fault::from(why).into_diagnostic())
    }

    fn room(&self) -> u64 {
        self.0.max_bytes().saturating_sub(self.0.used_bytes())
    }

    fn reserve(&self, bytes: u64) -> std::result::Result<(), Diagnostic> {
        self.0.reserve(bytes).map_err(|why| Fault::from(why).into_diagnostic())
    }
}

impl From<SolveError> for Fault {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Exhausted(why) => why.into(),
            other => Fault::new(Code::TooLarge, other.to_string()),
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let code = match error {
            Error::Exhausted(why) => return why.into(),
            Error::TemperatureTooLow
            | Error::UnitNotPositive
            | Error::NoAtomicWeight
            | Error::NoSuchPower
            | Error::OutOfRange { .. }
            | Error::NoSuchIndex { .. } => Code::OutOfRange,
            Error::DivisionByZero => Code::DivisionByZero,
            _ => Code::TooLarge,
        };
        let fault = Fault::new(code, error.to_string());
        match error {
            Error::PlayTooLong { .. } => {
                fault.help("bound the moves, for instance with `if a > 0` after `(a - 1, b)`")
            }
            Error::TableTooLarge { .. } => {
                fault.help("ask of a smaller position, or `value`, which needs no table")
            }
            Error::TooManySums { .. } => {
                fault.help("ask of the positions one by one, or of smaller ones")
            }
            Error::WorthTooHard { .. } => {
                fault.help("`outcome` and `winning_moves` say who wins, and need no value")
            }
            Error::QuotientNotFound { .. } => fault.note("it may be infinite"),
            Error::Endless { .. } => fault.note("perhaps there is no end of them"),
            Error::TextTooLong { .. } | Error::TextTooDeep => fault
                .help("of a game, `outcome`, `stops`, `mean` and `temperature` can be asked for"),
            Error::NumberTooLong { .. } => {
                fault.help("it can be calculated with, for example `x % 1000`")
            }
            _ => fault,
        }
    }
}

/// Conversion that gives a fault its place.
pub trait At<T> {
    /// `span` is where the failing operation stands.
    ///
    /// # Errors
    /// Passes the fault on.
    fn at(self, span: Span) -> Result<T>;
}

impl<T, E: Into<Fault>> At<T> for std::result::Result<T, E> {
    fn at(self, span: Span) -> Result<T> {
        self.map_err(|error| error.into().or_at(span))
    }
}
