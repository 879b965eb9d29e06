//! Check counts on the board.

use std::collections::BTreeMap;

use super::PlotError;
use super::colour::of_amount;
use super::gathering::{Gathering, Known, Sheet};
use super::picture::{Anchor, Area, Picture};
use super::scale::{Scale, Tick, amount};
use super::tally::{Middle, Tally};
use crate::analysis::human::{counted, grouped};
use crate::board::{Board, Square};
use crate::order::MoveOrder;
use crate::search::Outcome;

/// The longest side of a board whose squares can be told apart.
const LONGEST_SIDE: u16 = 64;

/// A board with what is known of its squares.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The order of its searches; missing where it is over all orders.
    pub order: Option<MoveOrder>,
    /// The board.
    pub board: Board,
    /// What the colours stand for.
    pub quantity: Quantity,
    /// What is known; squares without a job are missing.
    pub squares: BTreeMap<Square, Shown>,
}

/// What the colours of a panel stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Checks, on a logarithmic scale.
    Checks,
    /// The share of orders that find a tour.
    Share,
}

/// A square of a panel.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// How it is filled.
    pub fill: Fill,
    /// Whether it is marked as the start of a tour.
    pub tour: bool,
    /// All that is known, in words.
    pub words: String,
}

/// How a square is filled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fill {
    /// By a value of the panel's quantity.
    Value(f64),
    /// Hatched: beyond a budget.
    Beyond(u128),
    /// Crossed: out of memory.
    Memory,
}

/// The panels: one for each order, or over all orders where there are many.
pub fn panels(gathering: &Gathering) -> Vec<Panel> {
    match &gathering.sheets {
        Some(sheets) if is_full(sheets) => sheets
            .iter()
            .map(|(sheet, known)| of_sheet(gathering, sheet, known))
            .collect(),
        _ => over_orders(gathering),
    }
}

/// Whether the sheets share their squares, so that it is worth showing them one by one.
fn is_full(sheets: &BTreeMap<Sheet, BTreeMap<Square, Known>>) -> bool {
    let squares: usize = sheets.values().map(BTreeMap::len).sum();
    let largest = sheets.values().map(BTreeMap::len).max().unwrap_or(0);
    sheets.len() == 1 || (largest > 1 && 2 * squares > sheets.len() * largest)
}

fn of_sheet(gathering: &Gathering, sheet: &Sheet, known: &BTreeMap<Square, Known>) -> Panel {
    let name = sheet
        .order
        .name()
        .map_or(String::new(), |name| format!(" ({name})"));
    let squares = known
        .iter()
        .map(|(&square, &known)| (square, shown(sheet.board, square, known)));
    Panel {
        title: format!(
            "{}order {}{name}",
            setting(gathering, sheet.board, sheet.goal.word()),
            sheet.order
        ),
        order: Some(sheet.order),
        board: sheet.board,
        quantity: Quantity::Checks,
        squares: squares.collect(),
    }
}

fn shown(board: Board, square: Square, known: Known) -> Shown {
    let (fill, words) = match known {
        Known::Tour(checks) => (
            Fill::Value(checks as f64),
            format!("a tour after {} checks", grouped(checks)),
        ),
        Known::NoTour(checks) => (
            Fill::Value(checks as f64),
            format!("no tour: {} checks", grouped(checks)),
        ),
        Known::MoreThan(budget) => (
            Fill::Beyond(budget),
            format!("stopped by its budget of {} checks", grouped(budget)),
        ),
        Known::Memory => (Fill::Memory, "out of memory".to_owned()),
    };
    Shown {
        fill,
        tour: matches!(known, Known::Tour(_)),
        words: format!("{}: {words}", named(board, square)),
    }
}

fn named(board: Board, square: Square) -> String {
    format!("{square} {}", board.chess_name(square))
}

