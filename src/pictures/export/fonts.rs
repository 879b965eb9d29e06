//! The fonts of rendered pictures.

use std::sync::Arc;

use resvg::usvg::{Error, Options, Tree, fontdb};

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
