//! Thermographs as text and as figures.

use std::sync::Arc;

use upstar_core::loopy::thermo::LoopyCorner;
use upstar_core::{Player, Rational, Thermograph};

use super::Writer;
use crate::picture::{Figure, Walls};
use crate::value::{Result, Value};

/// The figure of a thermograph.
pub(super) fn figure(value: &Value) -> Option<Figure> {
    let walls = match value {
        Value::Thermograph(graph) => Walls::of(graph),
        Value::LoopyThermograph(graph) => Walls::of_loopy(graph),
        _ => return None,
    };
    Some(Figure::Thermograph(Arc::new(walls)))
}

/// The corners of a wall of a short game.
pub(super) fn corners(graph: &Thermograph, wall: Player) -> Vec<LoopyCorner> {
    graph.corners(wall).iter().map(|(t, x)| (Rational::from(t), Rational::from(x))).collect()
}

impl Writer<'_> {
    /// A thermograph by the corners of its walls; in LaTeX its picture.
    pub(super) fn thermograph(
        &mut self,
        value: &Value,
        corners: impl Fn(Player) -> Vec<LoopyCorner>,
    ) -> Result<()> {
        if let (true, Some(figure)) = (self.latex(), figure(value)) {
            self.out.push_str(&figure.to_tikz());
            return Ok(());
        }
        self.word("thermograph");
        self.out.push('(');
        for (wall, separator) in [(Player::Left, ", "), (Player::Right, ")")] {
            self.out.push('[');
            for (n, (t, x)) in corners(wall).iter().enumerate() {
                self.printer.store().budget().step()?;
                self.out.push_str(if n > 0 { ", (" } else { "(" });
                self.number(t)?;
                self.out.push_str(", ");
                self.number(x)?;
                self.out.push(')');
            }
            self.out.push(']');
            self.out.push_str(separator);
        }
        Ok(())
    }
}
