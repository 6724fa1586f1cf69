//! How values are written: in the notation of the language, brackets in full.

use num_traits::One;
use upstar_syntax::ast::{Body, Expr, Statement, StatementKind};

use crate::Fault;
use crate::expression::Machine;
use crate::steps::deep;
use crate::value::{Component, Function, Position, Ruleset, Value};

impl Machine {
    /// A value as a text.
    ///
    /// # Errors
    /// When no step is left.
    pub fn text(&self, value: &Value) -> Result<String, Fault> {
        self.steps.step()?;
        deep(|| self.text_of(value))
    }

    fn text_of(&self, value: &Value) -> Result<String, Fault> {
        Ok(match value {
            Value::Nothing => "nothing".to_owned(),
            Value::Truth(truth) => truth.to_string(),
            Value::Number(x) => x.to_string(),
            Value::Game(game) => self.games.print(self.games.canonical(*game)?)?,
            Value::Form(game) => self.games.print(*game)?,
            Value::Outcome(outcome) => outcome.name().to_owned(),
            Value::Player(player) => format!("{player:?}"),
            Value::Loony => "loony".to_owned(),
            Value::Text(text) => quoted(text),
            Value::Board(board) => quoted(&board.to_string()),
            Value::Graph(graph) => {
                let name = if graph.directed { "digraph" } else { "graph" };
                format!("{name}({})", quoted(&graph.to_string()))
            }
            Value::List(xs) => format!("[{}]", self.texts(xs)?),
            Value::Tuple(xs) if xs.len() == 1 => format!("({},)", self.texts(xs)?),
            Value::Tuple(xs) => format!("({})", self.texts(xs)?),
            Value::Set(xs) => format!("{{{}}}", self.texts(xs)?),
            Value::Map(entries) if entries.is_empty() => "{:}".to_owned(),
            Value::Map(entries) => {
                let entry =
                    |(k, v): &(Value, Value)| Ok(format!("{}: {}", self.text(k)?, self.text(v)?));
                format!(
                    "{{{}}}",
                    entries.iter().map(entry).collect::<Result<Vec<_>, Fault>>()?.join(", ")
                )
            }
            Value::Range(from, to, by) if by.is_one() => format!("{from}..{to}"),
            Value::Range(from, to, by) => format!("{from}..{to} by {by}"),
            Value::Builtin(name) => (*name).to_owned(),
            Value::Function(function) => match (&function.name, &function.body) {
                (Some(name), _) => format!("{name}#{}", function.number),
                (None, Body::Expr(body)) => {
                    self.unnamed_text(function, body, &|value| self.text(value))?
                }
                (None, Body::Block(_)) => format!("function#{}", function.number),
            },
            Value::Ruleset(ruleset) => self.ruleset_text(ruleset)?,
            Value::Sum(sum) => self.sum_text(sum)?,
            Value::Misere(sum) => format!("misere({})", self.sum_text(sum)?),
        })
    }

    /// A function without a name: its parameters, its body, and the values that it took along, which `write` writes.
    pub(crate) fn unnamed_text(
        &self,
        function: &Function,
        body: &Expr,
        write: &dyn Fn(&Value) -> Result<String, Fault>,
    ) -> Result<String, Fault> {
        let statement = Statement {
            kind: StatementKind::Expr(body.clone()),
            doc: None,
            silent: false,
            span: body.span,
        };
        let names: Vec<&str> = function.params.iter().map(|param| &*param.name.text).collect();
        let mut text = format!("({}) -> {}", names.join(", "), upstar_syntax::shape(body));
        for name in upstar_syntax::names(&[statement]) {
            if let Some(Some(value)) = function.scope.get(&name) {
                text += &format!("; {name} = {}", write(&value)?);
            }
        }
        Ok(text)
    }

    fn texts(&self, values: &[Value]) -> Result<String, Fault> {
        let texts: Vec<String> =
            values.iter().map(|value| self.text(value)).collect::<Result<_, _>>()?;
        Ok(texts.join(", "))
    }

    /// A ruleset with the parameters of its family.
    ///
    /// # Errors
    /// When no step is left.
    pub fn ruleset_text(&self, ruleset: &Ruleset) -> Result<String, Fault> {
        let name = &ruleset.decl.name.text;
        let family = match &ruleset.family {
            Some(values) if !values.is_empty() => format!("({})", self.arguments_text(values)?),
            _ => String::new(),
        };
        Ok(if ruleset.impartial {
            format!("impartial({name}{family})")
        } else {
            format!("{name}{family}")
        })
    }

    /// Arguments as they are typed: boards and graphs as texts.
    fn arguments_text(&self, values: &[Value]) -> Result<String, Fault> {
        let text = |value: &Value| match value {
            Value::Graph(graph) => Ok(quoted(&graph.to_string())),
            value => self.text(value),
        };
        Ok(values.iter().map(text).collect::<Result<Vec<_>, _>>()?.join(", "))
    }

    /// A position as it is typed.
    ///
    /// # Errors
    /// When no step is left.
    pub fn position_text(&self, position: &Position) -> Result<String, Fault> {
        let arguments = self.arguments_text(&position.state)?;
        Ok(format!("{}({arguments})", self.ruleset_text(&position.ruleset)?))
    }

    fn sum_text(&self, sum: &[Component]) -> Result<String, Fault> {
        let part = |component: &Component| match component {
            Component::Game(game) => self.games.print(*game),
            Component::Position(position) => self.position_text(position),
            Component::Negative(position) => Ok(format!("-{}", self.position_text(position)?)),
            Component::Loopy(_) => Ok("a loopy game".to_owned()),
            Component::Kept(kept) => {
                let options = kept.options.iter().map(|option| self.sum_text(option));
                Ok(format!("*[{}]", options.collect::<Result<Vec<_>, _>>()?.join(",")))
            }
        };
        let parts: Vec<String> = sum.iter().map(part).collect::<Result<_, _>>()?;
        Ok(if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") })
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
