//! Positions that are written as cells: which rulesets have such positions, and the numbers of their states.
//!
//! Knows: where the rules are kept. Must not know: how they are found, or how positions are solved.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use upstar_core::Player;
use upstar_core::cells::{Bits, State};
use upstar_core::shared::{Shards, hash_of};
use upstar_core::solve::goal::Verdict;

use super::Environment;
use crate::analysis::ground::{CellRules, Obstacle, cell_rules};
use crate::syntax::ast::Ending;
use crate::value::{Position, Ruleset, Value};

/// Positions that are tried, if none can be written as cells.
const MOST_TRIED: usize = 8;

/// Most layouts for positions of a ruleset, and how many of them the positions that rules list are looked up in.
const MOST_LAYOUTS: usize = 1024;
const MOST_LISTED: usize = 4;

/// So many readings of rules need not be earned: somebody who asks a few questions finds the fast engine at once.
const FREE_READINGS: u64 = 2;

/// The price of a reading grows up to this number of readings, and is then the whole one.
const MOST_READINGS: u64 = 16;

/// The evaluator makes one step in the time in which so many are made to read rules.
const READ_IN_A_STEP: u64 = 4;

/// Bound of the steps of a reading. It becomes four times as large after a reading that needed more, up to twice.
const MOST_STEPS: usize = 1 << 20;
const MOST_SHORT: u32 = 2;

/// A table with fewer states was not worth its reading.
const LEAST_STATES: usize = 16;

/// Each reading in a row that was in vain doubles the price, up to this number of readings.
const MOST_IN_VAIN: u32 = 6;

/// So many divided states are remembered in each shard of a table.
const MOST_DIVIDED: usize = 1 << 10;

/// So many new shapes are found before it matters how many of them were known.
const MOST_NEW: usize = 1 << 9;

/// The layouts of a ruleset.
#[derive(Debug, Default)]
pub(in crate::eval) struct Layouts {
    /// Numbers of tables in the world.
    tables: Vec<u32>,
    /// The last one, until the next reading asks whether it was worth its own.
    newest: Option<u32>,
    /// How many positions could not be written as cells, and how many could and have few bits.
    failed: usize,
    small: usize,
    /// What was in the way of the last one that could not.
    obstacle: Option<Obstacle>,
    /// How many readings needed more steps than they had.
    short: u32,
    price: Price,
}

/// The price of the next reading of rules, in steps of the evaluator. Somebody may ask about many small positions, of which
/// each takes less time than a reading: until the price is paid, the evaluator answers. So it evaluates a position for about
/// as long as a reading takes, at most. It takes longer where readings were in vain: they failed, or few states were met.
#[derive(Debug, Default)]
struct Price {
    /// How often rules were read, up to [`MOST_READINGS`].
    readings: u64,
    /// How many of the last readings were in vain, up to [`MOST_IN_VAIN`].
    in_vain: u32,
    /// Steps of the evaluator that are still to be made.
    steps: u64,
    /// Steps of the budget when they were looked at last.
    at: u64,
    /// The position for which rules are read when the price is paid.
    waiting: Option<Position>,
}

impl Price {
    /// Whether the price is paid. `now` are the steps of the budget, which begin again with each input.
    fn is_paid(&mut self, now: u64) -> bool {
        self.steps = self.steps.saturating_sub(now.saturating_sub(self.at));
        self.at = now;
        self.steps == 0
    }

    /// Takes note of whether a reading was worth its time.
    fn judge(&mut self, in_vain: bool) {
        self.in_vain = if in_vain { (self.in_vain + 1).min(MOST_IN_VAIN) } else { 0 };
    }

    /// Sets the price of the next reading after one that took so many steps; the next one may take more if this was `short`.
    fn raise(&mut self, steps: usize, short: bool) {
        self.readings = if short { MOST_READINGS } else { (self.readings + 1).min(MOST_READINGS) };
        if self.readings >= FREE_READINGS {
            let steps = self.readings * steps as u64 / (MOST_READINGS * READ_IN_A_STEP);
            self.steps = steps << self.in_vain;
        }
    }
}

