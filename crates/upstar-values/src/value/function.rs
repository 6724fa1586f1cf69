//! Functions of a program.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::code::Code;
use super::{Extent, Result, Value};
use crate::resolve::tree;
use crate::syntax;

/// Function of a program with its captured values.
///
/// Functions with a name are equal if they were declared by the same statement, others if their text and
/// the meanings of its names are equal; in both cases with equal captured values.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its parameters and body.
    pub tree: Arc<tree::Function>,
    /// Its code.
    pub code: Arc<Code>,
    captures: Vec<Value>,
    extent: Extent,
}

impl Function {
    /// Least and greatest number of arguments.
    pub fn arity(&self) -> (usize, usize) {
        let most = self.tree.params.len();
        (most + 1 - self.code.entries.len(), most)
    }

    /// The function `tree`, compiled to `code`, with the captured values `captures`.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(tree: Arc<tree::Function>, code: Arc<Code>, captures: Vec<Value>) -> Result<Self> {
        let extent = Extent::around(&captures)?.of_code();
        Ok(Function { tree, code, captures, extent })
    }

    /// Captured values, in the order of [`tree::Function::captures`].
    pub fn captures(&self) -> &[Value] {
        &self.captures
    }

    /// Whether both are declared by the same statement, or have no name and are written alike.
    pub fn is_written_like(&self, other: &Function) -> bool {
        let (a, b) = (&self.tree, &other.tree);
        let alike = || {
            a.name.is_none()
                && b.name.is_none()
                && a.text == b.text
                && syntax::same(&(&a.params, &a.body), &(&b.params, &b.body))
        };
        Arc::ptr_eq(a, b) || alike()
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.captures == other.captures && self.is_written_like(other)
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tree.text.hash(state);
        self.captures.hash(state);
    }
}
