//! What a program says about its rows and columns, and how it makes its moves.

use std::ops::Range;

use crate::axes::{Axis, letter, of_two};
use crate::moves::program::{Token, enclosed, first, source};

/// The names that a list has where it begins.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Heading<'a> {
    /// Its own.
    pub own: Option<&'a str>,
    /// Two names that take its two halves or numbers: `for dr, dc in`.
    pub two: Option<[&'a str; 2]>,
    /// It is assigned to something.
    is_bound: bool,
}

/// The names that stand between two places, directly before the second one, where a list begins: in
/// its statement, or in the line above if it stands alone.
pub(super) fn heading<'a>(program: &[Token<'a>], place: Range<usize>) -> Heading<'a> {
    const FAR: usize = 100;
    let [from, to] = [place.start, place.end].map(|at| program.partition_point(|t| t.at < at));
    let mut before = &program[from.max(to.saturating_sub(FAR))..to];
    // What ends the line of another list belongs to that one.
    if from > 0
        && let Some(next) = before.iter().position(|token| token.begins_line)
    {
        before = &before[next..];
    }
    // Not that of `[i32; 8]`.
    let ends = |two: &[Token]| two[0].text == ";" && two[1].number().is_none();
    let statement = before.windows(2).rposition(ends).map_or(before, |end| &before[end + 1..]);
    let mut lines = statement.chunk_by(|_, next| !next.begins_line);
    let Some(line) = lines.rfind(|line| line.iter().any(Token::is_word)) else {
        return Heading::default();
    };
    let is_last = |part: &[Token], texts: &[&str]| part.last().is_some_and(|t| t.is_one_of(texts));
    // `f(int r, int c) {` and `the next column (r, c).` end before the list.
    let closed = line.iter().rposition(|token| token.text != "{").map_or(line, |end| &line[..=end]);
    let is_ended = is_last(closed, &[")", "}", "."])
        && !is_last(statement, &["=", "(", "[", ",", ":", ":=", "<-"]);
    let is_call = is_last(line, &["{"]) && line.iter().any(|token| token.text == ")");
    if !line.iter().any(|token| token.text.contains('=')) && (is_ended || is_call) {
        return Heading::default();
    }
    let end = |part: &[Token]| part.last().map(Token::end);
    let stands_alone =
        end(line) != end(statement) || program.get(to).is_some_and(|list| list.begins_line);
    let is_bound = (0..line.len()).any(|at| binds(line, at));
    Heading { own: own(line), two: two(line, stands_alone), is_bound }
}

/// Whether a token stands between names and what they name.
fn binds(line: &[Token], at: usize) -> bool {
    let is_other = |at: usize| line.get(at).is_some_and(|t| t.is_one_of(&["<", ">", "!", "="]));
    line[at].is_one_of(&[":=", "<-", "in", "of", ":"])
        || line[at].text == "=" && !is_other(at + 1) && !is_other(at.wrapping_sub(1))
}

/// The name that a line has behind its other ones, if it says one thing there.
fn own<'a>(line: &[Token<'a>]) -> Option<&'a str> {
    let last = line.iter().rposition(Token::is_word)?;
    // `(cols 8)` is another one too.
    let ends = |at: &usize| {
        line[*at].text == "," || *at > 0 && line[at - 1].is_word() && line[*at].number().is_some()
    };
    let part = &line[(0..last).rfind(ends).map_or(0, |end| end + 1)..];
    let axis = |name: &&str| Axis::of_name(name);
    let mut names = names(part);
    // `dx (col)`.
    let is_strong = |name: &&str| !matches!(axis(name), Some(Axis::X | Axis::Y));
    if names.iter().any(is_strong) {
        names.retain(is_strong);
    }
    names.pop().filter(|last| names.iter().all(|name| axis(name) == axis(last)))
}

/// The words that say something.
pub(super) fn names<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
    let says = |at: &usize| {
        let name = tokens[*at].text;
        // `c(` of R makes a vector, and `v.push_back(` fills one.
        let is_other = name.len() == 1 && matches!(first(&tokens[at + 1..]), ["(" | "."]);
        tokens[*at].is_word()
            && !is_other
            && (letter(name).is_some() || Axis::of_name(name).is_some())
    };
    (0..tokens.len()).filter(says).map(|at| tokens[at].text).collect()
}

