//! Loopy games as they are defined: graphs, sums of graphs, sets of positions found by repeating
//! the definition until nothing changes.
//!
//! Source: Siegel, *Combinatorial Game Theory*, VI.1 and VI.2.

use std::collections::HashMap;

use upstar_core::loopy::{self, Graph, Node};
use upstar_core::{Error, Game, Player, Store};

/// A vertex of a finite graph; of each vertex, what Left and what Right can move to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoopyForm {
    /// The options of Left and of Right.
    pub(crate) options: Vec<[Vec<usize>; 2]>,
    /// The vertex that is meant.
    pub(crate) root: usize,
}

/// Where in a sum a move is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    First,
    Second,
}

impl LoopyForm {
    /// The graph with all short games written out.
    ///
    /// # Errors
    /// When the store cannot list options.
    pub(crate) fn of_form(store: &Store, form: &loopy::LoopyForm) -> Result<LoopyForm, Error> {
        let mut made = LoopyForm { options: vec![Default::default(); form.len()], root: 0 };
        let mut games = HashMap::new();
        for (vertex, node) in form.nodes().iter().enumerate() {
            made.options[vertex] = match node {
                Node::Loopy([left, right]) => {
                    let side = |side: &[u32]| side.iter().map(|to| *to as usize).collect();
                    [side(left), side(right)]
                }
                Node::Short(g) => made.written_out(store, *g, &mut games)?,
            };
        }
        Ok(made)
    }

    /// A short game.
    ///
    /// # Errors
    /// When the store cannot list options.
    pub(crate) fn of_game(store: &Store, g: Game) -> Result<LoopyForm, Error> {
        let mut made = LoopyForm { options: vec![Default::default()], root: 0 };
        made.options[0] = made.written_out(store, g, &mut HashMap::new())?;
        Ok(made)
    }

    fn written_out(
        &mut self,
        store: &Store,
        g: Game,
        known: &mut HashMap<Game, usize>,
    ) -> Result<[Vec<usize>; 2], Error> {
        let mut sides = [Vec::new(), Vec::new()];
        for (n, options) in [store.left_options(g)?, store.right_options(g)?].iter().enumerate() {
            for &option in options {
                if !known.contains_key(&option) {
                    let below = self.written_out(store, option, known)?;
                    self.options.push(below);
                    known.insert(option, self.options.len() - 1);
                }
                sides[n].push(known[&option]);
            }
        }
        Ok(sides)
    }

    /// As the engine wants it.
    pub(crate) fn graph(&self) -> Graph {
        let list = |list: &Vec<usize>| list.iter().map(|to| *to as u32).collect();
        Graph::new(self.options.iter().map(|[left, right]| [list(left), list(right)]).collect())
            .unwrap()
    }

    fn side(&self, vertex: usize, player: Player) -> &[usize] {
        &self.options[vertex][usize::from(player == Player::Right)]
    }

    /// The players exchanged.
    #[must_use]
    pub(crate) fn negative(&self) -> LoopyForm {
        let exchanged = |[left, right]: &[Vec<usize>; 2]| [right.clone(), left.clone()];
        LoopyForm { options: self.options.iter().map(exchanged).collect(), root: self.root }
    }

    /// All pairs: a move is a move in one of the two.
    #[must_use]
    pub(crate) fn plus(&self, other: &LoopyForm) -> LoopyForm {
        let width = other.options.len();
        let mut options = Vec::new();
        for g in 0..self.options.len() {
            for h in 0..width {
                options.push([Player::Left, Player::Right].map(|player| {
                    let moves = self.moves(other, g, h, player);
                    moves.into_iter().map(|(_, g, h)| g * width + h).collect()
                }));
            }
        }
        LoopyForm { options, root: self.root * width + other.root }
    }

    /// The ordinal sum: a move in this game ends the other.
    #[must_use]
    pub(crate) fn ordinal_sum(&self, other: &LoopyForm) -> LoopyForm {
        let first = self.options.len();
        let sums = other.options.iter().map(|sides| {
            [0, 1].map(|side| {
                let base = self.options[self.root][side].iter().copied();
                base.chain(sides[side].iter().map(|to| first + to)).collect()
            })
        });
        let options = self.options.iter().cloned().chain(sums).collect();
        LoopyForm { options, root: first + other.root }
    }

