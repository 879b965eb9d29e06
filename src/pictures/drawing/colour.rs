//! Colours that differ for the colour-blind and in grey print.

use std::fmt;

use knight_board::named_enum;

/// A colour of 8 bits a channel: `0xrrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u32);

/// Nine equidistant colours of matplotlib's *viridis* (van der Walt and Smith, CC0), dark first.
const VIRIDIS: [u32; 9] =
    [0x440154, 0x472c7a, 0x3b518b, 0x2c718e, 0x21908d, 0x27ad81, 0x5cc863, 0xaadc32, 0xfde725];

/// Nine equidistant colours of matplotlib's *cividis*, which looks nearly the same to the
/// colour-blind (Nuñez, Anderton and Renslow, PLoS ONE 13, 2018; CC0), dark first.
const CIVIDIS: [u32; 9] =
    [0x00224e, 0x1a386f, 0x434e6c, 0x61656f, 0x7d7c78, 0x9a9376, 0xbbad6d, 0xddc858, 0xfee838];

/// Between those of texts and of what is hidden, in both themes.
const GREY: [u32; 2] = [0x383838, 0xd6d6d6];

/// The colours of shades.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// Dark violet over green to yellow.
    Viridis,
    /// Dark blue over grey to yellow.
    Cividis,
    /// Greys.
    Grey,
}

named_enum!(
    Palette, "palette", Viridis => "viridis", Cividis => "cividis", Grey => "grey"
);

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

impl Palette {
    /// The colour of a value between 0 (little: bright) and 1 (much: dark). On a dark ground the
    /// scale ends where black texts are legible, so that its end does not look like the ground.
    pub fn of_amount(self, value: f64, theme: Theme) -> Colour {
        let of_share = |share: f64| match self {
            Palette::Viridis => gradient(&VIRIDIS, share),
            Palette::Cividis => gradient(&CIVIDIS, share),
            Palette::Grey => gradient(&GREY, share),
        };
        let steps = (0..=100).map(|step| f64::from(step) / 100.0);
        let mut legible = steps.filter(|share| of_share(*share).ink() == "#000");
        let end = if theme == Theme::Dark { legible.next().unwrap_or(0.0) } else { 0.0 };
        of_share(1.0 - value.clamp(0.0, 1.0) * (1.0 - end))
    }
}

/// The colour of a step of a path, between 0 (first: orange) and 1 (last: dark blue): dark enough
/// on the squares of a board from the beginning on.
pub fn of_progress(share: f64) -> Colour {
    const STOPS: [u32; 3] = [0xc2410c, 0x8f1d8a, 0x1e1b6b];
    gradient(&STOPS, share.clamp(0.0, 1.0))
}

/// The colour at a place between the first and the last of some colours, from 0 to 1.
fn gradient(colours: &[u32], share: f64) -> Colour {
    let last = colours.len() - 1;
    let place = share * last as f64;
    let lower = (place as usize).min(last - 1);
    Colour(colours[lower]).mixed(Colour(colours[lower + 1]), place - lower as f64)
}

/// The light squares of a board, on any page.
pub const LIGHT_SQUARE: Colour = Colour(0xf7f3ea);

/// The dark squares of a board.
pub const DARK_SQUARE: Colour = Colour(0xdfd2b8);

impl Colour {
    /// Red, green and blue.
    fn channels(self) -> [f64; 3] {
        let [_, channels @ ..] = self.0.to_be_bytes();
        channels.map(f64::from)
    }

    fn mixed(self, other: Colour, share: f64) -> Colour {
        let channels = self.channels().into_iter().zip(other.channels());
        let mixed = channels.map(|(one, other)| (one + (other - one) * share).round() as u32);
        Colour(mixed.fold(0, |colour, channel| (colour << 8) | channel))
    }

    /// Black or white, whichever is easier to read on this colour.
    pub fn ink(self) -> &'static str {
        // Relative luminance of WCAG 2 (§1.4.3), at which black and white have the same contrast.
        const EVEN: f64 = 0.179;
        if self.luminance() > EVEN { "#000" } else { "#fff" }
    }

    fn luminance(self) -> f64 {
        let [red, green, blue] = self.channels().map(|channel| match channel / 255.0 {
            dark if dark <= 0.04045 => dark / 12.92,
            bright => ((bright + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::colour::*;

    #[test]
    fn more_is_darker_without_exception() {
        for palette in Palette::ALL {
            for theme in [Theme::Light, Theme::Dark] {
                let shade = |i: u32| palette.of_amount(f64::from(i) / 50.0, theme).luminance();
                assert!((0..50).all(|i| shade(i) > shade(i + 1)), "{palette} {theme}");
            }
        }
        assert_eq!(Palette::Viridis.of_amount(-1.0, Theme::Light), Colour(VIRIDIS[8]));
        assert_eq!(Palette::Viridis.of_amount(2.0, Theme::Light), Colour(VIRIDIS[0]));
    }

    #[test]
    fn no_shade_looks_like_a_dark_ground() {
        // The page, its cards, and squares without a value.
        let grounds = [Colour(0x16181c), Colour(0x1f2228), Colour(0x2a2d34)];
        for (palette, ground) in
            Palette::ALL.iter().flat_map(|it| grounds.map(|ground| (it, ground)))
        {
            let darkest = palette.of_amount(1.0, Theme::Dark);
            let contrast = (darkest.luminance() + 0.05) / (ground.luminance() + 0.05);
            assert!(contrast >= 3.0 && darkest.ink() == "#000", "{palette}: {contrast}");
        }
    }

    #[test]
    fn every_move_of_a_tour_is_visible_on_every_square() {
        for paper in [LIGHT_SQUARE, DARK_SQUARE] {
            for i in 0..=100 {
                let line = of_progress(f64::from(i) / 100.0);
                let contrast = (paper.luminance() + 0.05) / (line.luminance() + 0.05);
                assert!(contrast >= 3.0, "{line} on {paper}: {contrast}");
            }
        }
    }

    #[test]
    fn ink_has_the_contrast_that_text_needs() {
        for (palette, i) in Palette::ALL.iter().flat_map(|it| (0..=100).map(move |i| (it, i))) {
            let paper = palette.of_amount(f64::from(i) / 100.0, Theme::Light);
            let ink = if paper.ink() == "#000" { 0.0 } else { 1.0 };
            let (bright, dark) = (paper.luminance().max(ink), paper.luminance().min(ink));
            assert!((bright + 0.05) / (dark + 0.05) >= 4.5, "{paper}");
        }
    }
}
