//! The texts around a picture, and the picture with them as a file or a part of a page.

use crate::pictures::drawing::style::{MARGIN, MILLIMETRE};
use crate::pictures::drawing::svg::{Anchor, LINE, MADE_BY, MARK, Picture, escaped, num};
use crate::pictures::drawing::text;
use crate::text::formatting::joined;

/// The style of a standalone picture. A page that holds pictures has its own.
const STYLE: &str = include_str!("style.css");

/// The texts above and below a standalone picture.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Caption {
    /// Stands above the picture.
    pub title: Option<String>,
    /// Whether the headline of the picture stands below the title, or in its place.
    pub has_headline: bool,
    /// Where the data come from; stands below the picture.
    pub source: Option<String>,
    /// Whether the notes of the picture stand below it.
    pub has_notes: bool,
}

impl Caption {
    /// All texts around a picture with this title and source.
    pub fn of(title: &str, source: &str) -> Caption {
        let (title, source) = (Some(title.to_owned()), Some(source.to_owned()));
        Caption { title, has_headline: true, source, has_notes: true }
    }
}

impl Picture {
    /// The picture with its notes drawn below.
    pub(crate) fn with_notes(&self) -> Picture {
        let (mut picture, size) = (self.clone(), self.style.small());
        let mut baseline = picture.height + 0.4 * self.style.font + size;
        for note in &self.notes {
            let at = (0.0, baseline);
            baseline = picture.write_wrapped(at, self.style.width, size, "class=\"note\"", note);
        }
        if !self.notes.is_empty() {
            picture.height = baseline - LINE * size + 0.3 * size;
        }
        picture
    }

    /// The picture for a page that has the style.
    pub fn inline(&self) -> String {
        let Picture { height, body, .. } = self.with_notes();
        let [width, height, font] = [self.style.width, height, self.style.font].map(num);
        let label = escaped(&self.headline);
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\" font-size=\"{font}\" \
             role=\"img\" aria-label=\"{label}\">\n{body}</svg>\n"
        )
    }

    /// What belongs under the picture, in sentences: its title, what it shows, its notes, and where
    /// the data come from.
    pub fn caption(&self, title: Option<&str>, source: &str) -> String {
        let sentence = |text: &str| match text.ends_with(['.', '?', '!']) {
            true => text.to_owned(),
            false => format!("{text}."),
        };
        let first = title.into_iter().chain([self.headline.as_str()]);
        let texts = first.chain(self.notes.iter().map(String::as_str)).map(sentence);
        joined(texts.chain([format!("Data: {source}; {MADE_BY}.")]), " ") + "\n"
    }

    /// The picture as a file of its own, with its caption.
    pub fn standalone(&self, caption: &Caption) -> String {
        let drawn = if caption.has_notes { self.with_notes() } else { self.clone() };
        let (mut page, font) = (Picture::of(&self.style, ""), self.style.font);
        let mut y = MARGIN;
        let headline = Some(&self.headline).filter(|_| caption.has_headline);
        let above: Vec<&String> = caption.title.iter().chain(headline).collect();
        // Bold texts are wider.
        let large = if caption.title.is_some() { 1.25 } else { 1.1 };
        let sizes = [("title", large * font, 1.2), ("headline", font, 1.0)];
        for ((class, size, boldness), text) in sizes.into_iter().zip(&above) {
            let (at, room) = ((MARGIN, y + size), self.style.width / boldness);
            let paint = format_args!("class=\"{class}\"");
            y = page.write_wrapped(at, room, size, paint, text) - size;
        }
        y += if above.is_empty() { 0.0 } else { 0.5 * font };
        let transform = format!("transform=\"translate({} {})\"", num(MARGIN), num(y));
        page.group(transform, |page| page.body += &drawn.body);
        y += drawn.height;
        if let Some(source) = &caption.source {
            let small = self.style.small();
            y += 0.5 * font;
            for line in text::wrapped(source, small, self.style.width) {
                y += LINE * small;
                let at = (MARGIN + self.style.width, y);
                page.write(at, Anchor::End, small, "class=\"note\"", &line);
            }
        }
        let (width, height) = (self.style.width + 2.0 * MARGIN, y + MARGIN);
        let label = caption.title.iter().map(String::as_str).chain([self.headline.as_str()]);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {width} {height}\" \
             font-size=\"{font}\" role=\"img\">\n{MARK}\n<title>{label}</title>\n{description}<style>{STYLE}{theme}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            num(width / MILLIMETRE),
            num(height / MILLIMETRE),
            page.body,
            width = num(width),
            height = num(height),
            font = num(font),
            theme = self.style.theme.rules(),
            description = match self.notes.as_slice() {
                [] => format!("<desc>{}</desc>\n", escaped(&self.headline)),
                notes => format!("<desc>{}</desc>\n", escaped(&joined(notes, "\n"))),
            },
            label = escaped(&joined(label, ". ")),
        )
    }
}
