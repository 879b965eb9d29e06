//! How a picture looks, whatever its kind.

use crate::pictures::drawing::colour::{Palette, Theme};

/// How a picture looks. Lengths are CSS pixels: 96 to the inch.
#[derive(Clone, PartialEq, Debug)]
pub struct Style {
    /// The width within which a kind draws.
    pub width: f64,
    /// The size of the texts.
    pub font: f64,
    /// The height of a chart, or of each of its panels, if it is chosen.
    pub height: Option<f64>,
    /// What stands beside the horizontal axis, if it is chosen.
    pub across: Option<String>,
    /// What stands beside the vertical axis, if it is chosen.
    pub up: Option<String>,
    /// Whether it has a legend.
    pub has_legend: bool,
    /// Whether the numbers behind the picture are wanted as well.
    pub has_data: bool,
    /// The colours of shades.
    pub palette: Palette,
    /// The colours of everything else.
    pub theme: Theme,
    /// Whether it becomes a part of a page, whose style knows the theme.
    pub is_in_page: bool,
}

/// Pixels of a millimetre.
pub const MILLIMETRE: f64 = 96.0 / 25.4;

/// Pixels of a point.
pub const POINT: f64 = 4.0 / 3.0;

/// The smallest size of a text in a paper, in pixels: 6 points.
pub const LEAST_FONT: f64 = 6.0 * POINT;

/// The space around a standalone picture, in pixels.
pub const MARGIN: f64 = 8.0;

impl Style {
    /// The style of a standalone picture with a width in millimetres and texts in points. Its
    /// margin is a part of the width.
    pub fn of_print(millimetres: f64, points: f64) -> Style {
        Style::of_pixels(millimetres * MILLIMETRE - 2.0 * MARGIN, points * POINT)
    }

    /// The style of this width and size of texts.
    pub const fn of_pixels(width: f64, font: f64) -> Style {
        Style {
            width,
            font,
            height: None,
            across: None,
            up: None,
            has_legend: true,
            has_data: false,
            palette: Palette::Viridis,
            theme: Theme::Light,
            is_in_page: false,
        }
    }

    /// The style of a picture of this width in pixels that becomes a part of a page.
    pub const fn in_page(width: f64) -> Style {
        let mut style = Style::of_pixels(width, 12.0);
        style.is_in_page = true;
        style
    }

    /// The height of a chart: the one that is chosen, or this part of what suits the width, within
    /// limits for texts of 9 points or less, which grow with larger ones.
    pub fn chart_height(&self, part: f64) -> f64 {
        let growth = (self.font / (9.0 * POINT)).max(1.0);
        let usual = part * (0.57 * self.width).clamp(growth * 200.0, growth * 360.0);
        self.height.unwrap_or(usual)
    }

    /// The size of secondary texts, such as ticks and notes; at least six points.
    pub fn small(&self) -> f64 {
        (0.85 * self.font).max(LEAST_FONT)
    }
}

/// A page of 170 mm, and 9 points.
impl Default for Style {
    fn default() -> Style {
        Style::of_print(170.0, 9.0)
    }
}
