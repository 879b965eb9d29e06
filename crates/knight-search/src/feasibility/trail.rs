//! The trail of a search by clause learning: which literals are true, in the order in which they
//! became so, at which level of choices, and because of which clause.

use crate::feasibility::clauses::Literal;

/// Literals that are true. A level is a choice and all that follows from it; level 0 is what
/// follows without any.
pub(super) struct Trail {
    /// The value of each literal.
    values: Vec<Option<bool>>,
    /// The last value of each variable, or the one to try first.
    phases: Vec<bool>,
    /// The level of each variable that has a value.
    levels: Vec<u32>,
    /// The clause that each such variable follows from.
    reasons: Vec<Option<u32>>,
    literals: Vec<Literal>,
    /// Where the levels from 1 on begin.
    level_starts: Vec<usize>,
    /// Literals whose conclusions have been drawn.
    propagated: usize,
}

impl Trail {
    /// An empty trail of as many variables as `phases` has values to try first.
    pub(super) fn new(phases: Vec<bool>) -> Trail {
        let variables = phases.len();
        Trail {
            values: vec![None; 2 * variables],
            phases,
            levels: vec![0; variables],
            reasons: vec![None; variables],
            literals: Vec::new(),
            level_starts: Vec::new(),
            propagated: 0,
        }
    }

    pub(super) fn variables(&self) -> usize {
        self.phases.len()
    }

    pub(super) fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.index()]
    }

    pub(super) fn level(&self, literal: Literal) -> u32 {
        self.levels[literal.variable()]
    }

    /// The clause that a literal follows from; `None` for a choice.
    pub(super) fn reason(&self, literal: Literal) -> Option<u32> {
        self.reasons[literal.variable()]
    }

    /// The present level: how many choices have been made.
    pub(super) fn depth(&self) -> u32 {
        self.level_starts.len() as u32
    }

    /// The literals in the order in which they became true.
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Begins a level with the last value of a variable.
    pub(super) fn choose(&mut self, variable: usize) {
        self.level_starts.push(self.literals.len());
        let phase = self.phases[variable];
        let literal = if phase { Literal::yes(variable) } else { Literal::no(variable) };
        self.assign(literal, None);
    }

    /// Makes a literal true that follows from a clause, or is chosen.
    pub(super) fn assign(&mut self, literal: Literal, reason: Option<u32>) {
        self.values[literal.index()] = Some(true);
        self.values[literal.negated().index()] = Some(false);
        self.levels[literal.variable()] = self.depth();
        self.reasons[literal.variable()] = reason;
        self.literals.push(literal);
    }

    /// Takes back all levels above this one.
    pub(super) fn go_back(&mut self, level: u32) {
        let level = level as usize;
        let Some(&start) = self.level_starts.get(level) else { return };
        for literal in self.literals.drain(start..) {
            self.values[literal.index()] = None;
            self.values[literal.negated().index()] = None;
            self.phases[literal.variable()] = literal == Literal::yes(literal.variable());
        }
        self.level_starts.truncate(level);
        self.propagated = start;
    }

    /// The next literal whose conclusions are to be drawn.
    pub(super) fn next_to_propagate(&mut self) -> Option<Literal> {
        let literal = *self.literals.get(self.propagated)?;
        self.propagated += 1;
        Some(literal)
    }

    /// All conclusions are to be drawn again.
    pub(super) fn propagate_again(&mut self) {
        self.propagated = 0;
    }
}
