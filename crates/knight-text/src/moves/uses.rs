//! What a program does with its rows and columns, and how it makes its moves.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use crate::axes::{Axis, letter, of_two};
use crate::moves::headings::{name_of, names, statement_before};
use crate::moves::program::{Token, enclosed, first, parts};

/// The parts of a program just before and behind the other places where a name stands.
fn around<'b, 'a>(
    program: &'b [Token<'a>],
    name: &str,
    list: usize,
) -> impl Iterator<Item = [&'b [Token<'a>]; 2]> {
    const FAR: usize = 10;
    let is_there = move |at: &usize| program[*at].text == name && program[*at].at > list;
    (0..program.len()).filter(is_there).map(|at| {
        let end = program.len().min(at + 1 + FAR);
        [&program[at.saturating_sub(FAR)..at], &program[at + 1..end]]
    })
}

/// The two variables of the loops over a list of pairs: `for mx, my in moves`, `moves.each { |mx,
/// my|`, `foreach ($moves as [$mx, $my])` and `[[2, 1], …].map(([mx, my]) => …)`.
fn names_in_loops<'a>(tokens: &[Token<'a>], list: usize) -> Vec<[&'a str; 2]> {
    const MOST: usize = 20;
    let two_in = |part: &[Token<'a>], is_before: bool| {
        (0..part.len()).find_map(|at| {
            let [one, ",", other, end, behind] = first(&part[at..]) else { return None };
            let closes = [")", "]", "|"].contains(&end);
            let binds = ["in", "of", "<-", ":"].iter().any(|word| [end, behind].contains(word));
            let are_words = part[at].is_word() && part.get(at + 2).is_some_and(Token::is_word);
            (are_words && if is_before { binds } else { closes && !binds }).then_some([one, other])
        })
    };
    let name = name_of(tokens, &(0..list));
    let found = name.into_iter().flat_map(|name| around(tokens, name, list));
    let found =
        found.filter_map(|[before, behind]| two_in(before, true).or_else(|| two_in(behind, false)));
    let direct = two_in(called_on(tokens, list), false);
    let found: BTreeSet<[&str; 2]> = found.chain(direct).take(MOST).collect();
    found.into_iter().collect()
}

/// The beginning of the call on the list itself, whose numbers begin at a place.
fn called_on<'b, 'a>(program: &'b [Token<'a>], list: usize) -> &'b [Token<'a>] {
    const FAR: usize = 16;
    let is_inner = |token: &Token| {
        token.number().is_some()
            || token.is_sign()
            || token.is_one_of(&[",", "(", ")", "[", "]", "{", "}"])
    };
    let behind = &program[program.partition_point(|token| token.at < list)..];
    let end = behind.iter().position(|token| !is_inner(token)).unwrap_or(behind.len());
    let call = &behind[end..behind.len().min(end + FAR)];
    if call.first().is_some_and(|token| token.text == ".") { call } else { &[] }
}

/// What the variables of loops say, if all say one thing.
fn said_in_loops(names: &[[&str; 2]]) -> [Option<Axis>; 2] {
    let said = |two: &[&str; 2]| {
        Some(of_two(two.map(Some))).filter(|said| said.iter().all(Option::is_some))
    };
    let mut said = names.iter().filter_map(said);
    let one = said.next().unwrap_or_default();
    if said.all(|other| other == one) { one } else { [None; 2] }
}

/// What a program does with the two numbers of its moves.
#[derive(Clone, Copy)]
pub(super) struct Use {
    /// Whether the second is that of the row; `None` if the program does not say it, or says both.
    pub row_is_second: Option<bool>,
    /// Whether they are added to rows and columns, so that an x and a y elsewhere are others.
    pub is_of_others: bool,
}

impl Use {
    /// `is_second` says which of the two numbers a value takes, if it is one.
    fn of(program: &[Token], is_second: impl Fn(&[Token]) -> Option<bool>) -> Use {
        let is_strong = |name: &Token| Axis::of_name(name.text).is_some_and(Axis::is_strong);
        // What stands beside a sign, and is not an index.
        let is_other = |value: &[Token]| {
            let value = &without_indices(value)[..];
            let signs = (0..value.len()).filter(|at| value[*at].is_sign());
            let mut beside = signs.flat_map(|at| [at.checked_sub(1), Some(at + 1)]);
            beside.any(|at| at.and_then(|at| value.get(at)).is_some_and(is_strong))
        };
        let has_both = |value: &[Token]| is_second(value).is_some() && is_other(value);
        let sums = assigned(program).into_iter().map(|(_, value)| value);
        let is_of_others = sums.chain(arguments(program).flatten()).any(has_both);
        Use { row_is_second: row_is_second(program, is_second), is_of_others }
    }
}

/// What a program does with the numbers of two lists, given what stands before each.
pub(super) fn of_lists(program: &[Token], places: [&Range<usize>; 2]) -> Use {
    Use::of(program, taken_from(program, places))
}

