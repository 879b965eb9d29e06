//! Colours that differ for the colour-blind and in grey print.

use std::fmt;

use knight_board::named_enum;

/// A colour of 8 bits a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Nine equidistant colours of matplotlib's *viridis* (van der Walt and Smith, CC0), dark first.
const VIRIDIS: [Colour; 9] = [
    Colour(0x44, 0x01, 0x54),
    Colour(0x47, 0x2c, 0x7a),
    Colour(0x3b, 0x51, 0x8b),
    Colour(0x2c, 0x71, 0x8e),
    Colour(0x21, 0x90, 0x8d),
    Colour(0x27, 0xad, 0x81),
    Colour(0x5c, 0xc8, 0x63),
    Colour(0xaa, 0xdc, 0x32),
    Colour(0xfd, 0xe7, 0x25),
];

/// Nine equidistant colours of matplotlib's *cividis*, which looks nearly the same to the
/// colour-blind (Nuñez, Anderton and Renslow, PLoS ONE 13, 2018; CC0), dark first.
const CIVIDIS: [Colour; 9] = [
    Colour(0x00, 0x22, 0x4e),
    Colour(0x1a, 0x38, 0x6f),
    Colour(0x43, 0x4e, 0x6c),
    Colour(0x61, 0x65, 0x6f),
    Colour(0x7d, 0x7c, 0x78),
    Colour(0x9a, 0x93, 0x76),
    Colour(0xbb, 0xad, 0x6d),
    Colour(0xdd, 0xc8, 0x58),
    Colour(0xfe, 0xe8, 0x38),
];

/// From nearly black to a grey that differs from paper.
const GREY: [Colour; 2] = [Colour(0x16, 0x16, 0x16), Colour(0xe2, 0xe2, 0xe2)];

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

/// On what colours stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// White, or nearly.
    Light,
    /// Black, or nearly.
    Dark,
}

impl Palette {
    /// The colour of a value between 0 (little: bright) and 1 (much: dark). On a dark ground the
    /// scale ends where black texts are legible, so that its end does not look like the ground.
    pub fn of_amount(self, value: f64, ground: Ground) -> Colour {
        let of_share = |share: f64| match self {
            Palette::Viridis => gradient(&VIRIDIS, share),
            Palette::Cividis => gradient(&CIVIDIS, share),
            Palette::Grey => gradient(&GREY, share),
        };
        let steps = (0..=100).map(|step| f64::from(step) / 100.0);
        let end = match ground {
            Ground::Light => 0.0,
            Ground::Dark => {
                steps.into_iter().find(|share| of_share(*share).ink() == "#000").unwrap_or(0.0)
            }
        };
        of_share(1.0 - value.clamp(0.0, 1.0) * (1.0 - end))
    }
}

/// The colour of a step of a path, between 0 (first: orange) and 1 (last: dark blue): dark enough
/// on the squares of a board from the beginning on.
pub fn of_progress(share: f64) -> Colour {
    const STOPS: [Colour; 3] =
        [Colour(0xc2, 0x41, 0x0c), Colour(0x8f, 0x1d, 0x8a), Colour(0x1e, 0x1b, 0x6b)];
    gradient(&STOPS, share.clamp(0.0, 1.0))
}

/// The colour at a place between the first and the last of some colours, from 0 to 1.
fn gradient(colours: &[Colour], share: f64) -> Colour {
    let last = colours.len() - 1;
    let place = share * last as f64;
    let lower = (place as usize).min(last - 1);
    colours[lower].mixed(colours[lower + 1], place - lower as f64)
}

/// The light squares of a board, on any page.
pub const LIGHT_SQUARE: Colour = Colour(0xf7, 0xf3, 0xea);

/// The dark squares of a board.
pub const DARK_SQUARE: Colour = Colour(0xdf, 0xd2, 0xb8);

impl Colour {
    fn mixed(self, other: Colour, share: f64) -> Colour {
        let mix =
            |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Black or white, whichever is easier to read on this colour.
    pub fn ink(self) -> &'static str {
        // Relative luminance of WCAG 2 (§1.4.3), at which black and white have the same contrast.
        const EVEN: f64 = 0.179;
        if self.luminance() > EVEN { "#000" } else { "#fff" }
    }

    fn luminance(self) -> f64 {
        let linear = |channel: u8| match f64::from(channel) / 255.0 {
            dark if dark <= 0.04045 => dark / 12.92,
            bright => ((bright + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::colour::*;

    #[test]
    fn more_is_darker_without_exception() {
        for palette in Palette::ALL {
            for ground in [Ground::Light, Ground::Dark] {
                let shade = |i: u32| palette.of_amount(f64::from(i) / 100.0, ground).luminance();
                assert!((0..100).all(|i| shade(i) > shade(i + 1)), "{palette} {ground:?}");
            }
        }
        assert_eq!(Palette::Viridis.of_amount(-1.0, Ground::Light), VIRIDIS[8]);
        assert_eq!(Palette::Viridis.of_amount(2.0, Ground::Light), VIRIDIS[0]);
    }

    #[test]
    fn no_shade_looks_like_a_dark_ground() {
        // The page, its cards, and squares without a value.
        let grounds =
            [Colour(0x16, 0x18, 0x1c), Colour(0x1f, 0x22, 0x28), Colour(0x2a, 0x2d, 0x34)];
        for (palette, ground) in
            Palette::ALL.iter().flat_map(|it| grounds.map(|ground| (it, ground)))
        {
            let darkest = palette.of_amount(1.0, Ground::Dark);
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
            let paper = palette.of_amount(f64::from(i) / 100.0, Ground::Light);
            let ink = if paper.ink() == "#000" { 0.0 } else { 1.0 };
            let (bright, dark) = (paper.luminance().max(ink), paper.luminance().min(ink));
            assert!((bright + 0.05) / (dark + 0.05) >= 4.5, "{paper}");
        }
    }
}
