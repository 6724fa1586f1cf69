//! Moves of positions that are written as cells, as conditions on bits and bits that are written.
//!
//! Knows: layouts, guards, and games of cells of the core. Must not know: expressions.
//!
//! The parameters are evaluated as items whose parts are there under guards about cells (`layout.rs`). An option is such
//! an item again. For each cell it says under which guard the cell has which state afterwards: where that is the state
//! that it had, the cell is not written; where it is one state, that one is; anything else is computed from the cells
//! before the move. What a position of this layout can become is a position of it, so the game of cells is the one of the
//! ruleset, by the proof of `mod.rs` for expressions. Cells that no move writes are as they are in the position from which
//! the layout was made, and have no bits.

use std::collections::BTreeMap;

use upstar_core::board::Symbol;
use upstar_core::board::rewrite::Rule;
use upstar_core::{Budget, Player};

use super::Obstacle;
use super::bits::{CellRules, written};
use super::components::{moves_stay_in_components, parts_are_components};
use super::counted::{Numbers, sum_of_argument};
use super::evaluate::{Evaluator, Frame, Globals};
use super::graphs::{GraphItem, labels_of};
use super::guards::Guard;
use super::items::{Cases, Elements, Item, KEPT, Kind, certain};
use super::layout::{Layout, Missing, PRESENT, Parameter, RowKind, Rows, Way};
use super::members::asks_members;
use super::moves;
use super::points::{Payments, Points, UNITS, with_left};
use super::texts::symbols_of;
use crate::analysis::integer;
use crate::resolve::tree::{Alternative, Expr, Ruleset as Declaration};
use crate::syntax::ast::{Ending, Mover, ParamKind};
use crate::value::{Ruleset, Value};

/// Most times that a layout becomes larger.
const MOST_ROUNDS: usize = 100;

/// Most moves of a player.
const MOST_MOVES: usize = 4096;

/// The rules of a ruleset for all that can follow a position with these arguments, read in `most_steps` at most. `rewrites`
/// are the rewrite rules in the order of the text, and `serves` reports whether a clause is for a player. Returns the rules,
/// or what is in the way, and the number of steps that it took to read them.
pub fn cell_rules(
    ruleset: &Ruleset,
    arguments: &[Value],
    clauses: (&[Rule], &dyn Fn(Mover, Player) -> bool),
    globals: Globals<'_>,
    (most_steps, budget): (usize, &Budget),
) -> (Result<CellRules, Obstacle>, usize) {
    let mut reading = Reading { steps: most_steps, budget, stuck: None };
    let rules = rules_of(&mut reading, ruleset, arguments, clauses, globals);
    (rules, most_steps - reading.steps)
}

/// The same, within the steps that are left.
fn rules_of(
    reading: &mut Reading<'_>,
    ruleset: &Ruleset,
    arguments: &[Value],
    clauses: (&[Rule], &dyn Fn(Mover, Player) -> bool),
    globals: Globals<'_>,
) -> Result<CellRules, Obstacle> {
    let narrow = ruleset.tree.is_about_points();
    let lists = arguments.iter().filter_map(|argument| match argument {
        Value::List(list) => Some(list.items()),
        _ => None,
    });
    // Elements of which some are equal are more likely to change than to go.
    let repeats = |items: &[Value]| (1..items.len()).any(|at| items[..at].contains(&items[at]));
    // Truths and texts are what is at a place, whatever the rules are about.
    let is_sign = |value: &Value| matches!(value, Value::Bool(_) | Value::Text(_));
    let mut ways = match lists.clone().map(repeats).max() {
        Some(true) if narrow || lists.clone().all(|items| items.iter().all(is_sign)) => {
            vec![Rows::Flat, Rows::No]
        }
        Some(_) => vec![Rows::No, Rows::Flat],
        None => vec![Rows::No],
    };
    if arguments.iter().any(is_deep) {
        ways.push(Rows::Deep);
    }
    // A text of several symbols is more likely a row of them than a name.
    let is_long = |argument: &Value| matches!(argument, Value::Text(text) if text.len() > 1);
    let texts = if arguments.iter().any(is_long) { &[true, false][..] } else { &[false] };
    let ways = texts.iter().flat_map(|texts| ways.iter().map(move |rows| (*texts, *rows)));
    let ways: Vec<(bool, Rows)> = ways.collect();
    let bounds = [sum_of_argument(arguments).filter(|_| !narrow), None];
    let bounds = if bounds[0].is_some() { &bounds[..] } else { &bounds[1..] };
    let tallies = tallies(ruleset, arguments);
    for (tally, most) in tallies.iter().flat_map(|tally| bounds.iter().map(|most| (*tally, *most)))
    {
        for &(texts, rows) in &ways {
            let arguments = (arguments, Way { narrow, rows, texts, most }, tally);
            if let Some(found) = rules_within(reading, ruleset, arguments, clauses, globals) {
                return Ok(found);
            }
            if reading.steps == 0 {
                return Err(Obstacle::Work);
            }
        }
    }
    Err(match reading.stuck.take() {
        Some(expr) => Obstacle::Expression(Box::new(expr)),
        None => super::sum(&ruleset.tree).map_or(Obstacle::Other, Obstacle::Sum),
    })
}

