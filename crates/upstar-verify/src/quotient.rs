//! Misère quotients: a monoid by its presentation, and what makes it the quotient of positions.
//!
//! Knows: words, products, and the elements of positions and their options. Must not know: the rules.
//!
//! **The monoid.** A relation replaces its left word by its right one, which is smaller: exponents are compared from the
//! last generator to the first. So every word becomes one that no relation changes, a normal form. Let a generator act on
//! the normal forms: multiply, and replace as long as one can. When these actions commute and both sides of each relation
//! lead from 1 to the same normal form, the normal forms are the elements of the monoid that is presented, each once: words
//! that lead from 1 to the same normal form are equal by the relations, and such pairs of words are a congruence that
//! contains the relations.
//!
//! **The quotient.** Let each position have an element, and each sum the product. Then a sum X is won by the player who
//! does not move exactly when its element is in P, by induction on the length of play, if
//!
//! 1. 1 is not in P, a position without moves has the element 1, and no sum and option of it are both in P;
//! 2. each sum with moves that is not in P has an option in P.
//!
//! If the elements of positions generate the monoid, and no two elements x and y have xz and yz on the same side of P for
//! all z, it is the quotient by definition. For condition 2, X fails *beside* z when the element of X times z is not in P,
//! and neither is that of any option of X times z. X + Y fails beside z exactly when X fails beside z times the element of
//! Y, and Y beside z times the element of X. So only two things matter of a sum: its element, and beside which elements it
//! fails. There are finitely many such pairs, and none may fail beside 1. A pair is left out if another one of the same
//! element fails wherever it does, because then the same is true of their sums.
//!
//! Source: Plambeck and Siegel, Misère quotients for impartial games, 2008.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use upstar_reference::Fault;
use upstar_reference::steps::Steps;
use upstar_syntax::certificate::{letter, presentation, word};

use crate::rules::refused;

/// The most elements of a monoid.
const MOST_ELEMENTS: usize = 2048;

/// The exponent of each generator.
type Word = Vec<u32>;

/// A sum with moves: its element, and beside which elements it fails.
type Pair = (usize, Vec<bool>);

/// A monoid with a set P, and the elements of positions.
pub(crate) struct Quotient {
    presentation: String,
    /// The normal forms in order, from 1 on.
    words: Vec<Word>,
    products: Vec<Vec<usize>>,
    is_p: Vec<bool>,
    /// The elements of positions, by their texts.
    elements: HashMap<Box<str>, usize>,
    /// The positions that have moves.
    pairs: Vec<Pair>,
}

/// Relations, whose left words are replaced by the right ones.
struct Relations {
    letters: usize,
    pairs: Vec<(Word, Word)>,
}

/// Compares two words from the last exponent on.
fn order(one: &Word, other: &Word) -> Ordering {
    one.iter().rev().cmp(other.iter().rev())
}

/// The word without one letter.
fn without(word: &Word, letter: usize) -> Word {
    let mut word = word.clone();
    word[letter] -= 1;
    word
}

/// The letters of a word, each once.
fn support(word: &Word) -> impl Iterator<Item = usize> + '_ {
    (0..word.len()).filter(|letter| word[*letter] > 0)
}

