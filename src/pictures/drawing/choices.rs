//! What somebody chooses of a picture in the place of its kind: sizes, axes, colours.

use crate::pictures::drawing::colour::{Palette, Theme};

/// What is chosen; nothing of it by default.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices {
    /// The height of a chart, or of each of its panels, in pixels.
    pub height: Option<f64>,
    /// What stands beside the horizontal axis.
    pub across: Option<String>,
    /// What stands beside the vertical axis.
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

impl Choices {
    /// Nothing is chosen.
    pub const NONE: Choices = Choices {
        height: None,
        across: None,
        up: None,
        has_legend: true,
        has_data: false,
        palette: Palette::Viridis,
        theme: Theme::Light,
        is_in_page: false,
    };
}
