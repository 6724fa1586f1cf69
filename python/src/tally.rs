//! Counts of values that come one after the other, as `tally` of the language counts a collection.

use std::collections::HashMap;

use num_bigint::BigInt;
use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::PyList;
use upstar_lang::value::{Map, Value, ops};

use crate::convert::{from_python, to_python};
use crate::limits::Limits;
use crate::session::Engine;

/// How often each value has come. It holds the different values only.
#[pyclass(frozen, module = "upstar._upstar")]
pub(crate) struct Tally {
    engine: Py<Engine>,
    counts: Mutex<HashMap<Value, Count>>,
}

/// When a value came first among all that are different, and how often it came.
#[derive(Clone, Copy)]
struct Count {
    first: usize,
    times: u64,
}

/// Approximate memory of an entry besides its value.
const ENTRY: u64 = (2 * size_of::<(Value, Count)>()) as u64;

#[pymethods]
impl Tally {
    #[new]
    fn new(engine: Py<Engine>) -> Tally {
        Tally { engine, counts: Mutex::default() }
    }

    /// Counts some values.
    fn add(&self, values: &Bound<'_, PyList>) -> PyResult<()> {
        let engine = self.engine.bind(values.py());
        let values = values.iter().map(|value| from_python(engine, &value));
        let values = values.collect::<PyResult<Vec<_>>>()?;
        engine.get().compute(engine.py(), Limits::around(), |host| {
            let store = host.store();
            let mut counts = self.counts.lock();
            for value in values {
                store.budget().step()?;
                let key = ops::without_forms(&store, &value)?;
                let first = counts.len();
                if first == counts.capacity() {
                    store.budget().reserve(first.max(16) as u64 * ENTRY)?;
                }
                counts.entry(key).or_insert(Count { first, times: 0 }).times += 1;
            }
            Ok(())
        })
    }

    /// The map of values to how often they came, the most frequent first.
    fn map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let engine = self.engine.bind(py);
        let counts = self.counts.lock().iter().map(|(key, count)| (key.clone(), *count)).collect();
        let map = engine.get().compute(py, Limits::around(), |_| {
            let mut counts: Vec<(Value, Count)> = counts;
            counts.sort_by_key(|(_, count)| (std::cmp::Reverse(count.times), count.first));
            let entries = counts.into_iter();
            Map::new(entries.map(|(key, count)| (key, Value::integer(BigInt::from(count.times)))))
        })?;
        to_python(engine, &Value::Map(map.into()), false)
    }
}
