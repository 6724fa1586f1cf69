//! The functions that are always there and are about numbers, collections, boards and graphs.
//!
//! The book: reference/names.md says of each what it means. Questions about games are in `questions.rs`.

use std::collections::BTreeSet;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use upstar_syntax::ast::BinaryOp;

use crate::board::{Board, Place};
use crate::bracket::Relation;
use crate::code::Code;
use crate::expression::Machine;
use crate::graph::{Edge, Graph};
use crate::play::Outcome;
use crate::value::{Value, small};
use crate::{Fault, Player, Wrong};

/// The functions that are defined in this file.
const FUNCTIONS: &[&str] = &[
    "abs",
    "floor",
    "ceil",
    "gcd",
    "min",
    "max",
    "nim_sum",
    "nim_product",
    "mex",
    "div",
    "isqrt",
    "sign",
    "numerator",
    "denominator",
    "gaps",
    "minimal_generators",
    "is_evil",
    "is_odious",
    "length",
    "list",
    "set",
    "union",
    "sum",
    "map",
    "filter",
    "reverse",
    "sort",
    "keys",
    "values",
    "all",
    "any",
    "text",
    "subsets",
    "permutations",
    "product",
    "find",
    "argmin",
    "argmax",
    "opponent",
    "cells",
    "rows",
    "columns",
    "group",
    "liberties",
    "with",
    "connects",
    "hex_connects",
    "line",
    "graph",
    "digraph",
    "vertices",
    "edges",
    "label",
    "ends",
    "from",
    "to",
    "neighbours",
    "degree",
    "remove",
    "cut",
    "contract",
    "connected",
    "components",
    "is_connected",
    "stalk",
    "path",
    "cycle",
    "clique",
    "take_and_break",
    "grid_graph",
];

/// The functions of the language that have no definition here.
const UNDEFINED: &[&str] = &[
    "power",
    "power_sum",
    "freeze",
    "heat",
    "overheat",
    "norton",
    "confusion_interval",
    "is_even_tempered",
    "is_odd_tempered",
    "thermograph",
    "subzero_thermograph",
    "left_wall",
    "right_wall",
    "is_numberish",
    "reduced",
    "incentives",
    "left_incentives",
    "right_incentives",
    "stop_count",
    "far_star",
    "is_even",
    "is_odd",
    "atomic_weight",
    "is_atomic",
    "uptimal_expansion",
    "companion",
    "day",
    "join",
    "meet",
    "is_number_tiny",
    "is_plumtree",
    "upsum_variety",
    "downsum_variety",
    "subordinate",
    "diminished_disjunctive",
    "conjunctive",
    "selective",
    "continued_conjunctive",
    "shortened_selective",
    "sequential",
    "conway_product",
    "remoteness",
    "misere_remoteness",
    "suspense",
    "misere_suspense",
    "compound_outcome",
    "misere_compound_outcome",
    "compound_moves",
    "misere_compound_moves",
    "onside",
    "offside",
    "is_loopy",
    "is_stopper",
    "is_stopper_sided",
    "strong_left_stop",
    "strong_right_stop",
    "variety",
    "degree",
    "upsum",
    "downsum",
    "infinity",
    "∞",
    "sensible_options",
    "play",
    "replay",
    "strategy",
    "principal_line",
    "backward_induction",
    "explain",
    "genus",
    "is_tame",
    "is_wild",
    "mate",
    "misere_day",
    "is_linked",
    "link",
    "distinguisher",
    "misere_difference",
    "misere_parts",
    "is_misere_prime",
    "misere_partitions",
    "is_restive",
    "is_restless",
    "is_half_tame",
    "period",
    "exceptions",
    "heap_code",
    "misere_quotient",
    "green_value",
    "fusion",
    "green_steps",
    "draw",
    "plot",
    "tree",
    "save",
    "table",
    "ilog",
    "ugly_product",
    "nim_quotient",
    "nim_inverse",
    "nim_power",
    "nim_square_root",
    "omega",
    "ω",
    "ordinal_product",
    "ordinal_power",
    "show",
    "latex",
    "up_to_symmetry",
    "orbit",
    "graphs",
    "trees",
    "rooted_trees",
    "partitions",
    "tally",
    "groups",
    "sample",
    "certify",
    "subposition",
];

