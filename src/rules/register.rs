//! All rulesets of a session, compiled once.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use upstar_core::Player;

use super::rewrite::{Rule, Splitter, Symmetries, Written};
use super::{complain, rewrite};
use crate::resolve::tree::{self, Alternative, PositionKind};
use crate::syntax::ast::{Mover, Rewrite, Text};
use crate::value::board::{Alphabet, Board, Shape};
use crate::value::{Result, Ruleset, Value};

/// What is worked out of a declaration once.
#[derive(Debug)]
pub struct Compiled {
    /// The alphabet and shape of its boards.
    pub board: Option<(Rc<Alphabet>, Shape)>,
    /// Rewrite rules of Left.
    pub left: Vec<Rule>,
    /// Rewrite rules of Right.
    pub right: Vec<Rule>,
    /// Whether all moves serve both players.
    pub impartial: bool,
    /// Whether it moves by rewrite rules only.
    pub rewrites_only: bool,
    /// What brings boards into a normal form, by their size; all under one key when the rules
    /// have no runs.
    normal: RefCell<FxHashMap<(usize, usize), Rc<Normal>>>,
}

/// What brings boards of one size into a normal form.
#[derive(Debug)]
struct Normal {
    splitter: RefCell<Splitter>,
    symmetries: Symmetries,
}

/// So many sizes of boards are remembered.
const MOST_SIZES: usize = 64;

impl Compiled {
    /// The independent parts of a board, each in normal form and with a sign; one on which
    /// nobody can move has none. `None` when expressions may look at the whole board.
    ///
    /// # Errors
    /// When a rule fits boards of this size in too many ways.
    pub fn parts(&self, board: &Board) -> Result<Option<Vec<(Board, bool)>>> {
        let (Some((alphabet, _)), true) = (&self.board, self.rewrites_only) else {
            return Ok(None);
        };
        let ringed = rewrite::ringed(self.left.iter().chain(&self.right), board);
        let board = ringed.as_ref().unwrap_or(board);
        let parts = self.normal(board, alphabet)?.splitter.borrow_mut().parts(board);
        let canonical = |part: &Board| {
            let normal = self.normal(part, alphabet)?;
            Ok(normal.symmetries.canonical(part))
        };
        parts.iter().map(canonical).collect::<Result<_>>().map(Some)
    }

    fn normal(&self, board: &Board, alphabet: &Alphabet) -> Result<Rc<Normal>> {
        let sizes_matter = self.left.iter().chain(&self.right).any(Rule::depends_on_size);
        let size = if sizes_matter { (board.rows(), board.columns()) } else { (0, 0) };
        if let Some(normal) = self.normal.borrow().get(&size) {
            return Ok(normal.clone());
        }
        let (left, right) = (&self.left, &self.right);
        let too_many = |_| complain::too_many_ways(board);
        let splitter = Splitter::new(left.iter().chain(right), size).map_err(too_many)?;
        let side = size.0.max(size.1);
        let symmetries = Symmetries::of(left, right, alphabet, side).map_err(too_many)?;
        let normal = Rc::new(Normal { splitter: RefCell::new(splitter), symmetries });
        let mut known = self.normal.borrow_mut();
        if known.len() >= MOST_SIZES {
            known.clear();
        }
        known.insert(size, normal.clone());
        Ok(normal)
    }

    /// The rewrite rules of a player.
    pub fn rules(&self, player: Player) -> &[Rule] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

/// The register of rulesets.
#[derive(Debug, Default)]
pub struct Registry {
    compiled: Vec<Rc<Compiled>>,
    /// Which declaration and family has which number. The declarations are kept alive by
    /// `declared`, so that their addresses stay theirs.
    numbers: FxHashMap<(usize, Vec<Value>), u32>,
    declared: Vec<Rc<tree::Ruleset>>,
}

impl Registry {
    /// A new ruleset; one without a family is ready for positions.
    ///
    /// # Errors
    /// When a rewrite rule or an alphabet is wrong.
    pub fn declare(&mut self, tree: &Rc<tree::Ruleset>) -> Result<Rc<Ruleset>> {
        let compiled = Rc::new(compile(tree)?);
        let family = tree.family.is_empty().then(Vec::new);
        let id = self.add(compiled);
        self.declared.push(tree.clone());
        Ok(Rc::new(Ruleset::new(id, tree.clone(), family)?))
    }

    /// The member of a family with these parameters.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn member(&mut self, family: &Rc<Ruleset>, parameters: Vec<Value>) -> Result<Rc<Ruleset>> {
        let key = (Rc::as_ptr(&family.tree).addr(), parameters.clone());
        let id = match self.numbers.get(&key) {
            Some(id) => *id,
            None => {
                let id = self.add(self.compiled[family.id as usize].clone());
                self.numbers.insert(key, id);
                id
            }
        };
        Ok(Rc::new(Ruleset::new(id, family.tree.clone(), Some(parameters))?))
    }

    /// What is known of a ruleset.
    pub fn compiled(&self, ruleset: &Ruleset) -> &Rc<Compiled> {
        &self.compiled[ruleset.id as usize]
    }

    fn add(&mut self, compiled: Rc<Compiled>) -> u32 {
        self.compiled.push(compiled);
        u32::try_from(self.compiled.len() - 1).unwrap_or(u32::MAX)
    }
}

fn compile(tree: &tree::Ruleset) -> Result<Compiled> {
    let board = match &tree.position {
        PositionKind::Strip(text) => Some((alphabet(text)?, Shape::Strip)),
        PositionKind::Grid(text) => Some((alphabet(text)?, Shape::Grid)),
        PositionKind::Heap | PositionKind::Tuple => None,
    };
    let mut compiled = Compiled {
        board,
        left: Vec::new(),
        right: Vec::new(),
        impartial: tree.clauses.iter().all(|clause| clause.mover == Mover::Either),
        rewrites_only: true,
        normal: RefCell::default(),
    };
    for clause in &tree.clauses {
        for way in &clause.alternatives {
            add_rule(&mut compiled, clause.mover, way)?;
        }
    }
    Ok(compiled)
}

fn add_rule(compiled: &mut Compiled, mover: Mover, way: &Alternative) -> Result<()> {
    let Alternative::Rewrite(steps) = way else {
        compiled.rewrites_only = false;
        return Ok(());
    };
    let Some((alphabet, shape)) = &compiled.board else {
        return Err(complain::no_board(steps));
    };
    let written: Vec<Written<'_>> = steps.iter().map(written).collect();
    let rule = Rule::compile(&written, alphabet, *shape)
        .map_err(|mistake| complain::rule_fault(&mistake, steps))?;
    match mover {
        Mover::Left => compiled.left.push(rule),
        Mover::Right => compiled.right.push(rule),
        Mover::Either => {
            compiled.left.push(rule.clone());
            compiled.right.push(rule);
        }
    }
    Ok(())
}

fn written(step: &Rewrite) -> Written<'_> {
    Written {
        pattern: &step.pattern.value,
        replacement: &step.replacement.value,
        turns: step.turns,
    }
}

fn alphabet(text: &Text) -> Result<Rc<Alphabet>> {
    let alphabet = Alphabet::parse(&text.value);
    Ok(Rc::new(alphabet.map_err(|error| complain::alphabet_fault(&error, text))?))
}