impl Relations {
    /// Reads a presentation as certificates write it.
    fn read(text: &str, steps: &Steps) -> Result<Relations, Fault> {
        let unread = || refused(format!("`{text}` is no presentation"));
        let Some(inner) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) else {
            return unread();
        };
        let (letters, rest) = inner.split_once(" | ").unwrap_or_default();
        let mut relations = Relations {
            letters: letters.split(", ").filter(|letter| !letter.is_empty()).count(),
            pairs: Vec::new(),
        };
        if relations.letters >= MOST_ELEMENTS {
            return unread();
        }
        for relation in rest.split(", ").filter(|relation| !relation.is_empty()) {
            let Some((left, right)) = relation.split_once(" = ") else { return unread() };
            let pair = (relations.word(left, steps)?, relations.word(right, steps)?);
            relations.pairs.push(pair);
        }
        let pairs = relations.pairs.iter().map(|(left, right)| (&**left, &**right));
        match presentation(relations.letters, pairs) == text {
            true => Ok(relations),
            false => unread(),
        }
    }

    /// The word that a text is. It is the text of no other word.
    fn word(&self, text: &str, steps: &Steps) -> Result<Word, Fault> {
        steps.take(1 + self.letters as u64)?;
        let (mut read, mut rest) = (vec![0; self.letters], text);
        for (place, exponent) in read.iter_mut().enumerate() {
            let Some(after) = rest.strip_prefix(&*letter(place)) else { continue };
            let power = after.strip_prefix('^');
            let digits = power.and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
            *exponent = digits.unwrap_or("1").parse().unwrap_or(0);
            rest = &after[digits.map_or(0, |digits| digits.len() + 1)..];
        }
        match word(&read) == text {
            true => Ok(read),
            false => refused(format!("`{text}` is no word")),
        }
    }

    /// Where a left word divides a word.
    fn that_divides(&self, word: &Word, steps: &Steps) -> Result<Option<&(Word, Word)>, Fault> {
        steps.take(1 + self.pairs.len() as u64)?;
        let divides = |left: &Word| left.iter().zip(word).all(|(part, whole)| part <= whole);
        Ok(self.pairs.iter().find(|(left, _)| divides(left)))
    }

    /// The normal forms in order, if there are finitely many.
    fn normal_forms(&self, steps: &Steps) -> Result<Vec<Word>, Fault> {
        let mut words = vec![vec![0; self.letters]];
        let mut at = 0;
        while at < words.len() {
            // Letters come in order, so that each word comes once.
            for letter in support(&words[at]).last().unwrap_or(0)..self.letters {
                let mut next = words[at].clone();
                next[letter] += 1;
                if self.that_divides(&next, steps)?.is_none() {
                    words.push(next);
                }
            }
            if words.len() > MOST_ELEMENTS {
                return refused(format!("the monoid has more than {MOST_ELEMENTS} elements"));
            }
            at += 1;
        }
        words.sort_by(order);
        Ok(words)
    }

    /// The normal form of a word.
    fn reduced(&self, mut word: Word, steps: &Steps) -> Result<Word, Fault> {
        while let Some((left, right)) = self.that_divides(&word, steps)? {
            for (exponent, (less, more)) in word.iter_mut().zip(left.iter().zip(right)) {
                *exponent = (*exponent - less).checked_add(*more).ok_or(Fault::TooLarge)?;
            }
        }
        Ok(word)
    }

    /// Finds the normal form to which each generator takes each normal form, by their numbers, and checks that these actions
    /// commute and obey the relations.
    fn actions(
        &self,
        words: &[Word],
        numbers: &HashMap<&Word, usize>,
        steps: &Steps,
    ) -> Result<Vec<Vec<usize>>, Fault> {
        let is_sorted = self.pairs.is_sorted_by(|one, other| order(&one.0, &other.0).is_lt());
        let is_reduced = self.pairs.iter().all(|(left, right)| {
            order(right, left).is_lt()
                && numbers.contains_key(right)
                && support(left).all(|letter| numbers.contains_key(&without(left, letter)))
        });
        if !is_sorted || !is_reduced {
            return refused("the relations are not reduced, or not in order");
        }
        let mut actions = Vec::new();
        for word in words {
            let mut row = Vec::new();
            for letter in 0..self.letters {
                let mut next = word.clone();
                next[letter] += 1;
                row.push(numbers[&self.reduced(next, steps)?]);
            }
            actions.push(row);
        }
        for row in &actions {
            steps.take((self.letters * self.letters) as u64)?;
            let all = || 0..self.letters;
            if all().any(|x| all().any(|y| actions[row[x]][y] != actions[row[y]][x])) {
                return refused("the relations say more than they replace");
            }
        }
        let holds = |(left, right): &(Word, Word)| {
            let letter = support(left).next().unwrap_or(0);
            actions[numbers[&without(left, letter)]][letter] == numbers[right]
        };
        match self.pairs.iter().all(holds) {
            true => Ok(actions),
            false => refused("the relations say more than they replace"),
        }
    }
}

impl Quotient {
    /// The monoid with this presentation, and the words in P.
    ///
    /// # Errors
    /// When they are not as certificates write them, or two elements are alike.
    pub(crate) fn read(text: &str, in_p: &[&str], steps: &Steps) -> Result<Quotient, Fault> {
        let relations = Relations::read(text, steps)?;
        let words = relations.normal_forms(steps)?;
        let numbers = words.iter().enumerate().map(|(number, word)| (word, number)).collect();
        let actions = relations.actions(&words, &numbers, steps)?;
        let mut products = Vec::new();
        for x in 0..words.len() {
            steps.take(words.len() as u64)?;
            let mut row = vec![x];
            for word in &words[1..] {
                let letter = support(word).next().unwrap_or(0);
                row.push(actions[row[numbers[&without(word, letter)]]][letter]);
            }
            products.push(row);
        }
        let mut places = Vec::new();
        for text in in_p {
            places.extend(numbers.get(&relations.word(text, steps)?).copied());
        }
        // Words that are no normal forms are not there.
        let is_sorted = places.len() == in_p.len() && places.is_sorted_by(|one, other| one < other);
        if !is_sorted || places.first() == Some(&0) {
            return refused("P has normal forms in order, without 1");
        }
        let mut is_p = vec![false; words.len()];
        places.iter().for_each(|place| is_p[*place] = true);
        let rows = products.iter().map(|row| row.iter().map(|xy| is_p[*xy]).collect::<Vec<_>>());
        if rows.collect::<HashSet<_>>().len() < words.len() {
            return refused("two elements are alike beside all others");
        }
        let presentation = text.to_owned();
        let (elements, pairs) = (HashMap::new(), Vec::new());
        Ok(Quotient { presentation, words, products, is_p, elements, pairs })
    }

