//! The pictures of a report.

use crate::pictures::drawing::Style;
use crate::pictures::drawing::svg::escaped;
use crate::pictures::{PLOTS, Plot, PlotInput};
use crate::report::{card, note};

/// The style of a picture in one of two columns.
const STYLE: Style = Style::in_page(642.0);

/// The most bytes of a picture: a page must be quick to mail and to open.
const MOST_BYTES: usize = 400_000;

/// A card for each of these kinds of pictures, or without any for each kind that shows something.
pub(super) fn html(input: &PlotInput, kinds: &[&'static Plot]) -> String {
    let variety = input.variety();
    let is_asked = !kinds.is_empty();
    let plots = if is_asked { kinds } else { &PLOTS[..] };
    let mut html = String::new();
    for plot in plots {
        if !is_asked && !(plot.is_worth)(input, &variety) {
            continue;
        }
        let left_out = |why: &str| card(plot.name, &note(&format!("Left out: {why}.")));
        let picture = plot.picture(input, &STYLE).map(|picture| (picture.inline(), picture));
        html += &match picture {
            Ok((svg, picture)) if svg.len() <= MOST_BYTES => figure(plot, &picture.headline, &svg),
            Ok(_) => left_out("it is too large for a page; <code>knightsweep plot</code> draws it"),
            Err(error) if is_asked || error.is_about_room() => {
                left_out(&escaped(&error.to_string()))
            }
            Err(_) => String::new(),
        };
    }
    html
}

/// A picture below its headline. On a phone it scrolls, so the keys must reach it.
fn figure(plot: &Plot, headline: &str, svg: &str) -> String {
    let (name, headline) = (plot.name, escaped(headline));
    format!(
        "<figure class=\"card {name}\" tabindex=\"0\">\n<figcaption>{headline}</figcaption>\n{svg}</figure>\n"
    )
}
