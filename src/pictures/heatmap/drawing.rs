//! The drawing of heat maps.

use crate::pictures::PlotError;
use crate::pictures::board::Grid;
use crate::pictures::drawing::style::LEAST_FONT;
use crate::pictures::drawing::{
    Anchor, Area, Data, Entry, LINE, Mark, Picture, Quantity, Shades, Style, amount, field, legend,
    power, text,
};
use crate::pictures::fill::{INK, Sign};
use crate::pictures::heatmap::{
    geometry::{APART, HeatmapGeometry},
    maps::{BoardMap, MapSquare, Maps},
};
use crate::text::formatting::{counted, grouped};
use knight_search::Square;

/// Draws heat maps.
///
/// # Errors
/// [`PlotError::Board`] for boards whose squares would be too small to see, and
/// [`PlotError::TooManyPanels`] for too many squares.
pub fn draw_maps(maps: &Maps, style: &Style) -> Result<Picture, PlotError> {
    let layout = HeatmapGeometry::of(maps, style)?;
    let values = maps.squares().filter_map(|square| square.fill.ok());
    let shades = Shades::of(&style.choices, maps.quantity, values);
    let mut picture = Picture::of(style, maps.headline.clone());
    let mut looks = Looks { maps, shades, writing: None };
    looks.writing = looks.best_writing(&layout, style);
    let mut top = 0.0;
    for row in layout.rows(&maps.panels) {
        let mut bottom = top;
        let titles: Vec<Vec<String>> = row.iter().map(|panel| layout.title(panel)).collect();
        let lines = titles.iter().map(Vec::len).max().unwrap_or(0);
        for ((place, panel), title) in row.iter().enumerate().zip(titles) {
            let left = place as f64 * (layout.panel + layout.gap);
            for (line, text) in title.iter().enumerate() {
                let at = (left + layout.gutter, top + (LINE * line as f64 + 1.0) * layout.small);
                picture.write(at, Anchor::Start, layout.small, "", text);
            }
            let top = top + (LINE * lines as f64 + 1.5) * layout.small + layout.named;
            let grid = layout.board(panel.board, left, top);
            grid.number(&mut picture);
            if layout.named > 0.0 {
                grid.name_axes(&mut picture);
            }
            looks.draw_panel(&mut picture, panel, &grid);
            bottom = f64::max(bottom, grid.area().bottom());
        }
        top = bottom + 1.2 * layout.small;
    }
    if let Some(shades) = shades {
        top = shades.bar(&mut picture, top, &maps.label);
    }
    let is_fine = maps.panels.iter().any(|panel| layout.cell(panel.board) < APART);
    picture.tabulate(|| data(maps));
    picture.height = top;
    legend::below(&mut picture, &looks.entries(is_fine));
    Ok(picture)
}

/// The squares: their values, or what these are above.
fn data(maps: &Maps) -> Data {
    let rows = maps.panels.iter().flat_map(|panel| {
        panel.squares.iter().map(move |(square, shown)| {
            let value = match (shown.fill, maps.quantity) {
                (Err(_), _) => String::new(),
                (Ok(share), Quantity::Shares) => share.to_string(),
                // All digits, which floats do not have.
                (Ok(_), Quantity::Counts | Quantity::Numbers) => shown.exact.replace(',', ""),
            };
            [
                panel.title.clone(),
                panel.board.to_string(),
                square.row.to_string(),
                square.col.to_string(),
                value,
                field(shown.bound),
                shown.has_no_tour.to_string(),
            ]
        })
    });
    Data::of(["panel", "board", "row", "col", "value", "value_above", "no_tour"], rows)
}

/// How the values of all squares are written, so that they look alike, and in which size.
type Writing = (Digits, f64);

/// How squares look.
struct Looks<'a> {
    maps: &'a Maps,
    /// Missing where no square has a value.
    shades: Option<Shades>,
    /// Missing where squares have no room for their values.
    writing: Option<Writing>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Digits {
    /// All.
    Exact,
    /// Those of a power of ten.
    Power,
    /// Few.
    Short,
}