/// Whether a list or map has lists or maps among its elements.
fn is_deep(argument: &Value) -> bool {
    let is_row = |value: &Value| matches!(value, Value::List(_) | Value::Map(_));
    match argument {
        Value::List(list) => list.items().iter().any(is_row),
        Value::Map(map) => map.entries().values().any(is_row),
        _ => false,
    }
}

/// The parameters that may be the points so far, and none.
fn tallies(ruleset: &Ruleset, arguments: &[Value]) -> Vec<Option<usize>> {
    let is_counted = |(place, argument): &(usize, &Value)| {
        let param = ruleset.tree.params.get(*place);
        integer(argument).is_some() && param.is_some_and(|param| param.kind.is_none())
    };
    let counted = arguments.iter().enumerate().filter(is_counted).map(|(place, _)| Some(place));
    match ruleset.tree.score {
        Some(_) if arguments.len() > 1 => counted.chain([None]).collect(),
        _ => vec![None],
    }
}

/// How far rules have been read.
struct Reading<'b> {
    /// Steps that are left.
    steps: usize,
    budget: &'b Budget,
    /// The expression at which the last attempt ended.
    stuck: Option<Expr>,
}

/// The rules on a layout that begins in this way.
fn rules_within(
    reading: &mut Reading<'_>,
    ruleset: &Ruleset,
    (arguments, way, tally): (&[Value], Way, Option<usize>),
    (rewrites, serves): (&[Rule], &dyn Fn(Mover, Player) -> bool),
    globals: Globals<'_>,
) -> Option<CellRules> {
    let tree = &ruleset.tree;
    let has_parts = tree.parts.is_some();
    let is_about_points = tree.is_about_points();
    if has_parts && (is_about_points || !parts_are_components(tree)) {
        return None;
    }
    let mut layout = Layout::of(arguments, way)?;
    for place in (0..arguments.len()).filter(|place| asks_members(tree, *place)) {
        layout.forget_order(place);
    }
    for _ in 0..MOST_ROUNDS {
        let frame = layout.board().map(|(alphabet, shape, board)| Frame {
            alphabet,
            shape,
            board: board.clone(),
        });
        let guards = layout.guards(reading.steps, reading.budget);
        let mut evaluator = Evaluator::new(frame, guards, globals);
        (evaluator.reads_groups, evaluator.reads_texts) = (true, way.texts);
        let mut states = States {
            evaluator,
            layout: &layout,
            tally,
            firsts: layout.firsts(),
            most: way.most,
            written: Vec::new(),
            values: Vec::new(),
        };
        let moves = states.moves(ruleset, rewrites, serves);
        reading.steps = states.evaluator.guards.steps();
        reading.stuck = states.evaluator.stuck.take();
        match moves {
            Ok(moves) => {
                let goals = states.goals(ruleset)?;
                let points =
                    if tree.is_about_points() { Some(states.points(ruleset)?) } else { None };
                let start = layout.write(arguments)?;
                let mut guards = states.evaluator.guards;
                if has_parts && !moves_stay_in_components(&moves, &layout, &mut guards)? {
                    return None;
                }
                let tally = tally.and_then(|place| Some((place, integer(&arguments[place])?)));
                let found = Found { moves, goals, points, tally };
                let rules = written(layout, &start, &found, &mut guards);
                reading.steps = guards.steps();
                return rules;
            }
            Err(Stop::Missing(missing)) => {
                missing.into_iter().try_for_each(|missing| layout.add(missing))?;
            }
            Err(Stop::Unread) => return None,
        }
    }
    None
}

