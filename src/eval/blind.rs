//! Whether a ruleset about graphs is blind to the numbers of vertices.
//!
//! Then graphs that differ in the numbers only have the same value, and a position may be given
//! others. A ruleset is blind when its expressions use vertices and edges as nothing but vertices
//! and edges of the graph: they are listed, compared for equality, and asked for labels and
//! neighbours. Everything else, such as `p + 1`, `p < q`, `edges[1]` or a call of a function of
//! the program, makes it not blind.

use super::Machine;
use crate::builtins;
use crate::resolve::tree::{
    Alternative, Expr, ExprKind, Generator, PositionKind, Ruleset, Slot, Target,
};
use crate::syntax::ast::{BinaryOp, CompareOp, ParamKind};

/// How a ruleset is blind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Blind {
    /// Whether it knows the ground, vertex 0.
    pub(super) rooted: bool,
}

/// What an expression gives, as far as numbers of vertices matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Graph,
    Vertex,
    Edge,
    /// Something that tells nothing of the numbers: a label, a truth value, a count.
    Plain,
    Graphs,
    Vertices,
    Edges,
    Plains,
    /// A collection that is empty.
    Nothing,
}

impl Kind {
    /// The kind of the elements.
    fn element(self) -> Option<Kind> {
        match self {
            Kind::Graphs => Some(Kind::Graph),
            Kind::Vertices => Some(Kind::Vertex),
            Kind::Edges => Some(Kind::Edge),
            Kind::Plains => Some(Kind::Plain),
            _ => None,
        }
    }

    /// The kind of a collection of these.
    fn collected(self) -> Option<Kind> {
        match self {
            Kind::Graph => Some(Kind::Graphs),
            Kind::Vertex => Some(Kind::Vertices),
            Kind::Edge => Some(Kind::Edges),
            Kind::Plain => Some(Kind::Plains),
            _ => None,
        }
    }

    fn is_collection(self) -> bool {
        self == Kind::Nothing || self.element().is_some()
    }
}

impl Machine<'_> {
    /// Whether and how a ruleset is blind.
    pub(super) fn blind(&mut self, ruleset: &crate::value::Ruleset) -> Option<Blind> {
        let known = self.world.blind.entry(ruleset.id);
        *known.or_insert_with(|| blind(&ruleset.tree))
    }
}

fn blind(tree: &Ruleset) -> Option<Blind> {
    let (PositionKind::Graph, [param]) = (&tree.position, &tree.params[..]) else { return None };
    let Some(ParamKind::Graph { directed, .. }) = param.kind else { return None };
    let mut slots = vec![None; tree.slots];
    slots[..tree.family.len()].fill(Some(Kind::Plain));
    slots[tree.family.len()] = Some(Kind::Graph);
    let mut reader = Reader { slots, directed, rooted: false };
    let ways = tree.clauses.iter().flat_map(|clause| &clause.alternatives).chain(&tree.parts);
    for way in ways {
        let Alternative::Options { parts, generators, .. } = way else { return None };
        reader.generators(generators)?;
        for part in parts {
            let kind = reader.kind(part)?;
            matches!(kind, Kind::Graph | Kind::Plain).then_some(())?;
        }
    }
    Some(Blind { rooted: reader.rooted })
}

/// Finds the kinds of expressions; gives up where one is not known to be blind.
struct Reader {
    /// The kinds of what is in the slots.
    slots: Vec<Option<Kind>>,
    directed: bool,
    /// Whether vertex 0 was mentioned.
    rooted: bool,
}

impl Reader {
    fn generators(&mut self, generators: &[Generator]) -> Option<()> {
        for generator in generators {
            match generator {
                Generator::For { target: Target::Slot(slot), source } => {
                    let element = self.kind(source)?.element()?;
                    self.bind(*slot, element);
                }
                Generator::For { .. } => return None,
                Generator::If(condition) => self.plain(condition)?,
            }
        }
        Some(())
    }

    fn bind(&mut self, slot: Slot, kind: Kind) {
        self.slots[slot] = Some(kind);
    }

    fn plain(&mut self, expr: &Expr) -> Option<()> {
        self.is(expr, Kind::Plain)
    }

    /// Whether an expression is of a kind; 0 is the ground where a vertex is needed.
    fn is(&mut self, expr: &Expr, kind: Kind) -> Option<()> {
        if let (ExprKind::Number(number), Kind::Vertex) = (&expr.kind, kind) {
            self.rooted = true;
            return number.is_zero().then_some(());
        }
        (self.kind(expr)? == kind).then_some(())
    }

    fn kind(&mut self, expr: &Expr) -> Option<Kind> {
        stacker::maybe_grow(super::RED_ZONE, super::MORE_STACK, || self.kind_of(expr))
    }