/// What the loops over a list of pairs call their numbers, and what the program does with them.
pub(super) fn of_pairs(program: &[Token], list: usize) -> ([Option<Axis>; 2], Use) {
    let names = names_in_loops(program, list);
    (said_in_loops(&names), Use::of(program, taken_of_pair(program, list, &names)))
}

/// Whether y is that of the row, as in `board[y][x]`, or x is; `None` if the program does not say
/// it, or says both.
pub(super) fn x_is_second(program: &[Token]) -> Option<bool> {
    row_is_second(program, |value| {
        let names = names(&without_indices(value)).into_iter().filter_map(Axis::of_name);
        match Axis::all(names)[..] {
            [Axis::X] => Some(false),
            [Axis::Y] => Some(true),
            _ => None,
        }
    })
}

/// Whether the second of two lists is that of the row, by what the program does with them: it adds
/// the number of one to `row` and of the other to `col`, or uses the sums as the first and the
/// second index of its board. `is_second` says which of them a value takes, if it is one. `None` if
/// the program does not say it, or says both.
fn row_is_second(program: &[Token], is_second: impl Fn(&[Token]) -> Option<bool>) -> Option<bool> {
    let mut votes = [false; 2];
    // If two names are those of a row and a column, the row is what they say, else the first.
    let mut vote = |[one, other]: [bool; 2], names: [Option<&str>; 2], is_ordered: bool| {
        let is_column = match names.map(|name| strong(name?)) {
            [Some(first), Some(second)] if first != second => Some(first == Axis::Column),
            _ => is_ordered.then_some(false),
        };
        if let Some(is_column) = is_column.filter(|_| one != other) {
            votes[usize::from(if is_column { other } else { one })] = true;
        }
    };
    let taken = |(name, value)| Some((name, is_second(value)?));
    let sums: Vec<(&str, bool)> = assigned(program).into_iter().filter_map(taken).collect();
    for two in sums.windows(2) {
        vote([two[0].1, two[1].1], [Some(two[0].0), Some(two[1].0)], false);
    }
    let name = |value| names(&without_indices(value)).into_iter().find(|it| strong(it).is_some());
    for two in arguments(program) {
        if let [Some(one), Some(other)] = two.map(&is_second) {
            vote([one, other], two.map(name), false);
        }
    }
    let mut known: HashMap<&str, Option<bool>> = HashMap::new();
    for (name, is_second) in sums {
        let known = known.entry(name).or_insert(Some(is_second));
        *known = known.filter(|known| *known == is_second);
    }
    for indices in indices(program) {
        let of_sum = |index: &[Token]| index.iter().find_map(|token| *known.get(token.text)?);
        let both = indices.map(|index| is_second(index).or_else(|| of_sum(index)));
        if let [Some(one), Some(other)] = both {
            vote([one, other], indices.map(name), true);
        }
    }
    (votes[0] != votes[1]).then_some(votes[1])
}

/// What a name says that is certainly one of a row or a column.
fn strong(name: &str) -> Option<Axis> {
    let is_sure = letter(name).is_none_or(|letter| "rc".contains(letter));
    Axis::of_name(name).filter(|axis| axis.is_strong() && is_sure)
}

/// Says of a value which of two lists it takes a number of, given what stands before each.
fn taken_from<'a>(
    program: &[Token<'a>],
    places: [&Range<usize>; 2],
) -> impl Fn(&[Token]) -> Option<bool> + use<'a> {
    let lines = places.map(|place| statement_before(program, place)[1]);
    let words = lines.map(|line| -> Vec<&'a str> {
        line.iter().filter(|token| token.is_word()).map(|token| token.text).collect()
    });
    move |value| {
        let takes = |list: usize| {
            let is_name =
                |name: &str| words[list].contains(&name) && !words[1 - list].contains(&name);
            let is_taken =
                |two: &[Token]| is_name(two[0].text) && two[1].is_one_of(&["[", "(", "."]);
            value.windows(2).any(is_taken)
        };
        let [first, second] = [0, 1].map(takes);
        (first != second).then_some(second)
    }
}

