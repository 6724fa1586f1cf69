//! All rulesets of a session, compiled once.
//!
//! Each ruleset has one entry with what follows from its declaration alone, and threads read it without a lock.
//! What the evaluator finds out about one meaning of a ruleset is set once. Names are no part of it: a machine has
//! them for itself, or reads them beside others.

use parking_lot::Mutex;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use upstar_core::{Budget, Error, Player};

use super::diagnostics;
use super::domain::domain;
use crate::analysis::goals;
use crate::resolve::tree::{self, Alternative, Expr, ExprKind, Generator, Param};
use crate::syntax::ast::{self, Mover, Rewrite};
use crate::value::code::Rules;
use crate::value::{Cells, Domain, Result, Ruleset, Value};
use upstar_core::board::rewrite::{Boards, Parts, Rule, Symmetries, Turns, Written};
use upstar_core::board::{Alphabet, Board, Goals, Shape};

/// Data derived from a declaration, once.
#[derive(Debug)]
pub struct Compiled {
    /// The alphabet and shape of its boards.
    pub board: Option<(Arc<Alphabet>, Shape)>,
    /// What the parameters of the family admit.
    pub family: Vec<Domain>,
    /// What the parameters of the position admit.
    pub params: Vec<Domain>,
    /// Whether all moves serve both players.
    pub impartial: bool,
    /// Whether no expression gives moves.
    pub rewrites_only: bool,
    /// Its rewrite rules, in the order of the text.
    pub rewrites: Vec<Rule>,
    /// Whether one of them has a condition.
    conditional: bool,
    /// The rewrite rules of each player, and what is known of boards when these say all.
    boards: Boards,
}

impl Compiled {
    /// The independent parts of a board. `None` when expressions may look at the whole board, or when a rule that
    /// repeats a step has too many stencils.
    ///
    /// # Errors
    /// When there are too many boards, or too many ways to lay a rule on this one.
    pub fn parts(&self, board: &Board, budget: &Budget) -> Result<Option<Parts>> {
        if !self.is_of_rewrites() {
            return Ok(None);
        }
        self.unless_repeated(board, self.boards.parts(board, budget))
    }

    /// The turns and mirrors that keep the rewrite rules on boards of this size; `None` as for
    /// [`Compiled::parts`].
    ///
    /// # Errors
    /// As for [`Compiled::parts`].
    pub fn turns(&self, board: &Board, budget: &Budget) -> Result<Option<Symmetries>> {
        let Some((alphabet, _)) = &self.board else { return Ok(None) };
        if self.is_of_closed_rewrites() {
            return Ok(Some(Symmetries::slides(alphabet.len())));
        }
        if !self.is_of_rewrites() {
            return Ok(None);
        }
        self.unless_repeated(board, self.boards.turns(board, alphabet.len(), budget))
    }

    /// What stencils say of a board; `None` when those of a rule that repeats a step are too many.
    fn unless_repeated<T>(
        &self,
        board: &Board,
        found: std::result::Result<T, Error>,
    ) -> Result<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Error::TooManyWays(_)) if self.rewrites.iter().any(Rule::repeats) => Ok(None),
            Err(Error::TooManyWays(_)) => Err(super::too_many_ways(board, false)),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether play on a board surely ends, as its rewrite rules say; `false` when they do not.
    pub fn surely_ends(&self, board: &Board, budget: &Budget) -> bool {
        self.is_of_rewrites() && self.boards.provably_ends(board, budget)
    }

    /// Whether rewrite rules say all about its boards.
    pub fn is_of_rewrites(&self) -> bool {
        let open = self.board.as_ref().is_some_and(|(_, shape)| !shape.is_closed());
        open && self.rewrites_only && !self.conditional
    }

    /// Whether rewrite rules say all about its boards, which come back to their beginning.
    fn is_of_closed_rewrites(&self) -> bool {
        let closed = self.board.as_ref().is_some_and(|(_, shape)| shape.is_closed());
        closed && self.rewrites_only && !self.conditional
    }

    /// Whether these cells are a board of the ruleset as they are.
    pub fn is_board(&self, cells: &Cells) -> bool {
        self.board.as_ref().is_some_and(|(alphabet, shape)| {
            Arc::ptr_eq(alphabet, &cells.alphabet) && *shape == cells.shape
        })
    }

    /// Whether a clause of `mover` is for `player`.
    pub fn serves(&self, mover: Mover, player: Player) -> bool {
        self.impartial || serves(mover, Some(player))
    }

    /// With the moves of both players for each of them.
    fn for_both(&self) -> Compiled {
        let [left, right] = [Player::Left, Player::Right].map(|player| self.rules(player));
        let mut rules = left.to_vec();
        rules.extend(right.iter().filter(|rule| !left.contains(rule)).cloned());
        Compiled {
            board: self.board.clone(),
            family: self.family.clone(),
            params: self.params.clone(),
            impartial: true,
            rewrites_only: self.rewrites_only,
            rewrites: self.rewrites.clone(),
            conditional: self.conditional,
            boards: Boards::new(rules.clone(), rules),
        }
    }

    /// The rewrite rules of a player.
    pub fn rules(&self, player: Player) -> &[Rule] {
        self.boards.rules(player)
    }
}