impl Layouts {
    /// Whether rules are read for a position with these arguments. A collection may become larger than it is, a graph or
    /// board may not.
    fn may_have(&self, arguments: &[Value], least_bits: usize) -> bool {
        let size = |value: &Value| match value {
            Value::List(list) => list.items().len(),
            Value::Set(set) => set.items().len(),
            Value::Map(map) => map.entries().len(),
            Value::Text(text) => text.len(),
            Value::Graph(graph) => graph.size(),
            // No faster engine takes boards that come back to their beginning. A cell of numbers has many states.
            Value::Board(cells) if cells.shape.is_closed() || cells.alphabet.is_of_numbers() => {
                least_bits
            }
            Value::Board(cells) => cells.board.symbols().len(),
            _ => 0,
        };
        // Elements of a list, map or text may have many states.
        let grows = |value: &Value| {
            matches!(value, Value::List(_) | Value::Set(_) | Value::Map(_) | Value::Text(_))
        };
        let is_hopeless = self.tables.is_empty() && self.failed >= MOST_TRIED;
        let is_large = arguments.iter().map(size).sum::<usize>() >= least_bits;
        let may_grow = self.small < MOST_TRIED && arguments.iter().any(grows);
        !is_hopeless && self.tables.len() < MOST_LAYOUTS && (is_large || may_grow)
    }
}

/// The positions of a ruleset that are written in one way.
pub(in crate::eval) struct CellTable {
    pub(in crate::eval) rules: CellRules,
    pub(in crate::eval) ruleset: Arc<Ruleset>,
    states: boxcar::Vec<State>,
    /// States with the number of the first one of their shape, and whether that is the one of their negative.
    numbers: Shards<(State, StateNumber)>,
    /// What states fall apart into, for the last ones of which that was asked.
    parts: Shards<(State, Box<[StateNumber]>)>,
    /// Whether shapes are looked for. Where play can return they are not, so that the positions of a cycle are shown as
    /// they are. Nor are they where answers are kept: which state is the first of its shape depends on what was asked before.
    has_shapes: bool,
    shapes: Mutex<Shapes>,
}

/// The number of a state, and whether it has that of its negative.
pub(in crate::eval) type StateNumber = (u32, bool);

/// The first states of their shapes.
#[derive(Debug, Default)]
struct Shapes {
    first: FxHashMap<Box<[u64]>, StateNumber>,
    /// How many states had a shape that was known, and how many had not.
    known: usize,
    new: usize,
}

impl Shapes {
    /// Whether shapes are worth their time.
    fn are_found(&self) -> bool {
        self.new < MOST_NEW || self.known >= self.new / 2
    }
}

impl CellTable {
    /// The number of a state that is equal to this one or, if the second part is true, to its negative.
    pub(in crate::eval) fn number(&self, state: State) -> StateNumber {
        let hash = hash_of(state);
        let same = |(other, _): &(State, _)| *other == state;
        let known = self.numbers.with(hash, |numbers| numbers.find(hash, same).copied());
        if let Some((_, number)) = known {
            return number;
        }
        let number = self.new_number(state);
        self.numbers.with(hash, |numbers| {
            // Another thread may have been quicker.
            if let Some((_, known)) = numbers.find(hash, same) {
                return *known;
            }
            numbers.insert_unique(hash, (state, number), |(state, _)| hash_of(state));
            number
        })
    }

    fn new_number(&self, state: State) -> StateNumber {
        let push = || {
            let number = self.states.push(state);
            u32::try_from(number).expect("memory ends before there are so many")
        };
        let are_found = self.has_shapes && self.shapes.lock().are_found();
        let shape = if are_found { self.rules.game.shape(state) } else { None };
        let Some(shape) = shape else { return (push(), false) };
        let mut shapes = self.shapes.lock();
        if let Some(&(number, negated)) = shapes.first.get(&shape.key) {
            shapes.known += 1;
            return (number, negated != shape.negated);
        }
        shapes.new += 1;
        let number = push();
        shapes.first.insert(shape.key, (number, shape.negated));
        (number, false)
    }

    /// Calls `take` with the number of each independent part of a state. A state follows several others, and is divided
    /// once for most of them.
    pub(in crate::eval) fn each_part(&self, state: State, take: &mut dyn FnMut(StateNumber)) {
        let hash = hash_of(state);
        let found = self.parts.with(hash, |known| {
            let parts = known.find(hash, |(other, _)| *other == state);
            parts.map(|(_, parts)| parts.iter().copied().for_each(&mut *take))
        });
        if found.is_some() {
            return;
        }
        let mut parts = Vec::new();
        self.rules.game.parts_of(state, &mut parts);
        let parts: Box<[StateNumber]> = parts.into_iter().map(|part| self.number(part)).collect();
        parts.iter().copied().for_each(take);
        self.parts.with(hash, |known| {
            if known.len() >= MOST_DIVIDED {
                known.clear();
            }
            // Another thread may have been quicker: then either is found.
            known.insert_unique(hash, (state, parts), |(state, _)| hash_of(state));
        });
    }

