//! What is read to be drawn.

use knight_search::Engine;
use knightsweep::analysis::columns::Column;
use knightsweep::analysis::jobs::{JobRow, Jobs};
use knightsweep::analysis::reading::JoinedFile;
use knightsweep::pictures::plot::{Plot, PlotOption};
use knightsweep::pictures::{PlotInput, pairs};

use super::PlotArgs;
use crate::cli::args::Common;
use crate::cli::captions;
use crate::cli::inputs::{Estimates, Read, Reader};
use crate::cli::ui::refuse;

/// What was read to be drawn.
pub(super) struct Drawn {
    pub input: PlotInput,
    pub files: Vec<JoinedFile>,
    /// A note about estimates that are left out; the picture says what is drawn of them.
    pub left_out: Option<String>,
}

/// Reads results for a picture of this kind, if one is asked for.
pub(super) fn drawn(
    common: &Common,
    arguments: &PlotArgs,
    kind: Option<&'static Plot>,
) -> anyhow::Result<Drawn> {
    if arguments.value.is_some() {
        refuse!(
            "--value works only with a table of start squares, as of best-order or count --starts"
        );
    }
    let mut input = PlotInput {
        by: arguments.by.clone().unwrap_or_default(),
        sides: arguments.sides.request(),
        curve: arguments.curve,
        ..PlotInput::default()
    };
    input.tours.wanted = arguments.job;
    // Files that are the sides of pairs may have the same jobs.
    let are_sides = kind == Some(&pairs::PLOT) && input.sides.are_files();
    let (paths, wanted) = (&arguments.files, &arguments.wanted);
    let are_taken = kind.is_none_or(|kind| kind.takes(PlotOption::Estimates));
    let estimates = if are_taken { Estimates::Take } else { Estimates::LeaveOut };
    let mut by = input.by.clone();
    by.extend(are_sides.then_some(Column::File));
    by.extend((kind == Some(&pairs::PLOT)).then_some(Column::Engine));
    let mut reader = Reader::new(common, paths, wanted, estimates).by(&by);
    reader.read_all(paths, |place, record| input.add(place, record))?;
    // Where there are no counts, the estimates are what is drawn.
    let are_left_out = !are_taken || !arguments.with_estimates && leave_estimates_out(&mut input);
    if are_left_out {
        reader.leave_estimates_out();
    }
    let Read { files, about_estimates } = reader.finish()?;
    if input.jobs.is_empty() && about_estimates.is_some() {
        refuse!(
            "{}: all jobs are estimated, so there are no counts; {DRAW_ESTIMATES}",
            captions::names(&files)
        );
    }
    if !input.jobs.has_estimates() && input.jobs.iter().all(|job| job.cost.exact().is_none()) {
        common.say("no job is decided, so the picture has no counts, at most bounds");
    }
    input.files = captions::distinct_stems(&files);
    let left_out = about_estimates.filter(|_| are_left_out).map(|remark| {
        common.say(DRAW_ESTIMATES);
        let (first, rest) = remark.split_at(1);
        format!("{}{rest}.", first.to_uppercase())
    });
    Ok(Drawn { input, files, left_out })
}

/// Leaves out the estimated jobs if there are others. Gives whether it does.
fn leave_estimates_out(input: &mut PlotInput) -> bool {
    let is_counted = |row: &JobRow| row.setting.engine != Engine::Estimate;
    let mut jobs = Jobs::default();
    input.jobs.iter().filter(is_counted).for_each(|row| jobs.push(&row));
    let are_left_out = !jobs.is_empty();
    if are_left_out && jobs.len() < input.jobs.len() {
        *input = input.with_jobs(jobs);
    }
    are_left_out
}

/// How estimates are drawn.
const DRAW_ESTIMATES: &str = "draw the estimates with `--kind growth --with-estimates`, or those on \
                              one board with `--kind ecdf --with-estimates`";
