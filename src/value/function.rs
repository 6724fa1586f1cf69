//! Functions of a program.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::{Extent, Result, Value};
use crate::resolve::tree;

/// A function, with the values it took from where it was made.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its parameters and body.
    pub tree: Rc<tree::Function>,
    captures: Vec<Value>,
    extent: Extent,
}

impl Function {
    /// The function `tree` that has taken `captures` along.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(tree: Rc<tree::Function>, captures: Vec<Value>) -> Result<Self> {
        let extent = Extent::around(&captures)?;
        Ok(Function { tree, captures, extent })
    }

    /// The values it took along, in the order of [`tree::Function::captures`].
    pub fn captures(&self) -> &[Value] {
        &self.captures
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.tree, &other.tree) && self.captures == other.captures
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Rc::as_ptr(&self.tree).hash(state);
        self.captures.hash(state);
    }
}