/// The register of rulesets, by number; `F` is what else is known of each. Threads share it.
#[derive(Debug)]
pub struct Registry<F> {
    entries: boxcar::Vec<RegisteredRuleset<F>>,
    numbers: Mutex<RulesetNumbers>,
}

/// A ruleset.
#[derive(Debug)]
struct RegisteredRuleset<F> {
    compiled: Arc<Compiled>,
    /// Number of the ruleset, or family, that was declared.
    declaration: u32,
    /// Its version in which each player has the moves of both.
    impartial: OnceLock<Arc<Ruleset>>,
    facts: F,
}

/// Which rulesets are known already.
#[derive(Debug, Default)]
struct RulesetNumbers {
    /// Which declaration and family has which number. The declarations are kept alive by
    /// `declared`, so that their addresses stay theirs.
    members: FxHashMap<(usize, Vec<Value>), u32>,
    declared: Vec<Arc<tree::Ruleset>>,
}

impl<F> Default for Registry<F> {
    fn default() -> Self {
        Registry { entries: boxcar::Vec::new(), numbers: Mutex::default() }
    }
}

impl<F: Default> Registry<F> {
    /// A new ruleset with the code of its expressions; one without a family is ready for positions.
    ///
    /// # Errors
    /// When a rewrite rule or an alphabet is wrong.
    pub fn declare(&self, tree: &Arc<tree::Ruleset>, rules: &Arc<Rules>) -> Result<Arc<Ruleset>> {
        let compiled = Arc::new(compile(tree)?);
        let family = tree.family.is_empty().then(Vec::new);
        let id = self.add(compiled, None);
        self.numbers.lock().declared.push(tree.clone());
        Ok(Arc::new(Ruleset::new(id, (tree.clone(), rules.clone()), family)?))
    }

    /// The member of a family with these parameters.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn member(&self, family: &Arc<Ruleset>, parameters: Vec<Value>) -> Result<Arc<Ruleset>> {
        let key = (Arc::as_ptr(&family.tree).addr(), parameters.clone());
        let id = *self
            .numbers
            .lock()
            .members
            .entry(key)
            .or_insert_with(|| self.add(self.compiled(family).clone(), Some(family)));
        let declared = (family.tree.clone(), family.rules.clone());
        Ok(Arc::new(Ruleset::new(id, declared, Some(parameters))?))
    }

    /// The version in which each player has the moves of both.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn impartial(&self, ruleset: &Arc<Ruleset>) -> Result<Arc<Ruleset>> {
        let entry = self.entry(ruleset);
        if entry.compiled.impartial {
            return Ok(ruleset.clone());
        }
        if let Some(known) = entry.impartial.get() {
            return Ok(known.clone());
        }
        let id = self.add(Arc::new(entry.compiled.for_both()), Some(ruleset));
        let version = Arc::new(Ruleset::impartial(id, ruleset.clone())?);
        Ok(entry.impartial.get_or_init(|| version).clone())
    }

    /// Data derived from the declaration of a ruleset.
    pub fn compiled(&self, ruleset: &Ruleset) -> &Arc<Compiled> {
        &self.entry(ruleset).compiled
    }

    /// Number of the ruleset, or family, whose declaration is that of a ruleset.
    pub fn declaration(&self, ruleset: &Ruleset) -> u32 {
        self.entry(ruleset).declaration
    }

    /// Cached facts about a ruleset.
    pub fn facts(&self, ruleset: &Ruleset) -> &F {
        &self.entry(ruleset).facts
    }

    /// Changes cached facts about all rulesets.
    pub fn each_facts(&mut self, mut change: impl FnMut(&mut F)) {
        let mut at = 0;
        while let Some(entry) = self.entries.get_mut(at) {
            change(&mut entry.facts);
            at += 1;
        }
    }

    fn entry(&self, ruleset: &Ruleset) -> &RegisteredRuleset<F> {
        &self.entries[ruleset.id as usize]
    }

    /// The goals of a ruleset about a board; nothing when they ask something else.
    pub fn goals(&self, ruleset: &Ruleset) -> Option<Goals> {
        let (alphabet, shape) = self.compiled(ruleset).board.as_ref()?;
        goals::read(ruleset, (alphabet, *shape))
    }

    /// Forgets what is known of positions and can be found again.
    pub fn forget(&self) {
        for (_, entry) in &self.entries {
            entry.compiled.boards.forget();
        }
    }

    /// A new ruleset; `of` is another one with the same declaration.
    fn add(&self, compiled: Arc<Compiled>, of: Option<&Ruleset>) -> u32 {
        let declaration = of.map(|ruleset| self.declaration(ruleset));
        let number = self.entries.push_with(|number| RegisteredRuleset {
            compiled,
            declaration: declaration.unwrap_or_else(|| as_id(number)),
            impartial: OnceLock::new(),
            facts: F::default(),
        });
        as_id(number)
    }
}

