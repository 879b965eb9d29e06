//! The drawing of the panels.

use std::collections::BTreeSet;

use crate::analysis::formatting::{counted, grouped, listed};
use crate::pictures::drawing::colour::of_amount;
use crate::pictures::drawing::scale::{Scale, Tick, amount};
use crate::pictures::drawing::svg::{Anchor, Area, Picture};
use crate::pictures::error::PlotError;
use crate::pictures::old::heatmap::panels::{
    Fill, Mark, Panel, PanelSquare, Quantity, named, panels,
};
use crate::pictures::old::plot_data::PlotData;
use knight_search::{Board, Outcome};

/// The longest side of a board whose squares are large enough to see.
const LONGEST_SIDE: u16 = 64;

/// The heat map.
///
/// # Errors
/// [`PlotError::Board`] for boards with sides longer than 64 squares.
pub fn draw(data: &PlotData) -> Result<Picture, PlotError> {
    draw_some(data, usize::MAX).map(|(picture, _)| picture)
}

/// The heat map with its first panels, and how many panels are left out. The panels have no more
/// than `most` squares together; the first one is always drawn.
///
/// # Errors
/// [`PlotError::Board`] for boards with sides longer than 64 squares.
pub fn draw_some(data: &PlotData, most: usize) -> Result<(Picture, usize), PlotError> {
    if let Some(board) = data.boards().into_iter().find(|b| b.rows().max(b.cols()) > LONGEST_SIDE) {
        return Err(PlotError::Board { board, longest: LONGEST_SIDE });
    }
    let (mut panels, single) = without_single_squares(panels(data));
    let all = panels.len();
    let mut squares = 0;
    let fitting = panels.iter().take_while(|panel| {
        squares += panel.board.area();
        squares <= most
    });
    let fitting = fitting.count().max(1);
    panels.truncate(fitting);
    let layout = PanelGrid::of(&panels);
    let lines = legend_lines(data, &panels, &single);
    let mut picture =
        Picture::new(headline(data, &panels), layout.width(), layout.height(&panels, lines.len()));
    for (place, panel) in panels.iter().enumerate() {
        let scale = layout.scale(&panels, panel);
        let (x, y) = layout.corner(place);
        draw_panel(&mut picture, panel, layout.titled, scale, layout.cell, (x, y));
        if !layout.shared_scale && panel.has_values() {
            let bar = Area {
                x: x + PanelGrid::LABELS,
                y: y + layout.panel_height() - 50.0,
                width: layout.bar_width(),
                height: 10.0,
            };
            colour_bar(&mut picture, panel.quantity, scale, bar);
        }
    }
    let mut y = layout.panels_height();
    if layout.shared_scale
        && let Some(panel) = panels.iter().find(|panel| panel.has_values())
    {
        let bar = Area {
            x: PanelGrid::LABELS,
            y: y + 6.0,
            width: layout.bar_width().max(240.0),
            height: 10.0,
        };
        colour_bar(&mut picture, panel.quantity, layout.scale(&panels, panel), bar);
        y += 56.0;
    }
    legend(&mut picture, lines, y);
    Ok((picture, all - panels.len()))
}

/// The panels that show several squares, if there are any, and the names of the others: the board,
/// or the whole title if another panel shows that board.
fn without_single_squares(panels: Vec<Panel>) -> (Vec<Panel>, BTreeSet<String>) {
    let (several, single): (Vec<Panel>, Vec<Panel>) =
        panels.into_iter().partition(|panel| panel.squares.len() > 1);
    if several.is_empty() {
        return (single, BTreeSet::new());
    }
    let boards: BTreeSet<Board> = several.iter().map(|panel| panel.board).collect();
    let name = |panel: &Panel| match boards.contains(&panel.board) {
        true => panel.title.clone(),
        false => panel.board.to_string(),
    };
    let names = single.iter().map(name).collect();
    (several, names)
}

fn headline(data: &PlotData, panels: &[Panel]) -> String {
    let boards: Vec<String> = data.boards().iter().map(Board::to_string).collect();
    let of = format!("{} board{}", boards.join(", "), if boards.len() == 1 { "" } else { "s" });
    match panels {
        // Where there are several boards, the title names the one that is drawn.
        [one] if one.order.is_some() && boards.len() > 1 => {
            format!("Checks from each start square, {}", one.title)
        }
        [one] if one.order.is_some() => {
            format!("Checks from each start square, {of}, {}", one.title)
        }
        _ => format!(
            "Searches from each start square, {of}, {}{}",
            counted(data.orders.len() as u64, "order"),
            data.and_seeds()
        ),
    }
}

