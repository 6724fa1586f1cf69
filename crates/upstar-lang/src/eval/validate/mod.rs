//! Validation while running: some answers of fast methods are asked of the rules as well.
//!
//! Knows: which questions are asked twice, what that may cost, and which rulesets are played by their rules alone.
//! Must not know: how fast methods work.
//!
//! A *fast method* of a ruleset is all that is not its declaration: bit planes, tables of heaps, parts, symmetries,
//! mirrors, memory of other positions. Where its answer and that of the plain recursion ([`graph`], [`turns`]) differ,
//! the ruleset gets none from then on ([`Environment::is_plain`]), and what is remembered is forgotten.
//!
//! `Machine::answered` hands out each kind of question. A `Question` knows its answer by all fast methods, and by
//! plain recursion on positions that `options_of` and its kin list by the declaration. A line of play is followed
//! to its end, so few positions follow from those that are compared; on boards the moves are compared as well. The
//! cost is counted in steps (`ledger.rs`), and a thread that validates cannot make more of them. Whatever chooses a
//! fast method asks `is_plain` first. After a difference the answer is found again. Tests make fast methods wrong
//! by `Validation::spoils`, which is a constant in the program.

mod graph;
mod ledger;
mod moves;
mod question;
mod spoil;
#[cfg(test)]
mod tests;
mod turns;

use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use parking_lot::Mutex;
use rustc_hash::{FxHashSet, FxHasher};

use crate::diagnostic::Code;
use crate::eval::environment::Environment;
use crate::eval::{Machine, World};
use crate::resolve::tree::PositionKind;
use crate::value::{Attempt, Fault, Position, Result, Ruleset, Term, TermKind, Value};
use ledger::Ledger;
pub(super) use question::{
    Best, Canonical, GenusOf, MisereFormOf, MisereWinner, Nimber, OutcomeOf, PartValues, Points,
    Question, TurnsWinner, Winner,
};
use question::{Ground as _, Seen};
pub(super) use spoil::FastMethod;

/// Which answers are asked of the rules as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Validate {
    /// All, as far as few positions follow.
    All,
    /// The first ones about a ruleset, then ever fewer.
    #[default]
    Some,
    /// None.
    Off,
}

impl Validate {
    /// The words for it.
    pub const NAMES: [(Validate, &str); 3] =
        [(Validate::All, "all"), (Validate::Some, "some"), (Validate::Off, "off")];

    /// As it is typed.
    pub fn name(self) -> &'static str {
        Validate::NAMES[self as usize].1
    }

    /// Most positions that the rules are asked about for one question.
    fn most_positions(self) -> usize {
        match self {
            Validate::All => 512,
            Validate::Some => 128,
            Validate::Off => 0,
        }
    }
}

impl FromStr for Validate {
    type Err = ();

    fn from_str(text: &str) -> std::result::Result<Self, ()> {
        let mut names = Validate::NAMES.into_iter();
        names.find(|(_, name)| *name == text).map(|(validate, _)| validate).ok_or(())
    }
}

/// Longest line of play that is followed to find positions with few followers.
const MOST_MOVES: usize = 256;

/// Most cells of a board, vertices and edges of a graph, and items of a list that is asked about.
const MOST_CELLS: usize = 400;

/// Steps below which nothing is asked of the rules.
const LEAST_STEPS: u64 = 512;

/// Counters of the heap by which rulesets of heaps are validated before something is asked about all heaps.
const SMALL_HEAP: i64 = 16;

/// Most steps for one question when all are validated.
const MOST_STEPS: u64 = 1 << 22;

/// What is known of fast methods in a world.
#[derive(Debug, Default)]
pub(super) struct Validation {
    mode: Mode,
    ledger: Mutex<Ledger>,
    /// Whether some ruleset is played by its rules alone.
    any: AtomicBool,
    /// Whether all are.
    all: AtomicBool,
    plain: Mutex<FxHashSet<u32>>,
    /// How often a fast method was dropped.
    drops: AtomicU64,
    warnings: Mutex<Vec<Fault>>,
    /// The fast method that a test has made wrong.
    #[cfg(test)]
    spoilt: Mutex<Option<FastMethod>>,
}

