//! Information on a value, on one card.

use std::sync::Arc;

use num_bigint::BigInt;

use super::help::ruleset_signature;
use super::{Session, help};
use crate::builtins;
use crate::diagnostic::Diagnostic;
use crate::eval::Machine;
use crate::output::{Document, Line, Role};
use crate::resolve::tree::PositionKind;
use crate::syntax::ast::{BoardKind, RemarkKind};
use crate::syntax::print;
use crate::value::graph::{GROUND, Graph, Labels};
use crate::value::host::Host as _;
use crate::value::show::counted;
use crate::value::{Cells, Fault, Ruleset, Value, elements};

/// Card: the facts about a value that can be computed.
#[derive(Debug)]
pub struct Card {
    /// The facts.
    pub document: Document,
    /// Error that ended the computation of more facts.
    pub stopped: Option<Diagnostic>,
}

/// Rows of the card of a game: label and function. Undefined facts are left out.
const FACTS: &[(&str, &str)] = &[
    ("nimber", "nimber"),
    ("birthday", "birthday"),
    ("stops", "stops"),
    ("mean", "mean"),
    ("temperature", "temperature"),
    ("atomic weight", "atomic_weight"),
];

/// Further rows of the card of a loopy game.
const LOOPY_FACTS: &[(&str, &str)] =
    &[("onside", "onside"), ("offside", "offside"), ("degree", "degree")];

impl Session {
    /// Returns the card of the value of a text. Leaves no trace.
    pub fn info(&mut self, text: &str) -> Result<Card, Diagnostic> {
        let loaded = self.begin();
        let card = self.value_of("info", text).map(|value| self.card(text.trim(), &value));
        self.undo(loaded);
        match &card {
            Ok(Card { stopped: Some(diagnostic), .. }) | Err(diagnostic) => {
                self.make_room(diagnostic);
            }
            Ok(_) => {}
        }
        card
    }

    fn card(&mut self, name: &str, value: &Value) -> Card {
        if let (Value::Function(_) | Value::Builtin(..) | Value::Ruleset(_), Some(page)) =
            (value, self.page(name))
        {
            return Card { document: help::page(&page), stopped: None };
        }
        let mut rows = vec![("kind", value.kind().to_owned())];
        if *value != Value::Nothing {
            let typed = match value {
                Value::Form(form) => self.show(&Value::Typed(form.clone())),
                Value::LoopyBracket(bracket) => {
                    self.show(&Value::LoopyBracket(Arc::new(bracket.as_typed())))
                }
                other => self.show(other),
            };
            rows.push(("value", typed));
        }
        let mut pictures = vec![self.drawing(value)];
        let stopped = match is_game(value) {
            true => self.facts(value, &mut rows, &mut pictures),
            false => {
                rows.extend(rows_of(value));
                None
            }
        };
        let mut document = Document::new();
        document.table(rows.iter().map(|(label, text)| row(label, text)).collect());
        for picture in pictures.into_iter().flatten() {
            let lines = picture.lines().map(|line| Line::new().text(line));
            document.blank().code(lines.collect());
        }
        Card { document, stopped: stopped.map(Fault::into_diagnostic) }
    }

    /// Adds the rows of a game; returns the fault that ended this, if there was one.
    fn facts(
        &mut self,
        value: &Value,
        rows: &mut Vec<(&str, String)>,
        pictures: &mut Vec<Option<String>>,
    ) -> Option<Fault> {
        // The outcome is first, because it can be known without the value.
        match self.apply("outcome", value) {
            Ok(outcome) => rows.push(("outcome", self.show(&outcome))),
            Err(fault) if fault.is_exhaustion() => return Some(fault),
            Err(_) => {}
        }
        let canonical = match self.apply("canonical", value) {
            Ok(canonical) => canonical,
            Err(fault) => return Some(fault),
        };
        let value_shown = self.show(&canonical);
        if rows[1].1 != value_shown {
            rows[1].0 = "typed";
            rows.insert(2, ("value", value_shown));
        }
        let besides = if matches!(canonical, Value::Loopy(_)) { LOOPY_FACTS } else { &[] };
        for (label, function) in besides.iter().chain(FACTS) {
            let asked = if *function == "birthday" { &canonical } else { value };
            match self.apply(function, asked) {
                Ok(fact) => rows.push((label, self.show(&fact))),
                Err(fault) if fault.is_exhaustion() => return Some(fault),
                Err(_) => {}
            }
        }
        let draws = !self.notation().is_latex();
        if let (Value::Game(_), true) = (&canonical, draws) {
            match self.apply("thermograph", &canonical) {
                Ok(graph) => pictures.push(self.drawing(&graph)),
                Err(fault) => return Some(fault),
            }
        }
        None
    }

