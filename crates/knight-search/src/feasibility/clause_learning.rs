//! A small solver of satisfiability by clause learning, to which clauses can be added.
//!
//! Conflict-driven clause learning (Marques-Silva & Sakallah 1999) with two watched literals and
//! activities of variables (Moskewicz et al., "Chaff", 2001), saved phases, Luby restarts, and
//! removal of clauses that span many levels (Audemard & Simon, "Glucose", 2009). It has no clock
//! and no random numbers, so it always takes the same course.

use crate::feasibility::clauses::{Clauses, Literal};
use crate::feasibility::luby::luby;
use crate::feasibility::trail::Trail;
use knight_board::{Interrupted, StopCheck};

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Satisfiability {
    /// Every variable has a value, and all clauses hold.
    Satisfied,
    /// No values satisfy all clauses.
    Contradiction,
    /// The conflicts were spent.
    Unknown,
}

/// Conflicts until the first restart; later ones follow Luby's sequence.
const RESTART: u32 = 64;

/// Learnt clauses that are kept at first. The number grows with each removal.
const LEARNT: usize = 2_000;

/// Learnt clauses of so few levels are always kept.
const KEPT_LEVELS: u32 = 2;

/// Room for the clauses that watch a literal. Most searches add few to those of the beginning.
const WATCHES: usize = 32;

/// Conflicts between two checks whether to stop: a millisecond or a few.
const CHECK_INTERVAL: u32 = 64;

pub(super) struct Solver {
    clauses: Clauses,
    /// The clauses that watch a literal, by its index, each with another literal of the clause.
    watches: Vec<Vec<(u32, Literal)>>,
    trail: Trail,
    activities: Vec<f64>,
    step: f64,
    learnt: usize,
    most_learnt: usize,
    restarts: u32,
    contradiction: bool,
}

impl Solver {
    /// A solver for as many variables as `phases` has values, each of which is tried first.
    /// Variables of higher activity are tried earlier.
    pub(super) fn new(phases: Vec<bool>, activities: Vec<f64>) -> Solver {
        Solver {
            clauses: Clauses::default(),
            watches: (0..2 * phases.len()).map(|_| Vec::with_capacity(WATCHES)).collect(),
            trail: Trail::new(phases),
            activities,
            step: 1.0,
            learnt: 0,
            most_learnt: LEARNT,
            restarts: 0,
            contradiction: false,
        }
    }

    /// Whether a variable is true, once satisfied.
    pub(super) fn is_true(&self, variable: usize) -> bool {
        self.trail.value(Literal::yes(variable)) == Some(true)
    }

    /// Adds a clause. Takes back all choices.
    pub(super) fn add(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.trail.go_back(0);
        let mut clause: Vec<Literal> = literals.into_iter().collect();
        if clause.iter().any(|&literal| self.trail.value(literal) == Some(true)) {
            return;
        }
        clause.retain(|&literal| self.trail.value(literal).is_none());
        match clause[..] {
            [] => self.contradiction = true,
            [only] => self.trail.assign(only, None),
            _ => {
                self.attach(&clause, 0);
            }
        }
    }

    /// Searches until the conflicts are spent.
    pub(super) fn search(
        &mut self,
        conflicts: &mut u32,
        check: &mut StopCheck,
    ) -> Result<Satisfiability, Interrupted> {
        while !self.contradiction {
            let until_restart = RESTART * luby(self.restarts);
            self.restarts += 1;
            if let Some(verdict) = self.search_until_restart(conflicts, until_restart, check)? {
                return Ok(verdict);
            }
            self.trail.go_back(0);
            if self.learnt > self.most_learnt {
                self.forget();
            }
        }
        Ok(Satisfiability::Contradiction)
    }

    fn search_until_restart(
        &mut self,
        conflicts: &mut u32,
        mut most: u32,
        check: &mut StopCheck,
    ) -> Result<Option<Satisfiability>, Interrupted> {
        loop {
            if let Some(conflict) = self.propagate() {
                if self.trail.depth() == 0 {
                    self.contradiction = true;
                    return Ok(Some(Satisfiability::Contradiction));
                }
                self.learn(conflict);
                if *conflicts == 0 {
                    return Ok(Some(Satisfiability::Unknown));
                }
                *conflicts -= 1;
                if conflicts.is_multiple_of(CHECK_INTERVAL) {
                    check()?;
                }
                most = most.saturating_sub(1);
            } else if most == 0 {
                return Ok(None);
            } else {
                let Some(variable) = self.most_active() else {
                    return Ok(Some(Satisfiability::Satisfied));
                };
                self.trail.choose(variable);
            }
        }
    }

