//! A small curve for each of many groups: the share of jobs decided within a number of checks.

use crate::analysis::columns::Column;
use crate::pictures::drawing::{
    Anchor, Area, Axis, Frame, LINE, Picture, Style, Tick, Ticks, curves, panels, series, text,
};
use crate::pictures::groups::GroupStats;
use crate::pictures::{PlotError, PlotInput, ecdf};

/// How large the panels of a list are.
#[derive(Clone, Copy)]
struct Size {
    /// Whether the vertical axis has a label.
    has_label: bool,
    /// The least width, in sizes of texts.
    width: f64,
    /// The height, in least widths.
    height: f64,
}

/// The sizes: of them the first with which all panels fit a page.
const SIZES: [Size; 4] = [
    Size { has_label: true, width: 9.0, height: 0.8 },
    Size { has_label: true, width: 6.5, height: 0.8 },
    Size { has_label: false, width: 4.5, height: 0.8 },
    Size { has_label: false, width: 4.5, height: 0.55 },
];

/// Where panels and their names are.
struct NamedAreas {
    /// Where they begin.
    left: f64,
    /// Their width.
    room: f64,
    /// The height of the curve of a panel.
    step: f64,
    /// The height of the names above it.
    above: f64,
    /// The lines of the names.
    names: Vec<Vec<String>>,
    /// The panels with their names, without what stands left of all of them.
    areas: Vec<Area>,
}

/// The panels right of `left`, in a room of this width, each of at least this width, and of this
/// height in least widths.
fn named_areas(
    style: &Style,
    groups: &[GroupStats],
    [left, room, least, height]: [f64; 4],
) -> NamedAreas {
    let small = style.small();
    // Names stand above the panels, those of a row on as many lines.
    let name_room = |area: &Area| (area.width + panels::GAP - 2.0).min(style.width - area.x - left);
    let step = style.choices.height.unwrap_or(height * least.max(5.0 * small));
    let areas = panels::places(groups.len(), room, least, step, 0.0);
    let names: Vec<Vec<String>> = groups
        .iter()
        .zip(&areas)
        .map(|(group, area)| text::wrapped(short_name(group), small, name_room(area)))
        .collect();
    let lines = names.iter().map(Vec::len).max().unwrap_or(1);
    let above = LINE * small * lines as f64;
    let areas = panels::places(groups.len(), room, least, above + step, 0.0);
    NamedAreas { left, room, step, above, names, areas }
}

/// Draws the panels, and gives the lower end and notes on what they show. All starts of a board
/// stand as its squares do.
pub(super) fn draw(
    picture: &mut Picture,
    input: &PlotInput,
    by: &[Column],
    groups: &[GroupStats],
) -> Result<(f64, String), PlotError> {
    let style = &picture.style.clone();
    let small = style.small();
    let [wide, high] = [&style.choices.across, &style.choices.up];
    let up = Axis { scale: ecdf::up(groups), ticks: Ticks::Shares, label: "share decided" };
    let across =
        Axis { scale: ecdf::across(groups), ticks: Ticks::Round, label: "checks (logarithmic)" };
    let (across, up) = (across.chosen(wide)?, up.chosen(high)?);
    let shares = up.round(2);
    let widest = text::widest(shares.iter().map(|tick| &tick.label), small);
    let widest_name = text::widest(groups.iter().map(short_name), small);
    let columns = board_columns(input, by, groups);
    let beside = widest + 0.5 * small;
    let labelled = beside + LINE * style.font;
    let tried = tried(style, [beside, labelled], columns, widest_name);
    let fits = |layout: &NamedAreas| {
        style.choices.is_high() || panels::bottom(&layout.areas) <= style.room()
    };
    let densest = named_areas(style, groups, tried[tried.len() - 1]);
    let mut layouts = tried.into_iter().map(|sizes| named_areas(style, groups, sizes));
    let NamedAreas { left, room, step, above, names, areas } =
        layouts.find(fits).unwrap_or(densest);
    let has_label = left == labelled;
    let is_clipped = wide.limits.or(high.limits).is_some();
    let columns = areas.iter().filter(|area| area.y == areas[0].y).count();
    for (place, ((group, name), outer)) in groups.iter().zip(&names).zip(&areas).enumerate() {
        let area = Area { x: outer.x + left, y: outer.y + above, width: outer.width, height: step };
        let frame = Frame { area, across: across.scale, up: up.scale, is_clipped };
        for (line, text) in name.iter().rev().enumerate() {
            let baseline = area.y - (0.3 + LINE * line as f64) * small;
            picture.write((area.x, baseline), Anchor::Start, small, "", text);
        }
        let is_lowest = place + columns >= groups.len();
        let is_leftmost = place % columns == 0;
        grid(picture, small, &frame, &shares, (is_leftmost, is_lowest));
        panel(picture, &frame, place, group);
    }
    let below = panels::bottom(&areas) + 1.3 * small + LINE * style.font;
    let half = text::width(across.label, style.font) / 2.0;
    let middle = (left + room / 2.0).min(style.width - half).max(half);
    picture.write((middle, below), Anchor::Middle, style.font, "", across.label);
    if has_label {
        let middle = panels::bottom(&areas) / 2.0;
        picture.write_upright((style.font, middle), style.font, "", up.label);
    }
    let note = "Each curve: the share of the jobs of its group decided within a number of checks, as far \
                as it is known. Dot: their median, if it is a number.";
    picture.tabulate(|| ecdf::data(groups));
    Ok((below, note.to_owned()))
}

