//! One HTML page about one or several results: what was run, outcomes, pictures, tours, the paper's
//! claims, and a table. The page is self-contained, and nothing here reads or writes files.

use std::collections::HashSet;
use std::fmt::Write;

use crate::analysis::formatting::{counted, grouped, listed};
use crate::analysis::paper::{self, Finding};
use crate::experiment::Experiment;
use crate::pictures::drawing::svg::{MARK, escaped};
use crate::pictures::old::board_maps::MOST_MAPS;
use crate::pictures::old::groups::named_groups;
use crate::pictures::old::job_stats::JobStats;
use crate::pictures::old::{self as pictures, Kind, PlotData, cactus, heatmap};
use crate::pictures::{Picture, PlotError};
use crate::results::record::Record;
use knight_search::Outcome;

mod table;

use table::{Field, ROW_COLUMNS, STATS_COLUMNS, html_table, row_fields, stats_fields};

/// With more rows than this the table shows groups.
const MOST_ROWS: usize = 300;

/// With more groups than this the table does not separate start squares.
const MOST_GROUPS: usize = 300;

/// The smallest scale of a picture. On a narrower screen it scrolls, as its texts would be
/// unreadable.
const SMALLEST: f64 = 0.75;

/// The most bytes of all pictures, and of all tours: a page must be quick to mail and to open.
const MOST_BYTES: usize = 380_000;

/// The most squares of all panels of a heat map. The first panel is always drawn.
const MOST_SQUARES: usize = 768;

/// Tours with more squares than this are left out undrawn: they take more than [`MOST_BYTES`].
const LARGEST_TOUR: usize = 1000;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("sort.js");

/// The contents of a report, collected run by run and record by record in bounded memory.
pub struct Report {
    data: PlotData,
    runs: Vec<(ReportedFile, JobStats)>,
    /// The records with their runs; `None` once there are too many for a table.
    rows: Option<Vec<(usize, Record)>>,
    /// The search of the paper.
    papers: Option<Record>,
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
    /// The notes of the experiment.
    pub notes: Option<String>,
    /// Further facts: names and values.
    pub facts: Vec<(String, String)>,
}

impl Report {
    /// A report without runs.
    pub fn empty() -> Report {
        Report {
            data: PlotData::new(None, None),
            runs: Vec::new(),
            rows: Some(Vec::new()),
            papers: None,
            remarks: Vec::new(),
        }
    }

