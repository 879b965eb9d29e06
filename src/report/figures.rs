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
    let mut room = MOST_BYTES;
    let cards: String = std::iter::once(natural)
        .chain(others)
        .filter(|kind| *kind != Kind::Tour)
        .map(|kind| card(kind, input, &mut room))
        .collect();
    if cards.is_empty() { cards } else { format!("<div class=\"cards\">\n{cards}</div>\n") }
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

/// A picture at each width, or why it is left out. Empty if there is nothing to show.
fn card(kind: Kind, input: &PlotInput, room: &mut usize) -> String {
    let left_out = |why: &str| {
        let files = escaped(&input.files.join(" "));
        let by_hand = format!("<code>knightsweep plot {files} --kind {kind}</code> draws it");
        let why = note(&format!("Left out, {}: {by_hand}.", escaped(why)));
        format!("<div class=\"card\"><h3>{kind}</h3>\n{why}</div>\n")
    };
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
    if drawn.is_empty() {
        return match refused {
            Some(
                error @ (PlotError::Board { .. }
                | PlotError::TooManyGroups { .. }
                | PlotError::TooManyPanels { .. }
                | PlotError::TooManySeries { .. }),
            ) => {
                let why = note(&format!("Left out: {}.", escaped(&error.to_string())));
                format!("<div class=\"card\"><h3>{kind}</h3>\n{why}</div>\n")
            }
            // The others have nothing to show.
            _ => String::new(),
        };
    }
    if drawn.len() > *room {
        return left_out("as it is too large for this page");
    }
    *room -= drawn.len();
    format!(
        "<figure class=\"card\" id=\"{kind}\">\n<figcaption>{headline}</figcaption>\n{drawn}</figure>\n"
    )
}
