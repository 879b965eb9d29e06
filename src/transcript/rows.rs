//! The rows of a text: what each of its lines holds.

use crate::transcript::TranscriptError;
use crate::transcript::text::ROW_BREAK;

/// What a piece of a line is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// Digits, perhaps with a sign; there may be too many for a number.
    Number,
    /// A number before a full stop, such as `1.`: a label, or a number of numpy.
    Dotted,
    /// A number before a colon.
    Label,
    Pair(i64, i64),
    /// The name of a square.
    Name,
    Word,
}

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) item: Item,
}

/// What a row holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Numbers,
    Pairs,
    Names,
    /// A square, and the digits of moves.
    Moves,
    Text,
}

/// A line, or a part of one, that holds something.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    /// From 1.
    pub(super) line: usize,
    pub(super) kind: Kind,
    /// The number before its first square, if there is one.
    pub(super) number: Option<i64>,
    /// The number that labels a row of numbers, as in `Row 1: 1 4 7`.
    pub(super) label: Option<i64>,
    /// Without labels, unless it is text.
    pub(super) tokens: Vec<Token<'a>>,
    /// Whether an empty line or a border is between the row before and this one.
    pub(super) has_gap_before: bool,
    /// Brackets that it opens and does not close.
    pub(super) open_brackets: i64,
}

/// The rows of an undecorated text.
pub(super) fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut has_gap_before = false;
    for (line, content) in (1..).zip(text.lines()) {
        for part in content.split(ROW_BREAK).flat_map(statements) {
            let tokens = without_row_word(tokens(part));
            if tokens.is_empty() {
                has_gap_before = true;
                continue;
            }
            let number = number_before_squares(&tokens);
            let first = tokens[0].clone();
            let (kind, tokens) = classified(tokens);
            let has_label = kind == Kind::Numbers && tokens[0] != first;
            let label = has_label.then(|| label(&first));
            let open_brackets = open_brackets(part);
            rows.push(Row { line, kind, number, label, tokens, has_gap_before, open_brackets });
            has_gap_before = false;
        }
    }
    unmask_slips(&mut rows);
    rows
}

/// The tokens without the word that begins a row such as `Row 1: 1 4 7 10`.
fn without_row_word(mut tokens: Vec<Token>) -> Vec<Token> {
    if let [word, Token { item: Item::Label, .. }, ..] = &tokens[..]
        && word.text.eq_ignore_ascii_case("row")
    {
        tokens.remove(0);
    }
    tokens
}

/// Refuses labels of rows that do not count up from 0 or 1, or down to there as the ranks of a
/// chessboard do.
pub(super) fn check_labels(rows: &[Row]) -> Result<(), TranscriptError> {
    let labels: Vec<(i64, &Row)> = (0..).zip(rows).filter(|(_, row)| row.label.is_some()).collect();
    let (Some(first), Some(last)) = (labels.first(), labels.last()) else { return Ok(()) };
    let is_end = |labelled: &(i64, &Row)| matches!(labelled.1.label, Some(0 | 1));
    let step = if !is_end(first) && is_end(last) { -1 } else { 1 };
    for two in labels.windows(2) {
        let [before, label] = [two[0].1, two[1].1].map(|row| row.label.unwrap_or_default());
        let expected = before.saturating_add(step * (two[1].0 - two[0].0));
        if label != expected {
            return Err(TranscriptError::Layout(format!(
                "line {}: the row numbered {label} is where {expected} is expected, after \
                 {before} in line {}; give the rows in order, or without numbers",
                two[1].1.line, two[0].1.line
            )));
        }
    }
    if is_end(first) || is_end(last) {
        return Ok(());
    }
    Err(TranscriptError::Layout(format!(
        "line {}: the rows are numbered from {}; give all of them, from 0 or 1, or leave the \
         numbers out",
        first.1.line,
        first.1.label.unwrap_or_default()
    )))
}

