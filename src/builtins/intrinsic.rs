//! What the table says of functions besides what they compute: attributes, and the functions whose
//! meaning the analyses of rules know.

/// How a function takes its arguments, or how its value is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attribute {
    /// Brackets that refer to each other come as they were typed, not as what they mean.
    TakesForms,
    /// Its first argument is quoted: what is written there comes in its parts.
    QuotesArgument,
    /// Goals ask it of the board of the position: its first argument may be left out there.
    AsksBoard,
    /// Its value is source: alone in a statement it is shown without quotation marks.
    GivesSource,
}

/// A function whose meaning the analyses of rules know, apart from its name. It stands in the row
/// of the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is what the function of this name does")]
pub enum Intrinsic {
    Abs,
    All,
    Any,
    Cells,
    Components,
    Connects,
    Contract,
    Cut,
    Degree,
    Edges,
    Ends,
    From,
    Group,
    HexConnects,
    Label,
    Length,
    Liberties,
    Line,
    List,
    Max,
    Min,
    Neighbours,
    Opponent,
    Remove,
    Set,
    Sum,
    TakeAndBreak,
    To,
    Vertices,
    With,
}
