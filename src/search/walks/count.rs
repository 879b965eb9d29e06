//! A count: carries the layers of a frontier programme from its first step to its last, within memory, and can be stopped.

use std::ops::{ControlFlow, Range};

use super::buckets::Layer;
use super::frontier::{Plan, Programme, Step};
use super::layer::{Full, Gauge, Tally};
use super::mates::Mates;
use super::sweep::{Sizes, Sweep, TableSet};

/// What a count may use, and how it is stopped.
pub(crate) struct Limits<'a> {
    /// The most bytes for states.
    pub bytes: usize,
    /// When a layer is split up, and when it is shared.
    pub sizes: Sizes,
    /// Threads for a large layer, the caller's among them; asked for each layer.
    pub threads: &'a dyn Fn() -> usize,
    /// Told after each step.
    pub watch: &'a mut dyn FnMut(Activity),
    /// Counting may stop once the number is above this.
    pub cap: u128,
    /// Called now and then; breaks to stop.
    pub pulse: &'a mut dyn FnMut() -> ControlFlow<()>,
}

/// How far a count is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activity {
    /// Squares of the shape in which walks are counted.
    pub squares: usize,
    /// Steps done, each of which settles a square; most of the time goes to those in the middle.
    pub step: usize,
    /// Steps in all.
    pub steps: usize,
    /// The part of the layer that is in work, from 1; the steps of a wide layer are made part by part.
    pub part: usize,
    /// Parts of the layer, 1 for most.
    pub parts: usize,
    /// States after the last step, of that part.
    pub states: usize,
    /// Bytes taken for states.
    pub bytes: usize,
}

/// Why a count has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// Out of memory, or of slots for frontier vertices.
    Memory,
    /// A number does not fit its type.
    Tally,
    /// The pulse broke.
    Interrupted,
}

impl From<Full> for Stop {
    fn from(full: Full) -> Stop {
        match full {
            Full::Memory => Stop::Memory,
            Full::Tally => Stop::Tally,
        }
    }
}

/// A wide layer is taken in about so many parts, where its buckets allow it.
const PARTS: usize = 16;

/// A count in work.
pub(crate) struct Count<'a, 'b, 'c, M: Mates, N: Tally, const COVER: bool> {
    programme: &'a Programme,
    sweep: Sweep<'a, M>,
    /// For layers whose tallies all fit.
    tables: TableSet<M, N>,
    /// For those after them.
    wide_tables: TableSet<M, N::Wide>,
    gauge: &'a Gauge,
    /// The steps of the layers that are too wide to be kept whole.
    wide: Range<usize>,
    limits: &'b mut Limits<'c>,
    /// Which part of a layer is in work, from 1, and of how many.
    part: (usize, usize),
    /// The walks finished so far.
    total: u128,
}

impl<'a, 'b, 'c, M: Mates, N: Tally, const COVER: bool> Count<'a, 'b, 'c, M, N, COVER> {
    pub fn new(programme: &'a Programme, gauge: &'a Gauge, limits: &'b mut Limits<'c>) -> Self {
        Count {
            programme,
            sweep: Sweep::new(programme.slots(), gauge),
            tables: Vec::new(),
            wide_tables: Vec::new(),
            gauge,
            wide: programme.wide(limits.sizes.widest),
            limits,
            part: (1, 1),
            total: 0,
        }
    }

    /// The number of walks, or a number above the cap of the limits.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn run(mut self) -> Result<u128, Stop> {
        let wide = self.wide.clone();
        let mut layer = self.sweep.first()?;
        for step in 0..wide.start {
            layer = self.advance(layer, step, None)?;
        }
        if !wide.is_empty() {
            layer = self.in_parts(layer)?;
        }
        for step in wide.end..self.programme.plans().len() {
            layer = self.advance(layer, step, None)?;
        }
        Ok(self.total)
    }

    /// Takes a layer through steps part by part, so that only one part of it is wide at a time. The layer is in buckets for
    /// all of these steps together, so no two parts come to equal states.
    fn in_parts(&mut self, layer: Layer) -> Result<Layer, Stop> {
        let wide = self.wide.clone();
        // The parts must have buckets of the same kind in the end, however many states each has.
        let buckets = self.limits.sizes.buckets(layer.states());
        let parts = layer.into_parts(PARTS);
        let of = parts.len();
        let mut after = Layer::default();
        for (i, mut part) in parts.into_iter().enumerate() {
            self.part = (i + 1, of);
            let first = &self.programme.plans()[wide.start..][..1];
            part = self.sweep.sort(part, first, self.limits)?;
            for step in wide.clone() {
                let buckets = (step + 1 == wide.end).then_some(buckets);
                part = self.advance(part, step, buckets)?;
            }
            if self.is_above_cap() {
                break;
            }
            after.append(part);
        }
        self.part = (1, 1);
        Ok(after)
    }

    /// Whether nothing more needs to be counted.
    fn is_above_cap(&self) -> bool {
        self.total > self.limits.cap
    }

    /// What follows a step and is done before states are put into buckets again: the next step, or all the wide ones.
    fn after(&self, step: usize) -> &'a [Plan] {
        let plans = self.programme.plans();
        if step + 1 == self.wide.start {
            &plans[self.wide.clone()]
        } else {
            &plans[step + 1..plans.len().min(step + 2)]
        }
    }

    /// The layer after a step, in about so many buckets for what follows; as many as suit its states if not given.
    fn advance(
        &mut self,
        layer: Layer,
        step: usize,
        buckets: Option<usize>,
    ) -> Result<Layer, Stop> {
        if self.is_above_cap() {
            return Ok(layer);
        }
        let plan = &self.programme.plans()[step];
        let next = self.after(step);
        let buckets = buckets.unwrap_or_else(|| self.limits.sizes.buckets(layer.states()));
        let largest = layer.tallies().checked_mul(plan.most_ways());
        let all_fit = largest.is_some_and(|largest| largest <= N::MOST);
        let step_of = Step::<M, COVER>::new(plan);
        let (layer, finished) = if all_fit {
            let tables = &mut self.tables;
            self.sweep
                .advance(tables, layer, &step_of, next, buckets, self.limits)?
        } else {
            let tables = &mut self.wide_tables;
            self.sweep
                .advance(tables, layer, &step_of, next, buckets, self.limits)?
        };
        self.total = finished.checked_add(self.total).ok_or(Stop::Tally)?;
        (self.limits.watch)(Activity {
            squares: self.programme.squares(),
            step: step + 1,
            steps: self.programme.plans().len(),
            part: self.part.0,
            parts: self.part.1,
            states: layer.states(),
            bytes: self.gauge.used(),
        });
        Ok(layer)
    }
}