    /// Adds a warning at the top of the page.
    pub fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }

    /// Adds a record to the numbers of its run. It counts for all runs together only if its job
    /// `is_new`.
    pub fn add(&mut self, stats: &mut JobStats, record: &Record, is_new: bool) {
        stats.add(record);
        if is_new {
            self.data.add(record);
        }
        if self.papers.is_none() && paper::is_the_papers(record) {
            self.papers = Some(record.clone());
        }
        if let Some(rows) = &mut self.rows {
            rows.push((self.runs.len(), record.clone()));
            if rows.len() > MOST_ROWS {
                self.rows = None;
            }
        }
    }

    /// Announces how many rows a run of this experiment will have in all.
    pub fn expect(&mut self, experiment: &Experiment, rows: u64) {
        self.data.expect(experiment, rows);
    }

    /// Adds a run whose records have been added.
    pub fn end_run(&mut self, run: ReportedFile, stats: JobStats) {
        self.runs.push((run, stats));
    }

    /// The page. `program` is the footer: the name and the version of the program.
    pub fn page(&self, program: &str) -> String {
        let title = escaped(&self.title());
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n{MARK}\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'unsafe-inline'; img-src data:\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header><h1>{title}</h1>\n<p>{}</p></header>\n<main>\n",
            escaped(&self.in_a_sentence())
        );
        page += &self.unfinished();
        self.section(&mut page, "outcomes", "Outcomes", Report::outcomes);
        self.section(&mut page, "plots", "Pictures", Report::plots);
        self.section(&mut page, "tours", "Easiest and hardest jobs", Report::extremes);
        self.section(&mut page, "paper", "The paper's claims about its search", Report::claims);
        self.section(&mut page, "jobs", "Jobs", Report::table);
        self.section(&mut page, "runs", "What was run", Report::run_facts);
        let _ = write!(
            page,
            "</main>\n<footer>{}</footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            escaped(program)
        );
        page
    }

    fn section(&self, page: &mut String, id: &str, heading: &str, content: fn(&Report) -> String) {
        let content = content(self);
        if !content.is_empty() {
            let _ =
                write!(page, "<section id=\"{id}\">\n<h2>{heading}</h2>\n{content}</section>\n");
        }
    }

    /// What is incomplete, and the warnings.
    fn unfinished(&self) -> String {
        let unfinished =
            self.runs.iter().filter_map(|(run, _)| Some((&run.name, run.unfinished.as_ref()?)));
        let unfinished = unfinished.map(|(name, progress)| format!("{name}: {progress}"));
        unfinished
            .chain(self.remarks.iter().cloned())
            .map(|text| format!("<p><strong>{}</strong></p>\n", escaped(&text)))
            .collect()
    }

    /// Whether there are several runs.
    fn compares(&self) -> bool {
        self.runs.len() > 1
    }

    fn title(&self) -> String {
        let mut titles: Vec<&str> = self.runs.iter().map(|(run, _)| run.title.as_str()).collect();
        let mut known = HashSet::new();
        titles.retain(|title| known.insert(*title));
        match titles.as_slice() {
            [_] | [_, _] => titles.join(" and "),
            many => format!("{} compared", counted(many.len() as u64, "result")),
        }
    }

    fn in_a_sentence(&self) -> String {
        let data = &self.data;
        let boards: Vec<String> = data.boards().iter().map(ToString::to_string).collect();
        format!(
            "{} on {}: {}, {}.",
            counted(data.rows, "job"),
            listed(&boards, 8),
            counted(data.starts().len() as u64, "start square"),
            counted(data.orders.len() as u64, "move order"),
        )
    }

    fn outcomes(&self) -> String {
        let mut rows: Vec<Vec<Field>> = Vec::new();
        for (run, stats) in &self.runs {
            let mut row = vec![Field::text(&run.name)];
            row.extend(stats_fields(stats));
            rows.push(row);
        }
        let bars = self.runs.iter().map(|(run, stats)| outcome_bar(&run.name, stats));
        let bars: String = bars.collect();
        let names: Vec<&str> = std::iter::once("run").chain(STATS_COLUMNS).collect();
        format!("{bars}{}", html_table("outcomes-table", &names, &rows))
    }

    /// The picture that suits the records best, then the others that show something.
    fn plots(&self) -> String {
        let natural = pictures::natural_kind(&self.data);
        let mut kinds = vec![natural];
        kinds.extend(
            Kind::ALL.iter().copied().filter(|kind| *kind != natural && self.is_worth(*kind)),
        );
        let mut room = MOST_BYTES;
        kinds
            .into_iter()
            .filter(|kind| *kind != Kind::Tour || !self.has_card_of_drawn())
            .map(|kind| self.figure(kind, &mut room))
            .collect()
    }

    /// Whether the tour of a plot is also among those of the easiest and hardest jobs.
    fn has_card_of_drawn(&self) -> bool {
        let (drawn, extremes) = (&self.data.drawn, &self.data.extremes);
        drawn.as_ref().is_some_and(|drawn| {
            let mut shown = extremes.easiest().chain(extremes.hardest());
            shown.any(|record| is_same_tour(record, drawn))
        })
    }

    /// A picture, or a note that says why it is left out. Empty if there is nothing to show.
    fn figure(&self, kind: Kind, room: &mut usize) -> String {
        let by_hand = format!("<code>knightsweep plot FILE.csv --kind {kind}</code> draws it.");
        let (picture, panels) = match self.picture(kind) {
            Ok(drawn) => drawn,
            Err(
                error @ (PlotError::Board { .. }
                | PlotError::TooManyGroups { .. }
                | PlotError::TooManySeries { .. }),
            ) => {
                return note(&format!("Left out: {}.", escaped(&error.to_string())));
            }
            Err(_) => return String::new(),
        };
        let figure = figure(&picture);
        if figure.len() > *room {
            let headline = escaped(&picture.headline);
            return note(&format!("Too large for this page, so left out: {headline}. {by_hand}"));
        }
        *room -= figure.len();
        if panels == 0 {
            return figure;
        }
        let more = counted(panels as u64, "more panel");
        figure + &note(&format!("Left out of this heat map: {more}. {by_hand}"))
    }

    fn is_worth(&self, kind: Kind) -> bool {
        let data = &self.data;
        match kind {
            Kind::Heatmap => data.starts().len() > 1,
            Kind::Cactus | Kind::Times => data.rows > 1,
            Kind::Orders => data.orders.len() > MOST_MAPS,
            Kind::Growth => data.boards().len() > 1,
            // The easiest and hardest jobs have their tours.
            Kind::Tour => false,
        }
    }

    /// A picture, and how many of its panels are left out. Several runs have a curve each.
    fn picture(&self, kind: Kind) -> Result<(Picture, usize), PlotError> {
        let data = &self.data;
        if kind == Kind::Cactus && self.compares() {
            let groups: Vec<(String, JobStats)> =
                self.runs.iter().map(|(run, stats)| (run.name.clone(), stats.clone())).collect();
            return Ok((cactus::of_groups(&groups, Some("run".to_owned()))?, 0));
        }
        if kind == Kind::Heatmap && data.rows > 0 {
            return heatmap::draw_some(data, MOST_SQUARES);
        }
        Ok((pictures::draw(kind, data)?, 0))
    }

    fn extremes(&self) -> String {
        let extremes = &self.data.extremes;
        let mut drawn: Vec<u128> = Vec::new();
        let mut tours = TourFigures { drawn: Vec::new(), room: MOST_BYTES };
        let mut content = String::new();
        let ends: [(&str, Vec<&Record>); 2] = [
            ("Fewest checks", extremes.easiest().collect()),
            ("Most checks", extremes.hardest().collect()),
        ];
        for (heading, records) in ends {
            let new: Vec<&Record> = records
                .into_iter()
                .filter(|record| record.checks.is_some_and(|c| !drawn.contains(&c)))
                .collect();
            if new.is_empty() {
                continue;
            }
            let _ = write!(content, "<h3>{heading}</h3>\n<div class=\"cards\">\n");
            for record in new {
                drawn.extend(record.checks);
                content += &tours.card(record);
            }
            content += "</div>\n";
        }
        content
    }

    fn claims(&self) -> String {
        let findings = self.papers.as_ref().and_then(|record| paper::judge_search(record).ok());
        let Some(findings) = findings else {
            return String::new();
        };
        let row = |finding: &Finding| {
            vec![
                Field::text(finding.place),
                Field::text(finding.claim),
                Field::text(finding.paper),
                Field::text(finding.ours.as_deref().unwrap_or("–")),
                Field::text(finding.verdict.word()),
            ]
        };
        let rows: Vec<Vec<Field>> = findings.iter().map(row).collect();
        html_table("claims-table", &["where", "claim", "paper", "measured", "verdict"], &rows)
    }

    fn table(&self) -> String {
        match &self.rows {
            Some(rows) if rows.is_empty() => "<p>There are no rows yet.</p>\n".to_owned(),
            Some(rows) => {
                let fields = |(run, record): &(usize, Record)| {
                    let name = self.runs.get(*run).map_or("", |(run, _)| run.name.as_str());
                    let run = self.compares().then(|| Field::text(name));
                    run.into_iter().chain(row_fields(record)).collect()
                };
                let rows: Vec<Vec<Field>> = rows.iter().map(fields).collect();
                let run = self.compares().then_some("run");
                let names: Vec<&str> = run.into_iter().chain(ROW_COLUMNS).collect();
                html_table("jobs-table", &names, &rows)
            }
            None => self.group_table(),
        }
    }

    fn group_table(&self) -> String {
        let row = |(name, stats): &(String, JobStats)| {
            let name = if name.is_empty() { "all" } else { name };
            let mut row = vec![Field::text(name)];
            row.extend(stats_fields(stats));
            row
        };
        let groups = named_groups(&self.data, MOST_GROUPS);
        let rows: Vec<Vec<Field>> = groups.iter().take(MOST_ROWS).map(row).collect();
        let names: Vec<&str> = std::iter::once("group").chain(STATS_COLUMNS).collect();
        let note = "<p>There are too many jobs to list, so this table shows groups. Medians are over decided jobs; with more than 512 jobs they are rounded to 1.2 percent.</p>\n";
        format!("{note}{}", html_table("jobs-table", &names, &rows))
    }

    fn run_facts(&self) -> String {
        let mut content = String::new();
        for (run, _) in &self.runs {
            let _ = writeln!(content, "<h3>{}</h3>", escaped(&run.name));
            if let Some(notes) = &run.notes {
                let _ = writeln!(content, "<p>{}</p>", escaped(notes));
            }
            content += "<dl>\n";
            for (name, value) in &run.facts {
                let _ = writeln!(content, "<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(value));
            }
            content += "</dl>\n";
        }
        content
    }
}

