//! One HTML page about one or several results: outcomes, pictures, and a table of all jobs, linked
//! with each other. The page is self-contained, and nothing here reads or writes files.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

use crate::analysis::impossible::Impossible;
use crate::analysis::{Column, JobStats};
use crate::pictures::drawing::colour::{Palette, Theme};
use crate::pictures::drawing::shades::variables;
use crate::pictures::drawing::svg::{MARK, escaped};
use crate::pictures::{Plot, PlotInput, groups, outcomes};
use crate::text::formatting::{counted, joined};
use knight_search::Outcome;

mod figures;
mod tables;

const SCRIPT: &str = include_str!("script.js");

/// The style of pictures in both themes, and that of the page.
fn style() -> String {
    let shades = |ground| format!(":root {{ {} }}\n", variables(Palette::Viridis, ground));
    [
        include_str!("../pictures/drawing/style.css"),
        &shades(Theme::Light),
        "@media screen and (prefers-color-scheme: dark) {\n",
        Theme::Dark.rules(),
        &shades(Theme::Dark),
        "}\n",
        include_str!("style.css"),
    ]
    .concat()
}

/// What a page with this style may do: nothing but show its own style and pictures, and run its own
/// script.
fn content_security_policy(style: &str) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(format!("\n{text}")));
    let (style, script) = (hash(style), hash(SCRIPT));
    format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; \
         script-src 'sha256-{script}'; style-src-elem 'sha256-{style}'; \
         style-src-attr 'unsafe-inline'"
    )
}

/// What a report is about.
#[derive(Default)]
pub struct Report {
    /// The jobs of the runs, the names of their files, and what pictures are drawn by.
    pub input: PlotInput,
    /// The kinds of pictures; without any, those that suit the jobs.
    pub kinds: Vec<&'static Plot>,
    /// The runs, as the names of their files stand in the input.
    pub files: Vec<ReportedFile>,
    /// Warnings at the top of the page.
    pub remarks: Vec<String>,
}

/// What the page says about a results file.
#[derive(Clone, Default, Debug)]
pub struct ReportedFile {
    /// The title of the experiment.
    pub title: String,
    /// How much of it is done, if it is not complete.
    pub unfinished: Option<String>,
    /// The notes of the experiment.
    pub notes: Option<String>,
    /// Facts: names and values.
    pub facts: Vec<(String, String)>,
}

/// A part of the page: its id, its heading, and its HTML.
struct Section(&'static str, &'static str, String);

