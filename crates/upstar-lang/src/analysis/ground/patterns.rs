//! Patterns on a board of which only the size is known: where they are, and the boards that rules make of it.
//!
//! Knows: the ways in which patterns and rules lie on the board. Must not know: how these are found.

use std::collections::BTreeMap;
use std::rc::Rc;

use upstar_core::board::rewrite::{Arrangement, Laid, Pattern, Rule};
use upstar_core::board::{Symbol, Written};

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Item, Kind, certain};
use crate::builtins::patterns::step;

impl Evaluator<'_> {
    /// What `shows` says of a board with these cells.
    pub(super) fn shows_pattern(&mut self, cells: &[Symbol], args: &[Item]) -> Option<Guard> {
        let (text, words) = match args {
            [Item::Text(text)] => (text, ""),
            [Item::Text(text), Item::Text(words)] => (text, &**words),
            _ => return None,
        };
        let frame = self.frame.as_ref()?;
        let Written { turns, repeats: false, over_the_border: false, .. } =
            step(text, text, words)?
        else {
            return None;
        };
        let pattern = Pattern::new(text, turns, frame.alphabet, frame.shape).ok()?;
        self.arranged(cells, &pattern)
    }

    /// Where a board with these cells has a pattern.
    pub(super) fn arranged(&mut self, cells: &[Symbol], pattern: &Pattern) -> Option<Guard> {
        let board = &self.frame.as_ref()?.board;
        let ways = pattern.arrangements((board.rows(), board.columns())).ok()?;
        let mut found = Guard::NEVER;
        for way in ways {
            let all = self.way_is_there(cells, &way)?;
            found = self.guards.or(found, all)?;
        }
        Some(found)
    }

    fn way_is_there(&mut self, cells: &[Symbol], way: &Arrangement) -> Option<Guard> {
        let mut all = Guard::ALWAYS;
        for &(cell, needs) in way.iter().rev() {
            self.guards.spend(1)?;
            let shows = self.cell_shows_any(cells, cell, needs);
            all = self.guards.and(all, shows)?;
        }
        Some(all)
    }

    /// The boards that `rewritten` makes of a board with these cells. Where a cell shows the symbol that is written there,
    /// it is kept. So two boards are the same exactly if the same is written on them, and each is in the set once.
    pub(super) fn rewritten_boards(&mut self, cells: &[Symbol], args: &[Item]) -> Option<Cases> {
        let texts = args.iter().map(|item| match item {
            Item::Text(text) => Some(&**text),
            _ => None,
        });
        let texts = texts.collect::<Option<Vec<&str>>>()?;
        let steps = texts.chunks(3).map(|part| match part {
            [pattern, replacement] => step(pattern, replacement, ""),
            [pattern, replacement, words] => step(pattern, replacement, words),
            _ => None,
        });
        let steps = steps.collect::<Option<Vec<Written<'_>>>>()?;
        let frame = self.frame.as_ref()?;
        let rule = Rule::compile(&steps, frame.alphabet, frame.shape).ok()?.on_whole_boards();
        let size = (frame.board.rows(), frame.board.columns());
        let mut boards: BTreeMap<Vec<(usize, Symbol)>, Guard> = BTreeMap::new();
        for laid in rule.laid(size).ok()? {
            self.add_boards(cells, &laid, &mut boards)?;
        }
        let board = |(writes, guard): (Vec<(usize, Symbol)>, Guard)| {
            let mut changed = cells.to_vec();
            writes.into_iter().for_each(|(cell, symbol)| changed[cell] = symbol);
            (guard, Item::Board(Rc::from(changed)))
        };
        let elements = boards.into_iter().filter(|(_, guard)| !guard.is_never()).map(board);
        Some(certain(Item::Collection(Kind::Set, elements.collect())))
    }

    /// Adds the boards of one way to lay a rule, by what is written.
    fn add_boards(
        &mut self,
        cells: &[Symbol],
        laid: &Laid,
        boards: &mut BTreeMap<Vec<(usize, Symbol)>, Guard>,
    ) -> Option<()> {
        let mut cases: Vec<(Vec<(usize, Symbol)>, Guard)> = vec![(Vec::new(), Guard::ALWAYS)];
        for &(cell, needs, writes) in laid.iter().rev() {
            let written = writes.map_or(0, |symbol| 1 << symbol);
            let mut next = Vec::with_capacity(cases.len());
            for (wrote, guard) in cases {
                self.guards.spend(1)?;
                for (symbols, changes) in [(needs & !written, writes), (needs & written, None)] {
                    let shows = self.cell_shows_any(cells, cell, symbols);
                    let guard = self.guards.and(guard, shows)?;
                    if !guard.is_never() {
                        let mut wrote = wrote.clone();
                        wrote.extend(changes.map(|symbol| (cell, symbol)));
                        next.push((wrote, guard));
                    }
                }
            }
            cases = next;
        }
        for (mut wrote, guard) in cases {
            wrote.sort_unstable();
            let known = boards.entry(wrote).or_insert(Guard::NEVER);
            *known = self.guards.or(*known, guard)?;
        }
        Some(())
    }
}