fn as_id(number: usize) -> u32 {
    u32::try_from(number)
        .expect("a ruleset takes more than a byte, and a session less than 4 GiB of them")
}

/// Looks whether the rules of a declaration fit its positions, as [`Registry::declare`] does.
///
/// # Errors
/// When a rewrite rule or an alphabet is wrong.
pub fn check(tree: &tree::Ruleset) -> Result<()> {
    compile(tree).map(drop)
}

fn compile(tree: &tree::Ruleset) -> Result<Compiled> {
    if tree.clauses.is_empty() {
        return Err(diagnostics::no_moves(&tree.name));
    }
    for player in [Player::Left, Player::Right] {
        let may_move =
            |mover: Mover| mover.is_for_left().is_none_or(|left| left == (player == Player::Left));
        let has_move = |mover: Mover| match mover.is_affine() {
            true => may_move(mover),
            false => serves(mover, Some(player)),
        };
        if !tree.clauses.iter().any(|clause| has_move(clause.mover)) {
            return Err(diagnostics::no_moves_of(&tree.name, player));
        }
    }
    let kinds = |params: &[Param]| params.iter().map(domain).collect::<Result<Vec<_>>>();
    let (family, params) = (kinds(&tree.family)?, kinds(&tree.params)?);
    goals::check_patterns(tree, &params)?;
    let board = match &params[..] {
        [Domain::Board(alphabet, shape)] => Some((alphabet.clone(), *shape)),
        _ => None,
    };
    // A board among other parameters is drawn, too.
    let drawn = params.iter().find_map(|one| match one {
        Domain::Board(alphabet, _) => Some(&**alphabet),
        _ => None,
    });
    for (symbol, _) in tree.pictures.iter().flatten() {
        diagnostics::check_symbol(symbol, drawn)?;
    }
    let mut compiled = Compiled {
        board,
        family,
        params,
        impartial: tree.clauses.iter().all(|clause| serves(clause.mover, None)),
        rewrites_only: true,
        rewrites: Vec::new(),
        conditional: false,
        boards: Boards::default(),
    };
    for clause in &tree.clauses {
        for way in &clause.alternatives {
            add_rule(&mut compiled, clause.mover, way)?;
        }
    }
    compiled.impartial |= moves_alike(tree, &compiled);
    Ok(compiled)
}

/// Whether the rewrite rules of Left and of Right are the same, and nothing else distinguishes the players
/// apart.
fn moves_alike(tree: &tree::Ruleset, compiled: &Compiled) -> bool {
    let [left, right] = [Player::Left, Player::Right].map(|player| compiled.rules(player));
    let within = |some: &[Rule], others: &[Rule]| some.iter().all(|rule| others.contains(rule));
    let by_last_move = tree.goals.is_empty() && tree.score.is_none() && tree.turn.is_none();
    by_last_move
        && !tree.clauses.iter().any(|clause| clause.mover.is_affine())
        && compiled.rewrites_only
        && !compiled.conditional
        && within(left, right)
        && within(right, left)
}

/// Whether `mover` may be this player; without one, both.
fn serves(mover: Mover, player: Option<Player>) -> bool {
    match mover {
        Mover::Either | Mover::Turn => true,
        Mover::Left => player == Some(Player::Left),
        Mover::Right => player == Some(Player::Right),
        _ => false,
    }
}

fn add_rule(compiled: &mut Compiled, mover: Mover, way: &Alternative) -> Result<()> {
    let steps = match way {
        Alternative::Rewrite { steps, condition, .. } => {
            compiled.conditional |= condition.is_some();
            steps
        }
        Alternative::Options { generators, .. } => {
            compiled.rewrites_only &= is_never(generators);
            return Ok(());
        }
    };
    let Some((alphabet, shape)) = &compiled.board else {
        return Err(diagnostics::no_board(steps));
    };
    let written: Vec<Written<'_>> = steps.iter().map(written).collect();
    let rule = Rule::compile(&written, alphabet, *shape)
        .map_err(|mistake| diagnostics::rule_fault(&mistake, steps))?
        .on_whole_boards();
    for player in [Player::Left, Player::Right] {
        if serves(mover, Some(player)) {
            compiled.boards.add(player, rule.clone());
        }
    }
    compiled.rewrites.push(rule);
    Ok(())
}

/// Whether this is `if false`.
fn is_never(generators: &[Generator]) -> bool {
    let never = |condition: &Expr| matches!(condition.kind, ExprKind::Bool(false));
    matches!(generators, [Generator::If(condition), ..] if never(condition))
}

fn written(step: &Rewrite) -> Written<'_> {
    Written {
        pattern: &step.pattern.value,
        replacement: &step.replacement.value,
        turns: match step.turns {
            ast::Turns::None => Turns::None,
            ast::Turns::Orthogonally => Turns::Orthogonally,
            ast::Turns::Diagonally => Turns::Diagonally,
            ast::Turns::AnyDirection => Turns::AnyDirection,
            ast::Turns::Hexagonally => Turns::Hexagonally,
        },
        repeats: step.repeats,
        over_the_border: step.over_the_border,
    }
}
