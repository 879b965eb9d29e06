//! The pictures of a report, chosen by what varies.

use crate::pictures::drawing::svg::escaped;
use crate::pictures::{self, Kind, PlotError, PlotInput, Style, Variety};
use crate::report::note;
use knight_search::Engine;

/// A card of a page with two columns, and one on a phone.
const STYLES: [(&str, Style); 2] =
    [("wide", Style { width: 642.0, font: 12.0 }), ("narrow", Style { width: 340.0, font: 12.0 })];

/// The most bytes of all pictures: a page must be quick to mail and to open.
const MOST_BYTES: usize = 800_000;

/// The picture that suits the jobs best, then the others that show something.
pub fn html(input: &PlotInput) -> String {
    let natural = pictures::natural_kind(input);
    let variety = input.variety();
    let others = Kind::ALL
        .iter()
        .copied()
        .filter(|kind| *kind != natural && is_worth(*kind, input, &variety));
    let kinds = std::iter::once(natural).chain(others).filter(|kind| *kind != Kind::Tour);
    let mut cards: Vec<Card> = kinds.map(|kind| Card::new(kind, input)).collect();
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
    kind: Kind,
    /// The picture at each width, or why it is left out. Empty if there is nothing to show.
    html: String,
    /// The bytes of the pictures in it.
    picture_bytes: usize,
}

/// Whether a kind shows something that the numbers do not.
fn is_worth(kind: Kind, input: &PlotInput, variety: &Variety) -> bool {
    let &Variety { rows, boards, starts, orders } = variety;
    match kind {
        Kind::Heatmap => starts > 1,
        Kind::Ecdf | Kind::Pairs => rows > 1,
        Kind::Growth => boards > 1,
        Kind::Success => boards > 2 && input.jobs.settings().iter().any(|one| one.rule.is_greedy()),
        Kind::Distribution => orders > 1,
        Kind::Matrix => orders > 1 && starts > 1,
        Kind::Times => {
            let is_stepped = |engine| engine == Engine::Step;
            rows > 1 && input.jobs.settings().iter().all(|setting| is_stepped(setting.engine))
        }
        // The easiest and the hardest jobs have their tours.
        Kind::Tour => false,
    }
}

impl Card {
    fn new(kind: Kind, input: &PlotInput) -> Card {
        let mut headline = String::new();
        let mut drawn = String::new();
        let mut refused = None;
        for (class, style) in STYLES {
            match pictures::draw(kind, input, &style) {
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
            refused.map_or(String::new(), |error| in_its_place(kind, &error))
        } else {
            format!(
                "<figure class=\"card\" id=\"{kind}\">\n<figcaption>{headline}</figcaption>\n\
                 {drawn}</figure>\n"
            )
        };
        Card { kind, html, picture_bytes }
    }

    fn leave_out(&mut self, input: &PlotInput) {
        let files = escaped(&input.files.join(" "));
        let kind = self.kind;
        let by_hand = format!("<code>knightsweep plot {files} --kind {kind}</code> draws it");
        let why = note(&format!("Left out, as this page has no room for it: {by_hand}."));
        self.html = format!("<div class=\"card\"><h3>{kind}</h3>\n{why}</div>\n");
    }
}

/// Says why a picture cannot be drawn. Empty if there is nothing to show.
fn in_its_place(kind: Kind, error: &PlotError) -> String {
    match error {
        PlotError::Board { .. }
        | PlotError::TooManyGroups { .. }
        | PlotError::TooManyPanels { .. }
        | PlotError::TooManySeries { .. } => {
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
        let card = |kind, part: usize| Card {
            kind,
            html: "picture".to_owned(),
            picture_bytes: MOST_BYTES * part / 10,
        };
        let mut cards = [
            card(Kind::Heatmap, 5),
            card(Kind::Ecdf, 4),
            card(Kind::Matrix, 3),
            card(Kind::Pairs, 1),
        ];
        leave_out_the_largest(&mut cards, &PlotInput::default());
        let kept = cards.map(|card| card.html == "picture");
        assert_eq!(kept, [true, false, true, true]);
    }
}
