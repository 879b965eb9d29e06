//! Charges a search for its failed nodes, and stops it.

use knight_board::{Budget, SearchProgress};

/// Failed nodes between two calls of the progress: half a millisecond on 8×8, a few on 16×16.
const PROGRESS_INTERVAL: u64 = 1 << 18;

/// Why a search was stopped before its end.
pub(super) enum Stopped {
    /// The failed nodes cost more than this budget, in checks.
    OutOfBudget(u128),
    /// The progress broke.
    Interrupted,
}

/// Stops a search once its budget is spent, or when the progress breaks.
pub(super) struct BudgetMeter<'a, 'b> {
    progress: &'a mut SearchProgress<'b>,
    budget: Budget,
    /// The number of failed nodes at which there is something to do.
    due: u64,
}

impl<'a, 'b> BudgetMeter<'a, 'b> {
    pub(super) fn new(budget: Budget, progress: &'a mut SearchProgress<'b>) -> Self {
        let mut meter = BudgetMeter { progress, budget, due: 0 };
        meter.due = meter.due_after(0);
        meter
    }

    /// Pays for all nodes that failed so far.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exceeded or the progress breaks.
    #[inline(always)]
    pub(super) fn pay(&mut self, failed: u64) -> Result<(), Stopped> {
        if failed < self.due { Ok(()) } else { self.pay_now(failed) }
    }

    #[cold]
    #[inline(never)]
    fn pay_now(&mut self, failed: u64) -> Result<(), Stopped> {
        let checks = 8 * u128::from(failed);
        if let Some(budget) = self.budget.limit()
            && checks > budget
        {
            return Err(Stopped::OutOfBudget(budget));
        }
        if (self.progress)(u64::try_from(checks).unwrap_or(u64::MAX)).is_break() {
            return Err(Stopped::Interrupted);
        }
        self.due = self.due_after(failed);
        Ok(())
    }

    /// At the next call of the progress, or with the first node that the budget does not cover.
    fn due_after(&self, failed: u64) -> u64 {
        let covered = self.budget.limit().map_or(u128::MAX, |budget| budget / 8);
        let too_many = u64::try_from(covered).map_or(u64::MAX, |covered| covered.saturating_add(1));
        too_many.min(failed.saturating_add(PROGRESS_INTERVAL))
    }
}
