//! The experiments of commands: by flags, which the table of keys defines, or files.

use std::io::ErrorKind;
use std::path::Path;

use clap::builder::{PossibleValuesParser, Resettable, StyledStr};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use knight_text::encoding;
use knightsweep::experiment::{Experiment, Key, Shape, Spec, WrittenAt, toml_file};
use knightsweep::files::open;
use knightsweep::text::{kind, reason};

use crate::cli::args::Common;
use crate::cli::moves_args::{Given, MovesArgs};
use crate::cli::ui::failure;

/// How one search goes, by flags that each take one value.
pub(super) struct SearchArgs(pub Spec);

/// An experiment by flags.
pub(super) struct ExperimentArgs {
    spec: Spec,
    moves: MovesArgs,
    given: Given,
}

const OF_SEARCH: [Key; 5] = [Key::Rule, Key::Seeds, Key::Goal, Key::Engine, Key::Precision];

/// The keys before the flags that give orders by their moves.
const PAIRS: [Key; 3] = [Key::Boards, Key::Starts, Key::Orders];

/// The other keys that have flags, in the order of the help.
fn others() -> Vec<Key> {
    let is_other = |key: &Key| !key.facts().flag.is_empty() && !PAIRS.contains(key);
    let mut keys: Vec<Key> = Key::ALL.iter().copied().filter(is_other).collect();
    // The draws are of pairs, and the title is for people.
    keys.sort_by_key(|key| (*key == Key::Title, *key != Key::Draws));
    keys
}

impl Args for SearchArgs {
    fn augment_args(command: Command) -> Command {
        let command = command.args(OF_SEARCH.map(|key| flag(key).num_args(1)));
        command.mut_arg(Key::Seeds.word(), |seed| {
            seed.long("seed").alias("seeds").long_help(
                "The random seed\n\nFor rules that end in -random and for engine estimate \
                     [default: 1]",
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        SearchArgs::augment_args(command)
    }
}

impl FromArgMatches for SearchArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SearchArgs, clap::Error> {
        Ok(SearchArgs(given(matches, &OF_SEARCH)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = SearchArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for ExperimentArgs {
    fn augment_args(command: Command) -> Command {
        MovesArgs::augment_args(command.args(PAIRS.map(flag))).args(others().into_iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ExperimentArgs::augment_args(command)
    }
}

impl FromArgMatches for ExperimentArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ExperimentArgs, clap::Error> {
        let spec = given(matches, &[&PAIRS[..], &others()].concat());
        let is_given =
            |key: Key| matches.value_source(key.word()) == Some(ValueSource::CommandLine);
        let given = Given { board: is_given(Key::Boards), start: is_given(Key::Starts) };
        Ok(ExperimentArgs { spec, moves: MovesArgs::from_arg_matches(matches)?, given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ExperimentArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flag of a key.
fn flag(key: Key) -> Arg {
    let facts = key.facts();
    let lines: Vec<&str> = facts.help.iter().map(|line| line.trim()).collect();
    let paragraphs: Vec<String> =
        lines.split(|line| line.is_empty()).map(|it| it.join(" ")).collect();
    let all = (paragraphs.len() > 1).then(|| StyledStr::from(paragraphs.join("\n\n")));
    let arg = Arg::new(key.word())
        .long(facts.flag)
        .short(facts.short)
        .aliases(facts.also)
        .help(paragraphs[0].clone())
        .long_help(Resettable::from(all))
        .hide_short_help(facts.is_rare);
    if facts.value.is_empty() {
        return arg.action(ArgAction::SetTrue);
    }
    let default = facts.default.unwrap_or(facts.flag_default);
    let arg = arg
        .value_name(facts.value)
        .allow_negative_numbers(facts.takes_negative)
        .default_values(Some(default).filter(|word| !word.is_empty()));
    let arg = match facts.shape {
        Shape::List | Shape::OneOrList => arg.num_args(1..).action(ArgAction::Append),
        Shape::Text | Shape::Switch | Shape::One | Shape::Quantity => arg,
    };
    match (facts.words)() {
        words if words.is_empty() => arg,
        words => arg.value_parser(PossibleValuesParser::new(words)).value_delimiter(','),
    }
}

/// What the flags of some keys say, with the defaults of the other keys.
fn given(matches: &ArgMatches, keys: &[Key]) -> Spec {
    keys.iter().fold(Spec::default(), |spec, &key| {
        let facts = key.facts();
        if facts.value.is_empty() {
            return if matches.get_flag(key.word()) { spec.with(key, [facts.sets]) } else { spec };
        }
        let words = matches.get_many(key.word()).into_iter().flatten();
        spec.with(key, words.cloned().collect::<Vec<String>>())
    })
}

impl ExperimentArgs {
    /// Its arguments, which exclude an experiment file.
    pub(super) fn ids() -> impl Iterator<Item = &'static str> {
        PAIRS.into_iter().chain(others()).map(Key::word).chain(["moves", "xy"])
    }

    /// The experiment. Says what the text of --moves has besides.
    pub(super) fn experiment(&self, common: &Common) -> anyhow::Result<Experiment> {
        let named = match &self.spec[Key::Orders] {
            [] if self.moves.is_empty() => vec!["fig2".to_owned()],
            orders => orders.to_vec(),
        };
        let spec = self.spec.clone().with(Key::Orders, self.moves.with(&named));
        let experiment = spec.validate(&|key, index| match key {
            Key::Orders if index >= named.len() => WrittenAt::flag("--moves"),
            key => WrittenAt::of_flag(key),
        })?;
        self.moves.say_unused(common, &experiment, self.given);
        Ok(experiment)
    }
}

/// Reads an experiment file.
pub(super) fn read_experiment(path: &Path) -> anyhow::Result<Experiment> {
    let refuse = |why: &str| failure::of_file(path, why);
    let bytes = open::any(path).and_then(open::read);
    let bytes = bytes.map_err(|error| match error.kind() {
        ErrorKind::NotFound => refuse(
            "there is no such file; give a TOML file, or describe the experiment with the options of \
             sweep",
        ),
        _ => refuse(&reason(&error)),
    })?;
    if bytes.trim_ascii().is_empty() {
        return Err(refuse("it is empty; `knightsweep run --help` shows an experiment"));
    }
    let decoded = encoding::text(&bytes);
    if let Some(kind) = kind::describe(decoded.as_bytes()) {
        return Err(refuse(&format!("this is {kind}; give a TOML file")));
    }
    if !encoding::is_utf16(&bytes) && str::from_utf8(&bytes).is_err() {
        return Err(refuse("it is not UTF-8 text; save it as UTF-8"));
    }
    Ok(toml_file::parse(&decoded, path)?)
}
