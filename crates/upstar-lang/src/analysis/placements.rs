//! Placements: rules made of expressions that change one cell of a board, read as moves on bits.
//!
//! Knows: expressions that are sets of cells, and conditions that a cell is in one.
//! Must not know: how boards are stored, or how sets are computed.
//!
//! A rule is read when each option is the board with one cell changed, and all that is asked before is about
//! symbols, sides, groups and liberties of cells. Each truth with one free cell is the set of the cells for
//! which it holds, so `all`, `any` and comparisons of lengths with 0 become operations on sets; which cells
//! come first, and how often, does not matter for them.
//!
//! Proof: by induction on expressions, a truth that is read has a value on every board, and the set is that
//! of the cells for which this is `true`: cells come from boards of the same size, and symbols from the
//! alphabet. So a ruleset of such rules never fails, and its options are the boards that differ from the
//! position in one cell of the set.
//!
//! A move at a cell must pass its guard: shifts, masks and floods on sets of cells (`upstar_core::board::CellSet`).
//! The stencil of the rule shows whether play ends. Boards fall into single cells where no move has a guard. With
//! guards a board stays whole, unless they say that groups must keep liberties. Such boards are numbered, turned
//! and searched like all others. Tests compare random rules with the same expressions, evaluated.

use upstar_core::Player;
use upstar_core::board::{Alphabet, CellSet, Moment, Placement, Symbol};

use super::normal::turned;
use super::{MORE_STACK, RED_ZONE, ReadsVariables, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Alternative, Expr, ExprKind, Generator, Ruleset, Slot, Target};
use crate::syntax::ast::{BinaryOp, CompareOp, Mover, UnaryOp};

/// The set that holds the empty cell.
const EMPTY: u64 = 1;

/// Placements of Left and Right, if all moves of a ruleset are placements on boards; `serves` reports
/// whether a clause is for a player.
pub fn placements(
    tree: &Ruleset,
    alphabet: &Alphabet,
    serves: &dyn Fn(Mover, Player) -> bool,
) -> Option<[Vec<Placement>; 2]> {
    let by_last_move = tree.goals.is_empty() && tree.score.is_none() && tree.turn.is_none();
    if !by_last_move || tree.parts.is_some() {
        return None;
    }
    let [Some(left), Some(right)] = [Player::Left, Player::Right].map(|player| {
        let clauses = tree.clauses.iter().filter(|clause| serves(clause.mover, player));
        let ways = clauses.flat_map(|clause| &clause.alternatives);
        ways.map(|way| placement(tree, way, alphabet)).collect::<Option<Vec<_>>>()
    }) else {
        return None;
    };
    Some([left, right])
}

fn placement(tree: &Ruleset, way: &Alternative, alphabet: &Alphabet) -> Option<Placement> {
    let Alternative::Options { parts, gain: None, generators, .. } = way else { return None };
    let [option] = &parts[..] else { return None };
    let mut variables = vec![None; tree.slots];
    variables[tree.family.len()] = Some(SlotContents::Board(Moment::Before));
    let mut reader = CellReader { variables, alphabet, cells: 1, written: None };
    let mut guard = CellSet::All;
    let mut placed = false;
    for generator in generators {
        match generator {
            Generator::If(condition) => guard = guard.and(reader.truth(condition, CHANGED)?),
            Generator::For { target: Target::Slot(slot), source } => {
                if let ExprKind::List(only) = &source.kind
                    && let [only] = &only[..]
                    && let Some(meaning) = reader.meaning(only)
                {
                    reader.variables[*slot] = Some(meaning);
                } else if !placed {
                    let sources = reader.source(source, NO_CELL)?.into_iter();
                    guard = guard.and(sources.map(|source| source.filter).reduce(CellSet::or)?);
                    reader.variables[*slot] = Some(SlotContents::Cell(CHANGED));
                    placed = true;
                } else {
                    return None;
                }
            }
            Generator::For { .. } => return None,
        }
    }
    let SlotContents::Board(Moment::After) = reader.meaning(option)? else { return None };
    let mut needs = symbols(alphabet);
    let guard = without_needs(guard, &mut needs);
    Some(Placement { needs, writes: reader.written?, guard })
}

/// Splits a guard: conditions on the symbol of the changed cell go to `needs`, the rest is returned.
fn without_needs(guard: CellSet, needs: &mut u64) -> CellSet {
    match guard {
        CellSet::Showing(symbols, Moment::Before) => {
            *needs &= symbols;
            CellSet::All
        }
        CellSet::And(both) => {
            let [a, b] = *both;
            without_needs(a, needs).and(without_needs(b, needs))
        }
        guard => guard,
    }
}