/// Whether a name is that of a number or game without a definition here.
pub fn is_undefined_constant(name: &str) -> bool {
    matches!(name, "omega" | "ω" | "∞")
}

/// The value of a name that is always there.
pub fn constant(name: &str) -> Option<Value> {
    let outcome = |outcome| Some(Value::Outcome(outcome));
    match name {
        "L" => outcome(Outcome::L),
        "R" => outcome(Outcome::R),
        "N" => outcome(Outcome::N),
        "P" => outcome(Outcome::P),
        "D" => outcome(Outcome::D),
        "N_hat" | "N̂" => outcome(Outcome::NHat),
        "N_check" | "Ň" => outcome(Outcome::NCheck),
        "P_hat" | "P̂" => outcome(Outcome::PHat),
        "P_check" | "P̌" => outcome(Outcome::PCheck),
        "Left" | "Max" => Some(Value::Player(Player::Left)),
        "Right" | "Min" => Some(Value::Player(Player::Right)),
        "loony" => Some(Value::Loony),
        _ => {
            let mut names =
                [FUNCTIONS, crate::questions::QUESTIONS, UNDEFINED].into_iter().flatten();
            names.find(|known| **known == name).map(|name| Value::Builtin(name))
        }
    }
}

impl Machine {
    /// The value of a function that is always there.
    pub fn call_builtin(&self, name: &'static str, args: Vec<Value>) -> Result<Value, Fault> {
        let found = match self.about_numbers(name, &args)? {
            Some(value) => Some(value),
            None => match self.about_collections(name, &args)? {
                Some(value) => Some(value),
                None => match self.about_boards(name, &args)? {
                    Some(value) => Some(value),
                    None => self.about_graphs(name, &args)?,
                },
            },
        };
        match found {
            Some(value) => Ok(value),
            None => match self.question(name, &args)? {
                Some(value) => Ok(value),
                None if UNDEFINED.contains(&name) => Err(Fault::undefined(format!("`{name}`"))),
                None => Err(Fault::wrong(Wrong::Value, format!("wrong arguments for `{name}`"))),
            },
        }
    }