    /// Applies a function of the language to a value.
    fn apply(&mut self, function: &'static str, value: &Value) -> Result<Value, Fault> {
        let Some(place) = builtins::find(function) else { return Ok(Value::Nothing) };
        let function = Value::Builtin(place, function);
        Machine::new(&self.world, &mut self.globals).call(&function, vec![value.clone()])
    }
}

fn is_game(value: &Value) -> bool {
    matches!(
        value,
        Value::Number(_)
            | Value::Game(_)
            | Value::Form(_)
            | Value::Typed(_)
            | Value::Position(_)
            | Value::Sum(_)
            | Value::Loopy(_)
            | Value::LoopyBracket(_)
    )
}

fn row(label: &str, text: &str) -> Vec<Line> {
    vec![Line::new().with(Role::Faint, label), Line::new().with(Role::Code, text)]
}

/// Rows of a card: label and text.
type CardRows = Vec<(&'static str, String)>;

/// Returns the rows of a value that is not a game: how large it is, and what it consists of.
fn rows_of(value: &Value) -> CardRows {
    match value {
        Value::List(items) | Value::Tuple(items) => collection(value, items.items().len()),
        Value::Set(set) => collection(value, set.items().len()),
        Value::Map(map) => vec![("size", counted(map.entries().len(), "entry", "entries"))],
        Value::Range(range) => vec![("size", counted_exactly(&range.len(), "number", "numbers"))],
        Value::Enumeration(all) => {
            let len = BigInt::from(all.len());
            vec![("size", counted_exactly(&len, "element", "elements"))]
        }
        Value::Text(text) => vec![("size", counted(text.chars().count(), "symbol", "symbols"))],
        Value::Board(cells) => board(cells),
        Value::Graph(shown) => graph(shown),
        Value::Function(function) => {
            let name = function.tree.name.as_deref().unwrap_or("f");
            vec![("call", crate::eval::signature(name, &function.tree.params))]
        }
        Value::Builtin(place, _) => {
            let row = builtins::row(*place);
            vec![("call", row.signature()), ("gives", row.summary.to_owned())]
        }
        Value::Ruleset(rules) => ruleset(rules),
        Value::Thermograph(graph) => {
            vec![("mean", graph.mean.to_string()), ("temperature", graph.temperature.to_string())]
        }
        Value::Picture(picture) => {
            let parts = picture.figure().parts();
            vec![("size", counted(parts, "part", "parts"))]
        }
        _ => Vec::new(),
    }
}

/// Returns the size of a collection, and the type of the elements when they have the same.
fn collection(value: &Value, size: usize) -> CardRows {
    let mut rows = vec![("size", counted(size, "element", "elements"))];
    let mut kinds = elements(value).into_iter().flatten().map(|item| item.kind());
    if let Some(first) = kinds.next()
        && kinds.all(|kind| kind == first)
    {
        rows.push(("each", first.to_owned()));
    }
    rows
}

fn board(cells: &Cells) -> CardRows {
    let (rows, columns) = (cells.board.rows(), cells.board.columns());
    let size = match cells.shape.is_row() {
        true => counted(columns, "cell", "cells"),
        false => {
            format!("{} of {}", counted(rows, "row", "rows"), counted(columns, "cell", "cells"))
        }
    };
    // The symbols in order of the alphabet, each with its number.
    let mut counts = std::collections::BTreeMap::new();
    for symbol in cells.board.symbols() {
        *counts.entry(*symbol).or_insert(0_usize) += 1;
    }
    let each = counts
        .into_iter()
        .map(|(symbol, count)| format!("{count} × {}", cells.alphabet.character(symbol)));
    vec![("size", size), ("cells", each.collect::<Vec<_>>().join(", "))]
}

fn graph(graph: &Graph) -> CardRows {
    let directed = if graph.kind().directed { "directed " } else { "" };
    let vertices = graph.vertices();
    let mut rows = vec![
        ("vertices", counted(vertices.len(), "vertex", "vertices")),
        (
            "edges",
            counted(graph.edges().len(), &format!("{directed}edge"), &format!("{directed}edges")),
        ),
    ];
    if vertices.iter().any(|vertex| vertex.name == GROUND) {
        rows.push(("ground", "vertex 0".to_owned()));
    }
    if let Labels::Of(_) | Labels::Any = graph.kind().vertices {
        let labelled = vertices.iter().filter(|vertex| graph.label(vertex.name).is_some()).count();
        if labelled > 0 {
            rows.push(("labelled", counted(labelled, "vertex", "vertices")));
        }
    }
    rows
}

fn ruleset(ruleset: &Ruleset) -> CardRows {
    let tree = &ruleset.tree;
    let mut rows = vec![("call", ruleset_signature(&tree.name.text, ruleset))];
    let of = match &tree.position {
        PositionKind::Heap => "heaps",
        PositionKind::Board(BoardKind::Strip, _) => "strips of cells",
        PositionKind::Board(BoardKind::Grid, _) => "grids of cells",
        PositionKind::Board(BoardKind::Ring, _) => "rings of cells",
        PositionKind::Board(BoardKind::Cylinder, _) => "cylinders of cells",
        PositionKind::Board(BoardKind::Torus, _) => "tori of cells",
        PositionKind::Graph => "graphs",
        PositionKind::Coins => "rows of coins",
        PositionKind::Tuple => "tuples of values",
    };
    rows.push(("positions", of.to_owned()));
    if ruleset.base().is_some() {
        rows.push(("moves", "each player has those of both".to_owned()));
    }
    if tree.misere {
        rows.push(("play", "misère: who cannot move wins".to_owned()));
    }
    if let Some(blocking) = &tree.declared.remarks.iter().find_map(|remark| match &remark.kind {
        RemarkKind::Blocking(most) => Some(most),
        _ => None,
    }) {
        let forbidden = format!(
            "before each move the opponent forbids up to {} options",
            print::expr(blocking)
        );
        rows.push(("blocking", forbidden));
    }
    if let Some(doc) = tree.doc.as_deref().and_then(|doc| doc.lines().next()) {
        rows.push(("about", doc.to_owned()));
    }
    rows
}

fn counted_exactly(number: &BigInt, one: &str, many: &str) -> String {
    format!("{number} {}", if *number == BigInt::from(1) { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Style, render};
    use crate::session::{FileError, FileText, Files};
    struct Nowhere;

    impl Files for Nowhere {
        fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
            Err(FileError::NotFound)
        }
    }

    fn session() -> Session {
        Session::new(upstar_core::Budget::unlimited(), Arc::new(Nowhere))
    }

    /// A card as lines without the blanks around words.
    fn card(text: &str) -> Vec<String> {
        let card = session().info(text).unwrap();
        assert!(card.stopped.is_none(), "{:?}", card.stopped);
        let shown = render(&card.document, Style::default());
        shown.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn every_fact_is_a_function_of_the_language() {
        for (_, function) in FACTS.iter().chain(LOOPY_FACTS) {
            assert!(builtins::find(function).is_some(), "{function}");
        }
    }

    #[test]
    fn a_switch_has_stops_a_temperature_and_a_picture() {
        let lines = card("<3|1>");
        for line in
            ["kind a form", "value <3|1>", "outcome L", "stops (3, 1)", "mean 2", "temperature 1"]
        {
            assert!(lines.iter().any(|found| found == line), "{line}: {lines:#?}");
        }
        assert!(lines.iter().any(|line| line.contains('●')), "{lines:#?}");
        assert!(!lines.iter().any(|line| line.starts_with("atomic weight")));
    }

    #[test]
    fn an_infinitesimal_has_an_atomic_weight_and_a_nimber_is_one() {
        assert!(card("<0|*>").contains(&"typed <0|*>".to_owned()));
        assert!(card("<0|*>").contains(&"value ↑".to_owned()));
        assert!(card("<0|*>").contains(&"atomic weight 1".to_owned()));
        assert!(card("*2 + *").contains(&"nimber 3".to_owned()));
        assert!(card("3/4").contains(&"birthday 3".to_owned()));
    }

    #[test]
    fn a_loopy_game_has_sides_and_as_much_as_is_defined() {
        let lines = card("a: <0|a>");
        for line in ["typed <0|pass>", "value over", "outcome L", "onside over", "degree over"] {
            assert!(lines.iter().any(|found| found == line), "{line}: {lines:#?}");
        }
        let lines = card("over & 0");
        for line in ["value over & 0", "onside over", "offside 0"] {
            assert!(lines.iter().any(|found| found == line), "{line}: {lines:#?}");
        }
        assert!(!lines.iter().any(|line| line.starts_with("degree")), "{lines:#?}");
        let lines = card("a: <1||a|0>");
        for line in ["typed a: <1||a|0>", "mean 2/3", "temperature 1/3"] {
            assert!(lines.iter().any(|found| found == line), "{line}: {lines:#?}");
        }
    }

    #[test]
    fn a_position_has_a_board_and_a_value() {
        let lines = card("Domineering(\".#|..\")");
        assert!(lines.contains(&"kind a position".to_owned()), "{lines:#?}");
        assert!(lines.contains(&". #".to_owned()), "{lines:#?}");
        assert!(lines.iter().any(|line| line.starts_with("value ")), "{lines:#?}");
    }

    #[test]
    fn functions_have_their_page_and_other_values_their_kind() {
        assert!(card("birthday")[0].starts_with("birthday(G)"));
        assert_eq!(card("x := 3"), ["kind nothing"]);
    }

    #[test]
    fn other_values_say_how_large_they_are_and_of_what() {
        let rows = |text: &str| card(text).split_off(2);
        assert_eq!(rows("[1, 2]"), ["size 2 elements", "each a number"]);
        assert_eq!(rows("{1: 2}"), ["size 1 entry"]);
        assert_eq!(rows("1..10**20"), ["size 100000000000000000000 numbers"]);
        assert_eq!(rows("\"abc\""), ["size 3 symbols"]);
        assert_eq!(
            rows("graph(\"0-1, 1-2\")")[..3],
            ["vertices 3 vertices", "edges 2 edges", "ground vertex 0"]
        );
        assert_eq!(rows("x -> x * x"), ["call f(x)"]);
        assert_eq!(rows("f := birthday; f")[0], "call birthday(G)");
        let impartial = rows("impartial(Domineering)");
        assert!(impartial[0].starts_with("call Domineering("), "{impartial:?}");
        assert!(impartial.contains(&"moves each player has those of both".to_owned()));
        assert_eq!(rows("thermograph(±1)")[..2], ["mean 0", "temperature 1"]);
        assert_eq!(rows("table([[1, 2]])")[0], "size 2 parts");
    }

    #[test]
    fn nothing_is_known_of_nothing() {
        assert_eq!(card("x := 3"), ["kind nothing"]);
    }

    #[test]
    fn a_card_leaves_no_trace_and_a_fault_is_told() {
        let mut session = session();
        assert!(session.info("x := 3; x").is_ok());
        assert!(session.info("x").is_err());
        let mut eval = |text: &str| session.eval("test", text);
        assert!(eval("game Loop(n: heap) { move (n -> n) }").diagnostics.is_empty());
        let card = session.info("Loop(3)");
        assert!(card.is_ok_and(|card| card.stopped.is_some()));
    }
}
