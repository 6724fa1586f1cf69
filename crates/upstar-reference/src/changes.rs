//! Lists, texts, maps and sets changed at a place, slices, and differences.
//!
//! The book: reference/collections.md, "Changes".

use std::rc::Rc;

use upstar_syntax::ast::BinaryOp;

use crate::expression::Machine;
use crate::value::{Value, small};
use crate::{Fault, Wrong};

/// The kind of a value with places.
enum Row {
    List,
    Tuple,
    Text,
}

impl Machine {
    /// Functions that change a collection.
    pub fn about_changes(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        Ok(Some(match (name, args) {
            ("with" | "union", [Value::Map(map), Value::Map(changes)]) => {
                let mut changed = (**map).clone();
                for (key, value) in changes.iter() {
                    let mut is_new = true;
                    for (known, old) in &mut changed {
                        if self.is_one_element(known, key)? {
                            (*old, is_new) = (value.clone(), false);
                        }
                    }
                    if is_new {
                        changed.push((key.clone(), value.clone()));
                    }
                }
                Value::Map(Rc::new(changed))
            }
            ("with", [row, changes]) => {
                let Some((kind, mut items)) = self.row(row)? else { return Ok(None) };
                for (place, new) in self.changes(changes)? {
                    let place = self.offset(&place, items.len())?;
                    items[place] = new;
                }
                made(kind, items)?
            }
            ("without", [Value::Map(map), key]) => {
                let mut kept = Vec::new();
                for (other, value) in map.iter() {
                    if !self.is_one_element(other, key)? {
                        kept.push((other.clone(), value.clone()));
                    }
                }
                Value::Map(Rc::new(kept))
            }
            ("without", [Value::Set(set), item]) => {
                no_set_of_elements(set, item)?;
                let mut kept = Vec::new();
                for other in set.iter() {
                    if !self.is_one_element(other, item)? {
                        kept.push(other.clone());
                    }
                }
                self.set(kept)?
            }
            ("without", [row, gone]) => {
                let Some((kind, items)) = self.row(row)? else { return Err(row.not("a list")) };
                let gone = match gone {
                    Value::List(_) | Value::Set(_) | Value::Range(..) => self.elements(gone)?,
                    place => vec![place.clone()],
                };
                let gone = gone.iter().map(|place| self.offset(place, items.len()));
                let gone = gone.collect::<Result<Vec<_>, _>>()?;
                let kept = items.into_iter().enumerate();
                let kept = kept.filter(|(place, _)| !gone.contains(place));
                made(kind, kept.map(|(_, item)| item).collect())?
            }
            _ => return self.about_rows(name, args),
        }))
    }

    fn about_rows(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        Ok(Some(match (name, args) {
            ("insert", [row, place, new]) => {
                let Some((kind, mut items)) = self.row(row)? else { return Err(row.not("a list")) };
                items.insert(self.offset(place, items.len() + 1)?, new.clone());
                made(kind, items)?
            }
            ("difference", [xs]) => Value::list(self.differences(&self.elements(xs)?)?),
            ("difference", [xs, ys]) if !matches!(ys, Value::Number(_)) => {
                self.in_common(xs, ys, false)?
            }
            ("difference", [xs, times]) => {
                let mut xs = self.elements(xs)?;
                for _ in 0..self.natural(times)? {
                    self.steps.step()?;
                    xs = self.differences(&xs)?;
                }
                Value::list(xs)
            }
            _ => return Ok(None),
        }))
    }

    fn differences(&self, xs: &[Value]) -> Result<Vec<Value>, Fault> {
        xs.windows(2).map(|pair| self.operate(BinaryOp::Sub, &pair[1], &pair[0])).collect()
    }

    /// `xs[a..b]`: the elements with these indices, if the value has places.
    pub fn slice(&self, base: &Value, indices: &Value) -> Result<Option<Value>, Fault> {
        let Value::Range(..) = indices else { return Ok(None) };
        let Some((kind, items)) = self.row(base)? else { return Ok(None) };
        let mut sliced = Vec::new();
        self.for_each(indices, &mut |index| {
            sliced.push(items[self.offset(&index, items.len())?].clone());
            Ok(())
        })?;
        made(kind, sliced).map(Some)
    }

    fn row(&self, value: &Value) -> Result<Option<(Row, Vec<Value>)>, Fault> {
        let kind = match value {
            Value::List(_) | Value::Range(..) => Row::List,
            Value::Tuple(_) => Row::Tuple,
            Value::Text(_) => Row::Text,
            _ => return Ok(None),
        };
        Ok(Some((kind, self.elements(value)?)))
    }

    /// The place of an index among so many elements, from 0 on.
    pub fn offset(&self, index: &Value, length: usize) -> Result<usize, Fault> {
        let (n, length) = (small(&self.integer(index)?)?, length as i64);
        let n = if n < 0 { length + n } else { n - 1 };
        match (0..length).contains(&n) {
            true => Ok(n as usize),
            false => Err(Fault::wrong(Wrong::Range, "there is no such element")),
        }
    }
}

fn made(kind: Row, items: Vec<Value>) -> Result<Value, Fault> {
    Ok(match kind {
        Row::List => Value::list(items),
        Row::Tuple => Value::tuple(items),
        Row::Text => {
            let symbols = items.iter().map(Value::as_text).collect::<Result<Vec<_>, _>>()?;
            Value::text(symbols.concat())
        }
    })
}

/// Whoever takes a set from a set without sets means its elements.
fn no_set_of_elements(set: &[Value], item: &Value) -> Result<(), Fault> {
    let is_set = |item: &Value| matches!(item, Value::Set(_));
    match is_set(item) && !set.is_empty() && !set.iter().any(is_set) {
        true => Err(Fault::wrong(Wrong::Value, "no element of the set is a set")),
        false => Ok(()),
    }
}
