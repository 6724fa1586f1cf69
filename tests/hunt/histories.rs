//! Histories: what was asked, bound, undone and kept before a question must not matter.
//!
//! Knows: sessions, inputs, tables on disk. Must not know: what programs are about.

use upstar::session::Session;
use upstar::syntax::ast::Statement;
use upstar_reference as reference;

use super::changes::{CHANGES, change_called};
use super::compare::{
    Said, TOO_LARGE, UNSEEN, Verdict, compare, definition, engine, is_declared, makes_no_claim,
    may_stop_early, said,
};
use super::grammar::{Program, program, weighted};
use super::questions::question;
use super::rewording::{NAMES, REWORDINGS, change};
use super::support::Dice;
use super::tree::{printed, statement};

/// What is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// An input to one of two sessions.
    Input(usize, String),
    /// The last input that has bound names is undone.
    Undo(usize),
    /// All sessions end, and begin anew with their names, and with the tables on disk if there are any.
    Reopen,
}

/// What is done in one process.
#[derive(Debug, Clone)]
pub(crate) struct History {
    pub(crate) kind: &'static str,
    pub(crate) threads: usize,
    /// Whether answers are kept on disk.
    pub(crate) tables: bool,
    pub(crate) steps: Vec<Step>,
    /// Declarations that mean the same in other words; where the reference says nothing, they are asked.
    pub(crate) others: Vec<String>,
}

impl History {
    /// A program, and questions about it.
    pub(crate) fn of(program: &Program, questions: Vec<String>) -> History {
        let inputs = program.declarations.iter().cloned().chain(questions);
        History {
            kind: program.kind,
            threads: 1,
            tables: false,
            steps: inputs.map(|input| Step::Input(0, input)).collect(),
            others: Vec::new(),
        }
    }
}

/// What became of a history.
#[derive(Debug, Clone, Default)]
pub(crate) struct Report {
    /// How many inputs were compared, how many both systems refused, how many were held against a fresh session only.
    pub(crate) compared: u64,
    pub(crate) refused: u64,
    pub(crate) held: u64,
    /// Whether the rest would mean nothing.
    is_over: bool,
    /// Why nothing was compared.
    pub(crate) skipped: Vec<String>,
    /// The first difference: the input, the engine, what is right.
    pub(crate) difference: Option<Difference>,
}

/// A difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) input: String,
    pub(crate) engine: String,
    pub(crate) right: String,
}

impl Difference {
    /// What a difference is like: whether either side refuses, and whether there was a panic.
    pub(crate) fn class(&self) -> (bool, bool, bool) {
        let refuses = |text: &str| text.starts_with("refused");
        (refuses(&self.engine), refuses(&self.right), self.engine.starts_with("panic"))
    }
}

/// Both systems, and the inputs that have bound names.
struct Pair {
    engine: Session,
    reference: reference::Session,
    declared: Vec<String>,
    /// Whether the reference could not follow a declaration.
    is_lost: bool,
    /// What is declared in a fresh session instead.
    others: Vec<String>,
    threads: usize,
}

impl Pair {
    fn new(history: &History) -> Pair {
        Pair {
            engine: engine(history.threads),
            reference: definition(),
            declared: Vec::new(),
            is_lost: false,
            others: history.others.clone(),
            threads: history.threads,
        }
    }

    /// Asks both, and a fresh session where the reference says nothing.
    fn ask(&mut self, input: &str, report: &mut Report) {
        let depth = self.engine.depth();
        let is_misere = self.declared.iter().any(|text| text.contains("play misere"));
        let (mut verdict, said_now) = compare(
            &mut self.engine,
            &mut self.reference,
            input,
            is_misere || input.contains("misere"),
        );
        let has_bound = self.engine.depth() > depth;
        if has_bound {
            self.declared.push(input.to_owned());
            self.is_lost |= matches!(verdict, Verdict::Skipped(_));
        }
        if self.is_lost && !has_bound {
            verdict = Verdict::Skipped("after a declaration that is not defined".to_owned());
        }
        let different =
            |engine: String, right: String| Difference { input: input.to_owned(), engine, right };
        match verdict {
            Verdict::Same => report.compared += 1,
            Verdict::BothRefuse => report.refused += 1,
            Verdict::NotDeclared(code) => {
                report.skipped.push(format!("a declaration that the engine refuses: {code}"));
                report.is_over = true;
            }
            Verdict::Different { engine, reference } => {
                report.difference = Some(different(engine, reference));
            }
            Verdict::Skipped(why) => {
                report.skipped.push(why.clone());
                if let Said::Answers(answers) = &said_now
                    && !answers.is_empty()
                {
                    match self.fresh(input) {
                        Said::TooLong => {}
                        fresh if mean_the_same(&fresh, &said_now) => report.held += 1,
                        Said::Refused(_) if why == UNSEEN => {}
                        // A search that was spared the lines which repeat has proven what it says.
                        Said::Refused(fault)
                            if fault.starts_with("G0404")
                                && (why == REPEATING_POINTS
                                    || why == TOO_LARGE && may_stop_early(input)) => {}
                        // Where the difference is drawn, infinite nimbers are compared among impartial games only.
                        Said::Answers(_) if why == LOOPY_ORDER && !self.others.is_empty() => {}
                        // Other words may not show that both players move alike.
                        Said::Refused(why)
                            if makes_no_claim(&why, true) && !self.others.is_empty() => {}
                        fresh => {
                            report.difference = Some(different(
                                answers.join("; "),
                                format!("in a fresh session: {fresh:?}"),
                            ));
                        }
                    }
                }
            }
        }
    }

