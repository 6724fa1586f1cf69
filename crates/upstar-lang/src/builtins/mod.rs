//! The functions and constants of the language: one table.
//!
//! Knows: their names, what they do, how they are documented. Help, completion and tests are made from the
//! same rows.
//! Must not know: how programs are evaluated; functions of a program are called through [`Host`].
//!
//! A builtin is a function of typed arguments. Its row holds a Rust closure, and the types of the arguments
//! (`typed.rs`, `convert.rs`) give arity, signature and conversions. A conversion that fails points at its
//! argument. The row also has the attributes, the question that `explain` knows, and what analyses know. The
//! resolver asks a resolved builtin how its call is read, and knows no name of a function.

mod boards;
mod coins;
mod collections;
mod compounds;
mod constants;
mod convert;
mod enumerations;
mod explain;
mod exploring;
mod fast;
mod followers;
mod forms;
mod games;
#[cfg(test)]
mod gives_tests;
pub mod glossary;
mod goals;
mod graph_families;
mod graphs;
mod green;
mod heaps;
mod integers;
mod intrinsic;
mod loopy;
mod misere;
mod misere_links;
mod misere_universes;
mod moves;
mod numbers;
mod ordinals;
pub mod patterns;
mod pictures;
mod playing;
mod points;
mod primes;
mod quotients;
mod remoteness;
mod rulesets;
mod sequences;
mod shapes;
mod sort;
mod structure;
mod tables;
mod temperature;
mod thermographs;
mod tokens;
mod typed;
mod values;
pub mod words;

use std::sync::LazyLock;

pub use enumerations::SMALL_SUBSET;
pub use explain::{explained, no_question};
pub use fast::Fast;
pub use intrinsic::{Attribute, Intrinsic};
pub use typed::{Param, Presence, Run};

use rustc_hash::FxHashMap;
use upstar_core::impartial::Compound;

use crate::diagnostic::Code;
use crate::resolve::Reading;
use crate::value::explanation::Question;
use crate::value::host::Host;
use crate::value::loopy::NeedsEnd;
use crate::value::{Fault, Result, Value};
use typed::Constant;

/// Row of the table of builtins.
pub struct Builtin {
    /// Name.
    pub name: &'static str,
    /// Its parameters; [`Builtin::run`] says which may be left out.
    pub params: &'static [Param],
    /// What it gives, with an article; "a value" where that may be of any type. Programs that check types read it, such as
    /// stubs for Python. A nimber counts as an integer, although positions with entailing moves may be loony, and
    /// so does a birthday, although that of a surreal number may be infinite.
    pub gives: &'static str,
    /// Summary of one line.
    pub summary: &'static str,
    /// The rest of its page, in Markdown.
    pub details: &'static str,
    /// Inputs with their results, which are tested.
    pub examples: &'static [(&'static str, &'static str)],
    /// Related names.
    pub see_also: &'static [&'static str],
    /// Source of the notion: book and chapter, or paper.
    pub source: &'static str,
    /// Implementation: a function of typed arguments, or a constant.
    pub run: &'static dyn Run,
    /// Attributes of its arguments and its value.
    pub attributes: &'static [Attribute],
    /// The intrinsic that it is for analyses of rules.
    pub intrinsic: Option<Intrinsic>,
    /// Fast path of calls.
    pub fast: Option<Fast>,
    /// The question that `explain` explains when this is called in it.
    pub question: Option<Question>,
    /// The compound that it names.
    pub compound: Option<Compound>,
    /// Reason why loopy games have no answer.
    pub needs_end: Option<NeedsEnd>,
}

/// Default values of the fields of a row.
const ROW: Builtin = Builtin {
    name: "",
    params: &[],
    gives: "a value",
    summary: "",
    details: "",
    examples: &[],
    see_also: &[],
    source: "",
    run: &Constant(|| Value::Nothing),
    attributes: &[],
    intrinsic: None,
    fast: None,
    question: None,
    compound: None,
    needs_end: None,
};

impl Builtin {
    /// Whether it has an attribute.
    pub fn has(&self, attribute: Attribute) -> bool {
        self.attributes.contains(&attribute)
    }