    /// The undecided variable of the highest activity. There are at most some thousands.
    fn most_active(&self) -> Option<usize> {
        let undecided = |&v: &usize| self.trail.value(Literal::yes(v)).is_none();
        let by_activity = |a: &usize, b: &usize| {
            self.activities[*a].total_cmp(&self.activities[*b]).then(b.cmp(a))
        };
        (0..self.trail.variables()).filter(undecided).max_by(by_activity)
    }

    fn attach(&mut self, literals: &[Literal], levels: u32) -> u32 {
        let number = self.clauses.push(literals, levels);
        self.watches[literals[0].index()].push((number, literals[1]));
        self.watches[literals[1].index()].push((number, literals[0]));
        self.learnt += usize::from(levels > 0);
        number
    }

    /// Draws all conclusions from clauses of which one literal is left; returns a clause of which
    /// none is.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(literal) = self.trail.next_to_propagate() {
            let wrong = literal.negated();
            let mut watching = std::mem::take(&mut self.watches[wrong.index()]);
            let mut conflict = None;
            watching.retain_mut(|(number, other)| {
                if conflict.is_some() || self.trail.value(*other) == Some(true) {
                    return true;
                }
                let literals = self.clauses.get_mut(*number);
                if literals[0] == wrong {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                *other = first;
                if self.trail.value(first) == Some(true) {
                    return true;
                }
                let fresh = (2..literals.len())
                    .find(|&place| self.trail.value(literals[place]) != Some(false));
                if let Some(place) = fresh {
                    literals.swap(1, place);
                    self.watches[literals[1].index()].push((*number, first));
                    return false;
                }
                match self.trail.value(first) {
                    None => self.trail.assign(first, Some(*number)),
                    _ => conflict = Some(*number),
                }
                true
            });
            self.watches[wrong.index()] = watching;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Learns the clause of the first unique implication point, goes back to where it leaves one
    /// literal, and draws that conclusion.
    fn learn(&mut self, conflict: u32) {
        let mut clause = self.implication_point(conflict);
        for &literal in &clause {
            self.activities[literal.variable()] += self.step;
        }
        self.step /= 0.95;
        if self.step > 1e100 {
            self.step *= 1e-100;
            self.activities.iter_mut().for_each(|activity| *activity *= 1e-100);
        }
        let level = |&literal: &Literal| self.trail.level(literal);
        let mut levels: Vec<u32> = clause.iter().map(level).collect();
        levels.sort_unstable();
        levels.dedup();
        let spanned = levels.len() as u32;
        let back = clause[1..].iter().map(level).max().unwrap_or(0);
        if let Some(place) = clause[1..].iter().position(|literal| level(literal) == back) {
            clause.swap(1, place + 1);
        }
        self.trail.go_back(back);
        let first = clause[0];
        let reason = (clause.len() > 1).then(|| self.attach(&clause, spanned));
        self.trail.assign(first, reason);
    }

    /// The clause; its first literal is the implication point.
    fn implication_point(&mut self, conflict: u32) -> Vec<Literal> {
        let (trail, now) = (&self.trail, self.trail.depth());
        let mut seen = vec![false; trail.variables()];
        let mut clause = Vec::new();
        let (mut reason, mut open, mut at) = (conflict, 0, trail.literals().len());
        let point = loop {
            for &literal in self.clauses.get(reason) {
                let variable = literal.variable();
                if seen[variable] || trail.level(literal) == 0 {
                    continue;
                }
                if trail.value(literal) == Some(true) {
                    continue; // What the clause implies.
                }
                seen[variable] = true;
                self.activities[variable] += self.step;
                if trail.level(literal) == now {
                    open += 1;
                } else {
                    clause.push(literal);
                }
            }
            at -= 1;
            while !seen[trail.literals()[at].variable()] {
                at -= 1;
            }
            let literal = trail.literals()[at];
            open -= 1;
            if open == 0 {
                break literal;
            }
            reason = trail
                .reason(literal)
                .expect("only the first literal of a level is a choice, and the loop ends there");
        };
        // Leaves out what the rest implies.
        let is_implied = |literal: &Literal| {
            let holds = |other: &Literal| seen[other.variable()] || trail.level(*other) == 0;
            trail.reason(*literal).is_some_and(|reason| self.clauses.get(reason).iter().all(holds))
        };
        clause.retain(|literal| !is_implied(literal));
        clause.insert(0, point.negated());
        clause
    }

    /// Removes the half of the learnt clauses that span the most levels. No choices are made yet.
    fn forget(&mut self) {
        let mut levels: Vec<u32> = self.clauses.levels().filter(|&levels| levels > 0).collect();
        levels.sort_unstable();
        let most = levels[levels.len() / 2].max(KEPT_LEVELS);
        let clauses = std::mem::take(&mut self.clauses);
        self.watches.iter_mut().for_each(Vec::clear);
        self.learnt = 0;
        self.most_learnt += LEARNT / 4;
        for (number, levels) in (0..).zip(clauses.levels()) {
            if levels <= most {
                self.attach(clauses.get(number), levels);
            }
        }
        // Conclusions so far need no reasons any more, but clauses may watch what they refute.
        self.trail.propagate_again();
    }
}

#[cfg(test)]
mod tests {
    use crate::feasibility::clause_learning::*;
    use proptest::prelude::*;

