//! Integers of a position that no rule connects: positions of several integers that are sums.
//!
//! Knows: which integers each rule reads and changes. Must not know: nimbers.
//!
//! Proof: each rule changes integers of one class alone, by what it reads of the same class, and keeps all others. So the moves
//! of a position are those of its classes, each played with the others left as they are: it is the disjunctive sum of its
//! classes, and its nimber the nim-sum of theirs (Sprague and Grundy; Winning Ways, ch. 3). Rules whose options are sums, and
//! those that change nothing, connect all integers.
//!
//! The winner of a position of partizan rules depends on the player who begins. The table has a further integer for the player to move: 0 for
//! Left, 1 for Right. Each rule of a player asks for that player, and each move exchanges the players. The player to move wins
//! if the other one loses after some move of theirs, so the table holds the winners of an impartial game.

use std::sync::Arc;

use upstar_core::impartial::Replies;
use upstar_core::{Budget, Error, Game, Player, Store};

use super::boards::as_lists;
use super::compile::{self, ClosedRules, Compiler, ListSlots};
use super::mex::Found;
use super::program::{HeapCondition, HeapGenerator, Int, Linear};
use super::tuple_rules::IntegerRule;
use super::tuples::{MOST_INTEGERS, OneShape};
use crate::analysis::Test;
use crate::analysis::normal::{Argument, has_equations, of_integers};
use crate::resolve::tree::{Alternative, PositionKind, Ruleset as Declaration};
use crate::syntax::ast::Mover;

/// The summands of positions whose lists have the same lengths: the numbers of the integers that belong to each, and what is
/// known of them. They do not say who wins a position, so where that is looked for it has one.
#[derive(Debug)]
pub(super) struct Summands {
    all: Vec<(Vec<usize>, OneShape)>,
    /// Whether a further integer says who is to move.
    has_mover: bool,
}

impl Summands {
    pub(super) fn new(rules: ClosedRules<'_>, shape: &[Argument], found: Found) -> Option<Self> {
        let tree = &rules.ruleset.tree;
        if shape.iter().any(|argument| matches!(argument, Argument::Row(_))) {
            let (listed, shape, mut limits) = as_lists(tree, shape)?;
            // Where the players move differently, the last slot says who is to move.
            limits.push(i64::MAX);
            let ruleset = rules.ruleset.reworded(Arc::new(listed));
            let rules = ClosedRules { ruleset: &ruleset, globals: rules.globals };
            let mut summands = Summands::new(rules, &shape, found)?;
            for (own, shape) in &mut summands.all {
                shape.limit(chosen(own, &limits));
            }
            return Some(summands);
        }
        let is_of_integers = match tree.position {
            PositionKind::Tuple => true,
            // Nimbers of heaps are in tables of their own.
            PositionKind::Heap => matches!(found, Found::Value | Found::Replies),
            _ => false,
        };
        let plain = is_of_integers && tree.parts.is_none();
        if !plain || shape.len() != tree.params.len() {
            return None;
        }
        let is_tuple = |argument: &Argument| matches!(argument, Argument::Tuple(_));
        let as_they_are = || {
            let (has_tuples, mut none) = (shape.iter().any(is_tuple), std::iter::empty());
            (!has_tuples).then(|| Summands::of_rules(rules, (shape, &mut none), found))?
        };
        let with_integers = || {
            let (spelt, slots) = of_integers(rules.ruleset, shape, rules.globals)?;
            let ruleset = rules.ruleset.reworded(Arc::new(spelt));
            let rules = ClosedRules { ruleset: &ruleset, globals: rules.globals };
            Summands::of_rules(rules, (shape, &mut slots.into_iter()), found)
        };
        // Of integers it is known which equations have a solution.
        match has_equations(tree) {
            true => with_integers().or_else(as_they_are),
            false => as_they_are().or_else(with_integers),
        }
    }

