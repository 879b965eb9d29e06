//! Move orders that are given by their moves.

use std::path::Path;

use clap::Args;
use knight_board::{MoveOrder, Square};
use knight_text::encoding;
use knight_text::moves::{self, Basis, Language, ListedMoves, as_code};
use knightsweep::analysis::table::Row;
use knightsweep::experiment::{Experiment, Key, WrittenAt, X_IS_COLUMN, may_be_moves};
use knightsweep::files::open;
use knightsweep::text::{named_order, reason, shown};

use crate::cli::args::{Common, one_of};

/// The eight moves with their digits, for help texts.
pub(super) const DIAGRAM: &str = "\
The digits of the eight moves; N is the knight, rows go down and columns to the right:

    .  6  .  7  .
    5  .  .  .  8
    .  .  N  .  .
    4  .  .  .  1
    .  3  .  2  .";

/// An order by its moves.
#[derive(Args)]
pub(super) struct MovesArgs {
    /// Your program's moves: pairs, or two arrays
    ///
    /// Paste them: pairs such as '2,1 1,2 -1,2 …', or two arrays such as 'dx = {2, 1, …}; dy = {1,
    /// 2, …}'. The first number of a pair, the first array, or x changes the row; with --xy it
    /// changes the column. Other lines around them do no harm. Or name a FILE, or - for standard
    /// input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = parse_moves)]
    moves: Vec<String>,

    /// In --moves the first number is the column
    ///
    /// The first number, or x, changes the column, and the second the row. Nothing else changes:
    /// --start is row,column
    #[arg(long, hide_short_help = true)]
    xy: bool,
}

/// Which flags the user gave beside the moves.
#[derive(Clone, Copy)]
pub(super) struct Given {
    pub board: bool,
    pub start: bool,
}

/// An order as code.
#[derive(Args)]
pub(super) struct CodeArgs {
    /// Print the order as code of this language
    ///
    /// Two arrays to paste into a program: c, csharp, go, java, javascript, python or rust
    #[arg(long, value_name = "LANGUAGE", hide_short_help = true)]
    #[arg(value_parser = one_of(Language::ALL, |it| it.word()))]
    pub moves_as: Option<Language>,
}

impl CodeArgs {
    /// The order as code, if that is asked for.
    pub(super) fn code(&self, order: MoveOrder) -> Option<String> {
        self.moves_as.map(|language| as_code(order, language))
    }
}

/// Reads moves from a text, a file or standard input. Refuses what has not even two moves, such as
/// a name or the digits of an order.
fn parse_moves(text: &str) -> Result<String, String> {
    let (source, bytes) = match text {
        "-" => ("standard input".to_owned(), open::read(std::io::stdin())),
        _ if Path::new(text).exists() => {
            (shown(Path::new(text)), open::any(Path::new(text)).and_then(open::read))
        }
        _ => {
            // Moves have blanks or commas between them.
            let is_name = text.contains('.') && !text.contains([' ', ',']);
            let missing = |why| if is_name { format!("there is no such file; {why}") } else { why };
            return with_moves(text).map_err(missing);
        }
    };
    let read = bytes.map_err(|error| format!("{source}: {}", reason(&error)))?;
    with_moves(&encoding::text(&read)).map_err(|why| format!("{source} has no moves; {why}"))
}

fn with_moves(text: &str) -> Result<String, String> {
    if may_be_moves(text) {
        return Ok(text.to_owned());
    }
    Err("give the eight moves as pairs such as '2,1 1,2 -1,2 …', or as two arrays such as 'dx = \
         {2, 1, …}; dy = {1, 2, …}', or the name of a file with them. Digits and names \
         of orders go to --order, --orders or --compare"
        .to_owned())
}

impl MovesArgs {
    /// Whether no order is given by its moves.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The orders that are given by their moves, or else the one with this name.
    pub(super) fn or(&self, name: &str) -> Vec<String> {
        let named = self.is_empty().then_some(name);
        self.with(named.as_slice())
    }