/// Where the panels are placed.
struct PanelGrid {
    across: usize,
    down: usize,
    cell: f64,
    /// The most columns and rows of any board, and room for the titles.
    side: (f64, f64),
    shared_scale: bool,
    /// Whether panels have titles. A single order is named in the headline.
    titled: bool,
}

impl PanelGrid {
    /// Room for the row numbers, in pixels.
    const LABELS: f64 = 22.0;
    const GAP: f64 = 26.0;

    fn of(panels: &[Panel]) -> PanelGrid {
        let most = |side: &dyn Fn(Board) -> u16| {
            panels.iter().map(|panel| side(panel.board)).max().unwrap_or(1)
        };
        let (cols, rows) = (most(&Board::cols), most(&Board::rows));
        let across = match panels.len() {
            0 | 1 => 1,
            2 | 4 => 2,
            3 | 5 | 6 | 9 => 3,
            _ => 4,
        };
        let (room, largest) = if panels.len() == 1 { (460.0, 46.0) } else { (300.0, 34.0) };
        let cell = f64::min(room / f64::from(cols.max(rows)), largest);
        // The titles of panels narrower than their titles would overlap.
        let widest_title =
            panels.iter().map(|panel| panel.title.chars().count()).max().unwrap_or(0);
        let title_cols = if panels.len() > 1 { widest_title as f64 * 6.6 / cell } else { 0.0 };
        let shared_scale = panels.iter().all(|panel| panel.order.is_some());
        PanelGrid {
            across,
            down: panels.len().div_ceil(across),
            cell,
            side: (f64::from(cols).max(title_cols), f64::from(rows)),
            shared_scale,
            titled: panels.len() > 1 || !shared_scale,
        }
    }

    /// Room for a title and the column numbers, in pixels.
    fn head(&self) -> f64 {
        if self.titled { 40.0 } else { 18.0 }
    }

    fn bar_width(&self) -> f64 {
        self.side.0 * self.cell
    }

    fn panel_height(&self) -> f64 {
        let bar = if self.shared_scale { 12.0 } else { 66.0 };
        self.head() + self.side.1 * self.cell + bar
    }

    fn corner(&self, place: usize) -> (f64, f64) {
        let (col, row) = ((place % self.across) as f64, (place / self.across) as f64);
        (col * (PanelGrid::LABELS + self.bar_width() + PanelGrid::GAP), row * self.panel_height())
    }

    fn width(&self) -> f64 {
        self.across as f64 * (PanelGrid::LABELS + self.bar_width() + PanelGrid::GAP)
            - PanelGrid::GAP
    }

    fn panels_height(&self) -> f64 {
        self.down as f64 * self.panel_height()
    }

    fn height(&self, panels: &[Panel], lines: usize) -> f64 {
        let has_bar = self.shared_scale && panels.iter().any(Panel::has_values);
        let bar = if has_bar { 56.0 } else { 0.0 };
        self.panels_height() + bar + 18.0 * lines as f64
    }

    /// The scale of a panel: over all panels if they share it.
    fn scale(&self, panels: &[Panel], panel: &Panel) -> Scale {
        let values = |panel: &Panel| -> Vec<f64> {
            panel.squares.values().filter_map(PanelSquare::value).collect()
        };
        let values: Vec<f64> = if self.shared_scale {
            panels.iter().flat_map(values).collect()
        } else {
            values(panel)
        };
        match panel.quantity {
            Quantity::Checks => Scale::tight(values.into_iter().map(|checks| checks.max(1.0))),
            Quantity::Share => {
                Scale::Linear { low: 0.0, high: values.into_iter().fold(0.0, f64::max) }
            }
        }
    }
}

fn draw_panel(
    picture: &mut Picture,
    panel: &Panel,
    titled: bool,
    scale: Scale,
    cell: f64,
    (x, y): (f64, f64),
) {
    let (left, top) = (x + PanelGrid::LABELS, y + if titled { 40.0 } else { 18.0 });
    if titled {
        picture.text(left, y + 14.0, Anchor::Start, "", &panel.title);
    }
    numbers(picture, panel.board, cell, (left, top));
    let mut empty = Vec::new();
    for square in panel.board.squares() {
        let area = Area {
            x: left + f64::from(square.col - 1) * cell,
            y: top + f64::from(square.row - 1) * cell,
            width: cell,
            height: cell,
        };
        match panel.squares.get(&square) {
            None => empty.push((square, area)),
            Some(shown) => draw_square(picture, shown, panel.quantity, scale, area),
        }
    }
    let (width, height) =
        (f64::from(panel.board.cols()) * cell, f64::from(panel.board.rows()) * cell);
    for col in 1..panel.board.cols() {
        let x = left + f64::from(col) * cell;
        picture.line((x, top), (x, top + height), "class=\"seam\"");
    }
    for row in 1..panel.board.rows() {
        let y = top + f64::from(row) * cell;
        picture.line((left, y), (left + width, y), "class=\"seam\"");
    }
    for (square, area) in empty {
        let words = format!("{}: no job", named(panel.board, square));
        picture.rect(area, "class=\"empty\"", &words);
    }
    let whole = Area { x: left, y: top, width, height };
    picture.rect(whole, "class=\"frame\"", "");
}

