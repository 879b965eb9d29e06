//! Bars beside a histogram: how many have no place on its axis, and why.

use crate::pictures::PlotError;
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
    /// Their names, and how wide each is with the space before it.
    steps: Vec<(&'static str, f64)>,
    small: f64,
    /// Where the first bar begins, with the space before it.
    left: f64,
}

impl Beside {
    /// The bars at the right end of a picture of this style, in the order in which they come first.
    ///
    /// # Errors
    /// [`PlotError::TooNarrow`] if they leave the histogram too little of the width.
    pub fn of<'a>(
        style: &Style,
        bars: impl IntoIterator<Item = &'a SideBar>,
    ) -> Result<Beside, PlotError> {
        /// The least part of the width that a histogram needs.
        const LEAST: f64 = 0.4;
        let small = style.small();
        let mut steps: Vec<(&'static str, f64)> = Vec::new();
        for bar in bars {
            let count = grouped(bar.count);
            let texts = bar.name.split(' ').chain([count.as_str()]);
            let step = text::widest(texts, small).max(2.0 * small) + 0.8 * small;
            match steps.iter_mut().find(|(name, _)| *name == bar.name) {
                Some((_, widest)) => *widest = widest.max(step),
                None => steps.push((bar.name, step)),
            }
        }
        let left = style.width - steps.iter().map(|(_, step)| step).sum::<f64>();
        match left < LEAST * style.width {
            true => Err(PlotError::TooNarrow),
            false => Ok(Beside { steps, small, left }),
        }
    }

    /// The width that they leave for the histogram.
    pub fn left(&self) -> f64 {
        self.left
    }

    /// Draws the bars of a panel.
    pub fn draw(&self, picture: &mut Picture, frame: &Frame, bars: &[SideBar]) {
        for bar in bars.iter().filter(|bar| bar.count > 0) {
            let (x, width) = self.place(bar.name);
            let y = frame.y(bar.count as f64);
            let area = Area { x, y, width, height: frame.area.bottom() - y };
            picture.rect(area, &bar.paint, &bar.words);
            if bar.is_hatched {
                picture.hatch(area, 4.0, "class=\"hatch\" pointer-events=\"none\"");
            }
            let above = (x + width / 2.0, y - 0.25 * self.small);
            picture.write(above, Anchor::Middle, self.small, "", &grouped(bar.count));
        }
    }

    /// Names the bars, below the last panel, which ends there: a line for each word.
    pub fn draw_names(&self, picture: &mut Picture, bottom: f64) {
        for (name, _) in &self.steps {
            let (x, width) = self.place(name);
            for (line, word) in name.split(' ').enumerate() {
                let at = (x + width / 2.0, bottom + (1.3 + 1.2 * line as f64) * self.small);
                picture.write(at, Anchor::Middle, self.small, "", word);
            }
        }
    }

    /// Where the bars with this name begin, and their width.
    fn place(&self, name: &str) -> (f64, f64) {
        let gap = 0.8 * self.small;
        let before = self.steps.iter().take_while(|(other, _)| *other != name);
        let x = self.left + before.map(|(_, step)| step).sum::<f64>();
        let step = self.steps.iter().find(|(other, _)| *other == name).map_or(gap, |it| it.1);
        (x + gap, step - gap)
    }
}