/// The sizes of [`named_areas`] to try, the best first: panels begin beside the label of the
/// vertical axis, or where it would be.
fn tried(
    style: &Style,
    [beside, labelled]: [f64; 2],
    columns: Option<usize>,
    widest_name: f64,
) -> Vec<[f64; 4]> {
    let small = style.small();
    let board = |left: f64| {
        let (room, least) = board_room(style.width - left, columns?, widest_name)?;
        Some([left, room, least, SIZES[0].height])
    };
    // A board needs the room more than the label does.
    match board(labelled).or_else(|| board(beside)) {
        Some(of_board) => vec![of_board],
        None => Vec::from(SIZES.map(|Size { has_label, width, height }| {
            let left = if has_label { labelled } else { beside };
            [left, style.width - left, width * small, height]
        })),
    }
}

/// The room for the panels of a board with this many columns, and the least width of a panel. Names
/// may be wider than their panels, but not meet the next one or leave the picture.
fn board_room(room: f64, columns: usize, widest_name: f64) -> Option<(f64, f64)> {
    let width = |room: f64| (room + panels::GAP) / columns as f64 - panels::GAP - 0.01;
    if width(room) >= widest_name {
        return Some((room, width(room)));
    }
    // The last name ends where the picture does.
    let narrower = (room - widest_name) / (columns as f64 - 1.0) - panels::GAP;
    let room = room - (widest_name - narrower);
    (narrower + panels::GAP - 2.0 >= widest_name).then_some((room, width(room)))
}

/// The name of a group where there is little room: `(1,1)`.
fn short_name(group: &GroupStats) -> &str {
    group.name.trim_start_matches("from ")
}

/// The columns of the board if the groups are all of its squares.
fn board_columns(input: &PlotInput, by: &[Column], groups: &[GroupStats]) -> Option<usize> {
    const MOST: u16 = 12;
    let board = input.jobs.settings().first()?.board;
    let are_squares = by == [Column::Start] && groups.len() == board.area();
    (are_squares && board.cols() <= MOST).then_some(board.cols().into())
}

/// The grid of a panel, with the numbers at the left and the lower edge of the picture.
fn grid(
    picture: &mut Picture,
    small: f64,
    frame: &Frame,
    shares: &[Tick],
    (is_leftmost, is_lowest): (bool, bool),
) {
    let Area { x, y, width, height } = frame.area;
    for Tick { value, label } in shares {
        let at = frame.y(*value);
        picture.line((x, at), (x + width, at), "class=\"grid\"");
        if is_leftmost {
            let end = (x - 0.3 * small, at + 0.36 * small);
            picture.write(end, Anchor::End, small, "", label);
        }
    }
    let mut free_from = f64::NEG_INFINITY;
    for Tick { value, label } in frame.across.ticks(4) {
        let at = frame.x(value);
        picture.line((at, y), (at, y + height), "class=\"grid\"");
        let half = text::width(&label, small) / 2.0;
        // Numbers stay within the picture, and off those of the panels beside theirs.
        let beyond = panels::GAP / 2.0 - 0.2 * small;
        let end = (x + width + beyond).min(picture.width);
        let at = at.max(x - beyond + half).min(end - half);
        if is_lowest && at - half >= free_from {
            free_from = at + half + 0.4 * small;
            picture.write((at, y + height + 1.2 * small), Anchor::Middle, small, "", &label);
        }
    }
}

fn panel(picture: &mut Picture, frame: &Frame, place: usize, group: &GroupStats) {
    let words = super::in_words(group);
    picture.group(format_args!("data-series=\"{place}\""), |picture| {
        // The whole panel has the tooltip.
        picture.rect(frame.area, "class=\"frame\" pointer-events=\"all\"", &words);
        frame.begin(picture);
        let steps = curves::thinned(&ecdf::steps(frame, &group.stats));
        picture.polyline(&steps, series::line(0, 1.4), "");
        if let Some(median) = group.stats.median().number() {
            let (x, y) = frame.point(median.as_f64().max(1.0), 0.5);
            picture.disc(x, y, 2.2, "class=\"ink\"", &words);
        }
        frame.end(picture);
    });
}
