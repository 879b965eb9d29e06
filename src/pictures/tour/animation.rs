//! A tour that draws itself: rules of CSS for the shapes of its still. The still has no need of
//! them, so it is whole wherever they are ignored or less motion is preferred.

use std::fmt::Write;

use crate::pictures::board::Grid;
use crate::pictures::drawing::Picture;
use crate::pictures::tour::drawing::{
    DISC, MOVES, NUMBERS, VISITS, has_discs, moves_in_shape, steps,
};
use knight_search::Tour;

/// The seconds that a move takes, if all of them have the time.
const MOVE_S: f64 = 0.16;

/// The least and the most seconds that the moves take.
const MOVES_S: (f64, f64) = (2.0, 28.0);

/// The seconds for which the whole tour is shown before it is drawn again.
const PAUSE_S: f64 = 2.0;

/// The most places where the knight is on its way; nobody sees more in half a minute.
const MOST_STOPS: usize = 900;

/// The smallest radius of the knight's dot, in pixels.
const LEAST_DOT: f64 = 3.0;

/// When what happens.
struct Times {
    moves: usize,
    /// The seconds from one beginning to the next.
    period: f64,
    /// The seconds that a move takes.
    each: f64,
}

impl Times {
    fn of(moves: usize) -> Times {
        let (least, most) = MOVES_S;
        let all = (moves as f64 * MOVE_S).clamp(least, most);
        Times { moves, period: all + PAUSE_S, each: all / moves as f64 }
    }

    /// When this many moves are done, as keyframes write it.
    fn after(&self, moves: usize) -> String {
        let share = moves.min(self.moves) as f64 * self.each / self.period;
        format!("{:.3}%", 100.0 * share)
    }
}

/// Adds the knight and what moves to the drawing of a tour on a grid.
pub(super) fn add(picture: &mut Picture, tour: &Tour, grid: &Grid) {
    let moves = steps(tour).len();
    if moves == 0 {
        return;
    }
    let times = Times::of(moves);
    let mut rules = format!(
        "\n@media (prefers-reduced-motion: no-preference) {{\n\
         .{VISITS}>*,.{NUMBERS}>*{{animation:{:.2}s step-end infinite}}\n",
        times.period
    );
    lines(&mut rules, &times, tour, grid);
    if has_discs(grid) {
        visits(&mut rules, &times, tour.squares().len());
    }
    knight(&mut rules, &times, tour, grid);
    rules += "}\n";
    picture.style_sheet(rules);
    let (x, y) = grid.centre(tour.squares()[0]);
    let paint = "class=\"knight\" fill=\"#d55e00\" stroke=\"#fff\" visibility=\"hidden\"";
    picture.disc(x, y, (DISC * grid.cell).max(LEAST_DOT), paint, "");
}

/// How the knight moves, and with it the end of the line.
fn easing(shape: usize) -> &'static str {
    // Single moves can be seen, and begin and end gently.
    if shape == 1 { "ease-in-out" } else { "linear" }
}

/// Each line grows while the knight is on it. Lines are hidden by dashes with gaps that are longer
/// than they are.
fn lines(rules: &mut String, times: &Times, tour: &Tour, grid: &Grid) {
    let shape = moves_in_shape(tour, grid);
    let unit = if has_discs(grid) { grid.cell } else { 1.0 };
    // All moves have the same length. A little more, as the ends of lines are rounded.
    let length = 5f64.sqrt() * unit * shape as f64 * 1.001;
    // Further away than the round ends of dashes reach.
    let hidden = length + 0.5 * unit;
    let (gap, period, easing) = (2.0 * hidden, times.period, easing(shape));
    let _ = writeln!(
        rules,
        ".{MOVES}>*{{stroke-dasharray:{length:.2} {gap:.2};animation:{period:.2}s {easing} infinite}}"
    );
    for (number, begin) in (0..times.moves).step_by(shape).enumerate() {
        let (from, to) = (times.after(begin), times.after(begin + shape));
        let child = number + 1;
        let _ = writeln!(
            rules,
            ".{MOVES}>:nth-child({child}){{animation-name:m{child}}}@keyframes m{child}{{\
             0%{{stroke-dashoffset:{hidden:.2};animation-timing-function:step-end}}\
             {from}{{stroke-dashoffset:{length:.2}}}{to},to{{stroke-dashoffset:0}}}}"
        );
    }
}

/// Each square but the first is marked once the knight is there.
fn visits(rules: &mut String, times: &Times, squares: usize) {
    for place in 1..squares {
        let (child, at) = (place + 1, times.after(place));
        let _ = writeln!(
            rules,
            ".{VISITS}>:nth-child({child}),.{NUMBERS}>:nth-child({child})\
             {{animation-name:v{child}}}@keyframes v{child}{{0%{{opacity:0}}{at},to{{opacity:1}}}}"
        );
    }
}

/// The knight goes from square to square, and away once the tour is complete.
fn knight(rules: &mut String, times: &Times, tour: &Tour, grid: &Grid) {
    let steps = steps(tour);
    let (left, top) = grid.centre(tour.squares()[0]);
    let (period, easing) = (times.period, easing(moves_in_shape(tour, grid)));
    let _ = writeln!(
        rules,
        ".knight{{visibility:visible;animation:knight {period:.2}s {easing} infinite}}\n@keyframes knight{{"
    );
    let stops = (0..times.moves).step_by(times.moves.div_ceil(MOST_STOPS)).map(|done| (done, ""));
    let end = (times.moves, ";opacity:1;animation-timing-function:step-start");
    for (done, more) in stops.chain([end]) {
        let square = done.checked_sub(1).map_or(tour.squares()[0], |last| steps[last].1);
        let (x, y) = grid.centre(square);
        let (after, right, down) = (times.after(done), x - left, y - top);
        let _ = writeln!(rules, "{after}{{transform:translate({right:.1}px,{down:.1}px){more}}}");
    }
    *rules += "to{opacity:0}}\n";
}
