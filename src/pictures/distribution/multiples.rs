//! A small curve for each of many groups: the share of jobs decided within a number of checks.

use crate::analysis::columns::Column;
use crate::pictures::drawing::{
    Anchor, Area, Axis, Frame, LINE, Picture, Style, Tick, Ticks, axes, curves, panels, series,
    text,
};
use crate::pictures::groups::GroupStats;
use crate::pictures::{PlotError, PlotInput, ecdf};

/// The panels with the names above them, right of what stands beside all of them.
struct NamedPanels {
    /// How many stand side by side.
    columns: usize,
    /// The height of the names.
    above: f64,
    /// The lines of the names.
    names: Vec<Vec<String>>,
    /// Where panels and names are.
    areas: Vec<Area>,
}

impl NamedPanels {
    /// Panels as high as a page has room for, in `columns` or as many as are legible side by side.
    fn of(style: &Style, groups: &[GroupStats], left: f64, columns: Option<usize>) -> NamedPanels {
        let (small, room) = (style.small(), style.width - left);
        let width = |columns: usize| (room + panels::GAP) / columns as f64 - panels::GAP;
        let widest = text::widest(groups.iter().map(short_name), small);
        let columns = columns.filter(|columns| width(*columns) >= widest);
        let columns = columns.unwrap_or_else(|| {
            panels::even(groups.len(), panels::fitting(room, 6.5 * small, panels::GAP))
        });
        let name = |group| text::wrapped(short_name(group), small, width(columns) - 2.0);
        let names: Vec<Vec<String>> = groups.iter().map(name).collect();
        let above = LINE * small * names.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let rows = groups.len().div_ceil(columns) as f64;
        // The title and the notes of a narrow picture are high.
        let most = 0.8 * style.room() / rows - above - panels::GAP;
        let usual = (0.8 * width(columns)).max(4.0 * small);
        let step = match style.choices.is_high() {
            true => style.choices.height.unwrap_or(usual),
            false => usual.min(most.max(2.5 * small)),
        };
        let least = width(columns) - 0.01;
        let areas = panels::places(groups.len(), room, least, above + step, 0.0);
        NamedPanels { columns, above, names, areas }
    }
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
    let up = Axis::new(ecdf::up(groups), Ticks::Shares, "share decided").chosen(high)?;
    let across = Axis::new(ecdf::across(groups), Ticks::Round, "checks").chosen(wide)?;
    let shares = up.round(2);
    let widest = text::widest(shares.iter().map(|tick| &tick.label), small);
    let left = widest + 0.5 * small + LINE * style.font;
    let panels = NamedPanels::of(style, groups, left, board_columns(input, by, groups));
    let is_clipped = wide.limits.or(high.limits).is_some();
    for (place, ((group, name), outer)) in
        groups.iter().zip(&panels.names).zip(&panels.areas).enumerate()
    {
        let (y, height) = (outer.y + panels.above, outer.height - panels.above);
        let area = Area { x: outer.x + left, y, width: outer.width, height };
        let frame = Frame { area, across: across.scale, up: up.scale, is_clipped };
        for (line, text) in name.iter().rev().enumerate() {
            let baseline = area.y - (0.3 + LINE * line as f64) * small;
            picture.write((area.x, baseline), Anchor::Start, small, "", text);
        }
        // Numbers stand at the left and at the lower edge of the picture.
        let is_lowest = place + panels.columns >= groups.len();
        let is_leftmost = place % panels.columns == 0;
        let named = |tick: Tick, is_named| if is_named { tick } else { tick.unnamed() };
        let ticks = frame.across.ticks(4).into_iter().map(|tick| named(tick, is_lowest));
        let shares = shares.iter().map(|tick| named(tick.clone(), is_leftmost));
        // They keep off those of the panels beside theirs.
        let overhang = panels::GAP / 2.0 - 0.2 * small;
        let right = (area.right() + overhang).min(picture.width);
        let ends = (area.x - overhang, right);
        axes::grid(picture, &frame, &[ticks.collect(), shares.collect()], ends);
        panel(picture, &frame, place, group);
    }
    let bottom = panels::bottom(&panels.areas);
    let below = bottom + 1.3 * small + LINE * style.font;
    let half = text::width(&across.label, style.font) / 2.0;
    let middle = f64::midpoint(left, style.width).min(style.width - half).max(half);
    picture.write((middle, below), Anchor::Middle, style.font, "", &across.label);
    let middle = (bottom / 2.0).max(text::width(&up.label, style.font) / 2.0);
    picture.write_upright((style.font, middle), style.font, "", &up.label);
    let note = "Each curve: the share of the jobs of its group decided within a number of checks, as far \
                as it is known. Dot: their median, if it is a number.";
    picture.tabulate(|| ecdf::data(groups));
    Ok((below, note.to_owned()))
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

fn panel(picture: &mut Picture, frame: &Frame, place: usize, group: &GroupStats) {
    let words = super::in_words(group);
    picture.group(format_args!("data-series=\"{place}\""), |picture| {
        // The whole panel has the tooltip.
        picture.rect(frame.area, "class=\"frame\" pointer-events=\"all\"", &words);
        frame.begin(picture);
        let steps = curves::thinned(&ecdf::steps(frame, &group.stats));
        picture.polyline(&steps, series::line(0), "");
        if let Some(median) = group.stats.median().number() {
            let (x, y) = frame.point(median.as_f64().max(1.0), 0.5);
            picture.disc(x, y, 2.2, "class=\"ink\"", &words);
        }
        frame.end(picture);
    });
}