    /// `f(x, [y])`: optional parameters in brackets, `...` for any number; the name of a constant.
    pub fn signature(&self) -> String {
        if self.run.constant().is_some() {
            return self.name.to_owned();
        }
        let param = |(param, presence): (&Param, &Presence)| match presence {
            Presence::Required => param.name.to_owned(),
            Presence::Optional => format!("[{}]", param.name),
            Presence::Variadic => "...".to_owned(),
        };
        let params: Vec<String> = self.params.iter().zip(self.run.presences()).map(param).collect();
        format!("{}({})", self.name, params.join(", "))
    }

    /// Least and greatest number of arguments.
    pub fn arity(&self) -> (usize, usize) {
        let all = self.run.presences();
        let count = |presence| all.iter().filter(|other| **other == presence).count();
        let most = match count(Presence::Variadic) {
            0 => all.len(),
            _ => usize::MAX,
        };
        (count(Presence::Required), most)
    }

    /// Calls it.
    ///
    /// # Errors
    /// For a wrong number of arguments or arguments of another type, and errors of the function.
    fn call(&'static self, host: &mut dyn Host, mut args: Vec<Value>) -> Result<Value> {
        if self.run.constant().is_some() {
            return Err(Fault::new(Code::NotCallable, format!("{} is not a function", self.name)));
        }
        let (least, most) = self.arity();
        if args.len() < least || args.len() > most {
            return Err(self.wrong_count(args.len()));
        }
        if !self.has(Attribute::TakesForms) {
            for arg in args.iter_mut().filter(|arg| matches!(arg, Value::LoopyBracket(_))) {
                *arg = crate::value::loopy::plain(arg);
            }
        }
        self.run.call(host, self, args).map_err(|fault| self.explained(fault))
    }

    fn wrong_count(&self, found: usize) -> Fault {
        let plural = if found == 1 { "" } else { "s" };
        let message = format!("{} does not take {found} argument{plural}", self.name);
        let fault = Fault::new(Code::WrongCount, message);
        // Several numbers instead of a list of them.
        let listed = self.examples.first().filter(|(call, _)| {
            let arguments = call.strip_prefix(self.name);
            found > 1 && arguments.is_some_and(|arguments| arguments.starts_with("(["))
        });
        match listed {
            Some((call, _)) => fault.help(format!("several values stand in a list: `{call}`")),
            None => fault.help(format!("it is `{}`", self.signature())),
        }
    }

    /// A fault with what the row says of such faults.
    fn explained(&self, fault: Fault) -> Fault {
        let fault = match &self.needs_end {
            Some(reason) => reason.explain(fault, self.name),
            None => fault,
        };
        match fault.code() == Code::WrongType && !fault.has_place() && !fault.has_help() {
            true => fault.help(format!("it is `{}`", self.signature())),
            false => fault,
        }
    }
}

/// The rows of one topic.
pub struct Topic {
    /// Title in the reference.
    pub title: &'static str,
    /// Its rows.
    pub rows: &'static [Builtin],
}

/// All topics in the order of the reference.
pub const TOPICS: &[Topic] = &[
    Topic { title: "Values of games", rows: games::ROWS },
    Topic { title: "Names of games", rows: values::ROWS },
    Topic { title: "Temperature", rows: temperature::ROWS },
    Topic { title: "Thermographs", rows: thermographs::ROWS },
    Topic { title: "Structure", rows: structure::ROWS },
    Topic { title: "Shapes and varieties", rows: shapes::ROWS },
    Topic { title: "Compounds", rows: compounds::ROWS },
    Topic { title: "Compounds of many games", rows: remoteness::ROWS },
    Topic { title: "Loopy games", rows: loopy::ROWS },
    Topic { title: "Loopy nimbers", rows: tokens::ROWS },
    Topic { title: "Positions and moves", rows: moves::ROWS },
    Topic { title: "Playing", rows: playing::ROWS },
    Topic { title: "Games about points", rows: points::ROWS },
    Topic { title: "Explanations", rows: explain::ROWS },
    Topic { title: "Misère play", rows: misere::ROWS },
    Topic { title: "Links and parts in misère play", rows: misere_links::ROWS },
    Topic { title: "Rulesets", rows: rulesets::ROWS },
    Topic { title: "Coins", rows: coins::ROWS },
    Topic { title: "Heaps", rows: heaps::ROWS },
    Topic { title: "Misère play within a universe", rows: misere_universes::ROWS },
    Topic { title: "Misère quotients", rows: quotients::ROWS },
    Topic { title: "Boards", rows: boards::ROWS },
    Topic { title: "Patterns", rows: patterns::ROWS },
    Topic { title: "Goals", rows: goals::ROWS },
    Topic { title: "Graphs", rows: graphs::ROWS },
    Topic { title: "Green Hackenbush", rows: green::ROWS },
    Topic { title: "Families of graphs", rows: graph_families::ROWS },
    Topic { title: "Pictures", rows: pictures::ROWS },
    Topic { title: "Tables", rows: tables::ROWS },
    Topic { title: "Numbers", rows: numbers::ROWS },
    Topic { title: "Integers and nimbers", rows: integers::ROWS },
    Topic { title: "Primes and divisors", rows: primes::ROWS },
    Topic { title: "Surreal numbers and ordinals", rows: ordinals::ROWS },
    Topic { title: "Collections", rows: collections::ROWS },
    Topic { title: "Sequences", rows: sequences::ROWS },
    Topic { title: "Enumerations", rows: enumerations::ROWS },
    Topic { title: "Exploring", rows: exploring::ROWS },
    Topic { title: "Constants", rows: constants::ROWS },
];

