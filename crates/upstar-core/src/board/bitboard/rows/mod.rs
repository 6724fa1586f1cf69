//! Nimbers of long rows, by a table of their segments.
//!
//! Knows: rows as texts of planes, and what a move makes of them. Must not know: boards as words, or searches.
//!
//! *The rules that it serves* ([`RowRules::of`]). Both players have the same moves; each asks cells side by side, and blocks
//! one of them at least; no condition is about other cells. No move asks a blocked cell. So a row is the sum of its
//! *segments* between blocked cells: a move asks and changes cells of one segment, and leaves what is on both sides of the
//! cell that it blocks. Clobber for both players and Cram on a row are such games.
//!
//! *The table.* A move in a segment leaves a beginning of the segment, of which the last cells may be changed, and an end of
//! it, of which the first cells may be. So both are looked up from places that the segment itself has in two tries: one
//! has all segments from the left, the other one from the right. A move costs as many steps as it asks cells, whatever the
//! length of the row. All options are looked at: the nimber is their mex (Winning Ways, chapter 4). If the mirror images of
//! moves are moves, a segment and its mirror image are found together.
//!
//! A row of n cells takes n steps for each segment, of which there are about n where rows are regular, and n² at most for each
//! way in which moves change their ends. Segments wait for each other on a stack of their own.

use rustc_hash::FxHashSet;

use super::reduce::Reduced;
use crate::board::{BLOCKED, EDGE, Symbol};
use crate::solve::NimberSet;

/// Most cells of a row that is left to the search for nimbers.
pub(super) const SHORT: usize = if cfg!(test) { 6 } else { 64 };
/// Most planes.
const MOST_PLANES: usize = 8;
/// Most cells that a move asks.
const MOST_WIDTH: u32 = 8;
/// Most moves at one place.
const MOST_STENCILS: usize = 64;

/// A move: what each cell may show, and what it shows afterwards if it changes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct RowMove(Box<[(u64, Option<Symbol>)]>);

impl RowMove {
    fn mirrored(&self) -> RowMove {
        RowMove(self.0.iter().rev().copied().collect())
    }

    /// The cells after the move, if it can be made at the beginning of these.
    fn after(&self, cells: &[Symbol], after: &mut Vec<Symbol>) -> bool {
        let fits = cells.len() >= self.0.len();
        if !fits || self.0.iter().zip(cells).any(|((needs, _), cell)| needs >> cell & 1 == 0) {
            return false;
        }
        after.clear();
        after.extend(self.0.iter().zip(cells).map(|((_, writes), cell)| writes.unwrap_or(*cell)));
        true
    }
}

/// Moves on a row.
#[derive(Debug)]
pub(super) struct RowRules {
    planes: usize,
    moves: Vec<RowMove>,
    /// Whether the mirror images of the moves are the moves.
    is_mirrored: bool,
}

impl RowRules {
    /// The moves on a row, if they are of this kind.
    pub(super) fn of(rules: &Reduced) -> Option<RowRules> {
        let planes = rules.symbols.len();
        let is_plain = rules.impartial && rules.split.is_some() && rules.liberties.is_none();
        if !is_plain || planes > MOST_PLANES || rules.symbols.contains(&EDGE) {
            return None;
        }
        let mut moves = Vec::new();
        // Moves of several rows do not fit on a row.
        for (stencil, _) in rules.stencils.iter().filter(|(stencil, _)| stencil.rows == 1) {
            let width = stencil.columns;
            let is_whole = stencil.cells.len() == width as usize && stencil.guard.is_none();
            let blocks = stencil.cells.iter().any(|cell| cell.writes == Some(BLOCKED));
            (is_whole && blocks && width <= MOST_WIDTH).then_some(())?;
            moves.push(RowMove(
                stencil.cells.iter().map(|cell| (cell.needs, cell.writes)).collect(),
            ));
        }
        (moves.len() <= MOST_STENCILS).then_some(())?;
        let all: FxHashSet<&RowMove> = moves.iter().collect();
        let is_mirrored = moves.iter().all(|each| all.contains(&each.mirrored()));
        Some(RowRules { planes, moves, is_mirrored })
    }
}

/// Texts from one end, with the nimbers of those that are known.
#[derive(Debug)]
struct Trie {
    planes: usize,
    /// The text with one more symbol, for each text and symbol; 0 if it is not there.
    longer: Vec<u32>,
    /// The text without its last symbol, and this symbol.
    shorter: Vec<(u32, Symbol)>,
    /// One more than the nimber; 0 if it is not known.
    nimbers: Vec<u32>,
}

/// The place of the empty text, whose nimber is 0.
const EMPTY: u32 = 0;

impl Trie {
    fn new(planes: usize) -> Trie {
        let longer = vec![0; planes];
        Trie { planes, longer, shorter: vec![(EMPTY, BLOCKED)], nimbers: vec![1] }
    }

    /// The place of a text with one more symbol.
    fn with(&mut self, text: u32, symbol: Symbol) -> u32 {
        let at = text as usize * self.planes + usize::from(symbol);
        if self.longer[at] == 0 {
            self.longer[at] = self.shorter.len() as u32;
            self.shorter.push((text, symbol));
            self.nimbers.push(0);
            self.longer.resize(self.longer.len() + self.planes, 0);
        }
        self.longer[at]
    }

