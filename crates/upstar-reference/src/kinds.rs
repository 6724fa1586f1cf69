//! Arguments as the kinds that are declared: boards, graphs, coins, codes; and places of boards.
//!
//! The book: reference/rulesets.md, "Positions" and "Rings, numbers on cells, and the border"; reference/graphs.md.

use std::rc::Rc;

use upstar_syntax::ast::{Param, ParamKind, Symbols};

use crate::board::{Board, Form, Place};
use crate::code::Code;
use crate::expression::Machine;
use crate::graph::Graph;
use crate::value::{Component, Value};
use crate::{Fault, Wrong};

fn wrong<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::wrong(Wrong::Rules, message))
}

impl Form {
    /// The form of the boards of a parameter, if it is of boards.
    pub fn of_param(param: &Param) -> Option<Form> {
        match &param.kind {
            Some(ParamKind::Board(kind, symbols)) => Some(Form::of(*kind, symbols)),
            _ => None,
        }
    }
}

/// A graph with labels of edges and of vertices.
fn graph_of_kind(
    directed: bool,
    (edges, vertices): (Option<&Symbols>, Option<&Symbols>),
    value: &Value,
) -> Result<Value, Fault> {
    let signs = |labels: &Symbols| -> String {
        match labels.range() {
            Some((from, to)) => {
                (from..=to).filter_map(|number| Graph::number(number as i64)).collect()
            }
            None => labels.value.to_string(),
        }
    };
    let usual = vertices.and_then(|labels| signs(labels).chars().next());
    let text = match value {
        Value::Graph(graph) => Rc::from(graph.to_string()),
        text => text.as_text()?,
    };
    let numbers = |labels: Option<&Symbols>| labels.is_some_and(|labels| labels.numbers);
    let of_numbers = (numbers(edges), numbers(vertices));
    let graph = Graph::read_with_numbers(Some(directed), usual, &text, of_numbers)?;
    let fits = |labels: Option<&Symbols>, label: Option<char>| match (labels, label) {
        (Some(labels), Some(label)) => signs(labels).contains(label),
        (labels, label) => labels.is_none() && label.is_none(),
    };
    let edges_fit = graph.edges.iter().all(|(_, _, label)| fits(edges, *label));
    let labels_fit = graph.vertices.keys().all(|vertex| fits(vertices, graph.label(*vertex)));
    match edges_fit && labels_fit {
        true => Ok(Value::Graph(Rc::new(graph))),
        false => wrong("labels that do not belong to these graphs"),
    }
}

impl Machine {
    /// Arguments as values of the kinds that are declared.
    pub fn of_kinds(&self, params: &[Param], values: Vec<Value>) -> Result<Vec<Value>, Fault> {
        params.iter().zip(values).map(|(param, value)| self.of_kind(param, value)).collect()
    }

    fn of_kind(&self, param: &Param, value: Value) -> Result<Value, Fault> {
        match &param.kind {
            None => Ok(value),
            Some(ParamKind::Heap) => Ok(Value::integer(self.natural(&value)?)),
            Some(ParamKind::Board(..)) => {
                let Some(form) = Form::of_param(param) else { return wrong("not a board") };
                if let Value::Sum(sum) = &value
                    && let [Component::Position(position)] = sum.as_slice()
                    && let [board @ Value::Board(_)] = position.state.as_slice()
                {
                    return self.of_kind(param, board.clone());
                }
                let text = match &value {
                    Value::List(_) => self.numbers_as_text(&form, &value)?,
                    text => text.as_text()?,
                };
                Ok(Value::Board(Rc::new(Board::read(&form, &text)?)))
            }
            Some(ParamKind::Graph { directed, edges, vertices }) => {
                graph_of_kind(*directed, (edges.as_ref(), vertices.as_ref()), &value)
            }
            Some(ParamKind::Coins) => {
                if let Value::Number(_) = value {
                    let place = self.natural(&value)?;
                    self.steps.take(place)?;
                    return Ok(Value::text("T".repeat(place as usize) + "H"));
                }
                let row = value.as_text()?;
                if row.chars().all(|coin| "HT".contains(coin)) {
                    Ok(Value::Text(row))
                } else {
                    wrong("not a row of coins")
                }
            }
            Some(ParamKind::Code) => {
                let text = value.as_text()?;
                Code::read(&text)?;
                Ok(Value::text(crate::code::shortest(&text)))
            }
        }
    }

    /// Lists of numbers, as the text of a board.
    fn numbers_as_text(&self, form: &Form, value: &Value) -> Result<Rc<str>, Fault> {
        let rows = if form.strip { vec![value.clone()] } else { self.elements(value)? };
        let mut texts = Vec::new();
        for row in rows {
            let Value::List(_) = row else { return wrong("a row is a list") };
            let symbol = |number: Value| self.symbol_of(form, &number);
            let row = self.elements(&row)?.into_iter().map(symbol);
            texts.push(row.collect::<Result<String, _>>()?);
        }
        Ok(Rc::from(texts.join("|")))
    }

    /// The symbol that a value names, or is the number of.
    pub fn symbol_of(&self, form: &Form, value: &Value) -> Result<char, Fault> {
        let symbol = match form.first {
            None => Some(value.sign()?),
            Some(first) => {
                let place = crate::value::small(&(self.integer(value)? - first))?;
                usize::try_from(place).ok().and_then(|place| form.alphabet.chars().nth(place))
            }
        };
        let unknown = || Fault::wrong(Wrong::Rules, "no cell shows this");
        symbol.filter(|symbol| form.alphabet.contains(*symbol)).ok_or_else(unknown)
    }

    /// The place of a board that an index names.
    pub fn place(&self, board: &Board, index: &Value) -> Result<Place, Fault> {
        // Places count from 1.
        let offset = |value: &Value| crate::value::small(&(self.integer(value)? - 1));
        match index {
            Value::Tuple(parts) if !board.form.strip && parts.len() == 2 => {
                Ok((offset(&parts[0])?, offset(&parts[1])?))
            }
            index if board.form.strip => Ok((0, offset(index)?)),
            other => Err(other.not("a place of the board")),
        }
    }

    /// A place as a value: numbers count from 1.
    pub fn place_value(&self, board: &Board, (row, column): Place) -> Value {
        match board.form.strip {
            true => Value::integer(column + 1),
            false => Value::tuple(vec![Value::integer(row + 1), Value::integer(column + 1)]),
        }
    }
}
