//! Why a picture cannot be drawn.

use std::borrow::Cow;

use crate::text::formatting::grouped;

/// Why there is nothing to draw.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlotError {
    /// There are no rows.
    #[error("there are no rows yet")]
    NoRows,
    /// The jobs, or a table, are not as a kind needs them; it says why.
    #[error("{0}")]
    Unfit(Cow<'static, str>),
    /// There is no room for so many groups, panels, tours or squares.
    #[error("{} {what} are too many to draw (at most {most}); {advice}", grouped(*.count))]
    TooMany {
        /// How many there are.
        count: u64,
        /// What they are, such as "groups".
        what: &'static str,
        /// The most that have room.
        most: u64,
        /// What to do.
        advice: &'static str,
    },
}

/// No job is decided.
pub const NOTHING_DECIDED: PlotError = PlotError::nothing(
    "no job is decided, so there are no counts to draw; --kind heatmap shows which jobs were stopped",
);

impl PlotError {
    /// What no job has.
    pub const fn nothing(why: &'static str) -> PlotError {
        PlotError::Unfit(Cow::Borrowed(why))
    }

    /// What jobs or a table lack.
    pub fn unfit(why: impl ToString) -> PlotError {
        PlotError::Unfit(Cow::Owned(why.to_string()))
    }

    /// # Errors
    /// That there are too many of these, if there are more than that.
    pub fn check_count(
        count: usize,
        what: &'static str,
        most: usize,
        advice: &'static str,
    ) -> Result<(), PlotError> {
        let (count, most) = (count as u64, most as u64);
        if count > most { Err(PlotError::TooMany { count, what, most, advice }) } else { Ok(()) }
    }

    /// Whether there is something to show, but no room for it.
    pub fn is_about_room(&self) -> bool {
        matches!(self, PlotError::TooMany { .. })
    }
}
