//! SVG to PDF, with texts that can be selected.

use krilla::Document;
use krilla::geom::{Size, Transform};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};

use crate::pictures::drawing::style::POINT;
use crate::pictures::drawing::svg::MADE_BY;
use crate::pictures::export::fonts;

/// Why a picture cannot be made a PDF.
#[derive(Debug, thiserror::Error)]
#[error("cannot make a PDF: {0}")]
pub struct PdfError(String);

/// Renders an SVG as a page of its size.
///
/// # Errors
/// [`PdfError`] if the text is not SVG.
pub fn render(svg: &str, title: &str) -> Result<Vec<u8>, PdfError> {
    let tree = fonts::tree(svg).map_err(|error| PdfError(error.to_string()))?;
    // An SVG has 96 units to the inch, a PDF 72.
    let scale = 1.0 / POINT as f32;
    let (width, height) = (tree.size().width(), tree.size().height());
    let size = |scale: f32| {
        Size::from_wh(width * scale, height * scale)
            .ok_or_else(|| PdfError(format!("{width} x {height} is not a size")))
    };
    let mut document = Document::new();
    let metadata = Metadata::new().title(title.to_owned()).creator(MADE_BY.to_owned());
    document.set_metadata(metadata);
    let mut page = document.start_page_with(PageSettings::new(size(scale)?));
    let mut surface = page.surface();
    surface.push_transform(&Transform::from_scale(scale, scale));
    surface
        .draw_svg(&tree, size(1.0)?, SvgSettings::default())
        .ok_or_else(|| PdfError("the picture cannot be drawn".to_owned()))?;
    surface.pop();
    surface.finish();
    page.finish();
    let mut pdf = document.finish().map_err(|error| PdfError(format!("{error:?}")))?;
    // A comment after the end: by it the program knows its own files.
    pdf.extend(format!("\n%{MADE_BY}\n").bytes());
    Ok(pdf)
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::caption::Caption;
    use crate::pictures::drawing::style::Style;
    use crate::pictures::drawing::svg::{Anchor, Picture};
    use crate::pictures::export::pdf::*;

    #[test]
    fn a_page_has_the_size_of_the_picture_and_its_fonts() {
        let style = Style::of_print(84.0, 9.0);
        let mut picture = Picture::of(&style, "");
        picture.height = 100.0;
        picture.write((10.0, 20.0), Anchor::Start, 12.0, "", "66,005,601 checks, 10⁶");
        let pdf = render(&picture.standalone(&Caption::default()), "a title").unwrap();
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.starts_with("%PDF") && text.ends_with("%made by knightsweep\n"));
        // 84 mm are 238.11 points.
        assert!(text.contains("/MediaBox[0 0 238.11"), "{text}");
        assert!(text.contains("/FontFile") && text.contains("Roboto"));
        let again = render(&picture.standalone(&Caption::default()), "a title").unwrap();
        assert_eq!(pdf, again);
    }

    #[test]
    fn what_is_not_svg_is_refused() {
        assert!(render("<html/>", "").is_err());
    }
}
