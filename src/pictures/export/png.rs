//! SVG to PNG.

use png::{BitDepth, ColorType, Encoder, EncodingError, PixelDimensions, Unit};
use resvg::tiny_skia::{Color, Pixmap, Transform};

use crate::pictures::drawing::colour::Theme;
use crate::pictures::drawing::svg::MADE_BY;
use crate::pictures::export::fonts;

/// Why a picture cannot be rendered as PNG.
#[derive(Debug, thiserror::Error)]
#[error("cannot make a PNG: {0}")]
pub struct PngError(String);

/// The longest side of an image, in pixels.
const LONGEST_SIDE: f32 = 16_000.0;

/// Renders an SVG, with `scale` pixels for each of its units.
///
/// # Errors
/// [`PngError`] if the text is not SVG, or its image would be too large.
pub fn render(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let tree = fonts::tree(svg).map_err(|error| PngError(error.to_string()))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let too_large = || {
        PngError(format!(
            "{width:.0} x {height:.0} pixels are too many, at most 16,000 a side; use SVG"
        ))
    };
    if width.max(height) > LONGEST_SIDE {
        return Err(too_large());
    }
    let mut pixels =
        Pixmap::new(width.ceil() as u32, height.ceil() as u32).ok_or_else(too_large)?;
    // The last pixels may be covered in part only.
    if !svg.contains(Theme::Transparent.rules()) {
        pixels.fill(Color::WHITE);
    }
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    encoded(pixels, scale).map_err(|error| PngError(error.to_string()))
}

/// The pixels as a PNG file that names the program and has the size of the SVG on paper.
fn encoded(pixels: Pixmap, scale: f32) -> Result<Vec<u8>, EncodingError> {
    /// Units of an SVG to the metre.
    const UNITS: f32 = 96.0 / 0.0254;
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let a_metre = (scale * UNITS).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: a_metre,
        yppu: a_metre,
        unit: Unit::Meter,
    }));
    encoder.add_text_chunk("Comment".to_owned(), MADE_BY.to_owned())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.take_demultiplied())?;
    writer.finish()?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::caption::Caption;
    use crate::pictures::drawing::style::Style;
    use crate::pictures::drawing::svg::{Anchor, Area, Picture};
    use crate::pictures::export::png::*;

    fn picture(width: f64, height: f64) -> Picture {
        let mut picture = Picture::of(&Style::of_pixels(width, 12.0), "");
        picture.height = height;
        picture
    }

    /// The shares of pixels that are not white in a picture with this text.
    fn ink(text: &str) -> f64 {
        let mut picture = picture(200.0, 50.0);
        picture.write((0.0, 20.0), Anchor::Start, 12.0, "", text);
        let png = render(&picture.standalone(&Caption::default()), 2.0).unwrap();
        let pixels = Pixmap::decode_png(&png).unwrap();
        let dark = pixels.pixels().iter().filter(|pixel| pixel.red() < 128).count();
        dark as f64 / pixels.pixels().len() as f64
    }

    #[test]
    fn texts_need_no_fonts_of_the_system() {
        assert_eq!(ink(""), 0.0);
        for text in ["checks", "10⁶", "8ⁿ", "µs", "8⁸·⁶⁶", "×–"] {
            assert!(ink(text) > 0.0001, "{text}");
        }
        let (sign, unknown) = (ink("≈"), ink("\u{2603}"));
        assert!(sign > 0.0001 && sign != unknown, "{sign} {unknown}");
    }

    #[test]
    fn styles_of_classes_apply() {
        let mut picture = picture(100.0, 100.0);
        picture.rect(Area { x: 0.0, y: 0.0, width: 100.0, height: 100.0 }, "class=\"ink\"", "");
        let png = render(&picture.standalone(&Caption::default()), 1.0).unwrap();
        let pixels = Pixmap::decode_png(&png).unwrap();
        let corner = pixels.pixel(0, 0).unwrap();
        let middle = pixels.pixel(pixels.width() / 2, pixels.height() / 2).unwrap();
        assert_eq!((corner.red(), middle.red()), (0xff, 0x22));
    }

    #[test]
    fn images_have_the_size_of_the_picture_on_paper() {
        let svg = picture(100.0, 50.0).standalone(&Caption::default());
        let png = render(&svg, 300.0 / 96.0).unwrap();
        let decoder = png::Decoder::new(std::io::Cursor::new(png));
        let reader = decoder.read_info().unwrap();
        let PixelDimensions { xppu, unit, .. } = reader.info().pixel_dims.unwrap();
        // 300 pixels to the inch.
        assert_eq!((xppu, unit), (11_811, Unit::Meter));
    }

    #[test]
    fn images_too_large_are_refused() {
        let picture = picture(1e6, 10.0);
        assert!(render(&picture.standalone(&Caption::default()), 1.0).is_err());
    }
}
