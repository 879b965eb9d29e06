//! What pictures are written as.

use crate::pictures::drawing::caption::Caption;
use crate::pictures::drawing::svg::*;

#[test]
fn texts_cannot_break_out_of_the_markup() {
    let style = Style::of_pixels(10.0, 12.0);
    let mut picture = Picture::of(&style, "<script>&");
    picture.write((0.0, 0.0), Anchor::End, 9.0, "", "</text><script>alert('1')</script>\u{0}");
    picture.disc(0.0, 0.0, 1.0, "", "\"><b>");
    let caption = Caption {
        title: Some("</svg>".to_owned()),
        source: Some("a & b".to_owned()),
        has_headline: true,
        has_notes: true,
    };
    for svg in [picture.inline(), picture.standalone(&caption)] {
        assert!(!svg.contains("<script") && !svg.contains("<b>") && !svg.contains('\0'));
        assert_eq!(svg.matches("</svg>").count(), 1);
    }
}

#[test]
fn texts_cannot_change_the_direction_of_writing() {
    assert_eq!(escaped("a\u{202e}b\u{1b}<"), r"a\u{202e}b\u{1b}&lt;");
}

#[test]
fn lengths_are_short() {
    assert_eq!([1.0, 0.126, -0.001, 10.0, 1234.5].map(num), ["1", "0.13", "0", "10", "1234.5"]);
}

#[test]
fn hatching_stays_within_its_area() {
    let mut picture = Picture::of(&Style::of_pixels(100.0, 12.0), "");
    let area = Area { x: 10.0, y: 20.0, width: 30.0, height: 12.0 };
    picture.hatch(area, 5.0, "");
    let path = picture.body.split('"').nth(1).unwrap();
    let numbers: Vec<f64> = path.split(['M', 'L', ' ']).filter_map(|n| n.parse().ok()).collect();
    assert_eq!(numbers.len(), 4 * 8);
    for point in numbers.chunks(2) {
        assert!(
            (10.0..=40.0).contains(&point[0]) && (20.0..=32.0).contains(&point[1]),
            "{point:?}"
        );
    }
}
