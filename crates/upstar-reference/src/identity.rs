//! Identities: texts that tell values apart. Two values share one only where nothing in the language differs between them.
//! The printed texts do not do that: the language prints boards of all shapes alike, and rulesets of one name.

use upstar_syntax::ast::{Body, Param, ParamKind};

use crate::Fault;
use crate::board::Form;
use crate::expression::Machine;
use crate::graph::Graph;
use crate::loopy::{Loopy, Target};
use crate::steps::deep;
use crate::value::{Component, Position, Ruleset, Value};

/// Whether a ruleset is the one that its name means. Others are told apart by their numbers.
pub type IsNamed<'a> = &'a dyn Fn(&Ruleset) -> bool;

impl Machine {
    /// The identity of a value: elements of sets and entries of maps, which have no order, are sorted.
    ///
    /// # Errors
    /// When no step is left.
    pub fn identity(&self, value: &Value, is_named: IsNamed<'_>) -> Result<String, Fault> {
        self.steps.step()?;
        let identity = |value: &Value| deep(|| self.identity(value, is_named));
        let all = |values: &[Value]| values.iter().map(identity).collect::<Result<Vec<_>, _>>();
        let sorted = |mut texts: Vec<String>| {
            texts.sort_unstable();
            texts.join(", ")
        };
        Ok(match value {
            Value::List(xs) => format!("[{}]", all(xs)?.join(", ")),
            Value::Tuple(xs) => format!("({},)", all(xs)?.join(", ")),
            Value::Set(xs) => format!("{{{}}}", sorted(all(xs)?)),
            Value::Map(entries) => {
                let entry = |(key, value): &(Value, Value)| {
                    Ok(format!("{}: {}", identity(key)?, identity(value)?))
                };
                let entries = entries.iter().map(entry).collect::<Result<_, Fault>>()?;
                format!("{{{}:}}", sorted(entries))
            }
            // Every kind has signs of its own: the language tells them apart, and names may be those of other kinds.
            Value::Game(game) => format!("game {}", self.games.print(*game)?),
            Value::Form(game) => format!("form {}", self.games.print(*game)?),
            Value::Board(board) => format!("{} as {:?}", self.text(value)?, board.form),
            Value::Graph(graph) => format!("{graph:?}"),
            Value::Ruleset(ruleset) => {
                format!("ruleset {}", self.identity_of_ruleset(ruleset, is_named)?)
            }
            Value::Sum(sum) => format!("sum ({})", self.identities(sum, is_named)?),
            Value::Misere(sum) => format!("misere ({})", self.identities(sum, is_named)?),
            Value::Function(function) => match (&function.name, &function.body) {
                (None, Body::Expr(body)) => {
                    format!("function ({})", self.unnamed_text(function, body, &identity)?)
                }
                _ => format!("function {}", self.text(value)?),
            },
            Value::Outcome(_) => format!("outcome {}", self.text(value)?),
            Value::Player(_) => format!("player {}", self.text(value)?),
            Value::Builtin(_) => format!("builtin {}", self.text(value)?),
            Value::Nothing | Value::Loony => format!("the {}", self.text(value)?),
            Value::Truth(_) | Value::Number(_) | Value::Text(_) | Value::Range(..) => {
                self.text(value)?
            }
        })
    }

    /// The identity of a summand.
    ///
    /// # Errors
    /// When no step is left.
    pub fn identity_of(&self, part: &Component, is_named: IsNamed<'_>) -> Result<String, Fault> {
        self.steps.step()?;
        Ok(match part {
            Component::Game(game) => self.games.print(*game)?,
            Component::Position(Position { ruleset, state, .. }) => {
                self.identity_at(ruleset, state, is_named)?
            }
            Component::Negative(Position { ruleset, state, .. }) => {
                format!("-{}", self.identity_at(ruleset, state, is_named)?)
            }
            Component::Loopy(loopy) => self.identity_of_loopy(loopy, is_named)?,
            Component::Kept(kept) => {
                let options = kept.options.iter();
                let options = options.map(|option| deep(|| self.identities(option, is_named)));
                let options = options.collect::<Result<Vec<_>, _>>()?;
                format!("*[{}] as {}", options.join(", "), self.games.print(kept.form)?)
            }
        })
    }

