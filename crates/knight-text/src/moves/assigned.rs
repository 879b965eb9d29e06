//! Lists that are assigned number by number: `dx[0] = 2; dy[0] = 1; …`.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::moves::numbers::are_steps;
use crate::moves::program::{Token, first, tokens};

/// `name[index][other] = value`, where `other` may be missing or a field.
#[derive(Clone)]
pub(super) struct Assignment<'a> {
    pub name: &'a str,
    pub index: i64,
    pub other: &'a str,
    pub value: i64,
    /// Where it is in the program.
    span: Range<usize>,
}

impl<'a> Assignment<'a> {
    /// The assignment that begins tokens.
    pub(super) fn of(tokens: &[Token<'a>]) -> Option<Assignment<'a>> {
        let (name, index) = (tokens[0].text, tokens.get(2)?.number()?);
        let (other, end) = match first::<6>(&tokens[1..]) {
            ["[" | "(", _, ",", other, "]" | ")", ..] => (other, 6),
            ["[" | "(", _, "]" | ")", "[", other, "]"] => (other, 7),
            ["[" | "(", _, "]" | ")", ".", field, ..] => (field, 6),
            ["[" | "(", _, "]" | ")", ..] => ("", 4),
            _ => return None,
        };
        let is_assigned = tokens.get(end)?.is_one_of(&["=", ":=", "<-"]);
        let sign = tokens.get(end + 1).filter(|sign| is_assigned && sign.number().is_none());
        let at = end + 1 + usize::from(sign.is_some());
        let value = tokens.get(at).filter(|_| is_assigned)?.number()?;
        let value = match sign {
            Some(sign) if sign.is_minus() => -value,
            Some(sign) if sign.text != "+" => return None,
            _ => value,
        };
        let span = tokens[0].at..tokens[at].end();
        tokens[0].is_word().then_some(Assignment { name, index, other, value, span })
    }
}

/// A program with blanks in the place of eight steps that are assigned, each index once, and behind
/// it the lists of them in the order of their indices, such as `dx = [2, 1, …];`.
pub(super) fn as_lists(program: &str) -> String {
    let tokens = tokens(program);
    let mut arrays: BTreeMap<_, Vec<Assignment>> = BTreeMap::new();
    for one in (0..tokens.len()).filter_map(|at| Assignment::of(&tokens[at..])) {
        // `m[0][3]`: the second index may be that of the move.
        if let Ok(second) = one.other.parse() {
            let key = (one.name, ["0", "1", "2"][one.index.clamp(0, 2) as usize], true);
            arrays.entry(key).or_default().push(Assignment { index: second, ..one.clone() });
        }
        arrays.entry((one.name, one.other, false)).or_default().push(one);
    }
    let (mut plain, mut lists) = (program.to_owned(), Vec::new());
    for ((name, ..), mut items) in arrays {
        items.sort_unstable_by_key(|item| item.index);
        let values: Vec<i64> = items.iter().map(|item| item.value).collect();
        let are_all = items.windows(2).all(|two| two[0].index + 1 == two[1].index);
        if !(7..=9).contains(&values.len()) || !are_steps(&values) || !are_all {
            continue;
        }
        let start = items.iter().map(|item| item.span.start).min();
        lists.push((start, format!("\n{name} = {values:?};")));
        for Assignment { span, .. } in items {
            plain.replace_range(span.clone(), &" ".repeat(span.len()));
        }
    }
    lists.sort_unstable();
    plain.extend(lists.into_iter().map(|(_, list)| list));
    plain
}
