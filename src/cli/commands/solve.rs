//! `solve`: one search, with its tour as a numbered board.

use anyhow::Context;
use clap::Args;
use knight_board::theorems::{self, NoTourReason};
use knight_search::{Outcome, Problem};
use knightsweep::analysis::approximate;
use knightsweep::analysis::table::{Format, Row};
use knightsweep::experiment::plan::{Job, Plan};
use knightsweep::experiment::{ExperimentFault, Key, WrittenAt};
use knightsweep::pictures::{self, Style};
use knightsweep::results::record::{Found, Record};
use knightsweep::text::formatting;
use serde::Serialize;

use crate::cli::args::{Common, TimeLimitArgs, one_of, parse_count, parse_positive, within};
use crate::cli::exit_codes::{DONE, FAILED, NO_TOUR, UNDECIDED};
use crate::cli::experiment_args::SearchArgs;
use crate::cli::moves_args::{CodeArgs, DIAGRAM, Given, MovesArgs, say_orders};
use crate::cli::searching;
use crate::cli::ui::{SvgArgs, failure, print, print_json, refuse, write_tour};

mod advice;
mod path;
mod profile;
mod shown;
mod trace;

use shown::{parse_rate, rate_row, shown};

/// Search for one tour and print it as a numbered board
///
/// A check is one test of whether a move stays on the board and leads to an unvisited square; a
/// node is one placement of the knight. The numbers equal those of a plain backtracking program
/// that tries the moves in the same order. The time at the end of their line is knightsweep's own.
#[derive(Args)]
#[command(after_help = format!("{DIAGRAM}\n\n{EXAMPLES}"))]
pub(crate) struct SolveArgs {
    /// The board: rows x columns [default: 8x8]
    #[arg(short, long)]
    board: Option<String>,

    /// The start square, such as 1,1 or a8
    ///
    /// Row,column from the top left, or a chess name [default: 1,1]
    #[arg(short, long)]
    start: Option<String>,

    /// The move order: fig2, 12345678 …
    ///
    /// fig2, tutorial, alternating, eight digits (see below), rank:N, or moves as --moves has them
    #[arg(long, default_value = "fig2", allow_hyphen_values = true, conflicts_with = "moves")]
    order: String,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    code: CodeArgs,

    /// Stop after this many checks
    ///
    /// Such as 100M or 1e8; none for no limit. Where no tour exists, this asks for the checks of a
    /// search that must fail [default: none; of sweep 100M]
    #[arg(long, value_name = "CHECKS", allow_negative_numbers = true)]
    budget: Option<String>,

    #[command(flatten)]
    time_limit: TimeLimitArgs,

    /// Stop once this many squares are visited
    ///
    /// The start counts. Some programs stop too early in this way. For rule fixed and goal open;
    /// every check is performed
    #[arg(long, value_name = "N")]
    #[arg(conflicts_with_all = ["rate", "svg", "time_limit", "rule", "goal", "seeds", "moves_as"])]
    #[arg(value_parser = parse_count, hide_short_help = true)]
    squares: Option<usize>,

    /// Say what became of the checks
    ///
    /// How many lead off the board, how many to visited squares, and how many are moves. For rule
    /// fixed and goal open; every check is performed
    #[arg(hide_short_help = true)]
    #[arg(long, conflicts_with_all = ["rate", "svg", "time_limit", "rule", "goal", "seeds", "moves_as"])]
    split_checks: bool,

    /// Show the first checks, one a line
    ///
    /// Each line says where the knight is, the move and what it adds to row and column, and whether
    /// it leads off the board, to a visited square, or is made. A line without a number takes the
    /// knight back
    #[arg(long, value_name = "N")]
    #[arg(conflicts_with_all = ["squares", "split_checks", "rate", "svg"])]
    #[arg(conflicts_with_all = ["time_limit", "rule", "moves_as", "first"])]
    #[arg(value_parser = parse_positive, group = "listing")]
    trace: Option<usize>,

    /// Show the nodes at each depth
    ///
    /// How often the whole search stands on a path of each length. Counted up to about a hundred
    /// million nodes, otherwise estimated, with the ends of a 95 % interval
    #[arg(long, group = "listing")]
    #[arg(conflicts_with_all = ["squares", "split_checks", "rate", "svg"])]
    #[arg(conflicts_with_all = ["time_limit", "rule", "budget", "moves_as", "first"])]
    profile: bool,

