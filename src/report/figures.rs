//! The pictures of a report, chosen by what varies.

use std::collections::{BTreeSet, HashSet};
use std::mem;

use crate::analysis::Setting;
use crate::pictures::drawing::Style;
use crate::pictures::drawing::svg::escaped;
use crate::pictures::{PLOTS, Plot, PlotError, PlotInput, kinds, tour};
use crate::report::note;
use crate::text::formatting::joined;
use knight_search::{Board, Goal, Rule};

/// The widths of a card of a page with two columns, and of one on a phone, in pixels.
const WIDTHS: [(&str, f64); 2] = [("wide", 642.0), ("narrow", 340.0)];

/// The most bytes of all pictures: a page must be quick to mail and to open.
const MOST_BYTES: usize = 800_000;

/// The most experiments whose jobs are drawn together.
const MOST_TOGETHER: usize = 4;

/// The pictures of the jobs of all experiments, or of each if there are many or they have little in
/// common. An experiment has a title and the places of its files. Without kinds those are drawn
/// that suit the jobs.
pub(super) fn html(
    input: &PlotInput,
    experiments: &[(&str, Vec<usize>)],
    kinds: &[&'static Plot],
    can_draw: impl Fn(&Plot) -> bool,
) -> String {
    let is_asked = !kinds.is_empty();
    let (mut cards, mut without): (Vec<Card>, Vec<String>) = Default::default();
    if experiments.len() <= MOST_TOGETHER && (is_asked || are_alike(input, experiments)) {
        let mut plots = if is_asked { kinds.to_vec() } else { usual(input) };
        plots.retain(|plot| can_draw(plot));
        let card = |plot| Card::new(plot, input, (0, ""), is_asked);
        cards.extend(plots.into_iter().map(card));
    } else {
        for (place, (title, files)) in experiments.iter().enumerate() {
            let part = of_files(input, files);
            let plots = if is_asked { Ok(kinds.to_vec()) } else { best(&part).map(|it| vec![it]) };
            match plots {
                Ok(mut plots) => {
                    plots.retain(|plot| can_draw(plot));
                    let card = |plot| Card::new(plot, &part, (place, title), true);
                    cards.extend(plots.into_iter().map(card));
                }
                Err(why) => without.push(note(&escaped(&format!("{title}: no picture: {why}.")))),
            }
        }
    }
    if kinds.iter().any(|kind| !can_draw(kind)) {
        without.push(note(
            "No pairs: several files have the same jobs, and each job counts once. \
             <code>knightsweep plot --kind pairs</code> compares the files.",
        ));
    }
    leave_out_the_largest(&mut cards);
    let html: String = cards.into_iter().map(|card| card.html).collect();
    match html.as_str() {
        "" => without.concat(),
        html => format!("<div class=\"cards\">\n{html}</div>\n{}", without.concat()),
    }
}

/// Whether the experiments have the same boards and goals, or the same rules and goals.
fn are_alike(input: &PlotInput, experiments: &[(&str, Vec<usize>)]) -> bool {
    let settings = |files: &[usize]| -> BTreeSet<Setting> {
        let rows = input.jobs.iter().filter(|row| files.contains(&row.file));
        rows.map(|row| row.setting).collect()
    };
    let all = experiments.iter().map(|(_, files)| settings(files));
    let all: Vec<BTreeSet<Setting>> = all.filter(|settings| !settings.is_empty()).collect();
    type Traits = (Option<Board>, Option<Rule>, Goal);
    let share = |of: fn(&Setting) -> Traits| {
        let traits = all.iter().map(|settings| settings.iter().map(of).collect());
        traits.collect::<HashSet<BTreeSet<Traits>>>().len() < 2
    };
    share(|one| (Some(one.board), None, one.goal)) || share(|one| (None, Some(one.rule), one.goal))
}

/// The best kind that can show the jobs of an experiment, or why there is none.
fn best(part: &PlotInput) -> Result<&'static Plot, String> {
    if part.jobs.is_empty() {
        return Err("files before it have all of its jobs".to_owned());
    }
    let style = Style::in_page(WIDTHS[0].1);
    let (plot, _) = kinds::best(part, &style).map_err(|error| error.to_string())?;
    match (part.jobs.len(), (plot.is_worth)(part, &part.variety())) {
        (_, true) => Ok(plot),
        (1, false) => Err("it is a single job, which the tables show".to_owned()),
        (_, false) => {
            let other = usual(part).into_iter().find(|other| *other != plot);
            other.ok_or_else(|| "its jobs differ in nothing that a picture shows".to_owned())
        }
    }
}

