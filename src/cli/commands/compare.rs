//! `compare`: job by job, which side needs fewer checks.

use std::path::PathBuf;

use clap::Args;
use knightsweep::analysis::columns::{Column, Value};
use knightsweep::analysis::comparison::rows;
use knightsweep::analysis::comparison_table::{Audience, Compared, ComparisonTables};
use knightsweep::analysis::jobs::{JobRow, Jobs};
use knightsweep::analysis::pairing::{Pairing, SHARED};
use knightsweep::analysis::sides::Sides;
use knightsweep::analysis::table::{Format, Table};
use knightsweep::analysis::word_wrap::wrapped;
use knightsweep::text::{and_more, counted, first_lines, grouped, joined, listed, printable};

use crate::cli::answer::FormatArgs;
use crate::cli::args::{Common, parse_count};
use crate::cli::captions;
use crate::cli::exit_codes::DONE;
use crate::cli::inputs::{Estimates, Inputs, Read, Where};
use crate::cli::sides_args::SidesArgs;
use crate::cli::ui::{failure, line_width, print, refuse};

/// Compare results job by job
///
/// Two files, orders, rules, goals, budgets or engines.
///
/// Two jobs are paired if they agree in board, start, order, rule, goal, budget and seed, except
/// for the column that is compared; the engine never matters. A column in which each side has one
/// value, and these differ, is left out, with a remark. If only one side has seeds, each of its
/// jobs is paired with the job without a seed.
///
/// The reference wins a pair if it needs fewer checks. A job that was stopped at a budget needs
/// more checks than that, so it loses for certain to one that is decided within this budget (won or
/// lost by bound). Ratios are the checks of the other side divided by those of the reference. Their
/// median is over all pairs, and is a bound if stopped jobs hide it; columns over the pairs that
/// both sides decide have `decided` in their names.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep compare fixed.csv warnsdorff.csv
  knightsweep compare all.csv --between order --values fig2 tutorial
  knightsweep compare shard-1.csv shard-2.csv --between order --reference fig2
  knightsweep compare before.csv after.csv --pairs --top 20 --json")]
pub(crate) struct CompareArgs {
    /// Results files
    ///
    /// Each is a side, or they are read as one with --between
    #[arg(required = true, value_name = "FILE.csv")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    sides: SidesArgs,

    #[command(flatten)]
    wanted: Where,

    /// List the pairs, by their ratio
    #[arg(long)]
    pairs: bool,

    /// List this many pairs in each direction
    ///
    /// Those with the largest ratios [default: all with --pairs, or else 3 below a table about two
    /// sides]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    top: Option<usize>,

    #[command(flatten)]
    format: FormatArgs,
}

/// Up to this many comparisons are described one by one.
const MOST_DESCRIBED: usize = 3;

const TOP_WITHOUT_PAIRS: &str = "--top is for lists of pairs; add --pairs";

/// How many pairs are listed in each direction if nothing else is asked for.
const TOP: usize = 3;

/// `knightsweep compare`
pub(super) fn compare(common: &Common, arguments: &CompareArgs) -> anyhow::Result<u8> {
    let format = arguments.format.asked().unwrap_or(Format::Table);
    let has_pairs = |is_listed: bool| arguments.top.is_none() || arguments.pairs || is_listed;
    if !has_pairs(format == Format::Table) {
        refuse!("{TOP_WITHOUT_PAIRS}");
    }
    let request = arguments.sides.request();
    // Of files that are sides of their own, all rows count; others are read as one.
    let by: &[Column] =
        if request.are_files() { &[Column::Engine, Column::File] } else { &[Column::Engine] };
    let CompareArgs { files, wanted, .. } = arguments;
    let results = Inputs { files, wanted, estimates: Estimates::LeaveOut, by };
    let mut jobs = Jobs::default();
    let Read { files, .. } = results.read(common, |place, record| jobs.add(place, record))?;
    let sides = Sides::new(&jobs, &captions::distinct_names(&files), &request);
    let sides = sides.map_err(failure::usage)?;
    let compared = ComparisonTables::new(&jobs, &sides);
    if compared.others.iter().all(|other| other.pairing.pairs.is_empty()) {
        return Err(failure::usage(why_alone(&jobs, &sides)));
    }
    if compared.others.len() <= MOST_DESCRIBED {
        compared.others.iter().for_each(|other| remark(common, &compared, other));
    }
    if !has_pairs(compared.others.len() <= MOST_DESCRIBED) {
        refuse!("{TOP_WITHOUT_PAIRS}");
    }
    print(rendered(common, arguments, &compared))?;
    contradictions(&compared).map_or(Ok(DONE), Err)
}

