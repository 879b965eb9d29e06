//! The fonts of rendered pictures.

use std::collections::BTreeSet;
use std::sync::Arc;

use resvg::usvg::{Error, Group, Node, Options, Tree, fontdb};

const REGULAR: &[u8] = include_bytes!("font/Roboto-Regular.ttf");
const BOLD: &[u8] = include_bytes!("font/Roboto-Bold.ttf");

/// An SVG with its texts in the fonts of the program.
pub fn tree(svg: &str) -> Result<Tree, Error> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(BOLD.to_vec());
    fonts.set_sans_serif_family("Roboto");
    let fontdb = Arc::new(fonts);
    let family = "Roboto".to_owned();
    Tree::from_str(svg, &Options { fontdb, font_family: family, ..Options::default() })
}

/// The characters in the texts of an SVG that the fonts of the program lack, so that they are not
/// drawn, ascending; none if it is not SVG.
pub fn missing_characters(svg: &str) -> BTreeSet<char> {
    let mut missing = BTreeSet::new();
    if let Ok(tree) = tree(svg) {
        add_missing(tree.root(), &mut missing);
    }
    missing
}

fn add_missing(group: &Group, missing: &mut BTreeSet<char>) {
    /// The glyph of what a font does not have, in every font.
    const NOT_DEFINED: u16 = 0;
    for node in group.children() {
        match node {
            Node::Group(group) => add_missing(group, missing),
            Node::Text(text) => {
                let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                let undefined = glyphs.filter(|glyph| glyph.id.0 == NOT_DEFINED);
                missing.extend(undefined.flat_map(|glyph| glyph.text.chars()));
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::caption::Caption;
    use crate::pictures::drawing::style::Style;
    use crate::pictures::drawing::svg::{Anchor, Picture};
    use crate::pictures::export::fonts::*;

    #[test]
    fn characters_that_the_fonts_lack_are_named() {
        let missing = |text: &str| {
            let mut picture = Picture::of(&Style::default(), "");
            picture.write((0.0, 20.0), Anchor::Start, 12.0, "", text);
            missing_characters(&picture.standalone(&Caption::default()))
        };
        assert!(missing("8x8 · (1,1) · ≈ 10³⁸ Größe µs").is_empty());
        assert_eq!(missing("ナイト 8x8 \u{2658}").into_iter().collect::<String>(), "♘イトナ");
    }
}
