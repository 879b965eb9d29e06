//! A program with its lists in the form in which they are read.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::moves::numbers::{are_steps, numbers};
use crate::moves::program::{Assignment, Token, assignments};
use crate::patterns::{Rule, replaced, rules};

/// What is written in another form in which it is read.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    rules(&[
        // The parentheses of `(-1)`.
        (r"\(\s*([-+\x{2212}–~¯])\s*(\w[\w.]*)\s*\)", "$1$2"),
        // One step: `x++;` and `++x;`.
        (r"([\w\])}])\s*\+\+\s*([;,])", "$1 + 1$2"),
        (r"([\w\])}])\s*--\s*([;,])", "$1 - 1$2"),
        (r"([^\w\])}\s]\s*)\+\+\s*([\pL_]\w*)\s*([;,])", "$1$2 + 1$3"),
        (r"([^\w\])}\s]\s*)--\s*([\pL_]\w*)\s*([;,])", "$1$2 - 1$3"),
        // What continues a line: `...` of MATLAB, `&` of Fortran, and `110 DATA` of BASIC.
        (r"(^|[^\w.])\.\.\.|&", "$1 "),
        (r"\n\s*[0-9]+\s+[Dd][Aa][Tt][Aa]\b", ", "),
    ])
});

/// The program with its lists and steps in the form in which they are read.
pub(super) fn plain(program: &str) -> Cow<'_, str> {
    replaced(program.into(), &RULES)
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
        let index = match index.strip_prefix("0x").or_else(|| index.strip_prefix("0X")) {
            Some(digits) => i64::from_str_radix(digits, 16).ok()?,
            None => index.parse().ok()?,
        };
        let is_element = program[to.start].is_word() && program[one.at].assigns();
        let places = [to, one.at..one.at + 1, values];
        is_element.then_some(Element { name, index, other, value, places })
    };
    assignments(program).into_iter().filter_map(element).collect()
}

/// The tokens of a program without eight steps that are assigned, and behind it the lists of them
/// in the order of their indices, such as `dx = [2, 1, …];`. There is no list of them if an index
/// is missing or there twice, unless they stand in this order anyway.
pub(super) fn with_lists<'a>(program: &[Token<'a>]) -> Vec<Token<'a>> {
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
    let (mut lists, mut first_of) = (Vec::new(), BTreeMap::new());
    for ((name, other, _), mut items) in arrays {
        let ascend = items.windows(2).all(|two| two[0].index < two[1].index);
        items.sort_unstable_by_key(|item| item.index);
        let are_all = items.windows(2).all(|two| two[0].index + 1 == two[1].index);
        let values: Vec<i64> = items.iter().map(|item| item.value).collect();
        if !(7..=9).contains(&values.len()) || !are_steps(&values) || ascend && !are_all {
            continue;
        }
        for item in &items {
            item.places.iter().for_each(|place| is_kept[place.clone()].fill(false));
        }
        let start = items.iter().map(|item| item.places[0].start).min();
        let first: &mut Option<usize> = first_of.entry(name).or_insert(start);
        *first = start.min(*first);
        if are_all {
            lists.push((name, other.parse::<u8>().ok(), start, items));
        }
    }
    // Those of one array by their index, if they have one, else as they stand.
    lists.sort_by_key(|(name, index, start, _)| (first_of[name], *index, *start));
    let kept = (0..program.len()).filter(|at| is_kept[*at]).map(|at| program[at]);
    let mut plain: Vec<Token> = kept.collect();
    for (name, _, _, items) in lists {
        let sign = |text| Token { text, is_glued: true, begins_line: false };
        plain.push(Token { begins_line: true, ..sign(name) });
        plain.extend(["=", "["].map(sign));
        for item in items {
            plain.extend(&program[item.places[2].clone()]);
            plain.push(sign(","));
        }
        plain.extend(["]", ";"].map(sign));
    }
    plain
}
