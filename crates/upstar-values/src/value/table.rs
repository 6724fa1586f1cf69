//! Tables by their cells.

use upstar_core::Rational;

use super::{MAX_ITEMS, Result, Value, elements, too_many};
use crate::picture::Align;

/// The cells of a table, with its header and the names of its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The rows, the header among them; all of one length.
    pub rows: Vec<Vec<Value>>,
    /// Whether the first row is a header.
    pub header: bool,
    /// Whether the first column names the rows.
    pub named: bool,
}

impl Grid {
    /// Cells of a list of rows, or of a map from names of rows to their contents.
    ///
    /// # Errors
    /// When it is something else, a row of the list is no collection, or a row is too long.
    pub fn new(rows: &Value, header: Option<&Value>) -> Result<Grid> {
        let (mut all, named) = match rows {
            Value::Map(map) => {
                let row = |(name, cells): (&Value, &Value)| {
                    let mut row = vec![name.clone()];
                    match is_row(cells) {
                        true => row.extend(listed(cells)?),
                        false => row.push(cells.clone()),
                    }
                    Ok(row)
                };
                (map.entries().iter().map(row).collect::<Result<Vec<_>>>()?, true)
            }
            Value::List(_) | Value::Tuple(_) | Value::Set(_) => {
                let rows = elements(rows)?.map(|row| match is_row(&row) {
                    true => listed(&row),
                    false => Err(row
                        .wrong("a row of a table, which is a list")
                        .help("a table of one row is `table([[1, 2, 3]])`")),
                });
                (rows.collect::<Result<Vec<_>>>()?, false)
            }
            other => return Err(other.wrong("a list of rows, a map, or a function")),
        };
        let widest = all.iter().map(Vec::len).max().unwrap_or(0);
        if let Some(header) = header {
            let mut cells = match is_row(header) {
                true => listed(header)?,
                false => return Err(header.wrong("the header of a table, which is a list")),
            };
            // A header may name the column of names, too.
            if named && cells.len() < widest {
                cells.insert(0, Value::Nothing);
            }
            all.insert(0, cells);
        }
        let columns = all.iter().map(Vec::len).max().unwrap_or(0);
        all.iter_mut().for_each(|row| row.resize(columns, Value::Nothing));
        Ok(Grid { rows: all, header: header.is_some(), named })
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Alignment of a column: numbers to the right, texts to the left, others in the middle.
    pub fn align(&self, column: usize) -> Align {
        let below = || {
            let cells = self.rows.iter().skip(usize::from(self.header));
            cells.map(|row| &row[column]).filter(|cell| !matches!(cell, Value::Nothing))
        };
        if below().any(|cell| matches!(cell, Value::Text(_))) {
            Align::Left
        } else if below().all(|cell| matches!(cell, Value::Number(_))) {
            Align::Right
        } else {
            Align::Middle
        }
    }
}

fn is_row(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Tuple(_) | Value::Set(_) | Value::Range(_))
}

fn listed(row: &Value) -> Result<Vec<Value>> {
    match row {
        Value::Range(range) if range.len() > MAX_ITEMS.into() => {
            Err(too_many(&Rational::from(range.len()).in_message()))
        }
        row => Ok(elements(row)?.collect()),
    }
}
