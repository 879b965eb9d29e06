//! The pictures of a report.

use std::collections::BTreeSet;

use crate::pictures::drawing::Style;
use crate::pictures::drawing::svg::escaped;
use crate::pictures::{PLOTS, Plot, PlotInput, PlotOption};
use crate::report::{card, note};
use crate::text::formatting::joined;

/// The style of a picture in one of two columns.
const STYLE: Style = Style::in_page(642.0);

/// The most bytes of a picture: a page must be quick to mail and to open.
const MOST_BYTES: usize = 400_000;

/// A card for each of these kinds of pictures, or without any for each kind that shows something.
/// Jobs that several files have are there once, so files have no pairs then.
pub(super) fn html(input: &PlotInput, kinds: &[&'static Plot], has_repeats: bool) -> String {
    let variety = input.variety();
    let is_asked = !kinds.is_empty();
    let plots = if is_asked { kinds } else { &PLOTS[..] };
    let mut html = String::new();
    for plot in plots {
        if !is_asked && !(plot.is_worth)(input, &variety) {
            continue;
        }
        if has_repeats && plot.takes(PlotOption::Sides) {
            if is_asked {
                html += &left_out(plot, input, "several files have the same jobs");
            }
            continue;
        }
        match plot.picture(input, &STYLE) {
            Ok(picture) => {
                let svg = picture.inline();
                html += &match svg.len() > MOST_BYTES {
                    true => left_out(plot, input, "it is too large for this page"),
                    false => figure(plot, &picture.headline, &svg),
                };
            }
            Err(error) if is_asked || error.is_about_room() => {
                html +=
                    &card(plot.name, &note(&format!("Left out: {}.", escaped(&error.to_string()))));
            }
            Err(_) => {}
        }
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

/// What stands in the place of a picture that another command draws, and why.
fn left_out(plot: &Plot, input: &PlotInput, why: &str) -> String {
    let files: BTreeSet<usize> = input.jobs.iter().map(|row| row.file).collect();
    let files = files.into_iter().filter_map(|file| input.files.get(file));
    let (files, kind) = (escaped(&joined(files, " ")), plot.name);
    let command = format!("<code>knightsweep plot {files} --kind {kind}</code>");
    card(kind, &note(&format!("Left out, as {why}: {command} draws it.")))
}
