//! Splitting, normal forms and numbering of boards for every word width.
//!
//! Knows: plans by size; the order of these steps; which data belongs to one thread and which is shared.
//! Must not know: memos and values.

use std::collections::hash_map::Entry;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::basis::Basis;
use super::before_split::{BoardsBeforeSplit, Level};
use super::mirror::is_mirrored;
use super::moves::{PlaneMove, cost, count, moves};
use super::plan::{Patterns, Plan};
use super::prospects::prospects;
use super::reduce::Reduced;
use super::sparse::Sparse;
use super::split::{Pieces, Splitter};
use super::split_cache::SplitCache;
use super::table::BoardTable;
use super::turn::NormalFormBuffers;
use super::word::{Widest, Word};
use crate::board::{BLOCKED, Board};
use crate::solve::taking::Takings;
use crate::solve::{Component, OptionList, Prospects, Sum};
use crate::{Error, Player};

/// Rules and tables of boards, shared by all threads.
#[derive(Debug)]
pub(super) struct Common {
    pub(super) rules: Reduced,
    /// Tables of parts in normal form, by the level of their words, with the cached [`Summary`] of each part.
    tables: [BoardTable; 4],
}

/// Buffers of one thread, for each kind of word.
#[derive(Debug)]
pub(super) struct Layouts {
    narrow: Layout<u64>,
    wide: Layout<u128>,
    widest: Layout<Widest>,
    sparse: Layout<Sparse>,
    /// The words of narrow parts without numbers. Until they get these together, such a part is named by its index.
    pending: Vec<u64>,
    numbers: Vec<u32>,
}

/// Buffers of one thread for boards of one kind of word.
#[derive(Debug)]
pub(super) struct Layout<W> {
    plans: BySize<Plan<W>>,
    moves: BySize<Vec<PlaneMove<W>>>,
    /// Memory of these moves, in cells.
    cost: usize,
    splitter: Splitter<W>,
    normal_form: NormalFormBuffers<W>,
    pieces: Pieces<W>,
    /// The components of a board under rules about liberties.
    components: Vec<W>,
    /// The board before a move: the planes, and their unions for the other sets.
    board: Vec<W>,
    moved: Vec<W>,
    words: Vec<u64>,
    /// Sums of boards that were split.
    splits: SplitCache,
    /// Where the sums of boards that are not from there are in a list.
    fresh: Vec<Range<usize>>,
    /// The words of these boards, if they will be cached.
    keys: Vec<u64>,
}

/// Plans or moves by rows and columns.
type BySize<T> = FxHashMap<(usize, usize), Arc<T>>;

/// Number of stencils to split by from which splitting a board takes longer than waiting for memory.
const MANY_STENCILS: usize = 12;

/// Limits of the sums in a cache of split boards, powers of two: where these stencils are many, and where few.
const MOST_SUMS: usize = 1 << 18;
const MOST_SUMS_OF_FEW: usize = 1 << 12;

/// Limit of the cells of moves kept for words that are [`Word::LONG`].
const MOST_COST: usize = 1 << 22;

/// Cached summary of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Summary {
    /// Approximate numbers of moves of Left and Right, capped.
    pub(super) mobility: [u32; 2],
    /// Whether a symmetry proves that the board is its own negative.
    pub(super) is_own_negative: bool,
    /// Whether the second player wins by mirroring each move, if play ends.
    pub(super) is_mirrored: bool,
}

impl Summary {
    /// Cap of the number of moves.
    const MOST: u32 = (1 << 18) - 1;

    /// Packs into 40 bits, not all 0.
    fn pack(self) -> u64 {
        let [left, right] = self.mobility.map(|count| u64::from(count.min(Summary::MOST)));
        let proved = u64::from(self.is_own_negative) | u64::from(self.is_mirrored) << 1;
        left << 21 | right << 3 | proved << 1 | 1
    }

    fn unpack(bits: u64) -> Option<Summary> {
        let mobility = [bits >> 21, bits >> 3].map(|count| count as u32 & Summary::MOST);
        let (is_own_negative, is_mirrored) = (bits >> 1 & 1 != 0, bits >> 2 & 1 != 0);
        (bits != 0).then_some(Summary { mobility, is_own_negative, is_mirrored })
    }
}

