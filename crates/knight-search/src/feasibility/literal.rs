//! Variables of clauses and their negations.

/// A variable or its negation: twice the number of the variable, plus 1 if negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    pub fn yes(variable: usize) -> Literal {
        Literal(2 * variable as u32)
    }

    pub fn no(variable: usize) -> Literal {
        Literal(2 * variable as u32 + 1)
    }

    pub fn variable(self) -> usize {
        self.0 as usize / 2
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
