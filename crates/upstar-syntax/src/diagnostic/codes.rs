//! The codes of diagnostics, and the page that explains each.

/// Declares the codes: one row for each, in the order of the numbers.
macro_rules! codes {
    ($($code:ident $name:ident $summary:literal;)*) => {
        /// Code of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $summary] $name,)*
        }

        impl Code {
            /// All codes, in order.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// `G0101`
            pub fn number(self) -> &'static str {
                match self { $(Code::$name => stringify!($code)),* }
            }

            /// Reports whether an interrupt or a limit of the session ended the computation: then no other
            /// method is tried.
            pub fn is_exhaustion(self) -> bool {
                matches!(self, Code::Interrupted | Code::TimedOut | Code::OutOfMemory)
            }

            /// Reports whether a limit or an interrupt ended the computation: then nothing is known about what was
            /// asked.
            pub fn is_limit(self) -> bool {
                self.is_exhaustion() || matches!(self, Code::CallDepth | Code::TooLarge)
            }

            /// Summary of one line.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$name => $summary),* }
            }
        }

        /// The page that explains a code, in Markdown.
        pub fn page(code: Code) -> &'static str {
            match code {
                $(Code::$name => include_str!(concat!(
                    "../../errors/", stringify!($code), ".md"
                ))),*
            }
        }
    };
}

codes! {
    G0101 Syntax "Something else was expected here";
    G0102 Unclosed "A bracket is opened and never closed";
    G0103 TooDeep "Nested too deeply";
    G0104 BadLiteral "A literal that means nothing or is too large";
    G0105 UnclosedText "A text without its closing quote";
    G0106 Reserved "A reserved word used as a name";
    G0107 NotUtf8 "A file that is not UTF-8 text";
    G0201 UnknownName "A name that nothing has";
    G0202 NoValueYet "A name used before it has a value";
    G0203 DuplicateName "The same name twice in one list of parameters, or for two brackets";
    G0204 Misplaced "Something that has no meaning at this place";
    G0301 WrongType "A value of another kind is needed";
    G0302 WrongCount "The wrong number of arguments";
    G0303 NotAShortGame "A number that is not a short game";
    G0304 NotImpartial "A game in which the players have different options";
    G0305 NotCallable "Something that cannot be called";
    G0306 OutOfRange "An index or argument outside its range";
    G0307 DivisionByZero "A division by zero";
    G0308 TightStar "A game such as 3*4 used as a number";
    G0309 PatternMismatch "A value that does not fit the names it is taken apart into";
    G0310 OtherConvention "Normal play and misère play are mixed up";
    G0401 SidesDiffer "A rule whose two sides differ in size";
    G0402 ForeignSymbol "A symbol that is not in the alphabet";
    G0403 RaggedBoard "A board whose rows differ in length";
    G0404 Repeats "A position that can repeat";
    G0405 WrongPosition "A position of the wrong kind";
    G0406 BadAlphabet "An alphabet that cannot be used";
    G0407 BadRule "A rewrite rule that means nothing";
    G0408 BadGraph "A graph that cannot be read";
    G0409 NoMoves "A ruleset without moves";
    G0410 BadCode "A code of taking and breaking that means nothing";
    G0411 NotByLastMove "A question about the last move, of a game decided by a goal or by points";
    G0412 NoPoints "A question about points, of a game that has none";
    G0413 IllegalMove "A move that the rules do not allow";
    G0414 Entails "A value of a position with complimenting or entailing moves";
    G0501 Interrupted "The computation was interrupted";
    G0502 TimedOut "The computation took too long";
    G0503 OutOfMemory "The computation took too much memory";
    G0504 CallDepth "Functions call each other too deeply";
    G0505 TooLarge "A value too large to be stored or listed";
    G0601 NoSuchFile "A file that cannot be read";
    G0602 CircularUse "Files that use each other in a cycle";
    G0603 NotWritten "A file that cannot be written";
    G0604 BadTables "Tables of answers that cannot be used";
    G0701 CheckFailed "A check that does not hold";
    G0702 BadKey "A key of a sheet that cannot be used";
    G0703 WrongEngine "A fast method that disagreed with the rules";
    G0901 Loopy "A question that loopy games have no answer to";
}