    /// The state with this number.
    pub(in crate::eval) fn state(&self, number: u32) -> State {
        self.states[number as usize]
    }

    /// How play has ended in a position when `mover` would be to move: first by the goal of the player who has just moved,
    /// then by that of the other, then as a draw.
    pub(in crate::eval) fn ended(&self, bits: Bits, mover: Player) -> Option<Verdict> {
        let (left, right) = ((Ending::Left, Verdict::Left), (Ending::Right, Verdict::Right));
        let order = match mover {
            Player::Left => [right, left, (Ending::Draw, Verdict::Draw)],
            Player::Right => [left, right, (Ending::Draw, Verdict::Draw)],
        };
        let holds = |ending: Ending| {
            let goal = self.rules.goals.iter().find(|(of, _)| *of == ending);
            goal.is_some_and(|(_, condition)| self.rules.game.holds(condition, bits))
        };
        let decided = order.into_iter().find(|(ending, _)| holds(*ending));
        decided
            .or_else(|| {
                let goals = &self.ruleset.tree.goals;
                let says = |ending: Ending| goals.iter().any(|g| g.ending == ending && g.no_moves);
                let goal = order.into_iter().find(|(ending, _)| says(*ending))?;
                let mut can_move = false;
                let whole = self.rules.game.whole(bits);
                self.rules.game.each_option(whole, mover, &mut |_| can_move = true);
                (!can_move).then_some(goal)
            })
            .map(|(_, verdict)| verdict)
    }

    /// A position with this state; for a part of one, all other cells are cleared.
    pub(in crate::eval) fn position(&self, number: u32) -> Option<Arc<Position>> {
        let arguments = self.rules.read(self.state(number).bits)?;
        Position::new(self.ruleset.clone(), arguments).ok().map(Arc::new)
    }
}

impl Environment<'_> {
    /// The table in which a position is written as cells, with its number, and the bits of the position.
    ///
    /// Rules are read for positions that somebody asks about; those that follow from them are looked up.
    pub(in crate::eval) fn cells_of(&self, position: &Position) -> Option<(u32, Bits)> {
        self.cells(position, false)
    }

    /// The same, but the evaluator may answer first, as long as the price of a reading is not paid. Whoever asks this about a
    /// position must ask it about those that follow too.
    pub(in crate::eval) fn cells_when_paid(&self, position: &Position) -> Option<(u32, Bits)> {
        self.cells(position, true)
    }

    fn cells(&self, position: &Position, waits: bool) -> Option<(u32, Bits)> {
        let ruleset = &position.ruleset;
        // A text of one symbol is a name.
        let is_written = |value: &Value| match value {
            Value::Text(text) => text.len() > 1,
            Value::List(_) | Value::Set(_) | Value::Map(_) => true,
            Value::Graph(_) | Value::Board(_) => true,
            _ => false,
        };
        let arguments = position.arguments();
        if !arguments.iter().any(is_written) || position.has_code() || self.is_plain(ruleset) {
            return None;
        }
        let layouts = &self.facts(ruleset).layouts;
        let mut layouts = layouts.lock();
        let most = if self.lists_moves { MOST_LISTED } else { MOST_LAYOUTS };
        for &number in layouts.tables.iter().rev().take(most) {
            let table = &self.world.cell_tables[number as usize];
            if let Some(bits) = table.rules.write(arguments).filter(|_| table.ruleset == *ruleset) {
                return Some((number, bits));
            }
        }
        let least = self.world.least_bits;
        if self.lists_moves {
            layouts.price.waiting.as_ref()?;
            if !layouts.price.is_paid(self.budget.steps()) {
                return None;
            }
            let asked = layouts.price.waiting.take()?;
            let (number, _) = self.new_table(&asked, &mut layouts)?;
            let bits = self.world.cell_tables[number as usize].rules.write(arguments)?;
            return Some((number, bits));
        }
        layouts.price.waiting = None;
        // Lists of integers have tables of their own.
        let is_in_table =
            || self.table_of(ruleset).is_some() && self.reads_integers(ruleset, arguments);
        if !layouts.may_have(arguments, least as usize) || is_in_table() {
            return None;
        }
        let is_paid = layouts.price.is_paid(self.budget.steps());
        if (waits || layouts.short > 0) && !is_paid {
            layouts.price.waiting = waits.then(|| position.clone());
            return None;
        }
        self.new_table(position, &mut layouts)
    }

    fn new_table(&self, position: &Position, layouts: &mut Layouts) -> Option<(u32, Bits)> {
        let (ruleset, arguments) = (&position.ruleset, position.arguments());
        let compiled = self.world.rules.compiled(ruleset);
        let serves = |mover, player| compiled.serves(mover, player);
        let globals = |place| Some(self.globals.get(place).clone());
        let rewrites = (&compiled.rewrites[..], &serves as _);
        let declared = self.normal_without_rewrites(ruleset).unwrap_or(ruleset);
        if let Some(newest) = layouts.newest.take() {
            let states = self.world.cell_tables[newest as usize].states.count();
            layouts.price.judge(states < LEAST_STATES);
        }
        let limits = (MOST_STEPS << (2 * layouts.short), &self.budget);
        let (rules, spent) = cell_rules(declared, arguments, rewrites, &globals, limits);
        // An interrupt or a limit may have ended the reading, which says nothing about the rules.
        self.budget.step().ok()?;
        let short = matches!(rules, Err(Obstacle::Work));
        if rules.is_err() {
            layouts.price.judge(true);
        }
        layouts.price.raise(spent, short);
        let rules = match rules {
            Ok(rules) => rules,
            Err(why) => {
                let is_last = layouts.short == MOST_SHORT;
                layouts.failed += if short && is_last { MOST_TRIED } else { 1 };
                if short && !is_last {
                    layouts.short += 1;
                    layouts.price.waiting = Some(position.clone());
                }
                layouts.obstacle = Some(why);
                return None;
            }
        };
        layouts.small += usize::from(rules.bits < self.world.least_bits);
        let bits = rules.write(arguments)?;
        let table = CellTable {
            has_shapes: rules.game.ends() && self.world.archive().is_none(),
            rules,
            ruleset: ruleset.clone(),
            states: boxcar::Vec::new(),
            numbers: Shards::default(),
            parts: Shards::default(),
            shapes: Mutex::default(),
        };
        let number = u32::try_from(self.world.cell_tables.push(table)).ok()?;
        layouts.tables.push(number);
        layouts.newest = Some(number);
        Some((number, bits))
    }

    /// What was in the way when a position of a ruleset was last to be written as cells, if anything was.
    pub(in crate::eval) fn obstacle_to_cells(&self, ruleset: &Ruleset) -> Option<Obstacle> {
        self.facts(ruleset).layouts.lock().obstacle.clone()
    }

    /// Appends the key of a state in an archive; false when it has none. A part has the key of the position in which all
    /// other cells are cleared, if that consists of this part alone.
    pub(in crate::eval) fn state_key(&self, table: u32, number: u32, key: &mut Vec<u8>) -> bool {
        let table = &self.world.cell_tables[table as usize];
        let (game, state) = (&table.rules.game, table.state(number));
        let mut parts = Vec::new();
        if state != game.whole(state.bits) {
            game.parts(state.bits, &mut parts);
        }
        (parts.is_empty() || parts == [state])
            && table.position(number).is_some_and(|position| self.position_key(&position, key))
    }
}

