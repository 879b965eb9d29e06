//! What somebody chooses of a picture in the place of its kind: sizes, axes, colours.

use knight_board::named_enum;

use crate::pictures::drawing::colour::Palette;

/// What is chosen; nothing of it by default.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices {
    /// The height of a chart, or of each of its panels, in pixels.
    pub height: Option<f64>,
    /// The horizontal axis.
    pub across: AxisChoice,
    /// The vertical axis.
    pub up: AxisChoice,
    /// Whether the numbers behind the picture are wanted as well.
    pub has_data: bool,
    /// The colours of shades.
    pub palette: Palette,
    /// The colours of everything else.
    pub theme: Theme,
}

/// What is chosen of an axis.
#[derive(Clone, PartialEq, Debug)]
pub struct AxisChoice {
    /// What stands beside it.
    pub label: Option<String>,
    /// The values at its ends. What is beyond them is not drawn.
    pub limits: Option<(f64, f64)>,
}

/// On which ground a picture stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Dark on white.
    Light,
    /// Bright on nearly black.
    Dark,
    /// Dark, on what is behind the picture.
    Transparent,
}

named_enum!(Theme, "theme", Light => "light", Dark => "dark", Transparent => "transparent");

impl Choices {
    /// Nothing is chosen.
    pub const NONE: Choices = Choices {
        height: None,
        across: AxisChoice { label: None, limits: None },
        up: AxisChoice { label: None, limits: None },
        has_data: false,
        palette: Palette::Viridis,
        theme: Theme::Light,
    };
}

impl Theme {
    /// The rules that differ from those of a light picture.
    pub fn rules(self) -> &'static str {
        match self {
            Theme::Light => "",
            Theme::Dark => include_str!("dark.css"),
            Theme::Transparent => ".paper { fill: none }\n",
        }
    }
}
