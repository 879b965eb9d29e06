//! What pictures by board share: their boards, the axis of these, and a line for each group.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{Column, JobCosts, JobRow, JobStats, Value};
use crate::pictures::drawing::scale::extremes;
use crate::pictures::drawing::{Axis, Scale, Tick, Ticks, series};
use crate::pictures::{PlotError, PlotInput, groups};
use knight_search::{Board, Rule};

/// A line of such a picture.
pub struct BoardLine<B> {
    /// What its jobs have in common.
    pub name: String,
    /// Whether its growth is a power of the size: rules of Warnsdorff rarely go back.
    pub is_power: bool,
    /// What they found on each board, by ascending number of squares.
    pub boards: Vec<B>,
}

/// The boards of the jobs.
///
/// # Errors
/// [`PlotError::Unfit`] if there is one.
pub fn boards(input: &PlotInput) -> Result<BTreeSet<Board>, PlotError> {
    let boards: BTreeSet<Board> = input.jobs.settings().iter().map(|one| one.board).collect();
    match boards.first() {
        Some(board) if boards.len() == 1 => Err(PlotError::unfit(format!(
            "this picture is by board and needs two boards or more, and all jobs are on {board}; \
             --kind ecdf and --kind distribution show one board"
        ))),
        _ => Ok(boards),
    }
}

/// The axis of boards by their numbers of squares, with their names; those of one size share a
/// tick. It is logarithmic, if it may be, where the sizes span more than ten times.
pub fn axis(boards: &BTreeSet<Board>, may_be_log: bool) -> Axis {
    let mut names: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for board in boards {
        names.entry(board.area()).or_default().push(board.to_string());
    }
    let (low, high) = extremes(names.keys().map(|size| *size as f64)).unwrap_or_default();
    let is_log = may_be_log && high > 10.0 * low;
    let (low, high) = if is_log { (low.log10(), high.log10()) } else { (low, high) };
    let room = 0.06 * (high - low).max(if high == low { 1.0 } else { 0.0 });
    let tick =
        |(size, names): (usize, Vec<String>)| Tick { value: size as f64, label: names.join(", ") };
    let ticks = Ticks::At(names.into_iter().map(tick).collect());
    let scale = Scale { is_log, low: low - room, high: high + room };
    Axis::new(scale, ticks, "board, by its number of squares n")
}

/// The columns that make the lines: those asked for, or the usual ones of these; never the board.
pub fn columns(input: &PlotInput, among: &[Column]) -> Vec<Column> {
    let mut by = groups::chosen(input, among, series::MOST);
    by.retain(|column| *column != Column::Board);
    by
}

/// The lines of the jobs with the same values in these columns. `add` collects what is to be known
/// of the jobs with these values on a board, and `found` says what they found.
///
/// # Errors
/// [`PlotError::TooMany`] groups.
pub fn lines<A: Default, B>(
    input: &PlotInput,
    by: &[Column],
    add: impl Fn(&mut A, &JobRow),
    found: impl Fn(Board, JobStats, A) -> B,
) -> Result<Vec<BoardLine<B>>, PlotError> {
    let key = |row: &JobRow| {
        let board = row.setting.board;
        (groups::key(by, row), board.area(), board)
    };
    let add = |(costs, known): &mut (JobCosts, A), row: &JobRow| {
        costs.add(row);
        add(known, row);
    };
    let mut lines: BTreeMap<Vec<Value>, Vec<B>> = BTreeMap::new();
    for ((values, _, board), (costs, known)) in input.jobs.by(key, add) {
        lines.entry(values).or_default().push(found(board, costs.sorted(), known));
    }
    groups::check(lines.len(), series::MOST)?;
    let rule = by.iter().position(|column| *column == Column::Rule);
    let named = |(values, boards): (Vec<Value>, Vec<B>)| {
        let has_fixed = match rule {
            Some(place) => values[place].to_string() == Rule::Fixed.word(),
            None => input.jobs.settings().iter().any(|one| one.rule == Rule::Fixed),
        };
        BoardLine { name: groups::name(input, by, &values), is_power: !has_fixed, boards }
    };
    Ok(lines.into_iter().map(named).collect())
}
