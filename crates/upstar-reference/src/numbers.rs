//! Functions of numbers.
//!
//! The book: reference/names.md, "Numbers" and "Integers and nimbers".

use std::collections::BTreeSet;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::bracket::Relation;
use crate::code::Code;
use crate::expression::Machine;
use crate::value::Value;
use crate::{Fault, Wrong};

impl Machine {
    /// Functions of one or two numbers.
    pub fn about_numbers(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        Ok(Some(match (name, args) {
            ("abs", [x]) => Value::Number(self.number(x)?.abs()),
            ("floor", [x]) => Value::Number(self.number(x)?.floor()),
            ("ceil", [x]) => Value::Number(self.number(x)?.ceil()),
            ("sign", [x]) => Value::Number(self.number(x)?.signum()),
            ("numerator", [x]) => Value::integer(self.number(x)?.numer().clone()),
            ("denominator", [x]) => Value::integer(self.number(x)?.denom().clone()),
            ("div", [m, n]) => {
                let n = self.integer(n)?;
                if n.is_zero() {
                    return Err(Fault::wrong(Wrong::Value, "division by 0"));
                }
                Value::integer(self.integer(m)?.div_floor(&n))
            }
            ("isqrt", [n]) => Value::integer(BigInt::from(self.natural(n)?).sqrt()),
            ("is_prime", [n]) => Value::Truth(self.divisors(n)?.len() == 2),
            ("divisors", [n]) => {
                Value::list(self.divisors(n)?.into_iter().map(Value::integer).collect())
            }
            ("factor", [n]) => {
                let mut rest = self.natural(n)?;
                if rest == 0 {
                    return Err(Fault::wrong(Wrong::Range, "0 has no prime factors"));
                }
                let mut factors = Vec::new();
                for p in self.divisors(n)?.into_iter().skip(1) {
                    let mut exponent = 0;
                    while rest.is_multiple_of(p) {
                        (rest, exponent) = (rest / p, exponent + 1);
                    }
                    if exponent > 0 {
                        factors.push((Value::integer(p), Value::integer(exponent)));
                    }
                }
                Value::Map(Rc::new(factors))
            }
            ("totient", [n]) => {
                let n = self.integer(n)?;
                let one = BigInt::from(1);
                let mut count = 0;
                let mut k = one.clone();
                while k <= n {
                    self.steps.step()?;
                    count += i32::from(k.gcd(&n) == one);
                    k += 1;
                }
                Value::integer(count)
            }
            ("is_evil", [n]) => Value::Truth(self.natural(n)?.count_ones() % 2 == 0),
            ("is_odious", [n]) => Value::Truth(self.natural(n)?.count_ones() % 2 == 1),
            _ => return Ok(None),
        }))
    }

    /// Functions of any number of numbers.
    pub fn about_many_numbers(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        Ok(Some(match (name, args) {
            ("min" | "max", args) => self.extreme(name, args)?,
            ("gcd", args) => {
                let mut common = BigInt::zero();
                for n in self.one_or_many(args)? {
                    common = common.gcd(&self.integer(&n)?);
                }
                Value::integer(common)
            }
            ("nim_sum", _) => {
                let mut sum = BigInt::zero();
                for n in self.one_or_many(args)? {
                    let n = self.integer(&n)?;
                    if n.is_negative() {
                        return Err(Fault::wrong(Wrong::Range, "a heap of negative size"));
                    }
                    sum ^= n;
                }
                Value::integer(sum)
            }
            ("nim_product", _) => {
                let naturals =
                    args.iter().map(|arg| self.natural(arg)).collect::<Result<Vec<u64>, _>>()?;
                let mut product = 1;
                for n in naturals {
                    product = self.nim_product(product, n)?;
                }
                Value::integer(product)
            }
            ("take_and_break", [code, n]) => {
                let options =
                    Code::read(&code.as_text()?)?.options(self.natural(n)?, &self.steps)?;
                let sizes =
                    |heaps: Vec<u64>| Value::list(heaps.into_iter().map(Value::integer).collect());
                Value::list(options.into_iter().map(sizes).collect())
            }
            ("mex", [xs]) => {
                let numbers: BTreeSet<u64> =
                    self.elements(xs)?.iter().map(|x| self.as_heap(x)).collect::<Result<_, _>>()?;
                Value::integer((0..).find(|n| !numbers.contains(n)).unwrap_or(0))
            }
            ("gaps", [xs]) => Value::list(
                self.gaps(&self.elements(xs)?)?.into_iter().map(Value::integer).collect(),
            ),
            ("minimal_generators", [xs]) => {
                let mut kept: Vec<u64> = Vec::new();
                let all: BTreeSet<u64> =
                    self.elements(xs)?.iter().map(|x| self.natural(x)).collect::<Result<_, _>>()?;
                for n in all {
                    if !self.generated(&kept, n)? {
                        kept.push(n);
                    }
                }
                Value::list(kept.into_iter().map(Value::integer).collect())
            }
            _ => return Ok(None),
        }))
    }

