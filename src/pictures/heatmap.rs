//! Check counts on the board.

use std::collections::BTreeMap;

use crate::analysis::formatting::{counted, grouped};
use crate::pictures::gathering::Gathering;
use crate::pictures::searches::{Known, MOST_SHEETS, Searches, Setting, Sheet};
use crate::pictures::tally::{Middle, Tally};
use knight_search::{Board, Goal, MoveOrder, Outcome, Rule, Square};

mod drawing;

pub use drawing::{draw, draw_some};

/// A board with what is known of its squares.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The order of its searches; missing where it is over all orders.
    pub order: Option<MoveOrder>,
    /// The board.
    pub board: Board,
    /// What the colours stand for.
    pub quantity: Quantity,
    /// What is known; squares without a job are missing.
    pub squares: BTreeMap<Square, Shown>,
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
pub struct Shown {
    /// How it is filled.
    pub fill: Fill,
    /// How it is marked, if it has a value.
    pub mark: Option<Mark>,
    /// All that is known, in words.
    pub words: String,
}

/// What came of the searches from a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A tour.
    Tour,
    /// All prove that there is none.
    NoTour,
    /// No tour, and not all prove that there is none.
    NotFound,
}

/// How a square is filled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fill {
    /// By a value of the panel's quantity.
    Value(f64),
    /// Hatched: beyond a budget.
    Beyond(u128),
    /// A ring: a greedy run got stuck, which proves nothing.
    Stuck,
    /// Crossed: nothing is known, for want of memory.
    Memory,
}

/// The panels of each board: one for each order, or over all orders where there are many. A rule that draws lots has an
/// answer for each seed, none of which stands for the others: with several seeds the panels are over them.
pub fn panels(gathering: &Gathering) -> Vec<Panel> {
    let sheets = |searches: &Searches| searches.sheets.as_ref().map_or(usize::MAX, BTreeMap::len);
    let all = gathering.searches.values().map(sheets);
    let are_few = all.fold(0, usize::saturating_add) <= MOST_SHEETS;
    let of_setting = |(&setting, searches): (&Setting, &Searches)| match &searches.sheets {
        Some(sheets) if !searches.has_seeds && is_worth_single_sheets(sheets, are_few) => {
            sheets.iter().map(|(sheet, known)| of_sheet(gathering, setting, sheet, known)).collect()
        }
        _ => over_orders(gathering, setting, searches),
    };
    gathering.searches.iter().flat_map(of_setting).collect()
}

/// Whether the sheets of a board share their squares, so that it is worth showing them one by one.
fn is_worth_single_sheets(
    sheets: &BTreeMap<Sheet, BTreeMap<Square, Known>>,
    are_few: bool,
) -> bool {
    let squares: usize = sheets.values().map(BTreeMap::len).sum();
    let largest = sheets.values().map(BTreeMap::len).max().unwrap_or(0);
    sheets.len() == 1 || (are_few && largest > 1 && 2 * squares > sheets.len() * largest)
}

fn of_sheet(
    gathering: &Gathering,
    setting: Setting,
    sheet: &Sheet,
    known: &BTreeMap<Square, Known>,
) -> Panel {
    let name = sheet.order.name().map_or(String::new(), |name| format!(" ({name})"));
    let seed = sheet.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
    let squares =
        known.iter().map(|(&square, &known)| (square, shown(setting.board, square, known)));
    Panel {
        title: format!("{}order {}{name}{seed}", in_short(gathering, setting), sheet.order),
        order: Some(sheet.order),
        board: setting.board,
        quantity: Quantity::Checks,
        squares: squares.collect(),
    }
}

fn shown(board: Board, square: Square, known: Known) -> Shown {
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
    Shown {
        fill,
        mark: match known {
            Known::Tour(_) => Some(Mark::Tour),
            Known::NoTour(_) => Some(Mark::NoTour),
            _ => None,
        },
        words: format!("{}: {words}", named(board, square)),
    }
}

fn named(board: Board, square: Square) -> String {
    format!("{square} {}", board.chess_name(square))
}

/// The board, where there are several; the goal and the rule, where they differ among the records or are not those of
/// the paper.
fn in_short(gathering: &Gathering, setting: Setting) -> String {
    let Setting { board, goal, rule } = setting;
    let mut text = String::new();
    if gathering.boards().len() > 1 {
        text += &format!("{board}, ");
    }
    if goal != Goal::Open || gathering.tallies_by(|place| place.goal).len() > 1 {
        text += &format!("{goal} tours, ");
    }
    if rule != Rule::Fixed || gathering.tallies_by(|place| place.rule).len() > 1 {
        text += &format!("{rule}, ");
    }
    text
}

