//! Facts: what each kind says, and when it follows from the facts before it.
//!
//! Knows: play by the rules. Must not know: the question.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use num_rational::BigRational;
use upstar_reference::bracket::Game;
use upstar_reference::play::{Convention, Ending};
use upstar_reference::value::Component;
use upstar_reference::{Fault, Player};

use crate::ends;
use crate::loops;
use crate::quotient::Quotient;
use crate::rules::{Rules, Sum, refused};

/// The bytes that a table takes beside a text that it keeps.
const BYTES_BESIDE: u64 = 64;

/// Facts that were checked.
pub(crate) struct Facts {
    /// What decides.
    pub(crate) convention: Convention,
    /// How many there are.
    pub(crate) count: u64,
    /// Sums that the player, who is to move, wins.
    wins: [HashSet<Box<str>>; 2],
    /// Sums that the player, who is to move, does not lose.
    holds: [HashSet<Box<str>>; 2],
    /// Those that were used and not met yet.
    promised: [BTreeSet<Box<str>>; 2],
    /// Nimbers of sums, most of one component.
    nimbers: HashMap<Box<str>, u64>,
    /// Sums, and nimbers that they do not have.
    others: HashSet<(Box<str>, u64)>,
    /// The canonical form that the sum of the question equals.
    pub(crate) form: Option<Game>,
    /// The stopper that it equals.
    pub(crate) stopper: Option<Sum>,
    /// Points that a player can secure, by who secures them, who is to move, and the position.
    pub(crate) secured: BTreeMap<(Player, Player, Box<str>), BigRational>,
    /// The misère quotient, with the elements of positions.
    pub(crate) quotient: Option<Quotient>,
    bytes: Cell<u64>,
    most_bytes: u64,
}

/// A player by name.
pub(crate) fn player(name: &str) -> Result<Player, Fault> {
    match name {
        "Left" | "Max" => Ok(Player::Left),
        "Right" | "Min" => Ok(Player::Right),
        _ => refused(format!("`{name}` is no player")),
    }
}

fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

/// A nimber that a certificate can name.
fn nimber(text: &str) -> Result<u64, Fault> {
    match text.parse() {
        Ok(n) if n < 1 << 32 && text == format!("{n}") => Ok(n),
        _ => refused(format!("`{text}` is no nimber")),
    }
}

impl Facts {
    /// No facts yet.
    pub(crate) fn new(convention: Convention, most_bytes: u64) -> Facts {
        Facts {
            convention,
            count: 0,
            wins: Default::default(),
            holds: Default::default(),
            promised: Default::default(),
            nimbers: HashMap::new(),
            others: HashSet::new(),
            form: None,
            stopper: None,
            secured: BTreeMap::new(),
            quotient: None,
            bytes: Cell::new(0),
            most_bytes,
        }
    }

    /// Adds the fact of a line, if it follows.
    pub(crate) fn add(&mut self, rules: &mut Rules, fields: &[String]) -> Result<(), Fault> {
        rules.next_line()?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        match fields.as_slice() {
            ["win", player, sum, to] => self.add_win(rules, player, sum, to)?,
            ["hold", player, sum, to] => self.add_hold(rules, player, sum, to)?,
            ["nimber", sum, n, to @ ..] => self.add_nimber(rules, sum, n, to)?,
            ["not", sum, n, to] => self.add_other(rules, sum, n, to)?,
            ["local", name] => {
                self.verify_normal_play()?;
                rules.add_local(name)?;
            }
            ["value", component, value] => {
                self.verify_normal_play()?;
                let text = rules.add_value(component, value)?;
                self.kept(&text);
            }
            ["form", form] => self.add_form(rules, form)?,
            ["stopper", game] => self.add_stopper(rules, game)?,
            ["points", who, mover, position, points, to @ ..] => {
                self.add_points(rules, [who, mover, position, points], to)?;
            }
            ["quotient", presentation, in_p @ ..] => {
                let read = Quotient::read(presentation, in_p, &rules.session.machine()?.steps)?;
                if self.quotient.replace(read).is_some() {
                    return refused("this is not the only quotient");
                }
            }
            ["element", position, word] => self.add_element(rules, position, word)?,
            _ => return refused("this is no fact"),
        }
        self.count += 1;
        if self.bytes.get() > self.most_bytes {
            return refused("the facts take more memory than allowed");
        }
        Ok(())
    }