/// As many row and column numbers as there is room for.
fn numbers(picture: &mut Picture, board: Board, cell: f64, (left, top): (f64, f64)) {
    let step = (16.0 / cell).ceil() as usize;
    for col in (1..=board.cols()).step_by(step) {
        let x = left + (f64::from(col) - 0.5) * cell;
        picture.text(x, top - 6.0, Anchor::Middle, "class=\"note\"", &col.to_string());
    }
    for row in (1..=board.rows()).step_by(step) {
        let y = top + (f64::from(row) - 0.5) * cell + 4.0;
        picture.text(left - 6.0, y, Anchor::End, "class=\"note\"", &row.to_string());
    }
}

fn draw_square(
    picture: &mut Picture,
    shown: &PanelSquare,
    quantity: Quantity,
    scale: Scale,
    area: Area,
) {
    let middle = (area.x + area.width / 2.0, area.y + area.height / 2.0);
    match shown.fill {
        Fill::Value(value) => {
            let colour = of_amount(scale.place(if quantity == Quantity::Checks {
                value.max(1.0)
            } else {
                value
            }));
            picture.rect(area, format_args!("fill=\"{colour}\""), &shown.words);
            if area.width >= 28.0 {
                let style =
                    format!("style=\"font-size:10px;fill:{};pointer-events:none\"", colour.ink());
                picture.text(
                    middle.0,
                    middle.1 + 4.0,
                    Anchor::Middle,
                    style,
                    &written(quantity, value),
                );
            }
            let radius = (area.width * 0.08).clamp(1.2, 3.5);
            let (x, y) = (area.x + area.width - 2.0 * radius, area.y + 2.0 * radius);
            match shown.mark {
                Some(Mark::Tour) => {
                    picture.disc(x, y, radius, format_args!("fill=\"{}\"", colour.ink()), "");
                }
                Some(Mark::NoTour | Mark::NotFound) => {
                    let paint = format!("stroke=\"{}\" stroke-width=\"1.5\"", colour.ink());
                    picture.line((x - 1.5 * radius, y), (x + radius, y), paint);
                }
                None => {}
            }
        }
        Fill::Beyond(_) => {
            picture.rect(area, "class=\"unknown\"", &shown.words);
            picture.hatch(
                area,
                (area.width / 4.0).max(3.0),
                "class=\"hatch\" pointer-events=\"none\"",
            );
        }
        Fill::Stuck => {
            picture.rect(area, "class=\"unknown\"", &shown.words);
            ring(picture, middle, area.width * 0.25);
        }
        Fill::Memory => {
            picture.rect(area, "class=\"unknown\"", &shown.words);
            cross(picture, middle, area.width * 0.25);
        }
    }
}

fn ring(picture: &mut Picture, (x, y): (f64, f64), radius: f64) {
    picture.disc(x, y, radius, "class=\"stroke\" pointer-events=\"none\"", "");
}

fn cross(picture: &mut Picture, (x, y): (f64, f64), arm: f64) {
    let paint = "class=\"stroke\" pointer-events=\"none\"";
    picture.line((x - arm, y - arm), (x + arm, y + arm), paint);
    picture.line((x - arm, y + arm), (x + arm, y - arm), paint);
}

fn written(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::Checks => amount(value),
        Quantity::Share if value == 0.0 => "0".to_owned(),
        Quantity::Share if value < 0.000_95 => format!("{:.2}%", value * 100.0),
        Quantity::Share if value < 0.0995 => format!("{:.1}%", value * 100.0),
        Quantity::Share => format!("{:.0}%", value * 100.0),
    }
}

fn colour_bar(picture: &mut Picture, quantity: Quantity, scale: Scale, bar: Area) {
    const STEPS: u32 = 64;
    let step = bar.width / f64::from(STEPS);
    for i in 0..STEPS {
        let colour = of_amount((f64::from(i) + 0.5) / f64::from(STEPS));
        // Neighbours overlap a little, so that the background does not show between them.
        let area = Area { x: bar.x + f64::from(i) * step, width: step + 0.4, ..bar };
        picture.rect(area, format_args!("fill=\"{colour}\""), "");
    }
    let ticks = scale.ticks((bar.width / 48.0) as usize);
    for Tick { value, label } in ticks {
        let x = bar.x + scale.place(value) * bar.width;
        picture.line((x, bar.y), (x, bar.y + 14.0), "class=\"frame\"");
        let label = if quantity == Quantity::Share { written(quantity, value) } else { label };
        picture.text(x, bar.y + 25.0, Anchor::Middle, "class=\"note\"", &label);
    }
    let label = match quantity {
        Quantity::Checks => "checks (logarithmic)",
        Quantity::Share => "share of jobs",
    };
    picture.text(bar.x + bar.width / 2.0, bar.y + 40.0, Anchor::Middle, "class=\"note\"", label);
}

