//! Rules that are Hackenbush: whoever moves cuts an edge, and what is no longer connected with the ground is gone.
//!
//! Knows: rules in normal form, and what builtins make of graphs. Must not know: values of pictures.
//!
//! Let e be an edge of a graph G without directions. Rules can ask for its label, and whether it is grounded: connected with
//! vertex 0. So there are few cases, and in each of them all expressions are evaluated with what is
//! known of their values (`Thing`): G itself, its grounded part, either of them without e, all vertices that are not
//! grounded there. An expression that depends on anything else, as on the number of a vertex, has no value here, and
//! then nothing is claimed.
//!
//! Proof: by induction on expressions, a value that is found is the value in every graph and for every edge of the case.
//! So the options of a player are found for every graph: for each edge in some of the cases, G without e, or the grounded
//! part of that. Let edges that are not grounded never be cut. They do not matter then, nor does it matter whether they
//! are there: no edge becomes grounded, and the grounded edges have the options of Hackenbush. Let edges be cut that
//! are not grounded, and each option be a grounded part. Then a graph without such edges has the options of Hackenbush, and
//! options are such graphs again ([`Cuts::whole`]). In all other cases nothing is claimed. Nor is it where `parts` states
//! other parts than components: the author may mean something else.

use std::sync::Arc;

use super::normal::exists_of;
use super::{MORE_STACK, RED_ZONE, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Alternative, Expr, ExprKind, Generator, Ruleset, Slot, Target};
use crate::syntax::ast::{BinaryOp, CompareOp, Mover, UnaryOp};
use crate::value::graph::{GROUND, Labels, label_value};
use crate::value::{Domain, Value};
use upstar_core::Player;

/// The labels of edges that each player may cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cuts {
    /// The labels of edges that each player may cut; `None` is that of graphs without labels.
    labels: [Vec<Option<char>>; 2],
    /// Whether a graph may have no edge that is not grounded.
    pub whole: bool,
}

impl Cuts {
    /// Whether a player may cut edges with this label.
    pub fn allow(&self, player: Player, label: Option<char>) -> bool {
        self.labels[player as usize].contains(&label)
    }
}

/// The edges that rules in normal form allow each player to cut; `None` if they are not known to be Hackenbush.
pub fn cuts(
    tree: &Ruleset,
    params: &[Domain],
    serves: &dyn Fn(Mover, Player) -> bool,
) -> Option<Cuts> {
    let [Domain::Graph(kind)] = params else { return None };
    if kind.directed || tree.turn.is_some() || !tree.parts.iter().all(|way| is_of_pieces(tree, way))
    {
        return None;
    }
    let labels: Vec<Option<char>> = match &kind.edges {
        Labels::Nothing => vec![None],
        Labels::Of(alphabet) => alphabet.characters().iter().copied().map(Some).collect(),
        Labels::Any => return None,
    };
    let mut cuts = Cuts { labels: Default::default(), whole: false };
    let mut all_fall = true;
    for player in [Player::Left, Player::Right] {
        for &label in &labels {
            for grounded in [true, false] {
                let mut reader = Reader {
                    graph: tree.family.len(),
                    label,
                    grounded,
                    things: vec![None; tree.slots],
                    moved: false,
                    piece: None,
                    found: Vec::new(),
                };
                for clause in tree.clauses.iter().filter(|clause| serves(clause.mover, player)) {
                    clause.alternatives.iter().try_for_each(|way| reader.way(way))?;
                }
                all_fall &= reader.found.iter().all(|graph| graph.extent == Extent::Grounded);
                match (reader.found.is_empty(), grounded) {
                    (true, _) => {}
                    (false, true) => cuts.labels[player as usize].push(label),
                    (false, false) => cuts.whole = true,
                }
            }
        }
    }
    (all_fall || !cuts.whole).then_some(cuts)
}

/// Whether stated parts are components of the graph, or its parts that meet in one vertex.
fn is_of_pieces(tree: &Ruleset, way: &Alternative) -> bool {
    let Alternative::Options { parts, gain: None, generators, .. } = way else { return false };
    let is_slot = |expr: &Expr, slot| matches!(expr.kind, ExprKind::Slot(at, _) if at == slot);
    match (&parts[..], &generators[..]) {
        ([part], [Generator::For { target: Target::Slot(piece), source }]) => {
            let is_of_graph =
                |args: &[Expr]| args.first().is_some_and(|arg| is_slot(arg, tree.family.len()));
            is_slot(part, *piece)
                && matches!(intrinsic_call(source), Some((Intrinsic::Components, args)) if is_of_graph(args))
        }
        _ => false,
    }
}