/// Why there are no moves.
pub(super) enum Stop {
    /// Something is not read.
    Unread,
    /// The layout must be larger.
    Missing(Vec<Missing>),
}

/// What a move does with cells: states that it writes, and states that are computed, each with its guard.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Update {
    pub(super) writes: Vec<(usize, Symbol)>,
    pub(super) computed: Vec<(usize, Vec<(Symbol, Guard)>)>,
    /// What the mover gains, and what Left gains beside that.
    pub(super) pays: Payments,
    pub(super) to_left: Payments,
}

/// The moves of a player.
pub(super) type Updates = BTreeMap<Update, Guard>;

/// What is read of a ruleset on a layout.
pub(super) struct Found {
    pub(super) moves: [Updates; 2],
    pub(super) goals: Vec<(Ending, Guard)>,
    pub(super) points: Option<Points>,
    /// The parameter that is the points so far, and how many these are.
    pub(super) tally: Option<(usize, i64)>,
}

/// Evaluator of moves on a layout.
pub(super) struct States<'l, 'g> {
    pub(super) evaluator: Evaluator<'g>,
    layout: &'l Layout,
    /// The parameter that is the points so far, if there is one.
    pub(super) tally: Option<usize>,
    /// The first cell of each parameter.
    pub(super) firsts: Vec<usize>,
    /// The greatest number that a cell can show, if no move raises the sum of all numbers.
    most: Option<i64>,
    /// Squares with symbols that moves write there, and that are not in the layout.
    written: Vec<(usize, Symbol)>,
    /// Values of parameters, and of cells of rows, that moves bring and the layout has not.
    pub(super) values: Vec<(usize, usize, Value)>,
}

impl States<'_, '_> {
    /// The moves of Left and of Right.
    fn moves(
        &mut self,
        ruleset: &Ruleset,
        rewrites: &[Rule],
        serves: &dyn Fn(Mover, Player) -> bool,
    ) -> Result<[Updates; 2], Stop> {
        let tree = &ruleset.tree;
        let mut moves = [Updates::new(), Updates::new()];
        let mut rewrites = rewrites.iter();
        let mut missing = Vec::new();
        for clause in &tree.clauses {
            if clause.mover.is_affine() {
                return Err(Stop::Unread);
            }
            for way in &clause.alternatives {
                self.bind(ruleset).ok_or(Stop::Unread)?;
                let found = self.way(tree, way, &mut rewrites, &mut missing)?;
                for player in [Player::Left, Player::Right] {
                    if serves(clause.mover, player) {
                        let to = &mut moves[player as usize];
                        self.join(to, &found, player).ok_or(Stop::Unread)?;
                    }
                }
            }
        }
        if !self.written.is_empty() {
            missing.push(Missing::Symbols(std::mem::take(&mut self.written)));
        }
        let is_in_domain = |(place, _, value): &(usize, usize, Value)| match tree
            .params
            .get(*place)
            .map(|param| &param.kind)
        {
            Some(None) => true,
            Some(Some(ParamKind::Heap)) => integer(value).is_some_and(|n| n >= 0),
            _ => false,
        };
        if !self.values.iter().all(is_in_domain) {
            return Err(Stop::Unread);
        }
        if !self.values.is_empty() {
            missing.push(Missing::Values(std::mem::take(&mut self.values)));
        }
        match missing.is_empty() {
            true => Ok(moves),
            false => Err(Stop::Missing(missing)),
        }
    }

    /// Gives the parameters their items.
    pub(super) fn bind(&mut self, ruleset: &Ruleset) -> Option<()> {
        let mut items = self.layout.items(&mut self.evaluator.guards)?;
        if let Some(tally) = self.tally {
            items[tally] = certain(Item::Tally([].into()));
        }
        let mut slots: Vec<Cases> = super::family(ruleset).into_iter().chain(items).collect();
        if slots.len() > ruleset.tree.slots {
            return None;
        }
        slots.resize(ruleset.tree.slots, certain(Item::Nothing));
        self.evaluator.slots = slots;
        Some(())
    }

