//! The columns of results files, and the fields of their lines.

use crate::experiment::Reduction;
use crate::experiment::plan::Plan;
use knight_search::Outcome;

/// The columns of every results file, in order.
const COLUMNS: [&str; 18] = [
    "job",
    "rows",
    "cols",
    "start_row",
    "start_col",
    "order",
    "order_rank",
    "rule",
    "goal",
    "engine",
    "budget",
    "outcome",
    "success",
    "checks",
    "nodes",
    "closed",
    "wall_s",
    "cpu_s",
];

/// The outcome among them.
const OUTCOME: usize = 11;

/// The two times among them.
pub(super) const TIMES: std::ops::Range<usize> = 16..18;

/// The optional columns of a results file. They are the last ones, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Layout {
    /// `seed`, if a rule is random or some jobs are estimated.
    pub seeds: bool,
    /// `mirror_of`, if the experiment reduces by symmetry.
    pub mirrors: bool,
    /// `checks_off_board` and `checks_visited`, if the experiment splits checks.
    pub splits: bool,
    /// `checks_estimate`, `checks_low`, `checks_high`, `samples`, `effective_samples` and
    /// `heavy_tailed`, if some jobs are estimated.
    pub estimates: bool,
    /// `tour`, if the experiment records tours.
    pub tours: bool,
}

impl Layout {
    /// The columns of the results of a plan.
    pub fn of(plan: &Plan) -> Layout {
        Layout {
            seeds: !plan.seeds().is_empty(),
            mirrors: plan.symmetry() == Reduction::Reduce,
            splits: false,
            estimates: plan.precision().is_some(),
            tours: plan.tours(),
        }
    }

    /// With every column.
    pub const FULL: Layout =
        Layout { seeds: true, mirrors: true, splits: true, estimates: true, tours: true };

    /// All layouts.
    pub fn all() -> impl Iterator<Item = Layout> {
        (0..32).map(|choice| Layout {
            seeds: choice & 16 != 0,
            mirrors: choice & 8 != 0,
            splits: choice & 4 != 0,
            estimates: choice & 2 != 0,
            tours: choice & 1 != 0,
        })
    }

    /// The optional columns in order, and whether they are there.
    fn optional(self) -> [(bool, &'static str); 11] {
        [
            (self.seeds, "seed"),
            (self.mirrors, "mirror_of"),
            (self.splits, "checks_off_board"),
            (self.splits, "checks_visited"),
            (self.estimates, "checks_estimate"),
            (self.estimates, "checks_low"),
            (self.estimates, "checks_high"),
            (self.estimates, "samples"),
            (self.estimates, "effective_samples"),
            (self.estimates, "heavy_tailed"),
            (self.tours, "tour"),
        ]
    }

    /// The columns, in order.
    pub fn columns(self) -> impl Iterator<Item = &'static str> {
        let optional = self.optional().into_iter().filter(|(is_there, _)| *is_there);
        COLUMNS.into_iter().chain(optional.map(|(_, name)| name))
    }

    /// The fields of a line for the columns of [`Layout::FULL`], empty for a column that is not in
    /// this layout; `None` if the line has another number of fields than this layout has columns.
    pub(crate) fn fields(self, line: &str) -> Option<impl Iterator<Item = &str>> {
        let presence = [true; COLUMNS.len()].into_iter();
        let presence = presence.chain(self.optional().map(|(is_there, _)| is_there));
        let commas = line.bytes().filter(|byte| *byte == b',').count();
        if commas + 1 != presence.clone().filter(|is_there| *is_there).count() {
            return None;
        }
        let mut fields = line.split(',');
        Some(presence.map(move |is_there| {
            let field = is_there.then(|| fields.next());
            field.flatten().unwrap_or("")
        }))
    }

    /// The header line, without its line end.
    pub fn header(self) -> String {
        self.columns().collect::<Vec<_>>().join(",")
    }
}

/// The fields of a line of CSV without the two times.
pub(crate) fn without_times(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    fields(line).filter(|(place, _)| !TIMES.contains(place)).map(|(_, field)| field)
}

/// The fields of the two times.
pub(crate) fn times(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    fields(line).filter(|(place, _)| TIMES.contains(place)).map(|(_, field)| field)
}

/// Whether a line of CSV is the row of a job that ran out of memory or time. Its experiment alone
/// does not decide that.
pub(crate) fn hit_limit(line: &[u8]) -> bool {
    [Outcome::Memory, Outcome::Time].into_iter().any(|outcome| has_outcome(line, outcome))
}

/// Whether a line of CSV is the row of a job with this outcome.
pub(crate) fn has_outcome(line: &[u8], outcome: Outcome) -> bool {
    fields(line).nth(OUTCOME).is_some_and(|(_, field)| field == outcome.word().as_bytes())
}

pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    line.split(|&byte| byte == b',').enumerate()
}

#[cfg(test)]
mod tests {
    use crate::results::record::columns::*;

    #[test]
    fn the_columns_that_are_looked_for_are_where_they_should_be() {
        assert_eq!(COLUMNS[OUTCOME], "outcome");
        assert_eq!(COLUMNS[TIMES], ["wall_s", "cpu_s"]);
    }
}