    /// The format of --trace and --profile
    ///
    /// table, csv, markdown, latex or json
    #[arg(short, long, value_name = "FORMAT", default_value = "table", requires = "listing")]
    #[arg(conflicts_with = "json")]
    #[arg(value_parser = one_of(Format::ALL, Format::word), hide_short_help = true)]
    format: Format,

    /// The first number on the printed board
    ///
    /// 0 as in Fig. 3 of McEvoy's manuscript, or 1
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = within(0_usize, 1, "number"))]
    first: usize,

    /// The speed of your program, in checks a second
    ///
    /// Say how long the search takes a program of this speed, such as 2.5M [default for a million
    /// checks and more: 300M and 6M]
    #[arg(long, value_name = "CHECKS", value_parser = parse_rate)]
    rate: Option<u128>,

    /// Print one JSON object
    ///
    /// With the field names of the CSV. With --rate also rate and rate_s, the seconds at this rate
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    svg: SvgArgs,
}

/// The answer as JSON: a record, and what else is known.
#[derive(Serialize)]
struct SolvedJob<'a> {
    #[serde(flatten)]
    record: &'a Record,
    #[serde(flatten)]
    more: Row,
}

/// What is said after an interruption.
const UNDONE: &str = "interrupted before there was an answer";

const EXAMPLES: &str = "\
Examples:
  knightsweep solve --board 8x8 --start 1,1 --order fig2
  knightsweep solve --board 5x6 --start a1 --order 21876543 --first 1
  knightsweep solve --moves '2,1 1,2 -1,2 -2,1 -2,-1 -1,-2 1,-2 2,-1'
  knightsweep solve --board 6x6 --goal closed --svg tour.svg
  knightsweep solve --board 8x8 --start 3,4 --budget 100M --json
  knightsweep solve --order 58674132 --rate 2.5M
  knightsweep solve --board 50x50 --start 1,1 --rule warnsdorff
  knightsweep solve --order tutorial --squares 63 --first 1
  knightsweep solve --board 5x5 --trace 20
  knightsweep solve --board 5x5 --profile --format csv > depths.csv
  knightsweep solve --board 10x10 --engine estimate --precision 1%";

/// `knightsweep solve`
pub(super) fn solve(common: &Common, arguments: &SolveArgs) -> anyhow::Result<u8> {
    let target = arguments.svg.target(common, arguments.json)?;
    let plan = arguments.plan(common)?;
    let job = plan.job(0).context("a plan of one job has a first one")?;
    if let Some(checks) = arguments.trace {
        return trace::print_first(&job, arguments, checks as u64);
    }
    if arguments.profile {
        return profile::print_levels(common, &job, arguments);
    }
    if arguments.squares.is_some() || arguments.split_checks {
        return path::print_first(common, &job, arguments, arguments.moves.row(plan.experiment()));
    }
    if let Some(infeasible) = plan.infeasible() {
        if !arguments.counts_failure(&job) {
            return arguments.ruled_out(&plan, &job, infeasible.why);
        }
        // The number of checks of a failing search is an answer too, which says why it fails.
        let goal = job.problem.goal;
        common.say(&format!("no {goal} tour exists; searching to count the checks"));
    }
    advice::before(&job).iter().for_each(|advice| common.say(advice));
    let tables = common.tables();
    let advice = advice::during(&job, plan.experiment().time_limit.is_some());
    let records = searching::in_memory(common, &plan, &tables, advice);
    let records = failure::or_undone(records, UNDONE)?;
    let record = records.first().context("a plan of one job gives one record")?;
    let (first, rate) = (arguments.first, arguments.rate);
    if record.heavy_tailed == Some(true) {
        common.say(approximate::HEAVY_TAILED);
    }
    let at_rate = rate.map(|rate| rate_row(rate, record)).unwrap_or_default();
    let moves = arguments.moves.row(plan.experiment());
    let printed = arguments.reply(record, at_rate.and(moves), || {
        let code = arguments.code.code(record.order).unwrap_or_default();
        let about_memory = advice::about_memory(common, record, tables.failures().last().copied());
        Ok(shown(record, first, rate)? + &about_memory + &advice::after(record, &job) + &code)
    });
    if let Some(target) = target {
        let draw = |_| pictures::tour::of_records(&[record], first, &Style::default());
        let picture = record.tour.as_ref().map(draw).transpose()?;
        let board = record.board()?;
        write_tour(common, &target, picture.map(|picture| (board, picture)))?;
    }
    printed?;
    Ok(exit_code(record.outcome, why_none(record)?.is_some()))
}