    fn solver(variables: usize, clauses: &[Vec<Literal>]) -> Solver {
        let mut solver = Solver::new(vec![true; variables], vec![0.0; variables]);
        clauses.iter().for_each(|clause| solver.add(clause.iter().copied()));
        solver
    }

    fn holds(clauses: &[Vec<Literal>], is_true: impl Fn(usize) -> bool) -> bool {
        let is_met =
            |literal: &Literal| is_true(literal.variable()) == (literal.index().is_multiple_of(2));
        clauses.iter().all(|clause| clause.iter().any(is_met))
    }

    proptest! {
        #[test]
        fn it_finds_values_if_there_are_any(
            clauses in prop::collection::vec(
                prop::collection::vec((0usize..10, any::<bool>()), 1..4),
                20..60,
            ),
        ) {
            let literal = |&(variable, yes): &(usize, bool)| match yes {
                true => Literal::yes(variable),
                false => Literal::no(variable),
            };
            let clauses: Vec<Vec<Literal>> =
                clauses.iter().map(|clause| clause.iter().map(literal).collect()).collect();
            let exist = (0..1 << 10).any(|values: u32| holds(&clauses, |v| values >> v & 1 == 1));
            let mut solver = solver(10, &clauses);
            let found = solver.search(&mut 1_000_000, &mut || Ok(())).unwrap();
            prop_assert_eq!(found == Satisfiability::Satisfied, exist);
            prop_assert_eq!(found == Satisfiability::Contradiction, !exist);
            prop_assert!(!exist || holds(&clauses, |variable| solver.is_true(variable)));
        }
    }

    /// Each pigeon is in a hole, and no two are in one. A proof that there are too many pigeons
    /// takes thousands of conflicts, so restarts and the removal of clauses take part.
    fn pigeons(pigeons: usize, holes: usize) -> (Satisfiability, u32) {
        let place = |pigeon: usize, hole: usize| pigeon * holes + hole;
        let mut clauses: Vec<Vec<Literal>> = (0..pigeons)
            .map(|pigeon| (0..holes).map(|hole| Literal::yes(place(pigeon, hole))).collect())
            .collect();
        for hole in 0..holes {
            for a in 0..pigeons {
                let alone = |b| vec![Literal::no(place(a, hole)), Literal::no(place(b, hole))];
                clauses.extend((a + 1..pigeons).map(alone));
            }
        }
        let mut solver = solver(pigeons * holes, &clauses);
        let mut left = 1_000_000;
        let found = solver.search(&mut left, &mut || Ok(())).unwrap();
        (found, 1_000_000 - left)
    }

    #[test]
    fn nine_pigeons_are_too_many_for_eight_holes() {
        assert_eq!(pigeons(8, 8).0, Satisfiability::Satisfied);
        let (found, conflicts) = pigeons(9, 8);
        assert_eq!(found, Satisfiability::Contradiction);
        assert!(conflicts as usize > 2 * LEARNT, "{conflicts} conflicts remove no clauses");
    }
}
