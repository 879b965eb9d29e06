//! Checks against wall-clock time.

use crate::analysis::formatting::{counted, grouped};
use crate::pictures::drawing::axes::Frame;
use crate::pictures::drawing::colour::{Colour, DISTINCT};
use crate::pictures::drawing::labels::{Labels, Spot, area_of};
use crate::pictures::drawing::scale::{Scale, amount};
use crate::pictures::drawing::svg::{Anchor, Area, Picture};
use crate::pictures::error::PlotError;
use crate::pictures::old::dots::Dot;
use crate::pictures::old::plot_data::PlotData;
use knight_search::Outcome;

/// With more dots than this, dots have no tooltips.
const MOST_TOOLTIPS: usize = 400;

/// More dots than this make the file larger and show nothing more.
const MOST_DOTS: usize = 1500;

/// More lines of equal rates than this hide the dots.
const MOST_GUIDES: usize = 6;

/// Draws a dot for each place that has a job.
///
/// # Errors
/// [`PlotError::NoTimes`] if no job has a time of its own.
pub fn draw(data: &PlotData) -> Result<Picture, PlotError> {
    let dots = data.dots.at_most(MOST_DOTS);
    if dots.is_empty() {
        return Err(PlotError::NoTimes);
    }
    let frame = Frame {
        area: Area { x: 84.0, y: 4.0, width: 540.0, height: 380.0 },
        across: Scale::tight(dots.iter().map(|dot| dot.checks)),
        up: Scale::tight(dots.iter().map(|dot| dot.wall_s)),
    };
    let jobs: u64 = dots.iter().map(|dot| dot.jobs).sum();
    let mut picture = Picture::new(
        format!("Checks against wall-clock time of {}", counted(jobs, "job")),
        640.0,
        384.0 + 104.0,
    );
    frame.horizontal(&mut picture, &frame.across.ticks(8), "checks (logarithmic)");
    let mut ticks = frame.up.ticks(8);
    ticks.iter_mut().for_each(|tick| tick.label = seconds(tick.value));
    frame.vertical(&mut picture, &ticks, "wall-clock time (logarithmic)");
    for dot in &dots {
        let words = if dots.len() <= MOST_TOOLTIPS { in_words(dot) } else { String::new() };
        draw_dot(
            &mut picture,
            dot.outcome,
            frame.point(dot.checks, dot.wall_s),
            radius(dot.jobs),
            &words,
        );
    }
    // Drawn after the dots, which would hide the rates.
    guides(&mut picture, &frame, &dots);
    frame.border(&mut picture);
    legend(&mut picture, data, &dots, &frame);
    Ok(picture)
}

fn seconds(value: f64) -> String {
    match value {
        v if v < 0.9e-6 => format!("{} ns", amount((v * 1e9).round())),
        v if v < 0.9e-3 => format!("{} µs", amount((v * 1e6).round())),
        v if v < 0.9 => format!("{} ms", amount((v * 1e3).round())),
        v => format!("{} s", amount(v)),
    }
}

/// Grows slowly with the number of jobs.
fn radius(jobs: u64) -> f64 {
    (2.2 + 0.5 * (jobs as f64).log10()).min(4.5)
}

fn in_words(dot: &Dot) -> String {
    let rate = amount(dot.checks / dot.wall_s);
    let more = if dot.jobs > 1 {
        format!(" and {} more here", counted(dot.jobs - 1, "job"))
    } else {
        String::new()
    };
    format!(
        "{}: {} checks in {}, {rate}/s{more}",
        dot.outcome,
        grouped(dot.checks as u128),
        seconds(dot.wall_s)
    )
}

fn colour(outcome: Outcome) -> Colour {
    match outcome {
        Outcome::Tour => DISTINCT[0],
        Outcome::None => DISTINCT[1],
        Outcome::Stuck => DISTINCT[3],
        Outcome::Budget | Outcome::Memory => DISTINCT[6],
    }
}

/// Outcomes differ in shape too, for grey prints: disc, square, triangle and ring.
fn draw_dot(picture: &mut Picture, outcome: Outcome, (x, y): (f64, f64), radius: f64, words: &str) {
    let colour = colour(outcome);
    match outcome {
        Outcome::Tour => picture.disc(
            x,
            y,
            radius,
            format_args!("fill=\"{colour}\" fill-opacity=\"0.7\""),
            words,
        ),
        Outcome::None => {
            let area =
                Area { x: x - radius, y: y - radius, width: 2.0 * radius, height: 2.0 * radius };
            picture.rect(area, format_args!("fill=\"{colour}\" fill-opacity=\"0.7\""), words);
        }
        Outcome::Stuck => {
            let (left, right, low) = (x - radius, x + radius, y + 0.8 * radius);
            let corners = [(left, low), (x, y - radius), (right, low), (left, low)];
            picture.polyline(
                &corners,
                format_args!("pointer-events=\"all\" stroke=\"{colour}\""),
                words,
            );
        }
        Outcome::Budget | Outcome::Memory => {
            picture.disc(
                x,
                y,
                radius,
                format_args!("fill=\"none\" pointer-events=\"all\" stroke=\"{colour}\""),
                words,
            );
        }
    }
}