/// The board and the goal, where they differ among the records.
fn setting(gathering: &Gathering, board: Board, goal: &str) -> String {
    let mut text = String::new();
    if gathering.boards().len() > 1 {
        text += &format!("{board}, ");
    }
    if gathering.tallies_by(|place| place.goal).len() > 1 {
        text += &format!("{goal} tours, ");
    }
    text
}

fn over_orders(gathering: &Gathering) -> Vec<Panel> {
    let by_square =
        gathering.tallies_by(|place| (place.board, place.goal, place.rule, place.start));
    let mut boards: BTreeMap<_, BTreeMap<Square, Tally>> = BTreeMap::new();
    for ((board, goal, rule, start), tally) in by_square {
        boards
            .entry((board, goal, rule))
            .or_default()
            .insert(start, tally);
    }
    let panels = boards.iter().flat_map(|((board, goal, _), tallies)| {
        let setting = setting(gathering, *board, goal.word());
        three_views(&setting, *board, tallies)
    });
    panels.collect()
}

/// The share of orders with a tour, the fewest checks and the middle ones; what would be the same everywhere is left
/// out.
fn three_views(setting: &str, board: Board, tallies: &BTreeMap<Square, Tally>) -> Vec<Panel> {
    let view = |title: &str, quantity, fill: &dyn Fn(&Tally) -> Option<Fill>| {
        let squares = tallies.iter().filter_map(|(&square, tally)| {
            let shown = Shown {
                fill: fill(tally)?,
                tour: false,
                words: format!("{}: {}", named(board, square), in_words(tally)),
            };
            Some((square, shown))
        });
        Panel {
            title: format!("{setting}{title}"),
            order: None,
            board,
            quantity,
            squares: squares.collect(),
        }
    };
    let share = |tally: &Tally| {
        Some(Fill::Value(
            tally.of(Outcome::Tour) as f64 / tally.jobs() as f64,
        ))
    };
    let least = |tally: &Tally| match (tally.decided.least(), tally.largest_budget()) {
        (Some(least), _) => Some(Fill::Value(least as f64)),
        (None, Some(budget)) => Some(Fill::Beyond(budget)),
        (None, None) => Some(Fill::Memory),
    };
    let middle = |tally: &Tally| match tally.middle() {
        Middle::Nothing => None,
        Middle::Checks(checks) => Some(Fill::Value(checks)),
        Middle::Beyond(budget) => Some(Fill::Beyond(budget)),
        Middle::Unknown => Some(Fill::Memory),
    };
    let views = [
        view("share of orders that find a tour", Quantity::Share, &share),
        view("fewest checks of any order", Quantity::Checks, &least),
        view("median checks over orders", Quantity::Checks, &middle),
    ];
    let tells = |panel: &Panel| {
        let values = panel.squares.values().filter_map(Shown::value);
        match panel.quantity {
            Quantity::Checks => values.count() > 0,
            Quantity::Share => values.clone().any(|v| v > 0.0) && values.clone().any(|v| v < 1.0),
        }
    };
    let is_repeated = |place: usize| place == 1 && fills(&views[1]).eq(fills(&views[2]));
    let telling: Vec<Panel> = views
        .iter()
        .enumerate()
        .filter(|(place, panel)| tells(panel) && !is_repeated(*place))
        .map(|(_, panel)| panel.clone())
        .collect();
    if telling.is_empty() {
        views[2..].to_vec()
    } else {
        telling
    }
}

fn fills(panel: &Panel) -> impl Iterator<Item = Fill> {
    panel.squares.values().map(|shown| shown.fill)
}

fn in_words(tally: &Tally) -> String {
    let mut text = format!(
        "{} of {}",
        grouped(tally.of(Outcome::Tour).into()),
        counted(tally.jobs(), "job")
    );
    text += " with a tour";
    for (outcome, what) in [
        (Outcome::None, "without"),
        (Outcome::Budget, "stopped by the budget"),
        (Outcome::Memory, "out of memory"),
    ] {
        if tally.of(outcome) > 0 {
            text += &format!(", {} {what}", grouped(tally.of(outcome).into()));
        }
    }
    if let (Some(least), Some(largest)) = (tally.decided.least(), tally.decided.largest()) {
        text += &format!("; {} to {} checks", grouped(least), grouped(largest));
    }
    text
}