    fn identities(&self, sum: &[Component], is_named: IsNamed<'_>) -> Result<String, Fault> {
        let parts = sum.iter().map(|part| deep(|| self.identity_of(part, is_named)));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        Ok(if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") })
    }

    /// The identity of the position of a ruleset with these arguments.
    ///
    /// # Errors
    /// When no step is left.
    pub fn identity_at(
        &self,
        ruleset: &Ruleset,
        state: &[Value],
        is_named: IsNamed<'_>,
    ) -> Result<String, Fault> {
        let arguments = self.identity_of_arguments(&ruleset.decl.position, state, is_named)?;
        Ok(format!("{}({arguments})", self.identity_of_ruleset(ruleset, is_named)?))
    }

    fn identity_of_ruleset(
        &self,
        ruleset: &Ruleset,
        is_named: IsNamed<'_>,
    ) -> Result<String, Fault> {
        let mut text = ruleset.decl.name.text.to_string();
        if !is_named(ruleset) {
            text += &format!("#{}", ruleset.number);
        }
        if let Some(values) = ruleset.family.as_ref().filter(|values| !values.is_empty()) {
            text += &format!(
                "({})",
                self.identity_of_arguments(&ruleset.decl.family, values, is_named)?
            );
        }
        Ok(if ruleset.impartial { format!("impartial {text}") } else { text })
    }

    /// Arguments: those of a kind that says all but the text are written as they are typed.
    fn identity_of_arguments(
        &self,
        params: &[Param],
        values: &[Value],
        is_named: IsNamed<'_>,
    ) -> Result<String, Fault> {
        let mut texts = Vec::new();
        for (place, value) in values.iter().enumerate() {
            let kind = params.get(place).and_then(|param| Some((param, param.kind.as_ref()?)));
            texts.push(match (kind, value) {
                (Some((param, ParamKind::Board(..))), Value::Board(board))
                    if Form::of_param(param).is_some_and(|form| form == board.form) =>
                {
                    self.text(value)?
                }
                (Some((_, ParamKind::Graph { directed, .. })), Value::Graph(graph))
                    if graph.directed == *directed && has_symbols_only(graph) =>
                {
                    self.text(&Value::text(graph.to_string()))?
                }
                _ => deep(|| self.identity(value, is_named))?,
            });
        }
        Ok(texts.join(", "))
    }

    /// A loopy game with all of its nodes.
    fn identity_of_loopy(&self, loopy: &Loopy, is_named: IsNamed<'_>) -> Result<String, Fault> {
        let mut nodes = Vec::new();
        for sides in loopy.graph.iter() {
            let mut texts = Vec::new();
            for side in sides {
                let to = |to: &Target| match to {
                    Target::Node(node) => Ok(format!("#{node}")),
                    Target::Game(game) => self.games.print(*game),
                    Target::Other(sum) => deep(|| self.identities(sum, is_named)),
                };
                self.steps.take(side.len() as u64)?;
                texts.push(side.iter().map(to).collect::<Result<Vec<_>, _>>()?.join(", "));
            }
            nodes.push(format!("{{{}}}", texts.join(" | ")));
        }
        Ok(format!("loopy({} of {})", loopy.node, nodes.join(", ")))
    }
}

/// Whether no label is a number, which is typed like the digits of a symbol.
fn has_symbols_only(graph: &Graph) -> bool {
    let edges = graph.edges.iter().filter_map(|(_, _, label)| *label);
    let vertices = graph.vertices.values().filter_map(|label| *label);
    edges.chain(vertices).all(|label| matches!(Graph::shown(label), Value::Text(_)))
}