/// A [`Validate`] that can be changed while answers are computed.
#[derive(Debug)]
struct Mode(AtomicU8);

impl Mode {
    fn get(&self) -> Validate {
        Validate::NAMES[usize::from(self.0.load(Relaxed))].0
    }

    fn set(&self, mode: Validate) {
        self.0.store(mode as u8, Relaxed);
    }
}

impl Default for Mode {
    fn default() -> Self {
        Mode(AtomicU8::new(Validate::default() as u8))
    }
}

impl World {
    /// Which answers are asked of the rules as well.
    pub fn validates(&self) -> Validate {
        self.validation.mode.get()
    }

    /// Chooses which answers are asked of the rules as well.
    pub fn validate(&self, mode: Validate) {
        self.validation.mode.set(mode);
    }

    /// Whether all rulesets are played by their rules alone.
    pub fn uses_rules_alone(&self) -> bool {
        self.validation.all.load(Relaxed)
    }

    /// Chooses whether all rulesets are played by their rules alone: without parts, symmetries and other fast methods.
    pub fn use_rules_alone(&self, is_so: bool) {
        self.validation.all.store(is_so, Relaxed);
    }

    /// Warnings about fast methods that disagreed with the rules, since this was asked last.
    pub fn doubts(&self) -> Vec<Fault> {
        std::mem::take(&mut *self.validation.warnings.lock())
    }
}

/// Two answers to one question that should be the same.
struct Difference<N> {
    /// What was asked.
    question: String,
    /// Answer of the fast method, and of the rules.
    answers: [String; 2],
    /// Answer of the rules, and to what.
    seen: Option<(Seen, N)>,
}

impl Environment<'_> {
    /// Whether a ruleset is played by its rules alone, without any fast method.
    pub(super) fn is_plain(&self, ruleset: &Ruleset) -> bool {
        let validation = &self.world.validation;
        validation.all.load(Relaxed)
            || validation.any.load(Relaxed) && validation.plain.lock().contains(&ruleset.id)
    }
}

impl Machine<'_> {
    /// The answer to a question, which may be asked of the rules as well.
    pub(super) fn answered<Q: Question>(
        &mut self,
        question: Q,
        value: &Value,
    ) -> Attempt<Q::Answer> {
        let Some(ruleset) = self.to_validate(value) else { return question.by_engine(self, value) };
        let validation = &self.env.world.validation;
        if let Some(answer) = self.examined(question, value, &ruleset, 0) {
            return Ok(answer);
        }
        let drops = validation.drops.load(Relaxed);
        let mut answer = question.by_engine(self, value);
        if answer.is_ok()
            && let Some(answer) = self.examined(question, value, &ruleset, 1)
        {
            return Ok(answer);
        }
        if validation.drops.load(Relaxed) != drops {
            answer = question.by_engine(self, value);
        }
        answer
    }

    /// Whether answers may be validated now.
    fn validates(&self) -> bool {
        !self.is_validating && self.env.world.validates() != Validate::Off && !self.env.is_limited()
    }

    /// The first ruleset of a value whose answers may be validated now.
    fn to_validate(&self, value: &Value) -> Option<Arc<Ruleset>> {
        if !self.validates() {
            return None;
        }
        let mut positions = positions_in(value);
        if positions.iter().any(|position| is_large(position)) {
            return None;
        }
        positions.retain(|position| {
            !position.ruleset.is_affine() && !self.env.is_plain(&position.ruleset)
        });
        positions.first().map(|position| position.ruleset.clone())
    }
}

impl Environment<'_> {
    /// Whether steps are limited: those for validation would be missing.
    fn is_limited(&self) -> bool {
        self.budget.max_steps() < u64::MAX && self.world.validation.mode.get() != Validate::All
    }

    /// Steps that a question about a ruleset may cost now, in this round.
    fn allowed(&self, ruleset: &Ruleset, round: u64) -> Option<u64> {
        match self.world.validates() {
            Validate::Off => None,
            Validate::All => (round == 0).then_some(MOST_STEPS),
            Validate::Some => {
                let mut ledger = self.world.validation.ledger.lock();
                ledger.allowed(self.budget.steps(), ruleset.id, round == 0)
            }
        }
    }
}