impl Shown {
    fn value(&self) -> Option<f64> {
        match self.fill {
            Fill::Value(value) => Some(value),
            Fill::Beyond(_) | Fill::Memory => None,
        }
    }
}

/// The heat map.
///
/// # Errors
/// [`PlotError::Board`] for boards with sides longer than 64 squares.
pub fn draw(gathering: &Gathering) -> Result<Picture, PlotError> {
    if let Some(board) = gathering
        .boards()
        .into_iter()
        .find(|b| b.rows().max(b.cols()) > LONGEST_SIDE)
    {
        return Err(PlotError::Board {
            board,
            longest: LONGEST_SIDE,
        });
    }
    let panels = panels(gathering);
    let layout = Layout::of(&panels);
    let mut picture = Picture::new(
        headline(gathering, &panels),
        layout.width(),
        layout.height(&panels),
    );
    for (place, panel) in panels.iter().enumerate() {
        let scale = layout.scale(&panels, panel);
        let (x, y) = layout.corner(place);
        draw_panel(
            &mut picture,
            panel,
            layout.titled,
            scale,
            layout.cell,
            (x, y),
        );
        if !layout.shared_scale {
            let bar = Area {
                x: x + Layout::LABELS,
                y: y + layout.panel_height() - 50.0,
                width: layout.bar_width(),
                height: 10.0,
            };
            colour_bar(&mut picture, panel.quantity, scale, bar);
        }
    }
    let mut y = layout.panels_height();
    if layout.shared_scale
        && let Some(panel) = panels.first()
    {
        let bar = Area {
            x: Layout::LABELS,
            y: y + 6.0,
            width: layout.bar_width().max(240.0),
            height: 10.0,
        };
        colour_bar(
            &mut picture,
            panel.quantity,
            layout.scale(&panels, panel),
            bar,
        );
        y += 56.0;
    }
    legend(&mut picture, &panels, y);
    Ok(picture)
}

fn headline(gathering: &Gathering, panels: &[Panel]) -> String {
    let boards: Vec<String> = gathering.boards().iter().map(Board::to_string).collect();
    let of = format!(
        "{} board{}",
        boards.join(", "),
        if boards.len() == 1 { "" } else { "s" }
    );
    match panels {
        [one] if one.order.is_some() => {
            format!("Checks from each start square, {of}, {}", one.title)
        }
        _ => format!(
            "Searches from each start square, {of}, {}",
            counted(gathering.orders.len() as u64, "order")
        ),
    }
}

/// Where the panels stand.
struct Layout {
    across: usize,
    down: usize,
    cell: f64,
    /// The most columns and rows of any board.
    side: (f64, f64),
    shared_scale: bool,
    /// Whether panels have titles of their own; a single order is named by the headline.
    titled: bool,
}

impl Layout {
    /// Room for the numbers of rows.
    const LABELS: f64 = 22.0;
    const GAP: f64 = 26.0;

    fn of(panels: &[Panel]) -> Layout {
        let most = |side: &dyn Fn(Board) -> u16| {
            panels
                .iter()
                .map(|panel| side(panel.board))
                .max()
                .unwrap_or(1)
        };
        let (cols, rows) = (most(&Board::cols), most(&Board::rows));
        let across = match panels.len() {
            0 | 1 => 1,
            2 | 4 => 2,
            3 | 5 | 6 | 9 => 3,
            _ => 4,
        };
        let (room, largest) = if panels.len() == 1 {
            (460.0, 46.0)
        } else {
            (300.0, 34.0)
        };
        let cell = f64::min(room / f64::from(cols.max(rows)), largest);
        // Panels narrower than their titles would run into one another.
        let widest_title = panels
            .iter()
            .map(|panel| panel.title.chars().count())
            .max()
            .unwrap_or(0);
        let title_cols = if panels.len() > 1 {
            widest_title as f64 * 6.6 / cell
        } else {
            0.0
        };
        let shared_scale = panels.iter().all(|panel| panel.order.is_some());
        Layout {
            across,
            down: panels.len().div_ceil(across),
            cell,
            side: (f64::from(cols).max(title_cols), f64::from(rows)),
            shared_scale,
            titled: panels.len() > 1 || !shared_scale,
        }
    }