    /// The product of the elements of positions, if all have one.
    fn of_sum(&self, positions: &[String]) -> Option<usize> {
        positions.iter().try_fold(0, |product, position| {
            self.elements.get(position.as_str()).map(|element| self.products[product][*element])
        })
    }

    /// A position has an element: no move leads from P to P, beside any element. Each of its options is a list of
    /// positions.
    pub(crate) fn add(
        &mut self,
        (position, text): (&str, &str),
        options: &[Vec<String>],
        steps: &Steps,
    ) -> Result<(), Fault> {
        let Some(element) = self.words.iter().position(|one| word(one) == text) else {
            return refused(format!("`{text}` is no normal form"));
        };
        let all = || 0..self.words.len();
        let in_p = |x: usize, beside: usize| self.is_p[self.products[x][beside]];
        let mut fails: Vec<bool> = all().map(|z| !in_p(element, z)).collect();
        for option in options {
            steps.take(self.words.len() as u64)?;
            let Some(to) = self.of_sum(option) else {
                return refused(format!("no fact says an element of {}", option.join(" + ")));
            };
            for z in all().filter(|z| in_p(to, *z)) {
                if in_p(element, z) {
                    let beside = word(&self.words[z]);
                    return refused(format!("beside {beside} a move leads from P to P"));
                }
                fails[z] = false;
            }
        }
        if options.is_empty() && element != 0 {
            return refused("a position without moves has the element 1");
        }
        if self.elements.insert(position.into(), element).is_some() {
            return refused("this position has an element already");
        }
        if !options.is_empty() {
            insert(&mut self.pairs, (element, fails))?;
        }
        Ok(())
    }

    /// Checks that this is the quotient of positions, and says what it is: generators are the elements of the first
    /// positions that need them, and no other position has a fact.
    pub(crate) fn verify(&self, positions: &[String], steps: &Steps) -> Result<String, Fault> {
        let (mut elements, mut known) = (Vec::new(), 0);
        for position in positions {
            let Some(element) = self.of_sum(std::slice::from_ref(position)) else {
                return refused(format!("no fact says an element of {position}"));
            };
            let word = &self.words[element];
            if support(word).last().is_some_and(|last| last >= known) {
                known += 1;
                if word.iter().sum::<u32>() != 1 || word[known - 1] != 1 {
                    return refused(format!("{position} is the next generator"));
                }
            }
            elements.push(element);
        }
        if known != self.words[0].len() || positions.len() != self.elements.len() {
            return refused("there are more generators or positions than the question has");
        }
        let mut pairs = self.pairs.clone();
        let mut at = 0;
        while at < pairs.len() {
            for (y, fails) in &self.pairs {
                steps.take(self.words.len() as u64)?;
                let (x, others) = &pairs[at];
                let (of_x, of_y) = (&self.products[*x], &self.products[*y]);
                let both = of_x.iter().zip(of_y).map(|(xz, yz)| others[*yz] && fails[*xz]);
                let pair = (of_x[*y], both.collect());
                insert(&mut pairs, pair)?;
            }
            at += 1;
        }
        let texts = |elements: &mut dyn Iterator<Item = usize>| {
            let texts = elements.map(|x| format!("\"{}\"", word(&self.words[x])));
            format!("[{}]", texts.collect::<Vec<_>>().join(", "))
        };
        let in_p = texts(&mut (0..self.words.len()).filter(|x| self.is_p[*x]));
        // A position without moves comes first, and is not listed.
        if elements.first().is_some_and(|first| self.words[*first].iter().any(|power| *power > 0)) {
            return refused("the heap of 0 has moves");
        }
        let heaps = texts(&mut elements.into_iter().skip(1));
        let (order, presentation) = (self.words.len(), &self.presentation);
        Ok(format!(
            "{{\"order\": {order}, \"presentation\": \"{presentation}\", \"p_portion\": {in_p}, \"heaps\": {heaps}}}"
        ))
    }
}

/// Adds a pair, unless another one of the same element fails wherever it does.
fn insert(pairs: &mut Vec<Pair>, pair: Pair) -> Result<(), Fault> {
    let (element, fails) = &pair;
    if fails[0] {
        return refused("a sum that is not in P has no move to P");
    }
    let covers = |(other, more): &Pair| {
        other == element && fails.iter().zip(more).all(|(one, other)| one <= other)
    };
    if !pairs.iter().any(covers) {
        pairs.push(pair);
    }
    Ok(())
}