    fn way<'r>(
        &mut self,
        tree: &Declaration,
        way: &Alternative,
        rewrites: &mut impl Iterator<Item = &'r Rule>,
        missing: &mut Vec<Missing>,
    ) -> Result<Updates, Stop> {
        let mut found = Updates::new();
        match way {
            Alternative::Rewrite { .. } if self.most.is_some() => return Err(Stop::Unread),
            Alternative::Rewrite { gain, condition, .. } if tree.params.len() == 1 => {
                let pays = self.evaluator.gains(gain.as_ref(), Guard::ALWAYS);
                let pays = pays.ok_or(Stop::Unread)?;
                let rule = rewrites.next().ok_or(Stop::Unread)?;
                let mut of_rule = moves::Moves::new();
                self.evaluator
                    .rewritten(rule, condition.as_ref(), &mut of_rule)
                    .ok_or(Stop::Unread)?;
                for (writes, guard) in of_rule {
                    writes.iter().for_each(|(cell, symbol)| self.note(*cell, *symbol));
                    let update = Update { writes, pays: pays.clone(), ..Update::default() };
                    self.add(&mut found, update, guard).ok_or(Stop::Unread)?;
                }
            }
            Alternative::Options { parts, gain, generators, .. } => {
                let [option] = &parts[..] else { return Err(Stop::Unread) };
                let mut options = Vec::new();
                let mut list = |evaluator: &mut Evaluator<'_>, path| {
                    let cases = evaluator.value(option, path)?;
                    let cases = evaluator.expanded(cases)?;
                    let pays = evaluator.gains(gain.as_ref(), path)?;
                    options
                        .extend(cases.into_iter().map(|(guard, item)| (guard, item, pays.clone())));
                    (options.len() <= MOST_MOVES).then_some(())
                };
                self.evaluator
                    .bindings(generators, Guard::ALWAYS, &mut list)
                    .ok_or(Stop::Unread)?;
                for (guard, item, pays) in options {
                    match self.update(&item, guard) {
                        Ok(update) => {
                            let update = Update { pays, ..update };
                            self.add(&mut found, update, guard).ok_or(Stop::Unread)?;
                        }
                        Err(Stop::Missing(of_option)) => missing.extend(of_option),
                        Err(unread) => return Err(unread),
                    }
                }
            }
            _ => return Err(Stop::Unread),
        }
        Ok(found)
    }

    fn add(&mut self, updates: &mut Updates, update: Update, guard: Guard) -> Option<()> {
        let guards = &mut self.evaluator.guards;
        guards.spend(1)?;
        if guard.is_never() {
            return Some(());
        }
        let known = updates.get(&update).copied().unwrap_or(Guard::NEVER);
        let either = guards.or(known, guard)?;
        updates.insert(update, either);
        (updates.len() <= MOST_MOVES).then_some(())
    }

    fn join(&mut self, to: &mut Updates, from: &Updates, player: Player) -> Option<()> {
        for (update, guard) in from {
            let mut update = update.clone();
            with_left(&mut update.pays, &std::mem::take(&mut update.to_left), player);
            self.add(to, update, *guard)?;
        }
        Some(())
    }

    /// What an option does with the cells, where `path` holds.
    fn update(&mut self, option: &Item, path: Guard) -> Result<Update, Stop> {
        let parts = match (&self.layout.parameters[..], option) {
            ([_], option) => vec![option.clone()],
            (parameters, Item::Tuple(parts)) if parts.len() == parameters.len() => parts.to_vec(),
            _ => return Err(Stop::Unread),
        };
        let mut update = Update::default();
        let layout = self.layout;
        for (place, (parameter, item)) in layout.parameters.iter().zip(&parts).enumerate() {
            let first = self.firsts[place];
            match (parameter, item) {
                (Parameter::Board { .. }, Item::Board(cells)) => {
                    self.board(cells, path, &mut update).ok_or(Stop::Unread)?;
                }
                (Parameter::Board { .. }, Item::Collection(Kind::List, items)) => {
                    self.listed(items, path, &mut update).ok_or(Stop::Unread)?;
                }
                (Parameter::Graph { edges_are_cells, .. }, Item::Graph(graph)) => {
                    let graph = self.graph(graph, (place, *edges_are_cells), path, &mut update);
                    graph.ok_or(Stop::Unread)??;
                }
                (
                    Parameter::Elements { kind, is_ordered, elements },
                    Item::Collection(of, items),
                ) if kind == of || *kind == Kind::Set && *of == Kind::Mingled => {
                    let there = self.elements((*is_ordered, elements), items, path);
                    match there.ok_or(Stop::Unread)? {
                        Ok(there) => {
                            for (cell, guard) in there.into_iter().enumerate() {
                                let states = vec![(PRESENT, guard)];
                                let cell = first + cell;
                                self.cell(cell, states, path, &mut update).ok_or(Stop::Unread)?;
                            }
                        }
                        Err(missing) => {
                            return Err(Stop::Missing(vec![Missing::Elements(place, missing)]));
                        }
                    }
                }
                (
                    Parameter::Entries { .. } | Parameter::Row { kind: RowKind::Map(_), .. },
                    Item::Map(entries),
                ) => self.map((place, parameter), entries, path, &mut update)?,
                (Parameter::Row { .. }, item) => {
                    let cases = (&certain(item.clone()), path);
                    self.part((place, 0), parameter, cases, &mut update).ok_or(Stop::Unread)?;
                }
                (Parameter::One { .. }, Item::Tally(_)) if self.tally == Some(place) => {
                    let evaluator = &mut self.evaluator;
                    let paid = evaluator.payments(certain(item.clone()), UNITS, (path, true));
                    update.to_left = paid.ok_or(Stop::Unread)?;
                }
                (Parameter::One { values }, item) if self.tally != Some(place) => {
                    let cases = vec![(Guard::ALWAYS, item.clone())];
                    self.values((place, 0), values, (&cases, path), &mut update)
                        .ok_or(Stop::Unread)?;
                }
                _ => return Err(Stop::Unread),
            }
        }
        Ok(update)
    }

    fn board(&mut self, cells: &[Symbol], path: Guard, update: &mut Update) -> Option<()> {
        if self.most.is_some() {
            let cells: Vec<Cases> = { cells.iter().enumerate() }
                .map(|(cell, symbol)| self.evaluator.shown(*symbol, cell, path))
                .collect::<Option<_>>()?;
            return self.row(cells, path, update);
        }
        for (cell, symbol) in cells.iter().enumerate().filter(|(_, symbol)| **symbol != KEPT) {
            self.note(cell, *symbol);
            self.cell(cell, vec![(*symbol, Guard::ALWAYS)], path, update)?;
        }
        Some(())
    }

    /// Updates a row of cells whose symbols stand in a list.
    fn listed(&mut self, items: &Elements, path: Guard, update: &mut Update) -> Option<()> {
        let cells = self.evaluator.row_of_list(items, path)?;
        self.row(cells, path, update)
    }

    /// Updates all cells of a board. A number above the greatest one is never written.
    fn row(&mut self, cells: Vec<Cases>, path: Guard, update: &mut Update) -> Option<()> {
        if self.most.is_some() {
            let numbers = |cases: &Cases| {
                cases
                    .iter()
                    .map(|(guard, item)| Some((*guard, item.integer()?)))
                    .collect::<Option<Vec<_>>>()
            };
            let after: Numbers = { cells.iter().enumerate() }
                .map(|(cell, cases)| Some((cell, numbers(cases)?)))
                .collect::<Option<_>>()?;
            self.evaluator.keeps_sum(&after, path)?.then_some(())?;
        }
        for (cell, cases) in cells.iter().enumerate() {
            let mut states = Vec::new();
            for (guard, item) in cases {
                let is_above = |most: i64| item.integer().is_some_and(|number| number > most);
                if !self.most.is_some_and(is_above) {
                    let symbol = self.evaluator.frame.as_ref()?.symbol(item)?;
                    self.note(cell, symbol);
                    states.push((symbol, *guard));
                }
            }
            self.cell(cell, states, path, update)?;
        }
        Some(())
    }

    /// What becomes of a row, or of a cell of one, from the cell `at` of a parameter on.
    pub(super) fn part(
        &mut self,
        (place, mut at): (usize, usize),
        parameter: &Parameter,
        (cases, path): (&Cases, Guard),
        update: &mut Update,
    ) -> Option<()> {
        let (kind, parts) = match parameter {
            Parameter::One { values } => {
                return self.values((place, at), values, (cases, path), update);
            }
            Parameter::Row { kind, parts } => (kind, parts),
            _ => return None,
        };
        let elements = match kind {
            RowKind::List | RowKind::Text => {
                let items = self.elements_in_row(kind, cases)?;
                let places = self.evaluator.by_place(&items, (parts.len() + 1, path))?;
                // There is no element after these.
                places.iter().skip(parts.len()).all(Vec::is_empty).then_some(places)?
            }
            RowKind::Map(keys) => {
                // Several maps are one map (`Guards::add_case`).
                let [(_, Item::Map(entries))] = &cases[..] else { return None };
                self.keeps(keys, entries, path)?.then_some(())?;
                let value = |key| self.evaluator.value_at(entries, &Item::of(key)?, path);
                keys.iter().map(value).collect::<Option<_>>()?
            }
        };
        for (number, part) in parts.iter().enumerate() {
            let cases = elements.get(number)?;
            self.evaluator.are_all(cases, path)?.then_some(())?;
            self.part((place, at), part, (cases, path), update)?;
            at += part.cells();
        }
        Some(())
    }

    /// The elements of a list or text that is one of several, each under its guard.
    fn elements_in_row(&mut self, kind: &RowKind, cases: &Cases) -> Option<Vec<(Guard, Item)>> {
        let mut elements = Vec::new();
        for (guard, item) in cases {
            let items = match (kind, item) {
                (RowKind::List, Item::Collection(Kind::List, items)) => items.to_vec(),
                (RowKind::Text, text) => symbols_of(text)?,
                _ => return None,
            };
            for (there, item) in items {
                elements.push((self.evaluator.guards.and(there, *guard)?, item));
            }
        }
        Some(elements)
    }

    /// What becomes of a cell whose states are values. Values that are not among these are noted.
    fn values(
        &mut self,
        (place, at): (usize, usize),
        values: &[Value],
        (cases, path): (&Cases, Guard),
        update: &mut Update,
    ) -> Option<()> {
        let known: Vec<Item> = values.iter().map(Item::of).collect::<Option<_>>()?;
        let (mut states, before) = (Vec::new(), self.values.len());
        for (guard, item) in cases {
            match known.iter().position(|known| known.is_same(item)) {
                Some(state) => states.push((state as Symbol, *guard)),
                None => self.values.push((place, at, value_of(item)?)),
            }
        }
        if self.values.len() > before {
            return Some(());
        }
        self.cell(self.firsts[place] + at, states, path, update)
    }

    /// Notes a symbol that a square cannot show yet.
    fn note(&mut self, square: usize, symbol: Symbol) {
        if self.evaluator.guards.domain(square) >> symbol & 1 == 0 {
            self.written.push((square, symbol));
        }
    }

    /// Under which guard each element is there; the elements that the layout has not.
    fn elements(
        &mut self,
        (is_ordered, elements): (bool, &[Value]),
        items: &Elements,
        path: Guard,
    ) -> Option<Result<Vec<Guard>, Vec<Value>>> {
        let guards = &mut self.evaluator.guards;
        let known: Vec<Item> = elements.iter().map(Item::of).collect::<Option<_>>()?;
        let mut there = vec![Guard::NEVER; elements.len()];
        let (mut at, mut is_missing) = (0, false);
        let mut met = Vec::new();
        for (guard, item) in items.iter() {
            if guards.and(*guard, path)?.is_never() {
                continue;
            }
            guards.spend(1 + known.len() / 8)?;
            let from = if is_ordered { at } else { 0 };
            let place = known[from..].iter().position(|other| other.is_same(item));
            match place.map(|place| from + place) {
                Some(place) => {
                    there[place] = guards.or(there[place], *guard)?;
                    at = place + 1;
                    met.push(elements[place].clone());
                }
                None => {
                    is_missing = true;
                    met.push(value_of(item)?);
                }
            }
        }
        if is_missing { Some(Err(met)) } else { Some(Ok(there)) }
    }

    fn graph(
        &mut self,
        graph: &GraphItem,
        (place, edges_are_cells): (usize, bool),
        path: Guard,
        update: &mut Update,
    ) -> Option<Result<(), Stop>> {
        let Parameter::Graph { sample, alphabet, .. } = &self.layout.parameters[place] else {
            return None;
        };
        let names = graph.vertices.iter().map(|vertex| vertex.name);
        let edges = graph.edges.iter().map(|(_, edge)| edge);
        let is_alike = names.eq(sample.vertices().iter().map(|vertex| vertex.name))
            && edges.eq(sample.edges())
            && labels_of(sample).is_some_and(|labels| labels == graph.alphabet)
            && graph.directed == sample.kind().directed;
        is_alike.then_some(())?;
        let new = self.vertices(graph, (place, alphabet), path, update)?;
        if !new.is_empty() {
            return Some(Err(Stop::Missing(vec![Missing::Labels(place, new)])));
        }
        let first = self.firsts[place] + graph.vertices.len();
        for (cell, (there, edge)) in graph.edges.iter().enumerate() {
            let guards = &mut self.evaluator.guards;
            let there = guards.and(*there, path)?;
            let ends = guards.ends(graph, edge)?;
            let ends = guards.and(ends, path)?;
            if !edges_are_cells {
                if there != ends {
                    return Some(Err(Stop::Missing(vec![Missing::Edges(place)])));
                }
                continue;
            }
            let cell = first + cell;
            let shows = guards.shows(cell, 1 << PRESENT);
            let kept = guards.and(shows, ends)?;
            if there.is_never() || there != kept {
                self.cell(cell, vec![(PRESENT, there)], path, update)?;
            }
        }
        Some(Ok(()))
    }

    /// Updates the cells for the vertices of a graph. Returns labels that the layout lacks.
    fn vertices(
        &mut self,
        graph: &GraphItem,
        (place, alphabet): (usize, &[char]),
        path: Guard,
        update: &mut Update,
    ) -> Option<Vec<char>> {
        let first = self.firsts[place];
        let mut new: Vec<char> = Vec::new();
        for (cell, vertex) in graph.vertices.iter().enumerate() {
            let mut states = Vec::new();
            for (guard, label) in &vertex.labels {
                let guard = self.evaluator.guards.and(*guard, vertex.there)?;
                let known = |label: char| alphabet.iter().position(|known| *known == label);
                let state = match (alphabet.is_empty(), *label) {
                    (true, _) => PRESENT,
                    (false, label) => match known(label?) {
                        Some(place) => place as Symbol + 1,
                        None if self.evaluator.guards.and(guard, path)?.is_never() => continue,
                        None => {
                            new.push(label?);
                            continue;
                        }
                    },
                };
                states.push((state, guard));
            }
            if !new.is_empty() {
                continue;
            }
            self.cell(first + cell, states, path, update)?;
        }
        Some(new)
    }

    /// What becomes of a cell that has these states under these guards, where `path` holds; elsewhere it has the state 0.
    pub(super) fn cell(
        &mut self,
        cell: usize,
        states: Vec<(Symbol, Guard)>,
        path: Guard,
        update: &mut Update,
    ) -> Option<()> {
        let guards = &mut self.evaluator.guards;
        let domain = guards.domain(cell);
        if let [(symbol, then)] = states[..] {
            let is_kept = domain == 0b11 && symbol == PRESENT && then == guards.shows(cell, 0b10);
            if is_kept {
                return Some(());
            }
        }
        let (mut is_kept, mut only, mut rest) = (true, None, path);
        for symbol in 1..64 - domain.leading_zeros() as Symbol {
            let of_symbol = states.iter().filter(|(state, _)| *state == symbol);
            let mut then = Guard::NEVER;
            for (_, guard) in of_symbol {
                then = guards.or(then, *guard)?;
            }
            let then = guards.and(then, path)?;
            let shows = guards.shows(cell, 1 << symbol);
            is_kept &= then == guards.and(shows, path)?;
            if then == path {
                only = Some(symbol);
            }
            rest = guards.without(rest, then)?;
        }
        if rest == path {
            only = Some(0);
        }
        if !is_kept {
            match only {
                Some(symbol) => update.writes.push((cell, symbol)),
                None => update.computed.push((cell, states)),
            }
        }
        Some(())
    }

    /// The goals, as guards.
    fn goals(&mut self, ruleset: &Ruleset) -> Option<Vec<(Ending, Guard)>> {
        let mut found = Vec::new();
        for goal in &ruleset.tree.goals {
            self.bind(ruleset)?;
            found.push((goal.ending, self.evaluator.truth(&goal.condition, Guard::ALWAYS)?));
        }
        Some(found)
    }
}

/// A plain item as a value.
pub(super) fn value_of(item: &Item) -> Option<Value> {
    Some(match item {
        Item::Integer(n) => Value::integer(*n),
        Item::Truth(truth) => Value::Bool(*truth),
        Item::Player(player) => Value::Player(*player),
        Item::Text(text) => Value::Text(text.clone()),
        Item::Tuple(items) => {
            Value::tuple(items.iter().map(value_of).collect::<Option<Vec<_>>>()?).ok()?
        }
        Item::Collection(Kind::List, items) if item.is_plain() => {
            let items = items.iter().map(|(_, item)| value_of(item));
            Value::list(items.collect::<Option<Vec<_>>>()?).ok()?
        }
        _ => return None,
    })
}