    /// Room for a title and the numbers of columns.
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
        (
            col * (Layout::LABELS + self.bar_width() + Layout::GAP),
            row * self.panel_height(),
        )
    }

    fn width(&self) -> f64 {
        self.across as f64 * (Layout::LABELS + self.bar_width() + Layout::GAP) - Layout::GAP
    }

    fn panels_height(&self) -> f64 {
        self.down as f64 * self.panel_height()
    }

    fn height(&self, panels: &[Panel]) -> f64 {
        let bar = if self.shared_scale { 56.0 } else { 0.0 };
        self.panels_height() + bar + 18.0 * legend_lines(panels).len() as f64
    }

    /// The scale of a panel, from all panels that share it.
    fn scale(&self, panels: &[Panel], panel: &Panel) -> Scale {
        let values = |panel: &Panel| -> Vec<f64> {
            panel.squares.values().filter_map(Shown::value).collect()
        };
        let values: Vec<f64> = if self.shared_scale {
            panels.iter().flat_map(values).collect()
        } else {
            values(panel)
        };
        match panel.quantity {
            Quantity::Checks => Scale::tight(values.into_iter().map(|checks| checks.max(1.0))),
            Quantity::Share => Scale::Linear {
                low: 0.0,
                high: values.into_iter().fold(0.0, f64::max),
            },
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
    let (left, top) = (x + Layout::LABELS, y + if titled { 40.0 } else { 18.0 });
    if titled {
        picture.text(left, y + 14.0, Anchor::Start, "", &panel.title);
    }
    numbers(picture, panel.board, cell, (left, top));
    for square in panel.board.squares() {
        let area = Area {
            x: left + f64::from(square.col - 1) * cell,
            y: top + f64::from(square.row - 1) * cell,
            width: cell,
            height: cell,
        };
        match panel.squares.get(&square) {
            None => picture.rect(
                area,
                "class=\"empty\"",
                &format!("{}: no job", named(panel.board, square)),
            ),
            Some(shown) => draw_square(picture, shown, panel.quantity, scale, area),
        }
    }
    let (width, height) = (
        f64::from(panel.board.cols()) * cell,
        f64::from(panel.board.rows()) * cell,
    );
    for col in 1..panel.board.cols() {
        let x = left + f64::from(col) * cell;
        picture.line((x, top), (x, top + height), "class=\"seam\"");
    }
    for row in 1..panel.board.rows() {
        let y = top + f64::from(row) * cell;
        picture.line((left, y), (left + width, y), "class=\"seam\"");
    }
    picture.rect(
        Area {
            x: left,
            y: top,
            width,
            height,
        },
        "class=\"frame\"",
        "",
    );
}

/// The numbers of rows and columns, as many as there is room for.
fn numbers(picture: &mut Picture, board: Board, cell: f64, (left, top): (f64, f64)) {
    let step = (16.0 / cell).ceil() as usize;
    for col in (1..=board.cols()).step_by(step) {
        let x = left + (f64::from(col) - 0.5) * cell;
        picture.text(
            x,
            top - 6.0,
            Anchor::Middle,
            "class=\"note\"",
            &col.to_string(),
        );
    }
    for row in (1..=board.rows()).step_by(step) {
        let y = top + (f64::from(row) - 0.5) * cell + 4.0;
        picture.text(
            left - 6.0,
            y,
            Anchor::End,
            "class=\"note\"",
            &row.to_string(),
        );
    }
}

fn draw_square(picture: &mut Picture, shown: &Shown, quantity: Quantity, scale: Scale, area: Area) {
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
                let style = format!(
                    "style=\"font-size:10px;fill:{};pointer-events:none\"",
                    colour.ink()
                );
                picture.text(
                    middle.0,
                    middle.1 + 4.0,
                    Anchor::Middle,
                    style,
                    &written(quantity, value),
                );
            }
            if shown.tour {
                let radius = (area.width * 0.08).clamp(1.2, 3.5);
                let (x, y) = (area.x + area.width - 2.0 * radius, area.y + 2.0 * radius);
                picture.disc(x, y, radius, format_args!("fill=\"{}\"", colour.ink()), "");
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
        Fill::Memory => {
            picture.rect(area, "class=\"unknown\"", &shown.words);
            cross(picture, middle, area.width * 0.25);
        }
    }
}

