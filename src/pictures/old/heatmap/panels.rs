//! What the panels of a heat map show.

use std::collections::BTreeMap;

use crate::analysis::formatting::{counted, grouped};
use crate::pictures::old::board_maps::{BoardMaps, Known, MOST_MAPS, OrderAndSeed, Setting};
use crate::pictures::old::job_stats::{JobStats, Median};
use crate::pictures::old::plot_data::PlotData;
use knight_search::{Board, Goal, MoveOrder, Outcome, Rule, Square};

/// A board and what is known of its squares.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The order of its searches; missing where the panel is over all orders.
    pub order: Option<MoveOrder>,
    /// The board.
    pub board: Board,
    /// What the colours stand for.
    pub quantity: Quantity,
    /// What the squares show; squares without a job are missing.
    pub squares: BTreeMap<Square, PanelSquare>,
}

/// What the colours of a panel stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Checks, on a logarithmic scale.
    Checks,
    /// The share of jobs that find a tour.
    Share,
}

/// A square of a panel.
#[derive(Clone, PartialEq, Debug)]
pub struct PanelSquare {
    /// How it is filled.
    pub fill: Fill,
    /// How it is marked, if it has a value.
    pub mark: Option<Mark>,
    /// All that is known, in words.
    pub words: String,
}

/// The answer of the searches from a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A tour was found.
    Tour,
    /// All searches prove that there is no tour.
    NoTour,
    /// No tour was found, and not all searches prove that there is none.
    NotFound,
}

/// How a square is filled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fill {
    /// Coloured by a value of the panel's quantity.
    Value(f64),
    /// Hatched: above a budget.
    Beyond(u128),
    /// A ring: a greedy run got stuck, which proves nothing.
    Stuck,
    /// Crossed: nothing is known, as memory ran out.
    Memory,
}

/// The panels of each board: one for each order, or over all orders where there are many. With
/// several seeds the panels are over the seeds: one seed cannot represent the others.
pub fn panels(data: &PlotData) -> Vec<Panel> {
    let number = |setting: &BoardMaps| setting.maps.as_ref().map_or(usize::MAX, BTreeMap::len);
    let all = data.maps.values().map(number);
    let are_few = all.fold(0, usize::saturating_add) <= MOST_MAPS;
    let of_setting = |(&setting, known): (&Setting, &BoardMaps)| match &known.maps {
        Some(maps) if !known.has_seeds && is_worth_single_maps(maps, are_few) => {
            maps.iter().map(|(key, known)| of_map(data, setting, key, known)).collect()
        }
        _ => over_orders(data, setting, known),
    };
    data.maps.iter().flat_map(of_setting).collect()
}

/// Whether the maps of a board overlap enough to be worth showing one by one.
fn is_worth_single_maps(
    maps: &BTreeMap<OrderAndSeed, BTreeMap<Square, Known>>,
    are_few: bool,
) -> bool {
    let squares: usize = maps.values().map(BTreeMap::len).sum();
    let largest = maps.values().map(BTreeMap::len).max().unwrap_or(0);
    maps.len() == 1 || (are_few && largest > 1 && 2 * squares > maps.len() * largest)
}

fn of_map(
    data: &PlotData,
    setting: Setting,
    key: &OrderAndSeed,
    known: &BTreeMap<Square, Known>,
) -> Panel {
    let name = key.order.name().map_or(String::new(), |name| format!(" ({name})"));
    let seed = key.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
    let squares =
        known.iter().map(|(&square, &known)| (square, shown(setting.board, square, known)));
    Panel {
        title: format!("{}order {}{name}{seed}", in_short(data, setting), key.order),
        order: Some(key.order),
        board: setting.board,
        quantity: Quantity::Checks,
        squares: squares.collect(),
    }
}

fn shown(board: Board, square: Square, known: Known) -> PanelSquare {
    let (fill, words) = match known {
        Known::Tour(checks) => {
            (Fill::Value(checks as f64), format!("a tour after {} checks", grouped(checks)))
        }
        Known::NoTour(checks) => {
            (Fill::Value(checks as f64), format!("no tour: {} checks", grouped(checks)))
        }
        Known::MoreThan(budget) => {
            (Fill::Beyond(budget), format!("stopped by its budget of {} checks", grouped(budget)))
        }
        Known::Stuck(checks) => (Fill::Stuck, format!("stuck after {} checks", grouped(checks))),
        Known::Memory => (Fill::Memory, "out of memory".to_owned()),
    };
    PanelSquare {
        fill,
        mark: match known {
            Known::Tour(_) => Some(Mark::Tour),
            Known::NoTour(_) => Some(Mark::NoTour),
            _ => None,
        },
        words: format!("{}: {words}", named(board, square)),
    }
}