    /// The summands by rules in which tuples are spelt, with the slots of these.
    fn of_rules(
        rules: ClosedRules<'_>,
        (shape, tuples): (&[Argument], &mut dyn Iterator<Item = Vec<usize>>),
        found: Found,
    ) -> Option<Self> {
        let tree = &rules.ruleset.tree;
        let mut compiler = Compiler::new(rules)?;
        let (mut places, slots) = layout(&mut compiler, tree, shape, tuples)?;
        let alike = compile::alternatives(rules.ruleset);
        // Where the players move alike, nimbers are the values. Complimenting and entailing moves are no moves in a sum alone.
        let has_other = tree.clauses.iter().any(|clause| clause.mover.is_affine());
        if found == Found::Value && alike.is_some() || has_other != (found == Found::Replies) {
            return None;
        }
        let is_of_points = found == Found::Points;
        if is_of_points && (alike.is_none() || !has_only_score(tree)) {
            return None;
        }
        let has_mover = is_of_points || found.is_win() && alike.is_none();
        let (row, mover) = (slots, slots + 1);
        let mut rules = Vec::new();
        match alike {
            _ if found.groups() > 1 => {
                rules_in_groups(tree, &compiler, (shape, row), (found, &mut rules))?;
            }
            Some(mut alike) if !is_of_points => alike.try_for_each(|alternative| {
                IntegerRule::add_all(alternative, &compiler, (shape, row), &mut rules)
            })?,
            _ => {
                has_mover.then_some(())?;
                places.push(mover);
                (places.len() <= MOST_INTEGERS).then_some(())?;
                rules_of_players(tree, &compiler, (shape, row, mover), &mut rules)?;
            }
        }
        if (is_of_points || found.is_win()) && rules.iter().any(|rule| rule.parts.len() != 1) {
            return None;
        }
        let classes = match found {
            Found::Nimber | Found::Value => summands(rules, &places),
            _ => vec![((0..places.len()).collect(), rules)],
        };
        let score = match (&tree.score, is_of_points) {
            (Some(score), true) => Some(compiler.int(score)?),
            _ => None,
        };
        let one = |(own, rules): (Vec<usize>, _)| {
            let places = own.iter().map(|number| places[*number]).collect();
            let mut shape = OneShape::new(rules, places, mover + 1, (found, has_mover));
            shape.score = score.clone();
            (own, shape)
        };
        Some(Summands { all: classes.into_iter().map(one).collect(), has_mover })
    }

    /// The integer that says who is to move, where there is one.
    pub(super) fn mover(&self, player: Player) -> Option<i64> {
        self.has_mover.then_some(number(player))
    }

    /// Number of summands.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Whether the evaluator had to find out before.
    pub(super) fn have_failed(&self) -> bool {
        self.all.iter().any(|(_, shape)| shape.has_failed())
    }

    /// Whether it is not known that the evaluator must find out.
    pub(super) fn may_have(&self, integers: &[i64]) -> bool {
        self.all.iter().all(|(own, shape)| shape.may_have(&chosen(own, integers)))
    }

    /// The nimber of a position, if it is known.
    pub(super) fn known(&self, integers: &[i64]) -> Option<u32> {
        let nimber = |(own, shape): &(Vec<usize>, OneShape)| shape.known(&chosen(own, integers));
        self.all.iter().try_fold(0, |sum, summand| Some(sum ^ nimber(summand)?))
    }

