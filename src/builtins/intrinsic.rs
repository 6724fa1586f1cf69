//! Functions whose meaning the analyses of rules know.

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
