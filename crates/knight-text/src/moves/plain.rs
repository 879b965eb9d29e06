//! A program with its lists in the form in which they are read.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::moves::numbers::{are_steps, numbers};
use crate::moves::program::{Assignment, Token, assignments};

/// The tokens of a program with its assigned lists behind it, without the parentheses of `(-1)`,
/// with `x + 1` for `x++`, and without what continues a line, such as `110 DATA` of BASIC.
pub(super) fn plain<'a>(program: &[Token<'a>]) -> Vec<Token<'a>> {
    let program = with_lists(program);
    let mut kept: Vec<Token> = Vec::with_capacity(program.len());
    let mut rest = &program[..];
    let is_twice =
        |sign: &Token, again: &Token| sign.is_sign() && sign.text == again.text && again.is_glued;
    let ends = |token: &Token| token.is_one_of(&[";", ","]);
    while let [token, ..] = rest {
        let one = Token { text: "1", ..*token };
        let is_behind = kept.last().is_some_and(|before| before.is_word() || before.closes());
        let length = match rest {
            // The numbers of a list go on in the next line.
            [_, data, ..]
                if token.begins_line
                    && token.number().is_some()
                    && data.text.eq_ignore_ascii_case("data") =>
            {
                kept.push(Token { text: ",", begins_line: false, ..*token });
                2
            }
            [sign, again, end, ..] if is_behind && is_twice(sign, again) && ends(end) => {
                kept.extend([*sign, one]);
                2
            }
            [sign, again, name, end, ..]
                if !is_behind && is_twice(sign, again) && name.is_word() && ends(end) =>
            {
                kept.extend([*name, *sign, one]);
                3
            }
            [open, sign, number, close, ..]
                if open.text == "(" && sign.is_sign() && close.text == ")" =>
            {
                kept.extend([*sign, *number]);
                4
            }
            _ => {
                kept.extend((!token.is_one_of(&["...", "&"])).then_some(*token));
                1
            }
        };
        rest = &rest[length..];
    }
    kept
}

/// A number that is assigned to an element of an array: `name[index][other] = value`, where `other`
/// may be missing or a field.
#[derive(Clone)]
pub(super) struct Element<'a> {
    pub name: &'a str,
    pub index: i64,
    pub other: &'a str,
    pub value: i64,
    /// Where the element is, the sign, and the value.
    places: [Range<usize>; 3],
}

/// The elements of arrays to which a program assigns numbers.
pub(super) fn elements<'a>(program: &[Token<'a>]) -> Vec<Element<'a>> {
    let element = |one: Assignment<'_, 'a>| {
        let texts: Vec<&str> = one.to.iter().map(|token| token.text).collect();
        let (length, name, index, other) = match texts[..] {
            [.., name, "[" | "(", index, "]" | ")", "[", other, "]"] => (7, name, index, other),
            [.., name, "[" | "(", index, ",", other, "]" | ")"] => (6, name, index, other),
            [.., name, "[" | "(", index, "]" | ")", ".", other] => (6, name, index, other),
            [.., name, "[" | "(", index, "]" | ")"] => (4, name, index, ""),
            _ => return None,
        };
        let [mut to, values] = one.places;
        to.start = to.end - length;
        let numbers = numbers(one.value);
        let value = *numbers.items.first().filter(|_| numbers.span(0..1).len() == values.len())?;
        let index = index.parse().ok()?;
        let is_element = program[to.start].is_word() && program[one.at].assigns();
        let places = [to, one.at..one.at + 1, values];
        is_element.then_some(Element { name, index, other, value, places })
    };
    assignments(program).into_iter().filter_map(element).collect()
}

/// A program without eight steps that are assigned, each index once, and behind it the lists of
/// them in the order of their indices, such as `dx = [2, 1, …];`.
fn with_lists<'a>(program: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut arrays: BTreeMap<_, Vec<Element>> = BTreeMap::new();
    for one in elements(program) {
        // `m[0][3]`: the second index may be that of the move.
        if let Ok(second) = one.other.parse() {
            let key = (one.name, ["0", "1", "2"][one.index.clamp(0, 2) as usize], true);
            arrays.entry(key).or_default().push(Element { index: second, ..one.clone() });
        }
        arrays.entry((one.name, one.other, false)).or_default().push(one);
    }
    let mut is_kept = vec![true; program.len()];
    let mut lists = Vec::new();
    for mut items in arrays.into_values() {
        items.sort_unstable_by_key(|item| item.index);
        let values: Vec<i64> = items.iter().map(|item| item.value).collect();
        let are_all = items.windows(2).all(|two| two[0].index + 1 == two[1].index);
        if !(7..=9).contains(&values.len()) || !are_steps(&values) || !are_all {
            continue;
        }
        for item in &items {
            item.places.iter().for_each(|place| is_kept[place.clone()].fill(false));
        }
        let start = items.iter().map(|item| item.places[0].start).min();
        lists.push((start, items));
    }
    lists.sort_by_key(|(start, _)| *start);
    let kept = (0..program.len()).filter(|at| is_kept[*at]).map(|at| program[at]);
    let mut plain: Vec<Token> = kept.collect();
    for (_, items) in lists {
        let sign = |text| Token { text, is_glued: true, begins_line: false };
        plain.push(Token { begins_line: true, ..sign(items[0].name) });
        plain.extend(["=", "["].map(sign));
        for item in items {
            plain.extend(&program[item.places[2].clone()]);
            plain.push(sign(","));
        }
        plain.extend(["]", ";"].map(sign));
    }
    plain
}
