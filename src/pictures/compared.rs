//! What the panels of a picture compare: which jobs share a panel, and how panels are named.

use std::collections::BTreeSet;

use crate::analysis::{JobRow, Search};
use crate::pictures::PlotError;
use crate::text::formatting::{counted, grouped, joined, named_order};
use knight_search::{Board, MoveOrder};

/// What the jobs of a panel share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PanelKey {
    /// What they searched for.
    pub search: Search,
    /// The move order, where orders have panels of their own.
    pub order: Option<MoveOrder>,
}

impl PanelKey {
    /// The panel of a job, over all orders.
    pub fn of(row: &JobRow) -> PanelKey {
        PanelKey { search: row.setting.search(), order: None }
    }

    fn words(&self) -> [String; 5] {
        let Search { board, goal, rule, budget } = self.search;
        [
            board.to_string(),
            self.order.map_or(String::new(), |order| format!("order {}", named_order(order))),
            format!("rule {rule}"),
            format!("{goal} tours"),
            budget.map_or("no budget".to_owned(), |it| format!("budget {} checks", grouped(it))),
        ]
    }
}

/// # Errors
/// [`PlotError::TooManyPanels`] if there are more panels than that.
pub fn check(keys: &[PanelKey], most: usize) -> Result<(), PlotError> {
    let panels = keys.len();
    let too_many = || PlotError::TooManyPanels { panels, what: what_varies(keys), most };
    if panels > most { Err(too_many()) } else { Ok(()) }
}

/// What there are several of, so that there are several panels: `boards`, or `combinations of board
/// and rule`.
fn what_varies(keys: &[PanelKey]) -> String {
    const PARTS: [&str; 5] = ["board", "order", "rule", "goal", "budget"];
    let words: Vec<[String; 5]> = keys.iter().map(PanelKey::words).collect();
    let varies = |part: &usize| words.iter().any(|other| other[*part] != words[0][*part]);
    let varying: Vec<&str> = (0..PARTS.len()).filter(varies).map(|part| PARTS[part]).collect();
    match &varying[..] {
        [] => "panels".to_owned(),
        [one] => format!("{one}s"),
        [first @ .., last] => format!("combinations of {} and {last}", first.join(", ")),
    }
}

/// For each panel what tells it from the others.
pub fn titles(keys: &[PanelKey]) -> Vec<String> {
    let words: Vec<[String; 5]> = keys.iter().map(PanelKey::words).collect();
    let varies = |part: usize| words.iter().any(|other| other[part] != words[0][part]);
    let title = |words: &[String; 5]| {
        let parts = words.iter().enumerate();
        joined(parts.filter(|(part, text)| varies(*part) && !text.is_empty()).map(|it| it.1), ", ")
    };
    words.iter().map(title).collect()
}

/// The only board of these panels, or how many there are: `8x8`, `4 boards`.
pub fn boards(keys: &[PanelKey]) -> String {
    let boards: BTreeSet<Board> = keys.iter().map(|key| key.search.board).collect();
    match boards.first() {
        Some(only) if boards.len() == 1 => only.to_string(),
        _ => counted(boards.len(), "board"),
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::compared::*;
    use crate::pictures::test_records::record;
    use crate::results::record::Record;
    use knight_search::Outcome;

    fn key(record: &Record) -> PanelKey {
        PanelKey::of(&JobRow::of(0, record).unwrap())
    }

    #[test]
    fn titles_have_what_differs_between_panels() {
        let first = key(&record(Outcome::Budget, 1000));
        let board = key(&Record { rows: 5, ..record(Outcome::Budget, 1000) });
        let budget = key(&record(Outcome::Budget, 9));
        assert_eq!((titles(&[first]), boards(&[first])), (vec![String::new()], "8x8".to_owned()));
        assert_eq!(titles(&[board, first]), ["5x8", "8x8"]);
        assert_eq!(boards(&[board, first]), "2 boards");
        assert_eq!(titles(&[first, budget]), ["budget 1,000 checks", "budget 9 checks"]);
        let orders =
            [MoveOrder::FIG2, MoveOrder::TUTORIAL].map(|o| PanelKey { order: Some(o), ..first });
        assert_eq!(what_varies(&[first, budget]), "budgets");
        assert_eq!(what_varies(&[board, budget, first]), "combinations of board and budget");
        assert_eq!(titles(&orders), ["order 12345678 (fig2)", "order 21876543 (tutorial)"]);
    }
}