/// All symbols, as bits.
fn symbols(alphabet: &Alphabet) -> u64 {
    (0..alphabet.len()).fold(0, |all, symbol| all | 1 << symbol)
}

/// A cell that an expression names: the one that changes, or that of an open `for`.
type Cell = usize;

/// The cell that changes.
const CHANGED: Cell = 0;

/// No cell, for expressions that may only name the changed cell.
const NO_CELL: Cell = usize::MAX;

/// Contents of a slot.
#[derive(Debug, Clone, Copy)]
enum SlotContents {
    Board(Moment),
    Cell(Cell),
}

/// Relation of the cells in a list to a given cell.
#[derive(Debug, Clone, Copy)]
enum Relation {
    /// All cells, whatever the given cell is.
    Anywhere,
    /// The cell itself.
    Same,
    /// Its neighbours.
    Beside,
    /// Its group.
    Group(Moment),
    /// Empty and beside its group.
    Liberty(Moment),
}

/// Set of cells: those in a relation and in a filter.
#[derive(Debug, Clone)]
struct Source {
    relation: Relation,
    filter: CellSet,
}

/// Reader of expressions as sets of cells; `None` for other expressions.
struct CellReader<'a> {
    variables: Vec<Option<SlotContents>>,
    alphabet: &'a Alphabet,
    /// Number of named cells.
    cells: usize,
    /// Symbol that is written on the changed cell.
    written: Option<Symbol>,
}

impl ReadsVariables for CellReader<'_> {
    type Meaning = SlotContents;

    fn variables(&mut self) -> &mut Vec<Option<SlotContents>> {
        &mut self.variables
    }

    fn value_of(&mut self, expr: &Expr) -> Option<SlotContents> {
        self.meaning(expr)
    }
}

