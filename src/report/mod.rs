//! One HTML page about one or several results: what was run, outcomes, pictures, the best orders
//! and the hardest squares, tours, the paper's claims, and all jobs. The page is self-contained,
//! and nothing here reads or writes files.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::fmt::{Display, Write};
use std::mem;

use crate::analysis::claims;
use crate::analysis::claims::paper::{TourSearch, judge_search};
use crate::analysis::{Column, JobCosts, JobRow, JobStats, Table};
use crate::experiment::Experiment;
use crate::pictures::drawing::colour::{Palette, Theme};
use crate::pictures::drawing::shades::variables;
use crate::pictures::drawing::svg::{MARK, escaped};
use crate::pictures::{Plot, PlotInput, outcomes, pairs};
use crate::report::html_table::html;
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped};
use knight_search::Outcome;

mod facts;
mod figures;
mod html_table;
mod tables;
mod tours;

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

/// The contents of a report, collected run by run and record by record.
#[derive(Default)]
pub struct Report {
    input: PlotInput,
    /// The kinds of pictures; without any, those that suit the jobs.
    kinds: Vec<&'static Plot>,
    /// Whether a job of a file was left out, as an earlier file has it.
    has_repeats: bool,
    /// The results files, and the numbers of their rows, also of those whose jobs an earlier file
    /// has. The costs are those of the next one.
    files: Vec<ReportedFile>,
    stats: Vec<JobStats>,
    costs: JobCosts,
    tours: tours::Tours,
    /// The search of the paper.
    papers: Option<TourSearch>,
    /// Warnings at the top of the page.
    remarks: Vec<String>,
}

/// What the page says about a results file.
#[derive(Clone, Default, Debug)]
pub struct ReportedFile {
    /// A short name.
    pub name: String,
    /// The title of the experiment.
    pub title: String,
    /// How much of it is done, if it is not complete.
    pub unfinished: Option<String>,
    /// Whether no sidecar says how many jobs there are, so that it may be incomplete.
    pub is_of_unknown_size: bool,
    /// When it was run, from and to: texts that sort by time, of UTC.
    pub when: Option<[String; 2]>,
    /// On which machine.
    pub place: Option<String>,
    /// By which version of the program.
    pub program: Option<String>,
    /// The notes of the experiment.
    pub notes: Option<String>,
    /// Further facts: names and values.
    pub facts: Vec<(String, String)>,
}

/// A part of the page: its id, its heading, and its HTML.
struct Section(&'static str, &'static str, String);

impl Report {
    /// A report without runs, with pictures of these kinds, by these columns; of usual ones without
    /// any.
    pub fn with_pictures(kinds: Vec<&'static Plot>, by: Vec<Column>) -> Report {
        Report { kinds, input: PlotInput { by, ..PlotInput::default() }, ..Report::default() }
    }

