//! The functions and constants of the language: one table.
//!
//! Knows: their names, what they do, how they are documented. Help, completion and tests are
//! made from the same rows.
//! Must not know: how programs are evaluated; functions of a program are called through
//! [`Host`].

mod boards;
mod coins;
mod collections;
mod compounds;
mod constants;
mod explain;
mod fast;
mod forms;
mod games;
mod goals;
mod graph_families;
mod graphs;
mod green;
mod heaps;
mod heat;
mod intrinsic;
mod loopy;
mod misere;
mod moves;
mod numbers;
mod ordinals;
mod pictures;
mod playing;
mod points;
mod quotients;
mod remoteness;
mod rulesets;
mod structure;
mod tables;
mod thermographs;
mod tokens;
mod values;
pub mod words;

use std::sync::LazyLock;

pub use explain::explained;
pub use fast::Fast;
pub use intrinsic::Intrinsic;

use rustc_hash::FxHashMap;

use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value};

/// One row of the table.
pub struct Builtin {
    /// What it is called.
    pub name: &'static str,
    /// `f(x, [y])`: optional parameters in brackets, `...` for any number.
    pub signature: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The rest of its page, in Markdown.
    pub details: &'static str,
    /// What to type, and what comes. They run in the tests.
    pub examples: &'static [(&'static str, &'static str)],
    /// Related names.
    pub see_also: &'static [&'static str],
    /// Where the notion is explained.
    pub source: &'static str,
    /// What it does.
    pub run: Run,
    /// What analyses of rules know of it.
    pub intrinsic: Option<Intrinsic>,
    /// How calls are computed without making values of their arguments.
    pub fast: Option<Fast>,
}

/// What rows leave out.
const ROW: Builtin = Builtin {
    name: "",
    signature: "",
    summary: "",
    details: "",
    examples: &[],
    see_also: &[],
    source: "",
    run: Run::Constant(|| Value::Nothing),
    intrinsic: None,
    fast: None,
};

/// What computes the value of a call.
pub type Function = fn(&mut dyn Host, &[Value]) -> Result<Value>;

/// What a row of the table does.
pub enum Run {
    /// Computes something from values: brackets that refer to each other come as what they mean.
    Function(Function),
    /// Computes something from what was typed: such brackets come as they are.
    FormFunction(Function),
    /// Computes a text that is source: alone in a statement it is shown without quotation marks.
    Source(Function),
    /// Is something.
    Constant(fn() -> Value),
}

/// The rows of one topic.
pub struct Topic {
    /// What the reference calls it.
    pub title: &'static str,
    /// Its rows.
    pub rows: &'static [Builtin],
}

/// All topics in the order of the reference.
pub const TOPICS: &[Topic] = &[
    Topic { title: "Values of games", rows: games::ROWS },
    Topic { title: "Names of games", rows: values::ROWS },
    Topic { title: "Temperature", rows: heat::ROWS },
    Topic { title: "Thermographs", rows: thermographs::ROWS },
    Topic { title: "Structure", rows: structure::ROWS },
    Topic { title: "Compounds", rows: compounds::ROWS },
    Topic { title: "Compounds of many games", rows: remoteness::ROWS },
    Topic { title: "Loopy games", rows: loopy::ROWS },
    Topic { title: "Loopy nimbers", rows: tokens::ROWS },
    Topic { title: "Positions and moves", rows: moves::ROWS },
    Topic { title: "Playing", rows: playing::ROWS },
    Topic { title: "Games about points", rows: points::ROWS },
    Topic { title: "Explanations", rows: explain::ROWS },
    Topic { title: "Misère play", rows: misere::ROWS },
    Topic { title: "Rulesets", rows: rulesets::ROWS },
    Topic { title: "Coins", rows: coins::ROWS },
    Topic { title: "Heaps", rows: heaps::ROWS },
    Topic { title: "Misère quotients", rows: quotients::ROWS },
    Topic { title: "Boards", rows: boards::ROWS },
    Topic { title: "Goals", rows: goals::ROWS },
    Topic { title: "Graphs", rows: graphs::ROWS },
    Topic { title: "Green Hackenbush", rows: green::ROWS },
    Topic { title: "Families of graphs", rows: graph_families::ROWS },
    Topic { title: "Pictures", rows: pictures::ROWS },
    Topic { title: "Tables", rows: tables::ROWS },
    Topic { title: "Numbers", rows: numbers::ROWS },
    Topic { title: "Surreal numbers and ordinals", rows: ordinals::ROWS },
    Topic { title: "Collections", rows: collections::ROWS },
    Topic { title: "Constants", rows: constants::ROWS },
];

struct Table {
    rows: Vec<(&'static Builtin, usize, usize)>,
    places: FxHashMap<&'static str, u16>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut rows = Vec::new();
    let mut places = FxHashMap::default();
    for row in TOPICS.iter().flat_map(|topic| topic.rows) {
        let place = u16::try_from(rows.len()).expect("the rows are few");
        places.insert(row.name, place);
        let (least, most) = arity(row.signature);
        rows.push((row, least, most));
    }
    Table { rows, places }
});

/// How many arguments a signature takes.
fn arity(signature: &str) -> (usize, usize) {
    let inside = signature.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    let params: Vec<&str> = inside.split(',').map(str::trim).filter(|p| !p.is_empty()).collect();
    let least = params.iter().filter(|p| !p.starts_with('[') && **p != "...").count();
    let open = params.iter().any(|p| p.contains("..."));
    (least, if open { usize::MAX } else { params.len() })
}

/// The place of a name in the table.
pub fn find(name: &str) -> Option<u16> {
    TABLE.places.get(name).copied()
}

/// The row at a place.
pub fn row(place: u16) -> &'static Builtin {
    TABLE.rows[place as usize].0
}

/// All names, in the order of the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.rows.iter().map(|(row, ..)| row.name)
}

/// What the name at a place stands for.
pub fn value(place: u16) -> Value {
    match row(place).run {
        Run::Constant(make) => make(),
        _ => Value::Builtin(place, row(place).name),
    }
}

/// Calls the function at a place.
///
/// # Errors
/// For a wrong number of arguments, and errors of the function.
pub fn call(host: &mut dyn Host, place: u16, args: &[Value]) -> Result<Value> {
    let (row, least, most) = &TABLE.rows[place as usize];
    let (run, takes_forms) = match row.run {
        Run::Function(run) | Run::Source(run) => (run, false),
        Run::FormFunction(run) => (run, true),
        Run::Constant(_) => {
            return Err(Fault::new(Code::NotCallable, format!("{} is not a function", row.name)));
        }
    };
    if args.len() < *least || args.len() > *most {
        return Err(Fault::new(
            Code::WrongCount,
            format!("{} does not take {} argument{}", row.name, args.len(), plural(args.len())),
        )
        .help(format!("it is `{}`", row.signature)));
    }
    let plain: Vec<Value>;
    let args = if takes_forms || !args.iter().any(|arg| matches!(arg, Value::Looped(_))) {
        args
    } else {
        plain = args.iter().map(crate::value::loopy::plain).collect();
        &plain
    };
    run(host, args).map_err(|fault| {
        let fault = crate::value::loopy::explained(fault, row.name);
        match fault.code() == Code::WrongType && !fault.has_place() && !fault.has_help() {
            true => fault.help(format!("it is `{}`", row.signature)),
            false => fault,
        }
    })
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}
