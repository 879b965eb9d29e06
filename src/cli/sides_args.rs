//! What is compared with what, for `compare` and pictures of pairs.

use clap::Args;
use knightsweep::analysis::columns::Column;
use knightsweep::analysis::sides::{COLUMNS, Request};

use crate::cli::args::one_of;

/// The two sides of pairs.
#[derive(Args)]
pub(super) struct SidesArgs {
    /// Compare jobs that differ in this column
    ///
    /// They agree in all others: order, rule, goal, budget, engine, start, seed, board or file
    /// [default: file with several files, or else the only one that differs]
    #[arg(long, value_name = "COLUMN", value_parser = one_of(COLUMNS.as_slice(), Column::word))]
    between: Option<Column>,

    /// Compare only these values
    ///
    /// The first of the column with each of the others
    #[arg(long, value_name = "VALUE", num_args = 1..)]
    values: Vec<String>,

    /// Compare with this value [default: the first]
    ///
    /// Each of the others with this one
    #[arg(long, value_name = "VALUE")]
    reference: Option<String>,
}

impl SidesArgs {
    /// Whether any of it was asked for.
    pub(super) fn is_given(&self) -> bool {
        self.between.is_some() || !self.values.is_empty() || self.reference.is_some()
    }

    /// What was asked for.
    pub(super) fn request(&self) -> Request {
        Request {
            between: self.between,
            values: self.values.clone(),
            reference: self.reference.clone(),
        }
    }
}