pub(super) fn named(board: Board, square: Square) -> String {
    format!("{square} {}", board.chess_name(square))
}

/// The board where there are several; the goal and the rule where they differ among the records or
/// from the paper's.
fn in_short(data: &PlotData, setting: Setting) -> String {
    let Setting { board, goal, rule } = setting;
    let mut text = String::new();
    if data.boards().len() > 1 {
        text += &format!("{board}, ");
    }
    if goal != Goal::Open || data.stats_by(|place| place.goal).len() > 1 {
        text += &format!("{goal} tours, ");
    }
    if rule != Rule::Fixed || data.stats_by(|place| place.rule).len() > 1 {
        text += &format!("{rule}, ");
    }
    text
}

fn over_orders(data: &PlotData, setting: Setting, maps: &BoardMaps) -> Vec<Panel> {
    let Setting { board, goal, rule } = setting;
    let mut by_square: BTreeMap<Square, JobStats> = BTreeMap::new();
    for (place, stats) in &data.by_family {
        if (place.board, place.goal, place.rule) == (board, goal, rule) {
            by_square.entry(place.start).or_default().merge(stats);
        }
    }
    let title = in_short(data, setting);
    three_views(&title, board, &what_varies(maps), &by_square)
}

/// What the jobs of a square differ in: singular and plural.
fn what_varies(maps: &BoardMaps) -> [&'static str; 2] {
    match (maps.has_orders, maps.has_seeds) {
        (true, true) => ["order and seed", "orders and seeds"],
        (true, false) => ["order", "orders"],
        (false, true) => ["seed", "seeds"],
        (false, false) => ["job", "jobs"],
    }
}

/// The share of jobs with a tour, the fewest checks and the median. A view whose squares would all
/// look the same is left out.
fn three_views(
    setting: &str,
    board: Board,
    [any, over]: &[&str; 2],
    by_square: &BTreeMap<Square, JobStats>,
) -> Vec<Panel> {
    let view = |title: &str, quantity, fill: &dyn Fn(&JobStats) -> Option<Fill>| {
        let squares = by_square.iter().filter_map(|(&square, stats)| {
            let shown = PanelSquare {
                fill: fill(stats)?,
                mark: mark(quantity, stats),
                words: format!("{}: {}", named(board, square), in_words(stats)),
            };
            Some((square, shown))
        });
        Panel {
            title: format!("{setting}{title}"),
            order: None,
            board,
            quantity,
            squares: squares.collect(),
        }
    };
    let share =
        |stats: &JobStats| Some(Fill::Value(stats.of(Outcome::Tour) as f64 / stats.jobs() as f64));
    let least = |stats: &JobStats| match (stats.decided.least(), stats.largest_budget()) {
        (Some(least), _) => Some(Fill::Value(least as f64)),
        (None, Some(budget)) => Some(Fill::Beyond(budget)),
        (None, None) => Some(unknown(stats)),
    };
    let middle = |stats: &JobStats| match stats.median() {
        Median::NoJobs => None,
        Median::Checks(checks) => Some(Fill::Value(checks)),
        Median::Above(budget) => Some(Fill::Beyond(budget)),
        Median::Unknown => Some(unknown(stats)),
    };
    if by_square.values().all(|stats| stats.jobs() == 1) {
        return vec![view("checks", Quantity::Checks, &middle)];
    }
    let views = [
        view("share of jobs that find a tour", Quantity::Share, &share),
        view(&format!("fewest checks of any {any}"), Quantity::Checks, &least),
        view(&format!("median checks over {over}"), Quantity::Checks, &middle),
    ];
    let is_useful = |panel: &Panel| {
        let values = panel.squares.values().filter_map(PanelSquare::value);
        match panel.quantity {
            Quantity::Checks => values.count() > 0,
            Quantity::Share => values.clone().any(|v| v > 0.0) && values.clone().any(|v| v < 1.0),
        }
    };
    let is_repeated = |place: usize| place == 1 && fills(&views[1]).eq(fills(&views[2]));
    let useful: Vec<Panel> = views
        .iter()
        .enumerate()
        .filter(|(place, panel)| is_useful(panel) && !is_repeated(*place))
        .map(|(_, panel)| panel.clone())
        .collect();
    if useful.is_empty() { views[2..].to_vec() } else { useful }
}