/// A sign of the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Tour,
    NoTour,
    Hatched,
    Ringed,
    Crossed,
    Empty,
    None,
}

/// How many of the boards without a panel the legend names.
const MOST_NAMED: usize = 4;

/// What the signs on the panels mean, and which boards have no panel.
fn legend_lines(
    data: &PlotData,
    panels: &[Panel],
    single: &BTreeSet<String>,
) -> Vec<(Sign, String)> {
    let shown = || panels.iter().flat_map(|panel| panel.squares.values());
    let mut lines = Vec::new();
    let has_mark = |mark| shown().any(|s| s.mark == Some(mark) && s.value().is_some());
    if has_mark(Mark::Tour) {
        lines.push((Sign::Tour, "a tour was found".to_owned()));
    }
    if has_mark(Mark::NotFound) {
        lines.push((Sign::NoTour, "no job found a tour".to_owned()));
    } else if has_mark(Mark::NoTour) {
        lines.push((Sign::NoTour, "proved to have no tour".to_owned()));
    }
    let budgets = shown().filter_map(|shown| match shown.fill {
        Fill::Beyond(budget) => Some(budget),
        _ => None,
    });
    if let (Some(least), Some(largest)) = (budgets.clone().min(), budgets.max()) {
        let budget = if least == largest {
            grouped(least)
        } else {
            format!("{} to {}", grouped(least), grouped(largest))
        };
        lines.push((Sign::Hatched, format!("not decided within the budget of {budget} checks")));
    }
    for (fill, sign, text) in [
        (Fill::Stuck, Sign::Ringed, "stuck in a dead end: nothing is proved"),
        (Fill::Memory, Sign::Crossed, "out of memory: nothing is known"),
    ] {
        if shown().any(|shown| shown.fill == fill) {
            lines.push((sign, text.to_owned()));
        }
    }
    if panels.iter().any(|panel| panel.squares.len() < panel.board.area()) {
        lines.push((Sign::Empty, "no job, or not finished yet".to_owned()));
    }
    let without_count = data.all();
    let without_count = without_count.of(Outcome::Memory) + without_count.of(Outcome::Stuck);
    if without_count > 0 && panels.iter().any(|panel| panel.order.is_none()) {
        let jobs = counted(without_count, "job");
        let text = format!("{jobs} out of memory or stuck: not among the checks of any panel");
        lines.push((Sign::None, text));
    }
    if !single.is_empty() {
        let names: Vec<String> = single.iter().cloned().collect();
        let names = listed(&names, MOST_NAMED);
        lines.push((Sign::None, format!("one start square, no panel: {names}")));
    }
    lines
}

fn legend(picture: &mut Picture, lines: Vec<(Sign, String)>, top: f64) {
    for (line, (sign, text)) in lines.into_iter().enumerate() {
        let area = Area {
            x: PanelGrid::LABELS,
            y: top + 18.0 * line as f64 + 3.0,
            width: 12.0,
            height: 12.0,
        };
        match sign {
            Sign::Tour => picture.disc(area.x + 6.0, area.y + 6.0, 3.0, "class=\"ink\"", ""),
            Sign::NoTour => {
                let y = area.y + 6.0;
                let paint = "class=\"stroke\" stroke-width=\"1.5\"";
                picture.line((area.x + 2.0, y), (area.x + 10.0, y), paint);
            }
            Sign::Hatched => {
                picture.rect(area, "class=\"unknown\"", "");
                picture.hatch(area, 4.0, "class=\"hatch\"");
            }
            Sign::Ringed => {
                picture.rect(area, "class=\"unknown\"", "");
                ring(picture, (area.x + 6.0, area.y + 6.0), 3.5);
            }
            Sign::Crossed => {
                picture.rect(area, "class=\"unknown\"", "");
                cross(picture, (area.x + 6.0, area.y + 6.0), 3.5);
            }
            Sign::Empty => picture.rect(area, "class=\"empty\"", ""),
            Sign::None => {}
        }
        picture.text(area.x + 20.0, area.y + 10.0, Anchor::Start, "class=\"note\"", &text);
    }
}