    fn about_numbers(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let integers =
            || args.iter().map(|arg| self.integer(arg)).collect::<Result<Vec<BigInt>, _>>();
        Ok(Some(match (name, args) {
            ("abs", [x]) => Value::Number(self.number(x)?.abs()),
            ("floor", [x]) => Value::Number(self.number(x)?.floor()),
            ("ceil", [x]) => Value::Number(self.number(x)?.ceil()),
            ("sign", [x]) => Value::Number(self.number(x)?.signum()),
            ("numerator", [x]) => Value::integer(self.number(x)?.numer().clone()),
            ("denominator", [x]) => Value::integer(self.number(x)?.denom().clone()),
            ("gcd", [m, n]) => Value::integer(self.integer(m)?.gcd(&self.integer(n)?)),
            ("div", [m, n]) => {
                let n = self.integer(n)?;
                if n.is_zero() {
                    return Err(Fault::wrong(Wrong::Value, "division by 0"));
                }
                Value::integer(self.integer(m)?.div_floor(&n))
            }
            ("isqrt", [n]) => Value::integer(BigInt::from(self.natural(n)?).sqrt()),
            ("is_evil", [n]) => Value::Truth(self.natural(n)?.count_ones() % 2 == 0),
            ("is_odious", [n]) => Value::Truth(self.natural(n)?.count_ones() % 2 == 1),
            ("min" | "max", args) => {
                let values = match args {
                    [
                        one @ (Value::List(_) | Value::Set(_) | Value::Range(..) | Value::Tuple(_)),
                    ] => self.elements(one)?,
                    args => args.to_vec(),
                };
                let wanted = if name == "min" { Relation::Less } else { Relation::Greater };
                let mut values = values.into_iter();
                let Some(mut best) = values.next() else {
                    return Err(Fault::wrong(Wrong::Value, format!("`{name}` of nothing")));
                };
                for value in values {
                    match self.relation(&value, &best)? {
                        Relation::Confused => {
                            return Err(Fault::wrong(Wrong::Value, "these have no order"));
                        }
                        relation if relation == wanted => best = value,
                        _ => {}
                    }
                }
                best
            }
            ("nim_sum", _) => {
                let mut sum = BigInt::zero();
                for n in integers()? {
                    if n.is_negative() {
                        return Err(Fault::wrong(Wrong::Range, "a heap of negative size"));
                    }
                    sum ^= n;
                }
                Value::integer(sum)
            }
            ("nim_product", _) => {
                let naturals =
                    args.iter().map(|arg| self.natural(arg)).collect::<Result<Vec<u64>, _>>()?;
                let mut product = 1;
                for n in naturals {
                    product = self.nim_product(product, n)?;
                }
                Value::integer(product)
            }
            ("take_and_break", [code, n]) => {
                let options =
                    Code::read(&code.as_text()?)?.options(self.natural(n)?, &self.steps)?;
                let sizes =
                    |heaps: Vec<u64>| Value::list(heaps.into_iter().map(Value::integer).collect());
                Value::list(options.into_iter().map(sizes).collect())
            }
            ("mex", [xs]) => {
                let numbers: BTreeSet<u64> =
                    self.elements(xs)?.iter().map(|x| self.as_heap(x)).collect::<Result<_, _>>()?;
                Value::integer((0..).find(|n| !numbers.contains(n)).unwrap_or(0))
            }
            ("gaps", [xs]) => Value::list(
                self.gaps(&self.elements(xs)?)?.into_iter().map(Value::integer).collect(),
            ),
            ("minimal_generators", [xs]) => {
                let mut kept: Vec<u64> = Vec::new();
                let all: BTreeSet<u64> =
                    self.elements(xs)?.iter().map(|x| self.natural(x)).collect::<Result<_, _>>()?;
                for n in all {
                    if !self.generated(&kept, n)? {
                        kept.push(n);
                    }
                }
                Value::list(kept.into_iter().map(Value::integer).collect())
            }
            _ => return Ok(None),
        }))
    }

    /// A number or nimber, as the size of a heap.
    fn as_heap(&self, value: &Value) -> Result<u64, Fault> {
        match value {
            Value::Game(game) => self.games.as_nimber(*game)?.ok_or_else(|| value.not("a nimber")),
            other => self.natural(other),
        }
    }

    /// The nim-product by its definition: the least number that is none of a'b + ab' + a'b' (nim-sums) for smaller
    /// a' and b' (On Numbers and Games, ch. 6).
    fn nim_product(&self, a: u64, b: u64) -> Result<u64, Fault> {
        if a > 64 || b > 64 {
            return Err(Fault::TooLarge);
        }
        let (rows, columns) = (a as usize + 1, b as usize + 1);
        let mut table = vec![vec![0; columns]; rows];
        for i in 0..rows {
            for j in 0..columns {
                let mut met = BTreeSet::new();
                for x in 0..i {
                    for y in 0..j {
                        self.steps.step()?;
                        met.insert(table[x][j] ^ table[i][y] ^ table[x][y]);
                    }
                }
                table[i][j] = (0..).find(|n| !met.contains(n)).unwrap_or(0);
            }
        }
        Ok(table[rows - 1][columns - 1])
    }