/// A graph's part of the graph of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    All,
    /// The part that is connected with vertex 0.
    Grounded,
    /// One of the parts of that which meet in vertex 0 only.
    Branch,
    /// A component without vertex 0.
    Elsewhere,
}

/// A graph that is made of that of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    extent: Extent,
    /// Whether the edge of the move is cut.
    cut: bool,
}

/// A vertex or an edge through which a filter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Item {
    of: Part,
    grounded: bool,
    /// Whether it is vertex 0.
    is_ground: bool,
}

/// A value, as far as it is known.
#[derive(Debug, Clone, PartialEq)]
enum Thing {
    Truth(bool),
    Number(i64),
    Text(Arc<str>),
    Graph(Part),
    /// The edge of the move.
    Moved,
    /// Its ends: both, the first, the second, or any one of them.
    Ends,
    First,
    Second,
    End,
    Vertex(Item),
    Edge(Item),
    /// The ends of an edge, and one of them.
    EndsOf(Item),
    EndOf(Item),
    Vertices(Part),
    Edges(Part),
    Branches(Part),
    Components(Part),
    /// All vertices, or all edges, that are not grounded.
    Fallen(Part),
    List(Vec<Thing>),
}

/// The moves of a case.
struct Reader {
    /// The slot of the graph.
    graph: Slot,
    /// The label of the edge of the move.
    label: Option<char>,
    /// Whether that edge is grounded.
    grounded: bool,
    things: Vec<Option<Thing>>,
    /// Whether the edge of the move is chosen.
    moved: bool,
    /// The part of the graph that is chosen, if any: the edge must be one of it.
    piece: Option<Extent>,
    /// The options.
    found: Vec<Part>,
}

impl Reader {
    fn way(&mut self, way: &Alternative) -> Option<()> {
        let Alternative::Options { parts, gain: None, generators, .. } = way else { return None };
        let [option] = &parts[..] else { return None };
        self.each(generators, option)
    }

    /// Finds the options for all bindings of generators.
    fn each(&mut self, generators: &[Generator], option: &Expr) -> Option<()> {
        let Some((generator, rest)) = generators.split_first() else {
            let Thing::Graph(graph @ Part { cut: true, .. }) = self.thing(option)? else {
                return None;
            };
            matches!(graph.extent, Extent::All | Extent::Grounded).then_some(())?;
            self.found.push(graph);
            return Some(());
        };
        let (target, source) = match generator {
            Generator::If(condition) => {
                return if self.truth(condition)? { self.each(rest, option) } else { Some(()) };
            }
            Generator::For { target, source } => (target, self.thing(source)?),
        };
        match source {
            Thing::Edges(graph) if !graph.cut && !self.moved => {
                self.piece.is_none_or(|piece| piece == graph.extent).then_some(())?;
                let is_there = match graph.extent {
                    Extent::All => true,
                    Extent::Grounded | Extent::Branch => self.grounded,
                    Extent::Elsewhere => !self.grounded,
                };
                if !is_there {
                    return Some(());
                }
                self.moved = true;
                self.bind_edge(target)?;
                self.each(rest, option)?;
                self.moved = false;
                Some(())
            }
            Thing::Branches(graph) if !graph.cut && !self.moved && self.piece.is_none() => {
                self.in_piece(target, Extent::Branch, rest, option)
            }
            Thing::Components(graph) if !graph.cut && !self.moved && self.piece.is_none() => {
                for extent in [Extent::Grounded, Extent::Elsewhere] {
                    self.in_piece(target, extent, rest, option)?;
                }
                Some(())
            }
            Thing::Text(signs) => signs.chars().try_for_each(|sign| {
                self.bind(target, Thing::Text(sign.to_string().into()))?;
                self.each(rest, option)
            }),
            Thing::List(things) => things.into_iter().try_for_each(|thing| {
                self.bind(target, thing)?;
                self.each(rest, option)
            }),
            Thing::Ends => {
                self.bind(target, Thing::End)?;
                self.each(rest, option)
            }
            _ => None,
        }
    }

