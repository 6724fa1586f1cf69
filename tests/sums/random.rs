//! Random sums, and questions about them.

use crate::support::Dice;

impl Dice {
    fn pick(&mut self, from: &[&str]) -> String {
        (*self.one_of(from)).to_owned()
    }

    fn small(&mut self) -> String {
        self.pick(&["0", "1", "-1", "1/2", "-3/4", "2", "*", "*2", "^", "v", "^*"])
    }

    fn component(&mut self) -> String {
        match self.roll(9) {
            0 => self.pick(&["1", "-2", "1/2", "3/4", "-1/4", "0"]),
            1 => self.pick(&["*", "*2", "*3", "*4"]),
            2 => self.pick(&["^", "v", "^*", "^^", "tiny(1)", "miny(2)", "<^|v>", "<0,*|*>"]),
            3 => self.pick(&["±1", "±2", "<3|1>", "<1|-1>", "<2|-1>", "<1||0|-2>", "±<3|1>", "±^"]),
            4 => {
                let mut side = |most| {
                    let options: Vec<String> = (0..self.roll(most)).map(|_| self.small()).collect();
                    options.join(",")
                };
                format!("{{{}|{}}}", side(3), side(3))
            }
            5 => self.pick(&[
                "Nim(2)",
                "Nim(3)",
                "Nim(1, 2, 3)",
                "Nim(2, 3)",
                "Kayles(3)",
                "Kayles(4)",
            ]),
            6 => self.pick(&[
                "Domineering(2, 2)",
                "Domineering(2, 3)",
                "Domineering(1, 3)",
                "Domineering(\"..|.#\")",
            ]),
            7 => self.pick(&[
                "ToadsAndFrogs(\"T.F\")",
                "ToadsAndFrogs(\"T..F\")",
                "ToadsAndFrogs(\"TT.F\")",
            ]),
            _ => format!("2 * {}", self.pick(&["^", "<1|-1>", "Nim(2)", "Domineering(2, 2)"])),
        }
    }

    fn sum(&mut self, most: u64) -> String {
        let mut text = self.component();
        for _ in 0..self.roll(most) {
            let sign = self.pick(&["+", "-"]);
            text = match self.roll(4) {
                0 => {
                    let one = self.component();
                    format!("{text} + {one} - {one}")
                }
                _ => format!("{text} {sign} {}", self.component()),
            };
        }
        text
    }

    /// Switches and other hot games, and numbers beside them.
    fn hot_sum(&mut self) -> String {
        let mut text = self.sum(2);
        for _ in 0..=self.roll(2) {
            let switch = self.pick(&["±1", "±2", "<3|1>", "<1/2|-1>", "<2|-1>", "1/2", "-3"]);
            text = format!("{text} + {switch}");
        }
        text
    }

    pub(super) fn question(&mut self) -> String {
        let depth = self.pick(&["", "", ", 1", ", 2", ", 4"]);
        let asked = match self.roll(7) {
            0 => format!("outcome({})", self.sum(3)),
            1 => format!("outcome({})", self.hot_sum()),
            2 => self.sum(3),
            3 => format!("winning_moves({}, {})", self.sum(3), self.pick(&["Left", "Right"])),
            4 => {
                let question = self.pick(&["temperature", "mean", "thermograph"]);
                format!("{question}({})", self.hot_sum())
            }
            _ => {
                let op = self.pick(&["==", "!=", "<", "<=", ">", ">=", "||", "<|", "|>"]);
                let right = if self.roll(2) == 0 { "0".to_owned() } else { self.sum(2) };
                format!("{} {op} {right}", self.sum(3))
            }
        };
        format!("explain({asked}{depth})")
    }
}
