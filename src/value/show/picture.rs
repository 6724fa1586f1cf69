//! Pictures by what they are of, and as source for LaTeX.

use std::fmt::Write as _;
use std::sync::Arc;

use upstar_core::{Player, Thermograph};

use super::Writer;
use crate::picture::Figure;
use crate::value::{Picture, Result, Value, View};

impl Writer<'_> {
    /// A picture by what it is of.
    pub(super) fn picture(&mut self, picture: &Picture) -> Result<()> {
        if picture.view == View::Table {
            return self.table(picture);
        }
        if self.latex() {
            self.out.push_str(&picture.figure().to_tikz());
            return Ok(());
        }
        self.word(picture.view.name());
        self.out.push('(');
        if let Value::Typed(_) = picture.of() {
            self.word("form");
            self.items("(", [picture.of()], ")")?;
        } else {
            self.value(picture.of())?;
        }
        if let View::Tree(Some(depth)) = picture.view {
            let _ = write!(self.out, ", {depth}");
        }
        self.out.push(')');
        Ok(())
    }

    /// A thermograph by the corners of its walls; in LaTeX its picture.
    pub(super) fn thermograph(&mut self, graph: &Arc<Thermograph>) -> Result<()> {
        if self.latex() {
            self.out.push_str(&Figure::Thermograph(graph.clone()).to_tikz());
            return Ok(());
        }
        self.word("thermograph");
        self.out.push('(');
        for (wall, separator) in [(Player::Left, ", "), (Player::Right, ")")] {
            self.out.push('[');
            for (n, (t, x)) in graph.corners(wall).iter().enumerate() {
                self.store.budget().step()?;
                self.out.push_str(if n > 0 { ", (" } else { "(" });
                self.dyadic(t)?;
                self.out.push_str(", ");
                self.dyadic(x)?;
                self.out.push(')');
            }
            let _ = write!(self.out, "]{separator}");
        }
        Ok(())
    }
}
