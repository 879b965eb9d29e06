//! Texts in lines of limited width, for tables and pictures.

/// So much do sums of widths differ by rounding.
const SLACK: f64 = 1e-6;

/// The lines of a text, at most `room` wide if each character is as wide as `width` says. Only
/// words that are wider than a line are divided.
pub fn wrapped(text: &str, room: f64, width: impl Fn(char) -> f64) -> Vec<String> {
    let of = |text: &str| text.chars().map(&width).sum::<f64>();
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if of(line) + width(' ') + of(word) <= room + SLACK => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(divided(word, room, &width)),
        }
    }
    lines
}

/// The parts of a word, each as long as fits, and behind a hyphen where there is one.
fn divided(word: &str, room: f64, width: impl Fn(char) -> f64) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut used = 0.0;
    for c in word.chars() {
        let part = parts.len() - 1;
        if used + width(c) > room + SLACK && used > 0.0 {
            let end = parts[part].rfind('-').map_or(parts[part].len(), |hyphen| hyphen + 1);
            let next = parts[part].split_off(end);
            used = next.chars().map(&width).sum();
            parts.push(next);
        }
        used += width(c);
        let last = parts.len() - 1;
        parts[last].push(c);
    }
    parts
}

#[cfg(test)]
mod tests {
    use crate::analysis::word_wrap::*;

    #[test]
    fn words_are_divided_only_if_they_are_wider_than_a_line() {
        let in_letters = |text, room| wrapped(text, room, |_| 1.0);
        assert_eq!(in_letters("a bc  def", 4.0), ["a bc", "def"]);
        assert_eq!(in_letters("a bcdefgh i", 4.0), ["a", "bcde", "fgh", "i"]);
        assert_eq!(in_letters("a greedy-random b", 9.0), ["a", "greedy-", "random b"]);
        assert_eq!(in_letters("ab", 0.5), ["a", "b"]);
        assert_eq!(in_letters("", 4.0), Vec::<String>::new());
    }

    #[test]
    fn letters_may_differ_in_width() {
        let width = |c| if c == 'm' { 3.0 } else { 1.0 };
        assert_eq!(wrapped("i m mi mmi", 5.0, width), ["i m", "mi", "m", "mi"]);
    }
}
