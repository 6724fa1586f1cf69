//! Enumerations: collections whose elements are found from their codes and never stored.
//!
//! Knows: which objects have which codes, and how many there are. Must not know: rules of positions.
//!
//! An enumeration holds the call that it is typed as, and finds an element from its code
//! (`upstar_core::enumerate`). So `for` needs a number as its state, an enumeration can be indexed and sampled, and
//! nothing is stored. Where no formula unranks the elements, some codes have none: a board is listed if it is the
//! least of its orbit, a graph if its code is canonical. Lengths come from formulas, which tests compare with what
//! is listed. Builtins take one element after the other; comprehensions compute on all threads.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use upstar_core::board::rewrite::Symmetries;
use upstar_core::board::{Board, Symbol};
use upstar_core::enumerate::{
    Graphs, Partitions, Trees, binomial, combination, factorial, permutation,
};
use upstar_core::{Budget, Rational};

use super::graph::{Edge, GROUND, Graph, GraphKind};
use super::{Cells, Extent, MAX_ITEMS, Position, Result, Value, too_many};

/// An enumeration: the call that it is typed as, and what gives its elements.
///
/// Two are equal as data when their calls are.
#[derive(Debug)]
pub struct Enumeration {
    name: &'static str,
    args: Vec<Value>,
    family: Family,
    /// Number of codes; of graphs it is known when the smaller ones are listed.
    codes: BigUint,
    extent: Extent,
}

/// Elements of an enumeration.
#[derive(Debug)]
pub enum Family {
    /// Lists of all of these values.
    Permutations(Vec<Value>),
    /// Lists of some of these values, or of so many.
    Subsets(Vec<Value>, Option<usize>),
    /// Tuples with a value of each list.
    Product(Vec<Vec<Value>>),
    /// Lists of integers.
    Partitions(Partitions),
    /// Trees; those with a root stand on the ground.
    Trees {
        /// By their codes.
        trees: Trees,
        /// Whether vertex 0 is the root.
        is_rooted: bool,
    },
    /// Graphs.
    Graphs {
        /// By their codes.
        graphs: Graphs,
        /// Number of vertices.
        vertices: usize,
    },
    /// Positions on boards, one size after the other.
    Boards(Vec<BoardsOfSize>),
}

/// All boards of one size.
#[derive(Debug, Clone)]
pub struct BoardsOfSize {
    /// A position on such a board, its first argument.
    model: Arc<Position>,
    /// Its board.
    cells: Arc<Cells>,
    /// Number of boards.
    codes: BigUint,
    /// Symmetries under which only the least board of each orbit is listed.
    symmetries: Option<Symmetries>,
}

