//! The answers: rows with all that is known, and sentences or a short table for people.

use knight_search::orders::comparison::ComparedStart;
use knight_search::{Board, Budget, MoveOrder, Outcome};
use knightsweep::analysis::ratio::Ratio;
use knightsweep::analysis::statistics::Cost;
use knightsweep::analysis::table::{Cell, Row, Table};
use knightsweep::text::{and_more, counted, grouped, named_order};

use crate::cli::answer::{start_row, start_row_for_people};

/// What was asked for.
pub(super) struct Asked {
    /// The compared order.
    pub order: MoveOrder,
    /// The most checks of the quickest orders, if there is a limit.
    pub limit: Option<u128>,
    /// The budget of the compared order, if it is compared.
    pub budget: Option<Budget>,
}

impl Asked {
    /// The columns of budget, outcome, checks and ratio of the compared order.
    fn names(&self) -> [&'static str; 4] {
        match self.order {
            MoveOrder::FIG2 => ["fig2_budget", "fig2_outcome", "fig2_checks", "fig2_ratio"],
            _ => ["compared_budget", "compared_outcome", "compared_checks", "compared_ratio"],
        }
    }

    /// The budget of the compared order, if it has a limit.
    fn compared_limit(&self) -> Option<u128> {
        self.budget.and_then(|budget| budget.limit())
    }

    /// The row of one start.
    pub(super) fn row(&self, board: Board, answer: &ComparedStart) -> Row {
        let ComparedStart { start, quickest, compared } = answer;
        let best = quickest.best();
        let least = best.map(|best| best.checks);
        let theirs = compared.and_then(|compared| compared.checks);
        let ratio = least.zip(theirs).filter(|(least, _)| *least > 0);
        let list =
            |orders: &[MoveOrder]| Cell::List(orders.iter().map(MoveOrder::to_string).collect());
        let row = start_row(board, *start)
            .with("limit", self.limit)
            .with("outcome", quickest.outcome().word())
            .with("checks_min", least)
            .with("orders_min", best.map(|best| best.orders.len() as u64))
            .with("checks_min_orders", best.map(|best| list(&best.orders)));
        let row = match self.order {
            MoveOrder::FIG2 => row,
            other => row.with("compared_order", other.to_string()),
        };
        let [budget, outcome, checks, ratio_name] = self.names();
        row.with(budget, self.compared_limit())
            .with(outcome, compared.map(|compared| compared.outcome.word()))
            .with(checks, theirs)
            .with(ratio_name, ratio.map(|(least, theirs)| theirs as f64 / least as f64))
    }

    /// What is found about one start.
    pub(super) fn sentences(&self, board: Board, answer: &ComparedStart) -> String {
        let ComparedStart { start, quickest, compared } = answer;
        let Some(best) = quickest.best() else {
            let why = match quickest.outcome() {
                Outcome::Budget => {
                    let limit = self.limit.map_or("none".to_owned(), grouped);
                    format!("no order finds a tour within --limit {limit}")
                }
                Outcome::Memory => "the search needs more than --memory".to_owned(),
                _ => "no tour begins there".to_owned(),
            };
            return format!("{board} from {start}: {why}\n");
        };
        let checks = counted(best.checks, "check");
        let quickest = match &best.orders[..] {
            [only] => format!("order {} is the quickest of all 40,320", named_order(*only)),
            [first, others @ ..] => format!(
                "{} are the quickest of all 40,320, such as {}",
                counted(others.len() + 1, "order"),
                named_order(*first)
            ),
            [] => "no order is the quickest".to_owned(),
        };
        let mut text = format!("{board} from {start}: {quickest}: {checks}\n");
        let Some(compared) = compared else { return text };
        let order = named_order(self.order);
        text += &match compared.checks {
            Some(theirs) if theirs > best.checks && best.checks > 0 => {
                let ratio = Ratio::known(theirs as f64 / best.checks as f64);
                let theirs = counted(theirs, "check");
                format!("order {order}: {theirs}, {ratio} times as many\n")
            }
            Some(theirs) => format!("order {order}: {}\n", counted(theirs, "check")),
            None if compared.outcome == Outcome::Budget => {
                let budget = self.compared_limit().map_or(String::new(), grouped);
                format!("order {order} needs more than {budget} checks (--compare-budget)\n")
            }
            None => format!("order {order}: {}\n", compared.outcome),
        };
        text
    }

    /// What people ask first of the answers. The ratio says most of what the compared checks say.
    pub(super) fn table_for_people(&self, answers: &[(Board, ComparedStart)]) -> Table {
        let [.., ratio] = self.names();
        let first = answers.first().map(|(board, _)| *board);
        let mut names = vec!["start", "checks_min", "checks_min_orders"];
        if answers.iter().any(|(board, _)| Some(*board) != first) {
            names.insert(0, "board");
        }
        if answers.iter().any(|(_, answer)| answer.compared.is_some()) {
            names.push(ratio);
        }
        let rows = answers.iter().map(|(board, answer)| self.short_row(*board, answer));
        Table::new(rows).only(&names)
    }

    fn short_row(&self, board: Board, answer: &ComparedStart) -> Row {
        let ComparedStart { start, quickest, compared } = answer;
        let best = quickest.best();
        let least = match (best, quickest.outcome()) {
            (Some(best), _) => Cost::Exact(best.checks),
            (None, Outcome::Budget) => self.limit.map_or(Cost::Unknown, Cost::Above),
            (None, _) => Cost::Unknown,
        };
        let theirs = match compared.map(|compared| (compared.checks, compared.outcome)) {
            Some((Some(checks), _)) => Cost::Exact(checks),
            Some((None, Outcome::Budget)) => {
                self.compared_limit().map_or(Cost::Unknown, Cost::Above)
            }
            _ => Cost::Unknown,
        };
        let checks_min = match least {
            Cost::Exact(checks) => checks.into(),
            Cost::Above(limit) => Cell::Above(limit),
            _ => Cell::Shown(quickest.outcome().word().to_owned()),
        };
        let shown_ratio = match (least, theirs) {
            (_, Cost::Unknown) => compared.map(|compared| compared.outcome.word().to_owned()),
            _ => Some(Ratio::of(least, theirs).to_string()),
        };
        let [.., ratio] = self.names();
        start_row_for_people(board, *start)
            .with("checks_min", checks_min)
            .with("checks_min_orders", best.map(|best| shortly(&best.orders)))
            .with(ratio, shown_ratio.map(Cell::Shown))
    }
}

/// One order or two, or the first and how many others there are.
fn shortly(orders: &[MoveOrder]) -> String {
    match orders {
        [one, other] => format!("{one} {other}"),
        [first, others @ ..] => format!("{first}{}", and_more(others.len())),
        [] => String::new(),
    }
}
