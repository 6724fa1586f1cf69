//! Strips and grids.

use std::rc::Rc;

use super::{Builtin, Run};
use crate::value::{Cells, List, Result, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "board",
        signature: "board(P)",
        summary: "The board of a position.",
        details: "",
        examples: &[("rows(board(Domineering(2, 3)))", "2")],
        see_also: &["cells", "with"],
        source: "",
        run: Run::Function(|_, args| Ok(Value::Board(cells(&args[0])?))),
    },
    Builtin {
        name: "cells",
        signature: "cells(b)",
        summary: "The places of a board: numbers on a strip, pairs (row, column) on a grid.",
        details: "Rows and columns are counted from 1.",
        examples: &[("cells(board(ToadsAndFrogs(\"T.F\")))", "[1, 2, 3]")],
        see_also: &["rows", "columns"],
        source: "",
        run: Run::Function(|_, args| {
            Ok(Value::List(Rc::new(List::new(cells(&args[0])?.places()?)?)))
        }),
    },
    Builtin {
        name: "rows",
        signature: "rows(b)",
        summary: "How many rows a board has.",
        details: "",
        examples: &[("rows(Domineering(2, 3))", "2")],
        see_also: &["columns"],
        source: "",
        run: Run::Function(|_, args| Ok(size(cells(&args[0])?.board.rows()))),
    },
    Builtin {
        name: "columns",
        signature: "columns(b)",
        summary: "How many columns a board has.",
        details: "",
        examples: &[("columns(Domineering(2, 3))", "3")],
        see_also: &["rows"],
        source: "",
        run: Run::Function(|_, args| Ok(size(cells(&args[0])?.board.columns()))),
    },
    Builtin {
        name: "with",
        signature: "with(b, changes)",
        summary: "A board with other symbols at some places: a map from places to symbols.",
        details: "",
        examples: &[
            ("ToadsAndFrogs(\"T.F\").with({2: \"T\"})", "ToadsAndFrogs(\"TTF\")"),
            ("Clobber(\"xo|ox\").with({(1, 2): \".\"})", "Clobber(\"x.|ox\")"),
        ],
        see_also: &["cells"],
        source: "",
        run: Run::Function(|host, args| {
            let Value::Map(changes) = &args[1] else {
                return Err(args[1].wrong("a map from places to symbols, such as {3: \"x\"}"));
            };
            let changed = cells(&args[0])?.with(&host.store(), changes.entries())?;
            let board = Value::Board(Rc::new(changed));
            match &args[0] {
                Value::Position(position) => {
                    host.call(&Value::Ruleset(position.ruleset.clone()), vec![board])
                }
                _ => Ok(board),
            }
        }),
    },
];

fn size(n: usize) -> Value {
    Value::integer(i64::try_from(n).unwrap_or(i64::MAX))
}

/// The board that a value is or has.
fn cells(value: &Value) -> Result<Rc<Cells>> {
    match value {
        Value::Board(cells) => Ok(cells.clone()),
        Value::Position(position) => match position.arguments() {
            [Value::Board(cells)] => Ok(cells.clone()),
            _ => Err(value.wrong("a board, or a position on one")),
        },
        other => Err(other.wrong("a board, or a position on one")),
    }
}