fn cross(picture: &mut Picture, (x, y): (f64, f64), arm: f64) {
    picture.line((x - arm, y - arm), (x + arm, y + arm), "class=\"stroke\"");
    picture.line((x - arm, y + arm), (x + arm, y - arm), "class=\"stroke\"");
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
        // Neighbours overlap a little, so that no white shines through.
        let area = Area {
            x: bar.x + f64::from(i) * step,
            width: step + 0.4,
            ..bar
        };
        picture.rect(area, format_args!("fill=\"{colour}\""), "");
    }
    let ticks = scale.ticks((bar.width / 48.0) as usize);
    for Tick { value, label } in ticks {
        let x = bar.x + scale.place(value) * bar.width;
        picture.line((x, bar.y), (x, bar.y + 14.0), "class=\"frame\"");
        let label = if quantity == Quantity::Share {
            written(quantity, value)
        } else {
            label
        };
        picture.text(x, bar.y + 25.0, Anchor::Middle, "class=\"note\"", &label);
    }
    let label = match quantity {
        Quantity::Checks => "checks (logarithmic)",
        Quantity::Share => "share of orders",
    };
    picture.text(
        bar.x + bar.width / 2.0,
        bar.y + 40.0,
        Anchor::Middle,
        "class=\"note\"",
        label,
    );
}

/// A sign of the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Tour,
    Hatched,
    Crossed,
    Empty,
}

/// What the signs on the panels mean, as far as they are there.
fn legend_lines(panels: &[Panel]) -> Vec<(Sign, String)> {
    let shown = || panels.iter().flat_map(|panel| panel.squares.values());
    let mut lines = Vec::new();
    if shown().any(|shown| shown.tour) {
        let without = shown().any(|shown| !shown.tour && shown.value().is_some());
        let rest = if without {
            "; without the dot there is none"
        } else {
            ""
        };
        lines.push((Sign::Tour, format!("a tour was found{rest}")));
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
        lines.push((
            Sign::Hatched,
            format!("not decided within the budget of {budget} checks"),
        ));
    }
    if shown().any(|shown| shown.fill == Fill::Memory) {
        lines.push((Sign::Crossed, "out of memory: nothing is known".to_owned()));
    }
    if panels
        .iter()
        .any(|panel| panel.squares.len() < panel.board.area())
    {
        lines.push((Sign::Empty, "no job, or not finished yet".to_owned()));
    }
    lines
}

