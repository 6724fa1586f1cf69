//! Terms of the field with their meanings, for help and for the page of the book.

/// Term of the field.
pub struct Term {
    /// The term, in small letters.
    pub term: &'static str,
    /// Other words for it, and forms of it.
    pub others: &'static [&'static str],
    /// What it means: sentences in Markdown.
    pub meaning: &'static str,
    /// Input and its result, which is tested; both empty without an example.
    pub example: (&'static str, &'static str),
    /// Names that compute it, and related words.
    pub see_also: &'static [&'static str],
}

const fn row(
    term: &'static str,
    others: &'static [&'static str],
    meaning: &'static str,
    example: (&'static str, &'static str),
    see_also: &'static [&'static str],
) -> Term {
    Term { term, others, meaning, example, see_also }
}

/// The term of a word or phrase, without regard to case, hyphens and a plural `s`.
pub fn find(word: &str) -> Option<&'static Term> {
    let word = plain(word);
    let single = word.strip_suffix("es").or(word.strip_suffix('s')).unwrap_or(&word);
    let shorter = word.strip_suffix('s').unwrap_or(&word);
    let is = |name: &&str| [&*word, single, shorter].contains(&&*plain(name));
    TERMS.iter().find(|row| is(&row.term) || row.others.iter().any(is))
}

/// A word in small letters, with blanks for hyphens and underscores.
fn plain(word: &str) -> String {
    let small = word.trim().to_lowercase();
    small.replace(['-', '_'], " ")
}

