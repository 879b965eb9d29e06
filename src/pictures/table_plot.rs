//! Pictures of other tables.

use crate::pictures::drawing::{Picture, Style};
use crate::pictures::{PlotError, PlotOption};

/// A kind of picture of a table. The header of a table says which kind it is.
pub struct TablePlot {
    /// The kind.
    pub name: &'static str,
    /// The tables, in the words of messages.
    pub what: &'static str,
    /// Which of the looks it has.
    pub option: PlotOption,
    /// Whether a table with this header is one of them.
    pub is_of: fn(&[&str]) -> bool,
    /// Draws a table, of a heat map the column that is asked for. An error says that the table is
    /// damaged, or has nothing that it could show.
    pub draw: DrawTable,
}

/// Draws the CSV of a table.
type DrawTable = fn(&[u8], Option<&str>, &Style) -> Result<Picture, PlotError>;