/// Says of a value which of the two numbers of a pair it takes: by the index in the list or in an
/// element, whose name stands before that of the list, or by the name in a loop.
fn taken_of_pair<'a>(
    program: &[Token<'a>],
    list: usize,
    names: &[[&'a str; 2]],
) -> impl Fn(&[Token]) -> Option<bool> + use<'a> {
    let counts_from_0 = program.windows(3).any(|three| first::<3>(three) == ["[", "0", "]"]);
    let [one, other] = if counts_from_0 { ["0", "1"] } else { ["1", "2"] };
    let indices = [[one, "first", ".0"], [other, "second", ".1"]];
    let names = names.to_vec();
    let name = name_of(program, &(0..list));
    let before = name.into_iter().flat_map(|name| around(program, name, list));
    let before = before.flat_map(|[before, _]| before.iter().rev().take(4));
    let elements: HashSet<&str> =
        before.filter(|token| token.is_word()).map(|token| token.text).chain(name).collect();
    move |value| {
        let is_element = |token: &Token| elements.contains(token.text);
        let by_index = |place: usize, at: usize| match first(&value[at..]) {
            ["[", index, "]"]
            | [".", index @ ("first" | "second"), _]
            | [index @ (".0" | ".1"), ..] => {
                indices[place].contains(&index) && value[..at].iter().any(is_element)
            }
            _ => false,
        };
        let by_name = |place: usize, at: usize| match first(&value[at..]) {
            [_, "[" | "." | ".0" | ".1", _] => false,
            [text, ..] => names.iter().any(|two| two[place] == text),
        };
        let taken = |is_taken: &dyn Fn(usize, usize) -> bool| {
            let takes = |place| (0..value.len()).any(|at| is_taken(place, at));
            let [first, second] = [0, 1].map(takes);
            (first != second).then_some(second)
        };
        taken(&by_index).or_else(|| taken(&by_name))
    }
}

/// The names that get values, and these: `row += dy[i]`, and two of `x, y = x + dx, y + dy`.
fn assigned<'b, 'a>(program: &'b [Token<'a>]) -> Vec<(&'a str, &'b [Token<'a>])> {
    const LONGEST: usize = 40;
    let mut found = Vec::new();
    for at in 0..program.len() {
        if !program[at].is_one_of(&["=", ":=", "<-", "+=", "-="]) {
            continue;
        }
        let behind = &program[at + 1..program.len().min(at + LONGEST)];
        let is_end = |token: &Token| token.begins_line || token.text == ";";
        let end = behind.iter().position(is_end).unwrap_or(behind.len());
        let values = parts(&behind[..end]);
        let names: Vec<&Token> =
            program[..at].iter().rev().take(4).filter(|token| token.text != ")").collect();
        match (&names[..], &values[..]) {
            ([second, comma, first, ..], [one, other]) if comma.text == "," && first.is_word() => {
                found.extend([(first.text, *one), (second.text, *other)]);
            }
            ([of, colon, name, ..], [value, ..]) if colon.text == ":" && !of.begins_line => {
                found.push((name.text, value));
            }
            ([name, ..], [value, ..]) => found.push((name.text, value)),
            _ => {}
        }
    }
    found
}

/// Each two sums beside each other in brackets: `solve(row + dy[k], col + dx[k])`.
fn arguments<'b, 'a>(program: &'b [Token<'a>]) -> impl Iterator<Item = [&'b [Token<'a>]; 2]> {
    const BRACKETS: [[&str; 2]; 2] = [["(", ")"], ["{", "}"]];
    let inner = move |at: usize| {
        BRACKETS.into_iter().find_map(|both| Some(enclosed(&program[at..], both)?.0))
    };
    (0..program.len()).filter_map(inner).flat_map(|inner| {
        let is_sum = |value: &[Token]| value.iter().any(Token::is_sign);
        let parts = parts(inner);
        let two = parts.windows(2).map(|two| [two[0], two[1]]);
        two.filter(|two| two.iter().all(|value| is_sum(value))).collect::<Vec<_>>()
    })
}

/// The two indices of each access to a board, as in `board[y + 1][x]`, `board[y, x]` and
/// `board[y * n + x]`.
fn indices<'b, 'a>(program: &'b [Token<'a>]) -> impl Iterator<Item = [&'b [Token<'a>]; 2]> {
    const BRACKETS: [&str; 2] = ["[", "]"];
    (0..program.len()).filter_map(|at| {
        let (first, after) = enclosed(&program[at..], BRACKETS)?;
        // Not `const [dx, dy]` and `[[dx, dy]]`.
        let is_index = program[..at].last().is_some_and(|before| {
            before.end() == program[at].at && (before.is_word() || before.is_one_of(&["]", ")"]))
        });
        match (&parts(first)[..], enclosed(after, BRACKETS)) {
            ([one, other], _) if is_index => Some([*one, *other]),
            ([one], Some((second, _))) => Some([*one, second]),
            ([one], None) if is_index => row_by_row(one),
            _ => None,
        }
    })
}

/// The row and the column in the index of a board in one list: `row * n + col`.
fn row_by_row<'b, 'a>(index: &'b [Token<'a>]) -> Option<[&'b [Token<'a>]; 2]> {
    let times = index.iter().position(|token| token.text == "*")?;
    let is_plus = |token: &Token| token.text == "+";
    if let Some(plus) = index[times..].iter().position(is_plus) {
        return Some([&index[..times + plus], &index[times + plus + 1..]]);
    }
    let plus = index[..times].iter().rposition(is_plus)?;
    Some([&index[plus + 1..], &index[..plus]])
}

/// The tokens outside square brackets.
fn without_indices<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut depth = 0;
    let is_outside = |token: &&Token| {
        depth += i32::from(token.text == "[") - i32::from(token.text == "]");
        depth == 0 && token.text != "]"
    };
    tokens.iter().filter(is_outside).copied().collect()
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
