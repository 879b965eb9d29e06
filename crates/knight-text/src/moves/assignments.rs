//! Lists that are assigned number by number: `dx[0] = 2; dy[0] = 1; …`.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::axes::Axis;
use crate::moves::Refusal;
use crate::moves::numbers::List;
use crate::stream::words;

/// `name[index][other] = value`, where `other` may be missing or a field.
struct Assignment<'a> {
    name: &'a str,
    index: i64,
    other: Option<&'a str>,
    value: i64,
    span: Range<usize>,
}

/// The lists of eight numbers of ±1 and ±2 that are assigned, in the order of their indices, and
/// the text without them.
///
/// # Errors
/// [`Refusal`] if one has an index twice, or lacks one.
pub(super) fn lists(text: &str) -> Result<(Vec<List>, String), Refusal> {
    let mut others = text.as_bytes().to_vec();
    let mut arrays: BTreeMap<_, Vec<(i64, &Assignment)>> = BTreeMap::new();
    let each = words(text).filter_map(|name| assignment(text, name));
    let assignments: Vec<Assignment> = each.collect();
    for assignment in &assignments {
        let Assignment { name, index, other, .. } = assignment;
        arrays.entry((*name, other.unwrap_or(""), false)).or_default().push((*index, assignment));
        // `m[0][3]`: the second index may be that of the move.
        if let Some(second) = other.and_then(|other| other.parse().ok()) {
            let first = if *index == 0 { "0" } else { "1" };
            let key = (*name, if *index < 2 { first } else { "2" }, true);
            arrays.entry(key).or_default().push((second, assignment));
        }
    }
    let mut lists = Vec::new();
    let mut wrong = None;
    for ((name, other, _), mut items) in arrays {
        items.sort_by_key(|(index, _)| *index);
        let values: Vec<i64> = items.iter().map(|(_, assignment)| assignment.value).collect();
        if !(7..=9).contains(&values.len())
            || !values.iter().all(|value| (1..=2).contains(&value.abs()))
        {
            continue;
        }
        let place = |index: i64| format!("{name}[{index}]");
        if let Some(two) = items.windows(2).find(|two| two[0].0 == two[1].0) {
            wrong = wrong.or(Some(Refusal::AssignedTwice(place(two[0].0))));
        } else if let Some(two) = items.windows(2).find(|two| two[0].0 + 1 != two[1].0) {
            wrong = wrong.or(Some(Refusal::NotAssigned(place(two[0].0 + 1))));
        } else if values.len() == 8 {
            for (_, Assignment { span, .. }) in &items {
                others[span.clone()].fill(b' ');
            }
            let start =
                items.iter().map(|(_, assignment)| assignment.span.start).min().unwrap_or(0);
            let end = items.iter().map(|(_, assignment)| assignment.span.start).max().unwrap_or(0);
            let axis = Axis::of_name(other).or(Axis::of_name(name));
            lists.push(List { values, span: start..end, axis });
        }
    }
    lists.sort_by_key(|list| list.span.start);
    let others = String::from_utf8(others).unwrap_or_default();
    wrong.map_or(Ok((lists, others)), Err)
}

fn assignment(text: &str, name: Range<usize>) -> Option<Assignment<'_>> {
    const LONGEST: usize = 60;
    let all_behind = &text[name.end..];
    // `2dx[1]` if the end of a statement is missing.
    let name = text[name].trim_start_matches(|c: char| c.is_numeric());
    let at = text.len() - all_behind.len() - name.len();
    let end = all_behind.char_indices().nth(LONGEST).map_or(all_behind.len(), |(end, _)| end);
    let behind = &all_behind[..end];
    let (inner, mut rest) = behind.trim_start().strip_prefix(['[', '('])?.split_once([']', ')'])?;
    let (index, mut other) = match inner.split_once(',') {
        Some((index, other)) => (index, Some(other.trim())),
        None => (inner, None),
    };
    if let Some((inner, after)) =
        rest.trim_start().strip_prefix('[').and_then(|t| t.split_once(']'))
    {
        (other, rest) = (Some(inner.trim()), after);
    } else if let Some(field) = rest.trim_start().strip_prefix('.') {
        let end = field.find(|c: char| !c.is_alphanumeric())?;
        (other, rest) = (Some(&field[..end]), &field[end..]);
    }
    let rest = rest.trim_start();
    let value = [":=", "<-", "="].iter().find_map(|sign| rest.strip_prefix(sign))?.trim_start();
    let digits = value.trim_start_matches(['-', '+', '\u{2212}']).trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number: i64 = digits[..end].parse().ok()?;
    let value = if value.starts_with(['-', '\u{2212}']) { -number } else { number };
    let length = behind.len() - digits[end..].len() + name.len();
    let index = index.trim().parse().ok()?;
    Some(Assignment { name, index, other, value, span: at..at + length })
}
