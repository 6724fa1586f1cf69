//! Functions of collections.
//!
//! The book: reference/names.md, "Collections", and reference/collections.md.

use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;
use upstar_syntax::ast::BinaryOp;

use crate::board::Board;
use crate::bracket::{Relation, is_dyadic};
use crate::expression::Machine;
use crate::value::Value;
use crate::{Fault, Wrong};

impl Machine {
    /// Functions of collections as they are.
    pub fn about_collections(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let list = |values: Vec<Value>| Value::list(values);
        Ok(Some(match (name, args) {
            ("is_function", [f, n @ ..]) if n.len() < 2 => {
                let n = n.first().map(|n| self.natural(n)).transpose()?;
                Value::Truth(is_function(f, n)?)
            }
            ("is_game", [g]) => Value::Truth(match g {
                Value::Number(x) => is_dyadic(x),
                g => matches!(g, Value::Game(_) | Value::Form(_) | Value::Sum(_)),
            }),
            ("length", [Value::Range(from, to, by)]) => {
                let count = (to - from).div_floor(by) + BigInt::from(1);
                Value::integer(count.max(BigInt::zero()))
            }
            ("length", [xs]) => Value::integer(self.elements(xs)?.len()),
            ("list", [Value::Board(board)]) => Machine::symbols(board),
            ("list", [xs]) => list(self.elements(xs)?),
            ("set", [xs]) => self.set(self.elements(xs)?)?,
            ("union", [xs, ys]) => self.set([self.elements(xs)?, self.elements(ys)?].concat())?,
            ("reverse", [Value::Text(text)]) => Value::text(text.chars().rev().collect::<String>()),
            ("reverse", [xs]) => list(self.elements(xs)?.into_iter().rev().collect()),
            ("sum", [xs]) => {
                let mut elements = self.elements(xs)?.into_iter();
                let first = elements.next().unwrap_or_else(|| Value::integer(0));
                elements.try_fold(first, |sum, x| self.operate(BinaryOp::Add, &sum, &x))?
            }
            ("map", [xs, f]) => {
                let values = self.elements(xs)?.into_iter().map(|x| self.call(f, vec![x]));
                list(values.collect::<Result<_, _>>()?)
            }
            ("filter", [xs, f]) => {
                let mut kept = Vec::new();
                for x in self.elements(xs)? {
                    if self.call(f, vec![x.clone()])?.truth()? {
                        kept.push(x);
                    }
                }
                list(kept)
            }
            ("all" | "any", [xs]) => {
                let found = name == "any";
                for x in self.elements(xs)? {
                    if x.truth()? == found {
                        return Ok(Some(Value::Truth(found)));
                    }
                }
                Value::Truth(!found)
            }
            ("keys", [Value::Map(map)]) => list(map.iter().map(|(key, _)| key.clone()).collect()),
            ("values", [Value::Map(map)]) => {
                list(map.iter().map(|(_, value)| value.clone()).collect())
            }
            ("text", [Value::Text(text)]) => Value::Text(Rc::clone(text)),
            ("text", [Value::Board(board)]) => Value::text(board.to_string()),
            ("text", [x @ (Value::Number(_) | Value::Truth(_))]) => Value::text(self.text(x)?),
            // How games are printed is not the meaning of anything.
            ("text", [_]) => return Err(Fault::undefined("the text of a game")),
            _ => return Ok(None),
        }))
    }

    /// The elements of a collection that are in another, or that are not.
    pub(crate) fn in_common(&self, xs: &Value, ys: &Value, is_in: bool) -> Result<Value, Fault> {
        let mut kept = Vec::new();
        for x in self.elements(xs)? {
            if self.is_in(&x, ys)? == is_in {
                kept.push(x);
            }
        }
        self.set(kept)
    }

    /// The symbols of a board, row by row.
    fn symbols(board: &Board) -> Value {
        let shown = |place| board.form.shown(board.at(place).expect("a cell of the board"));
        Value::list(board.cells().into_iter().map(shown).collect())
    }

    /// Functions that order, find and choose.
    pub fn about_choices(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let list = |values: Vec<Value>| Value::list(values);
        Ok(Some(match (name, args) {
            ("intersection", [xs, ys]) => self.in_common(xs, ys, true)?,
            ("sort", [xs]) => {
                let xs = self.elements(xs)?;
                list(self.sorted(xs.iter().cloned().zip(xs.iter().cloned()).collect())?)
            }
            ("sort", [xs, key]) => {
                let keyed = self
                    .elements(xs)?
                    .into_iter()
                    .map(|x| Ok((self.call(key, vec![x.clone()])?, x)));
                list(self.sorted(keyed.collect::<Result<_, Fault>>()?)?)
            }
            ("find", [xs, condition]) => {
                for x in self.elements(xs)? {
                    if self.call(condition, vec![x.clone()])?.truth()? {
                        return Ok(Some(x));
                    }
                }
                return Err(Fault::wrong(Wrong::Value, "nothing is found"));
            }
            ("argmin" | "argmax", [xs, key]) => {
                let wanted = if name == "argmin" { Relation::Less } else { Relation::Greater };
                let mut best: Option<(Value, Value)> = None;
                for x in self.elements(xs)? {
                    let value = self.call(key, vec![x.clone()])?;
                    let better = match &best {
                        None => true,
                        Some((old, _)) => self.relation(&value, old)? == wanted,
                    };
                    if better {
                        best = Some((value, x));
                    }
                }
                best.map(|(_, x)| x)
                    .ok_or_else(|| Fault::wrong(Wrong::Value, "nothing to choose from"))?
            }
            _ => return self.about_enumerations(name, args),
        }))
    }