/// All terms, in the order of the alphabet.
#[rustfmt::skip]
pub const TERMS: &[Term] = &[
    row("all-small", &["dicot", "dicotic"], "In each position that follows, either both players can move or neither can. Such games are infinitesimal.", ("is_all_small(^* + *2)", "true"), &["is_all_small", "atomic_weight", "infinitesimal"]),
    row("atomic weight", &["uppitiness"], "The number of ups that an all-small game is worth beside many nimbers. With an atomic weight of 2 or more Left wins, whoever begins.", ("atomic_weight(^^*)", "2"), &["atomic_weight", "all-small", "up"]),
    row("best move", &["optimal move"], "A move that is as good as any other in the position: it keeps the value, or wins, or brings the most points.", ("", ""), &["best_moves", "winning_moves", "dominated"]),
    row("birthday", &["day", "born by"], "The length of the longest line of play from the canonical form. The games with birthday n at most are *born by day n*.", ("birthday(3/4)", "3"), &["birthday", "canonical form"]),
    row("blue", &["bLue"], "The colour of Left's edges, cells and pieces.", ("", ""), &["Left", "red", "green"]),
    row("bypassed", &["bypass"], "A reversible option is bypassed: the options after the opponent's answer replace it.", ("", ""), &["reversible", "canonical form"]),
    row("canonical form", &["simplest form", "normal form"], "The only game of a value without dominated and without reversible options. Two games are equal when they have the same one.", ("canonical(<0,*|*>)", "↑"), &["canonical", "dominated", "reversible"]),
    row("cold", &["cold game"], "A number: nobody wants to move in it, because a move costs the player who makes it.", ("temperature(1/2)", "-1/2"), &["hot", "tepid", "is_number"]),
    row("confused", &["fuzzy", "incomparable"], "Two games are confused when whoever moves first wins their difference. A game is fuzzy when it is confused with 0.", ("* || 0", "true"), &["||", "outcome"]),
    row("confusion interval", &[], "The numbers that a game is confused with: those between its two stops. A star beside a stop says that the stop itself belongs to it.", ("confusion_interval(<3|1>)", "(1*, 3*)"), &["confusion_interval", "stop"]),
    row("cooling", &["cool", "cooled"], "Every move costs a tax t. At the temperature of the game the tax leaves only its mean.", ("cool(<3|1>, 1)", "2*"), &["cool", "heat", "temperature"]),
    row("disjunctive sum", &["sum", "sum of games"], "Games played side by side: a player moves in one of them, and loses when there is no move in any.", ("* + *2", "*3"), &["+", "followers"]),
    row("dominated", &["dominated option", "domination"], "An option is dominated when another one of the same player is at least as good. It can be left out.", ("canonical(<0,1|2>)", "3/2"), &["explain", "reversible", "canonical form"]),
    row("down", &[], "The game `<*|0>`, the negative of up: negative, and greater than every negative number.", ("v < 0 and v > -1/1000", "true"), &["v", "up"]),
    row("dyadic", &["dyadic rational", "dyadic fraction"], "A fraction whose denominator is a power of 2. These fractions are the numbers among short games.", ("<0|1/2>", "1/4"), &["is_number", "number"]),
    row("entailing move", &["entailing"], "A move that the opponent must answer where it was made.", ("", ""), &["entailing", "complimenting"]),
    row("follower", &["subposition", "descendant"], "A game to which moves lead, whoever makes them. The game itself is one.", ("length(followers(*2))", "3"), &["followers"]),
    row("genus", &[], "The nimber of an impartial game together with what it is in misère play beside heaps of two.", ("", ""), &["genus", "misère play", "tame"]),
    row("green", &["grEen"], "The colour of edges that either player may take.", ("", ""), &["blue", "red", "Hackenbush"]),
    row("grundy value", &["nim value", "nimber", "sprague grundy value", "g value", "grundy number"], "The size of the heap of Nim that an impartial position equals. The player to move loses when it is 0.", ("nimber(Nim(3, 5))", "6"), &["nimber", "mex", "nim sum"]),
    row("heap", &["pile"], "A number of counters. In games with heaps a move changes one of them.", ("nimber(Nim(4))", "4"), &["Nim", "Kayles", "grundy value"]),
    row("heating", &["heat", "heated", "overheating"], "The opposite of cooling: every move earns t.", ("heat(2*, 1)", "<3|1>"), &["heat", "overheat", "cooling"]),
    row("hot", &["hot game"], "A game in which moving first is an advantage: its left stop is greater than its right stop, and its temperature positive.", ("temperature(<1|-1>)", "1"), &["temperature", "switch", "cold"]),
    row("impartial", &["impartial game"], "Both players have the same options everywhere. Such a game equals a heap of Nim.", ("nimber(Kayles(5))", "4"), &["nimber", "partizan", "sprague grundy theorem"]),
    row("incentive", &[], "The gain of a move: the option less the game for Left, the game less the option for Right. Incentives are never positive for numbers.", ("", ""), &["left_incentives", "right_incentives", "temperature"]),
    row("infinitesimal", &[], "Smaller than every positive number, and greater than every negative one. Its stops are both 0.", ("is_infinitesimal(^)", "true"), &["is_infinitesimal", "up", "tiny"]),
    row("left", &["left player", "Louise"], "The player who is blue, plays vertical dominoes, and wins positive games.", ("outcome(1)", "L"), &["Left", "right", "positive"]),
    row("loony", &["loony move"], "A value of entailing play: the player to move wins whatever else there is.", ("nimber(TopEntails(3))", "loony"), &["loony", "entailing move"]),
    row("loopy", &["loopy game"], "Play can return to a position. Endless play is a draw, or a win for a named player.", ("is_loopy(over)", "true"), &["is_loopy", "stopper", "on"]),
    row("mean", &["mean value", "mast value"], "The worth of each of many copies of a game. The mast of the thermograph stands above it.", ("mean(<3|1>)", "2"), &["mean", "temperature", "thermograph"]),
    row("mex", &["mex rule", "minimal excluded number", "minimum excludant"], "The smallest of 0, 1, 2, ... that is not in a set. The nimber of an impartial position is the mex of the nimbers of its options.", ("mex({0, 1, 3})", "2"), &["mex", "grundy value"]),
    row("misère play", &["misere", "misère", "misere play"], "The player who cannot move wins.", ("outcome(misere(Nim(1)))", "P"), &["misere", "normal play", "genus"]),
    row("miny", &[], "The negative of tiny.", ("miny(2) == -tiny(2)", "true"), &["miny", "tiny"]),
    row("negative", &["negative game"], "Right wins, whoever begins. The negative of a game is the same game with the players exchanged.", ("-<3|1>", "<-1|-3>"), &["-", "positive"]),
    row("next player", &["first player"], "The player who is to move. In an N-position this player wins.", ("outcome(*)", "N"), &["outcome", "previous player"]),
    row("nim", &["game of nim"], "Take any number of counters from one heap. The last to take wins.", ("nimber(Nim(3, 5, 6))", "0"), &["Nim", "nim sum", "grundy value"]),
    row("nim sum", &["xor", "nim addition"], "Addition in base 2 without carrying. It gives the nimber of a sum of impartial games.", ("nim_sum(3, 5)", "6"), &["nim_sum", "grundy value"]),
    row("normal play", &["last player wins"], "The player who cannot move loses.", ("outcome(0)", "P"), &["outcome", "misère play"]),
    row("number", &["number avoidance", "surreal number"], "A game whose left options are all less than its right options, which are numbers too. Move in a number only when nothing else is left.", ("<0|1>", "1/2"), &["is_number", "simplicity rule", "cold"]),
    row("octal code", &["octal game", "code digit"], "Digits that say how to take counters: the n-th digit says whether taking n may leave no heap, one, or two.", ("nimber(octal(\"0.77\")(5))", "4"), &["octal", "Kayles", "period"]),
    row("option", &["move"], "A game that a player can move to.", ("left_options(^*)", "[0, *]"), &["left_options", "right_options", "moves"]),
    row("ordinal sum", &["colon"], "A move in the base ends play in the rest.", ("1 : *", "1*"), &[":", "ordinal_sum"]),
    row("outcome", &["outcome class", "outcome classes"], "Who wins: Left (`L`), Right (`R`), the next player (`N`), or the previous player (`P`).", ("outcome(*2)", "N"), &["outcome", "winning_moves"]),
    row("partizan", &["partisan"], "The players may have different options.", ("<3|1>", "<3|1>"), &["impartial"]),
    row("period", &["periodic", "periodicity"], "The length after which a sequence of nimbers repeats.", ("", ""), &["period", "octal code"]),
    row("position", &[], "A state of a game: a board, heaps, a graph. Its value says how it behaves in every sum.", ("canonical(Domineering(2, 2))", "±1"), &["canonical", "moves", "ruleset"]),
    row("positive", &["positive game"], "Left wins, whoever begins.", ("^ > 0", "true"), &[">", "negative"]),
    row("previous player", &["second player"], "The player who has moved last. In a P-position this player wins.", ("outcome(Nim(3, 3))", "P"), &["outcome", "next player", "zero game"]),
    row("quotient", &["misère quotient"], "A monoid whose elements stand for impartial positions that misère play cannot tell apart.", ("", ""), &["misere_quotient", "misère play"]),
    row("red", &["Red"], "The colour of Right's edges, cells and pieces.", ("", ""), &["Right", "blue", "green"]),
    row("reduced canonical form", &["rcf", "reduced"], "The simplest game that differs by an infinitesimal.", ("reduced(<3|1> + ^)", "<3|1>"), &["reduced", "infinitesimal"]),
    row("remote star", &["far star"], "A nimber larger than any in a game. Beside it the atomic weight decides who wins.", ("", ""), &["atomic_weight", "star"]),
    row("reversible", &["reversible option", "reversible move", "reverses"], "An option of Left is reversible when Right has an answer that is at most the game. Left's options after that answer take its place.", ("canonical(<*|*>)", "0"), &["explain", "dominated", "canonical form"]),
    row("right", &["right player", "Richard"], "The player who is red, plays horizontal dominoes, and wins negative games.", ("outcome(-1)", "R"), &["Right", "left", "negative"]),
    row("ruleset", &["rules"], "A game in the everyday sense: which positions there are and how to move.", ("", ""), &["game", ":rulesets", "position"]),
    row("short", &["short game"], "It has finitely many followers, and every line of play ends.", ("", ""), &["loopy", "birthday"]),
    row("simplicity rule", &["simplest number", "simplicity theorem"], "If numbers fit between the options of a game, the game equals the simplest of them, which is born first.", ("<1/4|2>", "1"), &["number", "birthday"]),
    row("sprague grundy theorem", &["sprague grundy"], "Every impartial game equals a heap of Nim, whose size is the mex of those of its options.", ("nimber(Kayles(3))", "3"), &["nimber", "mex", "impartial"]),
    row("star", &["nimber star"], "The game `<0|0>`: one counter of Nim. `*n` is a heap of n.", ("* + *", "0"), &["*", "grundy value"]),
    row("stop", &["left stop", "right stop", "stops"], "The number at which play ends when Left, or Right, begins and both play well.", ("stops(<3|1>)", "(3, 1)"), &["stops", "left_stop", "right_stop"]),
    row("stopper", &[], "A loopy game in which no line of alternating moves goes on forever.", ("is_stopper(over)", "true"), &["is_stopper", "loopy"]),
    row("switch", &[], "A game `<x|y>` of two numbers, the first of which is not smaller. `±x` is `<x|-x>`.", ("±2 + 1", "<3|-1>"), &["+-", "hot", "temperature"]),
    row("tame", &[], "In misère play it behaves like a position of Nim.", ("is_tame(Nim(5, 7))", "true"), &["is_tame", "wild", "misère play"]),
    row("temperature", &[], "How much a move is worth. At this tax the game freezes to its mean, and nobody wants to move.", ("temperature(<3|1>)", "1"), &["temperature", "thermograph", "cooling"]),
    row("tepid", &["tepid game"], "A number and an infinitesimal: moving neither costs nor earns a number.", ("temperature(1/2 + *)", "0"), &["hot", "cold", "infinitesimal"]),
    row("thermograph", &[], "The picture of the stops of a game at each temperature: two walls that meet in a mast.", ("", ""), &["thermograph", "draw", "temperature"]),
    row("tiny", &[], "The game `<0||0|-x>`: positive, and smaller than up and all its fractions.", ("tiny(2) > 0 and tiny(2) < ^", "true"), &["tiny", "miny", "infinitesimal"]),
    row("up", &["uptimal", "double up"], "The game `<0|*>`: positive, and smaller than every positive number.", ("^ > 0 and ^ < 1/1000", "true"), &["^", "down", "atomic weight"]),
    row("value", &["game value"], "The worth of a position in every sum. Equal games have the same value.", ("canonical(Domineering(2, 2)) == ±1", "true"), &["canonical", "=="]),
    row("wild", &[], "In misère play it behaves like no position of Nim.", ("is_wild(Kayles(5))", "true"), &["is_wild", "tame"]),
    row("zero game", &["zero position", "endgame"], "A game that the player to move loses; it can be left out of every sum.", ("<*|*> == 0", "true"), &["previous player", "canonical form"]),
];
