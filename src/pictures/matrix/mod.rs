//! Orders by start squares: which orders are good everywhere.

pub mod bands;
mod cells;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::analysis::columns::differ;
use crate::analysis::{Column, SEARCH, Search, Setting};
use crate::pictures::drawing::{Anchor, Area, Data, LINE, Picture, Style, field, text};
use crate::pictures::fill::Sign;
use crate::pictures::matrix::{
    bands::{Matrix, OrderFound, matrices, orbit},
    cells::Looks,
};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, groups};
use crate::text::formatting::{counted, grouped, joined, named_order};
use knight_search::Outcome;

/// Orders by starts.
pub static PLOT: Plot = Plot {
    name: "matrix",
    doc: "orders by starts",
    options: &[PlotOption::Shades],
    suits: |_, _| false,
    is_worth: |_, variety| variety.orders > 1 && variety.starts > 1,
    has_one_budget: true,
    draw,
};

/// The most rows of a picture, in bands if there are more orders.
const MOST_ROWS: usize = 400;

/// The most panels.
const MOST_PANELS: usize = 8;

/// Up to this many orders have their digits beside them, and up to twice as many in panels above
/// one another.
const MOST_NAMED: usize = 40;

/// The height of a row whose order is named.
fn named_row(style: &Style) -> f64 {
    (1.3 * style.small()).ceil()
}

/// The least width of panels side by side, in pixels.
const LEAST_WIDTH: f64 = 280.0;

/// A matrix for each board, goal, rule and budget, with one scale of colours: side by side, in as
/// many rows of panels as needed.
///
/// # Errors
/// [`PlotError::Nothing`] without several orders and starts; [`PlotError::TooMany`] panels.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let panels: BTreeSet<Search> = input.jobs.settings().iter().map(Setting::search).collect();
    let beside = ((style.width / LEAST_WIDTH) as usize).clamp(1, panels.len().max(1));
    let above = panels.len().min(MOST_PANELS).div_ceil(beside).max(1);
    let gap = 1.5 * style.font;
    let width = (style.width + gap) / beside as f64 - gap;
    let most_rows = MOST_ROWS / above;
    let mut matrices = matrices(&input.jobs, most_rows, (width / 2.5) as usize)?;
    PlotError::check_count(matrices.len(), "panels", MOST_PANELS, "choose some with --where")?;
    let first =
        |matrix: &Matrix| input.jobs.iter().find(|row| row.setting.search() == matrix.search);
    let firsts: Vec<_> = matrices.iter().filter_map(first).collect();
    let titles = groups::told_apart(&SEARCH, &firsts, &input.files);
    for (matrix, parts) in matrices.iter_mut().zip(titles) {
        matrix.title = joined(parts, ", ");
    }
    let boards = groups::said(input, Column::Board).unwrap_or_default();
    let mut picture = Picture::of(style, headline(&boards, &matrices));
    let looks = Looks::of(&matrices, &style.choices);
    let most_named = MOST_NAMED.min(2 * MOST_NAMED / above);
    let (mut top, mut largest) = (0.0, 0.0);
    for row in matrices.chunks(beside) {
        let mut bottom = top;
        for (place, matrix) in row.iter().enumerate() {
            // Each row has a pixel.
            let (x, height) = (place as f64 * (width + gap), most_rows as f64);
            let room = Area { x, y: top, width, height };
            let layout = draw_panel(&mut picture, &looks, matrix, room, most_named);
            largest = f64::max(largest, layout.column.min(layout.row));
            bottom = bottom.max(layout.area.bottom());
        }
        top = bottom + 1.5 * style.small();
    }
    picture.height = top;
    looks.legend(&mut picture, &matrices, largest);
    picture.notes = vec![groups::in_common(input, &[])];
    picture.notes.extend(notes(&matrices));
    picture.tabulate(|| data(&looks, &matrices));
    Ok(picture)
}

/// Gives where the matrix is. At most so many orders are named by their digits.
fn draw_panel(
    picture: &mut Picture,
    looks: &Looks,
    matrix: &Matrix,
    room: Area,
    most_named: usize,
) -> MatrixGeometry {
    let font = picture.style.font;
    let at = (room.x, room.y + font);
    let y = picture.write_wrapped(at, room.width, font, "", &matrix.title) - font;
    let layout = MatrixGeometry::of(matrix, &picture.style, Area { y, ..room }, most_named);
    labels(picture, matrix, &layout);
    looks.paint(picture, matrix, layout.area);
    picture.rect(layout.area, "class=\"frame\" pointer-events=\"none\"", "");
    layout
}