fn legend(picture: &mut Picture, panels: &[Panel], top: f64) {
    for (line, (sign, text)) in legend_lines(panels).into_iter().enumerate() {
        let area = Area {
            x: Layout::LABELS,
            y: top + 18.0 * line as f64 + 3.0,
            width: 12.0,
            height: 12.0,
        };
        match sign {
            Sign::Tour => picture.disc(area.x + 6.0, area.y + 6.0, 3.0, "class=\"ink\"", ""),
            Sign::Hatched => {
                picture.rect(area, "class=\"unknown\"", "");
                picture.hatch(area, 4.0, "class=\"hatch\"");
            }
            Sign::Crossed => {
                picture.rect(area, "class=\"unknown\"", "");
                cross(picture, (area.x + 6.0, area.y + 6.0), 3.5);
            }
            Sign::Empty => picture.rect(area, "class=\"empty\"", ""),
        }
        picture.text(
            area.x + 20.0,
            area.y + 10.0,
            Anchor::Start,
            "class=\"note\"",
            &text,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::gathering::MOST_SHEETS;
    use super::super::sample::record;
    use super::*;
    use crate::record::Record;

    fn gathered(records: &[Record]) -> Gathering {
        let mut gathering = Gathering::new(None, None);
        records.iter().for_each(|record| gathering.add(record));
        gathering
    }

    fn from(start_col: u16, outcome: Outcome, checks: u128) -> Record {
        Record {
            start_col,
            ..record(outcome, checks)
        }
    }

    #[test]
    fn a_budget_never_looks_like_a_count() {
        let records = [
            from(1, Outcome::Tour, 64),
            from(2, Outcome::Budget, 1000),
            from(3, Outcome::None, 80),
            from(4, Outcome::Memory, 0),
        ];
        let panels = panels(&gathered(&records));
        let fills: Vec<(Fill, bool)> = panels[0]
            .squares
            .values()
            .map(|shown| (shown.fill, shown.tour))
            .collect();
        assert_eq!(panels.len(), 1);
        assert_eq!(
            fills,
            [
                (Fill::Value(64.0), true),
                (Fill::Beyond(1000), false),
                (Fill::Value(80.0), false),
                (Fill::Memory, false)
            ]
        );
        assert!(
            panels[0]
                .squares
                .values()
                .next()
                .unwrap()
                .words
                .starts_with("(1,1) a8: a tour after 64")
        );
    }

    #[test]
    fn every_order_has_its_panel_until_there_are_too_many() {
        let of_orders = |orders: usize| -> Vec<Record> {
            let all = MoveOrder::all().take(orders);
            all.flat_map(|order| {
                [1, 2].map(|col| Record {
                    order,
                    ..from(col, Outcome::Tour, 64 + u128::from(col))
                })
            })
            .collect()
        };
        assert_eq!(
            panels(&gathered(&of_orders(MOST_SHEETS))).len(),
            MOST_SHEETS
        );
        let over = panels(&gathered(&of_orders(MOST_SHEETS + 1)));
        let titles: Vec<&str> = over.iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(
            titles,
            ["fewest checks of any order", "median checks over orders"]
        );
        assert_eq!(
            over[1].squares[&Square { row: 1, col: 2 }].fill,
            Fill::Value(66.0)
        );
    }

    #[test]
    fn the_share_of_orders_is_of_all_jobs() {
        let orders = MoveOrder::all().take(MOST_SHEETS + 1).enumerate();
        let records: Vec<Record> = orders
            .map(|(i, order)| Record {
                order,
                ..if i == 0 {
                    from(1, Outcome::Tour, 64)
                } else {
                    from(1, Outcome::Budget, 1000)
                }
            })
            .collect();
        let panels = panels(&gathered(&records));
        assert_eq!(panels.len(), 2);
        assert_eq!(
            panels[0].squares.values().next().unwrap().fill,
            Fill::Value(1.0 / (MOST_SHEETS + 1) as f64)
        );
        assert_eq!(
            panels[1].squares.values().next().unwrap().fill,
            Fill::Value(64.0)
        );
    }

    #[test]
    fn every_square_is_drawn_once() {
        let svg = draw(&gathered(&[
            from(1, Outcome::Tour, 64),
            from(2, Outcome::Budget, 9),
        ]))
        .unwrap()
        .inline();
        let squares = 64;
        assert_eq!(svg.matches("<title>").count(), squares);
        assert_eq!(svg.matches("no job</title>").count(), squares - 2);
    }

    #[test]
    fn boards_too_large_to_see_are_refused() {
        let large = Record {
            rows: 65,
            ..record(Outcome::Tour, 64)
        };
        assert!(matches!(
            draw(&gathered(&[large])),
            Err(PlotError::Board { .. })
        ));
    }
}