/// Counts without a tour must not look like counts of tours. A share needs no mark.
fn mark(quantity: Quantity, stats: &JobStats) -> Option<Mark> {
    if quantity == Quantity::Share {
        None
    } else if stats.of(Outcome::Tour) > 0 {
        Some(Mark::Tour)
    } else if stats.of(Outcome::None) == stats.jobs() {
        Some(Mark::NoTour)
    } else {
        Some(Mark::NotFound)
    }
}

/// The sign of jobs without a count: stuck or out of memory, whichever is more frequent.
fn unknown(stats: &JobStats) -> Fill {
    if stats.of(Outcome::Stuck) > stats.of(Outcome::Memory) { Fill::Stuck } else { Fill::Memory }
}

fn fills(panel: &Panel) -> impl Iterator<Item = Fill> {
    panel.squares.values().map(|shown| shown.fill)
}

fn in_words(stats: &JobStats) -> String {
    let mut text =
        format!("{} of {}", grouped(stats.of(Outcome::Tour).into()), counted(stats.jobs(), "job"));
    text += " with a tour";
    for (outcome, what) in [
        (Outcome::None, "without"),
        (Outcome::Budget, "stopped by the budget"),
        (Outcome::Stuck, "stuck"),
        (Outcome::Memory, "out of memory"),
    ] {
        if stats.of(outcome) > 0 {
            text += &format!(", {} {what}", grouped(stats.of(outcome).into()));
        }
    }
    if let (Some(least), Some(largest)) = (stats.decided.least(), stats.decided.largest()) {
        text += &format!("; {} to {} checks", grouped(least), grouped(largest));
    }
    text
}

impl Panel {
    /// Whether any colour stands for a value.
    pub(super) fn has_values(&self) -> bool {
        self.squares.values().any(|shown| shown.value().is_some())
    }
}