/// A word type for boards.
pub(super) trait WordKind: Word {
    /// Index of the word type, from the narrowest.
    const LEVEL: u32;
    /// Largest number of cells of the next narrower word type.
    const BELOW: usize;

    /// The buffers for this word type.
    fn layout(layouts: &mut Layouts) -> &mut Layout<Self>;
}

impl WordKind for u64 {
    const LEVEL: u32 = 0;
    const BELOW: usize = 0;

    #[inline]
    fn layout(layouts: &mut Layouts) -> &mut Layout<u64> {
        &mut layouts.narrow
    }
}

impl WordKind for u128 {
    const LEVEL: u32 = 1;
    const BELOW: usize = 64;

    #[inline]
    fn layout(layouts: &mut Layouts) -> &mut Layout<u128> {
        &mut layouts.wide
    }
}

impl WordKind for Widest {
    const LEVEL: u32 = 2;
    const BELOW: usize = 128;

    #[inline]
    fn layout(layouts: &mut Layouts) -> &mut Layout<Widest> {
        &mut layouts.widest
    }
}

impl WordKind for Sparse {
    const LEVEL: u32 = 3;
    const BELOW: usize = 512;

    #[inline]
    fn layout(layouts: &mut Layouts) -> &mut Layout<Sparse> {
        &mut layouts.sparse
    }
}

/// Number of bits of an id that encode its level.
pub(super) const LEVEL_BITS: u32 = 2;

/// The level of a board, and its number in the table of that level.
#[inline]
pub(super) fn split_id(id: u32) -> (u32, u32) {
    (id & ((1 << LEVEL_BITS) - 1), id >> LEVEL_BITS)
}

impl Common {
    pub(super) fn new(rules: Reduced) -> Self {
        let planes = rules.symbols.len();
        let table = |pieces| BoardTable::new(Some(1 + planes * pieces));
        let [narrow, wide, widest] =
            [u64::pieces(0), u128::pieces(0), Widest::pieces(0)].map(table);
        Common { rules, tables: [narrow, wide, widest, BoardTable::new(None)] }
    }

    fn table<W: WordKind>(&self) -> &BoardTable {
        &self.tables[W::LEVEL as usize]
    }

    /// Number of boards.
    pub(super) fn len(&self) -> usize {
        self.tables.iter().map(BoardTable::len).sum()
    }

    /// Whether a board has this id.
    #[inline]
    pub(super) fn has(&self, id: u32) -> bool {
        let (level, number) = split_id(id);
        self.tables.get(level as usize).is_some_and(|table| table.has(number))
    }

    /// Rows and columns of a board.
    pub(super) fn size(&self, id: u32) -> (usize, usize) {
        let (level, number) = split_id(id);
        let (size, _) = self.tables[level as usize].get(number);
        match level {
            Sparse::LEVEL => unpack::<Sparse>(size),
            _ => unpack::<Widest>(size),
        }
    }

    /// Rows, columns and planes of a board, in 64-bit pieces.
    pub(super) fn cells(&self, id: u32) -> (usize, usize, Vec<Vec<u64>>) {
        let (level, number) = split_id(id);
        let (_, pieces) = self.tables[level as usize].get(number);
        let (rows, columns) = self.size(id);
        let pieces: Vec<u64> = pieces.collect();
        // Without planes there are no boards either.
        let width = pieces.len() / self.rules.symbols.len().max(1);
        (rows, columns, pieces.chunks(width.max(1)).map(<[u64]>::to_vec).collect())
    }

    /// The cached summary of a part.
    #[inline]
    pub(super) fn summary(&self, id: u32) -> Option<Summary> {
        let (level, number) = split_id(id);
        Summary::unpack(self.tables[level as usize].summary(number))
    }
}