    /// Where these orders stand: in --moves, or else in this flag.
    pub(super) fn written_at(&self, flag: &'static str) -> WrittenAt {
        WrittenAt::flag(if self.is_empty() { flag } else { "--moves" })
    }

    /// The orders of an experiment: those of its flag, and those by their moves.
    pub(super) fn with(&self, orders: &[impl AsRef<str>]) -> Vec<String> {
        let prefix = if self.xy { X_IS_COLUMN } else { "" };
        let moves = self.moves.iter().map(String::as_str);
        let all = orders.iter().map(AsRef::as_ref).chain(moves);
        all.map(|words| format!("{prefix}{words}")).collect()
    }

    /// How the moves were read, and their order with rows and columns exchanged; nothing without
    /// moves.
    pub(super) fn row(&self, experiment: &Experiment) -> Row {
        let Some(ListedMoves { exchanged, basis, .. }) = experiment.orders_of_moves().next() else {
            return Row::default();
        };
        let by = match basis {
            Basis::Names => "names",
            Basis::Use => "use",
            Basis::Asked => "--xy",
            Basis::Nothing => "first",
        };
        Row::default().with("moves_by", by).with("order_exchanged", exchanged.to_string())
    }

    /// Says what else a pasted program has that matters: what makes other moves of its list, or a
    /// board and a start, if the user gave none and the experiment has others.
    pub(super) fn say_unused(&self, common: &Common, experiment: &Experiment, given: Given) {
        let spec = experiment.spec();
        for text in &self.moves {
            if let Some(said) = moves::change_said(text) {
                common.say(&format!(
                    "the text also has `{said}`; if its program tries other moves, or these in another \
                     order, give them as it tries them"
                ));
            }
            let board = moves::board_said(text).filter(|_| !given.board);
            if let Some((said, board)) = board
                && spec[Key::Boards] != [board.to_string()]
            {
                common.say(&format!(
                    "the text also says {said}; give `--board {board}` to search that board"
                ));
            }
            let said = moves::start_said(text).filter(|_| !given.start);
            if let Some((call, Square { row, col })) = said
                && spec[Key::Starts] == ["1,1"]
                && (row, col) != (1, 1)
            {
                let exchanged = if row == col {
                    String::new()
                } else {
                    format!(", or `--start {col},{row}` if its first number is that of the column")
                };
                common.say(&format!(
                    "the text also calls {call}; if that is its start, counted from 0, give \
                     `--start {row},{col}`{exchanged}"
                ));
            }
        }
    }
}

/// Says which sample of orders has the seed that a user may not have given. Says which orders an
/// experiment gives by their moves, and what their first moves are, so that a reader notices if
/// rows and columns are exchanged.
pub(super) fn say_orders(common: &Common, experiment: &Experiment) {
    let is_unseeded = |set: &&String| set.starts_with("sample:") && set.ends_with(":0");
    for set in experiment.spec()[Key::Orders].iter().filter(is_unseeded) {
        common.say(&format!(
            "orders {set}: the sample of seed 0; another last number draws another sample"
        ));
    }
    for ListedMoves { order, exchanged, basis } in experiment.orders_of_moves() {
        let (rows, cols) = order.moves()[0].delta();
        let down = steps(rows, ["up", "down"]);
        let right = steps(cols, ["left", "right"]);
        let why = match basis {
            Basis::Names => "as its names say".to_owned(),
            Basis::Use => "as the program uses them".to_owned(),
            Basis::Asked | Basis::Nothing => {
                let way = if basis == Basis::Asked { "without --xy or xy:" } else { "--xy" };
                let exchanged = named_order(exchanged);
                format!("with rows and columns exchanged ({way}) order {exchanged}")
            }
        };
        let order = named_order(order);
        common.say(&format!(
            "as listed, these moves are order {order}: the first goes {down}, {right}; {why}"
        ));
    }
}

/// `2 down`
fn steps(by: i8, [back, forth]: [&str; 2]) -> String {
    format!("{} {}", by.unsigned_abs(), if by < 0 { back } else { forth })
}