    /// A text that is kept.
    pub(crate) fn kept(&self, text: &str) -> Box<str> {
        self.bytes.set(self.bytes.get() + BYTES_BESIDE + text.len() as u64);
        text.into()
    }

    fn sum(&self, rules: &Rules, text: &str) -> Result<Sum, Fault> {
        rules.sum(text, self.convention)
    }

    fn moves(&self, rules: &Rules, sum: &Sum, player: Player) -> Result<Vec<Sum>, Fault> {
        rules.moves(sum, player, self.convention)
    }

    // Strategies

    /// The sum, and the one that a move of the player leads to, where play is not over.
    fn moved(
        &self,
        rules: &Rules,
        mover: &str,
        sum: &str,
        to: &str,
    ) -> Result<(Player, Sum, Sum), Fault> {
        let (player, sum, to) = (player(mover)?, self.sum(rules, sum)?, self.sum(rules, to)?);
        let moves = self.moves(rules, &sum, player)?;
        if rules.over(&sum, player, &moves, self.convention)?.is_some() {
            return refused("play is over there");
        }
        if !moves.iter().any(|other| other.text == to.text) {
            return refused(format!("there is no such move of {mover}"));
        }
        Ok((player, sum, to))
    }

    fn add_win(&mut self, rules: &Rules, mover: &str, sum: &str, to: &str) -> Result<(), Fault> {
        let (player, sum, to) = self.moved(rules, mover, sum, to)?;
        self.verify_wins_second(rules, &to, player)?;
        let sum = self.kept(&sum.text);
        self.wins[side(player)].insert(sum);
        Ok(())
    }

    fn add_hold(&mut self, rules: &Rules, mover: &str, sum: &str, to: &str) -> Result<(), Fault> {
        let (player, sum, to) = self.moved(rules, mover, sum, to)?;
        let promised = self.needed_to_hold(rules, &to, player)?;
        self.promised[side(player)].remove(sum.text.as_str());
        let sum = self.kept(&sum.text);
        self.holds[side(player)].insert(sum);
        self.promise(player, promised);
        Ok(())
    }

    fn promise(&mut self, player: Player, promised: Vec<Box<str>>) {
        let known = &self.holds[side(player)];
        self.promised[side(player)].extend(promised.into_iter().filter(|sum| !known.contains(sum)));
    }

    /// Whether the player, who is to move, wins: by a fact, or because play is over.
    pub(crate) fn wins_first(
        &self,
        rules: &Rules,
        sum: &Sum,
        player: Player,
    ) -> Result<bool, Fault> {
        if let (Convention::Normal, Some(game)) = (self.convention, rules.game(sum)?) {
            // Left wins moving first when not G <= 0, Right when not 0 <= G.
            let games = &rules.session.machine()?.games;
            return Ok(!games.no_better(game, games.zero()?, player)?);
        }
        Ok(self.wins[side(player)].contains(sum.text.as_str())
            || self.end(rules, sum, player)? == Some(Ending::Won(player)))
    }

    /// How play is over before the player moves. It is computed only where no fact helps.
    fn end(&self, rules: &Rules, sum: &Sum, player: Player) -> Result<Option<Ending>, Fault> {
        let moves = self.moves(rules, sum, player)?;
        rules.over(sum, player, &moves, self.convention)
    }

    /// Checks that a player wins when the other one is to move: after each move a fact says that she wins.
    pub(crate) fn verify_wins_second(
        &self,
        rules: &Rules,
        sum: &Sum,
        player: Player,
    ) -> Result<(), Fault> {
        let moves = self.moves(rules, sum, player.opponent())?;
        match rules.over(sum, player.opponent(), &moves, self.convention)? {
            Some(Ending::Won(winner)) if winner == player => return Ok(()),
            Some(_) => return refused(format!("{player:?} has not won in {}", sum.text)),
            None => {}
        }
        for answered in moves {
            if !self.wins_first(rules, &answered, player)? {
                let message = format!("no fact says that {player:?} wins {}", answered.text);
                return refused(message);
            }
        }
        Ok(())
    }