/// The theorem that says that there is no tour.
fn why_none(record: &Record) -> anyhow::Result<Option<NoTourReason>> {
    Ok(theorems::from(record.board()?, record.start(), record.goal))
}

fn exit_code(outcome: Outcome, is_impossible: bool) -> u8 {
    match outcome {
        Outcome::Tour => DONE,
        Outcome::Memory => FAILED,
        Outcome::None => NO_TOUR,
        _ if is_impossible => NO_TOUR,
        Outcome::Stuck | Outcome::Budget | Outcome::Time | Outcome::Unknown => UNDECIDED,
    }
}

const ONE_OF_EACH: &str =
    "solve takes one board, start, order, rule, goal and budget; sweep takes sets of them";

impl SolveArgs {
    /// The format of --trace and --profile.
    fn listing_format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// Prints the answer of a record: in this text, or as JSON with why it is none if a theorem
    /// says so, the order as code if that is asked for, and behind them `more`.
    fn reply(
        &self,
        record: &Record,
        more: Row,
        text: impl FnOnce() -> anyhow::Result<String>,
    ) -> anyhow::Result<u8> {
        if !self.json {
            return print(text()?);
        }
        let why = Row::default().with("why", why_none(record)?.map(|why| why.to_string()));
        let code = self.code.code(record.order).map(|code| Row::default().with("code", code));
        print_json(&SolvedJob { record, more: why.and(code.unwrap_or_default()).and(more) })
    }

    /// Whether the checks of a search are wanted that must fail: they can take for ever.
    fn counts_failure(&self, job: &Job) -> bool {
        const SMALL: usize = 36;
        let is_asked = self.budget.is_some() || self.time_limit.is_given();
        is_asked || job.problem.board.area() <= SMALL || job.method.rule.is_greedy()
    }

    /// Says that there is no tour, without a search.
    fn ruled_out(&self, plan: &Plan, job: &Job, why: NoTourReason) -> anyhow::Result<u8> {
        let Problem { board, start, order, goal, .. } = job.problem;
        let record = &Record::new(job, &Found::only(Outcome::None), None, true)?;
        self.reply(record, self.moves.row(plan.experiment()), || {
            let order = formatting::named_order(order);
            Ok(format!(
                "{board} from {start}, order {order}: no {goal} tour\nthe reason: {why}\nits checks \
                 are not counted; --budget none counts them\n"
            ))
        })?;
        Ok(NO_TOUR)
    }

    /// The plan of the one job.
    fn plan(&self, common: &Common) -> anyhow::Result<Plan> {
        let spec = (self.search.0.clone())
            .with(Key::Boards, [self.board.as_deref().unwrap_or("8x8")])
            .with(Key::Starts, [self.start.as_deref().unwrap_or("1,1")])
            .with(Key::Orders, self.moves.or(&self.order))
            .with(Key::Budget, [self.budget.as_deref().unwrap_or("none")])
            .with(Key::Tours, [true]);
        let place = |key, _| match key {
            Key::Starts => WrittenAt::flag("--start"),
            Key::Orders => self.moves.written_at("--order"),
            Key::Seeds => WrittenAt::flag("--seed"),
            key => WrittenAt::of_flag(key),
        };
        let mut experiment = spec.validate(&place).map_err(|mut error| match *error.fault {
            ExperimentFault::Several { ref text, .. } => {
                let place = &error.place;
                failure::usage(format!("{place}: `{text}` has several values: {ONE_OF_EACH}"))
            }
            fault => {
                error.fault = Box::new(fault.of_one_search());
                error.into()
            }
        })?;
        self.time_limit.apply(&mut experiment);
        say_orders(common, &experiment);
        let given = Given { board: self.board.is_some(), start: self.start.is_some() };
        self.moves.say_unused(common, &experiment, given);
        let plan = Plan::new(&experiment);
        if plan.len() != 1 {
            let jobs = formatting::counted(plan.len(), "search");
            refuse!("this asks for {jobs}: {ONE_OF_EACH}");
        }
        Ok(plan)
    }
}