impl Enumeration {
    /// The enumeration that `name(args)` is.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(name: &'static str, args: Vec<Value>, family: Family) -> Result<Self> {
        let extent = Extent::around(&args)?;
        let codes = match &family {
            Family::Trees { trees, .. } => trees.codes().into(),
            Family::Graphs { .. } => BigUint::ZERO,
            Family::Boards(sizes) => sizes.iter().map(|size| &size.codes).sum(),
            other => other.len(),
        };
        Ok(Enumeration { name, args, family, codes, extent })
    }

    /// The function that it is a call of.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Arguments of the call.
    pub fn args(&self) -> &[Value] {
        &self.args
    }

    /// Elements by their codes.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// Number of elements, found without listing them.
    pub fn len(&self) -> BigUint {
        self.family.len()
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == BigUint::ZERO
    }

    /// Number of codes, among which are those of all elements.
    ///
    /// # Errors
    /// When a limit is passed: graphs with a vertex less are listed.
    pub fn codes(&self, budget: &Budget) -> Result<Cow<'_, BigUint>> {
        match &self.family {
            Family::Graphs { graphs, .. } => Ok(Cow::Owned(graphs.codes(budget)?.into())),
            _ => Ok(Cow::Borrowed(&self.codes)),
        }
    }

    /// The element with a code; `None` if there is none.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn at_code(&self, code: &BigUint, budget: &Budget) -> Result<Option<Value>> {
        if *code >= *self.codes(budget)? {
            return Ok(None);
        }
        let chosen = |items: &[Value], places: Vec<usize>| {
            Value::list(places.into_iter().map(|place| items[place].clone()).collect())
        };
        match &self.family {
            Family::Permutations(items) => {
                let places = permutation(items.len(), code, budget)?;
                places.map(|places| chosen(items, places)).transpose()
            }
            Family::Subsets(items, Some(size)) => {
                let places = combination(items.len(), *size, code, budget)?;
                places.map(|places| chosen(items, places)).transpose()
            }
            Family::Subsets(items, None) => {
                let places = (0..items.len()).filter(|&place| code.bit(place as u64)).collect();
                chosen(items, places).map(Some)
            }
            Family::Product(lists) => product(lists, code).map(Some),
            Family::Partitions(partitions) => {
                let Some(parts) = partitions.at(short(code)) else { return Ok(None) };
                Value::list(parts.into_iter().map(|part| Value::integer(part as i64)).collect())
                    .map(Some)
            }
            Family::Trees { trees, is_rooted } => {
                Ok(trees.at(short(code)).map(|depths| tree(&depths, *is_rooted)))
            }
            Family::Graphs { graphs, vertices } => {
                let code = code.to_u64().expect("a graph has a code of 64 bits");
                Ok(graphs.at(code, budget)?.map(|edges| graph(*vertices, &edges)))
            }
            Family::Boards(sizes) => {
                let mut code = code.clone();
                for size in sizes {
                    if code < size.codes {
                        return size.at(&code);
                    }
                    code -= &size.codes;
                }
                Ok(None)
            }
        }
    }

    /// The next element from a code on, which becomes the code after it; `None` at the end. The budget notes
    /// how far the enumeration has come.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn next(&self, code: &mut u64, budget: &Budget) -> Result<Option<Value>> {
        let codes = self.codes(budget)?.to_u64().unwrap_or(u64::MAX);
        while *code < codes {
            budget.step()?;
            let item = self.at_code(&BigUint::from(*code), budget)?;
            *code += 1;
            budget.note_course(std::ptr::from_ref(self).addr(), *code, codes);
            if item.is_some() {
                return Ok(item);
            }
        }
        Ok(None)
    }

    /// The element with an index, from 0; `None` if there are not so many. Where every code has an element it
    /// is found at once, otherwise those before it are counted.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn nth(&self, index: usize, budget: &Budget) -> Result<Option<Value>> {
        if *self.codes(budget)? == self.len() {
            return self.at_code(&BigUint::from(index), budget);
        }
        let mut code = 0;
        for _ in 0..index {
            if self.next(&mut code, budget)?.is_none() {
                return Ok(None);
            }
        }
        self.next(&mut code, budget)
    }

    /// Refuses an enumeration with more elements than a list may have.
    ///
    /// # Errors
    /// When it has.
    pub fn listable(&self) -> Result<()> {
        let len = self.len();
        match len > MAX_ITEMS.into() {
            true => Err(too_many(&Rational::from(num_bigint::BigInt::from(len)).in_message())),
            false => Ok(()),
        }
    }

    /// All elements in order.
    ///
    /// # Errors
    /// When they are too many to list, or a limit is passed.
    pub fn items(&self, budget: &Budget) -> Result<Vec<Value>> {
        self.listable()?;
        let (mut items, mut code) = (Vec::new(), 0);
        while let Some(item) = self.next(&mut code, budget)? {
            if items.len() == items.capacity() {
                let more = items.len().max(64);
                budget.reserve((more * (size_of::<Value>() + SIZE_OF_ITEM)) as u64)?;
                items.reserve(more);
            }
            items.push(item);
        }
        Ok(items)
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

/// Approximate memory of a listed element.
const SIZE_OF_ITEM: usize = 256;

impl PartialEq for Enumeration {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.args == other.args
    }
}

impl Eq for Enumeration {}

impl Hash for Enumeration {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.args.hash(state);
    }
}

/// Reason why sizes are found: at most a thousand elements are chosen from.
const NO_LIMIT: &str = "there is no limit";

impl Family {
    fn len(&self) -> BigUint {
        match self {
            Family::Permutations(items) => {
                factorial(items.len(), &Budget::unlimited()).expect(NO_LIMIT)
            }
            Family::Subsets(items, None) => BigUint::one() << items.len(),
            Family::Subsets(items, Some(size)) => {
                binomial(items.len(), *size, &Budget::unlimited()).expect(NO_LIMIT)
            }
            Family::Product(lists) => lists.iter().map(|list| BigUint::from(list.len())).product(),
            Family::Partitions(partitions) => partitions.count().into(),
            Family::Trees { trees, .. } => trees.count().into(),
            Family::Graphs { graphs, .. } => graphs.count(),
            Family::Boards(sizes) => sizes.iter().map(BoardsOfSize::count).sum(),
        }
    }
}