/// A bar with the shares of the outcomes.
fn outcome_bar(name: &str, stats: &JobStats) -> String {
    let jobs = stats.jobs().max(1) as f64;
    let mut bar = format!(
        "<p class=\"note\">{name}</p>\n<div class=\"bar\" role=\"img\" aria-label=\"outcomes of {name}\">",
        name = escaped(name)
    );
    for &outcome in Outcome::ALL {
        let count = stats.of(outcome);
        if count > 0 {
            let share = count as f64 / jobs * 100.0;
            let label = format!("{outcome}: {} ({share:.1}%)", grouped(count.into()));
            let shown = if share >= 22.0 { label.as_str() } else { "" };
            let _ = write!(
                bar,
                "<span class=\"{outcome}\" style=\"width:{share:.3}%\" title=\"{label}\">{shown}</span>"
            );
        }
    }
    bar + "</div>\n"
}

fn figure(picture: &Picture) -> String {
    format!(
        "<figure tabindex=\"0\">\n<figcaption>{}</figcaption>\n<div style=\"min-width:{:.0}px\">\n{}</div></figure>\n",
        escaped(&picture.headline),
        SMALLEST * picture.width,
        picture.inline()
    )
}

/// A small text; `html` must be escaped already.
fn note(html: &str) -> String {
    format!("<p class=\"note\">{html}</p>\n")
}

