//! Bars beside a histogram: how many have no place on its axis, and why.

use crate::pictures::drawing::{Anchor, Area, Frame, Picture, Style, text};
use crate::text::formatting::grouped;

/// A bar.
#[derive(Clone, PartialEq, Debug)]
pub struct SideBar {
    /// What stands below it; bars of several panels with the same name stand in a column.
    pub name: &'static str,
    /// Its height, on the axis of the histogram.
    pub count: u64,
    /// Its attributes.
    pub paint: String,
    /// Whether a budget is the reason.
    pub is_hatched: bool,
    /// Its tooltip.
    pub words: String,
}

/// Where the bars of all panels stand.
pub struct Beside {
    names: Vec<&'static str>,
    /// The width of a bar with the space before it.
    step: f64,
    small: f64,
    /// Where the first bar begins, with the space before it.
    left: f64,
}

impl Beside {
    /// The bars at the right end of a picture of this style, in the order in which they come first.
    pub fn of<'a>(style: &Style, bars: impl IntoIterator<Item = &'a SideBar>) -> Beside {
        let small = style.small();
        let (mut names, mut widest) = (Vec::new(), 0.0);
        for bar in bars {
            let texts = [bar.name, &grouped(bar.count.into())];
            widest = f64::max(widest, text::widest(texts, small));
            if !names.contains(&bar.name) {
                names.push(bar.name);
            }
        }
        let step = widest + 0.8 * small;
        let left = style.width - step * names.len() as f64;
        Beside { names, step, small, left }
    }

    /// The width that they leave for the histogram.
    pub fn left(&self) -> f64 {
        self.left
    }

    /// Draws the bars of a panel. One that is too high is cut; gives whether one is.
    pub fn draw(&self, picture: &mut Picture, frame: &Frame, bars: &[SideBar]) -> bool {
        let mut is_any_cut = false;
        let bottom = frame.area.bottom();
        let highest = frame.area.height - 1.2 * self.small;
        for bar in bars.iter().filter(|bar| bar.count > 0) {
            let (x, width) = self.place(bar.name);
            let whole = bottom - frame.y(bar.count as f64);
            let height = whole.min(highest);
            let area = Area { x, y: bottom - height, width, height };
            picture.rect(area, &bar.paint, &bar.words);
            if bar.is_hatched {
                picture.hatch(area, 4.0, "class=\"hatch\" pointer-events=\"none\"");
            }
            if whole > highest {
                let y = area.y + 0.2 * height;
                let cut = Area { x: x - 2.0, y, width: width + 4.0, height: 3.0 };
                picture.rect(cut, "class=\"paper\"", "");
                is_any_cut = true;
            }
            let above = (x + width / 2.0, area.y - 0.25 * self.small);
            picture.write(above, Anchor::Middle, self.small, "", &grouped(bar.count.into()));
        }
        is_any_cut
    }

    /// Names the bars, below the last panel, which ends there.
    pub fn draw_names(&self, picture: &mut Picture, bottom: f64) {
        for name in &self.names {
            let (x, width) = self.place(name);
            let at = (x + width / 2.0, bottom + 1.3 * self.small);
            picture.write(at, Anchor::Middle, self.small, "", name);
        }
    }

    /// Where the bars with this name begin, and their width.
    fn place(&self, name: &str) -> (f64, f64) {
        let place = self.names.iter().position(|it| *it == name).unwrap_or(0);
        (self.left + place as f64 * self.step + 0.8 * self.small, self.step - 0.8 * self.small)
    }
}
