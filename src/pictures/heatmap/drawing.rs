//! The drawing of heat maps.

use std::collections::BTreeSet;

use crate::pictures::PlotError;
use crate::pictures::board::{APART, Grid};
use crate::pictures::board_panels::{BoardLayout, BoardPanel};
use crate::pictures::drawing::style::LEAST_FONT;
use crate::pictures::drawing::{
    Anchor, Area, Data, Entry, LINE, Mark, Picture, Quantity, Shades, Sign, Style, amount, field,
    legend, text,
};
use crate::pictures::heatmap::maps::{BoardMap, Fill, MapSquare, Maps, Reason};
use crate::text::formatting::counted;
use knight_search::Square;

/// The longest side of a board whose squares can be seen.
const LONGEST_SIDE: usize = 128;

/// Draws heat maps.
///
/// # Errors
/// [`PlotError::TooMany`] rows or columns, whose squares would be too small to see.
pub fn draw_maps(maps: &Maps, style: &Style) -> Result<Picture, PlotError> {
    let panel = |map: &BoardMap| BoardPanel { board: map.board, caption: map.title.clone() };
    let panels: Vec<BoardPanel> = maps.panels.iter().map(panel).collect();
    let side = |panel: &BoardPanel| usize::from(panel.board.rows().max(panel.board.cols()));
    let longest = panels.iter().map(side).max().unwrap_or(0);
    PlotError::check_count(longest, "rows or columns", LONGEST_SIDE, "choose another --kind")?;
    let layout = BoardLayout::of(&panels, style);
    let values = maps.squares().filter_map(|square| square.fill.ok());
    let shades = Shades::of(style, maps.quantity, values);
    let writing = best_writing(maps, &layout, style);
    let mut picture = Picture::of(style, maps.headline.clone());
    layout.draw(&mut picture);
    for (panel, place) in maps.panels.iter().zip(&layout.places) {
        let filling = Filling { shades, side: place.grid.cell };
        draw_squares(&mut picture, panel, &place.grid, filling);
        if let Some((digits, size)) = writing {
            let written = |shown: &MapSquare| written(shown, digits, maps.quantity);
            write_values(&mut picture, panel, &place.grid, (filling, size), written);
        }
    }
    if let Some(shades) = shades {
        let top = picture.height + 0.6 * style.small();
        picture.height = shades.bar(&mut picture, top, &maps.label);
    }
    picture.tabulate(|| data(maps));
    let estimated = maps.squares().filter(|square| square.is_estimated).count();
    if estimated > 0 {
        picture.notes.push(format!("≈: {} with estimates.", counted(estimated, "square")));
    }
    let sides = layout.places.iter().map(|place| place.grid.cell);
    let largest = sides.fold(0.0, f64::max);
    let filling = Filling { shades, side: largest };
    legend::below(&mut picture, &filling.entries(&reasons(maps, filling)));
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
    Data::of("panel,board,row,col,value,value_above,no_tour", rows)
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Digits {
    /// All.
    Exact,
    /// Few.
    Short,
}

/// The most exact and then the largest writing for which all squares have room, so that they look
/// alike: the digits of their values, and the size.
fn best_writing(maps: &Maps, layout: &BoardLayout, style: &Style) -> Option<(Digits, f64)> {
    let fits = |writing: &(Digits, f64)| {
        maps.panels.iter().zip(&layout.places).all(|(panel, place)| {
            let room = place.grid.cell - 3.0;
            let written = |square| written(square, writing.0, maps.quantity);
            let mut texts = panel.squares.values().filter_map(written);
            texts.all(|text| text::width(&text, writing.1) <= room && LINE * writing.1 <= room)
        })
    };
    let digits = [Digits::Exact, Digits::Short].into_iter();
    // As large as fits: larger texts elsewhere must not make these smaller.
    let steps = (style.small() - LEAST_FONT).max(0.0) as usize;
    let sizes = move || (0..=steps).map(|step| style.small() - step as f64);
    digits.flat_map(|digits| sizes().map(move |size| (digits, size))).find(fits)
}

fn draw_squares(picture: &mut Picture, panel: &BoardMap, grid: &Grid, filling: Filling) {
    let (board, gap) = (grid.board, filling.gap());
    // Squares that touch would show the paper between them.
    let rendering = if filling.are_apart() { "auto" } else { "crispEdges" };
    picture.group(format_args!("shape-rendering=\"{rendering}\""), |picture| {
        for square in board.squares() {
            let at = grid.square(square);
            let at = Area { width: at.width - gap, height: at.height - gap, ..at };
            let Some(shown) = panel.squares.get(&square) else {
                if filling.are_apart() {
                    picture.rect(at, "class=\"empty\" stroke-width=\".5\"", "");
                }
                continue;
            };
            let Square { row, col } = square;
            let fill = level(shown, filling.shades);
            let ground = filling.ground(fill);
            let paint = format_args!("{ground} data-board=\"{board}\" data-start=\"{row},{col}\"");
            picture.rect(at, paint, &shown.words);
            let corner = shown.has_no_tour.then_some(Reason::NoTour);
            let reasons = fill.err().into_iter().chain(corner.filter(|it| fill != Err(*it)));
            for sign in reasons.filter_map(|reason| filling.sign(reason)) {
                sign.draw(picture, at);
            }
        }
    });
    let area = grid.area();
    let frame = Area { width: area.width - gap, height: area.height - gap, ..area };
    picture.rect(frame, "class=\"frame\" pointer-events=\"none\"", "");
}

fn level(shown: &MapSquare, shades: Option<Shades>) -> Fill<usize> {
    shown.fill.and_then(|value| shades.map(|shades| shades.level(value)).ok_or(Reason::Empty))
}

fn write_values(
    picture: &mut Picture,
    panel: &BoardMap,
    grid: &Grid,
    (filling, size): (Filling, f64),
    written: impl Fn(&MapSquare) -> Option<String>,
) {
    for (square, shown) in &panel.squares {
        if let (Some(text), Ok(value), Some(shades)) = (written(shown), shown.fill, filling.shades)
        {
            let ((x, y), gap) = (grid.centre(*square), filling.gap());
            let at = (x - gap / 2.0, y - gap / 2.0 + 0.36 * size);
            let paint = format!("style=\"fill:{};pointer-events:none\"", shades.ink(value));
            picture.write(at, Anchor::Middle, size, paint, &text);
        }
    }
}

/// Why squares have no value.
fn reasons(maps: &Maps, filling: Filling) -> BTreeSet<Reason> {
    let missing = maps.squares().filter_map(|square| square.fill.err());
    let has_corner =
        |square: &&MapSquare| square.has_no_tour && (filling.are_apart() || square.fill.is_err());
    let corners = maps.squares().filter(has_corner).map(|_| Reason::NoTour);
    let has_empty = |panel: &&BoardMap| panel.squares.len() < panel.board.area();
    let empty = maps.panels.iter().filter(has_empty).map(|_| Reason::Empty);
    missing.chain(corners).chain(empty).collect()
}

/// The value of a square.
fn written(square: &MapSquare, digits: Digits, quantity: Quantity) -> Option<String> {
    let value = square.fill.ok()?;
    let written = match (digits, quantity) {
        (Digits::Exact, _) if !square.is_estimated => square.exact.clone(),
        (Digits::Short, Quantity::Shares) => short_share(value),
        _ => amount(value),
    };
    Some(if square.is_estimated { format!("≈ {written}") } else { written })
}

/// A share that is neither nothing nor all is not written as such.
fn short_share(share: f64) -> String {
    match share * 100.0 {
        percent if percent > 0.0 && percent < 0.5 => "<1%".to_owned(),
        percent if percent > 99.5 && percent < 100.0 => ">99%".to_owned(),
        percent => format!("{percent:.0}%"),
    }
}

/// How squares of one size are filled.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Filling {
    /// Missing where none has a value.
    shades: Option<Shades>,
    /// Their side.
    side: f64,
}