    /// The integers from 1 to n that divide n.
    fn divisors(&self, n: &Value) -> Result<Vec<u64>, Fault> {
        let n = self.integer(n)?;
        if n.is_negative() {
            return Ok(Vec::new());
        }
        let n = n.to_u64().ok_or(Fault::TooLarge)?;
        let mut divisors = Vec::new();
        for d in 1..=n {
            self.steps.step()?;
            if n.is_multiple_of(d) {
                divisors.push(d);
            }
        }
        Ok(divisors)
    }

    /// The elements of a collection that stands alone, or the values that stand side by side.
    fn one_or_many(&self, args: &[Value]) -> Result<Vec<Value>, Fault> {
        match args {
            [one @ (Value::List(_) | Value::Set(_) | Value::Range(..) | Value::Tuple(_))] => {
                self.elements(one)
            }
            args => Ok(args.to_vec()),
        }
    }

    /// The least or greatest of several values, or of the elements of a collection.
    fn extreme(&self, name: &str, args: &[Value]) -> Result<Value, Fault> {
        let values = self.one_or_many(args)?;
        let wanted = if name == "min" { Relation::Less } else { Relation::Greater };
        let mut values = values.into_iter();
        let Some(mut best) = values.next() else {
            return Err(Fault::wrong(Wrong::Value, format!("`{name}` of nothing")));
        };
        for value in values {
            match self.relation(&value, &best)? {
                Relation::Confused => {
                    return Err(Fault::wrong(Wrong::Value, "these have no order"));
                }
                relation if relation == wanted => best = value,
                _ => {}
            }
        }
        Ok(best)
    }

    /// A number or nimber, as the size of a heap.
    fn as_heap(&self, value: &Value) -> Result<u64, Fault> {
        match value {
            Value::Game(game) => self.games.as_nimber(*game)?.ok_or_else(|| value.not("a nimber")),
            other => self.natural(other),
        }
    }

    /// The nim-product by its definition: the least number that is none of a'b + ab' + a'b' (nim-sums) for smaller
    /// a' and b' (On Numbers and Games, ch. 6).
    fn nim_product(&self, a: u64, b: u64) -> Result<u64, Fault> {
        if a > 64 || b > 64 {
            return Err(Fault::TooLarge);
        }
        let (rows, columns) = (a as usize + 1, b as usize + 1);
        let mut table = vec![vec![0; columns]; rows];
        for i in 0..rows {
            for j in 0..columns {
                let mut met = BTreeSet::new();
                for x in 0..i {
                    for y in 0..j {
                        self.steps.step()?;
                        met.insert(table[x][j] ^ table[i][y] ^ table[x][y]);
                    }
                }
                table[i][j] = (0..).find(|n| !met.contains(n)).unwrap_or(0);
            }
        }
        Ok(table[rows - 1][columns - 1])
    }

    /// Whether a number is a sum of some of these, each as often as one likes.
    fn generated(&self, generators: &[u64], n: u64) -> Result<bool, Fault> {
        let mut sums = BTreeSet::from([0]);
        for m in 1..=n {
            self.steps.step()?;
            if generators
                .iter()
                .any(|g| *g > 0 && m.checked_sub(*g).is_some_and(|rest| sums.contains(&rest)))
            {
                sums.insert(m);
            }
        }
        Ok(sums.contains(&n))
    }

    /// The positive numbers that are no sums of these, when they are finitely many.
    fn gaps(&self, values: &[Value]) -> Result<Vec<u64>, Fault> {
        let generators: Vec<u64> =
            values.iter().map(|x| self.natural(x)).collect::<Result<_, _>>()?;
        if generators.iter().fold(0, |gcd, n| n.gcd(&gcd)) != 1 {
            return Err(Fault::wrong(Wrong::Value, "there are infinitely many gaps"));
        }
        let least = generators.iter().copied().filter(|n| *n > 0).min().unwrap_or(1);
        let (mut gaps, mut row, mut n) = (Vec::new(), 0, 1);
        // From `least` sums in a row on, every number is a sum.
        while row < least {
            match self.generated(&generators, n)? {
                true => row += 1,
                false => (row, _) = (0, gaps.push(n)),
            }
            n += 1;
        }
        Ok(gaps)
    }
}
