//! Attributes of functions, and the intrinsics: functions whose meaning the analyses of rules know.

/// Attribute of a function: how it takes its arguments, or how its value is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attribute {
    /// Takes brackets that refer to each other as typed, not their values.
    TakesForms,
    /// Quotes its first argument: takes its summands as typed.
    QuotesArgument,
    /// Makes the certificate of the question that it quotes.
    Certifies,
    /// Keeps sums in its arguments as typed: they are not added up in normal play.
    KeepsSums,
    /// In a goal, the first argument may be left out: it is the board of the position.
    AsksBoard,
    /// Returns source, which is shown without quotation marks when it stands alone.
    GivesSource,
    /// Returns its second argument, whose answer is shown after the first when the call stands alone.
    LabelsAnswer,
}

/// Function whose meaning the analyses of rules know. It stands in the row, so the name of the function
/// does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is what the function of this name does")]
pub enum Intrinsic {
    Abs,
    All,
    Any,
    Board,
    Ceil,
    Cells,
    Columns,
    Components,
    Connected,
    Connects,
    Contract,
    Cut,
    Degree,
    Difference,
    Div,
    Divisors,
    Dominates,
    Edges,
    Ends,
    Filter,
    Floor,
    From,
    Full,
    Gcd,
    Group,
    HexConnects,
    Ilog,
    Insert,
    Intersection,
    IsEvil,
    IsInteger,
    IsOdious,
    IsPrime,
    Isqrt,
    Keys,
    Label,
    Length,
    Liberties,
    Line,
    List,
    Map,
    Max,
    Min,
    Neighbours,
    NimSum,
    Opponent,
    Partitions,
    Product,
    Remove,
    Reverse,
    Rewritten,
    Rows,
    Set,
    Shows,
    Sign,
    Sort,
    Subsets,
    Sum,
    TakeAndBreak,
    Text,
    To,
    Totient,
    Union,
    Values,
    Vertices,
    With,
    Without,
}
