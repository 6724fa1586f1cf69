//! Suggestions: the known name that an unknown one is likely to mean.

/// Most letters of a name for which suggestions are searched.
const MOST_LETTERS: usize = 64;
/// Fewest letters of a prefix, or of a word in a name, that identify the name.
const FEWEST_LETTERS: usize = 3;

/// Likeness of a candidate to a name, closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// The same letters: `nim`, `leftstop`.
    Letters,
    /// One typing error: `outcom`.
    Slip,
    /// The name is a prefix of the candidate, with this number of letters missing: `temp`.
    Beginning(usize),
    /// The candidate is the first words of the name, which has this number of letters more: `mean_value`.
    FirstWords(usize),
    /// Several typing errors.
    Slips(usize),
    /// They share a word and differ in this number of other letters: `Frogs`.
    Word(usize),
}

/// Name of the language that `name` probably means: a synonym of it, or the nearest of `candidates`.
pub fn meant<S: AsRef<str>>(name: &str, candidates: impl IntoIterator<Item = S>) -> Option<String> {
    let candidates: Vec<S> = candidates.into_iter().collect();
    let near = nearest(name, candidates.iter().map(|candidate| candidate.as_ref()));
    let is_same = near.is_some_and(|near| likeness(name, near) == Some(Likeness::Letters));
    let synonym = synonym(name).filter(|_| !is_same);
    synonym.or(near).map(str::to_owned)
}

/// Nearest of `candidates`, if it is near enough. Cost: for each candidate of about the same length, the
/// product of the lengths.
pub fn nearest<S: AsRef<str>>(name: &str, candidates: impl IntoIterator<Item = S>) -> Option<S> {
    let likenesses = candidates
        .into_iter()
        .filter_map(|candidate| Some((likeness(name, candidate.as_ref())?, candidate)));
    likenesses
        .min_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.as_ref().cmp(y.as_ref())))
        .map(|(_, candidate)| candidate)
}

/// Likeness of `candidate` to `name`; `None` if it is too different.
fn likeness(name: &str, candidate: &str) -> Option<Likeness> {
    let letters = |text: &str| text.chars().count();
    // A single letter is a variable, and resembles nothing.
    let is_name = (2..=MOST_LETTERS).contains(&letters(name));
    if !is_name || name == candidate {
        return None;
    }
    // A name with a number is another one: `Nim_2` is not Nim.
    let without_number = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if without_number != name && without_number.trim_end_matches('_') == candidate {
        return None;
    }
    let (plain, other) = (plain(name), plain(candidate));
    if plain == other {
        return Some(Likeness::Letters);
    }
    let most = (letters(name) / 3).max(1);
    let slips = match letters(name).abs_diff(letters(candidate)) > most || letters(candidate) < 3 {
        true => usize::MAX,
        false => strsim::damerau_levenshtein(name, candidate),
    };
    if slips == 1 {
        return Some(Likeness::Slip);
    }
    if letters(&plain) >= FEWEST_LETTERS && other.starts_with(&plain) {
        return Some(Likeness::Beginning(other.len() - plain.len()));
    }
    let (words, others) = (words(name), words(candidate));
    if letters(&other) >= FEWEST_LETTERS && words.starts_with(&others) {
        return Some(Likeness::FirstWords(plain.len().saturating_sub(other.len())));
    }
    if slips <= most {
        return Some(Likeness::Slips(slips));
    }
    let common = |word: &&String| letters(word) > FEWEST_LETTERS && others.contains(word);
    let longest = words.iter().filter(common).map(String::len).max()?;
    Some(Likeness::Word((plain.len() + other.len()).saturating_sub(2 * longest)))
}

