//! Tables and sets by job. Tables have pages that are made when something is put into them, so a
//! plan that is only claimed to be huge takes little memory.

/// Entries of a page.
const PAGE: u64 = 4096;

/// An entry for each job of a plan.
#[derive(Clone, Debug)]
pub(crate) struct JobTable<T> {
    pages: Vec<Option<Box<[T]>>>,
    jobs: u64,
    empty: T,
}

impl<T: Copy> JobTable<T> {
    /// For this many jobs, each with the entry `empty`.
    pub(crate) fn new(jobs: u64, empty: T) -> JobTable<T> {
        let mut pages = Vec::new();
        pages.resize_with(jobs.div_ceil(PAGE) as usize, || None);
        JobTable { pages, jobs, empty }
    }

    /// The entry of a job; `empty` for a job that the plan does not have.
    pub(crate) fn get(&self, job: u64) -> T {
        let page = self.pages.get((job / PAGE) as usize).and_then(Option::as_ref);
        page.and_then(|page| page.get((job % PAGE) as usize)).copied().unwrap_or(self.empty)
    }

    /// The entry of a job, to be changed; `None` for a job that the plan does not have.
    pub(crate) fn get_mut(&mut self, job: u64) -> Option<&mut T> {
        if job >= self.jobs {
            return None;
        }
        let page = self.pages.get_mut((job / PAGE) as usize)?;
        let (first, empty) = (job / PAGE * PAGE, self.empty);
        let entries = (self.jobs - first).min(PAGE) as usize;
        let page = page.get_or_insert_with(|| vec![empty; entries].into_boxed_slice());
        page.get_mut((job % PAGE) as usize)
    }

    /// The entries from this job on of the pages into which something was put, by ascending job.
    /// All other entries are `empty`.
    pub(crate) fn used_from(&self, job: u64) -> impl Iterator<Item = (u64, T)> + '_ {
        let page = job / PAGE;
        let pages = self.pages.get(page as usize..).unwrap_or_default();
        let pages = (page..).zip(pages).filter_map(|(page, it)| Some((page * PAGE, it.as_ref()?)));
        pages.flat_map(move |(first, page)| {
            let from = job.saturating_sub(first);
            let entries = page.get(from as usize..).unwrap_or_default();
            (first + from..).zip(entries.iter().copied())
        })
    }
}

/// A set of jobs of a plan: a bit for each.
#[derive(Clone, Debug)]
pub(crate) struct JobSet {
    /// 64 jobs to a word.
    words: Vec<u64>,
    jobs: u64,
    len: u64,
}

impl JobSet {
    /// An empty set of jobs with ids below `jobs`.
    pub(crate) fn new(jobs: u64) -> JobSet {
        JobSet { words: vec![0; jobs.div_ceil(64) as usize], jobs, len: 0 }
    }

    /// Adds a job; false if it is there already, or its id is not below the limit.
    pub(crate) fn insert(&mut self, job: u64) -> bool {
        if job >= self.jobs || self.contains(job) {
            return false;
        }
        self.words[(job / 64) as usize] |= 1 << (job % 64);
        self.len += 1;
        true
    }

    /// Whether a job is there.
    pub(crate) fn contains(&self, job: u64) -> bool {
        self.words.get((job / 64) as usize).is_some_and(|word| word >> (job % 64) & 1 == 1)
    }

    /// How many jobs there are.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The least job that is not below `from`.
    pub(crate) fn next_from(&self, from: u64) -> Option<u64> {
        let (first, behind) = ((from / 64) as usize, u64::MAX << (from % 64));
        let words = self.words.iter().enumerate().skip(first);
        let mut words =
            words.map(|(at, word)| (at, if at == first { word & behind } else { *word }));
        let (at, word) = words.find(|(_, word)| *word != 0)?;
        Some(64 * at as u64 + u64::from(word.trailing_zeros()))
    }
}

impl Extend<u64> for JobSet {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, jobs: I) {
        for job in jobs {
            self.insert(job);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::job_table::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_set_has_what_was_put_into_it(mut jobs in prop::collection::vec(0u64..1_000_000, 0..200)) {
            let mut set = JobSet::new(900_000);
            for &job in &jobs {
                let is_new = job < 900_000 && !set.contains(job);
                prop_assert_eq!(set.insert(job), is_new);
                prop_assert_eq!(set.contains(job), job < 900_000);
            }
            jobs.retain(|job| *job < 900_000);
            jobs.sort_unstable();
            jobs.dedup();
            prop_assert_eq!(set.len(), jobs.len() as u64);
            let next = |job: &u64| set.next_from(job + 1);
            prop_assert_eq!(std::iter::successors(set.next_from(0), next).collect::<Vec<_>>(), jobs);
        }
    }

    #[test]
    fn a_table_makes_only_the_pages_that_are_used() {
        let mut table = JobTable::new(u64::from(u32::MAX), 7u64);
        assert_eq!(table.get(123_456_789), 7);
        *table.get_mut(123_456_789).unwrap() = 8;
        assert_eq!((table.get(123_456_789), table.get(123_456_788)), (8, 7));
        assert_eq!(table.used_from(0).count() as u64, PAGE);
        assert_eq!(table.used_from(0).find(|(_, entry)| *entry == 8), Some((123_456_789, 8)));
        for (from, next) in [(0, Some((30_140 * PAGE, 7))), (123_456_789, Some((123_456_789, 8)))] {
            assert_eq!(table.used_from(from).next(), next);
        }
        assert_eq!(table.used_from(123_456_789 + PAGE).next(), None);
        assert!(table.get_mut(u64::from(u32::MAX)).is_none());
    }
}
