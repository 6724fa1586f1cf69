//! Games as questions about forms see them.
//!
//! Knows: `form(G)` means the brackets as typed, which may refer to each other; a position has the moves of
//! its rules; any other game means its canonical form.
//!
//! Games played by their form have one type here, whether they are short, loopy or positions. So a compound, or a
//! list of followers, is one loop for all.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use upstar_core::loopy::Loopy;
use upstar_core::short::{self, Compound, FormId, Forms, Pair};
use upstar_core::solve::{self, Playable, Sum, Unsolved};
use upstar_core::{Budget, Game, Player, Store};

use crate::diagnostic::Code;
use crate::value::affine;
use crate::value::host::Host;
use crate::value::loopy::{self, LoopyBracket, Node};
use crate::value::{self, Fault, Result, Value, moves, nimbers, show, worth};

/// Component of a compound, or game whose moves are listed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Component {
    /// A form as typed, or a canonical form.
    Form(FormId),
    /// A position or a sum of positions.
    Position(Value),
    /// A loopy game in its canonical form.
    Loopy(Arc<Loopy>),
    /// A bracket of a graph as typed, by the numbers of the graph and of its class there.
    Bracket(usize, usize),
}

/// Graph of brackets as typed, with equal brackets in one class.
struct Typed {
    bracket: Arc<LoopyBracket>,
    /// Class of each vertex.
    classes: Vec<usize>,
    /// First vertex of each class.
    first: Vec<u32>,
    /// Components at the vertices that are no brackets.
    leaves: Vec<Option<Component>>,
}

/// Components that were converted; each bracket is turned into a form once.
pub(super) struct Components<'h> {
    host: &'h mut dyn Host,
    forms: Forms,
    /// Forms of brackets by their address. The brackets are kept, so that no other gets the address.
    known: FxHashMap<usize, (FormId, Arc<value::Form>)>,
    /// First bracket of each form, by the index of the form.
    first: Vec<Arc<value::Form>>,
    graphs: Vec<Typed>,
}

impl<'h> Components<'h> {
    pub(super) fn new(host: &'h mut dyn Host) -> Self {
        Components {
            host,
            forms: Forms::default(),
            known: FxHashMap::default(),
            first: Vec::new(),
            graphs: Vec::new(),
        }
    }

    pub(super) fn store(&self) -> Store {
        self.host.store()
    }

    pub(super) fn forms(&self) -> &Forms {
        &self.forms
    }

    pub(super) fn component(&mut self, value: &Value) -> Result<Component> {
        Ok(match value {
            Value::Position(_) | Value::Sum(_) => {
                affine::refuse(value)?;
                Component::Position(value.clone())
            }
            Value::Loopy(loopy) => Component::Loopy(loopy.clone()),
            Value::LoopyBracket(bracket) if bracket.is_as_typed() => self.bracket(bracket)?,
            Value::LoopyBracket(bracket) => return self.component(bracket.value()),
            other => Component::Form(self.form(other)?),
        })
    }

    /// Component of a bracket of a graph as typed; the graph is added to those known.
    fn bracket(&mut self, bracket: &Arc<LoopyBracket>) -> Result<Component> {
        let nodes = bracket.nodes();
        let same = |graph: &Typed| std::ptr::eq(graph.bracket.nodes(), nodes);
        let graph = match self.graphs.iter().position(same) {
            Some(graph) => graph,
            None => {
                let mut leaves = Vec::with_capacity(nodes.len());
                for (vertex, node) in (0..).zip(nodes) {
                    leaves.push(match node {
                        Node::Bracket(_) => None,
                        Node::Value(_) => {
                            let values = bracket.at(self.host, &[vertex])?;
                            let [value] = &values[..] else { panic!("one value for each vertex") };
                            Some(self.component(value)?)
                        }
                    });
                }
                let classes = alike(nodes, &leaves, self.store().budget())?;
                let mut first = Vec::new();
                for (vertex, class) in (0..).zip(&classes) {
                    if *class == first.len() {
                        first.push(vertex);
                    }
                }
                self.graphs.push(Typed { bracket: bracket.clone(), classes, first, leaves });
                self.graphs.len() - 1
            }
        };
        let known = &self.graphs[graph];
        Ok(known.component(graph, bracket.root()))
    }