    /// Whether a number is a sum of some of these, each as often as one likes.
    fn generated(&self, generators: &[u64], n: u64) -> Result<bool, Fault> {
        let mut sums = BTreeSet::from([0]);
        for m in 1..=n {
            self.steps.step()?;
            if generators
                .iter()
                .any(|g| *g > 0 && m.checked_sub(*g).is_some_and(|rest| sums.contains(&rest)))
            {
                sums.insert(m);
            }
        }
        Ok(sums.contains(&n))
    }

    /// The positive numbers that are no sums of these, when they are finitely many.
    fn gaps(&self, values: &[Value]) -> Result<Vec<u64>, Fault> {
        let generators: Vec<u64> =
            values.iter().map(|x| self.natural(x)).collect::<Result<_, _>>()?;
        if generators.iter().fold(0, |gcd, n| n.gcd(&gcd)) != 1 {
            return Err(Fault::wrong(Wrong::Value, "there are infinitely many gaps"));
        }
        let least = generators.iter().copied().filter(|n| *n > 0).min().unwrap_or(1);
        let (mut gaps, mut row, mut n) = (Vec::new(), 0, 1);
        // When so many in a row are sums, so are all that follow.
        while row < least {
            match self.generated(&generators, n)? {
                true => row += 1,
                false => (row, _) = (0, gaps.push(n)),
            }
            n += 1;
        }
        Ok(gaps)
    }

