//! The kinds of pictures, and which one suits jobs best.

use crate::pictures::{
    Picture, Plot, PlotError, PlotInput, PlotOption, Style, TablePlot, distribution, ecdf, growth,
    heatmap, pairs, profile, restarts, success, tour,
};

/// All kinds, as the help and reports list them. If several suit the jobs, the last is drawn.
pub static PLOTS: [&Plot; 8] = [
    &heatmap::PLOT,
    &ecdf::PLOT,
    &growth::PLOT,
    &success::PLOT,
    &distribution::PLOT,
    &pairs::PLOT,
    &tour::PLOT,
    &restarts::PLOT,
];

/// All kinds of pictures of other tables.
pub static TABLE_PLOTS: [&TablePlot; 2] = [&profile::PLOT, &heatmap::TABLE_PLOT];

/// The kinds that suit these jobs, the best first. Not every kind has a place for estimates.
fn suitable(input: &PlotInput) -> impl Iterator<Item = &'static Plot> {
    let variety = input.variety();
    let can = |plot: &Plot| !input.jobs.has_estimates() || plot.takes(PlotOption::Estimates);
    PLOTS.into_iter().rev().filter(move |plot| can(plot) && (plot.suits)(input, &variety))
}

/// A picture of the best of the suitable kinds that can show these jobs.
///
/// # Errors
/// The [`PlotError`] of the best kind if none can.
pub fn best(input: &PlotInput, style: &Style) -> Result<(&'static Plot, Picture), PlotError> {
    let mut first = None;
    // Curves show what is too large or too varied for the others.
    for plot in suitable(input).chain([&ecdf::PLOT]) {
        match plot.picture(input, style) {
            Ok(picture) => return Ok((plot, picture)),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or(PlotError::NoRows))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::analysis::Column;
    use crate::analysis::sides::Request;
    use crate::pictures::drawing::tests::assert_legible;
    use crate::pictures::kinds::*;
    use crate::pictures::tests::{record, sweep};
    use crate::results::record::Record;
    use knight_search::Outcome;

    fn natural(input: &PlotInput) -> &'static Plot {
        suitable(input).next().unwrap()
    }

    #[test]
    fn a_kind_that_cannot_show_the_jobs_gives_way_to_the_next() {
        let on = |start_col| Record { rows: 200, cols: 200, start_col, ..record(Outcome::Tour, 9) };
        let input = PlotInput::of(&[on(1), on(2)]);
        assert_eq!(natural(&input).name, "heatmap");
        let (kind, _) = best(&input, &Style::default()).unwrap();
        assert_eq!(kind.name, "ecdf");
        assert_eq!(best(&PlotInput::default(), &Style::default()).err(), Some(PlotError::NoRows));
    }

    #[test]
    fn the_jobs_choose_the_picture() {
        let of = |boards: &[&str], starts, orders| {
            natural(&PlotInput::of(&sweep(boards, starts, orders))).name
        };
        assert_eq!(of(&["5x5", "8x8"], 1, 9), "growth");
        assert_eq!(of(&["8x8"], 1, 9), "distribution");
        assert_eq!(of(&["8x8"], 9, 1), "heatmap");
        let one = Record { tour: Some("a1".to_owned()), ..record(Outcome::Tour, 9) };
        assert_eq!(natural(&PlotInput::of([&one])).name, "tour");
    }

    #[test]
    fn every_picture_can_be_read_at_every_size() {
        let sizes = [(60.0, 12.0), (84.0, 7.0), (170.0, 9.0), (170.0, 14.0)];
        let boards = ["1x1", "3x10", "10x1", "5x5", "6x6", "20x20"];
        let narrow: Vec<String> = (3..40).map(|cols| format!("3x{cols}")).collect();
        let narrow: Vec<&str> = narrow.iter().map(String::as_str).collect();
        let mut drawn = BTreeSet::new();
        for records in [
            sweep(&["8x8"], 1, 1),
            sweep(&["8x8"], 1, 400),
            sweep(&["8x8"], 64, 1),
            sweep(&["8x8"], 7, 40),
            sweep(&["8x8", "5x5"], 64, 14),
            sweep(&["5x5", "6x6", "7x7", "8x8"], 3, 2),
            sweep(&boards, 400, 1),
            sweep(&narrow, 1, 1),
            sweep(&["40x40"], 1600, 1),
        ] {
            let mut input = PlotInput::of(&records);
            input.sides = Request { between: Some(Column::Order), ..Request::default() };
            for by in [vec![], vec![Column::Start, Column::Order, Column::Budget]] {
                input.curve = (!by.is_empty()).then_some(8.0);
                input.by = by;
                for (plot, (millimetres, points)) in
                    PLOTS.into_iter().flat_map(|plot| sizes.map(|size| (plot, size)))
                {
                    let mut style = Style::of_print(millimetres, points);
                    style.has_data = true;
                    if let Ok(picture) = plot.picture(&input, &style) {
                        assert_legible(&picture);
                        drawn.insert(plot.name);
                    }
                }
            }
        }
        let missing = PLOTS.iter().map(|plot| plot.name).filter(|name| !drawn.contains(name));
        // There are no tours among these records.
        assert_eq!(missing.collect::<Vec<&str>>(), ["tour"]);
    }

    #[test]
    fn without_rows_there_is_no_picture() {
        for plot in &PLOTS {
            let fault = plot.picture(&PlotInput::default(), &Style::default()).err();
            assert_eq!(fault, Some(PlotError::NoRows));
        }
    }

    #[test]
    fn the_gallery_lists_every_kind() {
        let gallery = include_str!("../../docs/how-to/figures.md");
        let listed: Vec<&str> = gallery.lines().filter(|line| line.starts_with("| `")).collect();
        let kinds = PLOTS.iter().map(|Plot { name, doc, .. }| format!("| `{name}` | {doc} |"));
        assert_eq!(listed, kinds.collect::<Vec<String>>());
    }
}