    /// What a fresh session with the same names says.
    fn fresh(&self, input: &str) -> Said {
        let mut fresh = engine(self.threads);
        for declaration in if self.others.is_empty() { &self.declared } else { &self.others } {
            said(&mut fresh, declaration);
        }
        said(&mut fresh, input)
    }

    fn undo(&mut self) {
        self.engine.take_back();
        self.declared.pop();
        self.reference.undo();
    }
}

/// What the reference does not compare.
const LOOPY_ORDER: &str = "undefined: the order of loopy games whose difference is drawn";
const REPEATING_POINTS: &str = "undefined: points of play that can return to a position";

/// Whether two answers are the same, or lists of the same elements, or games that are equal. A loopy game is an infinite
/// nimber where its rules show that both players move alike, and a pair of sides elsewhere: this is no difference.
fn mean_the_same(one: &Said, other: &Said) -> bool {
    let are_equal = || match (one, other) {
        (Said::Answers(one), Said::Answers(other)) if one.len() == other.len() => {
            one.iter().zip(other).all(|(one, other)| {
                let equal = said(&mut engine(1), &format!("({one}) == ({other})"));
                equal == Said::Answers(vec!["true".to_owned()])
                    || one.contains('∞') != other.contains('∞')
            })
        }
        _ => false,
    };
    one == other || same_in_other_order(one, other) || are_equal()
}

/// Whether two answers are the same list, up to the order of its elements.
fn same_in_other_order(one: &Said, other: &Said) -> bool {
    let (Said::Answers(one), Said::Answers(other)) = (one, other) else { return false };
    let sorted = |answers: &[String]| {
        let mut signs: Vec<char> = answers.concat().chars().collect();
        signs.sort_unstable();
        signs
    };
    one.iter().all(|answer| answer.starts_with('[')) && sorted(one) == sorted(other)
}

/// Tables on disk, where the engine has them.
struct Kept {
    folder: tempfile::TempDir,
}

impl Kept {
    fn new() -> Kept {
        Kept { folder: tempfile::tempdir().unwrap() }
    }

    /// Gives both sessions the tables.
    fn open(&self, pairs: &mut [Pair]) {
        {
            let tables = std::sync::Arc::new(
                upstar::disk::tables::Tables::open(self.folder.path()).unwrap(),
            );
            for pair in pairs {
                pair.engine.keep_in(Some(tables.clone()));
            }
        }
    }
}

/// Does what a history says, up to the first difference.
pub(crate) fn run(history: &History) -> Report {
    let mut report = Report::default();
    let is_used = |at: usize| {
        history.steps.iter().any(|step| matches!(step, Step::Input(to, _) if *to == at))
    };
    let mut pairs: Vec<Pair> =
        (0..2).filter(|&at| at == 0 || is_used(at)).map(|_| Pair::new(history)).collect();
    let kept = history.tables.then(Kept::new);
    if let Some(kept) = &kept {
        kept.open(&mut pairs);
    }
    for step in &history.steps {
        match step {
            Step::Input(at, input) => pairs[*at].ask(input, &mut report),
            Step::Undo(at) => pairs[*at].undo(),
            Step::Reopen => {
                let declared: Vec<_> = pairs.iter().map(|pair| pair.declared.clone()).collect();
                for pair in &mut pairs {
                    pair.engine.keep_in(None);
                    *pair = Pair::new(history);
                }
                if let Some(kept) = &kept {
                    kept.open(&mut pairs);
                }
                let mut quiet = Report::default();
                for (pair, inputs) in pairs.iter_mut().zip(declared) {
                    inputs.iter().for_each(|input| pair.ask(input, &mut quiet));
                }
            }
        }
        if report.difference.is_some() || report.is_over {
            break;
        }
    }
    for pair in &mut pairs {
        pair.engine.keep_in(None);
    }
    report
}

/// What may happen between questions.
type Event = fn(&mut Dice, &mut Draft);

const EVENTS: &[(u64, Event)] = &[
    (2, redeclared),
    (6, rebound),
    (2, as_before),
    (2, |_, draft| {
        if draft.history.len() < draft.texts.len() {
            return;
        }
        draft.steps.push(Step::Undo(0));
        draft.undone();
    }),
    (2, failed),
    (2, elsewhere),
    (1, |_, draft| draft.steps.push(Step::Reopen)),
    (1, |_, _| {}),
];