/// Whether two jobs found the same tour.
fn is_same_tour(one: &Record, other: &Record) -> bool {
    one.tour.is_some() && (&one.tour, one.rows, one.cols) == (&other.tour, other.rows, other.cols)
}

/// The tours of a page. Each is drawn once, as long as there is room.
struct TourFigures<'a> {
    drawn: Vec<&'a Record>,
    room: usize,
}

impl<'a> TourFigures<'a> {
    /// A job, and its tour if it is recorded.
    fn card(&mut self, record: &'a Record) -> String {
        let words = escaped(&pictures::tour::job_in_words(record));
        let drawn = self.tour(record);
        format!("<figure><figcaption>{words}</figcaption>\n{drawn}</figure>\n")
    }

    fn tour(&mut self, record: &'a Record) -> String {
        if let Some(same) = self.drawn.iter().find(|drawn| is_same_tour(drawn, record)) {
            return note(&format!("Its tour is that of job {}.", same.job));
        }
        let too_large = || {
            note(&format!(
                "Its tour is too large for this page, so it is left out. \
                 <code>knightsweep plot FILE.csv --kind tour --job {}</code> draws it.",
                record.job
            ))
        };
        let area = usize::from(record.rows) * usize::from(record.cols);
        if record.tour.is_some() && area > LARGEST_TOUR {
            return too_large();
        }
        match pictures::tour::of_record(record, 0).map(|picture| picture.inline()) {
            Ok(picture) if picture.len() <= self.room => {
                self.room -= picture.len();
                self.drawn.push(record);
                picture
            }
            Ok(_) => too_large(),
            Err(_) if record.outcome == Outcome::Tour => note("Its tour was not recorded."),
            Err(_) => note("It has no tour."),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::test_records::{record, searched};
    use crate::report::*;
    use knight_search::MoveOrder;

    fn page(run: ReportedFile, records: &[Record]) -> String {
        let mut report = Report::empty();
        let mut stats = JobStats::default();
        records.iter().for_each(|record| report.add(&mut stats, record, true));
        report.end_run(run, stats);
        report.page("knightsweep")
    }

    #[test]
    fn texts_from_outside_are_escaped() {
        let evil = "</title><script>alert(1)</script>\"'&";
        let run = ReportedFile {
            name: evil.to_owned(),
            title: evil.to_owned(),
            unfinished: Some(evil.to_owned()),
            notes: Some(evil.to_owned()),
            facts: vec![(evil.to_owned(), evil.to_owned())],
        };
        let page = page(run, &[record(Outcome::Tour, 64)]);
        assert!(!page.contains("<script>alert"));
        assert_eq!(page.matches("<script>").count(), 1);
        assert_eq!(page.matches("</title>").count(), page.matches("<title>").count());
    }

    #[test]
    fn a_budget_is_not_sorted_as_a_count() {
        let page = page(
            ReportedFile::default(),
            &[record(Outcome::Budget, 100_000), record(Outcome::Tour, 64)],
        );
        assert!(page.contains("<td>&gt; 100,000</td>"));
        assert!(!page.contains("data-n=\"100000\""));
        assert!(page.contains("data-n=\"64\">64</td>"));
    }

    #[test]
    fn many_rows_are_shown_by_groups() {
        let rows = |count: u64| -> Vec<Record> {
            (0..count).map(|job| Record { job, ..record(Outcome::Tour, 64) }).collect()
        };
        let few = page(ReportedFile::default(), &rows(MOST_ROWS as u64));
        let many = page(ReportedFile::default(), &rows(MOST_ROWS as u64 + 1));
        assert!(few.matches("<tr>").count() > MOST_ROWS);
        assert!(many.matches("<tr>").count() < 10 && many.contains("too many jobs to list"));
    }

    #[test]
    fn the_search_of_the_paper_is_judged() {
        let small = searched(0, "5x5", (1, 1), MoveOrder::FIG2, None);
        assert!(
            !page(ReportedFile::default(), std::slice::from_ref(&small)).contains("claims-table")
        );
        let mut stolen = searched(0, "5x5", (1, 1), MoveOrder::FIG2, None);
        (stolen.rows, stolen.cols) = (8, 8);
        assert!(
            !page(ReportedFile::default(), &[stolen]).contains("claims-table"),
            "a tour of another board is not judged"
        );
        assert!(page(ReportedFile::default(), &[small]).contains("Fewest checks"));
    }

    #[test]
    fn a_tour_is_drawn_once() {
        let path = |page: &str| page.matches("stroke-linecap").count();
        let one = searched(0, "5x5", (1, 1), MoveOrder::FIG2, None);
        assert_eq!(path(&page(ReportedFile::default(), std::slice::from_ref(&one))), 24);
        let again = Record { job: 1, checks: Some(99), ..one.clone() };
        let both = page(ReportedFile::default(), &[one, again]);
        assert_eq!(path(&both), 24);
        assert!(both.contains("Its tour is that of job 1."));
    }

    #[test]
    fn pages_stay_small_and_say_what_they_leave_out() {
        const LARGEST_PAGE: usize = 900_000;
        // Sixteen boards with all their starts, hatched: hatching needs the most bytes.
        let mut boards = Vec::new();
        for rows in 10..26 {
            boards.extend((1..=rows).flat_map(|row| (1..=20).map(move |col| (rows, row, col))));
        }
        let records: Vec<Record> = boards
            .into_iter()
            .map(|(rows, start_row, start_col)| Record {
                rows,
                cols: 20,
                start_row,
                start_col,
                ..record(if start_col == 1 { Outcome::Tour } else { Outcome::Budget }, 1000)
            })
            .collect();
        let swept = page(ReportedFile::default(), &records);
        assert!(swept.len() < LARGEST_PAGE, "{}", swept.len());
        assert!(swept.contains("Left out of this heat map: 13 more panels."));

        let problem = |side: u16| {
            let mut squares: Vec<String> = Vec::new();
            let board: knight_search::Board = format!("{side}x{side}").parse().unwrap();
            squares.extend(board.squares().map(|square| board.chess_name(square)));
            Record {
                rows: side,
                cols: side,
                tour: Some(squares.join("-")),
                ..record(Outcome::Tour, 1600)
            }
        };
        let large = page(ReportedFile::default(), &[problem(40)]);
        assert!(large.len() < 100_000, "{}", large.len());
        assert!(large.contains("Its tour is too large for this page, so it is left out."));
    }

    #[test]
    fn counts_beyond_64_bits_stay_whole() {
        let page = page(
            ReportedFile::default(),
            &[record(Outcome::Tour, u128::MAX), record(Outcome::Tour, 1)],
        );
        assert!(page.contains("data-n=\"340282366920938463463374607431768211455\""));
    }
}