/// What is drawn, and the best order beside Fig. 2's.
fn headline(boards: &str, matrices: &[Matrix]) -> String {
    let mut text = format!("Orders by start square: {boards}");
    if let [matrix] = matrices {
        let all = || matrix.orders.iter().chain(&matrix.left_out);
        let has_every_tour = all().all(|found| found.tours == found.jobs);
        let found = |found: &OrderFound| {
            let order = named_order(found.order);
            if has_every_tour && let Some(median) = found.median.number() {
                return format!("order {order} has a median of {} checks", median.grouped());
            }
            let tours = grouped(found.tours);
            format!("order {order} finds a tour in {tours} of {}", counted(found.jobs, "job"))
        };
        if all().all(|found| found.tours == 0) {
            return text + ". No order finds a tour";
        }
        let best = &matrix.orders[0];
        text += &format!(". Best first: {}", found(best));
        // Equal medians are those of images. Without a number, other orders tie too.
        let ties = all().filter(|other| best.compare(other).is_eq()).count() - 1;
        if ties > 0 && best.median.number().is_none() {
            text += &format!(" ({} as well)", counted(ties, "other"));
        }
        if let Some(fig2) = all().skip(1).find(|found| found.order.name() == Some("fig2")) {
            text += &format!(", {}", found(fig2));
        }
    }
    text
}

/// How the rows and columns of the matrices are sorted.
fn notes(matrices: &[Matrix]) -> Vec<String> {
    let counts = |of: fn(&Matrix) -> (usize, usize), noun: &str| {
        let count = |matrix: &Matrix| match of(matrix) {
            (count, 1) => counted(count, noun),
            (count, each) => format!("{}, {} in each", counted(count, noun), grouped(each)),
        };
        if !differ(matrices.iter().map(count)) {
            return count(&matrices[0]);
        }
        joined(matrices.iter().map(|one| format!("{}: {}", one.title, count(one))), "; ")
    };
    let orders = counts(|matrix| (matrix.orders.len(), matrix.orders_per_row), "order");
    let starts = counts(|matrix| (matrix.starts.len(), matrix.starts_per_column), "start square");
    let mut notes = vec![
        format!(
            "Rows: {orders}; those with tours from more starts first, then those with the smaller \
             median."
        ),
        format!(
            "Columns: {starts}; those that symmetries of the board map to each other side by side, \
             the easiest first."
        ),
    ];
    let left_out: usize = matrices.iter().map(|matrix| matrix.left_out.len()).sum();
    if left_out > 0 {
        let orders = counted(left_out, "more order");
        notes.push(format!("{orders} without any tour: not drawn."));
    }
    notes
}

/// The cells: the first of their orders and starts, how many these are, and what their jobs found.
fn data(looks: &Looks, matrices: &[Matrix]) -> Data {
    let rows = matrices.iter().flat_map(|matrix| {
        let bands = matrix.orders.chunks(matrix.orders_per_row).zip(&matrix.cells);
        bands.flat_map(move |(orders, cells)| {
            let columns = matrix.starts.chunks(matrix.starts_per_column).zip(cells).enumerate();
            columns.filter(|(_, (_, cell))| cell.jobs() > 0).map(move |(column, (starts, cell))| {
                let [median, above] = cell.median().fields();
                [
                    matrix.title.clone(),
                    orders[0].order.to_string(),
                    orders.len().to_string(),
                    label(starts[0]),
                    starts.len().to_string(),
                    cell.jobs().to_string(),
                    cell.with(Outcome::Tour).to_string(),
                    field(cell.success_rate()),
                    median,
                    above,
                    (looks.look(matrix, column, cell) == Err(Sign::NoTour)).to_string(),
                ]
            })
        })
    });
    let header = "panel,order,orders,start,starts,jobs,tours,share,median,median_above,no_tour";
    Data::of(header, rows)
}

/// Where a matrix and its labels are.
struct MatrixGeometry {
    area: Area,
    /// The height of a row and the width of a column.
    row: f64,
    column: f64,
    small: f64,
    has_digits: bool,
    /// Where the text that says what the rows are has its baseline.
    upright: f64,
}

impl MatrixGeometry {
    fn of(matrix: &Matrix, style: &Style, room: Area, most_named: usize) -> MatrixGeometry {
        let small = style.small();
        let (rows, columns) = (matrix.cells.len() as f64, matrix.starts.len() as f64);
        let columns = (columns / matrix.starts_per_column as f64).ceil();
        let has_digits = matrix.orders_per_row == 1 && matrix.cells.len() <= most_named;
        let row = match has_digits {
            true => named_row(style),
            false => (room.height / rows).floor().clamp(1.0, 1.3 * small),
        };
        let labels: Vec<String> = match has_digits {
            true => matrix.orders.iter().map(|found| named_order(found.order)).collect(),
            false => vec![grouped(matrix.orders.len())],
        };
        let widest = text::widest(&labels, small);
        // What the rows are stands upright beside their labels.
        let left = (widest + 0.8 * small + LINE * small).ceil();
        let names = named(matrix, has_digits).map(|(_, name)| name);
        let right = text::widest(names, small) + 1.2 * small;
        let column = ((room.width - left - right) / columns).min(2.0 * style.font);
        let column = if column < 2.0 { column } else { column.floor() };
        let above = text::widest(matrix.starts.iter().copied().map(label), small)
            + 0.8 * small
            + LINE * small;
        let area = Area {
            x: room.x + left,
            y: (room.y + above).ceil(),
            width: column * columns,
            height: row * rows,
        };
        let upright = room.x + 0.8 * small;
        MatrixGeometry { area, row, column, small, has_digits, upright }
    }
}