/// Makes text of rows of a grid that look like a square and its moves, such as `l3 8 25 4 21`. They
/// have a row of as many numbers before them, or numbers that are not moves in them or below.
fn unmask_slips(rows: &mut [Row]) {
    const LEAST: usize = 3;
    let are_moves = |row: &Row| {
        let mut numbers = row.tokens.iter().filter(|token| token.item == Item::Number);
        numbers.all(|token| token.text.bytes().all(|byte| (b'1'..=b'8').contains(&byte)))
    };
    let is_slip = |place: usize, row: &Row| {
        let is_like =
            |other: &&Row| other.kind == Kind::Numbers && other.tokens.len() == row.tokens.len();
        let before = place.checked_sub(1).and_then(|before| rows.get(before)).filter(is_like);
        let mut after = rows[place + 1..].iter().take_while(is_like);
        let begins_with_name = row.tokens[0].item == Item::Name;
        row.kind == Kind::Moves
            && row.tokens.len() >= LEAST
            && begins_with_name
            && (before.is_some() || !are_moves(row) || after.any(|row| !are_moves(row)))
    };
    let slips: Vec<usize> = rows
        .iter()
        .enumerate()
        .filter(|(place, row)| is_slip(*place, row))
        .map(|slip| slip.0)
        .collect();
    slips.into_iter().for_each(|place| rows[place].kind = Kind::Text);
}

/// Brackets that a text opens and does not close.
pub(super) fn open_brackets(text: &str) -> i64 {
    let count = |brackets: [char; 3]| text.matches(brackets).count() as i64;
    count(['(', '[', '{']) - count([')', ']', '}'])
}

/// The parts of a line between semicolons if they are rows or pairs, or else the line.
fn statements(line: &str) -> Vec<&str> {
    let parts: Vec<(&str, usize, bool)> = line
        .split(';')
        .map(|part| (part, tokens(part)))
        .filter(|(_, tokens)| !tokens.is_empty())
        .map(|(part, tokens)| (part, tokens.len(), matches!(tokens[0].item, Item::Pair(..))))
        .collect();
    let rows = parts.iter().filter(|(_, tokens, _)| *tokens > 1).count();
    let are_pairs = parts.iter().all(|(_, tokens, is_pair)| *tokens == 1 && *is_pair);
    match rows > 1 || (parts.len() > 1 && are_pairs) {
        true => parts.into_iter().map(|(part, ..)| part).collect(),
        false => vec![line],
    }
}

fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    // As in ` 5,26,15, 3,28`, where `3,28` is not a square.
    let separates = |word: &str| word.ends_with(',') || word.matches(',').count() > 1;
    let has_pairs = !line.split_whitespace().any(separates);
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let is_bracket = |c: char| matches!(c, '(' | ')' | '[' | ']' | '{' | '}');
        if let Some((pair, end)) = bracketed_pair(rest) {
            found.push(Token { text: &rest[..end], item: pair });
            rest = &rest[end..];
        } else if is_bracket(c) || c.is_whitespace() || c == ';' {
            rest = &rest[c.len_utf8()..];
        } else {
            let is_end = |c: char| is_bracket(c) || c.is_whitespace() || c == ';';
            let (word, after) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
            add_word(word, has_pairs, &mut found);
            rest = after;
        }
    }
    found
}

/// Two numbers in brackets at the beginning of a text, and where they end.
fn bracketed_pair(text: &str) -> Option<(Item, usize)> {
    let inner = text.strip_prefix(['(', '[', '{'])?;
    let end = inner.find(['(', ')', '[', ']', '{', '}'])?;
    if inner[end..].starts_with(['(', '[', '{']) {
        return None;
    }
    let mut numbers = inner[..end].split([',', ';', ' ', '\t']).filter(|word| !word.is_empty());
    let (first, second) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    numbers.next().is_none().then_some((Item::Pair(first, second), end + 2))
}

fn add_word<'a>(word: &'a str, has_pairs: bool, found: &mut Vec<Token<'a>>) {
    if has_pairs
        && let Some((first, second)) = word.split_once(',')
        && let (Ok(first), Ok(second)) = (first.parse(), second.trim_end_matches(':').parse())
    {
        return found.push(Token { text: word, item: Item::Pair(first, second) });
    }
    if word.contains(',') {
        return word.split(',').for_each(|part| add_word(part, has_pairs, found));
    }
    // `a8-c7`, but not `-1`.
    if !word.starts_with('-') && word.contains('-') {
        return word.split('-').for_each(|part| add_word(part, has_pairs, found));
    }
    if word.bytes().all(|b| b"-+=:_#.,".contains(&b)) {
        return;
    }
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (number, after) = digits.split_at(end);
    let name = after.trim_start_matches('.');
    let item = match after {
        "" => Item::Number,
        ":" | "):" => Item::Label,
        _ if number.is_empty() => word_item(word),
        _ if after.starts_with('.') && name.bytes().all(|b| b == b'0') => Item::Dotted,
        _ if after.starts_with('.') && word_item(name) == Item::Name => {
            found.push(Token { text: &word[..word.len() - name.len()], item: Item::Dotted });
            return found.push(Token { text: square_name(name), item: Item::Name });
        }
        _ => Item::Word,
    };
    let text = if item == Item::Name { square_name(word) } else { word };
    found.push(Token { text, item });
}

