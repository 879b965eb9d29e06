//! The answers: rows with all that is known, and sentences or a short table for people.

use knight_search::orders::comparison::{ComparedStart, OrderComparison};
use knight_search::{Board, MoveOrder, Outcome};
use knightsweep::analysis::ratio::Ratio;
use knightsweep::analysis::statistics::Cost;
use knightsweep::analysis::table::{Cell, Row, Table};
use knightsweep::text::{counted, grouped, named_order};

use crate::cli::answer::{start_row, start_row_for_people};

/// The compared order, or without a comparison the usual one.
fn order(asked: &OrderComparison) -> MoveOrder {
    asked.with.map_or(MoveOrder::FIG2, |(order, _)| order)
}

/// The budget of the compared order, if it has a limit.
fn compared_limit(asked: &OrderComparison) -> Option<u128> {
    asked.with.and_then(|(_, budget)| budget.limit())
}

/// The columns of budget, outcome, checks and ratio of the compared order.
fn names(asked: &OrderComparison) -> [&'static str; 4] {
    match order(asked) {
        MoveOrder::FIG2 => ["fig2_budget", "fig2_outcome", "fig2_checks", "fig2_ratio"],
        _ => ["compared_budget", "compared_outcome", "compared_checks", "compared_ratio"],
    }
}

/// The row of one start. What only people see in it is empty for programs.
pub(super) fn row(asked: &OrderComparison, board: Board, answer: &ComparedStart) -> Row {
    let ComparedStart { start, quickest, compared } = answer;
    let best = quickest.best();
    let least = cost(best.map(|best| best.checks), quickest.outcome(), asked.limit.limit());
    let theirs = compared.map_or(Cost::Unknown, |compared| {
        cost(compared.checks, compared.outcome, compared_limit(asked))
    });
    let list = |orders: &[MoveOrder]| Cell::List(orders.iter().map(MoveOrder::to_string).collect());
    let row = start_row(board, *start)
        .with("limit", asked.limit.limit())
        .with("outcome", quickest.outcome().word())
        .with("checks_min", shown(least, quickest.outcome()))
        .with("orders_min", best.map(|best| best.orders.len() as u64))
        .with("checks_min_orders", best.map(|best| list(&best.orders)));
    let row = match order(asked) {
        MoveOrder::FIG2 => row,
        other => row.with("compared_order", other.to_string()),
    };
    let ratio = compared.map(|compared| match (least, theirs) {
        (_, Cost::Unknown) => shown(theirs, compared.outcome),
        // Of no checks at all it is no number.
        (Cost::Exact(0), _) => Cell::Shown(Ratio::of(least, theirs).to_string()),
        _ => Ratio::of(least, theirs).into(),
    });
    let [budget, outcome, checks, ratio_name] = names(asked);
    row.with(budget, compared_limit(asked))
        .with(outcome, compared.map(|compared| compared.outcome.word()))
        .with(checks, theirs.exact())
        .with(ratio_name, ratio)
}

/// What is found about one start.
pub(super) fn sentences(asked: &OrderComparison, board: Board, answer: &ComparedStart) -> String {
    let ComparedStart { start, quickest, compared } = answer;
    let Some(best) = quickest.best() else {
        let why = match quickest.outcome() {
            Outcome::Budget => {
                let limit = asked.limit.limit().map_or("none".to_owned(), grouped);
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
    let order = named_order(order(asked));
    text += &match compared.checks {
        Some(theirs) if theirs > best.checks && best.checks > 0 => {
            let ratio = Ratio::known(theirs as f64 / best.checks as f64);
            let theirs = counted(theirs, "check");
            format!("order {order}: {theirs}, {ratio} times as many\n")
        }
        Some(theirs) => format!("order {order}: {}\n", counted(theirs, "check")),
        None if compared.outcome == Outcome::Budget => {
            let budget = compared_limit(asked).map_or(String::new(), grouped);
            format!("order {order} needs more than {budget} checks (--compare-budget)\n")
        }
        None => format!("order {order}: {}\n", compared.outcome),
    };
    text
}

/// What people ask first of the answers. The ratio says most of what the compared checks say.
pub(super) fn table_for_people(
    asked: &OrderComparison,
    answers: &[(Board, ComparedStart)],
) -> Table {
    let [.., ratio] = names(asked);
    let first = answers.first().map(|(board, _)| *board);
    let mut names = vec!["start", "checks_min", "checks_min_orders"];
    if answers.iter().any(|(board, _)| Some(*board) != first) {
        names.insert(0, "board");
    }
    if answers.iter().any(|(_, answer)| answer.compared.is_some()) {
        names.push(ratio);
    }
    let row_for_people = |(board, answer): &(Board, ComparedStart)| {
        start_row_for_people(*board, answer.start).and(row(asked, *board, answer))
    };
    Table::new(answers.iter().map(row_for_people)).only(&names)
}

/// The checks of a search with this outcome, as far as they are known.
fn cost(checks: Option<u128>, outcome: Outcome, limit: Option<u128>) -> Cost {
    match (checks, outcome) {
        (Some(checks), _) => Cost::Exact(checks),
        (None, Outcome::Budget) => limit.map_or(Cost::Unknown, Cost::Above),
        (None, _) => Cost::Unknown,
    }
}

/// A number of checks; where there is none, people see what it is above, or else the outcome.
fn shown(checks: Cost, outcome: Outcome) -> Cell {
    match checks {
        Cost::Exact(checks) => checks.into(),
        Cost::Above(limit) => Cell::Above(limit),
        _ => Cell::Shown(outcome.word().to_owned()),
    }
}