/// Draws lines of equal rates. Their names stand near the upper end, beside the dots if there is
/// room.
fn guides(picture: &mut Picture, frame: &Frame, dots: &[Dot]) {
    let ((left, right), (bottom, top)) = (frame.across.ends(), frame.up.ends());
    let ends = |shift: f64| (left.max(bottom + shift), right.min(top + shift));
    // Powers of ten of checks per second.
    let visible: Vec<i32> = ((left - top).floor() as i32..=(right - bottom).ceil() as i32)
        .filter(|&shift| {
            let (from, to) = ends(f64::from(shift));
            from + 0.3 < to
        })
        .collect();
    let step = visible.len().div_ceil(MOST_GUIDES).max(1);
    let mut over_dots = Labels::within(frame.area);
    let mut beside_dots = over_dots.clone();
    for dot in dots {
        let ((x, y), radius) = (frame.point(dot.checks, dot.wall_s), radius(dot.jobs));
        beside_dots.keep_off(Area {
            x: x - radius,
            y: y - radius,
            width: 2.0 * radius,
            height: 2.0 * radius,
        });
    }
    for &shift in visible.iter().step_by(step) {
        let (rate, shift) = (10f64.powi(shift), f64::from(shift));
        let (from, to) = ends(shift);
        let point = |checks: f64| frame.point(10f64.powf(checks), 10f64.powf(checks - shift));
        let (start, end) = (point(from), point(to));
        picture.line(start, end, "class=\"guide\"");
        let name = format!("{}/s", amount(rate));
        let spot = beside_dots
            .place(&name, beside(start, end))
            .or_else(|| over_dots.place(&name, beside(start, end)));
        if let Some(spot) = spot {
            for labels in [&mut beside_dots, &mut over_dots] {
                labels.keep_off(area_of(&name, spot));
            }
            picture.text(spot.x, spot.y, spot.anchor, "class=\"note over\"", &name);
        }
    }
}

/// Places for a label to the left of a rising line, from its upper end downwards.
fn beside(start: (f64, f64), end: (f64, f64)) -> impl Iterator<Item = Spot> {
    (0..20).map(move |place| {
        let share = f64::from(place) / 20.0;
        Spot {
            x: end.0 + (start.0 - end.0) * share - 4.0,
            y: end.1 + (start.1 - end.1) * share - 4.0,
            anchor: Anchor::End,
        }
    })
}

fn legend(picture: &mut Picture, data: &PlotData, dots: &[Dot], frame: &Frame) {
    let (mut x, y) = (frame.area.x, frame.area.y + frame.area.height + 62.0);
    for (outcome, name) in [
        (Outcome::Tour, "tour"),
        (Outcome::None, "no tour"),
        (Outcome::Stuck, "stuck"),
        (Outcome::Budget, "stopped by the budget"),
    ] {
        if dots.iter().any(|dot| dot.outcome == outcome) {
            draw_dot(picture, outcome, (x + 5.0, y - 4.0), 4.0, "");
            picture.text(x + 16.0, y, Anchor::Start, "", name);
            x += 40.0 + 6.5 * name.len() as f64;
        }
    }
    let jobs: u64 = dots.iter().map(|dot| dot.jobs).sum();
    let mut notes = vec!["dashed lines: the same number of checks a second".to_owned()];
    if jobs > dots.len() as u64 {
        notes.push(format!(
            "{} dots: jobs that would hide one another share a dot",
            grouped(dots.len() as u128)
        ));
    }
    if data.dots.untimed > 0 {
        notes.push(format!(
            "{} without a count or a measured time left out",
            counted(data.dots.untimed, "job")
        ));
    }
    for (line, note) in (1..).zip(notes) {
        let y = y + 4.0 + 16.0 * f64::from(line);
        picture.text(frame.area.x, y, Anchor::Start, "class=\"note\"", &note);
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::old::times::*;
    use crate::pictures::test_records::record;
    use crate::results::record::Record;

    #[test]
    fn each_outcome_has_its_shape_and_images_are_left_out() {
        let mut data = PlotData::new(None, None);
        data.add(&record(Outcome::Tour, 1000));
        data.add(&record(Outcome::None, 2000));
        data.add(&record(Outcome::Budget, 3000));
        data.add(&Record { wall_s: 0.0, ..record(Outcome::Budget, 3000) });
        let svg = draw(&data).unwrap().inline();
        assert!(svg.contains("<title>tour: 1,000 checks in 1 ms, 1M/s</title>"), "{svg}");
        assert!(svg.contains("1 job without a count or a measured time"));
        assert_eq!(svg.matches("<title>").count(), 3);
    }

    #[test]
    fn the_legend_has_every_shape_and_there_is_always_a_rate() {
        for checks in [10, 10u128.pow(18)] {
            let mut data = PlotData::new(None, None);
            data.add(&record(Outcome::Stuck, checks));
            let svg = draw(&data).unwrap().inline();
            assert!(svg.contains(">stuck</text>"));
            assert_eq!(svg.matches("<polyline").count(), 2);
            assert!((1..=6).contains(&svg.matches("class=\"guide\"").count()));
        }
    }

    #[test]
    fn without_times_there_is_no_plot() {
        let mut data = PlotData::new(None, None);
        data.add(&Record { wall_s: 0.0, ..record(Outcome::Tour, 1000) });
        assert!(matches!(draw(&data), Err(PlotError::NoTimes)));
    }
}
