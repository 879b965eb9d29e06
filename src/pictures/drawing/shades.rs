//! Values as shades: darker is harder.

use crate::pictures::drawing::axes::{Axis, Ticks};
use crate::pictures::drawing::colour::{Colour, Palette, Theme};
use crate::pictures::drawing::scale::{Scale, extremes};
use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::{Anchor, Area, Picture};
use crate::pictures::drawing::text;

/// How many shades there are.
pub const LEVELS: usize = 64;

/// What the shades stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Counts on a logarithmic scale; more is darker.
    Counts,
    /// Numbers on a linear scale; more is darker.
    Numbers,
    /// Shares of 1; less is darker.
    Shares,
}

/// The shades of a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shades {
    /// What they stand for.
    pub quantity: Quantity,
    palette: Palette,
    theme: Theme,
    /// Whether colours are [`variables`] of a page.
    is_in_page: bool,
    scale: Scale,
}

impl Shades {
    /// The shades that tell these values apart; `None` without values.
    pub fn of(
        style: &Style,
        quantity: Quantity,
        values: impl Iterator<Item = f64>,
    ) -> Option<Shades> {
        let values: Vec<f64> = values.collect();
        let (low, high) = extremes(values.iter().copied())?;
        let scale = match quantity {
            Quantity::Counts => Scale::tight(values.into_iter().map(|count| count.max(1.0))),
            Quantity::Numbers if low < high => Scale::linear(low, high),
            Quantity::Numbers => Scale::linear(low - 1.0, low + 1.0),
            Quantity::Shares => {
                Scale::linear(0.0, if high > 0.5 || high == 0.0 { 1.0 } else { high })
            }
        };
        let Style { palette, theme, is_in_page, .. } = *style;
        Some(Shades { quantity, palette, theme, is_in_page, scale })
    }

    /// The shade of a value, from 0 to less than [`LEVELS`] in the order of values.
    pub fn level(&self, value: f64) -> usize {
        let value = if self.quantity == Quantity::Counts { value.max(1.0) } else { value };
        let place = (self.scale.place(value) * LEVELS as f64) as usize;
        place.min(LEVELS - 1)
    }

    /// How much of the palette a shade is, as a level.
    fn darkness(&self, level: usize) -> usize {
        if self.quantity == Quantity::Shares { LEVELS - 1 - level } else { level }
    }

    /// The colour of a shade, as attributes have it.
    pub fn colour_of(&self, level: usize) -> String {
        let darkness = self.darkness(level);
        match self.is_in_page {
            true => format!("var(--v{darkness})"),
            false => colour(self.palette, self.theme, darkness).to_string(),
        }
    }

    /// The colour of texts on that of a value.
    pub fn ink(&self, value: f64) -> &'static str {
        let darkness = self.darkness(self.level(value));
        match colour(self.palette, self.theme, darkness).ink() {
            "#fff" if self.is_in_page => "var(--on-dark)",
            ink => ink,
        }
    }

    /// Draws the shades with their values from a height down. Gives the lower end.
    pub fn bar(&self, picture: &mut Picture, y: f64, label: &str) -> f64 {
        let (small, font) = (picture.style.small(), picture.style.font);
        let ticks = match self.quantity {
            Quantity::Shares => Ticks::SHARES,
            Quantity::Counts | Quantity::Numbers => Ticks::Round,
        };
        let axis = Axis::new(self.scale, ticks, label);
        let length = f64::min(0.6 * picture.style.width, 24.0 * font);
        let ticks = axis.ticks_across(length, small);
        let widest = text::widest(ticks.iter().map(|tick| &tick.label), small);
        let at = (0.0, y + font);
        let top =
            picture.write_wrapped(at, picture.style.width, font, "", &axis.label) - 0.9 * font;
        let bar = Area { x: widest / 2.0, y: top, width: length, height: 0.8 * font };
        let step = bar.width / LEVELS as f64;
        picture.group("shape-rendering=\"crispEdges\"", |picture| {
            for level in 0..LEVELS {
                // Neighbours overlap a little, so that the paper does not show between them.
                let width = step + if level + 1 < LEVELS { 0.4 } else { 0.0 };
                let area = Area { x: bar.x + level as f64 * step, width, ..bar };
                picture.rect(area, format_args!("fill=\"{}\"", self.colour_of(level)), "");
            }
        });
        for tick in ticks {
            let x = bar.x + self.scale.place(tick.value) * bar.width;
            picture.line((x, bar.bottom()), (x, bar.bottom() + 3.0), "class=\"frame\"");
            let at = (x, bar.bottom() + 3.0 + 1.1 * small);
            picture.write(at, Anchor::Middle, small, "", &tick.label);
        }
        bar.bottom() + 3.0 + 1.5 * small
    }
}

fn colour(palette: Palette, theme: Theme, darkness: usize) -> Colour {
    palette.of_amount((darkness as f64 + 0.5) / LEVELS as f64, theme)
}

/// The colours of shades as variables of a page with this theme.
pub fn variables(palette: Palette, theme: Theme) -> String {
    let shade = |level| format!("--v{level}:{};", colour(palette, theme, level));
    let on_dark = colour(palette, theme, LEVELS - 1).ink();
    (0..LEVELS).map(shade).collect::<String>() + &format!("--on-dark:{on_dark}")
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::shades::*;
    use crate::pictures::drawing::tests::assert_legible;

    #[test]
    fn harder_is_darker() {
        let counts =
            Shades::of(&Style::default(), Quantity::Counts, [64.0, 6.4e6].into_iter()).unwrap();
        assert!(counts.level(64.0) < counts.level(6.4e6));
        assert_eq!(counts.colour_of(0), colour(Palette::Viridis, Theme::Light, 0).to_string());
        let shares =
            Shades::of(&Style::default(), Quantity::Shares, [0.0, 0.9].into_iter()).unwrap();
        assert_eq!((shares.level(0.0), shares.level(1.0)), (0, LEVELS - 1));
        assert_eq!(
            shares.colour_of(LEVELS - 1),
            colour(Palette::Viridis, Theme::Light, 0).to_string()
        );
        assert_eq!(Shades::of(&Style::default(), Quantity::Counts, std::iter::empty()), None);
    }

    #[test]
    fn bars_are_legible() {
        let values = [(0.0, 0.0), (5.0, 5.0), (1848.0, 1848.0), (1.0, 1e21), (0.0, 0.03)];
        for (quantity, (low, high)) in [Quantity::Counts, Quantity::Numbers, Quantity::Shares]
            .into_iter()
            .flat_map(|quantity| values.map(|values| (quantity, values)))
        {
            for style in [Style::of_print(84.0, 9.0), Style::default(), Style::of_print(60.0, 12.0)]
            {
                let shades =
                    Shades::of(&Style::default(), quantity, [low, high].into_iter()).unwrap();
                let mut picture = Picture::of(&style, format!("{quantity:?} {low} {high}"));
                picture.height = shades.bar(&mut picture, 0.0, "median checks of all jobs");
                assert_legible(&picture);
            }
        }
    }
}
