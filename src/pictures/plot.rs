//! What a kind of picture is.

use crate::pictures::drawing::{Picture, Style};
use crate::pictures::{PlotError, PlotInput, Variety, budgets, outcomes};

/// A kind of picture: what the command `plot`, its help and reports ask of every kind.
pub struct Plot {
    /// Its word on the command line.
    pub name: &'static str,
    /// What it shows, in a line of the help.
    pub doc: &'static str,
    /// The options that it takes and not every kind does.
    pub options: &'static [PlotOption],
    /// Whether the jobs are drawn in this way if no kind is asked for. If several kinds suit, the
    /// last of them is drawn.
    pub suits: fn(&PlotInput, &Variety) -> bool,
    /// Whether it shows something that the numbers of a report do not.
    pub is_worth: fn(&PlotInput, &Variety) -> bool,
    /// Whether a search that was run with several budgets is one job, that with the largest.
    pub has_one_budget: bool,
    /// Draws it for one job or more.
    pub draw: fn(&PlotInput, &Style) -> Result<Picture, PlotError>,
}

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

/// An option of `plot` that not every kind takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlotOption {
    /// The two sides of pairs.
    Sides,
    /// A curve beside the data.
    Curve,
    /// The columns by which jobs are grouped.
    Groups,
    /// The job that is drawn.
    Job,
    /// Estimates in the place of counts.
    Estimates,
    /// The height and the labels of axes.
    Axes,
    /// The colours of shades.
    Shades,
}

impl Plot {
    /// Whether it takes an option.
    pub fn takes(&self, option: PlotOption) -> bool {
        self.options.contains(&option)
    }

    /// Draws the jobs. The last notes say how many are not decided, and of which searches only the
    /// largest budget is drawn.
    ///
    /// # Errors
    /// [`PlotError`] if they have nothing that it could show.
    pub fn picture(&self, input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
        if input.jobs.is_empty() {
            return Err(PlotError::NoRows);
        }
        let largest = if self.has_one_budget { budgets::largest(input) } else { None };
        let (input, about_budgets) = match &largest {
            Some((input, note)) => (input, Some(note.clone())),
            None => (input, None),
        };
        // Pairs say of theirs which are decided.
        let has_pairs = self.takes(PlotOption::Sides);
        let undecided = outcomes::about_undecided(&input.jobs).filter(|_| !has_pairs);
        let mut picture = (self.draw)(input, style)?;
        picture.notes.extend(undecided.into_iter().chain(about_budgets));
        Ok(picture)
    }
}

/// Kinds differ in their names.
impl PartialEq for Plot {
    fn eq(&self, other: &Plot) -> bool {
        self.name == other.name
    }
}