    /// What can be reached from a vertex, itself first.
    pub(crate) fn reachable(&self, root: usize) -> Vec<usize> {
        let mut found = vec![root];
        for next in 0.. {
            let Some(&vertex) = found.get(next) else { break };
            for &to in self.options[vertex].iter().flatten() {
                if !found.contains(&to) {
                    found.push(to);
                }
            }
        }
        found
    }

    fn moves(
        &self,
        other: &LoopyForm,
        g: usize,
        h: usize,
        player: Player,
    ) -> Vec<(Part, usize, usize)> {
        let first = self.side(g, player).iter().map(|to| (Part::First, *to, h));
        first.chain(other.side(h, player).iter().map(|to| (Part::Second, g, *to))).collect()
    }

    /// Who wins at the root when this player starts: the least sets of positions from which a
    /// player can win.
    pub(crate) fn winner(&self, starts: Player) -> Option<Player> {
        let count = self.options.len();
        // At 2 * vertex Left is to move.
        let mut winner: Vec<Option<Player>> = vec![None; 2 * count];
        loop {
            let before = winner.clone();
            for (place, now) in winner.iter_mut().enumerate() {
                let mover = if place.is_multiple_of(2) { Player::Left } else { Player::Right };
                let options = self.side(place / 2, mover);
                let after = |to: &usize| before[2 * to + (1 - place % 2)];
                if options.iter().any(|to| after(to) == Some(mover)) {
                    *now = Some(mover);
                } else if options.iter().all(|to| after(to) == Some(mover.opponent())) {
                    *now = Some(mover.opponent());
                }
            }
            if before == winner {
                return winner[2 * self.root + usize::from(starts == Player::Right)];
            }
        }
    }

    /// Whether the onside is at least the onside of another: Left, moving second in the
    /// difference, can win or move in this game forever.
    pub(crate) fn onside_ge(&self, other: &LoopyForm) -> bool {
        Difference { first: self, second: &other.negative() }.survives(Part::First)
    }

    /// Whether the offside is at least the offside of another: Left, moving second in the
    /// difference, can win or move in the negative of the other forever.
    pub(crate) fn offside_ge(&self, other: &LoopyForm) -> bool {
        Difference { first: self, second: &other.negative() }.survives(Part::Second)
    }

    /// Whether no line of play with players alternating is infinite, from any vertex: walks of
    /// that many moves do not exist.
    pub(crate) fn is_stopper(&self) -> bool {
        let count = self.options.len();
        let mut alive = vec![true; 2 * count];
        for _ in 0..=2 * count {
            let before = alive.clone();
            for place in 0..2 * count {
                let mover = if place.is_multiple_of(2) { Player::Left } else { Player::Right };
                let options = self.side(place / 2, mover);
                alive[place] = options.iter().any(|to| before[2 * to + (1 - place % 2)]);
            }
        }
        alive.iter().all(|alive| !alive)
    }
}

/// A sum of two games in which infinite play is judged by where it is.
struct Difference<'a> {
    first: &'a LoopyForm,
    second: &'a LoopyForm,
}

impl Difference<'_> {
    /// Whether Left, moving second, can win or move in a part again and again: the greatest set
    /// from which she can force a win or a move in that part that stays in the set.
    fn survives(&self, part: Part) -> bool {
        let width = self.second.options.len();
        let count = 2 * self.first.options.len() * width;
        let mut stays = vec![true; count];
        loop {
            let mut forced = vec![false; count];
            loop {
                let next: Vec<bool> =
                    (0..count).map(|place| self.forces(place, part, &stays, &forced)).collect();
                if next == forced {
                    break;
                }
                forced = next;
            }
            if forced == stays {
                return stays[2 * (self.first.root * width + self.second.root) + 1];
            }
            stays = forced;
        }
    }

    fn forces(&self, place: usize, part: Part, stays: &[bool], forced: &[bool]) -> bool {
        let width = self.second.options.len();
        let (g, h) = (place / 2 / width, place / 2 % width);
        let mover = if place.is_multiple_of(2) { Player::Left } else { Player::Right };
        let moves = self.first.moves(self.second, g, h, mover);
        let good = |(moved, g, h): &(Part, usize, usize)| {
            let to = 2 * (g * width + h) + (1 - place % 2);
            forced[to] || *moved == part && stays[to]
        };
        match mover {
            Player::Left => moves.iter().any(good),
            Player::Right => moves.iter().all(good),
        }
    }
}
