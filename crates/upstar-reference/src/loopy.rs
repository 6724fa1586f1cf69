//! Loopy games as graphs: brackets in which `pass` and labels lead back, and the games with names.
//!
//! The book: reference/loopy.md. Who wins them is asked by play; their values are not defined here.

use std::rc::Rc;
use std::sync::Arc;

use upstar_syntax::ast::{Expr, ExprKind, LoopyName};

use crate::bracket::Game;
use crate::declaration::mentions;
use crate::expression::Machine;
use crate::value::{Component, Scope, Value};
use crate::{Fault, Player, Wrong};

/// A node of a graph whose edges are the moves of a loopy game.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loopy {
    /// The graph.
    pub graph: Rc<Nodes>,
    /// The node.
    pub node: usize,
}

/// The moves from each node: Left's and Right's.
pub type Nodes = Vec<[Vec<Target>; 2]>;

/// Where a move of a loopy game leads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// To a node of the same game.
    Node(usize),
    /// To a game that ends.
    Game(Game),
    /// To another loopy game, or a sum with one.
    Other(Vec<Component>),
}

impl Loopy {
    /// The options of a player.
    pub fn options(&self, player: Player) -> Vec<Vec<Component>> {
        let side = usize::from(player == Player::Right);
        let option = |target: &Target| match target {
            Target::Node(node) => {
                vec![Component::Loopy(Loopy { graph: Rc::clone(&self.graph), node: *node })]
            }
            Target::Game(game) => vec![Component::Game(*game)],
            Target::Other(sum) => sum.clone(),
        };
        self.graph[self.node][side].iter().map(option).collect()
    }
}

/// Whether an expression is a bracket with `pass` in it.
pub fn has_pass(expr: &Expr) -> bool {
    let any = |exprs: &[Expr]| {
        exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Pass) || has_pass(expr))
    };
    match &expr.kind {
        ExprKind::Form { left, right } => any(left) || any(right),
        ExprKind::Switch(options) | ExprKind::Impartial(options) => any(options),
        _ => false,
    }
}

/// The brackets of one loopy game while it is read.
struct Reader<'m> {
    machine: &'m Machine,
    nodes: Nodes,
    labels: Vec<(Arc<str>, usize)>,
}

impl Machine {
    /// The negative of a loopy game: its moves with the players exchanged.
    pub fn loopy_negative(&self, loopy: &Loopy) -> Result<Loopy, Fault> {
        let target = |target: &Target| {
            Ok(match target {
                Target::Node(node) => Target::Node(*node),
                Target::Game(game) => Target::Game(self.games.negative(*game)?),
                Target::Other(sum) => {
                    Target::Other(self.components(&self.negative(&Value::sum(sum.clone()))?)?)
                }
            })
        };
        let side =
            |targets: &[Target]| targets.iter().map(target).collect::<Result<Vec<Target>, Fault>>();
        let mut nodes = Nodes::new();
        for [left, right] in loopy.graph.iter() {
            nodes.push([side(right)?, side(left)?]);
        }
        Ok(Loopy { graph: Rc::new(nodes), node: loopy.node })
    }

    /// The value of a bracket that leads back to itself, or of a loopy game with a name.
    pub fn loopy(&self, expr: &Expr, scope: &Scope) -> Result<Value, Fault> {
        let mut reader = Reader { machine: self, nodes: Nodes::new(), labels: Vec::new() };
        if let ExprKind::Loopy(name, star) = &expr.kind {
            let named = reader.named(*name)?;
            let star = self.games.nimber(self.natural(&Value::integer(star.clone()))?)?;
            let mut sum =
                vec![Component::Loopy(Loopy { graph: Rc::new(reader.nodes), node: named })];
            if star != self.games.zero()? {
                sum.push(Component::Game(star));
            }
            return Ok(Value::sum(sum));
        }
        if let ExprKind::Where { body, definitions } = &expr.kind {
            for (label, _) in definitions {
                reader.verify_label(&label.text)?;
                reader.nodes.push([Vec::new(), Vec::new()]);
                reader.labels.push((Arc::clone(&label.text), reader.nodes.len() - 1));
            }
            for (index, (_, bracket)) in definitions.iter().enumerate() {
                reader.fill(index, bracket, scope)?;
            }
            // The labels are names of the body.
            let graph = Rc::new(reader.nodes);
            let bind = |scope: Scope, (label, node): &(Arc<str>, usize)| {
                let loopy = Loopy { graph: Rc::clone(&graph), node: *node };
                scope.with(label, Value::sum(vec![Component::Loopy(loopy)]))
            };
            return self.eval(body, &reader.labels.iter().fold(scope.clone(), bind));
        }
        let node = reader.node(expr, scope)?;
        Ok(Value::sum(vec![Component::Loopy(Loopy { graph: Rc::new(reader.nodes), node })]))
    }
}