/// A history that is being written.
struct Draft {
    program: Program,
    /// The declarations as they are now, one to a name.
    texts: Vec<String>,
    /// What was declared, in order: which one, and what it was before.
    history: Vec<(usize, Option<String>)>,
    /// The declarations as they were at first.
    first: Vec<String>,
    steps: Vec<Step>,
}

impl Draft {
    fn declare(&mut self, at: usize, text: String) {
        self.steps.push(Step::Input(0, text.clone()));
        self.history.push((at, Some(std::mem::replace(&mut self.texts[at], text))));
    }

    fn undone(&mut self) {
        if let Some((at, Some(before))) = self.history.pop() {
            self.texts[at] = before;
        }
    }
}

/// Another declaration in the place of one.
fn other(dice: &mut Dice, text: &str) -> Option<String> {
    let mut one = statement(text)?;
    for _ in 0..8 {
        if change(dice, CHANGES, &mut one, &mut Vec::new()).is_some() {
            return printed(&one);
        }
        // Numbers and functions.
        if change_called(dice, "a bound", &mut one) || change_called(dice, "a comparison", &mut one)
        {
            return printed(&one);
        }
    }
    None
}

fn redeclared(dice: &mut Dice, draft: &mut Draft) {
    let at = draft.texts.len() - 1;
    if let Some(text) = other(dice, &draft.texts[at]) {
        draft.declare(at, text);
    }
}

fn rebound(dice: &mut Dice, draft: &mut Draft) {
    // One of the names outside of the ruleset, where there are any.
    let at = dice.roll((draft.texts.len() as u64 - 1).max(1)) as usize;
    if let Some(text) = other(dice, &draft.texts[at]) {
        draft.declare(at, text);
    }
}

/// All is declared again as it was at first, where it differs.
fn as_before(_: &mut Dice, draft: &mut Draft) {
    for at in 0..draft.texts.len() {
        if draft.texts[at] != draft.first[at] {
            draft.declare(at, draft.first[at].clone());
        }
    }
}

/// An input that fails after it has declared something else.
fn failed(dice: &mut Dice, draft: &mut Draft) {
    let at = dice.roll(draft.texts.len() as u64) as usize;
    if let Some(text) = other(dice, &draft.texts[at]) {
        let asked = question(dice, &draft.program);
        draft.steps.push(Step::Input(0, format!("{text}\n{asked}\nnothing_has_this_name")));
    }
}

/// The same names with other meanings in another session.
fn elsewhere(dice: &mut Dice, draft: &mut Draft) {
    for text in draft.texts.clone() {
        let text = if dice.roll(2) == 0 { other(dice, &text).unwrap_or(text) } else { text };
        draft.steps.push(Step::Input(1, text));
    }
    for _ in 0..1 + dice.roll(3) {
        let asked = question(dice, &draft.program);
        draft.steps.push(Step::Input(1, asked));
    }
}

/// A program with names outside of its ruleset.
fn with_names(dice: &mut Dice, program: &mut Program) {
    let last = program.declarations.pop().expect("a ruleset is declared");
    let Some(mut one) = statement(&last) else { return program.declarations.push(last) };
    let table = if dice.roll(4) == 0 { REWORDINGS } else { NAMES };
    for _ in 0..1 + dice.roll(3) {
        let mut before = Vec::new();
        let mut draft: Statement = one.clone();
        if change(dice, table, &mut draft, &mut before).is_some() && printed(&draft).is_some() {
            one = draft;
            program.declarations.append(&mut before);
        }
    }
    program.declarations.push(printed(&one).unwrap_or(last));
}

/// A history.
pub(crate) fn history(dice: &mut Dice, number: u64) -> History {
    let mut program = program(dice, number, "G", is_declared);
    with_names(dice, &mut program);
    let texts = program.declarations.clone();
    let steps = texts.iter().map(|text| Step::Input(0, text.clone())).collect();
    let history = (0..texts.len()).map(|at| (at, None)).collect();
    let mut draft = Draft { first: texts.clone(), program, texts, history, steps };
    for _ in 0..2 + dice.roll(3) {
        let asked: Vec<String> =
            (0..1 + dice.roll(4)).map(|_| question(dice, &draft.program)).collect();
        let again = dice.roll(4) > 0;
        draft.steps.extend(asked.iter().map(|asked| Step::Input(0, asked.clone())));
        weighted(dice, EVENTS, |event| event.0).1(dice, &mut draft);
        if again {
            draft.steps.extend(asked.into_iter().map(|asked| Step::Input(0, asked)));
        }
    }
    History {
        kind: draft.program.kind,
        threads: if dice.roll(4) == 0 { 8 } else { 1 },
        tables: dice.roll(8) == 0,
        steps: draft.steps,
        others: Vec::new(),
    }
}