/// The jobs of some files.
fn of_files(input: &PlotInput, files: &[usize]) -> PlotInput {
    let (files_of_all, by) = (input.files.clone(), input.by.clone());
    let mut part = PlotInput { files: files_of_all, by, ..PlotInput::default() };
    let rows = input.jobs.iter().filter(|row| files.contains(&row.file));
    rows.for_each(|row| part.jobs.push(&row));
    part
}

/// The kind that suits the jobs best and all others that show something.
fn usual(input: &PlotInput) -> Vec<&'static Plot> {
    let (natural, variety) = (kinds::natural(input), input.variety());
    let is_shown = |plot: &&Plot| match *plot == natural {
        // The easiest and the hardest jobs have their tours.
        true => **plot != tour::PLOT,
        false => (plot.is_worth)(input, &variety),
    };
    let others = PLOTS.into_iter().filter(|plot| *plot != natural);
    std::iter::once(natural).chain(others).filter(is_shown).collect()
}

/// Leaves out pictures until the others have room. The first one of each experiment is kept if it
/// can be, and so are small ones.
fn leave_out_the_largest(cards: &mut [Card]) {
    let mut firsts = HashSet::new();
    let mut by_size: Vec<(bool, &mut Card)> =
        cards.iter_mut().map(|card| (!firsts.insert(card.experiment), card)).collect();
    by_size.sort_by_key(|(is_other, card)| (*is_other, card.picture_bytes));
    let mut room = MOST_BYTES;
    for (_, card) in by_size {
        match room.checked_sub(card.picture_bytes) {
            Some(left) => room = left,
            None => card.html = mem::take(&mut card.left_out),
        }
    }
}

/// A kind of picture on the page.
struct Card {
    /// The place of its experiment.
    experiment: usize,
    /// The picture at each width, or why it is left out. Empty if there is nothing to show.
    html: String,
    /// What stands in its place where it has no room.
    left_out: String,
    /// The bytes of the pictures in it.
    picture_bytes: usize,
}

impl Card {
    /// A picture of an experiment, given by its place and its title. If it cannot be drawn the card
    /// says why, always or only if there is no room for it.
    fn new(
        plot: &'static Plot,
        input: &PlotInput,
        (experiment, title): (usize, &str),
        says_why: bool,
    ) -> Card {
        let mut headline = String::new();
        let mut drawn = String::new();
        let mut refused = None;
        for (class, width) in WIDTHS {
            match plot.picture(input, &Style::in_page(width)) {
                Ok(picture) => {
                    headline = escaped(&picture.headline);
                    drawn += &format!("<div class=\"{class}\">\n{}</div>\n", picture.inline());
                }
                // What this width has no room for is there at the other one.
                Err(error) => refused = Some(error),
            }
        }
        let picture_bytes = drawn.len();
        let (title, heading) = match title {
            "" => (String::new(), plot.name.to_owned()),
            title => {
                let title = escaped(title);
                (format!("<h3>{title}</h3>"), format!("{title}: {}", plot.name))
            }
        };
        let html = if drawn.is_empty() {
            let is_said = |error: &PlotError| says_why || error.is_about_room();
            let why = refused.filter(is_said).map(|error| escaped(&error.to_string()));
            why.map_or(String::new(), |why| left_out(&heading, &format!("Left out: {why}.")))
        } else {
            format!(
                "<figure class=\"card {}\">\n<figcaption>{title}{headline}</figcaption>\n{drawn}</figure>\n",
                plot.name
            )
        };
        let files: BTreeSet<usize> = input.jobs.iter().map(|row| row.file).collect();
        let files = files.into_iter().filter_map(|file| input.files.get(file));
        let (files, kind) = (escaped(&joined(files, " ")), plot.name);
        let why = format!(
            "Left out, as this page has no room for it: <code>knightsweep plot {files} --kind \
             {kind}</code> draws it."
        );
        Card { experiment, html, left_out: left_out(&heading, &why), picture_bytes }
    }
}

/// What stands in the place of a picture.
fn left_out(heading: &str, why: &str) -> String {
    format!("<div class=\"card\"><h3>{heading}</h3>\n{}</div>\n", note(why))
}

#[cfg(test)]
mod tests {
    use crate::report::figures::*;

    #[test]
    fn the_largest_pictures_make_room_for_the_others() {
        let card = |experiment: usize, part: usize| Card {
            experiment,
            html: "picture".to_owned(),
            left_out: String::new(),
            picture_bytes: MOST_BYTES * part / 10,
        };
        let kept = |mut cards: [Card; 4]| {
            leave_out_the_largest(&mut cards);
            cards.map(|card| !card.html.is_empty())
        };
        assert_eq!(
            kept([card(0, 5), card(0, 4), card(0, 3), card(0, 1)]),
            [true, false, true, true]
        );
        assert_eq!(
            kept([card(0, 3), card(0, 4), card(1, 3), card(2, 3)]),
            [true, false, true, true]
        );
    }
}
