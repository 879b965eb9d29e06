//! Orders by start squares: which orders are good everywhere.

pub mod bands;
mod cells;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::analysis::columns::differ;
use crate::analysis::{Column, SEARCH, Search, Setting};
use crate::pictures::drawing::{
    Area, Axis, Data, Picture, Scale, Style, Tick, Ticks, axes, field, text,
};
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
const MOST_NAMED: usize = 30;

/// The height of a row whose order is named.
fn named_row(style: &Style) -> f64 {
    (1.7 * style.small()).ceil()
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
            let panel = draw_panel(&mut picture, &looks, matrix, room, most_named);
            largest = f64::max(largest, panel.shortest_side);
            bottom = bottom.max(panel.bottom);
        }
        top = bottom + style.small();
    }
    picture.height = top;
    looks.legend(&mut picture, &matrices, largest);
    picture.notes = vec![groups::in_common(input, &[])];
    picture.notes.extend(notes(&matrices));
    picture.tabulate(|| data(&looks, &matrices));
    Ok(picture)
}

/// A matrix that was drawn.
struct DrawnPanel {
    bottom: f64,
    /// Of a cell.
    shortest_side: f64,
}

/// Draws a matrix below its title. At most so many orders are named by their digits.
fn draw_panel(
    picture: &mut Picture,
    looks: &Looks,
    matrix: &Matrix,
    room: Area,
    most_named: usize,
) -> DrawnPanel {
    let (style, font) = (picture.style.clone(), picture.style.font);
    let at = (room.x, room.y + font);
    let top = picture.write_wrapped(at, room.width, font, "", &matrix.title) - font;
    let (rows, columns) = (matrix.cells.len() as f64, matrix.columns() as f64);
    let has_digits = matrix.orders_per_row == 1 && matrix.cells.len() <= most_named;
    let row = match has_digits {
        true => named_row(&style),
        false => (room.height / rows).floor().clamp(1.0, 1.3 * style.small()),
    };
    let height = row * rows;
    let (across, up) = axes_of(matrix, &style, has_digits, [room.width, height]);
    // The frame is as wide and as high as its cells.
    let free = Area { y: top, height: height + room.width, ..room };
    let inner = axes::inside(&style, free, &across, &up);
    let column = (inner.width / columns).min(2.0 * font);
    let column = if column < 2.0 { column } else { column.floor() };
    let outer = Area {
        width: free.width - inner.width + column * columns,
        height: free.height - inner.height + height,
        ..free
    };
    let frame = axes::draw(picture, outer, &across, &up);
    looks.paint(picture, matrix, frame.area);
    picture.rect(frame.area, "class=\"frame\" pointer-events=\"none\"", "");
    DrawnPanel { bottom: outer.bottom(), shortest_side: column.min(row) }
}

/// The axes of a matrix of this width and height: the first starts of orbits, or all if they have
/// room, and the orders from the best one down, by their digits or their places.
fn axes_of(
    matrix: &Matrix,
    style: &Style,
    has_digits: bool,
    [width, height]: [f64; 2],
) -> (Axis, Axis) {
    let small = style.small();
    let tick = |cell: usize, label| Tick { value: cell as f64 + 0.5, label };
    let has_all = width / matrix.starts.len() as f64 >= 3.0 * small;
    let first_of = |place: usize| orbit(matrix.search.board, matrix.starts[place]);
    let is_named =
        |place: &usize| has_all || *place == 0 || first_of(*place) != first_of(*place - 1);
    let starts = (0..matrix.starts.len()).filter(is_named);
    let starts =
        starts.map(|place| tick(place / matrix.starts_per_column, label(matrix.starts[place])));
    let across = Scale::linear(0.0, matrix.columns() as f64);
    let across = Axis::new(across, Ticks::At(starts.collect()), "start square: row, column");
    let rows = matrix.cells.len() as f64;
    let (orders, names): (Vec<Tick>, &[&str]) = match has_digits {
        true => {
            let orders = matrix.orders.iter().enumerate();
            let orders = orders.map(|(row, found)| tick(row, named_order(found.order)));
            (orders.collect(), &["order, best first", "order"])
        }
        false => {
            let apart = 2.5 * small * matrix.orders.len() as f64 / height;
            let of_place = |place| tick((place - 1) / matrix.orders_per_row, grouped(place));
            let orders = places(matrix.orders.len(), apart).map(of_place);
            (orders.collect(), &["place of the order, best first", "place of the order", "place"])
        }
    };
    let name = names.iter().find(|name| text::width(name, style.font) <= height);
    // Upwards.
    let orders = Ticks::At(orders.into_iter().rev().collect());
    let up = Axis::new(Scale::linear(rows, 0.0), orders, *name.unwrap_or(&""));
    (across, up)
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

fn label(start: knight_search::Square) -> String {
    format!("{},{}", start.row, start.col)
}

/// Round places from 1 to `last`, at least so far apart.
fn places(last: usize, apart: f64) -> impl Iterator<Item = usize> {
    let mut steps = (0..9).flat_map(|power| [1, 2, 5].map(|factor| factor * 10usize.pow(power)));
    let step = steps.find(|step| *step as f64 >= apart).unwrap_or(usize::MAX);
    (1..=last).filter(move |place| *place == 1 || place % step == 0)
}