fn label(start: knight_search::Square) -> String {
    format!("{},{}", start.row, start.col)
}

/// The places and names of the orders with a name, if orders do not have their digits.
fn named(matrix: &Matrix, has_digits: bool) -> impl Iterator<Item = (usize, &'static str)> {
    let orders = matrix.orders.iter().enumerate().filter(move |_| !has_digits);
    orders.filter_map(|(place, found)| Some((place, found.order.name()?)))
}

fn labels(picture: &mut Picture, matrix: &Matrix, layout: &MatrixGeometry) {
    let MatrixGeometry { area, row, small, has_digits, .. } = *layout;
    let y_of = |place: usize| area.y + ((place / matrix.orders_per_row) as f64 + 0.5) * row;
    let left = area.x - 0.4 * small;
    let what: &[&str] = match has_digits {
        true => &["order, best first", "order"],
        false => &["place of the order, best first", "place of the order", "place"],
    };
    if let Some(what) = what.iter().find(|what| text::width(what, small) <= area.height) {
        let middle = (layout.upright, area.y + area.height / 2.0);
        picture.write_upright(middle, small, "class=\"note\"", what);
    }
    if has_digits {
        for (place, found) in matrix.orders.iter().enumerate() {
            let at = (left, y_of(place) + 0.36 * small);
            picture.write(at, Anchor::End, small, "", &named_order(found.order));
        }
    } else {
        for place in places(matrix.orders.len(), 2.5 * small / row * matrix.orders_per_row as f64) {
            let at = (left, y_of(place - 1) + 0.36 * small);
            picture.write(at, Anchor::End, small, "class=\"note\"", &grouped(place));
        }
    }
    let mut free_from = area.y - small;
    for (place, name) in named(matrix, has_digits) {
        let (y, x) = (y_of(place), area.right());
        let baseline = (y + 0.36 * small).max(free_from);
        picture.line((x, y), (x + 0.6 * small, baseline - 0.36 * small), "class=\"stroke\"");
        picture.write((x + 0.8 * small, baseline), Anchor::Start, small, "", name);
        free_from = baseline + LINE * small;
    }
    starts(picture, matrix, layout);
}

/// What the columns are, and the names of the starts: of each one, or of the first of those that
/// symmetries map to it.
fn starts(picture: &mut Picture, matrix: &Matrix, layout: &MatrixGeometry) {
    let MatrixGeometry { area, column, small, .. } = *layout;
    let names = text::widest(matrix.starts.iter().copied().map(label), small);
    let what = ["start square: row, column", "start square", "start"];
    if let Some(what) = what.iter().find(|what| text::width(what, small) <= area.width) {
        let above = (area.middle().0, area.y - names - 0.9 * small);
        picture.write(above, Anchor::Middle, small, "class=\"note\"", what);
    }
    let mut free_from = f64::NEG_INFINITY;
    let mut last_orbit = None;
    for (place, &start) in matrix.starts.iter().enumerate() {
        let x = area.x + (place / matrix.starts_per_column) as f64 * column;
        let this_orbit = Some(orbit(matrix.search.board, start));
        let is_first = this_orbit != last_orbit;
        last_orbit = this_orbit;
        if is_first && place > 0 {
            picture.line((x, area.y - 0.4 * small), (x, area.y), "class=\"frame\"");
        }
        let middle = x + column / 2.0;
        let is_named = column >= 1.1 * small || is_first;
        if is_named && middle - 0.55 * small >= free_from {
            let text = label(start);
            let y = area.y - 0.5 * small - text::width(&text, small) / 2.0;
            picture.write_upright((middle + 0.36 * small, y), small, "class=\"note\"", &text);
            free_from = middle + 0.55 * small;
        }
    }
}

/// Round places from 1 to `last`, at least so far apart.
fn places(last: usize, apart: f64) -> impl Iterator<Item = usize> {
    let mut steps = (0..9).flat_map(|power| [1, 2, 5].map(|factor| factor * 10usize.pow(power)));
    let step = steps.find(|step| *step as f64 >= apart).unwrap_or(usize::MAX);
    (1..=last).filter(move |place| *place == 1 || place % step == 0)
}
