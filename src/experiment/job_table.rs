//! Tables by job, with pages that are made when something is put into them, so that a plan which is
//! only claimed to be huge takes little memory.

/// Entries of a page.
const PAGE: u64 = 4096;

/// An entry for each job of a plan.
#[derive(Clone, Debug)]
pub(crate) struct JobTable<T> {
    pages: Vec<Option<Box<[T]>>>,
    jobs: u64,
}

impl<T: Copy + Default> JobTable<T> {
    /// For this many jobs, each with the default entry.
    pub(crate) fn new(jobs: u64) -> JobTable<T> {
        let mut pages = Vec::new();
        pages.resize_with(jobs.div_ceil(PAGE) as usize, || None);
        JobTable { pages, jobs }
    }

    /// The entry of a job; the default for a job that the plan does not have.
    pub(crate) fn get(&self, job: u64) -> T {
        let page = self.pages.get((job / PAGE) as usize).and_then(Option::as_ref);
        page.and_then(|page| page.get((job % PAGE) as usize)).copied().unwrap_or_default()
    }

    /// Gives a job this entry, and returns the one that it had; `None` for a job that the plan does
    /// not have.
    pub(crate) fn replace(&mut self, job: u64, entry: T) -> Option<T> {
        if job >= self.jobs {
            return None;
        }
        let page = self.pages.get_mut((job / PAGE) as usize)?;
        let entries = (self.jobs - job / PAGE * PAGE).min(PAGE) as usize;
        let page = page.get_or_insert_with(|| vec![T::default(); entries].into_boxed_slice());
        Some(std::mem::replace(page.get_mut((job % PAGE) as usize)?, entry))
    }

    /// The entries from this job on of the pages into which something was put, by ascending job.
    /// All other entries are the default.
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

#[cfg(test)]
mod tests {
    use crate::experiment::job_table::*;

    #[test]
    fn a_table_makes_only_the_pages_that_are_used() {
        let mut table = JobTable::new(u64::from(u32::MAX));
        assert_eq!(table.get(123_456_789), 0);
        assert_eq!(table.replace(123_456_789, 8), Some(0));
        assert_eq!((table.get(123_456_789), table.get(123_456_788)), (8, 0));
        assert_eq!(table.used_from(0).count() as u64, PAGE);
        assert_eq!(table.used_from(0).find(|(_, entry)| *entry == 8), Some((123_456_789, 8)));
        for (from, next) in [(0, Some((30_140 * PAGE, 0))), (123_456_789, Some((123_456_789, 8)))] {
            assert_eq!(table.used_from(from).next(), next);
        }
        assert_eq!(table.used_from(123_456_789 + PAGE).next(), None);
        assert_eq!(table.replace(u64::from(u32::MAX), 8), None);
    }
}