    /// Enumerations.
    fn about_enumerations(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let list = |values: Vec<Value>| Value::list(values);
        Ok(Some(match (name, args) {
            ("subsets", [xs]) => list(self.subsets(&self.elements(xs)?)?),
            ("subsets", [xs, k]) => {
                let k = self.natural(k)? as usize;
                list(self.chosen(&self.elements(xs)?, k)?)
            }
            ("permutations", [xs]) => list(self.permutations(&self.elements(xs)?)?),
            ("product", sources) => {
                let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
                for source in sources {
                    let elements = self.elements(source)?;
                    self.steps.take((rows.len() * elements.len()) as u64)?;
                    let longer = |row: &Vec<Value>| {
                        elements
                            .iter()
                            .map(|x| [row.as_slice(), std::slice::from_ref(x)].concat())
                            .collect::<Vec<_>>()
                    };
                    rows = rows.iter().flat_map(longer).collect();
                }
                list(rows.into_iter().map(Value::tuple).collect())
            }
            ("opponent", [player]) => Value::Player(player.player()?.opponent()),
            _ => return Ok(None),
        }))
    }

    /// Values in ascending order of their keys; equal ones keep their order.
    fn sorted(&self, keyed: Vec<(Value, Value)>) -> Result<Vec<Value>, Fault> {
        let mut sorted: Vec<(Value, Value)> = Vec::new();
        for (key, value) in keyed {
            let mut place = 0;
            for (index, (other, _)) in sorted.iter().enumerate() {
                match self.order(other, &key)? {
                    Relation::Less | Relation::Equal => place = index + 1,
                    Relation::Greater => {}
                    Relation::Confused => {
                        return Err(Fault::wrong(Wrong::Value, "these have no order"));
                    }
                }
            }
            sorted.insert(place, (key, value));
        }
        Ok(sorted.into_iter().map(|(_, value)| value).collect())
    }

    /// The order of numbers, texts and games, and of tuples and lists by their first elements that differ.
    pub fn order(&self, x: &Value, y: &Value) -> Result<Relation, Fault> {
        if let (Value::Truth(x), Value::Truth(y)) = (x, y) {
            return self.relation(&Value::integer(i32::from(*x)), &Value::integer(i32::from(*y)));
        }
        let (Value::Tuple(xs) | Value::List(xs), Value::Tuple(ys) | Value::List(ys)) = (x, y)
        else {
            return self.relation(x, y);
        };
        for (x, y) in xs.iter().zip(ys.iter()) {
            match self.order(x, y)? {
                Relation::Equal => {}
                relation => return Ok(relation),
            }
        }
        self.relation(&Value::integer(xs.len()), &Value::integer(ys.len()))
    }

    /// All sublists of a list, the shorter ones first.
    fn subsets(&self, xs: &[Value]) -> Result<Vec<Value>, Fault> {
        let mut all = Vec::new();
        for k in 0..=xs.len() {
            all.extend(self.chosen(xs, k)?);
        }
        Ok(all)
    }

    /// All sublists of k elements.
    fn chosen(&self, xs: &[Value], k: usize) -> Result<Vec<Value>, Fault> {
        self.steps.step()?;
        if k == 0 {
            return Ok(vec![Value::list(Vec::new())]);
        }
        let mut all = Vec::new();
        for (index, first) in xs.iter().enumerate() {
            for rest in self.chosen(&xs[index + 1..], k - 1)? {
                all.push(Value::list([vec![first.clone()], self.elements(&rest)?].concat()));
            }
        }
        Ok(all)
    }

    fn permutations(&self, xs: &[Value]) -> Result<Vec<Value>, Fault> {
        self.steps.step()?;
        if xs.is_empty() {
            return Ok(vec![Value::list(Vec::new())]);
        }
        let mut all = Vec::new();
        for (index, first) in xs.iter().enumerate() {
            let others = [&xs[..index], &xs[index + 1..]].concat();
            for rest in self.permutations(&others)? {
                all.push(Value::list([vec![first.clone()], self.elements(&rest)?].concat()));
            }
        }
        Ok(all)
    }
}

/// Whether a value is a function, and takes so many arguments.
fn is_function(f: &Value, n: Option<u64>) -> Result<bool, Fault> {
    let function = match (f, n) {
        (Value::Function(function), _) => function,
        (Value::Builtin(_), Some(_)) => {
            return Err(Fault::undefined("how many arguments a function of the language takes"));
        }
        (f, _) => return Ok(matches!(f, Value::Builtin(_))),
    };
    let params = &function.params;
    let needed = params.iter().filter(|param| param.default.is_none()).count();
    Ok(n.is_none_or(|n| (needed as u64..=params.len() as u64).contains(&n)))
}