    /// Adds a warning at the top of the page.
    pub fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }

    /// Adds a record to the numbers of its run. It counts for all runs together only if its job
    /// `is_new`.
    pub fn add(&mut self, record: &Record, is_new: bool) {
        let Some(row) = JobRow::of(self.files.len(), record) else { return };
        self.costs.add(&row);
        self.has_repeats |= !is_new;
        if is_new {
            self.input.jobs.push(&row);
            self.tours.add(record);
        }
        if self.papers.is_none() {
            self.papers = TourSearch::of_paper(record);
        }
    }

    /// Announces how many rows a run of this experiment will have in all.
    pub fn expect(&mut self, experiment: &Experiment, rows: u64) {
        self.input.expect(experiment, rows);
    }

    /// Adds a run whose records have been added.
    pub fn end_run(&mut self, file: ReportedFile) {
        self.input.files.push(file.name.clone());
        self.files.push(file);
        self.stats.push(mem::take(&mut self.costs).sorted());
    }

    /// The page. `program` is the footer: the name and the version of the program.
    pub fn page(&self, program: &str) -> String {
        let (title, style) = (escaped(&self.title()), style());
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n{MARK}\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n\
             <header><h1>{title}</h1>\n{}{}</header>\n",
            content_security_policy(&style),
            self.warnings(),
            self.facts(),
        );
        let sections = self.sections();
        page += "<nav aria-label=\"Contents\"><ul>\n";
        for Section(id, heading, _) in &sections {
            let _ = writeln!(page, "<li><a href=\"#{id}\">{heading}</a></li>");
        }
        page += "</ul></nav>\n<main>\n";
        for Section(id, heading, html) in &sections {
            let _ = write!(page, "<section id=\"{id}\">\n<h2>{heading}</h2>\n{html}</section>\n");
        }
        let _ = write!(
            page,
            "</main>\n<footer>{}</footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            escaped(program)
        );
        page
    }

    /// The sections that have something to show.
    fn sections(&self) -> Vec<Section> {
        let PlotInput { jobs, files, .. } = &self.input;
        let groups = [
            ("Best move orders", tables::orders(jobs)),
            ("Hardest start squares", tables::squares(jobs)),
        ];
        let ends = [
            ("Fewest checks", tables::easiest(jobs)),
            ("Stopped, or most checks", tables::hardest(jobs)),
        ];
        // Of a pair, one job may be left out.
        let can_draw = |plot: &Plot| *plot != pairs::PLOT || !self.has_repeats;
        let pictures = figures::html(&self.input, &self.experiments(), &self.kinds, can_draw);
        let extremes = cards(ends) + &self.tours.html(files);
        let sections = [
            Section("outcomes", "Outcomes", self.outcomes()),
            Section("pictures", "Pictures", pictures),
            Section("groups", "Orders and squares", cards(groups)),
            Section("extremes", "Easiest and hardest jobs", extremes),
            Section("paper", "The paper's claims about its search", self.claims()),
            Section("jobs", "Jobs", tables::all_jobs(jobs, files)),
            Section("runs", "Runs", self.run_facts()),
        ];
        sections.into_iter().filter(|Section(_, _, html)| !html.is_empty()).collect()
    }

    /// The titles of the experiments, each with the places of its runs.
    fn experiments(&self) -> Vec<(&str, Vec<usize>)> {
        let mut experiments: Vec<(&str, Vec<usize>)> = Vec::new();
        for (place, file) in self.files.iter().enumerate() {
            match experiments.iter_mut().find(|(title, _)| *title == file.title) {
                Some((_, files)) => files.push(place),
                None => experiments.push((&file.title, vec![place])),
            }
        }
        experiments
    }

    fn title(&self) -> String {
        match self.experiments().as_slice() {
            [(one, _)] => (*one).to_owned(),
            [(one, _), (other, _)] => format!("{one} and {other}"),
            many => format!("What {} found", counted(many.len(), "experiment")),
        }
    }

    /// What is incomplete, and the warnings.
    fn warnings(&self) -> String {
        let unfinished = self.files.iter();
        let unfinished = unfinished
            .filter_map(|file| Some(format!("{}: {}", file.name, file.unfinished.as_ref()?)));
        let mut texts: Vec<String> = unfinished.chain(self.remarks.iter().cloned()).collect();
        if self.input.jobs.len() > tables::MOST_ROWS {
            texts.push(format!(
                "These are {} jobs, too many to list. The tables show groups of them",
                grouped(self.input.jobs.len())
            ));
        }
        let warning = |text: &String| format!("<p><strong>{}</strong></p>\n", escaped(text));
        texts.iter().map(warning).collect()
    }

    fn facts(&self) -> String {
        let facts = facts::facts(&self.input.jobs, &self.files);
        format!("<dl class=\"facts\">\n{}</dl>\n", definitions(&facts))
    }

    fn outcomes(&self) -> String {
        let bars: Vec<String> = self.stats.iter().map(outcome_bar).collect();
        let table = Table::new(self.input.files.iter().zip(&self.stats).map(|(file, stats)| {
            [("run", file.as_str().into())].into_iter().chain(tables::stats_cells(stats))
        }));
        let definition = "Quantiles are over all jobs. A job that its budget stopped has more checks \
                          than that, so a median can be “> 1,000”.";
        let occurs = |outcome: &&Outcome| self.stats.iter().any(|stats| stats.with(**outcome) > 0);
        let key = Outcome::ALL.iter().filter(occurs);
        let key: String = key
            .map(|&it| format!("<li>{} {}</li>", segment(it, ""), outcomes::look(it).words))
            .collect();
        let table = html(&table, "outcomes-table", "Outcomes by run", bars.len(), &bars);
        format!("<ul class=\"key\">{key}</ul>\n{table}{}", note(definition))
    }

    fn claims(&self) -> String {
        let findings = self.papers.as_ref().map(judge_search).unwrap_or_default();
        let table = claims::table(&findings, "paper");
        html(&table, "claims-table", "Claims of the paper", 50, &[])
    }

    fn run_facts(&self) -> String {
        let card = |file: &ReportedFile| {
            let note = |notes: &String| format!("<p>{}</p>\n", escaped(notes));
            let notes = file.notes.as_ref().map(note).unwrap_or_default();
            (escaped(&file.name), format!("{notes}<dl>\n{}</dl>", definitions(&file.facts)))
        };
        cards(self.files.iter().map(card))
    }
}

/// Names and values.
fn definitions<N: Display>(facts: &[(N, String)]) -> String {
    let fact = |(name, value): &(N, String)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(&name.to_string()), escaped(value))
    };
    facts.iter().map(fact).collect()
}

/// A bar with the shares of the outcomes.
fn outcome_bar(stats: &JobStats) -> String {
    let part = |&outcome: &Outcome| {
        let share = stats.with(outcome) as f64 / stats.jobs().max(1) as f64 * 100.0;
        let width = format!(" style=\"width:{share:.3}%\"");
        if share > 0.0 { segment(outcome, &width) } else { String::new() }
    };
    let parts: String = Outcome::ALL.iter().map(part).collect();
    // The cells beside it say the same.
    format!("<div class=\"bar\" aria-hidden=\"true\">{parts}</div>")
}

/// A part of a bar in the colour that pictures give an outcome.
fn segment(outcome: Outcome, attributes: &str) -> String {
    let series = outcomes::look(outcome).series;
    format!("<span class=\"s{series} {outcome}\"{attributes}></span>")
}

/// Cards side by side, those with something to show.
fn cards<N: Display>(cards: impl IntoIterator<Item = (N, String)>) -> String {
    let shown = cards.into_iter().filter(|(_, html)| !html.is_empty());
    let card =
        |(heading, html)| format!("<div class=\"card\">\n<h3>{heading}</h3>\n{html}</div>\n");
    let cards: String = shown.map(card).collect();
    if cards.is_empty() { cards } else { format!("<div class=\"cards\">\n{cards}</div>\n") }
}

/// A small text; `html` must be escaped already.
fn note(html: &str) -> String {
    format!("<p class=\"note\">{html}</p>\n")
}

#[cfg(test)]
mod tests;
