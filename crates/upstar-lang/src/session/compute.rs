//! Questions of other programs to a session, which are no inputs of a person.

use super::Session;
use crate::diagnostic::Diagnostic;
use crate::eval::{Definitions, Machine, with_stack_for_code};
use crate::value::host::Host;
use crate::value::{Fault, Result as Valued, Value};

impl Session {
    /// Returns the last value of a text, which does not become `_`. Otherwise as [`Session::eval`].
    ///
    /// ```
    /// use upstar_lang::session::Session;
    ///
    /// let mut session = Session::default();
    /// let value = session.read("input", "x := 3; x * 2").expect("a product of numbers");
    /// assert_eq!((session.show(&value).as_str(), session.next_input()), ("6", 1));
    /// ```
    ///
    /// # Errors
    /// When the text cannot be read, fails, or passes a limit.
    pub fn read(&mut self, name: &str, text: &str) -> Result<Value, Diagnostic> {
        self.all_or_nothing(|session| session.value_of(name, text))
    }

    /// Computes with values of this session, within its limits: calls a function, adds games, writes a
    /// value. A failure undoes all changes.
    ///
    /// ```
    /// use upstar_lang::session::Session;
    /// use upstar_lang::value::{Value, host::Host};
    ///
    /// let mut session = Session::default();
    /// let up = session.eval("input", "<0|*>").answers[0].value.clone();
    /// let mean = session.eval("input", "mean").answers[0].value.clone();
    /// assert_eq!(session.compute(|host| host.call(&mean, vec![up])), Ok(Value::integer(0)));
    /// ```
    ///
    /// # Errors
    /// When the computation fails, or passes a limit.
    pub fn compute<T>(
        &mut self,
        work: impl FnOnce(&mut dyn Host) -> Valued<T>,
    ) -> Result<T, Diagnostic> {
        self.all_or_nothing(|session| {
            session.budget().restart();
            let mut machine = Machine::new(&session.world, &mut session.globals);
            with_stack_for_code(|| work(&mut machine)).map_err(Fault::into_diagnostic)
        })
    }

    /// Returns the definitions that a value needs besides its text in another session, or `None` when the text says all.
    ///
    /// ```
    /// use upstar_lang::session::Session;
    ///
    /// let mut session = Session::default();
    /// let text = "game Less(n: heap) { move n - k for k in 1..2 if k <= n }; Less(4)";
    /// let less = session.eval("input", text).answers.pop().expect("a position").value;
    /// let needed = session.definitions_of(&less).unwrap().expect("it reads the rules of Less");
    ///
    /// let mut other = Session::default();
    /// let same = other.read("input", &format!("{}\n{}", needed.text, session.show(&less))).unwrap();
    /// assert_eq!(other.definitions_of(&same).unwrap().unwrap().identity, needed.identity);
    /// ```
    ///
    /// # Errors
    /// When a limit is passed while a value is written.
    pub fn definitions_of(&mut self, value: &Value) -> Result<Option<Definitions>, Diagnostic> {
        self.budget().restart();
        let machine = Machine::new(&self.world, &mut self.globals);
        machine.definitions_of(value).map_err(Fault::into_diagnostic)
    }

    /// Returns the definitions of all names that were bound.
    ///
    /// # Errors
    /// When a limit is passed while a value is written.
    pub fn all_definitions(&mut self) -> Result<Definitions, Diagnostic> {
        self.budget().restart();
        let machine = Machine::new(&self.world, &mut self.globals);
        machine.all_definitions().map_err(Fault::into_diagnostic)
    }

    /// Returns the last value of a text and undoes everything: the names that it binds, and the files of
    /// the library that it loads.
    ///
    /// # Errors
    /// As for [`Session::read`].
    pub fn value_alone(&mut self, name: &str, text: &str) -> Result<Value, Diagnostic> {
        let loaded = self.begin();
        let value = self.value_of(name, text);
        self.undo(loaded);
        if let Err(diagnostic) = &value {
            self.make_room(diagnostic);
        }
        value
    }

    /// Runs a text and returns the value of `wanted`, if that is the only name it binds; otherwise undoes it and returns
    /// `None`.
    ///
    /// # Errors
    /// As for [`Session::read`].
    pub fn declared(
        &mut self,
        name: &str,
        text: &str,
        wanted: &str,
    ) -> Result<Option<Value>, Diagnostic> {
        let loaded = self.begin();
        if let Err(diagnostic) = self.value_of(name, text) {
            self.undo(loaded);
            self.make_room(&diagnostic);
            return Err(diagnostic);
        }
        let change = self.globals.commit();
        if self.globals.bound(&change) == [wanted] {
            return Ok(self.globals.value(wanted).cloned());
        }
        self.globals.revert(change);
        self.loaded = loaded;
        Ok(None)
    }

    /// Runs `work` as one input: after a failure all changes are undone.
    fn all_or_nothing<T>(
        &mut self,
        work: impl FnOnce(&mut Session) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        let loaded = self.begin();
        let done = work(self);
        match &done {
            Ok(_) => self.commit(loaded),
            Err(diagnostic) => {
                self.undo(loaded);
                self.make_room(diagnostic);
            }
        }
        done
    }
}