impl CellReader<'_> {
    /// Set of the cells `of` for which a condition holds.
    fn truth(&mut self, expr: &Expr, free: Cell) -> Option<CellSet> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.truth_of(expr, free))
    }

    fn truth_of(&mut self, expr: &Expr, free: Cell) -> Option<CellSet> {
        match &expr.kind {
            ExprKind::Bool(true) => Some(CellSet::All),
            ExprKind::Bool(false) => Some(!CellSet::All),
            ExprKind::Unary(UnaryOp::Not, inner) => Some(!self.truth(inner, free)?),
            ExprKind::Binary { op: BinaryOp::And, left, right, .. } => {
                Some(self.truth(left, free)?.and(self.truth(right, free)?))
            }
            ExprKind::Binary { op: BinaryOp::Or, left, right, .. } => {
                Some(self.truth(left, free)?.or(self.truth(right, free)?))
            }
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.truth(condition, free)?;
                let then = condition.clone().and(self.truth(then, free)?);
                Some(then.or((!condition).and(self.truth(otherwise, free)?)))
            }
            ExprKind::Compare { first, rest } => match &rest[..] {
                [(op, _, second)] => self.compared(*op, first, second, free),
                _ => None,
            },
            ExprKind::Let { slot, value, body } => {
                self.within_let(*slot, value, |reader| reader.truth(body, free))
            }
            ExprKind::Call { .. } => match intrinsic_call(expr)? {
                (Intrinsic::All, [truths]) => Some(!self.any(truths, true, free)?),
                (Intrinsic::Any, [truths]) => self.any(truths, false, free),
                _ => None,
            },
            _ => None,
        }
    }

    /// Set of the cells for which some of several conditions holds, or fails if `failing`.
    fn any(&mut self, truths: &Expr, failing: bool, free: Cell) -> Option<CellSet> {
        match &truths.kind {
            ExprKind::List(items) => {
                let mut any = !CellSet::All;
                for item in items {
                    let truth = self.truth(item, free)?;
                    any = any.or(if failing { !truth } else { truth });
                }
                Some(any)
            }
            ExprKind::Comprehension { element, generators, .. } => {
                self.exists(generators, free, &mut |reader, free| {
                    let truth = reader.truth(element, free)?;
                    Some(if failing { !truth } else { truth })
                })
            }
            _ => None,
        }
    }

    /// Set of the cells for which some binding of the generators satisfies the rest.
    fn exists(
        &mut self,
        generators: &[Generator],
        free: Cell,
        rest: &mut dyn FnMut(&mut Self, Cell) -> Option<CellSet>,
    ) -> Option<CellSet> {
        match generators {
            [] => rest(self, free),
            [Generator::If(condition), others @ ..] => {
                Some(self.truth(condition, free)?.and(self.exists(others, free, rest)?))
            }
            [Generator::For { target: Target::Slot(slot), source }, others @ ..] => {
                let sources = self.source(source, free)?;
                let cell = self.bind(*slot);
                let found = self.exists(others, cell, rest)?;
                Some(self.related_to(sources, &found))
            }
            _ => None,
        }
    }

    /// Binds a slot to a new cell.
    fn bind(&mut self, slot: Slot) -> Cell {
        let cell = self.cells;
        self.cells += 1;
        self.variables[slot] = Some(SlotContents::Cell(cell));
        cell
    }

    /// Set of the cells for which a list has a cell in a set.
    fn related_to(&self, sources: Vec<Source>, set: &CellSet) -> CellSet {
        let all = symbols(self.alphabet);
        sources.into_iter().fold(!CellSet::All, |met, Source { relation, filter }| {
            let cells = filter.and(set.clone());
            met.or(match relation {
                Relation::Anywhere => !cells.all_unless(),
                Relation::Same => cells,
                Relation::Beside => cells.beside(),
                Relation::Group(moment) => CellSet::Groups(all, Box::new(cells), moment),
                Relation::Liberty(moment) => {
                    let beside = CellSet::Showing(EMPTY, moment).and(cells).beside();
                    CellSet::Groups(all & !EMPTY, Box::new(beside), moment)
                }
            })
        })
    }

    /// The cells of a list.
    fn source(&mut self, expr: &Expr, free: Cell) -> Option<Vec<Source>> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.source_of(expr, free))
    }

    fn source_of(&mut self, expr: &Expr, free: Cell) -> Option<Vec<Source>> {
        match &expr.kind {
            ExprKind::List(items) | ExprKind::Set(items) => {
                let same = |item| self.near(Relation::Same, self.cell(item)?, free);
                items.iter().map(same).collect()
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                let mut sources = self.source(left, free)?;
                sources.append(&mut self.source(right, free)?);
                Some(sources)
            }
            ExprKind::Comprehension { element, generators, .. } => {
                self.chosen(element, generators, free)
            }
            ExprKind::Call { .. } => match intrinsic_call(expr)? {
                (Intrinsic::List | Intrinsic::Set, [items]) => self.source(items, free),
                (Intrinsic::Cells, [board]) => {
                    self.board(board)?;
                    Some(vec![Source { relation: Relation::Anywhere, filter: CellSet::All }])
                }
                (function, [board, at]) => {
                    let (moment, cell) = (self.board(board)?, self.cell(at)?);
                    let relation = match function {
                        Intrinsic::Neighbours => Relation::Beside,
                        Intrinsic::Group => Relation::Group(moment),
                        Intrinsic::Liberties => Relation::Liberty(moment),
                        _ => return None,
                    };
                    self.near(relation, cell, free).map(|source| vec![source])
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The cells of a list for which conditions hold.
    fn chosen(
        &mut self,
        element: &Expr,
        generators: &[Generator],
        free: Cell,
    ) -> Option<Vec<Source>> {
        let [Generator::For { target: Target::Slot(slot), source }, conditions @ ..] = generators
        else {
            return None;
        };
        let mut sources = self.source(source, free)?;
        let cell = self.bind(*slot);
        for condition in conditions {
            let Generator::If(condition) = condition else { return None };
            let truth = self.truth(condition, cell)?;
            for source in &mut sources {
                source.filter = source.filter.clone().and(truth.clone());
            }
        }
        (self.cell(element)? == cell).then_some(sources)
    }

    /// The cells that lie so to a cell.
    fn near(&self, relation: Relation, cell: Cell, free: Cell) -> Option<Source> {
        if cell == free {
            return Some(Source { relation, filter: CellSet::All });
        }
        if cell != CHANGED {
            return None;
        }
        let all = symbols(self.alphabet);
        let group = |symbols, moment| CellSet::Groups(symbols, Box::new(CellSet::Changed), moment);
        let filter = match relation {
            Relation::Anywhere => CellSet::All,
            Relation::Same => CellSet::Changed,
            Relation::Beside => CellSet::Changed.beside(),
            Relation::Group(moment) => group(all, moment),
            Relation::Liberty(moment) => {
                CellSet::Showing(EMPTY, moment).and(group(all & !EMPTY, moment).beside())
            }
        };
        Some(Source { relation: Relation::Anywhere, filter })
    }

    /// Set of the cells for which a comparison holds.
    fn compared(
        &mut self,
        op: CompareOp,
        first: &Expr,
        second: &Expr,
        free: Cell,
    ) -> Option<CellSet> {
        let negated = matches!(op, CompareOp::NotEqual | CompareOp::NotIn);
        let found = match op {
            CompareOp::Equal | CompareOp::NotEqual => {
                if let Some(symbols) = self.text(second) {
                    self.shows(first, symbols, free)?
                } else if let Some(symbols) = self.text(first) {
                    self.shows(second, symbols, free)?
                } else if let Some(cell) = self.cell(first) {
                    let other = self.cell(second)?;
                    self.same(cell, other, free)?
                } else {
                    return self.counted(op, first, second, free);
                }
            }
            CompareOp::In | CompareOp::NotIn => match self.texts(second) {
                Some(symbols) => self.shows(first, symbols, free)?,
                None => {
                    self.cell(first).filter(|&cell| cell == free)?;
                    let sources = self.source(second, NO_CELL)?.into_iter();
                    sources.fold(!CellSet::All, |all, source| all.or(source.filter))
                }
            },
            _ => return self.counted(op, first, second, free),
        };
        Some(if negated { !found } else { found })
    }

    /// Set of the cells for which a comparison of a list's length with a number, such as `len(xs) > 0`,
    /// states that the list is empty or not.
    fn counted(
        &mut self,
        op: CompareOp,
        first: &Expr,
        second: &Expr,
        free: Cell,
    ) -> Option<CellSet> {
        let (op, list, number) = match (&first.kind, &second.kind) {
            (_, ExprKind::Number(number)) => (op, first, number),
            (ExprKind::Number(number), _) => (turned(op)?, second, number),
            _ => return None,
        };
        let (Intrinsic::Length, [list]) = intrinsic_call(list)? else { return None };
        let number = u8::try_from(number.to_integer()?).ok()?;
        let is_some = match (op, number) {
            (CompareOp::Greater | CompareOp::NotEqual, 0) | (CompareOp::GreaterOrEqual, 1) => true,
            (CompareOp::Equal | CompareOp::LessOrEqual, 0) | (CompareOp::Less, 1) => false,
            _ => return None,
        };
        let sources = self.source(list, free)?;
        let found = self.related_to(sources, &CellSet::All);
        Some(if is_some { found } else { !found })
    }

    /// Set of the cells for which `board[cell]` is one of these symbols.
    fn shows(&mut self, shown: &Expr, symbols: u64, free: Cell) -> Option<CellSet> {
        let ExprKind::Index { base, indices } = &shown.kind else { return None };
        let [at] = &indices[..] else { return None };
        let moment = self.board(base)?;
        let cell = self.cell(at)?;
        let cells = CellSet::Showing(symbols, moment);
        match cell {
            cell if cell == free => Some(cells),
            CHANGED => Some(!CellSet::Changed.and(cells).all_unless()),
            _ => None,
        }
    }

    /// Set of the cells for which two named cells are equal.
    fn same(&self, cell: Cell, other: Cell, free: Cell) -> Option<CellSet> {
        match (cell, other) {
            (a, b) if a == b => Some(CellSet::All),
            (CHANGED, cell) | (cell, CHANGED) if cell == free => Some(CellSet::Changed),
            _ => None,
        }
    }

    /// Symbols of a text as bits; no bit for a text that no cell shows.
    fn text(&self, expr: &Expr) -> Option<u64> {
        let ExprKind::Text(text) = &expr.kind else { return None };
        let mut characters = text.chars();
        let symbol = characters.next().filter(|_| characters.next().is_none());
        Some(symbol.map_or(0, |symbol| self.bit(symbol)))
    }

    /// The symbols in a text, or in a list of texts.
    fn texts(&self, expr: &Expr) -> Option<u64> {
        match &expr.kind {
            ExprKind::Text(text) => {
                Some(text.chars().fold(0, |symbols, symbol| symbols | self.bit(symbol)))
            }
            ExprKind::List(items) | ExprKind::Set(items) => {
                let mut symbols = 0;
                for item in items {
                    symbols |= self.text(item)?;
                }
                Some(symbols)
            }
            _ => None,
        }
    }

    fn bit(&self, symbol: char) -> u64 {
        self.alphabet.symbol(symbol).map_or(0, |symbol| 1 << symbol)
    }

    /// A board or a cell.
    fn meaning(&mut self, expr: &Expr) -> Option<SlotContents> {
        match &expr.kind {
            ExprKind::Slot(slot, _) => self.variables[*slot],
            _ => {
                let (Intrinsic::With, [board, changes]) = intrinsic_call(expr)? else {
                    return None;
                };
                let SlotContents::Board(Moment::Before) = self.meaning(board)? else { return None };
                let ExprKind::Map(entries) = &changes.kind else { return None };
                let [(at, symbol)] = &entries[..] else { return None };
                let CHANGED = self.cell(at)? else { return None };
                let symbol = self.text(symbol).filter(|bits| bits.is_power_of_two())?;
                let symbol = symbol.trailing_zeros() as Symbol;
                // There is one board after the move.
                let same = self.written.is_none_or(|written| written == symbol);
                self.written = Some(symbol);
                same.then_some(SlotContents::Board(Moment::After))
            }
        }
    }

    fn board(&mut self, expr: &Expr) -> Option<Moment> {
        match self.meaning(expr)? {
            SlotContents::Board(moment) => Some(moment),
            SlotContents::Cell(_) => None,
        }
    }

    fn cell(&self, expr: &Expr) -> Option<Cell> {
        let ExprKind::Slot(slot, _) = &expr.kind else { return None };
        match self.variables[*slot]? {
            SlotContents::Cell(cell) => Some(cell),
            SlotContents::Board(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests::declared;

    /// The placements of Left in a ruleset with this clause.
    fn read(clause: &str) -> Option<Vec<Placement>> {
        let (ruleset, rules) = declared("b: grid of \".xo#\"", &format!("left {clause}; right b"))?;
        let compiled = rules.compiled(&ruleset);
        let (alphabet, _) = compiled.board.as_ref()?;
        let left = |mover, player| compiled.serves(mover, player) && mover == Mover::Left;
        placements(&ruleset.tree, alphabet, &left).map(|[left, _]| left)
    }

    #[test]
    fn rules_that_place_a_stone_are_read() {
        let stone = |needs, guard| Some(vec![Placement { needs, writes: 1, guard }]);
        let showing = |symbols| CellSet::Showing(symbols, Moment::Before);
        for (clause, expected) in [
            ("b.with({p: \"x\"}) for p in b.cells if b[p] == \".\"", stone(1, CellSet::All)),
            ("b.with({p: \"x\"}) for p in b.cells if b[p] in \".o\"", stone(5, CellSet::All)),
            (
                "b.with({p: \"x\"}) for p in b.cells if b[p] in [\".\", \"?\"] \
                 and any([b[q] == \"x\" for q in b.neighbours(p)])",
                stone(1, showing(2).beside()),
            ),
            (
                "c for p in [q for q in b.cells if b[q] == \".\"] for c in [b.with({p: \"x\"})] \
                 if length(c.liberties(p)) > 0",
                {
                    let beside = CellSet::Showing(EMPTY, Moment::After).beside();
                    stone(1, CellSet::Groups(0b1110, Box::new(beside), Moment::After))
                },
            ),
        ] {
            assert_eq!(read(clause), expected, "{clause}");
        }
    }

    #[test]
    fn other_rules_are_not_read() {
        for clause in [
            // The moves depend on the coordinates.
            "b.with({p: \"x\"}) for p in b.cells if p == (1, 1)",
            "b.with({p: \"x\"}) for p in b.cells if p[1] > 1",
            // Numbers are compared that are not 0.
            "b.with({p: \"x\"}) for p in b.cells if length(b.neighbours(p)) > 3",
            // Several cells change, or an unnamed one.
            "b.with({p: \"x\", q: \"o\"}) for p in b.cells for q in b.neighbours(p)",
            "b.with({q: \"x\"}) for p in b.cells for q in b.neighbours(p)",
            "b for p in b.cells if b[p] == \".\"",
            "*(length(b.cells))",
            // The text that is written may be no symbol.
            "b.with({p: \"?\"}) for p in b.cells",
            "b.with({p: b[q]}) for p in b.cells for q in [p]",
            // Functions of the program are not looked into.
            "b.with({p: \"x\"}) for p in b.cells if f(p)",
        ] {
            assert_eq!(read(clause), None, "{clause}");
        }
    }
}