impl Report {
    /// The page. `program` is the footer: the name and the version of the program.
    pub fn page(&self, program: &str) -> String {
        let (title, style) = (escaped(&self.title()), style());
        let jobs = counted(self.input.jobs.len(), "job");
        let in_common = escaped(&groups::in_common(&self.input, &[]));
        let sections = self.sections();
        let link = |Section(id, heading, _): &Section| {
            format!("<li><a href=\"#{id}\">{heading}</a></li>\n")
        };
        let links: String = sections.iter().map(link).collect();
        let section = |Section(id, heading, html): &Section| {
            format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{html}</section>\n")
        };
        let main: String = sections.iter().map(section).collect();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n{MARK}\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n\
             <header><h1>{title}</h1>\n{}<p>{jobs}: {in_common}</p>\n</header>\n\
             <nav aria-label=\"Contents\"><ul>\n{links}</ul></nav>\n<main>\n{main}</main>\n\
             <footer>{}</footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            content_security_policy(&style),
            self.warnings(),
            escaped(program)
        )
    }

    /// The sections that have something to show.
    fn sections(&self) -> Vec<Section> {
        let figures = figures::html(&self.input, &self.kinds);
        let sections = [
            Section("outcomes", "Outcomes", self.outcomes()),
            Section("pictures", "Pictures", cards(&figures)),
            Section("jobs", "Jobs", tables::html(&self.input)),
            Section("runs", "Runs", cards(&self.named().map(run_facts).collect::<String>())),
        ];
        sections.into_iter().filter(|Section(_, _, html)| !html.is_empty()).collect()
    }

    /// The runs with the names of their files.
    fn named(&self) -> impl Iterator<Item = (&String, &ReportedFile)> {
        self.input.files.iter().zip(&self.files)
    }

    /// The title of the experiment, or of two of them.
    fn title(&self) -> String {
        let titles: BTreeSet<&String> = self.files.iter().map(|file| &file.title).collect();
        match titles.len() {
            0..=2 => joined(titles, " and "),
            many => format!("What {} found", counted(many, "experiment")),
        }
    }

    /// What is incomplete, and the warnings.
    fn warnings(&self) -> String {
        let unfinished = self.named();
        let unfinished = unfinished
            .filter_map(|(name, file)| Some(format!("{name}: {}", file.unfinished.as_ref()?)));
        let warning = |text: String| format!("<p><strong>{}</strong></p>\n", escaped(&text));
        unfinished.chain(self.remarks.iter().cloned()).map(warning).collect()
    }

    /// How the jobs of each run ended, as a bar and in words; those of several budgets apart, as a
    /// search that a small one stops may find its tour within a larger one.
    fn outcomes(&self) -> String {
        let jobs = &self.input.jobs;
        let bars = jobs.stats_by(|row| (row.file, row.setting.budget));
        let bar = |(&(file, budget), stats): (&(usize, Option<u128>), &JobStats)| {
            let mut name = self.input.files[file].clone();
            if bars.keys().filter(|(other, _)| *other == file).count() > 1 {
                name += &format!(", {}", Column::Budget.named(&budget.into(), &[]));
            }
            let (name, found) = (escaped(&name), escaped(&outcomes::found(stats)));
            format!("<dt>{name}</dt><dd>{}{found}</dd>\n", outcome_bar(stats))
        };
        let runs: String = bars.iter().map(bar).collect();
        let all = jobs.stats();
        let key = Outcome::ALL.iter().filter(|outcome| all.with(**outcome) > 0);
        let key: String = key
            .map(|&it| format!("<li>{} {}</li>", segment(it, ""), outcomes::look(it).words))
            .collect();
        let without_tour = Impossible::of(jobs);
        let impossible = jobs.iter().filter(|row| without_tour.has(row)).count();
        let impossible = match impossible {
            0 => String::new(),
            count => note(&format!(
                "{} from starts that cannot have such a tour: a theorem or a search excludes it.",
                counted(count, "job")
            )),
        };
        format!("<ul class=\"key\">{key}</ul>\n<dl class=\"bars\">\n{runs}</dl>\n{impossible}")
    }
}

/// What is known of a run.
fn run_facts((name, file): (&String, &ReportedFile)) -> String {
    let note = |notes: &String| format!("<p>{}</p>\n", escaped(notes));
    let notes = file.notes.as_ref().map(note).unwrap_or_default();
    let fact = |(name, value): &(String, String)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), escaped(value))
    };
    let facts: String = file.facts.iter().map(fact).collect();
    card(&escaped(name), &format!("{notes}<dl>\n{facts}</dl>"))
}

/// A bar with the shares of the outcomes.
fn outcome_bar(stats: &JobStats) -> String {
    let part = |&outcome: &Outcome| {
        let share = stats.with(outcome) as f64 / stats.jobs().max(1) as f64 * 100.0;
        let width = format!(" style=\"width:{share:.3}%\"");
        if share > 0.0 { segment(outcome, &width) } else { String::new() }
    };
    let parts: String = Outcome::ALL.iter().map(part).collect();
    // The words beside it say the same.
    format!("<div class=\"bar\" aria-hidden=\"true\">{parts}</div>")
}

/// A part of a bar in the colour that pictures give an outcome.
fn segment(outcome: Outcome, attributes: &str) -> String {
    let series = outcomes::look(outcome).series;
    format!("<span class=\"s{series} {outcome}\"{attributes}></span>")
}

/// A card with a heading; `html` must be escaped already.
fn card(heading: &str, html: &str) -> String {
    format!("<div class=\"card\">\n<h3>{heading}</h3>\n{html}</div>\n")
}

/// Cards side by side, if there are any.
fn cards(cards: &str) -> String {
    match cards {
        "" => String::new(),
        cards => format!("<div class=\"cards\">\n{cards}</div>\n"),
    }
}

/// A small text; `html` must be escaped already.
fn note(html: &str) -> String {
    format!("<p class=\"note\">{html}</p>\n")
}

#[cfg(test)]
mod tests;
