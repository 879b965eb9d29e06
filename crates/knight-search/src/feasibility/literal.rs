//! Variables of clauses and their negations.

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
