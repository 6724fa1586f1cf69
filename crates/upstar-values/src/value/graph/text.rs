//! Graphs from text, and back.
//!
//! Knows: items separated by commas, and errors in the text of a graph. Must not know: what labels mean.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::error::{GraphError, MAX_PARTS};
use super::{
    Edge, Graph, GraphKind, LARGEST_LABEL, Labels, Vertex, is_label, label_number, number_label,
    typed_label,
};

const A_VERTEX: &str = "a vertex, such as `3`, or an edge, such as `1-2`";

impl Graph {
    /// Reads a graph: `0-1:b, 1-2:r`, `1>2`, `4`, `4=x`.
    ///
    /// # Errors
    /// When something else stands there, or is not of this kind.
    pub fn parse(text: &str, kind: &Arc<GraphKind>) -> Result<Self, GraphError> {
        let (vertices, edges, labels) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut reader = GraphParser { text, at: 0, kind, vertices, edges, labels };
        reader.blanks();
        while reader.at < text.len() {
            reader.item()?;
            if reader.vertices.len().max(reader.edges.len()) > MAX_PARTS {
                return Err(GraphError::TooLarge);
            }
            if reader.at < text.len() && !reader.skip(",") {
                return Err(reader.expected("`,`"));
            }
        }
        Graph::new(kind.clone(), reader.vertices, reader.edges)
    }
}

struct GraphParser<'t> {
    text: &'t str,
    at: usize,
    kind: &'t GraphKind,
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    /// The labels of vertices that are typed.
    labels: FxHashMap<u32, Option<char>>,
}

impl GraphParser<'_> {
    fn expected(&self, wanted: &'static str) -> GraphError {
        GraphError::Expected { wanted, offset: self.at }
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips a sign and the blanks after it, if it stands here.
    fn skip(&mut self, sign: &str) -> bool {
        let found = self.text[self.at..].starts_with(sign);
        if found {
            self.at += sign.len();
            self.blanks();
        }
        found
    }

    /// A vertex or an edge, with its label.
    fn item(&mut self) -> Result<(), GraphError> {
        let start = self.at;
        let from = self.name(A_VERTEX)?;
        let sign = self.at;
        let directed = self.skip(">");
        if !directed && !self.skip("-") {
            return self.vertex(from, start);
        }
        if directed != self.kind.directed {
            return Err(GraphError::Direction { directed: self.kind.directed, offset: sign });
        }
        let to = self.name("the vertex where the edge ends")?;
        let label = match self.skip(":") {
            true => Some(self.label("edges")?),
            false => None,
        };
        if let (None, Labels::Of(_)) = (label, &self.kind.edges) {
            return Err(GraphError::MissingLabel { offset: start });
        }
        self.edges.push(Edge { from, to, label });
        Ok(())
    }

    fn vertex(&mut self, name: u32, start: usize) -> Result<(), GraphError> {
        if !self.skip("=") {
            self.vertices.push(Vertex { name, label: None });
            return Ok(());
        }
        let label = self.kind.kept(self.label("vertices")?);
        if *self.labels.entry(name).or_insert(label) != label {
            return Err(GraphError::SecondLabel { name, offset: start });
        }
        self.vertices.push(Vertex { name, label });
        Ok(())
    }

    fn name(&mut self, wanted: &'static str) -> Result<u32, GraphError> {
        let rest = &self.text[self.at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let name = rest[..digits].parse().map_err(|_| self.expected(wanted))?;
        self.at += digits;
        self.blanks();
        Ok(name)
    }

    fn label(&mut self, of: &'static str) -> Result<char, GraphError> {
        let offset = self.at;
        let labels = if of == "edges" { &self.kind.edges } else { &self.kind.vertices };
        let are_numbers = match labels {
            Labels::Of(alphabet) => label_number(alphabet.character(0)).is_some(),
            Labels::Nothing | Labels::Any => false,
        };
        if are_numbers {
            let number = i64::from(self.name("a number as the label")?);
            let label = number_label(number).filter(|label| labels.admit(*label));
            let largest = number_label(number.min(LARGEST_LABEL)).unwrap_or('?');
            return label.ok_or(GraphError::ForeignLabel { label: largest, of, offset });
        }
        let rest = self.text[self.at..].chars().next();
        let Some(label) = rest.filter(|&sign| is_label(sign) && label_number(sign).is_none())
        else {
            return Err(self.expected("a label of one sign"));
        };
        match labels {
            Labels::Nothing => return Err(GraphError::NoLabels { of, offset }),
            Labels::Of(alphabet) if alphabet.symbol(label).is_none() => {
                return Err(GraphError::ForeignLabel { label, of, offset });
            }
            Labels::Of(_) | Labels::Any => {}
        }
        self.at += label.len_utf8();
        self.blanks();
        Ok(label)
    }
}

/// Writes the graph as it is typed, without quotes: edges first, then vertices without edges.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.kind.directed { '>' } else { '-' };
        let mut comma = "";
        for Edge { from, to, label } in &self.edges {
            write!(f, "{comma}{from}{sign}{to}")?;
            label.iter().try_for_each(|label| write!(f, ":{}", typed_label(*label)))?;
            comma = ", ";
        }
        let touched = self.touched();
        for Vertex { name, label } in &self.vertices {
            if label.is_none() && touched.binary_search(name).is_ok() {
                continue;
            }
            write!(f, "{comma}{name}")?;
            label.iter().try_for_each(|label| write!(f, "={}", typed_label(*label)))?;
            comma = ", ";
        }
        Ok(())
    }
}

impl Graph {
    /// The vertices at which there is an edge, by number.
    fn touched(&self) -> Vec<u32> {
        let mut ends: Vec<u32> = self.edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}
