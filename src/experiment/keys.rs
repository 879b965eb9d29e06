//! The keys of an experiment: the one table of them. How files write a key, its flag and its help,
//! its default, and its words in sidecars and hashes follow from it.

use knight_board::named_enum;
use knight_search::{Engine, Goal, Rule};
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Impossible, Reduction};

/// What there is to know about a key.
pub struct KeyFacts {
    /// What is written under it.
    pub shape: Shape,
    /// The word that holds without the key; empty for none. `None` if the key is required.
    pub default: Option<&'static str>,
    /// What to write, for messages about a key without a value.
    pub(in crate::experiment) advice: &'static str,
    /// Its flag without the minus signs; empty if only files have the key.
    pub flag: &'static str,
    /// The flag in one letter.
    pub short: Option<char>,
    /// Another name of the flag.
    pub also: Option<&'static str>,
    /// What the values of the flag are called; empty if it takes none.
    pub value: &'static str,
    /// Whether the flag takes negative numbers, so that the key refuses them.
    pub takes_negative: bool,
    /// The word of a flag that takes no value.
    pub sets: &'static str,
    /// The words that the flag takes, which shells complete; empty for any.
    pub words: fn() -> Vec<&'static str>,
    /// Whether only the long form of the help has the flag.
    pub is_rare: bool,
    /// The word without the flag, if there is no default; empty for none.
    pub flag_default: &'static str,
    /// The lines of the help of the flag, as those of a comment.
    pub help: &'static [&'static str],
    /// The words of an experiment, which its sidecars have and its hash covers. None for a key that
    /// decides nothing of what is computed, and for a default that is left out.
    pub(in crate::experiment) canonical: fn(&Experiment) -> Vec<String>,
}

/// What is written under a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Any text.
    Text,
    /// True or false.
    Switch,
    /// One word.
    One,
    /// One word, or a number that need not be whole.
    Quantity,
    /// One word or several; a list in sidecars.
    List,
    /// One word or several; in sidecars a single word stands alone.
    OneOrList,
}

/// A key with a value of this shape, without a default and without a flag.
const fn key(shape: Shape) -> KeyFacts {
    KeyFacts {
        shape,
        default: Some(""),
        advice: "give one value",
        flag: "",
        short: None,
        also: None,
        value: "",
        takes_negative: false,
        sets: "true",
        is_rare: false,
        words: Vec::new,
        flag_default: "",
        help: &[],
        canonical: |_| Vec::new(),
    }
}

