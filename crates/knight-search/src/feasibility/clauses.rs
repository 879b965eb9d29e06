//! Clauses, and the variables and negations of which they consist.

use std::ops::Range;

/// A variable or its negation: twice the number of the variable, plus 1 if negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn yes(variable: usize) -> Literal {
        Literal(2 * variable as u32)
    }

    pub(super) fn no(variable: usize) -> Literal {
        Literal(2 * variable as u32 + 1)
    }

    pub(super) fn variable(self) -> usize {
        self.0 as usize / 2
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Clauses, by their number.
#[derive(Default)]
pub(super) struct Clauses {
    /// The places of the literals of each clause, and its levels.
    all: Vec<(Range<usize>, u32)>,
    /// The literals of all clauses, one clause after another.
    literals: Vec<Literal>,
}

impl Clauses {
    pub(super) fn get(&self, number: u32) -> &[Literal] {
        &self.literals[self.all[number as usize].0.clone()]
    }

    pub(super) fn get_mut(&mut self, number: u32) -> &mut [Literal] {
        &mut self.literals[self.all[number as usize].0.clone()]
    }

    /// The number of levels that each clause spanned when it was learnt; 0 for a given one.
    pub(super) fn levels(&self) -> impl Iterator<Item = u32> {
        self.all.iter().map(|(_, levels)| *levels)
    }

    /// Adds a clause, and returns its number.
    pub(super) fn push(&mut self, literals: &[Literal], levels: u32) -> u32 {
        let first = self.literals.len();
        self.literals.extend(literals);
        self.all.push((first..self.literals.len(), levels));
        self.all.len() as u32 - 1
    }
}
