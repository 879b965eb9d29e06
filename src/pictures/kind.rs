//! The kinds of plots, and which one suits jobs best.

use knight_board::named_enum;

use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::Picture;
use crate::pictures::error::PlotError;
use crate::pictures::input::{PlotInput, Variety};
use crate::pictures::{distribution, ecdf, growth, heatmap, matrix, pairs, success, times, tour};

/// What a plot shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Checks on the board.
    Heatmap,
    /// The share of jobs decided within a number of checks.
    Ecdf,
    /// Checks by board size.
    Growth,
    /// The share of jobs that find a tour, by board size.
    Success,
    /// How checks are distributed over orders.
    Distribution,
    /// Job by job, one order, rule or file against another.
    Pairs,
    /// Orders by starts.
    Matrix,
    /// A tour.
    Tour,
    /// Checks against time.
    Times,
}

named_enum!(
    Kind,
    "kind of plot",
    Heatmap => "heatmap",
    Ecdf => "ecdf",
    Growth => "growth",
    Success => "success",
    Distribution => "distribution",
    Pairs => "pairs",
    Matrix => "matrix",
    Tour => "tour",
    Times => "times"
);

impl Kind {
    /// Whether columns choose its groups.
    pub fn has_groups(self) -> bool {
        matches!(self, Kind::Ecdf | Kind::Growth | Kind::Success | Kind::Distribution)
    }
}

/// The kind of plot that suits these jobs best. Rows that are still expected count as well, so
/// that the kind of a picture does not change while its file grows.
pub fn natural_kind(input: &PlotInput) -> Kind {
    let Variety { rows, boards, starts, orders } = input.variety();
    match (boards, starts, orders) {
        (1, _, _) if rows == 1 && input.tour.is_some() => Kind::Tour,
        (2.., _, _) => Kind::Growth,
        (_, 0 | 1, 2..) => Kind::Distribution,
        // They differ in seeds, rules or budgets.
        (_, 0 | 1, _) if rows > 1 => Kind::Ecdf,
        _ => Kind::Heatmap,
    }
}

/// Draws a plot.
///
/// # Errors
/// [`PlotError`] if the jobs have nothing that it could show.
pub fn draw(kind: Kind, input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    if input.jobs.is_empty() {
        return Err(PlotError::NoRows);
    }
    match kind {
        Kind::Heatmap => heatmap::draw(input, style),
        Kind::Ecdf => ecdf::draw(input, style),
        Kind::Growth => growth::draw(input, style),
        Kind::Success => success::draw(input, style),
        Kind::Distribution => distribution::draw(input, style),
        Kind::Pairs => pairs::draw(input, style),
        Kind::Matrix => matrix::draw(input, style),
        Kind::Tour => tour::draw(input, style),
        Kind::Times => times::draw(input, style),
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::toml_file;
    use crate::pictures::test_records::record;
    use crate::pictures::*;
    use crate::results::record::Record;
    use knight_search::{MoveOrder, Outcome};

    #[test]
    fn the_jobs_choose_their_picture() {
        let natural = |records: &[Record]| natural_kind(&PlotInput::of(records));
        let one = record(Outcome::Budget, 9);
        let other_start = Record { start_row: 2, ..one.clone() };
        let other_board = Record { rows: 5, ..one.clone() };
        let other_order = Record { order: MoveOrder::TUTORIAL, ..one.clone() };
        let other_seed = Record { seed: Some(2), ..one.clone() };
        let tour = Record { tour: Some("a1".to_owned()), ..record(Outcome::Tour, 9) };
        assert_eq!(natural(&[tour]), Kind::Tour);
        assert_eq!(natural(std::slice::from_ref(&one)), Kind::Heatmap);
        assert_eq!(natural(&[one.clone(), other_start.clone()]), Kind::Heatmap);
        assert_eq!(natural(&[one.clone(), other_order.clone()]), Kind::Distribution);
        assert_eq!(natural(&[one.clone(), other_order, other_start]), Kind::Heatmap);
        assert_eq!(natural(&[one.clone(), other_seed]), Kind::Ecdf);
        assert_eq!(natural(&[one, other_board]), Kind::Growth);
    }

    #[test]
    fn rows_still_to_come_choose_the_picture_too() {
        let first = Record { tour: Some("a1".to_owned()), ..record(Outcome::Tour, 9) };
        let natural = |keys: &str, rows| {
            let text = format!("budget = 1000\n{keys}");
            let experiment = toml_file::parse(&text, std::path::Path::new("test.toml")).unwrap();
            let mut input = PlotInput::of([&first]);
            input.expect(&experiment, rows);
            natural_kind(&input)
        };
        let one = "boards = \"8x8\"\nstarts = \"1,1\"\norders = \"fig2\"";
        assert_eq!(natural(one, 1), Kind::Tour);
        assert_eq!(natural(&one.replace("8x8", "5-8"), 4), Kind::Growth);
        assert_eq!(natural(&one.replace("fig2", "all"), 40_320), Kind::Distribution);
        assert_eq!(natural(&one.replace("1,1", "corners"), 4), Kind::Heatmap);
        assert_eq!(natural(&format!("{one}\nimages = true"), 8), Kind::Heatmap);
    }

    #[test]
    fn the_tour_of_the_first_job_is_drawn_whatever_the_order_of_rows() {
        let with_tour =
            |job| Record { job, tour: Some("a1".to_owned()), ..record(Outcome::Tour, 64) };
        let drawn = |records: &[Record]| PlotInput::of(records).tour.map(|record| record.job);
        assert_eq!(drawn(&[with_tour(7), record(Outcome::Budget, 9), with_tour(3)]), Some(3));
        assert_eq!(drawn(&[record(Outcome::Tour, 9)]), None);
    }

    #[test]
    fn without_rows_there_is_no_picture() {
        for &kind in Kind::ALL {
            let fault = draw(kind, &PlotInput::default(), &Style::default()).err();
            assert_eq!(fault, Some(PlotError::NoRows));
        }
    }
}
