//! Lists that are assigned number by number: `dx[0] = 2; dy[0] = 1; …`.

use std::collections::BTreeMap;

use crate::axes::Axis;
use crate::moves::Refusal;
use crate::moves::numbers::{List, are_steps};
use crate::moves::program::{Token, first};

/// `name[index][other] = value`, where `other` may be missing or a field.
pub(super) struct Assignment<'a> {
    pub name: &'a str,
    pub index: i64,
    pub other: &'a str,
    pub value: i64,
    /// Its tokens.
    length: usize,
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
        tokens[0].is_word().then_some(Assignment { name, index, other, value, length: at + 1 })
    }
}

/// The lists of eight steps that are assigned, in the order of their indices, and the other tokens.
///
/// # Errors
/// [`Refusal`] if one has an index twice, or lacks one.
pub(super) fn lists<'a>(tokens: &[Token<'a>]) -> Result<(Vec<List>, Vec<Token<'a>>), Refusal> {
    let mut arrays: BTreeMap<_, Vec<(i64, i64, usize, usize)>> = BTreeMap::new();
    for at in 0..tokens.len() {
        let Some(assigned) = Assignment::of(&tokens[at..]) else { continue };
        let Assignment { name, index, other, value, length } = assigned;
        arrays.entry((name, other, false)).or_default().push((index, value, at, at + length));
        // `m[0][3]`: the second index may be that of the move.
        if let Ok(second) = other.parse() {
            let key = (name, ["0", "1", "2"][index.clamp(0, 2) as usize], true);
            arrays.entry(key).or_default().push((second, value, at, at + length));
        }
    }
    let mut is_used = vec![false; tokens.len()];
    let (mut lists, mut wrong) = (Vec::new(), None);
    for ((name, other, _), mut items) in arrays {
        items.sort_unstable();
        let values: Vec<i64> = items.iter().map(|item| item.1).collect();
        if !(7..=9).contains(&values.len()) || !are_steps(&values) {
            continue;
        }
        let place = |index: i64| format!("{name}[{index}]");
        let steps = || items.windows(2).map(|two| (two[0].0, two[1].0));
        if let Some((index, _)) = steps().find(|(one, other)| one == other) {
            wrong = wrong.or(Some(Refusal::AssignedTwice(place(index))));
        } else if let Some((index, _)) = steps().find(|(one, other)| one + 1 != *other) {
            wrong = wrong.or(Some(Refusal::NotAssigned(place(index + 1))));
        } else if values.len() == 8 {
            items.iter().for_each(|(_, _, start, end)| is_used[*start..*end].fill(true));
            let start = items.iter().map(|item| tokens[item.2].at).min().unwrap_or_default();
            let axis = Axis::of_name(other).or(Axis::of_name(name));
            lists.push(List { values, place: 0..start, axis });
        }
    }
    lists.sort_by_key(|list| list.place.end);
    let others = tokens.iter().zip(is_used).filter(|(_, is_used)| !is_used);
    wrong.map_or_else(|| Ok((lists, others.map(|(token, _)| *token).collect())), Err)
}