    fn kind_of(&mut self, expr: &Expr) -> Option<Kind> {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) | ExprKind::Game(_) => {
                Some(Kind::Plain)
            }
            ExprKind::Slot(slot, _) => self.slots[*slot],
            ExprKind::Nimber(inner) | ExprKind::Unary(_, inner) => {
                self.plain(inner)?;
                Some(Kind::Plain)
            }
            ExprKind::Range(first, last) => {
                self.plain(first)?;
                self.plain(last)?;
                Some(Kind::Plains)
            }
            ExprKind::List(items) | ExprKind::Set(items) => self.collection(items),
            ExprKind::Comprehension { element, generators, .. } => {
                self.generators(generators)?;
                self.kind(element)?.collected()
            }
            ExprKind::Binary { op, left, right, .. } => self.binary(*op, left, right),
            ExprKind::Compare { first, rest } => {
                let mut before = &**first;
                for (op, _, next) in rest {
                    self.compared(*op, before, next)?;
                    before = next;
                }
                Some(Kind::Plain)
            }
            ExprKind::If { condition, then, otherwise } => {
                self.plain(condition)?;
                let kind = self.kind(then)?;
                self.is(otherwise, kind)?;
                Some(kind)
            }
            ExprKind::Index { base, indices } => {
                let [vertex] = &indices[..] else { return None };
                self.is(base, Kind::Graph)?;
                self.is(vertex, Kind::Vertex)?;
                Some(Kind::Plain)
            }
            ExprKind::Call { callee, args } => match callee.kind {
                ExprKind::Builtin(place) => self.call(builtins::row(place).name, args),
                _ => None,
            },
            _ => None,
        }
    }

    fn collection(&mut self, items: &[Expr]) -> Option<Kind> {
        let Some((first, rest)) = items.split_first() else { return Some(Kind::Nothing) };
        let kind = self.kind(first)?;
        for item in rest {
            self.is(item, kind)?;
        }
        kind.collected()
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Kind> {
        match (op, self.kind(left)?, self.kind(right)?) {
            (_, Kind::Plain, Kind::Plain) => Some(Kind::Plain),
            (BinaryOp::Add, kind, Kind::Nothing) | (BinaryOp::Add, Kind::Nothing, kind) => {
                kind.is_collection().then_some(kind)
            }
            (BinaryOp::Add, a, b) if a == b && a.is_collection() => Some(a),
            _ => None,
        }
    }

    fn compared(&mut self, op: CompareOp, left: &Expr, right: &Expr) -> Option<()> {
        if let ExprKind::Number(_) = left.kind
            && !matches!(right.kind, ExprKind::Number(_))
        {
            return match op {
                CompareOp::Equal | CompareOp::NotEqual => self.compared(op, right, left),
                CompareOp::In | CompareOp::NotIn => {
                    let element = self.kind(right)?.element()?;
                    self.is(left, element)
                }
                _ => self.plain(right),
            };
        }
        let kind = self.kind(left)?;
        match op {
            CompareOp::Equal | CompareOp::NotEqual => {
                let single = matches!(kind, Kind::Vertex | Kind::Edge | Kind::Plain);
                single.then_some(())?;
                self.is(right, kind)
            }
            CompareOp::In | CompareOp::NotIn => match self.kind(right)? {
                Kind::Plain => (kind == Kind::Plain).then_some(()),
                Kind::Nothing => Some(()),
                collection => (collection.element()? == kind).then_some(()),
            },
            _ => {
                (kind == Kind::Plain).then_some(())?;
                self.plain(right)
            }
        }
    }

    /// A function of the language, by its name.
    fn call(&mut self, name: &str, args: &[Expr]) -> Option<Kind> {
        match (name, args) {
            ("vertices", [graph]) => self.of_graph(graph, Kind::Vertices),
            ("edges", [graph]) => self.of_graph(graph, Kind::Edges),
            ("components", [graph]) => self.of_graph(graph, Kind::Graphs),
            ("components", [graph, at]) => self.at(graph, at, Kind::Graphs),
            ("neighbours", [graph, at]) => self.at(graph, at, Kind::Vertices),
            ("degree", [graph, at]) => self.at(graph, at, Kind::Plain),
            ("cut", [graph, edge]) => {
                self.rooted = true;
                self.is(graph, Kind::Graph)?;
                self.is(edge, Kind::Edge)?;
                Some(Kind::Graph)
            }
            ("remove", [graph, what]) => {
                self.is(graph, Kind::Graph)?;
                if let ExprKind::Number(_) = what.kind {
                    self.is(what, Kind::Vertex)?;
                    return Some(Kind::Graph);
                }
                let what = self.kind(what)?;
                let parts = [Kind::Vertex, Kind::Edge, Kind::Vertices, Kind::Edges, Kind::Nothing];
                parts.contains(&what).then_some(Kind::Graph)
            }
            ("with", [graph, changes]) => {
                let ExprKind::Map(entries) = &changes.kind else { return None };
                self.is(graph, Kind::Graph)?;
                for (vertex, label) in entries {
                    let list = matches!(vertex.kind, ExprKind::Comprehension { .. });
                    self.is(vertex, if list { Kind::Vertices } else { Kind::Vertex })?;
                    self.plain(label)?;
                }
                Some(Kind::Graph)
            }
            ("label", [edge]) => self.of_edge(edge, Kind::Plain),
            ("ends", [edge]) => self.of_edge(edge, Kind::Vertices),
            // Without a direction these are the end with the smaller number, and the other.
            ("from" | "to", [edge]) if self.directed => self.of_edge(edge, Kind::Vertex),
            ("length", [items]) => self.kind(items)?.is_collection().then_some(Kind::Plain),
            ("list" | "set", [items]) => {
                let kind = self.kind(items)?;
                kind.is_collection().then_some(kind)
            }
            ("all" | "any", [truths]) => {
                let kind = self.kind(truths)?;
                matches!(kind, Kind::Plains | Kind::Nothing).then_some(Kind::Plain)
            }
            _ => None,
        }
    }

    fn of_graph(&mut self, graph: &Expr, kind: Kind) -> Option<Kind> {
        self.is(graph, Kind::Graph)?;
        Some(kind)
    }

    fn at(&mut self, graph: &Expr, vertex: &Expr, kind: Kind) -> Option<Kind> {
        self.is(graph, Kind::Graph)?;
        self.is(vertex, Kind::Vertex)?;
        Some(kind)
    }

    fn of_edge(&mut self, edge: &Expr, kind: Kind) -> Option<Kind> {
        self.is(edge, Kind::Edge)?;
        Some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::{self, Names, tree};
    use crate::source::SourceMap;
    use crate::syntax;

    /// Nothing but builtins has a name.
    struct Builtins;

    impl Names for Builtins {
        fn global(&self, name: &str) -> Option<tree::Global> {
            (name == "f").then_some(0)
        }

        fn declare(&mut self, _: &str) -> tree::Global {
            1
        }

        fn builtin(&self, name: &str) -> Option<u16> {
            builtins::find(name)
        }

        fn all(&self) -> Vec<String> {
            Vec::new()
        }
    }

    fn of(position: &str, clauses: &str) -> Option<Blind> {
        let text = format!("game G(k)({position}) {{ {clauses} }}");
        let id = SourceMap::default().add("test", text.clone());
        let program = syntax::parse_file(id, &text).unwrap();
        let program = resolve::resolve(&program.statements, &mut Builtins).unwrap();
        match &program.statements[0].kind {
            tree::StatementKind::Ruleset { ruleset, .. } => blind(ruleset),
            _ => None,
        }
    }

    #[test]
    fn rules_in_the_words_of_graphs_are_blind() {
        let blind = Some(Blind { rooted: false });
        let rooted = Some(Blind { rooted: true });
        for (clauses, expected) in [
            ("move g.remove([p] + g.neighbours(p)) for p in g.vertices", blind),
            ("move g.remove(list(e.ends)) for e in g.edges if g.degree(1 - 1) > 0", None),
            (
                "left g.cut(e) for e in g.edges if e.label in \"bg\"; parts h for h in g.components(0)",
                rooted,
            ),
            ("move g.remove(p) for p in g.vertices if p != 0 and g[p] != \"x\"", rooted),
            ("move g.remove(p) for p in g.vertices if 0 not in g.neighbours(p)", rooted),
            ("move g.with({p: \"x\"}) for p in g.vertices if k <= g.degree(p) < 3", blind),
            ("move g.with({[q for q in g.neighbours(p)]: \"x\"}) for p in g.vertices", blind),
            ("move h for e in g.edges for h in [g.remove(e)] if length(h.components) == 1", blind),
        ] {
            assert_eq!(of("g: graph of \"bg\" on \".x\"", clauses), expected, "{clauses}");
        }
    }

    #[test]
    fn rules_that_look_at_numbers_are_not_blind() {
        for clauses in [
            "move g.remove(p) for p in g.vertices if p > 1",
            "move g.remove(p) for p in g.vertices if p == 3",
            "move g.remove(p) for p in g.vertices if p % 2 == 0",
            "move g.remove(p) for p in g.vertices if p == k",
            "move g.remove(p) for p in g.vertices if p in [1, 2]",
            "move g.remove(g.vertices[1])",
            "move g.remove(max(g.vertices))",
            "move g.remove(e.from) for e in g.edges",
            "move g.remove(a) for (a, b) in g.edges",
            "move g.remove(p) for p in g.vertices if [g[q] for q in g.vertices] == [\"x\"]",
            "move g.remove(p) for p in g.vertices if f(p)",
            "move g.remove(p) for p in g.vertices if text(g) < \"1\"",
            "move *(sum(g.vertices))",
            "move g.remove(2)",
        ] {
            assert_eq!(of("g: graph on \".x\"", clauses), None, "{clauses}");
        }
        assert_eq!(of("g: graph, p", "move (g.remove(p), q) for q in g.neighbours(p)"), None);
        assert!(of("g: digraph", "move g.remove(e.from) for e in g.edges").is_some());
    }
}