/// What was asked for, and for people the result in words.
fn rendered(common: &Common, arguments: &CompareArgs, compared: &ComparisonTables) -> String {
    let format = arguments.format.asked().unwrap_or(Format::Table);
    let audience = if format.is_for_people() { Audience::People } else { Audience::Program };
    let width = line_width(usize::MAX);
    if arguments.pairs {
        return pairs(common, compared, arguments.top, audience).render_for(format, width);
    }
    let is_short = compared.others.len() <= MOST_DESCRIBED;
    let mut text = match audience {
        Audience::People => compared.for_people(is_short),
        Audience::Program => compared.summary(),
    }
    .render_for(format, width);
    if format == Format::Table && is_short {
        let is_worth_it = match &compared.others[..] {
            [Compared { comparison, .. }] => comparison.undecided() < comparison.pairs(),
            _ => false,
        };
        let top = arguments.top.or(is_worth_it.then_some(TOP)).filter(|top| *top > 0);
        if top.is_some() {
            text += "\n";
            text += &pairs(common, compared, top, audience).render_for(format, width);
        }
        text += "\n";
        let reference = &compared.sides.reference.name;
        for Compared { side, pairing, comparison } in &compared.others {
            let noun = pairing.noun(compared.jobs);
            let sentence = comparison.sentence([reference, &side.name], noun);
            for line in wrapped(&printable(&sentence), width as f64, |_| 1.0) {
                text += &format!("{line}\n");
            }
        }
    }
    text
}

/// The pairs with the largest ratios in each direction, or all; says how many are left out.
fn pairs(
    common: &Common,
    compared: &ComparisonTables,
    top: Option<usize>,
    audience: Audience,
) -> Table {
    let table = compared.pairs(top, audience);
    let shown = table.rows.len() as u64;
    let all: u64 = compared.others.iter().map(|other| other.comparison.pairs()).sum();
    if let Some(top) = top.filter(|_| shown < all) {
        let all = counted(all, "pair");
        common.say(&format!(
            "{shown} of {all} shown, {top} from either end; --pairs without --top shows all"
        ));
    }
    table
}

/// Says what is not compared, and which columns differ besides.
fn remark(common: &Common, compared: &ComparisonTables, other: &Compared) {
    let (jobs, Compared { side, pairing, .. }) = (compared.jobs, other);
    let sides = [&compared.sides.reference, *side];
    let names = sides.map(|side| &side.name);
    for column in &pairing.apart {
        let [one, other] = sides.map(|side| value_of(*column, &jobs.get(side.places[0])));
        let [first, second] = names;
        common.say(&format!("{first} and {second} differ in {column} as well: {one}, {other}"));
    }
    for (side, partners) in [(0, 1), (1, 0)] {
        let alone = &pairing.alone[side];
        if !alone.is_empty() {
            let named = alone.iter().take(3).map(|&place| described(&jobs.get(place)));
            common.say(&format!(
                "{} of {} without a partner in {}: {}{}",
                counted(alone.len(), "job"),
                names[side],
                names[partners],
                joined(named, "; "),
                and_more(alone.len().saturating_sub(3)),
            ));
        }
        if pairing.repeated[side] > 0 {
            let rows = counted(pairing.repeated[side], "row");
            common.say(&format!("{rows} of {} repeat a search; it counts once", names[side]));
        }
    }
}

fn value_of(column: Column, row: &JobRow) -> String {
    match column.value(row) {
        Value::Missing => "none".to_owned(),
        Value::Number(number) => grouped(number),
        value => value.to_string(),
    }
}

/// A job by what its search depends on: `job 7: 8x8 (1,1) 12345678 fixed open`.
fn described(row: &JobRow) -> String {
    let named = SHARED.iter().copied().filter(|column| *column != Column::Budget);
    let values = named.map(|column| column.value(row)).filter(|value| *value != Value::Missing);
    format!("job {}: {}", row.job, joined(values, " "))
}

/// Why no job has a partner, and what to do.
fn why_alone(jobs: &Jobs, sides: &Sides) -> String {
    let (reference, other) = (&sides.reference, &sides.others[0]);
    let others = listed(sides.others.iter().map(|other| &other.name), 3);
    let none = format!("no job of {} has a partner in {others}", reference.name);
    let separating = Pairing::separating(jobs, sides.column, [&reference.places, &other.places]);
    if separating.is_empty() {
        return format!("{none}: none agree in board, start, order, rule, goal, budget and seed");
    }
    let common = joined(separating, ", ");
    format!("{none}: they have no {common} in common; choose jobs with --where")
}

/// The error of results that cannot all be true.
fn contradictions(compared: &ComparisonTables) -> Option<anyhow::Error> {
    let all = compared.others.iter().flat_map(|other| &other.comparison.contradictions);
    let all: Vec<(u32, u32)> = all.copied().collect();
    if all.is_empty() {
        return None;
    }
    let ended = |row: &JobRow| {
        let checks = row.checks.map(|checks| format!(" after {}", grouped(checks)));
        format!("job {} {}{}", row.job, row.outcome, checks.unwrap_or_default())
    };
    let lines = all.iter().map(|&pair| {
        let [first, second] = rows(compared.jobs, pair);
        format!("{}; {}: {}", described(&first), ended(&first), ended(&second))
    });
    Some(anyhow::anyhow!(
        "THE RESULTS CONTRADICT EACH OTHER in {}:\n{}`knightsweep verify` checks each file",
        counted(all.len(), "pair"),
        first_lines(lines, 0, "")
    ))
}