    /// The nimber of a position, or who wins it where that is looked for; `None` if the evaluator must find it.
    ///
    /// # Errors
    /// As for [`OneShape::nimber`].
    pub(super) fn find(&mut self, integers: &[i64], budget: &Budget) -> Result<Option<u32>, Error> {
        let mut sum = 0;
        for (own, shape) in &mut self.all {
            match shape.nimber(&chosen(own, integers), budget)? {
                Some(nimber) => sum ^= nimber,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }
}

impl Summands {
    /// The canonical form of a position; `None` if the evaluator must find it.
    ///
    /// # Errors
    /// As for [`OneShape::value`].
    pub(super) fn value(&mut self, integers: &[i64], store: &Store) -> Result<Option<Game>, Error> {
        let mut sum = Game::ZERO;
        for (own, shape) in &mut self.all {
            match shape.value(&chosen(own, integers), store)? {
                Some(game) => sum = store.add(sum, game)?,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// The nimbers beside which a player who must move in a position wins; `None` if the evaluator must find them.
    ///
    /// # Errors
    /// As for [`OneShape::replies`].
    pub(super) fn replies(
        &mut self,
        integers: &[i64],
        budget: &Budget,
    ) -> Result<Option<Arc<Replies>>, Error> {
        match &mut self.all[..] {
            [(_, shape)] => shape.replies(integers, budget),
            _ => Ok(None),
        }
    }
}

/// The integer that stands for a player to move.
fn number(player: Player) -> i64 {
    i64::from(player == Player::Right)
}

/// Whether points are counted where play ends and nowhere else, and the players move in turn.
fn has_only_score(tree: &Declaration) -> bool {
    let mut ways = tree.clauses.iter().flat_map(|clause| &clause.alternatives);
    let has_gain = ways.any(|way| matches!(way, Alternative::Options { gain: Some(_), .. }));
    tree.score.is_some() && tree.turn.is_none() && tree.goals.is_empty() && !has_gain
}

/// The slot of each integer of a position, and the number of slots. Tells the compiler where lists are.
pub(super) fn layout(
    compiler: &mut Compiler<'_>,
    tree: &Declaration,
    shape: &[Argument],
    tuples: &mut dyn Iterator<Item = Vec<usize>>,
) -> Option<(Vec<usize>, usize)> {
    let (mut places, mut slots) = (Vec::new(), tree.slots);
    for (i, argument) in shape.iter().enumerate() {
        let parameter = tree.family.len() + i;
        match *argument {
            Argument::Integer => places.push(parameter),
            Argument::Tuple(_) => places.extend(tuples.next()?),
            Argument::List(length) => {
                compiler.lists.push(ListSlots { parameter, first: slots, length });
                places.extend(slots..slots + length);
                slots += length;
            }
            Argument::Row(_) => return None,
        }
    }
    Some((places, slots))
}

/// The groups in which the moves of a clause are listed.
fn groups(mover: Mover, found: Found) -> Option<[bool; 3]> {
    if found == Found::Replies {
        mover.is_for_left().is_none().then_some(())?;
        return Some(match mover.kind() {
            Mover::Complimenting => [false, true, false],
            Mover::Entailing => [false, false, true],
            _ => [true, false, false],
        });
    }
    let moves = |player| player_of(mover).map(|mover| mover.is_none_or(|mover| mover == player));
    Some([moves(Player::Left)?, moves(Player::Right)?, false])
}

/// The player who moves by a clause: `Some(None)` for both players, `None` for moves of other kinds.
fn player_of(mover: Mover) -> Option<Option<Player>> {
    match mover {
        Mover::Either => Some(None),
        Mover::Left => Some(Some(Player::Left)),
        Mover::Right => Some(Some(Player::Right)),
        _ => None,
    }
}

/// The rules of a ruleset, in groups.
fn rules_in_groups(
    tree: &Declaration,
    compiler: &Compiler<'_>,
    (shape, row): (&[Argument], usize),
    (found, rules): (Found, &mut Vec<IntegerRule>),
) -> Option<()> {
    for clause in &tree.clauses {
        let groups = groups(clause.mover, found)?;
        let first = rules.len();
        for alternative in &clause.alternatives {
            IntegerRule::add_all(alternative, compiler, (shape, row), rules)?;
        }
        rules[first..].iter_mut().for_each(|rule| rule.groups = groups);
    }
    Some(())
}

/// The rules of a ruleset in which the players move differently, with a slot that says who is to move.
fn rules_of_players(
    tree: &Declaration,
    compiler: &Compiler<'_>,
    (shape, row, mover): (&[Argument], usize, usize),
    rules: &mut Vec<IntegerRule>,
) -> Option<()> {
    let to_move = Int::Linear(Linear::slot(mover));
    let constant = |n| Int::Linear(Linear::constant(n));
    for clause in &tree.clauses {
        let player = player_of(clause.mover)?;
        let first = rules.len();
        for alternative in &clause.alternatives {
            IntegerRule::add_all(alternative, compiler, (shape, row), rules)?;
        }
        for rule in &mut rules[first..] {
            let next = match player {
                Some(player) => {
                    let is_theirs = vec![(Test::Equal, constant(number(player)))];
                    let is_theirs = HeapCondition::Compare(to_move.clone(), is_theirs);
                    rule.steps.insert(0, HeapGenerator::If(is_theirs));
                    constant(number(player.opponent()))
                }
                None => Int::Linear(Linear::constant(1).plus(&Linear::slot(mover), -1)?),
            };
            rule.parts.iter_mut().for_each(|part| part.push(next.clone()));
        }
    }
    Some(())
}

/// The integers with these numbers.
fn chosen(own: &[usize], integers: &[i64]) -> Vec<i64> {
    own.iter().map(|number| integers[*number]).collect()
}

/// The classes of places that rules connect, each by the numbers of its places, with the rules that are about it. Places that
/// no rule changes are in none.
fn summands(rules: Vec<IntegerRule>, places: &[usize]) -> Vec<(Vec<usize>, Vec<IntegerRule>)> {
    let touched: Option<Vec<Vec<usize>>> = rules.iter().map(|rule| touched(rule, places)).collect();
    let Some(touched) = touched else { return vec![((0..places.len()).collect(), rules)] };
    let mut class: Vec<usize> = (0..places.len()).collect();
    for connected in &touched {
        let joined: Vec<usize> = connected.iter().map(|place| class[*place]).collect();
        let least = joined.iter().copied().min().unwrap_or(0);
        class.iter_mut().filter(|class| joined.contains(class)).for_each(|class| *class = least);
    }
    let mut classes: Vec<(Vec<usize>, Vec<IntegerRule>)> =
        (0..places.len()).map(|_| (Vec::new(), Vec::new())).collect();
    class.iter().enumerate().for_each(|(place, class)| classes[*class].0.push(place));
    for (rule, touched) in rules.into_iter().zip(touched) {
        classes[class[touched[0]]].1.push(rule);
    }
    classes.retain(|(_, rules)| !rules.is_empty());
    for (own, rules) in &mut classes {
        rules.iter_mut().for_each(|rule| rule.parts.iter_mut().for_each(|part| keep(part, own)));
    }
    classes
}

/// The numbers of the places that a rule reads or changes, which are not none; `None` if all are connected.
fn touched(rule: &IntegerRule, places: &[usize]) -> Option<Vec<usize>> {
    let [option] = &rule.parts[..] else { return None };
    let stays =
        |int: &Int, place: usize| matches!(int, Int::Linear(sum) if *sum == Linear::slot(place));
    let mut slots = Vec::new();
    let mut touched = Vec::new();
    for (number, (int, place)) in option.iter().zip(places).enumerate() {
        if !stays(int, *place) {
            touched.push(number);
            int.add_slots(&mut slots);
        }
    }
    (!touched.is_empty()).then_some(())?;
    rule.steps.iter().for_each(|step| step.add_slots(&mut slots));
    let reads = |(_, place): &(usize, &usize)| slots.contains(place);
    touched.extend(places.iter().enumerate().filter(reads).map(|(number, _)| number));
    Some(touched)
}

/// Leaves the integers of some places, whose numbers ascend.
fn keep(part: &mut Vec<Int>, own: &[usize]) {
    let mut number = 0;
    part.retain(|_| {
        number += 1;
        own.binary_search(&(number - 1)).is_ok()
    });
}