impl Machine<'_> {
    /// Whether an answer about a ruleset may be asked of the rules as well, now.
    pub(super) fn may_be_examined(&self, ruleset: &Ruleset) -> bool {
        self.validates() && self.env.allowed(ruleset, 0).is_some()
    }

    /// Asks the rules, as far as that may cost something now. Returns the answer of the rules where that of a fast
    /// method is another one.
    fn examined<Q: Question>(
        &mut self,
        question: Q,
        value: &Value,
        ruleset: &Ruleset,
        round: u64,
    ) -> Option<Q::Answer> {
        let mode = self.env.world.validates();
        let allowed = self.env.allowed(ruleset, round)?;
        let mut hasher = FxHasher::default();
        (question, question.title(), value, self.env.meaning(ruleset), round).hash(&mut hasher);
        let seed = hasher.finish();
        if !self.env.world.validation.ledger.lock().is_new(seed) {
            return None;
        }
        let before = self.env.budget.steps_here();
        let different = self.apart(allowed, |machine| {
            let mut ground = question.ground(mode.most_positions());
            let different = machine.compared_along(question, value, &mut ground, (allowed, seed));
            different.map(|different| different.map(|found| (found, ground.rulesets())))
        });
        let cost = self.env.budget.steps_here().saturating_sub(before);
        let mut ledger = self.env.world.validation.ledger.lock();
        ledger.spend(self.env.budget.steps(), cost, ruleset.id);
        drop(ledger);
        let (difference, rulesets) = different.ok().flatten()?;
        self.drop_engines(&difference, rulesets.into_iter().chain([ruleset.id]));
        let (seen, node) = difference.seen?;
        let asked = question.at(self, &node).ok()?;
        (asked == (question, value.clone())).then(|| question.answer(seen)).flatten()
    }

    /// Follows a line of play to its end, and compares the answers to positions of which few follow.
    fn compared_along<Q: Question>(
        &mut self,
        question: Q,
        value: &Value,
        ground: &mut Q::Ground,
        (allowed, seed): (u64, u64),
    ) -> Result<Option<Difference<Node<Q>>>> {
        let start = question.start(self, value)?;
        if let Some(answers) = question.moves_differ(self, &start)? {
            let what = format!("the moves from {}", self.env.shown(value));
            return Ok(Some(Difference { question: what, answers, seen: None }));
        }
        let mut line = vec![start];
        // Where the line comes to its end within half of the steps, from its first place on that is completely listed:
        // the other half is for the answers there. An error stops the lists, not the comparison.
        let budget = self.env.budget.clone();
        let mut first = usize::MAX;
        let _: Result<()> = budget.within(allowed / 2, || {
            for place in 0..MOST_MOVES {
                let next = ground.next(self, &line[place])?;
                let Some(pick) = (mixed(seed, place) as usize).checked_rem(next.len()) else {
                    break;
                };
                line.push(next[pick].clone());
            }
            first = line.len();
            while first > 0 && ground.complete(self, &line[first - 1])? {
                first -= 1;
            }
            Ok(())
        });
        let line = line.get(first..).unwrap_or_default();
        let mut places = [0, line.len() / 4, line.len() / 2, line.len() * 3 / 4].to_vec();
        places.dedup();
        for node in places.into_iter().filter_map(|place| line.get(place)) {
            if let Some(difference) = self.compared_at(question, ground, node)? {
                return Ok(Some(difference));
            }
        }
        Ok(None)
    }

    fn compared_at<Q: Question>(
        &mut self,
        question: Q,
        ground: &mut Q::Ground,
        node: &Node<Q>,
    ) -> Result<Option<Difference<Node<Q>>>> {
        let Some(seen) = question.plainly(self, ground, node)? else { return Ok(None) };
        let (there, value) = question.at(self, node)?;
        let answer = there.by_engine(self, &value)?;
        match there.seen(self.env.world.store(), &answer)? {
            Some(found) if found != seen => {
                let question = format!("{} of {}", there.title(), self.env.shown(&value));
                let answers =
                    [found.worded(self.env.world.store())?, seen.worded(self.env.world.store())?];
                Ok(Some(Difference { question, answers, seen: Some((seen, node.clone())) }))
            }
            _ => Ok(None),
        }
    }

    /// Plays rulesets by their rules alone from now on, and forgets what is remembered.
    fn drop_engines<N>(&mut self, difference: &Difference<N>, rulesets: impl Iterator<Item = u32>) {
        let validation = &self.env.world.validation;
        validation.plain.lock().extend(rulesets);
        validation.any.store(true, Relaxed);
        validation.drops.fetch_add(1, Relaxed);
        self.env.world.distrust_kept();
        self.env.world.forget_answers();
        let [fast, plain] = &difference.answers;
        let mut fault = Fault::new(
            Code::WrongEngine,
            format!("a fast method disagrees with the rules about {}", difference.question),
        )
        .note(format!("it says {fast}; the moves by the rules, one by one, say {plain}"))
        .note(
            "from now on this ruleset is played by its rules alone, and this answer has been \
             computed so; earlier answers about it may be wrong",
        )
        .help(please_report());
        if self.env.world.archive().is_some() {
            fault = fault.note(
                "answers kept in tables may be wrong too: from now on none is found or kept there; begin a new folder",
            );
        }
        if let Some(place) = self.place {
            fault = fault.label(place, "asked here");
        }
        validation.warnings.lock().push(fault);
    }

    /// Asks the rules about a small heap before something is asked about all heaps.
    pub(super) fn validate_heaps(&mut self, ruleset: &Arc<Ruleset>) -> Result<()> {
        let is_heap = matches!(ruleset.tree.position, PositionKind::Heap);
        if is_heap && !self.is_validating {
            let heap = Position::new(ruleset.clone(), vec![Value::integer(SMALL_HEAP)])?;
            let heap = Value::Position(Arc::new(heap));
            if let Some(ruleset) = self.to_validate(&heap) {
                // Only whether a fast method is dropped matters.
                let _ = self.examined(Nimber, &heap, &ruleset, 0);
            }
        }
        Ok(())
    }
}