impl PanelSquare {
    pub(super) fn value(&self) -> Option<f64> {
        match self.fill {
            Fill::Value(value) => Some(value),
            Fill::Beyond(_) | Fill::Stuck | Fill::Memory => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::error::PlotError;
    use crate::pictures::old::heatmap::drawing::draw;
    use crate::pictures::old::heatmap::panels::*;
    use crate::pictures::test_records::{gathered, record};
    use crate::results::record::Record;
    use knight_search::MoveOrder;

    fn from(start_col: u16, outcome: Outcome, checks: u128) -> Record {
        Record { start_col, ..record(outcome, checks) }
    }

    #[test]
    fn a_budget_never_looks_like_a_count() {
        let records = [
            from(1, Outcome::Tour, 64),
            from(2, Outcome::Budget, 1000),
            from(3, Outcome::None, 80),
            from(4, Outcome::Memory, 0),
            from(5, Outcome::Stuck, 30),
        ];
        let panels = panels(&gathered(&records));
        let fills: Vec<(Fill, bool)> = panels[0]
            .squares
            .values()
            .map(|shown| (shown.fill, shown.mark == Some(Mark::Tour)))
            .collect();
        assert_eq!(panels.len(), 1);
        assert_eq!(
            fills,
            [
                (Fill::Value(64.0), true),
                (Fill::Beyond(1000), false),
                (Fill::Value(80.0), false),
                (Fill::Memory, false),
                (Fill::Stuck, false)
            ]
        );
        assert!(
            panels[0]
                .squares
                .values()
                .next()
                .unwrap()
                .words
                .starts_with("(1,1) a8: a tour after 64")
        );
    }

    #[test]
    fn every_order_has_its_panel_until_there_are_too_many() {
        let of_orders = |orders: usize| -> Vec<Record> {
            let all = (100..).zip(MoveOrder::all()).take(orders);
            all.flat_map(|(checks, order)| {
                [1, 2].map(|col| Record { order, ..from(col, Outcome::Tour, checks) })
            })
            .collect()
        };
        assert_eq!(panels(&gathered(&of_orders(MOST_MAPS))).len(), MOST_MAPS);
        let over = panels(&gathered(&of_orders(MOST_MAPS + 1)));
        let titles: Vec<&str> = over.iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(titles, ["fewest checks of any order", "median checks over orders"]);
        let fill = |panel: &Panel| panel.squares[&Square { row: 1, col: 2 }].fill;
        assert_eq!(fill(&over[0]), Fill::Value(100.0));
        let half = MOST_MAPS as f64 / 2.0;
        assert!(
            matches!(fill(&over[1]), Fill::Value(median) if (median - 100.0 - half).abs() < 2.0)
        );
    }

    #[test]
    fn the_share_of_orders_is_of_all_jobs() {
        let orders = MoveOrder::all().take(MOST_MAPS + 1).enumerate();
        let records: Vec<Record> = orders
            .map(|(i, order)| Record {
                order,
                ..if i == 0 { from(1, Outcome::Tour, 64) } else { from(1, Outcome::Budget, 1000) }
            })
            .collect();
        let panels = panels(&gathered(&records));
        assert_eq!(panels.len(), 2);
        assert_eq!(
            panels[0].squares.values().next().unwrap().fill,
            Fill::Value(1.0 / (MOST_MAPS + 1) as f64)
        );
        assert_eq!(panels[1].squares.values().next().unwrap().fill, Fill::Value(64.0));
    }

    #[test]
    fn a_seed_that_finds_a_tour_does_not_hide_one_that_is_stuck() {
        let seeded =
            |seed, outcome| Record { rule: Rule::Greedy, seed: Some(seed), ..from(1, outcome, 63) };
        let both = [seeded(1, Outcome::Tour), seeded(2, Outcome::Stuck)];
        let drawn = panels(&gathered(&both));
        let seen: Vec<(&str, Fill)> = drawn
            .iter()
            .flat_map(|panel| panel.squares.values().map(|shown| (&*panel.title, shown.fill)))
            .collect();
        assert_eq!(
            seen,
            [
                ("greedy, share of jobs that find a tour", Fill::Value(0.5)),
                ("greedy, fewest checks of any seed", Fill::Value(63.0))
            ]
        );
        let words = &drawn[0].squares.values().next().unwrap().words;
        assert!(words.contains("1 of 2 jobs with a tour, 1 stuck"), "{words}");
        let one = &panels(&gathered(&both[1..]))[0];
        assert!(one.title.ends_with(", seed 2"), "{}", one.title);
    }

    #[test]
    fn squares_without_a_tour_never_look_solved() {
        let board = |rows, outcome| Record { rows, ..from(1, outcome, 80) };
        // More boards than are shown one by one, each with one search.
        let records: Vec<Record> = (3..20)
            .map(|rows| {
                let outcome = if rows < 5 { Outcome::None } else { Outcome::Tour };
                board(rows, outcome)
            })
            .collect();
        let data = gathered(&records);
        let drawn = panels(&data);
        assert_eq!(drawn[0].title, "3x8, order 12345678 (fig2)");
        let marks: Vec<Option<Mark>> =
            drawn.iter().flat_map(|panel| panel.squares.values().map(|shown| shown.mark)).collect();
        let (none, tour) = (Some(Mark::NoTour), Some(Mark::Tour));
        assert_eq!(marks[..3], [none, none, tour]);
        let line = "proved to have no tour</text>";
        assert!(draw(&data).unwrap().inline().contains(line));
        let solved = draw(&gathered(&records[2..])).unwrap().inline();
        assert!(!solved.contains(line));
        let alone = draw(&gathered(&records[..1])).unwrap().inline();
        assert!(alone.contains(line));
        let mut budget = board(3, Outcome::Budget);
        budget.order = MoveOrder::TUTORIAL;
        let stats = gathered(&[records[0].clone(), budget]).all();
        assert_eq!(mark(Quantity::Checks, &stats), Some(Mark::NotFound));
        assert_eq!(mark(Quantity::Share, &stats), None);
    }

    #[test]
    fn several_orders_with_several_seeds_are_named() {
        let records = [MoveOrder::FIG2, MoveOrder::TUTORIAL].map(|order| {
            [(1, 63), (2, 90)].map(|(seed, checks)| Record {
                order,
                seed: Some(seed),
                ..from(1, Outcome::Tour, checks)
            })
        });
        let titles: Vec<String> =
            panels(&gathered(&records.concat())).into_iter().map(|panel| panel.title).collect();
        assert_eq!(titles, ["median checks over orders and seeds"]);
    }

    #[test]
    fn jobs_without_a_count_have_signs_of_their_own() {
        let legend = |outcomes: &[Outcome]| {
            let records: Vec<Record> =
                (1..).zip(outcomes).map(|(col, &outcome)| from(col, outcome, 9)).collect();
            let svg = draw(&gathered(&records)).unwrap().inline();
            (
                svg.contains("out of memory: nothing is known</text>"),
                svg.contains("stuck in a dead end: nothing is proved</text>"),
                svg.matches("class=\"stroke\"").count(),
            )
        };
        assert_eq!(legend(&[Outcome::Memory]), (true, false, 4));
        assert_eq!(legend(&[Outcome::Stuck]), (false, true, 2));
        assert_eq!(legend(&[Outcome::Stuck, Outcome::Memory]), (true, true, 6));
        assert_eq!(legend(&[Outcome::Tour]), (false, false, 0));
    }

    #[test]
    fn without_a_value_there_is_no_scale_of_colours() {
        let has_bar = |outcome| {
            let svg = draw(&gathered(&[from(1, outcome, 9)])).unwrap().inline();
            svg.contains("checks (logarithmic)")
        };
        assert!(has_bar(Outcome::Tour));
        assert!(!has_bar(Outcome::Budget) && !has_bar(Outcome::Memory));
    }

    #[test]
    fn panels_say_which_rule_they_show_where_there_are_several() {
        let other = Record { rule: Rule::Greedy, ..from(1, Outcome::Tour, 64) };
        let titles: Vec<String> = panels(&gathered(&[from(1, Outcome::Tour, 64), other]))
            .into_iter()
            .map(|panel| panel.title)
            .collect();
        assert!(titles.iter().any(|title| title.starts_with("fixed, ")));
        assert!(titles.iter().any(|title| title.starts_with("greedy, ")));
    }

    #[test]
    fn every_board_decides_how_it_is_shown() {
        // A board with one order from every start, one with many orders from one start, and one
        // with a single job.
        let whole = (1..=8).map(|col| from(col, Outcome::Tour, 64));
        let orders = MoveOrder::all().take(MOST_MAPS + 1);
        let many = (64..).zip(orders).map(|(checks, order)| Record {
            rows: 6,
            order,
            ..from(1, Outcome::Tour, checks)
        });
        let alone = Record { rows: 5, ..from(1, Outcome::Tour, 99) };
        let records: Vec<Record> = whole.chain(many).chain([alone]).collect();
        let data = gathered(&records);
        let titles: Vec<String> = panels(&data).into_iter().map(|p| p.title).collect();
        assert_eq!(
            titles,
            [
                "5x8, order 12345678 (fig2)",
                "6x8, fewest checks of any order",
                "6x8, median checks over orders",
                "8x8, order 12345678 (fig2)",
            ]
        );
        // Beside a whole board, a board with one start gets no panel.
        let svg = draw(&data).unwrap().inline();
        assert_eq!(svg.matches("no job</title>").count(), 56);
        assert!(svg.contains("one start square, no panel: 5x8, 6x8</text>"));
    }

    #[test]
    fn the_smallest_board_is_drawn() {
        let orders = MoveOrder::all().take(MOST_MAPS + 1);
        let records: Vec<Record> = orders
            .map(|order| Record { rows: 1, cols: 1, order, ..record(Outcome::Tour, 0) })
            .collect();
        assert!(draw(&gathered(&records)).is_ok());
    }

    #[test]
    fn every_square_is_drawn_once() {
        let svg = draw(&gathered(&[from(1, Outcome::Tour, 64), from(2, Outcome::Budget, 9)]))
            .unwrap()
            .inline();
        let squares = 64;
        assert_eq!(svg.matches("<title>").count(), squares);
        assert_eq!(svg.matches("no job</title>").count(), squares - 2);
    }

    #[test]
    fn boards_too_large_to_see_are_refused() {
        let large = Record { rows: 65, ..record(Outcome::Tour, 64) };
        assert!(matches!(draw(&gathered(&[large])), Err(PlotError::Board { .. })));
    }
}
