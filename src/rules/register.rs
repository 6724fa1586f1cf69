//! All rulesets of a session, compiled once.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use upstar_core::{Budget, Player};

use super::complain;
use super::heaps::Heaps;
use super::rewrite::{Boards, Parts, Rule, Unsplit, Written};
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
    /// What is known of its boards, when rewrite rules say all.
    boards: Option<RefCell<Boards>>,
}

impl Compiled {
    /// The independent parts of a board. `None` when expressions may look at the whole board.
    ///
    /// # Errors
    /// When there are too many boards, or too many ways to lay a rule on this one.
    pub fn parts(&self, board: &Board) -> Result<Option<Parts>> {
        let Some(boards) = &self.boards else { return Ok(None) };
        let parts = boards.borrow_mut().parts(board).map_err(|error| match error {
            Unsplit::Core(error) => error.into(),
            Unsplit::TooManyWays => complain::too_many_ways(board),
        });
        parts.map(Some)
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
    /// Tables of heaps by the number of the ruleset; nothing for those that have none.
    heaps: RefCell<FxHashMap<u32, Option<Heaps>>>,
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

    /// Forgets what is known of positions and can be found again.
    pub fn forget(&self) {
        for boards in self.compiled.iter().filter_map(|compiled| compiled.boards.as_ref()) {
            boards.borrow_mut().forget();
        }
        self.heaps.borrow_mut().clear();
    }

    /// The nimber of a heap, when the ruleset has a table.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn heap_nimber(
        &self,
        ruleset: &Ruleset,
        heap: u64,
        budget: &Budget,
    ) -> Result<Option<u32>> {
        let mut heaps = self.heaps.borrow_mut();
        let table = heaps.entry(ruleset.id).or_insert_with(|| Heaps::new(ruleset, budget));
        Ok(table.as_mut().map_or(Ok(None), |table| table.nimber(heap))?)
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
        boards: None,
    };
    for clause in &tree.clauses {
        for way in &clause.alternatives {
            add_rule(&mut compiled, clause.mover, way)?;
        }
    }
    if let (Some((alphabet, _)), true) = (&compiled.board, compiled.rewrites_only) {
        let boards = Boards::new(&compiled.left, &compiled.right, alphabet);
        compiled.boards = Some(RefCell::new(boards));
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