    /// The facts that a player needs, who does not lose when the other one is to move: one after each move. Those that
    /// are known are left out.
    fn needed_to_hold(
        &self,
        rules: &Rules,
        sum: &Sum,
        player: Player,
    ) -> Result<Vec<Box<str>>, Fault> {
        let loses = Some(Ending::Won(player.opponent()));
        let moves = self.moves(rules, sum, player.opponent())?;
        match rules.over(sum, player.opponent(), &moves, self.convention)? {
            Some(ending) if Some(ending) == loses => {
                return refused(format!("{player:?} has lost in {}", sum.text));
            }
            Some(_) => return Ok(Vec::new()),
            None => {}
        }
        let mut needed = Vec::new();
        for answered in moves {
            if self.wins[side(player)].contains(answered.text.as_str()) {
                continue;
            }
            match self.end(rules, &answered, player)? {
                Some(ending) if Some(ending) == loses => {
                    return refused(format!("{player:?} has lost in {}", answered.text));
                }
                Some(_) => {}
                None => needed.push(self.kept(&answered.text)),
            }
        }
        Ok(needed)
    }

    /// Checks that all promises were kept.
    pub(crate) fn verify_promises(&self) -> Result<(), String> {
        match self.promised.iter().flatten().next() {
            Some(sum) => Err(format!("no fact says how to hold {sum}")),
            None => Ok(()),
        }
    }

    /// Whether the player, who is to move, does not lose.
    fn holds_first(&self, rules: &Rules, sum: &Sum, player: Player) -> Result<bool, Fault> {
        let is_known = self.holds[side(player)].contains(sum.text.as_str())
            || self.wins[side(player)].contains(sum.text.as_str());
        if is_known {
            return Ok(true);
        }
        let end = self.end(rules, sum, player)?;
        Ok(end.is_some_and(|end| end != Ending::Won(player.opponent())))
    }

    /// Whether a player does not lose when the other one is to move.
    pub(crate) fn holds_second(
        &self,
        rules: &Rules,
        sum: &Sum,
        player: Player,
    ) -> Result<bool, Fault> {
        let needed = self.needed_to_hold(rules, sum, player);
        Ok(needed
            .is_ok_and(|needed| needed.iter().all(|sum| self.holds[side(player)].contains(sum))))
    }

    /// Who wins when a player moves first; no one when both hold. Only facts are used.
    pub(crate) fn winner(
        &self,
        rules: &Rules,
        sum: &Sum,
        first: Player,
    ) -> Result<Option<Player>, Fault> {
        if self.convention == Convention::Normal
            && let Some(n) = self.nimber_of(rules, sum)?
        {
            return Ok(Some(if n == 0 { first.opponent() } else { first }));
        }
        if self.wins_first(rules, sum, first)? {
            return Ok(Some(first));
        }
        let loses = self.verify_wins_second(rules, sum, first.opponent());
        if loses.is_ok() {
            return Ok(Some(first.opponent()));
        }
        if self.holds_first(rules, sum, first)?
            && self.holds_second(rules, sum, first.opponent())?
        {
            return Ok(None);
        }
        loses.map(|()| None)
    }

    // Nimbers

    /// The nimber of a sum, by a fact, or the nim-sum of the nimbers of its components, where facts say them (Bouton; Siegel, IV.1).
    pub(crate) fn nimber_of(&self, rules: &Rules, sum: &Sum) -> Result<Option<u64>, Fault> {
        if let Some(nimber) = self.nimbers.get(sum.text.as_str()) {
            return Ok(Some(*nimber));
        }
        let machine = rules.session.machine()?;
        let mut total = 0;
        for part in &sum.parts {
            let nimber = match part {
                Component::Game(game) => machine.games.as_nimber(*game)?,
                // A negative has the same nimber, and is the same game.
                Component::Position(position) | Component::Negative(position) => {
                    let text = rules.text(&Component::Position(position.clone()))?;
                    self.nimbers.get(text.as_str()).copied()
                }
                Component::Loopy(_) | Component::Kept(_) => None,
            };
            let Some(nimber) = nimber else { return Ok(None) };
            total ^= nimber;
        }
        Ok(Some(total))
    }

    fn verify_normal_play(&self) -> Result<(), Fault> {
        match self.convention {
            Convention::Normal => Ok(()),
            _ => refused("nimbers and forms prove nothing where the last move does not win"),
        }
    }