impl Looks<'_> {
    /// The most exact and then the largest writing for which all squares have room.
    fn best_writing(&self, layout: &HeatmapGeometry, style: &Style) -> Option<Writing> {
        let fits = |writing: &Writing| {
            self.maps.panels.iter().all(|panel| {
                let room = layout.cell(panel.board) - 3.0;
                let written = |square| written(square, writing.0, self.maps.quantity);
                let mut texts = panel.squares.values().filter_map(written);
                texts.all(|text| text::width(&text, writing.1) <= room && LINE * writing.1 <= room)
            })
        };
        // Suffixes end at 10^18, and a reader would compare them with powers.
        let has_powers = self.shades.is_some_and(|shades| shades.are_large());
        let digits = [Digits::Exact, Digits::Power, Digits::Short].into_iter();
        let digits = digits.filter(|digits| *digits != Digits::Power || has_powers);
        // As large as fits: larger texts elsewhere must not make these smaller.
        let steps = (style.small() - LEAST_FONT).max(0.0) as usize;
        let sizes = move || (0..=steps).map(|step| style.small() - step as f64);
        digits.flat_map(|digits| sizes().map(move |size| (digits, size))).find(fits)
    }

    fn draw_panel(&self, picture: &mut Picture, panel: &BoardMap, grid: &Grid) {
        let Grid { board, cell, .. } = *grid;
        let is_apart = cell >= APART;
        let gap = if is_apart { 1.0 } else { 0.0 };
        // Squares that touch would show the paper between them.
        let rendering = if is_apart { "auto" } else { "crispEdges" };
        picture.group(format_args!("shape-rendering=\"{rendering}\""), |picture| {
            for square in board.squares() {
                let at = grid.square(square);
                let at = Area { width: cell - gap, height: cell - gap, ..at };
                match panel.squares.get(&square) {
                    Some(shown) => {
                        let Square { row, col } = square;
                        let links = format!("data-board=\"{board}\" data-start=\"{row},{col}\"");
                        self.draw_square(picture, shown, &links, at);
                    }
                    None if is_apart => picture.rect(at, "class=\"empty\" stroke-width=\".5\"", ""),
                    None => {}
                }
            }
        });
        for (square, shown) in &panel.squares {
            let (x, y) = grid.centre(*square);
            let (x, y) = (x - gap / 2.0, y - gap / 2.0);
            if let Some((digits, size)) = self.writing
                && let Some(text) = written(shown, digits, self.maps.quantity)
            {
                let ink = self.ink(shown);
                let paint = format_args!("style=\"fill:{ink};pointer-events:none\"");
                picture.write((x, y + 0.36 * size), Anchor::Middle, size, paint, &text);
            }
        }
        let area = grid.area();
        let frame = Area { width: area.width - gap, height: area.height - gap, ..area };
        picture.rect(frame, "class=\"frame\" pointer-events=\"none\"", "");
    }

    /// The colour of texts on a coloured square.
    fn ink(&self, shown: &MapSquare) -> &'static str {
        match (shown.fill.ok(), self.shades) {
            (Some(value), Some(shades)) => shades.ink(value),
            _ => "currentColor",
        }
    }

    /// The attributes of the corner of a square without a tour.
    fn corner_paint(&self, shown: &MapSquare) -> String {
        match self.ink(shown) {
            "currentColor" => "class=\"ink\"".to_owned(),
            ink => format!("fill=\"{ink}\""),
        }
    }

    /// A square for each look of the corner of those without a tour: its attributes and those of
    /// the corner.
    fn corner_looks(&self) -> Vec<[String; 2]> {
        let mut looks: Vec<[String; 2]> = Vec::new();
        for square in self.maps.squares().filter(|square| square.has_no_tour) {
            let corner = self.corner_paint(square);
            if !looks.iter().any(|[_, other]| *other == corner) {
                looks.push([self.ground(square, false), corner]);
            }
        }
        looks
    }

    /// The attributes of a square. Signs are drawn on it, unless there is only room for a colour.
    fn ground(&self, shown: &MapSquare, is_fine: bool) -> String {
        match (shown.fill, self.shades) {
            (Ok(value), Some(shades)) => format!("fill=\"{}\"", shades.colour(value)),
            (Err(sign), _) if is_fine && sign.look().symbol.is_some() => {
                sign.look().paint.to_owned()
            }
            _ => "class=\"unknown\"".to_owned(),
        }
    }

    fn draw_square(&self, picture: &mut Picture, shown: &MapSquare, links: &str, area: Area) {
        let (cell, words) = (area.width, &shown.words);
        let is_fine = cell < APART;
        picture.rect(area, format_args!("{} {links}", self.ground(shown, is_fine)), words);
        match shown.fill {
            Err(Sign::Above) => {
                let paint = "class=\"hatch\" stroke-opacity=\".6\" pointer-events=\"none\" shape-rendering=\"auto\"";
                picture.hatch(area, (cell / 5.0).clamp(3.0, 9.0), paint);
            }
            Err(sign) if !is_fine => {
                if let Some(symbol) = sign.look().symbol {
                    symbol.draw(picture, area.middle(), 0.25 * cell, &symbol.paint(INK), words);
                }
            }
            _ => {}
        }
        if shown.has_no_tour {
            let paint = format!("{} pointer-events=\"none\"", self.corner_paint(shown));
            legend::corner(picture, area, (0.3 * cell).min(9.0), &paint);
        }
    }

    /// What the signs on the squares mean; on fine squares, what their shades mean.
    fn entries(&self, is_fine: bool) -> Vec<Entry> {
        let maps = self.maps;
        let mut entries = Vec::new();
        let label = &maps.label;
        let has = |sign| maps.squares().any(|square| square.fill == Err(sign));
        let bounds = || maps.squares().filter_map(|square| square.bound);
        let text = match (bounds().min(), bounds().max()) {
            (Some(least), Some(most)) if least == most => {
                format!("{label} > {}: stopped by the budget", grouped(least))
            }
            (Some(least), Some(most)) => {
                let (least, most) = (grouped(least), grouped(most));
                format!("{label} > {least}, up to > {most}: stopped by the budget")
            }
            _ => "stopped by the budget".to_owned(),
        };
        if has(Sign::Above) {
            entries.push(Entry::new(Mark::Hatch, text));
        }
        let without = maps.squares().filter(|square| square.has_no_tour).count();
        if without > 0 {
            let squares = counted(without, "square");
            let mark = Mark::Corners(self.corner_looks());
            let text = format!("mark in the corner: no tour exists ({squares})");
            entries.push(Entry::new(mark, text));
        }
        let signs = [Sign::Stuck, Sign::Unknown].into_iter().filter(|sign| has(*sign));
        entries.extend(signs.map(|sign| sign.entry(!is_fine)));
        if maps.panels.iter().any(|panel| panel.squares.len() < panel.board.area()) {
            entries.push(Sign::Empty.entry(false));
        }
        entries
    }
}

/// The value of a square.
fn written(square: &MapSquare, digits: Digits, quantity: Quantity) -> Option<String> {
    let value = square.fill.ok()?;
    let is_whole = value >= 0.0 && value.fract() == 0.0;
    Some(match (digits, quantity) {
        (Digits::Exact, _) => square.exact.clone(),
        (Digits::Power, _) if is_whole => power(value),
        (Digits::Short, Quantity::Shares) => short_share(value),
        (Digits::Power | Digits::Short, _) => amount(value),
    })
}

/// A share that is neither nothing nor all is not written as such.
fn short_share(share: f64) -> String {
    match share * 100.0 {
        percent if percent > 0.0 && percent < 0.5 => "<1%".to_owned(),
        percent if percent > 99.5 && percent < 100.0 => ">99%".to_owned(),
        percent => format!("{percent:.0}%"),
    }
}
