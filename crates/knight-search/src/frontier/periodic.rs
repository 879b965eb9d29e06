//! The plans of boards of every length: after a few columns their steps repeat themselves.

use crate::frontier::plan::FrontierPlan;
use crate::frontier::transitions::VertexStep;

/// The columns after which the steps of a board that is processed column by column repeat
/// themselves. The slots of the frontier are in the same order then.
const PERIOD: usize = 12;

/// The first column from which they do.
const FIRST: usize = 12;

/// The longest board that has a plan of its own. Longer ones end like one of the last of these.
const LONGEST: usize = FIRST + 2 * PERIOD;

/// The columns of a board whose plan has all steps that repeat themselves, and no end before.
const COLUMNS: usize = LONGEST + 2 * PERIOD;

/// The plans of boards of a given number of rows, of every length, or of every length of the same
/// parity.
pub(crate) struct PeriodicPlans {
    rows: usize,
    /// The plan of a long board. All begin like it.
    trunk: FrontierPlan,
    /// By length, from 1 on: the plan of a board, and how many of its steps are those of the trunk.
    short: Vec<(FrontierPlan, usize)>,
}

impl PeriodicPlans {
    /// Collects them; `None` if the steps do not repeat themselves, which no board is known for.
    /// `is_odd` chooses the length of the trunk.
    ///
    /// # Errors
    /// Those of `plan`, which plans the board of some length.
    pub fn new<E>(
        rows: usize,
        is_odd: bool,
        mut plan: impl FnMut(usize) -> Result<FrontierPlan, E>,
    ) -> Result<Option<PeriodicPlans>, E> {
        let trunk = plan(COLUMNS + usize::from(is_odd))?;
        let short = (1..=LONGEST).map(|length| {
            let plan = plan(length)?;
            let shared = plan.shared_steps(&trunk);
            Ok((plan, shared))
        });
        let plans = PeriodicPlans { rows, short: short.collect::<Result<_, E>>()?, trunk };
        Ok(plans.is_periodic(is_odd).then_some(plans))
    }

    /// Whether the steps of the trunk repeat themselves, and boards end alike that differ by a
    /// period.
    fn is_periodic(&self, is_odd: bool) -> bool {
        let (period, steps) = (PERIOD * self.rows, &self.trunk.steps);
        let repeats = |at: usize| steps[at] == steps[at + period];
        let end = |length: usize| {
            let (plan, shared) = &self.short[length - 1];
            (&plan.steps[*shared..], *shared)
        };
        let ends_alike = |length: usize| {
            let (earlier, later) = (end(length), end(length + PERIOD));
            earlier.0 == later.0 && earlier.1 + period == later.1
        };
        let parity =
            |length: &usize| self.rows.is_multiple_of(2) || length % 2 == usize::from(is_odd);
        (FIRST * self.rows..LONGEST * self.rows).all(repeats)
            && (LONGEST - 2 * PERIOD + 1..=LONGEST - PERIOD).filter(parity).all(ends_alike)
    }

    /// The steps of a board: how many of the trunk, and those that follow them.
    pub fn of_length(&self, length: usize) -> (usize, &[VertexStep]) {
        let short = match length {
            0..=LONGEST => length,
            _ => LONGEST - PERIOD + 1 + (length - LONGEST - 1) % PERIOD,
        };
        let (plan, shared) = &self.short[short - 1];
        (shared + (length - short) * self.rows, &plan.steps[*shared..])
    }

    /// A step of the trunk, which goes on for ever.
    pub fn step(&self, number: usize) -> &VertexStep {
        let (first, period) = (FIRST * self.rows, PERIOD * self.rows);
        let number = if number < first { number } else { first + (number - first) % period };
        &self.trunk.steps[number]
    }

    /// The plan of a long board.
    pub fn trunk(&self) -> &FrontierPlan {
        &self.trunk
    }
}
