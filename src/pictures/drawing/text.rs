//! How wide texts are, and their lines.

use crate::analysis::word_wrap;

/// Advance widths of U+0020 to U+007E in thousandths of the size: the larger of those of DejaVu
/// Sans, the widest of the fonts of `style.css`, and of Helvetica.
const ASCII: [u16; 95] = [
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337, // to /
    637, 637, 637, 637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 556, // to ?
    1015, 684, 686, 722, 770, 667, 611, 778, 752, 295, 500, 667, 558, 863, 748, 788, // to O
    667, 788, 722, 667, 611, 732, 684, 989, 685, 667, 685, 391, 337, 391, 838, 556, // to _
    500, 613, 635, 550, 635, 616, 352, 635, 634, 278, 278, 580, 278, 975, 634, 612, // to o
    635, 635, 412, 521, 392, 634, 592, 818, 592, 592, 525, 637, 337, 637, 838,
];

/// The width of a text in the widest of the fonts, in pixels. No font draws it wider.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| advance_at(c, size)).sum()
}

/// The width of the widest of some texts.
pub fn widest<T: AsRef<str>>(texts: impl IntoIterator<Item = T>, size: f64) -> f64 {
    texts.into_iter().map(|text| width(text.as_ref(), size)).fold(0.0, f64::max)
}

fn advance_at(c: char, size: f64) -> f64 {
    size * f64::from(advance(c)) / 1000.0
}

/// In thousandths of the size.
fn advance(c: char) -> u16 {
    match c {
        ' '..='~' => ASCII[c as usize - ' ' as usize],
        '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' | 'ⁿ' => 402,
        '⁻' | '–' | '“' | '”' => 556,
        '·' | '‘' | '’' | '\u{a0}' => 333,
        '×' | '≈' | '≤' | '≥' | '−' | '→' => 838,
        'µ' => 637,
        '°' => 500,
        '‰' => 1342,
        '\u{c0}'..='\u{24f}' => 800,
        // Wide enough for the squares of other scripts.
        _ => 1000,
    }
}

/// The lines of a text, at most `room` wide. Words that are wider are divided.
pub fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    word_wrap::wrapped(text, room, |c| advance_at(c, size))
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::text::*;

    #[test]
    fn texts_are_as_wide_as_in_the_widest_font() {
        assert!((width("66,005,601", 10.0) - (8.0 * 6.37 + 2.0 * 3.18)).abs() < 1e-9);
        assert_eq!(width("", 12.0), 0.0);
        assert!(width("漢", 10.0) >= 10.0);
    }

    #[test]
    fn texts_are_broken_between_words_and_words_only_if_they_must() {
        let room = width("a bc", 10.0);
        assert_eq!(wrapped("a bc def", 10.0, room), ["a bc", "def"]);
        assert_eq!(wrapped("", 10.0, room), Vec::<String>::new());
        let lines = wrapped("a mmmmmmmmm b", 10.0, 40.0);
        assert_eq!(lines.concat().replace(" ", ""), "ammmmmmmmmb");
        assert!(lines.iter().all(|line| width(line, 10.0) <= 40.0), "{lines:?}");
        assert_eq!(wrapped("mm", 10.0, 1.0), ["m", "m"]);
    }
}