impl BoardsOfSize {
    /// The positions that differ from `model` in `cells`, the board that is its first argument.
    pub fn new(model: Arc<Position>, cells: Arc<Cells>) -> Self {
        let number = u32::try_from(cells.board.symbols().len()).expect("boards are smaller");
        let codes = BigUint::from(cells.alphabet.len()).pow(number);
        BoardsOfSize { model, cells, codes, symmetries: None }
    }

    /// One of the positions.
    pub fn model(&self) -> &Position {
        &self.model
    }

    /// The boards that come first among those symmetric to them.
    pub fn up_to(&self, symmetries: Symmetries) -> Self {
        BoardsOfSize { symmetries: Some(symmetries), ..self.clone() }
    }

    fn symbols(&self) -> usize {
        self.cells.alphabet.len()
    }

    fn count(&self) -> BigUint {
        let board = &self.cells.board;
        match &self.symmetries {
            Some(symmetries) => symmetries.count_orbits(board, self.symbols()),
            None => self.codes.clone(),
        }
    }

    /// The position whose cells are the digits of a code; `None` if a symmetric board is listed.
    fn at(&self, code: &BigUint) -> Result<Option<Value>> {
        let mut board = self.cells.board.clone();
        let symbols = self.symbols();
        let cells = (0..board.symbols().len()).rev();
        // One digit for each cell, the last first.
        match code.to_u64() {
            Some(mut code) => {
                for cell in cells {
                    board.set(cell, (code % symbols as u64) as Symbol);
                    code /= symbols as u64;
                }
            }
            None => {
                let digits = code.to_radix_le(symbols as u32);
                for (cell, digit) in cells.zip(digits.into_iter().chain(std::iter::repeat(0))) {
                    board.set(cell, digit as Symbol);
                }
            }
        }
        if self.symmetries.as_ref().is_some_and(|group| !group.is_least_in_orbit(&board)) {
            return Ok(None);
        }
        on_board(&self.model, &self.cells, board).map(Some)
    }
}

/// The position of which only the board, its first argument, is another one.
///
/// # Errors
/// When values are nested too deeply.
pub fn on_board(model: &Position, cells: &Cells, board: Board) -> Result<Value> {
    let cells = Cells { board, alphabet: cells.alphabet.clone(), shape: cells.shape };
    let mut arguments = model.arguments().to_vec();
    arguments[0] = Value::Board(Arc::new(cells));
    Ok(Value::Position(Arc::new(Position::new(model.ruleset.clone(), arguments)?)))
}

/// Code of trees and partitions.
fn short(code: &BigUint) -> u128 {
    code.to_u128().expect("there are less than 2^128")
}

/// The tuple with a rank; later places vary faster.
fn product(lists: &[Vec<Value>], code: &BigUint) -> Result<Value> {
    let mut rest = code.clone();
    let mut items = Vec::with_capacity(lists.len());
    for list in lists.iter().rev() {
        let (quotient, place) = rest.div_rem(&BigUint::from(list.len()));
        items.push(list[place.to_usize().expect("a remainder is less")].clone());
        rest = quotient;
    }
    items.reverse();
    Value::tuple(items)
}

/// The tree whose vertices have these depths; with a root it stands on the ground.
fn tree(depths: &[usize], is_rooted: bool) -> Value {
    // The last vertex at each depth.
    let mut path = Vec::new();
    let mut edges = Vec::new();
    let first = if is_rooted { GROUND } else { 1 };
    for (name, &depth) in (first..).zip(depths) {
        path.truncate(depth);
        edges.extend(path.last().map(|&parent| (parent, name)));
        path.push(name);
    }
    joined(first, edges, depths.len())
}

fn graph(vertices: usize, edges: &[(usize, usize)]) -> Value {
    joined(1, edges.iter().map(|&(a, b)| (a as u32 + 1, b as u32 + 1)), vertices)
}

/// The graph with so many vertices from `first` on.
fn joined(first: u32, edges: impl IntoIterator<Item = (u32, u32)>, vertices: usize) -> Value {
    let edges = edges.into_iter().map(|(from, to)| Edge { from, to, label: None }).collect();
    let vertices = (first..).take(vertices).map(Into::into).collect();
    let graph = Graph::new(Arc::new(GraphKind::any(false)), vertices, edges);
    Value::Graph(Arc::new(graph.unwrap_or_else(|_| unreachable!("the graph is small"))))
}
