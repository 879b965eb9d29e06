//! The answers as people read them: sentences, or a short table.

use knight_search::orders::comparison::ComparedStart;
use knight_search::{Board, Budget, MoveOrder, Outcome};
use knightsweep::analysis::ratio::Ratio;
use knightsweep::analysis::statistics::Cost;
use knightsweep::analysis::table::{Cell, Row, Table};
use knightsweep::text::{and_more, counted, grouped, named_order};

use super::names_of_compared;
use crate::cli::answer::start_row_for_people;

/// What people need beside the answers.
pub(super) struct ForPeople {
    /// The compared order.
    pub order: MoveOrder,
    /// The most checks of the quickest orders, if there is a limit.
    pub limit: Option<u128>,
    /// The budget of the compared order.
    pub budget: Budget,
}

impl ForPeople {
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
                let budget = self.budget.limit().map_or(String::new(), grouped);
                format!("order {order} needs more than {budget} checks (--compare-budget)\n")
            }
            None => format!("order {order}: {}\n", compared.outcome),
        };
        text
    }

    /// The answers in lines of this width, and the columns that it has no room for, the most
    /// important first.
    pub(super) fn table(
        &self,
        answers: &[(Board, ComparedStart)],
        width: usize,
    ) -> (Table, Vec<String>) {
        let [_, checks, ratio] = names_of_compared(self.order);
        let first = answers.first().map(|(board, _)| *board);
        let mut names = vec!["start", "checks_min", "checks_min_orders"];
        if answers.iter().any(|(board, _)| Some(*board) != first) {
            names.insert(0, "board");
        }
        if answers.iter().any(|(_, answer)| answer.compared.is_some()) {
            names.extend([checks, ratio]);
        }
        let all = Table::new(answers.iter().map(|(board, answer)| self.row(*board, answer)));
        // The ratio says most of what the checks say.
        let (table, mut left_out) =
            all.only(&names).without_those_too_many(&[checks, ratio], width);
        left_out.reverse();
        (table, left_out)
    }

    fn row(&self, board: Board, answer: &ComparedStart) -> Row {
        let ComparedStart { start, quickest, compared } = answer;
        let best = quickest.best();
        let least = match (best, quickest.outcome()) {
            (Some(best), _) => Cost::Exact(best.checks),
            (None, Outcome::Budget) => self.limit.map_or(Cost::Unknown, Cost::Above),
            (None, _) => Cost::Unknown,
        };
        let theirs = match (compared.and_then(|compared| compared.checks), compared) {
            (Some(checks), _) => Cost::Exact(checks),
            (None, Some(compared)) if compared.outcome == Outcome::Budget => {
                self.budget.limit().map_or(Cost::Unknown, Cost::Above)
            }
            _ => Cost::Unknown,
        };
        let [_, checks, ratio] = names_of_compared(self.order);
        let outcome = compared.map(|compared| compared.outcome);
        start_row_for_people(board, *start)
            .with("checks_min", cell(least, Some(quickest.outcome())))
            .with("checks_min_orders", best.map(|best| shortly(&best.orders)))
            .with(checks, cell(theirs, outcome))
            .with(ratio, outcome.map(|_| Cell::Shown(Ratio::of(least, theirs).to_string())))
    }
}

/// A cost, or the outcome in its place.
fn cell(cost: Cost, outcome: Option<Outcome>) -> Cell {
    match cost {
        Cost::Exact(checks) => checks.into(),
        Cost::Above(limit) => Cell::Above(limit),
        _ => outcome.map(|outcome| Cell::Shown(outcome.word().to_owned())).into(),
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