    fn about_collections(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let list = |values: Vec<Value>| Value::list(values);
        Ok(Some(match (name, args) {
            ("length", [Value::Range(from, to, by)]) => {
                let count = (to - from).div_floor(by) + BigInt::from(1);
                Value::integer(count.max(BigInt::zero()))
            }
            ("length", [xs]) => Value::integer(self.elements(xs)?.len()),
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
                            .map(|x| [row.as_slice(), &[x.clone()]].concat())
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
    fn order(&self, x: &Value, y: &Value) -> Result<Relation, Fault> {
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

    fn about_boards(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let Some(Value::Board(board)) = args.first() else { return Ok(None) };
        let places = |places: Vec<Place>| {
            Value::list(places.into_iter().map(|p| self.place_value(board, p)).collect())
        };
        let cell = |value: &Value| -> Result<Place, Fault> {
            let place = self.place(board, value)?;
            let outside = || Fault::wrong(Wrong::Range, "there is no such cell");
            board.at(place).map(|_| place).ok_or_else(outside)
        };
        Ok(Some(match (name, &args[1..]) {
            ("cells", []) => places(board.cells()),
            ("rows", []) => Value::integer(board.rows()),
            ("columns", []) => Value::integer(board.columns()),
            ("neighbours", [p]) => places(board.neighbours(cell(p)?)),
            ("group", [p]) => places(board.group(cell(p)?)),
            ("liberties", [p]) => places(board.liberties(cell(p)?)),
            ("line", [symbol, k]) => {
                Value::Truth(board.line(symbol.sign()?, small(&self.integer(k)?)?))
            }
            ("connects" | "hex_connects", [symbol, from, to]) => {
                let (from, to) = (from.as_text()?, to.as_text()?);
                Value::Truth(board.connects(
                    symbol.sign()?,
                    (&from, &to),
                    name == "hex_connects",
                )?)
            }
            ("with", [changes]) => {
                let mut next: Board = (**board).clone();
                for (p, symbol) in self.changes(changes)? {
                    let (place, symbol) = (cell(&p)?, symbol.sign()?);
                    if !board.alphabet.contains(symbol) {
                        return Err(Fault::wrong(
                            Wrong::Rules,
                            format!("`{symbol}` is not in the alphabet"),
                        ));
                    }
                    next.put(place, symbol);
                }
                Value::Board(Rc::new(next))
            }
            _ => return Ok(None),
        }))
    }

    /// The changes of a map: a key may be a list of places.
    fn changes(&self, changes: &Value) -> Result<Vec<(Value, Value)>, Fault> {
        let Value::Map(map) = changes else { return Err(changes.not("a map")) };
        let mut all = Vec::new();
        for (key, value) in map.iter() {
            match key {
                Value::List(_) | Value::Set(_) | Value::Range(..) => {
                    all.extend(self.elements(key)?.into_iter().map(|key| (key, value.clone())));
                }
                key => all.push((key.clone(), value.clone())),
            }
        }
        Ok(all)
    }

    fn edge(&self, value: &Value) -> Result<Edge, Fault> {
        match value {
            Value::Tuple(parts) if parts.len() == 2 => {
                Ok((self.natural(&parts[0])?, self.natural(&parts[1])?, None))
            }
            Value::Tuple(parts) if parts.len() == 3 => {
                Ok((self.natural(&parts[0])?, self.natural(&parts[1])?, Some(parts[2].sign()?)))
            }
            other => Err(other.not("an edge")),
        }
    }

    fn made_graph(&self, directed: bool, from: &Value) -> Result<Graph, Fault> {
        if let Value::Text(_) | Value::Graph(_) = from {
            let text = match from {
                Value::Graph(graph) => graph.to_string(),
                text => text.as_text()?.to_string(),
            };
            return Graph::read(Some(directed), None, &text);
        }
        let mut graph = Graph::new(directed, None);
        for piece in self.elements(from)? {
            match &piece {
                Value::Tuple(parts) if parts.len() == 2 && matches!(parts[1], Value::Text(_)) => {
                    let (vertex, label) = (self.natural(&parts[0])?, parts[1].sign()?);
                    Graph::verify_label(label)?;
                    if graph.label(vertex).is_some_and(|other| other != label) {
                        return Err(Fault::wrong(Wrong::Rules, "a vertex with two labels"));
                    }
                    graph.colour(vertex, label);
                }
                Value::Tuple(_) => graph.add(self.edge(&piece)?),
                vertex => _ = graph.vertices.entry(self.natural(vertex)?).or_insert(None),
            }
        }
        Ok(graph)
    }

    fn about_graphs(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let numbers = |xs: Vec<u64>| Value::list(xs.into_iter().map(Value::integer).collect());
        let some = |graph: Graph| Ok(Some(Value::Graph(Rc::new(graph))));
        let family = |edges: Vec<Edge>, vertices: Vec<u64>| {
            let mut graph = Graph::new(false, None);
            vertices.into_iter().for_each(|vertex| _ = graph.vertices.insert(vertex, None));
            edges.into_iter().for_each(|edge| graph.add(edge));
            some(graph)
        };
        match (name, args) {
            ("graph" | "digraph", [from]) if !matches!(from, Value::Sum(_)) => {
                return some(self.made_graph(name == "digraph", from)?);
            }
            ("label", [edge]) => {
                let label = self.edge(edge)?.2.ok_or_else(|| edge.not("an edge with a label"))?;
                return Ok(Some(Value::text(label.to_string())));
            }
            ("ends", [edge]) => {
                let (from, to, _) = self.edge(edge)?;
                return Ok(Some(Value::tuple(vec![Value::integer(from), Value::integer(to)])));
            }
            ("from", [edge]) => return Ok(Some(Value::integer(self.edge(edge)?.0))),
            ("to", [edge]) => return Ok(Some(Value::integer(self.edge(edge)?.1))),
            ("stalk", [Value::Text(labels)]) => {
                labels.chars().try_for_each(Graph::verify_label)?;
                let edges = labels
                    .chars()
                    .enumerate()
                    .map(|(n, label)| (n as u64, n as u64 + 1, Some(label)));
                return family(edges.collect(), vec![0]);
            }
            ("stalk", [n]) => {
                let n = self.natural(n)?;
                return family((0..n).map(|p| (p, p + 1, None)).collect(), vec![0]);
            }
            ("path", [n]) => {
                let n = self.natural(n)?;
                return family((1..n).map(|p| (p, p + 1, None)).collect(), (1..=n).collect());
            }
            ("cycle", [n]) => {
                let n = self.natural(n)?;
                return family((1..=n).map(|p| (p, p % n + 1, None)).collect(), (1..=n).collect());
            }
            ("clique", [n]) => {
                let n = self.natural(n)?;
                let edges = (1..=n).flat_map(|p| (p + 1..=n).map(move |q| (p, q, None))).collect();
                return family(edges, (1..=n).collect());
            }
            ("grid_graph", [m, n]) => {
                let (m, n) = (self.natural(m)?, self.natural(n)?);
                let at = |row: u64, column: u64| row * n + column + 1;
                let mut edges = Vec::new();
                for row in 0..m {
                    edges.extend((1..n).map(|column| (at(row, column - 1), at(row, column), None)));
                    edges.extend(
                        (0..n).filter(|_| row > 0).map(|c| (at(row - 1, c), at(row, c), None)),
                    );
                }
                return family(edges, (1..=m * n).collect());
            }
            _ => {}
        }
        let Some(Value::Graph(graph)) = args.first() else { return Ok(None) };
        let vertex = |value: &Value| -> Result<u64, Fault> {
            let vertex = self.natural(value)?;
            let unknown = || Fault::wrong(Wrong::Range, format!("there is no vertex {vertex}"));
            graph.vertices.get(&vertex).map(|_| vertex).ok_or_else(unknown)
        };
        Ok(Some(match (name, &args[1..]) {
            ("vertices", []) => numbers(graph.vertices.keys().copied().collect()),
            ("edges", []) => {
                let edge = |(from, to, label): &Edge| {
                    let mut parts = vec![Value::integer(*from), Value::integer(*to)];
                    parts.extend(label.map(|label| Value::text(label.to_string())));
                    Value::tuple(parts)
                };
                Value::list(graph.edges.iter().map(edge).collect())
            }
            ("neighbours", [p]) => numbers(graph.neighbours(vertex(p)?, None)),
            ("neighbours", [p, labels]) => {
                numbers(graph.neighbours(vertex(p)?, Some(&labels.as_text()?)))
            }
            ("degree", [p]) => {
                let p = vertex(p)?;
                let ends = |edge: &Edge| {
                    usize::from(edge.0 == p) + usize::from(edge.1 == p && !graph.directed)
                };
                Value::integer(graph.edges.iter().map(ends).sum::<usize>())
            }
            ("remove", [what]) => {
                let mut rest: Graph = (**graph).clone();
                let all = match what {
                    Value::List(_) | Value::Set(_) => self.elements(what)?,
                    one => vec![one.clone()],
                };
                for x in all {
                    match &x {
                        Value::Tuple(_) if !rest.without_edge(self.edge(&x)?) => {
                            return Err(Fault::wrong(Wrong::Range, "there is no such edge"));
                        }
                        Value::Tuple(_) => {}
                        p => rest.without_vertex(vertex(p)?),
                    }
                }
                return some(rest);
            }
            ("cut", [edge]) => return some(graph.cut(self.edge(edge)?)),
            ("contract", [edge]) => return some(graph.contract(self.edge(edge)?)),
            ("connected", [p, q]) => {
                Value::Truth(graph.reached(vertex(p)?, None).contains(&vertex(q)?))
            }
            ("is_connected", []) => Value::Truth(graph.components().len() <= 1),
            ("components", at) => {
                let components = match at {
                    [] => graph.components(),
                    [p] => graph.components_at(self.natural(p)?),
                    _ => return Ok(None),
                };
                Value::list(
                    components.into_iter().map(|part| Value::Graph(Rc::new(part))).collect(),
                )
            }
            ("with", [changes]) => {
                let mut next: Graph = (**graph).clone();
                for (p, label) in self.changes(changes)? {
                    let label = label.sign()?;
                    Graph::verify_label(label)?;
                    next.colour(vertex(&p)?, label);
                }
                return some(next);
            }
            _ => return Ok(None),
        }))
    }
}
