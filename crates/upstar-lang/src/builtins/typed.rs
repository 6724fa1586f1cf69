//! Typed parameters of builtins, and conversion of arguments.
//!
//! Knows: a builtin is a Rust function of typed arguments. Arity, signature, conversions and their faults
//! come from its types and from the names in its row.
//! Must not know: what any builtin computes.

use std::marker::PhantomData;
use std::vec::IntoIter;

use super::Builtin;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value};

/// Parameter of a builtin, as it is named in signatures.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Description in messages, if the type does not say enough: "the last heap".
    pub role: Option<&'static str>,
}

/// Parameter that its type describes.
pub(super) const fn param(name: &'static str) -> Param {
    Param { name, role: None }
}

/// Parameter that `role` describes in messages.
pub(super) const fn param_of(name: &'static str, role: &'static str) -> Param {
    Param { name, role: Some(role) }
}

/// How often a parameter can be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Once.
    Required,
    /// Once or not at all.
    Optional,
    /// Any number of times; only for the last parameter.
    Variadic,
}

/// Parameter that an argument is converted for.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The builtin that is called.
    pub(super) builtin: &'static Builtin,
    /// Its parameter.
    pub(super) param: Param,
}

impl Slot {
    /// Description in messages: the role of the parameter, or that of the type.
    pub(super) fn expected<T: FromValue>(self) -> &'static str {
        self.param.role.unwrap_or(<T as FromValue>::EXPECTED)
    }

    /// Fault of an argument that is no `T`.
    pub(super) fn wrong<T: FromValue>(self, value: &Value) -> Fault {
        value.wrong(self.expected::<T>())
    }
}

/// Type of a parameter, to which arguments are converted.
pub(super) trait FromValue: Sized {
    /// Description in messages, with an article.
    const EXPECTED: &'static str;

    /// Converts a value.
    ///
    /// # Errors
    /// When the value is something else; the message says what the parameter takes.
    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self>;
}

/// All further arguments.
pub(super) struct Rest<T>(pub(super) Vec<T>);

/// Argument of a function of the table: a value, one that may be left out, or all that follow.
pub(super) trait Argument: Sized {
    /// How often it can be given.
    const PRESENCE: Presence;

    /// Type of it, or of each of them, with an article.
    const EXPECTED: &'static str;

    /// Converts as many values as it takes.
    fn take(host: &mut dyn Host, values: &mut IntoIter<Value>, slot: Slot) -> Result<Self>;
}

impl<T: FromValue> Argument for T {
    const PRESENCE: Presence = Presence::Required;
    const EXPECTED: &'static str = <T as FromValue>::EXPECTED;

    fn take(host: &mut dyn Host, values: &mut IntoIter<Value>, slot: Slot) -> Result<Self> {
        let value = values.next().expect("arguments are counted before they are converted");
        T::from_value(host, value, slot)
    }
}

impl<T: FromValue> Argument for Option<T> {
    const PRESENCE: Presence = Presence::Optional;
    const EXPECTED: &'static str = <T as FromValue>::EXPECTED;

    fn take(host: &mut dyn Host, values: &mut IntoIter<Value>, slot: Slot) -> Result<Self> {
        values.next().map(|value| T::from_value(host, value, slot)).transpose()
    }
}

impl<T: FromValue> Argument for Rest<T> {
    const PRESENCE: Presence = Presence::Variadic;
    const EXPECTED: &'static str = <T as FromValue>::EXPECTED;

    fn take(host: &mut dyn Host, values: &mut IntoIter<Value>, slot: Slot) -> Result<Self> {
        values.map(|value| T::from_value(host, value, slot)).collect::<Result<_>>().map(Rest)
    }
}

/// Implementation of a row.
pub trait Run: Sync {
    /// For each parameter, how often it can be given.
    fn presences(&self) -> &'static [Presence];

    /// For each parameter, the type that it takes, with an article.
    fn expected(&self) -> &'static [&'static str];

    /// Computes the value of a call with as many arguments as the parameters allow.
    ///
    /// # Errors
    /// When an argument has another type, and errors of the function.
    fn call(&self, host: &mut dyn Host, row: &'static Builtin, args: Vec<Value>) -> Result<Value>;

    /// Value of a constant; `None` for a function.
    fn constant(&self) -> Option<Value> {
        None
    }
}

/// A constant.
pub(super) struct Constant(pub(super) fn() -> Value);

impl Run for Constant {
    fn presences(&self) -> &'static [Presence] {
        &[]
    }

    fn expected(&self) -> &'static [&'static str] {
        &[]
    }

    fn call(&self, _: &mut dyn Host, _: &'static Builtin, _: Vec<Value>) -> Result<Value> {
        Ok((self.0)())
    }

    fn constant(&self) -> Option<Value> {
        Some((self.0)())
    }
}

/// Function with typed arguments.
pub(super) struct Function<F, Args> {
    run: F,
    args: PhantomData<fn() -> Args>,
}

/// Implements rows for functions of a number of arguments.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident($($arg:ident $value:ident),+);)+) => {$(
        $(#[$doc])*
        pub(super) const fn $name<Run, $($arg),+>(run: Run) -> Function<Run, ($($arg,)+)>
        where
            Run: Fn(&mut dyn Host, $($arg),+) -> Result<Value>,
        {
            Function { run, args: PhantomData }
        }

        impl<Run, $($arg: Argument),+> Function<Run, ($($arg,)+)> {
            const PRESENCES: &'static [Presence] = &[$($arg::PRESENCE),+];
            const EXPECTED: &'static [&'static str] = &[$(<$arg as Argument>::EXPECTED),+];
        }

        impl<F, $($arg: Argument),+> Run for Function<F, ($($arg,)+)>
        where
            F: Fn(&mut dyn Host, $($arg),+) -> Result<Value> + Sync,
        {
            fn presences(&self) -> &'static [Presence] {
                Self::PRESENCES
            }

            fn expected(&self) -> &'static [&'static str] {
                Self::EXPECTED
            }

            fn call(
                &self,
                host: &mut dyn Host,
                builtin: &'static Builtin,
                args: Vec<Value>,
            ) -> Result<Value> {
                let mut args = args.into_iter();
                let mut params = builtin.params.iter().enumerate();
                $(
                    let (place, param) = params.next().expect("a row names all parameters");
                    let slot = Slot { builtin, param: *param };
                    let $value = $arg::take(host, &mut args, slot)
                        .map_err(|fault| fault.in_argument(place))?;
                )+
                (self.run)(host, $($value),+).map_err(Fault::in_whole_call)
            }
        }
    )+};
}

functions! {
    /// A function of one argument.
    unary(A a);
    /// A function of two arguments.
    binary(A a, B b);
    /// A function of three arguments.
    ternary(A a, B b, C c);
    /// A function of four arguments.
    quaternary(A a, B b, C c, D d);
}