/// An entry: what the key means, which is also the help of its flag, then its name and its facts.
macro_rules! keys {
    ($($(#[doc = $help:literal])+ $key:ident => $name:literal, $facts:expr;)+) => {
        /// A key of an experiment. Messages and sidecars have the keys in this order.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Key {
            $($(#[doc = $help])+ $key),+
        }

        named_enum!(Key, "key", $($key => $name),+);

        static FACTS: [KeyFacts; Key::ALL.len()] =
            [$(KeyFacts { help: &[$($help),+], ..$facts }),+];
    };
}

keys! {
    /// A title for pictures and reports
    Title => "title", KeyFacts { flag: "title", value: "TITLE", is_rare: true, ..key(Shape::Text) };

    /// Why the experiment is run, for people
    Notes => "notes", key(Shape::Text);

    /// Boards: 5x6, or 5-8 for square ones
    ///
    /// Rows x columns such as 5x6, or 5-8 for all square boards from 5x5 to 8x8
    Boards => "boards", KeyFacts {
        default: None, advice: "give at least one, such as \"8x8\"",
        flag: "board", short: Some('b'), also: Some("boards"), value: "BOARD", flag_default: "8x8",
        canonical: |it| in_words(&it.boards), ..key(Shape::List)
    };

    /// Starts: all, corners, 1,1, a8 …
    ///
    /// all, corners, diagonal, centre, orbits (one per symmetry orbit), 1,1 or a8
    Starts => "starts", KeyFacts {
        default: None, advice: "give at least one, such as \"all\" or \"1,1\"",
        flag: "starts", short: Some('s'), also: Some("start"), value: "START", flag_default: "all",
        canonical: |it| in_words(&it.starts), ..key(Shape::List)
    };

    /// Move orders: fig2, 12345678, all …
    ///
    /// fig2, tutorial, alternating, eight digits, rank:N, all, sample:N:SEED, images:ORDER
    /// [default: fig2, or those of --moves]
    Orders => "orders", KeyFacts {
        default: None, advice: "give at least one, such as \"fig2\" or \"all\"",
        flag: "orders", also: Some("order"), value: "ORDER",
        canonical: |it| in_words(&it.orders), ..key(Shape::List)
    };

    /// The rule: fixed, warnsdorff …
    ///
    /// How moves are ordered: fixed (by the move order alone), or warnsdorff (fewest onward moves
    /// first, ties by the move order). warnsdorff-random, -pohl, -pohl-random and -roth break ties
    /// at random, by looking one move further, by that and then at random, or by the distance from
    /// the centre; -squirrel-cull by orders that change on the way. greedy, greedy-random and so on
    /// are the same rules without backtracking
    Rule => "rule", KeyFacts {
        default: Some(Rule::Fixed.word()), flag: "rule", value: "RULE",
        words: || Rule::ALL.iter().map(|rule| rule.word()).collect(),
        canonical: |it| in_words(&it.rules), ..key(Shape::OneOrList)
    };

    /// Random seeds, such as 1-100
    ///
    /// For rules that end in -random and for engine estimate: numbers or ranges [default: 1]
    Seeds => "seeds", KeyFacts {
        advice: "give at least one, or remove the key to use seed 1",
        flag: "seeds", also: Some("seed"), value: "SEED", is_rare: true,
        canonical: |it| in_words(&it.seeds), ..key(Shape::List)
    };

    /// Draw pairs of start and order at random
    ///
    /// N different pairs on each board, or all, each with a seed: N or N:SEED, such as 10000:1
    /// [default: all jobs]
    Draws => "draws", KeyFacts {
        flag: "draws", value: "N:SEED", is_rare: true,
        canonical: |it| in_words(it.draws.as_slice()), ..key(Shape::One)
    };

    /// Tours to find: open (any) or closed
    ///
    /// Whether a tour closes takes no check. A path that covers the board without closing tries its
    /// eight moves and fails, which takes eight checks.
    Goal => "goal", KeyFacts {
        default: Some(Goal::Open.word()), flag: "goal", short: Some('g'), value: "GOAL",
        words: || Goal::ALL.iter().map(|goal| goal.word()).collect(),
        canonical: |it| in_words(&it.goals), ..key(Shape::OneOrList)
    };

    /// How checks are counted: leap …
    ///
    /// step performs every check, leap counts failing subtrees without visiting them, auto chooses
    /// the quicker one. All give the same numbers. estimate finds the tour and estimates the
    /// checks, for searches that are too large to count; with --budget none
    Engine => "engine", KeyFacts {
        default: Some(Engine::Auto.word()), flag: "engine", value: "ENGINE",
        words: || Engine::ALL.iter().map(|engine| engine.word()).collect(),
        canonical: |it| in_words(&it.engines), ..key(Shape::OneOrList)
    };

    /// How precise estimates are, such as 1%
    ///
    /// Half the width of the 95 % interval. At least 1,000 samples are taken of each number, so
    /// estimates may be more precise [default: 2%]
    Precision => "precision", KeyFacts {
        flag: "precision", value: "SHARE", is_rare: true,
        canonical: |it| in_words(it.precision.as_slice()), ..key(Shape::Quantity)
    };

    /// The most checks of each job
    ///
    /// Such as 100000000, 100M or 1e8; none for no limit. 1,500 is one number: write
    /// blanks between several. Of several budgets, a larger one searches only what a smaller one
    /// left undecided
    Budget => "budget", KeyFacts {
        default: None,
        advice: "give the most checks that a job may spend, such as \"100M\", or \"none\"",
        flag: "budget", value: "CHECKS", takes_negative: true, flag_default: "100M",
        canonical: |it| in_words(&it.budgets), ..key(Shape::OneOrList)
    };

    /// How long a job may be searched, in wall-clock time
    TimeLimit => "time_limit", KeyFacts { default: Some("none"), ..key(Shape::Quantity) };

    /// Save the tours in an extra column
    Tours => "tours", KeyFacts {
        default: Some("false"), flag: "tours",
        canonical: |it| in_words(&[it.tours]), ..key(Shape::Switch)
    };

    /// Add the mirror images of all jobs
    ///
    /// The images of each pair of start and order under the symmetries of the board
    Images => "images", KeyFacts {
        default: Some("false"), flag: "images", is_rare: true,
        canonical: |it| in_words(&[it.images]), ..key(Shape::Switch)
    };

    /// reduce: search mirror images once
    ///
    /// How to treat jobs that a symmetry of the board maps to one another: off (search each), or
    /// reduce (search the first and fill in the rows of the others)
    Symmetry => "symmetry", KeyFacts {
        default: Some(Reduction::Off.word()), flag: "symmetry", value: "HOW",
        words: || Reduction::ALL.iter().map(|how| how.word()).collect(),
        canonical: |it| in_words(&[it.symmetry]), ..key(Shape::One)
    };

    /// Leave out the jobs for which a theorem rules out a tour
    Impossible => "impossible", KeyFacts {
        default: Some(Impossible::Search.word()),
        flag: "skip-impossible", sets: Impossible::Skip.word(), is_rare: true,
        words: || Impossible::ALL.iter().map(|how| how.word()).collect(),
        canonical: |it| match it.impossible {
            Impossible::Search => in_words::<Impossible>(&[]),
            skip => in_words(&[skip]),
        },
        ..key(Shape::One)
    };
}

impl Key {
    /// What there is to know about it.
    pub fn facts(self) -> &'static KeyFacts {
        &FACTS[self as usize]
    }
}

fn in_words<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(T::to_string).collect()
}

#[cfg(test)]
mod tests {
    use crate::experiment::keys::*;

    #[test]
    fn the_document_has_every_key_with_its_default() {
        let documented = std::fs::read_to_string("docs/reference/experiments.md").unwrap();
        let table = documented.lines().skip_while(|line| !line.starts_with("| key |")).skip(2);
        let rows: Vec<Vec<&str>> = table
            .take_while(|line| !line.is_empty())
            .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
            .collect();
        for key in Key::ALL {
            let is_of_key =
                |row: &&Vec<&str>| row[0].split(", ").any(|it| it == format!("`{key}`"));
            let row = rows.iter().find(is_of_key);
            let missing =
                row.unwrap_or_else(|| panic!("docs/reference/experiments.md lacks {key}"))[2];
            match key.facts().default {
                None => assert_eq!(missing, "required", "{key}"),
                Some("") => assert_ne!(missing, "required", "{key}"),
                Some(word) => assert_eq!(missing.trim_matches(['`', '"']), word, "{key}"),
            }
        }
        assert_eq!(rows.iter().flat_map(|row| row[0].split(", ")).count(), Key::ALL.len());
    }
}