    fn in_piece(
        &mut self,
        target: &Target,
        extent: Extent,
        rest: &[Generator],
        option: &Expr,
    ) -> Option<()> {
        self.piece = Some(extent);
        self.bind(target, Thing::Graph(Part { extent, cut: false }))?;
        self.each(rest, option)?;
        self.piece = None;
        Some(())
    }

    fn bind(&mut self, target: &Target, thing: Thing) -> Option<()> {
        let Target::Slot(slot) = target else { return None };
        *self.things.get_mut(*slot)? = Some(thing);
        Some(())
    }

    /// Binds the edge of the move: as a whole, or its ends and its label.
    fn bind_edge(&mut self, target: &Target) -> Option<()> {
        let Target::Tuple(targets, _) = target else { return self.bind(target, Thing::Moved) };
        let parts = self.parts_of_edge();
        (targets.len() == parts.len()).then_some(())?;
        targets.iter().zip(parts).try_for_each(|(target, part)| self.bind(target, part))
    }

    fn parts_of_edge(&self) -> Vec<Thing> {
        [Thing::First, Thing::Second].into_iter().chain(self.label()).collect()
    }

    fn label(&self) -> Option<Thing> {
        match label_value(self.label?) {
            Value::Text(text) => Some(Thing::Text(text)),
            Value::Number(number) => Some(Thing::Number(number.to_i64()?)),
            _ => None,
        }
    }

    fn truth(&mut self, expr: &Expr) -> Option<bool> {
        match self.thing(expr)? {
            Thing::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    /// The value of an expression, as far as it is known.
    fn thing(&mut self, expr: &Expr) -> Option<Thing> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.thing_here(expr))
    }

