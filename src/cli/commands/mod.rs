//! The commands, a file each; `run` and `sweep` share one.

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

/// The table of commands: the name of each, its arguments, and its function.
macro_rules! commands {
    ($($name:ident($module:ident::$arguments:ident) => $function:ident,)+) => {
        #[derive(Subcommand)]
        pub(super) enum Command {
            $($name($module::$arguments),)+
        }

        /// Runs the command.
        ///
        /// # Errors
        /// As [`failure::report`](super::ui::failure::report) shows them to the user.
        pub(super) fn execute(common: &Common, command: Command) -> anyhow::Result<u8> {
            match command {
                $(Command::$name(arguments) => $module::$function(common, &arguments),)+
            }
        }
    };
}

commands! {
    Solve(solve::SolveArgs) => solve,
    Construct(construct::ConstructArgs) => construct,
    Count(count::CountArgs) => count,
    BestOrder(best_order::BestOrderArgs) => best_order,
    Walks(walks::WalksArgs) => walks,
    Probability(probability::ProbabilityArgs) => probability,
    Sweep(run::SweepArgs) => sweep,
    Run(run::RunArgs) => run,
    Plan(plan::PlanArgs) => plan,
    Verify(verify::VerifyArgs) => verify,
    Summarize(summarize::SummarizeArgs) => summarize,
    Compare(compare::CompareArgs) => compare,
    Plot(plot::PlotArgs) => plot,
    Report(report::ReportArgs) => report,
    Merge(merge::MergeArgs) => merge,
    Paper(paper::PaperArgs) => paper,
    Tutorials(tutorials::TutorialsArgs) => tutorials,
    Schema(schema::SchemaArgs) => schema,
    Completions(completions::CompletionsArgs) => completions,
    Man(man::ManArgs) => man,
}