#[cfg(test)]
mod tests {
    use crate::session::Session;
    use crate::value::Value;

    /// Many questions about small positions, each with cells of its own, do not read rules for each of them; a large one after
    /// them has cells.
    #[test]
    fn small_positions_are_evaluated_and_large_ones_are_not() {
        let mut session = Session::default();
        let mut asked = |text: &str| {
            let reply = session.eval("test", text);
            assert!(!reply.failed(), "{text}: {:?}", reply.diagnostics);
            let value = reply.answers.last().map(|answer| answer.value.clone());
            let tables = session.machine().env.world.cell_tables.count();
            (value, tables)
        };
        asked(
            "game G(p) { move [p[j] and abs(j - i) > 1 for j in 1..length(p)] for i in 1..length(p) if p[i] }",
        );
        asked("either := [true, false]");
        let (small, tables) = asked(
            "sum([nimber(G(list(t))) for t in product(either, either, either, either, either, either)])",
        );
        assert!(tables < 16, "{tables} of 64 positions");
        let (large, with_large) = asked("nimber(G([true for i in 1..24]))");
        assert!(with_large > tables);
        assert_eq!([small, large], [59, 0].map(|n| Some(Value::integer(n))));
    }

    /// An input that was interrupted does not keep later ones from reading rules.
    #[test]
    fn rules_are_read_after_an_interrupt() {
        let mut session = Session::default();
        session.eval("test", "game G(p) { move [x for x in p if x != y] for y in p }");
        session.budget().interrupt();
        assert!(session.budget().step().is_err());
        let reply = session.eval("test", "nimber(G([k for k in 1..24]))");
        assert!(!reply.failed(), "{:?}", reply.diagnostics);
        assert!(session.machine().env.world.cell_tables.count() > 0);
    }
}