fn over_orders(gathering: &Gathering, setting: Setting, searches: &Searches) -> Vec<Panel> {
    let Setting { board, goal, rule } = setting;
    let mut tallies: BTreeMap<Square, Tally> = BTreeMap::new();
    for (place, tally) in &gathering.tallies {
        if (place.board, place.goal, place.rule) == (board, goal, rule) {
            tallies.entry(place.start).or_default().merge(tally);
        }
    }
    let title = in_short(gathering, setting);
    three_views(&title, board, &what_varies(searches), &tallies)
}

/// What the jobs of a square differ in, in words.
fn what_varies(searches: &Searches) -> [&'static str; 2] {
    match (searches.has_orders, searches.has_seeds) {
        (true, true) => ["order and seed", "orders and seeds"],
        (true, false) => ["order", "orders"],
        (false, true) => ["seed", "seeds"],
        (false, false) => ["job", "jobs"],
    }
}

/// The share of jobs with a tour, the fewest checks and the middle ones; what would be the same everywhere is left
/// out.
fn three_views(
    setting: &str,
    board: Board,
    [any, over]: &[&str; 2],
    tallies: &BTreeMap<Square, Tally>,
) -> Vec<Panel> {
    let view = |title: &str, quantity, fill: &dyn Fn(&Tally) -> Option<Fill>| {
        let squares = tallies.iter().filter_map(|(&square, tally)| {
            let shown = Shown {
                fill: fill(tally)?,
                mark: mark(quantity, tally),
                words: format!("{}: {}", named(board, square), in_words(tally)),
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
        |tally: &Tally| Some(Fill::Value(tally.of(Outcome::Tour) as f64 / tally.jobs() as f64));
    let least = |tally: &Tally| match (tally.decided.least(), tally.largest_budget()) {
        (Some(least), _) => Some(Fill::Value(least as f64)),
        (None, Some(budget)) => Some(Fill::Beyond(budget)),
        (None, None) => Some(unknown(tally)),
    };
    let middle = |tally: &Tally| match tally.middle() {
        Middle::Nothing => None,
        Middle::Checks(checks) => Some(Fill::Value(checks)),
        Middle::Beyond(budget) => Some(Fill::Beyond(budget)),
        Middle::Unknown => Some(unknown(tally)),
    };
    if tallies.values().all(|tally| tally.jobs() == 1) {
        return vec![view("checks", Quantity::Checks, &middle)];
    }
    let views = [
        view("share of jobs that find a tour", Quantity::Share, &share),
        view(&format!("fewest checks of any {any}"), Quantity::Checks, &least),
        view(&format!("median checks over {over}"), Quantity::Checks, &middle),
    ];
    let tells = |panel: &Panel| {
        let values = panel.squares.values().filter_map(Shown::value);
        match panel.quantity {
            Quantity::Checks => values.count() > 0,
            Quantity::Share => values.clone().any(|v| v > 0.0) && values.clone().any(|v| v < 1.0),
        }
    };
    let is_repeated = |place: usize| place == 1 && fills(&views[1]).eq(fills(&views[2]));
    let telling: Vec<Panel> = views
        .iter()
        .enumerate()
        .filter(|(place, panel)| tells(panel) && !is_repeated(*place))
        .map(|(_, panel)| panel.clone())
        .collect();
    if telling.is_empty() { views[2..].to_vec() } else { telling }
}

/// Counts without a tour must not look like those of tours; a share of tours says so itself.
fn mark(quantity: Quantity, tally: &Tally) -> Option<Mark> {
    if quantity == Quantity::Share {
        None
    } else if tally.of(Outcome::Tour) > 0 {
        Some(Mark::Tour)
    } else if tally.of(Outcome::None) == tally.jobs() {
        Some(Mark::NoTour)
    } else {
        Some(Mark::NotFound)
    }
}

/// The sign of jobs without a count: of both kinds the one with more of them.
fn unknown(tally: &Tally) -> Fill {
    if tally.of(Outcome::Stuck) > tally.of(Outcome::Memory) { Fill::Stuck } else { Fill::Memory }
}

fn fills(panel: &Panel) -> impl Iterator<Item = Fill> {
    panel.squares.values().map(|shown| shown.fill)
}

fn in_words(tally: &Tally) -> String {
    let mut text =
        format!("{} of {}", grouped(tally.of(Outcome::Tour).into()), counted(tally.jobs(), "job"));
    text += " with a tour";
    for (outcome, what) in [
        (Outcome::None, "without"),
        (Outcome::Budget, "stopped by the budget"),
        (Outcome::Stuck, "stuck"),
        (Outcome::Memory, "out of memory"),
    ] {
        if tally.of(outcome) > 0 {
            text += &format!(", {} {what}", grouped(tally.of(outcome).into()));
        }
    }
    if let (Some(least), Some(largest)) = (tally.decided.least(), tally.decided.largest()) {
        text += &format!("; {} to {} checks", grouped(least), grouped(largest));
    }
    text
}

impl Panel {
    /// Whether any colour stands for a value.
    fn has_values(&self) -> bool {
        self.squares.values().any(|shown| shown.value().is_some())
    }
}

impl Shown {
    fn value(&self) -> Option<f64> {
        match self.fill {
            Fill::Value(value) => Some(value),
            Fill::Beyond(_) | Fill::Stuck | Fill::Memory => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::PlotError;
    use crate::pictures::heatmap::*;
    use crate::pictures::sample::{gathered, record};
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
        assert_eq!(panels(&gathered(&of_orders(MOST_SHEETS))).len(), MOST_SHEETS);
        let over = panels(&gathered(&of_orders(MOST_SHEETS + 1)));
        let titles: Vec<&str> = over.iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(titles, ["fewest checks of any order", "median checks over orders"]);
        let fill = |panel: &Panel| panel.squares[&Square { row: 1, col: 2 }].fill;
        assert_eq!(fill(&over[0]), Fill::Value(100.0));
        let half = MOST_SHEETS as f64 / 2.0;
        assert!(
            matches!(fill(&over[1]), Fill::Value(median) if (median - 100.0 - half).abs() < 2.0)
        );
    }

    #[test]
    fn the_share_of_orders_is_of_all_jobs() {
        let orders = MoveOrder::all().take(MOST_SHEETS + 1).enumerate();
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
            Fill::Value(1.0 / (MOST_SHEETS + 1) as f64)
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
        // More boards than sheets, each with one search.
        let records: Vec<Record> = (3..20)
            .map(|rows| {
                let outcome = if rows < 5 { Outcome::None } else { Outcome::Tour };
                board(rows, outcome)
            })
            .collect();
        let gathering = gathered(&records);
        let drawn = panels(&gathering);
        assert_eq!(drawn[0].title, "3x8, order 12345678 (fig2)");
        let marks: Vec<Option<Mark>> =
            drawn.iter().flat_map(|panel| panel.squares.values().map(|shown| shown.mark)).collect();
        let (none, tour) = (Some(Mark::NoTour), Some(Mark::Tour));
        assert_eq!(marks[..3], [none, none, tour]);
        let line = "proved to have no tour</text>";
        assert!(draw(&gathering).unwrap().inline().contains(line));
        let solved = draw(&gathered(&records[2..])).unwrap().inline();
        assert!(!solved.contains(line));
        let alone = draw(&gathered(&records[..1])).unwrap().inline();
        assert!(alone.contains(line));
        let mut budget = board(3, Outcome::Budget);
        budget.order = MoveOrder::TUTORIAL;
        let tally = gathered(&[records[0].clone(), budget]).all();
        assert_eq!(mark(Quantity::Checks, &tally), Some(Mark::NotFound));
        assert_eq!(mark(Quantity::Share, &tally), None);
    }

    #[test]
    fn seeds_of_several_orders_are_told() {
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
        // A whole board with one order, one with many orders from one start, and one with a single job.
        let whole = (1..=8).map(|col| from(col, Outcome::Tour, 64));
        let orders = MoveOrder::all().take(MOST_SHEETS + 1);
        let many = (64..).zip(orders).map(|(checks, order)| Record {
            rows: 6,
            order,
            ..from(1, Outcome::Tour, checks)
        });
        let alone = Record { rows: 5, ..from(1, Outcome::Tour, 99) };
        let records: Vec<Record> = whole.chain(many).chain([alone]).collect();
        let gathering = gathered(&records);
        let titles: Vec<String> = panels(&gathering).into_iter().map(|p| p.title).collect();
        assert_eq!(
            titles,
            [
                "5x8, order 12345678 (fig2)",
                "6x8, fewest checks of any order",
                "6x8, median checks over orders",
                "8x8, order 12345678 (fig2)",
            ]
        );
        // Beside a whole board, a board with one start is not worth its place.
        let svg = draw(&gathering).unwrap().inline();
        assert_eq!(svg.matches("no job</title>").count(), 56);
        assert!(svg.contains("one start square, no panel: 5x8, 6x8</text>"));
    }

    #[test]
    fn the_smallest_board_is_drawn() {
        let orders = MoveOrder::all().take(MOST_SHEETS + 1);
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
