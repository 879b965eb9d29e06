//! The commands, a file each; `run` and `sweep` share one.

use std::process::ExitCode;

use clap::Subcommand;

use super::args::Common;

mod best_order;
mod compare;
mod completions;
mod construct;
mod count;
mod man;
mod merge;
mod paper;
mod plan;
mod plot;
mod probability;
mod report;
mod run;
mod schema;
mod solve;
mod summarize;
mod tutorials;
mod verify;
mod walks;

/// In the order of the help: single questions, then experiments and their results.
#[derive(Subcommand)]
pub(super) enum Command {
    Solve(solve::SolveArgs),
    Construct(construct::ConstructArgs),
    Count(count::CountArgs),
    BestOrder(best_order::BestOrderArgs),
    Walks(walks::WalksArgs),
    Probability(probability::ProbabilityArgs),
    Sweep(run::SweepArgs),
    Run(run::RunArgs),
    Plan(plan::PlanArgs),
    Verify(verify::VerifyArgs),
    Summarize(summarize::SummarizeArgs),
    Compare(compare::CompareArgs),
    Plot(plot::PlotArgs),
    Report(report::ReportArgs),
    Merge(merge::MergeArgs),
    Paper(paper::PaperArgs),
    Tutorials(tutorials::TutorialsArgs),
    Schema(schema::SchemaArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the command.
///
/// # Errors
/// As [`failure::report`](super::ui::failure::report) shows them to the user.
pub(super) fn execute(common: &Common, command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Run(arguments) => run::run(common, &arguments),
        Command::Sweep(arguments) => run::sweep(common, &arguments),
        Command::Plan(arguments) => plan::plan(common, &arguments),
        Command::Solve(arguments) => solve::solve(common, &arguments),
        Command::Construct(arguments) => construct::construct(common, &arguments),
        Command::Verify(arguments) => verify::verify(common, &arguments),
        Command::Summarize(arguments) => summarize::summarize(common, &arguments),
        Command::Compare(arguments) => compare::compare(common, &arguments),
        Command::Plot(arguments) => plot::plot(common, &arguments),
        Command::Report(arguments) => report::report(common, &arguments),
        Command::Merge(arguments) => merge::merge(common, &arguments),
        Command::Paper(arguments) => paper::paper(common, &arguments),
        Command::Tutorials(arguments) => tutorials::tutorials(common, &arguments),
        Command::Walks(arguments) => walks::walks(common, &arguments),
        Command::BestOrder(arguments) => best_order::best_order(common, &arguments),
        Command::Count(arguments) => count::count(common, &arguments),
        Command::Probability(arguments) => probability::probability(common, &arguments),
        Command::Schema(_) => schema::schema(),
        Command::Completions(arguments) => completions::completions(&arguments),
        Command::Man(arguments) => man::man(common, &arguments),
    }
}