struct BuiltinTable {
    rows: Vec<&'static Builtin>,
    places: FxHashMap<&'static str, u16>,
}

static TABLE: LazyLock<BuiltinTable> = LazyLock::new(|| {
    let rows: Vec<_> = TOPICS.iter().flat_map(|topic| topic.rows).collect();
    let places = rows.iter().zip(0..).map(|(row, place)| (row.name, place)).collect();
    BuiltinTable { rows, places }
});

/// The place of a name in the table.
pub fn find(name: &str) -> Option<u16> {
    TABLE.places.get(name).copied()
}

/// The row at a place.
pub fn row(place: u16) -> &'static Builtin {
    TABLE.rows[place as usize]
}

/// The place of an intrinsic function in the table.
pub fn place_of(function: Intrinsic) -> u16 {
    let place = TABLE.rows.iter().position(|row| row.intrinsic == Some(function));
    place.and_then(|place| u16::try_from(place).ok()).expect("each intrinsic function has a row")
}

/// All names, in the order of the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.rows.iter().map(|row| row.name)
}

/// Value of the name at a place.
pub fn value(place: u16) -> Value {
    let row = row(place);
    row.run.constant().unwrap_or(Value::Builtin(place, row.name))
}

/// How the resolver reads calls of the function at a place.
pub fn reading(place: u16) -> Reading {
    let row = row(place);
    Reading {
        quotes: row.has(Attribute::QuotesArgument),
        keeps_sums: row.has(Attribute::KeepsSums),
        board_goal: row.has(Attribute::AsksBoard).then_some(row.params.len()),
        is_hex: row.intrinsic == Some(Intrinsic::HexConnects),
    }
}

/// Calls the function at a place.
///
/// # Errors
/// For a wrong number of arguments or arguments of another type, and errors of the function.
pub fn call(host: &mut dyn Host, place: u16, args: Vec<Value>) -> Result<Value> {
    row(place).call(host, args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_each_of_its_parameters() {
        for row in &TABLE.rows {
            assert_eq!(row.params.len(), row.run.presences().len(), "{}", row.name);
        }
    }

    #[test]
    fn parameters_that_may_be_left_out_come_last() {
        for row in &TABLE.rows {
            let presences = row.run.presences();
            assert!(presences.is_sorted_by_key(|presence| *presence as u8), "{}", row.signature());
            let variadic = |presence: &&Presence| **presence == Presence::Variadic;
            assert!(presences.iter().filter(variadic).count() <= 1, "{}", row.signature());
        }
    }

    #[test]
    fn a_question_is_called_like_its_function() {
        for row in &TABLE.rows {
            assert!(row.question.is_none_or(|question| question.name() == row.name));
        }
    }

    #[test]
    fn only_functions_have_attributes() {
        for row in TABLE.rows.iter().filter(|row| row.run.constant().is_some()) {
            let has_any = row.intrinsic.is_some() || row.question.is_some() || row.fast.is_some();
            assert!(row.attributes.is_empty() && !has_any, "{}", row.name);
        }
    }
}
