//! Tables.

use upstar_core::Store;

use super::pictures::picture;
use super::typed::{param, ternary};
use super::{Builtin, ROW, collections};
use crate::diagnostic::Code;
use crate::picture::{DrawnTable, Figure, MOST_PARTS};
use crate::value::host::Host;
use crate::value::{Fault, Grid, Map, Notation, Result, Value, View, show};

pub(super) const ROWS: &[Builtin] = &[Builtin {
    name: "table",
    params: &[param("rows"), param("header"), param("columns")],
    gives: "a picture",
    summary: "A table of values, drawn at the prompt.",
    details: "The rows are a list of lists, or a map with keys before the rows. `table(f, rows, \
              columns)` is the table of a function of two arguments, `table(f, rows)` of one, \
              which may give a list. `save` writes a table as SVG; `latex` makes it a `tabular`.",
    examples: &[
        (
            "table([[\"up\", ^], [\"star\", *]], [\"name\", \"game\"])",
            "table([[\"up\", ↑], [\"star\", *]], [\"name\", \"game\"])",
        ),
        (
            "table((a, b) -> nimber(*(a) + *(b)), 1..2, 1..3)",
            "table({1: [0, 3, 2], 2: [3, 0, 1]}, [1, 2, 3])",
        ),
        ("table(n -> n * ^, 1..3)", "table({1: [↑], 2: [⇑], 3: [↑3]})"),
    ],
    see_also: &["save", "latex", "sequence", "map"],
    run: &ternary(|host, rows: Value, header: Option<Value>, columns: Option<Value>| {
        let (rows, header) = match (&rows, columns) {
            (Value::Function(_) | Value::Builtin(..) | Value::Ruleset(_), columns) => {
                called(host, &rows, header, columns)?
            }
            (_, Some(_)) => {
                return Err(rows.wrong("a function of the rows and columns that follow"));
            }
            (_, None) => (rows, header),
        };
        made(host, rows, header)
    }),
    ..ROW
}];

/// Rows and header of the table of a function.
fn called(
    host: &mut dyn Host,
    function: &Value,
    rows: Option<Value>,
    columns: Option<Value>,
) -> Result<(Value, Option<Value>)> {
    let Some(rows) = rows else {
        return Err(Fault::new(Code::WrongCount, "the table of a function needs arguments for it")
            .help("for instance `table(f, 1..10)`, or `table(f, 1..4, 1..4)`"));
    };
    let rows = collections::items(host, rows)?;
    let columns = columns.map(|columns| collections::items(host, columns)).transpose()?;
    small(rows.len().saturating_mul(columns.as_ref().map_or(1, Vec::len)))?;
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let cells = match &columns {
            None => match host.call(function, vec![row.clone()])? {
                Value::Tuple(cells) => Value::List(cells),
                cells @ (Value::List(_) | Value::Set(_) | Value::Range(_)) => cells,
                cell => Value::list(vec![cell])?,
            },
            Some(columns) => {
                let cells = columns
                    .iter()
                    .map(|column| host.call(function, vec![row.clone(), column.clone()]));
                Value::list(cells.collect::<Result<_>>()?)?
            }
        };
        all.push((row, cells));
    }
    let header = columns.map(Value::list).transpose()?;
    Ok((Value::Map(std::sync::Arc::new(Map::new(all)?)), header))
}

fn small(cells: usize) -> Result<()> {
    if cells <= MOST_PARTS {
        return Ok(());
    }
    let message = format!("this table has {cells} cells; at most {MOST_PARTS} are drawn");
    Err(Fault::new(Code::TooLarge, message))
}

fn made(host: &mut dyn Host, rows: Value, header: Option<Value>) -> Result<Value> {
    let store = host.store();
    let grid = Grid::new(&rows, header.as_ref())?;
    small(grid.rows.len().saturating_mul(grid.columns()))?;
    let mut drawn = Vec::with_capacity(grid.rows.len());
    for row in &grid.rows {
        let cells = row.iter().map(|cell| {
            Ok([short(&store, cell, Notation::UNICODE)?, short(&store, cell, Notation::ASCII)?])
        });
        drawn.push(cells.collect::<Result<Vec<_>>>()?);
    }
    let alignments = (0..grid.columns()).map(|column| grid.align(column)).collect();
    let table = DrawnTable { rows: drawn, header: grid.header, named: grid.named, alignments };
    let parts = Value::tuple([Some(rows), header].into_iter().flatten().collect())?;
    picture(View::Table, &parts, Figure::Table(table))
}

/// Most characters of a cell that are drawn.
const MOST_CHARACTERS: usize = 60;

/// Text of a cell as it is drawn.
fn short(store: &Store, value: &Value, notation: Notation) -> Result<String> {
    let text = show::cell(store, value, notation)?;
    if text.chars().count() <= MOST_CHARACTERS {
        return Ok(text);
    }
    let gap = if notation.is_ascii() { "..." } else { "…" };
    Ok(text.chars().take(MOST_CHARACTERS - 3).chain(gap.chars()).collect())
}

/// Rows of a table, a map, or a collection as comma-separated values (RFC 4180, with line feeds).
pub(super) fn comma_separated(host: &mut dyn Host, value: &Value) -> Result<String> {
    let rows = match value {
        Value::Picture(table) if table.view == View::Table => {
            Grid::new(table.rows(), table.header())?.rows
        }
        Value::Map(_) => Grid::new(value, None)?.rows,
        other => {
            let row = |item: Value| match &item {
                Value::List(cells) | Value::Tuple(cells) => cells.items().to_vec(),
                _ => vec![item],
            };
            collections::items(host, other.clone())?.into_iter().map(row).collect()
        }
    };
    let store = host.store();
    let mut text = String::new();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            store.budget().step()?;
            let cell = match cell {
                Value::Text(text) => text.to_string(),
                other => show::value(&store, other)?,
            };
            if text.capacity() - text.len() < cell.len() {
                store.budget().reserve((2 * text.len() + cell.len()) as u64)?;
            }
            text.push_str(if column > 0 { "," } else { "" });
            match cell.contains(['"', ',', '\n', '\r']) {
                true => text.extend(["\"", &cell.replace('"', "\"\""), "\""]),
                false => text.push_str(&cell),
            }
        }
        text.push('\n');
    }
    Ok(text)
}