/// The words of a name in lower case: `left_stop` and `LeftStop` have two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && after_small) {
            words.push(String::new());
        }
        after_small = c.is_lowercase() || c.is_numeric();
        if let (true, Some(last)) = (c != '_', words.last_mut()) {
            last.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Synonyms: words of textbooks and other programs that are not names here, in lower case without
/// underscores, with the names to type instead.
pub const SYNONYMS: &[(&str, &str)] = &[
    // Values of games.
    ("canonicalform", "canonical"),
    ("simplestform", "canonical"),
    ("simplify", "canonical"),
    ("simplified", "canonical"),
    ("normalform", "canonical"),
    ("evaluate", "canonical"),
    ("gamevalue", "canonical"),
    ("valueofagame", "canonical"),
    ("winner", "outcome"),
    ("whowins", "outcome"),
    ("outcomeclass", "outcome"),
    ("solve", "outcome"),
    ("nimvalue", "nimber"),
    ("nimvalues", "sequence"),
    ("grundyvalue", "nimber"),
    ("grundynumber", "nimber"),
    ("spraguegrundy", "nimber"),
    ("gvalue", "nimber"),
    ("sgvalue", "nimber"),
    ("sg", "nimber"),
    ("grundysequence", "sequence"),
    ("grundyvalues", "sequence"),
    ("grundynumbers", "sequence"),
    ("nimbers", "sequence"),
    ("nimsequence", "sequence"),
    ("nimbersequence", "sequence"),
    ("nimvaluesequence", "sequence"),
    ("gsequence", "sequence"),
    ("gvalues", "sequence"),
    ("sgvalues", "sequence"),
    ("spraguegrundyvalues", "sequence"),
    ("depth", "birthday"),
    ("isintegral", "is_integer"),
    ("isstar", "is_nimber"),
    ("isinf", "is_infinitesimal"),
    ("leftmoves", "left_options"),
    ("rightmoves", "right_options"),
    ("options", "moves"),
    ("legalmoves", "moves"),
    ("children", "moves"),
    ("subpositions", "followers"),
    ("descendants", "followers"),
    ("positions", "followers"),
    ("goodmoves", "winning_moves"),
    ("sensibleoptions", "sensible_options"),
    ("sensibleleftoptions", "sensible_options"),
    ("sensiblerightoptions", "sensible_options"),
    ("optimalmoves", "best_moves"),
    ("dominated", "explain"),
    ("dominatedoptions", "explain"),
    ("reversible", "explain"),
    ("reversibleoptions", "explain"),
    ("reversiblemoves", "explain"),
    ("why", "explain"),
    ("proof", "explain"),
    // Temperature.
    ("meanvalue", "mean"),
    ("mastvalue", "mean"),
    ("average", "mean"),
    ("mast", "mean"),
    ("temp", "temperature"),
    ("hotness", "temperature"),
    ("hot", "temperature"),
    ("cooling", "cool"),
    ("cooled", "cool"),
    ("chill", "cool(G, 1)"),
    ("chilled", "cool(G, 1)"),
    ("unchill", "heat"),
    ("heating", "heat"),
    ("heated", "heat"),
    ("overheated", "overheat"),
    ("freezing", "freeze"),
    ("nortonproduct", "norton"),
    ("nortonmultiply", "norton"),
    ("thermo", "thermograph"),
    ("confusion", "confusion_interval"),
    ("leftscore", "left_stop"),
    ("rightscore", "right_stop"),
    // Structure.
    ("allsmall", "is_all_small"),
    ("isdicotic", "is_all_small"),
    ("isdicot", "is_all_small"),
    ("dicot", "is_all_small"),
    ("reducedcanonicalform", "reduced"),
    ("rcf", "reduced"),
    ("uptimal", "uptimal_expansion"),
    ("atomic", "atomic_weight"),
    ("aw", "atomic_weight"),
    ("ls", "left_stop"),
    ("rs", "right_stop"),
    ("l0", "left_stop"),
    ("r0", "right_stop"),
    ("bornby", "day"),
    ("sequentialcompound", "sequential"),
    ("ordinal", "ordinal_sum"),
    ("conwaymultiply", "conway_product"),
    // Signs.
    ("up", "^"),
    ("down", "v"),
    ("star", "*"),
    ("doubleup", "^^"),
    ("doubledown", "vv"),
    ("upstar", "^*"),
    ("downstar", "v*"),
    ("zero", "0"),
    ("one", "1"),
    ("two", "2"),
    ("switch", "±1"),
    ("negate", "-G"),
    ("negative", "-G"),
    ("inverse", "-G"),
    ("conjugate", "-G"),
    ("add", "G + H"),
    ("plus", "G + H"),
    ("sumofgames", "G + H"),
    ("equal", "G == H"),
    ("equals", "G == H"),
    ("isequal", "G == H"),
    ("compare", "G == H"),
    ("fuzzy", "G || 0"),
    ("isfuzzy", "G || 0"),
    ("confused", "G || H"),
    ("isconfused", "G || H"),
    ("incomparable", "G || H"),
    ("pow", "x**n"),
    ("power", "x**n"),
    ("mod", "a % b"),
    ("modulo", "a % b"),
    // Misère play and loopy games.
    ("miserequotients", "misere_quotient"),
    ("quotient", "misere_quotient"),
    ("misereoutcome", "outcome(misere(G))"),
    ("miserecompare", "misere_leq"),
    ("misereorder", "misere_leq"),
    ("isdeadending", "misere_universe"),
    ("deadending", "misere_universe"),
    ("universe", "misere_universe"),
    ("invertible", "is_misere_invertible"),
    ("miseregenus", "genus"),
    ("tame", "is_tame"),
    ("wild", "is_wild"),
    ("loopy", "is_loopy"),
    ("stopper", "is_stopper"),
    ("stoppersided", "is_stopper_sided"),
    // Heaps and numbers.
    ("nimsum", "nim_sum"),
    ("xor", "nim_sum"),
    ("bitxor", "nim_sum"),
    ("nimadd", "nim_sum"),
    ("nimmultiply", "nim_product"),
    ("nimmul", "nim_product"),
    ("minimumexcluded", "mex"),
    ("minimalexcludant", "mex"),
    ("periodicity", "period"),
    ("octalgame", "octal"),
    ("takingandbreaking", "TakeAndBreak"),
    ("int", "floor"),
    ("integerdivision", "div"),
    ("integerquotient", "div"),
    ("intdiv", "div"),
    ("sqrt", "isqrt"),
    ("squareroot", "isqrt"),
    ("log", "ilog"),
    ("lb", "ilog"),
    ("signum", "sign"),
    ("evil", "is_evil"),
    ("odious", "is_odious"),
    ("nimdivide", "nim_quotient"),
    ("nimsqrt", "nim_square_root"),
    ("discriminator", "distinguisher"),
    ("round", "floor"),
    ("truncate", "floor"),
    ("ceiling", "ceil"),
    // Collections, texts, pictures.
    ("nodes", "vertices"),
    ("delete", "remove"),
    ("deletevertex", "remove"),
    ("deletenode", "remove"),
    ("removevertex", "remove"),
    ("removenode", "remove"),
    ("adjacent", "neighbours"),
    ("neighbors", "neighbours"),
    ("height", "rows"),
    ("width", "columns"),
    ("cols", "columns"),
    ("numrows", "rows"),
    ("rowcount", "rows"),
    ("numcolumns", "columns"),
    ("columncount", "columns"),
    ("len", "length"),
    ("size", "length"),
    ("count", "length"),
    ("str", "text"),
    ("string", "text"),
    ("tostring", "text"),
    ("range", "a..b"),
    ("first", "find"),
    ("random", "sample"),
    ("choice", "sample"),
    ("randomchoice", "sample"),
    ("shuffle", "sample"),
    ("append", "list + [x]"),
    ("tex", "latex"),
    ("tolatex", "latex"),
    ("show", "draw"),
    ("display", "draw"),
    ("picture", "draw"),
    ("drawing", "draw"),
    ("gametree", "tree"),
    ("explorer", "tree"),
    ("drawtree", "tree"),
    ("export", "save"),
    ("svg", "save"),
    ("tikz", "latex"),
    // Rulesets.
    ("dominoes", "Domineering"),
    ("crosscram", "Domineering"),
    ("noughtsandcrosses", "TicTacToe"),
    ("gale", "BridgIt"),
    ("dotsboxes", "DotsAndBoxes"),
    ("boxes", "DotsAndBoxes"),
    ("wythoffsnim", "Wythoff"),
    ("turtles", "TurningTurtles"),
    ("heap", "Nim"),
    ("nimheap", "Nim"),
    ("dawson", "DawsonsKayles"),
    ("geography", "VertexGeography"),
    ("leftplayer", "Left"),
    ("rightplayer", "Right"),
    ("blue", "Left"),
    ("red", "Right"),
    ("owngame", "game"),
    ("owngames", "game"),
    ("ownrules", "game"),
    ("ownruleset", "game"),
    ("newgame", "game"),
    ("newruleset", "game"),
    ("newrules", "game"),
    ("writeagame", "game"),
    ("makeagame", "game"),
    ("definegame", "game"),
    ("defineagame", "game"),
    ("games", ":rulesets"),
    ("listofgames", ":rulesets"),
    ("listgames", ":rulesets"),
    ("allgames", ":rulesets"),
    ("whatgames", ":rulesets"),
    ("whichgames", ":rulesets"),
    ("rulesets", ":rulesets"),
    ("multiplygames", "*"),
    ("multiplyagame", "*"),
    ("productofgames", "*"),
    ("timesagame", "*"),
    ("copiesofagame", "*"),
    // The prompt.
    ("quit", ":quit"),
    ("exit", ":quit"),
    ("bye", ":quit"),
    ("tutorial", ":tutorial"),
    ("lessons", ":tutorial"),
    ("learn", ":tutorial"),
    ("teach", ":tutorial"),
    ("hint", ":hint"),
    ("help", ":help"),
    ("man", ":help"),
    ("doc", ":help"),
    ("reset", ":reset"),
    ("clear", ":clear"),
    ("cls", ":clear"),
    ("undo", ":undo"),
    ("load", ":load FILE"),
];

/// A name in lower case without underscores.
fn plain(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

/// Returns what to type instead of a synonym.
pub fn synonym(name: &str) -> Option<&'static str> {
    let name = plain(name);
    SYNONYMS.iter().find(|(word, _)| *word == name).map(|(_, ours)| *ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 12] = [
        "canonical",
        "outcome",
        "Nim",
        "nimber",
        "left_stop",
        "temperature",
        "mean",
        "Mem",
        "head_value",
        "ToadsAndFrogs",
        "BackslidingToadsAndFrogs",
        "N",
    ];

    #[test]
    fn it_finds_slips_of_the_finger_and_of_case() {
        for (name, near) in [
            ("cannonical", "canonical"),
            ("nim", "Nim"),
            ("outcom", "outcome"),
            ("leftStop", "left_stop"),
            ("temprature", "temperature"),
        ] {
            assert_eq!(nearest(name, NAMES), Some(near), "{name}");
        }
        assert_eq!(nearest("zebra", NAMES), None);
    }

    #[test]
    fn it_finds_beginnings_and_words() {
        for (name, near) in [
            ("temp", "temperature"),
            ("mean_value", "mean"),
            ("Toads", "ToadsAndFrogs"),
            ("Frogs", "ToadsAndFrogs"),
            ("canonicalForm", "canonical"),
        ] {
            assert_eq!(nearest(name, NAMES), Some(near), "{name}");
        }
    }

    #[test]
    fn a_letter_or_a_very_long_name_means_nothing_else() {
        assert_eq!(nearest("n", NAMES), None);
        assert_eq!(nearest("Nim_2", ["Nim"]), None);
        assert_eq!(nearest("Nim2", ["Nim"]), None);
        assert_eq!(nearest(&"a".repeat(1_000_000), NAMES), None);
    }

    #[test]
    fn names_fall_into_words() {
        assert_eq!(words("left_stop"), ["left", "stop"]);
        assert_eq!(words("ToadsAndFrogs"), ["toads", "and", "frogs"]);
        assert_eq!(words("__"), [""; 0]);
    }

    #[test]
    fn every_word_is_there_once_and_plain() {
        for (place, (word, ours)) in SYNONYMS.iter().enumerate() {
            assert_eq!(plain(word), *word);
            assert!(SYNONYMS[..place].iter().all(|(other, _)| other != word), "{word}");
            assert!(word != ours, "{word}");
        }
    }
}
