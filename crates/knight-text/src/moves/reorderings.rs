//! Programs that change the order of their moves.

use std::collections::HashSet;

use crate::moves::names::{Bound, bound_at};
use crate::moves::numbers::numbers;
use crate::moves::program::{Token, source, tokens};
use crate::moves::{listed, plain};

/// The beginnings of the functions that change the order of a list.
const FUNCTIONS: &str = "shuffle randomshuffle sort stablesort qsort reverse permut \
                         nextpermutation orderby sample rotate pop shift swap";

/// The first statement of a program that may change the order of its moves: it names their list
/// and a function that shuffles, sorts, reverses or takes from it, whatever that is applied to.
///
/// ```
/// use knight_text::moves::reordering_said;
///
/// let moves = "moves = [(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2),(2,-1)]";
/// let said = reordering_said(&format!("{moves}\nrandom.shuffle(moves)"));
/// assert_eq!(said.as_deref(), Some("random.shuffle(moves)"));
/// assert_eq!(reordering_said(&format!("{moves}\nrandom.shuffle(starts)")), None);
/// ```
pub fn reordering_said(text: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let text = plain(text);
    let program = &tokens(&text)[..];
    let found = listed(&numbers(program));
    let bounds = found
        .into_iter()
        .flat_map(|pairs| pairs.lists)
        .filter_map(|list| bound_at(program, list.start));
    let names: HashSet<&str> = bounds.filter_map(Bound::name).collect();
    let mut statements = program.chunk_by(|one, next| one.text != ";" && !next.begins_line);
    let statement = statements.find(|statement| {
        statement.iter().any(|token| names.contains(token.text))
            && statement.iter().any(is_reordering)
    })?;
    let said = source(statement);
    let said = said.trim_end_matches([';', '{', ':']).trim_end();
    let cut = said.char_indices().nth(LONGEST);
    Some(cut.map_or(said.to_owned(), |(end, _)| format!("{}…", &said[..end])))
}

fn is_reordering(word: &Token) -> bool {
    let word = word.text.to_lowercase().replace('_', "");
    word == "rev" || FUNCTIONS.split(' ').any(|function| word.starts_with(function))
}