impl Layouts {
    pub(super) fn new(rules: &Reduced) -> Self {
        Layouts {
            narrow: Layout::new(rules),
            wide: Layout::new(rules),
            widest: Layout::new(rules),
            sparse: Layout::new(rules),
            pending: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The parts of a board.
    pub(super) fn parts(&mut self, common: &Common, board: &Board) -> Result<Sum<u32>, Error> {
        let cells = board.symbols().len();
        if cells > Sparse::BELOW {
            self.parts_in::<Sparse>(common, board)
        } else if cells > Widest::BELOW {
            self.parts_in::<Widest>(common, board)
        } else if cells > u128::BELOW {
            self.parts_in::<u128>(common, board)
        } else {
            self.parts_in::<u64>(common, board)
        }
    }

    /// Appends the sums that a player can move to from a board by the moves in this range. Returns whether there are
    /// moves beyond it.
    pub(super) fn options(
        &mut self,
        common: &Common,
        (id, player): (u32, Player),
        some: Range<usize>,
        options: &mut OptionList<u32>,
    ) -> Result<bool, Error> {
        let (level, number) = split_id(id);
        match level {
            u64::LEVEL => self.options_in::<u64>(common, (number, player), some, options),
            u128::LEVEL => self.options_in::<u128>(common, (number, player), some, options),
            Widest::LEVEL => self.options_in::<Widest>(common, (number, player), some, options),
            _ => self.options_in::<Sparse>(common, (number, player), some, options),
        }
    }

    /// Numbers the sums that a player can move to from a board, and appends those of boards that were not met
    /// before.
    pub(super) fn options_once(
        &mut self,
        common: &Common,
        (id, player): (u32, Player),
        known: &mut BoardsBeforeSplit,
        (numbers, sums): (&mut Vec<u32>, &mut OptionList<u32>),
    ) -> Result<(), Error> {
        let (move_of, listed) = ((id, player), (&mut *numbers, &mut *sums));
        match split_id(id) {
            (u64::LEVEL, _) => self.options_once_in::<u64>(common, move_of, known, listed),
            (u128::LEVEL, _) => self.options_once_in::<u128>(common, move_of, known, listed),
            (Widest::LEVEL, _) => self.options_once_in::<Widest>(common, move_of, known, listed),
            (_, number) => {
                let before = sums.len();
                self.options_in::<Sparse>(common, (number, player), 0..usize::MAX, sums)?;
                let first = known.count;
                known.count += (sums.len() - before) as u32;
                numbers.extend(first..known.count);
                Ok(())
            }
        }
    }

    /// Computes and caches the summary of a board.
    pub(super) fn summary(&mut self, common: &Common, id: u32) -> Result<Summary, Error> {
        let (level, number) = split_id(id);
        match level {
            u64::LEVEL => self.summary_in::<u64>(common, number),
            u128::LEVEL => self.summary_in::<u128>(common, number),
            Widest::LEVEL => self.summary_in::<Widest>(common, number),
            _ => self.summary_in::<Sparse>(common, number),
        }
    }

    /// What the players can surely do on a board, and at most.
    pub(super) fn prospects(
        &mut self,
        common: &Common,
        id: u32,
    ) -> Result<Option<[Prospects; 2]>, Error> {
        let (level, number) = split_id(id);
        match level {
            u64::LEVEL => self.prospects_in::<u64>(common, number),
            u128::LEVEL => self.prospects_in::<u128>(common, number),
            _ => Ok(None),
        }
    }

    /// The moves of a board, where they only take each other away; `None` for words that are [`Word::LONG`].
    pub(super) fn takings(&mut self, common: &Common, id: u32) -> Result<Option<Takings>, Error> {
        let (level, number) = split_id(id);
        match level {
            u64::LEVEL => self.takings_in::<u64>(common, number),
            u128::LEVEL => self.takings_in::<u128>(common, number),
            _ => Ok(None),
        }
    }

    fn takings_in<W: WordKind>(
        &mut self,
        common: &Common,
        number: u32,
    ) -> Result<Option<Takings>, Error> {
        let (layout, sets) = (W::layout(self), &common.rules.sets);
        let (size, board) = layout.take_board(&common.rules, common.table::<W>(), number);
        let candidates =
            layout.moves(&common.rules, size)?.iter().map(|each| each.candidates(sets));
        let candidates: Option<Vec<_>> = candidates.collect();
        let shows = |one: u32| {
            let (cell, set) = (one as usize / sets.len(), one as usize % sets.len());
            !(W::bit(cell) & &board[set]).is_zero()
        };
        let found = candidates.and_then(|all| Takings::new(&all.concat(), shows));
        layout.board = board;
        Ok(found)
    }

    fn prospects_in<W: WordKind>(
        &mut self,
        common: &Common,
        number: u32,
    ) -> Result<Option<[Prospects; 2]>, Error> {
        let layout = W::layout(self);
        let (size, board) = layout.take_board(&common.rules, common.table::<W>(), number);
        let moves = layout.moves(&common.rules, size)?;
        let found = prospects(moves, &board);
        layout.board = board;
        Ok(found)
    }

    fn summary_in<W: WordKind>(&mut self, common: &Common, number: u32) -> Result<Summary, Error> {
        let Common { rules, .. } = common;
        let layout = W::layout(self);
        let (size, board) = layout.take_board(&common.rules, common.table::<W>(), number);
        let moves = layout.moves(rules, size)?.clone();
        let mobility = count(&moves, &board, &mut layout.moved, &rules.budget)?;
        let is_own_negative = rules.impartial || {
            let plan = planned(&mut layout.plans, rules, size)?;
            layout.normal_form.canonical(plan, &board[..rules.symbols.len()]);
            layout.normal_form.is_own_negative
        };
        let plan = planned(&mut layout.plans, rules, size)?;
        // Long boards fall apart before they are symmetric.
        let is_mirrored = is_own_negative
            && !W::LONG
            && is_mirrored(rules, (plan, &moves[..]), &board, &mut layout.splitter)?;
        layout.board = board;
        let summary = Summary { mobility, is_own_negative, is_mirrored };
        common.table::<W>().set_summary(number, summary.pack());
        Ok(summary)
    }

    fn parts_in<W: WordKind>(&mut self, common: &Common, board: &Board) -> Result<Sum<u32>, Error> {
        let layout = W::layout(self);
        layout.moved.fill(W::ZERO);
        for (cell, &symbol) in board.symbols().iter().enumerate() {
            match common.rules.plane(symbol) {
                Some(plane) => layout.moved[plane] |= &W::bit(cell),
                // A component has cells that are not there.
                None if symbol == BLOCKED => {}
                None if common.rules.liberties.is_some_and(|rule| rule.bans_blocked) => {
                    return Ok(Sum::new());
                }
                None => {}
            }
        }
        let plan = layout.plan(&common.rules, (board.rows(), board.columns()))?.clone();
        let mut parts = Sum::new();
        self.start_list::<W>();
        self.split::<W>(common, &plan, &mut parts)?;
        self.give_numbers::<W>(common, &mut parts)?;
        Ok(parts)
    }

    fn options_in<W: WordKind>(
        &mut self,
        common: &Common,
        (number, player): (u32, Player),
        some: Range<usize>,
        options: &mut OptionList<u32>,
    ) -> Result<bool, Error> {
        let rules = &common.rules;
        let layout = W::layout(self);
        let (size, board) = layout.take_board(&common.rules, common.table::<W>(), number);
        let (plan, moves) = (layout.plan(rules, size)?.clone(), layout.moves(rules, size)?.clone());
        let (mut passed, mut more) = (0, false);
        self.start_list::<W>();
        'moves: for each in moves.iter().filter(|each| each.movers[player as usize]) {
            for corner in each.allowed(&board, &mut W::layout(self).moved).places() {
                more = passed == some.end;
                if more {
                    break 'moves;
                }
                passed += 1;
                if passed <= some.start {
                    continue;
                }
                if W::LONG {
                    rules.budget.step()?;
                }
                each.apply(&board, corner, &mut W::layout(self).moved);
                self.split::<W>(common, &plan, &mut options.parts)?;
                options.end();
            }
        }
        W::layout(self).board = board;
        self.give_numbers::<W>(common, &mut options.parts)?;
        Ok(more)
    }

    fn options_once_in<W: WordKind>(
        &mut self,
        common: &Common,
        (id, player): (u32, Player),
        known: &mut BoardsBeforeSplit,
        (numbers, sums): (&mut Vec<u32>, &mut OptionList<u32>),
    ) -> Result<(), Error> {
        let rules = &common.rules;
        let layout = W::layout(self);
        let BoardsBeforeSplit { levels, count, words } = known;
        let Level { width, boards, sums: met, whole } = &mut levels[W::LEVEL as usize];
        let (size, board) = match whole.get(&id) {
            Some(&number) => layout.take_board(rules, boards, number),
            None => layout.take_board(rules, common.table::<W>(), split_id(id).1),
        };
        let (plan, moves) = (layout.plan(rules, size)?.clone(), layout.moves(rules, size)?.clone());
        words.clear();
        for each in moves.iter().filter(|each| each.movers[player as usize]) {
            for corner in each.allowed(&board, &mut layout.moved).places() {
                if W::LONG {
                    rules.budget.step()?;
                }
                each.apply(&board, corner, &mut layout.moved);
                write(words, size, &layout.moved);
            }
        }
        layout.board = board;
        let listed = numbers.len();
        // Each board may be new.
        rules.budget.reserve(size_of_val(&words[..]) as u64)?;
        boards.numbers(words, *width, numbers)?;
        let new = sums.len();
        let first_new = met.len() as u32;
        self.start_list::<W>();
        for (board, number) in words.chunks_exact(*width).zip(&mut numbers[listed..]) {
            // Numbers are given in the order of the boards.
            if *number as usize == met.len() {
                met.push(*count);
                *count += 1;
                let planes = board[1..].chunks_exact(W::pieces(0)).map(W::from_pieces);
                let moved = &mut W::layout(self).moved;
                moved.iter_mut().zip(planes).for_each(|(plane, read)| *plane = read);
                self.split::<W>(common, &plan, &mut sums.parts)?;
                sums.end();
            }
            *number = met[*number as usize];
        }
        self.give_numbers::<W>(common, &mut sums.parts)?;
        // A placement that changes nothing keeps a board in one part with all cells that do not matter.
        let may_be_idle = |patterns: &Patterns<W>| patterns.all.iter().any(|each| !each.effective);
        if rules.liberties.is_some() || plan.patterns.as_ref().is_some_and(may_be_idle) {
            return Ok(());
        }
        for (number, range) in (first_new..).zip(sums.ranges().skip(new)) {
            if let [Component::Position(id)] = sums.parts[range]
                && split_id(id).0 == W::LEVEL
            {
                whole.entry(id).or_insert(number);
            }
        }
        Ok(())
    }

    /// Replaces the indices of pending parts by their numbers, and caches the sums of their boards.
    fn give_numbers<W: WordKind>(
        &mut self,
        common: &Common,
        parts: &mut [Component<u32>],
    ) -> Result<(), Error> {
        let width = 1 + common.rules.symbols.len();
        self.numbers.clear();
        common.table::<u64>().numbers(&self.pending, width, &mut self.numbers)?;
        let mut fresh = std::mem::take(&mut W::layout(self).fresh);
        for range in &fresh {
            for part in &mut parts[range.clone()] {
                if let Component::Position(id) | Component::Negative(id) = part
                    && let (level @ u64::LEVEL, index) = split_id(*id)
                {
                    *id = self.numbers[index as usize] << LEVEL_BITS | level;
                }
            }
        }
        let Layout { splits, keys, .. } = W::layout(self);
        for (key, range) in keys.chunks_exact(splits.width()).zip(fresh.drain(..)) {
            splits.keep(key, &parts[range]);
        }
        W::layout(self).fresh = fresh;
        Ok(())
    }

    /// Begins a list of sums, none of which is pending.
    fn start_list<W: WordKind>(&mut self) {
        self.pending.clear();
        let layout = W::layout(self);
        layout.fresh.clear();
        layout.keys.clear();
    }

    /// Appends the parts of the board `moved` to a list of sums; narrow ones are pending.
    fn split<W: WordKind>(
        &mut self,
        common: &Common,
        plan: &Plan<W>,
        parts: &mut Sum<u32>,
    ) -> Result<(), Error> {
        let first = parts.len();
        let layout = W::layout(self);
        let liberties = common.rules.liberties.zip(plan.neighbours.as_ref());
        if let Some((liberties, neighbours)) = liberties.filter(|_| !W::SPARSE) {
            let mut components = std::mem::take(&mut layout.components);
            liberties.components(neighbours, &layout.moved, &mut components);
            let mut pieces = std::mem::take(&mut layout.pieces);
            pieces.clear();
            pieces.cut_components(plan.columns, liberties, &layout.moved, &components);
            layout.components = components;
            self.add_pieces(common, pieces, parts)?;
        } else if let Some(patterns) = &plan.patterns {
            if !self.split_by_patterns(common, (plan, patterns), parts)? {
                return Ok(());
            }
        } else {
            let whole = layout.moved.clone();
            parts.push(self.part(common, (plan.rows, plan.columns), &whole)?);
        }
        W::layout(self).fresh.push(first..parts.len());
        Ok(())
    }

    /// Appends the parts of the board `moved`; returns whether they were not in the cache.
    fn split_by_patterns<W: WordKind>(
        &mut self,
        common: &Common,
        (plan, patterns): (&Plan<W>, &Patterns<W>),
        parts: &mut Sum<u32>,
    ) -> Result<bool, Error> {
        let layout = W::layout(self);
        if !W::SPARSE {
            let key = layout.keys.len();
            write(&mut layout.keys, (plan.rows, plan.columns), &layout.moved);
            if layout.splits.find(&layout.keys[key..], parts) {
                layout.keys.truncate(key);
                return Ok(false);
            }
        }
        let mut pieces = std::mem::take(&mut layout.pieces);
        pieces.clear();
        let Reduced { sets, budget, .. } = &common.rules;
        layout.splitter.parts(patterns, (sets, budget), &layout.moved, &mut pieces)?;
        self.add_pieces(common, pieces, parts)?;
        Ok(true)
    }

    /// Appends the parts of a sum for pieces, whose buffer is used again.
    #[inline]
    fn add_pieces<W: WordKind>(
        &mut self,
        common: &Common,
        pieces: Pieces<W>,
        sum: &mut Sum<u32>,
    ) -> Result<(), Error> {
        for (size, board) in pieces.iter(common.rules.symbols.len()) {
            sum.push(self.part(common, size, board)?);
        }
        W::layout(self).pieces = pieces;
        Ok(())
    }

    /// The part of a sum for a piece.
    #[inline]
    fn part<W: WordKind>(
        &mut self,
        common: &Common,
        size: (usize, usize),
        board: &[W],
    ) -> Result<Component<u32>, Error> {
        let cells = size.0 * size.1;
        let (id, negated) = if cells > W::BELOW {
            self.id::<W>(common, size, board)?
        } else if cells > Widest::BELOW {
            self.id::<Widest>(common, size, &narrowed(board))?
        } else if cells > u128::BELOW {
            self.id::<u128>(common, size, &narrowed(board))?
        } else {
            self.id::<u64>(common, size, &narrowed(board))?
        };
        Ok(if negated { Component::Negative(id) } else { Component::Position(id) })
    }

    /// The id of the normal form of a board, or its index if it is pending, and whether its value is the negative.
    #[inline]
    fn id<W: WordKind>(
        &mut self,
        common: &Common,
        size: (usize, usize),
        board: &[W],
    ) -> Result<(u32, bool), Error> {
        let layout = W::layout(self);
        let plan = planned(&mut layout.plans, &common.rules, size)?;
        let (size, negated) = layout.normal_form.canonical(plan, board);
        layout.words.clear();
        write(&mut layout.words, size, &layout.normal_form.least);
        let number = if W::LEVEL == u64::LEVEL {
            let index = self.pending.len() / self.narrow.words.len();
            self.pending.extend_from_slice(&self.narrow.words);
            index as u32
        } else {
            common.table::<W>().number(&layout.words)?
        };
        Ok((number << LEVEL_BITS | W::LEVEL, negated))
    }
}

/// Converts a board to narrower words.
fn narrowed<W: Word, V: Word>(board: &[W]) -> Vec<V> {
    let narrowed = |plane: &W| {
        let mut pieces = [0; 8];
        let pieces = &mut pieces[..V::pieces(0)];
        pieces.iter_mut().enumerate().for_each(|(i, piece)| *piece = plane.piece(i));
        V::from_pieces(pieces)
    };
    board.iter().map(narrowed).collect()
}

impl<W: WordKind> Layout<W> {
    fn new(rules: &Reduced) -> Self {
        let planes = rules.symbols.len();
        let has_many = |split: &Basis| split.stencils().len() >= MANY_STENCILS;
        let has_many = rules.split.as_ref().is_some_and(has_many);
        let sums = if has_many { MOST_SUMS } else { MOST_SUMS_OF_FEW };
        Layout {
            plans: BySize::default(),
            moves: BySize::default(),
            cost: 0,
            splitter: Splitter::new(),
            normal_form: NormalFormBuffers::new(),
            pieces: Pieces::default(),
            components: Vec::new(),
            board: Vec::new(),
            moved: vec![W::ZERO; planes],
            words: Vec::new(),
            splits: SplitCache::new(1 + planes * W::pieces(0), sums),
            fresh: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Size and planes of a board, with the unions for the other sets. The caller returns the buffer to
    /// `self.board`.
    fn take_board(
        &mut self,
        rules: &Reduced,
        table: &BoardTable,
        number: u32,
    ) -> ((usize, usize), Vec<W>) {
        let sets = &rules.sets;
        let (size, pieces) = table.get(number);
        let size = unpack::<W>(size);
        self.words.clear();
        self.words.extend(pieces);
        let mut board = std::mem::take(&mut self.board);
        board.clear();
        board.extend(self.words.chunks(W::pieces(size.0 * size.1)).map(W::from_pieces));
        board.resize(sets.len(), W::ZERO);
        sets.unite(&mut board);
        (size, board)
    }

    /// The plan for boards of one size.
    fn plan(&mut self, rules: &Reduced, size: (usize, usize)) -> Result<&Arc<Plan<W>>, Error> {
        planned(&mut self.plans, rules, size)
    }

    /// The moves on boards of one size.
    fn moves(
        &mut self,
        rules: &Reduced,
        size: (usize, usize),
    ) -> Result<&Arc<Vec<PlaneMove<W>>>, Error> {
        if !self.moves.contains_key(&size) {
            let moves = moves(rules, size, &rules.budget)?;
            self.cost += cost(&moves);
            if W::LONG && self.cost > MOST_COST {
                self.moves.clear();
                self.cost = cost(&moves);
            }
            self.moves.insert(size, Arc::new(moves));
        }
        Ok(&self.moves[&size])
    }
}

/// The plan for boards of one size.
fn planned<'p, W: Word>(
    plans: &'p mut BySize<Plan<W>>,
    rules: &Reduced,
    size: (usize, usize),
) -> Result<&'p Arc<Plan<W>>, Error> {
    match plans.entry(size) {
        Entry::Occupied(known) => Ok(known.into_mut()),
        Entry::Vacant(free) => Ok(free.insert(Arc::new(Plan::new(rules, size, &rules.budget)?))),
    }
}

/// Appends the key of a board in a table.
fn write<W: Word>(words: &mut Vec<u64>, size: (usize, usize), board: &[W]) {
    words.push(pack::<W>(size));
    for plane in board {
        words.extend((0..W::pieces(size.0 * size.1)).map(|i| plane.piece(i)));
    }
}

/// Number of bits of a packed size that encode the columns.
const fn column_bits<W: Word>() -> u32 {
    if W::SPARSE { 24 } else { 12 }
}

fn pack<W: Word>((rows, columns): (usize, usize)) -> u64 {
    (rows << column_bits::<W>() | columns) as u64
}

fn unpack<W: Word>(size: u64) -> (usize, usize) {
    let bits = column_bits::<W>();
    (size as usize >> bits, size as usize & ((1 << bits) - 1))
}