    /// A sum has the nimber n: both players have the same moves, one to each smaller nimber, and none to n.
    fn add_nimber(&mut self, rules: &Rules, text: &str, n: &str, to: &[&str]) -> Result<(), Fault> {
        self.verify_normal_play()?;
        let (n, sum) = (nimber(n)?, self.sum(rules, text)?);
        let moves = self.moves_of_both(rules, &sum)?;
        let known: BTreeSet<&str> = moves.iter().map(|to| to.text.as_str()).collect();
        if to.len() as u64 != n {
            return refused(format!("{n} moves are needed, one to each smaller nimber"));
        }
        for (smaller, to) in to.iter().enumerate() {
            let to = self.sum(rules, to)?;
            if !known.contains(to.text.as_str()) {
                return refused(format!("there is no move to {}", to.text));
            }
            if self.nimber_of(rules, &to)? != Some(smaller as u64) {
                return refused(format!("no fact says that {} has nimber {smaller}", to.text));
            }
        }
        for to in &moves {
            let is_other = match self.nimber_of(rules, to)? {
                Some(other) => other != n,
                None => self.others.contains(&(to.text.as_str().into(), n)),
            };
            if !is_other {
                return refused(format!("no fact says that {} has another nimber", to.text));
            }
        }
        let sum = self.kept(&sum.text);
        self.nimbers.insert(sum, n);
        Ok(())
    }

    /// A sum has not the nimber n, because a move of each player leads to n. Whether it has a nimber is not said.
    fn add_other(&mut self, rules: &Rules, sum: &str, n: &str, to: &str) -> Result<(), Fault> {
        self.verify_normal_play()?;
        let (n, sum, to) = (nimber(n)?, self.sum(rules, sum)?, self.sum(rules, to)?);
        for player in Player::BOTH {
            let moves = self.moves(rules, &sum, player)?;
            if !moves.iter().any(|other| other.text == to.text) {
                return refused(format!("there is no move of {player:?} to {}", to.text));
            }
        }
        if self.nimber_of(rules, &to)? != Some(n) {
            return refused(format!("no fact says that {} has nimber {n}", to.text));
        }
        let sum = self.kept(&sum.text);
        self.others.insert((sum, n));
        Ok(())
    }

    /// The moves of a sum in which the players have the same ones.
    fn moves_of_both(&self, rules: &Rules, sum: &Sum) -> Result<Vec<Sum>, Fault> {
        let moves = self.moves(rules, sum, Player::Left)?;
        let others = self.moves(rules, sum, Player::Right)?;
        let texts = |moves: &[Sum]| moves.iter().map(|to| to.text.clone()).collect::<BTreeSet<_>>();
        match texts(&moves) == texts(&others) {
            true => Ok(moves),
            false => refused("the players have different moves"),
        }
    }

    // Misère quotients

    /// A position has an element of the quotient, because its options have theirs.
    fn add_element(&mut self, rules: &Rules, position: &str, word: &str) -> Result<(), Fault> {
        let sum = self.sum(rules, position)?;
        let texts = |sum: &Sum| sum.parts.iter().map(|part| rules.text(part)).collect();
        let options = self.moves_of_both(rules, &sum)?;
        let options = options.iter().map(texts).collect::<Result<Vec<_>, _>>()?;
        let ([_], Convention::Misere, Some(quotient)) =
            (sum.parts.as_slice(), self.convention, &mut self.quotient)
        else {
            return refused("elements are those of single positions in a misère quotient");
        };
        quotient.add((&sum.text, word), &options, &rules.session.machine()?.steps)?;
        self.kept(&sum.text);
        Ok(())
    }

    // Canonical forms

    /// A canonical form: no option of anything in it is dominated or reversible, by the definition. Whether it is the
    /// value of the question is asked at the end.
    fn add_form(&mut self, rules: &Rules, text: &str) -> Result<(), Fault> {
        self.verify_normal_play()?;
        let machine = rules.session.machine()?;
        let form = machine.form_of(&rules.session.value(&format!("form({text})"))?)?;
        if self.form.is_some() || !machine.games.is_canonical(form)? {
            return refused(format!("{text} is not in canonical form, or not the only one"));
        }
        self.form = Some(form);
        Ok(())
    }

    /// A game without positions that is a stopper. Whether it is the value of the question is asked at the end.
    fn add_stopper(&mut self, rules: &Rules, text: &str) -> Result<(), Fault> {
        self.verify_normal_play()?;
        let game = self.sum(rules, text)?;
        // The numbers of positions end with the line.
        let is_game = |part: &Component| match part {
            Component::Game(_) => true,
            Component::Loopy(loopy) => loops::is_without_positions(loopy),
            _ => false,
        };
        if self.stopper.is_some() || !game.parts.iter().all(is_game) {
            return refused(format!("{text} is no game without positions, or not the only one"));
        }
        ends::verify_stopper(rules, &game)?;
        self.stopper = Some(game);
        Ok(())
    }
}
