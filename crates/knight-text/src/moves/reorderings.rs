//! Programs that change the order of their moves.

use std::collections::HashSet;

use crate::moves::names::list_name;
use crate::moves::numbers::numbers;
use crate::moves::plain::plain;
use crate::moves::program::{Token, enclosed, first, source, tokens};
use crate::moves::{listed, uses};

/// The function by which a program changes the order of its moves, and the name of their list.
///
/// It shuffles, sorts or reverses a list that has the eight moves, or one of the two lists.
///
/// ```
/// use knight_text::moves::reordering_said;
///
/// let moves = "moves = [(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2),(2,-1)]";
/// let said = reordering_said(&format!("{moves}\nrandom.shuffle(moves)"));
/// assert_eq!(said.as_deref(), Some("shuffle(moves)"));
/// assert_eq!(reordering_said(&format!("{moves}\nrandom.shuffle(starts)")), None);
/// ```
pub fn reordering_said(text: &str) -> Option<String> {
    let program = &plain(&tokens(text, false))[..];
    let found = listed(&numbers(program), program, &HashSet::new());
    let starts: Vec<usize> = found.iter().flat_map(|pairs| pairs.lists).collect();
    let names = starts.iter().filter_map(|start| list_name(&program[..=*start])).collect();
    let lists = Lists { starts, names };
    let found = (0..program.len()).find_map(|at| {
        let list = || lists.called(&program[..at]).or_else(|| lists.taken(program, at));
        let list = if is_reordering(program, at) { list() } else { None };
        let called = list.map(|list| format!("{}({list})", program[at].text));
        called.or_else(|| lists.indexed(program, at)).or_else(|| lists.loop_down(program, at))
    });
    found.or_else(|| lists.subtracted(program))
}

/// The lists of moves in a program.
struct Lists<'a> {
    /// Where their numbers begin.
    starts: Vec<usize>,
    names: HashSet<&'a str>,
}

/// Whether a word is a function that gives the same moves in the same order, or their number.
fn is_same(word: &Token) -> bool {
    const SAME: &str =
        "iter into_iter iter_mut copy clone slice to_vec list tuple zip asList begin len";
    SAME.split(' ').any(|name| name == word.text)
}

impl<'a> Lists<'a> {
    fn is_name(&self, token: &Token) -> bool {
        self.names.contains(token.text)
    }

