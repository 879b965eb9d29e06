//! Histograms with the same axes, below one another, and beside each a bar of what has no place on
//! its axis.

use crate::pictures::drawing::{
    Anchor, Area, Axis, Frame, LINE, Picture, Scale, Ticks, axes, text,
};
use crate::text::formatting::grouped;

/// Histograms of one picture.
pub struct Histograms {
    /// What they are over.
    pub across: Axis,
    /// What they count.
    pub noun: &'static str,
    /// What stands below the bars beside them, in a line for each word.
    pub beside: &'static str,
    /// Each of them.
    pub panels: Vec<Panel>,
}

/// A histogram.
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// Its bars.
    pub bins: Vec<Bin>,
    /// Values that are marked by lines with these attributes.
    pub lines: Vec<(f64, &'static str)>,
    /// The parts of the bar beside it.
    pub beside: Vec<Part>,
}

/// A bar between two values of the axis.
pub struct Bin {
    /// Its left and its right end.
    pub ends: [f64; 2],
    /// Its parts, from below.
    pub parts: Vec<Part>,
}

/// A part of a bar.
pub struct Part {
    /// How many it shows.
    pub count: u64,
    /// Its attributes.
    pub paint: String,
    /// The attributes of its hatching, if a budget is the reason.
    pub hatch: Option<&'static str>,
    /// Its tooltip.
    pub words: String,
}

/// How many the parts of a bar show.
fn total(parts: &[Part]) -> u64 {
    parts.iter().map(|part| part.count).sum()
}

/// Draws a bar from one place to another, its parts on one another.
fn draw_bar(picture: &mut Picture, frame: &Frame, [x, right]: [f64; 2], parts: &[Part]) {
    let (mut below, mut bottom) = (0, frame.area.bottom());
    for part in parts {
        below += part.count;
        let y = frame.y(below as f64);
        let area = Area { x, y, width: (right - x).max(0.5), height: bottom - y };
        picture.rect(area, &part.paint, &part.words);
        if let Some(paint) = part.hatch {
            picture.hatch(area, 4.0, format_args!("{paint} pointer-events=\"none\""));
        }
        bottom = y;
    }
}

impl Histograms {
    /// Draws them from the upper edge of a picture down.
    pub fn draw(&self, picture: &mut Picture) {
        let style = &picture.style.clone();
        let small = style.small();
        let bars = self.panels.iter().flat_map(|panel| {
            panel.bins.iter().map(|bin| total(&bin.parts)).chain([total(&panel.beside)])
        });
        let up = Scale::of_counts(bars);
        let up = Axis::new(up, Ticks::of_counts(up), self.noun);
        let most = grouped(self.panels.iter().map(|panel| total(&panel.beside)).max().unwrap_or(0));
        let beside = match &*most {
            "0" => 0.0,
            most => text::widest(self.beside.split(' ').chain([most]), small) + 0.8 * small,
        };
        let width = style.width - beside;
        let column = [width + 0.8 * small, style.width];
        let middle = f64::midpoint(column[0], column[1]);
        let height = style.chart_height(if self.panels.len() == 1 { 0.7 } else { 0.35 });
        let lines = text::wrapped(&self.across.label, style.font, width).len() as f64;
        let below = 1.7 * small + lines * LINE * style.font;
        let (mut top, mut bottom) = (0.0, 0.0);
        for (place, panel) in self.panels.iter().enumerate() {
            if !panel.title.is_empty() {
                let first = (0.0, top + style.font);
                let next = picture.write_wrapped(first, style.width, style.font, "", &panel.title);
                top = next - 0.7 * style.font;
            }
            let (across, room) = match place + 1 == self.panels.len() {
                true => (self.across.clone(), height + below),
                false => (self.across.unnamed(), height),
            };
            let outer = Area { x: 0.0, y: top, width, height: room };
            let frame = axes::draw(picture, outer, &across, &up);
            panel.draw(picture, &frame);
            if !panel.beside.is_empty() {
                let count = total(&panel.beside);
                draw_bar(picture, &frame, column, &panel.beside);
                let above = (middle, frame.y(count as f64) - 0.25 * small);
                picture.write(above, Anchor::Middle, small, "", &grouped(count));
            }
            bottom = frame.area.bottom();
            top = bottom + 0.8 * style.font;
        }
        for (line, word) in self.beside.split(' ').enumerate().filter(|_| beside > 0.0) {
            let at = (middle, bottom + (1.3 + 1.2 * line as f64) * small);
            picture.write(at, Anchor::Middle, small, "", word);
        }
        picture.height = bottom + below + 0.3 * style.font;
    }
}

impl Panel {
    /// Draws its bars and lines.
    fn draw(&self, picture: &mut Picture, frame: &Frame) {
        for Bin { ends: [from, to], parts } in &self.bins {
            draw_bar(picture, frame, [frame.x(*from), frame.x(*to) - 0.5], parts);
        }
        for &(value, paint) in &self.lines {
            frame.upright(picture, value, paint);
        }
        frame.border(picture);
    }
}