impl Filling {
    /// Whether they are apart from each other, and have room for a sign.
    fn are_apart(&self) -> bool {
        self.side >= APART
    }

    /// The space between them.
    fn gap(&self) -> f64 {
        if self.are_apart() { 1.0 } else { 0.0 }
    }

    /// The attributes of a square: its colour, or the ground below its sign.
    fn ground(&self, fill: Fill<usize>) -> String {
        match (fill, self.shades) {
            (Ok(level), Some(shades)) => format!("fill=\"{}\"", shades.colour_of(level)),
            (Err(reason), _) if self.sign(reason).is_none() => reason.look().colour.to_owned(),
            _ => "class=\"unknown\"".to_owned(),
        }
    }

    /// What stands on the ground of a square, if it has room.
    fn sign(&self, reason: Reason) -> Option<Sign> {
        reason.look().sign.filter(|_| self.are_apart())
    }

    /// What these reasons look like, for a legend.
    fn entries(&self, reasons: &BTreeSet<Reason>) -> Vec<Entry> {
        let entry = |reason: &Reason| {
            let swatch = || Mark::Swatch(reason.look().colour.to_owned());
            let mark = self.sign(*reason).map_or_else(swatch, Mark::Sign);
            Entry::new(mark, reason.look().words)
        };
        reasons.iter().map(entry).collect()
    }
}
