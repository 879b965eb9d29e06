//! The pictures of a report, chosen by what varies.

use crate::pictures::drawing::Style;
use crate::pictures::drawing::svg::escaped;
use crate::pictures::{PLOTS, Plot, PlotError, PlotInput, kinds, tour};
use crate::report::note;

/// A card of a page with two columns, and one on a phone.
const STYLES: [(&str, Style); 2] =
    [("wide", Style::of_pixels(642.0, 12.0)), ("narrow", Style::of_pixels(340.0, 12.0))];

/// The most bytes of all pictures: a page must be quick to mail and to open.
const MOST_BYTES: usize = 800_000;

/// The picture that suits the jobs best, then the others that show something.
pub(super) fn html(input: &PlotInput) -> String {
    let natural = kinds::natural(input);
    let variety = input.variety();
    let is_other = |plot: &&Plot| *plot != natural && (plot.is_worth)(input, &variety);
    // The easiest and the hardest jobs have their tours.
    let first = Some(natural).filter(|plot| **plot != tour::PLOT);
    let plots = first.into_iter().chain(PLOTS.into_iter().filter(is_other));
    let mut cards: Vec<Card> = plots.map(|plot| Card::new(plot, input)).collect();
    leave_out_the_largest(&mut cards, input);
    let html: String = cards.into_iter().map(|card| card.html).collect();
    if html.is_empty() { html } else { format!("<div class=\"cards\">\n{html}</div>\n") }
}

/// Leaves out pictures until the others have room. The first one is kept if it can be, and so are
/// small ones.
fn leave_out_the_largest(cards: &mut [Card], input: &PlotInput) {
    let mut by_size: Vec<&mut Card> = cards.iter_mut().collect();
    if let Some((_, others)) = by_size.split_first_mut() {
        others.sort_by_key(|card| card.picture_bytes);
    }
    let mut room = MOST_BYTES;
    for card in by_size {
        match room.checked_sub(card.picture_bytes) {
            Some(left) => room = left,
            None => card.leave_out(input),
        }
    }
}

/// A kind of picture on the page.
struct Card {
    plot: &'static Plot,
    /// The picture at each width, or why it is left out. Empty if there is nothing to show.
    html: String,
    /// The bytes of the pictures in it.
    picture_bytes: usize,
}

impl Card {
    fn new(plot: &'static Plot, input: &PlotInput) -> Card {
        let mut headline = String::new();
        let mut drawn = String::new();
        let mut refused = None;
        for (class, style) in STYLES {
            match plot.picture(input, &style) {
                Ok(picture) => {
                    headline = escaped(&picture.headline);
                    drawn += &format!("<div class=\"{class}\">\n{}</div>\n", picture.inline());
                }
                // What this width has no room for is there at the other one.
                Err(error) => refused = Some(error),
            }
        }
        let picture_bytes = drawn.len();
        let html = if drawn.is_empty() {
            refused.map_or(String::new(), |error| in_its_place(plot.name, &error))
        } else {
            format!(
                "<figure class=\"card\" id=\"{}\">\n<figcaption>{headline}</figcaption>\n\
                 {drawn}</figure>\n",
                plot.name
            )
        };
        Card { plot, html, picture_bytes }
    }

    fn leave_out(&mut self, input: &PlotInput) {
        let files = escaped(&input.files.join(" "));
        let kind = self.plot.name;
        let by_hand = format!("<code>knightsweep plot {files} --kind {kind}</code> draws it");
        let why = note(&format!("Left out, as this page has no room for it: {by_hand}."));
        self.html = format!("<div class=\"card\"><h3>{kind}</h3>\n{why}</div>\n");
    }
}

/// Says why a picture cannot be drawn. Empty if there is nothing to show.
fn in_its_place(kind: &str, error: &PlotError) -> String {
    match error {
        PlotError::Board { .. }
        | PlotError::TooManyGroups { .. }
        | PlotError::TooManyPanels { .. } => {
            let why = note(&format!("Left out: {}.", escaped(&error.to_string())));
            format!("<div class=\"card\"><h3>{kind}</h3>\n{why}</div>\n")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::report::figures::*;

    #[test]
    fn the_largest_pictures_make_room_for_the_others() {
        let card = |place: usize, part: usize| Card {
            plot: PLOTS[place],
            html: "picture".to_owned(),
            picture_bytes: MOST_BYTES * part / 10,
        };
        let mut cards = [card(0, 5), card(1, 4), card(2, 3), card(3, 1)];
        leave_out_the_largest(&mut cards, &PlotInput::default());
        let kept = cards.map(|card| card.html == "picture");
        assert_eq!(kept, [true, false, true, true]);
    }
}