    /// The place of a text with more symbols.
    fn with_all<'s>(&mut self, text: u32, symbols: impl Iterator<Item = &'s Symbol>) -> u32 {
        symbols.fold(text, |text, symbol| self.with(text, *symbol))
    }

    /// The text at a place, and the places of its beginnings, from the longest one on.
    fn read(&self, mut text: u32) -> (Vec<Symbol>, Vec<u32>) {
        let (mut symbols, mut places) = (Vec::new(), vec![text]);
        while text != EMPTY {
            let (shorter, symbol) = self.shorter[text as usize];
            symbols.push(symbol);
            places.push(shorter);
            text = shorter;
        }
        (symbols, places)
    }

    fn nimber(&self, text: u32) -> Option<u32> {
        self.nimbers[text as usize].checked_sub(1)
    }
}

/// A segment whose moves are being looked at.
#[derive(Debug)]
struct Open {
    /// Its place in the trie from the left.
    segment: u32,
    /// The place of the next move.
    next: usize,
    /// The nimbers of the options.
    seen: NimberSet,
}

/// The segments that were met.
#[derive(Debug)]
pub(super) struct RowTable {
    rules: RowRules,
    from_left: Trie,
    from_right: Trie,
}

impl RowTable {
    pub(super) fn new(rules: RowRules) -> RowTable {
        let (from_left, from_right) = (Trie::new(rules.planes), Trie::new(rules.planes));
        RowTable { rules, from_left, from_right }
    }

    /// Forgets all segments, so that others have the memory.
    pub(super) fn forget(&mut self) {
        self.from_left = Trie::new(self.rules.planes);
        self.from_right = Trie::new(self.rules.planes);
    }

    /// The nimber of a row of planes; `None` after `step` has returned false. What was found before stays.
    pub(super) fn nimber(&mut self, row: &[Symbol], step: &mut dyn FnMut() -> bool) -> Option<u32> {
        let mut total = 0;
        for segment in row.split(|symbol| *symbol == BLOCKED) {
            let segment = self.from_left.with_all(EMPTY, segment.iter());
            total ^= self.segment(segment, step)?;
        }
        Some(total)
    }

    /// The nimber of a segment.
    fn segment(&mut self, segment: u32, step: &mut dyn FnMut() -> bool) -> Option<u32> {
        let mut stack = vec![Open { segment, next: 0, seen: NimberSet::default() }];
        while let Some(open) = stack.last_mut() {
            if self.from_left.nimber(open.segment).is_some() {
                stack.pop();
                continue;
            }
            if let Some(unknown) = self.look(open, step)? {
                stack.push(Open { segment: unknown, next: 0, seen: NimberSet::default() });
            }
        }
        self.from_left.nimber(segment)
    }

    /// Looks at the moves of a segment. Returns a segment whose nimber is needed first, if there is one; otherwise that of
    /// the segment is known. `None` after `step` has returned false.
    fn look(&mut self, open: &mut Open, step: &mut dyn FnMut() -> bool) -> Option<Option<u32>> {
        let (mut cells, mut beginnings) = self.from_left.read(open.segment);
        let mut ends = vec![EMPTY];
        for cell in &cells {
            let end = *ends.last().expect("the empty end is there");
            ends.push(self.from_right.with(end, *cell));
        }
        cells.reverse();
        beginnings.reverse();
        let mut after = Vec::new();
        while open.next < cells.len() {
            for number in 0..self.rules.moves.len() {
                if !self.rules.moves[number].after(&cells[open.next..], &mut after) {
                    continue;
                }
                if !step() {
                    return None;
                }
                let behind = open.next + after.len();
                let beside = (beginnings[open.next], ends[cells.len() - behind]);
                match self.option(&after, beside) {
                    Ok(nimber) => open.seen.insert(nimber),
                    Err(unknown) => return Some(Some(unknown)),
                }
            }
            open.next += 1;
        }
        let nimber = open.seen.mex();
        self.keep(&cells, (open.segment, ends[cells.len()]), nimber);
        Some(None)
    }

    /// The nimber of the option that leaves these cells between a beginning and an end, or else a segment whose nimber is
    /// needed first.
    fn option(&mut self, cells: &[Symbol], (beginning, end): (u32, u32)) -> Result<u32, u32> {
        let mut pieces = cells.split(|symbol| *symbol == BLOCKED);
        let first = pieces.next().expect("there is a first piece");
        let left = self.from_left.with_all(beginning, first.iter());
        let mut total = self.from_left.nimber(left).ok_or(left)?;
        let last = pieces.next_back().expect("a cell is blocked");
        let right = self.from_right.with_all(end, last.iter().rev());
        total ^= match self.from_right.nimber(right) {
            Some(nimber) => nimber,
            None => {
                let (text, _) = self.from_right.read(right);
                let segment = self.from_left.with_all(EMPTY, text.iter());
                let nimber = self.from_left.nimber(segment).ok_or(segment)?;
                self.from_right.nimbers[right as usize] = nimber + 1;
                nimber
            }
        };
        for piece in pieces {
            let segment = self.from_left.with_all(EMPTY, piece.iter());
            total ^= self.from_left.nimber(segment).ok_or(segment)?;
        }
        Ok(total)
    }

    /// Remembers the nimber of a segment by its places in both tries, and of its mirror image if that is the same.
    fn keep(&mut self, cells: &[Symbol], (left, right): (u32, u32), nimber: u32) {
        self.from_left.nimbers[left as usize] = nimber + 1;
        self.from_right.nimbers[right as usize] = nimber + 1;
        if self.rules.is_mirrored {
            let left = self.from_left.with_all(EMPTY, cells.iter().rev());
            let right = self.from_right.with_all(EMPTY, cells.iter());
            self.from_left.nimbers[left as usize] = nimber + 1;
            self.from_right.nimbers[right as usize] = nimber + 1;
        }
    }
}

#[cfg(test)]
mod tests;