impl Environment<'_> {
    fn shown(&self, value: &Value) -> String {
        let shown = crate::value::show::value(self.world.store(), value);
        shown.unwrap_or_else(|_| value.kind().to_owned())
    }
}

/// A place where a question can be asked.
type Node<Q> = <<Q as Question>::Ground as question::Ground>::Node;

fn please_report() -> String {
    let address = match env!("CARGO_PKG_REPOSITORY") {
        "" => String::new(),
        address => format!(", at {address}"),
    };
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "this is a fault of Upstar {version}: please report it with the text of the ruleset{address}"
    )
}

/// The positions in a value.
fn positions_in(value: &Value) -> Vec<&Arc<Position>> {
    match value {
        Value::Position(position) => vec![position],
        Value::Sum(sum) => of_terms(sum.terms()).collect(),
        Value::Misere(games) => games.terms().iter().flat_map(positions_in).collect(),
        _ => Vec::new(),
    }
}

fn of_terms(terms: &[Term]) -> impl Iterator<Item = &Arc<Position>> {
    terms.iter().filter_map(|term| match &term.kind {
        TermKind::Position(position) => Some(position),
        _ => None,
    })
}

/// Whether a copy of a position for each move takes more than a step.
fn is_large(position: &Position) -> bool {
    position.arguments().iter().any(|argument| match argument {
        Value::Board(cells) => cells.board.symbols().len() > MOST_CELLS,
        Value::Graph(graph) => graph.vertices().len() + graph.edges().len() > MOST_CELLS,
        Value::List(list) => list.items().len() > MOST_CELLS,
        _ => false,
    })
}

/// A number that looks random.
fn mixed(seed: u64, place: usize) -> u64 {
    let x = (seed ^ place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
}