    /// The list whose method stands behind tokens: `moves.`, `[...moves].`, `moves.iter().`.
    fn called(&self, before: &[Token<'a>]) -> Option<&'a str> {
        let is_passed = |token: &Token| token.is_one_of(&[".", "(", ")", "]"]) || is_same(token);
        let list = before.iter().rposition(|token| !is_passed(token))?;
        let count = |text| before[list..].iter().filter(|token| token.text == text).count();
        // `...` is left out of a program.
        let is_copied = || {
            before[..list].last().is_some_and(|it| it.text == "[")
                && !uses::is_index(before, list - 1)
        };
        let is_it = self.is_name(&before[list])
            && before.last().is_some_and(|it| it.text == ".")
            && count("(") == count(")")
            && (count("]") == 0 || is_copied());
        is_it.then_some(before[list].text)
    }

    /// The list that the function at a place takes first: `shuffle(moves)`, `reverse moves`,
    /// `shuffle(Arrays.asList(moves))`, `sorted([(2, 1), …])`.
    fn taken(&self, program: &[Token<'a>], at: usize) -> Option<&'a str> {
        /// Words before a call; before a definition stand others.
        const BEFORE: [&str; 8] = ["in", "of", "return", "else", "and", "or", "not", "do"];
        let is_definition = at > 0
            && !program[at].begins_line
            && program[at - 1].is_word()
            && !program[at - 1].is_one_of(&BEFORE);
        if is_definition {
            return None;
        }
        let behind = &program[at + 1..];
        let is_around = |two: &&[Token]| {
            let of_a_name = two[0].is_word() && two[1].is_one_of(&[".", "::"]);
            of_a_name && !self.is_name(&two[0])
                || is_same(&two[0])
                || two[0].opens()
                || two[0].is_one_of(&["&", ".", "::"])
        };
        let skipped = behind.windows(2).take_while(is_around).count();
        if self.starts.contains(&(at + 1 + skipped)) {
            return Some("[…]");
        }
        let (list, rest) = behind[skipped..].split_first()?;
        let [next] = first(rest);
        let end = rest.iter().find(|token| token.text != ")").map_or("", |token| token.text);
        let is_taken = match skipped {
            0 => !list.begins_line && !["=", ":", "("].contains(&next),
            _ => [",", ")", "."].contains(&next) && end != "for",
        };
        (self.is_name(list) && is_taken).then_some(list.text)
    }

    /// The list at a place, if it is taken by another index than that of a loop: `moves[7 - k]`,
    /// `moves[::-1]`, `moves[order[k]]`.
    fn indexed(&self, program: &[Token], at: usize) -> Option<String> {
        let (inner, _) = enclosed(&program[at + 1..]).filter(|_| self.is_name(&program[at]))?;
        let is_other = |two: &[Token]| {
            let is_back = two[0].is_minus() && two[1].number().is_none();
            is_back || two[0].is_one_of(&[":", "::"]) && two[1].is_minus() || two[1].text == "["
        };
        let is_indexed = program[at + 1].text == "[" && inner.windows(2).any(is_other);
        is_indexed.then(|| source(&program[at..at + inner.len() + 3]))
    }

    /// The first of several numbers of lists that are subtracted, if none is added: `row - dx[k]`.
    fn subtracted(&self, program: &[Token]) -> Option<String> {
        let is_taken = |at: &usize| {
            let [sign, list, open] = [0, 1, 2].map(|nth| &program[at + nth]);
            sign.is_sign() && self.is_name(list) && open.is_one_of(&["[", "("])
        };
        let taken: Vec<usize> = (1..program.len().saturating_sub(2)).filter(is_taken).collect();
        let is_added = |at: usize| {
            let behind = enclosed(&program[at + 1..]).and_then(|(_, behind)| behind.first());
            self.is_name(&program[at]) && behind.is_some_and(|sign| sign.text == "+")
        };
        let are_subtracted = taken.len() > 1 && taken.iter().all(|at| program[*at].is_minus());
        let at = *taken.first().filter(|_| are_subtracted)?;
        if (0..program.len()).any(is_added) {
            return None;
        }
        let (inner, _) = enclosed(&program[at + 2..])?;
        Some(source(&program[at - 1..at + inner.len() + 4]))
    }

    /// The loop at a place that takes a list from its end: `for (k = 7; k >= 0; k--)`, `for k in
    /// range(7, -1, -1)`, `for k := 8 downto 1`, and then `dx[k]`.
    fn loop_down(&self, program: &[Token], at: usize) -> Option<String> {
        const LONGEST: usize = 25;
        const LONGEST_BODY: usize = 100;
        let behind = &program[at + 1..];
        if program[at].text != "for" {
            return None;
        }
        let is_header = |token: &&Token| !(token.begins_line || token.is_one_of(&["{", "do"]));
        let length = match enclosed(behind) {
            Some((inner, _)) => inner.len() + 2,
            None => behind.iter().take(LONGEST).take_while(is_header).count(),
        };
        let (header, body) = program[at..].split_at(length + 1);
        let place = header.iter().position(Token::binds)?;
        let (variable, range) = (header[place - 1].text, &header[place + 1..]);
        let is_down = |token: &Token| token.is_one_of(&["downto", "downTo", "rev", "reversed"]);
        let first = range.iter().find_map(Token::number);
        let goes_down = range.iter().any(is_down)
            || first.is_some_and(|first| (7..=8).contains(&first))
                && range.iter().any(Token::is_minus);
        let is_use = |three: &[Token]| {
            self.is_name(&three[0]) && three[1].is_one_of(&["[", "("]) && three[2].text == variable
        };
        (goes_down && body.windows(3).take(LONGEST_BODY).any(is_use)).then(|| source(header))
    }
}

/// Whether the word at a place is a function that changes the order of a list.
fn is_reordering(program: &[Token], at: usize) -> bool {
    const BEGINNINGS: [&str; 5] = ["shuffle", "sort", "reverse", "permut", "orderby"];
    const WORDS: [&str; 6] =
        ["rev", "sample", "randomshuffle", "stablesort", "qsort", "nextpermutation"];
    let word = program[at].text.to_lowercase().replace('_', "");
    let is_known = BEGINNINGS.iter().any(|it| word.starts_with(it)) || WORDS.contains(&&*word);
    let line = program[..at].iter().rev().take_while(|token| !token.begins_line);
    is_known && line.filter(|token| token.text == "\"").count() % 2 == 0
}