fn word_item(word: &str) -> Item {
    /// Of the file and of the rank of the largest board.
    const LONGEST: (usize, usize) = (4, 4);
    let name = square_name(word);
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rank = &name[letters..];
    let is_square = (1..=LONGEST.0).contains(&letters)
        && (1..=LONGEST.1).contains(&rank.len())
        && rank.bytes().all(|b| b.is_ascii_digit());
    if is_square { Item::Name } else { Item::Word }
}

/// The name of a square without the knight before it and the signs after it: `Nf3+`, `Nxf3`.
fn square_name(word: &str) -> &str {
    let name = word.trim_end_matches(['+', '#', '!', '?', ':', '=', '.']);
    let square =
        name.strip_prefix('N').filter(|rest| rest.starts_with(|c: char| c.is_alphabetic()));
    square.map_or(name, |square| {
        let capture = square.strip_prefix('x');
        capture.filter(|rest| rest.starts_with(|c: char| c.is_alphabetic())).unwrap_or(square)
    })
}

/// What the pieces of a line are together, without their labels.
fn classified(tokens: Vec<Token>) -> (Kind, Vec<Token>) {
    let count = |wanted: fn(&Item) -> bool| tokens.iter().filter(|t| wanted(&t.item)).count();
    let is_number = |item: &Item| *item == Item::Number;
    let is_square = |item: &Item| matches!(item, Item::Name | Item::Pair(..));
    let (numbers, squares) = (count(is_number), count(is_square));
    let (names, words) = (count(|i| *i == Item::Name), count(|i| *i == Item::Word));
    let (dotted, labels) = (count(|i| *i == Item::Dotted), count(|i| *i == Item::Label));
    let begins_with_label = tokens.len() > 1
        && matches!(tokens[0].item, Item::Dotted | Item::Label)
        && numbers == tokens.len() - 1;
    let kind = match () {
        _ if words > 0 || (names > 0 && names < squares) => Kind::Text,
        _ if squares == 0 && begins_with_label => Kind::Numbers,
        _ if squares == 0 && labels == 0 && (dotted == 0 || numbers == 0) => Kind::Numbers,
        _ if squares == 0 => Kind::Text,
        _ if numbers == 0 || is_numbered(&tokens) => {
            if names > 0 {
                Kind::Names
            } else {
                Kind::Pairs
            }
        }
        _ if squares == 1 && is_square(&tokens[0].item) && numbers == tokens.len() - 1 => {
            Kind::Moves
        }
        _ => Kind::Text,
    };
    let kept = |token: &Token| match kind {
        Kind::Numbers => !begins_with_label || is_number(&token.item),
        Kind::Pairs | Kind::Names => is_square(&token.item),
        Kind::Moves | Kind::Text => true,
    };
    (kind, tokens.into_iter().filter(kept).collect())
}

/// The number of a label; a large one if it is too long.
fn label(token: &Token) -> i64 {
    let end = token.text.find([')', ':', '.']).unwrap_or(token.text.len());
    token.text[..end].parse().unwrap_or(i64::MAX)
}

/// The first number of a line that has squares after it: 0 in `0. a1` and `Step 0: (1,1)`.
fn number_before_squares(tokens: &[Token]) -> Option<i64> {
    let is_square = |token: &Token| matches!(token.item, Item::Name | Item::Pair(..));
    let before = &tokens[..tokens.iter().position(is_square)?];
    let number = before.iter().find(|token| token.item != Item::Word)?;
    number.text.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}

/// Whether each square has a number before it: `1 a1 2 c2`.
fn is_numbered(tokens: &[Token]) -> bool {
    let is_pair = |pair: &[Token]| {
        pair.len() == 2
            && pair[0].item == Item::Number
            && matches!(pair[1].item, Item::Name | Item::Pair(..))
    };
    tokens.chunks(2).all(is_pair)
}