    fn thing_here(&mut self, expr: &Expr) -> Option<Thing> {
        match &expr.kind {
            ExprKind::Number(number) => Some(Thing::Number(number.to_i64()?)),
            ExprKind::Text(text) => Some(Thing::Text(text.clone())),
            ExprKind::Bool(truth) => Some(Thing::Truth(*truth)),
            ExprKind::Slot(slot, _) if *slot == self.graph => {
                Some(Thing::Graph(Part { extent: Extent::All, cut: false }))
            }
            ExprKind::Slot(slot, _) => self.things.get(*slot)?.clone(),
            ExprKind::List(items) | ExprKind::Set(items) => {
                Some(Thing::List(items.iter().map(|item| self.thing(item)).collect::<Option<_>>()?))
            }
            ExprKind::Tuple(items) => {
                let items: Vec<Thing> =
                    items.iter().map(|item| self.thing(item)).collect::<Option<_>>()?;
                (items == self.parts_of_edge()).then_some(Thing::Moved)
            }
            ExprKind::Unary(UnaryOp::Not, inner) => Some(Thing::Truth(!self.truth(inner)?)),
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right, .. } => {
                let left = self.truth(left)?;
                let is_decided = left == (*op == BinaryOp::Or);
                Some(Thing::Truth(if is_decided { left } else { self.truth(right)? }))
            }
            ExprKind::Compare { first, rest } => self.compared(first, rest),
            ExprKind::If { condition, then, otherwise } => {
                let branch = if self.truth(condition)? { then } else { otherwise };
                self.thing(branch)
            }
            ExprKind::Let { slot, value, body } => {
                let value = self.thing(value)?;
                self.bind(&Target::Slot(*slot), value)?;
                self.thing(body)
            }
            ExprKind::Index { base, indices } => match (self.thing(base)?, &indices[..]) {
                (Thing::Moved, [place]) => {
                    let Thing::Number(place) = self.thing(place)? else { return None };
                    let place = usize::try_from(place).ok()?.checked_sub(1)?;
                    self.parts_of_edge().into_iter().nth(place)
                }
                (Thing::List(things), [place]) => {
                    let Thing::Number(place) = self.thing(place)? else { return None };
                    things.into_iter().nth(usize::try_from(place).ok()?.checked_sub(1)?)
                }
                _ => None,
            },
            ExprKind::Comprehension { element, generators, .. } => {
                self.filtered(element, generators)
            }
            ExprKind::Call { .. } => {
                if let Some(generators) = exists_of(expr) {
                    return self.exists(generators);
                }
                let (function, args) = intrinsic_call(expr)?;
                self.call(function, args)
            }
            _ => None,
        }
    }

    fn compared(
        &mut self,
        first: &Expr,
        rest: &[(CompareOp, crate::source::Span, Expr)],
    ) -> Option<Thing> {
        let mut left = self.thing(first)?;
        for (op, _, right) in rest {
            let right = self.thing(right)?;
            if !self.comparison(*op, &left, &right)? {
                return Some(Thing::Truth(false));
            }
            left = right;
        }
        Some(Thing::Truth(true))
    }

    fn comparison(&self, op: CompareOp, left: &Thing, right: &Thing) -> Option<bool> {
        match op {
            CompareOp::Equal => equal(left, right),
            CompareOp::NotEqual => Some(!equal(left, right)?),
            CompareOp::In => self.is_in(left, right),
            CompareOp::NotIn => Some(!self.is_in(left, right)?),
            _ => None,
        }
    }

    fn is_in(&self, one: &Thing, all: &Thing) -> Option<bool> {
        match (one, all) {
            (Thing::Text(one), Thing::Text(all)) => Some(all.contains(&**one)),
            (one, Thing::List(all)) => {
                let mut found = false;
                for other in all {
                    found |= equal(one, other)?;
                }
                Some(found)
            }
            (Thing::Number(0), Thing::Vertices(graph)) => Some(graph.extent != Extent::Elsewhere),
            (Thing::Vertex(item) | Thing::EndOf(item), Thing::Vertices(graph)) => {
                (graph.extent == Extent::Grounded && graph.cut == item.of.cut)
                    .then_some(item.grounded)
            }
            (Thing::First | Thing::Second | Thing::End, Thing::Vertices(graph)) => {
                (graph.extent == Extent::Grounded && !graph.cut).then_some(self.grounded)
            }
            (Thing::Moved, Thing::Edges(graph)) => {
                (graph.extent == Extent::Grounded && !graph.cut).then_some(self.grounded)
            }
            _ => None,
        }
    }

    /// Whether a condition holds for some element.
    fn exists(&mut self, generators: &[Generator]) -> Option<Thing> {
        let [Generator::For { target, source }, conditions @ ..] = generators else { return None };
        let things = match self.thing(source)? {
            Thing::Ends => vec![Thing::End],
            Thing::EndsOf(item) => vec![Thing::EndOf(item)],
            Thing::Text(signs) => {
                signs.chars().map(|sign| Thing::Text(sign.to_string().into())).collect()
            }
            Thing::List(things) => things,
            _ => return None,
        };
        let mut found = false;
        for thing in things {
            self.bind(target, thing)?;
            found |= self.holds(conditions)?;
        }
        Some(Thing::Truth(found))
    }

    /// Whether conditions hold, each asked only where those before it do.
    fn holds(&mut self, conditions: &[Generator]) -> Option<bool> {
        for condition in conditions {
            let Generator::If(condition) = condition else { return None };
            if !self.truth(condition)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// `[w for w in g.vertices if not g.connected(0, w)]`, and the same of edges; `[h for h in g.components if 0 in h.vertices]`.
    fn filtered(&mut self, element: &Expr, generators: &[Generator]) -> Option<Thing> {
        let [Generator::For { target: target @ Target::Slot(slot), source }, conditions @ ..] =
            generators
        else {
            return None;
        };
        matches!(element.kind, ExprKind::Slot(of, _) if of == *slot).then_some(())?;
        match self.thing(source)? {
            Thing::Vertices(of) => {
                let item = |grounded, is_ground| Thing::Vertex(Item { of, grounded, is_ground });
                let cases = [item(true, true), item(true, false), item(false, false)];
                self.chosen(target, cases, conditions, [false, false, true])?;
                Some(Thing::Fallen(of))
            }
            Thing::Edges(of) if of.cut => {
                let item = |grounded| Thing::Edge(Item { of, grounded, is_ground: false });
                self.chosen(target, [item(true), item(false)], conditions, [false, true])?;
                Some(Thing::Fallen(of))
            }
            Thing::Components(of) => {
                let part = |extent| Thing::Graph(Part { extent, ..of });
                let cases = [part(Extent::Grounded), part(Extent::Elsewhere)];
                self.chosen(target, cases, conditions, [true, false])?;
                Some(Thing::List(vec![part(Extent::Grounded)]))
            }
            _ => None,
        }
    }

    /// Whether conditions choose just these cases.
    fn chosen<const N: usize>(
        &mut self,
        target: &Target,
        cases: [Thing; N],
        conditions: &[Generator],
        expected: [bool; N],
    ) -> Option<()> {
        for (case, expected) in cases.into_iter().zip(expected) {
            self.bind(target, case)?;
            (self.holds(conditions)? == expected).then_some(())?;
        }
        Some(())
    }

    fn call(&mut self, function: Intrinsic, args: &[Expr]) -> Option<Thing> {
        let things: Vec<Thing> = args.iter().map(|arg| self.thing(arg)).collect::<Option<_>>()?;
        let unit = |thing: &Thing| match thing {
            Thing::List(things) => match &things[..] {
                [one] => one.clone(),
                _ => Thing::List(things.clone()),
            },
            thing => thing.clone(),
        };
        Some(match (function, &things[..]) {
            (Intrinsic::Label, [Thing::Moved]) => self.label()?,
            (Intrinsic::From, [Thing::Moved]) => Thing::First,
            (Intrinsic::To, [Thing::Moved]) => Thing::Second,
            (Intrinsic::Ends, [Thing::Moved]) => Thing::Ends,
            (Intrinsic::From | Intrinsic::To, [Thing::Edge(item)]) => Thing::EndOf(*item),
            (Intrinsic::Ends, [Thing::Edge(item)]) => Thing::EndsOf(*item),
            (Intrinsic::List | Intrinsic::Set, [thing]) => thing.clone(),
            (Intrinsic::Vertices, [Thing::Graph(graph)]) => Thing::Vertices(*graph),
            (Intrinsic::Edges, [Thing::Graph(graph)]) => Thing::Edges(*graph),
            (Intrinsic::Components, [Thing::Graph(graph)]) => Thing::Components(*graph),
            (Intrinsic::Components, [Thing::Graph(graph), Thing::Number(0)])
                if graph.extent == Extent::All || graph.extent == Extent::Grounded =>
            {
                Thing::Branches(*graph)
            }
            (Intrinsic::Connected, [Thing::Graph(graph), one, other]) => {
                Thing::Truth(self.connected(*graph, one, other)?)
            }
            (Intrinsic::Cut, [Thing::Graph(graph), Thing::Moved]) if self.has(*graph) => {
                Thing::Graph(Part { extent: Extent::Grounded, cut: true })
            }
            (Intrinsic::Remove, [Thing::Graph(graph), what]) => match unit(what) {
                Thing::Moved if self.has(*graph) => Thing::Graph(Part { cut: true, ..*graph }),
                Thing::Fallen(of) if of == *graph && graph.extent == Extent::All => {
                    Thing::Graph(Part { extent: Extent::Grounded, ..*graph })
                }
                Thing::Fallen(of) if of == *graph && graph.extent == Extent::Grounded => {
                    Thing::Graph(*graph)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Whether a graph has the edge of the move, and all that is grounded.
    fn has(&self, graph: Part) -> bool {
        let Part { extent, cut } = graph;
        !cut && (extent == Extent::All || extent == Extent::Grounded && self.grounded)
    }

    /// Whether a vertex is connected with vertex 0 in a graph.
    fn connected(&self, graph: Part, one: &Thing, other: &Thing) -> Option<bool> {
        let is_ground = |thing: &Thing| match thing {
            Thing::Number(number) => *number == i64::from(GROUND),
            Thing::Vertex(item) => item.is_ground,
            _ => false,
        };
        let vertex = match (is_ground(one), is_ground(other)) {
            (true, true) => return Some(true),
            (true, false) => other,
            (false, true) => one,
            (false, false) => return None,
        };
        match vertex {
            Thing::First | Thing::Second | Thing::End => {
                (!graph.cut && graph.extent == Extent::All).then_some(self.grounded)
            }
            Thing::Vertex(item) | Thing::EndOf(item) => (item.of == graph).then_some(item.grounded),
            _ => None,
        }
    }
}

/// Whether two values are equal, where both are known.
fn equal(left: &Thing, right: &Thing) -> Option<bool> {
    match (left, right) {
        (Thing::Text(left), Thing::Text(right)) => Some(left == right),
        (Thing::Number(left), Thing::Number(right)) => Some(left == right),
        (Thing::Truth(left), Thing::Truth(right)) => Some(left == right),
        (Thing::Vertex(item), Thing::Number(0)) | (Thing::Number(0), Thing::Vertex(item)) => {
            Some(item.is_ground)
        }
        _ => None,
    }
}
