//! Move orders that are given by their moves.

use clap::Args;
use knightsweep::experiment::Experiment;
use knightsweep::experiment::move_lists::X_IS_COLUMN;

use super::args::Common;

/// The eight moves with their digits, for help texts.
pub const DIAGRAM: &str = "\
The digits of the eight moves; N is the knight, rows go down and columns to the right:

    .  6  .  7  .
    5  .  .  .  8
    .  .  N  .  .
    4  .  .  .  1
    .  3  .  2  .";

/// An order by its moves.
#[derive(Args)]
pub struct MovesArgs {
    /// A move order as the moves that your program tries: pairs such as '2,1 1,2 -1,2 …', or its
    /// two arrays, pasted, such as 'dx = {2, 1, …}; dy = {1, 2, …}'. The first number, or x,
    /// changes the row
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Vec<String>,

    /// In moves, the first number, or x, changes the column
    #[arg(long)]
    xy: bool,
}

impl MovesArgs {
    /// How many orders are given by their moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The orders of an experiment: those of its flag, and those by their moves.
    pub fn with(&self, orders: &[String]) -> Vec<String> {
        let prefix = if self.xy { X_IS_COLUMN } else { "" };
        orders.iter().chain(&self.moves).map(|words| format!("{prefix}{words}")).collect()
    }
}

/// Says which orders an experiment gives by their moves.
pub fn say_orders_of_moves(common: &Common, experiment: &Experiment) {
    for order in experiment.orders_of_moves() {
        let named = order.name().map_or(String::new(), |name| format!(" ({name})"));
        common.say(&format!("these moves are order {order}{named}"));
    }
}