    /// Form of a value: as typed for `form(G)`, otherwise the canonical form.
    pub(super) fn form(&mut self, value: &Value) -> Result<FormId> {
        match value {
            Value::Typed(typed) => self.typed(typed),
            Value::LoopyBracket(bracket) if bracket.is_as_typed() => {
                Err(loopy::only_short(&self.store(), value))
            }
            other => Ok(FormId::Canonical(worth::game(self.host, other)?)),
        }
    }

    /// Form of a bracket as typed. Recurses no deeper than values are nested.
    fn typed(&mut self, typed: &Arc<value::Form>) -> Result<FormId> {
        if let Some((form, _)) = self.known.get(&Arc::as_ptr(typed).addr()) {
            return Ok(*form);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (player, side) in [Player::Left, Player::Right].into_iter().zip(&mut sides) {
            for (option, worth) in typed.options(player) {
                side.push(match (option, worth) {
                    (Value::Form(inner) | Value::Typed(inner), _) => {
                        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.typed(inner))?
                    }
                    (_, Some(worth)) => FormId::Canonical(worth),
                    (other, None) => FormId::Canonical(worth::game(self.host, other)?),
                });
            }
        }
        let form = self.forms.form(&self.store(), &sides[0], &sides[1])?;
        if matches!(form, FormId::Given(place) if place as usize == self.first.len()) {
            self.first.push(typed.clone());
        }
        self.known.insert(Arc::as_ptr(typed).addr(), (form, typed.clone()));
        Ok(form)
    }

    /// Value of a component.
    pub(super) fn value(&mut self, play: &Component) -> Result<Value> {
        Ok(match play {
            Component::Form(FormId::Canonical(game)) => Value::of_game(&self.store(), *game),
            Component::Form(FormId::Given(place)) => {
                Value::Typed(self.first[*place as usize].clone())
            }
            Component::Position(value) => value.clone(),
            Component::Loopy(loopy) => Value::Loopy(loopy.clone()),
            Component::Bracket(graph, class) => {
                let graph = &self.graphs[*graph];
                let mut values = graph.bracket.at(self.host, &graph.first[*class..=*class])?;
                values.swap_remove(0)
            }
        })
    }
}

impl Typed {
    /// Component at a vertex of the graph with this number.
    fn component(&self, number: usize, vertex: u32) -> Component {
        match &self.leaves[vertex as usize] {
            Some(leaf) => leaf.clone(),
            None => Component::Bracket(number, self.classes[vertex as usize]),
        }
    }
}

/// Class of each vertex, numbered in the order of the vertices: two vertices are in one class if their
/// options are in the same classes.
///
/// Source: colour refinement. Cost: O(rounds * edges), at most as many rounds as vertices.
fn alike(nodes: &[Node], leaves: &[Option<Component>], budget: &Budget) -> Result<Vec<usize>> {
    let mut known: FxHashMap<&Option<Component>, usize> = FxHashMap::default();
    let mut classes: Vec<usize> = Vec::with_capacity(nodes.len());
    for leaf in leaves {
        let next = known.len();
        classes.push(*known.entry(leaf).or_insert(next));
    }
    let mut count = known.len();
    loop {
        let mut known: FxHashMap<(usize, [Vec<usize>; 2]), usize> = FxHashMap::default();
        let mut finer = Vec::with_capacity(nodes.len());
        for (node, class) in nodes.iter().zip(&classes) {
            let mut sides = [Vec::new(), Vec::new()];
            if let Node::Bracket(options) = node {
                for (side, options) in sides.iter_mut().zip(options) {
                    for option in options {
                        budget.step()?;
                        side.push(classes[*option as usize]);
                    }
                    side.sort_unstable();
                    side.dedup();
                }
            }
            let next = known.len();
            finer.push(*known.entry((*class, sides)).or_insert(next));
        }
        if known.len() == count {
            return Ok(finer);
        }
        (classes, count) = (finer, known.len());
    }
}