/// The two names before what binds them at the end of a line, or those that end it.
fn two<'a>(line: &[Token<'a>], stands_alone: bool) -> Option<[&'a str; 2]> {
    let end = (0..line.len()).rfind(|at| binds(line, *at));
    let bound = &line[..end.unwrap_or(line.len())];
    let closes = |token: &Token| token.is_one_of(&[")", "]", "}", "|"]);
    let last = bound.iter().rposition(|token| !closes(token))?;
    let may_bind = match end {
        // Not `def f(c, r): return`.
        Some(end) if line[end].text == ":" => {
            let is_direct = !line[end..].iter().any(Token::is_word);
            is_direct && last + 1 < end || line[end - 1].text == "]"
        }
        // Not `let at = (c, r) in`.
        Some(end) if line[end].text == "in" => {
            let from = (0..end).rfind(|at| binds(line, *at)).unwrap_or(0);
            line[from..end].iter().any(|token| token.text.starts_with("for"))
        }
        Some(_) => true,
        None => stands_alone,
    };
    let comma = bound[..last].iter().rposition(|token| token.text == ",");
    let one = match comma {
        Some(comma) if !bound[comma..last].iter().any(|token| token.text == ")") => comma,
        None if end.is_none() => last,
        _ => return None,
    };
    let two = [bound[..one].last()?, &bound[last]];
    (may_bind && two.iter().all(|name| name.is_word())).then(|| two.map(|name| name.text))
}

/// The two variables of the loops over a list of pairs: `for mx, my in moves`. Nothing unless all
/// say one thing.
pub(super) fn names_in_loop(tokens: &[Token], list: usize) -> [Option<Axis>; 2] {
    const FAR: usize = 16;
    let list = tokens.partition_point(|token| token.at < list);
    let declared = &tokens[list.saturating_sub(FAR)..list];
    let is_list = |name: &&Token| {
        let is_same = |other: &Token| other.text == name.text && other.at != name.at;
        name.is_word() && declared.iter().any(is_same)
    };
    let mut said = (0..tokens.len()).filter_map(|at| {
        let (one, other, after) = match first(&tokens[at..]) {
            [one, ",", other, ")" | "]", "in" | "of" | "<-"] | [one, ",", other, "]", ":"] => {
                (one, other, at + 5)
            }
            [one, ",", other, "in" | "of" | "<-", _] => (one, other, at + 4),
            _ => return None,
        };
        tokens[after..].iter().take(2).find(is_list)?;
        let two = [one, other].map(|name: &str| Some(name.strip_prefix('m').unwrap_or(name)));
        Some(of_two(two)).filter(|two| two.iter().all(Option::is_some))
    });
    let one = said.next().unwrap_or_default();
    if said.all(|other| other == one) { one } else { [None; 2] }
}

/// What the names of two lists say; if both stand before the first one, it has one of them.
pub(super) fn one_each([first, second]: [Heading; 2]) -> [Option<Axis>; 2] {
    match first.two {
        Some(two) if !second.is_bound && second.own.is_none() => of_two(two.map(Some)),
        _ => of_two([first.own, second.own]),
    }
}

/// Whether x is the second index of the board, as in `board[y][x]`, or the first one; `None` if the
/// program does not say it, or says both.
pub(super) fn x_is_second(program: &[Token]) -> Option<bool> {
    const BRACKETS: [&str; 2] = ["[", "]"];
    // x or y, if an index has only one of them.
    let letter = |index: &[Token]| match Axis::all_in(&source(index))[..] {
        [axis] => Some(axis),
        _ => None,
    };
    let mut votes = [false; 2];
    for at in 0..program.len() {
        let Some((first, after)) = enclosed(&program[at..], BRACKETS) else { continue };
        // Not `const [dx, dy]` and `[[dx, dy]]`.
        let is_index = program[..at].last().is_some_and(|before| {
            before.end() == program[at].at && (before.is_word() || before.is_one_of(&["]", ")"]))
        });
        let comma = first.iter().position(|token| is_index && token.text == ",");
        let indices = match (comma, enclosed(after, BRACKETS)) {
            (Some(comma), _) => [&first[..comma], &first[comma..]],
            (None, Some((second, _))) => [first, second],
            _ => continue,
        };
        match indices.map(letter) {
            [Some(Axis::X), Some(Axis::Y)] => votes[0] = true,
            [Some(Axis::Y), Some(Axis::X)] => votes[1] = true,
            _ => {}
        }
    }
    (votes[0] != votes[1]).then_some(votes[1])
}

/// Whether moves may be the elements of a loop of Python, Haskell or another language.
pub(super) fn has_loop(program: &[Token]) -> bool {
    /// Words from `for` to `in`, at most: `for (dx, dy) in`.
    const MOST_WORDS: usize = 3;
    let has = |text| program.iter().any(|token| token.text == text);
    let is_loop = |at: usize| {
        let mut words = program[at + 1..].iter().filter(|token| token.is_word()).take(MOST_WORDS);
        program[at].text == "for"
            && (first::<1>(&program[at + 1..]) == ["("] || words.any(|word| word.text == "in"))
    };
    // `[(x, y) | x <- …]`; R assigns by the same arrow.
    has("|") && has("<-") || (0..program.len()).any(is_loop)
}