impl Reader<'_> {
    /// on = {pass|}, off = {|pass}, over = {0|pass}, under = {pass|0}, upon = {pass|*}, dud = {pass|pass}.
    fn named(&mut self, name: LoopyName) -> Result<usize, Fault> {
        let games = &self.machine.games;
        let (pass, game) = (vec![Target::Node(0)], |game| vec![Target::Game(game)]);
        self.nodes.push(match name {
            LoopyName::On => [pass, Vec::new()],
            LoopyName::Off => [Vec::new(), pass],
            LoopyName::Over => [game(games.zero()?), pass],
            LoopyName::Under => [pass, game(games.zero()?)],
            LoopyName::Upon => [pass, game(games.nimber(1)?)],
            LoopyName::Dud => [pass.clone(), pass],
        });
        Ok(0)
    }

    /// Labels that are visible at one place are different.
    fn verify_label(&self, label: &str) -> Result<(), Fault> {
        match self.labels.iter().any(|(other, _)| &**other == label) {
            true => Err(Fault::wrong(Wrong::Name, format!("two labels `{label}`"))),
            false => Ok(()),
        }
    }

    /// A bracket as a new node.
    fn node(&mut self, expr: &Expr, scope: &Scope) -> Result<usize, Fault> {
        let node = self.nodes.len();
        self.nodes.push([Vec::new(), Vec::new()]);
        match &expr.kind {
            ExprKind::Labelled { label, body } => {
                self.verify_label(&label.text)?;
                self.labels.push((Arc::clone(&label.text), node));
                self.fill(node, body, scope)?;
                self.labels.pop();
            }
            _ => self.fill(node, expr, scope)?,
        }
        Ok(node)
    }

    fn fill(&mut self, node: usize, bracket: &Expr, scope: &Scope) -> Result<(), Fault> {
        let (left, right) = match &bracket.kind {
            ExprKind::Form { left, right } => (left, right),
            ExprKind::Impartial(options) => (options, options),
            _ => return Err(Fault::undefined("this loopy bracket")),
        };
        let left = self.side(node, left, scope)?;
        let right = self.side(node, right, scope)?;
        self.nodes[node] = [left, right];
        Ok(())
    }

    fn side(&mut self, node: usize, options: &[Expr], scope: &Scope) -> Result<Vec<Target>, Fault> {
        let mut targets = Vec::new();
        for option in options {
            let label = match &option.kind {
                ExprKind::Name(name) => self.labels.iter().rev().find(|(label, _)| label == name),
                _ => None,
            };
            match (&option.kind, label) {
                (ExprKind::Pass, _) => targets.push(Target::Node(node)),
                (_, Some((_, node))) => targets.push(Target::Node(*node)),
                (
                    ExprKind::Form { .. } | ExprKind::Labelled { .. } | ExprKind::Impartial(_),
                    None,
                ) => {
                    let node = self.node(option, scope)?;
                    targets.push(Target::Node(node));
                }
                _ => {
                    let mentions = |(label, _): &(Arc<str>, usize)| mentions(option, label);
                    if self.labels.iter().any(mentions) {
                        return Err(Fault::undefined("a sum with a label in a bracket"));
                    }
                    for value in self.machine.side_values(std::slice::from_ref(option), scope)? {
                        targets.push(match value {
                            Value::Sum(sum) => Target::Other(sum.to_vec()),
                            Value::Number(_) | Value::Game(_) | Value::Form(_) => {
                                Target::Game(self.machine.game(&value)?)
                            }
                            other => {
                                return Err(Fault::wrong(
                                    Wrong::Value,
                                    format!("{} is no game", other.kind()),
                                ));
                            }
                        });
                    }
                }
            }
        }
        Ok(targets)
    }
}