impl Components<'_> {
    /// Options of a player, in a fixed order.
    pub(super) fn moves(&mut self, part: &Component, player: Player) -> Result<Vec<Component>> {
        match part {
            Component::Form(form) => {
                let options = self.forms.options(&self.store(), *form, player)?;
                Ok(options.into_iter().map(Component::Form).collect())
            }
            Component::Position(value) => {
                let options = moves::moves(self.host, value, player)?;
                options.iter().map(|option| self.component(option)).collect()
            }
            Component::Loopy(loopy) => {
                let options = loopy::options(&self.store(), loopy, player)?;
                options.iter().map(|option| self.component(option)).collect()
            }
            Component::Bracket(number, class) => {
                let graph = &self.graphs[*number];
                let Node::Bracket(sides) = &graph.bracket.nodes()[graph.first[*class] as usize]
                else {
                    return Ok(Vec::new());
                };
                let side = &sides[usize::from(player == Player::Right)];
                Ok(side.iter().map(|vertex| graph.component(*number, *vertex)).collect())
            }
        }
    }

    /// Whether both players have the same options.
    pub(super) fn is_impartial(&mut self, part: &Component) -> bool {
        match part {
            Component::Form(FormId::Canonical(game)) => self.store().as_nimber(*game).is_some(),
            Component::Form(FormId::Given(_)) | Component::Loopy(_) | Component::Bracket(..) => {
                false
            }
            Component::Position(value) => nimbers::both_alike(self.host, value),
        }
    }

    /// Fault of pairs that lead to each other.
    fn repeating(&mut self, cycle: &[Pair<Component>]) -> Fault {
        let store = self.store();
        let shown: Vec<String> = cycle
            .iter()
            .chain(cycle.first())
            .take(6)
            .flat_map(|(g, h)| [g, h])
            .filter(|play| !matches!(play, Component::Form(_)))
            .filter_map(|play| show::value(&store, &self.value(play).ok()?).ok())
            .collect();
        Fault::new(Code::Repeats, "the play can return to a position it has left")
            .note(format!("the positions: {}", shown.join(", ")))
            .note("such games are loopy, and this compound of them has no value yet")
    }
}

/// The components as a ruleset.
struct Played<'c, 'h>(Mutex<&'c mut Components<'h>>);

impl Playable for Played<'_, '_> {
    type Position = Component;
    type Error = Fault;

    fn options(&self, component: &Component, player: Player) -> Result<Vec<Sum<Component>>> {
        let moves = self.0.lock().moves(component, player)?;
        Ok(moves.into_iter().map(|to| vec![solve::Component::Position(to)]).collect())
    }

    fn is_impartial(&self, component: &Component) -> bool {
        self.0.lock().is_impartial(component)
    }
}

/// The value of a compound of two components.
pub(super) fn compound(
    components: &mut Components<'_>,
    how: Compound,
    pair: Pair<Component>,
) -> Result<Game> {
    let (store, played) = (components.store(), Played(Mutex::new(components)));
    short::compound(&store, how, pair, &played).map_err(|stuck| match stuck {
        Unsolved::Failed(fault) => fault,
        Unsolved::Repeats(cycle) => played.0.lock().repeating(&cycle),
    })
}

/// Followers of a value: by the rules for positions, otherwise those of its form.
pub(super) fn followers(host: &mut dyn Host, value: &Value) -> Result<Vec<Value>> {
    let mut components = Components::new(host);
    let play = components.component(value)?;
    let budget = components.store().budget().clone();
    let found =
        upstar_core::followers(&budget, play, |play, player| components.moves(play, player))?;
    found.iter().map(|play| components.value(play)).collect()
}

/// Answer of `ask` about the form of a value.
pub(super) fn of_form<T>(
    host: &mut dyn Host,
    value: &Value,
    ask: impl Fn(&Forms, &Store, FormId) -> std::result::Result<T, upstar_core::Error>,
) -> Result<T> {
    let mut components = Components::new(host);
    let form = components.form(value)?;
    Ok(ask(components.forms(), &components.store(), form)?)
}

/// Canonical forms of two components, if both have them.
pub(super) fn canonical(pair: &Pair<Component>) -> Option<(Game, Game)> {
    match pair {
        (Component::Form(FormId::Canonical(g)), Component::Form(FormId::Canonical(h))) => {
            Some((*g, *h))
        }
        _ => None,
    }
}
